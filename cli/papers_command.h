/* What `rigor papers` was asked for, and what came out. */
#ifndef RIGOR_PAPERS_COMMAND_H
#define RIGOR_PAPERS_COMMAND_H

#include "claims.h"
#include "papers.h"

enum { MOST_EXPERIMENTS = 256 };

typedef struct papers_request {
  int all, quick, json;
  int threads; /* 0: one a core */
  const char *html, *models;
  int chosen[MOST_EXPERIMENTS]; /* by the number of the experiment among all */
  rg_error error;
} papers_request;

typedef struct papers_result {
  const paper_document *document;
  const paper_experiment *experiment;
  rg_status status;
  rg_error error;
  double seconds;
  int first_finding, findings; /* where they are on the page */
} papers_result;

typedef struct papers_answer {
  rg_page *page; /* all experiments, a section a document */
  papers_result results[MOST_EXPERIMENTS];
  int count;
  int interrupted;
  paper_ledger ledger; /* of the claims */
} papers_answer;

/* Experiment `index` of all documents; NULL behind the last one. */
const paper_experiment *experiment_at(int index, const paper_document **document);

void print_papers(void);
void print_papers_json(void);
/* one claim after the other, as wide as a terminal */
void print_claims(const paper_ledger *ledger);
/* "3 confirmed, 1 in part, 2 notes" of a page. */
void print_verdicts(FILE *stream, const rg_page *page);
void print_papers_answer_json(const papers_answer *answer);

#endif
