/* What throws the cube: rigor by each law of restitution, and MuJoCo where it is installed. All of
   them from one model, at one step, in the layout that both share: qpos position and quaternion,
   qvel velocity (world) and angular velocity (body). */
#ifndef BENCH_TOSS_ENGINES_H
#define BENCH_TOSS_ENGINES_H

#include <rigor/step.h>

enum { TOSS_PARAMETERS_MAX = 5, TOSS_SUBSTEPS = 8 };

#define TOSS_GRAVITY 9.81
#define TOSS_RATE    148.0  /* frames a second */
#define TOSS_HALF    0.0524 /* m: half the width of the cube */

/* what the fit may choose, between two bounds */
typedef struct toss_parameter {
  const char *name;
  double low, high, first; /* first: where the fit begins */
  int logarithmic;
} toss_parameter;

/* parameters[0] is the unit of length of the records, m: no engine looks at it */
typedef struct toss_engine {
  char name[64];
  int count;
  toss_parameter parameters[TOSS_PARAMETERS_MAX];
  void (*set)(const struct toss_engine *engine, const double *values);
  void (*start)(const double qpos[7], const double qvel[6]);
  int (*step)(void); /* 0 where the step is not solved */
  const double *(*qpos)(void);
  rg_restitution law; /* of rigor */
} toss_engine;

/* Engines that are there, at most `most`; returns their number, 0 where one cannot be made. */
int toss_engines(toss_engine *list, int most, rg_integrator integrator);
void toss_engines_free(void);

#endif
