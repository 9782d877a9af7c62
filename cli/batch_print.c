/* rigor batch: what is said at the end, in words and as JSON. */
#include "batch.h"

#include "json.h"

#include <math.h>
#include <stdio.h>

static const char *const STATES[] = {"runs", "met", "failed"};

static int count_state(rg_batch *batch, rg_batch_state state) {
  int count = 0;
  for (int i = 0; i < rg_batch_count(batch); i++)
    count += rg_batch_results(batch)[i].state == state;
  return count;
}

static double deepest(rg_batch *batch) {
  double most = 0;
  for (int i = 0; i < rg_batch_count(batch); i++)
    most = fmax(most, rg_batch_results(batch)[i].penetration);
  return most;
}

static double share(long part, long whole) { return whole ? (double)part / (double)whole : 0; }

/* steps by iterations, as far as there are any */
static void print_histogram(const rg_batch_totals *t, long tried) {
  enum { WIDTH = 40 };
  long most = 1;
  int last = 0;
  for (int k = 0; k < RG_BATCH_BINS; k++) {
    if (t->histogram[k] > most) most = t->histogram[k];
    if (t->histogram[k]) last = k;
  }
  puts("iterations");
  for (int k = 0; k <= last; k++) {
    if (share(t->histogram[k], tried) < 5e-5 && k != last) continue;
    int length = (int)((double)t->histogram[k] * WIDTH / (double)most + 0.5);
    printf("  %2d%s %6.2f %%  ", k, k == RG_BATCH_BINS - 1 ? "+" : " ",
           100 * share(t->histogram[k], tried));
    for (int c = 0; c < length; c++) putchar('#');
    putchar('\n');
  }
}

/* shares of the parts of a step, where they were taken */
static void print_profile(const rg_batch_totals *t) {
  double sum = 0;
  for (int k = 0; k < RG_BATCH_PARTS; k++) sum += t->seconds[k];
  for (int k = 0; k < RG_BATCH_PARTS && sum > 0; k++)
    printf("%s%s %.1f %%", k ? ", " : "time      ", rg_batch_part_name(k),
           100 * t->seconds[k] / sum);
  if (sum > 0) putchar('\n');
}

/* the first of those that failed */
static void print_failures(rg_batch *batch) {
  enum { SHOWN = 5 };
  int shown = 0;
  for (int i = 0; i < rg_batch_count(batch) && shown < SHOWN; i++) {
    const rg_batch_result *r = &rg_batch_results(batch)[i];
    if (r->unsolved == 0) continue;
    printf("  simulation %d: %ld of %ld steps not solved; last %s%s%s\n", i, r->unsolved,
           r->steps + (r->state == RG_BATCH_FAILED), rg_status_text(r->status),
           rg_batch_reason(batch, i)[0] ? ": " : "", rg_batch_reason(batch, i));
    shown++;
  }
}

/* what the host did in place of the kernels, and what it says of their answers */
static void print_kernels(const rg_batch_totals *t) {
  if (!t->slow && !t->host && !t->certified && !t->uncertified) return;
  printf("kernels   %ld steps by the slower one, %ld by the host; %ld certified again, worst %.1e",
         t->slow, t->host, t->certified, t->certified_worst);
  if (t->refuted) printf(", %ld REFUTED", t->refuted);
  if (t->uncertified) printf("; %ld with too many contacts for that", t->uncertified);
  putchar('\n');
}

void print_batch(const batch_request *request, rg_batch *batch) {
  rg_batch_totals t = rg_batch_sum(batch);
  const rg_batch_options *o = rg_batch_used_options(batch);
  long tried = 0;
  for (int k = 0; k < RG_BATCH_BINS; k++) tried += t.histogram[k];
  printf("model     %s\n", request->simulation.path);
  printf("batch     %d simulations, %s, %d thread%s, integrator %s, dt %g s\n", o->count,
         rg_batch_backend(batch), o->threads, o->threads == 1 ? "" : "s",
         rg_integrator_name(o->sim.integrator), o->sim.dt);
  printf("steps     %ld in %.3g s, %.4g steps/s, %.3g times real time\n", t.steps, request->seconds,
         (double)t.steps / request->seconds, (double)t.steps * o->sim.dt / request->seconds);
  printf("contacts  %.2f a step; iterations %.2f a step\n", share(t.contacts, tried),
         share(t.iterations, tried));
  print_kernels(&t);
  print_profile(&t);
  print_histogram(&t, tried);
  printf("overlap   %.3e m at most\n", deepest(batch));
  if (t.worst_at >= 0)
    printf("worst     certificate %.1e of |c|, simulation %d\n", t.worst, t.worst_at);
  if (t.unsolved == 0) {
    puts("all steps solved");
    return;
  }
  printf("%ld steps NOT solved; %d simulations stopped", t.unsolved,
         count_state(batch, RG_BATCH_FAILED));
  if (t.refuted)
    printf("; %ld of them the kernels took for solved, and the host did not", t.refuted);
  putchar('\n');
  print_failures(batch);
}

void print_batch_json(const batch_request *request, rg_batch *batch) {
  rg_batch_totals t = rg_batch_sum(batch);
  const rg_batch_options *o = rg_batch_used_options(batch);
  double bins[RG_BATCH_BINS];
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "status", t.unsolved ? "not solved" : "solved");
  json_int(&w, "count", o->count);
  json_text(&w, "backend", rg_batch_backend(batch));
  json_int(&w, "threads", o->threads);
  json_long(&w, "steps", t.steps);
  json_long(&w, "unsolved", t.unsolved);
  json_int(&w, "stopped", count_state(batch, RG_BATCH_FAILED));
  json_real(&w, "seconds", request->seconds);
  json_real(&w, "steps_per_second", (double)t.steps / request->seconds);
  json_long(&w, "contacts", t.contacts);
  json_long(&w, "iterations", t.iterations);
  json_long(&w, "slow", t.slow);
  json_long(&w, "host", t.host);
  json_long(&w, "certified", t.certified);
  json_real(&w, "certified_worst", t.certified_worst);
  json_long(&w, "refuted", t.refuted);
  json_long(&w, "uncertified", t.uncertified);
  json_real(&w, "worst", t.worst);
  json_int(&w, "worst_at", t.worst_at);
  json_real(&w, "penetration", deepest(batch));
  json_real(&w, "device_seconds", t.device_seconds);
  json_open(&w, "seconds_by_part", '{');
  for (int k = 0; k < RG_BATCH_PARTS; k++) json_real(&w, rg_batch_part_name(k), t.seconds[k]);
  json_close(&w, '}');
  for (int k = 0; k < RG_BATCH_BINS; k++) bins[k] = (double)t.histogram[k];
  json_reals(&w, "histogram", bins, RG_BATCH_BINS);
  json_open(&w, "failed", '[');
  for (int i = 0; i < o->count; i++) {
    const rg_batch_result *r = &rg_batch_results(batch)[i];
    if (!r->unsolved) continue;
    json_open(&w, NULL, '{');
    json_int(&w, "simulation", i);
    json_text(&w, "state", STATES[r->state]);
    json_long(&w, "steps", r->steps);
    json_long(&w, "unsolved", r->unsolved);
    json_text(&w, "status", rg_status_text(r->status));
    json_text(&w, "reason", rg_batch_reason(batch, i));
    json_close(&w, '}');
  }
  json_close(&w, ']');
  json_close(&w, '}');
}
