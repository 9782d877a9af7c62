/* Reads FCLIB files, HDF5 (docs/formats.md):
     local   V' r + R l + s = 0, u = W r + V l + q     A = [R V'; V W], c = [s; q], free rows
     global  M v = H r + G l + f, u = H' v + w, G' v + b = 0     our G = [G'; H'], c = [b; w]
   The file is opened from memory. Every dataset is held against the size of the file before memory
   is taken, and HDF5's own messages are silenced while we are in here. */
#include "record/source.h"

int rg_has_fclib(void) {
#ifdef RIGOR_HAVE_FCLIB
  return 1;
#else
  return 0;
#endif
}

#ifndef RIGOR_HAVE_FCLIB

rg_status rg_fclib_read(const rg_source *source, rg_problem *problem) {
  (void)problem;
  return rg_fail_at(source->error, RG_BAD_INPUT, source->path, 0, 0, "format",
                    "this is an HDF5 file, and this build of rigor has no HDF5");
}

#else

#include <hdf5.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ENTRIES = 1 << 30, MOST_COMPRESSION = 1032 };

typedef struct reader {
  const rg_source *source;
  hid_t file;
  const char *root; /* "/fclib_local" or "/fclib_global" */
  rg_status status;
} reader;

/* whether a path exists: every part of it must be asked for */
static int exists(const reader *r, const char *path) {
  char part[128];
  for (size_t k = 1; k < sizeof part; k++) {
    if (path[k] != '/' && path[k] != 0) continue;
    memcpy(part, path, k);
    part[k] = 0;
    if (H5Lexists(r->file, part, H5P_DEFAULT) <= 0) return 0;
    if (path[k] == 0) return 1;
  }
  return 0;
}

/* Whether the bytes of a dataset lie in this file: HDF5 itself believes a damaged header. Chunks
   must not be larger than what the file could expand to. */
static int is_stored(const reader *r, hid_t set, hid_t plan, unsigned long long bytes) {
  unsigned long long size = (unsigned long long)r->source->size;
  hsize_t chunk[H5S_MAX_RANK];
  if (bytes == 0) return 1;
  if (H5Pget_external_count(plan) != 0) return 0;
  unsigned long long stored = H5Dget_storage_size(set), offset = H5Dget_offset(set);
  switch (H5Pget_layout(plan)) {
  case H5D_COMPACT: return stored >= bytes;
  case H5D_CONTIGUOUS: return stored >= bytes && stored <= size && offset <= size - stored;
  case H5D_CHUNKED:
    return stored > 0 && H5Pget_chunk(plan, H5S_MAX_RANK, chunk) == 1 &&
           chunk[0] <= MOST_COMPRESSION * size;
  default: return 0;
  }
}

/* length of a one-dimensional dataset that the file really holds; -1 where it does not */
static long long checked_length(reader *r, hid_t set, const char *path) {
  hid_t space = H5Dget_space(set), type = H5Dget_type(set), plan = H5Dget_create_plist(set);
  long long length = -1;
  if (space >= 0 && type >= 0 && plan >= 0) {
    hssize_t count = H5Sget_simple_extent_npoints(space);
    int rank = H5Sget_simple_extent_ndims(space);
    unsigned long long size = H5Tget_size(type), room = (unsigned long long)r->source->size;
    if (H5Pget_layout(plan) == H5D_CHUNKED) room *= MOST_COMPRESSION;
    if (count < 0 || rank < 0 || rank > 1 || size == 0)
      RG_REFUSE(r, path, "must be a one-dimensional dataset");
    else if (count > MOST_ENTRIES || (unsigned long long)count > room / size)
      RG_REFUSE(r, path, "claims %lld entries, more than the file can hold", (long long)count);
    else if (!is_stored(r, set, plan, (unsigned long long)count * size))
      RG_REFUSE(r, path, "its %lld entries are not in the file", (long long)count);
    else length = (long long)count;
  } else {
    RG_REFUSE(r, path, "cannot be read: the file is damaged");
  }
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (plan >= 0) H5Pclose(plan);
  return length;
}

/* all entries of a dataset of class `wanted`, converted to `memory_type` of 8 bytes */
static void *read_dataset(reader *r, const char *path, H5T_class_t wanted, hid_t memory_type,
                          rg_arena *arena, int *count) {
  *count = 0;
  if (r->status != RG_OK) return NULL;
  if (!exists(r, path)) {
    RG_REFUSE(r, path, "is missing");
    return NULL;
  }
  hid_t set = H5Dopen2(r->file, path, H5P_DEFAULT);
  if (set < 0) {
    RG_REFUSE(r, path, "is no dataset");
    return NULL;
  }
  hid_t type = H5Dget_type(set);
  if (type < 0 || H5Tget_class(type) != wanted)
    RG_REFUSE(r, path, "must hold %s",
              wanted == H5T_INTEGER ? "integers" : "floating-point numbers");
  if (type >= 0) H5Tclose(type);
  void *entries = NULL;
  long long length = r->status == RG_OK ? checked_length(r, set, path) : -1;
  if (length >= 0) entries = rg_source_take(r->source, &r->status, arena, (size_t)length, 8, path);
  if (entries && length > 0 &&
      H5Dread(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, entries) < 0)
    RG_REFUSE(r, path, "cannot be read: the file is damaged");
  H5Dclose(set);
  if (r->status == RG_OK) *count = (int)length;
  return r->status == RG_OK ? entries : NULL;
}

/* -1 in `expected` takes any length */
static const double *read_reals(reader *r, const char *path, rg_arena *arena, int expected,
                                int *count) {
  double *x = read_dataset(r, path, H5T_FLOAT, H5T_NATIVE_DOUBLE, arena, count);
  if (x && expected >= 0 && *count != expected)
    RG_REFUSE(r, path, "has %d entries, must have %d", *count, expected);
  for (int k = 0; x && k < *count; k++)
    if (!isfinite(x[k])) RG_REFUSE(r, path, "entry %d is not a finite number", k);
  return r->status == RG_OK ? x : NULL;
}

static const long long *read_indices(reader *r, const char *path, long long low, long long high,
                                     int *count) {
  long long *x = read_dataset(r, path, H5T_INTEGER, H5T_NATIVE_LLONG, r->source->scratch, count);
  for (int k = 0; x && k < *count; k++)
    if (x[k] < low || x[k] > high)
      RG_REFUSE(r, path, "entry %d is %lld, must be from %lld to %lld", k, x[k], low, high);
  return r->status == RG_OK ? x : NULL;
}

static int read_int(reader *r, const char *path, int low, int high) {
  int count = 0;
  const long long *x = read_indices(r, path, low, high, &count);
  if (x && count != 1) RG_REFUSE(r, path, "must hold one integer, holds %d", count);
  return r->status == RG_OK ? (int)x[0] : 0;
}

typedef char path_text[128];

static const char *join(path_text text, const char *first, const char *second) {
  snprintf(text, sizeof(path_text), "%.60s/%.60s", first, second);
  return text;
}

static const double *read_vector(reader *r, const char *group, const char *name, int expected,
                                 int *count) {
  path_text path;
  int unused;
  return read_reals(r, join(path, group, name), r->source->arena, expected,
                    count ? count : &unused);
}

/* pointers of compressed rows or columns: from 0 to the number of entries, never back */
static void check_pointers(reader *r, const char *group, const long long *p, int count, int lines,
                           int entries) {
  if (!p) return;
  if (count != lines + 1 || p[0] != 0 || p[lines] > entries) {
    RG_REFUSE(r, group, "p must have %d entries and run from 0 to at most %d", lines + 1, entries);
    return;
  }
  for (int k = 0; k < lines; k++)
    if (p[k + 1] < p[k]) RG_REFUSE(r, group, "p decreases at %d", k);
}

/* A matrix group: m, n, nz, p, i, x. nz >= 0 triplet (i row, p column), -1 columns, -2 rows.
   A vector as long as each side exists elsewhere in the file, so that the sizes are backed. */
static rg_entries read_matrix(reader *r, const char *name, int rows, int columns) {
  enum { COLUMNS = -1, ROWS = -2 };
  path_text group, path;
  join(group, r->root, name);
  read_int(r, join(path, group, "m"), rows, rows);
  read_int(r, join(path, group, "n"), columns, columns);
  int nz = read_int(r, join(path, group, "nz"), ROWS, MOST_ENTRIES);
  int count = 0, pointers = 0, indices = 0;
  const double *x = read_reals(r, join(path, group, "x"), r->source->scratch, -1, &count);
  int i_limit = nz == ROWS ? columns : rows, p_limit = nz >= 0 ? columns - 1 : count;
  const long long *p = read_indices(r, join(path, group, "p"), 0, p_limit, &pointers);
  const long long *i = read_indices(r, join(path, group, "i"), 0, i_limit - 1, &indices);
  if (r->status == RG_OK && (indices < count || (nz >= 0 && (pointers < nz || count < nz))))
    RG_REFUSE(r, group, "p, i and x have %d, %d and %d entries, nz is %d", pointers, indices, count,
              nz);
  if (nz < 0) check_pointers(r, group, p, pointers, nz == ROWS ? rows : columns, count);
  rg_entries entries = {0};
  if (r->status != RG_OK) return entries;
  entries = rg_entries_new(r->source->scratch, rows, columns, (size_t)count);
  for (int k = 0; nz >= 0 && k < nz; k++) rg_entries_add(&entries, (int)i[k], (int)p[k], x[k]);
  int lines = nz == ROWS ? rows : nz == COLUMNS ? columns : 0;
  for (int line = 0; line < lines; line++)
    for (long long k = p[line]; k < p[line + 1]; k++)
      rg_entries_add(&entries, nz == ROWS ? line : (int)i[k], nz == ROWS ? (int)i[k] : line, x[k]);
  return entries;
}

/* adds `part`, or its transpose, with its corner at (row, column) */
static void place(rg_entries *whole, const rg_entries *part, int row, int column, int transposed) {
  for (size_t k = 0; k < part->count; k++)
    rg_entries_add(whole, row + (transposed ? part->column[k] : part->row[k]),
                   column + (transposed ? part->row[k] : part->column[k]), part->value[k]);
}

/* [first; second] */
static double *stack(reader *r, const double *first, int m, const double *second, int n,
                     const char *element) {
  double *both = rg_source_take(r->source, &r->status, r->source->arena, (size_t)m + (size_t)n,
                                sizeof(double), element);
  if (!both) return NULL;
  if (m > 0) memcpy(both, first, (size_t)m * sizeof(double));
  if (n > 0) memcpy(both + m, second, (size_t)n * sizeof(double));
  return both;
}

/* dimension and mu; returns the number of contact unknowns */
static int read_contacts(reader *r, rg_problem *problem) {
  path_text path, vectors;
  problem->dim = read_int(r, join(path, r->root, "spacedim"), 2, 3);
  problem->mu = read_vector(r, join(vectors, r->root, "vectors"), "mu", -1, &problem->contacts);
  for (int k = 0; problem->mu && k < problem->contacts; k++)
    if (problem->mu[k] < 0)
      RG_REFUSE(r, "vectors/mu", "entry %d is %g: a coefficient of friction is not negative", k,
                problem->mu[k]);
  return r->status == RG_OK ? problem->dim * problem->contacts : 0;
}

static void read_local(reader *r, rg_problem *problem) {
  path_text path, vectors;
  int m = read_contacts(r, problem), rows = 0;
  join(vectors, r->root, "vectors");
  const double *q = read_vector(r, vectors, "q", m, NULL), *s = NULL;
  rg_entries W = read_matrix(r, "W", m, m), V = {0}, R = {0};
  int bilateral = exists(r, join(path, r->root, "R"));
  if (bilateral != exists(r, join(path, r->root, "V")))
    RG_REFUSE(r, r->root, "V and R must both be there, or none of them");
  if (bilateral) {
    s = read_vector(r, vectors, "s", -1, &rows);
    V = read_matrix(r, "V", m, rows);
    R = read_matrix(r, "R", rows, rows);
  }
  problem->rows = rows;
  problem->c = stack(r, s, rows, q, m, "vectors/q");
  if (r->status != RG_OK) return;
  // A = [R V'; V W]
  rg_entries A =
      rg_entries_new(r->source->scratch, rows + m, rows + m, W.count + R.count + 2 * V.count);
  if (r->source->scratch->failed) return;
  place(&A, &R, 0, 0, 0);
  place(&A, &V, 0, rows, 1);
  place(&A, &V, rows, 0, 0);
  place(&A, &W, rows, rows, 0);
  problem->A = rg_entries_matrix(r->source, &A);
}

static void read_global(reader *r, rg_problem *problem) {
  path_text path, vectors;
  int m = read_contacts(r, problem), rows = 0, freedom = 0;
  join(vectors, r->root, "vectors");
  problem->f = read_vector(r, vectors, "f", -1, &freedom);
  const double *w = read_vector(r, vectors, "w", m, NULL), *b = NULL;
  rg_entries M = read_matrix(r, "M", freedom, freedom), G = {0};
  rg_entries H = read_matrix(r, "H", freedom, m);
  if (exists(r, join(path, r->root, "G"))) {
    b = read_vector(r, vectors, "b", -1, &rows);
    G = read_matrix(r, "G", freedom, rows);
  }
  problem->rows = rows;
  problem->c = stack(r, b, rows, w, m, "vectors/w");
  if (r->status != RG_OK) return;
  // [G H], whose transpose is our G
  rg_entries both = rg_entries_new(r->source->scratch, freedom, rows + m, G.count + H.count);
  if (r->source->scratch->failed) return;
  place(&both, &G, 0, 0, 0);
  place(&both, &H, 0, rows, 0);
  problem->M = rg_entries_matrix(r->source, &M);
  problem->G = rg_entries_transpose(r->source, &both);
}

/* impulses of a group, those of the rows first; NULL where it has none */
static const double *read_point(reader *r, const rg_problem *problem, const char *group) {
  int rows = problem->rows, m = problem->dim * problem->contacts;
  char name[64];
  snprintf(name, sizeof name, "%s/r", group);
  if (r->status != RG_OK || !exists(r, name)) return NULL;
  const double *impulse = read_vector(r, group, "r", m, NULL), *l = NULL;
  if (rows > 0) l = read_vector(r, group, "l", rows, NULL);
  return stack(r, l, rows, impulse, m, group);
}

/* the first guess; one that is all zero says nothing */
static void read_guess(reader *r, rg_problem *problem) {
  const double *guess = read_point(r, problem, "/guesses/1");
  for (int k = 0; guess && r->status == RG_OK && k < rg_problem_size(problem); k++)
    if (guess[k] != 0) problem->guess = guess;
}

/* Files are about with a solution that was announced and never written: the problem is none the worse for it. */
static void read_solution(reader *r, rg_problem *problem) {
  if (r->status != RG_OK || !exists(r, "/solution")) return;
  problem->solution = read_point(r, problem, "/solution");
  if (r->status != RG_BAD_INPUT) return;
  problem->solution = NULL;
  r->status = RG_OK;
  rg_error_clear(r->source->error);
}

static void read_file(reader *r, rg_problem *problem) {
  int local = exists(r, "/fclib_local");
  if (!local && !exists(r, "/fclib_global")) {
    RG_REFUSE(r, "/", "the HDF5 file holds neither /fclib_local nor /fclib_global");
    return;
  }
  problem->kind = RG_KIND_CONTACT;
  r->root = local ? "/fclib_local" : "/fclib_global";
  if (local) read_local(r, problem);
  else read_global(r, problem);
  read_guess(r, problem);
  read_solution(r, problem);
  if (r->status == RG_OK && (r->source->scratch->failed || r->source->arena->failed))
    r->status = rg_fail(r->source->error, RG_NO_MEMORY, r->root, "does not fit into the memory");
}

/* opens the bytes as a file in memory */
static hid_t open_image(const rg_source *source) {
  enum { GROWTH = 64 * 1024 };
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (access < 0) return -1;
  hid_t file = -1;
  // HDF5 demands a name under which the disk has nothing, and tells open files apart by it
  char name[64];
  snprintf(name, sizeof name, "/dev/null/%p", (const void *)source);
  // HDF5 copies the image; the cast drops a const that its signature lacks
  void *image = (void *)(size_t)source->bytes;
  if (H5Pset_fapl_core(access, GROWTH, 0) >= 0 &&
      H5Pset_file_image(access, image, source->size) >= 0)
    file = H5Fopen(name, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  return file;
}

rg_status rg_fclib_read(const rg_source *source, rg_problem *problem) {
  // HDF5 would print its stack of errors: silence it, and give the caller's setting back
  H5E_auto2_t printer = NULL;
  void *printer_data = NULL;
  H5Eget_auto2(H5E_DEFAULT, &printer, &printer_data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  reader r = {.source = source, .file = open_image(source), .root = "/", .status = RG_OK};
  if (r.file < 0) {
    RG_REFUSE(&r, "", "is no HDF5 file, or one that is cut off or damaged");
  } else {
    read_file(&r, problem);
    H5Fclose(r.file);
  }
  H5Eset_auto2(H5E_DEFAULT, printer, printer_data);
  return r.status;
}

#endif
