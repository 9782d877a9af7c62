/* The page of `rigor solve --html`: the certificate, how the solver came there, and every contact's impulse in its cone. */
#include "solve.h"

#include <rigor/report.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int MOST_ROWS = 500; /* of the table of contacts */

static void put_problem(rg_page *page, const rg_problem *p, const rg_report *report) {
  static const char *const kinds[] = {"A contact problem", "An LCP", "An MLCP"};
  char law[64];
  rg_page_text(page, "%s in %s form with %d unknowns: %d contacts, %d scalar rows.", kinds[p->kind],
               form_text(p), rg_problem_size(p), p->contacts, p->rows);
  rg_page_text(page, "Solver %s, law %s: %s after %d iterations and %.3g s. %s", report->solver,
               law_text(&report->law, law, sizeof law), rg_status_text(report->status),
               report->iterations, report->seconds, report->reason);
}

/* one line of the table; `at` < 0: nowhere */
static void put_measure(rg_page *page, const char *name, double value, const char *where, int at) {
  if (at < 0) rg_page_row(page, "%s|%.3e|", name, value);
  else rg_page_row(page, "%s|%.3e|%s %d", name, value, where, at);
}

/* the same for places that count rows first */
static void put_place(rg_page *page, const rg_problem *p, const char *name, double value, int at) {
  int row = at < p->rows;
  put_measure(page, name, value, row ? "row" : "contact", row ? at : at - p->rows);
}

static void put_certificate(rg_page *page, const rg_problem *p, const rg_certificate *c) {
  rg_page_table(page, "Certificate: recomputed from the problem and the impulses",
                "measure|worst|where");
  put_place(page, p, "residual, in any units", c->residual, c->residual_at);
  put_place(page, p, "natural map", c->natural_map, c->natural_map_at);
  put_measure(page, "natural map relative to \\|c\\|", c->natural_map_relative, "", -1);
  if (p->contacts > 0) {
    put_measure(page, "penetration velocity", c->penetration, "contact", c->penetration_at);
    put_measure(page, "outside the friction cone", c->cone, "contact", c->cone_at);
    put_measure(page, "complementarity", c->complementarity, "contact", c->complementarity_at);
    put_measure(page, "friction against slip, rad", c->slip_angle, "contact", c->slip_angle_at);
  }
  if (p->rows > 0) put_measure(page, "scalar rows", c->bilateral, "row", c->bilateral_at);
}

static int put_convergence(rg_page *page, const rg_report *report) {
  int n = report->trace_length;
  if (!report->trace || n < 1) return 1;
  double *iteration = malloc((size_t)n * sizeof *iteration);
  if (!iteration) return 0;
  for (int i = 0; i < n; i++) iteration[i] = i + 1;
  rg_plot *plot = rg_plot_new("Residual after each iteration", "iteration", "residual");
  rg_plot_log(plot, 0, 1);
  rg_plot_series(plot, NULL, RG_SERIES_LINE_POINTS, n, iteration, report->trace);
  rg_page_plot(page, plot);
  free(iteration);
  return 1;
}

/* friction as a part of its bound: inside the circle it sticks, on it it slips */
static int put_cones(rg_page *page, const rg_problem *p, const double *impulse) {
  double *x = malloc(((size_t)p->contacts + 1) * 2 * sizeof *x), *y = x + p->contacts + 1;
  int n = 0;
  if (!x) return 0;
  for (int i = 0; i < p->contacts; i++) {
    const double *r = impulse + p->rows + p->dim * i;
    double bound = p->mu[i] * r[0];
    if (!(bound > 0)) continue;
    x[n] = r[1] / bound;
    y[n++] = p->dim > 2 ? r[2] / bound : 0;
  }
  if (n > 0) {
    rg_plot *plot = rg_plot_new("Friction impulses as parts of mu times the normal impulse",
                                "first tangent", "second tangent");
    rg_plot_equal(plot);
    rg_plot_range(plot, -1.25, 1.25, -1.25, 1.25);
    rg_plot_circle(plot, 0, 0, 1, 1);
    rg_plot_series(plot, NULL, RG_SERIES_POINTS, n, x, y);
    rg_page_plot(page, plot);
  }
  free(x);
  return 1;
}

static void put_contacts(rg_page *page, const rg_problem *p, const solve_answer *answer) {
  rg_page_table(page, "Contacts",
                "contact|mu|normal impulse|friction impulse|normal velocity|slip");
  for (int i = 0; i < p->contacts && i < MOST_ROWS; i++) {
    const double *r = answer->impulse + p->rows + p->dim * i;
    const double *u = answer->velocity + p->rows + p->dim * i;
    double friction = p->dim > 2 ? hypot(r[1], r[2]) : fabs(r[1]);
    double slip = p->dim > 2 ? hypot(u[1], u[2]) : fabs(u[1]);
    rg_page_row(page, "%d|%.4g|%.6g|%.6g|%.6g|%.6g", i, p->mu[i], r[0], friction, u[0], slip);
  }
  if (p->contacts > MOST_ROWS)
    rg_page_text(page, "And %d more; --json --impulses prints all.", p->contacts - MOST_ROWS);
}

rg_status write_solve_page(solve_request *request, const solve_answer *answer) {
  const rg_problem *p = answer->problem;
  const char *slash = strrchr(request->path, '/');
  rg_page *page = rg_page_new(slash ? slash + 1 : request->path);
  put_problem(page, p, answer->report);
  put_certificate(page, p, &answer->report->certificate);
  int complete = page && put_convergence(page, answer->report);
  if (complete && p->contacts > 0 && answer->impulse && answer->velocity) {
    complete = put_cones(page, p, answer->impulse);
    put_contacts(page, p, answer);
  }
  rg_status status = complete ? rg_page_write_html(page, request->html, &request->error)
                              : refuse_option(&request->error, "--html", "no memory is left");
  rg_page_free(page);
  return status;
}
