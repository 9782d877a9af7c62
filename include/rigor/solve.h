/* Set up, solve, read the solution and its certificate, change, solve again, free: rg_solver_*. */
#ifndef RIGOR_SOLVE_H
#define RIGOR_SOLVE_H

#include <rigor/base.h>
#include <rigor/law.h>
#include <rigor/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_split {
  RG_SPLIT_ANY = 0, /* whatever the solver arrives at, always the same for the same input */
  RG_SPLIT_EVEN = 1 /* least norm for the same velocities; what a vanishing, equal compliance at
                       all contacts picks, where only contacts that stick inside their cones
                       take part in the choice */
  ,
  RG_SPLIT_COMPLIANT = 2 /* limit of an equal compliance of all contacts that vanishes */
} rg_split;

/* what single solvers can be told, by name */
typedef struct rg_solver_setting {
  const char *name;
  double value;
} rg_solver_setting;

enum { RG_SETTINGS = 8 };

/* A solver of the caller's own, solver = "own" (docs/solvers/own.md). It gets a problem in local form, A dense, its targets in c
   already, and in `impulse` (n) where to start; it leaves its answer there. What it returns is its number of iterations; below 0:
   it gave up. The certificate judges the answer. Parts of a problem that do not act on each other come one by one, on several
   threads at a time where options.threads is above 1. */
typedef int (*rg_own_solve)(void *context, const rg_problem *problem, double *impulse);

typedef struct rg_options {
  const char
      *solver; /* a name from the registry; NULL or "auto": the default; "own": options.own */
  rg_law_options law;
  rg_split split;
  double tol;         /* of certificate.residual, > 0; default 1e-8 */
  double aim;         /* auto, newton: what they strive for while it is cheap, two more Newton steps
                         at most, a few more where a start is within 10 tol: what lies at rest; the
                         status is judged by tol; default 1e-13, 0: tol */
  int max_iterations; /* 0: the solver's own default */
  double max_seconds; /* 0: none */
  int trace;          /* 1 keeps the residual of each iteration for the report */
  int islands;        /* 1: contacts that do not act on each other are solved apart (exact cone; not
                         with trace, max_iterations or the even split); default 1 */
  int threads;        /* for islands, >= 1; the answer does not depend on it; default 1 */
  rg_solver_setting setting[RG_SETTINGS]; /* of single solvers: rg_options_set() */
  int settings;
  rg_own_solve own; /* with solver "own" */
  void *own_context;
} rg_options;

RG_API rg_options rg_options_default(void);
/* One setting of a single solver by its name (rg_solver_info lists them). A name that no solver has, or a value out of
   its range, is refused; a setting that the chosen solver does not have is refused by rg_solver_new(). */
RG_API rg_status rg_options_set(rg_options *options, const char *name, double value,
                                rg_error *error);

/* How far the returned impulses are from obeying the laws, recomputed from the raw problem.
   Every `*_at` is the contact (or row) where the worst value occurs, -1 where there is none. */
typedef struct rg_certificate {
  double
      residual; /* what tol judges: the natural map of velocities u and a x, with a the mean diagonal of
                      the own block of A, relative to the same norm of c. Rows count over a^1/2, contacts
                      over the root of the mean a of all contacts: both are then roots of energies, and
                      the units of mass, length and time change nothing. LCP, MLCP: a = 1 */
  double energy; /* what it is relative to, J^1/2 */
  int residual_at;
  double
      moved; /* m/s: where the residual is above tol and targets have a leeway, the most that one has
                   to move for `law_residual` to be what it is; 0: none has to */
  int moved_at;
  double
      natural_map; /* || x - P(x - u~) ||, u~_n = u_n - target + mu |u_t|, as others publish it: N s
                         beside m/s */
  double natural_map_relative; /* divided by `reference` */
  double reference; /* ||c|| of the local form; where targets or bounds drive the problem the larger
                       of it and ||u - target|| at the least impulses that the bounds allow */
  int natural_map_at;
  double penetration; /* worst max(0, target - u_n) */
  int penetration_at;
  double cone; /* worst max(0, |r_t| - mu r_n, -r_n) */
  int cone_at;
  double complementarity; /* worst |r . u~| */
  int complementarity_at;
  double slip_angle; /* rad: worst angle between r_t and -u_t over the contacts that slip under
                        load: |u_t| > 1e-6 ||c|| and mu r_n > 1e-6 max|r|, scaled; pi where r_t = 0
                        there */
  int slip_angle_at;
  double bilateral; /* worst natural residual of a scalar row */
  int bilateral_at;
  double
      rounding; /* eps | |A| |x| + |c| |, scaled and relative as the residual, where that is above the
                      tolerance: below it no answer can be told from a better one; 0 otherwise */
  double dynamics;     /* global form: || M v - f - G^T x || relative to its terms; 0 otherwise */
  double law_residual; /* natural map of the law's own problem relative to its vector; for the cone
                          `residual` with targets moved within their leeway: what makes it solved */
} rg_certificate;

typedef struct rg_report {
  rg_status status;
  const char *solver; /* who produced the answer */
  rg_law_options law; /* the law that was used, never RG_LAW_AUTO */
  int size;           /* unknowns of the problem that the solver saw */
  int iterations;
  int newton_points;   /* todorov: iterations that tried a Newton point, */
  int newton_accepted; /* and those that took it; */
  int searches;        /* those that went on from a search along x : Cauchy point : Newton point, */
  int searched_beyond; /* of these from the Cauchy point on, */
  int searched_edges;  /* and of those on an edge */
  double seconds;      /* wall time of the solve, without set-up */
  rg_certificate certificate;
  char reason[256];    /* why it is not solved, or a notice */
  char path[768];      /* auto: which solvers were tried and what each reached */
  const double *trace; /* residual of each iteration where options.trace is set */
  int trace_length;
} rg_report;

typedef struct rg_solver rg_solver;

/* Copies the problem, chooses and prepares the solver. On failure *solver is NULL and `error`
   (which may be NULL) says why. */
RG_API rg_status rg_solver_new(rg_solver **solver, const rg_problem *problem,
                               const rg_options *options, rg_error *error);
/* Solves from the current impulses (0, the guess, or the last solution). Allocates nothing. */
RG_API rg_status rg_solver_solve(rg_solver *solver);

/* New c, new matrix values (dense: the same layout; sparse: the same pattern; operator: probes
   again; global form: values of G where M is NULL, and so on). Impulses stay as the warm start. */
RG_API rg_status rg_solver_update_c(rg_solver *solver, const double *c);
RG_API rg_status rg_solver_update_target(rg_solver *solver,
                                         const double *target); /* one a contact */
RG_API rg_status rg_solver_update_matrix(rg_solver *solver, const double *values);
RG_API rg_status rg_solver_update_global(rg_solver *solver, const double *M, const double *G,
                                         const double *f);
/* Where the next solve starts; NULL: from zero. */
RG_API rg_status rg_solver_start(rg_solver *solver, const double *impulse);

RG_API int rg_solver_size(const rg_solver *solver);
RG_API const double *
rg_solver_impulse(const rg_solver *solver); /* n: rows, then contacts (LCP: z) */
RG_API const double *rg_solver_velocity(const rg_solver *solver); /* n: A x + c (LCP: w) */
RG_API const double *rg_solver_motion(const rg_solver *solver); /* global form: v; NULL otherwise */
RG_API const rg_report *rg_solver_report(const rg_solver *solver);
RG_API void rg_solver_free(rg_solver *solver); /* NULL is fine */

/* The certificate of any impulses for any problem: no solver is involved. `velocity` (n) may be
 * NULL. */
RG_API rg_status rg_certify(const rg_problem *problem, const double *impulse, double *velocity,
                            rg_certificate *certificate, rg_error *error);

/* What the registry knows. */
typedef enum rg_handles {
  RG_HANDLES_LCP = 1,
  RG_HANDLES_MLCP = 2,     /* free rows and bounds */
  RG_HANDLES_CONE = 4,     /* exact friction */
  RG_HANDLES_MIXED = 8,    /* smooth mixed NCP */
  RG_HANDLES_BOX = 16,     /* finite lower and upper bounds */
  RG_HANDLES_ROLLING = 32, /* torsional and rolling friction */
  RG_HANDLES_NCP = 64      /* F and Jacobian of the caller's own: rigor/ncp.h */
} rg_handles;

/* one setting of a solver */
typedef struct rg_solver_setting_info {
  const char *name, *text;
  double usual, least, most; /* default and range; least and most themselves where they are */
  int least_too, most_too;   /* 1 */
} rg_solver_setting_info;

typedef struct rg_solver_info {
  const char *name;
  const char *summary;
  const char *source;
  const char *when;                       /* when to use it, and when it fails */
  unsigned handles;                       /* sum of rg_handles */
  const rg_solver_setting_info *settings; /* ended by one without a name; NULL: it has none */
} rg_solver_info;

RG_API int rg_solver_count(void);
RG_API const rg_solver_info *rg_solver_at(int index);
RG_API const rg_solver_info *rg_solver_find(const char *name); /* NULL where there is none */

#ifdef __cplusplus
}
#endif
#endif
