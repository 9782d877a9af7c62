/* How the place of a contact travels, where that is known by hand: two edges that cross. The place is where the two
   lines come nearest; what it does is a difference of such places. */
#include "collide/collider.h"
#include "collide/rolling.h"
#include "math/vector.h"
#include "shapes.h"

#include <rigor/rigor.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct line {
  double point[3], along[3];
} line;

/* the point of line a that is nearest to line b */
static void nearest(const line *a, const line *b, double out[3]) {
  double apart[3], ab = rg_v3_dot(a->along, b->along), aa = rg_v3_dot(a->along, a->along);
  double bb = rg_v3_dot(b->along, b->along);
  rg_v3_sub(apart, b->point, a->point);
  double da = rg_v3_dot(apart, a->along), db = rg_v3_dot(apart, b->along);
  double t = (da * bb - db * ab) / (aa * bb - ab * ab);
  rg_v3_copy(out, a->point);
  rg_v3_add_scaled(out, t, a->along);
}

/* a line that moves with velocity v of its point and angular velocity w, after dt */
static line moved(const line *l, const double v[3], const double w[3], double dt) {
  line m = *l;
  double turned[3];
  rg_v3_cross(turned, w, l->along);
  rg_v3_add_scaled(m.point, dt, v);
  rg_v3_add_scaled(m.along, dt, turned);
  return m;
}

/* The lower box lies on an edge, its upper edge goes through (0, 0, 0.1 sqrt 2) along x; that of the upper box crosses
   it at `angle`. */
static void crossing_edges(void **state) {
  (void)state;
  for (int k = 0; k < 12; k++) {
    double angle = 0.3 + 0.2 * k, half = 0.5 * angle, top = 0.1 * sqrt(2);
    char mjcf[1024];
    /* turned by 45 degrees about the edge's own direction, then about z */
    double c = cos(0.39269908169872414), s = sin(0.39269908169872414);
    snprintf(mjcf, sizeof mjcf,
             "<mujoco><worldbody><body><freejoint/><geom type='box' size='1 .1 .1' "
             "quat='%.17g %.17g 0 0'/></body><body pos='0 0 %.17g'><freejoint/><geom type='box' "
             "size='1 .1 .1' "
             "quat='%.17g %.17g %.17g %.17g'/></body></worldbody></mujoco>",
             c, s, 2 * top - 1e-9, cos(half) * c, cos(half) * s, sin(half) * s, sin(half) * c);
    rg_model *model = NULL;
    rg_error error;
    if (rg_model_parse(&model, mjcf, strlen(mjcf), NULL, &error) != RG_OK)
      fail_msg("%s", error.reason);
    rg_data *data = rg_data_new(model);
    rg_kinematics(model, data);
    rg_collider *collider = rg_collider_new(model, 0);
    const rg_contact *contact;
    int overflow = 0;
    assert_int_equal(rg_collide(collider, model, data, &contact, &overflow), 1);
    /* everything against the material of shape 2 */
    int upper_first = contact->body1 == 2;
    line upper = {{0, 0, top}, {cos(angle), sin(angle), 0}}, lower = {{0, 0, top}, {1, 0, 0}};
    line *one = upper_first ? &upper : &lower, *two = upper_first ? &lower : &upper;
    double slip[3], spin[3], after[3];
    for (int i = 0; i < 3; i++) slip[i] = i < 2 ? uniform(-1, 1) : 0, spin[i] = uniform(-1, 1);
    const double DT = 1e-6;
    line turned = moved(one, slip, spin, DT);
    nearest(two, &turned, after);
    rg_rolling rolling;
    rg_contact_rolling(collider, contact, slip, spin, &rolling);
    for (int i = 0; i < 3; i++) {
      double rate = (after[i] - two->point[i]) / DT;
      if (fabs(rolling.place2[i] - rate) > 1e-5)
        fail_msg("angle %g: %g along axis %d, %g by difference", angle, rolling.place2[i], i, rate);
      /* against the material of shape 1 it is less by the slip */
      double other = rolling.place2[i] - slip[i];
      assert_true(fabs(rolling.place1[i] - other) < 1e-9);
    }
    rg_collider_free(collider);
    rg_data_free(data);
    rg_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crossing_edges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
