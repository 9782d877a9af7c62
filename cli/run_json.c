/* The answer of `rigor run` as one JSON object. */
#include "json.h"
#include "run.h"
#include "solve.h"

const char *run_status_text(const run_answer *answer) {
  if (answer->tally.unsolved > 0) return rg_status_text(answer->tally.first_unsolved[0].status);
  return answer->interrupted ? "interrupted" : rg_status_text(RG_SOLVED);
}

static void put_method(json_writer *w, const rg_sim_options *o) {
  char law[64];
  rg_law_options used = used_law(o);
  json_text(w, "solver", used_solver(o));
  json_text(w, "law", law_text(&used, law, sizeof law));
  json_text(w, "split", split_text(o->solve.split));
  json_real(w, "tol", o->solve.tol);
  json_text(w, "integrator", rg_integrator_name(o->integrator));
  json_text(w, "coordinates", rg_coordinates_name(o->coordinates));
  json_text(w, "moments", rg_moments_name(o->moments));
  json_text(w, "restitution_law", rg_restitution_name(o->restitution_law));
}

static void put_unsolved(json_writer *w, const tally *t) {
  json_long(w, "unsolved_steps", t->unsolved);
  json_open(w, "unsolved", '[');
  for (int k = 0; k < t->unsolved && k < UNSOLVED_KEPT; k++) {
    const unsolved_step *u = &t->first_unsolved[k];
    json_open(w, NULL, '{');
    json_long(w, "step", u->step);
    json_real(w, "time", u->time);
    json_text(w, "status", rg_status_text(u->status));
    json_text(w, "reason", u->reason);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_balance(json_writer *w, const tally *t) {
  const rg_step_balance *b = &t->balance;
  json_open(w, "balance", '{');
  json_real(w, "kinetic_max", b->kinetic);
  json_real(w, "gravity", b->gravity);
  json_real(w, "springs", b->springs);
  json_real(w, "dampers", b->dampers);
  json_real(w, "actuators", b->actuators);
  json_real(w, "applied", b->applied);
  json_real(w, "drives", b->drives);
  json_real(w, "contacts", b->contacts);
  json_real(w, "friction", b->friction);
  json_real(w, "limits", b->limits);
  json_real(w, "dry_friction", b->dry_friction);
  json_real(w, "loops", b->loops);
  json_real(w, "residual", b->residual);
  json_real(w, "corrected", b->corrected);
  json_real(w, "unexplained", t->unexplained);
  json_real(w, "unexplained_most", t->unexplained_most);
  json_real(w, "residual_max", t->residual.value);
  json_real(w, "residual_max_time", t->residual.time);
  json_real(w, "momentum_max", b->momentum);
  json_real(w, "angular_momentum_max", b->angular_momentum);
  json_close(w, '}');
}

static void put_tally(json_writer *w, const tally *t) {
  json_real(w, "contacts_mean", tally_mean(t, t->contacts_sum));
  json_int(w, "contacts_max", t->contacts_most);
  json_real(w, "iterations_mean", tally_mean(t, t->iterations_sum));
  put_unsolved(w, t);
  json_long(w, "noticed_steps", t->noticed);
  json_text(w, "notice", t->notice);
  json_open(w, "notices", '[');
  for (int k = 0; k < NOTICE_KINDS; k++) {
    if (t->kind[k].steps == 0) continue;
    json_open(w, NULL, '{');
    json_long(w, "steps", t->kind[k].steps);
    json_real(w, "time", t->kind[k].time);
    json_text(w, "text", t->kind[k].text);
    json_close(w, '}');
  }
  json_close(w, ']');
  json_long(w, "halved_steps", t->halved);
  json_int(w, "overflow", t->overflow);
  json_long(w, "allocations", t->allocations);
  json_open(w, "worst_certificate", '{');
  put_measures(w, &t->worst);
  json_real(w, "time", t->worst_time);
  json_close(w, '}');
  json_real(w, "penetration_max", t->penetration.value);
  json_real(w, "penetration_max_time", t->penetration.time);
  json_real(w, "filtered_max", t->filtered.value);
  json_real(w, "filtered_max_time", t->filtered.time);
  json_long(w, "filtered_steps", t->filtered_steps);
  json_long(w, "filtered_looks", t->filtered_looks);
  json_real(w, "within_max", t->within.value);
  json_real(w, "within_max_time", t->within.time);
  json_long(w, "within_steps", t->steps_within);
  json_real(w, "closure_max", t->closure.value);
  json_real(w, "limit_max", t->limit.value);
  json_real(w, "limit_max_time", t->limit.time);
  json_int(w, "limit_max_joint", t->limit_joint);
  put_balance(w, t);
  json_real(w, "energy_first", t->energy_first);
  json_real(w, "energy_last", t->energy_last);
  json_real(w, "energy_rise_max", t->energy_rise.value);
  json_real(w, "energy_rise_max_time", t->energy_rise.time);
  json_real(w, "energy_rise_contacts", t->rise_contacts);
  json_real(w, "energy_rise_drives", t->rise_drives);
}

void print_run_json(const run_request *request, const run_answer *answer) {
  const tally *t = &answer->tally;
  const rg_sim_options *o = rg_sim_used_options(answer->sim);
  const rg_data *data = rg_sim_data(answer->sim);
  double speed = t->step_seconds > 0 ? (double)t->steps / t->step_seconds : 0;
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "model", request->simulation.path);
  json_text(&w, "status", run_status_text(answer));
  json_long(&w, "steps", t->steps);
  json_long(&w, "steps_wanted", answer->steps_wanted);
  json_real(&w, "time", data->time);
  json_real(&w, "time_first", t->time_first);
  json_real(&w, "dt", o->dt);
  json_real(&w, "wall_seconds", t->step_seconds);
  json_real(&w, "total_seconds", answer->total_seconds);
  json_real(&w, "steps_per_second", speed);
  put_method(&w, o);
  put_tally(&w, t);
  json_text(&w, "resume_notice", request->notice);
  json_int(&w, "passed_over", answer->model->nnotice);
  json_reals(&w, "qpos", data->qpos, answer->model->nq);
  json_reals(&w, "qvel", data->qvel, answer->model->nv);
  json_close(&w, '}');
}
