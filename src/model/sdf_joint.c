/* <joint>: revolute, continuous, prismatic, ball, fixed, universal, revolute2; loops; mimic.

   Its frame is given by its pose, its axes stand in that frame or in one that they name. A joint of two
   axes is two hinges one after the other: NAME about the first, NAME_2 about the second. */
#include "model/sdf.h"

#include "math/vector.h"
#include "model/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a limit at least this far away is none */
static const double FAR = 1e15;

/* --- axes -------------------------------------------------------------------------------------- */

/* the frame whose axes the numbers are about; before 1.7 a switch, and before 1.5 the model */
static int frame_of_axis(rg_sdf *s, const rg_sdf_joint *joint, const rg_xml *axis,
                         const rg_xml *xyz) {
  const char *name = xyz ? rg_xml_get(xyz, "expressed_in") : NULL;
  const rg_sdf_scope *scope = s->scope + joint->scope;
  if (name && name[0]) return rg_sdf_find(s, joint->scope, name, xyz);
  if (scope->version < 105 || rg_sdf_bool(s, axis, "use_parent_model_frame", 0))
    return scope->frame;
  return joint->frame;
}

/* in the frame of the child's body */
static void read_direction(rg_sdf *s, const rg_sdf_joint *joint, const rg_xml *axis,
                           double direction[3]) {
  const rg_xml *xyz = rg_xml_child(axis, "xyz");
  rg_v3_set(direction, 0, 0, 1);
  rg_sdf_reals(s, axis, "xyz", 3, direction);
  int frame = frame_of_axis(s, joint, axis, xyz);
  if (rg_v3_norm(direction) < RG_TINY)
    rg_read_fail(&s->in, xyz ? xyz : axis, NULL, "the axis has no direction");
  if (frame < 0 || s->in.status != RG_OK) return;
  rg_quat_rotate(direction, s->frame[frame].pose.quat, direction);
  rg_quat_rotate_back(direction, s->frame[s->link[joint->child].frame].pose.quat, direction);
}

/* "inf", "1e16" and the like are no limit; otherwise one number */
static double read_limit(rg_sdf *s, const rg_xml *limit, const char *name, double otherwise) {
  const char *text = limit ? rg_sdf_text(limit, name) : NULL;
  if (!text) return otherwise;
  const char *word = text + (text[0] == '-' || text[0] == '+');
  if (rg_mjcf_listed("inf Inf INF infinity Infinity", word))
    return text[0] == '-' ? -HUGE_VAL : HUGE_VAL;
  double value = rg_sdf_real(s, limit, name, otherwise);
  return fabs(value) >= FAR ? copysign(HUGE_VAL, value) : value;
}

/* range, effort; `locked`: both ends are the same */
static void read_limits(rg_sdf *s, const rg_xml *limit, int bounded, rg_joint_spec *spec,
                        int *locked) {
  const double endless = 1e10; /* where only one end is given */
  double lower = read_limit(s, limit, "lower", -HUGE_VAL);
  double upper = read_limit(s, limit, "upper", HUGE_VAL);
  double effort = read_limit(s, limit, "effort", HUGE_VAL);
  double velocity = read_limit(s, limit, "velocity", HUGE_VAL);
  spec->limited = 0;
  *locked = bounded && lower == upper;
  if (lower > upper) rg_read_fail(&s->in, limit, NULL, "lower is above upper");
  if (bounded && lower < upper && (isfinite(lower) || isfinite(upper))) {
    spec->limited = 1;
    spec->range[0] = isfinite(lower) ? lower : -endless;
    spec->range[1] = isfinite(upper) ? upper : endless;
  }
  if (*locked) spec->range[0] = lower;
  if (effort >= 0 && isfinite(effort)) {
    spec->actuator_force_range[0] = -effort;
    spec->actuator_force_range[1] = effort;
  }
  if (velocity >= 0 && isfinite(velocity))
    rg_read_notice(&s->in, limit, "limits of velocity are passed over");
}

static void read_dynamics(rg_sdf *s, const rg_xml *dynamics, rg_joint_spec *spec) {
  if (!dynamics) return;
  spec->damping = rg_sdf_real(s, dynamics, "damping", 0);
  spec->frictionloss = rg_sdf_real(s, dynamics, "friction", 0);
  spec->stiffness = rg_sdf_real(s, dynamics, "spring_stiffness", 0);
  spec->springref = rg_sdf_real(s, dynamics, "spring_reference", 0);
}

/* where the joint is, in the frame of the child's body */
static void read_anchor(const rg_sdf *s, const rg_sdf_joint *joint, double anchor[3]) {
  const rg_pose *body = &s->frame[s->link[joint->child].frame].pose;
  rg_v3_sub(anchor, s->frame[joint->frame].pose.pos, body->pos);
  rg_quat_rotate_back(anchor, body->quat, anchor);
}

/* a hinge or slide that cannot move is held where it is */
static void hold(rg_sdf *s, const char *name, double at) {
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = name;
  memset(equality.polynomial, 0, sizeof equality.polynomial);
  equality.polynomial[0] = at;
  rg_spec_add_equality(s->in.spec, &equality);
}

static void add_axis(rg_sdf *s, const rg_sdf_joint *joint, const char *which, rg_joint_type type,
                     int bounded) {
  const rg_xml *axis = rg_xml_child(joint->element, which);
  const char *name = s->frame[joint->frame].name;
  rg_joint_spec spec = rg_joint_spec_default();
  int locked = 0;
  if (!axis) {
    rg_read_fail(&s->in, joint->element, NULL, "needs an element <%s>", which);
    return;
  }
  if (which[4] == '2') {
    char *second = RG_RAW(s->in.arena, char, strlen(name) + 3);
    if (!second) return;
    snprintf(second, strlen(name) + 3, "%s_2", name);
    name = second;
  }
  spec.name = name;
  spec.type = type;
  read_anchor(s, joint, spec.pos);
  read_direction(s, joint, axis, spec.axis);
  read_limits(s, rg_xml_child(axis, "limit"), bounded, &spec, &locked);
  read_dynamics(s, rg_xml_child(axis, "dynamics"), &spec);
  rg_read_at(&s->in, joint->element);
  if (s->in.status != RG_OK) return;
  rg_spec_add_joint(s->in.spec, s->link[joint->child].body, &spec);
  if (locked) hold(s, name, spec.range[0]);
}

static void refuse_type(rg_sdf *s, const rg_xml *element, const char *type) {
  if (rg_mjcf_listed("screw gearbox", type))
    rg_read_refuse(&s->in, element, "type",
                   "'%s' joints are not supported; take a revolute and a prismatic joint with a "
                   "<mimic>, or fix it with --lenient",
                   type);
  else
    rg_read_fail(
        &s->in, element, "type",
        "there is no type of joint '%.80s'; there are revolute, continuous, prismatic, ball, "
        "universal, revolute2 and fixed",
        type);
}

void rg_sdf_read_joint(rg_sdf *s, const rg_sdf_joint *joint) {
  const char *type = rg_read_required(&s->in, joint->element, "type");
  if (!type || s->in.status != RG_OK) return;
  if (strcmp(type, "revolute") == 0) add_axis(s, joint, "axis", RG_JOINT_HINGE, 1);
  else if (strcmp(type, "continuous") == 0) add_axis(s, joint, "axis", RG_JOINT_HINGE, 0);
  else if (strcmp(type, "prismatic") == 0) add_axis(s, joint, "axis", RG_JOINT_SLIDE, 1);
  else if (strcmp(type, "universal") == 0 || strcmp(type, "revolute2") == 0) {
    add_axis(s, joint, "axis", RG_JOINT_HINGE, 1);
    add_axis(s, joint, "axis2", RG_JOINT_HINGE, 1);
  } else if (strcmp(type, "ball") == 0) {
    rg_joint_spec spec = rg_joint_spec_default();
    spec.name = s->frame[joint->frame].name;
    spec.type = RG_JOINT_BALL;
    read_anchor(s, joint, spec.pos);
    rg_read_at(&s->in, joint->element);
    rg_spec_add_joint(s->in.spec, s->link[joint->child].body, &spec);
  } else if (strcmp(type, "fixed") != 0) refuse_type(s, joint->element, type);
}

/* --- loops ------------------------------------------------------------------------------------- */

/* a point of the child stays at the same point of the parent */
static void pin(rg_sdf *s, const rg_sdf_joint *joint, const double point[3], const char *name) {
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_CONNECT;
  equality.name = name;
  equality.object1 = s->frame[s->link[joint->child].frame].name;
  equality.object2 = joint->parent >= 0 ? s->frame[s->link[joint->parent].frame].name : NULL;
  rg_v3_copy(equality.anchor, point);
  rg_spec_add_equality(s->in.spec, &equality);
}

/* a hinge that closes a loop has no angle of its own that a limit or damper could know */
static int is_plain(const rg_xml *axis) {
  const rg_xml *limit = rg_xml_child(axis, "limit"), *dynamics = rg_xml_child(axis, "dynamics");
  static const char *const forces[] = {"damping", "friction", "spring_stiffness"};
  for (int k = 0; k < 3; k++) {
    const char *text = rg_sdf_text(dynamics, forces[k]);
    if (text && strtod(text, NULL) != 0) return 0;
  }
  const char *lower = rg_sdf_text(limit, "lower"), *upper = rg_sdf_text(limit, "upper");
  return !rg_xml_child(axis, "mimic") && (!lower || strtod(lower, NULL) < -6) &&
         (!upper || strtod(upper, NULL) > 6);
}

void rg_sdf_close_loop(rg_sdf *s, const rg_sdf_joint *joint) {
  const char *type = rg_read_required(&s->in, joint->element, "type");
  const char *name = s->frame[joint->frame].name;
  const rg_xml *axis = rg_xml_child(joint->element, "axis");
  double point[3], direction[3];
  if (!type || s->in.status != RG_OK) return;
  read_anchor(s, joint, point);
  rg_read_at(&s->in, joint->element);
  int hinge = rg_mjcf_listed("revolute continuous", type) && axis;
  if (strcmp(type, "ball") == 0) pin(s, joint, point, name);
  else if (strcmp(type, "fixed") == 0) {
    rg_equality_spec weld = rg_equality_spec_default();
    weld.type = RG_EQUALITY_WELD;
    weld.name = name;
    weld.object1 = s->frame[s->link[joint->child].frame].name;
    weld.object2 = joint->parent >= 0 ? s->frame[s->link[joint->parent].frame].name : NULL;
    rg_spec_add_equality(s->in.spec, &weld);
  } else if (hinge && (type[0] == 'c' || is_plain(axis))) {
    // two points on the axis
    read_direction(s, joint, axis, direction);
    if (s->in.status != RG_OK) return;
    rg_v3_normalize(direction);
    pin(s, joint, point, name);
    rg_v3_add_scaled(point, 0.1, direction);
    pin(s, joint, point, NULL);
  } else
    rg_read_refuse(&s->in, joint->element, NULL,
                   "closes a loop to '%.80s', which only ball, fixed and revolute joints without "
                   "limits and dynamics can",
                   s->frame[s->link[joint->child].frame].name);
}

/* --- mimic ------------------------------------------------------------------------------------- */

/* q = multiplier (q_leader - reference) + offset */
static void read_one(rg_sdf *s, const rg_sdf_joint *joint, const char *which) {
  const rg_xml *axis = rg_xml_child(joint->element, which);
  const rg_xml *mimic = axis ? rg_xml_child(axis, "mimic") : NULL;
  if (!mimic || s->in.status != RG_OK) return;
  const char *name = rg_read_required(&s->in, mimic, "joint"), *other = rg_xml_get(mimic, "axis");
  int leader = name ? rg_sdf_find(s, joint->scope, name, mimic) : -1;
  if (leader < 0) return;
  if (s->frame[leader].kind != RG_SDF_JOINT || s->joint + s->frame[leader].own == joint) {
    rg_read_fail(&s->in, mimic, "joint", "'%.100s' is not another joint", name);
    return;
  }
  double multiplier = rg_sdf_real(s, mimic, "multiplier", 1);
  double reference = rg_sdf_real(s, mimic, "reference", 0);
  const char *base[2] = {s->frame[joint->frame].name, s->frame[leader].name};
  const char *second[2] = {which, other ? other : "axis"};
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  for (int k = 0; k < 2; k++) {
    size_t size = strlen(base[k]) + 3;
    char *full = RG_RAW(s->in.arena, char, size);
    if (!full) return;
    snprintf(full, size, "%s%s", base[k], strcmp(second[k], "axis2") == 0 ? "_2" : "");
    if (k == 0) equality.object1 = full;
    else equality.object2 = full;
  }
  memset(equality.polynomial, 0, sizeof equality.polynomial);
  equality.polynomial[0] = rg_sdf_real(s, mimic, "offset", 0) - multiplier * reference;
  equality.polynomial[1] = multiplier;
  rg_read_at(&s->in, mimic);
  if (s->in.status == RG_OK) rg_spec_add_equality(s->in.spec, &equality);
}

void rg_sdf_read_mimic(rg_sdf *s, const rg_sdf_joint *joint) {
  read_one(s, joint, "axis");
  read_one(s, joint, "axis2");
}
