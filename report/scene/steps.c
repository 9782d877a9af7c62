/* What a scene page keeps of every step: a few numbers each. When the room is used up two records
   become one, with the worst of both, so that neither the worst certificate nor a step that was not
   solved ever vanishes from a plot. Energies and works are those of its end. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* odd: the start, then pairs */
enum { MOST_STEPS = 16385, MOST_CONTACTS = 65535 };

void rg_page_join_steps(rg_page_step *into, const rg_page_step *later) {
  into->time = later->time;
  into->energy = later->energy;
  into->kinetic = later->kinetic;
  into->work = later->work;
  into->certificate = fmax(into->certificate, later->certificate);
  into->overlap = fmax(into->overlap, later->overlap);
  into->momentum = fmax(into->momentum, later->momentum);
  into->angular_momentum = fmax(into->angular_momentum, later->angular_momentum);
  if (later->iterations > into->iterations) into->iterations = later->iterations;
  if (later->contacts > into->contacts) into->contacts = later->contacts;
  if (into->status == RG_SOLVED) into->status = later->status;
  into->flags |= later->flags;
}

void rg_page_put_step(uint8_t *at, const rg_page_step *s) {
  const rg_page_work *w = &s->work;
  const double all[] = {s->time,         s->energy,   s->kinetic,    w->actuators, w->applied,
                        w->drives,       w->contacts, w->friction,   w->dampers,   w->limits,
                        w->dry_friction, w->loops,    w->unexplained};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) at = rg_put_f64(at, all[k]);
  at = rg_put_f32(at, s->certificate);
  at = rg_put_f32(at, s->overlap);
  at = rg_put_f32(at, s->momentum);
  at = rg_put_f32(at, s->angular_momentum);
  at = rg_put_u32(at, (uint32_t)s->iterations);
  at = rg_put_u16(at, (unsigned)(s->contacts > MOST_CONTACTS ? MOST_CONTACTS : s->contacts));
  at = rg_put_u8(at, (unsigned)s->flags);
  rg_put_u8(at, (unsigned)s->status);
}

/* the first record is the start and stays alone; the others join two by two */
static void halve(rg_page_run *run) {
  int kept = 1;
  for (int i = 1; i < run->step_count; i += 2, kept++) {
    run->step[kept] = run->step[i];
    if (i + 1 < run->step_count) rg_page_join_steps(&run->step[kept], &run->step[i + 1]);
  }
  run->step_count = kept;
  run->step_stride *= 2;
}

rg_status rg_page_add_step(rg_page_run *run, const rg_page_step *step) {
  assert(run->step_count == 0 || run->step_stride > 0);
  if (!run->step) run->step = calloc(MOST_STEPS, sizeof *run->step);
  if (!run->step) return RG_NO_MEMORY;
  // a new record, or one more step in the last one
  if (run->step_count == 0 || run->in_last == run->step_stride) {
    if (run->step_count == MOST_STEPS) halve(run);
    run->step[run->step_count++] = *step;
    run->in_last = run->step_count == 1 ? run->step_stride : 1;
  } else {
    rg_page_join_steps(&run->step[run->step_count - 1], step);
    run->in_last++;
  }
  return RG_OK;
}

void rg_page_write_steps(const rg_page_run *run, rg_base64 *stream) {
  uint8_t record[RG_PAGE_STEP];
  for (int i = 0; i < run->step_count; i++) {
    rg_page_put_step(record, &run->step[i]);
    rg_base64_put(stream, record, sizeof record);
  }
}

/* --- the summary ------------------------------------------------------------------------------ */

static void raise_worst(rg_page_worst *w, double value, const rg_page_summary *s, double time) {
  if (!(value > w->value)) return;
  *w = (rg_page_worst){.value = value, .time = time, .step = s->steps};
}

static void note_unsolved(rg_page_summary *s, const rg_step_report *report) {
  if (s->unsolved < RG_PAGE_UNSOLVED_KEPT) {
    rg_page_unsolved *u = &s->first[s->unsolved];
    *u = (rg_page_unsolved){.step = s->steps, .time = report->time, .status = report->status};
    snprintf(u->reason, sizeof u->reason, "%s", report->reason);
  }
  s->unsolved++;
}

double rg_page_put_in(const rg_page_work *w) { return w->actuators + w->applied + w->drives; }

double rg_page_taken_out(const rg_page_work *w) {
  return -(w->contacts + w->friction + w->dampers + w->limits + w->dry_friction);
}

static void add_work(rg_page_work *sum, const rg_step_balance *b) {
  sum->actuators += b->actuators;
  sum->applied += b->applied;
  sum->drives += b->drives;
  sum->contacts += b->contacts;
  sum->friction += b->friction;
  sum->dampers += b->dampers;
  sum->limits += b->limits;
  sum->dry_friction += b->dry_friction;
  sum->loops += b->loops;
  sum->unexplained += b->residual - b->corrected;
}

rg_motion_bounds rg_page_bounds(const rg_model *model, const rg_page_summary *s) {
  return rg_motion_bounds_of(model, s->kinetic_most, s->energy_first);
}

void rg_page_summarize(rg_page_summary *s, const rg_step_report *report, double energy,
                       double kinetic, int moved) {
  const rg_certificate *c = &report->certificate;
  s->steps++;
  if (report->status != RG_SOLVED) note_unsolved(s, report);
  raise_worst(&s->certificate, c->residual, s, report->time);
  raise_worst(&s->law, c->law_residual, s, report->time);
  raise_worst(&s->penetration, c->penetration, s, report->time);
  raise_worst(&s->cone, c->cone, s, report->time);
  raise_worst(&s->complementarity, c->complementarity, s, report->time);
  raise_worst(&s->slip_angle, c->slip_angle, s, report->time);
  raise_worst(&s->bilateral, c->bilateral, s, report->time);
  raise_worst(&s->overlap, report->penetration, s, report->time);
  raise_worst(&s->closure, report->closure, s, report->time);
  s->contacts += report->contacts;
  s->iterations += report->iterations;
  if (report->contacts > s->most_contacts) s->most_contacts = report->contacts;
  // what a step did that was taken back is not done
  if (!moved) return;
  add_work(&s->work, &report->balance);
  s->kinetic_most = fmax(s->kinetic_most, fmin(kinetic, report->balance.explained));
  if (!(fabs(s->work.unexplained) <= s->unexplained_most))
    s->unexplained_most = fabs(s->work.unexplained);
  raise_worst(&s->residual, fabs(report->balance.residual), s, report->time);
  raise_worst(&s->momentum, report->balance.momentum, s, report->time);
  raise_worst(&s->angular_momentum, report->balance.angular_momentum, s, report->time);
  raise_worst(&s->energy_rise, energy - s->energy_last, s, report->time);
  s->energy_last = energy;
  s->time_last = report->time;
}
