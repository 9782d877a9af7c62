/* The contact problem of one simulation, exact cones (docs/batch.md): proximal points by Newton's method on Alart and
   Curnier's map, the first with a small compliance around 0, which chooses the split, the next around their last one
   (docs/solvers/auto.md in small). Dense: the active part of it is small. A group of lanes does it. */
#ifndef RK_SOLVE_H
#define RK_SOLVE_H

#include "kernels/solver.h"

/* --- maps ------------------------------------------------------------------------------------------------- */

/* what x leaves of the laws, scaled and relative; u is that of x. `within`: with targets within their leeway */
RK_FUNCTION double rk_left_over(const rk_solver *w, const double *x, const double *u, int within) {
  double total = 0, relative = 1 / w->typical;
  RK_EACH(k, w->units) {
    if (k < w->rows) {
      double e = rk_clamp(u[k], x[k] - w->high[k], x[k] - w->low[k]);
      total += e * e;
      continue;
    }
    int i = k - w->rows, at = w->rows + 3 * i;
    double v[3] = {u[at], u[at + 1], u[at + 2]};
    if (within) rk_take_leeway(w->down[i], w->up[i], x[at], v);
    total += rk_natural_square(w->low[k], x[at], x[at + 1], x[at + 2], v[0], v[1], v[2]) *
             w->response[k] * relative;
  }
  return sqrt(rk_sum(total));
}

/* u = A x + c, or A x alone */
RK_FUNCTION void rk_multiply(const rk_solver *w, const double *x, const double *c, double *u) {
  int ld = w->width;
  RK_EACH(i, w->n) {
    const double *A = w->A + i;
    double sum = c ? c[i] : 0, other = 0;
    int j = 0;
    RK_LOOP
    for (; j + 4 <= w->n; j += 4, A += 4 * ld) {
      double a0 = A[0], a1 = A[ld], a2 = A[2 * ld], a3 = A[3 * ld];
      double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
      sum += a0 * x0 + a2 * x2;
      other += a1 * x1 + a3 * x3;
    }
    RK_LOOP
    for (; j < w->n; j++, A += ld) sum += A[0] * x[j];
    u[i] = sum + other;
  }
  RK_MEET();
}

/* notes the residual at x, u of which is known, and the best point so far */
RK_FUNCTION void rk_look(rk_solver *w) {
  w->residual = rk_left_over(w, w->x, w->u, 0);
  if (!(w->residual < w->best_residual)) return;
  w->best_residual = w->residual;
  RK_EACH(i, w->n) w->best[i] = w->x[i];
}

RK_FUNCTION void rk_go_to(rk_solver *w, const double *x) {
  RK_EACH(i, w->n) w->x[i] = x ? x[i] : 0;
  RK_MEET();
  rk_multiply(w, w->x, w->c, w->u);
  rk_look(w);
}

/* F of one contact, and Q where it slips: u the velocity with the pull of the centre */
RK_FUNCTION int rk_contact_map(double mu, const double *x, const double *u, double *F, double *Q) {
  double y[3] = {x[0] - u[0], x[1] - u[1], x[2] - u[2]}, radius = mu * y[0];
  double square = y[1] * y[1] + y[2] * y[2];
  if (!(y[0] > 0)) {
    for (int e = 0; e < 3; e++) F[e] = x[e];
    return RK_OPEN;
  }
  F[0] = u[0];
  if (square <= radius * radius && mu > 0) { /* u = 0 */
    F[1] = u[1];
    F[2] = u[2];
    return RK_STICKS;
  }
  /* F_t = x_t - mu y_n e, e = y_t / |y_t| */
  double inverse = rk_inverse_root(square);
  double e0 = y[1] * inverse, e1 = y[2] * inverse, ratio = radius * inverse;
  F[1] = x[1] - radius * e0;
  F[2] = x[2] - radius * e1;
  Q[0] = mu * e0;
  Q[1] = ratio * (1 - e0 * e0);
  Q[2] = Q[4] = -ratio * e0 * e1;
  Q[3] = mu * e1;
  Q[5] = ratio * (1 - e1 * e1);
  return RK_SLIPS;
}

/* F and its derivative at x + t step for the problem with A + alpha w around the centre; |F|^2. Active unknowns are listed. */
RK_FUNCTION double rk_map_at(rk_solver *w, double alpha, double t, int *active) {
  double sum = 0;
  int count = 0;
  RK_LOOP
  for (int base = 0; base < w->units; base += RK_WIDTH) {
    int k = base + RK_LANE, kind = RK_OPEN, at = 0;
    if (k < w->rows) {
      double x = w->x[k] + t * w->step[k], u = w->u[k] + t * w->change[k];
      double pulled = u + alpha * w->weight[k] * (x - w->centre[k]), y = x - pulled;
      at = k;
      kind = y > w->low[k] && y < w->high[k] ? RK_STICKS : RK_OPEN;
      double F = kind ? pulled : x - (y <= w->low[k] ? w->low[k] : w->high[k]);
      w->F[k] = F;
      sum += F * F;
    } else if (k < w->units) {
      double x[3], pulled[3], F[3], pull = alpha * w->weight[k];
      at = rk_first_of(w, k);
      for (int e = 0; e < 3; e++) {
        x[e] = w->x[at + e] + t * w->step[at + e];
        pulled[e] =
            w->u[at + e] + t * w->change[at + e] + pull * (x[e] - w->centre[at + e]);
      }
      kind = rk_contact_map(w->low[k], x, pulled, F, w->Q + 6 * (k - w->rows));
      for (int e = 0; e < 3; e++) {
        w->F[at + e] = F[e];
        sum += F[e] * F[e];
      }
    }
    if (k < w->units) w->kind[k] = kind;
    unsigned ones = rk_who(kind && k < w->rows), threes = rk_who(kind && k >= w->rows);
    int place = count + rk_before(ones) + 3 * rk_before(threes);
    RK_LOOP
    for (int e = 0; kind && e < rk_width_of(w, k); e++) w->list[place + e] = at + e;
    count += rk_how_many(ones) + 3 * rk_how_many(threes);
  }
  *active = count;
  sum = rk_sum(sum);
  RK_MEET();
  return sum;
}

/* --- one Newton step ---------------------------------------------------------------------------------------- */

/* A row of the system P + Q (A + alpha w), of the active unknown number p: what columns of A it is made of, and with
   what shares; what its own unit adds there; and its right side. */
typedef struct rk_system_row {
  int column, own, width; /* first column; those of its own unit begin at the active unknown `own` */
  double share[3], extra[3], right;
} rk_system_row;

RK_FUNCTION rk_system_row rk_row_of(const rk_solver *w, int p, double alpha) {
  int i = w->list[p], k = rk_unit_of(w, i), e = i - rk_first_of(w, k);
  double pull = alpha * w->weight[k];
  rk_system_row row = {i, p - e, k < w->rows ? 1 : 3, {1, 0, 0}, {0, 0, 0}, 0};
  if (k < w->rows || e == 0 || w->kind[k] == RK_STICKS) {
    row.extra[0] = e == 0 ? pull : 0;
    row.extra[1] = e == 1 ? pull : 0;
    row.extra[2] = e == 2 ? pull : 0;
    row.right = -w->F[i] - w->change[i];
    return row;
  }
  const double *Q = w->Q + 6 * (k - w->rows) + 3 * (e - 1), *u = w->change + i - e;
  row.column = i - e;
  row.right = -w->F[i];
  for (int f = 0; f < 3; f++) {
    row.share[f] = Q[f];
    row.extra[f] = pull * Q[f] + (f > 0 && f == e) - Q[f];
    row.right -= Q[f] * u[f];
  }
  return row;
}

RK_FUNCTION double rk_entry(const rk_solver *w, const rk_system_row *row, int q) {
  const double *A = w->A + w->list[q] * w->width + row->column;
  double sum = row->share[0] * A[0];
  if (row->share[1] != 0 || row->share[2] != 0) sum += row->share[1] * A[1] + row->share[2] * A[2];
  int f = q - row->own;
  if (f == 0) sum += row->extra[0];
  if (f == 1 && row->width == 3) sum += row->extra[1];
  if (f == 2 && row->width == 3) sum += row->extra[2];
  return sum;
}

RK_FUNCTION void rk_solve_system(rk_solver *w, double alpha, int active) {
  int ld = (active + 1) | 1;
  RK_EACH(p, active) {
    rk_system_row row = rk_row_of(w, p, alpha);
    RK_LOOP
    for (int q = 0; q < active; q++) w->K[p * ld + q] = rk_entry(w, &row, q);
    w->K[p * ld + active] = row.right;
  }
  RK_MEET();
  rk_solve_rows(active, ld, w->K, w->taken, w->list, w->step);
}

/* step with (P + Q (A + alpha w)) step = -F, and change = A step. Open contacts and rows at a bound are known at once:
   step = -F, mostly 0. */
RK_FUNCTION void rk_newton_step(rk_solver *w, double alpha, int active) {
  int any = 0;
  RK_EACH(i, w->n) {
    w->step[i] = w->kind[rk_unit_of(w, i)] ? 0 : -w->F[i];
    w->change[i] = 0;
    any |= w->step[i] != 0;
  }
  RK_LOOP
  for (int whole = rk_who(any) ? 0 : 1; whole < 2; whole++) {
    RK_MEET();
    if (whole && active > 0) rk_solve_system(w, alpha, active);
    RK_MEET();
    rk_multiply(w, w->step, NULL, w->change);
  }
}

/* the square of what the point leaves of the problem itself at most: |alpha w (x - centre)|^2 */
RK_FUNCTION double rk_left_by(const rk_solver *w, double alpha) {
  double sum = 0;
  RK_EACH(i, w->n) {
    double part = alpha * w->weight[rk_unit_of(w, i)] * (w->x[i] - w->centre[i]);
    sum += part * part;
  }
  return rk_sum(sum);
}

/* --- a proximal point ----------------------------------------------------------------------------------------- */

enum { RK_LOST, RK_FOUND, RK_DONE };

typedef struct rk_goal {
  double aim;    /* residual of the problem itself at which all is done; -1: nobody asks for it */
  double sharp;  /* |F| at which the point is found, */
  double rough;  /* or this where it no longer falls, */
  double enough; /* or so much of what the point leaves of the problem */
  int steps;     /* of Newton, at most */
} rk_goal;

/* the point of the centre with the weight alpha, from x on; u is that of x. A step is halved until |F|^2 is below that of one
   of the last points. */
RK_FUNCTION int rk_find_point(rk_solver *w, double alpha, rk_goal goal) {
  enum { PATIENCE = 10, FREE = 10, HALVINGS = 6 };
  int active, steps = 0, halvings = 0;
  double t = 0, merit = 0, reference = 0, last = HUGE_VAL, least = 0, milestone = 0;
  double h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0; /* the last five */
  RK_LOOP
  for (;;) {
    double value = rk_map_at(w, alpha, t, &active);
    if (t > 0) {
      if (!(value <= reference - 2e-4 * t * merit)) {
        if (++halvings == HALVINGS) return RK_LOST;
        t *= 0.5;
        continue;
      }
      RK_EACH(i, w->n) {
        w->x[i] += t * w->step[i];
        w->u[i] += t * w->change[i];
      }
      RK_MEET();
      if (goal.aim > 0) rk_look(w);
      if (++steps > goal.steps) return RK_LOST;
    } else least = milestone = value;
    merit = value;
    h4 = h3;
    h3 = h2;
    h2 = h1;
    h1 = h0;
    h0 = merit;
    least = fmin(least, merit);
    if (w->residual <= goal.aim) return RK_DONE;
    if (merit <= goal.sharp * goal.sharp) return RK_FOUND;
    if (goal.enough > 0 && merit <= goal.enough * goal.enough * rk_left_by(w, alpha))
      return RK_FOUND;
    if (merit <= goal.rough * goal.rough && merit > 0.01 * last) return RK_FOUND;
    last = merit;
    if (steps > 0 && steps % PATIENCE == 0) {
      if (least > 0.64 * milestone) return RK_LOST;
      milestone = least;
    }
    reference = fmax(fmax(fmax(h0, h1), fmax(h2, h3)), h4);
    if (steps < FREE && reference < 1e-3) reference = 1e-3;
    if (!(merit >= 0) || w->iterations >= w->budget) return RK_LOST;
    w->iterations++;
    rk_newton_step(w, alpha, active);
    t = 1;
    halvings = 0;
  }
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

RK_FUNCTION double rk_length(const rk_solver *w) {
  double sum = 0;
  RK_EACH(i, w->n) sum += w->x[i] * w->x[i];
  return sqrt(rk_sum(sum));
}

/* eps (|A| |x| + |c|), what rounding makes of u */
RK_FUNCTION double rk_rounding(const rk_solver *w) {
  double total = 0;
  RK_EACH(i, w->n) {
    double sum = fabs(w->c[i]);
    RK_LOOP
    for (int j = 0; j < w->n; j++) sum += fabs(w->A[j * w->width + i] * w->x[j]);
    total += sum * sum;
  }
  return 2.2e-16 * sqrt(rk_sum(total));
}

/* alpha with which the kernel's share of a residual moves the impulses by a twentieth of their size */
RK_FUNCTION double rk_drifting(const rk_solver *w, double residual) {
  double size = rk_length(w);
  return size > 0 ? residual / (0.05 * size) : HUGE_VAL;
}

/* what x leaves of the problem with the compliance kappa */
RK_FUNCTION double rk_compliant_residual(rk_solver *w, double kappa) {
  RK_EACH(i, w->n) w->change[i] = w->u[i] + kappa * w->weight[rk_unit_of(w, i)] * w->x[i];
  RK_MEET();
  return rk_left_over(w, w->x, w->change, 0);
}

/* an answer within the leeway of its targets will do where nothing is gained any more: 1 where x is one */
RK_FUNCTION int rk_settles(rk_solver *w, double tol) {
  if (w->residual <= tol) return 0;
  double within = rk_left_over(w, w->x, w->u, 1);
  if (within > tol) return 0;
  w->best_residual = within;
  RK_EACH(i, w->n) w->best[i] = w->x[i];
  return 1;
}

/* What is being looked for: the point around 0 with the compliance kappa, which chooses the split. It is tried at once, since
   mostly the impulses of the last step are near enough; where Newton does not find it soon, by way of larger ones; then points one after the other: where they lead no nearer alpha falls, where Newton is lost it
   rises and stays above that for a while. */
enum { RK_COMPLIES, RK_NEARS, RK_SHARPENS, RK_ENDS };

enum { RK_STAYS, RK_STARTS, RK_GOES, RK_SWEEPS, RK_RESTARTS, RK_SPLITS };

typedef struct rk_search_state {
  int what, count, slow, end;
  int goes;         /* where to, and what is done there (rk_arrive) */
  const double *to; /* NULL: 0 */
  int vain; /* points that gained little: a second one, and an answer within the leeway will do */
  double kappa, alpha;
  int direct;          /* 1: this is the try at once, */
  double from;         /* and this the compliance to begin with where it fails */
  double softer;       /* compliance at which a point was found; 0: none was */
  double lowest, last; /* alpha stays above; residual of the last point */
} rk_search_state;

RK_FUNCTION void rk_send(rk_search_state *s, const double *to, int goes) {
  s->to = to;
  s->goes = goes;
}

RK_FUNCTION void rk_begin_points(const rk_solver *w, rk_search_state *s, double alpha) {
  s->what = RK_NEARS;
  s->count = s->slow = s->vain = 0;
  s->alpha = alpha;
  s->lowest = 1e-13;
  s->last = w->residual;
}

/* what comes after a point of the compliance was found or not */
RK_FUNCTION void rk_after_compliance(rk_solver *w, rk_search_state *s, int found) {
  if (found) {
    RK_EACH(i, w->n) w->first[i] = w->x[i];
    RK_MEET();
    if (s->end) {
      w->best_residual = HUGE_VAL;
      rk_send(s, w->x, RK_SPLITS);
      return;
    }
    s->softer = s->alpha;
    s->alpha = fmax(s->kappa, 0.01 * s->softer);
    return;
  }
  if (s->direct) {
    s->direct = 0;
    s->alpha = s->from;
    rk_send(s, w->best, RK_GOES); /* the start: nobody has looked at another point */
    return;
  }
  if ((s->softer > 0 && s->softer <= 5 * s->alpha) || ++s->count > 40) {
    s->what = RK_ENDS;
    return;
  }
  s->alpha = s->softer > 0 ? sqrt(s->softer * s->alpha) : 10 * s->alpha;
  if (s->alpha > 10) s->what = RK_ENDS;
  rk_send(s, s->softer > 0 ? w->first : NULL, RK_GOES);
}

RK_FUNCTION void rk_after_point(rk_solver *w, rk_search_state *s, double tol, int end) {
  if (end == RK_DONE || s->what == RK_SHARPENS || ++s->count > 40) {
    s->what = RK_ENDS;
    return;
  }
  if (end == RK_LOST) {
    rk_send(s, w->centre, RK_GOES);
    s->lowest = s->alpha *= 10;
    s->slow = 1;
    if (s->alpha > 10) s->what = RK_ENDS;
    return;
  }
  double now = w->residual;
  s->slow = now > 0.5 * s->last;
  if (w->best_residual <= tol && now > 0.1 * s->last) {
    s->what = RK_SHARPENS;
    s->alpha = 1e-9;
    s->slow = 1;
    return;
  }
  s->vain += s->slow;
  if (s->slow && s->vain > 1 && rk_settles(w, tol)) {
    s->what = RK_ENDS;
    return;
  }
  if (s->slow) {
    s->lowest = fmax(1e-13, 0.7 * s->lowest);
    s->alpha = fmax(s->lowest, fmin(0.1 * s->alpha, rk_drifting(w, now)));
  }
  s->last = now;
}

/* what the next point has to be, and its centre */
RK_FUNCTION rk_goal rk_next_goal(const rk_model *m, rk_solver *w, rk_search_state *s) {
  rk_goal goal = {-1, 0, 0, 1, s->direct ? RK_DIRECT : 40};
  int complies = s->what == RK_COMPLIES, near = s->slow && w->residual <= 1e3 * m->tol;
  if (complies && s->alpha <= 2 * s->kappa) s->alpha = s->kappa;
  s->end = complies && s->alpha == s->kappa;
  double noise = s->end || (!complies && near) ? rk_rounding(w) : 0;
  RK_EACH(i, w->n) w->centre[i] = complies ? 0 : w->x[i];
  if (s->end) {
    goal.sharp = 1e-14;
    goal.rough = fmax(1e-12, 2 * noise);
    goal.enough = 0;
  } else if (!complies) {
    goal.aim = m->aim;
    goal.sharp = 0.1 * m->aim;
    goal.rough = noise;
  }
  RK_MEET();
  return goal;
}

/* --- from elsewhere ---------------------------------------------------------------------------------------------- */

/* the impulse of one contact that meets its law where all others stay, by projections: A x + q of its own block */
RK_FUNCTION void rk_relax_contact(const double A[9], double mu, double x[3], const double q[3]) {
  double normal = 1 / fmax(A[0], 1e-12);
  double tangent = 1 / fmax(A[4] + A[8], 1e-12); /* the trace: no eigenvalue is larger */
  RK_LOOP
  for (int k = 0; k < 12; k++) {
    double before[3] = {x[0], x[1], x[2]}, change = 0;
    x[0] = fmax(0.0, x[0] - normal * (q[0] + A[0] * x[0] + A[1] * x[1] + A[2] * x[2]));
    double y1 = x[1] - tangent * (q[1] + A[3] * x[0] + A[4] * x[1] + A[5] * x[2]);
    double y2 = x[2] - tangent * (q[2] + A[6] * x[0] + A[7] * x[1] + A[8] * x[2]);
    double length = sqrt(y1 * y1 + y2 * y2), most = mu * x[0],
           scale = length > most ? most / length : 1;
    x[1] = scale * y1;
    x[2] = scale * y2;
    for (int e = 0; e < 3; e++) change = fmax(change, fabs(x[e] - before[e]));
    if (change <= 1e-6 * (x[0] + before[0])) break;
  }
}

/* sweeps over all units, each by itself (nonsmooth Gauss-Seidel); u follows x */
RK_FUNCTION void rk_sweep_units(rk_solver *w, int sweeps) {
  RK_LOOP
  for (int k = 0; k < sweeps * w->units; k++) {
    int unit = k % w->units, at = rk_first_of(w, unit), width = rk_width_of(w, unit);
    double A[9], x[3], q[3], before[3];
    RK_LOOP
    for (int e = 0; e < width; e++) {
      before[e] = x[e] = w->x[at + e];
      q[e] = w->u[at + e];
      for (int f = 0; f < width; f++) A[3 * e + f] = w->A[(at + e) * w->width + at + f];
    }
    if (width == 1) x[0] = rk_clamp(x[0] - q[0] / fmax(A[0], 1e-12), w->low[unit], w->high[unit]);
    else {
      for (int e = 0; e < 3; e++)
        q[e] -= A[3 * e] * x[0] + A[3 * e + 1] * x[1] + A[3 * e + 2] * x[2];
      rk_relax_contact(A, w->low[unit], x, q);
    }
    RK_MEET();
    RK_EACH(i, w->n) {
      RK_LOOP
      for (int e = 0; e < width; e++)
        w->u[i] += w->A[(at + e) * w->width + i] * (x[e] - before[e]);
    }
    for (int e = 0; e < width && RK_LANE == 0; e++) w->x[at + e] = x[e];
    RK_MEET();
  }
}

/* another start: the best point, then 0, then impulses without order; to be swept, so that they are not far from the laws */
RK_FUNCTION void rk_start_elsewhere(rk_solver *w, rk_search_state *s, int attempt) {
  double size = attempt < 2 ? 0 : fmax(1.0, rk_length(w));
  RK_EACH(i, w->n) {
    double draw = size > 0 ? size * (2 * rk_draw(1, (uint64_t)attempt, 0, (uint64_t)i) - 1) : 0;
    w->step[i] = attempt == 0 ? w->best[i] : draw;
  }
  RK_MEET();
  rk_send(s, w->step, RK_SWEEPS);
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

/* what is done where the search was sent to; 0: it is sent on */
RK_FUNCTION int rk_arrive(rk_solver *w, rk_search_state *s) {
  enum { SWEEPS = 60 };
  int goes = s->goes;
  s->goes = RK_STAYS;
  if (goes == RK_SWEEPS) {
    rk_sweep_units(w, SWEEPS);
    rk_send(s, w->x, RK_RESTARTS);
    return 0;
  }
  if (goes == RK_SPLITS) rk_begin_points(w, s, s->kappa);
  if (goes == RK_STARTS && w->contacts > 0) {
    s->from = fmax(s->kappa, fmin(1e-3, rk_drifting(w, rk_compliant_residual(w, s->kappa))));
    s->direct = s->from > s->kappa;
    s->alpha = s->kappa;
  }
  if (goes == RK_RESTARTS || (goes == RK_STARTS && w->contacts == 0)) {
    int first = goes == RK_STARTS;
    if (first) RK_EACH(k, w->rows) w->weight[k] = 1;
    rk_begin_points(w, s,
                    fmax(first ? 1e-13 : 1e-10,
                         fmin(first ? 1e-3 : 1e-2, rk_drifting(w, w->residual))));
  }
  return 1;
}

/* from w->x on; 1 where w->best meets the tolerance. w->first: what the next step starts from. The first budget is for the
   split that is asked for; a larger one also for answers without. */
RK_FUNCTION int rk_solve(const rk_model *m, rk_solver *w) {
  enum { ATTEMPTS = 8 };
  rk_search_state s = {RK_COMPLIES, 0, 0, 0, RK_STARTS, w->x, 0, 0, 0, 0, 0, 0, 0, 0};
  int attempt = 0, split = 1;
  s.kappa = w->all_units - w->all_rows >= 16 ? 1e-6 : 1e-8;
  w->best_residual = HUGE_VAL;
  RK_LOOP
  for (;;) {
    if (s.goes) {
      rk_go_to(w, s.to);
      if (!rk_arrive(w, &s)) continue;
    }
    if (w->iterations >= w->budget) break;
    rk_goal goal = rk_next_goal(m, w, &s);
    int end = rk_find_point(w, s.alpha, goal);
    if (s.what == RK_COMPLIES) {
      rk_after_compliance(w, &s, end == RK_FOUND);
      if (s.what == RK_ENDS) split = 0;
    } else rk_after_point(w, &s, m->tol, end);
    if (s.what != RK_ENDS) continue;
    if ((split || attempt) && w->best_residual <= m->tol) break;
    if (w->budget <= RK_BUDGET || attempt == ATTEMPTS) break;
    split = 0;
    RK_MEET();
    rk_start_elsewhere(w, &s, attempt++);
  }
  RK_MEET();
  int kept = split && s.what != RK_COMPLIES;
  RK_EACH(i, w->n) {
    if (!kept) w->first[i] = w->best[i];
    w->x[i] = w->best[i];
  }
  RK_MEET();
  if (!kept && !attempt) return 0;
  rk_multiply(w, w->x, w->c, w->u);
  return w->best_residual <= m->tol;
}

/* --- with targets that create no energy ---------------------------------------------------------------------------- */

/* 1 where overlaps that part would create energy: the work of all impulses is above what the tolerance explains */
RK_FUNCTION int rk_creates_energy(const rk_model *m, const rk_record *r, const rk_solver *w,
                                  int slot) {
  double unit = w->reference > 0 ? w->reference : 1, work = 0, size = 0;
  double least = 1e-9 * w->reference * sqrt(w->typical);
  int pushed = 0;
  RK_EACH(i, w->contacts) pushed |= w->target[i] > least;
  if (!rk_who(pushed)) return 0;
  RK_EACH(i, w->n) {
    int k = rk_unit_of(w, i), e = i - rk_first_of(w, k), from = w->unit[k];
    double impulse = w->best[i] * w->scale[k] * unit, after = w->u[i] * unit / w->scale[k];
    double a = k < w->rows ? w->response[k] : w->typical;
    after += k < w->rows ? RK_REAL_AT(r, pushed, from, slot) : e == 0 ? w->target[k - w->rows] : 0;
    work += impulse * 0.5 * (RK_REAL_AT(r, before, rk_place_of(w, from) + e, slot) + after);
    size += a * impulse * impulse;
  }
  return rk_sum(work) > m->tol * w->reference * sqrt(rk_sum(size));
}

/* the answer, and what the next step starts from, into the record; the others have no impulse */
RK_FUNCTION void rk_keep_answer(const rk_record *r, const rk_solver *w, int slot) {
  double unit = w->reference > 0 ? w->reference : 1;
  RK_EACH(k, w->all_units) {
    int works = k < w->units, to = rk_place_of(w, w->unit[k]), from = works ? rk_first_of(w, k) : 0;
    double raw = works ? unit * w->scale[k] : 0;
    RK_LOOP
    for (int e = 0; e < (w->unit[k] < w->all_rows ? 1 : 3); e++) {
      RK_REAL_AT(r, impulse, to + e, slot) = works ? raw * w->best[from + e] : 0;
      RK_REAL_AT(r, start, to + e, slot) =
          works ? raw * (w->contacts ? w->first : w->best)[from + e] : 0;
    }
  }
}

/* the impulses of those that are worked with; 1 where they meet the tolerance */
RK_FUNCTION int rk_meet_some(const rk_model *m, const rk_record *r, rk_solver *w, int slot) {
  RK_LOOP
  for (int again = 0;; again++) {
    rk_scale_vectors(r, w, slot);
    double unit = w->reference > 0 ? w->reference : 1;
    int solved = rk_solve(m, w);
    RK_MEET();
    if (!solved || again || !rk_creates_energy(m, r, w, slot)) return solved;
    RK_MEET();
    RK_EACH(i, w->n) w->first[i] = unit * w->scale[rk_unit_of(w, i)] * w->best[i];
    RK_EACH(i, w->contacts) w->target[i] = fmin(w->target[i], 0.0);
    RK_EACH(i, w->all_units - w->all_rows)
      RK_REAL_AT(r, target, i, slot) = fmin(RK_REAL_AT(r, target, i, slot), 0.0);
    RK_MEET();
  }
}

/* Impulses of the step of one simulation, from its record and into it; 1 where they meet the tolerance. `size`: doubles
   of the room. */
RK_FUNCTION int rk_meet_laws(const rk_model *m, const rk_record *r, rk_solver *w, double *room,
                             size_t size, int slot) {
  w->iterations = 0;
  w->rows = RK_INT_AT(r, work_rows, 0, slot);
  w->contacts = RK_INT_AT(r, work_contacts, 0, slot);
  rk_carve_record(m, r, w, room, slot);
  rk_stage(m, r, w, slot);
  RK_LOOP
  for (int first = 1;; first = 0) {
    if (rk_solver_room(m, w->all_units, w->rows, w->contacts) > size) return 0;
    w->units = w->rows + w->contacts;
    rk_list_units(r, w, slot);
    rk_carve(w);
    rk_assemble(m, r, w, first, slot);
    rk_load_start(r, w, slot);
    int solved = rk_meet_some(m, r, w, slot);
    rk_keep_answer(r, w, slot);
    RK_MEET();
    if (solved && rk_find_missing(m, r, w, slot)) continue;
    if (RK_LANE == 0) {
      RK_REAL_AT(r, measure, w->all_units, slot) = w->typical;
      RK_INT_AT(r, iterations, 0, slot) = w->iterations;
    }
    RK_MEET();
    return solved;
  }
}

#endif
