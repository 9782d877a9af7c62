/* Cone and pyramid in the same tests, counted. */
#ifndef ANDREANI_COMPARISON_H
#define ANDREANI_COMPARISON_H

#include "grasp.h"

/* of one contact, over the tests that both models solve; index 0: cone, 1: pyramid */
typedef struct andreani_tally {
  int mode[2][3]; /* by andreani_mode */
  int opposed[2]; /* force against acceleration within 1 mrad, or the contact breaks or rolls on */
  int collinear[2]; /* the same of the numbers as they are, however small: what the paper tests */
  double worst[2];  /* largest angle between them where it slides, rad */
  int outside;      /* pyramid: force outside the circular cone */
  int corner;       /* pyramid: slides with the force at a corner */
  int same;         /* same transition in both */
} andreani_tally;

typedef struct andreani_theorem {
  int tests;         /* solved by both */
  int opens;         /* a contact breaks */
  int not_collinear; /* one of the contacts of the cone fails the paper's test */
  int singular;      /* of these: g_v singular, with lambda = |a_t| */
} andreani_theorem;

/* `rule`: how the minimizations are run; a test counts where both objectives are below the paper's 1e-10. NULL: as rigor
   does, and the certificate decides. */
rg_status andreani_compare(const andreani_grasp *grasp, const andreani_rule *rule,
                           andreani_tally tally[ANDREANI_CONTACTS], andreani_theorem *theorem,
                           rg_error *error);

#endif
