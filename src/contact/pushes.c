/* Wrenches at the bodies' origins, carried from the tips to the roots; each degree of freedom
   takes its share on the way. */
#include "contact/pushes.h"

#include "dynamics/work.h"
#include "math/vector.h"

#include <string.h>

/* wrench of a body += sign (force at a point) */
static inline void push_point(const rg_data *data, int body, const double point[3],
                              const double f[3], double sign, double *wrench) {
  double arm[3], moment[3], *sum = wrench + 6 * body;
  rg_v3_sub(arm, point, data->xpos + 3 * body);
  rg_v3_cross(moment, arm, f);
  rg_v3_add_scaled(sum, sign, moment);
  rg_v3_add_scaled(sum + 3, sign, f);
}

/* `width`: of r */
static void push_contact(const rg_data *data, const rg_contact *contact, const double *r, int width,
                         double *wrench) {
  double f[3];
  const double *frame = contact->frame;
  for (int k = 0; k < 3; k++) f[k] = frame[k] * r[0] + frame[3 + k] * r[1] + frame[6 + k] * r[2];
  push_point(data, contact->body1, contact->position, f, 1, wrench);
  push_point(data, contact->body2, contact->position, f, -1, wrench);
  for (int k = 3; k < width; k++) {
    rg_v3_add_scaled(wrench + 6 * contact->body1, r[k], frame + 3 * (k - 3));
    rg_v3_add_scaled(wrench + 6 * contact->body2, -r[k], frame + 3 * (k - 3));
  }
}

/* wrenches become forces of the joints */
static void carry_down(const rg_model *model, const rg_data *data, double *wrench, double *force) {
  const rg_work *work = rg_work_of(data);
  for (int b = model->nbody - 1; b > 0; b--) {
    int first = model->body_dof[b], end = first + model->body_ndof[b], up = model->body_parent[b];
    for (int k = first; k < end; k++) force[k] += rg_sp_dot(work->motion + 6 * k, wrench + 6 * b);
    if (up) rg_sp_add_force_from(wrench + 6 * up, wrench + 6 * b, work->offset + 3 * b);
  }
}

void rg_constraint_wrenches(const rg_model *model, const rg_data *data,
                            const rg_constraints *constraints, const unsigned char *done,
                            const double *impulse, double *wrench, double *force) {
  int rows = constraints->rows;
  memset(wrench, 0, 6 * (size_t)model->nbody * sizeof(double));
  for (int i = 0; i < model->nv; i++) force[i] = 0;
  for (int i = 0; i < rows; i++)
    for (int e = constraints->start[i]; e < constraints->start[i + 1] && !(done && done[i]); e++)
      force[constraints->dof[e]] += constraints->value[e] * impulse[i];
  for (int i = 0; i < constraints->contacts; i++)
    if (!done || !done[rows + i])
      push_contact(data, constraints->contact + i, impulse + rows + constraints->dim * i,
                   rg_contact_width(constraints, i), wrench);
}

void rg_constraint_push(const rg_model *model, const rg_data *data,
                        const rg_constraints *constraints, const unsigned char *done,
                        const double *impulse, double *wrench, double *force) {
  rg_constraint_wrenches(model, data, constraints, done, impulse, wrench, force);
  carry_down(model, data, wrench, force);
}
