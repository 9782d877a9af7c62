/* Parts of a crowd that have no body in common. */
#include "solve/cone/body_parts.h"

#include "solve/cone/primal_parts.h"

#include <string.h>

/* first part of each round */
static const int round_start[RG_ROUNDS + 1] = {0, RG_RUNS, RG_RUNS + RG_RUNS / 2, RG_PARTS - 1,
                                               RG_PARTS};

/* first and last body of a contact */
static void bodies_of(const rg_primal *primal, int i, int *low, int *high) {
  const rg_member *m = &primal->member[i];
  *low = *high = m->piece_start < m->piece_end ? primal->piece[m->piece_start].block : 0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    int block = primal->piece[a].block;
    if (block < *low) *low = block;
    if (block > *high) *high = block;
  }
}

/* the part of contacts between two runs */
static int part_of(int low, int high) {
  if (low == high) return low;
  if (high > low + 1) return RG_PARTS - 1;
  return low % 2 == 0 ? round_start[1] + low / 2 : round_start[2] + low / 2;
}

/* runs of bodies: as many contacts, each counted for the first of its bodies, in every one */
static void cut_runs(const rg_primal *primal, int *count, unsigned char *run) {
  long long sum = 0;
  int low, high;
  memset(count, 0, (size_t)primal->blocks * sizeof *count);
  for (int i = 0; i < primal->members; i++) {
    bodies_of(primal, i, &low, &high);
    count[low]++;
  }
  for (int b = 0; b < primal->blocks; b++) {
    run[b] = (unsigned char)(sum * RG_RUNS / (primal->members + 1));
    sum += count[b];
  }
}

int rg_body_parts_make(rg_arena *arena, const rg_primal *primal, rg_body_parts *parts,
                       const unsigned char **part) {
  int *list = RG_RAW(arena, int, primal->members), at[RG_PARTS], low, high;
  int *count = RG_RAW(arena, int, primal->blocks);
  unsigned char *run = RG_RAW(arena, unsigned char, primal->blocks);
  unsigned char *own = RG_RAW(arena, unsigned char, primal->members);
  if (arena->failed) return 0;
  cut_runs(primal, count, run);
  memset(parts->start, 0, sizeof parts->start);
  for (int i = 0; i < primal->members; i++) {
    bodies_of(primal, i, &low, &high);
    own[i] = (unsigned char)part_of(run[low], run[high]);
    parts->start[own[i] + 1]++;
  }
  for (int p = 0; p < RG_PARTS; p++) at[p] = parts->start[p + 1] += parts->start[p];
  for (int i = primal->members - 1; i >= 0; i--) list[--at[own[i]]] = i;
  parts->list = list;
  *part = own;
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
    int count = round_start[n + 1] - round_start[n];
    if (count == 1) run_part(&r, 0, 0);
    else rg_workers_run(workers, count, run_part, &r);
  }
}
