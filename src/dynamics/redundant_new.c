/* Set-up of the redundant coordinates: which bodies are one, their inertia, the rows and their
   pattern, and the order of elimination. A leaf goes first with the rows that hold it, so that a
   tree gives no fill (Baraff 1996); closures come last. */
#include "dynamics/redundant_parts.h"

#include "math/power.h"
#include "math/vector.h"

#include <string.h>

/* --- units ----------------------------------------------------------------------------------- */

static int has_joints(const rg_model *model, int body) { return model->body_ndof[body] > 0; }

static void count_units(rg_redundant *r, const rg_model *model) {
  r->nbody = model->nbody;
  r->model_nv = model->nv;
  r->nq = model->nq;
  for (int b = 1; b < model->nbody; b++)
    if (has_joints(model, b)) {
      r->units++;
      r->joint_rows += model->body_ndof[b] < 6 ? 6 - model->body_ndof[b] : 0;
    }
  for (int i = 0; i < model->nv; i++) r->rotors += model->dof_armature[i] > 0;
  r->rows = r->joint_rows + r->rotors;
  for (int e = 0; e < model->nequality; e++) {
    if (!model->equality_active[e]) continue;
    r->rows += rg_redundant_closure_rows(model->equality_type[e]);
    r->closures++;
  }
  r->nv = 6 * r->units + r->rotors;
}

static void take_state(rg_arena *a, rg_redundant *r) {
  size_t units = (size_t)r->units, all = (size_t)(r->nv + r->rows);
  r->body_unit = RG_NEW(a, int, r->nbody);
  r->body_pos = RG_NEW(a, double, 3 * (size_t)r->nbody);
  r->body_quat = RG_NEW(a, double, 4 * (size_t)r->nbody);
  r->mass = RG_NEW(a, double, units);
  r->centre = RG_NEW(a, double, 3 * units);
  r->inertia = RG_NEW(a, double, 9 * units);
  r->rotor_dof = RG_NEW(a, int, r->rotors);
  r->dof_unit = RG_NEW(a, int, r->model_nv);
  r->equality = RG_NEW(a, int, r->closures);
  r->closure_row = RG_NEW(a, int, r->closures + 1);
  r->pos = RG_NEW(a, double, 3 * units);
  r->quat = RG_NEW(a, double, 4 * units);
  r->vel = RG_NEW(a, double, r->nv);
  r->link = RG_NEW(a, rg_link, units);
  r->qpos = RG_NEW(a, double, r->nq);
  r->qvel = RG_NEW(a, double, r->model_nv);
  r->world_inertia = RG_NEW(a, double, 9 * units);
  r->row_start = RG_NEW(a, int, r->rows + 1);
  r->residual = RG_NEW(a, double, r->rows);
  r->bias = RG_NEW(a, double, r->rows);
  r->order = RG_NEW(a, int, all);
  r->kkt_start = RG_NEW(a, int, all + 1);
  r->kkt_size = RG_NEW(a, double, all);
  r->slot_inertia = RG_NEW(a, int, 6 * units);
  r->slot_mass = RG_NEW(a, int, 3 * units);
  r->slot_rotor = RG_NEW(a, int, r->rotors);
  r->right = RG_NEW(a, double, all);
  r->solution = RG_NEW(a, double, all);
  r->rest = RG_NEW(a, double, all);
  r->step = RG_NEW(a, double, r->nv);
}

/* units in the order of the bodies; welded bodies get their pose in the unit's frame */
static void number_units(rg_redundant *r, const rg_model *model) {
  int unit = 0, row = 0, rotor = 0;
  r->body_unit[0] = -1;
  rg_quat_identity(r->body_quat);
  for (int b = 1; b < model->nbody; b++) {
    int parent = model->body_parent[b];
    if (!has_joints(model, b)) {
      r->body_unit[b] = r->body_unit[parent];
      rg_pose_multiply(r->body_pos + 3 * b, r->body_quat + 4 * b, r->body_pos + 3 * parent,
                       r->body_quat + 4 * parent, model->body_pos + 3 * b,
                       model->body_quat + 4 * b);
      continue;
    }
    rg_link *link = r->link + unit;
    rg_quat_identity(r->body_quat + 4 * b);
    link->body = b;
    link->parent = parent;
    link->dof = model->body_dof[b];
    link->ndof = model->body_ndof[b];
    link->row = row;
    link->rows = 6 - link->ndof;
    row += link->rows;
    for (int i = link->dof; i < link->dof + link->ndof; i++) {
      r->dof_unit[i] = unit;
      if (model->dof_armature[i] > 0) r->rotor_dof[rotor++] = i;
    }
    r->body_unit[b] = unit++;
  }
}

/* --- inertia of the units -------------------------------------------------------------------- */

/* mass and centre first, then the moments about that centre */
static void sum_inertia(rg_redundant *r, const rg_model *model) {
  for (int pass = 0; pass < 2; pass++) {
    for (int b = 1; b < model->nbody; b++) {
      int u = r->body_unit[b];
      if (u < 0) continue;
      double c[3], turn[4], R[9], I[9], m = model->body_mass[b];
      rg_pose_multiply(c, turn, r->body_pos + 3 * b, r->body_quat + 4 * b, model->body_ipos + 3 * b,
                       model->body_iquat + 4 * b);
      if (pass == 0) {
        r->mass[u] += m;
        rg_v3_add_scaled(r->centre + 3 * u, m, c);
        continue;
      }
      rg_v3_sub(c, c, r->centre + 3 * u);
      rg_quat_to_mat3(R, turn);
      rg_mat3_turn_diagonal(I, R, model->body_inertia + 3 * b);
      double cc = rg_v3_dot(c, c);
      for (int i = 0; i < 9; i++)
        r->inertia[9 * u + i] += I[i] + m * ((i % 4 ? 0 : cc) - c[i / 3] * c[i % 3]);
    }
    for (int u = 0; u < r->units && pass == 0; u++)
      if (r->mass[u] > 0) rg_v3_scale(r->centre + 3 * u, 1 / r->mass[u], r->centre + 3 * u);
  }
  for (int u = 0; u < r->units; u++) {
    const double *I = r->inertia + 9 * u;
    r->link[u].length = rg_power_below(sqrt((I[0] + I[4] + I[8]) / r->mass[u]));
  }
}

static rg_status check_units(const rg_redundant *r, const rg_model *model, rg_error *error) {
  for (int u = 0; u < r->units; u++)
    if (!(r->mass[u] > 0 && rg_mat3_determinant(r->inertia + 9 * u) > 0))
      return rg_fail(error, RG_BAD_INPUT, model->body_name[r->link[u].body],
                     "redundant coordinates need mass and inertia in every moving body");
  return RG_OK;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* units whose velocities appear in a joint's relative motion */
static int add_link_units(const rg_redundant *r, int unit, int *list, int count) {
  int parent = r->body_unit[r->link[unit].parent];
  list[count++] = unit;
  if (parent >= 0) list[count++] = parent;
  return count;
}

int rg_redundant_row_units(const rg_redundant *r, const rg_model *model, int row, int list[4]) {
  if (row < r->joint_rows) {
    int unit = 0;
    while (row >= r->link[unit].row + r->link[unit].rows) unit++;
    return add_link_units(r, unit, list, 0);
  }
  if (row < r->joint_rows + r->rotors)
    return add_link_units(r, r->dof_unit[r->rotor_dof[row - r->joint_rows]], list, 0);
  int k = 0, count = 0;
  while (row >= r->closure_row[k + 1]) k++;
  int e = r->equality[k];
  int one = model->equality_object1[e], two = model->equality_object2[e];
  if (model->equality_type[e] == RG_EQUALITY_JOINT) {
    count = add_link_units(r, r->dof_unit[model->joint_dof[one]], list, 0);
    if (two >= 0) count = add_link_units(r, r->dof_unit[model->joint_dof[two]], list, count);
    return count;
  }
  if (r->body_unit[one] >= 0) list[count++] = r->body_unit[one];
  if (r->body_unit[two] >= 0) list[count++] = r->body_unit[two];
  return count;
}

static int is_rotor_row(const rg_redundant *r, int row) {
  return row >= r->joint_rows && row < r->joint_rows + r->rotors;
}

static void make_pattern(rg_arena *arena, rg_redundant *r, const rg_model *model) {
  int list[4], row = r->joint_rows + r->rotors, k = 0;
  for (int e = 0; e < model->nequality; e++) {
    if (!model->equality_active[e]) continue;
    r->equality[k] = e;
    r->closure_row[k++] = row;
    row += rg_redundant_closure_rows(model->equality_type[e]);
  }
  r->closure_row[k] = row;
  for (int i = 0; i < r->rows; i++)
    r->row_start[i + 1] =
        r->row_start[i] + is_rotor_row(r, i) + 6 * rg_redundant_row_units(r, model, i, list);
  int entries = r->row_start[r->rows];
  r->column = RG_NEW(arena, int, entries);
  r->value = RG_NEW(arena, double, entries);
  r->slot_value = RG_NEW(arena, int, entries);
  if (arena->failed) return;

  /* a rotor's own velocity first, then six a unit */
  for (int i = 0; i < r->rows; i++) {
    int at = r->row_start[i], count = rg_redundant_row_units(r, model, i, list);
    if (is_rotor_row(r, i)) r->column[at++] = 6 * r->units + i - r->joint_rows;
    for (int u = 0; u < count; u++)
      for (int a = 0; a < 6; a++) r->column[at++] = 6 * list[u] + a;
  }
}

/* --- order and pattern of the system --------------------------------------------------------- */

/* from the last body to the first: the body, its rotors, the rows that hold them */
static void make_order(rg_redundant *r) {
  int next = 0;
  for (int u = r->units - 1; u >= 0; u--) {
    const rg_link *link = r->link + u;
    for (int a = 0; a < 6; a++) r->order[6 * u + a] = next++;
    for (int k = 0; k < link->rows; k++) r->order[r->nv + link->row + k] = next++;
    for (int k = 0; k < r->rotors; k++) {
      if (r->dof_unit[r->rotor_dof[k]] != u) continue;
      r->order[6 * r->units + k] = next++;
      r->order[r->nv + r->joint_rows + k] = next++;
    }
  }
  for (int i = r->joint_rows + r->rotors; i < r->rows; i++) r->order[r->nv + i] = next++;
}

/* visits every entry of the upper triangle; `slot` NULL counts */
static void visit(rg_redundant *r, int i, int j, int *slot, int *fill) {
  int a = r->order[i], b = r->order[j], column = a > b ? a : b;
  if (!slot) {
    r->kkt_start[column + 1]++;
    return;
  }
  *slot = r->kkt_start[column] + fill[column]++;
  r->kkt_row[*slot] = a > b ? b : a;
}

static void visit_all(rg_redundant *r, int *fill) {
  for (int u = 0; u < r->units; u++) {
    int at = 0;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b <= a; b++, at++)
        visit(r, 6 * u + a, 6 * u + b, fill ? r->slot_inertia + 6 * u + at : NULL, fill);
      visit(r, 6 * u + 3 + a, 6 * u + 3 + a, fill ? r->slot_mass + 3 * u + a : NULL, fill);
    }
  }
  for (int k = 0; k < r->rotors; k++)
    visit(r, 6 * r->units + k, 6 * r->units + k, fill ? r->slot_rotor + k : NULL, fill);
  for (int i = 0; i < r->rows; i++)
    for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++)
      visit(r, r->nv + i, r->column[p], fill ? r->slot_value + p : NULL, fill);
}

static void make_system(rg_arena *arena, rg_redundant *r) {
  int all = r->nv + r->rows;
  int *fill = RG_NEW(arena, int, all);
  if (arena->failed) return;
  make_order(r);
  visit_all(r, NULL);
  for (int k = 0; k < all; k++) r->kkt_start[k + 1] += r->kkt_start[k];
  r->kkt_row = RG_NEW(arena, int, r->kkt_start[all]);
  r->kkt_value = RG_NEW(arena, double, r->kkt_start[all]);
  if (arena->failed) return;
  visit_all(r, fill);
  r->ldl = rg_sparse_ldl_new(arena, all, r->kkt_start, r->kkt_row);
}

rg_status rg_redundant_new(rg_redundant **redundant, rg_arena *arena, const rg_model *model,
                           rg_error *error) {
  *redundant = NULL;
  for (int b = 1; b < model->nbody; b++)
    if (model->body_ndof[b] > 6)
      return rg_fail(error, RG_BAD_INPUT, model->body_name[b],
                     "redundant coordinates take at most six degrees of freedom a body");
  for (int e = 0; e < model->nequality; e++)
    if (model->equality_active[e] && model->equality_type[e] == RG_EQUALITY_TENDON)
      return rg_fail(error, RG_BAD_INPUT, model->equality_name[e],
                     "redundant coordinates have no equalities of tendons: take minimal or "
                     "embedded ones");
  rg_redundant *r = RG_NEW(arena, rg_redundant, 1);
  if (!r) return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  count_units(r, model);
  take_state(arena, r);
  if (arena->failed) return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  number_units(r, model);
  sum_inertia(r, model);
  rg_status status = check_units(r, model, error);
  if (status != RG_OK) return status;
  memcpy(r->qpos, model->qpos0, (size_t)model->nq * sizeof(double));
  make_pattern(arena, r, model);
  if (!arena->failed) make_system(arena, r);
  if (arena->failed) return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  *redundant = r;
  return RG_OK;
}
