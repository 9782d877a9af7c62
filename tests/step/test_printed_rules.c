/* Rules that papers print and the default does not follow, against their closed forms: springs and bristles in contacts,
   static coefficients, stabilization that always parts, explicit Euler, rates of contacts. */
#include "step/simulate.h"

static scene start(const char *mjcf, const rg_sim_options *options) {
  scene s = {scene_parse(mjcf), NULL};
  assert_int_equal(rg_sim_new(&s.sim, s.model, options, NULL), RG_OK);
  return s;
}

#define BLOCK                                                                                      \
  "<mujoco><option timestep='0.001' gravity='%g 0 -10'/><default><geom friction='0.5 0 0'/>"       \
  "</default><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 0.1'><freejoint/>"         \
  "<geom type='box' size='0.5 0.5 0.1' mass='2'/></body></worldbody></mujoco>"

static scene block(double sideways, rg_sim_options o) {
  char text[1024];
  snprintf(text, sizeof text, BLOCK, sideways);
  o.integrator = RG_EULER;
  o.solve.law.law = RG_LAW_NONSINGULAR;
  o.solve.law.directions = 4;
  return start(text, &o);
}

/* four springs of k carry m g: m g / (4 k) deep */
static void springs_carry_the_weight(void **state) {
  (void)state;
  rg_sim_options o = rg_sim_options_default();
  o.contact_stiffness = 1e5, o.contact_damping = 1e3;
  scene s = block(0, o);
  scene_run(&s, 1);
  assert_near("depth", 0.1 - scene_qpos(&s)[2], 2 * 10 / 4e5, 1e-9);
  scene_end(&s);
}

/* bristles with memory hold a force of m a by a displacement of m a / (4 k); without it the force would be lost in
   every step, and the block creeps */
static void bristles_remember(void **state) {
  (void)state;
  rg_sim_options o = rg_sim_options_default();
  o.contact_stiffness = 1e7, o.contact_damping = 1e5;
  o.bristle_stiffness = 1e4, o.bristle_damping = 1e3;
  for (int memory = 0; memory < 2; memory++) {
    o.law_memory = memory;
    scene s = block(1, o);
    scene_run(&s, 1);
    if (memory) assert_near("displacement", scene_qpos(&s)[0], 2 * 1 / 4e4, 1e-6);
    else assert_true(scene_qpos(&s)[0] > 2e-4);
    scene_end(&s);
  }
}

/* pushed by 0.55 of its weight, with 0.5: it slides with 0.5, stays with 0.5 times 1.2 */
static void static_coefficient(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    rg_sim_options o = rg_sim_options_default();
    o.contact_stiffness = 1e7, o.contact_damping = 1e5;
    o.solve.law.mu_static = k ? 1.2 : 1;
    scene s = block(5.5, o);
    scene_run(&s, 0.5);
    /* a slide: (5.5 - 5) t^2 / 2, by semi-implicit Euler half a step more */
    if (k) assert_near("rest", scene_qpos(&s)[0], 0, 1e-7);
    else assert_near("slide", scene_qpos(&s)[0], 0.5 * 0.5 * 0.25, 1e-3);
    scene_end(&s);
  }
}

static void the_cone_has_no_springs(void **state) {
  (void)state;
  rg_error error;
  rg_sim *sim;
  rg_sim_options o = rg_sim_options_default();
  rg_model *model = scene_model("acc_cube.xml");
  o.contact_stiffness = 1;
  assert_int_equal(rg_sim_new(&sim, model, &o, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "contact_stiffness");
  rg_model_free(model);
}

#define PARTICLE                                                                                   \
  "<mujoco><option timestep='1' gravity='0 0 %g'/><worldbody>%s<body pos='0 0 %g'><joint "         \
  "type='slide' axis='0 0 1'/><geom type='sphere' size='0.1' "                                     \
  "mass='1'/></body></worldbody></mujoco>"
#define FLOOR "<geom type='plane' size='9 9 1' pos='0 0 -0.1'/>"

static scene particle(double force, int floor, double height, rg_integrator rule,
                      rg_stabilize stabilize) {
  char text[1024];
  rg_sim_options o = rg_sim_options_default();
  snprintf(text, sizeof text, PARTICLE, force, floor ? FLOOR : "", height);
  o.integrator = rule, o.contacts = stabilize;
  return start(text, &o);
}

/* Trinkle's notes, page 3: force, mass and step 1 */
static void explicit_euler_is_late(void **state) {
  (void)state;
  static const double late[] = {0, 1, 3}, early[] = {1, 3, 6};
  scene a = particle(1, 0, 0, RG_EXPLICIT_EULER, RG_STABILIZE_TARGET);
  scene b = particle(1, 0, 0, RG_EULER, RG_STABILIZE_TARGET);
  for (int i = 0; i < 3; i++) {
    rg_step(a.sim), rg_step(b.sim);
    assert_near("explicit", scene_qpos(&a)[0], late[i], 1e-14);
    assert_near("semi-implicit", scene_qpos(&b)[0], early[i], 1e-14);
    assert_near("velocity", scene_qvel(&a)[0], i + 1, 1e-14);
  }
  scene_end(&a), scene_end(&b);
  /* and says so where something touches: the particle falls through the floor before it stops */
  scene c = particle(-1, 1, 0.5, RG_EXPLICIT_EULER, RG_STABILIZE_NONE);
  scene_qvel(&c)[0] = -4;
  assert_int_equal(rg_step(c.sim), RG_SOLVED);
  assert_near("through the floor", scene_qpos(&c)[0], -4, 1e-14);
  assert_non_null(strstr(rg_sim_report(c.sim)->reason, "explicit Euler"));
  scene_end(&c);
}

/* pages 7 to 9: at 1 with -4 m/s, impulses 4, 2, 1; and an overlap parts in one step, with psi / h */
static void notes_part_in_one_step(void **state) {
  (void)state;
  static const double impulse[] = {4, 2, 1};
  scene s = particle(-1, 1, 1, RG_EULER, RG_STABILIZE_NOTES);
  scene_qvel(&s)[0] = -4;
  for (int i = 0; i < 3; i++) {
    const rg_step_contact *contact;
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_int_equal(rg_sim_contacts(s.sim, &contact), 1);
    assert_near("impulse", contact->impulse[0], impulse[i], 1e-12);
  }
  scene_end(&s);
  scene deep = particle(-1, 1, -0.05, RG_EULER, RG_STABILIZE_NOTES);
  scene usual = particle(-1, 1, -0.05, RG_EULER, RG_STABILIZE_TARGET);
  assert_int_equal(rg_step(deep.sim), RG_SOLVED);
  assert_int_equal(rg_step(usual.sim), RG_SOLVED);
  assert_near("parted", scene_qpos(&deep)[0], 0.05, 1e-12);
  assert_near("speed", scene_qvel(&deep)[0], 0.05, 1e-12);
  assert_near("the default creates no energy", scene_qvel(&usual)[0], 0, 1e-12);
  scene_end(&deep), scene_end(&usual);
}

/* page 11: a disk of radius 0.6 in a gap of 1 */
static void a_disk_larger_than_its_gap(void **state) {
  (void)state;
  static const char GAP[] =
      "<mujoco><option gravity='0 0 0'/><worldbody><geom type='plane' size='9 9 1' pos='-0.5 0 0' "
      "zaxis='1 0 0'/><geom type='plane' size='9 9 1' pos='0.5 0 0' zaxis='-1 0 0'/><body>"
      "<freejoint/><geom type='sphere' size='%g' mass='1'/></body></worldbody></mujoco>";
  for (int fits = 0; fits < 2; fits++) {
    char text[1024];
    snprintf(text, sizeof text, GAP, fits ? 0.4 : 0.6);
    rg_sim_options o = rg_sim_options_default();
    o.integrator = RG_EULER;
    o.contacts = RG_STABILIZE_NOTES;
    scene s = start(text, &o);
    assert_int_equal(rg_step(s.sim), fits ? RG_SOLVED : RG_NO_SOLUTION);
    scene_end(&s);
    o.contacts = RG_STABILIZE_TARGET;
    s = start(text, &o);
    scene_qvel(&s)[0] = 0.1; /* so that the default wants to part them too */
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    if (!fits) assert_non_null(strstr(rg_sim_report(s.sim)->reason, "no impulses part them"));
    scene_end(&s);
  }
}

/* A mass on a rod of length 1 at the angle a, with rate w, touches the floor: z = -cos a, so that
   G v+ + dt dG/dt v- = w+ sin a + dt w^2 cos a = 0. */
static void contacts_have_rates(void **state) {
  (void)state;
  static const char ROD[] =
      "<mujoco><option gravity='0 0 0' timestep='0.001'/><default><geom friction='0 0 "
      "0'/></default>"
      "<worldbody><geom type='plane' size='9 9 1' pos='0 0 %.17g'/><body><joint axis='0 1 "
      "0'/><geom "
      "type='sphere' size='0.1' pos='0 0 -1' mass='1'/></body></worldbody></mujoco>";
  for (int rates = 0; rates < 2; rates++) {
    char text[1024];
    double a = 0.7, w = -2;
    snprintf(text, sizeof text, ROD, -cos(a) - 0.1);
    rg_sim_options o = rg_sim_options_default();
    o.integrator = RG_EULER, o.contact_rates = rates;
    scene s = start(text, &o);
    scene_qpos(&s)[0] = a, scene_qvel(&s)[0] = w;
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_near("rate after", scene_qvel(&s)[0], rates ? -1e-3 * w * w * cos(a) / sin(a) : 0, 1e-9);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_carry_the_weight),   cmocka_unit_test(bristles_remember),
      cmocka_unit_test(static_coefficient),         cmocka_unit_test(the_cone_has_no_springs),
      cmocka_unit_test(explicit_euler_is_late),     cmocka_unit_test(notes_part_in_one_step),
      cmocka_unit_test(a_disk_larger_than_its_gap), cmocka_unit_test(contacts_have_rates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
