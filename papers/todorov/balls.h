/* Balls of different radii in a cube, as simple as Todorov 2010, sec. IV, keeps it: spheres, the
   six walls, gravity, contacts where shapes touch or overlap, b = 0, semi-implicit Euler.

   What the paper leaves open is fixed here: radii of 3 to 5.4 cm in a cube of 30 cm, speeds of 0.5
   m/s, masses as r^3 with mean 1. */
#ifndef PAPERS_TODOROV_BALLS_H
#define PAPERS_TODOROV_BALLS_H

#include "papers.h"

enum { BALLS_MOST = 15, BALLS_WALLS = 6, BALLS_CONTACTS = 120 };

typedef enum balls_mass { BALLS_MASS_VOLUME, BALLS_MASS_UNIT } balls_mass;

typedef struct balls_run {
  int balls, steps;
  double mu, dt;
  unsigned seed;
  balls_mass mass;
} balls_run;

/* Where the balls are; walls are numbered behind them. */
typedef struct balls_state {
  int count;
  double half; /* of the cube's edge */
  double radius[BALLS_MOST], mass[BALLS_MOST];
  double position[BALLS_MOST][3], velocity[BALLS_MOST][3], spin[BALLS_MOST][3];
} balls_state;

/* A step's contact problem and where to start it: `warm` holds the impulses of the last step, 0 for
   new contacts. The answer goes to `impulse` (zero on entry). */
typedef rg_status (*balls_answer)(void *context, const rg_problem *problem, const double *warm,
                                  double *impulse);

void balls_start(const balls_run *run, balls_state *state);
/* Runs until an answer is not RG_OK; steps without a contact ask nothing. `end` may be NULL. */
rg_status balls_simulate(const balls_run *run, balls_answer answer, void *context,
                         balls_state *end);

#endif
