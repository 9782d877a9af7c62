/* A scene as MJCF: bodies nested, radians, the start as a keyframe, the method as settings. Every number is
   written in the units and the frame that are asked for. */
#include "world.h"

#include <rigor/step.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const world_frame world_as_is = {1, 1, {1, 0, 0, 0}, {0, 0, 0}};

typedef struct page {
  char *text;
  size_t used;
  const world *w;
  const world_frame *frame;
  double velocity[WORLD_BODIES * 6]; /* of the keyframe, in the order of the joints in the text */
  int velocities;
} page;

__attribute__((format(printf, 2, 3))) static void put(page *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vsnprintf(p->text + p->used, WORLD_TEXT - p->used, format, arguments);
  va_end(arguments);
  p->used += (size_t)n;
  if (p->used >= WORLD_TEXT) p->used = WORLD_TEXT - 1;
}

static void put_numbers(page *p, const char *name, double unit, int count, const double *x) {
  put(p, " %s=\"", name);
  for (int i = 0; i < count; i++) put(p, "%s%.17g", i ? " " : "", unit * x[i]);
  put(p, "\"");
}

static void put_number(page *p, const char *name, double unit, double x) {
  if (x != 0) put_numbers(p, name, unit, 1, &x);
}

/* --- turning --------------------------------------------------------------------------------------- */

static void turn(const double q[4], const double a[3], double out[3]) {
  double t[3];
  for (int k = 0; k < 3; k++)
    t[k] = 2 * (q[1 + (k + 1) % 3] * a[(k + 2) % 3] - q[1 + (k + 2) % 3] * a[(k + 1) % 3]);
  for (int k = 0; k < 3; k++)
    out[k] = a[k] + q[0] * t[k] + q[1 + (k + 1) % 3] * t[(k + 2) % 3] -
             q[1 + (k + 2) % 3] * t[(k + 1) % 3];
}

static void multiply(const double a[4], const double b[4], double out[4]) {
  out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  for (int k = 0; k < 3; k++) {
    const int i = 1 + (k + 1) % 3, j = 1 + (k + 2) % 3;
    out[1 + k] = a[0] * b[1 + k] + b[0] * a[1 + k] + a[i] * b[j] - a[j] * b[i];
  }
}

/* a pose; of what stands in the world in the frame of the text */
static void put_pose(page *p, const double pos[3], const double quat[4], int of_world) {
  double moved[3], turned[4];
  memcpy(moved, pos, sizeof moved);
  memcpy(turned, quat, sizeof turned);
  if (of_world && p->frame != &world_as_is) {
    turn(p->frame->quat, pos, moved);
    for (int k = 0; k < 3; k++) moved[k] += p->frame->pos[k];
    multiply(p->frame->quat, quat, turned);
  }
  put_numbers(p, "pos", p->frame->length, 3, moved);
  put_numbers(p, "quat", 1, 4, turned);
}

static void put_vector(page *p, const char *name, double unit, const double a[3]) {
  double turned[3];
  turn(p->frame->quat, a, turned);
  put_numbers(p, name, unit, 3, p->frame == &world_as_is ? a : turned);
}

/* --- bodies ---------------------------------------------------------------------------------------- */

/* Friction, and what resists spin and rolling: what no unit is given for would be another length in other units. `condim`
   0: what the moments ask for. */
static void put_friction(page *p, double mu, double spin, double roll, int condim) {
  const double unit = p->frame->length;
  if (condim == 0) condim = roll > 0 ? 6 : spin > 0 ? 4 : 3;
  if (condim != 3) put(p, " condim=\"%d\"", condim);
  put(p, " friction=\"%.17g %.17g %.17g\"", mu, unit * spin, unit * roll);
}

static void put_shape(page *p, int body, int number) {
  static const char *const types[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"};
  static const int sizes[] = {1, 2, 3, 2, 3, 0};
  const world_shape *s = &p->w->body[body].shape[number];
  put(p, "<geom type=\"%s\"", types[s->kind]);
  if (s->kind == MESH) put(p, " mesh=\"m%d_%d\"", body, number);
  else put_numbers(p, "size", p->frame->length, sizes[s->kind], s->size);
  put_pose(p, s->pos, s->quat, 0);
  put_friction(p, s->friction, s->spin, s->roll, s->condim);
  if (p->w->ellipsoids && s->kind != MESH) put(p, " fluidshape=\"ellipsoid\"");
  put(p, "/>");
}

/* what one unit of the joint, and a force in it, are in the text */
static double unit_of(const page *p, joint_kind kind) {
  return kind == SLIDE ? p->frame->length : 1;
}

static void put_joint(page *p, int body, int number) {
  static const char *const types[] = {"hinge", "slide", "ball"};
  const world_joint *j = &p->w->body[body].joint[number];
  const double unit = unit_of(p, j->kind), length = p->frame->length;
  const double work = p->frame->mass * length * length;
  put(p, "<joint name=\"j%d_%d\" type=\"%s\"", body, number, types[j->kind]);
  if (j->kind != SLIDE) put_numbers(p, "pos", length, 3, j->pos);
  if (j->kind != BALL) put_numbers(p, "axis", 1, 3, j->axis);
  if (j->limited) put_numbers(p, "range", unit, 2, j->range);
  put_number(p, "stiffness", work / (unit * unit), j->stiffness);
  put_number(p, "damping", work / (unit * unit), j->damping);
  put_number(p, "armature", work / (unit * unit), j->armature);
  put_number(p, "frictionloss", work / unit, j->dry);
  put(p, "/>");
  for (int k = 0; k < (j->kind == BALL ? 3 : 1); k++)
    p->velocity[p->velocities++] = unit * j->velocity[k];
}

static void put_free(page *p, int body) {
  const world_joint *j = &p->w->body[body].joint[0];
  double linear[3];
  put(p, "<freejoint name=\"j%d_0\"/>", body);
  turn(p->frame->quat, j->velocity, linear);
  if (p->frame == &world_as_is) memcpy(linear, j->velocity, sizeof linear);
  for (int k = 0; k < 3; k++) p->velocity[p->velocities++] = p->frame->length * linear[k];
  for (int k = 3; k < 6; k++) p->velocity[p->velocities++] = j->velocity[k];
}

/* ends of strings and of ties that are open */
static void put_sites(page *p, int body) {
  static const double straight[4] = {1, 0, 0, 0};
  for (int t = 0; t < p->w->tendons; t++)
    for (int e = 0; e < 2; e++) {
      if (!p->w->tendon[t].string || p->w->tendon[t].body[e] != body) continue;
      put(p, "<site name=\"s%d_%d\"", t, e);
      put_pose(p, p->w->tendon[t].point[e], straight, 0);
      put(p, "/>");
    }
  for (int t = 0; t < p->w->ties; t++) {
    if (p->w->tie[t].kind != GAP || p->w->tie[t].body[0] != body) continue;
    put(p, "<site name=\"g%d_0\"", t);
    put_pose(p, p->w->tie[t].anchor, straight, 0);
    put(p, "/>");
  }
}

static void put_body(page *p, int body) {
  const world_body *b = &p->w->body[body];
  const double length = p->frame->length;
  put(p, "<body name=\"b%d\"", body);
  put_pose(p, b->pos, b->quat, b->parent < 0);
  put_number(p, "gravcomp", 1, b->gravcomp);
  put(p, "><inertial");
  put_numbers(p, "mass", p->frame->mass, 1, &b->mass);
  put_numbers(p, "diaginertia", p->frame->mass * length * length, 3, b->inertia);
  put_pose(p, b->ipos, b->iquat, 0);
  put(p, "/>");
  for (int k = 0; k < b->joints; k++)
    if (b->joint[k].kind == FREE) put_free(p, body);
    else put_joint(p, body, k);
  for (int k = 0; k < b->shapes; k++) put_shape(p, body, k);
  put_sites(p, body);
  put(p, "\n");
  for (int child = body + 1; child < p->w->bodies; child++)
    if (p->w->body[child].parent == body) put_body(p, child);
  put(p, "</body>\n");
}

/* --- the world around them ------------------------------------------------------------------------- */

/* where a tie that cannot close is tied to: far outside of everything */
static void put_far_sites(page *p) {
  static const double straight[4] = {1, 0, 0, 0};
  const double far[3] = {80 * p->w->length, 30 * p->w->length, 0};
  for (int t = 0; t < p->w->ties; t++) {
    if (p->w->tie[t].kind != GAP) continue;
    put(p, "<site name=\"g%d_1\"", t);
    put_pose(p, far, straight, 1);
    put(p, "/>");
  }
}

static void put_ground(page *p) {
  const world *w = p->w;
  const double size = w->ground_size, slab[3] = {size, size, size / 4};
  double quat[4] = {1, 0, 0, 0}, pos[3] = {0, 0, w->ground == SLAB ? -size / 4 : 0};
  if (w->ground == NO_GROUND) return;
  if (w->ground == SLOPE) quat[0] = cos(0.5 * w->tilt), quat[1] = sin(0.5 * w->tilt);
  put(p, "<geom name=\"ground\"");
  if (w->ground == SLAB) {
    put(p, " type=\"box\"");
    put_numbers(p, "size", p->frame->length, 3, slab);
  } else
    put(p, w->ground == FIELD ? " type=\"hfield\" hfield=\"field\""
                              : " type=\"plane\" size=\"0 0 1\"");
  put_pose(p, pos, quat, 1);
  put_friction(p, w->ground_friction, w->ground_spin, w->ground_roll, 0);
  put(p, "/>\n");
}

static void put_assets(page *p) {
  const world *w = p->w;
  put(p, "<asset>");
  if (w->ground == FIELD) {
    const double size[4] = {w->ground_size, w->ground_size, w->length, w->length};
    put(p, "<hfield name=\"field\" nrow=\"5\" ncol=\"5\" elevation=\"");
    for (int k = 0; k < 25; k++) put(p, "%d ", (k * 7 + k * k) % 5);
    put(p, "\"");
    put_numbers(p, "size", p->frame->length, 4, size);
    put(p, "/>");
  }
  for (int b = 0; b < w->bodies; b++)
    for (int s = 0; s < w->body[b].shapes; s++) {
      if (w->body[b].shape[s].kind != MESH) continue;
      put(p, "<mesh name=\"m%d_%d\"", b, s);
      put_numbers(p, "vertex", p->frame->length, 3 * WORLD_VERTICES, w->body[b].shape[s].vertex[0]);
      put(p, "/>");
    }
  put(p, "</asset>\n");
}

static void put_ties(page *p) {
  put(p, "<equality>");
  for (int k = 0; k < p->w->ties; k++) {
    const world_tie *t = &p->w->tie[k];
    if (t->kind == GAP) put(p, "<connect site1=\"g%d_0\" site2=\"g%d_1\"/>", k, k);
    else if (t->kind == GEAR) {
      const joint_kind kinds[2] = {p->w->body[t->body[0]].joint[0].kind,
                                   t->body[1] < 0 ? HINGE : p->w->body[t->body[1]].joint[0].kind};
      const double ratio = t->ratio * unit_of(p, kinds[0]) / unit_of(p, kinds[1]);
      put(p, "<joint joint1=\"j%d_0\"", t->body[0]);
      if (t->body[1] >= 0)
        put(p, " joint2=\"j%d_0\" polycoef=\"0 %.17g 0 0 0\"", t->body[1], ratio);
      put(p, "/>");
    } else {
      put(p, "<%s body1=\"b%d\"", t->kind == WELD ? "weld" : "connect", t->body[0]);
      if (t->body[1] >= 0) put(p, " body2=\"b%d\"", t->body[1]);
      if (t->kind == CONNECT) put_numbers(p, "anchor", p->frame->length, 3, t->anchor);
      put(p, "/>");
    }
  }
  put(p, "</equality>\n");
}

/* fixed: slides count as they are, hinges as lengths of an arm of one typical shape */
static void put_tendons(page *p) {
  const double length = p->frame->length, force = p->frame->mass * length;
  put(p, "<tendon>");
  for (int k = 0; k < p->w->tendons; k++) {
    const world_tendon *t = &p->w->tendon[k];
    put(p, "<%s name=\"t%d\"", t->string ? "spatial" : "fixed", k);
    if (t->limited) put_numbers(p, "range", length, 2, t->range);
    put_number(p, "stiffness", force / length, t->stiffness);
    put_number(p, "damping", force / length, t->damping);
    put_number(p, "frictionloss", force, t->dry);
    put(p, ">");
    for (int e = 0; e < 2; e++)
      if (t->string) put(p, "<site site=\"s%d_%d\"/>", k, e);
      else {
        const int slides = p->w->body[t->body[e]].joint[0].kind == SLIDE;
        const double coef = t->coef[e] * (slides ? 1 : length * p->w->length);
        put(p, "<joint joint=\"j%d_0\" coef=\"%.17g\"/>", t->body[e], coef);
      }
    put(p, "</%s>", t->string ? "spatial" : "fixed");
  }
  put(p, "</tendon>\n");
}

static void put_actuators(page *p, double *control) {
  static const char *const types[] = {"motor", "position", "velocity"};
  const double work = p->frame->mass * p->frame->length * p->frame->length;
  put(p, "<actuator>");
  for (int k = 0; k < p->w->actuators; k++) {
    const world_actuator *a = &p->w->actuator[k];
    const double unit = unit_of(p, p->w->body[a->body].joint[0].kind);
    const double range[2] = {-a->most, a->most};
    put(p, "<%s joint=\"j%d_0\"", types[a->kind], a->body);
    if (a->kind == SERVO) put_number(p, "kp", work / (unit * unit), a->gain);
    if (a->kind == SERVO) put_number(p, "kv", work / (unit * unit), a->damping);
    if (a->kind == SPEED) put_number(p, "kv", work / (unit * unit), a->gain);
    if (a->most > 0) put_numbers(p, "forcerange", work / unit, 2, range);
    put(p, "/>");
    control[k] = a->control * (a->kind == MOTOR ? work / unit : unit);
  }
  put(p, "</actuator>\n");
}

static void put_settings(page *p) {
  const world *w = p->w;
  put(p, "<custom><text name=\"rigor.integrator\" data=\"%s\"/>",
      rg_integrator_name((rg_integrator)w->integrator));
  put(p, "<text name=\"rigor.coordinates\" data=\"%s\"/>",
      rg_coordinates_name((rg_coordinates)w->coordinates));
  put(p, "<text name=\"rigor.restitution_law\" data=\"%s\"/>",
      rg_restitution_name((rg_restitution)w->restitution_law));
  put(p, "<numeric name=\"rigor.restitution\" data=\"%.17g\"/>", w->restitution);
  if (w->ellipsoid_moments) put(p, "<text name=\"rigor.moments\" data=\"ellipsoid\"/>");
  if (w->law) put(p, "<text name=\"rigor.law\" data=\"%s\"/>", w->law);
  if (w->belt != 0 && w->ground == SLAB)
    put(p, "<numeric name=\"rigor.surface:ground\" data=\"%.17g 0 0\"/>",
        p->frame->length * w->belt);
  for (int b = 0; b < w->bodies; b++)
    if (w->body[b].joints && w->body[b].joint[0].driven)
      put(p, "<numeric name=\"rigor.drive:j%d_0\" data=\"%.17g\"/>", b,
          w->body[b].joint[0].velocity[0] * unit_of(p, w->body[b].joint[0].kind));
  put(p, "</custom>\n");
}

static void put_options(page *p) {
  const world *w = p->w;
  const double length = p->frame->length, mass = p->frame->mass;
  put(p, "<compiler angle=\"radian\"/><option timestep=\"%.17g\"", w->dt);
  put_vector(p, "gravity", length, w->gravity);
  put_number(p, "density", mass / (length * length * length), w->density);
  put_number(p, "viscosity", mass / length, w->viscosity);
  if (w->density > 0) put_vector(p, "wind", length, w->wind);
  put(p, "/>\n");
}

int world_write(const world *w, const world_frame *frame, char *text) {
  page p = {.text = text, .w = w, .frame = frame};
  double control[WORLD_ACTUATORS];
  put(&p, "<mujoco model=\"scene\">\n");
  put_options(&p);
  put_settings(&p);
  put_assets(&p);
  put(&p, "<worldbody>\n");
  put_ground(&p);
  put_far_sites(&p);
  for (int b = 0; b < w->bodies; b++)
    if (w->body[b].parent < 0) put_body(&p, b);
  put(&p, "</worldbody>\n");
  if (w->ties) put_ties(&p);
  if (w->tendons) put_tendons(&p);
  if (w->actuators) put_actuators(&p, control);
  put(&p, "<keyframe><key name=\"start\"");
  if (p.velocities) put_numbers(&p, "qvel", 1, p.velocities, p.velocity);
  if (w->actuators) put_numbers(&p, "ctrl", 1, w->actuators, control);
  put(&p, "/></keyframe>\n</mujoco>\n");
  return p.used + 1 < WORLD_TEXT;
}
