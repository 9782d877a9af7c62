/* What the files of the room hand to each other. */
#ifndef SWEEP_PARTS_H
#define SWEEP_PARTS_H

#include "sweep.h"

#include <stddef.h>
#include <sys/types.h>

double sweep_clock(void); /* s, of the clock on the wall, never set back */

/* --- task.c --------------------------------------------------------------------------------------------- */

typedef enum sweep_draws {
  SWEEP_DRAW_POINT,
  SWEEP_DRAW_STRATUM,
  SWEEP_DRAW_QPOS,
  SWEEP_DRAW_QVEL
} sweep_draws;
/* in [0, 1); draws of different things do not follow from each other */
double sweep_draw(const sweep *s, sweep_draws what, uint64_t which, uint64_t entry);
/* which of the values of an option */
int sweep_option_choice(const sweep *s, int option, long combination);

/* --- measure.c ---------------------------------------------------------------------------------------- */

int sweep_measure_find(const char *name);    /* -1: none */
const char *sweep_measure_name_at(int kind); /* NULL past the last */
sweep_take sweep_measure_usual(int kind);
/* How many numbers it has in this model; 0 with the error where it has none. */
int sweep_measure_width(const sweep_measure *m, const rg_model *model, rg_error *error);

/* Gathers the measures of one simulation while it goes. */
typedef struct sweep_gauge sweep_gauge;
sweep_gauge *sweep_gauge_new(const sweep *s);
void sweep_gauge_free(sweep_gauge *gauge);
void sweep_gauge_begin(sweep_gauge *gauge, rg_sim *sim);
/* After a step; 1 where the task ends here. */
int sweep_gauge_step(sweep_gauge *gauge, rg_sim *sim, rg_status status);
void sweep_gauge_end(sweep_gauge *gauge, rg_sim *sim, double *value);

/* --- start.c: parameters and starts -------------------------------------------------------------------- */

/* Whether the model has everything that the parameters name. */
rg_status sweep_check_parameters(const sweep *s, const rg_model *model, rg_error *error);

/* --- execute.c ---------------------------------------------------------------------------------------- */

typedef struct sweep_bench sweep_bench; /* what is kept from one task to the next */
sweep_bench *sweep_bench_new(const sweep *s);
void sweep_bench_free(sweep_bench *bench);
/* s->width values; the reason is "" where nothing is to be said */
sweep_state sweep_execute(sweep_bench *bench, long task, double *value, char *reason, size_t size);
/* The first simulation of a model with the first options: whether there is one at all. */
rg_status sweep_try(const sweep *s, int model, rg_error *error);

/* --- record.c: a row as bytes, the same from the worker to the disk -------------------------------------- */

enum { SWEEP_REASON = 256 };

typedef struct sweep_record {
  uint32_t bytes; /* of everything, checksum included: a multiple of 8 */
  uint32_t state;
  uint64_t task;
  double seconds;
  /* then: width numbers, the reason with its 0 up to a multiple of 8, the checksum */
} sweep_record;

uint64_t sweep_hash(uint64_t hash, const void *bytes, size_t count); /* FNV-1a; begins with 0 */
size_t sweep_record_most(int width);
/* Returns the bytes. `value` NULL: not a number. */
size_t sweep_record_make(void *room, long task, sweep_state state, double seconds, int width,
                         const double *value, const char *reason);
/* The bytes of the record that begins here: 0: not all of it is here yet, -1: this is none. */
long sweep_record_check(const void *bytes, size_t count, const sweep *s);
const double *sweep_record_values(const sweep_record *record);
const char *sweep_record_reason(const sweep_record *record, int width);

/* --- rows.c --------------------------------------------------------------------------------------------- */

rg_status sweep_rows_new(sweep_rows *rows, const sweep *s, rg_error *error);
void sweep_rows_free(sweep_rows *rows);
/* 1 where it is new; a task that is done already stays as it is; -1 where memory ran out */
int sweep_rows_add(sweep_rows *rows, const sweep *s, const sweep_record *record);
/* results.c: everything, beside, then renamed */
rg_status sweep_results_write(const sweep *s, const sweep_rows *rows, const char *path,
                              rg_error *error);
int sweep_results_kind(const char *path, rg_error *error); /* 'c', 'h'; 0: neither */

/* --- journal.c --------------------------------------------------------------------------------------------- */

typedef struct sweep_journal sweep_journal;
/* Opens, locks, reads: rows of an older one are added to `rows`. */
rg_status sweep_journal_open(sweep_journal **journal, const sweep *s, const char *output,
                             sweep_begin begin, sweep_rows *rows, rg_error *error);
/* Whole records. */
rg_status sweep_journal_append(sweep_journal *journal, const void *bytes, size_t count,
                               rg_error *error);
rg_status sweep_journal_sync(sweep_journal *journal, rg_error *error);
rg_status sweep_journal_close(sweep_journal *journal, rg_error *error); /* syncs; NULL is fine */

/* --- crew.c: the foreman and its workers ------------------------------------------------------------------------ */

typedef struct sweep_crew {
  pid_t foreman;
  int tasks, rows; /* pipes: numbers of tasks go there, records come from there */
} sweep_crew;
/* Forks: call it before there are threads, files to be locked, or MPI. */
rg_status sweep_crew_start(sweep_crew *crew, const sweep *s, int workers, rg_error *error);
int sweep_crew_give(sweep_crew *crew, const uint64_t *task, int count); /* 0: it is gone */
void sweep_crew_end(sweep_crew *crew);

/* --- bytes that come in pieces ------------------------------------------------------------------------------------ */

typedef struct sweep_buffer {
  char *bytes;
  size_t used, room;
} sweep_buffer;
/* Room for so many more; 0: no memory. */
int sweep_buffer_room(sweep_buffer *b, size_t more);
void sweep_buffer_drop(sweep_buffer *b, size_t count); /* from the front */
/* Whole records at the front; -1 where something else is there. */
long sweep_buffer_whole(const sweep_buffer *b, const sweep *s);

#endif
