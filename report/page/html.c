/* A page as one HTML file: its style and its plots are inside, so that it needs nothing else. */
#include "page/page.h"
#include "page/style.h"
#include "plot/plot.h"
#include "text/utf8.h"

#include <rigor/file.h>

#include <string.h>

enum { CONTENTS_LEVEL = 3 }; /* deeper headings are not in the table of contents */
enum { WIDEST_LINE = 44 };   /* cells with more characters may be broken into lines */

static void put_text(FILE *f, const char *text) { rg_utf8_escape(f, text, strlen(text)); }

/* paragraphs are separated by empty lines; a newline inside of one stays */
static void put_paragraphs(FILE *f, const char *text) {
  while (*(text += strspn(text, "\n"))) {
    const char *end = strstr(text, "\n\n");
    size_t left = end ? (size_t)(end - text) : strlen(text);
    fputs("<p>", f);
    for (size_t line; left > 0; text += line, left -= line) {
      line = strcspn(text, "\n");
      if (line > left) line = left;
      rg_utf8_escape(f, text, line);
      if (line == left) continue;
      fputs("<br>\n", f);
      line++;
    }
    fputs("</p>\n", f);
  }
}

static void put_badge(FILE *f, rg_verdict verdict, int count) {
  fprintf(f, "<span class=\"badge v%d\">", (int)verdict);
  if (count >= 0) fprintf(f, "%d ", count);
  fprintf(f, "%s%s</span>\n", rg_verdict_text(verdict),
          verdict == RG_VERDICT_NOTE && count > 1 ? "s" : "");
}

/* --- above and beside the text ---------------------------------------------------------------- */

static void put_summary(FILE *f, const rg_page *page) {
  int any = 0;
  for (int v = 0; v < RG_VERDICTS; v++) {
    int count = rg_page_count(page, (rg_verdict)v);
    if (count == 0) continue;
    if (!any++) fputs("<p class=\"summary\">", f);
    put_badge(f, (rg_verdict)v, count);
  }
  if (any) fputs("</p>\n", f);
}

/* the findings between a heading and the next one in the contents */
static void put_tally(FILE *f, const rg_page_item *heading) {
  static const char *const signs[] = {"✓", "◐", "✗", "•", "∅"};
  int counts[RG_VERDICTS] = {0}, any = 0;
  for (const rg_page_item *item = heading->next; item; item = item->next) {
    if (item->kind == RG_PAGE_HEADING && item->level <= CONTENTS_LEVEL) break;
    if (item->kind == RG_PAGE_FINDING) counts[item->verdict]++;
  }
  for (int v = 0; v < RG_VERDICTS; v++) any += counts[v];
  if (!any) return;
  fputs(" <span class=\"tally\">", f);
  for (int v = 0; v < RG_VERDICTS; v++)
    if (counts[v])
      fprintf(f, "<span class=\"v%d\" title=\"%d %s\">%s%d</span>", v, counts[v],
              rg_verdict_text((rg_verdict)v), signs[v], counts[v]);
  fputs("</span>", f);
}

static void put_contents(FILE *f, const rg_page *page) {
  fputs("<nav><details open><summary>Contents</summary>\n<ol>\n", f);
  int number = 0;
  for (const rg_page_item *item = page->first; item; item = item->next) {
    if (item->kind != RG_PAGE_HEADING) continue;
    number++;
    if (item->level > CONTENTS_LEVEL) continue;
    fprintf(f, "<li class=\"l%d\"><a href=\"#s%d\">", item->level, number);
    put_text(f, item->text);
    fputs("</a>", f);
    put_tally(f, item);
    fputs("</li>\n", f);
  }
  fputs("</ol></details></nav>\n", f);
}

/* --- the text --------------------------------------------------------------------------------- */

static void put_cell(FILE *f, rg_cell cell) {
  // an escaped '|' without its '\'
  for (size_t begin = 0; begin < cell.bytes;) {
    size_t end = begin;
    while (end < cell.bytes &&
           !(cell.text[end] == '\\' && end + 1 < cell.bytes && cell.text[end + 1] == '|'))
      end++;
    rg_utf8_escape(f, cell.text + begin, end - begin);
    if (end < cell.bytes) fputc('|', f);
    begin = end + 2;
  }
}

static void put_row(FILE *f, const char *row, const rg_table *table, int names) {
  const char *element = names ? "th" : "td";
  fputs("<tr>", f);
  for (int k = 0; k < table->columns; k++) {
    rg_cell cell = {"", 0};
    if (row) cell = rg_cell_next(&row);
    int words = !names && rg_cell_columns(cell) > WIDEST_LINE;
    fprintf(f, "<%s%s>", element, table->numbers[k] ? " class=\"n\"" : words ? " class=\"w\"" : "");
    put_cell(f, cell);
    fprintf(f, "</%s>", element);
  }
  fputs("</tr>\n", f);
}

/* returns the last item of the table */
static const rg_page_item *put_table(FILE *f, const rg_page_item *item) {
  const rg_page_item *names = item->next, *last = item;
  fputs("<div class=\"table\"><table>\n", f);
  if (item->text[0]) {
    fputs("<caption>", f);
    put_text(f, item->text);
    fputs("</caption>\n", f);
  }
  if (names && names->kind == RG_PAGE_ROW) {
    rg_table table = rg_table_measure(names);
    if (names->text[0]) {
      fputs("<thead>", f);
      put_row(f, names->text, &table, 1);
      fputs("</thead>\n", f);
    }
    fputs("<tbody>\n", f);
    for (last = names; last->next && last->next->kind == RG_PAGE_ROW; last = last->next)
      put_row(f, last->next->text, &table, 0);
    fputs("</tbody>", f);
  }
  fputs("</table></div>\n", f);
  return last;
}

static void put_finding(FILE *f, const rg_page_item *item) {
  fputs("<div class=\"finding\">", f);
  put_badge(f, item->verdict, -1);
  put_paragraphs(f, item->text);
  fputs("</div>\n", f);
}

/* plots that follow one another stand side by side where there is room */
static const rg_page_item *put_plots(FILE *f, const rg_page_item *item) {
  fputs("<div class=\"plots\">\n", f);
  for (;; item = item->next) {
    fputs("<figure>\n", f);
    rg_plot_draw(item->plot, f, 0);
    fputs("</figure>\n", f);
    if (!item->next || item->next->kind != RG_PAGE_PLOT) break;
  }
  fputs("</div>\n", f);
  return item;
}

static void put_items(FILE *f, const rg_page *page) {
  int number = 0;
  for (const rg_page_item *item = page->first; item; item = item->next) switch (item->kind) {
    case RG_PAGE_HEADING:
      fprintf(f, "<h%d id=\"s%d\">", item->level, ++number);
      put_text(f, item->text);
      fprintf(f, "</h%d>\n", item->level);
      break;
    case RG_PAGE_TEXT: put_paragraphs(f, item->text); break;
    case RG_PAGE_FINDING: put_finding(f, item); break;
    case RG_PAGE_TABLE: item = put_table(f, item); break;
    case RG_PAGE_PLOT: item = put_plots(f, item); break;
    case RG_PAGE_ROW: break;
    }
}

static int has_contents(const rg_page *page) {
  int headings = 0;
  for (const rg_page_item *item = page->first; item; item = item->next)
    headings += item->kind == RG_PAGE_HEADING && item->level <= CONTENTS_LEVEL;
  return headings > 1;
}

rg_status rg_page_write_html(const rg_page *page, const char *path, rg_error *error) {
  rg_error_clear(error);
  if (!page || page->failed)
    return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "page", "no memory was left for it");
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  FILE *f = output.stream;
  int contents = has_contents(page);
  fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
        f);
  put_text(f, page->title);
  fprintf(f, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<header>\n<h1>", rg_plot_css,
          rg_page_css);
  put_text(f, page->title);
  fputs("</h1>\n", f);
  put_summary(f, page);
  fputs(contents ? "</header>\n<main class=\"split\">\n" : "</header>\n<main>\n", f);
  if (contents) put_contents(f, page);
  fputs("<article>\n", f);
  put_items(f, page);
  fprintf(f, "</article>\n</main>\n<footer>rigor %s</footer>\n</body>\n</html>\n", rg_version());
  return rg_output_close(&output, RG_OK, error);
}
