/* Sec. 3.3.2 (Mylapilli & Jain 2017): the penalized Fischer-Burmeister function, Eq. 8, weights the
   plain one (lambda = 1) with a penalty; for a well chosen lambda it takes considerably fewer
   iterations, they say. All contact problems of a part of the pendulum's motion, of a sliding cube
   and of a chain on 12 feet, solved anew for each lambda. */
#include "chain.h"
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "pendulum.h"

#include <math.h>

enum { LAMBDAS = 12, SOLVERS = 2, SCENES = 3 };

static const double LAMBDA[LAMBDAS] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};
static const char *const SOLVER[SOLVERS] = {"pfb-rlm", "pfb-plm"};

typedef struct problem_source {
  const char *title, *model, *key; /* model NULL: a chain of 50 links on 12 feet */
  int steps, quick_steps;
} problem_source;

static const problem_source SOURCE[SCENES] = {{"pendulum", PENDULUM_MODEL, PENDULUM_KEY, 4000, 800},
                                              {"sliding cube", "acc_cube.xml", "spin", 600, 60},
                                              {"chain on 12 feet", NULL, NULL, 100, 4}};

typedef struct count {
  long solves, failed, iterations;
} count;

typedef struct counts {
  count by[SOLVERS][LAMBDAS];
} counts;

static rg_status solve_all(const rg_problem *problem, counts *all) {
  for (int s = 0; s < SOLVERS; s++)
    for (int k = 0; k < LAMBDAS; k++) {
      rg_options o = rg_options_default();
      rg_solver *solver;
      o.solver = SOLVER[s];
      o.law.law = RG_LAW_PYRAMID;
      o.law.directions = 4;
      rg_options_set(&o, "lambda", LAMBDA[k], NULL);
      rg_options_set(&o, "as_printed", 1, NULL);
      o.max_iterations = 500;
      rg_problem cold = *problem;
      cold.guess = NULL;
      rg_status status = rg_solver_new(&solver, &cold, &o, NULL);
      if (status != RG_OK) return status;
      rg_solver_solve(solver);
      const rg_report *report = rg_solver_report(solver);
      all->by[s][k].solves++;
      all->by[s][k].failed += report->status != RG_SOLVED;
      all->by[s][k].iterations += report->iterations;
      rg_solver_free(solver);
    }
  return RG_OK;
}

static rg_status open_source(scene *s, const paper_options *options, const problem_source *from,
                             rg_error *error) {
  rg_model *model;
  if (from->model) return scene_open(s, options, from->model, from->key, NULL, NULL, error);
  rg_status status = chain_model(&model, 50, 12, error);
  if (status == RG_OK) status = scene_from_model(s, model, NULL, NULL, error);
  if (status == RG_OK) rg_sim_data(s->sim)->qvel[0] = 0.5;
  return status;
}

static rg_status collect(const paper_options *options, const problem_source *from, counts *all,
                         rg_error *error) {
  scene s;
  rg_status status = open_source(&s, options, from, error);
  if (status != RG_OK) return status;
  int steps = options->quick ? from->quick_steps : from->steps;
  for (int i = 0; i < steps && status == RG_OK; i++) {
    rg_step(s.sim);
    const rg_problem *problem = rg_sim_problem(s.sim);
    if (problem && problem->contacts > 0) status = solve_all(problem, all);
  }
  scene_close(&s);
  return status;
}

static double mean(const count *c) {
  return c->solves ? (double)c->iterations / (double)c->solves : (double)NAN;
}

static void write_results(const paper_options *options, rg_page *page, const problem_source *from,
                          const counts *all) {
  char title[96];
  double y[LAMBDAS];
  snprintf(title, sizeof title, "Iterations over lambda: %s", from->title);
  rg_plot *plot = rg_plot_new(title, "lambda", "iterations a solve (mean)");
  rg_page_table(page, title, "lambda|pfb-rlm iterations|failed|pfb-plm iterations|failed|solves");
  for (int k = 0; k < LAMBDAS; k++)
    rg_page_row(page, "%g|%.2f|%ld|%.2f|%ld|%ld", LAMBDA[k], mean(&all->by[0][k]),
                all->by[0][k].failed, mean(&all->by[1][k]), all->by[1][k].failed,
                all->by[0][k].solves);
  for (int s = 0; s < SOLVERS; s++) {
    int best = 0, worse = 0;
    double plain = mean(&all->by[s][LAMBDAS - 1]);
    for (int k = 0; k < LAMBDAS; k++) {
      y[k] = mean(&all->by[s][k]);
      if (k < LAMBDAS - 1 && y[k] < y[best]) best = k;
      worse += y[k] > plain;
    }
    rg_plot_series(plot, SOLVER[s], RG_SERIES_LINE_POINTS, LAMBDAS, LAMBDA, y);
    double saved = 100 * (1 - y[best] / plain);
    rg_verdict verdict = saved > 20  ? RG_VERDICT_CONFIRMED
                         : saved > 0 ? RG_VERDICT_IN_PART
                                     : RG_VERDICT_NOT_CONFIRMED;
    char cell[64];
    snprintf(cell, sizeof cell, "%.2g %% fewer at %g, %s", saved, LAMBDA[best], from->title);
    rg_page_finding(page, verdict,
                    "%s, %s: %.3g iterations at the best lambda below 1, %g, and %.3g with the "
                    "plain function (lambda = 1), %.2g %% less; %d of %d smaller lambdas take more "
                    "than the plain one.",
                    from->title, SOLVER[s], y[best], LAMBDA[best], plain, saved, worse,
                    LAMBDAS - 1);
    paper_note(options, "mylapilli", s ? "sec. 3.3.2, PLM" : "sec. 3.3.2, RLM", verdict, cell,
               "%.3g against %.3g iterations", y[best], plain);
  }
  rg_page_plot(page, plot);
}

rg_status mylapilli_lambda(const paper_options *options, rg_page *page, rg_error *error) {
  rg_page_text(page, "A Newton step does not see a common factor of a row. With the tiny damping "
                     "of PLM (1e-16) only pairs "
                     "that are positive in both feel lambda, and its iterates hardly meet any; RLM "
                     "starts with a damping of "
                     "1e-3, which weighs against lambda.");
  for (int k = 0; k < SCENES; k++) {
    counts all = {0};
    rg_status status = collect(options, &SOURCE[k], &all, error);
    if (status != RG_OK) return status;
    write_results(options, page, &SOURCE[k], &all);
  }
  return RG_OK;
}
