/* A sweep: models x options x points of parameters x repeats, each a task, each task a row (docs/cluster.md).

   The door of the room: read a spec, run it here or as one of many ranks, look at the rows. Functions that fail return
   something else than RG_OK and fill the error. Nothing here prints. */
#ifndef SWEEP_H
#define SWEEP_H

#include <rigor/rigor.h>

#include <stdint.h>

/* --- what is to be done ------------------------------------------------------------------------------ */

typedef enum sweep_design {
  SWEEP_GRID,
  SWEEP_LIST,
  SWEEP_RANDOM,
  SWEEP_LATIN,
  SWEEP_DESIGNS
} sweep_design;

enum { SWEEP_LABEL = 160, SWEEP_OBJECTS = 16 };

/* one parameter of the points */
typedef struct sweep_parameter {
  char label[SWEEP_LABEL]; /* its column */
  const char *name;        /* "mass", "qpos", ... */
  const char *of[SWEEP_OBJECTS];
  int objects; /* 0: all */
  int entry;   /* -1: not said, the first */
  int scale;   /* 1: times what the model has */
  int count;   /* of values; random and latin: 0 */
  double *value;
  double from, to;
  int log;
  int *stratum; /* latin: of each point */
} sweep_parameter;

typedef enum sweep_take {
  SWEEP_END,
  SWEEP_MAX,
  SWEEP_MIN,
  SWEEP_MEAN,
  SWEEP_AT_SLIP,
  SWEEP_AT_REST,
  SWEEP_TAKES,
  SWEEP_USUAL = -1
} sweep_take;

/* one number, or several, of a row */
typedef struct sweep_measure {
  char label[SWEEP_LABEL];
  int kind; /* measure.c */
  const char *of[2];
  int objects;
  sweep_take take;
  int width, start; /* numbers in a row, the first */
} sweep_measure;

/* a setting and the values that it takes in turns */
typedef struct sweep_option {
  char name[64]; /* "rigor.tol" */
  int count;
  const char **text; /* NULL: numbers */
  double *number;
} sweep_option;

typedef struct sweep {
  char path[4096];
  char *text; /* the spec with its keys sorted: what counts of it */
  void *tree; /* the parsed spec, which owns the texts above */
  int models;
  const char **model_name;
  rg_model **model;
  int options;
  sweep_option *option;
  long combinations; /* of values of options */
  double time;       /* s; NaN: `steps` */
  long steps;
  int until; /* SWEEP_AT_SLIP, SWEEP_AT_REST; SWEEP_END: neither */
  sweep_design design;
  long points, repeat, tasks;
  uint64_t seed;
  double noise_qpos, noise_qvel;
  int parameters;
  sweep_parameter *parameter;
  int measures;
  sweep_measure *measure;
  int width; /* numbers of a row */
  const char *slip_of[2];
  int slip_objects;
  double slip_above, rest_below, rest_for, limit;
  uint64_t fingerprint; /* of everything that a row depends on */
} sweep;

/* Reads the spec and its models, and tries each model with the first options: a wrong name does not wait for its task. */
rg_status sweep_read(sweep **s, const char *path, rg_error *error);
void sweep_free(sweep *s); /* NULL is fine */

/* One task of it. */
typedef struct sweep_task {
  long number, combination, point, repeat;
  int model;
  uint64_t seed;
} sweep_task;
sweep_task sweep_task_at(const sweep *s, long number);
/* The value of a parameter at a point. */
double sweep_value(const sweep *s, int parameter, long point);
/* "integrator=euler tol=1e-09", "" where there are no options */
const char *sweep_combination_text(const sweep *s, long combination, char *text, size_t size);

/* --- rows --------------------------------------------------------------------------------------------- */

typedef enum sweep_state {
  SWEEP_MISSING,
  SWEEP_SOLVED,
  SWEEP_UNSOLVED, /* a step was not solved */
  SWEEP_REFUSED,  /* the model does not take these parameters */
  SWEEP_CRASHED,  /* whoever did it died of it */
  SWEEP_TIMEOUT,
  SWEEP_STATES
} sweep_state;
const char *sweep_state_name(sweep_state state);

/* Rows of all tasks, by number; nothing is here but what is in the journal. */
typedef struct sweep_rows {
  long tasks, done;
  long count[SWEEP_STATES];
  unsigned char *state;
  double *value;  /* tasks x width */
  char **reason;  /* NULL: none */
  double seconds; /* of all of them together */
} sweep_rows;

/* --- doing it ----------------------------------------------------------------------------------------- */

typedef enum sweep_begin { SWEEP_NEW, SWEEP_RESUME, SWEEP_RESTART } sweep_begin;

/* how far it is; called some ten times a second */
typedef void (*sweep_told)(void *context, const sweep_rows *rows);

typedef struct sweep_orders {
  const char *output; /* .h5, .hdf5, .csv */
  sweep_begin begin;
  int workers;      /* of this process; 0: as many as it has processors, one a rank under MPI */
  const char *wire; /* file of the module for MPI; NULL: there is none in this build */
  sweep_told told;
  void *context;
} sweep_orders;

typedef struct sweep_answer {
  sweep_rows rows;
  int rank, ranks, workers; /* workers: of all ranks */
  long before;              /* tasks that the journal had */
  double seconds;           /* wall time */
  double finished;          /* of which the last file took */
  int interrupted;
} sweep_answer;

/* All tasks. `s` may be NULL, with the reason in *error: as a rank among others this says so to the others. Ranks but 0
   come back with answer->rank > 0 and nothing else. */
rg_status sweep_run(const sweep *s, const sweep_orders *orders, sweep_answer *answer,
                    rg_error *error);
void sweep_answer_free(sweep_answer *answer);
/* One task, here: as a row that nobody writes. `value` has s->width numbers. */
rg_status sweep_do(const sweep *s, long task, double *value, sweep_state *state, char *reason,
                   size_t size, rg_error *error);
/* 1 where this process was started as one rank among others */
int sweep_is_rank(int *rank);

#endif
