/* What `rigor papers` prints beside the pages: the list of experiments, the count of the
   verdicts, JSON. */
#include "papers_command.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

void print_papers(void) {
  for (const paper_document *d = paper_documents; d->name; d++) {
    printf("%s%s: %s\n", d == paper_documents ? "" : "\n", d->authors, d->title);
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      char name[64];
      snprintf(name, sizeof name, "%s/%s", d->name, e->name);
      printf("  %-26s %s\n", name, e->title);
    }
  }
  puts("\n'rigor papers PAPER/EXPERIMENT' runs one, 'rigor papers PAPER' all of a paper, "
       "'rigor papers --all\n--html report.html' all of them into one page.");
}

void print_papers_json(void) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_open(&w, "papers", '[');
  for (const paper_document *d = paper_documents; d->name; d++) {
    json_open(&w, NULL, '{');
    json_text(&w, "name", d->name);
    json_text(&w, "authors", d->authors);
    json_text(&w, "title", d->title);
    json_open(&w, "experiments", '[');
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      json_open(&w, NULL, '{');
      json_text(&w, "name", e->name);
      json_text(&w, "title", e->title);
      json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
  }
  json_close(&w, ']');
  json_close(&w, '}');
}

void print_verdicts(FILE *stream, const rg_page *page) {
  int any = 0;
  for (int v = RG_VERDICT_CONFIRMED; v <= RG_VERDICT_NOT_TESTED; v++) {
    int count = rg_page_count(page, (rg_verdict)v);
    if (count == 0) continue;
    fprintf(stream, "%s%d %s%s", any++ ? ", " : "", count, rg_verdict_text((rg_verdict)v),
            v == RG_VERDICT_NOTE && count > 1 ? "s" : "");
  }
  if (!any) fputs("no findings", stream);
}

/* words from column `from` on, at most `width` of them a line; `at` is where the line is */
static int put_words(const char *text, int from, int at, int width) {
  while (*text) {
    int length = (int)strcspn(text, " ");
    if (at > from && at + 1 + length > width) {
      printf("\n%*s", from, "");
      at = from;
    } else if (at > from) {
      putchar(' ');
      at++;
    }
    printf("%.*s", length, text);
    at += length;
    text += length;
    while (*text == ' ') text++;
  }
  return at;
}

/* a claim on two or three lines: what it says and what came of it, the figures, and why */
static void print_claim(const paper_ledger *ledger, int k) {
  enum { INDENT = 15, WIDTH = 111 };
  const paper_claim *c = &paper_claims[k];
  const paper_result *r = &ledger->result[k];
  char line[640], why[256];
  printf("%-*s", INDENT, paper_claim_state(ledger, k));
  snprintf(line, sizeof line, "%s, %s: %s", c->paper, c->where, c->what);
  put_words(line, INDENT, INDENT, WIDTH);
  printf("\n%*s", INDENT, "");
  snprintf(line, sizeof line, "paper: %s%s%s%s%s%s%s%s%s", c->figure,
           r->printed[0] ? "; as printed: " : "", r->printed, r->ours[0] ? "; ours: " : "", r->ours,
           c->experiment ? "   [" : "", c->experiment ? c->paper : "", c->experiment ? "/" : "",
           c->experiment ? c->experiment : "");
  put_words(line, INDENT, INDENT, WIDTH);
  puts(c->experiment ? "]" : "");
  if (!paper_claim_cause(ledger, k, why, sizeof why)[0]) return;
  printf("%*s", INDENT, "");
  put_words(why, INDENT, INDENT, WIDTH);
  putchar('\n');
}

void print_claims(const paper_ledger *ledger) {
  puts("Every table, figure and numerical claim, and in brackets who tests it: rigor papers "
       "[...]\n");
  for (int k = 0; paper_claims[k].paper; k++) print_claim(ledger, k);
  putchar('\n');
}

static void put_experiments(json_writer *w, const papers_answer *answer) {
  json_open(w, "experiments", '[');
  for (int k = 0; k < answer->count; k++) {
    const papers_result *r = &answer->results[k];
    json_open(w, NULL, '{');
    json_text(w, "paper", r->document->name);
    json_text(w, "experiment", r->experiment->name);
    json_text(w, "status", r->status == RG_OK ? "done" : rg_status_text(r->status));
    if (r->status != RG_OK) {
      char text[1024];
      json_text(w, "error", rg_error_text(&r->error, text, sizeof text));
    }
    json_real(w, "seconds", r->seconds);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_findings(json_writer *w, const papers_answer *answer) {
  json_open(w, "findings", '[');
  for (int k = 0; k < answer->count; k++) {
    const papers_result *r = &answer->results[k];
    for (int i = 0; i < r->findings; i++) {
      rg_verdict verdict = RG_VERDICT_NOTE;
      const char *text = rg_page_finding_at(answer->page, r->first_finding + i, &verdict);
      json_open(w, NULL, '{');
      json_text(w, "paper", r->document->name);
      json_text(w, "experiment", r->experiment->name);
      json_text(w, "verdict", rg_verdict_text(verdict));
      json_text(w, "text", text);
      json_close(w, '}');
    }
  }
  json_close(w, ']');
}

/* those of the experiments that ran, and those that nobody tests */
static void put_claims(json_writer *w, const papers_answer *answer) {
  json_open(w, "claims", '[');
  for (int k = 0; paper_claims[k].paper; k++) {
    const paper_claim *c = &paper_claims[k];
    const paper_result *r = &answer->ledger.result[k];
    if (c->experiment && !r->known) continue;
    json_open(w, NULL, '{');
    json_text(w, "paper", c->paper);
    json_text(w, "where", c->where);
    json_text(w, "what", c->what);
    json_text(w, "figure", c->figure);
    json_text(w, "as_printed", r->printed);
    json_text(w, "ours", r->ours);
    json_text(w, "verdict", rg_verdict_text(paper_claim_verdict(&answer->ledger, k)));
    json_text(w, "reason", c->reason ? c->reason : "");
    const paper_cause *cause = paper_cause_of(c->paper, c->where, answer->ledger.quick);
    int shown = cause && paper_claim_verdict(&answer->ledger, k) != RG_VERDICT_CONFIRMED;
    json_text(w, "who", shown ? cause->who : "");
    json_text(w, "why", shown ? cause->why : "");
    json_text(w, "experiment", c->experiment ? c->experiment : "");
    json_close(w, '}');
  }
  json_close(w, ']');
}

void print_papers_answer_json(const papers_answer *answer) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_open(&w, "verdicts", '{');
  for (int v = RG_VERDICT_CONFIRMED; v <= RG_VERDICT_NOT_TESTED; v++)
    json_int(&w, rg_verdict_text((rg_verdict)v), rg_page_count(answer->page, (rg_verdict)v));
  json_close(&w, '}');
  json_int(&w, "interrupted", answer->interrupted);
  put_experiments(&w, answer);
  put_findings(&w, answer);
  put_claims(&w, answer);
  json_close(&w, '}');
}
