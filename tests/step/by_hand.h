/* A step of free bodies recomputed from positions, velocities, masses and the published contacts: balance of momentum and
   Coulomb's law. Shares nothing with the solvers. */
#ifndef RG_TEST_BY_HAND_H
#define RG_TEST_BY_HAND_H

#include "step/simulate.h"
#include "step/turning.h"

typedef struct before {
  double *qpos, *qvel;
} before;

static inline before remember(scene *s) {
  before b = {malloc((size_t)s->model->nq * sizeof(double)),
              malloc((size_t)s->model->nv * sizeof(double))};
  assert_non_null(b.qpos);
  assert_non_null(b.qvel);
  memcpy(b.qpos, scene_qpos(s), (size_t)s->model->nq * sizeof(double));
  memcpy(b.qvel, scene_qvel(s), (size_t)s->model->nv * sizeof(double));
  return b;
}

/* free body `body` is the (body - 1)-th: every body of these scenes has one free joint */
static inline const double *position_of(const before *b, int body) {
  return b->qpos + 7 * (body - 1);
}

static inline void rotation_of(const before *b, int body, double R[9]) {
  rotation(position_of(b, body) + 3, R);
}

/* impulse and its moment about the centre of a body, world axes, added to sum[6] */
static inline void add_impulse(const before *b, int body, double sign, const rg_step_contact *c,
                               double *sum) {
  double impulse[3], arm[3], moment[3];
  if (body == 0) return;
  for (int k = 0; k < 3; k++) {
    impulse[k] = 0;
    for (int a = 0; a < 3; a++) impulse[k] += sign * c->contact.frame[3 * a + k] * c->impulse[a];
    arm[k] = c->contact.position[k] - position_of(b, body)[k];
  }
  cross(arm, impulse, moment);
  for (int k = 0; k < 3; k++) sum[6 * body + k] += impulse[k], sum[6 * body + 3 + k] += moment[k];
}

static inline int is_round(const double *inertia) {
  return fabs(inertia[0] - inertia[1]) + fabs(inertia[0] - inertia[2]) < 1e-12 * inertia[0];
}

/* m dv = m g dt + impulses for every body, and J dw = R' moments where no gyroscopic moment acts; the worst of both
   relative to the weight */
static inline double off_balance(scene *s, const before *b) {
  const rg_model *model = s->model;
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s->sim, &contact);
  double dt = rg_sim_used_options(s->sim)->dt, worst = 0;
  double *sum = calloc(6 * (size_t)model->nbody, sizeof *sum);
  assert_non_null(sum);
  for (int i = 0; i < count; i++) {
    add_impulse(b, contact[i].contact.body1, 1, &contact[i], sum);
    add_impulse(b, contact[i].contact.body2, -1, &contact[i], sum);
  }
  for (int body = 1; body < model->nbody; body++) {
    const double *now = scene_qvel(s) + 6 * (body - 1), *was = b->qvel + 6 * (body - 1);
    const double *inertia = model->body_inertia + 3 * body;
    double m = model->body_mass[body], R[9];
    rotation_of(b, body, R);
    for (int k = 0; k < 3; k++) {
      double gravity = k == 2 ? -GRAVITY : 0, moment = 0;
      double off = m * (now[k] - was[k]) - m * gravity * dt - sum[6 * body + k];
      for (int a = 0; a < 3; a++) moment += R[3 * a + k] * sum[6 * body + 3 + a];
      worst = fmax(worst, fabs(off) / (m * GRAVITY * dt));
      if (is_round(inertia))
        worst =
            fmax(worst, fabs(inertia[k] * (now[3 + k] - was[3 + k]) - moment) / (m * GRAVITY * dt));
    }
  }
  free(sum);
  return worst;
}

/* velocity of a point that moves with a body, places as before the step, velocities after it */
static inline void point_velocity(scene *s, const before *b, int body, const double point[3],
                                  double v[3]) {
  double R[9], w[3], arm[3], turn[3];
  memset(v, 0, 3 * sizeof *v);
  if (body == 0) return;
  const double *qvel = scene_qvel(s) + 6 * (body - 1);
  rotation_of(b, body, R);
  for (int k = 0; k < 3; k++) {
    arm[k] = point[k] - position_of(b, body)[k];
    w[k] = R[3 * k] * qvel[3] + R[3 * k + 1] * qvel[4] + R[3 * k + 2] * qvel[5];
  }
  cross(w, arm, turn);
  for (int k = 0; k < 3; k++) v[k] = qvel[k] + turn[k];
}

/* square of r - P_K(r - (u + mu |u_t| n - target n)) */
static inline double law_residual(const rg_step_contact *c, const double u[3]) {
  double y[3], p[3], sum = 0;
  for (int k = 0; k < 3; k++) y[k] = p[k] = c->impulse[k] - u[k];
  y[0] = p[0] = y[0] + c->target - c->mu * hypot(u[1], u[2]);
  double t = hypot(y[1], y[2]);
  if (t > c->mu * y[0]) { /* outside: the nearest point of the edge, or the tip */
    p[0] = fmax(0, (y[0] + c->mu * t) / (1 + c->mu * c->mu));
    for (int k = 1; k < 3; k++) p[k] = t > 0 ? c->mu * p[0] * y[k] / t : 0;
  }
  for (int k = 0; k < 3; k++) sum += (c->impulse[k] - p[k]) * (c->impulse[k] - p[k]);
  return sum;
}

/* natural map of all contacts relative to what it is without impulses: |c|, or |c - target n| where that is more */
static inline double off_law(scene *s, const before *b) {
  const rg_step_contact *contact;
  const rg_problem *problem = rg_sim_problem(s->sim);
  int count = rg_sim_contacts(s->sim, &contact);
  double sum = 0, free_speed = 0, wanted = 0;
  assert_non_null(problem);
  assert_int_equal(rg_problem_size(problem), 3 * count);
  for (int i = 0; i < 3 * count; i++) {
    double off = problem->c[i] - (i % 3 == 0 ? contact[i / 3].target : 0);
    free_speed += problem->c[i] * problem->c[i];
    wanted += off * off;
  }
  for (int i = 0; i < count; i++) {
    double v1[3], v2[3], u[3];
    const rg_contact *c = &contact[i].contact;
    point_velocity(s, b, c->body1, c->position, v1);
    point_velocity(s, b, c->body2, c->position, v2);
    for (int a = 0; a < 3; a++) {
      u[a] = 0;
      for (int k = 0; k < 3; k++) u[a] += c->frame[3 * a + k] * (v1[k] - v2[k]);
    }
    sum += law_residual(&contact[i], u);
  }
  return sqrt(sum / fmax(free_speed, wanted));
}

static inline void forget(before *b) {
  free(b->qpos);
  free(b->qvel);
}

#endif
