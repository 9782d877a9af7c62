/* Islands by union of what A couples, or what shares a tree of its factor; each is gathered into a local
   problem of its own in the room of the worker that takes it, solved there, and its impulses are
   scattered back to places that no other island has. What one island computes depends on nothing but
   its numbers.

   Where A is there by its factor only, heaps go by its rows; others, and heaps that are not solved so, have
   the blocks of A made from them, there and then. */
#include "solve/front/islands.h"
#include "base/disjoint.h"
#include "solve/cone/primal.h"
#include "solve/front/cone_job.h"

#include <math.h>
#include <string.h>

/* what is kept of each island until all are done */
typedef struct island_result {
  rg_status status;
  int iterations, not_split;
} island_result;

struct rg_islands {
  rg_components components;
  const rg_solver_entry *entry;
  island_result *result;
  rg_outcome *outcome; /* of each island */
};

/* scalar rows are nodes of their own, a contact is one node */
static int node_of(const rg_local *local, int i) {
  return i < local->rows ? i : local->rows + (i - local->rows) / local->dim;
}

/* 1 where a and b were apart */
static int unite(int *parent, int a, int b) {
  a = rg_find_root(parent, a), b = rg_find_root(parent, b);
  if (a < b) parent[b] = a;
  else parent[a] = b;
  return a != b;
}

/* unites what A couples until one component is left; returns how many there are */
static int unite_all(const rg_local *local, int nodes, int *parent) {
  const int *start = local->row_start;
  int count = nodes;
  for (int i = 0; i < nodes; i++) parent[i] = i;
  for (int i = 0; i < local->n && count > 1; i++) {
    int mine = node_of(local, i), last = mine;
    /* the row before couples to the same */
    if (i > 0 && start[i] < start[i + 1] && rg_local_same_columns(local, i - 1, i)) {
      count -= unite(parent, node_of(local, i - 1), mine);
      continue;
    }
    for (int k = start[i]; k < start[i + 1]; k++) {
      int other = node_of(local, local->column[k]);
      if (other != last) count -= unite(parent, mine, other);
      last = other;
    }
  }
  return count;
}

/* for each unit and each of its trees: the unit goes to where `fill` of the tree points, which moves on.
   `unit` NULL: they are counted */
static void list_tree_units(const rg_row_factor *factor, int *fill, int *unit) {
  for (int u = 0; u < factor->units; u++)
    for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
      const rg_run *run = factor->run + r;
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(factor, k)) {
        int at = fill[factor->tree_first[k]]++;
        if (unit) unit[at] = u;
      }
    }
}

/* who shares trees of the factor; 0 where memory ran out */
static int find_sharing(rg_arena *arena, const rg_row_factor *factor, rg_tree_units *sharing) {
  int size = factor->size;
  int *start = RG_NEW(arena, int, size + 1), *fill = RG_RAW(arena, int, size + 1);
  if (arena->failed) return 0;
  list_tree_units(factor, start + 1, NULL);
  for (int k = 0; k < size; k++) start[k + 1] += start[k];
  int *unit = RG_RAW(arena, int, start[size]);
  if (arena->failed) return 0;
  memcpy(fill, start, ((size_t)size + 1) * sizeof *fill);
  list_tree_units(factor, fill, unit);
  *sharing = (rg_tree_units){.start = start, .unit = unit};
  return 1;
}

/* unites what shares a tree; returns how many components there are */
static int unite_sharing(const rg_row_factor *factor, const rg_tree_units *sharing, int *parent) {
  int count = factor->units;
  for (int i = 0; i < count; i++) parent[i] = i;
  for (int tree = 0; tree < factor->size; tree++)
    for (int i = sharing->start[tree] + 1; i < sharing->start[tree + 1]; i++)
      count -= unite(parent, sharing->unit[i - 1], sharing->unit[i]);
  return count;
}

/* numbers the components in the order of their first node and lists their unknowns */
static void list_members(const rg_local *local, int nodes, int *parent, int *number,
                         rg_components *out) {
  int count = 0;
  for (int i = 0; i < nodes; i++) {
    int root = rg_find_root(parent, i);
    number[i] = root == i ? count++ : number[root];
  }
  memset(out->start, 0, ((size_t)count + 1) * sizeof *out->start);
  for (int i = 0; i < local->n; i++) {
    int k = number[node_of(local, i)];
    out->place[i] = out->start[k + 1]++;
  }
  for (int k = 0; k < count; k++) out->start[k + 1] += out->start[k];
  for (int i = 0; i < local->n; i++)
    out->member[out->start[number[node_of(local, i)]] + out->place[i]] = i;
}

/* coordinates of each component, and which block of it each contact is */
static int describe_sharing(rg_arena *arena, const rg_local *local, const int *number,
                            rg_components *out) {
  const rg_row_factor *factor = local->factor;
  rg_tree_units *sharing = &out->sharing;
  int *block = RG_RAW(arena, int, local->contacts);
  out->coordinates = RG_NEW(arena, int, out->count);
  if (arena->failed) return 0;
  for (int i = 0; i < local->contacts; i++) block[i] = out->place[i * local->dim] / local->dim;
  sharing->block = block;
  for (int tree = 0; tree < factor->size; tree++)
    if (sharing->start[tree] < sharing->start[tree + 1])
      out->coordinates[number[sharing->unit[sharing->start[tree]]]] += factor->tree_size[tree];
  return 1;
}

int rg_components_find(rg_arena *arena, const rg_local *local, rg_components *out) {
  int nodes = local->rows + local->contacts, by_rows = !local->row_start;
  *out = (rg_components){.count = nodes};
  if (nodes < 2) return 1;
  int *parent = RG_RAW(arena, int, nodes);
  if (!parent || (by_rows && !find_sharing(arena, local->factor, &out->sharing))) return 0;
  out->count = by_rows ? unite_sharing(local->factor, &out->sharing, parent)
                       : unite_all(local, nodes, parent);
  if (out->count < 2) return 1;
  int *number = RG_RAW(arena, int, nodes);
  out->start = RG_RAW(arena, int, out->count + 1);
  out->member = RG_RAW(arena, int, local->n);
  out->place = RG_RAW(arena, int, local->n);
  if (arena->failed) return 0;
  list_members(local, nodes, parent, number, out);
  return !by_rows || describe_sharing(arena, local, number, out);
}

rg_islands *rg_islands_new(rg_arena *arena, const rg_components *components,
                           const rg_solver_entry *entry) {
  rg_islands *islands = RG_NEW(arena, rg_islands, 1);
  if (!islands) return NULL;
  islands->components = *components;
  islands->entry = entry;
  islands->result = RG_NEW(arena, island_result, components->count);
  islands->outcome = RG_RAW(arena, rg_outcome, components->count);
  return arena->failed ? NULL : islands;
}

/* the local problem of one island and its impulses */
typedef struct gathered {
  rg_local local;
  double *impulse, *start;
} gathered;

/* rows of A; those of a contact mostly have the same columns */
static void gather_matrix(const rg_local *whole, int n, const int *member, const int *place,
                          int *row_start, int *column, double *values) {
  int filled = 0;
  for (int i = 0; i < n; i++) {
    int from = whole->row_start[member[i]], length = whole->row_start[member[i] + 1] - from;
    int *to = column + filled;
    if (i > 0 && length && rg_local_same_columns(whole, member[i - 1], member[i]))
      memcpy(to, to - length, (size_t)length * sizeof *to);
    else
      for (int p = 0; p < length; p++) to[p] = place[whole->column[from + p]];
    if (length) memcpy(values + filled, whole->values + from, (size_t)length * sizeof *values);
    row_start[i] = filled;
    filled += length;
  }
  row_start[n] = filled;
}

/* which units of the factor the rows and contacts are */
static void gather_units(const rg_local *whole, int rows, int contacts, const int *member,
                         int *unit) {
  for (int i = 0; i < rows + contacts; i++) {
    int at = i < rows ? member[i] : member[rows + (i - rows) * whole->dim];
    unit[i] = node_of(whole, at);
    if (whole->factor_unit) unit[i] = whole->factor_unit[unit[i]];
  }
}

static int island_entries(const rg_components *c, const rg_local *local, int k) {
  int entries = 0;
  if (!local->row_start) return 0;
  for (int i = c->start[k]; i < c->start[k + 1]; i++)
    entries += local->row_start[c->member[i] + 1] - local->row_start[c->member[i]];
  return entries;
}

/* A of the island: its rows, or how much of it is made from the factor */
static int gather_A(rg_arena *room, const rg_components *c, const rg_local *whole, int k,
                    rg_local *local) {
  if (!whole->row_start) {
    local->sharing = rg_primal_fits(c->coordinates[k], local->n) ? NULL : &c->sharing;
    return 1;
  }
  int entries = island_entries(c, whole, k);
  int *row_start = RG_RAW(room, int, local->n + 1), *column = RG_RAW(room, int, entries);
  double *values = RG_RAW(room, double, entries);
  if (room->failed) return 0;
  gather_matrix(whole, local->n, c->member + c->start[k], c->place, row_start, column, values);
  local->row_start = row_start;
  local->column = column;
  local->values = values;
  return 1;
}

static int gather(rg_arena *room, const rg_components *c, const rg_local *whole, int k,
                  gathered *out) {
  const int *member = c->member + c->start[k];
  int n = c->start[k + 1] - c->start[k], rows = 0;
  while (rows < n && member[rows] < whole->rows) rows++;
  int contacts = rows < n ? (n - rows) / whole->dim : 0;
  double *vector = RG_RAW(room, double, n);
  double *mu = RG_RAW(room, double, contacts), *target = RG_RAW(room, double, contacts);
  double *response = RG_RAW(room, double, rows + contacts);
  double *leeway = whole->leeway ? RG_RAW(room, double, 2 * (size_t)contacts) : NULL;
  double *lower = RG_RAW(room, double, rows), *upper = RG_RAW(room, double, rows);
  int *unit = RG_RAW(room, int, rows + contacts);
  out->impulse = RG_RAW(room, double, n);
  out->start = RG_RAW(room, double, n);
  if (room->failed) return 0;
  out->local = (rg_local){.kind = whole->kind,
                          .dim = contacts ? whole->dim : 0,
                          .contacts = contacts,
                          .rows = rows,
                          .n = n,
                          .c = vector,
                          .mu = mu,
                          .target = target,
                          .leeway = leeway,
                          .lower = lower,
                          .upper = upper,
                          .unit = whole->unit,
                          .response = response,
                          .typical = whole->typical,
                          .factor = whole->factor,
                          .factor_unit = unit};
  if (!gather_A(room, c, whole, k, &out->local)) return 0;
  gather_units(whole, rows, contacts, member, unit);
  for (int i = 0; i < n; i++) vector[i] = whole->c[member[i]];
  for (int i = 0; i < rows; i++) {
    lower[i] = whole->lower[member[i]];
    upper[i] = whole->upper[member[i]];
    response[i] = whole->response[member[i]];
  }
  for (int i = 0; i < contacts; i++) {
    int contact = (member[rows + i * whole->dim] - whole->rows) / whole->dim;
    mu[i] = whole->mu[contact];
    response[rows + i] = whole->response[whole->rows + contact];
    target[i] = whole->target[contact];
    if (leeway) memcpy(leeway + 2 * i, whole->leeway + 2 * contact, 2 * sizeof *leeway);
  }
  return 1;
}

/* all that the islands of one solve have in common */
typedef struct errand {
  rg_islands *islands;
  const rg_local *whole;
  rg_options options;
  double reference, deadline;
  int budget;
  rg_arena *rooms;
  double *impulse, *start; /* start: of the next problem */
} errand;

/* Residuals add up as squares: a tenth of the whole's is dealt out evenly, the rest by size, since what is small
   is easily solved and the last digits of a large heap are not. */
static rg_options options_of(const errand *e, const rg_local *local) {
  rg_options o = e->options;
  double even = 1.0 / e->islands->components.count, by_size = (double)local->n / e->whole->n;
  double share = sqrt(0.1 * even + 0.9 * by_size);
  o.tol *= share;
  o.aim *= share;
  return o;
}

static rg_status solve_gathered(rg_arena *room, const errand *e, gathered *g, rg_outcome *outcome,
                                int *not_split) {
  rg_cone_job job;
  rg_options options = options_of(e, &g->local);
  int compliant = options.split == RG_SPLIT_COMPLIANT;
  if (!rg_cone_job_new(room, e->islands->entry, &g->local, compliant, &job)) return RG_NO_MEMORY;
  rg_cone_job_matrix(&job, &g->local);
  rg_cone_job_vector(&job, &g->local, e->reference);
  memcpy(g->start, g->impulse, (size_t)g->local.n * sizeof(double));
  if (rg_cone_job_done(&job, &options, g->impulse)) return RG_SOLVED;
  if (!rg_cone_job_ready(room, &job, &options)) return RG_NO_MEMORY;
  rg_status status = rg_cone_job_solve(&job, &g->local, &options, g->impulse, outcome);
  memcpy(g->start, g->impulse, (size_t)g->local.n * sizeof(double));
  rg_cone_job_start(&job, g->start);
  *not_split = job.not_split;
  return status;
}

/* 1 where a heap went by rows and is not solved so: now with the blocks of A */
static int take_blocks(const errand *e, gathered *g, rg_status status) {
  if (status == RG_SOLVED || status == RG_LIMIT || status == RG_NO_MEMORY) return 0;
  if (g->local.row_start || g->local.sharing) return 0;
  g->local.sharing = &e->islands->components.sharing;
  return 1;
}

static void solve_island(void *context, int k, int worker) {
  errand *e = context;
  const rg_components *c = &e->islands->components;
  const int *member = c->member + c->start[k];
  int n = c->start[k + 1] - c->start[k];
  rg_arena *room = e->rooms + worker;
  rg_outcome *outcome = e->islands->outcome + k;
  island_result *result = e->islands->result + k;
  outcome->iterations = outcome->attempt_count = outcome->attempts_made = 0;
  outcome->newton_points = outcome->newton_accepted = 0;
  outcome->trace = NULL;
  outcome->deadline = e->deadline;
  outcome->budget = e->budget;
  *result = (island_result){.status = RG_NO_MEMORY};
  gathered g;
  rg_arena_rewind(room);
  if (!gather(room, c, e->whole, k, &g)) return;
  do {
    for (int i = 0; i < n; i++) g.impulse[i] = e->impulse[member[i]];
    outcome->reason[0] = '\0';
    result->status = solve_gathered(room, e, &g, outcome, &result->not_split);
  } while (take_blocks(e, &g, result->status));
  result->iterations = outcome->iterations;
  for (int i = 0; i < n; i++) {
    e->impulse[member[i]] = g.impulse[i];
    e->start[member[i]] = g.start[i];
  }
}

/* everything that solving an island takes, and forgotten again */
static int try_room(rg_arena *room, const rg_islands *islands, const rg_local *local,
                    const rg_options *options, int k) {
  gathered g;
  rg_cone_job job;
  rg_arena_rewind(room);
  return gather(room, &islands->components, local, k, &g) &&
         rg_cone_job_new(room, islands->entry, &g.local, options->split == RG_SPLIT_COMPLIANT,
                         &job) &&
         rg_cone_job_ready(room, &job, options);
}

/* the fullest island first: most others need less than it does */
int rg_islands_reserve(rg_islands *islands, const rg_local *local, const rg_options *options,
                       rg_arena *rooms, int room_count) {
  const rg_components *c = &islands->components;
  int fullest = 0, most = 0, largest = 0;
  for (int k = 0; k < c->count; k++) {
    int entries = island_entries(c, local, k);
    if (entries > most) most = entries, fullest = k;
  }
  for (int i = -1; i < c->count; i++) {
    int k = i < 0 ? fullest : i, size = c->start[k + 1] - c->start[k];
    if (size <= largest) continue;
    largest = size;
    for (int r = 0; r < room_count; r++)
      if (!try_room(rooms + r, islands, local, options, k)) return 0;
  }
  for (int r = 0; r < room_count; r++) rg_arena_rewind(rooms + r);
  return 1;
}

/* how bad a status is for the whole */
static int rank(rg_status status) {
  return status == RG_NO_MEMORY     ? 4
         : status == RG_NO_SOLUTION ? 3
         : status == RG_LIMIT       ? 2
         : status == RG_SOLVED      ? 0
                                    : 1;
}

rg_status rg_islands_solve(rg_islands *islands, const rg_local *local, const rg_options *options,
                           double reference, rg_arena *rooms, rg_workers *workers, double *impulse,
                           double *start, rg_outcome *outcome) {
  int count = islands->components.count, worst = 0, total = 0;
  errand e = {islands,         local, *options, reference, outcome->deadline,
              outcome->budget, rooms, impulse,  start};
  rg_workers_run(workers, count, solve_island, &e);
  for (int k = 0; k < count; k++) {
    const island_result *r = islands->result + k, *w = islands->result + worst;
    total += r->iterations;
    outcome->newton_points += islands->outcome[k].newton_points;
    outcome->newton_accepted += islands->outcome[k].newton_accepted;
    if (rank(r->status) > rank(w->status) ||
        (rank(r->status) == rank(w->status) && r->iterations > w->iterations))
      worst = k;
  }
  const rg_outcome *shown = islands->outcome + worst;
  outcome->iterations = total;
  outcome->attempt_count = shown->attempt_count;
  outcome->attempts_made = shown->attempts_made;
  memcpy(outcome->attempts, shown->attempts,
         (size_t)shown->attempt_count * sizeof shown->attempts[0]);
  memcpy(outcome->reason, shown->reason, sizeof outcome->reason);
  return islands->result[worst].status;
}

int rg_islands_not_split(const rg_islands *islands) {
  int count = 0;
  for (int k = 0; k < islands->components.count; k++) count += islands->result[k].not_split;
  return count;
}

int rg_islands_count(const rg_islands *islands) { return islands->components.count; }
