/* Every numbered table, figure and numerical claim of the documents, who tests it, and what came out. */
#ifndef PAPERS_CLAIMS_H
#define PAPERS_CLAIMS_H

#include "papers.h"

typedef struct paper_claim {
  const char *paper; /* "mylapilli" */
  const char
      *where;       /* "Table 1", "Fig. 4", "page 8", "sec. 6.1"; one of its kind in the document */
  const char *what; /* what it says, in some words */
  const char *figure;     /* its figure */
  const char *experiment; /* who tests it; NULL: nobody */
  const char *reason;     /* and then why not */
} paper_claim;

extern const paper_claim paper_claims[]; /* ended by paper NULL */

/* Why a claim does not come out. */
typedef struct paper_cause {
  const char *paper, *where;
  const char *who; /* "the paper", "ours", "neither", or "open": not known */
  const char *why; /* and what shows it */
} paper_cause;

extern const paper_cause paper_causes[]; /* ended by paper NULL */
extern const paper_cause
    paper_quick_causes[]; /* those of short forms, where these show something else */
/* NULL: none is known */
const paper_cause *paper_cause_of(const char *paper, const char *where, int quick);

enum { PAPER_MOST_CLAIMS = 240, PAPER_CELL = 160 };

typedef struct paper_result {
  int known;
  rg_verdict verdict;
  char printed[PAPER_CELL], ours[PAPER_CELL]; /* the method as printed (empty: ours is), and ours */
} paper_result;

typedef struct paper_ledger {
  paper_result result[PAPER_MOST_CLAIMS];
  int unknown;         /* notes about claims that are not in the list */
  paper_result *found; /* by the last paper_find, where it stands in the list */
  int quick;           /* the short forms ran */
} paper_ledger;

/* What an experiment found about a claim. Of two notes the worse verdict stays, with its figures. */
void paper_note(const paper_options *options, const char *paper, const char *where,
                rg_verdict verdict, const char *printed, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* A finding on the page, noted for a claim; its figures follow. */
void paper_find(const paper_options *options, rg_page *page, const char *paper, const char *where,
                rg_verdict verdict, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* The figures of the claim that was found last, in a few words: what stands in the list of all claims. */
void paper_figure(const paper_options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The verdict on a claim: not tested where nobody tests it. */
rg_verdict paper_claim_verdict(const paper_ledger *ledger, int claim);
/* "confirmed", ..., or "not run" where its experiment did not */
const char *paper_claim_state(const paper_ledger *ledger, int claim);
/* "the paper: WHY" beside a verdict that is not "confirmed"; else nothing. Returns `text`. */
const char *paper_claim_cause(const paper_ledger *ledger, int claim, char *text, size_t size);
/* One row a claim. */
void paper_claims_table(const paper_ledger *ledger, rg_page *page);

#endif
