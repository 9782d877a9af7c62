/* A solver of the caller's own behind rg_step and rg_solver_new: closed forms of a block and of a joint limit, what it is given,
   answers that are wrong, and none. */
#include "step/simulate.h"

/* what a function was asked, and how it is to answer */
typedef struct watch {
  int calls, most_contacts, most_rows;
  double wrong; /* added to every impulse */
  int gives_up;
} watch;

static void project(double mu, double r[3]) {
  double slip = hypot(r[1], r[2]), n = (r[0] + mu * slip) / (1 + mu * mu);
  if (slip <= mu * r[0]) return;
  if (n <= 0) n = 0;
  for (int k = 1; k < 3; k++) r[k] *= slip > 0 ? mu * n / slip : 0;
  r[0] = n;
}

static double velocity(const rg_problem *p, const double *x, int i) {
  int n = rg_problem_size(p);
  double u = p->c[i];
  for (int j = 0; j < n; j++) u += p->A.values[i * n + j] * x[j];
  return u;
}

/* projected Gauss-Seidel, shared with no solver of the library */
static int sweeps(void *context, const rg_problem *p, double *x) {
  watch *w = context;
  int n = rg_problem_size(p), sweep = 0;
  w->calls++;
  w->most_contacts = p->contacts > w->most_contacts ? p->contacts : w->most_contacts;
  w->most_rows = p->rows > w->most_rows ? p->rows : w->most_rows;
  assert_true(p->A.storage == RG_DENSE && p->A.rows == n && p->target == NULL);
  for (double change = 1; change > 1e-16 && sweep < 100000; sweep++) {
    change = 0;
    for (int i = 0; i < p->rows; i++) {
      double old = x[i], next = old - velocity(p, x, i) / p->A.values[i * n + i];
      x[i] = fmin(p->upper[i], fmax(p->lower[i], next));
      change = fmax(change, fabs(x[i] - old));
    }
    for (int i = p->rows; i < n; i += 3) {
      double u[3], old[3] = {x[i], x[i + 1], x[i + 2]}, mu = p->mu[(i - p->rows) / 3], trace = 0;
      for (int k = 0; k < 3; k++)
        u[k] = velocity(p, x, i + k), trace += p->A.values[(i + k) * n + i + k];
      u[0] += mu * hypot(u[1], u[2]);
      for (int k = 0; k < 3; k++) x[i + k] -= u[k] / trace;
      project(mu, x + i);
      for (int k = 0; k < 3; k++) change = fmax(change, fabs(x[i + k] - old[k]));
    }
  }
  for (int i = 0; i < n; i++) x[i] += w->wrong;
  return w->gives_up ? -1 : sweep;
}

static rg_sim *start(rg_model *model, watch *w) {
  rg_sim_options options = scene_options(model);
  rg_sim *sim = NULL;
  rg_error error;
  options.solve.solver = "own";
  options.solve.own = sweeps;
  options.solve.own_context = w;
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  return sim;
}

static const char block[] =
    "<mujoco><option timestep='0.001' gravity='0 0 -9.81'/><worldbody><geom type='plane' size='0 0 "
    "1' friction='0.3 0 0'/>"
    "<body pos='0 0 0.1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
    "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.1' friction='0.3 0 0' "
    "mass='2'/></body></worldbody></mujoco>";

/* a block that slides slows down by mu g and stays where it stops */
static void sliding_block(void **state) {
  (void)state;
  watch w = {0};
  rg_model *model = scene_parse(block);
  rg_sim *sim = start(model, &w);
  double *v = rg_sim_data(sim)->qvel;
  v[0] = 0.3, v[1] = -0.4;
  for (int k = 1; k <= 100; k++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    double speed = fmax(0, 0.5 - 0.3 * 9.81 * 1e-3 * k);
    assert_true(fabs(v[0] - 0.6 * speed) < 1e-10 && fabs(v[1] + 0.8 * speed) < 1e-10);
  }
  /* an answer that goes on to hold is not asked for again */
  assert_true(w.calls >= 1 && w.most_contacts == 1);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* a rod that falls on the limit of its hinge stays there: rows with bounds */
static void joint_limit(void **state) {
  (void)state;
  watch w = {0};
  rg_model *model =
      scene_parse("<mujoco><compiler angle='radian'/><option timestep='0.002'/><worldbody><body>"
                  "<joint type='hinge' axis='0 1 0' limited='true' range='-0.2 0.2'/>"
                  "<geom type='sphere' pos='1 0 0' size='0.1' contype='0' conaffinity='0'/>"
                  "</body></worldbody></mujoco>");
  rg_sim *sim = start(model, &w);
  for (int k = 0; k < 500; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
  assert_true(fabs(rg_sim_data(sim)->qpos[0] - 0.2) < 1e-6);
  assert_true(w.calls > 0 && w.most_rows == 1);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* the certificate judges, whatever the function says of itself */
static void wrong_answers(void **state) {
  (void)state;
  const double wrong[] = {1e-4, (double)NAN};
  for (int k = 0; k < 2; k++) {
    watch w = {.wrong = wrong[k]};
    rg_model *model = scene_parse(block);
    rg_sim *sim = start(model, &w);
    rg_sim_data(sim)->qvel[0] = 1;
    assert_true(rg_step(sim) != RG_SOLVED);
    assert_non_null(strstr(rg_sim_report(sim)->reason, k ? "finite" : "the caller's solver"));
    rg_sim_free(sim);
    rg_model_free(model);
  }
  /* one that gives up with the right answer has it all the same */
  watch w = {.gives_up = 1};
  rg_model *model = scene_parse(block);
  rg_sim *sim = start(model, &w);
  assert_int_equal(rg_step(sim), RG_SOLVED);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* u = r + c with mu = 0.25: r = (2, -0.5, 0); the target of 0.5 adds as much to the normal impulse */
static void by_itself(void **state) {
  (void)state;
  const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, c[3] = {-2, 1, 0}, mu[1] = {0.25},
               target[1] = {0.5};
  watch w = {0};
  rg_problem p = rg_problem_default();
  rg_options o = rg_options_default();
  rg_solver *solver = NULL;
  rg_error error;
  p.dim = 3, p.contacts = 1, p.A = rg_matrix_dense(3, 3, A), p.c = c, p.mu = mu;
  o.solver = "own";
  assert_int_equal(rg_solver_new(&solver, &p, &o, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "own"));
  o.own = sweeps, o.own_context = &w;
  for (int k = 0; k < 2; k++) {
    p.target = k ? target : NULL;
    assert_int_equal(rg_solver_new(&solver, &p, &o, &error), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    const double *r = rg_solver_impulse(solver);
    double normal = k ? 2.5 : 2;
    assert_true(fabs(r[0] - normal) < 1e-7 && fabs(r[1] + 0.25 * normal) < 1e-7 &&
                fabs(r[2]) < 1e-7);
    rg_solver_free(solver);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sliding_block),
      cmocka_unit_test(joint_limit),
      cmocka_unit_test(wrong_answers),
      cmocka_unit_test(by_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
