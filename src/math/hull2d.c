/* Convex hull in the plane by Andrew's monotone chain (1979). */
#include "math/hull2d.h"

#include <assert.h>
#include <math.h>

void rg_hull2d_clear(rg_hull2d *hull) { hull->n = 0; }

/* equal points stay in the order in which they came */
static int before(const rg_hull2d *h, int i, int j) {
  if (h->x[i] != h->x[j]) return h->x[i] < h->x[j];
  if (h->y[i] != h->y[j]) return h->y[i] < h->y[j];
  return i < j;
}

/* numbers of the points from left to right, by Shell's method with the gaps of Ciura (2001) */
static void sort(const rg_hull2d *h, int *order) {
  const int gaps[] = {57, 23, 10, 4, 1};
  for (int i = 0; i < h->n; i++) order[i] = i;
  for (int g = 0; g < 5; g++)
    for (int gap = gaps[g], i = gap; i < h->n; i++) {
      int point = order[i], j = i;
      for (; j >= gap && before(h, point, order[j - gap]); j -= gap) order[j] = order[j - gap];
      order[j] = point;
    }
}

/* does o -> a -> b turn left by more than rounding? */
static int turns_left(const rg_hull2d *h, int o, int a, int b) {
  double ax = h->x[a] - h->x[o], ay = h->y[a] - h->y[o];
  double bx = h->x[b] - h->x[o], by = h->y[b] - h->y[o];
  return ax * by - ay * bx > 1e-7 * (fabs(ax) + fabs(ay)) * (fabs(bx) + fabs(by));
}

/* lower chain, then upper chain, of the sorted points */
static int chain(const rg_hull2d *h, const int *order, int *corner) {
  int n = 0;
  for (int i = 0; i < h->n; i++) {
    while (n >= 2 && !turns_left(h, corner[n - 2], corner[n - 1], order[i])) n--;
    corner[n++] = order[i];
  }
  int lower = n;
  for (int i = h->n - 2; i >= 0; i--) {
    while (n > lower && !turns_left(h, corner[n - 2], corner[n - 1], order[i])) n--;
    corner[n++] = order[i];
  }
  return n > 1 ? n - 1 : n;
}

/* keep the corners only, counter-clockwise */
static void shrink(rg_hull2d *h) {
  int order[RG_HULL2D], corner[2 * RG_HULL2D + 1];
  rg_hull2d kept;
  sort(h, order);
  kept.n = chain(h, order, corner);
  if (kept.n > RG_HULL2D) kept.n = RG_HULL2D;
  for (int i = 0; i < kept.n; i++) {
    kept.x[i] = h->x[corner[i]];
    kept.y[i] = h->y[corner[i]];
    kept.id[i] = h->id[corner[i]];
  }
  *h = kept;
}

void rg_hull2d_add(rg_hull2d *hull, double x, double y, int id) {
  if (hull->n == RG_HULL2D) shrink(hull);
  if (hull->n == RG_HULL2D) return;
  hull->x[hull->n] = x;
  hull->y[hull->n] = y;
  hull->id[hull->n++] = id;
}

int rg_hull2d_ring(rg_hull2d *hull, int *ring, int most) {
  assert(hull->n >= 0 && hull->n <= RG_HULL2D && most >= 0);
  shrink(hull);

  /* start at the least number, so that a turn of the plane's axes does not matter */
  int first = 0, n = hull->n < most ? hull->n : most;
  for (int i = 1; i < hull->n; i++)
    if (hull->id[i] < hull->id[first]) first = i;
  for (int i = 0; i < n; i++) ring[i] = hull->id[(first + (int)((long)i * hull->n / n)) % hull->n];
  return n;
}
