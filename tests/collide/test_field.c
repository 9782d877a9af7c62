/* Height fields. The distance of a ball is that of its centre from the nearest triangle less its radius,
   found by looking at all triangles; random fields, poses and balls. On a field that is a plane all shapes
   touch as on that plane. A ball comes to rest where a valley holds it. A picture is a field, or it is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <rigor/step.h>

#include "dynamics/random_xml.h"
#include "math/vector.h"
#include "plot/png.h"
#include "record/scratch.h"

static rg_model *model_of(const xml_text *x) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("line %d: %s: %s\n%s", error.line, error.element, error.reason, x->text);
  return model;
}

/* distance of a point from a triangle: face, edges, corners */
static double triangle_distance(const double p[3], double v[3][3]) {
  double best = HUGE_VAL, u[3], w[3], n[3], q[3];
  rg_v3_sub(u, v[1], v[0]);
  rg_v3_sub(w, v[2], v[0]);
  rg_v3_cross(n, u, w);
  rg_v3_normalize(n);
  int inside = 1;
  for (int k = 0; k < 3; k++) {
    double e[3], c[3];
    rg_v3_sub(e, v[(k + 1) % 3], v[k]);
    rg_v3_sub(q, p, v[k]);
    rg_v3_cross(c, e, q);
    inside &= rg_v3_dot(c, n) >= 0;
    double t = fmax(0, fmin(1, rg_v3_dot(q, e) / rg_v3_dot(e, e)));
    rg_v3_add_scaled(q, -t, e);
    best = fmin(best, rg_v3_norm(q));
  }
  rg_v3_sub(q, p, v[0]);
  return inside ? fabs(rg_v3_dot(q, n)) : best;
}

/* in the frame of the field */
static double field_distance(const rg_model *m, const double p[3]) {
  static const int corner[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}};
  int rows = m->hfield_nrow[0], columns = m->hfield_ncol[0];
  const double *s = m->hfield_size;
  double best = HUGE_VAL, v[3][3];
  for (int r = 0; r + 1 < rows; r++)
    for (int c = 0; c + 1 < columns; c++)
      for (int second = 0; second < 2; second++) {
        for (int k = 0; k < 3; k++) {
          int row = r + corner[second][k][0], column = c + corner[second][k][1];
          rg_v3_set(v[k], -s[0] + 2 * s[0] * column / (columns - 1),
                    -s[1] + 2 * s[1] * row / (rows - 1),
                    s[2] * m->hfield_data[row * columns + column]);
        }
        best = fmin(best, triangle_distance(p, v));
      }
  return best;
}

static void put_field(xml_text *x, int rows, int columns, double (*height)(xml_text *, int, int)) {
  xml_put(x,
          "<mujoco><asset><hfield name=\"f\" nrow=\"%d\" ncol=\"%d\" size=\"1 0.8 0.3 0.2\" "
          "elevation=\"",
          rows, columns);
  for (int r = rows - 1; r >= 0; r--)
    for (int c = 0; c < columns; c++) xml_put(x, "%.17g ", height(x, r, c));
  xml_put(x, "\"/></asset><worldbody><geom type=\"hfield\" hfield=\"f\"");
  xml_pose(x, 0.5);
  xml_put(x, "/>");
}

static double rough(xml_text *x, int r, int c) {
  (void)r, (void)c;
  return xml_draw(x);
}

static void balls(void **state) {
  (void)state;
  double worst = 0;
  int touched = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    xml_text x = {.seed = seed};
    put_field(&x, 3 + xml_pick(&x, 6), 3 + xml_pick(&x, 6), rough);
    double radius = 0.05 + 0.04 * xml_draw(&x);
    xml_put(&x, "<body><freejoint/><geom size=\"%.9f\"/></body></worldbody></mujoco>", radius);
    rg_model *model = model_of(&x);
    rg_data *data = rg_data_new(model);
    rg_collider *collider = rg_collider_new(model, 0);
    double margin = 0.02, local[3] = {0.6 * xml_draw(&x), 0.5 * xml_draw(&x), 0};
    /* from above: as far from the surface as the ball is thick, more or less */
    local[2] = 0.3;
    for (int k = 0; k < 60 && field_distance(model, local) > radius + 0.015 * xml_draw(&x); k++)
      local[2] -= 0.005;
    rg_pose_apply(data->qpos, model->geom_pos, model->geom_quat, local);
    rg_kinematics(model, data);
    rg_collider_set_margin(collider, margin);
    const rg_contact *contact;
    int overflow, n = rg_collide(collider, model, data, &contact, &overflow);
    double gap = HUGE_VAL, expected = field_distance(model, local) - radius;
    for (int k = 0; k < n; k++) gap = fmin(gap, contact[k].gap);
    assert_int_equal(overflow, 0);
    if (expected < margin) {
      touched++;
      worst = fmax(worst, fabs(gap - expected));
    }
    rg_collider_free(collider);
    rg_data_free(data);
    rg_model_free(model);
    free(x.text);
  }
  print_message("%d balls, off by %.1e\n", touched, worst);
  assert_true(touched > 150);
  assert_true(worst < 1e-9);
}

static double slope_x, slope_y;
static double flat(xml_text *x, int r, int c) {
  (void)x;
  return slope_x * c + slope_y * r;
}

/* the deepest point of each shape, and the normal, as on the plane through all points of the field */
static void shapes_on_a_slope(void **state) {
  (void)state;
  static const char *const shapes[] = {"sphere\" size=\"0.1", "capsule\" size=\"0.05 0.1",
                                       "ellipsoid\" size=\"0.1 0.06 0.08",
                                       "cylinder\" size=\"0.08 0.1", "box\" size=\"0.1 0.08 0.06"};
  double worst[2] = {0}; /* apart, and where they overlap */
  for (uint64_t seed = 1; seed <= 200; seed++) {
    xml_text x = {.seed = seed};
    slope_x = 0.2 + 0.1 * xml_draw(&x), slope_y = 0.2 + 0.1 * xml_draw(&x);
    put_field(&x, 9, 9, flat);
    xml_put(&x, "<body><freejoint/><geom type=\"%s\"/></body></worldbody></mujoco>",
            shapes[seed % 5]);
    rg_model *model = model_of(&x);
    rg_data *data = rg_data_new(model);
    rg_collider *collider = rg_collider_new(model, 0);
    rg_collider_set_margin(collider, 0.05);
    /* the plane in the frame of the field */
    const double *z = model->hfield_data;
    double u[3] = {2, 0, 0.3 * (z[8] - z[0])}, v[3] = {0, 1.6, 0.3 * (z[72] - z[0])}, n[3],
           local[3];
    rg_v3_cross(n, u, v);
    rg_v3_normalize(n);
    rg_v3_set(local, 0.1 * xml_draw(&x), 0.1 * xml_draw(&x), 0.15);
    rg_v3_add_scaled(local, 0.12 + 0.03 * xml_draw(&x), n);
    rg_pose_apply(data->qpos, model->geom_pos, model->geom_quat, local);
    for (int k = 0; k < 4; k++) data->qpos[3 + k] = xml_draw(&x);
    rg_quat_normalize(data->qpos + 3);
    rg_kinematics(model, data);
    const rg_contact *contact;
    int count = rg_collide(collider, model, data, &contact, NULL);
    rg_shape plane = {.type = RG_GEOM_PLANE}, shape = {.type = (rg_geom_type)model->geom_type[1]};
    rg_contact on_plane[8];
    double quat[4], gap = HUGE_VAL, expected = HUGE_VAL, corner[3] = {-1, -0.8, 0.3 * z[0]};
    rg_quat_from_z(quat, n);
    rg_quat_multiply(quat, model->geom_quat, quat);
    rg_quat_to_mat3(plane.rotation, quat);
    rg_pose_apply(plane.position, model->geom_pos, model->geom_quat, corner);
    rg_v3_copy(shape.size, model->geom_size + 3);
    rg_v3_copy(shape.position, data->geom_xpos + 3);
    rg_mat3_copy(shape.rotation, data->geom_xmat + 9);
    int planes = rg_collide_pair(&shape, &plane, 0.05, on_plane, 8);
    for (int k = 0; k < planes; k++) expected = fmin(expected, on_plane[k].gap);
    for (int k = 0; k < count; k++) gap = fmin(gap, contact[k].gap);
    int overlaps = expected < 0;
    if (expected < 0.05 && expected > -0.01)
      worst[overlaps] = fmax(worst[overlaps], fabs(gap - expected));
    rg_collider_free(collider);
    rg_data_free(data);
    rg_model_free(model);
    free(x.text);
  }
  print_message("off by %.1e, where they overlap %.1e\n", worst[0], worst[1]);
  assert_true(worst[0] < 1e-8);
  assert_true(worst[1] < 1e-3); // a prism may be left through its wall, which does not count
}

/* a ball of radius 0.1 in a valley of slopes 1: its centre rests 0.1 sqrt 2 above the bottom */
static void rests_in_a_valley(void **state) {
  (void)state;
  static const char text[] = "<mujoco><asset><hfield name='f' nrow='2' ncol='3' size='1 1 1 0.1' "
                             "elevation='1 0 1 1 0 1'/></asset>"
                             "<worldbody><geom type='hfield' hfield='f'/><body pos='0.2 0.03 "
                             "0.5'><freejoint/><geom size='0.1'/>"
                             "</body></worldbody></mujoco>";
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s", error.reason);
  rg_sim_options options = rg_sim_options_default();
  options.dt = 2e-3;
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  const double *q = rg_sim_data(sim)->qpos;
  for (int step = 0; step < 2000; step++)
    if (rg_step(sim) != RG_OK) fail_msg("step %d: %s", step, rg_sim_report(sim)->reason);
  if (!(fabs(q[0]) < 1e-4 && fabs(q[2] - 0.1 * sqrt(2)) < 1e-4))
    fail_msg("at rest at %g %g", q[0], q[2]);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* two rows of three grey pixels; the upper one has the larger y */
static void from_a_picture(void **state) {
  (void)state;
  static const uint8_t grey[6] = {0, 51, 102, 153, 204, 255};
  static const double expected[6] = {0.6, 0.8, 1, 0, 0.2, 0.4};
  uint8_t rgb[18];
  for (int k = 0; k < 18; k++) rgb[k] = grey[k / 3];
  const char *path = scratch_path("field.png");
  FILE *stream = fopen(path, "wb");
  assert_true(stream && rg_png_write(stream, rgb, 3, 2, 1));
  fclose(stream);
  xml_text x = {0};
  xml_put(&x,
          "<mujoco><asset><hfield name='f' file='%s' size='1 1 1 0.1'/></asset>"
          "<worldbody><geom type='hfield' hfield='f'/></worldbody></mujoco>",
          path);
#ifdef RIGOR_HAVE_PNG
  rg_model *model = model_of(&x);
  assert_int_equal(model->hfield_nrow[0], 2);
  assert_int_equal(model->hfield_ncol[0], 3);
  for (int k = 0; k < 6; k++) assert_true(fabs(model->hfield_data[k] - expected[k]) < 1e-12);
  rg_model_free(model);
#else
  rg_model *model;
  rg_error error;
  (void)expected;
  assert_int_equal(rg_model_parse(&model, x.text, x.size, NULL, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "PNG"));
#endif
  free(x.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balls), cmocka_unit_test(shapes_on_a_slope),
                                     cmocka_unit_test(rests_in_a_valley),
                                     cmocka_unit_test(from_a_picture)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
