/* L'^-1 and L^-1 of the innovations factor, along supports and over the whole tree. */
#include "contact/articulated_rows.h"

#include "math/power.h"

#include <assert.h>

enum { FORCE = 36 }; /* six spatial forces a body: of the force of a contact, and of its moments */

int rg_articulated_rows_check(const rg_model *model, const rg_data *data, double *unit) {
  const double *inverse = rg_work_of(data)->dof_inverse;
  *unit = model->nv ? rg_power_of_four_below(inverse[0]) : 1;
  for (int k = 0; k < model->nv; k++)
    if (!(inverse[k] > 0 && inverse[k] < 1 / rg_work_of(data)->tiny)) return k;
  return -1;
}

void rg_articulated_rows_begin(const rg_stretches *stretches, double unit, rg_half_rows *rows) {
  rg_half_rows_trees(rows, stretches->size, stretches->parent);
  rows->unit = unit;
  for (int c = 0; c < stretches->size; c++) /* R has it already */
    rows->scale[c] = stretches->part[c] ? 1 : stretches->scale[stretches->dof[c]];
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

/* where row r of coordinate c is */
static inline double *entry_of(rg_half_rows *rows, int c, int width, int r) {
  return r < 3 ? rows->x + rg_half_rows_stride(width) * c + r
               : rows->turn + rg_half_rows_stride(width) * c + r - 3;
}

/* degree of freedom k, which is coordinate c, takes its share of the forces of its body */
static void take_share(const rg_work *work, rg_half_rows *rows, int k, int c, int width, int all,
                       double *force) {
  for (int r = 0; r < all; r++) {
    double *p = force + 6 * r, *x = entry_of(rows, c, width, r);
    *x -= rg_sp_dot(work->motion + 6 * k, p);
    rg_sp_add_scaled(p, *x * work->dof_inverse[k], work->dof_force + 6 * k);
  }
}

/* w = R p of a stretch whose first coordinate is c; P p is at the body of its top */
static void take_stretch(const rg_model *model, const rg_stretches *stretches, rg_half_rows *rows,
                         int c, int width, int all, double *force) {
  const rg_stretch *stretch = stretches->list + stretches->of[c];
  double w[6 * RG_STRETCH_WIDTH];
  double *below = force + FORCE * model->dof_body[stretches->dof[c]];
  double *above = force + FORCE * model->dof_body[stretch->top];
  rg_stretch_pass(stretch, all, below, w);
  for (int i = 0; i < 6; i++, c = stretches->parent[c])
    for (int r = 0; r < all; r++) *entry_of(rows, c, width, r) = w[RG_STRETCH_WIDTH * r + i];
  for (int i = 0; i < 6 * all && above != below; i++) above[i] = below[i], below[i] = 0;
}

void rg_articulated_rows_eliminate(const rg_model *model, const rg_data *data,
                                   const rg_stretches *stretches, rg_half_rows *rows, int width,
                                   rg_meetings *meetings, double *force) {
  assert(width >= 1 && width <= 6);
  int all = width > 3 ? 6 : width; /* what is pushed is taken out again */
  const rg_work *work = rg_work_of(data);
  for (int s = 0; s < rows->support_size; s++) {
    int c = rows->support[s], k = stretches->dof[c], part = stretches->part[c];
    if (part > 1) continue; /* done with the first of its stretch */
    if (part) k = stretches->list[stretches->of[c]].top;
    int body = model->dof_body[k], up = model->dof_parent[k];
    if (meetings)
      rg_meetings_pass(meetings, rows->groups, c,
                       force + FORCE * model->dof_body[stretches->dof[c]]);
    if (part) take_stretch(model, stretches, rows, c, width, all, force);
    else take_share(work, rows, k, c, width, all, force + FORCE * body);
    int above = up < 0 ? -1 : model->dof_body[up];
    if (above != body) pass_on(data, body, above, all, force);
  }
}
