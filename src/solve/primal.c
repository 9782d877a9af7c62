/* Coordinates are taken six at a time: a free body is one block, a robot several, the last one filled up with
   coordinates that nothing touches (1 on the diagonal). */
#include "solve/primal.h"

#include "math/block_lu.h"

#include <math.h>
#include <string.h>

enum { SIX = 6, SQUARE = SIX * SIX, WIDEST = 3, LEAST = 72 /* unknowns */ };

/* a run of coordinates of one unit, cut at the borders of the blocks */
typedef struct piece {
  int block, slot, count; /* first coordinate in the block, number */
  const double *w;        /* count x width */
} piece;

/* a scalar row or a contact */
typedef struct member {
  int first, width;           /* unknowns of the cone */
  int piece_start, piece_end; /* its pieces */
  int pair_start;             /* where its blocks lie in H: pieces x pieces */
} member;

struct rg_primal {
  int members, blocks, pieces;
  member *member;
  piece *piece;
  int *pair;           /* position of a block of H */
  int *start, *column; /* pattern of H */
  double *H;
  rg_block_lu *lu;
  unsigned char *active; /* all of them */
  double *t;             /* blocks x 6 */
  double *E, *EQ;        /* members x 9, scaled on both sides */
};

/* --- set-up -------------------------------------------------------------------------------------- */

static int member_count(const rg_cone *cone) { return cone->rows + cone->contacts; }

/* first unknown of the cone and width */
static void place_member(const rg_cone *cone, int i, member *m) {
  m->first = i < cone->rows ? i : (cone->first_contact + i - cone->rows) * cone->d;
  m->width = i < cone->rows ? 1 : cone->d;
}

/* first coordinate after the tree of coordinate k: a run may go on into the next tree */
static int tree_end(const rg_row_factor *factor, int k) {
  return factor->tree_first[k] + factor->tree_size[factor->tree_first[k]];
}

int rg_primal_pays(rg_arena *arena, const rg_cone *cone) {
  const rg_row_factor *factor = cone->factor;
  int unknowns = cone->rows + cone->d * cone->contacts, coordinates = 0;
  if (!factor || unknowns < LEAST) return 0;
  unsigned char *met = RG_NEW(arena, unsigned char, factor->size);
  if (!met) return 0;
  for (int i = 0; i < member_count(cone); i++) {
    int u = cone->factor_unit ? cone->factor_unit[i] : i;
    for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
      const rg_run *run = &factor->run[r];
      for (int k = run->first; k < run->first + run->count; k = tree_end(factor, k)) {
        int tree = factor->tree_first[k];
        coordinates += met[tree] ? 0 : factor->tree_size[tree];
        met[tree] = 1;
      }
    }
  }
  return 3 * coordinates <= 2 * unknowns;
}

/* blocks of the trees that are touched, in the order of their first coordinate being met */
static int number_blocks(const rg_row_factor *factor, const rg_primal *p, const int *unit,
                         int *tree_block) {
  int blocks = 0;
  for (int i = 0; i < p->members; i++) {
    int u = unit ? unit[i] : i;
    for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
      const rg_run *run = &factor->run[r];
      for (int k = run->first; k < run->first + run->count; k = tree_end(factor, k)) {
        int tree = factor->tree_first[k];
        if (tree_block[tree] >= 0) continue;
        tree_block[tree] = blocks;
        blocks += (factor->tree_size[tree] + SIX - 1) / SIX;
      }
    }
  }
  return blocks;
}

/* pieces that a run falls into; listed where `out` is not NULL */
static int cut_run(const rg_row_factor *factor, const rg_run *run, int width, const int *tree_block,
                   piece *out) {
  int count = 0;
  for (int k = 0; k < run->count;) {
    int tree = factor->tree_first[run->first + k], left = tree_end(factor, run->first + k);
    int at = run->first + k - tree, slot = at % SIX, length = SIX - slot;
    left -= run->first + k;
    if (length > left) length = left;
    if (length > run->count - k) length = run->count - k;
    if (out)
      out[count] = (piece){tree_block[tree] + at / SIX, slot, length,
                           factor->value + run->at + (size_t)k * (size_t)width};
    count++;
    k += length;
  }
  return count;
}

static int list_pieces(rg_arena *arena, rg_primal *p, const rg_cone *cone,
                       const rg_row_factor *factor, const int *unit, const int *tree_block) {
  int pairs = 0;
  for (int round = 0; round < 2; round++) {
    p->pieces = pairs = 0;
    for (int i = 0; i < p->members; i++) {
      int u = unit ? unit[i] : i, begin = p->pieces;
      for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++)
        p->pieces += cut_run(factor, &factor->run[r], factor->width[u], tree_block,
                             round ? p->piece + p->pieces : NULL);
      if (round) {
        place_member(cone, i, &p->member[i]);
        p->member[i].piece_start = begin;
        p->member[i].piece_end = p->pieces;
        p->member[i].pair_start = pairs;
      }
      pairs += (p->pieces - begin) * (p->pieces - begin);
    }
    if (round) break;
    p->piece = RG_RAW(arena, piece, p->pieces);
    p->pair = RG_RAW(arena, int, pairs);
    if (arena->failed) return -1;
  }
  return pairs;
}

/* block rows of H: who shares a member with whom, and every block with itself */
static int find_pattern(rg_arena *arena, rg_primal *p, int pairs) {
  int n = p->blocks, *count = RG_NEW(arena, int, n + 2), *mark = RG_RAW(arena, int, n);
  int *all = RG_RAW(arena, int, pairs + n), *at = RG_RAW(arena, int, n);
  p->start = RG_RAW(arena, int, n + 1);
  p->column = RG_RAW(arena, int, pairs + n);
  if (arena->failed) return 0;
  for (int i = 0; i < p->members; i++) {
    const member *m = &p->member[i];
    for (int a = m->piece_start; a < m->piece_end; a++)
      count[p->piece[a].block + 2] += m->piece_end - m->piece_start;
  }
  for (int b = 1; b <= n; b++) count[b + 1] += count[b];
  for (int i = 0; i < p->members; i++) {
    const member *m = &p->member[i];
    for (int a = m->piece_start; a < m->piece_end; a++)
      for (int b = m->piece_start; b < m->piece_end; b++)
        all[count[p->piece[a].block + 1]++] = p->piece[b].block;
  }
  int total = 0;
  for (int b = 0; b < n; b++) mark[b] = -1;
  for (int b = 0; b < n; b++) {
    p->start[b] = total;
    mark[b] = b;
    p->column[total++] = b;
    for (int k = b ? count[b] : 0; k < count[b + 1]; k++)
      if (mark[all[k]] != b) {
        mark[all[k]] = b;
        p->column[total++] = all[k];
      }
  }
  p->start[n] = total;

  /* where each pair of pieces lies: row by row, so that one table of a row is enough */
  for (int b = 0; b < n; b++) at[b] = -1;
  for (int i = 0; i < p->members; i++) {
    const member *m = &p->member[i];
    int width = m->piece_end - m->piece_start;
    for (int a = 0; a < width; a++) {
      int row = p->piece[m->piece_start + a].block;
      for (int k = p->start[row]; k < p->start[row + 1]; k++) at[p->column[k]] = k;
      for (int b = 0; b < width; b++)
        p->pair[m->pair_start + a * width + b] = at[p->piece[m->piece_start + b].block];
    }
  }
  return 1;
}

rg_primal *rg_primal_new(rg_arena *arena, const rg_cone *cone) {
  const rg_row_factor *factor = cone->factor;
  const int *unit = cone->factor_unit;
  rg_primal *p = RG_NEW(arena, rg_primal, 1);
  int *tree_block = RG_RAW(arena, int, factor->size);
  if (!p || !tree_block) return NULL;
  p->members = member_count(cone);
  p->member = RG_RAW(arena, member, p->members);
  if (arena->failed) return NULL;
  for (int k = 0; k < factor->size; k++) tree_block[k] = -1;
  p->blocks = number_blocks(factor, p, unit, tree_block);
  int pairs = list_pieces(arena, p, cone, factor, unit, tree_block);
  if (pairs < 0 || !find_pattern(arena, p, pairs)) return NULL;
  p->H = RG_RAW(arena, double, (size_t)p->start[p->blocks] * SQUARE);
  p->lu = rg_block_lu_new(arena, SIX, p->blocks, p->start, p->column);
  p->active = RG_RAW(arena, unsigned char, p->blocks);
  p->t = RG_RAW(arena, double, SIX *(size_t)p->blocks);
  p->E = RG_RAW(arena, double, 9 * (size_t)p->members);
  p->EQ = RG_RAW(arena, double, 9 * (size_t)p->members);
  if (arena->failed || !p->lu) return NULL;
  memset(p->active, 1, (size_t)p->blocks);
  return p;
}

/* --- E and E Q of each member ---------------------------------------------------------------------- */

/* X = (P + s Q)^-1 [1, Q] by Gauss-Jordan with row pivoting; d at most 3 */
static void invert(int d, const double *P, const double *Q, double s, double *E, double *EQ) {
  double T[WIDEST][3 * WIDEST];
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

/* of the unscaled W: scale E, scale E Q scale */
static void fill_member(const rg_cone *cone, const member *m, const double *P, const double *Q,
                        double shift, double *E, double *EQ) {
  int d = cone->d, block = m->first / d, slot = m->first % d;
  double scale = cone->scale[m->first], s = shift + cone->compliance * scale * scale;
  const double *p = P + block * d * d, *q = Q + block * d * d;
  if (m->width == 1) { /* a scalar row is one of d in its block, and P, Q are diagonal there */
    double e = 1 / (p[slot * (d + 1)] + s * q[slot * (d + 1)]);
    E[0] = scale * e;
    EQ[0] = scale * e * q[slot * (d + 1)] * scale;
    return;
  }
  invert(d, p, q, s, E, EQ);
  for (int k = 0; k < d * d; k++) {
    E[k] *= scale;
    EQ[k] *= scale * scale;
  }
}

/* --- H = 1 + W' E Q W ------------------------------------------------------------------------------- */

/* H += w_a' (EQ w_b) for one pair of pieces */
static inline void add_pair(const int width, const piece *a, const piece *b, const double *T,
                            double *H) {
  for (int i = 0; i < a->count; i++) {
    const double *w = a->w + i * width;
    double *row = H + (a->slot + i) * SIX + b->slot;
    for (int j = 0; j < b->count; j++) {
      double sum = 0;
      for (int r = 0; r < width; r++) sum += w[r] * T[j * width + r];
      row[j] += sum;
    }
  }
}

static inline void add_member(const int width, const rg_primal *p, const member *m,
                              const double *EQ) {
  int pieces = m->piece_end - m->piece_start;
  for (int b = 0; b < pieces; b++) {
    const piece *right = &p->piece[m->piece_start + b];
    double T[SIX * WIDEST]; /* EQ w_b, coordinate by coordinate */
    for (int j = 0; j < right->count; j++)
      for (int r = 0; r < width; r++) {
        double sum = 0;
        for (int e = 0; e < width; e++) sum += EQ[r * width + e] * right->w[j * width + e];
        T[j * width + r] = sum;
      }
    for (int a = 0; a < pieces; a++)
      add_pair(width, &p->piece[m->piece_start + a], right, T,
               p->H + (size_t)p->pair[m->pair_start + a * pieces + b] * SQUARE);
  }
}

void rg_primal_factor(rg_primal *p, const rg_cone *cone, const double *P, const double *Q,
                      double shift) {
  memset(p->H, 0, (size_t)p->start[p->blocks] * SQUARE * sizeof(double));
  for (int b = 0; b < p->blocks; b++) { /* the diagonal is the first of its row */
    double *H = p->H + (size_t)p->start[b] * SQUARE;
    for (int k = 0; k < SIX; k++) H[k * (SIX + 1)] = 1;
  }
  for (int i = 0; i < p->members; i++) {
    const member *m = &p->member[i];
    double *E = p->E + 9 * i, *EQ = p->EQ + 9 * i;
    fill_member(cone, m, P, Q, shift, E, EQ);
    if (m->width == 3) add_member(3, p, m, EQ);
    else add_member(m->width, p, m, EQ);
  }
  rg_block_lu_factor(p->lu, p->start, p->column, p->H, p->active);
}

/* --- solve ------------------------------------------------------------------------------------------- */

/* t += W' y of one member */
static void gather(const rg_primal *p, const member *m, const double *y, double *t) {
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const piece *q = &p->piece[a];
    double *to = t + q->block * SIX + q->slot;
    for (int k = 0; k < q->count; k++)
      for (int r = 0; r < m->width; r++) to[k] += q->w[k * m->width + r] * y[r];
  }
}

/* y = W t of one member */
static void scatter(const rg_primal *p, const member *m, const double *t, double *y) {
  for (int r = 0; r < m->width; r++) y[r] = 0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const piece *q = &p->piece[a];
    const double *from = t + q->block * SIX + q->slot;
    for (int k = 0; k < q->count; k++)
      for (int r = 0; r < m->width; r++) y[r] += q->w[k * m->width + r] * from[k];
  }
}

/* y = X x of width x width */
static void multiply(int width, const double *X, const double *x, double *y) {
  for (int i = 0; i < width; i++) {
    y[i] = 0;
    for (int j = 0; j < width; j++) y[i] += X[i * width + j] * x[j];
  }
}

void rg_primal_solve(rg_primal *p, const rg_cone *cone, double *x) {
  memset(p->t, 0, SIX * (size_t)p->blocks * sizeof(double));
  for (int i = 0; i < p->members; i++) { /* W' E b */
    double y[WIDEST];
    multiply(p->member[i].width, p->E + 9 * i, x + p->member[i].first, y);
    gather(p, &p->member[i], y, p->t);
  }
  rg_block_lu_solve(p->lu, p->active, p->t);
  for (int i = 0; i < p->members; i++) { /* dx = E b - E Q W t */
    const member *m = &p->member[i];
    double w[WIDEST], one[WIDEST], two[WIDEST], inverse = 1 / cone->scale[m->first];
    scatter(p, m, p->t, w);
    multiply(m->width, p->E + 9 * i, x + m->first, one);
    multiply(m->width, p->EQ + 9 * i, w, two);
    for (int r = 0; r < m->width; r++) x[m->first + r] = inverse * (one[r] - two[r]);
  }
}
