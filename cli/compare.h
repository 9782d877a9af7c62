/* What `rigor compare` compares, and how it is told. */
#ifndef RIGOR_COMPARE_COMMAND_H
#define RIGOR_COMPARE_COMMAND_H

#include "run_options.h"
#include "tally.h"

#include <rigor/report.h>

enum { MOST_VARIANTS = 256, THRESHOLDS = 2, MOST_SHOWN = 6 };
/* Differences, m, whose first time is told. */
extern const double thresholds[THRESHOLDS];

typedef struct variant {
  int choice[MOST_SETTINGS]; /* which value of each setting */
  char name[160];            /* the values that differ between variants */
  rg_sim_options options;
  rg_sim *sim; /* NULL: it could not be set up, `error` says why */
  rg_error error;
  tally tally;
  long steps_wanted;
  int stopped; /* a step was not solved and the run could not go on */
  rg_status last_status;
  int page_run; /* its number on the page, -1: not on it */
  /* distance of the centres of mass from those of the first variant at common times, the largest of all bodies, m */
  long compared; /* at how many times */
  double difference_most, difference_last;
  double exceeds[THRESHOLDS]; /* first time above the threshold; NaN: never */
} variant;

typedef struct compare_request {
  simulation_request simulation;
  int each;        /* one option at a time, not all combinations */
  const char *csv; /* the table as a file; "-": standard output */
  const char *html;
} compare_request;

typedef struct comparison {
  const simulation_request *simulation;
  const rg_model *model;
  variant *variants;
  int count;
  int threads; /* that take variants */
  /* the variants differ in threads of their own: they follow each other, by the clock on the wall */
  int one_by_one;
  int interrupted;
  rg_scene_page *page; /* NULL: not wanted */
  int shown;           /* variants on it */
  rg_error page_error;
} comparison;

/* Runs all variants over the same span and compares their positions with those of the first one. The results do not depend
   on the number of threads, their times aside. */
rg_status compare_motions(comparison *c, int show_progress);

const char *variant_status(const variant *v);
void print_comparison(FILE *stream, const compare_request *request, const comparison *c);
void print_comparison_json(const compare_request *request, const comparison *c);
rg_status write_comparison(compare_request *request, const comparison *c);

#endif
