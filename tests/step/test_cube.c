/* The cube of Peiret et al.: mass 1 kg, edge 1 m, 5 m/s along y, one turn a second about z. Where it
   stops is known from a planar equation of motion with Coulomb friction at the four corners, whose
   loads an equal compliance shares:

       N_i = max(0, p + a . rho_i),   sum N_i = m g,   sum N_i rho_i = -h F,   F = -mu sum N_i e_i

   (e_i the direction of slip of corner i at rho_i, with a pyramid the nearest of its directions; h the
   height of the centre of mass). */
#include "step/simulate.h"

enum { CORNERS = 4, STATE = 6 };

/* friction of the reference: the disc, or a polygon of directions, the first at an angle */
typedef struct ground {
  double mu;
  int directions; /* 0: the disc */
  double angle;   /* rad, in the world */
} ground;

/* the slip as friction sees it */
static void slip_direction(const ground *f, const double u[2], double e[2]) {
  double angle = atan2(u[1], u[0]), turn = f->directions ? 2 * PI / f->directions : 0;
  if (f->directions) angle = f->angle + turn * round((angle - f->angle) / turn);
  e[0] = cos(angle);
  e[1] = sin(angle);
}

/* 3 x 3 by Cramer's rule; 0 where it is singular */
static int solve3(double A[3][3], const double b[3], double x[3]) {
  double det = 0;
  for (int j = 0; j < 3; j++)
    det +=
        A[0][j] * (A[1][(j + 1) % 3] * A[2][(j + 2) % 3] - A[1][(j + 2) % 3] * A[2][(j + 1) % 3]);
  if (fabs(det) < 1e-12) return 0;
  for (int k = 0; k < 3; k++) {
    double B[3][3], sum = 0;
    memcpy(B, A, sizeof B);
    for (int i = 0; i < 3; i++) B[i][k] = b[i];
    for (int j = 0; j < 3; j++)
      sum +=
          B[0][j] * (B[1][(j + 1) % 3] * B[2][(j + 2) % 3] - B[1][(j + 2) % 3] * B[2][(j + 1) % 3]);
    x[k] = sum / det;
  }
  return 1;
}

/* loads of the corners: tries every set of corners that may carry */
static int corner_loads(const double rho[CORNERS][2], const double e[CORNERS][2], double mu,
                        double N[CORNERS]) {
  const double h = 0.5;
  for (int set = (1 << CORNERS) - 1; set > 0; set--) {
    /* unknowns p, a: sum N = g, sum N (rho - h mu e) = 0 */
    double A[3][3] = {{0}}, b[3] = {GRAVITY, 0, 0}, x[3];
    for (int i = 0; i < CORNERS; i++) {
      if (!(set >> i & 1)) continue;
      double shape[3] = {1, rho[i][0], rho[i][1]};
      double row[3] = {1, rho[i][0] - h * mu * e[i][0], rho[i][1] - h * mu * e[i][1]};
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) A[r][c] += row[r] * shape[c];
    }
    if (!solve3(A, b, x)) continue;
    int fits = 1;
    for (int i = 0; i < CORNERS; i++) {
      double load = x[0] + x[1] * rho[i][0] + x[2] * rho[i][1];
      N[i] = (set >> i & 1) ? load : 0;
      fits &= (set >> i & 1) ? load >= -1e-12 : load <= 1e-12;
    }
    if (fits) return 1;
  }
  return 0;
}

/* state: x, y, angle, their rates; moment of inertia 1/6 */
static void planar_rate(const ground *friction, const double q[STATE], double rate[STATE]) {
  double rho[CORNERS][2], e[CORNERS][2], N[CORNERS] = {0}, c = cos(q[2]), s = sin(q[2]);
  for (int i = 0; i < CORNERS; i++) {
    double x = i & 1 ? 0.5 : -0.5, y = i & 2 ? 0.5 : -0.5;
    rho[i][0] = c * x - s * y;
    rho[i][1] = s * x + c * y;
    double u[2] = {q[3] - q[5] * rho[i][1], q[4] + q[5] * rho[i][0]};
    slip_direction(friction, u, e[i]);
  }
  if (!corner_loads((const double(*)[2])rho, (const double(*)[2])e, friction->mu, N))
    fail_msg("reference: no loads");
  memcpy(rate, q + 3, 3 * sizeof(double));
  memset(rate + 3, 0, 3 * sizeof(double));
  for (int i = 0; i < CORNERS; i++) {
    double f[2] = {-friction->mu * N[i] * e[i][0], -friction->mu * N[i] * e[i][1]};
    rate[3] += f[0];
    rate[4] += f[1];
    rate[5] += 6 * (rho[i][0] * f[1] - rho[i][1] * f[0]);
  }
}

/* Runge-Kutta until it stops, with smaller steps towards the end */
static void planar_stop(const ground *friction, double q[STATE]) {
  const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  const double start[STATE] = {0, 0, 0, 0, 5, 2 * PI};
  memcpy(q, start, sizeof start);
  for (int step = 0; step < 1000000; step++) {
    double speed = hypot(hypot(q[3], q[4]), q[5]);
    if (speed < 1e-5) return;
    double h = fmin(2e-5, 1e-3 * speed / (friction->mu * GRAVITY)), k[4][STATE], sum[STATE] = {0};
    for (int stage = 0; stage < 4; stage++) {
      double p[STATE];
      for (int i = 0; i < STATE; i++) p[i] = q[i] + (stage ? h * at[stage] * k[stage - 1][i] : 0);
      planar_rate(friction, p, k[stage]);
      for (int i = 0; i < STATE; i++) sum[i] += weight[stage] * k[stage][i];
    }
    for (int i = 0; i < STATE; i++) q[i] += h * sum[i];
  }
  fail_msg("reference: it does not stop");
}

typedef struct stop {
  double x, y, time;
  double lift, tilt; /* largest on the way: m, rad */
} stop;

static stop slide(const rg_sim_options *options) {
  stop at;
  memset(&at, 0, sizeof at);
  scene s = scene_start("acc_cube.xml", "spin", options);
  for (int step = 0; step < 1000000 && at.time < 3; step++) {
    if (rg_step(s.sim) != RG_SOLVED)
      fail_msg("at %g s: %s", rg_sim_report(s.sim)->time, rg_sim_report(s.sim)->reason);
    const double *q = scene_qpos(&s);
    at.lift = fmax(at.lift, fabs(q[2] - 0.5));
    /* angle between the body's z axis and the world's: sin(angle / 2) = |(x, y) of the quaternion| */
    at.tilt = fmax(at.tilt, 2 * asin(fmin(1, hypot(q[4], q[5]))));
    at.time = rg_sim_report(s.sim)->time;
    if (scene_speed(&s) < 1e-9) break;
  }
  at.x = scene_qpos(&s)[0];
  at.y = scene_qpos(&s)[1];
  scene_end(&s);
  return at;
}

static rg_sim_options usual(double mu, double dt) {
  rg_model *model = scene_model("acc_cube.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.friction = mu;
  options.dt = dt;
  return options;
}

static void stays_flat(double mu) {
  rg_sim_options options = usual(mu, 1e-3);
  stop at = slide(&options);
  print_message("mu %g: stops at (%.5f, %.5f) after %.3f s, lift %.3g m, tilt %.3g rad\n", mu, at.x,
                at.y, at.time, at.lift, at.tilt);
  assert_at_most("lift", at.lift, 1e-9);
  assert_at_most("tilt", at.tilt, 1e-9);
}

static void no_lift_no_tilt(void **state) {
  (void)state;
  stays_flat(0.5);
  stays_flat(1);
}

/* the reference itself against the published limit */
static void reference_stops_where_it_should(void **state) {
  (void)state;
  double q[STATE];
  planar_stop(&(ground){.mu = 1}, q);
  assert_near("x", q[0], 0.4406, 6e-5);
  assert_near("y", q[1], 1.5840, 6e-5);
  assert_near("angle", q[2], 1.953, 6e-4);
}

/* As dt goes to 0 the end point comes to that of the equation of motion; a step ten times as long has an
   error `order` times as large or more. */
static void comes_to_the_limit(double mu, rg_integrator rule, double order,
                               const double published[3][2], const double tolerance[3]) {
  double q[STATE], error[3];
  planar_stop(&(ground){.mu = mu}, q);
  const double dt[3] = {1e-2, 1e-3, 1e-4};
  int finest = SANITIZED ? 2 : 3;
  for (int k = 0; k < finest; k++) {
    rg_sim_options options = usual(mu, dt[k]);
    options.integrator = rule;
    stop at = slide(&options);
    error[k] = hypot(at.x - q[0], at.y - q[1]);
    print_message("mu %g, dt %g: (%.5f, %.5f), %.2e m from the limit (%.5f, %.5f)\n", mu, dt[k],
                  at.x, at.y, error[k], q[0], q[1]);
    if (published) {
      assert_near("x", at.x, published[k][0], tolerance[k]);
      assert_near("y", at.y, published[k][1], tolerance[k]);
    }
    /* the reference itself is good to some 1e-6 m */
    if (k)
      assert_at_most("error against that of a step ten times as long", error[k],
                     error[k - 1] / order + 3e-6);
  }
}

static void converges_at_mu_1(void **state) {
  (void)state;
  const double published[3][2] = {{0.438, 1.557}, {0.4404, 1.5813}, {0.4406, 1.5837}};
  const double tolerance[3] = {1e-3, 1e-4, 1e-4};
  comes_to_the_limit(1, RG_EULER, 5, published, tolerance);
}

/* the second order, but for the last step in which it stops */
static void converges_fast(void **state) {
  (void)state;
  comes_to_the_limit(1, RG_MIDPOINT, 40, NULL, NULL);
  comes_to_the_limit(0.5, RG_MIDPOINT, 40, NULL, NULL);
}

static void converges_at_mu_half(void **state) {
  (void)state;
  comes_to_the_limit(0.5, RG_EULER, 5, NULL, NULL);
}

/* directions fixed in the world: tangent1 of a contact with the floor */
static double first_angle(void) {
  rg_sim_options options = usual(1, 1e-3);
  scene s = scene_start("acc_cube.xml", "spin", &options);
  const rg_step_contact *contact;
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_int_equal(rg_sim_contacts(s.sim, &contact), CORNERS);
  double angle = atan2(contact[0].contact.frame[4], contact[0].contact.frame[3]);
  scene_end(&s);
  return angle;
}

/* a pyramid ends where the same equation with its directions does, to the first order in dt; and
   with many directions near the cone */
static void pyramid_comes_to_the_cone(void **state) {
  (void)state;
  rg_sim_options options = usual(1, 1e-3);
  stop cone = slide(&options);
  double off = HUGE_VAL, angle = first_angle();
  const int directions[] = {4, 8, 16, 32};
  options.solve.law.law = RG_LAW_PYRAMID;
  options.solve.law.aligned = 0;
  for (int k = 0; k < (SANITIZED ? 2 : 4); k++) {
    double q[STATE];
    options.solve.law.directions = directions[k];
    planar_stop(&(ground){1, directions[k], angle}, q);
    stop at = slide(&options);
    off = hypot(at.x - cone.x, at.y - cone.y);
    double error = hypot(at.x - q[0], at.y - q[1]);
    print_message(
        "pyramid:%d: (%.5f, %.5f), %.2e m from its limit (%.5f, %.5f), %.2e from the cone\n",
        directions[k], at.x, at.y, error, q[0], q[1], off);
    assert_at_most("distance to the limit", error, 0.01);
  }
  if (!SANITIZED) assert_at_most("pyramid:32 to the cone", off, 0.01);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_lift_no_tilt),
      cmocka_unit_test(reference_stops_where_it_should),
      cmocka_unit_test(converges_at_mu_1),
      cmocka_unit_test(converges_at_mu_half),
      cmocka_unit_test(converges_fast),
      cmocka_unit_test(pyramid_comes_to_the_cone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
