/* Closed mechanisms for tests, built in C: four-bar, slider-crank, gear, Stewart platform. At qpos0
   all loops are closed and all body frames of the planar ones have the axes of the world; motion in
   the x-z plane, gravity along -z. */
#ifndef MECHANISMS_H
#define MECHANISMS_H

#include "random_tree.h"

static inline rg_joint_spec mechanism_joint(rg_joint_type type, double x, double y, double z) {
  rg_joint_spec joint = rg_joint_spec_default();
  joint.type = type;
  joint.axis[0] = x, joint.axis[1] = y, joint.axis[2] = z;
  return joint;
}

/* a rod from the body's origin to `tip`: mass m in the middle, moment `spin` about the y axis */
static inline rg_spec_body *mechanism_rod(rg_spec *spec, rg_spec_body *parent, const char *name,
                                          const double at[2], const double tip[2], double m,
                                          double spin, double armature) {
  rg_pose pose = {{at[0], 0, at[1]}, {1, 0, 0, 0}};
  rg_spec_body *body = rg_spec_add_body(spec, parent, name, &pose);
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = (rg_pose){{tip[0] / 2, 0, tip[1] / 2}, {1, 0, 0, 0}};
  inertial.mass = m;
  inertial.diagonal[0] = inertial.diagonal[2] = 0.8 * spin;
  inertial.diagonal[1] = spin;
  rg_spec_set_inertial(spec, body, &inertial);
  rg_joint_spec joint = mechanism_joint(RG_JOINT_HINGE, 0, 1, 0);
  joint.name = name; /* joints and bodies have names of their own */
  joint.armature = armature;
  rg_spec_add_joint(spec, body, &joint);
  return body;
}

static inline rg_model *mechanism_compile(rg_spec *spec) {
  rg_model *model = NULL;
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_spec_compile(spec, &model, &error) != RG_OK)
    printf("mechanism: %s: %s\n", error.element, error.reason);
  rg_spec_free(spec);
  return model;
}

/* points of the four-bar at qpos0: A, D on the ground, B between crank and coupler, C between
   coupler and rocker, in x, z */
static const double four_bar[4][2] = {{0, 0}, {0.2, 0.5}, {1.4, 0.9}, {1.2, 0}};
static const double four_bar_mass[3] = {1.2, 2.0, 1.5}, four_bar_spin[3] = {0.05, 0.3, 0.1};
static const double four_bar_rotor = 0.03; /* armature of the crank's joint */

static inline void mechanism_ends(int i, int j, double d[2]) {
  d[0] = four_bar[j][0] - four_bar[i][0];
  d[1] = four_bar[j][1] - four_bar[i][1];
}

/* closed by a connect between coupler and rocker, or by a weld of a stub behind a chain of three */
static inline rg_model *mechanism_four_bar(int weld) {
  rg_spec *spec = rg_spec_new("four_bar");
  double ab[2], bc[2], cd[2], dc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc);
  mechanism_ends(2, 3, cd), mechanism_ends(3, 2, dc);
  const double *m = four_bar_mass, *spin = four_bar_spin;
  rg_spec_body *world = rg_spec_world(spec);
  rg_spec_body *crank =
      mechanism_rod(spec, world, "crank", four_bar[0], ab, m[0], spin[0], four_bar_rotor);
  rg_spec_body *coupler = mechanism_rod(spec, crank, "coupler", ab, bc, m[1], spin[1], 0);
  rg_equality_spec equality = rg_equality_spec_default();
  if (weld) {
    rg_spec_body *rocker = mechanism_rod(spec, coupler, "rocker", bc, cd, m[2], spin[2], 0);
    double none[2] = {0, 0};
    mechanism_rod(spec, rocker, "stub", cd, none, 0.4, 0.02, 0);
    equality.type = RG_EQUALITY_WELD;
    equality.object1 = "stub";
  } else {
    mechanism_rod(spec, world, "rocker", four_bar[3], dc, m[2], spin[2], 0);
    equality.type = RG_EQUALITY_CONNECT;
    equality.object1 = "coupler";
    equality.object2 = "rocker";
    equality.anchor[0] = bc[0], equality.anchor[2] = bc[1];
  }
  rg_spec_add_equality(spec, &equality);
  return mechanism_compile(spec);
}

/* slider on the line through D along x, driven by crank and coupler */
static const double slider_mass = 0.7;

static inline rg_model *mechanism_slider_crank(void) {
  rg_spec *spec = rg_spec_new("slider_crank");
  double ab[2], bc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc);
  rg_spec_body *crank = mechanism_rod(spec, rg_spec_world(spec), "crank", four_bar[0], ab,
                                      four_bar_mass[0], four_bar_spin[0], four_bar_rotor);
  mechanism_rod(spec, crank, "coupler", ab, bc, four_bar_mass[1], four_bar_spin[1], 0);
  rg_pose pose = {{four_bar[2][0], 0, four_bar[2][1]}, {1, 0, 0, 0}};
  rg_spec_body *slider = rg_spec_add_body(spec, rg_spec_world(spec), "slider", &pose);
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.mass = slider_mass;
  inertial.diagonal[0] = inertial.diagonal[1] = inertial.diagonal[2] = 0.01;
  rg_spec_set_inertial(spec, slider, &inertial);
  rg_joint_spec joint = mechanism_joint(RG_JOINT_SLIDE, 1, 0, 0);
  rg_spec_add_joint(spec, slider, &joint);
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_CONNECT;
  equality.object1 = "coupler";
  equality.object2 = "slider";
  equality.anchor[0] = bc[0], equality.anchor[2] = bc[1];
  rg_spec_add_equality(spec, &equality);
  return mechanism_compile(spec);
}

/* two rods on the ground, angle 1 = polynomial of angle 2, and a third rod on the tip of the second
 */
static const double gear_polynomial[5] = {0.2, 1.3, -0.4, 0.1, 0.05};

static inline rg_model *mechanism_gear(int with_tip) {
  rg_spec *spec = rg_spec_new("gear");
  double tip[2] = {1, 0.2}, other[2] = {0, 2};
  rg_spec_body *one = mechanism_rod(spec, rg_spec_world(spec), "one", other, tip, 1, 0.1, 0.02);
  mechanism_rod(spec, rg_spec_world(spec), "two", four_bar[0], tip, 2, 0.2, 0);
  if (with_tip) mechanism_rod(spec, one, "tip", tip, tip, 0.5, 0.05, 0);
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = "one";
  equality.object2 = "two";
  memcpy(equality.polynomial, gear_polynomial, sizeof gear_polynomial);
  rg_spec_add_equality(spec, &equality);
  return mechanism_compile(spec);
}

/* the four-bar on a free base, a tail with a ball joint on its rocker, and a coupled pair beside it
 */
static inline rg_model *mechanism_on_base(void) {
  rg_spec *spec = rg_spec_new("on_base");
  uint64_t seed = 12;
  double ab[2], bc[2], dc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc), mechanism_ends(3, 2, dc);
  rg_pose pose = tree_pose(&seed, 1), beside = tree_pose(&seed, 0.3);
  rg_spec_body *base = rg_spec_add_body(spec, rg_spec_world(spec), "base", &pose);
  tree_add_inertia(spec, base, &seed);
  tree_add_joint(spec, base, RG_JOINT_FREE, 0, &seed);
  rg_spec_body *crank = mechanism_rod(spec, base, "crank", four_bar[0], ab, 1, 0.1, 0.05);
  mechanism_rod(spec, crank, "coupler", ab, bc, 2, 0.2, 0);
  rg_spec_body *rocker = mechanism_rod(spec, base, "rocker", four_bar[3], dc, 1.5, 0.1, 0);
  rg_spec_body *tail = rg_spec_add_body(spec, rocker, "tail", &beside);
  tree_add_inertia(spec, tail, &seed);
  tree_add_joint(spec, tail, RG_JOINT_BALL, 0, &seed);
  mechanism_rod(spec, tail, "end", ab, bc, 0.5, 0.05, 0);
  rg_spec_body *twin = mechanism_rod(spec, base, "twin", four_bar[2], ab, 0.8, 0.1, 0);
  mechanism_rod(spec, twin, "leaf", ab, bc, 0.5, 0.05, 0.01);
  rg_equality_spec equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_CONNECT;
  equality.object1 = "coupler", equality.object2 = "rocker";
  equality.anchor[0] = bc[0], equality.anchor[2] = bc[1];
  rg_spec_add_equality(spec, &equality);
  equality = rg_equality_spec_default();
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = "leaf", equality.object2 = "twin";
  memcpy(equality.polynomial, gear_polynomial, sizeof gear_polynomial);
  rg_spec_add_equality(spec, &equality);
  return mechanism_compile(spec);
}

/* six legs with two hinges at the ground and a slide each, a free platform on their tips */
static inline rg_model *mechanism_stewart(void) {
  rg_spec *spec = rg_spec_new("stewart");
  uint64_t seed = 77;
  rg_pose top = {{0, 0, 1.1}, {1, 0, 0, 0}};
  static const char *foot[6] = {"foot0", "foot1", "foot2", "foot3", "foot4", "foot5"};
  static const char *tip[6] = {"tip0", "tip1", "tip2", "tip3", "tip4", "tip5"};
  for (int i = 0; i < 6; i++) {
    double angle = i * 1.0471975511965976 + (i % 2 ? 0.25 : -0.25);
    rg_pose base = {{1.2 * cos(angle), 1.2 * sin(angle), 0}, {1, 0, 0, 0}};
    rg_pose slide = {{0, 0, 0.5}, {1, 0, 0, 0}};
    double other = i * 1.0471975511965976 + (i % 2 ? -0.3 : 0.3);
    double end[3] = {0.7 * cos(other) - base.pos[0], 0.7 * sin(other) - base.pos[1], 1.0};
    double length = sqrt(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
    /* z of the leg along the way to its tip: half-way quaternion between z and that way */
    double z = end[2] / length, w = sqrt((1 + z) / 2);
    base.quat[0] = w, base.quat[1] = -end[1] / length / (2 * w);
    base.quat[2] = end[0] / length / (2 * w), base.quat[3] = 0;
    rg_spec_body *lower = rg_spec_add_body(spec, rg_spec_world(spec), foot[i], &base);
    tree_add_inertia(spec, lower, &seed);
    rg_joint_spec joint = mechanism_joint(RG_JOINT_HINGE, 1, 0, 0);
    rg_spec_add_joint(spec, lower, &joint);
    joint = mechanism_joint(RG_JOINT_HINGE, 0, 1, 0);
    rg_spec_add_joint(spec, lower, &joint);
    rg_spec_body *upper = rg_spec_add_body(spec, lower, tip[i], &slide);
    tree_add_inertia(spec, upper, &seed);
    joint = mechanism_joint(RG_JOINT_SLIDE, 0, 0, 1);
    joint.armature = 0.2;
    rg_spec_add_joint(spec, upper, &joint);
  }
  rg_spec_body *platform = rg_spec_add_body(spec, rg_spec_world(spec), "platform", &top);
  tree_add_inertia(spec, platform, &seed);
  rg_joint_spec joint = mechanism_joint(RG_JOINT_FREE, 0, 0, 1);
  rg_spec_add_joint(spec, platform, &joint);
  for (int i = 0; i < 6; i++) {
    rg_equality_spec equality = rg_equality_spec_default();
    double other = i * 1.0471975511965976 + (i % 2 ? -0.3 : 0.3);
    equality.type = RG_EQUALITY_CONNECT;
    equality.object1 = "platform";
    equality.object2 = tip[i];
    equality.anchor[0] = 0.7 * cos(other), equality.anchor[1] = 0.7 * sin(other);
    equality.anchor[2] = -0.1;
    rg_spec_add_equality(spec, &equality);
  }
  return mechanism_compile(spec);
}

#endif
