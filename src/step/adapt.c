/* Steps that choose their own size. A step of h and two of h/2 from the same state differ by

       e = |one - two| / 3        (second order: the error of the two halves)

   the largest way between points of the bodies. The halves are taken where e <= accuracy h, the error
   that a second may have; across an impact, which is of first order however short the step, where
   e <= accuracy / IMPACTS. Otherwise h is halved, down to 2^-DEEPEST of a step; where e is less than a
   sixteenth of what is allowed it is doubled again, up to the step itself. */
#include "step/adapt.h"

#include "dynamics/work.h"
#include "step/sim.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEEPEST = 24 };
static const double IMPACTS = 10; /* so many may have the error of a second */

typedef struct array {
  double *values;
  int count;
} array;

enum { ARRAYS = 13 };

/* what the next step depends on, but for where solvers start */
static void arrays_of(const rg_sim *sim, array list[ARRAYS]) {
  const rg_model *model = sim->model;
  const rg_balance *b = &sim->balance;
  const array all[ARRAYS] = {
      {sim->data->qpos, model->nq}, {sim->data->qvel, model->nv}, {sim->expected, model->nv},
      {sim->change, model->nv},     {b->kinetic, b->trees},       {b->potential, b->trees},
      {b->momentum, 6 * b->trees},  {b->twist, 6 * model->nbody}, {b->change, 6 * model->nbody},
      {b->gained, b->trees},        {b->peak, b->trees},          {b->floats, b->trees},
      {sim->data->act, model->nact}};
  memcpy(list, all, sizeof all);
}

int rg_adapt_setup(rg_adapt *adapt, rg_arena *arena, const rg_sim *sim) {
  array list[ARRAYS];
  size_t size = 0;
  arrays_of(sim, list);
  for (int k = 0; k < ARRAYS; k++) size += (size_t)list[k].count;
  adapt->saved = RG_NEW(arena, double, size);
  adapt->pose = RG_NEW(arena, double, 7 * (size_t)sim->model->nbody);
  adapt->halvings = 0;
  return !arena->failed;
}

static void save(rg_sim *sim) {
  array list[ARRAYS];
  double *to = sim->adapt.saved;
  arrays_of(sim, list);
  for (int k = 0; k < ARRAYS; to += list[k].count, k++)
    if (list[k].count) memcpy(to, list[k].values, (size_t)list[k].count * sizeof(double));
  sim->adapt.time = sim->data->time;
  sim->adapt.report = sim->report;
}

/* back, but for the count of what it cost */
static void restore(rg_sim *sim) {
  array list[ARRAYS];
  const double *from = sim->adapt.saved;
  int solves = sim->report.solves, iterations = sim->report.iterations;
  arrays_of(sim, list);
  for (int k = 0; k < ARRAYS; from += list[k].count, k++)
    if (list[k].count) memcpy(list[k].values, from, (size_t)list[k].count * sizeof(double));
  sim->data->time = sim->adapt.time;
  sim->report = sim->adapt.report;
  sim->report.solves = solves;
  sim->report.iterations = iterations;
  rg_balance_adopt(sim);
  sim->balance.known = 1;
}

static void note_poses(rg_sim *sim) {
  rg_place_bodies(sim->model, sim->data);
  for (int b = 1; b < sim->model->nbody; b++) {
    rg_v3_copy(sim->adapt.pose + 7 * b, sim->data->xpos + 3 * b);
    rg_quat_copy(sim->adapt.pose + 7 * b + 3, sim->data->xquat + 4 * b);
  }
}

/* farthest way of a point of a body from the poses that were noted, m */
static double way_from_poses(rg_sim *sim) {
  double most = 0;
  rg_place_bodies(sim->model, sim->data);
  for (int b = 1; b < sim->model->nbody; b++) {
    const double *pose = sim->adapt.pose + 7 * b;
    double turn[3];
    rg_quat_difference(turn, pose + 3, sim->data->xquat + 4 * b);
    double way = rg_v3_distance(pose, sim->data->xpos + 3 * b) +
                 sim->constraints->reach[b] * rg_v3_norm(turn);
    most = fmax(most, way);
  }
  return most;
}

/* 1 where something was stopped or thrown back in the last step */
static int has_impact(const rg_sim *sim) {
  const rg_balance *b = &sim->balance;
  if (sim->report.impacts > sim->adapt.report.impacts || sim->arrives) return 1;
  for (int t = 0; t < b->trees; t++)
    if (b->share[t] < 0.5) return 1;
  return 0;
}

/* The state after h by one step and by two; e in *error, and what is allowed. The state is that of the
   two. */
static rg_status try_halves(rg_sim *sim, double h, double *error, double *allowed) {
  int impact = 0;
  save(sim);
  rg_status status = rg_sim_advance(sim, h);
  if (status) return status;
  note_poses(sim);
  restore(sim);
  for (int half = 0; half < 2; half++) {
    status = rg_sim_advance(sim, 0.5 * h);
    if (status) return status;
    impact |= has_impact(sim);
  }
  *error = way_from_poses(sim) / 3;
  *allowed = sim->options.accuracy * (impact ? fmax(h, 1 / IMPACTS) : h);
  return RG_OK;
}

rg_status rg_sim_adapt(rg_sim *sim, double dt) {
  assert(dt > 0 && sim->options.accuracy > 0);
  rg_adapt *a = &sim->adapt;
  const long whole = 1L << DEEPEST; /* a step in its smallest parts */
  long done = 0;
  rg_balance_begin(sim); /* what a state has is known before it is saved */
  while (done < whole) {
    double error = HUGE_VAL, allowed = 0;
    long size = whole >> (int)a->halvings;
    while (done % size != 0) size /= 2, a->halvings++; /* it begins where a part of its size may */
    rg_status status = try_halves(sim, dt * (double)size / (double)whole, &error, &allowed);
    if ((status || error > allowed) && size > 1 && !rg_interrupted()) {
      restore(sim);
      a->halvings++;
      continue;
    }
    if (status) return status;
    done += size;
    if (error <= allowed / 16 && a->halvings > 0) a->halvings--;
  }
  return RG_OK;
}
