/* What `rigor solve` has to say, in words and in JSON. */
#ifndef RIGOR_SOLVE_COMMAND_H
#define RIGOR_SOLVE_COMMAND_H

#include "commands.h"

typedef struct solve_request {
  const char *path;   /* the problem */
  const char *output; /* where the problem goes with its solution; NULL: nowhere */
  rg_format format;
  rg_options options;
  int json, impulses, quiet;
  rg_error error;
} solve_request;

typedef struct solve_answer {
  const rg_problem *problem;
  const rg_report *report;
  const double *impulse, *velocity, *motion;
} solve_answer;

/* "cone", "pyramid:8" */
const char *law_text(const rg_law_options *law, char *buffer, size_t size);
/* "local" or "global" */
const char *form_text(const rg_problem *problem);

void print_answer(const solve_request *request, const solve_answer *answer);
void print_answer_json(const solve_request *request, const solve_answer *answer);
/* To stderr: what is odd about the problem. */
void print_warnings(const solve_request *request, const rg_problem *problem);

#endif
