/* Joints of URDF. The frame of a joint is that of its child link at the zero position, which is the
   body frame here, so that anchors are 0 and axes are taken as they stand.

     revolute, continuous   hinge              fixed      nothing: the child is welded
     prismatic              slide              planar     two slides across the axis, a hinge about it
     floating               free; on a link that moves itself: three slides and a ball
   mimic: q = offset + multiplier * q_other, as an equality of joints. */
#include "math/vector.h"
#include "model/urdf_reader.h"

#include <stdio.h>
#include <string.h>

/* NAME_suffix in the arena */
static const char *part_name(rg_urdf *u, const char *name, const char *suffix) {
  size_t size = strlen(name) + strlen(suffix) + 1;
  char *joined = RG_RAW(u->reader.arena, char, size);
  if (joined) snprintf(joined, size, "%s%s", name, suffix);
  return joined;
}

static void read_axis(rg_urdf *u, const rg_xml *element, double axis[3]) {
  rg_v3_set(axis, 1, 0, 0);
  const rg_xml *child = rg_urdf_child(u, element, "axis");
  if (!child) return;
  if (rg_mjcf_required(&u->reader, child, "xyz"))
    rg_mjcf_reals(&u->reader, child, "xyz", 3, 3, axis);
  if (rg_v3_normalize(axis) < RG_TINY)
    rg_mjcf_fail(&u->reader, child, "xyz", "the axis has no length");
}

/* lower and upper of a revolute or prismatic joint */
static void read_range(rg_urdf *u, const rg_xml *limit, rg_joint_spec *value) {
  rg_mjcf *m = &u->reader;
  rg_mjcf_real(m, limit, "lower", &value->range[0]);
  rg_mjcf_real(m, limit, "upper", &value->range[1]);
  double low = value->range[0], high = value->range[1];
  value->limited = low < high;
  if (low > high) rg_mjcf_fail(m, limit, "lower", "%g is above the upper limit %g", low, high);
  else if (low == high && low != 0)
    rg_mjcf_refuse(m, limit, "lower", "equals the upper limit; a joint that is locked is 'fixed'");
  else if (low == high)
    rg_mjcf_notice(m, limit, NULL, "limit from 0 to 0", "taken as no limit, as exporters mean it");
  if (low == high) value->range[0] = value->range[1] = 0;
}

static void read_limit(rg_urdf *u, const rg_urdf_joint *joint, rg_joint_spec *value) {
  rg_mjcf *m = &u->reader;
  const rg_xml *limit = rg_urdf_child(u, joint->element, "limit");
  int bounded = joint->type == RG_URDF_REVOLUTE || joint->type == RG_URDF_PRISMATIC;
  if (!limit && bounded)
    rg_mjcf_refuse(m, joint->element, NULL, "a revolute or prismatic joint needs a 'limit'");
  if (!limit) return;
  if (bounded) read_range(u, limit, value);
  double effort = 0, velocity = 0;
  rg_mjcf_real(m, limit, "effort", &effort);
  if (effort < 0) rg_mjcf_fail(m, limit, "effort", "must not be negative");
  value->actuator_force_range[0] = -effort;
  value->actuator_force_range[1] = effort;
  if (rg_mjcf_real(m, limit, "velocity", &velocity))
    rg_mjcf_notice(m, limit, "velocity", "limit velocity",
                   "passed over: velocities are not bounded");
}

/* adds one joint of `draft`'s values; a range of forces counts also where autolimits is off */
static void add_joint(rg_urdf *u, rg_spec_body *body, rg_joint_spec draft, rg_joint_type type,
                      const char *name, const double axis[3]) {
  draft.type = type;
  draft.name = name;
  rg_v3_copy(draft.axis, axis);
  if (u->reader.status != RG_OK || rg_spec_add_joint(u->reader.spec, body, &draft) != RG_OK) return;
  body->last_joint->force_limited = draft.actuator_force_range[1] > 0;
}

static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void add_floating(rg_urdf *u, const char *name, rg_spec_body *body, rg_joint_spec draft,
                         int free) {
  if (free) {
    add_joint(u, body, draft, RG_JOINT_FREE, name, unit[2]);
    return;
  }
  static const char *const suffix[] = {"_x", "_y", "_z"};
  for (int k = 0; k < 3; k++)
    add_joint(u, body, draft, RG_JOINT_SLIDE, part_name(u, name, suffix[k]), unit[k]);
  add_joint(u, body, draft, RG_JOINT_BALL, part_name(u, name, "_turn"), unit[2]);
}

static void add_planar(rg_urdf *u, const char *name, rg_spec_body *body, rg_joint_spec draft,
                       const double axis[3]) {
  double x[3], y[3];
  rg_v3_tangents(axis, x, y);
  add_joint(u, body, draft, RG_JOINT_SLIDE, part_name(u, name, "_x"), x);
  add_joint(u, body, draft, RG_JOINT_SLIDE, part_name(u, name, "_y"), y);
  add_joint(u, body, draft, RG_JOINT_HINGE, part_name(u, name, "_turn"), axis);
}

void rg_urdf_read_joint(rg_urdf *u, const rg_urdf_joint *joint, rg_spec_body *body, int free) {
  rg_mjcf *m = &u->reader;
  const rg_xml *dynamics = rg_urdf_child(u, joint->element, "dynamics");
  double axis[3];
  rg_joint_spec draft = rg_joint_spec_default();
  draft.limited = 0;
  if (joint->type == RG_URDF_FIXED) return;
  read_axis(u, joint->element, axis);
  read_limit(u, joint, &draft);
  if (dynamics) {
    rg_mjcf_real(m, dynamics, "damping", &draft.damping);
    rg_mjcf_real(m, dynamics, "friction", &draft.frictionloss);
    if (draft.damping < 0 || draft.frictionloss < 0)
      rg_mjcf_fail(m, dynamics, NULL, "damping and friction must not be negative");
  }
  rg_mjcf_at(m, joint->element);
  switch (joint->type) {
  case RG_URDF_REVOLUTE:
  case RG_URDF_CONTINUOUS: add_joint(u, body, draft, RG_JOINT_HINGE, joint->name, axis); break;
  case RG_URDF_PRISMATIC: add_joint(u, body, draft, RG_JOINT_SLIDE, joint->name, axis); break;
  case RG_URDF_FLOATING: add_floating(u, joint->name, body, draft, free); break;
  case RG_URDF_PLANAR: add_planar(u, joint->name, body, draft, axis); break;
  case RG_URDF_FIXED: break;
  }
}

static int has_one_coordinate(const rg_urdf_joint *joint) {
  return joint->type == RG_URDF_REVOLUTE || joint->type == RG_URDF_CONTINUOUS ||
         joint->type == RG_URDF_PRISMATIC;
}

void rg_urdf_read_mimic(rg_urdf *u, const rg_urdf_joint *joint) {
  rg_mjcf *m = &u->reader;
  const rg_xml *mimic = rg_urdf_child(u, joint->element, "mimic");
  const char *name = mimic ? rg_mjcf_required(m, mimic, "joint") : NULL;
  if (!name) return;
  int index = rg_names_find(&u->joint_names, name);
  const rg_urdf_joint *other = index >= 0 ? &u->joint[index] : NULL;
  double offset = 0, multiplier = 1;
  if (!other) rg_mjcf_fail(m, mimic, "joint", "there is no joint '%.100s'", name);
  else if (other == joint) rg_mjcf_fail(m, mimic, "joint", "a joint cannot follow itself");
  else if (!has_one_coordinate(other) || !has_one_coordinate(joint))
    rg_mjcf_fail(m, mimic, "joint", "only revolute, continuous and prismatic joints can follow");
  rg_mjcf_real(m, mimic, "multiplier", &multiplier);
  rg_mjcf_real(m, mimic, "offset", &offset);
  if (m->status != RG_OK) return;
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = joint->name;
  equality.object2 = name;
  equality.polynomial[0] = offset;
  equality.polynomial[1] = multiplier;
  rg_mjcf_at(m, mimic);
  rg_spec_add_equality(m->spec, &equality);
}
