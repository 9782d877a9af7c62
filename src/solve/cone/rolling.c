/* Contacts of any dimension, with torsional and rolling friction (docs/rolling.md): Gauss-Seidel by contact, then Newton on all of
   them, on the equations of Alart & Curnier. A is dense.

   Moments without friction are 0, and no unknowns. Unknowns are scaled so that the diagonal of A is near 1: impulses of a contact by the mean response to them, moments by
   the mean response to those; a coefficient of friction is then one over the length of its contact.

   Newton solves (J'J + lambda) d = -J'F, which is defined where contacts are redundant too, and goes as far as |F| falls.
   Where it does not, proximal points follow: with u + delta (x - last point) in the place of u contacts act on each other less,
   sweeps and Newton get on, and fixed points are the same; delta falls as long as they do. What is returned is the best
   point by |F|. */
#include "math/dense.h"
#include "solve/cone/rolling_map.h"
#include "solve/front/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_ITERATIONS = 2000,
  SWEEPS = 10,        /* before Newton: mostly they find who sticks */
  NEWTON = 40,        /* steps at a go */
  NEWTON_SIZE = 1200, /* unknowns above which only sweeps are done: the cube of it in each step */
  ONE_CONTACT = 30,   /* steps of Newton for one contact */
  HALVINGS = 8,
  PROXIMAL_POINTS = 100,
  GOES = 4,  /* of sweeps and Newton for a point */
  STARTS = 5 /* beside the given one */
};

typedef struct rolling_state {
  int n, contacts, rows;
  int *first;                            /* contacts: first unknown */
  int *source;                           /* n: where it is in the problem */
  double *bare;                          /* scale without the lengths of moments */
  double *A, *c, *scale, *lower, *upper; /* scaled: A_ij s_i s_j, c_i s_i, x_i / s_i */
  rg_friction *friction;
  double *x, *u, *F, *best;
  double delta, *center; /* of a proximal point; 0: the problem itself */
  double *weight;        /* delta counts so often */
  int *pivot;
  double *point;                /* the last one */
  double *J, *H, *step, *trial; /* of Newton; NULL: too large */
  double reference;
} rolling_state;

/* unknowns of a contact: those of its force, and of moments that may be there */
static int width_of(const rg_local *local, int i) {
  if (local->dim <= 3) return local->dim;
  return local->roll[i] > 0 ? 6 : local->spin[i] > 0 ? 4 : 3;
}

static void list_unknowns(rolling_state *s, const rg_local *local) {
  for (s->n = 0; s->n < s->rows; s->n++) s->source[s->n] = s->n;
  for (int i = 0; i < s->contacts; i++) {
    s->first[i] = s->n;
    for (int k = 0; k < width_of(local, i); k++) s->source[s->n++] = s->rows + local->dim * i + k;
  }
}

static void *rolling_setup(rg_arena *arena, const rg_local *local, const rg_options *options) {
  (void)options;
  rolling_state *s = RG_NEW(arena, rolling_state, 1);
  if (!s) return NULL;
  s->contacts = local->contacts, s->rows = local->rows;
  s->first = RG_RAW(arena, int, s->contacts);
  s->source = RG_RAW(arena, int, local->n);
  if (arena->failed) return NULL;
  list_unknowns(s, local);
  size_t n = (size_t)s->n, square = n * n;
  s->A = RG_RAW(arena, double, square);
  s->c = RG_RAW(arena, double, n);
  s->scale = RG_RAW(arena, double, n);
  s->bare = RG_RAW(arena, double, n);
  s->lower = RG_RAW(arena, double, s->rows);
  s->upper = RG_RAW(arena, double, s->rows);
  s->friction = RG_NEW(arena, rg_friction, s->contacts);
  s->x = RG_RAW(arena, double, n);
  s->u = RG_RAW(arena, double, n);
  s->F = RG_RAW(arena, double, n);
  s->best = RG_RAW(arena, double, n);
  s->center = RG_RAW(arena, double, n);
  s->weight = RG_RAW(arena, double, n);
  s->pivot = RG_RAW(arena, int, n);
  s->point = RG_RAW(arena, double, n);
  s->step = RG_RAW(arena, double, n);
  s->trial = RG_RAW(arena, double, n);
  if (s->n <= NEWTON_SIZE) {
    s->J = RG_RAW(arena, double, square);
    s->H = RG_RAW(arena, double, square);
  }
  return arena->failed ? NULL : s;
}

/* --- numbers ------------------------------------------------------------------------------------------ */

/* parts of friction: slip, spin, rolling; or one of all */
static rg_friction friction_of(const rg_local *local, int i) {
  rg_friction f = {.dim = width_of(local, i)};
  double length = local->length ? local->length[i] : 1;
  for (int k = 1; k < f.dim; k++) {
    double mu = k < 3 ? local->mu[i] : (k == 3 ? local->spin[i] : local->roll[i]) / length;
    int part = local->ellipsoid || k < 3 ? 0 : k == 3 ? 1 : 2;
    rg_friction_part *p = &f.part[part];
    if (part == f.parts) f.parts++;
    p->component[p->count] = k;
    p->weight[p->count++] = mu;
  }
  return f;
}

/* what unknown `k` of the problem is in ours; -1: nothing */
static int place_of(const rolling_state *s, const rg_local *local, int k) {
  if (k < s->rows) return k;
  int contact = (k - s->rows) / local->dim, e = (k - s->rows) % local->dim;
  return e < width_of(local, contact) ? s->first[contact] + e : -1;
}

/* A by its entries */
static void fill_from_entries(rolling_state *s, const rg_local *local) {
  size_t n = (size_t)s->n;
  for (size_t i = 0; i < n; i++)
    for (int at = s->source[i], k = local->row_start[at]; k < local->row_start[at + 1]; k++) {
      int j = place_of(s, local, local->column[k]);
      if (j >= 0)
        s->A[i * n + (size_t)j] += s->scale[i] * (local->values[k] / local->unit) * s->scale[j];
    }
}

/* A = W W' by the rows that it is made of */
static void fill_from_rows(rolling_state *s, const rg_local *local) {
  size_t n = (size_t)s->n;
  const rg_row_factor *factor = local->factor;
  int units = s->rows + s->contacts;
  for (int u = 0; u < units; u++)
    for (int v = u; v < units; v++) {
      double block[36];
      int g = local->factor_unit ? local->factor_unit[u] : u;
      int h = local->factor_unit ? local->factor_unit[v] : v;
      int i = u < s->rows ? u : s->first[u - s->rows],
          p = u < s->rows ? 1 : s->friction[u - s->rows].dim;
      int j = v < s->rows ? v : s->first[v - s->rows],
          q = v < s->rows ? 1 : s->friction[v - s->rows].dim;
      rg_rows_block(factor, g, h, block, factor->width[h]);
      for (int a = 0; a < p && a < factor->width[g]; a++)
        for (int b = 0; b < q && b < factor->width[h]; b++) {
          double value = s->scale[i + a] * block[a * factor->width[h] + b] * s->scale[j + b];
          s->A[(size_t)(i + a) * n + (size_t)(j + b)] = value;
          if (u != v)
            s->A[(size_t)(j + b) * n + (size_t)(i + a)] =
                s->scale[j + b] * block[a * factor->width[h] + b] * s->scale[i + a];
        }
    }
}

static void fill(rolling_state *s, const rg_local *local) {
  size_t n = (size_t)s->n;
  double sum = 0, moved = 0;
  for (int i = 0; i < s->n; i++) {
    int at = s->source[i], contact = at < s->rows ? -1 : (at - s->rows) / local->dim;
    int unit = contact < 0 ? i : s->rows + contact;
    s->scale[i] = s->bare[i] = local->response ? 1 / sqrt(local->response[unit]) : 1;
    s->weight[i] = 1;
    if (contact >= 0 && local->length && (at - s->rows) % local->dim > 2)
      s->scale[i] *= local->length[contact];
  }
  for (int i = 0; i < s->contacts; i++) s->friction[i] = friction_of(local, i);
  memset(s->A, 0, n * n * sizeof *s->A);
  if (local->row_start) fill_from_entries(s, local);
  else fill_from_rows(s, local);
  for (int i = 0; i < s->n; i++) s->c[i] = s->scale[i] * local->c[s->source[i]];
  for (int i = 0; i < s->n; i++) sum += s->c[i] * s->c[i];
  for (int i = 0; i < s->contacts; i++) {
    int at = s->first[i];
    s->c[at] -= s->scale[at] * local->target[i];
  }
  for (int i = 0; i < s->rows; i++) {
    s->lower[i] = local->unit * local->lower[i] / s->scale[i];
    s->upper[i] = local->unit * local->upper[i] / s->scale[i];
    // bounds that exclude 0 drive the problem too
    double least = s->lower[i] > 0 ? s->lower[i] : s->upper[i] < 0 ? s->upper[i] : 0;
    moved += least * least;
  }
  for (int i = 0; i < s->n; i++) moved += s->c[i] * s->c[i];
  s->reference = sqrt(fmax(sum, moved));
}

/* --- equations ---------------------------------------------------------------------------------------- */

static double row_map(const rolling_state *s, int i, double x, double u) {
  double low = x - s->upper[i], high = x - s->lower[i];
  return u < low ? low : u > high ? high : u;
}

/* row i of J += by_u times row k of A + delta */
static void add_row(const rolling_state *s, int i, int k, double by_u) {
  size_t n = (size_t)s->n;
  if (by_u == 0) return;
  rg_axpy(s->n, by_u, s->A + (size_t)k * n, s->J + (size_t)i * n);
  s->J[(size_t)i * n + (size_t)k] += by_u * s->delta * s->weight[k];
}

/* F at x, u there, and J where `jacobian`; |F| */
static double equations(rolling_state *s, const double *x, int jacobian) {
  size_t n = (size_t)s->n;
  rg_matvec(s->n, s->n, s->A, s->n, x, s->u);
  for (size_t i = 0; i < n; i++)
    s->u[i] += s->c[i] + s->delta * s->weight[i] * (x[i] - s->center[i]);
  if (jacobian) memset(s->J, 0, n * n * sizeof *s->J);
  for (int i = 0; i < s->rows; i++) {
    s->F[i] = row_map(s, i, x[i], s->u[i]);
    if (!jacobian) continue;
    if (s->F[i] == s->u[i]) add_row(s, i, i, 1);
    else s->J[(size_t)i * (n + 1)] = 1;
  }
  for (int c = 0, at = s->rows; c < s->contacts; at += s->friction[c++].dim) {
    double by_y[36], by_u[36];
    int d = s->friction[c].dim;
    rg_rolling_map(&s->friction[c], x + at, s->u + at, s->F + at, jacobian ? by_y : NULL,
                   jacobian ? by_u : NULL);
    for (int k = 0; k < d && jacobian; k++)
      for (int l = 0; l < d; l++) {
        add_row(s, at + k, at + l, by_u[k * d + l]);
        s->J[(size_t)(at + k) * n + (size_t)(at + l)] += by_y[k * d + l];
      }
  }
  return rg_norm(s->n, s->F);
}

/* --- one contact -------------------------------------------------------------------------------------- */

/* |F| of one contact with u = B y + q */
static double one_map(const rg_friction *f, const double *B, const double *q, const double *y,
                      double *F, double *by_y, double *by_u) {
  double u[RG_ROLLING_MOST];
  for (int k = 0; k < f->dim; k++) u[k] = q[k] + rg_dot(f->dim, B + k * f->dim, y);
  rg_rolling_map(f, y, u, F, by_y, by_u);
  return rg_norm(f->dim, F);
}

/* Newton with halvings; where no part of a step helps, y - F / dim, the fixed point of the map. Keeps the best. */
static void solve_one(const rg_friction *f, const double *B, const double *q, double *y) {
  int d = f->dim, pivot[RG_ROLLING_MOST];
  double F[RG_ROLLING_MOST], by_y[36], by_u[36], best[RG_ROLLING_MOST], least = HUGE_VAL;
  for (int it = 0; it < ONE_CONTACT; it++) {
    double J[36], step[RG_ROLLING_MOST], trial[RG_ROLLING_MOST], other[RG_ROLLING_MOST], t = 1;
    double now = one_map(f, B, q, y, F, by_y, by_u);
    if (now < least) {
      least = now;
      memcpy(best, y, (size_t)d * sizeof *y);
    }
    if (!(now > 1e-15 * rg_norm(d, q))) break;
    for (int k = 0; k < d; k++)
      for (int l = 0; l < d; l++) {
        J[k * d + l] = by_y[k * d + l];
        for (int m = 0; m < d; m++) J[k * d + l] += by_u[k * d + m] * B[m * d + l];
      }
    for (int k = 0; k < d; k++) step[k] = -F[k];
    rg_lu_factor(d, J, d, pivot, 1e-12);
    rg_lu_solve(d, J, d, pivot, step);
    int found = 0;
    for (int half = 0; half < HALVINGS && !found; half++, t *= 0.5) {
      for (int k = 0; k < d; k++) trial[k] = y[k] + t * step[k];
      found = one_map(f, B, q, trial, other, NULL, NULL) < (1 - 1e-4 * t) * now;
    }
    for (int k = 0; k < d; k++) y[k] = found ? trial[k] : y[k] - F[k] / d;
  }
  if (least < HUGE_VAL) memcpy(y, best, (size_t)d * sizeof *y);
}

/* --- all of them -------------------------------------------------------------------------------------- */

/* velocity of unknown i */
static double velocity_of(const rolling_state *s, int i, const double *x) {
  return s->c[i] + rg_dot(s->n, s->A + (size_t)i * (size_t)s->n, x) +
         s->delta * s->weight[i] * (x[i] - s->center[i]);
}

static void sweep_contact(const rolling_state *s, int contact, int at, double *x) {
  const rg_friction *f = &s->friction[contact];
  double B[36], q[RG_ROLLING_MOST];
  for (int k = 0; k < f->dim; k++) {
    const double *row = s->A + (size_t)(at + k) * (size_t)s->n;
    memcpy(B + k * f->dim, row + at, (size_t)f->dim * sizeof *B);
    B[k * f->dim + k] += s->delta * s->weight[at + k];
    q[k] = velocity_of(s, at + k, x) - rg_dot(f->dim, B + k * f->dim, x + at);
  }
  solve_one(f, B, q, x + at);
}

/* forward, backward in turn */
static void sweep(const rolling_state *s, int backward, double *x) {
  int units = s->rows + s->contacts;
  for (int k = 0; k < units; k++) {
    int unit = backward ? units - 1 - k : k, contact = unit - s->rows;
    if (contact >= 0) {
      sweep_contact(s, contact, s->first[contact], x);
      continue;
    }
    double a = s->A[(size_t)unit * (size_t)(s->n + 1)] + s->delta * s->weight[unit];
    if (!(a > 0)) continue;
    double free = x[unit] - velocity_of(s, unit, x) / a;
    x[unit] = free < s->lower[unit]   ? s->lower[unit]
              : free > s->upper[unit] ? s->upper[unit]
                                      : free;
  }
}

/* one step of Newton from x; what |F| becomes, or what it was where no part of the step helps */
static double newton_step(rolling_state *s, double *x, double now) {
  int n = s->n;
  size_t bytes = (size_t)n * sizeof *x;
  equations(s, x, 1);
  double relative = now / s->reference;
  double lambda = 1e-14 + 1e-3 * fmin(1, relative) * fmin(1, relative);
  rg_gram(n, n, s->J, n, lambda, s->H, n);
  rg_matvec_t(n, n, s->J, n, s->F, s->step);
  if (rg_cholesky(n, s->H, n)) return now;
  rg_cholesky_solve(n, s->H, n, s->step);
  double t = 1;
  for (int half = 0; half < HALVINGS; half++, t *= 0.5) {
    memcpy(s->trial, x, bytes);
    rg_axpy(n, -t, s->step, s->trial);
    double then = equations(s, s->trial, 0);
    if (then < (1 - 1e-4 * t) * now) {
      memcpy(x, s->trial, bytes);
      return then;
    }
  }
  return now;
}

typedef struct search {
  double wanted, least;
  int limit;
} search;

/* |F| of the problem itself at x, which is kept where it is the best */
static double judge(rolling_state *s, search *to, rg_outcome *outcome) {
  double delta = s->delta;
  s->delta = 0;
  double now = equations(s, s->x, 0);
  s->delta = delta;
  rg_outcome_trace(outcome, now / s->reference);
  if (!(now < to->least)) return now;
  to->least = now;
  memcpy(s->best, s->x, (size_t)s->n * sizeof *s->x);
  return now;
}

static int is_over(const search *to, const rg_outcome *outcome) {
  return to->least <= to->wanted || outcome->iterations >= to->limit || rg_outcome_expired(outcome);
}

static void sweeps(rolling_state *s, int most, search *to, rg_outcome *outcome) {
  for (int k = 0; k < most && !is_over(to, outcome); k++) {
    sweep(s, outcome->iterations++ & 1, s->x);
    judge(s, to, outcome);
  }
}

/* Newton as long as it gets on; what |F| is then */
static double newton(rolling_state *s, double wanted, search *to, rg_outcome *outcome) {
  double now = equations(s, s->x, 0);
  for (int k = 0; k < NEWTON && s->J && now > wanted && !is_over(to, outcome); k++) {
    double before = now;
    now = newton_step(s, s->x, now);
    outcome->iterations++;
    judge(s, to, outcome);
    if (now >= 0.9 * before) break;
  }
  return now;
}

/* --- points where A + delta is regular ------------------------------------------------------------------ */

/* Newton for a proximal point from x on, |F|^2 compared with the largest of its last values; the first steps may lead up,
   since the way to the right pieces does. 1 where |F| <= wanted, 0 where it is lost. */
static int find_point(rolling_state *s, double wanted, search *to, rg_outcome *outcome) {
  enum { STEPS = 40, MEMORY = 6, UP = 10, PATIENCE = 10 };
  size_t bytes = (size_t)s->n * sizeof *s->x;
  double history[MEMORY], now = equations(s, s->x, 0), least = now;
  int since = 0;
  for (int k = 0; k < MEMORY; k++) history[k] = now;
  for (int k = 0; k < STEPS && !is_over(to, outcome); k++) {
    if (now <= wanted) return 1;
    equations(s, s->x, 1);
    memcpy(s->step, s->F, bytes);
    rg_lu_factor(s->n, s->J, s->n, s->pivot, 1e-14);
    rg_lu_solve(s->n, s->J, s->n, s->pivot, s->step);
    double most = rg_norm_max(MEMORY, history), t = 1, then = HUGE_VAL, full = HUGE_VAL;
    for (int half = 0; half < HALVINGS; half++, t *= 0.5) {
      memcpy(s->trial, s->x, bytes);
      rg_axpy(s->n, -t, s->step, s->trial);
      then = equations(s, s->trial, 0);
      if (half == 0) full = then;
      if (then < (1 - 1e-4 * t) * most) break;
    }
    if (!(then < most)) {
      if (k >= UP || !isfinite(full)) return 0;
      memcpy(s->trial, s->x, bytes);
      rg_axpy(s->n, -1, s->step, s->trial);
      then = full;
    }
    memcpy(s->x, s->trial, bytes);
    outcome->iterations++;
    now = history[k % MEMORY] = then;
    judge(s, to, outcome);
    if (now < 0.9 * least) since = 0;
    else if (++since > PATIENCE) return 0;
    if (now < least) least = now;
  }
  return now <= wanted;
}

/* Points around their predecessors, from x on: delta falls as long as they are found and gain, and is larger around the
   same centre where not. */
static void find_points(rolling_state *s, search *to, rg_outcome *outcome) {
  static const double SHARE = 0.05, LEAST = 1e-13, FIRST = 1e-3, MOST = 10;
  size_t bytes = (size_t)s->n * sizeof *s->x;
  double lost = 0;
  memcpy(s->center, s->x, bytes);
  double left = judge(s, to, outcome), size = rg_norm(s->n, s->center);
  double delta = fmin(FIRST, fmax(LEAST, left / (SHARE * fmax(size, s->reference))));
  for (int points = 0; points < PROXIMAL_POINTS && delta <= MOST && !is_over(to, outcome);
       points++) {
    memcpy(s->x, s->center, bytes);
    s->delta = delta;
    int found = find_point(s, fmax(0.3 * to->wanted, 0.01 * left), to, outcome);
    s->delta = 0;
    double after = equations(s, s->x, 0);
    if (!found) {
      lost = delta;
      delta *= 10;
      continue;
    }
    memcpy(s->center, s->x, bytes);
    double aimed = after / (SHARE * fmax(rg_norm(s->n, s->x), s->reference));
    if (after > 0.5 * left) delta = fmax(fmax(LEAST, 3 * lost), fmin(delta / 4, aimed));
    lost *= 0.3;
    left = after;
  }
}

/* The compliant split (docs/split.md): the point around 0, with a compliance that is raw the same at all contacts; 1 where it is
   found, in x */
static int find_split(rolling_state *s, search *to, rg_outcome *outcome) {
  enum { MANY = 16 };
  double least = s->contacts < MANY ? 1e-8 : 1e-6, wanted = 1e-3 * least * s->reference, mean = 0;
  size_t bytes = (size_t)s->n * sizeof *s->x;
  for (int i = s->rows; i < s->n; i++) mean += s->bare[i] * s->bare[i] / (s->n - s->rows);
  for (int i = s->rows; i < s->n; i++) s->weight[i] = s->bare[i] * s->bare[i] / mean;
  memset(s->center, 0, bytes);
  memcpy(s->point, s->x, bytes);
  s->delta = least;
  int found = find_point(s, wanted, to, outcome);
  if (!found) { /* from far away */
    memcpy(s->x, s->point, bytes);
    found = 1;
    for (s->delta = 1e-1; found && s->delta > 0.5 * least; s->delta *= 0.1)
      found = find_point(s, 1e-3 * s->delta * s->reference, to, outcome);
  }
  s->delta = 0;
  for (int i = 0; i < s->n; i++) s->weight[i] = 1;
  return found;
}

/* Proximal points from the best one on, and Newton on the problem itself from each of them. */
static void proximal_points(rolling_state *s, search *to, rg_outcome *outcome) {
  static const double LARGEST = 1, SMALLEST = 1e-8, EXACT = 1e-2;
  size_t bytes = (size_t)s->n * sizeof *s->x;
  double delta = 0.1;
  memcpy(s->x, s->best, bytes);
  for (int points = 0; points < PROXIMAL_POINTS && !is_over(to, outcome); points++) {
    memcpy(s->center, s->x, bytes);
    s->delta = delta;
    double before = equations(s, s->x, 0), after = before;
    for (int go = 0; go < GOES && after > EXACT * before; go++) {
      sweeps(s, SWEEPS, to, outcome);
      after = newton(s, EXACT * before, to, outcome);
    }
    s->delta = 0;
    delta = after <= EXACT * before ? fmax(SMALLEST, delta / 4) : fmin(LARGEST, delta * 3);
    memcpy(s->point, s->x, bytes);
    newton(s, to->wanted, to, outcome);
    memcpy(s->x, s->point, bytes);
  }
}

/* another start: 0, then the best point with every other contact let go, then every third, ... */
static void elsewhere(rolling_state *s, int k) {
  size_t bytes = (size_t)s->n * sizeof *s->x;
  memcpy(s->x, s->best, bytes);
  if (k == 0) memset(s->x, 0, bytes);
  for (int i = 0; i < s->contacts && k > 0; i++)
    if (i % (k + 1) == 0) memset(s->x + s->first[i], 0, (size_t)s->friction[i].dim * sizeof *s->x);
}

/* All that there is, from x on, until what is wanted is reached. */
static void search_all(rolling_state *s, search *to, const rg_options *options,
                       rg_outcome *outcome) {
  double enough = options->tol * s->reference;
  int compliant = options->split == RG_SPLIT_COMPLIANT && s->contacts > 0 && s->J;
  if (compliant && find_split(s, to, outcome)) {
    to->least = HUGE_VAL; /* nothing else has the split */
    judge(s, to, outcome);
    find_points(s, to, outcome);
    if (to->least <= enough) return;
  }
  memcpy(s->x, s->best, (size_t)s->n * sizeof *s->x);
  if (to->least > 10 * enough) sweeps(s, SWEEPS, to, outcome);
  if (s->J) find_points(s, to, outcome);
  for (int k = 0; k < STARTS && s->J && to->least > enough && !is_over(to, outcome); k++) {
    elsewhere(s, k);
    sweeps(s, SWEEPS << k, to, outcome);
    find_points(s, to, outcome);
  }
  if (to->least <= enough) return;
  memcpy(s->x, s->best, (size_t)s->n * sizeof *s->x);
  sweeps(s, SWEEPS, to, outcome);
  newton(s, to->wanted, to, outcome);
  if (to->least > enough) proximal_points(s, to, outcome);
}

static rg_status rolling_solve(void *memory, const rg_local *local, const rg_options *options,
                               double *impulse, rg_outcome *outcome) {
  rolling_state *s = memory;
  fill(s, local);
  for (int i = 0; i < s->n; i++) s->x[i] = local->unit * impulse[s->source[i]] / s->scale[i];
  if (!(s->reference > 0)) s->reference = 1;
  double aim = options->aim > 0 && options->aim < options->tol ? options->aim : options->tol;
  search to = {aim * s->reference, HUGE_VAL,
               options->max_iterations > 0 ? options->max_iterations
               : outcome->budget > 0       ? outcome->budget
                                           : MOST_ITERATIONS};
  s->delta = 0;
  memcpy(s->center, s->x, (size_t)s->n * sizeof *s->x);
  judge(s, &to, outcome);
  search_all(s, &to, options, outcome);
  for (int i = 0; i < local->n; i++) impulse[i] = 0;
  for (int i = 0; i < s->n; i++) impulse[s->source[i]] = s->best[i] * s->scale[i] / local->unit;
  double reached = to.least / s->reference;
  rg_outcome_attempt(outcome, "rolling", outcome->iterations, reached);
  if (reached <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "%d iterations reached %.2e",
           outcome->iterations, reached);
  return RG_LIMIT;
}

const rg_solver_entry rg_solver_rolling = {
    .info = {.name = "rolling",
             .summary = "Gauss-Seidel and Newton for contacts with torsional and rolling friction",
             .source = "Alart & Curnier 1991; Acary & Bourrier 2021 for the cone; docs/rolling.md",
             .when = "what auto takes for contacts of dim 4 and 6; A is dense, so some hundred "
                     "contacts at most",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX |
                        RG_HANDLES_ROLLING},
    .local_setup = rolling_setup,
    .local_solve = rolling_solve,
};
