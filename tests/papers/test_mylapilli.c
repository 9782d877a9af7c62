/* The findings about Mylapilli & Jain 2017: the sphere against its closed solution, the pendulum's
   first impact against an independent computation, sizes of problems against their formulas,
   coordinates and solvers against each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "claims.h"
#include "mylapilli/chain.h"
#include "mylapilli/experiments.h"
#include "mylapilli/numbers.h"
#include "mylapilli/pendulum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static paper_options options = {.quick = 1, .models = RIGOR_SOURCE_DIR "/models"};

/* the page of an experiment as text; free it */
enum { VERDICTS = RG_VERDICT_NOT_TESTED + 1 };

static char *run_experiment(paper_run run, int counts[VERDICTS]) {
  rg_error error;
  char *text = NULL;
  size_t size;
  rg_page *page = rg_page_new("test");
  memset(&error, 0, sizeof error);
  if (run(&options, page, &error) != RG_OK) fail_msg("%s", error.reason);
  for (int v = 0; v < VERDICTS; v++) counts[v] = rg_page_count(page, (rg_verdict)v);
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  assert_int_equal(rg_page_print(page, stream, 0, &error), RG_OK);
  fclose(stream);
  rg_page_free(page);
  return text;
}

/* each claims what the list says that it tests, and nothing else; one finding for it at least */
static void every_experiment_tests_its_claims(void **state) {
  (void)state;
  for (const paper_experiment *e = paper_mylapilli; e->name; e++) {
    static paper_ledger ledger;
    int c[VERDICTS], sum = 0, claims = 0;
    memset(&ledger, 0, sizeof ledger);
    options.ledger = &ledger;
    free(run_experiment(e->run, c));
    options.ledger = NULL;
    assert_string_equal(e->paper, "mylapilli");
    for (int v = 0; v < VERDICTS; v++) sum += c[v];
    for (int k = 0; paper_claims[k].paper; k++) {
      int mine = !strcmp(paper_claims[k].paper, e->paper) && paper_claims[k].experiment &&
                 !strcmp(paper_claims[k].experiment, e->name);
      if (ledger.result[k].known != mine)
        fail_msg("%s: %s is %s", e->name, paper_claims[k].where, mine ? "missing" : "not its own");
      claims += mine;
    }
    assert_true(claims > 0 && sum >= (claims + 1) / 2);
  }
}

/* Figs. 11, 12: aligned is right, 45 degrees slide longer, and nothing goes sideways there */
static void sphere(void **state) {
  (void)state;
  int c[VERDICTS];
  char *text = run_experiment(mylapilli_sphere, c);
  assert_int_equal(c[RG_VERDICT_CONFIRMED], 6);
  assert_int_equal(c[RG_VERDICT_NOT_CONFIRMED], 1);
  /* 2 v / (7 mu g) and 2 sqrt(2) v / (7 mu g), as the end of the step they fall into */
  assert_non_null(strstr(text, "in the step that ends at 0.292 s"));
  assert_non_null(strstr(text, "sliding ends at 0.412 s"));
  /* eight directions, half way between two: 2 v / (7 mu g cos(pi / 8)) = 0.31524 s */
  assert_non_null(strstr(text, "0.316"));
  free(text);
}

/* the first impact where an independent computation has it, 0.214133 s; spheres that touch each other, none inside
   another; without contacts between neighbours they would be */
static void pendulum(void **state) {
  (void)state;
  int c[VERDICTS];
  char *text = run_experiment(mylapilli_pendulum, c);
  assert_non_null(strstr(text, "it meets FWF"));
  assert_non_null(strstr(text, "0.215,")); /* the end of the step that it falls into */
  free(text);
}

static void choose_parents(const void *context, rg_sim_options *o) {
  o->parents_touch = *(const int *)context;
}

/* the verdict on self-contact hangs on the contacts between neighbours: with MJCF's filter spheres lie in each other */
static void spheres_need_their_contacts(void **state) {
  (void)state;
  for (int touch = 0; touch < 2; touch++) {
    scene s;
    rg_error error;
    double deepest = 0;
    assert_int_equal(
        scene_open(&s, &options, PENDULUM_MODEL, PENDULUM_KEY, choose_parents, &touch, &error),
        RG_OK);
    for (int i = 0; i < 3000; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      deepest = fmax(deepest, fmax(rg_sim_filtered(s.sim, NULL), rg_sim_penetration(s.sim)));
    }
    if (touch) assert_true(deepest < 1e-6);
    else assert_true(deepest > 0.1);
    scene_close(&s);
  }
}

/* Newton's law creates 497 and 6 J, Poisson's none: as computed independently */
static void impacts(void **state) {
  (void)state;
  int c[VERDICTS];
  char *text = run_experiment(mylapilli_impact, c);
  assert_null(strstr(text, "do not agree"));
  char *first = strstr(text, "numpy and rigor agree");
  assert_non_null(first);
  assert_non_null(strstr(first + 1, "numpy and rigor agree"));
  free(text);
}

/* --- minimal and redundant coordinates
 * -------------------------------------------------------------------- */

static void choose_coordinates(const void *context, rg_sim_options *o) {
  o->coordinates = *(const rg_coordinates *)context;
}

/* runs a chain for 20 ms; its velocity, and the size of its problem */
static int run_chain(int links, int feet, rg_coordinates coordinates, double *qvel) {
  rg_model *model;
  rg_error error;
  scene s;
  assert_int_equal(chain_model(&model, links, feet, &error), RG_OK);
  assert_int_equal(scene_from_model(&s, model, choose_coordinates, &coordinates, &error), RG_OK);
  rg_sim_data(s.sim)->qvel[0] = 0.5;
  for (int i = 0; i < 20; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_int_equal(rg_sim_report(s.sim)->contacts, feet);
  for (int i = 0; i < model->nv; i++) qvel[i] = rg_sim_data(s.sim)->qvel[i];
  int size = rg_sim_report(s.sim)->size;
  scene_close(&s);
  return size;
}

/* sec. 2.4: 3 a contact, and 5 a hinge more in redundant coordinates; the same motion */
static void sizes_of_a_chain(void **state) {
  (void)state;
  double minimal[64], redundant[64];
  for (int links = 10; links <= 40; links += 15) {
    assert_int_equal(run_chain(links, 4, RG_MINIMAL, minimal), 12);
    assert_int_equal(run_chain(links, 4, RG_REDUNDANT, redundant), 12 + 5 * (links - 1));
    for (int i = 0; i < links + 5; i++) assert_true(fabs(minimal[i] - redundant[i]) < 1e-8);
  }
}

/* --- the weight of the penalty
 * ------------------------------------------------------------------------------ */

/* Eq. 8: whatever lambda is, zeros are the same; one contact has one answer, which slides here */
static void lambda_does_not_change_the_answer(void **state) {
  (void)state;
  scene s;
  rg_error error;
  assert_int_equal(scene_open(&s, &options, "acc_sphere.xml", "slide", NULL, NULL, &error), RG_OK);
  for (int i = 0; i < 10; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  const rg_problem *p = rg_sim_problem(s.sim);
  int n = rg_problem_size(p);
  assert_int_equal(n, 3);
  for (double lambda = 1; lambda > 0.15; lambda -= 0.2) {
    rg_options o = rg_options_default();
    rg_solver *solver;
    o.solver = "pfb-rlm";
    o.law.law = RG_LAW_PYRAMID;
    o.law.directions = 4;
    assert_int_equal(rg_options_set(&o, "lambda", lambda, NULL), RG_OK);
    assert_int_equal(rg_solver_new(&solver, p, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    const double *r = rg_solver_impulse(solver);
    assert_true(fabs(r[0] - GRAVITY * 1e-3) < 1e-9);
    assert_true(fabs(hypot(r[1], r[2]) - SPHERE_MU * GRAVITY * 1e-3) < 1e-9);
    rg_solver_free(solver);
  }
  scene_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_experiment_tests_its_claims),
      cmocka_unit_test(sphere),
      cmocka_unit_test(pendulum),
      cmocka_unit_test(spheres_need_their_contacts),
      cmocka_unit_test(impacts),
      cmocka_unit_test(sizes_of_a_chain),
      cmocka_unit_test(lambda_does_not_change_the_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
