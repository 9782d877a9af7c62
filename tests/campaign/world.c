/* Random scenes: trees of every joint, free bodies, all shapes, frames that are nowhere near the mass,
   masses over decades; actuators, closures, limits, dry friction, tendons, a medium, every integrator. */
#include "world.h"
#include "stream.h"

#include <rigor/step.h>

#include <math.h>
#include <string.h>

static const double FULL_TURN = 6.283185307179586;

static void random_vector(stream *r, double size, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = uniform(r, -size, size);
}

static void random_axis(stream *r, double out[3]) {
  double square;
  do {
    random_vector(r, 1, out);
    square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
  } while (square > 1 || square < 0.01);
  for (int k = 0; k < 3; k++) out[k] /= sqrt(square);
}

static void no_turn(double quat[4]) {
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
}

static void random_turn(stream *r, double quat[4]) {
  double axis[3], half = 0.5 * uniform(r, 0, FULL_TURN);
  random_axis(r, axis);
  quat[0] = cos(half);
  for (int k = 0; k < 3; k++) quat[1 + k] = sin(half) * axis[k];
}

/* --- bodies ---------------------------------------------------------------------------------------- */

static void make_shape(const world *w, world_shape *s, stream *r) {
  s->kind = (shape_kind)below(r, 6);
  s->friction = chance(r, 0.1) ? 0 : chance(r, 0.2) ? uniform(r, 1, 3) : uniform(r, 0.1, 1);
  for (int k = 0; k < 3; k++) s->size[k] = w->length * uniform(r, 0.4, 1.2);
  no_turn(s->quat);
  if (chance(r, 0.3)) {
    random_vector(r, 0.5 * w->length, s->pos);
    random_turn(r, s->quat);
  }
  for (int v = 0; v < WORLD_VERTICES; v++)
    for (int k = 0; k < 3; k++)
      s->vertex[v][k] = s->size[k] * (v >> k & 1 ? 1 : -1) * uniform(r, 0.5, 1);
}

/* mass, and the moments of an ellipsoid of the size of the shape, wherever it lies */
static void make_mass(const world *w, world_body *b, double mass, stream *r) {
  double radius[3];
  b->mass = mass;
  for (int k = 0; k < 3; k++) radius[k] = w->length * uniform(r, 0.4, 1.2);
  for (int k = 0; k < 3; k++) {
    double a = radius[(k + 1) % 3], c = radius[(k + 2) % 3];
    b->inertia[k] = mass * (a * a + c * c) / 5;
  }
  no_turn(b->iquat);
  if (chance(r, 0.5)) return;
  random_vector(r, 0.7 * w->length, b->ipos);
  random_turn(r, b->iquat);
}

/* force or torque and rate of one unit of a joint, for what is to be neither nothing nor everything */
static void make_joint(const world *w, const world_body *b, world_joint *j, stream *r) {
  const int slides = j->kind == SLIDE;
  const double unit = slides ? w->length : 1, rate = sqrt(10 / w->length);
  const double stiff = b->mass * 10 * w->length / (unit * unit);
  random_axis(r, j->axis);
  if (chance(r, 0.6)) random_vector(r, w->length, j->pos);
  if (chance(r, 0.4)) {
    j->limited = 1;
    j->range[0] = j->kind == BALL ? 0 : -unit * uniform(r, 0.05, 1.5);
    j->range[1] = unit * uniform(r, 0.05, 1.5);
  }
  if (chance(r, 0.3)) j->stiffness = stiff * decades(r, -2, 2);
  if (chance(r, 0.3)) j->damping = stiff / rate * decades(r, -3, 1);
  if (chance(r, 0.3))
    j->armature = b->mass * w->length * w->length / (unit * unit) * decades(r, -3, 0);
  if (chance(r, 0.3)) j->dry = stiff * unit * decades(r, -3, 0);
  for (int k = 0; k < (j->kind == BALL ? 3 : 1); k++)
    j->velocity[k] = unit * rate * (chance(r, 0.5) ? 0 : uniform(r, -1, 1));
  j->driven = !slides && j->kind == HINGE && chance(r, 0.03);
}

static void make_free(const world *w, world_joint *j, stream *r) {
  const double speed = chance(r, 0.4) ? 0 : sqrt(10 * w->length) * uniform(r, 0, 1.5);
  j->kind = FREE;
  for (int k = 0; k < 6; k++) j->velocity[k] = speed * uniform(r, -1, 1) / (k < 3 ? 1 : w->length);
}

/* what a body hangs on: a free joint, one or two others, or nothing */
static void make_joints(const world *w, world_body *b, stream *r) {
  if (b->parent < 0 && chance(r, 0.75)) {
    b->joints = 1;
    make_free(w, &b->joint[0], r);
    return;
  }
  if (chance(r, 0.07)) return;
  b->joints = chance(r, 0.2) ? 2 : 1;
  for (int k = 0; k < b->joints; k++) {
    b->joint[k].kind = b->joints == 1 ? (joint_kind)below(r, 3) : (joint_kind)below(r, 2);
    make_joint(w, b, &b->joint[k], r);
  }
}

/* how far a body reaches from its frame, about */
static double reach(const world *w) { return 1.6 * w->length; }

static int is_free_place(const world *w, int count, const double pos[3], double room) {
  for (int i = 0; i < count; i++) {
    double square = 0;
    if (w->body[i].parent >= 0) continue;
    for (int k = 0; k < 3; k++)
      square += (pos[k] - w->body[i].pos[k]) * (pos[k] - w->body[i].pos[k]);
    if (square < room * room) return 0;
  }
  return 1;
}

/* a place of its own above the ground; in a crowd anywhere, coincident now and then */
static void place_root(world *w, int i, int crowd, stream *r) {
  world_body *b = &w->body[i];
  const double base = w->ground ? 1.2 * reach(w) : 0;
  double room = 2 * reach(w), spread = room;
  if (crowd && i && chance(r, 0.2)) memcpy(b->pos, w->body[0].pos, sizeof b->pos);
  else do {
      random_vector(r, spread, b->pos);
      b->pos[2] = base + (crowd ? 0.5 : 1) * fabs(b->pos[2]);
      spread *= 1.1;
    } while (!crowd && !is_free_place(w, i, b->pos, room));
  if (chance(r, 0.7)) random_turn(r, b->quat);
}

static void make_body(world *w, int i, int crowd, double heaviest, double spread, stream *r) {
  world_body *b = &w->body[i];
  b->parent = i && chance(r, 0.55) ? below(r, i) : -1;
  no_turn(b->quat);
  if (b->parent < 0) place_root(w, i, crowd, r);
  else {
    random_axis(r, b->pos);
    for (int k = 0; k < 3; k++) b->pos[k] *= reach(w) * uniform(r, 0.7, 1.5);
    if (chance(r, 0.5)) random_turn(r, b->quat);
  }
  make_mass(w, b, heaviest * decades(r, -spread, 0), r);
  b->shapes = chance(r, 0.85) ? 1 : 2 * below(r, 2);
  for (int k = 0; k < b->shapes; k++) make_shape(w, &b->shape[k], r);
  if (chance(r, 0.03)) b->gravcomp = 1;
  make_joints(w, b, r);
}

/* --- what acts between them ------------------------------------------------------------------------ */

static int is_scalar(const world_body *b) {
  return b->joints && (b->joint[0].kind == HINGE || b->joint[0].kind == SLIDE);
}

/* some body with a hinge or slide; -1: none */
static int scalar_body(const world *w, stream *r) {
  for (int tries = 0; tries < 20; tries++) {
    const int i = below(r, w->bodies);
    if (is_scalar(&w->body[i])) return i;
  }
  return -1;
}

static double weight(const world *w, int body) { return w->body[body].mass * 10; }

static void make_actuators(world *w, stream *r) {
  const int wanted = chance(r, 0.35) ? 1 + below(r, 3) : 0;
  for (int k = 0; k < wanted; k++) {
    const int body = scalar_body(w, r);
    if (body < 0) return;
    world_actuator *a = &w->actuator[w->actuators++];
    const int slides = w->body[body].joint[0].kind == SLIDE;
    const double unit = slides ? w->length : 1;
    const double most = weight(w, body) * w->length / unit, rate = sqrt(10 / w->length);
    a->kind = (actuator_kind)below(r, 3);
    a->body = body;
    a->gain = a->kind == MOTOR   ? 1
              : a->kind == SERVO ? most / unit * decades(r, -1, 2)
                                 : most / unit / rate * decades(r, -1, 1);
    a->damping = a->kind == SERVO && chance(r, 0.7) ? a->gain / rate * decades(r, -1, 0.5) : 0;
    a->control = uniform(r, -1, 1) * (a->kind == MOTOR   ? most
                                      : a->kind == SERVO ? unit
                                                         : unit * rate);
    a->most = chance(r, 0.3) ? most * decades(r, -0.5, 1) : 0;
  }
}

static int top_of(const world *w, int body) {
  while (w->body[body].parent >= 0) body = w->body[body].parent;
  return body;
}

/* whether a body can move at all */
static int moves(const world *w, int body) {
  for (; body >= 0; body = w->body[body].parent)
    if (w->body[body].joints) return 1;
  return 0;
}

static void make_ties(world *w, stream *r) {
  const int wanted = chance(r, 0.25) ? 1 + below(r, 2) : 0;
  for (int k = 0; k < wanted; k++) {
    world_tie *t = &w->tie[w->ties];
    t->kind = chance(r, 0.02) ? GAP : (tie_kind)below(r, 3);
    t->body[0] = t->kind == GEAR ? scalar_body(w, r) : below(r, w->bodies);
    t->body[1] = t->kind == GEAR ? scalar_body(w, r) : chance(r, 0.3) ? -1 : below(r, w->bodies);
    if (t->body[0] < 0 || t->body[0] == t->body[1] || !moves(w, t->body[0])) continue;
    random_vector(r, w->length, t->anchor);
    t->ratio = uniform(r, -2, 2);
    w->ties++;
  }
}

static void make_tendons(world *w, stream *r) {
  const int wanted = chance(r, 0.15) ? 1 + below(r, 2) : 0;
  for (int k = 0; k < wanted; k++) {
    world_tendon *t = &w->tendon[w->tendons];
    t->string = chance(r, 0.5);
    for (int e = 0; e < 2; e++) {
      t->body[e] = t->string ? below(r, w->bodies) : scalar_body(w, r);
      t->coef[e] = uniform(r, 0.3, 1) * (chance(r, 0.5) ? 1 : -1);
      random_vector(r, w->length, t->point[e]);
    }
    if (t->body[0] < 0 || t->body[1] < 0 || t->body[0] == t->body[1]) continue;
    if (t->string && top_of(w, t->body[0]) == top_of(w, t->body[1]) && chance(r, 0.5)) continue;
    const double stiff = weight(w, t->body[0]) / w->length;
    if (chance(r, 0.5)) t->stiffness = stiff * decades(r, -1, 1);
    if (chance(r, 0.3)) t->damping = stiff * sqrt(w->length / 10) * decades(r, -2, 0);
    if (chance(r, 0.3)) t->dry = stiff * w->length * decades(r, -2, 0);
    t->limited = chance(r, 0.5);
    t->range[0] = t->string ? 0 : -w->length * uniform(r, 0.1, 2);
    t->range[1] = w->length * (t->string ? 12 : 1) * uniform(r, 0.1, 2);
    w->tendons++;
  }
}

static void stand_still(world *w) {
  for (int b = 0; b < w->bodies; b++)
    for (int k = 0; k < w->body[b].joints; k++)
      memset(w->body[b].joint[k].velocity, 0, sizeof w->body[b].joint[k].velocity);
}

static void make_surroundings(world *w, stream *r) {
  w->gravity[2] = chance(r, 0.15) ? 0 : -9.81;
  if (chance(r, 0.1)) random_vector(r, 5, w->gravity);
  w->ground = chance(r, 0.25)  ? NO_GROUND
              : chance(r, 0.5) ? PLANE
                               : (ground_kind)(SLOPE + below(r, 3));
  w->ground_size = 12 * w->length;
  w->ground_friction = chance(r, 0.15) ? 0 : uniform(r, 0.1, 1.2);
  w->tilt = uniform(r, 0.05, 0.6);
  w->belt = w->ground == SLAB && chance(r, 0.3) ? sqrt(w->length) * uniform(r, -2, 2) : 0;
  if (chance(r, 0.08)) {
    w->density = 1.2;
    w->viscosity = chance(r, 0.5) ? 2e-5 : 0;
    if (chance(r, 0.3)) random_vector(r, 3, w->wind);
  }
}

static void make_method(world *w, stream *r) {
  static const int others[] = {RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU};
  w->integrator = chance(r, 0.5) ? RG_MIDPOINT : others[below(r, 4)];
  w->coordinates = chance(r, 0.6) ? RG_MINIMAL : chance(r, 0.5) ? RG_REDUNDANT : RG_EMBEDDED;
  w->restitution_law = below(r, 3);
  w->restitution = chance(r, 0.5) ? 0 : chance(r, 0.2) ? 1 : uniform(r, 0, 1);
  w->dt = sqrt(w->length / 0.1) * decades(r, -3.3, -2.3);
  w->steps = 40 + below(r, 60);
}

/* What explicit rules cannot do: media that are dense or thick for light bodies, servos and dampers as stiff as anybody may
   write them; and the explicit rule itself. Drawn apart from all else, which stays as it is. */
static void make_stiff(world *w, stream *r) {
  if (chance(r, 0.1)) {
    w->density = chance(r, 0.7) ? decades(r, -1, 4) : 0;
    w->viscosity = w->density > 0 && chance(r, 0.5) ? 0 : decades(r, -3, 2);
    w->ellipsoids = chance(r, 0.5);
  }
  const int stiff = chance(r, 0.15);
  for (int a = 0; a < w->actuators && stiff; a++) {
    const double factor = decades(r, 0, 5);
    if (w->actuator[a].kind == MOTOR) continue;
    /* as far away as it was in energy */
    w->actuator[a].gain *= factor;
    w->actuator[a].control /= w->actuator[a].kind == SERVO ? sqrt(factor) : 1;
    w->actuator[a].damping *= chance(r, 0.5) ? factor : sqrt(factor);
  }
  for (int b = 0; b < w->bodies && stiff; b++)
    for (int k = 0; k < w->body[b].joints; k++) {
      w->body[b].joint[k].damping *= chance(r, 0.5) ? decades(r, 0, 5) : 1;
      w->body[b].joint[k].stiffness *= chance(r, 0.5) ? decades(r, 0, 3) : 1;
    }
  if (chance(r, 0.05)) w->integrator = RG_EXPLICIT_EULER;
}

void world_make(world *w, uint64_t seed, uint64_t number) {
  stream r = stream_of(seed, number);
  memset(w, 0, sizeof *w);
  w->length = 0.1 * (chance(&r, 0.3) ? decades(&r, -2, 1) : 1);
  make_surroundings(w, &r);
  make_method(w, &r);
  w->bodies = 1 + below(&r, chance(&r, 0.7) ? 6 : WORLD_BODIES - 1);
  const int crowd = chance(&r, 0.12);
  const double heaviest = decades(&r, -3, 3), spread = chance(&r, 0.4) ? 0 : uniform(&r, 0, 4);
  for (int i = 0; i < w->bodies; i++) make_body(w, i, crowd, heaviest, spread, &r);
  make_actuators(w, &r);
  make_ties(w, &r);
  make_tendons(w, &r);
  /* loops close at the start; mostly nothing moves there that would tear them */
  if (w->ties && chance(&r, 0.8)) stand_still(w);
  static const char *const laws[] = {"pyramid:8", "pyramid:6", "box", "frictionless"};
  if (chance(&r, 0.1)) w->law = laws[below(&r, 4)];
  stream more = stream_of(seed + 0x9e3779b9u, number);
  make_stiff(w, &more);
}

/* either or both, over decades; rolling without spin is none that MuJoCo's numbers know */
static void make_moments(const world *w, stream *r, double *spin, double *roll) {
  *spin = chance(r, 0.2) ? 0 : w->length * decades(r, -3, 0);
  *roll = *spin == 0 || chance(r, 0.5) ? 0 : w->length * decades(r, -4, -1);
}

void world_add_moments(world *w, uint64_t seed, uint64_t number) {
  stream r = stream_of(seed + 0x7f4a7c15u, number);
  if (w->law) return;
  make_moments(w, &r, &w->ground_spin, &w->ground_roll);
  for (int b = 0; b < w->bodies; b++)
    for (int k = 0; k < w->body[b].shapes; k++)
      make_moments(w, &r, &w->body[b].shape[k].spin, &w->body[b].shape[k].roll);
  w->ellipsoid_moments = chance(&r, 0.3);
}
