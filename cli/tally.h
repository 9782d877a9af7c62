/* What there is to say about the steps of a run: sums, extremes, and the steps that were not solved. */
#ifndef RIGOR_TALLY_H
#define RIGOR_TALLY_H

#include "sparkline.h"

#include <rigor/rigor.h>

enum { UNSOLVED_KEPT = 20 };

typedef struct unsolved_step {
  long step; /* of this run, from 1 */
  double time;
  rg_status status;
  char reason[256];
} unsolved_step;

/* A largest value and when it came up. */
typedef struct extreme {
  double value, time;
} extreme;

enum { NOTICE_KINDS = 9 };

/* one kind of notice, RG_NOTICE_* */
typedef struct tally_notice {
  long steps;
  double time; /* of the first */
  char text[256];
} tally_notice;

typedef struct tally {
  double time_first, time_last;
  long steps;    /* that moved the state on */
  long tried;    /* those and the one that stopped the run */
  long unsolved; /* steps that were not solved, whether they moved the state or not */
  long rounded;  /* those of them that are above the tolerance by rounding alone */
  unsolved_step first_unsolved[UNSOLVED_KEPT];
  long
      noticed; /* steps that were solved and have something to say all the same; the first of it: */
  char notice[256];
  double notice_time;
  tally_notice kind[NOTICE_KINDS]; /* what they have to say, the most important first */
  long halved;                     /* steps that had to be halved */
  double step_seconds;
  double contacts_sum, iterations_sum, solves_sum; /* over all steps */
  int contacts_most;
  int overflow; /* 1: somewhere there were more contacts than there was room for */
  long allocations;
  rg_certificate worst; /* each measure at its worst */
  double worst_time;    /* of the relative natural map */
  extreme penetration, closure, energy_rise;
  double rise_contacts,
      rise_drives; /* J: what contacts, friction and limits, and what drives and forces did in it */
  extreme filtered;     /* overlap of shapes that a filter keeps from touching, */
  int filtered_pair[2]; /* and which */
  long filtered_steps;  /* steps at whose end some did, */
  long filtered_looks;  /* of those at whose end somebody looked */
  extreme within;       /* by which a gap would have to differ for a step to be exact, m */
  long steps_within;    /* steps in which one would */
  extreme limit;        /* furthest beyond the range of a hinge or slide, rad or m */
  int limit_joint;      /* which one; -1: all within */
  double slip;          /* m: way of the contact under load that slides fastest, over all steps */
  extreme force;        /* largest normal force of a contact, mean of its step, N */
  double energy_first, energy_last;
  rg_step_balance balance; /* sums of the works; kinetic: the most there was */
  extreme residual;        /* largest energy that a step left unexplained, */
  double unexplained;      /* and what of all of them stayed, J: at the end, */
  double unexplained_most; /* and at its most */
  sparkline energy_bars, contacts_bars, iterations_bars; /* over the time */
} tally;

/* Wall time in s. */
double wall_seconds(void);

void tally_begin(tally *t, rg_sim *sim);
/* After rg_step(); `seconds` is what it took. */
void tally_step(tally *t, rg_sim *sim, rg_status status, double seconds);
/* After the last step: overlaps at the end. */
void tally_end(tally *t, rg_sim *sim);
/* A sum over the steps that were tried, divided by their number. */
double tally_mean(const tally *t, double sum);
/* The exit status that its steps ask for. */
int tally_exit(const tally *t);
/* Whether the run can go on after a step with this status. */
int can_go_on(rg_sim *sim, rg_status status);

#endif
