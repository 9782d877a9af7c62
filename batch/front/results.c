/* What became of each simulation, and sums over all that no order changes. */
#include "front/front.h"

#include <math.h>
#include <string.h>

void batch_clear_result(rg_batch *batch, int simulation) {
  memset(&batch->result[simulation], 0, sizeof batch->result[simulation]);
  batch->reason[simulation][0] = '\0';
}

void batch_clear_totals(rg_batch_totals *totals) {
  memset(totals, 0, sizeof *totals);
  totals->worst_at = -1;
}

/* the worst of all; of equal ones the first */
static void join_worst(rg_batch_totals *sum, double worst, int at) {
  if (at < 0) return;
  int larger = sum->worst_at < 0 || worst > sum->worst;
  if (!larger && !(worst == sum->worst && at < sum->worst_at)) return;
  sum->worst = worst;
  sum->worst_at = at;
}

void batch_add_totals(rg_batch_totals *sum, const rg_batch_totals *more) {
  sum->steps += more->steps;
  sum->unsolved += more->unsolved;
  sum->contacts += more->contacts;
  sum->iterations += more->iterations;
  for (int k = 0; k < RG_BATCH_BINS; k++) sum->histogram[k] += more->histogram[k];
  sum->slow += more->slow;
  sum->host += more->host;
  sum->certified += more->certified;
  sum->refuted += more->refuted;
  sum->uncertified += more->uncertified;
  sum->certified_worst = fmax(sum->certified_worst, more->certified_worst);
  join_worst(sum, more->worst, more->worst_at);
}

void batch_count_step(rg_batch *batch, int simulation, rg_status status, double residual,
                      double penetration, int contacts, int iterations, rg_batch_totals *totals) {
  rg_batch_result *r = &batch->result[simulation];
  int done = !status || batch->options.sim.on_failure == RG_ON_FAILURE_CONTINUE;
  if (status == RG_DIVERGED || status == RG_BAD_INPUT || status == RG_NO_MEMORY) done = 0;
  r->status = status;
  r->steps += done;
  r->unsolved += status != RG_SOLVED;
  if (!done) r->state = RG_BATCH_FAILED;
  r->residual = residual;
  r->worst = fmax(r->worst, residual);
  r->penetration = fmax(r->penetration, penetration);
  r->contacts = contacts;
  r->iterations = iterations;
  r->contact_sum += contacts;
  r->iteration_sum += iterations;
  totals->steps += done;
  totals->unsolved += status != RG_SOLVED;
  totals->contacts += contacts;
  totals->iterations += iterations;
  totals->histogram[iterations < RG_BATCH_BINS ? iterations : RG_BATCH_BINS - 1]++;
  join_worst(totals, residual, simulation);
}

const rg_batch_result *rg_batch_results(const rg_batch *batch) { return batch->result; }

const char *rg_batch_reason(const rg_batch *batch, int simulation) {
  return simulation >= 0 && simulation < batch->options.count ? batch->reason[simulation] : "";
}

const char *rg_batch_part_name(int part) {
  static const char *const names[RG_BATCH_PARTS] = {"motion", "laws", "slower", "certificate"};
  return part >= 0 && part < RG_BATCH_PARTS ? names[part] : "";
}

rg_batch_totals rg_batch_sum(const rg_batch *batch) { return batch->totals; }
