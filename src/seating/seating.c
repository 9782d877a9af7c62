/* Parts seating (Trinkle's notes, pages 29-30). With M = L L', V = L^-1 W and the whitened velocity
   y = L' v:

       y+ = y + L^-1 p + V r,   V' y+ = -g,   g = gap/h + rate,   r >= 0

   so the impulses that seat the part are a cone with apex,  L^-1 p = y0 - y - V r + (null space of
   V'), V' y0 = -g. Its facets: a = V z in the range of V with V' a >= 0 and as many of these tight
   as rank(V) - 1; then

       a . L^-1 p  <=  -z'g - a . y

   Independent columns: z = (V'V)^-1 e_k and the slack is r_k itself. (Page 30 multiplies r >= 0 by
   W: that keeps it true but is not equivalent.) */
#include <rigor/seating.h>

#include "base/arena.h"
#include "base/finite.h"
#include "math/dense.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SUBSETS = 200000, MOST_CORNERS = 512 };
static const double SMALL = 1e-10;

struct rg_seating {
  rg_arena arena;
  int dofs, halfspaces, room;
  double *normal, *offset; /* halfspaces x dofs, halfspaces */
  double *apex;            /* dofs, NULL: none */
};

/* what the set-up works with */
typedef struct frame {
  int d, n, rank;
  double *L;          /* d x d: Cholesky factor of M */
  double *y;          /* d: L' v */
  double *Q;          /* rank x d: orthonormal rows that span the columns of V */
  double *C;          /* n x rank: the columns of V in that basis, one a row */
  double *G;          /* rank x rank: Cholesky factor of C'C */
  double *low, *high; /* n: bounds of g */
  double *a, *b, *z;  /* d, rank, n: a facet in whitened coordinates, in the basis, as V z */
  double *S;          /* rank x rank: basis of a subset */
  int *subset;        /* rank */
} frame;

/* --- input ------------------------------------------------------------------------------------ */

static rg_status check_input(const rg_seating_input *in, rg_error *error) {
  int d = in->dofs, n = in->contacts;
  if (d < 0 || n < 0) return rg_fail(error, RG_BAD_INPUT, "seating", "a size is negative");
  if (!(in->h > 0) || !isfinite(in->h))
    return rg_fail(error, RG_BAD_INPUT, "h", "the step must be positive and finite");
  if (d && n && !in->W) return rg_fail(error, RG_BAD_INPUT, "W", "missing");
  if (n && !in->gap_low) return rg_fail(error, RG_BAD_INPUT, "gap_low", "missing");
  if (!rg_all_finite(d * d, in->M) || !rg_all_finite(d * n, in->W) || !rg_all_finite(d, in->v) ||
      !rg_all_finite(n, in->gap_low) || !rg_all_finite(n, in->gap_high) ||
      !rg_all_finite(n, in->rate))
    return rg_fail(error, RG_BAD_INPUT, "seating", "a number is not finite");
  for (int i = 0; i < n && in->gap_high; i++)
    if (in->gap_high[i] < in->gap_low[i])
      return rg_fail(error, RG_BAD_INPUT, "gap_high", "contact %d: below gap_low", i);
  return RG_OK;
}

/* x = L \ x and x = L' \ x */
static void forward(int d, const double *L, double *x) {
  for (int i = 0; i < d; i++) {
    x[i] -= rg_dot(i, L + i * d, x);
    x[i] /= L[i * d + i];
  }
}

static void backward(int d, const double *L, double *x) {
  for (int i = d - 1; i >= 0; i--) {
    for (int k = i + 1; k < d; k++) x[i] -= L[k * d + i] * x[k];
    x[i] /= L[i * d + i];
  }
}

/* the part of x that is orthogonal to `count` orthonormal rows of Q, by two passes; returns its
   length */
static double orthogonal_part(int d, int count, const double *Q, double *x) {
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) rg_axpy(d, -rg_dot(d, Q + i * d, x), Q + i * d, x);
  return rg_norm(d, x);
}

/* --- frame ------------------------------------------------------------------------------------ */

static int frame_memory(frame *f, rg_arena *arena) {
  int d = f->d, n = f->n, r = d < n ? d : n;
  f->L = RG_NEW(arena, double, d *d);
  f->y = RG_NEW(arena, double, d);
  f->Q = RG_NEW(arena, double, r *d);
  f->C = RG_NEW(arena, double, n *d);
  f->G = RG_NEW(arena, double, r *r);
  f->low = RG_NEW(arena, double, n);
  f->high = RG_NEW(arena, double, n);
  f->a = RG_NEW(arena, double, d);
  f->b = RG_NEW(arena, double, r);
  f->z = RG_NEW(arena, double, n);
  f->S = RG_NEW(arena, double, r *r);
  f->subset = RG_NEW(arena, int, r);
  return !arena->failed;
}

/* L, y, and the bounds of g */
static rg_status frame_motion(frame *f, const rg_seating_input *in, rg_error *error) {
  assert(in->h > 0 && (f->n == 0 || in->gap_low));
  int d = f->d;
  for (int i = 0; i < d * d; i++) f->L[i] = in->M ? in->M[i] : (double)(i % (d + 1) == 0);
  if (rg_cholesky(d, f->L, d))
    return rg_fail(error, RG_BAD_INPUT, "M", "it is not positive definite");
  for (int i = 0; i < d; i++)
    for (int k = i; k < d && in->v; k++) f->y[i] += f->L[k * d + i] * in->v[k];
  for (int i = 0; i < f->n; i++) {
    double rate = in->rate ? in->rate[i] : 0;
    f->low[i] = in->gap_low[i] / in->h + rate;
    f->high[i] = (in->gap_high ? in->gap_high : in->gap_low)[i] / in->h + rate;
  }
  return RG_OK;
}

/* Q and C: Gram-Schmidt with the longest remainder first, so that the rank shows */
static void frame_basis(frame *f, const rg_seating_input *in, double *V) {
  int d = f->d, n = f->n;
  double largest = 0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < d; i++) V[j * d + i] = in->W[i * n + j];
    forward(d, f->L, V + j * d);
    largest = fmax(largest, rg_norm(d, V + j * d));
  }
  for (int limit = d < n ? d : n; f->rank < limit; f->rank++) {
    int best = -1;
    double length = SMALL * largest;
    for (int j = 0; j < n; j++) {
      memcpy(f->a, V + j * d, (size_t)d * sizeof(double));
      double left = orthogonal_part(d, f->rank, f->Q, f->a);
      if (left > length) best = j, length = left;
    }
    if (best < 0) break;
    double *q = f->Q + f->rank * d;
    memcpy(q, V + best * d, (size_t)d * sizeof(double));
    orthogonal_part(d, f->rank, f->Q, q);
    for (int i = 0; i < d; i++) q[i] /= length;
  }
  for (int j = 0; j < n; j++)
    for (int i = 0; i < f->rank; i++) f->C[j * f->rank + i] = rg_dot(d, f->Q + i * d, V + j * d);
  rg_gram(n, f->rank, f->C, f->rank, 0, f->G, f->rank);
  rg_cholesky(f->rank, f->G, f->rank);
}

/* x (n) <- x - C (C'C)^-1 C'x: the part of gaps that no velocity can close */
static void unreachable(frame *f, double *x) {
  rg_matvec_t(f->n, f->rank, f->C, f->rank, x, f->b);
  rg_cholesky_solve(f->rank, f->G, f->rank, f->b);
  for (int j = 0; j < f->n; j++) x[j] -= rg_dot(f->rank, f->C + j * f->rank, f->b);
}

/* dependent contacts close together only where g is in the range of V', for every g in its
   bounds */
static int gaps_agree(frame *f) {
  if (f->rank == f->n) return 1;
  double scale = fmax(rg_norm_max(f->n, f->low), rg_norm_max(f->n, f->high));
  memcpy(f->z, f->low, (size_t)f->n * sizeof(double));
  unreachable(f, f->z);
  if (rg_norm_max(f->n, f->z) > SMALL * scale) return 0;
  for (int j = 0; j < f->n; j++) {
    double width = f->high[j] - f->low[j];
    if (!(width > 0)) continue;
    memset(f->z, 0, (size_t)f->n * sizeof(double));
    f->z[j] = width;
    unreachable(f, f->z);
    if (rg_norm_max(f->n, f->z) > SMALL * scale) return 0;
  }
  return 1;
}

/* --- facets ----------------------------------------------------------------------------------- */

static int make_room(rg_seating *s) {
  if (s->halfspaces < s->room) return 1;
  int room = s->room ? 2 * s->room : 16;
  double *normal = RG_NEW(&s->arena, double, (size_t)room *(size_t)s->dofs);
  double *offset = RG_NEW(&s->arena, double, room);
  if (!normal || !offset) return 0;
  if (s->halfspaces) {
    memcpy(normal, s->normal, (size_t)(s->halfspaces * s->dofs) * sizeof(double));
    memcpy(offset, s->offset, (size_t)s->halfspaces * sizeof(double));
  }
  s->normal = normal;
  s->offset = offset;
  s->room = room;
  return 1;
}

/* the half space of a = V z = Q'b; the worst g within its bounds counts. Returns 0 without
   memory */
static int add_halfspace(rg_seating *s, frame *f) {
  if (!make_room(s)) return 0;
  double *normal = s->normal + s->halfspaces * f->d, offset = 0;

  // a = Q'b,  z = C (C'C)^-1 b:  C'z = b
  rg_matvec_t(f->rank, f->d, f->Q, f->d, f->b, f->a);
  memcpy(normal, f->a, (size_t)f->d * sizeof(double));
  rg_cholesky_solve(f->rank, f->G, f->rank, f->b);
  for (int j = 0; j < f->n; j++) {
    double z = rg_dot(f->rank, f->C + j * f->rank, f->b);
    offset -= fmax(z * f->low[j], z * f->high[j]);
  }
  s->offset[s->halfspaces++] = offset - rg_dot(f->d, f->a, f->y);
  backward(f->d, f->L, normal);
  return 1;
}

/* independent contacts: b = C^-1 e_k (C by columns of V), one facet a contact */
static rg_status independent_facets(rg_seating *s, frame *f, int *pivot) {
  int r = f->rank;
  for (int k = 0; k < r; k++) {
    memcpy(f->S, f->C, (size_t)(r * r) * sizeof(double));
    memset(f->b, 0, (size_t)r * sizeof(double));
    f->b[k] = 1;
    rg_lu_factor(r, f->S, r, pivot, DBL_EPSILON);
    rg_lu_solve(r, f->S, r, pivot, f->b);
    if (!add_halfspace(s, f)) return RG_NO_MEMORY;
  }
  return RG_OK;
}

/* unit vector orthogonal to the columns of the subset; 0 where they are dependent */
static int subset_normal(frame *f) {
  int r = f->rank;
  for (int k = 0; k < r - 1; k++) {
    double *row = f->S + k * r, length = rg_norm(r, f->C + f->subset[k] * r);
    memcpy(row, f->C + f->subset[k] * r, (size_t)r * sizeof(double));
    double left = orthogonal_part(r, k, f->S, row);
    if (!(left > 1e-9 * length)) return 0;
    for (int i = 0; i < r; i++) row[i] /= left;
  }
  // of the axes the one with the longest remainder
  double best = 0;
  double *trial = f->S + (r - 1) * r;
  for (int axis = 0; axis < r; axis++) {
    memset(trial, 0, (size_t)r * sizeof(double));
    trial[axis] = 1;
    double left = orthogonal_part(r, r - 1, f->S, trial);
    if (!(left > best)) continue;
    best = left;
    for (int i = 0; i < r; i++) f->b[i] = trial[i] / left;
  }
  return best > 0;
}

/* all columns on one side, which becomes the positive one; 0 where they are on both */
static int supports(frame *f) {
  int r = f->rank, above = 0, below = 0;
  for (int j = 0; j < f->n; j++) {
    double x = rg_dot(r, f->C + j * r, f->b), length = rg_norm(r, f->C + j * r);
    above |= x > 1e-9 * length;
    below |= x < -1e-9 * length;
  }
  for (int i = 0; i < r && below; i++) f->b[i] = -f->b[i];
  return !(above && below);
}

/* the same facet appears once for every subset of its columns */
static int known_facet(const double *found, int count, int r, const double *b) {
  for (int k = 0; k < count; k++)
    if (rg_dot(r, found + k * r, b) > 1 - 1e-12) return 1;
  return 0;
}

static int next_subset(int *subset, int size, int n) {
  int i = size - 1;
  while (i >= 0 && subset[i] == n - size + i) i--;
  if (i < 0) return 0;
  subset[i]++;
  for (i++; i < size; i++) subset[i] = subset[i - 1] + 1;
  return 1;
}

static double subsets_of(int n, int size) {
  double count = 1;
  for (int i = 0; i < size; i++) count *= (double)(n - i) / (i + 1);
  return count;
}

/* dependent contacts: every set of rank - 1 columns that carries a supporting plane */
static rg_status dependent_facets(rg_seating *s, frame *f, rg_error *error) {
  int r = f->rank, size = r - 1, count = 0;
  if (r == 0) return RG_OK;
  double subsets = subsets_of(f->n, size);
  if (subsets > MOST_SUBSETS)
    return rg_fail(error, RG_BAD_INPUT, "contacts", "too many dependent contacts: %d", f->n);
  double *found = RG_NEW(&s->arena, double, (size_t)subsets *(size_t)r);
  if (!found) return RG_NO_MEMORY;
  for (int i = 0; i < size; i++) f->subset[i] = i;
  do {
    if (!subset_normal(f) || !supports(f) || known_facet(found, count, r, f->b)) continue;
    memcpy(found + count++ * r, f->b, (size_t)r * sizeof(double));
    if (!add_halfspace(s, f)) return RG_NO_MEMORY;
  } while (next_subset(f->subset, size, f->n));
  return RG_OK;
}

/* p = L (y0 - y) with y0 = -Q'(C'C)^-1 C'g: all contacts close and none pushes */
static void find_apex(rg_seating *s, frame *f) {
  int d = f->d;
  for (int j = 0; j < f->n; j++)
    if (f->high[j] > f->low[j]) return;
  s->apex = RG_NEW(&s->arena, double, d);
  if (!s->apex) return;
  rg_matvec_t(f->n, f->rank, f->C, f->rank, f->low, f->b);
  rg_cholesky_solve(f->rank, f->G, f->rank, f->b);
  rg_matvec_t(f->rank, d, f->Q, d, f->b, f->a);
  for (int i = 0; i < d; i++) {
    s->apex[i] = 0;
    for (int k = 0; k <= i; k++) s->apex[i] -= f->L[i * d + k] * (f->a[k] + f->y[k]);
  }
}

static rg_status build(rg_seating *s, const rg_seating_input *in, rg_arena *work, rg_error *error) {
  frame f = {.d = in->dofs, .n = in->contacts};
  double *V = RG_NEW(work, double, (size_t)f.d *(size_t)f.n);
  int *pivot = RG_NEW(work, int, f.d);
  if (!frame_memory(&f, work)) return rg_fail(error, RG_NO_MEMORY, "seating", "out of memory");
  rg_status status = frame_motion(&f, in, error);
  if (status != RG_OK) return status;
  frame_basis(&f, in, V);
  if (!gaps_agree(&f))
    return rg_fail(error, RG_NO_SOLUTION, "gap",
                   "%d contacts of rank %d: these gaps cannot close together", f.n, f.rank);
  find_apex(s, &f);
  status = f.rank == f.n ? independent_facets(s, &f, pivot) : dependent_facets(s, &f, error);
  if (status == RG_NO_MEMORY || s->arena.failed)
    return rg_fail(error, RG_NO_MEMORY, "seating", "out of memory");
  return status;
}

rg_status rg_seating_new(rg_seating **seating, const rg_seating_input *input, rg_error *error) {
  rg_arena arena = {0}, work = {0};
  *seating = NULL;
  rg_error_clear(error);
  rg_status status = check_input(input, error);
  if (status != RG_OK) return status;
  rg_seating *s = RG_NEW(&arena, rg_seating, 1);
  if (!s) return rg_fail(error, RG_NO_MEMORY, "seating", "out of memory");
  s->arena = arena;
  s->dofs = input->dofs;
  status = build(s, input, &work, error);
  rg_arena_free(&work);
  if (status == RG_OK) *seating = s;
  else rg_seating_free(s);
  return status;
}

void rg_seating_free(rg_seating *seating) {
  if (!seating) return;
  rg_arena arena = seating->arena;
  rg_arena_free(&arena);
}

int rg_seating_halfspaces(const rg_seating *s, const double **normal, const double **offset) {
  if (normal) *normal = s->normal;
  if (offset) *offset = s->offset;
  return s->halfspaces;
}

double rg_seating_slack(const rg_seating *s, const double *p) {
  double least = HUGE_VAL;
  for (int k = 0; k < s->halfspaces; k++) {
    double slack = s->offset[k] - rg_dot(s->dofs, s->normal + k * s->dofs, p);
    least = fmin(least, isnan(slack) ? -HUGE_VAL : slack);
  }
  return least;
}

const double *rg_seating_apex(const rg_seating *s) { return s->apex; }

/* --- slices ----------------------------------------------------------------------------------- */

typedef struct polygon {
  int n;
  double corner[MOST_CORNERS][3];
} polygon;

/* half space k (of the set, then the low and high walls of the window) in the coordinates of the
   slice: normal . x <= the value returned */
static double slice_halfspace(const rg_seating *s, int axes, const int *axis, const double *at,
                              const double *window, int k, double *normal) {
  memset(normal, 0, 3 * sizeof *normal);
  if (k >= s->halfspaces) {
    int wall = k - s->halfspaces;
    normal[wall / 2] = wall % 2 ? 1 : -1;
    return wall % 2 ? window[wall] : -window[wall];
  }
  const double *full = s->normal + k * s->dofs;
  double offset = s->offset[k];
  for (int i = 0; i < s->dofs; i++) {
    int place = -1;
    for (int j = 0; j < axes; j++)
      if (axis[j] == i) place = j;
    if (place >= 0) normal[place] = full[i];
    else offset -= at ? full[i] * at[i] : 0;
  }
  return offset;
}

/* Sutherland and Hodgman: what is left of a convex polygon in a half space; 0: too many corners */
static int clip(polygon *p, const double *normal, double offset, double size) {
  static const double TOUCH = 1e-12;
  double length = rg_norm(3, normal), touch = TOUCH * (length * size + fabs(offset));
  polygon out = {.n = 0};
  for (int i = 0; i < p->n; i++) {
    const double *a = p->corner[i], *b = p->corner[(i + 1) % p->n];
    double x = rg_dot(3, normal, a) - offset, y = rg_dot(3, normal, b) - offset;
    if (out.n + 2 > MOST_CORNERS) return 0;
    if (x <= touch) memcpy(out.corner[out.n++], a, sizeof *out.corner);
    if ((x < -touch && y > touch) || (x > touch && y < -touch)) {
      for (int k = 0; k < 3; k++) out.corner[out.n][k] = a[k] + (b[k] - a[k]) * x / (x - y);
      out.n++;
    }
  }
  p->n = out.n;
  memcpy(p->corner, out.corner, (size_t)out.n * sizeof *out.corner);
  return 1;
}

static int same_corner(const double *a, const double *b, double size) {
  double apart = 0;
  for (int k = 0; k < 3; k++) apart = fmax(apart, fabs(a[k] - b[k]));
  return apart <= 1e-11 * size;
}

/* corners that follow each other in the same place are one; fewer than three are none */
static void tidy(polygon *p, double size) {
  int n = 0;
  for (int i = 0; i < p->n; i++)
    if (!n || !same_corner(p->corner[i], p->corner[n - 1], size))
      memmove(p->corner[n++], p->corner[i], sizeof *p->corner);
  while (n > 1 && same_corner(p->corner[n - 1], p->corner[0], size)) n--;
  p->n = n < 3 ? 0 : n;
}

static double window_size(const double *window, int axes) {
  double size = 0;
  for (int i = 0; i < axes; i++)
    size = fmax(size, fmax(fabs(window[2 * i]), fabs(window[2 * i + 1])));
  return size;
}

int rg_seating_slice2(const rg_seating *s, const int axis[2], const double *at,
                      const double window[4], double *corner, int most) {
  polygon p = {4,
               {{window[0], window[2], 0},
                {window[1], window[2], 0},
                {window[1], window[3], 0},
                {window[0], window[3], 0}}};
  double normal[3], size = window_size(window, 2);
  for (int k = 0; k < s->halfspaces; k++) {
    double offset = slice_halfspace(s, 2, axis, at, window, k, normal);
    if (!clip(&p, normal, offset, size)) return 0;
  }
  tidy(&p, size);
  if (p.n > most) p.n = most;
  for (int i = 0; i < p.n; i++) memcpy(corner + 2 * i, p.corner[i], 2 * sizeof *corner);
  return p.n;
}

/* a large square in the plane normal . x = offset, around the middle of the window */
static void plane_square(const double *normal, double offset, const double *window, double size,
                         polygon *p) {
  double n[3], e[2][3] = {{0}}, middle[3], length = rg_norm(3, normal), height = -offset / length;
  for (int k = 0; k < 3; k++) n[k] = normal[k] / length;
  for (int k = 0; k < 3; k++) {
    middle[k] = (window[2 * k] + window[2 * k + 1]) / 2;
    height += n[k] * middle[k];
  }
  // two axes in the plane: the coordinate axis that is least along n, then their product
  int least = fabs(n[0]) <= fabs(n[1]) ? (fabs(n[0]) <= fabs(n[2]) ? 0 : 2)
                                       : (fabs(n[1]) <= fabs(n[2]) ? 1 : 2);
  e[0][least] = 1;
  double left = orthogonal_part(3, 1, n, e[0]);
  for (int k = 0; k < 3; k++) e[0][k] /= left;
  for (int k = 0; k < 3; k++)
    e[1][k] = n[(k + 1) % 3] * e[0][(k + 2) % 3] - n[(k + 2) % 3] * e[0][(k + 1) % 3];
  static const double sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  p->n = 4;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      p->corner[i][k] =
          middle[k] - height * n[k] + 4 * size * (sign[i][0] * e[0][k] + sign[i][1] * e[1][k]);
}

static void face_of(const rg_seating *s, const int *axis, const double *at, const double *window,
                    int side, polygon *p) {
  double normal[3], size = window_size(window, 3);
  int sides = s->halfspaces + 6;
  double offset = slice_halfspace(s, 3, axis, at, window, side, normal);
  p->n = 0;
  if (!(rg_norm(3, normal) > 0) || !(size > 0)) return;
  plane_square(normal, offset, window, size, p);
  for (int k = 0; k < sides; k++) {
    if (k == side) continue;
    offset = slice_halfspace(s, 3, axis, at, window, k, normal);
    if (!clip(p, normal, offset, size)) p->n = 0;
  }
  tidy(p, size);
}

int rg_seating_face3(const rg_seating *s, const int axis[3], const double *at,
                     const double window[6], int side, double *corner, int most) {
  polygon p = {.n = 0};
  if (side < 0 || side >= s->halfspaces + 6) return 0;
  face_of(s, axis, at, window, side, &p);
  if (p.n > most) p.n = most;
  memcpy(corner, p.corner, (size_t)p.n * sizeof *p.corner);
  return p.n;
}

int rg_seating_slice3(const rg_seating *s, const int axis[3], const double *at,
                      const double window[6], double *corner, int most) {
  int n = 0;
  double size = window_size(window, 3);
  for (int side = 0; side < s->halfspaces + 6; side++) {
    polygon p = {.n = 0};
    face_of(s, axis, at, window, side, &p);
    for (int i = 0; i < p.n; i++) {
      int known = 0;
      for (int k = 0; k < n; k++) known |= same_corner(corner + 3 * k, p.corner[i], size);
      if (!known && n < most) memcpy(corner + 3 * n++, p.corner[i], sizeof *p.corner);
    }
  }
  return n;
}
