/* Discrete friction with phantom inertia: Peiret, Kovecses & Font-Llagunes 2017, Eq. 10-11, 28-43.

       z = (lambda_t, lambda_n, w_up, w_lo),  lambda_t along and across the first direction, free
       0 = u_t - E w_up + E w_lo + eps_t lambda_t + d_t          (Eq. 28, 39-42)
       0 <= lambda_n _|_ u_n + eps_n lambda_n >= 0               (Eq. 36, 39)
       0 <= w_up _|_ mu lambda_n + E' lambda_t + rho w_lo >= 0   (Eq. 30, 37)
       0 <= w_lo _|_ mu lambda_n - E' lambda_t + rho w_up >= 0   (Eq. 29, 38)

   If both w_up_j and w_lo_j were positive, the sum of their rows would read
   2 mu lambda_n + rho (w_up_j + w_lo_j) = 0: impossible for rho > 0. So one of them is 0, the row
   of the positive one holds no rho, and the other has slack: rho changes the rank, not the
   impulses.

   Sticking contacts: E = k directions over half a circle, a polygon circumscribed to the circle of
   radius mu_static mu lambda_n. Sliding contacts: E = [e_t e_l], mu = [mu, 0] (Eq. 34), or
   mu = [mu, mu] with lateral compliance |slip| / (mu rbar) (Eq. 43, divisor mu lambda_n h). */
#include "law/law.h"

#include "math/dense.h"

#include <assert.h>
#include <math.h>

/* k: columns of E */
static int columns(int dim, const rg_law_options *options, int sliding) {
  if (dim == 2) return 1;
  return sliding ? 2 : options->directions / 2;
}

static int size(int dim, const rg_law_options *options, int sliding) {
  return dim + 2 * columns(dim, options, sliding);
}

static const double *frame(const rg_law_contact *contact) {
  return contact->sliding ? contact->along : contact->axis;
}

/* the bound of direction j as a multiple of lambda_n */
static double friction(const rg_law_options *options, const rg_law_contact *contact, int j) {
  if (!contact->sliding) return options->mu_static * contact->mu;
  int lateral_force = options->lateral && contact->normal > 0;
  return j == 0 || lateral_force ? contact->mu : 0;
}

/* relaxation: eps on the diagonal, d = -eps (last friction impulse + h b slip) of the bristles (Eq. 42) */
static void relax(const rg_law_options *options, const rg_law_contact *contact,
                  rg_law_block *block) {
  int dim = contact->dim, m = block->size, normal = dim - 1;
  double last[2] = {0, 0}, slip[2] = {0, 0};
  const double along[2] = {contact->speed * contact->along[0], contact->speed * contact->along[1]};
  if (contact->last) rg_law_project(dim, frame(contact), contact->last + 1, last);
  rg_law_project(dim, frame(contact), along, slip);
  block->S[normal * m + normal] = options->relax_normal;
  for (int k = 0; k + 1 < dim; k++) {
    block->S[k * m + k] = options->relax_tangent;
    block->d[k] = -options->relax_tangent * (last[k] + options->drag * slip[k]);
  }
  /* lateral direction of a sliding contact (Eq. 43) */
  double bound = contact->mu * contact->normal;
  if (dim == 3 && contact->sliding && options->lateral && bound > 0) {
    block->S[m + 1] = contact->speed / bound;
    block->d[1] = 0;
  }
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  static const double first[2] = {1, 0};
  int dim = contact->dim, m = block->size, normal = dim - 1;
  int k = columns(dim, options, contact->sliding);
  rg_law_components(contact, frame(contact), normal, 0, block);
  for (int a = 0; a < normal; a++) block->lower[a] = -HUGE_VAL;
  for (int j = 0; j < k; j++) {
    int up = dim + j, lo = dim + k + j;
    double e[2];
    rg_law_direction(dim, first, j, 2 * k, e);
    for (int a = 0; a < normal; a++) {
      block->S[a * m + up] = -e[a];
      block->S[a * m + lo] = e[a];
      block->S[up * m + a] = e[a];
      block->S[lo * m + a] = -e[a];
    }
    block->S[up * m + normal] = block->S[lo * m + normal] = friction(options, contact, j);
    block->S[up * m + lo] = block->S[lo * m + up] = options->phantom;
  }
  relax(options, contact, block);
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  int dim = contact->dim, k = columns(dim, options, contact->sliding);
  rg_law_project(dim, frame(contact), impulse + 1, z);
  z[dim - 1] = impulse[0];
  /* slip = E w_up - E w_lo: the 2 k directions are regular */
  rg_law_spread(dim, frame(contact), 2 * k, velocity + 1, z + dim);
}

static int iterates(const rg_law_options *options) {
  return options->lateral && options->slip && rg_law_without_last(options);
}

const rg_law_form rg_law_nonsingular = {size, fill, start, iterates, 1};

/* entries of a full matrix in chosen rows and columns */
static void extract(const rg_mlcp *mlcp, int rows, const int *row, int cols, const int *column,
                    double *out) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      out[(size_t)i * (size_t)cols + (size_t)j] =
          mlcp->M[(size_t)row[i] * (size_t)mlcp->n + (size_t)column[j]];
}

int rg_law_reduce(rg_arena *arena, const rg_mlcp *mlcp, rg_mlcp *reduced) {
  assert(mlcp->n >= 0 && reduced);
  size_t n = (size_t)mlcp->n;
  int *free_row = RG_NEW(arena, int, n), *kept = RG_NEW(arena, int, n);
  int *pivot = RG_NEW(arena, int, n);
  double *ff = RG_NEW(arena, double, n *n), *kf = RG_NEW(arena, double, n *n);
  double *kk = RG_NEW(arena, double, n *n), *column = RG_NEW(arena, double, n);
  double *q = RG_NEW(arena, double, n), *lower = RG_NEW(arena, double, n);
  double *upper = RG_NEW(arena, double, n), *product = RG_NEW(arena, double, n);
  if (arena->failed) return -1;
  /* part the unknowns into free and kept ones */
  int f = 0, k = 0;
  for (int i = 0; i < mlcp->n; i++) {
    if (isinf(mlcp->lower[i]) && isinf(mlcp->upper[i])) {
      free_row[f++] = i;
      continue;
    }
    lower[k] = mlcp->lower[i];
    upper[k] = mlcp->upper[i];
    q[k] = mlcp->q[i];
    kept[k++] = i;
  }
  extract(mlcp, f, free_row, f, free_row, ff);
  extract(mlcp, k, kept, f, free_row, kf);
  extract(mlcp, k, kept, k, kept, kk);
  int negligible = f ? rg_lu_factor(f, ff, f, pivot, 1e-15) : 0;
  /* column by column M_kk - M_kf M_ff^-1 M_fk; the last column is q */
  for (int j = 0; j <= k && f; j++) {
    for (int i = 0; i < f; i++)
      column[i] = j < k ? mlcp->M[(size_t)free_row[i] * n + (size_t)kept[j]] : mlcp->q[free_row[i]];
    rg_lu_solve(f, ff, f, pivot, column);
    rg_matvec(k, f, kf, f, column, product);
    for (int i = 0; i < k; i++) {
      double *entry = j < k ? &kk[(size_t)i * (size_t)k + (size_t)j] : &q[i];
      *entry -= product[i];
    }
  }
  *reduced = (rg_mlcp){.n = k, .M = kk, .q = q, .lower = lower, .upper = upper};
  return negligible;
}
