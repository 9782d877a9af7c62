/* A height field is a row of prisms: each cell of the grid is cut along the diagonal from its corner of
   least x and y, and what lies between a triangle and the base is one convex prism (as in MuJoCo's
   documentation, "hfield"). Only prisms below the shape's box are looked at, in the frame of the field.

   Walls between prisms are no surface: a normal counts where it belongs to the surface of all prisms
   together, at the face, edge or corner where its own prism has it. Cores apart from all prisms are
   nearest to the surface along such a normal, so that nothing is lost. Where a core overlaps with a prism
   and has no such normal, the shape is buried: it is looked at where it is lifted to be free of everything,

       t = max over prisms of min over n with n_z > 0 of -g(n) / n_z

   and the gaps are those of where it is, g(n) = g(n, lifted) - t n_z. What is nearer to a side of the field
   than to its top leaves there, and by the base what is not above it. */
#include "collide/field.h"

#include "collide/manifold.h"
#include "collide/pairs.h"
#include "collide/point_solid.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { PRISM_CONTACTS = 16, MOST_ADVANCES = 60 };

static const double TILT = 1e-6;    /* rad: a normal as far off counts as one of the surface */
static const double SAME = 1e-9;    /* of the shape's extent, and of normals: one contact */
static const double SETTLED = 1e-6; /* of the shape's extent: as high as it has to be lifted */
static const double CLEARANCE =
    1e-3; /* of the shape's extent: cores are apart where it is lifted */

/* a triangle of the surface with its prism, about the middle of that */
typedef struct tile {
  int row[3], column[3]; /* grid points of the corners, counter-clockwise from above */
  int beyond[3][2];      /* grid point (row, column) beyond the edge from corner k to the next */
  int number;
  double top;
  rg_shape prism;
  double vertex[18];
} tile;

/* what touches a field: everything in the field's frame */
typedef struct search {
  const rg_field *field;
  rg_shape shape;
  double low[3], high[3], extent, margin;
  double lift; /* how much higher than it is the shape is looked at */
  int buried;
  int stops; /* looking ends where it is buried */
  rg_contact *contact;
  int found, most, overflow;
} search;

/* bottom 0 1 2, top 3 4 5, counter-clockwise from above; the top first, where most looks end */
static const int prism_face[8 * 3] = {3, 4, 5, 0, 2, 1, 0, 1, 4, 0, 4, 3,
                                      1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};

void rg_field_bounds(const rg_field *f, double low[3], double high[3]) {
  assert(f->nrow > 1 && f->ncol > 1);
  const double centre[3] = {0, 0, 0.5 * (f->size[2] - f->size[3])};
  const double half[3] = {f->size[0], f->size[1], 0.5 * (f->size[2] + f->size[3])};
  double middle[3];
  rg_mat3_apply(middle, f->rotation, centre);
  for (int k = 0; k < 3; k++) {
    const double *row = f->rotation + 3 * k;
    double w = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
    low[k] = f->position[k] + middle[k] - w;
    high[k] = f->position[k] + middle[k] + w;
  }
}

/* --- the grid --------------------------------------------------------------------------------- */

static int is_on_grid(const rg_field *f, int row, int column) {
  return row >= 0 && row < f->nrow && column >= 0 && column < f->ncol;
}

static void grid_point(const rg_field *f, int row, int column, double p[3]) {
  rg_v3_set(p, -f->size[0] + 2 * f->size[0] / (f->ncol - 1) * column,
            -f->size[1] + 2 * f->size[1] / (f->nrow - 1) * row,
            f->size[2] * f->data[row * f->ncol + column]);
}

/* the prism under one triangle of a cell, about its own middle */
static void set_tile(const rg_field *f, int r, int c, int second, tile *t) {
  static const int corner[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}};
  static const int beyond[2][3][2] = {{{0, 1}, {2, 1}, {0, -1}}, {{-1, 0}, {1, 2}, {1, 0}}};
  double middle[3] = {0}, width[3], *v = t->vertex;
  t->number = (r * f->ncol + c) * 2 + second;
  t->top = -HUGE_VAL;
  for (int k = 0; k < 3; k++) {
    t->row[k] = r + corner[second][k][0], t->column[k] = c + corner[second][k][1];
    t->beyond[k][0] = r + beyond[second][k][0], t->beyond[k][1] = c + beyond[second][k][1];
    grid_point(f, t->row[k], t->column[k], v + 3 * (k + 3));
    rg_v3_set(v + 3 * k, v[3 * (k + 3)], v[3 * (k + 3) + 1], -f->size[3]);
    t->top = fmax(t->top, v[3 * (k + 3) + 2]);
  }
  for (int k = 0; k < 6; k++) rg_v3_add_scaled(middle, 1.0 / 6, v + 3 * k);
  for (int k = 0; k < 6; k++) rg_v3_sub(v + 3 * k, v + 3 * k, middle);
  t->prism = (rg_shape){.type = RG_GEOM_MESH,
                        .vertex = v,
                        .nvertex = 6,
                        .face = prism_face,
                        .nface = 8,
                        .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  rg_v3_copy(t->prism.position, middle);
  rg_v3_set(width, 2 * f->size[0] / (f->ncol - 1), 2 * f->size[1] / (f->nrow - 1),
            t->top + f->size[3]);
  t->prism.extent = 0.5 * rg_v3_norm(width);
}

/* does the surface rise from corner k of the tile towards a grid point, seen along n? `level`: at the base */
static int rises(const rg_field *f, const tile *t, int k, const int to[2], int level,
                 const double n[3]) {
  double p[3], q[3];
  if (!is_on_grid(f, to[0], to[1])) return 0;
  grid_point(f, t->row[k], t->column[k], p);
  grid_point(f, to[0], to[1], q);
  rg_v3_sub(q, q, p);
  if (level) q[2] = 0;
  return rg_v3_dot(n, q) > TILT * rg_v3_norm(q);
}

/* corners of the triangle, or of the base, that are farthest along n; their number */
static int find_supports(const tile *t, const double n[3], int at[3]) {
  const double *v = t->vertex + (n[2] < -TILT ? 0 : 9);
  double height[3], highest = -HUGE_VAL, tie = TILT * rg_v3_distance(v, v + 3);
  int count = 0;
  for (int k = 0; k < 3; k++) {
    height[k] = rg_v3_dot(n, v + 3 * k);
    highest = fmax(highest, height[k]);
  }
  for (int k = 0; k < 3; k++)
    if (height[k] >= highest - tie) at[count++] = k;
  return count;
}

/* Is n, from the prism to what touches it, a normal of the whole solid where the prism has it? On an edge the point beyond
   must not rise, at a corner none around it: n is then in the normal cone of all prisms that meet there. */
static int is_normal_of_field(const rg_field *f, const tile *t, const double n[3]) {
  static const int around[6][2] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};
  int at[3], count = find_supports(t, n, at), level = n[2] < -TILT;
  if (count == 3) return 1;
  if (count == 2) {
    int edge = at[0] == 0 && at[1] == 2 ? 2 : at[0];
    return !rises(f, t, edge, t->beyond[edge], level, n);
  }
  for (int j = 0; j < 6; j++) {
    int to[2] = {t->row[at[0]] + around[j][0], t->column[at[0]] + around[j][1]};
    if (rises(f, t, at[0], to, level, n)) return 0;
  }
  return 1;
}

static void face_normal(const tile *t, double n[3]) {
  const double *v = t->vertex + 9;
  double a[3], b[3];
  rg_v3_sub(a, v + 3, v);
  rg_v3_sub(b, v + 6, v);
  rg_v3_cross(n, a, b);
  rg_v3_normalize(n);
}

/* --- cells below the shape --------------------------------------------------------------------- */

static int clamp_index(double x, int most) { return x < 0 ? 0 : x > most ? most : (int)x; }

typedef void visitor(search *s, tile *t);

static void visit_tiles(search *s, visitor *visit) {
  const rg_field *f = s->field;
  double dx = 2 * f->size[0] / (f->ncol - 1), dy = 2 * f->size[1] / (f->nrow - 1);
  int c0 = clamp_index((s->low[0] - s->margin + f->size[0]) / dx, f->ncol - 2);
  int c1 = clamp_index((s->high[0] + s->margin + f->size[0]) / dx, f->ncol - 2);
  int r0 = clamp_index((s->low[1] - s->margin + f->size[1]) / dy, f->nrow - 2);
  int r1 = clamp_index((s->high[1] + s->margin + f->size[1]) / dy, f->nrow - 2);
  for (int r = r0; r <= r1; r++)
    for (int c = c0; c <= c1; c++)
      for (int second = 0; second < 2; second++) {
        tile t;
        set_tile(f, r, c, second, &t);
        if (s->low[2] - s->margin <= t.top) visit(s, &t);
        if (s->buried && s->stops) return;
      }
}

/* --- contacts ----------------------------------------------------------------------------------- */

static int is_known(const search *s, const rg_contact *contact) {
  for (int k = 0; k < s->found; k++) {
    const rg_contact *other = &s->contact[k];
    if (rg_v3_distance(other->position, contact->position) <= SAME * s->extent &&
        rg_v3_distance(other->frame, contact->frame) <= SAME)
      return 1;
  }
  return 0;
}

typedef void manifold(rg_core_pair *pair, const rg_separation *direction, rg_contact_list *list);

/* back from where the shape was lifted to: its surface goes down, the field's stays */
static void lower(rg_contact *contact, double lift) {
  double down = lift * contact->frame[2];
  rg_v3_add_scaled(contact->position, 0.5 * down, contact->frame);
  contact->position[2] -= lift;
  contact->gap -= down;
}

/* Contacts along a direction; what another prism has said already is not said twice. The same contact has the same number in
   every step. */
static void add_contacts(search *s, rg_core_pair *pair, const rg_separation *direction, int number,
                         manifold *find) {
  rg_contact spare[PRISM_CONTACTS];
  rg_contact_list list = {.contact = spare,
                          .most = PRISM_CONTACTS,
                          .margin = s->margin + s->lift * direction->normal[2],
                          .sign = 1};
  find(pair, direction, &list);
  for (int k = 0; k < list.n; k++) {
    lower(&spare[k], s->lift);
    if (is_known(s, &spare[k])) continue;
    if (s->found == s->most) {
      s->overflow = 1;
      return;
    }
    unsigned mixed = (unsigned)spare[k].feature * 2654435761u + (unsigned)number * 40503u;
    spare[k].feature = (int)(mixed & 0x0fffffffu);
    s->contact[s->found++] = spare[k];
  }
}

static void add_along(search *s, rg_core_pair *pair, const double n[3], int number,
                      manifold *find) {
  rg_difference point;
  rg_separation direction;
  direction.gap = direction.bound = rg_pair_support(pair, n, &point);
  rg_v3_copy(direction.normal, n);
  rg_v3_copy(direction.a, point.a);
  rg_v3_copy(direction.b, point.b);
  add_contacts(s, pair, &direction, number, find);
}

/* its middle is not above the base */
static int is_beside(const search *s) {
  const double *size = s->field->size;
  return 0.5 * (s->low[2] + s->high[2]) < -size[3] ||
         0.5 * fabs(s->low[0] + s->high[0]) > size[0] ||
         0.5 * fabs(s->low[1] + s->high[1]) > size[1];
}

/* Signed distance from a prism, 0 where it is beyond the limit. Feet are often spheres: a point and a prism need no search. */
static int separate(rg_core_pair *pair, double limit, rg_separation *result) {
  if (pair->a.shape->type == RG_GEOM_SPHERE && rg_point_solid(pair, result))
    return result->gap <= limit;
  return rg_separate(pair, limit, result);
}

/* what is round everywhere meets a plane in one point */
static int has_flat_parts(const rg_shape *shape) {
  return shape->type != RG_GEOM_SPHERE && shape->type != RG_GEOM_ELLIPSOID;
}

/* The nearest way out of one prism, where that is one out of the solid. Otherwise what is right above the triangle may still
   come down on it within the step. */
static void touch(search *s, tile *t) {
  rg_core_pair pair;
  rg_separation nearest = {.gap = -HUGE_VAL};
  double face[3];
  rg_core_pair_set(&pair, &s->shape, &t->prism);
  pair.a.position[2] += s->lift;
  if (!separate(&pair, s->margin + s->lift + pair.a.radius, &nearest)) return;
  int overlaps = nearest.gap <= 0;
  int out = is_normal_of_field(s->field, t, nearest.normal);
  if (nearest.normal[2] < -TILT && overlaps) out = out && is_beside(s);
  if (out) add_contacts(s, &pair, &nearest, t->number, rg_manifold);
  else if (overlaps) s->buried = 1;
  else if (has_flat_parts(&s->shape)) {
    face_normal(t, face);
    add_along(s, &pair, face, t->number, rg_manifold_shared);
  }
}

/* --- what is buried ------------------------------------------------------------------------------- */

/* apart from the prism: 1, and the nearest direction, or one that shows it where the cores are farther apart than `limit` */
static int is_apart(rg_core_pair *pair, double limit, rg_separation *nearest) {
  if (pair->a.shape->type == RG_GEOM_SPHERE && rg_point_solid(pair, nearest))
    return nearest->gap > 0;
  return rg_gjk(pair, limit, nearest) != RG_GJK_OVERLAP;
}

/* From above all, down along the vertical by no more than the distance allows along its normal: never into the prism. Where what
   another prism asks for is enough, it is enough from there up. */
static void lift_over(search *s, tile *t) {
  rg_core_pair pair;
  rg_separation nearest;
  double lift = t->top - s->low[2] + CLEARANCE * s->extent, step = HUGE_VAL;
  rg_core_pair_set(&pair, &s->shape, &t->prism);
  double z = pair.a.position[2];
  pair.a.position[2] = z + s->lift;
  if (is_apart(&pair, pair.a.radius, &nearest) && nearest.gap >= pair.a.radius &&
      nearest.normal[2] >= 0)
    return;
  for (int k = 0; k < MOST_ADVANCES && step > SETTLED * s->extent; k++) {
    if (lift <= s->lift) return;
    pair.a.position[2] = z + lift;
    if (!is_apart(&pair, HUGE_VAL, &nearest)) break;
    if (nearest.normal[2] <= 0) return;
    step = fmax(nearest.gap - pair.a.radius, 0) / nearest.normal[2];
    lift -= step;
  }
  s->lift = fmax(s->lift, lift);
}

/* against the field as a box: the nearest way out, where that is not up, or else along n */
static void leave_box(search *s, const double n[3]) {
  const double *size = s->field->size;
  rg_shape box = {.type = RG_GEOM_BOX,
                  .size = {size[0], size[1], 0.5 * (size[2] + size[3])},
                  .position = {0, 0, 0.5 * (size[2] - size[3])},
                  .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  int number = 2 * s->field->nrow * s->field->ncol;
  rg_core_pair pair;
  rg_separation nearest = {.gap = -HUGE_VAL};
  rg_core_pair_set(&pair, &s->shape, &box);
  rg_separate(&pair, HUGE_VAL, &nearest);
  double up = nearest.normal[2];
  if (up <= TILT && (up >= -TILT || is_beside(s)))
    add_contacts(s, &pair, &nearest, number, rg_manifold);
  else add_along(s, &pair, n, number, rg_manifold);
}

/* the nearest way out by a side, or by the base where the shape came from there */
static double way_out(const search *s, double n[3]) {
  const double *size = s->field->size;
  double least = HUGE_VAL;
  rg_v3_set(n, 0, 0, -1);
  if (is_beside(s)) least = s->high[2] + size[3];
  for (int k = 0; k < 4; k++) {
    int axis = k / 2, sign = k % 2 ? -1 : 1;
    double way = size[axis] - (sign > 0 ? s->low[axis] : -s->high[axis]);
    if (!(way < least)) continue;
    least = way;
    rg_v3_zero(n);
    n[axis] = sign;
  }
  return least;
}

static int overlaps_known(const search *s) {
  for (int k = 0; k < s->found; k++)
    if (s->contact[k].gap < 0) return 1;
  return 0;
}

/* Out by a side or by the base where that is nearer than the top: that way some prism has found already, or else the field
   as a box shows it. Up where it is not. */
static void dig_out(search *s) {
  double n[3];
  s->stops = 0;
  visit_tiles(s, lift_over);
  s->found = s->overflow = 0;
  if (way_out(s, n) < s->lift) {
    s->lift = 0;
    visit_tiles(s, touch);
    if (!overlaps_known(s)) leave_box(s, n);
    return;
  }
  s->lift += CLEARANCE * s->extent;
  visit_tiles(s, touch);
}

/* --- frames --------------------------------------------------------------------------------------- */

static void to_world(const rg_field *f, rg_contact *contact) {
  double place[3], axis[3];
  rg_mat3_apply(place, f->rotation, contact->position);
  rg_v3_add(contact->position, place, f->position);
  for (int k = 0; k < 3; k++) {
    rg_mat3_apply(axis, f->rotation, contact->frame + 3 * k);
    rg_v3_copy(contact->frame + 3 * k, axis);
  }
}

static void to_field(search *s, const rg_shape *shape) {
  const rg_field *f = s->field;
  double turned[9];
  s->shape = *shape;
  rg_mat3_transpose(turned, f->rotation);
  rg_mat3_multiply(s->shape.rotation, turned, shape->rotation);
  rg_v3_sub(s->shape.position, shape->position, f->position);
  rg_mat3_apply_t(s->shape.position, f->rotation, s->shape.position);
  s->shape.extent = 0;
  rg_shape_bounds(&s->shape, s->low, s->high);
  s->extent = s->shape.extent = 0.5 * rg_v3_distance(s->low, s->high);
}

int rg_field_collide(const rg_field *f, const rg_shape *shape, double margin, rg_contact *contact,
                     int most) {
  assert(f->nrow > 1 && f->ncol > 1 && most >= 0);
  search s = {.field = f, .margin = margin, .contact = contact, .most = most, .stops = 1};
  to_field(&s, shape);
  if (!(s.low[2] - margin <= f->size[2] && s.high[2] + margin >= -f->size[3])) return 0;
  for (int k = 0; k < 2; k++)
    if (!(s.low[k] - margin <= f->size[k] && s.high[k] + margin >= -f->size[k])) return 0;
  visit_tiles(&s, touch);
  if (s.buried) dig_out(&s);
  for (int k = 0; k < s.found; k++) to_world(f, &contact[k]);
  return s.overflow ? most + 1 : s.found;
}
