/* A page as plain text: paragraphs broken at 80 columns, aligned tables, findings with their
   verdict first. */
#include "page/page.h"
#include "text/utf8.h"

#include <errno.h>
#include <string.h>

enum { PAGE_COLUMNS = 80, VERDICT_COLUMNS = 15, INDENT = 2 };

typedef struct printer {
  FILE *stream;
  int colour;
} printer;

static const char *paint(const printer *p, const char *code) { return p->colour ? code : ""; }

static double measure_columns(const char *text, size_t bytes) {
  return rg_utf8_columns(text, bytes);
}

static void put_blanks(const printer *p, int count) {
  if (count > 0) fprintf(p->stream, "%*s", count, "");
}

/* lines after the first one begin `indent` columns further right */
static void put_paragraph(const printer *p, const char *text, int indent) {
  const char *line;
  for (int k = 0; *text; k++) {
    size_t bytes = rg_utf8_line(&text, &line, PAGE_COLUMNS - indent, measure_columns);
    if (k > 0 && bytes > 0) put_blanks(p, indent);
    fwrite(line, 1, bytes, p->stream);
    fputc('\n', p->stream);
  }
}

static void put_underlined(const printer *p, const char *text, char line) {
  fprintf(p->stream, "%s%s%s\n", paint(p, "\033[1m"), text, paint(p, "\033[0m"));
  int columns = rg_utf8_columns(text, strlen(text));
  for (int k = 0; k < columns; k++) fputc(line, p->stream);
  if (columns > 0) fputc('\n', p->stream);
}

static void put_heading(const printer *p, const rg_page_item *item) {
  if (item->level == 2) put_underlined(p, item->text, '-');
  else fprintf(p->stream, "%s%s%s\n", paint(p, "\033[1m"), item->text, paint(p, "\033[0m"));
}

static void put_finding(const printer *p, const rg_page_item *item) {
  static const char *const colours[] = {"\033[32m", "\033[33m", "\033[31m", "\033[36m", "\033[35m"};
  const char *verdict = rg_verdict_text(item->verdict);
  fprintf(p->stream, "%s%s%s%*s", paint(p, colours[item->verdict]), verdict, paint(p, "\033[0m"),
          VERDICT_COLUMNS - (int)strlen(verdict), "");
  put_paragraph(p, item->text, VERDICT_COLUMNS);
}

/* an escaped '|' without its '\' */
static void put_cell(const printer *p, rg_cell cell) {
  for (size_t k = 0; k < cell.bytes; k++)
    if (cell.text[k] == '\n') fputc(' ', p->stream);
    else if (cell.text[k] != '\\' || k + 1 == cell.bytes || cell.text[k + 1] != '|')
      fputc(cell.text[k], p->stream);
}

static void put_row(const printer *p, const char *row, const rg_table *table) {
  // blanks wait for something to stand behind them, so that no line ends in one
  int waiting = INDENT;
  for (int k = 0; row && k < table->columns; k++) {
    rg_cell cell = rg_cell_next(&row);
    int right = table->numbers[k];
    int space = table->width[k] - rg_cell_columns(cell);
    if (cell.bytes > 0) {
      put_blanks(p, waiting + (right ? space : 0));
      put_cell(p, cell);
      waiting = right ? 0 : space;
    } else waiting += space;
    waiting += 2;
  }
  fputc('\n', p->stream);
}

static void put_rule(const printer *p, const rg_table *table) {
  for (int k = 0; k < table->columns; k++) {
    put_blanks(p, 2);
    for (int c = 0; c < table->width[k]; c++) fputc('-', p->stream);
  }
  fputc('\n', p->stream);
}

/* returns the last item of the table */
static const rg_page_item *put_table(const printer *p, const rg_page_item *item) {
  if (item->text[0]) put_paragraph(p, item->text, 0);
  const rg_page_item *names = item->next;
  if (!names || names->kind != RG_PAGE_ROW) return item;
  rg_table table = rg_table_measure(names);
  if (names->text[0]) {
    put_row(p, names->text, &table);
    put_rule(p, &table);
  }
  const rg_page_item *last = names;
  for (; last->next && last->next->kind == RG_PAGE_ROW; last = last->next)
    put_row(p, last->next->text, &table);
  return last;
}

/* returns the last item that it printed */
static const rg_page_item *put_item(const printer *p, const rg_page_item *item) {
  switch (item->kind) {
  case RG_PAGE_HEADING: put_heading(p, item); return item;
  case RG_PAGE_TEXT: put_paragraph(p, item->text, 0); return item;
  case RG_PAGE_FINDING: put_finding(p, item); return item;
  case RG_PAGE_TABLE: return put_table(p, item);
  case RG_PAGE_PLOT: fprintf(p->stream, "[plot] %s\n", item->text); return item;
  case RG_PAGE_ROW: return item;
  }
  return item;
}

rg_status rg_page_print(const rg_page *page, FILE *stream, int colour, rg_error *error) {
  rg_error_clear(error);
  if (!page || page->failed)
    return rg_fail(error, RG_NO_MEMORY, "page", "no memory was left for it");
  printer p = {stream, colour};
  put_underlined(&p, page->title, '=');
  int before = -1;
  for (const rg_page_item *item = page->first; item; item = item->next) {
    // an empty line between blocks; findings and plots of one kind stay together
    int together =
        (int)item->kind == before && (item->kind == RG_PAGE_FINDING || item->kind == RG_PAGE_PLOT);
    if (!together) fputc('\n', stream);
    before = (int)item->kind;
    item = put_item(&p, item);
  }
  if (fflush(stream) != 0 || ferror(stream))
    return rg_fail(error, RG_IO, "page", "it could not be written: %s", strerror(errno));
  return RG_OK;
}
