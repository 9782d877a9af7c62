/* Named phenomena (docs/physics.md): Dzhanibekov's flip, the tippe top, the rattleback, Painleve's
   rod. */
#include "step/simulate.h"

#include "step/reference_ode.h"

#include <rigor/acceleration.h>

/* --- Dzhanibekov -------------------------------------------------------------------------------- */

/* Euler's equations with moments 1, 2, 3 */
static void euler_rate(const double *w, double *rate, void *context) {
  (void)context;
  rate[0] = (2. - 3.) / 1 * w[1] * w[2];
  rate[1] = (3. - 1.) / 2 * w[2] * w[0];
  rate[2] = (1. - 2.) / 3 * w[0] * w[1];
}

enum { FLIPS = 4 };

/* times at which the spin about the middle axis changes its sign */
static void reference_flips(double flip[FLIPS]) {
  double w[3] = {0.01, 5, 0}, h = 1e-4, before = w[1];
  int found = 0;
  for (int step = 1; found < FLIPS; step++) {
    reference_step(euler_rate, NULL, 3, w, h);
    if (w[1] * before < 0) flip[found++] = step * h;
    before = w[1];
  }
}

/* flips as Euler's equations say; returns the largest relative drift of energy and angular momentum */
static double dzhanibekov(rg_integrator integrator, double tolerance) {
  double wanted[FLIPS], linear[3], first[3], now[3], drift = 0;
  reference_flips(wanted);
  rg_model *model = scene_model("dzhanibekov.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.integrator = integrator;
  scene s = scene_start("dzhanibekov.xml", "spin", &options);
  double energy = rg_sim_energy(s.sim), before = 5;
  rg_momentum(s.model, rg_sim_data(s.sim), linear, first);
  int flips = 0;
  while (flips < FLIPS && rg_sim_data(s.sim)->time < 20) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double w = scene_qvel(&s)[4];
    if (w * before < 0) {
      assert_near("time of a flip", rg_sim_data(s.sim)->time, wanted[flips], tolerance);
      flips++;
    }
    before = w;
    drift = fmax(drift, fabs(rg_sim_energy(s.sim) / energy - 1));
    rg_momentum(s.model, rg_sim_data(s.sim), linear, now);
    for (int i = 0; i < 3; i++) drift = fmax(drift, fabs(now[i] - first[i]) / 10);
  }
  assert_int_equal(flips, FLIPS);
  print_message("Dzhanibekov, %s: %d flips, energy and angular momentum drift by %.3g\n",
                rg_integrator_name(integrator), flips, drift);
  scene_end(&s);
  return drift;
}

static void dzhanibekov_flips(void **state) {
  (void)state;
  assert_at_most("drift", dzhanibekov(RG_EULER, 0.1), 5e-2);
  assert_at_most("drift", dzhanibekov(RG_IMPLICIT_MOREAU, 1e-2), 1e-4);
}

/* --- tippe top ---------------------------------------------------------------------------------- */

typedef struct tippe {
  double radius, mass, moment, offset, mu;
} tippe;

static const tippe TOP = {0.02, 0.02, 0.4 * 0.02 * 0.02 * 0.02, 0.003, 0.3};

static void cross(const double a[3], const double b[3], double c[3]) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* state: velocity of the centre of mass, angular velocity, axis k (from the centre of mass to the
   ball's centre, unit). The ball keeps touching the floor: z = R - a k_z, which gives the load N. */
static void tippe_rate(const double *y, double *rate, void *context) {
  const tippe *top = context;
  const double *v = y, *w = y + 3, *k = y + 6;
  double arm[3] = {top->offset * k[0], top->offset * k[1], top->offset * k[2] - top->radius};
  double wr[3], along[3], turn[3], wk[3], wwk[3], tk[3];
  cross(w, arm, wr);
  double slip[2] = {v[0] + wr[0], v[1] + wr[1]},
         speed = sqrt(slip[0] * slip[0] + slip[1] * slip[1] + 1e-12);
  along[0] = -top->mu * slip[0] / speed;
  along[1] = -top->mu * slip[1] / speed;
  along[2] = 1;
  cross(arm, along, turn);
  for (int i = 0; i < 3; i++) turn[i] /= top->moment; /* angular acceleration for N = 1 */
  cross(w, k, wk);
  cross(w, wk, wwk);
  cross(turn, k, tk);
  /* N / m - g = -a (N turn x k + w x (w x k))_z */
  double N = (GRAVITY - top->offset * wwk[2]) / (1 / top->mass + top->offset * tk[2]);
  for (int i = 0; i < 3; i++) {
    rate[i] = N * along[i] / top->mass;
    rate[3 + i] = N * turn[i];
    rate[6 + i] = wk[i];
  }
  rate[2] -= GRAVITY;
}

/* time at which the centre of mass has climbed to the ball's centre, and the axis after `seconds` */
static double tippe_reference(double seconds, double *axis) {
  double tilt = 0.1, y[9] = {0, 0, 0, 0, 0, 200, sin(tilt), 0, cos(tilt)}, half = -1, h = 2e-5;
  /* the ball's centre is at rest: v = -w x (a k) */
  double wk[3];
  cross(y + 3, y + 6, wk);
  for (int i = 0; i < 3; i++) y[i] = -TOP.offset * wk[i];
  tippe top = TOP;
  for (int step = 1; step * h <= seconds; step++) {
    reference_step(tippe_rate, &top, 9, y, h);
    if (half < 0 && y[8] < 0) half = step * h;
  }
  *axis = y[8];
  return half;
}

static void tippe_top_turns_over(void **state) {
  (void)state;
  double seconds = 2, wanted_axis, wanted = tippe_reference(seconds, &wanted_axis);
  scene s = scene_start("tippe_top.xml", "spin", NULL);
  double half = -1, axis = 1, energy = rg_sim_energy(s.sim);
  while (rg_sim_data(s.sim)->time < seconds) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const double *q = scene_qpos(&s) + 3;
    axis = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
    if (half < 0 && axis < 0) half = rg_sim_data(s.sim)->time;
  }
  print_message(
      "tippe top: on its side after %.3f s, %.3f by the equation of motion; axis %.4f, %.4f\n",
      half, wanted, axis, wanted_axis);
  assert_near("on its side after", half, wanted, 0.05 * wanted);
  assert_at_most("axis at the end: upside down", axis, -0.9);
  assert_at_most("energy at the end", rg_sim_energy(s.sim), energy);
  scene_end(&s);
}

/* without friction it stays up */
static void tippe_top_needs_friction(void **state) {
  (void)state;
  rg_model *model = scene_model("tippe_top.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.friction = 0;
  scene s = scene_start("tippe_top.xml", "spin", &options);
  scene_run(&s, 2);
  const double *q = scene_qpos(&s) + 3;
  assert_at_least("axis", 1 - 2 * (q[1] * q[1] + q[2] * q[2]), 0.9);
  scene_end(&s);
}

/* --- rattleback --------------------------------------------------------------------------------- */

/* spin about the vertical: least and largest */
static void rattle(const char *key, double seconds, double *least, double *most) {
  scene s = scene_start("rattleback.xml", key, NULL);
  *least = HUGE_VAL;
  *most = -HUGE_VAL;
  while (rg_sim_data(s.sim)->time < seconds) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double spin = scene_qvel(&s)[5];
    *least = fmin(*least, spin);
    *most = fmax(*most, spin);
  }
  scene_end(&s);
}

static void rattleback_turns_back(void **state) {
  (void)state;
  double least, most;
  rattle("turns_back", 6, &least, &most);
  print_message("rattleback: from -5 rad/s to %.3f\n", most);
  assert_at_least("spin the other way, rad/s", most, 0.5);
  rattle("spins_on", 6, &least, &most);
  print_message("rattleback: from 5 rad/s, least %.3f\n", least);
  assert_at_least("spin that goes on, rad/s", least, 0.5);
}

/* --- Painleve's rod ----------------------------------------------------------------------------- */

/* rod of m = l = 1 at tan = 2, tip radius 1 mm: arm from the centre of mass to the contact, A in (x, z) */
static void rod_matrix(double A[2][2]) {
  double x = -0.5 / sqrt(5), z = -1 / sqrt(5) - 1e-3;
  A[0][0] = 1 + 12 * z * z;
  A[0][1] = A[1][0] = -12 * x * z;
  A[1][1] = 1 + 12 * x * x;
}

static void slide_rod(const char *key, double mu, double dt, double impulse[2],
                      double velocity[2]) {
  rg_model *model = scene_model("painleve_rod.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.dt = dt;
  options.friction = mu;
  scene s = scene_start("painleve_rod.xml", key, &options);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  const rg_step_contact *c;
  assert_int_equal(rg_sim_contacts(s.sim, &c), 1);
  /* on the rod, world x and z */
  double side = c->contact.geom1 == rg_model_find(s.model, RG_OBJECT_GEOM, "tip") ? 1 : -1;
  for (int k = 0; k < 2; k++) {
    impulse[k] = velocity[k] = 0;
    for (int row = 0; row < 3; row++) {
      impulse[k] += side * c->contact.frame[3 * row + 2 * k] * c->impulse[row];
      velocity[k] += side * c->contact.frame[3 * row + 2 * k] * c->velocity[row];
    }
  }
  scene_end(&s);
}

/* above mu = (1 + 3 cos^2) / (3 sin cos) = 4/3 no force balances: A_nn - mu A_nt < 0. An impulse does,
   of a size that does not shrink with dt: it stops the tip, r = -A^-1 u. */
static void painleve_jams(void **state) {
  (void)state;
  double A[2][2];
  rod_matrix(A);
  double critical = A[1][1] / -A[0][1], det = A[0][0] * A[1][1] - A[0][1] * A[0][1];
  assert_near("critical mu", critical, 4. / 3, 5e-3);
  double wanted[2] = {A[1][1] / det, -A[0][1] / det}, r[2], u[2];
  const double dt[] = {1e-3, 1e-4, 1e-5};
  for (int k = 0; k < 3; k++) {
    slide_rod("paradox", 2, dt[k], r, u);
    print_message("Painleve, dt %g: impulse (%.6f, %.6f) N s, limit (%.6f, %.6f)\n", dt[k], r[0],
                  r[1], wanted[0], wanted[1]);
    assert_near("tangential impulse", r[0], wanted[0], 10 * dt[k]);
    assert_near("normal impulse", r[1], wanted[1], 10 * dt[k]);
    assert_near("slip after", u[0], 0, 1e-8);
    assert_near("normal velocity after", u[1], 0, 1e-8);
  }
}

/* below the critical value, or sliding the other way, forces do it: the impulse is N dt */
static void painleve_slides(void **state) {
  (void)state;
  double A[2][2], r[2], u[2];
  rod_matrix(A);
  slide_rod("paradox", 1, 1e-4, r, u);
  double N = GRAVITY / (A[1][1] + 1 * A[0][1]);
  assert_near("load below the critical mu", r[1] / 1e-4, N, 0.01 * N);
  assert_near("friction", r[0] / r[1], 1, 1e-6);
  slide_rod("trailing", 2, 1e-4, r, u);
  N = GRAVITY / (A[1][1] - 2 * A[0][1]);
  assert_near("load the other way", r[1] / 1e-4, N, 0.01 * N);
  assert_near("friction", r[0] / r[1], -2, 1e-6);
  assert_near("slip goes on", u[0], 1, 0.01);
}

/* the frame of accelerations says that there is no force */
static void painleve_has_no_force(void **state) {
  (void)state;
  rg_frame_report report;
  scene s = scene_start("painleve_rod.xml", "paradox", NULL);
  assert_int_equal(rg_sim_frame(s.sim, 1e-6, NULL, NULL, &report), RG_NO_SOLUTION);
  scene_end(&s);
  s = scene_start("painleve_rod.xml", "trailing", NULL);
  assert_int_equal(rg_sim_frame(s.sim, 1e-6, NULL, NULL, &report), RG_SOLVED);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dzhanibekov_flips),
      cmocka_unit_test(tippe_top_turns_over),
      cmocka_unit_test(tippe_top_needs_friction),
      cmocka_unit_test(rattleback_turns_back),
      cmocka_unit_test(painleve_jams),
      cmocka_unit_test(painleve_slides),
      cmocka_unit_test(painleve_has_no_force),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
