/* The embedding at one state: Gauss-Jordan elimination of each compound joint's closure rows with
   complete pivoting leaves [1 R | s] for the dependent rates d and the independent ones x,

       d = -R x,   d' = -R x' - s_bias,   change of d that closes the loop = -s_residual

   and with it E, drift and E' M E along the reduced tree. */
#include "dynamics/embedded.h"

#include "dynamics/embedded_tree.h"
#include "dynamics/work.h"
#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

static int columns_of(const rg_embedded *embedded, int loop) {
  return embedded->loop_start[loop + 1] - embedded->loop_start[loop];
}
static int rows_of(const rg_embedded *embedded, int loop) {
  return embedded->row_start[loop + 1] - embedded->row_start[loop];
}

/* numbers the independent rates along the tree: a compound joint where its first member stands */
static void number_rates(rg_embedded *embedded, const rg_model *model) {
  int *reach = embedded->reach;
  embedded->size = 0;
  for (int i = 0; i < embedded->nv; i++) {
    int loop = embedded->loop_of[i], above = model->dof_parent[i];
    int first = loop < 0 ? i : embedded->loop_dof[embedded->loop_start[loop]];
    if (i != first) continue;
    int members = loop < 0 ? 1 : columns_of(embedded, loop), last = above < 0 ? -1 : reach[above];
    const int *member = loop < 0 ? &i : embedded->loop_dof + embedded->loop_start[loop];
    int start = embedded->size;
    for (int k = 0; k < members; k++) {
      embedded->coordinate[member[k]] = -1;
      if (embedded->dependent[member[k]]) continue;
      embedded->coordinate[member[k]] = embedded->size;
      embedded->independent[embedded->size] = member[k];
      embedded->parent[embedded->size] = last;
      last = embedded->size++;
    }
    for (int k = 0; k < members; k++) reach[member[k]] = last;
    if (loop >= 0) {
      embedded->rate_start[loop] = start;
      embedded->loop_size[loop] = embedded->size - start;
    }
  }
}

/* where the rows of the reduced mass start; the depth of a rate is one more than its parent's */
static void place_rows(rg_embedded *embedded) {
  int *row = embedded->row;
  row[0] = 0;
  for (int k = 0; k < embedded->size; k++) {
    int up = embedded->parent[k];
    row[k + 1] = row[k] + 1 + (up < 0 ? 0 : row[up + 1] - row[up]);
  }
}

static void take_loops(rg_arena *arena, rg_embedded *embedded, int nv, int rows) {
  int loops = nv < rows ? nv : rows;
  embedded->loop_of = RG_NEW(arena, int, nv);
  embedded->loop_start = RG_NEW(arena, int, loops + 1);
  embedded->loop_dof = RG_NEW(arena, int, nv);
  embedded->row_start = RG_NEW(arena, int, loops + 1);
  embedded->loop_row = RG_NEW(arena, int, rows);
  embedded->place = RG_NEW(arena, int, nv);
  embedded->block = RG_NEW(arena, long, loops);
  embedded->dependent = RG_NEW(arena, unsigned char, nv);
  embedded->coordinate = RG_NEW(arena, int, nv);
  embedded->independent = RG_NEW(arena, int, nv);
  embedded->parent = RG_NEW(arena, int, nv);
  embedded->reach = RG_NEW(arena, int, nv);
  embedded->rate_start = RG_NEW(arena, int, loops);
  embedded->loop_size = RG_NEW(arena, int, loops);
  embedded->row = RG_NEW(arena, int, nv + 1);
  embedded->drift = RG_NEW(arena, double, nv);
  embedded->correction = RG_NEW(arena, double, nv);
  embedded->rate = RG_NEW(arena, double, nv);
  embedded->scratch = RG_NEW(arena, double, nv);
}

/* E, the table and the reduced mass as large as they can become: with nothing dependent */
static void take_blocks(rg_arena *arena, rg_embedded *embedded, const rg_model *model) {
  long entries = 0, largest = 0;
  for (int l = 0; l < embedded->loops; l++) {
    long columns = columns_of(embedded, l), table = rows_of(embedded, l) * (columns + 2);
    embedded->block[l] = entries;
    entries += columns * columns;
    if (table > largest) largest = table;
  }
  number_rates(embedded, model);
  place_rows(embedded);
  embedded->expand = RG_NEW(arena, double, entries);
  embedded->table = RG_NEW(arena, double, largest);
  embedded->mass = RG_NEW(arena, double, embedded->row[embedded->size]);
}

rg_embedded *rg_embedded_new(rg_arena *arena, const rg_model *model) {
  rg_embedded *embedded = RG_NEW(arena, rg_embedded, 1);
  rg_closure *closure = rg_closure_new(arena, model);
  if (!embedded || !closure) return NULL;
  embedded->closure = closure;
  embedded->nv = model->nv;
  take_loops(arena, embedded, model->nv, closure->rows);
  int *head = RG_NEW(arena, int, model->nv), *of_equality = RG_NEW(arena, int, closure->count);
  unsigned char *tied = RG_NEW(arena, unsigned char, model->nv);
  if (arena->failed) return NULL;
  rg_embedded_find_loops(embedded, model, head, tied, of_equality);
  take_blocks(arena, embedded, model);
  return arena->failed ? NULL : embedded;
}

/* --- elimination -------------------------------------------------------------------------------
 */

/* [J | bias | residual] of one compound joint */
static void fill_table(rg_embedded *embedded, int loop) {
  const rg_closure *closure = embedded->closure;
  int n = columns_of(embedded, loop), ld = n + 2;
  for (int r = 0; r < rows_of(embedded, loop); r++) {
    int source = embedded->loop_row[embedded->row_start[loop] + r];
    const int *dof = embedded->loop_dof + embedded->loop_start[loop];
    const double *J = closure->jacobian + (size_t)source * (size_t)embedded->nv;
    double *row = embedded->table + (size_t)r * (size_t)ld;
    for (int c = 0; c < n; c++) row[c] = J[dof[c]];
    row[n] = closure->bias[source];
    row[n + 1] = closure->residual[source];
  }
}

/* the largest entry in the rows from `k` on; with `kept`, only columns that are dependent already
 */
static double largest_entry(const rg_embedded *embedded, int loop, int k, int kept, int *row,
                            int *column) {
  int n = columns_of(embedded, loop);
  const int *dof = embedded->loop_dof + embedded->loop_start[loop];
  double best = 0;
  for (int r = k; r < rows_of(embedded, loop); r++)
    for (int c = 0; c < n; c++) {
      double size = fabs(embedded->table[(size_t)r * (size_t)(n + 2) + (size_t)c]);
      if (size > best && (!kept || embedded->dependent[dof[c]])) best = size, *row = r, *column = c;
    }
  return best;
}

/* swaps rows k and r, divides, and clears the column in all other rows */
static void eliminate(double *table, int rows, int ld, int k, int r, int column) {
  double *pivot_row = table + (size_t)k * (size_t)ld, *other = table + (size_t)r * (size_t)ld;
  for (int c = 0; c < ld; c++) {
    double swap = pivot_row[c];
    pivot_row[c] = other[c];
    other[c] = swap;
  }
  double inverse = 1 / pivot_row[column];
  for (int c = 0; c < ld; c++) pivot_row[c] *= inverse;
  for (int i = 0; i < rows; i++)
    if (i != k)
      rg_axpy(ld, -table[(size_t)i * (size_t)ld + (size_t)column], pivot_row,
              table + (size_t)i * (size_t)ld);
}

/* rows of one compound joint that are left where others say the same */
static int rows_that_count(const rg_embedded *embedded, int loop) {
  int count = 0;
  for (int r = 0; r < rows_of(embedded, loop); r++)
    count += embedded->closure->kept[embedded->loop_row[embedded->row_start[loop] + r]];
  return count;
}

/* Eliminates one compound joint and stores drift and correction of its dependent rates; the row of
   the k-th pivot ends in row k, and `pivot` (the size of rows) says in which column. Returns the
   rank. */
static int eliminate_loop(rg_embedded *embedded, int loop, int kept, int *pivot) {
  int n = columns_of(embedded, loop), rows = rows_of(embedded, loop), rank = 0, row = 0, column = 0;
  const int *dof = embedded->loop_dof + embedded->loop_start[loop];
  double largest = 0;
  fill_table(embedded, loop);
  int most = rows_that_count(embedded, loop);
  for (; rank < most; rank++) {
    double size = largest_entry(embedded, loop, rank, kept, &row, &column);
    if (rank == 0) largest = size;
    if (!(size > 1e-9 * largest)) break;
    eliminate(embedded->table, rows, n + 2, rank, row, column);
    pivot[rank] = column;
  }
  for (int c = 0; c < n; c++) {
    embedded->drift[dof[c]] = embedded->correction[dof[c]] = 0;
    if (!kept) embedded->dependent[dof[c]] = 0;
  }
  for (int k = 0; k < rank; k++) {
    const double *last = embedded->table + (size_t)k * (size_t)(n + 2) + (size_t)n;
    if (!kept) embedded->dependent[dof[pivot[k]]] = 1;
    embedded->drift[dof[pivot[k]]] = -last[0];
    embedded->correction[dof[pivot[k]]] = -last[1];
  }
  return rank;
}

/* E of one compound joint, dense: unit rows for the independent, -R for the others */
static void fill_expand(rg_embedded *embedded, int loop, int rank, const int *pivot) {
  int n = columns_of(embedded, loop);
  const int *dof = embedded->loop_dof + embedded->loop_start[loop];
  double *E = embedded->expand + embedded->block[loop];
  int width = n - rank, at = 0;
  memset(E, 0, (size_t)n * (size_t)n * sizeof(double));
  for (int c = 0; c < n; c++) {
    if (embedded->dependent[dof[c]]) continue;
    E[(size_t)c * (size_t)width + (size_t)at] = 1;
    for (int k = 0; k < rank; k++)
      E[(size_t)pivot[k] * (size_t)width + (size_t)at] =
          -embedded->table[(size_t)k * (size_t)(n + 2) + (size_t)c];
    at++;
  }
}

static void eliminate_all(rg_embedded *embedded, int kept) {
  int *pivot = embedded->closure->order; /* as many as rows */
  for (int l = 0; l < embedded->loops; l++) {
    int rank = eliminate_loop(embedded, l, kept, pivot);
    if (!kept) fill_expand(embedded, l, rank, pivot);
  }
}

/* --- E and E' ----------------------------------------------------------------------------------
 */

/* row i of E: `count` entries, belonging to the rates from the returned one on */
static int expand_row(const rg_embedded *embedded, int i, const double **entry, int *count) {
  static const double one = 1;
  int loop = embedded->loop_of[i];
  *entry = &one;
  *count = 1;
  if (loop < 0) return embedded->coordinate[i];
  *count = embedded->loop_size[loop];
  *entry = embedded->expand + embedded->block[loop] + (long)embedded->place[i] * *count;
  return embedded->rate_start[loop];
}

void rg_embedded_expand(const rg_embedded *embedded, const double *y, double *x) {
  for (int i = 0; i < embedded->nv; i++) {
    const double *entry;
    int count, first = expand_row(embedded, i, &entry, &count);
    x[i] = rg_dot(count, entry, y + first);
  }
}

void rg_embedded_reduce(const rg_embedded *embedded, const double *x, double *y) {
  memset(y, 0, (size_t)embedded->size * sizeof(double));
  for (int i = 0; i < embedded->nv; i++) {
    const double *entry;
    int count, first = expand_row(embedded, i, &entry, &count);
    rg_axpy(count, x[i], entry, y + first);
  }
}

/* --- reduced mass ------------------------------------------------------------------------------
 */

static double entry_of(const rg_embedded *embedded, int dof, int rate) {
  const double *entry;
  int count, first = expand_row(embedded, dof, &entry, &count);
  return rate >= first && rate < first + count ? entry[rate - first] : 0;
}

/* z += M E_k on the members of the rate's own joint and everything above; z -> 0 where `clear` */
static void column_of_mass(const rg_embedded *embedded, const rg_model *model, const rg_data *data,
                           int rate, double *z, int clear) {
  int own = embedded->independent[rate], loop = embedded->loop_of[own];
  int members = loop < 0 ? 1 : columns_of(embedded, loop);
  const int *member = loop < 0 ? &own : embedded->loop_dof + embedded->loop_start[loop];
  for (int k = 0; k < members; k++) {
    int a = member[k];
    const double *M = data->qM + data->dof_madr[a];
    double x = entry_of(embedded, a, rate);
    for (int b = a; b >= 0; b = model->dof_parent[b], M++) {
      int inside = b != a && loop >= 0 && embedded->loop_of[b] == loop;
      if (inside && !clear) z[a] += *M * entry_of(embedded, b, rate);
      z[b] = clear ? 0 : z[b] + *M * x;
    }
  }
}

/* E_m' z */
static double along_rate(const rg_embedded *embedded, int rate, const double *z) {
  int own = embedded->independent[rate], loop = embedded->loop_of[own];
  if (loop < 0) return z[own];
  int width = embedded->loop_size[loop], n = columns_of(embedded, loop);
  const double *E = embedded->expand + embedded->block[loop] + (rate - embedded->rate_start[loop]);
  const int *member = embedded->loop_dof + embedded->loop_start[loop];
  double sum = 0;
  for (int k = 0; k < n; k++) sum += E[(long)k * width] * z[member[k]];
  return sum;
}

static void fill_mass(rg_embedded *embedded, const rg_model *model, const rg_data *data) {
  double *z = embedded->scratch;
  memset(z, 0, (size_t)embedded->nv * sizeof(double));
  for (int k = 0; k < embedded->size; k++) {
    double *row = embedded->mass + embedded->row[k];
    column_of_mass(embedded, model, data, k, z, 0);
    for (int m = k; m >= 0; m = embedded->parent[m]) *row++ = along_rate(embedded, m, z);
    column_of_mass(embedded, model, data, k, z, 1);
  }
}

/* M = L' D L from the tips on (Featherstone 2008, sec. 6.5); 0 where D is not positive */
static int factor_mass(rg_embedded *embedded) {
  const int *parent = embedded->parent, *start = embedded->row;
  for (int k = embedded->size - 1; k >= 0; k--) {
    double *row = embedded->mass + start[k];
    int length = start[k + 1] - start[k];
    if (!(row[0] > 0 && row[0] < HUGE_VAL)) return 0;
    for (int i = parent[k], at = 1; i >= 0; i = parent[i], at++) {
      double l = row[at] / row[0];
      rg_axpy(length - at, -l, row + at, embedded->mass + start[i]);
      row[at] = l;
    }
  }
  return 1;
}

void rg_embedded_solve(const rg_embedded *embedded, double *y) {
  const int *parent = embedded->parent;
  for (int k = embedded->size - 1; k >= 0; k--) { /* L' */
    const double *row = embedded->mass + embedded->row[k];
    for (int i = parent[k]; i >= 0; i = parent[i]) y[i] -= *++row * y[k];
  }
  for (int k = 0; k < embedded->size; k++) { /* D, L */
    const double *row = embedded->mass + embedded->row[k];
    y[k] /= *row;
    for (int i = parent[k]; i >= 0; i = parent[i]) y[k] -= *++row * y[i];
  }
}

/* --- motion ------------------------------------------------------------------------------------
 */

int rg_embedded_update(rg_embedded *embedded, const rg_model *model, const rg_data *data) {
  assert(embedded->nv == model->nv);
  /* Where loops have more rows than freedoms what is left of a row when the others hold is what positions are off by in the
     middle of a step: nobody could tell the rates that it asks for. */
  static const double SHARE = 1e-10;
  rg_closure_rows(embedded->closure, model, data);
  rg_closure_choose(embedded->closure, model, data, SHARE);
  eliminate_all(embedded, 0);
  number_rates(embedded, model);
  place_rows(embedded);
  fill_mass(embedded, model, data);
  return factor_mass(embedded);
}

void rg_embedded_acceleration(rg_embedded *embedded, const rg_model *model, const rg_data *data,
                              const double *force, double *qacc) {
  /* E' (force - M drift) */
  rg_mass_multiply(model, data, embedded->drift, embedded->scratch);
  for (int i = 0; i < embedded->nv; i++) embedded->scratch[i] = force[i] - embedded->scratch[i];
  rg_embedded_reduce(embedded, embedded->scratch, embedded->rate);
  rg_embedded_solve(embedded, embedded->rate);
  rg_embedded_expand(embedded, embedded->rate, qacc);
  rg_axpy(embedded->nv, 1, embedded->drift, qacc);
}

double rg_embedded_close(rg_embedded *embedded, const rg_model *model, rg_data *data,
                         int most_steps, double tolerance) {
  assert(embedded->nv == model->nv && most_steps >= 0 && tolerance >= 0);
  rg_closure *closure = embedded->closure;
  double worst = 0;
  for (int k = 0;; k++) {
    rg_kinematics(model, data);
    rg_velocity_stage(model, data);
    rg_closure_rows(closure, model, data);
    worst = rg_norm_max(closure->rows, closure->residual);
    if (!(worst > tolerance) || k == most_steps) break;
    eliminate_all(embedded, k > 0); /* the first step chooses what is held */
    rg_integrate_position(model, data->qpos, embedded->correction, 1);
  }

  /* the dependent velocities follow the independent ones */
  rg_mass(model, data);
  rg_embedded_update(embedded, model, data);
  for (int i = 0; i < embedded->size; i++) embedded->rate[i] = data->qvel[embedded->independent[i]];
  rg_embedded_expand(embedded, embedded->rate, data->qvel);
  rg_velocity_stage(model, data);
  rg_embedded_update(embedded, model, data);
  return worst;
}
