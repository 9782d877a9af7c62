/* The joint-space inertia M by composite rigid bodies (Featherstone 2008, sec. 6.2) and its
   factor M = L' D L without fill along the tree (sec. 6.5).

   Row i holds the entries (i, i), (i, parent of i), ... up to the root, so that the rest of a row
   from any ancestor on lies in memory like that ancestor's own row: all inner loops are contiguous.
 */
#include <string.h>

#include "dynamics/work.h"
#include "math/wide.h"

/* inertia of each body with everything that it carries */
static void composite_bodies(const rg_model *model, rg_work *work) {
  memcpy(work->composite, work->inertia, (size_t)model->nbody * RG_INERTIA * sizeof(double));
  for (int b = model->nbody - 1; b > 0; b--) {
    int parent = model->body_parent[b];
    if (parent)
      rg_inertia_add_from(work->composite + RG_INERTIA * parent, work->composite + RG_INERTIA * b,
                          work->offset + 3 * b);
  }
}

/* what the medium adds to them */
static void composite_drag(const rg_model *model, rg_work *work) {
  if (!work->dragged) return;
  memcpy(work->carried, work->drag, (size_t)model->nbody * RG_ARTICULATED * sizeof(double));
  for (int b = model->nbody - 1; b > 0; b--) {
    int parent = model->body_parent[b];
    if (parent)
      rg_articulated_add_from(work->carried + RG_ARTICULATED * parent,
                              work->carried + RG_ARTICULATED * b, work->offset + 3 * b);
  }
}

void rg_composite_diagonal(const rg_model *model, rg_data *data, double *diagonal) {
  rg_work *work = rg_work_of(data);
  composite_bodies(model, work);
  for (int i = 0; i < model->nv; i++) {
    double F[6];
    rg_inertia_apply(F, work->composite + RG_INERTIA * model->dof_body[i], work->motion + 6 * i);
    diagonal[i] = rg_sp_dot(work->motion + 6 * i, F) + model->dof_armature[i];
  }
}

/* force that accelerates dof i alone, carried up the tree: M_ij = S_j' F_i */
static void fill_row(const rg_model *model, const rg_data *data, const rg_work *work, int i,
                     double *row) {
  const double *motion = work->motion;
  int at = model->dof_body[i];
  double F[6], step[3];
  rg_inertia_apply(F, work->composite + RG_INERTIA * at, motion + 6 * i);
  if (work->dragged) {
    double drag[6];
    rg_articulated_apply(drag, work->carried + RG_ARTICULATED * at, motion + 6 * i);
    rg_sp_add_scaled(F, 1, drag);
  }
  *row++ = rg_sp_dot(motion + 6 * i, F) + work->dof_inertia[i];
  for (int j = model->dof_parent[i]; j >= 0; j = model->dof_parent[j]) {
    int body = model->dof_body[j];
    if (body != at) {
      rg_v3_sub(step, data->xpos + 3 * at, data->xpos + 3 * body);
      rg_v3_add_cross(F, step, F + 3);
      at = body;
    }
    *row++ = rg_sp_dot(motion + 6 * j, F);
  }
}

/* y -= s x; few numbers, so the rest of a vector is written out */
RG_WIDE_PART void subtract_scaled(int n, double s, const double *x, double *y) {
  for (; n >= RG_LANES; n -= RG_LANES, x += RG_LANES, y += RG_LANES)
    *(rg_wide *)y -= s * *(const rg_wide *)x;
  if (n & 2) {
    y[0] -= s * x[0];
    y[1] -= s * x[1];
    x += 2, y += 2;
  }
  if (n & 1) y[0] -= s * x[0];
}

/* eliminate from the leaves to the root: row k is taken out of the rows of its ancestors */
RG_WIDE static void factor(const rg_model *model, rg_data *data) {
  memcpy(data->qLD, data->qM, (size_t)data->nM * sizeof(double));
  double tiny = rg_work_of(data)->tiny;
  int end = data->nM;
  for (int k = model->nv - 1; k >= 0; k--) {
    double *row = data->qLD + data->dof_madr[k];
    int n = end - data->dof_madr[k];
    end = data->dof_madr[k];
    if (row[0] < tiny) row[0] = tiny;
    double inverse = 1 / row[0];
    data->qLDiag[k] = inverse;
    for (int t = 1, i = model->dof_parent[k]; t < n; t++, i = model->dof_parent[i]) {
      double scale = row[t] * inverse;
      subtract_scaled(n - t, scale, row + t, data->qLD + data->dof_madr[i]);
      row[t] = scale;
    }
  }
}

void rg_mass(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  composite_bodies(model, work);
  composite_drag(model, work);
  for (int i = 0; i < model->nv; i++) fill_row(model, data, work, i, data->qM + data->dof_madr[i]);
  factor(model, data);
}

void rg_mass_dense(const rg_model *model, const rg_data *data, double *M) {
  size_t nv = (size_t)model->nv;
  if (nv) memset(M, 0, nv * nv * sizeof(double));
  for (int i = 0; i < model->nv; i++) {
    const double *row = data->qM + data->dof_madr[i];
    for (int j = i; j >= 0; j = model->dof_parent[j], row++)
      M[(size_t)i * nv + (size_t)j] = M[(size_t)j * nv + (size_t)i] = *row;
  }
}

void rg_mass_multiply(const rg_model *model, const rg_data *data, const double *x, double *y) {
  for (int i = 0; i < model->nv; i++) {
    const double *row = data->qM + data->dof_madr[i];
    double sum = *row++ * x[i];
    for (int j = model->dof_parent[i]; j >= 0; j = model->dof_parent[j], row++) {
      sum += *row * x[j];
      y[j] += *row * x[i];
    }
    y[i] = sum;
  }
}

void rg_mass_solve_half(const rg_model *model, const rg_data *data, double *x) {
  for (int i = model->nv - 1; i >= 0; i--) {
    const double *row = data->qLD + data->dof_madr[i] + 1;
    double xi = x[i];
    if (xi == 0) continue;
    for (int j = model->dof_parent[i]; j >= 0; j = model->dof_parent[j]) x[j] -= *row++ * xi;
  }
}

void rg_mass_solve_tree(const rg_model *model, const rg_data *data, double *x) {
  rg_mass_solve_half(model, data, x); /* x <- L'^-1 x */
  /* x <- D^-1 x, x <- L^-1 x */
  for (int i = 0; i < model->nv; i++) {
    const double *row = data->qLD + data->dof_madr[i] + 1;
    double xi = x[i] * data->qLDiag[i];
    for (int j = model->dof_parent[i]; j >= 0; j = model->dof_parent[j]) xi -= *row++ * x[j];
    x[i] = xi;
  }
}
