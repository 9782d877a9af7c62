/* The numbers of Peiret, Koevecses & Font-Llagunes, "A friction model for non-singular
   complementarity formulations for multibody systems with contacts", DETC2017-67988, and end points
   of an independent computation of the same example. */
#ifndef PEIRET_NUMBERS_H
#define PEIRET_NUMBERS_H

/* Table 1 (mass 1 kg, edge 1 m, 5 m/s along y and a turn a second are in models/acc_cube.xml) */
static const double peiret_normal_stiffness = 1e10; /* N/m */
static const double peiret_normal_damping = 1e8;    /* Ns/m */
static const double peiret_tangent_stiffness = 1e8;
static const double peiret_tangent_damping = 1e5;
static const double peiret_threshold = 1e-3; /* m/s */

/* "the LCP becomes rank-deficient for values of rho < 1e-8 kg", page 7 */
static const double peiret_smallest_phantom = 1e-8;

/* A planar ordinary differential equation of Coulomb's law with equal compliance of the four
   vertices, independent of this library: where the centre of mass stops, x (sideways) and y (along
   the start velocity). */
static const double peiret_ode_end[2] = {0.4406, 1.5840};

#endif
