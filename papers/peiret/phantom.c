/* "The phantom inertia introduced in the friction model has not shown any significant effect on
   either the dynamics or the performance" (Peiret et al. 2017, page 7): the sliding cube with the
   new model for rho from 1e-8 to 100 kg. */
#include "../claims.h"
#include "peiret.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const solvers[2] = {"lemke", "judice-pires"};

/* spread of the paths over rho, in two solvers; and what it costs */
typedef struct spread {
  double farthest[2]; /* from the path with rho = 1 kg, over all solved rho */
  long least[2], most[2];
  double lowest[2], highest[2]; /* smallest and largest rho without an unsolved step */
  double tried[2];              /* smallest and largest rho of all */
} spread;

static void note(spread *s, int k, double rho, double off, const peiret_run *run) {
  s->tried[0] = fmin(s->tried[0], rho);
  s->tried[1] = fmax(s->tried[1], rho);
  if (run->unsolved) return;
  if (rho < s->lowest[k]) s->lowest[k] = rho;
  if (rho > s->highest[k]) s->highest[k] = rho;
  if (off > s->farthest[k]) s->farthest[k] = off;
  if (run->iterations < s->least[k]) s->least[k] = run->iterations;
  if (run->iterations > s->most[k]) s->most[k] = run->iterations;
}

static rg_status sweep(const paper_options *options, rg_page *page, double dt, peiret_run *run,
                       spread *s, rg_error *error) {
  peiret_variant variant = {.law = RG_LAW_NONSINGULAR, .solver = solvers[0]};
  peiret_run *base = &run[1];
  rg_status status = peiret_slide(options, &variant, dt, 0.8, base, error);
  int first = options->quick ? 0 : 2, by = options->quick ? 4 : 1;
  for (int power = first; !status && power >= -8; power -= by) {
    char cell[2][80];
    variant.phantom = pow(10, power);
    for (int k = 0; !status && k < 2; k++) {
      variant.solver = solvers[k];
      status = peiret_slide(options, &variant, dt, 0.8, run, error);
      double off = peiret_distance(run, base);
      note(s, k, variant.phantom, off, run);
      snprintf(cell[k], sizeof cell[k], "%.4f, %.4f|%.1e|%ld|%d", run->x[run->steps],
               run->y[run->steps], off, run->iterations, run->unsolved);
    }
    if (!status) rg_page_row(page, "%g|1e%d|%s|%s", dt * 1e3, power, cell[0], cell[1]);
  }
  return status;
}

static void judge(const paper_options *options, rg_page *page, const spread *s) {
  double off = 0;
  for (int k = 0; k < 4; k++) off = fmax(off, s[k / 2].farthest[k % 2]);
  paper_find(options, page, "peiret", "page 7, motion",
             off < 1e-6 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Phantom inertia has no effect on the motion: wherever every step is solved, the "
             "path moves by at most %.1e m between rho = %.0e and %.0e kg.",
             off, fmin(s[0].tried[0], s[1].tried[0]), fmax(s[0].tried[1], s[1].tried[1]));
  paper_figure(options, "moves by %.1e m at most", off);
  int all = s[1].lowest[1] <= s[1].tried[0] && s[1].highest[1] >= s[1].tried[1];
  paper_find(options, page, "peiret", "page 7, performance",
             all ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART,
             "Nor on the performance: Lemke needs %ld to %ld pivots at 1 ms whatever rho is; "
             "Judice-Pires solves every step for rho from %.0e to %.0e kg at 1 ms and from "
             "%.0e to %.0e kg at 10 ms, of %.0e to %.0e kg tried: far below it meets singular "
             "blocks, far above it cycles.",
             s[1].least[0], s[1].most[0], s[1].lowest[1], s[1].highest[1], s[0].lowest[1],
             s[0].highest[1], s[1].tried[0], s[1].tried[1]);
  paper_figure(options, "solved from %.0e to %.0e kg at 1 ms", s[1].lowest[1], s[1].highest[1]);
}

/* Eq. 35 with a random velocity before the step, by Lemke's method: the smaller of w_up and w_lo over the larger, at worst */
static rg_status both_positive(double rho, int trial, double *worst, int *solved) {
  enum { FREE = 6, TANGENTS = 2, PAIRS = 2 };
  peiret_matrix m;
  peiret_lead_matrix(PEIRET_FORM_NEW, 4, PAIRS, rho, 1e-3, 0, &m);
  double c[PEIRET_MOST_ROWS] = {0}, lower[PEIRET_MOST_ROWS], upper[PEIRET_MOST_ROWS];
  int each = TANGENTS + 1 + 2 * PAIRS;
  for (int i = 0; i < m.n; i++) {
    int in = i < FREE ? 0 : (i - FREE) % each; /* lambda_t, lambda_n, w_up, w_lo of a contact */
    lower[i] = i < FREE || in < TANGENTS ? -HUGE_VAL : 0, upper[i] = HUGE_VAL;
    /* - (M v + h f_a): slides, turns, falls by a step of gravity */
    if (i < FREE) c[i] = -(i < 3 ? 1 : 1.0 / 6) * 5 * sin(1 + 7.0 * trial + i * (i + 2.0));
    if (i == 2) c[i] = 9.81e-3;
  }
  rg_problem p = rg_problem_default();
  rg_options o = rg_options_default();
  rg_solver *s = NULL;
  p.kind = RG_KIND_MLCP, p.rows = m.n, p.A = rg_matrix_dense(m.n, m.n, m.value);
  p.c = c, p.lower = lower, p.upper = upper;
  o.solver = "lemke";
  rg_status status = rg_solver_new(&s, &p, &o, NULL);
  if (!status && rg_solver_solve(s) == RG_SOLVED) {
    const double *z = rg_solver_impulse(s);
    ++*solved;
    for (int k = FREE; k < m.n; k += each)
      for (int j = 0; j < PAIRS; j++) {
        double up = z[k + TANGENTS + 1 + j], lo = z[k + TANGENTS + 1 + PAIRS + j];
        if (fmax(up, lo) > 0) *worst = fmax(*worst, fmin(up, lo) / fmax(up, lo));
      }
  }
  rg_solver_free(s);
  return status;
}

/* "a solution where both parameters are positive is not possible, no matter how big rho is" (page 3) */
static rg_status judge_both(const paper_options *options, rg_page *page) {
  int solved = 0, tried = 0, trials = options->quick ? 5 : 40;
  double worst = 0;
  rg_status status = RG_OK;
  for (int power = -6; power <= 6 && !status; power += 2)
    for (int k = 0; k < trials && !status; k++, tried++)
      status = both_positive(pow(10, power), k, &worst, &solved);
  paper_find(options, page, "peiret", "page 3, both",
             solved == tried && worst < 1e-6 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "In %d of %d solutions of Eq. 35 for random motions and rho from 1e-6 to 1e6 kg no "
             "direction has both its velocity parameters: the smaller is at most %.0e of the "
             "larger.",
             solved, tried, worst);
  paper_figure(options, "at most %.0e of the larger, %d of %d solved", worst, solved, tried);
  return status;
}

rg_status peiret_phantom(const paper_options *options, rg_page *page, rg_error *error) {
  static const double dts[] = {1e-2, 1e-3};
  spread s[2];
  peiret_run *run = malloc(2 * sizeof *run);
  rg_status status = run ? RG_OK : RG_NO_MEMORY;
  rg_page_table(page, "End point of the cube over the phantom inertia (new model, Eq. 34)",
                "dt [ms]|rho [kg]|end, Lemke [m]|off path [m]|pivots|unsolved|end, Judice-Pires "
                "[m]|off path [m]|steps|unsolved");
  for (int k = 0; !status && k < 2; k++) {
    s[k] = (spread){.least = {LONG_MAX, LONG_MAX}, .lowest = {HUGE_VAL, HUGE_VAL}};
    s[k].tried[0] = HUGE_VAL;
    status = sweep(options, page, dts[k], run, &s[k], error);
  }
  free(run);
  if (!status) judge(options, page, s);
  if (!status) status = judge_both(options, page);
  return status;
}
