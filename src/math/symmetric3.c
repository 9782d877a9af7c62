/* Cyclic Jacobi: A <- J' A J with plane rotations until the off-diagonal entries vanish (Golub &
 * Van Loan, 8.5). */
#include "math/symmetric3.h"

#include <math.h>

#include "math/vector.h"

enum { MOST_SWEEPS = 50 };

/* entries this small against the trace are rounding errors: they turn no axis and change no order */
static const double NOISE = 1e-14;

/* zeroes A[p][q]; t = tan of the smaller of the two angles */
static void rotate(double A[3][3], double R[3][3], int p, int q) {
  if (A[p][q] == 0) return;
  double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
  double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
  double c = 1 / hypot(t, 1), s = t * c;
  int r = 3 - p - q;
  double apq = A[p][q], arp = A[r][p], arq = A[r][q];
  A[p][p] -= t * apq;
  A[q][q] += t * apq;
  A[p][q] = A[q][p] = 0;
  A[r][p] = A[p][r] = c * arp - s * arq;
  A[r][q] = A[q][r] = s * arp + c * arq;
  for (int i = 0; i < 3; i++) {
    double rp = R[i][p], rq = R[i][q];
    R[i][p] = c * rp - s * rq;
    R[i][q] = s * rp + c * rq;
  }
}

void rg_symmetric3_eigen(const double A[9], double values[3], double R[9]) {
  double S[3][3] = {{A[0], A[1], A[2]}, {A[1], A[4], A[5]}, {A[2], A[5], A[8]}};
  double V[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  /* sweep until what is off the diagonal no longer counts */
  double noise = NOISE * (fabs(S[0][0]) + fabs(S[1][1]) + fabs(S[2][2]));
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    double off = fabs(S[0][1]) + fabs(S[0][2]) + fabs(S[1][2]);
    if (!(off > noise)) break;
    rotate(S, V, 0, 1);
    rotate(S, V, 0, 2);
    rotate(S, V, 1, 2);
  }

  /* descending, stable */
  int order[3] = {0, 1, 2};
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < 2 - pass; i++)
      if (S[order[i]][order[i]] < S[order[i + 1]][order[i + 1]] - noise) {
        int swap = order[i];
        order[i] = order[i + 1];
        order[i + 1] = swap;
      }
  for (int j = 0; j < 3; j++) {
    values[j] = S[order[j]][order[j]];
    for (int i = 0; i < 3; i++) R[3 * i + j] = V[i][order[j]];
  }

  /* right-handed */
  if (rg_mat3_determinant(R) < 0)
    for (int i = 0; i < 3; i++) R[3 * i + 2] = -R[3 * i + 2];
}
