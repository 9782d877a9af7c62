/* Embedded coordinates: the loop closures are eliminated, v = E y (Mylapilli & Jain 2017, sec.
   2.4.3; Jain 2011, ch. 12), and what is left is a tree of rates y without closure rows.

       A = G E (E' M E)^-1 E' G' = W W',   y_free = (E' M E)^-1 E' (M v- + dt f)
       v+ = E (y_free + (E' M E)^-1 E' G' x)

   The rows W of G E are half solved along the reduced tree as those of G are in minimal
   coordinates. */
#include "contact/assembly.h"
#include "contact/contact_rows.h"
#include "contact/half_rows.h"

#include "dynamics/embedded.h"

#include <string.h>

typedef struct state {
  rg_half_rows rows; /* over the independent rates */
  rg_row_factor factor;
  rg_problem_room room;
  rg_embedded *embedded;
  int *row;              /* rows of the problem in the constraints */
  int *tip;              /* nbody */
  int *way;              /* nv: degrees of freedom of the row that is being built */
  double *column;        /* nv x 3: its entries, */
  double *turn;          /* and those of the moments of a contact */
  double *rate;          /* nv: without impulses */
  double *change;        /* nv: of the rates by the impulses */
  double *free_velocity; /* nv: E rate */
  rg_half_rows minimal;  /* over the degrees of freedom: one row at a time, for relaxed ones */
  const rg_constraints *constraints;
} state;

/* --- set-up ------------------------------------------------------------------------------------
 */

static void release(void *of) {
  state *s = of;
  rg_half_rows_release(&s->rows);
}

static void *setup(rg_arena *arena, const rg_model *model, int most_rows, int most_contacts,
                   rg_error *error) {
  (void)error;
  state *s = RG_NEW(arena, state, 1);
  if (!s) return NULL;
  int groups = most_rows + most_contacts;
  s->embedded = rg_embedded_new(arena, model);
  rg_half_rows_setup(&s->rows, arena, model->nv, groups);
  rg_half_rows_setup(&s->minimal, arena, model->nv, 0);
  rg_problem_room_setup(&s->room, arena, model, most_rows, most_contacts);
  s->row = RG_NEW(arena, int, most_rows);
  s->tip = RG_NEW(arena, int, model->nbody);
  s->way = RG_NEW(arena, int, model->nv);
  s->column = RG_NEW(arena, double, 3 * (size_t)model->nv);
  s->turn = RG_NEW(arena, double, 3 * (size_t)model->nv);
  RG_VECTORS(arena, model->nv, &s->rate, &s->change, &s->free_velocity);
  rg_half_rows_expect(&s->rows, arena, rg_expect(model, most_rows, most_contacts));
  if (arena->failed) return NULL;
  rg_body_tips(model, s->tip);
  s->room.row = s->row;
  rg_half_rows_trees(&s->minimal, model->nv, model->dof_parent);
  return s;
}

static const int *row_map(const void *of) { return ((const state *)of)->row; }

static long grown(const void *of) {
  const state *s = of;
  return rg_half_rows_grown(&s->rows);
}

/* --- one row or contact over the degrees of freedom --------------------------------------------
 */

/* `way` and `column` of a scalar row; the number of degrees of freedom */
static int list_row(state *s, const rg_constraints *constraints, int row) {
  int count = constraints->start[row + 1] - constraints->start[row];
  memcpy(s->way, constraints->dof + constraints->start[row], (size_t)count * sizeof(int));
  memcpy(s->column, constraints->value + constraints->start[row], (size_t)count * sizeof(double));
  return count;
}

/* the same of a contact, three entries for each: up both ways until they meet */
static int list_contact(state *s, const rg_model *model, const rg_data *data,
                        const rg_contact *contact, int moments) {
  int i = s->tip[contact->body1], j = s->tip[contact->body2], count = 0;
  while (i != j) {
    int k = i > j ? i : j;
    rg_contact_column(model, data, contact, k, s->column + 3 * count);
    if (k == j) rg_v3_negate(s->column + 3 * count, s->column + 3 * count);
    if (moments) rg_contact_turn(data, contact, k, s->turn + 3 * count);
    if (moments && k == j) rg_v3_negate(s->turn + 3 * count, s->turn + 3 * count);
    s->way[count++] = k;
    if (k == i) i = model->dof_parent[i];
    else j = model->dof_parent[j];
  }
  return count;
}

/* --- rows over the rates -----------------------------------------------------------------------
 */

/* x += E' g: each degree of freedom moves with the rates of its compound joint */
static void reduce(const state *s, int count, int width, const double *column, double *x) {
  static const double one = 1;
  const rg_embedded *e = s->embedded;
  for (int a = 0; a < count; a++) {
    int k = s->way[a], loop = e->loop_of[k];
    int rates = loop < 0 ? 1 : e->loop_size[loop];
    int first = loop < 0 ? e->coordinate[k] : e->rate_start[loop];
    const double *entry = loop < 0 ? &one : e->expand + e->block[loop] + (long)e->place[k] * rates;
    for (int b = 0; b < rates; b++)
      for (int r = 0; r < width; r++)
        x[rg_half_rows_stride(width) * (first + b) + r] += entry[b] * column[width * a + r];
  }
}

static void add_tips(state *s, int count) {
  for (int a = 0; a < count; a++) rg_half_rows_add_tip(&s->rows, s->embedded->reach[s->way[a]]);
}

static rg_tree_factor factor_of(const rg_embedded *e) {
  return (rg_tree_factor){e->size, e->parent, e->row, e->mass};
}

/* g M^-1 g' without closures of what is listed, its first row: a relaxed row has the spring that it
   has in minimal coordinates */
static double minimal_diagonal(state *s, const rg_model *model, const rg_data *data, int count,
                               int width) {
  if (width > 3) width = 3; /* of `column` */
  rg_half_rows *rows = &s->minimal;
  rg_tree_factor factor = {model->nv, model->dof_parent, data->dof_madr, data->qLD};
  double sum = 0;
  for (int a = count - 1; a >= 0; a--) rg_half_rows_add_tip(rows, s->way[a]);
  for (int a = 0; a < count; a++) rows->x[s->way[a]] += s->column[width * a];
  rg_half_rows_eliminate(rows, &factor, 1);
  for (int a = 0; a < rows->support_size; a++) {
    double *x = rows->x + rows->support[a];
    sum += *x * *x * data->qLDiag[rows->support[a]];
    *x = 0;
  }
  rg_half_rows_clear(rows);
  return sum;
}

/* the next group, of what is listed; `share` and `soft`: of its compliance */
static void half_solve_group(state *s, const rg_model *model, const rg_data *data, int count,
                             int width, double share, double soft) {
  rg_tree_factor factor = factor_of(s->embedded);
  if (share > 0) soft += share * minimal_diagonal(s, model, data, count, width);
  add_tips(s, count);
  reduce(s, count, width > 3 ? 3 : width, s->column, s->rows.x);
  if (width > 3) reduce(s, count, 3, s->turn, s->rows.turn);
  rg_half_rows_eliminate(&s->rows, &factor, width);
  if (soft > 0) rg_half_rows_relax(&s->rows, width, 0, soft);
  rg_half_rows_store(&s->rows, width);
}

/* W of all rows and contacts; 0 where memory ran out */
static int half_solve(state *s, const rg_model *model, const rg_data *data) {
  const rg_constraints *c = s->constraints;
  rg_half_rows *rows = &s->rows;

  /* how much room */
  rg_half_rows_set_dim(rows, c->dim);
  rg_half_rows_begin(rows);
  for (int i = 0; i < s->room.rows; i++) {
    add_tips(s, list_row(s, c, s->row[i]));
    rg_half_rows_count(rows, 1);
  }
  for (int i = 0; i < c->contacts; i++) {
    add_tips(s, list_contact(s, model, data, c->contact + i, 0));
    rg_half_rows_count(rows, rg_contact_width(c, i));
  }
  if (!rg_half_rows_reserve(rows)) return 0;

  /* rows, then contacts */
  rg_half_rows_begin(&s->minimal);
  rg_half_rows_skip_count(&s->minimal);
  for (int i = 0; i < s->room.rows; i++)
    half_solve_group(s, model, data, list_row(s, c, s->row[i]), 1, c->compliance[s->row[i]],
                     c->softness[s->row[i]]);
  for (int i = 0; i < c->contacts; i++) {
    int width = rg_contact_width(c, i);
    int count = list_contact(s, model, data, c->contact + i, width > 3);
    half_solve_group(s, model, data, count, width, c->contact_compliance[i], 0);
  }
  return 1;
}

/* --- problem -----------------------------------------------------------------------------------
 */

/* the rows that are left where closures are eliminated */
static void map_rows(state *s, const rg_constraints *constraints) {
  s->room.rows = 0;
  for (int i = 0; i < constraints->rows; i++)
    if (constraints->kind[i] != RG_ROW_CLOSURE) s->row[s->room.rows++] = i;
}

static void add_turn(const state *s, int nv, double *v) {
  for (int i = 0; i < nv; i++) v[i] += s->constraints->closure_turn * s->embedded->drift[i];
}

/* v = E y + e, e = turn times the drift of the closures (constraints.h):
   y_free = (E' M E)^-1 E' (M (v- - e) + dt f) and E y_free + e */
static void free_motion(state *s, const rg_model *model, const rg_data *data, const double *start,
                        double dt) {
  for (int i = 0; i < model->nv; i++)
    s->change[i] = start[i] - s->constraints->closure_turn * s->embedded->drift[i];
  rg_mass_multiply(model, data, s->change, s->free_velocity);
  for (int i = 0; i < model->nv; i++) s->free_velocity[i] += dt * data->qfrc_smooth[i];
  rg_embedded_reduce(s->embedded, s->free_velocity, s->rate);
  rg_embedded_solve(s->embedded, s->rate);
  rg_embedded_expand(s->embedded, s->rate, s->free_velocity);
  add_turn(s, model->nv, s->free_velocity);
}

static rg_status assemble(void *of, const rg_model *model, rg_data *data,
                          const rg_constraints *constraints, const double *start, double dt,
                          rg_problem *problem, rg_error *error) {
  state *s = of;
  s->constraints = constraints;
  *problem = rg_problem_default();
  if (constraints->rows + constraints->contacts > s->rows.most_groups)
    return rg_fail(error, RG_NO_MEMORY, "contacts", "more than there is room for");
  map_rows(s, constraints);

  /* the reduced tree and its mass */
  if (!rg_embedded_update(s->embedded, model, data))
    return rg_fail(error, RG_BAD_INPUT, "embedded coordinates",
                   "the mass of the closed mechanism is not positive definite");
  rg_half_rows_trees(&s->rows, s->embedded->size, s->embedded->parent);
  rg_tree_factor factor = factor_of(s->embedded);
  int bare = rg_half_rows_scale(&s->rows, &factor, rg_work_of(data)->tiny);
  if (bare >= 0)
    return rg_fail(error, RG_BAD_INPUT, "embedded coordinates",
                   "degree of freedom %d of the closed mechanism has no inertia",
                   s->embedded->independent[bare]);
  free_motion(s, model, data, start, dt);
  return rg_fill_problem(&s->room, model, data, constraints, s->free_velocity, problem, error);
}

/* of all units, whatever is chosen: few mechanisms with loops are at rest beside others */
static rg_status make_rows(void *of, const rg_model *model, rg_data *data,
                           const unsigned char *chosen, const rg_row_factor **rows,
                           rg_error *error) {
  state *s = of;
  (void)chosen;
  if (!half_solve(s, model, data))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "no memory for the rows");
  s->factor = rg_half_rows_factor(&s->rows);
  *rows = &s->factor;
  return RG_OK;
}

/* v+ = E (y_free + (E' M E)^-1 E' G' x) */
static void velocity(void *of, const rg_model *model, rg_data *data, const double *impulse,
                     double *v) {
  (void)data;
  state *s = of;
  rg_tree_factor factor = factor_of(s->embedded);
  rg_half_rows_gather(&s->rows, impulse, s->change);
  rg_tree_back_substitute(&factor, s->change);
  for (int k = 0; k < factor.size; k++) s->change[k] += s->rate[k];
  rg_embedded_expand(s->embedded, s->change, v);
  add_turn(s, model->nv, v);
}

static void contact_velocity(void *of, const rg_model *model, const rg_data *data, const double *v,
                             double *u) {
  state *s = of;
  rg_constraint_velocity(&s->room, model, data, s->constraints, v, u);
}

const rg_assembly_kind rg_assembly_embedded = {.name = "embedded",
                                               .setup = setup,
                                               .assemble = assemble,
                                               .rows = make_rows,
                                               .velocity = velocity,
                                               .release = release,
                                               .grown = grown,
                                               .contact_velocity = contact_velocity,
                                               .row_map = row_map};
