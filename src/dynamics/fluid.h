/* The medium around ellipsoids: fluid.c. */
#ifndef RG_FLUID_H
#define RG_FLUID_H

#include <rigor/dynamics.h>

/* half axes of the ellipsoid that a geom counts as */
void rg_geom_semiaxes(const rg_model *model, int geom, double a[3]);
/* Moment and force at the centre of a geom, in its frame, for its spin and its velocity against the wind. */
void rg_fluid_force(const rg_model *model, int geom, const double w[3], const double v[3],
                    double n[3], double f[3]);

#endif
