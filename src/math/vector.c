/* Conversions to quaternions that branch. */
#include "math/vector.h"

void rg_quat_from_mat3(double q[4], const double R[9]) {
  /* four times the square of each component, from the diagonal */
  double square[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                      1 - R[0] - R[4] + R[8]};
  int largest = 0;
  for (int i = 1; i < 4; i++)
    if (square[i] > square[largest]) largest = i;

  /* the products of that component with the other three, from the off-diagonal sums */
  double wx = R[7] - R[5], wy = R[2] - R[6], wz = R[3] - R[1];
  double xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7];
  double row[4][4] = {{square[0], wx, wy, wz},
                      {wx, square[1], xy, xz},
                      {wy, xy, square[2], yz},
                      {wz, xz, yz, square[3]}};
  rg_quat_copy(q, row[largest]);
  if (q[0] < 0) rg_quat_set(q, -q[0], -q[1], -q[2], -q[3]);
  rg_quat_normalize(q);
}

void rg_quat_from_z(double q[4], const double direction[3]) {
  double d[3], axis[3];
  rg_v3_copy(d, direction);
  if (rg_v3_normalize(d) < RG_TINY) {
    rg_quat_identity(q);
    return;
  }
  /* axis = z x d, of length sin(angle); straight down: half a turn about x */
  rg_v3_set(axis, -d[1], d[0], 0);
  double s = rg_v3_normalize(axis);
  rg_quat_from_axis_angle(q, axis, atan2(s, d[2]));
}
