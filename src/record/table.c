/* Any table as comma-separated lines, whole ones only: for whoever records what the library does not. */
#include <rigor/record.h>

#include "record/trajectory_lines.h"

#include <stdlib.h>

struct rg_table {
  rg_lines lines;
};

rg_status rg_table_open(rg_table **table, const char *path, const char *header, size_t longest,
                        const double *after, long *kept, rg_error *error) {
  rg_table *t = calloc(1, sizeof *t);
  long ignored;
  rg_status status = RG_OK;
  if (kept) *kept = 0;
  if (!t) status = rg_fail(error, RG_NO_MEMORY, "", "no memory for the record");
  else if (after)
    status =
        rg_lines_continue(&t->lines, path, header, longest, *after, kept ? kept : &ignored, error);
  else status = rg_lines_open(&t->lines, path, header, longest, error);
  if (status != RG_OK) {
    free(t);
    t = NULL;
  }
  *table = t;
  return status;
}

void rg_table_reals(rg_table *table, const double *value, int count) {
  rg_lines_reals(&table->lines, value, count);
}

void rg_table_text(rg_table *table, const char *text) { rg_lines_text(&table->lines, text); }

rg_status rg_table_end(rg_table *table, rg_error *error) {
  return rg_lines_end(&table->lines, error);
}

rg_status rg_table_flush(rg_table *table, rg_error *error) {
  return rg_lines_flush(&table->lines, error);
}

rg_status rg_table_close(rg_table *table, rg_error *error) {
  if (!table) return RG_OK;
  rg_status status = rg_lines_close(&table->lines, error);
  free(table);
  return status;
}
