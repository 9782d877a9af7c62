/* Loop closures in minimal coordinates: every active equality constraint of the model as bilateral
   rows of the tree's own velocities (Mylapilli & Jain 2017, Eqs. 15, 16; J is their G_b).

       residual(q) = 0,   J qvel = 0,   J qacc + bias = 0,   bias = dJ/dt qvel

   connect 3 rows (points coincide), weld 6 rows (points coincide, no relative turn), joint 1 row.
 */
#ifndef RG_CLOSURE_H
#define RG_CLOSURE_H

#include "base/arena.h"
#include <rigor/dynamics.h>

typedef struct rg_closure {
  int rows, nv;
  int count;     /* active equality constraints */
  int *equality; /* count: index in the model */
  int *start;    /* count + 1: first row */
  double *
      residual; /* rows: m, rad (rotation vector) or units of the joint; vectors in rg_closure_axes */
  double *jacobian; /* rows x nv */
  double *bias;     /* rows */

  unsigned char *kept; /* rows: 0 where others say the same, after rg_closure_choose; else 1 */

  double length;      /* what a turn of 1 rad counts as, where positions are closed; 0: 1 */
  double *half_rows;  /* rows x nv: rows of J L^-1, where M = L' D L */
  int *half_start;    /* rows + 1: where the dofs of each begin that are not 0 */
  int *half_dof;      /* rows x nv */
  double *compliance; /* rows x rows: J M^-1 J' */
  double *multiplier; /* rows: forces along the rows, after rg_closure_acceleration */
  double *drift;      /* nbody x 6: accelerations of the bodies where qacc = 0 */
  int *order;         /* rows: pivots of the factor */
  int chosen;         /* rank of the factor that rg_closure_choose left; 0: there is another one */
  double *scale;      /* rows: by which it was scaled */
  double *work;       /* rows */
  double *step, *force; /* nv */
} rg_closure;

/* body in whose axes the rows of a connect or weld are: body 1, body 2 where that is the world */
int rg_closure_axes(const rg_model *model, int equality);
/* the points of a connect or weld in body 1 and in body 2 */
void rg_closure_points(const rg_model *model, int equality, double one[3], double two[3]);
/* NULL where memory ran out; rows may be 0 */
rg_closure *rg_closure_new(rg_arena *arena, const rg_model *model);

/* Residual only; needs rg_kinematics. */
void rg_closure_residual(rg_closure *closure, const rg_model *model, const rg_data *data);
/* Residual, Jacobian, bias; needs rg_velocity_stage. */
void rg_closure_rows(rg_closure *closure, const rg_model *model, const rg_data *data);
/* The bias alone, where only velocities have changed since. */
void rg_closure_bias(rg_closure *closure, const rg_model *model, const rg_data *data);

/* A largest set of rows that do not depend on each other: what is left of a row when the others hold
   moves by less than sqrt(share) of what the rows of its equality do. A loop that is planar but for so
   much is planar: nothing could tell the impulses across its plane. Needs rg_mass and rg_closure_rows. */
void rg_closure_choose(rg_closure *closure, const rg_model *model, const rg_data *data,
                       double share);

/* M qacc = force + J' lambda, J qacc = -bias. Rows that depend on others get no force. Needs
   rg_mass and rg_closure_rows; `force` is the right-hand side without closures (qfrc_smooth).
   Returns the rank of J M^-1 J'. */
int rg_closure_acceleration(rg_closure *closure, const rg_model *model, const rg_data *data,
                            const double *force, double *qacc);

/* Newton on qpos alone, each step the shortest in the metric of M; at most so many, fewer where they
   gain nothing. After rg_closure_choose with its rows and its M first, as long as these do. Leaves all stages up to rg_mass and the rows computed. Returns the largest residual. */
double rg_closure_close(rg_closure *closure, const rg_model *model, rg_data *data, int most_steps,
                        double tolerance);
/* Nearest state on the closures in the metric of M: Newton on qpos, then qvel loses what violates
   J qvel = 0. Leaves all stages up to rg_mass and the rows computed. Returns the largest residual.
 */
double rg_closure_project(rg_closure *closure, const rg_model *model, rg_data *data, int most_steps,
                          double tolerance);

#endif
