/* Random scenes, each from its seed and number alone: a description that can be written as MJCF in any
   units and any frame, and made smaller piece by piece. */
#ifndef CAMPAIGN_WORLD_H
#define CAMPAIGN_WORLD_H

#include <stddef.h>
#include <stdint.h>

enum {
  WORLD_BODIES = 16,
  WORLD_JOINTS = 2,
  WORLD_SHAPES = 2,
  WORLD_VERTICES = 8,
  WORLD_LINKS = 6,
  WORLD_ACTUATORS = 16,
  WORLD_TEXT = 1 << 16
};

typedef enum joint_kind { HINGE, SLIDE, BALL, FREE } joint_kind;
typedef enum shape_kind { SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH } shape_kind;
typedef enum ground_kind { NO_GROUND, PLANE, SLOPE, SLAB, FIELD } ground_kind;

typedef struct world_joint {
  joint_kind kind;
  double pos[3], axis[3];
  int limited;
  double range[2]; /* rad or m; ball: the second is the largest angle */
  double stiffness, damping, armature, dry;
  double velocity[6]; /* at the start; free: linear in the world, angular in the body */
  int driven;         /* prescribed motion with velocity[0] */
} world_joint;

typedef struct world_shape {
  shape_kind kind;
  double size[3], pos[3], quat[4];
  double friction;
  int condim;                       /* 0: as spin and roll say */
  double spin, roll;                /* m: torsional and rolling friction; 0: none */
  double vertex[WORLD_VERTICES][3]; /* of a mesh */
} world_shape;

typedef struct world_body {
  int parent; /* -1: the world */
  double pos[3], quat[4];
  double mass, inertia[3], ipos[3], iquat[4];
  double gravcomp;
  int joints, shapes;
  world_joint joint[WORLD_JOINTS];
  world_shape shape[WORLD_SHAPES];
} world_body;

typedef enum actuator_kind { MOTOR, SERVO, SPEED } actuator_kind;
/* on joint 0 of a body: hinge or slide */
typedef struct world_actuator {
  actuator_kind kind;
  int body;
  double gain, damping, control, most; /* most: largest force; 0: none */
} world_actuator;

typedef enum tie_kind { CONNECT, WELD, GEAR, GAP } tie_kind;
/* an equality; gear: of joints 0; gap: a connect that is open at the start and cannot close */
typedef struct world_tie {
  tie_kind kind;
  int body[2]; /* second -1: the world */
  double anchor[3], ratio;
} world_tie;

/* a fixed tendon over joints 0, or a string from body to body */
typedef struct world_tendon {
  int string;
  int body[2];
  double coef[2], point[2][3];
  int limited;
  double range[2], stiffness, damping, dry;
} world_tendon;

typedef struct world {
  double dt, gravity[3], density, viscosity, wind[3];
  int ellipsoids; /* shapes that the medium knows as such */
  ground_kind ground;
  double ground_size, ground_friction, tilt, belt; /* belt: m/s along x of a slab */
  double ground_spin, ground_roll;                 /* m, as of shapes */
  int ellipsoid_moments;                           /* one bound for slip, spin and rolling */
  double length;                                   /* of a typical shape, m */
  int integrator, coordinates, restitution_law;    /* as in rigor/step.h */
  double restitution;
  const char *law;       /* of friction; NULL: the exact cone */
  int steps, iterations; /* iterations: of a step at most; 0: the library's own bound */
  int bodies, actuators, ties, tendons;
  world_body body[WORLD_BODIES];
  world_actuator actuator[WORLD_ACTUATORS];
  world_tie tie[WORLD_LINKS];
  world_tendon tendon[WORLD_LINKS];
} world;

void world_make(world *w, uint64_t seed, uint64_t number);
/* Another class of scenes: robots with legs, and arms with two fingers and something to hold, for two seconds (robot.c). */
void world_make_robot(world *w, uint64_t seed, uint64_t number);
/* torsional and rolling friction of shapes, of scenes with the exact cone; all else stays as it is */
void world_add_moments(world *w, uint64_t seed, uint64_t number);

/* How a scene is written: units (kg and m in those of the text), a frame that is turned and moved, and a
   start that is off by a little. */
typedef struct world_frame {
  double mass, length;
  double quat[4], pos[3]; /* of the scene, m */
} world_frame;

extern const world_frame world_as_is;

/* MJCF into `text` (WORLD_TEXT); 0 where it does not fit */
int world_write(const world *w, const world_frame *frame, char *text);

/* One thing less, for the number of the edit: 1 where there was something to take away, 0 where there
   was not, -1 where no edit has such a number. */
int world_reduce(world *w, int edit);

#endif
