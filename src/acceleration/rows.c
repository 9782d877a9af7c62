/* Scalar rows of a frame: what holds at the level of accelerations.

       closure           J a = -dJ/dt v                              any force
       limit at its stop  0 <= f  _|_  J a + dJ/dt v >= 0             where it is not left already
       dry friction       |f| <= loss, a = 0 or f = -loss sign(a)     where it is at rest,
                          f = -loss sign(v)                           where it moves
       drive              the same with the velocity against its target */
#include "acceleration/frame.h"

#include "dynamics/work.h"
#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double touching = 1e-6; /* rad or m from the stop */

int rg_frame_most_rows(const rg_model *model, const rg_closure *closure) {
  return closure->rows + 2 * model->nv + 2 * model->njoint + 3 * model->ntendon;
}

double *rg_frame_new_row(rg_frame *frame) {
  int i = frame->rows++;
  frame->lower[i] = -HUGE_VAL;
  frame->upper[i] = HUGE_VAL;
  frame->bias[i] = 0;
  return frame->moves + (size_t)i * (size_t)frame->model->nv;
}

/* forgets the row that was added last */
static void drop_row(rg_frame *frame) {
  frame->rows--;
  memset(frame->moves + (size_t)frame->rows * (size_t)frame->model->nv, 0,
         (size_t)frame->model->nv * sizeof(double));
}

static void add_closures(rg_frame *frame) {
  const rg_closure *closure = frame->sim->closure;
  size_t nv = (size_t)frame->model->nv;
  for (int i = 0; i < closure->rows; i++) {
    memcpy(rg_frame_new_row(frame), closure->jacobian + (size_t)i * nv, nv * sizeof(double));
    frame->bias[frame->rows - 1] = closure->bias[i];
  }
}

/* The row that was added last gets a force up to `limit` against its motion: a row while it is at
   rest, a force where it moves at `rate` against its target. An unlimited force at a finite rate
   is an impulse. */
static void oppose_motion(rg_frame *frame, double rate, double limit, const char *what,
                          const char *name) {
  int i = frame->rows - 1, nv = frame->model->nv;
  double *row = frame->moves + (size_t)i * (size_t)nv;
  frame->lower[i] = -limit;
  frame->upper[i] = limit;
  if (fabs(rate) <= frame->threshold) return;
  if (isinf(limit))
    snprintf(frame->impact, sizeof frame->impact, "%s '%.60s' is %.3g off its speed", what, name,
             rate);
  else rg_axpy(nv, rate > 0 ? -limit : limit, row, frame->force);
  drop_row(frame);
}

static void tendon_row(const rg_frame *frame, int t, double sign, double *row) {
  const rg_model *model = frame->model;
  for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++)
    row[model->tendon_dof[k]] += sign * frame->data->tendon_moment[k];
}

static void add_drives_and_friction(rg_frame *frame) {
  const rg_model *model = frame->model;
  const rg_sim *sim = frame->sim;
  const double *v = frame->data->qvel;
  for (int i = 0; i < model->nv; i++) {
    const char *name = model->joint_name[model->dof_joint[i]];
    if (sim->drive_limit[i] > 0) {
      rg_frame_new_row(frame)[i] = 1;
      oppose_motion(frame, v[i] - sim->drive_velocity[i], sim->drive_limit[i], "the drive of",
                    name);
    }
    if (model->dof_frictionloss[i] > 0) {
      rg_frame_new_row(frame)[i] = 1;
      oppose_motion(frame, v[i], model->dof_frictionloss[i], "the friction of", name);
    }
  }
  for (int t = 0; t < model->ntendon; t++) {
    if (!(model->tendon_frictionloss[t] > 0)) continue;
    double *row = rg_frame_new_row(frame);
    tendon_row(frame, t, 1, row);
    oppose_motion(frame, rg_dot(model->nv, row, v), model->tendon_frictionloss[t],
                  "the friction of", model->tendon_name[t]);
  }
}

/* keeps the row that was added last as a stop at `distance`, if it is reached and not left */
static void stop_motion(rg_frame *frame, double distance, double bias, const char *name) {
  int i = frame->rows - 1, nv = frame->model->nv;
  double rate = rg_dot(nv, frame->moves + (size_t)i * (size_t)nv, frame->data->qvel);
  if (distance > touching || rate > frame->threshold) {
    drop_row(frame);
    return;
  }
  if (rate < -frame->threshold)
    snprintf(frame->impact, sizeof frame->impact, "'%.60s' runs into its limit at %.3g", name,
             -rate);
  frame->lower[i] = 0;
  frame->bias[i] = bias;
}

/* angle t and axis a of a ball joint: t' = a.w, and where w' = 0
   t'' = cot(t/2) (|w|^2 - (a.w)^2) / 2 */
static void add_ball_limit(rg_frame *frame, int j) {
  const rg_model *model = frame->model;
  const double *w = frame->data->qvel + model->joint_dof[j];
  double q[4], axis[3], *row = rg_frame_new_row(frame);
  rg_quat_copy(q, frame->data->qpos + model->joint_qpos[j]);
  rg_quat_normalize(q);
  rg_quat_to_rotation(axis, q);
  double angle = rg_v3_normalize(axis), along = rg_v3_dot(axis, w), s = tan(angle / 2);
  double bias = s > 1e-9 ? -0.5 / s * (rg_v3_dot(w, w) - along * along) : 0;
  for (int k = 0; k < 3; k++) row[model->joint_dof[j] + k] = -axis[k];
  stop_motion(frame, model->joint_range[2 * j + 1] - angle, bias, model->joint_name[j]);
}

static void add_joint_limits(rg_frame *frame, int j) {
  const rg_model *model = frame->model;
  const double *range = model->joint_range + 2 * j;
  double q = frame->data->qpos[model->joint_qpos[j]];
  for (int side = 0; side < 2; side++) {
    rg_frame_new_row(frame)[model->joint_dof[j]] = side ? -1 : 1;
    stop_motion(frame, side ? range[1] - q : q - range[0], 0, model->joint_name[j]);
  }
}

static void add_tendon_limits(rg_frame *frame, int t) {
  const rg_model *model = frame->model;
  const double *range = model->tendon_range + 2 * t;
  double length = frame->data->tendon_length[t], bias = 0;
  double *drift = model->npath ? RG_RAW(&frame->arena, double, 6 * (size_t)model->nbody) : NULL;
  if (drift) {
    rg_body_drifts(model, frame->data, drift);
    bias = rg_tendon_drift(model, frame->data, drift, t);
  }
  for (int side = 0; side < 2; side++) {
    double sign = side ? -1 : 1;
    tendon_row(frame, t, sign, rg_frame_new_row(frame));
    stop_motion(frame, side ? range[1] - length : length - range[0], sign * bias,
                model->tendon_name[t]);
  }
}

static void add_limits(rg_frame *frame) {
  const rg_model *model = frame->model;
  for (int j = 0; j < model->njoint; j++) {
    if (!model->joint_limited[j] || model->joint_type[j] == RG_JOINT_FREE) continue;
    if (model->joint_type[j] == RG_JOINT_BALL) add_ball_limit(frame, j);
    else add_joint_limits(frame, j);
  }
  for (int t = 0; t < model->ntendon; t++)
    if (model->tendon_limited[t]) add_tendon_limits(frame, t);
}

void rg_frame_add_rows(rg_frame *frame) {
  assert(frame->rows == 0 && frame->force);
  size_t nv = (size_t)frame->model->nv;
  add_closures(frame);
  add_drives_and_friction(frame);
  add_limits(frame);
  /* forces act along the rows that move */
  if (frame->rows) memcpy(frame->acts, frame->moves, (size_t)frame->rows * nv * sizeof(double));
}
