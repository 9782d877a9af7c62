/* Pages 31-35 of the spatial part: a box on a floor with four vertices and n_f directions each,
   many boxes, and the size of the problem, 7 n_b + n_c (2 + n_f): six velocities and one equation
   |e| = 1 a body. */
#include "../claims.h"
#include "common.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846, G = 9.81, H = 0.01, MU = 0.5;

/* columns (d, r x d) of a unit impulse along d at r on a body; `sign` -1: on the lower one */
static void put_column(double *W, int columns, int body, int column, double sign, const double *r,
                       const double *d) {
  const double w[6] = {d[0],
                       d[1],
                       d[2],
                       r[1] * d[2] - r[2] * d[1],
                       r[2] * d[0] - r[0] * d[2],
                       r[0] * d[1] - r[1] * d[0]};
  for (int i = 0; i < 6; i++) W[(6 * body + i) * columns + column] = sign * w[i];
}

/* a stack of boxes with half sides 0.5 and J = diag(1, 2, 3): four vertices under each, n_f regular
   directions, the first along x; `equations` |e| = 1 as rows with W_E = 0 */
static notes_step *stack(int bodies, int directions, int equations) {
  static const double up[3] = {0, 0, 1};
  int nc = 4 * bodies;
  notes_step *s = notes_step_new(6 * bodies, equations ? bodies : 0, nc, directions);
  if (!s) return NULL;
  for (int b = 0; b < bodies; b++) {
    for (int i = 0; i < 6; i++)
      s->M[(6 * b + i) * 6 * bodies + 6 * b + i] = i < 3 ? 1 : page31_inertia[i - 3];
    s->p_ext[6 * b + 2] = -G * H;
    for (int k = 0; k < 4; k++) {
      double x = k & 1 ? 0.5 : -0.5, y = k & 2 ? 0.5 : -0.5;
      double below[3] = {x, y, -0.5}, above[3] = {x, y, 0.5};
      int c = 4 * b + k;
      s->mu[c] = MU;
      put_column(s->Wn, nc, b, c, 1, below, up);
      if (b) put_column(s->Wn, nc, b - 1, c, -1, above, up);
      for (int j = 0; j < directions; j++) {
        double angle = 2 * PI * j / directions, d[3] = {cos(angle), sin(angle), 0};
        put_column(s->Wf, nc * directions, b, c * directions + j, 1, below, d);
        if (b) put_column(s->Wf, nc * directions, b - 1, c * directions + j, -1, above, d);
      }
    }
  }
  return s;
}

/* --- one box ---------------------------------------------------------------------------------- */

static rg_status slide(int directions, double *v, double *sum, double *split) {
  notes_step *s = stack(1, directions, 0);
  if (!s) return RG_NO_MEMORY;
  s->v[0] = 1;
  rg_status status = notes_solve(s, NULL);
  *v = s->v_new[0];
  if (sum) {
    *sum = 0;
    for (int k = 0; k < 4; k++) *sum += s->p_n[k];
  }
  if (split) memcpy(split, s->p_n, 4 * sizeof *split);
  notes_step_free(s);
  return status;
}

/* page 31 as printed: p_ext has -m g in the place of -m g h */
static double printed_sum(void) {
  notes_step *s = stack(1, 4, 0);
  double sum = 0;
  if (!s) return HUGE_VAL;
  s->p_ext[2] = -G;
  notes_solve(s, NULL);
  for (int k = 0; k < 4; k++) sum += s->p_n[k];
  notes_step_free(s);
  return sum;
}

/* the 27 rows of page 35 with |e|^2 - 1 = theta */
static rg_status with_equation(double theta, int *rows) {
  notes_step *s = stack(1, 3, 1);
  if (!s) return RG_NO_MEMORY;
  s->v[0] = 1;
  s->theta[0] = theta / H;
  *rows = notes_mixed_size(s);
  rg_status status = notes_solve(s, NULL);
  notes_step_free(s);
  return status;
}

static const char *const box_scene =
    "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><default><geom friction='0.5 0 "
    "0'/></default><worldbody>"
    "<geom type='plane' size='0 0 1'/><body pos='0 0 0.5'><freejoint/>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 2 3'/><geom type='box' size='0.5 0.5 "
    "0.5'/></body></worldbody></mujoco>";

static rg_status simulated(rg_law law, double *v, double *split, rg_error *error) {
  notes_scene scene;
  const rg_step_contact *contact;
  rg_sim_options options = paper_sim_options();
  options.solve.law.law = law;
  options.solve.law.directions = 4;
  if (law != RG_LAW_CONE) options.solve.solver = "lemke";
  rg_status status = notes_scene_open(&scene, box_scene, &options, error);
  if (status != RG_OK) return status;
  scene.data->qvel[0] = 1;
  status = rg_step(scene.sim);
  *v = scene.data->qvel[0];
  int n = rg_sim_contacts(scene.sim, &contact);
  for (int k = 0; k < 4 && k < n && split; k++) split[k] = contact[k].impulse[0];
  notes_scene_close(&scene);
  return status;
}

/* what the first of four frictionless normal impulses can be: they carry the weight without a
   moment */
static rg_status share(trinkle_box_result *r) {
  const double A[12] = {1, 1, 1, 1, -1, 1, -1, 1, -1, -1, 1, 1}, b[3] = {G * H, 0, 0};
  double x[4];
  rg_status status = RG_OK;
  for (int k = 0; k < 2 && status == RG_OK; k++) {
    const double g[4] = {k ? 1 : -1, 0, 0, 0};
    status = notes_program(4, 3, 3, A, b, g, x);
    *(k ? &r->share_most : &r->share_least) = x[0];
  }
  return status;
}

/* --- sizes ------------------------------------------------------------------------------------ */

static double filled(int n, const double *A) {
  int count = 0;
  for (int i = 0; i < n * n; i++) count += fabs(A[i]) > 1e-14;
  return (double)count / ((double)n * n);
}

static rg_status fillings(const notes_step *s, double *mixed, double *reduced) {
  int n = notes_mixed_size(s), m = notes_reduced_size(s);
  double *A = malloc((size_t)n * (size_t)(n + 1) * sizeof *A);
  if (!A) return RG_NO_MEMORY;
  notes_mixed(s, A, A + n * n);
  *mixed = filled(n, A);
  rg_status status = notes_reduced(s, A, A + m * m);
  *reduced = filled(m, A);
  free(A);
  return status;
}

/* the same stack, pushed, through both problems and two solvers */
static rg_status one_stack(int k, int bodies, trinkle_box_result *r) {
  static const char *const solver[2] = {"lemke", "path"};
  notes_step *s = stack(bodies, 4, 0);
  if (!s) return RG_NO_MEMORY;
  for (int b = 0; b < bodies; b++) {
    s->v[6 * b] = 0.3 * (b + 1);
    s->v[6 * b + 1] = 0.1;
  }
  r->bodies[k] = bodies;
  r->mixed[k] = notes_mixed_size(s) + bodies; /* the notes count |e| = 1 */
  r->reduced[k] = notes_reduced_size(s);
  rg_status status = fillings(s, &r->mixed_filled[k], &r->reduced_filled[k]);
  for (int j = 0; j < 2; j++) {
    r->mixed_seconds[k][j] = r->reduced_seconds[k][j] = HUGE_VAL;
    for (int repeat = 0; repeat < 5; repeat++) { /* the best of five */
      r->stack_status[k][j] = notes_solve(s, solver[j]);
      r->mixed_seconds[k][j] = fmin(r->mixed_seconds[k][j], s->seconds);
      r->mixed_steps[k][j] = s->iterations;
      r->stack_status[k][2 + j] = notes_solve_reduced(s, solver[j]);
      r->reduced_seconds[k][j] = fmin(r->reduced_seconds[k][j], s->seconds);
      r->reduced_steps[k][j] = s->iterations;
    }
  }
  notes_step_free(s);
  return status;
}

rg_status trinkle_box(int quick, trinkle_box_result *r, rg_error *error) {
  static const int bodies[TRINKLE_STACKS] = {1, 2, 4, 8};
  memset(r, 0, sizeof *r);
  rg_status status = slide(3, &r->three, NULL, NULL);
  if (status == RG_OK) status = slide(4, &r->four, &r->normal_sum, r->split[0]);
  if (status == RG_OK) status = simulated(RG_LAW_CONE, &r->cone, r->split[1], error);
  if (status == RG_OK) status = simulated(RG_LAW_PYRAMID, &r->pyramid, NULL, error);
  if (status == RG_OK) status = share(r);
  if (status != RG_OK) return notes_fail(error, status, "the box: a step was not solved");
  r->normal_sum_printed = printed_sum();
  r->with_quaternion = with_equation(0, &r->mixed_rows);
  r->off_quaternion = with_equation(1e-4, &r->mixed_rows);
  r->reduced_rows = r->mixed_rows - 7;
  for (int k = 0; k < (quick ? 3 : TRINKLE_STACKS) && status == RG_OK; k++)
    status = one_stack(k, bodies[k], r);
  return status == RG_OK ? status : notes_fail(error, status, "out of memory");
}

static void stack_table(rg_page *page, const trinkle_box_result *r) {
  rg_page_table(page, "Stacks, n_f = 4: mixed problem and the LCP without v",
                "bodies|7 n_b + n_c (2 + n_f)|LCP|mixed, nonzero|LCP, nonzero|mixed, lemke "
                "[ms]|LCP, lemke [ms]|mixed, "
                "path [ms]|LCP, path [ms]|pivots of lemke, mixed|LCP");
  for (int k = 0; k < TRINKLE_STACKS && r->bodies[k]; k++)
    rg_page_row(page, "%d|%d|%d|%.1f %%|%.1f %%|%.2f%s|%.2f%s|%.2f%s|%.2f%s|%d|%d", r->bodies[k],
                r->mixed[k], r->reduced[k], 100 * r->mixed_filled[k], 100 * r->reduced_filled[k],
                1e3 * r->mixed_seconds[k][0], r->stack_status[k][0] ? " (not solved)" : "",
                1e3 * r->reduced_seconds[k][0], r->stack_status[k][2] ? " (not solved)" : "",
                1e3 * r->mixed_seconds[k][1], r->stack_status[k][1] ? " (not solved)" : "",
                1e3 * r->reduced_seconds[k][1], r->stack_status[k][3] ? " (not solved)" : "",
                r->mixed_steps[k][0], r->reduced_steps[k][0]);
}

rg_status trinkle_run_box(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_box_result r;
  rg_status status = trinkle_box(options->quick, &r, error);
  if (status != RG_OK) return status;
  rg_page_text(page, "Box of mass 1 and J = diag(1, 2, 3) with half sides 0.5 (not given in the "
                     "notes and without effect on v_x), "
                     "v_x = 1, mu = 0.5, h = 10 ms.");
  rg_page_table(page, "The box after one step", "friction|v_x|expected");
  rg_page_row(page, "3 directions, mixed LCP|%.6f|0.975475", r.three);
  rg_page_row(page, "4 directions, mixed LCP|%.6f|0.950950", r.four);
  rg_page_row(page, "4 directions along the slip, simulator|%.6f|0.950950", r.pyramid);
  rg_page_row(page, "exact cone, simulator|%.6f|1 - mu g h = 0.950950", r.cone);
  rg_page_table(page, "Normal impulses of the four vertices", "solution|1|2|3|4|sum");
  for (int k = 0; k < 2; k++) {
    const double *p = r.split[k];
    rg_page_row(page, "%s|%.5f|%.5f|%.5f|%.5f|%.5f",
                k ? "simulator (compliant split)" : "mixed LCP, lemke", p[0], p[1], p[2], p[3],
                p[0] + p[1] + p[2] + p[3]);
  }
  stack_table(page, &r);

  rg_page_finding(page,
                  r.mixed_rows == 27 && r.reduced_rows == 20 ? RG_VERDICT_CONFIRMED
                                                             : RG_VERDICT_NOT_CONFIRMED,
                  "Four vertices and three directions make 7 + 4 (2 + 3) = %d rows, %d without v "
                  "and the quaternion, as page 35 counts.",
                  r.mixed_rows, r.reduced_rows);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "Three directions, as page 31 draws them, halve the friction of a slip along one "
                  "of them: v_x = %.6f after the step, with "
                  "four directions and with the exact cone %.6f.",
                  r.three, r.cone);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "The normal impulses add to %.4f in every solution, but their split is open: "
                  "without friction one vertex can carry "
                  "anything from %.4f to %.4f.",
                  r.normal_sum, r.share_least, r.share_most);
  int right = fabs(r.normal_sum_printed - r.normal_sum) < 1e-6 * r.normal_sum;
  paper_note(options, "trinkle", "page 31", right ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "", "%.2f as printed, %.4f right", r.normal_sum_printed, r.normal_sum);
  paper_note(options, "trinkle", "page 35",
             r.mixed_rows == 27 && r.reduced_rows == 20 ? RG_VERDICT_CONFIRMED
                                                        : RG_VERDICT_NOT_CONFIRMED,
             "", "%d and %d rows", r.mixed_rows, r.reduced_rows);
  rg_page_finding(page, right ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "p_ext of page 31 has -m g in the place of -m g h: the normal impulses then add "
                  "to %.2f instead of %.4f.",
                  r.normal_sum_printed, r.normal_sum);
  paper_find(options, page, "trinkle", "page 31, quaternion",
             r.off_quaternion == RG_SOLVED ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The row of |e| = 1 among the 27 is empty: with |e| = 1 the solver says \"%s\", with "
             "|e|^2 = 1.0001 \"%s\".",
             rg_status_text(r.with_quaternion), rg_status_text(r.off_quaternion));
  paper_figure(options, "%s; |e|^2 = 1.0001: %s", rg_status_text(r.with_quaternion),
               rg_status_text(r.off_quaternion));
  int last = r.bodies[TRINKLE_STACKS - 1] ? TRINKLE_STACKS - 1 : TRINKLE_STACKS - 2;
  int denser =
      r.reduced_filled[0] > r.mixed_filled[0] && r.reduced_filled[last] > r.mixed_filled[last];
  rg_page_finding(page, denser ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "Eliminating the velocities makes the matrix denser, as page 35 says: %.0f %% "
                  "against %.0f %% for one box, %.0f %% against %.0f %% for %d.",
                  100 * r.reduced_filled[0], 100 * r.mixed_filled[0], 100 * r.reduced_filled[last],
                  100 * r.mixed_filled[last], r.bodies[last]);
  paper_note(options, "trinkle", "page 35, denser",
             denser ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "",
             "%.0f %% against %.0f %%", 100 * r.reduced_filled[last], 100 * r.mixed_filled[last]);
  rg_page_finding(page, RG_VERDICT_NOT_TESTED,
                  "That a sparse solver is slower on the reduced form: Lemke's method and PATH are "
                  "dense in both forms here (%.2f against %.2f ms and %.2f against %.2f ms for %d "
                  "boxes), which says nothing of a sparse one.",
                  1e3 * r.reduced_seconds[last][0], 1e3 * r.mixed_seconds[last][0],
                  1e3 * r.reduced_seconds[last][1], 1e3 * r.mixed_seconds[last][1], r.bodies[last]);
  paper_note(options, "trinkle", "page 35, sparse", RG_VERDICT_NOT_TESTED, "",
             "the LCP solvers here are dense");
  return RG_OK;
}
