#include "problem/mass.h"
#include "base/disjoint.h"
#include "math/dense.h"

#include <string.h>

int rg_matrix_row_start(const rg_matrix *matrix, int row) {
  return matrix->storage == RG_SPARSE ? matrix->row_start[row] : row * matrix->columns;
}

int rg_matrix_row_end(const rg_matrix *matrix, int row) {
  return matrix->storage == RG_SPARSE ? matrix->row_start[row + 1] : (row + 1) * matrix->columns;
}

int rg_matrix_column(const rg_matrix *matrix, int row, int position) {
  return matrix->storage == RG_SPARSE ? matrix->column[position] : position - row * matrix->columns;
}

void rg_matrix_times(const rg_matrix *matrix, const double *x, double *y) {
  if (matrix->storage == RG_OPERATOR) {
    matrix->multiply(matrix->context, x, y);
    return;
  }
  for (int i = 0; i < matrix->rows; i++) {
    double s = 0;
    int end = rg_matrix_row_end(matrix, i);
    for (int k = rg_matrix_row_start(matrix, i); k < end; k++)
      s += matrix->values[k] * x[rg_matrix_column(matrix, i, k)];
    y[i] = s;
  }
}

void rg_matrix_times_t_add(const rg_matrix *matrix, const double *x, double *y) {
  for (int i = 0; i < matrix->rows; i++) {
    int end = rg_matrix_row_end(matrix, i);
    if (x[i] == 0) continue;
    for (int k = rg_matrix_row_start(matrix, i); k < end; k++)
      y[rg_matrix_column(matrix, i, k)] += matrix->values[k] * x[i];
  }
}

/* the smallest coordinate of a group is its root, so that groups come out in a fixed order */
static void unite(int *parent, int i, int j) {
  int a = rg_find_root(parent, i), b = rg_find_root(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

static void number_groups(rg_mass *mass, int *parent, int *count) {
  for (int i = 0; i < mass->dof; i++)
    if (rg_find_root(parent, i) == i) mass->group[i] = mass->groups++;
  for (int i = 0; i < mass->dof; i++) {
    mass->group[i] = mass->group[rg_find_root(parent, i)];
    mass->slot[i] = count[mass->group[i]]++;
  }
}

rg_mass *rg_mass_new(rg_arena *arena, const rg_matrix *M) {
  int dof = M->rows;
  rg_mass *mass = RG_NEW(arena, rg_mass, 1);
  int *parent = RG_NEW(arena, int, dof), *count = RG_NEW(arena, int, dof + 1);
  if (!mass || !parent || !count) return NULL;
  mass->dof = dof;
  mass->group = RG_NEW(arena, int, dof);
  mass->slot = RG_NEW(arena, int, dof);
  mass->member = RG_NEW(arena, int, dof);
  if (arena->failed) return NULL;

  /* coordinates that M couples belong to one group */
  for (int i = 0; i < dof; i++) parent[i] = i;
  for (int i = 0; i < dof; i++)
    for (int k = rg_matrix_row_start(M, i); k < rg_matrix_row_end(M, i); k++)
      if (M->storage == RG_SPARSE || M->values[k] != 0) unite(parent, i, rg_matrix_column(M, i, k));
  number_groups(mass, parent, count);

  /* members of each group, and room for its factor */
  mass->group_start = RG_NEW(arena, int, mass->groups + 1);
  mass->factor_start = RG_NEW(arena, size_t, mass->groups + 1);
  if (arena->failed) return NULL;
  int largest = 0;
  for (int g = 0; g < mass->groups; g++) {
    size_t size = (size_t)count[g];
    mass->group_start[g + 1] = mass->group_start[g] + count[g];
    mass->factor_start[g + 1] = mass->factor_start[g] + size * size;
    if (count[g] > largest) largest = count[g];
  }
  for (int i = 0; i < dof; i++) mass->member[mass->group_start[mass->group[i]] + mass->slot[i]] = i;
  mass->factor = RG_NEW(arena, double, mass->factor_start[mass->groups]);
  mass->work = RG_NEW(arena, double, largest);
  return arena->failed ? NULL : mass;
}

int rg_mass_factor(rg_mass *mass, const rg_matrix *M) {
  memset(mass->factor, 0, mass->factor_start[mass->groups] * sizeof(double));
  for (int i = 0; i < mass->dof; i++)
    for (int k = rg_matrix_row_start(M, i); k < rg_matrix_row_end(M, i); k++) {
      int j = rg_matrix_column(M, i, k), g = mass->group[i];
      if (mass->group[j] != g) {
        if (M->values[k] != 0) return i + 1; /* a new coupling: set up again */
        continue;
      }
      int size = mass->group_start[g + 1] - mass->group_start[g];
      double *factor = mass->factor + mass->factor_start[g];
      factor[mass->slot[i] * size + mass->slot[j]] += M->values[k];
    }
  for (int g = 0; g < mass->groups; g++) {
    int size = mass->group_start[g + 1] - mass->group_start[g];
    int bad = rg_cholesky(size, mass->factor + mass->factor_start[g], size);
    if (bad) return 1 + mass->member[mass->group_start[g] + bad - 1];
  }
  return 0;
}

void rg_mass_solve(const rg_mass *mass, double *x) {
  for (int g = 0; g < mass->groups; g++) {
    int size = mass->group_start[g + 1] - mass->group_start[g];
    const int *member = mass->member + mass->group_start[g];
    for (int k = 0; k < size; k++) mass->work[k] = x[member[k]];
    rg_cholesky_solve(size, mass->factor + mass->factor_start[g], size, mass->work);
    for (int k = 0; k < size; k++) x[member[k]] = mass->work[k];
  }
}

/* calls for each (row, group) pair once, rows ascending: counts, or fills where `fill` */
static void visit_touches(rg_delassus *d, const rg_mass *mass, const rg_matrix *G, int *last,
                          int *count, int fill) {
  for (int g = 0; g < mass->groups; g++) last[g] = -1, count[g] = 0;
  int pairs = 0;
  for (int i = 0; i < G->rows; i++) {
    for (int k = rg_matrix_row_start(G, i); k < rg_matrix_row_end(G, i); k++) {
      int g = mass->group[rg_matrix_column(G, i, k)];
      if (last[g] == i) continue;
      last[g] = i;
      if (fill) {
        d->touch[d->touch_start[g] + count[g]] = i;
        d->group[pairs] = g;
        d->place[pairs] = count[g];
      }
      count[g]++;
      pairs++;
    }
    d->group_start[i + 1] = pairs;
  }
}

rg_delassus *rg_delassus_new(rg_arena *arena, const rg_mass *mass, const rg_matrix *G) {
  rg_delassus *d = RG_NEW(arena, rg_delassus, 1);
  int *last = RG_NEW(arena, int, mass->groups), *count = RG_NEW(arena, int, mass->groups);
  if (!d || !last || !count) return NULL;
  d->touch_start = RG_NEW(arena, int, mass->groups + 1);
  d->image_start = RG_NEW(arena, size_t, mass->groups + 1);
  d->group_start = RG_NEW(arena, int, G->rows + 1);
  d->work = RG_NEW(arena, double, G->rows);
  if (arena->failed) return NULL;
  visit_touches(d, mass, G, last, count, 0);
  for (int g = 0; g < mass->groups; g++) {
    size_t size = (size_t)(mass->group_start[g + 1] - mass->group_start[g]);
    d->touch_start[g + 1] = d->touch_start[g] + count[g];
    d->image_start[g + 1] = d->image_start[g] + size * (size_t)count[g];
  }
  int pairs = d->group_start[G->rows];
  d->touch = RG_NEW(arena, int, pairs);
  d->group = RG_NEW(arena, int, pairs);
  d->place = RG_NEW(arena, int, pairs);
  d->image = RG_NEW(arena, double, d->image_start[mass->groups]);
  int *mark = RG_NEW(arena, int, G->rows);
  if (arena->failed) return NULL;
  visit_touches(d, mass, G, last, count, 1);

  /* rows that touch a common group are coupled, and every row with itself */
  for (int i = 0; i < G->rows; i++) mark[i] = -1;
  for (int i = 0; i < G->rows; i++) {
    mark[i] = i;
    d->entries++;
    for (int p = d->group_start[i]; p < d->group_start[i + 1]; p++)
      for (int t = d->touch_start[d->group[p]]; t < d->touch_start[d->group[p] + 1]; t++)
        if (mark[d->touch[t]] != i) {
          mark[d->touch[t]] = i;
          d->entries++;
        }
  }
  return d;
}

void rg_delassus_pattern(const rg_delassus *d, int n, int *row_start, int *column, int *mark) {
  int entries = 0;
  for (int i = 0; i < n; i++) mark[i] = -1;
  for (int i = 0; i < n; i++) {
    row_start[i] = entries;
    mark[i] = i;
    for (int p = d->group_start[i]; p < d->group_start[i + 1]; p++)
      for (int t = d->touch_start[d->group[p]]; t < d->touch_start[d->group[p] + 1]; t++)
        mark[d->touch[t]] = i;
    /* ascending columns: the rows of a problem are few enough for a scan per group range */
    int low = i, high = i;
    for (int p = d->group_start[i]; p < d->group_start[i + 1]; p++) {
      int g = d->group[p], first = d->touch_start[g], last = d->touch_start[g + 1] - 1;
      if (d->touch[first] < low) low = d->touch[first];
      if (d->touch[last] > high) high = d->touch[last];
    }
    for (int j = low; j <= high; j++)
      if (mark[j] == i) column[entries++] = j;
  }
  row_start[n] = entries;
}

/* image = L_k^-1 G_k': forward substitution for each row of G that touches the group */
static void fill_images(rg_delassus *d, const rg_mass *mass, const rg_matrix *G) {
  memset(d->image, 0, d->image_start[mass->groups] * sizeof(double));
  for (int i = 0; i < G->rows; i++)
    for (int p = d->group_start[i]; p < d->group_start[i + 1]; p++) {
      int g = d->group[p], size = mass->group_start[g + 1] - mass->group_start[g];
      double *x = d->image + d->image_start[g] + (size_t)d->place[p] * (size_t)size;
      for (int k = rg_matrix_row_start(G, i); k < rg_matrix_row_end(G, i); k++) {
        int j = rg_matrix_column(G, i, k);
        if (mass->group[j] == g) x[mass->slot[j]] += G->values[k];
      }
      const double *L = mass->factor + mass->factor_start[g];
      for (int r = 0; r < size; r++) x[r] = (x[r] - rg_dot(r, L + r * size, x)) / L[r * size + r];
    }
}

void rg_delassus_fill(rg_delassus *d, const rg_mass *mass, const rg_matrix *G, const int *row_start,
                      const int *column, double *values) {
  fill_images(d, mass, G);
  for (int i = 0; i < G->rows; i++) {
    for (int k = row_start[i]; k < row_start[i + 1]; k++) d->work[column[k]] = 0;
    for (int p = d->group_start[i]; p < d->group_start[i + 1]; p++) {
      int g = d->group[p], size = mass->group_start[g + 1] - mass->group_start[g];
      const double *image = d->image + d->image_start[g];
      const double *mine = image + (size_t)d->place[p] * (size_t)size;
      for (int t = d->touch_start[g]; t < d->touch_start[g + 1]; t++)
        d->work[d->touch[t]] +=
            rg_dot(size, mine, image + (size_t)(t - d->touch_start[g]) * (size_t)size);
    }
    for (int k = row_start[i]; k < row_start[i + 1]; k++) values[k] = d->work[column[k]];
  }
}
