/* The oracle: one run of a scene that is watched from step to step, then the same from a checkpoint, in
   another frame and in other units, with two runs from a start that is off by a little to know how much
   of a difference the motion itself makes. */
#include "judge.h"

#include "../verify/verify.h"
#include "motion.h"
#include "stream.h"

#include <rigor/rigor.h>

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const fault_name[FAULTS] = {
    "none",        "refused", "not finite", "diverged", "energies",  "rise",
    "unexplained", "work",    "momentum",   "overlap",  "open loop", "moment",
    "certificate", "silent",  "slow",       "resume",   "frame",     "units"};

/* Bounds. Energies are relative to the most that the scene had. */
static const double SAME_ENERGY = 1e-9;   /* of state and report: sums of some hundred terms */
static const double MIDPOINT_RISE = 0.05; /* the default rule takes its error out again */
static const double OTHER_RISE = 1;       /* what rules of first order may leave in */
static const double ROUGH_RISE =
    9; /* what the explicit rule may, and steps that were not solved: then a run has to stop */
static const double WORK_SIGN =
    0.02; /* what a step, with its mean velocity, may make of a work that is never positive */
static const double SAME_MOMENTUM = 1e-9; /* of single bodies, in every rule */
static const double SAME_MOMENT =
    1e-6; /* of the energy that a contact problem is measured by, ten thousand times its tolerance */
static const double OTHER_DEEPEST = 0.3; /* the same for rules of first order */
static const double LATE_DEEPEST = 1;    /* the explicit rule sees contacts a step late */
static const double DEEPEST = 0.05;      /* of a typical shape: more than was there at the start */
static const double OPEN = 1e-5;         /* of a loop, that was closed at the start */
static const double CHAOS = 1e-5;      /* of a typical shape: from here on runs are not compared */
static const double OFF = 1e-11;       /* of a typical shape: where the neighbours start */
static const double FAR_OFF = 1e4;     /* times what neighbours differ by: another motion */
static const double SAME_PLACE = 1e-8; /* of a typical shape: below this no difference counts */
static const double SAME_STATE = 1e-6; /* of the fastest, of a shape: steps that begin alike; */
static const double PARTED =
    1e3; /* times as much at its end: no answer of one and the same problem is known so badly */
/* LAST: what the problems of a step may take beyond its budget, a hundred iterations each. THREADS: of the run that goes
   on from the checkpoint */
enum { LAST = 5000, VERIFY_EVERY = 9, THREADS = 3 };

typedef struct run {
  rg_model *model;
  rg_sim *sim;
  motion motion;
  double *places; /* steps + 1, points x 3, in m of the scene as it is; as far as it went */
  double *
      speeds; /* points x 3: velocities there at the last step that was kept, m/s, turned in the same way */
  int points, steps;
  int solved; /* steps until the first that was not solved */
  int whole; /* steps until the first that used up its iterations: where it is cut off, last digits decide */
} run;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* the first fault stays */
__attribute__((format(printf, 4, 5))) static void accuse(verdict *v, fault what, int step,
                                                         const char *format, ...) {
  va_list arguments;
  if (v->fault) return;
  v->fault = what;
  v->step = step;
  va_start(arguments, format);
  vsnprintf(v->text, sizeof v->text, format, arguments);
  va_end(arguments);
}

/* --- a run ----------------------------------------------------------------------------------------- */

static void run_end(run *r) {
  motion_free(&r->motion);
  free(r->places);
  free(r->speeds);
  rg_sim_free(r->sim);
  rg_model_free(r->model);
}

/* model, simulation, start; 0 with the reason where that is refused */
static int run_begin(run *r, const world *w, const world_frame *frame, int threads,
                     rg_error *error) {
  char *text = malloc(WORLD_TEXT);
  memset(r, 0, sizeof *r);
  memset(error, 0, sizeof *error);
  int ok = text && world_write(w, frame, text) &&
           rg_model_parse(&r->model, text, strlen(text), NULL, error) == RG_OK;
  free(text);
  rg_sim_options options;
  ok = ok && rg_sim_options_from_model(r->model, &options, error) == RG_OK;
  if (ok) options.on_failure = RG_ON_FAILURE_CONTINUE, options.threads = threads;
  if (ok && w->iterations) options.step_iterations = w->iterations;
  ok = ok && rg_sim_new(&r->sim, r->model, &options, error) == RG_OK &&
       rg_sim_reset(r->sim, 0, error) == RG_OK;
  if (!ok) return 0;
  r->points = 2 * r->model->nbody;
  r->places = calloc((size_t)(w->steps + 1) * (size_t)r->points * 3, sizeof(double));
  r->speeds = calloc((size_t)r->points * 3, sizeof(double));
  return motion_new(&r->motion, r->model) && r->places && r->speeds;
}

/* d turned by the conjugate of a quaternion */
static void turn_back(const double quat[4], const double d[3], double out[3]) {
  const double q[4] = {quat[0], -quat[1], -quat[2], -quat[3]};
  double t[3];
  for (int k = 0; k < 3; k++)
    t[k] = 2 * (q[1 + (k + 1) % 3] * d[(k + 2) % 3] - q[1 + (k + 2) % 3] * d[(k + 1) % 3]);
  for (int k = 0; k < 3; k++)
    out[k] = d[k] + q[0] * t[k] + q[1 + (k + 1) % 3] * t[(k + 2) % 3] -
             q[1 + (k + 2) % 3] * t[(k + 1) % 3];
}

/* two points of every body, back in the frame and units of the scene: its centre of mass, and one that
   turns with it; and their velocities */
static void keep_places(run *r, const world *w, const world_frame *frame, int step) {
  const rg_data *data = rg_sim_data(r->sim);
  motion_find(&r->motion, r->model, data->qpos, data->qvel);
  for (int b = 1; b < r->model->nbody; b++)
    for (int e = 0; e < 2; e++) {
      const motion_body *body = &r->motion.body[b];
      const size_t point = (size_t)(2 * b + e);
      double d[3], v[3], at[3];
      for (int k = 0; k < 3; k++) {
        const double arm = e ? w->length * (body->axes[3 * k] + body->axes[3 * k + 1]) : 0;
        at[k] = body->com[k] + frame->length * arm;
        d[k] = body->com[k] / frame->length - frame->pos[k] + arm;
      }
      for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        v[k] = (body->v[k] + body->w[i] * at[j] - body->w[j] * at[i]) / frame->length;
      }
      turn_back(frame->quat, d, r->places + 3 * ((size_t)step * (size_t)r->points + point));
      turn_back(frame->quat, v, r->speeds + 3 * point);
    }
}

/* a step was done; its iterations were as many as may be, or not */
static void count_whole(run *r, int step) {
  const int most = rg_sim_used_options(r->sim)->step_iterations;
  if (r->whole == step - 1 && rg_sim_report(r->sim)->iterations < most) r->whole = step;
}

/* steps until one is not solved */
static void run_on(run *r, const world *w, const world_frame *frame, int steps) {
  keep_places(r, w, frame, 0);
  while (r->steps < steps && rg_step(r->sim) == RG_SOLVED) {
    keep_places(r, w, frame, ++r->steps);
    count_whole(r, r->steps);
  }
  r->solved = r->steps;
}

/* --- why a step was not solved --------------------------------------------------------------------- */

/* numbers become #, so that reasons can be counted */
static void without_numbers(const char *from, char *to, size_t size) {
  size_t n = 0;
  while (*from && n + 1 < size) {
    if (isdigit((unsigned char)*from)) {
      to[n++] = '#';
      while (*from && (isalnum((unsigned char)*from) || strchr(".+-", *from))) from++;
    } else to[n++] = *from++;
  }
  to[n] = '\0';
}

static void count_reason(verdict *v, const rg_step_report *report) {
  char text[sizeof v->reason[0].text];
  without_numbers(report->reason, text, sizeof text);
  v->unsolved++;
  v->driven += strstr(report->reason, "the drive of joint") != NULL;
  for (int i = 0; i < v->reasons; i++)
    if (v->reason[i].status == report->status && !strcmp(v->reason[i].text, text)) {
      v->reason[i].steps++;
      return;
    }
  if (v->reasons == VERDICT_REASONS) return;
  v->reason[v->reasons].status = report->status;
  v->reason[v->reasons].steps = 1;
  memcpy(v->reason[v->reasons++].text, text, sizeof text);
}

/* --- energy, momentum, overlap --------------------------------------------------------------------- */

typedef struct watch {
  const world *w;
  double energy_first, energy_last;
  double
      peak; /* most kinetic energy with an explanation: no more than what sources gave and heights lost */
  double given; /* by sources, but for those that have a potential */
  double wound; /* the potential of these at the start */
  double works; /* of everything but gravity and springs */
  double overlap_first, overlap_own_first, open_first;
  double linear[3];
  double dampers, passive;
  double
      swing; /* most that gravity and springs did in a step: what rules of first order are wrong by, from rest too */
  double floor; /* J: below it nothing counts */
  int rough;    /* 1: a rule of first order, or a step that went by one */
  int unsolved; /* 1: some step was not */
  int lost;     /* 1: the explicit rule, or a step that was not solved */
  int single;   /* every body floats for itself */
} watch;

static int has_gravcomp(const world *w) {
  for (int b = 0; b < w->bodies; b++)
    if (w->body[b].gravcomp != 0) return 1;
  return 0;
}

static int is_windy(const world *w) {
  return w->density > 0 && (w->wind[0] != 0 || w->wind[1] != 0);
}

static int has_drives(const world *w) {
  for (int b = 0; b < w->bodies; b++)
    if (w->body[b].joints && w->body[b].joint[0].driven) return 1;
  return 0;
}

/* a loop whose start tears it is stopped by an impact, and along which of its rows depends on the frame */
static int is_torn_at_start(const world *w) {
  for (int b = 0; b < w->bodies && w->ties; b++)
    for (int k = 0; k < w->body[b].joints; k++)
      for (int i = 0; i < 6; i++)
        if (w->body[b].joint[k].velocity[i] != 0) return 1;
  return 0;
}

static int cannot_close(const world *w) {
  for (int t = 0; t < w->ties; t++)
    if (w->tie[t].kind == GAP) return 1;
  return 0;
}

static int only_single_bodies(const world *w) {
  for (int b = 0; b < w->bodies; b++)
    if (w->body[b].parent >= 0 || w->body[b].joints != 1 || w->body[b].joint[0].kind != FREE ||
        w->body[b].gravcomp != 0)
      return 0;
  return !w->ties && !w->tendons && w->density == 0 && w->viscosity == 0;
}

/* --- what sources may give, from the scene alone ---------------------------------------------------- */

/* of the integral of a force that is cut at +- most, 0: not */
static double cut_potential(double k, double stretch, double most) {
  const double reach = most > 0 ? most / k : HUGE_VAL, x = fabs(stretch);
  return x <= reach ? 0.5 * k * x * x : most * (x - 0.5 * reach);
}

/* the joint of an actuator */
static double place_of(const run *r, const world_actuator *a) {
  char name[32];
  snprintf(name, sizeof name, "j%d_0", a->body);
  const int joint = rg_model_find(r->model, RG_OBJECT_JOINT, name);
  return rg_sim_data(r->sim)->qpos[r->model->joint_qpos[joint]];
}

/* Motors, servos and lift against gravity have a potential, wherever bodies go and whatever the rule made of their work. */
static double wound_up(const run *r, const world *w) {
  double sum = 0;
  for (int i = 0; i < w->actuators; i++) {
    const world_actuator *a = &w->actuator[i];
    const double q = place_of(r, a);
    const double force = a->most > 0 ? fmax(-a->most, fmin(a->most, a->control)) : a->control;
    if (a->kind == MOTOR) sum -= force * q;
    if (a->kind == SERVO) sum += cut_potential(a->gain, a->control - q, a->most);
  }
  for (int b = 1; b < r->model->nbody; b++)
    for (int k = 0; k < 3; k++)
      sum += r->model->body_gravcomp[b] * r->model->body_mass[b] * w->gravity[k] *
             r->motion.body[b].com[k];
  return sum;
}

/* A force at its limit is held for a step, in which it may bring what is lightest from no speed, or that of a motor, to
   another. */
static double held_for_a_step(const world *w, const world_actuator *a) {
  double lightest = HUGE_VAL;
  for (int b = 0; b < w->bodies; b++) lightest = fmin(lightest, w->body[b].mass);
  const joint_kind kind = w->body[a->body].joint[0].kind;
  const double unit = kind == SLIDE ? 1 : w->length, push = a->most / unit * w->dt;
  const double speed = a->kind == SPEED ? fabs(a->control) * unit : 0;
  return a->most > 0 && a->kind != MOTOR ? push * (speed + push / lightest) : 0;
}

/* What else may give in a step: motors of a speed, kv (c - v) v <= kv c^2 / 4; the wind, by pressure and friction on boxes as
   large as any that the scene may have, four times. */
static double may_give(const world *w) {
  double power = 0;
  for (int i = 0; i < w->actuators; i++) power += held_for_a_step(w, &w->actuator[i]) / w->dt;
  for (int i = 0; i < w->actuators; i++)
    if (w->actuator[i].kind == SPEED)
      power += 0.25 * w->actuator[i].gain * w->actuator[i].control * w->actuator[i].control;
  if (!is_windy(w)) return w->dt * power;
  const double wind =
      sqrt(w->wind[0] * w->wind[0] + w->wind[1] * w->wind[1] + w->wind[2] * w->wind[2]);
  const double side = 4 * w->length, slow = 9.5 * side * w->viscosity * wind * wind;
  return w->dt * (power + 4 * w->bodies * (slow + w->density * side * side * wind * wind * wind));
}

static void watch_begin(watch *t, const world *w, run *r) {
  const motion *m = &r->motion;
  memset(t, 0, sizeof *t);
  t->w = w;
  t->energy_first = t->energy_last = m->kinetic + m->potential;
  t->peak = m->kinetic;
  t->wound = wound_up(r, w);
  t->overlap_first = rg_sim_penetration(r->sim);
  t->overlap_own_first = motion_overlap(m, r->model);
  t->single = only_single_bodies(w);
  t->rough = is_torn_at_start(w);
  memcpy(t->linear, m->linear, sizeof t->linear);
}

/* J: rounding of potentials that are large beside the motion is no energy */
static double floor_of(const watch *t, const motion *m) {
  return 1e-9 * (m->potential_size + 10 * m->mass * t->w->length);
}

/* 1 where velocities jump in the step */
static int jumps(const rg_step_report *report) {
  return report->impacts > 0 || (report->notices & RG_NOTICE_RULE);
}

/* energies of the report against those of the state */
static void watch_energies(watch *t, const run *r, const rg_step_balance *b, int step, verdict *v) {
  const motion *m = &r->motion;
  const double least = floor_of(t, m);
  const double kinetic =
      fabs(b->kinetic - m->kinetic) / (m->kinetic + 1e-6 * (t->peak + m->potential_size) + least);
  const double potential =
      fabs(b->potential - m->potential) / (m->potential_size + t->peak + least);
  const double worst = fmax(kinetic, potential);
  v->energies = fmax(v->energies, worst);
  if (worst > SAME_ENERGY)
    accuse(v, FAULT_ENERGIES, step,
           "kinetic %.9g J and potential %.9g J, the report has %.9g and %.9g", m->kinetic,
           m->potential, b->kinetic, b->potential);
}

/* Works that can never be positive. Of contacts, stops and dry friction it is the sum: one may throw a body against the
   other, and what is normal to a contact at the start of a step is not at its end. Newton's and Poisson's law may give
   more than they took. Works are impulses times the mean of the velocities at both ends: where these jump in the step, at an
   impact and where it went by euler for one, a damper is judged by a velocity that it never had, and only sums tell. */
static void watch_signs(watch *t, const rg_step_report *report, int step, verdict *v) {
  const rg_step_balance *b = &report->balance;
  const int may_create = t->w->restitution > 0 && t->w->restitution_law != RG_RESTITUTION_ENERGY;
  if (t->w->integrator != RG_MIDPOINT || jumps(report)) return;
  t->dampers += b->dampers;
  t->passive += b->contacts + b->friction + b->limits + b->dry_friction;
  const double most = WORK_SIGN * t->peak + t->floor;
  if (t->dampers > most && !has_gravcomp(t->w) && !is_windy(t->w))
    accuse(v, FAULT_WORK, step, "dampers gave %.3g J of %.3g J", t->dampers, t->peak);
  if (t->passive > most && t->w->belt == 0 && !has_drives(t->w) && !may_create)
    accuse(v, FAULT_WORK, step, "contacts and stops gave %.3g J of %.3g J", t->passive, t->peak);
}

static void watch_energy(watch *t, const run *r, const rg_step_report *report, int step,
                         verdict *v) {
  const rg_step_balance *b = &report->balance;
  const motion *m = &r->motion;
  const int may_bounce = t->w->restitution > 0 && t->w->restitution_law != RG_RESTITUTION_ENERGY;
  const double energy = m->kinetic + m->potential;
  const double works = b->dampers + b->actuators + b->applied + b->drives + b->contacts +
                       b->friction + b->limits + b->dry_friction;
  t->given += may_give(t->w) + b->drives;
  if (t->w->belt != 0) t->given += fmax(0, b->friction + b->contacts);
  else if (may_bounce) t->given += fmax(0, b->friction + b->contacts + b->limits);
  t->works += works;
  const double given = t->given + t->wound - wound_up(r, t->w);
  t->peak = fmax(t->peak, fmin(m->kinetic, t->energy_first + given - m->potential));
  /* forces move nothing in the first step of the explicit rule: what they give comes before what it costs */
  if (t->w->integrator == RG_EXPLICIT_EULER && step <= 2) t->peak = fmax(t->peak, m->kinetic);
  /* bounces are of first order in every rule */
  t->rough |= t->w->integrator != RG_MIDPOINT || jumps(report);
  t->unsolved |= report->status != RG_SOLVED;
  t->lost |= t->w->integrator == RG_EXPLICIT_EULER || report->status;
  const double allowed = t->lost ? ROUGH_RISE : t->rough ? OTHER_RISE : MIDPOINT_RISE;
  t->floor = floor_of(t, m);
  t->swing = fmax(t->swing, fabs(b->gravity) + fabs(b->springs));
  const double size = t->peak + t->floor + (t->rough ? t->swing : 0);
  const double rise = (energy - t->energy_first - given) / size;
  const double unexplained = (energy - t->energy_first - t->works) / size;
  v->rise = fmax(v->rise, rise);
  v->unexplained = fmax(v->unexplained, unexplained);
  /* a step that is not solved leaves joints of redundant coordinates apart, and what motors do then has no potential */
  const int apart = t->unsolved && t->w->coordinates == RG_REDUNDANT;
  if (rise > allowed && !apart)
    accuse(v, FAULT_RISE, step, "from %.6g J to %.6g J, given %.6g J; at most %.6g J of motion",
           t->energy_first, energy, given, t->peak);
  if (unexplained > allowed && !report->status)
    accuse(v, FAULT_UNEXPLAINED, step, "%.6g J that no work explains; at most %.6g J of motion",
           energy - t->energy_first - t->works, t->peak);
}

static int touches_world(const run *r) {
  const rg_step_contact *contact;
  const int count = rg_sim_contacts(r->sim, &contact);
  for (int i = 0; i < count; i++)
    for (int e = 0; e < 2; e++) {
      const int g = e ? contact[i].contact.geom2 : contact[i].contact.geom1;
      if (!r->model->body_weld[r->model->geom_body[g]]) return 1;
    }
  return 0;
}

/* single bodies that push nothing but each other: gravity alone changes their momentum */
static void watch_momentum(watch *t, const run *r, int step, verdict *v) {
  const motion *m = &r->motion;
  if (t->single && !touches_world(r)) {
    double off = 0;
    for (int k = 0; k < 3; k++)
      off = fmax(off, fabs(m->linear[k] - t->linear[k] - m->mass * t->w->gravity[k] * t->w->dt));
    off /= m->linear_size + m->mass * sqrt(10 * t->w->length) * 1e-3;
    v->momentum = fmax(v->momentum, off);
    if (off > SAME_MOMENTUM) accuse(v, FAULT_MOMENTUM, step, "%.3g of it from nowhere", off);
  }
  memcpy(t->linear, m->linear, sizeof t->linear);
}

/* farthest that a body has come since the start, m */
static double moved(const run *r, int step) {
  const size_t width = 3 * (size_t)r->points;
  const double *from = r->places, *to = r->places + (size_t)step * width;
  double most = 0;
  for (size_t k = 0; k + 2 < width; k += 3) {
    double square = 0;
    for (size_t i = k; i < k + 3; i++) square += (to[i] - from[i]) * (to[i] - from[i]);
    most = fmax(most, sqrt(square));
  }
  return most;
}

/* What shapes are in each other is the way to the nearest side, and which that is may change: no overlap grows by more than
   what moved, twice for two bodies, and twice for what is farther out than the points that are looked at. */
static void watch_places(watch *t, const run *r, const rg_step_report *report, int step,
                         verdict *v) {
  const double own = motion_overlap(&r->motion, r->model) - t->overlap_own_first;
  const double told = fmin(report->penetration - t->overlap_first, 4 * moved(r, step));
  const double worst = fmax(own, told) / t->w->length;
  v->overlap = fmax(v->overlap, worst);
  v->open = fmax(v->open, report->closure / fmax(1, t->w->length));
  if (worst > (t->w->integrator == RG_EXPLICIT_EULER ? LATE_DEEPEST
               : t->rough                            ? OTHER_DEEPEST
                                                     : DEEPEST))
    accuse(v, FAULT_OVERLAP, step, "%.3g m deeper than at the start (told %.3g m)",
           worst * t->w->length, report->penetration);
  if (report->closure > OPEN * fmax(1, t->w->length))
    accuse(v, FAULT_OPEN, step, "by %.3g", report->closure);
}

/* --- moments ---------------------------------------------------------------------------------------- */

/* How far `count` parts of a moment are from the law, J: |m| <= bound and m.w = -bound |w|. Both at once, since bound |w| + m.w
   is no less than 0 where the first holds. */
static double off_law(int count, const double *m, const double *w, double bound) {
  double size = 0, rate = 0, work = 0;
  for (int k = 0; k < count; k++) size += m[k] * m[k], rate += w[k] * w[k], work += m[k] * w[k];
  size = sqrt(size), rate = sqrt(rate);
  return fmax(size > bound ? (size - bound) * rate : 0, bound * rate + work);
}

/* Spin and rolling have a bound each, or one with slip (docs/rolling.md): then no part is beyond its own, and all together give
   nothing. */
static void watch_moments(const run *r, const world *w, const rg_step_report *report, int step,
                          verdict *v) {
  const rg_step_contact *c;
  const int n = rg_sim_contacts(r->sim, &c);
  const double energy = report->certificate.energy * report->certificate.energy;
  /* of impacts the impulses are those of two phases; with a leeway, and in other rules' slips, velocities are not those of the law */
  if (report->impacts || report->within > 0 || report->status || !(energy > 0)) return;
  for (int i = 0; i < n; i++) {
    const double N = c[i].impulse[0], spin = c[i].spin * N, roll = c[i].roll * N;
    double off = 0;
    if (!w->ellipsoid_moments)
      off = fmax(off_law(1, c[i].moment, c[i].turning, spin),
                 off_law(2, c[i].moment + 1, c[i].turning + 1, roll));
    const double beyond =
        fmax(fabs(c[i].moment[0]) - spin, hypot(c[i].moment[1], c[i].moment[2]) - roll);
    const double much =
        beyond > SAME_MOMENT * (spin + roll) + 1e-300 ? beyond / (spin + roll + 1e-300) : 0;
    v->moment = fmax(v->moment, off / energy);
    if (off > SAME_MOMENT * energy || (much > SAME_MOMENT && beyond > SAME_MOMENT * w->length * N))
      accuse(v, FAULT_MOMENT, step,
             "contact %d: %.3g of the energy off its law, beyond its bound by %.3g of it", i,
             off / energy, much);
  }
}

/* --- the certificate, from the problem's file ------------------------------------------------------ */

static void free_problem(problem *p) {
  free(p->A.entries), free(p->M.entries), free(p->G.entries);
  free(p->f), free(p->c), free(p->mu), free(p->target), free(p->lower), free(p->upper);
}

static void free_laws(laws *l) { free(l->u), free(l->u_scale), free(l->response); }

/* 1 where the impulses obey the laws, or where that cannot be seen from the file */
static int obeys(const run *r, const world *w, const char *path, const rg_step_report *report,
                 double *residual) {
  const rg_problem *last = rg_sim_problem_global(r->sim);
  const double tol = rg_sim_used_options(r->sim)->solve.tol;
  rg_error error;
  problem p;
  laws l;
  /* Poisson's impulses are the sum of two problems; with a leeway others are solved than the file asks for; and the
     verifier knows the exact cone */
  if (!last || last->dim > 3 || w->law ||
      (report->impacts && w->restitution_law == RG_RESTITUTION_POISSON))
    return 1;
  if (report->within > 0 || report->certificate.moved > 0) return 1;
  if (rg_problem_write(last, path, RG_FORMAT_JSON, NULL, NULL, &error) != RG_OK) return 1;
  memset(&p, 0, sizeof p);
  memset(&l, 0, sizeof l);
  read_json(&p, path);
  recompute(&p, rg_sim_impulse(r->sim), &l);
  const double rounding = 1e-12 * (double)(l.energy > 0 ? l.scale / l.energy : 0);
  *residual = (double)l.residual;
  free_problem(&p);
  free_laws(&l);
  return *residual <= 1.001 * tol + fmin(rounding, 9 * tol);
}

static void verify(const run *r, const world *w, const char *path, const rg_step_report *report,
                   int step, verdict *v) {
  double residual = 0;
  if (!obeys(r, w, path, report, &residual))
    accuse(v, FAULT_CERTIFICATE, step, "residual %.3g, the report has %.3g", residual,
           report->certificate.residual);
  v->residual = fmax(v->residual, residual);
}

/* --- the first run --------------------------------------------------------------------------------- */

static uint64_t hash_reals(uint64_t hash, const double *x, int count) {
  const unsigned char *at = (const unsigned char *)x;
  for (size_t i = 0; i < (size_t)count * sizeof *x; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

static int is_finite_state(const run *r) {
  const rg_data *data = rg_sim_data(r->sim);
  for (int i = 0; i < r->model->nq; i++)
    if (!isfinite(data->qpos[i])) return 0;
  for (int i = 0; i < r->model->nv; i++)
    if (!isfinite(data->qvel[i])) return 0;
  return 1;
}

/* 1 where the library has said that a loop cannot be closed; only a scene that was made so may hear that */
static int is_refused(const world *w, const rg_step_report *report, int step, verdict *v) {
  if (report->status != RG_NO_SOLUTION || !strstr(report->reason, "cannot be closed")) return 0;
  v->cannot_close = 1;
  if (!cannot_close(w) || step != 1) accuse(v, FAULT_REFUSED, step, "%.190s", report->reason);
  return 1;
}

/* what must hold in every step, solved or not */
static void watch_always(run *r, const rg_step_report *report, int step, verdict *v) {
  static const int hard[3] = {300, 1000, 5000};
  v->steps++;
  v->iterations = report->iterations > v->iterations ? report->iterations : v->iterations;
  v->within += report->status == RG_SOLVED && report->within > 0;
  for (int k = 0; k < 3 && !report->status; k++) v->hard[k] += report->iterations > hard[k];
  if (report->status) count_reason(v, report);
  if (!is_finite_state(r)) accuse(v, FAULT_NOT_FINITE, step, "the state");
  /* a step may be too long for a scene: that the run says so, with the body, and stops is what is asked of it */
  v->stopped |= report->status == RG_DIVERGED;
  if (report->status == RG_DIVERGED && !strstr(report->reason, "body"))
    accuse(v, FAULT_DIVERGED, step, "%.180s", report->reason);
  if (report->status && !report->reason[0])
    accuse(v, FAULT_SILENT, step, "%s", rg_status_text(report->status));
  if (report->iterations > rg_sim_used_options(r->sim)->step_iterations + LAST)
    accuse(v, FAULT_SLOW, step, "%d iterations, %d contacts", report->iterations, report->contacts);
}

static void watch_solved(watch *t, run *r, const rg_step_report *report, const char *path, int step,
                         verdict *v) {
  watch_energies(t, r, &report->balance, step, v);
  watch_energy(t, r, report, step, v);
  watch_signs(t, report, step, v);
  watch_momentum(t, r, step, v);
  watch_places(t, r, report, step, v);
  watch_moments(r, t->w, report, step, v);
  if (step % VERIFY_EVERY == 1) verify(r, t->w, path, report, step, v);
}

typedef struct files {
  char state[256], problem[256];
} files;

/* steps, watched; saves in between */
static void first_run(run *r, const world *w, const files *f, int save_at, verdict *v) {
  watch t;
  rg_error error;
  int tainted = 0;
  keep_places(r, w, &world_as_is, 0);
  watch_begin(&t, w, r);
  r->solved = -1;
  for (int step = 1; step <= w->steps; step++) {
    if (step == save_at + 1 && rg_sim_save(r->sim, f->state, &error) != RG_OK)
      accuse(v, FAULT_RESUME, step, "not saved: %.150s", error.reason);
    const rg_status status = rg_step(r->sim);
    const rg_step_report *report = rg_sim_report(r->sim);
    if (is_refused(w, report, step, v)) break;
    watch_always(r, report, step, v);
    if (v->fault == FAULT_NOT_FINITE || status == RG_DIVERGED) break;
    r->steps = step;
    keep_places(r, w, &world_as_is, step);
    count_whole(r, step);
    tainted |= status != RG_SOLVED;
    if (tainted && r->solved < 0) r->solved = step - 1;
    if (cannot_close(w)) continue;
    if (!tainted) watch_solved(&t, r, report, f->problem, step, v);
    else {
      watch_energies(&t, r, &report->balance, step, v);
      watch_energy(&t, r, report, step, v);
    }
  }
  if (r->solved < 0) r->solved = r->steps;
  v->hash = hash_reals(v->hash, rg_sim_data(r->sim)->qpos, r->model->nq);
  v->hash = hash_reals(v->hash, rg_sim_data(r->sim)->qvel, r->model->nv);
}

/* --- other runs ------------------------------------------------------------------------------------ */

/* a fresh simulation goes on from the checkpoint, on other threads: the same bits at the end */
static void resume(const run *first, const world *w, const char *path, int save_at, verdict *v) {
  run other;
  rg_error error;
  if (!run_begin(&other, w, &world_as_is, THREADS, &error)) return run_end(&other);
  if (rg_sim_load(other.sim, path, &error) != RG_OK)
    accuse(v, FAULT_RESUME, save_at, "not loaded: %s: %.150s", error.element, error.reason);
  else {
    for (int k = save_at; k < first->steps; k++) rg_step(other.sim);
    const rg_data *a = rg_sim_data(first->sim), *b = rg_sim_data(other.sim);
    if (memcmp(a->qpos, b->qpos, (size_t)first->model->nq * sizeof(double)) ||
        memcmp(a->qvel, b->qvel, (size_t)first->model->nv * sizeof(double)))
      accuse(v, FAULT_RESUME, save_at, "saved after this step, other bits %d steps later",
             first->steps - save_at);
  }
  run_end(&other);
}

/* farthest that a point is from where it is in the first run, in typical shapes, at each step */
static void differ(const run *first, const run *other, const world *w, double *most) {
  const int steps = other->solved < first->solved ? other->solved : first->solved;
  const size_t width = 3 * (size_t)first->points;
  for (int s = 0; s <= w->steps; s++) most[s] = HUGE_VAL;
  for (int s = 0; s <= steps; s++) {
    double worst = 0;
    for (size_t k = 0; k < width; k++)
      worst = fmax(
          worst, fabs(first->places[(size_t)s * width + k] - other->places[(size_t)s * width + k]));
    most[s] = worst / w->length;
  }
}

/* what two runs from a start that is off by a little differ by; never falls */
static int neighbours(const run *first, const world *w, double *sensitivity) {
  double *apart = calloc((size_t)w->steps + 1, sizeof *apart);
  rg_error error;
  for (int s = 0; s <= w->steps; s++) sensitivity[s] = OFF;
  for (int k = 0; k < 2 && apart; k++) {
    run other;
    stream random = {17 + (uint64_t)k};
    if (run_begin(&other, w, &world_as_is, 1, &error)) {
      rg_data *data = rg_sim_data(other.sim);
      const double rate = sqrt(10 / w->length);
      for (int i = 0; i < other.model->nq; i++)
        data->qpos[i] += OFF * uniform(&random, -1, 1) * fmin(1, w->length);
      for (int i = 0; i < other.model->nv; i++)
        data->qvel[i] += OFF * rate * uniform(&random, -1, 1) * fmin(1, w->length);
      run_on(&other, w, &world_as_is, first->solved);
      differ(first, &other, w, apart);
      for (int s = 0; s <= w->steps; s++)
        sensitivity[s] = fmax(sensitivity[s], fmax(apart[s], s ? sensitivity[s - 1] : 0));
    }
    run_end(&other);
  }
  free(apart);
  return apart != NULL;
}

/* largest difference of velocities, of the fastest */
static double differ_in_speed(const run *a, const run *b) {
  double worst = 0, fastest = 0;
  for (int k = 0; k < 3 * a->points; k++) {
    worst = fmax(worst, fabs(a->speeds[k] - b->speeds[k]));
    fastest = fmax(fastest, fabs(a->speeds[k]));
  }
  return fastest > 0 ? worst / fastest : 0;
}

/* 1 where contacts would have the same velocities without impulses, about: bias and drag are taken at a mean velocity that is
   expected from the last impulses, whose split may be another. Bodies that hang together by rows fall apart in any way. */
static int same_free_motion(const run *a, const run *b, const world_frame *frame, int contacts) {
  static const double ABOUT = 1e-2;
  const rg_problem *p = rg_sim_problem_global(a->sim), *q = rg_sim_problem_global(b->sim);
  double fastest = 0;
  if (!p || !q || p->rows != q->rows || p->dim != q->dim) return 0;
  const double *c = p->c + p->rows, *d = q->c + q->rows, unit = frame->length;
  for (int i = 0; i < p->dim * contacts; i += p->dim)
    for (int k = 0; k < 3; k++) fastest = fmax(fastest, fabs(c[i + k]));
  for (int i = 0; i < p->dim * contacts; i += p->dim) {
    const double slip = hypot(c[i + 1], c[i + 2]), other = hypot(d[i + 1], d[i + 2]) / unit;
    if (fmax(fabs(c[i] - d[i] / unit), fabs(slip - other)) > ABOUT * fastest) return 0;
  }
  return 1;
}

/* 1 where two steps from the same state have the same contacts: friction may then have several answers, and which one is
   found is a matter of rounding */
static int same_contacts(const run *a, const run *b, const world_frame *frame, const world *w) {
  const rg_step_contact *one, *two;
  const int n = rg_sim_contacts(a->sim, &one);
  if (!n || rg_sim_contacts(b->sim, &two) != n) return 0;
  for (int i = 0; i < n; i++) {
    const rg_step_contact *x = one + i, *y = two + i;
    if (x->contact.geom1 != y->contact.geom1 || x->contact.geom2 != y->contact.geom2) return 0;
    if (x->mu != y->mu) return 0;
    if (fabs(x->contact.gap - y->contact.gap / frame->length) > SAME_STATE * w->length) return 0;
  }
  return w->coordinates == RG_REDUNDANT || same_free_motion(a, b, frame, n);
}

/* Both runs once more, up to the step in which they are found apart. They part where a step begins with velocities that are
   the same and ends with others: 1 where contacts were the same in it and both answers obey the laws, by the verifier
   too. */
static int forks(const world *w, const world_frame *frame, int step, const char *path) {
  run a, b;
  rg_error error;
  double residual, before = 0;
  int begun = run_begin(&a, w, &world_as_is, 1, &error), found = 0;
  begun = run_begin(&b, w, frame, 1, &error) && begun;
  for (int k = 1; k <= step && begun && !found; k++) {
    begun = rg_step(a.sim) == RG_SOLVED && rg_step(b.sim) == RG_SOLVED;
    if (!begun) break;
    keep_places(&a, w, &world_as_is, k);
    keep_places(&b, w, frame, k);
    const double after = differ_in_speed(&a, &b);
    found = before < SAME_STATE && after > PARTED * (before + OFF) &&
            same_contacts(&a, &b, frame, w) &&
            obeys(&a, w, path, rg_sim_report(a.sim), &residual) &&
            obeys(&b, w, path, rg_sim_report(b.sim), &residual);
    before = after;
  }
  run_end(&a);
  run_end(&b);
  return found;
}

/* the scene in another frame or in other units, as long as neighbours stay neighbours and no step is cut off; largest
   difference */
static double compare(const run *first, const world *w, const world_frame *frame,
                      const double *sensitivity, const char *path, fault what, verdict *v) {
  double *apart = calloc((size_t)w->steps + 1, sizeof *apart), worst = 0;
  run other;
  rg_error error;
  int steps = 0;
  const int most = first->solved < first->whole ? first->solved : first->whole;
  while (steps < most && sensitivity[steps + 1] < CHAOS) steps++;
  if (!apart || !run_begin(&other, w, frame, 1, &error)) {
    accuse(v, what, 0, "refused: %.150s", error.reason);
    free(apart);
    return run_end(&other), 0;
  }
  run_on(&other, w, frame, steps);
  differ(first, &other, w, apart);
  for (int s = 0; s <= other.solved && s <= other.whole; s++) {
    const int parts = apart[s] > SAME_PLACE + FAR_OFF * sensitivity[s];
    if (parts && forks(w, frame, s, path)) {
      v->forks++;
      break;
    }
    worst = fmax(worst, apart[s]);
    if (parts)
      accuse(v, what, s, "%.3g of a shape, neighbours differ by %.3g", apart[s], sensitivity[s]);
  }
  free(apart);
  run_end(&other);
  return worst;
}

world_frame judge_frame(const world *w, long number) {
  stream r = stream_of(5, (uint64_t)number);
  world_frame f = world_as_is;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    f.quat[k] = uniform(&r, -1, 1) + (k ? 0 : 0.1);
    sum += f.quat[k] * f.quat[k];
  }
  for (int k = 0; k < 4; k++) f.quat[k] /= sqrt(sum);
  for (int k = 0; k < 3; k++) f.pos[k] = 20 * w->length * uniform(&r, -1, 1);
  return f;
}

world_frame judge_units(void) {
  world_frame f = world_as_is;
  f.mass = f.length = 1000; /* g and mm */
  return f;
}

/* The error of a rule falls with the step, energy from nothing does not. A scene whose step is too long for its rule has no
   fault where it has none with a part of it, as long as the run was stopped before it had many times what has an
   explanation; the explicit rule is there to be compared with. */
static int is_error_of_rule(const world *w, const files *f, const verdict *v) {
  enum { FINER = 8 };
  world fine = *w;
  verdict other;
  rg_error error;
  run r;
  const int energetic = v->fault == FAULT_RISE || v->fault == FAULT_UNEXPLAINED;
  const int bounded = v->stopped || fmax(v->rise, v->unexplained) <= ROUGH_RISE;
  if (!energetic || (!bounded && w->integrator != RG_EXPLICIT_EULER)) return 0;
  memset(&other, 0, sizeof other);
  fine.dt /= FINER;
  fine.steps = FINER * v->step;
  if (run_begin(&r, &fine, &world_as_is, 1, &error)) first_run(&r, &fine, f, -1, &other);
  else other.fault = FAULT_REFUSED;
  run_end(&r);
  return other.fault == NO_FAULT;
}

void judge_world(const world *w, const char *folder, long number, verdict *v) {
  const double start = now();
  const int save_at = w->steps > 2 ? 1 + (int)(number % (w->steps - 2)) : 0;
  files f;
  run first;
  rg_error error;
  memset(v, 0, sizeof *v);
  v->hash = 0xcbf29ce484222325u;
  v->lawful = w->law != NULL;
  snprintf(f.state, sizeof f.state, "%s/state-%ld", folder, number);
  snprintf(f.problem, sizeof f.problem, "%s/problem-%ld.json", folder, number);
  if (!run_begin(&first, w, &world_as_is, 1, &error)) {
    accuse(v, FAULT_REFUSED, 0, "%.60s: %.130s", error.element, error.reason);
    run_end(&first);
    return;
  }
  first_run(&first, w, &f, save_at, v);
  if (v->fault && is_error_of_rule(w, &f, v)) v->fault = NO_FAULT, v->coarse = 1;
  double *sensitivity = calloc((size_t)w->steps + 1, sizeof *sensitivity);
  if (save_at && !v->fault && first.steps > save_at) resume(&first, w, f.state, save_at, v);
  if (sensitivity && !v->fault && !is_torn_at_start(w) && neighbours(&first, w, sensitivity)) {
    const world_frame frame = judge_frame(w, number), units = judge_units();
    /* directions of a law that has some go by the contact's frame, which goes by the world's axes */
    const int isotropic = !w->law || !strcmp(w->law, "frictionless");
    if (isotropic) v->frame = compare(&first, w, &frame, sensitivity, f.problem, FAULT_FRAME, v);
    v->units = compare(&first, w, &units, sensitivity, f.problem, FAULT_UNITS, v);
  }
  free(sensitivity);
  unlink(f.state);
  unlink(f.problem);
  run_end(&first);
  v->seconds = now() - start;
}
