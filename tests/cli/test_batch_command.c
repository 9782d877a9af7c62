/* rigor batch: rows in closed form, the same file for any number of threads, every mistake. */
#include "program.h"

#include <rigor/record.h>

#include <math.h>

static int write_models(void **state) {
  if (scratch_make(state) != 0) return 1;
  scratch_text(
      "rail.xml",
      "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body name='cart'><joint "
      "name='x' type='slide' axis='1 0 0'/><geom size='0.1' mass='2'/></body></worldbody>"
      "<actuator><motor name='push' joint='x' gear='3' ctrlrange='-2 2'/></actuator></mujoco>");
  scratch_text(
      "pin.xml",
      "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 1'><joint axis='0 1 0'/>"
      "<geom type='capsule' size='0.05 0.3' pos='0.3 0 0'/></body></worldbody></mujoco>");
  return 0;
}

/* a column of the row of one simulation */
static double cell(const char *file, const char *column, int simulation) {
  static char text[1 << 18];
  load(file, text, sizeof text);
  char *header = text, *line = strchr(text, '\n');
  assert_non_null(line);
  *line++ = 0;
  for (int i = 0; i < simulation && line; i++) line = strchr(line, '\n') + 1;
  int at = 0;
  for (char *name = strtok(header, ","); name && strcmp(name, column) != 0;
       name = strtok(NULL, ","))
    at++;
  for (int k = 0; k < at; k++) line = strchr(line, ',') + 1;
  return atof(line);
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* v = t gear ctrl / m for all of them; a start of its own for each where that is asked for */
static void rows(void **state) {
  (void)state;
  assert_int_equal(run("batch rail.xml --count 5 --steps 10 --ctrl push=1 --csv rows.csv"), 0);
  assert_non_null(strstr(last.out, "5 simulations"));
  assert_non_null(strstr(last.out, "all steps solved"));
  for (int i = 0; i < 5; i++) {
    near(cell("rows.csv", "simulation", i), i, 0);
    near(cell("rows.csv", "qvel0", i), 0.1 * 3 / 2, 1e-14);
    near(cell("rows.csv", "steps", i), 10, 0);
    near(cell("rows.csv", "time", i), 0.1, 1e-15);
  }
  assert_int_equal(run("batch rail.xml --count 3 --steps 10 --random qvel=0.5 --csv rows.csv"), 0);
  double first = cell("rows.csv", "qvel0", 0), second = cell("rows.csv", "qvel0", 1);
  assert_true(fabs(first) <= 0.5 && fabs(second) <= 0.5 && first != second);
  near(cell("rows.csv", "qpos0", 0), 0.1 * first, 1e-14);
  /* masses within the share that was said */
  assert_int_equal(
      run("batch rail.xml --count 3 --steps 10 --ctrl push=1 --random mass=0.5 --csv rows.csv"), 0);
  double mass = 0.3 / cell("rows.csv", "qvel0", 2);
  assert_true(mass >= 1 && mass <= 3 && fabs(mass - 2) > 1e-6);
}

/* balls of sizes of their own lie on the plane as high as their radii; the plane keeps what it has */
static void sizes(void **state) {
  (void)state;
  scratch_text("ball.xml",
               "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 "
               "0.2'><freejoint/><geom size='0.1' mass='2'/></body></worldbody></mujoco>");
  assert_int_equal(run("batch ball.xml --count 3 --time 1 --random size=0.1 --csv rows.csv"), 0);
  double first = cell("rows.csv", "qpos2", 0), second = cell("rows.csv", "qpos2", 1);
  assert_true(first > 0.0899 && first < 0.11 && second > 0.0899 && second < 0.11);
  assert_true(fabs(first - second) > 1e-5);
}

static void same_for_any_threads(void **state) {
  (void)state;
  size_t one = 0, two = 0;
  for (int t = 1; t <= 2; t++) {
    char command[256];
    snprintf(command, sizeof command,
             "batch pin.xml --count 9 --steps 50 --random qpos=1 --random friction=0.5 --threads "
             "%d --csv %d.csv",
             t, t);
    assert_int_equal(run(command), 0);
  }
  char *a = scratch_load(scratch_path("1.csv"), &one),
       *b = scratch_load(scratch_path("2.csv"), &two);
  assert_true(one > 500 && one == two);
  assert_memory_equal(a, b, one);
  free(a);
  free(b);
}

static void json_and_kernels(void **state) {
  (void)state;
  assert_int_equal(
      run("batch pin.xml --count 4 --steps 25 --integrator euler --backend kernels --json"), 0);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "solved");
  assert_string_equal(text_of(root, "backend"), "kernels");
  assert_int_equal(json_integer_value(json_object_get(root, "steps")), 100);
  json_decref(root);
}

static void hdf5(void **state) {
  (void)state;
  char signature[9];
  if (!rg_has_fclib()) {
    assert_refused("batch rail.xml --steps 1 --hdf5 out.h5", "HDF5");
    return;
  }
  assert_int_equal(run("batch rail.xml --count 3 --steps 4 --hdf5 out.h5"), 0);
  load("out.h5", signature, sizeof signature);
  assert_memory_equal(signature, "\x89HDF\r\n\x1a\n", 8);
}

static void mistakes(void **state) {
  (void)state;
  assert_refused("batch rail.xml --count 0", "--count");
  assert_refused("batch rail.xml --backend gpu", "'gpu' is none");
  assert_refused("batch rail.xml --backend kernels", "euler, not midpoint");
  assert_refused("batch rail.xml --random mass", "has no size");
  assert_refused("batch rail.xml --random masss=1", "is no parameter");
  assert_refused("batch rail.xml --random mass=-1", "--random");
  assert_refused("batch rail.xml --random mass=2", "must not be negative");
  assert_refused("batch rail.xml --perturb 0.1", "--random qpos");
  assert_refused("batch rail.xml --steps 1 --csv no/such/folder.csv", "no/such/folder.csv");
  assert_refused("batch rail.xml --csv a --hdf5 a", "same file");
  assert_refused("batch none.xml", "none.xml");
  if (access("/dev/full", W_OK) == 0)
    assert_refused("batch rail.xml --steps 1 --csv /dev/full", "/dev/full");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(same_for_any_threads),
                                     cmocka_unit_test(json_and_kernels),
                                     cmocka_unit_test(hdf5),
                                     cmocka_unit_test(mistakes)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
