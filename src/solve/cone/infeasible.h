/* A proof that a cone problem has no solution. */
#ifndef RG_INFEASIBLE_H
#define RG_INFEASIBLE_H

#include "law/forms.h"
#include "solve/cone/point.h"

typedef struct rg_infeasible rg_infeasible;

rg_infeasible *rg_infeasible_new(rg_arena *arena, const rg_cone *cone);
/* 1 where it found and verified y with  A'y = 0,  c'y < 0,  y_n >= 0, y_t = 0 for contacts and y in
   the recession cone of the bounds for rows: then no impulses make u_n >= target and the rows hold,
   because u'y = c'y < 0 for every x. Writes the reason. */
int rg_infeasible_prove(rg_infeasible *infeasible, const rg_cone *cone, rg_point *point,
                        rg_outcome *outcome);
/* that y, n of the cone */
const double *rg_infeasible_combination(const rg_infeasible *infeasible);

#endif
