/* rg_step: the integrators, and what happens to a step that could not be solved.

       euler             v+ at q-,                    q+ = q- moved by dt v+           (Eq. 25-26)
       moreau            v+ at q_m = q- + dt/2 v-,    q+ = q_m moved by dt/2 v+        (Eq. 27-29)
       implicit-euler    v+ at q+,                    q+ = q- moved by dt v+
       implicit-moreau   v+ at the middle of q-, q+,  q+ = q- moved by dt (v- + v+)/2
       explicit-euler    v+ at q-,                    q+ = q- moved by dt v-    (Trinkle's notes, page 3)

   Equations of Mylapilli & Jain 2017. The implicit rules repeat the contact problem at the last
   estimate of q+ until the velocity no longer changes. */
#include "step/sim.h"

#include "base/finite.h"
#include "contact/reach.h"
#include "dynamics/work.h"
#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void copy(double *to, const double *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof(double));
}

/* joints that do not move keep their positions to the last bit */
static void keep_still(const rg_model *model, double *to, const double *from, const double *v) {
  for (int j = 0; j < model->njoint; j++) {
    int type = model->joint_type[j], free = type == RG_JOINT_FREE, ball = type == RG_JOINT_BALL;
    if (!free && !ball) continue;
    const double *u = v + model->joint_dof[j];
    double sum = 0;
    for (int i = 0; i < (free ? 6 : 3); i++) sum += fabs(u[i]);
    int q = model->joint_qpos[j];
    if (sum == 0) copy(to + q, from + q, free ? 7 : 4);
  }
}

/* to = from moved by velocity v for dt; v is what it is at the positions `at` (NULL: at from) */
static void move(const rg_sim *sim, double *to, const double *from, const double *at,
                 const double *v, double dt) {
  copy(to, from, sim->model->nq);
  rg_mean_move(&sim->mean, sim->model, to, at, v, dt);
  keep_still(sim->model, to, from, v);
}

/* v at the positions `from` becomes v at the positions `to` */
static void carry(const rg_sim *sim, const double *from, const double *to, double *v) {
  rg_mean_carry(&sim->mean, sim->model, from, to, v);
}

/* forces at the data's state, with what the rule takes within the step */
static void forward(rg_sim *sim, rg_implicit_rule rule, double dt) {
  int before = rg_stopwatch_enter(&sim->watch, RG_ROOM_DYNAMICS);
  rg_implicit_step(sim->model, sim->data, rule, dt, sim->estimate);
  rg_sim_find_grips(sim);
  for (int i = 0; i < sim->model->nv; i++)
    sim->guess[i] = sim->v_start[i] + 0.5 * dt * sim->change[i];
  rg_mean_forward(&sim->mean, sim->model, sim->data, rule == RG_IMPLICIT_MEAN ? sim->guess : NULL);
  if (rule == RG_IMPLICIT_END || rule == RG_IMPLICIT_END_HALF)
    rg_mean_alone(&sim->mean, sim->model, sim->data, dt);
  rg_stopwatch_enter(&sim->watch, before);
}

/* Forces and the contact problem there; again, where impulses make bodies so fast that they come within reach of more. */
static rg_status solve_at(rg_sim *sim, rg_implicit_rule rule, rg_place place, double dt) {
  rg_status status;
  rg_reach_forget(sim->constraints, sim->model);
  sim->outruns = 0;
  do {
    forward(sim, rule, dt);
    status = rg_sim_solve(sim, dt, sim->v_start, place);
  } while (sim->outrun);
  return status;
}

/* the state that forces and contacts are taken at: positions, and v, which is that at q, there */
static void go_to(rg_sim *sim, const double *q, const double *v, double *place, double way) {
  int nv = sim->model->nv;
  move(sim, place, q, NULL, v, way);
  copy(sim->v_start, v, nv);
  carry(sim, q, place, sim->v_start);
  copy(sim->data->qpos, place, sim->model->nq);
  copy(sim->data->qvel, sim->v_start, nv);
}

/* --- integrators: state in sim->data, positions and velocity at the start in q and v; they leave
   positions in data->qpos and the velocity there in sim->v -------------------------------------- */

static rg_status step_euler(rg_sim *sim, double dt, const double *q, const double *v) {
  go_to(sim, q, v, sim->qpos_middle, 0);
  rg_status status = solve_at(sim, RG_IMPLICIT_END, RG_PLACE_EXPLICIT, dt);
  move(sim, sim->data->qpos, q, NULL, sim->v, dt);
  carry(sim, q, sim->data->qpos, sim->v);
  return status;
}

/* a step that another rule could not do */
static void note_euler(rg_sim *sim, const char *why) {
  rg_sim_note(sim, RG_NOTICE_RULE, "%.200s: the step went by euler", why);
}

static rg_status step_explicit(rg_sim *sim, double dt, const double *q, const double *v) {
  go_to(sim, q, v, sim->qpos_middle, 0);
  rg_status status = solve_at(sim, RG_IMPLICIT_NONE, RG_PLACE_EXPLICIT, dt);
  move(sim, sim->data->qpos, q, NULL, v, dt);
  carry(sim, q, sim->data->qpos, sim->v);
  if (!status) rg_sim_note(sim, RG_NOTICE_EXPLICIT, "%s", rg_notice_text(RG_NOTICE_EXPLICIT));
  return status;
}

static rg_status step_moreau(rg_sim *sim, double dt, const double *q, const double *v) {
  double *middle = sim->qpos_middle;
  go_to(sim, q, v, middle, 0.5 * dt);
  rg_status status = solve_at(sim, RG_IMPLICIT_END_HALF, RG_PLACE_EXPLICIT, dt);
  if (sim->arrives) {
    status = step_euler(sim, dt, q, v);
    if (!status) note_euler(sim, "dampers would create energy by this rule");
    return status;
  }
  move(sim, sim->data->qpos, middle, NULL, sim->v, 0.5 * dt);
  carry(sim, middle, sim->data->qpos, sim->v);
  return status;
}

/* Forces and contacts at q- moved by dt/2 v-, the bias at the mean of the velocities, which is also
   what positions move with. What has run into something within that half step, unforeseen, is stopped
   where the step began: an impact has no middle. */
static rg_status step_midpoint(rg_sim *sim, double dt, const double *q, const double *v) {
  double *middle = sim->qpos_middle, *mean = sim->work;
  go_to(sim, q, v, middle, 0.5 * dt);
  rg_status status = solve_at(sim, RG_IMPLICIT_MEAN, RG_PLACE_MEAN, dt);
  if (sim->arrives) {
    int why = sim->arrives;
    status = step_euler(sim, dt, q, v);
    sim->arrives = why;
    if (why == RG_ARRIVES_UNSOLVED && !status) note_euler(sim, "the midpoint rule has no solution");
    if (why == RG_ARRIVES_CREATES && !status)
      note_euler(sim, "contacts would create energy by the midpoint rule");
    if (why == RG_ARRIVES_TEARS && !status)
      note_euler(sim, "loops would create energy by the midpoint rule");
    if (why == RG_ARRIVES_PUMPS && !status)
      note_euler(sim, "dampers would create energy by the midpoint rule");
    return status;
  }
  for (int i = 0; i < sim->model->nv; i++) mean[i] = 0.5 * (sim->v_start[i] + sim->v[i]);
  move(sim, sim->data->qpos, q, middle, mean, dt);
  carry(sim, middle, sim->data->qpos, sim->v);
  return status;
}

/* the state at which forces and contacts are taken, from the velocity at the end as it is known */
static void go_to_estimate(rg_sim *sim, double dt, const double *q, const double *v,
                           const double *end) {
  int nv = sim->model->nv, middle = sim->options.integrator == RG_IMPLICIT_MOREAU;
  for (int i = 0; i < nv; i++) sim->work[i] = middle ? 0.5 * (v[i] + end[i]) : end[i];
  go_to(sim, q, sim->work, sim->qpos_middle, middle ? 0.5 * dt : dt);
  copy(sim->v_start, v, nv);
  carry(sim, q, sim->qpos_middle, sim->v_start);
  copy(sim->estimate, end, nv);
  carry(sim, q, sim->qpos_middle, sim->estimate);
  for (int i = 0; i < nv; i++) sim->estimate[i] -= sim->v_start[i];
}

/* root of twice the energy below which a change of the velocity counts as none: a part of that of the motion, of what
   gravity adds in a step, and of a hundredth of the smallest shape a step */
static double settled(rg_sim *sim, double dt) {
  double gravity = dt * rg_v3_norm(sim->model->option.gravity);
  double slow = gravity + 0.01 * sim->constraints->smallest / dt;
  return sim->options.implicit_tol *
         (sqrt(2 * rg_sim_kinetic(sim, sim->v)) + sqrt(sim->mass) * slow);
}

/* contact problems at estimates of the end until that is where they lead; *change: root of twice the energy that is
   missing, *least: the least on the way. *lost: they do not, `loose` times as far away */
static rg_status settle_end(rg_sim *sim, double dt, const double *q, const double *v, double loose,
                            double *change, double *least, int *lost) {
  static const double AWAY = 4; /* rounds that come closer may step back once */
  int nv = sim->model->nv, middle = sim->options.integrator == RG_IMPLICIT_MOREAU;
  int impacts = sim->report.impacts;
  *lost = 0;
  *least = HUGE_VAL;
  rg_implicit_rule rule = middle ? RG_IMPLICIT_ROUND_MEAN : RG_IMPLICIT_ROUND_END;
  copy(sim->v_last, v, nv);
  for (int round = 0; round < sim->options.implicit_rounds; round++) {
    go_to_estimate(sim, dt, q, v, sim->v_last);
    rg_status status = solve_at(sim, rule, middle ? RG_PLACE_MIDDLE : RG_PLACE_END, dt);
    carry(sim, sim->qpos_middle, q, sim->v); /* estimates are velocities at q */
    for (int i = 0; i < nv; i++) sim->v_last[i] -= sim->v[i];
    *change = sqrt(2 * rg_sim_kinetic(sim, sim->v_last));
    copy(sim->v_last, sim->v, nv);
    if (status || (isfinite(*change) && *change <= loose * settled(sim, dt))) return status;
    if (!(*change < AWAY * *least)) break;
    *least = fmin(*least, *change);
    if (sim->report.impacts > impacts)
      return RG_OK; /* an impact has no middle: the first round counts */
    int most = sim->options.step_iterations;
    if (most && sim->report.iterations - sim->spent >= most) break;
  }
  *lost = 1;
  return RG_LIMIT;
}

/* A rule that does not settle leaves the step to euler, which always has an end; where steps are halved it may settle
   in halves. */
static rg_status step_implicit(rg_sim *sim, double dt, const double *q, const double *v) {
  int nv = sim->model->nv, middle = sim->options.integrator == RG_IMPLICIT_MOREAU;
  static const double LOOSE = 100;
  rg_step_report before = sim->report;
  double change, least;
  char why[128];
  int lost;
  rg_status status = settle_end(sim, dt, q, v, 1, &change, &least, &lost);
  /* rounds that came so near and went away again are at what answers are known to, or at the edge of a contact */
  if (lost && change > least && least <= LOOSE * settled(sim, dt)) {
    rg_sim_forget(sim, &before);
    status = settle_end(sim, dt, q, v, LOOSE, &change, &least, &lost);
  }
  if (lost) {
    snprintf(why, sizeof why,
             "the implicit rule did not settle in %d rounds, the motion still changes by %.2e J",
             sim->options.implicit_rounds, 0.5 * change * change);
    snprintf(sim->report.reason, sizeof sim->report.reason, "%s", why);
    if (sim->options.on_failure != RG_ON_FAILURE_HALVE) {
      rg_sim_forget(sim, &before);
      status = step_euler(sim, dt, q, v);
      note_euler(sim, why);
      return status;
    }
  }
  for (int i = 0; i < nv; i++) sim->work[i] = middle ? 0.5 * (v[i] + sim->v[i]) : sim->v[i];
  move(sim, sim->data->qpos, q, NULL, sim->work, dt);
  carry(sim, q, sim->data->qpos, sim->v);
  return status;
}

static rg_status not_finite(rg_sim *sim, rg_status status, const char *what) {
  snprintf(sim->report.reason, sizeof sim->report.reason, "%s is not finite", what);
  return status;
}

static int projects_closures(const rg_sim *sim) {
  return sim->closure->rows > 0 &&
         (sim->options.closures == RG_STABILIZE_PROJECT || sim->options.coordinates == RG_EMBEDDED);
}

/* positions back on the closures, and out of overlaps where that is asked for */
static rg_status settle(rg_sim *sim) {
  int contacts = sim->options.contacts == RG_STABILIZE_PROJECT;
  int closures = projects_closures(sim);
  rg_status status = contacts || closures ? rg_sim_project(sim, contacts, closures) : RG_OK;
  if (sim->closure->rows == 0) return status;
  sim->report.closure = rg_sim_open(sim);
  return status;
}

static rg_status try_step(rg_sim *sim, double dt, const double *q, const double *v) {
  rg_data *data = sim->data;
  rg_status status;
  sim->relocated = sim->torn = 0;
  sim->open = projects_closures(sim) ? rg_sim_open(sim) : 0;
  sim->spent = sim->report.iterations;
  rg_balance_begin(sim);
  switch (sim->options.integrator) {
  case RG_MOREAU: status = step_moreau(sim, dt, q, v); break;
  case RG_EXPLICIT_EULER: status = step_explicit(sim, dt, q, v); break;
  case RG_MIDPOINT: status = step_midpoint(sim, dt, q, v); break;
  case RG_IMPLICIT_EULER:
  case RG_IMPLICIT_MOREAU: status = step_implicit(sim, dt, q, v); break;
  default: status = step_euler(sim, dt, q, v); break;
  }
  copy(data->qvel, sim->v, sim->model->nv);
  if (!rg_all_finite(sim->model->nv, data->qvel) || !rg_all_finite(sim->model->nq, data->qpos))
    return rg_balance_not_finite(sim);
  if (status && sim->options.on_failure != RG_ON_FAILURE_CONTINUE) return status;
  rg_status settled = settle(sim);
  rg_balance_end(sim);
  rg_status watched = rg_balance_watch(sim);
  return watched ? watched : status ? status : settled;
}

/* --- policy ----------------------------------------------------------------------------------- */

static void go_back(rg_sim *sim, double time, const double *q, const double *v) {
  copy(sim->data->qpos, q, sim->model->nq);
  copy(sim->data->qvel, v, sim->model->nv);
  sim->data->time = time;
}

/* the report as it was before a part that failed, and why that was */
static void note_halves(rg_sim *sim, const rg_step_report *before) {
  char why[sizeof before->reason];
  int halvings = sim->report.halvings;
  memcpy(why, sim->report.reason, sizeof why);
  rg_sim_forget(sim, before);
  sim->report.halvings = halvings + 1;
  rg_sim_note(sim, RG_NOTICE_HALVED, "halved: %.240s", why);
}

/* one step, or its halves where it cannot be solved */
static rg_status advance(rg_sim *sim, double dt, int depth) {
  rg_data *data = sim->data;
  rg_step_report before = sim->report;
  double *q = sim->qpos_step + (size_t)depth * (size_t)sim->model->nq;
  double *v = sim->qvel_step + (size_t)depth * (size_t)sim->model->nv;
  double time = data->time;
  copy(q, data->qpos, sim->model->nq);
  copy(v, data->qvel, sim->model->nv);
  rg_status status = try_step(sim, dt, q, v);
  data->time = time + dt;
  if (!status || sim->options.on_failure != RG_ON_FAILURE_HALVE || depth >= sim->options.halvings ||
      sim->torn || rg_interrupted()) {
    rg_advance_activations(sim->model, data, dt);
    return status;
  }
  go_back(sim, time, q, v);
  note_halves(sim, &before);
  status = advance(sim, 0.5 * dt, depth + 1);
  return status ? status : advance(sim, 0.5 * dt, depth + 1);
}

rg_status rg_sim_advance(rg_sim *sim, double dt) {
  assert(dt > 0);
  return advance(sim, dt, 0);
}

static rg_status check_state(rg_sim *sim) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  if (!rg_all_finite(model->nq, data->qpos)) return not_finite(sim, RG_BAD_INPUT, "qpos");
  if (!rg_all_finite(model->nv, data->qvel)) return not_finite(sim, RG_BAD_INPUT, "qvel");
  if (!rg_all_finite(model->nactuator, data->ctrl)) return not_finite(sim, RG_BAD_INPUT, "ctrl");
  if (!rg_all_finite(model->nact, data->act)) return not_finite(sim, RG_BAD_INPUT, "act");
  if (!rg_all_finite(model->nv, data->qfrc_applied))
    return not_finite(sim, RG_BAD_INPUT, "qfrc_applied");
  if (!rg_all_finite(6 * model->nbody, data->xfrc_applied))
    return not_finite(sim, RG_BAD_INPUT, "xfrc_applied");
  if (!rg_all_finite(3 * model->ngeom, sim->surface))
    return not_finite(sim, RG_BAD_INPUT, "surface");
  if (!rg_all_finite(model->nv, sim->drive_velocity))
    return not_finite(sim, RG_BAD_INPUT, "drive_velocity");
  for (int i = 0; i < model->nv; i++) {
    if (sim->drive_limit[i] >= 0) continue;
    snprintf(sim->report.reason, sizeof sim->report.reason, "drive_limit of %d is not from 0 on",
             i);
    return RG_BAD_INPUT;
  }
  return RG_OK;
}

static void begin_report(rg_sim *sim) {
  rg_step_report *r = &sim->report;
  long allocations = r->allocations;
  memset(r, 0, offsetof(rg_step_report, reason));
  r->reason[0] = '\0';
  r->allocations = allocations;
  r->dt = sim->options.dt;
  r->certificate.residual_at = r->certificate.natural_map_at = r->certificate.penetration_at =
      r->certificate.cone_at = -1;
  r->certificate.complementarity_at = r->certificate.slip_angle_at = -1;
  r->certificate.bilateral_at = -1;
}

static long grown(const rg_sim *sim) {
  long sum = rg_solver_found(sim->solver).grown + sim->assembly->grown(sim->assembly_state);
  if (sim->projection) sum += rg_assembly_minimal.grown(sim->projection);
  sum += sim->uncoupled.grown + (sim->uncoupled.data != NULL);
  return sum;
}

/* the time after one more step: a multiple of dt from where the clock was last set, not a sum */
static double tick(rg_sim *sim, double time) {
  double *clock = sim->clock;
  if (time != clock[0] + clock[1] * sim->options.dt) clock[0] = time, clock[1] = 0;
  clock[1] += 1;
  return clock[0] + clock[1] * sim->options.dt;
}

/* only time goes on */
static rg_status stand(rg_sim *sim) {
  rg_step_report *report = &sim->report;
  report->step = ++sim->steps;
  sim->data->time = report->time = tick(sim, sim->data->time);
  rg_sim_measure(sim);
  return report->status;
}

static rg_status step_once(rg_sim *sim) {
  rg_step_report *report = &sim->report;
  double time = sim->data->time;
  long before = grown(sim);
  if (rg_sim_stands(sim)) return stand(sim);
  begin_report(sim);
  report->step = sim->steps;
  report->time = time;
  report->status = check_state(sim);
  if (report->status) return report->status;
  copy(sim->qpos_start, sim->data->qpos, sim->model->nq);
  copy(sim->qvel_start, sim->data->qvel, sim->model->nv);
  copy(sim->act_start, sim->data->act, sim->model->nact);

  report->status = sim->options.accuracy > 0 ? rg_sim_adapt(sim, sim->options.dt)
                                             : advance(sim, sim->options.dt, 0);
  rg_implicit_step(sim->model, sim->data, RG_IMPLICIT_NONE, 0, NULL);
  report->allocations += grown(sim) > before;
  /* an answer without some of the contacts is one of another problem */
  if (report->overflow && (!report->status || rg_is_unsolved(report->status))) {
    report->status = RG_LIMIT;
    snprintf(report->reason, sizeof report->reason,
             "some contacts were left out: there are more than %d",
             sim->constraints->most_contacts);
  }
  int finite = rg_all_finite(sim->model->nq, sim->data->qpos) &&
               rg_all_finite(sim->model->nv, sim->data->qvel);
  int lost = report->status == RG_DIVERGED || sim->torn || !finite;
  /* an answer that was cut short is none, not even a solved one: its split may not be done */
  if (rg_interrupted()) {
    lost = 1;
    report->status = RG_LIMIT;
    snprintf(report->reason, sizeof report->reason, "interrupted: the step was taken back");
  }
  if (report->status && (sim->options.on_failure != RG_ON_FAILURE_CONTINUE || lost)) {
    go_back(sim, time, sim->qpos_start, sim->qvel_start);
    copy(sim->data->act, sim->act_start, sim->model->nact);
    return report->status;
  }
  report->step = ++sim->steps;
  sim->data->time = report->time = tick(sim, time);
  rg_sim_measure(sim);
  rg_sim_note_standing(sim);
  return report->status;
}

rg_status rg_step(rg_sim *sim) {
  rg_stopwatch_begin(&sim->watch, RG_ROOM_STEP);
  rg_status status = step_once(sim);
  rg_stopwatch_enter(&sim->watch, RG_ROOM_STEP);
  return status;
}
