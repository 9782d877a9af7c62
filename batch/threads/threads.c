/* Backend `threads`: an rg_sim for each simulation, made, stepped and freed by the one thread that it belongs to. */
#include "front/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* one simulation */
typedef struct lane {
  rg_sim *sim;
  rg_model model; /* with parameters of its own; else unused */
  double *reals;  /* these; NULL: none so far */
} lane;

typedef struct threads {
  batch_workers *workers;
  lane *lane;
  batch_tally *tally; /* a worker each */
} threads;

/* what a worker is to do, and the first thing that went wrong, by number of the simulation */
typedef struct job {
  rg_batch *batch;
  const unsigned char *mask;
  int key;
  const batch_order *order;
  rg_error *error; /* a worker each */
  int *failed;     /* a worker each: the simulation, -1: none */
} job;

static rg_status ready(rg_error *error) {
  (void)error;
  return RG_OK;
}

/* --- reset ---------------------------------------------------------------------------------------- */

/* another simulation in the place of the old one; on failure that one stays */
static rg_status renew(lane *l, const rg_model *model, const rg_sim_options *options,
                       rg_error *error) {
  rg_sim *sim = NULL;
  rg_status status = rg_sim_new(&sim, model, options, error);
  if (status) return status;
  rg_sim_free(l->sim);
  l->sim = sim;
  return RG_OK;
}

static rg_status prepare(rg_batch *batch, lane *l, int i, rg_error *error) {
  rg_sim_options options;
  if (!batch_has_parameters(batch))
    return l->sim ? RG_OK : renew(l, batch->model, &batch->options.sim, error);
  if (!l->reals) {
    l->reals = batch_take(batch_own_reals(batch) * sizeof(double), "parameters", error);
    if (!l->reals) return RG_NO_MEMORY;
    batch_own_model(batch, i, l->reals, &l->model, &options);
    return renew(l, &l->model, &options, error);
  }
  if (!batch_own_model(batch, i, l->reals, &l->model, &options)) return RG_OK;
  return renew(l, &l->model, &options, error);
}

static void clear_row(rg_batch *batch, rg_batch_array array, int i) {
  size_t width = (size_t)batch->width[array];
  if (width) memset(batch_row(batch, array, i), 0, width * sizeof(double));
}

static rg_status reset_lane(rg_batch *batch, int i, int key, rg_error *error) {
  threads *own = batch->own;
  lane *l = &own->lane[i];
  rg_status status = prepare(batch, l, i, error);
  if (!status) status = rg_sim_reset(l->sim, key, error);
  if (status) return status;
  const rg_data *data = rg_sim_data(l->sim);
  batch_take_row(batch, i, data);
  clear_row(batch, RG_BATCH_QFRC_APPLIED, i);
  clear_row(batch, RG_BATCH_XFRC_APPLIED, i);
  if (batch->width[RG_BATCH_CTRL])
    memcpy(batch_row(batch, RG_BATCH_CTRL, i), data->ctrl,
           (size_t)batch->width[RG_BATCH_CTRL] * sizeof(double));
  batch_clear_result(batch, i);
  return RG_OK;
}

static void reset_part(void *context, int worker, int workers) {
  job *j = context;
  int count = j->batch->options.count, end = batch_first_of(count, worker + 1, workers);
  j->failed[worker] = -1;
  for (int i = batch_first_of(count, worker, workers); i < end; i++) {
    if (j->mask && !j->mask[i]) continue;
    if (reset_lane(j->batch, i, j->key, &j->error[worker]) == RG_OK) continue;
    j->failed[worker] = i;
    return;
  }
}

/* the first failure by number, whoever found it */
static rg_status first_failure(const job *j, int workers, rg_error *error) {
  for (int w = 0; w < workers; w++)
    if (j->failed[w] >= 0) {
      rg_status status = j->error[w].status;
      if (error) *error = j->error[w];
      return status;
    }
  return RG_OK;
}

static rg_status reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error) {
  threads *own = batch->own;
  size_t workers = (size_t)batch_workers_count(own->workers);
  job j = {.batch = batch, .mask = mask, .key = key};
  j.error = batch_take(workers * sizeof *j.error, "errors", error);
  j.failed = batch_take(workers * sizeof *j.failed, "errors", error);
  rg_status status = RG_NO_MEMORY;
  if (j.error && j.failed) {
    batch_workers_run(own->workers, reset_part, &j);
    status = first_failure(&j, (int)workers, error);
  }
  free(j.error);
  free(j.failed);
  return status;
}

/* --- steps ---------------------------------------------------------------------------------------- */

/* 0 where it does not go on */
static int step_once(rg_batch *batch, int i, const batch_order *order, rg_batch_totals *totals) {
  rg_sim *sim = ((threads *)batch->own)->lane[i].sim;
  const rg_step_report *report = rg_sim_report(sim);
  const rg_step_contact *contact;
  batch_draw_row(batch, i);
  batch_give_row(batch, i, rg_sim_data(sim));
  rg_status status = rg_step(sim);
  if (rg_interrupted()) return 0; /* the step was taken back */
  batch_take_row(batch, i, rg_sim_data(sim));
  batch_count_step(batch, i, status, report->certificate.law_residual, report->penetration,
                   report->contacts, report->iterations, totals);
  snprintf(batch->reason[i], sizeof batch->reason[i], "%s", report->reason);
  int contacts = rg_sim_contacts(sim, &contact);
  rg_batch_result *r = &batch->result[i];
  if (r->state == RG_BATCH_RUNS && batch_is_met(batch, order, i, contact, contacts))
    r->state = RG_BATCH_MET;
  return r->state == RG_BATCH_RUNS;
}

static void step_part(void *context, int worker, int workers) {
  job *j = context;
  rg_batch *batch = j->batch;
  rg_batch_totals *totals = &((threads *)batch->own)->tally[worker].totals;
  int count = batch->options.count, end = batch_first_of(count, worker + 1, workers);
  batch_clear_totals(totals);
  for (int i = batch_first_of(count, worker, workers); i < end; i++) {
    if (batch->result[i].state != RG_BATCH_RUNS) continue;
    for (int k = 0; k < j->order->steps; k++)
      if (!step_once(batch, i, j->order, totals)) break;
  }
}

static rg_status step(rg_batch *batch, const batch_order *order, rg_error *error) {
  threads *own = batch->own;
  job j = {.batch = batch, .order = order};
  /* a condition is asked anew */
  for (int i = 0; i < batch->options.count; i++)
    if (batch->result[i].state == RG_BATCH_MET) batch->result[i].state = RG_BATCH_RUNS;
  batch_workers_run(own->workers, step_part, &j);
  for (int w = 0; w < batch_workers_count(own->workers); w++)
    batch_add_totals(&batch->totals, &own->tally[w].totals);
  return rg_interrupted() ? rg_fail(error, RG_LIMIT, "steps", "interrupted") : RG_OK;
}

/* --- the whole ------------------------------------------------------------------------------------- */

static void close_part(void *context, int worker, int workers) {
  rg_batch *batch = context;
  threads *own = batch->own;
  int count = batch->options.count, end = batch_first_of(count, worker + 1, workers);
  for (int i = batch_first_of(count, worker, workers); i < end; i++) {
    rg_sim_free(own->lane[i].sim);
    free(own->lane[i].reals);
  }
}

static void close_threads(rg_batch *batch) {
  threads *own = batch->own;
  if (own->workers && own->lane) batch_workers_run(own->workers, close_part, batch);
  batch_workers_free(own->workers);
  free(own->lane);
  free(own->tally);
  free(own);
  batch->own = NULL;
}

static rg_status open_threads(rg_batch *batch, rg_error *error) {
  threads *own = batch_take(sizeof *own, "threads", error);
  if (!own) return RG_NO_MEMORY;
  batch->own = own;
  own->workers = batch_workers_new(batch->options.threads);
  own->lane = batch_take((size_t)batch->options.count * sizeof *own->lane, "simulations", error);
  own->tally = batch_take((size_t)batch->options.threads * sizeof *own->tally, "threads", error);
  if (own->workers && own->lane && own->tally) {
    batch->options.threads = batch_workers_count(own->workers);
    return RG_OK;
  }
  close_threads(batch);
  return rg_fail(error, RG_NO_MEMORY, "threads", "no memory for them");
}

static int contacts(rg_batch *batch, int simulation, const rg_step_contact **contact) {
  return rg_sim_contacts(((threads *)batch->own)->lane[simulation].sim, contact);
}

rg_sim *batch_threads_sim(rg_batch *batch, int simulation) {
  return ((threads *)batch->own)->lane[simulation].sim;
}

const batch_backend batch_threads = {"threads", ready, open_threads, close_threads,
                                     reset,     step,  contacts,     NULL};
