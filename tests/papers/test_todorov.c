/* The findings about Todorov 2010: the little simulator against closed forms, the counts of Table
   1, the stack of Fig. 6, safeguards, rescaling, and the same problems through LCP solvers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "todorov/experiments.h"
#include "todorov/methods.h"
#include "todorov/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const paper_options options = {.quick = 1, .models = RIGOR_SOURCE_DIR "/models"};

static rg_page *run_experiment(paper_run run) {
  rg_error error;
  rg_page *page = rg_page_new("test");
  memset(&error, 0, sizeof error);
  if (run(&options, page, &error) != RG_OK) fail_msg("%s", error.reason);
  return page;
}

static int findings(const rg_page *page) {
  int count = 0;
  for (int v = RG_VERDICT_CONFIRMED; v <= RG_VERDICT_NOT_TESTED; v++)
    count += rg_page_count(page, (rg_verdict)v);
  return count;
}

static void every_experiment_finds_something(void **state) {
  (void)state;
  for (const paper_experiment *e = paper_todorov; e->name; e++) {
    rg_page *page = run_experiment(e->run);
    assert_string_equal(e->paper, "todorov");
    assert_true(findings(page) > 0);
    rg_page_free(page);
  }
}

/* --- the balls
 * ------------------------------------------------------------------------------------------ */

static rg_status answer(void *context, const rg_problem *p, const double *warm, double *impulse) {
  method m = {"auto", other_solver("auto", RG_LAW_CONE, 8), 0, 1};
  return method_solve(&m, p, warm, impulse, context, NULL);
}

static rg_status check_one_ball(void *context, const rg_problem *p, const double *warm,
                                double *impulse) {
  tally count = {0};
  /* one ball of 1 kg at one wall: 1/m along the normal, 1/m + r^2 / (2/5 m r^2) = 3.5/m across */
  if (p->contacts == 1)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        assert_true(fabs(p->A.values[3 * i + j] - (i != j ? 0 : i ? 3.5 : 1)) < 1e-12);
  ++*(int *)context;
  return answer(&count, p, warm, impulse);
}

static void one_ball_has_the_mass_it_should_have(void **state) {
  (void)state;
  balls_run run = {.balls = 1, .steps = 200, .mu = 0.5, .dt = 0.005};
  balls_state end;
  int asked = 0;
  assert_int_equal(balls_simulate(&run, check_one_ball, &asked, &end), RG_OK);
  assert_true(asked > 50);
  assert_true(fabs(end.velocity[0][2]) < 1e-9); /* it lies on the floor */
}

static double energy(const balls_state *s) {
  double sum = 0;
  for (int i = 0; i < s->count; i++) {
    double inertia = 0.4 * s->mass[i] * s->radius[i] * s->radius[i];
    sum += s->mass[i] * 9.81 * s->position[i][2];
    for (int k = 0; k < 3; k++)
      sum += 0.5 * s->mass[i] * s->velocity[i][k] * s->velocity[i][k] +
             0.5 * inertia * s->spin[i][k] * s->spin[i][k];
  }
  return sum;
}

static void balls_lose_energy_and_stay_in_the_cube(void **state) {
  (void)state;
  tally count = {0};
  balls_state at;
  balls_run run = {.balls = 10, .mu = 0.5, .dt = 0.005, .seed = 4};
  balls_start(&run, &at);
  double last = energy(&at);
  for (run.steps = 40; run.steps <= 160; run.steps += 40) {
    assert_int_equal(balls_simulate(&run, answer, &count, &at), RG_OK);
    assert_true(energy(&at) < last);
    last = energy(&at);
    /* b = 0: an overlap is what one step moves, 2.5 m/s at most */
    for (int i = 0; i < at.count; i++)
      for (int k = 0; k < 3; k++)
        assert_true(fabs(at.position[i][k]) < at.half - at.radius[i] + 2.5 * run.dt);
  }
  assert_int_equal(count.failed, 0);
}

/* --- Table 1
 * --------------------------------------------------------------------------------------------- */

/* one run of a condition by the method as printed, on raw or rescaled problems */
static tally count_condition(int balls, double mu, int scaled, int steps) {
  const method m = {"printed", todorov_printed(), scaled, 0};
  balls_run run = {.balls = balls, .steps = steps, .mu = mu, .dt = 0.005};
  tally count = {0};
  assert_int_equal(compare_methods(&options, 1, &run, 1, &m, &count), RG_OK);
  return count;
}

static void five_balls_are_as_in_the_paper(void **state) {
  (void)state;
  for (int i = 0; i < TABLE_MU; i++) {
    const table_cell *paper = &TABLE_PAPER[i][0];
    if (isnan(paper->iterations)) continue;
    tally count = count_condition(5, TABLE_FRICTION[i], 1, 200);
    print_message(
        "mu %g: %.1f iterations (paper %.1f), %.0f %% accepted (paper %.0f), %.1f %% failed\n",
        TABLE_FRICTION[i], tally_iterations(&count), paper->iterations, tally_accepted(&count),
        paper->accepted, tally_failed(&count));
    assert_true(fabs(tally_iterations(&count) - paper->iterations) <= 1.5);
    assert_true(fabs(tally_accepted(&count) - paper->accepted) <= 20);
    assert_true(tally_failed(&count) <= 5);
    assert_true(fabs(tally_contacts(&count) - TABLE_CONTACTS[0]) <= 3);
  }
}

/* his sec. V-A: rescaling helps; and what the paper does not tell, solves do fail */
static void rescaling_raises_the_acceptance(void **state) {
  (void)state;
  tally raw = count_condition(10, 0.1, 0, 120), scaled = count_condition(10, 0.1, 1, 120);
  assert_true(scaled.newton_points <= scaled.iterations);
  assert_true(scaled.newton_accepted <= scaled.newton_points);
  assert_true(tally_accepted(&scaled) > tally_accepted(&raw) + 5);
  assert_true(fabs(tally_accepted(&scaled) - TABLE_PAPER[0][1].accepted) <= 15);
  assert_true(mean_iterations(&scaled) < mean_iterations(&raw));
}

static void leaps_and_restarts_solve_more(void **state) {
  (void)state;
  const method m[] = {{"printed", todorov_printed(), 0, 0},
                      {"robust", todorov_robust(), 0, 0},
                      {"auto", other_solver("auto", RG_LAW_CONE, 8), 0, 0}};
  balls_run run = {.balls = 10, .steps = 120, .mu = 1, .dt = 0.005, .seed = 1};
  tally count[3] = {0};
  assert_int_equal(compare_methods(&options, 1, &run, 3, m, count), RG_OK);
  print_message("of %ld solves fail %ld as printed, %ld robust, %ld auto\n", count[0].solves,
                count[0].failed, count[1].failed, count[2].failed);
  assert_true(count[0].failed > 0);
  assert_true(count[1].failed < count[0].failed);
  assert_int_equal(count[2].failed, 0);
}

/* --- the rest
 * --------------------------------------------------------------------------------------------- */

/* Fig. 6: at rest after one step, in at most one iteration */
static void stack_stops_in_one_step(void **state) {
  (void)state;
  rg_page *page = run_experiment(todorov_stack);
  assert_int_equal(rg_page_count(page, RG_VERDICT_CONFIRMED), 2);
  assert_int_equal(findings(page), 2);
  rg_page_free(page);
}

/* sec. III-C: without the edge-aware search it chatters */
static void edge_search_saves_iterations(void **state) {
  (void)state;
  method m[2] = {{"with", todorov_printed(), 0, 0}, {"without", todorov_printed(), 0, 0}};
  balls_run run = {.balls = 10, .steps = 60, .mu = 0.5, .dt = 0.005};
  tally count[2] = {0};
  assert_int_equal(rg_options_set(&m[1].options, "edge_search", 0, NULL), RG_OK);
  assert_int_equal(compare_methods(&options, 1, &run, 2, m, count), RG_OK);
  assert_true(mean_iterations(&count[1]) > 1.2 * mean_iterations(&count[0]));
}

/* sec. I: 10 pairs a contact for the pyramid of 8 sides, 3 unknowns for the cone, which it only
 * approximates */
static rg_status check_sizes(void *context, const rg_problem *p, const double *warm,
                             double *impulse) {
  method pyramid = {"lemke", other_solver("lemke", RG_LAW_PYRAMID, 8), 0, 0};
  method cone = {"todorov", todorov_robust(), 0, 0};
  rg_solver *solver;
  for (int k = 0; k < 2; k++) {
    assert_int_equal(rg_solver_new(&solver, p, k ? &cone.options : &pyramid.options, NULL), RG_OK);
    assert_int_equal(rg_solver_report(solver)->size, (k ? 3 : 10) * p->contacts);
    rg_solver_free(solver);
  }
  rg_status status = method_solve(&pyramid, p, warm, impulse, context, NULL);
  return status ? status : method_solve(&cone, p, warm, impulse, (tally *)context + 1, NULL);
}

static void pyramid_is_larger_and_off_the_cone(void **state) {
  (void)state;
  balls_run run = {.balls = 5, .steps = 100, .mu = 0.5, .dt = 0.005};
  tally count[2] = {0};
  assert_int_equal(balls_simulate(&run, check_sizes, count, NULL), RG_OK);
  assert_int_equal(count[0].failed, 0);
  assert_true(tally_off_cone(&count[0]) > 10);
  assert_true(tally_off_cone(&count[1]) <= tally_failed(&count[1]));
}

/* --- threads
 * --------------------------------------------------------------------------------------------- */

static void assert_same_counts(const tally *a, const tally *b) {
  assert_int_equal(a->solves, b->solves);
  assert_int_equal(a->failed, b->failed);
  assert_int_equal(a->iterations, b->iterations);
  assert_int_equal(a->contacts, b->contacts);
  assert_int_equal(a->newton_points, b->newton_points);
  assert_int_equal(a->newton_accepted, b->newton_accepted);
  assert_int_equal(a->off_cone, b->off_cone);
  assert_int_equal(a->runs, 1);
  assert_true(a->worst_map == b->worst_map);
  assert_true(a->iteration_medians == b->iteration_medians);
}

/* all methods of a run get the same problems, and who computes what does not matter */
static void counts_do_not_depend_on_threads(void **state) {
  (void)state;
  enum { RUNS = 2, METHODS = 3, THREADS = 3 };
  const method m[METHODS] = {{"printed", todorov_printed(), 1, 0},
                             {"robust", todorov_robust(), 0, 1},
                             {"lemke", other_solver("lemke", RG_LAW_PYRAMID, 8), 0, 0}};
  const balls_run run[RUNS] = {{.balls = 5, .steps = 60, .mu = 1, .dt = 0.005},
                               {.balls = 10, .steps = 40, .mu = 0.5, .dt = 0.005, .seed = 1}};
  static tally count[THREADS][RUNS * METHODS];
  for (int k = 0; k < THREADS; k++) {
    paper_options wanted = options;
    wanted.threads = k + 1;
    assert_int_equal(compare_methods(&wanted, RUNS, run, METHODS, m, count[k]), RG_OK);
    for (int i = 0; i < RUNS * METHODS; i++) {
      assert_same_counts(&count[k][i], &count[0][i]);
      assert_int_equal(count[k][i].solves, count[k][i / METHODS * METHODS].solves);
      assert_int_equal(count[k][i].contacts, count[k][i / METHODS * METHODS].contacts);
    }
  }
  assert_true(count[0][0].contacts < count[0][METHODS].contacts);
}

/* what a page says, as text */
static void page_text(paper_run run, int threads, char *text, size_t size) {
  paper_options wanted = options;
  rg_error error = {0};
  rg_page *page = rg_page_new("test");
  FILE *stream = fmemopen(text, size, "w");
  wanted.threads = threads;
  assert_non_null(stream);
  assert_int_equal(run(&wanted, page, &error), RG_OK);
  assert_int_equal(rg_page_print(page, stream, 0, NULL), RG_OK);
  assert_int_equal(fclose(stream), 0);
  rg_page_free(page);
}

/* the one without times */
static void recovery_does_not_depend_on_threads(void **state) {
  (void)state;
  static char one[1 << 14], two[1 << 14];
  page_text(todorov_recovery, 1, one, sizeof one);
  page_text(todorov_recovery, 2, two, sizeof two);
  assert_string_equal(one, two);
  assert_non_null(strstr(one, "unit diagonal"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_experiment_finds_something),
      cmocka_unit_test(one_ball_has_the_mass_it_should_have),
      cmocka_unit_test(balls_lose_energy_and_stay_in_the_cube),
      cmocka_unit_test(five_balls_are_as_in_the_paper),
      cmocka_unit_test(rescaling_raises_the_acceptance),
      cmocka_unit_test(leaps_and_restarts_solve_more),
      cmocka_unit_test(stack_stops_in_one_step),
      cmocka_unit_test(edge_search_saves_iterations),
      cmocka_unit_test(pyramid_is_larger_and_off_the_cone),
      cmocka_unit_test(counts_do_not_depend_on_threads),
      cmocka_unit_test(recovery_does_not_depend_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
