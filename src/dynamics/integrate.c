/* Moving along the configuration manifold: q exp(v dt) and its inverse. Rotations are exact, so
   that difference(q, integrate(q, v, dt), dt) = v as long as |v| dt < pi. */
#include "dynamics/work.h"

void rg_integrate_position(const rg_model *model, double *qpos, const double *v, double dt) {
  for (int j = 0; j < model->njoint; j++) {
    double *q = qpos + model->joint_qpos[j];
    const double *w = v + model->joint_dof[j];
    switch (model->joint_type[j]) {
    case RG_JOINT_FREE:
      rg_v3_add_scaled(q, dt, w);
      rg_quat_integrate(q + 3, w + 3, dt);
      break;
    case RG_JOINT_BALL: rg_quat_integrate(q, w, dt); break;
    default: q[0] += dt * w[0]; break;
    }
  }
}

static void ball_difference(const double *from, const double *to, double dt, double *w) {
  rg_ball_turn(from, to, w);
  rg_v3_scale(w, 1 / dt, w);
}

void rg_difference_position(const rg_model *model, const double *qpos1, const double *qpos2,
                            double dt, double *v) {
  for (int j = 0; j < model->njoint; j++) {
    const double *from = qpos1 + model->joint_qpos[j], *to = qpos2 + model->joint_qpos[j];
    double *w = v + model->joint_dof[j];
    switch (model->joint_type[j]) {
    case RG_JOINT_FREE:
      for (int i = 0; i < 3; i++) w[i] = (to[i] - from[i]) / dt;
      ball_difference(from + 3, to + 3, dt, w + 3);
      break;
    case RG_JOINT_BALL: ball_difference(from, to, dt, w); break;
    default: w[0] = (to[0] - from[0]) / dt; break;
    }
  }
}
