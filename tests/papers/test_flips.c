/* Verdicts can come out otherwise: experiments again with the library, or a part of the experiment itself, changed under
   them, and for each claim whether its verdict is another one then. Four changes go under everything, others under the claims
   that they are made for. Every claim must flip but those that are named with their reason. What runs in a few seconds runs
   always; all of it with RIGOR_FULL=1. Calls are caught by the linker (tests/CMakeLists.txt). */
#include "claims.h"

#include "andreani/grasp.h"
#include "andreani/minimize.h"
#include "peiret/peiret.h"
#include "trinkle/notes.h"

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

/* what is changed, and under which experiments */
typedef enum change {
  NOTHING,
  NO_FRICTION,
  OTHER_VELOCITIES,
  LAZY,
  OTHER_MOTION,
  EVERYWHERE, /* those up to here */
  NO_PHANTOM = EVERYWHERE,
  LONG_STEPS,
  HEAVY_PHANTOM,
  GROUPS,
  SLOW_PLAIN,
  EARLY,
  LOOSE,
  TURNED,
  REPAIRED,
  FOURFOLD,
  OTHER_FRAME,
  EASY_SMALL,
  SHIFTED,
  NARROW,
  REDUNDANT,
  STEADY,
  UNEVEN,
  CHANGES
} change;

typedef struct changed {
  const char *name;
  const char *experiments; /* "PAPER/NAME PAPER/NAME"; NULL: all */
  int quick;               /* 1: they are short enough to run always */
} changed;

/* all that measure times */
#define CLOCKED                                                                                    \
  "mylapilli/links mylapilli/contacts mylapilli/embedding mylapilli/setup mylapilli/pendulum "     \
  "andreani/search "                                                                               \
  "todorov/lcp"

static const changed CHANGE[CHANGES] = {
    [NOTHING] = {"nothing", NULL, 1},
    [NO_FRICTION] = {"no friction", NULL, 1},
    [OTHER_VELOCITIES] = {"other free velocities", NULL, 1},
    [LAZY] = {"solvers that give up at once", NULL, 1},
    [OTHER_MOTION] = {"other motion", NULL, 1},
    [NO_PHANTOM] = {"rho = 0", "peiret/ranks", 1},
    [LONG_STEPS] = {"steps ten times as long", "peiret/ranks", 1},
    [HEAVY_PHANTOM] = {"friction that hangs on rho", "peiret/phantom", 0},
    [GROUPS] = {"no friction for the MNCP solvers", "mylapilli/pendulum", 0},
    [SLOW_PLAIN] = {"one iteration where lambda < 1", "mylapilli/lambda", 1},
    [EARLY] = {"a minimizer of five iterations", "andreani/search", 0},
    [LOOSE] = {"a minimizer that solves its quadratics to the end", "andreani/search", 0},
    [TURNED] = {"forces that are turned", "andreani/comparison", 1},
    [REPAIRED] = {"B with the signs of the quaternion product", "trinkle/spatial", 1},
    [FOURFOLD] = {"B twice as large", "trinkle/spatial", 1},
    [OTHER_FRAME] = {"rotations the other way", "trinkle/spatial", 1},
    [EASY_SMALL] = {"one iteration where mu is small", "todorov/table", 0},
    [SHIFTED] = {"answers that are a thousandth off", "andreani/sliding", 1},
    [NARROW] = {"pyramids of four directions", "todorov/lcp", 1},
    [REDUNDANT] = {"redundant coordinates everywhere", "mylapilli/links", 1},
    [STEADY] = {"a clock by which every step takes as long", CLOCKED, 0},
    [UNEVEN] = {"a clock by which steps grow with the square", CLOCKED, 0},
};
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
  if (now == EASY_SMALL && p.contacts && p.mu[0] < 0.3) o.max_iterations = 1;
  if (now == NARROW && o.law.law == RG_LAW_PYRAMID) o.law.directions = 4;
  for (int k = 0; k < o.settings && now == SLOW_PLAIN; k++)
    if (!strcmp(o.setting[k].name, "lambda") && o.setting[k].value < 1) o.max_iterations = 1;
  rg_status status = __real_rg_solver_new(solver, &p, &o, error);
  free(c), free(mu);
  return status;
}

rg_status __wrap_rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                            rg_error *error) {
  rg_sim_options o = options ? *options : rg_sim_options_default();
  if (now == NO_FRICTION) o.solve.law.law = RG_LAW_FRICTIONLESS;
  if (now == OTHER_VELOCITIES) o.restitution = 0.5;
  if (now == REDUNDANT) o.coordinates = RG_REDUNDANT;
  if (now == HEAVY_PHANTOM && o.solve.law.law == RG_LAW_NONSINGULAR)
    o.friction = 1 + 0.01 * log10(o.solve.law.phantom);
  if (now == GROUPS && o.solve.solver && !strncmp(o.solve.solver, "ncp-", 4)) o.friction = 0;
  if (now == LAZY) {
    o.solve.max_iterations = 1;
    o.on_failure = RG_ON_FAILURE_CONTINUE;
  }
  return __real_rg_sim_new(sim, model, &o, error);
}

/* clocks of our own: what a step takes, and what is left of other times */
static double fake;

static double cost_of(const rg_sim *sim) {
  const char *solver = rg_sim_used_options(sim)->solve.solver;
  double nv = rg_sim_model(sim)->nv;
  int pfb = solver && !strncmp(solver, "pfb", 3);
  int embedded = rg_sim_used_options(sim)->coordinates == RG_EMBEDDED;
  return now == STEADY ? 1 : 1e-6 * nv * nv * (pfb ? 2 : 1) * (embedded ? 0.5 : 1);
}

double __real_paper_seconds(void);
double __wrap_paper_seconds(void);
double __wrap_paper_seconds(void) {
  static int calls;
  if (now != STEADY && now != UNEVEN) return __real_paper_seconds();
  return fake += now == UNEVEN && ++calls % 101 == 0 ? 6e-9 : 1e-9;
}

const double *__real_rg_sim_room_seconds(const rg_sim *sim);
const double *__wrap_rg_sim_room_seconds(const rg_sim *sim);
const double *__wrap_rg_sim_room_seconds(const rg_sim *sim) {
  static double room[RG_ROOM_COUNT];
  if (now != STEADY && now != UNEVEN) return __real_rg_sim_room_seconds(sim);
  double nv = rg_sim_model(sim)->nv, contacts = rg_sim_report(sim)->contacts;
  room[RG_ROOM_CONTACT] = 1e-6 * (now == STEADY ? nv + contacts * contacts : nv * contacts);
  return room;
}

rg_status __wrap_rg_step(rg_sim *sim) {
  rg_status status = __real_rg_step(sim);
  if (now == STEADY || now == UNEVEN) fake += cost_of(sim);
  if (now != OTHER_MOTION) return status;
  const rg_model *model = rg_sim_model(sim);
  for (int i = 0; i < model->nv; i++) rg_sim_data(sim)->qvel[i] *= 0.8;
  return status;
}

/* --- parts of the experiments ------------------------------------------------------------------------------ */

void __real_peiret_lead_matrix(peiret_form form, int contacts, int axes, double rho, double dt,
                               int reduced, peiret_matrix *matrix);
void __wrap_peiret_lead_matrix(peiret_form form, int contacts, int axes, double rho, double dt,
                               int reduced, peiret_matrix *matrix);
void __wrap_peiret_lead_matrix(peiret_form form, int contacts, int axes, double rho, double dt,
                               int reduced, peiret_matrix *matrix) {
  __real_peiret_lead_matrix(form, contacts, axes, now == NO_PHANTOM ? 0 : rho, dt, reduced, matrix);
}

double __real_peiret_smallest_rho(double dt, int reduced);
double __wrap_peiret_smallest_rho(double dt, int reduced);
double __wrap_peiret_smallest_rho(double dt, int reduced) {
  return __real_peiret_smallest_rho(now == LONG_STEPS ? 10 * dt : dt, reduced);
}

static easy_rule other_rule(const easy_rule *rule) {
  easy_rule other = *rule;
  if (now == EARLY) other.most = 5;
  if (now == LOOSE)
    other.inner = 1e-6, other.gradient = 1e-14, other.value = 1e-26, other.most = 200;
  return other;
}

andreani_end __real_andreani_minimize_cone(const andreani_grasp *grasp, const double *b,
                                           const easy_rule *rule, const double *start);
andreani_end __wrap_andreani_minimize_cone(const andreani_grasp *grasp, const double *b,
                                           const easy_rule *rule, const double *start);
andreani_end __wrap_andreani_minimize_cone(const andreani_grasp *grasp, const double *b,
                                           const easy_rule *rule, const double *start) {
  easy_rule other = other_rule(rule);
  return __real_andreani_minimize_cone(grasp, b, &other, start);
}

andreani_end __real_andreani_minimize_lcp(const andreani_grasp *grasp, const double *b,
                                          const easy_rule *rule, const double *start);
andreani_end __wrap_andreani_minimize_lcp(const andreani_grasp *grasp, const double *b,
                                          const easy_rule *rule, const double *start);
andreani_end __wrap_andreani_minimize_lcp(const andreani_grasp *grasp, const double *b,
                                          const easy_rule *rule, const double *start) {
  easy_rule other = other_rule(rule);
  return __real_andreani_minimize_lcp(grasp, b, &other, start);
}

/* tangential forces of a third of the tests, or of all, turned by half a radian */
static void turn_forces(andreani_answer *answer, int all) {
  static int test;
  if (now != TURNED || (!all && test++ % 3)) return;
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    double *f = answer->force + 3 * i, x = f[1], y = f[2];
    f[1] = cos(0.5) * x - sin(0.5) * y, f[2] = sin(0.5) * x + cos(0.5) * y;
  }
}

rg_status __real_andreani_solve_cone(const andreani_grasp *grasp, const double *b,
                                     const char *solver, const andreani_rule *rule,
                                     andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_cone(const andreani_grasp *grasp, const double *b,
                                     const char *solver, const andreani_rule *rule,
                                     andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_cone(const andreani_grasp *grasp, const double *b,
                                     const char *solver, const andreani_rule *rule,
                                     andreani_answer *answer, rg_error *error) {
  rg_status status = __real_andreani_solve_cone(grasp, b, solver, rule, answer, error);
  turn_forces(answer, 0);
  return status;
}

rg_status __real_andreani_solve_lcp(const andreani_grasp *grasp, const double *b,
                                    const char *solver, const andreani_rule *rule,
                                    andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_lcp(const andreani_grasp *grasp, const double *b,
                                    const char *solver, const andreani_rule *rule,
                                    andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_lcp(const andreani_grasp *grasp, const double *b,
                                    const char *solver, const andreani_rule *rule,
                                    andreani_answer *answer, rg_error *error) {
  rg_status status = __real_andreani_solve_lcp(grasp, b, solver, rule, answer, error);
  turn_forces(answer, 1);
  return status;
}

/* repaired: whatever the table says, B(e) omega = e (0, omega) / 2, whose columns are orthogonal to e */
void __real_notes_rates(const int table[4][3], const double *e, double B[4][3]);
void __wrap_notes_rates(const int table[4][3], const double *e, double B[4][3]);
void __wrap_notes_rates(const int table[4][3], const double *e, double B[4][3]) {
  static const int product[4][3] = {{-2, -3, -4}, {1, -4, 3}, {4, 1, -2}, {-3, 2, 1}};
  __real_notes_rates(now == REPAIRED ? product : table, e, B);
  for (int i = 0; i < 12 && now == FOURFOLD; i++) B[i / 3][i % 3] *= i == 0 ? 2.5 : 2;
}

rg_status __real_andreani_solve_any_lcp(int n, const double *Q, const double *d, const char *solver,
                                        const andreani_rule *rule, double *u,
                                        andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_any_lcp(int n, const double *Q, const double *d, const char *solver,
                                        const andreani_rule *rule, double *u,
                                        andreani_answer *answer, rg_error *error);
rg_status __wrap_andreani_solve_any_lcp(int n, const double *Q, const double *d, const char *solver,
                                        const andreani_rule *rule, double *u,
                                        andreani_answer *answer, rg_error *error) {
  rg_status status = __real_andreani_solve_any_lcp(n, Q, d, solver, rule, u, answer, error);
  for (int i = 0; i < n && now == SHIFTED; i++) u[i] += 1e-3;
  return status;
}

void __real_rg_kinematics(const rg_model *model, rg_data *data);
void __wrap_rg_kinematics(const rg_model *model, rg_data *data);
void __wrap_rg_kinematics(const rg_model *model, rg_data *data) {
  __real_rg_kinematics(model, data);
  if (now != OTHER_FRAME) return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++) {
      double *a = data->xmat + 9 + 3 * i + j, *b = data->xmat + 9 + 3 * j + i, c = *a;
      *a = *b, *b = c;
    }
}

/* --- running ------------------------------------------------------------------------------------------------ */

static int is_in(const char *list, const char *paper, const char *experiment) {
  char name[64];
  size_t length = (size_t)snprintf(name, sizeof name, "%s/%s", paper, experiment);
  for (const char *at = strstr(list, name); at; at = strstr(at + 1, name))
    if (at[length] == 0 || at[length] == ' ') return 1;
  return 0;
}

/* 1 where an experiment runs under a change: what a change is made for, or all of the quickest document; all with
   RIGOR_FULL */
static int runs(change c, const char *paper, const char *experiment) {
  int full = getenv("RIGOR_FULL") != NULL;
  if (CHANGE[c].experiments)
    return (full || CHANGE[c].quick) && is_in(CHANGE[c].experiments, paper, experiment);
  if (full || !strcmp(paper, "trinkle")) return 1;
  for (int k = EVERYWHERE; k < CHANGES && c == NOTHING; k++)
    if (runs((change)k, paper, experiment)) return 1;
  return 0;
}

/* an experiment that fails with the change leaves its claims without a result */
static void run_all(paper_ledger *ledger) {
  paper_options options = {
      .quick = 1, .models = RIGOR_SOURCE_DIR "/models", .ledger = ledger, .threads = 1};
  memset(ledger, 0, sizeof *ledger);
  for (const paper_document *d = paper_documents; d->name; d++)
    for (const paper_experiment *e = d->experiments; e->name; e++) {
      rg_error error;
      if (!runs(now, d->name, e->name)) continue;
      rg_page *page = rg_page_new(e->title);
      rg_status status = e->run(&options, page, &error);
      if (now == NOTHING) assert_int_equal(status, RG_OK);
      rg_page_free(page);
    }
}

/* claims that no change here can flip, and why */
static const struct {
  const char *paper, *where, *why;
} FACTS[] = {
    {"mylapilli", "sec. 2.2.2", "the value of a formula at one point"},
    {"peiret", "Fig. 4, hybrid", "not tested, with its reason"},
    {"todorov", "sec. III, none", "not tested, with its reason"},
    {"andreani", "sec. 4.2, variables", "a count of unknowns"},
};

static int is_fact(const paper_claim *c) {
  for (size_t k = 0; k < sizeof FACTS / sizeof *FACTS; k++)
    if (!strcmp(c->paper, FACTS[k].paper) && !strcmp(c->where, FACTS[k].where)) return 1;
  return 0;
}

/* claims about times, which come out as the machine is: other verdicts by the one clock than by the other */
static int is_of_times(const paper_claim *c) {
  static const struct {
    const char *paper, *where;
  } TIMES[] = {{"mylapilli", "sec. 1"},  {"mylapilli", "sec. 2.4.2"},
               {"mylapilli", "sec. 7"},  {"mylapilli", "sec. 2.4.3"},
               {"mylapilli", "Table 1"}, {"andreani", "Table 1, extremes"}};
  for (size_t k = 0; k < sizeof TIMES / sizeof *TIMES; k++)
    if (!strcmp(c->paper, TIMES[k].paper) && !strcmp(c->where, TIMES[k].where)) return 1;
  return 0;
}

/* 1 where the changes that run reach a claim at all: the short form changes some experiments only for one claim */
static int is_reached(const paper_claim *c) {
  return getenv("RIGOR_FULL") || !strcmp(c->paper, "trinkle");
}

/* those that flip by a change made for them, also in the short form */
static const struct {
  const char *paper, *where;
} ALWAYS[] = {
    {"peiret", "Eq. 35"},          {"peiret", "Eq. 39"},
    {"peiret", "page 7, 1e-8"},    {"mylapilli", "sec. 3.3.2, PLM"},
    {"andreani", "Fig. 6, cone"},  {"andreani", "sec. 4.2.3, corners"},
    {"trinkle", "spatial page 2"}, {"trinkle", "spatial page 3"},
    {"trinkle", "spatial page 4"}, {"trinkle", "spatial page 5"},
    {"andreani", "Fig. 3"},        {"mylapilli", "sec. 3.3.2, RLM"},
    {"mylapilli", "sec. 2.4"},     {"todorov", "sec. IV, 3 times"},
};

static void verdicts_can_come_out_otherwise(void **state) {
  (void)state;
  static paper_ledger usual, other, steady;
  static int flipped[PAPER_MOST_CLAIMS];
  int tested = 0, flips = 0, missing = 0;
  now = NOTHING;
  run_all(&usual);
  for (now = NO_FRICTION; now < CHANGES; now++) {
    int count = 0;
    run_all(&other);
    if (now == STEADY) steady = other;
    for (int k = 0; paper_claims[k].paper; k++) {
      const paper_claim *c = &paper_claims[k];
      const paper_result *a = is_of_times(c) ? &steady.result[k] : &usual.result[k];
      const paper_result *b = &other.result[k];
      if (!a->known || !runs(now, c->paper, c->experiment)) continue;
      if (is_of_times(c) && now != UNEVEN) continue;
      int flips_now = !b->known || a->verdict != b->verdict;
      count += flips_now;
      flipped[k] |= flips_now;
    }
    print_message("%s: %d verdicts are others\n", CHANGE[now].name, count);
  }
  now = NOTHING;
  for (int k = 0; paper_claims[k].paper; k++) {
    const paper_claim *c = &paper_claims[k];
    int always = 0;
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
      always |= !strcmp(c->paper, ALWAYS[i].paper) && !strcmp(c->where, ALWAYS[i].where);
    if (!usual.result[k].known || is_fact(c)) continue;
    if (!always && !is_reached(c)) continue;
    tested++, flips += flipped[k];
    if (flipped[k]) continue;
    missing++;
    print_message("  does not flip: %s, %s: %s\n", c->paper, c->where,
                  rg_verdict_text(usual.result[k].verdict));
  }
  print_message("%d claims, %d verdicts flip\n", tested, flips);
  assert_int_equal(missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_can_come_out_otherwise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
