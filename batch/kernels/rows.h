/* Rows and contacts of a step, and the problem that they make: as src/contact has them for the rule `euler`
   (docs/stepping.md). */
#ifndef RK_ROWS_H
#define RK_ROWS_H

#include "kernels/coplanar.h"
#include "kernels/motion.h"

/* what rows and contacts are found again by */
enum { RK_ID = 1 << 24 };
/* feature of a contact that is still to come: what rk_short_feature() makes of the library's */
enum { RK_SWEPT = 3071 };
enum { RK_FRICTION = 1, RK_TENDON_FRICTION, RK_LIMIT, RK_TENDON_LIMIT };

/* --- speeds ------------------------------------------------------------------------------------------- */

/* fastest point of each body, before the step, after it without contacts, velocities of which come into w->force, or after it
   with the impulses that were found when it was done before */
RK_FUNCTION void rk_find_speeds(const rk_model *m, const rk_record *r, rk_room *w, int lane,
                                int slot) {
  double fastest = 0, turning = 0;
  rk_carry_motion(m, w->motion, w->offset, w->free, w->added_motion, w->force);
  RK_EACH(b, m->nbody) {
    const double *before = w->velocity + 6 * b, *free = w->force + 6 * b;
    double reach = rk_value(m->reach, b, lane);
    double speed = b > 0 ? fmax(rk_speed(before, reach), rk_speed(free, reach)) : 0;
    w->speed[b] = RK_REAL_AT(r, speed, b, slot) = fmax(speed, RK_REAL_AT(r, asked, b, slot));
    fastest = fmax(fastest, w->speed[b]);
    turning = fmax(turning, fmax(rg_v3_norm(before), rg_v3_norm(free)));
  }
  w->fastest = rk_most(fastest);
  w->turning = rk_most(turning);
  RK_EACH(g, m->ngeom) {
    int b = m->geom_body[g];
    rg_mat3_apply(w->geom + 3 * g, w->xmat + 9 * b, m->geom_pos + 3 * g);
    rg_v3_add(w->geom + 3 * g, w->geom + 3 * g, w->xpos + 3 * b);
  }
  RK_MEET();
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

/* one more of each lane that has one (`yes`), in the order of the lanes; 0 where there is no room */
RK_FUNCTION int rk_add_rows(const rk_record *r, rk_room *w, int slot, int yes, const rk_row *row) {
  unsigned who = rk_who(yes);
  int i = w->rows + rk_before(who), count = rk_how_many(who);
  if (w->rows + count > RK_ROWS) return 0;
  w->rows += count;
  if (!yes) return 1;
  RK_INT_AT(r, id, i, slot) = row->id;
  RK_INT_AT(r, dof, i, slot) = row->dof;
  RK_INT_AT(r, tendon, i, slot) = row->tendon;
  RK_REAL_AT(r, sign, i, slot) = row->sign;
  RK_REAL_AT(r, lower, i, slot) = row->lower;
  RK_REAL_AT(r, upper, i, slot) = row->upper;
  RK_REAL_AT(r, c, i, slot) = row->c;
  RK_REAL_AT(r, before, i, slot) = row->before;
  RK_REAL_AT(r, pushed, i, slot) = row->target;
  return 1;
}

/* dry friction: u = 0 within the impulses that it can give; 0 where there is no room */
RK_FUNCTION int rk_add_friction(const rk_model *m, const rk_record *r, rk_room *w, int lane,
                                int slot) {
  RK_LOOP
  for (int base = 0; base < m->nv + m->ntendon; base += RK_WIDTH) {
    int k = base + RK_LANE, t = k - m->nv;
    double loss = k >= m->nv + m->ntendon ? 0
                  : t < 0                 ? rk_value(m->frictionloss, k, lane)
                                          : m->tendon_frictionloss[t];
    if (!rk_who(loss > 0)) continue;
    rk_row row = {t < 0 ? RK_FRICTION * RK_ID + k : RK_TENDON_FRICTION * RK_ID + t,
                  t < 0 ? k : -1,
                  t < 0 ? -1 : t,
                  1,
                  -m->dt * loss,
                  m->dt * loss,
                  0,
                  0,
                  0};
    if (loss > 0) {
      row.c = rk_row_product(m, r, slot, row.dof, row.tendon, 1, w->free);
      row.before = rk_row_product(m, r, slot, row.dof, row.tendon, 1, w->v);
    }
    if (!rk_add_rows(r, w, slot, loss > 0, &row)) return 0;
  }
  return 1;
}

/* the rate that an impact may give to a joint */
RK_FUNCTION double rk_impact_rate(const rk_model *m, const rk_room *w, int j, int lane) {
  double reach = rk_value(m->reach, m->joint_body[j], lane);
  if (m->joint_type[j] == RG_JOINT_SLIDE) return w->fastest;
  return w->turning + (reach > 0 ? w->fastest / reach : 0);
}

/* a limit at `distance`; 0 where it is out of reach */
RK_FUNCTION int rk_make_limit(const rk_model *m, const rk_record *r, const rk_room *w, int slot,
                              rk_row *row, double distance, double impact) {
  double free = rk_row_product(m, r, slot, row->dof, row->tendon, row->sign, w->free);
  row->before = rk_row_product(m, r, slot, row->dof, row->tendon, row->sign, w->v);
  if (distance > 2 * m->dt * (fabs(row->before) + fabs(free - row->before) + impact)) return 0;
  row->lower = 0;
  row->upper = HUGE_VAL;
  row->target = rk_target(m, distance, 0, m->tol * fabs(free - row->before), row->before);
  row->c = free - row->target;
  return 1;
}

/* of a ball: the angle away from its reference, along the axis of that turn in the child's frame, which is noted */
RK_FUNCTION double rk_round_angle(const rk_model *m, const rk_record *r, const rk_room *w, int slot,
                                  int j) {
  double quat[4], axis[3];
  rg_quat_copy(quat, w->q + m->joint_qpos[j]);
  rg_quat_normalize(quat);
  rg_quat_to_rotation(axis, quat);
  double angle = rg_v3_normalize(axis);
  for (int k = 0; k < 3; k++) RK_REAL_AT(r, round, 3 * m->joint_round[j] + k, slot) = axis[k];
  return angle;
}

/* a side of a joint: 1 where it is a limit within reach. A ball has one. */
RK_FUNCTION int rk_limit_joint(const rk_model *m, const rk_record *r, const rk_room *w, int j,
                               int side, int lane, int slot, rk_row *row) {
  if (!m->joint_limited[j]) return 0;
  double impact = rk_impact_rate(m, w, j, lane), sign = side ? -1 : 1;
  int round = m->joint_type[j] == RG_JOINT_BALL;
  if (round && side == 0) return 0;
  *row = (rk_row){RK_LIMIT * RK_ID + 2 * j + side,
                  m->joint_dof[j],
                  round ? -2 - m->joint_round[j] : -1,
                  sign,
                  0,
                  0,
                  0,
                  0,
                  0};
  double at = round ? rk_round_angle(m, r, w, slot, j) : w->q[m->joint_qpos[j]];
  return rk_make_limit(m, r, w, slot, row, sign * (at - m->joint_range[2 * j + side]), impact);
}

RK_FUNCTION int rk_limit_tendon(const rk_model *m, const rk_record *r, const rk_room *w, int t,
                                int side, int lane, int slot, rk_row *row) {
  double length = 0, impact = 0, sign = side ? -1 : 1;
  if (!m->tendon_limited[t]) return 0;
  RK_LOOP
  for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++) {
    length += m->tendon_coef[k] * w->q[m->tendon_qpos[k]];
    impact += fabs(m->tendon_coef[k]) * rk_impact_rate(m, w, m->dof_joint[m->tendon_dof[k]], lane);
  }
  *row = (rk_row){RK_TENDON_LIMIT * RK_ID + 2 * t + side, -1, t, sign, 0, 0, 0, 0, 0};
  return rk_make_limit(m, r, w, slot, row, sign * (length - m->tendon_range[2 * t + side]), impact);
}

/* limits of joints, then of tendons, two sides each; 0 where there is no room */
RK_FUNCTION int rk_add_limits(const rk_model *m, const rk_record *r, rk_room *w, int lane,
                              int slot) {
  int count = m->njoint + m->ntendon;
  RK_LOOP
  for (int base = 0; base < 2 * count; base += RK_WIDTH) {
    int k = (base + RK_LANE) / 2, side = (base + RK_LANE) % 2, yes = 0;
    rk_row row = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    if (k < m->njoint) yes = rk_limit_joint(m, r, w, k, side, lane, slot, &row);
    else if (k < count) yes = rk_limit_tendon(m, r, w, k - m->njoint, side, lane, slot, &row);
    if (!rk_add_rows(r, w, slot, yes, &row)) return 0;
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

RK_FUNCTION void rk_put_candidate(const rk_model *m, rk_room *w, int at, int pair, int feature,
                                  double gap, const double position[3], const double normal[3]) {
  w->pair[at] = RK_FEATURES * pair + feature;
  w->gap[at] = gap;
  w->body1[at] = m->geom_body[m->pair_geom1[pair]];
  w->body2[at] = m->geom_body[m->pair_geom2[pair]];
  rg_v3_copy(w->position + 3 * at, position);
  rg_v3_copy(w->normal + 3 * at, normal);
}

/* where those of this lane go, which has `count` of them, in the order of the lanes; -1: there is no room. RK_POINTS at most */
RK_FUNCTION int rk_place_some(int *total, int count) {
  int before = *total, all = 0;
  RK_LOOP
  for (int bit = 0; 1 << bit <= RK_POINTS; bit++) {
    unsigned who = rk_who(count >> bit & 1);
    before += rk_before(who) << bit;
    all += rk_how_many(who) << bit;
  }
  if (*total + all > RK_CANDIDATES) return -1;
  *total += all;
  return before;
}

/* how far apart a pair may be that could close within the step at the speeds of its bodies */
RK_FUNCTION double rk_reach_of(const rk_model *m, const rk_room *w, int pair, double slack) {
  return m->dt * (w->speed[m->geom_body[m->pair_geom1[pair]]] +
                  w->speed[m->geom_body[m->pair_geom2[pair]]]) +
         slack;
}

/* the margin that the library has for it, one of 16 an octave: of many points of a patch it keeps a few of those within */
RK_FUNCTION double rk_round_up(double margin) {
  const uint64_t below = ((uint64_t)1 << 48) - 1;
  union {
    double real;
    uint64_t bits;
  } x;
  if (!(margin > 0)) return 0;
  x.real = margin;
  x.bits = (x.bits + below) & ~below;
  return x.real;
}

/* how far apart it may be if all bodies were faster than the fastest by a half */
#define RK_FASTER 1.5
RK_FUNCTION double rk_wide_of(const rk_model *m, const rk_room *w, int pair, double slack) {
  int moves = (m->geom_body[m->pair_geom1[pair]] != 0) + (m->geom_body[m->pair_geom2[pair]] != 0);
  return moves * RK_FASTER * m->dt * w->fastest + slack;
}

/* 1 where a pair touches with more points than are handed out, so that which they are depends on the margin */
RK_FUNCTION int rk_has_choice(const rk_model *m, int pair) {
  int a = m->geom_type[m->pair_geom1[pair]], b = m->geom_type[m->pair_geom2[pair]];
  int first = a < b ? a : b, second = a < b ? b : a;
  return !rk_is_plain(first, second) ||
         (first == RG_GEOM_PLANE && (second == RG_GEOM_BOX || second == RG_GEOM_CYLINDER));
}

/* what is beyond the reach of a pair */
RK_FUNCTION void rk_note_seen(const rk_model *m, rk_room *w, int pair, const rk_points *p,
                              double reach, double wide) {
  int count = 0;
  RK_LOOP
  for (int i = 0; i < p->count; i++) count += p->gap[i] > reach && p->gap[i] <= wide;
  if (w->seen > RK_CANDIDATES) return;
  int at = rk_place_some(&w->seen, count);
  if (at < 0) w->seen = RK_CANDIDATES + 1; /* too many to know */
  RK_LOOP
  for (int i = 0; i < p->count && at >= 0; i++) {
    if (!(p->gap[i] > reach && p->gap[i] <= wide)) continue;
    w->seen_gap[at] = p->gap[i];
    rg_v3_copy(w->seen_position + 3 * at, p->position[i]);
    rg_v3_copy(w->seen_normal + 3 * at, p->normal[i]);
    w->seen_body1[at] = m->geom_body[m->pair_geom1[pair]];
    w->seen_body2[at++] = m->geom_body[m->pair_geom2[pair]];
  }
}

/* Candidates of one pair a lane, none where it is -1; 0 where there is no room. What the pair touches with beyond its reach is
   noted, where it takes a margin of its own, by looking a second time. */
RK_FUNCTION int rk_collide_pairs(const rk_model *m, rk_room *w, int pair, int lane, double slack) {
  int choice = pair >= 0 && rk_has_choice(m, pair), kept = 0;
  double reach = pair >= 0 ? rk_reach_of(m, w, pair, slack) : 0,
         wide = pair >= 0 ? rk_wide_of(m, w, pair, slack) : 0;
  RK_LOOP
  for (int look = 0; look < 1 + (rk_who(choice) != 0); look++) {
    rk_points p;
    int near = 0;
    p.count = 0;
    if (pair >= 0 && (look == 0 || choice)) {
      rk_shape one, two;
      double margin = choice && look == 0 ? rk_round_up(m->pair_margin[pair] + reach) : wide;
      rk_shape_of(m, w, m->pair_geom1[pair], lane, &one);
      rk_shape_of(m, w, m->pair_geom2[pair], lane, &two);
      rk_collide(&one, &two, margin, 0, &p);
      for (int i = 0; i < p.count && look == 0; i++) near += p.gap[i] <= reach;
    }
    if (look == 0) kept = rk_place_some(&w->candidates, near);
    if (kept < 0) return 0;
    RK_LOOP
    for (int i = 0; i < p.count && look == 0; i++)
      if (p.gap[i] <= reach)
        rk_put_candidate(m, w, kept++, pair, p.feature[i], p.gap[i], p.position[i], p.normal[i]);
    if (choice && look == 0) p.count = 0;
    rk_note_seen(m, w, pair, &p, reach, wide);
  }
  return 1;
}

/* What could close within the step. Near pairs are listed first, so that lanes then have one each. 0 where there is no room */
RK_FUNCTION int rk_find_contacts(const rk_model *m, rk_room *w, int lane, double slack) {
  w->candidates = w->seen = 0;
  RK_LOOP
  for (int first = 0; first < m->npair;) {
    int count = 0;
    RK_LOOP
    for (; first < m->npair && count + RK_WIDTH <= RK_LISTED; first += RK_WIDTH) {
      int k = first + RK_LANE;
      int near = k < m->npair && rk_is_near(m, w, m->pair_geom1[k], m->pair_geom2[k], lane,
                                            rk_wide_of(m, w, k, slack));
      unsigned who = rk_who(near);
      if (near) w->list[count + rk_before(who)] = k;
      count += rk_how_many(who);
    }
    RK_MEET();
    RK_LOOP
    for (int base = 0; base < count; base += RK_WIDTH) {
      int at = base + RK_LANE;
      if (!rk_collide_pairs(m, w, at < count ? w->list[at] : -1, lane, slack)) return 0;
    }
    RK_MEET();
  }
  return 1;
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

/* 1 where a pair would touch within the step: the contact of that time */
RK_RARE int rk_sweep_pair(const rk_model *m, rk_room room, int pair, int lane, double *gap,
                          double position[3], double normal[3]) {
  const rk_room *w = &room;
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  int b1 = m->geom_body[g1], b2 = m->geom_body[g2];
  rk_shape one, two;
  rk_shape_of(m, w, g1, lane, &one);
  rk_shape_of(m, w, g2, lane, &two);
  rk_swept of1 = {w->force + 6 * b1, w->xpos + 3 * b1, rk_value(m->reach, b1, lane)};
  rk_swept of2 = {w->force + 6 * b2, w->xpos + 3 * b2, rk_value(m->reach, b2, lane)};
  return rk_time_of_impact(&one, &two, &of1, &of2, m->dt, position, normal, gap) && *gap > 0;
}

RK_FUNCTION double rk_half_width(const rk_model *m, int g, int lane) {
  int type = m->geom_type[g];
  double a = rk_value(m->size, 3 * g, lane), b = rk_value(m->size, 3 * g + 1, lane);
  if (type == RG_GEOM_PLANE) return HUGE_VAL;
  if (type == RG_GEOM_SPHERE || type == RG_GEOM_CAPSULE) return a;
  return type == RG_GEOM_CYLINDER ? fmin(a, b)
                                  : fmin(a, fmin(b, rk_value(m->size, 3 * g + 2, lane)));
}

/* 1 where candidate i is the first of its pair, which moves by more than its width, and none of them stops it in the step */
RK_FUNCTION int rk_goes_on(const rk_model *m, const rk_room *w, int i, int lane) {
  int pair = w->pair[i] / RK_FEATURES;
  if (i > 0 && w->pair[i - 1] / RK_FEATURES == pair) return 0;
  if (!(m->dt * (w->speed[w->body1[i]] + w->speed[w->body2[i]]) >
        rk_half_width(m, m->pair_geom1[pair], lane) + rk_half_width(m, m->pair_geom2[pair], lane)))
    return 0;
  RK_LOOP
  for (; i < w->present && w->pair[i] / RK_FEATURES == pair; i++)
    if (w->gap[i] <= 0 || w->gap[i] + m->dt * rk_closing(w, i) <= 0) return 0;
  return 1;
}

/* pairs that move by more than their width, and that none of their contacts stops; 0 where there is no room */
RK_FUNCTION int rk_sweep(const rk_model *m, rk_room *w, int lane) {
  RK_LOOP
  for (int base = 0; base < w->present; base += RK_WIDTH) {
    int i = base + RK_LANE, yes = 0;
    double gap = 0, position[3] = {0, 0, 0}, normal[3] = {0, 0, 0};
    if (i < w->present && rk_goes_on(m, w, i, lane))
      yes = rk_sweep_pair(m, *w, w->pair[i] / RK_FEATURES, lane, &gap, position, normal);
    if (!rk_who(yes)) continue;
    int at = rk_place_some(&w->candidates, yes);
    if (at < 0) return 0;
    if (yes) rk_put_candidate(m, w, at, w->pair[i] / RK_FEATURES, RK_SWEPT, gap, position, normal);
  }
  RK_MEET();
  return 1;
}

/* what is kept of the candidates moves together, `keeps` at a time; how many there are then */
RK_FUNCTION int rk_move_candidates(rk_room *w, int base, int kept, int keeps) {
  int i = base + RK_LANE;
  unsigned who = rk_who(keeps);
  int to = kept + rk_before(who), moves = keeps && to != i;
  if (rk_who(moves)) {
    double gap = 0, position[3] = {0, 0, 0}, normal[3] = {0, 0, 0};
    int pair = 0, body1 = 0, body2 = 0;
    if (moves) {
      gap = w->gap[i];
      pair = w->pair[i];
      body1 = w->body1[i];
      body2 = w->body2[i];
      rg_v3_copy(position, w->position + 3 * i);
      rg_v3_copy(normal, w->normal + 3 * i);
    }
    RK_MEET();
    if (moves) {
      w->gap[to] = gap;
      w->pair[to] = pair;
      w->body1[to] = body1;
      w->body2[to] = body2;
      rg_v3_copy(w->position + 3 * to, position);
      rg_v3_copy(w->normal + 3 * to, normal);
    }
    RK_MEET();
  }
  return kept + rk_how_many(who);
}

/* those that others of the same plane hold go, but none that is still to come; 0 where there is no room for the others */
RK_FUNCTION int rk_sort_out(const rk_model *m, rk_room *w, int lane) {
  int kept = 0;
  rk_thin(m, w, w->present, lane);
  RK_LOOP
  for (int base = 0; base < w->candidates; base += RK_WIDTH) {
    int i = base + RK_LANE;
    kept = rk_move_candidates(w, base, kept,
                              i < w->candidates && (i >= w->present || w->mark[i] == RK_FREE));
  }
  RK_MEET();
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
  int k = w->pair[i] / RK_FEATURES, at = w->rows + 3 * i;
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

/* numbers of a room into the record */
RK_FUNCTION void rk_put(const rk_record *r, const double *from, int count, int slot, double *to) {
  double *at = to + rk_place_in(r->reals, 0, slot);
  RK_EACH(k, count) at[k] = from[k];
}

RK_FUNCTION void rk_put_motion(const rk_model *m, const rk_record *r, const rk_room *w, int slot) {
  rk_put(r, w->free, m->nv, slot, r->free);
  if (w->rows + w->contacts == 0) return;
  rk_put(r, w->M, m->nentry, slot, r->M);
  rk_put(r, w->inverse, m->nv, slot, r->inverse);
  rk_put(r, w->motion, 6 * m->nv, slot, r->motion);
  rk_put(r, w->xpos, 3 * m->nbody, slot, r->xpos);
}

/* what may touch and what is limited in the step; RK_RUNS, or why it is somebody else's */
RK_WITHIN int rk_look_around(const rk_model *m, const rk_record *r, rk_room *w, int lane, int slot,
                             double slack) {
  w->rows = w->contacts = 0;
  rk_find_speeds(m, r, w, lane, slot);
  if (!rk_add_friction(m, r, w, lane, slot) || !rk_add_limits(m, r, w, lane, slot))
    return RK_CROWDED;
  if (!rk_find_contacts(m, w, lane, slack)) return RK_CROWDED;
  w->present = w->candidates;
  if (m->sweeps && !rk_sweep(m, w, lane)) return RK_CROWDED;
  return rk_sort_out(m, w, lane) ? RK_RUNS : RK_CROWDED;
}

/* The same with the speeds that impulses ask for, where the step is done again; where these reach no more contacts, it is as
   it was, for good. */
RK_WITHIN int rk_look_again(const rk_model *m, const rk_record *r, rk_room *w, int lane, int slot,
                            double slack) {
  int outruns = RK_INT_AT(r, outruns, 0, slot), within = RK_INT_AT(r, within, 0, slot), state;
  RK_EACH(b, m->nbody)
  if (outruns == 0) RK_REAL_AT(r, hit, b, slot) = RK_REAL_AT(r, asked, b, slot) = 0;
  RK_MEET();
  RK_LOOP
  for (int attempt = 0;; attempt++) {
    state = rk_look_around(m, r, w, lane, slot, slack);
    int vain = state == RK_RUNS && outruns > 0 && w->present <= within && attempt == 0;
    RK_MEET();
    RK_EACH(b, m->nbody) {
      double *hit = &RK_REAL_AT(r, hit, b, slot), *asked = &RK_REAL_AT(r, asked, b, slot);
      if (vain) *asked = *hit;
      else *hit = *asked;
    }
    if (vain && RK_LANE == 0) RK_INT_AT(r, outruns, 0, slot) = RK_OUTRUNS;
    RK_MEET();
    if (!vain) return state;
  }
}

/* The record of what touches and what is limited in this step; RK_RUNS, or why it is somebody else's. */
RK_WITHIN int rk_collect(const rk_model *m, const rk_record *r, rk_room *w, int lane, int slot) {
  double slack = 2 * rk_gravity_norm(m, lane) * m->dt * m->dt, penetration = 0;
  int state = rk_look_again(m, r, w, lane, slot, slack);
  if (state != RK_RUNS) return state;
  RK_EACH(i, w->contacts)
  penetration = fmax(penetration, rk_put_contact(m, r, w, i, lane, slot));
  penetration = rk_most(penetration);
  rk_put_motion(m, r, w, slot);
  if (RK_LANE == 0) {
    RK_REAL_AT(r, penetration, 0, slot) = penetration;
    RK_INT_AT(r, rows, 0, slot) = w->rows;
    RK_INT_AT(r, contacts, 0, slot) = w->contacts;
    RK_INT_AT(r, within, 0, slot) = w->present;
    RK_INT_AT(r, seen, 0, slot) = w->seen;
    RK_REAL_AT(r, fastest, 0, slot) = w->fastest;
  }
  RK_MEET();
  return RK_RUNS;
}

#endif
