/* Break, stick or slip, tried in this order.

   Slip in direction e = u_t / |u_t|:  r = r_n (1, -mu e) and u_n = 0 give
       r_n = -q_n / D,  D = A_nn - mu A_nt e,
   and u_t parallel to e gives one equation on the circle, with f = (-e_2, e_1):
       h(e) = f' p - mu (A_nt e)(f' q_t) + mu q_n f' A_tt e = 0,   p = A_nn q_t - q_n A_tn.
   h is a trigonometric polynomial of degree 2, so at most four roots; a root counts where D > 0 and
   e' u_t >= 0. Newton on the circle from the last direction, a scan where that fails. */
#include "solve/cone/one_contact.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

int rg_one_contact_invert(int d, const double *A, double *B) {
  double largest = 0;
  for (int i = 0; i < d * d; i++)
    if (fabs(A[i]) > largest) largest = fabs(A[i]);
  if (d == 2) {
    double det = A[0] * A[3] - A[1] * A[2];
    if (!(fabs(det) > 1e-13 * largest * largest)) return 0;
    B[0] = A[3] / det, B[1] = -A[1] / det;
    B[2] = -A[2] / det, B[3] = A[0] / det;
    return 1;
  }
  double c0 = A[4] * A[8] - A[5] * A[7], c1 = A[5] * A[6] - A[3] * A[8],
         c2 = A[3] * A[7] - A[4] * A[6];
  double det = A[0] * c0 + A[1] * c1 + A[2] * c2;
  if (!(fabs(det) > 1e-13 * largest * largest * largest)) return 0;
  B[0] = c0 / det, B[1] = (A[2] * A[7] - A[1] * A[8]) / det,
  B[2] = (A[1] * A[5] - A[2] * A[4]) / det;
  B[3] = c1 / det, B[4] = (A[0] * A[8] - A[2] * A[6]) / det,
  B[5] = (A[2] * A[3] - A[0] * A[5]) / det;
  B[6] = c2 / det, B[7] = (A[1] * A[6] - A[0] * A[7]) / det,
  B[8] = (A[0] * A[4] - A[1] * A[3]) / det;
  return 1;
}

int rg_one_contact_is_round(const double *A) {
  double small = 1e-14 * A[0];
  return A[0] > 0 && A[4] > 0 && fabs(A[1]) <= small && fabs(A[2]) <= small &&
         fabs(A[5]) <= small && fabs(A[4] - A[8]) <= 1e-14 * A[4];
}

/* r = -A^-1 q where that lies in the cone */
static int try_stick(int d, const double *inverse, double mu, const double *q, double *r) {
  double s[3] = {0};
  for (int i = 0; i < d; i++)
    for (int k = 0; k < d; k++) s[i] -= inverse[i * d + k] * q[k];
  if (!(s[0] >= 0) || !(s[1] * s[1] + s[2] * s[2] <= mu * mu * s[0] * s[0])) return 0;
  memcpy(r, s, (size_t)d * sizeof *r);
  return 1;
}

/* the slip equation of one 3-D contact */
typedef struct slip_equation {
  const double *A, *q;
  double mu, p1, p2;
} slip_equation;

static double slip_value(const slip_equation *s, double c, double t, double *derivative) {
  const double *A = s->A;
  double an = A[1] * c + A[2] * t, dan = -A[1] * t + A[2] * c; /* A_nt e, A_nt f */
  double fq = -t * s->q[1] + c * s->q[2], eq = c * s->q[1] + t * s->q[2];
  double a1 = A[4] * c + A[5] * t, a2 = A[7] * c + A[8] * t;   /* A_tt e */
  double b1 = -A[4] * t + A[5] * c, b2 = -A[7] * t + A[8] * c; /* A_tt f */
  double m = s->mu, qn = s->q[0];
  *derivative = -(c * s->p1 + t * s->p2) - m * (dan * fq - an * eq) +
                m * qn * (-(c * a1 + t * a2) + (-t * b1 + c * b2));
  return -t * s->p1 + c * s->p2 - m * an * fq + m * qn * (-t * a1 + c * a2);
}

/* accepts the direction where D > 0 and the slip points along it */
static int accept_slip(const slip_equation *s, double c, double t, double *r) {
  const double *A = s->A;
  double D = A[0] - s->mu * (A[1] * c + A[2] * t);
  if (!(D > 0)) return 0;
  double rn = -s->q[0] / D, r1 = -s->mu * rn * c, r2 = -s->mu * rn * t;
  double u1 = A[3] * rn + A[4] * r1 + A[5] * r2 + s->q[1];
  double u2 = A[6] * rn + A[7] * r1 + A[8] * r2 + s->q[2];
  double along = c * u1 + t * u2, size = fabs(s->q[1]) + fabs(s->q[2]) + fabs(s->q[0]);
  if (!(along >= -1e-14 * size)) return 0;
  r[0] = rn, r[1] = r1, r[2] = r2;
  return 1;
}

/* Newton on the circle: a step is a rotation, kept on the circle by normalizing. 1: r is the
   answer, -1: a root that is none, 0: no convergence */
static int newton_slip(const slip_equation *s, double c, double t, double *r) {
  for (int iteration = 0; iteration < 12; iteration++) {
    double slope, value = slip_value(s, c, t, &slope);
    double step = -value / slope;
    if (!(fabs(step) < 1)) step = step > 0 ? 1 : -1;
    double nc = c - t * step, nt = t + c * step, norm = sqrt(nc * nc + nt * nt);
    if (!(norm > 0)) return 0;
    c = nc / norm, t = nt / norm;
    if (fabs(step) < 1e-9) return accept_slip(s, c, t, r) ? 1 : -1;
  }
  return 0;
}

/* cosines of k pi / 8 */
static const double CIRCLE[16] = {
    1,  0.92387953251128674,  0.70710678118654752,  0.38268343236508977,
    0,  -0.38268343236508977, -0.70710678118654752, -0.92387953251128674,
    -1, -0.92387953251128674, -0.70710678118654752, -0.38268343236508977,
    0,  0.38268343236508977,  0.70710678118654752,  0.92387953251128674};

/* a sign change of h between two directions: halving, the middle of two unit vectors being their
 * sum */
static int bisect_slip(const slip_equation *s, double low[2], double high[2], int low_negative,
                       double *r) {
  double slope;
  for (int i = 0; i < 50; i++) {
    double c = low[0] + high[0], t = low[1] + high[1], norm = sqrt(c * c + t * t);
    double *end = (slip_value(s, c / norm, t / norm, &slope) <= 0) == low_negative ? low : high;
    end[0] = c / norm, end[1] = t / norm;
    int found = i == 9 ? newton_slip(s, low[0], low[1], r) : 0;
    if (found) return found > 0;
  }
  return accept_slip(s, low[0], low[1], r);
}

/* one arc without a sign change: where the slope turns inside, towards the extremum until h changes
 * sign */
static int scan_pair(const slip_equation *s, const double from[2], const double to[2],
                     double slope_from, int negative, double *r) {
  double a[2] = {from[0], from[1]}, b[2] = {to[0], to[1]};
  for (int i = 0; i < 40; i++) {
    double c = a[0] + b[0], t = a[1] + b[1], norm = sqrt(c * c + t * t), slope;
    c /= norm, t /= norm;
    if ((slip_value(s, c, t, &slope) <= 0) != negative) {
      double low[2] = {from[0], from[1]}, middle[2] = {c, t}, again[2] = {c, t},
             high[2] = {to[0], to[1]};
      return bisect_slip(s, low, middle, negative, r) || bisect_slip(s, again, high, !negative, r);
    }
    double *end = (slope <= 0) == (slope_from <= 0) ? a : b;
    end[0] = c, end[1] = t;
  }
  return 0;
}

static int scan_arc(const slip_equation *s, const double from[2], const double to[2], double *r) {
  double slope_from, slope_to, low[2] = {from[0], from[1]}, high[2] = {to[0], to[1]};
  int negative = slip_value(s, from[0], from[1], &slope_from) <= 0;
  int next_negative = slip_value(s, to[0], to[1], &slope_to) <= 0;
  if (negative != next_negative) return bisect_slip(s, low, high, negative, r);
  int towards = negative ? slope_from > 0 && slope_to <= 0 : slope_from <= 0 && slope_to > 0;
  return towards && scan_pair(s, from, to, slope_from, negative, r);
}

/* all roots of h on the circle, arc by arc */
static int scan_slip(const slip_equation *s, double *r) {
  for (int k = 0; k < 16; k++) {
    int next = (k + 1) & 15;
    double from[2] = {CIRCLE[k], CIRCLE[(k + 12) & 15]},
           to[2] = {CIRCLE[next], CIRCLE[(next + 12) & 15]};
    if (scan_arc(s, from, to, r)) return 1;
  }
  return 0;
}

static int try_slip_3(const double *A, double mu, const double *q, double *r) {
  slip_equation s = {A, q, mu, A[0] * q[1] - q[0] * A[3], A[0] * q[2] - q[0] * A[6]};
  double last = sqrt(r[1] * r[1] + r[2] * r[2]), free = sqrt(s.p1 * s.p1 + s.p2 * s.p2);
  if (last > 0 && newton_slip(&s, -r[1] / last, -r[2] / last, r) > 0) return 1;
  if (free > 0 && newton_slip(&s, s.p1 / free, s.p2 / free, r) > 0) return 1;
  return scan_slip(&s, r);
}

static int try_slip_2(const double *A, double mu, const double *q, double *r) {
  for (int side = 1; side >= -1; side -= 2) {
    double D = A[0] - mu * side * A[1];
    if (!(D > 0)) continue;
    double rn = -q[0] / D, rt = -mu * side * rn;
    if (side * (A[2] * rn + A[3] * rt + q[1]) >= 0) {
      r[0] = rn, r[1] = rt;
      return 1;
    }
  }
  return 0;
}

/* a projection step where nothing else applies (a block that is not positive definite) */
static void project(int d, const double *A, double mu, const double *q, double *r) {
  double trace = 0, y[3] = {0}, u[3] = {0};
  for (int i = 0; i < d; i++) {
    trace += fabs(A[i * (d + 1)]);
    u[i] = q[i];
    for (int k = 0; k < d; k++) u[i] += A[i * d + k] * r[k];
  }
  double rho = trace > 0 ? 1 / trace : 1;
  for (int i = 0; i < d; i++) y[i] = r[i] - rho * u[i];
  double radius = y[0] > 0 ? mu * y[0] : 0, t = sqrt(y[1] * y[1] + y[2] * y[2]);
  double ratio = t > radius ? radius / t : 1;
  r[0] = y[0] > 0 ? y[0] : 0;
  for (int i = 1; i < d; i++) r[i] = ratio * y[i];
}

void rg_one_contact(int d, const double *A, const double *inverse, double mu, const double *q,
                    double *r) {
  if (q[0] >= 0) { /* break */
    for (int i = 0; i < d; i++) r[i] = 0;
    return;
  }
  if (inverse && try_stick(d, inverse, mu, q, r)) return;
  if (mu == 0 && A[0] > 0) {
    r[0] = -q[0] / A[0];
    for (int i = 1; i < d; i++) r[i] = 0;
    return;
  }
  if (d == 3 ? try_slip_3(A, mu, q, r) : try_slip_2(A, mu, q, r)) return;
  project(d, A, mu, q, r);
}

/* --- with moments --------------------------------------------------------------------------------------- */

/* |F| with u = A r + q */
static double one_map(const rg_friction *f, const double *A, const double *q, const double *r,
                      double *F, double *P, double *Q) {
  double u[RG_CONTACT_MOST];
  for (int k = 0; k < RG_CONTACT_MOST; k++)
    u[k] = q[k] + rg_dot(RG_CONTACT_MOST, A + k * RG_CONTACT_MOST, r);
  rg_friction_map(f, r, u, F, P, Q);
  return rg_norm(RG_CONTACT_MOST, F);
}

/* dr of (P + Q A) dr = -F */
static void one_step(const double *A, const double *F, const double *P, const double *Q,
                     double *step) {
  enum { D = RG_CONTACT_MOST };
  double J[D * D];
  int pivot[D];
  for (int k = 0; k < D; k++)
    for (int l = 0; l < D; l++) {
      J[k * D + l] = P[k * D + l];
      for (int m = 0; m < D; m++) J[k * D + l] += Q[k * D + m] * A[m * D + l];
    }
  for (int k = 0; k < D; k++) step[k] = -F[k];
  rg_lu_factor(D, J, D, pivot, 1e-12);
  rg_lu_solve(D, J, D, pivot, step);
}

/* Steps with halvings; where no part of one helps, r - F / D, the fixed point of the map. Keeps the best. */
void rg_one_turning_contact(const rg_friction *f, const double *A, const double *q, double *r) {
  enum { D = RG_CONTACT_MOST, STEPS = 30, HALVINGS = 8 };
  double F[D], P[D * D], Q[D * D], best[D], least = HUGE_VAL, size = rg_norm(D, q);
  memcpy(best, r, sizeof best);
  for (int k = 0; k < STEPS; k++) {
    double step[D], trial[D], other[D], t = 1, now = one_map(f, A, q, r, F, P, Q);
    int found = 0;
    if (now < least) {
      least = now;
      memcpy(best, r, sizeof best);
    }
    if (!(now > 1e-15 * size)) break;
    one_step(A, F, P, Q, step);
    for (int half = 0; half < HALVINGS && !found; half++, t *= 0.5) {
      for (int i = 0; i < D; i++) trial[i] = r[i] + t * step[i];
      found = one_map(f, A, q, trial, other, NULL, NULL) < (1 - 1e-4 * t) * now;
    }
    for (int i = 0; i < D; i++) r[i] = found ? trial[i] : r[i] - F[i] / D;
  }
  memcpy(r, best, sizeof best);
}
