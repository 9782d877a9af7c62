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
#include "contact/gram.h"
#include "contact/pushes.h"

#include "base/error.h"

/* degrees of freedom on one way to the root from which on articulated bodies are the faster ones */
enum { DEEP = 48 };

typedef struct state {
  rg_half_rows rows;
  int has_rows;                /* 0: none were made yet */
  const unsigned char *chosen; /* units that rows were made of; NULL: all */
  rg_gram gram;
  rg_problem_room room;
  int articulated;
  int *tip;              /* nbody */
  double *free_velocity; /* nv: v- + dt M^-1 f */
  rg_sum *sums;          /* nv: work */
  double *pushed;        /* nv: work */
  double *of_rows;       /* unknowns: impulses of the units that have rows */
  double *force;         /* nbody x 18: articulated */
  const rg_constraints *constraints;
  rg_row_factor factor;
  int *tree_first, *tree_size; /* nv: first degree of freedom of its tree; size, by the first */
} state;

/* trees are ranges of degrees of freedom */
static void find_trees(state *s, const rg_model *model) {
  for (int i = 0; i < model->nv; i++) {
    s->tree_first[i] = model->dof_parent[i] < 0 ? i : s->tree_first[model->dof_parent[i]];
    s->tree_size[s->tree_first[i]]++;
  }
}

/* --- set-up ------------------------------------------------------------------------------------
 */

int rg_minimal_needs_mass(const rg_model *model) {
  for (int i = 0; i < model->nv; i++) {
    int depth = 0;
    for (int k = i; k >= 0; k = model->dof_parent[k])
      if (++depth > DEEP) return 0;
  }
  return 1;
}

static void release(void *of) {
  state *s = of;
  rg_half_rows_release(&s->rows);
  rg_gram_release(&s->gram);
}

static void *setup(rg_arena *arena, const rg_model *model, int most_rows, int most_contacts,
                   rg_error *error) {
  (void)error;
  state *s = RG_NEW(arena, state, 1);
  if (!s) return NULL;
  int groups = most_rows + most_contacts;
  rg_half_rows_setup(&s->rows, arena, model->nv, groups);
  rg_gram_setup(&s->gram, arena, model->nv, groups, most_rows + 3 * most_contacts);
  rg_problem_room_setup(&s->room, arena, model, most_rows, most_contacts);
  s->articulated = !rg_minimal_needs_mass(model);
  s->tip = RG_NEW(arena, int, model->nbody);
  s->free_velocity = RG_NEW(arena, double, model->nv);
  s->sums = RG_NEW(arena, rg_sum, model->nv);
  s->pushed = RG_NEW(arena, double, model->nv);
  s->of_rows = RG_RAW(arena, double, (size_t)most_rows + 3 * (size_t)most_contacts);
  s->tree_first = RG_NEW(arena, int, model->nv);
  s->tree_size = RG_NEW(arena, int, model->nv);
  s->force = RG_NEW(arena, double, s->articulated ? 18 * (size_t)model->nbody : 0);
  if (!arena->failed && !rg_rows_expect(&s->rows, &s->gram, model, most_rows, most_contacts)) {
    release(s);
    arena->failed = 1;
  }
  if (arena->failed) return NULL;
  rg_body_tips(model, s->tip);
  find_trees(s, model);
  return s;
}

static int extra_rows(const void *of) {
  (void)of;
  return 0;
}

static long grown(const void *of) {
  const state *s = of;
  return rg_half_rows_grown(&s->rows) + rg_gram_grown(&s->gram);
}

/* --- rows --------------------------------------------------------------------------------------
 */

static rg_tree_factor factor_of(const rg_model *model, const rg_data *data) {
  return (rg_tree_factor){model->nv, model->dof_parent, data->dof_madr, data->qLD};
}

/* where a row of the constraints or a contact reaches to; the last tip first: it has most on its
   way */
static void row_tips(state *s, const rg_constraints *constraints, int row) {
  for (int e = constraints->start[row + 1] - 1; e >= constraints->start[row]; e--)
    rg_half_rows_add_tip(&s->rows, constraints->dof[e]);
}

static void contact_tips(state *s, const rg_contact *contact) {
  rg_half_rows_add_tip(&s->rows, s->tip[contact->body1]);
  rg_half_rows_add_tip(&s->rows, s->tip[contact->body2]);
}

/* x = G' of one contact: up both ways until they meet */
static void load_contact(const rg_model *model, const rg_data *data, const rg_contact *contact,
                         const int *tip, double *x) {
  int i = tip[contact->body1], j = tip[contact->body2];
  while (i != j) {
    int k = i > j ? i : j;
    double column[3];
    rg_contact_column(model, data, contact, k, column);
    rg_v3_scale(x + rg_half_rows_stride(3) * k, k == i ? 1 : -1, column);
    if (k == i) i = model->dof_parent[i];
    else j = model->dof_parent[j];
  }
}

static void eliminate(state *s, const rg_model *model, const rg_data *data, int width) {
  rg_tree_factor factor = factor_of(model, data);
  if (s->articulated) rg_articulated_rows_eliminate(model, data, &s->rows, width, s->force);
  else rg_half_rows_eliminate(&s->rows, &factor, width);
  rg_half_rows_store(&s->rows, width);
}

/* 1 where rows of a unit are wanted */
static int is_chosen(const state *s, int unit) { return !s->chosen || s->chosen[unit]; }

/* W of the chosen rows and contacts; 0 where memory ran out */
static int half_solve(state *s, const rg_model *model, const rg_data *data,
                      const rg_constraints *constraints) {
  rg_half_rows *rows = &s->rows;

  /* how much room */
  rg_half_rows_begin(rows, model->nv, model->dof_parent);
  for (int i = 0; i < constraints->rows; i++) {
    if (!is_chosen(s, i)) continue;
    row_tips(s, constraints, i);
    rg_half_rows_count(rows, 1);
  }
  for (int i = 0; i < constraints->contacts; i++) {
    if (!is_chosen(s, constraints->rows + i)) continue;
    contact_tips(s, constraints->contact + i);
    rg_half_rows_count(rows, 3);
  }
  if (!rg_half_rows_reserve(rows)) return 0;

  /* rows, then contacts */
  for (int i = 0; i < constraints->rows; i++) {
    if (!is_chosen(s, i)) continue;
    row_tips(s, constraints, i);
    for (int e = constraints->start[i]; e < constraints->start[i + 1]; e++)
      rows->x[constraints->dof[e]] += constraints->value[e];
    eliminate(s, model, data, 1);
  }
  for (int i = 0; i < constraints->contacts; i++) {
    const rg_contact *contact = constraints->contact + i;
    if (!is_chosen(s, constraints->rows + i)) continue;
    contact_tips(s, contact);
    if (s->articulated) rg_articulated_rows_push(model, data, contact, s->tip, s->force);
    else load_contact(model, data, contact, s->tip, rows->x);
    eliminate(s, model, data, 3);
  }
  return 1;
}

/* --- problem -----------------------------------------------------------------------------------
 */

/* D^-1/2, and the articulated bodies where they are used */
static rg_status prepare(state *s, const rg_model *model, rg_data *data, rg_error *error) {
  rg_tree_factor factor = factor_of(model, data);
  if (s->articulated) rg_articulated_factor(model, data);
  int bare = s->articulated ? rg_articulated_rows_scale(model, data, &s->rows)
                            : rg_half_rows_scale(&s->rows, &factor, rg_work_of(data)->tiny);
  if (bare < 0) return RG_OK;
  int joint = model->dof_joint[bare];
  return rg_fail(error, RG_BAD_INPUT, model->joint_name[joint],
                 "degree of freedom %d has no inertia, or the state is not finite", bare);
}

/* of relaxed rows and normals: a share of their own diagonal entry */
static void add_compliance(const state *s, const rg_constraints *constraints) {
  for (int i = 0; i < constraints->rows; i++) {
    if (constraints->compliance[i] > 0)
      *rg_gram_diagonal(&s->gram, i) *= 1 + constraints->compliance[i];
    if (constraints->softness[i] > 0) *rg_gram_diagonal(&s->gram, i) += constraints->softness[i];
  }
  for (int i = 0; i < constraints->contacts; i++)
    if (constraints->contact_compliance[i] > 0)
      *rg_gram_diagonal(&s->gram, constraints->rows + 3 * i) *=
          1 + constraints->contact_compliance[i];
}

static int is_relaxed(const rg_constraints *constraints) {
  for (int i = 0; i < constraints->rows; i++)
    if (constraints->compliance[i] > 0 || constraints->softness[i] > 0) return 1;
  for (int i = 0; i < constraints->contacts; i++)
    if (constraints->contact_compliance[i] > 0) return 1;
  return 0;
}

/* W of the units that are chosen */
static rg_status make_rows(state *s, const rg_model *model, rg_data *data,
                           const unsigned char *chosen, rg_error *error) {
  rg_status status = prepare(s, model, data, error);
  if (status) return status;
  s->chosen = chosen;
  if (!half_solve(s, model, data, s->constraints))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "no memory for the rows");
  s->has_rows = 1;
  return RG_OK;
}

/* W and W W' of the same */
static rg_status matrix(void *of, const rg_model *model, rg_data *data, const unsigned char *chosen,
                        rg_matrix *A, rg_error *error) {
  state *s = of;
  rg_status status = make_rows(s, model, data, chosen, error);
  if (!status) status = rg_gram_compute(&s->gram, &s->rows, error);
  if (!status) *A = rg_gram_matrix(&s->gram, s->rows.unknown[s->rows.groups]);
  return status;
}

/* y = W (W' x) */
static void multiply(void *of, const double *x, double *y) {
  state *s = of;
  rg_half_rows_careful(&s->rows, x, NULL, s->sums, y);
}

/* W, and x -> W (W' x) */
static rg_status rows_alone(void *of, const rg_model *model, rg_data *data,
                            const unsigned char *chosen, rg_matrix *A, rg_error *error) {
  state *s = of;
  rg_status status = make_rows(s, model, data, chosen, error);
  int n = status ? 0 : s->rows.unknown[s->rows.groups];
  if (!status) *A = rg_matrix_operator(n, n, multiply, s);
  return status;
}

static rg_status begin(state *s, const rg_model *model, const rg_data *data,
                       const rg_constraints *constraints, const double *start, double dt,
                       rg_problem *problem, rg_error *error) {
  s->constraints = constraints;
  s->room.rows = constraints->rows;
  s->has_rows = 0;
  for (int i = 0; i < model->nv; i++) s->free_velocity[i] = start[i] + dt * data->qacc_smooth[i];
  if (constraints->rows + constraints->contacts > s->rows.most_groups)
    return rg_fail(error, RG_NO_MEMORY, "contacts", "more than there is room for");
  return rg_fill_problem(&s->room, model, data, constraints, s->free_velocity, problem, error);
}

static rg_status assemble(void *of, const rg_model *model, rg_data *data,
                          const rg_constraints *constraints, const double *start, double dt,
                          rg_problem *problem, rg_error *error) {
  state *s = of;
  rg_status status = begin(s, model, data, constraints, start, dt, problem, error);
  if (!status) status = matrix(s, model, data, NULL, &problem->A, error);
  if (!status) add_compliance(s, constraints);
  return status;
}

/* A is left out where it is W W' and pushes find their way through the factor of M */
static rg_status assemble_vectors(void *of, const rg_model *model, rg_data *data,
                                  const rg_constraints *constraints, const double *start, double dt,
                                  rg_problem *problem, rg_error *error) {
  state *s = of;
  if (s->articulated || is_relaxed(constraints))
    return assemble(s, model, data, constraints, start, dt, problem, error);
  return begin(s, model, data, constraints, start, dt, problem, error);
}

/* impulses of the units that have rows, in their order */
static const double *impulses_of_rows(state *s, const double *impulse) {
  double *to = s->of_rows;
  int rows = s->constraints->rows;
  if (!s->chosen) return impulse;
  for (int i = 0; i < rows; i++)
    if (s->chosen[i]) *to++ = impulse[i];
  for (int i = 0; i < s->constraints->contacts; i++)
    for (int k = 0; k < 3 && s->chosen[rows + i]; k++) *to++ = impulse[rows + 3 * i + k];
  return s->of_rows;
}

/* v += M^-1 G' x of the units without rows */
static void add_pushes(state *s, const rg_model *model, const rg_data *data, const double *impulse,
                       double *v) {
  rg_constraint_push(model, data, s->constraints, s->has_rows ? s->chosen : NULL, impulse,
                     s->room.body_velocity, s->pushed);
  rg_mass_solve_tree(model, data, s->pushed);
  for (int i = 0; i < model->nv; i++) v[i] += s->pushed[i];
}

/* v+ = v- + dt M^-1 f + M^-1 G' x */
static void velocity(void *of, const rg_model *model, rg_data *data, const double *impulse,
                     double *v) {
  state *s = of;
  rg_tree_factor factor = factor_of(model, data);
  for (int i = 0; i < model->nv; i++) v[i] = 0;
  if (s->has_rows) {
    rg_half_rows_gather_carefully(&s->rows, impulses_of_rows(s, impulse), s->sums, v);
    if (s->articulated) rg_articulated_back_substitute(model, data, s->room.body_velocity, v);
    else rg_tree_back_substitute(&factor, v);
  }
  if (!s->has_rows || s->chosen) add_pushes(s, model, data, impulse, v);
  for (int i = 0; i < model->nv; i++) v[i] += s->free_velocity[i];
}

static void contact_velocity(void *of, const rg_model *model, const rg_data *data, const double *v,
                             double *u) {
  state *s = of;
  rg_constraint_velocity(&s->room, model, data, s->constraints, v, u);
}

static const rg_row_factor *factor(void *of) {
  state *s = of;
  const rg_half_rows *rows = &s->rows;
  if (is_relaxed(s->constraints)) return NULL;
  s->factor = (rg_row_factor){.unit = rows->unit,
                              .size = rows->size,
                              .units = rows->groups,
                              .width = rows->width,
                              .run_start = rows->run_start,
                              .run = rows->runs.data,
                              .value = rows->values.data,
                              .tree_first = s->tree_first,
                              .tree_size = s->tree_size};
  return &s->factor;
}

static int careful(void *of, const double *impulse, const double *shift, double *u) {
  state *s = of;
  if (is_relaxed(s->constraints)) return 0;
  rg_half_rows_careful(&s->rows, impulse, shift, s->sums, u);
  return 1;
}

const rg_assembly_kind rg_assembly_minimal = {.name = "minimal",
                                              .setup = setup,
                                              .extra_rows = extra_rows,
                                              .assemble = assemble,
                                              .assemble_vectors = assemble_vectors,
                                              .matrix = matrix,
                                              .rows = rows_alone,
                                              .velocity = velocity,
                                              .factor = factor,
                                              .careful = careful,
                                              .release = release,
                                              .grown = grown,
                                              .contact_velocity = contact_velocity};
