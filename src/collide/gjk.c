/* Gilbert, Johnson & Keerthi 1988: the point of A - B nearest to the origin by a sequence of
   simplices. The nearest point of a simplex is found by trying every face of it (15 at most),
   which stays right for flat and needle-shaped ones. */
#include "collide/gjk.h"

#include "math/vector.h"

#include <float.h>

enum { MOST_STEPS = 96 };

/* weights of the projection of the origin on the line, plane or space of the points; 0 where
   they are degenerate */
static int line_weights(const double a[3], const double b[3], double w[2]) {
  double d[3];
  rg_v3_sub(d, b, a);
  double length2 = rg_v3_dot(d, d);
  if (length2 <= 0) return 0;
  w[1] = -rg_v3_dot(a, d) / length2;
  w[0] = 1 - w[1];
  return 1;
}

static int plane_weights(const double a[3], const double b[3], const double c[3], double w[3]) {
  double ab[3], ac[3], n[3], bc[3], ca[3], cross[3];
  rg_v3_sub(ab, b, a);
  rg_v3_sub(ac, c, a);
  rg_v3_cross(n, ab, ac);
  double n2 = rg_v3_dot(n, n);
  if (n2 <= 1e-28 * rg_v3_dot(ab, ab) * rg_v3_dot(ac, ac)) return 0;
  rg_v3_cross(bc, b, c);
  rg_v3_cross(ca, c, a);
  w[0] = rg_v3_dot(bc, n) / n2;
  w[1] = rg_v3_dot(ca, n) / n2;
  rg_v3_cross(cross, a, b);
  w[2] = rg_v3_dot(cross, n) / n2;
  return 1;
}

static int space_weights(const double *const p[4], double w[4]) {
  double e[3][3], cross[3];
  for (int i = 0; i < 3; i++) rg_v3_sub(e[i], p[i + 1], p[0]);
  rg_v3_cross(cross, e[1], e[2]);
  double volume = rg_v3_dot(e[0], cross);
  double bound = rg_v3_norm(e[0]) * rg_v3_norm(e[1]) * rg_v3_norm(e[2]);
  if (fabs(volume) <= 1e-14 * bound) return 0;
  w[1] = -rg_v3_dot(p[0], cross) / volume;
  rg_v3_cross(cross, e[2], e[0]);
  w[2] = -rg_v3_dot(p[0], cross) / volume;
  rg_v3_cross(cross, e[0], e[1]);
  w[3] = -rg_v3_dot(p[0], cross) / volume;
  w[0] = 1 - w[1] - w[2] - w[3];
  return 1;
}

/* weights of the subset of points; 0 where the projection is not inside it */
static int subset_weights(const double *const p[4], int n, double w[4]) {
  int regular = 1;
  if (n == 1) w[0] = 1;
  else if (n == 2) regular = line_weights(p[0], p[1], w);
  else if (n == 3) regular = plane_weights(p[0], p[1], p[2], w);
  else regular = space_weights(p, w);
  for (int i = 0; regular && i < n; i++) regular = w[i] >= 0;
  return regular;
}

/* of all subsets from number `first` on */
static int nearest_of(rg_difference *simplex, int n, int first, double weight[4],
                      double nearest[3]) {
  double best = HUGE_VAL;
  int best_set = first;
  for (int set = first; set < 1 << n; set++) {
    const double *p[4] = {0};
    double w[4], v[3] = {0, 0, 0};
    int count = 0;
    for (int i = 0; i < n; i++)
      if (set >> i & 1) p[count++] = simplex[i].w;
    if (!subset_weights(p, count, w)) continue;
    for (int i = 0; i < count; i++) rg_v3_add_scaled(v, w[i], p[i]);
    double norm2 = count == 4 ? -1 : rg_v3_dot(v, v);
    if (norm2 >= best) continue;
    best = norm2, best_set = set;
    rg_v3_copy(nearest, v);
    for (int i = 0; i < count; i++) weight[i] = w[i];
  }
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (best_set >> i & 1) simplex[kept++] = simplex[i];
  return kept;
}

int rg_simplex_nearest(rg_difference *simplex, int n, double weight[4], double nearest[3]) {
  return nearest_of(simplex, n, 1, weight, nearest);
}

static int contains(const rg_difference *simplex, int n, const double w[3]) {
  for (int i = 0; i < n; i++)
    if (simplex[i].w[0] == w[0] && simplex[i].w[1] == w[1] && simplex[i].w[2] == w[2]) return 1;
  return 0;
}

static void witness(const rg_difference *simplex, int n, const double *weight, rg_separation *s) {
  rg_v3_zero(s->a);
  rg_v3_zero(s->b);
  for (int i = 0; i < n; i++) {
    rg_v3_add_scaled(s->a, weight[i], simplex[i].a);
    rg_v3_add_scaled(s->b, weight[i], simplex[i].b);
  }
}

static void first_direction(const rg_core_pair *pair, double n[3]) {
  rg_v3_sub(n, pair->a.position, pair->b.position);
  rg_v3_normalize(n);
}

rg_gjk_result rg_gjk(rg_core_pair *pair, double limit, rg_separation *result) {
  rg_difference simplex[4], point;
  double weight[4] = {1}, v[3], n[3], length = HUGE_VAL;
  int count = 0, finished = 0;
  first_direction(pair, n);
  rg_v3_copy(result->normal, n);
  result->gap = -HUGE_VAL;
  double zero = 1e-14 * (pair->a.extent + pair->b.extent);
  for (int step = 0; step < MOST_STEPS; step++) {
    /* the support plane along n is a lower bound; the best one so far is kept */
    double height = rg_pair_support(pair, n, &point);
    if (height > result->gap) {
      result->gap = height;
      rg_v3_copy(result->normal, n);
    }
    if (result->gap > limit) return RG_GJK_BEYOND;

    /* no point lies beyond the simplex: its nearest point is the answer */
    finished = count > 0 &&
               (contains(simplex, count, point.w) || length - height <= 4 * DBL_EPSILON * length);
    if (finished) break;

    /* nearest point of the simplex with the new point, which carries it: what does not have that point has been looked at */
    simplex[count] = point;
    count = nearest_of(simplex, count + 1, 1 << count, weight, v);
    double next = rg_v3_norm(v);
    finished = next >= length;
    if (finished && count < 4) break;
    witness(simplex, count, weight, result);
    if (count == 4 || next <= zero) return RG_GJK_OVERLAP;
    length = next;
    rg_v3_scale(n, 1 / length, v);
  }

  /* between polytopes the last simplex is a feature pair: its distance is exact, while rounding
     of n spoils g(n) */
  result->bound = length;
  if (finished && !pair->curved) {
    result->gap = length;
    rg_v3_copy(result->normal, n);
  }
  return result->gap > zero ? RG_GJK_APART : RG_GJK_OVERLAP;
}
