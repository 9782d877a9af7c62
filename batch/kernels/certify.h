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

/* the residual of the step's impulses at its velocities w->next */
RK_FUNCTION double RK_NAME(certify)(const rk_model *m, RK_NAME(room) * w) {
  double total = 0, free = 0, driven = 0;
  RK_NAME(body_velocities)(m, w, w->next);
  for (int i = 0; i < w->rows; i++) {
    /* c is the velocity without impulses, less the target; u+ differs from it by the change of J v */
    double change = RK_NAME(row_product)(m, w, i, w->next) - RK_NAME(row_product)(m, w, i, w->free);
    double u = w->c[i] + change, a = w->response[i], x = w->impulse[i];
    double low = a * (x - w->upper[i]), high = a * (x - w->lower[i]);
    double e = u < low ? low : u > high ? high : u;
    total += e * e / a;
    free += w->c[i] * w->c[i] / a;
    driven += w->c[i] * w->c[i] / a;
  }
  for (int i = 0; i < w->contacts; i++) {
    const double *c = w->c + w->rows + 3 * i, *x = w->impulse + w->rows + 3 * i;
    double u[3], v[3], r[3], mu = w->mu[i], a = w->response[w->rows + i];
    RK_NAME(contact_motion)(w, i, u);
    rg_v3_set(v, u[0] - w->target[i] + mu * hypot(u[1], u[2]), u[1], u[2]);
    rg_v3_scale(r, a, x);
    double e = rk_law_distance(mu, r, v), gap = u[0] - w->target[i];
    if (-0.01 * gap > e) e = -0.01 * gap;
    total += e * e / w->typical;
    free += rg_v3_dot(c, c) / w->typical;
    driven += (rg_v3_dot(c, c) - c[0] * c[0] + (c[0] - w->target[i]) * (c[0] - w->target[i])) /
              w->typical;
  }
  double reference = sqrt(fmax(free, driven));
  return reference > 0 ? sqrt(total) / reference : sqrt(total);
}
