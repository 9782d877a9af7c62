/* Pages 29-30: the impulses that bring a part into contact at all three points, exactly and as
   printed, with gaps that are known and with gaps that are not. */
#include "../claims.h"
#include "../common.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <rigor/seating.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* largest rho_n after the impulse p: 0 where the part is seated */
static double opening(int contacts, const double *W, const double *gap, double h, const double *p) {
  notes_step *s = notes_step_new(contacts, 0, contacts, 0);
  double open = 0;
  if (!s) return HUGE_VAL;
  memcpy(s->Wn, W, (size_t)(contacts * contacts) * sizeof *W);
  memcpy(s->p_ext, p, (size_t)contacts * sizeof *p);
  for (int k = 0; k < contacts; k++) s->psi[k] = gap[k] / h;
  if (notes_solve(s, NULL) != RG_SOLVED) open = HUGE_VAL;
  for (int k = 0; k < contacts; k++) {
    double rho = gap[k] / h;
    for (int i = 0; i < contacts; i++) rho += W[i * contacts + k] * s->v_new[i];
    open = fmax(open, rho);
  }
  notes_step_free(s);
  return open;
}

static rg_status polytope(rg_seating **s, const double *low, const double *high, rg_error *error) {
  rg_seating_input in = {
      .dofs = 3, .contacts = 3, .W = page29_W, .gap_low = low, .gap_high = high, .h = 1};
  return rg_seating_new(s, &in, error);
}

/* --- known gaps ------------------------------------------------------------------------------- */

static rg_status known_gaps(int trials, trinkle_seating_result *r, rg_error *error) {
  static const double gap[3] = {1, 1, 1}, corner[3] = {-1, -1, -1};
  const double *normal, *offset;
  unsigned long long seed = 9;
  rg_seating *s;
  rg_status status = polytope(&s, gap, NULL, error);
  if (status != RG_OK) return status;
  rg_seating_halfspaces(s, &normal, &offset);
  memcpy(r->normal, normal, sizeof r->normal);
  memcpy(r->offset, offset, sizeof r->offset);

  // page 30: p <= (-psi_1, -psi_2, psi_2 - psi_3)
  r->printed[0] = -gap[0];
  r->printed[1] = -gap[1];
  r->printed[2] = gap[1] - gap[2];
  for (r->trials = 0; r->trials < trials; r->trials++) {
    double p[3];
    for (int i = 0; i < 3; i++) p[i] = r->printed[i] - 1.5 * (1 + notes_random(&seed));
    double open = opening(3, page29_W, gap, 1, p), slack = rg_seating_slack(s, p);
    r->printed_fails += !(open < 1e-9);
    r->agree += (open < 1e-9) == (slack >= 0) || fabs(slack) < 1e-9;
  }
  r->open_printed = opening(3, page29_W, gap, 1, corner);
  rg_seating_free(s);
  return RG_OK;
}

/* --- unknown gaps ----------------------------------------------------------------------------- */

/* worst opening over the eight corners of the box of gaps */
static double worst_opening(const double *low, const double *high, const double *p) {
  double worst = 0;
  for (unsigned corner = 0; corner < 8; corner++) {
    double gap[3];
    for (int i = 0; i < 3; i++) gap[i] = corner >> i & 1u ? high[i] : low[i];
    worst = fmax(worst, opening(3, page29_W, gap, 1, p));
  }
  return worst;
}

static rg_status unknown_gaps(int trials, trinkle_seating_result *r, rg_error *error) {
  static const double low[3] = {0.8, 0.8, 0.8}, high[3] = {1.2, 1.2, 1.2};
  const double *offset;
  unsigned long long seed = 8;
  rg_seating *s;
  rg_status status = polytope(&s, low, high, error);
  if (status != RG_OK) return status;
  rg_seating_halfspaces(s, NULL, &offset);
  memcpy(r->robust, offset, sizeof r->robust);

  // impulses of each polytope near its apex: offset - slack, with p_z first, then p_y
  for (r->robust_trials = 0; r->robust_trials < trials; r->robust_trials++) {
    for (int k = 0; k < 2; k++) {
      const double *d = k ? r->offset : r->robust;
      double p[3], slack[3];
      for (int i = 0; i < 3; i++) slack[i] = 0.25 * (1 + notes_random(&seed));
      p[0] = d[0] - slack[0];
      p[2] = d[2] - slack[2];
      p[1] = d[1] - slack[1] + p[2];
      *(k ? &r->known_fails : &r->robust_fails) += !(worst_opening(low, high, p) < 1e-9);
    }
  }
  rg_seating_free(s);
  return RG_OK;
}

/* --- the simulator ---------------------------------------------------------------------------- */

/* the part of page 29: unit mass and inertia, three small balls with normals x, y, y and levers 0,
   0, 1 */
static const char *const fixture =
    "<mujoco><option timestep='1' gravity='0 0 0'/><default><geom friction='0 0 "
    "0'/></default><worldbody>"
    "<geom type='plane' size='0 0 1' pos='-1.6 0 0' quat='0.7071067811865476 0 0.7071067811865476 "
    "0' contype='1' "
    "conaffinity='0'/>"
    "<geom type='plane' size='0 0 1' pos='0 0 -1.6' contype='2' conaffinity='0'/>"
    "<body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' "
    "axis='0 -1 0'/>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
    "<geom type='sphere' size='0.1' pos='-0.5 0 0' contype='0' conaffinity='1'/>"
    "<geom type='sphere' size='0.1' pos='0 0 -0.5' contype='0' conaffinity='2'/>"
    "<geom type='sphere' size='0.1' pos='1 0 -0.5' contype='0' conaffinity='2'/>"
    "</body></worldbody></mujoco>";

static rg_status simulated(const double *p, double *open, rg_error *error) {
  notes_scene scene;
  const rg_step_contact *contact;
  rg_status status = notes_scene_open(&scene, fixture, NULL, error);
  if (status != RG_OK) return status;
  memcpy(scene.data->qvel, p, 3 * sizeof *p); /* M = I: the impulse as a velocity at the start */
  status = rg_step(scene.sim);
  int n = rg_sim_contacts(scene.sim, &contact);
  *open = n == 3 ? 0 : HUGE_VAL;
  for (int k = 0; k < n; k++) *open = fmax(*open, contact[k].velocity[0] - contact[k].target);
  notes_scene_close(&scene);
  return status;
}

/* page 29: W_n^-1 and det W_n as printed */
static rg_status matrix_of_page_29(trinkle_seating_result *r) {
  double W[9], X[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memcpy(W, page29_W, sizeof W);
  r->determinant = W[0] * (W[4] * W[8] - W[5] * W[7]) - W[1] * (W[3] * W[8] - W[5] * W[6]) +
                   W[2] * (W[3] * W[7] - W[4] * W[6]);
  rg_status status = notes_linear(3, 3, W, X);
  for (int i = 0; i < 9; i++) r->inverse_off = fmax(r->inverse_off, fabs(X[i] - page29_inverse[i]));
  return status;
}

/* page 30: p_x and p_y are negative where the part is seated, p_z where psi_3 > psi_2, else at most psi_2 - psi_3 */
static void random_seats(int trials, trinkle_seating_result *r) {
  unsigned long long seed = 10;
  for (int k = 0; k < trials; k++) {
    double gap[3], p[3];
    for (int i = 0; i < 3; i++) gap[i] = 1.01 + notes_random(&seed);
    for (int i = 0; i < 3; i++) p[i] = -1 + 3 * notes_random(&seed);
    if (!(opening(3, page29_W, gap, 1, p) < 1e-9)) continue;
    int z = gap[2] > gap[1] ? p[2] < 0 : p[2] <= gap[1] - gap[2] + 1e-9;
    r->seated++;
    r->signs += p[0] < 0 && p[1] < 0 && z;
  }
}

/* page 30: a point in a corner, W = M = I */
static rg_status point_in_corner(trinkle_seating_result *r, rg_error *error) {
  static const double W[4] = {1, 0, 0, 1}, gap[2] = {0.3, 0.5};
  rg_seating_input in = {.dofs = 2, .contacts = 2, .W = W, .gap_low = gap, .h = 0.1};
  const double *offset;
  rg_seating *s;
  rg_status status = rg_seating_new(&s, &in, error);
  if (status != RG_OK) return status;
  rg_seating_halfspaces(s, NULL, &offset);
  memcpy(r->corner_offset, offset, sizeof r->corner_offset);
  rg_seating_free(s);
  return status;
}

rg_status trinkle_seating(int quick, trinkle_seating_result *r, rg_error *error) {
  static const double outside[3] = {-1, -1, -1}, inside[3] = {-1.5, -2.5, -0.5};
  memset(r, 0, sizeof *r);
  rg_status status = known_gaps(quick ? 300 : 3000, r, error);
  if (status == RG_OK) status = unknown_gaps(quick ? 50 : 300, r, error);
  if (status == RG_OK) status = simulated(outside, &r->open_sim, error);
  if (status == RG_OK) status = simulated(inside, &r->open_sim_inside, error);
  if (status == RG_OK) status = point_in_corner(r, error);
  if (status == RG_OK) status = matrix_of_page_29(r);
  random_seats(quick ? 1000 : 10000, r);
  return status;
}

/* --- page ------------------------------------------------------------------------------------- */

/* the fixture and the part as on page 29 */
static void draw_fixture(rg_page *page) {
  static const double wall_x[4] = {-1.9, -1.6, -1.6, -1.9}, wall_y[4] = {-1.9, -1.9, 0.8, 0.8};
  static const double floor_x[4] = {-1.6, 1.6, 1.6, -1.6}, floor_y[4] = {-1.9, -1.9, -1.6, -1.6};
  static const double part_x[4] = {-0.6, 1.2, 1.2, -0.6}, part_y[4] = {-0.6, -0.6, 0.5, 0.5};
  rg_plot *plot = rg_plot_new("A part and its three fixture points (page 29)", "x", "y");
  rg_plot_equal(plot);
  rg_plot_polygon(plot, 4, wall_x, wall_y, 1);
  rg_plot_polygon(plot, 4, floor_x, floor_y, 1);
  rg_plot_polygon(plot, 4, part_x, part_y, 0);
  rg_plot_arrow(plot, -1.6, 0, 0.6, 0);
  rg_plot_arrow(plot, 0, -1.6, 0, 0.6);
  rg_plot_arrow(plot, 1, -1.6, 0, 0.6);
  rg_plot_label(plot, -1.3, 0.12, "1");
  rg_plot_label(plot, 0.08, -1.3, "2");
  rg_plot_label(plot, 1.08, -1.3, "3");
  rg_page_plot(page, plot);
}

/* the plane p_x = -2: exact and printed region, and the one for uncertain gaps */
static void draw_slice(rg_page *page, const trinkle_seating_result *r, rg_seating *known,
                       rg_seating *robust) {
  static const int axis[2] = {1, 2};
  static const double at[3] = {-2, 0, 0}, window[4] = {-4, 0.5, -3, 0.5};
  rg_seating *set[2] = {known, robust};
  rg_plot *plot =
      rg_plot_new("Impulses that seat the part, any plane p_x < -1.2 (page 30)", "p_y", "p_z");
  for (int k = 0; k < 2; k++) {
    double corner[32], x[16], y[16];
    int n = rg_seating_slice2(set[k], axis, at, window, corner, 16);
    for (int i = 0; i < n; i++) {
      x[i] = corner[2 * i];
      y[i] = corner[2 * i + 1];
    }
    if (n) rg_plot_polygon(plot, n, x, y, 1);
  }
  double printed_x[3] = {-4, r->printed[1], r->printed[1]},
         printed_y[3] = {r->printed[2], r->printed[2], -3};
  rg_plot_series(plot, "printed bound", RG_SERIES_DASHED, 3, printed_x, printed_y);
  const double left_open[1] = {-1}, left_open_z[1] = {-1};
  rg_plot_series(plot, "(-1, -1, -1) leaves contact 2 open", RG_SERIES_POINTS, 1, left_open,
                 left_open_z);
  rg_plot_label(plot, -3.6, -0.2, "known gaps");
  rg_plot_label(plot, -3.6, -0.9, "gaps +- 20 %");
  rg_page_plot(page, plot);
}

/* the polytope in space, seen from the side: x and y drawn aslant, z upwards */
static void draw_polytope(rg_page *page, rg_seating *s) {
  static const int axis[3] = {0, 1, 2};
  static const double window[6] = {-3, 0, -4, 0, -3, 0.5};
  rg_plot *plot =
      rg_plot_new("The polytope within a window (page 30)", "p_y - 0.5 p_x", "p_z + 0.35 p_x");
  for (int side = 0; side < 3 + 6; side++) {
    double corner[48], x[16], y[16];
    int n = rg_seating_face3(s, axis, NULL, window, side, corner, 16);
    for (int i = 0; i < n; i++) {
      x[i] = corner[3 * i + 1] - 0.5 * corner[3 * i];
      y[i] = corner[3 * i + 2] + 0.35 * corner[3 * i];
    }
    if (n) rg_plot_polygon(plot, n, x, y, side < 3);
  }
  rg_page_plot(page, plot);
}

static rg_status draw(rg_page *page, const trinkle_seating_result *r, rg_error *error) {
  static const double gap[3] = {1, 1, 1}, low[3] = {0.8, 0.8, 0.8}, high[3] = {1.2, 1.2, 1.2};
  rg_seating *known = NULL, *robust = NULL;
  rg_status status = polytope(&known, gap, NULL, error);
  if (status == RG_OK) status = polytope(&robust, low, high, error);
  if (status == RG_OK) {
    draw_fixture(page);
    draw_slice(page, r, known, robust);
    draw_polytope(page, known);
  }
  rg_seating_free(known);
  rg_seating_free(robust);
  return status;
}

rg_status trinkle_run_seating(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_seating_result r;
  rg_status status = trinkle_seating(options->quick, &r, error);
  if (status != RG_OK) return status;
  static const char *const printed[3] = {"p_x <= -psi_1", "p_y <= -psi_2", "p_z <= psi_2 - psi_3"};
  rg_page_table(page, "Impulses that seat the part, psi = (1, 1, 1)",
                "contact|printed|its bound|p_x|p_y|p_z|<=|with gaps of 1 +- 0.2");
  for (int k = 0; k < 3; k++)
    rg_page_row(page, "%d|%s|%g|%g|%g|%g|%g|%g", k + 1, printed[k], r.printed[k],
                notes_clean(r.normal[3 * k]), notes_clean(r.normal[3 * k + 1]),
                notes_clean(r.normal[3 * k + 2]), notes_clean(r.offset[k]), r.robust[k]);
  status = draw(page, &r, error);
  paper_find(options, page, "trinkle", "page 30",
             r.printed_fails ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED,
             "The bound printed on page 30 is necessary and not sufficient: %d of %d random "
             "impulses within it (%.0f %%; in "
             "the limit the half in which p_z falls below its bound by more than p_y) leave a "
             "contact open, (-1, -1, -1) "
             "by %.2g in the LCP and %.2g in the simulator.",
             r.printed_fails, r.trials, 100.0 * r.printed_fails / r.trials, r.open_printed,
             r.open_sim);
  paper_figure(options, "%d of %d within it do not seat", r.printed_fails, r.trials);
  paper_find(options, page, "trinkle", "page 30, polytope",
             r.agree == r.trials ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The inequality before it is a polytope as the notes say, p_x <= -psi_1, p_y - "
             "p_z <= psi_3 - 2 psi_2, p_z <= "
             "psi_2 - psi_3, and judges %d of %d impulses as the LCP does.",
             r.agree, r.trials);
  paper_figure(options, "%d of %d judged alike", r.agree, r.trials);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "What if psi is not known accurately: for gaps of 1 +- 0.2 the polytope shrinks to offsets "
      "%g, %g, %g, and %d of %d "
      "impulses from it fail for some gaps, against %d of %d from the one for gaps of 1.",
      r.robust[0], r.robust[1], r.robust[2], r.robust_fails, r.robust_trials, r.known_fails,
      r.robust_trials);
  int corner = fabs(r.corner_offset[0] + 3) < 1e-9 && fabs(r.corner_offset[1] + 5) < 1e-9;
  paper_find(options, page, "trinkle", "page 29",
             corner ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "For a point in a corner the bound of page 30 is exact: p <= -psi/h = (%g, %g).",
             r.corner_offset[0], r.corner_offset[1]);
  paper_figure(options, "(%g, %g)", r.corner_offset[0], r.corner_offset[1]);
  paper_find(options, page, "trinkle", "page 29, W",
             paper_verdict((r.inverse_off < 1e-12) + (fabs(r.determinant - 1) < 1e-12), 2),
             "W_n^-1 is what page 29 prints, to %.0e, and det W_n is %g.", r.inverse_off,
             r.determinant);
  paper_figure(options, "det %g, inverse to %.0e", r.determinant, r.inverse_off);
  paper_find(options, page, "trinkle", "page 30, signs",
             r.seated > 0 && r.signs == r.seated ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Of random impulses and gaps %d seat the part, and %d of these have p_x < 0, p_y < 0, "
             "and p_z < 0 where psi_3 > psi_2, else at most psi_2 - psi_3, as page 30 says.",
             r.seated, r.signs);
  paper_figure(options, "%d of %d that seat the part", r.signs, r.seated);
  return status;
}
