/* A problem from bytes by one reader; where it is one and small, it is solved and certified. */
#ifndef RIGOR_FUZZ_PROBLEM_H
#define RIGOR_FUZZ_PROBLEM_H

#include "target.h"

static inline void fuzz_problem(rg_format format, const uint8_t *bytes, size_t size) {
  enum { MOST = 30 };
  rg_problem problem;
  rg_error error = {0};
  rg_memory_limit(FUZZ_MEMORY);
  rg_status status = rg_problem_read(&problem, fuzz_file(bytes, size), format, &error);
  fuzz_judge(status, &error);
  if (status != RG_OK) return;
  rg_solver *solver = NULL;
  rg_options options = rg_options_default();
  options.max_iterations = 30;
  if (rg_problem_size(&problem) <= MOST) {
    status = rg_solver_new(&solver, &problem, &options, &error);
    fuzz_judge(status, &error);
    if (status == RG_OK) rg_solver_solve(solver);
    rg_solver_free(solver);
  }
  rg_problem_free(&problem);
}

#endif
