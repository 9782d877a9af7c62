/* FCLIB files through libhdf5. Local: V^T r + R l + s = 0, u = W r + V l + q. Global:
   M v = H r + G l + f, u = H^T v + w, G^T v + b = 0. The multipliers l become the scalar rows. */
#include "verify.h"

#ifndef VERIFY_HAS_HDF5

void read_fclib(problem *p, const char *path) {
  (void)p;
  unreadable("%s: this build has no HDF5", path);
}

#else

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

static int exists(hid_t file, const char *name) { return H5Lexists(file, name, H5P_DEFAULT) > 0; }

/* a data set as a fresh array of `type`; its length through `count` */
static void *load(hid_t file, const char *name, hid_t type, size_t size, int *count) {
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  if (set < 0) unreadable("no data set %s", name);
  const hid_t space = H5Dget_space(set);
  *count = (int)H5Sget_simple_extent_npoints(space);
  void *values = checked_calloc((size_t)*count, size);
  if (*count && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
    unreadable("data set %s", name);
  H5Sclose(space);
  H5Dclose(set);
  return values;
}

static int load_int(hid_t file, const char *group, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", group, name);
  int count;
  int *values = load(file, path, H5T_NATIVE_INT, sizeof(int), &count);
  const int value = count ? values[0] : 0;
  free(values);
  return value;
}

static void load_vector(hid_t file, const char *name, double *to, int expected) {
  int count;
  double *values = load(file, name, H5T_NATIVE_DOUBLE, sizeof(double), &count);
  if (count != expected) unreadable("%s has %d entries, not %d", name, count, expected);
  memcpy(to, values, (size_t)count * sizeof *to);
  free(values);
}

/* nz >= 0: triplets, i rows and p columns; -1: columns compressed; -2: rows compressed */
static matrix load_matrix(hid_t file, const char *group) {
  matrix m = {0};
  matrix_size(&m, load_int(file, group, "m"), load_int(file, group, "n"));
  const int nz = load_int(file, group, "nz");
  char name[256];
  int pointers, indices, count;
  snprintf(name, sizeof name, "%s/p", group);
  int *p = load(file, name, H5T_NATIVE_INT, sizeof(int), &pointers);
  snprintf(name, sizeof name, "%s/i", group);
  int *i = load(file, name, H5T_NATIVE_INT, sizeof(int), &indices);
  snprintf(name, sizeof name, "%s/x", group);
  double *x = load(file, name, H5T_NATIVE_DOUBLE, sizeof(double), &count);
  for (int k = 0; k < nz; k++) matrix_add(&m, i[k], p[k], x[k]);
  for (int j = 0; nz < 0 && j + 1 < pointers; j++)
    for (int k = p[j]; k < p[j + 1] && k < count; k++)
      matrix_add(&m, nz == -1 ? i[k] : j, nz == -1 ? j : i[k], x[k]);
  free(p);
  free(i);
  free(x);
  return m;
}

/* appends a matrix of the file to `to` */
static void append_group(matrix *to, hid_t file, const char *group, int row, int column,
                         int transposed) {
  const matrix m = load_matrix(file, group);
  matrix_append(to, &m, row, column, transposed);
  free(m.entries);
}

static int count_of(hid_t file, const char *name) {
  int count;
  free(load(file, name, H5T_NATIVE_DOUBLE, sizeof(double), &count));
  return count;
}

static void load_local(problem *p, hid_t file) {
  const int bilateral = exists(file, "/fclib_local/R");
  const int rows = bilateral ? count_of(file, "/fclib_local/vectors/s") : 0;
  problem_size(p, "contact", load_int(file, "/fclib_local", "spacedim"), rows,
               count_of(file, "/fclib_local/vectors/mu"));
  matrix_size(&p->A, p->n, p->n);
  append_group(&p->A, file, "/fclib_local/W", rows, rows, 0);
  if (bilateral) {
    append_group(&p->A, file, "/fclib_local/R", 0, 0, 0);
    append_group(&p->A, file, "/fclib_local/V", rows, 0, 0);
    append_group(&p->A, file, "/fclib_local/V", 0, rows, 1);
    load_vector(file, "/fclib_local/vectors/s", p->c, rows);
  }
  load_vector(file, "/fclib_local/vectors/q", p->c + rows, p->n - rows);
  load_vector(file, "/fclib_local/vectors/mu", p->mu, p->contacts);
}

static void load_global(problem *p, hid_t file) {
  p->global = 1;
  p->M = load_matrix(file, "/fclib_global/M");
  const int bilateral = exists(file, "/fclib_global/G");
  const int rows = bilateral ? count_of(file, "/fclib_global/vectors/b") : 0;
  problem_size(p, "contact", load_int(file, "/fclib_global", "spacedim"), rows,
               count_of(file, "/fclib_global/vectors/mu"));
  matrix_size(&p->G, p->n, p->M.rows);
  append_group(&p->G, file, "/fclib_global/H", rows, 0, 1);
  if (bilateral) {
    append_group(&p->G, file, "/fclib_global/G", 0, 0, 1);
    load_vector(file, "/fclib_global/vectors/b", p->c, rows);
  }
  p->f = checked_calloc((size_t)p->M.rows, sizeof *p->f);
  load_vector(file, "/fclib_global/vectors/f", p->f, p->M.rows);
  load_vector(file, "/fclib_global/vectors/w", p->c + rows, p->n - rows);
  load_vector(file, "/fclib_global/vectors/mu", p->mu, p->contacts);
}

void read_fclib(problem *p, const char *path) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) unreadable("%s is no HDF5 file", path);
  if (exists(file, "/fclib_local")) load_local(p, file);
  else if (exists(file, "/fclib_global")) load_global(p, file);
  else unreadable("%s: neither fclib_local nor fclib_global", path);
  H5Fclose(file);
}

#endif
