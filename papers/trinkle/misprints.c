/* What the notes print and cannot mean, each beside what they say on another page: the sign of gravity (page 6), the constant
   vector of page 22, the place of M^-1 (page 29), the sign of the gyroscopic term (page 31). */
#include "../claims.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

static const double SAME = 1e-9;

/* the particle of page 7, m = h = g = 1, a step from psi = 1 with v = -4 */
static rg_status first_impulse(double gravity, double psi, double *impulse) {
  notes_step *s = notes_step_new(1, 0, 1, 0);
  if (!s) return RG_NO_MEMORY;
  s->Wn[0] = 1;
  s->v[0] = -4;
  s->p_ext[0] = gravity;
  s->psi[0] = psi;
  rg_status status = notes_solve(s, NULL);
  *impulse = s->p_n[0];
  notes_step_free(s);
  return status;
}

/* the part of page 29 with M = diag(2, 2, 1) and a velocity: W' M^-1 (v + p_ext) as printed, W' (v + M^-1 p_ext) as page 19
   has it; normal impulses */
static rg_status seat_part(int printed, double impulse[3]) {
  static const double mass[3] = {2, 2, 1}, v[3] = {-1, -2, 0.5};
  notes_step *s = notes_step_new(3, 0, 3, 0);
  if (!s) return RG_NO_MEMORY;
  memcpy(s->Wn, page29_W, sizeof page29_W);
  for (int i = 0; i < 3; i++) {
    s->M[4 * i] = mass[i];
    s->v[i] = printed ? v[i] / mass[i] : v[i];
    s->p_ext[i] = -1;
    s->psi[i] = 0.1;
  }
  rg_status status = notes_solve(s, NULL);
  memcpy(impulse, s->p_n, 3 * sizeof *impulse);
  notes_step_free(s);
  return status;
}

/* J omega in the world */
static void world_momentum(const double *e, const double *omega, double *L) {
  double w = e[0], x = e[1], y = e[2], z = e[3], b[3];
  const double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                       2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                       2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  for (int i = 0; i < 3; i++) b[i] = page31_inertia[i] * omega[i];
  for (int i = 0; i < 3; i++) L[i] = R[3 * i] * b[0] + R[3 * i + 1] * b[1] + R[3 * i + 2] * b[2];
}

/* a free body by the mixed LCP of page 22 with p_ext = sign h (omega x J omega), 1 s: how far the direction of its angular
   momentum wanders, rad, which nothing turns */
static rg_status tumble(double sign, double *wander) {
  enum { STEPS = 1000 };
  static const double h = 1.0 / STEPS;
  notes_step *s = notes_step_new(6, 0, 0, 0);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double e[4] = {1, 0, 0, 0}, omega[3] = {0.1, 2, 0.3}, first[3], L[3];
  world_momentum(e, omega, first);
  *wander = 0;
  for (int i = 0; i < 3 && s; i++) s->M[7 * (i + 3)] = page31_inertia[i];
  for (int step = 0; step < STEPS && status == RG_OK; step++) {
    double b[3], B[4][3], length = 0, along = 0, sizes[2] = {0, 0};
    for (int i = 0; i < 3; i++) b[i] = page31_inertia[i] * omega[i];
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      s->v[3 + i] = omega[i];
      s->p_ext[3 + i] = sign * h * (omega[j] * b[k] - omega[k] * b[j]);
    }
    status = notes_solve(s, NULL);
    memcpy(omega, s->v_new + 3, sizeof omega);
    notes_rates(page2s_right_B, e, B);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 3; j++) e[i] += h * B[i][j] * omega[j];
    for (int i = 0; i < 4; i++) length += e[i] * e[i];
    for (int i = 0; i < 4; i++) e[i] /= sqrt(length);
    world_momentum(e, omega, L);
    for (int i = 0; i < 3; i++) {
      along += L[i] * first[i];
      sizes[0] += L[i] * L[i], sizes[1] += first[i] * first[i];
    }
    *wander = fmax(*wander, acos(fmin(1, along / sqrt(sizes[0] * sizes[1]))));
  }
  notes_step_free(s);
  return status;
}

rg_status trinkle_misprints(trinkle_misprints_result *r, rg_error *error) {
  memset(r, 0, sizeof *r);
  rg_status status = first_impulse(1, 1, &r->gravity_printed);
  if (status == RG_OK) status = first_impulse(-1, 1, &r->gravity);
  if (status == RG_OK) status = first_impulse(-1, 0, &r->vector_printed);
  if (status == RG_OK) status = seat_part(1, r->seat_printed);
  if (status == RG_OK) status = seat_part(0, r->seat);
  if (status == RG_OK) status = tumble(1, &r->wander_printed);
  if (status == RG_OK) status = tumble(-1, &r->wander);
  return status == RG_OK ? status : notes_fail(error, status, "a step was not solved");
}

rg_status trinkle_run_misprints(const paper_options *options, rg_page *page, rg_error *error) {
  /* rad: explicit Euler's own error at 1 ms is far below, the wrong sign's far above */
  static const double STRAIGHT = 0.05;
  trinkle_misprints_result r;
  rg_status status = trinkle_misprints(&r, error);
  if (status != RG_OK) return status;
  rg_verdict yes = RG_VERDICT_CONFIRMED, no = RG_VERDICT_NOT_CONFIRMED;
  paper_find(options, page, "trinkle", "page 6", fabs(r.gravity_printed - 4) < SAME ? yes : no,
             "With + g, as page 6 prints it, the first impulse of page 8 is %g in the place of 4; "
             "with the - g of page 7 it is %g.",
             r.gravity_printed, r.gravity);
  paper_figure(options, "%g; with - g %g", r.gravity_printed, r.gravity);
  paper_find(options, page, "trinkle", "page 22, vector",
             fabs(r.vector_printed - r.gravity) < SAME ? yes : no,
             "Without psi/h, which the constant vector of page 22 lacks and that of page 20 has, "
             "the particle is stopped in the air: the first impulse is %g in the place of %g.",
             r.vector_printed, r.gravity);
  paper_figure(options, "%g in the place of %g", r.vector_printed, r.gravity);
  double off = 0;
  for (int i = 0; i < 3; i++) off = fmax(off, fabs(r.seat_printed[i] - r.seat[i]));
  paper_find(options, page, "trinkle", "page 29, v", off < SAME ? yes : no,
             "W' M^-1 (v + p_ext) of page 29 in the place of W' (v + M^-1 p_ext) gives impulses "
             "(%.2f, %.2f, %.2f) in the place of (%.2f, %.2f, %.2f) for M = diag(2, 2, 1) and a "
             "part that moves; the page goes on with v = 0, where both are the same.",
             r.seat_printed[0], r.seat_printed[1], r.seat_printed[2], r.seat[0], r.seat[1],
             r.seat[2]);
  paper_figure(options, "impulses off by up to %.2f where v is not 0", off);
  paper_find(options, page, "trinkle", "page 31, gyroscopic",
             r.wander_printed < STRAIGHT ? yes : no,
             "With p_ext = + h (omega x J omega) of page 31 the angular momentum of a free body "
             "turns by %.2f rad in 1 s; with the - of page 5 by %.4f rad.",
             r.wander_printed, r.wander);
  paper_figure(options, "J omega turns by %.2f rad; with - %.4f", r.wander_printed, r.wander);
  return RG_OK;
}
