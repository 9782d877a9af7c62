/* Building a page: a list of items; running out of memory is remembered until it is written. */
#include "page/page.h"
#include "plot/plot.h"
#include "text/utf8.h"

#include <stdlib.h>

enum { HIGHEST_LEVEL = 2, LOWEST_LEVEL = 6 };

rg_page *rg_page_new(const char *title) {
  rg_page *page = calloc(1, sizeof *page);
  if (!page) return NULL;
  page->title = rg_utf8_copy(title);
  page->failed = !page->title;
  return page;
}

void rg_page_free(rg_page *page) {
  if (!page) return;
  for (rg_page_item *item = page->first, *next; item; item = next) {
    next = item->next;
    rg_plot_free(item->plot);
    free(item->text);
    free(item);
  }
  free(page->title);
  free(page);
}

static void link_items(rg_page *page, rg_page_item *first, rg_page_item *last) {
  if (page->last) page->last->next = first;
  else page->first = first;
  page->last = last;
}

/* takes the text over; NULL: no memory. Behind `before`, NULL: at the end */
static rg_page_item *insert(rg_page *page, rg_page_item *before, rg_page_kind kind, char *text) {
  rg_page_item *item = text ? calloc(1, sizeof *item) : NULL;
  if (!item) {
    free(text);
    page->failed = 1;
    return NULL;
  }
  item->kind = kind;
  item->text = text;
  if (!before || before == page->last) link_items(page, item, item);
  else {
    item->next = before->next;
    before->next = item;
  }
  return item;
}

static rg_page_item *add(rg_page *page, rg_page_kind kind, char *text) {
  return insert(page, NULL, kind, text);
}

void rg_page_heading(rg_page *page, int level, const char *text) {
  if (!page) return;
  rg_page_item *item = add(page, RG_PAGE_HEADING, rg_utf8_copy(text));
  if (item)
    item->level = level < HIGHEST_LEVEL  ? HIGHEST_LEVEL
                  : level > LOWEST_LEVEL ? LOWEST_LEVEL
                                         : level;
}

void rg_page_text(rg_page *page, const char *format, ...) {
  if (!page) return;
  va_list arguments;
  va_start(arguments, format);
  add(page, RG_PAGE_TEXT, rg_utf8_format(format, arguments));
  va_end(arguments);
}

void rg_page_finding(rg_page *page, rg_verdict verdict, const char *format, ...) {
  if (!page) return;
  va_list arguments;
  va_start(arguments, format);
  rg_page_item *item = add(page, RG_PAGE_FINDING, rg_utf8_format(format, arguments));
  va_end(arguments);
  int known = (int)verdict >= 0 && (int)verdict < RG_VERDICTS;
  if (item) item->verdict = known ? verdict : RG_VERDICT_NOTE;
}

void rg_page_table(rg_page *page, const char *caption, const char *columns) {
  if (!page || !add(page, RG_PAGE_TABLE, rg_utf8_copy(caption))) return;
  page->table_end = add(page, RG_PAGE_ROW, rg_utf8_copy(columns));
}

void rg_page_row(rg_page *page, const char *format, ...) {
  if (!page) return;
  // a row without a table gets one without names
  if (!page->table_end) rg_page_table(page, "", "");
  va_list arguments;
  va_start(arguments, format);
  rg_page_item *row = insert(page, page->table_end, RG_PAGE_ROW, rg_utf8_format(format, arguments));
  va_end(arguments);
  if (row) page->table_end = row;
}

void rg_page_plot(rg_page *page, rg_plot *plot) {
  if (!page || !plot) {
    if (page) page->failed = 1;
    rg_plot_free(plot);
    return;
  }
  page->failed |= plot->failed;
  rg_page_item *item = add(page, RG_PAGE_PLOT, rg_utf8_copy(plot->title));
  if (item) item->plot = plot;
  else rg_plot_free(plot);
}

void rg_page_append(rg_page *page, rg_page *other) {
  if (!page || !other || page == other) {
    if (page && page != other) page->failed = 1;
    return;
  }
  page->failed |= other->failed;
  rg_page_heading(page, HIGHEST_LEVEL, other->title);
  for (rg_page_item *item = other->first; item; item = item->next)
    if (item->kind == RG_PAGE_HEADING && item->level < LOWEST_LEVEL) item->level++;
  if (other->first) link_items(page, other->first, other->last);
  if (other->table_end) page->table_end = other->table_end;
  other->first = other->last = other->table_end = NULL;
  other->failed = 0;
}

int rg_page_count(const rg_page *page, rg_verdict verdict) {
  int count = 0;
  for (const rg_page_item *item = page ? page->first : NULL; item; item = item->next)
    count += item->kind == RG_PAGE_FINDING && item->verdict == verdict;
  return count;
}

const char *rg_page_finding_at(const rg_page *page, int index, rg_verdict *verdict) {
  for (const rg_page_item *item = page ? page->first : NULL; item; item = item->next) {
    if (item->kind != RG_PAGE_FINDING || index-- != 0) continue;
    if (verdict) *verdict = item->verdict;
    return item->text;
  }
  return NULL;
}

const char *rg_verdict_text(rg_verdict verdict) {
  static const char *const texts[] = {"confirmed", "in part", "not confirmed", "note", "not tested"};
  return (int)verdict >= 0 && (int)verdict < RG_VERDICTS ? texts[verdict] : "?";
}
