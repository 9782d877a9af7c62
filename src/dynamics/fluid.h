/* The medium around ellipsoids: fluid.c. */
#ifndef RG_FLUID_H
#define RG_FLUID_H

#include <rigor/dynamics.h>

/* half axes of the ellipsoid that a geom counts as */
void rg_geom_semiaxes(const rg_model *model, int geom, double a[3]);
/* Forces on a geom for its spin w and its velocity v against the wind, at its centre and in its frame: S (w, v) with a
   skew S, which does no work, and drag n, f, with symmetric matrices that say how it grows with w and v. */
typedef struct rg_fluid_parts {
  double lift[36];
  double n[3], f[3];
  double turning[9], moving[9];
} rg_fluid_parts;
void rg_fluid_split(const rg_model *model, int geom, const double w[3], const double v[3],
                    rg_fluid_parts *parts);

#endif
