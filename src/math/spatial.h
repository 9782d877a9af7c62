/* Spatial algebra (Featherstone 2008, ch. 2), angular part first, axes of the world, at a point of
   one's choice.

   motion   (w, v)   w angular velocity, v linear velocity of the body-fixed point at the reference
   force    (n, f)   n moment about the reference, f force
   rigid inertia, 10 numbers: mass, mass times centre of mass (3), rotational inertia about the
                     reference xx yy zz xy xz yz
   articulated inertia, 21 numbers: [I H; H' M] with I xx yy zz xy xz yz, H row-major, M as I

   Going from a point p to a point q needs only the offset p - q, no rotation. The result comes
   first and must not be an argument unless a line says so. */
#ifndef RG_SPATIAL_H
#define RG_SPATIAL_H

#include "math/vector.h"

enum { RG_INERTIA = 10, RG_ARTICULATED = 21 };

static inline void rg_sp_zero(double r[6]) {
  for (int i = 0; i < 6; i++) r[i] = 0;
}
static inline void rg_sp_copy(double r[6], const double a[6]) {
  for (int i = 0; i < 6; i++) r[i] = a[i];
}
/* r += s a */
static inline void rg_sp_add_scaled(double r[6], double s, const double a[6]) {
  for (int i = 0; i < 6; i++) r[i] += s * a[i];
}
/* summed in pairs: the recursions wait for this number */
static inline double rg_sp_dot(const double a[6], const double b[6]) {
  return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) + (a[4] * b[4] + a[5] * b[5]);
}

/* r += a x b */
static inline void rg_v3_add_cross(double r[3], const double a[3], const double b[3]) {
  r[0] += a[1] * b[2] - a[2] * b[1];
  r[1] += a[2] * b[0] - a[0] * b[2];
  r[2] += a[0] * b[1] - a[1] * b[0];
}

/* motion at p seen at q: v_q = v_p + w x (q - p); `step` = q - p; r may be m */
static inline void rg_sp_motion_at(double r[6], const double m[6], const double step[3]) {
  rg_sp_copy(r, m);
  rg_v3_add_cross(r + 3, r, step);
}
/* sum += force at p seen at q: n_q = n_p + (p - q) x f; `offset` = p - q */
static inline void rg_sp_add_force_from(double sum[6], const double force[6],
                                        const double offset[3]) {
  for (int i = 0; i < 6; i++) sum[i] += force[i];
  rg_v3_add_cross(sum, offset, force + 3);
}

/* r += s (v x m), motion cross motion: Featherstone 2008, sec. 2.9 */
static inline void rg_sp_add_cross_motion(double r[6], double s, const double v[6],
                                          const double m[6]) {
  double c[6];
  rg_v3_cross(c, v, m);
  rg_v3_cross(c + 3, v, m + 3);
  rg_v3_add_cross(c + 3, v + 3, m);
  rg_sp_add_scaled(r, s, c);
}
/* r += v x* f, motion cross force: Featherstone 2008, sec. 2.9 */
static inline void rg_sp_add_cross_force(double r[6], const double v[6], const double f[6]) {
  rg_v3_add_cross(r, v, f);
  rg_v3_add_cross(r, v + 3, f + 3);
  rg_v3_add_cross(r + 3, v, f + 3);
}

/* --- symmetric 3 x 3, xx yy zz xy xz yz ------------------------------------------------------ */

/* r = S v */
static inline void rg_sym3_apply(double r[3], const double s[6], const double v[3]) {
  r[0] = s[0] * v[0] + s[3] * v[1] + s[4] * v[2];
  r[1] = s[3] * v[0] + s[1] * v[1] + s[5] * v[2];
  r[2] = s[4] * v[0] + s[5] * v[1] + s[2] * v[2];
}

/* --- rigid inertia --------------------------------------------------------------------------- */

/* mass m, principal moments d along the columns of R, centre of mass c from the reference:
   I = R diag(d) R' + m (|c|^2 E - c c') */
static inline void rg_inertia_set(double r[RG_INERTIA], double m, const double d[3],
                                  const double R[9], const double c[3]) {
  double x[3] = {R[0] * d[0], R[1] * d[1], R[2] * d[2]};
  double y[3] = {R[3] * d[0], R[4] * d[1], R[5] * d[2]};
  double z[3] = {R[6] * d[0], R[7] * d[1], R[8] * d[2]};
  double h[3] = {m * c[0], m * c[1], m * c[2]};
  double xx = h[0] * c[0], yy = h[1] * c[1], zz = h[2] * c[2];
  r[0] = m;
  rg_v3_copy(r + 1, h);
  r[4] = rg_v3_dot(x, R) + yy + zz;
  r[5] = rg_v3_dot(y, R + 3) + xx + zz;
  r[6] = rg_v3_dot(z, R + 6) + xx + yy;
  r[7] = rg_v3_dot(x, R + 3) - h[0] * c[1];
  r[8] = rg_v3_dot(x, R + 6) - h[0] * c[2];
  r[9] = rg_v3_dot(y, R + 6) - h[1] * c[2];
}
/* r = I m: n = I w + h x v, f = mass v - h x w */
static inline void rg_inertia_apply(double r[6], const double inertia[RG_INERTIA],
                                    const double m[6]) {
  const double *h = inertia + 1;
  rg_sym3_apply(r, inertia + 4, m);
  rg_v3_add_cross(r, h, m + 3);
  rg_v3_scale(r + 3, inertia[0], m + 3);
  rg_v3_add_cross(r + 3, m, h);
}
/* m with I m = f; 0 where there is no such inertia. About the centre of mass c it is two systems:
   w = I_c^-1 (n - c x f), v = f / mass - w x c */
static inline int rg_inertia_solve(const double inertia[RG_INERTIA], const double f[6],
                                   double m[6]) {
  double mass = inertia[0], c[3], n[3], turn[3];
  if (!(mass > 0)) return 0;
  rg_v3_scale(c, 1 / mass, inertia + 1);
  double cc = rg_v3_dot(c, c), xx = inertia[4] - mass * (cc - c[0] * c[0]),
         yy = inertia[5] - mass * (cc - c[1] * c[1]), zz = inertia[6] - mass * (cc - c[2] * c[2]),
         xy = inertia[7] + mass * c[0] * c[1], xz = inertia[8] + mass * c[0] * c[2],
         yz = inertia[9] + mass * c[1] * c[2];
  rg_v3_cross(turn, c, f + 3);
  rg_v3_sub(n, f, turn);
  /* adjugate of the symmetric matrix */
  double a = yy * zz - yz * yz, b = xz * yz - xy * zz, d = xy * yz - xz * yy, e = xx * zz - xz * xz,
         g = xy * xz - xx * yz, h = xx * yy - xy * xy, det = xx * a + xy * b + xz * d;
  if (!(det > 0)) return 0;
  rg_v3_set(m, (a * n[0] + b * n[1] + d * n[2]) / det, (b * n[0] + e * n[1] + g * n[2]) / det,
            (d * n[0] + g * n[1] + h * n[2]) / det);
  rg_v3_cross(turn, m, c);
  for (int k = 0; k < 3; k++) m[3 + k] = f[3 + k] / mass - turn[k];
  return 1;
}
/* sum += inertia at p seen at q, offset o = p - q. With k = h + m o / 2:
   I_q = I_p + 2 (o.k) E - o k' - k o' */
static inline void rg_inertia_add_from(double sum[RG_INERTIA], const double a[RG_INERTIA],
                                       const double o[3]) {
  double m = a[0];
  double k[3] = {a[1] + 0.5 * m * o[0], a[2] + 0.5 * m * o[1], a[3] + 0.5 * m * o[2]};
  double xx = 2 * o[0] * k[0], yy = 2 * o[1] * k[1], zz = 2 * o[2] * k[2];
  sum[0] += m;
  sum[1] += a[1] + m * o[0];
  sum[2] += a[2] + m * o[1];
  sum[3] += a[3] + m * o[2];
  sum[4] += a[4] + yy + zz;
  sum[5] += a[5] + xx + zz;
  sum[6] += a[6] + xx + yy;
  sum[7] += a[7] - o[0] * k[1] - k[0] * o[1];
  sum[8] += a[8] - o[0] * k[2] - k[0] * o[2];
  sum[9] += a[9] - o[1] * k[2] - k[1] * o[2];
}

/* --- articulated inertia --------------------------------------------------------------------- */

/* the rigid inertia as an articulated one: H = [h]x, M = mass E */
static inline void rg_articulated_set(double r[RG_ARTICULATED], const double a[RG_INERTIA]) {
  for (int i = 0; i < 6; i++) r[i] = a[4 + i];
  rg_mat3_cross(r + 6, a + 1);
  r[15] = r[16] = r[17] = a[0];
  r[18] = r[19] = r[20] = 0;
}
/* r = A m for a pure rotation m = (w, 0) */
static inline void rg_articulated_apply_turn(double r[6], const double a[RG_ARTICULATED],
                                             const double w[3]) {
  rg_sym3_apply(r, a, w);
  rg_mat3_apply_t(r + 3, a + 6, w);
}
/* r = A m for a pure translation m = (0, v) */
static inline void rg_articulated_apply_slide(double r[6], const double a[RG_ARTICULATED],
                                              const double v[3]) {
  rg_mat3_apply(r, a + 6, v);
  rg_sym3_apply(r + 3, a + 15, v);
}
static inline void rg_articulated_apply(double r[6], const double a[RG_ARTICULATED],
                                        const double m[6]) {
  double t[6];
  rg_articulated_apply_turn(r, a, m);
  rg_articulated_apply_slide(t, a, m + 3);
  for (int i = 0; i < 6; i++) r[i] += t[i];
}
/* A -= s u u' */
static inline void rg_articulated_take(double a[RG_ARTICULATED], double s, const double u[6]) {
  double n[3] = {s * u[0], s * u[1], s * u[2]}, f[3] = {s * u[3], s * u[4], s * u[5]};
  a[0] -= n[0] * u[0];
  a[1] -= n[1] * u[1];
  a[2] -= n[2] * u[2];
  a[3] -= n[0] * u[1];
  a[4] -= n[0] * u[2];
  a[5] -= n[1] * u[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) a[6 + 3 * i + j] -= n[i] * u[3 + j];
  a[15] -= f[0] * u[3];
  a[16] -= f[1] * u[4];
  a[17] -= f[2] * u[5];
  a[18] -= f[0] * u[4];
  a[19] -= f[0] * u[5];
  a[20] -= f[1] * u[5];
}
/* sum += inertia at p seen at q, offset o = p - q. With P = [o]x M and B = [o]x (H + P / 2)':
   H_q = H + P, I_q = I + B + B' */
static inline void rg_articulated_add_from(double sum[RG_ARTICULATED],
                                           const double a[RG_ARTICULATED], const double o[3]) {
  const double *H = a + 6, *M = a + 15;
  double rows[3][3] = {{M[0], M[3], M[4]}, {M[3], M[1], M[5]}, {M[4], M[5], M[2]}};
  double P[9], k[9];
  for (int j = 0; j < 3; j++) {
    P[j] = o[1] * rows[2][j] - o[2] * rows[1][j];
    P[3 + j] = o[2] * rows[0][j] - o[0] * rows[2][j];
    P[6 + j] = o[0] * rows[1][j] - o[1] * rows[0][j];
  }
  for (int i = 0; i < 9; i++) {
    k[i] = H[i] + 0.5 * P[i];
    sum[6 + i] += H[i] + P[i];
  }
  /* B_ij = (o x k_j)_i, k_j row j of H + P / 2 */
  sum[0] += a[0] + 2 * (o[1] * k[2] - o[2] * k[1]);
  sum[1] += a[1] + 2 * (o[2] * k[3] - o[0] * k[5]);
  sum[2] += a[2] + 2 * (o[0] * k[7] - o[1] * k[6]);
  sum[3] += a[3] + (o[1] * k[5] - o[2] * k[4]) + (o[2] * k[0] - o[0] * k[2]);
  sum[4] += a[4] + (o[1] * k[8] - o[2] * k[7]) + (o[0] * k[1] - o[1] * k[0]);
  sum[5] += a[5] + (o[2] * k[6] - o[0] * k[8]) + (o[0] * k[4] - o[1] * k[3]);
  for (int i = 15; i < RG_ARTICULATED; i++) sum[i] += a[i];
}

#endif
