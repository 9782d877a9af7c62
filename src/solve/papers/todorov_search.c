/* The edge-aware search along the dogleg x : x_C : x_N, Todorov 2010, sec. III-C and Eq. 27: each
   segment is cut where it crosses an edge, and the loss, smooth on each piece, is searched by a
   cubic there; the crossings are candidates themselves. */
#include "math/dense.h"
#include "solve/papers/todorov_parts.h"

#include <math.h>
#include <string.h>

typedef struct segment {
  const double *from, *to;
} segment;

/* a point of the segment as far as its loss and slope are known */
typedef struct sample {
  double alpha, loss;
} sample;

static int add_crossing(rg_todorov *t, int count, rg_crossing crossing) {
  if (!(crossing.alpha > 1e-12 && crossing.alpha < 1 - 1e-12)) return count;
  /* insertion keeps them in order */
  int at = count;
  for (; at > 0 && t->crossing[at - 1].alpha > crossing.alpha; at--)
    t->crossing[at] = t->crossing[at - 1];
  t->crossing[at] = crossing;
  return count + 1;
}

static int cross_plane(rg_todorov *t, int count, int cell, double from, double move, double level) {
  if (move == 0 || !isfinite(level)) return count;
  rg_crossing crossing = {(level - from) / move, level, cell, RG_EDGE_PLANE};
  return add_crossing(t, count, crossing);
}

/* Eq. 27: mu^2 t_n^2 = |t_t|^2 with t = x + alpha u, t_n <= 0 */
static int cross_cone(rg_todorov *t, int count, int k, const double *x, const double *u) {
  const rg_cell *cell = &t->map->cell[k];
  double mu2 = cell->mu * cell->mu;
  double a = mu2 * u[0] * u[0], b = mu2 * x[0] * u[0], c = mu2 * x[0] * x[0];
  for (int i = 1; i < cell->size; i++) {
    a -= u[i] * u[i];
    b -= x[i] * u[i];
    c -= x[i] * x[i];
  }
  double discriminant = b * b - a * c;
  if (!(cell->mu > 0) || !(discriminant >= 0)) return count;
  /* the two roots of a alpha^2 + 2 b alpha + c without cancellation */
  double q = -(b + copysign(sqrt(discriminant), b));
  double root[2] = {a != 0 ? q / a : HUGE_VAL, q != 0 ? c / q : HUGE_VAL};
  for (int i = 0; i < 2; i++) {
    rg_crossing crossing = {root[i], 0, k, RG_EDGE_CONE};
    if (isfinite(root[i]) && x[0] + root[i] * u[0] < 0) count = add_crossing(t, count, crossing);
  }
  return count;
}

static int find_crossings(rg_todorov *t, const segment *s) {
  int count = 0;
  for (int k = 0; k < t->map->cells; k++) {
    const rg_cell *cell = &t->map->cell[k];
    const double *x = s->from + cell->offset, *u = t->direction + cell->offset;
    if (cell->is_row) {
      count = cross_plane(t, count, k, x[0], u[0], -cell->lower);
      count = cross_plane(t, count, k, x[0], u[0], -cell->upper);
    } else {
      count = cross_plane(t, count, k, x[0], u[0], 0);
      count = cross_cone(t, count, k, x, u);
    }
  }
  return count;
}

/* puts trial at alpha, exactly on the edge that is crossed there (`crossing` may be NULL) */
static sample evaluate(rg_todorov *t, const segment *s, double alpha, const rg_crossing *crossing) {
  for (int i = 0; i < t->map->n; i++) t->trial[i] = s->from[i] + alpha * t->direction[i];
  if (crossing) {
    const rg_cell *cell = &t->map->cell[crossing->cell];
    if (crossing->edge == RG_EDGE_PLANE) t->trial[cell->offset] = crossing->level;
    else rg_todorov_cone_nearest(cell, t->trial + cell->offset);
  }
  rg_todorov_project(t, t->trial);
  sample result = {alpha, rg_todorov_trial(t)};
  if (result.loss < t->best_loss) {
    t->best_loss = result.loss;
    memcpy(t->best, t->trial, (size_t)t->map->n * sizeof *t->best);
    t->best_beyond = s->to == t->newton || alpha == 1;
    t->best_edge = crossing || t->reduced < t->map->n; /* one that is crossed, or that x keeps to */
  }
  return result;
}

/* K'r at trial, which the slopes on both sides of it need */
static void pull_at_trial(rg_todorov *t) { rg_implicit_map_times_t(t->map, t->trial_r, t->pull); }

/* d loss / d alpha at trial, with the zones of the point `inside` of the same piece */
static double slope_along(const rg_todorov *t, const segment *s, double inside) {
  const rg_implicit_map *map = t->map;
  double sum = -rg_dot(map->n, t->trial_r, t->direction);
  for (int k = 0; k < map->cells; k++) {
    const rg_cell *cell = &map->cell[k];
    double point[RG_CELL_MAX], slope[RG_CELL_SQUARE];
    for (int i = 0; i < cell->size; i++) {
      int at = cell->offset + i;
      point[i] = s->from[at] + inside * t->direction[at];
    }
    rg_zone zone = rg_implicit_map_zone(cell, point);
    rg_implicit_map_slope(cell, zone, t->trial + cell->offset, slope);
    for (int i = 0; i < cell->size; i++)
      for (int j = 0; j < cell->size; j++)
        sum +=
            t->pull[cell->offset + i] * slope[cell->size * i + j] * t->direction[cell->offset + j];
  }
  return sum;
}

/* minimum of the cubic through two values and slopes on [0, h]; negative where it is not inside */
static double cubic_minimum(double h, double f0, double g0, double f1, double g1) {
  double d = g0 + g1 - 3 * (f1 - f0) / h, radicand = d * d - g0 * g1;
  if (!(radicand >= 0)) return -1;
  double root = sqrt(radicand), divisor = g1 - g0 + 2 * root;
  double at = divisor != 0 ? h * (1 - (g1 + root - d) / divisor) : -1;
  return at > 0 && at < h ? at : -1;
}

/* where the piece that begins at `from` ends; crossings of several cells at one point count once */
static int next_crossing(const rg_todorov *t, int at, int count, double from) {
  while (at < count && t->crossing[at].alpha - from <= 1e-12) at++;
  return at;
}

static double crossing_alpha(const rg_todorov *t, int at, int count) {
  return at < count ? t->crossing[at].alpha : 1;
}

static void search_segment(rg_todorov *t, const segment *s) {
  for (int i = 0; i < t->map->n; i++) t->direction[i] = s->to[i] - s->from[i];
  int count = t->edge_search ? find_crossings(t, s) : 0;
  int at = next_crossing(t, 0, count, 0);
  sample start = evaluate(t, s, 0, NULL);
  double end = crossing_alpha(t, at, count);
  pull_at_trial(t);
  double start_slope = slope_along(t, s, t->edge_search ? 0.5 * end : 0);
  for (int last = 0; !last;) {
    last = at == count;
    /* the end of the piece, with the slopes on both sides of it */
    sample stop = evaluate(t, s, end, last ? NULL : &t->crossing[at]);
    pull_at_trial(t);
    double stop_slope = slope_along(t, s, t->edge_search ? 0.5 * (start.alpha + end) : 1);
    at = next_crossing(t, at, count, end);
    double next_end = crossing_alpha(t, at, count);
    double next_slope = last ? 0 : slope_along(t, s, 0.5 * (end + next_end));
    /* the minimum of the cubic inside */
    double h = end - start.alpha;
    double inside = cubic_minimum(h, start.loss, start_slope, stop.loss, stop_slope);
    if (inside > 0) evaluate(t, s, start.alpha + inside, NULL);
    start = stop, start_slope = next_slope, end = next_end;
  }
}

void rg_todorov_search(rg_todorov *t) {
  segment first = {t->x, t->cauchy}, second = {t->cauchy, t->newton};
  search_segment(t, &first);
  search_segment(t, &second);
}
