/* How far the impulses of a step are from the laws, from the motion that they made: velocities of bodies after the
   step, carried along the tree, never through A or W. Shares nothing with solve.h but the data. What is measured is
   what docs/certificate.md calls the residual. Included once for each size of room. */

/* velocity of body 1 against body 2 at a contact, in its frame, with the bodies' velocities in w->force */
RK_FUNCTION void RK_NAME(contact_motion)(const RK_NAME(room) * w, int i, double u[3]) {
  double relative[3] = {0, 0, 0};
  for (int side = 0; side < 2; side++) {
    int b = side ? w->body2[i] : w->body1[i];
    const double *v = w->force + 6 * b;
    double arm[3], point[3];
    rg_v3_sub(arm, w->position + 3 * i, w->xpos + 3 * b);
    rg_v3_cross(point, v, arm);
    rg_v3_add(point, point, v + 3);
    rg_v3_add_scaled(relative, side ? -1 : 1, point);
  }
  rg_mat3_apply(u, w->frame + 9 * i, relative);
}

/* what row i leaves, of its velocity u after the step, times the root of the unit of energy */
RK_FUNCTION double RK_NAME(row_left)(const RK_NAME(room) * w, int i, double u) {
  double a = w->response[i], x = w->impulse[i];
  double low = a * (x - w->upper[i]), high = a * (x - w->lower[i]);
  return (u < low ? low : u > high ? high : u) / sqrt(a);
}

/* the same of a contact; `within`: with a target and a surface that are off by no more than is known of them */
RK_FUNCTION double RK_NAME(contact_left)(const RK_NAME(room) * w, int i, const double u[3],
                                         int within) {
  const double *x = w->impulse + w->rows + 3 * i;
  double v[3] = {u[0] - w->target[i], u[1], u[2]}, r[3], mu = w->mu[i];
  if (within) rk_give_way(w->leeway[2 * i], w->leeway[2 * i + 1], x[0] > 0, v);
  double gap = v[0];
  v[0] += mu * hypot(v[1], v[2]);
  rg_v3_scale(r, w->response[w->rows + i], x);
  double left = rk_law_distance(mu, r, v);
  return fmax(left, -0.01 * gap) / sqrt(w->typical);
}

/* the larger of |c| and |c - target|, the root of an energy */
RK_FUNCTION double RK_NAME(energy_of)(const RK_NAME(room) * w) {
  double free = 0, driven = 0;
  for (int i = 0; i < w->rows; i++) free += w->c[i] * w->c[i] / w->response[i];
  driven = free;
  for (int i = 0; i < w->contacts; i++) {
    const double *c = w->c + w->rows + 3 * i;
    double slip = c[1] * c[1] + c[2] * c[2], rest = c[0] - w->target[i];
    free += (c[0] * c[0] + slip) / w->typical;
    driven += (rest * rest + slip) / w->typical;
  }
  return sqrt(fmax(free, driven));
}

/* the residual of the step's impulses at its velocities w->next; where that is above the tolerance, within what is
   known of the gaps */
RK_FUNCTION double RK_NAME(certify)(const rk_model *m, RK_NAME(room) * w) {
  double energy = RK_NAME(energy_of)(w), residual = 0;
  RK_NAME(body_velocities)(m, w, w->next);
  for (int within = 0; within < 2; within++) {
    double total = 0, u[3];
    for (int i = 0; i < w->rows; i++) {
      /* c is the velocity without impulses, less the target */
      u[0] =
          w->c[i] + RK_NAME(row_product)(m, w, i, w->next) - RK_NAME(row_product)(m, w, i, w->free);
      double e = RK_NAME(row_left)(w, i, u[0]);
      total += e * e;
    }
    for (int i = 0; i < w->contacts; i++) {
      RK_NAME(contact_motion)(w, i, u);
      double e = RK_NAME(contact_left)(w, i, u, within);
      total += e * e;
    }
    residual = energy > 0 ? sqrt(total) / energy : sqrt(total);
    if (residual <= m->tol) break;
  }
  return residual;
}
