/* Numbers of the systems through the bodies: factors, solutions, products. */
#include "solve/cone/primal.h"

#include "math/wide.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/primal_parts.h"

#include <math.h>
#include <string.h>

/* --- E and E Q of each member ---------------------------------------------------------------------- */

/* X = (P + s Q)^-1 [1, Q] by Gauss-Jordan with row pivoting; d at most 3 */
static void invert(int d, const double *P, const double *Q, double s, double *E, double *EQ) {
  double T[RG_WIDEST][3 * RG_WIDEST];
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      T[i][j] = P[i * d + j] + s * Q[i * d + j];
      T[i][d + j] = i == j;
      T[i][2 * d + j] = Q[i * d + j];
    }
  for (int k = 0; k < d; k++) {
    int best = k;
    for (int i = k + 1; i < d; i++)
      if (fabs(T[i][k]) > fabs(T[best][k])) best = i;
    for (int j = 0; j < 3 * d && best != k; j++) {
      double t = T[k][j];
      T[k][j] = T[best][j];
      T[best][j] = t;
    }
    double pivot = fabs(T[k][k]) > 1e-30 ? 1 / T[k][k] : 1e30;
    for (int j = 0; j < 3 * d; j++) T[k][j] *= pivot;
    for (int i = 0; i < d; i++) {
      double f = T[i][k];
      if (i == k || f == 0) continue;
      for (int j = 0; j < 3 * d; j++) T[i][j] -= f * T[k][j];
    }
  }
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      E[i * d + j] = T[i][d + j];
      EQ[i * d + j] = T[i][2 * d + j];
    }
}

/* the same for a contact that slips, where the first row of P + s Q is (s, 0, 0) and that of Q (1, 0, 0): by the
   inverse of the 2 x 2 block of the tangents */
static void invert_slip(const double *P, const double *Q, double s, double *E, double *EQ) {
  double a = P[4] + s * Q[4], b = P[5] + s * Q[5], c = P[7] + s * Q[7], d = P[8] + s * Q[8];
  double v = P[3] + s * Q[3], w = P[6] + s * Q[6], inverse = 1 / (a * d - b * c), normal = 1 / s;
  double B[4] = {d * inverse, -b * inverse, -c * inverse, a * inverse};
  const double X[9] = {
      normal, 0,   0, -normal * (B[0] * v + B[1] * w), B[0], B[1], -normal * (B[2] * v + B[3] * w),
      B[2],   B[3]};
  memcpy(E, X, sizeof X);
  EQ[0] = normal, EQ[1] = EQ[2] = 0;
  for (int i = 1; i < 3; i++)
    for (int j = 0; j < 3; j++)
      EQ[3 * i + j] = (j ? 0 : X[3 * i]) + X[3 * i + 1] * Q[3 + j] + X[3 * i + 2] * Q[6 + j];
}

static void diagonal(int d, double value, double *X) {
  memset(X, 0, (size_t)(d * d) * sizeof *X);
  for (int k = 0; k < d; k++) X[k * (d + 1)] = value;
}

/* of the unscaled W: scale E, scale E Q scale; 0 where E Q vanishes */
static int fill_member(const rg_cone *cone, const rg_member *m, const double *P, const double *Q,
                       int active, double s, double *E, double *EQ) {
  int d = cone->d, block = m->first / d, slot = m->first % d;
  double scale = cone->scale[m->first];
  const double *p = P + block * d * d, *q = Q + block * d * d;
  if (m->width == 1) { /* a scalar row is one of d in its block, and P, Q are diagonal there */
    double e = 1 / (p[slot * (d + 1)] + s * q[slot * (d + 1)]);
    E[0] = scale * e;
    EQ[0] = scale * e * q[slot * (d + 1)] * scale;
    return EQ[0] != 0;
  }
  if (active == RG_BLOCK_OPEN) { /* P = 1, Q = 0 */
    diagonal(d, scale, E);
    diagonal(d, 0, EQ);
    return 0;
  }
  if (active == RG_BLOCK_STICKS) { /* P = 0, Q = 1 */
    diagonal(d, scale / s, E);
    diagonal(d, scale * scale / s, EQ);
    return 1;
  }
  int slips = d == 3 && p[0] == 0 && p[1] == 0 && p[2] == 0 && q[0] == 1 && q[1] == 0 && q[2] == 0;
  if (slips) invert_slip(p, q, s, E, EQ);
  else invert(d, p, q, s, E, EQ);
  for (int k = 0; k < d * d; k++) {
    E[k] *= scale;
    EQ[k] *= scale * scale;
  }
  return 1;
}

/* --- H = 1 + W' X W ----------------------------------------------------------------------------------- */

static void clear(rg_primal *p) {
  memset(p->H, 0, (size_t)p->start[p->blocks] * RG_SQUARE * sizeof(double));
  for (int b = 0; b < p->blocks; b++)
    for (int k = 0; k < RG_SIX; k++)
      p->H[(size_t)p->start[b] * RG_SQUARE + (size_t)(k * (RG_SIX + 1))] = 1;
}

/* H += w_a' X w_b for each two pieces of a rg_member */
static void add_pieces(const rg_primal *p, const rg_member *m, const double *X) {
  int width = m->width, pieces = m->piece_end - m->piece_start;
  for (int b = 0; b < pieces; b++) {
    const rg_piece *right = &p->piece[m->piece_start + b];
    double T[RG_WIDEST][RG_SIX]; /* X w_b */
    for (int r = 0; r < width; r++)
      for (int j = 0; j < right->count; j++) {
        T[r][j] = 0;
        for (int e = 0; e < width; e++) T[r][j] += X[r * width + e] * right->w[j * width + e];
      }
    for (int a = 0; a < pieces; a++) {
      const rg_piece *left = &p->piece[m->piece_start + a];
      double *H = p->H + (size_t)p->pair[m->pair_start + a * pieces + b] * RG_SQUARE;
      H += left->slot * RG_SIX + right->slot;
      for (int i = 0; i < left->count; i++)
        for (int j = 0; j < right->count; j++)
          for (int r = 0; r < width; r++) H[i * RG_SIX + j] += left->w[i * width + r] * T[r][j];
    }
  }
}

/* six numbers: a coordinate each of a free body */
typedef double couple __attribute__((vector_size(16), aligned(8), may_alias));
typedef struct six {
  rg_wide four;
  couple two;
} six;

RG_WIDE_PART six load_six(const double *from) {
  return (six){*(const rg_wide *)from, *(const couple *)(from + RG_LANES)};
}

RG_WIDE_PART void store_six(six x, double *to) {
  *(rg_wide *)to = x.four;
  *(couple *)(to + RG_LANES) = x.two;
}

/* a x + b y + c z */
RG_WIDE_PART six combine(double a, six x, double b, six y, double c, six z) {
  return (six){a * x.four + b * y.four + c * z.four, a * x.two + b * y.two + c * z.two};
}

RG_WIDE_PART six add_six(six x, six y) { return (six){x.four + y.four, x.two + y.two}; }

/* the same for a contact in vectors: loops of fixed length */
RG_WIDE_PART void add_contact(const rg_primal *p, const rg_member *m, const double *restrict X) {
  int pieces = m->piece_end - m->piece_start;
  for (int b = 0; b < pieces; b++) {
    const double *w = p->piece[m->piece_start + b].w;
    six w0 = load_six(w), w1 = load_six(w + RG_SIX), w2 = load_six(w + 2 * RG_SIX);
    six T0 = combine(X[0], w0, X[1], w1, X[2], w2), T1 = combine(X[3], w0, X[4], w1, X[5], w2),
        T2 = combine(X[6], w0, X[7], w1, X[8], w2);
    for (int a = 0; a < pieces; a++) {
      const double *left = p->piece[m->piece_start + a].w;
      double *H = p->H + (size_t)p->pair[m->pair_start + a * pieces + b] * RG_SQUARE;
      for (int i = 0; i < RG_SIX; i++, H += RG_SIX) {
        six sum = combine(left[i], T0, left[RG_SIX + i], T1, left[2 * RG_SIX + i], T2);
        store_six(add_six(load_six(H), sum), H);
      }
    }
  }
}

/* and for a scalar row */
RG_WIDE_PART void add_row(const rg_primal *p, const rg_member *m, double X) {
  int pieces = m->piece_end - m->piece_start;
  for (int b = 0; b < pieces; b++) {
    six w = load_six(p->piece[m->piece_start + b].w), T = {X * w.four, X * w.two};
    for (int a = 0; a < pieces; a++) {
      const double *left = p->piece[m->piece_start + a].w;
      double *H = p->H + (size_t)p->pair[m->pair_start + a * pieces + b] * RG_SQUARE;
      for (int i = 0; i < RG_SIX; i++, H += RG_SIX) {
        if (left[i] == 0) continue;
        store_six(add_six(load_six(H), (six){left[i] * T.four, left[i] * T.two}), H);
      }
    }
  }
}

RG_WIDE_PART void add_member(const rg_primal *p, const rg_member *m, const double *X) {
  if (!m->padded) add_pieces(p, m, X);
  else if (m->width == 1) add_row(p, m, X[0]);
  else add_contact(p, m, X);
}

static double determinant(int width, const double *X) {
  if (width == 1) return X[0];
  if (width == 2) return X[0] * X[3] - X[1] * X[2];
  return X[0] * (X[4] * X[8] - X[5] * X[7]) - X[1] * (X[3] * X[8] - X[5] * X[6]) +
         X[2] * (X[3] * X[7] - X[4] * X[6]);
}

RG_WIDE void rg_primal_factor(rg_primal *p, const rg_cone *cone, const double *P, const double *Q,
                              const unsigned char *active, double alpha, const double *weight) {
  clear(p);
  p->sign = 1;
  for (int i = 0; i < p->members; i++) {
    const rg_member *m = &p->member[i];
    double *E = p->E + 9 * i, *EQ = p->EQ + 9 * i;
    int block = m->first / cone->d;
    double s = weight ? alpha * weight[block] : alpha;
    int couples = fill_member(cone, m, P, Q, active[block], s, E, EQ);
    if (determinant(m->width, E) < 0) p->sign = -p->sign;
    p->coupled[i] = (unsigned char)couples;
    if (couples) add_member(p, m, EQ);
  }
  rg_block_lu_share(p->lu, cone->workers);
  rg_block_lu_factor(p->lu, p->start, p->column, p->H, p->active);
}

int rg_primal_sign(const rg_primal *p) { return p->sign * rg_block_lu_sign(p->lu, p->active); }

const rg_block_lu *rg_primal_lu(const rg_primal *p) { return p->lu; }

int rg_primal_blocks(const rg_primal *p) { return p->blocks; }

/* --- solutions and products ---------------------------------------------------------------------------- */

/* t += W' y of one rg_member */
RG_WIDE_PART void gather(const rg_primal *p, const rg_member *m, const double *y, double *t) {
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const rg_piece *q = &p->piece[a];
    const double *restrict w = q->w;
    double *restrict to = t + q->block * RG_SIX + q->slot;
    if (m->padded && m->width == 1) {
      six x = load_six(w);
      store_six(add_six(load_six(to), (six){y[0] * x.four, y[0] * x.two}), to);
    } else if (m->padded)
      store_six(add_six(load_six(to), combine(y[0], load_six(w), y[1], load_six(w + RG_SIX), y[2],
                                              load_six(w + 2 * RG_SIX))),
                to);
    else
      for (int k = 0; k < q->count; k++)
        for (int r = 0; r < m->width; r++) to[k] += w[k * m->width + r] * y[r];
  }
}

RG_WIDE_PART six product_six(six x, six y) { return (six){x.four * y.four, x.two * y.two}; }

RG_WIDE_PART double sum_six(six x) {
  return (x.four[0] + x.four[1]) + (x.four[2] + x.four[3]) + (x.two[0] + x.two[1]);
}

/* y = W t of a scalar row; lanes are added up at the end */
RG_WIDE_PART double scatter_row(const rg_primal *p, const rg_member *m, const double *t) {
  six s = {{0}, {0}};
  for (int a = m->piece_start; a < m->piece_end; a++)
    s = add_six(s, product_six(load_six(p->piece[a].w), load_six(t + p->piece[a].block * RG_SIX)));
  return sum_six(s);
}

/* the same of a contact */
RG_WIDE_PART void scatter_contact(const rg_primal *p, const rg_member *m, const double *t,
                                  double *y) {
  six s0 = {{0}, {0}}, s1 = s0, s2 = s0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const double *w = p->piece[a].w;
    six x = load_six(t + p->piece[a].block * RG_SIX);
    s0 = add_six(s0, product_six(load_six(w), x));
    s1 = add_six(s1, product_six(load_six(w + RG_SIX), x));
    s2 = add_six(s2, product_six(load_six(w + 2 * RG_SIX), x));
  }
  y[0] = sum_six(s0), y[1] = sum_six(s1), y[2] = sum_six(s2);
}

/* y = W t of one rg_member */
RG_WIDE_PART void scatter(const rg_primal *p, const rg_member *m, const double *t, double *y) {
  if (m->padded) {
    if (m->width == 1) y[0] = scatter_row(p, m, t);
    else scatter_contact(p, m, t, y);
    return;
  }
  for (int r = 0; r < m->width; r++) y[r] = 0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const rg_piece *q = &p->piece[a];
    const double *w = q->w, *from = t + q->block * RG_SIX + q->slot;
    for (int k = 0; k < q->count; k++)
      for (int r = 0; r < m->width; r++) y[r] += w[k * m->width + r] * from[k];
  }
}

/* y = X x of width x width */
RG_WIDE_PART void multiply(const int width, const double *X, const double *x, double *y) {
  for (int i = 0; i < width; i++) {
    y[i] = 0;
    for (int j = 0; j < width; j++) y[i] += X[i * width + j] * x[j];
  }
}

RG_WIDE_PART int is_zero(const int width, const double *x) {
  for (int r = 0; r < width; r++)
    if (x[r] != 0) return 0;
  return 1;
}

/* x = E b, t += W' E b of member i */
RG_WIDE_PART void weigh(const rg_primal *p, int i, const int width, double *x) {
  const rg_member *m = &p->member[i];
  double y[RG_WIDEST];
  if (is_zero(width, x + m->first)) return;
  multiply(width, p->E + 9 * i, x + m->first, y);
  for (int r = 0; r < width; r++) x[m->first + r] = y[r];
  gather(p, m, y, p->t);
}

/* dx = E b - E Q W t of member i */
RG_WIDE_PART void take_back(const rg_primal *p, const rg_cone *cone, int i, const int width,
                            double *x) {
  const rg_member *m = &p->member[i];
  double w[RG_WIDEST], y[RG_WIDEST] = {0}, inverse = 1 / cone->scale[m->first];
  if (p->coupled[i]) {
    scatter(p, m, p->t, w);
    multiply(width, p->EQ + 9 * i, w, y);
  }
  for (int r = 0; r < width; r++) x[m->first + r] = inverse * (x[m->first + r] - y[r]);
}

RG_WIDE void rg_primal_solve(rg_primal *p, const rg_cone *cone, double *x) {
  memset(p->t, 0, RG_SIX * (size_t)p->blocks * sizeof(double));
  for (int i = 0; i < p->members; i++) {
    if (p->member[i].width == RG_WIDEST) weigh(p, i, RG_WIDEST, x);
    else weigh(p, i, p->member[i].width, x);
  }
  rg_block_lu_solve(p->lu, p->active, p->t);
  for (int i = 0; i < p->members; i++) {
    if (p->member[i].width == RG_WIDEST) take_back(p, cone, i, RG_WIDEST, x);
    else take_back(p, cone, i, p->member[i].width, x);
  }
}

RG_WIDE void rg_primal_velocity(const rg_primal *p, const rg_cone *cone, const double *y,
                                double *u) {
  memset(u, 0, (size_t)cone->n * sizeof *u);
  for (int i = 0; i < p->members; i++) {
    const rg_member *m = &p->member[i];
    scatter(p, m, y, u + m->first);
    for (int r = 0; r < m->width; r++) u[m->first + r] *= cone->scale[m->first];
  }
}

RG_WIDE void rg_primal_gather(const rg_primal *p, const rg_cone *cone, const double *x, double *y) {
  memset(y, 0, RG_SIX * (size_t)p->blocks * sizeof *y);
  for (int i = 0; i < p->members; i++) {
    const rg_member *m = &p->member[i];
    double w[RG_WIDEST];
    if (is_zero(m->width, x + m->first)) continue;
    for (int r = 0; r < m->width; r++) w[r] = cone->scale[m->first] * x[m->first + r];
    gather(p, m, w, y);
  }
}

void rg_primal_product(rg_primal *p, const rg_cone *cone, const double *x, double *u) {
  rg_primal_gather(p, cone, x, p->t);
  rg_primal_velocity(p, cone, p->t, u);
  for (int i = 0; i < cone->n; i++) u[i] += cone->c[i];
}
