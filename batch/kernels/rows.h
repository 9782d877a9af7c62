/* Rows and contacts of a step, and the problem that they make: as src/contact has them for the rule `euler`
   (docs/stepping.md). */
#ifndef RK_ROWS_H
#define RK_ROWS_H

#include "kernels/coplanar.h"
#include "kernels/motion.h"

/* what rows and contacts are found again by */
enum { RK_ID = 1 << 24 };
/* feature of a contact that is still to come; of planes, through which nothing passes, a corner's */
enum { RK_SWEPT = 7 };
enum { RK_FRICTION = 1, RK_TENDON_FRICTION, RK_LIMIT, RK_TENDON_LIMIT };

/* --- speeds ------------------------------------------------------------------------------------------- */

/* velocities of all bodies with the joint velocities `qvel`, into w->force */
RK_FUNCTION void rk_body_velocities(const rk_model *m, rk_room *w, const double *qvel) {
  rg_sp_zero(w->force);
  for (int b = 1; b < m->nbody; b++) {
    double *v = w->force + 6 * b;
    rg_sp_motion_at(v, w->force + 6 * m->body_parent[b], w->offset + 3 * b);
    for (int i = m->body_dof[b]; i < m->body_dof[b] + m->body_ndof[b]; i++)
      rg_sp_add_scaled(v, qvel[i], w->motion + 6 * i);
  }
}

/* fastest point of each body, before the step or after it without contacts */
RK_FUNCTION void rk_find_speeds(const rk_model *m, rk_room *w, int lane) {
  rk_body_velocities(m, w, w->free);
  w->fastest = w->turning = w->speed[0] = 0;
  for (int b = 1; b < m->nbody; b++) {
    const double *before = w->velocity + 6 * b, *free = w->force + 6 * b;
    double reach = rk_value(m->reach, b, lane);
    w->speed[b] = fmax(rk_speed(before, reach), rk_speed(free, reach));
    w->fastest = fmax(w->fastest, w->speed[b]);
    w->turning = fmax(w->turning, fmax(rg_v3_norm(before), rg_v3_norm(free)));
  }
}

/* --- rows ------------------------------------------------------------------------------------------------ */

/* J v of a row */
RK_FUNCTION double rk_row_product(const rk_model *m, const rk_record *r, int slot, int dof,
                                  int tendon, double sign, const double *v) {
  double sum = 0;
  if (tendon == -1) return sign * v[dof];
  if (tendon < -1) {
    for (int k = 0; k < 3; k++)
      sum += RK_REAL_AT(r, round, 3 * (-2 - tendon) + k, slot) * v[dof + k];
    return sign * sum;
  }
  for (int k = m->tendon_start[tendon]; k < m->tendon_start[tendon] + m->tendon_count[tendon]; k++)
    sum += m->tendon_coef[k] * v[m->tendon_dof[k]];
  return sign * sum;
}

/* a row before it is known to count */
typedef struct rk_row {
  int id, dof, tendon;
  double sign, lower, upper, c, before, target;
} rk_row;

/* one more; 0 where there is no room */
RK_FUNCTION int rk_add_row(const rk_record *r, rk_room *w, int slot, const rk_row *row) {
  int i = w->rows;
  if (i == RK_ROWS) return 0;
  RK_INT_AT(r, id, i, slot) = row->id;
  RK_INT_AT(r, dof, i, slot) = row->dof;
  RK_INT_AT(r, tendon, i, slot) = row->tendon;
  RK_REAL_AT(r, sign, i, slot) = row->sign;
  RK_REAL_AT(r, lower, i, slot) = row->lower;
  RK_REAL_AT(r, upper, i, slot) = row->upper;
  RK_REAL_AT(r, c, i, slot) = row->c;
  RK_REAL_AT(r, before, i, slot) = row->before;
  RK_REAL_AT(r, pushed, i, slot) = row->target;
  w->rows++;
  return 1;
}

/* dry friction: u = 0 within the impulses that it can give; 0 where there is no room */
RK_FUNCTION int rk_add_friction(const rk_model *m, const rk_record *r, rk_room *w, int lane,
                                int slot) {
  for (int k = 0; k < m->nv + m->ntendon; k++) {
    int t = k - m->nv;
    double loss = t < 0 ? rk_value(m->frictionloss, k, lane) : m->tendon_frictionloss[t];
    if (!(loss > 0)) continue;
    rk_row row = {t < 0 ? RK_FRICTION * RK_ID + k : RK_TENDON_FRICTION * RK_ID + t,
                  t < 0 ? k : -1,
                  t < 0 ? -1 : t,
                  1,
                  -m->dt * loss,
                  m->dt * loss,
                  0,
                  0,
                  0};
    row.c = rk_row_product(m, r, slot, row.dof, row.tendon, 1, w->free);
    row.before = rk_row_product(m, r, slot, row.dof, row.tendon, 1, w->v);
    if (!rk_add_row(r, w, slot, &row)) return 0;
  }
  return 1;
}

/* the rate that an impact may give to a joint */
RK_FUNCTION double rk_impact_rate(const rk_model *m, const rk_room *w, int j, int lane) {
  double reach = rk_value(m->reach, m->joint_body[j], lane);
  if (m->joint_type[j] == RG_JOINT_SLIDE) return w->fastest;
  return w->turning + (reach > 0 ? w->fastest / reach : 0);
}

/* a limit at `distance`, where it is within reach; 0 where there is no room */
RK_FUNCTION int rk_add_limit(const rk_model *m, const rk_record *r, rk_room *w, int slot,
                             rk_row row, double distance, double impact) {
  double free = rk_row_product(m, r, slot, row.dof, row.tendon, row.sign, w->free);
  row.before = rk_row_product(m, r, slot, row.dof, row.tendon, row.sign, w->v);
  if (distance > 2 * m->dt * (fabs(row.before) + fabs(free - row.before) + impact)) return 1;
  row.lower = 0;
  row.upper = HUGE_VAL;
  row.target = rk_target(m, distance, 0, m->tol * fabs(free - row.before), row.before);
  row.c = free - row.target;
  return rk_add_row(r, w, slot, &row);
}

/* of a ball: the angle away from its reference, along the axis of that turn in the child's frame */
RK_FUNCTION int rk_add_round(const rk_model *m, const rk_record *r, rk_room *w, int slot, int j,
                             double impact) {
  double quat[4], axis[3];
  rg_quat_copy(quat, w->q + m->joint_qpos[j]);
  rg_quat_normalize(quat);
  rg_quat_to_rotation(axis, quat);
  double angle = rg_v3_normalize(axis);
  for (int k = 0; k < 3; k++) RK_REAL_AT(r, round, 3 * m->joint_round[j] + k, slot) = axis[k];
  rk_row row = {
      RK_LIMIT * RK_ID + 2 * j + 1, m->joint_dof[j], -2 - m->joint_round[j], -1, 0, 0, 0, 0, 0};
  return rk_add_limit(m, r, w, slot, row, m->joint_range[2 * j + 1] - angle, impact);
}

RK_FUNCTION int rk_add_limits(const rk_model *m, const rk_record *r, rk_room *w, int lane,
                              int slot) {
  for (int j = 0; j < m->njoint; j++) {
    if (!m->joint_limited[j]) continue;
    double q = w->q[m->joint_qpos[j]], impact = rk_impact_rate(m, w, j, lane);
    if (m->joint_type[j] == RG_JOINT_BALL) {
      if (!rk_add_round(m, r, w, slot, j, impact)) return 0;
      continue;
    }
    for (int side = 0; side < 2; side++) {
      double sign = side ? -1 : 1;
      rk_row row = {RK_LIMIT * RK_ID + 2 * j + side, m->joint_dof[j], -1, sign, 0, 0, 0, 0, 0};
      if (!rk_add_limit(m, r, w, slot, row, sign * (q - m->joint_range[2 * j + side]), impact))
        return 0;
    }
  }
  for (int t = 0; t < m->ntendon; t++) {
    double length = 0, impact = 0;
    for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++) {
      length += m->tendon_coef[k] * w->q[m->tendon_qpos[k]];
      impact +=
          fabs(m->tendon_coef[k]) * rk_impact_rate(m, w, m->dof_joint[m->tendon_dof[k]], lane);
    }
    for (int side = 0; side < 2 && m->tendon_limited[t]; side++) {
      double sign = side ? -1 : 1;
      rk_row row = {RK_TENDON_LIMIT * RK_ID + 2 * t + side, -1, t, sign, 0, 0, 0, 0, 0};
      if (!rk_add_limit(m, r, w, slot, row, sign * (length - m->tendon_range[2 * t + side]),
                        impact))
        return 0;
    }
  }
  return 1;
}

/* --- contacts ---------------------------------------------------------------------------------------------- */

RK_FUNCTION double rk_gravity_norm(const rk_model *m, int lane) {
  double g[3];
  for (int k = 0; k < 3; k++) g[k] = rk_value(m->gravity, k, lane);
  return rg_v3_norm(g);
}

/* 0 where the bounding spheres are farther apart than the margin */
RK_FUNCTION int rk_is_near(const rk_model *m, const rk_room *w, int g1, int g2, int lane,
                           double margin) {
  double reach = rk_value(m->radius, g1, lane) + rk_value(m->radius, g2, lane) + margin, d[3];
  int plane1 = m->geom_type[g1] == RG_GEOM_PLANE, plane2 = m->geom_type[g2] == RG_GEOM_PLANE;
  rg_v3_sub(d, w->geom + 3 * g2, w->geom + 3 * g1);
  if (!plane1 && !plane2) return rg_v3_dot(d, d) <= reach * reach;
  int plane = plane1 ? g1 : g2;
  const double *R = m->geom_mat + 9 * plane;
  double local[3] = {R[2], R[5], R[8]}, N[3];
  rg_mat3_apply(N, w->xmat + 9 * m->geom_body[plane], local);
  double height = rg_v3_dot(N, d);
  return (plane1 ? height : -height) <= reach;
}

RK_FUNCTION int rk_add_candidate(const rk_model *m, rk_room *w, int pair, int feature, double gap,
                                 const double position[3], const double normal[3]) {
  int at = w->candidates;
  if (at == RK_CANDIDATES) return 0;
  w->candidates++;
  w->pair[at] = 8 * pair + feature;
  w->gap[at] = gap;
  w->body1[at] = m->geom_body[m->pair_geom1[pair]];
  w->body2[at] = m->geom_body[m->pair_geom2[pair]];
  rg_v3_copy(w->position + 3 * at, position);
  rg_v3_copy(w->normal + 3 * at, normal);
  return 1;
}

/* how far apart a pair may be that could close within the step if all were as fast as the fastest */
RK_FUNCTION double rk_margin_of(const rk_model *m, const rk_room *w, int pair, double slack) {
  int moves = (m->geom_body[m->pair_geom1[pair]] != 0) + (m->geom_body[m->pair_geom2[pair]] != 0);
  double reach = m->dt * w->fastest;
  return fmin(moves * reach + slack, 2 * reach + slack + m->pair_margin[pair]);
}

/* candidates of one pair; 0 where there is no room */
RK_FUNCTION int rk_collide_pair(const rk_model *m, rk_room *w, int pair, int lane, double margin) {
  rk_points p;
  rk_shape one, two;
  rk_shape_of(m, w, m->pair_geom1[pair], lane, &one);
  rk_shape_of(m, w, m->pair_geom2[pair], lane, &two);
  rk_collide(&one, &two, margin, 0, &p);
  for (int i = 0; i < p.count; i++)
    if (p.gap[i] <= margin &&
        !rk_add_candidate(m, w, pair, p.feature[i], p.gap[i], p.position[i], p.normal[i]))
      return 0;
  return 1;
}

/* What could close within the step. Near pairs are listed first: threads side by side, whose near pairs are not the same,
   then collide one each at a time. 0 where there is no room */
RK_FUNCTION int rk_find_contacts(const rk_model *m, rk_room *w, int lane, double slack) {
  enum { LISTED = 64 };
  unsigned short list[LISTED];
  w->candidates = 0;
  for (int k = 0; k < m->npair;) {
    int count = 0;
    for (; k < m->npair && count < LISTED; k++)
      if (rk_is_near(m, w, m->pair_geom1[k], m->pair_geom2[k], lane, rk_margin_of(m, w, k, slack)))
        list[count++] = (unsigned short)k;
    for (int i = 0; i < count; i++)
      if (!rk_collide_pair(m, w, list[i], lane, rk_margin_of(m, w, list[i], slack))) return 0;
  }
  return 1;
}

/* who is hit by something fast may become as fast within the step */
RK_FUNCTION void rk_spread_speeds(const rk_model *m, rk_room *w, double slack) {
  for (int round = 0, changed = 1; round < 8 && changed; round++) {
    changed = 0;
    for (int i = 0; i < w->candidates; i++) {
      double *a = &w->speed[w->body1[i]], *b = &w->speed[w->body2[i]];
      if (*a == *b || w->gap[i] > m->dt * (*a + *b) + slack) continue;
      double top = *a > *b ? *a : *b;
      if (w->body1[i]) {
        changed |= *a < 0.5 * top;
        *a = top;
      }
      if (w->body2[i]) {
        changed |= *b < 0.5 * top;
        *b = top;
      }
    }
  }
}

/* normal velocity of a candidate with the velocities of bodies in w->force */
RK_FUNCTION double rk_closing(const rk_room *w, int i) {
  double sum[3] = {0, 0, 0}, arm[3], turn[3];
  for (int side = 0; side < 2; side++) {
    int b = side ? w->body2[i] : w->body1[i];
    const double *v = w->force + 6 * b;
    rg_v3_sub(arm, w->position + 3 * i, w->xpos + 3 * b);
    rg_v3_cross(turn, v, arm);
    rg_v3_add(turn, turn, v + 3);
    rg_v3_add_scaled(sum, side ? -1 : 1, turn);
  }
  return rg_v3_dot(w->normal + 3 * i, sum);
}

/* one more contact of the time at which a pair would touch */
RK_FUNCTION int rk_sweep_pair(const rk_model *m, rk_room *w, int pair, int lane) {
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  int b1 = m->geom_body[g1], b2 = m->geom_body[g2];
  rk_shape one, two;
  double position[3], normal[3], gap;
  rk_shape_of(m, w, g1, lane, &one);
  rk_shape_of(m, w, g2, lane, &two);
  if (!(m->dt * (w->speed[b1] + w->speed[b2]) > rk_half_width(&one) + rk_half_width(&two)))
    return 1;
  rk_swept of1 = {w->force + 6 * b1, w->xpos + 3 * b1, rk_value(m->reach, b1, lane)};
  rk_swept of2 = {w->force + 6 * b2, w->xpos + 3 * b2, rk_value(m->reach, b2, lane)};
  if (!rk_time_of_impact(&one, &two, &of1, &of2, m->dt, position, normal, &gap)) return 1;
  return !(gap > 0) || rk_add_candidate(m, w, pair, RK_SWEPT, gap, position, normal);
}

/* pairs that move by more than their width, and that none of their contacts stops; 0 where there is no room */
RK_FUNCTION int rk_sweep(const rk_model *m, rk_room *w, int lane) {
  int count = w->candidates;
  for (int i = 0, end; i < count; i = end) {
    int pair = w->pair[i] / 8, stopped = 0;
    for (end = i; end < count && w->pair[end] / 8 == pair; end++)
      stopped |= w->gap[end] <= 0 || w->gap[end] + m->dt * rk_closing(w, end) <= 0;
    if (!stopped && !rk_sweep_pair(m, w, pair, lane)) return 0;
  }
  return 1;
}

RK_FUNCTION void rk_move_candidate(rk_room *w, int to, int from) {
  if (to == from) return;
  w->gap[to] = w->gap[from];
  w->pair[to] = w->pair[from];
  w->body1[to] = w->body1[from];
  w->body2[to] = w->body2[from];
  rg_v3_copy(w->position + 3 * to, w->position + 3 * from);
  rg_v3_copy(w->normal + 3 * to, w->normal + 3 * from);
}

/* those that cannot close at the speeds of their bodies go, and those that others of the same plane hold, but none that is
   still to come; 0 where there is no room for the others */
RK_FUNCTION int rk_sort_out(const rk_model *m, rk_room *w, int lane, double slack) {
  int close = 0, kept = 0, count = 0;
  for (int i = 0; i < w->candidates; i++) {
    double reach = m->dt * (w->speed[w->body1[i]] + w->speed[w->body2[i]]) + slack;
    int swept = i >= w->present;
    if (!swept && !(w->gap[i] <= reach)) continue;
    close += !swept;
    rk_move_candidate(w, count++, i);
  }
  rk_thin(m, w, close, lane);
  for (int i = 0; i < count; i++)
    if (i >= close || w->mark[i] == RK_FREE) rk_move_candidate(w, kept++, i);
  w->contacts = kept;
  return kept <= RK_CONTACTS;
}

/* --- what the solver is given ------------------------------------------------------------------------------- */

/* velocity of body 1 against body 2 at a contact, along the rows of its frame; `twist`: velocities of all bodies */
RK_FUNCTION void rk_relative(const rk_room *w, int i, const double *frame, const double *twist,
                             double u[3]) {
  double relative[3] = {0, 0, 0}, arm[3], turn[3];
  for (int side = 0; side < 2; side++) {
    int b = side ? w->body2[i] : w->body1[i];
    const double *v = twist + 6 * b;
    rg_v3_sub(arm, w->position + 3 * i, w->xpos + 3 * b);
    rg_v3_cross(turn, v, arm);
    rg_v3_add(turn, turn, v + 3);
    rg_v3_add_scaled(relative, side ? -1 : 1, turn);
  }
  rg_mat3_apply(u, frame, relative);
}

/* frame, velocities without impulses (of the bodies in w->force) and at the start, target, leeway; and the overlap */
RK_FUNCTION double rk_put_contact(const rk_model *m, const rk_record *r, const rk_room *w, int i,
                                  int lane, int slot) {
  int k = w->pair[i] / 8, at = w->rows + 3 * i;
  double small = rk_smaller_radius(m, k, lane);
  double skin = fmax(1e-8, fmin(1e-6, 0.1 * m->tol)) * small;
  double noise = m->tol * m->dt * rk_gravity_norm(m, lane);
  double frame[9], free[3], before[3];
  rk_contact_frame(w->normal + 3 * i, frame);
  rk_relative(w, i, frame, w->force, free);
  rk_relative(w, i, frame, w->velocity, before);
  double target = rk_target(m, w->gap[i], skin, noise, before[0]);
  /* how far the target may be off: whatever leaves the contact as near to touching as distances are known */
  double known = m->known * small, end = w->gap[i] + m->dt * target;
  RK_INT_AT(r, id, w->rows + i, slot) = w->pair[i];
  RK_INT_AT(r, body1, i, slot) = w->body1[i];
  RK_INT_AT(r, body2, i, slot) = w->body2[i];
  RK_REAL_AT(r, mu, i, slot) = rk_friction_of(m, k, lane);
  RK_REAL_AT(r, target, i, slot) = target;
  RK_REAL_AT(r, leeway, 2 * i, slot) = fmax(fmin(known + end, known), 0.0) / m->dt;
  RK_REAL_AT(r, leeway, 2 * i + 1, slot) = known / m->dt;
  for (int e = 0; e < 9; e++) RK_REAL_AT(r, frame, 9 * i + e, slot) = frame[e];
  for (int e = 0; e < 3; e++) {
    RK_REAL_AT(r, position, 3 * i + e, slot) = w->position[3 * i + e];
    RK_REAL_AT(r, c, at + e, slot) = free[e];
    RK_REAL_AT(r, before, at + e, slot) = before[e];
  }
  return -w->gap[i];
}

/* numbers of a room into the record, several on their way at a time */
RK_FUNCTION void rk_put(const rk_record *r, const double *from, int count, int slot, double *to) {
  enum { TOGETHER = 8 };
  double *at = to + rk_place_in(r->reals, 0, slot);
  int k = 0;
  for (; k + TOGETHER <= count; k += TOGETHER, at += TOGETHER * RK_TILE) {
    double some[TOGETHER];
    for (int e = 0; e < TOGETHER; e++) some[e] = from[k + e];
    for (int e = 0; e < TOGETHER; e++) at[e * RK_TILE] = some[e];
  }
  for (; k < count; k++, at += RK_TILE) at[0] = from[k];
}

RK_FUNCTION void rk_put_motion(const rk_model *m, const rk_record *r, const rk_room *w, int slot) {
  rk_put(r, w->free, m->nv, slot, r->free);
  if (w->rows + w->contacts == 0) return;
  rk_put(r, w->M, m->nentry, slot, r->M);
  rk_put(r, w->inverse, m->nv, slot, r->inverse);
  rk_put(r, w->motion, 6 * m->nv, slot, r->motion);
  rk_put(r, w->xpos, 3 * m->nbody, slot, r->xpos);
}

/* What touches and what is limited in this step; RK_RUNS, or why it is somebody else's. */
RK_FUNCTION int rk_collect(const rk_model *m, const rk_record *r, rk_room *w, int lane, int slot) {
  double slack = 2 * rk_gravity_norm(m, lane) * m->dt * m->dt, penetration = 0;
  w->rows = w->contacts = 0;
  rk_find_speeds(m, w, lane);
  if (!rk_add_friction(m, r, w, lane, slot) || !rk_add_limits(m, r, w, lane, slot))
    return RK_CROWDED;
  if (!rk_find_contacts(m, w, lane, slack)) return RK_CROWDED;
  w->present = w->candidates;
  rk_spread_speeds(m, w, slack);
  if (m->sweeps && !rk_sweep(m, w, lane)) return RK_CROWDED;
  if (!rk_sort_out(m, w, lane, slack)) return RK_CROWDED;
  for (int i = 0; i < w->contacts; i++)
    penetration = fmax(penetration, rk_put_contact(m, r, w, i, lane, slot));
  RK_REAL_AT(r, penetration, 0, slot) = penetration;
  RK_INT_AT(r, rows, 0, slot) = w->rows;
  RK_INT_AT(r, contacts, 0, slot) = w->contacts;
  rk_put_motion(m, r, w, slot);
  return RK_RUNS;
}

#endif
