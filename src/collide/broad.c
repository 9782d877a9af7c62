/* Tree of boxes: items sorted by the Morton code of their centres (Morton 1966), halved down to
   LEAF items. A query walks down the nodes that overlap; n queries cost about n log n where
   boxes overlap few others. */
#include "collide/broad.h"

#include <math.h>
#include <string.h>

enum {
  FEW = 64, /* items below which insertion is the faster sort */
  LEAF = 4,
  BITS = 21,
  BYTES = 8
};

static int nodes_for(int n) {
  int leaves = 1;
  while ((long)leaves * LEAF < n) leaves *= 2;
  return 2 * leaves - 1;
}

int rg_broad_init(rg_broad *broad, rg_arena *arena, int n) {
  int nodes = nodes_for(n);
  memset(broad, 0, sizeof *broad);
  broad->order = RG_RAW(arena, int, n + 1);
  broad->other_order = RG_RAW(arena, int, n + 1);
  broad->key = RG_RAW(arena, uint64_t, n + 1);
  broad->other_key = RG_RAW(arena, uint64_t, n + 1);
  broad->node = RG_RAW(arena, rg_box, nodes);
  broad->last = RG_RAW(arena, int, nodes);
  return !arena->failed;
}

int rg_boxes_overlap(const rg_box *a, const rg_box *b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
         b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

/* --- the curve -------------------------------------------------------------------------------- */

static rg_box empty_box(void) {
  return (rg_box){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static void enclose(rg_box *box, const rg_box *other) {
  for (int i = 0; i < 3; i++) {
    if (other->low[i] < box->low[i]) box->low[i] = other->low[i];
    if (other->high[i] > box->high[i]) box->high[i] = other->high[i];
  }
}

/* two zeros between any two bits */
static uint64_t spread_bits(uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffffull;
  x = (x | x << 16) & 0x001f0000ff0000ffull;
  x = (x | x << 8) & 0x100f00f00f00f00full;
  x = (x | x << 4) & 0x10c30c30c30c30c3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

/* position of a centre between the ends, as an integer; 0 for what is not a number */
static uint64_t cell(double low, double high, double from, double to) {
  double x = (0.5 * (low + high) - from) / (to - from) * (double)((1 << BITS) - 1);
  if (!(x > 0)) return 0;
  return x < (double)((1 << BITS) - 1) ? (uint64_t)x : (1 << BITS) - 1;
}

static void set_keys(rg_broad *broad) {
  rg_box all = empty_box();
  for (int i = 0; i < broad->n; i++) enclose(&all, &broad->box[i]);
  for (int i = 0; i < broad->n; i++) {
    const rg_box *b = &broad->box[i];
    uint64_t key = 0;
    for (int k = 0; k < 3; k++)
      key |= spread_bits(cell(b->low[k], b->high[k], all.low[k], all.high[k])) << k;
    broad->key[i] = key;
    broad->order[i] = i;
  }
}

/* few items: by insertion, stable */
static void insert_keys(rg_broad *broad) {
  for (int i = 1; i < broad->n; i++) {
    uint64_t key = broad->key[i];
    int item = broad->order[i], at = i;
    for (; at > 0 && broad->key[at - 1] > key; at--) {
      broad->key[at] = broad->key[at - 1];
      broad->order[at] = broad->order[at - 1];
    }
    broad->key[at] = key;
    broad->order[at] = item;
  }
}

/* radix sort by bytes: stable, so that equal keys stay in order of the items */
static void sort_keys(rg_broad *broad) {
  if (broad->n <= FEW) {
    insert_keys(broad);
    return;
  }
  for (int byte = 0; byte < BYTES; byte++) {
    int start[257] = {0};
    for (int i = 0; i < broad->n; i++) start[(broad->key[i] >> 8 * byte & 255) + 1]++;
    for (int b = 0; b < 256; b++) start[b + 1] += start[b];
    for (int i = 0; i < broad->n; i++) {
      int to = start[broad->key[i] >> 8 * byte & 255]++;
      broad->other_key[to] = broad->key[i];
      broad->other_order[to] = broad->order[i];
    }
    uint64_t *key = broad->key;
    int *order = broad->order;
    broad->key = broad->other_key, broad->other_key = key;
    broad->order = broad->other_order, broad->other_order = order;
  }
}

/* --- the tree --------------------------------------------------------------------------------- */

static void build_node(rg_broad *broad, int node, int from, int to) {
  rg_box box = empty_box();
  int last = -1;
  if (to - from <= LEAF)
    for (int i = from; i < to; i++) {
      enclose(&box, &broad->box[broad->order[i]]);
      if (broad->order[i] > last) last = broad->order[i];
    }
  else {
    int middle = from + (to - from) / 2;
    build_node(broad, 2 * node + 1, from, middle);
    build_node(broad, 2 * node + 2, middle, to);
    for (int child = 2 * node + 1; child <= 2 * node + 2; child++) {
      enclose(&box, &broad->node[child]);
      if (broad->last[child] > last) last = broad->last[child];
    }
  }
  broad->node[node] = box;
  broad->last[node] = last;
}

void rg_broad_build(rg_broad *broad, const rg_box *box, int n) {
  broad->n = n;
  broad->box = box;
  broad->tests = 0;
  set_keys(broad);
  sort_keys(broad);
  build_node(broad, 0, 0, n);
}

typedef struct query {
  const rg_box *box;
  int after, n, *hit;
} query;

static void search(rg_broad *broad, query *q, int node, int from, int to) {
  if (broad->last[node] <= q->after) return;
  broad->tests++;
  if (!rg_boxes_overlap(&broad->node[node], q->box)) return;
  if (to - from > LEAF) {
    int middle = from + (to - from) / 2;
    search(broad, q, 2 * node + 1, from, middle);
    search(broad, q, 2 * node + 2, middle, to);
    return;
  }
  for (int i = from; i < to; i++) {
    int item = broad->order[i];
    if (item <= q->after) continue;
    broad->tests++;
    if (rg_boxes_overlap(&broad->box[item], q->box)) q->hit[q->n++] = item;
  }
}

static void sort_ascending(int *x, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++) {
      int value = x[i], j = i;
      for (; j >= gap && x[j - gap] > value; j -= gap) x[j] = x[j - gap];
      x[j] = value;
    }
}

int rg_broad_query(rg_broad *broad, const rg_box *box, int after, int *hit) {
  query q = {box, after, 0, hit};
  search(broad, &q, 0, 0, broad->n);
  sort_ascending(hit, q.n);
  return q.n;
}
