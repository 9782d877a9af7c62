/* <joint>: revolute, continuous, prismatic, fixed, floating, planar; limits, dynamics, mimic.

   Its frame is the child's frame, and its axis stands in that frame. */
#include "model/urdf.h"

#include "math/vector.h"
#include "model/mjcf.h"

#include <stdio.h>
#include <string.h>

static void read_axis(rg_urdf *u, const rg_xml *joint, double axis[3]) {
  const rg_xml *element = rg_xml_child(joint, "axis");
  rg_v3_set(axis, 1, 0, 0);
  if (!element) return;
  rg_read_reals(&u->in, element, "xyz", 3, axis);
  if (rg_v3_norm(axis) < RG_TINY) rg_read_fail(&u->in, element, "xyz", "the axis has no direction");
}

/* lower and upper; 0 to 0 is what exporters write where nobody said anything */
static void read_range(rg_urdf *u, const rg_xml *limit, rg_joint_spec *spec) {
  rg_read_reals(&u->in, limit, "lower", 1, spec->range);
  rg_read_reals(&u->in, limit, "upper", 1, spec->range + 1);
  spec->limited = spec->range[0] < spec->range[1];
  if (spec->range[0] > spec->range[1]) rg_read_fail(&u->in, limit, "lower", "is above 'upper'");
  if (spec->limited) return;
  if (spec->range[0] == 0) rg_read_notice(&u->in, limit, "the range is empty: taken as no limit");
  else rg_read_refuse(&u->in, limit, "lower", "equals 'upper': a joint that is locked is 'fixed'");
  spec->range[0] = spec->range[1] = 0;
}

/* range (where `bounded`) and effort */
static void read_limit(rg_urdf *u, const rg_xml *joint, int bounded, rg_joint_spec *spec) {
  const rg_xml *limit = rg_xml_child(joint, "limit");
  double effort = 0, velocity = 0;
  if (!limit) {
    if (bounded)
      rg_read_refuse(&u->in, joint, NULL, "a revolute or prismatic joint needs a <limit>");
    return;
  }
  if (bounded) read_range(u, limit, spec);
  rg_read_reals(&u->in, limit, "effort", 1, &effort);
  rg_read_reals(&u->in, limit, "velocity", 1, &velocity);
  if (effort < 0) rg_read_fail(&u->in, limit, "effort", "must not be negative");
  if (effort > 0) spec->actuator_force_range[0] = -effort, spec->actuator_force_range[1] = effort;
  if (velocity > 0) rg_read_notice(&u->in, limit, "limits of velocity are passed over");
}

static void read_dynamics(rg_urdf *u, const rg_xml *joint, rg_joint_spec *spec) {
  const rg_xml *dynamics = rg_xml_child(joint, "dynamics");
  if (!dynamics) return;
  rg_read_reals(&u->in, dynamics, "damping", 1, &spec->damping);
  rg_read_reals(&u->in, dynamics, "friction", 1, &spec->frictionloss);
}

static void add_joint(rg_urdf *u, rg_spec_body *body, rg_joint_spec spec, rg_joint_type type,
                      const char *suffix, const double axis[3]) {
  if (!body || u->in.status != RG_OK) return;
  size_t size = strlen(spec.name) + strlen(suffix) + 1;
  char *name = RG_RAW(u->in.arena, char, size);
  if (!name) return;
  snprintf(name, size, "%s%s", spec.name, suffix);
  spec.name = name;
  spec.type = type;
  rg_v3_copy(spec.axis, axis);
  rg_spec_add_joint(u->in.spec, body, &spec);
}

/* two slides in the plane with this normal, then a hinge about it */
static void add_planar(rg_urdf *u, rg_spec_body *body, const rg_joint_spec *spec) {
  double normal[3], t1[3], t2[3];
  rg_v3_copy(normal, spec->axis);
  rg_v3_normalize(normal);
  rg_v3_tangents(normal, t1, t2);
  add_joint(u, body, *spec, RG_JOINT_SLIDE, "_x", t1);
  add_joint(u, body, *spec, RG_JOINT_SLIDE, "_y", t2);
  add_joint(u, body, *spec, RG_JOINT_HINGE, "", normal);
}

/* six degrees of freedom against a body that moves itself: three slides and a ball */
static void add_floating(rg_urdf *u, rg_spec_body *body, const rg_joint_spec *spec) {
  static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const char *const suffix[3] = {"_x", "_y", "_z"};
  for (int i = 0; i < 3; i++) add_joint(u, body, *spec, RG_JOINT_SLIDE, suffix[i], axis[i]);
  add_joint(u, body, *spec, RG_JOINT_BALL, "", axis[2]);
}

static int has_one_coordinate(const rg_xml *joint) {
  return rg_mjcf_listed("revolute continuous prismatic", rg_xml_get(joint, "type"));
}

rg_spec_body *rg_urdf_read_joint(rg_urdf *u, const rg_xml *joint, const char *child,
                                 rg_spec_body *parent, int grounded, const rg_pose *pose) {
  const char *type = rg_read_required(&u->in, joint, "type");
  rg_joint_spec spec = rg_joint_spec_default();
  rg_pose origin = rg_urdf_origin(u, joint);
  spec.name = rg_read_required(&u->in, joint, "name");
  if (u->in.status != RG_OK || !parent) return NULL;
  read_axis(u, joint, spec.axis);
  read_dynamics(u, joint, &spec);
  spec.limited = 0;
  const rg_urdf_extra *extra = rg_urdf_extra_of(u, spec.name);
  if (extra && has_one_coordinate(joint))
    spec.stiffness = extra->stiffness, spec.springref = extra->rest;

  /* a free joint belongs to a body of the world */
  int free = grounded && strcmp(type, "floating") == 0;
  if (free) {
    rg_pose_multiply(origin.pos, origin.quat, pose->pos, pose->quat, origin.pos, origin.quat);
    parent = rg_spec_world(u->in.spec);
  }
  rg_read_at(&u->in, joint);
  rg_spec_body *body = rg_spec_add_body(u->in.spec, parent, child, &origin);
  if (strcmp(type, "revolute") == 0 || strcmp(type, "prismatic") == 0) {
    read_limit(u, joint, 1, &spec);
    rg_read_at(&u->in, joint);
    add_joint(u, body, spec, type[0] == 'r' ? RG_JOINT_HINGE : RG_JOINT_SLIDE, "", spec.axis);
  } else if (strcmp(type, "continuous") == 0) {
    read_limit(u, joint, 0, &spec);
    rg_read_at(&u->in, joint);
    add_joint(u, body, spec, RG_JOINT_HINGE, "", spec.axis);
  } else if (strcmp(type, "planar") == 0) add_planar(u, body, &spec);
  else if (free) add_joint(u, body, spec, RG_JOINT_FREE, "", spec.axis);
  else if (strcmp(type, "floating") == 0) add_floating(u, body, &spec);
  else if (strcmp(type, "fixed") != 0)
    rg_read_fail(&u->in, joint, "type",
                 "there is no type of joint '%.80s'; there are revolute, continuous, prismatic, "
                 "fixed, planar and floating",
                 type);
  return u->in.status == RG_OK ? body : NULL;
}

/* q = offset + multiplier times the other joint's q */
void rg_urdf_read_mimic(rg_urdf *u, const rg_xml *joint) {
  const rg_xml *mimic = rg_xml_child(joint, "mimic");
  if (!mimic) return;
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = rg_xml_get(joint, "name");
  equality.object2 = rg_read_required(&u->in, mimic, "joint");
  equality.polynomial[0] = 0, equality.polynomial[1] = 1;
  int other = u->in.status == RG_OK ? rg_names_find(&u->joints, equality.object2) : 0;
  if (u->in.status != RG_OK) return;
  if (other < 0)
    rg_read_fail(&u->in, mimic, "joint", "there is no joint '%.100s'", equality.object2);
  else if (u->joint_element[other] == joint)
    rg_read_fail(&u->in, mimic, "joint", "is the joint itself");
  else if (!has_one_coordinate(joint) || !has_one_coordinate(u->joint_element[other]))
    rg_read_fail(&u->in, mimic, "joint",
                 "only revolute, continuous and prismatic joints can follow");
  rg_read_reals(&u->in, mimic, "offset", 1, equality.polynomial);
  rg_read_reals(&u->in, mimic, "multiplier", 1, equality.polynomial + 1);
  rg_read_at(&u->in, mimic);
  if (u->in.status == RG_OK) rg_spec_add_equality(u->in.spec, &equality);
}
