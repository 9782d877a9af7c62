/* On which piece of the contact map each unknown is, how far it is from leaving it, and the map of given pieces. */
#include "solve/cone/pieces.h"

#include "solve/cone/contact_map.h"

#include <math.h>
#include <string.h>

static inline double length_of(int d, const double *y) {
  return d == 3 ? sqrt(y[1] * y[1] + y[2] * y[2]) : fabs(y[1]);
}

/* y = x - u of the contact at unknown i */
static inline void difference(int d, int i, const double *x, const double *u, double y[3]) {
  y[0] = x[i] - u[i];
  y[1] = x[i + 1] - u[i + 1];
  y[2] = d == 3 ? x[i + 2] - u[i + 2] : 0;
}

static int contact_piece(int d, double mu, const double y[3]) {
  if (y[0] <= 0) return RG_PIECE_OPEN;
  return mu > 0 && length_of(d, y) <= mu * y[0] ? RG_PIECE_STICKS : RG_PIECE_SLIPS;
}

void rg_pieces_find(const rg_cone *cone, const double *x, const double *u, unsigned char *piece) {
  int d = cone->d, rows = cone->first_contact * d;
  for (int i = 0; i < rows; i++) {
    double y = x[i] - u[i];
    piece[i] = y <= cone->lower[i]   ? RG_PIECE_LOW
               : y >= cone->upper[i] ? RG_PIECE_HIGH
                                     : RG_PIECE_BETWEEN;
  }
  for (int i = rows; i < cone->n; i += d) {
    double y[3];
    difference(d, i, x, u, y);
    piece[i] = (unsigned char)contact_piece(d, cone->mu[i / d], y);
  }
}

void rg_pieces_map(const rg_cone *cone, const unsigned char *piece, const double *x,
                   const double *u, double *F) {
  int d = cone->d, rows = cone->first_contact * d;
  for (int i = 0; i < rows; i++)
    F[i] = piece[i] == RG_PIECE_BETWEEN
               ? u[i]
               : x[i] - (piece[i] == RG_PIECE_LOW ? cone->lower : cone->upper)[i];
  for (int i = rows; i < cone->n; i += d) {
    memcpy(F + i, (piece[i] == RG_PIECE_OPEN ? x : u) + i, (size_t)d * sizeof *F);
    if (piece[i] != RG_PIECE_SLIPS) continue;
    double y[3];
    difference(d, i, x, u, y);
    double length = length_of(d, y), ratio = length > 0 ? cone->mu[i / d] * y[0] / length : 0;
    for (int k = 1; k < d; k++) F[i + k] = x[i + k] - ratio * y[k];
  }
}

/* --- derivatives ---------------------------------------------------------------------------------- */

static void set_diagonal(int d, double value, double *X) {
  memset(X, 0, (size_t)(d * d) * sizeof *X);
  for (int k = 0; k < d; k++) X[k * (d + 1)] = value;
}

unsigned char rg_pieces_blocks(const rg_cone *cone, const unsigned char *piece, int block,
                               const double *x, const double *u, double *P, double *Q) {
  int d = cone->d, i = block * d, active = RG_BLOCK_OPEN;
  double y[3];
  set_diagonal(d, 1, P);
  set_diagonal(d, 0, Q);
  if (block < cone->first_contact) {
    for (int k = 0; k < d; k++)
      if (piece[i + k] == RG_PIECE_BETWEEN)
        P[k * (d + 1)] = 0, Q[k * (d + 1)] = 1, active = RG_BLOCK_ACTIVE;
    return (unsigned char)active;
  }
  if (piece[i] == RG_PIECE_OPEN) return RG_BLOCK_OPEN;
  if (piece[i] == RG_PIECE_STICKS) {
    set_diagonal(d, 0, P);
    set_diagonal(d, 1, Q);
    return RG_BLOCK_STICKS;
  }
  difference(d, i, x, u, y);
  rg_slip_derivative(d, cone->mu[block], y, P, Q);
  return RG_BLOCK_ACTIVE;
}

/* --- where pieces end ------------------------------------------------------------------------------ */

double rg_piece_slack(const rg_cone *cone, const unsigned char *piece, int i, const double *x,
                      const double *u, int *beyond) {
  int d = cone->d, here = piece[i];
  if (i < cone->first_contact * d) {
    double low = x[i] - u[i] - cone->lower[i], high = cone->upper[i] - x[i] + u[i];
    *beyond = here != RG_PIECE_BETWEEN ? RG_PIECE_BETWEEN
              : low < high             ? RG_PIECE_LOW
                                       : RG_PIECE_HIGH;
    if (here == RG_PIECE_BETWEEN) return low < high ? low : high;
    return here == RG_PIECE_LOW ? -low : -high;
  }
  double y[3];
  difference(d, i, x, u, y);
  double mu = cone->mu[i / d], excess = length_of(d, y) - mu * y[0];
  *beyond = RG_PIECE_SLIPS;
  if (here == RG_PIECE_OPEN) return -y[0];
  if (here == RG_PIECE_STICKS) return -excess;
  int sticks = mu > 0 && excess < y[0];
  *beyond = sticks ? RG_PIECE_STICKS : RG_PIECE_OPEN;
  return sticks ? excess : y[0];
}

/* a slack that changes at a constant rate; one that was just left behind does not end the piece */
static double linear_reach(double slack, double rate, double near) {
  if (rate >= 0 || slack <= near) return rate < 0 && near == 0 ? 0 : HUGE_VAL;
  return -slack / rate;
}

/* smallest h > 0 with |y_t + h dy_t| = mu (y_n + h dy_n) that is no end of the mirrored cone; from the edge
   itself (`leaves`): where the edge is met again */
static double edge_reach(int d, double mu, const double *y, const double *dy, int leaves) {
  double a = dy[1] * dy[1] - mu * mu * dy[0] * dy[0], b = y[1] * dy[1] - mu * mu * y[0] * dy[0];
  double c = y[1] * y[1] - mu * mu * y[0] * y[0], root[2] = {-1, -1}, best = HUGE_VAL;
  if (d == 3) a += dy[2] * dy[2], b += y[2] * dy[2], c += y[2] * y[2];
  if (leaves) {
    if (a != 0) root[0] = -2 * b / a;
  } else {
    double square = b * b - a * c, q;
    if (square < 0) return HUGE_VAL;
    q = b > 0 ? -b - sqrt(square) : -b + sqrt(square);
    if (a != 0) root[0] = q / a;
    if (q != 0) root[1] = c / q;
  }
  for (int k = 0; k < 2; k++)
    if (root[k] > 0 && root[k] < best && y[0] + root[k] * dy[0] >= 0) best = root[k];
  return best;
}

double rg_piece_reach(const rg_cone *cone, const unsigned char *piece, int i, const double *x,
                      const double *u, const double *dy, double near, int *beyond) {
  int d = cone->d, here = piece[i];
  double rate = dy[i];
  if (i < cone->first_contact * d) {
    double y = x[i] - u[i], low = y - cone->lower[i], high = cone->upper[i] - y;
    *beyond = RG_PIECE_BETWEEN;
    if (here == RG_PIECE_LOW) return linear_reach(-low, -rate, near);
    if (here == RG_PIECE_HIGH) return linear_reach(-high, rate, near);
    low = linear_reach(low, rate, near), high = linear_reach(high, -rate, near);
    *beyond = low < high ? RG_PIECE_LOW : RG_PIECE_HIGH;
    return low < high ? low : high;
  }
  double y[3], mu = cone->mu[i / d], tip = HUGE_VAL, edge = HUGE_VAL;
  difference(d, i, x, u, y);
  *beyond = RG_PIECE_SLIPS;
  if (here == RG_PIECE_OPEN) return linear_reach(-y[0], -rate, near);
  if (here == RG_PIECE_SLIPS) tip = linear_reach(y[0], rate, near);
  if (mu > 0) {
    int side = here == RG_PIECE_SLIPS ? 1 : -1;
    double length = length_of(d, y), slack = side * (length - mu * y[0]);
    double growth = y[1] * dy[i + 1] + (d == 3 ? y[2] * dy[i + 2] : 0);
    double leaving = side * (length > 0 ? growth / length - mu * rate : 1);
    if (slack > near) edge = edge_reach(d, mu, y, dy + i, 0);
    else if (near == 0 && leaving < 0) edge = 0;
    else edge = edge_reach(d, mu, y, dy + i, 1);
  }
  if (here == RG_PIECE_SLIPS) *beyond = edge < tip ? RG_PIECE_STICKS : RG_PIECE_OPEN;
  return edge < tip ? edge : tip;
}
