/* Many simulations at once: the bits of rg_step, whatever the number, the neighbours, the threads and the order;
   parameters in closed form; resets, conditions, failures that stop alone, and every mistake. */
#include <rigor/batch.h>
#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const SLIDE =
    "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body><joint name='x' "
    "type='slide' axis='1 0 0'/>"
    "<geom size='0.1' mass='2'/></body></worldbody><actuator><motor joint='x' gear='3' "
    "ctrlrange='-5 5'/></actuator>"
    "</mujoco>";
static const char *const FALL = "<mujoco><option gravity='0 0 -10' "
                                "timestep='0.01'/><worldbody><geom type='plane' size='0 0 1'/>"
                                "<body pos='0 0 3'><joint type='slide' axis='0 0 1'/><geom "
                                "name='ball' size='0.25' mass='2'/></body></worldbody>"
                                "<keyframe><key qpos='-2.5' qvel='0'/></keyframe></mujoco>";
static const char *const BLOCK =
    "<mujoco><option gravity='0 0 -10' timestep='0.001'/><worldbody><geom type='plane' size='0 0 "
    "1' friction='0'/>"
    "<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='2' "
    "friction='0.5'/></body></worldbody>"
    "<keyframe><key qpos='0 0 0.1 1 0 0 0' qvel='3 0 0 0 0 0'/></keyframe></mujoco>";

static rg_model *parse(const char *xml) {
  rg_model *model;
  rg_error error;
  char text[1024];
  if (rg_model_parse(&model, xml, strlen(xml), NULL, &error))
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

static rg_model *quadruped(void) {
  rg_model *model;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/quadruped.xml", NULL, NULL),
                   RG_OK);
  return model;
}

static rg_batch *make(const rg_model *model, int count, int threads, rg_integrator integrator) {
  rg_batch_options o;
  rg_batch *batch;
  rg_error error;
  char text[1024];
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.count = count;
  o.threads = threads;
  o.backend = "threads";
  o.sim.integrator = integrator;
  if (rg_batch_new(&batch, model, &o, &error))
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return batch;
}

static double *row(rg_batch *batch, rg_batch_array array, int i) {
  int width;
  double *values = rg_batch_values(batch, array, &width);
  return values + (size_t)i * (size_t)width;
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* --- the same bits ----------------------------------------------------------------------------------- */

enum { STEPS = 120 };

/* the start and the controls of a simulation of that kind, and its controls */
static void begin(const rg_model *model, rg_batch *batch, int i, int kind) {
  double *qpos = row(batch, RG_BATCH_QPOS, i), *ctrl = row(batch, RG_BATCH_CTRL, i);
  qpos[2] += 0.01 * kind;
  row(batch, RG_BATCH_QVEL, i)[3] = 0.3 * kind;
  for (int a = 0; a < model->nactuator; a++) ctrl[a] += 0.1 * sin(kind + a);
}

/* what rg_step makes of it */
static void by_itself(const rg_model *model, int kind, double *qpos, double *qvel) {
  rg_sim_options o;
  rg_sim *sim;
  assert_int_equal(rg_sim_options_from_model(model, &o, NULL), RG_OK);
  o.integrator = RG_MIDPOINT;
  assert_int_equal(rg_sim_new(&sim, model, &o, NULL), RG_OK);
  assert_int_equal(rg_sim_reset(sim, 0, NULL), RG_OK);
  rg_data *data = rg_sim_data(sim);
  data->qpos[2] += 0.01 * kind;
  data->qvel[3] = 0.3 * kind;
  for (int a = 0; a < model->nactuator; a++) data->ctrl[a] += 0.1 * sin(kind + a);
  for (int k = 0; k < STEPS; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
  memcpy(qpos, data->qpos, (size_t)model->nq * sizeof *qpos);
  memcpy(qvel, data->qvel, (size_t)model->nv * sizeof *qvel);
  rg_sim_free(sim);
}

/* `count` simulations, of the kinds i * step modulo count, by so many threads, a portion at a time */
static void compare_bits(const rg_model *model, int count, int step, int threads, int portion) {
  rg_batch *batch = make(model, count, threads, RG_MIDPOINT);
  double qpos[64], qvel[64];
  assert_int_equal(rg_batch_reset(batch, NULL, 0, NULL), RG_OK);
  for (int i = 0; i < count; i++) begin(model, batch, i, i * step % count);
  for (int k = 0; k < STEPS; k += portion)
    assert_int_equal(rg_batch_step(batch, portion, NULL), RG_OK);
  for (int i = 0; i < count; i++) {
    by_itself(model, i * step % count, qpos, qvel);
    assert_memory_equal(row(batch, RG_BATCH_QPOS, i), qpos, (size_t)model->nq * sizeof *qpos);
    assert_memory_equal(row(batch, RG_BATCH_QVEL, i), qvel, (size_t)model->nv * sizeof *qvel);
    assert_int_equal(rg_batch_results(batch)[i].steps, STEPS);
  }
  assert_int_equal(rg_batch_sum(batch).steps, (long)count * STEPS);
  rg_batch_free(batch);
}

static void test_bits(void **state) {
  (void)state;
  rg_model *model = quadruped();
  compare_bits(model, 1, 1, 1, STEPS);
  compare_bits(model, 5, 1, 1, 1);
  compare_bits(model, 5, 2, 2, 40);
  compare_bits(model, 7, 3, 4, STEPS);
  rg_model_free(model);
}

/* --- parameters ------------------------------------------------------------------------------------------ */

static double *parameter(rg_batch *batch, const char *name) {
  double *values = rg_batch_parameter(batch, name, NULL, NULL);
  assert_non_null(values);
  return values;
}

/* v = dt gear gain ctrl / m */
static void test_mass_and_gain(void **state) {
  (void)state;
  enum { COUNT = 6 };
  rg_model *model = parse(SLIDE);
  rg_batch *batch = make(model, COUNT, 2, RG_EULER);
  for (int i = 0; i < COUNT; i++) {
    parameter(batch, "mass")[2 * i + 1] = 1 + i;
    parameter(batch, "gain")[i] = 0.5 * i;
  }
  assert_int_equal(rg_batch_reset(batch, NULL, -1, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++) row(batch, RG_BATCH_CTRL, i)[0] = 2;
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++)
    near(row(batch, RG_BATCH_QVEL, i)[0], 0.01 * 3 * 0.5 * i * 2 / (1 + i), 1e-15);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* a ball lies as high as it is thick; falls as gravity says; bounces to e^2 of the height */
static void test_size_gravity_restitution(void **state) {
  (void)state;
  enum { COUNT = 4 };
  rg_model *model = parse(FALL);
  rg_batch *batch = make(model, COUNT, 2, RG_EULER);
  double *size = parameter(batch, "size"), *gravity = parameter(batch, "gravity");
  for (int i = 0; i < COUNT; i++) {
    size[6 * i + 3] = 0.2 + 0.1 * i;
    gravity[3 * i + 2] = -5 - i;
    parameter(batch, "restitution")[i] = i == 3 ? 0.8 : 0;
  }
  assert_int_equal(rg_batch_reset(batch, NULL, -1, NULL), RG_OK);
  assert_int_equal(rg_batch_step(batch, 10, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++) near(row(batch, RG_BATCH_QVEL, i)[0], (-5 - i) * 0.1, 1e-14);
  assert_int_equal(rg_batch_step(batch, 290, NULL), RG_OK);
  for (int i = 0; i < 3; i++) near(3 + row(batch, RG_BATCH_QPOS, i)[0], 0.2 + 0.1 * i, 1e-9);
  /* the one that bounces is still in the air: 2.5 m high, 0.79 s down, 1.26 s up and down again */
  assert_true(3 + row(batch, RG_BATCH_QPOS, 3)[0] > 0.6);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* a block slides v^2 / (2 mu g) far */
static void test_friction(void **state) {
  (void)state;
  enum { COUNT = 3 };
  rg_model *model = parse(BLOCK);
  rg_batch *batch = make(model, COUNT, 1, RG_MIDPOINT);
  double *friction = parameter(batch, "friction");
  for (int i = 0; i < COUNT; i++) friction[6 * i + 3] = 0.2 + 0.2 * i;
  assert_int_equal(rg_batch_reset(batch, NULL, 0, NULL), RG_OK);
  assert_int_equal(rg_batch_step(batch, 2000, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++)
    near(row(batch, RG_BATCH_QPOS, i)[0], 9 / (2 * (0.2 + 0.2 * i) * 10), 1e-4);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* what is written counts from the next reset of that simulation on */
static void test_parameters_wait(void **state) {
  (void)state;
  rg_model *model = parse(FALL);
  rg_batch *batch = make(model, 2, 1, RG_EULER);
  const unsigned char second[2] = {0, 1};
  parameter(batch, "gravity")[2] = parameter(batch, "gravity")[5] = -20;
  assert_int_equal(rg_batch_reset(batch, second, -1, NULL), RG_OK);
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  near(row(batch, RG_BATCH_QVEL, 0)[0], -0.1, 1e-15);
  near(row(batch, RG_BATCH_QVEL, 1)[0], -0.2, 1e-15);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- resets, conditions, failures -------------------------------------------------------------------------- */

static void test_reset_by_mask(void **state) {
  (void)state;
  rg_model *model = parse(FALL);
  rg_batch *batch = make(model, 3, 2, RG_EULER);
  const unsigned char middle[3] = {0, 1, 0};
  assert_int_equal(rg_batch_step(batch, 7, NULL), RG_OK);
  assert_int_equal(rg_batch_reset(batch, middle, 0, NULL), RG_OK);
  near(row(batch, RG_BATCH_QPOS, 1)[0], -2.5, 0);
  near(row(batch, RG_BATCH_TIME, 1)[0], 0, 0);
  assert_int_equal(rg_batch_results(batch)[1].steps, 0);
  near(row(batch, RG_BATCH_QVEL, 0)[0], -0.7, 1e-14);
  near(row(batch, RG_BATCH_TIME, 2)[0], 0.07, 1e-15);
  rg_batch_free(batch);
  rg_model_free(model);
}

static int is_below(void *context, const rg_batch_moment *moment) {
  return moment->qpos[0] < *(double *)context - 0.1 * moment->simulation;
}

/* z = -g dt^2 n (n + 1) / 2 */
static void test_until(void **state) {
  (void)state;
  enum { COUNT = 5 };
  rg_model *model = parse(FALL);
  rg_batch *batch = make(model, COUNT, 3, RG_EULER);
  double height = -0.5;
  assert_int_equal(rg_batch_step_until(batch, 1000, is_below, &height, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++) {
    int n = 0;
    while (!(-10 * 1e-4 * n * (n + 1) / 2 < height - 0.1 * i - 1e-12)) n++;
    assert_int_equal(rg_batch_results(batch)[i].state, RG_BATCH_MET);
    assert_int_equal(rg_batch_results(batch)[i].steps, n);
  }
  rg_batch_free(batch);
  rg_model_free(model);
}

static void test_failure_stops_alone(void **state) {
  (void)state;
  rg_model *model = parse(SLIDE);
  rg_batch *batch = make(model, 3, 2, RG_EULER);
  const unsigned char middle[3] = {0, 1, 0};
  for (int i = 0; i < 3; i++) row(batch, RG_BATCH_CTRL, i)[0] = i == 1 ? (double)NAN : 1;
  assert_int_equal(rg_batch_step(batch, 5, NULL), RG_OK);
  const rg_batch_result *r = rg_batch_results(batch);
  assert_int_equal(r[1].state, RG_BATCH_FAILED);
  assert_int_equal(r[1].status, RG_BAD_INPUT);
  assert_int_equal(r[1].steps, 0);
  assert_string_equal(rg_batch_reason(batch, 1), "ctrl is not finite");
  for (int i = 0; i < 3; i += 2) {
    assert_int_equal(r[i].steps, 5);
    near(row(batch, RG_BATCH_QVEL, i)[0], 5 * 0.01 * 3 / 2, 1e-14);
  }
  assert_int_equal(rg_batch_sum(batch).unsolved, 1);
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK); /* it stays where it is */
  assert_int_equal(rg_batch_sum(batch).unsolved, 1);
  assert_int_equal(rg_batch_reset(batch, middle, -1, NULL), RG_OK);
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  assert_int_equal(r[1].state, RG_BATCH_RUNS);
  assert_int_equal(r[1].steps, 1);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* forces of the contacts of a block at rest carry it; bins of iterations hold all steps */
static void test_contacts_and_totals(void **state) {
  (void)state;
  rg_model *model = parse(BLOCK);
  rg_batch *batch = make(model, 2, 1, RG_MIDPOINT);
  const rg_step_contact *contact;
  double sum = 0;
  assert_int_equal(rg_batch_step(batch, 50, NULL), RG_OK);
  int count = rg_batch_contacts(batch, 1, &contact);
  assert_int_equal(count, 4);
  for (int i = 0; i < count; i++) sum += contact[i].impulse[0];
  near(sum, 2 * 10 * 0.001, 1e-12);
  rg_batch_totals totals = rg_batch_sum(batch);
  long binned = 0;
  for (int k = 0; k < RG_BATCH_BINS; k++) binned += totals.histogram[k];
  assert_int_equal(binned, 100);
  assert_true(totals.worst >= rg_batch_results(batch)[0].worst && totals.worst <= 1e-10);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* controls lie in their range, are evenly spread, held as long as was said, and other ones for each simulation */
static void test_draws(void **state) {
  (void)state;
  enum { COUNT = 400 };
  rg_model *model = parse(SLIDE);
  rg_batch *batch = make(model, COUNT, 2, RG_EULER);
  double mean = 0, square = 0, first[COUNT];
  rg_batch_draw_controls(batch, 7, 3);
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++) {
    first[i] = row(batch, RG_BATCH_CTRL, i)[0];
    assert_true(fabs(first[i]) <= 5);
    mean += first[i] / COUNT;
    square += first[i] * first[i] / COUNT;
  }
  near(mean, 0, 4 * 5 / sqrt(3.0 * COUNT));
  near(square, 25.0 / 3, 1.5);
  assert_int_equal(rg_batch_step(batch, 2, NULL), RG_OK);
  for (int i = 0; i < COUNT; i++) near(row(batch, RG_BATCH_CTRL, i)[0], first[i], 0);
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  assert_true(row(batch, RG_BATCH_CTRL, 0)[0] != first[0] && first[0] != first[1]);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- mistakes -------------------------------------------------------------------------------------------------- */

static void refuse_options(const rg_model *model, int count, int threads, const char *backend,
                           const char *word) {
  rg_batch_options o;
  rg_batch *batch = (rg_batch *)1;
  rg_error error;
  char text[1024];
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.count = count;
  o.threads = threads;
  o.backend = backend;
  assert_int_equal(rg_batch_new(&batch, model, &o, &error), RG_BAD_INPUT);
  assert_null(batch);
  if (!strstr(rg_error_text(&error, text, sizeof text), word)) fail_msg("%s", text);
}

static void refuse_value(rg_batch *batch, const char *name, int entry, double value,
                         const char *word) {
  rg_error error;
  char text[1024];
  double *values = parameter(batch, name), was = values[entry];
  values[entry] = value;
  assert_int_equal(rg_batch_reset(batch, NULL, -1, &error), RG_BAD_INPUT);
  if (!strstr(rg_error_text(&error, text, sizeof text), word)) fail_msg("%s", text);
  values[entry] = was;
  assert_int_equal(rg_batch_reset(batch, NULL, -1, &error), RG_OK);
}

static void test_mistakes(void **state) {
  (void)state;
  rg_model *model = parse(FALL);
  rg_error error;
  refuse_options(model, 0, 1, NULL, "count");
  refuse_options(model, -3, 1, NULL, "count");
  refuse_options(model, 1, -1, NULL, "threads");
  refuse_options(model, 1, 1, "gpu", "'gpu' is none");
  rg_batch *batch = make(model, 2, 1, RG_EULER);
  assert_null(rg_batch_parameter(batch, "masses", NULL, &error));
  assert_non_null(strstr(error.reason, "is no parameter"));
  assert_null(rg_batch_parameter(batch, "gain", NULL, &error)); /* there are no actuators */
  refuse_value(batch, "mass", 3, -1, "must not be negative");
  refuse_value(batch, "mass", 1, (double)NAN, "is not finite");
  refuse_value(batch, "size", 0, 7, "only primitives");
  refuse_value(batch, "size", 3, 0, "ball");
  refuse_value(batch, "restitution", 1, 1.5, "from 0 to 1");
  refuse_value(batch, "gravity", 4, (double)INFINITY, "simulation 1");
  assert_int_equal(rg_batch_reset(batch, NULL, 1, &error), RG_BAD_INPUT);
  assert_int_equal(rg_batch_reset(batch, NULL, -2, &error), RG_BAD_INPUT);
  assert_int_equal(rg_batch_step(batch, -1, &error), RG_BAD_INPUT);
  assert_int_equal(rg_batch_step(batch, 0, &error), RG_OK);
  rg_interrupt(1);
  assert_int_equal(rg_batch_step(batch, 5, &error), RG_LIMIT);
  rg_interrupt(0);
  assert_int_equal(rg_batch_results(batch)[0].steps, 0);
  assert_int_equal(rg_batch_step(batch, 5, &error), RG_OK);
  rg_batch_free(batch);
  rg_batch_free(NULL);
  rg_model_free(model);
}

/* more than may be taken is refused before it is */
static void test_no_memory(void **state) {
  (void)state;
  rg_model *model = quadruped();
  rg_batch_options o;
  rg_batch *batch;
  rg_error error;
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.count = 100000;
  rg_memory_limit(20 << 20);
  rg_status status = rg_batch_new(&batch, model, &o, &error);
  rg_memory_limit(0);
  assert_int_equal(status, RG_NO_MEMORY);
  assert_null(batch);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_mass_and_gain),
      cmocka_unit_test(test_size_gravity_restitution),
      cmocka_unit_test(test_friction),
      cmocka_unit_test(test_parameters_wait),
      cmocka_unit_test(test_reset_by_mask),
      cmocka_unit_test(test_until),
      cmocka_unit_test(test_failure_stops_alone),
      cmocka_unit_test(test_contacts_and_totals),
      cmocka_unit_test(test_draws),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
