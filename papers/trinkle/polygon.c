/* Pages 6-9 of the spatial part: a polygon of n_d directions in the place of the circle,

       0 <= p_f  _|_  W_f' v + E s >= 0,    0 <= s  _|_  mu p_n - E'p_f >= 0

   One particle on a floor: which directions work, how much power they take against the circle, and
   what is not unique. */
#include "../claims.h"
#include "../common.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* a particle under the load p_n = 1 on the floor; friction along n regular directions, the first
   along x */
static notes_step *particle(int n, double mu) {
  notes_step *s = notes_step_new(3, 0, 1, n);
  if (!s) return NULL;
  s->Wn[2] = 1;
  s->mu[0] = mu;
  s->p_ext[2] = -1;
  for (int j = 0; j < n; j++) {
    s->Wf[j] = cos(2 * PI * j / n);
    s->Wf[n + j] = sin(2 * PI * j / n);
  }
  return s;
}

/* friction's power against the circle's, -p_t . v / (mu p_n |v|), for a slip at `angle` that the
   load hardly changes */
static rg_status power_ratio(notes_step *s, double angle, double *ratio) {
  s->v[0] = cos(angle);
  s->v[1] = sin(angle);
  rg_status status = notes_solve(s, NULL);
  const double *v = s->v_new;
  double power = 0;
  for (int i = 0; i < 2; i++) power += (s->v[i] - v[i]) * v[i];
  *ratio = power / (s->mu[0] * hypot(v[0], v[1]));
  return status;
}

static rg_status sweep_sides(trinkle_polygon_result *r) {
  static const int sides[TRINKLE_POLYGONS] = {3, 4, 5, 6, 7, 8, 12, 16};
  rg_status status = RG_OK;
  for (int k = 0; k < TRINKLE_POLYGONS && status == RG_OK; k++) {
    notes_step *s = particle(sides[k], 1e-6);
    if (!s) return RG_NO_MEMORY;
    r->sides[k] = sides[k];
    r->least[k] = 2;
    // every half degree: hits directions and bisectors of all these polygons but seven
    for (int i = 0; i < 720 && status == RG_OK; i++) {
      double ratio;
      status = power_ratio(s, PI * i / 360, &ratio);
      r->least[k] = fmin(r->least[k], ratio);
      r->most[k] = fmax(r->most[k], ratio);
    }
    if (status == RG_OK) status = power_ratio(s, PI, &r->forward[k]);
    if (status == RG_OK) status = power_ratio(s, 0, &r->backward[k]);
    notes_step_free(s);
  }
  return status;
}

/* page 9: five directions; how many work for a slip at each degree, and where two do, whether the
   velocity ties them */
static rg_status five_directions(trinkle_polygon_result *r) {
  notes_step *s = particle(5, 0.2);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  for (int i = 0; i < TRINKLE_ANGLES && status == RG_OK; i++) {
    double angle = 2 * PI * (i + 0.5) / TRINKLE_ANGLES, along[2] = {0, 0};
    int active = 0;
    s->v[0] = cos(angle);
    s->v[1] = sin(angle);
    status = notes_solve(s, NULL);
    for (int j = 0; j < 5; j++) {
      if (!(s->p_f[j] > 1e-9)) continue;
      if (active < 2) along[active] = s->Wf[j] * s->v_new[0] + s->Wf[5 + j] * s->v_new[1];
      active++;
    }
    r->one += active == 1;
    r->two += active == 2;
    r->more += active > 2;
    r->tied += active == 2 && fabs(along[0] - along[1]) < 1e-12;
    double after = atan2(s->v_new[1], s->v_new[0]) - angle;
    r->angle[i] = 180 / PI * angle;
    r->turned[i] = 180 / PI * (after < -PI ? after + 2 * PI : after);
  }
  notes_step_free(s);
  return status;
}

/* pages 6-7: what dissipates most is opposite to the slip, lambda_t = - mu lambda_n v_t / |v_t|; by the exact cone */
static rg_status most_power(trinkle_polygon_result *r) {
  static const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu[1] = {0.2};
  rg_status status = RG_OK;
  for (int i = 0; i < TRINKLE_ANGLES && status == RG_OK; i++) {
    double angle = 2 * PI * i / TRINKLE_ANGLES, c[3] = {-1, cos(angle), sin(angle)};
    rg_problem problem = rg_problem_default();
    rg_solver *s = NULL;
    problem.dim = 3, problem.contacts = 1;
    problem.A = rg_matrix_dense(3, 3, A), problem.c = c, problem.mu = mu;
    status = rg_solver_new(&s, &problem, NULL, NULL);
    if (status == RG_OK) status = rg_solver_solve(s);
    if (status == RG_OK) {
      const double *p = rg_solver_impulse(s), *u = rg_solver_velocity(s);
      double speed = hypot(u[1], u[2]), bound = mu[0] * p[0];
      r->opposite =
          fmax(r->opposite, hypot(p[1] + bound * u[1] / speed, p[2] + bound * u[2] / speed) /
                                fmax(bound, 1e-300));
    }
    rg_solver_free(s);
  }
  return status;
}

/* sticking with six directions: all p_f >= 0 with W_f p_f = -v and sum <= mu p_n solve the LCP,
   with the same velocity */
static rg_status sticking(trinkle_polygon_result *r) {
  enum { N = 6 };
  notes_step *s = particle(N, 1);
  if (!s) return RG_NO_MEMORY;
  s->v[0] = 0.3;
  rg_status status = notes_solve(s, NULL);
  r->stick_speed = hypot(s->v_new[0], s->v_new[1]);
  for (int k = 0; k < 2 && status == RG_OK; k++) {
    double A[3 * N], b[3] = {-s->v[0], -s->v[1], s->mu[0]}, g[N], x[N], sum = 0;
    for (int j = 0; j < N; j++) {
      A[j] = s->Wf[j];
      A[N + j] = s->Wf[N + j];
      A[2 * N + j] = 1;
      g[j] = k ? 1 : -1;
    }
    status = notes_program(N, 3, 2, A, b, g, x);
    for (int j = 0; j < N; j++) sum += x[j];
    *(k ? &r->stick_most : &r->stick_least) = sum;
  }
  notes_step_free(s);
  return status;
}

/* without load s is bounded from below only: 0 <= W_f' v + E s, mu p_n = 0 */
static rg_status loose(trinkle_polygon_result *r) {
  const double A[3] = {-1, -1, 1}, b[3] = {1, -1, 10}, g[1] = {1}; /* -s <= +-v, s <= 10; |v| = 1 */
  return notes_program(1, 3, 0, A, b, g, &r->loose_s);
}

rg_status trinkle_polygon(trinkle_polygon_result *r, rg_error *error) {
  memset(r, 0, sizeof *r);
  rg_status status = sweep_sides(r);
  if (status == RG_OK) status = five_directions(r);
  if (status == RG_OK) status = most_power(r);
  if (status == RG_OK) status = sticking(r);
  if (status == RG_OK) status = loose(r);
  return status == RG_OK ? status : notes_fail(error, status, "an LCP was not solved");
}

/* the polygon of page 9 with a slip whose friction is one corner, and one that ties two */
static void draw_polygon(rg_page *page) {
  double x[5], y[5];
  rg_plot *plot = rg_plot_new("Five directions: one corner, or a tie (page 9)", "x", "y");
  rg_plot_equal(plot);
  for (int j = 0; j < 5; j++) {
    x[j] = cos(2 * PI * j / 5);
    y[j] = sin(2 * PI * j / 5);
  }
  rg_plot_circle(plot, 0, 0, 1, 0);
  rg_plot_polygon(plot, 5, x, y, 1);
  for (int j = 0; j < 5; j++) rg_plot_arrow(plot, 0, 0, x[j], y[j]);
  rg_plot_arrow(plot, 0, 0, -1.25 * cos(0.1), -1.25 * sin(0.1));
  rg_plot_label(plot, -1.45, -0.25, "slip: d_1 alone");
  rg_plot_arrow(plot, 0, 0, -1.25 * cos(PI / 5), -1.25 * sin(PI / 5));
  rg_plot_label(plot, -1.45, -0.85, "slip: tie of d_1 and d_2");
  rg_plot_label(plot, 1.05, 0, "d_1");
  rg_plot_label(plot, x[1], y[1] + 0.08, "d_2");
  rg_page_plot(page, plot);
}

rg_status trinkle_run_polygon(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_polygon_result r;
  rg_status status = trinkle_polygon(&r, error);
  if (status != RG_OK) return status;
  double worst = 0, halved = 1;
  rg_page_table(page, "Power of the polygon against the circle, all slips",
                "directions|least|cos(pi/n)|greatest|slip against d_1|slip along d_1");
  for (int k = 0; k < TRINKLE_POLYGONS; k++) {
    double bound = cos(PI / r.sides[k]);
    rg_page_row(page, "%d|%.4f|%.4f|%.4f|%.4f|%.4f", r.sides[k], r.least[k], bound, r.most[k],
                r.forward[k], r.backward[k]);
    worst = fmax(worst, bound - r.least[k]);
    if (r.sides[k] == 3) halved = r.backward[k];
  }
  draw_polygon(page);
  rg_plot *plot =
      rg_plot_new("Five directions, mu p_n = 0.2, speed 1: the slip turns to the nearest tie",
                  "slip before [deg]", "turned by [deg]");
  rg_plot_series(plot, NULL, RG_SERIES_LINE, TRINKLE_ANGLES, r.angle, r.turned);
  rg_page_plot(page, plot);
  paper_find(options, page, "trinkle", "spatial page 9",
             r.more == 0 && r.two == r.tied ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "One direction works at %d of %d slips, the one that dissipates most; two work "
             "at %d, and there the velocity "
             "after the step ties them (%d of %d), as page 9 says.",
             r.one, TRINKLE_ANGLES, r.two, r.tied, r.two);
  paper_figure(options, "one at %d of %d slips, two at %d", r.one, TRINKLE_ANGLES, r.two);
  paper_find(options, page, "trinkle", "spatial page 7",
             worst < 1e-4 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "A polygon of n directions takes between cos(pi/n) and 1 of the circle's power.");
  paper_figure(options, "off by %.0e from cos(pi/n)", worst);
  paper_find(options, page, "trinkle", "spatial page 7, slip",
             r.opposite < 1e-6 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The friction that dissipates most, found by the exact cone at %d slips, is - mu "
             "lambda_n v_t / |v_t| to %.0e of mu lambda_n.",
             TRINKLE_ANGLES, r.opposite);
  paper_figure(options, "within %.0e at %d slips", r.opposite, TRINKLE_ANGLES);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "An odd number brakes to and fro unequally: with three directions a slip along "
                  "one of them meets %.2f of "
                  "the friction, the slip against it all of it.",
                  halved);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "Degenerate solutions: where it sticks, the sum of lambda_f is anything from %.2f to %.2f "
      "with speed %.0e; without "
      "load s is anything from |v| up (%.0f at the cut of 10); the velocity is unique in both.",
      r.stick_least, r.stick_most, r.stick_speed, r.loose_s);
  return RG_OK;
}
