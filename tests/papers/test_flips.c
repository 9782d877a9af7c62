/* Verdicts can come out otherwise: all experiments again with the library changed under them, and for each claim whether its
   verdict is another one then. The quickest document; all five, in half a minute, with RIGOR_FULL=1. What no change here can
   move are sentences about formulas, which the other tests of the documents hold to closed forms, and the minimizer of
   andreani/search, which is no part of the library: its verdicts follow its rule (test_andreani). Calls of the library are caught by the linker (tests/CMakeLists.txt). */
#include "claims.h"

#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* what is changed */
typedef enum change { NOTHING, NO_FRICTION, OTHER_VELOCITIES, LAZY, OTHER_MOTION, CHANGES } change;
static const char *const NAME[CHANGES] = {"nothing", "no friction", "other free velocities",
                                          "solvers that give up at once", "other motion"};
static change now;

rg_status __real_rg_solver_new(rg_solver **solver, const rg_problem *problem,
                               const rg_options *options, rg_error *error);
rg_status __wrap_rg_solver_new(rg_solver **solver, const rg_problem *problem,
                               const rg_options *options, rg_error *error);
rg_status __real_rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                            rg_error *error);
rg_status __wrap_rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                            rg_error *error);
rg_status __real_rg_step(rg_sim *sim);
rg_status __wrap_rg_step(rg_sim *sim);

rg_status __wrap_rg_solver_new(rg_solver **solver, const rg_problem *problem,
                               const rg_options *options, rg_error *error) {
  rg_problem p = *problem;
  rg_options o = options ? *options : rg_options_default();
  size_t n = (size_t)rg_problem_size(problem);
  double *c = calloc(n + 1, sizeof *c), *mu = calloc((size_t)p.contacts + 1, sizeof *mu), size = 0;
  assert_true(c && mu);
  for (size_t i = 0; i < n && p.c; i++) size = fmax(size, fabs(p.c[i]));
  for (size_t i = 0; i < n && p.c; i++) c[i] = p.c[i] + 0.5 * size * sin(1.0 + (double)i);
  if (now == NO_FRICTION && p.contacts) p.mu = mu;
  if (now == OTHER_VELOCITIES && p.c) p.c = c;
  if (now == LAZY) o.max_iterations = 1;
  rg_status status = __real_rg_solver_new(solver, &p, &o, error);
  free(c), free(mu);
  return status;
}

rg_status __wrap_rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                            rg_error *error) {
  rg_sim_options o = options ? *options : rg_sim_options_default();
  if (now == NO_FRICTION) o.solve.law.law = RG_LAW_FRICTIONLESS;
  if (now == OTHER_VELOCITIES) o.restitution = 0.5;
  if (now == LAZY) {
    o.solve.max_iterations = 1;
    o.on_failure = RG_ON_FAILURE_CONTINUE;
  }
  return __real_rg_sim_new(sim, model, &o, error);
}

rg_status __wrap_rg_step(rg_sim *sim) {
  rg_status status = __real_rg_step(sim);
  if (now != OTHER_MOTION) return status;
  const rg_model *model = rg_sim_model(sim);
  for (int i = 0; i < model->nv; i++) rg_sim_data(sim)->qvel[i] *= 0.8;
  return status;
}

/* all experiments of the documents that are to run; one that fails with the change leaves its claims without a result */
static void run_all(paper_ledger *ledger) {
  int all = getenv("RIGOR_FULL") != NULL;
  paper_options options = {
      .quick = 1, .models = RIGOR_SOURCE_DIR "/models", .ledger = ledger, .threads = 1};
  memset(ledger, 0, sizeof *ledger);
  for (const paper_document *d = paper_documents; d->name; d++)
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      rg_error error;
      if (!all && strcmp(d->name, "trinkle")) continue;
      rg_page *page = rg_page_new(e->title);
      rg_status status = e->run(&options, page, &error);
      if (now == NOTHING) assert_int_equal(status, RG_OK);
      rg_page_free(page);
    }
}

/* claims about times, which come out as the machine is */
static int is_of_times(const paper_claim *c) {
  static const char *const experiment[] = {"links", "setup", "contacts"};
  for (int k = 0; c->experiment && k < 3; k++)
    if (!strcmp(c->experiment, experiment[k])) return 1;
  return 0;
}

static void verdicts_hang_on_the_library(void **state) {
  (void)state;
  static paper_ledger usual, other;
  static int flipped[PAPER_MOST_CLAIMS], moved[PAPER_MOST_CLAIMS];
  int tested = 0, flips = 0, moves = 0;
  now = NOTHING;
  run_all(&usual);
  for (now = NO_FRICTION; now < CHANGES; now++) {
    int count = 0;
    run_all(&other);
    for (int k = 0; paper_claims[k].paper; k++) {
      const paper_result *a = &usual.result[k], *b = &other.result[k];
      if (!a->known || is_of_times(&paper_claims[k])) continue;
      int flips_now = !b->known || a->verdict != b->verdict;
      count += flips_now;
      flipped[k] |= flips_now;
      moved[k] |= flips_now || strcmp(a->ours, b->ours) || strcmp(a->printed, b->printed);
    }
    print_message("%s: %d verdicts are others\n", NAME[now], count);
    assert_true(count > 0);
  }
  now = NOTHING;
  for (int k = 0; paper_claims[k].paper; k++) {
    if (!usual.result[k].known || is_of_times(&paper_claims[k])) continue;
    tested++, flips += flipped[k], moves += moved[k];
    if (!flipped[k])
      print_message("  %s %s, %s: %s\n", moved[k] ? "figure only:" : "same:", paper_claims[k].paper,
                    paper_claims[k].where, rg_verdict_text(usual.result[k].verdict));
  }
  print_message("%d claims, %d verdicts flip, %d results move\n", tested, flips, moves);
  assert_true(10 * flips > 7 * tested); /* 77 of 101 */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_hang_on_the_library)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
