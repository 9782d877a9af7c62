/* Murty's least-index principal pivoting (Murty 1974) with bounds and free rows: of all infeasible
   indices the least one is exchanged. The steps are in pivot_basic_set.c. */
#include "solve/mlcp/bases.h"
#include "solve/mlcp/pivot.h"

typedef struct murty {
  void *basic_set;
  rg_proof proof;
} murty;

static void *setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  murty *s = RG_NEW(arena, murty, 1);
  if (!s) return NULL;
  s->basic_set = rg_basic_set_setup(arena, mlcp, options);
  rg_proof_setup(&s->proof, arena, mlcp, options);
  return arena->failed ? NULL : s;
}

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  murty *s = state;
  int limit = rg_pivot_limit(options, mlcp->n);
  rg_status status = rg_basic_set_solve(s->basic_set, mlcp, options, 0, limit, 0, z, outcome);
  return rg_proof_conclude(&s->proof, mlcp, options, status, outcome);
}

const rg_solver_entry rg_solver_murty = {
    .info =
        {.name = "murty",
         .summary = "least-index principal pivoting for P-matrices, with bounds",
         .source = "Murty, Opsearch 11 (1974) 123-130; bounds as in Judice & Pires 1992",
         .when =
             "small problems with a P-matrix, where it always ends; stops at the first singular "
             "pivot, may need very many steps",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = setup,
    .mlcp_solve = solve,
};
