/* Two shapes a distance d apart cannot touch before d / m, m the fastest that any of their points come
   closer along the normal n between them:

       m = -n.(v_a - v_b) + |w_a| r_a + |w_b| r_b

   with velocities of the origins and r the reach from there. They are moved on by that, and again, until they
   touch, part, or the time is up (Mirtich 1996). */
#include "collide/impact_time.h"

#include "collide/patch.h"
#include "math/spatial.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>

enum { STEPS = 64 };

/* the shape after its body has moved on for t */
static rg_shape moved(const rg_shape *shape, const rg_swept *motion, double t) {
  rg_shape s = *shape;
  double turn[3], quat[4], R[9], arm[3];
  rg_v3_scale(turn, t, motion->velocity);
  rg_quat_from_rotation(quat, turn);
  rg_quat_to_mat3(R, quat);
  rg_v3_sub(arm, shape->position, motion->origin);
  rg_mat3_apply(s.position, R, arm);
  rg_v3_add(s.position, s.position, motion->origin);
  rg_v3_add_scaled(s.position, t, motion->velocity + 3);
  rg_mat3_multiply(s.rotation, R, shape->rotation);
  s.extent = 0;
  return s;
}

/* a point of the body at the time t, where it was at 0 */
static void carry_back(const rg_swept *motion, double t, const double point[3], double at[3]) {
  double turn[3], quat[4], R[9], arm[3];
  rg_v3_scale(turn, t, motion->velocity);
  rg_quat_from_rotation(quat, turn);
  rg_quat_to_mat3(R, quat);
  rg_v3_sub(arm, point, motion->origin);
  rg_v3_add_scaled(arm, -t, motion->velocity + 3);
  rg_mat3_apply_t(at, R, arm);
  rg_v3_add(at, at, motion->origin);
}

static double closing_bound(const rg_swept *a, const rg_swept *b, const double n[3]) {
  double apart = rg_v3_dot(n, a->velocity + 3) - rg_v3_dot(n, b->velocity + 3);
  return -apart + rg_v3_norm(a->velocity) * a->reach + rg_v3_norm(b->velocity) * b->reach;
}

/* velocity of a point of the body at the time t */
static void velocity_at(const rg_swept *motion, double t, const double point[3], double v[3]) {
  double arm[3];
  rg_v3_sub(arm, point, motion->origin);
  rg_v3_add_scaled(arm, -t, motion->velocity + 3);
  rg_v3_copy(v, motion->velocity + 3);
  rg_v3_add_cross(v, motion->velocity, arm);
}

static int closes(const rg_swept *a, const rg_swept *b, double t, const double pa[3],
                  const double pb[3], const double n[3]) {
  double va[3], vb[3];
  velocity_at(a, t, pa, va);
  velocity_at(b, t, pb, vb);
  rg_v3_sub(va, va, vb);
  return rg_v3_dot(va, n) < 0;
}

int rg_time_of_impact(const rg_shape *a, const rg_shape *b, const rg_swept *of_a,
                      const rg_swept *of_b, double from, double to, double *when,
                      rg_contact *contact) {
  assert(from <= to && when && contact);
  double t = from, n[3] = {0}, pa[3] = {0}, pb[3] = {0};
  double close = 1e-3 * fmin(of_a->reach, of_b->reach); /* as good as touching */
  for (int step = 0; step < STEPS; step++) {
    rg_shape at_a = moved(a, of_a, t), at_b = moved(b, of_b, t);
    double d = rg_distance(&at_a, &at_b, pa, pb, n), m = closing_bound(of_a, of_b, n);
    if (step == 0 && d <= close && (from >= 0 || !closes(of_a, of_b, from, pa, pb, n)))
      return 0; /* contacts that are there say all */
    if (d <= close) {
      double on_a[3], on_b[3], back[3];
      carry_back(of_a, t, pa, on_a);
      carry_back(of_b, t, pb, on_b);
      for (int k = 0; k < 3; k++) contact->position[k] = 0.5 * (on_a[k] + on_b[k]);
      rg_contact_frame(n, contact->frame);
      rg_v3_sub(back, on_a, on_b);
      contact->gap = rg_v3_dot(back, n);
      *when = t;
      return 1;
    }
    if (!(m > 0)) return 0;
    t += d / m;
    if (!(t < to)) return 0;
  }
  return 0;
}
