/* What cameras see, by closed forms: balls where the projection has them, with the light that their normal gets; shadows; what is
   seen through; cameras that are not there. */
#include "dynamics/random_xml.h"
#include "record/scratch.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDTH = 200, HEIGHT = 150 };
static const double PI = 3.14159265358979323846;

static uint8_t picture[HEIGHT][WIDTH][3];

static void take(const char *text, const char *camera) {
  rg_model *m;
  rg_error error;
  if (rg_model_parse(&m, text, strlen(text), NULL, &error)) fail_msg("%s\n%s", error.reason, text);
  rg_data *d = rg_data_new(m);
  rg_kinematics(m, d);
  const char *path = scratch_path("photo.png");
  if (rg_scene_photo(m, d, camera, WIDTH, HEIGHT, path, &error)) fail_msg("%s", error.reason);
  png_image image = {.version = PNG_IMAGE_VERSION};
  assert_true(png_image_begin_read_from_file(&image, path));
  assert_true(image.width == WIDTH && image.height == HEIGHT);
  image.format = PNG_FORMAT_RGB;
  assert_true(png_image_finish_read(&image, NULL, picture, 0, NULL));
  rg_data_free(d);
  rg_model_free(m);
}

static void expect(const char *what, double x, double y, const double rgb[3]) {
  static const double TOLERANCE =
      6; /* levels: what a normal changes by within a pixel of the smallest balls */
  const uint8_t *p = picture[(int)floor(y)][(int)floor(x)];
  for (int k = 0; k < 3; k++)
    if (!(fabs(p[k] - 255 * fmin(fmax(rgb[k], 0), 1)) < TOLERANCE))
      fail_msg("%s: %d %d %d at %g %g, not %g %g %g", what, p[0], p[1], p[2], x, y, 255 * rgb[0],
               255 * rgb[1], 255 * rgb[2]);
}

/* columns: the axes of a frame, from a random quaternion that is also written */
static void random_frame(xml_text *x, double quat[4], double R[9]) {
  double norm = 0;
  for (int k = 0; k < 4; k++) quat[k] = xml_draw(x), norm += quat[k] * quat[k];
  for (int k = 0; k < 4; k++) quat[k] /= sqrt(norm);
  double w = quat[0], a = quat[1], b = quat[2], c = quat[3];
  const double full[9] = {
      1 - 2 * (b * b + c * c), 2 * (a * b - w * c),     2 * (a * c + w * b),
      2 * (a * b + w * c),     1 - 2 * (a * a + c * c), 2 * (b * c - w * a),
      2 * (a * c - w * b),     2 * (b * c + w * a),     1 - 2 * (a * a + b * b)};
  memcpy(R, full, sizeof full);
}

static void turn(double y[3], const double R[9], const double x[3]) {
  for (int i = 0; i < 3; i++) y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A camera on a body anywhere; a ball anywhere in its view; a light of any kind. The ray to the middle of the ball meets it
   where its normal points back along the ray. */
static void balls(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x = {.seed = seed};
    double quat[4], R[9], away = 2 + xml_draw(&x), fovy = 50 + 20 * xml_draw(&x), rgb[3], head[2],
                          lamp[2];
    double half = tan(fovy * PI / 360);
    double seen[3] = {0.5 * away * half * xml_draw(&x), 0.5 * away * half * xml_draw(&x), -away},
           at[3], eye[3];
    random_frame(&x, quat, R);
    for (int k = 0; k < 3; k++) eye[k] = 3 * xml_draw(&x), rgb[k] = 0.5 + 0.45 * xml_draw(&x);
    for (int k = 0; k < 2; k++)
      head[k] = 0.2 * (1 + xml_draw(&x)), lamp[k] = 0.2 * (1 + xml_draw(&x));
    turn(at, R, seen);
    double back[3], to[3], norm = sqrt(dot(seen, seen)), way = 0, strength = 1,
                           radius = 0.5 * half * away;
    for (int k = 0; k < 3; k++) at[k] += eye[k], back[k] = (eye[k] - at[k]) / norm;
    int kind = (int)(seed % 3); /* directional, point, spot */
    double source[3], shine[3], fall[3] = {0.5, 0.3 * kind, 0.1 * kind};
    for (int k = 0; k < 3; k++) {
      double hit = at[k] + radius * back[k];
      source[k] = hit + 3 * back[k] + 2 * xml_draw(&x);
      to[k] = source[k] - hit, way += to[k] * to[k];
    }
    way = sqrt(way);
    for (int k = 0; k < 3; k++) to[k] /= way, shine[k] = -to[k] + 0.3 * xml_draw(&x);
    double length = sqrt(dot(shine, shine)), cosine = -dot(shine, to) / length,
           facing = fmax(dot(to, back), 0);
    if (kind == 0) facing = fmax(-dot(shine, back) / length, 0);
    else strength = 1 / (fall[0] + fall[1] * way + fall[2] * way * way);
    if (kind == 2) strength *= cosine < cos(40 * PI / 180) ? 0 : pow(cosine, 3);
    xml_put(&x,
            "<mujoco><visual><headlight ambient=\"%g %g %g\" diffuse=\"%g %g %g\" specular=\"0 0 "
            "0\"/></visual><worldbody>",
            head[0], head[0], head[0], head[1], head[1], head[1]);
    xml_put(&x,
            "<light pos=\"%.9g %.9g %.9g\" dir=\"%.9g %.9g %.9g\" type=\"%s\" castshadow=\"false\" "
            "specular=\"0 0 0\" "
            "ambient=\"%g %g %g\" diffuse=\"%g %g %g\" attenuation=\"%g %g %g\" cutoff=\"40\" "
            "exponent=\"3\"/>",
            source[0], source[1], source[2], shine[0], shine[1], shine[2],
            kind == 0   ? "directional"
            : kind == 1 ? "point"
                        : "spot",
            lamp[0], lamp[0], lamp[0], lamp[1], lamp[1], lamp[1], fall[0], fall[1], fall[2]);
    xml_put(&x,
            "<body pos=\"%.9g %.9g %.9g\" quat=\"%.9g %.9g %.9g %.9g\"><camera name=\"c\" "
            "fovy=\"%.9g\"/></body>",
            eye[0], eye[1], eye[2], quat[0], quat[1], quat[2], quat[3], fovy);
    xml_put(&x,
            "<geom size=\"%.9g\" pos=\"%.9g %.9g %.9g\" rgba=\"%.9g %.9g %.9g "
            "1\"/></worldbody></mujoco>",
            radius, at[0], at[1], at[2], rgb[0], rgb[1], rgb[2]);
    take(x.text, seed % 2 ? "c" : "0");
    double scale = 0.5 * HEIGHT / half / away, colour[3];
    for (int k = 0; k < 3; k++)
      colour[k] = rgb[k] * (head[0] + head[1] + strength * (lamp[0] + lamp[1] * facing));
    char what[32];
    snprintf(what, sizeof what, "seed %d", (int)seed);
    expect(what, 0.5 * WIDTH + scale * seen[0], 0.5 * HEIGHT - scale * seen[1], colour);
    free(x.text);
  }
}

/* a ball over a plane, seen from above: the plane is dark where the line to the light goes through the ball */
static void shadows(void **state) {
  (void)state;
  static const double HIGH = 10, BALL = 0.3, UP = 1;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    xml_text x = {.seed = seed};
    double dir[3] = {0.8 * xml_draw(&x), 0.8 * xml_draw(&x), -1};
    int spot = (int)(seed % 2);
    double from[3] = {-5 * dir[0], -5 * dir[1], UP + 5};
    double place[2] = {UP * dir[0], UP * dir[1]}, lit[2] = {-place[0], -place[1]};
    double norm = sqrt(dot(dir, dir)), scale = 0.5 * HEIGHT / tan(PI / 8) / HIGH;
    if (place[0] * place[0] + place[1] * place[1] < 0.5 * BALL)
      continue; /* the shadow is below the ball */
    xml_put(&x,
            "<mujoco><visual><headlight ambient=\".2 .2 .2\" diffuse=\"0 0 0\" specular=\"0 0 "
            "0\"/></visual><worldbody>"
            "<light pos=\"%.9g %.9g %.9g\" dir=\"%.9g %.9g %.9g\" directional=\"%s\" specular=\"0 "
            "0 0\" diffuse=\".6 .6 .6\" "
            "exponent=\"0\"/><camera name=\"above\" pos=\"0 0 %g\"/><geom type=\"plane\" size=\"9 "
            "9 1\" rgba=\".9 .8 .7 1\"/>"
            "<body pos=\"0 0 %g\"><freejoint/><geom size=\"%g\"/></body></worldbody></mujoco>",
            from[0], from[1], from[2], dir[0], dir[1], dir[2], spot ? "false" : "true", HIGH, UP,
            BALL);
    take(x.text, "above");
    double dark[3] = {0.18, 0.16, 0.14}, bright[3];
    double to[3] = {from[0] - lit[0], from[1] - lit[1], from[2]};
    double facing = spot ? to[2] / sqrt(dot(to, to)) : 1 / norm;
    for (int k = 0; k < 3; k++) bright[k] = dark[k] / 0.2 * (0.2 + 0.6 * facing);
    expect("in the shadow", 0.5 * WIDTH + scale * place[0], 0.5 * HEIGHT - scale * place[1], dark);
    expect("beside it", 0.5 * WIDTH + scale * lit[0], 0.5 * HEIGHT - scale * lit[1], bright);
    free(x.text);
  }
}

/* a pane of any opacity before a wall; groups above 2 are not seen */
static void panes(void **state) {
  (void)state;
  for (int k = 0; k <= 10; k++) {
    double alpha = k / 10.0;
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><visual><headlight ambient=\"1 1 1\" diffuse=\"0 0 0\" specular=\"0 0 "
             "0\"/></visual><worldbody>"
             "<light ambient=\"0 0 0\" diffuse=\"0 0 0\" specular=\"0 0 0\"/><camera name=\"c\" "
             "pos=\"0 0 3\"/>"
             "<geom type=\"box\" size=\"9 9 .1\" rgba=\".2 .9 .4 1\"/>"
             "<geom type=\"box\" size=\"1 1 .1\" pos=\"0 0 1\" rgba=\".8 .1 .6 %g\"/>"
             "<geom type=\"box\" size=\"1 1 .1\" pos=\"0 0 2\" rgba=\"0 0 0 1\" "
             "group=\"3\"/></worldbody></mujoco>",
             alpha);
    take(text, "c");
    expect("pane", WIDTH / 2, HEIGHT / 2,
           (double[]){0.2 + 0.6 * alpha, 0.9 - 0.8 * alpha, 0.4 + 0.2 * alpha});
  }
}

/* an error names what there is; the views of pages are always there, and show what moves in the middle */
static void cameras(void **state) {
  (void)state;
  static const char text[] =
      "<mujoco><worldbody><camera name=\"left\"/><camera pos=\"1 0 0\"/><geom type=\"plane\" "
      "size=\"1 1 1\"/><body pos=\"3 2 5\">"
      "<freejoint/><geom size=\".5\" rgba=\"1 0 0 1\"/></body></worldbody></mujoco>";
  static const char *const views[] = {"home", "front", "side", "top"};
  rg_model *m;
  rg_error error;
  assert_int_equal(rg_model_parse(&m, text, sizeof text - 1, NULL, &error), RG_OK);
  static const char *const wrong[] = {"right", "2", "-1", "", "0x"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    if (rg_scene_find_camera(m, wrong[k], &error) != RG_BAD_INPUT)
      fail_msg("'%s' is a camera", wrong[k]);
    assert_non_null(strstr(error.reason, "left, 1, home, front, side, top"));
  }
  assert_int_equal(rg_scene_find_camera(m, "left", &error), RG_OK);
  assert_int_equal(rg_scene_find_camera(m, "1", &error), RG_OK);
  rg_model_free(m);
  for (int k = 0; k < 4; k++) {
    take(text, views[k]);
    const uint8_t *p = picture[HEIGHT / 2][WIDTH / 2];
    assert_true(p[0] > 60 && p[1] == p[2] && p[0] > 2 * p[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balls), cmocka_unit_test(shadows),
                                     cmocka_unit_test(panes), cmocka_unit_test(cameras)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
