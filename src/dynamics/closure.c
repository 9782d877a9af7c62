/* Rows of loop closures and the motion under them:

       qacc = M^-1 (force + J' lambda),   (J M^-1 J') lambda = -(bias + J M^-1 force)

   J M^-1 J' is semi-definite where rows depend on each other (a planar loop closed in space):
   Cholesky with diagonal pivoting finds a largest independent set, and only it carries force. */
#include "dynamics/closure.h"

#include "dynamics/semidefinite.h"
#include "dynamics/work.h"
#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

static int rows_of(int type) {
  return type == RG_EQUALITY_CONNECT ? 3 : type == RG_EQUALITY_WELD ? 6 : 1;
}

rg_closure *rg_closure_new(rg_arena *arena, const rg_model *model) {
  rg_closure *closure = RG_NEW(arena, rg_closure, 1);
  if (!closure) return NULL;
  closure->nv = model->nv;
  closure->equality = RG_NEW(arena, int, model->nequality);
  closure->start = RG_NEW(arena, int, model->nequality + 1);
  if (arena->failed) return NULL;
  for (int e = 0; e < model->nequality; e++) {
    if (!model->equality_active[e]) continue;
    closure->equality[closure->count++] = e;
    closure->rows += rows_of(model->equality_type[e]);
    closure->start[closure->count] = closure->rows;
  }
  size_t rows = (size_t)closure->rows, nv = (size_t)model->nv;
  closure->residual = RG_NEW(arena, double, rows);
  closure->jacobian = RG_NEW(arena, double, rows *nv);
  closure->bias = RG_NEW(arena, double, rows);
  closure->kept = RG_NEW(arena, unsigned char, rows);
  closure->half_rows = RG_NEW(arena, double, rows *nv);
  closure->half_start = RG_NEW(arena, int, rows + 1);
  closure->half_dof = RG_NEW(arena, int, rows *nv);
  closure->compliance = RG_NEW(arena, double, rows *rows);
  closure->multiplier = RG_NEW(arena, double, rows);
  closure->drift = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  closure->order = RG_NEW(arena, int, rows);
  closure->scale = RG_NEW(arena, double, rows);
  closure->work = RG_NEW(arena, double, rows);
  closure->step = RG_NEW(arena, double, nv);
  closure->force = RG_NEW(arena, double, nv);
  if (arena->failed) return NULL;
  if (rows) memset(closure->kept, 1, rows);
  return closure;
}

/* --- residual ----------------------------------------------------------------------------------
 */

/* A weld keeps the point of body 2 first. It is the same in any point, but for the error of a step, which grows with the
   distance from its bodies: one to the world is taken at the centre of body 1, not where the world begins:
   p_2 += R_2' R_1 (centre - p_1). */
void rg_closure_points(const rg_model *model, int e, double one[3], double two[3]) {
  const double *at = model->equality_data + 11 * e;
  int weld = model->equality_type[e] == RG_EQUALITY_WELD;
  rg_v3_copy(one, at + (weld ? 3 : 0));
  rg_v3_copy(two, at + (weld ? 0 : 3));
  if (!weld || model->equality_object2[e] != 0) return;
  double way[3];
  rg_v3_sub(way, model->body_ipos + 3 * model->equality_object1[e], one);
  rg_v3_add(one, one, way);
  rg_quat_rotate_back(way, at + 6, way);
  rg_v3_add(two, two, way);
}

/* where these are */
static void closure_points(const rg_model *model, const rg_data *data, int e, double p1[3],
                           double p2[3]) {
  int b1 = model->equality_object1[e], b2 = model->equality_object2[e];
  rg_closure_points(model, e, p1, p2);
  rg_pose_apply(p1, data->xpos + 3 * b1, data->xquat + 4 * b1, p1);
  rg_pose_apply(p2, data->xpos + 3 * b2, data->xquat + 4 * b2, p2);
}

int rg_closure_axes(const rg_model *model, int e) {
  int one = model->equality_object1[e];
  return one ? one : model->equality_object2[e];
}

/* vectors of three rows each, `width` of them side by side, from the world's axes into those of a body: which of more rows
   than freedoms hold a loop must not depend on how the world is turned */
static void into_axes(const rg_model *model, const rg_data *data, int e, int vectors, size_t width,
                      double *rows) {
  const double *quat = data->xquat + 4 * rg_closure_axes(model, e);
  for (int v = 0; v < vectors; v++)
    for (size_t k = 0; k < width; k++) {
      double *at = rows + 3 * (size_t)v * width + k, a[3] = {at[0], at[width], at[2 * width]};
      if (a[0] == 0 && a[1] == 0 && a[2] == 0) continue;
      rg_quat_rotate_back(a, quat, a);
      for (size_t i = 0; i < 3; i++) at[i * width] = a[i];
    }
}

/* turn from body 2 to where body 1 wants it, world frame: R_1 R_rel = exp(r) R_2 */
static void weld_turn(const rg_model *model, const rg_data *data, int e, double r[3]) {
  double wanted[4], back[4];
  rg_quat_multiply(wanted, data->xquat + 4 * model->equality_object1[e],
                   model->equality_data + 11 * e + 6);
  rg_quat_conjugate(back, data->xquat + 4 * model->equality_object2[e]);
  rg_quat_multiply(wanted, wanted, back);
  rg_quat_normalize(wanted);
  rg_quat_to_rotation(r, wanted);
}

/* how far a joint or tendon of a coupling is from where it is at qpos0 */
static double coupled(const rg_model *model, const rg_data *data, int e, int object) {
  if (model->equality_type[e] == RG_EQUALITY_TENDON)
    return rg_tendon_length(model, data, object) - model->tendon_length0[object];
  int q = model->joint_qpos[object];
  return data->qpos[q] - model->qpos0[q];
}

/* polynomial of a coupling of joints or tendons with its first two derivatives */
static void coupling(const rg_model *model, const rg_data *data, int e, double value[3]) {
  const double *c = model->equality_data + 11 * e;
  int other = model->equality_object2[e];
  double x = other < 0 ? 0 : coupled(model, data, e, other);
  value[0] = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
  value[1] = c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4]));
  value[2] = 2 * c[2] + x * (6 * c[3] + x * 12 * c[4]);
  if (other < 0) value[0] = c[0], value[1] = value[2] = 0;
}

void rg_closure_residual(rg_closure *closure, const rg_model *model, const rg_data *data) {
  assert(closure->nv == model->nv);
  for (int k = 0; k < closure->count; k++) {
    int e = closure->equality[k];
    double *r = closure->residual + closure->start[k], p2[3], value[3];
    if (model->equality_type[e] >= RG_EQUALITY_JOINT) {
      coupling(model, data, e, value);
      r[0] = coupled(model, data, e, model->equality_object1[e]) - value[0];
      continue;
    }
    closure_points(model, data, e, r, p2);
    rg_v3_sub(r, r, p2);
    int weld = model->equality_type[e] == RG_EQUALITY_WELD;
    if (weld) weld_turn(model, data, e, r + 3);
    into_axes(model, data, e, weld ? 2 : 1, 1, r);
  }
}

/* --- Jacobian and bias -------------------------------------------------------------------------
 */

/* rows += sign times the motion of a point of a body: 3 linear, then 3 angular where `turns` */
static void add_point_rows(const rg_model *model, const rg_data *data, int body,
                           const double point[3], double sign, int turns, double *rows,
                           double *largest) {
  size_t nv = (size_t)model->nv;
  for (int i = rg_last_dof(model, body); i >= 0; i = model->dof_parent[i]) {
    double column[6];
    rg_dof_motion(model, data, i, point, column);
    for (size_t a = 0; a < 3; a++) {
      *largest = fmax(*largest, fmax(fabs(column[3 + a]), turns ? fabs(column[a]) : 0));
      rows[a * nv + (size_t)i] += sign * column[3 + a];
      if (turns) rows[(3 + a) * nv + (size_t)i] += sign * column[a];
    }
  }
}

/* r += sign times the acceleration of a point fixed to a body: a + alpha x s + omega x v_point */
static void add_point_bias(const rg_closure *closure, const rg_data *data, int body,
                           const double point[3], double sign, int turns, double *r) {
  const double *A = closure->drift + 6 * body, *V = data->xvel + 6 * body;
  double step[3], at[6], v[6], spin[3];
  rg_v3_sub(step, point, data->xpos + 3 * body);
  rg_sp_motion_at(at, A, step);
  rg_sp_motion_at(v, V, step);
  rg_v3_cross(spin, V, v + 3);
  rg_v3_add(at + 3, at + 3, spin);
  rg_v3_add_scaled(r, sign, at + 3);
  if (turns) rg_v3_add_scaled(r + 3, sign, at);
}

static void joint_row(const rg_model *model, const rg_data *data, int e, double *row,
                      double *bias) {
  int j1 = model->equality_object1[e], j2 = model->equality_object2[e];
  double value[3];
  coupling(model, data, e, value);
  row[model->joint_dof[j1]] += 1;
  if (j2 < 0) return;
  double rate = data->qvel[model->joint_dof[j2]];
  row[model->joint_dof[j2]] -= value[1];
  *bias = -value[2] * rate * rate;
}

/* row += factor times the moment arms of a tendon; returns its velocity */
static double add_tendon_row(const rg_model *model, const rg_data *data, int t, double factor,
                             double *row) {
  double velocity = 0;
  rg_tendon_place(model, data, t);
  for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++) {
    int i = model->tendon_dof[k];
    row[i] += factor * data->tendon_moment[k];
    velocity += data->tendon_moment[k] * data->qvel[i];
  }
  return velocity;
}

/* L1 - L1_0 = P(L2 - L2_0):  row J1 - P' J2,  bias J1' v - P' J2' v - P'' (J2 v)^2, J' the rate of J */
static void tendon_row(const rg_closure *closure, const rg_model *model, const rg_data *data, int e,
                       double *row, double *bias) {
  int t1 = model->equality_object1[e], t2 = model->equality_object2[e];
  double value[3];
  coupling(model, data, e, value);
  add_tendon_row(model, data, t1, 1, row);
  *bias = rg_tendon_drift(model, data, closure->drift, t1);
  if (t2 < 0) return;
  double rate = add_tendon_row(model, data, t2, -value[1], row);
  *bias -= value[1] * rg_tendon_drift(model, data, closure->drift, t2) + value[2] * rate * rate;
}

/* Where both bodies move alike their parts of a row cancel but for rounding, and that is no motion: a
   planar loop does not move across its plane. `largest`: entry of either part. */
static void drop_rounding(double *rows, size_t entries, double largest) {
  static const double NOISE = 1e-14; /* of it: some 50 roundings */
  for (size_t k = 0; k < entries; k++)
    if (fabs(rows[k]) <= NOISE * largest) rows[k] = 0;
}

void rg_closure_rows(rg_closure *closure, const rg_model *model, const rg_data *data) {
  assert(closure->nv == model->nv);
  size_t nv = (size_t)model->nv;
  rg_closure_residual(closure, model, data);
  rg_body_drifts(model, data, closure->drift);
  memset(closure->jacobian, 0, (size_t)closure->rows * nv * sizeof(double));
  memset(closure->bias, 0, (size_t)closure->rows * sizeof(double));
  for (int k = 0; k < closure->count; k++) {
    int e = closure->equality[k], first = closure->start[k];
    int b1 = model->equality_object1[e], b2 = model->equality_object2[e];
    int turns = model->equality_type[e] == RG_EQUALITY_WELD;
    double *rows = closure->jacobian + (size_t)first * nv, p1[3], p2[3], largest = 0;
    if (model->equality_type[e] == RG_EQUALITY_JOINT) {
      joint_row(model, data, e, rows, closure->bias + first);
      continue;
    }
    if (model->equality_type[e] == RG_EQUALITY_TENDON) {
      tendon_row(closure, model, data, e, rows, closure->bias + first);
      continue;
    }
    closure_points(model, data, e, p1, p2);
    add_point_rows(model, data, b1, p1, 1, turns, rows, &largest);
    add_point_rows(model, data, b2, p2, -1, turns, rows, &largest);
    into_axes(model, data, e, turns ? 2 : 1, nv, rows);
    drop_rounding(rows, (size_t)(closure->start[k + 1] - first) * nv, largest);
    add_point_bias(closure, data, b1, p1, 1, turns, closure->bias + first);
    add_point_bias(closure, data, b2, p2, -1, turns, closure->bias + first);
    into_axes(model, data, e, turns ? 2 : 1, 1, closure->bias + first);
  }
}

static int is_point(const rg_model *model, int e) {
  return model->equality_type[e] == RG_EQUALITY_CONNECT ||
         model->equality_type[e] == RG_EQUALITY_WELD;
}

void rg_closure_bias(rg_closure *closure, const rg_model *model, const rg_data *data) {
  assert(closure->nv == model->nv);
  size_t nv = (size_t)model->nv;
  rg_body_drifts(model, data, closure->drift);
  memset(closure->bias, 0, (size_t)closure->rows * sizeof(double));
  for (int k = 0; k < closure->count; k++) {
    int e = closure->equality[k], first = closure->start[k];
    int turns = model->equality_type[e] == RG_EQUALITY_WELD;
    double *row = closure->jacobian + (size_t)first * nv, *bias = closure->bias + first, p1[3],
           p2[3];
    if (is_point(model, e)) {
      closure_points(model, data, e, p1, p2);
      add_point_bias(closure, data, model->equality_object1[e], p1, 1, turns, bias);
      add_point_bias(closure, data, model->equality_object2[e], p2, -1, turns, bias);
      into_axes(model, data, e, turns ? 2 : 1, 1, bias);
      continue;
    }
    memset(row, 0, nv * sizeof *row);
    if (model->equality_type[e] == RG_EQUALITY_JOINT) joint_row(model, data, e, row, bias);
    else tendon_row(closure, model, data, e, row, bias);
  }
}

/* --- motion ------------------------------------------------------------------------------------
 */

/* J L^-1, row by row, and where a row is not 0: on the way from the joints of a loop to the root */
static void find_half_rows(rg_closure *closure, const rg_model *model, const rg_data *data) {
  int n = closure->rows, nv = closure->nv, count = 0;
  memcpy(closure->half_rows, closure->jacobian, (size_t)n * (size_t)nv * sizeof(double));
  for (int i = 0; i < n; i++) {
    double *row = closure->half_rows + (size_t)i * (size_t)nv;
    rg_mass_solve_half(model, data, row);
    closure->half_start[i] = count;
    for (int k = 0; k < nv; k++)
      if (row[k] != 0) closure->half_dof[count++] = k;
  }
  closure->half_start[n] = count;
}

/* J M^-1 J' = (J L^-1) D^-1 (J L^-1)', over the dofs of the earlier row */
static void find_compliance(rg_closure *closure, const rg_model *model, const rg_data *data) {
  size_t n = (size_t)closure->rows, nv = (size_t)closure->nv;
  find_half_rows(closure, model, data);
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++) {
      const double *a = closure->half_rows + i * nv, *b = closure->half_rows + j * nv;
      double sum = 0;
      for (int e = closure->half_start[i]; e < closure->half_start[i + 1]; e++) {
        int k = closure->half_dof[e];
        sum += a[k] * data->qLDiag[k] * b[k];
      }
      closure->compliance[i * n + j] = closure->compliance[j * n + i] = sum;
    }
}

/* rows of one equality and one unit, scaled alike: the largest of them has a diagonal of 1 */
static void scale_rows(const rg_closure *closure, int first, int count, double *scale) {
  size_t n = (size_t)closure->rows;
  double largest = 0;
  for (int i = first; i < first + count; i++)
    largest = fmax(largest, closure->compliance[(size_t)i * n + (size_t)i]);
  for (int i = first; i < first + count; i++) scale[i] = largest > 0 ? 1 / sqrt(largest) : 0;
}

/* the factor of the compliance in no units, pivots down to `share` of the largest; its rank */
static int factor_compliance(rg_closure *closure, const rg_model *model, const rg_data *data,
                             double share) {
  int n = closure->rows;
  double *scale = closure->scale;
  find_compliance(closure, model, data);
  for (int k = 0; k < closure->count; k++) {
    int first = closure->start[k], count = closure->start[k + 1] - first;
    scale_rows(closure, first, count < 3 ? count : 3, scale);
    if (count > 3) scale_rows(closure, first + 3, count - 3, scale);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      closure->compliance[(size_t)i * (size_t)n + (size_t)j] *= scale[i] * scale[j];
  closure->chosen = 0;
  return rg_semidefinite_factor(n, closure->compliance, closure->order, share);
}

/* what pivots of a factor of that are known to */
static const double ROUNDING = 1e-12;

void rg_closure_choose(rg_closure *closure, const rg_model *model, const rg_data *data,
                       double share) {
  assert(closure->nv == model->nv && share >= 0);
  int n = closure->rows, rank = factor_compliance(closure, model, data, share);
  for (int k = 0; k < n; k++) closure->kept[closure->order[k]] = k < rank;
  closure->chosen = rank;
}

/* x += M^-1 J' lambda */
static void add_motion(rg_closure *closure, const rg_model *model, const rg_data *data,
                       const double *lambda, double *x) {
  rg_matvec_t(closure->rows, closure->nv, closure->jacobian, closure->nv, lambda, closure->force);
  rg_mass_solve_tree(model, data, closure->force);
  rg_axpy(closure->nv, 1, closure->force, x);
}

/* x += M^-1 J' times (J M^-1 J')^-1 times -(target + J x): afterwards J x = -target */
static void correct(rg_closure *closure, const rg_model *model, const rg_data *data, int rank,
                    const double *target, double *x) {
  int n = closure->rows, nv = closure->nv;
  double *lambda = closure->work;
  rg_matvec(n, nv, closure->jacobian, nv, x, lambda);
  for (int i = 0; i < n; i++)
    lambda[i] = closure->scale[i] * (-lambda[i] - (target ? target[i] : 0));
  rg_semidefinite_solve(n, rank, closure->compliance, closure->order, lambda);
  for (int i = 0; i < n; i++) lambda[i] *= closure->scale[i];
  add_motion(closure, model, data, lambda, x);
  for (int i = 0; i < n; i++) closure->multiplier[i] += lambda[i];
}

/* x = the motion that takes the residual away, by the rows that were chosen last, wherever that was */
static void correct_roughly(rg_closure *closure, const rg_model *model, const rg_data *data,
                            double *x) {
  int n = closure->rows;
  double *lambda = closure->work;
  for (int i = 0; i < n; i++) lambda[i] = -closure->scale[i] * closure->residual[i];
  rg_semidefinite_solve(n, closure->chosen, closure->compliance, closure->order, lambda);
  for (int i = 0; i < n; i++) lambda[i] *= closure->scale[i];
  memset(x, 0, (size_t)closure->nv * sizeof(double));
  add_motion(closure, model, data, lambda, x);
}

int rg_closure_acceleration(rg_closure *closure, const rg_model *model, const rg_data *data,
                            const double *force, double *qacc) {
  assert(closure->nv == model->nv);
  memcpy(qacc, force, (size_t)model->nv * sizeof(double));
  rg_mass_solve_tree(model, data, qacc);
  memset(closure->multiplier, 0, (size_t)closure->rows * sizeof(double));
  int rank = factor_compliance(closure, model, data, ROUNDING);

  /* the second pass takes out the rounding of the first */
  for (int pass = 0; pass < 2; pass++) correct(closure, model, data, rank, closure->bias, qacc);
  return rank;
}

/* inertias, rows and M where the bodies are */
static void place_rows(rg_closure *closure, const rg_model *model, rg_data *data) {
  rg_place_inertias(model, data);
  rg_velocity_stage(model, data);
  rg_closure_rows(closure, model, data);
  rg_mass(model, data);
}

/* 1 where a row of an equality is an angle */
static int is_angle(const rg_model *model, int e, int row) {
  int object = model->equality_object1[e];
  switch (model->equality_type[e]) {
  case RG_EQUALITY_WELD: return row >= 3;
  case RG_EQUALITY_JOINT: return model->joint_type[object] != RG_JOINT_SLIDE;
  default: return 0;
  }
}

/* largest residual, as a length */
static double worst_residual(const rg_closure *closure, const rg_model *model) {
  double worst = 0, turn = closure->length > 0 ? closure->length : 1;
  for (int k = 0; k < closure->count; k++)
    for (int i = closure->start[k]; i < closure->start[k + 1]; i++) {
      int angle = is_angle(model, closure->equality[k], i - closure->start[k]);
      double off = fabs(closure->residual[i]) * (angle ? turn : 1);
      if (!(off <= worst)) worst = off;
    }
  return worst;
}

double rg_closure_close(rg_closure *closure, const rg_model *model, rg_data *data, int most_steps,
                        double tolerance) {
  assert(most_steps >= 0 && tolerance >= 0);
  static const double GAIN = 0.1; /* what a step with rows of elsewhere has to leave at most */
  double *step = closure->step, worst = 0, last = HUGE_VAL;
  for (int k = 0;; k++) {
    rg_place_bodies(model, data);
    rg_closure_residual(closure, model, data);
    worst = worst_residual(closure, model);
    if (!(worst > tolerance) || k == most_steps || (k > 3 && worst > 0.5 * last)) return worst;
    if (closure->chosen && worst <= GAIN * last) {
      correct_roughly(closure, model, data, step);
      rg_integrate_position(model, data->qpos, step, 1);
      last = worst;
      continue;
    }
    last = worst;
    place_rows(closure, model, data);
    memset(step, 0, (size_t)model->nv * sizeof(double));
    correct(closure, model, data, factor_compliance(closure, model, data, ROUNDING),
            closure->residual, step);
    rg_integrate_position(model, data->qpos, step, 1);
  }
}

double rg_closure_project(rg_closure *closure, const rg_model *model, rg_data *data, int most_steps,
                          double tolerance) {
  assert(most_steps >= 0 && tolerance >= 0);
  double worst = rg_closure_close(closure, model, data, most_steps, tolerance);
  rg_place_frames(model, data);
  place_rows(closure, model, data);

  /* velocities: twice, against rounding */
  int rank = factor_compliance(closure, model, data, ROUNDING);
  for (int pass = 0; pass < 2; pass++) correct(closure, model, data, rank, NULL, data->qvel);
  rg_velocity_stage(model, data);
  rg_closure_rows(closure, model, data);
  return worst;
}
