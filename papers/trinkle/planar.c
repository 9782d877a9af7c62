/* Pages 27-28: planar rigid bodies, v = (x, y, rotation). A contact at r from the centre of mass
   has the columns

       W_n: (n, (r x n)_z),   W_f: (t, (r x t)_z), -(t, (r x t)_z)

   and, where it joins two bodies, the opposite directions on the other one. */
#include "../claims.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81, H = 0.01;

/* contact k pushes body `body` at r along n (unit); tangent is n turned by -90 degrees */
static void put_side(notes_step *s, int k, int body, const double *r, const double *n) {
  double t[2] = {n[1], -n[0]};
  int nc = s->contacts, nf = 2 * nc, row = 3 * body;
  double wn[3] = {n[0], n[1], r[0] * n[1] - r[1] * n[0]};
  double wt[3] = {t[0], t[1], r[0] * t[1] - r[1] * t[0]};
  for (int i = 0; i < 3; i++) {
    s->Wn[(row + i) * nc + k] = wn[i];
    s->Wf[(row + i) * nf + 2 * k] = wt[i];
    s->Wf[(row + i) * nf + 2 * k + 1] = -wt[i];
  }
}

/* --- one block -------------------------------------------------------------------------------- */

/* joints x, z, and a rotation from x to z; half sides 0.5 and 0.25 */
static const char *const block_scene =
    "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><default><geom friction='0.5 0 "
    "0'/></default><worldbody>"
    "<geom type='plane' size='0 0 1'/><body><joint type='slide' axis='1 0 0'/><joint type='slide' "
    "axis='0 0 1'/>"
    "<joint type='hinge' axis='0 -1 0'/><inertial pos='0 0 0' mass='2' diaginertia='1 0.3 1'/>"
    "<geom type='box' size='0.5 0.2 0.25'/></body></worldbody></mujoco>";

/* the block at height z, turned by `angle`: its two lower corners are the contacts of page 27 */
static notes_step *block_step(double z, double angle, const double *v) {
  notes_step *s = notes_step_new(3, 0, 2, 2);
  static const double up[2] = {0, 1};
  if (!s) return NULL;
  s->M[0] = s->M[4] = 2;
  s->M[8] = 0.3;
  memcpy(s->v, v, 3 * sizeof *v);
  s->p_ext[1] = -2 * G * H;
  for (int k = 0; k < 2; k++) {
    double x = k ? 0.5 : -0.5, y = -0.25;
    double r[2] = {cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y};
    put_side(s, k, 0, r, up);
    s->mu[k] = 0.5;
    s->psi[k] = (z + r[1]) / H;
  }
  return s;
}

/* W_n and W_f of a step against n'J and t'J of the library at the contact points */
static double jacobian_difference(notes_scene *scene, const notes_step *s) {
  double worst = 0;
  rg_kinematics(scene->model, scene->data);
  for (int k = 0; k < 2; k++) {
    double linear[9];
    double r[2] = {s->Wf[2 * 4 + 2 * k],
                   s->Wn[2 * 2 + k]}; /* r x t = -(r_y) for t = x, r x n = r_x */
    double point[3] = {scene->data->qpos[0] + r[1], 0, scene->data->qpos[1] - r[0]};
    rg_jacobian(scene->model, scene->data, 1, point, linear, NULL);
    for (int i = 0; i < 3; i++) {
      worst = fmax(worst, fabs(linear[6 + i] - s->Wn[i * 2 + k]));
      worst = fmax(worst, fabs(linear[i] - s->Wf[i * 4 + 2 * k]));
    }
  }
  return worst;
}

static rg_status block(double z, double angle, const double *v, double *by_notes, double *by_sim,
                       trinkle_planar_result *r, rg_error *error) {
  notes_scene scene;
  notes_step *s = block_step(z, angle, v);
  if (!s) return RG_NO_MEMORY;
  rg_status status = notes_scene_open(&scene, block_scene, NULL, error);
  if (status == RG_OK) {
    const double q[3] = {0, z, angle};
    memcpy(scene.data->qpos, q, sizeof q);
    memcpy(scene.data->qvel, v, 3 * sizeof *v);
    r->jacobian_difference = fmax(r->jacobian_difference, jacobian_difference(&scene, s));
    status = notes_solve(s, NULL);
    if (status == RG_OK) status = rg_step(scene.sim);
    memcpy(by_notes, s->v_new, 3 * sizeof *v);
    memcpy(by_sim, scene.data->qvel, 3 * sizeof *v);
    memcpy(r->Wn_one, s->Wn, sizeof r->Wn_one);
    memcpy(r->Wf_one, s->Wf, sizeof r->Wf_one);
    for (int i = 0; i < 3; i++)
      r->one_difference = fmax(r->one_difference, fabs(by_notes[i] - by_sim[i]));
    notes_scene_close(&scene);
  }
  notes_step_free(s);
  return status;
}

/* --- three bodies ----------------------------------------------------------------------------- */

/* a plate, a stool with two feet on it, a ball that falls on the stool; no gravity */
#define PLANAR_JOINTS                                                                              \
  "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/><joint type='hinge' "       \
  "axis='0 -1 0'/>"
static const char *const three_scene =
    "<mujoco><option timestep='0.01' gravity='0 0 0'/><default><geom friction='0.3 0 "
    "0'/></default><worldbody>"
    "<body name='B1'>" PLANAR_JOINTS "<inertial pos='0 0 0' mass='2' diaginertia='1 0.7 1'/>"
    "<geom type='box' size='1 1 0.1'/></body>"
    "<body name='B2' pos='0 0 0.35'>" PLANAR_JOINTS
    "<inertial pos='0 0 0' mass='1' diaginertia='1 0.2 1'/>"
    "<geom type='sphere' pos='-0.4 0 -0.2' size='0.05'/><geom type='sphere' pos='0.4 0 -0.2' "
    "size='0.05'/>"
    "<geom type='box' size='0.5 0.5 0.05'/></body>"
    "<body name='B3' pos='0.2 0 0.5'>" PLANAR_JOINTS
    "<inertial pos='0 0 0' mass='0.5' diaginertia='1 0.01 1'/>"
    "<geom type='sphere' size='0.1'/></body></worldbody></mujoco>";
static const double three_start[9] = {0, 0, 0, 0, 0, 0, 0.3, -1, 2};

/* page 28: contacts 1 and 2 between B1 and B2, contact 3 between B2 and B3 */
static notes_step *three_step(void) {
  static const double up[2] = {0, 1}, down[2] = {0, -1};
  static const double on1[2][2] = {{-0.4, 0.1}, {0.4, 0.1}},
                      on2[2][2] = {{-0.4, -0.25}, {0.4, -0.25}};
  static const double top2[2] = {0.2, 0.05}, on3[2] = {0, -0.1};
  static const double mass[9] = {2, 2, 0.7, 1, 1, 0.2, 0.5, 0.5, 0.01};
  notes_step *s = notes_step_new(9, 0, 3, 2);
  if (!s) return NULL;
  for (int i = 0; i < 9; i++) s->M[10 * i] = mass[i];
  for (int k = 0; k < 2; k++) {
    put_side(s, k, 0, on1[k], down);
    put_side(s, k, 1, on2[k], up);
  }
  put_side(s, 2, 1, top2, down);
  put_side(s, 2, 2, on3, up);
  for (int k = 0; k < 3; k++) s->mu[k] = 0.3;
  memcpy(s->v, three_start, sizeof three_start);
  return s;
}

static rg_status three_bodies(trinkle_planar_result *r, rg_error *error) {
  notes_scene scene;
  notes_step *s = three_step();
  if (!s) return RG_NO_MEMORY;
  rg_status status = notes_scene_open(&scene, three_scene, NULL, error);
  if (status == RG_OK) {
    memcpy(scene.data->qvel, three_start, sizeof three_start);
    status = notes_solve(s, NULL);
    if (status == RG_OK) status = rg_step(scene.sim);
    memcpy(r->three_notes, s->v_new, sizeof r->three_notes);
    memcpy(r->three_sim, scene.data->qvel, sizeof r->three_sim);
    memcpy(r->Wn_three, s->Wn, sizeof r->Wn_three);
    for (int i = 0; i < 9; i++)
      r->three_difference = fmax(r->three_difference, fabs(r->three_notes[i] - r->three_sim[i]));
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 2; i++)
        r->reaction = fmax(
            r->reaction, fabs(s->Wn[i * 3 + k] + s->Wn[(3 + i) * 3 + k] + s->Wn[(6 + i) * 3 + k]));
    notes_scene_close(&scene);
  }
  notes_step_free(s);
  return status;
}

rg_status trinkle_planar(trinkle_planar_result *r, rg_error *error) {
  static const double sliding[3] = {1, 0, 0}, falling[3] = {0.5, -1, 0.4};
  const double angle = 0.3, rest = 0.5 * sin(angle) + 0.25 * cos(angle);
  memset(r, 0, sizeof *r);
  rg_status status = block(rest, angle, falling, r->tilted_notes, r->tilted_sim, r, error);
  if (status == RG_OK) status = block(0.25, 0, sliding, r->flat_notes, r->flat_sim, r, error);
  if (status == RG_OK) status = three_bodies(r, error);
  return status;
}

static void matrix_table(rg_page *page, const char *caption, const char *columns,
                         const char *const *row, int rows, int n, const double *W) {
  rg_page_table(page, caption, columns);
  for (int i = 0; i < rows; i++) {
    char line[256];
    int at = snprintf(line, sizeof line, "%s", row[i]);
    for (int j = 0; j < n; j++)
      at += snprintf(line + at, sizeof line - (size_t)at, "|%g", notes_clean(W[i * n + j]));
    rg_page_row(page, "%s", line);
  }
}

static void draw_three(rg_page *page) {
  static const double px[4] = {-1, 1, 1, -1}, py[4] = {-0.1, -0.1, 0.1, 0.1};
  static const double sx[4] = {-0.5, 0.5, 0.5, -0.5}, sy[4] = {0.3, 0.3, 0.4, 0.4};
  rg_plot *plot = rg_plot_new("Three bodies, three contacts (page 28)", "x", "y");
  rg_plot_equal(plot);
  rg_plot_polygon(plot, 4, px, py, 1);
  rg_plot_polygon(plot, 4, sx, sy, 1);
  rg_plot_circle(plot, -0.4, 0.15, 0.05, 1);
  rg_plot_circle(plot, 0.4, 0.15, 0.05, 1);
  rg_plot_circle(plot, 0.2, 0.5, 0.1, 1);
  rg_plot_arrow(plot, 0.2, 0.5, 0.06, -0.2);
  rg_plot_label(plot, -0.9, 0, "B1");
  rg_plot_label(plot, -0.3, 0.35, "B2");
  rg_plot_label(plot, 0.32, 0.55, "B3");
  rg_page_plot(page, plot);
}

rg_status trinkle_run_planar(const paper_options *options, rg_page *page, rg_error *error) {
  static const char *const one[3] = {"x", "y", "rotation"};
  static const char *const three[9] = {"B1 x",        "B1 y", "B1 rotation", "B2 x",       "B2 y",
                                       "B2 rotation", "B3 x", "B3 y",        "B3 rotation"};
  trinkle_planar_result r;
  rg_status status = trinkle_planar(&r, error);
  if (status != RG_OK) return status;
  matrix_table(page, "W_n of a block on the floor (page 27)", "row|contact 1|contact 2", one, 3, 2,
               r.Wn_one);
  matrix_table(page, "W_f of the same", "row|t_1|-t_1|t_2|-t_2", one, 3, 4, r.Wf_one);
  matrix_table(page, "W_n of three bodies (page 28)", "row|contact 1|contact 2|contact 3", three, 9,
               3, r.Wn_three);
  draw_three(page);
  rg_page_table(page, "Velocity after one step of 10 ms", "row|mixed LCP|simulator");
  for (int i = 0; i < 3; i++)
    rg_page_row(page, "sliding block %s|%.9f|%.9f", one[i], notes_clean(r.flat_notes[i]),
                notes_clean(r.flat_sim[i]));
  for (int i = 0; i < 3; i++)
    rg_page_row(page, "tilted block %s|%.9f|%.9f", one[i], r.tilted_notes[i], r.tilted_sim[i]);
  for (int i = 0; i < 9; i++)
    rg_page_row(page, "%s|%.9f|%.9f", three[i], r.three_notes[i], r.three_sim[i]);
  paper_find(
      options, page, "trinkle", "page 27",
      r.one_difference < 1e-8 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "The matrices of page 27 are the transposed Jacobians of the library to %.0e, and a block "
      "that slides or "
      "hits with a corner gets the same velocity from the mixed LCP and the simulator to %.0e.",
      r.jacobian_difference, r.one_difference);
  paper_figure(options, "Jacobians to %.0e, velocities to %.0e", r.jacobian_difference,
               r.one_difference);
  paper_find(options, page, "trinkle", "page 28",
             r.three_difference < 1e-8 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The block pattern of page 28 with three bodies and three contacts gives the "
             "simulator's velocities to %.0e; "
             "the forces of each contact add to %g over the bodies.",
             r.three_difference, r.reaction);
  paper_figure(options, "velocities to %.0e", r.three_difference);
  return RG_OK;
}
