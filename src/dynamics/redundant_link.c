/* Joint coordinates that bring a body nearest to where it is, by Gauss-Newton on its own joints;
   their motion subspace H; and an orthonormal complement of H, along which the joint locks. */
#include "dynamics/redundant_link.h"

#include "math/dense.h"
#include "math/spatial.h"

#include <assert.h>
#include <string.h>

/* --- forward: where the joints place the body ------------------------------------------------ */

static void turning_columns(double *H, const double quat[4], const double anchor[3]) {
  double R[9];
  rg_quat_to_mat3(R, quat);
  for (int i = 0; i < 3; i++) {
    rg_v3_set(H + 6 * i, R[i], R[3 + i], R[6 + i]);
    rg_v3_cross(H + 6 * i + 3, anchor, H + 6 * i); /* at the world's origin: -w x anchor */
  }
}

static void place_free(const double *q, double pos[3], double quat[4], double *H) {
  rg_v3_copy(pos, q);
  rg_quat_copy(quat, q + 3);
  rg_quat_normalize(quat);
  memset(H, 0, 18 * sizeof(double));
  for (int i = 0; i < 3; i++) H[6 * i + 3 + i] = 1;
  turning_columns(H + 18, quat, pos);
}

/* one joint moves the frame (pos, quat); its columns of H, measured at the world's origin */
static void place_joint(const rg_model *model, int j, const double *qpos, double pos[3],
                        double quat[4], double *H) {
  const double *q = qpos + model->joint_qpos[j], *at = model->joint_pos + 3 * j;
  double axis[3], anchor[3], turn[4], arm[3], move = *q - model->qpos0[model->joint_qpos[j]];
  int type = model->joint_type[j];
  if (type == RG_JOINT_FREE) {
    place_free(q, pos, quat, H);
    return;
  }
  rg_quat_rotate(axis, quat, model->joint_axis + 3 * j);
  rg_pose_apply(anchor, pos, quat, at);
  if (type == RG_JOINT_SLIDE) {
    rg_v3_add_scaled(pos, move, axis);
    rg_v3_zero(H);
    rg_v3_copy(H + 3, axis);
    return;
  }
  if (type == RG_JOINT_HINGE) {
    rg_quat_from_axis_angle(turn, model->joint_axis + 3 * j, move);
    rg_v3_copy(H, axis);
    rg_v3_cross(H + 3, anchor, axis);
  } else {
    rg_quat_copy(turn, q);
    rg_quat_normalize(turn);
  }
  rg_quat_multiply(quat, quat, turn);
  if (type == RG_JOINT_BALL) turning_columns(H, quat, anchor);
  rg_quat_rotate(arm, quat, at);
  rg_v3_sub(pos, anchor, arm);
}

/* the body frame from the parent's by all joints; H measured at the body's origin */
static void place_body(rg_link *link, const rg_model *model, const double parent_pos[3],
                       const double parent_quat[4], const double *qpos, double quat[4]) {
  int body = link->body, first = model->body_joint[body], end = first + model->body_njoint[body];
  double *pos = link->origin;
  rg_pose_multiply(pos, quat, parent_pos, parent_quat, model->body_pos + 3 * body,
                   model->body_quat + 4 * body);
  for (int j = first; j < end; j++)
    place_joint(model, j, qpos, pos, quat, link->motion + 6 * (model->joint_dof[j] - link->dof));
  rg_quat_normalize(quat);
  for (int k = 0; k < link->ndof; k++)
    rg_sp_motion_at(link->motion + 6 * k, link->motion + 6 * k, pos);
}

/* --- H^+ and the complement ------------------------------------------------------------------ */

/* linear parts over the length of the link, and back: turns and ways can then be compared in any unit */
static void measure(const rg_link *link, double x[6]) {
  for (int a = 3; a < 6; a++) x[a] /= link->length;
}

static void column_of(const rg_link *link, int k, double x[6]) {
  rg_sp_copy(x, link->motion + 6 * k);
  measure(link, x);
}

/* (H'H)^-1 H' */
static void pseudo_inverse(rg_link *link) {
  int n = link->ndof;
  double H[6][6], gram[36];
  for (int i = 0; i < n; i++) column_of(link, i, H[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) gram[n * i + j] = rg_sp_dot(H[i], H[j]);
  for (int i = 0; i < n; i++) gram[(n + 1) * i] *= 1 + 1e-15; /* parallel axes: no division by 0 */
  rg_cholesky(n, gram, n);
  for (int a = 0; a < 6; a++) {
    double column[6];
    for (int i = 0; i < n; i++) column[i] = H[i][a];
    rg_cholesky_solve(n, gram, n, column);
    for (int i = 0; i < n; i++) link->inverse[6 * i + a] = column[i];
  }
  for (int i = 0; i < n; i++) measure(link, link->inverse + 6 * i);
}

/* takes the part along the first `count` vectors out of x, twice; returns what is left of its
 * length */
static double make_orthogonal(double x[6], int count, double basis[][6]) {
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) rg_sp_add_scaled(x, -rg_sp_dot(basis[i], x), basis[i]);
  return sqrt(rg_sp_dot(x, x));
}

/* Gram-Schmidt: H first, then always the unit vector that sticks out most */
static void complement(rg_link *link) {
  double basis[12][6], x[6];
  int count = 0;
  for (int k = 0; k < link->ndof; k++) {
    column_of(link, k, x);
    double before = sqrt(rg_sp_dot(x, x)), length = make_orthogonal(x, count, basis);
    if (!(length > 1e-9 * before)) continue;
    for (int i = 0; i < 6; i++) basis[count][i] = x[i] / length;
    count++;
  }
  for (int k = 0; k < link->rows; k++) {
    double best = -1;
    for (int axis = 0; axis < 6; axis++) {
      rg_sp_zero(x);
      x[axis] = 1;
      double length = make_orthogonal(x, count, basis);
      if (!(length > best)) continue;
      best = length;
      for (int i = 0; i < 6; i++) basis[count][i] = x[i] / length;
    }
    rg_sp_copy(link->locked + 6 * k, basis[count++]);
    measure(link, link->locked + 6 * k);
  }
}

/* --- inverse: which coordinates -------------------------------------------------------------- */

/* qpos of the body's joints moved by `step` */
static void move_joints(const rg_link *link, const rg_model *model, const double *step,
                        double *qpos) {
  int first = model->body_joint[link->body], end = first + model->body_njoint[link->body];
  for (int j = first; j < end; j++) {
    double *q = qpos + model->joint_qpos[j];
    const double *s = step + (model->joint_dof[j] - link->dof);
    switch (model->joint_type[j]) {
    case RG_JOINT_FREE:
      rg_v3_add(q, q, s);
      rg_quat_integrate(q + 3, s + 3, 1);
      break;
    case RG_JOINT_BALL: rg_quat_integrate(q, s, 1); break;
    default: q[0] += s[0]; break;
    }
  }
}

/* where the body is, seen from where the joints place it */
static void pose_error(rg_link *link, const double placed_quat[4], const double pos[3],
                       const double quat[4]) {
  double back[4], turn[4];
  rg_quat_conjugate(back, placed_quat);
  rg_quat_multiply(turn, quat, back);
  rg_quat_normalize(turn);
  rg_quat_to_rotation(link->error, turn);
  rg_v3_sub(link->error + 3, pos, link->origin);
}

void rg_link_fit(rg_link *link, const rg_model *model, const double parent_pos[3],
                 const double parent_quat[4], const double pos[3], const double quat[4],
                 double *qpos) {
  assert(link->ndof >= 0 && link->ndof <= 6);
  enum { MOST = 30 };
  double placed[4], step[6], previous = HUGE_VAL;
  for (int k = 0;; k++) {
    place_body(link, model, parent_pos, parent_quat, qpos, placed);
    pseudo_inverse(link);
    pose_error(link, placed, pos, quat);
    double largest = 0;
    for (int i = 0; i < link->ndof; i++) {
      step[i] = rg_sp_dot(link->inverse + 6 * i, link->error);
      double H[6];
      column_of(link, i, H);
      largest = fmax(largest, fabs(step[i]) * sqrt(rg_sp_dot(H, H)));
    }
    if (!(largest > 1e-14 && largest < 0.5 * previous) || k == MOST) break;
    previous = largest;
    move_joints(link, model, step, qpos);
  }
  complement(link);
}

/* --- rates ----------------------------------------------------------------------------------- */

/* drift += v x J, v += J for columns that move as one */
static void add_group(const rg_link *link, int first, int count, const double *qvel, double v[6],
                      double drift[6]) {
  double J[6] = {0};
  for (int k = first; k < first + count; k++)
    rg_sp_add_scaled(J, qvel[link->dof + k], link->motion + 6 * k);
  rg_sp_add_cross_motion(drift, 1, v, J);
  rg_sp_add_scaled(v, 1, J);
}

void rg_link_rates(rg_link *link, const rg_model *model, const double parent_motion[6],
                   const double motion[6], double *qvel) {
  double relative[6], v[6];
  for (int i = 0; i < 6; i++) relative[i] = motion[i] - parent_motion[i];
  for (int k = 0; k < link->ndof; k++)
    qvel[link->dof + k] = rg_sp_dot(link->inverse + 6 * k, relative);
  rg_sp_copy(v, parent_motion);
  rg_sp_zero(link->drift);
  int first = model->body_joint[link->body], end = first + model->body_njoint[link->body];
  for (int j = first; j < end; j++) {
    int k = model->joint_dof[j] - link->dof, type = model->joint_type[j];
    if (type == RG_JOINT_FREE) { /* the world's axes do not move: translation gives no drift */
      rg_v3_add(v + 3, v + 3, qvel + link->dof + k);
      add_group(link, k + 3, 3, qvel, v, link->drift);
    } else add_group(link, k, type == RG_JOINT_BALL ? 3 : 1, qvel, v, link->drift);
  }
}
