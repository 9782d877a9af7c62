/* Siconos text files: LCP, MLCP, local and global friction problems. Token streams without a magic
   number, so the kind is told by which layout has consistent sizes. Dense matrices and blocks are
   column-major; the MLCP's separate A, B, C, D are row-major (and must agree with M). */
#include "verify.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
  char *bytes, *at;
} text;

static text slurp(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) unreadable("%s cannot be opened", path);
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  text t = {checked_calloc((size_t)size + 1, 1), NULL};
  if (fread(t.bytes, 1, (size_t)size, file) != (size_t)size) unreadable("%s: short read", path);
  fclose(file);
  t.at = t.bytes;
  return t;
}

static double next_real(text *t) {
  char *end;
  const double value = strtod(t->at, &end);
  if (end == t->at) unreadable("number expected near '%.20s'", t->at);
  t->at = end;
  return value;
}

static int next_int(text *t) {
  const double value = next_real(t);
  if (value != floor(value) || fabs(value) > 1e9) unreadable("integer expected, found %g", value);
  return (int)value;
}

static void skip_line(text *t) {
  while (*t->at && *t->at != '\n') t->at++;
  if (*t->at) t->at++;
}

/* moves past the next occurrence of `mark` */
static void skip_past(text *t, const char *mark) {
  char *found = strstr(t->at, mark);
  if (!found) unreadable("'%s' expected", mark);
  t->at = found + strlen(mark);
}

static void next_vector(text *t, double *values, int count) {
  for (int i = 0; i < count; i++) values[i] = next_real(t);
}

/* rows x columns reals by columns, placed at (row, column) */
static void next_dense(text *t, matrix *m, int row, int column, int rows, int columns) {
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++) {
      const double value = next_real(t);
      if (value != 0) matrix_add(m, row + i, column + j, value);
    }
}

static int *next_ints(text *t, int count) {
  int *values = checked_calloc((size_t)(count > 0 ? count : 0), sizeof *values);
  for (int i = 0; i < count; i++) values[i] = next_int(t);
  return values;
}

static void next_blocks(text *t, matrix *m) {
  // nothing follows a count of zero
  if (next_int(t) == 0) return;
  const int block_rows = next_int(t), block_columns = next_int(t);
  int *row_end = next_ints(t, block_rows), *column_end = next_ints(t, block_columns);
  const int filled1 = next_int(t), filled2 = next_int(t);
  int *start = next_ints(t, filled1), *which = next_ints(t, filled2);

  // block by block, each with its number in front
  for (int i = 0; i + 1 < filled1; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      if (i >= block_rows || k < 0 || k >= filled2 || which[k] < 0 || which[k] >= block_columns)
        unreadable("block %d has no place", k);
      const int j = which[k];
      const int row = i ? row_end[i - 1] : 0, column = j ? column_end[j - 1] : 0;
      next_int(t);
      next_dense(t, m, row, column, row_end[i] - row, column_end[j] - column);
    }
  free(row_end);
  free(column_end);
  free(start);
  free(which);
}

static void next_csparse(text *t, matrix *m) {
  // the origin says triplet (1), columns (2) or half of a symmetric triplet (4)
  const int origin = next_int(t);
  skip_line(t);
  skip_line(t);
  if (origin != 1 && origin != 2 && origin != 4) unreadable("CSparse origin %d", origin);
  skip_past(t, "nnz:");
  const int count = next_int(t);
  skip_line(t);
  if (origin != 2) {
    for (int k = 0; k < count; k++) {
      const int row = next_int(t), column = next_int(t);
      skip_past(t, ":");
      const double value = next_real(t);
      matrix_add(m, row, column, value);
      if (origin == 4 && row != column) matrix_add(m, column, row, value);
    }
    return;
  }

  // "col j : locations p0 to p1", then "row : value" lines
  for (int j = 0; j < m->columns; j++) {
    skip_past(t, "locations");
    const int first = next_int(t);
    skip_past(t, "to");
    const int last = next_int(t);
    for (int k = first; k <= last; k++) {
      const int row = next_int(t);
      skip_past(t, ":");
      matrix_add(m, row, j, next_real(t));
    }
  }
}

static void next_matrix(text *t, matrix *m) {
  const int storage = next_int(t), rows = next_int(t), columns = next_int(t);
  matrix_size(m, rows, columns);
  if (storage == 0) {
    if (next_int(t) != rows || next_int(t) != columns) unreadable("dense sizes disagree");
    next_dense(t, m, 0, 0, rows, columns);
  } else if (storage == 1) next_blocks(t, m);
  else if (storage == 2) next_csparse(t, m);
  else unreadable("matrix storage %d", storage);
}

static void read_lcp(problem *p, text *t) {
  const int n = next_int(t);
  problem_size(p, "lcp", 0, n, 0);
  next_matrix(t, &p->A);
  if (p->A.rows != n || p->A.columns != n) unreadable("LCP matrix is not %d x %d", n, n);
  next_vector(t, p->c, n);
}

/* [A C; D B] stored by rows must be the M stored by columns */
static void check_mlcp_parts(problem *p, text *t, int n, int m) {
  const int size = n + m;
  double *full = checked_calloc((size_t)size * (size_t)size, sizeof *full);
  for (size_t k = 0; k < p->A.count; k++)
    full[p->A.entries[k].row * size + p->A.entries[k].column] += p->A.entries[k].value;
  const int place[4][4] = {{0, 0, n, n}, {n, n, m, m}, {0, n, n, m}, {n, 0, m, n}}; // A B C D
  for (int part = 0; part < 4; part++)
    for (int i = 0; i < place[part][2]; i++)
      for (int j = 0; j < place[part][3]; j++) {
        const double value = full[(place[part][0] + i) * size + place[part][1] + j];
        if (fabs(next_real(t) - value) > 1e-12 * fabs(value)) unreadable("MLCP parts disagree");
      }
  free(full);
}

static void read_mlcp(problem *p, text *t) {
  const int has_full = next_int(t), has_parts = next_int(t);
  const int n = next_int(t), m = next_int(t), size = n + m;
  problem_size(p, "mlcp", 0, size, 0);
  if (!has_full) unreadable("MLCP without its full matrix");

  // block ends, then a flag for each block: 0 equality (free), 1 complementarity
  int *end = checked_calloc((size_t)size + 2, sizeof *end), blocks = 0;
  for (end[0] = next_int(t); end[blocks] < size;) {
    if (blocks > size) unreadable("MLCP block ends do not reach %d", size);
    end[++blocks] = next_int(t);
  }
  for (int b = 0; b < blocks; b++) {
    const int complementary = next_int(t);
    for (int i = end[b]; i < end[b + 1] && i < size && !complementary; i++)
      p->lower[i] = (double)-INFINITY;
  }
  free(end);
  next_matrix(t, &p->A);
  if (p->A.rows != size || p->A.columns != size) unreadable("MLCP matrix is not square");
  next_vector(t, p->c, size);
  if (has_parts) check_mlcp_parts(p, t, n, m);
}

static void read_friction(problem *p, text *t) {
  const int dim = next_int(t), contacts = next_int(t), n = dim * contacts;
  problem_size(p, "contact", dim, 0, contacts);
  matrix first = {0};
  next_matrix(t, &first);

  // a second matrix follows where the form is global: its header cannot be confused with q, except
  // where there is nothing to confuse, because the sizes of the first decide
  if (first.rows == n && first.columns == n) {
    char *mark = t->at;
    char *end;
    const long storage = strtol(mark, &end, 10);
    const long rows = strtol(end, &end, 10), columns = strtol(end, &end, 10);
    const int like_header = storage >= 0 && storage <= 2 && rows == n && columns == n &&
                            (isspace((unsigned char)*end) != 0);
    if (!like_header || n == 0) {
      p->A = first;
      next_vector(t, p->c, n);
      next_vector(t, p->mu, contacts);
      return;
    }
  }
  p->global = 1;
  p->M = first;
  matrix H = {0};
  next_matrix(t, &H);
  if (H.rows != first.rows || H.columns != n) unreadable("H is not %d x %d", first.rows, n);
  matrix_size(&p->G, n, H.rows);
  matrix_append(&p->G, &H, 0, 0, 1);
  free(H.entries);
  p->f = checked_calloc((size_t)first.rows, sizeof *p->f);
  next_vector(t, p->f, first.rows);
  next_vector(t, p->c, n);
  next_vector(t, p->mu, contacts);
}

void read_siconos(problem *p, const char *path) {
  text t = slurp(path);
  long head[5] = {0};
  char *end = t.at;
  for (int i = 0; i < 5; i++) head[i] = strtol(end, &end, 10);

  // LCP: n storage n n.  MLCP: flag flag n m 0.  friction: dim contacts storage size size
  const int lcp = head[0] == head[2] && head[2] == head[3] && head[1] >= 0 && head[1] <= 2;
  const int mlcp = (head[0] | head[1]) == 1 && head[0] >= 0 && head[1] >= 0;
  if (mlcp && (!lcp || head[4] == 0)) read_mlcp(p, &t);
  else if (lcp) read_lcp(p, &t);
  else if (head[0] == 2 || head[0] == 3) read_friction(p, &t);
  else unreadable("%s: neither LCP, MLCP nor friction problem", path);
  free(t.bytes);
}
