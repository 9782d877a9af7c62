/* What each experiment on Trinkle's notes computes; the pages print it, the tests judge it. */
#ifndef TRINKLE_H
#define TRINKLE_H

#include "papers.h"

/* page 1.1: linear complementarity problems; solutions of w = F z + f with one unknown, F = -1, 0,
   1, f = -1, 0, 1; -1: a whole ray of them */
typedef struct trinkle_lcp_result {
  int solutions[3][3];
  /* random ones: exactly one choice of sides solves, Lemke does */
  int p_matrices, p_unique, p_lemke;
  int others, others_unique; /* random matrices that are not P */
} trinkle_lcp_result;
rg_status trinkle_lcp(int quick, trinkle_lcp_result *r, rg_error *error);

/* pages 2-3: positions after 0 .. 3 steps under a constant force, then an oscillator */
typedef struct trinkle_euler_result {
  double explicit_q[4], implicit_q[4], moreau_q[4], v[4], exact_q[4];
  double error_explicit[3], error_implicit[3]; /* at t = 3 for h = 1, 0.1, 0.01 */
  double explicit_growth,
      implicit_growth; /* oscillator: energy after / before, 10 periods, h = 0.05 */
} trinkle_euler_result;
rg_status trinkle_euler(trinkle_euler_result *r, rg_error *error);

/* pages 4-12: rows q (or psi), v, impulse; by the LCP of one unknown and by the simulator */
typedef struct trinkle_wall_result {
  double lcp[4][3], sim[4][3];
  double total;           /* impulse that stops the particle */
  double printed_impulse; /* of the first step with the constant vector of page 19 */
  int steps_to_stop[3];   /* moving into the wall after contact, h = 0.1, 0.03, 0.007 */
  double bounce[4];       /* velocity after an impact at -4 with e = 0, 0.25, 0.5, 1 (page 5) */
} trinkle_wall_result;
rg_status trinkle_wall(trinkle_wall_result *r, rg_error *error);
rg_status trinkle_moving_wall(const char *models, trinkle_wall_result *r, rg_error *error);

/* pages 14-17: what a case allows. Order of the unknowns: lambda_f1, lambda_f2, s, lambda_n,
   velocity to the left, to the right */
enum { TRINKLE_SLACK_CASES = 4, TRINKLE_CASES = 8, TRINKLE_UNKNOWNS = 6 };
typedef struct trinkle_case {
  int strict;                     /* every sign of the case can hold strictly */
  int positive[TRINKLE_UNKNOWNS]; /* can be positive where the signs hold, equality allowed */
} trinkle_case;
typedef struct trinkle_friction_result {
  trinkle_case of_eight[TRINKLE_CASES], of_four[TRINKLE_SLACK_CASES];
  double grid_difference; /* largest difference in v between the two forms and the exact cone */
  int unknowns[2];        /* of a contact: slack form, two directions */
  long pivots[2];         /* of Lemke's method at all points */
  int grid_points, grid_cases[TRINKLE_CASES]; /* how often the LCP's own answer lands in a case */
} trinkle_friction_result;
rg_status trinkle_friction(trinkle_friction_result *r, rg_error *error);

/* pages 18-23: one particle in the plane */
enum { TRINKLE_BELT_STEPS = 50 };
typedef struct trinkle_mixed_result {
  int surfaces;              /* slopes, speeds and loads tried */
  double surface_difference; /* largest, to the closed form */
  double belt_lcp[TRINKLE_BELT_STEPS], belt_sim[TRINKLE_BELT_STEPS], belt_difference;
  double straight_wire;                  /* error of the speed after 1 s on a straight wire */
  double wire_drift, wire_drift_plain;   /* largest | |q| - 1 |, with Theta/h and without */
  double wire_bottom, wire_bottom_exact; /* when the bead passes the lowest point, s */
  double wire_stop;                      /* speed left after the wire has led it to the floor */
  int corners, corners_solved;           /* several contacts */
  int corners_same;                      /* same velocity by mixed LCP, reduced LCP, exact cone */
} trinkle_mixed_result;
rg_status trinkle_mixed(int quick, trinkle_mixed_result *r, rg_error *error);

/* pages 24 and 11s: does a solution exist? */
typedef struct trinkle_existence_result {
  int random, random_solved; /* psi >= 0, nothing else moves: page 24 says all have one */
  int overlap, overlap_solved, overlap_none; /* psi of either sign */
  int overlap_ray;                           /* ends on a ray, without proof */
  int overlap_small, overlap_small_none; /* not solved, up to two contacts: none by enumeration */
  int disc_bases;                        /* of the 4 choices, disc of 0.6 in a gap of 1 */
  rg_status disc, block, squeeze;        /* what Lemke ends with */
  char disc_reason[256];
  int block_psi_positive; /* the block that is driven into the corner starts with psi >= 0 */
  rg_status sim_squeeze, sim_disc;
  rg_status sim_notes; /* the disc by the rule of the notes */
  char sim_reason[256];
  double sim_overlap; /* of the disc in the simulator after a step, m */
} trinkle_existence_result;
rg_status trinkle_existence(int quick, trinkle_existence_result *r, rg_error *error);

/* pages 24-25: errors of the linearization and what psi/h does about them */
enum {
  TRINKLE_BOWL_RULES = 2,
  TRINKLE_OVERLAP_RULES = 6,
  TRINKLE_BOWL_STEPS = 200,
  TRINKLE_RISE_STEPS = 60
};
typedef struct trinkle_stabilization_result {
  double false_impulse,
      least_distance; /* a path that misses the circle and is pushed all the same */
  double penetration, penetration_exact; /* one step inside a circle */
  double bowl_depth[TRINKLE_BOWL_RULES],
      bowl_energy[TRINKLE_BOWL_RULES];                 /* without psi/h, with it */
  double bowl[TRINKLE_BOWL_RULES][TRINKLE_BOWL_STEPS]; /* depth over time */
  /* a body that overlaps the floor by 10 mm: the notes' rule, then target, project, relax, none */
  double speed[TRINKLE_OVERLAP_RULES], rise[TRINKLE_OVERLAP_RULES], left[TRINKLE_OVERLAP_RULES];
  double path[TRINKLE_OVERLAP_RULES][TRINKLE_RISE_STEPS];
} trinkle_stabilization_result;
rg_status trinkle_stabilization(trinkle_stabilization_result *r, rg_error *error);

/* page 26: the corner of a polygon */
enum { TRINKLE_CORNER_RULES = 3, TRINKLE_CORNER_STEPS = 8 };
typedef struct trinkle_corner_result {
  /* one step past the corner: nearest face, both faces, either face */
  double end[TRINKLE_CORNER_RULES][2], impulse[TRINKLE_CORNER_RULES], free_end[2];
  /* a ball flies past the edge of a table: simulator without and with exact corners, free flight */
  double path[2][TRINKLE_CORNER_STEPS][2], flight[TRINKLE_CORNER_STEPS][2];
  double off[2];       /* largest distance from free flight */
  rg_status implicit;  /* normals at the end of the step (implicit Euler), without exact corners */
  double implicit_off; /* its distance from free flight where it is solved */
  int trials, blocked; /* random paths that miss the obstacle, how many the nearest face stops */
  int exact_blocked;   /* how many the disjunction stops */
} trinkle_corner_result;
rg_status trinkle_corner(trinkle_corner_result *r, rg_error *error);

/* pages 27-28: planar bodies */
typedef struct trinkle_planar_result {
  double Wn_one[3 * 2], Wf_one[3 * 4]; /* a block with two corners on the floor */
  double jacobian_difference;          /* of W_n, W_f to the library's Jacobians */
  double flat_notes[3], flat_sim[3], tilted_notes[3], tilted_sim[3]; /* velocity after a step */
  double Wn_three[9 * 3], reaction; /* three bodies; largest sum of the forces of a contact */
  double three_notes[9], three_sim[9];
  double one_difference, three_difference;
} trinkle_planar_result;
rg_status trinkle_planar(trinkle_planar_result *r, rg_error *error);

/* pages 29-30: parts seating */
typedef struct trinkle_seating_result {
  double normal[9], offset[3], printed[3]; /* for psi = (1, 1, 1) */
  int trials,
      printed_fails;   /* impulses within the printed bound, and how many do not seat the part */
  int agree;           /* how many the polytope judges as the LCP does */
  double open_printed; /* opening that (-1, -1, -1) leaves: LCP, simulator */
  double open_sim, open_sim_inside;
  double robust[3];                             /* offsets for gaps of 1 +- 0.2 */
  int robust_trials, robust_fails, known_fails; /* impulses of either polytope, worst gaps */
  double inverse_off, determinant;              /* of W_n, from what page 29 prints of it */
  int seated, signs;                            /* random gaps and impulses; of those that seat,
                                                   how many have the signs of page 30 */
  double corner_offset[2];                      /* point into a corner, psi = (0.3, 0.5), h = 0.1 */
} trinkle_seating_result;
rg_status trinkle_seating(int quick, trinkle_seating_result *r, rg_error *error);

/* pages 1s-5s: bodies in space */
enum { TRINKLE_TUMBLE_RULES = 3, TRINKLE_TUMBLE_POINTS = 200 };
typedef struct trinkle_spatial_result {
  double norm_rate_printed, norm_rate; /* largest e . B omega, |e| = |omega| = 1 */
  double BtB;                          /* B'B = this times I */
  double BtB_error, equation;          /* |B'B - I|, |W_E| */
  double GGt;                          /* B B' e' over e' */
  double rotation_difference;          /* R(q) of page 2s and the library's */
  double frame_difference; /* acceleration in the world frame (page 4s) and in the body's */
  /* 10 s of tumbling, h = 10 ms: notes, notes with |e| = 1 restored, simulator */
  double norm[TRINKLE_TUMBLE_RULES], energy[TRINKLE_TUMBLE_RULES], momentum[TRINKLE_TUMBLE_RULES];
  double path[TRINKLE_TUMBLE_RULES][TRINKLE_TUMBLE_POINTS]; /* energy / energy at the start */
} trinkle_spatial_result;
rg_status trinkle_spatial(trinkle_spatial_result *r, rg_error *error);

/* pages 6s-9s: polygons instead of the circle of friction */
enum { TRINKLE_POLYGONS = 8, TRINKLE_ANGLES = 360 };
typedef struct trinkle_polygon_result {
  int sides[TRINKLE_POLYGONS];
  double least[TRINKLE_POLYGONS], most[TRINKLE_POLYGONS]; /* power against that of the circle */
  double forward[TRINKLE_POLYGONS], backward[TRINKLE_POLYGONS]; /* slip against and along d_1 */
  int one, two, more, tied; /* five directions, 360 slips: directions at work; of `two`, ties */
  double turned[TRINKLE_ANGLES], angle[TRINKLE_ANGLES];
  double opposite;                /* exact cone: largest |p_t + mu p_n v_t / |v_t|| / (mu p_n) */
  double stick_least, stick_most; /* sum of lambda_f over all solutions where it sticks */
  double stick_speed, loose_s;    /* speed there; s can be this large without load (cut at 10) */
} trinkle_polygon_result;
rg_status trinkle_polygon(trinkle_polygon_result *r, rg_error *error);

/* what is printed and cannot be meant, beside what other pages have */
typedef struct trinkle_misprints_result {
  double gravity_printed, gravity; /* first impulse with the sign of page 6, of page 7 */
  double vector_printed;           /* the same with the vector of page 22 */
  double seat_printed[3], seat[3]; /* normal impulses of the part of page 29 */
  double wander_printed, wander;   /* rad: of J omega, with the sign of page 31s, of page 5s */
} trinkle_misprints_result;
rg_status trinkle_misprints(trinkle_misprints_result *r, rg_error *error);

/* pages 31s-35s: the box on the floor, sizes */
enum { TRINKLE_STACKS = 4 };
typedef struct trinkle_box_result {
  int mixed_rows, reduced_rows;
  double three, four, cone, pyramid; /* v_x after a step: 3 and 4 directions, simulator */
  double normal_sum, normal_sum_printed;
  double split[2][4];             /* normal impulses: lemke, simulator */
  double share_least, share_most; /* of the first vertex, over all solutions without friction */
  rg_status with_quaternion, off_quaternion; /* 27 rows, |e| = 1 and |e|^2 = 1.0001 */
  int bodies[TRINKLE_STACKS], mixed[TRINKLE_STACKS], reduced[TRINKLE_STACKS];
  double mixed_filled[TRINKLE_STACKS], reduced_filled[TRINKLE_STACKS];
  double mixed_seconds[TRINKLE_STACKS][2], reduced_seconds[TRINKLE_STACKS][2]; /* lemke, path */
  int mixed_steps[TRINKLE_STACKS][2], reduced_steps[TRINKLE_STACKS][2];
  rg_status stack_status[TRINKLE_STACKS][4]; /* mixed lemke, path, reduced lemke, path */
} trinkle_box_result;
rg_status trinkle_box(int quick, trinkle_box_result *r, rg_error *error);

#endif
