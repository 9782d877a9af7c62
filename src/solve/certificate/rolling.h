/* One contact with torsional and rolling friction: its natural map, and what the laws leave of it (docs/rolling.md). */
#ifndef RG_CERTIFICATE_ROLLING_H
#define RG_CERTIFICATE_ROLLING_H

#include <rigor/problem.h>

/* Contact i with moments over a length, so that all its impulses, velocities and coefficients have one unit. */
typedef struct rg_rolling {
  int dim, ellipsoid;
  double mu, spin, roll;
  double impulse[6], velocity[6]; /* the normal velocity without target */
} rg_rolling;

rg_rolling rg_rolling_at(const rg_problem *problem, int contact, double length, const double *r,
                         const double *u);

/* Moves the angular velocity by `most` at most, each part towards 0, where the contact presses; by how much */
double rg_rolling_take_leeway(rg_rolling *c, double most);
/* De Saxce's change of the normal velocity: u_n + sum of mu |u_t|, spin |w_n|, roll |w_t|, or the length of all of them */
double rg_rolling_lifted(const rg_rolling *c);
/* || r - P(r - u~) ||, r being the impulse times `response` */
double rg_rolling_natural(const rg_rolling *c, double response);
/* how far the impulse is outside its cone: the worst of the bounds */
double rg_rolling_outside(const rg_rolling *c);
/* worst angle between friction and the opposite of slip, of parts that slip faster than `slip` under a bound above `force`; below
   0: none does */
double rg_rolling_slip_angle(const rg_rolling *c, double slip, double force);

#endif
