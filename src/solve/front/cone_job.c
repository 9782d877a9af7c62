/* The compliant split: of all impulses that solve the problem, the limit for kappa -> 0 of those
   that solve it with the same compliance kappa at all contacts, raw; rows have that of their own
   diagonal. In cone form that is A + kappa C (forms.h), and

       x_1  solves  u = (A + kappa C) x + c
       x_2  solves  u = (A + kappa C) x + c - kappa C x_1        (proximal point, Rockafellar 1976)

   x_1 has the split, but velocities that are wrong by kappa C x_1. x_2 - x_1 is of the order of
   kappa, and what it violates of the original problem is kappa C (x_2 - x_1): kappa squared.
   Under a body so heavy that its part of A is not large beside kappa C the corrections fall
   slowly, like a geometric series: they are extrapolated, and go on with a smaller kappa.

   Heavy on light makes A x cancel. A residual is then known to rg_cone_rounding only: no pass
   strives for less.

   `auto` does both, from the given impulses. Where that does not succeed at once, or another solver
   was asked for, the problem itself is solved first and kappa falls from 1e-2, each answer the
   start of the next: along the kernel of A the residual is flat but for kappa, and a small kappa at
   once leaves Newton nothing to go by. */
#include "solve/front/cone_job.h"
#include "law/mixed_cone.h"
#include "math/dense.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/one_contact.h"
#include "solve/front/rounding.h"

#include <math.h>
#include <string.h>

enum { CORRECTIONS = 8, MANY = 16 /* contacts */ };
enum { AT_ONCE = 300, GRADUALLY = 60, SHORT = 60 }; /* iterations of a pass */
enum { FEW = 24 };                                  /* contacts that make no heap */

static const double FIRST_COMPLIANCE = 1e-2; /* kappa max(S^2): the diagonal of A is near 1 */
/* the last one: the split is as good as it, but what redundant targets contradict each other by must be
   small beside it, and many contacts have more of that */
static const double COMPLIANCE = 1e-8, COMPLIANCE_OF_MANY = 1e-6, FALL = 0.1;
static const double MARGIN = 0.01;   /* of tol: what x_1 violates may be just below it */
static const double SLOW = 1e-3;     /* fall of the corrections that is worth an extrapolation */
static const double STUCK = 0.7;     /* the same that says: targets contradict each other */
static const double TOO_SLOW = 0.05; /* the same that is worth a smaller compliance */
static const double LEAST_COMPLIANCE = 1e-10;
static const double LOST = 1e-5; /* residual of a pass after which no smaller compliance is tried */
/* residual that x_1 should reach, and the worst that will do where rounding allows it: the split is
   as good as that divided by the compliance */
static const double AIM = 1e-14, SHARP = 1e-13;
static const double NEARLY = 10;    /* times tol: residual of a start at rest */
static const double AT_FLOOR = 0.5; /* of what rounding leaves: no use to strive for less */

int rg_cone_job_new(rg_arena *arena, const rg_solver_entry *entry, const rg_local *local,
                    int compliant, rg_cone_job *job) {
  *job = (rg_cone_job){.entry = entry, .compliant = compliant};
  job->map = rg_cone_new(arena, local);
  if (!job->map) return 0;
  job->throng = compliant && job->map->cone.blocks > RG_THRONG;
  compliant = job->compliant = compliant && !job->throng;
  int n = job->map->cone.n;
  if (!entry->cone_solve) {
    job->mixed = rg_mixed_cone_new(arena, &job->map->cone, NULL, 0);
    if (!job->mixed) return 0;
    job->z = RG_NEW(arena, double, job->mixed->n);
  }
  job->x = RG_RAW(arena, double, n);
  job->u = RG_RAW(arena, double, n);
  job->clean = RG_RAW(arena, double, n);
  if (compliant) {
    job->splitter = rg_registry_find("auto");
    job->center = RG_RAW(arena, double, n);
    job->start = RG_RAW(arena, double, n);
    job->c = RG_RAW(arena, double, n);
    job->first = RG_RAW(arena, double, n);
  }
  return !arena->failed;
}

int rg_cone_job_ready(rg_arena *arena, rg_cone_job *job, const rg_options *options) {
  job->state = job->mixed ? job->entry->mixed_setup(arena, job->mixed, options)
                          : job->entry->cone_setup(arena, &job->map->cone, options);
  if (job->splitter)
    job->splitter_state = job->splitter == job->entry
                              ? job->state
                              : job->splitter->cone_setup(arena, &job->map->cone, options);
  return !arena->failed;
}

static double compliance(const rg_cone *cone) {
  return cone->contacts >= MANY ? COMPLIANCE_OF_MANY : COMPLIANCE;
}

/* one contact with a regular matrix: its impulse is found directly, there is nothing to split */
static int alone(const rg_cone *cone) {
  double inverse[9];
  return cone->blocks == 1 && cone->contacts == 1 &&
         rg_one_contact_invert(cone->d, cone->values, inverse);
}

void rg_cone_job_matrix(rg_cone_job *job, const rg_local *local) {
  rg_cone *cone = &job->map->cone;
  rg_cone_matrix(job->map, local);
  if (job->compliant && !alone(cone)) rg_cone_comply(cone, compliance(cone));
}

void rg_cone_job_vector(rg_cone_job *job, const rg_local *local, double reference) {
  rg_cone_vector(job->map, local, reference);
}

/* what is striven for */
static double wanted(const rg_options *options) {
  return options->aim > 0 && options->aim < options->tol ? options->aim : options->tol;
}

/* The mixed form has products of impulses and velocities, and may be solved to its tolerance where
   the cone is not: then once more, sharper. */
static rg_status pass_mixed(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  enum { TRIES = 3 };
  static const double SHARPER = 1e-3;
  const rg_cone *cone = &job->map->cone;
  rg_options o = *options;
  rg_status status = RG_STALLED;
  int iterations = 0;
  for (int k = 0; k < TRIES; k++, o.tol *= SHARPER) {
    rg_mixed_cone_start(job->mixed, job->x, job->z);
    status = job->entry->mixed_solve(job->state, job->mixed, &o, job->z, outcome);
    rg_mixed_cone_impulse(job->mixed, job->z, job->x);
    iterations += outcome->iterations;
    rg_cone_velocity(cone, job->x, job->u);
    if (status != RG_SOLVED || rg_cone_residual(cone, job->x, job->u) <= options->tol) break;
    if (o.max_iterations > 0 && (o.max_iterations -= outcome->iterations) <= 0) break;
  }
  outcome->iterations = iterations;
  return status;
}

/* one pass through the solver from x */
static rg_status pass(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  if (job->mixed) return pass_mixed(job, options, outcome);
  return job->entry->cone_solve(job->state, &job->map->cone, options, job->x, outcome);
}

/* 1 where `auto` has few contacts nearly at rest, and is asked to strive for more than the tolerance */
static int is_resting(rg_cone_job *job, const rg_options *options) {
  const rg_cone *cone = &job->map->cone;
  if (cone->contacts >= FEW || options->max_iterations > 0 || !(wanted(options) < options->tol))
    return 0;
  if (job->entry != rg_registry_find("auto")) return 0;
  rg_cone_velocity(cone, job->x, job->u);
  return rg_cone_residual(cone, job->x, job->u) <= NEARLY * options->tol;
}

/* What is left of the residual there is a speed that the next steps have to take out again, and a search that has met
   its tolerance gives up at once where the next step of Newton does not gain: so what is striven for is the tolerance of
   a short search first. */
static rg_status pass_at_rest(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  rg_options o = *options;
  o.tol = wanted(options);
  o.max_iterations = outcome->iterations + SHORT;
  rg_status status = pass(job, &o, outcome);
  if (status == RG_SOLVED) return status;
  outcome->reason[0] = '\0';
  return outcome->residual <= options->tol ? RG_SOLVED : pass(job, options, outcome);
}

/* residual of the problem without compliance; the cone is centred at job->center */
static double raw_residual(rg_cone_job *job) {
  rg_cone *cone = &job->map->cone;
  rg_cone_velocity(cone, job->x, job->u);
  for (int i = 0; i < cone->n; i++)
    job->u[i] -= cone->compliance * rg_cone_softness(cone, i) * (job->x[i] - job->center[i]);
  return rg_cone_residual(cone, job->x, job->u);
}

/* the same within their leeway; u is known */
static double raw_within(const rg_cone_job *job) {
  return rg_cone_within(&job->map->cone, job->x, job->u);
}

/* notes what rounding in A x leaves of the residual, within what dispatch accepts as rounding */
static void note_floor(rg_cone_job *job, const rg_options *options) {
  job->floor = fmin(rg_cone_rounding(&job->map->cone, job->x), RG_NEAR * options->tol);
}

/* what counts as solved here: tol, or the floor. The last digits are not the split's business */
static double allowed(const rg_cone_job *job, const rg_options *options) {
  return fmax(job->floor, options->tol);
}

/* x for the compliance and the centre that are set, in a few iterations; its residual */
static double split_pass(rg_cone_job *job, const rg_options *options, double aim, int iterations,
                         rg_outcome *outcome) {
  const rg_cone *cone = &job->map->cone;
  rg_options o = *options;
  int most = outcome->iterations + iterations;
  o.max_iterations = o.max_iterations > 0 && o.max_iterations < most ? o.max_iterations : most;
  o.tol = allowed(job, options);
  o.aim = fmax(aim, AT_FLOOR * job->floor);
  job->splitter->cone_solve(job->splitter_state, cone, &o, job->x, outcome);
  return outcome->residual;
}

/* the centre of the next correction: x, or, where a body is so heavy that kappa S^2 shows beside
   its part of A, the place where corrections lead that are each `fall` times the last one */
static void move_center(rg_cone_job *job, double fall) {
  double further = fall > SLOW && fall < 1 ? fall / (1 - fall) : 0;
  for (int i = 0; i < job->map->cone.n; i++)
    job->center[i] = job->x[i] + further * (job->x[i] - job->center[i]);
}

/* one correction: the proximal step from the centre; what x then violates of the problem itself */
static double correct_once(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  double aim = options->aim > 0 ? options->aim : MARGIN * options->tol;
  rg_cone_recentre(&job->map->cone, job->c, job->center);
  split_pass(job, options, aim, AT_ONCE, outcome);
  return raw_residual(job);
}

/* from x_1 on: corrections until the problem itself is solved; 1 where it is */
static int correct(rg_cone_job *job, const rg_local *local, const rg_options *options,
                   rg_outcome *outcome) {
  rg_cone *cone = &job->map->cone;
  size_t bytes = (size_t)cone->n * sizeof(double);
  int stiff = 0;
  memcpy(job->first, job->x, bytes);
  memcpy(job->c, cone->c, bytes);
  memset(job->center, 0, bytes);
  double last = raw_residual(job), residual = HUGE_VAL, fall = 0;
  for (int k = 0; k < CORRECTIONS; k++) {
    cone->recentred = 1;
    /* another matrix: the last factors are of no use */
    if (fall > TOO_SLOW && !stiff && cone->contacts < MANY) {
      rg_cone_matrix(job->map, local);
      rg_cone_comply(cone, LEAST_COMPLIANCE);
      cone->recentred = 0;
      stiff = 1;
    }
    move_center(job, fall);
    residual = correct_once(job, options, outcome);
    double goal = fmax(wanted(options), AT_FLOOR * job->floor);
    if (residual <= goal || (residual <= allowed(job, options) && residual > 0.1 * last)) break;
    if (k > 0 && residual > STUCK * last) break;
    if (residual > 0.1 * last && raw_within(job) <= allowed(job, options)) break;
    fall = last > 0 ? residual / last : 0;
    last = residual;
  }
  if (residual > allowed(job, options)) residual = raw_within(job);
  memcpy(cone->c, job->c, bytes);
  cone->recentred = 0;
  if (stiff) rg_cone_job_matrix(job, local);
  /* a jam has an answer with any compliance: impulses so large that c is lost in them */
  int lost = rg_cone_rounding(cone, job->x) > RG_NEAR * options->tol;
  return !lost && residual <= allowed(job, options);
}

/* how a split at once ended: x_1 was not found; it was, but its corrections do not end since targets of
   many contacts contradict each other; they ended; they ended and x_1 was sharp */
typedef enum attempt { FAILED, CONTRADICTED, ROUGH, SPLIT } attempt;

/* x_1 and its corrections at once */
static attempt split_at_once(rg_cone_job *job, const rg_local *local, const rg_options *options,
                             rg_outcome *outcome) {
  note_floor(job, options); /* of the start, which is as large as the answer or nothing */
  double residual = split_pass(job, options, AIM, AT_ONCE, outcome);
  note_floor(job, options);
  if (!(residual <= LOST)) job->floor = 0;
  if (!(residual <= allowed(job, options))) return FAILED;
  if (!correct(job, local, options, outcome))
    return job->map->cone.contacts >= MANY ? CONTRADICTED : FAILED;
  return residual <= fmax(SHARP, job->floor) ? SPLIT : ROUGH;
}

/* the same by a falling compliance, from a solution of the problem itself; 1 where they are good */
static int split_gradually(rg_cone_job *job, const rg_local *local, const rg_options *options,
                           rg_outcome *outcome) {
  rg_cone *cone = &job->map->cone;
  double residual = 0;
  note_floor(job, options);
  for (double kappa = FIRST_COMPLIANCE; kappa > 0.5 * compliance(cone); kappa *= FALL) {
    rg_cone_matrix(job->map, local);
    rg_cone_comply(cone, kappa);
    residual = split_pass(job, options, AIM, GRADUALLY, outcome);
    if (!(residual <= LOST)) return 0;
  }
  return residual <= allowed(job, options) && correct(job, local, options, outcome);
}

static rg_status solve_compliant(rg_cone_job *job, const rg_local *local, const rg_options *options,
                                 rg_outcome *outcome) {
  rg_cone *cone = &job->map->cone;
  rg_status status = RG_SOLVED;
  size_t bytes = (size_t)cone->n * sizeof(double);
  memcpy(job->start, job->x, bytes);
  job->floor = 0;
  attempt split =
      job->splitter == job->entry ? split_at_once(job, local, options, outcome) : FAILED;
  job->has_first = split != FAILED;
  if (split == SPLIT) return RG_SOLVED;
  if (split == FAILED) memcpy(job->x, job->start, bytes);
  /* as if nobody had asked for a split, from the corrections where there are any */
  if (split != ROUGH) {
    rg_cone_matrix(job->map, local);
    outcome->reason[0] = '\0';
    rg_options o = *options;
    o.tol = allowed(job, options);
    status = pass(job, &o, outcome);
  }
  memcpy(job->start, job->x, bytes);
  if (status == RG_SOLVED && (split == ROUGH || cone->contacts < MANY)) {
    if (split_gradually(job, local, options, outcome)) split = SPLIT;
    else memcpy(job->x, job->start, bytes);
  }
  job->not_split = status == RG_SOLVED && split < ROUGH;
  job->has_first |= split == SPLIT;
  if (status == RG_SOLVED) outcome->reason[0] = '\0';
  rg_cone_job_matrix(job, local);
  return status;
}

void rg_cone_job_start(const rg_cone_job *job, double *impulse) {
  if (job->has_first) rg_cone_to_raw(&job->map->cone, job->first, impulse);
}

int rg_cone_job_done(rg_cone_job *job, const rg_options *options, const double *impulse) {
  const rg_cone *cone = &job->map->cone;
  if (cone->compliance > 0) return 0;
  rg_cone_from_raw(cone, impulse, job->x);
  rg_cone_velocity(cone, job->x, job->u);
  return rg_cone_residual(cone, job->x, job->u) <= wanted(options);
}

/* u of x without compliance, and what it leaves of the laws */
static double plain_residual(rg_cone_job *job, const double *x) {
  const rg_cone *cone = &job->map->cone;
  rg_cone_velocity(cone, x, job->u);
  for (int i = 0; i < cone->n && cone->compliance > 0; i++)
    job->u[i] -= cone->compliance * rg_cone_softness(cone, i) * x[i];
  return rg_cone_residual(cone, x, job->u);
}

/* x - F(x) = P(x - u~) in the place of x where that is as good: impulses that are zero, or in their cones, exactly */
static void put_in_cones(rg_cone_job *job, const rg_options *options) {
  const rg_cone *cone = &job->map->cone;
  const rg_map natural = {.kind = RG_MAP_NATURAL, .mu_scale = 1};
  double before = plain_residual(job, job->x), *F = job->clean;
  if (!(before <= options->tol) || cone->contacts == 0) return;
  rg_contact_map(cone, natural, job->x, job->u, F, NULL, NULL, NULL);
  for (int i = 0; i < cone->n; i++) F[i] = job->x[i] - F[i];
  if (plain_residual(job, F) > fmax(before, wanted(options))) return;
  memcpy(job->x, F, (size_t)cone->n * sizeof *F);
}

rg_status rg_cone_job_solve(rg_cone_job *job, const rg_local *local, const rg_options *options,
                            double *impulse, rg_outcome *outcome) {
  rg_cone *cone = &job->map->cone;
  job->not_split = job->throng;
  job->has_first = 0;
  rg_cone_from_raw(cone, impulse, job->x);
  rg_status status = cone->compliance > 0       ? solve_compliant(job, local, options, outcome)
                     : is_resting(job, options) ? pass_at_rest(job, options, outcome)
                                                : pass(job, options, outcome);
  /* what did not move stays as it is, to the last bit */
  rg_cone_from_raw(cone, impulse, job->u);
  if (!cone->n || memcmp(job->u, job->x, (size_t)cone->n * sizeof(double)) == 0) return status;
  if (status == RG_SOLVED) put_in_cones(job, options);
  rg_cone_to_raw(cone, job->x, impulse);
  return status;
}
