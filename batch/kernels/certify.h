/* From impulses to the motion that they make, and how far that is from the laws: through the tree of the bodies, never
   through A or W, and sharing nothing with solve.h but the data. What is measured is what docs/certificate.md calls the
   residual. */
#ifndef RK_CERTIFY_H
#define RK_CERTIFY_H

#include "kernels/rows.h"

/* the room of a group for the end of a step */
typedef struct rk_outcome {
  double *q, *next, *free;
  double *twist;                                /* of bodies; forces at first */
  double *own;                                  /* what joints add to these */
  double *M, *inverse, *motion, *xpos, *offset; /* as in the record */
  double *push; /* of a contact a lane: the force, in the axes of the world, and where */
} rk_outcome;

RK_FUNCTION size_t rk_end_room(const rk_model *m) {
  return (size_t)(m->nq + 9 * m->nv + 18 * m->nbody + m->nentry + 6 * RK_WIDTH);
}

RK_FUNCTION void rk_carve_end(const rk_model *m, rk_outcome *w, double *room) {
  w->q = room;
  w->next = w->q + m->nq;
  w->free = w->next + m->nv;
  w->twist = w->free + m->nv;
  w->own = w->twist + 6 * m->nbody;
  w->M = w->own + 6 * m->nbody;
  w->inverse = w->M + m->nentry;
  w->motion = w->inverse + m->nv;
  w->xpos = w->motion + 6 * m->nv;
  w->offset = w->xpos + 3 * m->nbody;
  w->push = w->offset + 3 * m->nbody;
}

RK_FUNCTION void rk_get(const double *array, int size, int first, int count, int slot, double *to) {
  for (int e = 0; e < count; e++) to[e] = array[rk_place_in(size, first + e, slot)];
}

/* --- next = free + M^-1 G' x -------------------------------------------------------------------------------- */

/* impulses of rows, where they are not 0, one after the other */
RK_FUNCTION void rk_push_joints(const rk_model *m, const rk_record *r, const rk_outcome *w, int i,
                                int slot) {
  int t = RK_INT_AT(r, tendon, i, slot), dof = RK_INT_AT(r, dof, i, slot);
  double x = RK_REAL_AT(r, sign, i, slot) * RK_REAL_AT(r, impulse, i, slot);
  if (t == -1) w->next[dof] += x;
  for (int k = 0; k < 3 && t < -1; k++)
    w->next[dof + k] += RK_REAL_AT(r, round, 3 * (-2 - t) + k, slot) * x;
  for (int k = 0; t >= 0 && k < m->tendon_count[t]; k++)
    w->next[m->tendon_dof[m->tendon_start[t] + k]] += m->tendon_coef[m->tendon_start[t] + k] * x;
}

/* what the contacts of all lanes push one body with, those of `who` */
RK_FUNCTION void rk_push_body(const rk_record *r, const rk_outcome *w, int b, int base,
                              unsigned who, int slot) {
  RK_LOOP
  for (; who; who &= who - 1) {
    int lane = rk_lowest(who), one = RK_INT_AT(r, body1, base + lane, slot),
        two = RK_INT_AT(r, body2, base + lane, slot);
    const double *f = w->push + 6 * lane;
    double arm[3], turn[3], *to = w->twist + 6 * b, sign = one == b ? 1 : -1;
    if (one != b && two != b) continue;
    rg_v3_sub(arm, f + 3, w->xpos + 3 * b);
    rg_v3_cross(turn, arm, f);
    rg_v3_add_scaled(to, sign, turn);
    rg_v3_add_scaled(to + 3, sign, f);
  }
}

/* the impulses of contacts on their bodies, a contact a lane at a time */
RK_FUNCTION void rk_push_bodies(const rk_model *m, const rk_record *r, const rk_outcome *w,
                                int rows, int contacts, int slot) {
  RK_LOOP
  for (int base = 0; base < contacts; base += RK_WIDTH) {
    int i = base + RK_LANE, any = 0;
    double *f = w->push + 6 * RK_LANE;
    if (i < contacts) {
      double x[3], frame[9];
      rk_get(r->impulse, r->reals, rows + 3 * i, 3, slot, x);
      any = x[0] != 0 || x[1] != 0 || x[2] != 0;
      rk_get(r->frame, r->reals, 9 * i, 9, slot, frame);
      rk_get(r->position, r->reals, 3 * i, 3, slot, f + 3);
      rg_mat3_apply_t(f, frame, x);
    }
    unsigned who = rk_who(any);
    RK_MEET();
    RK_EACH(b, m->nbody) if (b > 0) rk_push_body(r, w, b, base, who, slot);
    RK_MEET();
  }
}

/* what the record says of motion, and where bodies are from their parents */
RK_FUNCTION void rk_read_motion(const rk_model *m, const rk_record *r, const rk_outcome *w,
                                int slot) {
  rk_fetch(r, r->M, m->nentry, slot, w->M);
  rk_fetch(r, r->inverse, m->nv, slot, w->inverse);
  rk_fetch(r, r->motion, 6 * m->nv, slot, w->motion);
  rk_fetch(r, r->xpos, 3 * m->nbody, slot, w->xpos);
  RK_EACH(k, m->nv) w->next[k] = 0;
  RK_EACH(k, 6 * m->nbody) w->twist[k] = 0;
  RK_MEET();
  RK_EACH(b, m->nbody)
  rg_v3_sub(w->offset + 3 * b, w->xpos + 3 * b, w->xpos + 3 * m->body_parent[b]);
}

RK_FUNCTION void rk_apply_impulses(const rk_model *m, const rk_record *r, const rk_outcome *w,
                                   int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  rk_read_motion(m, r, w, slot);
  RK_LOOP
  for (int base = 0; base < rows; base += RK_WIDTH) {
    int i = base + RK_LANE;
    unsigned who = rk_who(i < rows && RK_REAL_AT(r, impulse, i, slot) != 0);
    RK_LOOP
    for (; who && RK_LANE == 0; who &= who - 1)
      rk_push_joints(m, r, w, base + rk_lowest(who), slot);
  }
  RK_MEET();
  rk_push_bodies(m, r, w, rows, contacts, slot);
  rk_gather_forces(m, w->offset, w->twist);
  RK_EACH(k, m->nv)
  w->next[k] += rg_sp_dot(w->motion + 6 * k, w->twist + 6 * m->dof_body[k]);
  RK_MEET();
  rk_start_solve(m, w->M, w->next);
  RK_EACH(k, m->nv) w->next[k] *= w->inverse[k];
  RK_MEET();
  rk_finish_solve(m, w->M, w->next);
  RK_EACH(k, m->nv) w->next[k] += w->free[k];
  RK_MEET();
}

/* --- the residual ---------------------------------------------------------------------------------------------- */

/* velocity of body 1 against body 2 at a contact, in its frame */
RK_FUNCTION void rk_contact_motion(const rk_record *r, const rk_outcome *w, int i, int slot,
                                   double u[3]) {
  double relative[3] = {0, 0, 0}, frame[9];
  rk_get(r->frame, r->reals, 9 * i, 9, slot, frame);
  for (int side = 0; side < 2; side++) {
    int b = side ? RK_INT_AT(r, body2, i, slot) : RK_INT_AT(r, body1, i, slot);
    double arm[3], turn[3];
    for (int e = 0; e < 3; e++)
      arm[e] = RK_REAL_AT(r, position, 3 * i + e, slot) - w->xpos[3 * b + e];
    rg_v3_cross(turn, w->twist + 6 * b, arm);
    rg_v3_add(turn, turn, w->twist + 6 * b + 3);
    rg_v3_add_scaled(relative, side ? -1 : 1, turn);
  }
  rg_mat3_apply(u, frame, relative);
}

/* what row i leaves, squared, of an energy */
RK_FUNCTION double rk_row_left(const rk_model *m, const rk_record *r, const rk_outcome *w, int i,
                               int slot) {
  int dof = RK_INT_AT(r, dof, i, slot), tendon = RK_INT_AT(r, tendon, i, slot);
  double sign = RK_REAL_AT(r, sign, i, slot), a = RK_REAL_AT(r, measure, i, slot),
         x = RK_REAL_AT(r, impulse, i, slot);
  double u = RK_REAL_AT(r, c, i, slot) + rk_row_product(m, r, slot, dof, tendon, sign, w->next) -
             rk_row_product(m, r, slot, dof, tendon, sign, w->free);
  double low = a * (x - RK_REAL_AT(r, upper, i, slot)),
         high = a * (x - RK_REAL_AT(r, lower, i, slot));
  double e = u < low ? low : u > high ? high : u;
  return e * e / a;
}

/* the same of a contact; `within`: with a target and a surface that are off by no more than is known of them */
RK_FUNCTION double rk_contact_left(const rk_record *r, const rk_outcome *w, int i, int within,
                                   double typical, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot);
  double v[3], impulse[3], x[3], mu = RK_REAL_AT(r, mu, i, slot);
  rk_get(r->impulse, r->reals, rows + 3 * i, 3, slot, x);
  rk_contact_motion(r, w, i, slot, v);
  v[0] -= RK_REAL_AT(r, target, i, slot);
  if (within)
    rk_give_way(RK_REAL_AT(r, leeway, 2 * i, slot), RK_REAL_AT(r, leeway, 2 * i + 1, slot),
                x[0] > 0, v);
  double gap = v[0];
  v[0] += mu * hypot(v[1], v[2]);
  rg_v3_scale(impulse, RK_REAL_AT(r, measure, rows + i, slot), x);
  double left = fmax(rk_law_distance(mu, impulse, v), -0.01 * gap);
  return left * left / typical;
}

/* the larger of |c| and |c - target|, the root of an energy */
RK_FUNCTION double rk_energy_of(const rk_record *r, double typical, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  double free = 0, driven = 0;
  RK_EACH(i, rows) {
    double c = RK_REAL_AT(r, c, i, slot), part = c * c / RK_REAL_AT(r, measure, i, slot);
    free += part;
    driven += part;
  }
  RK_EACH(i, contacts) {
    double c[3];
    rk_get(r->c, r->reals, rows + 3 * i, 3, slot, c);
    double slip = c[1] * c[1] + c[2] * c[2], rest = c[0] - RK_REAL_AT(r, target, i, slot);
    free += (c[0] * c[0] + slip) / typical;
    driven += (rest * rest + slip) / typical;
  }
  return sqrt(fmax(rk_sum(free), rk_sum(driven)));
}

/* 1 where what was seen beyond the reach of its bodies closes with the velocities after the step, and what their turning adds */
RK_FUNCTION int rk_is_missed(const rk_model *m, const rk_record *r, const rk_outcome *w, int i,
                             int lane, int slot) {
  double normal[3], u = 0, turning = 0;
  rk_get(r->seen_normal, r->reals, 3 * i, 3, slot, normal);
  RK_LOOP
  for (int k = 0; k < 2; k++) {
    int b = k ? RK_INT_AT(r, seen_body2, i, slot) : RK_INT_AT(r, seen_body1, i, slot);
    const double *twist = w->twist + 6 * b;
    double arm[3], v[3];
    for (int e = 0; e < 3; e++)
      arm[e] = RK_REAL_AT(r, seen_position, 3 * i + e, slot) - w->xpos[3 * b + e];
    rg_v3_cross(v, twist, arm);
    rg_v3_add(v, v, twist + 3);
    u += (k ? -1 : 1) * rg_v3_dot(normal, v);
    turning += rg_v3_dot(twist, twist) * rk_value(m->reach, b, lane);
  }
  return RK_REAL_AT(r, seen_gap, i, slot) + m->dt * (u - 0.5 * m->dt * turning) < 0;
}

/* 1 where a body became faster than it was taken for, and runs into what was not looked for (src/contact/reach.c): then its
   speed is noted, and the step is begun again. After rk_certify(): velocities of bodies are those after the step. */
RK_FUNCTION int rk_outruns(const rk_model *m, const rk_record *r, const rk_outcome *w, int lane,
                           int slot) {
  static const double ROUNDING = 1e-9; /* of a speed: nothing gets farther by that */
  double spare = m->dt * rk_gravity_norm(m, lane), slack = 2 * m->dt * spare;
  int faster = 0, more = 0, outruns = RK_INT_AT(r, outruns, 0, slot),
      seen = RK_INT_AT(r, seen, 0, slot);
  if (outruns >= RK_OUTRUNS) return 0;
  RK_EACH(b, m->nbody) {
    double speed = rk_speed(w->twist + 6 * b, rk_value(m->reach, b, lane));
    double known = RK_REAL_AT(r, speed, b, slot);
    int yes = b > 0 && speed > (1 + ROUNDING) * known + spare;
    w->own[b] = yes ? speed : known;
    if (yes) RK_REAL_AT(r, asked, b, slot) = speed;
    faster |= yes;
    more |= yes && speed > RK_FASTER * RK_REAL_AT(r, fastest, 0, slot);
  }
  if (!rk_who(faster)) return 0;
  RK_MEET();
  RK_EACH(i, seen <= RK_CANDIDATES ? seen : 0) {
    int one = RK_INT_AT(r, seen_body1, i, slot), two = RK_INT_AT(r, seen_body2, i, slot);
    more |= RK_REAL_AT(r, seen_gap, i, slot) <= m->dt * (w->own[one] + w->own[two]) + slack &&
            rk_is_missed(m, r, w, i, lane, slot);
  }
  if (!rk_who(more) && seen <= RK_CANDIDATES) return 0;
  if (RK_LANE == 0) RK_INT_AT(r, outruns, 0, slot) = outruns + 1;
  RK_MEET();
  return 1;
}

/* of the impulses at the velocities that they make; where that is above the tolerance, within what is known of the gaps */
RK_FUNCTION double rk_certify(const rk_model *m, const rk_record *r, const rk_outcome *w,
                              int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  double typical = RK_REAL_AT(r, measure, rows + contacts, slot), residual = 0;
  double energy = rk_energy_of(r, typical, slot);
  rk_carry_motion(m, w->motion, w->offset, w->next, w->own, w->twist);
  RK_LOOP
  for (int within = 0; within < 2; within++) {
    double total = 0;
    RK_EACH(i, rows) total += rk_row_left(m, r, w, i, slot);
    RK_EACH(i, contacts) total += rk_contact_left(r, w, i, within, typical, slot);
    total = rk_sum(total);
    residual = energy > 0 ? sqrt(total) / energy : sqrt(total);
    if (residual <= m->tol) break;
  }
  return residual;
}

#endif
