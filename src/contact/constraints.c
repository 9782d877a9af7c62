/* Rows and contacts of one step.

   A distance d that must not become negative, with rate u, is kept by  u >= b:

       b = -d / dt                              while d > 0: it may close within the step, no more
       b = min(push |d| / dt, max(0, -u-))      overlap: it parts, never faster than it came
       b = 0                                    |d| within the skin: it touches; b <= tol g dt: it did not come
       b = -d / dt                              notes: always (Trinkle, page 25)
       b = -eps dt k d, eps = 1 / (k dt^2 + b dt)   overlap of a contact with a spring (Peiret et al., Eq. 40-41)

   Bodies that touch in more points than they have freedoms have distances that contradict each other
   in their last digits. Divided by dt these would decide which of the points carry: the skin keeps them
   out of the problem.

   The second line is why stabilization creates no energy: the work of an impulse r is
   r (u- + u+) / 2, which is not positive where u+ = b <= -u-. */
#include "contact/constraints.h"

#include "collide/collider.h"
#include "collide/impact_time.h"
#include "collide/rolling.h"
#include "contact/contact_rows.h"
#include "contact/coplanar.h"
#include "contact/reach.h"
#include "dynamics/work.h"
#include "math/spatial.h"
#include "math/vector.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>

enum { SWEPT = 0x6fffffff }; /* feature of a contact that is still to come */

/* --- room ------------------------------------------------------------------------------------- */

/* 0 where there are more than an int can count */
static int count_rows(const rg_model *model, int closure_rows, int *rows, int *entries) {
  long long limits = 0, nv = model->nv;
  for (int j = 0; j < model->njoint; j++) limits += model->joint_limited[j] ? 2 : 0;
  long long elements = (long long)model->ntendon + model->nactuator;
  long long tendon_entries = model->ntendon ? model->tendon_dof_start[model->ntendon] : 0;
  long long actuated = model->nactuator ? model->actuator_dof_start[model->nactuator] : 0;
  long long all_rows = closure_rows + 2 * nv + limits + 3LL * model->ntendon + elements;
  long long all_entries = closure_rows * nv + 2 * nv + 3 * limits + 4 * tendon_entries + actuated;
  *rows = (int)all_rows;
  *entries = (int)all_entries;
  return all_rows < INT_MAX && all_entries < INT_MAX;
}

rg_constraints *rg_constraints_new(rg_arena *arena, const rg_model *model, int closure_rows,
                                   int most_contacts) {
  assert(closure_rows >= 0 && most_contacts >= 0);
  rg_constraints *c = RG_NEW(arena, rg_constraints, 1);
  if (!c) return NULL;
  if (!count_rows(model, closure_rows, &c->most_rows, &c->most_entries)) return NULL;
  c->most_contacts = most_contacts;
  size_t rows = (size_t)c->most_rows, contacts = (size_t)most_contacts;
  c->kind = RG_RAW(arena, rg_row_kind, rows);
  c->object = RG_RAW(arena, int, rows);
  c->part = RG_RAW(arena, int, rows);
  c->gap = RG_RAW(arena, double, rows);
  c->target = RG_RAW(arena, double, rows);
  c->compliance = RG_RAW(arena, double, rows);
  c->softness = RG_RAW(arena, double, rows);
  c->lower = RG_RAW(arena, double, rows);
  c->upper = RG_RAW(arena, double, rows);
  c->start = RG_RAW(arena, int, rows + 1);
  c->dof = RG_RAW(arena, int, c->most_entries);
  c->value = RG_RAW(arena, double, c->most_entries);
  c->contact = RG_RAW(arena, rg_contact, contacts);
  c->mu = RG_RAW(arena, double, contacts);
  c->restitution = RG_RAW(arena, double, contacts);
  c->contact_target = RG_RAW(arena, double, contacts);
  c->contact_leeway = RG_RAW(arena, double, 2 * (size_t)contacts);
  c->contact_compliance = RG_RAW(arena, double, contacts);
  c->surface = RG_RAW(arena, double, 3 * contacts);
  c->turn = RG_RAW(arena, double, 3 * contacts);
  c->slides = RG_RAW(arena, unsigned char, contacts);
  c->before = RG_RAW(arena, double, 3 * contacts);
  c->dim = 3;
  c->spin = RG_RAW(arena, double, contacts);
  c->roll = RG_RAW(arena, double, contacts);
  c->turn_angular = RG_RAW(arena, double, 3 * contacts);
  c->before_angular = RG_RAW(arena, double, 3 * contacts);
  c->speed = RG_NEW(arena, double, model->nbody);
  c->reach = RG_NEW(arena, double, model->nbody);
  c->way = RG_NEW(arena, double, model->nbody);
  c->hit = RG_NEW(arena, double, model->nbody);
  c->after = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  c->mark = RG_RAW(arena, unsigned char, contacts);
  c->seen = RG_RAW(arena, unsigned char, contacts);
  c->group = RG_RAW(arena, int, contacts);
  c->next = RG_RAW(arena, int, contacts);
  c->first = RG_RAW(arena, int, model->nbody);
  c->tally = RG_NEW(arena, int, model->nbody);
  c->free = RG_NEW(arena, double, model->nv);
  c->free_velocity = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  c->drift = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  if (arena->failed) return NULL;
  c->start[0] = 0;
  for (int g = 0; g < model->ngeom; g++) {
    double *reach = &c->reach[model->geom_body[g]];
    double r = rg_v3_norm(model->geom_pos + 3 * g) + model->geom_radius[g];
    if (r > *reach) *reach = r;
    if (r > 0 && model->geom_radius[g] > 0 && (c->smallest == 0 || r < c->smallest))
      c->smallest = r;
  }
  return c;
}

/* --- targets ---------------------------------------------------------------------------------- */

/* how a distance is kept: the target velocity, and the compliance as a multiple of the diagonal of A */
typedef struct keeping {
  double target, compliance;
} keeping;

/* spring and damper of Peiret et al., Eq. 39-42, for a row of inverse mass a:  with stiffness
   w^2 / a and damping 2 z w / a, implicit in the distance,
       u + a / (dt (dt w^2 + 2 z w)) r = -d w^2 / (dt w^2 + 2 z w) */
static keeping spring(const rg_constraint_input *in, double distance) {
  double period = in->options->relax_period > 0 ? in->options->relax_period : 20 * in->dt;
  double w = 2 * acos(-1) / period, z = in->options->relax_damping;
  double divisor = in->dt * w * w + 2 * z * w;
  keeping k = {-distance * w * w / divisor, 1 / (in->dt * divisor)};
  return k;
}

int rg_contacts_are_soft(const rg_sim_options *o) {
  return o->contact_stiffness > 0 || o->contact_damping > 0;
}

/* the velocity at which the spring of a contact pushes out of an overlap; the law has its compliance */
static double spring_target(const rg_constraint_input *in, double distance) {
  double k = in->options->contact_stiffness, b = in->options->contact_damping;
  return -distance * k / (in->dt * k + b);
}

/* the distance that the rule is about, where positions are an estimate: the one at the start for the
   end (d - dt u), the one at the start moved by dt / 2 v- for the middle */
static double rule_distance(const rg_constraint_input *in, double distance, double before,
                            double now) {
  if (in->place == RG_PLACE_END) return distance - in->dt * now;
  if (in->place == RG_PLACE_MIDDLE) return distance + 0.5 * in->dt * (before - now);
  return distance;
}

/* how much of the step is left to go from where distances are measured. Half for the midpoint rules, but only a contact
   that will bounce may use all of it: what comes to rest at the end of this step would be inside at the next middle */
static double way_left(const rg_constraint_input *in, double restitution) {
  int middle =
      in->options->integrator == RG_MOREAU || in->options->integrator == RG_IMPLICIT_MOREAU;
  return middle && restitution > 0 ? 0.5 * in->dt : in->dt;
}

/* `noise`: what comes no faster than a solve may leave of rest has not come: it would be thrown back for good, from one
   step to the next. `own`: rate at which the distance changes within a step because the contact travels and turns */
static keeping keep_distance(const rg_constraint_input *in, double distance, double skin,
                             double noise, double before, double own, double restitution) {
  if (fabs(distance) <= skin) distance = 0;
  int relaxed = in->options->contacts == RG_STABILIZE_RELAX;
  keeping k = {-distance / way_left(in, restitution), 0};
  if (relaxed) { /* the spring gives way from the touch on */
    keeping soft = spring(in, distance);
    k.compliance = soft.compliance;
    if (distance < 0) k.target = soft.target;
  }
  if (distance >= 0 || relaxed || in->options->contacts == RG_STABILIZE_NOTES) return k;
  if (rg_contacts_are_soft(in->options)) {
    k.target = spring_target(in, distance);
    return k;
  }
  k.target = 0;
  if (in->options->contacts != RG_STABILIZE_TARGET) return k;
  /* what came in since the start of the step is no overlap of old */
  double since = in->place == RG_PLACE_MEAN ? 0.5 * in->dt * fmin(before, 0) : 0;
  double part = fmax(since - distance, 0) / in->dt,
         target = fmin(in->options->push * part, fmax(-before, 0));
  target = fmax(target, fmin(part, fabs(own)));
  k.target = target > noise ? target : 0;
  return k;
}

/* what the velocities become without contacts; drives reach theirs */
static void predict(rg_constraints *c, const rg_constraint_input *in) {
  for (int i = 0; i < in->model->nv; i++)
    c->free[i] = in->drive_limit[i] > 0 ? in->drive_velocity[i]
                                        : in->before[i] + in->dt * in->data->qacc_smooth[i];
  rg_body_velocities(in->model, in->data, c->free, c->free_velocity);
}

/* --- scalar rows ------------------------------------------------------------------------------ */

static int begin_row(rg_constraints *c, rg_row_kind kind, int object, int part) {
  int i = c->rows++;
  c->kind[i] = kind;
  c->object[i] = object;
  c->part[i] = part;
  c->gap[i] = c->target[i] = c->compliance[i] = c->softness[i] = 0;
  c->lower[i] = -HUGE_VAL;
  c->upper[i] = HUGE_VAL;
  c->start[i + 1] = c->start[i];
  return i;
}

static void add_entry(rg_constraints *c, int dof, double value) {
  int at = c->start[c->rows]++;
  c->dof[at] = dof;
  c->value[at] = value;
}

/* J v of the row that was added last */
static double row_velocity(const rg_constraints *c, const double *v) {
  double sum = 0;
  for (int k = c->start[c->rows - 1]; k < c->start[c->rows]; k++) sum += c->value[k] * v[c->dof[k]];
  return sum;
}

static void add_closures(rg_constraints *c, const rg_constraint_input *in) {
  const rg_closure *closure = in->closure;
  int nv = closure->nv;
  for (int e = 0; e < closure->count; e++)
    for (int r = closure->start[e]; r < closure->start[e + 1]; r++) {
      int i = begin_row(c, RG_ROW_CLOSURE, closure->equality[e], r - closure->start[e]);
      const double *row = closure->jacobian + (size_t)r * (size_t)nv;
      for (int k = 0; k < nv; k++)
        if (row[k] != 0) add_entry(c, k, row[k]);
      c->gap[i] = closure->residual[r];
      if (!closure->kept[r]) c->lower[i] = c->upper[i] = 0;
    }
}

/* closures that are pulled back by their targets or springs */
static void stabilize_closures(rg_constraints *c, const rg_constraint_input *in) {
  for (int i = 0; i < c->rows; i++) {
    if (in->options->closures == RG_STABILIZE_TARGET)
      c->target[i] = -in->options->push * c->gap[i] / in->dt;
    if (in->options->closures == RG_STABILIZE_NOTES) c->target[i] = -c->gap[i] / in->dt;
    if (in->options->closures != RG_STABILIZE_RELAX) continue;
    keeping k = spring(in, c->gap[i]);
    c->target[i] = k.target;
    c->compliance[i] = k.compliance;
  }
}

static void add_bounded_dof(rg_constraints *c, rg_row_kind kind, int dof, double target,
                            double impulse) {
  int i = begin_row(c, kind, dof, 0);
  add_entry(c, dof, 1);
  c->target[i] = target;
  c->lower[i] = -impulse;
  c->upper[i] = impulse;
}

static void add_tendon(rg_constraints *c, const rg_constraint_input *in, int t, double sign) {
  const rg_model *model = in->model;
  for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++)
    add_entry(c, model->tendon_dof[k], sign * in->data->tendon_moment[k]);
}

static void add_drives_and_friction(rg_constraints *c, const rg_constraint_input *in) {
  const rg_model *model = in->model;
  for (int i = 0; i < model->nv; i++)
    if (in->drive_limit[i] > 0)
      add_bounded_dof(c, RG_ROW_DRIVE, i, in->drive_velocity[i], in->dt * in->drive_limit[i]);
  for (int i = 0; i < model->nv; i++)
    if (model->dof_frictionloss[i] > 0)
      add_bounded_dof(c, RG_ROW_FRICTION, i, 0, in->dt * model->dof_frictionloss[i]);
  for (int t = 0; t < model->ntendon; t++) {
    if (!(model->tendon_frictionloss[t] > 0)) continue;
    int i = begin_row(c, RG_ROW_TENDON_FRICTION, t, 0);
    add_tendon(c, in, t, 1);
    c->upper[i] = in->dt * model->tendon_frictionloss[t];
    c->lower[i] = -c->upper[i];
  }
}

/* the inertia of a tendon against what its rate gains where no joint accelerates */
static void shift_element(rg_constraints *c, const rg_constraint_input *in, int i) {
  rg_element *e = rg_work_of(in->data)->implicit.element + c->object[i];
  if (!(e->inertia > 0)) return;
  double drift = rg_tendon_drift(in->model, in->data, c->drift, e->tendon);
  e->shift = -e->inertia / e->weight * in->dt * drift;
  c->target[i] += e->shift;
}

/* J (v+ - v-) + x / weight = 0; in rounds v+ of the estimate in the place of v- */
static void add_element(rg_constraints *c, const rg_constraint_input *in, int k) {
  const rg_model *model = in->model;
  const rg_element *e = rg_work_of(in->data)->implicit.element + k;
  if (!(e->weight > 0)) return;
  int i = begin_row(c, RG_ROW_ELEMENT, k, 0);
  if (e->tendon >= 0) add_tendon(c, in, e->tendon, 1);
  else
    for (int d = model->actuator_dof_start[e->actuator];
         d < model->actuator_dof_start[e->actuator + 1]; d++)
      add_entry(c, model->actuator_dof[d], in->data->actuator_moment[d]);
  c->target[i] = row_velocity(c, in->before);
  const double *estimate = rg_work_of(in->data)->implicit.estimate;
  if (estimate) c->target[i] += (1 - e->inertia / e->weight) * row_velocity(c, estimate);
  c->softness[i] = 1 / e->weight;
  if (e->inertia > 0 && in->place != RG_PLACE_MEAN) {
    rg_body_drifts(in->model, in->data, c->drift);
    shift_element(c, in, i);
  }
}

static void add_elements(rg_constraints *c, const rg_constraint_input *in) {
  const rg_implicit *implicit = &rg_work_of(in->data)->implicit;
  for (int k = 0; k < implicit->elements; k++) add_element(c, in, k);
}

/* --- speeds and limits --------------------------------------------------------------------------- */

/* a limit: how far away it is, and its rate before the step, in the free motion and now */
typedef struct limit {
  double distance, before, free, now;
} limit;

/* The rate that an impact may give to a joint: its body turns, or its farthest point moves, like the fastest there is. */
static double impact_rate(const rg_constraints *c, const rg_model *model, int joint) {
  double reach = c->reach[model->joint_body[joint]];
  if (model->joint_type[joint] == RG_JOINT_SLIDE) return c->fastest;
  return c->turning + (reach > 0 ? c->fastest / reach : 0);
}

/* rate of a degree of freedom that moves the farthest point of its body like the fastest there is */
static double largest_rate(const rg_constraints *c, const rg_model *model, int dof) {
  int joint = model->dof_joint[dof], type = model->joint_type[joint];
  if (type == RG_JOINT_FREE && dof - model->joint_dof[joint] < 3) return c->fastest;
  return impact_rate(c, model, joint);
}

/* of sums along a way to the root */
static const double ROUNDING = 64 * DBL_EPSILON;

double rg_constraints_twist_noise(const rg_constraints *c, double turn, double way) {
  return ROUNDING * (turn * c->turning + way * c->fastest);
}

double rg_constraints_noise(const rg_constraints *c, const rg_model *model, int i) {
  double sum = 0;
  if (i < 0) return ROUNDING * c->fastest;
  for (int k = c->start[i]; k < c->start[i + 1]; k++)
    sum += fabs(c->value[k]) * largest_rate(c, model, c->dof[k]);
  return ROUNDING * sum;
}

/* The distance becomes that of the rule. 0 where the limit is out of reach: farther than twice the
   present speed, its free change and what impacts may do. */
static int is_near(const rg_constraint_input *in, double impact, limit *l) {
  double change = l->free - l->before;
  l->distance = rule_distance(in, l->distance, l->before, l->now);
  return !(l->distance > 2 * in->dt * (fabs(l->before) + fabs(change) + impact));
}

/* turns the row that was added last into a limit */
static void set_limit(rg_constraints *c, const rg_constraint_input *in, const limit *l) {
  int i = c->rows - 1;
  double noise = in->options->solve.tol * fabs(l->free - l->before);
  keeping k = keep_distance(in, l->distance, 0, noise, l->before, 0, 0);
  c->gap[i] = l->distance;
  c->target[i] = k.target;
  c->compliance[i] = k.compliance;
  c->lower[i] = 0;
}

/* the same for a limit at `distance`; takes the row back where it is out of reach */
static void finish_limit(rg_constraints *c, const rg_constraint_input *in, double impact,
                         double distance) {
  limit l = {distance, row_velocity(c, in->before), row_velocity(c, c->free),
             row_velocity(c, in->data->qvel)};
  if (is_near(in, impact, &l)) set_limit(c, in, &l);
  else c->rows--;
}

/* angle of a ball joint away from its reference, and the axis of that turn in the child's frame */
static double ball_angle(const double quat[4], double axis[3]) {
  double q[4];
  rg_quat_copy(q, quat);
  rg_quat_normalize(q);
  rg_quat_to_rotation(axis, q);
  return rg_v3_normalize(axis);
}

static void add_joint_limit(rg_constraints *c, const rg_constraint_input *in, int j) {
  const rg_model *model = in->model;
  int dof = model->joint_dof[j], type = model->joint_type[j];
  const double *range = model->joint_range + 2 * j, *q = in->data->qpos + model->joint_qpos[j];
  double impact = impact_rate(c, model, j);
  if (type == RG_JOINT_BALL) {
    double axis[3], angle = ball_angle(q, axis);
    begin_row(c, RG_ROW_LIMIT, j, 1);
    for (int k = 0; k < 3; k++) add_entry(c, dof + k, -axis[k]);
    finish_limit(c, in, impact, range[1] - angle);
    return;
  }
  for (int side = 0; side < 2; side++) {
    double sign = side ? -1 : 1;
    limit l = {side ? range[1] - q[0] : q[0] - range[0], sign * in->before[dof],
               sign * c->free[dof], sign * in->data->qvel[dof]};
    if (!is_near(in, impact, &l)) continue;
    begin_row(c, RG_ROW_LIMIT, j, side);
    add_entry(c, dof, sign);
    set_limit(c, in, &l);
  }
}

static void add_limits(rg_constraints *c, const rg_constraint_input *in) {
  const rg_model *model = in->model;
  for (int j = 0; j < model->njoint; j++)
    if (model->joint_limited[j] && model->joint_type[j] != RG_JOINT_FREE) add_joint_limit(c, in, j);
  for (int t = 0; t < model->ntendon; t++) {
    if (!model->tendon_limited[t]) continue;
    double length = in->data->tendon_length[t];
    const double *range = model->tendon_range + 2 * t;
    double impact = 0;
    for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++)
      impact += fabs(in->data->tendon_moment[k]) *
                impact_rate(c, model, model->dof_joint[model->tendon_dof[k]]);
    for (int side = 0; side < 2; side++) {
      begin_row(c, RG_ROW_TENDON_LIMIT, t, side);
      add_tendon(c, in, t, side ? -1 : 1);
      finish_limit(c, in, impact, side ? range[1] - length : length - range[0]);
    }
  }
}

/* --- contacts --------------------------------------------------------------------------------- */

static double pair_restitution(const rg_constraint_input *in, int g1, int g2) {
  if (!isnan(in->options->restitution)) return in->options->restitution;
  int low = g1 < g2 ? g1 : g2, high = g1 < g2 ? g2 : g1;
  for (int i = 0; i < in->npairs; i++)
    if (in->pairs[i].geom1 == low && in->pairs[i].geom2 == high) return in->pairs[i].value;
  /* the smaller of the two where both are given, the one that is given otherwise */
  double a = in->geom_restitution[g1], b = in->geom_restitution[g2];
  double e = isnan(a) ? b : isnan(b) ? a : fmin(a, b);
  return isnan(e) ? in->restitution : e;
}

/* velocity of the body's material at a point, world frame */
static void point_velocity(const rg_data *data, const double *xvel, int body, const double point[3],
                           double v[3]) {
  double arm[3];
  xvel += 6 * body;
  rg_v3_sub(arm, point, data->xpos + 3 * body);
  rg_v3_copy(v, xvel + 3);
  rg_v3_add_cross(v, xvel, arm);
}

static int is_zero(const double v[3]) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

/* v + w x (point - origin) of the surface of one geom; 0 where it does not move */
static int surface_field(const rg_constraint_input *in, int geom, const double point[3],
                         double field[3]) {
  const double *own = in->surface + 3 * geom, *turn = in->model->geom_surface + 6 * geom + 3;
  double arm[3], spin[3];
  rg_v3_zero(field);
  if (is_zero(own) && is_zero(turn)) return 0;
  rg_mat3_apply(field, in->data->geom_xmat + 9 * geom, own);
  rg_mat3_apply(spin, in->data->geom_xmat + 9 * geom, turn);
  rg_v3_sub(arm, point, in->data->geom_xpos + 3 * geom);
  rg_v3_add_cross(field, spin, arm);
  return 1;
}

/* velocity of the surfaces of the two geoms against their bodies, in the contact frame: along the
   surface, since the shape stays where it is */
static void surface_velocity(const rg_constraint_input *in, const rg_contact *contact,
                             double surface[3]) {
  double a[3], b[3], sum[3];
  rg_v3_zero(surface);
  int moves = surface_field(in, contact->geom1, contact->position, a);
  moves |= surface_field(in, contact->geom2, contact->position, b);
  if (!moves) return;
  rg_v3_sub(sum, a, b);
  rg_mat3_apply(surface, contact->frame, sum);
  surface[0] = 0;
}

/* relative velocity of the contact in its frame, surfaces included */
static void contact_velocity(const rg_constraint_input *in, const double *xvel,
                             const rg_contact *contact, const double surface[3], double u[3]) {
  double a[3], b[3];
  point_velocity(in->data, xvel, contact->body1, contact->position, a);
  point_velocity(in->data, xvel, contact->body2, contact->position, b);
  rg_v3_sub(a, a, b);
  rg_mat3_apply(u, contact->frame, a);
  rg_v3_add(u, u, surface);
}

/* relative angular velocity of the contact in its frame */
static void contact_spin(const double *xvel, const rg_contact *contact, double w[3]) {
  double relative[3];
  rg_v3_sub(relative, xvel + 6 * contact->body1, xvel + 6 * contact->body2);
  rg_mat3_apply(w, contact->frame, relative);
}

/* Moments that the contact can have; the widest contact sets the dimension of the problem. */
static void add_moments(rg_constraints *c, const rg_constraint_input *in, int i) {
  if (!(c->spin[i] > 0) && !(c->roll[i] > 0)) return;
  c->ellipsoid = in->options->moments == RG_MOMENTS_ELLIPSOID;
  if (c->dim < 6) c->dim = c->roll[i] > 0 ? 6 : 4;
  rg_v3_zero(c->turn_angular + 3 * i);
  contact_spin(in->xvel_before, c->contact + i, c->before_angular + 3 * i);
}

double rg_smaller_radius(const rg_model *model, const rg_contact *contact) {
  double a = model->geom_radius[contact->geom1], b = model->geom_radius[contact->geom2];
  return a > 0 && (a < b || !(b > 0)) ? a : b;
}

/* a share of the tolerance, far above rounding and far below what anybody measures, of the size of the smaller shape */
static double small_length(const rg_constraint_input *in, const rg_contact *contact, double share) {
  static const double LEAST = 1e-8, MOST = 1e-6;
  double small = fmax(LEAST, fmin(MOST, share * in->options->solve.tol));
  return small * rg_smaller_radius(in->model, contact);
}

/* what counts as touching: above what the tolerance of a solve leaves of gaps from step to step */
static double skin_of(const rg_constraint_input *in, const rg_contact *contact) {
  static const double SHARE = 0.1;
  return small_length(in, contact, SHARE);
}

/* How far the target may lie below and above what keeps the distance: whatever leaves the contact as near
   to touching as distances are known. What overlaps more does not sink. */
static void set_leeway(const rg_constraint_input *in, const rg_contact *contact, double distance,
                       const keeping *k, double restitution, double leeway[2]) {
  double known = in->options->gap_accuracy * rg_smaller_radius(in->model, contact);
  double way = way_left(in, restitution), end = distance + way * k->target;
  leeway[0] = k->compliance > 0 ? 0 : fmax(fmin(known + end, known), 0) / way;
  leeway[1] = k->compliance > 0 ? 0 : known / way;
}

/* of the smaller shape: a parabola that dips deeper on its way is not one of a contact that lasts */
static const double DIP = 1e-3;

/* of the smaller shape: more than errors of steps make of overlap */
static const double DEEP = 0.05;

/* What a contact's own travel within steps makes of overlap it takes back; what is deeper than that is of old, and to push
   at it for ever would be work that nobody does. */
static void set_target(rg_constraints *c, const rg_constraint_input *in, int i, double distance) {
  const rg_contact *contact = c->contact + i;
  double e = c->restitution[i];
  int old = -distance > DEEP * rg_smaller_radius(in->model, contact);
  double own = old ? 0 : 2 * c->turn[3 * i];
  double noise = in->options->solve.tol * in->dt * rg_v3_norm(in->model->option.gravity);
  keeping k = keep_distance(in, distance, skin_of(in, contact), noise, c->before[3 * i], own, e);
  set_leeway(in, contact, distance, &k, e, c->contact_leeway + 2 * i);
  c->contact_target[i] = k.target;
  c->contact_compliance[i] = k.compliance;
  double overlap = 0.5 * in->dt * c->before[3 * i] - distance; /* at the start of the step */
  if (!c->at_end) overlap = -distance;
  if (overlap > c->deepest) c->deepest = overlap;
}

int rg_constraints_note(rg_constraints *c, const rg_constraint_input *in,
                        const rg_contact *contact) {
  if (c->contacts == c->most_contacts) {
    c->overflow = 1;
    return 0;
  }
  int i = c->contacts++, none = in->options->moments == RG_MOMENTS_NONE;
  if (contact != c->contact + i) c->contact[i] = *contact;
  contact = c->contact + i;
  c->mu[i] = contact->condim == 1           ? 0
             : isnan(in->options->friction) ? contact->friction[0]
                                            : in->options->friction;
  c->restitution[i] = pair_restitution(in, contact->geom1, contact->geom2);
  c->spin[i] = none || contact->condim < 4 ? 0 : contact->friction[1];
  c->roll[i] = none || contact->condim < 6 ? 0 : contact->friction[2];
  surface_velocity(in, contact, c->surface + 3 * i);
  return 1;
}

/* how it moves, and what it is to do about that */
static void aim_contact(rg_constraints *c, const rg_constraint_input *in, int i) {
  const rg_contact *contact = c->contact + i;
  double *u = c->before + 3 * i, now[3], distance = contact->gap;
  add_moments(c, in, i);
  rg_v3_zero(c->turn + 3 * i);
  c->slides[i] = 0;
  contact_velocity(in, in->xvel_before, contact, c->surface + 3 * i, u);
  if (in->place == RG_PLACE_END || in->place == RG_PLACE_MIDDLE) {
    contact_velocity(in, in->data->xvel, contact, c->surface + 3 * i, now);
    distance = rule_distance(in, distance, u[0], now[0]);
  }
  set_target(c, in, i, distance);
}

static int add_contact(rg_constraints *c, const rg_constraint_input *in,
                       const rg_contact *contact) {
  if (!rg_constraints_note(c, in, contact)) return 0;
  aim_contact(c, in, c->contacts - 1);
  return 1;
}

static int same_pair(const rg_contact *a, const rg_contact *b) {
  return a->geom1 == b->geom1 && a->geom2 == b->geom2;
}

/* half of the least width of a shape, or less */
static double half_width(const rg_model *model, int geom) {
  const double *s = model->geom_size + 3 * geom;
  switch (model->geom_type[geom]) {
  case RG_GEOM_HFIELD:
  case RG_GEOM_PLANE: return HUGE_VAL; /* a half space: nothing gets behind it */
  case RG_GEOM_SPHERE:
  case RG_GEOM_CAPSULE: return s[0];
  case RG_GEOM_CYLINDER: return fmin(s[0], s[1]);
  case RG_GEOM_MESH: return 0.1 * model->geom_radius[geom];
  default: return fmin(s[0], fmin(s[1], s[2]));
  }
}

/* 1 where one of the contacts of a pair stops it in this step, or it overlaps */
static int is_stopped(const rg_constraints *c, const rg_constraint_input *in,
                      const rg_contact *contact, int count) {
  static const double none[3] = {0, 0, 0};
  for (int i = 0; i < count; i++) {
    double u[3];
    contact_velocity(in, c->free_velocity, contact + i, none, u);
    if (contact[i].gap <= 0 || contact[i].gap + in->dt * u[0] <= 0) return 1;
  }
  return 0;
}

/* at the end of the room for contacts, the first one last, as far as none of the `found` is there */
static void keep_swept(rg_constraints *c, int found, const rg_contact *met, int *swept) {
  if (found + *swept < c->most_contacts) c->contact[c->most_contacts - ++*swept] = *met;
  else c->overflow = 1;
}

/* Contacts are half spaces of this moment. What moves by more than its width in a step, and is not stopped by
   them, may pass all the same: one more contact of the time at which it would touch. */
static void sweep_pair(rg_constraints *c, const rg_constraint_input *in, const rg_contact *contact,
                       int count, int found, int *swept) {
  int a = contact->body1, b = contact->body2;
  double width = half_width(in->model, contact->geom1) + half_width(in->model, contact->geom2);
  if (!(in->dt * (c->speed[a] + c->speed[b]) > width)) return;
  if (in->place != RG_PLACE_MEAN && is_stopped(c, in, contact, count)) return;
  rg_swept of_a = {c->free_velocity + 6 * a, in->data->xpos + 3 * a, c->reach[a]};
  rg_swept of_b = {c->free_velocity + 6 * b, in->data->xpos + 3 * b, c->reach[b]};
  rg_contact met = *contact;
  double when, from = in->place == RG_PLACE_MEAN ? -0.5 * in->dt : 0;
  met.feature = SWEPT;
  if (!rg_time_of_impact(in->collider->shape + met.geom1, in->collider->shape + met.geom2, &of_a,
                         &of_b, from, in->dt, &when, &met))
    return;
  if (when < 0) c->passed = 1;
  else if (met.gap > 0) keep_swept(c, found, &met, swept);
}

/* where the contacts of the same two geoms as contact i, which follow each other, end */
static int pair_end(const rg_contact *contact, int i, int n) {
  int end = i + 1;
  while (end < n && same_pair(&contact[end], &contact[i])) end++;
  return end;
}

/* All that the collider finds goes where contacts are, and those that count are moved to the front of it. */
static void add_contacts(rg_constraints *c, const rg_constraint_input *in) {
  const rg_contact *contact;
  int swept = 0, n = rg_reach_collide(c, in, 1, &contact);
  for (int i = 0, end; i < n && in->options->sweep; i = end) {
    end = pair_end(contact, i, n);
    sweep_pair(c, in, contact + i, end - i, n, &swept);
  }
  rg_reach_take(c, in, contact, n);
  rg_constraints_thin(c, in);
  for (int i = 0; i < c->contacts; i++) aim_contact(c, in, i);
  for (int k = 1; k <= swept; k++) {
    rg_contact met = contact[c->most_contacts - k];
    add_contact(c, in, &met);
  }
}

void rg_constraints_set_contacts(rg_constraints *c, const rg_constraint_input *in,
                                 const rg_contact *contact, int count) {
  assert(count == 0 || contact);
  c->contacts = 0;
  c->dim = 3;
  for (int i = 0; i < count; i++) add_contact(c, in, &contact[i]);
}

/* --- at the end of the step ------------------------------------------------------------------- */

/* Velocity and acceleration (where qacc = 0) of the material of a body at a point. The centre of mass
   accelerates as it does at data's velocity, the rest turns about it with the twist. */
static void point_motion(const rg_constraints *c, const rg_constraint_input *in, int body,
                         const double point[3], double v[3], double a[3]) {
  const double *V = in->twist + 6 * body, *A = c->drift + 6 * body, *W = in->data->xvel + 6 * body;
  const double *centre = in->data->xipos + 3 * body;
  double arm[3], turn[3], u[3];
  rg_v3_sub(arm, centre, in->data->xpos + 3 * body);
  rg_v3_copy(u, W + 3);
  rg_v3_add_cross(u, W, arm);
  rg_v3_copy(a, A + 3);
  rg_v3_add_cross(a, A, arm);
  rg_v3_add_cross(a, W, u);
  rg_v3_sub(arm, point, centre);
  rg_v3_cross(turn, V, arm);
  rg_v3_add(v, V + 3, turn);
  rg_v3_add_cross(a, A, arm);
  rg_v3_add_cross(a, V, turn);
}

/* the same of the angular velocity w: its acceleration, and the turn of the frame that follows the normal */
static void angular_drift(const rg_constraints *c, const rg_contact *contact,
                          const double normal[3], const double w[3], double drift[3]) {
  const double *n = contact->frame;
  double a[3], about = rg_v3_dot(n, w);
  rg_v3_sub(a, c->drift + 6 * contact->body1, c->drift + 6 * contact->body2);
  rg_mat3_apply(drift, contact->frame, a);
  drift[0] += rg_v3_dot(normal, w);
  for (int k = 1; k < 3; k++) drift[k] -= about * rg_v3_dot(normal, contact->frame + 3 * k);
}

/* d/dt of the contact's velocity in its frame, where the bodies keep theirs: the material of both
   accelerates, the place travels over both, and the frame turns with the normal. */
static void contact_drift(const rg_constraints *c, const rg_constraint_input *in,
                          const rg_contact *contact, double drift[3], double angular[3]) {
  const double *w1 = in->twist + 6 * contact->body1, *w2 = in->twist + 6 * contact->body2;
  const double *n = contact->frame;
  double v1[3], v2[3], a1[3], a2[3], slip[3], spin[3], normal[3];
  rg_rolling rolling;
  point_motion(c, in, contact->body1, contact->position, v1, a1);
  point_motion(c, in, contact->body2, contact->position, v2, a2);
  rg_v3_sub(slip, v1, v2);
  rg_v3_sub(spin, w1, w2);
  rg_v3_sub(a1, a1, a2);
  rg_v3_zero(normal);
  if (!is_zero(w1) || !is_zero(w2) || !is_zero(slip)) {
    rg_contact_rolling(in->collider, contact, slip, spin, &rolling);
    rg_v3_add_cross(a1, w1, rolling.place1);
    rg_v3_cross(v2, w2, rolling.place2);
    rg_v3_sub(a1, a1, v2);
    rg_v3_cross(normal, w2, n);
    rg_v3_add(normal, normal, rolling.normal);
  }
  rg_mat3_apply(drift, contact->frame, a1);
  double closing = rg_v3_dot(n, slip);
  drift[0] += rg_v3_dot(normal, slip);
  for (int k = 1; k < 3; k++) drift[k] -= closing * rg_v3_dot(normal, contact->frame + 3 * k);
  if (angular) angular_drift(c, contact, normal, spin, angular);
}

/* by how much forces alone change the normal velocity of a body at a contact within the step */
static double forced(const rg_constraints *c, const rg_constraint_input *in,
                     const rg_contact *contact, int body) {
  double free[3], was[3];
  point_velocity(in->data, c->free_velocity, body, contact->position, free);
  point_velocity(in->data, in->xvel_before, body, contact->position, was);
  rg_v3_sub(free, free, was);
  return fabs(rg_v3_dot(free, contact->frame));
}

/* adds the slip before the step, which makes of the velocity at its end twice the mean; or takes it off */
static void add_mean(rg_constraints *c, int i, int sign) {
  for (int k = 1; k < 3 && sign; k++) c->turn[3 * i + k] += sign * c->before[3 * i + k];
  for (int k = 0; k < 3 && sign && rg_contact_turns_with_slip(c, i); k++)
    c->turn_angular[3 * i + k] += sign * c->before_angular[3 * i + k];
}

/* Friction of what slides through the whole step is against its mean slip, that of what may stop within
   it against the slip at its end, which then is 0. It slides through where friction takes less than half
   of its slip: the impulse that stops a normal velocity u takes up to 3.5 mu u from the slip of a ball;
   u is what comes, and what forces do to either body in the step. */
static void find_slide(rg_constraints *c, const rg_constraint_input *in, int i) {
  const double *before = c->before + 3 * i;
  double slip = before[1] * before[1] + before[2] * before[2];
  double u = fmax(-before[0], 0) + forced(c, in, c->contact + i, c->contact[i].body1) +
             forced(c, in, c->contact + i, c->contact[i].body2);
  c->slides[i] = slip > 0 && 8 * c->mu[i] * u <= sqrt(slip);
  add_mean(c, i, c->slides[i]);
}

void rg_constraints_stop(rg_constraints *c, int i) {
  assert(i >= 0 && i < c->contacts);
  add_mean(c, i, -c->slides[i]);
  c->slides[i] = 0;
}

int rg_constraints_turned_round(const rg_constraints *c, int i, const double *velocity) {
  assert(i >= 0 && i < c->contacts);
  const double *before = c->before + 3 * i;
  double product = velocity[1] * before[1] + velocity[2] * before[2];
  double square = before[1] * before[1] + before[2] * before[2];
  for (int k = 0; k < 3 && rg_contact_turns_with_slip(c, i) && k + 3 < c->dim; k++) {
    double share = (k == 0 ? c->spin[i] : c->roll[i]) / c->mu[i];
    double w = c->before_angular[3 * i + k];
    product += share * share * velocity[3 + k] * w;
    square += share * share * w * w;
  }
  return !(product >= square);
}

/* A step is a parabola: from the middle, where distance and velocity are known, the end is
   dt/2 away. The distance of the rule is the one at both ends of a step that keeps it:
   what the parabola rises above them at the middle, dt^2/8 times its drift, is taken off. */
static void turn_contact(rg_constraints *c, const rg_constraint_input *in, int i) {
  double drift[3], angular[3], h = 0.5 * in->dt;
  int moments = rg_contact_width(c, i) > 3;
  contact_drift(c, in, c->contact + i, drift, moments ? angular : NULL);
  for (int k = 0; k < 3 && moments; k++) {
    c->turn_angular[3 * i + k] = h * angular[k];
    c->before_angular[3 * i + k] -= h * angular[k];
  }
  for (int k = 0; k < 3; k++) {
    c->turn[3 * i + k] = h * drift[k];
    c->before[3 * i + k] -= h * drift[k];
  }
  set_target(c, in, i, c->contact[i].gap - 0.5 * h * h * drift[0]);
  find_slide(c, in, i);
}

/* the same of a scalar row that has to stay where it is */
static void turn_row(rg_constraints *c, const rg_constraint_input *in, int i, double drift) {
  double h = 0.5 * in->dt;
  if (in->options->closures == RG_STABILIZE_TARGET)
    c->target[i] = -(c->gap[i] - 0.5 * h * h * drift) / in->dt;
  c->target[i] -= h * drift;
}

int rg_constraints_arrive(const rg_constraints *c, const rg_constraint_input *in) {
  assert(in->dt > 0 && c->at_end);
  if (c->passed) return 1;
  for (int i = 0; i < c->contacts; i++) {
    double h = 0.5 * in->dt, came = -h * c->before[3 * i], own = h * fabs(c->turn[3 * i]);
    double overlap = -c->contact[i].gap, size = rg_smaller_radius(in->model, c->contact + i);
    double allowed = fmax(skin_of(in, c->contact + i), fmin(2 * own, DIP * size));
    if (overlap > allowed && came > 0.5 * overlap) return 1;
  }
  return 0;
}

/* a limit of a spatial tendon, as turn_contact: its direction changes on the way to the end */
static void turn_limit(rg_constraints *c, const rg_constraint_input *in, int i) {
  double h = 0.5 * in->dt, drift = rg_tendon_drift(in->model, in->data, c->drift, c->object[i]);
  if (drift == 0) return;
  double before = 0, free = 0;
  for (int k = c->start[i]; k < c->start[i + 1]; k++) {
    before += c->value[k] * in->before[c->dof[k]];
    free += c->value[k] * c->free[c->dof[k]];
  }
  if (c->part[i]) drift = -drift;
  double noise = in->options->solve.tol * fabs(free - before);
  keeping k =
      keep_distance(in, c->gap[i] - 0.5 * h * h * drift, 0, noise, before - h * drift, 0, 0);
  c->target[i] = k.target - h * drift;
  c->compliance[i] = k.compliance;
}

void rg_constraints_turn(rg_constraints *c, const rg_constraint_input *in) {
  assert(in->dt > 0 && !c->at_end && in->place == RG_PLACE_MEAN);
  int row = 0;
  rg_body_drifts(in->model, in->data, c->drift);
  c->deepest = 0;
  c->at_end = 1;
  c->closure_turn = 0.5 * in->dt;
  for (; row < c->rows && c->kind[row] == RG_ROW_CLOSURE; row++)
    turn_row(c, in, row, in->closure->bias[row]);
  for (; in->model->npath && row < c->rows; row++)
    if (c->kind[row] == RG_ROW_TENDON_LIMIT) turn_limit(c, in, row);
    else if (c->kind[row] == RG_ROW_ELEMENT) shift_element(c, in, row);
  for (int i = 0; i < c->contacts; i++) turn_contact(c, in, i);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void clear(rg_constraints *c) {
  c->rows = c->contacts = c->overflow = 0;
  c->at_end = c->passed = c->quiet = c->ellipsoid = 0;
  c->dim = 3;
  c->deepest = c->closure_turn = 0;
}

/* The velocity of contacts at the end is G v+ + dt dG/dt v- (Mylapilli & Jain 2017, Eq. 37 and 54). */
static void add_rates(rg_constraints *c, const rg_constraint_input *in) {
  rg_constraint_input at_start = *in;
  at_start.twist = in->xvel_before;
  rg_body_drifts(in->model, in->data, c->drift);
  for (int i = 0; i < c->contacts; i++) {
    double drift[3], angular[3];
    int moments = rg_contact_width(c, i) > 3;
    contact_drift(c, &at_start, c->contact + i, drift, moments ? angular : NULL);
    for (int k = 0; k < 3; k++) c->turn[3 * i + k] = in->dt * drift[k];
    for (int k = 0; k < 3 && moments; k++) c->turn_angular[3 * i + k] = in->dt * angular[k];
  }
}

void rg_constraints_collect(rg_constraints *c, const rg_constraint_input *in) {
  assert(in->dt > 0 && in->before && in->xvel_before);
  clear(c);
  predict(c, in);
  rg_reach_speeds(c, in);
  add_closures(c, in);
  stabilize_closures(c, in);
  add_drives_and_friction(c, in);
  add_elements(c, in);
  add_limits(c, in);
  add_contacts(c, in);
  if (in->options->contact_rates && in->place == RG_PLACE_EXPLICIT) add_rates(c, in);
}

void rg_constraints_positions(rg_constraints *c, const rg_constraint_input *in, int with_contacts,
                              int with_closures) {
  static const double CORRECTED =
      1e-3; /* of the smallest shape: neighbours that it could run into */
  const rg_contact *contact;
  int overflow = 0;
  clear(c);
  add_closures(c, in);
  for (int i = 0; i < c->rows; i++) {
    if (!with_closures) c->gap[i] = 0;
    c->target[i] = -c->gap[i];
  }
  if (!with_contacts) return;
  rg_collider_set_margin(in->collider, CORRECTED * c->smallest);
  int n = rg_collide(in->collider, in->model, in->data, &contact, &overflow);
  c->overflow |= overflow;
  for (int i = 0; i < n; i++) {
    if (!add_contact(c, in, &contact[i])) return;
    int last = c->contacts - 1;
    c->mu[last] = c->restitution[last] = c->contact_compliance[last] = 0;
    c->spin[last] = c->roll[last] = 0;
    c->dim = 3;
    rg_v3_zero(c->surface + 3 * last);
    c->contact_target[last] = -contact[i].gap;
  }
}

void rg_constraints_add_ranges(rg_constraints *c, const rg_constraint_input *in) {
  const rg_model *model = in->model;
  for (int j = 0; j < model->njoint; j++) {
    int type = model->joint_type[j];
    if (!model->joint_limited[j] || (type != RG_JOINT_HINGE && type != RG_JOINT_SLIDE)) continue;
    const double *range = model->joint_range + 2 * j;
    double q = in->data->qpos[model->joint_qpos[j]];
    for (int side = 0; side < 2; side++) {
      int i = begin_row(c, RG_ROW_LIMIT, j, side);
      add_entry(c, model->joint_dof[j], side ? -1 : 1);
      c->gap[i] = side ? range[1] - q : q - range[0];
      c->target[i] = -c->gap[i];
      c->lower[i] = 0;
    }
  }
}
