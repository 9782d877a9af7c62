/* The numbers of Andreani, Friedlander, Mello & Santos, "Complementarity and equivalent
   formulations via nonlinear programming: numerical results on multi-rigid-body contact problems
   with Coulomb friction", 2002, and counts of an independent computation with other random vectors.
 */
#ifndef ANDREANI_NUMBERS_H
#define ANDREANI_NUMBERS_H

/* sec. 4: the grasp */
static const double andreani_half = 0.2;               /* r, m: half a side of the cube */
static const double andreani_mass = 3;                 /* kg */
static const double andreani_link[2] = {0.4, 0.25};    /* l_1, l_2, m; l_3 = 0 */
static const double andreani_friction[2] = {0.1, 0.2}; /* mu_1, mu_2 */
static const double andreani_range = 5;                /* b_R in [-5, 5] */
/* not in the paper: uniform rods, kg */
static const double andreani_link_mass[4] = {2, 1, 0.5, 0.5};

enum {
  ANDREANI_TESTS = 200,
  ANDREANI_SLIDING_SOLVED = 200, /* sec. 4.1 */
  ANDREANI_SLIDING_ZERO =
      43, /* sec. 4.1: tests with a gap of exactly 0; the others 1e-15 to 1e-4 */
  ANDREANI_MNCP_SOLVED = 183, /* sec. 4.2.1 */
  ANDREANI_LCP_SOLVED = 194,  /* sec. 4.2.2 */
  ANDREANI_SINGULAR = 78,     /* page 14: g_v singular in 78 of the 79 tests without collinearity */
  ANDREANI_NOT_COLLINEAR = 79
};

/* sec. 4.2.3: tangential force against tangential acceleration, at contact 1 and 2; of 183 and of
 * 194 */
static const int andreani_collinear_mncp[2] = {122, 128};
static const int andreani_collinear_lcp[2] = {97, 153};
/* sec. 4.2.3: forces of the pyramid outside the circular cone, of 200 */
static const int andreani_outside[2] = {106, 53};
/* sec. 4.2.3: same transition in both models, per cent of 178 */
static const int andreani_transition[2] = {98, 96};

/* Table 1, CPU seconds: MNCPOpt, LCPOpt; least, mean, most */
static const double andreani_seconds[2][3] = {{0, 0.200, 8.740}, {0, 0.030, 0.170}};
/* Table 2, means: outer iterations, evaluations, inner iterations, products with the matrix */
static const double andreani_effort[2][4] = {{57.3, 76.3, 984.2, 1150.8}, {7.5, 8.9, 90.8, 126.3}};

/* the independent computation */
static const int andreani_other_outside[2] = {101, 107};
static const int andreani_other_transition[2] = {199, 198};

#endif
