/* Order by AMD, elimination tree (Liu 1990), fronts of blocks with the same structure below them, and
   fronts joined where larger dense ones with a few zeros cost less than two small ones (Ashcraft &
   Grimes 1989). Structures are lists of blocks, so that another order of the fronts does not touch
   them. */
#include "math/block_lu_plan.h"

#include <amd.h>
#include <assert.h>
#include <string.h>

size_t rg_lu_stride(size_t n) {
  enum { LANES = 4, PAGE = 64 };
  size_t stride = (n + 2 * (LANES - 1)) / LANES * LANES; /* vectors may run over the end */
  return stride % PAGE ? stride : stride + LANES;        /* rows spread over the cache */
}

/* --- graph ----------------------------------------------------------------------------------------- */

/* pattern of J + J' with the diagonal left out, as AMD likes it */
static int symmetric_pattern(rg_arena *arena, int n, const int *start, const int *column,
                             rg_lu_graph *graph) {
  int *count = RG_NEW(arena, int, n + 1), *list = RG_RAW(arena, int, 2 * (size_t)start[n]);
  int *mark = RG_NEW(arena, int, n), *fill = RG_NEW(arena, int, n);
  int *begin = RG_NEW(arena, int, n + 1), *out = RG_RAW(arena, int, 2 * (size_t)start[n]);
  if (arena->failed) return 0;
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      if (column[k] != i) count[i]++, count[column[k]]++;
  for (int i = 0; i < n; i++) begin[i + 1] = begin[i] + count[i];
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      int j = column[k];
      if (j == i) continue;
      list[begin[i] + fill[i]++] = j;
      list[begin[j] + fill[j]++] = i;
    }
  /* drop duplicates */
  int total = 0;
  for (int i = 0; i < n; i++) mark[i] = -1;
  for (int i = 0; i < n; i++) {
    count[i] = total;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      if (mark[list[k]] != i) {
        mark[list[k]] = i;
        out[total++] = list[k];
      }
  }
  count[n] = total;
  *graph = (rg_lu_graph){.blocks = n, .start = count, .list = out};
  return 1;
}

rg_lu_planner *rg_lu_planner_new(rg_arena *arena, int blocks, const int *start, const int *column) {
  assert(blocks >= 0 && start[0] == 0);
  rg_lu_planner *p = RG_NEW(arena, rg_lu_planner, 1);
  if (!p || !symmetric_pattern(arena, blocks, start, column, &p->graph)) return NULL;
  size_t n = (size_t)blocks, entries = (size_t)p->graph.start[blocks];
  p->lists_room = entries + entries / 5 + n;
  p->lists = RG_RAW(arena, int, p->lists_room);
  p->amd_work = RG_RAW(arena, int, 7 * n);
  p->part.start = RG_RAW(arena, int, n + 1);
  p->part.list = RG_RAW(arena, int, entries + 1);
  int **arrays[] = {&p->number, &p->block,   &p->order, &p->position, &p->parent, &p->ancestor,
                    &p->child,  &p->sibling, &p->mark,  &p->width,    &p->height, &p->front_of,
                    &p->joined, &p->head,    &p->next,  &p->begin};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    *arrays[k] = RG_RAW(arena, int, n + 1);
  return arena->failed ? NULL : p;
}

/* --- order ----------------------------------------------------------------------------------------- */

/* neighbours among the blocks that take part */
static void choose_part(rg_lu_planner *p, const unsigned char *active) {
  const rg_lu_graph *g = &p->graph;
  int n = 0, entries = 0, *list = p->part.list;
  for (int b = 0; b < g->blocks; b++) {
    p->number[b] = n;
    p->block[n] = b;
    n += !active || active[b];
  }
  for (int i = 0; i < n; i++) {
    int b = p->block[i];
    p->part.start[i] = entries;
    for (int k = g->start[b]; k < g->start[b + 1]; k++) {
      int j = g->list[k];
      list[entries] = p->number[j];
      entries += !active || active[j];
    }
  }
  p->part.start[n] = entries;
  p->part.blocks = n;
}

/* AMD; the given order where the pattern is full */
static void choose_order(rg_lu_planner *p) {
  const rg_lu_graph *g = &p->part;
  int n = g->blocks, entries = g->start[n], *begin = p->amd_work, *length = begin + n;
  for (int i = 0; i < n; i++) {
    begin[i] = g->start[i];
    length[i] = g->start[i + 1] - g->start[i];
    p->order[i] = i;
  }
  if (entries < (long)n * (n - 1)) {
    int *work = length + n;
    memcpy(p->lists, g->list, (size_t)entries * sizeof *p->lists);
    amd_2(n, begin, p->lists, length, (int)p->lists_room, entries, work, p->position, p->order,
          work + n, work + 2 * n, work + 3 * n, work + 4 * n, NULL, NULL);
  }
  for (int i = 0; i < n; i++) p->position[p->order[i]] = i;
}

/* parents in the elimination tree by place */
static void elimination_tree(rg_lu_planner *p) {
  const rg_lu_graph *g = &p->part;
  for (int k = 0; k < p->part.blocks; k++) {
    int block = p->order[k];
    p->parent[k] = p->ancestor[k] = -1;
    for (int e = g->start[block]; e < g->start[block + 1]; e++) {
      int j = p->position[g->list[e]];
      while (j >= 0 && j < k) { /* climb, and point at k on the way */
        int above = p->ancestor[j];
        p->ancestor[j] = k;
        if (above < 0) p->parent[j] = k;
        if (above == k) break;
        j = above;
      }
    }
  }
}

/* order and parents by a walk that leaves each tree before it enters the next */
static void postorder(rg_lu_planner *p) {
  int n = p->part.blocks, count = 0, *place = p->ancestor, *stack = p->mark, *old = p->begin;
  for (int k = 0; k <= n; k++) p->child[k] = -1;
  for (int k = n - 1; k >= 0; k--) {
    int above = p->parent[k] < 0 ? n : p->parent[k];
    p->sibling[k] = p->child[above];
    p->child[above] = k;
  }
  for (int root = p->child[n]; root >= 0; root = p->sibling[root]) {
    int depth = 0;
    stack[depth++] = root;
    while (depth) {
      int k = stack[depth - 1], below = p->child[k];
      if (below >= 0) {
        p->child[k] = p->sibling[below];
        stack[depth++] = below;
      } else {
        place[k] = count++;
        depth--;
      }
    }
  }
  memcpy(old, p->order, (size_t)n * sizeof *old);
  int *parent = p->mark;
  for (int k = 0; k < n; k++) {
    p->order[place[k]] = old[k];
    p->position[old[k]] = place[k];
    parent[place[k]] = p->parent[k] < 0 ? -1 : place[p->parent[k]];
  }
  memcpy(p->parent, parent, (size_t)n * sizeof *parent);
}

/* --- fronts ---------------------------------------------------------------------------------------- */

/* whether place k has the structure of k - 1 less itself */
static int continues(const rg_lu_planner *p, int k, int front) {
  if (k == 0 || p->parent[k - 1] != k || p->child[k] != 1) return 0;
  const rg_lu_graph *g = &p->part;
  int block = p->order[k];
  for (int e = g->start[block]; e < g->start[block + 1]; e++) {
    int j = g->list[e];
    if (p->position[j] > k && p->mark[j] != front) return 0;
  }
  return 1;
}

/* a block that front `front` with first place k acts on; 0: no room */
static inline int take(rg_lu_planner *p, rg_lu_plan *plan, int block, int k, int front,
                       size_t *used) {
  if (p->position[block] <= k || p->mark[block] == front) return 1;
  if (*used == plan->rows_room) return 0;
  p->mark[block] = front;
  plan->rows[(*used)++] = block;
  return 1;
}

/* structure of the front that begins at place k: its own entries and those of its children */
static int open_front(rg_lu_planner *p, rg_lu_plan *plan, int k, int front, size_t *used) {
  const rg_lu_graph *g = &p->part;
  int block = p->order[k];
  plan->first[front] = k;
  plan->rows_start[front] = (int)*used;
  for (int e = g->start[block]; e < g->start[block + 1]; e++)
    if (!take(p, plan, g->list[e], k, front, used)) return 0;
  for (int c = p->head[k]; c >= 0; c = p->next[c])
    for (int e = plan->rows_start[c]; e < plan->rows_start[c] + p->height[c]; e++)
      if (!take(p, plan, plan->rows[e], k, front, used)) return 0;
  return 1;
}

/* the last place of `front` is known: what it eliminates itself leaves its structure */
static void close_front(rg_lu_planner *p, rg_lu_plan *plan, int last, int front, size_t *used) {
  int kept = plan->rows_start[front];
  for (size_t e = (size_t)kept; e < *used; e++)
    if (p->position[plan->rows[e]] > last) plan->rows[kept++] = plan->rows[e];
  *used = (size_t)kept;
  p->height[front] = kept - plan->rows_start[front];
  p->width[front] = last + 1 - plan->first[front];
  long w = p->width[front];
  plan->fill += w * w + 2 * w * p->height[front];
  int above = p->parent[last];
  if (above >= 0) p->next[front] = p->head[above], p->head[above] = front;
}

/* cuts the order into fronts as wide as they come; 0: no room */
static int cut_fronts(rg_lu_planner *p, rg_lu_plan *plan) {
  int n = p->part.blocks, front = -1;
  size_t used = 0;
  for (int b = 0; b < p->part.blocks; b++) p->mark[b] = -1;
  for (int k = 0; k < n; k++) p->child[k] = 0, p->head[k] = -1;
  for (int k = 0; k < n; k++)
    if (p->parent[k] >= 0) p->child[p->parent[k]]++;
  plan->fill = 0;
  for (int k = 0; k < n; k++) {
    if (!continues(p, k, front)) {
      if (front >= 0) close_front(p, plan, k - 1, front, &used);
      if (!open_front(p, plan, k, ++front, &used)) return 0;
    }
    p->front_of[k] = front;
  }
  if (front >= 0) close_front(p, plan, n - 1, front, &used);
  plan->fronts = front + 1;
  return 1;
}

/* nanoseconds of a front, roughly: arithmetic, filling it, handing on what is left, fixed cost */
static double front_cost(int d, int width, int height) {
  double w = (double)(width * d), r = (double)(height * d), m = w + r;
  return 0.2 * (w * m * m - w * w * m + w * w * w / 3) + 0.2 * m * m + 0.8 * r * r + 0.5 * w * m +
         200;
}

/* joins fronts with their parents where that costs less; children come before parents */
static void join_fronts(rg_lu_planner *p, const rg_lu_plan *plan) {
  int *above = p->ancestor, fronts = plan->fronts, *child = p->begin, *sibling = p->sibling;
  for (int f = 0; f < fronts; f++) {
    int last = plan->first[f] + p->width[f] - 1;
    above[f] = p->parent[last] < 0 ? -1 : p->front_of[p->parent[last]];
    p->joined[f] = p->head[f] = f;
    p->next[f] = child[f] = -1;
  }
  for (int f = 0; f < fronts; f++) {
    int d = plan->d;
    for (int c = child[f]; c >= 0; c = sibling[c]) {
      double apart =
          front_cost(d, p->width[c], p->height[c]) + front_cost(d, p->width[f], p->height[f]);
      if (front_cost(d, p->width[c] + p->width[f], p->height[f]) >= apart) continue;
      p->joined[c] = f;
      p->width[f] += p->width[c];
      p->next[c] = p->head[f];
      p->head[f] = p->head[c];
    }
    if (above[f] >= 0) sibling[f] = child[above[f]], child[above[f]] = f;
  }
}

/* order, structures and children of the fronts that are left, by block */
static void emit_fronts(rg_lu_planner *p, rg_lu_plan *plan) {
  int count = 0, kept = 0, n = p->part.blocks, used = 0, *above = p->ancestor,
      *emitted = p->sibling;
  memcpy(p->begin, plan->first, (size_t)plan->fronts * sizeof *p->begin);
  p->begin[plan->fronts] = n;
  for (int f = 0; f < plan->fronts; f++) {
    if (p->joined[f] != f) continue;
    plan->first[kept] = count;
    for (int s = p->head[f]; s >= 0; s = s == f ? -1 : p->next[s])
      for (int k = p->begin[s]; k < p->begin[s + 1]; k++)
        plan->order[count++] = p->block[p->order[k]];
    int from = plan->rows_start[f];
    plan->rows_start[kept] = used;
    for (int e = from; e < from + p->height[f]; e++) plan->rows[used++] = p->block[plan->rows[e]];
    plan->children[kept] = 0;
    emitted[f] = kept++;
  }
  for (int f = 0; f < plan->fronts; f++) {
    int to = above[f];
    if (p->joined[f] != f || to < 0) continue;
    while (p->joined[to] != to) to = p->joined[to];
    plan->children[emitted[to]]++;
  }
  plan->nodes = n;
  plan->fronts = kept;
  plan->first[kept] = n;
  plan->rows_start[kept] = used;
}

/* doubles that the factors, the stack of updates and the largest front take */
static void measure(rg_lu_planner *p, rg_lu_plan *plan) {
  size_t d = (size_t)plan->d, stacked = 0;
  int *height = p->height, depth = 0; /* of the updates on the stack */
  plan->values = plan->stack = plan->front = 0;
  for (int f = 0; f < plan->fronts; f++) {
    int w = plan->first[f + 1] - plan->first[f], r = plan->rows_start[f + 1] - plan->rows_start[f];
    size_t width = (size_t)w * d, rows = (size_t)r * d, n = width + rows;
    plan->values += width * (n + rows);
    if (n * rg_lu_stride(n) > plan->front) plan->front = n * rg_lu_stride(n);
    for (int c = 0; c < plan->children[f]; c++) {
      size_t below = (size_t)height[--depth] * d;
      stacked -= below * below;
    }
    if (r == 0) continue;
    height[depth++] = r;
    stacked += rows * rows;
    if (stacked > plan->stack) plan->stack = stacked;
  }
}

static int make(rg_lu_planner *p, const unsigned char *active, rg_lu_plan *plan) {
  choose_part(p, active);
  choose_order(p);
  elimination_tree(p);
  postorder(p);
  if (!cut_fronts(p, plan)) return 0;
  join_fronts(p, plan);
  emit_fronts(p, plan);
  measure(p, plan);
  return 1;
}

static int reserve(rg_arena *arena, int blocks, int d, size_t rows, rg_lu_plan *plan) {
  size_t n = (size_t)blocks + 1;
  *plan = (rg_lu_plan){.d = d, .rows_room = rows};
  plan->order = RG_RAW(arena, int, n);
  plan->first = RG_RAW(arena, int, n);
  plan->rows_start = RG_RAW(arena, int, n);
  plan->children = RG_RAW(arena, int, n);
  plan->rows = RG_RAW(arena, int, rows);
  return !arena->failed;
}

int rg_lu_plan_all(rg_arena *arena, rg_lu_planner *p, int d, rg_lu_plan *plan) {
  size_t room = (size_t)p->graph.start[p->graph.blocks] + 4 * (size_t)p->graph.blocks;
  do {
    if (!reserve(arena, p->graph.blocks, d, room, plan)) return 0;
    room *= 2;
  } while (!make(p, NULL, plan));
  return 1;
}

int rg_lu_plan_reserve(rg_arena *arena, const rg_lu_plan *all, rg_lu_plan *plan) {
  return reserve(arena, all->nodes, all->d, all->rows_room, plan);
}

int rg_lu_plan_some(rg_lu_planner *planner, const unsigned char *active, rg_lu_plan *plan) {
  assert(plan->order && active);
  return make(planner, active, plan);
}
