/* Which solvers of Siconos 4.4 are tried. The order is by how often each was the fastest, so that
   the time limit for the rest is short; the storages are those which a solver accepts. */
#include "siconos_solvers.h"

#include <Friction_cst.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <mlcp_cst.h>

#include <stddef.h>
#include <stdio.h>

enum {
  D = SICONOS_STORE_DENSE,
  B = SICONOS_STORE_BLOCK,
  S = SICONOS_STORE_SPARSE,
  MANY = 1000000, /* the wall clock stops them, not the count */
  NEWTON = 1000
};

/* short names for the settings */
#define ERROR_FULL                                                                                 \
  { SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION, SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_FULL }
#define JEAN_MOREAU                                                                                \
  { SICONOS_FRICTION_3D_NSN_FORMULATION, SICONOS_FRICTION_3D_NSN_FORMULATION_JEANMOREAU_STD }
#define NO_SEARCH                                                                                  \
  { SICONOS_FRICTION_3D_NSN_LINESEARCH, SICONOS_FRICTION_3D_NSN_LINESEARCH_NO }
#define CSPARSE_LU                                                                                 \
  { SICONOS_FRICTION_3D_NSN_LINEAR_SOLVER, SICONOS_FRICTION_3D_NSN_USE_CSLUSOL }
#define EXTRAGRADIENT                                                                              \
  { SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY, SICONOS_FRICTION_3D_NSN_HYBRID_STRATEGY_VI_EG_NSN }
#define BALANCE                                                                                    \
  {                                                                                                \
    SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY,                                                  \
        SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_RESIDUAL_BALANCING                                   \
  }
#define SCALED                                                                                     \
  {                                                                                                \
    SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY,                                                  \
        SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_SCALED_RESIDUAL_BALANCING                            \
  }
#define FORCE_SPARSE                                                                               \
  { SICONOS_FRICTION_3D_ADMM_IPARAM_SPARSE_STORAGE, SICONOS_FRICTION_3D_ADMM_FORCED_SPARSE_STORAGE }
#define FC(name)  SICONOS_FRICTION_3D_##name
#define ONE(name) SICONOS_FRICTION_3D_ONECONTACT_##name
#define GFC(name) SICONOS_GLOBAL_FRICTION_3D_##name

static const siconos_solver fc3d[] = {
    {"PROX/NSN_AC", SICONOS_FC3D, FC(PROX), FC(NSN_AC), 0, B | S, 1, {{0}}, {0}},
    {"PROX/NSN_AC-JeanMoreau", SICONOS_FC3D, FC(PROX), FC(NSN_AC), 0, B | S, 1, {{0}}, JEAN_MOREAU},
    {"NSN_AC", SICONOS_FC3D, FC(NSN_AC), 0, NEWTON, D | B | S, 1, {{0}}, {0}},
    {"NSN_AC-cslu", SICONOS_FC3D, FC(NSN_AC), 0, NEWTON, D | B, 1, {CSPARSE_LU}, {0}},
    {"NSN_AC-JeanMoreau", SICONOS_FC3D, FC(NSN_AC), 0, NEWTON, D | B | S, 1, {JEAN_MOREAU}, {0}},
    {"NSN_AC-nols", SICONOS_FC3D, FC(NSN_AC), 0, NEWTON, D | B, 1, {NO_SEARCH}, {0}},
    {"NSN_AC-hybridVIEG", SICONOS_FC3D, FC(NSN_AC), 0, NEWTON, D | B, 1, {EXTRAGRADIENT}, {0}},
    {"NSGS/NSN_GP", SICONOS_FC3D, FC(NSGS), ONE(NSN_GP), MANY, D | B, 1, {{0}}, {0}},
    {"NSGS/NSN_GP-fullerr", SICONOS_FC3D, FC(NSGS), ONE(NSN_GP), MANY, D | B, 1, {ERROR_FULL}, {0}},
    {"NSGS/NSN", SICONOS_FC3D, FC(NSGS), ONE(NSN), MANY, D | B, 1, {{0}}, {0}},
    {"NSGS", SICONOS_FC3D, FC(NSGS), 0, MANY, D | B, 1, {{0}}, {0}},
    {"NSGS-fullerr", SICONOS_FC3D, FC(NSGS), 0, MANY, D | B, 1, {ERROR_FULL}, {0}},
    {"NSGS/Quartic", SICONOS_FC3D, FC(NSGS), ONE(QUARTIC), MANY, D | B, 1, {{0}}, {0}},
    {"NSGS/ProjCone", SICONOS_FC3D, FC(NSGS), ONE(ProjectionOnCone), MANY, D | B, 1, {{0}}, {0}},
    {"NSGS/ProjConeLocalIter",
     SICONOS_FC3D,
     FC(NSGS),
     ONE(ProjectionOnConeWithLocalIteration),
     MANY,
     D | B,
     1,
     {{0}},
     {0}},
    {"ONECONTACT_QUARTIC", SICONOS_FC3D, ONE(QUARTIC), 0, 0, D, 1, {{0}}, {0}},
    {"PROX/NSN_FB", SICONOS_FC3D, FC(PROX), FC(NSN_FB), 0, B | S, 1, {{0}}, {0}},
    {"NSN_FB", SICONOS_FC3D, FC(NSN_FB), 0, NEWTON, D | B, 1, {{0}}, {0}},
    {"NSN_NM", SICONOS_FC3D, FC(NSN_NM), 0, NEWTON, D | B, 1, {{0}}, {0}},
    {"NSN_AC_TEST", SICONOS_FC3D, FC(NSN_AC_TEST), 0, NEWTON, D | B, 1, {{0}}, {0}},
    {"DSFP", SICONOS_FC3D, FC(DSFP), 0, MANY, D | B, 1, {{0}}, {0}},
    {"EG", SICONOS_FC3D, FC(EG), 0, MANY, D | B, 1, {{0}}, {0}},
    {"FPP", SICONOS_FC3D, FC(FPP), 0, MANY, B, 1, {{0}}, {0}},
    {"ADMM", SICONOS_FC3D, FC(ADMM), 0, MANY, B | S, 0, {{0}}, {0}},
    {"ADMM-balance", SICONOS_FC3D, FC(ADMM), 0, MANY, B | S, 0, {BALANCE}, {0}},
    {"ADMM-scaledbalance-sparse",
     SICONOS_FC3D,
     FC(ADMM),
     0,
     MANY,
     S,
     0,
     {SCALED, FORCE_SPARSE},
     {0}},
    {"VI_EG", SICONOS_FC3D, FC(VI_EG), 0, MANY, B, 0, {{0}}, {0}},
    {"VI_FPP", SICONOS_FC3D, FC(VI_FPP), 0, MANY, B, 0, {{0}}, {0}},
    {"TFP", SICONOS_FC3D, FC(TFP), 0, 0, B, 0, {{0}}, {0}},
    {"PFP", SICONOS_FC3D, FC(PFP), 0, 0, B, 0, {{0}}, {0}},
    {"ACLMFP", SICONOS_FC3D, FC(ACLMFP), 0, 0, B, 0, {{0}}, {0}},
    {"PROX/NSGS", SICONOS_FC3D, FC(PROX), FC(NSGS), 0, B, 0, {{0}}, {0}},
};

static const siconos_solver fc2d[] = {
    {"2D-NSGS", SICONOS_FC2D, SICONOS_FRICTION_2D_NSGS, 0, MANY, D | B, 1, {{0}}, {0}},
    {"2D-LEMKE", SICONOS_FC2D, SICONOS_FRICTION_2D_LEMKE, 0, 0, D | B, 1, {{0}}, {0}},
    {"2D-CPG", SICONOS_FC2D, SICONOS_FRICTION_2D_CPG, 0, 0, D | B, 1, {{0}}, {0}},
    {"2D-ENUM", SICONOS_FC2D, SICONOS_FRICTION_2D_ENUM, 0, 0, D | B, 1, {{0}}, {0}},
};

static const siconos_solver gfc3d[] = {
    {"G-NSGS_WR", SICONOS_GFC3D, GFC(NSGS_WR), 0, MANY, D | S, 1, {{0}}, {0}},
    {"G-NSN_AC_WR", SICONOS_GFC3D, GFC(NSN_AC_WR), 0, 0, D | S, 1, {{0}}, {0}},
    {"G-PROX_WR", SICONOS_GFC3D, GFC(PROX_WR), 0, 0, D | S, 1, {{0}}, {0}},
    {"G-ADMM", SICONOS_GFC3D, GFC(ADMM), 0, MANY, D | S, 1, {{0}}, {0}},
    {"G-ADMM-scaledbalance", SICONOS_GFC3D, GFC(ADMM), 0, MANY, S, 1, {SCALED}, {0}},
    {"G-ADMM_WR", SICONOS_GFC3D, GFC(ADMM_WR), 0, MANY, D | S, 1, {{0}}, {0}},
    {"G-NSN_AC", SICONOS_GFC3D, GFC(NSN_AC), 0, 0, S, 1, {{0}}, {0}},
    {"G-NSN_AC-cslu", SICONOS_GFC3D, GFC(NSN_AC), 0, 0, S, 1, {CSPARSE_LU}, {0}},
    {"G-NSGS", SICONOS_GFC3D, GFC(NSGS), 0, MANY, D | S, 1, {{0}}, {0}},
    {"G-IPM-updateS",
     SICONOS_GFC3D,
     GFC(IPM),
     0,
     0,
     S,
     0,
     {{SICONOS_FRICTION_3D_ADMM_IPARAM_UPDATE_S, 1}},
     {0}},
};

static const siconos_solver lcp[] = {
    {"PIVOT", SICONOS_LCP, SICONOS_LCP_PIVOT, 0, 0, D, 1, {{0}}, {0}},
    {"LEMKE", SICONOS_LCP, SICONOS_LCP_LEMKE, 0, 0, D, 1, {{0}}, {0}},
    {"MURTY", SICONOS_LCP, SICONOS_LCP_MURTY, 0, 0, D, 1, {{0}}, {0}},
    {"BARD", SICONOS_LCP, SICONOS_LCP_BARD, 0, 0, D, 1, {{0}}, {0}},
    {"ENUM", SICONOS_LCP, SICONOS_LCP_ENUM, 0, 0, D, 1, {{0}}, {0}},
    {"PGS", SICONOS_LCP, SICONOS_LCP_PGS, 0, MANY, D, 1, {{0}}, {0}},
    {"PSOR", SICONOS_LCP, SICONOS_LCP_PSOR, 0, MANY, D, 1, {{0}}, {0}},
    {"RPGS", SICONOS_LCP, SICONOS_LCP_RPGS, 0, MANY, D, 1, {{0}}, {0}},
    {"CPG", SICONOS_LCP, SICONOS_LCP_CPG, 0, 0, D, 1, {{0}}, {0}},
    {"LATIN", SICONOS_LCP, SICONOS_LCP_LATIN, 0, 0, D, 1, {{0}}, {0}},
    {"NEWTONMIN", SICONOS_LCP, SICONOS_LCP_NEWTONMIN, 0, 0, D, 1, {{0}}, {0}},
    {"NEWTON_MIN_FBLSA", SICONOS_LCP, SICONOS_LCP_NEWTON_MIN_FBLSA, 0, 0, D, 1, {{0}}, {0}},
    {"NEWTON_FB_FBLSA", SICONOS_LCP, SICONOS_LCP_NEWTON_FB_FBLSA, 0, 0, D, 1, {{0}}, {0}},
    {"AVI_CAOFERRIS", SICONOS_LCP, SICONOS_LCP_AVI_CAOFERRIS, 0, 0, D, 1, {{0}}, {0}},
    {"PATHSEARCH", SICONOS_LCP, SICONOS_LCP_PATHSEARCH, 0, 0, D, 1, {{0}}, {0}},
    {"PIVOT_LUMOD", SICONOS_LCP, SICONOS_LCP_PIVOT_LUMOD, 0, 0, D, 1, {{0}}, {0}},
    {"NSGS_SBM", SICONOS_LCP, SICONOS_LCP_NSGS_SBM, 0, 0, B, 1, {{0}}, {0}},
    {"CONVEXQP_PG", SICONOS_LCP, SICONOS_LCP_CONVEXQP_PG, 0, 0, D, 0, {{0}}, {0}},
};

static const siconos_solver mlcp[] = {
    {"LCP_LEMKE", SICONOS_MLCP, SICONOS_MLCP_LCP_LEMKE, 0, 0, D, 1, {{0}}, {0}},
    {"ENUM", SICONOS_MLCP, SICONOS_MLCP_ENUM, 0, 0, D, 1, {{0}}, {0}},
    {"DIRECT_ENUM", SICONOS_MLCP, SICONOS_MLCP_DIRECT_ENUM, 0, 0, D, 1, {{0}}, {0}},
    {"PGS", SICONOS_MLCP, SICONOS_MLCP_PGS, 0, MANY, D, 1, {{0}}, {0}},
    {"RPGS", SICONOS_MLCP, SICONOS_MLCP_RPGS, 0, MANY, D, 1, {{0}}, {0}},
    {"PSOR", SICONOS_MLCP, SICONOS_MLCP_PSOR, 0, MANY, D, 1, {{0}}, {0}},
    {"RPSOR", SICONOS_MLCP, SICONOS_MLCP_RPSOR, 0, MANY, D, 1, {{0}}, {0}},
    {"FB", SICONOS_MLCP, SICONOS_MLCP_FB, 0, 0, D, 1, {{0}}, {0}},
    {"DIRECT_FB", SICONOS_MLCP, SICONOS_MLCP_DIRECT_FB, 0, 0, D, 1, {{0}}, {0}},
};

#define FAMILY(table)                                                                              \
  { table, (int)(sizeof table / sizeof table[0]) }

static const struct {
  const siconos_solver *first;
  int count;
} families[SICONOS_FAMILIES] = {FAMILY(fc3d), FAMILY(fc2d), FAMILY(gfc3d), FAMILY(lcp),
                                FAMILY(mlcp)};

const siconos_solver *siconos_solvers(siconos_family family, int *count) {
  *count = families[family].count;
  return families[family].first;
}

/* one run for each storage that the solver takes; a large 3-D matrix is not tried dense */
static int append(const siconos_solver *solver, const bench_case *one, int reduced, int count,
                  siconos_run *runs) {
  const rg_problem *p = &one->problem;
  int large = one->n > 400 && (solver->family == SICONOS_FC3D || solver->family == SICONOS_GFC3D);
  if (solver->id == ONE(QUARTIC) && p->contacts != 1) return count;
  if (solver->id == SICONOS_FRICTION_2D_ENUM && p->contacts > 8) return count;
  for (int storage = D; storage <= S; storage *= 2) {
    if (!(solver->storages & storage) || (storage == D && large && solver->storages != D)) continue;
    if (count < SICONOS_RUNS_MAX) runs[count++] = (siconos_run){solver, storage, reduced};
  }
  return count;
}

static int append_family(siconos_family family, const bench_case *one, int reduced, int quick,
                         int count, siconos_run *runs) {
  int solvers;
  const siconos_solver *first = siconos_solvers(family, &solvers);
  for (int i = 0; i < solvers; i++)
    if (first[i].quick || !quick) count = append(first + i, one, reduced, count, runs);
  return count;
}

int siconos_list(const bench_case *one, int quick, siconos_run *runs) {
  const rg_problem *p = &one->problem;
  if (one->n == 0) return 0;
  if (p->kind == RG_KIND_LCP) return append_family(SICONOS_LCP, one, 0, quick, 0, runs);
  if (p->kind == RG_KIND_MLCP) return append_family(SICONOS_MLCP, one, 0, quick, 0, runs);
  if (p->rows > 0 || p->target) return 0; /* Siconos has no place for them */
  int global = bench_is_global(p), count = 0;
  count = append_family(p->dim == 3 ? SICONOS_FC3D : SICONOS_FC2D, one, global, quick, count, runs);
  if (global && p->dim == 3) count = append_family(SICONOS_GFC3D, one, 0, quick, count, runs);
  return count;
}

const char *siconos_run_name(const siconos_run *run, char *buffer, int size) {
  const char *storage = run->storage == D ? "dense" : run->storage == B ? "block" : "sparse";
  snprintf(buffer, (size_t)size, "%s%s %s", run->reduced ? "local " : "", run->solver->name,
           storage);
  return buffer;
}
