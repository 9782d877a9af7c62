/* Problem files: Siconos text, FCLIB HDF5, and a JSON form of our own; trajectories and contacts as
   comma-separated lines (docs/formats.md). */
#ifndef RIGOR_RECORD_H
#define RIGOR_RECORD_H

#include <rigor/problem.h>
#include <rigor/step.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_format {
  RG_FORMAT_AUTO = 0, /* by content when reading, by extension when writing */
  RG_FORMAT_SICONOS,  /* text: local, global, LCP, MLCP */
  RG_FORMAT_FCLIB,    /* HDF5 */
  RG_FORMAT_JSON
} rg_format;

/* Fills `problem`; free it with rg_problem_free(). On failure the problem is empty. */
RG_API rg_status rg_problem_read(rg_problem *problem, const char *path, rg_format format,
                                 rg_error *error);
/* Writes beside the target and renames, so that no file is ever half written. `impulse` and
   `velocity` (n, may be NULL) are stored as the solution where the format has a place for it. */
RG_API rg_status rg_problem_write(const rg_problem *problem, const char *path, rg_format format,
                                  const double *impulse, const double *velocity, rg_error *error);

/* "siconos", "fclib", "json", "auto"; -1 for anything else */
RG_API int rg_format_parse(const char *text);
/* 1 where this build reads and writes FCLIB files */
RG_API int rg_has_fclib(void);

/* --- trajectories: a line a step, whole lines only ------------------------------------------------------ */

typedef struct rg_trajectory rg_trajectory;

typedef struct rg_trajectory_line {
  double time;
  const double *qpos, *qvel; /* nq, nv */
  double energy;             /* J */
  int contacts;
  double natural_map; /* of the step's certificate */
  int iterations;
  const rg_step_balance *balance; /* of the step; NULL: at the start there is none */
} rg_trajectory_line;

/* Opens `path` ("-": standard output) and writes the header. An older file is emptied; with `after` (else NULL) it is
   continued: its lines up to that time stay, the others go, *kept (may be NULL) tells how many stayed. On failure
   *trajectory is NULL. Lines reach the file whole, at the latest a second after they were written. */
RG_API rg_status rg_trajectory_open(rg_trajectory **trajectory, const char *path,
                                    const rg_model *model, const double *after, long *kept,
                                    rg_error *error);
/* Allocates nothing. After a failure the file stays whole up to its last line and nothing more is written. */
RG_API rg_status rg_trajectory_write(rg_trajectory *trajectory, const rg_trajectory_line *line,
                                     rg_error *error);
RG_API rg_status rg_trajectory_flush(rg_trajectory *trajectory, rg_error *error);
/* Returns the first failure since it was opened; frees in any case. NULL is fine. */
RG_API rg_status rg_trajectory_close(rg_trajectory *trajectory, rg_error *error);

/* The contacts of each step, a line a contact. The model must outlive the log. */
typedef struct rg_contact_log rg_contact_log;
RG_API rg_status rg_contact_log_open(rg_contact_log **log, const char *path, const rg_model *model,
                                     const double *after, rg_error *error);
RG_API rg_status rg_contact_log_write(rg_contact_log *log, double time,
                                      const rg_step_contact *contacts, int count, rg_error *error);
RG_API rg_status rg_contact_log_flush(rg_contact_log *log, rg_error *error);
RG_API rg_status rg_contact_log_close(rg_contact_log *log, rg_error *error);

/* --- any other table: whole lines, as above ------------------------------------------------------------- */

typedef struct rg_table rg_table;
/* The first column of a table that is continued (`after`) is the time. No line is longer than `longest` bytes: 32 a
   number, twice its length and 3 a text. */
RG_API rg_status rg_table_open(rg_table **table, const char *path, const char *header,
                               size_t longest, const double *after, long *kept, rg_error *error);
/* Fields of a line. */
RG_API void rg_table_reals(rg_table *table, const double *value, int count);
RG_API void rg_table_text(rg_table *table, const char *text); /* in quotes where it needs them */
RG_API rg_status rg_table_end(rg_table *table, rg_error *error);
RG_API rg_status rg_table_flush(rg_table *table, rg_error *error);
RG_API rg_status rg_table_close(rg_table *table, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
