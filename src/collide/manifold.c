/* Contact points by clipping: the facing features of A and B are projected along the normal n,
   their common part is a polygon, a segment or a point, and over each of its corners the gap is
   the height of A's feature over B's. Both are flat, so the gap is affine over the patch and its
   corners tell all. Polygons: Sutherland & Hodgman 1974. */
#include "collide/manifold.h"

#include "collide/feature.h"
#include "math/vector.h"

#include <assert.h>
#include <string.h>

#define INSIDE   1e-8 /* of the scale: a corner this little outside counts as inside */
#define SAME     1e-6 /* of the scale: corners nearer than this are one */
#define DEEPER   1e-9 /* of the scale: what a point outside the polygons must be deeper to count */
#define PARALLEL 1e-3 /* rad: edges at a smaller angle touch along a line */
#define STRICTLY 1e-8 /* rad: the same, where only the nearest pair of points counts */

enum { CORNERS = 2 * RG_POLYGON + 2 };

/* a feature seen along n: coordinates in (t1, t2), height along n = height + slope . (x, y) */
typedef struct flat {
  const rg_feature *feature;
  int n;
  double x[RG_POLYGON][2];
  int id[RG_POLYGON];
  double height, slope[2];
} flat;

typedef struct clipper {
  double n[3], t1[3], t2[3];
  flat a, b;
  double scale, parallel;
  int count;
  double corner[CORNERS][2];
} clipper;

static double height_at(const flat *f, const double x[2]) {
  return f->height + f->slope[0] * x[0] + f->slope[1] * x[1];
}

/* height = h0 + s.(x - x0) from the plane m.(p - p0) = 0, or along a segment */
static void set_height(const clipper *c, const rg_feature *feature, flat *f) {
  const double *p = feature->point[0];
  f->slope[0] = f->slope[1] = 0;
  if (feature->n >= 3) {
    double up = rg_v3_dot(feature->normal, c->n);
    f->slope[0] = -rg_v3_dot(feature->normal, c->t1) / up;
    f->slope[1] = -rg_v3_dot(feature->normal, c->t2) / up;
  } else if (feature->n == 2) {
    double d[3];
    rg_v3_sub(d, feature->point[1], p);
    double x = rg_v3_dot(d, c->t1), y = rg_v3_dot(d, c->t2), z = rg_v3_dot(d, c->n),
           l2 = x * x + y * y;
    if (l2 > 0) f->slope[0] = z * x / l2, f->slope[1] = z * y / l2;
  }
  f->height =
      rg_v3_dot(p, c->n) - f->slope[0] * rg_v3_dot(p, c->t1) - f->slope[1] * rg_v3_dot(p, c->t2);
}

/* `backward`: A's face looks along -n, so that its corners run clockwise in (t1, t2) */
static void flatten(const clipper *c, const rg_feature *feature, int backward, flat *f) {
  f->feature = feature;
  f->n = feature->n;
  for (int i = 0; i < f->n; i++) {
    int k = backward && f->n > 2 ? f->n - 1 - i : i;
    f->x[i][0] = rg_v3_dot(feature->point[k], c->t1);
    f->x[i][1] = rg_v3_dot(feature->point[k], c->t2);
    f->id[i] = feature->id[k];
  }
  set_height(c, feature, f);
}

/* --- clipping in the plane -------------------------------------------------------------------- */

/* distance of x to the left of the line from p to q; inward for counter-clockwise polygons */
static double inward(const double p[2], const double q[2], const double x[2]) {
  double dx = q[0] - p[0], dy = q[1] - p[1], length = hypot(dx, dy);
  return length > 0 ? (dx * (x[1] - p[1]) - dy * (x[0] - p[0])) / length : 0;
}

static void put(clipper *c, const double p[2], const double q[2], double f) {
  if (c->count == CORNERS) return;
  c->corner[c->count][0] = p[0] + f * (q[0] - p[0]);
  c->corner[c->count++][1] = p[1] + f * (q[1] - p[1]);
}

/* the same of all corners so far; returns the least */
static double inward_of_all(const clipper *c, const double p[2], const double q[2],
                            double inside[CORNERS]) {
  double dx = q[0] - p[0], dy = q[1] - p[1], length = hypot(dx, dy), least = HUGE_VAL;
  for (int i = 0; i < c->count; i++) {
    const double *x = c->corner[i];
    inside[i] = length > 0 ? (dx * (x[1] - p[1]) - dy * (x[0] - p[0])) / length : 0;
    if (inside[i] < least) least = inside[i];
  }
  return least;
}

/* the part of the polygon so far that lies to the left of p -> q */
static void cut_polygon(clipper *c, const double p[2], const double q[2]) {
  double old[CORNERS][2], inside[CORNERS], tolerance = INSIDE * c->scale;
  int n = c->count;
  if (inward_of_all(c, p, q, inside) >= -tolerance) return;
  memcpy(old, c->corner, (size_t)n * sizeof *old);
  c->count = 0;
  for (int i = 0; i < n; i++) {
    int next = i + 1 < n ? i + 1 : 0;
    double du = inside[i], dv = inside[next];
    int in_u = du >= -tolerance, in_v = dv >= -tolerance;
    if (in_u) put(c, old[i], old[i], 0);
    if (in_u != in_v && du != dv) put(c, old[i], old[next], fmin(fmax(du / (du - dv), 0.0), 1.0));
  }
}

static void clip_polygons(clipper *c) {
  for (int i = 0; i < c->a.n; i++) put(c, c->a.x[i], c->a.x[i], 0);
  for (int i = 0; i < c->b.n && c->count > 0; i++)
    cut_polygon(c, c->b.x[i], c->b.x[(i + 1) % c->b.n]);
}

static void clip_segment(clipper *c, const flat *segment, const flat *polygon) {
  const double *u = segment->x[0], *v = segment->x[1];
  double low = 0, high = 1, tolerance = INSIDE * c->scale;
  for (int i = 0; i < polygon->n; i++) {
    const double *p = polygon->x[i], *q = polygon->x[(i + 1) % polygon->n];
    double du = inward(p, q, u), dv = inward(p, q, v);
    if (du < -tolerance && dv < -tolerance) return;
    if (du < -tolerance) low = fmax(low, du / (du - dv));
    if (dv < -tolerance) high = fmin(high, du / (du - dv));
  }
  if (low > high) return;
  put(c, u, v, low);
  put(c, u, v, high);
}

/* edges that run side by side touch along a stretch, others where they cross */
static void clip_segments(clipper *c) {
  const double *u = c->a.x[0], *p = c->b.x[0];
  double d[2] = {c->a.x[1][0] - u[0], c->a.x[1][1] - u[1]};
  double e[2] = {c->b.x[1][0] - p[0], c->b.x[1][1] - p[1]}, w[2] = {p[0] - u[0], p[1] - u[1]};
  double cross = d[0] * e[1] - d[1] * e[0], dd = d[0] * d[0] + d[1] * d[1],
         ee = e[0] * e[0] + e[1] * e[1];
  if (dd == 0 || ee == 0) return;
  if (fabs(cross) <= c->parallel * sqrt(dd * ee)) {
    double s = (w[0] * d[0] + w[1] * d[1]) / dd, t = s + (e[0] * d[0] + e[1] * d[1]) / dd;
    double low = fmax(0.0, fmin(s, t)), high = fmin(1.0, fmax(s, t));
    if (low > high + INSIDE) return;
    put(c, u, c->a.x[1], fmin(low, 1.0));
    put(c, u, c->a.x[1], fmax(high, 0.0));
  } else {
    double s = (w[0] * e[1] - w[1] * e[0]) / cross;
    put(c, u, c->a.x[1], fmin(fmax(s, 0.0), 1.0));
  }
}

/* 1 where two points are no further from each other than `tolerance` */
static int is_near(const double a[2], const double b[2], double tolerance) {
  double x = a[0] - b[0], y = a[1] - b[1];
  return x * x + y * y <= tolerance * tolerance;
}

static void merge_corners(clipper *c) {
  int n = 0;
  for (int i = 0; i < c->count; i++) {
    int same = 0;
    for (int j = 0; j < n && !same; j++)
      same = is_near(c->corner[i], c->corner[j], SAME * c->scale);
    if (same) continue;
    c->corner[n][0] = c->corner[i][0];
    c->corner[n++][1] = c->corner[i][1];
  }
  c->count = n;
}

static void clip(clipper *c) {
  c->count = 0;
  if (c->a.n == 1 || c->b.n == 1) return;
  if (c->a.n > 2 && c->b.n > 2) clip_polygons(c);
  else if (c->a.n > 2) clip_segment(c, &c->b, &c->a);
  else if (c->b.n > 2) clip_segment(c, &c->a, &c->b);
  else clip_segments(c);
  merge_corners(c);
}

/* --- numbers of features ---------------------------------------------------------------------- */

static int vertex_at(const flat *f, const double x[2], double tolerance) {
  for (int i = 0; i < f->n; i++)
    if (is_near(f->x[i], x, tolerance)) return f->id[i];
  return -1;
}

/* the edge whose line is nearest, by the number of its first vertex */
static int edge_at(const flat *f, const double x[2]) {
  int best = 0;
  double least = HUGE_VAL;
  for (int i = 0; i < f->n; i++) {
    double d = fabs(inward(f->x[i], f->x[(i + 1) % f->n], x));
    if (d < least) least = d, best = i;
  }
  return f->id[best];
}

static int corner_feature(const clipper *c, const double x[2]) {
  int a = vertex_at(&c->a, x, SAME * c->scale);
  if (a >= 0) return rg_feature_code(RG_FEATURE_VERTEX_A, a, 0);
  int b = vertex_at(&c->b, x, SAME * c->scale);
  if (b >= 0) return rg_feature_code(RG_FEATURE_VERTEX_B, 0, b);
  return rg_feature_code(RG_FEATURE_CROSSING, edge_at(&c->a, x), edge_at(&c->b, x));
}

/* --- contacts --------------------------------------------------------------------------------- */

/* midway between the surfaces over x, in the world */
static void add_corner(const rg_core_pair *pair, const clipper *c, const double x[2],
                       rg_patch *patch) {
  double za = height_at(&c->a, x) - pair->a.radius, zb = height_at(&c->b, x) + pair->b.radius, p[3];
  rg_v3_copy(p, pair->origin);
  rg_v3_add_scaled(p, x[0], c->t1);
  rg_v3_add_scaled(p, x[1], c->t2);
  rg_v3_add_scaled(p, 0.5 * (za + zb), c->n);
  rg_patch_add(patch, p, za - zb, corner_feature(c, x));
}

/* facing features, seen along the normal, and what they have in common */
static void meet(rg_core_pair *pair, clipper *c, double angle, rg_feature *fa, rg_feature *fb) {
  double back[3];
  rg_v3_negate(back, c->n);
  rg_feature_find(&pair->a, back, angle, fa);
  rg_feature_find(&pair->b, c->n, angle, fb);
  flatten(c, fa, 1, &c->a);
  flatten(c, fb, 0, &c->b);
  clip(c);
}

/* point of the polygon or segment f nearest to x */
static void nearest_in(const flat *f, const double x[2], double nearest[2]) {
  double least = HUGE_VAL;
  int inside = f->n > 2;
  for (int i = 0; i < f->n; i++) {
    const double *p = f->x[i], *q = f->x[(i + 1) % f->n];
    double d[2] = {q[0] - p[0], q[1] - p[1]}, dd = d[0] * d[0] + d[1] * d[1];
    double t =
        dd > 0 ? fmin(fmax(((x[0] - p[0]) * d[0] + (x[1] - p[1]) * d[1]) / dd, 0.0), 1.0) : 0;
    double y[2] = {p[0] + t * d[0], p[1] + t * d[1]}, distance = hypot(x[0] - y[0], x[1] - y[1]);
    inside = inside && inward(p, q, x) >= 0;
    if (distance < least) least = distance, nearest[0] = y[0], nearest[1] = y[1];
  }
  if (inside) nearest[0] = x[0], nearest[1] = x[1];
}

/* A rim is wider than the polygon inscribed in it: where that misses the other feature, the
   point of the other one nearest to the centre of the cap may still be on the cap. Between two
   caps it lies on the line of centres. */
static void reach_from_cap(clipper *c, const flat *cap, const flat *other) {
  double centre[2] = {0, 0}, x[2] = {0, 0};
  for (int i = 0; i < cap->n; i++)
    centre[0] += cap->x[i][0] / cap->n, centre[1] += cap->x[i][1] / cap->n;
  if (other->feature->round) {
    double radius = hypot(cap->x[0][0] - centre[0], cap->x[0][1] - centre[1]), to[2] = {0, 0};
    for (int i = 0; i < other->n; i++)
      to[0] += other->x[i][0] / other->n, to[1] += other->x[i][1] / other->n;
    double length = hypot(to[0] - centre[0], to[1] - centre[1]),
           f = length > radius ? radius / length : 1;
    for (int k = 0; k < 2; k++) x[k] = centre[k] + f * (to[k] - centre[k]);
  } else nearest_in(other, centre, x);
  put(c, x, x, 0);
}

/* a point of A's core where the supports of the normal meet: the one that is a point, a corner
   of what they have in common, or else where the search ended */
static void support_point(clipper *c, const rg_separation *s, double p[3]) {
  const rg_feature *fa = c->a.feature, *fb = c->b.feature;
  if (fa->n > 1 && fb->n > 1 && c->count == 0 && (fa->round || fb->round))
    reach_from_cap(c, fa->round ? &c->a : &c->b, fa->round ? &c->b : &c->a);
  if (fa->n == 1) rg_v3_copy(p, fa->point[0]);
  else if (fb->n == 1) {
    rg_v3_copy(p, fb->point[0]);
    rg_v3_add_scaled(p, s->gap, c->n);
  } else if (c->count > 0)
    for (int i = 0; i < 3; i++)
      p[i] = c->corner[0][0] * c->t1[i] + c->corner[0][1] * c->t2[i] +
             height_at(&c->a, c->corner[0]) * c->n[i];
  else rg_v3_copy(p, s->a);
}

static int lies_in(const rg_core *core, const double p[3], double tolerance) {
  rg_shape point = {.type = RG_GEOM_SPHERE, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  rg_shape moved = *core->shape;
  rg_core_pair pair;
  rg_separation s;
  rg_v3_copy(point.position, p);
  rg_v3_copy(moved.position, core->position);
  rg_core_pair_set(&pair, &point, &moved);
  pair.b.radius = 0;
  return rg_gjk(&pair, tolerance, &s) != RG_GJK_BEYOND;
}

/* Midway between the surfaces. Shapes that just touch at a corner or an edge have many normals,
   and the supports of the one that was chosen need not be where they touch: then GJK knows the
   place. */
static void witness(rg_core_pair *pair, clipper *c, const rg_separation *s, double p[3]) {
  double on_b[3], tolerance = SAME * c->scale;
  support_point(c, s, p);
  rg_v3_copy(on_b, p);
  rg_v3_add_scaled(on_b, -s->gap, c->n);
  if (fabs(s->gap) <= tolerance &&
      !(lies_in(&pair->a, p, tolerance) && lies_in(&pair->b, on_b, tolerance))) {
    rg_separation touch;
    rg_gjk(pair, HUGE_VAL, &touch);
    rg_v3_copy(p, touch.a);
  }
  rg_v3_add_scaled(p, 0.5 * (pair->b.radius - pair->a.radius - s->gap), c->n);
  rg_v3_add(p, p, pair->origin);
}

static int vertex_feature(const rg_feature *fa, const rg_feature *fb) {
  int kind = fa->n == 1 ? RG_FEATURE_VERTEX_A : fb->n == 1 ? RG_FEATURE_VERTEX_B : RG_FEATURE_POINT;
  return rg_feature_code(kind, fa->n == 1 ? fa->id[0] : 0, fb->n == 1 ? fb->id[0] : 0);
}

/* A contact over each corner; none can be deeper than the signed distance `gap`. Returns 1 where
   one of them has it. */
static int add_corners(const rg_core_pair *pair, const clipper *c, double gap, rg_patch *patch) {
  int deepest = -1;
  for (int i = 0; i < c->count; i++) {
    add_corner(pair, c, c->corner[i], patch);
    patch->gap[i] = fmax(patch->gap[i], gap);
    if (deepest < 0 || patch->gap[i] < patch->gap[deepest]) deepest = i;
  }
  if (deepest < 0 || patch->gap[deepest] > gap + DEEPER * c->scale) return 0;
  patch->gap[deepest] = gap;
  return 1;
}

static void set_clipper(clipper *c, const rg_core_pair *pair, const rg_separation *separation) {
  c->scale = pair->scale;
  c->parallel = PARALLEL;
  rg_v3_copy(c->n, separation->normal);
  rg_v3_tangents(c->n, c->t1, c->t2);
}

void rg_manifold(rg_core_pair *pair, const rg_separation *separation, rg_contact_list *list) {
  assert(list->n >= 0 && list->n <= list->most);
  clipper c;
  rg_feature fa, fb;
  rg_patch patch;
  double p[3], gap = separation->gap - pair->a.radius - pair->b.radius;
  fa.round = fb.round = patch.n = 0;
  set_clipper(&c, pair, separation);

  /* the patch, where more than one point is wanted */
  int single = list->most - list->n == 1, found = 0;
  if (!single) {
    meet(pair, &c, RG_FEATURE_LOOSE, &fa, &fb);
    found = add_corners(pair, &c, gap, &patch);
  }
  int keep = fa.round || fb.round ? RG_PATCH_ROUND : RG_PATCH_KEEP;

  /* no corner is as deep as the signed distance: the points that support the normal itself */
  if (!found) {
    c.parallel = STRICTLY;
    meet(pair, &c, RG_FEATURE_TIGHT, &fa, &fb);
    witness(pair, &c, separation, p);
    rg_patch_add(&patch, p, gap, vertex_feature(&fa, &fb));
  }
  rg_patch_emit(&patch, c.n, keep, DEEPER * c.scale, list);
}

void rg_manifold_shared(rg_core_pair *pair, const rg_separation *separation,
                        rg_contact_list *list) {
  assert(list->n >= 0 && list->n <= list->most);
  clipper c;
  rg_feature fa, fb;
  rg_patch patch;
  patch.n = 0;
  set_clipper(&c, pair, separation);
  meet(pair, &c, RG_FEATURE_LOOSE, &fa, &fb);
  for (int i = 0; i < c.count; i++)
    if (height_at(&c.a, c.corner[i]) > height_at(&c.b, c.corner[i]))
      add_corner(pair, &c, c.corner[i], &patch);
  rg_patch_emit(&patch, c.n, fa.round || fb.round ? RG_PATCH_ROUND : RG_PATCH_KEEP,
                DEEPER * c.scale, list);
}
