/* Recursive Newton-Euler: the force for a given acceleration, tau = M qacc + C(q, v)
   (Featherstone 2008, sec. 5.3). Gravity enters as an acceleration of
   the world upwards. */
#include <string.h>

#include "dynamics/work.h"

/* force that body b needs: f = I a + v x* I v */
static void body_force(const double *inertia, const double a[6], const double v[6], double f[6]) {
  double momentum[6];
  rg_inertia_apply(f, inertia, a);
  rg_inertia_apply(momentum, inertia, v);
  rg_sp_add_cross_force(f, v, momentum);
}

/* accelerations from the root to the leaves; qacc NULL: zero */
void rg_body_accelerations(const rg_model *model, rg_data *data, const double *qacc) {
  rg_work *work = rg_work_of(data);
  double *acc = work->acceleration, a[6] = {0};
  rg_v3_negate(a + 3, model->option.gravity);
  rg_sp_copy(acc, a);
  rg_sp_zero(work->force);
  for (int b = 1; b < model->nbody; b++) {
    rg_sp_from_parent(a, acc, model->body_parent[b], b, work->offset);
    for (int i = 0; i < 6; i++) a[i] += work->drift[6 * b + i];
    if (qacc) {
      int first = model->body_dof[b], end = first + model->body_ndof[b];
      for (int i = first; i < end; i++) rg_sp_add_scaled(a, qacc[i], work->motion + 6 * i);
    }
    rg_sp_copy(acc + 6 * b, a);
    body_force(work->inertia + RG_INERTIA * b, a, data->xvel + 6 * b, work->force + 6 * b);
  }
}

/* forces from the leaves to the root: sum_i += S_i' f */
void rg_add_body_forces(const rg_model *model, rg_data *data, double *body_forces, double *sum) {
  const rg_work *work = rg_work_of(data);
  for (int b = model->nbody - 1; b > 0; b--) {
    const double *f = body_forces + 6 * b;
    int parent = model->body_parent[b], first = model->body_dof[b];
    int end = first + model->body_ndof[b];
    for (int i = first; i < end; i++) sum[i] += rg_sp_dot(work->motion + 6 * i, f);
    if (parent) rg_sp_add_force_from(body_forces + 6 * parent, f, work->offset + 3 * b);
  }
}

void rg_bias(const rg_model *model, rg_data *data) {
  rg_body_accelerations(model, data, NULL);
  if (model->nv) memset(data->qfrc_bias, 0, (size_t)model->nv * sizeof(double));
  rg_add_body_forces(model, data, rg_work_of(data)->force, data->qfrc_bias);
}

void rg_inverse_dynamics(const rg_model *model, rg_data *data, const double *qacc, double *force) {
  rg_body_accelerations(model, data, qacc);
  for (int i = 0; i < model->nv; i++) force[i] = model->dof_armature[i] * qacc[i];
  rg_add_body_forces(model, data, rg_work_of(data)->force, force);
}
