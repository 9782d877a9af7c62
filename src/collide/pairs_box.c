/* Box against box. Overlapping: g is largest at one of 15 axes, the face normals of both and the
   products of their edges (Gottschalk, Lin & Manocha 1996). Apart: the axes give a bound, GJK
   the distance. */
#include "collide/gjk.h"
#include "collide/manifold.h"
#include "collide/pairs.h"
#include "collide/refine.h"
#include "math/vector.h"

#define PREFERENCE                                                                                 \
  5e-10 /* of the scale: a later axis must be better by this, so that ties do not flicker */

/* g(n) = n.d - half widths, larger of n and -n: n is turned to point from B to A, unless the
   centres coincide */
static double separation_along(const rg_shape *a, const rg_shape *b, const double d[3], double same,
                               double n[3]) {
  double la[3], lb[3], along = rg_v3_dot(n, d);
  if (along < -0.5 * same) {
    rg_v3_negate(n, n);
    along = -along;
  }
  rg_mat3_apply_t(la, a->rotation, n);
  rg_mat3_apply_t(lb, b->rotation, n);
  for (int i = 0; i < 3; i++) along -= a->size[i] * fabs(la[i]) + b->size[i] * fabs(lb[i]);
  return along;
}

static void offer(const rg_core_pair *pair, const double d[3], double n[3], rg_separation *best) {
  double same = PREFERENCE * pair->scale,
         gap = separation_along(pair->a.shape, pair->b.shape, d, same, n);
  if (gap <= best->gap + same) return;
  best->gap = gap;
  rg_v3_copy(best->normal, n);
}

static void fifteen_axes(const rg_core_pair *pair, rg_separation *best) {
  const rg_shape *a = pair->a.shape, *b = pair->b.shape;
  double d[3], n[3], u[3][3], v[3][3];
  rg_v3_sub(d, pair->a.position, pair->b.position);
  best->gap = -HUGE_VAL;
  for (int i = 0; i < 3; i++) rg_shape_axis(a, i, u[i]), rg_shape_axis(b, i, v[i]);
  for (int i = 0; i < 6; i++) {
    rg_v3_copy(n, i < 3 ? u[i] : v[i - 3]);
    offer(pair, d, n, best);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      rg_v3_cross(n, u[i], v[j]);
      if (rg_v3_normalize(n) > 1e-10) offer(pair, d, n, best);
    }
}

/* where no corner of the patch carries the depth, the point of A furthest inside B does */
static void set_witness(rg_core_pair *pair, rg_separation *best) {
  rg_difference point;
  rg_pair_support(pair, best->normal, &point);
  rg_v3_copy(best->a, point.a);
  rg_v3_copy(best->b, point.a);
  rg_v3_add_scaled(best->b, -best->gap, best->normal);
}

void rg_box_box(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  rg_core_pair pair;
  rg_separation best, apart;
  rg_core_pair_set(&pair, a, b);
  fifteen_axes(&pair, &best);
  if (best.gap > list->margin) return;
  set_witness(&pair, &best);
  if (best.gap > 0 && rg_gjk(&pair, HUGE_VAL, &apart) == RG_GJK_APART &&
      apart.gap > best.gap + 1e-12 * pair.scale)
    best = apart;
  if (best.gap <= list->margin) rg_manifold(&pair, &best, list);
}
