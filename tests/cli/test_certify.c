/* rigor certify: answers that are known by hand, right and wrong, in every form in which they can be written down. */
#include "cli/program.h"

/* A mass of 1 on a plane, pressed down with 2 and pushed aside with 1: with mu = 0.25 it slips.
   u = r + c; r = (2, -0.5, 0), u = (0, 0.5, 0). */
static const char slip[] = "3 1\n0 3 3 3 3\n1 0 0\n0 1 0\n0 0 1\n-2 1 0\n0.25\n";
/* w = M z + q with M = [2 1; 1 2], q = (-5, -6): z = (4/3, 7/3), w = 0 (Murty) */
static const char lcp[] = "2\n0 2 2 2 2\n2 1\n1 2\n-5 -6\n";

static int write_problems(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("slip.dat", slip);
  scratch_text("lcp.dat", lcp);
  scratch_text("right.txt", "# by hand\n2, -0.5\n0\n");
  scratch_text("right.json", "[2, -0.5, 0]");
  scratch_text("printed.json", "{\"solver\": \"theirs\", \"impulse\": [2, -0.5, 0]}");
  scratch_text("turned.txt", "2 0 -0.5\n");
  scratch_text("outside.txt", "2 -1 0\n");
  scratch_text("near.txt", "2 -0.5001 0\n");
  scratch_text("z.txt", "1.3333333333333333 2.3333333333333335\n");
  return 0;
}

static void right_answers(void **state) {
  (void)state;
  static const char *const forms[] = {"right.txt", "right.json", "printed.json"};
  for (int k = 0; k < 3; k++) {
    char arguments[64];
    snprintf(arguments, sizeof arguments, "certify slip.dat %s --tol 1e-15", forms[k]);
    assert_int_equal(run(arguments), 0);
    assert_non_null(strstr(last.out, "certified: the impulses obey the laws to 0.0e+00"));
    assert_string_equal(last.err, "");
  }
  assert_int_equal(run("certify lcp.dat z.txt --tol 1e-14"), 0);
  assert_non_null(strstr(last.out, "z obeys the conditions"));
}

/* friction across the slip; outside of the cone by a half, where u is (0, 0, 0) and nothing else is wrong; nearly right */
static void wrong_answers(void **state) {
  (void)state;
  assert_int_equal(run("certify slip.dat turned.txt"), 1);
  assert_non_null(strstr(last.out, "no answer"));
  assert_int_equal(run("certify slip.dat outside.txt --json"), 1);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "no answer");
  const json_t *certificate = json_object_get(root, "certificate");
  assert_true(json_number_value(json_object_get(certificate, "cone")) == 0.5);
  assert_true(json_number_value(json_object_get(certificate, "penetration")) == 0);
  json_decref(root);
  assert_int_equal(run("certify slip.dat near.txt -q"), 1);
  assert_string_equal(last.out, "");
  assert_int_equal(run("certify slip.dat near.txt -q --tol 1e-3"), 0);
}

/* what solve writes and prints is read again, and a file with its solution stands for both */
static void answers_of_solve(void **state) {
  (void)state;
  static const char *const files[] = {"solved.json", "solved.hdf5"};
  for (int k = 0; k < 2; k++) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "solve slip.dat -q -o %s", files[k]);
    if (run(arguments) == 2 && strstr(last.err, "without FCLIB")) continue;
    assert_int_equal(last.status, 0);
    snprintf(arguments, sizeof arguments, "certify slip.dat %s", files[k]);
    assert_int_equal(run(arguments), 0);
    snprintf(arguments, sizeof arguments, "certify %s", files[k]);
    assert_int_equal(run(arguments), 0);
  }
  assert_int_equal(run("solve slip.dat --json --impulses"), 0);
  scratch_text("answer.json", last.out);
  assert_int_equal(run("certify slip.dat answer.json"), 0);
}

static void bad_input(void **state) {
  (void)state;
  scratch_text("few.txt", "2 -0.5\n");
  scratch_text("many.txt", "2 -0.5 0 0\n");
  scratch_text("word.txt", "2\n-0.5 zero 0\n");
  scratch_text("infinite.txt", "2 inf 0\n");
  scratch_text("object.json", "{\"force\": [1, 2, 3]}");
  scratch_text("broken.json", "[1, 2\n");
  scratch_text("mixed.json", "[1, \"2\", 3]");
  assert_refused("certify", "PROBLEM: is missing");
  assert_refused("certify slip.dat", "SOLUTION: is missing");
  assert_refused("certify slip.dat missing.txt", "missing.txt");
  assert_refused("certify slip.dat few.txt", "2 numbers, and the problem has 3 unknowns");
  assert_refused("certify slip.dat many.txt", "4 numbers");
  assert_refused("certify slip.dat word.txt", "word.txt:2: zero: is no finite number");
  assert_refused("certify slip.dat infinite.txt", "inf: is no finite number");
  assert_refused("certify slip.dat object.json", "impulse: is missing");
  assert_refused("certify slip.dat broken.json", "broken.json:2");
  assert_refused("certify slip.dat mixed.json", "no number");
  assert_refused("certify slip.dat right.txt --tol 0", "above 0");
  assert_refused("certify slip.dat right.txt more.txt", "too many");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_answers),
      cmocka_unit_test(wrong_answers),
      cmocka_unit_test(answers_of_solve),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, write_problems, scratch_remove);
}
