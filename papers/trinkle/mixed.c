/* Pages 18-23: the mixed LCP of a particle in the plane with everything the notes add to it one by
   one, each against a closed form: a surface that moves along its normal, one that moves along its
   tangent, a wire, several contacts. */
#include "../claims.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, PI = 3.14159265358979323846;

/* --- surfaces that move ----------------------------------------------------------------------- */

typedef struct surface {
  double slope, normal_speed, tangent_speed, gap, mu;
} surface;

/* a contact of the step: normal turned by the slope, two directions of friction (pages 19-21) */
static void put_contact(notes_step *s, int k, double h, const surface *f) {
  double n[2] = {-sin(f->slope), cos(f->slope)}, t[2] = {cos(f->slope), sin(f->slope)};
  int nc = s->contacts, nf = 2 * nc;
  for (int i = 0; i < 2; i++) {
    s->Wn[i * nc + k] = n[i];
    s->Wf[i * nf + 2 * k] = t[i];
    s->Wf[i * nf + 2 * k + 1] = -t[i];
  }
  s->mu[k] = f->mu;
  s->psi[k] = f->gap / h - f->normal_speed;
  s->slide[2 * k] = -f->tangent_speed;
  s->slide[2 * k + 1] = f->tangent_speed;
}

/* a particle and one surface: normal and tangent do not couple, so the answer is known */
static void closed_form(const surface *f, double h, const double *v_free, double *v) {
  double n[2] = {-sin(f->slope), cos(f->slope)}, t[2] = {cos(f->slope), sin(f->slope)};
  double u_n = n[0] * v_free[0] + n[1] * v_free[1] - f->normal_speed + f->gap / h;
  double u_t = t[0] * v_free[0] + t[1] * v_free[1] - f->tangent_speed;
  double p_n = fmax(0, -u_n), p_t = fmax(-f->mu * p_n, fmin(f->mu * p_n, -u_t));
  for (int i = 0; i < 2; i++) v[i] = v_free[i] + n[i] * p_n + t[i] * p_t;
}

static rg_status try_surfaces(trinkle_mixed_result *r) {
  notes_step *s = notes_step_new(2, 0, 1, 2);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  unsigned long long seed = 1;
  double h = 0.1;
  for (r->surfaces = 0; r->surfaces < 200 && status == RG_OK; r->surfaces++) {
    surface f = {notes_random(&seed), notes_random(&seed), notes_random(&seed),
                 0.05 * (1 + notes_random(&seed)), 0.5 * (1 + notes_random(&seed))};
    double v_free[2], v[2];
    for (int i = 0; i < 2; i++) s->v[i] = 2 * notes_random(&seed);
    s->p_ext[1] = -G * h;
    v_free[0] = s->v[0];
    v_free[1] = s->v[1] - G * h;
    put_contact(s, 0, h, &f);
    status = notes_solve(s, NULL);
    closed_form(&f, h, v_free, v);
    for (int i = 0; i < 2; i++)
      r->surface_difference = fmax(r->surface_difference, fabs(v[i] - s->v_new[i]));
  }
  notes_step_free(s);
  return status;
}

/* page 21: a belt at 1 m/s carries a particle that is put on it; mu = 0.3, h = 10 ms */
static const char *const belt_scene =
    "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><worldbody>"
    "<geom name='belt' type='plane' size='0 0 1' friction='0.3 0 0'/>"
    "<body pos='0 0 0.1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
    "<geom type='sphere' size='0.1' mass='1' friction='0.3 0 0'/></body></worldbody>"
    "<custom><numeric name='rigor.surface:belt' data='1 0 0'/></custom></mujoco>";

static rg_status ride_belt(trinkle_mixed_result *r, rg_error *error) {
  notes_scene scene;
  notes_step *s = notes_step_new(2, 0, 1, 2);
  if (!s) return RG_NO_MEMORY;
  rg_status status = notes_scene_open(&scene, belt_scene, NULL, error);
  const surface belt = {0, 0, 1, 0, 0.3};
  put_contact(s, 0, 0.01, &belt);
  s->p_ext[1] = -G * 0.01;
  for (int i = 0; i < TRINKLE_BELT_STEPS && status == RG_OK; i++) {
    status = notes_solve(s, NULL);
    memcpy(s->v, s->v_new, 2 * sizeof(double));
    if (status == RG_OK) status = rg_step(scene.sim);
    r->belt_lcp[i] = s->v[0];
    r->belt_sim[i] = scene.data->qvel[0];
    double exact = fmin(1, 0.3 * G * 0.01 * (i + 1));
    r->belt_difference =
        fmax(r->belt_difference, fmax(fabs(r->belt_lcp[i] - exact), fabs(r->belt_sim[i] - exact)));
  }
  notes_scene_close(&scene);
  notes_step_free(s);
  return status;
}

/* --- a wire ----------------------------------------------------------------------------------- */

/* page 22: Theta = sin(a) x + cos(a) y, a straight wire that falls by the angle a */
static rg_status straight_wire(trinkle_mixed_result *r) {
  notes_step *s = notes_step_new(2, 1, 0, 0);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double slope = 0.5, h = 0.01;
  for (int i = 0; i < 100 && status == RG_OK; i++) {
    s->Wb[0] = sin(slope);
    s->Wb[1] = cos(slope);
    s->p_ext[1] = -G * h;
    status = notes_solve(s, NULL);
    memcpy(s->v, s->v_new, 2 * sizeof(double));
  }
  if (status == RG_OK) r->straight_wire = hypot(s->v[0], s->v[1]) - G * sin(slope);
  notes_step_free(s);
  return status;
}

/* a bead on the circle Theta = (|q|^2 - 1) / 2 from rest at (1, 0); `correct`: with the term
   Theta/h. Largest distance from the circle, and when it passes the lowest point */
static rg_status round_wire(double h, double end, int correct, double *drift, double *bottom) {
  notes_step *s = notes_step_new(2, 1, 0, 0);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double q[2] = {1, 0};
  *drift = *bottom = 0;
  for (long i = 0; i < lround(end / h) && status == RG_OK; i++) {
    double theta = (q[0] * q[0] + q[1] * q[1] - 1) / 2, before = q[0];
    memcpy(s->Wb, q, sizeof q);
    s->p_ext[1] = -G * h;
    s->theta[0] = correct ? theta / h : 0;
    status = notes_solve(s, NULL);
    memcpy(s->v, s->v_new, 2 * sizeof(double));
    for (int k = 0; k < 2; k++) q[k] += h * s->v[k];
    *drift = fmax(*drift, fabs(hypot(q[0], q[1]) - 1));
    if (!(*bottom > 0) && before > 0 && q[0] <= 0)
      *bottom = h * ((double)i + before / (before - q[0]));
  }
  notes_step_free(s);
  return status;
}

/* K(k) by the arithmetic-geometric mean: the time from the horizontal to the lowest point is
   K(sin 45 deg) / sqrt(g) */
static double quarter_swing(void) {
  double a = 1, b = sqrt(0.5);
  for (int i = 0; i < 10; i++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return PI / (2 * a) / sqrt(G);
}

/* all of page 22 at once: a wire at 45 degrees leads the particle to a floor with friction */
static rg_status wire_and_floor(trinkle_mixed_result *r) {
  notes_step *s = notes_step_new(2, 1, 1, 2);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double y = 0.2, h = 0.01;
  for (int i = 0; i < 60 && status == RG_OK; i++) {
    const surface floor_surface = {0, 0, 0, y, 0.4};
    put_contact(s, 0, h, &floor_surface);
    s->Wb[0] = s->Wb[1] = sqrt(0.5);
    s->p_ext[1] = -G * h;
    status = notes_solve(s, NULL);
    memcpy(s->v, s->v_new, 2 * sizeof(double));
    y += h * s->v[1];
  }
  if (status == RG_OK) r->wire_stop = hypot(s->v[0], s->v[1]) + fabs(y);
  notes_step_free(s);
  return status;
}

/* --- several contacts ------------------------------------------------------------------------- */

/* the same contacts as exact cones */
static rg_status by_cone(const notes_step *s, double *v) {
  enum { MOST = 3 };
  double G_rows[4 * MOST], f[2], target[MOST];
  rg_problem problem = rg_problem_default();
  rg_options options = rg_options_default();
  rg_solver *solver = NULL;
  int nc = s->contacts;
  for (int k = 0; k < nc; k++) {
    for (int i = 0; i < 2; i++) {
      G_rows[4 * k + i] = s->Wn[i * nc + k];
      G_rows[4 * k + 2 + i] = s->Wf[i * 2 * nc + 2 * k];
    }
    target[k] = -s->psi[k];
  }
  for (int i = 0; i < 2; i++) f[i] = s->v[i] + s->p_ext[i];
  double c[2 * MOST] = {0};
  problem.dim = 2;
  problem.contacts = nc;
  problem.M = rg_matrix_dense(2, 2, s->M);
  problem.G = rg_matrix_dense(2 * nc, 2, G_rows);
  problem.f = f;
  problem.c = c;
  problem.mu = s->mu;
  problem.target = target;
  options.law.law = RG_LAW_CONE;
  options.tol = 1e-11;
  rg_status status = rg_solver_new(&solver, &problem, &options, NULL);
  if (status == RG_OK) status = rg_solver_solve(solver);
  if (status == RG_OK) memcpy(v, rg_solver_motion(solver), 2 * sizeof *v);
  rg_solver_free(solver);
  return status;
}

/* page 23: two or three walls about a particle */
static rg_status try_corners(int count, trinkle_mixed_result *r) {
  unsigned long long seed = 11;
  for (int i = 0; i < count; i++) {
    int nc = 2 + i % 2;
    notes_step *s = notes_step_new(2, 0, nc, 2);
    if (!s) return RG_NO_MEMORY;
    for (int k = 0; k < nc; k++) {
      surface f = {1.4 * notes_random(&seed), 0, 0, 0.02 * (1 + notes_random(&seed)),
                   0.3 * (1 + notes_random(&seed))};
      put_contact(s, k, 0.1, &f);
    }
    s->v[0] = 3 * notes_random(&seed);
    s->v[1] = -3 * fabs(notes_random(&seed));
    s->p_ext[1] = -G * 0.1;
    double v[3][2] = {{0}}, apart = 0;
    int solved = notes_solve(s, NULL) == RG_SOLVED;
    memcpy(v[0], s->v_new, sizeof v[0]);
    solved &= notes_solve_reduced(s, NULL) == RG_SOLVED;
    memcpy(v[1], s->v_new, sizeof v[1]);
    solved &= by_cone(s, v[2]) == RG_SOLVED;
    for (int k = 1; k < 3; k++) apart = fmax(apart, hypot(v[k][0] - v[0][0], v[k][1] - v[0][1]));
    r->corners++;
    r->corners_solved += solved;
    r->corners_same += solved && apart < 1e-7;
    notes_step_free(s);
  }
  return RG_OK;
}

rg_status trinkle_mixed(int quick, trinkle_mixed_result *r, rg_error *error) {
  double none;
  memset(r, 0, sizeof *r);
  rg_status status = try_surfaces(r);
  if (status == RG_OK) status = ride_belt(r, error);
  if (status == RG_OK) status = straight_wire(r);
  if (status == RG_OK) status = round_wire(0.01, 2, 1, &r->wire_drift, &none);
  if (status == RG_OK) status = round_wire(0.01, 2, 0, &r->wire_drift_plain, &none);
  if (status == RG_OK) status = round_wire(quick ? 1e-3 : 1e-4, 0.7, 1, &none, &r->wire_bottom);
  if (status == RG_OK) status = wire_and_floor(r);
  if (status == RG_OK) status = try_corners(quick ? 100 : 500, r);
  r->wire_bottom_exact = quarter_swing();
  return status == RG_OK ? status : notes_fail(error, status, "a mixed LCP was not solved");
}

rg_status trinkle_run_mixed(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_mixed_result r;
  rg_status status = trinkle_mixed(options->quick, &r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "The variations of pages 18-23, particle in the plane",
                "variation|rows of the mixed LCP|compared with|difference");
  rg_page_row(page, "moving normal and tangent, %d cases|2 + 4|closed form|%.0e", r.surfaces,
              r.surface_difference);
  rg_page_row(page, "belt, 50 steps, LCP and simulator|2 + 4|min(1, mu g t)|%.0e",
              r.belt_difference);
  rg_page_row(page, "straight wire, 1 s|2 + 1|g sin(a) t|%.0e", fabs(r.straight_wire));
  rg_page_row(page, "round wire, time to the bottom|2 + 1|%.5f s|%.1e", r.wire_bottom_exact,
              fabs(r.wire_bottom - r.wire_bottom_exact));
  rg_page_row(page, "wire, floor and friction|2 + 1 + 4|rest on the floor|%.0e", r.wire_stop);
  rg_page_row(page, "2 and 3 contacts, %d corners|2 + 8, 2 + 12|reduced LCP, exact cone|%d differ",
              r.corners, r.corners - r.corners_same);

  double t[TRINKLE_BELT_STEPS];
  for (int i = 0; i < TRINKLE_BELT_STEPS; i++) t[i] = 0.01 * (i + 1);
  rg_plot *plot =
      rg_plot_new("A belt takes a particle along (page 21)", "time [s]", "velocity [m/s]");
  rg_plot_series(plot, "mixed LCP", RG_SERIES_LINE, TRINKLE_BELT_STEPS, t, r.belt_lcp);
  rg_plot_series(plot, "simulator", RG_SERIES_DASHED, TRINKLE_BELT_STEPS, t, r.belt_sim);
  rg_plot_mark_x(plot, 1 / (0.3 * G), "v / (mu g)");
  rg_page_plot(page, plot);

  paper_find(options, page, "trinkle", "page 18",
             r.surface_difference < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Surfaces that move along normal and tangent change the constant vector only, "
             "and %d random ones agree "
             "with the closed form to %.0e.",
             r.surfaces, r.surface_difference);
  paper_figure(options, "%d agree to %.0e", r.surfaces, r.surface_difference);
  paper_find(options, page, "trinkle", "page 20, belt",
             r.belt_difference < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The belt brings the particle to its speed in 34 steps of 10 ms (v / (mu g) = "
             "0.3398 s), the same in the mixed "
             "LCP and in the simulator to %.0e.",
             r.belt_difference);
  paper_figure(options, "at speed after 34 steps, to %.0e", r.belt_difference);
  paper_find(options, page, "trinkle", "page 22",
             r.wire_drift < 0.1 * r.wire_drift_plain ? RG_VERDICT_CONFIRMED
                                                     : RG_VERDICT_NOT_CONFIRMED,
             "The term Theta/h of page 22 holds a bead on a round wire: it strays %.4f m from "
             "a circle of 1 m in "
             "2 s, without the term %.3f m.",
             r.wire_drift, r.wire_drift_plain);
  paper_figure(options, "strays %.4f m, without %.3f m", r.wire_drift, r.wire_drift_plain);
  paper_find(options, page, "trinkle", "page 23",
             r.corners_solved == r.corners ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART,
             "The matrices of page 23 serve for several contacts: %d of %d corners with two "
             "or three frictional contacts "
             "are solved.",
             r.corners_solved, r.corners);
  paper_figure(options, "%d of %d solved", r.corners_solved, r.corners);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "Mixed LCP, reduced LCP and exact cone give the same velocity in %d of %d corners; where "
      "they do not, each "
      "answer has its certificate: friction with several contacts may have more than one solution.",
      r.corners_same, r.corners);
  return RG_OK;
}
