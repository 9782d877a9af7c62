/* The cube of Peiret et al. 2017, sec. "Example": it slides and spins on four vertices until
   friction stops it. Time stepping, contacts and laws are those of the library; the relaxation of
   Eq. 40, 1 / (k h^2 + b h), with the springs of Table 1 splits the load. */
#include "../common.h"
#include "common.h"
#include "numbers.h"
#include "peiret.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CONTACTS = 8 };

typedef struct slide {
  rg_model *model;
  rg_sim *sim;
  double last[3 * CONTACTS]; /* impulses of the last step, for laws with memory */
} slide;

rg_law_options peiret_law(const peiret_variant *variant, double dt) {
  rg_law_options law = rg_law_options_default();
  double softness = variant->softness > 0 ? variant->softness : 1;
  law.law = variant->law;
  law.directions = variant->directions ? variant->directions : 4;
  law.aligned = !variant->world;
  law.angle = variant->turn;
  law.lateral = variant->lateral;
  law.phantom = variant->phantom > 0 ? variant->phantom : 1;
  law.threshold = variant->sticking ? 1e300 : peiret_threshold; /* no slip is faster */
  if (variant->rigid || variant->command || variant->law == RG_LAW_CONE) return law;
  law.relax_normal = softness / (peiret_normal_stiffness * dt * dt + peiret_normal_damping * dt);
  law.relax_tangent = softness / (peiret_tangent_stiffness * dt * dt + peiret_tangent_damping * dt);
  return law;
}

void peiret_solver(rg_options *options, const char *solver, int ours) {
  options->solver = solver;
  if (solver && strcmp(solver, "judice-pires") == 0)
    rg_options_set(options, "as_printed", !ours, NULL);
}

/* the angle in the contact frames at which x of the world lies: t1 cos + t2 sin = x */
static rg_status world_angle(const rg_model *model, double *angle) {
  rg_data *data = rg_data_new(model);
  rg_collider *collider = rg_collider_new(model, 0);
  const rg_contact *contact;
  rg_status status = data && collider ? RG_OK : RG_NO_MEMORY;
  if (!status) {
    rg_kinematics(model, data);
    rg_collider_set_margin(collider, 1e-3);
    if (rg_collide(collider, model, data, &contact, NULL) > 0)
      *angle = atan2(contact[0].frame[6], contact[0].frame[3]);
  }
  rg_collider_free(collider);
  rg_data_free(data);
  return status;
}

static rg_status begin(slide *s, const paper_options *options, const peiret_variant *variant,
                       double dt, rg_error *error) {
  char path[600];
  paper_model_path(options, "acc_cube.xml", path, sizeof path);
  rg_status status = rg_model_load(&s->model, path, NULL, error);
  if (status) return status;

  /* laws with memory: all four vertices stay contacts, in the same order, when the cube tilts */
  if (variant->memory)
    for (int g = 0; g < s->model->ngeom; g++) s->model->geom_margin[g] = 0.3;

  rg_sim_options o = paper_sim_options();
  o.dt = dt;
  peiret_solver(&o.solve, variant->solver, variant->ours);
  o.solve.law = peiret_law(variant, dt);
  o.solve.split = variant->split;
  o.on_failure = RG_ON_FAILURE_CONTINUE;
  if (variant->command) {
    o.contact_stiffness = peiret_normal_stiffness, o.contact_damping = peiret_normal_damping;
    o.bristle_stiffness = peiret_tangent_stiffness, o.bristle_damping = peiret_tangent_damping;
    o.law_memory = 1;
  }
  /* targets for gaps would decide how the load is split; the projection leaves that to the springs
   */
  if (variant->law != RG_LAW_CONE && !variant->command) o.contacts = RG_STABILIZE_PROJECT;
  if (variant->world) {
    double angle = 0;
    status = world_angle(s->model, &angle);
    o.solve.law.angle += angle;
  }
  if (variant->memory) {
    for (int i = 0; i < 4; i++) s->last[3 * i] = 9.81 * dt / 4;
    o.solve.law.last_impulse = s->last;
  }
  return status ? status : rg_sim_new(&s->sim, s->model, &o, error);
}

/* start of the file's keyframe, pose and velocity turned about the vertical */
static rg_status start(slide *s, double heading, rg_error *error) {
  rg_status status = rg_sim_reset(s->sim, 0, error);
  rg_data *d = rg_sim_data(s->sim);
  double vx = d->qvel[0], vy = d->qvel[1], c = cos(heading), sine = sin(heading);
  d->qpos[3] = cos(heading / 2);
  d->qpos[6] = sin(heading / 2);
  d->qvel[0] = c * vx - sine * vy;
  d->qvel[1] = sine * vx + c * vy;
  return status;
}

/* largest height of a vertex of the lower face, from the quaternion */
static double vertex_height(const double *qpos) {
  const double *q = qpos + 3;
  double zx = 2 * (q[1] * q[3] - q[0] * q[2]), zy = 2 * (q[2] * q[3] + q[0] * q[1]);
  double zz = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
  return qpos[2] - 0.5 * zz + 0.5 * fabs(zx) + 0.5 * fabs(zy);
}

/* what the step has done to the run */
static void record(slide *s, double heading, peiret_run *run) {
  const rg_data *d = rg_sim_data(s->sim);
  const rg_step_report *report = rg_sim_report(s->sim);
  const rg_step_contact *contact;
  int i = ++run->steps, contacts = rg_sim_contacts(s->sim, &contact);
  double c = cos(heading), sine = sin(heading);
  run->x[i] = c * d->qpos[0] + sine * d->qpos[1];
  run->y[i] = -sine * d->qpos[0] + c * d->qpos[1];
  run->angle += run->dt * d->qvel[5];
  run->lift = fmax(run->lift, vertex_height(d->qpos));
  run->iterations += report->iterations;
  run->worst_cone = fmax(run->worst_cone, report->certificate.natural_map_relative);
  if (hypot(hypot(d->qvel[0], d->qvel[1]), d->qvel[2]) > 1e-3 ||
      hypot(hypot(d->qvel[3], d->qvel[4]), d->qvel[5]) > 1e-3)
    run->stop = d->time;
  for (int k = 0; k < contacts && k < CONTACTS; k++)
    memcpy(s->last + 3 * k, contact[k].impulse, sizeof contact[k].impulse);
}

rg_status peiret_slide(const paper_options *options, const peiret_variant *variant, double dt,
                       double time, peiret_run *run, rg_error *error) {
  slide s = {0};
  int steps = (int)lround(time / dt);
  memset(run, 0, sizeof *run);
  run->dt = dt;
  rg_status status = begin(&s, options, variant, dt, error);
  if (!status) status = start(&s, variant->heading, error);
  if (steps > PEIRET_MOST_STEPS) steps = PEIRET_MOST_STEPS;
  while (!status && run->steps < steps) {
    if (paper_interrupted(options)) break;
    rg_status solved = rg_step(s.sim);
    if (solved == RG_BAD_INPUT || solved == RG_NO_MEMORY) status = solved;
    if (solved && !run->unsolved++)
      snprintf(run->reason, sizeof run->reason, "%s", rg_sim_report(s.sim)->reason);
    record(&s, variant->heading, run);
  }
  rg_sim_free(s.sim);
  rg_model_free(s.model);
  return status;
}

double peiret_distance(const peiret_run *a, const peiret_run *b) {
  double worst = 0;
  for (int i = 0; i <= a->steps && i <= b->steps; i++)
    worst = fmax(worst, hypot(a->x[i] - b->x[i], a->y[i] - b->y[i]));
  return worst;
}
