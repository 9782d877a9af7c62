/* The two-finger grasp of Andreani et al. 2002, sec. 4, as data of contact problems, and its
 * solutions. */
#ifndef ANDREANI_GRASP_H
#define ANDREANI_GRASP_H

#include "../papers.h"

enum { ANDREANI_CONTACTS = 2, ANDREANI_N = 6, ANDREANI_LCP = 10 };

/* a = A c + b at the two contacts, each (n, t, o); friction mu */
typedef struct andreani_grasp {
  double A[ANDREANI_N * ANDREANI_N];
  double mu[ANDREANI_CONTACTS];
} andreani_grasp;

/* turned 0: t is vertical at the first contact and horizontal at the second; 1: the other way
   round. heaviness multiplies the masses of the links. */
void andreani_build(andreani_grasp *grasp, int turned, double heaviness);
/* Vector `test` of `size` numbers in [-5, 5], always the same. */
void andreani_vector(int test, int size, double *b);
/* The LCP of two sliding contacts (Eq. 11 and 16) with slip along t: Q is 2 x 2. */
void andreani_sliding_matrix(const andreani_grasp *grasp, double *Q);
/* The LCP of two rolling contacts under the pyramid law (Eq. 20), 5 unknowns a contact: c_n, s+_t,
 * s+_o, a-_t, a-_o. */
void andreani_rolling_lcp(const andreani_grasp *grasp, const double *b, double *Q, double *d);
/* Contact forces (6) of the unknowns of that LCP. */
void andreani_lcp_force(const andreani_grasp *grasp, const double *u, double *force);
/* a = A c + b */
void andreani_acceleration(const andreani_grasp *grasp, const double *b, const double *force,
                           double *a);

/* --- all solutions
 * ---------------------------------------------------------------------------------- */

/* Tries every set of positive unknowns of 0 <= u _|_ Q u + d >= 0, n <= 10. Returns how many
 * different u solve it, the first in u. */
int andreani_enumerate(int n, const double *Q, const double *d, double *u);

/* --- what becomes of a contact
 * ------------------------------------------------------------------------ */

typedef enum andreani_mode { ANDREANI_BREAKS, ANDREANI_ROLLS, ANDREANI_SLIDES } andreani_mode;

/* From the force and the acceleration of one contact (3 each). */
andreani_mode andreani_transition_of(const double *force, const double *a);

/* --- solved tests
 * --------------------------------------------------------------------------------------- */

typedef struct andreani_answer {
  rg_status status;
  double force[ANDREANI_N], a[ANDREANI_N];
  double objective; /* of MNCPOpt (with lambda = |a_t|, z = max(f, 0)) or LCPOpt */
  int iterations;
  double seconds;
} andreani_answer;

/* How a minimization is run; NULL in its place: as rigor does. */
typedef struct andreani_rule {
  int printed;        /* 1: one start, no scaling, nothing refreshed */
  double gradient;    /* ends where the projected gradient is under this; 0: never */
  double spread;      /* it starts at random forces up to this; 0: at 0 */
  int max_iterations; /* 0: the solver's own */
} andreani_rule;

/* sec. 4.1: "the chosen tolerance of 1e-5 for the norm of the projected gradient", and what counts as solved */
static const andreani_rule andreani_printed = {.printed = 1, .gradient = 1e-5};
static const double andreani_success = 1e-10;

/* The rolling problem with the exact cone by a solver (NULL: auto); the certificate decides. */
rg_status andreani_solve_cone(const andreani_grasp *grasp, const double *b, const char *solver,
                              const andreani_rule *rule, andreani_answer *answer, rg_error *error);
/* The rolling problem under the pyramid law as the LCP of Eq. 20. */
rg_status andreani_solve_lcp(const andreani_grasp *grasp, const double *b, const char *solver,
                             const andreani_rule *rule, andreani_answer *answer, rg_error *error);
/* The LCP of n unknowns by a solver: u and its iterations. */
rg_status andreani_solve_any_lcp(int n, const double *Q, const double *d, const char *solver,
                                 const andreani_rule *rule, double *u, andreani_answer *answer,
                                 rg_error *error);
/* How many different forces obey the exact cone, by solvers from scattered starts; 0: none was
 * found. */
int andreani_scatter(const andreani_grasp *grasp, const double *b, int starts, rg_error *error);

/* Smallest pivot of g_v at forces and accelerations, relative to its largest entry, with lambda = |a_t|. */
/* The same with a lambda of its own. */
double andreani_gv_pivot_of(const andreani_grasp *grasp, const double *force, const double *lambda);
double andreani_gv_pivot(const andreani_grasp *grasp, const double *force, const double *a);

/* --- experiments
 * ---------------------------------------------------------------------------------------- */

rg_status andreani_sliding(const paper_options *options, rg_page *page, rg_error *error);
rg_status andreani_rolling(const paper_options *options, rg_page *page, rg_error *error);
rg_status andreani_search(const paper_options *options, rg_page *page, rg_error *error);
rg_status andreani_comparison(const paper_options *options, rg_page *page, rg_error *error);
rg_status andreani_existence(const paper_options *options, rg_page *page, rg_error *error);

#endif
