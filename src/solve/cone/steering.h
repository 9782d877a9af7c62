/* Every number that steers the default method for cones, with its reason. Residuals are relative to what the problem
   is measured by, and blocks of A have a diagonal near 1 (forms.h): none of them has a unit.

   "Flat": ten times more or less changes neither what is solved of the campaign (tests/campaign) nor its cost by more
   than a tenth. */
#ifndef RG_STEERING_H
#define RG_STEERING_H

/* --- weights of proximal points --- */

/* Along the kernel of A a residual r moves the impulses by r / alpha: by a twentieth of their size is what Newton
   still follows. Flat. */
#define RG_DRIFT 0.05
/* The first weight is between these: below the first rounding in A is larger, above the second a point hardly leaves its centre.
   Flat. */
#define RG_LEAST_WEIGHT 1e-13
#define RG_FIRST_WEIGHT 1e-3
/* With this weight every contact is on its own: where Newton is lost here the path is followed instead. */
#define RG_LARGEST_WEIGHT 10.0
/* Lost: ten times more. Found, but no nearer: a tenth. Flat from 3 to 30. */
#define RG_WEIGHT_RISES 10.0
/* Weights stay above the one with which Newton was lost, and come so much nearer to it at each point that gains little.
   The campaign costs the same with 1 and 0.5; chains of light links (mass ratios of 1e8) a hundred times as much. */
#define RG_FORGETS 0.7
/* A residual of the start so near to the tolerance says that hardly anything moves. */
#define RG_NEARLY 10
/* times the tolerance: residuals that rounding may be the cause of. The impulses of a jam grow until rounding would
   explain any. */
#define RG_NEAR 1e3
/* Points that gain less than a half before an answer within the leeway of its targets will do. With 1 of these twice as many
   steps of a pile are solved within it, with 3 a third fewer at a twentieth more iterations. */
#define RG_IN_VAIN 2
/* points in a row: hard ones of the campaign take up to 150 */
#define RG_POINTS 200

/* --- Newton's method for one of them --- */

/* Steps before it counts as lost, and steps without a gain of a fifth. With 20 of these the campaign costs the same, and
   a thousand spheres a quarter more. */
#define RG_NEWTON_STEPS 40
#define RG_PATIENCE     10
/* Along the kernel the merit is flat but for alpha, and the way to the right set of sticking contacts leads over points
   of larger merit: what is below this is not yet too large. Without it the campaign costs twice as much. */
#define RG_FLAT_MERIT 1e-3

/* Contacts from which on redundancy is likely, and a factorization too dear for digits beyond the tolerance. */
#define RG_MANY 16

/* --- sweeps --- */

/* Contacts beyond which no factors are made: they would take gigabytes. */
#define RG_MOST_FACTORED 40000

/* With momentum: the share of its last change that an impulse goes on by, pairs of sweeps in a round, and the part of
   the root of the mean square of all changes above which a contact still moves. With 0.7 or 0.9, 3 or 7, 0.1 or 0.5
   five problems of a thousand spheres took 0.85 to 1.3 of the time. */
#define RG_MOMENTUM 0.8
#define RG_PAIRS    5
#define RG_MOVES    0.3

/* --- paths (docs/solvers/follow.md) --- */

/* Cones are solved to this part of the tolerance, since their products are rounded otherwise than those of the
   certificate. What takes a path need only meet the tolerance itself. */
#define RG_MARGIN 0.5

/* Steps of a path, and of all together: 47 of 100,000 random problems take more than 4,096 iterations, 40 of these are
   solved. Flat from 300 to 2,000 for one. */
#define RG_PATH_STEPS  1000
#define RG_PATH_BUDGET 60000
/* |H| on the path in |c|, or a tenth of the tolerance where that is less. With all of it one of 12,000 problems is lost. */
#define RG_PATH_ACCURATE 1e-7
/* Step in log alpha, which is the change that asks for new factors as well. Flat from 0.2 to 0.7. */
#define RG_PATH_LONGEST 0.5
/* Corrections of a trial, those of them that need not gain a half, and trials of a step. With 4 corrections the campaign takes
   four times as long, without gains that are asked for twice. */
#define RG_CORRECTIONS      8
#define RG_FREE_CORRECTIONS 2
#define RG_TRIALS           30

/* --- the compliant split (docs/split.md) --- */

/* The last compliance, of the diagonal of A, and the last weight of points: the split is as good as it. What redundant targets contradict each other by
   must be small beside it, and many contacts have more of that. */
#define RG_COMPLIANCE         1e-8
#define RG_COMPLIANCE_OF_MANY 1e-6
/* The split is found to what the residual of its point is, over the compliance: as sharp as rounding allows. */
#define RG_SPLIT_SHARP 1e-14

#endif
