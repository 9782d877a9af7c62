/* The batch object, and what a backend has to do for it. */
#ifndef RG_BATCH_FRONT_H
#define RG_BATCH_FRONT_H

#include <rigor/batch.h>

enum { BATCH_PARAMETERS = 12 };

/* What steps are asked for. */
typedef struct batch_order {
  int steps;
  rg_batch_condition condition; /* NULL: none */
  void *context;
} batch_order;

/* A backend keeps the simulations; the batch keeps the arrays that a caller sees. */
typedef struct batch_backend {
  const char *name;
  rg_status (*ready)(rg_error *error);
  /* fills batch->own; refuses models and options that it does not do */
  rg_status (*open)(rg_batch *batch, rg_error *error);
  void (*close)(rg_batch *batch);
  /* those with mask[i] (NULL: all) to a keyframe, with the parameters that were checked; the arrays follow */
  rg_status (*reset)(rg_batch *batch, const unsigned char *mask, int key, rg_error *error);
  rg_status (*step)(rg_batch *batch, const batch_order *order, rg_error *error);
  int (*contacts)(rg_batch *batch, int simulation, const rg_step_contact **contacts);
  /* the array of sensors as of the last steps; NULL: steps write it */
  rg_status (*sense)(rg_batch *batch, rg_error *error);
} batch_backend;

/* Simulations a thread of the processor from which on `auto` takes a GPU: below, the threads are done before the GPU is. A
   round of a GPU has a least time, whatever its number of simulations: an H200 takes 0.35 to 0.5 ms for up to 1,024
   quadrupeds, of which a thread steps 150 a millisecond, and 3 ms for 32 humanoids, 13 ms for 1,024 (docs/batch.md). */
enum { BATCH_GPU_FROM = 64 };
static inline int batch_suits_gpu(int count, int threads) {
  return count / BATCH_GPU_FROM >= threads;
}

extern const batch_backend batch_threads;
rg_sim *batch_threads_sim(rg_batch *batch, int simulation);
#ifdef RIGOR_BATCH_KERNELS
extern const batch_backend batch_kernels;
#endif
#ifdef RIGOR_HAVE_CUDA
extern const batch_backend batch_cuda;
#endif

/* Counts of one worker, added up at the end of a call: whole numbers, and largest ones by number of the simulation, so
   that the order does not matter. */
typedef struct batch_tally {
  rg_batch_totals totals;
  char room[64]; /* the next one is another thread's */
} batch_tally;

struct rg_batch {
  const rg_model *model;
  rg_batch_options options;
  char backend_name[16], solver_name[64];
  const batch_backend *backend;
  void *own; /* the backend's */
  double *array[RG_BATCH_ARRAYS];
  int width[RG_BATCH_ARRAYS];
  double *parameter[BATCH_PARAMETERS]; /* NULL: nobody asked for it */
  rg_batch_result *result;
  char (*reason)[256];
  uint64_t seed;
  int hold;
  rg_batch_totals totals;
};

/* one row of an array; NULL where the model has nothing of that kind */
static inline double *batch_row(const rg_batch *batch, rg_batch_array array, int simulation) {
  double *first = batch->array[array];
  return first ? first + (size_t)simulation * (size_t)batch->width[array] : NULL;
}

/* batch.c: zeroed; NULL with the reason where it is more than the library may take, or than there is */
void *batch_take(size_t bytes, const char *what, rg_error *error);
/* Rows of one simulation into the data of an rg_sim, and back after a step. */
void batch_give_row(const rg_batch *batch, int simulation, rg_data *data);
void batch_take_row(const rg_batch *batch, int simulation, const rg_data *data);
/* After a step: 1 where the condition of the order stops it. */
int batch_is_met(const rg_batch *batch, const batch_order *order, int simulation,
                 const rg_step_contact *contact, int contacts);

/* parameters.c */
int batch_parameter_width(const rg_model *model, int parameter);
/* Checks the rows of those with mask[i]. */
rg_status batch_check_parameters(const rg_batch *batch, const unsigned char *mask, rg_error *error);
/* The values of all simulations of one; NULL where nobody asked for it. */
const double *batch_parameter_values(const rg_batch *batch, const char *name);
/* 1 where one was asked for: models of simulations may differ */
int batch_has_parameters(const rg_batch *batch);
/* Numbers that a model of a simulation's own has in the place of the model's: how many, */
size_t batch_own_reals(const rg_batch *batch);
/* and the model itself: that of the batch with these; `reals` hold them and must outlive it. Options follow. 1 where
   anything differs from what `reals` held before. */
int batch_own_model(const rg_batch *batch, int simulation, double *reals, rg_model *model,
                    rg_sim_options *options);

/* draws.c: controls of a simulation before its step */
void batch_draw_row(const rg_batch *batch, int simulation);

/* results.c: what the report of a step adds */
void batch_clear_result(rg_batch *batch, int simulation);
void batch_count_step(rg_batch *batch, int simulation, rg_status status, double residual,
                      double penetration, int contacts, int iterations, rg_batch_totals *totals);
void batch_clear_totals(rg_batch_totals *totals);
void batch_add_totals(rg_batch_totals *sum, const rg_batch_totals *more);

/* workers.c: threads that stay; each does its own part of the simulations, always the same one */
typedef struct batch_workers batch_workers;
typedef void (*batch_task)(void *context, int worker, int workers);
batch_workers *batch_workers_new(int threads); /* NULL where memory ran out */
void batch_workers_free(batch_workers *workers);
int batch_workers_count(const batch_workers *workers);
void batch_workers_run(batch_workers *workers, batch_task task, void *context);
/* simulations of a worker: from the first of it to the first of the next */
static inline int batch_first_of(int count, int worker, int workers) {
  return (int)((long long)count * worker / workers);
}

#endif
