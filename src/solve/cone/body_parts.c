/* Parts of a crowd that have no body in common. */
#include "solve/cone/body_parts.h"

#include <string.h>

/* first part of each round */
static const int round_start[RG_ROUNDS + 1] = {0, RG_RUNS, RG_RUNS + RG_RUNS / 2, RG_PARTS - 1,
                                               RG_PARTS};
/* One part in so many of the contacts may be left for the last round, which is of one thread, before bodies go by levels:
   on a lattice of 10,000 spheres that takes a fifth more sweeps than layers, which is the order of their numbers. */
enum { FEW = 16 };

/* the contacts of each body: contact[start[b] .. start[b + 1]) */
typedef struct meetings {
  int *start, *contact;
} meetings;

static int list_meetings(rg_arena *arena, const rg_touches *t, meetings *m) {
  m->start = RG_NEW(arena, int, t->bodies + 2);
  m->contact = RG_RAW(arena, int, 2 * (size_t)t->contacts);
  if (arena->failed) return 0;
  int *fill = m->start + 1; /* where the next one of each body goes */
  for (int i = 0; i < t->contacts; i++)
    for (int k = 0; k < 2; k++)
      if (t->touch[i].body[k] != RG_WORLD) m->start[t->touch[i].body[k] + 2]++;
  for (int b = 0; b < t->bodies; b++) m->start[b + 2] += m->start[b + 1];
  for (int i = 0; i < t->contacts; i++)
    for (int k = 0; k < 2; k++)
      if (t->touch[i].body[k] != RG_WORLD) m->contact[fill[t->touch[i].body[k]]++] = i;
  return 1;
}

/* the bodies of the next level, behind those of the one that ends at `end`; where they end */
static int next_level(const rg_touches *t, const meetings *m, int begin, int end, int *order,
                      int *level) {
  int count = end;
  for (int a = begin; a < end; a++)
    for (int k = m->start[order[a]]; k < m->start[order[a] + 1]; k++)
      for (int e = 0; e < 2; e++) {
        int other = t->touch[m->contact[k]].body[e];
        if (other == RG_WORLD || level[other] >= 0) continue;
        level[other] = level[order[a]] + 1;
        order[count++] = other;
      }
  return count;
}

/* bodies in the order of their levels, from body 0 on; one that none of them touches begins another level */
static void find_levels(const rg_touches *t, const meetings *m, int *order, int *level) {
  int begin = 0, end = 0, next = 0;
  for (int b = 0; b < t->bodies; b++) level[b] = -1;
  while (end < t->bodies) {
    if (begin == end) {
      while (level[next] >= 0) next++;
      level[next] = end ? level[order[end - 1]] + 1 : 0;
      order[end++] = next;
    }
    int behind = next_level(t, m, begin, end, order, level);
    begin = end, end = behind;
  }
}

/* the run of each body: bodies in their order in runs of as many contacts, counted twice each; where they have levels runs
   begin with one, and none is left out, so that neighbouring levels are in neighbouring runs */
static void cut_runs(const rg_touches *t, const meetings *m, const int *order, const int *level,
                     unsigned char *run) {
  long long sum = 0, all = m->start[t->bodies] + 1LL;
  int now = 0;
  for (int a = 0; a < t->bodies; a++) {
    int b = order ? order[a] : a, begins = !order || (a > 0 && level[b] != level[order[a - 1]]);
    if (begins && sum * RG_RUNS / all > now) now++;
    run[b] = (unsigned char)now;
    sum += m->start[b + 1] - m->start[b];
  }
}

/* the part of a contact */
static int part_of(const rg_touch *touch, const unsigned char *run) {
  int a = run[touch->body[0]], b = touch->body[1] == RG_WORLD ? a : run[touch->body[1]];
  int low = a < b ? a : b, high = a < b ? b : a;
  if (low == high) return low;
  if (high > low + 1) return RG_PARTS - 1;
  return (low % 2 == 0 ? round_start[1] : round_start[2]) + low / 2;
}

/* parts of all contacts, and how many each has; how many are left for the last round */
static int deal_out(const rg_touches *t, const unsigned char *run, unsigned char *part,
                    int *count) {
  memset(count, 0, RG_PARTS * sizeof *count);
  for (int i = 0; i < t->contacts; i++) {
    part[i] = (unsigned char)part_of(&t->touch[i], run);
    count[part[i]]++;
  }
  return count[RG_PARTS - 1];
}

void rg_body_parts_room(rg_arena *arena, int contacts, rg_body_parts *parts) {
  parts->list = RG_RAW(arena, int, contacts);
  parts->part = RG_RAW(arena, unsigned char, contacts);
}

int rg_body_parts_make(rg_arena *arena, const rg_touches *touches, rg_body_parts *parts) {
  rg_arena_mark here = rg_arena_here(arena);
  int contacts = touches->contacts, bodies = touches->bodies, at[RG_PARTS];
  int *order = RG_RAW(arena, int, bodies), *level = RG_RAW(arena, int, bodies);
  unsigned char *run = RG_RAW(arena, unsigned char, bodies);
  meetings met;
  if (!list_meetings(arena, touches, &met)) return 0;
  cut_runs(touches, &met, NULL, NULL, run);
  if (deal_out(touches, run, parts->part, parts->start + 1) > contacts / FEW) {
    find_levels(touches, &met, order, level);
    cut_runs(touches, &met, order, level, run);
    deal_out(touches, run, parts->part, parts->start + 1);
  }
  parts->start[0] = 0;
  for (int p = 0; p < RG_PARTS; p++) at[p] = parts->start[p + 1] += parts->start[p];
  for (int i = contacts - 1; i >= 0; i--) parts->list[--at[parts->part[i]]] = i;
  rg_arena_back(arena, here);
  return 1;
}

/* parts of one round */
typedef struct round {
  rg_task task;
  void *context;
  int first;
} round_of_parts;

static void run_part(void *context, int k, int worker) {
  const round_of_parts *r = context;
  r->task(r->context, r->first + k, worker);
}

void rg_body_parts_run(rg_workers *workers, int back, rg_task task, void *context) {
  for (int k = 0; k < RG_ROUNDS; k++) {
    int n = back ? RG_ROUNDS - 1 - k : k;
    round_of_parts r = {task, context, round_start[n]};
    rg_workers_run(workers, round_start[n + 1] - round_start[n], run_part, &r);
  }
}
