/* A page as it is remembered: a list of items. A table is an item with its caption, then one row
   with the names of the columns, then its rows. */
#ifndef RG_PAGE_H
#define RG_PAGE_H

#include <rigor/page.h>

typedef enum rg_page_kind {
  RG_PAGE_HEADING,
  RG_PAGE_TEXT,
  RG_PAGE_FINDING,
  RG_PAGE_TABLE,
  RG_PAGE_ROW,
  RG_PAGE_PLOT
} rg_page_kind;

typedef struct rg_page_item {
  struct rg_page_item *next;
  rg_page_kind kind;
  int level; /* of a heading, 2 to 6 */
  rg_verdict verdict;
  char *text;
  rg_plot *plot;
} rg_page_item;

struct rg_page {
  char *title;
  rg_page_item *first, *last;
  rg_page_item *table_end; /* last row of the last table; NULL: there is none */
  int failed;              /* memory ran out: it must not be written */
};

enum { RG_VERDICTS = 5, RG_MOST_COLUMNS = 64 };

/* --- cells ------------------------------------------------------------------------------------ */

/* The next cell of a row: trimmed, *row moves behind its '|' and is NULL behind the last cell. */
typedef struct rg_cell {
  const char *text;
  size_t bytes;
} rg_cell;
rg_cell rg_cell_next(const char **row);
/* Columns on a terminal, without the '\' before a '|'. */
int rg_cell_columns(rg_cell cell);

typedef struct rg_table {
  int columns;
  int width[RG_MOST_COLUMNS];   /* columns on a terminal */
  int numbers[RG_MOST_COLUMNS]; /* most cells below the name are numbers */
} rg_table;
/* Looks at the rows from `row` on. */
rg_table rg_table_measure(const rg_page_item *row);

#endif
