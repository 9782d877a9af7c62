/* Which contacts a step has to look at. A body gets as far as its fastest point does in the step; how fast that is the
   step itself decides, since what is hit by something fast becomes fast. So contacts are looked for with the speeds that
   are known, and where impulses make a body faster, and it would run into something else, the step is solved again with what is
   within its reach. What the last solve leaves out stays apart: an impulse of 0 obeys the law there. */
#include "contact/reach.h"

#include "collide/collider.h"
#include "contact/contact_rows.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>

static double body_speed(const double v[6], double reach) {
  return rg_v3_norm(v + 3) + rg_v3_norm(v) * reach;
}

/* speed that forces may add within the step, beside those that are known; each body's half of the slack is its way */
static double spare_speed(const rg_constraint_input *in) {
  return in->dt * rg_v3_norm(in->model->option.gravity);
}

static double slack_of(const rg_constraint_input *in) { return 2 * in->dt * spare_speed(in); }

void rg_reach_speeds(rg_constraints *c, const rg_constraint_input *in) {
  c->fastest = c->turning = 0;
  for (int b = 1; b < in->model->nbody; b++) {
    const double *before = in->xvel_before + 6 * b, *free = c->free_velocity + 6 * b;
    c->speed[b] = fmax(body_speed(before, c->reach[b]), body_speed(free, c->reach[b]));
    c->speed[b] = fmax(c->speed[b], c->hit[b]);
    c->fastest = fmax(c->fastest, c->speed[b]);
    c->turning = fmax(c->turning, fmax(rg_v3_norm(before), rg_v3_norm(free)));
  }
}

int rg_reach_collide(rg_constraints *c, const rg_constraint_input *in, int own,
                     const rg_contact **contact) {
  int overflow = 0;
  for (int b = 0; b < in->model->nbody; b++) c->way[b] = in->dt * fmax(c->speed[b], c->hit[b]);
  rg_collider_set_margin(in->collider, slack_of(in));
  in->collider->way = c->way;
  int before = rg_stopwatch_enter(in->watch, RG_ROOM_COLLIDE);
  int n = own ? rg_collide_into(in->collider, in->model, in->data, c->contact, c->most_contacts,
                                &overflow)
              : rg_collide(in->collider, in->model, in->data, contact, &overflow);
  if (own) *contact = c->contact;
  rg_stopwatch_enter(in->watch, before);
  in->collider->way = NULL;
  c->overflow |= overflow;
  return n;
}

/* 1 where a contact of a mesh cannot close in the step, since a deeper one of the same pair stops it before: the two come
   nearer to the surface than each other by the turn of the bodies alone. Round meshes have dozens of vertices that are
   near, and touch with one. */
static int is_shaded(const rg_constraints *c, const rg_constraint_input *in,
                     const rg_contact *contact, double gap, const double position[3],
                     double slack) {
  static const double IMPACT = 4; /* times: an impact may make of a speed so much turning */
  const int *type = in->model->geom_type;
  if (type[contact->geom1] != RG_GEOM_MESH && type[contact->geom2] != RG_GEOM_MESH) return 0;
  double turning = 0, apart = rg_v3_distance(contact->position, position);
  int body[2] = {contact->body1, contact->body2};
  for (int k = 0; k < 2; k++)
    if (c->speed[body[k]] > 0) turning += IMPACT * c->speed[body[k]] / c->reach[body[k]];
  return contact->gap > fmax(gap, 0) + in->dt * turning * apart + slack;
}

/* the deepest of the contacts of two geoms, as far as others are judged by it */
typedef struct deepest {
  int which;
  double gap, position[3];
} deepest;

static deepest find_deepest(const rg_contact *contact, int count) {
  deepest d = {0};
  for (int i = 1; i < count; i++)
    if (contact[i].gap < contact[d.which].gap) d.which = i;
  d.gap = contact[d.which].gap;
  rg_v3_copy(d.position, contact[d.which].position);
  return d;
}

/* 1 where contact i of two geoms may close in the step at the speeds that are known */
static int is_within(const rg_constraints *c, const rg_constraint_input *in,
                     const rg_contact *contact, int i, const deepest *d) {
  double closing = c->speed[contact->body1] + c->speed[contact->body2], slack = slack_of(in);
  if (contact[i].gap > in->dt * closing + slack) return 0;
  return i == d->which || !is_shaded(c, in, contact + i, d->gap, d->position, slack);
}

/* contacts of the same two geoms as the first, which follow each other */
static int count_pair(const rg_contact *contact, int n) {
  int count = 1;
  while (count < n && contact[count].geom1 == contact->geom1 &&
         contact[count].geom2 == contact->geom2)
    count++;
  return count;
}

void rg_reach_take(rg_constraints *c, const rg_constraint_input *in, const rg_contact *contact,
                   int n) {
  for (int first = 0, count; first < n; first += count) {
    count = count_pair(contact + first, n - first);
    deepest d = find_deepest(contact + first, count);
    for (int i = 0; i < count; i++)
      if (is_within(c, in, contact + first, i, &d)) rg_constraints_note(c, in, contact + first + i);
  }
}

void rg_reach_forget(rg_constraints *c, const rg_model *model) {
  for (int b = 0; b < model->nbody; b++) c->hit[b] = 0;
}

/* the largest restitution of a contact: an impulse may come back as that part of itself */
static double most_restitution(const rg_constraints *c) {
  double most = 0;
  for (int i = 0; i < c->contacts; i++) most = fmax(most, c->restitution[i]);
  return most;
}

/* how fast the bodies of a contact part there, with these velocities of all bodies */
static double parting(const rg_constraint_input *in, const rg_contact *contact,
                      const double *xvel) {
  double arm[3], v[2][3];
  for (int k = 0; k < 2; k++) {
    int body = k ? contact->body2 : contact->body1;
    rg_v3_sub(arm, contact->position, in->data->xpos + 3 * body);
    rg_v3_copy(v[k], xvel + 6 * body + 3);
    rg_v3_add_cross(v[k], xvel + 6 * body, arm);
  }
  return rg_v3_dot(contact->frame, v[0]) - rg_v3_dot(contact->frame, v[1]);
}

/* 1 where a contact that was left out closes with the velocities after the step: `back` of what impulses did may come on top of
   them, and turning brings a point nearer by w^2 r dt^2 / 2 */
static int is_missed(const rg_constraints *c, const rg_constraint_input *in,
                     const rg_contact *contact, double back) {
  double u = parting(in, contact, c->after), turning = 0;
  if (back > 0) u = fmin(u, u + back * (u - parting(in, contact, c->free_velocity)));
  for (int k = 0; k < 2; k++) {
    int body = k ? contact->body2 : contact->body1;
    const double *w = c->after + 6 * body;
    turning += rg_v3_dot(w, w) * c->reach[body];
  }
  return contact->gap + in->dt * (u - 0.5 * in->dt * turning) < 0;
}

static int any_missed(const rg_constraints *c, const rg_constraint_input *in,
                      const rg_contact *contact, int n, double back) {
  for (int first = 0, count; first < n; first += count) {
    count = count_pair(contact + first, n - first);
    deepest d = find_deepest(contact + first, count);
    for (int i = 0; i < count; i++)
      if (!is_within(c, in, contact + first, i, &d) && is_missed(c, in, contact + first + i, back))
        return 1;
  }
  return 0;
}

int rg_reach_outrun(rg_constraints *c, const rg_constraint_input *in, const double *v) {
  static const double ROUNDING = 1e-9; /* of a speed: nothing gets farther by that */
  assert(v && in->dt > 0);
  double spare = spare_speed(in), back = most_restitution(c), change[6];
  int faster = 0;
  rg_body_velocities(in->model, in->data, v, c->after);
  for (int b = 1; b < in->model->nbody; b++) {
    const double *after = c->after + 6 * b, *free = c->free_velocity + 6 * b;
    double speed = body_speed(after, c->reach[b]);
    for (int k = 0; k < 6 && back > 0; k++) change[k] = after[k] - free[k];
    if (back > 0) speed += back * body_speed(change, c->reach[b]);
    if (!(speed > (1 + ROUNDING) * c->speed[b] + spare)) continue;
    c->hit[b] = speed;
    faster = 1;
  }
  if (!faster) return 0;
  const rg_contact *contact;
  int n = rg_reach_collide(c, in, 0, &contact);
  return any_missed(c, in, contact, n, back);
}
