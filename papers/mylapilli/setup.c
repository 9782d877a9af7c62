/* Sec. 7 (Mylapilli & Jain 2017), a conjecture that is left to future work: in minimal coordinates
   the cost is dominated by setting the problem up, not by solving it. For which systems? The time
   of whole steps against the time that the solve of the same problem takes (cold starts in both);
   set-up is all the rest: motion, collisions, assembly, checks. */
#include "chain.h"
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "numbers.h"
#include "pendulum.h"

#include <math.h>
#include <stdio.h>

enum { MOST_SAMPLES = 60, STEPS = 30, QUICK_STEPS = 10, SYSTEMS = 10 };

typedef struct system_case {
  const char *title, *model, *key; /* model NULL: a chain */
  int links, feet;                 /* of the chain */
  int skip, steps;                 /* before the first sample; looked at after it, 0: 30 */
  int slow;                        /* 1: not in the short form */
  unsigned solvers;                /* bits of PAPER_SOLVER that can be asked for */
} system_case;

enum { ALL = 63, AUTO = 32, SMALL = 32 + 1 + 8 };

static const system_case SYSTEM[SYSTEMS] = {
    {"sphere on a plane", "acc_sphere.xml", "slide", 0, 0, 0, 0, 0, ALL},
    {"12-link pendulum", PENDULUM_MODEL, PENDULUM_KEY, 0, 0, 214, 2000, 0, ALL},
    {"chain of 12 links, 4 feet", NULL, NULL, 12, 4, 0, 0, 0, ALL},
    {"chain of 50 links, 4 feet", NULL, NULL, 50, 4, 0, 0, 0, ALL},
    {"chain of 200 links, 4 feet", NULL, NULL, 200, 4, 0, 0, 0, ALL},
    {"chain of 50 links, 12 feet", NULL, NULL, 50, 12, 0, 0, 0, ALL},
    {"chain of 50 links, 25 feet", NULL, NULL, 50, 25, 0, 0, 1, ALL},
    {"quadruped", "quadruped.xml", "stand", 0, 0, 5, 0, 0, SMALL},
    {"sliding cube", "acc_cube.xml", "spin", 0, 0, 0, 0, 0, SMALL},
    {"ten cubes on each other", "stack10.xml", NULL, 0, 0, 20, 0, 1, AUTO}};

typedef struct share {
  double step, solve; /* s, the quickest of the samples: other programs only add */
  double contacts;    /* mean */
  double unknowns;    /* of the solver, a contact; the last sample's */
  int samples, velocities;
} share;

static void choose(const void *context, rg_sim_options *options) {
  scene_use_solver(context, options);
  options->warm_start = 0;
  options->on_failure = RG_ON_FAILURE_CONTINUE;
}

/* the step's last problem once more, with the step's own options */
static rg_status solve_again(const rg_sim *sim, double *seconds, double *unknowns) {
  const rg_problem *problem = rg_sim_problem(sim);
  rg_options o = rg_sim_used_options(sim)->solve;
  rg_solver *solver;
  if (o.law.law != RG_LAW_CONE) o.split = RG_SPLIT_ANY;
  rg_status status = rg_solver_new(&solver, problem, &o, NULL);
  if (status != RG_OK) return status;
  rg_solver_solve(solver);
  *seconds = rg_solver_report(solver)->seconds;
  *unknowns = (double)rg_solver_report(solver)->size / problem->contacts;
  rg_solver_free(solver);
  return RG_OK;
}

static rg_status open_system(const paper_options *options, const system_case *at,
                             const paper_solver *solver, scene *s, rg_error *error) {
  rg_model *model;
  if (at->model) return scene_open(s, options, at->model, at->key, choose, solver, error);
  rg_status status = chain_model(&model, at->links, at->feet, error);
  if (status == RG_OK) status = scene_from_model(s, model, choose, solver, error);
  if (status == RG_OK) rg_sim_data(s->sim)->qvel[0] = 0.5;
  return status;
}

/* steps with contacts and one solve are samples */
static rg_status sample(scene *s, int steps, share *result) {
  *result = (share){.step = HUGE_VAL, .solve = HUGE_VAL, .velocities = s->model->nv};
  for (int i = 0; i < steps && result->samples < MOST_SAMPLES; i++) {
    double begin = paper_seconds(), solve;
    rg_step(s->sim);
    double took = paper_seconds() - begin;
    const rg_step_report *report = rg_sim_report(s->sim);
    if (report->contacts == 0 || report->solves != 1 || !rg_sim_problem(s->sim)) continue;
    rg_status status = solve_again(s->sim, &solve, &result->unknowns);
    if (status != RG_OK) return status;
    result->contacts += report->contacts;
    result->step = fmin(result->step, took);
    result->solve = fmin(result->solve, solve);
    result->samples++;
  }
  if (result->samples > 0) result->contacts /= result->samples;
  return RG_OK;
}

static rg_status measure(const paper_options *options, const system_case *at,
                         const paper_solver *solver, share *result, rg_error *error) {
  scene s;
  rg_status status = open_system(options, at, solver, &s, error);
  if (status != RG_OK) return status;
  for (int i = 0; i < at->skip; i++) rg_step(s.sim);
  status = sample(&s, at->steps > 0 ? at->steps : options->quick ? QUICK_STEPS : STEPS, result);
  scene_close(&s);
  return status;
}

typedef struct tally {
  int setup_dearer, cases;
  double least_setup, most_solve; /* velocities a contact at the border */
} tally;

static void note(rg_page *page, const system_case *at, const paper_solver *solver, const share *r,
                 tally *t) {
  double part = 100 * r->solve / r->step, ratio = r->velocities / r->contacts;
  int dearer = part < 50;
  rg_page_row(page, "%s|%d|%.1f|%.1f|%s|%.4f|%.4f|%.0f|%s", at->title, r->velocities, r->contacts,
              ratio, solver->label, 1e3 * r->step, 1e3 * r->solve, part,
              dearer ? "set-up" : "solve");
  t->cases++;
  t->setup_dearer += dearer;
  if (dearer) t->least_setup = fmin(t->least_setup, ratio);
  else t->most_solve = fmax(t->most_solve, ratio);
}

static void write_finding(const paper_options *options, rg_page *page, const char *who,
                          const tally *t) {
  char border[160] = "";
  if (t->most_solve > 0 && t->setup_dearer > 0)
    snprintf(border, sizeof border,
             "; no solve is dearer above %.1f velocities a contact, no set-up below %.1f",
             t->most_solve, t->least_setup);
  rg_page_finding(page, paper_verdict(t->setup_dearer, t->cases),
                  "In minimal coordinates set-up is dearer than solve in %d of %d cases with %s%s.",
                  t->setup_dearer, t->cases, who, border);
  paper_note(options, "mylapilli", "sec. 7", paper_verdict(t->setup_dearer, t->cases), "",
             "%d of %d cases with %s", t->setup_dearer, t->cases, who);
}

/* sec. 6.2: 3 n_u for the MNCP, n_u (n_f + 2) = 6 n_u for the MLCP; `unknowns`: of the pendulum, by solver */
static void find_sizes(const paper_options *options, rg_page *page, const double *unknowns) {
  int right = 0;
  for (int k = 0; k < PAPER_FIVE; k++)
    right += fabs(unknowns[k] - (PAPER_SOLVER[k].exact ? 3 : 6)) < 1e-9;
  paper_find(
      options, page, "mylapilli", "sec. 6.2, size", paper_verdict(right, PAPER_FIVE),
      "On the pendulum the MLCP solvers see %.0f, %.0f and %.0f unknowns a contact, the MNCP "
      "solvers %.0f and %.0f (paper 6 and 3).",
      unknowns[0], unknowns[1], unknowns[2], unknowns[3], unknowns[4]);
  paper_figure(options, "%.0f and %.0f a contact", unknowns[3], unknowns[0]);
}

rg_status mylapilli_setup(const paper_options *options, rg_page *page, rg_error *error) {
  enum { PENDULUM = 1 };
  tally theirs = {0, 0, HUGE_VAL, 0}, ours = theirs;
  double unknowns[PAPER_SOLVERS] = {0};
  rg_page_table(
      page, "Whole step and solve alone, minimal coordinates, cold starts",
      "system|velocities|contacts|velocities a contact|solver|ms a step|ms a solve|solve %|dearer");
  for (int i = 0; i < SYSTEMS; i++)
    for (int k = 0; k < PAPER_SOLVERS; k++) {
      share r;
      if (!(SYSTEM[i].solvers >> k & 1) || (options->quick && SYSTEM[i].slow)) continue;
      if (paper_interrupted(options)) break;
      rg_status status = measure(options, &SYSTEM[i], &PAPER_SOLVER[k], &r, error);
      if (status != RG_OK) return status;
      if (i == PENDULUM) unknowns[k] = r.unknowns;
      if (r.samples > 0)
        note(page, &SYSTEM[i], &PAPER_SOLVER[k], &r, k < PAPER_FIVE ? &theirs : &ours);
    }
  write_finding(options, page, "the paper's five solvers", &theirs);
  write_finding(options, page, "auto", &ours);
  find_sizes(options, page, unknowns);
  return RG_OK;
}
