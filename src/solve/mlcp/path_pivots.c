/* Pivotal path generation: M z - w + v + t r = r - q, one basis a piece (Dirkse & Ferris 1995). The
   basis is kept as an LU factorization and a product of elementary matrices, refreshed every so
   often. */
#include "solve/mlcp/path_pivots.h"

#include "math/dense.h"
#include "solve/mlcp/mlcp_scaling.h"

#include <math.h>
#include <string.h>

enum { ETAS = 40 };
static const double SINGULAR = 1e-13;    /* relative size of a pivot in the factorization */
static const double PIVOT_LEAST = 1e-10; /* smallest entry that may block or leave */
static const double FEASIBILITY = 1e-11; /* slack of the ratio test, relative to the values */

/* variables: w_i is i, z_i is n + i, v_i is 2 n + i, t is 3 n */
typedef enum kind { KIND_W, KIND_Z, KIND_V, KIND_T } kind;

static kind kind_of(const rg_path_pivots *path, int variable) {
  return path->n > 0 ? (kind)(variable / path->n) : KIND_T;
}

rg_path_pivots *rg_path_pivots_setup(rg_arena *arena, int n) {
  rg_path_pivots *path = RG_NEW(arena, rg_path_pivots, 1);
  if (!path) return NULL;
  RG_VECTORS(arena, n, &path->x, &path->ray, &path->value, &path->at, &path->r, &path->right,
             &path->direction);
  path->n = n;
  path->head = RG_NEW(arena, int, n);
  path->order = RG_NEW(arena, int, n);
  path->factor = RG_NEW(arena, double, (size_t)n *(size_t)n);
  path->etas = RG_NEW(arena, double, (size_t)n *ETAS);
  path->eta_at = RG_NEW(arena, int, ETAS);
  return arena->failed ? NULL : path;
}

/* column of a variable in the system, written with stride `step` */
static void write_column(const rg_path_pivots *path, int variable, double *out, int step) {
  int n = path->n, i = variable % n;
  kind k = kind_of(path, variable);
  for (int row = 0; row < n; row++) {
    double entry = 0;
    if (k == KIND_Z) entry = path->M[(size_t)row * (size_t)n + (size_t)i];
    if (k == KIND_T) entry = path->r[row];
    out[(size_t)row * (size_t)step] = entry;
  }
  if (k == KIND_Z) out[(size_t)i * (size_t)step] += path->proximal;
  if (k == KIND_W) out[(size_t)i * (size_t)step] = -1;
  if (k == KIND_V) out[(size_t)i * (size_t)step] = 1;
}

/* LU of the current basis; 0 where it is singular */
static int factor_basis(rg_path_pivots *path) {
  int n = path->n;
  for (int p = 0; p < n; p++) write_column(path, path->head[p], path->factor + p, n);
  path->eta_count = 0;
  return rg_lu_factor(n, path->factor, n, path->order, SINGULAR) == 0;
}

/* y = basis \ y */
static void solve_basis(const rg_path_pivots *path, double *y) {
  int n = path->n;
  rg_lu_solve(n, path->factor, n, path->order, y);
  for (int k = 0; k < path->eta_count; k++) {
    const double *d = path->etas + (size_t)k * (size_t)n;
    int p = path->eta_at[k];
    double yp = y[p] / d[p];
    y[p] = 0;
    rg_axpy(n, -yp, d, y);
    y[p] = yp;
  }
}

/* values of the basis from scratch: right - sum over z outside the basis - t r */
static void recompute_values(rg_path_pivots *path, int t_basic, double t) {
  int n = path->n;
  double *y = path->value;
  memcpy(y, path->right, (size_t)n * sizeof *y);
  for (int i = 0; i < n; i++) {
    const double *row = path->M + (size_t)i * (size_t)n;
    y[i] -= rg_dot(n, row, path->at) + path->proximal * path->at[i];
    if (!t_basic) y[i] -= t * path->r[i];
  }
  solve_basis(path, y);
}

/* the basis at the start: w where x is at or under the lower bound, v over the upper, z between */
static void start_basis(rg_path_pivots *path, const double *x) {
  int n = path->n;
  double *z = path->direction; /* work space until the first pivot */
  for (int i = 0; i < n; i++) {
    z[i] = rg_clamp(x[i], path->lower[i], path->upper[i]);
    int below = x[i] <= path->lower[i], above = !below && x[i] >= path->upper[i];
    path->head[i] = below ? i : above ? 2 * n + i : n + i;
    path->value[i] = below ? path->lower[i] - x[i] : above ? x[i] - path->upper[i] : x[i];
    path->at[i] = below ? path->lower[i] : above ? path->upper[i] : 0;
  }
  /* r = M z + q + x - z; right = r - (q - proximal z) */
  rg_matvec(n, n, path->M, n, z, path->r);
  for (int i = 0; i < n; i++) {
    double Mz = path->r[i];
    path->r[i] = Mz + path->q[i] + (x[i] - z[i]);
    path->right[i] = Mz + (x[i] - z[i]) + path->proximal * z[i];
  }
}

static double low_of(const rg_path_pivots *path, int variable) {
  return kind_of(path, variable) == KIND_Z ? path->lower[variable % path->n] : 0;
}

static double high_of(const rg_path_pivots *path, int variable, double t_stop) {
  kind k = kind_of(path, variable);
  if (k == KIND_Z) return path->upper[variable % path->n];
  return k == KIND_T ? t_stop : HUGE_VAL;
}

/* how far the variable at p lets the entering one move, with `slack` of room */
static double room(const rg_path_pivots *path, int p, double rate, double t_stop, double slack) {
  int variable = path->head[p];
  double bound = rate < 0 ? low_of(path, variable) : high_of(path, variable, t_stop);
  if (!isfinite(bound)) return HUGE_VAL;
  double distance = rate < 0 ? path->value[p] - bound : bound - path->value[p];
  return (fmax(distance, 0) + slack * (1 + fabs(bound))) / fabs(rate);
}

/* Harris' ratio test: the largest entry among those that block within the slack; t wins ties so
   that the path ends when it can. Returns the position, -1 where nothing blocks before `range`. */
static int ratio_test(const rg_path_pivots *path, double sign, double t_stop, double range,
                      double *theta) {
  int n = path->n, best = -1;
  double loose = range, largest = 0;
  double least = PIVOT_LEAST * fmax(1, rg_norm_max(n, path->direction) * 1e-3);
  for (int p = 0; p < n; p++) {
    double rate = -sign * path->direction[p];
    if (fabs(rate) > least) loose = fmin(loose, room(path, p, rate, t_stop, FEASIBILITY));
  }
  for (int p = 0; p < n; p++) {
    double rate = -sign * path->direction[p];
    if (fabs(rate) <= least || room(path, p, rate, t_stop, 0) > loose) continue;
    int is_t = kind_of(path, path->head[p]) == KIND_T && rate > 0;
    double weight = is_t ? HUGE_VAL : fabs(rate);
    if (weight > largest) largest = weight, best = p;
  }
  *theta = range;
  if (best < 0) return -1;
  *theta = room(path, best, -sign * path->direction[best], t_stop, 0);
  return *theta < range ? best : -1;
}

/* what enters after `leaving` reached a bound, Lemke's rule; sign is the way it moves */
static int complement(const rg_path_pivots *path, int leaving, int at_low, double *sign) {
  int n = path->n, i = leaving % n;
  kind k = kind_of(path, leaving);
  *sign = k == KIND_V ? -1 : 1;
  if (k != KIND_Z) return n + i;
  return at_low ? i : 2 * n + i;
}

/* x = z - w + v from the basis and the entering variable */
static void read_point(rg_path_pivots *path, int entering, double entering_value) {
  int n = path->n;
  memcpy(path->x, path->at, (size_t)n * sizeof *path->x);
  for (int p = -1; p < n; p++) {
    int variable = p < 0 ? entering : path->head[p], i = variable % n;
    double value = p < 0 ? entering_value : path->value[p];
    switch (kind_of(path, variable)) {
    case KIND_W: path->x[i] = path->lower[i] - fmax(value, 0); break;
    case KIND_V: path->x[i] = path->upper[i] + fmax(value, 0); break;
    case KIND_Z: path->x[i] = value; break;
    case KIND_T: break;
    }
  }
}

/* direction in z of the piece on which `entering` moves */
static void read_ray(rg_path_pivots *path, int entering, double sign) {
  int n = path->n;
  memset(path->ray, 0, (size_t)n * sizeof *path->ray);
  for (int p = 0; p < n; p++)
    if (kind_of(path, path->head[p]) == KIND_Z)
      path->ray[path->head[p] % n] = -sign * path->direction[p];
  if (kind_of(path, entering) == KIND_Z) path->ray[entering % n] = sign;
}

/* `entering` takes position p with `value`; 0 where the new basis cannot be factored */
static int exchange(rg_path_pivots *path, int p, int entering, double value, int t_basic,
                    double t) {
  int n = path->n;
  path->head[p] = entering;
  path->value[p] = value;
  if (kind_of(path, entering) == KIND_Z) path->at[entering % n] = 0;
  if (path->eta_count < ETAS) {
    memcpy(path->etas + (size_t)path->eta_count * (size_t)n, path->direction,
           (size_t)n * sizeof *path->etas);
    path->eta_at[path->eta_count++] = p;
    return 1;
  }
  if (!factor_basis(path)) return 0;
  recompute_values(path, t_basic, t);
  return 1;
}

rg_path_end rg_path_trace(rg_path_pivots *path, const double *x, double t_stop) {
  int n = path->n, entering = 3 * n, limit = 20 * n + 100;
  double sign = 1, from = 0; /* the entering variable starts at `from` */
  path->t = 0;
  path->pivots = 0;
  memcpy(path->x, x, (size_t)n * sizeof *x);
  if (n == 0) return RG_PATH_REACHED;
  start_basis(path, x);
  if (!factor_basis(path)) return RG_PATH_SINGULAR;
  for (; path->pivots < limit; path->pivots++) {
    /* move the entering variable until something blocks */
    kind k = kind_of(path, entering);
    double theta, range = k == KIND_T   ? t_stop
                          : k == KIND_Z ? path->upper[entering % n] - path->lower[entering % n]
                                        : HUGE_VAL;
    write_column(path, entering, path->direction, 1);
    solve_basis(path, path->direction);
    int p = ratio_test(path, sign, t_stop, range, &theta);
    if (p < 0 && !isfinite(theta)) return read_ray(path, entering, sign), RG_PATH_RAY;
    for (int i = 0; i < n; i++) path->value[i] -= sign * theta * path->direction[i];
    double value = from + sign * theta;
    for (int i = 0; i < n; i++)
      if (path->head[i] == 3 * n) path->t = fmax(path->t, path->value[i]);

    /* it reached its own other bound: no exchange */
    if (p < 0 && k == KIND_T) {
      path->t = t_stop;
      return read_point(path, entering, value), RG_PATH_REACHED;
    }
    if (p < 0) {
      path->at[entering % n] = sign > 0 ? path->upper[entering % n] : path->lower[entering % n];
      entering = complement(path, entering, sign < 0, &sign);
      from = 0;
      continue;
    }

    /* exchange; the complement of what left enters next */
    int leaving = path->head[p], at_low = path->direction[p] * sign > 0;
    int t_left = kind_of(path, leaving) == KIND_T;
    double bound = at_low ? low_of(path, leaving) : high_of(path, leaving, t_stop);
    if (t_left && at_low) return read_point(path, entering, value), RG_PATH_RETURNED;
    if (kind_of(path, leaving) == KIND_Z) path->at[leaving % n] = bound;
    if (!exchange(path, p, entering, value, !t_left, t_stop)) return RG_PATH_SINGULAR;
    if (t_left) {
      if (factor_basis(path)) recompute_values(path, 0, t_stop);
      return read_point(path, leaving, t_stop), RG_PATH_REACHED;
    }
    entering = complement(path, leaving, at_low, &sign);
    from = kind_of(path, entering) == KIND_Z ? path->at[entering % n] : 0;
  }
  return RG_PATH_LIMIT;
}
