/* Pages of text, tables, findings and plots: described once, then printed on a terminal or written as
   one HTML page that needs nothing else (docs/reports.md). */
#ifndef RIGOR_PAGE_H
#define RIGOR_PAGE_H

#include <rigor/plot.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_verdict {
  RG_VERDICT_CONFIRMED,
  RG_VERDICT_IN_PART,
  RG_VERDICT_NOT_CONFIRMED,
  RG_VERDICT_NOTE,      /* a finding of our own */
  RG_VERDICT_NOT_TESTED /* the sentence says why */
} rg_verdict;

typedef struct rg_page rg_page;

/* NULL where memory ran out; every function below accepts that, as with plots. */
RG_API rg_page *rg_page_new(const char *title);
RG_API void rg_page_free(rg_page *page);
RG_API void rg_page_heading(rg_page *page, int level, const char *text); /* 2 or 3 */
/* An empty line begins a new paragraph. */
RG_API void rg_page_text(rg_page *page, const char *format, ...) RG_PRINTF(2, 3);
/* One sentence with its figure. */
RG_API void rg_page_finding(rg_page *page, rg_verdict verdict, const char *format, ...)
    RG_PRINTF(3, 4);
/* A table: column names separated by '|', then rows of cells separated by '|'. Columns of
   numbers are aligned to the right; "\\|" is a '|' inside a cell. At most 64 cells a row. */
RG_API void rg_page_table(rg_page *page, const char *caption, const char *columns);
/* A row of the last table, whatever was added to the page since. */
RG_API void rg_page_row(rg_page *page, const char *format, ...) RG_PRINTF(2, 3);
/* Takes the plot over; on a terminal only its title is printed. */
RG_API void rg_page_plot(rg_page *page, rg_plot *plot);

/* Plain text, tables aligned, findings with their verdict first; colour where `colour` is 1. */
RG_API rg_status rg_page_print(const rg_page *page, FILE *stream, int colour, rg_error *error);
/* One self-contained HTML file: light and dark, narrow and wide, a table of contents, no
   network. */
RG_API rg_status rg_page_write_html(const rg_page *page, const char *path, rg_error *error);
/* Appends all of `other` (as a section of level 2 under its title, its headings one level
   deeper) and leaves it empty. */
RG_API void rg_page_append(rg_page *page, rg_page *other);
/* How many findings have that verdict. */
RG_API int rg_page_count(const rg_page *page, rg_verdict verdict);
/* The sentence of finding `index`, from 0 in the order of the page; NULL behind the last one.
   `verdict` may be NULL. */
RG_API const char *rg_page_finding_at(const rg_page *page, int index, rg_verdict *verdict);
/* "confirmed", "in part", "not confirmed", "note", "not tested" */
RG_API const char *rg_verdict_text(rg_verdict verdict);

#ifdef __cplusplus
}
#endif
#endif
