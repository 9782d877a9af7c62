/* The ten lines of the README: one ball on the floor, pushed sideways. */
#include <rigor/rigor.h>
#include <stdio.h>

int main(void) {
  double A[9] = {1, 0, 0, 0, 3.5, 0, 0, 0, 3.5}; /* A = G M^-1 G' of a unit sphere on the floor */
  double c[3] = {-0.1, 2, 0}, mu[1] = {0.2}; /* normal and tangential velocity without impulse */
  rg_problem problem = rg_problem_default();
  problem.dim = 3, problem.contacts = 1, problem.A = rg_matrix_dense(3, 3, A), problem.c = c,
  problem.mu = mu;
  rg_solver *solver = NULL;
  if (rg_solver_new(&solver, &problem, NULL, NULL) != RG_OK || rg_solver_solve(solver) != RG_SOLVED)
    return 1;
  const double *r = rg_solver_impulse(solver);
  printf("impulse %g %g %g, certificate %g\n", r[0], r[1], r[2],
         rg_solver_report(solver)->certificate.natural_map);
  rg_solver_free(solver);
  return 0;
}
