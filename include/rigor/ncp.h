/* A mixed nonlinear complementarity problem of the caller's own: F and its Jacobian are functions.

       find z with lower <= z <= upper and, for every i,
           F_i(z) = 0 inside,   F_i(z) >= 0 at lower_i,   F_i(z) <= 0 at upper_i

   An unknown without bounds makes an equation, lower = 0 and upper = inf an NCP. Set up, solve, read the point
   and its certificate, start elsewhere, solve again, free. docs/solvers/ncp.md has a program. */
#ifndef RIGOR_NCP_H
#define RIGOR_NCP_H

#include <rigor/base.h>
#include <rigor/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* F(z), n values. 0, or anything else where F is not defined at z; values that are not finite say the same. Solvers
   shorten their steps then. */
typedef int (*rg_ncp_function)(void *context, const double *z, double *F);
/* dF_i/dz_j at z in the storage of the problem: n * n values by rows, or those of the pattern in its order. */
typedef int (*rg_ncp_jacobian)(void *context, const double *z, double *values);

typedef struct rg_ncp {
  int n;
  const double *lower, *upper; /* n, may be infinite; NULL: 0 and +inf */
  rg_ncp_function function;
  rg_ncp_jacobian jacobian; /* NULL: differences of F, 2 n calls, inside the bounds */
  const int *row_start;     /* n + 1: the Jacobian is sparse, in compressed rows; NULL: dense */
  const int *column;        /* row_start[n]; columns of a row in any order, duplicates add up */
  void *context;            /* handed to both functions */
  const double *guess;      /* n: where to start; NULL: the point of the bounds nearest to 0 */
} rg_ncp;

/* How far z is from being a solution, from F alone: no solver is involved, and no Jacobian. */
typedef struct rg_ncp_certificate {
  double residual; /* what tol judges: || z - mid(lower, z - F, upper) ||_2 over the reference */
  double
      reference; /* ||F||_2 at the point of the bounds nearest to 0, as ||q|| of an LCP; where that is 0 or not
                       finite, at the guess; else 1 */
  double natural_map; /* its worst entry, absolute, in the units of z and F */
  int natural_map_at;
  double outside; /* worst distance beyond a bound */
  int outside_at;
  double sign; /* worst value with the wrong sign: against the bound that z lies at, any inside */
  int sign_at; /* -1 where there is none */
} rg_ncp_certificate;

typedef struct rg_ncp_report {
  rg_status status;
  const char *solver; /* who produced the answer */
  int size;
  int iterations;
  long evaluations,
      jacobians;  /* calls of F and of the Jacobian, differences counted as calls of F */
  double seconds; /* wall time of the solve, without set-up */
  rg_ncp_certificate certificate;
  char reason[256]; /* why it is not solved */
  char path[256];   /* auto: which solvers were tried and what each reached */
} rg_ncp_report;

typedef struct rg_ncp_solver rg_ncp_solver;

/* An empty problem: every pointer NULL, size 0. */
RG_API rg_ncp rg_ncp_default(void);
/* Sizes, bounds, pattern. `error` may be NULL. */
RG_API rg_status rg_ncp_check(const rg_ncp *problem, rg_error *error);

/* Copies bounds, pattern and guess, and takes all memory. `options`: solver (auto, path, pfb-rlm, pfb-plm, ncp-rlm,
   ncp-plm, mncpopt), tol, max_iterations, max_seconds and settings count; laws, splits and islands are of contacts
   and have no meaning here. NULL: defaults. Refused where F or its Jacobian is not finite at the guess. */
RG_API rg_status rg_ncp_solver_new(rg_ncp_solver **solver, const rg_ncp *problem,
                                   const rg_options *options, rg_error *error);
/* Solves from the guess, the last solution, or what rg_ncp_solver_start() said. Allocates nothing. Only the
   certificate makes it RG_SOLVED. */
RG_API rg_status rg_ncp_solver_solve(rg_ncp_solver *solver);
/* Where the next solve starts; NULL: the guess again. */
RG_API rg_status rg_ncp_solver_start(rg_ncp_solver *solver, const double *z);
RG_API const double *rg_ncp_solver_point(const rg_ncp_solver *solver); /* z: n, within the bounds */
RG_API const double *rg_ncp_solver_value(const rg_ncp_solver *solver); /* F(z) */
RG_API const rg_ncp_report *rg_ncp_solver_report(const rg_ncp_solver *solver);
RG_API void rg_ncp_solver_free(rg_ncp_solver *solver); /* NULL is fine */

/* The certificate of any z. `F` (n) may be NULL; RG_BAD_INPUT where F is not defined at z. */
RG_API rg_status rg_ncp_certify(const rg_ncp *problem, const double *z, double *F,
                                rg_ncp_certificate *certificate, rg_error *error);

/* The Jacobian beside differences of F at z. RG_OK, or RG_BAD_INPUT with the entry that differs most in the error
   where that is by more than `tolerance` (0: 1e-5) of the largest entry of its row. A dependence that the pattern
   does not have is such an entry too. */
RG_API rg_status rg_ncp_try_jacobian(const rg_ncp *problem, const double *z, double tolerance,
                                     rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
