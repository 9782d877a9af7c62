/* Cone and pyramid in the same tests, counted. */
#ifndef ANDREANI_COMPARISON_H
#define ANDREANI_COMPARISON_H

#include "grasp.h"

/* of one contact, over the tests that both models solve; index 0: cone, 1: pyramid */
typedef struct andreani_tally {
  int mode[2][3];  /* by andreani_mode */
  int opposed[2];  /* force against acceleration within 1 mrad, or one of them 0 */
  double worst[2]; /* largest angle between them where it slides, rad */
  int outside;     /* pyramid: force outside the circular cone */
  int corner;      /* pyramid: slides with the force at a corner */
  int same;        /* same transition in both */
} andreani_tally;

typedef struct andreani_theorem {
  int tests;           /* solved by both */
  int opens;           /* a contact breaks */
  int singular;        /* of these: g_v singular with lambda = 0 at the open contact */
  int singular_known;  /* of these: with lambda = |a_t| */
  int singular_closed; /* g_v singular though no contact breaks */
} andreani_theorem;

rg_status andreani_compare(const andreani_grasp *grasp, andreani_tally tally[ANDREANI_CONTACTS],
                           andreani_theorem *theorem, rg_error *error);

#endif
