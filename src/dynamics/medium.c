/* Drag and lift of the medium: each body is a box with its mass and principal moments, or has geoms that count as
   ellipsoids (fluid.c). As in MuJoCo (its documentation, chapter Computation, "Passive forces").

   A light body in a dense medium loses its speed in much less than a step: such a force is taken within the step. With
   V the velocity of a body against the wind where the step begins, F(V) its drag and D how that grows,

       drag = F(V) - theta D (V+ - V),     theta = (3 + z) / (6 + z),   z = dt D / m

   so that dt theta D, six by six, symmetric and not negative, adds to the inertia of the body: theta as for dampers
   (implicit.c), 1 for rules that take dampers at the end. For a drag c |v| v D is 2 c |v|: what moves alone never turns
   back, however large dt is, and what falls comes to its speed without ringing.

   Lift does no work, L = S(V) V with a skew S. It is taken at the mean of a step of that body with lift alone,

       L = S (V + V') / 2,     I (V' - V) = dt L,     I the inertia of the body,

   which turns V and leaves its energy; a body with others on it follows less, and then loses some. Where that
   mean, and the one that the last step lets expect, are near V, forces are those at the expected one. */
#include "dynamics/medium.h"

#include "dynamics/fluid.h"
#include "dynamics/work.h"
#include "math/dense.h"

#include <string.h>

int rg_has_medium(const rg_model *model) {
  return model->option.density > 0 || model->option.viscosity > 0;
}

int rg_medium_adds(const rg_data *data) { return rg_work_of(data)->dragged; }

/* where drag acts: a place that moves with a body, its axes, its velocities there in these axes */
typedef struct place {
  int body;
  const double *R;
  double arm[3]; /* from xpos */
  double w[3], v[3];
} place;

static place place_at(const rg_model *model, const rg_data *data, int b, const double *pos,
                      const double *R, const double motion[6]) {
  place at = {.body = b, .R = R};
  double velocity[6];
  rg_v3_sub(at.arm, pos, data->xpos + 3 * b);
  rg_sp_motion_at(velocity, motion, at.arm);
  rg_v3_sub(velocity + 3, velocity + 3, model->option.wind);
  rg_mat3_apply_t(at.w, R, velocity);
  rg_mat3_apply_t(at.v, R, velocity + 3);
  return at;
}

/* body_force += force and moment at a place, in its axes */
static void add_at(const place *at, const double n[3], const double f[3], double *body_force) {
  double turned[6];
  rg_mat3_apply(turned, at->R, n);
  rg_mat3_apply(turned + 3, at->R, f);
  rg_v3_add_cross(body_force, at->arm, turned + 3);
  for (int k = 0; k < 6; k++) body_force[k] += turned[k];
}

/* --- drag within the step ------------------------------------------------------------------------ */

/* dt theta D of a damping that acts on that much inertia */
static double within(const rg_implicit *step, double D, double inertia) {
  switch (step->rule) {
  case RG_IMPLICIT_MEAN: {
    double z = inertia > 0 ? step->dt * D / inertia : HUGE_VAL;
    return step->dt * D * (z < HUGE_VAL ? (3 + z) / (6 + z) : 1);
  }
  default: return step->dt * D;
  }
}

/* R S R' of a symmetric matrix, as xx yy zz xy xz yz */
static void turn_symmetric(const double R[9], const double S[9], double out[6]) {
  double t[9], r[9];
  rg_mat3_multiply(t, R, S);
  rg_mat3_multiply_t(r, t, R);
  out[0] = r[0], out[1] = r[4], out[2] = r[8], out[3] = r[1], out[4] = r[2], out[5] = r[5];
}

/* what drag adds to the inertia of the body: how it grows with spin and velocity, in the axes of the place */
static void add_growth(rg_work *work, const place *at, const double turning[9],
                       const double moving[9]) {
  double own[RG_ARTICULATED] = {0};
  if (!work->dragged) return;
  turn_symmetric(at->R, turning, own);
  turn_symmetric(at->R, moving, own + 15);
  rg_articulated_add_from(work->drag + RG_ARTICULATED * at->body, own, at->arm);
}

/* --- boxes --------------------------------------------------------------------------------------- */

/* the box with the body's mass and principal moments: side_i = sqrt(6 (I_j + I_k - I_i) / m) */
static void inertia_box(const rg_model *model, int b, double box[3]) {
  const double *I = model->body_inertia + 3 * b;
  double sum = I[0] + I[1] + I[2];
  for (int i = 0; i < 3; i++)
    box[i] = sqrt(fmax(RG_TINY * sum, sum - 2 * I[i]) / model->body_mass[b] * 6);
}

/* in the inertial frame: Stokes' law for a sphere of the mean diameter (viscosity), pressure on the faces (density) */
static void add_box(const rg_model *model, rg_data *data, int b, double *body_force) {
  const double pi = 3.14159265358979323846;
  rg_work *work = rg_work_of(data);
  place at = place_at(model, data, b, data->xipos + 3 * b, data->ximat + 9 * b, data->xvel + 6 * b);
  double box[3], n[3], f[3], turning[9] = {0}, moving[9] = {0};
  inertia_box(model, b, box);
  double diameter = (box[0] + box[1] + box[2]) / 3, viscosity = model->option.viscosity;
  double turn = pi * diameter * diameter * diameter * viscosity,
         drag = 3 * pi * diameter * viscosity;
  for (int i = 0; i < 3; i++) {
    double a = box[(i + 1) % 3], c = box[(i + 2) % 3];
    double face = 0.5 * model->option.density * a * c * fabs(at.v[i]);
    double fan =
        model->option.density * box[i] * (a * a * a * a + c * c * c * c) / 64 * fabs(at.w[i]);
    n[i] = -(turn + fan) * at.w[i];
    f[i] = -(drag + face) * at.v[i];
    turning[4 * i] = within(&work->implicit, turn + 2 * fan, model->body_inertia[3 * b + i]);
    moving[4 * i] = within(&work->implicit, drag + 2 * face, model->body_mass[b]);
  }
  add_at(&at, n, f, body_force);
  add_growth(work, &at, turning, moving);
}

/* --- ellipsoids ---------------------------------------------------------------------------------- */

/* what a push at the place meets at least, and a turn */
static void least_inertia(const rg_model *model, const rg_data *data, const place *at, double *mass,
                          double *moment) {
  const double *I = model->body_inertia + 3 * at->body;
  double off[3];
  rg_v3_sub(off, data->xipos + 3 * at->body, data->xpos + 3 * at->body);
  rg_v3_sub(off, off, at->arm);
  *moment = fmin(I[0], fmin(I[1], I[2]));
  double turns = rg_v3_dot(off, off), m = model->body_mass[at->body];
  *mass = turns > 0 ? (*moment > 0 ? 1 / (1 / m + turns / *moment) : 0) : m;
}

static void weigh(const rg_implicit *step, double inertia, double D[9]) {
  double most = fmax(D[0], fmax(D[4], D[8])), weight = 0;
  if (most > 0) weight = within(step, most, inertia) / most;
  for (int i = 0; i < 9; i++) D[i] *= weight;
}

/* S += X' S_own X, X from motions of the body to those at the place in its axes */
static void add_lift(const place *at, const double own[36], double S[36]) {
  double X[36] = {0}, SX[36], cross[9], low[9], Rt[9];
  rg_mat3_transpose(Rt, at->R);
  rg_mat3_cross(cross, at->arm);
  rg_mat3_multiply(low, Rt, cross);
  for (int i = 0; i < 9; i++) {
    X[6 * (i / 3) + i % 3] = X[6 * (3 + i / 3) + 3 + i % 3] = Rt[i];
    X[6 * (3 + i / 3) + i % 3] = -low[i];
  }
  for (int i = 0; i < 36; i++) {
    SX[i] = 0;
    for (int k = 0; k < 6; k++) SX[i] += own[6 * (i / 6) + k] * X[6 * k + i % 6];
  }
  for (int i = 0; i < 36; i++)
    for (int k = 0; k < 6; k++) S[i] += X[6 * k + i / 6] * SX[6 * k + i % 6];
}

/* V <- (I - dt/2 S)^-1 I V: mean of a step of the body with lift alone */
static void mean_of_lift(const rg_work *work, int b, const double S[36], double V[6]) {
  const double *inertia = work->inertia + RG_INERTIA * b;
  double A[36], I[6], mean[6];
  int pivot[6];
  rg_inertia_apply(mean, inertia, V);
  for (int k = 0; k < 6; k++) {
    double unit[6] = {0};
    unit[k] = 1;
    rg_inertia_apply(I, inertia, unit);
    for (int i = 0; i < 6; i++) A[6 * i + k] = I[i] - 0.5 * work->implicit.dt * S[6 * i + k];
  }
  if (rg_lu_factor(6, A, 6, pivot, RG_TINY)) return;
  rg_lu_solve(6, A, 6, pivot, mean);
  for (int k = 0; k < 6; k++)
    if (!isfinite(mean[k])) return;
  rg_sp_copy(V, mean);
}

/* Forces on a geom as they are at the mean V' that is expected, less what drag makes of V' - V: with that the step is of
   second order for lift too, and for shadows that turn. */
static void add_expected(const rg_model *model, const rg_data *data, int g, const place *at,
                         const rg_fluid_parts *parts, const double motion[6], double forces[6]) {
  place then =
      place_at(model, data, at->body, data->geom_xpos + 3 * g, data->geom_xmat + 9 * g, motion);
  rg_fluid_parts there;
  double n[3], f[3], more[3], away[3];
  rg_fluid_split(model, g, then.w, then.v, &there);
  rg_v3_sub(away, then.w, at->w);
  rg_mat3_apply(more, parts->turning, away);
  rg_v3_add(n, there.n, more);
  rg_v3_sub(away, then.v, at->v);
  rg_mat3_apply(more, parts->moving, away);
  rg_v3_add(f, there.f, more);
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      (i < 3 ? n : f)[i % 3] += there.lift[6 * i + k] * (k < 3 ? then.w[k] : then.v[k - 3]);
  add_at(at, n, f, forces);
}

/* 1 where two motions of a body hardly differ, in the norm of its energy */
static int is_near(const rg_work *work, int b, const double V[6], const double other[6]) {
  static const double NEAR = 0.1;
  const double *inertia = work->inertia + RG_INERTIA * b;
  double away[6], p[6];
  for (int k = 0; k < 6; k++) away[k] = other[k] - V[k];
  rg_inertia_apply(p, inertia, away);
  double change = rg_sp_dot(p, away);
  rg_inertia_apply(p, inertia, V);
  return change <= NEAR * NEAR * rg_sp_dot(p, V);
}

/* velocity against the wind */
static void against_wind(const rg_model *model, const double motion[6], double V[6]) {
  rg_sp_copy(V, motion);
  rg_v3_sub(V + 3, V + 3, model->option.wind);
}

/* 1 where the medium sees the geoms of the body as ellipsoids */
static int add_ellipsoids(const rg_model *model, rg_data *data, int b, double *body_force) {
  rg_work *work = rg_work_of(data);
  rg_implicit_rule rule = work->implicit.rule;
  const double *later = rule == RG_IMPLICIT_MEAN && work->expected ? work->expected + 6 * b : NULL;
  double S[36] = {0}, V[6], mean[6], forces[6] = {0}, expected[6] = {0};
  int found = 0;
  for (int k = 0; k < model->body_ngeom[b]; k++) {
    int g = model->body_geom[b] + k;
    if (model->geom_fluid[12 * g] == 0) continue;
    found = 1;
    place at = place_at(model, data, b, data->geom_xpos + 3 * g, data->geom_xmat + 9 * g,
                        data->xvel + 6 * b);
    rg_fluid_parts parts;
    double mass, moment;
    rg_fluid_split(model, g, at.w, at.v, &parts);
    add_at(&at, parts.n, parts.f, forces);
    add_lift(&at, parts.lift, S);
    if (later) add_expected(model, data, g, &at, &parts, later, expected);
    least_inertia(model, data, &at, &mass, &moment);
    weigh(&work->implicit, moment, parts.turning);
    weigh(&work->implicit, mass, parts.moving);
    add_growth(work, &at, parts.turning, parts.moving);
  }
  if (!found) return 0;
  against_wind(model, data->xvel + 6 * b, V);
  rg_sp_copy(mean, V);
  if (rule != RG_IMPLICIT_NONE && rule <= RG_IMPLICIT_MEAN) mean_of_lift(work, b, S, mean);
  for (int i = 0; i < 36; i++) forces[i / 6] += S[i] * mean[i % 6];
  int smooth = 0;
  if (later && is_near(work, b, V, mean)) {
    against_wind(model, later, mean);
    smooth = is_near(work, b, V, mean);
  }
  for (int k = 0; k < 6; k++) body_force[k] += smooth ? expected[k] : forces[k];
  return 1;
}

/* --- all bodies ---------------------------------------------------------------------------------- */

void rg_medium(const rg_model *model, rg_data *data, double *body_force) {
  rg_work *work = rg_work_of(data);
  size_t bytes = (size_t)model->nbody * RG_ARTICULATED * sizeof(double);
  work->dragged = work->drag && work->implicit.rule != RG_IMPLICIT_NONE;
  if (work->dragged) memset(work->drag, 0, bytes);
  for (int b = 1; b < model->nbody; b++) {
    if (!(model->body_mass[b] > 0)) continue;
    if (model->geom_fluid && add_ellipsoids(model, data, b, body_force + 6 * b)) continue;
    add_box(model, data, b, body_force + 6 * b);
  }
}

void rg_medium_follow(const rg_model *model, rg_data *data, double s, const double *v,
                      double *force) {
  rg_work *work = rg_work_of(data);
  double *twist = work->acceleration;
  if (!work->dragged) return;
  rg_sp_zero(twist);
  for (int b = 1; b < model->nbody; b++) {
    double at[6];
    rg_sp_copy(at, twist + 6 * model->body_parent[b]);
    rg_v3_add_cross(at + 3, at, work->offset + 3 * b);
    for (int k = model->body_dof[b]; k < model->body_dof[b] + model->body_ndof[b]; k++)
      rg_sp_add_scaled(at, v[k], work->motion + 6 * k);
    rg_sp_copy(twist + 6 * b, at);
    rg_articulated_apply(work->force + 6 * b, work->drag + RG_ARTICULATED * b, at);
    for (int k = 0; k < 6; k++) work->force[6 * b + k] *= s;
  }
  rg_sp_zero(work->force);
  rg_add_body_forces(model, data, work->force, force);
}

void rg_medium_turning(const rg_data *data, int first, int end, const double point[3],
                       double added[9]) {
  const rg_work *work = rg_work_of(data);
  double sum[RG_ARTICULATED] = {0}, back[9];
  const double *R = data->xmat + 9 * first;
  for (int i = 0; i < 9; i++) added[i] = 0;
  if (!work->dragged) return;
  for (int b = first; b < end; b++) {
    double arm[3];
    rg_v3_sub(arm, data->xpos + 3 * b, point);
    rg_articulated_add_from(sum, work->drag + RG_ARTICULATED * b, arm);
  }
  const double full[9] = {sum[0], sum[3], sum[4], sum[3], sum[1], sum[5], sum[4], sum[5], sum[2]};
  rg_mat3_transpose(back, R);
  rg_mat3_multiply(added, back, full);
  rg_mat3_copy(back, added);
  rg_mat3_multiply(added, back, R);
}
