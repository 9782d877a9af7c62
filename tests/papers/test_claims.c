/* The list of tables, figures and claims: complete against the documents themselves where they are there, every claim that
   somebody is to test has a result, and results can be other ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "claims.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int find_claim(const char *paper, const char *where) {
  size_t length = strlen(where);
  for (int k = 0; paper_claims[k].paper; k++) {
    const char *w = paper_claims[k].where;
    int same = !strncmp(w, where, length) && (w[length] == 0 || w[length] == ',');
    if (!strcmp(paper_claims[k].paper, paper) && same) return k;
  }
  return -1;
}

static const paper_experiment *find_experiment(const char *paper, const char *name) {
  for (const paper_document *d = paper_documents; d->name; d++)
    for (const paper_experiment *e = d->experiments; e->name; e++)
      if (!strcmp(d->name, paper) && !strcmp(e->name, name)) return e;
  return NULL;
}

/* one of its kind; tested by an experiment that exists, or not tested for a reason */
static void the_list_is_sound(void **state) {
  (void)state;
  int count = 0;
  for (const paper_claim *c = paper_claims; c->paper; c++, count++) {
    for (const paper_claim *other = paper_claims; other < c; other++)
      assert_false(!strcmp(c->paper, other->paper) && !strcmp(c->where, other->where));
    assert_true(!c->experiment == !!c->reason);
    if (c->experiment && !find_experiment(c->paper, c->experiment))
      fail_msg("%s: no experiment %s", c->where, c->experiment);
  }
  assert_true(count < PAPER_MOST_CLAIMS);
  static const char *const known[] = {"the paper", "ours", "neither", "open"};
  for (const paper_cause *c = paper_causes; c->paper; c++) {
    int is_one = 0;
    for (int k = 0; k < 4; k++) is_one |= !strcmp(c->who, known[k]);
    assert_true(is_one && strlen(c->why) > 5);
    assert_true(find_claim(c->paper, c->where) >= 0);
  }
}

/* captions of a document as its lines begin: "Fig. 3", "FIGURE 3.", "Table 1" */
static void check_captions(const char *paper, FILE *f) {
  char line[4096], where[32];
  int found = 0;
  while (fgets(line, sizeof line, f)) {
    const char *at = line;
    while (*at == ' ' || *at == '*' || *at == '#') at++;
    int figure = !strncmp(at, "Fig. ", 5)     ? 5
                 : !strncmp(at, "Figure ", 7) ? 7
                 : !strncmp(at, "FIGURE ", 7) ? 7
                                              : 0;
    int table = !strncmp(at, "Table ", 6) || !strncmp(at, "TABLE ", 6) ? 6 : 0;
    const char *number = at + figure + table;
    if (!(figure || table) || !isdigit((unsigned char)*number)) continue;
    snprintf(where, sizeof where, "%s %d", figure ? "Fig." : "Table", atoi(number));
    if (find_claim(paper, where) < 0) fail_msg("%s: %s is not in the list", paper, where);
    found++;
  }
  print_message("%s: %d captions\n", paper, found);
}

/* the documents lie beside the repository where they may be read; they are not part of it */
static void no_table_or_figure_is_missing(void **state) {
  (void)state;
  static const char *const paper[] = {"mylapilli", "peiret", "todorov", "andreani", "trinkle"};
  DIR *folder = opendir(RIGOR_SHARED_DATA "/../seeds");
  struct dirent *entry;
  int read = 0;
  while (folder && (entry = readdir(folder))) {
    char path[1024];
    int number = isdigit((unsigned char)entry->d_name[0]) ? atoi(entry->d_name) : -1;
    if (number < 0 || number > 4) continue;
    snprintf(path, sizeof path, "%s/%s", RIGOR_SHARED_DATA "/../seeds", entry->d_name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    check_captions(paper[number], f);
    fclose(f);
    read++;
  }
  if (folder) closedir(folder);
  if (!read) skip();
}

/* all experiments in their short form: every claim that one of them is to test has a result, and no result is of a claim
   that is not in the list */
static void every_claim_has_a_result(void **state) {
  (void)state;
  enum { SHORT = 72 };
  static paper_ledger ledger;
  paper_options options = {.quick = 1, .models = RIGOR_SOURCE_DIR "/models", .ledger = &ledger};
  for (const paper_document *d = paper_documents; d->name; d++)
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      rg_error error;
      rg_page *page = rg_page_new(e->title);
      assert_int_equal(e->run(&options, page, &error), RG_OK);
      rg_page_free(page);
    }
  assert_int_equal(ledger.unknown, 0);
  for (int k = 0; paper_claims[k].paper; k++) {
    const paper_claim *c = &paper_claims[k];
    int open = ledger.result[k].known && ledger.result[k].verdict != RG_VERDICT_CONFIRMED;
    if (open && !paper_cause_of(c->paper, c->where, 1))
      fail_msg("%s, %s is %s, and nobody says why", c->paper, c->where,
               rg_verdict_text(ledger.result[k].verdict));
    if (!c->experiment) assert_int_equal(paper_claim_verdict(&ledger, k), RG_VERDICT_NOT_TESTED);
    if (c->experiment && !ledger.result[k].known)
      fail_msg("%s, %s has no result", c->paper, c->where);
    /* figures, not sentences: what was found is there, whole, in a few words */
    const char *ours = ledger.result[k].ours;
    if (ledger.result[k].known && (!ours[0] || strlen(ours) > SHORT || strstr(ours, "...")))
      fail_msg("%s, %s: '%s' is no figure", c->paper, c->where, ours);
    assert_true(strlen(ledger.result[k].printed) <= SHORT && strlen(c->figure) <= SHORT);
    assert_null(strstr(ledger.result[k].printed, "..."));
  }
}

/* of two results of a claim the worse one stays; a claim that is not in the list is counted */
static void the_worse_result_stays(void **state) {
  (void)state;
  static paper_ledger ledger;
  paper_options options = {.ledger = &ledger};
  int k = find_claim("trinkle", "page 9");
  paper_note(&options, "trinkle", "page 9", RG_VERDICT_IN_PART, "a", "%d", 1);
  paper_note(&options, "trinkle", "page 9", RG_VERDICT_CONFIRMED, "b", "%d", 2);
  assert_int_equal(paper_claim_verdict(&ledger, k), RG_VERDICT_IN_PART);
  assert_string_equal(ledger.result[k].ours, "1");
  paper_note(&options, "trinkle", "page 9", RG_VERDICT_NOT_CONFIRMED, "c", "%d", 3);
  assert_string_equal(ledger.result[k].printed, "c");
  paper_note(&options, "trinkle", "page 1000", RG_VERDICT_CONFIRMED, "", "-");
  assert_int_equal(ledger.unknown, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_list_is_sound),
      cmocka_unit_test(no_table_or_figure_is_missing),
      cmocka_unit_test(every_claim_has_a_result),
      cmocka_unit_test(the_worse_result_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
