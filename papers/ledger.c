/* Results of claims, and the table of all of them. */
#include "claims.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int find(const char *paper, const char *where) {
  for (int k = 0; paper_claims[k].paper; k++)
    if (!strcmp(paper_claims[k].paper, paper) && !strcmp(paper_claims[k].where, where)) return k;
  return -1;
}

void paper_note(const paper_options *options, const char *paper, const char *where,
                rg_verdict verdict, const char *printed, const char *format, ...) {
  paper_ledger *ledger = options->ledger;
  if (!ledger) return;
  ledger->found = NULL;
  ledger->quick = options->quick;
  int k = find(paper, where);
  if (k < 0) {
    ledger->unknown++;
    return;
  }
  paper_result *r = &ledger->result[k];
  if (r->known && r->verdict >= verdict) return;
  va_list arguments;
  ledger->found = r;
  r->known = 1;
  r->verdict = verdict;
  snprintf(r->printed, sizeof r->printed, "%s", printed ? printed : "");
  va_start(arguments, format);
  vsnprintf(r->ours, sizeof r->ours, format, arguments);
  va_end(arguments);
}

void paper_find(const paper_options *options, rg_page *page, const char *paper, const char *where,
                rg_verdict verdict, const char *format, ...) {
  enum { SENTENCE = 1024 };
  char text[SENTENCE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rg_page_finding(page, verdict, "%s", text);
  paper_note(options, paper, where, verdict, "", "%s", "");
}

void paper_figure(const paper_options *options, const char *format, ...) {
  paper_result *r = options->ledger ? options->ledger->found : NULL;
  va_list arguments;
  if (!r) return;
  va_start(arguments, format);
  vsnprintf(r->ours, sizeof r->ours, format, arguments);
  va_end(arguments);
}

rg_verdict paper_claim_verdict(const paper_ledger *ledger, int claim) {
  const paper_result *r = &ledger->result[claim];
  return r->known ? r->verdict : RG_VERDICT_NOT_TESTED;
}

/* "\\|" in the place of '|': a bar parts cells */
static const char *cell(char *to, size_t size, const char *from) {
  size_t n = 0;
  for (; *from && n + 3 < size; from++) {
    if (*from == '|') to[n++] = '\\';
    to[n++] = *from;
  }
  to[n] = 0;
  return to;
}

const char *paper_claim_state(const paper_ledger *ledger, int claim) {
  if (paper_claims[claim].experiment && !ledger->result[claim].known) return "not run";
  return rg_verdict_text(paper_claim_verdict(ledger, claim));
}

const char *paper_claim_cause(const paper_ledger *ledger, int claim, char *text, size_t size) {
  const paper_claim *c = &paper_claims[claim];
  const paper_result *r = &ledger->result[claim];
  const paper_cause *cause = paper_cause_of(c->paper, c->where, ledger->quick);
  text[0] = 0;
  if (!c->experiment) snprintf(text, size, "%s", c->reason);
  else if (r->known && r->verdict != RG_VERDICT_CONFIRMED && cause)
    snprintf(text, size, "%s: %s", cause->who, cause->why);
  return text;
}

static void add_line(const paper_ledger *ledger, rg_page *page, int k) {
  enum { WHY = 256 };
  const paper_claim *c = &paper_claims[k];
  const paper_result *r = &ledger->result[k];
  char what[PAPER_CELL], figure[PAPER_CELL], printed[PAPER_CELL], ours[PAPER_CELL], why[WHY];
  char text[WHY];
  cell(what, sizeof what, c->what);
  cell(figure, sizeof figure, c->figure);
  cell(printed, sizeof printed, r->printed);
  cell(ours, sizeof ours, r->ours);
  cell(why, sizeof why, paper_claim_cause(ledger, k, text, sizeof text));
  rg_page_row(page, "%s, %s: %s|%s|%s|%s|%s|%s|%s%s%s%s", c->paper, c->where, what, figure, printed,
              ours, paper_claim_state(ledger, k), why, c->experiment ? "rigor papers " : "",
              c->experiment ? c->paper : "", c->experiment ? "/" : "",
              c->experiment ? c->experiment : "");
}

void paper_claims_table(const paper_ledger *ledger, rg_page *page) {
  rg_page_table(page, "What they say and what came out",
                "claim|paper|as printed|ours|verdict|why|command");
  for (int k = 0; paper_claims[k].paper; k++) add_line(ledger, page, k);
}
