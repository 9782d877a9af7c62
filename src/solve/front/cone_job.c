/* One problem in cone form, from raw impulses to raw impulses: the solver's passes, the split that was asked for, and
   impulses that end in their cones.

   The compliant split (docs/split.md): of all impulses that solve the problem, the limit for kappa -> 0 of those that
   solve it with the same compliance kappa at all contacts. Whoever can do that (cone_split) does it at once from the
   given impulses; where that does not succeed, or another solver was asked for, the problem itself is solved first. */
#include "solve/front/cone_job.h"
#include "law/mixed_cone.h"
#include "math/dense.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/one_contact.h"

#include <math.h>
#include <string.h>

int rg_cone_job_new(rg_arena *arena, const rg_solver_entry *entry, const rg_local *local,
                    rg_split split, rg_cone_job *job) {
  *job = (rg_cone_job){.entry = entry};
  job->map = rg_cone_new(arena, local);
  if (!job->map) return 0;
  job->compliant = split == RG_SPLIT_COMPLIANT && local->contacts > 0;
  int even = split == RG_SPLIT_EVEN && local->contacts > 0;
  job->uneven = even && local->dim > 3;
  if (even && !job->uneven) job->even = rg_split_new(arena, &job->map->cone);
  int n = job->map->cone.n;
  if (!entry->cone_solve) {
    job->mixed = rg_mixed_cone_new(arena, &job->map->cone, NULL, 0);
    if (!job->mixed) return 0;
    job->z = RG_NEW(arena, double, job->mixed->n);
  }
  job->x = RG_RAW(arena, double, n);
  job->u = RG_RAW(arena, double, n);
  job->clean = RG_RAW(arena, double, n);
  if (job->compliant) {
    job->splitter = rg_registry_find("auto");
    job->start = RG_RAW(arena, double, n);
    job->first = RG_RAW(arena, double, n);
  }
  return !arena->failed;
}

int rg_cone_job_size(const rg_cone_job *job) {
  const rg_cone *cone = &job->map->cone;
  return job->mixed ? job->mixed->n : cone->rows + cone->dim * cone->contacts;
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

/* 0 too for one contact with a regular matrix: its impulse is found directly, there is nothing to split */
static int needs_split(const rg_cone_job *job) {
  const rg_cone *cone = &job->map->cone;
  double inverse[9];
  int alone = cone->blocks == 1 && cone->contacts == 1 && !cone->friction &&
              rg_one_contact_invert(cone->d, cone->values, inverse);
  return job->compliant && !alone;
}

void rg_cone_job_matrix(rg_cone_job *job, const rg_local *local) {
  rg_cone_matrix(job->map, local);
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

/* the split from x on; 1 where x has it, 0 where x is as it was */
static int split(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  const rg_cone *cone = &job->map->cone;
  size_t bytes = (size_t)cone->n * sizeof(double);
  memcpy(job->start, job->x, bytes);
  rg_status status =
      job->splitter->cone_split(job->splitter_state, cone, options, job->x, job->first, outcome);
  job->has_first = status == RG_SOLVED;
  if (job->has_first) return 1;
  memcpy(job->x, job->start, bytes);
  outcome->reason[0] = '\0';
  return 0;
}

static rg_status solve_compliant(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  int at_once = job->splitter == job->entry;
  if (at_once && split(job, options, outcome)) return RG_SOLVED;
  rg_status status = pass(job, options, outcome);
  if (status == RG_SOLVED) job->not_split = at_once || !split(job, options, outcome);
  return status;
}

void rg_cone_job_start(const rg_cone_job *job, double *impulse) {
  if (job->has_first) rg_cone_to_raw(&job->map->cone, job->first, impulse);
}

int rg_cone_job_done(rg_cone_job *job, const rg_options *options, const double *impulse) {
  const rg_cone *cone = &job->map->cone;
  if (needs_split(job) || job->even || job->uneven || options->trace) return 0;
  rg_cone_from_raw(cone, impulse, job->x);
  rg_cone_velocity(cone, job->x, job->u);
  return rg_cone_residual(cone, job->x, job->u) <= wanted(options);
}

/* what x leaves of the laws; u is that of x */
static double residual_of(rg_cone_job *job, const double *x) {
  rg_cone_velocity(&job->map->cone, x, job->u);
  return rg_cone_residual(&job->map->cone, x, job->u);
}

/* x - F(x) = P(x - u~) in the place of x, where that leaves no more of the laws than was striven for, or, where that was
   not reached, than the tolerance: impulses that are zero, or in their cones, exactly. With moments P has no closed form. */
static void put_in_cones(rg_cone_job *job, const rg_options *options) {
  const rg_cone *cone = &job->map->cone;
  const rg_map natural = {.kind = RG_MAP_NATURAL, .mu_scale = 1};
  double before = residual_of(job, job->x), *F = job->clean;
  if (!(before <= options->tol) || cone->contacts == 0 || cone->friction) return;
  rg_contact_map(cone, natural, job->x, job->u, F, NULL, NULL, NULL);
  for (int i = 0; i < cone->n; i++) F[i] = job->x[i] - F[i];
  if (residual_of(job, F) > (before <= wanted(options) ? wanted(options) : options->tol)) return;
  memcpy(job->x, F, (size_t)cone->n * sizeof *F);
}

/* The even split divides by small numbers: a few more iterations from the answer, then the split, kept only where it
   is as good as asked for. */
static void split_evenly(rg_cone_job *job, const rg_options *options, rg_outcome *outcome) {
  static const double SHARPER = 1e-4;
  enum { MORE = 60 };
  const rg_cone *cone = &job->map->cone;
  rg_options o = *options;
  o.tol *= SHARPER;
  o.max_iterations = outcome->iterations + MORE;
  pass(job, &o, outcome);
  outcome->reason[0] = '\0';
  if (!rg_split_even(job->even, cone, job->x)) return;
  job->not_split = !(residual_of(job, job->x) <= options->tol);
  if (job->not_split) rg_split_undo(job->even, cone, job->x);
}

rg_status rg_cone_job_solve(rg_cone_job *job, const rg_options *options, double *impulse,
                            rg_outcome *outcome) {
  const rg_cone *cone = &job->map->cone;
  job->has_first = 0;
  job->not_split = job->uneven;
  rg_cone_from_raw(cone, impulse, job->x);
  rg_status status =
      needs_split(job) ? solve_compliant(job, options, outcome) : pass(job, options, outcome);
  /* what did not move stays as it is, to the last bit */
  rg_cone_from_raw(cone, impulse, job->u);
  if (!cone->n) return status;
  if (!job->even && memcmp(job->u, job->x, (size_t)cone->n * sizeof(double)) == 0) return status;
  if (status == RG_SOLVED) put_in_cones(job, options);
  if (status == RG_SOLVED && job->even) split_evenly(job, options, outcome);
  rg_cone_to_raw(cone, job->x, impulse);
  return status;
}
