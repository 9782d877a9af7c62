/* `rigor frame` as its users meet it: exit status, words, JSON. */
#include "cli/program.h"

#include <math.h>

/* a ball of 2 kg on the ground; the keys let it rest, slide, fall */
static const char *ball =
    "<mujoco><option gravity='0 0 -10'/><worldbody>"
    "<geom name='ground' type='plane' size='1 1 1' friction='0.5 0 0'/>"
    "<body pos='0 0 1'><freejoint name='ball'/><geom name='ball' type='sphere' size='1' mass='2' "
    "friction='0.5 0 0'/></body></worldbody><keyframe>"
    "<key name='slide' qvel='3 0 0 0 0 0'/><key name='fall' qvel='0 0 -1 0 0 0'/>"
    "</keyframe></mujoco>";

static int set_up(void **state) {
  int failed = scratch_make(state);
  scratch_text("ball.xml", ball);
  return failed;
}

static double entry(const json_t *array, size_t index) {
  assert_true(json_is_number(json_array_get(array, index)));
  return json_number_value(json_array_get(array, index));
}

static void rests(void **state) {
  (void)state;
  assert_int_equal(run("frame ball.xml --json"), 0);
  json_t *root = parse_stdout();
  const json_t *contact = json_array_get(json_object_get(root, "contacts"), 0);
  assert_string_equal(text_of(root, "status"), "solved");
  assert_string_equal(text_of(contact, "mode"), "rolling");
  assert_string_equal(text_of(contact, "transition"), "stays");
  assert_true(fabs(entry(json_object_get(contact, "force"), 0) - 20) < 1e-8);
  assert_int_equal(json_array_size(json_object_get(root, "qacc")), 6);
  json_decref(root);
}

static void slides(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) { /* by name and by number */
    assert_int_equal(run(k ? "frame ball.xml --key 0 --json" : "frame ball.xml --key slide --json"),
                     0);
    json_t *root = parse_stdout();
    const json_t *contact = json_array_get(json_object_get(root, "contacts"), 0);
    assert_string_equal(text_of(contact, "mode"), "sliding");
    assert_true(fabs(entry(json_object_get(root, "qacc"), 0) + 5) < 1e-6);
    json_decref(root);
  }
  /* a threshold above the speed: what is slow counts as rolling */
  assert_int_equal(run("frame ball.xml --key slide --threshold 4"), 0);
  assert_non_null(strstr(last.out, "1 rolling, 0 sliding"));
}

static void needs_an_impact(void **state) {
  (void)state;
  assert_int_equal(run("frame ball.xml --key fall"), 1);
  assert_non_null(strstr(last.out, "no solution"));
  assert_non_null(strstr(last.out, "impact"));
  assert_int_equal(run("frame ball.xml --key fall --json"), 1);
  json_t *root = parse_stdout();
  assert_null(json_object_get(root, "qacc"));
  json_decref(root);
  assert_int_equal(run("frame ball.xml --key fall --quiet"), 1);
  assert_string_equal(last.out, "");
}

static void forms_of_the_paper(void **state) {
  (void)state;
  assert_int_equal(run("frame ball.xml --solver mncpopt --tol 1e-8 --quiet"), 0);
  assert_int_equal(run("frame ball.xml --solver lcpopt --law square --tol 1e-8 --quiet"), 0);
}

static void refusals(void **state) {
  (void)state;
  assert_refused("frame", "MODEL");
  assert_refused("frame nothing.xml", "nothing.xml");
  assert_refused("frame ball.xml --key nowhere", "keyframe");
  assert_refused("frame ball.xml --threshold -1", "--threshold");
  assert_refused("frame ball.xml --time 1", "one instant");
  assert_refused("frame ball.xml --solver newtn", "did you mean 'newton'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rests),           cmocka_unit_test(slides),
      cmocka_unit_test(needs_an_impact), cmocka_unit_test(forms_of_the_paper),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, set_up, scratch_remove);
}
