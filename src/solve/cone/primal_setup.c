/* The pieces that W of a cone problem falls into, and the pattern of 1 + W' E Q W. */
#include "solve/cone/primal_parts.h"

#include <string.h>

enum {
  LEAST = 72 /* unknowns from which on it is worth it */,
  MOST = 2400 /* coordinates up to which it is: the fill grows faster than the contacts */
};

static int member_count(const rg_cone *cone) { return cone->rows + cone->contacts; }

/* first unknown of the cone and width */
static void place_member(const rg_cone *cone, int i, rg_member *m) {
  m->first = i < cone->rows ? i : (cone->first_contact + i - cone->rows) * cone->d;
  m->width = i < cone->rows ? 1 : cone->d;
}

int rg_primal_fits(int coordinates, int unknowns) {
  return unknowns >= LEAST && 3 * coordinates <= 2 * unknowns && coordinates <= MOST;
}

int rg_primal_pays(rg_arena *arena, const rg_cone *cone) {
  const rg_row_factor *factor = cone->factor;
  int unknowns = cone->rows + cone->d * cone->contacts, coordinates = 0;
  if (!factor || cone->d > RG_WIDEST || unknowns < LEAST) return 0;
  unsigned char *met = RG_NEW(arena, unsigned char, factor->size);
  if (!met) return 0;
  for (int i = 0; i < member_count(cone); i++) {
    int u = cone->factor_unit ? cone->factor_unit[i] : i;
    for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
      const rg_run *run = &factor->run[r];
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(factor, k)) {
        int tree = factor->tree_first[k];
        coordinates += met[tree] ? 0 : factor->tree_size[tree];
        met[tree] = 1;
      }
    }
  }
  return rg_primal_fits(coordinates, unknowns);
}

/* blocks of the trees that are touched, in the order of their first coordinate being met */
static int number_blocks(const rg_row_factor *factor, const rg_primal *p, const int *unit,
                         int *tree_block) {
  int blocks = 0;
  for (int i = 0; i < p->members; i++) {
    int u = unit ? unit[i] : i;
    for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
      const rg_run *run = &factor->run[r];
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(factor, k)) {
        int tree = factor->tree_first[k];
        if (tree_block[tree] >= 0) continue;
        tree_block[tree] = blocks;
        blocks += (factor->tree_size[tree] + RG_SIX - 1) / RG_SIX;
      }
    }
  }
  return blocks;
}

/* pieces that a run falls into; listed where `out` is not NULL */
static int cut_run(const rg_row_factor *factor, const rg_run *run, int width, const int *tree_block,
                   rg_piece *out) {
  int count = 0;
  for (int k = 0; k < run->count;) {
    int tree = factor->tree_first[run->first + k], left = rg_tree_end(factor, run->first + k);
    int at = run->first + k - tree, slot = at % RG_SIX, length = RG_SIX - slot;
    left -= run->first + k;
    if (length > left) length = left;
    if (length > run->count - k) length = run->count - k;
    if (out)
      out[count] = (rg_piece){tree_block[tree] + at / RG_SIX, slot, length,
                              factor->value + run->at + (size_t)k * (size_t)width};
    count++;
    k += length;
  }
  return count;
}

static int is_full(const rg_primal *p, const rg_member *m) {
  if (m->width != RG_WIDEST) return 0;
  for (int a = m->piece_start; a < m->piece_end; a++)
    if (p->piece[a].count != RG_SIX) return 0;
  return 1;
}

/* rows one after the other, as vectors of whole blocks; runs within one block become one piece. Returns behind the last double
   that was taken. */
static double *pad_member(rg_primal *p, rg_member *m, double *room) {
  int n = m->piece_start, width = m->width;
  double *to = NULL;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    rg_piece piece = p->piece[a];
    if (!to || p->piece[n - 1].block != piece.block) {
      to = room;
      room += RG_SIX * width;
      memset(to, 0, (size_t)(RG_SIX * width) * sizeof *to);
      p->piece[n++] = (rg_piece){piece.block, 0, RG_SIX, to};
    }
    for (int k = 0; k < piece.count; k++)
      for (int r = 0; r < width; r++) to[r * RG_SIX + piece.slot + k] = piece.w[k * width + r];
  }
  m->piece_end = n;
  return room;
}

/* the runs of a member, cut; room for them where `out` is not NULL; their number */
static int cut_runs(const rg_row_factor *factor, int unit, const int *tree_block, rg_piece *out) {
  int count = 0;
  for (int r = factor->run_start[unit]; r < factor->run_start[unit + 1]; r++)
    count +=
        cut_run(factor, &factor->run[r], factor->width[unit], tree_block, out ? out + count : NULL);
  return count;
}

/* pieces of all members; pairs of pieces of one member, -1 where memory ran out */
static int list_pieces(rg_arena *arena, rg_primal *p, const rg_cone *cone,
                       const rg_row_factor *factor, const int *unit, const int *tree_block) {
  size_t pieces = 0, doubles = 0, pairs = 0;
  for (int i = 0; i < p->members; i++) {
    size_t count = (size_t)cut_runs(factor, unit ? unit[i] : i, tree_block, NULL);
    place_member(cone, i, &p->member[i]);
    pieces += count;
    doubles += count * (size_t)(RG_SIX * p->member[i].width);
    pairs += count * count;
  }
  p->piece = RG_RAW(arena, rg_piece, pieces);
  p->pair = RG_RAW(arena, int, pairs);
  double *room = RG_RAW(arena, double, doubles);
  if (arena->failed) return -1;
  p->pieces = 0;
  pairs = 0;
  for (int i = 0; i < p->members; i++) {
    rg_member *m = &p->member[i];
    int begin = m->piece_start = p->pieces;
    m->piece_end = begin + cut_runs(factor, unit ? unit[i] : i, tree_block, p->piece + begin);
    m->full = is_full(p, m);
    m->padded = m->width == 1 || m->width == RG_WIDEST;
    if (m->padded) room = pad_member(p, m, room);
    m->pair_start = (int)pairs;
    p->pieces = m->piece_end;
    pairs += (size_t)((m->piece_end - begin) * (m->piece_end - begin));
  }
  return (int)pairs;
}

/* block rows of H: who shares a member with whom, and every block with itself */
static int find_pattern(rg_arena *arena, rg_primal *p, int pairs) {
  int n = p->blocks, *count = RG_NEW(arena, int, n + 2), *mark = RG_RAW(arena, int, n);
  int *all = RG_RAW(arena, int, pairs + n), *at = RG_RAW(arena, int, n);
  p->start = RG_RAW(arena, int, n + 1);
  p->column = RG_RAW(arena, int, pairs + n);
  if (arena->failed) return 0;
  for (int i = 0; i < p->members; i++) {
    const rg_member *m = &p->member[i];
    for (int a = m->piece_start; a < m->piece_end; a++)
      count[p->piece[a].block + 2] += m->piece_end - m->piece_start;
  }
  for (int b = 1; b <= n; b++) count[b + 1] += count[b];
  for (int i = 0; i < p->members; i++) {
    const rg_member *m = &p->member[i];
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
    const rg_member *m = &p->member[i];
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

/* pattern, matrix and factors of 1 + W' E Q W */
static int setup_systems(rg_arena *arena, rg_primal *p, int pairs) {
  if (!find_pattern(arena, p, pairs)) return 0;
  p->H = RG_RAW(arena, double, (size_t)p->start[p->blocks] * RG_SQUARE);
  p->lu = rg_block_lu_new(arena, RG_SIX, p->blocks, p->start, p->column);
  p->active = RG_RAW(arena, unsigned char, p->blocks);
  p->coupled = RG_NEW(arena, unsigned char, p->members);
  p->E = RG_RAW(arena, double, 9 * (size_t)p->members);
  p->EQ = RG_RAW(arena, double, 9 * (size_t)p->members);
  if (arena->failed || !p->lu) return 0;
  memset(p->active, 1, (size_t)p->blocks);
  return 1;
}

rg_primal *rg_primal_new(rg_arena *arena, const rg_cone *cone, int systems) {
  const rg_row_factor *factor = cone->factor;
  const int *unit = cone->factor_unit;
  rg_primal *p = RG_NEW(arena, rg_primal, 1);
  int *tree_block = RG_RAW(arena, int, factor->size);
  if (!p || !tree_block) return NULL;
  p->members = member_count(cone);
  p->member = RG_RAW(arena, rg_member, p->members);
  if (arena->failed) return NULL;
  for (int k = 0; k < factor->size; k++) tree_block[k] = -1;
  p->blocks = number_blocks(factor, p, unit, tree_block);
  int pairs = list_pieces(arena, p, cone, factor, unit, tree_block);
  if (pairs < 0 || (systems && !setup_systems(arena, p, pairs))) return NULL;
  p->t = RG_RAW(arena, double, RG_SIX *(size_t)p->blocks);
  return arena->failed ? NULL : p;
}
