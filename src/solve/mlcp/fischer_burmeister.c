/* The penalized Fischer-Burmeister function, Mylapilli & Jain 2017, Eq. 8-9 and 45-48, and the MLCP
   as a system of such equations. */
#include "solve/mlcp/fischer_burmeister.h"

#include "solve/mlcp/bases.h"

#include "math/dense.h"
#include "solve/mlcp/proximal.h"

#include <math.h>
#include <string.h>

/* 1 - a / h for h = sqrt(a^2 + b^2) > 0, without cancellation */
static double one_minus_cosine(double a, double b, double h) {
  return a > 0 ? (b / h) * (b / (h + a)) : 1 - a / h;
}

/* slopes of lambda (a + b - sqrt(a^2 + b^2)), Eq. 47; at the origin along a direction, Eq. 45 */
static rg_slopes plain_slopes(double a, double b, double lambda, const rg_slopes *direction) {
  double h = hypot(a, b);
  if (h == 0) {
    a = direction->a, b = direction->b, h = hypot(a, b);
    if (!(h > 0)) a = b = 1, h = sqrt(2);
  }
  return (rg_slopes){lambda * one_minus_cosine(a, b, h), lambda * one_minus_cosine(b, a, h)};
}

double rg_penalized_fb(double a, double b, double lambda, rg_slopes *slopes) {
  double h = hypot(a, b), sum = a + b;
  double plain = sum > 0 ? 2 * a * (b / (sum + h)) : sum - h;
  double penalty = a > 0 && b > 0 && lambda < 1 ? (1 - lambda) * a * b : 0;
  if (slopes) {
    *slopes = plain_slopes(a, b, lambda, slopes);
    if (a > 0 && b > 0) { /* Eq. 46 */
      slopes->a += (1 - lambda) * b;
      slopes->b += (1 - lambda) * a;
    }
  }
  return lambda * plain + penalty;
}

/* -phi(upper - z, -f) */
static double upper_row(double z, double f, double upper, double lambda, rg_slopes *slopes) {
  if (slopes) *slopes = (rg_slopes){-slopes->a, -slopes->b};
  return -rg_penalized_fb(upper - z, -f, lambda, slopes);
}

/* phi(z - lower, -phi(upper - z, -f)), by the chain rule */
static double box_row(double z, double f, double lower, double upper, double lambda,
                      rg_slopes *slopes) {
  if (!slopes)
    return rg_penalized_fb(z - lower, upper_row(z, f, upper, lambda, NULL), lambda, NULL);
  rg_slopes inner = *slopes, outer = *slopes;
  double value = upper_row(z, f, upper, lambda, &inner);
  outer.b = inner.a * slopes->a + inner.b * slopes->b;
  double phi = rg_penalized_fb(z - lower, value, lambda, &outer);
  *slopes = (rg_slopes){outer.a + outer.b * inner.a, outer.b * inner.b};
  return phi;
}

double rg_penalized_fb_row(double z, double f, double lower, double upper, double lambda,
                           rg_slopes *slopes) {
  if (isfinite(lower) && isfinite(upper)) return box_row(z, f, lower, upper, lambda, slopes);
  if (isfinite(lower)) return rg_penalized_fb(z - lower, f, lambda, slopes);
  if (isfinite(upper)) return upper_row(z, f, upper, lambda, slopes);
  if (slopes) *slopes = (rg_slopes){0, -1}; /* Eq. 48 */
  return -f;
}

/* z and f both zero with respect to a bound: the set S_1 of Eq. 45 */
static int at_kink(double z, double f, double lower, double upper) {
  return f == 0 && (z == lower || z == upper);
}

void rg_penalized_fb_system(int n, const double *z, const double *F, const double *lower,
                            const double *upper, double lambda, double *phi, double *J) {
  for (int i = 0; i < n; i++) {
    if (!J) {
      phi[i] = rg_penalized_fb_row(z[i], F[i], lower[i], upper[i], lambda, NULL);
      continue;
    }

    /* direction (y_i, grad f_i . y) with y = 1 on S_1, Eq. 45 */
    double *row = J + (size_t)i * (size_t)n;
    rg_slopes slopes = {1, 1};
    if (at_kink(z[i], F[i], lower[i], upper[i])) {
      slopes.b = 0;
      for (int j = 0; j < n; j++)
        if (at_kink(z[j], F[j], lower[j], upper[j])) slopes.b += row[j];
    }

    /* J_i = slope_a e_i + slope_b grad f_i */
    phi[i] = rg_penalized_fb_row(z[i], F[i], lower[i], upper[i], lambda, &slopes);
    for (int j = 0; j < n; j++) row[j] *= slopes.b;
    row[i] += slopes.a;
  }
}

/* --- the solver ------------------------------------------------------------------------------- */

enum { PROXIMAL_ITERATIONS = 100, PROXIMAL_LIMIT = 3000 }; /* of one subproblem, of all */
static const double SHARPER = 1e-3; /* of tol: what the subproblems of proximal points aim at */

struct rg_pfb {
  rg_mlcp_scaling *scaling;
  rg_lm *lm;
  rg_proximal *proximal;
  rg_proof proof;
  double lambda;
  double weight; /* of the proximal term; 0: there is none */
  double *w, *x, *best, *centre;
};

void *rg_pfb_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  rg_pfb *pfb = RG_NEW(arena, rg_pfb, 1);
  if (!pfb) return NULL;
  RG_VECTORS(arena, mlcp->n, &pfb->w, &pfb->x, &pfb->best, &pfb->centre);
  pfb->scaling = rg_mlcp_scaling_setup(arena, mlcp->n);
  pfb->lm = rg_lm_setup(arena, mlcp->n);
  pfb->proximal = rg_proximal_setup(arena, mlcp->n);
  rg_proof_setup(&pfb->proof, arena, mlcp, options);
  return arena->failed ? NULL : pfb;
}

/* w = M x + q + weight (x - centre), scaled */
static void scaled_w(const rg_pfb *pfb, const double *x, double *w) {
  rg_mlcp_w(&pfb->scaling->scaled, x, w);
  for (int i = 0; pfb->weight > 0 && i < pfb->scaling->scaled.n; i++)
    w[i] += pfb->weight * (x[i] - pfb->centre[i]);
}

static void pfb_eval(void *context, const double *x, double *phi, double *J) {
  rg_pfb *pfb = context;
  const rg_mlcp *scaled = &pfb->scaling->scaled;
  size_t n = (size_t)scaled->n;
  scaled_w(pfb, x, pfb->w);
  if (J) memcpy(J, scaled->M, n * n * sizeof *J);
  for (size_t i = 0; J && i < n; i++) J[i * (n + 1)] += pfb->weight;
  rg_penalized_fb_system(scaled->n, x, pfb->w, scaled->lower, scaled->upper, pfb->lambda, phi, J);
}

/* the natural map of the raw problem; of the scaled one, whose q is near 1, with a proximal term */
static double pfb_residual(void *context, const double *x, const double *phi) {
  rg_pfb *pfb = context;
  const rg_mlcp *scaled = &pfb->scaling->scaled;
  (void)phi;
  if (pfb->weight == 0) return rg_mlcp_scaled_residual(pfb->scaling, x);
  double sum = 0;
  scaled_w(pfb, x, pfb->w);
  for (int i = 0; i < scaled->n; i++)
    sum = hypot(sum, rg_clamp(pfb->w[i], x[i] - scaled->upper[i], x[i] - scaled->lower[i]));
  return sum;
}

/* start 0: the caller's point; 1: inside the bounds, one unit from them; 2: the bound nearest to 0
 */
static void choose_start(const rg_pfb *pfb, int start, const double *z, double *x) {
  const rg_mlcp *scaled = &pfb->scaling->scaled;
  rg_mlcp_scale_point(pfb->scaling, z, x);
  if (start == 0) return;
  for (int i = 0; i < scaled->n; i++) {
    double low = scaled->lower[i], high = scaled->upper[i], at = 0;
    if (start == 1 && isfinite(low)) at = isfinite(high) ? 0.5 * (low + high) : low + 1;
    else if (start == 1 && isfinite(high)) at = high - 1;
    x[i] = rg_clamp(at, low, high);
  }
}

/* One solve. */
typedef struct job {
  rg_pfb *pfb;
  rg_lm_driver driver;
  const rg_options *options;
  double residual; /* of pfb->best */
  int iterations, limit;
  rg_outcome *outcome;
} job;

/* one run of the driver from x */
static rg_status run(job *j, const rg_lm_options *options, double *x) {
  rg_pfb *pfb = j->pfb;
  rg_system system = {
      .n = pfb->scaling->scaled.n, .context = pfb, .eval = pfb_eval, .residual = pfb_residual};
  rg_status status = j->driver(pfb->lm, &system, options, x, j->outcome);
  j->iterations += j->outcome->iterations;
  return status;
}

static void keep_better(job *j, const double *x, double residual) {
  if (!(residual < j->residual)) return;
  j->residual = residual;
  memcpy(j->pfb->best, x, (size_t)j->pfb->scaling->scaled.n * sizeof *x);
}

/* --- proximal points: what proximal.h asks for ------------------------------------------------ */

static double proximal_solve(void *context, double weight, const double *centre, double *x,
                             double *reached) {
  job *j = context;
  rg_pfb *pfb = j->pfb;
  int left = j->limit - j->iterations;
  rg_lm_options options = {.tol = SHARPER * j->options->tol,
                           .max_iterations =
                               left < PROXIMAL_ITERATIONS ? left : PROXIMAL_ITERATIONS,
                           .bold = 1};
  pfb->weight = weight;
  memcpy(pfb->centre, centre, (size_t)pfb->scaling->scaled.n * sizeof *centre);
  run(j, &options, x);
  *reached = pfb_residual(pfb, x, NULL);
  pfb->weight = 0;
  return rg_mlcp_scaled_residual(pfb->scaling, x);
}

static double proximal_residual(void *context, const double *x) {
  return rg_mlcp_scaled_residual(((job *)context)->pfb->scaling, x);
}

static void proximal_confine(void *context, double *x) {
  const rg_mlcp *m = &((job *)context)->pfb->scaling->scaled;
  for (int i = 0; i < m->n; i++) x[i] = rg_clamp(x[i], m->lower[i], m->upper[i]);
}

/* x - w, which the natural map compares with the bounds */
static void proximal_locate(void *context, const double *x, double *place) {
  const rg_mlcp *m = &((job *)context)->pfb->scaling->scaled;
  rg_mlcp_w(m, x, place);
  for (int i = 0; i < m->n; i++) place[i] = x[i] - place[i];
}

/* -1: held by the lower bound, 1: by the upper, 0: between */
static int side_of(const rg_mlcp *m, int i, double place) {
  return place <= m->lower[i] ? -1 : place >= m->upper[i] ? 1 : 0;
}

static int proximal_stays(void *context, const double *from, const double *to, double t,
                          double slack) {
  const rg_mlcp *m = &((job *)context)->pfb->scaling->scaled;
  for (int i = 0; i < m->n; i++) {
    int side = side_of(m, i, to[i]);
    double at = to[i] + t * (to[i] - from[i]);
    double out = side < 0   ? at - m->lower[i]
                 : side > 0 ? m->upper[i] - at
                            : fmax(m->lower[i] - at, at - m->upper[i]);
    if (side_of(m, i, from[i]) == side && out > slack) return 0;
  }
  return 1;
}

static int proximal_expired(void *context) {
  const job *j = context;
  return j->iterations >= j->limit || rg_outcome_expired(j->outcome);
}

static void run_proximal(job *j, const double *z) {
  rg_pfb *pfb = j->pfb;
  rg_proximal_problem problem = {.n = pfb->scaling->scaled.n,
                                 .context = j,
                                 .tol = j->options->tol,
                                 .curved = 0,
                                 .solve = proximal_solve,
                                 .residual = proximal_residual,
                                 .confine = proximal_confine,
                                 .locate = proximal_locate,
                                 .stays = proximal_stays,
                                 .expired = proximal_expired};
  j->limit =
      j->options->max_iterations > 0 ? j->options->max_iterations : j->iterations + PROXIMAL_LIMIT;
  if (proximal_expired(j)) return;
  choose_start(pfb, 2, z, pfb->x);
  double residual = rg_proximal_run(pfb->proximal, &problem, pfb->x);
  keep_better(j, pfb->x, residual);
}

const rg_solver_setting_info rg_pfb_settings[] = {
    [RG_PFB_LAMBDA] = {"lambda", "weight of the Fischer-Burmeister term beside the penalty", 0.95, 0, 1, 0,
                1},
    [RG_PFB_AS_PRINTED] = {"as_printed", "the method as its paper has it: no scaling of ours, one start",
                    0, 0, 1, 1, 1},
    {0}};

/* --- all starts ------------------------------------------------------------------------------- */

rg_status rg_pfb_solve(rg_pfb *pfb, rg_lm_driver driver, const rg_mlcp *mlcp,
                       const rg_options *options, double *z, rg_outcome *outcome) {
  job j = {.pfb = pfb, .driver = driver, .options = options, .outcome = outcome};
  rg_lm_options lm_options = {.tol = options->tol, .max_iterations = options->max_iterations};
  rg_status status = RG_STALLED;
  int printed = rg_options_get(options, &rg_pfb_settings[RG_PFB_AS_PRINTED]) != 0;
  if (printed) rg_mlcp_take(pfb->scaling, mlcp);
  else rg_mlcp_scale(pfb->scaling, mlcp);
  pfb->lambda = rg_options_get(options, &rg_pfb_settings[RG_PFB_LAMBDA]);
  pfb->weight = 0;
  j.residual = HUGE_VAL;
  choose_start(pfb, 0, z, pfb->best);

  /* a stationary point that is no solution: proximal points, then other starts; the best is kept */
  for (int start = 0; start < (printed ? 1 : 3) && status == RG_STALLED; start++) {
    choose_start(pfb, start, z, pfb->x);
    lm_options.bold = start > 0;
    status = run(&j, &lm_options, pfb->x);
    keep_better(&j, pfb->x, rg_mlcp_scaled_residual(pfb->scaling, pfb->x));
    if (start == 0 && status != RG_SOLVED && !printed) run_proximal(&j, z);
    if (j.residual <= options->tol) status = RG_SOLVED;
  }
  outcome->iterations = j.iterations;
  if (status == RG_SOLVED) outcome->reason[0] = '\0';
  rg_mlcp_unscale_point(pfb->scaling, pfb->best, z);
  return rg_proof_conclude(&pfb->proof, mlcp, options, status, outcome);
}
