/* How far hinges and slides are beyond their ranges. */
#ifndef RIGOR_LIMITS_H
#define RIGOR_LIMITS_H

#include <rigor/rigor.h>

/* The joint that is furthest beyond its range at qpos and by how much, rad or m; -1 where all are within. */
int worst_limit(const rg_model *model, const double *qpos, double *beyond);

#endif
