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
#include <rigor/seating.h>

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
  ALL_BOXES,
  LONG_STEPS,
  HEAVY_PHANTOM,
  GROUPS,
  SLOW_PLAIN,
  EARLY,
  LOOSE,
  TURNED,
  REPAIRED,
  FOURFOLD,
  ASKEW,
  OTHER_FRAME,
  EASY_SMALL,
  STRICT,
  SHIFTED,
  NARROW,
  REDUNDANT,
  STEADY,
  UNEVEN,
  BAD_COEFFICIENT,
  NO_CONDITIONS,
  DULL,
  MANY_GIVEN_UP,
  NO_THETA,
  WIDE_GAPS,
  NO_OVERLAPS,
  BACKWARDS,
  PUSHED_BACK,
  CLOSED,
  AT_REST,
  BILATERAL,
  FAR_APART,
  UNIT_STEP,
  FULL_EQUATION,
  UNCOUPLED,
  ANSWERS_OFF,
  EMBEDDED_SLOW,
  MOTION_GIVEN_UP,
  FEW_PIVOTS,
  NO_MURTY,
  NO_SLACKS,
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
    [ALL_BOXES] = {"boxes in the place of pyramids", "peiret/ranks", 1},
    [LONG_STEPS] = {"steps ten times as long", "peiret/ranks", 1},
    [HEAVY_PHANTOM] = {"friction that hangs on rho", "peiret/phantom", 0},
    [GROUPS] = {"no friction for the MNCP solvers", "mylapilli/pendulum", 0},
    [SLOW_PLAIN] = {"one iteration where lambda < 1", "mylapilli/lambda", 1},
    [EARLY] = {"a minimizer of five iterations", "andreani/search", 0},
    [LOOSE] = {"a minimizer that solves its quadratics to the end", "andreani/search", 0},
    [TURNED] = {"forces that are turned", "andreani/comparison", 1},
    [REPAIRED] = {"B with the signs of the quaternion product", "trinkle/spatial", 1},
    [FOURFOLD] = {"B twice as large", "trinkle/spatial", 1},
    [ASKEW] = {"a B that is not orthogonal to e", "trinkle/spatial", 1},
    [OTHER_FRAME] = {"rotations the other way", "trinkle/spatial", 1},
    [EASY_SMALL] = {"one iteration where mu is small", "todorov/table", 0},
    [STRICT] = {"a tolerance that nothing meets", "todorov/table", 0},
    [SHIFTED] = {"answers that are a thousandth off", "andreani/sliding", 1},
    [NARROW] = {"pyramids of four directions", "todorov/lcp", 1},
    [REDUNDANT] = {"redundant coordinates everywhere", "mylapilli/links", 1},
    [STEADY] = {"a clock by which every step takes as long", CLOCKED, 0},
    [UNEVEN] = {"a clock by which steps grow with the square", CLOCKED, 0},
    [BAD_COEFFICIENT] = {"a negative coefficient of friction", "trinkle/friction-cases", 1},
    [NO_CONDITIONS] = {"signs without conditions", "trinkle/friction-cases", 1},
    [DULL] = {"half of the friction in the notes' LCP", "trinkle/mixed-lcp trinkle/polygon", 1},
    [MANY_GIVEN_UP] = {"one pivot where there are several contacts", "trinkle/mixed-lcp", 1},
    [NO_THETA] = {"no Theta/h", "trinkle/mixed-lcp", 1},
    [WIDE_GAPS] = {"gaps that are wide", "trinkle/stabilization trinkle/corner", 1},
    [NO_OVERLAPS] = {"no overlaps in the notes' LCP", "trinkle/stabilization", 1},
    [BACKWARDS] = {"velocities the other way", "trinkle/wall", 1},
    [PUSHED_BACK] = {"outer impulses the other way", "trinkle/misprints", 1},
    [CLOSED] = {"gaps that are closed", "trinkle/misprints", 1},
    [AT_REST] = {"parts at rest", "trinkle/misprints", 1},
    [BILATERAL] = {"contacts that hold both ways", "trinkle/seating", 1},
    [FAR_APART] = {"gaps twice as wide", "trinkle/seating", 1},
    [UNIT_STEP] = {"h = 1", "trinkle/box", 1},
    [FULL_EQUATION] = {"a row of |e| = 1 that is not empty", "trinkle/box", 1},
    [UNCOUPLED] = {"contacts that do not feel each other", "trinkle/box", 1},
    [ANSWERS_OFF] = {"velocities that are a thousandth off", "trinkle/polygon", 1},
    [EMBEDDED_SLOW] = {"another motion where closures are embedded", "mylapilli/embedding", 0},
    [MOTION_GIVEN_UP] = {"solvers that give up at once after the first impact", "mylapilli/impact",
                         0},
    [FEW_PIVOTS] = {"eight pivots of Lemke's method at most", "peiret/pivoting", 0},
    [NO_MURTY] = {"Lemke's method in the place of Murty's", "peiret/pivoting", 0},
    [NO_SLACKS] = {"two directions in the place of slacks", "trinkle/friction-cases", 1},
};
static change now;

/* rows of the mixed LCP of two contacts with two directions each, and pivots that are too few for them */
enum { SEVERAL = 10, FEW = 8 };

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
  if (now == STRICT) o.tol = 1e-30;
  if (now == EASY_SMALL && p.contacts && p.mu[0] < 0.3) o.max_iterations = 1;
  if (now == NO_SLACKS && o.law.law == RG_LAW_SLACK) o.law.law = RG_LAW_PYRAMID;
  if (now == NARROW && o.law.law == RG_LAW_PYRAMID) o.law.directions = 4;
  if (now == MANY_GIVEN_UP && n >= SEVERAL) o.max_iterations = 1;
  if (now == FEW_PIVOTS && o.solver && !strcmp(o.solver, "lemke")) o.max_iterations = FEW;
  if (now == NO_MURTY && o.solver && !strcmp(o.solver, "murty")) o.solver = "lemke";
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
  if (now == MOTION_GIVEN_UP && o.on_failure == RG_ON_FAILURE_CONTINUE) o.solve.max_iterations = 1;
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
  room[RG_ROOM_DYNAMICS] = 1e-6 * (now == STEADY ? nv : nv * nv);
  room[RG_ROOM_SOLVE] = now == STEADY ? 1e-6 * rg_sim_report(sim)->size : 1e-6;
  return room;
}

rg_status __wrap_rg_step(rg_sim *sim) {
  rg_status status = __real_rg_step(sim);
  if (now == STEADY || now == UNEVEN) fake += cost_of(sim);
  int embedded = rg_sim_used_options(sim)->coordinates == RG_EMBEDDED;
  if (now != OTHER_MOTION && !(now == EMBEDDED_SLOW && embedded)) return status;
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
  if (now == ALL_BOXES) form = PEIRET_FORM_BOX;
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
  for (int i = 0; i < 12 && now == FOURFOLD; i++) B[i / 3][i % 3] *= 2;
  if (now == ASKEW) B[0][0] *= 2;
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

/* --- the notes' own matrices ----------------------------------------------------------------------------------- */

/* what is asked */
static void change_step(notes_step *s) {
  for (int k = 0; k < s->contacts; k++) {
    if (now == DULL) s->mu[k] /= 2;
    if (now == WIDE_GAPS) s->psi[k] += 100;
    if (now == NO_OVERLAPS) s->psi[k] = fmax(0, s->psi[k]);
    if (now == CLOSED) s->psi[k] = 0;
  }
  for (int i = 0; i < s->dofs; i++) {
    if (now == BACKWARDS) s->v[i] = -s->v[i];
    if (now == AT_REST) s->v[i] = 0;
    if (now == PUSHED_BACK) s->p_ext[i] = -s->p_ext[i];
  }
  for (int i = 0; i < s->equalities; i++) {
    if (now == NO_THETA) s->theta[i] = 0;
    if (now == FULL_EQUATION) s->Wb[i] = 1;
  }
  if (now == UNIT_STEP && s->dofs > 2) s->p_ext[2] = -9.81;
}

/* what is answered: W_n' v = -psi where contacts are equations */
static void change_answer(notes_step *s) {
  int n = s->dofs;
  if (now == BILATERAL && n == s->contacts && n <= 3) {
    double A[9], b[3];
    for (int i = 0; i < n * n; i++) A[i] = s->Wn[(i % n) * n + i / n];
    for (int i = 0; i < n; i++) b[i] = -s->psi[i];
    assert_int_equal(notes_linear(n, 1, A, b), RG_OK);
    memcpy(s->v_new, b, (size_t)n * sizeof *b);
  }
  for (int i = 0; i < n && now == ANSWERS_OFF; i++) s->v_new[i] += 1e-3 * (i + 1);
}

rg_status __real_notes_solve(notes_step *step, const char *solver);
rg_status __wrap_notes_solve(notes_step *step, const char *solver);
rg_status __wrap_notes_solve(notes_step *step, const char *solver) {
  enum { MOST = 64 };
  double mu[MOST], psi[MOST];
  assert_true(step->contacts <= MOST);
  memcpy(mu, step->mu, (size_t)step->contacts * sizeof *mu);
  memcpy(psi, step->psi, (size_t)step->contacts * sizeof *psi);
  change_step(step);
  rg_status status = __real_notes_solve(step, solver);
  memcpy(step->mu, mu, (size_t)step->contacts * sizeof *mu);
  memcpy(step->psi, psi, (size_t)step->contacts * sizeof *psi);
  change_answer(step);
  return status;
}

rg_status __real_notes_reduced(const notes_step *step, double *A, double *c);
rg_status __wrap_notes_reduced(const notes_step *step, double *A, double *c);
rg_status __wrap_notes_reduced(const notes_step *step, double *A, double *c) {
  rg_status status = __real_notes_reduced(step, A, c);
  int n = notes_reduced_size(step);
  for (int i = 0; i < n * n && now == UNCOUPLED; i++)
    if (i % (n + 1)) A[i] = 0;
  return status;
}

/* the programs of the cases: their seventh unknown is the load, then the velocity comes */
rg_status __real_notes_program(int n, int m, int equalities, const double *A, const double *b,
                               const double *g, double *x);
rg_status __wrap_notes_program(int n, int m, int equalities, const double *A, const double *b,
                               const double *g, double *x);
rg_status __wrap_notes_program(int n, int m, int equalities, const double *A, const double *b,
                               const double *g, double *x) {
  enum { LOAD = 6, MOST = 320 };
  double other[MOST];
  assert_true(n * m <= MOST);
  for (int i = 0; i < n * m; i++) {
    const double *row = A + n * (i / n);
    int condition = i / n < equalities && n > LOAD && (row[LOAD] != 0 || row[LOAD + 1] != 0);
    other[i] = now == BAD_COEFFICIENT && n > LOAD && i % n == LOAD ? -A[i] : A[i];
    if (now == NO_CONDITIONS && condition) other[i] = 0;
  }
  return __real_notes_program(n, m, equalities, other, b, g, x);
}

rg_status __real_rg_seating_new(rg_seating **seating, const rg_seating_input *input,
                                rg_error *error);
rg_status __wrap_rg_seating_new(rg_seating **seating, const rg_seating_input *input,
                                rg_error *error);
rg_status __wrap_rg_seating_new(rg_seating **seating, const rg_seating_input *input,
                                rg_error *error) {
  rg_seating_input other = *input;
  if (now == FAR_APART) other.h /= 2;
  return __real_rg_seating_new(seating, &other, error);
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

/* an experiment that fails with the change leaves its claims without a result, which is no other verdict */
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
    {"trinkle", "page 35, sparse", "not tested, with its reason"},
    {"trinkle", "page 35", "a count of unknowns"},
    {"trinkle", "page 1.1, size 1", "a number times another, case by case"},
    {"trinkle", "page 29, W", "a matrix of three rows"},
    {"andreani", "sec. 4.2, variables", "a count of unknowns"},
    {"andreani", "sec. 4.1, variables", "a count of unknowns"},
    {"peiret", "page 1, size", "a count of unknowns"},
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
  } TIMES[] = {{"mylapilli", "sec. 1"},     {"mylapilli", "sec. 2.4.2"},
               {"mylapilli", "sec. 2.4.1"}, {"mylapilli", "sec. 2.4.2, solve"},
               {"mylapilli", "sec. 7"},     {"mylapilli", "sec. 2.4.3"},
               {"mylapilli", "Table 1"},    {"andreani", "Table 1, extremes"}};
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
    {"peiret", "Eq. 35"},
    {"peiret", "Eq. 39"},
    {"peiret", "page 7, 1e-8"},
    {"mylapilli", "sec. 3.3.2, PLM"},
    {"andreani", "Fig. 6, cone"},
    {"andreani", "sec. 4.2.3, corners"},
    {"trinkle", "spatial page 2"},
    {"trinkle", "spatial page 2, G'G"},
    {"trinkle", "spatial page 5, |e|^2"},
    {"trinkle", "spatial pages 2 and 5"},
    {"andreani", "Fig. 3"},
    {"mylapilli", "sec. 3.3.2, RLM"},
    {"mylapilli", "sec. 2.4"},
    {"todorov", "sec. IV, 3 times"},
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
      int flips_now = b->known && a->verdict != b->verdict;
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
