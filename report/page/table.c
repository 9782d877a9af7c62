/* Rows of cells separated by '|': cutting them, telling numbers from words, measuring columns. */
#include "page/page.h"
#include "text/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* the first '|' that no '\' stands before, or the end */
static const char *cell_end(const char *text) {
  while (*text && *text != '|') text += text[0] == '\\' && text[1] == '|' ? 2 : 1;
  return text;
}

rg_cell rg_cell_next(const char **row) {
  assert(row && *row);
  const char *begin = *row, *end = cell_end(begin);
  *row = *end ? end + 1 : NULL;
  while (begin < end && (*begin == ' ' || *begin == '\n')) begin++;
  while (end > begin && (end[-1] == ' ' || end[-1] == '\n')) end--;
  return (rg_cell){begin, (size_t)(end - begin)};
}

/* the number at *text, which moves behind it; comparison signs may stand before it */
static int take_number(const char **text) {
  static const char *const signs[] = {"<=", ">=", "<", ">", "~", "±", "≤", "≥", "≈", "−"};
  for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
    size_t length = strlen(signs[k]);
    if (strncmp(*text, signs[k], length) == 0) *text += length;
  }
  *text += strspn(*text, " ");
  char *stop = NULL;
  (void)strtod(*text, &stop);
  int found = stop != *text;
  *text = stop;
  return found;
}

/* "%" or "x" behind a number, or what leads from one number to the next */
static void pass(const char **text, const char *const *words, size_t count) {
  for (size_t k = 0; k < count; k++) {
    size_t length = strlen(words[k]);
    if (strncmp(*text, words[k], length) != 0) continue;
    *text += length;
    return;
  }
}

/* whether it reads as a number: "-1.5e-3", "<1e-10", "12 %", "183 of 200" */
static int is_number(rg_cell cell) {
  static const char *const units[] = {" %", "%", "×"};
  static const char *const links[] = {" of ", " / ", "/",   " ± ", " +- ",
                                      " to ", " x ", " × ", ", "};
  char text[64];
  if (cell.bytes == 0 || cell.bytes >= sizeof text) return 0;
  memcpy(text, cell.text, cell.bytes);
  text[cell.bytes] = 0;
  // a dash stands for a number that is not there
  if (strcmp(text, "-") == 0 || strcmp(text, "–") == 0 || strcmp(text, "—") == 0) return 1;
  for (const char *p = text; take_number(&p);) {
    pass(&p, units, sizeof units / sizeof units[0]);
    if (*p == 0) return 1;
    pass(&p, links, sizeof links / sizeof links[0]);
  }
  return 0;
}

int rg_cell_columns(rg_cell cell) {
  int columns = rg_utf8_columns(cell.text, cell.bytes);
  for (size_t k = 0; k + 1 < cell.bytes; k++)
    columns -= cell.text[k] == '\\' && cell.text[k + 1] == '|';
  return columns;
}

rg_table rg_table_measure(const rg_page_item *row) {
  assert(row && row->kind == RG_PAGE_ROW);
  rg_table table = {0};
  int words[RG_MOST_COLUMNS] = {0};
  for (const rg_page_item *item = row; item && item->kind == RG_PAGE_ROW; item = item->next) {
    const char *rest = item->text;
    for (int k = 0; rest && k < RG_MOST_COLUMNS; k++) {
      rg_cell cell = rg_cell_next(&rest);
      int width = rg_cell_columns(cell);
      if (k >= table.columns) table.columns = k + 1;
      if (width > table.width[k]) table.width[k] = width;
      if (item == row || cell.bytes == 0) continue;
      if (is_number(cell)) table.numbers[k]++;
      else words[k]++;
    }
  }
  for (int k = 0; k < table.columns; k++) table.numbers[k] = table.numbers[k] > words[k];
  return table;
}
