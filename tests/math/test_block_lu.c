/* Block LU against elimination with full row pivoting of the same matrix written densely, over
   patterns (chain, arrow, grid, full, disconnected, random, unsymmetric) and subsets of blocks, with the sign of the
   determinant. Large
   ones, which are factored by fronts, against solutions known beforehand: b = J x. */
#include "math/block_lu.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCKS = 70, ENTRIES = BLOCKS * BLOCKS };

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

typedef struct block_matrix {
  int d, blocks;
  int start[BLOCKS + 1], column[ENTRIES];
  double values[ENTRIES * 9];
} block_matrix;

typedef enum pattern {
  DIAGONAL,
  CHAIN,
  ARROW,
  ARROW_BACKWARD,
  GRID,
  FULL,
  PAIRS,
  LOOSE,
  ONE_SIDED,
  NO_DIAGONAL, /* the diagonal of block 0 is not stored; the chain makes it up */
  PATTERNS
} pattern;

static int stored(pattern p, int n, int i, int j, uint64_t *seed) {
  double r = draw(seed);
  int apart = abs(i - j);
  if (i == j) return p != NO_DIAGONAL || i > 0;
  switch (p) {
  case CHAIN:
  case NO_DIAGONAL: return apart == 1;
  case ARROW: return i == 0 || j == 0;
  case ARROW_BACKWARD: return i == n - 1 || j == n - 1;
  case GRID: return apart == 6 || (apart == 1 && (i < j ? j : i) % 6);
  case FULL: return 1;
  case PAIRS: return i / 2 == j / 2;
  case LOOSE: return r > 0.8;
  case ONE_SIDED: return i < j && r > 0.7; /* made symmetric by set-up */
  default: return 0;
  }
}

static void make(block_matrix *m, pattern p, int d, int blocks, uint64_t *seed) {
  int count = 0;
  m->d = d, m->blocks = blocks;
  for (int i = 0; i < blocks; i++) {
    m->start[i] = count;
    for (int j = 0; j < blocks; j++) {
      if (!stored(p, blocks, i, j, seed)) continue;
      m->column[count] = j;
      for (int k = 0; k < d * d; k++) {
        int on_diagonal = i == j && k % (d + 1) == 0;
        m->values[count * d * d + k] = draw(seed) + (on_diagonal ? blocks + 3 : 0);
      }
      count++;
    }
  }
  m->start[blocks] = count;
  for (int i = 0; i < blocks; i++) /* some rows the other way round: determinants of either sign */
    for (int k = 0; k < d; k++) {
      if (draw(seed) > 0) continue;
      for (int q = m->start[i]; q < m->start[i + 1]; q++)
        for (int j = 0; j < d; j++) m->values[q * d * d + k * d + j] *= -1;
    }
}

/* x = J \ x over the active blocks, by elimination of the dense matrix with row pivoting; returns the sign of
   the determinant */
static int dense_solve(const block_matrix *m, const unsigned char *active, double *x) {
  int d = m->d, n = 0, index[3 * BLOCKS], place[BLOCKS], sign = 1;
  static double J[3 * BLOCKS][3 * BLOCKS + 1];
  for (int b = 0; b < m->blocks; b++) {
    place[b] = n;
    for (int k = 0; k < d && active[b]; k++) index[n++] = b * d + k;
  }
  memset(J, 0, sizeof J);
  for (int b = 0; b < m->blocks; b++)
    for (int p = m->start[b]; p < m->start[b + 1] && active[b]; p++)
      for (int k = 0; k < d * d && active[m->column[p]]; k++)
        J[place[b] + k / d][place[m->column[p]] + k % d] += m->values[p * d * d + k];
  for (int i = 0; i < n; i++) J[i][n] = x[index[i]];
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++)
      if (fabs(J[i][k]) > fabs(J[best][k])) best = i;
    assert_true(fabs(J[best][k]) > 1e-9);
    if ((best != k) != (J[best][k] < 0)) sign = -sign;
    for (int j = 0; j <= n; j++) {
      double t = J[k][j];
      J[k][j] = J[best][j];
      J[best][j] = t;
    }
    for (int i = 0; i < n; i++) {
      double f = i == k ? 0 : J[i][k] / J[k][k];
      for (int j = k; j <= n && f != 0; j++) J[i][j] -= f * J[k][j];
    }
  }
  for (int i = 0; i < n; i++) x[index[i]] = J[i][n] / J[i][i];
  return sign;
}

static void compare(const block_matrix *m, rg_block_lu *lu, const unsigned char *active,
                    uint64_t *seed) {
  double x[3 * BLOCKS], y[3 * BLOCKS], right[3 * BLOCKS];
  int n = m->d * m->blocks;
  for (int i = 0; i < n; i++) x[i] = y[i] = right[i] = draw(seed);
  assert_int_equal(rg_block_lu_factor(lu, m->start, m->column, m->values, active), 0);
  rg_block_lu_solve(lu, active, x);
  int sign = dense_solve(m, active, y);
  assert_int_equal(rg_block_lu_sign(lu, active), sign);
  for (int i = 0; i < n; i++) {
    assert_true(fabs(x[i] - y[i]) <= 1e-11 * (1 + fabs(y[i])));
    if (!active[i / m->d]) assert_true(x[i] == right[i]); /* not touched */
  }
}

static void every_pattern(void **state) {
  (void)state;
  static block_matrix m;
  static const int sizes[] = {1, 2, 3, 5, 6, 17, 64, 65, BLOCKS};
  uint64_t seed = 3;
  for (int d = 2; d <= 3; d++)
    for (int p = 0; p < PATTERNS; p++)
      for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        rg_arena arena = {0};
        unsigned char active[BLOCKS];
        if (p == NO_DIAGONAL) continue;
        make(&m, (pattern)p, d, sizes[k], &seed);
        rg_block_lu *lu = rg_block_lu_new(&arena, d, m.blocks, m.start, m.column);
        assert_non_null(lu);
        assert_true(rg_block_lu_fill(lu) >= m.blocks);
        assert_true(rg_block_lu_fill(lu) <= (long)m.blocks * m.blocks);
        memset(active, 1, sizeof active);
        compare(&m, lu, active, &seed);
        /* other blocks switched off each time, the same factor memory, new numbers too */
        for (int round = 0; round < 4; round++) {
          for (int b = 0; b < m.blocks; b++) active[b] = draw(&seed) > (round ? 0.3 : -0.8);
          for (int i = 0; i < m.start[m.blocks] * d * d; i++) m.values[i] *= 1.5;
          compare(&m, lu, active, &seed);
        }
        memset(active, 0, sizeof active);
        compare(&m, lu, active, &seed);
        rg_arena_free(&arena);
      }
}

/* a chain has no fill in any order of least degree, an arrow none where its tip comes last */
static void fill_is_least_where_known(void **state) {
  (void)state;
  static block_matrix m;
  static const struct {
    pattern p;
    long fill;
  } known[] = {{DIAGONAL, BLOCKS},      {CHAIN, 3 * BLOCKS - 2},
               {ARROW, 3 * BLOCKS - 2}, {ARROW_BACKWARD, 3 * BLOCKS - 2},
               {PAIRS, 2 * BLOCKS},     {FULL, BLOCKS * BLOCKS}};
  uint64_t seed = 4;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    rg_arena arena = {0};
    make(&m, known[k].p, 3, BLOCKS, &seed);
    rg_block_lu *lu = rg_block_lu_new(&arena, 3, m.blocks, m.start, m.column);
    assert_non_null(lu);
    assert_true(rg_block_lu_fill(lu) == known[k].fill);
    rg_arena_free(&arena);
  }
}

/* set-up adds a diagonal that is not stored: [0 B; C D] has a zero pivot, which is reported */
static void missing_diagonal_is_a_singular_pivot(void **state) {
  (void)state;
  static block_matrix m;
  uint64_t seed = 5;
  for (int d = 2; d <= 3; d++) {
    rg_arena arena = {0};
    unsigned char active[2] = {1, 1};
    make(&m, NO_DIAGONAL, d, 2, &seed);
    rg_block_lu *lu = rg_block_lu_new(&arena, d, 2, m.start, m.column);
    assert_non_null(lu);
    assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), d);
    active[0] = 0;
    assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 0);
    rg_arena_free(&arena);
  }
}

static void singular_blocks_are_counted_and_finite(void **state) {
  (void)state;
  static block_matrix m;
  uint64_t seed = 6;
  unsigned char active[BLOCKS];
  double x[3 * BLOCKS];
  rg_arena arena = {0};
  memset(active, 1, sizeof active);
  make(&m, DIAGONAL, 3, 4, &seed);
  memset(m.values, 0, 9 * sizeof(double));         /* block 0: rank 0 */
  for (int k = 0; k < 9; k++) m.values[9 + k] = 1; /* block 1: rank 1 */
  rg_block_lu *lu = rg_block_lu_new(&arena, 3, 4, m.start, m.column);
  assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 3 + 2);
  for (int i = 0; i < 12; i++) x[i] = 1;
  rg_block_lu_solve(lu, active, x);
  for (int i = 0; i < 12; i++) assert_true(!isnan(x[i]));
  rg_arena_free(&arena);
}

/* G G' + shift of contacts that share one body: rank 6 of 3 BLOCKS. With right = (G G' + shift) x the
   answer must reproduce `right` to rounding, whatever the condition, which is 1e10 here */
static void redundant_contacts_leave_a_small_residual(void **state) {
  (void)state;
  enum { CONTACTS = 12, N = 3 * CONTACTS };
  static block_matrix m;
  uint64_t seed = 8;
  double G[N][6], x[N], right[N], size = 0;
  unsigned char active[CONTACTS];
  memset(active, 1, sizeof active);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 6; k++) G[i][k] = draw(&seed);
  make(&m, FULL, 3, CONTACTS, &seed);
  for (int i = 0; i < N; i++) {
    right[i] = 0;
    for (int j = 0; j < N; j++) {
      double *entry = &m.values[(i / 3 * CONTACTS + j / 3) * 9 + i % 3 * 3 + j % 3];
      *entry = i == j ? 1e-9 : 0;
      for (int k = 0; k < 6; k++) *entry += G[i][k] * G[j][k];
      right[i] += *entry;
    }
    x[i] = right[i];
  }
  rg_arena arena = {0};
  rg_block_lu *lu = rg_block_lu_new(&arena, 3, CONTACTS, m.start, m.column);
  assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 0);
  rg_block_lu_solve(lu, active, x);
  for (int i = 0; i < N; i++) size = fmax(size, fabs(x[i]));
  for (int i = 0; i < N; i++) {
    double sum = -right[i];
    for (int j = 0; j < N; j++)
      sum += m.values[(i / 3 * CONTACTS + j / 3) * 9 + i % 3 * 3 + j % 3] * x[j];
    assert_true(fabs(sum) < 1e-12 * (10 + size));
  }
  rg_arena_free(&arena);
}

/* --- many blocks --------------------------------------------------------------------------------------- */

enum { MANY = 700, MANY_ENTRIES = 40 * MANY };

typedef struct large_matrix {
  int d, blocks;
  int start[MANY + 1], column[MANY_ENTRIES];
  double values[MANY_ENTRIES * 36];
} large_matrix;

typedef enum large_pattern {
  HEAP,      /* blocks are contacts of bodies; coupled where they share one */
  BOXES,     /* a grid in space, with diagonals at random */
  SCATTERED, /* many small parts that do not touch each other */
  SPIDER,    /* three blocks that all others are coupled to */
  LONG_CHAIN,
  CLIQUES,
  ALONE,
  LARGE_PATTERNS
} large_pattern;

static int ends[MANY][2]; /* bodies of the contacts of a heap */

static void draw_heap(int bodies, uint64_t *seed) {
  for (int c = 0; c < MANY; c++) {
    int a = (int)((draw(seed) + 1) / 2 * bodies), reach = 1 + (int)((draw(seed) + 1) * 4);
    ends[c][0] = a;
    ends[c][1] = (a + reach * (draw(seed) > 0 ? 1 : 7)) % bodies;
  }
}

static int shares_body(int i, int j) {
  return ends[i][0] == ends[j][0] || ends[i][0] == ends[j][1] || ends[i][1] == ends[j][0] ||
         ends[i][1] == ends[j][1];
}

static int coupled(large_pattern p, int i, int j, const double *chance) {
  int apart = abs(i - j), least = i < j ? i : j;
  if (i == j) return 1;
  switch (p) {
  case HEAP: return shares_body(i, j);
  case BOXES: return apart == 1 || apart == 8 || apart == 64 || (apart == 9 && chance[least] > 0);
  case SCATTERED: return i / 7 == j / 7 && (apart < 2 || chance[least] > 0.2);
  case SPIDER: return least < 3 && i < 39 * 17 && j < 39 * 17 && (least == 0 || apart % 40 == 0);
  case LONG_CHAIN: return apart == 1;
  case CLIQUES: return i / 30 == j / 30;
  default: return 0;
  }
}

static void make_large(large_matrix *m, large_pattern p, int d, int blocks, uint64_t *seed) {
  double chance[MANY];
  int count = 0, dd = d * d;
  for (int i = 0; i < MANY; i++) chance[i] = draw(seed);
  draw_heap(blocks / 3 + 1, seed);
  m->d = d, m->blocks = blocks;
  for (int i = 0; i < blocks; i++) {
    double *diagonal = NULL, sum = 0;
    m->start[i] = count;
    for (int j = 0; j < blocks; j++) {
      if (!coupled(p, i, j, chance)) continue;
      assert_true(count < MANY_ENTRIES);
      if (i == j) diagonal = m->values + count * dd;
      m->column[count] = j;
      for (int k = 0; k < dd; k++) m->values[count * dd + k] = draw(seed), sum += 1;
      count++;
    }
    for (int k = 0; k < d; k++) diagonal[k * d + (k + 1) % d] += 0.6 * sum / d; /* not diagonal */
  }
  m->start[blocks] = count;
}

/* b = J x over the active blocks */
static void product(const large_matrix *m, const unsigned char *active, const double *x,
                    double *b) {
  int d = m->d;
  for (int i = 0; i < m->blocks; i++)
    for (int a = 0; a < d && active[i]; a++) {
      b[i * d + a] = 0;
      for (int k = m->start[i]; k < m->start[i + 1]; k++)
        for (int c = 0; c < d && active[m->column[k]]; c++)
          b[i * d + a] += m->values[(k * d + a) * d + c] * x[m->column[k] * d + c];
    }
}

/* a solution known beforehand is found again; the other blocks are not touched */
static void recover(const large_matrix *m, rg_block_lu *lu, const unsigned char *active,
                    uint64_t *seed) {
  static double x[6 * MANY], b[6 * MANY];
  int n = m->d * m->blocks;
  for (int i = 0; i < n; i++) x[i] = b[i] = draw(seed);
  product(m, active, x, b);
  assert_int_equal(rg_block_lu_factor(lu, m->start, m->column, m->values, active), 0);
  rg_block_lu_solve(lu, active, b);
  for (int i = 0; i < n; i++) {
    if (active[i / m->d]) assert_true(fabs(b[i] - x[i]) <= 1e-10);
    else assert_true(b[i] == x[i]);
  }
}

/* one factor memory through masks of all kinds: all, nearly all, half, a few less, others, few, none */
static void large_patterns_and_masks(void **state) {
  (void)state;
  static large_matrix m;
  static const double share[] = {1, 0.98, 0.5, 0.5, 0.5, 0.85, 0.05, 0, 1};
  static const int widths[] = {2, 3, 6}, sizes[] = {65, 200, MANY};
  uint64_t seed = 11;
  for (int p = 0; p < LARGE_PATTERNS; p++)
    for (int w = 0; w < 3; w++)
      for (int size = 0; size < 3; size++) {
        rg_arena arena = {0};
        unsigned char active[MANY];
        make_large(&m, (large_pattern)p, widths[w], sizes[size], &seed);
        rg_block_lu *lu = rg_block_lu_new(&arena, m.d, m.blocks, m.start, m.column);
        assert_non_null(lu);
        for (size_t round = 0; round < sizeof share / sizeof *share; round++) {
          for (int b = 0; b < m.blocks; b++) {
            if (round == 3) active[b] = active[b] && b % 90 != 0; /* some of the last ones */
            else active[b] = (draw(&seed) + 1) / 2 < share[round];
          }
          recover(&m, lu, active, &seed);
        }
        rg_arena_free(&arena);
      }
}

/* the same calls on two factor memories give the same bits */
static void large_answers_repeat(void **state) {
  (void)state;
  static large_matrix m;
  static double x[2][3 * MANY];
  uint64_t seed = 12;
  rg_arena arena = {0};
  unsigned char active[MANY];
  make_large(&m, HEAP, 3, MANY, &seed);
  for (int run = 0; run < 2; run++) {
    uint64_t same = 13;
    rg_block_lu *lu = rg_block_lu_new(&arena, 3, MANY, m.start, m.column);
    assert_non_null(lu);
    for (int i = 0; i < 3 * MANY; i++) x[run][i] = draw(&same);
    for (int round = 0; round < 4; round++) {
      for (int b = 0; b < MANY; b++) active[b] = draw(&same) < 0.4;
      rg_block_lu_factor(lu, m.start, m.column, m.values, active);
      rg_block_lu_solve(lu, active, x[run]);
    }
  }
  assert_memory_equal(x[0], x[1], sizeof x[0]);
  rg_arena_free(&arena);
}

/* large fronts are shared by threads: the same bits with one, two and three, for every size of block */
static void threads_share_fronts(void **state) {
  (void)state;
  enum { THREADS = 3 };
  static large_matrix m;
  static double x[THREADS][6 * MANY];
  uint64_t seed = 21;
  for (int k = 0; k < 6; k++) {
    static const int sizes[] = {2, 3, 6};
    int d = sizes[k % 3];
    unsigned char active[MANY];
    memset(active, 1, sizeof active);
    make_large(&m, k < 3 ? HEAP : BOXES, d, MANY, &seed);
    for (int threads = 1; threads <= THREADS; threads++) {
      uint64_t same = 22;
      rg_arena arena = {0};
      rg_workers *workers = rg_workers_new(threads);
      rg_block_lu *lu = rg_block_lu_new(&arena, d, MANY, m.start, m.column);
      assert_non_null(lu);
      rg_block_lu_share(lu, workers);
      for (int i = 0; i < d * MANY; i++) x[threads - 1][i] = draw(&same);
      rg_block_lu_factor(lu, m.start, m.column, m.values, active);
      rg_block_lu_solve(lu, active, x[threads - 1]);
      assert_memory_equal(x[0], x[threads - 1], (size_t)(d * MANY) * sizeof(double));
      rg_workers_free(workers);
      rg_arena_free(&arena);
    }
  }
}

/* blocks of a heap with more contacts than its bodies have freedoms: W W' + shift, singular but for
   the shift. The answer must reproduce the right-hand side to rounding. */
static void redundant_heap_leaves_a_small_residual(void **state) {
  (void)state;
  enum { CONTACTS = 400, BODIES = CONTACTS / 3 + 1 };
  static large_matrix m;
  static double W[CONTACTS][2][3][6], x[3 * CONTACTS], right[3 * CONTACTS], back[3 * CONTACTS];
  uint64_t seed = 14;
  unsigned char active[CONTACTS];
  make_large(&m, HEAP, 3, CONTACTS, &seed);
  for (int c = 0; c < CONTACTS; c++)
    for (int k = 0; k < 36; k++) W[c][k / 18][k / 6 % 3][k % 6] = draw(&seed);
  for (int i = 0; i < CONTACTS; i++)
    for (int e = m.start[i]; e < m.start[i + 1]; e++)
      for (int ab = 0; ab < 9; ab++) {
        int j = m.column[e], a = ab / 3, b = ab % 3;
        double sum = i == j && a == b ? 1e-8 : 0;
        for (int side = 0; side < 4; side++)
          for (int k = 0; k < 6 && ends[i][side / 2] == ends[j][side % 2]; k++)
            sum += W[i][side / 2][a][k] * W[j][side % 2][b][k];
        m.values[e * 9 + ab] = sum;
      }
  for (int round = 0; round < 3; round++) {
    rg_arena arena = {0};
    double size = 0;
    for (int b = 0; b < CONTACTS; b++) active[b] = round == 0 || draw(&seed) < 0.7 - 0.4 * round;
    rg_block_lu *lu = rg_block_lu_new(&arena, 3, CONTACTS, m.start, m.column);
    assert_non_null(lu);
    for (int i = 0; i < 3 * CONTACTS; i++) back[i] = active[i / 3] ? 1 + draw(&seed) : 0;
    product(&m, active, back, right);
    memcpy(x, right, sizeof x);
    assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 0);
    rg_block_lu_solve(lu, active, x);
    product(&m, active, x, back);
    for (int i = 0; i < 3 * CONTACTS; i++) size = fmax(size, active[i / 3] ? fabs(x[i]) : 0);
    for (int i = 0; i < 3 * CONTACTS; i++)
      if (active[i / 3]) assert_true(fabs(back[i] - right[i]) < 1e-11 * (10 + size));
    rg_arena_free(&arena);
  }
}

/* rank 0 and rank 1 among many: as many pivots replaced as ranks are missing */
static void large_singular_blocks_are_counted(void **state) {
  (void)state;
  static large_matrix m;
  uint64_t seed = 15;
  unsigned char active[MANY];
  static double x[3 * MANY];
  rg_arena arena = {0};
  memset(active, 1, sizeof active);
  make_large(&m, ALONE, 3, MANY, &seed);
  memset(m.values + 9 * 40, 0, 9 * sizeof(double));
  for (int k = 0; k < 9; k++) /* rank 1 but for rounding */
    m.values[9 * 600 + k] = sqrt(2 + k / 3) * sqrt(7 - k % 3) + 1e-15 * draw(&seed);
  rg_block_lu *lu = rg_block_lu_new(&arena, 3, MANY, m.start, m.column);
  assert_non_null(lu);
  assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 3 + 2);
  for (int i = 0; i < 3 * MANY; i++) x[i] = 1;
  rg_block_lu_solve(lu, active, x);
  for (int i = 0; i < 3 * MANY; i++) assert_true(!isnan(x[i]));
  active[40] = active[600] = 0;
  assert_int_equal(rg_block_lu_factor(lu, m.start, m.column, m.values, active), 0);
  rg_arena_free(&arena);
}

static void nothing_is_fine(void **state) {
  (void)state;
  rg_arena arena = {0};
  int start[1] = {0};
  for (int d = 2; d <= 3; d++) {
    rg_block_lu *lu = rg_block_lu_new(&arena, d, 0, start, NULL);
    assert_non_null(lu);
    assert_true(rg_block_lu_fill(lu) == 0);
    assert_int_equal(rg_block_lu_factor(lu, start, NULL, NULL, NULL), 0);
    rg_block_lu_solve(lu, NULL, NULL);
  }
  rg_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pattern),
      cmocka_unit_test(fill_is_least_where_known),
      cmocka_unit_test(missing_diagonal_is_a_singular_pivot),
      cmocka_unit_test(singular_blocks_are_counted_and_finite),
      cmocka_unit_test(redundant_contacts_leave_a_small_residual),
      cmocka_unit_test(large_patterns_and_masks),
      cmocka_unit_test(large_answers_repeat),
      cmocka_unit_test(threads_share_fronts),
      cmocka_unit_test(redundant_heap_leaves_a_small_residual),
      cmocka_unit_test(large_singular_blocks_are_counted),
      cmocka_unit_test(nothing_is_fine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
