/* L'^-1 and L^-1 of the innovations factor, along supports and over the whole tree. */
#include "contact/articulated_rows.h"

#include "math/power.h"

#include <assert.h>

enum { FORCE = 36 }; /* six spatial forces a body: of the force of a contact, and of its moments */

int rg_articulated_rows_scale(const rg_model *model, const rg_data *data, rg_half_rows *rows) {
  assert(rows->size == model->nv);
  const double *inverse = rg_work_of(data)->dof_inverse;
  rows->unit = model->nv ? rg_power_of_four_below(inverse[0]) : 1;
  for (int k = 0; k < model->nv; k++) {
    if (!(inverse[k] > 0 && inverse[k] < 1 / rg_work_of(data)->tiny)) return k;
    rows->scale[k] = sqrt(inverse[k] / rows->unit);
  }
  return -1;
}

/* p -= force on the body that degree of freedom `tip` moves */
static void push(const rg_model *model, const rg_data *data, const rg_contact *contact, int tip,
                 int moments, double sign, double *force) {
  if (tip < 0) return;
  int body = model->dof_body[tip];
  double arm[3];
  rg_v3_sub(arm, contact->position, data->xpos + 3 * body);
  for (int r = 0; r < 3; r++) {
    double f[6] = {0};
    rg_v3_scale(f + 3, -sign, contact->frame + 3 * r);
    rg_v3_cross(f, arm, f + 3);
    rg_sp_add_scaled(force + FORCE * body + 6 * r, 1, f);
  }
  for (int r = 0; r < 3 && moments; r++)
    rg_v3_add_scaled(force + FORCE * body + 6 * (3 + r), -sign, contact->frame + 3 * r);
}

void rg_articulated_rows_push(const rg_model *model, const rg_data *data, const rg_contact *contact,
                              const int *tip, int moments, double *force) {
  push(model, data, contact, tip[contact->body1], moments, 1, force);
  push(model, data, contact, tip[contact->body2], moments, -1, force);
}

/* what a body does not hold goes to the next one up that moves */
static void pass_on(const rg_data *data, int body, int above, int width, double *force) {
  double offset[3] = {0};
  if (above >= 0) rg_v3_sub(offset, data->xpos + 3 * body, data->xpos + 3 * above);
  for (int r = 0; r < width; r++) {
    double *p = force + FORCE * body + 6 * r;
    if (above >= 0) rg_sp_add_force_from(force + FORCE * above + 6 * r, p, offset);
    rg_sp_zero(p);
  }
}

void rg_articulated_rows_eliminate(const rg_model *model, const rg_data *data, rg_half_rows *rows,
                                   int width, double *force) {
  assert(width >= 1 && width <= 6);
  int all = width > 3 ? 6 : width; /* what is pushed is taken out again */
  const rg_work *work = rg_work_of(data);
  for (int s = 0; s < rows->support_size; s++) {
    int k = rows->support[s], body = model->dof_body[k], up = model->dof_parent[k];
    for (int r = 0; r < all; r++) {
      double *p = force + FORCE * body + 6 * r;
      double *x = r < 3 ? rows->x + rg_half_rows_stride(width) * k + r
                        : rows->turn + rg_half_rows_stride(width) * k + r - 3;
      *x -= rg_sp_dot(work->motion + 6 * k, p);
      rg_sp_add_scaled(p, *x * work->dof_inverse[k], work->dof_force + 6 * k);
    }
    int above = up < 0 ? -1 : model->dof_body[up];
    if (above != body) pass_on(data, body, above, all, force);
  }
}

void rg_articulated_back_substitute(const rg_model *model, const rg_data *data, double *motion,
                                    double *y) {
  const rg_work *work = rg_work_of(data);
  rg_sp_zero(motion);
  for (int b = 1; b < model->nbody; b++) {
    double a[6];
    rg_sp_motion_at(a, motion + 6 * model->body_parent[b], work->offset + 3 * b);
    int first = model->body_dof[b], end = first + model->body_ndof[b];
    for (int k = first; k < end; k++) {
      y[k] -= work->dof_inverse[k] * rg_sp_dot(work->dof_force + 6 * k, a);
      rg_sp_add_scaled(a, y[k], work->motion + 6 * k);
    }
    rg_sp_copy(motion + 6 * b, a);
  }
}
