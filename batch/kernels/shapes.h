/* Pairs of primitives: where they touch and with what gap, as src/collide has it. Included once for each size of
   room. */

/* points of one pair before they are sorted out */
typedef struct RK_NAME(points) {
  int count, feature[8];
  double position[8][3], normal[8][3], gap[8];
} RK_NAME(points);

RK_FUNCTION void RK_NAME(axis)(const rk_model *m, const RK_NAME(room) * w, int g, int k,
                               double axis[3]) {
  const double *R = m->geom_mat + 9 * g;
  double local[3] = {R[k], R[3 + k], R[6 + k]};
  rg_mat3_apply(axis, w->xmat + 9 * m->geom_body[g], local);
}

RK_FUNCTION void RK_NAME(add_point)(RK_NAME(points) * p, const double at[3], const double n[3],
                                    double gap, int feature) {
  if (p->count == 8) return;
  rg_v3_copy(p->position[p->count], at);
  rg_v3_copy(p->normal[p->count], n);
  p->gap[p->count] = gap;
  p->feature[p->count++] = feature;
}

/* round points: `fallback` where they coincide */
RK_FUNCTION void RK_NAME(add_round)(RK_NAME(points) * p, const double a[3], double ra,
                                    const double b[3], double rb, const double fallback[3],
                                    int feature) {
  double n[3], at[3];
  rg_v3_sub(n, a, b);
  double distance = rg_v3_norm(n);
  if (distance <= 1e-14 * (ra + rb)) {
    rg_v3_copy(n, fallback);
    distance = 0;
  } else rg_v3_scale(n, 1 / distance, n);
  rg_v3_copy(at, b);
  rg_v3_add_scaled(at, 0.5 * (distance - ra + rb), n);
  RK_NAME(add_point)(p, at, n, distance - ra - rb, feature);
}

/* --- planes ------------------------------------------------------------------------------------------- */

/* a point of the surface of the shape, `radius` below x */
RK_FUNCTION void RK_NAME(add_below)(RK_NAME(points) * p, const double N[3], double offset,
                                    const double x[3], double radius, int feature) {
  double gap = rg_v3_dot(N, x) - offset - radius, at[3], away[3];
  rg_v3_copy(at, x);
  rg_v3_add_scaled(at, -radius - 0.5 * gap, N);
  rg_v3_negate(away, N);
  RK_NAME(add_point)(p, at, away, gap, feature);
}

/* drops what is beyond the margin; of more than four the deepest, then always the one farthest from those kept */
RK_FUNCTION void RK_NAME(keep_four)(RK_NAME(points) * p, double margin, double tolerance) {
  double away[8];
  int kept[8], near = 0, next = -1, n = 0;
  for (int i = 0; i < p->count; i++) {
    kept[i] = 0;
    away[i] = p->gap[i] <= margin ? HUGE_VAL : -1;
    near += p->gap[i] <= margin;
    if (p->gap[i] <= margin && (next < 0 || p->gap[i] < p->gap[next] - tolerance)) next = i;
  }
  if (near <= 4)
    for (int i = 0; i < p->count; i++) kept[i] = p->gap[i] <= margin;
  for (int k = 0; k < 4 && near > 4 && next >= 0; k++) {
    int last = next;
    kept[last] = 1;
    next = -1;
    for (int i = 0; i < p->count; i++) {
      if (away[i] < 0) continue;
      away[i] = fmin(away[i], rg_v3_distance(p->position[i], p->position[last]));
      if (!kept[i] && (next < 0 || away[i] > away[next] + tolerance)) next = i;
    }
  }
  for (int i = 0; i < p->count; i++) {
    if (!kept[i]) continue;
    rg_v3_copy(p->position[n], p->position[i]);
    rg_v3_copy(p->normal[n], p->normal[i]);
    p->gap[n] = p->gap[i];
    p->feature[n++] = p->feature[i];
  }
  p->count = n;
}

/* corners below the centre */
RK_FUNCTION void RK_NAME(plane_box)(const rk_model *m, const RK_NAME(room) * w, int b, int lane,
                                    const double N[3], double offset, double margin,
                                    RK_NAME(points) * p) {
  double size[3], axis[3][3], total = 0;
  for (int k = 0; k < 3; k++) {
    size[k] = rk_value(m->size, 3 * b + k, lane);
    total += size[k];
    RK_NAME(axis)(m, w, b, k, axis[k]);
  }
  for (int i = 0; i < 8; i++) {
    double d[3], x[3];
    rg_v3_zero(d);
    for (int k = 0; k < 3; k++) rg_v3_add_scaled(d, i >> k & 1 ? size[k] : -size[k], axis[k]);
    if (!(rg_v3_dot(d, N) < -1e-9 * total)) continue;
    rg_v3_add(x, d, w->geom + 3 * b);
    RK_NAME(add_below)(p, N, offset, x, 0, i);
  }
  RK_NAME(keep_four)(p, margin, 1e-9 * total);
}

RK_FUNCTION void RK_NAME(plane)(const rk_model *m, const RK_NAME(room) * w, int a, int b, int lane,
                                double margin, RK_NAME(points) * p) {
  double N[3], axis[3], x[3], radius = rk_value(m->size, 3 * b, lane);
  RK_NAME(axis)(m, w, a, 2, N);
  double offset = rg_v3_dot(N, w->geom + 3 * a);
  if (m->geom_type[b] == RG_GEOM_BOX) {
    RK_NAME(plane_box)(m, w, b, lane, N, offset, margin, p);
    return;
  }
  if (m->geom_type[b] == RG_GEOM_SPHERE) {
    RK_NAME(add_below)(p, N, offset, w->geom + 3 * b, radius, 0);
    return;
  }
  RK_NAME(axis)(m, w, b, 2, axis);
  for (int end = 0; end < 2; end++) {
    double half = rk_value(m->size, 3 * b + 1, lane);
    rg_v3_copy(x, w->geom + 3 * b);
    rg_v3_add_scaled(x, end ? half : -half, axis);
    RK_NAME(add_below)(p, N, offset, x, radius, end);
  }
}

/* --- spheres -------------------------------------------------------------------------------------------- */

RK_FUNCTION void RK_NAME(sphere_capsule)(const rk_model *m, const RK_NAME(room) * w, int a, int b,
                                         int lane, RK_NAME(points) * p) {
  double axis[3], side[3], d[3], at[3], half = rk_value(m->size, 3 * b + 1, lane);
  RK_NAME(axis)(m, w, b, 2, axis);
  RK_NAME(axis)(m, w, b, 0, side);
  rg_v3_sub(d, w->geom + 3 * a, w->geom + 3 * b);
  rg_v3_copy(at, w->geom + 3 * b);
  rg_v3_add_scaled(at, rk_clamp(rg_v3_dot(d, axis), -half, half), axis);
  RK_NAME(add_round)
  (p, w->geom + 3 * a, rk_value(m->size, 3 * a, lane), at, rk_value(m->size, 3 * b, lane), side, 0);
}

/* outside: nearest point; inside, or within rounding of a face: the nearest face */
RK_FUNCTION void RK_NAME(sphere_box)(const rk_model *m, const RK_NAME(room) * w, int a, int b,
                                     int lane, RK_NAME(points) * p) {
  double axis[3][3], d[3], n[3], local[3], at[3], slack = HUGE_VAL, total = 0, nearest_side = 1;
  int nearest = 0;
  rg_v3_sub(d, w->geom + 3 * a, w->geom + 3 * b);
  for (int k = 0; k < 3; k++) {
    RK_NAME(axis)(m, w, b, k, axis[k]);
    double size = rk_value(m->size, 3 * b + k, lane), x = rg_v3_dot(d, axis[k]);
    local[k] = x - rk_clamp(x, -size, size);
    total += size;
    if (!(size - fabs(x) < slack)) continue;
    slack = size - fabs(x);
    nearest = k;
    nearest_side = copysign(1.0, x);
  }
  double distance = rg_v3_norm(local);
  if (slack < 0 && distance > 1e-12 * total) rg_v3_scale(local, 1 / distance, local);
  else {
    for (int k = 0; k < 3; k++) local[k] = k == nearest ? nearest_side : 0;
    distance = -slack;
  }
  rg_v3_zero(n);
  for (int k = 0; k < 3; k++) rg_v3_add_scaled(n, local[k], axis[k]);
  double radius = rk_value(m->size, 3 * a, lane), gap = distance - radius;
  rg_v3_copy(at, w->geom + 3 * a);
  rg_v3_add_scaled(at, -radius - 0.5 * gap, n);
  RK_NAME(add_point)(p, at, n, gap, 0);
}

/* --- two segments ----------------------------------------------------------------------------------------- */

typedef struct RK_NAME(segments) {
  double p[3], q[3], u[3], v[3], side[3]; /* middles, axes, a direction at right angles to both */
  double ha, hb, ra, rb;
} RK_NAME(segments);

RK_FUNCTION double RK_NAME(distance_at)(const RK_NAME(segments) * g, double s, double t) {
  double x[3], y[3];
  rk_point_on(g->p, g->u, s, x);
  rk_point_on(g->q, g->v, t, y);
  return rg_v3_distance(x, y);
}

RK_FUNCTION void RK_NAME(add_at)(const RK_NAME(segments) * g, double s, double t, int feature,
                                 RK_NAME(points) * p) {
  double x[3], y[3];
  rk_point_on(g->p, g->u, s, x);
  rk_point_on(g->q, g->v, t, y);
  RK_NAME(add_round)(p, x, g->ra, y, g->rb, g->side, feature);
}

/* inside both where the lines allow, else at one of the four ends */
RK_FUNCTION void RK_NAME(nearest_pair)(const RK_NAME(segments) * g, double *s, double *t) {
  double pairs[5][2], d[3], cross[3], best = HUGE_VAL, c = rg_v3_dot(g->u, g->v);
  int n = 0;
  rg_v3_sub(d, g->p, g->q);
  rg_v3_cross(cross, g->u, g->v);
  double du = rg_v3_dot(d, g->u), dv = rg_v3_dot(d, g->v), sine2 = rg_v3_dot(cross, cross);
  if (sine2 > 1e-20) {
    double si = (c * dv - du) / sine2, ti = (dv - c * du) / sine2;
    if (fabs(si) <= g->ha && fabs(ti) <= g->hb) {
      pairs[n][0] = si;
      pairs[n++][1] = ti;
    }
  }
  for (int end = -1; end <= 1; end += 2) {
    double x[3];
    rk_point_on(g->p, g->u, end * g->ha, x);
    pairs[n][0] = end * g->ha;
    pairs[n++][1] = rk_nearest_on(g->q, g->v, g->hb, x);
    rk_point_on(g->q, g->v, end * g->hb, x);
    pairs[n][0] = rk_nearest_on(g->p, g->u, g->ha, x);
    pairs[n++][1] = end * g->hb;
  }
  for (int i = 0; i < n; i++) {
    double distance = RK_NAME(distance_at)(g, pairs[i][0], pairs[i][1]);
    if (!(distance < best)) continue;
    best = distance;
    *s = pairs[i][0];
    *t = pairs[i][1];
  }
}

/* the stretch of A that lies beside B; 0 where there is none */
RK_FUNCTION int RK_NAME(common_stretch)(const RK_NAME(segments) * g, double *low, double *high) {
  double end[2];
  for (int i = 0; i < 2; i++) {
    double x[3], d[3];
    rk_point_on(g->q, g->v, i ? g->hb : -g->hb, x);
    rg_v3_sub(d, x, g->p);
    end[i] = rg_v3_dot(d, g->u);
  }
  *low = fmax(-g->ha, fmin(end[0], end[1]));
  *high = fmin(g->ha, fmax(end[0], end[1]));
  return *high - *low > 1e-6 * fmin(g->ha, g->hb);
}

/* Side by side: a contact at each end of the common stretch, and one between them where the axes cross there. */
RK_FUNCTION void RK_NAME(capsule_capsule)(const rk_model *m, const RK_NAME(room) * w, int a, int b,
                                          int lane, RK_NAME(points) * p) {
  RK_NAME(segments) g;
  double s = 0, t = 0, low, high, least = HUGE_VAL;
  rg_v3_copy(g.p, w->geom + 3 * a);
  rg_v3_copy(g.q, w->geom + 3 * b);
  RK_NAME(axis)(m, w, a, 2, g.u);
  RK_NAME(axis)(m, w, b, 2, g.v);
  g.ra = rk_value(m->size, 3 * a, lane);
  g.ha = rk_value(m->size, 3 * a + 1, lane);
  g.rb = rk_value(m->size, 3 * b, lane);
  g.hb = rk_value(m->size, 3 * b + 1, lane);
  rg_v3_cross(g.side, g.u, g.v);
  double sine = rg_v3_norm(g.side);
  if (sine > 1e-10) rg_v3_scale(g.side, 1 / sine, g.side);
  else RK_NAME(axis)(m, w, a, 0, g.side);
  RK_NAME(nearest_pair)(&g, &s, &t);
  if (sine > 0.02 || !RK_NAME(common_stretch)(&g, &low, &high)) {
    RK_NAME(add_at)(&g, s, t, 0, p);
    return;
  }
  for (int i = 0; i < 2; i++) {
    double x[3], end = i ? high : low;
    rk_point_on(g.p, g.u, end, x);
    double q = rk_nearest_on(g.q, g.v, g.hb, x);
    least = fmin(least, RK_NAME(distance_at)(&g, end, q));
    RK_NAME(add_at)(&g, end, q, 1 + i, p);
  }
  if (RK_NAME(distance_at)(&g, s, t) < least - 1e-9 * fmin(g.ra, g.rb))
    RK_NAME(add_at)(&g, s, t, 3, p);
}

/* --- any pair that the model may have ------------------------------------------------------------------------ */

/* 0 where the bounding spheres are farther apart than the margin */
RK_FUNCTION int RK_NAME(is_near)(const rk_model *m, const RK_NAME(room) * w, int g1, int g2,
                                 int lane, double margin) {
  double reach = rk_value(m->radius, g1, lane) + rk_value(m->radius, g2, lane) + margin, d[3], N[3];
  int plane1 = m->geom_type[g1] == RG_GEOM_PLANE, plane2 = m->geom_type[g2] == RG_GEOM_PLANE;
  rg_v3_sub(d, w->geom + 3 * g2, w->geom + 3 * g1);
  if (!plane1 && !plane2) return rg_v3_dot(d, d) <= reach * reach;
  RK_NAME(axis)(m, w, plane1 ? g1 : g2, 2, N);
  double height = rg_v3_dot(N, d);
  return (plane1 ? height : -height) <= reach;
}

RK_FUNCTION void RK_NAME(collide)(const rk_model *m, const RK_NAME(room) * w, int g1, int g2,
                                  int lane, double margin, RK_NAME(points) * p) {
  int exchanged = m->geom_type[g1] > m->geom_type[g2], a = exchanged ? g2 : g1,
      b = exchanged ? g1 : g2;
  const double up[3] = {0, 0, 1};
  p->count = 0;
  if (m->geom_type[a] == RG_GEOM_PLANE) RK_NAME(plane)(m, w, a, b, lane, margin, p);
  else if (m->geom_type[a] == RG_GEOM_CAPSULE) RK_NAME(capsule_capsule)(m, w, a, b, lane, p);
  else if (m->geom_type[b] == RG_GEOM_SPHERE)
    RK_NAME(add_round)
    (p, w->geom + 3 * a, rk_value(m->size, 3 * a, lane), w->geom + 3 * b,
     rk_value(m->size, 3 * b, lane), up, 0);
  else if (m->geom_type[b] == RG_GEOM_CAPSULE) RK_NAME(sphere_capsule)(m, w, a, b, lane, p);
  else RK_NAME(sphere_box)(m, w, a, b, lane, p);
  for (int i = 0; i < p->count && exchanged; i++) rg_v3_negate(p->normal[i], p->normal[i]);
}
