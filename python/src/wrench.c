/* Wrenches of contacts on bodies, as MuJoCo has them in cfrc_ext: torque about the centre of mass of the whole tree that a
   body is in, and force, world frame. */
#include "binding.h"

#include <string.h>

static void cross_add(double sign, const double *a, const double *b, double *sum) {
  sum[0] += sign * (a[1] * b[2] - a[2] * b[1]);
  sum[1] += sign * (a[2] * b[0] - a[0] * b[2]);
  sum[2] += sign * (a[0] * b[1] - a[1] * b[0]);
}

/* centres of mass of trees, at the body each hangs on: m c and m, 4 numbers a body */
static void tree_centres(const rg_model *m, const double *xipos, double *centre) {
  memset(centre, 0, 4 * (size_t)m->nbody * sizeof *centre);
  for (int b = 1; b < m->nbody; b++) {
    double *sum = centre + 4 * m->body_root[b];
    for (int k = 0; k < 3; k++) sum[k] += m->body_mass[b] * xipos[3 * b + k];
    sum[3] += m->body_mass[b];
  }
  for (int b = 0; b < m->nbody; b++)
    for (int k = 0; k < 3 && centre[4 * b + 3] > 0; k++) centre[4 * b + k] /= centre[4 * b + 3];
}

void contact_wrenches(const rg_model *m, const double *xipos, const rg_step_contact *contact,
                      int count, double dt, double *centre, double *wrench) {
  memset(wrench, 0, 6 * (size_t)m->nbody * sizeof *wrench);
  tree_centres(m, xipos, centre);
  for (const rg_step_contact *c = contact; c < contact + count; c++) {
    double force[3] = {0}, moment[3] = {0};
    for (int axis = 0; axis < 3; axis++)
      for (int k = 0; k < 3; k++) {
        force[k] += c->contact.frame[3 * axis + k] * c->impulse[axis] / dt;
        moment[k] += c->contact.frame[3 * axis + k] * c->moment[axis] / dt;
      }
    for (int side = 0; side < 2; side++) {
      int body = side ? c->contact.body2 : c->contact.body1;
      if (body == 0) continue; // the world does not feel it
      const double sign = side ? -1 : 1, *at = centre + 4 * m->body_root[body];
      double arm[3], *to = wrench + 6 * body;
      for (int k = 0; k < 3; k++) {
        arm[k] = c->contact.position[k] - at[k];
        to[k] += sign * moment[k];
        to[3 + k] += sign * force[k];
      }
      cross_add(sign, arm, force, to);
    }
  }
}
