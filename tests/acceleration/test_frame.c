/* Forces and accelerations of one frame against closed solutions: blocks, balls on flat and round
   ground, a grasp, the sliding rod of Painleve, loops, limits, dry friction, belts. */
#include <rigor/acceleration.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 64 };

static const double g = 9.81, threshold = 1e-6;

#define near(value, expected, tolerance) near_at(value, expected, tolerance, __FILE__, __LINE__)
static void near_at(double value, double expected, double tolerance, const char *file, int line) {
  if (fabs(value - expected) <= tolerance) return;
  printf("%.12g is not %.12g within %g\n", value, expected, tolerance);
  _fail(file, line);
}

/* one model, its simulation, and the answer of the last frame */
typedef struct scene {
  rg_model *model;
  rg_sim *sim;
  rg_data *data;
  double qacc[ROOM], force[3 * ROOM];
  rg_frame_report report;
  const rg_step_contact *contact;
  int contacts;
} scene;

static scene scene_with(const char *body, const rg_sim_options *options) {
  scene s;
  char xml[4096];
  rg_error error;
  memset(&s, 0, sizeof s);
  snprintf(xml, sizeof xml, "<mujoco><option gravity='0 0 -9.81'/>%s</mujoco>", body);
  if (rg_model_parse(&s.model, xml, strlen(xml), NULL, &error) != RG_OK) {
    char text[1024];
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  }
  assert_int_equal(rg_sim_new(&s.sim, s.model, options, &error), RG_OK);
  s.data = rg_sim_data(s.sim);
  return s;
}

static scene scene_of(const char *body) {
  rg_sim_options options = rg_sim_options_default();
  return scene_with(body, &options);
}

static void scene_free(scene *s) {
  rg_sim_free(s->sim);
  rg_model_free(s->model);
}

static rg_status frame_of(scene *s) {
  rg_status status = rg_sim_frame(s->sim, threshold, s->qacc, s->force, &s->report);
  s->contacts = rg_sim_contacts(s->sim, &s->contact);
  assert_int_equal(status, s->report.status);
  assert_int_equal(s->contacts, s->report.rolling + s->report.sliding);
  return status;
}

static double sum_of_normals(const scene *s) {
  double sum = 0;
  for (int i = 0; i < s->contacts; i++) sum += s->force[3 * i];
  return sum;
}

static int count_mode(const scene *s, rg_mode mode) {
  int count = 0;
  for (int i = 0; i < s->contacts; i++) count += s->contact[i].mode == mode;
  return count;
}

/* --- a block on an incline -------------------------------------------------------------------- */

/* the incline falls along x: gravity is tilted, the plane is not */
static scene block(double degrees, double mu) {
  char body[1024];
  double angle = degrees * acos(-1) / 180;
  snprintf(body, sizeof body,
           "<option gravity='%.17g 0 %.17g'/><worldbody>"
           "<geom type='plane' size='5 5 1' friction='%g 0 0'/>"
           "<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.2 0.15 0.1' mass='2' "
           "friction='%g 0 0'/></body></worldbody>",
           g * sin(angle), -g * cos(angle), mu, mu);
  return scene_of(body);
}

static void block_rests_inside_its_cone(void **state) {
  (void)state;
  scene s = block(25, 0.5);
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.report.rolling, 4);
  for (int i = 0; i < 6; i++) near(s.qacc[i], 0, 1e-8);
  near(sum_of_normals(&s), 2 * g * cos(25 * acos(-1) / 180), 1e-7);
  assert_int_equal(count_mode(&s, RG_MODE_STICK), 4);
  scene_free(&s);
}

static void block_begins_to_slide(void **state) {
  (void)state;
  scene s = block(35, 0.5);
  double angle = 35 * acos(-1) / 180, wanted = g * (sin(angle) - 0.5 * cos(angle));
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], wanted, 1e-7);
  for (int i = 1; i < 6; i++) near(s.qacc[i], 0, 1e-7);
  assert_int_equal(s.report.rolling, 4);
  assert_int_equal(count_mode(&s, RG_MODE_SLIP), 4);
  scene_free(&s);
}

/* thrown up and across the slope: friction opposes the slip, whichever way it points */
static void block_slides(void **state) {
  (void)state;
  scene s = block(20, 0.3);
  double angle = 20 * acos(-1) / 180, friction = 0.3 * g * cos(angle);
  s.data->qvel[0] = -3;
  s.data->qvel[1] = 4;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.report.sliding, 4);
  near(s.qacc[0], g * sin(angle) + 0.6 * friction, 1e-8);
  near(s.qacc[1], -0.8 * friction, 1e-8);
  for (int i = 2; i < 6; i++) near(s.qacc[i], 0, 1e-7);
  assert_int_equal(count_mode(&s, RG_MODE_SLIP), 4);
  for (int i = 0; i < s.contacts; i++)
    near(hypot(s.force[3 * i + 1], s.force[3 * i + 2]), 0.3 * s.force[3 * i], 1e-9);
  scene_free(&s);
}

static void block_that_is_lifted_breaks(void **state) {
  (void)state;
  scene s = block(0, 0.5);
  s.data->qfrc_applied[2] = 30;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[2], 30.0 / 2 - g, 1e-9);
  assert_int_equal(count_mode(&s, RG_MODE_BREAK), 4);
  near(sum_of_normals(&s), 0, 1e-9);
  scene_free(&s);
}

/* --- balls ------------------------------------------------------------------------------------ */

static const char *ball = "<worldbody><geom type='plane' size='5 5 1' friction='0.4 0 0'/>"
                          "<body pos='0 0 0.5'><freejoint/><geom type='sphere' size='0.5' mass='3' "
                          "friction='0.4 0 0'/></body></worldbody>";

/* sliding with backspin: a = -mu g, angular acceleration 5 mu g / (2 r) */
static void ball_with_backspin(void **state) {
  (void)state;
  scene s = scene_of(ball);
  s.data->qvel[0] = 2;
  s.data->qvel[4] = -6;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.report.sliding, 1);
  near(s.qacc[0], -0.4 * g, 1e-7);
  near(s.qacc[2], 0, 1e-7);
  near(s.qacc[4], 5 * 0.4 * g / (2 * 0.5), 1e-7);
  near(s.force[0], 3 * g, 1e-6);
  scene_free(&s);
}

/* the material point at the contact of a rolling ball accelerates upwards by w^2 r; the gap does
   not, and neither weight nor friction changes */
static void ball_rolls_on(void **state) {
  (void)state;
  scene s = scene_of(ball);
  s.data->qvel[0] = 3;
  s.data->qvel[4] = 6;
  s.data->qvel[5] = 2; /* pivoting */
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.report.rolling, 1);
  for (int i = 0; i < 6; i++) near(s.qacc[i], 0, 1e-6);
  near(s.force[0], 3 * g, 1e-6);
  assert_int_equal(s.contact[0].mode, RG_MODE_STICK);
  scene_free(&s);
}

/* down an incline: a = 5/7 g sin while tan <= 7/2 mu */
static void ball_rolls_down(void **state) {
  (void)state;
  scene s = scene_of(ball);
  double angle = 0.3;
  s.data->qfrc_applied[0] = 3 * g * sin(angle);
  s.data->qfrc_applied[2] = 3 * g * (1 - cos(angle));
  s.data->qvel[0] = 1;
  s.data->qvel[4] = 2;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], 5.0 / 7 * g * sin(angle), 1e-7);
  near(s.qacc[4], 5.0 / 7 * g * sin(angle) / 0.5, 1e-7);
  near(hypot(s.force[1], s.force[2]), 2.0 / 7 * 3 * g * sin(angle), 1e-6);
  scene_free(&s);
}

/* over the top of a round hill: N = m (g - v^2 / (R + r)); it takes off where that is negative */
static void ball_on_ball(void **state) {
  (void)state;
  const char *hill = "<worldbody><geom type='sphere' size='2' friction='1 0 0'/>"
                     "<body pos='0 0 2.5'><freejoint/><geom type='sphere' size='0.5' mass='3' "
                     "friction='1 0 0'/></body></worldbody>";
  for (int fast = 0; fast < 2; fast++) {
    scene s = scene_of(hill);
    double v = fast ? 5.5 : 3;
    s.data->qvel[0] = v;
    s.data->qvel[4] = v / 0.5;
    assert_int_equal(frame_of(&s), RG_SOLVED);
    assert_int_equal(s.report.rolling, 1);
    near(s.force[0], fast ? 0 : 3 * (g - v * v / 2.5), 1e-5);
    near(s.qacc[2], fast ? -g : -v * v / 2.5, 1e-6);
    assert_int_equal(s.contact[0].mode, fast ? RG_MODE_BREAK : RG_MODE_STICK);
    scene_free(&s);
  }
}

/* a belt under a ball at rest: it is pulled along the belt */
static void ball_on_a_belt(void **state) {
  (void)state;
  scene s = scene_of(ball);
  rg_sim_surface(s.sim)[1] = 2;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.report.sliding, 1);
  near(s.qacc[0], 0, 1e-9);
  near(s.qacc[1], 0.4 * g, 1e-7);
  scene_free(&s);
}

/* an ellipsoid that turns on its long side: its centre falls or rises as the curvature tells.
   Axes a (x), b (z), upright, w about y: height h(t) = sqrt(a^2 sin^2 + b^2 cos^2), so
   h'' = w^2 (a^2 - b^2) / b at angle 0. Without friction, gravity and torque the turn goes on:
   N = m (g + h''). */
static void ellipsoid_turns(void **state) {
  (void)state;
  double a = 0.4, b = 0.2, w = 3, m = 2;
  scene s = scene_of("<worldbody><geom type='plane' size='5 5 1' friction='0 0 0'/>"
                     "<body pos='0 0 0.2'><freejoint/><geom type='ellipsoid' size='0.4 0.3 0.2' "
                     "mass='2' friction='0 0 0'/></body></worldbody>");
  s.data->qvel[4] = w;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[2], w * w * (a * a - b * b) / b, 1e-5);
  near(s.force[0], m * (g + w * w * (a * a - b * b) / b), 1e-5);
  scene_free(&s);
}

/* --- a grasp ---------------------------------------------------------------------------------- */

static scene grasp(double squeeze) {
  scene s = scene_of(
      "<worldbody>"
      "<body pos='-0.15 0 0'><joint type='slide' axis='1 0 0'/>"
      "<geom type='sphere' size='0.05' mass='0.5' friction='0.5 0 0'/></body>"
      "<body pos='0.15 0 0'><joint type='slide' axis='1 0 0'/>"
      "<geom type='sphere' size='0.05' mass='0.5' friction='0.5 0 0'/></body>"
      "<body><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='1' friction='0.5 0 0'/></body>"
      "</worldbody>");
  s.data->qfrc_applied[0] = squeeze;
  s.data->qfrc_applied[1] = -squeeze;
  return s;
}

static void grasp_holds_or_slips(void **state) {
  (void)state;
  for (int strong = 0; strong < 2; strong++) {
    double squeeze = strong ? 12 : 8; /* 2 mu F against m g = 9.81 */
    scene s = grasp(squeeze);
    assert_int_equal(frame_of(&s), RG_SOLVED);
    assert_int_equal(s.report.rolling, 2);
    near(s.qacc[4], strong ? 0 : -g + 2 * 0.5 * squeeze, 1e-6);
    near(s.force[0], squeeze, 1e-6);
    near(s.force[3], squeeze, 1e-6);
    assert_int_equal(count_mode(&s, strong ? RG_MODE_STICK : RG_MODE_SLIP), 2);
    scene_free(&s);
  }
}

/* --- the sliding rod of Painleve -------------------------------------------------------------- */

/* a rod of length 2 that leans against its motion, tip on the ground: with the tip at (px, pz) from
   the centre and slip to -x, a_n = f (1 + 3 px (px + mu pz s)) - g */
static double rod_slope(double mu, double angle) {
  double px = -cos(angle), pz = -sin(angle);
  return 1 + 3 * px * (px - mu * pz);
}

static scene rod(double mu, double angle) {
  char body[2048];
  double tip = 1e-3; /* radius of the ball at the tip: its lowest point is at the end of the rod */
  snprintf(body, sizeof body,
           "<worldbody><geom type='plane' size='9 9 1' friction='%g 0 0'/>"
           "<body pos='0 0 %.17g'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='0.3 0.33333333333333333 0.3'/>"
           "<geom type='sphere' size='%g' pos='%.17g 0 %.17g' friction='%g 0 0'/>"
           "</body></worldbody>",
           mu, sin(angle), tip, -cos(angle), -sin(angle) + tip, mu);
  return scene_of(body);
}

static void rod_of_painleve(void **state) {
  (void)state;
  double angle = 60 * acos(-1) / 180;

  /* little friction: one force */
  scene s = rod(0.5, angle);
  s.data->qvel[0] = -1;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_true(rod_slope(0.5, angle) > 0);
  near(s.force[0], g / rod_slope(0.5, angle), 1e-6);
  scene_free(&s);

  /* much friction: pushing back at the tip turns the rod into the ground faster than it lifts it */
  s = rod(2, angle);
  s.data->qvel[0] = -1;
  assert_true(rod_slope(2, angle) < 0);
  assert_int_equal(frame_of(&s), RG_NO_SOLUTION);
  assert_true(strlen(s.report.reason) > 0);
  for (int i = 0; i < 3; i++) near(s.qacc[i], 0, 0);
  scene_free(&s);

  /* the other way it has no difficulty */
  s = rod(2, angle);
  s.data->qvel[0] = 1;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  scene_free(&s);
}

/* --- scalar rows ------------------------------------------------------------------------------ */

/* potential energy of the four-bar with the crank turned by `angle`, loops closed by hand: circles
   about the ends of crank and rocker */
static double four_bar_energy(double angle, double turn[3]) {
  double bx = 0.3 * sin(angle), bz = 0.3 * cos(angle), cx = 0.8 - bx, cz = -bz;
  double d = hypot(cx, cz), along = (1 * 1 - 0.9 * 0.9 + d * d) / (2 * d);
  double side = sqrt(1 - along * along);
  double px = bx + (along * cx - side * cz) / d, pz = bz + (along * cz + side * cx) / d;
  double mass[3], length[3] = {0.3, 1, 0.9}, r = 0.02;
  for (int k = 0; k < 3; k++) /* capsules of density 1000 */
    mass[k] = 1000 * acos(-1) * r * r * (length[k] + 4.0 / 3 * r);
  turn[0] = angle;
  turn[1] = atan2(px - bx, pz - bz) - atan2(0.8, 0.6) - angle;
  turn[2] = atan2(px - 0.8, pz);
  return g * (mass[0] * bz / 2 + mass[1] * (bz + pz) / 2 + mass[2] * pz / 2);
}

/* held by the torque that virtual work demands, the four-bar stays where it is */
static void four_bar_is_held(void **state) {
  (void)state;
  rg_model *model = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  scene s;
  memset(&s, 0, sizeof s);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/four_bar.xml", NULL, &error),
                   RG_OK);
  s.model = model;
  assert_int_equal(rg_sim_new(&s.sim, model, &options, &error), RG_OK);
  s.data = rg_sim_data(s.sim);
  for (int k = 0; k < 3; k++) {
    double angle = 0.4 * k, h = 1e-5, turn[3];
    double torque = (four_bar_energy(angle + h, turn) - four_bar_energy(angle - h, turn)) / (2 * h);
    four_bar_energy(angle, turn);
    memcpy(s.data->qpos, turn, sizeof turn);
    s.data->ctrl[0] = torque;
    assert_int_equal(frame_of(&s), RG_SOLVED);
    for (int i = 0; i < 3; i++) near(s.qacc[i], 0, 1e-6);
    /* a little more, and it moves that way */
    s.data->ctrl[0] = torque + 0.1;
    assert_int_equal(frame_of(&s), RG_SOLVED);
    assert_true(s.qacc[0] > 1e-3);
  }
  scene_free(&s);
}

/* a wheel of inertia 0.5 with dry friction 1 N m, and a stop at +1 rad */
static const char *wheel =
    "<compiler angle='radian'/><worldbody><body><joint name='w' type='hinge' axis='0 0 1' "
    "frictionloss='1' limited='true' range='-1 1'/>"
    "<inertial pos='0 0 0' mass='1' diaginertia='0.5 0.5 0.5'/></body></worldbody>";

static double wheel_acceleration(double angle, double speed, double torque, rg_status expected) {
  scene s = scene_of(wheel);
  s.data->qpos[0] = angle;
  s.data->qvel[0] = speed;
  s.data->qfrc_applied[0] = torque;
  assert_int_equal(frame_of(&s), expected);
  double a = s.qacc[0];
  scene_free(&s);
  return a;
}

static void dry_friction_and_limits(void **state) {
  (void)state;
  near(wheel_acceleration(0, 0, 0.9, RG_SOLVED), 0, 1e-9);    /* stuck */
  near(wheel_acceleration(0, 0, 2, RG_SOLVED), 2, 1e-9);      /* begins to move */
  near(wheel_acceleration(0, -1, 0.5, RG_SOLVED), 3, 1e-9);   /* moves back */
  near(wheel_acceleration(1, 0, 5, RG_SOLVED), 0, 1e-9);      /* at the stop */
  near(wheel_acceleration(1, 0, -5, RG_SOLVED), -8, 1e-9);    /* leaves it */
  near(wheel_acceleration(1, -1, 0, RG_SOLVED), 2, 1e-9);     /* has left it */
  near(wheel_acceleration(1, 1, 0, RG_NO_SOLUTION), 0, 1e-9); /* runs into it */
}

/* a drive that holds 3 rad/s against up to 2 N m; a prescribed motion */
static void drives(void **state) {
  (void)state;
  scene s = scene_of("<worldbody><body><joint type='hinge' axis='0 0 1'/>"
                     "<inertial pos='0 0 0' mass='1' diaginertia='0.5 0.5 0.5'/></body>"
                     "</worldbody>");
  rg_sim_drive_velocity(s.sim)[0] = 3;
  rg_sim_drive_limit(s.sim)[0] = 2;
  s.data->qfrc_applied[0] = -1;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], 2, 1e-9); /* too slow: all of it pushes */
  s.data->qvel[0] = 3;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], 0, 1e-9);
  s.data->qfrc_applied[0] = -5;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], -6, 1e-9); /* overloaded */
  rg_sim_drive_limit(s.sim)[0] = HUGE_VAL;
  assert_int_equal(frame_of(&s), RG_SOLVED);
  near(s.qacc[0], 0, 1e-9);
  s.data->qvel[0] = 1;
  assert_int_equal(frame_of(&s), RG_NO_SOLUTION);
  scene_free(&s);
}

/* a body on a ball joint circles at its largest angle, without gravity: the limit alone bends its
   way, and the second derivative of the angle is 0 */
static void ball_limit_while_circling(void **state) {
  (void)state;
  scene s = scene_of("<compiler angle='radian'/><option gravity='0 0 0'/><worldbody><body>"
                     "<joint type='ball' limited='true' range='0 0.5'/>"
                     "<inertial pos='0 0 -1' mass='1' diaginertia='0.1 0.1 0.1'/></body>"
                     "</worldbody>");
  double angle = 0.5, w = 2, c = cos(angle), sn = sin(angle);
  s.data->qpos[0] = cos(angle / 2);
  s.data->qpos[1] = sin(angle / 2);
  /* the rotation vector (angle, 0, 0) circles about z: angular velocity w (R' e_z - e_z) in the
     body frame */
  s.data->qvel[0] = 0;
  s.data->qvel[1] = w * sn;
  s.data->qvel[2] = w * (c - 1);
  assert_int_equal(frame_of(&s), RG_SOLVED);
  /* the angle's second derivative vanishes: look at it along the motion q'' = qacc */
  double h = 1e-4, q[2][4], d[2];
  for (int k = 0; k < 2; k++) {
    double sign = k ? 1 : -1, v[3];
    memcpy(q[k], s.data->qpos, sizeof q[k]);
    for (int i = 0; i < 3; i++) v[i] = s.data->qvel[i] + sign * 0.5 * h * s.qacc[i];
    rg_integrate_position(s.model, q[k], v, sign * h);
    d[k] = 2 * atan2(sqrt(q[k][1] * q[k][1] + q[k][2] * q[k][2] + q[k][3] * q[k][3]), q[k][0]);
  }
  near((d[0] + d[1] - 2 * angle) / (h * h), 0, 1e-4);
  /* without the limit it would open: the row does carry */
  assert_true(fabs(s.qacc[0]) > 1e-2);
  scene_free(&s);
}

/* --- the limit of small steps ----------------------------------------------------------------- */

/* mean acceleration of 100 steps in `time` against qacc at their start */
static void steps_tend_to(scene *s, double tolerance) {
  double before[ROOM];
  int nv = s->model->nv;
  assert_int_equal(frame_of(s), RG_SOLVED);
  memcpy(before, s->data->qvel, (size_t)nv * sizeof(double));
  for (int k = 0; k < 100; k++) assert_int_equal(rg_step(s->sim), RG_SOLVED);
  double time = 100 * rg_sim_used_options(s->sim)->dt;
  for (int i = 0; i < nv; i++)
    near((s->data->qvel[i] - before[i]) / time, s->qacc[i], tolerance * (1 + fabs(s->qacc[i])));
  scene_free(s);
}

static void small_steps_agree(void **state) {
  (void)state;
  rg_sim_options options = rg_sim_options_default();
  options.dt = 1e-6;
  scene s = scene_with(ball, &options); /* slides */
  s.data->qvel[0] = 2;
  s.data->qvel[4] = -6;
  steps_tend_to(&s, 1e-4);
  s = scene_with(ball, &options); /* rolls down */
  s.data->qfrc_applied[0] = 5;
  s.data->qvel[0] = 3;
  s.data->qvel[4] = 6;
  steps_tend_to(&s, 1e-4);
  s = scene_with("<worldbody><geom type='sphere' size='2' friction='1 0 0'/><body pos='0 0 2.5'>"
                 "<freejoint/><geom type='sphere' size='0.5' mass='3' friction='1 0 0'/></body>"
                 "</worldbody>",
                 &options); /* over a hill: single steps alternate, their mean does not */
  s.data->qvel[0] = 3;
  s.data->qvel[4] = 6;
  steps_tend_to(&s, 3e-2);
}

/* asking for a frame between two steps does not change the steps */
static void frame_leaves_the_motion_alone(void **state) {
  (void)state;
  scene a = block(20, 0.5), b = block(20, 0.5);
  a.data->qvel[1] = b.data->qvel[1] = 1;
  for (int k = 0; k < 50; k++) {
    assert_int_equal(rg_step(a.sim), RG_SOLVED);
    assert_int_equal(rg_step(b.sim), RG_SOLVED);
    frame_of(&b);
  }
  assert_memory_equal(a.data->qpos, b.data->qpos, 7 * sizeof(double));
  assert_memory_equal(a.data->qvel, b.data->qvel, 6 * sizeof(double));
  scene_free(&a);
  scene_free(&b);
}

/* --- other laws, solvers and bad input -------------------------------------------------------- */

static void paper_forms_agree(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    rg_law law;
  } forms[] = {{"mncpopt", RG_LAW_CONE}, {"lemke", RG_LAW_SQUARE}, {"lcpopt", RG_LAW_SQUARE},
               {"newton", RG_LAW_CONE},  {"nsgs", RG_LAW_CONE},    {"path", RG_LAW_PYRAMID}};
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
    rg_sim_options options = rg_sim_options_default();
    options.solve.solver = forms[k].solver;
    options.solve.law.law = forms[k].law;
    options.solve.tol = 1e-8;
    scene s = scene_with(ball, &options);
    s.data->qfrc_applied[0] = 4;
    assert_int_equal(frame_of(&s), RG_SOLVED);
    near(s.qacc[0], 5.0 / 7 * 4 / 3, 1e-6);
    scene_free(&s);
  }
}

static void approach_needs_an_impact(void **state) {
  (void)state;
  scene s = scene_of(ball);
  s.data->qvel[2] = -1;
  assert_int_equal(frame_of(&s), RG_NO_SOLUTION);
  assert_non_null(strstr(s.report.reason, "impact"));
  s.data->qvel[2] = 1; /* it flies off: nothing touches any more */
  assert_int_equal(frame_of(&s), RG_SOLVED);
  assert_int_equal(s.contacts, 0);
  near(s.qacc[2], -g, 1e-12);
  scene_free(&s);
}

static void bad_input(void **state) {
  (void)state;
  scene s = scene_of(ball);
  assert_int_equal(rg_sim_frame(s.sim, -1, NULL, NULL, &s.report), RG_BAD_INPUT);
  s.data->qvel[0] = (double)NAN;
  assert_int_equal(frame_of(&s), RG_BAD_INPUT);
  assert_true(strlen(s.report.reason) > 0);
  s.data->qvel[0] = 0;
  assert_int_equal(rg_sim_frame(s.sim, threshold, NULL, NULL, NULL), RG_SOLVED);
  scene_free(&s);
  scene empty = scene_of("<worldbody/>");
  assert_int_equal(frame_of(&empty), RG_SOLVED);
  assert_int_equal(empty.contacts, 0);
  scene_free(&empty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(block_rests_inside_its_cone),
      cmocka_unit_test(block_begins_to_slide),
      cmocka_unit_test(block_slides),
      cmocka_unit_test(block_that_is_lifted_breaks),
      cmocka_unit_test(ball_with_backspin),
      cmocka_unit_test(ball_rolls_on),
      cmocka_unit_test(ball_rolls_down),
      cmocka_unit_test(ball_on_ball),
      cmocka_unit_test(ball_on_a_belt),
      cmocka_unit_test(ellipsoid_turns),
      cmocka_unit_test(grasp_holds_or_slips),
      cmocka_unit_test(rod_of_painleve),
      cmocka_unit_test(four_bar_is_held),
      cmocka_unit_test(dry_friction_and_limits),
      cmocka_unit_test(drives),
      cmocka_unit_test(ball_limit_while_circling),
      cmocka_unit_test(small_steps_agree),
      cmocka_unit_test(frame_leaves_the_motion_alone),
      cmocka_unit_test(paper_forms_agree),
      cmocka_unit_test(approach_needs_an_impact),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
