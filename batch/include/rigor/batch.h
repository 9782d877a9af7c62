/* Many simulations of one model at once (docs/batch.md): rigor_batch, a library of its own.

   Arrays are over all simulations, a row each: entry k of simulation i is array[i * width + k]. What becomes of a
   simulation does not depend on how many others there are, on what they do, on threads or on the order: same bits.
   A simulation that fails stops alone and is counted. One thread at a time calls the functions of one batch. */
#ifndef RIGOR_BATCH_H
#define RIGOR_BATCH_H

#include <rigor/step.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_batch rg_batch;

typedef struct rg_batch_options {
  int count; /* simulations, >= 1 */
  const char *
      backend; /* a name of rg_batch_backend_at(); NULL or "auto": the first that this machine and model allow */
  int threads;        /* 0: as many as there are processors */
  rg_sim_options sim; /* of all of them; threads is 1 */
  unsigned
      certify; /* kernels, cuda: one step in so many is certified again by the host; 0: none; default 64 */
  int profile; /* 1: cuda takes the time of the parts of a step, one after the other; default 0 */
} rg_batch_options;

/* Defaults, and the settings of the model for the steps. */
RG_API rg_status rg_batch_options_from_model(const rg_model *model, rg_batch_options *options,
                                             rg_error *error);

/* Backends of this build: "threads", "kernels" (the code of the GPU, on this processor) and "cuda"; NULL past the last. */
RG_API const char *rg_batch_backend_at(int index);
/* RG_OK where this machine has it; otherwise the error says what is missing. */
RG_API rg_status rg_batch_backend_ready(const char *backend, rg_error *error);

/* All simulations at qpos0, at rest. The model must outlive the batch. On failure *batch is NULL. */
RG_API rg_status rg_batch_new(rg_batch **batch, const rg_model *model,
                              const rg_batch_options *options, rg_error *error);
RG_API void rg_batch_free(rg_batch *batch); /* NULL is fine */
RG_API int rg_batch_count(const rg_batch *batch);
RG_API const char *rg_batch_backend(const rg_batch *batch); /* the one that was taken */
RG_API int rg_batch_threads(const rg_batch *batch);
RG_API const rg_batch_options *rg_batch_used_options(const rg_batch *batch);

/* --- state and inputs: read and write between steps ------------------------------------------------- */

typedef enum rg_batch_array {
  RG_BATCH_TIME,         /* 1 */
  RG_BATCH_QPOS,         /* nq */
  RG_BATCH_QVEL,         /* nv */
  RG_BATCH_ACT,          /* nact */
  RG_BATCH_CTRL,         /* nactuator */
  RG_BATCH_QFRC_APPLIED, /* nv */
  RG_BATCH_XFRC_APPLIED, /* nbody x 6 */
  RG_BATCH_SENSORDATA, /* nsensordata: written by steps; kernels, cuda: by this call, ask again after steps */
  RG_BATCH_ARRAYS
} rg_batch_array;

/* NULL where the model has nothing of the kind; `width` may be NULL. */
RG_API double *rg_batch_values(rg_batch *batch, rg_batch_array array, int *width);

/* Before each step of which the number, counted from its reset, is a multiple of `hold` a simulation draws its
   controls anew, evenly within their range (-1 to 1 where there is none). The draw depends on seed, simulation, step
   and actuator alone. hold 0: none is drawn (default). */
RG_API void rg_batch_draw_controls(rg_batch *batch, uint64_t seed, int hold);
/* The number that such a draw is made of, in [0, 1): for starts and parameters of a caller. */
RG_API double rg_batch_draw(uint64_t seed, uint64_t simulation, uint64_t step, uint64_t entry);

/* --- parameters of single simulations ------------------------------------------------------------------ */

/* mass (nbody), inertia (nbody x 3, principal), friction (ngeom x 3), size (ngeom x 3, of primitives), gravity (3),
   restitution (1, of all pairs; NaN: the model's), gain (nactuator), bias (nactuator x 3), damping, armature,
   frictionloss (nv), stiffness (njoint). NULL past the last. */
RG_API const char *rg_batch_parameter_at(int index);
/* The values of all simulations, at first those of the model. What is written counts from the next reset of that
   simulation on. Masses and inertias do not follow from sizes. NULL where the name is none, and `error` says so. */
RG_API double *rg_batch_parameter(rg_batch *batch, const char *name, int *width, rg_error *error);

/* --- stepping ------------------------------------------------------------------------------------------ */

/* Back to a keyframe (key -1: qpos0 at rest), those with mask[i] != 0 (NULL: all): state, inputs, time, results; with
   the parameters as they are now. Where a parameter is refused nothing has changed. */
RG_API rg_status rg_batch_reset(rg_batch *batch, const unsigned char *mask, int key,
                                rg_error *error);

/* `steps` steps of every simulation that runs. RG_OK however many of them failed; RG_LIMIT where rg_interrupt() came in
   between, and whatever was done stays. */
RG_API rg_status rg_batch_step(rg_batch *batch, int steps, rg_error *error);

/* What a simulation looks like to a condition. */
typedef struct rg_batch_moment {
  int simulation;
  double time;
  const double *qpos, *qvel, *sensordata;
  const rg_step_contact *contact; /* threads only; else NULL, and their number alone */
  int contacts;
} rg_batch_moment;
/* 1: the simulation stops here. Called after its steps, on any thread, for different simulations at once. */
typedef int (*rg_batch_condition)(void *context, const rg_batch_moment *moment);
/* At most `most` steps, until the condition stops each of them. */
RG_API rg_status rg_batch_step_until(rg_batch *batch, int most, rg_batch_condition condition,
                                     void *context, rg_error *error);

/* --- what became of them ------------------------------------------------------------------------------- */

typedef enum rg_batch_state {
  RG_BATCH_RUNS = 0,
  RG_BATCH_MET,   /* its condition was met */
  RG_BATCH_FAILED /* a step was not solved, and the policy is to stop: until it is reset */
} rg_batch_state;

typedef struct rg_batch_result {
  rg_batch_state state;
  rg_status status;         /* of the last step */
  long steps;               /* since the reset */
  long unsolved;            /* steps that were not solved */
  double residual, worst;   /* law_residual of the certificate: last step, worst since the reset */
  double penetration;       /* deepest overlap since the reset, m */
  int contacts, iterations; /* of the last step */
  long contact_sum, iteration_sum;
  long slow,
      host; /* kernels, cuda: steps of the slower kernel; those that the host did in its place */
} rg_batch_result;

RG_API const rg_batch_result *rg_batch_results(const rg_batch *batch); /* count of them */
/* Why the last step was not solved; "" where it was. */
RG_API const char *rg_batch_reason(const rg_batch *batch, int simulation);
/* Contacts of the last step of one simulation, as rg_sim_contacts() has them; returns their number, -1 where this
   backend keeps none. */
RG_API int rg_batch_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts);

/* The simulation itself, for whoever wants more of it than the arrays have, and steps it without the batch; a reset may
   put another in its place. NULL where this backend has none. */
RG_API rg_sim *rg_batch_sim(rg_batch *batch, int simulation);

enum { RG_BATCH_BINS = 32, RG_BATCH_PARTS = 4 };
/* of a round of steps: "motion" (with contacts), "laws", "slower" (laws again), "certificate" (with the new state) */
RG_API const char *rg_batch_part_name(int part);
/* Over all simulations since rg_batch_new(). */
typedef struct rg_batch_totals {
  long steps, unsolved, contacts, iterations;
  long histogram
      [RG_BATCH_BINS]; /* steps that took 0, 1, 2, ... iterations; the last: so many or more */
  long slow, host;
  long certified;         /* steps of kernels that the host certified again, */
  double certified_worst; /* the worst residual that it found, */
  long refuted;     /* and those with a residual above the tolerance, or with rows or contacts that
                       the host does not have: they count as not solved, and their simulations fail */
  long uncertified; /* chosen, but of more than 64 rows and contacts, whose impulses are not kept */
  double worst;     /* residual */
  int worst_at;     /* simulation; -1: none */
  double device_seconds;          /* cuda: in kernels, without copies */
  double seconds[RG_BATCH_PARTS]; /* cuda with `profile`: of the parts */
} rg_batch_totals;
RG_API rg_batch_totals rg_batch_sum(const rg_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
