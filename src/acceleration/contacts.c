/* Contacts of a frame: who touches, how fast, and what their velocity becomes where qacc = 0.

   The contact velocity u = frame (v_1(p) - v_2(p) + surface) depends on the positions through the
   place p and the frame, which both travel over curved surfaces. Its rate along the motion,

       drift = d/dt u(q moved by t v, v)   at t = 0+,

   therefore has more terms than the accelerations of the two material points: with p' the speed of
   the place, w_1 x (p' - v_1) - w_2 x (p' - v_2) + (d frame/dt) (v_1 - v_2). They cancel the
   centripetal acceleration of a ball that rolls on a plane. All of them come from looking for the
   same contacts at two places ahead:  drift = (-3 u_0 + 4 u_1 - u_2) / (2 h). */
#include "acceleration/frame.h"

#include "math/dense.h"
#include "math/spatial.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double touching = 1e-6; /* m: contacts with a smaller gap touch */
static const double ahead = 1e-5;    /* rad or m of the fastest coordinate in one look-ahead */

/* --- velocities ------------------------------------------------------------------------------- */

static void add_point_velocity(const rg_data *data, int body, const double point[3], double sign,
                               double v[3]) {
  double arm[3], w[3];
  const double *xvel = data->xvel + 6 * body;
  rg_v3_sub(arm, point, data->xpos + 3 * body);
  rg_v3_scale(w, sign, xvel);
  rg_v3_add_scaled(v, sign, xvel + 3);
  rg_v3_add_cross(v, w, arm);
}

/* velocity of the surface of a geom at a point */
static void surface_velocity(const rg_frame *frame, const rg_data *data, int geom,
                             const double point[3], double v[3]) {
  double arm[3], spin[3];
  rg_mat3_apply(v, data->geom_xmat + 9 * geom, frame->sim->surface + 3 * geom);
  rg_mat3_apply(spin, data->geom_xmat + 9 * geom, frame->sim->model->geom_surface + 6 * geom + 3);
  rg_v3_sub(arm, point, data->geom_xpos + 3 * geom);
  rg_v3_add_cross(v, spin, arm);
}

static void contact_velocity(const rg_frame *frame, const rg_data *data, const rg_contact *contact,
                             double u[3]) {
  const double *normal = contact->frame;
  double v[3], s[3], s2[3];
  rg_v3_zero(v);
  add_point_velocity(data, contact->body1, contact->position, 1, v);
  add_point_velocity(data, contact->body2, contact->position, -1, v);
  surface_velocity(frame, data, contact->geom1, contact->position, s);
  surface_velocity(frame, data, contact->geom2, contact->position, s2);
  rg_v3_sub(s, s, s2);
  rg_v3_add_scaled(s, -rg_v3_dot(normal, s), normal); /* surfaces move along themselves */
  rg_v3_add(v, v, s);
  rg_mat3_apply(u, contact->frame, v);
}

/* --- ahead ------------------------------------------------------------------------------------ */

/* the same contact elsewhere: same shapes and features, the nearest where there are several */
static const rg_contact *find_again(const rg_contact *wanted, const rg_contact *list, int n) {
  const rg_contact *found = NULL;
  double best = 1e-2;
  for (int i = 0; i < n; i++) {
    const rg_contact *c = &list[i];
    if (c->geom1 != wanted->geom1 || c->geom2 != wanted->geom2 || c->feature != wanted->feature)
      continue;
    double away = rg_v3_distance(c->position, wanted->position);
    if (away >= best || rg_v3_dot(c->frame, wanted->frame) < 0.5) continue;
    best = away;
    found = c;
  }
  return found;
}

/* r = R_later R_now' a: a vector of the world that is fixed to a body */
static void carry(const rg_data *now, const rg_data *later, int body, const double a[3],
                  double r[3]) {
  double local[3];
  rg_mat3_apply_t(local, now->xmat + 9 * body, a);
  rg_mat3_apply(r, later->xmat + 9 * body, local);
}

/* where the features part or meet others: a point of body 1 on a plane of body 2 */
static void carry_contact(const rg_data *now, const rg_data *later, const rg_contact *contact,
                          rg_contact *moved) {
  int a = contact->body1, b = contact->body2;
  double arm[3];
  *moved = *contact;
  rg_v3_sub(arm, contact->position, now->xpos + 3 * a);
  carry(now, later, a, arm, moved->position);
  rg_v3_add(moved->position, moved->position, later->xpos + 3 * a);
  for (int k = 0; k < 3; k++) carry(now, later, b, contact->frame + 3 * k, moved->frame + 3 * k);
}

/* drift += weight u(q moved by t v) for all contacts */
static void look_ahead(rg_frame *frame, rg_data *later, double t, double weight) {
  const rg_model *model = frame->model;
  const rg_contact *list;
  rg_contact moved;
  memcpy(later->qpos, frame->data->qpos, (size_t)model->nq * sizeof(double));
  memcpy(later->qvel, frame->data->qvel, (size_t)model->nv * sizeof(double));
  rg_integrate_position(model, later->qpos, later->qvel, t);
  rg_kinematics(model, later);
  rg_velocity_stage(model, later);
  int n = rg_collide(frame->sim->collider, model, later, &list, NULL);
  for (int i = 0; i < frame->contacts; i++) {
    double u[3];
    const rg_contact *same = find_again(&frame->contact[i], list, n);
    if (!same) carry_contact(frame->data, later, &frame->contact[i], &moved);
    contact_velocity(frame, later, same ? same : &moved, u);
    rg_v3_add_scaled(frame->drift + 3 * i, weight, u);
  }
}

/* at rest there is no drift: nothing is looked at, and nothing is rounded */
static int find_drift(rg_frame *frame) {
  double fastest = rg_norm_max(frame->model->nv, frame->data->qvel);
  if (!(fastest > 0) || frame->contacts == 0) return 1;
  double h = ahead / fastest;
  rg_data *later = rg_data_new(frame->model);
  if (!later) return 0;
  rg_collider_set_margin(frame->sim->collider, 100 * ahead);
  for (int i = 0; i < 3 * frame->contacts; i++) frame->drift[i] = -1.5 / h * frame->velocity[i];
  look_ahead(frame, later, h, 2 / h);
  look_ahead(frame, later, 2 * h, -0.5 / h);
  rg_data_free(later);
  return 1;
}

/* --- who touches ------------------------------------------------------------------------------ */

static int take_room(rg_frame *frame, size_t n) {
  rg_arena *arena = &frame->arena;
  frame->contact = RG_RAW(arena, rg_contact, n);
  frame->contact_mu = RG_NEW(arena, double, n);
  frame->velocity = RG_NEW(arena, double, 3 * n);
  frame->drift = RG_NEW(arena, double, 3 * n);
  frame->unknown = RG_NEW(arena, int, n);
  frame->sliding = RG_NEW(arena, int, n);
  return !arena->failed;
}

/* contacts that touch and do not part */
static void keep_contact(rg_frame *frame, const rg_contact *contact) {
  int i = frame->contacts;
  double *u = frame->velocity + 3 * i, friction = frame->sim->options.friction;
  contact_velocity(frame, frame->data, contact, u);
  if (contact->gap > touching || u[0] > frame->threshold) return;
  frame->contact[i] = *contact;
  frame->contact_mu[i] = contact->condim == 1 ? 0
                         : isnan(friction)    ? contact->friction[0]
                                              : friction;
  frame->sliding[i] = frame->contact_mu[i] == 0 || hypot(u[1], u[2]) > frame->threshold;
  frame->contacts++;
  int moments = (contact->condim >= 4 && contact->friction[1] > 0) ||
                (contact->condim == 6 && contact->friction[2] > 0);
  if (moments && frame->sim->options.moments != RG_MOMENTS_NONE && !frame->moments)
    frame->moments = 1 + i;
  if (u[0] < -frame->threshold)
    snprintf(frame->impact, sizeof frame->impact, "contact %d closes at %.3g m/s", i, -u[0]);
}

int rg_frame_find_contacts(rg_frame *frame) {
  assert(frame->threshold >= 0 && frame->contacts == 0);
  const rg_contact *list;
  rg_collider_set_margin(frame->sim->collider, touching);
  int n = rg_collide(frame->sim->collider, frame->model, frame->data, &list, &frame->overflow);
  int most = frame->sim->constraints->most_contacts;
  if (n > most) n = most, frame->overflow = 1;
  if (!take_room(frame, (size_t)n)) return 0;
  for (int i = 0; i < n; i++) keep_contact(frame, &list[i]);
  return find_drift(frame);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* G of one contact, 3 x nv */
static void contact_rows(const rg_frame *frame, const rg_contact *contact, double *work,
                         double *rows) {
  size_t nv = (size_t)frame->model->nv;
  double *other = work + 3 * nv;
  rg_jacobian(frame->model, frame->data, contact->body1, contact->position, work, NULL);
  rg_jacobian(frame->model, frame->data, contact->body2, contact->position, other, NULL);
  for (size_t k = 0; k < 3 * nv; k++) work[k] -= other[k];
  for (size_t r = 0; r < 3; r++)
    for (size_t j = 0; j < nv; j++)
      rows[r * nv + j] = contact->frame[3 * r] * work[j] +
                         contact->frame[3 * r + 1] * work[nv + j] +
                         contact->frame[3 * r + 2] * work[2 * nv + j];
}

/* one scalar row each: it moves along n and acts along n - mu e, e the direction of the slip
   (Andreani et al., Eq. 11) */
void rg_frame_add_sliding(rg_frame *frame) {
  size_t nv = (size_t)frame->model->nv;
  double *work = RG_RAW(&frame->arena, double, 9 * nv), *G = work + 6 * nv;
  for (int i = 0; work && i < frame->contacts; i++) {
    if (!frame->sliding[i]) continue;
    const double *u = frame->velocity + 3 * i;
    double slip = hypot(u[1], u[2]), mu = frame->contact_mu[i];
    double back1 = slip > 0 ? mu * u[1] / slip : 0, back2 = slip > 0 ? mu * u[2] / slip : 0;
    double *moves = rg_frame_new_row(frame), *acts;
    int row = frame->unknown[i] = frame->rows - 1;
    acts = frame->acts + (size_t)row * nv;
    contact_rows(frame, &frame->contact[i], work, G);
    for (size_t j = 0; j < nv; j++) {
      moves[j] = G[j];
      acts[j] = G[j] - back1 * G[nv + j] - back2 * G[2 * nv + j];
    }
    frame->lower[row] = 0;
    frame->bias[row] = frame->drift[3 * i];
  }
}

/* three rows each, after all scalar rows */
void rg_frame_add_rolling(rg_frame *frame) {
  assert(frame->rolling == 0);
  size_t nv = (size_t)frame->model->nv;
  double *work = RG_RAW(&frame->arena, double, 6 * nv);
  for (int i = 0; work && i < frame->contacts; i++) {
    if (frame->sliding[i]) continue;
    int first = frame->unknown[i] = frame->rows + 3 * frame->rolling;
    double *moves = frame->moves + (size_t)first * nv;
    contact_rows(frame, &frame->contact[i], work, moves);
    memcpy(frame->acts + (size_t)first * nv, moves, 3 * nv * sizeof(double));
    for (int k = 0; k < 3; k++) frame->bias[first + k] = frame->drift[3 * i + k];
    frame->mu[frame->rolling++] = frame->contact_mu[i];
  }
}
