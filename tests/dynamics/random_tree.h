/* Random articulated models for tests of the dynamics, built in C, the same everywhere. */
#ifndef RANDOM_TREE_H
#define RANDOM_TREE_H

#include <math.h>
#include <rigor/dynamics.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* limbs: long ones that begin anywhere */
typedef enum tree_shape { TREE_CHAIN, TREE_BINARY, TREE_BUSHY, TREE_RANDOM, TREE_LIMBS } tree_shape;

/* what the joints of the bodies are */
typedef enum tree_joints { JOINTS_HINGE, JOINTS_BALL, JOINTS_SLIDE, JOINTS_MIXED } tree_joints;

/* uniform in [-1, 1) */
static inline double tree_draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static inline rg_pose tree_pose(uint64_t *seed, double size) {
  rg_pose pose;
  for (int i = 0; i < 3; i++) pose.pos[i] = size * tree_draw(seed);
  for (int i = 0; i < 4; i++) pose.quat[i] = tree_draw(seed);
  pose.quat[0] += 1.5;
  return pose;
}

static inline void tree_add_joint(rg_spec *spec, rg_spec_body *body, rg_joint_type type,
                                  double armature, uint64_t *seed) {
  rg_joint_spec joint = rg_joint_spec_default();
  joint.type = type;
  for (int i = 0; i < 3; i++) {
    joint.pos[i] = type == RG_JOINT_FREE ? 0 : 0.2 * tree_draw(seed);
    joint.axis[i] = tree_draw(seed);
  }
  joint.axis[2] += 1.2;
  joint.armature = armature;
  rg_spec_add_joint(spec, body, &joint);
}

static inline void tree_add_joints(rg_spec *spec, rg_spec_body *body, tree_joints kind, int index,
                                   double armature, uint64_t *seed) {
  static const rg_joint_type of_kind[] = {RG_JOINT_HINGE, RG_JOINT_BALL, RG_JOINT_SLIDE};
  if (kind != JOINTS_MIXED) {
    tree_add_joint(spec, body, of_kind[kind], armature, seed);
    return;
  }
  switch (index % 6) { /* one, three, two and no joints a body */
  case 0: tree_add_joint(spec, body, RG_JOINT_HINGE, armature, seed); break;
  case 1: tree_add_joint(spec, body, RG_JOINT_BALL, armature, seed); break;
  case 2:
    tree_add_joint(spec, body, RG_JOINT_SLIDE, armature, seed);
    tree_add_joint(spec, body, RG_JOINT_HINGE, armature, seed);
    tree_add_joint(spec, body, RG_JOINT_HINGE, armature, seed);
    break;
  case 3: break;
  case 4: tree_add_joint(spec, body, RG_JOINT_SLIDE, armature, seed); break;
  default:
    tree_add_joint(spec, body, RG_JOINT_SLIDE, armature, seed);
    tree_add_joint(spec, body, RG_JOINT_BALL, armature, seed);
    break;
  }
}

static inline void tree_add_inertia(rg_spec *spec, rg_spec_body *body, uint64_t *seed) {
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = tree_pose(seed, 0.3);
  inertial.mass = 1.5 + tree_draw(seed);
  for (int i = 0; i < 3; i++) inertial.diagonal[i] = 0.1 + 0.03 * tree_draw(seed);
  rg_spec_set_inertial(spec, body, &inertial);
}

static inline int tree_parent(tree_shape shape, int i, uint64_t *seed) {
  switch (shape) {
  case TREE_CHAIN: return i - 1;
  case TREE_BINARY: return (i - 1) / 2;
  case TREE_BUSHY: return i < 4 ? i - 1 : 3;
  case TREE_LIMBS:
    if (tree_draw(seed) < 0.9) return i - 1; /* one of twenty begins a new one */
    return (int)((tree_draw(seed) + 1) / 2 * i);
  default: return (int)((tree_draw(seed) + 1) / 2 * i);
  }
}

/* `links` bodies; the first has a free joint where `floating`; NULL where memory ran out */
static inline rg_model *tree_build(tree_shape shape, tree_joints kind, int links, int floating,
                                   double armature, uint64_t *seed) {
  enum { MOST = 4096 };
  static rg_spec_body *body[MOST];
  rg_spec *spec = rg_spec_new("tree");
  rg_model *model = NULL;
  if (!spec || links > MOST) return NULL;
  for (int i = 0; i < links; i++) {
    rg_pose pose = tree_pose(seed, 0.5);
    rg_spec_body *parent = i ? body[tree_parent(shape, i, seed)] : rg_spec_world(spec);
    char name[32];
    snprintf(name, sizeof name, "body%d", i);
    body[i] = rg_spec_add_body(spec, parent, name, &pose);
    tree_add_inertia(spec, body[i], seed);
    if (i == 0 && floating) tree_add_joint(spec, body[0], RG_JOINT_FREE, 0, seed);
    else tree_add_joints(spec, body[i], kind, i, armature, seed);
  }
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_spec_compile(spec, &model, &error) != RG_OK) printf("tree: %s\n", error.reason);
  rg_spec_free(spec);
  return model;
}

/* a random state: every coordinate moved, quaternions kept unit */
static inline void tree_random_state(const rg_model *model, rg_data *data, uint64_t *seed) {
  for (int i = 0; i < model->nv; i++) data->qvel[i] = 0.8 * tree_draw(seed);
  rg_integrate_position(model, data->qpos, data->qvel, 1);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = tree_draw(seed);
}

#endif
