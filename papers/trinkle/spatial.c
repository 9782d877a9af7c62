/* Pages 1-5 of the spatial part: unit quaternions, e' = B(e) omega, and the gyroscopic term,

       J omega' = N - omega x J omega,    H = |e|^2 - 1 = 0

   The matrix B is checked for what makes it right (B'e = 0: the length stays), and a free body
   tumbles. */
#include "../claims.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

static void cross(const double *a, const double *b, double *r) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

static void random_unit(int n, double *x, unsigned long long *seed) {
  double length = 0;
  for (int i = 0; i < n; i++) {
    x[i] = notes_random(seed);
    length += x[i] * x[i];
  }
  for (int i = 0; i < n; i++) x[i] /= sqrt(length);
}

/* largest rate of |e| under a unit angular velocity: |B'e| */
static double norm_rate(const int table[4][3], const double *e) {
  double B[4][3], sum = 0;
  notes_rates(table, e, B);
  for (int j = 0; j < 3; j++) {
    double x = 0;
    for (int i = 0; i < 4; i++) x += B[i][j] * e[i];
    sum += x * x;
  }
  return sqrt(sum);
}

/* of e' = B omega: B B' e' over e' */
static double along_itself(double B[4][3], const double *omega) {
  double rate[4] = {0}, back[3] = {0}, again[4] = {0}, product = 0, square = 0;
  for (int i = 0; i < 12; i++) rate[i / 3] += B[i / 3][i % 3] * omega[i % 3];
  for (int i = 0; i < 12; i++) back[i % 3] += B[i / 3][i % 3] * rate[i / 3];
  for (int i = 0; i < 12; i++) again[i / 3] += B[i / 3][i % 3] * back[i % 3];
  for (int i = 0; i < 4; i++) product += again[i] * rate[i], square += rate[i] * rate[i];
  return product / square;
}

/* page 2: the rotation matrix */
static void rotation(const double *e, double R[9]) {
  double w = e[0], x = e[1], y = e[2], z = e[3];
  const double all[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  memcpy(R, all, sizeof all);
}

static void turn(const double R[9], const double *x, double *y, int back) {
  for (int i = 0; i < 3; i++) {
    y[i] = 0;
    for (int k = 0; k < 3; k++) y[i] += (back ? R[3 * k + i] : R[3 * i + k]) * x[k];
  }
}

/* J^-1 (-omega x J omega) in the body frame */
static void gyroscopic(const double *omega, double *rate) {
  double momentum[3], torque[3];
  for (int i = 0; i < 3; i++) momentum[i] = page31_inertia[i] * omega[i];
  cross(omega, momentum, torque);
  for (int i = 0; i < 3; i++) rate[i] = -torque[i] / page31_inertia[i];
}

/* the same in the world frame with N_J = R B_J R' (page 5), against R times the body's */
static double frame_difference(const double R[9], const double *omega) {
  double J[9] = {0}, world[3], momentum[3] = {0}, torque[3], rate[3], body[3], turned[3], worst = 0;
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 3; k++) J[i] += R[3 * (i / 3) + k] * page31_inertia[k] * R[3 * (i % 3) + k];
  turn(R, omega, world, 0);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) momentum[i] += J[3 * i + k] * world[k];
  cross(world, momentum, torque);
  for (int i = 0; i < 3; i++) rate[i] = -torque[i];
  notes_linear(3, 1, J, rate);
  gyroscopic(omega, body);
  turn(R, body, turned, 0);
  for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(turned[i] - rate[i]));
  return worst;
}

static const char *const tumbling =
    "<mujoco><option timestep='0.01' gravity='0 0 0'/><worldbody><body><freejoint/>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 2 3'/><geom type='sphere' "
    "size='0.1'/></body></worldbody></mujoco>";

/* identities of page 2, at random orientations */
static rg_status identities(trinkle_spatial_result *r, rg_error *error) {
  notes_scene scene;
  unsigned long long seed = 6;
  rg_status status = notes_scene_open(&scene, tumbling, NULL, error);
  if (status != RG_OK) return status;
  for (int trial = 0; trial < 100; trial++) {
    double e[4], omega[3], B[4][3], R[9];
    random_unit(4, e, &seed);
    random_unit(3, omega, &seed);
    r->norm_rate_printed = fmax(r->norm_rate_printed, norm_rate(page2s_printed_B, e));
    r->norm_rate = fmax(r->norm_rate, norm_rate(page2s_right_B, e));
    r->equation = fmax(r->equation, 2 * norm_rate(page2s_right_B, e)); /* W_E = B' (2 e) */

    // B'B, B B' e'
    notes_rates(page2s_right_B, e, B);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double x = 0;
        for (int k = 0; k < 4; k++) x += B[k][i] * B[k][j];
        if (i == j) r->BtB = x;
        r->BtB_error = fmax(r->BtB_error, fabs(x - (i == j)));
      }
    r->GGt = along_itself(B, omega);

    // rotation matrices and the two frames
    rotation(e, R);
    memcpy(scene.data->qpos + 3, e, sizeof e);
    rg_kinematics(scene.model, scene.data);
    for (int i = 0; i < 9; i++)
      r->rotation_difference = fmax(r->rotation_difference, fabs(R[i] - scene.data->xmat[9 + i]));
    r->frame_difference = fmax(r->frame_difference, frame_difference(R, omega));
  }
  notes_scene_close(&scene);
  return RG_OK;
}

/* --- tumbling --------------------------------------------------------------------------------- */

enum { STEPS = 1000, EVERY = STEPS / TRINKLE_TUMBLE_POINTS };
static const double tumble_start[3] = {0.1, 2, 0.1};

/* energy and length of J omega against their values at the start */
static void watch(trinkle_spatial_result *r, int rule, int step, const double *e,
                  const double *omega) {
  double energy[2] = {0, 0}, momentum[2] = {0, 0}, length = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) {
      double w = k ? tumble_start[i] : omega[i], J = page31_inertia[i];
      energy[k] += J * w * w / 2;
      momentum[k] += J * J * w * w;
    }
  for (int i = 0; i < 4; i++) length += e[i] * e[i];
  r->norm[rule] = fmax(r->norm[rule], fabs(sqrt(length) - 1));
  r->energy[rule] = fmax(r->energy[rule], fabs(energy[0] / energy[1] - 1));
  r->momentum[rule] = fmax(r->momentum[rule], fabs(sqrt(momentum[0] / momentum[1]) - 1));
  if (step % EVERY == 0) r->path[rule][step / EVERY] = energy[0] / energy[1];
}

/* page 3 with the rule of page 7: omega first, explicit gyroscopic term, then e with the new
   omega */
static void tumble_by_notes(int restore, trinkle_spatial_result *r) {
  double e[4] = {1, 0, 0, 0}, omega[3], h = 0.01;
  memcpy(omega, tumble_start, sizeof omega);
  for (int step = 0; step < STEPS; step++) {
    double rate[3], B[4][3], length = 0;
    gyroscopic(omega, rate);
    for (int i = 0; i < 3; i++) omega[i] += h * rate[i];
    notes_rates(page2s_right_B, e, B);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 3; j++) e[i] += h * B[i][j] * omega[j];
    for (int i = 0; i < 4; i++) length += e[i] * e[i];
    for (int i = 0; i < 4 && restore; i++) e[i] /= sqrt(length);
    watch(r, restore, step, e, omega);
  }
}

static rg_status tumble_by_simulator(trinkle_spatial_result *r, rg_error *error) {
  notes_scene scene;
  rg_status status = notes_scene_open(&scene, tumbling, NULL, error);
  if (status != RG_OK) return status;
  memcpy(scene.data->qvel + 3, tumble_start, sizeof tumble_start);
  for (int step = 0; step < STEPS && status == RG_OK; step++) {
    status = rg_step(scene.sim);
    watch(r, 2, step, scene.data->qpos + 3, scene.data->qvel + 3);
  }
  notes_scene_close(&scene);
  return status;
}

rg_status trinkle_spatial(trinkle_spatial_result *r, rg_error *error) {
  memset(r, 0, sizeof *r);
  rg_status status = identities(r, error);
  tumble_by_notes(0, r);
  tumble_by_notes(1, r);
  return status == RG_OK ? tumble_by_simulator(r, error) : status;
}

rg_status trinkle_run_spatial(const paper_options *options, rg_page *page, rg_error *error) {
  static const char *const rule[TRINKLE_TUMBLE_RULES] = {"notes", "notes, length of e restored",
                                                         "simulator"};
  trinkle_spatial_result r;
  rg_status status = trinkle_spatial(&r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "Quaternions, 100 random orientations (page 2)", "quantity|should be|found");
  rg_page_row(page, "length of B'e, B as printed|0|%.3f", r.norm_rate_printed);
  rg_page_row(page, "length of B'e, rows 3 and 4 as they should be|0|%.0e", r.norm_rate);
  rg_page_row(page, "B'B / I|1 (printed: G'G = I)|%.3f", r.BtB);
  rg_page_row(page, "W_E = G' (dTheta/dq)'|not 0|%.0e", r.equation);
  rg_page_row(page, "R(q) against the library's|0|%.0e", r.rotation_difference);
  rg_page_row(page, "world frame against body frame (pages 4-5)|0|%.0e", r.frame_difference);
  rg_page_table(page, "J = diag(1, 2, 3) tumbles for 10 s, h = 10 ms: largest error",
                "rule|length of e|energy|length of J omega");
  for (int k = 0; k < TRINKLE_TUMBLE_RULES; k++)
    rg_page_row(page, "%s|%.1e|%.1e|%.1e", rule[k], r.norm[k], r.energy[k], r.momentum[k]);
  double t[TRINKLE_TUMBLE_POINTS];
  for (int i = 0; i < TRINKLE_TUMBLE_POINTS; i++) t[i] = 0.01 * (EVERY * i + 1);
  rg_plot *plot =
      rg_plot_new("Energy of a tumbling body", "time [s]", "energy / energy at the start");
  rg_plot_series(plot, "explicit term (page 3)", RG_SERIES_LINE, TRINKLE_TUMBLE_POINTS, t,
                 r.path[0]);
  rg_plot_series(plot, "simulator", RG_SERIES_LINE, TRINKLE_TUMBLE_POINTS, t, r.path[2]);
  rg_page_plot(page, plot);

  paper_find(options, page, "trinkle", "spatial page 2",
             r.norm_rate_printed > 1e-6 ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED,
             "B as printed on page 2 changes the length of e at a rate of up to %.2f |omega|; "
             "with rows 3 and 4 repaired the "
             "rate is %.0e.",
             r.norm_rate_printed, r.norm_rate);
  paper_figure(options, "|e| grows by %.2f |omega|; repaired %.0e", r.norm_rate_printed,
               r.norm_rate);
  paper_find(options, page, "trinkle", "spatial page 2, GG'",
             fabs(r.GGt - 1) < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "G G' q' = q', which page 2 calls very important, does not hold for the rotation: B "
             "B' e' is %.2f e'.",
             r.GGt);
  paper_figure(options, "B B' e' = %.2f e'", r.GGt);
  paper_find(options, page, "trinkle", "spatial page 2, G'G",
             r.BtB_error < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "G'G = I does not hold: B'B is %.2f I; G'q' needs a factor of 4 on the rotation.",
             r.BtB);
  paper_figure(options, "B'B = %.2f I", r.BtB);
  paper_find(options, page, "trinkle", "spatial page 5, |e|^2",
             r.equation < 1e-12 ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED,
             "The equation |e|^2 = 1 cannot be a row of the mixed LCP: W_E = G' (dTheta/dq)' "
             "is 0 (%.0e), no impulse acts on it.",
             r.equation);
  paper_figure(options, "W_E = %.0e", r.equation);
  paper_find(options, page, "trinkle", "spatial pages 2 and 5",
             r.rotation_difference < 1e-12 && r.frame_difference < 1e-12 ? RG_VERDICT_CONFIRMED
                                                                         : RG_VERDICT_NOT_CONFIRMED,
             "R(q) of page 2 and the world-frame inertia of page 5 agree with the library and "
             "with the body frame to %.0e.",
             fmax(r.rotation_difference, r.frame_difference));
  paper_figure(options, "agrees to %.0e", fmax(r.rotation_difference, r.frame_difference));
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "Stepped as written, 10 s of tumbling change |e| by %.1e and the energy by %.1e; "
                  "the exponential and the mean angular velocity "
                  "of the simulator keep both to %.0e and %.0e.",
                  r.norm[0], r.energy[0], r.norm[2], r.energy[2]);
  return RG_OK;
}
