/* Motion in redundant coordinates. A joint locks the relative motion along the complement N of its
   axes H, measured at the body's origin with spatial accelerations (Featherstone 2008, ch. 2):

       N' (V_body - V_parent) = 0,   N' (A_body - A_parent) = N' drift
       A = (alpha, a - omega x v)                                         from the body's own a

   The accelerations come from the sparse system [M G'; G 0], factored without pivoting in the order
   of set-up, with two steps of refinement. */
#include "dynamics/redundant.h"

#include "dynamics/closure.h"
#include "dynamics/redundant_link.h"
#include "dynamics/redundant_parts.h"
#include "math/dense.h"
#include "math/spatial.h"

#include <assert.h>
#include <string.h>

/* --- poses and motion of model bodies -------------------------------------------------------- */

/* frame of a body of the model */
static void body_pose(const rg_redundant *r, int body, double pos[3], double quat[4]) {
  int u = r->body_unit[body];
  rg_v3_copy(pos, r->body_pos + 3 * body);
  rg_quat_copy(quat, r->body_quat + 4 * body);
  if (u < 0) return;
  rg_v3_sub(pos, pos, r->centre + 3 * u);
  rg_pose_multiply(pos, quat, r->pos + 3 * u, r->quat + 4 * u, pos, quat);
}

/* motion of a unit at a point; -1: the world */
static void unit_motion(const rg_redundant *r, int u, const double point[3], double motion[6]) {
  double step[3];
  rg_sp_zero(motion);
  if (u < 0) return;
  rg_v3_sub(step, point, r->pos + 3 * u);
  rg_sp_motion_at(motion, r->vel + 6 * u, step);
}

/* omega x v of the centre: what a spatial acceleration lacks against the acceleration of a point */
static void add_spin(const rg_redundant *r, int u, double sign, double spin[3]) {
  double c[3];
  if (u < 0) return;
  rg_v3_cross(c, r->vel + 6 * u, r->vel + 6 * u + 3);
  rg_v3_add_scaled(spin, sign, c);
}

/* entries of a row that measures sign * n . (motion at `point`): (n_w + s x n_v, n_v) */
static void add_entries(const rg_redundant *r, int u, const double point[3], const double n[6],
                        double sign, double *value) {
  double step[3], moment[3];
  rg_v3_sub(step, point, r->pos + 3 * u);
  rg_v3_cross(moment, step, n + 3);
  for (int i = 0; i < 3; i++) {
    value[i] = sign * (n[i] + moment[i]);
    value[3 + i] = sign * n[3 + i];
  }
}

/* --- state ----------------------------------------------------------------------------------- */

void rg_redundant_from_minimal(rg_redundant *r, const rg_model *model, const rg_data *data) {
  memcpy(r->qpos, data->qpos, (size_t)model->nq * sizeof(double));
  for (int b = 1; model->nmocap > 0 && b < r->nbody; b++)
    if (r->body_unit[b] < 0) {
      rg_v3_copy(r->body_pos + 3 * b, data->xpos + 3 * b);
      rg_quat_copy(r->body_quat + 4 * b, data->xquat + 4 * b);
    }
  for (int u = 0; u < r->units; u++) {
    int b = r->link[u].body;
    double arm[3];
    rg_quat_copy(r->quat + 4 * u, data->xquat + 4 * b);
    rg_quat_rotate(arm, data->xquat + 4 * b, r->centre + 3 * u);
    rg_v3_add(r->pos + 3 * u, data->xpos + 3 * b, arm);
    rg_sp_motion_at(r->vel + 6 * u, data->xvel + 6 * b, arm);
  }
  for (int k = 0; k < r->rotors; k++) r->vel[6 * r->units + k] = data->qvel[r->rotor_dof[k]];
}

/* joint coordinates and rates, body by body */
static void fit_links(rg_redundant *r, const rg_model *model) {
  for (int u = 0; u < r->units; u++) {
    rg_link *link = r->link + u;
    double pp[3], pq[4], pos[3], quat[4], above[6], own[6];
    body_pose(r, link->parent, pp, pq);
    body_pose(r, link->body, pos, quat);
    rg_link_fit(link, model, pp, pq, pos, quat, r->qpos);
    unit_motion(r, r->body_unit[link->parent], link->origin, above);
    unit_motion(r, u, link->origin, own);
    rg_link_rates(link, model, above, own, r->qvel);
  }
}

void rg_redundant_to_minimal(rg_redundant *r, const rg_model *model, double *qpos, double *qvel) {
  fit_links(r, model);
  memcpy(qpos, r->qpos, (size_t)r->nq * sizeof(double));
  memcpy(qvel, r->qvel, (size_t)r->model_nv * sizeof(double));
}

void rg_redundant_move(rg_redundant *r, const double *v, double dt) {
  for (int u = 0; u < r->units; u++) {
    double turn[3], q[4];
    rg_v3_add_scaled(r->pos + 3 * u, dt, v + 6 * u + 3);
    rg_v3_scale(turn, dt, v + 6 * u);
    rg_quat_from_rotation(q, turn);
    rg_quat_multiply(r->quat + 4 * u, q, r->quat + 4 * u);
    rg_quat_normalize(r->quat + 4 * u);
  }
}

/* --- rows ------------------------------------------------------------------------------------ */

/* a row that measures the relative motion of a link along n, from `value` on; its bias */
static double link_row(const rg_redundant *r, const rg_link *link, const double n[6], double sign,
                       double *value) {
  int u = r->body_unit[link->body], above = r->body_unit[link->parent];
  double spin[6];
  add_entries(r, u, link->origin, n, sign, value);
  if (above >= 0) add_entries(r, above, link->origin, n, -sign, value + 6);
  rg_sp_copy(spin, link->drift);
  add_spin(r, u, 1, spin + 3);
  add_spin(r, above, -1, spin + 3);
  return -sign * rg_sp_dot(n, spin);
}

static void joint_rows(rg_redundant *r) {
  for (int u = 0; u < r->units; u++) {
    const rg_link *link = r->link + u;
    for (int k = 0; k < link->rows; k++) {
      const double *n = link->locked + 6 * k;
      int row = link->row + k;
      r->residual[row] = rg_sp_dot(n, link->error);
      r->bias[row] = link_row(r, link, n, 1, r->value + r->row_start[row]);
    }
  }
}

/* rotor velocity - rate of its joint = 0 */
static void rotor_rows(rg_redundant *r) {
  for (int k = 0; k < r->rotors; k++) {
    int dof = r->rotor_dof[k], row = r->joint_rows + k;
    const rg_link *link = r->link + r->dof_unit[dof];
    double *value = r->value + r->row_start[row];
    value[0] = 1;
    r->residual[row] = 0; /* a rotor's angle is its joint's */
    r->bias[row] = link_row(r, link, link->inverse + 6 * (dof - link->dof), -1, value + 1);
  }
}

/* acceleration of a point of a unit beyond alpha x s + a: omega x (omega x s) */
static void add_centripetal(const rg_redundant *r, int u, const double point[3], double sign,
                            double bias[3]) {
  double step[3], c[3];
  if (u < 0) return;
  const double *w = r->vel + 6 * u;
  rg_v3_sub(step, point, r->pos + 3 * u);
  rg_v3_cross(c, w, step);
  rg_v3_cross(c, w, c);
  rg_v3_add_scaled(bias, sign, c);
}

/* points of two bodies coincide; a weld also keeps them from turning */
static void body_closure(rg_redundant *r, const rg_model *model, int e, int row) {
  const double *at = model->equality_data + 11 * e;
  int weld = model->equality_type[e] == RG_EQUALITY_WELD;
  double local[2][3];
  int b[2] = {model->equality_object1[e], model->equality_object2[e]};
  double p[2][3], q[2][4], bias[3] = {0}, axes[4]; /* those of closure.c */
  rg_closure_points(model, e, local[0], local[1]);
  for (int side = 0; side < 2; side++) {
    double frame[3];
    body_pose(r, b[side], frame, q[side]);
    rg_pose_apply(p[side], frame, q[side], local[side]);
    add_centripetal(r, r->body_unit[b[side]], p[side], side ? -1 : 1, bias);
  }
  rg_quat_copy(axes, q[rg_closure_axes(model, e) != b[0]]);
  rg_v3_sub(r->residual + row, p[0], p[1]);
  rg_quat_rotate_back(r->residual + row, axes, r->residual + row);
  rg_quat_rotate_back(r->bias + row, axes, bias);
  if (weld) {
    double back[4];
    rg_quat_multiply(q[0], q[0], at + 6);
    rg_quat_conjugate(back, q[1]);
    rg_quat_multiply(q[0], q[0], back);
    rg_quat_normalize(q[0]);
    rg_quat_to_rotation(r->residual + row + 3, q[0]);
    rg_quat_rotate_back(r->residual + row + 3, axes, r->residual + row + 3);
    rg_v3_zero(r->bias + row + 3);
  }
  for (int k = 0; k < (weld ? 6 : 3); k++) {
    double n[6] = {0}, *value = r->value + r->row_start[row + k];
    n[k < 3 ? 3 + k : k - 3] = 1;
    rg_quat_rotate(n + (k < 3 ? 3 : 0), axes, n + (k < 3 ? 3 : 0));
    for (int side = 0; side < 2; side++) {
      if (r->body_unit[b[side]] < 0) continue;
      add_entries(r, r->body_unit[b[side]], p[side], n, side ? -1 : 1, value);
      value += 6;
    }
  }
}

/* q1 - q1_0 - polynomial(q2 - q2_0) = 0 */
static void joint_closure(rg_redundant *r, const rg_model *model, int e, int row) {
  const double *c = model->equality_data + 11 * e;
  int j1 = model->equality_object1[e], j2 = model->equality_object2[e];
  int q1 = model->joint_qpos[j1], d1 = model->joint_dof[j1];
  const rg_link *link = r->link + r->dof_unit[d1];
  double *value = r->value + r->row_start[row];
  r->residual[row] = r->qpos[q1] - model->qpos0[q1] - c[0];
  r->bias[row] = link_row(r, link, link->inverse + 6 * (d1 - link->dof), 1, value);
  if (j2 < 0) return;
  value += r->body_unit[link->parent] >= 0 ? 12 : 6;
  int q2 = model->joint_qpos[j2], d2 = model->joint_dof[j2];
  double x = r->qpos[q2] - model->qpos0[q2], rate = r->qvel[d2];
  double slope = c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4]));
  double curve = 2 * c[2] + x * (6 * c[3] + x * 12 * c[4]);
  link = r->link + r->dof_unit[d2];
  r->residual[row] -= x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
  r->bias[row] += link_row(r, link, link->inverse + 6 * (d2 - link->dof), -slope, value);
  r->bias[row] -= curve * rate * rate;
}

void rg_redundant_rows(rg_redundant *r, const rg_model *model) {
  assert(r->nbody == model->nbody && r->model_nv == model->nv);
  fit_links(r, model);
  for (int u = 0; u < r->units; u++) {
    double R[9], t[9];
    rg_quat_to_mat3(R, r->quat + 4 * u);
    rg_mat3_multiply(t, R, r->inertia + 9 * u);
    rg_mat3_multiply_t(r->world_inertia + 9 * u, t, R);
  }
  joint_rows(r);
  rotor_rows(r);
  for (int k = 0; k < r->closures; k++) {
    int e = r->equality[k];
    if (model->equality_type[e] == RG_EQUALITY_JOINT) joint_closure(r, model, e, r->closure_row[k]);
    else body_closure(r, model, e, r->closure_row[k]);
  }
}

/* --- forces ---------------------------------------------------------------------------------- */

/* sum += sign times a spatial force at `point`, seen from the unit's centre */
static void add_force(const rg_redundant *r, int u, const double point[3], const double force[6],
                      double sign, double *sum) {
  double at_centre[6];
  if (u < 0) return;
  add_entries(r, u, point, force, sign, at_centre);
  rg_sp_add_scaled(sum + 6 * u, 1, at_centre);
}

void rg_redundant_forces(const rg_redundant *r, const rg_model *model, const double *joint_force,
                         double *force) {
  memset(force, 0, (size_t)r->nv * sizeof(double));
  for (int u = 0; u < r->units; u++) {
    const double *w = r->vel + 6 * u;
    double spin[3], moment[3];
    rg_mat3_apply(spin, r->world_inertia + 9 * u, w);
    rg_v3_cross(moment, w, spin);
    rg_v3_add_scaled(force + 6 * u, -1, moment); /* -omega x I omega */
    rg_v3_add_scaled(force + 6 * u + 3, r->mass[u], model->option.gravity);
  }

  /* a force W between the neighbours with H' W = tau: W = H (H'H)^-1 tau */
  for (int u = 0; u < r->units; u++) {
    const rg_link *link = r->link + u;
    double W[6] = {0};
    for (int k = 0; k < link->ndof; k++)
      rg_sp_add_scaled(W, joint_force[link->dof + k], link->inverse + 6 * k);
    add_force(r, u, link->origin, W, 1, force);
    add_force(r, r->body_unit[link->parent], link->origin, W, -1, force);
  }
}

/* --- the system ------------------------------------------------------------------------------ */

/* numbers of [M G'; G 0], and for every row the size of its entry of G M^-1 G' */
static int factor_system(rg_redundant *r, const rg_model *model) {
  memset(r->kkt_size, 0, (size_t)(r->nv + r->rows) * sizeof(double));
  for (int u = 0; u < r->units; u++) {
    int at = 6 * u;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b <= a; b++)
        r->kkt_value[r->slot_inertia[at++]] = r->world_inertia[9 * u + 3 * a + b];
      r->kkt_value[r->slot_mass[3 * u + a]] = r->mass[u];
    }
  }
  for (int k = 0; k < r->rotors; k++)
    r->kkt_value[r->slot_rotor[k]] = model->dof_armature[r->rotor_dof[k]];
  for (int i = 0; i < r->rows; i++)
    for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++) {
      int c = r->column[p], u = c / 6, a = c % 6;
      double inertia = u >= r->units ? model->dof_armature[r->rotor_dof[c - 6 * r->units]]
                       : a < 3       ? r->world_inertia[9 * u + 4 * a]
                                     : r->mass[u];
      r->kkt_value[r->slot_value[p]] = r->value[p];
      r->kkt_size[r->order[r->nv + i]] += r->value[p] * r->value[p] / inertia;
    }
  return rg_sparse_ldl_factor(r->ldl, r->kkt_start, r->kkt_row, r->kkt_value, r->kkt_size, 1e-10);
}

/* rest = right - [M G'; G 0] x, in the order of elimination */
static void system_rest(rg_redundant *r, const double *x) {
  memcpy(r->rest, r->right, (size_t)(r->nv + r->rows) * sizeof(double));
  for (int k = 0; k < r->nv + r->rows; k++)
    for (int p = r->kkt_start[k]; p < r->kkt_start[k + 1]; p++) {
      int i = r->kkt_row[p];
      r->rest[k] -= r->kkt_value[p] * x[i];
      if (i != k) r->rest[i] -= r->kkt_value[p] * x[k];
    }
}

/* solves for right-hand sides `top` (nv, NULL: 0) and `bottom` (rows, with a minus sign) */
static void solve_system(rg_redundant *r, const double *top, const double *bottom, double *a,
                         double *lambda) {
  size_t all = (size_t)(r->nv + r->rows);
  for (int i = 0; i < r->nv; i++) r->right[r->order[i]] = top ? top[i] : 0;
  for (int i = 0; i < r->rows; i++) r->right[r->order[r->nv + i]] = -bottom[i];
  memset(r->solution, 0, all * sizeof(double));
  for (int pass = 0; pass < 3; pass++) {
    system_rest(r, r->solution);
    rg_sparse_ldl_solve(r->ldl, r->rest);
    rg_axpy((int)all, 1, r->rest, r->solution);
  }
  for (int i = 0; i < r->nv; i++) a[i] = r->solution[r->order[i]];
  for (int i = 0; i < r->rows && lambda; i++) lambda[i] = -r->solution[r->order[r->nv + i]];
}

int rg_redundant_acceleration(rg_redundant *r, const rg_model *model, const double *force,
                              double *acceleration, double *lambda) {
  int left_out = factor_system(r, model);
  solve_system(r, force, r->bias, acceleration, lambda);
  return left_out;
}

void rg_redundant_joint_acceleration(const rg_redundant *r, const double *acceleration,
                                     double *qacc) {
  for (int u = 0; u < r->units; u++) {
    const rg_link *link = r->link + u;
    for (int k = 0; k < link->ndof; k++) {
      double value[12], bias = link_row(r, link, link->inverse + 6 * k, 1, value);
      int above = r->body_unit[link->parent];
      qacc[link->dof + k] = bias + rg_dot(6, value, acceleration + 6 * u);
      if (above >= 0) qacc[link->dof + k] += rg_dot(6, value + 6, acceleration + 6 * above);
    }
  }
}

double rg_redundant_project(rg_redundant *r, const rg_model *model, int most_steps,
                            double tolerance) {
  assert(most_steps >= 0 && tolerance >= 0);
  double worst = 0, *step = r->step;
  for (int k = 0;; k++) {
    rg_redundant_rows(r, model);
    factor_system(r, model);
    worst = rg_norm_max(r->rows, r->residual);
    if (!(worst > tolerance) || k == most_steps) break;
    solve_system(r, NULL, r->residual, step, NULL);
    rg_redundant_move(r, step, 1);
  }

  /* velocities: v + a with G (v + a) = 0 */
  double *violation = r->residual;
  for (int i = 0; i < r->rows; i++) {
    violation[i] = 0;
    for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++)
      violation[i] += r->value[p] * r->vel[r->column[p]];
  }
  solve_system(r, NULL, violation, step, NULL);
  rg_axpy(r->nv, 1, step, r->vel);
  rg_redundant_rows(r, model);
  return worst;
}
