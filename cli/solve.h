/* What `rigor solve` has to say, in words and in JSON. */
#ifndef RIGOR_SOLVE_COMMAND_H
#define RIGOR_SOLVE_COMMAND_H

#include "commands.h"

typedef struct solve_request {
  const char *path;   /* the problem */
  const char *html;   /* a page with the answer; NULL: none */
  const char *output; /* where the problem goes with its solution; NULL: nowhere */
  rg_format format;
  rg_options options;
  int json, impulses, trace, quiet; /* what is printed */
  rg_error error;
} solve_request;

typedef struct solve_answer {
  const rg_problem *problem;
  const rg_report *report;
  const double *impulse, *velocity, *motion;
} solve_answer;

/* "local" or "global" */
const char *form_text(const rg_problem *problem);

/* Members of a JSON object: the measures of a certificate. */
struct json_writer;
void put_measures(struct json_writer *w, const rg_certificate *certificate);

void json_problem(struct json_writer *w, const rg_problem *problem);
/* The certificate itself, with the places of the worst. */
void json_certificate(struct json_writer *w, const rg_certificate *certificate);
/* In words: what the file holds, and the table of measures. */
void print_problem(const char *path, const rg_problem *problem);
void print_certificate(const rg_problem *problem, const rg_certificate *certificate);

void print_answer(const solve_request *request, const solve_answer *answer);
void print_answer_json(const solve_request *request, const solve_answer *answer);
/* Fails with request->error. */
rg_status write_solve_page(solve_request *request, const solve_answer *answer);
/* To stderr: what is odd about the problem. */
void print_warnings(const solve_request *request, const rg_problem *problem);

#endif
