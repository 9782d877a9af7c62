/* Page 24: with v and p_b eliminated and psi/h >= 0 a solution exists and Lemke's algorithm finds
   it. Page 11 of the spatial part: a disc that is larger than its gap, a block that is driven into
   a corner: none exists. */
#include "../claims.h"
#include "../common.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a planar body with random contacts and, now and then, an equality; psi from `least` upwards */
static notes_step *random_step(unsigned long long *seed, double least) {
  int nc = 1 + (int)(2 * (1 + notes_random(seed))), nb = notes_random(seed) > 0.3;
  notes_step *s = notes_step_new(3, nb, nc, 2);
  if (!s) return NULL;
  for (int i = 0; i < 3; i++) {
    s->M[4 * i] = 1.5 + notes_random(seed);
    s->v[i] = 2 * notes_random(seed);
    s->p_ext[i] = notes_random(seed);
    for (int k = 0; k < nb; k++) s->Wb[i * nb + k] = notes_random(seed);
  }
  for (int k = 0; k < nc; k++) {
    double angle = 3.2 * notes_random(seed), x = notes_random(seed), y = notes_random(seed);
    double n[2] = {cos(angle), sin(angle)}, t[2] = {-sin(angle), cos(angle)};
    double lever_n = x * n[1] - y * n[0], lever_t = x * t[1] - y * t[0];
    for (int i = 0; i < 3; i++) {
      s->Wn[i * nc + k] = i < 2 ? n[i] : lever_n;
      s->Wf[i * 2 * nc + 2 * k] = i < 2 ? t[i] : lever_t;
      s->Wf[i * 2 * nc + 2 * k + 1] = -s->Wf[i * 2 * nc + 2 * k];
    }
    s->mu[k] = 0.5 * (1 + notes_random(seed));
    s->psi[k] = least + 0.5 * (1 + notes_random(seed));
  }
  return s;
}

static rg_status try_random(int count, trinkle_existence_result *r) {
  unsigned long long seed = 2;
  double A[8 * 8], c[8];
  for (int i = 0; i < 2 * count; i++) {
    notes_step *s = random_step(&seed, i < count ? 0 : -0.9);
    if (!s) return RG_NO_MEMORY;
    rg_status status = notes_solve(s, "lemke");
    if (i < count) {
      r->random++;
      r->random_solved += status == RG_SOLVED;
    } else {
      r->overlap++;
      r->overlap_solved += status == RG_SOLVED;
      r->overlap_none += status == RG_NO_SOLUTION;
      r->overlap_ray += status != RG_SOLVED && status != RG_NO_SOLUTION;
      if (status != RG_SOLVED && s->contacts <= 2) {
        r->overlap_small++;
        r->overlap_small_none +=
            notes_reduced(s, A, c) == RG_OK && notes_enumerate(notes_reduced_size(s), A, c) == 0;
      }
    }
    notes_step_free(s);
  }
  return RG_OK;
}

/* a disc between two walls that face each other, psi_k/h + dpsi_k/dt given */
static rg_status between_walls(double psi, double closing, int *bases, char *reason) {
  notes_step *s = notes_step_new(2, 0, 2, 0);
  double A[4], c[2];
  if (!s) return RG_NO_MEMORY;
  s->Wn[0] = 1;
  s->Wn[1] = -1;
  s->psi[0] = psi;
  s->psi[1] = psi - closing;
  rg_status status = notes_solve(s, "lemke");
  if (reason) memcpy(reason, s->reason, sizeof s->reason);
  if (bases) *bases = notes_reduced(s, A, c) == RG_OK ? notes_enumerate(2, A, c) : -1;
  notes_step_free(s);
  return status;
}

/* an equality moves a block by 0.1 towards a wall that is 0.05 away (page 11s) */
static rg_status driven_block(int *psi_positive) {
  notes_step *s = notes_step_new(2, 1, 1, 0);
  if (!s) return RG_NO_MEMORY;
  s->Wb[0] = 1;
  s->theta[0] = -0.1; /* Theta/h + dTheta/dt: the block is to move by 0.1 */
  s->Wn[0] = -1;
  s->psi[0] = 0.05;
  *psi_positive = s->psi[0] >= 0;
  rg_status status = notes_solve(s, "lemke");
  notes_step_free(s);
  return status;
}

static const char *const squeezed =
    "<mujoco><option timestep='0.01' gravity='0 0 0'/><default><geom friction='0 0 "
    "0'/></default><worldbody>"
    "<geom type='box' pos='-1.1 0 0' size='0.5 1 1'/>"
    "<body name='disc'><joint type='slide' axis='1 0 0'/><geom type='sphere' size='0.6' "
    "mass='1'/></body>"
    "<body name='jaw'><joint name='jaw' type='slide' axis='1 0 0'/>"
    "<geom type='box' pos='1.1 0 0' size='0.5 1 1' mass='1'/></body></worldbody>"
    "<custom><numeric name='rigor.drive:jaw' data='-0.5'/></custom></mujoco>";

static const char *const oversized =
    "<mujoco><option timestep='0.01' gravity='0 0 0'/><default><geom friction='0 0 "
    "0'/></default><worldbody>"
    "<geom type='box' pos='-1 0 0' size='0.5 1 1'/><geom type='box' pos='1 0 0' size='0.5 1 1'/>"
    "<body name='disc'><joint type='slide' axis='1 0 0'/><geom type='sphere' size='0.6' "
    "mass='1'/></body>"
    "</worldbody></mujoco>";

static rg_status one_step(const char *xml, rg_stabilize rule, rg_status *step, char *reason,
                          double *overlap, rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.contacts = rule;
  options.dt = 0; /* the model's */
  rg_status status =
      notes_scene_open(&scene, xml, rule == RG_STABILIZE_NOTES ? &options : NULL, error);
  if (status != RG_OK) return status;
  for (int i = 0; i < scene.model->nv; i++)
    if (rg_sim_drive_limit(scene.sim)[i] > 0)
      scene.data->qvel[i] = rg_sim_drive_velocity(scene.sim)[i];
  *step = rg_step(scene.sim);
  if (reason) snprintf(reason, 256, "%s", rg_sim_report(scene.sim)->reason);
  if (overlap) *overlap = rg_sim_penetration(scene.sim);
  notes_scene_close(&scene);
  return RG_OK;
}

rg_status trinkle_existence(int quick, trinkle_existence_result *r, rg_error *error) {
  memset(r, 0, sizeof *r);
  rg_status status = try_random(quick ? 300 : 2000, r);
  if (status != RG_OK) return notes_fail(error, status, "out of memory");
  r->disc = between_walls(-0.1, 0, &r->disc_bases, r->disc_reason);
  r->squeeze = between_walls(0, 0.5, NULL, NULL);
  r->block = driven_block(&r->block_psi_positive);
  status = one_step(squeezed, RG_STABILIZE_TARGET, &r->sim_squeeze, r->sim_reason, NULL, error);
  if (status == RG_OK)
    status = one_step(oversized, RG_STABILIZE_TARGET, &r->sim_disc, NULL, &r->sim_overlap, error);
  if (status == RG_OK)
    status = one_step(oversized, RG_STABILIZE_NOTES, &r->sim_notes, NULL, NULL, error);
  return status;
}

static void draw_disc(rg_page *page) {
  static const double left_x[4] = {-0.9, -0.5, -0.5, -0.9}, right_x[4] = {0.9, 0.5, 0.5, 0.9};
  static const double y[4] = {-0.8, -0.8, 0.8, 0.8};
  rg_plot *plot =
      rg_plot_new("No solution: a disc of radius 0.6 in a gap of 1 (spatial page 11)", "x", "y");
  rg_plot_equal(plot);
  rg_plot_polygon(plot, 4, left_x, y, 1);
  rg_plot_polygon(plot, 4, right_x, y, 1);
  rg_plot_circle(plot, 0, 0, 0.6, 0);
  rg_page_plot(page, plot);
}

rg_status trinkle_run_existence(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_existence_result r;
  rg_status status = trinkle_existence(options->quick, &r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "What Lemke's algorithm ends with", "problem|psi/h >= 0|ends");
  rg_page_row(page, "%d random planar bodies, 1 to 4 contacts, friction, wires|yes|%d solved",
              r.random, r.random_solved);
  rg_page_row(page, "%d random ones with overlaps|no|%d solved, %d no solution, %d on a ray",
              r.overlap, r.overlap_solved, r.overlap_none, r.overlap_ray);
  rg_page_row(page, "disc of 0.6 in a gap of 1|no|%s", rg_status_text(r.disc));
  rg_page_row(page, "disc that fits, a wall closes|yes|%s", rg_status_text(r.squeeze));
  rg_page_row(page, "block driven past a wall|yes|%s", rg_status_text(r.block));
  draw_disc(page);
  paper_find(options, page, "trinkle", "page 24, existence",
             r.random_solved == r.random ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Where psi >= 0 and nothing moves by itself, Lemke's algorithm solves %d of %d "
             "random problems with friction.",
             r.random_solved, r.random);
  paper_figure(options, "%d of %d solved", r.random_solved, r.random);
  paper_find(options, page, "trinkle", "page 24, psi",
             r.block == RG_NO_SOLUTION && r.squeeze == RG_NO_SOLUTION ? RG_VERDICT_IN_PART
                                                                      : RG_VERDICT_CONFIRMED,
             "psi/h >= 0 alone is not enough: a wall that closes on a disc that fits, and a "
             "block that an equation "
             "drives past a wall, have psi >= 0 and no solution; psi/h + dpsi/dt must not be "
             "negative, with "
             "v at the velocity that the equations ask for.");
  paper_figure(options, "two with psi >= 0: %s, %s", rg_status_text(r.block),
               rg_status_text(r.squeeze));
  paper_find(options, page, "trinkle", "spatial page 11, disc",
             r.disc == RG_NO_SOLUTION && r.disc_bases == 0 ? RG_VERDICT_CONFIRMED
                                                           : RG_VERDICT_NOT_CONFIRMED,
             "The disc of spatial page 11 has no solution: none of the 4 bases solves its LCP (%d "
             "found), and Lemke's algorithm "
             "ends with proof (%s).",
             r.disc_bases, r.disc_reason);
  paper_figure(options, "%d of 4 bases, Lemke: %s", r.disc_bases, rg_status_text(r.disc));
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "With overlaps %d of %d random problems end without a solution; the %d of these "
                  "with one or two contacts were "
                  "checked choice by choice, and %d have none.",
                  r.overlap - r.overlap_solved, r.overlap, r.overlap_small, r.overlap_small_none);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "The simulator says of the closing jaw: %s; the disc with overlap it leaves as "
                  "it is (%s, %.2f m), because "
                  "an overlap at rest asks for no velocity.",
                  rg_status_text(r.sim_squeeze), rg_status_text(r.sim_disc), r.sim_overlap);
  paper_find(
      options, page, "trinkle", "spatial page 11, simulator",
      r.sim_notes == RG_NO_SOLUTION ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "Asked for the rule of the notes (--stabilize notes) the simulator says of that disc: %s.",
      rg_status_text(r.sim_notes));
  paper_figure(options, "%s", rg_status_text(r.sim_notes));
  return RG_OK;
}
