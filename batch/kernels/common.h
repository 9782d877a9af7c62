/* Small functions that all sizes of room share. */
#ifndef RK_COMMON_H
#define RK_COMMON_H

#include "kernels/data.h"

RK_FUNCTION double rk_clamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* parameter of the point of a segment nearest to x */
RK_FUNCTION double rk_nearest_on(const double middle[3], const double axis[3], double half,
                                 const double x[3]) {
  double d[3];
  rg_v3_sub(d, x, middle);
  return fmin(fmax(rg_v3_dot(d, axis), -half), half);
}

RK_FUNCTION void rk_point_on(const double middle[3], const double axis[3], double t, double x[3]) {
  rg_v3_copy(x, middle);
  rg_v3_add_scaled(x, t, axis);
}

/* the target velocity of a distance (docs/stepping.md, Distances) */
RK_FUNCTION double rk_target(const rk_model *m, double distance, double skin, double noise,
                             double before) {
  if (fabs(distance) <= skin) return 0;
  if (distance >= 0) return -distance / m->dt;
  double target = fmin(m->push * -distance / m->dt, fmax(-before, 0.0));
  return target > noise ? target : 0;
}

RK_FUNCTION double rk_speed(const double v[6], double reach) {
  return rg_v3_norm(v + 3) + rg_v3_norm(v) * reach;
}

/* v, at right angles to `from`, carried by the shortest turn to `to` */
RK_FUNCTION void rk_carry(const double from[3], const double to[3], double v[3]) {
  double sum[3], f = -rg_v3_dot(to, v) / (1 + rg_v3_dot(from, to));
  rg_v3_add(sum, from, to);
  rg_v3_add_scaled(v, f, sum);
}

/* rows n, t1, t2; t1 is x carried along the sphere through a fixed pole, as src/collide has it */
RK_FUNCTION void rk_contact_frame(const double n[3], double frame[9]) {
  const double z[3] = {0, 0, 1}, pole[3] = {0.48, 0.6, 0.64};
  double *t1 = frame + 3;
  rg_v3_copy(frame, n);
  rg_v3_set(t1, 1, 0, 0);
  rk_carry(z, pole, t1);
  if (1 + rg_v3_dot(pole, n) > 1e-8) rk_carry(pole, n, t1);
  rg_v3_add_scaled(t1, -rg_v3_dot(t1, n), n);
  rg_v3_normalize(t1);
  rg_v3_cross(frame + 6, n, t1);
}

RK_FUNCTION double rk_dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

/* F, P = dF/dx, Q = dF/du of one contact; 0 where it is open, and F = x */
RK_FUNCTION int rk_contact_map(double mu, const double *x, const double *u, double *F, double *P,
                               double *Q) {
  double y[3] = {x[0] - u[0], x[1] - u[1], x[2] - u[2]}, radius = mu * y[0];
  double length = sqrt(y[1] * y[1] + y[2] * y[2]);
  for (int k = 0; k < 9; k++) P[k] = Q[k] = 0;
  if (y[0] <= 0) {
    for (int k = 0; k < 3; k++) F[k] = x[k];
    return 0;
  }
  F[0] = u[0];
  Q[0] = 1;
  if (length <= radius && mu > 0) { /* stick: u = 0 */
    F[1] = u[1];
    F[2] = u[2];
    Q[4] = Q[8] = 1;
    return 1;
  }
  /* slip: F_t = x_t - mu y_n e, e = y_t / |y_t| */
  double e[2] = {length > 0 ? y[1] / length : 0, length > 0 ? y[2] / length : 0};
  double ratio = length > 0 ? radius / length : 0;
  for (int a = 0; a < 2; a++) {
    F[1 + a] = x[1 + a] - radius * e[a];
    P[3 * (1 + a)] = -mu * e[a];
    Q[3 * (1 + a)] = mu * e[a];
    for (int b = 0; b < 2; b++) {
      double across = ratio * ((a == b) - e[a] * e[b]);
      P[3 * (1 + a) + 1 + b] = (a == b) - across;
      Q[3 * (1 + a) + 1 + b] = across;
    }
  }
  return 1;
}

/* the same of a row: u = 0 between its bounds, else at one of them */
RK_FUNCTION int rk_row_map(double low, double high, double x, double u, double *F, double *P,
                           double *Q) {
  double y = x - u;
  int free = y > low && y < high;
  *F = free ? u : x - (y <= low ? low : high);
  *P = !free;
  *Q = free;
  return free;
}

/* LU with pivots of rows, in place; b becomes the solution */
RK_FUNCTION void rk_lu_solve(int n, double *K, double *b) {
  for (int k = 0; k < n; k++) {
    int at = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(K[i * n + k]) > fabs(K[at * n + k])) at = i;
    for (int j = 0; j < n && at != k; j++) {
      double t = K[k * n + j];
      K[k * n + j] = K[at * n + j];
      K[at * n + j] = t;
    }
    double t = b[k], pivot;
    b[k] = b[at];
    b[at] = t;
    if (fabs(K[k * n + k]) < 1e-14) K[k * n + k] = K[k * n + k] < 0 ? -1e-14 : 1e-14;
    pivot = 1 / K[k * n + k];
    for (int i = k + 1; i < n; i++) {
      double f = K[i * n + k] * pivot;
      if (f == 0) continue;
      for (int j = k + 1; j < n; j++) K[i * n + j] -= f * K[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= K[k * n + j] * b[j];
    b[k] /= K[k * n + k];
  }
}

/* || r - P_K(r - u~) ||^2 of one contact, u~ = u + (mu |u_t|, 0, 0), K = { |r_t| <= mu r_n }; or the square of a
   hundredth of the penetration where that is more */
RK_FUNCTION double rk_natural_square(double mu, const double *r, const double *u) {
  double slip = sqrt(u[1] * u[1] + u[2] * u[2]), normal = u[0] + mu * slip;
  double yn = r[0] - normal, y1 = r[1] - u[1], y2 = r[2] - u[2], t = sqrt(y1 * y1 + y2 * y2);
  double deep = u[0] < 0 ? 1e-4 * u[0] * u[0] : 0, square;
  if (yn >= 0 && t <= mu * yn) square = normal * normal + u[1] * u[1] + u[2] * u[2];
  else if (mu * t <= -yn) square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  else {
    double out = (t - mu * yn) / (1 + mu * mu);
    double e0 = normal - mu * out, e1 = u[1] + out * y1 / t, e2 = u[2] + out * y2 / t;
    square = e0 * e0 + e1 * e1 + e2 * e2;
  }
  return fmax(square, deep);
}

/* the velocity with a target and a surface that are off by the leeway at most, those that suit it best */
RK_FUNCTION void rk_take_leeway(double down, double up, double impulse, double *u) {
  double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
  if (u[0] < 0) u[0] = u[0] < -down ? u[0] + down : 0;
  else if (impulse > 0) u[0] = u[0] > up ? u[0] - up : 0;
  for (int k = 1; k < 3 && impulse > 0; k++) u[k] = slip > up ? u[k] - up / slip * u[k] : 0;
}

/* --- counters ---------------------------------------------------------------------------------------- */

/* the time after one more step: a multiple of dt from where the clock was last set, not a sum */
RK_FUNCTION void rk_tick(const rk_model *m, const rk_arrays *all, int lane) {
  double *from = all->clock + lane, *ticks = all->clock + all->count + lane;
  if (all->time[lane] != *from + *ticks * m->dt) {
    *from = all->time[lane];
    *ticks = 0;
  }
  *ticks += 1;
  all->time[lane] = *from + *ticks * m->dt;
}

/* --- of the certificate alone ------------------------------------------------------------------------- */

/* distance of one contact from its law: r the impulse times its response, v the velocity with mu |u_t| added to its
   normal part. Inside the cone v is what is left, inside the polar cone r, else v and the way to the boundary. */
RK_FUNCTION double rk_law_distance(double mu, const double r[3], const double v[3]) {
  double y[3], e[3];
  rg_v3_sub(y, r, v);
  double tangent = hypot(y[1], y[2]);
  if (y[0] >= 0 && tangent <= mu * y[0]) rg_v3_copy(e, v);
  else if (mu * tangent <= -y[0]) rg_v3_copy(e, r);
  else {
    double out = (tangent - mu * y[0]) / (1 + mu * mu);
    rg_v3_set(e, v[0] - mu * out, v[1] + out * y[1] / tangent, v[2] + out * y[2] / tangent);
  }
  return rg_v3_norm(e);
}

/* the velocity of a contact that may be off by `down` and `up`, as near to its law as that allows */
RK_FUNCTION void rk_give_way(double down, double up, int presses, double v[3]) {
  double slip = hypot(v[1], v[2]);
  if (v[0] < 0) v[0] = fmin(v[0] + down, 0.0);
  else if (presses) v[0] = fmax(v[0] - up, 0.0);
  double left = presses ? (slip > up ? 1 - up / slip : 0) : 1;
  v[1] *= left;
  v[2] *= left;
}

#endif
