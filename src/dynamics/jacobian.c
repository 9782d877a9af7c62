/* Jacobians of a point fixed to a body: the columns of all degrees of freedom up the tree, each
   moved from its own reference to the point (Featherstone 2008, sec. 4.7). */
#include <string.h>

#include "dynamics/work.h"

void rg_jacobian(const rg_model *model, const rg_data *data, int body, const double point[3],
                 double *linear, double *angular) {
  size_t nv = (size_t)model->nv;
  if (!nv) return;
  if (linear) memset(linear, 0, 3 * nv * sizeof(double));
  if (angular) memset(angular, 0, 3 * nv * sizeof(double));

  if (body <= 0 || body >= model->nbody) return;
  for (int i = rg_last_dof(model, body); i >= 0; i = model->dof_parent[i]) {
    double column[6];
    rg_dof_motion(model, data, i, point, column);
    for (size_t r = 0; r < 3; r++) {
      if (angular) angular[r * nv + (size_t)i] = column[r];
      if (linear) linear[r * nv + (size_t)i] = column[3 + r];
    }
  }
}
