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

/* A function that is compiled once for all who call it: of numbers alone, so that they stay in registers. */
#ifdef __CUDACC__
#define RK_APART static __host__ __device__ __noinline__
#else
#define RK_APART static inline
#endif

/* || r - P_K(r - u~) ||^2 of one contact, u~ = u + (mu |u_t|, 0, 0), K = { |r_t| <= mu r_n }; or the square of a
   hundredth of the penetration where that is more */
RK_APART double rk_natural_square(double mu, double rn, double r1, double r2, double un, double u1,
                                  double u2) {
  double slip = sqrt(u1 * u1 + u2 * u2), normal = un + mu * slip;
  double yn = rn - normal, y1 = r1 - u1, y2 = r2 - u2, t = sqrt(y1 * y1 + y2 * y2);
  double deep = un < 0 ? 1e-4 * un * un : 0, square;
  if (yn >= 0 && t <= mu * yn) square = normal * normal + u1 * u1 + u2 * u2;
  else if (mu * t <= -yn) square = rn * rn + r1 * r1 + r2 * r2;
  else {
    double out = (t - mu * yn) / (1 + mu * mu);
    double e0 = normal - mu * out, e1 = u1 + out * y1 / t, e2 = u2 + out * y2 / t;
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
