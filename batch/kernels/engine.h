/* What backends of kernels have in common: states of all simulations, interleaved, on the host; who steps them there or
   elsewhere; and the host that does what kernels leave to it. */
#ifndef RK_ENGINE_H
#define RK_ENGINE_H

#include "front/front.h"
#include "kernels/data.h"
#include "kernels/pack.h"

#include <assert.h>

/* arrays over all simulations: name, numbers of a simulation */
#define RK_STATE_REALS(X)                                                                          \
  X(qpos, m->nq)                                                                                   \
  X(qvel, m->nv)                                                                                   \
  X(ctrl, m->nactuator)                                                                            \
  X(time, 1)                                                                                       \
  X(clock, 2)                                                                                      \
  X(residual, 1)                                                                                   \
  X(worst, 1)                                                                                      \
  X(penetration, 1)                                                                                \
  X(qpos_before, m->nq)                                                                            \
  X(qvel_before, m->nv)                                                                            \
  X(kept, 3 * RK_KEPT)                                                                             \
  X(impulse, 3 * RK_KEPT)                                                                          \
  X(qfrc, m->nv)                                                                                   \
  X(xfrc, 6 * m->nbody)

#define RK_STATE_INTS(X)                                                                           \
  X(state, 1)                                                                                      \
  X(goal, 1)                                                                                       \
  X(steps, 1)                                                                                      \
  X(contacts, 1)                                                                                   \
  X(rows, 1)                                                                                       \
  X(iterations, 1)                                                                                 \
  X(slow, 1)                                                                                       \
  X(kept_count, 1)                                                                                 \
  X(kept_id, RK_KEPT)

enum { RK_BINS = RG_BATCH_BINS };

typedef struct rk_engine rk_engine;

/* where the kernels run */
typedef struct rk_place {
  /* room for the kernels' states beside the host's, and the model; NULL where the host's will do */
  rg_status (*open)(rk_engine *engine, rg_error *error);
  void (*close)(rk_engine *engine);
  rg_status (*send_model)(rk_engine *engine, rg_error *error);
  /* states to the place, and back: all but what only kernels use */
  rg_status (*send)(rk_engine *engine, rg_error *error);
  rg_status (*fetch)(rk_engine *engine, rg_error *error);
  /* every simulation that runs, up to its goal or until it is somebody else's */
  rg_status (*run)(rk_engine *engine, rg_error *error);
  /* states alone (RK_RUNS, ...) from the place; one simulation from it and to it */
  rg_status (*fetch_states)(rk_engine *engine, rg_error *error);
  rg_status (*fetch_lane)(rk_engine *engine, int lane, rg_error *error);
  rg_status (*send_lane)(rk_engine *engine, int lane, rg_error *error);
} rk_place;

struct rk_engine {
  rg_batch *batch;
  const rk_place *place;
  void *own; /* the place's */
  rk_packed packed;
  rk_arrays all; /* on the host */
  double *reals; /* its blocks */
  int *ints;
  long long *sums;
  size_t nreals, nints; /* numbers of a simulation */
  unsigned long long histogram[RK_BINS];
  batch_workers *workers;
  rg_sim **host;     /* a worker each: made when it is needed */
  double *host_real; /* parameters of the one that is being stepped */
  unsigned calls;    /* for the choice of samples */
  rg_sim *sample;    /* what certifies again; its contacts are what a caller sees */
};

rg_status rk_engine_open(rg_batch *batch, const rk_place *place, rg_error *error);
void rk_engine_close(rg_batch *batch);
rg_status rk_engine_reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error);
rg_status rk_engine_step(rg_batch *batch, const batch_order *order, rg_error *error);
int rk_engine_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts);

/* pointers of arrays into blocks of numbers and of ints for `count` simulations */
void rk_arrays_bind(rk_arrays *all, const rk_model *m, int count, double *reals, int *ints);
size_t rk_arrays_reals(const rk_model *m);
size_t rk_arrays_ints(void);
/* the same of records */
void rk_record_bind(rk_record *record, const rk_model *m, int slots, double *reals, int *ints);
size_t rk_record_reals(const rk_model *m);
size_t rk_record_ints(void);

#endif
