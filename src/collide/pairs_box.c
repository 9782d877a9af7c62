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

/* dot products of all axes with each other and with d: what bounds need */
typedef struct products {
  double axes[3][3];         /* axes of A by axes of B */
  double a[3], b[3];         /* of d with the axes of A, of B */
  double rounding;           /* what an evaluated separation may differ by from its bound, times the
                                length of the axis before it was normalized */
  const double *half, *wide; /* half widths of A and of B */
} products;

static void set_products(const rg_core_pair *pair, const double d[3], const double u[3][3],
                         const double v[3][3], products *p) {
  double size = 0;
  p->half = pair->a.shape->size, p->wide = pair->b.shape->size;
  for (int i = 0; i < 3; i++) {
    p->a[i] = rg_v3_dot(u[i], d), p->b[i] = rg_v3_dot(v[i], d);
    for (int j = 0; j < 3; j++) p->axes[i][j] = rg_v3_dot(u[i], v[j]);
    size += p->half[i] + p->wide[i] + fabs(p->a[i]) + fabs(p->b[i]);
  }
  p->rounding = 1e-13 * size;
}

/* what the separation along a face normal cannot exceed: of A for i < 3, else of B */
static double bound_face(const products *p, int i) {
  double sum = p->rounding;
  int j = i < 3 ? i : i - 3;
  if (i < 3) {
    sum += fabs(p->a[j]) - p->half[j];
    for (int k = 0; k < 3; k++) sum -= p->wide[k] * fabs(p->axes[j][k]);
  } else {
    sum += fabs(p->b[j]) - p->wide[j];
    for (int k = 0; k < 3; k++) sum -= p->half[k] * fabs(p->axes[k][j]);
  }
  return sum;
}

/* 1 where that along the product of axis i of A and axis j of B cannot exceed `least`: with the product
   u_i x v_j = R_pj u_q - R_qj u_p, R = `axes`, all is multiplied by its length */
static int is_below(const products *p, int i, int j, double least) {
  const int next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
  int ip = next[i], iq = last[i], jp = next[j], jq = last[j];
  double up = p->axes[ip][j], uq = p->axes[iq][j], vp = p->axes[i][jp], vq = p->axes[i][jq];
  double along = fabs(p->a[iq] * up - p->a[ip] * uq);
  double widths = p->half[ip] * fabs(uq) + p->half[iq] * fabs(up) + p->wide[jp] * fabs(vq) +
                  p->wide[jq] * fabs(vp);
  return along - widths + p->rounding <= least * sqrt(up * up + uq * uq);
}

static void offer(const rg_core_pair *pair, const double d[3], double n[3], rg_separation *best) {
  double same = PREFERENCE * pair->scale,
         gap = separation_along(pair->a.shape, pair->b.shape, d, same, n);
  if (gap <= best->gap + same) return;
  best->gap = gap;
  rg_v3_copy(best->normal, n);
}

/* axes that cannot be the best are not evaluated; which one is the best does not depend on that */
static void fifteen_axes(const rg_core_pair *pair, rg_separation *best) {
  const rg_shape *a = pair->a.shape, *b = pair->b.shape;
  double d[3], n[3], u[3][3], v[3][3], same = PREFERENCE * pair->scale;
  products p;
  rg_v3_sub(d, pair->a.position, pair->b.position);
  best->gap = -HUGE_VAL;
  for (int i = 0; i < 3; i++) rg_shape_axis(a, i, u[i]), rg_shape_axis(b, i, v[i]);
  set_products(pair, d, u, v, &p);
  for (int i = 0; i < 6; i++) {
    if (bound_face(&p, i) <= best->gap + same) continue;
    rg_v3_copy(n, i < 3 ? u[i] : v[i - 3]);
    offer(pair, d, n, best);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (is_below(&p, i, j, best->gap + same)) continue;
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
