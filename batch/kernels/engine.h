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
  X(act, m->nact)                                                                                  \
  X(ctrl, m->nactuator)                                                                            \
  X(time, 1)                                                                                       \
  X(clock, 2)                                                                                      \
  X(residual, 1)                                                                                   \
  X(worst, 1)                                                                                      \
  X(penetration, 1)                                                                                \
  X(qpos_before, m->nq)                                                                            \
  X(qvel_before, m->nv)                                                                            \
  X(act_before, m->nact)                                                                           \
  X(sample_qpos, m->nq)                                                                            \
  X(sample_qvel, m->nv)                                                                            \
  X(sample_act, m->nact)                                                                           \
  X(sample_ctrl, m->nactuator)                                                                     \
  X(sample_target, RK_KEPT)                                                                        \
  X(impulse, 3 * RK_KEPT)                                                                          \
  X(kept, 3 * RK_KEPT)                                                                             \
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
  X(sample_step, 1)                                                                                \
  X(sample_rows, 1)                                                                                \
  X(sample_contacts, 1)                                                                            \
  X(kept_count, 1)                                                                                 \
  X(sample_id, RK_KEPT)                                                                            \
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
  /* every simulation that runs, `rounds` steps at most, up to its goal or until it is somebody else's */
  rg_status (*run)(rk_engine *engine, int rounds, rg_error *error);
  /* states alone (RK_RUNS, ...) from the place; some simulations from it, one to it */
  rg_status (*fetch_states)(rk_engine *engine, rg_error *error);
  rg_status (*fetch_lanes)(rk_engine *engine, const int *lanes, int count, rg_error *error);
  rg_status (*send_lane)(rk_engine *engine, int lane, rg_error *error);
} rk_place;

/* rounds after which the host looks: for those that are its own, for steps to be certified again, for an interrupt */
enum { RK_PORTION = 16 };

/* An rg_sim of the host: for steps that kernels leave to it, for steps that are repeated. With the parameters of a
   simulation it has a model of its own. */
typedef struct rk_host {
  rg_sim *sim;
  rg_model model;
  double *reals;
  rg_error error;
  rg_batch_totals totals; /* what its steps add */
  char room[64];          /* the next one is another thread's */
} rk_host;

/* what the host says of a step that was certified again */
typedef struct rk_verdict {
  enum { RK_AGREES, RK_TOO_MANY, RK_OTHER_ROWS, RK_ABOVE_TOLERANCE } kind;
  int rows, contacts; /* the host's */
  double residual;
} rk_verdict;

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
  rk_host *host; /* a worker each: made when it is needed */
  rk_host shown; /* whose contacts a caller sees */
  int *list;     /* simulations that the host has to do with now, */
  int listed;
  rk_verdict *verdict; /* and what it says of them */
  int *looked;         /* steps after the last sample that was looked at, */
  int *refuted;        /* and after the last that was refuted; 0: none */
  unsigned char *left; /* 1: the host did its last step */
  int sensed;          /* 1: sensors are those of the last steps */
};

rg_status rk_engine_open(rg_batch *batch, const rk_place *place, rg_error *error);
void rk_engine_close(rg_batch *batch);
rg_status rk_engine_reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error);
rg_status rk_engine_step(rg_batch *batch, const batch_order *order, rg_error *error);
int rk_engine_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts);

/* what sensors say after the last step of each, by the host, which repeats it; nothing where that has been done */
rg_status rk_engine_sense(rg_batch *batch, rg_error *error);

/* pointers of arrays into blocks of numbers and of ints for `count` simulations */
void rk_arrays_bind(rk_arrays *all, const rk_model *m, int count, double *reals, int *ints);
size_t rk_arrays_reals(const rk_model *m);
size_t rk_arrays_ints(void);
/* the same of records */
void rk_record_bind(rk_record *record, const rk_model *m, int slots, double *reals, int *ints);
size_t rk_record_reals(const rk_model *m);
size_t rk_record_ints(void);

#endif
