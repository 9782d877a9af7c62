/* What a step has to say though it is solved: all of it, the most important first. */
#include "step/simulate.h"

/* a ball of radius 0.6 between a floor and a ceiling that leave it `room` */
static rg_sim *gap_scene(double room, rg_integrator integrator, rg_model **model) {
  char text[1024];
  snprintf(text, sizeof text,
           "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><worldbody>"
           "<geom type='plane' size='5 5 1'/>"
           "<geom type='plane' size='5 5 1' pos='0 0 %.17g' euler='180 0 0'/>"
           "<body pos='0 0 %.17g'><freejoint/><geom type='sphere' size='0.6' mass='1'/></body>"
           "</worldbody></mujoco>",
           room, 0.5 * room);
  rg_sim *sim = NULL;
  rg_error error;
  *model = scene_parse(text);
  rg_sim_options options = scene_options(*model);
  options.integrator = integrator;
  if (rg_sim_new(&sim, *model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  return sim;
}

/* the set of each of some steps, which are all solved; the words of the last one */
static unsigned notices_of(double room, rg_integrator integrator, char *reason) {
  rg_model *model;
  rg_sim *sim = gap_scene(room, integrator, &model);
  unsigned set = 0;
  for (int k = 0; k < 4; k++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    const rg_step_report *r = rg_sim_report(sim);
    if (k > 0) assert_int_equal(r->notices, set);
    assert_int_equal(r->reason[0] != 0, r->notices != 0);
    set = r->notices;
    snprintf(reason, 256, "%s", r->reason);
    /* the words are those of the lowest bit */
    assert_int_equal(r->notice, set & (~set + 1));
  }
  rg_sim_free(sim);
  rg_model_free(model);
  return set;
}

/* a ball in a gap that is too small by a tenth, by a hundredth, not at all */
static void overlaps_that_nothing_parts(void **state) {
  (void)state;
  char reason[256];
  assert_int_equal(notices_of(1.1, RG_MIDPOINT, reason), RG_NOTICE_OVERLAPS);
  assert_non_null(strstr(reason, "no impulses part them, they stay"));
  assert_int_equal(notices_of(1.19, RG_EULER, reason), RG_NOTICE_OVERLAPS);
  assert_int_equal(notices_of(1.21, RG_EULER, reason), 0);
}

/* one overlap that could part, and stays because nobody asked, is none of them; nor do they change the motion */
static void overlaps_that_could_part(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = gap_scene(3, RG_MIDPOINT, &model);
  rg_sim_data(sim)->qpos[2] = 0.5;
  assert_int_equal(rg_step(sim), RG_SOLVED);
  assert_int_equal(rg_sim_report(sim)->contacts, 1);
  assert_int_equal(rg_sim_report(sim)->notices, 0);
  assert_at_most("motion", fabs(rg_sim_data(sim)->qpos[2] - 0.5), 1e-12);
  /* and in the narrow gap the question that is asked does not move the ball either */
  rg_sim_free(sim);
  rg_model_free(model);
  sim = gap_scene(1.1, RG_MIDPOINT, &model);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    assert_at_most("motion", fabs(rg_sim_data(sim)->qpos[2] - 0.55), 1e-12);
  }
  rg_sim_free(sim);
  rg_model_free(model);
}

/* several at once: none is lost, and the first is the one that matters most */
static void several_at_once(void **state) {
  (void)state;
  char reason[256];
  assert_int_equal(notices_of(1.1, RG_EXPLICIT_EULER, reason),
                   RG_NOTICE_OVERLAPS | RG_NOTICE_EXPLICIT);
  assert_non_null(strstr(reason, "they stay"));
}

/* explicit Euler says so from the first step on, long before anything touches */
static void explicit_from_the_first_step(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = gap_scene(20, RG_EXPLICIT_EULER, &model);
  assert_int_equal(rg_step(sim), RG_SOLVED);
  assert_int_equal(rg_sim_report(sim)->notices, RG_NOTICE_EXPLICIT);
  assert_string_equal(rg_sim_report(sim)->reason, rg_notice_text(RG_NOTICE_EXPLICIT));
  rg_sim_free(sim);
  rg_model_free(model);
}

/* each kind has words of its own */
static void words(void **state) {
  (void)state;
  for (unsigned a = 1; a < RG_NOTICE_END; a <<= 1) {
    assert_true(rg_notice_text((rg_notice)a)[0] != 0);
    for (unsigned b = 1; b < a; b <<= 1)
      assert_string_not_equal(rg_notice_text((rg_notice)a), rg_notice_text((rg_notice)b));
  }
  assert_string_equal(rg_notice_text(RG_NOTICE_NONE), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overlaps_that_nothing_parts), cmocka_unit_test(overlaps_that_could_part),
      cmocka_unit_test(several_at_once), cmocka_unit_test(explicit_from_the_first_step),
      cmocka_unit_test(words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
