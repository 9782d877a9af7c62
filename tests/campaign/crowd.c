/* One to four problems of scene.c side by side. In space contacts may have moments: rows of the angular velocities of the
   same bodies about the same axes. The motion that leaves the targets alone turns nothing into the impossible: targets are
   those of scene.c, and moments only resist. */
#include "crowd.h"
#include "scene.h"
#include "stream.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, FEW = 5, BODY = 6 };

static double *reals(size_t count) { return calloc(count + 1, sizeof(double)); }

/* the rows of G of one part from its own place in the whole on; moments by the angular columns of the pair */
static void place_rows(crowd *w, const scene *s, int row, int to, int dof) {
  memcpy(w->G + (size_t)to * (size_t)w->freedoms + dof, s->G + (size_t)row * (size_t)s->freedoms,
         (size_t)s->freedoms * sizeof(double));
}

static void place_moment(crowd *w, const scene *s, int row, int to, int dof) {
  const double *from = s->G + (size_t)row * (size_t)s->freedoms;
  double *at = w->G + (size_t)to * (size_t)w->freedoms + dof;
  for (int b = 0; b < s->bodies; b++)
    for (int k = 0; k < 3; k++) at[BODY * b + 3 + k] = from[BODY * b + k];
}

static void place_part(crowd *w, const scene *s, const int first[3], stream *r) {
  const int rows = first[0], contacts = first[1], dof = first[2];
  memcpy(w->mass + dof, s->mass, (size_t)s->freedoms * sizeof(double));
  for (int i = 0; i < s->rows; i++) {
    place_rows(w, s, i, rows + i, dof);
    w->shift[rows + i] = s->c[i];
    w->lower[rows + i] = s->lower[i], w->upper[rows + i] = s->upper[i];
  }
  for (int i = 0; i < s->contacts; i++) {
    const int at = w->rows + w->dim * (contacts + i), from = s->rows + s->dim * i, j = contacts + i;
    const double moment = chance(r, 0.4) ? 0 : decades(r, -3, 0);
    for (int k = 0; k < w->dim; k++) {
      if (k < s->dim) place_rows(w, s, from + k, at + k, dof);
      else place_moment(w, s, from + k - s->dim, at + k, dof);
      w->shift[at + k] = k < s->dim ? s->c[from + k] : 0;
    }
    w->mu[j] = s->mu[i], w->target[j] = s->target[i];
    w->spin[j] = moment * uniform(r, 0, 1), w->roll[j] = moment * uniform(r, 0, 1);
    if (w->ellipsoid && !(w->mu[j] > 0)) w->mu[j] = 0.1;
  }
}

static void make_matrices(crowd *w) {
  const size_t n = (size_t)w->n, m = (size_t)w->freedoms;
  int count = 0;
  for (size_t k = 0; k < m; k++) w->M[k * m + k] = w->mass[k];
  for (size_t i = 0; i < n; i++) {
    w->start[i] = count;
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < m; k++)
        sum += w->G[(i < j ? i : j) * m + k] * w->G[(i < j ? j : i) * m + k] / w->mass[k];
      w->A[i * n + j] = sum;
      if (sum == 0) continue;
      w->column[count] = (int)j;
      w->entry[count++] = sum;
    }
  }
  w->start[n] = count;
}

/* some of c comes from f, where there is one: A's form has the sum, the global form has both */
static void make_forces(crowd *w, stream *r) {
  const size_t m = (size_t)w->freedoms;
  for (size_t k = 0; k < m; k++) w->f[k] = 0;
  for (int i = 0; i < w->n; i++) w->c[i] = w->shift[i];
  if (w->rows)
    return; /* rows that contradict each other have no solution: c stays as scene.c has it */
  for (size_t k = 0; k < m; k++) w->f[k] = w->mass[k] * uniform(r, -1, 1) * 1e-3;
  for (int i = 0; i < w->n; i++)
    for (size_t k = 0; k < m; k++) w->c[i] += w->G[(size_t)i * m + k] * w->f[k] / w->mass[k];
}

static int allocate(crowd *w) {
  const size_t n = (size_t)w->n, m = (size_t)w->freedoms, contacts = (size_t)w->contacts;
  double **all[] = {&w->mass, &w->f,    &w->c,      &w->shift, &w->mu,
                    &w->spin, &w->roll, &w->target, &w->lower, &w->upper};
  const size_t sizes[] = {m, m, n, n, contacts, contacts, contacts, contacts, n, n};
  int ok = 1;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) ok &= !!(*all[k] = reals(sizes[k]));
  w->leeway = reals(2 * contacts);
  w->G = reals(n * m), w->M = reals(m * m), w->A = reals(n * n), w->entry = reals(n * n);
  w->start = calloc(n + 1, sizeof(int)), w->column = calloc(n * n + 1, sizeof(int));
  return ok && w->leeway && w->G && w->M && w->A && w->entry && w->start && w->column;
}

/* scenes of one dimension, few enough unknowns that any solver ends soon */
static int draw_scenes(scene *s, int parts, uint64_t seed, uint64_t number) {
  int made = 0;
  for (uint64_t k = 0; made < parts; k++) {
    if (!scene_make(&s[made], seed, 1000 * number + k)) break;
    if (s[made].contacts <= FEW && s[made].dim == s[0].dim) made++;
    else scene_free(&s[made]);
  }
  return made;
}

int crowd_make(crowd *w, uint64_t seed, uint64_t number) {
  stream r = stream_of(seed + 77, number);
  scene s[PARTS];
  memset(w, 0, sizeof *w);
  w->parts = chance(&r, 0.4) ? 1 : 2 + below(&r, PARTS - 1);
  const int made = draw_scenes(s, w->parts, seed, number);
  for (int k = 0; k < made; k++)
    w->rows += s[k].rows, w->contacts += s[k].contacts, w->freedoms += s[k].freedoms;
  w->dim = made && s[0].dim == 3 && chance(&r, 0.6) ? (chance(&r, 0.5) ? 4 : 6)
           : made                                   ? s[0].dim
                                                    : 3;
  w->n = w->rows + w->dim * w->contacts;
  w->ellipsoid = w->dim > 3 && chance(&r, 0.3);
  const int ok = made == w->parts && allocate(w);
  int first[3] = {0, 0, 0};
  for (int k = 0; k < made; k++) {
    if (ok) place_part(w, &s[k], first, &r);
    first[0] += s[k].rows, first[1] += s[k].contacts, first[2] += s[k].freedoms;
    scene_free(&s[k]);
  }
  if (ok) make_forces(w, &r), make_matrices(w);
  else crowd_free(w);
  return ok;
}

void crowd_free(crowd *w) {
  double *all[] = {w->mass, w->G,    w->M,    w->A,      w->entry,  w->f,     w->c,    w->shift,
                   w->mu,   w->spin, w->roll, w->target, w->leeway, w->lower, w->upper};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
  free(w->start), free(w->column);
  memset(w, 0, sizeof *w);
}

static void multiply(void *context, const double *x, double *y) {
  const crowd *w = context;
  for (int i = 0; i < w->n; i++) {
    y[i] = 0;
    for (int k = w->start[i]; k < w->start[i + 1]; k++) y[i] += w->entry[k] * x[w->column[k]];
  }
}

rg_problem crowd_problem(crowd *w, crowd_form form) {
  rg_problem p = rg_problem_default();
  p.dim = w->dim, p.contacts = w->contacts, p.rows = w->rows;
  p.mu = w->mu, p.target = w->target, p.lower = w->lower, p.upper = w->upper, p.leeway = w->leeway;
  if (w->dim > 3) p.spin = w->spin, p.ellipsoid = w->ellipsoid;
  if (w->dim == 6) p.roll = w->roll;
  p.c = form == CROWD_GLOBAL ? w->shift : w->c;
  if (form == CROWD_DENSE) p.A = rg_matrix_dense(w->n, w->n, w->A);
  if (form == CROWD_SPARSE) p.A = rg_matrix_sparse(w->n, w->n, w->start, w->column, w->entry);
  if (form == CROWD_OPERATOR) p.A = rg_matrix_operator(w->n, w->n, multiply, w);
  if (form != CROWD_GLOBAL) return p;
  p.M = rg_matrix_dense(w->freedoms, w->freedoms, w->M);
  p.G = rg_matrix_dense(w->n, w->freedoms, w->G);
  p.f = w->f;
  return p;
}
