/* The stages in order: M qacc = passive - bias + applied + actuator. */
#include <string.h>

#include "dynamics/work.h"

/* forces at the centres of mass, given by the caller: sum += J' f */
static void add_applied(const rg_model *model, rg_data *data, double *sum) {
  rg_work *work = rg_work_of(data);
  int any = 0;
  for (int i = 6; i < 6 * model->nbody && !any; i++) any = data->xfrc_applied[i] != 0;
  if (!any) return;
  rg_sp_zero(work->force);
  for (int b = 1; b < model->nbody; b++) {
    const double *force = data->xfrc_applied + 6 * b, *moment = force + 3;
    double *f = work->force + 6 * b, arm[3];
    rg_v3_sub(arm, data->xipos + 3 * b, data->xpos + 3 * b);
    rg_v3_copy(f, moment);
    rg_v3_add_cross(f, arm, force);
    rg_v3_copy(f + 3, force);
  }
  rg_add_body_forces(model, data, work->force, sum);
}

/* surfaces that stick pull at both bodies: sum += J' f */
static void add_pulls(const rg_model *model, rg_data *data, double *sum) {
  rg_work *work = rg_work_of(data);
  int any = 0;
  for (int k = 0; k < work->ngrip && !any; k++) any = work->grip[k].pull != 0;
  if (!any) return;
  memset(work->force, 0, 6 * (size_t)model->nbody * sizeof(double));
  for (int k = 0; k < work->ngrip; k++)
    for (int side = 0; side < 2; side++) {
      const rg_grip *g = work->grip + k;
      double force[3], arm[3], *f = work->force + 6 * g->body[side];
      rg_v3_scale(force, side ? g->pull : -g->pull, g->normal);
      rg_v3_sub(arm, g->point, data->xpos + 3 * g->body[side]);
      rg_v3_add_cross(f, arm, force);
      rg_v3_add(f + 3, f + 3, force);
    }
  rg_add_body_forces(model, data, work->force, sum);
}

void rg_smooth_forces(const rg_model *model, rg_data *data) {
  rg_tendons(model, data);
  rg_passive(model, data);
  rg_actuators(model, data);
  for (int i = 0; i < model->nv; i++)
    data->qfrc_smooth[i] =
        data->qfrc_passive[i] - data->qfrc_bias[i] + data->qfrc_applied[i] + data->qfrc_actuator[i];
  add_applied(model, data, data->qfrc_smooth);
  add_pulls(model, data, data->qfrc_smooth);
  rg_implicit_terms(model, data);
}

/* what both ways of solving for the acceleration need; the right-hand side ends in qacc_smooth */
static void everything_but_mass(const rg_model *model, rg_data *data) {
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  rg_bias(model, data);
  rg_smooth_forces(model, data);
  if (model->nv) memcpy(data->qacc_smooth, data->qfrc_smooth, (size_t)model->nv * sizeof(double));
}

void rg_forward(const rg_model *model, rg_data *data) {
  everything_but_mass(model, data);
  rg_mass(model, data);
  rg_mass_solve_tree(model, data, data->qacc_smooth);
}

void rg_forward_articulated(const rg_model *model, rg_data *data) {
  everything_but_mass(model, data);
  rg_articulated_factor(model, data);
  rg_articulated_solve(model, data, data->qacc_smooth);
}
