/* Jacobians of a point fixed to a body: the columns of all degrees of freedom up the tree, each
   moved from its own reference to the point (Featherstone 2008, sec. 4.7). */
#include <string.h>

#include "dynamics/work.h"

void rg_jacobian(const rg_model *model, const rg_data *data, int body, const double point[3],
                 double *linear, double *angular) {
  const rg_work *work = rg_work_of(data);
  size_t nv = (size_t)model->nv;
  if (!nv) return;
  if (linear) memset(linear, 0, 3 * nv * sizeof(double));
  if (angular) memset(angular, 0, 3 * nv * sizeof(double));

  if (body <= 0 || body >= model->nbody) return;

  /* the last degree of freedom that moves the body */
  while (body && !model->body_ndof[body]) body = model->body_parent[body];
  if (!body) return;
  for (int i = model->body_dof[body] + model->body_ndof[body] - 1; i >= 0;
       i = model->dof_parent[i]) {
    double column[6], step[3];
    rg_v3_sub(step, point, data->xpos + 3 * model->dof_body[i]);
    rg_sp_motion_at(column, work->motion + 6 * i, step);
    for (size_t r = 0; r < 3; r++) {
      if (angular) angular[r * nv + (size_t)i] = column[r];
      if (linear) linear[r * nv + (size_t)i] = column[3 + r];
    }
  }
}
