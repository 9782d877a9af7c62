/* Around a centre x_c, the start, targets give way as if contacts were a little soft:

       u_n + g >= 0,   g = clamp(alpha (x_n - x_c,n); -up, down)

   which is the problem itself with the target b - g in the place of b. Friction does not give way. Newton finds that
   where it is lost otherwise: what a heap is about to do next, to jam or to let go, is decided by normal impulses, and
   these are held. First with wide bounds, where hardly anybody meets them, then closer and closer. */
#include "solve/give.h"

#include <math.h>
#include <string.h>

enum { STEPS = 8 /* of Newton, for each width */ };

static const double SOFT = 1e-2;  /* alpha; the diagonal of A is near 1 */
static const double SHARP = 1e-2; /* of the tolerance */
static const double WIDE = 8, CLOSER = 0.6;

double rg_give_strain(const rg_cone *cone, const double *x, const double *u) {
  int strained = 0;
  for (int b = cone->first_contact; b < cone->blocks; b++) {
    double impulse = x[b * cone->d], velocity = u[b * cone->d];
    double miss = velocity < 0 ? -velocity : fmin(velocity, impulse);
    strained += miss > cone->give[2 * b + (velocity > 0)];
  }
  return (double)strained / cone->contacts;
}

double rg_give_fit(const rg_cone *cone, const double *x, double *u) {
  memset(cone->given, 0, (size_t)cone->blocks * sizeof *cone->given);
  for (int b = cone->first_contact; b < cone->blocks; b++) {
    double velocity = u[b * cone->d], most = x[b * cone->d] > 0 ? cone->give[2 * b + 1] : 0;
    cone->given[b] = fmax(-cone->give[2 * b], fmin(most, velocity));
    u[b * cone->d] -= cone->given[b];
  }
  return rg_cone_residual(cone, x, u);
}

/* of the problem with the targets that x asks for, which go to cone->given */
static double residual_given(const rg_cone *cone, const rg_newton_options *o, const double *x,
                             double *u) {
  rg_newton_given(cone, o, x, cone->given);
  rg_cone_velocity(cone, x, u);
  for (int b = cone->first_contact; b < cone->blocks; b++) u[b * cone->d] -= cone->given[b];
  return rg_cone_residual(cone, x, u);
}

double rg_give_run(rg_newton *newton, const rg_cone *cone, double tol, double aim, double *center,
                   double *u, double *x, rg_outcome *outcome) {
  size_t bytes = (size_t)cone->n * sizeof(double);
  rg_newton_options o = rg_newton_options_default(SHARP * tol);
  double width = WIDE / CLOSER, residual, map;
  o.proximal = SOFT;
  o.center = center;
  o.give = cone->give;
  o.max_iterations = STEPS;
  memcpy(center, x, bytes);
  do {
    width = o.give_width = fmax(1, CLOSER * width);
    o.aim = width == 1 ? fmin(aim, o.tol) : 0;
    rg_newton_run(newton, cone, &o, x, &map, outcome);
    residual = residual_given(cone, &o, x, u);
  } while (residual <= tol && width > 1 && !rg_outcome_expired(outcome));
  if (residual <= tol && width == 1) return residual;
  memcpy(x, center, bytes);
  return HUGE_VAL;
}
