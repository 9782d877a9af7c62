/* The chain, built in C. */
#include "chain.h"

#include <stdio.h>

static const double LINK = 0.1, FOOT = 0.05, ROD = 0.01;
enum { FOOT_GROUP = 2 };

static rg_status add_floor(rg_spec *spec) {
  rg_geom_spec floor = rg_geom_spec_default();
  floor.name = "floor";
  floor.type = RG_GEOM_PLANE;
  floor.contype = 0;
  floor.conaffinity = FOOT_GROUP;
  floor.friction[0] = 0.5;
  return rg_spec_add_geom(spec, rg_spec_world(spec), &floor);
}

/* a rod along x that nothing touches */
static rg_status add_rod(rg_spec *spec, rg_spec_body *body) {
  rg_geom_spec rod = rg_geom_spec_default();
  rod.type = RG_GEOM_CAPSULE;
  rod.size[0] = ROD;
  for (int k = 0; k < 6; k++) rod.fromto[k] = k == 3 ? LINK : 0;
  rod.mass = 1;
  rod.contype = rod.conaffinity = 0;
  return rg_spec_add_geom(spec, body, &rod);
}

static rg_status add_foot(rg_spec *spec, rg_spec_body *body) {
  rg_geom_spec foot = rg_geom_spec_default();
  foot.size[0] = FOOT;
  foot.pose.pos[0] = LINK / 2;
  foot.mass = 0.1;
  foot.contype = FOOT_GROUP;
  foot.conaffinity = 0;
  foot.friction[0] = 0.5;
  return rg_spec_add_geom(spec, body, &foot);
}

static rg_status add_hinge(rg_spec *spec, rg_spec_body *body, int link) {
  rg_joint_spec joint = rg_joint_spec_default();
  if (link == 0) joint.type = RG_JOINT_FREE;
  joint.axis[0] = 0;
  joint.axis[1] = link % 2;
  joint.axis[2] = 1 - link % 2;
  return rg_spec_add_joint(spec, body, &joint);
}

/* 1 where a foot stands on this link */
static int has_foot(int link, int links, int feet) {
  for (int k = 0; k < feet; k++)
    if (link == k * (links - 1) / (feet > 1 ? feet - 1 : 1)) return 1;
  return 0;
}

rg_status chain_model(rg_model **model, int links, int feet, rg_error *error) {
  rg_spec *spec = rg_spec_new("chain");
  rg_spec_body *parent = spec ? rg_spec_world(spec) : NULL;
  rg_status status = spec ? add_floor(spec) : RG_NO_MEMORY;
  for (int i = 0; i < links && status == RG_OK; i++) {
    char name[24];
    rg_pose pose = {{i ? LINK : 0, 0, i ? 0 : FOOT}, {1, 0, 0, 0}};
    snprintf(name, sizeof name, "link%d", i);
    parent = rg_spec_add_body(spec, parent, name, &pose);
    status = parent ? add_hinge(spec, parent, i) : RG_NO_MEMORY;
    if (status == RG_OK) status = add_rod(spec, parent);
    if (status == RG_OK && has_foot(i, links, feet)) status = add_foot(spec, parent);
  }
  if (status == RG_OK) rg_spec_option(spec)->timestep = 1e-3;
  if (status == RG_OK) status = rg_spec_compile(spec, model, error);
  rg_spec_free(spec);
  return status;
}
