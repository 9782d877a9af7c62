/* Elimination in a dense front, included once for each instruction set with
     LANES      doubles in a vector,
     TARGET     attribute of the functions,
     NAMED(x)   name of function x.
   Each entry has its products subtracted one by one in the order of the columns, so all instruction
   sets give the same bits. No include guard on purpose. */

typedef double NAMED(vector) __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* C -= A B for a tile of `rows` x `vectors`, constants; rows of all three are `ld` apart */
TARGET static inline __attribute__((always_inline)) void NAMED(tile)(const int rows,
                                                                     const int vectors, int depth,
                                                                     size_t ld, const double *A,
                                                                     const double *B, double *C) {
  NAMED(vector) c[6][2];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < vectors; j++)
      c[i][j] = *(const NAMED(vector) *)(C + (size_t)i * ld + j * LANES);
  for (int k = 0; k < depth; k++, B += ld) {
    NAMED(vector) b[2];
    for (int j = 0; j < vectors; j++) b[j] = *(const NAMED(vector) *)(B + j * LANES);
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < vectors; j++) c[i][j] -= A[(size_t)i * ld + (size_t)k] * b[j];
  }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < vectors; j++) *(NAMED(vector) *)(C + (size_t)i * ld + j * LANES) = c[i][j];
}

/* C -= A B, rows x `vectors` */
TARGET static inline __attribute__((always_inline)) void NAMED(strip)(int rows, const int vectors,
                                                                      int depth, size_t ld,
                                                                      const double *A,
                                                                      const double *B, double *C) {
  int i = 0;
  for (; i + 6 <= rows; i += 6, A += 6 * ld, C += 6 * ld)
    NAMED(tile)(6, vectors, depth, ld, A, B, C);
  for (; i + 3 <= rows; i += 3, A += 3 * ld, C += 3 * ld)
    NAMED(tile)(3, vectors, depth, ld, A, B, C);
  for (; i < rows; i++, A += ld, C += ld) NAMED(tile)(1, vectors, depth, ld, A, B, C);
}

/* C -= A B, rows x columns; up to LANES - 1 columns beyond them are written too */
TARGET static void NAMED(subtract_product)(int rows, int columns, int depth, size_t ld,
                                           const double *A, const double *B, double *C) {
  int j = 0;
  for (; j + LANES < columns; j += 2 * LANES) NAMED(strip)(rows, 2, depth, ld, A, B + j, C + j);
  if (j < columns) NAMED(strip)(rows, 1, depth, ld, A, B + j, C + j);
}

/* C -= A B for rows x NARROW with nothing beyond, rows a constant */
TARGET static inline __attribute__((always_inline)) void
NAMED(narrow_tile)(const int rows, int depth, size_t ld, const double *A, const double *B,
                   double *C) {
  pair c[4][NARROW / 2];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < NARROW / 2; j++) c[i][j] = *(const pair *)(C + (size_t)i * ld + 2 * j);
  for (int k = 0; k < depth; k++, B += ld)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < NARROW / 2; j++)
        c[i][j] -= A[(size_t)i * ld + (size_t)k] * *(const pair *)(B + 2 * j);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < NARROW / 2; j++) *(pair *)(C + (size_t)i * ld + 2 * j) = c[i][j];
}

/* C -= A B for one column of C */
TARGET static void NAMED(subtract_column)(int rows, int depth, size_t ld, const double *A,
                                          const double *B, double *C) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < depth; k++)
      C[(size_t)i * ld] -= A[(size_t)i * ld + (size_t)k] * B[(size_t)k * ld];
}

/* rows *= U^-1 for the upper triangle U of `width`, a constant; inverse: of its diagonal */
TARGET static inline __attribute__((always_inline)) void
NAMED(divide_rows)(int rows, const int width, size_t ld, const double *U, const double *inverse,
                   double *C) {
  double u[NARROW][NARROW];
  for (int i = 0; i < width; i++)
    for (int j = 0; j < width; j++) u[i][j] = U[(size_t)i * ld + (size_t)j];
  for (int i = 0; i < rows; i++, C += ld) {
    double c[NARROW];
    for (int j = 0; j < width; j++) c[j] = C[j];
#pragma GCC unroll 6
    for (int k = 0; k < width; k++) {
      c[k] *= inverse[k];
#pragma GCC unroll 6
      for (int j = k + 1; j < width; j++) c[j] -= c[k] * u[k][j];
    }
    for (int j = 0; j < width; j++) C[j] = c[j];
  }
}

/* C = L^-1 C for the unit lower triangle L of `width` rows, a constant; writes up to LANES - 1
   columns beyond */
TARGET static inline __attribute__((always_inline)) void
NAMED(lower_rows)(const int width, int columns, size_t ld, const double *L, double *C) {
  for (int j = 0; j < columns; j += LANES) {
    NAMED(vector) c[NARROW];
#pragma GCC unroll 6
    for (int i = 0; i < width; i++) {
      c[i] = *(const NAMED(vector) *)(C + (size_t)i * ld + j);
#pragma GCC unroll 6
      for (int k = 0; k < i; k++) c[i] -= L[(size_t)i * ld + (size_t)k] * c[k];
      *(NAMED(vector) *)(C + (size_t)i * ld + j) = c[i];
    }
  }
}

/* row k of the panel is final: those up to w lose their multiple of it */
TARGET static inline __attribute__((always_inline)) void
NAMED(eliminate_column)(int k, int end, int w, size_t ld, double *F) {
  const double *restrict row = F + (size_t)k * ld;
  double inverse = 1 / row[k];
  for (int i = k + 1; i < w; i++) {
    double *restrict to = F + (size_t)i * ld, f = to[k] * inverse;
    to[k] = f;
    for (int j = k + 1; j < end; j++) to[j] -= f * row[j];
  }
}

/* columns from .. end of all rows, pivots among the rows before w */
TARGET static int NAMED(narrow_panel)(int d, int from, int end, int w, int n, size_t ld, double *F,
                                      int *pivot) {
  int replaced = 0;
  double floor = 0, inverse[NARROW];
  for (int k = from; k < end; k++) {
    if (k % d == 0)
      floor = d == 6   ? least_pivot(6, k, w, ld, F)
              : d == 3 ? least_pivot(3, k, w, ld, F)
                       : least_pivot(2, k, w, ld, F);
    replaced += choose_pivot(k, w, n, ld, F, floor, pivot);
    NAMED(eliminate_column)(k, end, w, ld, F);
    inverse[k - from] = 1 / F[(size_t)k * ld + (size_t)k];
  }
  const double *U = F + (size_t)from * ld + from;
  double *below = F + (size_t)w * ld + from;
  switch (end - from) {
  case 6: NAMED(divide_rows)(n - w, 6, ld, U, inverse, below); break;
  case 4: NAMED(divide_rows)(n - w, 4, ld, U, inverse, below); break;
  case 3: NAMED(divide_rows)(n - w, 3, ld, U, inverse, below); break;
  default: NAMED(divide_rows)(n - w, 2, ld, U, inverse, below);
  }
  return replaced;
}

/* rows from .. end of U, narrow, in columns end .. last: those before are there already */
TARGET static void NAMED(narrow_rows)(int from, int end, int first, int last, size_t ld,
                                      double *F) {
  const double *L = F + (size_t)from * ld + from;
  double *C = F + (size_t)from * ld + first;
  switch (end - from) {
  case 6: NAMED(lower_rows)(6, last - first, ld, L, C); break;
  case 4: NAMED(lower_rows)(4, last - first, ld, L, C); break;
  case 3: NAMED(lower_rows)(3, last - first, ld, L, C); break;
  default: NAMED(lower_rows)(2, last - first, ld, L, C);
  }
}

/* columns end .. last of the rows below a narrow panel, before the rest of its wide one goes on */
TARGET static void NAMED(update_panel)(int from, int end, int last, int n, size_t ld, double *F) {
  for (int i = from + 1; i < end; i++) /* rows of U */
    for (int k = from; k < i; k++)
      for (int j = end; j < last; j++)
        F[(size_t)i * ld + (size_t)j] -=
            F[(size_t)i * ld + (size_t)k] * F[(size_t)k * ld + (size_t)j];
  const double *A = F + (size_t)end * ld + from, *B = F + (size_t)from * ld;
  double *C = F + (size_t)end * ld;
  int j = end;
  for (; j + NARROW <= last; j += NARROW) {
    int i = 0;
    for (; i + 4 <= n - end; i += 4)
      NAMED(narrow_tile)(4, end - from, ld, A + (size_t)i * ld, B + j, C + (size_t)i * ld + j);
    for (; i < n - end; i++)
      NAMED(narrow_tile)(1, end - from, ld, A + (size_t)i * ld, B + j, C + (size_t)i * ld + j);
  }
  for (; j < last; j++) NAMED(subtract_column)(n - end, end - from, ld, A, B + j, C + j);
}

TARGET static void NAMED(update_some)(void *context, int portion, int first, int end) {
  const band *b = context;
  (void)portion;
  int from = first * BAND, to = end * BAND < b->size ? end * BAND : b->size;
  size_t at = (size_t)from * b->ld;
  NAMED(subtract_product)(to - from, b->size, b->depth, b->ld, b->A + at, b->B, b->C + at);
}

/* what is left of the front loses the product of a wide panel, by bands of rows that threads share where it is large */
TARGET static void NAMED(update_rest)(rg_workers *workers, int from, int end, int n, size_t ld,
                                      double *F) {
  size_t e = (size_t)end, f = (size_t)from;
  band b = {n - end, end - from, ld, F + e * ld + f, F + f * ld + e, F + e * ld + e};
  if (!workers || n - end < SHARED)
    NAMED(subtract_product)(b.size, b.size, b.depth, ld, b.A, b.B, b.C);
  else rg_portions_run(workers, (b.size + BAND - 1) / BAND, NAMED(update_some), &b);
}

/* P F = L U in the first w of n columns, row pivoting among the first w rows; the rest is left with
   what is to be handed on. Returns the number of pivots replaced. */
TARGET static int NAMED(eliminate)(rg_workers *workers, int d, int w, int n, size_t ld, double *F,
                                   int *pivot) {
  int replaced = 0;
  for (int from = 0; from < w; from += WIDE) {
    int end = from + WIDE < w ? from + WIDE : w;
    for (int k = from; k < end; k += NARROW) {
      int stop = k + NARROW < end ? k + NARROW : end;
      replaced += NAMED(narrow_panel)(d, k, stop, w, n, ld, F, pivot);
      if (stop < end) NAMED(update_panel)(k, stop, end, n, ld, F);
    }
    if (end == n) break;
    for (int k = from; k < end; k += NARROW) {
      int stop = k + NARROW < end ? k + NARROW : end;
      NAMED(subtract_product)
      (stop - k, n - end, k - from, ld, F + (size_t)k * ld + from, F + (size_t)from * ld + end,
       F + (size_t)k * ld + end);
      NAMED(narrow_rows)(k, stop, end, n, ld, F);
    }
    NAMED(update_rest)(workers, from, end, n, ld, F);
  }
  return replaced;
}
