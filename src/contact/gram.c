/* A = h W W': lists of the groups of each tree give the pattern without looking at pairs that do not
   meet; each block is computed once and mirrored. */
#include "contact/gram.h"

#include "base/error.h"
#include "math/wide.h"

#include <limits.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

void rg_gram_setup(rg_gram *gram, rg_arena *arena, int most_size, int most_groups,
                   int most_unknowns) {
  *gram = (rg_gram){0};
  gram->tree_start = RG_NEW(arena, int, (size_t)most_size + 1);
  gram->next = RG_NEW(arena, int, most_size);
  gram->link_start = RG_RAW(arena, int, (size_t)most_groups + 1);
  gram->cursor = RG_RAW(arena, int, most_groups);
  gram->row_start = RG_RAW(arena, int, (size_t)most_unknowns + 1);
}

int rg_gram_expect(rg_gram *gram, const rg_expected *expected) {
  return rg_buffer_need(&gram->tree_group, expected->roots, sizeof(int)) &&
         rg_buffer_need(&gram->link, expected->links, sizeof(int)) &&
         rg_buffer_need(&gram->column, expected->entries, sizeof(int)) &&
         rg_buffer_need(&gram->value, expected->entries, sizeof(double));
}

int rg_rows_expect(rg_half_rows *rows, rg_gram *gram, const rg_model *model, int most_rows,
                   int most_contacts) {
  rg_expected expected = rg_expect(model, most_rows, most_contacts);
  return rg_half_rows_expect(rows, &expected) && rg_gram_expect(gram, &expected);
}

void rg_gram_release(rg_gram *gram) {
  rg_buffer_free(&gram->tree_group);
  rg_buffer_free(&gram->link);
  rg_buffer_free(&gram->column);
  rg_buffer_free(&gram->value);
}

long rg_gram_grown(const rg_gram *gram) {
  return gram->tree_group.grown + gram->link.grown + gram->column.grown + gram->value.grown;
}

/* --- pattern -----------------------------------------------------------------------------------
 */

/* the groups of each tree, ascending; returns a bound on the number of links, 0 without memory */
static size_t list_trees(rg_gram *gram, const rg_half_rows *rows) {
  int *start = gram->tree_start, *next = gram->next;
  const int *roots = rows->roots.data;
  int entries = rows->root_start[rows->groups];
  int *group = rg_buffer_need(&gram->tree_group, (size_t)entries, sizeof(int));
  size_t links = (size_t)rows->groups + 1;
  if (!group) return 0;
  for (int k = 0; k <= rows->size; k++) start[k] = 0;
  for (int e = 0; e < entries; e++) start[roots[e] + 1]++;
  for (int k = 0; k < rows->size; k++) {
    links += (size_t)start[k + 1] * (size_t)start[k + 1];
    start[k + 1] += start[k];
    next[k] = start[k];
  }
  for (int g = 0; g < rows->groups; g++)
    for (int e = rows->root_start[g]; e < rows->root_start[g + 1]; e++) group[next[roots[e]]++] = g;
  return links;
}

/* the groups that share a tree with group g: its trees' lists, merged; returns their number */
static int link_group(rg_gram *gram, const rg_half_rows *rows, int g, int *link) {
  const int *root = (const int *)rows->roots.data + rows->root_start[g];
  const int *group = gram->tree_group.data, *start = gram->tree_start;
  int trees = rows->root_start[g + 1] - rows->root_start[g], count = 0;
  int *head = gram->next;
  if (!trees) link[count++] = g;
  if (trees == 1) {
    count = start[*root + 1] - start[*root];
    memcpy(link, group + start[*root], (size_t)count * sizeof *link);
    return count;
  }
  for (int t = 0; t < trees; t++) head[t] = start[root[t]];
  for (;;) {
    int least = INT_MAX;
    for (int t = 0; t < trees; t++)
      if (head[t] < start[root[t] + 1] && group[head[t]] < least) least = group[head[t]];
    if (least == INT_MAX) return count;
    link[count++] = least;
    for (int t = 0; t < trees; t++)
      if (head[t] < start[root[t] + 1] && group[head[t]] == least) head[t]++;
  }
}

/* links of all groups and the starts of the rows; the number of entries, -1 where A is too large */
static long make_pattern(rg_gram *gram, const rg_half_rows *rows) {
  int *link = gram->link.data;
  long long entries = 0, links = 0;
  for (int g = 0; g < rows->groups; g++) {
    gram->link_start[g] = (int)links;
    int count = link_group(gram, rows, g, link + links), length = 0;
    for (int k = 0; k < count; k++) length += rows->width[link[links + k]];
    links += count;
    for (int r = rows->unknown[g]; r < rows->unknown[g + 1]; r++, entries += length)
      gram->row_start[r] = (int)entries;
    if (entries > INT_MAX) return -1;
  }
  gram->link_start[rows->groups] = (int)links;
  gram->row_start[rows->unknown[rows->groups]] = (int)entries;
  return (long)entries;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

/* sum += a' b over n degrees of freedom, a has p numbers for each and b three; the fourth lane has
   what comes behind them */
RG_WIDE_PART void add_products(const int p, int n, const double *a, const double *b,
                               rg_wide sum[3]) {
  for (int k = 0; k < n; k++, a += p, b += 3)
    for (int r = 0; r < p; r++) sum[r] += a[r] * *(const rg_wide *)b;
}

/* the degrees of freedom that two runs share: from `first` on; their number, or less than 1 */
RG_WIDE_PART int shared(const rg_run *a, const rg_run *b, int *first) {
  int a_last = a->first + a->count, b_last = b->first + b->count;
  *first = a->first > b->first ? a->first : b->first;
  return (a_last < b_last ? a_last : b_last) - *first;
}

/* h W_g W_h' over the runs that both have: p x 3, or 1 x 1 */
RG_WIDE_PART void multiply_groups(const rg_half_rows *rows, int g, int h, const int p, const int q,
                                  double *out, int ld) {
  const rg_run *a = (const rg_run *)rows->runs.data + rows->run_start[g];
  const rg_run *a_end = (const rg_run *)rows->runs.data + rows->run_start[g + 1];
  const rg_run *b = (const rg_run *)rows->runs.data + rows->run_start[h];
  const rg_run *b_end = (const rg_run *)rows->runs.data + rows->run_start[h + 1];
  const double *value = rows->values.data;
  rg_wide sum[3] = {{0}, {0}, {0}};
  double scalar = 0;
  while (a < a_end && b < b_end) {
    int first, n = shared(a, b, &first);
    const double *wa = value + a->at + p * (first - a->first);
    const double *wb = value + b->at + q * (first - b->first);
    if (q == 3) add_products(p, n, wa, wb, sum);
    else
      for (int k = 0; k < n; k++) scalar += wa[k] * wb[k];
    if (a->first >= b->first) a++;
    else b++;
  }
  for (int r = 0; r < p; r++)
    for (int s = 0; s < q; s++) out[r * ld + s] = rows->unit * (q == 3 ? sum[r][s] : scalar);
}

RG_WIDE_PART void fill_block(const rg_half_rows *rows, int g, int h, double *out, int ld) {
  if (rows->width[g] == 3) multiply_groups(rows, g, h, 3, 3, out, ld);
  else if (rows->width[h] == 3) multiply_groups(rows, g, h, 1, 3, out, ld);
  else multiply_groups(rows, g, h, 1, 1, out, ld);
}

/* out = source', p x q */
RG_WIDE_PART void transpose(const int p, const int q, const double *restrict source, int source_ld,
                            double *restrict out, int ld) {
  for (int r = 0; r < p; r++)
    for (int s = 0; s < q; s++) out[r * ld + s] = source[s * source_ld + r];
}

/* the block (g, h), h before g, from (h, g), which is the next one that nobody has taken */
RG_WIDE_PART void mirror_block(rg_gram *gram, const rg_half_rows *rows, int g, int h, double *out,
                               int ld) {
  const int *start = gram->row_start + rows->unknown[h];
  int source_ld = start[1] - start[0], p = rows->width[g], q = rows->width[h];
  const double *source = (const double *)gram->value.data + start[0] + gram->cursor[h];
  if (q == 3) transpose(3, 3, source, source_ld, out, ld);
  else if (p == 3) transpose(3, 1, source, source_ld, out, ld);
  else transpose(1, 1, source, source_ld, out, ld);
  gram->cursor[h] += p;
}

/* columns of the rows of group g, the same for each of them */
RG_WIDE_PART void fill_columns(const rg_gram *gram, const rg_half_rows *rows, int g, int base,
                               int ld) {
  const int *link = gram->link.data;
  int *column = (int *)gram->column.data + base, *to = column;
  for (int k = gram->link_start[g]; k < gram->link_start[g + 1]; k++) {
    int unknown = rows->unknown[link[k]];
    *to++ = unknown;
    if (rows->width[link[k]] != 3) continue;
    *to++ = unknown + 1;
    *to++ = unknown + 2;
  }
  for (int r = 1; r < rows->width[g]; r++)
    memcpy(column + (size_t)r * (size_t)ld, column, (size_t)ld * sizeof *column);
}

RG_WIDE_PART void fill_rows(rg_gram *gram, const rg_half_rows *rows, int g) {
  const int *link = gram->link.data;
  int base = gram->row_start[rows->unknown[g]], offset = 0;
  int ld = gram->row_start[rows->unknown[g] + 1] - base;
  double *value = (double *)gram->value.data + base;
  for (int k = gram->link_start[g]; k < gram->link_start[g + 1]; k++) {
    int h = link[k];
    if (h < g) mirror_block(gram, rows, g, h, value + offset, ld);
    else fill_block(rows, g, h, value + offset, ld);
    offset += rows->width[h];
    if (h == g) gram->cursor[g] = offset;
  }
  fill_columns(gram, rows, g, base, ld);
}

RG_WIDE static void fill(rg_gram *gram, const rg_half_rows *rows) {
  for (int g = 0; g < rows->groups; g++) fill_rows(gram, rows, g);
}

rg_status rg_gram_compute(rg_gram *gram, const rg_half_rows *rows, rg_error *error) {
  size_t links = list_trees(gram, rows);
  if (!links || !rg_buffer_need(&gram->link, links, sizeof(int)))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "no memory for who touches whom");
  long entries = make_pattern(gram, rows);
  if (entries < 0)
    return rg_fail(error, RG_NO_MEMORY, "A", "has more entries than an int can count");
  if (!rg_buffer_need(&gram->column, (size_t)entries, sizeof(int)) ||
      !rg_buffer_need(&gram->value, (size_t)entries, sizeof(double)))
    return rg_fail(error, RG_NO_MEMORY, "A", "no memory for %ld entries", entries);
  fill(gram, rows);
  return RG_OK;
}

double *rg_gram_diagonal(const rg_gram *gram, int unknown) {
  const int *column = gram->column.data;
  int low = gram->row_start[unknown], high = gram->row_start[unknown + 1] - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (column[middle] < unknown) low = middle + 1;
    else high = middle;
  }
  return (double *)gram->value.data + low;
}

rg_matrix rg_gram_matrix(const rg_gram *gram, int unknowns) {
  return rg_matrix_sparse(unknowns, unknowns, gram->row_start, gram->column.data, gram->value.data);
}
