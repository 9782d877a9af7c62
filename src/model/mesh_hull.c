/* Convex hulls by qhull (Barber, Dobkin & Huhdanpaa 1996): merged facets, then triangulated ("Qt").
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include <libqhull_r/qhull_ra.h>

#include "math/symmetric3.h"
#include "math/vector.h"
#include "model/mesh.h"

/* a cloud that is thinner than this times its width has no inside; it is given one this thick */
static const double FLAT = 1e-7, PLATE = 1e-3;

/* centre and principal axes of a cloud, the axis of its least spread last */
static void find_axes(int n, const double *vertex, double mean[3], double axes[9]) {
  double covariance[9] = {0}, values[3];
  rg_v3_zero(mean);
  for (int i = 0; i < n; i++) rg_v3_add_scaled(mean, 1.0 / n, vertex + 3 * i);
  for (int i = 0; i < n; i++) {
    double d[3];
    rg_v3_sub(d, vertex + 3 * i, mean);
    for (int k = 0; k < 9; k++) covariance[k] += d[k / 3] * d[k % 3] / n;
  }
  rg_symmetric3_eigen(covariance, values, axes);
}

double *rg_mesh_thicken(int n, const double *vertex, rg_arena *arena, double *thickness) {
  double mean[3], axes[9], extent[3] = {0};
  if (n < 3) return NULL;
  find_axes(n, vertex, mean, axes);
  for (int i = 0; i < n; i++) {
    double p[3];
    rg_v3_sub(p, vertex + 3 * i, mean);
    rg_mat3_apply_t(p, axes, p);
    for (int k = 0; k < 3; k++) extent[k] = fmax(extent[k], fabs(p[k]));
  }
  // twice the largest distance from the centre is near enough to a width
  if (!(extent[1] > FLAT * extent[0]) || extent[2] > FLAT * extent[0]) return NULL;
  double *points = RG_RAW(arena, double, 6 * (size_t)n);
  double normal[3] = {axes[2], axes[5], axes[8]};
  *thickness = PLATE * 2 * extent[0];
  for (int i = 0; points && i < 2 * n; i++) {
    rg_v3_copy(points + 3 * i, vertex + 3 * (i / 2));
    rg_v3_add_scaled(points + 3 * i, (i % 2 ? 0.5 : -0.5) * *thickness, normal);
  }
  return points;
}

/* the cloud in its principal axes, each stretched to the range -1..1: hulls do not change under affine maps, and qhull's
   tolerances then fit thin plates as well; returns the least over the largest extent */
static double stretch(int n, const double *vertex, double *points) {
  double mean[3], axes[9], least[3] = {0}, most[3] = {0};
  find_axes(n, vertex, mean, axes);

  /* turn, and find the extents */
  for (int i = 0; i < n; i++) {
    double *p = points + 3 * i;
    rg_v3_sub(p, vertex + 3 * i, mean);
    rg_mat3_apply_t(p, axes, p);
    for (int k = 0; k < 3; k++) {
      least[k] = i ? fmin(least[k], p[k]) : p[k];
      most[k] = i ? fmax(most[k], p[k]) : p[k];
    }
  }

  /* stretch; a flat cloud has nothing to stretch */
  double extent[3];
  rg_v3_sub(extent, most, least);
  double widest = fmax(extent[0], fmax(extent[1], extent[2]));
  double thinnest = fmin(extent[0], fmin(extent[1], extent[2]));
  if (!(thinnest > 0)) return 0;
  for (int i = 0; i < 3 * n; i++)
    points[i] = (2 * points[i] - least[i % 3] - most[i % 3]) / extent[i % 3];
  return thinnest / widest;
}

/* --- from facets to triangles --------------------------------------------------------------- */

/* the corners of a facet, counter-clockwise seen from outside; returns their number; `corner` may be NULL */
static int facet_corners(qhT *qh, facetT *facet, int *corner) {
  int count = 0;
  if (facet->simplicial) {
    vertexT *vertex, **vertexp;
    int found[3] = {0};
    FOREACHvertex_(facet->vertices) {
      if (count < 3) found[count] = qh_pointid(qh, vertex->point);
      count++;
    }
    int turned = facet->toporient ^ qh_ORIENTclock;
    if (corner)
      corner[0] = found[0], corner[1] = found[turned ? 2 : 1], corner[2] = found[turned ? 1 : 2];
    return 3;
  }
  ridgeT *first = SETfirstt_(facet->ridges, ridgeT), *ridge = first;
  do {
    vertexT *vertex = NULL;
    ridge = qh_nextridge3d(ridge, facet, &vertex);
    if (corner && vertex) corner[count] = qh_pointid(qh, vertex->point);
    count++;
  } while (ridge && ridge != first);
  /* the ridges come clockwise */
  for (int i = 0, j = count - 1; corner && i < j; i++, j--) {
    int swap = corner[i];
    corner[i] = corner[j];
    corner[j] = swap;
  }
  return count;
}

/* how good a triangle is: area over squared sides, negative where it is folded over */
static double ear_quality(const double *a, const double *b, const double *c, const double *normal) {
  double u[3], v[3], w[3], n[3];
  rg_v3_sub(u, b, a);
  rg_v3_sub(v, c, b);
  rg_v3_sub(w, a, c);
  rg_v3_cross(n, u, v);
  double sides = rg_v3_dot(u, u) + rg_v3_dot(v, v) + rg_v3_dot(w, w);
  return sides > 0 ? rg_v3_dot(n, normal) / sides : 0;
}

/* the corner before i, i, and the one after it */
static void corner_at(int count, const int *corner, int i, const double *points,
                      const double *t[3]) {
  for (int k = 0; k < 3; k++) t[k] = points + 3 * corner[(i + count - 1 + k) % count];
}

/* 1 where a corner at which the polygon bends inward lies inside of the ear at i */
static int is_blocked(int count, const int *corner, int i, const double *points,
                      const double *normal) {
  const double *t[3], *p[3];
  corner_at(count, corner, i, points, t);
  for (int j = i + 2; j < i + count - 1; j++) {
    corner_at(count, corner, j, points, p);
    if (ear_quality(p[0], p[1], p[2], normal) < 0 && ear_quality(t[0], t[1], p[1], normal) >= 0 &&
        ear_quality(t[1], t[2], p[1], normal) >= 0 && ear_quality(t[2], t[0], p[1], normal) >= 0)
      return 1;
  }
  return 0;
}

/* the ear to cut off next. Almost every polygon is convex; rounding makes a few that are not, where a flat face could
   not be merged into one. */
static int best_ear(int count, const int *corner, const double *points, const double *normal) {
  int best = 0, inward = 0;
  double best_quality = -HUGE_VAL;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < count; i++) {
      const double *t[3];
      corner_at(count, corner, i, points, t);
      double quality = ear_quality(t[0], t[1], t[2], normal);
      inward |= quality < 0;
      if (quality <= best_quality || (pass == 1 && is_blocked(count, corner, i, points, normal)))
        continue;
      best_quality = quality;
      best = i;
    }
    if (!inward) break;
    if (pass == 0) best_quality = -HUGE_VAL;
  }
  return best;
}

/* cuts off ears until a triangle is left; `corner` is used up; returns the number of triangles */
static int cut_ears(int count, int *corner, const double *points, const double *normal, int *face) {
  int triangles = 0;
  for (; count >= 3; count--, triangles++) {
    int best = count > 3 ? best_ear(count, corner, points, normal) : 1;
    for (int k = 0; k < 3; k++) face[3 * triangles + k] = corner[(best + count - 1 + k) % count];
    for (int i = best; i + 1 < count; i++) corner[i] = corner[i + 1];
  }
  return triangles;
}

/* the triangles of all facets; vertices keep the numbers of the input */
static void collect_faces(qhT *qh, const double *points, rg_triangles *hull, rg_arena *arena) {
  facetT *facet;
  int triangles = 0, most = 0;
  FORALLfacets {
    int count = facet_corners(qh, facet, NULL);
    triangles += count - 2;
    most = count > most ? count : most;
  }
  int *corner = RG_RAW(arena, int, most);
  hull->face = RG_RAW(arena, int, 3 * (size_t)triangles);
  if (arena->failed) return;
  FORALLfacets {
    int count = facet_corners(qh, facet, corner);
    hull->nface += cut_ears(count, corner, points, facet->normal, hull->face + 3 * hull->nface);
  }
}

/* renumbers so that only vertices of the hull remain, in the order of the input */
static void keep_used(rg_triangles *hull, int nvertex, const double *vertex, rg_arena *arena) {
  int *number = RG_NEW(arena, int, nvertex);
  if (!number) return;
  for (int i = 0; i < 3 * hull->nface; i++) number[hull->face[i]] = 1;
  for (int i = 0; i < nvertex; i++) number[i] = number[i] ? hull->nvertex++ : -1;
  hull->vertex = RG_RAW(arena, double, 3 * (size_t)hull->nvertex);
  if (!hull->vertex) return;
  for (int i = 0; i < nvertex; i++)
    if (number[i] >= 0) rg_v3_copy(hull->vertex + 3 * number[i], vertex + 3 * i);
  for (int i = 0; i < 3 * hull->nface; i++) hull->face[i] = number[hull->face[i]];
}

static void free_qhull(qhT *qh) {
  int current, total;
  qh_freeqhull(qh, !qh_ALL);
  /* where its own set-up ran out of memory, qhull forgets these two tables */
  if (!qh->qhmem.LASTsize) {
    qh_free(qh->qhmem.sizetable);
    qh_free(qh->qhmem.freelists);
  }
  qh_memfreeshort(qh, &current, &total);
}

/* qhull writes what goes wrong to a stream: here one that nobody reads */
static rg_status run_qhull(rg_triangles *hull, int nvertex, double *points, rg_arena *arena) {
  char text[256];
  FILE *sink = fmemopen(text, sizeof text, "w");
  if (!sink) return RG_NO_MEMORY;
  setvbuf(sink, NULL, _IONBF, 0);
  qhT state, *qh = &state;
  char options[] = "qhull";
  qh_zero(qh, sink);
  int failed = qh_new_qhull(qh, 3, nvertex, points, 0, options, NULL, sink);
  if (!failed) collect_faces(qh, points, hull, arena);
  free_qhull(qh);
  fclose(sink);
  if (failed == qh_ERRmem) return RG_NO_MEMORY;
  return failed ? RG_BAD_INPUT : RG_OK;
}

rg_status rg_mesh_hull(rg_triangles *hull, int nvertex, const double *vertex, rg_arena *arena,
                       const char **reason) {
  assert(nvertex >= 0 && (vertex || nvertex == 0));
  *hull = (rg_triangles){0};
  *reason = NULL;
  if (nvertex < 4) {
    *reason = "a hull needs at least 4 vertices, or 3 of a plate";
    return RG_BAD_INPUT;
  }
  double *points = RG_RAW(arena, double, 3 * (size_t)nvertex);
  if (!points) return RG_NO_MEMORY;
  if (!(stretch(nvertex, vertex, points) >= FLAT)) {
    *reason = "all vertices lie in a line or a point";
    return RG_BAD_INPUT;
  }
  rg_status status = run_qhull(hull, nvertex, points, arena);
  if (status == RG_BAD_INPUT) *reason = "qhull found no hull";
  if (status) return status;
  keep_used(hull, nvertex, vertex, arena);
  return arena->failed ? RG_NO_MEMORY : RG_OK;
}
