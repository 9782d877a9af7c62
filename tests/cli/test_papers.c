/* rigor papers: the list, one experiment, the page, JSON, and what is refused. */
#include "cli/program.h"

#include "papers.h"

static int is_verdict(const char *text) {
  for (int v = RG_VERDICT_CONFIRMED; v <= RG_VERDICT_NOT_TESTED; v++)
    if (strcmp(text, rg_verdict_text((rg_verdict)v)) == 0) return 1;
  return 0;
}

static void assert_shown(const char *text) {
  if (!strstr(last.out, text)) fail_msg("'%s' is not in\n%s", text, last.out);
}

/* every document is there, and has experiments of its own whose names can be typed */
static void documents_are_complete(void **state) {
  (void)state;
  static const char *const expected[] = {"mylapilli", "peiret", "todorov", "andreani", "trinkle"};
  for (int k = 0; k < 5; k++) {
    const paper_document *d = &paper_documents[k];
    assert_non_null(d->name);
    assert_string_equal(d->name, expected[k]);
    assert_true(d->authors[0] && d->title[0] && d->experiments[0].name);
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      assert_string_equal(e->paper, d->name);
      assert_true(e->title[0] && e->run);
      assert_int_equal(strspn(e->name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(e->name));
      for (const paper_experiment *other = d->experiments; other < e; other++)
        assert_string_not_equal(e->name, other->name);
    }
  }
  assert_null(paper_documents[5].name);
}

static void lists_them(void **state) {
  (void)state;
  assert_int_equal(run("papers"), 0);
  assert_string_equal(last.err, "");
  for (const paper_document *d = paper_documents; d->name; d++) {
    assert_shown(d->authors);
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      char name[64];
      snprintf(name, sizeof name, "%s/%s", d->name, e->name);
      assert_shown(name);
      assert_shown(e->title);
    }
  }
  assert_int_equal(run("papers --json"), 0);
  json_t *root = parse_stdout();
  const json_t *papers = json_object_get(root, "papers");
  for (size_t k = 0; k < json_array_size(papers); k++)
    assert_string_equal(text_of(json_array_get(papers, k), "name"), paper_documents[k].name);
  assert_null(paper_documents[json_array_size(papers)].name);
  json_decref(root);
}

/* the particle at the wall takes no time, and its impulses are 4, 2 and 1 (Trinkle's notes, page
   9) */
static void one_experiment(void **state) {
  (void)state;
  assert_int_equal(run("papers trinkle/wall --quick"), 0);
  assert_string_equal(last.err, "");
  assert_shown("\nconfirmed      Impulses 4, 2, 1");
  assert_shown("1 experiment: ");
  // no colours in a file
  assert_null(strchr(last.out, '\033'));
}

static void for_programs(void **state) {
  (void)state;
  assert_int_equal(run("papers trinkle/wall trinkle/moving-wall trinkle/wall --quick --json"), 0);
  assert_string_equal(last.err, "");
  json_t *root = parse_stdout();
  // asked for twice, run once
  const json_t *experiments = json_object_get(root, "experiments");
  assert_int_equal((int)json_array_size(experiments), 2);
  assert_string_equal(text_of(json_array_get(experiments, 0), "status"), "done");
  const json_t *findings = json_object_get(root, "findings");
  size_t count = json_array_size(findings);
  assert_true(count >= 2);
  int walls = 0;
  for (size_t k = 0; k < count; k++) {
    const json_t *finding = json_array_get(findings, k);
    assert_string_equal(text_of(finding, "paper"), "trinkle");
    walls += strcmp(text_of(finding, "experiment"), "wall") == 0;
    assert_true(is_verdict(text_of(finding, "verdict")));
    assert_true(text_of(finding, "text")[0]);
  }
  assert_true(walls > 0 && walls < (int)count);
  // the counts are those of the list
  size_t counted = 0;
  const char *key;
  json_t *value;
  json_object_foreach(json_object_get(root, "verdicts"), key, value) {
    assert_true(is_verdict(key));
    counted += (size_t)json_integer_value(value);
  }
  assert_int_equal(counted, count);
  json_decref(root);
}

static void one_page(void **state) {
  (void)state;
  assert_int_equal(run("papers trinkle/wall trinkle/euler --quick --html report.html"), 0);
  assert_shown("trinkle/wall ");
  assert_shown("written: report.html");
  size_t size = 0;
  char *html = scratch_load(scratch_path("report.html"), &size);
  assert_non_null(html);
  assert_non_null(strstr(html, "<h2 id=\"s1\">Trinkle"));
  assert_non_null(strstr(html, "rigor papers trinkle/wall --quick"));
  assert_non_null(strstr(html, "<svg "));
  assert_non_null(strstr(html, "class=\"finding\""));
  free(html);
}

/* a signal ends it soon, with what was finished before; half of an experiment finds nothing */
static void interrupted_early(void **state) {
  (void)state;
  // not before the program listens: SIGINT is the second bit of the signals that it catches
  char command[768];
  snprintf(command, sizeof command,
           "cd %s && { '%s' papers --all --json >stdout.txt 2>stderr.txt & p=$!; "
           "until grep -q 'SigCgt:.*[2367abef]$' /proc/$p/status; do sleep 0.02; done; "
           "sleep 0.2; kill -INT $p; wait $p; }",
           scratch_folder, RIGOR_PROGRAM);
  int status = system(command);
  load("stdout.txt", last.out, sizeof last.out);
  assert_int_equal(WEXITSTATUS(status), 1);
  json_t *root = parse_stdout();
  assert_int_equal(json_integer_value(json_object_get(root, "interrupted")), 1);
  const json_t *experiments = json_object_get(root, "experiments");
  const json_t *cut = json_array_get(experiments, json_array_size(experiments) - 1);
  assert_string_equal(text_of(cut, "error"), "interrupted");
  size_t k;
  json_t *finding;
  json_array_foreach(json_object_get(root, "findings"), k, finding)
      assert_false(strcmp(text_of(finding, "experiment"), text_of(cut, "experiment")) == 0 &&
                   strcmp(text_of(finding, "paper"), text_of(cut, "paper")) == 0);
  json_decref(root);
}

/* the list of all claims: a heading, claims of two or three lines that a terminal holds, and nothing that is cut; what did
   not run because somebody ended it says so */
static void list_of_claims(void **state) {
  (void)state;
  char command[768];
  snprintf(command, sizeof command,
           "cd %s && { '%s' papers --all --quick >stdout.txt 2>stderr.txt & p=$!; "
           "until grep -q 'mylapilli/embedding' stdout.txt; do sleep 0.05; done; "
           "kill -TERM $p; wait $p; }",
           scratch_folder, RIGOR_PROGRAM);
  int status = system(command), lines = 0, claims = 0, not_run = 0, run = 0;
  load("stdout.txt", last.out, sizeof last.out);
  assert_int_equal(WEXITSTATUS(status), 1);
  const char *heading = "Every table, figure and numerical claim", *at = strstr(last.out, heading);
  assert_non_null(at);
  assert_null(strstr(at + 1, heading));
  assert_null(strstr(at, "... "));
  assert_null(strstr(at, "...\n"));
  for (at = strchr(at, '\n') + 2; *at && *at != '\n'; at = strchr(at, '\n') + 1, lines++) {
    int first = *at != ' ';
    assert_true(strcspn(at, "\n") <= 112);
    claims += first;
    not_run += !strncmp(at, "not run", 7);
    run += !strncmp(at, "confirmed", 9);
  }
  assert_true(claims > 100 && lines <= 4 * claims);
  assert_true(run > 0 && not_run > 50);
  assert_non_null(strstr(at, "; interrupted"));
}

static void refused(void **state) {
  (void)state;
  assert_refused("papers trinkel", "did you mean 'trinkle'?");
  assert_refused("papers trinkle/wal", "did you mean 'trinkle/wall'?");
  assert_refused("papers qqqqqqqqqqqq", "is no experiment");
  assert_refused("papers --html page.html", "--all");
  assert_refused("papers --quick", "--all");
  assert_refused("papers --all trinkle/wall", "not both");
  assert_refused("papers trinkle --all --quick", "not both");
  assert_refused("papers trinkle/wall --models nowhere", "'nowhere' is no folder");
  assert_refused("papers --htm", "needs a value");
  assert_refused("papers trinkle/wall --threads 0", "--threads");
  assert_int_equal(run("papers trinkle/wall --html nowhere/page.html"), 2);
  assert_non_null(strstr(last.err, "nowhere/page.html"));
  assert_int_equal(run("papers trinkle/wall --html nowhere/page.html --json"), 2);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(json_object_get(root, "error"), "file"), "nowhere/page.html");
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(documents_are_complete),
                                     cmocka_unit_test(lists_them),
                                     cmocka_unit_test(one_experiment),
                                     cmocka_unit_test(for_programs),
                                     cmocka_unit_test(one_page),
                                     cmocka_unit_test(interrupted_early),
                                     cmocka_unit_test(list_of_claims),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
