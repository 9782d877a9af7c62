/* Random robots: a body on legs, or an arm with two fingers above something to hold; capsules and boxes as limbs, anything as
   a foot, often two shapes each; one condim for all of a robot; servos with gains over decades, dry friction, stops, armatures;
   on the level, on slopes, slabs and height fields. They fall from a little above the ground, or begin a little in it. */
#include "stream.h"
#include "world.h"

#include <rigor/step.h>

#include <math.h>
#include <string.h>

enum { LEAST_LEGS = 2, MOST_LEGS = 5, MOST_LINKS = 3, FINGERS = 2 };
static const double FULL_TURN = 6.283185307179586;

/* what all parts of a robot have in common */
typedef struct build {
  world *w;
  stream *r;
  int condim;
  double spin, roll, friction;
  double stiff;    /* kp of its servos over the weight times the length that they carry */
  double damped;   /* kv over kp, s */
  double dry;      /* torque over the same weight times length */
  double armature; /* of the inertia of the robot */
  double mass;
} build;

static void turn_about(const double axis[3], double angle, double quat[4]) {
  quat[0] = cos(0.5 * angle);
  for (int k = 0; k < 3; k++) quat[1 + k] = sin(0.5 * angle) * axis[k];
}

static void tilt(stream *r, double most, double quat[4]) {
  double axis[3], square = 0;
  for (int k = 0; k < 3; k++) axis[k] = uniform(r, -1, 1), square += axis[k] * axis[k];
  for (int k = 0; k < 3; k++) axis[k] /= sqrt(square + 1e-30);
  turn_about(axis, uniform(r, -most, most), quat);
}

/* --- parts ------------------------------------------------------------------------------------------- */

static world_body *add_body(build *b, int parent, double mass, double radius) {
  world_body *body = &b->w->body[b->w->bodies++];
  body->parent = parent;
  body->mass = mass;
  body->quat[0] = body->iquat[0] = 1;
  for (int k = 0; k < 3; k++) body->inertia[k] = 0.4 * mass * radius * radius;
  return body;
}

static world_shape *add_shape(build *b, world_body *body, shape_kind kind, double x, double y,
                              double z) {
  world_shape *s = &body->shape[body->shapes++];
  const double size[3] = {x, y, z};
  s->kind = kind;
  s->quat[0] = 1;
  s->condim = b->condim;
  s->spin = b->spin, s->roll = b->roll, s->friction = b->friction;
  memcpy(s->size, size, sizeof size);
  for (int v = 0; v < WORLD_VERTICES; v++)
    for (int k = 0; k < 3; k++)
      s->vertex[v][k] = size[k] * (v >> k & 1 ? 1 : -1) * uniform(b->r, 0.6, 1);
  return s;
}

static void add_joint(build *b, world_body *body, joint_kind kind, const double axis[3],
                      double carries) {
  world_joint *j = &body->joint[body->joints++];
  const double length = b->w->length, unit = kind == SLIDE ? length : 1;
  j->kind = kind;
  memcpy(j->axis, axis, sizeof j->axis);
  j->dry = b->dry * carries * length / unit;
  j->armature = b->armature * b->mass * length * length / (unit * unit);
  if (!chance(b->r, 0.4)) return;
  j->limited = 1;
  j->range[0] = -unit * uniform(b->r, 0.1, 1.5);
  j->range[1] = unit * uniform(b->r, 0.1, 1.5);
}

static void add_servo(build *b, int body, double carries, double target) {
  world *w = b->w;
  if (w->actuators == WORLD_ACTUATORS) return;
  world_actuator *a = &w->actuator[w->actuators++];
  const double unit = w->body[body].joint[0].kind == SLIDE ? w->length : 1;
  a->kind = SERVO;
  a->body = body;
  a->gain = b->stiff * carries * w->length / (unit * unit);
  a->damping = b->damped * a->gain;
  a->control = target * unit;
  a->most = chance(b->r, 0.4) ? carries * w->length / unit * decades(b->r, -0.3, 1) : 0;
}

/* what a limb ends with */
static void add_foot(build *b, world_body *link, double down) {
  static const shape_kind kinds[] = {SPHERE, CAPSULE, CYLINDER, BOX, BOX, MESH, ELLIPSOID};
  const double l = b->w->length;
  world_shape *s = add_shape(b, link, kinds[below(b->r, 7)], l * uniform(b->r, 0.1, 0.3),
                             l * uniform(b->r, 0.1, 0.3), l * uniform(b->r, 0.05, 0.15));
  s->pos[2] = -down;
  if (chance(b->r, 0.5)) tilt(b->r, 0.5 * FULL_TURN, s->quat);
}

/* --- legs -------------------------------------------------------------------------------------------- */

/* a leg of `links` from the torso on, straight but for a little */
static void add_leg(build *b, const double hip[3], int links, int crossed) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}};
  const double l = b->w->length, carries = 10 * b->mass;
  int parent = 0;
  for (int k = 0; k < links; k++) {
    const int number = b->w->bodies;
    const double length = l * uniform(b->r, 0.7, 1.2);
    world_body *link = add_body(b, parent, b->mass * decades(b->r, -2, -0.5), 0.3 * l);
    if (k == 0) memcpy(link->pos, hip, sizeof link->pos);
    else link->pos[2] = 2 * b->w->body[parent].ipos[2]; /* its end */
    link->ipos[2] = -0.5 * length;
    tilt(b->r, 0.4, link->quat);
    add_joint(b, link, HINGE, axes[links == MOST_LINKS ? k : crossed ? 1 : k % 2], carries);
    add_servo(b, number, carries, uniform(b->r, -0.4, 0.4));
    if (chance(b->r, 0.7)) {
      world_shape *s = chance(b->r, 0.5) ? add_shape(b, link, CAPSULE, 0.12 * l, 0.35 * length, 0)
                                         : add_shape(b, link, BOX, 0.1 * l, 0.1 * l, 0.4 * length);
      s->pos[2] = -0.5 * length;
    }
    if (k == links - 1) add_foot(b, link, length);
    parent = number;
  }
}

static void make_legged(build *b) {
  world *w = b->w;
  stream *r = b->r;
  const double l = w->length;
  const int legs = LEAST_LEGS + below(r, MOST_LEGS - LEAST_LEGS + 1);
  const int links = 2 + below(r, MOST_LINKS - 1), crossed = chance(r, 0.5);
  world_body *torso = add_body(b, -1, b->mass, 0.7 * l);
  torso->joints = 1;
  torso->joint[0].kind = FREE;
  for (int k = 0; k < 3; k++) torso->joint[0].velocity[k] = 0.3 * sqrt(10 * l) * uniform(r, -1, 1);
  tilt(r, 0.3, torso->quat);
  add_shape(b, torso, chance(r, 0.5) ? BOX : MESH, l, 0.6 * l, 0.25 * l);
  torso->pos[2] = l * (links * uniform(r, 0.8, 1.2) + uniform(r, 0, 0.5));
  for (int k = 0; k < legs; k++) {
    const double angle = FULL_TURN * k / legs + uniform(r, -0.2, 0.2);
    const double hip[3] = {l * cos(angle), 0.6 * l * sin(angle), -0.3 * l};
    add_leg(b, hip, links, crossed);
  }
}

/* --- arms -------------------------------------------------------------------------------------------- */

/* a finger that slides along x, with one pad or two */
static void add_finger(build *b, int hand, double side) {
  const double l = b->w->length, along[3] = {-side, 0, 0};
  const int number = b->w->bodies;
  world_body *finger = add_body(b, hand, 0.02 * b->mass, 0.2 * l);
  finger->pos[0] = side * 0.35 * l;
  finger->pos[2] = -l;
  add_joint(b, finger, SLIDE, along, 0.5 * b->mass);
  add_servo(b, number, 0.5 * b->mass, uniform(b->r, 0, 0.4));
  for (int k = 0; k < 1 + below(b->r, 2); k++)
    add_shape(b, finger, BOX, 0.05 * l, 0.15 * l, 0.1 * l)->pos[2] = -0.25 * l * k;
}

static void make_arm(build *b) {
  static const double axes[3][3] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  world *w = b->w;
  const double l = w->length;
  const int links = 2 + below(b->r, 5);
  int parent = -1;
  for (int k = 0; k < links; k++) {
    const int number = w->bodies;
    const double carries = 10 * b->mass * (1 - (double)k / (links + 1));
    world_body *link = add_body(b, parent, b->mass / links, 0.4 * l);
    link->pos[2] = k ? -l : l * (links + uniform(b->r, 0.6, 2));
    link->ipos[2] = -0.5 * l;
    tilt(b->r, 0.5, link->quat);
    add_joint(b, link, HINGE, axes[k % 3], carries);
    add_servo(b, number, carries, uniform(b->r, -0.5, 0.5));
    if (chance(b->r, 0.8)) add_shape(b, link, CAPSULE, 0.15 * l, 0.3 * l, 0)->pos[2] = -0.5 * l;
    parent = number;
  }
  for (int k = 0; k < FINGERS; k++) add_finger(b, parent, k ? 1 : -1);
  world_body *load = add_body(b, -1, b->mass * decades(b->r, -2, -0.5), 0.3 * l);
  load->joints = 1;
  load->joint[0].kind = FREE;
  load->pos[0] = l * uniform(b->r, -0.5, 0.5), load->pos[2] = l * uniform(b->r, 0.35, 1);
  tilt(b->r, 0.5 * FULL_TURN, load->quat);
  add_shape(b, load, chance(b->r, 0.5) ? BOX : (shape_kind)below(b->r, MESH + 1), 0.25 * l, 0.2 * l,
            0.3 * l);
}

/* --- the whole --------------------------------------------------------------------------------------- */

static void make_surroundings(world *w, stream *r) {
  w->gravity[2] = -9.81;
  w->ground = chance(r, 0.5) ? PLANE : chance(r, 0.6) ? FIELD : (ground_kind)(SLOPE + below(r, 2));
  w->ground_size = 12 * w->length;
  w->ground_friction = chance(r, 0.1) ? 0 : uniform(r, 0.2, 1.2);
  w->tilt = uniform(r, 0.02, 0.3);
}

static void make_method(world *w, stream *r) {
  static const int others[] = {RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU};
  static const double SECONDS = 2;
  w->integrator = chance(r, 0.8) ? RG_MIDPOINT : others[below(r, 4)];
  w->coordinates = chance(r, 0.8) ? RG_MINIMAL : chance(r, 0.5) ? RG_REDUNDANT : RG_EMBEDDED;
  w->restitution_law = RG_RESTITUTION_ENERGY;
  w->dt = chance(r, 0.5) ? 0.002 : uniform(r, 0.001, 0.005);
  w->steps = (int)(SECONDS / w->dt);
}

void world_make_robot(world *w, uint64_t seed, uint64_t number) {
  static const int condims[] = {1, 3, 3, 3, 4, 6};
  stream r = stream_of(seed + 0x5851f42du, number);
  memset(w, 0, sizeof *w);
  w->length = 0.05 * decades(&r, 0, 0.8);
  make_surroundings(w, &r);
  make_method(w, &r);
  build b = {.w = w, .r = &r, .condim = condims[below(&r, 6)], .mass = decades(&r, -1, 1.5)};
  b.spin = b.condim >= 4 ? w->length * decades(&r, -3, -1) : 0;
  b.roll = b.condim == 6 ? w->length * decades(&r, -4, -1.5) : 0;
  b.friction = uniform(&r, 0.2, 1.2);
  b.stiff = decades(&r, -0.5, 2);
  b.damped = chance(&r, 0.2) ? 0 : decades(&r, -3, -0.5);
  b.dry = chance(&r, 0.5) ? 0 : decades(&r, -3, -0.5);
  b.armature = chance(&r, 0.5) ? 0 : decades(&r, -4, -1);
  if (chance(&r, 0.7)) make_legged(&b);
  else make_arm(&b);
}
