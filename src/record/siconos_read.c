/* Reads Siconos text: local and global friction contact problems, LCP, MLCP (docs/formats.md).
     local   u = W r + q                       A = W, c = q
     global  M v = H r + q, u = H' v + b       G = H', f = q, c = b
     LCP     w = M z + q                       A = M, c = q
     MLCP    [A C; D B] = M                    equality unknowns are free rows
   There is no magic number: which of the four it is follows from the first integers. */
#include "record/siconos_matrix.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 7 };

static const char BLANKS[] = " \t\n\r\v\f";

typedef enum siconos_kind { LOCAL_OR_GLOBAL, LCP, MLCP, UNKNOWN } siconos_kind;

/* the first tokens: non-negative integers where `numeric`, beginning with a letter where `word` */
typedef struct beginning {
  int count;
  int numeric[LOOK_AHEAD];
  int word[LOOK_AHEAD];
  long value[LOOK_AHEAD];
} beginning;

static beginning look_ahead(const rg_source *source) {
  beginning begin = {0};
  rg_tokens tokens = rg_tokens_begin(source->path, source->bytes, source->size, NULL);
  while (begin.count < LOOK_AHEAD && rg_token_more(&tokens)) {
    char *stop = NULL;
    long value = strtol(tokens.at, &stop, 10);
    size_t length = strcspn(tokens.at, BLANKS);
    // a 0 byte inside the text is no token
    if (length == 0) break;
    begin.value[begin.count] = value;
    begin.word[begin.count] = isalpha((unsigned char)*tokens.at);
    begin.numeric[begin.count++] = stop == tokens.at + length && value >= 0;
    tokens.at += length;
  }
  return begin;
}

static int is_storage(long value) { return value >= 0 && value <= 2; }

static int all_numeric(const beginning *begin, int count) {
  for (int k = 0; k < count; k++)
    if (!begin->numeric[k]) return 0;
  return 1;
}

/* LCP      n storage n n
   MLCP     0|1 0|1 n m              and then 0, where the block rows begin, if the first flag is
   set contact  2|3 contacts storage N N */
static siconos_kind tell_kind(const beginning *begin) {
  const long *t = begin->value;
  if (!all_numeric(begin, 4)) return UNKNOWN;
  int lcp = is_storage(t[1]) && t[2] == t[0] && t[3] == t[0];
  int flags = t[0] <= 1 && t[1] <= 1 && t[0] + t[1] > 0;
  if (flags && (t[0] == 0 ? !lcp : begin->numeric[4] && t[4] == 0)) return MLCP;
  int contact = (t[0] == 2 || t[0] == 3) && is_storage(t[2]) && begin->numeric[4] && t[3] == t[4];
  // "2 1 2 2 2 1": the banner of CSparse in the seventh place belongs to a contact problem
  int banner = begin->numeric[5] && begin->word[6];
  if (lcp && !(contact && banner)) return LCP;
  return contact ? LOCAL_OR_GLOBAL : UNKNOWN;
}

/* says where the header stops making sense */
static void fail_header(rg_tokens *tokens, const beginning *begin) {
  enum { HEADER = 5 };
  int k = 0;
  while (k < begin->count && k < HEADER && begin->numeric[k]) k++;
  if (k == HEADER) {
    rg_token_fail(tokens, "header",
                  "the first integers fit neither a contact problem, nor an LCP, nor an MLCP");
  } else if (k == begin->count && k < HEADER) {
    rg_token_fail_end(tokens, "header", "the file ends inside the header of a problem");
  } else {
    for (int skipped = 0; skipped < k; skipped++) rg_token_int(tokens, "header", 0, INT_MAX);
    rg_token_int(tokens, "header", 0, INT_MAX);
    rg_token_fail(tokens, "header", "is that of no problem that is known");
  }
}

static double *read_vector(rg_tokens *tokens, const rg_source *source, const char *name,
                           int count) {
  if (!rg_token_room(tokens, name, (size_t)count)) return NULL;
  double *vector = RG_NEW(source->arena, double, count);
  if (!vector) {
    tokens->status = rg_fail_at(source->error, RG_NO_MEMORY, source->path, 0, 0, name,
                                "does not fit into the memory");
    return NULL;
  }
  rg_token_reals(tokens, name, (size_t)count, vector);
  return vector;
}

static double *read_mu(rg_tokens *tokens, const rg_source *source, int contacts) {
  if (!rg_token_room(tokens, "mu", (size_t)contacts)) return NULL;
  double *mu = RG_NEW(source->arena, double, contacts);
  if (!mu) return NULL;
  for (int k = 0; k < contacts && tokens->status == RG_OK; k++) {
    rg_tokens before = *tokens;
    mu[k] = rg_token_real(tokens, "mu", k);
    if (mu[k] >= 0) continue;
    // point at the number, not behind it
    *tokens = before;
    rg_token_more(tokens);
    char element[32];
    snprintf(element, sizeof element, "mu[%d]", k);
    rg_token_fail(tokens, element, "a coefficient of friction is not negative, this one is %g",
                  mu[k]);
  }
  return mu;
}

/* After M of a size that W could have as well: does the header of H follow, or q? A header is three
   plain integers; a local file that looks so ends with q and mu and perhaps one number more. */
static int matrix_follows(const rg_tokens *at, int rows, int columns, int contacts) {
  rg_tokens tokens = *at;
  tokens.error = NULL;
  rg_token_int(&tokens, "", RG_SICONOS_DENSE, RG_SICONOS_CSPARSE);
  rg_token_int(&tokens, "", rows, rows);
  rg_token_int(&tokens, "", columns, columns);
  if (tokens.status != RG_OK) return 0;
  long left = 0;
  tokens = *at;
  while (rg_token_more(&tokens)) {
    tokens.at += strcspn(tokens.at, BLANKS);
    if (*tokens.at == 0) tokens.at = tokens.end;
    left++;
  }
  long local = (long)columns + contacts;
  return left != local && left != local + 1;
}

static void read_contact(rg_tokens *tokens, const rg_source *source, rg_problem *problem,
                         int freedom) {
  problem->kind = RG_KIND_CONTACT;
  problem->dim = rg_token_int(tokens, "dimension", 2, 3);
  problem->contacts = rg_token_int(tokens, "number of contacts", 0, RG_LARGEST_SIZE / 3);
  int size = problem->dim * problem->contacts;
  int global = freedom != size;
  rg_siconos_matrix first =
      rg_siconos_matrix_read(tokens, source, global ? "M" : "W", freedom, freedom);
  if (tokens->status != RG_OK) return;
  if (!global) global = matrix_follows(tokens, freedom, size, problem->contacts);
  if (global) {
    rg_siconos_matrix second = rg_siconos_matrix_read(tokens, source, "H", freedom, size);
    problem->f = read_vector(tokens, source, "q", freedom);
    problem->c = read_vector(tokens, source, "b", size);
    problem->mu = read_mu(tokens, source, problem->contacts);
    if (tokens->status != RG_OK) return;
    problem->M = rg_siconos_matrix_view(source, &first);
    problem->G = rg_siconos_matrix_transpose(source, &second);
  } else {
    problem->c = read_vector(tokens, source, "q", size);
    problem->mu = read_mu(tokens, source, problem->contacts);
    if (tokens->status != RG_OK) return;
    problem->A = rg_siconos_matrix_view(source, &first);
  }
}

static void read_lcp(rg_tokens *tokens, const rg_source *source, rg_problem *problem) {
  problem->kind = RG_KIND_LCP;
  problem->rows = rg_token_int(tokens, "n", 0, RG_LARGEST_SIZE);
  rg_siconos_matrix matrix =
      rg_siconos_matrix_read(tokens, source, "M", problem->rows, problem->rows);
  problem->c = read_vector(tokens, source, "q", problem->rows);
  if (tokens->status == RG_OK) problem->A = rg_siconos_matrix_view(source, &matrix);
}

/* lower bounds of an MLCP: equality unknowns are free, the others start at 0 */
static double *new_lower(rg_tokens *tokens, const rg_source *source, int equalities, int size) {
  if (!rg_token_room(tokens, "M", (size_t)size)) return NULL;
  double *lower = RG_NEW(source->arena, double, size);
  for (int i = 0; lower && i < equalities; i++) lower[i] = -HUGE_VAL;
  return lower;
}

/* block ends until one reaches the size, then a flag a block: 0 equality, 1 complementarity */
static void read_block_flags(rg_tokens *tokens, const rg_source *source, int equalities, int size,
                             double *lower) {
  if (!rg_token_room(tokens, "blocksRows", 1)) return;
  int *end = RG_NEW(source->scratch, int, size + 2);
  if (!end) return;
  int blocks = 0;
  end[0] = rg_token_int(tokens, "blocksRows", 0, 0);
  // each block has at least one row, so that there are no more blocks than rows
  while (tokens->status == RG_OK && end[blocks] < size) {
    int next = rg_token_int(tokens, "blocksRows", end[blocks] + 1, size);
    end[++blocks] = next;
  }
  int found = 0;
  for (int k = 0; k < blocks && tokens->status == RG_OK; k++) {
    int complementary = rg_token_int(tokens, "blocksIsComp", 0, 1);
    for (int i = end[k]; i < end[k + 1]; i++) lower[i] = complementary ? 0 : -HUGE_VAL;
    if (!complementary) found += end[k + 1] - end[k];
  }
  if (tokens->status == RG_OK && found != equalities)
    rg_token_fail(tokens, "blocksIsComp", "%d rows are equalities, the header says %d", found,
                  equalities);
}

/* where unknown k of [u; v] stands in M */
static int *mlcp_order(const rg_source *source, const double *lower, int equalities, int size) {
  int *place = RG_NEW(source->scratch, int, size);
  int next_equality = 0, next_other = equalities;
  for (int i = 0; place && i < size; i++)
    place[isinf(lower[i]) ? next_equality++ : next_other++] = i;
  return place;
}

/* rows x columns numbers by rows, to the places of those rows and columns in a matrix of `size` */
static void read_part(rg_tokens *tokens, const char *name, int rows, int columns, const int *row,
                      const int *column, double *matrix, int size) {
  for (int i = 0; i < rows && tokens->status == RG_OK; i++)
    for (int j = 0; j < columns && tokens->status == RG_OK; j++)
      matrix[(size_t)row[i] * (size_t)size + (size_t)column[j]] =
          rg_token_real(tokens, name, (long)i * columns + j);
}

/* A, B, C, D, a, b: the parts of M and q */
static void read_parts(rg_tokens *tokens, const rg_source *source, int n, int m,
                       const double *lower, double *matrix, double *vector) {
  int size = n + m;
  int *u = mlcp_order(source, lower, n, size);
  if (!u) return;
  const int *v = u + n;
  read_part(tokens, "A", n, n, u, u, matrix, size);
  read_part(tokens, "B", m, m, v, v, matrix, size);
  read_part(tokens, "C", n, m, u, v, matrix, size);
  read_part(tokens, "D", m, n, v, u, matrix, size);
  for (int i = 0; i < n; i++) vector[u[i]] = rg_token_real(tokens, "a", i);
  for (int i = 0; i < m; i++) vector[v[i]] = rg_token_real(tokens, "b", i);
}

/* entry (i, j), 0 where nothing is stored */
static double entry_at(const rg_matrix *A, int i, int j) {
  if (A->storage == RG_DENSE) return A->values[(size_t)i * (size_t)A->columns + (size_t)j];
  for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++)
    if (A->column[k] == j) return A->values[k];
  return 0;
}

/* both were written from the same numbers, perhaps with fewer digits */
static int agree(double x, double y) {
  const double digits = 1e-5;
  return fabs(x - y) <= digits * fmax(fabs(x), fabs(y));
}

/* M must be [A C; D B] and q must be [a; b] where a file has them all */
static void compare_parts(rg_tokens *tokens, const rg_problem *problem, const double *matrix,
                          const double *vector) {
  int size = problem->rows;
  for (int i = 0; i < size; i++) {
    if (!agree(problem->c[i], vector[i]))
      rg_token_fail(tokens, "q", "entry %d is %g, but %g in a or b", i, problem->c[i], vector[i]);
    for (int j = 0; j < size; j++) {
      double whole = entry_at(&problem->A, i, j);
      double part = matrix[(size_t)i * (size_t)size + (size_t)j];
      if (!agree(whole, part))
        rg_token_fail(tokens, "M", "entry (%d, %d) is %g, but %g in A, B, C or D", i, j, whole,
                      part);
    }
  }
}

static void read_mlcp(rg_tokens *tokens, const rg_source *source, rg_problem *problem) {
  problem->kind = RG_KIND_MLCP;
  int whole = rg_token_int(tokens, "storage1", 0, 1);
  int parts = rg_token_int(tokens, "storage2", 0, 1);
  int n = rg_token_int(tokens, "n", 0, RG_LARGEST_SIZE / 2);
  int m = rg_token_int(tokens, "m", 0, RG_LARGEST_SIZE / 2);
  int size = n + m;
  problem->rows = size;
  double *lower = new_lower(tokens, source, n, size);
  if (!lower) return;
  problem->lower = lower;
  if (whole) {
    read_block_flags(tokens, source, n, size, lower);
    rg_siconos_matrix matrix = rg_siconos_matrix_read(tokens, source, "M", size, size);
    problem->c = read_vector(tokens, source, "q", size);
    if (tokens->status != RG_OK) return;
    problem->A = rg_siconos_matrix_view(source, &matrix);
  }
  size_t entries = (size_t)size * (size_t)size;
  if (!parts || !rg_token_room(tokens, "A", entries + (size_t)size)) return;
  double *values = RG_NEW(source->arena, double, entries);
  double *vector = RG_NEW(source->arena, double, size);
  if (!vector || source->scratch->failed) return;
  read_parts(tokens, source, n, m, lower, values, vector);
  if (tokens->status != RG_OK || source->scratch->failed) return;
  if (whole) {
    compare_parts(tokens, problem, values, vector);
  } else {
    problem->A = rg_matrix_dense(size, size, values);
    problem->c = vector;
  }
}

rg_status rg_siconos_read(const rg_source *source, rg_problem *problem) {
  assert(source->bytes && source->bytes[source->size] == 0);
  rg_tokens tokens = rg_tokens_begin(source->path, source->bytes, source->size, source->error);
  beginning begin = look_ahead(source);
  siconos_kind kind = tell_kind(&begin);
  if (kind == LCP) read_lcp(&tokens, source, problem);
  if (kind == MLCP) read_mlcp(&tokens, source, problem);
  if (kind == LOCAL_OR_GLOBAL) {
    // the fourth number is the size of W or of M
    if (begin.value[3] > RG_LARGEST_SIZE)
      rg_token_fail(&tokens, "W", "a matrix of size %ld is too large", begin.value[3]);
    else read_contact(&tokens, source, problem, (int)begin.value[3]);
  }
  if (kind == UNKNOWN) fail_header(&tokens, &begin);
  if (tokens.status == RG_OK && (source->arena->failed || source->scratch->failed))
    tokens.status = rg_fail_at(source->error, RG_NO_MEMORY, source->path, 0, 0, "problem",
                               "does not fit into the memory");
  return tokens.status;
}
