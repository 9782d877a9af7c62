/* How far hinges and slides are beyond their ranges: a joint that starts there is held, not pushed back,
   so somebody has to say it. */
#include "limits.h"

#include <math.h>

int worst_limit(const rg_model *model, const double *qpos, double *beyond) {
  int worst = -1;
  *beyond = 0;
  for (int j = 0; j < model->njoint; j++) {
    int type = model->joint_type[j];
    if (!model->joint_limited[j] || (type != RG_JOINT_HINGE && type != RG_JOINT_SLIDE)) continue;
    const double *range = &model->joint_range[2 * j];
    double q = qpos[model->joint_qpos[j]];
    double excess = fmax(range[0] - q, q - range[1]);
    if (!(excess > *beyond)) continue;
    *beyond = excess;
    worst = j;
  }
  return worst;
}
