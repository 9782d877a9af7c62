/* The compliant split of a law's MLCP, w = (R A B + S) z + R c + d with raw impulses x = B z:

       z_1  solves the MLCP of  A + kappa I, c
       z_2  solves the MLCP of  A + kappa I, c - kappa x_1        (proximal point, Rockafellar 1976)

   and so on until the MLCP without compliance is solved, as for the exact cone (cone_job.c). Only the
   diagonal blocks of M and q change: M + kappa R B, q - kappa R x_1.

   The split is as good as the residual divided by kappa, so that each is solved to rounding: by Newton
   steps on the min map from the last answer, which are refinement where no row changes its state, else
   by Lemke's method and the same steps. */
#include "solve/mlcp/compliant_law.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum {
  CORRECTIONS = 8,
  GUESSES = 6,   /* Newton steps from a start */
  LARGEST = 1000 /* unknowns of an MLCP that is split */
};

/* of the least mean diagonal of a contact in A. Between changes of state all is linear, and the split
   exact for any kappa: larger than for the cone, for the sake of rounding */
static const double COMPLIANCE = 1e-6;
static const double REGULAR = 1e-7; /* pivot of A, of its diagonal, from which on it is regular */
/* residual that each is solved to, and the worst that will do: the split is as good as that over
   kappa */
static const double SHARP = 1e-13, ENOUGH = 1e-12;
static const double AIM = 1e-17; /* residual at which nothing is refined */
/* of the largest unknown: as near is at the bound; the second where the first is not sharp enough */
static const double AT_BOUND[2] = {1e-13, 1e-10};
static const double SINGULAR = 1e-14; /* pivot of a Newton step, of the largest entry */
static const double MARGIN = 0.01;    /* of tol: what is striven for */
static const double SLOW = 1e-3;      /* fall of the corrections that is worth an extrapolation */

struct rg_compliant_law {
  const rg_solver_entry *pivoting;
  void *state;
  double kappa;              /* 0: A is regular */
  double *A;                 /* n x n of the local problem: work space */
  double *x, *center, *move; /* n of the local problem */
  double *block;             /* diagonal blocks of M without compliance */
  double *q, *start, *best, *trial, *w, *step, *right, *matrix;
  int *pivot, *inside;
};

/* --- memory ------------------------------------------------------------------------------------- */

static size_t block_entries(const rg_law_mlcp *law) {
  size_t sum = (size_t)law->rows;
  for (int i = 0; i < law->contacts; i++)
    sum += (size_t)law->block[i].size * (size_t)law->block[i].size;
  return sum;
}

rg_compliant_law *rg_compliant_law_new(rg_arena *arena, const rg_law_mlcp *law,
                                       const rg_local *local, const rg_options *options) {
  size_t n = (size_t)law->mlcp.n, raw = (size_t)local->n;
  if (law->contacts == 0 || n > LARGEST) return NULL;
  rg_compliant_law *s = RG_NEW(arena, rg_compliant_law, 1);
  if (!s) return NULL;
  s->pivoting = rg_registry_find("lemke");
  s->state = s->pivoting->mlcp_setup(arena, &law->mlcp, options);
  s->A = RG_RAW(arena, double, raw *raw);
  s->x = RG_RAW(arena, double, raw);
  s->center = RG_RAW(arena, double, raw);
  s->move = RG_RAW(arena, double, raw);
  s->block = RG_RAW(arena, double, block_entries(law));
  s->q = RG_RAW(arena, double, n);
  s->start = RG_RAW(arena, double, n);
  s->best = RG_RAW(arena, double, n);
  s->trial = RG_RAW(arena, double, n);
  s->w = RG_RAW(arena, double, n);
  s->step = RG_RAW(arena, double, n);
  s->right = RG_RAW(arena, double, n);
  s->matrix = RG_RAW(arena, double, n *n);
  s->pivot = RG_RAW(arena, int, n);
  s->inside = RG_RAW(arena, int, n);
  return arena->failed ? NULL : s;
}

/* --- what there is to split ------------------------------------------------------------------- */

static void unpack(const rg_local *local, double *A) {
  size_t n = (size_t)local->n;
  memset(A, 0, n * n * sizeof *A);
  for (int i = 0; i < local->n; i++)
    for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++)
      A[(size_t)i * n + (size_t)local->column[k]] += local->values[k];
}

/* the least mean diagonal of a contact */
static double least_diagonal(const rg_local *local, const double *A) {
  double least = HUGE_VAL;
  size_t n = (size_t)local->n;
  for (int i = 0; i < local->contacts; i++) {
    size_t at = (size_t)(local->rows + local->dim * i);
    double sum = 0;
    for (size_t k = at; k < at + (size_t)local->dim; k++) sum += A[k * (n + 1)];
    if (sum > 0) least = fmin(least, sum / local->dim);
  }
  return isfinite(least) ? least : 0;
}

/* Cholesky in place; 0 where a pivot is small beside its diagonal: columns that depend on others */
static int is_regular(int n, double *A) {
  for (int j = 0; j < n; j++) {
    double *row = A + (size_t)j * (size_t)n, diagonal = row[j];
    for (int k = 0; k < j; k++) {
      const double *other = A + (size_t)k * (size_t)n;
      row[k] = (row[k] - rg_dot(k, row, other)) / other[k];
    }
    double pivot = diagonal - rg_dot(j, row, row);
    if (!(pivot > REGULAR * diagonal)) return 0;
    row[j] = sqrt(pivot);
  }
  return 1;
}

void rg_compliant_law_matrix(rg_compliant_law *s, const rg_local *local) {
  unpack(local, s->A);
  double least = least_diagonal(local, s->A);
  s->kappa = is_regular(local->n, s->A) ? 0 : COMPLIANCE * least;
}

int rg_compliant_law_needed(const rg_compliant_law *s) { return s->kappa > 0; }

/* --- the compliant MLCP ----------------------------------------------------------------------- */

/* M + kappa R B; keeps the blocks of M */
static void soften(rg_compliant_law *s, rg_law_mlcp *law) {
  size_t n = (size_t)law->mlcp.n;
  double *kept = s->block, *M = law->mlcp.M, kappa = s->kappa / law->unit;
  for (size_t i = 0; i < (size_t)law->rows; i++) {
    *kept++ = M[i * (n + 1)];
    M[i * (n + 1)] += COMPLIANCE; /* of their own diagonal, which is 1 */
  }
  for (int i = 0; i < law->contacts; i++) {
    const rg_law_block *b = &law->block[i];
    for (int p = 0; p < b->size; p++) {
      double *row = M + (size_t)(law->first[i] + p) * n + law->first[i];
      memcpy(kept, row, (size_t)b->size * sizeof *kept);
      kept += b->size;
      for (int a = 0; a < law->dim; a++)
        rg_axpy(b->size, kappa * b->R[p * law->dim + a], b->B + a * b->size, row);
    }
  }
}

/* M as it was */
static void harden(const rg_compliant_law *s, rg_law_mlcp *law) {
  size_t n = (size_t)law->mlcp.n;
  const double *kept = s->block;
  double *M = law->mlcp.M;
  for (size_t i = 0; i < (size_t)law->rows; i++) M[i * (n + 1)] = *kept++;
  for (int i = 0; i < law->contacts; i++) {
    int m = law->block[i].size;
    for (int p = 0; p < m; p++, kept += m)
      memcpy(M + (size_t)(law->first[i] + p) * n + law->first[i], kept, (size_t)m * sizeof *kept);
  }
}

/* y -= kappa R x, x raw */
static void take_compliance(const rg_compliant_law *s, const rg_law_mlcp *law, const double *x,
                            double *y) {
  double kappa = s->kappa / law->speed;
  for (int i = 0; i < law->rows; i++)
    y[i] -= COMPLIANCE * law->unit / (law->speed * law->row_scale[i]) * x[i];
  for (int i = 0; i < law->contacts; i++) {
    const rg_law_block *b = &law->block[i];
    const double *impulse = x + law->rows + i * law->dim;
    for (int p = 0; p < b->size; p++)
      y[law->first[i] + p] -= kappa * rg_dot(law->dim, b->R + p * law->dim, impulse);
  }
}

/* the proximal step around the centre: q - kappa R centre */
static void recentre(const rg_compliant_law *s, rg_law_mlcp *law) {
  memcpy(law->mlcp.q, s->q, (size_t)law->mlcp.n * sizeof(double));
  take_compliance(s, law, s->center, law->mlcp.q);
}

/* residual of the MLCP without compliance; x = B z of the same point */
static double raw_residual(rg_compliant_law *s, const rg_law_mlcp *law, const rg_local *local,
                           const double *z) {
  int raw = law->rows + law->contacts * law->dim;
  rg_law_impulse(law, local, z, s->x);
  for (int i = 0; i < raw; i++) s->move[i] = s->x[i] - s->center[i];
  rg_mlcp_w(&law->mlcp, z, s->w);
  take_compliance(s, law, s->move, s->w);
  return rg_mlcp_residual(&law->mlcp, z, s->w);
}

/* --- solving it to rounding ------------------------------------------------------------------- */

static double residual_at(rg_compliant_law *s, const rg_mlcp *m, const double *z) {
  rg_mlcp_w(m, z, s->w);
  return rg_mlcp_residual(m, z, s->w);
}

/* one Newton step of the min map at `trial`, whose w is known: rows that z - w puts between their
   bounds get w = 0, the others the bound */
static void newton_step(rg_compliant_law *s, const rg_mlcp *m, double at_bound) {
  double near = at_bound * rg_norm_max(m->n, s->trial), *z = s->trial;
  int count = 0;
  for (int i = 0; i < m->n; i++) {
    double y = z[i] - s->w[i];
    int low = y <= m->lower[i] + near, high = y >= m->upper[i] - near;
    if (!low && !high) s->inside[count++] = i;
    s->step[i] = low ? m->lower[i] - z[i] : high ? m->upper[i] - z[i] : 0;
  }
  for (int p = 0; p < count; p++) { /* w + M step of those that go to a bound */
    const double *row = m->M + (size_t)s->inside[p] * (size_t)m->n;
    double largest = 0, *line = s->matrix + (size_t)p * (size_t)count;
    for (int k = 0; k < count; k++) largest = fmax(largest, fabs(row[s->inside[k]]));
    double scale = largest > 0 ? 1 / largest : 1;
    for (int k = 0; k < count; k++) line[k] = scale * row[s->inside[k]];
    s->right[p] = -scale * (s->w[s->inside[p]] + rg_dot(m->n, row, s->step));
  }
  rg_lu_factor(count, s->matrix, count, s->pivot, SINGULAR);
  rg_lu_solve(count, s->matrix, count, s->pivot, s->right);
  for (int p = 0; p < count; p++) s->step[s->inside[p]] = s->right[p];
  for (int i = 0; i < m->n; i++) z[i] += s->step[i];
}

/* Newton steps from z; the best point, and its residual */
static double refine_with(rg_compliant_law *s, const rg_mlcp *m, double at_bound, double *z) {
  size_t bytes = (size_t)m->n * sizeof *z;
  memcpy(s->trial, z, bytes);
  double best = residual_at(s, m, z);
  for (int k = 0, worse = 0; k < GUESSES && worse < 2 && best > AIM; k++) {
    newton_step(s, m, at_bound);
    double residual = residual_at(s, m, s->trial);
    if (!isfinite(residual)) break;
    worse = residual < 0.5 * best ? 0 : worse + 1;
    if (!(residual < best)) continue;
    best = residual;
    memcpy(z, s->trial, bytes);
  }
  return best;
}

static double refine(rg_compliant_law *s, const rg_mlcp *m, double *z) {
  double residual = refine_with(s, m, AT_BOUND[0], z);
  return residual <= SHARP ? residual : refine_with(s, m, AT_BOUND[1], z);
}

/* Lemke's method, then refinement */
static double pivot_to(rg_compliant_law *s, const rg_mlcp *m, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  rg_outcome pivots;
  rg_options o = *options;
  memset(&pivots, 0, sizeof pivots);
  pivots.deadline = outcome->deadline;
  o.max_iterations = 0;
  s->pivoting->mlcp_solve(s->state, m, &o, z, &pivots);
  outcome->iterations += pivots.iterations;
  return refine(s, m, z);
}

/* z of the compliant MLCP that is set, from z; its residual */
static double solve_softened(rg_compliant_law *s, const rg_law_mlcp *law, const rg_local *local,
                             const rg_options *options, double *z, rg_outcome *outcome) {
  const rg_mlcp *m = &law->mlcp;
  size_t bytes = (size_t)m->n * sizeof *z;
  memcpy(s->best, z, bytes);
  double residual = refine(s, m, z);
  if (residual <= SHARP) return residual;
  memcpy(z, s->best, bytes);
  residual = pivot_to(s, m, options, z, outcome);
  if (residual <= SHARP) return residual;
  /* the same impulses by the fewest unknowns: no basis of theirs is singular */
  memcpy(s->best, z, bytes);
  rg_law_impulse(law, local, z, s->x);
  rg_law_start(law, local, s->x, z);
  double again = refine(s, m, z);
  if (again < residual) return again;
  memcpy(z, s->best, bytes);
  return residual;
}

/* --- the split ---------------------------------------------------------------------------------- */

/* the next centre: x, or where corrections lead that are each `fall` times the last one */
static void move_center(rg_compliant_law *s, const rg_law_mlcp *law, double fall) {
  int raw = law->rows + law->contacts * law->dim;
  double further = fall > SLOW && fall < 1 ? fall / (1 - fall) : 0;
  for (int i = 0; i < raw; i++) s->center[i] = s->x[i] + further * s->move[i];
}

/* z_1, z_2, ...: the residual that the MLCP itself has at the last */
static double correct(rg_compliant_law *s, rg_law_mlcp *law, const rg_local *local,
                      const rg_options *options, double *z, rg_outcome *outcome) {
  double last = HUGE_VAL, residual, fall = 0;
  memset(s->center, 0, (size_t)local->n * sizeof(double));
  if (!(solve_softened(s, law, local, options, z, outcome) <= ENOUGH)) return HUGE_VAL;
  residual = raw_residual(s, law, local, z);
  for (int k = 0; k < CORRECTIONS && residual > MARGIN * options->tol; k++) {
    fall = k > 0 ? residual / last : 0;
    if (k > 1 && fall > 0.7) break; /* targets contradict each other, or rounding */
    last = residual;
    move_center(s, law, fall);
    recentre(s, law);
    solve_softened(s, law, local, options, z, outcome);
    residual = raw_residual(s, law, local, z);
  }
  return residual;
}

int rg_compliant_law_split(rg_compliant_law *s, rg_law_mlcp *law, const rg_local *local,
                           const rg_options *options, double *z, rg_outcome *outcome) {
  rg_mlcp *m = &law->mlcp;
  size_t bytes = (size_t)m->n * sizeof *z;
  double reference = m->reference;
  memcpy(s->start, z, bytes);
  memcpy(s->q, m->q, bytes);
  m->reference = reference > 0 ? reference : rg_norm(m->n, m->q);
  soften(s, law);
  double residual = correct(s, law, local, options, z, outcome);
  harden(s, law);
  memcpy(m->q, s->q, bytes);
  m->reference = reference;
  if (residual <= options->tol) return 1;
  memcpy(z, s->start, bytes);
  return 0;
}
