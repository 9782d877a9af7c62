/* Farkas: the frictionless problem min 1/2 x'A x + c'x over bounds has no solution exactly where a
   y as in the header exists; the differences of its proximal-point iterates tend to that y. */
#include "solve/cone/infeasible.h"
#include "math/dense.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What makes y a proof (docs/solvers/auto.md): its gain beside |c|; of that, what rounding makes of A'y and of signs in a problem
   whose diagonal is near 1. */
static const double GAIN = 1e-6, IMAGE = 1e-12, OUTSIDE = 1e-8;
/* Points as sharp as rounding allows: their differences are y. They have ended where they change by less than half of their
   digits and a little, and weights below LEAST make |x| so large that it hides y. */
static const double SHARP = 1e-13, CONVERGES = 1e-9, LEAST = 1e-6;

struct rg_infeasible {
  double *x, *last, *y, *Ay;
};

rg_infeasible *rg_infeasible_new(rg_arena *arena, const rg_cone *cone) {
  rg_infeasible *f = RG_NEW(arena, rg_infeasible, 1);
  if (!f) return NULL;
  f->x = RG_NEW(arena, double, cone->n);
  f->last = RG_NEW(arena, double, cone->n);
  f->y = RG_NEW(arena, double, cone->n);
  f->Ay = RG_NEW(arena, double, cone->n);
  return arena->failed ? NULL : f;
}

/* largest part of y that leaves the recession cone */
static double outside(const rg_cone *cone, const double *y) {
  int d = cone->d, rows_end = cone->first_contact * d;
  double worst = 0;
  for (int i = 0; i < rows_end; i++) {
    if (isfinite(cone->lower[i]) && -y[i] > worst) worst = -y[i];
    if (isfinite(cone->upper[i]) && y[i] > worst) worst = y[i];
  }
  for (int i = rows_end; i < cone->n; i++) {
    double out = i % d == 0 ? -y[i] : fabs(y[i]);
    if (out > worst) worst = out;
  }
  return worst;
}

/* A'y: u'y = x'A'y + c'y, so this is what must vanish where A is not quite symmetric, as no A by its rows is */
static void transposed_product(const rg_cone *cone, rg_system *system, const double *y,
                               double *out) {
  int d = cone->d;
  if (cone->coordinates) {
    rg_system_product(system, cone, y, out);
    return;
  }
  memset(out, 0, (size_t)cone->n * sizeof *out);
  for (int i = 0; i < cone->blocks; i++)
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++)
      for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++)
          out[d * cone->column[k] + b] +=
              cone->values[(size_t)k * (size_t)(d * d) + (size_t)(a * d + b)] * y[d * i + a];
}

static int verify(rg_infeasible *f, const rg_cone *cone, rg_system *system, rg_outcome *outcome) {
  double norm = rg_norm(cone->n, f->y), c_norm = rg_norm(cone->n, cone->c);
  if (!(norm > 0) || !(c_norm > 0)) return 0;
  for (int i = 0; i < cone->n; i++) f->y[i] /= norm;
  transposed_product(cone, system, f->y, f->Ay);
  double image = rg_norm(cone->n, f->Ay), gain = -rg_dot(cone->n, cone->c, f->y) / c_norm;
  if (!(gain > GAIN) || image > IMAGE * gain || outside(cone, f->y) > OUTSIDE * gain) return 0;
  snprintf(outcome->reason, sizeof outcome->reason,
           "no impulse can satisfy all constraints: a combination y of them with |A'y| < 1e-12 has "
           "c'y = "
           "%.3g |c| < 0",
           -gain);
  return 1;
}

int rg_infeasible_prove(rg_infeasible *f, const rg_cone *cone, rg_point *point,
                        rg_outcome *outcome) {
  rg_point_options o = {.sharp = SHARP, .most = RG_NEWTON_STEPS, .map = {.mu_scale = 0}};
  rg_pull pull = {.alpha = RG_FIRST_WEIGHT, .center = f->last};
  memset(f->x, 0, (size_t)cone->n * sizeof(double));
  for (int k = 0; k < RG_NEWTON_STEPS; k++) {
    memcpy(f->last, f->x, (size_t)cone->n * sizeof(double));
    point->known = 0;
    rg_point_find(point, cone, &pull, &o, f->x, outcome);
    for (int i = 0; i < cone->n; i++) f->y[i] = f->x[i] - f->last[i];
    if (rg_norm(cone->n, f->y) <= CONVERGES * rg_norm(cone->n, f->x)) return 0;
    if (k > 1 && verify(f, cone, point->system, outcome)) return 1;
    if (pull.alpha > LEAST) pull.alpha /= RG_WEIGHT_RISES;
  }
  return 0;
}

const double *rg_infeasible_combination(const rg_infeasible *f) { return f->y; }
