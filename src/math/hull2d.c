/* Convex hull in the plane by Andrew's monotone chain (1979). */
#include "math/hull2d.h"

#include <assert.h>
#include <math.h>

void rg_hull2d_clear(rg_hull2d *hull) { hull->n = 0; }

static int before(const rg_hull2d *h, int i, int j) {
  if (h->x[i] != h->x[j]) return h->x[i] < h->x[j];
  return h->y[i] < h->y[j];
}

static void swap(rg_hull2d *h, int i, int j) {
  double x = h->x[i], y = h->y[i];
  int id = h->id[i];
  h->x[i] = h->x[j], h->y[i] = h->y[j], h->id[i] = h->id[j];
  h->x[j] = x, h->y[j] = y, h->id[j] = id;
}

static void sort(rg_hull2d *h) {
  for (int i = 1; i < h->n; i++)
    for (int j = i; j > 0 && before(h, j, j - 1); j--) swap(h, j, j - 1);
}

/* does o -> a -> b turn left by more than rounding? */
static int turns_left(const rg_hull2d *h, int o, int a, int b) {
  double ax = h->x[a] - h->x[o], ay = h->y[a] - h->y[o];
  double bx = h->x[b] - h->x[o], by = h->y[b] - h->y[o];
  return ax * by - ay * bx > 1e-7 * (fabs(ax) + fabs(ay)) * (fabs(bx) + fabs(by));
}

/* lower chain, then upper chain, of the sorted points */
static int chain(const rg_hull2d *h, int *corner) {
  int n = 0;
  for (int i = 0; i < h->n; i++) {
    while (n >= 2 && !turns_left(h, corner[n - 2], corner[n - 1], i)) n--;
    corner[n++] = i;
  }
  int lower = n;
  for (int i = h->n - 2; i >= 0; i--) {
    while (n > lower && !turns_left(h, corner[n - 2], corner[n - 1], i)) n--;
    corner[n++] = i;
  }
  return n > 1 ? n - 1 : n;
}

/* keep the corners only, counter-clockwise */
static void shrink(rg_hull2d *h) {
  int corner[2 * RG_HULL2D + 1];
  rg_hull2d kept;
  sort(h);
  kept.n = chain(h, corner);
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
