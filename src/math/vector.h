/* 3-vectors, unit quaternions (w x y z) and 3 x 3 matrices (row-major), all inline.

   The result comes first. Unless a line says otherwise it may be the same array as an argument. A
   quaternion q and the matrix R of it turn coordinates of the child frame into coordinates of the
   parent frame: p_parent = R p_child. */
#ifndef RG_VECTOR_H
#define RG_VECTOR_H

#include "math/turn.h"

#include <math.h>

/* a length, norm or mass below this counts as zero (the mjMINVAL of MuJoCo) */
#define RG_TINY 1e-15

/* --- vectors -------------------------------------------------------------------------------- */

static inline void rg_v3_set(double r[3], double x, double y, double z) {
  r[0] = x;
  r[1] = y;
  r[2] = z;
}
static inline void rg_v3_zero(double r[3]) { rg_v3_set(r, 0, 0, 0); }
static inline void rg_v3_copy(double r[3], const double a[3]) { rg_v3_set(r, a[0], a[1], a[2]); }
static inline void rg_v3_add(double r[3], const double a[3], const double b[3]) {
  rg_v3_set(r, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}
static inline void rg_v3_sub(double r[3], const double a[3], const double b[3]) {
  rg_v3_set(r, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
static inline void rg_v3_scale(double r[3], double s, const double a[3]) {
  rg_v3_set(r, s * a[0], s * a[1], s * a[2]);
}
static inline void rg_v3_negate(double r[3], const double a[3]) {
  rg_v3_set(r, -a[0], -a[1], -a[2]);
}
/* r += s a */
static inline void rg_v3_add_scaled(double r[3], double s, const double a[3]) {
  rg_v3_set(r, r[0] + s * a[0], r[1] + s * a[1], r[2] + s * a[2]);
}
static inline double rg_v3_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void rg_v3_cross(double r[3], const double a[3], const double b[3]) {
  rg_v3_set(r, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}
static inline double rg_v3_norm(const double a[3]) { return sqrt(rg_v3_dot(a, a)); }
static inline double rg_v3_distance(const double a[3], const double b[3]) {
  double d[3];
  rg_v3_sub(d, a, b);
  return rg_v3_norm(d);
}
/* a / |a|, or (1 0 0) where a is zero; returns |a| */
static inline double rg_v3_normalize(double a[3]) {
  double length = rg_v3_norm(a);
  if (length < RG_TINY) rg_v3_set(a, 1, 0, 0);
  else rg_v3_scale(a, 1 / length, a);
  return length;
}
/* two unit vectors so that (n, t1, t2) is right-handed; n is a unit vector, t1, t2 not n */
static inline void rg_v3_tangents(const double n[3], double t1[3], double t2[3]) {
  double s = copysign(1.0, n[2]), a = -1 / (s + n[2]), b = n[0] * n[1] * a;
  rg_v3_set(t1, 1 + s * n[0] * n[0] * a, s * b, -s * n[0]);
  rg_v3_set(t2, b, s + n[1] * n[1] * a, -n[1]);
}

/* --- 3 x 3 matrices, row-major -------------------------------------------------------------- */

static inline void rg_mat3_copy(double r[9], const double a[9]) {
  for (int i = 0; i < 9; i++) r[i] = a[i];
}
static inline void rg_mat3_diagonal(double r[9], double x, double y, double z) {
  for (int i = 0; i < 9; i++) r[i] = 0;
  r[0] = x;
  r[4] = y;
  r[8] = z;
}
static inline void rg_mat3_identity(double r[9]) { rg_mat3_diagonal(r, 1, 1, 1); }
static inline void rg_mat3_transpose(double r[9], const double a[9]) {
  double t[9] = {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
  rg_mat3_copy(r, t);
}
/* r = A v */
static inline void rg_mat3_apply(double r[3], const double a[9], const double v[3]) {
  rg_v3_set(r, a[0] * v[0] + a[1] * v[1] + a[2] * v[2], a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
            a[6] * v[0] + a[7] * v[1] + a[8] * v[2]);
}
/* r = A' v */
static inline void rg_mat3_apply_t(double r[3], const double a[9], const double v[3]) {
  rg_v3_set(r, a[0] * v[0] + a[3] * v[1] + a[6] * v[2], a[1] * v[0] + a[4] * v[1] + a[7] * v[2],
            a[2] * v[0] + a[5] * v[1] + a[8] * v[2]);
}
/* r = A B */
static inline void rg_mat3_multiply(double r[9], const double a[9], const double b[9]) {
  double t[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      t[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  rg_mat3_copy(r, t);
}
/* r = A B' */
static inline void rg_mat3_multiply_t(double r[9], const double a[9], const double b[9]) {
  double t[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) t[3 * i + j] = rg_v3_dot(a + 3 * i, b + 3 * j);
  rg_mat3_copy(r, t);
}
/* r = R diag(d) R', R a rotation: a principal inertia seen from the parent frame */
static inline void rg_mat3_turn_diagonal(double r[9], const double R[9], const double d[3]) {
  double t[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) t[3 * i + j] = R[3 * i + j] * d[j];
  rg_mat3_multiply_t(r, t, R);
}
/* [v]x: the matrix with [v]x w = v x w */
static inline void rg_mat3_cross(double r[9], const double v[3]) {
  double t[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
  rg_mat3_copy(r, t);
}
static inline double rg_mat3_determinant(const double a[9]) {
  double c[3];
  rg_v3_cross(c, a + 3, a + 6);
  return rg_v3_dot(a, c);
}

/* --- quaternions w x y z -------------------------------------------------------------------- */

static inline void rg_quat_set(double r[4], double w, double x, double y, double z) {
  r[0] = w;
  r[1] = x;
  r[2] = y;
  r[3] = z;
}
static inline void rg_quat_identity(double r[4]) { rg_quat_set(r, 1, 0, 0, 0); }
static inline void rg_quat_copy(double r[4], const double a[4]) {
  rg_quat_set(r, a[0], a[1], a[2], a[3]);
}
/* the inverse of a unit quaternion */
static inline void rg_quat_conjugate(double r[4], const double a[4]) {
  rg_quat_set(r, a[0], -a[1], -a[2], -a[3]);
}
static inline double rg_quat_dot(const double a[4], const double b[4]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}
/* q / |q|, or the identity where q is zero; returns |q|. A unit quaternion keeps its bits. */
static inline double rg_quat_normalize(double q[4]) {
  double length = sqrt(rg_quat_dot(q, q));
  if (length < RG_TINY) rg_quat_identity(q);
  else if (fabs(length - 1) > RG_TINY)
    rg_quat_set(q, q[0] / length, q[1] / length, q[2] / length, q[3] / length);
  return length;
}
/* r = a b: first b, then a */
static inline void rg_quat_multiply(double r[4], const double a[4], const double b[4]) {
  rg_quat_set(r, a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
              a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
              a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
              a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]);
}
/* r = R(q) v = v + 2 w (u x v) + 2 u x (u x v), q = (w, u) */
static inline void rg_quat_rotate(double r[3], const double q[4], const double v[3]) {
  double t[3], s[3];
  rg_v3_cross(t, q + 1, v);
  rg_v3_cross(s, q + 1, t);
  rg_v3_set(r, v[0] + 2 * (q[0] * t[0] + s[0]), v[1] + 2 * (q[0] * t[1] + s[1]),
            v[2] + 2 * (q[0] * t[2] + s[2]));
}
/* r = R(q)' v */
static inline void rg_quat_rotate_back(double r[3], const double q[4], const double v[3]) {
  double c[4];
  rg_quat_conjugate(c, q);
  rg_quat_rotate(r, c, v);
}
/* turn by `angle` about a unit axis */
static inline void rg_quat_from_axis_angle(double r[4], const double axis[3], double angle) {
  double s, c;
  rg_sincos(angle / 2, &s, &c);
  rg_quat_set(r, c, s * axis[0], s * axis[1], s * axis[2]);
}
/* exp of a rotation vector (angle times axis), smooth at zero */
static inline void rg_quat_from_rotation(double r[4], const double v[3]) {
  double angle = rg_v3_norm(v), sine, cosine;
  rg_sincos(angle / 2, &sine, &cosine);
  double s = angle < 1e-4 ? 0.5 - angle * angle / 48 : sine / angle;
  rg_quat_set(r, cosine, s * v[0], s * v[1], s * v[2]);
}
/* the rotation vector of a unit quaternion, angle in [0, pi] */
static inline void rg_quat_to_rotation(double r[3], const double q[4]) {
  double s = rg_v3_norm(q + 1), w = q[0] < 0 ? -q[0] : q[0];
  double factor = s < 1e-8 ? 2 : 2 * atan2(s, w) / s;
  rg_v3_scale(r, q[0] < 0 ? -factor : factor, q + 1);
}
/* q <- q exp(omega dt): angular velocity in the body frame, normalized */
static inline void rg_quat_integrate(double q[4], const double omega[3], double dt) {
  double v[3], step[4];
  rg_v3_scale(v, dt, omega);
  rg_quat_from_rotation(step, v);
  rg_quat_multiply(q, q, step);
  rg_quat_normalize(q);
}
/* r = a' b as a rotation vector in the frame of a: b = a exp(r) */
static inline void rg_quat_difference(double r[3], const double a[4], const double b[4]) {
  double inverse[4], d[4];
  rg_quat_conjugate(inverse, a);
  rg_quat_multiply(d, inverse, b);
  rg_quat_to_rotation(r, d);
}
static inline void rg_quat_to_mat3(double r[9], const double q[4]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  r[0] = w * w + x * x - y * y - z * z;
  r[4] = w * w - x * x + y * y - z * z;
  r[8] = w * w - x * x - y * y + z * z;
  r[1] = 2 * (x * y - w * z);
  r[2] = 2 * (x * z + w * y);
  r[3] = 2 * (x * y + w * z);
  r[5] = 2 * (y * z - w * x);
  r[6] = 2 * (x * z - w * y);
  r[7] = 2 * (y * z + w * x);
}

/* the largest of the four components first, so that nothing small is divided by; w >= 0 */
void rg_quat_from_mat3(double q[4], const double R[9]);
/* the shortest turn that takes the z axis to `direction` (any length); identity where it is zero */
void rg_quat_from_z(double q[4], const double direction[3]);

/* --- poses: position and quaternion of a child frame ---------------------------------------- */

/* p_parent = pos + R(quat) p_child; r may be p */
static inline void rg_pose_apply(double r[3], const double pos[3], const double quat[4],
                                 const double p[3]) {
  rg_quat_rotate(r, quat, p);
  rg_v3_add(r, r, pos);
}
/* (pos, quat) = (pos1, quat1) (pos2, quat2); the result may be either argument */
static inline void rg_pose_multiply(double pos[3], double quat[4], const double pos1[3],
                                    const double quat1[4], const double pos2[3],
                                    const double quat2[4]) {
  double p[3], q[4];
  rg_pose_apply(p, pos1, quat1, pos2);
  rg_quat_multiply(q, quat1, quat2);
  rg_v3_copy(pos, p);
  rg_quat_copy(quat, q);
}
/* the inverse pose; the result may be the argument */
static inline void rg_pose_inverse(double pos[3], double quat[4], const double pos1[3],
                                   const double quat1[4]) {
  double p[3], q[4];
  rg_quat_conjugate(q, quat1);
  rg_quat_rotate(p, q, pos1);
  rg_v3_negate(pos, p);
  rg_quat_copy(quat, q);
}

#endif
