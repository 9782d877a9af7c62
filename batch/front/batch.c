/* The batch: arrays over all simulations, checks of what is asked for, and the way to a backend. */
#include "front/front.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* in the order in which `auto` asks them */
static const batch_backend *const backends[] = {
#ifdef RIGOR_HAVE_CUDA
    &batch_cuda,
#endif
    &batch_threads,
#ifdef RIGOR_BATCH_KERNELS
    &batch_kernels,
#endif
};
enum { BACKENDS = sizeof backends / sizeof *backends };

const char *rg_batch_backend_at(int index) {
  return index >= 0 && index < BACKENDS ? backends[index]->name : NULL;
}

static const batch_backend *find_backend(const char *name) {
  for (int k = 0; k < BACKENDS; k++)
    if (strcmp(backends[k]->name, name) == 0) return backends[k];
  return NULL;
}

static rg_status refuse_backend(const char *name, rg_error *error) {
  if (strcmp(name, "cuda") == 0)
    return rg_fail(error, RG_BAD_INPUT, "backend",
                   "this build has no 'cuda': build it where nvcc is found");
  return rg_fail(error, RG_BAD_INPUT, "backend", "'%.60s' is none: auto, threads, kernels, cuda",
                 name);
}

rg_status rg_batch_backend_ready(const char *name, rg_error *error) {
  const batch_backend *backend = find_backend(name);
  rg_error_clear(error);
  return backend ? backend->ready(error) : refuse_backend(name, error);
}

rg_status rg_batch_options_from_model(const rg_model *model, rg_batch_options *options,
                                      rg_error *error) {
  memset(options, 0, sizeof *options);
  options->count = 1;
  options->certify =
      64; /* rare enough to cost nothing beside the steps, often enough to see a fault soon */
  return rg_sim_options_from_model(model, &options->sim, error);
}

/* --- memory ------------------------------------------------------------------------------------- */

void *batch_take(size_t bytes, const char *what, rg_error *error) {
  void *memory = bytes <= rg_memory_allowed() ? calloc(bytes ? bytes : 1, 1) : NULL;
  if (!memory)
    rg_fail(error, RG_NO_MEMORY, what, "%.1f MB do not fit into the memory", (double)bytes * 1e-6);
  return memory;
}

static void find_widths(rg_batch *batch) {
  const rg_model *m = batch->model;
  const int width[RG_BATCH_ARRAYS] = {1,     m->nq,        m->nv,         m->nact, m->nactuator,
                                      m->nv, 6 * m->nbody, m->nsensordata};
  memcpy(batch->width, width, sizeof width);
}

static rg_status take_arrays(rg_batch *batch, rg_error *error) {
  size_t count = (size_t)batch->options.count;
  find_widths(batch);
  for (int a = 0; a < RG_BATCH_ARRAYS; a++) {
    if (!batch->width[a]) continue;
    batch->array[a] = batch_take(count * (size_t)batch->width[a] * sizeof(double), "states", error);
    if (!batch->array[a]) return RG_NO_MEMORY;
  }
  batch->result = batch_take(count * sizeof *batch->result, "results", error);
  batch->reason =
      batch->result ? batch_take(count * sizeof *batch->reason, "results", error) : NULL;
  return batch->reason ? RG_OK : RG_NO_MEMORY;
}

void rg_batch_free(rg_batch *batch) {
  if (!batch) return;
  if (batch->own) batch->backend->close(batch);
  for (int a = 0; a < RG_BATCH_ARRAYS; a++) free(batch->array[a]);
  for (int p = 0; p < BATCH_PARAMETERS; p++) free(batch->parameter[p]);
  free(batch->result);
  free(batch->reason);
  free(batch);
}

/* --- set-up ------------------------------------------------------------------------------------- */

/* names that the caller may take away again */
static void keep_names(rg_batch *batch, const batch_backend *backend) {
  rg_batch_options *o = &batch->options;
  snprintf(batch->backend_name, sizeof batch->backend_name, "%s", backend->name);
  o->backend = batch->backend_name;
  if (!o->sim.solve.solver) return;
  snprintf(batch->solver_name, sizeof batch->solver_name, "%s", o->sim.solve.solver);
  o->sim.solve.solver = batch->solver_name;
}

static rg_status open_backend(rg_batch *batch, const batch_backend *backend, rg_error *error) {
  rg_status status = backend->ready(error);
  if (status) return status;
  batch->backend = backend;
  keep_names(batch, backend);
  return backend->open(batch, error);
}

/* the first that is ready, takes the model and suits so many; what the last one has to say otherwise */
static rg_status open_any(rg_batch *batch, rg_error *error) {
  rg_status status = RG_BAD_INPUT;
  int few = !batch_suits_gpu(batch->options.count, batch->options.threads);
  for (int k = 0; k < BACKENDS && status; k++) {
    if (few && strcmp(backends[k]->name, "cuda") == 0) continue;
    rg_error_clear(error);
    status = open_backend(batch, backends[k], error);
    if (backends[k] == &batch_threads) break;
  }
  return status;
}

static rg_status open_named(rg_batch *batch, const char *name, rg_error *error) {
  if (!name || strcmp(name, "auto") == 0) return open_any(batch, error);
  const batch_backend *backend = find_backend(name);
  return backend ? open_backend(batch, backend, error) : refuse_backend(name, error);
}

static rg_status check_options(const rg_batch_options *options, rg_error *error) {
  if (options->count < 1)
    return rg_fail(error, RG_BAD_INPUT, "count", "there must be a simulation, not %d",
                   options->count);
  if (options->threads < 0)
    return rg_fail(error, RG_BAD_INPUT, "threads", "must be from 0 on, not %d", options->threads);
  return RG_OK;
}

static int processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > 1024 ? 1024 : (int)count;
}

rg_status rg_batch_new(rg_batch **result, const rg_model *model, const rg_batch_options *options,
                       rg_error *error) {
  *result = NULL;
  rg_error_clear(error);
  rg_status status = check_options(options, error);
  if (status) return status;
  rg_batch *batch = batch_take(sizeof *batch, "batch", error);
  if (!batch) return RG_NO_MEMORY;
  batch->model = model;
  batch->options = *options;
  batch->options.sim.threads = 1;
  if (batch->options.threads == 0) batch->options.threads = processors();
  if (batch->options.threads > options->count) batch->options.threads = options->count;
  batch_clear_totals(&batch->totals);
  status = take_arrays(batch, error);
  if (!status) status = open_named(batch, options->backend, error);
  if (!status) status = rg_batch_reset(batch, NULL, -1, error);
  if (status) {
    rg_batch_free(batch);
    return status;
  }
  *result = batch;
  return RG_OK;
}

int rg_batch_count(const rg_batch *batch) { return batch->options.count; }
const char *rg_batch_backend(const rg_batch *batch) { return batch->backend->name; }
int rg_batch_threads(const rg_batch *batch) { return batch->options.threads; }
const rg_batch_options *rg_batch_used_options(const rg_batch *batch) { return &batch->options; }

double *rg_batch_values(rg_batch *batch, rg_batch_array array, int *width) {
  if (width) *width = batch->width[array];
  if (array == RG_BATCH_SENSORDATA && batch->width[array] && batch->backend->sense)
    (void)batch->backend->sense(batch, NULL); /* where memory is short they stay as they were */
  return batch->array[array];
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void copy(double *to, const double *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof *to);
}

void batch_give_row(const rg_batch *batch, int i, rg_data *data) {
  const int *w = batch->width;
  data->time = *batch_row(batch, RG_BATCH_TIME, i);
  copy(data->qpos, batch_row(batch, RG_BATCH_QPOS, i), w[RG_BATCH_QPOS]);
  copy(data->qvel, batch_row(batch, RG_BATCH_QVEL, i), w[RG_BATCH_QVEL]);
  copy(data->act, batch_row(batch, RG_BATCH_ACT, i), w[RG_BATCH_ACT]);
  copy(data->ctrl, batch_row(batch, RG_BATCH_CTRL, i), w[RG_BATCH_CTRL]);
  copy(data->qfrc_applied, batch_row(batch, RG_BATCH_QFRC_APPLIED, i), w[RG_BATCH_QFRC_APPLIED]);
  copy(data->xfrc_applied, batch_row(batch, RG_BATCH_XFRC_APPLIED, i), w[RG_BATCH_XFRC_APPLIED]);
}

void batch_take_row(const rg_batch *batch, int i, const rg_data *data) {
  const int *w = batch->width;
  *batch_row(batch, RG_BATCH_TIME, i) = data->time;
  copy(batch_row(batch, RG_BATCH_QPOS, i), data->qpos, w[RG_BATCH_QPOS]);
  copy(batch_row(batch, RG_BATCH_QVEL, i), data->qvel, w[RG_BATCH_QVEL]);
  copy(batch_row(batch, RG_BATCH_ACT, i), data->act, w[RG_BATCH_ACT]);
  copy(batch_row(batch, RG_BATCH_SENSORDATA, i), data->sensordata, w[RG_BATCH_SENSORDATA]);
}

int batch_is_met(const rg_batch *batch, const batch_order *order, int i,
                 const rg_step_contact *contact, int contacts) {
  if (!order->condition) return 0;
  rg_batch_moment moment = {i,
                            *batch_row(batch, RG_BATCH_TIME, i),
                            batch_row(batch, RG_BATCH_QPOS, i),
                            batch_row(batch, RG_BATCH_QVEL, i),
                            batch_row(batch, RG_BATCH_SENSORDATA, i),
                            contact,
                            contacts};
  return order->condition(order->context, &moment);
}

/* --- reset and steps ------------------------------------------------------------------------------ */

rg_status rg_batch_reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error) {
  rg_error_clear(error);
  if (key < -1 || key >= batch->model->nkey)
    return rg_fail(error, RG_BAD_INPUT, "key", "the model has %d keyframes, there is no %d",
                   batch->model->nkey, key);
  rg_status status = batch_check_parameters(batch, mask, error);
  if (status) return status;
  return batch->backend->reset(batch, mask, key, error);
}

static rg_status step(rg_batch *batch, const batch_order *order, rg_error *error) {
  rg_error_clear(error);
  if (order->steps < 0)
    return rg_fail(error, RG_BAD_INPUT, "steps", "must be from 0 on, not %d", order->steps);
  if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "steps", "interrupted");
  return order->steps ? batch->backend->step(batch, order, error) : RG_OK;
}

rg_status rg_batch_step(rg_batch *batch, int steps, rg_error *error) {
  batch_order order = {steps, NULL, NULL};
  return step(batch, &order, error);
}

rg_status rg_batch_step_until(rg_batch *batch, int most, rg_batch_condition condition,
                              void *context, rg_error *error) {
  batch_order order = {most, condition, context};
  return step(batch, &order, error);
}

rg_sim *rg_batch_sim(rg_batch *batch, int simulation) {
  int there = simulation >= 0 && simulation < batch->options.count;
  return there && batch->backend == &batch_threads ? batch_threads_sim(batch, simulation) : NULL;
}

int rg_batch_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts) {
  *contacts = NULL;
  if (simulation < 0 || simulation >= batch->options.count) return 0;
  return batch->backend->contacts(batch, simulation, contacts);
}
