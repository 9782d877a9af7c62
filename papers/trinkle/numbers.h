/* The numbers of Trinkle's notes, by page; pages with an s are of the spatial part, which counts
   anew. */
#ifndef TRINKLE_NUMBERS_H
#define TRINKLE_NUMBERS_H

/* page 3: constant force, m = h = F = 1 */
static const double page3_explicit_q[4] = {0, 0, 1, 3};
static const double page3_implicit_q[4] = {0, 1, 3, 6};
static const double page3_v[4] = {0, 1, 2, 3};

/* page 9: particle and wall, m = h = g = 1: q, v, lambda_n */
static const double page9[4][3] = {{1, -4, 0}, {0, -1, 4}, {0, 0, 2}, {0, 0, 1}};

/* page 12: the wall rises at 0.5: psi, v, lambda_n */
static const double page12[4][3] = {{1, -4, 0}, {0, -0.5, 4.5}, {0, 0.5, 2}, {0, 0.5, 1}};

/* page 17: signs of (lambda_f1, lambda_f2, s), of the other side the opposite, and the name
   there */
static const char *const page17_signs[8] = {"+ + +", "+ + 0", "+ 0 +", "+ 0 0",
                                            "0 + +", "0 + 0", "0 0 +", "0 0 0"};
static const char *const page17_verdict[8] = {"inconsistent",       "sticking",
                                              "right sliding",      "degenerate sticking",
                                              "left sliding",       "degenerate sticking",
                                              "degenerate sliding", "degenerate sticking"};

/* page 29: the part's contact normals, rows x, y, rotation */
static const double page29_W[9] = {1, 0, 0, 0, 1, 1, 0, 0, 1};
static const double page29_inverse[9] = {1, 0, 0, 0, 1, -1, 0, 0, 1};

/* page 2s: B as printed, rows 3 and 4 wrong: entries +-(k + 1) stand for +-e_k, all halved */
static const int page2s_printed_B[4][3] = {{-2, -3, -4}, {1, -4, 3}, {2, 1, -2}, {-3, 4, 1}};
static const int page2s_right_B[4][3] = {{-2, -3, -4}, {1, -4, 3}, {4, 1, -2}, {-3, 2, 1}};

/* page 31s: inertia of the box */
static const double page31_inertia[3] = {1, 2, 3};

#endif
