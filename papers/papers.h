/* The papers' experiments: one folder a document, one entry an experiment. Everything here uses the
   public API only. */
#ifndef PAPERS_H
#define PAPERS_H

#include <rigor/report.h>
#include <rigor/rigor.h>

struct paper_ledger;

typedef struct paper_options {
  int quick;                /* 1: the short form that the tests run, a second or two */
  const char *models;       /* folder with the scenes (models/) */
  int (*interrupted)(void); /* may be NULL; experiments stop early where it returns 1 */
  int threads; /* for independent runs; 0: one a core. Results do not depend on it, times aside */
  struct paper_ledger *ledger; /* where results of claims are noted (claims.h); may be NULL */
} paper_options;

/* Adds tables, plots and findings to the page. RG_OK, or what went wrong (an experiment whose finding is negative is
   RG_OK). */
typedef rg_status (*paper_run)(const paper_options *options, rg_page *page, rg_error *error);

typedef struct paper_experiment {
  const char *paper; /* "mylapilli", "peiret", "todorov", "andreani", "trinkle" */
  const char *name;  /* "sphere": rigor papers mylapilli/sphere */
  const char *title; /* one line */
  paper_run run;
} paper_experiment;

/* Each folder has one such list, ended by an entry with name NULL. */
extern const paper_experiment paper_trinkle[];
extern const paper_experiment paper_mylapilli[];
extern const paper_experiment paper_peiret[];
extern const paper_experiment paper_todorov[];
extern const paper_experiment paper_andreani[];

typedef struct paper_document {
  const char *name, *authors, *title;
  const paper_experiment *experiments;
} paper_document;
extern const paper_document paper_documents[]; /* ended by name NULL */

#endif
