/* What a reader gets and gives; how sparse matrices are put together from entries. */
#ifndef RG_SOURCE_H
#define RG_SOURCE_H

#include "base/arena.h"

#include <rigor/record.h>

#include <stdio.h>

/* One file in memory. The problem lives in `arena`, everything else in `scratch`. */
typedef struct rg_source {
  const char *path;
  const char *bytes; /* bytes[size] is 0 */
  size_t size;
  rg_arena *arena, *scratch;
  rg_error *error;
} rg_source;

/* Refuses, and takes memory that is refused where there is none; the first failure stays. A reader has `source`
   and `status`. */
#define RG_REFUSE(reader, element, ...)                                                            \
  ((reader)->status == RG_OK                                                                       \
       ? (reader)->status = rg_fail((reader)->source->error, RG_BAD_INPUT, (element), __VA_ARGS__) \
       : (reader)->status)
void *rg_source_take(const rg_source *source, rg_status *status, rg_arena *arena, size_t count,
                     size_t size, const char *element);

rg_status rg_siconos_read(const rg_source *source, rg_problem *problem);
rg_status rg_fclib_read(const rg_source *source, rg_problem *problem);
rg_status rg_json_read(const rg_source *source, rg_problem *problem);

/* Writers: the problem has been checked; `stream` is a fresh file. Failures to write are found by
   whoever closes the stream. */
typedef struct rg_target {
  const char *path;
  FILE *stream;
  rg_arena *scratch;
  const double *impulse, *velocity; /* may be NULL */
  rg_error *error;
} rg_target;

rg_status rg_siconos_write(const rg_target *target, const rg_problem *problem);
rg_status rg_fclib_write(const rg_target *target, const rg_problem *problem);
rg_status rg_json_write(const rg_target *target, const rg_problem *problem);

/* Entries of a sparse matrix in any order; the same place twice adds up. */
typedef struct rg_entries {
  int rows, columns;
  size_t count, capacity;
  int *row, *column;
  double *value;
} rg_entries;

/* Room for `capacity` entries; arena->failed where there is none. */
rg_entries rg_entries_new(rg_arena *scratch, int rows, int columns, size_t capacity);
void rg_entries_add(rg_entries *entries, int row, int column, double value);
/* Compressed rows with ascending columns, each place once. RG_NONE where memory ran out. */
rg_matrix rg_entries_matrix(const rg_source *source, const rg_entries *entries);
rg_matrix rg_entries_transpose(const rg_source *source, const rg_entries *entries);

#endif
