/* `rigor bench` as its users meet it: figures that belong together, files, refusals; and its
   measures of the laws on contacts whose values are known. */
#include "cli/program.h"
#include "laws/laws.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the laws, measured --------------------------------------------------------------------- */

static void a_contact_that_sticks(void **state) {
  (void)state;
  bench_laws laws = {0};
  bench_contact c = {.mu = 0.5, .force = {10, 3, 0}, .velocity = {0, 0.002, 0}, .gap = -1e-3};
  bench_laws_step(&laws, &c, 1);
  assert_int_equal(laws.contacts_most, 1);
  assert_true(fabs(laws.penetration - 1e-3) < 1e-15);
  assert_true(laws.cone == 0);
  assert_true(fabs(bench_mean(&laws.creep) - 0.002) < 1e-15);
  assert_true(bench_mean(&laws.lift) == 0 && laws.angle.weight == 0);
}

static void a_contact_that_slips(void **state) {
  (void)state;
  bench_laws laws = {0};
  /* friction of 10 % too much, 60 degrees from where it should be, parting at 0.25 m/s */
  double along = -5.5 * cos(acos(-1) / 3), across = 5.5 * sin(acos(-1) / 3);
  bench_contact c = {.mu = 0.5, .force = {10, along, across}, .velocity = {0.25, 2, 0}};
  bench_laws_step(&laws, &c, 1);
  assert_true(fabs(laws.cone - 0.1) < 1e-12);
  assert_true(fabs(bench_mean(&laws.angle) - acos(-1) / 3) < 1e-12);
  assert_true(fabs(laws.lift.worst - 0.25) < 1e-15);
  assert_true(laws.creep.weight == 0);
}

/* means are weighted by the normal force; what carries next to nothing does not count */
static void weights(void **state) {
  (void)state;
  bench_laws laws = {0}, again = {0};
  bench_contact c[3] = {{.mu = 1, .force = {30, 0, 0}, .velocity = {0, 0.1, 0}},
                        {.mu = 1, .force = {10, 0, 0}, .velocity = {0, 0.5, 0}},
                        {.mu = 1, .force = {1e-3, 0, 0}, .velocity = {0, 9, 0}}};
  bench_laws_step(&laws, c, 3);
  bench_laws_step(&laws, c, 1);
  assert_true(fabs(bench_mean(&laws.creep) - (30 * 0.1 + 10 * 0.5 + 30 * 0.1) / 70) < 1e-12);
  assert_true(fabs(bench_contacts_mean(&laws) - 2) < 1e-12);
  /* through a line and back */
  char line[1024] = "";
  FILE *stream = fmemopen(line, sizeof line, "w");
  bench_laws_write(&laws, stream);
  fclose(stream);
  assert_true(bench_laws_read(&again, line));
  assert_memory_equal(&laws, &again, sizeof laws);
  assert_false(bench_laws_read(&again, "nothing of the kind"));
}

/* --- the command ---------------------------------------------------------------------------- */

static double real_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static void check_own(const json_t *own) {
  const char *key;
  json_t *share;
  double sum = 0;
  assert_true(real_of(own, "steps") == 500);
  assert_true(real_of(own, "unsolved") == 0);
  assert_true(real_of(own, "certificate") <= 1e-10);
  assert_true(fabs(real_of(own, "steps_per_second") * real_of(own, "cpu_seconds") - 500) < 1e-6);
  assert_true(real_of(own, "contacts_max") == 4);
  assert_true(real_of(own, "cone_violation") < 1e-6);
  assert_true(real_of(json_object_get(own, "creep"), "worst") < 1e-6);
  json_object_foreach(json_object_get(own, "rooms"), key, share) {
    assert_true(json_number_value(share) > 0);
    sum += json_number_value(share);
  }
  assert_true(fabs(sum - 1) < 1e-12);
}

/* the quadruped stands on its four feet */
static void stands(void **state) {
  (void)state;
  assert_int_equal(run("bench quadruped --quick --csv q.csv --html q.html --json"), 0);
  json_t *root = parse_stdout();
  const json_t *scene = json_array_get(json_object_get(root, "scenes"), 0);
  const json_t *engines = json_object_get(scene, "engines");
  assert_string_equal(text_of(scene, "scene"), "quadruped");
  check_own(json_array_get(engines, 0));
  for (size_t k = 1; k < json_array_size(engines); k++) {
    const json_t *peer = json_array_get(engines, k);
    double speed = real_of(peer, "steps_per_second");
    if (speed == 0) continue;
    assert_true(real_of(peer, "steps") == 500);
    assert_true(fabs(real_of(peer, "ratio") * speed /
                         real_of(json_array_get(engines, 0), "steps_per_second") -
                     1) < 1e-9);
    assert_true(real_of(peer, "contacts_max") == 4);
  }
  json_decref(root);
  load("q.csv", last.out, sizeof last.out);
  assert_non_null(strstr(last.out, "\nquadruped,rigor "));
  load("q.html", last.out, sizeof last.out);
  assert_non_null(strstr(last.out, "quadruped"));
}

/* nobody beside us: our own figures, and how to get the others */
static void alone(void **state) {
  (void)state;
  setenv("RIGOR_PEERS", scratch_folder, 1);
  assert_int_equal(run("bench quadruped --quick"), 0);
  unsetenv("RIGOR_PEERS");
  assert_non_null(strstr(last.out, "apt install"));
  assert_non_null(strstr(last.out, "rigor 0."));
  assert_null(strstr(last.out, "MuJoCo 2"));
}

/* a peer that dies is a line in the table, not our end */
static void survives_a_peer(void **state) {
  (void)state;
  scratch_text("mujoco_runner", "#!/bin/sh\necho 'ready|MuJoCo x|nothing'\nread line\nexit 3\n");
  chmod(scratch_path("mujoco_runner"), 0755);
  setenv("RIGOR_PEERS", scratch_folder, 1);
  assert_int_equal(run("bench quadruped --quick"), 0);
  unsetenv("RIGOR_PEERS");
  unlink(scratch_path("mujoco_runner"));
  assert_non_null(strstr(last.out, "ended while it was"));
}

/* scenes that are not ours are passed over with a word */
static void without_data(void **state) {
  (void)state;
  setenv("RIGOR_PEERS", scratch_folder, 1);
  char command[256];
  snprintf(command, sizeof command, "bench humanoid --quick --data %s", scratch_folder);
  assert_int_equal(run(command), 0);
  unsetenv("RIGOR_PEERS");
  assert_non_null(strstr(last.out, "did not run"));
}

/* a scene that was cut short is not measured by a mark of the whole */
static void cut_short(void **state) {
  (void)state;
  setenv("RIGOR_PEERS", scratch_folder, 1);
  assert_int_equal(run("bench tower --seconds 0.003"), 0);
  assert_non_null(strstr(last.out, "of 500 steps"));
  assert_null(strstr(last.out, "short of the"));
  assert_null(strstr(last.out, "times the mark"));
  assert_int_equal(run("bench tower --seconds 0.003 --json"), 0);
  unsetenv("RIGOR_PEERS");
  json_t *root = parse_stdout();
  const json_t *scene = json_array_get(json_object_get(root, "scenes"), 0);
  assert_true(real_of(scene, "whole") == 0);
  const json_t *own = json_array_get(json_object_get(scene, "engines"), 0);
  assert_true(real_of(own, "steps") < 500);
  assert_true(real_of(own, "tolerance") == 1e-10);
  json_decref(root);
}

/* a cube of spheres, a few steps: all are solved, and the memory is one that such a program can have */
static void crowd(void **state) {
  (void)state;
  int spheres = 0, steps = 0, contacts = 0;
  long iterations = 0, unsolved = 1;
  double mean = 0, longest = 0, certificate = 1, memory = 0;
  assert_int_equal(run("bench scaling --spheres 125 --steps 8"), 0);
  const char *row = strstr(last.out, " 125 ");
  assert_non_null(row);
  assert_int_equal(sscanf(row, "%d %d %d %lf %lf %ld %lf %ld %lf", &spheres, &steps, &contacts,
                          &mean, &longest, &iterations, &certificate, &unsolved, &memory),
                   9);
  assert_int_equal(spheres, 125);
  assert_int_equal(steps, 8);
  assert_true(contacts >= 125); /* each has somebody or the floor below it */
  assert_true(longest >= mean && mean > 0);
  assert_true(certificate <= 1e-6 && unsolved == 0);
  assert_true(memory > 1 && memory < 1024);
}

static void refusals(void **state) {
  (void)state;
  assert_refused("bench pille", "did you mean 'pile'");
  assert_refused("bench --models nowhere", "--models");
  assert_refused("bench --data nowhere", "--data");
  assert_refused("bench --repeats 0", "--repeats");
  assert_refused("bench --problems nowhere", "--problems");
  assert_refused("bench --spheres 10", "--spheres");
  assert_refused("bench scaling --steps 3", "--steps");
  assert_refused("bench quadruped --quick --csv nowhere/q.csv", "--csv");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_contact_that_sticks),
      cmocka_unit_test(a_contact_that_slips),
      cmocka_unit_test(weights),
      cmocka_unit_test(stands),
      cmocka_unit_test(alone),
      cmocka_unit_test(survives_a_peer),
      cmocka_unit_test(without_data),
      cmocka_unit_test(cut_short),
      cmocka_unit_test(crowd),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
