/* Runs a scene and says what is wrong with its motion. */
#ifndef CAMPAIGN_JUDGE_H
#define CAMPAIGN_JUDGE_H

#include "world.h"

#include <rigor/step.h>

/* What a scene can be found guilty of; the first that is met counts. */
typedef enum fault {
  NO_FAULT,
  FAULT_REFUSED,     /* its text does not load, or does not start */
  FAULT_NOT_FINITE,  /* a state that is not finite, whatever the status */
  FAULT_DIVERGED,    /* the library itself found energy from nothing */
  FAULT_ENERGIES,    /* energies of the report are not those of the state */
  FAULT_RISE,        /* more energy than sources gave */
  FAULT_UNEXPLAINED, /* energy that the works of the report do not explain */
  FAULT_WORK,        /* friction, stops or dampers that give energy */
  FAULT_MOMENTUM,    /* of what floats freely */
  FAULT_OVERLAP,     /* shapes go into each other */
  FAULT_OPEN,        /* loops come apart */
  FAULT_MOMENT,      /* of a contact: beyond its bound, or with what it resists */
  FAULT_CERTIFICATE, /* solved by the report, not by the verifier */
  FAULT_SILENT,      /* not solved, and no reason */
  FAULT_SLOW,        /* more iterations than a step may take */
  FAULT_RESUME,      /* a checkpoint does not go on with the same bits */
  FAULT_FRAME,       /* another motion where the scene stands elsewhere */
  FAULT_UNITS,       /* another motion in other units */
  FAULTS
} fault;

extern const char *const fault_name[FAULTS];

enum { VERDICT_REASONS = 8 };

/* why steps were not solved: the first words, numbers left out */
typedef struct verdict_reason {
  rg_status status;
  long steps;
  char text[120];
} verdict_reason;

typedef struct verdict {
  fault fault;
  int step; /* where */
  char text[200];
  long steps, unsolved, within; /* within: solved within the leeway of the gaps */
  long hard[3];                 /* solved with more than 300, 1000, 5000 iterations */
  int stopped;                  /* by the library, because energy came from nothing */
  int cannot_close;             /* refused, because a loop cannot be closed */
  long driven; /* not solved, and stuck at a drive that goes on whatever it meets */
  int lawful;  /* friction by a law of its own, not the exact cone */
  int coarse;  /* its step is too long for its rule: a part of it has no fault */
  int forks;   /* comparisons that ended where friction has several answers */
  verdict_reason reason[VERDICT_REASONS];
  int reasons;
  /* the worst figures: energies over the most kinetic energy, ways over the size of a shape */
  double energies, rise, unexplained, momentum, overlap, open, moment, residual, frame, units;
  long iterations;
  double seconds; /* of all runs of it */
  uint64_t hash;  /* over the states of the first run */
} verdict;

/* `folder`: for checkpoints and problems; `number` keeps files of threads apart */
void judge_world(const world *w, const char *folder, long number, verdict *v);

/* the frame and the units that a scene is compared in */
world_frame judge_frame(const world *w, long number);
world_frame judge_units(void);

#endif
