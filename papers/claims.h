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
/* NULL: none is known */
const paper_cause *paper_cause_of(const char *paper, const char *where);

enum { PAPER_MOST_CLAIMS = 160, PAPER_CELL = 160 };

typedef struct paper_result {
  int known;
  rg_verdict verdict;
  char printed[PAPER_CELL], ours[PAPER_CELL]; /* the method as printed (empty: ours is), and ours */
} paper_result;

typedef struct paper_ledger {
  paper_result result[PAPER_MOST_CLAIMS];
  int unknown; /* notes about claims that are not in the list */
} paper_ledger;

/* What an experiment found about a claim. Of two notes the worse verdict stays, with its figures. */
void paper_note(const paper_options *options, const char *paper, const char *where,
                rg_verdict verdict, const char *printed, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* A finding on the page, noted for a claim with the first words of its sentence. */
void paper_find(const paper_options *options, rg_page *page, const char *paper, const char *where,
                rg_verdict verdict, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* The verdict on a claim: not tested where nobody tests it. */
rg_verdict paper_claim_verdict(const paper_ledger *ledger, int claim);
/* One line a claim of the experiments that ran. */
void paper_claims_table(const paper_ledger *ledger, rg_page *page);

#endif
