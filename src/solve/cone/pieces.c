/* On which piece of the contact map each unknown is, how far it is from leaving it, and the map of given pieces. */
#include "solve/cone/pieces.h"

#include "solve/cone/contact_map.h"

#include <assert.h>
#include <math.h>
#include <string.h>

size_t rg_pieces_size(const rg_cone *cone) {
  return (size_t)cone->n + (size_t)cone->contacts * sizeof(rg_friction) + 256;
}

int rg_pieces_new(rg_arena *arena, const rg_cone *cone, rg_pieces *p) {
  p->cone = cone;
  p->piece = RG_RAW(arena, unsigned char, cone->n);
  p->friction = RG_RAW(arena, rg_friction, cone->contacts);
  return !arena->failed;
}

static rg_friction friction_of(const rg_cone *cone, int contact) {
  double mu = cone->mu[cone->first_contact + contact];
  if (cone->friction) return cone->friction[contact];
  rg_friction_part part = {.count = cone->d - 1, .component = {1, 2}, .weight = {mu, mu}};
  return (rg_friction){.dim = cone->d, .parts = 1, .part = {part}};
}

/* the contact of unknown i */
static const rg_friction *at(const rg_pieces *p, int i) {
  return p->friction + i / p->cone->d - p->cone->first_contact;
}

/* 1 where a part of a closed contact sticks: its edge is then met before the tip of the cone */
static int holds(int piece) { return piece > RG_FRICTION_CLOSED; }

static int is_row(const rg_pieces *p, int i) { return i < p->cone->first_contact * p->cone->d; }

void rg_pieces_find(rg_pieces *p, const double *x, const double *u) {
  const rg_cone *cone = p->cone;
  int d = cone->d, rows = cone->first_contact * d;
  for (int i = 0; i < cone->contacts; i++) p->friction[i] = friction_of(cone, i);
  for (int i = 0; i < rows; i++) {
    double y = x[i] - u[i];
    p->piece[i] = y <= cone->lower[i]   ? RG_PIECE_LOW
                  : y >= cone->upper[i] ? RG_PIECE_HIGH
                                        : RG_PIECE_BETWEEN;
  }
  for (int i = rows; i < cone->n; i += d)
    p->piece[i] = (unsigned char)rg_friction_piece(at(p, i), x + i, u + i);
}

void rg_pieces_map(const rg_pieces *p, const double *x, const double *u, double *F) {
  const rg_cone *cone = p->cone;
  int d = cone->d, rows = cone->first_contact * d;
  for (int i = 0; i < rows; i++)
    F[i] = p->piece[i] == RG_PIECE_BETWEEN
               ? u[i]
               : x[i] - (p->piece[i] == RG_PIECE_LOW ? cone->lower : cone->upper)[i];
  for (int i = rows; i < cone->n; i += d)
    rg_friction_map_on(at(p, i), p->piece[i], x + i, u + i, F + i, NULL, NULL);
}

unsigned char rg_pieces_blocks(const rg_pieces *p, int block, const double *x, const double *u,
                               double *P, double *Q) {
  int d = p->cone->d, i = block * d, active = RG_BLOCK_OPEN;
  double F[RG_CONTACT_MOST];
  if (!is_row(p, i)) {
    rg_friction_map_on(at(p, i), p->piece[i], x + i, u + i, F, P, Q);
    if (!p->piece[i]) return RG_BLOCK_OPEN;
    return holds(p->piece[i]) && !p->cone->friction ? RG_BLOCK_STICKS : RG_BLOCK_ACTIVE;
  }
  memset(P, 0, (size_t)(d * d) * sizeof *P);
  memset(Q, 0, (size_t)(d * d) * sizeof *Q);
  for (int k = 0; k < d; k++) {
    int free = p->piece[i + k] == RG_PIECE_BETWEEN;
    (free ? Q : P)[k * (d + 1)] = 1;
    if (free) active = RG_BLOCK_ACTIVE;
  }
  return (unsigned char)active;
}

/* --- where pieces end ------------------------------------------------------------------------------ */

int rg_kink_next(const rg_pieces *p, int i) {
  if (is_row(p, i)) return i + 1;
  int d = p->cone->d, offset = i % d, first = i - offset;
  const rg_friction *f = at(p, i);
  for (int k = 0; k < f->parts && p->piece[first]; k++)
    if (f->part[k].component[0] > offset) return first + f->part[k].component[0];
  return first + d;
}

/* the part whose kink is at this offset of a contact; -1: its normal */
static int part_of(const rg_friction *f, int offset) {
  int part = f->parts - 1;
  while (part >= 0 && f->part[part].component[0] != offset) part--;
  assert(part >= 0 || offset == 0);
  return part;
}

static double length_of(int count, const double *v) {
  double square = 0;
  for (int k = 0; k < count; k++) square += v[k] * v[k];
  return sqrt(square);
}

/* how far a row is from its lower and its upper bound */
static void row_slack(const rg_cone *cone, int i, double y, double slack[2]) {
  slack[0] = y - cone->lower[i];
  slack[1] = cone->upper[i] - y;
}

double rg_kink_slack(const rg_pieces *p, int i, const double *x, const double *u) {
  double slack[2], v[RG_CONTACT_MOST], most;
  if (is_row(p, i)) {
    row_slack(p->cone, i, x[i] - u[i], slack);
    return p->piece[i] == RG_PIECE_LOW    ? -slack[0]
           : p->piece[i] == RG_PIECE_HIGH ? -slack[1]
                                          : fmin(slack[0], slack[1]);
  }
  int offset = i % p->cone->d, first = i - offset, piece = p->piece[first];
  const rg_friction *f = at(p, i);
  int part = part_of(f, offset);
  double bound = x[first] - u[first];
  if (part < 0) return !piece ? -bound : holds(piece) ? HUGE_VAL : bound;
  int count = rg_friction_vector(&f->part[part], x + first, u + first, v, &most);
  double excess = length_of(count, v) - most * bound;
  return most == 0 ? HUGE_VAL : piece & RG_FRICTION_STICKS << part ? -excess : excess;
}

/* a slack that changes at a constant rate; one that was just left behind does not end the piece */
static double linear_reach(double slack, double rate, double near) {
  if (rate >= 0 || slack <= near) return rate < 0 && near == 0 ? 0 : HUGE_VAL;
  return -slack / rate;
}

/* smallest h > 0 with |v + h dv| = r + h dr that is no end of the mirrored cone; from the edge itself (`leaves`): where
   the edge is met again */
static double edge_reach(int count, const double *v, const double *dv, double r, double dr,
                         int leaves) {
  double a = -dr * dr, b = -r * dr, c = -r * r, root[2] = {-1, -1}, best = HUGE_VAL;
  for (int k = 0; k < count; k++) a += dv[k] * dv[k], b += v[k] * dv[k], c += v[k] * v[k];
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
    if (root[k] > 0 && root[k] < best && r + root[k] * dr >= 0) best = root[k];
  return best;
}

/* the same for the edge of a part of friction, on the side that it is on */
static double part_reach(const rg_friction_part *part, int sticks, const double *x, const double *u,
                         const double *dx, const double *du, double near) {
  double v[RG_CONTACT_MOST], dv[RG_CONTACT_MOST], most, bound, rate, along = 0;
  int count = rg_friction_vector(part, x, u, v, &most);
  rg_friction_vector(part, dx, du, dv, &most);
  if (most == 0) return HUGE_VAL;
  bound = most * (x[0] - u[0]), rate = most * (dx[0] - du[0]);
  double length = length_of(count, v), side = sticks ? -1 : 1, slack = side * (length - bound);
  for (int k = 0; k < count; k++) along += v[k] * dv[k];
  double leaving = side * (length > 0 ? along / length - rate : 1);
  if (slack > near) return edge_reach(count, v, dv, bound, rate, 0);
  return near == 0 && leaving < 0 ? 0 : edge_reach(count, v, dv, bound, rate, 1);
}

double rg_kink_reach(const rg_pieces *p, int i, const double *x, const double *u, const double *dx,
                     const double *du, double near) {
  if (is_row(p, i)) {
    double slack[2], rate = dx[i] - du[i];
    row_slack(p->cone, i, x[i] - u[i], slack);
    if (p->piece[i] == RG_PIECE_LOW) return linear_reach(-slack[0], -rate, near);
    if (p->piece[i] == RG_PIECE_HIGH) return linear_reach(-slack[1], rate, near);
    return fmin(linear_reach(slack[0], rate, near), linear_reach(slack[1], -rate, near));
  }
  int offset = i % p->cone->d, first = i - offset, piece = p->piece[first];
  const rg_friction *f = at(p, i);
  int part = part_of(f, offset);
  double bound = x[first] - u[first], rate = dx[first] - du[first];
  if (part >= 0)
    return part_reach(&f->part[part], piece & RG_FRICTION_STICKS << part, x + first, u + first,
                      dx + first, du + first, near);
  if (!piece) return linear_reach(-bound, -rate, near);
  return holds(piece) ? HUGE_VAL : linear_reach(bound, rate, near);
}

void rg_kink_pass(rg_pieces *p, int i, const double *x, const double *u) {
  if (is_row(p, i)) {
    double slack[2];
    row_slack(p->cone, i, x[i] - u[i], slack);
    p->piece[i] = p->piece[i] != RG_PIECE_BETWEEN ? RG_PIECE_BETWEEN
                  : slack[0] < slack[1]           ? RG_PIECE_LOW
                                                  : RG_PIECE_HIGH;
    return;
  }
  int offset = i % p->cone->d, first = i - offset, part = part_of(at(p, i), offset);
  p->piece[first] ^= (unsigned char)(part < 0 ? RG_FRICTION_CLOSED : RG_FRICTION_STICKS << part);
}
