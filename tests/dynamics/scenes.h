/* Small models with closed forms, built in C. */
#ifndef SCENES_H
#define SCENES_H

#include <rigor/dynamics.h>
#include <stdio.h>
#include <string.h>

static inline rg_pose scene_pose(double x, double y, double z) {
  rg_pose pose = {{x, y, z}, {1, 0, 0, 0}};
  return pose;
}

static inline rg_model *scene_compile(rg_spec *spec) {
  rg_model *model = NULL;
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_spec_compile(spec, &model, &error) != RG_OK) printf("scene: %s\n", error.reason);
  rg_spec_free(spec);
  return model;
}

static inline void scene_inertia(rg_spec *spec, rg_spec_body *body, double mass, double x, double y,
                                 double z, const double moments[3]) {
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = scene_pose(x, y, z);
  inertial.mass = mass;
  memcpy(inertial.diagonal, moments, 3 * sizeof(double));
  rg_spec_set_inertial(spec, body, &inertial);
}

static inline void scene_joint(rg_spec *spec, rg_spec_body *body, rg_joint_type type, double x,
                               double y, double z) {
  rg_joint_spec joint = rg_joint_spec_default();
  joint.type = type;
  joint.axis[0] = x;
  joint.axis[1] = y;
  joint.axis[2] = z;
  rg_spec_add_joint(spec, body, &joint);
}

/* links that hang down along -z and turn about y, each of length 1, centre of mass at `centre` */
static inline rg_model *scene_pendulum(int links, double mass, double centre, double moment) {
  const double moments[3] = {moment, moment, moment};
  rg_spec *spec = rg_spec_new("pendulum");
  rg_spec_body *body = rg_spec_world(spec);
  for (int i = 0; i < links; i++) {
    rg_pose pose = scene_pose(0, 0, i ? -1 : 0);
    body = rg_spec_add_body(spec, body, NULL, &pose);
    scene_joint(spec, body, RG_JOINT_HINGE, 0, 1, 0);
    scene_inertia(spec, body, mass, 0, 0, -centre, moments);
  }
  return scene_compile(spec);
}

/* one body on one joint, gravity given */
static inline rg_model *scene_one_body(rg_joint_type type, double mass, double centre,
                                       const double moments[3], double gravity) {
  rg_spec *spec = rg_spec_new("one body");
  rg_pose pose = scene_pose(0, 0, 0);
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), "body", &pose);
  rg_spec_option(spec)->gravity[2] = -gravity;
  scene_joint(spec, body, type, 0, 0, 1);
  scene_inertia(spec, body, mass, 0, 0, centre, moments);
  return scene_compile(spec);
}

#endif
