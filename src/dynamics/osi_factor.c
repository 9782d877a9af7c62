/* Operational-space compliance through the sparse factor of M, M = L' D L along the tree:

       Omega = Y' D^-1 Y,   L' Y = J'

   A column of J' is not zero on the way from its body to the root only, and L' keeps it there: half
   a solve, and only on that way. Bodies come depth first, so the bodies with nodes below a degree
   of freedom are a range, and its row of Y is stored for that range. Needs rg_mass. */
#include "dynamics/osi_parts.h"
#include "dynamics/work.h"

#include <assert.h>
#include <string.h>

/* rows of J' for the marked degrees of freedom, one after the other */
static void fill_rows(rg_osi *osi, const rg_model *model, const rg_data *data) {
  const double *motion = rg_work_of(data)->motion;
  long start = 0;
  for (int i = 0; i < model->nv; i++) {
    int body = model->dof_body[i];
    if (!osi->marked[body]) continue;
    osi->path_start[i] = start;
    for (int c = osi->first[body]; c < osi->last[body]; c++, start += 6) {
      double step[3];
      rg_v3_sub(step, data->xpos + 3 * osi->carrier_body[c], data->xpos + 3 * body);
      rg_sp_motion_at(osi->path_column + start, motion + 6 * i, step);
    }
  }
}

/* L' Y = J': the finished row i goes up the tree */
static void pass_up(const rg_osi *osi, const rg_model *model, const rg_data *data, int i) {
  int body = model->dof_body[i], size = 6 * (osi->last[body] - osi->first[body]);
  const double *row = osi->path_column + osi->path_start[i], *L = data->qLD + data->dof_madr[i];
  for (int j = model->dof_parent[i], k = 1; j >= 0; j = model->dof_parent[j], k++) {
    int shift = 6 * (osi->first[body] - osi->first[model->dof_body[j]]);
    double *up = osi->path_column + osi->path_start[j] + shift;
    for (int c = 0; c < size; c++) up[c] -= L[k] * row[c];
  }
}

/* Omega += y y' / D of one degree of freedom */
static void add_row(rg_osi *osi, const double *row, int first, int last, double inverse) {
  for (int i = first; i < last; i++)
    for (int j = first; j <= i; j++) {
      double *block = osi->omega + 36L * ((long)osi->carriers * i + j);
      const double *x = row + 6 * (i - first), *y = row + 6 * (j - first);
      for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) block[6 * a + b] += inverse * x[a] * y[b];
    }
}

rg_status rg_osi_factor(rg_osi *osi, const rg_model *model, const rg_data *data) {
  assert(osi->nbody == model->nbody && osi->nv == model->nv);
  size_t blocks = (size_t)osi->carriers * (size_t)osi->carriers;
  memset(osi->omega, 0, 36 * blocks * sizeof(double));
  fill_rows(osi, model, data);
  for (int i = model->nv - 1; i >= 0; i--) {
    int body = model->dof_body[i];
    if (!osi->marked[body]) continue;
    double inverse = data->qLDiag[i];
    if (!(inverse > 0 && inverse < 1 / rg_work_of(data)->tiny)) return RG_BAD_INPUT;
    pass_up(osi, model, data, i);
    add_row(osi, osi->path_column + osi->path_start[i], osi->first[body], osi->last[body], inverse);
  }
  return RG_OK;
}
