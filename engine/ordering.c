/* An order of elimination with little fill, by minimum degree (Tinney & Walker 1967), where AMD is not at hand: Debian has
   it for processors, not for WebAssembly. The graph is a matrix of bits: n steps of n^2 / 64 words, below a millisecond for
   the hundred contacts that a page may have. Orders, and so the last digits of a solution, differ from AMD's. */
#include "amd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct graph {
  int n;
  size_t words; /* a row */
  uint64_t *bits;
} graph;

static uint64_t *row(const graph *g, int i) { return g->bits + (size_t)i * g->words; }

static void clear(uint64_t *bits, int j) { bits[j / 64] &= ~((uint64_t)1 << j % 64); }

static void connect(const graph *g, int i, int j) {
  row(g, i)[j / 64] |= (uint64_t)1 << j % 64;
  row(g, j)[i / 64] |= (uint64_t)1 << i % 64;
}

static int degree_of(const graph *g, int i) {
  int sum = 0;
  for (size_t k = 0; k < g->words; k++) sum += __builtin_popcountll(row(g, i)[k]);
  return sum;
}

/* neighbours of i become neighbours of each other */
static void eliminate(const graph *g, int i, const unsigned char *gone) {
  for (int j = 0; j < g->n; j++) {
    if (gone[j] || !(row(g, i)[j / 64] >> j % 64 & 1)) continue;
    for (size_t k = 0; k < g->words; k++) row(g, j)[k] |= row(g, i)[k];
    clear(row(g, j), i);
    clear(row(g, j), j);
  }
}

void amd_2(int n, int begin[], int lists[], int length[], int room, int entries, int nv[],
           int next[], int last[], int head[], int elen[], int degree[], int work[],
           double control[], double info[]) {
  (void)room, (void)entries, (void)nv, (void)next, (void)head, (void)elen, (void)degree, (void)work,
      (void)control, (void)info;
  graph g = {.n = n, .words = ((size_t)n + 63) / 64};
  unsigned char *gone = calloc((size_t)n + 1, 1);
  g.bits = calloc((size_t)n * g.words + 1, sizeof *g.bits);
  // where there is no memory the order stays as it was given
  for (int k = 0; k < n; k++) last[k] = k;
  for (int i = 0; g.bits && gone && i < n; i++)
    for (int k = begin[i]; k < begin[i] + length[i]; k++)
      if (lists[k] != i) connect(&g, i, lists[k]);
  for (int k = 0; g.bits && gone && k < n; k++) {
    int best = -1, least = 0;
    for (int i = 0; i < n; i++) {
      int d = gone[i] ? 0 : degree_of(&g, i);
      if (!gone[i] && (best < 0 || d < least)) {
        best = i;
        least = d;
      }
    }
    gone[best] = 1;
    last[k] = best;
    eliminate(&g, best, gone);
  }
  free(gone);
  free(g.bits);
}
