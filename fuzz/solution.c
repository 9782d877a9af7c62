/* Answers of other programs that `rigor certify` reads: JSON of several kinds, or plain numbers. What begins as HDF5 does is the
   reader of problems'. */
#include "target.h"

#include "../cli/solution.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const double A[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2}, c[3] = {-1, 0.5, 0}, mu[1] = {0.5};
  double impulse[3] = {0};
  rg_error error = {0};
  rg_problem problem = rg_problem_default();
  problem.dim = 3, problem.contacts = 1, problem.A = rg_matrix_dense(3, 3, A);
  problem.c = c, problem.mu = mu;
  rg_memory_limit(FUZZ_MEMORY);
  if (size && bytes[0] == 0x89) return 0;
  rg_status status = read_solution(fuzz_file(bytes, size), &problem, impulse, &error);
  fuzz_judge(status, &error);
  rg_certificate certificate;
  if (status == RG_OK) /* what was read is judged, or refused as not finite */
    fuzz_judge(rg_certify(&problem, impulse, NULL, &certificate, &error), &error);
  return 0;
}
