/* Sec. 6.2 (Mylapilli & Jain 2017): the paper gives e = 0.7 but neither the law of restitution nor
   where the masses sit. The first impact of the pendulum on the floor by three laws, for both
   places: Runge-Kutta to the touch, then one step of 10 ns. Newton's law creates energy in linked
   bodies. Then the whole 20 s by each of them. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "numbers.h"
#include "pendulum.h"

#include <math.h>
#include <string.h>

enum { LAWS = 4, HINGES = PENDULUM_LINKS };
static const double RADIUS = 0.25, INSTANT = 1e-8;

typedef struct state {
  double q[HINGES], v[HINGES], time;
} state;

/* d/dt of angles and velocities */
static state rate(const rg_model *model, rg_data *data, const state *at) {
  state d = {.time = 1};
  memcpy(data->qpos, at->q, sizeof at->q);
  memcpy(data->qvel, at->v, sizeof at->v);
  rg_forward(model, data);
  memcpy(d.q, at->v, sizeof d.q);
  memcpy(d.v, data->qacc_smooth, sizeof d.v);
  return d;
}

static state moved(const state *from, double h, const state *d) {
  state to = *from;
  for (int i = 0; i < HINGES; i++) {
    to.q[i] += h * d->q[i];
    to.v[i] += h * d->v[i];
  }
  to.time += h;
  return to;
}

/* classical Runge-Kutta of order 4 */
static state march(const rg_model *model, rg_data *data, const state *from, double h) {
  state a = rate(model, data, from), at = moved(from, h / 2, &a);
  state b = rate(model, data, &at);
  at = moved(from, h / 2, &b);
  state c = rate(model, data, &at);
  at = moved(from, h, &c);
  state d = rate(model, data, &at);
  for (int i = 0; i < HINGES; i++) {
    a.q[i] = (a.q[i] + 2 * b.q[i] + 2 * c.q[i] + d.q[i]) / 6;
    a.v[i] = (a.v[i] + 2 * b.v[i] + 2 * c.v[i] + d.v[i]) / 6;
  }
  return moved(from, h, &a);
}

/* steps of 0.1 ms, the last one bisected */
static state flight(const rg_model *model, rg_data *data) {
  state s;
  memcpy(s.q, model->key_qpos, sizeof s.q);
  memcpy(s.v, model->key_qvel, sizeof s.v);
  s.time = 0;
  for (double h = 1e-4; h > 1e-16;) {
    state next = march(model, data, &s, h);
    memcpy(data->qpos, next.q, sizeof next.q);
    rg_kinematics(model, data);
    if (data->geom_xpos[3 * (model->ngeom - 1) + 2] > RADIUS) s = next;
    else h /= 2;
  }
  return s;
}

typedef struct law_case {
  const char *label;
  rg_restitution law;
  double e;
} law_case;

static const law_case CASES[LAWS] = {{"Newton", RG_RESTITUTION_NEWTON, 0.7},
                                     {"Poisson", RG_RESTITUTION_POISSON, 0.7},
                                     {"energy (rigor's)", RG_RESTITUTION_ENERGY, 0.7},
                                     {"none, e = 0", RG_RESTITUTION_ENERGY, 0}};

static void choose_law(const void *context, rg_sim_options *options) {
  const law_case *c = context;
  options->dt = INSTANT;
  options->restitution_law = c->law;
  options->restitution = c->e;
}

static rg_status impact(const paper_options *options, const char *file, const law_case *c,
                        const state *touch, double *vz, double *energy, rg_error *error) {
  scene s;
  double height;
  rg_status status = scene_open(&s, options, file, PENDULUM_KEY, choose_law, c, error);
  if (status != RG_OK) return status;
  rg_data *data = rg_sim_data(s.sim);
  memcpy(data->qpos, touch->q, sizeof touch->q);
  memcpy(data->qvel, touch->v, sizeof touch->v);
  double before = rg_sim_energy(s.sim);
  status = rg_step(s.sim);
  *energy = rg_sim_energy(s.sim) - before;
  pendulum_tip(&s, &height, vz);
  scene_close(&s);
  return status;
}

static int near(double a, double b, double by) { return fabs(a - b) <= by; }

static void write_finding(rg_page *page, const first_impact *wanted, double time, const double *vz,
                          const double *energy) {
  int same = near(time, wanted->time, 1e-6) && near(vz[0], wanted->newton_vz, 1e-3) &&
             near(energy[0], wanted->newton_energy, 0.05) &&
             near(vz[1], wanted->poisson_vz, 1e-3) &&
             near(energy[1], wanted->poisson_energy, 0.05) &&
             near(energy[3], wanted->plastic_energy, 0.05);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "Spheres at the %s: the first impact at %.6f s changes the energy by %+.2f J by "
                  "Newton's law, "
                  "%+.2f J by Poisson's, %+.2f J by rigor's; numpy and rigor %s.",
                  wanted->masses, time, energy[0], energy[1], energy[2],
                  same ? "agree" : "do not agree");
}

static void write_rows(rg_page *page, const first_impact *wanted, double time, const double *vz,
                       const double *energy) {
  const double other_vz[LAWS] = {wanted->newton_vz, wanted->poisson_vz, 0, 0};
  const double other_energy[LAWS] = {wanted->newton_energy, wanted->poisson_energy, 0,
                                     wanted->plastic_energy};
  for (int k = 0; k < LAWS; k++) {
    char other[2][24] = {"-", "-"}; /* the energy law is ours alone */
    if (CASES[k].law != RG_RESTITUTION_ENERGY || !(CASES[k].e > 0)) {
      snprintf(other[0], sizeof other[0], "%.5f", other_vz[k]);
      snprintf(other[1], sizeof other[1], "%+.2f", other_energy[k]);
    }
    rg_page_row(page, "%s|%.6f|%s|%.5f|%s|%+.2f|%s", wanted->masses, time, CASES[k].label, vz[k],
                other[0], energy[k], other[1]);
  }
}

static rg_status one_place(const paper_options *options, rg_page *page, const first_impact *wanted,
                           rg_error *error) {
  char path[1024];
  rg_model *model;
  double vz[LAWS], energy[LAWS];
  rg_status status = rg_model_load(
      &model, paper_model_path(options, wanted->model, path, sizeof path), NULL, error);
  if (status != RG_OK) return status;
  rg_data *data = rg_data_new(model);
  state touch = {.time = 0};
  if (data) touch = flight(model, data);
  else status = RG_NO_MEMORY;
  rg_data_free(data);
  rg_model_free(model);
  for (int k = 0; k < LAWS && status == RG_OK; k++)
    status = impact(options, wanted->model, &CASES[k], &touch, &vz[k], &energy[k], error);
  if (status != RG_OK) return status;
  write_rows(page, wanted, touch.time, vz, energy);
  write_finding(page, wanted, touch.time, vz, energy);
  return RG_OK;
}

/* --- the whole motion --------------------------------------------------------------------------------- */

typedef struct motion {
  int steps, unsolved, impacts, contacts, jams;
  double residual, highest, end; /* worst of the law; energy over that of the start; at the end */
} motion;

static void choose_motion(const void *context, rg_sim_options *options) {
  const law_case *c = context;
  options->restitution_law = c->law;
  options->restitution = c->e;
  options->parents_touch = 1; /* neighbours collide, as in the paper */
  options->on_failure = RG_ON_FAILURE_CONTINUE;
}

static rg_status move_on(const paper_options *options, const char *file, const law_case *c,
                         double time, motion *m, rg_error *error) {
  scene s;
  rg_status status = scene_open(&s, options, file, PENDULUM_KEY, choose_motion, c, error);
  if (status != RG_OK) return status;
  double start = rg_sim_energy(s.sim);
  int steps = (int)lround(time / s.model->option.timestep);
  *m = (motion){0};
  for (int i = 0; i < steps && !paper_interrupted(options); i++) {
    m->unsolved += rg_step(s.sim) != RG_SOLVED;
    const rg_step_report *r = rg_sim_report(s.sim);
    m->steps++;
    m->impacts += r->impacts;
    m->jams +=
        strstr(r->reason, "jam") != NULL; /* no impulses give the speeds that are asked for */
    m->residual = fmax(m->residual, r->certificate.law_residual);
    m->highest = fmax(m->highest, rg_sim_energy(s.sim) - start);
    if (r->contacts > m->contacts) m->contacts = r->contacts;
  }
  m->end = rg_sim_energy(s.sim);
  scene_close(&s);
  return RG_OK;
}

/* 20 s by each law, for both places of the masses */
static rg_status whole_motion(const paper_options *options, rg_page *page, rg_error *error) {
  static const double PAPER = 20, QUICK = 2;
  double time = options->quick ? QUICK : PAPER, worst = 0;
  int unsolved = 0, steps = 0, jams = 0;
  rg_page_table(
      page, "The whole motion, spheres collide with each other",
      "spheres at|law|steps|not solved|worst residual|bounces|jams|most contacts|highest energy "
      "over the start J|energy at the end J");
  for (int k = 0; k < IMPACTS; k++)
    for (int l = 0; l < LAWS - 1; l++) {
      motion m;
      rg_status status = move_on(options, IMPACT[k].model, &CASES[l], time, &m, error);
      if (status != RG_OK) return status;
      unsolved += m.unsolved, steps += m.steps, jams += m.jams;
      worst = fmax(worst, m.residual);
      rg_page_row(page, "%s|%s|%d|%d|%.0e|%d|%d|%d|%.2f|%.2f", IMPACT[k].masses, CASES[l].label,
                  m.steps, m.unsolved, m.residual, m.impacts, m.jams, m.contacts, m.highest, m.end);
    }
  rg_verdict verdict = unsolved ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED;
  rg_page_finding(
      page, verdict,
      "With e = 0.7 every step of %.0f s is solved by Newton's, Poisson's and the energy law: "
      "%d of %d are not, the worst certificate is %.0e. In %d a sphere is between two that "
      "cannot part, where no impulses give Newton's speeds: there it parts with the part "
      "of them that is possible.",
      time, unsolved, steps, worst, jams);
  paper_note(options, "mylapilli", "sec. 6.2, e", verdict, "", "%d of %d steps not solved",
             unsolved, steps);
  return RG_OK;
}

rg_status mylapilli_impact(const paper_options *options, rg_page *page, rg_error *error) {
  rg_status status = RG_OK;
  for (int k = 0; k < IMPACTS && status == RG_OK; k++) {
    rg_page_table(page, "First impact on the floor, beside an independent computation in numpy",
                  "spheres at|time s|law|vz after m/s|numpy|energy change J|numpy");
    status = one_place(options, page, &IMPACT[k], error);
  }
  return status == RG_OK ? whole_motion(options, page, error) : status;
}
