/* Contact problems in redundant coordinates (Mylapilli & Jain 2017, sec. 2.4.1): six velocities V a
   body, joints and rotors as bilateral rows before those of the constraints.

   The state stays in joint coordinates q, v. With V = H(q) v the step

       M6 (V+ - H v-) = dt (f6 - M6 dH/dt v) + G' x,   G_joints V+ = 0

   has the solution V+ = H v+ with the v+ of minimal coordinates, because H' times its first part is
   M (v+ - v-) = dt f + J' x:  H' M6 H = M, G H = J, H' G_joints' = 0. So it is the same
   discretization, not merely one of the same order. Rows over joint rates use
   v = H^+ (V - V_parent); loop closures and contacts act on the bodies themselves.

   Damping D that the dynamics take at the end of the step, (M + dt D) (v+ - v-) = ..., is one more row a
   damped joint rate, with compliance:  (v+ - v-) + y / (dt D) = 0. */
#include "contact/assembly.h"

#include "contact/redundant_blocks.h"
#include "dynamics/medium.h"
#include "dynamics/redundant.h"
#include "dynamics/work.h"
#include "math/dense.h"
#include "math/power.h"
#include "math/spatial.h"
#include "math/symmetric3.h"

#include <math.h>
#include <string.h>

typedef struct redundant_state {
  rg_redundant *bodies;
  int extra;      /* joint rows, rotor rows, rows of damped rates */
  int joints;     /* the first two of them */
  int has_mass;   /* M is factored; 0: articulated bodies are */
  int *damped;    /* extra - joints: degree of freedom */
  int *first_row; /* equalities: first row among those of `bodies`, -1: over joint rates */
  int most_rows, most_contacts;
  rg_block_rows G; /* nodes: bodies, then rotors, which use the first of their six numbers */

  double *body_inverse;    /* units x 9: inverse inertia about the centre, body frame */
  double *inverse_inertia; /* units x 9: the same in the world frame */
  double *inverse_mass;    /* nodes: of bodies, of rotors */
  double unit;             /* a power of four about as large as that */
  double *body_half;       /* units x 9: B with B B' = inverse inertia over the unit, body frame */
  double *half_inertia;    /* units x 9: the same in the world frame */
  double *half_mass;       /* nodes: (unit / inverse mass)^-1/2 */
  double *dragged;         /* units x 36: L of M6 + what the medium adds = L L'; NULL: no medium */
  int has_drag;            /* 1: in this step */
  rg_row_factor factor;
  int contacts;

  double *free;        /* nodes x 6: velocity without impulses */
  double *motion;      /* nodes x 6: work */
  double *force;       /* velocities of `bodies` */
  double *joint_force; /* nv */
  double *rates;       /* 2 nv: a row over joint rates, and M^-1 times it */

  double *offset;         /* u = G V + offset: targets of rows, moving surfaces */
  double *compliance, *c; /* all rows, three a contact */
  double *lower, *upper;  /* scalar rows */
  double *mu, *target;    /* contacts, */
  double *spin, *roll;    /* those with moments, */
  int dim;                /* their unknowns, */
  int *width;             /* and the rows that each of them has */
} redundant_state;

/* --- set-up ---------------------------------------------------------------------------------- */

static void take_arrays(rg_arena *arena, redundant_state *s, const rg_model *model) {
  const rg_redundant *r = s->bodies;
  size_t units = (size_t)r->units, nodes = units + (size_t)r->rotors;
  size_t scalar = (size_t)s->extra + (size_t)s->most_rows, contacts = (size_t)s->most_contacts;
  size_t all = scalar + 6 * contacts;
  s->first_row = RG_NEW(arena, int, model->nequality);
  s->damped = RG_NEW(arena, int, s->extra - s->joints);
  RG_VECTORS(arena, 9 * units, &s->body_inverse, &s->inverse_inertia, &s->body_half,
             &s->half_inertia);
  RG_VECTORS(arena, nodes, &s->inverse_mass, &s->half_mass);
  if (rg_has_medium(model)) s->dragged = RG_NEW(arena, double, 36 * units);
  RG_VECTORS(arena, 6 * nodes, &s->free, &s->motion);
  s->force = RG_NEW(arena, double, r->nv);
  s->joint_force = RG_NEW(arena, double, model->nv);
  s->rates = RG_NEW(arena, double, 2 * (size_t)model->nv);
  RG_VECTORS(arena, all, &s->offset, &s->compliance, &s->c);
  RG_VECTORS(arena, scalar, &s->lower, &s->upper);
  RG_VECTORS(arena, contacts, &s->mu, &s->target, &s->spin, &s->roll);
  s->width = RG_NEW(arena, int, contacts);
  s->dim = 3;
  rg_block_rows_new(&s->G, arena, (int)nodes, (int)all);
}

/* what does not change: inverse masses, where the rows of a closure stand, bounds of the joints */
static void fill_constants(redundant_state *s, const rg_model *model) {
  const rg_redundant *r = s->bodies;
  s->unit = 1;
  for (int u = 0; u < r->units; u++) {
    double moments[3], R[9];
    rg_symmetric3_eigen(r->inertia + 9 * u, moments, R);
    if (u == 0) s->unit = rg_power_of_four_below(1 / r->mass[0]);
    for (int i = 0; i < 9; i++) /* columns of R are the axes */
      s->body_half[9 * u + i] = R[i] / sqrt(s->unit * moments[i % 3]);
    for (int i = 0; i < 3; i++) moments[i] = 1 / moments[i];
    rg_mat3_turn_diagonal(s->body_inverse + 9 * u, R, moments);
    s->inverse_mass[u] = 1 / r->mass[u];
  }
  for (int k = 0; k < r->rotors; k++)
    s->inverse_mass[r->units + k] = 1 / model->dof_armature[r->rotor_dof[k]];
  for (int n = 0; n < r->units + r->rotors; n++)
    s->half_mass[n] = sqrt(s->inverse_mass[n] / s->unit);
  for (int i = 0, k = 0; i < model->nv; i++)
    if (rg_may_be_implicit(model, i)) s->damped[k++] = i;
  for (int e = 0; e < model->nequality; e++) s->first_row[e] = -1;
  for (int k = 0; k < r->closures; k++)
    if (model->equality_type[r->equality[k]] != RG_EQUALITY_JOINT)
      s->first_row[r->equality[k]] = r->closure_row[k];
  for (int i = 0; i < s->extra; i++) {
    s->lower[i] = -HUGE_VAL;
    s->upper[i] = HUGE_VAL;
  }
}

/* room for a few contacts a body before the first step */
static int reserve(redundant_state *s) {
  size_t extra = (size_t)s->extra, rows = (size_t)s->most_rows;
  size_t contacts = 4 * (size_t)s->bodies->units + 8, most = (size_t)s->most_contacts;
  if (contacts > most) contacts = most;
  return rg_block_rows_reserve(&s->G, 3 * extra + 4 * rows + 6 * contacts);
}

static void *setup(rg_arena *arena, const rg_model *model, int most_rows, int most_contacts,
                   rg_error *error) {
  redundant_state *s = RG_NEW(arena, redundant_state, 1);
  if (!s || rg_redundant_new(&s->bodies, arena, model, error) != RG_OK) return NULL;
  s->joints = s->extra = s->bodies->joint_rows + s->bodies->rotors;
  for (int i = 0; i < model->nv; i++) s->extra += rg_may_be_implicit(model, i);
  s->most_rows = most_rows;
  s->most_contacts = most_contacts;
  s->has_mass = rg_minimal_needs_mass(model);
  take_arrays(arena, s, model);
  if (arena->failed) return NULL;
  fill_constants(s, model);
  if (reserve(s)) {
    rg_block_rows_free(&s->G);
    arena->failed = 1;
    return NULL;
  }
  return s;
}

static int extra_rows(const void *state) { return ((const redundant_state *)state)->extra; }
static void release(void *state) { rg_block_rows_free(&((redundant_state *)state)->G); }
static long grown(const void *state) {
  return rg_block_rows_grown(&((const redundant_state *)state)->G);
}

/* --- bodies and joint rates ------------------------------------------------------------------ */

/* motion of a unit at a point; -1: the world */
static void motion_at(const rg_redundant *r, int unit, const double *V, const double point[3],
                      double motion[6]) {
  double step[3];
  rg_sp_zero(motion);
  if (unit < 0) return;
  rg_v3_sub(step, point, r->pos + 3 * unit);
  rg_sp_motion_at(motion, V + 6 * unit, step);
}

/* from the roots to the tips, at the centres of mass: V = H v, or where `rates` is NULL the spatial
   accelerations that the bodies have while all joint accelerations are zero */
static void sweep(const rg_redundant *r, const double *rates, double *V) {
  for (int u = 0; u < r->units; u++) {
    const rg_link *link = r->link + u;
    double at[6], step[3];
    motion_at(r, r->body_unit[link->parent], V, link->origin, at);
    if (!rates) rg_sp_add_scaled(at, 1, link->drift);
    for (int k = 0; k < link->ndof && rates; k++)
      rg_sp_add_scaled(at, rates[link->dof + k], link->motion + 6 * k);
    rg_v3_sub(step, r->pos + 3 * u, link->origin);
    rg_sp_motion_at(V + 6 * u, at, step);
  }
  for (int k = 0; k < r->rotors; k++) {
    rg_sp_zero(V + 6 * (r->units + k));
    if (rates) V[6 * (r->units + k)] = rates[r->rotor_dof[k]];
  }
}

/* v = H^+ (V - V_parent), joint by joint */
static void rates_from_motion(const rg_redundant *r, const double *V, double *rates) {
  for (int u = 0; u < r->units; u++) {
    const rg_link *link = r->link + u;
    double above[6], own[6];
    motion_at(r, r->body_unit[link->parent], V, link->origin, above);
    motion_at(r, u, V, link->origin, own);
    rg_sp_add_scaled(own, -1, above);
    for (int k = 0; k < link->ndof; k++)
      rates[link->dof + k] = rg_sp_dot(link->inverse + 6 * k, own);
  }
}

/* --- velocity without impulses --------------------------------------------------------------- */

/* M6 of a unit and what the medium adds to it, factored */
static void factor_drag(redundant_state *s, const rg_model *model, const rg_data *data) {
  const rg_redundant *r = s->bodies;
  const rg_work *work = rg_work_of(data);
  s->has_drag = s->dragged && work->dragged;
  if (!s->has_drag) return;
  memset(s->dragged, 0, 36 * (size_t)r->units * sizeof(double));
  for (int b = 1; b < model->nbody; b++) {
    int u = r->body_unit[b];
    double arm[3], at[RG_ARTICULATED] = {0};
    if (u < 0) continue;
    rg_v3_sub(arm, data->xpos + 3 * b, r->pos + 3 * u);
    rg_articulated_add_from(at, work->drag + RG_ARTICULATED * b, arm);
    for (int k = 0; k < 6; k++) {
      double unit[6] = {0}, column[6];
      unit[k] = 1;
      rg_articulated_apply(column, at, unit);
      for (int i = 0; i < 6; i++) s->dragged[36 * u + 6 * i + k] += column[i];
    }
  }
  for (int u = 0; u < r->units; u++) {
    double *M = s->dragged + 36 * u;
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) M[6 * i + k] += r->world_inertia[9 * u + 3 * i + k];
      M[7 * (3 + i)] += r->mass[u];
    }
    rg_cholesky(6, M, 6);
  }
}

static void invert_inertia(redundant_state *s) {
  const rg_redundant *r = s->bodies;
  for (int u = 0; u < r->units; u++) {
    double R[9], t[9];
    rg_quat_to_mat3(R, r->quat + 4 * u);
    rg_mat3_multiply(t, R, s->body_inverse + 9 * u);
    rg_mat3_multiply_t(s->inverse_inertia + 9 * u, t, R);
    rg_mat3_multiply(s->half_inertia + 9 * u, R, s->body_half + 9 * u);
  }
}

/* r = M6^-1 f of one node */
static void divide_by_mass(const redundant_state *s, int node, const double f[6], double r[6]) {
  if (node < s->bodies->units && s->has_drag) {
    rg_sp_copy(r, f);
    rg_cholesky_solve(6, s->dragged + 36 * node, 6, r);
    return;
  }
  if (node < s->bodies->units) {
    rg_mat3_apply(r, s->inverse_inertia + 9 * node, f);
    rg_v3_scale(r + 3, s->inverse_mass[node], f + 3);
    return;
  }
  rg_sp_zero(r);
  r[0] = s->inverse_mass[node] * f[0];
}

/* w = B' g of one node */
static void half_divide(const redundant_state *s, int node, const double g[6], double w[6]) {
  rg_sp_zero(w);
  if (node < s->bodies->units && s->has_drag) {
    const double *L = s->dragged + 36 * node, root = 1 / sqrt(s->unit);
    for (int i = 0; i < 6; i++) {
      double sum = root * g[i];
      for (int k = 0; k < i; k++) sum -= L[6 * i + k] * w[k];
      w[i] = sum / L[7 * i];
    }
    return;
  }
  if (node < s->bodies->units) {
    rg_mat3_apply_t(w, s->half_inertia + 9 * node, g);
    rg_v3_scale(w + 3, s->half_mass[node], g + 3);
  } else w[0] = s->half_mass[node] * g[0];
}

/* V = H v- + dt (M6^-1 f6 - dH/dt v); rotors have no force and no drift */
static void free_velocity(redundant_state *s, const rg_model *model, const rg_data *data,
                          const double *start, double dt) {
  rg_redundant *r = s->bodies;
  for (int i = 0; i < model->nv; i++) s->joint_force[i] = data->qfrc_smooth[i] + data->qfrc_bias[i];
  rg_redundant_forces(r, model, s->joint_force, s->force);
  sweep(r, start, s->free);
  sweep(r, NULL, s->motion);
  for (int u = 0; u < r->units; u++) {
    const double *spatial = s->motion + 6 * u, *w = r->vel + 6 * u;
    double a[6], spin[3], drift[6];
    rg_sp_copy(drift, spatial);
    rg_v3_cross(spin, w, w + 3); /* a of the centre = spatial a + omega x v */
    rg_v3_add(drift + 3, drift + 3, spin);
    if (s->has_drag) { /* the medium adds to the inertia for a change of v alone */
      double f[6];
      rg_mat3_apply(f, r->world_inertia + 9 * u, drift);
      rg_v3_scale(f + 3, r->mass[u], drift + 3);
      for (int k = 0; k < 6; k++) f[k] = s->force[6 * u + k] - f[k];
      divide_by_mass(s, u, f, a);
    } else {
      divide_by_mass(s, u, s->force + 6 * u, a);
      rg_sp_add_scaled(a, -1, drift);
    }
    rg_sp_add_scaled(s->free + 6 * u, dt, a);
  }
}

/* --- rows ------------------------------------------------------------------------------------ */

/* adds sign n . (motion of a unit at `point`) to the current row */
static void add_motion(redundant_state *s, int unit, const double point[3], const double n[6],
                       double sign) {
  if (unit < 0) return;
  double step[3], moment[3], *block = rg_block_of(&s->G, unit);
  rg_v3_sub(step, point, s->bodies->pos + 3 * unit);
  rg_v3_cross(moment, step, n + 3);
  rg_sp_add_scaled(block, sign, n);
  rg_v3_add_scaled(block, sign, moment);
}

/* a row of `bodies` as it stands: joint, rotor, or closure between bodies */
static void add_body_row(redundant_state *s, int row) {
  const rg_redundant *r = s->bodies;
  int rotors = 6 * r->units, p = r->row_start[row], end = r->row_start[row + 1];
  if (p < end && r->column[p] >= rotors) {
    rg_block_of(&s->G, r->units + r->column[p] - rotors)[0] += r->value[p];
    p++;
  }
  for (; p < end; p += 6) rg_sp_add_scaled(rg_block_of(&s->G, r->column[p] / 6), 1, r->value + p);
}

/* sum of value times joint rate; the rates of one joint are one direction between two bodies */
static void add_rate_row(redundant_state *s, int count, const int *dof, const double *value) {
  const rg_redundant *r = s->bodies;
  for (int p = 0; p < count;) {
    const rg_link *link = r->link + r->dof_unit[dof[p]];
    double n[6] = {0};
    for (; p < count && r->link + r->dof_unit[dof[p]] == link; p++)
      rg_sp_add_scaled(n, value[p], link->inverse + 6 * (dof[p] - link->dof));
    add_motion(s, r->body_unit[link->body], link->origin, n, 1);
    add_motion(s, r->body_unit[link->parent], link->origin, n, -1);
  }
}

static void add_constraint_row(redundant_state *s, const rg_constraints *constraints, int i) {
  int at = s->extra + i, first = constraints->start[i];
  int closure = constraints->kind[i] == RG_ROW_CLOSURE;
  int row = closure ? s->first_row[constraints->object[i]] : -1;
  if (row >= 0) add_body_row(s, row + constraints->part[i]);
  else
    add_rate_row(s, constraints->start[i + 1] - first, constraints->dof + first,
                 constraints->value + first);
  s->offset[at] = -constraints->target[i];
  s->lower[at] = constraints->lower[i];
  s->upper[at] = constraints->upper[i];
}

/* velocity of body 1 against body 2 at the contact along one axis of its frame; from 3 on the angular one */
static void add_contact_row(redundant_state *s, const rg_contact *contact, int axis) {
  const int *unit = s->bodies->body_unit;
  double n[6] = {0};
  if (axis < 3) rg_v3_copy(n + 3, contact->frame + 3 * axis);
  else rg_v3_copy(n, contact->frame + 3 * (axis - 3));
  add_motion(s, unit[contact->body1], contact->position, n, 1);
  add_motion(s, unit[contact->body2], contact->position, n, -1);
}

static int write_rows(redundant_state *s, const rg_constraints *constraints) {
  /* a row over rates has at most two blocks an entry */
  size_t entries = constraints->rows ? (size_t)constraints->start[constraints->rows] : 0;
  if (rg_block_rows_begin(&s->G, 3 * (size_t)s->extra + 2 * (size_t)constraints->rows +
                                     2 * entries +
                                     2 * (size_t)constraints->dim * (size_t)constraints->contacts))
    return 1;
  for (int i = 0; i < s->joints; i++) {
    add_body_row(s, i);
    rg_block_row_end(&s->G);
  }
  for (int i = s->joints; i < s->extra; i++) {
    const double one = 1;
    add_rate_row(s, 1, &s->damped[i - s->joints], &one);
    rg_block_row_end(&s->G);
  }
  for (int i = 0; i < constraints->rows; i++) {
    add_constraint_row(s, constraints, i);
    rg_block_row_end(&s->G);
  }
  for (int i = 0; i < constraints->contacts; i++)
    for (int axis = 0; axis < constraints->dim; axis++) {
      int at = s->G.rows, has = axis < rg_contact_width(constraints, i);
      if (has) add_contact_row(s, constraints->contact + i, axis);
      s->offset[at] = !has ? 0
                      : axis < 3
                          ? constraints->surface[3 * i + axis] + constraints->turn[3 * i + axis]
                          : constraints->turn_angular[3 * i + axis - 3];
      rg_block_row_end(&s->G);
    }
  for (int b = 0; b < s->G.blocks; b++) {
    divide_by_mass(s, s->G.node[b], s->G.value + 6 * (size_t)b, s->G.weighted + 6 * (size_t)b);
    half_divide(s, s->G.node[b], s->G.value + 6 * (size_t)b, s->G.half + 6 * (size_t)b);
  }
  return 0;
}

/* --- compliance ------------------------------------------------------------------------------ */

/* J M^-1 J' of the row in s->rates, which is zero again afterwards */
static double minimal_diagonal(redundant_state *s, const rg_model *model, rg_data *data) {
  double *solved = s->rates + model->nv, sum = 0;
  memcpy(solved, s->rates, (size_t)model->nv * sizeof(double));
  if (s->has_mass) rg_mass_solve_tree(model, data, solved);
  else rg_articulated_solve(model, data, solved);
  for (int i = 0; i < model->nv; i++) sum += s->rates[i] * solved[i];
  memset(s->rates, 0, (size_t)model->nv * sizeof(double));
  return sum;
}

/* adds sign n . (velocity of a point) to s->rates: the joints from the body up to the root */
static void add_point_rates(redundant_state *s, int unit, const double point[3], const double n[3],
                            double sign) {
  const rg_redundant *r = s->bodies;
  while (unit >= 0) {
    const rg_link *link = r->link + unit;
    double step[3], at[6];
    rg_v3_sub(step, point, link->origin);
    for (int k = 0; k < link->ndof; k++) {
      rg_sp_motion_at(at, link->motion + 6 * k, step);
      s->rates[link->dof + k] += sign * rg_v3_dot(n, at + 3);
    }
    unit = r->body_unit[link->parent];
  }
}

/* Relaxed rows ask for a share of the diagonal of A. It is that of minimal coordinates, so that the
   spring is the same in both. */
static void add_compliance(redundant_state *s, const rg_model *model, rg_data *data,
                           const rg_constraints *constraints) {
  const int *unit = s->bodies->body_unit;
  memset(s->compliance, 0, (size_t)s->G.rows * sizeof(double));
  for (int i = 0; i < constraints->rows; i++) {
    s->compliance[s->extra + i] = constraints->softness[i];
    if (!(constraints->compliance[i] > 0)) continue;
    for (int p = constraints->start[i]; p < constraints->start[i + 1]; p++)
      s->rates[constraints->dof[p]] += constraints->value[p];
    s->compliance[s->extra + i] += constraints->compliance[i] * minimal_diagonal(s, model, data);
  }
  for (int i = 0; i < constraints->contacts; i++) {
    if (!(constraints->contact_compliance[i] > 0)) continue;
    const rg_contact *contact = constraints->contact + i;
    add_point_rates(s, unit[contact->body1], contact->position, contact->frame, 1);
    add_point_rates(s, unit[contact->body2], contact->position, contact->frame, -1);
    s->compliance[s->extra + constraints->rows + constraints->dim * i] =
        constraints->contact_compliance[i] * minimal_diagonal(s, model, data);
  }
}

/* rows of damped rates: compliance 1 / (dt D), or no impulse where damping is explicit */
static void add_damping(redundant_state *s, const rg_model *model, const rg_data *data,
                        const double *start) {
  const double *inertia = rg_work_of(data)->dof_inertia;
  for (int i = s->joints; i < s->extra; i++) {
    int dof = s->damped[i - s->joints];
    double added = inertia[dof] - model->dof_armature[dof]; /* dt D */
    s->offset[i] = -start[dof];
    s->compliance[i] = added > 0 ? 1 / added : 0;
    s->upper[i] = added > 0 ? HUGE_VAL : 0;
    s->lower[i] = -s->upper[i];
  }
}

/* --- the problem ----------------------------------------------------------------------------- */

static rg_status assemble(void *state, const rg_model *model, rg_data *data,
                          const rg_constraints *constraints, const double *start, double dt,
                          rg_problem *problem, rg_error *error) {
  redundant_state *s = state;
  *problem = rg_problem_default();
  if (constraints->rows > s->most_rows || constraints->contacts > s->most_contacts)
    return rg_fail(error, RG_NO_MEMORY, "contacts", "more rows or contacts than there is room for");

  /* bodies, joints and masses at the positions of the step */
  rg_redundant_from_minimal(s->bodies, model, data);
  rg_redundant_rows(s->bodies, model);
  invert_inertia(s);
  factor_drag(s, model, data);
  free_velocity(s, model, data, start, dt);
  if (write_rows(s, constraints))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "the rows do not fit into memory");
  add_compliance(s, model, data, constraints);
  add_damping(s, model, data, start);

  for (int i = 0; i < s->G.rows; i++) {
    s->c[i] = rg_block_row_dot(&s->G, i, s->free) + s->offset[i];
    if (!isfinite(s->c[i]))
      return rg_fail(error, RG_BAD_INPUT, "c", "velocity %d without impulses is not finite", i);
    if (constraints->quiet) s->c[i] = 0;
  }
  for (int i = 0; i < constraints->contacts; i++) {
    s->mu[i] = constraints->mu[i];
    s->target[i] = constraints->contact_target[i];
    s->spin[i] = constraints->spin[i];
    s->roll[i] = constraints->roll[i];
    s->width[i] = rg_contact_width(constraints, i);
  }
  s->contacts = constraints->contacts;
  s->dim = constraints->dim;
  problem->dim = constraints->contacts ? constraints->dim : 0;
  problem->spin = s->dim > 3 ? s->spin : NULL;
  problem->roll = s->dim > 4 ? s->roll : NULL;
  problem->ellipsoid = s->dim > 3 && constraints->ellipsoid;
  problem->contacts = constraints->contacts;
  problem->rows = s->extra + constraints->rows;
  problem->c = s->c;
  problem->mu = s->mu;
  problem->target = s->target;
  problem->lower = s->lower;
  problem->upper = s->upper;
  return RG_OK;
}

/* of all units, whatever is chosen: joints couple the bodies */
static rg_status make_rows(void *state, const rg_model *model, rg_data *data,
                           const unsigned char *chosen, const rg_row_factor **rows,
                           rg_error *error) {
  redundant_state *s = state;
  (void)model, (void)data, (void)chosen;
  int scalar = s->G.rows - s->dim * s->contacts;
  if (rg_block_factor(&s->G, s->bodies->units, scalar, s->dim, s->width, s->unit, s->compliance,
                      &s->factor))
    return rg_fail(error, RG_NO_MEMORY, "contacts", "the rows do not fit into memory");
  *rows = &s->factor;
  return RG_OK;
}

/* V+ = V + M6^-1 G' x, then joint rates */
static void velocity(void *state, const rg_model *model, rg_data *data, const double *impulse,
                     double *v) {
  redundant_state *s = state;
  (void)model, (void)data;
  for (int i = 0; i < 6 * s->G.nodes; i++) s->motion[i] = s->free[i];
  for (int i = 0; i < s->G.rows; i++) rg_block_row_add(&s->G, i, impulse[i], s->motion);
  rates_from_motion(s->bodies, s->motion, v);
}

/* u = G H v + offset; zero for joints up to rounding, and for rates with implicit damping, whose u
   has the part of the compliance that the motion itself does not know */
static void contact_velocity(void *state, const rg_model *model, const rg_data *data,
                             const double *v, double *u) {
  redundant_state *s = state;
  (void)model, (void)data;
  sweep(s->bodies, v, s->motion);
  for (int i = 0; i < s->G.rows; i++) u[i] = rg_block_row_dot(&s->G, i, s->motion) + s->offset[i];
  for (int i = s->joints; i < s->extra; i++)
    if (s->compliance[i] > 0) u[i] = 0;
}

/* a joint's row along n is known to what turning and ways of its two bodies are; a rotor's to as much as its joint's rate */
static double extra_noise(const void *of, const rg_constraints *constraints, int i) {
  const redundant_state *s = of;
  const rg_redundant *r = s->bodies;
  const rg_link *link = NULL;
  const double *n = NULL;
  for (int u = 0; u < r->units && !n; u++) {
    link = r->link + u;
    if (i >= link->row && i < link->row + link->rows) n = link->locked + 6 * (i - link->row);
  }
  if (!n) {
    int dof = i < s->joints ? r->rotor_dof[i - r->joint_rows] : s->damped[i - s->joints];
    link = r->link + r->dof_unit[dof];
    n = link->inverse + 6 * (dof - link->dof);
  }
  /* what only falls turns by the rounding of that */
  double turn = rg_v3_norm(n), way = rg_v3_norm(n + 3);
  return rg_constraints_twist_noise(constraints, turn, way + turn / link->length);
}

const rg_assembly_kind rg_assembly_redundant = {
    .name = "redundant",
    .setup = setup,
    .extra_rows = extra_rows,
    .assemble = assemble,
    .rows = make_rows,
    .velocity = velocity,
    .release = release,
    .grown = grown,
    .contact_velocity = contact_velocity,
    .extra_noise = extra_noise,
};
