/* Levenberg-Marquardt drivers for phi(x) = 0, Mylapilli & Jain 2017, sec. 5: the step minimizes
   ||phi + J d||^2 + lambda ||d||^2. RLM solves (J'J + lambda I) d = -J' phi, PLM the appended
   least-squares problem [J; sqrt(lambda) I] d = [-phi; 0] by QR. */
#include "solve/mlcp/levenberg_marquardt.h"

#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* regular: the constants of sec. 5.1 */
static const double REGULAR_START = 1e-3, REGULAR_FACTOR = 20, REGULAR_LEAST = 1e-25,
                    REGULAR_MOST = 1e25, NORMAL_LEAST = 1e-10, POOR_RATIO = 0.3, GOOD_RATIO = 0.8;
static const double REGULAR_BOLD = 1e-12; /* ours: the start on a regular subproblem */
/* projected: sec. 5.2; Kanzow & Petra 2005 for the search; damping grows where steps are cut short
 */
static const double PROJECTED_LEAST = 1e-16, PROJECTED_MOST = 1e-2, ARMIJO = 1e-4,
                    SHORTEST_STEP = 1e-12, DESCENT_FACTOR = 1e-10, DESCENT_POWER = 2.1;
enum { MEMORY = 10, WATCHDOG = 20, STAGNATION_WINDOW = 60 };
static const double STAGNATION = 0.1; /* least relative decrease of psi over the window */

struct rg_lm {
  int n;
  double *J, *H;    /* n x n: Jacobian, normal matrix */
  double *appended; /* 2n x n by columns */
  double *right;    /* 2n */
  double *phi, *trial_phi, *gradient, *step, *trial;
  double *point; /* finished point */
  double *best;  /* finished point with the least residual */
  double *watch; /* point with the least psi, to which the watchdog returns */
};

rg_lm *rg_lm_setup(rg_arena *arena, int n) {
  rg_lm *lm = RG_NEW(arena, rg_lm, 1);
  if (!lm) return NULL;
  size_t square = (size_t)n * (size_t)n;
  lm->n = n;
  RG_VECTORS(arena, square, &lm->J, &lm->H);
  lm->appended = RG_NEW(arena, double, 2 * square);
  lm->right = RG_NEW(arena, double, 2 * (size_t)n);
  RG_VECTORS(arena, n, &lm->phi, &lm->trial_phi, &lm->gradient, &lm->step, &lm->trial, &lm->point,
             &lm->best, &lm->watch);
  return arena->failed ? NULL : lm;
}

/* One run of a driver. */
typedef struct run {
  rg_lm *lm;
  const rg_system *system;
  const rg_lm_options *options;
  rg_outcome *outcome;
  double best_residual;
  double window_psi; /* psi at the start of the stagnation window */
  int limit, window_start;
} run;

static run start_run(rg_lm *lm, const rg_system *system, const rg_lm_options *options, double *x,
                     rg_outcome *outcome) {
  run r = {.lm = lm, .system = system, .options = options, .outcome = outcome};
  r.best_residual = r.window_psi = HUGE_VAL;
  r.limit = options->max_iterations > 0 ? options->max_iterations : RG_LM_MAX_ITERATIONS;
  outcome->reason[0] = 0;
  memcpy(lm->best, x, (size_t)lm->n * sizeof *x);
  return r;
}

/* psi = 1/2 ||phi(x)||^2; infinite where it is not finite */
static double evaluate(const run *r, const double *x, double *phi, double *J) {
  r->system->eval(r->system->context, x, phi, J);
  double norm = rg_norm(r->lm->n, phi), psi = 0.5 * norm * norm;
  return isfinite(psi) ? psi : HUGE_VAL;
}

/* residual of the finished point; keeps the best one. Uses trial_phi. */
static double examine(run *r, const double *x) {
  rg_lm *lm = r->lm;
  memcpy(lm->point, x, (size_t)lm->n * sizeof *x);
  if (r->system->finish) r->system->finish(r->system->context, lm->point);
  evaluate(r, lm->point, lm->trial_phi, NULL);
  double residual = r->system->residual
                        ? r->system->residual(r->system->context, lm->point, lm->trial_phi)
                        : rg_norm(lm->n, lm->trial_phi);
  rg_outcome_trace(r->outcome, residual);
  if (residual < r->best_residual) {
    r->best_residual = residual;
    memcpy(lm->best, lm->point, (size_t)lm->n * sizeof *x);
  }
  return residual;
}

/* psi has hardly moved over the last window of iterations */
static int stagnated(run *r, int iteration, double psi) {
  if (iteration - r->window_start < STAGNATION_WINDOW) return 0;
  int slow = psi > (1 - STAGNATION) * r->window_psi;
  r->window_start = iteration;
  r->window_psi = psi;
  return slow;
}

static rg_status finish_run(run *r, int iterations, rg_status status, const char *reason,
                            double *x) {
  memcpy(x, r->lm->best, (size_t)r->lm->n * sizeof *x);
  r->outcome->iterations = iterations;
  if (status == RG_SOLVED) return status;
  snprintf(r->outcome->reason, sizeof r->outcome->reason, "%s, residual %.3g", reason,
           r->best_residual);
  return status;
}

/* the checks at the head of an iteration: 1 where the run ends with *status */
static int must_stop(run *r, int iteration, double psi, rg_status *status, const char **reason) {
  *status = RG_STALLED;
  if (r->best_residual <= r->options->tol) return *status = RG_SOLVED, *reason = "", 1;
  if (iteration >= r->limit) return *status = RG_LIMIT, *reason = "iteration limit", 1;
  if (rg_outcome_expired(r->outcome)) return *status = RG_LIMIT, *reason = "time limit", 1;
  if (!isfinite(psi)) return *reason = "the function is not finite at the start", 1;
  if (stagnated(r, iteration, psi)) return *reason = "the merit function no longer decreases", 1;
  return 0;
}

/* gradient = J' phi; 1 where it is zero to rounding */
static int stationary(rg_lm *lm) {
  int n = lm->n;
  rg_matvec_t(n, n, lm->J, n, lm->phi, lm->gradient);
  double J_norm = rg_norm(n * n, lm->J), phi_norm = rg_norm(n, lm->phi);
  return rg_norm(n, lm->gradient) <= 1e-15 * J_norm * phi_norm;
}

/* Householder QR of [J; sqrt(lambda) I] by columns. Column k of the lower half is only filled down
   to row k, so that n + 1 rows are touched. */
static void appended_step(rg_lm *lm, double lambda) {
  int n = lm->n;
  double *A = lm->appended, *b = lm->right;
  size_t rows = 2 * (size_t)n;
  for (int j = 0; j < n; j++) {
    double *column = A + (size_t)j * rows;
    for (int i = 0; i < n; i++) column[i] = lm->J[(size_t)i * (size_t)n + (size_t)j];
    memset(column + n, 0, (size_t)n * sizeof *column);
    column[n + j] = sqrt(lambda);
    b[j] = -lm->phi[j];
    b[n + j] = 0;
  }
  for (int k = 0; k < n; k++) { /* reflect, v = column - beta e_k */
    double *v = A + (size_t)k * rows + k;
    double norm = rg_norm(n + 1, v), beta = v[0] > 0 ? -norm : norm;
    if (norm == 0) continue;
    v[0] -= beta;
    double scale = 1 / (beta * v[0]); /* H = I + scale v v' */
    for (int j = k + 1; j < n; j++) {
      double *column = A + (size_t)j * rows + k;
      rg_axpy(n + 1, scale * rg_dot(n + 1, v, column), v, column);
    }
    rg_axpy(n + 1, scale * rg_dot(n + 1, v, b + k), v, b + k);
    v[0] = beta;
  }
  for (int k = n - 1; k >= 0; k--) { /* back substitution by columns */
    const double *column = A + (size_t)k * rows;
    lm->step[k] = column[k] != 0 ? b[k] / column[k] : 0;
    rg_axpy(k, -lm->step[k], column, b);
  }
}

/* step = -(J'J + lambda I)^-1 gradient; 0 where it is not finite. Where lambda is so small that the
   rounding of J'J would hide it, the same step comes from the appended system. */
static int regular_step(rg_lm *lm, double lambda) {
  int n = lm->n;
  if (lambda < NORMAL_LEAST) {
    appended_step(lm, lambda);
    return isfinite(rg_norm(n, lm->step));
  }
  rg_gram(n, n, lm->J, n, lambda, lm->H, n);
  if (rg_cholesky(n, lm->H, n) != 0) return 0;
  for (int i = 0; i < n; i++) lm->step[i] = -lm->gradient[i];
  rg_cholesky_solve(n, lm->H, n, lm->step);
  return isfinite(rg_norm(n, lm->step));
}

/* reduction ratio of the trial point: actual over predicted decrease of psi */
static double reduction_ratio(rg_lm *lm, double psi, double trial_psi) {
  int n = lm->n;
  rg_matvec(n, n, lm->J, n, lm->step, lm->right);
  double model = 0;
  for (int i = 0; i < n; i++) model += lm->right[i] * (lm->phi[i] + 0.5 * lm->right[i]);
  return model < 0 && isfinite(trial_psi) ? (trial_psi - psi) / model : -1;
}

/* the last values of psi; only the newest counts where the search is monotone */
typedef struct memory {
  double values[MEMORY];
  int count, monotone;
} memory;

static void remember(memory *m, double psi) { m->values[m->count++ % MEMORY] = psi; }

static double reference_value(const memory *m) {
  int filled = m->count < MEMORY ? m->count : MEMORY;
  double largest = m->values[(m->count - 1) % MEMORY];
  for (int i = 0; i < filled && !m->monotone; i++) largest = fmax(largest, m->values[i]);
  return largest;
}

/* what reduces psi is accepted; a bold run also takes what is below the largest remembered value */
static int accepts(const rg_lm_options *options, const memory *values, double ratio,
                   double trial_psi) {
  return ratio > 0 || (options->bold && trial_psi < (1 - ARMIJO) * reference_value(values));
}

rg_status rg_lm_regular(rg_lm *lm, const rg_system *system, const rg_lm_options *options, double *x,
                        rg_outcome *outcome) {
  run r = start_run(lm, system, options, x, outcome);
  memory values = {.count = 0};
  int n = lm->n, iteration = 0;
  double lambda = options->bold ? REGULAR_BOLD : REGULAR_START;
  double psi = evaluate(&r, x, lm->phi, lm->J);
  rg_status status;
  const char *reason;
  remember(&values, psi);
  examine(&r, x);
  for (; !must_stop(&r, iteration, psi, &status, &reason); iteration++) {
    if (stationary(lm))
      return finish_run(&r, iteration, RG_STALLED, "stationary point that is no solution", x);

    /* step and trial point */
    double ratio = -1, trial_psi = HUGE_VAL;
    if (regular_step(lm, lambda)) {
      for (int i = 0; i < n; i++) lm->trial[i] = x[i] + lm->step[i];
      trial_psi = evaluate(&r, lm->trial, lm->trial_phi, NULL);
      ratio = reduction_ratio(lm, psi, trial_psi);
    }

    /* adapt the damping, move */
    if (ratio < POOR_RATIO) lambda *= REGULAR_FACTOR;
    if (lambda > REGULAR_MOST)
      return finish_run(&r, iteration, RG_STALLED, "no step reduces the merit function", x);
    if (!accepts(options, &values, ratio, trial_psi)) continue;
    if (ratio > GOOD_RATIO) lambda = fmax(lambda / REGULAR_FACTOR, REGULAR_LEAST);
    memcpy(x, lm->trial, (size_t)n * sizeof *x);
    examine(&r, x);
    psi = evaluate(&r, x, lm->phi, lm->J);
    remember(&values, psi);
  }
  return finish_run(&r, iteration, status, reason, x);
}

/* steepest descent to the minimum of the linear model along it */
static void gradient_step(rg_lm *lm) {
  int n = lm->n;
  rg_matvec(n, n, lm->J, n, lm->gradient, lm->right);
  double along = rg_norm(n, lm->gradient), curve = rg_norm(n, lm->right);
  double length = curve > 0 ? (along / curve) * (along / curve) : 1;
  for (int i = 0; i < n; i++) lm->step[i] = -length * lm->gradient[i];
}

/* gradient' step is negative enough (Kanzow & Petra) */
static int descends(const rg_lm *lm, double slope) {
  double length = rg_norm(lm->n, lm->step);
  return isfinite(length) && slope <= -DESCENT_FACTOR * pow(length, DESCENT_POWER);
}

/* Armijo against the largest of the remembered values: the accepted length, 0 where there is none;
   the accepted point is in lm->trial */
static double search_line(const run *r, const double *x, double reference, double slope) {
  rg_lm *lm = r->lm;
  for (double t = 1; t >= SHORTEST_STEP; t *= 0.5) {
    for (int i = 0; i < lm->n; i++) lm->trial[i] = x[i] + t * lm->step[i];
    if (evaluate(r, lm->trial, lm->trial_phi, NULL) <= reference + ARMIJO * t * slope) return t;
  }
  return 0;
}

/* Levenberg-Marquardt step, gradient step where that does not descend or finds nothing */
static double projected_search(run *r, const double *x, double reference, double *lambda) {
  rg_lm *lm = r->lm;
  appended_step(lm, *lambda);
  double slope = rg_dot(lm->n, lm->gradient, lm->step), t = 0;
  if (descends(lm, slope)) t = search_line(r, x, reference, slope);
  if (t == 1) *lambda = fmax(*lambda / 10, PROJECTED_LEAST);
  else if (t < 0.1) *lambda = fmin(*lambda * 1e4, PROJECTED_MOST);
  if (t > 1e-6) return t;
  gradient_step(lm);
  return search_line(r, x, reference, rg_dot(lm->n, lm->gradient, lm->step));
}

rg_status rg_lm_projected(rg_lm *lm, const rg_system *system, const rg_lm_options *options,
                          double *x, rg_outcome *outcome) {
  run r = start_run(lm, system, options, x, outcome);
  memory values = {.count = 0};
  size_t size = (size_t)lm->n * sizeof *x;
  int iteration = 0, watched = 0;
  double lambda = PROJECTED_LEAST, psi = evaluate(&r, x, lm->phi, lm->J), watch_psi = psi;
  rg_status status;
  const char *reason;
  memcpy(lm->watch, x, size);
  remember(&values, psi);
  examine(&r, x);
  for (; !must_stop(&r, iteration, psi, &status, &reason); iteration++) {
    if (stationary(lm))
      return finish_run(&r, iteration, RG_STALLED, "stationary point that is no solution", x);

    /* search; the watchdog also answers a search that found nothing */
    double t = projected_search(&r, x, reference_value(&values), &lambda);
    int back = t == 0 || iteration - watched > WATCHDOG;
    if (t == 0 && values.monotone)
      return finish_run(&r, iteration, RG_STALLED, "no step reduces the merit function", x);
    if (t > 0) memcpy(x, lm->trial, size);

    /* watchdog: back to the best point with a monotone search */
    if (back && !values.monotone) {
      memcpy(x, lm->watch, size);
      values = (memory){.monotone = 1};
    }
    examine(&r, x);
    psi = evaluate(&r, x, lm->phi, lm->J);
    remember(&values, psi);
    if (psi < watch_psi) {
      if (psi < 0.9 * watch_psi) watched = iteration;
      watch_psi = psi;
      memcpy(lm->watch, x, size);
    }
  }
  return finish_run(&r, iteration, status, reason, x);
}
