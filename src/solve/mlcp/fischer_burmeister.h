/* Complementarity as equations: the penalized Fischer-Burmeister function,

       phi(a, b) = lambda (a + b - sqrt(a^2 + b^2)) + (1 - lambda) max(a, 0) max(b, 0)

   is zero exactly where a >= 0, b >= 0, a b = 0 (Chen, Chen & Kanzow 2000; Mylapilli & Jain 2017,
   Eq. 8). lambda = 1 is the plain function. A row with bounds lower <= z <= upper and value f is

       free         -f                                  (Eq. 9)
       lower only   phi(z - lower, f)                   (Eq. 9 for lower = 0)
       upper only   -phi(upper - z, -f)
       both         phi(z - lower, -phi(upper - z, -f)) (Billups 1995)

   and an MLCP becomes the square system that the Levenberg-Marquardt drivers solve. */
#ifndef RG_FISCHER_BURMEISTER_H
#define RG_FISCHER_BURMEISTER_H

#include "solve/mlcp/levenberg_marquardt.h"
#include "solve/mlcp/mlcp_scaling.h"

/* Slopes d phi / d a and d phi / d b. At a = b = 0 they are the limit along the direction that the
   caller put into them before the call (Eq. 45). */
typedef struct rg_slopes {
  double a, b;
} rg_slopes;

/* phi without cancellation: for a + b > 0 the first term is 2 a b / (a + b + sqrt(a^2 + b^2)).
   `slopes` may be NULL. */
double rg_penalized_fb(double a, double b, double lambda, rg_slopes *slopes);

/* phi of a row. slopes->a is the factor of e_i, slopes->b that of the gradient of f_i; on entry
   they hold the direction (dz_i, df_i) in which a kink is approached. May be NULL. */
double rg_penalized_fb_row(double z, double f, double lower, double upper, double lambda,
                           rg_slopes *slopes);

/* Phi of a whole problem from z and F; J (n x n, may be NULL) holds dF/dz on entry and an element
   of the generalized Jacobian of Phi on return (Eq. 45-48). */
void rg_penalized_fb_system(int n, const double *z, const double *F, const double *lower,
                            const double *upper, double lambda, double *phi, double *J);

/* An MLCP as such a system, scaled; what pfb-rlm and pfb-plm share. */
typedef struct rg_pfb rg_pfb;

enum { RG_PFB_LAMBDA, RG_PFB_AS_PRINTED };
extern const rg_solver_setting_info rg_pfb_settings[];

void *rg_pfb_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options);
rg_status rg_pfb_solve(rg_pfb *pfb, rg_lm_driver driver, const rg_mlcp *mlcp,
                       const rg_options *options, double *z, rg_outcome *outcome);

#endif
