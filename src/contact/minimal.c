/* Minimal coordinates: G over the degrees of freedom of the tree, M its joint-space inertia, loop
   closures as bilateral rows (Mylapilli & Jain 2017, Eqs. 15-18, 30-35).

       A = G M^-1 G' = W W',   c = G (v- + dt M^-1 f) - target + surface
       v+ = v- + dt M^-1 f + M^-1 G' x

   W are the rows of G half solved along the tree: through the factor of M, or, where a way to
   the root is longer than DEEP, by articulated bodies. Rows that nobody has asked for are not
   there: what their impulses do goes through the wrenches of the bodies. */
#include "contact/articulated_rows.h"
#include "contact/assembly.h"
#include "contact/contact_rows.h"
#include "contact/half_rows.h"
#include "contact/pushes.h"

/* degrees of freedom on one way to the root from which on articulated bodies take fewer instructions (docs/assembly.md); later
   where loops are closed, whose rows are long, and chosen by the factor of M */
enum { DEEP = 24, DEEP_WITH_LOOPS = 48 };

typedef struct state {
  rg_half_rows rows;
  int has_rows;                /* 0: none were made yet */
  const unsigned char *chosen; /* units that rows were made of; NULL: all */
  rg_row_factor factor;
  rg_problem_room room;
  int articulated;
  int room_left;         /* articulated: 0: no memory for meetings */
  int *tip;              /* nbody */
  double *free_velocity; /* nv: v- + dt M^-1 f */
  double *pushed;        /* nv: work */
  double *force;         /* nbody x 36: articulated */
  rg_stretches stretches;
  rg_meetings meetings;
  const rg_constraints *constraints;
} state;

/* --- set-up ------------------------------------------------------------------------------------
 */

int rg_minimal_needs_mass(const rg_model *model) {
  int deep = model->nequality ? DEEP_WITH_LOOPS : DEEP;
  for (int i = 0; i < model->nv; i++) {
    int depth = 0;
    for (int k = i; k >= 0; k = model->dof_parent[k])
      if (++depth > deep) return 0;
  }
  return 1;
}

static void release(void *of) {
  state *s = of;
  rg_half_rows_release(&s->rows);
  rg_meetings_release(&s->meetings);
}

static void *setup(rg_arena *arena, const rg_model *model, int most_rows, int most_contacts,
                   rg_error *error) {
  (void)error;
  state *s = RG_NEW(arena, state, 1);
  if (!s) return NULL;
  int groups = most_rows + most_contacts;
  rg_half_rows_setup(&s->rows, arena, model->nv, groups);
  rg_problem_room_setup(&s->room, arena, model, most_rows, most_contacts);
  s->articulated = !rg_minimal_needs_mass(model);
  s->tip = RG_NEW(arena, int, model->nbody);
  RG_VECTORS(arena, model->nv, &s->free_velocity, &s->pushed);
  s->force = RG_NEW(arena, double, s->articulated ? 36 * (size_t)model->nbody : 0);
  if (s->articulated) {
    rg_stretches_setup(&s->stretches, arena, model);
    rg_meetings_setup(&s->meetings, arena, model->nv, groups);
  }
  rg_half_rows_expect(&s->rows, arena, rg_expect(model, most_rows, most_contacts));
  if (arena->failed) return NULL;
  rg_body_tips(model, s->tip);
  rg_half_rows_trees(&s->rows, model->nv, model->dof_parent);
  return s;
}

static long grown(const void *of) {
  const state *s = of;
  return rg_half_rows_grown(&s->rows) + rg_meetings_grown(&s->meetings);
}

/* --- rows --------------------------------------------------------------------------------------
 */

static rg_tree_factor factor_of(const rg_model *model, const rg_data *data) {
  return (rg_tree_factor){model->nv, model->dof_parent, data->dof_madr, data->qLD};
}

/* coordinate of the rows that degree of freedom k is */
static int coordinate(const state *s, int k) {
  return s->articulated && k >= 0 ? s->stretches.place[k] : k;
}

/* where a row of the constraints or a contact reaches to; the last tip first: it has most on its
   way */
static void row_tips(state *s, const rg_constraints *constraints, int row) {
  for (int e = constraints->start[row + 1] - 1; e >= constraints->start[row]; e--)
    rg_half_rows_add_tip(&s->rows, coordinate(s, constraints->dof[e]));
}

static void contact_tips(state *s, const rg_contact *contact) {
  rg_half_rows_add_tip(&s->rows, coordinate(s, s->tip[contact->body1]));
  rg_half_rows_add_tip(&s->rows, coordinate(s, s->tip[contact->body2]));
}

/* x = G' of one contact: up both ways until they meet; `turn`: the same of its moments, NULL: it has none */
static void load_contact(const rg_model *model, const rg_data *data, const rg_contact *contact,
                         const int *tip, double *x, double *turn) {
  int i = tip[contact->body1], j = tip[contact->body2];
  while (i != j) {
    int k = i > j ? i : j;
    double column[3];
    rg_contact_column(model, data, contact, k, column);
    rg_v3_scale(x + rg_half_rows_stride(3) * k, k == i ? 1 : -1, column);
    if (turn) {
      rg_contact_turn(data, contact, k, column);
      rg_v3_scale(turn + rg_half_rows_stride(3) * k, k == i ? 1 : -1, column);
    }
    if (k == i) i = model->dof_parent[i];
    else j = model->dof_parent[j];
  }
}

static void eliminate(state *s, const rg_model *model, const rg_data *data, int width) {
  rg_tree_factor factor = factor_of(model, data);
  if (s->articulated)
    rg_articulated_rows_eliminate(model, data, &s->stretches, &s->rows, width,
                                  width == 3 ? &s->meetings : NULL, s->force);
  else rg_half_rows_eliminate(&s->rows, &factor, width);
}

/* 1 where rows of a unit are wanted */
static int is_chosen(const state *s, int unit) { return !s->chosen || s->chosen[unit]; }

/* how much room: a bound */
static int count_rows(state *s) {
  const rg_constraints *c = s->constraints;
  rg_half_rows_begin(&s->rows);
  for (int i = 0; i < c->rows; i++) {
    if (!is_chosen(s, i)) continue;
    row_tips(s, c, i);
    rg_half_rows_count(&s->rows, 1);
  }
  for (int i = 0; i < c->contacts; i++) {
    if (!is_chosen(s, c->rows + i)) continue;
    contact_tips(s, c->contact + i);
    rg_half_rows_count(&s->rows, rg_contact_width(c, i));
  }
  return rg_half_rows_reserve(&s->rows);
}

static void add_row(state *s, const rg_model *model, const rg_data *data, int i) {
  const rg_constraints *c = s->constraints;
  row_tips(s, c, i);
  for (int e = c->start[i]; e < c->start[i + 1]; e++)
    s->rows.x[coordinate(s, c->dof[e])] += c->value[e];
  eliminate(s, model, data, 1);
  if (c->compliance[i] > 0 || c->softness[i] > 0)
    rg_half_rows_relax(&s->rows, 1, c->compliance[i], c->softness[i]);
  rg_half_rows_store(&s->rows, 1);
}

static void add_contact(state *s, const rg_model *model, const rg_data *data, int i) {
  const rg_constraints *c = s->constraints;
  int width = rg_contact_width(c, i), moments = width > 3;
  contact_tips(s, c->contact + i);
  if (s->articulated)
    rg_articulated_rows_push(model, data, c->contact + i, s->tip, moments, s->force);
  else load_contact(model, data, c->contact + i, s->tip, s->rows.x, moments ? s->rows.turn : NULL);
  eliminate(s, model, data, width);
  rg_meetings_finish(&s->meetings, s->rows.groups, model, data, &s->stretches, &s->rows);
  if (c->contact_compliance[i] > 0)
    rg_half_rows_relax(&s->rows, width, c->contact_compliance[i], 0);
  rg_half_rows_store(&s->rows, width);
}

/* W of the chosen rows and contacts; 0 where memory ran out */
static int half_solve(state *s, const rg_model *model, const rg_data *data) {
  const rg_constraints *c = s->constraints;
  rg_half_rows_set_dim(&s->rows, c->dim);
  if (!count_rows(s)) return 0;
  for (int i = 0; i < c->rows; i++) {
    rg_meetings_skip(&s->meetings, i);
    if (is_chosen(s, i)) add_row(s, model, data, i);
    else rg_half_rows_skip(&s->rows, 1);
  }
  for (int i = 0; i < c->contacts; i++) {
    rg_meetings_skip(&s->meetings, c->rows + i);
    if (is_chosen(s, c->rows + i)) add_contact(s, model, data, i);
    else rg_half_rows_skip(&s->rows, rg_contact_width(c, i));
  }
  return 1;
}

/* --- problem -----------------------------------------------------------------------------------
 */

/* D^-1/2, and with articulated bodies the coordinates of the rows; a degree of freedom without inertia, -1: none */
static int scale_rows(state *s, const rg_model *model, rg_data *data, const unsigned char *chosen) {
  rg_tree_factor factor = factor_of(model, data);
  double unit;
  if (!s->articulated) return rg_half_rows_scale(&s->rows, &factor, rg_work_of(data)->tiny);
  rg_articulated_factor(model, data);
  int bare = rg_articulated_rows_check(model, data, &unit);
  if (bare >= 0) return bare;
  rg_stretches_find(&s->stretches, model, data, s->constraints, chosen, s->tip, unit);
  rg_articulated_rows_begin(&s->stretches, unit, &s->rows);
  s->room_left =
      rg_meetings_find(&s->meetings, s->constraints, chosen, s->tip, &s->stretches, s->rows.depth);
  return -1;
}

static rg_status prepare(state *s, const rg_model *model, rg_data *data,
                         const unsigned char *chosen, rg_error *error) {
  int bare = scale_rows(s, model, data, chosen);
  if (bare < 0) return RG_OK;
  int joint = model->dof_joint[bare];
  return rg_fail(error, RG_BAD_INPUT, model->joint_name[joint],
                 "degree of freedom %d has no inertia, or the state is not finite", bare);
}

static int is_relaxed(const rg_constraints *constraints) {
  for (int i = 0; i < constraints->rows; i++)
    if (constraints->compliance[i] > 0 || constraints->softness[i] > 0) return 1;
  for (int i = 0; i < constraints->contacts; i++)
    if (constraints->contact_compliance[i] > 0) return 1;
  return 0;
}

static rg_status make_rows(void *of, const rg_model *model, rg_data *data,
                           const unsigned char *chosen, const rg_row_factor **rows,
                           rg_error *error) {
  state *s = of;
  rg_status status = prepare(s, model, data, chosen, error);
  if (status) return status;
  s->chosen = chosen;
  if ((s->articulated && !s->room_left) || !half_solve(s, model, data))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "no memory for the rows");
  s->has_rows = 1;
  s->factor = rg_half_rows_factor(&s->rows);
  s->factor.ways = s->articulated ? rg_meetings_ways(&s->meetings) : NULL;
  *rows = &s->factor;
  return RG_OK;
}

/* pushes find their way through the factor of M, and know nothing of what is relaxed */
static int needs_rows(const void *of) {
  const state *s = of;
  return s->articulated || is_relaxed(s->constraints);
}

static rg_status assemble(void *of, const rg_model *model, rg_data *data,
                          const rg_constraints *constraints, const double *start, double dt,
                          rg_problem *problem, rg_error *error) {
  state *s = of;
  s->constraints = constraints;
  s->room.rows = constraints->rows;
  s->has_rows = 0;
  for (int i = 0; i < model->nv; i++) s->free_velocity[i] = start[i] + dt * data->qacc_smooth[i];
  if (constraints->rows + constraints->contacts > s->rows.most_groups)
    return rg_fail(error, RG_NO_MEMORY, "contacts", "more than there is room for");
  return rg_fill_problem(&s->room, model, data, constraints, s->free_velocity, problem, error);
}

/* v += M^-1 G' x of the units without rows */
static void add_pushes(state *s, const rg_model *model, const rg_data *data, const double *impulse,
                       double *v) {
  rg_constraint_push(model, data, s->constraints, s->has_rows ? s->chosen : NULL, impulse,
                     s->room.body_velocity, s->pushed);
  rg_mass_solve_tree(model, data, s->pushed);
  for (int i = 0; i < model->nv; i++) v[i] += s->pushed[i];
}

/* v = M^-1 G' x of all units, by two sweeps over the tree */
static void push_all(state *s, const rg_model *model, rg_data *data, const double *impulse,
                     double *v) {
  rg_constraint_wrenches(model, data, s->constraints, NULL, impulse, s->room.body_velocity, v);
  rg_articulated_solve_pushed(model, data, s->room.body_velocity, v);
}

/* the same of units that have rows, through these */
static void gather_rows(state *s, const rg_model *model, const rg_data *data, const double *impulse,
                        double *v) {
  rg_tree_factor factor = factor_of(model, data);
  rg_half_rows_gather_carefully(&s->rows, impulse, s->pushed, v);
  rg_tree_back_substitute(&factor, v);
}

/* v+ = v- + dt M^-1 f + M^-1 G' x */
static void velocity(void *of, const rg_model *model, rg_data *data, const double *impulse,
                     double *v) {
  state *s = of;
  if (s->articulated) push_all(s, model, data, impulse, v);
  else {
    for (int i = 0; i < model->nv; i++) v[i] = 0;
    if (s->has_rows) gather_rows(s, model, data, impulse, v);
    if (!s->has_rows || s->chosen) add_pushes(s, model, data, impulse, v);
  }
  for (int i = 0; i < model->nv; i++) v[i] += s->free_velocity[i];
}

static void contact_velocity(void *of, const rg_model *model, const rg_data *data, const double *v,
                             double *u) {
  state *s = of;
  rg_constraint_velocity(&s->room, model, data, s->constraints, v, u);
}

const rg_assembly_kind rg_assembly_minimal = {.name = "minimal",
                                              .setup = setup,
                                              .assemble = assemble,
                                              .rows = make_rows,
                                              .needs_rows = needs_rows,
                                              .velocity = velocity,
                                              .release = release,
                                              .grown = grown,
                                              .contact_velocity = contact_velocity};
