/* Entries to compressed rows: two stable counting sorts, first by column, then by row, then entries
   at the same place are added in the order of the file. */
#include "record/source.h"

#include <assert.h>

rg_entries rg_entries_new(rg_arena *scratch, int rows, int columns, size_t capacity) {
  assert(rows >= 0 && columns >= 0);
  return (rg_entries){.rows = rows,
                      .columns = columns,
                      .count = 0,
                      .capacity = capacity,
                      .row = RG_NEW(scratch, int, capacity),
                      .column = RG_NEW(scratch, int, capacity),
                      .value = RG_NEW(scratch, double, capacity)};
}

void rg_entries_add(rg_entries *entries, int row, int column, double value) {
  assert(row >= 0 && row < entries->rows && column >= 0 && column < entries->columns);
  if (entries->count >= entries->capacity) return;
  entries->row[entries->count] = row;
  entries->column[entries->count] = column;
  entries->value[entries->count] = value;
  entries->count++;
}

/* order[] sorted by key[order[]], stable; `start` has keys + 1 places of 0 */
static void sort_by(const int *key, int keys, const size_t *order, size_t count, size_t *start,
                    size_t *sorted) {
  for (size_t k = 0; k < count; k++) start[key[k] + 1]++;
  for (int i = 0; i < keys; i++) start[i + 1] += start[i];
  for (size_t k = 0; k < count; k++) {
    size_t entry = order ? order[k] : k;
    sorted[start[key[entry]]++] = entry;
  }
}

static rg_matrix compress(const rg_source *source, int rows, int columns, size_t count,
                          const int *row, const int *column, const double *value) {
  rg_arena *scratch = source->scratch, *arena = source->arena;
  size_t *by_column = RG_NEW(scratch, size_t, count), *order = RG_NEW(scratch, size_t, count);
  size_t *start1 = RG_NEW(scratch, size_t, columns + 1),
         *start2 = RG_NEW(scratch, size_t, rows + 1);
  int *row_start = RG_NEW(arena, int, rows + 1), *index = RG_NEW(arena, int, count);
  double *values = RG_NEW(arena, double, count);
  if (scratch->failed || arena->failed) return (rg_matrix){0};
  sort_by(column, columns, NULL, count, start1, by_column);
  sort_by(row, rows, by_column, count, start2, order);
  // neighbours at the same place become one
  int used = 0, last_row = -1;
  for (size_t k = 0; k < count; k++) {
    size_t entry = order[k];
    if (used && row[entry] == last_row && index[used - 1] == column[entry]) {
      values[used - 1] += value[entry];
      continue;
    }
    last_row = row[entry];
    index[used] = column[entry];
    values[used++] = value[entry];
    row_start[last_row + 1]++;
  }
  for (int i = 0; i < rows; i++) row_start[i + 1] += row_start[i];
  return rg_matrix_sparse(rows, columns, row_start, index, values);
}

rg_matrix rg_entries_matrix(const rg_source *source, const rg_entries *entries) {
  return compress(source, entries->rows, entries->columns, entries->count, entries->row,
                  entries->column, entries->value);
}

rg_matrix rg_entries_transpose(const rg_source *source, const rg_entries *entries) {
  return compress(source, entries->columns, entries->rows, entries->count, entries->column,
                  entries->row, entries->value);
}
