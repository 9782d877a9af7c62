/* Block principal pivoting for the mixed LCP with bounds (Judice & Pires 1992, 1994): all
   infeasible indices are exchanged at once, with single least-index steps where that does not help.
   The steps are in pivot_basic_set.c.

   That ends for a P-matrix. Contacts that are redundant have none, and a law's rows have zeros on their diagonal. Ours,
   left out where the method is to be as printed: it begins with the set of the start, and where sets repeat or a basis
   is singular it goes by proximal points (proximal.h), whose matrix M + kappa D has a diagonal. */
#include "solve/mlcp/bases.h"
#include "solve/mlcp/pivot.h"
#include "solve/mlcp/proximal.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

enum {
  PATIENCE = 10, /* block steps without fewer infeasibilities */
  ROUNDS = 4,    /* steps an unknown: a set that is found at all is found in fewer */
  MOST = 200     /* proximal points: the same of all of them together */
};

typedef struct judice_pires {
  void *basic_set;
  rg_proximal *proximal;
  rg_proof proof;
  rg_mlcp shifted;      /* M + kappa D, q - kappa D centre */
  double *row, *column; /* scales of M */
  double *D, *w, *trial;
} judice_pires;

static const rg_solver_setting_info settings[] = {
    {"as_printed", "the method as its paper has it: from the bounds, nothing where it repeats", 0,
     0, 1, 1, 1},
    {0}};

static void *setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  int n = mlcp->n;
  judice_pires *s = RG_NEW(arena, judice_pires, 1);
  if (!s) return NULL;
  s->basic_set = rg_basic_set_setup(arena, mlcp, options);
  s->proximal = rg_proximal_setup(arena, n);
  s->shifted = (rg_mlcp){.n = n};
  s->shifted.M = RG_NEW(arena, double, (size_t)n *(size_t)n);
  RG_VECTORS(arena, n, &s->shifted.q, &s->row, &s->column, &s->D, &s->w, &s->trial);
  rg_proof_setup(&s->proof, arena, mlcp, options);
  return arena->failed ? NULL : s;
}

/* One solve. */
typedef struct job {
  judice_pires *s;
  const rg_mlcp *mlcp;
  const rg_options *options;
  int limit;
  rg_outcome *outcome;
} job;

static double residual_of(job *j, const rg_mlcp *mlcp, const double *z) {
  rg_mlcp_w(mlcp, z, j->s->w);
  return rg_mlcp_residual(mlcp, z, j->s->w);
}

/* block steps on a problem; the residual of what they end with */
static double pivot(job *j, const rg_mlcp *mlcp, int from_z, double *z) {
  int limit = j->outcome->iterations + ROUNDS * mlcp->n + PATIENCE;
  rg_basic_set_solve(j->s->basic_set, mlcp, j->options, PATIENCE,
                     limit < j->limit ? limit : j->limit, from_z, z, j->outcome);
  return residual_of(j, mlcp, z);
}

/* --- proximal points: what proximal.h asks for ------------------------------------------------ */

static double proximal_solve(void *context, double weight, const double *centre, double *x,
                             double *reached) {
  job *j = context;
  judice_pires *s = j->s;
  size_t n = (size_t)j->mlcp->n;
  memcpy(s->shifted.M, j->mlcp->M, n * n * sizeof(double));
  for (size_t i = 0; i < n; i++) {
    s->shifted.M[i * (n + 1)] += weight * s->D[i];
    s->shifted.q[i] = j->mlcp->q[i] - weight * s->D[i] * centre[i];
  }
  s->shifted.lower = j->mlcp->lower, s->shifted.upper = j->mlcp->upper;
  s->shifted.reference = j->mlcp->reference > 0 ? j->mlcp->reference : rg_norm((int)n, j->mlcp->q);
  *reached = pivot(j, &s->shifted, 1, x);
  if (*reached > j->options->tol) {
    memcpy(s->trial, x, n * sizeof *x);
    double cold = pivot(j, &s->shifted, 0, s->trial);
    if (cold < *reached) *reached = cold, memcpy(x, s->trial, n * sizeof *x);
  }
  return residual_of(j, j->mlcp, x);
}

static double proximal_residual(void *context, const double *x) {
  job *j = context;
  return residual_of(j, j->mlcp, x);
}

static void proximal_confine(void *context, double *x) {
  const rg_mlcp *m = ((job *)context)->mlcp;
  for (int i = 0; i < m->n; i++) x[i] = fmin(fmax(x[i], m->lower[i]), m->upper[i]);
}

/* z - w / D, which the bounds cut into pieces */
static void proximal_locate(void *context, const double *x, double *place) {
  job *j = context;
  rg_mlcp_w(j->mlcp, x, place);
  for (int i = 0; i < j->mlcp->n; i++) place[i] = x[i] - place[i] / j->s->D[i];
}

static int side_of(const rg_mlcp *m, int i, double place) {
  return place <= m->lower[i] ? -1 : place >= m->upper[i] ? 1 : 0;
}

static int proximal_stays(void *context, const double *from, const double *to, double t,
                          double slack) {
  const rg_mlcp *m = ((job *)context)->mlcp;
  for (int i = 0; i < m->n; i++) {
    int side = side_of(m, i, to[i]);
    double at = to[i] + t * (to[i] - from[i]);
    double out = side < 0   ? at - m->lower[i]
                 : side > 0 ? m->upper[i] - at
                            : fmax(m->lower[i] - at, at - m->upper[i]);
    if (side_of(m, i, from[i]) == side && out > slack) return 0;
  }
  return 1;
}

static int proximal_expired(void *context) {
  const job *j = context;
  return rg_pivot_spent(j->limit, j->outcome);
}

static double run_proximal(job *j, double *z) {
  judice_pires *s = j->s;
  int n = j->mlcp->n;
  rg_proximal_problem problem = {.n = n,
                                 .context = j,
                                 .tol = j->options->tol,
                                 .solve = proximal_solve,
                                 .residual = proximal_residual,
                                 .confine = proximal_confine,
                                 .locate = proximal_locate,
                                 .stays = proximal_stays,
                                 .expired = proximal_expired};
  rg_equilibrate(n, j->mlcp->M, n, s->row, s->column);
  for (int i = 0; i < n; i++) s->D[i] = 1 / (s->row[i] * s->column[i]);
  if (j->options->max_iterations == 0) j->limit = j->outcome->iterations + MOST * (n + PATIENCE);
  return rg_proximal_run(s->proximal, &problem, z);
}

/* the method itself from the start's set and from the bounds, then proximal points and the set that they end with */
static double search(job *j, double *z) {
  judice_pires *s = j->s;
  size_t bytes = (size_t)j->mlcp->n * sizeof *z;
  double tol = j->options->tol, best = pivot(j, j->mlcp, 1, z);
  for (int round = 0; round < 2 && best > tol; round++) {
    if (round) best = run_proximal(j, z);
    memcpy(s->trial, z, bytes);
    double other = pivot(j, j->mlcp, round, s->trial);
    if (other < best) best = other, memcpy(z, s->trial, bytes);
  }
  return best;
}

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  judice_pires *s = state;
  int limit = rg_pivot_limit(options, mlcp->n);
  job j = {s, mlcp, options, limit, outcome};
  if (rg_options_get(options, &settings[0]) != 0)
    return rg_basic_set_solve(s->basic_set, mlcp, options, PATIENCE, limit, 0, z, outcome);
  if (search(&j, z) <= options->tol) {
    outcome->reason[0] = 0;
    return RG_SOLVED;
  }
  rg_status status = proximal_expired(&j) ? RG_LIMIT : RG_STALLED;
  return rg_proof_conclude(&s->proof, mlcp, options, status, outcome);
}

const rg_solver_entry rg_solver_judice_pires = {
    .info =
        {.name = "judice-pires",
         .summary = "block principal pivoting for LCP and MLCP with bounds",
         .source = "Judice & Pires, JOTA 74 (1992) 391-411; Comput. Oper. Res. 21 (1994) 587-596",
         .when =
             "P-matrices and full-rank laws (nonsingular, box with compliance): few steps "
             "whatever the size. As printed it stops at the first singular basis matrix; ours goes "
             "on by proximal points, which redundant contacts need, at many times the steps",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX,
         .settings = settings},
    .mlcp_setup = setup,
    .mlcp_solve = solve,
};
