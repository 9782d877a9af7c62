/* Parts seating without friction: all impulses p that bring a part into contact at every one of its
   fixture points within one step (Trinkle's notes, pages 29-30).

       v+ = v + M^-1 (p + W r),   r >= 0,   W' v+ + gap/h + rate = 0

   The set is a translated polyhedral cone in the space of impulses, { p : N p <= d }. */
#ifndef RIGOR_SEATING_H
#define RIGOR_SEATING_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_seating_input {
  int dofs, contacts;
  const double *M; /* dofs x dofs, symmetric positive definite, row-major; NULL: the identity */
  const double *W; /* dofs x contacts: column k is the wrench of a unit impulse at contact k */
  const double *v; /* dofs: velocity at the start; NULL: at rest */
  const double *gap_low;  /* contacts: least gap, m */
  const double *gap_high; /* contacts: largest gap; NULL: the gaps are known exactly */
  const double *rate;     /* contacts: rate of the gap that is not the part's; NULL: 0 */
  double h;               /* s: the step, > 0 */
} rg_seating_input;

typedef struct rg_seating rg_seating;

/* Impulses that seat the part whatever the gaps are between their bounds. RG_NO_SOLUTION: no
   impulse does, because contacts that depend on each other have gaps that cannot close together. On
   failure *seating is NULL. */
RG_API rg_status rg_seating_new(rg_seating **seating, const rg_seating_input *input,
                                rg_error *error);
RG_API void rg_seating_free(rg_seating *seating); /* NULL is fine */

/* Half spaces normal_k . p <= offset_k, `normal` row by row (dofs each); returns their number, 0
   where every impulse seats the part. Where the contacts are independent there is one a contact,
   and its slack is the impulse of that contact (the least of it over the gaps). */
RG_API int rg_seating_halfspaces(const rg_seating *seating, const double **normal,
                                 const double **offset);
/* The least slack of p: not negative where p seats the part; HUGE_VAL where every impulse does,
   -HUGE_VAL where p is not a number. */
RG_API double rg_seating_slack(const rg_seating *seating, const double *p);
/* A point where all half spaces are tight, dofs; NULL where the gaps are uncertain and there is
   none. */
RG_API const double *rg_seating_apex(const rg_seating *seating);

/* The part of the set in a plane: entries axis[0] and axis[1] of p vary within the window (low,
   high, low, high), the others are those of `at` (NULL: 0). Corners counter-clockwise, two numbers
   each, at most `most`; returns their number, 0 where the set misses the window. */
RG_API int rg_seating_slice2(const rg_seating *seating, const int axis[2], const double *at,
                             const double window[4], double *corner, int most);
/* The same in space: the corners of the polyhedron, three numbers each, in no particular order. */
RG_API int rg_seating_slice3(const rg_seating *seating, const int axis[3], const double *at,
                             const double window[6], double *corner, int most);
/* One face of that polyhedron, in order around it: side k < number of half spaces lies in half
   space k, the next six in the walls of the window (low x, high x, low y, ...). 0: it is not
   there. */
RG_API int rg_seating_face3(const rg_seating *seating, const int axis[3], const double *at,
                            const double window[6], int side, double *corner, int most);

#ifdef __cplusplus
}
#endif
#endif
