/* The problem of a step in global form: the same A as by its entries, and solved by itself it gives the bits of the
   step. */
#include "step/sim.h"

#include "step/simulate.h"

#include <rigor/solve.h>

/* y = A x through M and G */
static void through_bodies(const rg_problem *p, const double *x, double *y) {
  double *v = calloc((size_t)p->M.rows + 1, sizeof *v);
  for (int i = 0; i < p->G.rows; i++)
    for (int k = p->G.row_start[i]; k < p->G.row_start[i + 1]; k++)
      v[p->G.column[k]] += p->G.values[k] * x[i];
  for (int j = 0; j < p->M.rows; j++) { /* M is diagonal */
    double mass = 0;
    for (int k = p->M.row_start[j]; k < p->M.row_start[j + 1]; k++) {
      if (p->M.column[k] == j) mass = p->M.values[k];
      else assert_true(p->M.values[k] == 0);
    }
    assert_true(mass > 0);
    v[j] /= mass;
  }
  for (int i = 0; i < p->G.rows; i++) {
    y[i] = 0;
    for (int k = p->G.row_start[i]; k < p->G.row_start[i + 1]; k++)
      y[i] += p->G.values[k] * v[p->G.column[k]];
  }
  free(v);
}

static void same_matrix(const rg_problem *local, const double *product, const double *x) {
  for (int i = 0; i < local->A.rows; i++) {
    double sum = 0, size = 0;
    for (int k = local->A.row_start[i]; k < local->A.row_start[i + 1]; k++) {
      double term = local->A.values[k] * x[local->A.column[k]];
      sum += term, size += fabs(term);
    }
    assert_true(fabs(sum - product[i]) <= 1e-12 * size + 1e-300);
  }
}

/* every few steps; returns how many were compared bit by bit */
static int compare(const char *file, const char *key, const rg_sim_options *options, int steps) {
  scene s = scene_start(file, key, options);
  int same = 0;
  for (int k = 0; k < steps; k++) {
    if (rg_step(s.sim) != RG_SOLVED) fail_msg("%s: %s", file, rg_sim_report(s.sim)->reason);
    const rg_problem *global = rg_sim_problem_global(s.sim);
    if (!global) continue;
    int n = rg_problem_size(global), rests = s.sim->rest.count != 0;
    for (int i = 0; i < s.sim->rest.count; i++) rests &= s.sim->rest.held[i];
    assert_int_equal(rg_problem_check(global, NULL), RG_OK);
    double *product = malloc(((size_t)n + 1) * sizeof *product);
    through_bodies(global, rg_sim_impulse(s.sim), product);
    rg_solver *solver;
    rg_options o = s.sim->options.solve;
    int whole = rg_sim_report(s.sim)->solves == 1 && !rests;
    for (int i = 0; i < s.sim->rest.count; i++) whole &= !s.sim->rest.held[i];
    if (whole) {
      assert_int_equal(rg_solver_new(&solver, global, &o, NULL), RG_OK);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
      if (memcmp(rg_solver_impulse(solver), rg_sim_impulse(s.sim), (size_t)n * sizeof(double)) != 0)
        fail_msg("%s, step %d: other bits, %d and %d iterations", file, k,
                 rg_solver_report(solver)->iterations, rg_sim_report(s.sim)->iterations);
      rg_solver_free(solver);
      same++;
    }
    same_matrix(rg_sim_problem(s.sim), product, rg_sim_impulse(s.sim));
    free(product);
  }
  scene_end(&s);
  return same;
}

static void bits_of_the_step(void **state) {
  (void)state;
  static const struct {
    const char *file, *key;
    int steps, least;
  } list[] = {{"acc_cube.xml", "spin", 60, 40},     {"stack10.xml", NULL, 40, 1},
              {"pend12_pin.xml", "init", 1500, 20}, {"quadruped.xml", NULL, 60, 1},
              {"box_pile100.xml", NULL, 180, 2},    {"box_wall100.xml", NULL, 40, 2},
              {"four_bar_foot.xml", NULL, 60, 5},   {"gripper.xml", NULL, 60, 5}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    int same = compare(list[k].file, list[k].key, NULL, list[k].steps);
    print_message("%s: %d steps\n", list[k].file, same);
    assert_at_least(list[k].file, same, list[k].least);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bits_of_the_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
