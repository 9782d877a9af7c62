/* Classical Runge-Kutta of order 4 in the coordinates qpos, qvel, on top of rg_forward: small
   enough to be trusted, and no part of the library. */
#ifndef MARCH_H
#define MARCH_H

#include <rigor/dynamics.h>
#include <stdlib.h>
#include <string.h>

/* d/dt of a unit quaternion that turns with w in its own frame: q w / 2 */
static inline void march_quat_rate(const double *q, const double *w, double *rate) {
  rate[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  rate[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  rate[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  rate[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

static inline void march_rates(const rg_model *model, rg_data *data, double *qdot, double *vdot) {
  rg_forward(model, data);
  for (int j = 0; j < model->njoint; j++) {
    const double *q = data->qpos + model->joint_qpos[j], *v = data->qvel + model->joint_dof[j];
    double *rate = qdot + model->joint_qpos[j];
    int type = model->joint_type[j];
    if (type == RG_JOINT_FREE) {
      memcpy(rate, v, 3 * sizeof(double));
      march_quat_rate(q + 3, v + 3, rate + 3);
    } else if (type == RG_JOINT_BALL) {
      march_quat_rate(q, v, rate);
    } else {
      rate[0] = v[0];
    }
  }
  memcpy(vdot, data->qacc_smooth, (size_t)model->nv * sizeof(double));
}

/* `steps` steps of size h; ends with rg_forward at the last state */
static inline void march(const rg_model *model, rg_data *data, double h, int steps) {
  enum { STAGES = 4 };
  const double at[STAGES] = {0, 0.5, 0.5, 1}, weight[STAGES] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  size_t nq = (size_t)model->nq, nv = (size_t)model->nv, n = nq + nv;
  double *first = calloc(6 * n + 1, sizeof(double)), *rates = first + n, *sum = rates + STAGES * n;
  for (int step = 0; step < steps; step++) {
    memcpy(first, data->qpos, nq * sizeof(double));
    memcpy(first + nq, data->qvel, nv * sizeof(double));
    memcpy(sum, first, n * sizeof(double));
    for (int s = 0; s < STAGES; s++) {
      double *rate = rates + (size_t)s * n;
      for (size_t i = 0; s && i < nq; i++) data->qpos[i] = first[i] + h * at[s] * (rate - n)[i];
      for (size_t i = 0; s && i < nv; i++)
        data->qvel[i] = first[nq + i] + h * at[s] * (rate - n)[nq + i];
      march_rates(model, data, rate, rate + nq);
      for (size_t i = 0; i < n; i++) sum[i] += h * weight[s] * rate[i];
    }
    memcpy(data->qpos, sum, nq * sizeof(double));
    memcpy(data->qvel, sum + nq, nv * sizeof(double));
    data->time += h;
  }
  rg_forward(model, data);
  free(first);
}

#endif
