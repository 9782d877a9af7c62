/* The program as its users meet it: exit status, what is on stdout and what is on stderr. */
#include "cli/program.h"

#include <rigor/rigor.h>

#include <math.h>

static double number_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

/* A mass of 1 on a plane, pressed down with 2 and pushed aside with 1: with mu = 0.25 it slips.
   u = r + c; r = (2, -0.5, 0), u = (0, 0.5, 0). */
static const char slip[] = "3 1\n0 3 3 3 3\n1 0 0\n0 1 0\n0 0 1\n-2 1 0\n0.25\n";

/* w = M z + q with M = [2 1; 1 2], q = (-5, -6): z = (4/3, 7/3), w = 0 (Murty) */
static const char lcp[] = "2\n0 2 2 2 2\n2 1\n1 2\n-5 -6\n";

/* w = -z - 1: nothing solves that */
static const char impossible[] = "1\n0 1 1 1 1\n-1\n-1\n";

static int write_problems(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("slip.dat", slip);
  scratch_text("lcp.dat", lcp);
  scratch_text("impossible.dat", impossible);
  return 0;
}

static void help_and_version(void **state) {
  (void)state;
  assert_int_equal(run("--help"), 0);
  assert_non_null(strstr(last.out, "rigor solve"));
  assert_int_equal(run("help"), 0);
  assert_non_null(strstr(last.out, "Examples"));
  assert_int_equal(run("--version"), 0);
  assert_non_null(strstr(last.out, rg_version()));
  static const char *const names[] = {"solve", "convert", "solvers", "laws", "help"};
  for (int k = 0; k < 5; k++) {
    char arguments[64];
    snprintf(arguments, sizeof arguments, "help %s", names[k]);
    assert_int_equal(run(arguments), 0);
    assert_non_null(strstr(last.out, "Usage: rigor"));
    assert_string_equal(last.err, "");
    snprintf(arguments, sizeof arguments, "%s --help", names[k]);
    assert_int_equal(run(arguments), 0);
    snprintf(arguments, sizeof arguments, "%s -h", names[k]);
    assert_int_equal(run(arguments), 0);
    assert_non_null(strstr(last.out, "Usage: rigor"));
  }
}

static void usage_errors(void **state) {
  (void)state;
  assert_refused("", "COMMAND: is missing");
  assert_refused("slove slip.dat", "did you mean 'solve'");
  assert_refused("frobnicate", "is no command");
  assert_refused("--frobnicate", "does not know");
  assert_refused("help nothing", "no command");
  assert_refused("help slove", "did you mean 'solve'");
  assert_refused("solve --time 3 slip.dat", "'rigor run' has it");
  assert_refused("run --impulses slip.dat", "'rigor solve' has it");
  assert_refused("solve", "PROBLEM: is missing");
  assert_refused("solve slip.dat lcp.dat", "too many");
  assert_refused("solve slip.dat --slover nsgs", "did you mean '--solver'");
  assert_refused("solve slip.dat --xyzzyxyzzy", "is no option");
  assert_refused("solve slip.dat -z", "is no option");
  assert_refused("solve slip.dat --tol", "needs a value");
  assert_refused("solve slip.dat --max", "fits 2 options");
  assert_refused("solve slip.dat --impulses=3", "takes no value");
  assert_refused("solve slip.dat --solver lemkee", "did you mean 'lemke'");
  assert_refused("solve slip.dat --law circle", "--law");
  assert_refused("solve slip.dat --law pyramid:7", "even");
  assert_refused("solve slip.dat --tol 0", "above 0");
  assert_refused("solve slip.dat --tol -1e-3", "above 0");
  assert_refused("solve slip.dat --tol nan", "must be a number");
  assert_refused("solve slip.dat --tol inf", "must be a number");
  assert_refused("solve slip.dat --tol 1e-3x", "must be a number");
  assert_refused("solve slip.dat --tol ''", "must be a number");
  assert_refused("solve slip.dat --max-iterations 0", "from 1");
  assert_refused("solve slip.dat --max-iterations 99999999999999", "whole number");
  assert_refused("solve slip.dat --max-seconds 0", "above 0");
  assert_refused("solve slip.dat --set lambda=1.5", "(0, 1]");
  assert_refused("solve slip.dat --set omega=1:omega=2", "(0, 2)");
  assert_refused("solve slip.dat --set omeg=1", "did you mean 'omega'?");
  assert_refused("solve slip.dat --set omega", "NAME=X");
  assert_refused("solve slip.dat --set omega=", "must be a number");
  assert_refused("solve slip.dat --set omega=1", "'auto' has no such setting");
  assert_refused("solve slip.dat --phantom -1", "from 0");
  assert_refused("solve slip.dat --angle north", "must be a number");
  assert_refused("solve slip.dat --split odd", "any, even or compliant");
  assert_refused("solve slip.dat --format xml", "siconos, fclib, json");
  assert_refused("convert slip.dat", "OUT: is missing");
  assert_refused("convert a b c", "too many");
  assert_refused("convert slip.dat x --to xml", "--to");
  assert_refused("solvers nsgss", "did you mean 'nsgs'");
  assert_refused("solvers nsgs newton", "too many");
  assert_refused("laws cone", "too many");
}

static void file_errors(void **state) {
  (void)state;
  assert_refused("solve missing.dat", "missing.dat: No such file");
  assert_refused("solve .", "is a directory");
  scratch_text("bad.dat", "3 1\n0 3 3 3 3\n1 0 0\n0 x 0\n0 0 1\n-2 1 0\n0.25\n");
  assert_refused("solve bad.dat", "bad.dat:4:3: W[4]: expected a number, found 'x'");
  assert_refused("convert bad.dat out.json", "bad.dat:4:3");
  assert_refused("convert slip.dat out.abc", "say which format");
  assert_refused("convert slip.dat nowhere/out.json", "No such file");
  assert_int_not_equal(access(scratch_path("out.json"), F_OK), 0);
  assert_int_not_equal(access(scratch_path("out.abc"), F_OK), 0);
}

static void errors_in_json(void **state) {
  (void)state;
  assert_int_equal(run("solve bad.dat --json"), 2);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "bad input");
  json_t *error = json_object_get(root, "error");
  assert_string_equal(text_of(error, "file"), "bad.dat");
  assert_true(number_of(error, "line") == 4 && number_of(error, "column") == 3);
  assert_string_equal(text_of(error, "element"), "W[4]");
  assert_non_null(strstr(text_of(error, "reason"), "number"));
  json_decref(root);
  static const char *const arguments[] = {
      "solve --json",         "solve --json x --tol 0",
      "solve --json missing", "solve --json --nonsense x",
      "solve x --json --tol", "solve --json \"$(printf 'a\\\"\\\\\\377')\""};
  for (int k = 0; k < 6; k++) {
    assert_int_equal(run(arguments[k]), 2);
    root = parse_stdout();
    assert_string_equal(text_of(root, "status"), "bad input");
    assert_string_equal(last.err, "");
    json_decref(root);
  }
}

static void solves_a_slipping_mass(void **state) {
  (void)state;
  assert_int_equal(run("solve slip.dat --json --impulses --trace"), 0);
  assert_string_equal(last.err, "");
  json_t *root = parse_stdout(), *problem = json_object_get(root, "problem");
  assert_string_equal(text_of(problem, "kind"), "contact");
  assert_string_equal(text_of(problem, "form"), "local");
  assert_true(number_of(problem, "contacts") == 1 && number_of(problem, "size") == 3);
  assert_true(number_of(problem, "dim") == 3 && number_of(problem, "rows") == 0);
  assert_string_equal(text_of(root, "status"), "solved");
  assert_string_equal(text_of(root, "law"), "cone");
  static const char *const keys[] = {
      "natural_map", "natural_map_relative", "cone",      "complementarity",
      "penetration", "slip_angle",           "bilateral", "dynamics",
      "law_residual"};
  json_t *certificate = json_object_get(root, "certificate");
  for (int k = 0; k < 9; k++) assert_true(fabs(number_of(certificate, keys[k])) < 1e-7);
  assert_true(json_is_object(json_object_get(certificate, "at")));
  assert_true(json_is_array(json_object_get(root, "trace")));
  const double impulse[] = {2, -0.5, 0}, velocity[] = {0, 0.5, 0};
  for (size_t k = 0; k < 3; k++) {
    const json_t *r = json_array_get(json_object_get(root, "impulse"), k);
    const json_t *u = json_array_get(json_object_get(root, "velocity"), k);
    assert_true(fabs(json_number_value(r) - impulse[k]) < 1e-7);
    assert_true(fabs(json_number_value(u) - velocity[k]) < 1e-7);
  }
  json_decref(root);
}

static void solves_an_lcp(void **state) {
  (void)state;
  assert_int_equal(run("solve lcp.dat --solver lemke --json --impulses"), 0);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "solver"), "lemke");
  assert_string_equal(text_of(json_object_get(root, "problem"), "kind"), "lcp");
  const json_t *z = json_object_get(root, "z"), *w = json_object_get(root, "w");
  assert_true(fabs(json_number_value(json_array_get(z, 0)) - 4.0 / 3) < 1e-7);
  assert_true(fabs(json_number_value(json_array_get(z, 1)) - 7.0 / 3) < 1e-7);
  assert_int_equal(json_array_size(w), 2);
  assert_null(json_object_get(root, "impulse"));
  json_decref(root);
}

static void speaks_to_people(void **state) {
  (void)state;
  assert_int_equal(run("solve slip.dat --impulses"), 0);
  assert_non_null(strstr(last.out, "contact problem in 3-D, local form: 1 contact, 0 scalar rows"));
  assert_non_null(strstr(last.out, "mu 0.25"));
  assert_non_null(strstr(last.out, "natural map"));
  assert_non_null(strstr(last.out, "solved: the impulses obey the laws to"));
  assert_non_null(strstr(last.out, "0 t1"));
  assert_int_equal(run("solve slip.dat --quiet"), 0);
  assert_string_equal(last.out, "");
  assert_string_equal(last.err, "");
}

static void not_solved_is_one(void **state) {
  (void)state;
  assert_int_equal(run("solve impossible.dat --max-iterations 50 --output none.json"), 1);
  assert_non_null(strstr(last.out, "not solved"));
  assert_int_not_equal(access(scratch_path("none.json"), F_OK), 0);
  assert_int_equal(run("solve impossible.dat --max-iterations 50 --json"), 1);
  json_t *root = parse_stdout();
  assert_string_not_equal(text_of(root, "status"), "solved");
  json_decref(root);
}

/* A tower of heavy on light whose last digits are rounding, and an A with an entry of 1e42 where rounding hides everything: the
   first has an exit status of its own, the second is not solved, and neither says that there is no better answer. */
static void rounded_is_three(void **state) {
  (void)state;
  char command[1024];
  snprintf(command, sizeof command, "solve %s/tests/problems/tower_heavy.json --tol 1e-12",
           RIGOR_SOURCE_DIR);
  assert_int_equal(run(command), 3);
  assert_non_null(strstr(last.out, "not solved, rounded"));
  assert_null(strstr(last.out, "no better answer"));
  scratch_text("hidden.json",
               "{\"format\": \"rigor-problem\", \"version\": 1, \"dim\": 2, \"contacts\": 2,"
               "\"A\": {\"dense\": [[164, -464, -915, -464], [-464, 237, 462, 6035],"
               "[-915, 462, 937, 462], [-928, 3.2e42, 462, 235]]},"
               "\"c\": [-1.2, -8.4, -1.2, 937], \"mu\": [0.01, 0]}");
  assert_int_equal(run("solve hidden.json"), 1);
  assert_non_null(strstr(last.out, "stalled"));
  assert_null(strstr(last.out, "no better answer"));
}

static void warns_of_asymmetry(void **state) {
  (void)state;
  scratch_text("odd.dat", "2 1\n0 2 2 2 2\n2 0.1\n0 2\n-2 1\n0.25\n");
  run("solve odd.dat --json");
  assert_non_null(strstr(last.err, "not symmetric: entries differ by 5.0e-02"));
  json_decref(parse_stdout());
  // the same matrix in compressed rows
  scratch_text("odd.json",
               "{\"format\": \"rigor-problem\", \"version\": 1, \"dim\": 2, \"contacts\": 1,"
               "\"A\": {\"rows\": 2, \"columns\": 2, \"row_start\": [0, 1, 3],"
               "\"column\": [0, 1, 0], \"values\": [2, 2, 0.1]},"
               "\"c\": [-2, 1], \"mu\": [0.25]}");
  run("solve odd.json --json");
  assert_non_null(strstr(last.err, "not symmetric: entries differ by 5.0e-02"));
  assert_int_equal(run("solve slip.dat"), 0);
  assert_string_equal(last.err, "");
}

static void writes_the_solution(void **state) {
  (void)state;
  assert_int_equal(run("solve slip.dat --quiet --output solved.json"), 0);
  json_error_t trouble;
  json_t *root = json_load_file(scratch_path("solved.json"), 0, &trouble);
  const json_t *impulse = json_object_get(json_object_get(root, "solution"), "impulse");
  assert_true(fabs(json_number_value(json_array_get(impulse, 0)) - 2) < 1e-7);
  json_decref(root);
  // and what was written can be solved again
  assert_int_equal(run("solve solved.json --quiet"), 0);
}

static void converts(void **state) {
  (void)state;
  assert_int_equal(run("convert slip.dat slip.json"), 0);
  assert_string_equal(last.out, "");
  assert_int_equal(run("convert slip.json again --to siconos --from json"), 0);
  assert_int_equal(run("solve again --quiet"), 0);
  if (rg_has_fclib()) {
    assert_int_equal(run("convert slip.json slip.h5"), 0);
    assert_int_equal(run("solve slip.h5 --quiet"), 0);
  }
  assert_int_equal(run("convert - x.json"), 2);
}

static void lists(void **state) {
  (void)state;
  assert_int_equal(run("solvers"), 0);
  for (int k = 0; k < rg_solver_count(); k++)
    assert_non_null(strstr(last.out, rg_solver_at(k)->name));
  assert_int_equal(run("solvers --json"), 0);
  json_t *root = parse_stdout();
  assert_int_equal(json_array_size(json_object_get(root, "solvers")), rg_solver_count());
  json_decref(root);
  assert_int_equal(run("solvers lemke"), 0);
  assert_non_null(strstr(last.out, "when"));
  assert_int_equal(run("laws"), 0);
  assert_non_null(strstr(last.out, "pyramid"));
  assert_int_equal(run("laws --json"), 0);
  root = parse_stdout();
  assert_int_equal(json_array_size(json_object_get(root, "laws")), RG_LAW_COUNT);
  json_decref(root);
}

/* an answer that does not arrive is a failure */
static void stdout_that_fails(void **state) {
  (void)state;
  static const char *const arguments[] = {"solve slip.dat", "solve slip.dat --json",
                                          "help solve",     "solve --help",
                                          "--help",         "solvers",
                                          "laws",           "--version"};
  char command[512];
  for (int k = 0; k < 8; k++) {
    snprintf(command, sizeof command, "cd %s && '%s' %s >/dev/full 2>stderr.txt", scratch_folder,
             RIGOR_PROGRAM, arguments[k]);
    assert_int_equal(WEXITSTATUS(system(command)), 2);
    load("stderr.txt", last.err, sizeof last.err);
    assert_non_null(strstr(last.err, "cannot write to standard output"));
    snprintf(command, sizeof command, "cd %s && '%s' %s >&- 2>stderr.txt", scratch_folder,
             RIGOR_PROGRAM, arguments[k]);
    assert_int_equal(WEXITSTATUS(system(command)), 2);
  }
}

/* whoever reads has enough: nothing is said */
static void reader_that_goes(void **state) {
  (void)state;
  char command[1024];
  snprintf(command, sizeof command, "'%s' info %s/models/box_pile100.xml 2>%s/pipe.txt | true",
           RIGOR_PROGRAM, RIGOR_SOURCE_DIR, scratch_folder);
  for (int k = 0; k < 5; k++) {
    char said[256];
    assert_int_equal(system(command), 0);
    load("pipe.txt", said, sizeof said);
    assert_string_equal(said, "");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(help_and_version),   cmocka_unit_test(reader_that_goes),
      cmocka_unit_test(usage_errors),       cmocka_unit_test(file_errors),
      cmocka_unit_test(errors_in_json),     cmocka_unit_test(solves_a_slipping_mass),
      cmocka_unit_test(solves_an_lcp),      cmocka_unit_test(speaks_to_people),
      cmocka_unit_test(not_solved_is_one),  cmocka_unit_test(rounded_is_three),
      cmocka_unit_test(warns_of_asymmetry), cmocka_unit_test(writes_the_solution),
      cmocka_unit_test(converts),           cmocka_unit_test(lists),
      cmocka_unit_test(stdout_that_fails)};
  return cmocka_run_group_tests(tests, write_problems, scratch_remove);
}
