/* rigor compare: which variants there are, what is said about them, and differences with a closed form. */
#include "cli/program.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <math.h>

/* two balls fall from rest for 1 s: after n steps of dt semi-implicit Euler is lower by g n (n + 1) dt^2 / 2, Moreau's rule
   by g (n dt)^2 / 2 */
static const char balls[] =
    "<mujoco><option timestep='0.01' gravity='0 0 -12'/><worldbody>"
    "<body pos='0 0 100'><freejoint/><geom size='0.1' mass='1'/></body>"
    "<body pos='5 0 100'><freejoint/><geom size='0.1' mass='3'/></body></worldbody></mujoco>\n";

/* slides at first, then sticks */
static const char block[] =
    "<mujoco><option timestep='0.01' gravity='0 0 -10'/><default><geom friction='0.5'/></default>"
    "<worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 0.1'><freejoint/>"
    "<geom type='box' size='0.5 0.5 0.1' mass='2'/></body></worldbody>"
    "<keyframe><key qpos='0 0 0.1 1 0 0 0' qvel='1 0.5 0 0 0 0'/></keyframe></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("balls.xml", balls);
  scratch_text("block.xml", block);
  scratch_text("empty.xml", "<mujoco/>");
  return 0;
}

static json_t *compare(const char *arguments, int status) {
  char command[1024];
  snprintf(command, sizeof command, "compare %s --json", arguments);
  if (run(command) != status) fail_msg("%d: %s\n%s", last.status, last.out, last.err);
  return parse_stdout();
}

static const json_t *variant(const json_t *root, size_t index) {
  const json_t *found = json_array_get(json_object_get(root, "variants"), index);
  assert_non_null(found);
  return found;
}

static double real_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_number(value)) fail_msg("'%s' is no number", key);
  return json_number_value(value);
}

static void known_difference(void **state) {
  (void)state;
  json_t *root = compare("balls.xml --integrator euler,moreau --time 1", 0);
  const json_t *euler = variant(root, 0), *moreau = variant(root, 1);
  assert_string_equal(text_of(euler, "name"), "euler");
  assert_string_equal(text_of(moreau, "name"), "moreau");
  assert_true(real_of(euler, "difference_max") == 0);
  // g dt t / 2 at the end; 6e-4 after the first step, 1.2e-3 after the second
  assert_true(fabs(real_of(moreau, "difference_max") - 0.06) < 1e-9);
  assert_true(fabs(real_of(moreau, "difference_last") - 0.06) < 1e-9);
  assert_true(fabs(real_of(moreau, "exceeds_1e-6") - 0.01) < 1e-9);
  assert_true(fabs(real_of(moreau, "exceeds_1e-3") - 0.02) < 1e-9);
  assert_true(json_is_null(json_object_get(euler, "exceeds_1e-6")));
  json_decref(root);
}

/* steps of 0.01, 0.02 and 0.03 s: compared where both have a state */
static void common_times(void **state) {
  (void)state;
  json_t *root = compare("balls.xml --dt 0.01,0.02,0.03 --time 0.6 --integrator euler", 0);
  static const int steps[] = {60, 30, 20}, common[] = {0, 30, 20};
  for (size_t k = 0; k < 3; k++) {
    assert_true(real_of(variant(root, k), "steps") == steps[k]);
    assert_true(real_of(variant(root, k), "compared_times") == common[k]);
    // g t (dt - dt0) / 2 at 0.6 s
    assert_true(fabs(real_of(variant(root, k), "difference_last") - 0.036 * (double)k) < 1e-9);
  }
  json_decref(root);
  // the first one may have the longest steps
  root = compare("balls.xml --dt 0.03,0.01 --time 0.6 --integrator euler", 0);
  assert_true(real_of(variant(root, 1), "compared_times") == 20);
  assert_true(fabs(real_of(variant(root, 1), "difference_last") - 0.072) < 1e-9);
  json_decref(root);
}

static void combinations(void **state) {
  (void)state;
  json_t *root = compare("block.xml --key 0 --solver auto,newton --dt 0.01,0.005 --steps 5", 0);
  static const char *const names[] = {"auto dt 0.01", "auto dt 0.005", "newton dt 0.01",
                                      "newton dt 0.005"};
  assert_int_equal(json_array_size(json_object_get(root, "variants")), 4);
  for (size_t k = 0; k < 4; k++) {
    assert_string_equal(text_of(variant(root, k), "name"), names[k]);
    assert_string_equal(text_of(variant(root, k), "status"), "solved");
  }
  const json_t *settings = json_object_get(variant(root, 3), "settings");
  assert_string_equal(text_of(settings, "solver"), "newton");
  assert_string_equal(text_of(settings, "dt"), "0.005");
  json_decref(root);
  root = compare("block.xml --solver auto,newton --dt 0.01,0.005 --steps 5 --each", 0);
  assert_int_equal(json_array_size(json_object_get(root, "variants")), 3);
  assert_string_equal(text_of(variant(root, 1), "name"), "newton dt 0.01");
  assert_string_equal(text_of(variant(root, 2), "name"), "auto dt 0.005");
  json_decref(root);
}

/* coordinates are three views of one problem; the law is not: a pyramid of 4 sides that is not turned
   towards the slip lets the block go astray */
static void same_and_not_the_same(void **state) {
  (void)state;
  json_t *root = compare("block.xml --key 0 --coordinates minimal,redundant,embedded", 0);
  for (size_t k = 1; k < 3; k++) assert_true(real_of(variant(root, k), "difference_max") < 1e-6);
  json_decref(root);
  root = compare("block.xml --key 0 --law cone,pyramid:4 --unaligned", 0);
  assert_true(real_of(variant(root, 1), "difference_max") > 1e-3);
  const json_t *worst = json_object_get(variant(root, 1), "worst_certificate");
  assert_true(real_of(worst, "natural_map_relative") > 1e-3);
  assert_true(real_of(worst, "law_residual") < 1e-9);
  json_decref(root);
}

static void one_of_them_fails(void **state) {
  (void)state;
  // lemke cannot do the cone: it keeps its line, the others go on
  json_t *mixed = compare("block.xml --solver auto,lemke --law cone,pyramid:8 --steps 3", 1);
  static const char *const ends[] = {"solved", "solved", "not possible", "solved"};
  for (size_t k = 0; k < 4; k++) assert_string_equal(text_of(variant(mixed, k), "status"), ends[k]);
  assert_non_null(strstr(text_of(variant(mixed, 2), "reason"), "exact cone"));
  json_decref(mixed);
  run("compare block.xml --solver auto,lemke --law cone --steps 3");
  assert_int_equal(last.status, 1);
  assert_non_null(strstr(last.out, "not possible"));
  assert_refused("compare block.xml --solver lemke,auto --law cone --steps 3", "exact cone");
  json_t *root =
      compare("block.xml --key 0 --solver auto,nsgs --split any --cold --max-iterations 1,100 "
              "--tol 1e-15,1e-8 --each --steps 10",
              1);
  int solved = 0, not_solved = 0;
  for (size_t k = 0; k < 4; k++) {
    if (real_of(variant(root, k), "unsolved_steps") > 0) {
      not_solved++;
      assert_string_not_equal(text_of(variant(root, k), "status"), "solved");
    } else solved++;
  }
  assert_true(not_solved > 0 && solved > 0);
  json_decref(root);
}

/* JSON without what a clock has measured */
static char *without_times(json_t *root) {
  size_t k;
  json_t *each;
  json_array_foreach(json_object_get(root, "variants"), k, each) {
    assert_int_equal(json_object_del(each, "step_seconds"), 0);
    assert_int_equal(json_object_del(each, "steps_per_second"), 0);
  }
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  assert_non_null(text);
  json_decref(root);
  return text;
}

/* every digit of every way, whoever computes it: also where steps differ, and where one way ends early; and the page */
static void threads_change_nothing(void **state) {
  (void)state;
  static const char *const ways[] = {
      "block.xml --key 0 --dt 0.01,0.002,0.015 --law cone,pyramid:4 --unaligned --time 3",
      "block.xml --key 0 --dt 0.015,0.01 --coordinates minimal,redundant --time 3",
      ("block.xml --key 0 --split any --cold --solver nsgs,auto --max-iterations 1,100 --tol "
       "1e-15,1e-8 --steps 300")};
  static char page[2][1 << 23];
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    char *text[3];
    for (int n = 0; n < 3; n++) {
      char arguments[512];
      snprintf(arguments, sizeof arguments, "%s --threads %d %s", ways[k], n == 2 ? 5 : n + 1,
               rg_has_scene_page() ? "--html page.html" : "");
      text[n] = without_times(compare(arguments, k == 2));
      assert_string_equal(text[n], text[0]);
      if (!rg_has_scene_page()) continue;
      load("page.html", page[n > 0], sizeof page[0]);
      assert_non_null(strstr(page[n > 0], "</html>"));
      assert_string_equal(page[n > 0], page[0]);
    }
    for (int n = 0; n < 3; n++) free(text[n]);
  }
}

/* several values are ways that differ in threads of their own */
static void threads_compared(void **state) {
  (void)state;
  json_t *root = compare("block.xml --key 0 --threads 1,2", 0);
  assert_string_equal(text_of(variant(root, 1), "name"), "threads 2");
  assert_true(real_of(variant(root, 1), "compared_times") == 100);
  assert_true(real_of(variant(root, 1), "difference_max") == 0);
  json_decref(root);
  assert_refused("compare block.xml --solver auto,nsgs --threads 0", "--threads");
  assert_refused("compare block.xml --threads 4", "nothing to compare");
}

/* v^2 / (2 mu g) until it rests, read at the ends of steps of 0.01 s; a corner of four bears a quarter of 20 N at least */
static void slip_and_force(void **state) {
  (void)state;
  json_t *root = compare("block.xml --key 0 --solver auto,newton --time 1", 0);
  for (size_t k = 0; k < 2; k++) {
    const json_t *v = variant(root, k);
    assert_true(fabs(real_of(v, "slip") - 0.125) < 0.01 * sqrt(1.25));
    assert_true(real_of(v, "normal_force_max") > 5 && real_of(v, "normal_force_max") < 20);
  }
  json_decref(root);
}

static void table(void **state) {
  (void)state;
  assert_int_equal(run("compare block.xml --key 0 --solver auto,newton --csv table.csv"), 0);
  assert_string_equal(last.err, "");
  assert_non_null(strstr(last.out, "\nauto "));
  assert_non_null(strstr(last.out, "\nnewton "));
  load("table.csv", last.out, sizeof last.out);
  int lines = 0, commas = 0;
  for (const char *p = last.out; *p; p++) {
    lines += *p == '\n';
    commas += *p == ',';
  }
  assert_int_equal(lines, 3);
  assert_int_equal(commas, 3 * 15);
  assert_non_null(strstr(last.out, "\nnewton,solved,100,"));
  assert_int_equal(run("compare block.xml --solver auto,newton --csv - -q"), 0);
  assert_int_equal(strncmp(last.out, "variant,status,", 15), 0);
}

static void refused(void **state) {
  (void)state;
  assert_refused("compare", "MODEL: is missing");
  assert_refused("compare block.xml", "nothing to compare");
  assert_refused("compare block.xml --solver auto", "nothing to compare");
  assert_refused("compare block.xml --solver auto,nsgz", "did you mean 'nsgs'");
  assert_refused("compare block.xml --solver auto,", "is no solver");
  assert_refused("compare block.xml --dt 0.01,0", "above 0");
  assert_refused("compare nothing.xml --solver auto,nsgs", "No such file");
  assert_refused("compare block.xml --solver auto,nsgs --csv /dev/full -q", "/dev/full: No space");
  assert_refused("compare block.xml --solver auto,nsgs --csv no/folder -q", "no/folder: No such");
  assert_refused(
      "compare block.xml --tol 1e-1,1e-2,1e-3,1e-4,1e-5,1e-6,1e-7 --push 0.1,0.2,0.3,0.4,0.5,"
      "0.6,0.7,0.8 --dt 0.1,0.2,0.3,0.4,0.5",
      "more than 256");
  json_t *root = compare("block.xml --solver auto,nsgs --csv -", 2);
  assert_string_equal(text_of(root, "status"), "bad input");
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_difference),
                                     cmocka_unit_test(common_times),
                                     cmocka_unit_test(combinations),
                                     cmocka_unit_test(same_and_not_the_same),
                                     cmocka_unit_test(one_of_them_fails),
                                     cmocka_unit_test(threads_change_nothing),
                                     cmocka_unit_test(threads_compared),
                                     cmocka_unit_test(slip_and_force), cmocka_unit_test(table),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
