/* The contact problem of one simulation, exact cones (docs/batch.md): proximal points by Newton's method on Alart and
   Curnier's map, the first with a small compliance around 0, which chooses the split, the next around their last one
   (docs/solvers/auto.md in small). Dense: the active part of it is small. Included once for each size of room. */

/* --- the problem, scaled ------------------------------------------------------------------------------- */

RK_FUNCTION int RK_NAME(units)(const RK_NAME(room) * w) { return w->rows + w->contacts; }

/* first unknown of a unit, and how many it has */
RK_FUNCTION int RK_NAME(first_of)(const RK_NAME(room) * w, int unit) {
  return unit < w->rows ? unit : w->rows + 3 * (unit - w->rows);
}
RK_FUNCTION int RK_NAME(width_of)(const RK_NAME(room) * w, int unit) {
  return unit < w->rows ? 1 : 3;
}
RK_FUNCTION int RK_NAME(unit_of)(const RK_NAME(room) * w, int i) {
  return i < w->rows ? i : w->rows + (i - w->rows) / 3;
}

/* A = W W', scaled so that diagonal blocks are near 1; how units answer impulses of their own */
RK_FUNCTION void RK_NAME(assemble)(const rk_model *m, RK_NAME(room) * w) {
  int n = w->size, units = RK_NAME(units)(w);
  double largest = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      w->A[i * n + j] = w->A[j * n + i] =
          rk_dot(w->W + (size_t)i * RK_DOFS, w->W + (size_t)j * RK_DOFS, m->nv);
  for (int k = 0; k < units; k++) {
    int at = RK_NAME(first_of)(w, k), width = RK_NAME(width_of)(w, k);
    double sum = 0;
    for (int e = 0; e < width; e++) sum += fabs(w->A[(at + e) * (n + 1)]) / width;
    w->response[k] = sum;
    if (sum > largest) largest = sum;
  }
  w->typical = w->contacts ? 0 : 1;
  for (int k = 0; k < units; k++) {
    if (!(w->response[k] > 0)) w->response[k] = largest > 0 ? largest : 1;
    if (k >= w->rows) w->typical += w->response[k] / w->contacts;
    w->scale[k] = 1 / sqrt(w->response[k]);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w->A[i * n + j] *= w->scale[RK_NAME(unit_of)(w, i)] * w->scale[RK_NAME(unit_of)(w, j)];
  /* raw, all contacts have the same compliance; rows that of the stiffest contact */
  largest = 0;
  for (int k = w->rows; k < units; k++) largest = fmax(largest, w->scale[k] * w->scale[k]);
  for (int k = 0; k < units; k++)
    w->weight[k] = k < w->rows ? 1 : w->scale[k] * w->scale[k] / largest;
}

/* the size of c, as the certificate measures it: the larger of |c| and |c - target| */
RK_FUNCTION double RK_NAME(reference_of)(const RK_NAME(room) * w) {
  double plain = 0, driven = 0;
  for (int i = 0; i < w->size; i++) {
    int k = RK_NAME(unit_of)(w, i), normal = i >= w->rows && (i - w->rows) % 3 == 0;
    double measure = k < w->rows ? w->response[k] : w->typical;
    double rest = w->c[i] - (normal ? w->target[k - w->rows] : 0);
    plain += w->c[i] * w->c[i] / measure;
    driven += rest * rest / measure;
  }
  return sqrt(fmax(plain, driven));
}

/* c, bounds and impulses in units in which |c| is 1 */
RK_FUNCTION void RK_NAME(scale_vectors)(RK_NAME(room) * w) {
  double unit = w->reference = RK_NAME(reference_of)(w);
  if (!(unit > 0)) unit = 1;
  for (int i = 0; i < w->size; i++) {
    int k = RK_NAME(unit_of)(w, i), normal = i >= w->rows && (i - w->rows) % 3 == 0;
    double rest = w->c[i] - (normal ? w->target[k - w->rows] : 0);
    w->scaled_c[i] = rest * w->scale[k] / unit;
    w->x[i] = w->impulse[i] / (w->scale[k] * unit);
  }
  for (int i = 0; i < w->rows; i++) {
    w->low[i] = w->lower[i] / (w->scale[i] * unit);
    w->high[i] = w->upper[i] / (w->scale[i] * unit);
  }
}

/* --- maps ------------------------------------------------------------------------------------------------- */

/* what x leaves of the laws, scaled and relative; u is that of x. `within`: with targets within their leeway */
RK_FUNCTION double RK_NAME(left_over)(const RK_NAME(room) * w, const double *x, const double *u,
                                      int within) {
  double total = 0, unit = w->reference > 0 ? w->reference : 1;
  for (int i = 0; i < w->rows; i++) {
    double e = rk_clamp(u[i], x[i] - w->high[i], x[i] - w->low[i]);
    total += e * e;
  }
  for (int i = 0; i < w->contacts; i++) {
    const double *r = x + w->rows + 3 * i;
    double v[3], scale = w->scale[w->rows + i] / unit;
    rg_v3_copy(v, u + w->rows + 3 * i);
    if (within) rk_take_leeway(scale * w->leeway[2 * i], scale * w->leeway[2 * i + 1], r[0], v);
    total += rk_natural_square(w->mu[i], r, v) * w->response[w->rows + i] / w->typical;
  }
  return sqrt(total);
}

/* u = A x + c */
RK_FUNCTION void RK_NAME(velocity_of)(const RK_NAME(room) * w, const double *x, double *u) {
  for (int i = 0; i < w->size; i++)
    u[i] = w->scaled_c[i] + rk_dot(w->A + (size_t)i * (size_t)w->size, x, w->size);
}

/* notes the residual at x, u of which is known, and the best point so far */
RK_FUNCTION void RK_NAME(look)(RK_NAME(room) * w) {
  w->residual = RK_NAME(left_over)(w, w->x, w->u, 0);
  if (!(w->residual < w->best_residual)) return;
  w->best_residual = w->residual;
  for (int i = 0; i < w->size; i++) w->best[i] = w->x[i];
}

/* F and its derivative for the problem with A + alpha w around the centre; |F|^2. Active unknowns are listed. */
RK_FUNCTION double RK_NAME(map_at)(RK_NAME(room) * w, double alpha, const double *x,
                                   const double *u, int *active) {
  double sum = 0, pulled[3] = {0, 0, 0};
  *active = 0;
  for (int k = 0; k < RK_NAME(units)(w); k++) {
    int at = RK_NAME(first_of)(w, k), width = RK_NAME(width_of)(w, k), on;
    for (int e = 0; e < width; e++)
      pulled[e] = u[at + e] + alpha * w->weight[k] * (x[at + e] - w->centre[at + e]);
    if (k < w->rows)
      on = rk_row_map(w->low[k], w->high[k], x[at], pulled[0], w->F + at, w->P + 9 * k,
                      w->Q + 9 * k);
    else
      on =
          rk_contact_map(w->mu[k - w->rows], x + at, pulled, w->F + at, w->P + 9 * k, w->Q + 9 * k);
    for (int e = 0; e < width; e++) {
      sum += w->F[at + e] * w->F[at + e];
      if (on) w->list[(*active)++] = at + e;
    }
  }
  return sum;
}

/* --- one Newton step ---------------------------------------------------------------------------------------- */

/* row e of Q of a unit times column j of A + alpha w, plus P: an entry of P + Q (A + alpha w) */
RK_FUNCTION double RK_NAME(entry)(const RK_NAME(room) * w, int unit, int e, int j, double alpha) {
  int at = RK_NAME(first_of)(w, unit), width = RK_NAME(width_of)(w, unit), n = w->size;
  const double *Q = w->Q + 9 * unit + e * width, *P = w->P + 9 * unit + e * width;
  double sum = 0;
  for (int k = 0; k < width; k++)
    if (Q[k] != 0) sum += Q[k] * w->A[(at + k) * n + j];
  if (j >= at && j < at + width) sum += P[j - at] + alpha * w->weight[unit] * Q[j - at];
  return sum;
}

/* step with (P + Q (A + alpha w)) step = -F. Open contacts and rows at a bound are known at once: step = -F. */
RK_FUNCTION void RK_NAME(newton_step)(RK_NAME(room) * w, double alpha, int active) {
  double *b = w->trial; /* free at this time */
  for (int i = 0; i < w->size; i++) w->step[i] = -w->F[i];
  for (int p = 0; p < active; p++) w->step[w->list[p]] = 0;
  for (int p = 0; p < active; p++) {
    int i = w->list[p], unit = RK_NAME(unit_of)(w, i), e = i - RK_NAME(first_of)(w, unit);
    double sum = -w->F[i];
    for (int j = 0; j < w->size; j++)
      if (w->step[j] != 0) sum -= RK_NAME(entry)(w, unit, e, j, alpha) * w->step[j];
    for (int k = 0; k < active; k++)
      w->K[p * active + k] = RK_NAME(entry)(w, unit, e, w->list[k], alpha);
    b[p] = sum;
  }
  rk_lu_solve(active, w->K, b);
  for (int p = 0; p < active; p++) w->step[w->list[p]] = b[p];
}

/* what the point leaves of the problem itself at most: |alpha w (x - centre)| */
RK_FUNCTION double RK_NAME(left_by)(const RK_NAME(room) * w, double alpha) {
  double sum = 0;
  for (int i = 0; i < w->size; i++) {
    double part = alpha * w->weight[RK_NAME(unit_of)(w, i)] * (w->x[i] - w->centre[i]);
    sum += part * part;
  }
  return sqrt(sum);
}

/* --- a proximal point ----------------------------------------------------------------------------------------- */

enum { RK_NAME(LOST), RK_NAME(FOUND), RK_NAME(DONE) };

typedef struct RK_NAME(goal) {
  double aim;    /* residual of the problem itself at which all is done */
  double sharp;  /* |F| at which the point is found, */
  double rough;  /* or this where it no longer falls, */
  double enough; /* or so much of what the point leaves of the problem */
} RK_NAME(goal);

/* halves the step until |F|^2 is below; |F|^2 there, and x, u are there; or -1 */
RK_FUNCTION double RK_NAME(search)(RK_NAME(room) * w, double alpha, double merit, double reference,
                                   int *active) {
  double t = 1;
  for (int k = 0; k < 6; k++, t *= 0.5) {
    for (int i = 0; i < w->size; i++) w->trial[i] = w->x[i] + t * w->step[i];
    RK_NAME(velocity_of)(w, w->trial, w->trial_u);
    double value = RK_NAME(map_at)(w, alpha, w->trial, w->trial_u, active);
    if (!(value <= reference - 2e-4 * t * merit)) continue;
    for (int i = 0; i < w->size; i++) {
      w->x[i] = w->trial[i];
      w->u[i] = w->trial_u[i];
    }
    return value;
  }
  return -1;
}

/* the point of the centre with the weight alpha, from x on; u is that of x */
RK_FUNCTION int RK_NAME(find_point)(RK_NAME(room) * w, double alpha, RK_NAME(goal) goal) {
  enum { MEMORY = 5, STEPS = 40, PATIENCE = 10, FREE = 10 };
  double history[MEMORY], last = HUGE_VAL;
  int active;
  double merit = history[0] = RK_NAME(map_at)(w, alpha, w->x, w->u, &active);
  double least = merit, milestone = merit;
  for (int k = 0; k <= STEPS; k++) {
    if (w->residual <= goal.aim) return RK_NAME(DONE);
    double map = sqrt(merit);
    if (map <= goal.sharp || map <= goal.enough * RK_NAME(left_by)(w, alpha)) return RK_NAME(FOUND);
    if (map <= goal.rough && map > 0.1 * last) return RK_NAME(FOUND);
    last = map;
    if (k > 0 && k % PATIENCE == 0) {
      if (least > 0.64 * milestone) return RK_NAME(LOST);
      milestone = least;
    }
    double reference = history[0];
    for (int h = 1; h < (k + 1 < MEMORY ? k + 1 : MEMORY); h++)
      reference = fmax(reference, history[h]);
    if (k < FREE && reference < 1e-3) reference = 1e-3;
    w->iterations++;
    RK_NAME(newton_step)(w, alpha, active);
    merit = RK_NAME(search)(w, alpha, merit, reference, &active);
    if (!(merit >= 0)) return RK_NAME(LOST);
    history[(k + 1) % MEMORY] = merit;
    least = fmin(least, merit);
    RK_NAME(look)(w);
  }
  return RK_NAME(LOST);
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

RK_FUNCTION void RK_NAME(go_to)(RK_NAME(room) * w, const double *x) {
  for (int i = 0; i < w->size; i++) w->x[i] = x ? x[i] : 0;
  RK_NAME(velocity_of)(w, w->x, w->u);
  RK_NAME(look)(w);
}

RK_FUNCTION double RK_NAME(length)(const RK_NAME(room) * w) {
  return sqrt(rk_dot(w->x, w->x, w->size));
}

/* eps (|A| |x| + |c|), what rounding makes of u */
RK_FUNCTION double RK_NAME(rounding)(const RK_NAME(room) * w) {
  double total = 0;
  for (int i = 0; i < w->size; i++) {
    double sum = fabs(w->scaled_c[i]);
    for (int j = 0; j < w->size; j++) sum += fabs(w->A[i * w->size + j] * w->x[j]);
    total += sum * sum;
  }
  return 2.2e-16 * sqrt(total);
}

/* alpha with which the kernel's share of a residual moves the impulses by a twentieth of their size */
RK_FUNCTION double RK_NAME(drifting)(const RK_NAME(room) * w, double residual) {
  double size = RK_NAME(length)(w);
  return size > 0 ? residual / (0.05 * size) : HUGE_VAL;
}

/* what x leaves of the problem with the compliance kappa */
RK_FUNCTION double RK_NAME(compliant_residual)(RK_NAME(room) * w, double kappa) {
  for (int i = 0; i < w->size; i++)
    w->trial_u[i] = w->u[i] + kappa * w->weight[RK_NAME(unit_of)(w, i)] * w->x[i];
  return RK_NAME(left_over)(w, w->x, w->trial_u, 0);
}

/* x_1: the point around 0 with the compliance kappa; where Newton is lost a larger one comes first */
RK_FUNCTION int RK_NAME(comply)(RK_NAME(room) * w, double kappa) {
  double softer = 0, alpha = RK_NAME(drifting)(w, RK_NAME(compliant_residual)(w, kappa));
  alpha = fmax(kappa, fmin(1e-3, alpha));
  for (int i = 0; i < w->size; i++) w->centre[i] = 0;
  for (int tries = 0; tries < 40 && alpha <= 10; tries++) {
    if (alpha <= 2 * kappa) alpha = kappa;
    int end = alpha == kappa;
    RK_NAME(goal) goal = {-1, 0, 0, 1};
    if (end) {
      goal.sharp = 1e-14;
      goal.rough = fmax(1e-12, 2 * RK_NAME(rounding)(w));
      goal.enough = 0;
    }
    if (RK_NAME(find_point)(w, alpha, goal) == RK_NAME(FOUND)) {
      for (int i = 0; i < w->size; i++) w->first[i] = w->x[i];
      if (end) return 1;
      softer = alpha;
      alpha = fmax(kappa, 0.01 * softer);
      continue;
    }
    if (softer > 0 && softer <= 4 * alpha) return 0;
    alpha = softer > 0 ? sqrt(softer * alpha) : 10 * alpha;
    RK_NAME(go_to)(w, softer > 0 ? w->first : NULL);
  }
  return 0;
}

/* an answer within the leeway of its targets will do where nothing is gained any more: 1 where x is one */
RK_FUNCTION int RK_NAME(settles)(RK_NAME(room) * w, double tol) {
  if (w->residual <= tol) return 0;
  double within = RK_NAME(left_over)(w, w->x, w->u, 1);
  if (within > tol) return 0;
  w->best_residual = within;
  for (int i = 0; i < w->size; i++) w->best[i] = w->x[i];
  return 1;
}

/* one point around x; where it is lost x stays. `slow`: the last one gained little, and rounding may be why */
RK_FUNCTION int RK_NAME(next_point)(const rk_model *m, RK_NAME(room) * w, double alpha, int slow) {
  int near = slow && w->residual <= 1e3 * m->tol;
  RK_NAME(goal) goal = {m->aim, 0.1 * m->aim, near ? RK_NAME(rounding)(w) : 0, 1};
  for (int i = 0; i < w->size; i++) w->centre[i] = w->x[i];
  int end = RK_NAME(find_point)(w, alpha, goal);
  if (end == RK_NAME(LOST)) RK_NAME(go_to)(w, w->centre);
  return end;
}

/* Points one after the other (docs/solvers/auto.md): where they lead no nearer alpha falls, where Newton is lost it
   rises and stays above that for a while. 1 where the best one meets the tolerance. */
RK_FUNCTION int RK_NAME(find_points)(const rk_model *m, RK_NAME(room) * w, double alpha) {
  double lowest = 1e-13, last = w->residual;
  int slow = 0;
  for (int k = 0; k < 40 && alpha <= 10; k++) {
    int end = RK_NAME(next_point)(m, w, alpha, slow);
    if (end == RK_NAME(DONE)) break;
    if (end == RK_NAME(LOST)) {
      lowest = 3 * alpha;
      alpha *= 10;
      slow = 1;
      continue;
    }
    double now = w->residual;
    slow = now > 0.5 * last;
    if (w->best_residual <= m->tol && now > 0.1 * last) {
      RK_NAME(next_point)(m, w, 1e-9, 1);
      break;
    }
    if (slow && RK_NAME(settles)(w, m->tol)) break;
    if (slow) {
      lowest = fmax(1e-13, 0.7 * lowest);
      alpha = fmax(lowest, fmin(0.25 * alpha, RK_NAME(drifting)(w, now)));
    }
    last = now;
  }
  for (int i = 0; i < w->size; i++) w->x[i] = w->best[i];
  return w->best_residual <= m->tol;
}

/* impulses in the place of the start in w->impulse; 1 where they meet the tolerance. w->first: what the next step
   starts from. Both raw. */
RK_FUNCTION int RK_NAME(solve)(const rk_model *m, RK_NAME(room) * w) {
  double kappa = w->contacts >= 16 ? 1e-6 : 1e-8;
  RK_NAME(scale_vectors)(w);
  double unit = w->reference > 0 ? w->reference : 1;
  w->best_residual = HUGE_VAL;
  RK_NAME(go_to)(w, w->x);
  if (w->contacts > 0) {
    if (!RK_NAME(comply)(w, kappa)) return 0;
    w->best_residual = HUGE_VAL;
    RK_NAME(look)(w);
  } else {
    for (int k = 0; k < w->rows; k++) w->weight[k] = 1;
    kappa = fmax(1e-13, fmin(1e-3, RK_NAME(drifting)(w, w->residual)));
  }
  int solved = RK_NAME(find_points)(m, w, kappa);
  for (int i = 0; i < w->size; i++) {
    double raw = unit * w->scale[RK_NAME(unit_of)(w, i)];
    w->impulse[i] = raw * w->x[i];
    w->first[i] = w->contacts ? raw * w->first[i] : w->impulse[i];
  }
  return solved;
}
