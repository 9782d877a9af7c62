/* One step of one simulation by the rule `euler`, and as many of them as are asked for. Included once for each size of
   room. */

/* --- from the arrays over all simulations, and back ----------------------------------------------------- */

RK_FUNCTION int RK_NAME(load)(const rk_model *m, const rk_arrays *all, RK_NAME(room) * w,
                              int lane) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  double sum = 0;
  for (int k = 0; k < m->nq; k++) sum += w->q[k] = all->qpos[(size_t)k * count + at];
  for (int k = 0; k < m->nv; k++) sum += w->v[k] = all->qvel[(size_t)k * count + at];
  for (int k = 0; k < m->nactuator; k++) sum += w->ctrl[k] = all->ctrl[(size_t)k * count + at];
  for (int k = 0; k < m->nq; k++) all->qpos_before[(size_t)k * count + at] = w->q[k];
  for (int k = 0; k < m->nv; k++) all->qvel_before[(size_t)k * count + at] = w->v[k];
  return isfinite(sum) ? RK_RUNS : RK_BAD;
}

/* controls that are drawn anew for this step */
RK_FUNCTION void RK_NAME(draw_controls)(const rk_model *m, const rk_arrays *all, RK_NAME(room) * w,
                                        int lane) {
  int step = all->steps[lane];
  if (!all->hold || step % all->hold) return;
  for (int a = 0; a < m->nactuator; a++) {
    int limited = m->actuator_ctrllimited[a];
    double low = limited ? m->actuator_ctrlrange[2 * a] : -1;
    double high = limited ? m->actuator_ctrlrange[2 * a + 1] : 1;
    w->ctrl[a] = low + (high - low) * rk_draw(all->seed, (uint64_t)lane,
                                              (uint64_t)(step / all->hold), (uint64_t)a);
    all->ctrl[(size_t)a * (size_t)all->count + (size_t)lane] = w->ctrl[a];
  }
}

/* impulses of the last step, by what they belong to */
RK_FUNCTION void RK_NAME(recall)(const rk_arrays *all, RK_NAME(room) * w, int lane) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int kept = all->kept_count[lane];
  for (int k = 0; k < RK_NAME(units)(w); k++) {
    int first = RK_NAME(first_of)(w, k), width = RK_NAME(width_of)(w, k);
    for (int e = 0; e < width; e++) w->impulse[first + e] = 0;
    for (int s = 0; s < kept; s++) {
      if (all->kept_id[(size_t)s * count + at] != w->id[k]) continue;
      for (int e = 0; e < width; e++)
        w->impulse[first + e] = all->kept[(size_t)(3 * s + e) * count + at];
      break;
    }
  }
}

RK_FUNCTION void RK_NAME(remember)(const rk_arrays *all, const RK_NAME(room) * w, int lane) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int units = RK_NAME(units)(w), kept = units < RK_KEPT ? units : RK_KEPT;
  for (int k = 0; k < kept; k++) {
    int first = RK_NAME(first_of)(w, k), width = RK_NAME(width_of)(w, k);
    all->kept_id[(size_t)k * count + at] = w->id[k];
    for (int e = 0; e < width; e++) {
      all->kept[(size_t)(3 * k + e) * count + at] = w->first[first + e];
      all->impulse[(size_t)(3 * k + e) * count + at] = w->impulse[first + e];
    }
  }
  all->kept_count[lane] = kept;
}

RK_FUNCTION void RK_NAME(store)(const rk_model *m, const rk_arrays *all, const RK_NAME(room) * w,
                                int lane, double residual) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  for (int k = 0; k < m->nq; k++) all->qpos[(size_t)k * count + at] = w->q[k];
  for (int k = 0; k < m->nv; k++) all->qvel[(size_t)k * count + at] = w->next[k];
  RK_NAME(remember)(all, w, lane);
  rk_tick(m, all, lane);
  all->steps[lane]++;
  all->contacts[lane] = w->contacts;
  all->rows[lane] = w->rows;
  all->iterations[lane] = w->iterations;
  all->contact_sum[lane] += w->contacts;
  all->iteration_sum[lane] += w->iterations;
  all->residual[lane] = residual;
  all->worst[lane] = fmax(all->worst[lane], residual);
  all->penetration[lane] = fmax(all->penetration[lane], w->penetration);
  RK_COUNT(all->histogram + (w->iterations < all->bins ? w->iterations : all->bins - 1));
}

/* --- the step --------------------------------------------------------------------------------------------- */

/* 1 where overlaps that part would create energy: the work of all impulses is above what the tolerance explains */
RK_FUNCTION int RK_NAME(creates_energy)(const rk_model *m, RK_NAME(room) * w) {
  double work = 0, size = 0, least = 1e-9 * w->reference * sqrt(w->typical), change[RK_DOFS];
  int pushed = 0;
  for (int i = 0; i < w->contacts; i++) pushed |= w->target[i] > least;
  if (!pushed) return 0;
  for (int k = 0; k < m->nv; k++) change[k] = 0;
  /* u+ - u without impulses = A x: through W, as the impulses went in */
  for (int i = 0; i < w->size; i++)
    for (int k = 0; k < m->nv; k++)
      change[k] += w->W[(size_t)i * RK_DOFS + (size_t)k] * w->impulse[i];
  for (int i = 0; i < w->size; i++) {
    int unit = RK_NAME(unit_of)(w, i);
    double a = unit < w->rows ? w->response[unit] : w->typical;
    double target = i < w->rows ? RK_NAME(row_product)(m, w, i, w->free) - w->c[i] : 0;
    double after = w->c[i] + target + rk_dot(w->W + (size_t)i * RK_DOFS, change, m->nv);
    work += w->impulse[i] * 0.5 * (w->before[i] + after);
    size += a * w->impulse[i] * w->impulse[i];
  }
  return work > m->tol * w->reference * sqrt(size);
}

/* impulses, and the velocities that they make; the residual, or -1 where the solver was lost */
RK_FUNCTION double RK_NAME(meet)(const rk_model *m, const rk_arrays *all, RK_NAME(room) * w,
                                 int lane, long long *since) {
  RK_NAME(recall)(all, w, lane);
  RK_NAME(assemble)(m, w);
  RK_LAP(all, RK_ASSEMBLE, *since);
  if (!RK_NAME(solve)(m, w)) return -1;
  if (RK_NAME(creates_energy)(m, w)) {
    for (int i = 0; i < w->contacts; i++) w->target[i] = fmin(w->target[i], 0.0);
    if (!RK_NAME(solve)(m, w)) return -1;
  }
  RK_LAP(all, RK_SOLVE, *since);
  RK_NAME(find_next)(m, w);
  double residual = RK_NAME(certify)(m, w);
  RK_LAP(all, RK_CERTIFY, *since);
  return residual;
}

/* RK_RUNS where the step was done; otherwise nothing has changed */
RK_FUNCTION int RK_NAME(step)(const rk_model *m, const rk_arrays *all, RK_NAME(room) * w,
                              int lane) {
  int state = RK_NAME(load)(m, all, w, lane);
  long long since = RK_CLOCK();
  if (state != RK_RUNS) return state;
  RK_NAME(draw_controls)(m, all, w, lane);
  RK_NAME(smooth_motion)(m, all, w, lane);
  RK_LAP(all, RK_MOTION, since);
  state = RK_NAME(collect)(m, w, lane);
  if (state != RK_RUNS) return state;
  RK_LAP(all, RK_COLLECT, since);
  double residual = 0;
  w->iterations = 0;
  if (w->size > 0) residual = RK_NAME(meet)(m, all, w, lane, &since);
  else
    for (int k = 0; k < m->nv; k++) w->next[k] = w->free[k];
  if (!(residual >= 0 && residual <= m->tol)) return RK_UNSOLVED;
  RK_NAME(move)(m, w, lane);
  double sum = 0;
  for (int k = 0; k < m->nv; k++) sum += w->next[k];
  for (int k = 0; k < m->nq; k++) sum += w->q[k];
  if (!isfinite(sum)) return RK_UNSOLVED;
  RK_NAME(store)(m, all, w, lane, residual);
  RK_LAP(all, RK_STORE, since);
  return RK_RUNS;
}
