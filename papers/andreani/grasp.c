/* The grasp of Andreani et al. 2002, Fig. 2: a cube of 0.4 m and 3 kg between the tips of two SCARA
   arms. From Eq. 2, 3 and 7, with velocities that only enter the random b,

       a = A c + b,   A = W' M_obj^-1 W + J M_man^-1 J'

   The arm: two horizontal rods and two masses at the tip. The third link has no length, so that its
   turning is free and its inertia drops out; the fourth slides vertically. */
#include "grasp.h"
#include "numbers.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* frames (rows n, t, o) in the palm frame: the arms stand on the y axis; n points into the cube, n
 * x t = o (Murray, Li & Sastry 1994) */
static const double frames[2][ANDREANI_CONTACTS][3][3] = {
    {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
    {{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}, {{0, -1, 0}, {0, 0, -1}, {1, 0, 0}}}};

/* J M^-1 J' of an arm at its tip, 3 x 3 in the palm frame: in the angles of both links against the
 * y axis */
static void arm_mobility(double heaviness, double B[3][3]) {
  const double l1 = andreani_link[0], l2 = andreani_link[1], *m = andreani_link_mass;
  double first = asin(l2 / (2 * l1)), second = -acos(-1.0) / 6, tip = m[2] + m[3];
  double M11 = (m[0] / 3 + m[1] + tip) * l1 * l1, M22 = (m[1] / 3 + tip) * l2 * l2;
  double M12 = (m[1] / 2 + tip) * l1 * l2 * cos(first - second), det = M11 * M22 - M12 * M12;
  double J[2][2] = {{-l1 * cos(first), -l2 * cos(second)}, {-l1 * sin(first), -l2 * sin(second)}};
  memset(B, 0, 9 * sizeof(double));
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      B[i][j] =
          (J[i][0] * (M22 * J[j][0] - M12 * J[j][1]) + J[i][1] * (M11 * J[j][1] - M12 * J[j][0])) /
          det;
  B[2][2] = 1 / m[3];
  for (int i = 0; i < 9; i++) B[i / 3][i % 3] /= heaviness;
}

/* acceleration of the point p of the cube by a force at q, 3 x 3: 1/m + ((p.q) 1 - q p') / I, I = m
 * (2 r)^2 / 6 */
static void cube_mobility(const double *p, const double *q, double B[3][3]) {
  double side = 2 * andreani_half, inertia = andreani_mass * side * side / 6;
  double product = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      B[i][j] = (i == j ? 1 / andreani_mass + product / inertia : 0) - q[i] * p[j] / inertia;
}

/* block of A: frame_i B frame_j' */
static void add_block(andreani_grasp *grasp, int i, int j, const double fi[3][3],
                      const double fj[3][3], double B[3][3]) {
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          grasp->A[(3 * i + a) * ANDREANI_N + 3 * j + b] += fi[a][k] * B[k][l] * fj[b][l];
}

void andreani_build(andreani_grasp *grasp, int turned, double heaviness) {
  const double point[2][3] = {{0, -andreani_half, 0}, {0, andreani_half, 0}};
  double B[3][3];
  memset(grasp, 0, sizeof *grasp);
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    grasp->mu[i] = andreani_friction[i];
    for (int j = 0; j < ANDREANI_CONTACTS; j++) {
      cube_mobility(point[i], point[j], B);
      add_block(grasp, i, j, frames[turned][i], frames[turned][j], B);
    }
    /* the second arm is the first, turned by 180 degrees: the same tensor */
    arm_mobility(heaviness, B);
    add_block(grasp, i, i, frames[turned][i], frames[turned][i], B);
  }
}

/* splitmix64: Steele, Lea & Flood 2014 */
void andreani_vector(int test, int size, double *b) {
  uint64_t state = (uint64_t)(test + 1) * 0x2545f4914f6cdd1du;
  for (int i = 0; i < size; i++) {
    uint64_t x = (state += 0x9e3779b97f4a7c15u);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    b[i] = andreani_range * (2 * ((double)((x ^ (x >> 31)) >> 11) / 9007199254740992.0) - 1);
  }
}

/* Eq. 11: c_t = -mu c_n, c_o = 0 */
void andreani_sliding_matrix(const andreani_grasp *grasp, double *Q) {
  for (int i = 0; i < ANDREANI_CONTACTS; i++)
    for (int j = 0; j < ANDREANI_CONTACTS; j++) {
      const double *row = grasp->A + 3 * i * ANDREANI_N + 3 * j;
      Q[i * ANDREANI_CONTACTS + j] = row[0] - grasp->mu[j] * row[1];
    }
}

void andreani_rolling_lcp(const andreani_grasp *grasp, const double *b, double *Q, double *d) {
  memset(Q, 0, ANDREANI_LCP * ANDREANI_LCP * sizeof *Q);
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    for (int k = 0; k < 3; k++) {
      double *row = Q + (5 * i + k) * ANDREANI_LCP;
      /* a_n, a+ = a + a-, with c_n = u_0, c_t = u_1 - mu u_0, c_o = u_2 - mu u_0 */
      for (int j = 0; j < ANDREANI_CONTACTS; j++) {
        const double *A = grasp->A + (3 * i + k) * ANDREANI_N + 3 * j;
        row[5 * j] = A[0] - grasp->mu[j] * (A[1] + A[2]);
        row[5 * j + 1] = A[1];
        row[5 * j + 2] = A[2];
      }
      if (k) row[5 * i + 2 + k] = 1;
      d[5 * i + k] = b[3 * i + k];
    }
    /* s- = 2 mu c_n - s+ */
    for (int k = 3; k < 5; k++) {
      Q[(5 * i + k) * ANDREANI_LCP + 5 * i] = 2 * grasp->mu[i];
      Q[(5 * i + k) * ANDREANI_LCP + 5 * i + k - 2] = -1;
      d[5 * i + k] = 0;
    }
  }
}

void andreani_lcp_force(const andreani_grasp *grasp, const double *u, double *force) {
  for (int i = 0; i < ANDREANI_CONTACTS; i++)
    for (int k = 0; k < 3; k++) force[3 * i + k] = u[5 * i + k] - (k ? grasp->mu[i] * u[5 * i] : 0);
}

void andreani_acceleration(const andreani_grasp *grasp, const double *b, const double *force,
                           double *a) {
  for (int i = 0; i < ANDREANI_N; i++) {
    a[i] = b[i];
    for (int j = 0; j < ANDREANI_N; j++) a[i] += grasp->A[i * ANDREANI_N + j] * force[j];
  }
}

andreani_mode andreani_transition_of(const double *force, const double *a) {
  const double small = 1e-6;
  if (force[0] < small) return ANDREANI_BREAKS;
  return hypot(a[1], a[2]) < small ? ANDREANI_ROLLS : ANDREANI_SLIDES;
}
