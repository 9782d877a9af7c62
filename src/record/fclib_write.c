/* Writes FCLIB files, HDF5 (docs/formats.md). The file is built in memory, then handed to the
   stream as one image, so that it reaches the disk like every other format: whole or not at all. */
#include "record/source.h"

#ifndef RIGOR_HAVE_FCLIB

rg_status rg_fclib_write(const rg_target *target, const rg_problem *problem) {
  (void)problem;
  return rg_fail(target->error, RG_BAD_INPUT, "format",
                 "FCLIB files need HDF5, which this build of rigor does not have");
}

#else

#include <hdf5.h>

#include <math.h>
#include <string.h>

typedef struct writer {
  const rg_target *target;
  hid_t file;
  int failed; /* sticky: HDF5 refused something */
} writer;

/* compressed rows, or compressed columns of the transpose */
typedef struct compressed {
  int rows, columns;
  int *start, *index;
  double *values;
} compressed;

static void put(writer *w, hid_t group, const char *name, hid_t file_type, hid_t memory_type,
                int count, const void *data) {
  hsize_t length = (hsize_t)count;
  hid_t space = H5Screate_simple(1, &length, NULL);
  hid_t set = H5Dcreate2(group, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (set < 0 || (count > 0 && H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
    w->failed = 1;
  if (set >= 0) H5Dclose(set);
  if (space >= 0) H5Sclose(space);
}

static void put_ints(writer *w, hid_t group, const char *name, int count, const int *data) {
  put(w, group, name, H5T_STD_I32LE, H5T_NATIVE_INT, count, data);
}

static void put_int(writer *w, hid_t group, const char *name, int value) {
  put_ints(w, group, name, 1, &value);
}

static void put_reals(writer *w, hid_t group, const char *name, int count, const double *data) {
  put(w, group, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, count, data);
}

static hid_t open_group(writer *w, hid_t parent, const char *name) {
  hid_t group = H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) w->failed = 1;
  return group;
}

static void close_group(hid_t group) {
  if (group >= 0) H5Gclose(group);
}

static int stored_in_row(const rg_matrix *A, int i) {
  return A->storage == RG_DENSE ? A->columns : A->row_start[i + 1] - A->row_start[i];
}

/* the k-th stored entry of row i */
static double stored(const rg_matrix *A, int i, int k, int *column) {
  size_t at = A->storage == RG_DENSE ? (size_t)i * (size_t)A->columns + (size_t)k
                                     : (size_t)(A->row_start[i] + k);
  *column = A->storage == RG_DENSE ? k : A->column[at];
  return A->values[at];
}

/* rows row0..row1-1 and columns column0..column1-1 of A */
static compressed cut(writer *w, const rg_matrix *A, int row0, int row1, int column0, int column1) {
  rg_arena *scratch = w->target->scratch;
  size_t most = 0;
  for (int i = row0; i < row1; i++) most += (size_t)stored_in_row(A, i);
  compressed part = {.rows = row1 - row0,
                     .columns = column1 - column0,
                     .start = RG_NEW(scratch, int, row1 - row0 + 1),
                     .index = RG_NEW(scratch, int, most),
                     .values = RG_NEW(scratch, double, most)};
  if (scratch->failed) return part;
  int used = 0, j = 0;
  for (int i = row0; i < row1; i++) {
    for (int k = 0; k < stored_in_row(A, i); k++) {
      double value = stored(A, i, k, &j);
      if (j < column0 || j >= column1) continue;
      part.index[used] = j - column0;
      part.values[used++] = value;
    }
    part.start[i - row0 + 1] = used;
  }
  return part;
}

/* nz = -2: rows as they are; nz = -1: the rows are the columns of the transpose */
static void put_matrix(writer *w, hid_t parent, const char *name, const compressed *part,
                       int transposed) {
  if (w->target->scratch->failed) return;
  hid_t group = open_group(w, parent, name);
  int entries = part->start[part->rows];
  put_int(w, group, "m", transposed ? part->columns : part->rows);
  put_int(w, group, "n", transposed ? part->rows : part->columns);
  put_int(w, group, "nzmax", entries);
  put_int(w, group, "nz", transposed ? -1 : -2);
  put_ints(w, group, "p", part->rows + 1, part->start);
  put_ints(w, group, "i", entries, part->index);
  put_reals(w, group, "x", entries, part->values);
  close_group(group);
}

static double entry_at(const rg_matrix *A, int i, int j) {
  if (A->storage == RG_DENSE) return A->values[(size_t)i * (size_t)A->columns + (size_t)j];
  int column = 0;
  for (int k = 0; k < stored_in_row(A, i); k++) {
    double value = stored(A, i, k, &column);
    if (column == j) return value;
  }
  return 0;
}

/* FCLIB stores V once: the two blocks of A beside the diagonal must be transposes */
static rg_status check_coupling(const rg_target *target, const rg_problem *problem) {
  const rg_matrix *A = &problem->A;
  int rows = problem->rows, j = 0;
  for (int i = 0; i < A->rows; i++)
    for (int k = 0; k < stored_in_row(A, i); k++) {
      double value = stored(A, i, k, &j);
      if ((i < rows) != (j < rows) && entry_at(A, j, i) != value)
        return rg_fail(target->error, RG_BAD_INPUT, "A",
                       "entries (%d, %d) and (%d, %d) differ: FCLIB has one place for both", i, j,
                       j, i);
    }
  return RG_OK;
}

static rg_status check_kind(const rg_target *target, const rg_problem *problem) {
  if (problem->kind != RG_KIND_CONTACT)
    return rg_fail(target->error, RG_BAD_INPUT, "kind", "FCLIB has no place for an LCP or MLCP");
  for (int i = 0; i < problem->rows; i++)
    if ((problem->lower && !isinf(problem->lower[i])) ||
        (problem->upper && !isinf(problem->upper[i])))
      return rg_fail(target->error, RG_BAD_INPUT, "rows",
                     "row %d has a bound: FCLIB has no place for it", i);
  for (int i = 0; problem->target && i < problem->contacts; i++)
    if (problem->target[i] != 0)
      return rg_fail(target->error, RG_BAD_INPUT, "target",
                     "contact %d has a target velocity: FCLIB has no place for it", i);
  return problem->A.storage != RG_NONE && problem->rows ? check_coupling(target, problem) : RG_OK;
}

static void put_local(writer *w, const rg_problem *problem) {
  int rows = problem->rows, n = rg_problem_size(problem);
  hid_t root = open_group(w, w->file, "fclib_local"), vectors = open_group(w, root, "vectors");
  put_int(w, root, "spacedim", problem->dim ? problem->dim : 3);
  compressed W = cut(w, &problem->A, rows, n, rows, n);
  put_matrix(w, root, "W", &W, 0);
  if (rows > 0) {
    compressed V = cut(w, &problem->A, rows, n, 0, rows), R = cut(w, &problem->A, 0, rows, 0, rows);
    put_matrix(w, root, "V", &V, 0);
    put_matrix(w, root, "R", &R, 0);
    put_reals(w, vectors, "s", rows, problem->c);
  }
  put_reals(w, vectors, "q", n - rows, problem->c + rows);
  put_reals(w, vectors, "mu", problem->contacts, problem->mu);
  close_group(vectors);
  close_group(root);
}

static void put_global(writer *w, const rg_problem *problem) {
  int rows = problem->rows, n = rg_problem_size(problem), freedom = problem->M.rows;
  hid_t root = open_group(w, w->file, "fclib_global"), vectors = open_group(w, root, "vectors");
  put_int(w, root, "spacedim", problem->dim ? problem->dim : 3);
  compressed M = cut(w, &problem->M, 0, freedom, 0, freedom);
  compressed H = cut(w, &problem->G, rows, n, 0, freedom);
  put_matrix(w, root, "M", &M, 0);
  put_matrix(w, root, "H", &H, 1);
  if (rows > 0) {
    compressed G = cut(w, &problem->G, 0, rows, 0, freedom);
    put_matrix(w, root, "G", &G, 1);
    put_reals(w, vectors, "b", rows, problem->c);
  }
  put_reals(w, vectors, "f", freedom, problem->f);
  put_reals(w, vectors, "w", n - rows, problem->c + rows);
  put_reals(w, vectors, "mu", problem->contacts, problem->mu);
  close_group(vectors);
  close_group(root);
}

/* impulses and velocities of the contacts, multipliers of the rows */
static void put_point(writer *w, hid_t group, const rg_problem *problem, const double *impulse,
                      const double *velocity) {
  int rows = problem->rows, m = rg_problem_size(problem) - rows;
  if (impulse) put_reals(w, group, "r", m, impulse + rows);
  if (impulse && rows > 0) put_reals(w, group, "l", rows, impulse);
  if (velocity) put_reals(w, group, "u", m, velocity + rows);
}

static void put_guess(writer *w, const rg_problem *problem) {
  if (!problem->guess) return;
  hid_t guesses = open_group(w, w->file, "guesses"), first = open_group(w, guesses, "1");
  put_int(w, guesses, "number_of_guesses", 1);
  put_point(w, first, problem, problem->guess, NULL);
  close_group(first);
  close_group(guesses);
}

static void put_solution(writer *w, const rg_problem *problem) {
  if (!w->target->impulse && !w->target->velocity) return;
  hid_t group = open_group(w, w->file, "solution");
  put_point(w, group, problem, w->target->impulse, w->target->velocity);
  close_group(group);
}

/* what HDF5 has in memory becomes the file */
static void put_image(writer *w) {
  if (w->failed || H5Fflush(w->file, H5F_SCOPE_GLOBAL) < 0) {
    w->failed = 1;
    return;
  }
  ssize_t size = H5Fget_file_image(w->file, NULL, 0);
  void *image = size > 0 ? rg_arena_alloc(w->target->scratch, (size_t)size, 1) : NULL;
  if (!image || H5Fget_file_image(w->file, image, (size_t)size) != size) {
    w->failed = 1;
    return;
  }
  // a short write is seen by whoever closes the stream
  (void)!fwrite(image, 1, (size_t)size, w->target->stream);
}

/* the name is one under which the disk has nothing: HDF5 tells open files apart by it */
static hid_t create_in_memory(const rg_target *target) {
  enum { GROWTH = 1024 * 1024 };
  char name[64];
  snprintf(name, sizeof name, "/dev/null/%p", (const void *)target);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
  if (access >= 0 && H5Pset_fapl_core(access, GROWTH, 0) >= 0)
    file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (access >= 0) H5Pclose(access);
  return file;
}

rg_status rg_fclib_write(const rg_target *target, const rg_problem *problem) {
  rg_status status = check_kind(target, problem);
  if (status != RG_OK) return status;
  H5E_auto2_t printer = NULL;
  void *printer_data = NULL;
  H5Eget_auto2(H5E_DEFAULT, &printer, &printer_data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  writer w = {.target = target, .file = create_in_memory(target), .failed = 0};
  if (w.file >= 0) {
    if (problem->M.storage != RG_NONE) put_global(&w, problem);
    else put_local(&w, problem);
    put_solution(&w, problem);
    put_guess(&w, problem);
    put_image(&w);
    H5Fclose(w.file);
  }
  H5Eset_auto2(H5E_DEFAULT, printer, printer_data);
  if (target->scratch->failed)
    return rg_fail(target->error, RG_NO_MEMORY, "problem", "does not fit into the memory");
  if (w.file < 0 || w.failed)
    return rg_fail(target->error, RG_IO, "", "HDF5 could not build the file");
  return RG_OK;
}

#endif
