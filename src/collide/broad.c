/* Tree of boxes: items sorted by the Morton code of their centres (Morton 1966), four to a group,
   four groups to a group above, and so on. A query walks down the boxes that overlap, four at a
   time; n queries cost about n log n where boxes overlap few others. Items hardly change their
   places along the curve from one build to the next: they are sorted now and then only. What a
   query finds does not depend on that. */
#include "collide/broad.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  FEW = 64,   /* items below which insertion is the faster sort */
  SORTED = 8, /* builds that an order is good for */
  BITS = 21,
  BYTES = 8
};

static int groups_for(int n) { return n > RG_LANES ? (n + RG_LANES - 1) / RG_LANES : 1; }

int rg_broad_init(rg_broad *broad, rg_arena *arena, int n) {
  assert(n >= 0);
  int groups = 1;
  for (int count = n; count > 1; count = groups_for(count)) groups += groups_for(count);
  memset(broad, 0, sizeof *broad);
  broad->order = RG_RAW(arena, int, n + 1);
  broad->other_order = RG_RAW(arena, int, n + 1);
  broad->key = RG_RAW(arena, uint64_t, n + 1);
  broad->other_key = RG_RAW(arena, uint64_t, n + 1);
  broad->group = RG_RAW(arena, rg_box_group, groups);
  return !arena->failed;
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

static void set_box(rg_box_group *group, int lane, const rg_box *box, double last) {
  for (int k = 0; k < 3; k++) {
    group->low[k][lane] = box->low[k];
    group->high[k][lane] = box->high[k];
  }
  group->last[lane] = last;
}

/* the box of a whole group; returns its largest item */
static double bounds(const rg_box_group *group, rg_box *box) {
  double last = -1;
  *box = empty_box();
  for (int lane = 0; lane < RG_LANES; lane++) {
    rg_box part;
    for (int k = 0; k < 3; k++) {
      part.low[k] = group->low[k][lane];
      part.high[k] = group->high[k][lane];
    }
    enclose(box, &part);
    if (group->last[lane] > last) last = group->last[lane];
  }
  return last;
}

/* `count` boxes of a level: items in their order, or the groups of the level below */
static void fill_level(rg_broad *broad, int level, int count) {
  rg_box_group *group = broad->group + broad->start[level];
  for (int i = 0; i < RG_LANES * groups_for(count); i++) {
    rg_box box = empty_box();
    double last = -1;
    if (i < count && level > 0) last = bounds(broad->group + broad->start[level - 1] + i, &box);
    if (i < count && level == 0) box = broad->box[broad->order[i]], last = broad->order[i];
    set_box(group + i / RG_LANES, i % RG_LANES, &box, last);
  }
}

void rg_broad_build(rg_broad *broad, const rg_box *box, int n) {
  assert(n >= 0 && (box || n == 0));
  int sorted = broad->age > 0 && broad->n == n;
  broad->n = n;
  broad->box = box;
  if (!sorted) {
    set_keys(broad);
    sort_keys(broad);
  }
  broad->age = (broad->age + 1) % SORTED;
  broad->levels = broad->start[0] = 0;
  for (int count = n;; count = groups_for(count)) {
    fill_level(broad, broad->levels++, count);
    broad->start[broad->levels] = broad->start[broad->levels - 1] + groups_for(count);
    if (groups_for(count) == 1) return;
  }
}

/* which boxes of a group overlap `box` and have items beyond `after` */
RG_WIDE_PART void overlaps(const rg_box_group *group, const rg_box *box, double after,
                           rg_wide_bits *yes) {
  *yes = group->last > after;
  for (int k = 0; k < 3; k++)
    *yes &= (group->low[k] <= box->high[k]) & (group->high[k] >= box->low[k]);
}

/* items that overlap, as the walk meets them; their number */
RG_WIDE static int search(const rg_broad *broad, const rg_box *box, int after, int *hit,
                          long *tests) {
  struct {
    int level, group;
  } stack[(RG_LANES - 1) * RG_BROAD_LEVELS + 1];
  int n = 0, size = 1;
  stack[0].level = broad->levels - 1, stack[0].group = 0;
  while (size > 0) {
    int level = stack[--size].level, group = stack[size].group;
    rg_wide_bits yes;
    overlaps(broad->group + broad->start[level] + group, box, after, &yes);
    *tests += RG_LANES;
    for (int lane = 0; lane < RG_LANES; lane++) {
      int i = RG_LANES * group + lane;
      if (!yes[lane]) continue;
      if (level == 0) hit[n++] = broad->order[i];
      else stack[size].level = level - 1, stack[size++].group = i;
    }
  }
  return n;
}

static void sort_ascending(int *x, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++) {
      int value = x[i], j = i;
      for (; j >= gap && x[j - gap] > value; j -= gap) x[j] = x[j - gap];
      x[j] = value;
    }
}

int rg_broad_query(const rg_broad *broad, const rg_box *box, int after, int *hit, long *tests) {
  int n = search(broad, box, after, hit, tests);
  sort_ascending(hit, n);
  return n;
}
