/* Groups of coordinates that M couples, their dense factors, and products of any matrix.

   A mass is symmetric. An M that is not, beyond the digits of a file, is refused: an answer for its symmetric part would be one of
   another problem. Within them (M + M') / 2 is factored, which is M to the bit where it is symmetric. */
#include "problem/mass.h"
#include "base/disjoint.h"
#include "math/dense.h"
#include "math/power.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Beside the largest entry: files of some writers carry six digits, and both entries may be off. */
static const double SIX_DIGITS = 1e-5;

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
  assert(matrix->storage == RG_DENSE || matrix->storage == RG_SPARSE || matrix->rows == 0);
  for (int i = 0; i < matrix->rows; i++) {
    int end = rg_matrix_row_end(matrix, i);
    if (x[i] == 0) continue;
    for (int k = rg_matrix_row_start(matrix, i); k < end; k++)
      y[rg_matrix_column(matrix, i, k)] += matrix->values[k] * x[i];
  }
}

/* The set of j and that of `root`, which is its own, as one. The smallest coordinate of a group is its root, so that groups
   come out in a fixed order. Returns the root of both. */
static int unite(int *parent, int root, int j) {
  if (parent[j] == root) return root;
  int other = rg_find_root(parent, j);
  int first = root < other ? root : other;
  parent[root] = parent[other] = first;
  return first;
}

static void number_groups(rg_mass_matrix *mass, int *parent, int *count) {
  for (int i = 0; i < mass->dof; i++)
    if (rg_find_root(parent, i) == i) mass->group[i] = mass->groups++;
  for (int i = 0; i < mass->dof; i++) {
    mass->group[i] = mass->group[rg_find_root(parent, i)];
    mass->slot[i] = count[mass->group[i]]++;
  }
}

/* Coordinates that M couples belong to one group, as do those that its pattern does. 1 where an entry beside the diagonal
   is not zero. */
static int join_row(const rg_matrix *M, int i, int *parent) {
  int coupled = 0, end = rg_matrix_row_end(M, i), sparse = M->storage == RG_SPARSE;
  int root = rg_find_root(parent, i);
  for (int k = rg_matrix_row_start(M, i); k < end; k++) {
    if (M->values[k] == 0 && !sparse) continue;
    int j = rg_matrix_column(M, i, k);
    if (j == i) continue;
    root = unite(parent, root, j);
    if (M->values[k] != 0) coupled = 1;
  }
  return coupled;
}

rg_mass_matrix *rg_mass_matrix_new(rg_arena *arena, const rg_matrix *M) {
  assert(M->rows == M->columns && M->storage != RG_OPERATOR);
  int dof = M->rows;
  rg_mass_matrix *mass = RG_NEW(arena, rg_mass_matrix, 1);
  int *parent = RG_NEW(arena, int, dof), *count = RG_NEW(arena, int, dof + 1);
  if (!mass || !parent || !count) return NULL;
  mass->dof = dof;
  mass->group = RG_NEW(arena, int, dof);
  mass->slot = RG_NEW(arena, int, dof);
  mass->member = RG_NEW(arena, int, dof);
  unsigned char *coupled = RG_NEW(arena, unsigned char, dof);
  if (arena->failed) return NULL;

  for (int i = 0; i < dof; i++) parent[i] = i;
  for (int i = 0; i < dof; i++) coupled[i] = (unsigned char)join_row(M, i, parent);
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
  mass->diagonal = RG_RAW(arena, unsigned char, mass->groups);
  if (arena->failed) return NULL;
  for (int g = 0; g < mass->groups; g++) mass->diagonal[g] = 1;
  for (int i = 0; i < dof; i++)
    if (coupled[i]) mass->diagonal[mass->group[i]] = 0;
  mass->factor = RG_NEW(arena, double, mass->factor_start[mass->groups]);
  mass->work = RG_NEW(arena, double, largest);
  return arena->failed ? NULL : mass;
}

/* the first diagonal entry, 1 where it is not positive */
static double first_mass(const rg_matrix *M) {
  double sum = 0;
  for (int k = M->rows ? rg_matrix_row_start(M, 0) : 0; M->rows && k < rg_matrix_row_end(M, 0); k++)
    if (rg_matrix_column(M, 0, k) == 0) sum += M->values[k];
  return sum > 0 ? sum : 1;
}

/* (M + M') / 2 of a group; 0 where entries differ by more than `most`, with the worst in `odd` */
static int take_symmetric_part(rg_mass_matrix *mass, int g, double most) {
  int size = mass->group_start[g + 1] - mass->group_start[g];
  const int *member = mass->member + mass->group_start[g];
  double *M = mass->factor + mass->factor_start[g], worst = most;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < i; j++) {
      double a = M[i * size + j], b = M[j * size + i], off = fabs(a - b);
      if (off > worst) {
        worst = off;
        mass->odd[0] = member[i], mass->odd[1] = member[j];
        mass->odd_entry[0] = a / mass->unit, mass->odd_entry[1] = b / mass->unit;
      }
      M[i * size + j] = M[j * size + i] = 0.5 * a + 0.5 * b;
    }
  return worst == most;
}

rg_status rg_mass_refused(const rg_mass_matrix *mass, int bad, rg_error *error) {
  if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "M", "interrupted while it was factored");
  if (mass->odd[0] < 0)
    return rg_fail(error, RG_BAD_INPUT, "M", "is not positive definite at coordinate %d", bad - 1);
  return rg_fail(error, RG_BAD_INPUT, "M",
                 "is not symmetric: entry (%d, %d) is %g, entry (%d, %d) is %g", mass->odd[0],
                 mass->odd[1], mass->odd_entry[0], mass->odd[1], mass->odd[0], mass->odd_entry[1]);
}

int rg_mass_factor(rg_mass_matrix *mass, const rg_matrix *M) {
  assert(M->rows == mass->dof);
  mass->odd[0] = mass->odd[1] = -1;
  mass->unit = rg_power_of_four_below(1 / first_mass(M));
  double largest = 0;
  memset(mass->factor, 0, mass->factor_start[mass->groups] * sizeof(double));
  for (int i = 0; i < mass->dof; i++) {
    int g = mass->group[i], size = mass->group_start[g + 1] - mass->group_start[g];
    double *row = mass->factor + mass->factor_start[g] + mass->slot[i] * size;
    int end = rg_matrix_row_end(M, i);
    for (int k = rg_matrix_row_start(M, i); k < end; k++) {
      if (M->values[k] == 0) continue;
      int j = rg_matrix_column(M, i, k);
      if (mass->group[j] != g || (mass->diagonal[g] && i != j))
        return i + 1; /* a new coupling: set up again */
      double value = mass->unit * M->values[k];
      row[mass->slot[j]] += value;
      if (fabs(value) > largest) largest = fabs(value);
    }
  }
  for (int g = 0; g < mass->groups; g++)
    if (!take_symmetric_part(mass, g, SIX_DIGITS * largest)) return mass->odd[0] + 1;
  for (int g = 0; g < mass->groups; g++) {
    int size = mass->group_start[g + 1] - mass->group_start[g];
    int bad = rg_cholesky(size, mass->factor + mass->factor_start[g], size);
    if (bad) return 1 + mass->member[mass->group_start[g] + bad - 1];
  }
  return 0;
}

void rg_mass_solve(const rg_mass_matrix *mass, double *x) {
  assert(mass->unit > 0);
  for (int g = 0; g < mass->groups; g++) {
    int size = mass->group_start[g + 1] - mass->group_start[g];
    const int *member = mass->member + mass->group_start[g];
    for (int k = 0; k < size; k++) mass->work[k] = x[member[k]];
    rg_cholesky_solve(size, mass->factor + mass->factor_start[g], size, mass->work);
    for (int k = 0; k < size; k++) x[member[k]] = mass->unit * mass->work[k];
  }
}
