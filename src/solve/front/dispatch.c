/* From the solver's form to a certified answer: solve, back, split, certificate. */
#include "base/clock.h"
#include "math/dense.h"
#include "solve/certificate/certificate.h"
#include "solve/front/again.h"
#include "solve/front/rounding.h"
#include "solve/front/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  PARALLEL_SIZE = 200, /* unknowns from which on threads are worth waking */
  ROUNDS = 3           /* of work on the last digits */
};

static void refill_cone(rg_solver *s) {
  const rg_local *local = s->law_local ? s->law_local : &s->localizer->local;
  int laws_own = s->law_local && s->raw.contacts > 0;
  double unit = s->law_local ? s->law_mlcp->speed : 1; /* a law's MLCP has units of its own */
  if (s->stale_matrix || s->law_local) rg_cone_job_matrix(&s->job, local);
  rg_cone_job_vector(&s->job, local,
                     laws_own ? rg_norm(local->n, local->c) : s->measure.reference / unit);
}

/* brings the solver's form up to date with the raw numbers; islands are filled when they are solved */
static void refill(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  if (!s->stale_matrix && !s->stale_vector) return;
  s->measure = (rg_measure){local->unit,
                            local->response,
                            local->typical,
                            rg_local_reference(local, 0),
                            rg_local_reference(local, 1),
                            s->options.tol};
  if (s->law_mlcp) {
    rg_law_assemble(s->law_mlcp, local);
    s->law_mlcp->mlcp.reference =
        s->raw.contacts == 0 ? s->measure.reference / s->law_mlcp->speed : 0;
    if (s->compliant && s->stale_matrix) rg_compliant_law_matrix(s->compliant, local);
  }
  if (s->job.map) refill_cone(s);
  s->stale_matrix = s->stale_vector = 0;
}

/* what solvers of cones are asked for: their products are rounded otherwise than those of the certificate */
static rg_options sharper(const rg_solver *s) {
  static const double MARGIN = 0.5;
  rg_options options = s->options;
  options.tol *= MARGIN;
  return options;
}

static rg_status run_islands(rg_solver *s) {
  int large = rg_size(s) >= PARALLEL_SIZE;
  rg_options options = sharper(s);
  return rg_islands_solve(s->islands, &s->localizer->local, &options, s->measure.reference,
                          s->rooms, large ? s->workers : NULL, s->impulse, s->start, &s->outcome);
}

/* the solver on the numbers of its form */
static rg_status run_solver(rg_solver *s) {
  if (s->form == RG_FORM_MLCP)
    return s->entry->mlcp_solve(s->state, &s->law_mlcp->mlcp, &s->options, s->z, &s->outcome);
  rg_options options = sharper(s);
  return rg_cone_job_solve(&s->job, s->law_local ? s->law_local : &s->localizer->local, &options,
                           s->law_local ? s->z : s->impulse, &s->outcome);
}

static int split_law(rg_solver *s) {
  return rg_compliant_law_split(s->compliant, s->law_mlcp, &s->localizer->local, &s->options, s->z,
                                &s->outcome);
}

/* a law's MLCP and its compliant split: `auto` goes there at once, others solve the MLCP first */
static rg_status run_law(rg_solver *s) {
  const rg_options *o = &s->options;
  int wanted = s->compliant && !s->law_not_split && rg_compliant_law_needed(s->compliant);
  int at_once = s->entry == rg_registry_find("auto") && !o->trace && o->max_iterations == 0;
  if (!wanted) return run_solver(s);
  if (at_once && split_law(s)) return RG_SOLVED;
  rg_status status = run_solver(s);
  s->law_not_split = status == RG_SOLVED && (at_once || !split_law(s));
  return status;
}

/* one pass through the solver: raw impulses in, raw impulses out */
static rg_status run_once(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  if (s->islands) return run_islands(s);
  if (!s->law_mlcp) return run_solver(s);
  rg_law_start(s->law_mlcp, local, s->impulse, s->z);
  rg_status status = run_law(s);
  rg_law_impulse(s->law_mlcp, local, s->z, s->impulse);
  return status;
}

/* laws whose bounds depend on the answer (box, hybrid) are repeated until they agree with it; 0 where
   they do not */
static int settle(rg_solver *s, rg_status *status) {
  for (int repeats = 0; rg_law_update(s->law_mlcp, &s->localizer->local, s->z);) {
    if (++repeats > s->law.repeats) return 0;
    if (s->law_local) refill_cone(s);
    int before = s->outcome.iterations;
    s->outcome.iterations = 0;
    *status = run_once(s);
    s->outcome.iterations += before;
  }
  return 1;
}

/* a law; bounds that do not settle with a compliant split may do so without */
static rg_status run(rg_solver *s) {
  s->law_not_split = 0;
  rg_status status = run_once(s);
  if (!s->law_mlcp) return status;
  int settled = settle(s, &status);
  if (!settled && s->compliant && !s->law_not_split && rg_compliant_law_needed(s->compliant)) {
    s->law_not_split = 1;
    rg_law_assemble(s->law_mlcp, &s->localizer->local);
    if (s->law_local) refill_cone(s);
    status = run_once(s);
    settled = settle(s, &status);
  }
  if (settled) return status;
  snprintf(s->report.reason, sizeof s->report.reason,
           "bounds of the law did not settle in %d repetitions", s->law.repeats);
  return RG_LIMIT;
}

/* numbers that are not finite never leave: they become 0 and the status says so */
static int replace_not_finite(int n, double *x) {
  int replaced = 0;
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) {
      x[i] = 0;
      replaced++;
    }
  return replaced;
}

static void certify(rg_solver *s, int careful) {
  if (s->motion) { /* v = M^-1 (f + G' x) */
    if (s->raw.M.rows) memcpy(s->motion, s->raw.f, (size_t)s->raw.M.rows * sizeof(double));
    rg_matrix_times_t_add(&s->raw.G, s->impulse, s->motion);
    rg_mass_solve(s->localizer->mass, s->motion);
  }
  rg_certificate_compute(&s->raw, s->impulse, s->motion, careful, &s->measure, s->velocity, s->work,
                         &s->report.certificate);
  if (s->law_mlcp && s->raw.contacts > 0) {
    const rg_mlcp *m = &s->law_mlcp->mlcp;
    s->report.certificate.law_residual =
        rg_certificate_mlcp(m->n, m->M, m->q, m->lower, m->upper, m->reference, s->z);
  }
}

/* Short of the tolerance by no more than rounding may take, or so small that it does no harm to try: the exact
   law in local form. */
static int is_near(const rg_solver *s) {
  enum { SMALL = 1500 };
  double residual = s->report.certificate.law_residual;
  int stored = s->raw.A.storage == RG_DENSE || s->raw.A.storage == RG_SPARSE;
  if (!s->held || !stored || !(residual > s->options.tol)) return 0;
  if (residual > RG_NEAR * s->options.tol || !(s->measure.reference > 0)) return 0;
  if (rg_size(s) <= SMALL) return 1;
  return residual <= RG_NEAR * rg_certificate_rounding(&s->raw, s->impulse, &s->measure);
}

/* certificate with velocities in twice the precision: by the mechanics that A was made of where the
   caller knows them, else by the certificate's own product; never by what a solver polishes with */
static void certify_carefully(rg_solver *s) {
  int known = s->careful && s->careful(s->careful_context, s->impulse, s->raw.c, s->velocity);
  certify(s, known ? 2 : 1);
  s->report.certificate.rounding = rg_certificate_rounding(&s->raw, s->impulse, &s->measure);
}

/* velocities below which every unit is as good as asked for */
static double slow_enough(const rg_solver *s) {
  double least = HUGE_VAL;
  for (int i = 0; i < s->raw.rows + s->raw.contacts && s->measure.response; i++)
    least = fmin(least, s->measure.response[i]);
  return 0.3 * s->options.tol * s->measure.reference * (isfinite(least) ? sqrt(least) : 1);
}

/* impulses in units of their last place, velocities in twice the precision: the best of a few rounds */
static void save_last_digits(rg_solver *s) {
  rg_rounding rounding = {&s->raw, s->careful, s->careful_context};
  size_t bytes = (size_t)rg_size(s) * sizeof(double);
  certify_carefully(s);
  double best = s->report.certificate.law_residual, enough = slow_enough(s);
  memcpy(s->spare, s->impulse, bytes);
  for (int round = 0; round < ROUNDS && best > s->options.tol; round++) {
    rg_rounding_polish(&rounding, enough, s->impulse, s->velocity, s->held, s->spare + rg_size(s));
    certify_carefully(s);
    if (!(s->report.certificate.law_residual < best)) continue;
    best = s->report.certificate.law_residual;
    memcpy(s->spare, s->impulse, bytes);
  }
  if (s->report.certificate.law_residual == best) return;
  memcpy(s->impulse, s->spare, bytes);
  certify_carefully(s);
}

/* only the certificate makes it solved */
static rg_status final_status(rg_solver *s, rg_status claimed, int replaced) {
  double residual = s->report.certificate.law_residual;
  if (replaced) {
    snprintf(s->report.reason, sizeof s->report.reason,
             "the solver returned %d entries that are not finite; they were set to 0", replaced);
    return RG_STALLED;
  }
  int settled = !(s->law_mlcp && claimed == RG_LIMIT && s->report.reason[0]);
  const rg_certificate *certificate = &s->report.certificate;
  int rounded = residual > s->options.tol && residual <= certificate->rounding;
  int outside = !(residual <= s->options.tol) && !rounded,
      motion = !(certificate->dynamics <= s->options.tol);
  if (!outside && !motion && settled) {
    if (rounded)
      snprintf(s->report.reason, sizeof s->report.reason,
               "solved to the last digit: rounding alone makes %.1e of it", certificate->rounding);
    return RG_SOLVED;
  }
  if (!outside && settled)
    snprintf(s->report.reason, sizeof s->report.reason, "the dynamics of the certificate is %.2e",
             certificate->dynamics);
  if (!s->report.reason[0])
    snprintf(s->report.reason, sizeof s->report.reason, "%s", s->outcome.reason);
  if (claimed == RG_SOLVED) {
    if (!s->report.reason[0])
      snprintf(s->report.reason, sizeof s->report.reason,
               "the solver met its own test, the certificate does not meet the tolerance");
    return RG_STALLED;
  }
  return claimed;
}

/* a few more iterations from the answer: the even split divides by small numbers */
static void polish(rg_solver *s) {
  rg_options asked = s->options;
  rg_outcome outcome = s->outcome;
  s->options.tol = 1e-4 * asked.tol;
  s->options.max_iterations = 60;
  s->outcome.iterations = 0;
  run_once(s);
  s->options = asked;
  outcome.iterations += s->outcome.iterations;
  s->outcome = outcome;
}

/* the even split, kept only where its certificate is as good as asked for */
static void split_evenly(rg_solver *s) {
  const rg_cone *cone = s->split ? &s->job.map->cone : NULL;
  if (!cone) {
    snprintf(s->report.reason, sizeof s->report.reason,
             "the even split needs a contact problem, the exact cone and a solver of it: not done");
    return;
  }
  polish(s);
  rg_cone_from_raw(cone, s->impulse, s->job.x);
  if (!rg_split_even(s->split, cone, s->job.x)) return;
  rg_cone_to_raw(cone, s->job.x, s->impulse);
  int replaced = replace_not_finite(rg_size(s), s->impulse);
  certify(s, 0);
  if (!replaced && s->report.certificate.residual <= s->options.tol) return;
  rg_split_undo(s->split, cone, s->job.x);
  rg_cone_to_raw(cone, s->job.x, s->impulse);
  certify(s, 0);
  s->report.status = final_status(s, RG_SOLVED, 0);
  snprintf(s->report.reason, sizeof s->report.reason, "no even split met the tolerance: not done");
}

/* says so where a compliant split was asked for and not found */
static void note_compliance(rg_solver *s) {
  int cannot = s->law_mlcp && !s->compliant;
  int missed = s->islands    ? rg_islands_not_split(s->islands) > 0
               : s->law_mlcp ? s->law_not_split
                             : s->job.not_split;
  if (cannot && s->raw.contacts > 0)
    snprintf(s->report.reason, sizeof s->report.reason,
             "the problem of the law is too large for the compliant split: not done");
  else if (missed)
    snprintf(s->report.reason, sizeof s->report.reason,
             "no compliant split met the tolerance: not done");
}

/* islands have noted theirs */
static void note_start(rg_solver *s) {
  if (s->islands) return;
  if (rg_size(s)) memcpy(s->start, s->impulse, (size_t)rg_size(s) * sizeof(double));
  if (s->form == RG_FORM_CONE && !s->law_local) rg_cone_job_start(&s->job, s->start);
}

rg_status rg_solve(rg_solver *s) {
  if (!s) return RG_BAD_INPUT;
  if (s->broken) {
    snprintf(s->report.reason, sizeof s->report.reason, "the last update was refused");
    return s->report.status = RG_BAD_INPUT;
  }
  double begin = rg_seconds();
  s->outcome.iterations = s->outcome.attempt_count = s->outcome.attempts_made = 0;
  s->outcome.trace_length = s->outcome.newton_points = s->outcome.newton_accepted = 0;
  s->outcome.reason[0] = s->report.reason[0] = s->report.path[0] = '\0';
  s->outcome.budget = s->brief;
  s->outcome.deadline = s->options.max_seconds > 0 ? begin + s->options.max_seconds : 0;
  refill(s);
  rg_status claimed = run(s);
  note_start(s);
  int replaced = replace_not_finite(rg_size(s), s->impulse);
  if (s->law_mlcp) replaced += replace_not_finite(s->law_mlcp->mlcp.n, s->z);
  certify(s, 0);
  if (is_near(s)) save_last_digits(s);
  s->report.status = final_status(s, claimed, replaced);
  if (s->options.split == RG_SPLIT_EVEN && s->report.status == RG_SOLVED) split_evenly(s);
  if (s->options.split == RG_SPLIT_COMPLIANT && s->report.status == RG_SOLVED) note_compliance(s);
  s->report.solver = s->entry->info.name;
  s->report.law = s->law;
  s->report.law.slip = s->report.law.last_impulse = NULL; /* the caller's memory */
  s->report.iterations = s->outcome.iterations;
  s->report.newton_points = s->outcome.newton_points;
  s->report.newton_accepted = s->outcome.newton_accepted;
  s->report.trace = s->outcome.trace;
  s->report.trace_length = s->outcome.trace_length;
  s->report.seconds = rg_seconds() - begin;
  return s->report.status;
}

/* a heap among islands has had its blocks where it needed them, and only the last digits ask for A; a single heap
   has not; A of a throng is too large */
int rg_solver_wants_matrix(const rg_solver *s) {
  if (!s || !s->localizer || s->raw.A.storage != RG_OPERATOR) return 0;
  if (s->islands) return s->report.certificate.law_residual <= RG_NEAR * s->options.tol;
  return s->raw.contacts <= RG_THRONG;
}

int rg_size(const rg_solver *s) { return s ? rg_problem_size(&s->raw) : 0; }
const double *rg_impulse(const rg_solver *s) { return s ? s->impulse : NULL; }
const double *rg_solver_start(const rg_solver *s) { return s ? s->start : NULL; }
const double *rg_velocity(const rg_solver *s) { return s ? s->velocity : NULL; }
const double *rg_motion(const rg_solver *s) { return s ? s->motion : NULL; }

/* the path of `auto` is put into words only when somebody asks */
static void write_path(rg_solver *s) {
  size_t used = 0, size = sizeof s->report.path;
  for (int i = 0; i < s->outcome.attempt_count && used < size; i++) {
    const rg_attempt *a = &s->outcome.attempts[i];
    int cut = i == RG_ATTEMPTS - 1 && s->outcome.attempts_made > RG_ATTEMPTS;
    int wrote = snprintf(s->report.path + used, size - used, "%s%s %d it. %.1e",
                         cut ? ", ..., "
                         : i ? ", "
                             : "",
                         a->solver, a->iterations, a->residual);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
}

const rg_report *rg_solver_report(const rg_solver *s) { return s ? &s->report : NULL; }

const rg_report *rg_result(const rg_solver *s) {
  if (!s) return NULL;
  write_path((rg_solver *)s);
  return &s->report;
}
