/* How Coulomb's law is written down. */
#ifndef RIGOR_LAW_H
#define RIGOR_LAW_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_law {
  RG_LAW_AUTO = 0, /* cone where the solver handles it, else pyramid:8 (pyramid:2 in the plane) */
  RG_LAW_CONE,     /* the exact circular cone */
  RG_LAW_PYRAMID,  /* polyhedral cone, seed papers 000 Eq. 30-44 and 004 */
  RG_LAW_SLACK,    /* planar slack form, 004 pages 14-15 */
  RG_LAW_BOX,      /* box friction with bounds from the last normal impulse */
  RG_LAW_HYBRID,   /* box along and across the slip, regularized */
  RG_LAW_NONSINGULAR,  /* phantom inertia, 001 Eq. 10-11 and 28-43 */
  RG_LAW_SQUARE,       /* the friction pyramid of 003 with rolling and sliding contacts */
  RG_LAW_FRICTIONLESS, /* mu = 0 */
  RG_LAW_COUNT
} rg_law;

typedef struct rg_law_options {
  rg_law law;
  int directions; /* pyramid: number of directions, even, from 4; nonsingular: half as many axes; in
                     the plane always 2 and 1; default 8 */
  int aligned;    /* 1: the first direction lies along the slip (default); 0: along tangent1.
                     pyramid, box, and nonsingular and hybrid where they stick */
  double angle;   /* rad, turns those directions, and the sides of square; default 0 */
  const double
      *slip; /* (dim - 1) per contact: slip velocity at the start of the step, copied. NULL: the
                tangential part of c, and no contact slides for nonsingular and square */
  double phantom;   /* nonsingular: phantom inertia rho, kg, > 0; default 1 */
  double mu_static; /* nonsingular: static coefficient as a multiple of mu, >= 1; default 1 */
  double threshold; /* m/s: slower counts as sticking (nonsingular, square, hybrid); default 1e-3 */
  int lateral;      /* nonsingular: 1 regularizes the lateral direction (001 Eq. 43); default 0 */
  double relax_normal;  /* compliance added to the normal rows, >= 0 (001 Eq. 40); default 0 */
  double relax_tangent; /* compliance added to the tangential rows, >= 0; nonsingular: bristles with
                           the memory of last_impulse (001 Eq. 42); default 0 */
  double
      drag; /* nonsingular: dt times the damping of the bristles, kg: the slip at the start of the
                  step counts with it (001 Eq. 42); default 0 */
  const double *last_impulse; /* dim per contact: impulse of the last step for bounds, bristles and
                                 lateral terms, copied; NULL: iterate until consistent */
  int repeats; /* box, hybrid, nonsingular with lateral: most repetitions of the bounds; default 100
                */
} rg_law_options;

RG_API rg_law_options rg_law_options_default(void);

/* "cone", "pyramid", ... ; NULL out of range */
RG_API const char *rg_law_name(rg_law law);
/* One line on what it is. */
RG_API const char *rg_law_summary(rg_law law);
/* Reads "cone", "pyramid:8", "nonsingular", ... into `law` and, where given, `directions`. */
RG_API rg_status rg_law_parse(const char *text, rg_law_options *options, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
