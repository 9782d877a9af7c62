/* What `rigor run` was asked for, what came out, and how it is told. */
#ifndef RIGOR_RUN_COMMAND_H
#define RIGOR_RUN_COMMAND_H

#include "run_options.h"
#include "tally.h"

#include <stdio.h>

typedef struct run_request {
  simulation_request simulation;
  const char *csv, *contacts, *sensors; /* "-": standard output */
  int every;                            /* of the steps one is recorded */
  const char *save, *resume;            /* checkpoints */
  double save_every;                    /* simulated s; 0: at the end only */
  const char *dump;                     /* where one contact problem goes */
  char notice[256];                     /* what a checkpoint has to say about the options */
  const char *html;                     /* a page that shows the motion, */
  int live;                             /* and goes on with it when it is opened */
  const char *svg, *png;                /* a picture: side view, or plots */
  double png_scale;                     /* pixels a px */
  const char *camera;                   /* --png is what it sees at the end; NULL: from the side */
  const char *plot;                     /* which plots, separated by commas; NULL: the side view */
  int at_step;                          /* which; 0: the first that is not solved, else the last */
} run_request;

typedef struct run_answer {
  const rg_model *model;
  rg_sim *sim;
  tally tally;
  rg_misplaced start; /* what is wrong with the state that it starts from */
  long steps_wanted;
  double total_seconds; /* wall time of the loop with everything that was written */
  int interrupted;
  rg_status last_status; /* of the last step */
} run_answer;

/* Steps, records and saves until the end, a failure or an interrupt. RG_OK unless a file could not be written, which
   is then in the request's error. */
rg_status run_steps(run_request *request, run_answer *answer);

/* "solved", "interrupted", or what the first step that was not solved ended with */
const char *run_status_text(const run_answer *answer);
void print_run(FILE *stream, const run_request *request, const run_answer *answer);
void print_run_json(const run_request *request, const run_answer *answer);

#endif
