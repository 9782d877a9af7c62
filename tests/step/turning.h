/* Rotations by hand, for tests that share nothing with the library. */
#ifndef RG_TEST_TURNING_H
#define RG_TEST_TURNING_H

/* of a quaternion of any length, row-major */
static inline void rotation(const double *q, double R[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3], size = w * w + x * x + y * y + z * z;
  const double entry[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  for (int k = 0; k < 9; k++) R[k] = entry[k] / size;
}

static inline void apply(const double R[9], const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = R[3 * k] * a[0] + R[3 * k + 1] * a[1] + R[3 * k + 2] * a[2];
}

static inline void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

#endif
