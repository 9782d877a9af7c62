/* Velocities of constraints from the velocities of the bodies, one sweep over the tree: no Jacobian
   is built, so that this is also a check of what was. */
#include "contact/contact_rows.h"

#include <assert.h>
#include <math.h>

void rg_body_tips(const rg_model *model, int *tip) {
  for (int b = 0; b < model->nbody; b++) {
    int own = model->body_ndof[b];
    tip[b] = own ? model->body_dof[b] + own - 1 : b ? tip[model->body_parent[b]] : -1;
  }
}

void rg_problem_room_setup(rg_problem_room *room, rg_arena *arena, const rg_model *model,
                           int most_rows, int most_contacts) {
  assert(most_rows >= 0 && most_contacts >= 0);
  *room = (rg_problem_room){0};
  room->c = RG_RAW(arena, double, (size_t)most_rows + 6 * (size_t)most_contacts);
  room->lower = RG_RAW(arena, double, most_rows);
  room->upper = RG_RAW(arena, double, most_rows);
  room->body_velocity = RG_NEW(arena, double, 6 * (size_t)model->nbody);
}

/* from the root on: the parent's motion at the body's origin, plus that of its own joints */
void rg_body_velocities(const rg_model *model, const rg_data *data, const double *v,
                        double *velocity) {
  const rg_work *work = rg_work_of(data);
  rg_sp_zero(velocity);
  for (int b = 1; b < model->nbody; b++) {
    double m[6];
    rg_sp_motion_at(m, velocity + 6 * model->body_parent[b], work->offset + 3 * b);
    int first = model->body_dof[b], end = first + model->body_ndof[b];
    for (int k = first; k < end; k++) rg_sp_add_scaled(m, v[k], work->motion + 6 * k);
    rg_sp_copy(velocity + 6 * b, m);
  }
}

/* sum += sign (velocity of a body's point) */
static inline void add_point_velocity(const rg_data *data, const double *velocity, int body,
                                      const double point[3], double sign, double sum[3]) {
  const double *m = velocity + 6 * body;
  double arm[3], v[3];
  rg_v3_sub(arm, point, data->xpos + 3 * body);
  rg_v3_copy(v, m + 3);
  rg_v3_add_cross(v, m, arm);
  rg_v3_add_scaled(sum, sign, v);
}

/* The same of the angular velocity, of rows that the contact has; the others are 0. */
static void add_angular(const rg_problem_room *room, const rg_constraints *constraints, int i,
                        double *u) {
  const rg_contact *contact = constraints->contact + i;
  int dim = constraints->dim, width = rg_contact_width(constraints, i);
  double relative[3], w[3] = {0};
  if (width > 3) {
    rg_v3_sub(relative, room->body_velocity + 6 * contact->body1,
              room->body_velocity + 6 * contact->body2);
    rg_mat3_apply(w, contact->frame, relative);
    rg_v3_add(w, w, constraints->turn_angular + 3 * i);
  }
  for (int k = 3; k < dim; k++) u[k] = k < width ? w[k - 3] : 0;
}

void rg_constraint_velocity(rg_problem_room *room, const rg_model *model, const rg_data *data,
                            const rg_constraints *constraints, const double *v, double *u) {
  for (int i = 0; i < room->rows; i++) {
    int row = room->row ? room->row[i] : i;
    double sum = -constraints->target[row];
    for (int e = constraints->start[row]; e < constraints->start[row + 1]; e++)
      sum += constraints->value[e] * v[constraints->dof[e]];
    *u++ = sum;
  }
  if (!constraints->contacts) return;
  rg_body_velocities(model, data, v, room->body_velocity);
  for (int i = 0; i < constraints->contacts; i++, u += constraints->dim) {
    const rg_contact *contact = constraints->contact + i;
    double relative[3] = {0};
    add_point_velocity(data, room->body_velocity, contact->body1, contact->position, 1, relative);
    add_point_velocity(data, room->body_velocity, contact->body2, contact->position, -1, relative);
    rg_mat3_apply(u, contact->frame, relative);
    rg_v3_add(u, u, constraints->surface + 3 * i);
    rg_v3_add(u, u, constraints->turn + 3 * i);
    if (constraints->dim > 3) add_angular(room, constraints, i, u);
  }
}

rg_status rg_fill_problem(rg_problem_room *room, const rg_model *model, const rg_data *data,
                          const rg_constraints *constraints, const double *free_velocity,
                          rg_problem *problem, rg_error *error) {
  assert(room->rows <= constraints->rows && constraints->contacts <= constraints->most_contacts);
  *problem = (rg_problem){.kind = RG_KIND_CONTACT,
                          .dim = constraints->dim,
                          .contacts = constraints->contacts,
                          .rows = room->rows,
                          .c = room->c,
                          .mu = constraints->mu,
                          .spin = constraints->dim > 3 ? constraints->spin : NULL,
                          .roll = constraints->dim > 4 ? constraints->roll : NULL,
                          .ellipsoid = constraints->dim > 3 && constraints->ellipsoid,
                          .target = constraints->contact_target,
                          .lower = room->lower,
                          .upper = room->upper};
  int n = room->rows + constraints->dim * constraints->contacts;
  for (int i = 0; i < room->rows; i++) {
    int row = room->row ? room->row[i] : i;
    room->lower[i] = constraints->lower[row];
    room->upper[i] = constraints->upper[row];
  }
  rg_constraint_velocity(room, model, data, constraints, free_velocity, room->c);
  for (int i = 0; i < n; i++)
    if (!isfinite(room->c[i]))
      return rg_fail(error, RG_BAD_INPUT, "c", "velocity %d without impulses is not finite", i);
  if (constraints->quiet)
    for (int i = 0; i < n; i++) room->c[i] = 0;
  return RG_OK;
}
