/* A motion from the side: outlines of the shapes at the start and at the end, traces of the centres
   of mass. The outline of a convex shape is the hull of its projected points. */
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TRACES = 24, TRACE_POINTS = 600, ROUND = 24 };
static const double ASPECT = 1.85; /* of the frame of a plot */
static const double PI = 3.14159265358979323846;

typedef struct spot {
  double x, y;
} spot;

typedef struct view {
  const rg_scene_page *page;
  rg_data *data;
  rg_plot *plot;
  int across; /* 0: x, 1: y */
  double low[2], high[2];
  int spots;
  spot *spot;    /* projected points of one shape, */
  double *x, *y; /* and the corners of its outline; room for twice as many */
} view;

static void pose(const view *v, const uint8_t *frame) {
  for (int i = 0; i < v->page->model->nq; i++)
    v->data->qpos[i] = rg_page_frame_value(v->page, frame, i);
  rg_kinematics(v->page->model, v->data);
}

/* --- outlines --------------------------------------------------------------------------------- */

static void add_point(view *v, int geom, double x, double y, double z) {
  const double *p = v->data->geom_xpos + 3 * geom, *R = v->data->geom_xmat + 9 * geom;
  int a = v->across;
  v->spot[v->spots++] = (spot){p[a] + R[3 * a] * x + R[3 * a + 1] * y + R[3 * a + 2] * z,
                               p[2] + R[6] * x + R[7] * y + R[8] * z};
}

/* the silhouette of an ellipsoid with these radii about (0, 0, z): the points whose normal lies in
   the plane of the view, R^T of a circle, scaled */
static void add_ellipsoid(view *v, int geom, const double radius[3], double z) {
  const double *R = v->data->geom_xmat + 9 * geom;
  for (int k = 0; k < 2 * ROUND; k++) {
    double angle = PI * k / ROUND, normal[3], norm = 0;
    for (int i = 0; i < 3; i++) {
      normal[i] = radius[i] * (cos(angle) * R[3 * v->across + i] + sin(angle) * R[6 + i]);
      norm += normal[i] * normal[i];
    }
    norm = norm > 0 ? sqrt(norm) : 1;
    add_point(v, geom, radius[0] * normal[0] / norm, radius[1] * normal[1] / norm,
              z + radius[2] * normal[2] / norm);
  }
}

static void add_cylinder(view *v, int geom, double radius, double half) {
  for (int k = 0; k < ROUND; k++) {
    double angle = 2 * PI * k / ROUND;
    for (int side = -1; side <= 1; side += 2)
      add_point(v, geom, radius * cos(angle), radius * sin(angle), side * half);
  }
}

static void add_mesh(view *v, int geom) {
  const rg_model *m = v->page->model;
  int mesh = m->geom_mesh[geom];
  for (int k = 0; mesh >= 0 && k < m->mesh_nvertex[mesh]; k++) {
    const double *p = m->vertex + 3 * (m->mesh_vertex[mesh] + k);
    add_point(v, geom, p[0], p[1], p[2]);
  }
}

static void add_shape(view *v, int geom) {
  const double *s = v->page->model->geom_size + 3 * geom;
  const double round[3] = {s[0], s[0], s[0]};
  switch (v->page->model->geom_type[geom]) {
  case RG_GEOM_SPHERE: add_ellipsoid(v, geom, round, 0); break;
  case RG_GEOM_ELLIPSOID: add_ellipsoid(v, geom, s, 0); break;
  case RG_GEOM_CAPSULE:
    add_ellipsoid(v, geom, round, s[1]);
    add_ellipsoid(v, geom, round, -s[1]);
    break;
  case RG_GEOM_CYLINDER: add_cylinder(v, geom, s[0], s[1]); break;
  case RG_GEOM_BOX:
    for (int k = 0; k < 8; k++)
      add_point(v, geom, k & 1 ? s[0] : -s[0], k & 2 ? s[1] : -s[1], k & 4 ? s[2] : -s[2]);
    break;
  case RG_GEOM_MESH: add_mesh(v, geom); break;
  default: break;
  }
}

/* most points that add_shape() takes for a geom */
static int most_spots(const rg_model *m) {
  int most = 4 * ROUND;
  for (int k = 0; k < m->nmesh; k++)
    if (m->mesh_nvertex[k] > most) most = m->mesh_nvertex[k];
  return most;
}

static int compare_spots(const void *one, const void *two) {
  const spot *a = one, *b = two;
  return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

/* does a -> b -> c turn left by more than rounding? */
static int turns_left(spot a, spot b, spot c) {
  spot to_b = {b.x - a.x, b.y - a.y}, to_c = {c.x - a.x, c.y - a.y};
  double size = (fabs(to_b.x) + fabs(to_b.y)) * (fabs(to_c.x) + fabs(to_c.y));
  return to_b.x * to_c.y - to_b.y * to_c.x > 1e-7 * size;
}

/* the outline of the points, counter-clockwise: below from left to right, above and back (Andrew 1979) */
static int find_corners(view *v) {
  int n = 0, least = 2;
  qsort(v->spot, (size_t)v->spots, sizeof *v->spot, compare_spots);
  for (int k = 0; k < 2 * v->spots - 1; k++) {
    spot next = v->spot[k < v->spots ? k : 2 * v->spots - 2 - k];
    if (k == v->spots) least = n + 1;
    while (n >= least &&
           !turns_left((spot){v->x[n - 2], v->y[n - 2]}, (spot){v->x[n - 1], v->y[n - 1]}, next))
      n--;
    v->x[n] = next.x;
    v->y[n++] = next.y;
  }
  return n > 1 ? n - 1 : n;
}

static void widen(view *v, double x, double y) {
  const double point[2] = {x, y};
  for (int k = 0; k < 2; k++) {
    v->low[k] = fmin(v->low[k], point[k]);
    v->high[k] = fmax(v->high[k], point[k]);
  }
}

static void draw_shapes(view *v, int moving, int filled) {
  const rg_model *m = v->page->model;
  for (int i = 0; i < m->ngeom; i++) {
    if ((m->body_weld[m->geom_body[i]] != 0) != moving || m->geom_type[i] == RG_GEOM_PLANE)
      continue;
    v->spots = 0;
    add_shape(v, i);
    int n = find_corners(v);
    for (int k = 0; k < n; k++) widen(v, v->x[k], v->y[k]);
    if (n > 2) rg_plot_polygon(v->plot, n, v->x, v->y, filled);
  }
}

/* --- planes: lines where they are seen from their edge ---------------------------------------- */

/* the part of p + t d inside the box; 0 where there is none */
static int clip(const view *v, const double p[2], const double d[2], double t[2]) {
  t[0] = -HUGE_VAL;
  t[1] = HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    if (fabs(d[k]) < 1e-12) {
      if (p[k] < v->low[k] || p[k] > v->high[k]) return 0;
      continue;
    }
    double a = (v->low[k] - p[k]) / d[k], b = (v->high[k] - p[k]) / d[k];
    t[0] = fmax(t[0], fmin(a, b));
    t[1] = fmin(t[1], fmax(a, b));
  }
  return t[0] < t[1];
}

static void draw_planes(const view *v) {
  const rg_model *m = v->page->model;
  for (int i = 0; i < m->ngeom; i++) {
    const double *R = v->data->geom_xmat + 9 * i, *c = v->data->geom_xpos + 3 * i;
    double n[2] = {R[3 * v->across + 2], R[8]}, t[2];
    if (m->geom_type[i] != RG_GEOM_PLANE || hypot(n[0], n[1]) < 0.99) continue;
    const double p[2] = {c[v->across], c[2]}, d[2] = {n[1], -n[0]};
    if (!clip(v, p, d, t)) continue;
    const double x[2] = {p[0] + t[0] * d[0], p[0] + t[1] * d[0]};
    const double y[2] = {p[1] + t[0] * d[1], p[1] + t[1] * d[1]};
    rg_plot_polygon(v->plot, 2, x, y, 0);
  }
}

/* --- traces ----------------------------------------------------------------------------------- */

/* places of the centres of mass, frame by frame: bodies x points x 3 */
typedef struct traces {
  double *place;
  int bodies, points;
  const uint8_t *last; /* frame */
} traces;

static int gather(const view *v, const rg_page_run *run, traces *t) {
  long every = 1 + run->frame_count / TRACE_POINTS, index = 0;
  size_t most = (size_t)(run->frame_count / every) + 3;
  t->bodies = v->page->nmoving < MOST_TRACES ? v->page->nmoving : MOST_TRACES;
  t->place = malloc(((size_t)t->bodies * most * 3 + 1) * sizeof *t->place);
  if (!t->place) return 0;
  const uint8_t *next = rg_page_next_frame(run, NULL);
  while (next) {
    const uint8_t *frame = next;
    next = rg_page_next_frame(run, frame);
    if (index++ % every != 0 && next) continue;
    pose(v, frame);
    for (int b = 0; b < t->bodies; b++)
      for (int k = 0; k < 3; k++)
        t->place[((size_t)t->points * (size_t)t->bodies + (size_t)b) * 3 + (size_t)k] =
            v->data->xipos[3 * v->page->moving[b] + k];
    t->points++;
    t->last = frame;
  }
  return 1;
}

static double spread(const traces *t, int axis) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < t->points * t->bodies; i++) {
    low = fmin(low, t->place[3 * i + axis]);
    high = fmax(high, t->place[3 * i + axis]);
  }
  return high - low;
}

static int draw_traces(view *v, const traces *t) {
  double *x = malloc(((size_t)t->points + 1) * 2 * sizeof *x);
  if (!x) return 0;
  double *y = x + t->points + 1;
  for (int b = 0; b < t->bodies; b++) {
    for (int i = 0; i < t->points; i++) {
      const double *p = t->place + 3 * (i * t->bodies + b);
      x[i] = p[v->across];
      y[i] = p[2];
      widen(v, x[i], y[i]);
    }
    rg_plot_series(v->plot, NULL, RG_SERIES_LINE, t->points, x, y);
  }
  free(x);
  return 1;
}

/* --- all of it -------------------------------------------------------------------------------- */

static int draw(view *v, const rg_page_run *run) {
  traces t = {0};
  int complete = gather(v, run, &t);
  if (complete) {
    v->across = spread(&t, 1) > 1.0001 * spread(&t, 0);
    v->plot = rg_plot_new(v->page->title, v->across ? "y [m]" : "x [m]", "z [m]");
    pose(v, rg_page_next_frame(run, NULL));
    draw_shapes(v, 0, 0);
    draw_shapes(v, 1, 0);
    complete = v->plot && draw_traces(v, &t);
    pose(v, t.last);
    draw_shapes(v, 1, 1);
  }
  free(t.place);
  return complete;
}

rg_plot *rg_scene_page_side(const rg_scene_page *page, rg_error *error) {
  if (page->runs == 0) {
    rg_fail(error, RG_BAD_INPUT, "", "no motion was begun");
    return NULL;
  }
  view v = {.page = page, .data = rg_data_new(page->model)};
  size_t most = (size_t)most_spots(page->model);
  v.spot = malloc(most * sizeof *v.spot);
  v.x = malloc(4 * most * sizeof *v.x);
  v.y = v.x ? v.x + 2 * most : NULL;
  v.low[0] = v.low[1] = HUGE_VAL;
  v.high[0] = v.high[1] = -HUGE_VAL;
  int complete = v.data && v.spot && v.x && draw(&v, &page->run[0]);
  if (complete && v.high[0] >= v.low[0]) {
    double room = 0.06 * fmax(v.high[0] - v.low[0], v.high[1] - v.low[1]) + 1e-6;
    for (int k = 0; k < 2; k++) {
      v.low[k] -= room;
      v.high[k] += room;
    }
    // as wide as the frame, so that lines of planes reach its sides
    double missing = ASPECT * (v.high[1] - v.low[1]) - (v.high[0] - v.low[0]);
    v.low[0] -= fmax(0, missing) / 2;
    v.high[0] += fmax(0, missing) / 2;
    draw_planes(&v);
    rg_plot_equal(v.plot);
    rg_plot_range(v.plot, v.low[0], v.high[0], v.low[1], v.high[1]);
  }
  rg_data_free(v.data);
  free(v.spot);
  free(v.x);
  if (complete) return v.plot;
  rg_plot_free(v.plot);
  rg_fail(error, RG_NO_MEMORY, "", "no memory for the picture");
  return NULL;
}
