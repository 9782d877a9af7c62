/* Rows and contacts of a step, and the problem that they make: as src/contact has them for the rule `euler`
   (docs/stepping.md). Included once for each size of room. */

/* what rows and contacts are found again by */
enum { RK_NAME(ID) = 1 << 24 };
enum {
  RK_NAME(SWEPT) = 7
}; /* feature of a contact that is still to come; no swept pair has another of this number */
enum { RK_NAME(FRICTION) = 1, RK_NAME(TENDON_FRICTION), RK_NAME(LIMIT), RK_NAME(TENDON_LIMIT) };

/* --- speeds ------------------------------------------------------------------------------------------- */

/* velocities of all bodies with the joint velocities `qvel`, into w->force */
RK_FUNCTION void RK_NAME(body_velocities)(const rk_model *m, RK_NAME(room) * w,
                                          const double *qvel) {
  rg_sp_zero(w->force);
  for (int b = 1; b < m->nbody; b++) {
    double *v = w->force + 6 * b;
    rg_sp_motion_at(v, w->force + 6 * m->body_parent[b], w->offset + 3 * b);
    for (int i = m->body_dof[b]; i < m->body_dof[b] + m->body_ndof[b]; i++)
      rg_sp_add_scaled(v, qvel[i], w->motion + 6 * i);
  }
}

/* fastest point of each body, before the step or after it without contacts */
RK_FUNCTION void RK_NAME(find_speeds)(const rk_model *m, RK_NAME(room) * w, int lane) {
  RK_NAME(body_velocities)(m, w, w->free);
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
RK_FUNCTION double RK_NAME(row_product)(const rk_model *m, const RK_NAME(room) * w, int i,
                                        const double *v) {
  int t = w->tendon[i];
  double sum = 0;
  if (t < 0) return w->sign[i] * v[w->dof[i]];
  for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++)
    sum += m->tendon_coef[k] * v[m->tendon_dof[k]];
  return w->sign[i] * sum;
}

/* one more; -1 where there is no room */
RK_FUNCTION int RK_NAME(add_row)(RK_NAME(room) * w, int kind, int object, int dof, int tendon,
                                 double sign) {
  int i = w->rows;
  if (i == RK_NAME(ROWS)) return -1;
  w->id[i] = kind * RK_NAME(ID) + object;
  w->dof[i] = dof;
  w->tendon[i] = tendon;
  w->sign[i] = sign;
  w->rows++;
  return i;
}

/* dry friction: u = 0 within the impulses that it can give; 0 where there is no room */
RK_FUNCTION int RK_NAME(add_friction)(const rk_model *m, RK_NAME(room) * w, int lane) {
  for (int k = 0; k < m->nv + m->ntendon; k++) {
    int t = k - m->nv;
    double loss = t < 0 ? rk_value(m->frictionloss, k, lane) : m->tendon_frictionloss[t];
    if (!(loss > 0)) continue;
    int i = t < 0 ? RK_NAME(add_row)(w, RK_NAME(FRICTION), k, k, -1, 1)
                  : RK_NAME(add_row)(w, RK_NAME(TENDON_FRICTION), t, -1, t, 1);
    if (i < 0) return 0;
    w->upper[i] = m->dt * loss;
    w->lower[i] = -w->upper[i];
    w->c[i] = RK_NAME(row_product)(m, w, i, w->free);
    w->before[i] = RK_NAME(row_product)(m, w, i, w->v);
  }
  return 1;
}

/* the rate that an impact may give to a joint */
RK_FUNCTION double RK_NAME(impact_rate)(const rk_model *m, const RK_NAME(room) * w, int j,
                                        int lane) {
  double reach = rk_value(m->reach, m->joint_body[j], lane);
  if (m->joint_type[j] == RG_JOINT_SLIDE) return w->fastest;
  return w->turning + (reach > 0 ? w->fastest / reach : 0);
}

/* a limit at `distance`; the row that was added last, which goes again where it is out of reach */
RK_FUNCTION void RK_NAME(finish_limit)(const rk_model *m, RK_NAME(room) * w, double distance,
                                       double impact) {
  int i = w->rows - 1;
  double before = RK_NAME(row_product)(m, w, i, w->v),
         free = RK_NAME(row_product)(m, w, i, w->free);
  if (distance > 2 * m->dt * (fabs(before) + fabs(free - before) + impact)) {
    w->rows--;
    return;
  }
  double target = rk_target(m, distance, 0, m->tol * fabs(free - before), before);
  w->lower[i] = 0;
  w->upper[i] = HUGE_VAL;
  w->c[i] = free - target;
  w->before[i] = before;
}

RK_FUNCTION int RK_NAME(add_limits)(const rk_model *m, RK_NAME(room) * w, int lane) {
  for (int j = 0; j < m->njoint; j++)
    for (int side = 0; side < 2 && m->joint_limited[j]; side++) {
      double q = w->q[m->joint_qpos[j]], sign = side ? -1 : 1;
      if (RK_NAME(add_row)(w, RK_NAME(LIMIT), 2 * j + side, m->joint_dof[j], -1, sign) < 0)
        return 0;
      RK_NAME(finish_limit)
      (m, w, sign * (q - m->joint_range[2 * j + side]), RK_NAME(impact_rate)(m, w, j, lane));
    }
  for (int t = 0; t < m->ntendon; t++) {
    double length = 0, impact = 0;
    for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++) {
      length += m->tendon_coef[k] * w->q[m->tendon_qpos[k]];
      impact += fabs(m->tendon_coef[k]) *
                RK_NAME(impact_rate)(m, w, m->dof_joint[m->tendon_dof[k]], lane);
    }
    for (int side = 0; side < 2 && m->tendon_limited[t]; side++) {
      double sign = side ? -1 : 1;
      if (RK_NAME(add_row)(w, RK_NAME(TENDON_LIMIT), 2 * t + side, -1, t, sign) < 0) return 0;
      RK_NAME(finish_limit)(m, w, sign * (length - m->tendon_range[2 * t + side]), impact);
    }
  }
  return 1;
}

/* --- contacts ---------------------------------------------------------------------------------------------- */

RK_FUNCTION double RK_NAME(gravity_norm)(const rk_model *m, int lane) {
  double g[3];
  for (int k = 0; k < 3; k++) g[k] = rk_value(m->gravity, k, lane);
  return rg_v3_norm(g);
}

/* 0 where the bounding spheres are farther apart than the margin */
RK_FUNCTION int RK_NAME(is_near)(const rk_model *m, const RK_NAME(room) * w, int g1, int g2,
                                 int lane, double margin) {
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

RK_FUNCTION void RK_NAME(shape_of)(const rk_model *m, const RK_NAME(room) * w, int g, int lane,
                                   rk_shape *s) {
  s->type = m->geom_type[g];
  for (int k = 0; k < 3; k++) s->size[k] = rk_value(m->size, 3 * g + k, lane);
  rg_v3_copy(s->position, w->geom + 3 * g);
  rg_mat3_multiply(s->rotation, w->xmat + 9 * m->geom_body[g], m->geom_mat + 9 * g);
}

RK_FUNCTION int RK_NAME(add_candidate)(const rk_model *m, RK_NAME(room) * w, int pair, int feature,
                                       double gap, const double position[3],
                                       const double normal[3]) {
  int at = w->candidates;
  if (at == RK_NAME(CANDIDATES)) return 0;
  w->candidates++;
  w->pair[at] = 8 * pair + feature;
  w->gap[at] = gap;
  w->body1[at] = m->geom_body[m->pair_geom1[pair]];
  w->body2[at] = m->geom_body[m->pair_geom2[pair]];
  rg_v3_copy(w->position + 3 * at, position);
  rg_v3_copy(w->normal + 3 * at, normal);
  return 1;
}

/* what could close within the step if all were as fast as the fastest; 0 where there is no room */
RK_FUNCTION int RK_NAME(find_contacts)(const rk_model *m, RK_NAME(room) * w, int lane,
                                       double slack) {
  rk_points p;
  rk_shape one, two;
  w->candidates = 0;
  for (int k = 0; k < m->npair; k++) {
    int g1 = m->pair_geom1[k], g2 = m->pair_geom2[k];
    double reach =
        m->dt * ((m->geom_body[g1] ? w->fastest : 0) + (m->geom_body[g2] ? w->fastest : 0));
    double margin = fmin(reach + slack, 2 * m->dt * w->fastest + slack + m->pair_margin[k]);
    if (!RK_NAME(is_near)(m, w, g1, g2, lane, margin)) continue;
    RK_NAME(shape_of)(m, w, g1, lane, &one);
    RK_NAME(shape_of)(m, w, g2, lane, &two);
    rk_collide(&one, &two, margin, 0, &p);
    for (int i = 0; i < p.count; i++)
      if (p.gap[i] <= margin &&
          !RK_NAME(add_candidate)(m, w, k, p.feature[i], p.gap[i], p.position[i], p.normal[i]))
        return 0;
  }
  return 1;
}

/* who is hit by something fast may become as fast within the step */
RK_FUNCTION void RK_NAME(spread_speeds)(const rk_model *m, RK_NAME(room) * w, double slack) {
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
RK_FUNCTION double RK_NAME(closing)(const RK_NAME(room) * w, int i) {
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
RK_FUNCTION int RK_NAME(sweep_pair)(const rk_model *m, RK_NAME(room) * w, int pair, int lane) {
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  int b1 = m->geom_body[g1], b2 = m->geom_body[g2];
  rk_shape one, two;
  double position[3], normal[3], gap;
  RK_NAME(shape_of)(m, w, g1, lane, &one);
  RK_NAME(shape_of)(m, w, g2, lane, &two);
  if (!(m->dt * (w->speed[b1] + w->speed[b2]) > rk_half_width(&one) + rk_half_width(&two)))
    return 1;
  rk_swept of1 = {w->force + 6 * b1, w->xpos + 3 * b1, rk_value(m->reach, b1, lane)};
  rk_swept of2 = {w->force + 6 * b2, w->xpos + 3 * b2, rk_value(m->reach, b2, lane)};
  if (!rk_time_of_impact(&one, &two, &of1, &of2, m->dt, position, normal, &gap)) return 1;
  return !(gap > 0) || RK_NAME(add_candidate)(m, w, pair, RK_NAME(SWEPT), gap, position, normal);
}

/* pairs that move by more than their width, and that none of their contacts stops; 0 where there is no room */
RK_FUNCTION int RK_NAME(sweep)(const rk_model *m, RK_NAME(room) * w, int lane) {
  int count = w->candidates;
  for (int i = 0, end; i < count; i = end) {
    int pair = w->pair[i] / 8, stopped = 0;
    for (end = i; end < count && w->pair[end] / 8 == pair; end++)
      stopped |= w->gap[end] <= 0 || w->gap[end] + m->dt * RK_NAME(closing)(w, end) <= 0;
    if (!stopped && !RK_NAME(sweep_pair)(m, w, pair, lane)) return 0;
  }
  return 1;
}

/* those that cannot close at the speeds of their bodies go; 0 where there is no room for the others */
RK_FUNCTION int RK_NAME(sort_out)(const rk_model *m, RK_NAME(room) * w, double slack) {
  int n = 0;
  for (int i = 0; i < w->candidates; i++) {
    double reach = m->dt * (w->speed[w->body1[i]] + w->speed[w->body2[i]]) + slack;
    if (w->pair[i] % 8 != RK_NAME(SWEPT) && !(w->gap[i] <= reach)) continue;
    if (n == RK_NAME(CONTACTS)) return 0;
    w->gap[n] = w->gap[i];
    w->pair[n] = w->pair[i];
    w->body1[n] = w->body1[i];
    w->body2[n] = w->body2[i];
    rg_v3_copy(w->position + 3 * n, w->position + 3 * i);
    rk_contact_frame(w->normal + 3 * i, w->frame + 9 * n++);
  }
  w->contacts = n;
  return 1;
}

RK_FUNCTION double RK_NAME(friction_of)(const rk_model *m, int pair, int lane) {
  if (m->pair_condim[pair] == 1) return 0;
  if (!isnan(m->mu)) return m->mu;
  double a = rk_value(m->friction, m->pair_geom1[pair], lane);
  double b = rk_value(m->friction, m->pair_geom2[pair], lane);
  switch (m->pair_friction_of[pair]) {
  case RK_FIRST: return a;
  case RK_SECOND: return b;
  case RK_OWN: return m->pair_friction[pair];
  default: return fmax(a, b);
  }
}

/* --- G, W, A, c ------------------------------------------------------------------------------------------ */

/* three columns of G' of a contact into rows of W: the velocity of body 1 against body 2 in the contact's frame */
RK_FUNCTION void RK_NAME(load_contact)(const rk_model *m, RK_NAME(room) * w, int i) {
  unsigned one = w->path[w->body1[i]], two = w->path[w->body2[i]];
  double *row = w->W + (size_t)(w->rows + 3 * i) * RK_DOFS;
  for (int k = 0; k < m->nv; k++) {
    double column[3] = {0, 0, 0};
    if ((one ^ two) >> k & 1) {
      const double *S = w->motion + 6 * k;
      double arm[3], v[3];
      rg_v3_sub(arm, w->position + 3 * i, w->xpos + 3 * m->dof_body[k]);
      rg_v3_cross(v, S, arm);
      rg_v3_add(v, v, S + 3);
      rg_mat3_apply(column, w->frame + 9 * i, v);
      if (two >> k & 1) rg_v3_negate(column, column);
    }
    for (int e = 0; e < 3; e++) row[e * RK_DOFS + k] = column[e];
  }
}

RK_FUNCTION void RK_NAME(load_row)(const rk_model *m, RK_NAME(room) * w, int i) {
  double *row = w->W + (size_t)i * RK_DOFS;
  int t = w->tendon[i];
  for (int k = 0; k < m->nv; k++) row[k] = 0;
  if (t < 0) row[w->dof[i]] = w->sign[i];
  else
    for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++)
      row[m->tendon_dof[k]] += w->sign[i] * m->tendon_coef[k];
}

/* G row becomes the half solved one: D^-1/2 L'^-1 g */
RK_FUNCTION void RK_NAME(half_solve)(const rk_model *m, RK_NAME(room) * w, int i) {
  double *row = w->W + (size_t)i * RK_DOFS;
  RK_NAME(solve_up)(m, w, ~0u, row);
  for (int k = 0; k < m->nv; k++) row[k] *= w->root[k];
}

/* velocities without impulses, targets, and the rows of a contact */
RK_FUNCTION void RK_NAME(set_contact)(const rk_model *m, RK_NAME(room) * w, int i, int lane) {
  int k = w->pair[i] / 8, at = w->rows + 3 * i;
  double r1 = rk_value(m->radius, m->pair_geom1[k], lane);
  double r2 = rk_value(m->radius, m->pair_geom2[k], lane);
  double small = r1 > 0 && (r1 < r2 || !(r2 > 0)) ? r1 : r2;
  double skin = fmax(1e-8, fmin(1e-6, 0.1 * m->tol)) * small;
  double noise = m->tol * m->dt * RK_NAME(gravity_norm)(m, lane);
  w->id[w->rows + i] = w->pair[i];
  w->mu[i] = RK_NAME(friction_of)(m, k, lane);
  RK_NAME(load_contact)(m, w, i);
  for (int e = 0; e < 3; e++) {
    const double *row = w->W + (size_t)(at + e) * RK_DOFS;
    w->c[at + e] = rk_dot(row, w->free, m->nv);
    w->before[at + e] = rk_dot(row, w->v, m->nv);
  }
  w->target[i] = rk_target(m, w->gap[i], skin, noise, w->before[at]);
  /* how far the target may be off: whatever leaves the contact as near to touching as distances are known */
  double known = m->known * small, end = w->gap[i] + m->dt * w->target[i];
  w->leeway[2 * i] = fmax(fmin(known + end, known), 0.0) / m->dt;
  w->leeway[2 * i + 1] = known / m->dt;
  if (-w->gap[i] > w->penetration) w->penetration = -w->gap[i];
}

/* What touches and what is limited in this step; RK_RUNS, or why it is somebody else's. */
RK_FUNCTION int RK_NAME(collect)(const rk_model *m, RK_NAME(room) * w, int lane) {
  double slack = 2 * RK_NAME(gravity_norm)(m, lane) * m->dt * m->dt;
  w->rows = w->contacts = w->size = 0;
  w->penetration = 0;
  RK_NAME(find_speeds)(m, w, lane);
  if (!RK_NAME(add_friction)(m, w, lane) || !RK_NAME(add_limits)(m, w, lane)) return RK_CROWDED;
  if (!RK_NAME(find_contacts)(m, w, lane, slack)) return RK_CROWDED;
  RK_NAME(spread_speeds)(m, w, slack);
  if (m->sweeps && !RK_NAME(sweep)(m, w, lane)) return RK_CROWDED;
  if (!RK_NAME(sort_out)(m, w, slack)) return RK_CROWDED;
  for (int i = 0; i < w->rows; i++) RK_NAME(load_row)(m, w, i);
  for (int i = 0; i < w->contacts; i++) RK_NAME(set_contact)(m, w, i, lane);
  w->size = w->rows + 3 * w->contacts;
  for (int i = 0; i < w->size; i++) RK_NAME(half_solve)(m, w, i);
  return RK_RUNS;
}

/* v+ = v without impulses + L^-1 D^-1/2 W' x */
RK_FUNCTION void RK_NAME(find_next)(const rk_model *m, RK_NAME(room) * w) {
  for (int k = 0; k < m->nv; k++) {
    double sum = 0;
    for (int i = 0; i < w->size; i++) sum += w->W[(size_t)i * RK_DOFS + (size_t)k] * w->impulse[i];
    w->next[k] = w->root[k] * sum;
  }
  RK_NAME(solve_down)(m, w, w->next);
  for (int k = 0; k < m->nv; k++) w->next[k] += w->free[k];
}
