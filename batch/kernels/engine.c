/* Steps of all simulations by kernels, and by the host's rg_step for what they leave. Each is counted. */
#include "kernels/engine.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- arrays ----------------------------------------------------------------------------------------- */

void rk_arrays_bind(rk_arrays *all, const rk_model *m, int count, double *reals, int *ints) {
  size_t n = (size_t)count;
  all->count = count;
#define X(name, size)                                                                              \
  all->name = reals;                                                                               \
  reals += (size_t)(size)*n;
  RK_STATE_REALS(X)
#undef X
#define X(name, size)                                                                              \
  all->name = ints;                                                                                \
  ints += (size_t)(size)*n;
  RK_STATE_INTS(X)
#undef X
}

size_t rk_arrays_reals(const rk_model *m) {
  long sum = 0;
#define X(name, size) sum += (size);
  RK_STATE_REALS(X)
#undef X
  return (size_t)sum;
}

size_t rk_arrays_ints(void) {
  long sum = 0;
#define X(name, size) sum += (size);
  RK_STATE_INTS(X)
#undef X
  return (size_t)sum;
}

void rk_record_bind(rk_record *r, const rk_model *m, int slots, double *reals, int *ints) {
  size_t n = (size_t)slots;
  r->slots = slots;
#define X(name, size)                                                                              \
  r->name = reals;                                                                                 \
  reals += (size_t)(size)*n;
  RK_RECORD_REALS(X)
#undef X
#define X(name, size)                                                                              \
  r->name = ints;                                                                                  \
  ints += (size_t)(size)*n;
  RK_RECORD_INTS(X)
#undef X
}

size_t rk_record_reals(const rk_model *m) {
  long sum = 0;
#define X(name, size) sum += (size);
  RK_RECORD_REALS(X)
#undef X
  return (size_t)sum;
}

size_t rk_record_ints(void) {
  long sum = 0;
#define X(name, size) sum += (size);
  RK_RECORD_INTS(X)
#undef X
  return (size_t)sum;
}

/* rows of the caller, a simulation each, into interleaved ones; and back */
static void interleave(double *to, const double *rows, int width, int lane, int count) {
  for (int k = 0; k < width; k++)
    to[(size_t)k * (size_t)count + (size_t)lane] = rows[(size_t)lane * (size_t)width + (size_t)k];
}

static void separate(double *rows, const double *from, int width, int lane, int count) {
  for (int k = 0; k < width; k++)
    rows[(size_t)lane * (size_t)width + (size_t)k] = from[(size_t)k * (size_t)count + (size_t)lane];
}

static void give_lane(rk_engine *g, int lane) {
  const rg_batch *b = g->batch;
  int n = b->options.count;
  const int *w = b->width;
  interleave(g->all.qpos, b->array[RG_BATCH_QPOS], w[RG_BATCH_QPOS], lane, n);
  interleave(g->all.qvel, b->array[RG_BATCH_QVEL], w[RG_BATCH_QVEL], lane, n);
  interleave(g->all.ctrl, b->array[RG_BATCH_CTRL], w[RG_BATCH_CTRL], lane, n);
  interleave(g->all.time, b->array[RG_BATCH_TIME], 1, lane, n);
  if (g->all.qfrc) interleave(g->all.qfrc, b->array[RG_BATCH_QFRC_APPLIED], b->model->nv, lane, n);
  if (g->all.xfrc)
    interleave(g->all.xfrc, b->array[RG_BATCH_XFRC_APPLIED], 6 * b->model->nbody, lane, n);
}

static void take_lane(rk_engine *g, int lane) {
  rg_batch *b = g->batch;
  int n = b->options.count;
  const int *w = b->width;
  separate(b->array[RG_BATCH_QPOS], g->all.qpos, w[RG_BATCH_QPOS], lane, n);
  separate(b->array[RG_BATCH_QVEL], g->all.qvel, w[RG_BATCH_QVEL], lane, n);
  separate(b->array[RG_BATCH_CTRL], g->all.ctrl, w[RG_BATCH_CTRL], lane, n);
  separate(b->array[RG_BATCH_TIME], g->all.time, 1, lane, n);
}

/* each worker has its simulations */
static void give_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  int count = g->batch->options.count, end = batch_first_of(count, worker + 1, workers);
  for (int i = batch_first_of(count, worker, workers); i < end; i++) give_lane(g, i);
}

static void take_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  int count = g->batch->options.count, end = batch_first_of(count, worker + 1, workers);
  for (int i = batch_first_of(count, worker, workers); i < end; i++) take_lane(g, i);
}

static int any(const double *values, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (values[k] != 0) return 1;
  return 0;
}

/* applied forces only where there are any: kernels then read none */
static void choose_forces(rk_engine *g) {
  const rg_batch *b = g->batch;
  size_t count = (size_t)b->options.count;
  rk_arrays_bind(&g->all, &g->packed.model, b->options.count, g->reals, g->ints);
  if (!any(b->array[RG_BATCH_QFRC_APPLIED], count * (size_t)b->model->nv)) g->all.qfrc = NULL;
  if (!any(b->array[RG_BATCH_XFRC_APPLIED], 6 * count * (size_t)b->model->nbody))
    g->all.xfrc = NULL;
  g->all.contact_sum = g->sums;
  g->all.iteration_sum = g->sums + count;
  g->all.histogram = g->histogram;
  g->all.bins = RK_BINS;
  g->all.seed = b->seed;
  g->all.hold = b->hold;
}

/* --- set-up ----------------------------------------------------------------------------------------- */

void rk_engine_close(rg_batch *batch) {
  rk_engine *g = batch->own;
  if (g->own) g->place->close(g);
  for (int w = 0; w < batch->options.threads && g->host; w++) rg_sim_free(g->host[w]);
  rg_sim_free(g->sample);
  batch_workers_free(g->workers);
  rk_pack_free(&g->packed);
  free(g->reals);
  free(g->ints);
  free(g->sums);
  free(g->host);
  free(g->host_real);
  free(g);
  batch->own = NULL;
}

static rg_status take_room(rk_engine *g, rg_error *error) {
  size_t count = (size_t)g->batch->options.count;
  g->nreals = rk_arrays_reals(&g->packed.model);
  g->nints = rk_arrays_ints();
  g->workers = batch_workers_new(g->batch->options.threads);
  g->reals = batch_take(count * g->nreals * sizeof *g->reals, "states", error);
  g->ints = g->reals ? batch_take(count * g->nints * sizeof *g->ints, "states", error) : NULL;
  g->sums = batch_take(2 * count * sizeof *g->sums, "states", error);
  g->host = batch_take((size_t)g->batch->options.threads * sizeof *g->host, "states", error);
  if (!g->workers) return rg_fail(error, RG_NO_MEMORY, "threads", "no memory for them");
  g->batch->options.threads = batch_workers_count(g->workers);
  return g->reals && g->ints && g->sums && g->host ? RG_OK : RG_NO_MEMORY;
}

rg_status rk_engine_open(rg_batch *batch, const rk_place *place, rg_error *error) {
  rg_status status = rk_check(batch, error);
  if (status) return status;
  rk_engine *g = batch_take(sizeof *g, "kernels", error);
  if (!g) return RG_NO_MEMORY;
  batch->own = g;
  g->batch = batch;
  g->place = place;
  batch->options.sim.dt =
      batch->options.sim.dt > 0 ? batch->options.sim.dt : batch->model->option.timestep;
  status = rk_pack(&g->packed, batch, error);
  if (!status) status = take_room(g, error);
  if (!status) {
    choose_forces(g);
    status = place->open(g, error);
  }
  if (!status) status = place->send_model(g, error);
  if (status) rk_engine_close(batch);
  return status;
}

/* --- reset ------------------------------------------------------------------------------------------ */

static void reset_lane(rk_engine *g, rg_data *data, int i) {
  rg_batch *batch = g->batch;
  batch_take_row(batch, i, data);
  for (int a = RG_BATCH_QFRC_APPLIED; a <= RG_BATCH_XFRC_APPLIED; a++)
    if (batch->width[a])
      memset(batch_row(batch, (rg_batch_array)a, i), 0, (size_t)batch->width[a] * sizeof(double));
  if (batch->width[RG_BATCH_CTRL])
    memcpy(batch_row(batch, RG_BATCH_CTRL, i), data->ctrl,
           (size_t)batch->width[RG_BATCH_CTRL] * sizeof(double));
  g->all.state[i] = RK_RUNS;
  g->all.steps[i] = g->all.goal[i] = g->all.contacts[i] = g->all.rows[i] = 0;
  g->all.iterations[i] = g->all.slow[i] = g->all.kept_count[i] = 0;
  g->all.residual[i] = g->all.worst[i] = g->all.penetration[i] = 0;
  g->sums[i] = g->sums[batch->options.count + i] = 0;
  give_lane(g, i);
  batch_clear_result(batch, i);
}

rg_status rk_engine_reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error) {
  rk_engine *g = batch->own;
  rg_status status = rk_check_parameters(batch, mask, error);
  if (!status) status = rk_pack_parameters(&g->packed, batch, mask, error);
  if (!status) status = g->place->send_model(g, error);
  if (status) return status;
  rg_data *data = rg_data_new(batch->model);
  if (!data) return rg_fail(error, RG_NO_MEMORY, "reset", "no memory is left");
  rg_data_reset(batch->model, data, key);
  for (int i = 0; i < batch->options.count; i++)
    if (!mask || mask[i]) reset_lane(g, data, i);
  rg_data_free(data);
  return RG_OK;
}

/* --- the host ---------------------------------------------------------------------------------------- */

/* a simulation of the host with the parameters of this one; a new one where these may differ */
static rg_status host_sim(rk_engine *g, int lane, rg_sim **sim, rg_model *model, double **reals,
                          rg_error *error) {
  rg_batch *batch = g->batch;
  rg_sim_options options = batch->options.sim;
  const rg_model *used = batch->model;
  if (*sim && !batch_has_parameters(batch)) return rg_sim_reset(*sim, -1, error);
  rg_sim_free(*sim);
  *sim = NULL;
  if (batch_has_parameters(batch)) {
    if (!*reals) *reals = batch_take(batch_own_reals(batch) * sizeof(double), "parameters", error);
    if (!*reals) return RG_NO_MEMORY;
    batch_own_model(batch, lane, *reals, model, &options);
    used = model;
  }
  return rg_sim_new(sim, used, &options, error);
}

static void fill_host(const rk_engine *g, int lane, const double *qpos, const double *qvel,
                      rg_data *data) {
  const rg_model *m = g->batch->model;
  size_t n = (size_t)g->batch->options.count, at = (size_t)lane;
  data->time = g->all.time[lane];
  for (int k = 0; k < m->nq; k++) data->qpos[k] = qpos[(size_t)k * n + at];
  for (int k = 0; k < m->nv; k++) data->qvel[k] = qvel[(size_t)k * n + at];
  for (int k = 0; k < m->nactuator; k++) data->ctrl[k] = g->all.ctrl[(size_t)k * n + at];
  for (int k = 0; k < m->nv && g->all.qfrc; k++)
    data->qfrc_applied[k] = g->all.qfrc[(size_t)k * n + at];
  for (int k = 0; k < 6 * m->nbody && g->all.xfrc; k++)
    data->xfrc_applied[k] = g->all.xfrc[(size_t)k * n + at];
}

/* the answer of the host into the arrays; whether it goes on */
static void count_host(rk_engine *g, int lane, rg_sim *sim, rg_status status) {
  rg_batch *batch = g->batch;
  const rg_step_report *r = rg_sim_report(sim);
  const rg_data *data = rg_sim_data(sim);
  rk_arrays *all = &g->all;
  size_t n = (size_t)batch->options.count, at = (size_t)lane;
  int goes_on = batch->options.sim.on_failure == RG_ON_FAILURE_CONTINUE && status != RG_DIVERGED &&
                status != RG_BAD_INPUT;
  batch->result[lane].host++;
  batch->totals.host++;
  batch->result[lane].status = status;
  if (status) {
    batch->result[lane].unsolved++;
    batch->totals.unsolved++;
    snprintf(batch->reason[lane], sizeof batch->reason[lane], "%s", r->reason);
  }
  int bin = r->iterations < RK_BINS ? r->iterations : RK_BINS - 1;
  g->histogram[bin]++;
  all->contacts[lane] = r->contacts;
  all->rows[lane] = r->rows;
  all->iterations[lane] = r->iterations;
  g->sums[lane] += r->contacts;
  g->sums[n + at] += r->iterations;
  all->residual[lane] = r->certificate.law_residual;
  all->worst[lane] = fmax(all->worst[lane], r->certificate.law_residual);
  all->penetration[lane] = fmax(all->penetration[lane], r->penetration);
  all->kept_count[lane] = 0;
  all->state[lane] = status && !goes_on ? RK_STOPPED : RK_RUNS;
  if (status && !goes_on) {
    batch->result[lane].state = RG_BATCH_FAILED;
    return;
  }
  for (int k = 0; k < batch->model->nq; k++) {
    all->qpos_before[(size_t)k * n + at] = all->qpos[(size_t)k * n + at];
    all->qpos[(size_t)k * n + at] = data->qpos[k];
  }
  for (int k = 0; k < batch->model->nv; k++) {
    all->qvel_before[(size_t)k * n + at] = all->qvel[(size_t)k * n + at];
    all->qvel[(size_t)k * n + at] = data->qvel[k];
  }
  all->time[lane] = data->time;
  all->steps[lane]++;
}

/* one step of one simulation; its state is on the host */
static rg_status step_on_host(rk_engine *g, int lane, rg_error *error) {
  rg_model model;
  rg_status status = host_sim(g, lane, &g->host[0], &model, &g->host_real, error);
  if (status) return status;
  fill_host(g, lane, g->all.qpos, g->all.qvel, rg_sim_data(g->host[0]));
  status = rg_step(g->host[0]);
  if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "steps", "interrupted");
  count_host(g, lane, g->host[0], status);
  return RG_OK;
}

/* --- steps -------------------------------------------------------------------------------------------- */

static rg_status do_rest_on_host(rk_engine *g, rg_error *error) {
  rg_status status = RG_OK;
  for (int i = 0; i < g->batch->options.count && !status; i++) {
    if (g->all.state[i] <= RK_STOPPED) continue;
    status = g->place->fetch_lane(g, i, error);
    if (!status) status = step_on_host(g, i, error);
    if (!status) status = g->place->send_lane(g, i, error);
  }
  return status;
}

/* 1 where somebody runs and is not at the goal */
static int is_behind(const rk_engine *g) {
  for (int i = 0; i < g->batch->options.count; i++)
    if (g->all.state[i] == RK_RUNS && g->all.steps[i] < g->all.goal[i]) return 1;
  return 0;
}

/* all that run, to their goals: kernels, host, and again as long as somebody is behind */
static rg_status run_to_goals(rk_engine *g, rg_error *error) {
  rg_status status = RG_OK;
  while (!status && is_behind(g)) {
    if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "steps", "interrupted");
    status = g->place->run(g, error);
    if (!status) status = g->place->fetch_states(g, error);
    if (!status) status = do_rest_on_host(g, error);
  }
  return status;
}

/* --- certified again ----------------------------------------------------------------------------------- */

/* the last step of one simulation once more on the host, which has the same rows and contacts: its problem, */
static rg_status repeat_step(rk_engine *g, int lane, double **reals, rg_model *model,
                             rg_error *error) {
  rg_status status = g->place->fetch_lane(g, lane, error);
  if (!status) status = host_sim(g, lane, &g->sample, model, reals, error);
  if (status) return status;
  fill_host(g, lane, g->all.qpos_before, g->all.qvel_before, rg_sim_data(g->sample));
  rg_step(g->sample);
  return RG_OK;
}

/* and what the host's certificate says of the kernels' impulses */
static rg_status certify_lane(rk_engine *g, int lane, rg_error *error) {
  rg_batch *batch = g->batch;
  rg_certificate certificate;
  double x[3 * RK_KEPT], *reals = NULL;
  rg_model model;
  rg_status status = repeat_step(g, lane, &reals, &model, error);
  const rg_problem *p = status ? NULL : rg_sim_problem(g->sample);
  int rows = g->all.rows[lane], contacts = g->all.contacts[lane], units = rows + contacts;
  if (!status && p && p->rows == rows && p->contacts == contacts && units <= RK_KEPT) {
    for (int k = 0; k < units; k++)
      for (int e = 0; e < (k < rows ? 1 : 3); e++)
        x[k < rows ? k : rows + 3 * (k - rows) + e] =
            g->all.impulse[(size_t)(3 * k + e) * (size_t)batch->options.count + (size_t)lane];
    status = rg_certify(p, x, NULL, &certificate, error);
    if (!status) {
      batch->totals.certified++;
      batch->totals.certified_worst = fmax(batch->totals.certified_worst, certificate.law_residual);
    }
  }
  if (reals) { /* its model goes with them */
    rg_sim_free(g->sample);
    g->sample = NULL;
    free(reals);
  }
  return status;
}

/* one step in `certify`, chosen by numbers that do not depend on the motion */
static rg_status certify_sample(rk_engine *g, int steps, rg_error *error) {
  const rg_batch_options *o = &g->batch->options;
  rg_status status = RG_OK;
  double share = o->certify ? fmin(1, (double)steps / o->certify) : 0;
  g->calls++;
  for (int i = 0; i < o->count && !status && share > 0; i++) {
    const rg_batch_result *r = &g->batch->result[i];
    if (r->state != RG_BATCH_RUNS || g->all.kept_count[i] == 0) continue;
    if (rg_batch_draw(0, (uint64_t)i, g->calls, 0) >= share) continue;
    status = certify_lane(g, i, error);
  }
  return status;
}

/* --- results ---------------------------------------------------------------------------------------------- */

/* what the arrays say of one simulation */
static void take_result(rk_engine *g, int i) {
  rg_batch *batch = g->batch;
  rg_batch_result *r = &batch->result[i];
  long contacts = (long)g->sums[i], iterations = (long)g->sums[batch->options.count + i];
  batch->totals.steps += g->all.steps[i] - r->steps;
  batch->totals.contacts += contacts - r->contact_sum;
  batch->totals.iterations += iterations - r->iteration_sum;
  batch->totals.slow += g->all.slow[i] - r->slow;
  r->steps = g->all.steps[i];
  r->slow = g->all.slow[i];
  r->contact_sum = contacts;
  r->iteration_sum = iterations;
  r->residual = g->all.residual[i];
  r->worst = g->all.worst[i];
  r->penetration = g->all.penetration[i];
  r->contacts = g->all.contacts[i];
  r->iterations = g->all.iterations[i];
  if (r->state == RG_BATCH_FAILED) return;
  r->status = RG_SOLVED;
  batch->reason[i][0] = '\0';
}

static void take_results(rk_engine *g) {
  rg_batch_totals *t = &g->batch->totals;
  batch_workers_run(g->workers, take_part, g);
  for (int i = 0; i < g->batch->options.count; i++) {
    take_result(g, i);
    double worst = g->batch->result[i].worst;
    if (t->worst_at >= 0 && !(worst > t->worst)) continue;
    t->worst = worst;
    t->worst_at = i;
  }
  for (int k = 0; k < RK_BINS; k++) {
    t->histogram[k] += (long)g->histogram[k];
    g->histogram[k] = 0;
  }
}

/* `steps` of all that run */
static rg_status step_some(rk_engine *g, int steps, rg_error *error) {
  rg_batch *batch = g->batch;
  choose_forces(g);
  for (int i = 0; i < batch->options.count; i++) {
    int runs = batch->result[i].state == RG_BATCH_RUNS;
    g->all.state[i] = runs ? RK_RUNS : RK_STOPPED;
    g->all.goal[i] = g->all.steps[i] + steps;
  }
  batch_workers_run(g->workers, give_part, g);
  rg_status status = g->place->send(g, error);
  if (!status) status = run_to_goals(g, error);
  rg_status fetched = g->place->fetch(g, status ? NULL : error);
  if (fetched) return status ? status : fetched;
  take_results(g);
  return status ? status : certify_sample(g, steps, error);
}

/* those that meet the condition stop; how many go on */
static int ask_condition(rg_batch *batch, const batch_order *order) {
  int left = 0;
  for (int i = 0; i < batch->options.count; i++) {
    rg_batch_result *r = &batch->result[i];
    if (r->state != RG_BATCH_RUNS) continue;
    if (batch_is_met(batch, order, i, NULL, r->contacts)) r->state = RG_BATCH_MET;
    else left++;
  }
  return left;
}

rg_status rk_engine_step(rg_batch *batch, const batch_order *order, rg_error *error) {
  rk_engine *g = batch->own;
  rg_status status = RG_OK;
  for (int i = 0; i < batch->options.count; i++)
    if (batch->result[i].state == RG_BATCH_MET) batch->result[i].state = RG_BATCH_RUNS;
  if (!order->condition) return step_some(g, order->steps, error);
  for (int k = 0; k < order->steps && !status; k++) {
    status = step_some(g, 1, error);
    if (!status && !ask_condition(batch, order)) break;
  }
  return status;
}

/* the host's, from the state before the last step */
int rk_engine_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts) {
  rk_engine *g = batch->own;
  double *reals = NULL;
  rg_model model;
  if (batch_has_parameters(batch) || batch->result[simulation].steps == 0) return -1;
  if (repeat_step(g, simulation, &reals, &model, NULL)) return -1;
  return rg_sim_contacts(g->sample, contacts);
}
