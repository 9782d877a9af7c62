/* A contact problem with all that assemblies leave out until it is asked for: the entries of A. */
#ifndef TEST_ENTRIES_H
#define TEST_ENTRIES_H

#include "contact/assembly.h"
#include "problem/rows.h"

/* The matrix lives until the second call after this one. */
static inline rg_status assemble_all(const rg_assembly_kind *kind, void *state,
                                     const rg_model *model, rg_data *data,
                                     const rg_constraints *constraints, const double *start,
                                     double dt, rg_problem *problem, rg_error *error) {
  static rg_arena room[2];
  static int turn;
  rg_entries A;
  const rg_row_factor *rows;
  rg_status status = kind->assemble(state, model, data, constraints, start, dt, problem, error);
  if (!status) status = kind->rows(state, model, data, NULL, &rows, error);
  if (status) return status;
  turn = !turn;
  rg_arena_free(&room[turn]);
  room[turn] = (rg_arena){0};
  if (!rg_rows_pattern(&room[turn], rows, &A)) return RG_NO_MEMORY;
  rg_rows_fill(rows, &A);
  int n = rg_problem_size(problem);
  problem->A = rg_matrix_sparse(n, n, A.row_start, A.column, A.value);
  return RG_OK;
}

#endif
