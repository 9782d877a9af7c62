/* Contacts of two bodies in one plane: the hull of their points stays. */
#include "contact/coplanar.h"

#include "collide/collider.h"
#include "collide/patch.h"
#include "collide/support.h"
#include "math/hull2d.h"
#include "math/vector.h"

#include <math.h>
#include <string.h>

static const double SAME_NORMAL = 1e-9; /* rad */
static const double SAME_PLACE = 1e-8; /* of the smaller shape, which is the skin: gaps are alike */

/* corners of the hull of one group, ccw in (t1, t2) */
typedef struct outline {
  int n, corner[RG_HULL2D]; /* contacts */
  double x[RG_HULL2D], y[RG_HULL2D], height[RG_HULL2D], gap[RG_HULL2D];
} outline;

static int same_surface(const double *a, const double *b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* 1 where two contacts have bodies, normal and law in common */
static int go_together(const rg_constraints *c, int i, int j) {
  const rg_contact *a = c->contact + i, *b = c->contact + j;
  return a->body1 == b->body1 && a->body2 == b->body2 && c->mu[i] == c->mu[j] &&
         c->spin[i] == c->spin[j] && c->roll[i] == c->roll[j] &&
         c->restitution[i] == c->restitution[j] &&
         same_surface(c->surface + 3 * i, c->surface + 3 * j) &&
         rg_v3_distance(a->frame, b->frame) <= SAME_NORMAL;
}

static void seen_along(const rg_contact *frame, const rg_contact *contact, double p[3]) {
  rg_mat3_apply(p, frame->frame, contact->position);
}

static void find_outline(const rg_constraints *c, const int *group, int count, outline *o) {
  const rg_contact *first = c->contact + group[0];
  double p[3];
  rg_hull2d hull;
  rg_hull2d_clear(&hull);
  for (int k = 0; k < count; k++) {
    seen_along(first, c->contact + group[k], p);
    rg_hull2d_add(&hull, p[1], p[2], group[k]);
  }
  o->n = rg_hull2d_ring(&hull, o->corner, RG_HULL2D);
  for (int k = 0; k < o->n; k++) {
    seen_along(first, c->contact + o->corner[k], p);
    o->x[k] = p[1], o->y[k] = p[2];
    o->height[k] = p[0], o->gap[k] = c->contact[o->corner[k]].gap;
  }
}

/* weights of p in the triangle of corners 0, k, k + 1; 0 where it is outside */
static int weights_in(const outline *o, int k, double x, double y, double w[3]) {
  double ax = o->x[k] - o->x[0], ay = o->y[k] - o->y[0];
  double bx = o->x[k + 1] - o->x[0], by = o->y[k + 1] - o->y[0];
  double area = ax * by - ay * bx;
  x -= o->x[0], y -= o->y[0];
  if (!(area > 0)) return 0;
  w[1] = (x * by - y * bx) / area;
  w[2] = (ax * y - ay * x) / area;
  w[0] = 1 - w[1] - w[2];
  return w[0] >= -SAME_PLACE && w[1] >= -SAME_PLACE && w[2] >= -SAME_PLACE;
}

/* 1 where the corners hold contact i, whose gap along their normal is `own`: it lies in their plane, and no deeper */
static int is_held(const rg_constraints *c, const rg_model *model, const outline *o, int i,
                   double own) {
  const rg_contact *first = c->contact + o->corner[0], *contact = c->contact + i;
  double small = SAME_PLACE * rg_smaller_radius(model, contact), w[3], p[3];
  seen_along(first, contact, p);
  for (int k = 1; k + 1 < o->n; k++) {
    if (!weights_in(o, k, p[1], p[2], w)) continue;
    double gap = 0, height = 0; /* of the corners, over the same place */
    for (int m = 0; m < 3; m++) {
      int corner = m ? k + m - 1 : 0;
      gap += w[m] * o->gap[corner];
      height += w[m] * o->height[corner];
    }
    return own >= gap - small && fabs(p[0] - height) <= 0.5 * fabs(own - gap) + small;
  }
  return 0;
}

/* what is known of a contact before it is aimed */
static void move_contact(rg_constraints *c, int to, int from) {
  if (to == from) return;
  c->contact[to] = c->contact[from];
  c->mu[to] = c->mu[from];
  c->spin[to] = c->spin[from];
  c->roll[to] = c->roll[from];
  c->restitution[to] = c->restitution[from];
  rg_v3_copy(c->surface + 3 * to, c->surface + 3 * from);
}

/* Shapes that share an edge have many normals, and sideways is one of them. Where the bodies touch in a plane that
   separates the two shapes as well, its normal is another: the gap along it, -HUGE_VAL where they overlap along it. */
static double gap_along(const rg_constraints *c, const rg_constraint_input *in, int i,
                        const double normal[3]) {
  const rg_contact *contact = c->contact + i;
  const rg_shape *a = in->collider->shape + contact->geom1,
                 *b = in->collider->shape + contact->geom2;
  rg_core_pair pair;
  if (a->type == RG_GEOM_PLANE || b->type == RG_GEOM_PLANE) return -HUGE_VAL;
  if (in->collider->field[contact->geom1].nrow || in->collider->field[contact->geom2].nrow)
    return -HUGE_VAL;
  rg_core_pair_set(&pair, a, b);
  return rg_pair_separation(&pair, normal) - pair.a.radius - pair.b.radius;
}

/* marks what the corners of a group of contacts hold, of the group and of all from `first` on; corners have no mark */
static void mark_held(rg_constraints *c, const rg_constraint_input *in, const int *group, int count,
                      int first) {
  outline o;
  find_outline(c, group, count, &o);
  if (o.n < 3) return;
  for (int k = 0; k < o.n; k++) c->mark[o.corner[k]] = 2;
  for (int k = 0; k < count; k++) {
    int i = group[k];
    if (!c->mark[i] && is_held(c, in->model, &o, i, c->contact[i].gap)) c->mark[i] = 1;
  }
  const double *normal = c->contact[group[0]].frame;
  for (int i = first; i >= 0; i = c->next[i])
    if (!c->mark[i] && !go_together(c, group[0], i) &&
        is_held(c, in->model, &o, i, gap_along(c, in, i, normal)))
      c->mark[i] = 1;
  for (int k = 0; k < o.n; k++) c->mark[o.corner[k]] = 0;
}

/* all contacts of one pair of bodies, from a list: groups of them, by normal and law */
static void thin_pair(rg_constraints *c, const rg_constraint_input *in, int first) {
  for (int i = first; i >= 0; i = c->next[i]) {
    int count = 0;
    if (c->seen[i]) continue;
    for (int j = i; j >= 0; j = c->next[j])
      if (!c->seen[j] && go_together(c, i, j)) c->group[count++] = j;
    for (int k = 0; k < count; k++) c->seen[c->group[k]] = 1;
    if (count > RG_PATCH_KEEP) mark_held(c, in, c->group, count, first);
  }
}

/* Contacts from `i` on with the same first body, listed by the second one; where the next first body begins. */
static int thin_run(rg_constraints *c, const rg_constraint_input *in, int i) {
  int end = i;
  while (end < c->contacts && c->contact[end].body1 == c->contact[i].body1) end++;
  for (int k = end - 1; k >= i; k--) {
    int other = c->contact[k].body2;
    c->next[k] = c->tally[other] ? c->first[other] : -1;
    c->first[other] = k;
    c->tally[other]++;
  }
  for (int k = i; k < end; k++) {
    int other = c->contact[k].body2;
    if (c->tally[other] > RG_PATCH_KEEP) thin_pair(c, in, c->first[other]);
    c->tally[other] = 0;
  }
  return end;
}

void rg_constraints_thin(rg_constraints *c, const rg_constraint_input *in) {
  if (c->contacts <= RG_PATCH_KEEP) return;
  memset(c->mark, 0, (size_t)c->contacts);
  memset(c->seen, 0, (size_t)c->contacts);
  for (int i = 0; i < c->contacts;) i = thin_run(c, in, i);
  int kept = 0;
  for (int i = 0; i < c->contacts; i++)
    if (!c->mark[i]) move_contact(c, kept++, i);
  c->contacts = kept;
}
