/* forms [--count N] [--seed S] [--from K] [--verbose]

   Random contact problems (crowd.c) of one to four parts, in the plane and in space, with and without moments, dense,
   sparse, as a function and as M and G; to every solver with every law in turn. Each is solved, changed, and solved again.
   A fault is: a refusal without a reason; impulses that are not finite; a status that is solved where the certificate,
   of the dense problem and by the entry of its own, is above the tolerance; the exact cone solved by one and proved
   impossible by another; other bits on three threads, or by a solver that is made anew. Whether memory is touched that is
   nobody's the sanitizers see (src/base/fence.h). Exit 0: no fault; 1: some; 2: bad usage. */
#include "crowd.h"
#include "stream.h"

#include <rigor/rigor.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-8;
enum { BRIEF = 100, MOST = 2048 };

typedef struct tally {
  long problems, solves, solved, refused, faults, impossible;
  uint64_t hash;
} tally;

/* what one problem went through, for messages */
typedef struct trial {
  long number;
  crowd_form form;
  const char *solver;
  rg_law law;
  const crowd *w;
} trial;

static void fault(tally *t, const trial *k, const char *text) {
  static const char *const forms[] = {"dense", "sparse", "operator", "global"};
  t->faults++;
  printf("FAULT %ld: %d contacts of dim %d, %d rows, %d parts, %s, %s, law %s: %s\n", k->number,
         k->w->contacts, k->w->dim, k->w->rows, k->w->parts, forms[k->form], k->solver,
         rg_law_name(k->law), text);
}

static uint64_t hash_of(uint64_t hash, const double *x, int n) {
  const unsigned char *at = (const unsigned char *)x;
  for (size_t i = 0; i < (size_t)n * sizeof *x; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

/* the exact cone alone: other laws are judged by their own problem, which the certificate does not have of others */
static void judge(tally *t, const trial *k, crowd *w, rg_status status, const double *x) {
  char text[256];
  rg_certificate c;
  rg_error error;
  for (int i = 0; i < w->n; i++)
    if (!isfinite(x[i])) {
      fault(t, k, "impulses that are not finite");
      return;
    }
  if (status != RG_SOLVED || k->law != RG_LAW_CONE) return;
  const rg_problem dense = crowd_problem(w, CROWD_DENSE);
  if (rg_certify(&dense, x, NULL, &c, &error) != RG_OK) fault(t, k, error.reason);
  else if (!(c.residual <= TOLERANCE * 1.0001 + 10 * c.rounding)) {
    snprintf(text, sizeof text, "solved at %g, rounding %g", c.residual, c.rounding);
    fault(t, k, text);
  }
}

/* solves twice, with another c in between, and goes back: 1 where all went its way */
static rg_status solve(tally *t, const trial *k, crowd *w, const rg_options *o, double *x) {
  const rg_problem p = crowd_problem(w, k->form);
  rg_solver *s = NULL;
  rg_error error = {0};
  rg_status status = rg_solver_new(&s, &p, o, &error);
  if (status != RG_OK) {
    t->refused++;
    if (!error.reason[0]) fault(t, k, "refused without a reason");
    return status;
  }
  double other[MOST];
  for (int i = 0; i < w->n; i++) other[i] = -0.5 * p.c[i];
  rg_solver_solve(s);
  if (rg_solver_update_c(s, other) != RG_OK) fault(t, k, "a new c is refused");
  status = rg_solver_solve(s);
  if (status != RG_SOLVED && !rg_solver_report(s)->reason[0])
    fault(t, k, "a status without a reason");
  rg_solver_update_c(s, p.c);
  rg_solver_start(s, NULL);
  status = rg_solver_solve(s);
  memcpy(x, rg_solver_impulse(s), (size_t)w->n * sizeof *x);
  t->solves += 3, t->solved += status == RG_SOLVED;
  judge(t, k, w, status, x);
  rg_solver_free(s);
  return status;
}

static rg_options options_of(const trial *k, stream *r) {
  rg_options o = rg_options_default();
  o.solver = k->solver;
  o.law.law = k->law;
  o.tol = TOLERANCE;
  o.split = (rg_split)below(r, 3);
  o.islands = chance(r, 0.8);
  o.max_iterations = chance(r, 0.3) && strcmp(k->solver, "auto") == 0 ? 0 : 1 + below(r, BRIEF);
  return o;
}

/* one problem by one solver and law, on one thread and on three */
static rg_status try_one(tally *t, const trial *k, crowd *w, stream *r) {
  double x[MOST] = {0}, y[MOST] = {0};
  rg_options o = options_of(k, r);
  const rg_status status = solve(t, k, w, &o, x);
  o.threads = 3;
  if (solve(t, k, w, &o, y) != status) fault(t, k, "another status on three threads");
  else if (memcmp(x, y, (size_t)w->n * sizeof *x)) fault(t, k, "other bits on three threads");
  t->hash = hash_of(t->hash, x, w->n);
  return status;
}

static void try_all(tally *t, long number, crowd *w, stream *r) {
  int solved = 0, impossible = 0;
  for (int s = 0; s < rg_solver_count(); s++)
    for (int law = 0; law < RG_LAW_COUNT; law++) {
      /* every solver meets every law in a tenth of the problems; the default meets the cone in each */
      const int usual = s == 0 && law == RG_LAW_CONE;
      if (!usual && !chance(r, 0.1)) continue;
      const trial k = {number, (crowd_form)below(r, CROWD_FORMS), rg_solver_at(s)->name,
                       (rg_law)law, w};
      const rg_status status = try_one(t, &k, w, r);
      if (law != RG_LAW_CONE) continue;
      solved += status == RG_SOLVED, impossible += status == RG_NO_SOLUTION;
      if (solved && impossible) {
        fault(t, &k, "solved by one solver, impossible by another");
        return;
      }
    }
  t->impossible += impossible > 0;
}

int main(int count, char **arguments) {
  long most = 100, from = 0;
  uint64_t seed = 1;
  int verbose = 0;
  for (int i = 1; i < count; i++) {
    const char *option = arguments[i];
    if (!strcmp(option, "--verbose")) verbose = 1;
    else if (i + 1 < count && !strcmp(option, "--count")) most = strtol(arguments[++i], NULL, 10);
    else if (i + 1 < count && !strcmp(option, "--from")) from = strtol(arguments[++i], NULL, 10);
    else if (i + 1 < count && !strcmp(option, "--seed")) seed = strtoull(arguments[++i], NULL, 10);
    else {
      fputs("usage: forms [--count N] [--seed S] [--from K] [--verbose]\n", stderr);
      return 2;
    }
  }
  tally t = {.hash = 0xcbf29ce484222325u};
  for (long number = from; number < from + most; number++) {
    stream r = stream_of(seed + 99, (uint64_t)number);
    crowd w;
    if (!crowd_make(&w, seed, (uint64_t)number)) return 2;
    if (verbose)
      printf("%ld: dim %d, %d contacts, %d rows, %d parts\n", number, w.dim, w.contacts, w.rows,
             w.parts),
          fflush(stdout);
    try_all(&t, number, &w, &r);
    t.problems++;
    crowd_free(&w);
  }
  printf("%ld problems, %ld solves, %ld solved at last, %ld refused with a reason, %ld impossible, "
         "%ld faults, hash %016llx\n",
         t.problems, t.solves, t.solved, t.refused, t.impossible, t.faults,
         (unsigned long long)t.hash);
  return t.faults ? 1 : 0;
}
