/* LCP and MLCP: a few sweeps, which settle what hardly couples, and a few Newton steps on the min
   map; then pivoting, since it ends with an answer or with a proof, then the optimization-based
   solvers from zero and from the best point so far, then all complementary bases of a small problem,
   which is a proof either way. */
#include "solve/mlcp/auto_mlcp.h"
#include "math/dense.h"
#include "solve/mlcp/bases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const PARTS[] = {"lemke",        "path",    "pfb-plm",
                                    "judice-pires", "pfb-rlm", "lcpopt"};

enum {
  PART_COUNT = sizeof PARTS / sizeof PARTS[0],
  PIVOTING = 3, /* place of judice-pires */
  OWN =
      1000, /* iterations that parts allow themselves, about: with less left that is what they get */
  GUESS = 64, /* largest problem for dense Newton steps */
  GUESSES = 6
};

typedef struct auto_mlcp_state {
  void *first;     /* state of the first part, ready */
  void *reserve;   /* room for one of the others at a time */
  size_t reserved; /* bytes */
  double *w, *z, *best, *right;
  rg_bases bases;
} auto_mlcp_state;

/* enough for the hungriest part; a large problem does without it */
static size_t reserve_size(int n) {
  double square = (double)n * n;
  return sizeof(double) * (size_t)((n <= 1500 ? 30 : 8) * square + 60.0 * n + 700);
}

void *rg_auto_mlcp_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  auto_mlcp_state *state = RG_NEW(arena, auto_mlcp_state, 1);
  int n = mlcp->n;
  if (!state) return NULL;
  state->first = rg_registry_find(PARTS[0])->mlcp_setup(arena, mlcp, options);
  state->reserved = reserve_size(n);
  state->reserve = rg_arena_alloc_raw(arena, state->reserved, 1);
  if (!state->reserve && n > 1500) { /* a large problem does without the later parts */
    arena->failed = 0;
    state->reserved = 0;
  }
  RG_VECTORS(arena, n, &state->w, &state->z, &state->best);
  state->right = RG_NEW(arena, double, n);
  if (n <= GUESS) rg_bases_setup(&state->bases, arena, n);
  return arena->failed ? NULL : state;
}

typedef struct mlcp_search {
  auto_mlcp_state *state;
  const rg_mlcp *mlcp;
  const rg_options *options;
  rg_outcome *outcome;
  double best;
} mlcp_search;

/* notes the attempt at state->z; 1 where it is solved */
static int keep(mlcp_search *s, const char *solver, int iterations) {
  rg_outcome *o = s->outcome;
  rg_mlcp_w(s->mlcp, s->state->z, s->state->w);
  double residual = rg_mlcp_residual(s->mlcp, s->state->z, s->state->w);
  rg_outcome_attempt(o, solver, iterations, residual);
  o->iterations += iterations;
  rg_outcome_trace(o, residual);
  if (residual < s->best) {
    s->best = residual;
    if (s->mlcp->n) memcpy(s->state->best, s->state->z, (size_t)s->mlcp->n * sizeof(double));
  }
  return s->best <= s->options->tol;
}

/* nothing more may be tried */
static int limited(const mlcp_search *s) {
  return rg_outcome_expired(s->outcome) ||
         (s->outcome->budget && !rg_outcome_left(s->outcome, s->options));
}

/* one part from the given start; its proof that nothing solves the problem is final */
static rg_status run_part(mlcp_search *s, int k, const double *start) {
  const rg_solver_entry *entry = rg_registry_find(PARTS[k]);
  rg_arena room = rg_arena_inside(s->state->reserve, s->state->reserved);
  void *part = k == 0 ? s->state->first : entry->mlcp_setup(&room, s->mlcp, s->options);
  rg_outcome outcome;
  rg_options options = *s->options;
  if (!part || room.failed) return RG_STALLED;
  int left = rg_outcome_left(s->outcome, s->options);
  if (s->outcome->budget && left < OWN) options.max_iterations = left;
  memset(&outcome, 0, sizeof outcome);
  outcome.deadline = s->outcome->deadline;
  if (s->mlcp->n) memcpy(s->state->z, start, (size_t)s->mlcp->n * sizeof(double));
  rg_status status = entry->mlcp_solve(part, s->mlcp, &options, s->state->z, &outcome);
  if (keep(s, entry->info.name, outcome.iterations)) return RG_SOLVED;
  if (status == RG_NO_SOLUTION)
    memcpy(s->outcome->reason, outcome.reason, sizeof s->outcome->reason);
  return status == RG_NO_SOLUTION ? RG_NO_SOLUTION : RG_STALLED;
}

/* every complementary basis of a small problem */
static rg_status enumerate(mlcp_search *s) {
  int count;
  rg_status status = rg_bases_try(&s->state->bases, s->mlcp, s->options->tol, &count);
  if (status == RG_SOLVED) {
    memcpy(s->state->z, s->state->bases.z, (size_t)s->mlcp->n * sizeof(double));
    keep(s, "enumeration", count);
    return RG_SOLVED;
  }
  s->outcome->iterations += count;
  if (status == RG_NO_SOLUTION) rg_bases_reason(count, s->outcome);
  return status;
}

/* projected Gauss-Seidel while each sweep gains a digit; needs a positive diagonal */
static int try_sweeps(mlcp_search *s) {
  const rg_mlcp *m = s->mlcp;
  double *z = s->state->z, *w = s->state->w, last = s->best;
  int sweeps = 0;
  for (int i = 0; i < m->n; i++)
    if (!(m->M[i * (m->n + 1)] > 0)) return 0;
  for (double residual = last; residual > s->options->tol && sweeps < 12; sweeps++) {
    for (int i = 0; i < m->n; i++) {
      const double *row = m->M + i * m->n;
      double y = z[i] - (m->q[i] + rg_dot(m->n, row, z)) / row[i];
      z[i] = y < m->lower[i] ? m->lower[i] : y > m->upper[i] ? m->upper[i] : y;
    }
    rg_mlcp_w(m, z, w);
    residual = rg_mlcp_residual(m, z, w);
    if (residual > 0.1 * last) {
      sweeps++;
      break;
    }
    last = residual;
  }
  return keep(s, "psor", sweeps);
}

/* Newton on the min map of a small problem: the rows that z - w puts inside their bounds get w = 0, the
   others stay at the bound; a few guesses settle most problems whose principal minors are positive */
static int try_guesses(mlcp_search *s) {
  const rg_mlcp *m = s->mlcp;
  double *z = s->state->z, *w = s->state->w, last = HUGE_VAL;
  size_t bytes = (size_t)m->n * sizeof *z;
  if (m->n > GUESS || m->n == 0) return 0;
  for (int k = 1; k <= GUESSES; k++) {
    for (int i = 0; i < m->n; i++) {
      double y = z[i] - w[i];
      s->state->bases.basis[i] = y <= m->lower[i] ? 0 : y >= m->upper[i] ? 1 : 2;
    }
    if (rg_bases_solve(&s->state->bases, m)) return 0;
    memcpy(z, s->state->bases.z, bytes);
    rg_mlcp_w(m, z, w);
    double residual = rg_mlcp_residual(m, z, w);
    if (residual <= s->options->tol) return keep(s, "newton", k);
    if (!(residual < last)) return 0;
    last = residual;
  }
  return 0;
}

static rg_status run_search(mlcp_search *s) {
  rg_status status = RG_STALLED;
  if (keep(s, "start", 0) || try_sweeps(s) || try_guesses(s)) return RG_SOLVED;
  memset(s->state->right, 0, (size_t)s->mlcp->n * sizeof(double));
  for (int k = 0; k < PART_COUNT && status == RG_STALLED && !limited(s); k++)
    status = run_part(s, k, s->state->right);
  for (int k = 1; k < PART_COUNT && status == RG_STALLED && !limited(s); k++)
    if (k != PIVOTING) status = run_part(s, k, s->state->best); /* pivoting knows no start */
  if (status == RG_STALLED && s->mlcp->n <= RG_BASES_MOST && !limited(s)) status = enumerate(s);
  return status;
}

rg_status rg_auto_mlcp_solve(void *memory, const rg_mlcp *mlcp, const rg_options *options,
                             double *z, rg_outcome *outcome) {
  mlcp_search s = {memory, mlcp, options, outcome, HUGE_VAL};
  size_t bytes = (size_t)mlcp->n * sizeof *z;
  if (mlcp->n) memcpy(s.state->z, z, bytes);
  rg_status status = run_search(&s);
  if (mlcp->n) memcpy(z, s.state->best, bytes);
  if (s.best <= options->tol) return RG_SOLVED;
  if (status == RG_NO_SOLUTION) return status;
  snprintf(outcome->reason, sizeof outcome->reason, "the best of %d attempts reached %.2e",
           outcome->attempts_made, s.best);
  return limited(&s) ? RG_LIMIT : RG_STALLED;
}
