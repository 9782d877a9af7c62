/* New numbers for a solver that is set up: sizes and pattern stay. Arrays that are borrowed are
   exchanged, those of our own copy are overwritten. */
#include "solve/front/state.h"

#include "base/finite.h"

#include <string.h>

/* the solver's array gets new numbers, or is exchanged for the caller's */
static void replace(const rg_solver *s, const double **mine, const double *theirs, int n) {
  if (s->borrowed) *mine = theirs;
  else if (n) memcpy((double *)*mine, theirs, (size_t)n * sizeof *theirs);
}

static void new_vector(rg_solver *s) {
  if (!s->broken) rg_localizer_vector(s->localizer, &s->raw);
  s->stale_vector = 1;
}

rg_status rg_solver_update_c(rg_solver *s, const double *c) {
  if (!s || !s->localizer || !c || !rg_all_finite(rg_solver_size(s), c)) return RG_BAD_INPUT;
  replace(s, &s->raw.c, c, rg_solver_size(s));
  new_vector(s);
  return RG_OK;
}

rg_status rg_solver_update_target(rg_solver *s, const double *target) {
  if (!s || !s->localizer || !target || !rg_all_finite(s->raw.contacts, target))
    return RG_BAD_INPUT;
  replace(s, &s->raw.target, target, s->raw.contacts);
  new_vector(s);
  return RG_OK;
}

static int matrix_entries(const rg_matrix *matrix) {
  return matrix->storage == RG_SPARSE  ? matrix->row_start[matrix->rows]
         : matrix->storage == RG_DENSE ? matrix->rows * matrix->columns
                                       : 0;
}

static int values_finite(const rg_matrix *matrix, const double *values) {
  return !values || rg_all_finite(matrix_entries(matrix), values);
}

static void replace_values(const rg_solver *s, rg_matrix *matrix, const double *values) {
  if (values) replace(s, &matrix->values, values, matrix_entries(matrix));
}

/* local form anew; where that fails nothing can be solved until another update succeeds */
static rg_status relocalize(rg_solver *s) {
  rg_status status = rg_localizer_matrix(s->localizer, &s->raw, NULL);
  s->broken = status != RG_OK;
  s->stale_matrix = 1;
  new_vector(s);
  return status;
}

rg_status rg_solver_update_matrix(rg_solver *s, const double *values) {
  if (!s || !s->localizer || rg_problem_is_global(&s->raw)) return RG_BAD_INPUT;
  if (!values && s->raw.A.storage != RG_OPERATOR) return RG_BAD_INPUT;
  if (!values_finite(&s->raw.A, values)) return RG_BAD_INPUT;
  replace_values(s, &s->raw.A, values);
  return relocalize(s);
}

rg_status rg_solver_update_global(rg_solver *s, const double *M, const double *G, const double *f) {
  if (!s || !s->localizer || !rg_problem_is_global(&s->raw)) return RG_BAD_INPUT;
  int dof = s->raw.M.rows;
  if (!values_finite(&s->raw.M, M) || !values_finite(&s->raw.G, G)) return RG_BAD_INPUT;
  if (f && !rg_all_finite(dof, f)) return RG_BAD_INPUT;
  replace_values(s, &s->raw.M, M);
  replace_values(s, &s->raw.G, G);
  if (f) replace(s, &s->raw.f, f, dof);
  return relocalize(s);
}

rg_status rg_solver_start(rg_solver *s, const double *impulse) {
  if (!s || !s->localizer) return RG_BAD_INPUT;
  int n = rg_solver_size(s);
  if (impulse && !rg_all_finite(n, impulse)) return RG_BAD_INPUT;
  for (int i = 0; i < n; i++) s->impulse[i] = impulse ? impulse[i] : 0;
  return RG_OK;
}
