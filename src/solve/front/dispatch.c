/* From the solver's form to a certified answer: solve, back, split, certificate. */
#include "base/clock.h"
#include "base/finite.h"
#include "math/dense.h"
#include "solve/certificate/certificate.h"
#include "solve/cone/steering.h"
#include "solve/front/no_solution.h"
#include "solve/front/state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  PARALLEL_SIZE = 200, /* unknowns from which on threads are worth waking */
  LITTLE = 100 /* iterations for a problem that is rounding: it is solved at once or not worth it */
};

/* The most that rounding excuses, sqrt(DBL_EPSILON): half of the digits of the answer are known. Where rounding makes more of the
   certificate the impulses are so large beside what they do that it hides the laws themselves, and smaller impulses may well
   solve the problem: that is no answer. */
static const double EXCUSED = 0x1p-26;

/* brings the solver's form up to date with the raw numbers; islands are filled when they are solved */
static void refill(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  if (!s->stale_matrix && !s->stale_vector) return;
  if (s->stale_matrix || s->law_local) rg_islands_stale(s->islands);
  s->measure = (rg_measure){local->unit,
                            local->response,
                            local->length,
                            local->typical,
                            rg_localizer_reference(s->localizer, 0),
                            rg_localizer_reference(s->localizer, 1),
                            s->options.tol};
  if (s->law_mlcp) {
    rg_law_assemble(s->law_mlcp, local);
    s->law_mlcp->mlcp.reference =
        s->raw.contacts == 0 ? s->measure.reference / s->law_mlcp->speed : 0;
    if (rg_interrupted()) return; /* it may be half of it */
    if (s->compliant && s->stale_matrix) rg_compliant_law_matrix(s->compliant, local);
  }
  s->stale_matrix = s->stale_vector = 0;
}

/* what solvers of cones are asked for */
static rg_options sharper(const rg_solver *s) {
  rg_options options = s->options;
  options.tol *= RG_MARGIN;
  return options;
}

/* what the residual of the cone form is relative to; a law's MLCP has units of its own */
static double cone_reference(const rg_solver *s) {
  if (!s->law_local) return s->measure.reference;
  if (s->raw.contacts > 0) return rg_norm(s->law_local->n, s->law_local->c);
  return s->measure.reference / s->law_mlcp->speed;
}

/* What neither islands nor the solver have looked at, contacts behind a law's MLCP. All laws want u_n >= target, without
   springs; then normals that contradict each other are proof enough. */
static rg_status prove(rg_solver *s, rg_status status) {
  const rg_local *local = &s->localizer->local;
  const rg_solver_entry *entry = s->law_mlcp ? NULL : s->entry;
  int rigid = !s->law_mlcp || (s->raw.contacts > 0 && s->law.relax_normal == 0);
  if (!rigid || s->form == RG_FORM_CONE || !local->row_start) return status;
  if (!rg_no_solution_is_due(entry, &s->options, status, &s->outcome)) return status;
  rg_arena_rewind(s->rooms);
  return rg_no_solution_find(s->rooms, local, NULL, &s->options, status, &s->outcome);
}

/* the solver on the numbers of its form */
static rg_status run_solver(rg_solver *s) {
  if (s->form == RG_FORM_MLCP)
    return s->entry->mlcp_solve(s->state, &s->law_mlcp->mlcp, &s->options, s->z, &s->outcome);
  rg_options options = sharper(s);
  int large = rg_solver_size(s) >= PARALLEL_SIZE;
  const rg_local *local = s->law_local ? s->law_local : &s->localizer->local;
  double *x = s->law_local ? s->z : s->impulse, *start = s->law_local ? s->law_start : s->start;
  const double *driven = s->law_local ? NULL : rg_localizer_driven(s->localizer);
  return rg_islands_solve(s->islands, local, &options, cone_reference(s), driven, s->rooms,
                          large ? s->workers : NULL, x, start, &s->outcome);
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
  if (!s->law_mlcp) return run_solver(s);
  rg_law_start(s->law_mlcp, local, s->impulse, s->z);
  rg_status status = run_law(s);
  rg_law_impulse(s->law_mlcp, local, s->z, s->impulse);
  return status;
}

/* laws whose bounds depend on the answer (box, hybrid) are repeated until they agree with it, or all together have used
   up the budget; 0 where they do not */
static int settle(rg_solver *s, rg_status *status) {
  int budget = s->outcome.budget;
  for (int repeats = 0; rg_law_update(s->law_mlcp, &s->localizer->local, s->z);) {
    int before = s->outcome.iterations;
    if (++repeats > s->law.repeats || (budget && before >= budget)) return 0;
    s->outcome.iterations = 0;
    if (budget) s->outcome.budget = budget - before;
    *status = run_once(s);
    s->outcome.iterations += before;
    s->outcome.budget = budget;
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
    s->stale_matrix = rg_interrupted();
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

/* u of what the mechanics hold is theirs */
static void take_known(rg_solver *s) {
  const rg_mechanics *m = s->localizer->mechanics;
  for (int u = 0; u < s->raw.rows + s->raw.contacts && m->held; u++) {
    int row = u < s->raw.rows, first = row ? u : s->raw.rows + s->raw.dim * (u - s->raw.rows);
    if (!m->held[m->island[u]]) continue;
    memcpy(s->velocity + first, m->velocity + first,
           (size_t)(row ? 1 : s->raw.dim) * sizeof(double));
  }
}

/* `careful`: velocities as if in twice the precision */
static void certify(rg_solver *s, int careful) {
  const rg_row_factor *rows = s->localizer->mechanics ? s->localizer->local.factor : NULL;
  if (s->motion) { /* v = M^-1 (f + G' x) */
    if (s->raw.M.rows) memcpy(s->motion, s->raw.f, (size_t)s->raw.M.rows * sizeof(double));
    rg_matrix_times_t_add(&s->raw.G, s->impulse, s->motion);
    rg_mass_solve(s->localizer->mass, s->motion);
  } else if (rows) {
    rg_certificate_velocity(rows, s->impulse, s->raw.c, careful, s->work, s->velocity);
    take_known(s);
  }
  rg_certificate_compute(&s->raw, s->impulse, s->motion, rows ? 2 : careful, &s->measure,
                         s->velocity, s->work, &s->report.certificate);
  if (s->law_mlcp && s->raw.contacts > 0) {
    const rg_mlcp *m = &s->law_mlcp->mlcp;
    s->report.certificate.law_residual =
        rg_certificate_mlcp(m->n, m->M, m->q, m->lower, m->upper, m->reference, s->z);
  }
}

/* the last digits count where the residual is above the tolerance */
static void certify_carefully(rg_solver *s) {
  rg_certificate *certificate = &s->report.certificate;
  if (certificate->law_residual <= s->options.tol || s->law_mlcp) return;
  if (!s->motion) certify(s, 1);
  certificate->rounding = rg_certificate_rounding(&s->raw, s->localizer->local.factor, s->impulse,
                                                  &s->measure, s->work);
}

/* Rows that are rounding are held at 0 first, the least that they can be; where that is no answer they take part. */
static rg_status run_without_slight(rg_solver *s) {
  rg_localizer *l = s->localizer;
  s->held = l->slights > 0 && !s->law_mlcp;
  if (!s->held) return run(s);
  rg_localizer_hold(l, 1);
  rg_status status = run(s);
  rg_localizer_hold(l, 0);
  if (status == RG_SOLVED && rg_all_finite(rg_solver_size(s), s->impulse)) {
    certify(s, 0);
    certify_carefully(s);
    if (s->report.certificate.law_residual <= s->options.tol) return status;
  }
  s->held = 0;
  int before = s->outcome.iterations;
  s->outcome.iterations = 0;
  s->outcome.reason[0] = '\0';
  status = run(s);
  s->outcome.iterations += before;
  return status;
}

/* Above the tolerance by no more than rounding makes of it, at impulses of this size: an excuse as long as the answer is known. */
static rg_status within_rounding(rg_solver *s, rg_status claimed) {
  double rounding = s->report.certificate.rounding;
  if (rounding <= EXCUSED) {
    snprintf(s->report.reason, sizeof s->report.reason,
             "at impulses of this size rounding alone makes %.1e of the certificate", rounding);
    return RG_ROUNDED;
  }
  snprintf(s->report.reason, sizeof s->report.reason,
           "rounding hides the answer: at impulses of this size the certificate is known to %.1e "
           "only",
           rounding);
  return claimed == RG_LIMIT ? RG_LIMIT : RG_STALLED;
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
  int outside = !(residual <= s->options.tol), motion = !(certificate->dynamics <= s->options.tol);
  if (!outside && !motion && settled) return RG_SOLVED;
  if (outside && !motion && settled && s->noise) {
    snprintf(
        s->report.reason, sizeof s->report.reason,
        "all velocities without impulses are rounding of the numbers that the problem is given by: "
        "there is nothing to solve");
    return RG_ROUNDED;
  }
  if (outside && !motion && settled && claimed != RG_NO_SOLUTION &&
      residual <= certificate->rounding)
    return within_rounding(s, claimed);
  if (motion && settled)
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

/* says so where a split was asked for and not found */
static void note_split(rg_solver *s) {
  int even = s->options.split == RG_SPLIT_EVEN, law = s->law_mlcp != NULL;
  int cannot = law && (even || !s->compliant) && s->raw.contacts > 0;
  int missed = law          ? s->law_not_split
               : s->islands ? rg_islands_not_split(s->islands) > 0
                            : s->raw.contacts > 0;
  const char *text =
      cannot && even ? "the even split needs the exact cone and a solver of it: not done"
      : cannot       ? "the problem of the law is too large for the compliant split: not done"
      : missed       ? (even ? "no even split met the tolerance: not done"
                             : "no compliant split met the tolerance: not done")
                     : NULL;
  if (text) snprintf(s->report.reason, sizeof s->report.reason, "%s", text);
}

/* says so where rows have no impulse because they are rounding */
static void note_slight(rg_solver *s) {
  const rg_localizer *l = s->localizer;
  int first = 0;
  while (!l->slight[first]) first++;
  snprintf(s->report.reason, sizeof s->report.reason,
           "row %d%s rounding beside what %s on: %s no impulse", first,
           l->slights > 1 ? " and others are" : " is", l->slights > 1 ? "they act" : "it acts",
           l->slights > 1 ? "they get" : "it gets");
}

/* cones have noted theirs */
static void note_start(rg_solver *s) {
  if (!s->law_mlcp || rg_solver_size(s) == 0) return;
  memcpy(s->start, s->impulse, (size_t)rg_solver_size(s) * sizeof(double));
}

/* while the law was being written down: impulses as they were, judged by the exact cone */
static rg_status interrupted_before(rg_solver *s) {
  rg_law_mlcp *law = s->law_mlcp;
  s->law_mlcp = NULL;
  certify(s, 0);
  s->law_mlcp = law;
  s->report.iterations = 0;
  s->report.solver = s->entry->info.name;
  snprintf(s->report.reason, sizeof s->report.reason, "interrupted before it began");
  return s->report.status = RG_LIMIT;
}

rg_status rg_solver_solve(rg_solver *s) {
  if (!s) return RG_BAD_INPUT;
  if (s->broken) {
    snprintf(s->report.reason, sizeof s->report.reason, "the last update was refused");
    return s->report.status = RG_BAD_INPUT;
  }
  double begin = rg_seconds();
  s->outcome.iterations = s->outcome.attempt_count = s->outcome.attempts_made = 0;
  s->outcome.trace_length = s->outcome.newton_points = s->outcome.newton_accepted = 0;
  s->outcome.searches = s->outcome.searched_beyond = s->outcome.searched_edges = 0;
  s->outcome.reason[0] = s->report.reason[0] = s->report.path[0] = '\0';
  const rg_mechanics *mechanics = s->localizer->mechanics;
  s->noise = rg_localizer_is_noise(s->localizer);
  s->outcome.budget = mechanics ? mechanics->budget : s->noise ? LITTLE : 0;
  s->outcome.only_proof = mechanics ? mechanics->only_proof : 0;
  s->outcome.brief = mechanics ? mechanics->brief : 0;
  s->outcome.deadline = s->options.max_seconds > 0 ? begin + s->options.max_seconds : 0;
  refill(s);
  if (s->stale_matrix || s->stale_vector) return interrupted_before(s);
  rg_status claimed = prove(s, run_without_slight(s));
  note_start(s);
  int replaced = replace_not_finite(rg_solver_size(s), s->impulse);
  if (s->law_mlcp) replaced += replace_not_finite(s->law_mlcp->mlcp.n, s->z);
  certify(s, 0);
  certify_carefully(s);
  s->report.status = final_status(s, claimed, replaced);
  if (s->options.split != RG_SPLIT_ANY && s->report.status == RG_SOLVED) note_split(s);
  if (s->held && s->report.status == RG_SOLVED && !s->report.reason[0]) note_slight(s);
  if (s->form == RG_FORM_CONE && !s->law_mlcp) s->report.size = rg_islands_size(s->islands);
  s->report.solver = s->entry->info.name;
  s->report.law = s->law;
  s->report.law.slip = s->report.law.last_impulse = NULL; /* the caller's memory */
  s->report.iterations = s->outcome.iterations;
  s->report.newton_points = s->outcome.newton_points;
  s->report.newton_accepted = s->outcome.newton_accepted;
  s->report.searches = s->outcome.searches;
  s->report.searched_beyond = s->outcome.searched_beyond;
  s->report.searched_edges = s->outcome.searched_edges;
  s->report.trace = s->outcome.trace;
  s->report.trace_length = s->outcome.trace_length;
  s->report.seconds = rg_seconds() - begin;
  return s->report.status;
}

int rg_solver_size(const rg_solver *s) { return s ? rg_problem_size(&s->raw) : 0; }
const double *rg_solver_impulse(const rg_solver *s) { return s ? s->impulse : NULL; }
const double *rg_solver_velocity(const rg_solver *s) { return s ? s->velocity : NULL; }
const double *rg_solver_motion(const rg_solver *s) { return s ? s->motion : NULL; }

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

rg_found rg_solver_found(const rg_solver *s) {
  long grown = s->arena.grown;
  for (int i = 0; i < s->room_count; i++) grown += s->rooms[i].grown;
  return (rg_found){&s->report, s->start, &s->measure, grown};
}

const rg_report *rg_solver_report(const rg_solver *s) {
  if (!s) return NULL;
  write_path((rg_solver *)s);
  return &s->report;
}
