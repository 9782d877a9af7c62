/* The sub-commands of the program; what they share. */
#ifndef RIGOR_COMMANDS_H
#define RIGOR_COMMANDS_H

#include "method.h"

#include <rigor/rigor.h>

#include <argp.h>

enum {
  EXIT_SOLVED = 0,
  EXIT_NOT_SOLVED = 1,
  EXIT_BAD_INPUT = 2,
  EXIT_ROUNDED =
      3 /* above the tolerance by no more than rounding makes of it, and nothing else is wrong */
};

typedef struct command {
  const char *name;
  const char *summary;
  const struct argp *argp;
  int (*run)(int argc, char **argv); /* argv[0] is "rigor NAME" */
} command;

extern const struct argp run_argp, compare_argp, frame_argp, solve_argp, certify_argp, convert_argp,
    info_argp, solvers_argp, laws_argp, papers_argp, bench_argp, view_argp, batch_argp, sweep_argp,
    help_argp;
int run_run(int argc, char **argv);
int run_compare(int argc, char **argv);
int run_frame(int argc, char **argv);
int run_solve(int argc, char **argv);
int run_certify(int argc, char **argv);
int run_convert(int argc, char **argv);
int run_info(int argc, char **argv);
int run_solvers(int argc, char **argv);
int run_laws(int argc, char **argv);
int run_papers(int argc, char **argv);
int run_bench(int argc, char **argv);
int run_view(int argc, char **argv);
int run_batch(int argc, char **argv);
int run_sweep(int argc, char **argv);
int run_help(int argc, char **argv);

extern const command commands[]; /* ended by a NULL name */
const command *find_command(const char *name);
const char *nearest_command(const char *name); /* its name; NULL where none is near */

/* Writes abbreviated options in full. */
void expand_options(const struct argp *argp, int argc, char **argv);
/* Looks at the options before argp does, so that a wrong one gets a suggestion, in JSON if asked
 * for. */
rg_status check_options(const struct argp *argp, int argc, char **argv, rg_error *error);
/* Whether --json is among the arguments. */
int wants_json(int argc, char **argv);
/* Whichever of `count` names is nearest to `text`; NULL where none is near. */
const char *nearest_name(const char *text, const char *(*name_at)(int), int count);

/* Prints the error as JSON on stdout or as text on stderr, with the way to the help; returns 2. */
int report_error(const char *program, const rg_error *error, int json, int usage);

/* Fills `error` for an option and returns RG_BAD_INPUT; the first error stays. */
rg_status refuse_option(rg_error *error, const char *option, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A problem from a file; where the file is a model the error says so. */
rg_status read_problem(rg_problem *problem, const char *path, rg_format format, rg_error *error);
/* Numbers of options with their ranges. */
void take_real(rg_error *error, const char *option, const char *text, double low, int low_allowed,
               double high, int high_allowed, double *value);
void take_int(rg_error *error, const char *option, const char *text, int low, int *value);
void take_format(rg_error *error, const char *option, const char *text, rg_format *format);
/* One of `count` names; `parse` gives its number or -1. */
void take_choice(rg_error *error, const char *option, const char *text, int (*parse)(const char *),
                 const char *(*name_at)(int), int count, int *value);

/* --memory: bytes, with k, M or G behind them; from then on that is what the library may take. */
void take_memory(rg_error *error, const char *text);

/* How a contact problem is solved. */
void take_solver(rg_error *error, const char *text, rg_options *options);
void take_law(rg_error *error, const char *text, rg_options *options);
void take_split(rg_error *error, const char *text, rg_options *options);
void take_angle(rg_error *error, const char *text, rg_options *options);
/* --set: NAME=X, several of them with colons between */
void take_setting(rg_error *error, const char *text, rg_options *options);

#endif
