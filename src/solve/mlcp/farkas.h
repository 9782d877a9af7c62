/* Proof that an MLCP is infeasible, hence without solution. */
#ifndef RG_FARKAS_H
#define RG_FARKAS_H

#include "law/forms.h"

/* Farkas: take y with y_i >= 0 on rows bounded below only, <= 0 on rows bounded above only, any on
   free rows, 0 on rows with two bounds. A solution has y' w >= 0. So

       sup { y' (M z + q) : lower <= z <= upper } < 0

   proves that there is none. `y` is normalized, and set to the nearest vector with these signs;
   `work` has n entries. Returns 1 where the proof holds: entries of M' y that should be zero are
   below 1e-13 n |M| and the supremum is clearly negative, so that a solution would have entries
   over about 1e9 |q|/|M|. */
int rg_farkas_proves(const rg_mlcp *mlcp, double *y, double *work);

#endif
