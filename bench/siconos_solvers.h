/* The solvers of Siconos that are tried, by kind of problem. */
#ifndef BENCH_SICONOS_SOLVERS_H
#define BENCH_SICONOS_SOLVERS_H

#include "siconos.h"

typedef enum siconos_family {
  SICONOS_FC3D,
  SICONOS_FC2D,
  SICONOS_GFC3D,
  SICONOS_LCP,
  SICONOS_MLCP,
  SICONOS_FAMILIES
} siconos_family;

typedef struct siconos_setting {
  int index, value; /* iparam[index] = value where index > 0 */
} siconos_setting;

struct siconos_solver {
  const char *name;
  siconos_family family;
  int id;
  int inner;              /* id of the internal solver; 0: its default */
  int iterations;         /* 0: its default */
  int storages;           /* sum of SICONOS_STORE_* */
  int quick;              /* 1: near the best somewhere */
  siconos_setting set[2]; /* of the solver */
  siconos_setting set_inner;
};

/* The solvers of a family, `count` of them. */
const siconos_solver *siconos_solvers(siconos_family family, int *count);

#endif
