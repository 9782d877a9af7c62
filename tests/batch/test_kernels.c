/* The kernels of the GPU on this processor, against rg_step: from the same state, a step each, the same velocities; and
   every step of theirs is certified by the host for the problem that the host has made. */
#include <rigor/batch.h>
#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const double SAME = 1e-10; /* m/s, rad/s */

static rg_model *parse(const char *xml) {
  rg_model *model;
  rg_error error;
  char text[1024];
  if (rg_model_parse(&model, xml, strlen(xml), NULL, &error))
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

/* NULL where there is no such file */
static rg_model *load(const char *path) {
  rg_model *model = NULL;
  if (access(path, R_OK) != 0) {
    print_message("no %s: skipped\n", path);
    return NULL;
  }
  assert_int_equal(rg_model_load(&model, path, NULL, NULL), RG_OK);
  return model;
}

static rg_batch_options options_for(const rg_model *model) {
  rg_batch_options o;
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.backend = "kernels";
  o.sim.integrator = RG_EULER;
  o.certify = 1;
  return o;
}

static rg_batch *make(const rg_model *model, const rg_batch_options *o) {
  rg_batch *batch;
  rg_error error;
  char text[1024];
  if (rg_batch_new(&batch, model, o, &error))
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return batch;
}

/* --- side by side -------------------------------------------------------------------------------------- */

typedef struct tally {
  int steps, same, close; /* steps; the same velocities; within a thousand times as much */
  long host, certified;
  double worst, certified_worst;
} tally;

static void take_state(rg_batch *batch, const rg_model *model, const rg_data *data) {
  memcpy(rg_batch_values(batch, RG_BATCH_QPOS, NULL), data->qpos,
         (size_t)model->nq * sizeof(double));
  memcpy(rg_batch_values(batch, RG_BATCH_QVEL, NULL), data->qvel,
         (size_t)model->nv * sizeof(double));
  if (model->nactuator)
    memcpy(rg_batch_values(batch, RG_BATCH_CTRL, NULL), data->ctrl,
           (size_t)model->nactuator * sizeof(double));
  if (model->nact)
    memcpy(rg_batch_values(batch, RG_BATCH_ACT, NULL), data->act,
           (size_t)model->nact * sizeof(double));
}

/* random controls, held for a few steps */
static void draw_controls(const rg_model *model, rg_data *data, int seed, int step, double share) {
  for (int a = 0; a < model->nactuator; a++) {
    const double *range = model->actuator_ctrlrange + 2 * a;
    double low = model->actuator_ctrllimited[a] ? range[0] : -1;
    double high = model->actuator_ctrllimited[a] ? range[1] : 1;
    double x = rg_batch_draw((uint64_t)seed, 0, (uint64_t)(step / 5), (uint64_t)a);
    data->ctrl[a] = share * (low + (high - low) * x);
  }
}

/* rg_step goes on; the kernels start each step from where it stands */
static tally compare(const rg_model *model, int key, int steps, double share, int seed) {
  rg_batch_options o = options_for(model);
  rg_batch *batch = make(model, &o);
  rg_sim *sim;
  tally t = {0};
  assert_int_equal(rg_sim_new(&sim, model, &o.sim, NULL), RG_OK);
  assert_int_equal(rg_sim_reset(sim, key, NULL), RG_OK);
  rg_data *data = rg_sim_data(sim);
  const double *qvel = rg_batch_values(batch, RG_BATCH_QVEL, NULL);
  for (int k = 0; k < steps; k++) {
    double worst = 0;
    if (share > 0) draw_controls(model, data, seed, k, share);
    take_state(batch, model, data);
    if (rg_step(sim) != RG_SOLVED) break;
    assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
    if (rg_batch_results(batch)[0].state != RG_BATCH_RUNS)
      fail_msg("%s", rg_batch_reason(batch, 0));
    for (int i = 0; i < model->nv; i++) worst = fmax(worst, fabs(qvel[i] - data->qvel[i]));
    t.steps++;
    t.same += worst <= SAME;
    t.close += worst <= 1e3 * SAME;
    t.worst = fmax(t.worst, worst);
  }
  rg_batch_totals totals = rg_batch_sum(batch);
  t.host = totals.host;
  t.certified = totals.certified;
  t.certified_worst = totals.certified_worst;
  assert_true(totals.unsolved == 0);
  assert_true(totals.certified_worst <= o.sim.solve.tol);
  rg_sim_free(sim);
  rg_batch_free(batch);
  return t;
}

static void report(const char *name, const tally *t) {
  print_message("%s: %d steps, %d within 1e-10, %d within 1e-7, largest %.1e; host %ld; %ld "
                "certified, worst %.1e\n",
                name, t->steps, t->same, t->close, t->worst, t->host, t->certified,
                t->certified_worst);
}

/* the same of models that are made by number */
static tally compare_many(rg_model *(*make_model)(int), int count, int steps) {
  tally sum = {0};
  for (int seed = 0; seed < count; seed++) {
    rg_model *model = make_model(seed);
    tally t = compare(model, -1, steps, 0, seed);
    sum.steps += t.steps;
    sum.same += t.same;
    sum.close += t.close;
    sum.host += t.host;
    sum.certified += t.certified;
    sum.worst = fmax(sum.worst, t.worst);
    sum.certified_worst = fmax(sum.certified_worst, t.certified_worst);
    rg_model_free(model);
  }
  return sum;
}

static void all_same(const char *name, rg_model *model, int key, int steps, double share) {
  if (!model) return;
  tally t = compare(model, key, steps, share, 1);
  report(name, &t);
  assert_int_equal(t.steps, steps);
  assert_int_equal(t.same, steps);
  rg_model_free(model);
}

static void test_quadruped(void **state) {
  (void)state;
  all_same("quadruped stands", load(RIGOR_SOURCE_DIR "/models/quadruped.xml"), 0, 300, 0);
  all_same("quadruped kicks", load(RIGOR_SOURCE_DIR "/models/quadruped.xml"), 0, 300, 1);
}

static void test_ant_and_cheetah(void **state) {
  (void)state;
  all_same("ant", load(RIGOR_SHARED_DATA "/models/gymnasium/ant.xml"), -1, 400, 1);
  all_same("half-cheetah", load(RIGOR_SHARED_DATA "/models/gymnasium/half_cheetah.xml"), -1, 400,
           1);
  all_same("hopper", load(RIGOR_SHARED_DATA "/models/gymnasium/hopper.xml"), -1, 400, 1);
  all_same("walker", load(RIGOR_SHARED_DATA "/models/gymnasium/walker2d.xml"), -1, 400, 1);
}

/* Its feet have more contacts than freedoms. Where these slide the split decides the velocities, and the split is known to
   the rounding of a solve over the compliance, 1e-14 / 1e-8 (docs/split.md); where friction jams there are several
   answers, each certified. */
static void test_humanoid(void **state) {
  (void)state;
  const char *path = RIGOR_SHARED_DATA "/models/mujoco/humanoid/humanoid.xml";
  for (int key = -1; key < 4; key++) {
    rg_model *model = load(path);
    if (!model) return;
    tally t = compare(model, key, 150, 0, 1);
    report("humanoid", &t);
    assert_true(t.same >= 0.85 * t.steps && t.close == t.steps);
    t = compare(model, key, 100, 0.4, 2);
    report("humanoid, random controls", &t);
    assert_true(t.same >= 0.75 * t.steps);
    rg_model_free(model);
  }
}

/* --- random trees --------------------------------------------------------------------------------------------- */

static double uniform(int seed, int *count, double low, double high) {
  return low + (high - low) * rg_batch_draw(99, (uint64_t)seed, 0, (uint64_t)(*count)++);
}

/* joints of all kinds with limits, springs, dampers, dry friction; shapes of all kinds that there are kernels for */
static void write_body(FILE *out, int seed, int *count, int number, int last) {
  static const char *const joints[] = {"hinge", "slide", "ball", "hinge"};
  int kind = number == 0 ? -1 : (int)uniform(seed, count, 0, 4),
      round = (int)uniform(seed, count, 0, 3);
  fprintf(out, "<body name='b%d' gravcomp='%g' pos='%g %g %g'>", number,
          uniform(seed, count, 0, 1) < 0.2 ? 0.5 : 0.0, uniform(seed, count, 0.1, 0.3),
          uniform(seed, count, -0.2, 0.2), number ? uniform(seed, count, -0.1, 0.1) : 0.4);
  if (number == 0) fputs("<freejoint/>", out);
  else if (kind == 2)
    fprintf(out, "<joint name='j%d' type='ball' damping='%g' range='0 %g' limited='%s'/>", number,
            uniform(seed, count, 0, 0.5), uniform(seed, count, 0.1, 0.5),
            uniform(seed, count, 0, 1) < 0.7 ? "true" : "false");
  else
    fprintf(out,
            "<joint name='j%d' type='%s' axis='%g %g 1' range='%g %g' limited='true' damping='%g' "
            "stiffness='%g' "
            "armature='0.01' frictionloss='%g'/>",
            number, joints[kind], uniform(seed, count, -1, 1), uniform(seed, count, -1, 1),
            uniform(seed, count, -0.6, -0.1), uniform(seed, count, 0.1, 0.6),
            uniform(seed, count, 0, 1), uniform(seed, count, 0, 5),
            uniform(seed, count, -0.2, 0.2) > 0 ? 0.3 : 0.0);
  if (number == 0)
    fprintf(out, "<geom type='box' size='0.1 0.08 0.05' mass='1' contype='2' conaffinity='1'/>");
  else if (round == 0)
    fprintf(out, "<geom type='sphere' size='%g' mass='0.5'/>", uniform(seed, count, 0.04, 0.1));
  else
    fprintf(out,
            "<geom type='capsule' size='0.04 %g' euler='%g %g 0' pos='0.1 0 0' mass='0.4' "
            "contype='4' conaffinity='5'/>",
            uniform(seed, count, 0.05, 0.15), uniform(seed, count, 0, 90),
            uniform(seed, count, 0, 90));
  if (number < last) write_body(out, seed, count, number + 1, last);
  fputs("</body>", out);
}

static rg_model *random_tree(int seed) {
  char *xml = NULL;
  size_t size = 0;
  int count = 0, bodies = 2 + (int)uniform(seed, &count, 0, 4);
  FILE *out = open_memstream(&xml, &size);
  fprintf(out,
          "<mujoco><option timestep='0.004' gravity='0 0.5 -9'/><default><geom friction='%g' "
          "condim='%d'/></default>"
          "<worldbody><geom type='plane' size='0 0 1' contype='7' conaffinity='7'/>",
          uniform(seed, &count, 0.1, 1.2), uniform(seed, &count, 0, 1) < 0.2 ? 1 : 3);
  write_body(out, seed, &count, 0, bodies);
  fputs("</worldbody></mujoco>", out);
  fclose(out);
  rg_model *model = parse(xml);
  free(xml);
  return model;
}

static void test_random_trees(void **state) {
  (void)state;
  tally sum = compare_many(random_tree, 24, 150);
  report("random trees", &sum);
  assert_true(sum.certified > 1000);
  assert_true(sum.same >= 0.98 * sum.steps);
}

/* --- bodies that turn alone --------------------------------------------------------------------------------------------- */

/* cylinders that fall on their rims, faces and sides, ellipsoids that roll: each from a place of its own */
static rg_model *rounded(int seed) {
  char xml[1024];
  int count = 0;
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='0.004'/><worldbody><geom type='plane' size='0 0 1' euler='%g "
           "0 0'/><body pos='0 0 .5' "
           "euler='%g %g 0'><freejoint/><geom type='%s' size='%g %g %g' "
           "mass='1'/></body></worldbody></mujoco>",
           uniform(seed, &count, 0, 10), seed % 5 == 0 ? 0.0 : uniform(seed, &count, 0, 180),
           seed % 5 == 0 ? 0.0 : uniform(seed, &count, 0, 180), seed % 2 ? "cylinder" : "ellipsoid",
           uniform(seed, &count, .1, .2), uniform(seed, &count, .05, .2),
           uniform(seed, &count, .05, .2));
  return parse(xml);
}

static void test_rounded(void **state) {
  (void)state;
  tally sum = compare_many(rounded, 20, 200);
  report("cylinders and ellipsoids", &sum);
  assert_true(sum.certified == sum.steps && sum.same >= 0.98 * sum.steps);
}

/* a few bodies on free joints and balls, off their centres, of several parts, which are thrown, turn fast and fall on the
   ground and on each other */
static rg_model *thrown(int seed) {
  char *xml = NULL;
  size_t size = 0;
  int count = 0, bodies = 1 + (int)uniform(seed, &count, 0, 4);
  FILE *out = open_memstream(&xml, &size);
  fprintf(out, "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='0 0 1'/>");
  for (int b = 0; b < bodies; b++) {
    int ball = uniform(seed, &count, 0, 1) < 0.25;
    fprintf(out,
            "<body pos='%g %g %g' euler='%g %g 0'>%s<geom type='capsule' size='0.05 %g' pos='%g 0 "
            "0.05' mass='%g'/>",
            0.25 * b, uniform(seed, &count, -0.1, 0.1), uniform(seed, &count, 0.3, 0.5),
            uniform(seed, &count, 0, 90), uniform(seed, &count, 0, 90),
            ball ? "<joint type='ball' pos='0 0 0.1' damping='0.01'/>" : "<freejoint/>",
            uniform(seed, &count, 0.05, 0.15), uniform(seed, &count, -0.1, 0.1),
            uniform(seed, &count, 0.1, 2));
    fprintf(out,
            "<body pos='0 0.1 0' euler='0 30 0'><geom type='sphere' size='0.06' "
            "mass='%g'/></body></body>",
            uniform(seed, &count, 0.1, 1));
  }
  fputs("</worldbody></mujoco>", out);
  fclose(out);
  rg_model *model = parse(xml);
  free(xml);
  return model;
}

/* a heap of bodies of all shapes, one or two each, that fall into a corner of two floors and onto each other */
static rg_model *heap(int seed) {
  static const char *const shapes[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};
  char *xml = NULL;
  size_t size = 0;
  int count = 0, bodies = 2 + (int)uniform(seed, &count, 0, 4);
  FILE *out = open_memstream(&xml, &size);
  fprintf(out,
          "<mujoco><option timestep='0.004'/><worldbody><geom type='plane' size='0 0 1'/><geom "
          "type='box' size='.3 .3 .1' "
          "pos='.2 0 0' euler='0 %g 0'/>",
          uniform(seed, &count, 0, 20));
  for (int b = 0; b < bodies; b++) {
    fprintf(out, "<body pos='%g %g %g' euler='%g %g 0'>%s", uniform(seed, &count, -0.1, 0.1),
            uniform(seed, &count, -0.1, 0.1), 0.4 + 0.3 * b, uniform(seed, &count, 0, 180),
            uniform(seed, &count, 0, 180), "<freejoint/>");
    for (int g = 0; g < 1 + (int)uniform(seed, &count, 0, 2); g++)
      fprintf(out, "<geom type='%s' size='%g %g %g' pos='%g 0 0' mass='%g' friction='%g'/>",
              shapes[(int)uniform(seed, &count, 0, 5)], uniform(seed, &count, .05, .12),
              uniform(seed, &count, .05, .12), uniform(seed, &count, .05, .12), 0.1 * g,
              uniform(seed, &count, 0.2, 1), uniform(seed, &count, 0.2, 1));
    fputs("</body>", out);
  }
  fputs("</worldbody></mujoco>", out);
  fclose(out);
  rg_model *model = parse(xml);
  free(xml);
  return model;
}

static void test_heaps(void **state) {
  (void)state;
  tally sum = compare_many(heap, 24, 150);
  report("heaps of all shapes", &sum);
  assert_true(sum.certified > 1000);
  assert_true(sum.same >= 0.95 * sum.steps);
}

/* an integrator and filters with limits, ahead and not, on a chain that hits the ground */
static void test_states(void **state) {
  (void)state;
  rg_model *model = parse(
      "<mujoco><option timestep='0.004'/><worldbody><geom type='plane' size='0 0 1'/><body pos='0 "
      "0 0.4'><joint name='a' "
      "axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 .3 0 0'/><body pos='.3 0 "
      "0'><joint name='b' axis='0 1 0' "
      "damping='.1'/><geom type='capsule' size='.04' fromto='0 0 0 .3 0 "
      "0'/></body></body></worldbody><actuator>"
      "<general joint='a' dyntype='integrator' gainprm='3' actlimited='true' actrange='-.2 .2'/>"
      "<general joint='a' dyntype='filter' dynprm='.05' gainprm='1' biastype='affine' biasprm='0 0 "
      "-.1'/>"
      "<general joint='b' dyntype='filterexact' dynprm='.02' gainprm='2' "
      "actearly='true'/></actuator></mujoco>");
  tally t = compare(model, -1, 300, 1, 3);
  report("states of actuators", &t);
  assert_true(t.same == 300 && t.certified == 300 && t.host == 0);
  /* and they go on by themselves as those of the threads do */
  double act[2][3];
  for (int b = 0; b < 2; b++) {
    rg_batch_options o = options_for(model);
    o.backend = b ? "threads" : "kernels";
    rg_batch *batch = make(model, &o);
    for (int a = 0; a < 3; a++) rg_batch_values(batch, RG_BATCH_CTRL, NULL)[a] = 0.5 + 0.1 * a;
    assert_int_equal(rg_batch_step(batch, 40, NULL), RG_OK);
    memcpy(act[b], rg_batch_values(batch, RG_BATCH_ACT, NULL), sizeof act[b]);
    rg_batch_free(batch);
  }
  for (int a = 0; a < 3; a++) assert_true(fabs(act[0][a] - act[1][a]) < 1e-13);
  assert_true(fabs(act[0][0] - 0.5 * 0.16) < 1e-12); /* dt sum of ctrl */
  rg_model_free(model);
}

static void test_thrown(void **state) {
  (void)state;
  tally sum = {0};
  for (int seed = 0; seed < 20; seed++) {
    rg_model *model = thrown(seed);
    rg_batch_options o = options_for(model);
    rg_batch *batch = make(model, &o);
    rg_sim *sim;
    int count = 0;
    assert_int_equal(rg_sim_new(&sim, model, &o.sim, NULL), RG_OK);
    rg_data *data = rg_sim_data(sim);
    const double *qvel = rg_batch_values(batch, RG_BATCH_QVEL, NULL),
                 *qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL);
    for (int i = 0; i < model->nv; i++) data->qvel[i] = uniform(seed + 100, &count, -6, 6);
    for (int k = 0; k < 100; k++) {
      double worst = 0;
      take_state(batch, model, data);
      if (rg_step(sim) != RG_SOLVED) break;
      assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
      for (int i = 0; i < model->nv; i++) worst = fmax(worst, fabs(qvel[i] - data->qvel[i]));
      for (int i = 0; i < model->nq; i++) worst = fmax(worst, fabs(qpos[i] - data->qpos[i]));
      sum.steps++;
      sum.same += worst <= SAME;
      sum.close += worst <= 1e3 * SAME;
      sum.worst = fmax(sum.worst, worst);
    }
    rg_batch_totals t = rg_batch_sum(batch);
    assert_int_equal(t.unsolved, 0);
    sum.certified += t.certified;
    sum.certified_worst = fmax(sum.certified_worst, t.certified_worst);
    sum.host += t.host;
    rg_sim_free(sim);
    rg_batch_free(batch);
    rg_model_free(model);
  }
  report("thrown bodies", &sum);
  assert_true(sum.steps > 1900 && sum.same >= 0.98 * sum.steps);
}

/* what turns freely keeps its energy to rounding, however it tumbles */
static void test_spinning(void **state) {
  (void)state;
  rg_model *model =
      parse("<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body><freejoint/><geom "
            "type='box' size='.3 .1 .02' mass='2'/></body></worldbody></mujoco>");
  rg_batch_options o = options_for(model);
  rg_batch *batch = make(model, &o);
  double *w = (double *)rg_batch_values(batch, RG_BATCH_QVEL, NULL) + 3, first = 0, least = 9;
  /* moments of a box about its axes: m (b^2 + c^2) / 3 in half sides */
  const double I[3] = {2 * (0.01 + 0.0004) / 3, 2 * (0.09 + 0.0004) / 3, 2 * (0.09 + 0.01) / 3};
  w[0] = 0.01, w[1] = 8, w[2] = 0.02; /* about the middle axis, which is not stable */
  for (int k = 0; k <= 500; k++) {
    double energy = 0.5 * (I[0] * w[0] * w[0] + I[1] * w[1] * w[1] + I[2] * w[2] * w[2]);
    if (k == 0) first = energy;
    assert_true(fabs(energy - first) < 1e-12 * first);
    least = fmin(least, w[1]);
    if (k < 500) assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  }
  assert_true(least < -7); /* it turned over */
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- sensors ------------------------------------------------------------------------------------------------------------ */

static int stop_at_touch(void *context, const rg_batch_moment *moment) {
  (void)context;
  return moment->sensordata[0] > 0;
}

/* sensors of positions, velocities, accelerations and contacts: those of the threads, whenever they are asked for */
static void test_sensors(void **state) {
  (void)state;
  enum { COUNT = 3 };
  rg_model *model = parse("<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='root' "
                          "pos='0 0 0.3'><freejoint/>"
                          "<geom name='ball' size='0.1'/><site name='s' size='0.2'/><body pos='0.3 "
                          "0 0'><joint name='h' axis='0 1 0' "
                          "damping='0.1'/><geom type='capsule' size='0.05 "
                          "0.1'/></body></body></worldbody><sensor><touch site='s'/>"
                          "<jointpos joint='h'/><jointvel joint='h'/><accelerometer "
                          "site='s'/><gyro site='s'/><framepos objtype='body' "
                          "objname='root'/><force site='s'/></sensor></mujoco>");
  rg_batch *batch[2];
  for (int b = 0; b < 2; b++) {
    rg_batch_options o = options_for(model);
    o.count = COUNT;
    o.backend = b ? "threads" : "kernels";
    batch[b] = make(model, &o);
    for (int i = 0; i < COUNT; i++)
      rg_batch_values(batch[b], RG_BATCH_QVEL, NULL)[i * model->nv] = 0.3 * i;
  }
  for (int call = 0; call < 12; call++) {
    int width, touched = 0;
    const double *mine = rg_batch_values(batch[0], RG_BATCH_SENSORDATA, &width);
    const double *theirs = rg_batch_values(batch[1], RG_BATCH_SENSORDATA, NULL);
    assert_int_equal(width, model->nsensordata);
    for (int k = 0; k < COUNT * width; k++)
      if (!(fabs(mine[k] - theirs[k]) <= 1e-7 * (1 + fabs(theirs[k]))))
        fail_msg("call %d, %d: %.12g, %.12g", call, k, mine[k], theirs[k]);
    for (int i = 0; i < COUNT; i++) touched += mine[i * width] > 0;
    assert_true(call < 11 || touched == COUNT);
    for (int b = 0; b < 2; b++) assert_int_equal(rg_batch_step(batch[b], 10, NULL), RG_OK);
  }
  /* and for conditions */
  for (int b = 0; b < 2; b++) {
    assert_int_equal(rg_batch_reset(batch[b], NULL, -1, NULL), RG_OK);
    assert_int_equal(rg_batch_step_until(batch[b], 500, stop_at_touch, NULL, NULL), RG_OK);
    assert_true(rg_batch_results(batch[b])[1].state == RG_BATCH_MET);
  }
  assert_int_equal(rg_batch_results(batch[0])[1].steps, rg_batch_results(batch[1])[1].steps);
  for (int b = 0; b < 2; b++) rg_batch_free(batch[b]);
  rg_model_free(model);
}

/* --- the larger room, and the host ------------------------------------------------------------------------------- */

/* a plate on so many small balls or boxes, and a hammer on it; `rough`: each with a friction of its own */
static rg_model *plate(int side, const char *shape, int rough) {
  char *xml = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&xml, &size);
  fputs("<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='0 0 1'/>"
        "<body pos='0 0 0.052'><freejoint/>",
        out);
  for (int k = 0; k < side * side; k++)
    fprintf(out, "<geom type='%s' size='0.05 0.05 0.05' pos='%g %g 0' mass='0.1' friction='%g'/>",
            shape, 0.2 * (k % side), 0.2 * (k / side), 1 + 0.01 * rough * k);
  fputs(
      "<body pos='0.3 0.3 0.1'><joint axis='1 0 0' damping='0.1'/><geom type='capsule' size='0.03' "
      "fromto='0 0 0.1 0 0.3 0.1' mass='0.5' contype='0' "
      "conaffinity='0'/></body></body></worldbody></mujoco>",
      out);
  fclose(out);
  rg_model *model = parse(xml);
  free(xml);
  return model;
}

static void test_many_contacts(void **state) {
  (void)state;
  /* of one plane the hull counts, of 25 balls as of 100 corners; not where frictions differ */
  for (int kind = 0; kind < 3; kind++) {
    rg_model *model = plate(5, kind == 1 ? "box" : "sphere", kind == 2);
    tally t = compare(model, -1, 60, 0, 1);
    report(kind == 1 ? "plate on 25 boxes" : "plate on 25 balls", &t);
    assert_int_equal(t.close, 60);
    assert_int_equal(t.host, 0);
    rg_model_free(model);
  }
  /* 100 corners that do not go together: more than any kernel has room for, so that the host does the step */
  rg_model *model = plate(5, "box", 1);
  rg_batch_options o = options_for(model);
  rg_batch *batch = make(model, &o);
  assert_int_equal(rg_batch_step(batch, 40, NULL), RG_OK);
  rg_batch_totals totals = rg_batch_sum(batch);
  assert_int_equal(totals.unsolved, 0);
  assert_true(totals.host >= 20);
  assert_int_equal(totals.certified, 40 - totals.host); /* the host's own are certified anyway */
  rg_batch_free(batch);
  rg_model_free(model);
}

/* Full random controls jam the humanoid between friction and limits, where Newton is lost now and then: the slower solve
   starts elsewhere, and leaves nothing to the host. */
static void test_slow(void **state) {
  (void)state;
  enum { COUNT = 32, STEPS = 120 };
  rg_model *model = load(RIGOR_SHARED_DATA "/models/mujoco/humanoid/humanoid.xml");
  if (!model) return;
  rg_batch_options o = options_for(model);
  o.count = COUNT;
  o.certify = STEPS;
  o.sim.solve.tol = 1e-8;
  rg_batch *batch = make(model, &o);
  assert_int_equal(rg_batch_reset(batch, NULL, -1, NULL), RG_OK);
  rg_batch_draw_controls(batch, 2, 1);
  assert_int_equal(rg_batch_step(batch, STEPS, NULL), RG_OK);
  rg_batch_totals totals = rg_batch_sum(batch);
  print_message("humanoids: %ld steps, %ld slow, %ld on the host, worst %.1e\n", totals.steps,
                totals.slow, totals.host, totals.worst);
  assert_int_equal(totals.steps, COUNT * STEPS);
  assert_int_equal(totals.unsolved, 0);
  assert_true(totals.slow > 0 && totals.slow < totals.steps / 20);
  assert_true(totals.host <= 2);
  assert_true(totals.worst <= 1e-8 && totals.certified_worst <= 1e-8);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- actuators and tendons in closed form ------------------------------------------------------------------------ */

/* two masses on one rail, a tendon that limits the sum of their ways, motors, a servo with a limit of its force */
static void test_rail(void **state) {
  (void)state;
  rg_model *model =
      parse("<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody>"
            "<body><joint name='a' type='slide' axis='1 0 0'/><geom size='0.1' mass='2' "
            "contype='0' conaffinity='0'/></body>"
            "<body><joint name='b' type='slide' axis='1 0 0'/><geom size='0.1' mass='1' "
            "contype='0' conaffinity='0'/></body>"
            "</worldbody><tendon><fixed name='sum' limited='true' range='-1 0.5'><joint joint='a' "
            "coef='1'/>"
            "<joint joint='b' coef='1'/></fixed></tendon><actuator><motor joint='a' gear='2'/>"
            "<position joint='b' kp='100' forcerange='-4 4'/></actuator></mujoco>");
  rg_batch_options o = options_for(model);
  rg_batch *batch = make(model, &o);
  double *ctrl = rg_batch_values(batch, RG_BATCH_CTRL, NULL),
         *qvel = rg_batch_values(batch, RG_BATCH_QVEL, NULL);
  const double *qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL);
  ctrl[0] = 3;
  ctrl[1] = 1;
  assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
  assert_true(fabs(qvel[0] - 0.01 * 6 / 2) < 1e-15 && fabs(qvel[1] - 0.01 * 4) < 1e-15);
  assert_int_equal(rg_batch_step(batch, 99, NULL), RG_OK);
  assert_true(fabs(qpos[0] + qpos[1] - 0.5) < 1e-9); /* at the limit */
  rg_batch_free(batch);
  rg_model_free(model);
}

/* parent and child touch where the option says so: a slide with a ball is pulled into the ball that it hangs on, and stops
   where the radii say. In the model they pass through each other. */
static void test_parents(void **state) {
  (void)state;
  rg_model *model =
      parse("<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='0 0 1'/><body "
            "pos='0 0 1'><freejoint/><geom size='.1' mass='1'/><body pos='.25 0 0'><joint name='s' "
            "axis='1 0 0' type='slide'/><geom size='.1' mass='1'/></body></body></worldbody>"
            "<actuator><motor joint='s' gear='-20' ctrlrange='-1 1'/></actuator></mujoco>");
  for (int touch = -1; touch < 2; touch++) {
    rg_batch_options o = options_for(model);
    o.sim.parents_touch = touch;
    rg_batch *batch = make(model, &o);
    rg_batch_values(batch, RG_BATCH_CTRL, NULL)[0] = 1;
    double least = 1;
    for (int k = 0; k < 60; k++) {
      assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
      least = fmin(least, 0.25 + rg_batch_values(batch, RG_BATCH_QPOS, NULL)[7]);
    }
    rg_batch_totals totals = rg_batch_sum(batch);
    if (touch == 1) assert_true(fabs(least - 0.2) < 1e-8);
    else assert_true(least < 0); /* through, and out on the other side */
    assert_true(totals.certified > 0 || touch != 1);
    rg_batch_free(batch);
  }
  rg_model_free(model);
}

/* --- certified again ------------------------------------------------------------------------------------------------- */

/* A box that slides. The host's model is made when it is asked first: where the model's friction or filters were changed
   behind its back, kernels and host are not of one mind. */
static rg_model *sliding_box(void) {
  return parse(
      "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 0.1'><joint type='slide' "
      "axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='ball'/><geom type='box' "
      "size='.1 .1 .1' "
      "friction='.5'/></body></worldbody></mujoco>");
}

static void test_refuted(void **state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    rg_model *model = sliding_box();
    rg_batch_options o = options_for(model);
    o.sim.on_failure = kind == 3 ? RG_ON_FAILURE_CONTINUE : RG_ON_FAILURE_STOP;
    for (int g = 0; g < 2 && kind == 2; g++) model->geom_contype[g] = 0;
    rg_batch *batch = make(model, &o);
    double *qvel = rg_batch_values(batch, RG_BATCH_QVEL, NULL),
           *qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL);
    qvel[0] = 1;
    qvel[1] = -0.1;
    if (kind == 0 || kind == 3) model->geom_friction[0] = model->geom_friction[3] = 0.25;
    else
      for (int g = 0; g < 2; g++) model->geom_contype[g] = kind == 2;
    assert_int_equal(rg_batch_step(batch, 5, NULL), RG_OK);
    rg_batch_totals totals = rg_batch_sum(batch);
    const rg_batch_result *r = rg_batch_results(batch);
    assert_true(strstr(rg_batch_reason(batch, 0), "certified again"));
    assert_int_equal(r->status, RG_STALLED);
    if (kind == 3) { /* counted, and gone over */
      assert_true(totals.refuted == 5 && totals.unsolved == 5 && r->steps == 5);
      assert_int_equal(r->state, RG_BATCH_RUNS);
    } else { /* the state is that before the step */
      assert_true(totals.refuted == 1 && totals.unsolved == 1 && r->steps == 0 &&
                  totals.steps == 0);
      assert_int_equal(r->state, RG_BATCH_FAILED);
      assert_true(qvel[0] == 1 && qvel[1] == -0.1 && qpos[0] == 0);
    }
    if (kind == 1)
      assert_true(strstr(rg_batch_reason(batch, 0), "the host has 0 rows and 0 contacts"));
    if (kind == 2)
      assert_true(totals.certified_worst > 1e-3); /* a contact that the kernels missed */
    rg_batch_free(batch);
    rg_model_free(model);
  }
}

/* one step in `certify` of every simulation, in calls of any length */
static void test_samples(void **state) {
  (void)state;
  enum { COUNT = 5, STEPS = 640 };
  rg_model *model = load(RIGOR_SOURCE_DIR "/models/quadruped.xml");
  static const int every[] = {0, 1, 2, 7, 64}, call[] = {1, 10, 640};
  for (int e = 0; e < 5; e++)
    for (int c = 0; c < 3; c++) {
      rg_batch_options o = options_for(model);
      o.count = COUNT;
      o.certify = (unsigned)every[e];
      rg_batch *batch = make(model, &o);
      assert_int_equal(rg_batch_reset(batch, NULL, 0, NULL), RG_OK);
      for (int k = 0; k < STEPS; k += call[c])
        assert_int_equal(rg_batch_step(batch, call[c], NULL), RG_OK);
      rg_batch_totals totals = rg_batch_sum(batch);
      long least = every[e] ? COUNT * (STEPS / every[e]) : 0;
      assert_true(totals.certified >= least && totals.certified <= least + COUNT);
      assert_true(totals.refuted == 0 && totals.uncertified == 0 && totals.unsolved == 0);
      rg_batch_free(batch);
    }
  rg_model_free(model);
}

/* contacts on request, with parameters as well: the ball presses with its own weight */
static void test_contacts(void **state) {
  (void)state;
  rg_model *model = parse(
      "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 0.1'><joint type='slide' "
      "axis='0 0 1'/><geom size='.1' mass='2'/></body></worldbody></mujoco>");
  rg_batch_options o = options_for(model);
  o.count = 3;
  rg_batch *batch = make(model, &o);
  double *mass = rg_batch_parameter(batch, "mass", NULL, NULL);
  for (int i = 0; i < 3; i++) mass[model->nbody * i + 1] = 1 + i;
  assert_int_equal(rg_batch_reset(batch, NULL, -1, NULL), RG_OK);
  assert_int_equal(rg_batch_step(batch, 10, NULL), RG_OK);
  for (int i = 2; i >= 0; i--) {
    const rg_step_contact *contact;
    assert_int_equal(rg_batch_contacts(batch, i, &contact), 1);
    assert_true(fabs(contact->impulse[0] - (1 + i) * 9.81 * model->option.timestep) < 1e-9);
  }
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- parameters of single simulations --------------------------------------------------------------------------- */

/* the kernels with other masses, sizes, friction and gravity, against the threads with the same */
static void test_parameters(void **state) {
  (void)state;
  enum { COUNT = 6 };
  rg_model *model = load(RIGOR_SOURCE_DIR "/models/quadruped.xml");
  rg_batch_options o = options_for(model);
  rg_batch *batch[2];
  static const char *const names[] = {"mass", "inertia", "friction", "gravity",
                                      "gain", "bias",    "damping"};
  o.count = COUNT;
  for (int b = 0; b < 2; b++) {
    o.backend = b ? "threads" : "kernels";
    batch[b] = make(model, &o);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
      int width;
      double *values = rg_batch_parameter(batch[b], names[n], &width, NULL);
      for (int k = 0; k < COUNT * width; k++)
        values[k] *= 1 + 0.2 * rg_batch_draw(n, (uint64_t)(k / width), 0, 0);
    }
    double *size = rg_batch_parameter(batch[b], "size", NULL, NULL);
    for (int i = 0; i < COUNT; i++)
      for (int g = 0; g < model->ngeom; g++)
        if (model->geom_type[g] == RG_GEOM_SPHERE) size[3 * (i * model->ngeom + g)] *= 1 + 0.05 * i;
    assert_int_equal(rg_batch_reset(batch[b], NULL, 0, NULL), RG_OK);
    assert_int_equal(rg_batch_step(batch[b], 60, NULL), RG_OK);
  }
  const double *a = rg_batch_values(batch[0], RG_BATCH_QPOS, NULL);
  const double *c = rg_batch_values(batch[1], RG_BATCH_QPOS, NULL);
  for (int k = 0; k < COUNT * model->nq; k++)
    if (!(fabs(a[k] - c[k]) < 1e-9)) fail_msg("%d: %.12g, %.12g", k, a[k], c[k]);
  assert_true(fabs(a[2] - a[model->nq + 2]) > 1e-6); /* and they do differ */
  for (int b = 0; b < 2; b++) rg_batch_free(batch[b]);
  rg_model_free(model);
}

/* bits do not depend on the number of simulations, on threads or on portions */
static void test_kernel_bits(void **state) {
  (void)state;
  rg_model *model = load(RIGOR_SOURCE_DIR "/models/quadruped.xml");
  rg_batch_options o = options_for(model);
  double first[64];
  o.certify = 0;
  for (int kind = 0; kind < 3; kind++) {
    o.count = kind == 0 ? 1 : 5;
    o.threads = 1 + kind;
    rg_batch *batch = make(model, &o);
    assert_int_equal(rg_batch_reset(batch, NULL, 0, NULL), RG_OK);
    rg_batch_draw_controls(batch, 3, 4);
    for (int k = 0; k < 100; k += kind == 1 ? 10 : 100)
      assert_int_equal(rg_batch_step(batch, kind == 1 ? 10 : 100, NULL), RG_OK);
    const double *qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL);
    if (kind == 0) memcpy(first, qpos, (size_t)model->nq * sizeof *first);
    assert_memory_equal(first, qpos, (size_t)model->nq * sizeof *first);
    rg_batch_free(batch);
  }
  rg_model_free(model);
}

/* a state that is not finite stops one simulation alone */
static void test_failure(void **state) {
  (void)state;
  rg_model *model = load(RIGOR_SOURCE_DIR "/models/quadruped.xml");
  rg_batch_options o = options_for(model);
  o.count = 3;
  rg_batch *batch = make(model, &o);
  rg_batch_values(batch, RG_BATCH_QVEL, NULL)[model->nv + 2] = (double)NAN;
  assert_int_equal(rg_batch_step(batch, 10, NULL), RG_OK);
  const rg_batch_result *r = rg_batch_results(batch);
  assert_int_equal(r[1].state, RG_BATCH_FAILED);
  assert_int_equal(r[1].status, RG_BAD_INPUT);
  assert_string_equal(rg_batch_reason(batch, 1), "qvel is not finite");
  assert_int_equal(r[0].steps, 10);
  assert_int_equal(r[2].steps, 10);
  assert_int_equal(rg_batch_sum(batch).unsolved, 1);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* --- what there is no kernel for ---------------------------------------------------------------------------------- */

static void refuse(const char *body, const char *rest, rg_integrator integrator, const char *word) {
  char xml[2048], text[1024];
  rg_batch *batch;
  rg_error error;
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='root' pos='0 0 "
           "1'>%s</body></worldbody>%s</mujoco>",
           body, rest);
  rg_model *model = parse(xml);
  rg_batch_options o = options_for(model);
  o.sim.integrator = integrator;
  assert_int_equal(rg_batch_new(&batch, model, &o, &error), RG_BAD_INPUT);
  if (!strstr(rg_error_text(&error, text, sizeof text), word)) fail_msg("%s", text);
  rg_model_free(model);
}

static void test_refusals(void **state) {
  (void)state;
  const char *ball = "<joint name='h'/><geom size='0.1'/>";
  refuse(ball, "", RG_MIDPOINT, "euler, not midpoint");
  refuse("<joint/><geom type='mesh' mesh='m'/><body><joint/><geom size='.1'/><body><joint/><geom "
         "type='box' size='.1 .1 .1'/></body></body>",
         "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>", RG_EULER,
         "plane and mesh");
  refuse(ball, "<custom><numeric name='rigor.restitution' data='0.5'/></custom>", RG_EULER,
         "bounces");
  refuse(ball, "<custom><numeric name='rigor.drive:h' data='0.5'/></custom>", RG_EULER, "drive");
  refuse(ball, "<equality><connect body1='root' anchor='0 0 0'/></equality>", RG_EULER,
         "loop closure");
  rg_model *model = NULL;
  rg_batch *batch;
  rg_error error;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/stack10.xml", NULL, NULL),
                   RG_OK);
  rg_batch_options o = options_for(model);
  assert_int_equal(rg_batch_new(&batch, model, &o, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "room for 32"));
  o.backend = "auto"; /* threads take it */
  assert_int_equal(rg_batch_new(&batch, model, &o, &error), RG_OK);
  assert_string_equal(rg_batch_backend(batch), "threads");
  rg_batch_free(batch);
  rg_model_free(model);
}

/* 1 where the kernels take the options; 0 where they name the option that they do not read */
static int takes(const rg_model *model, const rg_sim_options *sim, const char *name) {
  rg_batch_options o = options_for(model);
  rg_batch *batch;
  rg_error error;
  char text[1024];
  o.sim = *sim;
  rg_status status = rg_batch_new(&batch, model, &o, &error);
  rg_batch_free(batch);
  if (status == RG_OK) return 1;
  assert_int_equal(status, RG_BAD_INPUT);
  if (!strstr(rg_error_text(&error, text, sizeof text), name)) fail_msg("%s: %s", name, text);
  /* auto goes to the threads, which read it (corners in the plane alone) */
  if (sim->exact_corners) return 0;
  o.backend = "auto";
  if (rg_batch_new(&batch, model, &o, &error))
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  assert_string_equal(rg_batch_backend(batch), "threads");
  rg_batch_free(batch);
  return 0;
}

/* Every option has a value of its own here: it is read, or refused with its name. */
static void test_options(void **state) {
  (void)state;
  rg_model *model = load(RIGOR_SOURCE_DIR "/models/quadruped.xml");
  rg_sim_options usual = options_for(model).sim, o;
#define TRY(field, value, taken, name)                                                             \
  o = usual;                                                                                       \
  o.field = value;                                                                                 \
  if (takes(model, &o, name) != taken) fail_msg("%s: taken %d", name, !taken);
  TRY(dt, 0.003, 1, "dt")
  TRY(solve.tol, 1e-9, 1, "tol")
  TRY(solve.aim, 1e-11, 1, "aim")
  TRY(solve.threads, 2, 1, "threads")
  TRY(friction, 0.3, 1, "friction")
  TRY(push, 0.1, 1, "push")
  TRY(parents_touch, 0, 1, "parents_touch")
  TRY(on_failure, RG_ON_FAILURE_CONTINUE, 1, "on_failure")
  TRY(halvings, 3, 1, "halvings") /* of the host's steps */
  TRY(sweep, 0, 1, "sweep")
  TRY(gap_accuracy, 0, 1, "gap_accuracy")
  TRY(reserve, 1 << 20, 1, "reserve")
  TRY(threads, 2, 1, "threads")
  /* of loops, and of another way with overlaps: what has these is refused */
  TRY(closures, RG_STABILIZE_TARGET, 1, "closures")
  TRY(relax_period, 0.1, 1, "relax_period")
  TRY(relax_damping, 0.5, 1, "relax_damping")

  TRY(integrator, RG_MOREAU, 0, "integrator")
  TRY(coordinates, RG_REDUNDANT, 0, "coordinates")
  TRY(contacts, RG_STABILIZE_NONE, 0, "stabilize")
  TRY(restitution, 0.5, 0, "restitution")
  TRY(restitution_law, RG_RESTITUTION_NEWTON, 0, "restitution_law")
  TRY(solve.solver, "newton", 0, "solver")
  TRY(solve.split, RG_SPLIT_ANY, 0, "split")
  TRY(solve.law.law, RG_LAW_PYRAMID, 0, "law")
  TRY(solve.law.directions, 4, 0, "directions")
  TRY(solve.law.aligned, 0, 0, "unaligned")
  TRY(solve.law.angle, 0.1, 0, "angle")
  TRY(solve.law.phantom, 2, 0, "phantom")
  TRY(solve.law.mu_static, 2, 0, "static")
  TRY(solve.law.threshold, 1e-2, 0, "threshold")
  TRY(solve.law.lateral, 1, 0, "lateral")
  TRY(solve.law.repeats, 7, 0, "repeats")
  TRY(solve.max_iterations, 3, 0, "max_iterations")
  TRY(solve.max_seconds, 1, 0, "max_seconds")
  TRY(solve.trace, 1, 0, "trace")
  TRY(solve.islands, 0, 0, "islands")
  TRY(law_memory, 1, 0, "law_memory")
  TRY(contact_rates, 1, 0, "contact_rates")
  TRY(accuracy, 1e-3, 0, "accuracy")
  TRY(warm_start, 0, 0, "warm_start")
  TRY(exact_corners, 1, 0, "exact_corners")
  TRY(step_iterations, 5, 0, "step_iterations")
  TRY(implicit_rounds, 5, 0, "implicit_rounds")
  TRY(implicit_tol, 1e-5, 0, "implicit_tol")
  TRY(most_contacts, 5, 0, "most_contacts")
#undef TRY
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quadruped),     cmocka_unit_test(test_ant_and_cheetah),
      cmocka_unit_test(test_humanoid),      cmocka_unit_test(test_random_trees),
      cmocka_unit_test(test_many_contacts), cmocka_unit_test(test_slow),
      cmocka_unit_test(test_rail),          cmocka_unit_test(test_parents),
      cmocka_unit_test(test_rounded),       cmocka_unit_test(test_heaps),
      cmocka_unit_test(test_states),        cmocka_unit_test(test_sensors),
      cmocka_unit_test(test_thrown),        cmocka_unit_test(test_spinning),
      cmocka_unit_test(test_refuted),       cmocka_unit_test(test_samples),
      cmocka_unit_test(test_contacts),      cmocka_unit_test(test_parameters),
      cmocka_unit_test(test_kernel_bits),   cmocka_unit_test(test_failure),
      cmocka_unit_test(test_refusals),      cmocka_unit_test(test_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
