/* Lists of matrix entries, memory, and the way out for files that cannot be read. */
#include "verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void unreadable(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("unreadable: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

void *checked_calloc(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory) unreadable("out of memory");
  return memory;
}

void matrix_size(matrix *m, int rows, int columns) {
  if (rows < 0 || columns < 0) unreadable("a matrix of %d x %d", rows, columns);
  m->rows = rows;
  m->columns = columns;
  m->count = 0;
}

void matrix_add(matrix *m, int row, int column, double value) {
  if (row < 0 || row >= m->rows || column < 0 || column >= m->columns)
    unreadable("entry (%d, %d) outside a %d x %d matrix", row, column, m->rows, m->columns);
  if (m->count == m->capacity) {
    m->capacity = m->capacity ? 2 * m->capacity : 64;
    m->entries = realloc(m->entries, m->capacity * sizeof *m->entries);
    if (!m->entries) unreadable("out of memory");
  }
  m->entries[m->count++] = (entry){row, column, value};
}

/* to(row.., column..) += from or its transpose */
void matrix_append(matrix *to, const matrix *from, int row, int column, int transposed) {
  for (size_t k = 0; k < from->count; k++) {
    const entry e = from->entries[k];
    if (transposed) matrix_add(to, row + e.column, column + e.row, e.value);
    else matrix_add(to, row + e.row, column + e.column, e.value);
  }
}
