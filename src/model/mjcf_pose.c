/* Positions and orientations in the notations of MJCF.

   A lower-case letter of eulerseq turns about an axis of the turning frame, q = q q_i, an
   upper-case letter about an axis of the parent frame, q = q_i q. */
#include "math/vector.h"
#include "model/mjcf.h"

#include <math.h>
#include <string.h>

const rg_pose rg_mjcf_identity = {.quat = {1, 0, 0, 0}};

void rg_mjcf_euler(const rg_mjcf *m, const double euler[3], double quat[4]) {
  rg_quat_identity(quat);
  for (int i = 0; i < 3; i++) {
    char letter = m->eulerseq[i];
    int moving = letter >= 'x';
    double axis[3] = {0}, turn[4];
    axis[letter - (moving ? 'x' : 'X')] = 1;
    rg_quat_from_axis_angle(turn, axis, euler[i] * (m->radians ? 1 : RG_MJCF_DEGREE));
    if (moving) rg_quat_multiply(quat, quat, turn);
    else rg_quat_multiply(quat, turn, quat);
  }
  rg_quat_normalize(quat);
}

static void read_quat(rg_mjcf *m, const rg_xml *element, const char *name, double quat[4]) {
  double q[4];
  if (!rg_mjcf_reals(m, element, name, 4, 4, q)) return;
  if (rg_quat_normalize(q) < RG_TINY) rg_mjcf_fail(m, element, name, "has length 0");
  rg_quat_copy(quat, q);
}

static void read_axis_angle(rg_mjcf *m, const rg_xml *element, double quat[4]) {
  double v[4];
  if (!rg_mjcf_reals(m, element, "axisangle", 4, 4, v)) return;
  if (rg_v3_normalize(v) < RG_TINY) rg_mjcf_fail(m, element, "axisangle", "the axis has length 0");
  rg_quat_from_axis_angle(quat, v, v[3] * (m->radians ? 1 : RG_MJCF_DEGREE));
}

static void read_axes(rg_mjcf *m, const rg_xml *element, double quat[4]) {
  double v[6], z[3], y[3];
  if (!rg_mjcf_reals(m, element, "xyaxes", 6, 6, v)) return;
  // x as it is, y made orthogonal to it (Gram-Schmidt), z = x x y
  double length = rg_v3_normalize(v);
  rg_v3_copy(y, v + 3);
  rg_v3_add_scaled(y, -rg_v3_dot(v, y), v);
  if (length < RG_TINY || rg_v3_normalize(y) < RG_TINY) {
    rg_mjcf_fail(m, element, "xyaxes", "the axes have length 0 or are parallel");
    return;
  }
  rg_v3_cross(z, v, y);
  double R[9] = {v[0], y[0], z[0], v[1], y[1], z[1], v[2], y[2], z[2]};
  rg_quat_from_mat3(quat, R);
}

static void read_z_axis(rg_mjcf *m, const rg_xml *element, double quat[4]) {
  double z[3];
  if (!rg_mjcf_reals(m, element, "zaxis", 3, 3, z)) return;
  if (rg_v3_norm(z) < RG_TINY) rg_mjcf_fail(m, element, "zaxis", "has length 0");
  rg_quat_from_z(quat, z);
}

void rg_mjcf_orientation(rg_mjcf *m, const rg_xml *element, double quat[4]) {
  static const char names[] = "quat axisangle xyaxes zaxis euler";
  const char *first = NULL;
  for (int k = 0; k < element->attributes; k++) {
    const char *name = element->attribute[k].name;
    if (!rg_mjcf_listed(names, name)) continue;
    if (first) rg_mjcf_fail(m, element, name, "the orientation is already given by '%s'", first);
    first = name;
  }
  if (!first) return;
  double euler[3];
  read_quat(m, element, "quat", quat);
  read_axis_angle(m, element, quat);
  read_axes(m, element, quat);
  read_z_axis(m, element, quat);
  if (rg_mjcf_reals(m, element, "euler", 3, 3, euler)) rg_mjcf_euler(m, euler, quat);
}

void rg_mjcf_pose(rg_mjcf *m, const rg_xml *element, rg_pose *pose) {
  rg_mjcf_reals(m, element, "pos", 3, 3, pose->pos);
  rg_mjcf_orientation(m, element, pose->quat);
}

rg_pose rg_mjcf_compose(const rg_pose *a, const rg_pose *b) {
  // nothing is rounded where nothing is turned or moved
  if (memcmp(a, &rg_mjcf_identity, sizeof *a) == 0) return *b;
  rg_pose product;
  rg_pose_multiply(product.pos, product.quat, a->pos, a->quat, b->pos, b->quat);
  rg_quat_normalize(product.quat);
  return product;
}
