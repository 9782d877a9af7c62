/* The numbers of Mylapilli & Jain 2017, and those of an independent computation in dense numpy
   where the paper gives none. */
#ifndef PAPERS_MYLAPILLI_NUMBERS_H
#define PAPERS_MYLAPILLI_NUMBERS_H

/* sec. 6.1: the sphere. Sliding ends at 2 v / (7 mu g), rolling is at 5 v / 7 */
static const double SPHERE_END = 0.291, SPHERE_ROLLS = 1.429, SPHERE_TURNED_END = 0.4;
static const double SPHERE_SPEED = 2, SPHERE_MU = 0.2, GRAVITY = 9.81;

/* sec. 6.2, Table 1: 20 s of the 12-link pendulum at 1 ms */
typedef struct paper_solver {
  const char *label;  /* the paper's */
  const char *solver; /* ours */
  int exact;          /* 1: NCP, the exact cone; 0: MLCP, four directions, one along the slip */
  int printed;        /* 1: the method as its paper prints it, without what we added */
  double seconds;     /* Table 1; 0: not in it */
} paper_solver;

/* the paper's five, auto, and those four of the five that we changed as they are here */
enum { PAPER_FIVE = 5, PAPER_SOLVERS = 6, PAPER_ALL = 10 };
static const paper_solver PAPER_SOLVER[PAPER_ALL] = {
    {"MLCP-PATH", "path", 0, 0, 23.92},       {"MLCP-PFB-RLM", "pfb-rlm", 0, 1, 22.78},
    {"MLCP-PFB-PLM", "pfb-plm", 0, 1, 24.24}, {"MNCP-RLM", "ncp-rlm", 1, 1, 22.85},
    {"MNCP-PLM", "ncp-plm", 1, 1, 22.82},     {"rigor's auto", "auto", 1, 0, 0},
    {"our PFB-RLM", "pfb-rlm", 0, 0, 0},      {"our PFB-PLM", "pfb-plm", 0, 0, 0},
    {"our MNCP-RLM", "ncp-rlm", 1, 0, 0},     {"our MNCP-PLM", "ncp-plm", 1, 0, 0}};

/* first impact of the pendulum, computed independently: Runge-Kutta to the touch, dense algebra
 * there */
typedef struct first_impact {
  const char *model, *masses;
  double time;                     /* s */
  double newton_vz, newton_energy; /* m/s of the last sphere after it; J gained by it; e = 0.7 */
  double poisson_vz, poisson_energy;
  double plastic_energy; /* e = 0 */
} first_impact;

enum { IMPACTS = 2 };
static const first_impact IMPACT[IMPACTS] = {
    {"pend12_pin.xml", "link ends", 0.156488, 5.28839, 497.16, 2.41236, -92.83, -136.60},
    {"pend12_pin_mid.xml", "middle of links", 0.214133, 4.73153, 5.82, 2.64254, -58.68, -87.92}};

#endif
