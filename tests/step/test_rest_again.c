/* Islands at rest go on with their last impulses: no iterations, the same certificate, the same
   motion and the same split as if every step were solved, and the same bits after a checkpoint.
   What changes ends it. */
#include "record/scratch.h"
#include "step/sim.h"
#include "step/simulate.h"

static rg_sim *sim_of(const rg_model *model, const rg_sim_options *options) {
  rg_sim *sim = NULL;
  rg_error error;
  if (rg_sim_new(&sim, model, options, &error) != RG_OK) fail_msg("%s", error.reason);
  return sim;
}

static void step(rg_sim *sim) {
  rg_status status = rg_step(sim);
  if (status != RG_SOLVED) fail_msg("%s: %s", rg_status_text(status), rg_sim_report(sim)->reason);
}

static void steps(rg_sim *sim, int count) {
  for (int k = 0; k < count; k++) step(sim);
}

/* of so many steps, those without an iteration; what these promise is checked beside the
   simulation */
static int steps_at_rest(rg_sim *sim, int count) {
  int resting = 0;
  for (int k = 0; k < count; k++) {
    step(sim);
    const rg_step_report *report = rg_sim_report(sim);
    assert_at_most("natural map", report->certificate.law_residual, 1e-12);
    assert_int_equal(report->solves, 1);
    if (report->iterations) continue;
    resting++;
    if (resting % 50) continue;
    rg_certificate other;
    assert_int_equal(rg_certify(rg_sim_problem(sim), rg_sim_impulse(sim), NULL, &other, NULL),
                     RG_OK);
    assert_at_most("natural map by A", other.law_residual, 1.1e-12);
    assert_near("reference", report->certificate.reference, other.reference,
                1e-12 * other.reference);
  }
  return resting;
}

/* --- rest ------------------------------------------------------------------------------------- */

static void nothing_is_solved(const char *file, rg_coordinates coordinates) {
  enum { STEPS = 1000 };
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  options.coordinates = coordinates;
  rg_sim *sim = sim_of(model, &options);
  steps(sim, 100);
  int resting = steps_at_rest(sim, STEPS);
  print_message("%s: %d of %d steps without an iteration\n", file, resting, STEPS);
  assert_at_least("share of steps at rest", (double)resting / STEPS, 0.9);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void rest_needs_no_solver(void **state) {
  (void)state;
  nothing_is_solved("stack10.xml", RG_MINIMAL);
  nothing_is_solved("incline_25.xml", RG_MINIMAL);
  nothing_is_solved("quadruped.xml", RG_MINIMAL);
  nothing_is_solved("acc_cube.xml", RG_MINIMAL);
}

static void in_all_coordinates(void **state) {
  (void)state;
  nothing_is_solved("incline_25.xml", RG_REDUNDANT);
  nothing_is_solved("incline_25.xml", RG_EMBEDDED);
  nothing_is_solved("quadruped.xml", RG_EMBEDDED);
}

/* ten boxes of equal mass: each corner under the k-th from the top carries k m g dt / 4,
   straight up, and stays so */
static void keeps_the_split(void **state) {
  (void)state;
  scene s = scene_start("stack10.xml", NULL, NULL);
  scene_run(&s, seconds_of(8, 2));
  const rg_step_contact *contact;
  int n = rg_sim_contacts(s.sim, &contact);
  double dt = rg_sim_used_options(s.sim)->dt, mass = s.model->body_mass[1];
  assert_int_equal(n, 40);
  for (int i = 0; i < n; i++) {
    int a = contact[i].contact.body1, b = contact[i].contact.body2, lower = a < b ? a : b;
    double load = (10 - lower) * mass * GRAVITY * dt / 4;
    assert_near("load", contact[i].impulse[0], load, 1e-8 * load);
    assert_near("friction", hypot(contact[i].impulse[1], contact[i].impulse[2]), 0, 1e-8 * load);
  }
  scene_end(&s);
}

/* the same with every step solved */
static void moves_as_if_solved(void **state) {
  (void)state;
  static const char *const files[] = {"stack10.xml", "incline_26_5.xml", "quadruped.xml"};
  for (int f = 0; f < 3; f++) {
    scene a = scene_start(files[f], NULL, NULL), b = scene_start(files[f], NULL, NULL);
    b.sim->rest.off = 1;
    run_watch with = scene_run(&a, 2), without = scene_run(&b, 2);
    double apart = 0;
    for (int i = 0; i < a.model->nq; i++)
      apart = fmax(apart, fabs(scene_qpos(&a)[i] - scene_qpos(&b)[i]));
    print_message("%s: %.3g apart, natural map %.3g, %.3g where all is solved\n", files[f], apart,
                  with.natural_map, without.natural_map);
    assert_at_most("way apart", apart, 1e-12);
    assert_at_most("speed", scene_speed(&a), 1e-12);
    assert_at_most("penetration", with.penetration, without.penetration + 1e-13);
    scene_end(&a);
    scene_end(&b);
  }
}

/* --- beside something that moves
   --------------------------------------------------------------- */

static const char apart_xml[] =
    "<mujoco><option timestep='0.001' gravity='0 0 -9.81'/><worldbody>"
    "<geom type='plane' size='50 50 1' friction='0.3 0 0'/>"
    "<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='1'/></body>"
    "<body pos='0 0 0.3'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='3'/></body>"
    "<body pos='5 0 0.05'><freejoint/><geom type='box' size='0.2 0.2 0.05' mass='2' "
    "friction='0.3 0 0'/></body></worldbody></mujoco>";

static void one_island_slides(void **state) {
  (void)state;
  rg_model *model = scene_parse(apart_xml);
  rg_sim *sim = sim_of(model, NULL);
  double *v = rg_sim_data(sim)->qvel, *q = rg_sim_data(sim)->qpos;
  steps(sim, 20);
  v[12] = 3;
  int held = 0, ordinary = 0;
  for (int k = 0; k < 500; k++) {
    step(sim);
    const rg_rest *rest = &sim->rest;
    assert_int_equal(rest->count, 2);
    held += rest->held[0];
    assert_false(rest->held[1]);
    ordinary += rg_sim_report(sim)->iterations > 0;
    assert_at_most("natural map", rg_sim_report(sim)->certificate.law_residual, 1e-10);
    assert_at_most("problem against motion", rg_sim_report(sim)->certificate.dynamics, 1e-10);
  }
  assert_true(held > 450);
  assert_true(ordinary > 450);
  assert_near("speed of what slides", v[12], 3 - 0.3 * GRAVITY * 0.5, 1e-9);
  for (int i = 0; i < 12; i++) assert_near("speed of what rests", v[i], 0, 1e-12);
  assert_near("height of what rests", q[9], 0.3, 1e-12);

  /* the problem and the impulses are those of all bodies */
  const rg_problem *problem = rg_sim_problem(sim);
  rg_certificate certificate;
  assert_int_equal(problem->contacts, 12);
  assert_int_equal(rg_certify(problem, rg_sim_impulse(sim), NULL, &certificate, NULL), RG_OK);
  assert_at_most("natural map of all", certificate.law_residual, 1e-10);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* --- what ends it
   ------------------------------------------------------------------------------ */

static const char block_xml[] =
    "<mujoco><option timestep='0.001' gravity='0 0 -9.81'/><worldbody>"
    "<geom type='plane' size='50 50 1' friction='0.3 0 0'/>"
    "<body pos='0 0 0.05'><freejoint/><geom type='box' size='0.2 0.2 0.05' mass='2' "
    "friction='0.3 0 0'/></body></worldbody></mujoco>";

/* a force that grows slowly is felt from its first newton on, and moves the block where it
   exceeds mu m g */
static void a_growing_force(void **state) {
  (void)state;
  enum { STEPS = 400 };
  rg_model *model = scene_parse(block_xml);
  rg_sim *sim = sim_of(model, NULL);
  double limit = 0.3 * 2 * GRAVITY, *v = rg_sim_data(sim)->qvel, speed = 0;
  steps(sim, 50);
  assert_int_equal(rg_sim_report(sim)->iterations, 0);
  for (int k = 0; k < STEPS; k++) {
    const rg_step_contact *contact;
    double force = limit * (0.9 + 0.2 * k / STEPS), sum[3] = {0};
    rg_sim_data(sim)->qfrc_applied[0] = force;
    step(sim);
    speed += 1e-3 * fmax(0, force - limit) / 2;
    int n = rg_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++)
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
          sum[b] += contact[i].impulse[a] * contact[i].contact.frame[3 * a + b];
    assert_near("friction", fabs(sum[0]), 1e-3 * fmin(force, limit), 1e-12);
    assert_near("speed", v[0], speed, 1e-11);
  }
  rg_sim_free(sim);
  rg_model_free(model);
}

/* a new friction, another tolerance, a push, a block put elsewhere */
static void changes_are_solved(void **state) {
  (void)state;
  rg_model *model = scene_parse(block_xml);
  rg_sim *sim = sim_of(model, NULL);
  rg_sim_options other = *rg_sim_used_options(sim);
  steps(sim, 50);
  assert_true(sim->rest.all);
  other.friction = 0.5;
  assert_int_equal(rg_sim_change(sim, &other, NULL), RG_OK);
  step(sim);
  assert_false(sim->rest.all);
  steps(sim, 10);
  assert_true(sim->rest.all);
  rg_sim_data(sim)->qvel[0] = 1e-6;
  step(sim);
  assert_false(sim->rest.all);
  assert_near("speed", rg_sim_data(sim)->qvel[0], 0, 1e-12);
  steps(sim, 10);
  assert_true(sim->rest.all);
  rg_sim_data(sim)->qpos[0] += 1e-6;
  step(sim);
  assert_false(sim->rest.all);

  /* cold starts find nothing to go on with */
  other.warm_start = 0;
  rg_sim *cold = sim_of(model, &other);
  for (int k = 0; k < 50; k++) {
    step(cold);
    assert_true(rg_sim_report(cold)->iterations > 0);
  }
  rg_sim_free(cold);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* --- checkpoints
   ------------------------------------------------------------------------------- */

/* saved after every so many steps, some at rest and, after a push, some solved: the other one goes on with
   the same bits */
static void resumes_at_rest(void **state) {
  (void)state;
  char path[256];
  rg_error error;
  rg_model *model = scene_model("stack10.xml");
  rg_sim *whole = sim_of(model, NULL), *part = sim_of(model, NULL);
  snprintf(path, sizeof path, "%s", scratch_path("rest.json"));
  int resting = 0, solved = 0;
  for (int k = 0; k < 300; k++) {
    if (k % 50 == 25) rg_sim_data(whole)->qvel[6] = rg_sim_data(part)->qvel[6] = 1e-3;
    step(whole);
    step(part);
    const rg_step_report *a = rg_sim_report(whole), *b = rg_sim_report(part);
    resting += a->iterations == 0, solved += a->iterations > 0;
    assert_int_equal(a->iterations, b->iterations);
    assert_memory_equal(&a->certificate, &b->certificate, sizeof a->certificate);
    assert_memory_equal(rg_sim_data(whole)->qpos, rg_sim_data(part)->qpos,
                        (size_t)model->nq * sizeof(double));
    assert_memory_equal(rg_sim_data(whole)->qvel, rg_sim_data(part)->qvel,
                        (size_t)model->nv * sizeof(double));
    if (k % 7) continue;
    assert_int_equal(rg_sim_save(part, path, &error), RG_OK);
    rg_sim_free(part);
    part = sim_of(model, NULL);
    assert_int_equal(rg_sim_load(part, path, &error), RG_OK);
  }
  assert_true(resting > 200);
  assert_true(solved > 1);

  /* with other options the next step is solved */
  rg_sim_options other = scene_options(model);
  other.solve.tol = 1e-9;
  assert_true(whole->rest.all);
  assert_int_equal(rg_sim_save(whole, path, &error), RG_OK);
  rg_sim_free(part);
  part = sim_of(model, &other);
  assert_int_equal(rg_sim_load(part, path, &error), RG_OK);
  step(part);
  assert_true(rg_sim_report(part)->iterations > 0);
  rg_sim_free(part);
  rg_sim_free(whole);
  rg_model_free(model);
}

/* --- steps that change nothing ---------------------------------------------------------------------- */

static void expect_same_step(rg_sim *a, rg_sim *b) {
  const rg_step_report *x = rg_sim_report(a), *y = rg_sim_report(b);
  const rg_model *m = rg_sim_model(a);
  const rg_data *p = rg_sim_data(a), *q = rg_sim_data(b);
  const rg_step_contact *c, *d;
  assert_true(x->step == y->step && x->time == y->time && p->time == q->time);
  assert_true(x->contacts == y->contacts && x->rows == y->rows && x->solves == y->solves);
  assert_true(x->iterations == y->iterations && x->penetration == y->penetration);
  assert_true(x->closure == y->closure && x->work == y->work);
  assert_memory_equal(&x->certificate, &y->certificate, sizeof x->certificate);
  assert_memory_equal(&x->balance, &y->balance, sizeof x->balance);
  assert_memory_equal(p->qpos, q->qpos, (size_t)m->nq * sizeof(double));
  assert_memory_equal(p->qvel, q->qvel, (size_t)m->nv * sizeof(double));
  if (m->nact) assert_memory_equal(p->act, q->act, (size_t)m->nact * sizeof(double));
  if (m->nsensordata)
    assert_memory_equal(p->sensordata, q->sensordata, (size_t)m->nsensordata * sizeof(double));
  int n = rg_sim_contacts(a, &c);
  assert_int_equal(n, rg_sim_contacts(b, &d));
  for (int k = 0; k < n; k++) {
    assert_memory_equal(c[k].impulse, d[k].impulse, sizeof c->impulse);
    assert_memory_equal(c[k].velocity, d[k].velocity, sizeof c->velocity);
  }
}

/* what may come from outside, in both: a push, a force next to nothing, another control, another place, other options, a start
   anew, a settled start */
static void disturb(rg_sim *sim, int what) {
  rg_data *data = rg_sim_data(sim);
  const rg_model *m = rg_sim_model(sim);
  rg_sim_options other = *rg_sim_used_options(sim);
  switch (what) {
  case 0: data->qvel[m->nv - 1] += 1e-3; break;
  case 1: data->xfrc_applied[6 * (m->nbody - 1) + 5] = 1e-9; break;
  case 2: data->qfrc_applied[m->nv - 1] = 1e-12; break;
  case 3:
    if (m->nactuator) data->ctrl[0] += 1e-6;
    break;
  case 4: data->qpos[2] += 1e-13; break;
  case 5:
    other.solve.tol = 1e-9;
    assert_int_equal(rg_sim_change(sim, &other, NULL), RG_OK);
    break;
  case 6: rg_sim_surface(sim)[1] = 1e-12; break;
  case 7: assert_int_equal(rg_sim_settle(sim, NULL, NULL), RG_OK); break;
  default: assert_int_equal(rg_sim_reset(sim, m->nkey ? 0 : -1, NULL), RG_OK); break;
  }
}

/* one simulation leaves steps out, the other one does them all: nobody can tell */
static void standing_changes_nothing(void **state) {
  (void)state;
  static const char *const scenes[] = {"stack10.xml",  "quadruped.xml",  "gripper.xml",
                                       "acc_cube.xml", "incline_25.xml", "four_bar_foot.xml"};
  long left_out = 0, all = 0;
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
    rg_model *model = scene_model(scenes[k]);
    rg_sim *one = sim_of(model, NULL), *other = sim_of(model, NULL);
    rg_sim_reset(one, model->nkey ? 0 : -1, NULL), rg_sim_reset(other, model->nkey ? 0 : -1, NULL);
    for (int j = 0; j < 1200; j++, all++) {
      if (j % 120 == 119) disturb(one, j / 120), disturb(other, j / 120);
      other->standing.steps = 0;
      left_out += rg_sim_stands(one);
      step(one);
      step(other);
      expect_same_step(one, other);
    }
    rg_sim_free(one);
    rg_sim_free(other);
    rg_model_free(model);
  }
  print_message("%ld of %ld steps left out\n", left_out, all);
  assert_true(left_out > all / 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rest_needs_no_solver),     cmocka_unit_test(in_all_coordinates),
      cmocka_unit_test(keeps_the_split),          cmocka_unit_test(moves_as_if_solved),
      cmocka_unit_test(one_island_slides),        cmocka_unit_test(a_growing_force),
      cmocka_unit_test(changes_are_solved),       cmocka_unit_test(resumes_at_rest),
      cmocka_unit_test(standing_changes_nothing),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
