/* Why a claim does not come out: who is wrong, as far as that is known, and what shows it. Printed beside every verdict
   that is not "confirmed"; a claim that comes out after all keeps its line unprinted. */
#include "claims.h"

#include <string.h>

const paper_cause paper_causes[] = {
    {"mylapilli", "sec. 3.3.2, RLM", "open",
     "the gain is there on the pendulum and the cube, and 0.4 % on the chain; the paper names no "
     "problem"},
    {"mylapilli", "sec. 3.3.2, PLM", "open",
     "PLM takes full Gauss-Newton steps, which no weight of the penalty shortens; as printed too"},
    {"mylapilli", "sec. 5", "the paper",
     "the gradient of psi may be 0 elsewhere, and far starts take more iterations than there are"},
    {"mylapilli", "sec. 2.4.1", "neither", "times of a busy machine: links^1 on a quiet one"},
    {"mylapilli", "sec. 2.4.2, solve", "neither", "times of a busy machine"},
    {"mylapilli", "sec. 2.4.2", "neither", "times of a busy machine: contacts^2 on a quiet one"},
    {"mylapilli", "sec. 2.4.3", "the paper",
     "true of small loops on a tree; a loop that is the whole chain is one dense joint of N rates"},
    {"mylapilli", "sec. 1", "neither", "times of a busy machine: links^1 on a quiet one"},
    {"mylapilli", "Fig. 12, sideways", "the paper",
     "at 45 degrees the impulse of Eq. 32 is unique and has no sideways part; at 30 degrees there "
     "is "
     "one (table of angles)"},
    {"mylapilli", "sec. 6.2, e", "ours", "steps in a jam, a sphere between two that cannot part"},
    {"mylapilli", "Fig. 15", "neither",
     "a chaotic motion: runs that differ in the last digits part; the paper's agree because they "
     "make the same errors"},
    {"mylapilli", "Fig. 16", "neither", "as Fig. 15"},
    {"mylapilli", "Fig. 17", "open",
     "here the pendulum lies still at 20 s; the paper's still moves, and its law of restitution is "
     "not given"},
    {"mylapilli", "Fig. 18", "open", "as Fig. 17"},
    {"mylapilli", "Table 1", "neither",
     "the paper's 1.1 ms a step has room for much beside the solver; in our 0.01 to 0.02 ms its "
     "share shows"},
    {"mylapilli", "sec. 7", "neither",
     "a conjecture that holds where contacts have more than some ten velocities each, and not "
     "below"},
    {"peiret", "Table 1", "the paper",
     "rho is not given; with 1 kg the matrix is no P-matrix, and blocks repeat in 2 steps near the "
     "stop"},
    {"peiret", "Fig. 4, alike", "the paper",
     "with world axes Anitescu-Potra leaves the exact path by 0.36 m; the figure must be along the "
     "slip"},
    {"peiret", "Fig. 4, hybrid", "open",
     "the paper does not print the hybrid model; ours contains its Eq. 43, so that nearness proves "
     "nothing"},
    {"peiret", "page 6, Lemke only", "the paper",
     "Keller's 2 x 2 pivots solve all of them, and so does our own form of Judice-Pires with "
     "scaling"},
    {"peiret", "page 6, block pivoting", "the paper",
     "with the sliding form of Eq. 34 it does; with the lateral regularization of Eq. 43 blocks "
     "repeat"},
    {"peiret", "page 7, performance", "the paper",
     "true between 1e-6 and 1 kg; beyond, blocks are singular or repeat"},
    {"peiret", "page 7, 1e-8", "the paper",
     "true of the full matrix at 1 ms; the reduced LCP needs 56 times as much, and 10 ms more"},
    {"peiret", "page 7, single pivots", "the paper",
     "true of Lemke's; Keller's and Murty's rules want P or semidefinite matrices"},
    {"peiret", "conclusions, performance", "the paper",
     "true beside Anitescu-Potra, whose size it has; box and hybrid have half the unknowns"},
    {"peiret", "conclusions", "the paper",
     "Murty's rule needs a P-matrix; a regular one is not enough, and it cycles"},
    {"todorov", "sec. III-D, curved", "neither",
     "curved edges are met in few steps of these problems: no difference in either direction"},
    {"todorov", "sec. III, none", "open",
     "the other two act on points that only the edge search makes"},
    {"todorov", "Table 1, 5 balls", "open",
     "tolerance, units, schedule of lambda, sizes and speeds are not given (reading)"},
    {"todorov", "Table 1, 10 balls", "open", "as 5 balls; solves that fail are not counted there"},
    {"todorov", "Table 1, 15 balls", "open", "as 10 balls"},
    {"todorov", "Table 1, acceptance", "open",
     "as the iterations: raw units, cold starts and tolerance decide it, and none of them is "
     "given"},
    {"todorov", "Table 1, n_c", "open",
     "sizes and speeds of the balls are not given; at mu = 0.1 ours bounce about for longer"},
    {"todorov", "sec. I-B, 30 times", "neither",
     "cubes are for large systems: 10 times at 9 contacts, 20 at 15, 30 at 25"},
    {"todorov", "sec. I, PATH", "neither",
     "the paper's experience is with the original PATH and large problems; these have some 160 "
     "rows"},
    {"todorov", "sec. IV, segment", "neither", "true of nine searches in ten"},
    {"todorov", "sec. IV, edges", "neither", "36 % in the short form, 52 % in the long one"},
    {"todorov", "sec. IV, mu", "open", "as Table 1, 10 balls"},
    {"todorov", "sec. V, typical", "open", "as Table 1, 10 balls"},
    {"todorov", "sec. IV, mu = 2", "neither",
     "iterations and acceptance are no worse than at mu = 1, but a part of the solves fails there "
     "too"},
    {"todorov", "Table 1, iterations", "open",
     "the reading is chosen on some random balls and scored on others; acceptance stays off in all "
     "of them"},
    {"todorov", "sec. IV, warm", "neither",
     "warm starts save iterations at most coefficients, not at all; contacts that are new have "
     "none"},
    {"todorov", "sec. V", "neither",
     "faster a solve, and it fails in some; pyramids never fail and are off the cone"},
    {"todorov", "sec. V-A, rare", "the paper",
     "from cold starts they are not; every failure was held to the certificate, auto solves all of "
     "them"},
    {"todorov", "sec. V-A, rescaling", "the paper",
     "other units recover less than half; with leaps and restarts nine of ten are"},
    {"andreani", "Fig. 4", "open", "the start is not given; the count follows the rule (search)"},
    {"andreani", "Fig. 5", "open", "as Fig. 4"},
    {"andreani", "Fig. 4, peak", "open", "as Fig. 4: it follows the rule that ends the search"},
    {"andreani", "Fig. 5, peak", "open", "as Fig. 4, peak"},
    {"andreani", "sec. 4.2.3, both", "open", "as Figs. 4 and 5"},
    {"andreani", "sec. 4.1, objectives", "neither",
     "the least objective is rounding's: ours are 0 or a few orders smaller"},
    {"andreani", "Table 1, extremes", "open",
     "the slowest searches are those that do not end: the limit on iterations, which is not given"},
    {"andreani", "Table 1", "neither",
     "other machines and another linear algebra; products and iterations are the better measure"},
    {"andreani", "Table 2, outer", "open",
     "the program easy is not there; ours is of its kind, within a factor of two"},
    {"andreani", "Table 2, inner", "open", "as the outer iterations"},
    {"andreani", "sec. 4.2.3, nine times", "open",
     "three to five times here: our LCP takes nearly twice the paper's iterations, our MNCP fewer"},
    {"andreani", "Fig. 6, cone", "the paper",
     "Eq. 18 makes them collinear wherever a contact slides; the paper counts contacts that break, "
     "with forces of 1e-3"},
    {"andreani", "Fig. 6, pyramid", "open",
     "masses and vectors are not given; heavier links move the shares (README)"},
    {"andreani", "sec. 4.2.3, corners", "open",
     "as Fig. 6: an enumeration of the LCPs says the same"},
    {"andreani", "sec. 4.2.3, outside", "open",
     "contact 2 is at 47 % by two programs; links ten times as heavy make it 26 %"},
    {"andreani", "page 14", "open",
     "lambda of a contact that breaks follows from no equation: it is where the search left it"},
    {"andreani", "page 14, tests", "open",
     "as page 14: contacts that break have force and slip of 1e-3"},
    {"trinkle", "page 17", "the paper",
     "cases 1, 4, 6, 8 need a quantity to be 0 and to be positive at once: enumeration"},
    {"trinkle", "page 17, case 8", "the paper",
     "v = 0 without friction force satisfies all conditions with any load"},
    {"trinkle", "page 19", "the paper", "page 20 has it right, and 4, 2, 1 follow only from that"},
    {"trinkle", "page 24, psi", "the paper",
     "a wall that closes on a disc that fits is a counterexample"},
    {"trinkle", "page 30", "the paper",
     "multiplying an inequality by W keeps it true, not equivalent; (-1, -1, -1) is a "
     "counterexample"},
    {"trinkle", "page 31", "the paper", "a force in the place of an impulse: h is missing"},
    {"trinkle", "page 31, quaternion", "the paper",
     "G' (dTheta/dq)' is zero at a unit quaternion, so that the row has no coefficients"},
    {"trinkle", "page 35, sparse", "open",
     "Lemke's method and PATH are dense here; a sparse one would be another program"},
    {"trinkle", "spatial page 2", "the paper",
     "rows 3 and 4 of B are misprinted: |e| grows, with repaired rows it does not"},
    {"trinkle", "spatial page 2, G'G", "the paper", "B'B = I/4"},
    {"trinkle", "spatial page 2, GG'", "the paper", "as G'G: a factor of 4 is missing"},
    {"trinkle", "spatial page 5, |e|^2", "the paper", "as page 31, quaternion"},
    {"trinkle", "page 6", "the paper", "page 7 has - g, and 4, 2, 1 follow only from that"},
    {"trinkle", "page 16", "neither",
     "an unknown more a contact; pivots follow the start, not the size"},
    {"trinkle", "page 22, vector", "the paper",
     "page 20 has psi/h; without it every contact that is near acts at once"},
    {"trinkle", "page 29, v", "the paper",
     "v is a velocity and p an impulse; by page 19 only p meets M^-1. With v = 0 it is the same"},
    {"trinkle", "page 31, gyroscopic", "the paper", "spatial page 5 has - omega x J omega"},
    {NULL, NULL, NULL, NULL}};

const paper_cause paper_quick_causes[] = {
    {"mylapilli", "Fig. 17", "open", "3 s are too short for the two groups to part"},
    {"mylapilli", "Fig. 18", "open", "as Fig. 17"},
    {NULL, NULL, NULL, NULL}};

static const paper_cause *find(const paper_cause *list, const char *paper, const char *where) {
  for (const paper_cause *c = list; c->paper; c++)
    if (!strcmp(c->paper, paper) && !strcmp(c->where, where)) return c;
  return NULL;
}

const paper_cause *paper_cause_of(const char *paper, const char *where, int quick) {
  const paper_cause *own = quick ? find(paper_quick_causes, paper, where) : NULL;
  return own ? own : find(paper_causes, paper, where);
}
