/* The loop of `rigor run`: steps, lines of the record, checkpoints, one contact problem for a file. */
#include "run.h"

#include "apart.h"
#include "interrupt.h"
#include "progress.h"
#include "run_pages.h"
#include "run_tables.h"

#include <math.h>
#include <stdlib.h>

/* Files that stay open while the motion goes on. */
typedef struct recorder {
  rg_trajectory *trajectory;
  rg_table *contacts, *sensors;
  rg_scene_page *page;
  int dumped;
  double next_save; /* simulated time */
} recorder;

static rg_error *error_of(run_request *request) { return &request->simulation.error; }

/* --- the record --------------------------------------------------------------------------------- */

/* a line with the state of now; `report` NULL: no step has led to it */
static rg_status write_line(run_request *request, recorder *r, run_answer *answer,
                            const rg_step_report *report) {
  const rg_data *data = rg_sim_data(answer->sim);
  rg_trajectory_line line = {.time = data->time,
                             .qpos = data->qpos,
                             .qvel = data->qvel,
                             .energy = answer->tally.energy_last};
  if (report) {
    line.contacts = report->contacts;
    line.natural_map = report->certificate.natural_map;
    line.iterations = report->iterations;
    line.balance = &report->balance;
  }
  return r->trajectory ? rg_trajectory_write(r->trajectory, &line, error_of(request)) : RG_OK;
}

/* a run that is resumed goes on with its files; a new one begins them anew */
static rg_status open_files(run_request *request, recorder *r, run_answer *answer) {
  const double *after = request->resume ? &answer->tally.time_first : NULL;
  long kept = 0;
  rg_status status = RG_OK;
  if (request->csv)
    status = rg_trajectory_open(&r->trajectory, request->csv, answer->model, after, &kept,
                                error_of(request));
  if (status == RG_OK && request->contacts)
    status =
        contacts_open(&r->contacts, request->contacts, answer->model, after, error_of(request));
  // lines that are there already end with this state
  if (status == RG_OK && kept == 0) status = write_line(request, r, answer, NULL);
  if (status != RG_OK || !request->sensors) return status;
  status =
      sensors_open(&r->sensors, request->sensors, answer->model, after, &kept, error_of(request));
  if (status == RG_OK && kept == 0)
    status = sensors_write(r->sensors, answer->sim, 1, error_of(request));
  return status;
}

/* the files are closed in any case; the first failure counts */
static rg_status close_files(run_request *request, recorder *r, rg_status status) {
  rg_error later = {0};
  rg_status a = rg_trajectory_close(r->trajectory, status == RG_OK ? error_of(request) : &later);
  if (status == RG_OK) status = a;
  rg_table *const tables[] = {r->contacts, r->sensors};
  for (int k = 0; k < 2; k++) {
    rg_status b = rg_table_close(tables[k], status == RG_OK ? error_of(request) : &later);
    if (status == RG_OK) status = b;
  }
  return status;
}

static rg_status record_step(run_request *request, recorder *r, run_answer *answer) {
  const rg_step_report *report = rg_sim_report(answer->sim);
  if (report->step % request->every != 0) return RG_OK;
  rg_status status = write_line(request, r, answer, report);
  if (status == RG_OK && r->contacts)
    status = contacts_write(r->contacts, answer->sim, error_of(request));
  if (status == RG_OK && r->sensors)
    status = sensors_write(r->sensors, answer->sim, 0, error_of(request));
  return status;
}

/* --- checkpoints and contact problems ----------------------------------------------------------- */

static rg_status save_if_due(run_request *request, recorder *r, run_answer *answer) {
  double time = rg_sim_data(answer->sim)->time;
  if (!(request->save_every > 0) || time < r->next_save) return RG_OK;
  // the first multiple that is still to come; intervals below a rounding of the time mean every step
  double passed = floor((time - r->next_save) / request->save_every) + 1;
  double next = r->next_save + passed * request->save_every;
  r->next_save = isfinite(passed) && next > time ? next : nextafter(time, HUGE_VAL);
  // the records first: whoever resumes from the checkpoint finds every line before it
  rg_status status = RG_OK;
  if (r->trajectory) status = rg_trajectory_flush(r->trajectory, error_of(request));
  if (status == RG_OK && r->contacts) status = rg_table_flush(r->contacts, error_of(request));
  if (status == RG_OK && r->sensors) status = rg_table_flush(r->sensors, error_of(request));
  return status == RG_OK ? rg_sim_save(answer->sim, request->save, error_of(request)) : status;
}

/* the problem of the last step with its impulses and the velocities that follow from them */
static rg_status dump_problem(run_request *request, recorder *r, const run_answer *answer,
                              long step) {
  const rg_problem *problem = rg_sim_problem_global(answer->sim);
  const double *impulse = rg_sim_impulse(answer->sim);
  r->dumped = 1;
  if (!problem)
    return refuse_option(error_of(request), "--dump-problem",
                         "step %ld has no contact problem: there is nothing to solve in it", step);
  double *velocity = malloc(((size_t)rg_problem_size(problem) + 1) * sizeof *velocity);
  rg_certificate certificate;
  int known =
      velocity && impulse && rg_certify(problem, impulse, velocity, &certificate, NULL) == RG_OK;
  rg_status status = write_problem(problem, request->dump, RG_FORMAT_AUTO, impulse,
                                      known ? velocity : NULL, error_of(request));
  free(velocity);
  return status;
}

static rg_status dump_if_due(run_request *request, recorder *r, const run_answer *answer,
                             long step) {
  if (!request->dump || r->dumped) return RG_OK;
  int due = request->at_step ? step == request->at_step : answer->last_status != RG_SOLVED;
  return due ? dump_problem(request, r, answer, step) : RG_OK;
}

/* --- the loop ----------------------------------------------------------------------------------- */

static rg_status walk(run_request *request, recorder *r, run_answer *answer) {
  const simulation_request *simulation = &request->simulation;
  tally *t = &answer->tally;
  double span = (double)answer->steps_wanted * rg_sim_used_options(answer->sim)->dt;
  progress p = progress_begin(!simulation->quiet && !simulation->json, "", span);
  rg_status status = RG_OK;
  for (long step = 1; step <= answer->steps_wanted && status == RG_OK; step++) {
    if ((answer->interrupted = interrupted())) break;
    double begin = wall_seconds();
    rg_status solved = next_step(simulation, answer->sim);
    if ((answer->interrupted = cut_short(solved))) break;
    answer->last_status = solved;
    tally_step(t, answer->sim, answer->last_status, wall_seconds() - begin);
    status = dump_if_due(request, r, answer, step);
    if (status == RG_OK) status = pages_step(request, answer, r->page);
    if (!can_go_on(answer->sim, answer->last_status)) break;
    if (status == RG_OK) status = record_step(request, r, answer);
    if (status == RG_OK) status = save_if_due(request, r, answer);
    progress_show(&p, t->time_last - t->time_first, t->steps, t->worst.residual);
  }
  progress_end(&p);
  return status;
}

rg_status run_steps(run_request *request, run_answer *answer) {
  recorder r = {0};
  // what is written at the end needs a step that has come to one
  if (request->save || request->html || request->svg || request->png || request->dump)
    interrupt_patience(10);
  watch_interrupts();
  tally_begin(&answer->tally, answer->sim);
  r.next_save = answer->tally.time_first + request->save_every;
  double begin = wall_seconds();
  rg_status status = open_files(request, &r, answer);
  if (status == RG_OK) status = pages_begin(request, answer, &r.page);
  if (status == RG_OK) status = walk(request, &r, answer);
  status = close_files(request, &r, status);
  status = pages_end(request, answer, r.page, status);
  answer->total_seconds = wall_seconds() - begin;
  // nothing was unsolved: the last problem is the one that was asked for
  if (status == RG_OK && request->dump && !r.dumped && answer->tally.steps > 0)
    status = dump_problem(request, &r, answer, answer->tally.steps);
  tally_end(&answer->tally, answer->sim);
  if (status == RG_OK && request->save)
    status = rg_sim_save(answer->sim, request->save, error_of(request));
  return status;
}
