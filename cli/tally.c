/* Gathers what the steps of a run have to say. */
#include "tally.h"

#include "commands.h"
#include "limits.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void raise_extreme(extreme *e, double value, double time) {
  if (!(value > e->value)) return;
  e->value = value;
  e->time = time;
}

static void join_limits(tally *t, rg_sim *sim) {
  const rg_data *data = rg_sim_data(sim);
  double beyond;
  int joint = worst_limit(rg_sim_model(sim), data->qpos, &beyond);
  if (beyond > t->limit.value) t->limit_joint = joint;
  raise_extreme(&t->limit, beyond, data->time);
}

/* shapes that lie in each other because nobody looks: in every 16th step, since on robots of meshes a look costs more than a
   step */
static void join_filtered(tally *t, rg_sim *sim) {
  enum { EVERY = 16 };
  int pair[2];
  if (t->steps % EVERY != 0) return;
  t->filtered_looks++;
  double overlap = rg_sim_filtered(sim, pair);
  if (overlap > t->filtered.value) memcpy(t->filtered_pair, pair, sizeof pair);
  raise_extreme(&t->filtered, overlap, rg_sim_data(sim)->time);
  t->filtered_steps += overlap > 0;
}

void tally_begin(tally *t, rg_sim *sim) {
  memset(t, 0, sizeof *t);
  t->limit_joint = -1;
  t->time_first = t->time_last = rg_sim_data(sim)->time;
  t->energy_first = t->energy_last = rg_sim_energy(sim);
  join_limits(t, sim);
}

/* each measure for itself */
static void join_certificate(tally *t, const rg_certificate *c, double time) {
  rg_certificate *w = &t->worst;
  if (c->residual > w->residual) t->worst_time = time;
  w->residual = fmax(w->residual, c->residual);
  w->energy = fmax(w->energy, c->energy);
  w->natural_map = fmax(w->natural_map, c->natural_map);
  w->natural_map_relative = fmax(w->natural_map_relative, c->natural_map_relative);
  w->reference = fmax(w->reference, c->reference);
  w->penetration = fmax(w->penetration, c->penetration);
  w->cone = fmax(w->cone, c->cone);
  w->complementarity = fmax(w->complementarity, c->complementarity);
  w->slip_angle = fmax(w->slip_angle, c->slip_angle);
  w->bilateral = fmax(w->bilateral, c->bilateral);
  w->dynamics = fmax(w->dynamics, c->dynamics);
  w->law_residual = fmax(w->law_residual, c->law_residual);
  w->moved = fmax(w->moved, c->moved);
}

static void note_unsolved(tally *t, long step, const rg_step_report *report, rg_status status) {
  if (t->unsolved < UNSOLVED_KEPT) {
    unsolved_step *u = &t->first_unsolved[t->unsolved];
    *u = (unsolved_step){.step = step, .time = report->time, .status = status};
    snprintf(u->reason, sizeof u->reason, "%s", report->reason);
  }
  t->unsolved++;
  t->rounded += status == RG_ROUNDED;
}

/* the kinds that the step has, each with its numbers where it is the first of them to tell them */
static void note_kinds(tally *t, const rg_step_report *report) {
  static_assert(1 << NOTICE_KINDS == RG_NOTICE_END, "one kind a bit");
  for (int k = 0; k < NOTICE_KINDS; k++) {
    rg_notice kind = (rg_notice)(1u << k);
    tally_notice *n = &t->kind[k];
    if (!(report->notices & kind) || n->steps++ > 0) continue;
    n->time = report->time;
    snprintf(n->text, sizeof n->text, "%s",
             report->notice == kind ? report->reason : rg_notice_text(kind));
  }
}

static void note_notice(tally *t, const rg_step_report *report) {
  note_kinds(t, report);
  if (report->reason[0] && t->noticed++ == 0) {
    t->notice_time = report->time;
    snprintf(t->notice, sizeof t->notice, "%s", report->reason);
  }
}

int can_go_on(rg_sim *sim, rg_status status) {
  if (status == RG_SOLVED) return 1;
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY || status == RG_DIVERGED) return 0;
  return rg_sim_used_options(sim)->on_failure == RG_ON_FAILURE_CONTINUE;
}

static void join_balance(tally *t, const rg_step_balance *b, double time) {
  rg_step_balance *sum = &t->balance;
  if (sum->kinetic == 0) sum->explained = b->kinetic_before;
  sum->kinetic = fmax(sum->kinetic, fmax(b->kinetic, b->kinetic_before));
  sum->explained = fmax(sum->explained, b->explained);
  sum->gravity += b->gravity;
  sum->springs += b->springs;
  sum->dampers += b->dampers;
  sum->actuators += b->actuators;
  sum->applied += b->applied;
  sum->drives += b->drives;
  sum->contacts += b->contacts;
  sum->friction += b->friction;
  sum->limits += b->limits;
  sum->dry_friction += b->dry_friction;
  sum->loops += b->loops;
  sum->residual += b->residual;
  sum->corrected += b->corrected;
  sum->momentum = fmax(sum->momentum, b->momentum);
  sum->angular_momentum = fmax(sum->angular_momentum, b->angular_momentum);
  t->unexplained += b->residual - b->corrected;
  if (!(fabs(t->unexplained) <= t->unexplained_most)) t->unexplained_most = fabs(t->unexplained);
  raise_extreme(&t->residual, fabs(b->residual), time);
}

/* what presses: the fastest of them, and the hardest; contacts stand for the last part of a divided step */
static void join_contacts(tally *t, rg_sim *sim, const rg_step_report *report) {
  const rg_step_contact *contacts;
  int count = rg_sim_contacts(sim, &contacts);
  double part = rg_sim_contacts_dt(sim), fastest = 0;
  for (int k = 0; k < count && part > 0; k++) {
    const rg_step_contact *c = &contacts[k];
    if (!(c->impulse[0] > 0)) continue;
    fastest = fmax(fastest, hypot(c->velocity[1], c->velocity[2]));
    raise_extreme(&t->force, c->impulse[0] / part, report->time);
  }
  t->slip += fastest * (rg_sim_data(sim)->time - t->time_last);
}

void tally_step(tally *t, rg_sim *sim, rg_status status, double seconds) {
  const rg_step_report *report = rg_sim_report(sim);
  t->step_seconds += seconds;
  t->tried++;
  if (status != RG_SOLVED) note_unsolved(t, t->tried, report, status);
  else note_notice(t, report);
  join_certificate(t, &report->certificate, report->time);
  raise_extreme(&t->penetration, report->penetration, report->time);
  raise_extreme(&t->closure, report->closure, report->time);
  raise_extreme(&t->within, report->within, report->time);
  t->steps_within += report->within > 0;
  if (report->contacts > t->contacts_most) t->contacts_most = report->contacts;
  t->overflow |= report->overflow;
  t->allocations = report->allocations;
  t->halved += report->halvings > 0;
  sparkline_add(&t->contacts_bars, report->contacts);
  sparkline_add(&t->iterations_bars, report->iterations);
  t->contacts_sum += report->contacts;
  t->iterations_sum += report->iterations;
  t->solves_sum += report->solves;
  if (!can_go_on(sim, status)) return;
  // the state has moved
  join_balance(t, &report->balance, report->time);
  join_contacts(t, sim, report);
  double energy = rg_sim_energy(sim);
  if (energy - t->energy_last > t->energy_rise.value) {
    const rg_step_balance *b = &report->balance;
    t->rise_contacts = b->contacts + b->friction + b->limits + b->dry_friction;
    t->rise_drives = b->drives + b->actuators + b->applied;
  }
  raise_extreme(&t->energy_rise, energy - t->energy_last, report->time);
  sparkline_add(&t->energy_bars, energy);
  t->energy_last = energy;
  t->time_last = rg_sim_data(sim)->time;
  join_limits(t, sim);
  join_filtered(t, sim);
  t->steps++;
}

int tally_exit(const tally *t) {
  if (t->unsolved == 0) return EXIT_SOLVED;
  return t->rounded == t->unsolved ? EXIT_ROUNDED : EXIT_NOT_SOLVED;
}

double tally_mean(const tally *t, double sum) { return t->tried > 0 ? sum / (double)t->tried : 0; }

void tally_end(tally *t, rg_sim *sim) {
  raise_extreme(&t->penetration, rg_sim_penetration(sim), t->time_last);
}
