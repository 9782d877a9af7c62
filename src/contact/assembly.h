/* From constraints to a contact problem in one of the three coordinates, and from its impulses to
   velocities.

   With the start velocity v-, the smooth forces of `data` (qfrc_smooth, at its positions) and dt:

       A = G M^-1 G' (+ compliance) = W W',   c = G (v- + dt M^-1 f) - target + surface,   v+ = v- + M^-1 (dt f + G' x)

   Every coordinate system has its own G, M and number of rows, but the same contacts in the same
   order, and gives the same v+. The problem's scalar rows are `extra` rows of the coordinates
   (joints in redundant coordinates) followed by the rows of the constraints. */
#ifndef RG_ASSEMBLY_H
#define RG_ASSEMBLY_H

#include "contact/constraints.h"
#include "math/row_factor.h"
#include <rigor/problem.h>

/* What a coordinate system provides. */
typedef struct rg_assembly_kind {
  const char *name;
  /* Room for the largest problem; NULL and arena->failed where memory ran out, NULL and `error`
     where the model does not allow these coordinates. */
  void *(*setup)(rg_arena *arena, const rg_model *model, int most_rows, int most_contacts,
                 rg_error *error);
  /* How many scalar rows come before those of the constraints. NULL: none. */
  int (*extra_rows)(const void *state);
  /* Fills `problem` (whose arrays belong to the state) but for A, and keeps what `rows` and `velocity`
     need. data has kinematics, velocity, mass (qM and its factor), qfrc_bias, qfrc_smooth and
     qacc_smooth at the positions of the step. RG_NO_MEMORY where the problem outgrew the room and
     there is no more. */
  rg_status (*assemble)(void *state, const rg_model *model, rg_data *data,
                        const rg_constraints *constraints, const double *start, double dt,
                        rg_problem *problem, rg_error *error);
  /* What A is made of, with data as it was then: rows of the units that are chosen (scalar rows and
     contacts in the order of the problem; NULL: all); the others are there without. Valid until the
     next call. */
  rg_status (*rows)(void *state, const rg_model *model, rg_data *data, const unsigned char *chosen,
                    const rg_row_factor **rows, rg_error *error);
  /* 1 where `velocity` needs the rows of all units. NULL: always. */
  int (*needs_rows)(const void *state);
  /* v+ (nv of the model) for the impulses of the problem. */
  void (*velocity)(void *state, const rg_model *model, rg_data *data, const double *impulse,
                   double *v);
  /* Memory that is not the arena's (rg_buffer for rows, whose size depends on who touches whom);
     how often it grew. */
  void (*release)(void *state);
  long (*grown)(const void *state);
  /* u = G v+ - target + surface by the motion itself, in the order of the problem: for the
     certificate. */
  void (*contact_velocity)(void *state, const rg_model *model, const rg_data *data, const double *v,
                           double *u);
  /* Which row of the constraints the k-th scalar row behind the extra ones is: coordinates that
     eliminate closures have no rows of kind RG_ROW_CLOSURE. As many as the problem has, valid
     until the next assembly. NULL: all rows, in their order. */
  const int *(*row_map)(const void *state);
  /* Largest rounding that the velocity of extra row i may be, as rg_constraints_noise has it of the others. NULL: there are none. */
  double (*extra_noise)(const void *state, const rg_constraints *constraints, int i);
} rg_assembly_kind;

extern const rg_assembly_kind rg_assembly_minimal;
extern const rg_assembly_kind rg_assembly_redundant;
extern const rg_assembly_kind rg_assembly_embedded;

/* 0: the trees are so deep that rg_assembly_minimal goes by articulated bodies and reads neither
   qM nor its factor; rg_forward_articulated is enough for it. */
int rg_minimal_needs_mass(const rg_model *model);

#endif
