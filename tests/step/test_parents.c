/* Neighbours in a tree that touch, or are kept from it: a folding chain against the geometry of two spheres. */
#include "step/simulate.h"

#define LINKS                                                                                      \
  "<worldbody><body><joint axis='0 1 0'/><geom name='a' type='sphere' size='0.25' pos='0 0 -0.5' " \
  "mass='1'/><body pos='0 0 -1'><joint axis='0 1 0'/><geom name='b' type='sphere' size='0.25' "    \
  "pos='0 0 -0.5' mass='1'/></body></body></worldbody>"

static const char FOLDING[] = "<mujoco><option gravity='0 0 0'/>" LINKS
                              "<keyframe><key qpos='0 1' qvel='-1 4'/></keyframe></mujoco>";
static const char TOUCHING[] = "<mujoco><option gravity='0 0 0'/>" LINKS
                               "<custom><numeric name='rigor.parents_touch' data='1'/></custom>"
                               "<keyframe><key qpos='0 1' qvel='-1 4'/></keyframe></mujoco>";

static scene start(const char *mjcf, int parents) {
  scene s = {scene_parse(mjcf), NULL};
  rg_sim_options o = scene_options(s.model);
  if (parents >= 0) o.parents_touch = parents;
  assert_int_equal(rg_sim_new(&s.sim, s.model, &o, NULL), RG_OK);
  assert_int_equal(rg_sim_reset(s.sim, 0, NULL), RG_OK);
  return s;
}

/* centres half a link from the joint, at the angle q: cos(q / 2) apart, radii 0.25 */
static double overlap(double q) { return fmax(0, 0.5 - fabs(cos(q / 2))); }

static void filtered_overlaps_are_measured(void **state) {
  (void)state;
  scene s = start(FOLDING, -1);
  for (double q = 0; q < 3.1; q += 0.1) {
    int geom[2];
    scene_qpos(&s)[1] = q;
    assert_near("overlap", rg_sim_filtered(s.sim, geom), overlap(q), 1e-12);
    assert_int_equal(geom[0], overlap(q) > 0 ? 0 : -1);
    assert_near("contacts", rg_sim_penetration(s.sim), 0, 0);
  }
  scene_end(&s);
}

/* free to fold: through each other; touching: they stop at cos(q / 2) = 0.5 */
static void neighbours_touch_where_asked(void **state) {
  (void)state;
  for (int parents = 0; parents < 2; parents++) {
    scene s = start(FOLDING, parents);
    double most = 0;
    for (int i = 0; i < 500; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      most = fmax(most, scene_qpos(&s)[1]);
    }
    print_message("parents %d: largest angle %g\n", parents, most);
    if (parents) assert_near("largest angle", most, 2 * PI / 3, 1e-4);
    else assert_true(most > 2.5);
    assert_true((rg_sim_filtered(s.sim, NULL) > 0) == !parents);
    scene_end(&s);
  }
}

static void the_setting_is_the_option(void **state) {
  (void)state;
  scene a = start(FOLDING, 1), b = start(TOUCHING, -1), c = start(TOUCHING, 0);
  for (int i = 0; i < 500; i++) {
    rg_step(a.sim), rg_step(b.sim), rg_step(c.sim);
    assert_memory_equal(scene_qpos(&a), scene_qpos(&b), 2 * sizeof(double));
  }
  assert_true(fabs(scene_qpos(&a)[1] - scene_qpos(&c)[1]) > 0.1); /* the option comes first */
  scene_end(&a), scene_end(&b), scene_end(&c);
}

/* excluded pairs and those whose bits do not match are filtered too; shapes of one body are not a pair */
static void other_filters_count(void **state) {
  (void)state;
  static const char *const how[3] = {"<contact><exclude body1='p' body2='q'/></contact>", "", ""};
  static const char *const bits[3] = {"", "contype='2' conaffinity='2'",
                                      "contype='0' conaffinity='0'"};
  for (int k = 0; k < 3; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body name='p'><freejoint/><geom type='sphere' size='1'/>"
             "<geom type='sphere' size='1' pos='0 0 0.1'/></body><body name='q' pos='1.5 0 0'>"
             "<freejoint/><geom type='sphere' size='1' %s/></body></worldbody>%s</mujoco>",
             bits[k], how[k]);
    scene s = {scene_parse(text), NULL};
    assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, NULL), RG_OK);
    assert_near("overlap", rg_sim_filtered(s.sim, NULL), k < 2 ? 0.5 : 0, 1e-12);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(filtered_overlaps_are_measured),
      cmocka_unit_test(neighbours_touch_where_asked),
      cmocka_unit_test(the_setting_is_the_option),
      cmocka_unit_test(other_filters_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
