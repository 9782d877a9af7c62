/* The experiments of Peiret et al. 2017 and what they measure, for the page and for the tests. */
#ifndef PEIRET_H
#define PEIRET_H

#include "../papers.h"

/* --- the sliding cube
 * ----------------------------------------------------------------------------- */

typedef struct peiret_variant {
  const char *name;
  const char *solver; /* NULL: auto */
  rg_law law;
  int directions;      /* 2 k for k axes; 0: 4 */
  int world;           /* 1: the first direction lies along x of the world, else along the slip */
  double turn;         /* rad: turns the directions */
  double heading;      /* rad: turns the cube and its start instead */
  int lateral;         /* new model: lateral regularization, Eq. 43 */
  int sticking;        /* new model: all contacts keep the static form, Eq. 28-30 */
  int memory;          /* bounds, bristles and Eq. 43 from the impulses of the last step */
  int command;         /* springs, bristles and memory by the simulator, as `rigor run` has them */
  int rigid;           /* 1: without the relaxation of Table 1 */
  double softness;     /* multiplies that relaxation; 0: 1 */
  double phantom;      /* rho; 0: 1 kg */
  rg_split split;      /* exact cone only */
  int ours;            /* judice-pires: 1 with what we added, 0 as printed */
  double reference[2]; /* end point of the independent computation at 1 ms; 0, 0: none */
} peiret_variant;

enum { PEIRET_MOST_STEPS = 12000 };

typedef struct peiret_run {
  int steps;
  double dt;
  double x[PEIRET_MOST_STEPS + 1], y[PEIRET_MOST_STEPS + 1]; /* centre of mass, turned back */
  double stop;  /* s: when it comes to rest (slower than 1 mm/s and 1 mrad/s) */
  double angle; /* rad: how far it has turned */
  double lift;  /* m: largest height of a vertex of the lower face */
  int unsolved; /* steps whose solve failed */
  long iterations;
  double worst_cone; /* largest relative natural map of the exact cone: the distance from Coulomb's
                        law */
  char reason[256];
} peiret_run;

/* Slides until `time`. RG_OK even where steps were not solved. */
rg_status peiret_slide(const paper_options *options, const peiret_variant *variant, double dt,
                       double time, peiret_run *run, rg_error *error);
/* Largest distance of the two centres of mass over time; the same dt. */
double peiret_distance(const peiret_run *a, const peiret_run *b);
/* Sets the solver of a variant; as printed where it can be and `ours` does not say otherwise. */
void peiret_solver(rg_options *options, const char *solver, int ours);
/* The law of a variant with the relaxation of Table 1 for the step dt. */
rg_law_options peiret_law(const peiret_variant *variant, double dt);

/* --- lead matrices
 * ---------------------------------------------------------------------------------- */

typedef enum peiret_form {
  PEIRET_FORM_PYRAMID, /* Anitescu & Potra: v, lambda_n, beta (2 k), sigma */
  PEIRET_FORM_BOX,     /* v, lambda_n, lambda_t (2) */
  PEIRET_FORM_NEW      /* Eq. 35 and 39: v, lambda_t (2), lambda_n, w_up (k), w_lo (k) */
} peiret_form;

enum { PEIRET_MOST_ROWS = 96 };

typedef struct peiret_matrix {
  int n;
  double value[PEIRET_MOST_ROWS * PEIRET_MOST_ROWS]; /* row-major, n x n */
} peiret_matrix;

/* The lead matrix of the cube on 1 or 4 vertices with k axes in the tangent plane; dt 0: rigid,
   else the relaxation of Table 1; reduced 1: v and the free tangential forces eliminated (they must
   be regular). */
void peiret_lead_matrix(peiret_form form, int contacts, int axes, double rho, double dt,
                        int reduced, peiret_matrix *matrix);
/* Singular values above n eps of the largest; *ratio (may be NULL): smallest over largest. */
int peiret_rank(const peiret_matrix *matrix, double *ratio);
/* The smallest rho = 10^(-i/4) from which on the rank of the relaxed cube with 2 axes stays full up
 * to 1. */
double peiret_smallest_rho(double dt, int reduced);

/* --- pivoting
 * ----------------------------------------------------------------------------------------- */

typedef struct peiret_tally {
  int solved, singular, limit, other; /* of all steps: solved, and why not */
  long iterations;                    /* of the solved ones */
  double work;                        /* of these: pivots times the entries of the matrix */
} peiret_tally;

enum { PEIRET_METHODS = 5 };
extern const char
    *const peiret_methods[PEIRET_METHODS]; /* the pivoting solvers; the last is ours */

/* The contact problems that the cube meets under exact friction, every `stride`-th step of size dt,
   each by every pivoting method with the law of the variant. Returns how many problems there were,
   negative where something went wrong. */
int peiret_pivot(const paper_options *options, const peiret_variant *variant, double dt, int stride,
                 peiret_tally tally[PEIRET_METHODS], rg_error *error);

/* --- experiments
 * ------------------------------------------------------------------------------------- */

rg_status peiret_trajectories(const paper_options *options, rg_page *page, rg_error *error);
rg_status peiret_ranks(const paper_options *options, rg_page *page, rg_error *error);
rg_status peiret_pivoting(const paper_options *options, rg_page *page, rg_error *error);
rg_status peiret_phantom(const paper_options *options, rg_page *page, rg_error *error);
rg_status peiret_relaxation(const paper_options *options, rg_page *page, rg_error *error);

#endif
