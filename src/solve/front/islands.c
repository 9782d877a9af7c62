/* Units (scalar rows and contacts) are united where A couples them, or where they share a tree of its rows. Each
   island becomes a local problem of its own in the room of the worker that takes it, is solved there, and its impulses
   go back to places that no other island has. What one island computes depends on nothing but its numbers.

   Where A is there by its rows, islands with few coordinates beside their contacts are solved through the coordinates;
   others have the blocks of A made, there and then.

   Islands without moments are of dimension 3 where others have them. */
#include "solve/front/islands.h"
#include "base/disjoint.h"
#include "solve/cone/primal.h"
#include "solve/cone/steering.h"
#include "solve/front/cone_job.h"
#include "solve/front/no_solution.h"

#include <math.h>
#include <string.h>

/* the local problem of one island and its impulses */
typedef struct gathered {
  rg_local local;
  double *impulse, *start;
  double reference; /* of its residual */
} gathered;

/* a problem that is one island, set up once and solved again and again */
typedef struct kept_island {
  gathered problem;
  rg_cone_job job;
  int fresh; /* its matrix is that of the problem */
} kept_island;

/* what is kept of each island until all are done */
typedef struct island_result {
  rg_status status;
  int iterations, not_split, size;
} island_result;

struct rg_islands {
  const rg_solver_entry *entry;
  int count;         /* of those to be solved */
  int *start, *unit; /* units of each, ascending; NULL: there is one, and it has all */
  int *place;        /* units: in their island */
  int *dim; /* of the contacts of each island: 3 where none of them has moments; 0: it has none */
  int *coordinates; /* of each island, where A is there by its rows */
  rg_tree_blocks sharing;
  kept_island *kept; /* NULL: islands are gathered anew whenever they are solved */
  island_result *result;
  rg_outcome *outcome; /* of each */
};

int rg_islands_count(const rg_islands *islands) { return islands->count; }

/* first unknown of a unit, and how many it has */
static int unknown_of(const rg_local *local, int u) {
  return u < local->rows ? u : local->rows + local->dim * (u - local->rows);
}

static int width_of(const rg_local *local, int u) { return u < local->rows ? 1 : local->dim; }

static int unit_of(const rg_local *local, int unknown) {
  return unknown < local->rows ? unknown : local->rows + (unknown - local->rows) / local->dim;
}

/* --- who is together -------------------------------------------------------------------------------- */

static void unite(int *parent, int a, int b) {
  a = rg_find_root(parent, a), b = rg_find_root(parent, b);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/* by the entries of A; rows like the one before couple to the same */
static void unite_by_entries(const rg_local *local, int *parent) {
  const int *start = local->row_start;
  for (int i = 0; i < local->n; i++) {
    int mine = unit_of(local, i), last = mine;
    if (i > 0 && start[i] < start[i + 1] && rg_local_same_columns(local, i - 1, i)) {
      unite(parent, unit_of(local, i - 1), mine);
      continue;
    }
    for (int k = start[i]; k < start[i + 1]; k++) {
      int other = unit_of(local, local->column[k]);
      if (other != last) unite(parent, mine, other);
      last = other;
    }
  }
}

/* by the trees that they share */
static void unite_by_trees(const rg_row_factor *rows, const rg_tree_units *sharing, int *parent) {
  for (int tree = 0; tree < rows->size; tree++)
    for (int i = sharing->start[tree] + 1; i < sharing->start[tree + 1]; i++)
      unite(parent, sharing->unit[i - 1], sharing->unit[i]);
}

static int is_held(const rg_mechanics *m, int island) { return m->held && m->held[island]; }

/* islands[k]: those of the step that are to be solved, anew, in the order in which they were; -1: the answer is known. The
   rows may know less than the step: trees of which one lies among the coordinates of the other are one tree there, and
   islands that share it are one. Returns how many there are */
static int join_islands(const rg_local *local, const rg_mechanics *m, const rg_tree_units *sharing,
                        int *parent, int *islands) {
  int count = 0, trees = local->factor && !local->row_start ? local->factor->size : 0;
  for (int k = 0; k < m->islands; k++) parent[k] = k;
  for (int tree = 0; tree < trees; tree++)
    for (int i = sharing->start[tree], last = -1; i < sharing->start[tree + 1]; i++) {
      int k = m->island[sharing->unit[i]];
      if (is_held(m, k)) continue;
      if (last >= 0 && last != k) unite(parent, last, k);
      last = k;
    }
  for (int k = 0; k < m->islands; k++) {
    int root = rg_find_root(parent, k);
    islands[k] = is_held(m, k) ? -1 : root == k ? count++ : islands[root];
  }
  return count;
}

/* number[u]: island of each unit, in the order of their first ones, -1 where its answer is known; how many there are */
static int number_units(rg_arena *arena, const rg_local *local, const rg_mechanics *m,
                        const rg_tree_units *sharing, int *number) {
  int units = local->rows + local->contacts, count = 0, known = m ? m->islands : 0;
  int *other = RG_RAW(arena, int, known ? known : units), *islands = RG_RAW(arena, int, known);
  if (arena->failed) return -1;
  if (known) {
    count = join_islands(local, m, sharing, other, islands);
    for (int u = 0; u < units; u++) number[u] = islands[m->island[u]];
    return count;
  }
  for (int u = 0; u < units; u++) other[u] = u;
  if (local->row_start) unite_by_entries(local, other);
  else unite_by_trees(local->factor, sharing, other);
  for (int u = 0; u < units; u++) {
    int root = rg_find_root(other, u);
    number[u] = root == u ? count++ : number[root];
  }
  return count;
}

/* the units of each island; 0 where memory ran out */
static int list_units(rg_arena *arena, int units, const int *number, rg_islands *islands) {
  islands->start = RG_NEW(arena, int, islands->count + 1);
  islands->unit = RG_RAW(arena, int, units);
  islands->place = RG_RAW(arena, int, units);
  if (arena->failed) return 0;
  for (int u = 0; u < units; u++)
    if (number[u] >= 0) islands->place[u] = islands->start[number[u] + 1]++;
  for (int k = 0; k < islands->count; k++) islands->start[k + 1] += islands->start[k];
  for (int u = 0; u < units; u++)
    if (number[u] >= 0) islands->unit[islands->start[number[u]] + islands->place[u]] = u;
  return 1;
}

/* 1 where an island is seen with contacts of fewer dimensions than the whole: A by its entries has all of them */
static int can_be_flat(const rg_local *local, const rg_islands *islands) {
  return islands->start && !local->row_start && local->dim > 3;
}

/* the dimension of the contacts of each island; 0 where memory ran out */
static int find_dimensions(rg_arena *arena, const rg_local *local, const int *number,
                           rg_islands *islands) {
  int flat = can_be_flat(local, islands) ? 3 : local->dim;
  islands->dim = RG_NEW(arena, int, islands->count);
  if (arena->failed) return 0;
  for (int i = 0; i < local->contacts; i++) {
    int k = number ? number[local->rows + i] : 0;
    if (k < 0) continue;
    int dim = local->dim > 3 && (local->spin[i] > 0 || local->roll[i] > 0) ? local->dim : flat;
    if (dim > islands->dim[k]) islands->dim[k] = dim;
  }
  return 1;
}

/* units whose answer is known are nobody's neighbours, whatever lies among the coordinates of their trees */
static void leave_out_held(const rg_row_factor *rows, const int *number, rg_tree_units *sharing) {
  int kept = 0;
  for (int tree = 0, i = 0; tree < rows->size; tree++) {
    for (; i < sharing->start[tree + 1]; i++)
      if (number[sharing->unit[i]] >= 0) sharing->unit[kept++] = sharing->unit[i];
    sharing->start[tree + 1] = kept;
  }
}

/* coordinates of each island, and which block of its cone problem each unit is in */
static int describe_sharing(rg_arena *arena, const rg_local *local, const int *number,
                            rg_islands *islands) {
  const rg_row_factor *rows = local->factor;
  rg_tree_units *sharing = &islands->sharing.units;
  int units = local->rows + local->contacts;
  int *block = RG_RAW(arena, int, units), *scalar = RG_NEW(arena, int, islands->count + 1);
  islands->coordinates = RG_NEW(arena, int, islands->count + 1);
  if (arena->failed) return 0;
  if (number) leave_out_held(rows, number, sharing);
  for (int u = 0; u < local->rows; u++) {
    int k = number ? number[u] : 0;
    if (k >= 0) block[u] = scalar[k]++ / rg_cone_width(islands->dim[k]);
  }
  for (int u = local->rows; u < units; u++) {
    int k = number ? number[u] : 0;
    if (k < 0) continue;
    int place = islands->place ? islands->place[u] : u, d = rg_cone_width(islands->dim[k]);
    block[u] = (scalar[k] + d - 1) / d + place - scalar[k];
  }
  islands->sharing.block = block;
  for (int tree = 0; tree < rows->size; tree++) {
    if (sharing->start[tree] == sharing->start[tree + 1]) continue;
    int k = number ? number[sharing->unit[sharing->start[tree]]] : 0;
    if (k >= 0) islands->coordinates[k] += rows->tree_size[tree];
  }
  return 1;
}

/* 1 where one is so large that gathering it would cost more memory than it saves time */
static int has_unfactored(const rg_islands *islands) {
  for (int k = 0; k < islands->count; k++)
    if (islands->start[k + 1] - islands->start[k] > RG_MOST_FACTORED) return 1;
  return 0;
}

/* several parts, or one that is not all: 1; all is one: 0; -1 without memory */
static int part(rg_arena *arena, const rg_local *local, const rg_mechanics *m, rg_islands *islands,
                int *number) {
  int units = local->rows + local->contacts, held = 0;
  islands->count = number_units(arena, local, m, &islands->sharing.units, number);
  for (int u = 0; u < units && islands->count >= 0; u++) held |= number[u] < 0;
  if (islands->count < 0) return -1;
  if (islands->count < 2 && !held) return 0;
  if (!list_units(arena, units, number, islands)) return -1;
  if (held || local->dim > 3 || !has_unfactored(islands)) return 1;
  islands->start = islands->unit = islands->place = NULL;
  return 0;
}

/* 1 where the answers of all islands are known: nothing is to be solved */
static int is_known(const rg_mechanics *m) {
  if (!m || !m->held) return 0;
  for (int k = 0; k < m->islands; k++)
    if (!m->held[k]) return 0;
  return 1;
}

rg_islands *rg_islands_new(rg_arena *arena, const rg_local *local, const rg_mechanics *mechanics,
                           const rg_solver_entry *entry, int together) {
  rg_islands *islands = RG_NEW(arena, rg_islands, 1);
  if (!islands || is_known(mechanics)) return islands;
  int units = local->rows + local->contacts, *number = RG_RAW(arena, int, units), parted = 0;
  if (arena->failed) return NULL;
  islands->entry = entry;
  if (local->factor && !local->row_start &&
      !rg_rows_share(arena, local->factor, &islands->sharing.units))
    return NULL;
  if (!together || (mechanics && mechanics->held))
    parted = part(arena, local, mechanics, islands, number);
  if (parted < 0) return NULL;
  if (!parted) islands->count = 1;
  if (!find_dimensions(arena, local, parted ? number : NULL, islands)) return NULL;
  if (local->factor && !local->row_start &&
      !describe_sharing(arena, local, parted ? number : NULL, islands))
    return NULL;
  islands->result = RG_NEW(arena, island_result, islands->count);
  islands->outcome = RG_RAW(arena, rg_outcome, islands->count);
  return arena->failed ? NULL : islands;
}

/* --- an island as a problem of its own ------------------------------------------------------------------ */

/* rows of A; those of a contact mostly have the same columns */
static int gather_entries(rg_arena *room, const rg_islands *islands, const rg_local *whole, int k,
                          rg_local *local) {
  const int *unit = islands->unit + islands->start[k];
  int units = islands->start[k + 1] - islands->start[k], entries = 0, filled = 0, row = 0;
  for (int i = 0; i < units; i++) {
    int first = unknown_of(whole, unit[i]);
    entries += whole->row_start[first + width_of(whole, unit[i])] - whole->row_start[first];
  }
  int *row_start = RG_RAW(room, int, local->n + 1), *column = RG_RAW(room, int, entries);
  double *values = RG_RAW(room, double, entries);
  if (room->failed) return 0;
  for (int i = 0, before = -1; i < units; i++)
    for (int r = 0; r < width_of(whole, unit[i]); r++) {
      int at = unknown_of(whole, unit[i]) + r, from = whole->row_start[at];
      int length = whole->row_start[at + 1] - from, *to = column + filled;
      if (before >= 0 && length && rg_local_same_columns(whole, before, at))
        memcpy(to, to - length, (size_t)length * sizeof *to);
      else
        for (int p = 0; p < length; p++) {
          int other = whole->column[from + p], u = unit_of(whole, other);
          to[p] = unknown_of(local, islands->place[u]) + other - unknown_of(whole, u);
        }
      if (length) memcpy(values + filled, whole->values + from, (size_t)length * sizeof *values);
      row_start[row++] = filled;
      filled += length;
      before = at;
    }
  row_start[row] = filled;
  local->row_start = row_start;
  local->column = column;
  local->values = values;
  return 1;
}

/* coefficients of moments, and what these are measured over; none in an island without */
static int gather_moments(rg_arena *room, const rg_local *whole, const int *unit, rg_local *local) {
  int contacts = local->contacts;
  local->spin = local->roll = local->length = NULL;
  local->ellipsoid = local->dim > 3 && whole->ellipsoid;
  if (local->dim <= 3) return 1;
  double *spin = RG_RAW(room, double, contacts), *roll = RG_RAW(room, double, contacts);
  double *length = RG_RAW(room, double, contacts);
  if (room->failed) return 0;
  for (int i = 0; i < contacts; i++) {
    int from = unit[local->rows + i] - whole->rows;
    spin[i] = whole->spin[from];
    roll[i] = whole->roll[from];
    length[i] = whole->length[from];
  }
  local->spin = spin;
  local->roll = roll;
  local->length = length;
  return 1;
}

/* numbers of the units of an island; 0 where memory ran out */
static int gather_vectors(rg_arena *room, const rg_local *whole, const int *unit, rg_local *local) {
  int rows = local->rows, contacts = local->contacts;
  double *c = RG_RAW(room, double, local->n), *mu = RG_RAW(room, double, contacts);
  double *target = RG_RAW(room, double, contacts);
  double *response = whole->response ? RG_RAW(room, double, rows + contacts) : NULL;
  double *leeway = whole->leeway ? RG_RAW(room, double, 2 * (size_t)contacts) : NULL;
  double *lower = RG_RAW(room, double, rows), *upper = RG_RAW(room, double, rows);
  if (!gather_moments(room, whole, unit, local) || room->failed) return 0;
  for (int i = 0; i < rows + contacts; i++) {
    int from = unknown_of(whole, unit[i]), to = unknown_of(local, i),
        contact = unit[i] - whole->rows;
    for (int k = 0; k < width_of(local, i); k++) c[to + k] = whole->c[from + k];
    if (response) response[i] = whole->response[unit[i]];
    if (contact < 0) {
      lower[i] = whole->lower[unit[i]];
      upper[i] = whole->upper[unit[i]];
      continue;
    }
    mu[i - rows] = whole->mu[contact];
    target[i - rows] = whole->target[contact];
    if (leeway) memcpy(leeway + 2 * (i - rows), whole->leeway + 2 * contact, 2 * sizeof *leeway);
  }
  local->c = c;
  local->mu = mu;
  local->target = target;
  local->response = response;
  local->leeway = leeway;
  local->lower = lower;
  local->upper = upper;
  local->typical = contacts ? 0 : 1;
  for (int i = 0; i < contacts; i++)
    local->typical += response ? response[rows + i] / contacts : 1.0 / contacts;
  return 1;
}

/* What an island is measured by: itself, as if there were no other. What is a millionth of the whole and less is nothing
   but rounding in many scenes, and is not worth the digits. */
static int find_reference(rg_arena *room, const rg_local *whole, const double *driven,
                          const int *unit, double of_whole, gathered *g) {
  static const double LEAST = 1e-6;
  const rg_local *local = &g->local;
  double *mine = RG_RAW(room, double, local->n);
  if (!mine && local->n) return 0;
  for (int i = 0; i < local->rows + local->contacts; i++)
    memcpy(mine + unknown_of(local, i), driven + unknown_of(whole, unit[i]),
           (size_t)width_of(local, i) * sizeof *mine);
  g->reference = fmax(rg_local_reference(local, mine, 0), LEAST * of_whole);
  return 1;
}

/* A by its rows: all of its blocks, or those on the diagonal and the rest through the coordinates, or none at all */
static void choose_blocks(const rg_islands *islands, int k, rg_local *local) {
  int few = islands->entry->by_rows && rg_primal_fits(islands->coordinates[k], local->n);
  int many = local->rows + local->contacts > RG_MOST_FACTORED;
  local->sharing = local->dim <= 3 && (few || many) ? NULL : &islands->sharing;
  local->bare = many && !local->sharing && local->response && islands->entry->by_rows > 1;
}

/* the whole as it is */
static void see_whole(const rg_islands *islands, const rg_local *whole, rg_local *local) {
  *local = *whole;
  if (!whole->row_start) choose_blocks(islands, 0, local);
}

static int gather(rg_arena *room, const rg_islands *islands, const rg_local *whole, int k,
                  gathered *out) {
  rg_local *local = &out->local;
  if (!islands->start) see_whole(islands, whole, local);
  else {
    *local = *whole;
    const int *unit = islands->unit + islands->start[k];
    int units = islands->start[k + 1] - islands->start[k], rows = 0;
    while (rows < units && unit[rows] < whole->rows) rows++;
    local->rows = rows;
    local->contacts = units - rows;
    local->dim = islands->dim[k];
    local->n = rows + local->dim * local->contacts;
    local->factor_unit = unit;
    if (!gather_vectors(room, whole, unit, local)) return 0;
    if (whole->row_start && !gather_entries(room, islands, whole, k, local)) return 0;
    if (!whole->row_start) choose_blocks(islands, k, local);
  }
  if (!islands->start) return 1; /* impulses are those of the whole */
  out->impulse = RG_RAW(room, double, local->n);
  out->start = RG_RAW(room, double, local->n);
  return !room->failed;
}

/* --- solving ---------------------------------------------------------------------------------------------- */

/* all that the islands of one solve have in common */
typedef struct solving {
  rg_islands *islands;
  const rg_local *whole;
  rg_options options;
  double reference; /* of the whole */
  const double *driven;
  rg_outcome *outcome; /* of the whole */
  rg_arena *rooms;
  double *impulse, *start; /* start: of the next problem */
} solving;

/* impulses between the whole and an island that is not all: `to_whole` or from it */
static void exchange(const solving *s, int k, const rg_local *local, double *mine, double *whole,
                     int to_whole) {
  const rg_islands *islands = s->islands;
  for (int i = 0; i < local->rows + local->contacts && islands->start; i++) {
    int unit = islands->unit[islands->start[k] + i];
    double *there = whole + unknown_of(s->whole, unit), *here = mine + unknown_of(local, i);
    for (int e = 0; e < width_of(local, i); e++) {
      if (to_whole) there[e] = here[e];
      else here[e] = there[e];
    }
    for (int e = width_of(local, i); e < width_of(s->whole, unit) && to_whole; e++) there[e] = 0;
  }
}

static rg_status solve_job(rg_arena *room, const solving *s, gathered *g, rg_cone_job *job,
                           rg_outcome *outcome, island_result *result) {
  const rg_options *options = &s->options;
  const rg_cone *cone = &job->map->cone;
  size_t bytes = (size_t)g->local.n * sizeof(double);
  rg_cone_job_vector(job, &g->local, g->reference);
  result->size = rg_cone_job_size(job);
  if (bytes) memcpy(g->start, g->impulse, bytes);
  if (outcome->only_proof)
    return rg_no_solution_find(room, &g->local, cone, options, RG_STALLED, outcome);
  if (rg_cone_job_done(job, options, g->impulse)) return RG_SOLVED;
  if (!job->state && !rg_cone_job_ready(room, job, options)) return RG_NO_MEMORY;
  rg_status status = rg_cone_job_solve(job, options, g->impulse, outcome);
  if (rg_no_solution_is_due(s->islands->entry, options, status, outcome))
    status = rg_no_solution_find(room, &g->local, cone, options, status, outcome);
  if (bytes) memcpy(g->start, g->impulse, bytes);
  rg_cone_job_start(job, g->start);
  result->not_split = job->not_split;
  return status;
}

static rg_status solve_gathered(rg_arena *room, const solving *s, gathered *g, rg_workers *workers,
                                rg_outcome *outcome, island_result *result) {
  rg_cone_job job;
  if (!rg_cone_job_new(room, s->islands->entry, &g->local, s->options.split, &job))
    return RG_NO_MEMORY;
  job.map->cone.workers = workers;
  rg_cone_job_matrix(&job, &g->local);
  return solve_job(room, s, g, &job, outcome, result);
}

static rg_status solve_kept(rg_arena *room, const solving *s, kept_island *kept,
                            rg_workers *workers, rg_outcome *outcome, island_result *result) {
  kept->job.map->cone.workers = workers;
  if (!kept->fresh) rg_cone_job_matrix(&kept->job, &kept->problem.local);
  kept->fresh = 1;
  return solve_job(room, s, &kept->problem, &kept->job, outcome, result);
}

/* `workers`: who may help with this one; NULL where they do others */
static void solve_one(const solving *s, int k, rg_workers *workers, rg_arena *room) {
  rg_outcome *outcome = s->islands->outcome + k;
  island_result *result = s->islands->result + k;
  outcome->iterations = outcome->attempt_count = outcome->attempts_made = 0;
  outcome->newton_points = outcome->newton_accepted = outcome->trace_length = 0;
  outcome->searches = outcome->searched_beyond = outcome->searched_edges = 0;
  outcome->trace = s->islands->count == 1 ? s->outcome->trace : NULL;
  outcome->trace_capacity = s->outcome->trace_capacity;
  outcome->deadline = s->outcome->deadline;
  outcome->budget = s->outcome->budget;
  outcome->only_proof = s->outcome->only_proof;
  outcome->brief = s->outcome->brief;
  outcome->reason[0] = '\0';
  *result = (island_result){.status = RG_NO_MEMORY};
  kept_island *kept = s->islands->kept;
  gathered mine, *g = kept ? &kept->problem : &mine;
  rg_arena_rewind(room);
  if (kept) see_whole(s->islands, s->whole, &g->local);
  else if (!gather(room, s->islands, s->whole, k, g)) return;
  g->reference = s->reference;
  const int *unit = s->islands->start ? s->islands->unit + s->islands->start[k] : NULL;
  if (unit && s->driven && !find_reference(room, s->whole, s->driven, unit, s->reference, g))
    return;
  if (!unit) g->impulse = s->impulse, g->start = s->start;
  exchange(s, k, &g->local, g->impulse, s->impulse, 0);
  result->status = kept ? solve_kept(room, s, kept, workers, outcome, result)
                        : solve_gathered(room, s, g, workers, outcome, result);
  result->iterations = outcome->iterations;
  if (result->status == RG_NO_MEMORY) return;
  exchange(s, k, &g->local, g->impulse, s->impulse, 1);
  exchange(s, k, &g->local, g->start, s->start, 1);
}

static int is_crowd(const rg_islands *islands, const rg_local *local, int k) {
  int units =
      islands->start ? islands->start[k + 1] - islands->start[k] : local->rows + local->contacts;
  return units >= RG_CROWD;
}

static void solve_island(void *context, int k, int worker) {
  const solving *s = context;
  if (!is_crowd(s->islands, s->whole, k)) solve_one(s, k, NULL, s->rooms + worker);
}

/* crowds by all together, one after the other; then each of the others by one */
static void solve_all(const solving *s, rg_workers *workers) {
  for (int k = 0; k < s->islands->count; k++)
    if (is_crowd(s->islands, s->whole, k)) solve_one(s, k, workers, s->rooms);
  rg_workers_run(workers, s->islands->count, solve_island, (void *)s);
}

/* one island: all that it needs but room for proofs, kept; 0 where memory ran out */
static int keep(rg_arena *arena, rg_islands *islands, const rg_local *local,
                const rg_options *options) {
  kept_island *kept = RG_NEW(arena, kept_island, 1);
  if (!kept || !gather(arena, islands, local, 0, &kept->problem) ||
      !rg_cone_job_new(arena, islands->entry, &kept->problem.local, options->split, &kept->job) ||
      !rg_cone_job_ready(arena, &kept->job, options))
    return 0;
  islands->kept = kept;
  return 1;
}

void rg_islands_stale(rg_islands *islands) {
  if (islands && islands->kept) islands->kept->fresh = 0;
}

/* room for the proof that there is no solution, which `auto` has by itself */
static int try_proof(rg_arena *room, const rg_islands *islands, const rg_local *local,
                     const rg_cone_job *job, const rg_options *options) {
  return islands->entry == rg_registry_find("auto") ||
         rg_no_solution_reserve(room, local, &job->map->cone, options);
}

/* everything that solving an island takes; 0 where memory ran out */
static int try_room(rg_arena *room, const rg_islands *islands, const rg_local *local,
                    const rg_options *options, int k) {
  const kept_island *kept = islands->kept;
  gathered g;
  rg_cone_job job;
  rg_arena_rewind(room);
  if (kept) return try_proof(room, islands, &kept->problem.local, &kept->job, options);
  if (!gather(room, islands, local, k, &g)) return 0;
  if (!RG_RAW(room, double, g.local.n) && g.local.n) return 0; /* for its reference */
  return rg_cone_job_new(room, islands->entry, &g.local, options->split, &job) &&
         rg_cone_job_ready(room, &job, options) &&
         try_proof(room, islands, &g.local, &job, options);
}

/* until nothing more is asked for: an arena that grew in the midst of an island has that island in two chunks */
int rg_islands_reserve(rg_islands *islands, rg_arena *arena, const rg_local *local,
                       const rg_options *options, rg_arena *rooms, int room_count) {
  if (islands->count == 1 && !islands->start && !keep(arena, islands, local, options)) return 0;
  for (int r = 0; r < room_count; r++) {
    long before;
    do {
      before = rooms[r].grown;
      for (int k = 0; k < islands->count; k++)
        if (!try_room(rooms + r, islands, local, options, k)) return 0;
    } while (rooms[r].grown != before);
    rg_arena_rewind(rooms + r);
  }
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
                           double reference, const double *driven, rg_arena *rooms,
                           rg_workers *workers, double *impulse, double *start,
                           rg_outcome *outcome) {
  int worst = 0;
  solving s = {islands, local, *options, reference, driven, outcome, rooms, impulse, start};
  outcome->iterations = 0;
  if (islands->count == 0) return RG_SOLVED;
  solve_all(&s, workers);
  for (int k = 0; k < islands->count; k++) {
    const island_result *r = islands->result + k, *w = islands->result + worst;
    outcome->iterations += r->iterations;
    outcome->newton_points += islands->outcome[k].newton_points;
    outcome->newton_accepted += islands->outcome[k].newton_accepted;
    outcome->searches += islands->outcome[k].searches;
    outcome->searched_beyond += islands->outcome[k].searched_beyond;
    outcome->searched_edges += islands->outcome[k].searched_edges;
    if (rank(r->status) > rank(w->status) ||
        (rank(r->status) == rank(w->status) && r->iterations > w->iterations))
      worst = k;
  }
  const rg_outcome *shown = islands->outcome + worst;
  outcome->attempt_count = shown->attempt_count;
  outcome->attempts_made = shown->attempts_made;
  outcome->trace_length = shown->trace ? shown->trace_length : 0;
  memcpy(outcome->attempts, shown->attempts,
         (size_t)shown->attempt_count * sizeof shown->attempts[0]);
  memcpy(outcome->reason, shown->reason, sizeof outcome->reason);
  return islands->result[worst].status;
}

int rg_islands_not_split(const rg_islands *islands) {
  int count = 0;
  for (int k = 0; k < islands->count; k++) count += islands->result[k].not_split;
  return count;
}

int rg_islands_size(const rg_islands *islands) {
  int size = 0;
  for (int k = 0; k < islands->count; k++) size += islands->result[k].size;
  return size;
}
