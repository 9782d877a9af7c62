/* Steps of all simulations by kernels, and by the host's rg_step for what they leave. Each is counted. */
#include "kernels/engine.h"
#include "kernels/rows.h"

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
  r->slots = slots;
  r->reals = (int)rk_record_reals(m);
  r->ints = (int)rk_record_ints();
#define X(name, size)                                                                              \
  r->name = reals;                                                                                 \
  reals += (size);
  RK_RECORD_REALS(X)
#undef X
#define X(name, size)                                                                              \
  r->name = ints;                                                                                  \
  ints += (size);
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
  interleave(g->all.act, b->array[RG_BATCH_ACT], w[RG_BATCH_ACT], lane, n);
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
  separate(b->array[RG_BATCH_ACT], g->all.act, w[RG_BATCH_ACT], lane, n);
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
  g->all.certify = b->options.certify > INT_MAX ? 0 : (int)b->options.certify;
}

/* --- set-up ----------------------------------------------------------------------------------------- */

static void free_host(rk_host *host) {
  rg_sim_free(host->sim);
  free(host->reals);
  *host = (rk_host){0};
}

void rk_engine_close(rg_batch *batch) {
  rk_engine *g = batch->own;
  if (g->own) g->place->close(g);
  for (int w = 0; w < batch->options.threads && g->host; w++) free_host(&g->host[w]);
  free_host(&g->shown);
  batch_workers_free(g->workers);
  rk_pack_free(&g->packed);
  void *memory[] = {g->reals,   g->ints,   g->sums,    g->host, g->list,
                    g->verdict, g->looked, g->refuted, g->left, g};
  for (size_t k = 0; k < sizeof memory / sizeof *memory; k++) free(memory[k]);
  batch->own = NULL;
}

static rg_status take_room(rk_engine *g, rg_error *error) {
  size_t count = (size_t)g->batch->options.count;
  g->nreals = rk_arrays_reals(&g->packed.model);
  g->nints = rk_arrays_ints();
  g->workers = batch_workers_new(g->batch->options.threads);
  if (!g->workers) return rg_fail(error, RG_NO_MEMORY, "threads", "no memory for them");
  g->reals = batch_take(count * g->nreals * sizeof *g->reals, "states", error);
  g->ints = batch_take(count * g->nints * sizeof *g->ints, "states", error);
  g->sums = batch_take(2 * count * sizeof *g->sums, "states", error);
  g->host = batch_take((size_t)g->batch->options.threads * sizeof *g->host, "states", error);
  g->list = batch_take(count * sizeof *g->list, "states", error);
  g->verdict = batch_take(count * sizeof *g->verdict, "states", error);
  g->looked = batch_take(count * sizeof *g->looked, "states", error);
  g->refuted = batch_take(count * sizeof *g->refuted, "states", error);
  g->left = batch_take(count * sizeof *g->left, "states", error);
  g->batch->options.threads = batch_workers_count(g->workers);
  return g->reals && g->ints && g->sums && g->host && g->list && g->verdict && g->looked &&
                 g->refuted && g->left
             ? RG_OK
             : RG_NO_MEMORY;
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
  g->all.sample_step[i] = g->looked[i] = g->refuted[i] = 0;
  g->all.residual[i] = g->all.worst[i] = g->all.penetration[i] = 0;
  g->sums[i] = g->sums[batch->options.count + i] = 0;
  give_lane(g, i);
  batch_clear_result(batch, i);
}

rg_status rk_engine_reset(rg_batch *batch, const unsigned char *mask, int key, rg_error *error) {
  rk_engine *g = batch->own;
  g->sensed = 0;
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
static rg_status host_sim(const rk_engine *g, int lane, rk_host *host) {
  const rg_batch *batch = g->batch;
  rg_sim_options options = batch->options.sim;
  const rg_model *used = batch->model;
  if (host->sim && !batch_has_parameters(batch)) return rg_sim_reset(host->sim, -1, &host->error);
  rg_sim_free(host->sim);
  host->sim = NULL;
  if (batch_has_parameters(batch)) {
    size_t size = batch_own_reals(batch) * sizeof(double);
    if (!host->reals) host->reals = batch_take(size, "parameters", &host->error);
    if (!host->reals) return RG_NO_MEMORY;
    batch_own_model(batch, lane, host->reals, &host->model, &options);
    used = &host->model;
  }
  return rg_sim_new(&host->sim, used, &options, &host->error);
}

/* arrays that a step begins with: as they are now, those of the last step, those of a sample */
typedef struct rk_start {
  const double *qpos, *qvel, *act, *ctrl;
} rk_start;

static rk_start start_of_last(const rk_arrays *all) {
  return (rk_start){all->qpos_before, all->qvel_before, all->act_before, all->ctrl};
}

static void fill_host(const rk_engine *g, int lane, rk_start from, rg_data *data) {
  const rg_model *m = g->batch->model;
  size_t n = (size_t)g->batch->options.count, at = (size_t)lane;
  data->time = g->all.time[lane];
  for (int k = 0; k < m->nq; k++) data->qpos[k] = from.qpos[(size_t)k * n + at];
  for (int k = 0; k < m->nv; k++) data->qvel[k] = from.qvel[(size_t)k * n + at];
  for (int k = 0; k < m->nactuator; k++) data->ctrl[k] = from.ctrl[(size_t)k * n + at];
  for (int k = 0; k < m->nact; k++) data->act[k] = from.act[(size_t)k * n + at];
  for (int k = 0; k < m->nv && g->all.qfrc; k++)
    data->qfrc_applied[k] = g->all.qfrc[(size_t)k * n + at];
  for (int k = 0; k < 6 * m->nbody && g->all.xfrc; k++)
    data->xfrc_applied[k] = g->all.xfrc[(size_t)k * n + at];
}

/* what becomes of a simulation of which a step was not solved; whether it goes on */
static int fail_lane(rg_batch *batch, int lane, rg_status status, rg_batch_totals *totals) {
  rg_batch_result *r = &batch->result[lane];
  int goes_on = batch->options.sim.on_failure == RG_ON_FAILURE_CONTINUE && status != RG_DIVERGED &&
                status != RG_BAD_INPUT;
  r->status = status;
  r->unsolved++;
  totals->unsolved++;
  if (!goes_on) r->state = RG_BATCH_FAILED;
  return goes_on;
}

/* the answer of the host into the arrays */
static void count_host(rk_engine *g, int lane, rk_host *host, rg_status status) {
  rg_batch *batch = g->batch;
  const rg_step_report *r = rg_sim_report(host->sim);
  const rg_data *data = rg_sim_data(host->sim);
  rk_arrays *all = &g->all;
  size_t n = (size_t)batch->options.count, at = (size_t)lane;
  int goes_on = 1;
  batch->result[lane].host++;
  host->totals.host++;
  batch->result[lane].status = status;
  if (status) {
    goes_on = fail_lane(batch, lane, status, &host->totals);
    snprintf(batch->reason[lane], sizeof batch->reason[lane], "%s", r->reason);
  }
  host->totals.histogram[r->iterations < RK_BINS ? r->iterations : RK_BINS - 1]++;
  all->contacts[lane] = r->contacts;
  all->rows[lane] = r->rows;
  all->iterations[lane] = r->iterations;
  g->sums[lane] += r->contacts;
  g->sums[n + at] += r->iterations;
  all->residual[lane] = r->certificate.law_residual;
  all->worst[lane] = fmax(all->worst[lane], r->certificate.law_residual);
  all->penetration[lane] = fmax(all->penetration[lane], r->penetration);
  all->kept_count[lane] = 0;
  all->state[lane] = goes_on ? RK_RUNS : RK_STOPPED;
  if (!goes_on) return;
  for (int k = 0; k < batch->model->nq; k++) {
    all->qpos_before[(size_t)k * n + at] = all->qpos[(size_t)k * n + at];
    all->qpos[(size_t)k * n + at] = data->qpos[k];
  }
  for (int k = 0; k < batch->model->nv; k++) {
    all->qvel_before[(size_t)k * n + at] = all->qvel[(size_t)k * n + at];
    all->qvel[(size_t)k * n + at] = data->qvel[k];
  }
  for (int k = 0; k < batch->model->nact; k++) {
    all->act_before[(size_t)k * n + at] = all->act[(size_t)k * n + at];
    all->act[(size_t)k * n + at] = data->act[k];
  }
  all->time[lane] = data->time;
  all->steps[lane]++;
}

/* those of the list, each worker its part, with its own rg_sim; the first failure by number of the worker */
static rg_status run_list(rk_engine *g, batch_task task, rg_error *error) {
  int workers = batch_workers_count(g->workers);
  if (!g->listed) return RG_OK;
  for (int w = 0; w < workers; w++) {
    rg_error_clear(&g->host[w].error);
    batch_clear_totals(&g->host[w].totals);
  }
  batch_workers_run(g->workers, task, g);
  if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "steps", "interrupted");
  for (int w = 0; w < workers; w++) {
    rg_status status = g->host[w].error.status;
    if (!status) continue;
    if (error) *error = g->host[w].error;
    return status;
  }
  return RG_OK;
}

/* --- steps of the host -------------------------------------------------------------------------------- */

/* one step of one simulation; its state is on the host */
static rg_status step_on_host(rk_engine *g, int lane, rk_host *host) {
  rg_status status = host_sim(g, lane, host);
  if (status) return status;
  fill_host(g, lane, (rk_start){g->all.qpos, g->all.qvel, g->all.act, g->all.ctrl},
            rg_sim_data(host->sim));
  status = rg_step(host->sim);
  if (!rg_interrupted()) count_host(g, lane, host, status);
  return RG_OK;
}

static void step_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  rk_host *host = &g->host[worker];
  int end = batch_first_of(g->listed, worker + 1, workers);
  for (int k = batch_first_of(g->listed, worker, workers); k < end && !rg_interrupted(); k++)
    if (step_on_host(g, g->list[k], host)) return;
}

static rg_status do_rest_on_host(rk_engine *g, rg_error *error) {
  g->listed = 0;
  for (int i = 0; i < g->batch->options.count; i++) {
    g->left[i] = g->all.state[i] > RK_STOPPED;
    if (g->left[i]) g->list[g->listed++] = i;
  }
  rg_status status = g->listed ? g->place->fetch_lanes(g, g->list, g->listed, error) : RG_OK;
  if (!status) status = run_list(g, step_part, error);
  for (int w = 0; w < batch_workers_count(g->workers) && g->listed; w++) {
    const rg_batch_totals *t = &g->host[w].totals;
    g->batch->totals.host += t->host;
    g->batch->totals.unsolved += t->unsolved;
    for (int k = 0; k < RK_BINS; k++) g->histogram[k] += (unsigned long long)t->histogram[k];
  }
  for (int k = 0; k < g->listed && !status; k++) status = g->place->send_lane(g, g->list[k], error);
  return status;
}

/* --- certified again ----------------------------------------------------------------------------------- */

/* a step of one simulation once more on the host, from its start: its problem, with rows and contacts of its own */
static rg_status repeat_step(const rk_engine *g, int lane, rk_start from, rk_host *host) {
  rg_status status = host_sim(g, lane, host);
  if (status) return status;
  fill_host(g, lane, from, rg_sim_data(host->sim));
  rg_step(host->sim);
  return RG_OK;
}

/* the kernels' number of a contact of the host among those of the sample; -1: they do not have it */
static int find_contact(const rk_engine *g, int lane, const rg_contact *contact) {
  const rk_arrays *all = &g->all;
  const rk_model *m = &g->packed.model;
  int rows = all->sample_rows[lane], contacts = all->sample_contacts[lane];
  int feature = rk_short_feature(contact->feature);
  for (int i = 0; i < contacts; i++) {
    int id = all->sample_id[(size_t)(rows + i) * (size_t)all->count + (size_t)lane],
        pair = id / RK_FEATURES;
    int one = m->pair_geom1[pair], two = m->pair_geom2[pair];
    if (id % RK_FEATURES != feature) continue;
    if ((one == contact->geom1 && two == contact->geom2) ||
        (one == contact->geom2 && two == contact->geom1))
      return i;
  }
  return -1;
}

/* Whether an overlap parts in a step is decided by the energy that this would make of the answer without (docs/stepping.md),
   and there may be several: the kernels' target counts where it is one of those that an overlap may have. */
static double target_of(const rk_engine *g, const rg_step_contact *contact, double asked,
                        double own) {
  double most = g->packed.model.push * -contact->contact.gap / g->packed.model.dt;
  return own >= 0 && own <= (1 + 1e-9) * most ? own : asked;
}

/* The kernels' impulses in the host's order into x, and the targets for them. What the kernels do not have gets no impulse,
   and must not need any; what the host does not have must have none: else 0. Both look for contacts that may close, with
   reserves of their own. */
static int match_impulses(const rk_engine *g, int lane, const rg_sim *sim, double *x,
                          double *target) {
  const rk_arrays *all = &g->all;
  const rg_step_contact *contact;
  size_t n = (size_t)all->count, at = (size_t)lane;
  int rows = all->sample_rows[lane], contacts = all->sample_contacts[lane];
  int own = rg_sim_contacts(sim, &contact);
  unsigned char used[RK_KEPT] = {0};
  for (int k = 0; k < rows; k++) x[k] = all->impulse[(size_t)(3 * k) * n + at];
  for (int i = 0; i < own; i++) {
    int k = find_contact(g, lane, &contact[i].contact);
    for (int e = 0; e < 3; e++)
      x[rows + 3 * i + e] = k < 0 ? 0 : all->impulse[(size_t)(3 * (rows + k) + e) * n + at];
    if (k < 0) continue;
    used[k] = 1;
    target[i] =
        target_of(g, &contact[i], target[i], all->sample_target[(size_t)(rows + k) * n + at]);
  }
  for (int k = 0; k < contacts; k++)
    for (int e = 0; e < 3 && !used[k]; e++)
      if (all->impulse[(size_t)(3 * (rows + k) + e) * n + at] != 0) return 0;
  return 1;
}

/* what the host's certificate says of the kernels' impulses */
static rg_status judge_lane(const rk_engine *g, int lane, rk_host *host, rk_verdict *verdict) {
  const rk_arrays *all = &g->all;
  rg_certificate certificate = {0};
  int rows = all->sample_rows[lane], contacts = all->sample_contacts[lane];
  *verdict = (rk_verdict){RK_TOO_MANY, rows, contacts, 0};
  if (rows + contacts > RK_KEPT) return RG_OK;
  rg_status status = repeat_step(
      g, lane, (rk_start){all->sample_qpos, all->sample_qvel, all->sample_act, all->sample_ctrl},
      host);
  if (status) return status;
  const rg_problem *p = rg_sim_problem(host->sim);
  verdict->rows = p ? p->rows : 0;
  verdict->contacts = p ? p->contacts : 0;
  verdict->kind = RK_OTHER_ROWS;
  size_t own = (size_t)verdict->contacts, size = (size_t)verdict->rows + 3 * own;
  double *x = batch_take((size + own) * sizeof *x, "impulses", &host->error), *target;
  if (!x) return RG_NO_MEMORY;
  target = x + size;
  if (p && p->target) memcpy(target, p->target, own * sizeof *target);
  if (verdict->rows == rows && match_impulses(g, lane, host->sim, x, target)) {
    rg_problem judged = p ? *p : (rg_problem){0};
    judged.target = target;
    if (p) status = rg_certify(&judged, x, NULL, &certificate, &host->error);
    verdict->residual = certificate.law_residual;
    verdict->kind =
        verdict->residual <= g->batch->options.sim.solve.tol ? RK_AGREES : RK_ABOVE_TOLERANCE;
  }
  free(x);
  return status;
}

static void judge_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  int end = batch_first_of(g->listed, worker + 1, workers);
  for (int k = batch_first_of(g->listed, worker, workers); k < end && !rg_interrupted(); k++)
    if (judge_lane(g, g->list[k], &g->host[worker], &g->verdict[k])) return;
}

/* back to the start of the step that was refuted, unless failures are gone over */
static void take_back(rk_engine *g, int lane) {
  rk_arrays *all = &g->all;
  size_t n = (size_t)all->count, at = (size_t)lane;
  int done = all->steps[lane] - (all->sample_step[lane] - 1);
  for (int k = 0; k < g->batch->model->nq; k++)
    all->qpos[(size_t)k * n + at] = all->sample_qpos[(size_t)k * n + at];
  for (int k = 0; k < g->batch->model->nv; k++)
    all->qvel[(size_t)k * n + at] = all->sample_qvel[(size_t)k * n + at];
  for (int k = 0; k < g->batch->model->nact; k++)
    all->act[(size_t)k * n + at] = all->sample_act[(size_t)k * n + at];
  all->clock[n + at] -= done;
  all->time[lane] = all->clock[at] + all->clock[n + at] * g->packed.model.dt;
  all->steps[lane] -= done;
  all->state[lane] = RK_STOPPED;
}

/* a step that the host's certificate does not confirm is not solved */
static rg_status refute(rk_engine *g, int lane, const rk_verdict *v, rg_error *error) {
  rg_batch *batch = g->batch;
  char *reason = batch->reason[lane];
  size_t size = sizeof batch->reason[lane];
  int step = g->all.sample_step[lane];
  batch->totals.refuted++;
  g->refuted[lane] = step;
  if (v->kind == RK_OTHER_ROWS)
    snprintf(reason, size,
             "step %d, certified again: the host has %d rows and %d contacts, the kernels %d and "
             "%d",
             step, v->rows, v->contacts, g->all.sample_rows[lane], g->all.sample_contacts[lane]);
  else
    snprintf(reason, size,
             "step %d, certified again: the host finds a residual of %.1e, above the tolerance %g",
             step, v->residual, batch->options.sim.solve.tol);
  if (fail_lane(batch, lane, RG_STALLED, &batch->totals)) return RG_OK;
  take_back(g, lane);
  return g->place->send_lane(g, lane, error);
}

/* samples that nobody has looked at yet */
static rg_status certify_samples(rk_engine *g, rg_error *error) {
  rg_batch_totals *t = &g->batch->totals;
  g->listed = 0;
  for (int i = 0; i < g->batch->options.count; i++) {
    if (g->all.sample_step[i] <= g->looked[i] || g->all.state[i] == RK_STOPPED) continue;
    g->list[g->listed++] = i;
    g->looked[i] = g->all.sample_step[i];
  }
  rg_status status = g->listed ? g->place->fetch_lanes(g, g->list, g->listed, error) : RG_OK;
  if (!status) status = run_list(g, judge_part, error);
  for (int k = 0; k < g->listed && !status; k++) {
    const rk_verdict *v = &g->verdict[k];
    t->uncertified += v->kind == RK_TOO_MANY;
    t->certified += v->kind != RK_TOO_MANY;
    t->certified_worst = fmax(t->certified_worst, v->residual);
    if (v->kind > RK_TOO_MANY) status = refute(g, g->list[k], v, error);
  }
  return status;
}

/* --- steps -------------------------------------------------------------------------------------------- */

/* how many run and are not at the goal; *fresh: those of them whose last step the kernels did */
static int count_behind(const rk_engine *g, int *fresh) {
  int behind = 0;
  *fresh = 0;
  for (int i = 0; i < g->batch->options.count; i++) {
    if (g->all.state[i] != RK_RUNS || g->all.steps[i] >= g->all.goal[i]) continue;
    behind++;
    *fresh += !g->left[i];
  }
  return behind;
}

/* All that run, to their goals: kernels, host, and again as long as somebody is behind. Where all these needed the host for
   their last step they do a step at a time, and nobody waits for rounds that do nothing. */
static rg_status run_to_goals(rk_engine *g, rg_error *error) {
  rg_status status = RG_OK;
  int fresh, portion = RK_PORTION, certify = g->all.certify;
  if (certify && rk_least_apart(certify) < portion) portion = rk_least_apart(certify);
  while (!status && count_behind(g, &fresh)) {
    if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "steps", "interrupted");
    status = g->place->run(g, fresh ? portion : 1, error);
    if (!status) status = g->place->fetch_states(g, error);
    if (!status) status = certify_samples(g, error);
    if (!status) status = do_rest_on_host(g, error);
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
  if (r->state == RG_BATCH_FAILED || (g->refuted[i] > 0 && g->refuted[i] == r->steps)) return;
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
  g->sensed = 0;
  for (int i = 0; i < batch->options.count; i++) {
    int runs = batch->result[i].state == RG_BATCH_RUNS;
    g->all.state[i] = runs ? RK_RUNS : RK_STOPPED;
    g->all.goal[i] = g->all.steps[i] + steps;
    g->left[i] = 0;
  }
  batch_workers_run(g->workers, give_part, g);
  rg_status status = g->place->send(g, error);
  if (!status) status = run_to_goals(g, error);
  rg_status fetched = g->place->fetch(g, status ? NULL : error);
  if (fetched) return status ? status : fetched;
  take_results(g);
  return status;
}

/* --- sensors ------------------------------------------------------------------------------------------------ */

/* as a reset left them before the first step, and as they were where a step failed */
static rg_status sense_lane(rk_engine *g, int lane, rk_host *host) {
  rg_batch *batch = g->batch;
  const rg_batch_result *r = &batch->result[lane];
  if (r->state == RG_BATCH_FAILED || r->steps == 0) return RG_OK;
  rg_status status = repeat_step(g, lane, start_of_last(&g->all), host);
  if (!status)
    memcpy(batch_row(batch, RG_BATCH_SENSORDATA, lane), rg_sim_data(host->sim)->sensordata,
           (size_t)batch->width[RG_BATCH_SENSORDATA] * sizeof(double));
  return status;
}

static void sense_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  int end = batch_first_of(g->listed, worker + 1, workers);
  for (int k = batch_first_of(g->listed, worker, workers); k < end && !rg_interrupted(); k++)
    if (sense_lane(g, g->list[k], &g->host[worker])) return;
}

rg_status rk_engine_sense(rg_batch *batch, rg_error *error) {
  rk_engine *g = batch->own;
  if (g->sensed || !batch->width[RG_BATCH_SENSORDATA]) return RG_OK;
  for (g->listed = 0; g->listed < batch->options.count; g->listed++) g->list[g->listed] = g->listed;
  rg_status status = g->place->fetch_lanes(g, g->list, g->listed, error);
  if (!status) status = run_list(g, sense_part, error);
  g->sensed = !status;
  return status;
}

/* --- steps of a caller ---------------------------------------------------------------------------------------- */

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
    if (!status) status = rk_engine_sense(batch, error);
    if (!status && !ask_condition(batch, order)) break;
  }
  return status;
}

/* the host's, from the state before the last step */
int rk_engine_contacts(rg_batch *batch, int simulation, const rg_step_contact **contacts) {
  rk_engine *g = batch->own;
  if (batch->result[simulation].steps == 0) return 0;
  if (g->place->fetch_lanes(g, &simulation, 1, NULL)) return -1;
  if (repeat_step(g, simulation, start_of_last(&g->all), &g->shown)) return -1;
  return rg_sim_contacts(g->shown.sim, contacts);
}
