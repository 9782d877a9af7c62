/* The problem of one simulation, and the room of a group for it: on a GPU shared memory, which is carved up by how many
   unknowns there are. */
#ifndef RK_SOLVER_H
#define RK_SOLVER_H

#include "kernels/group.h"
#include "kernels/rows.h"

/* what units are in the map */
enum { RK_OPEN, RK_STICKS, RK_SLIPS }; /* of a row: at a bound, free */

typedef struct rk_solver {
  int rows, contacts, units, n, nv, ld; /* of what is worked with; ld: of W */
  int all_rows, all_units;              /* of the record */
  int width;                            /* doubles between two rows of A */
  int budget;                           /* iterations */
  int *unit;     /* units of the record: those that are worked with, then the others */
  double *W;     /* A = W W', scaled: diagonal blocks near 1 */
  double *A, *K; /* K: the system of the active unknowns */
  double *y;     /* W' times something */
  /* of unknowns; |c| = 1. change: of u by step */
  double *c, *x, *u, *F, *step, *change, *centre, *best, *first;
  /* of units; weight: of the compliance; low: of contacts mu; high: of contacts nothing */
  double *response, *scale, *weight, *low, *high;
  /* of contacts; Q: two rows of dF/du where it slips, and dF/dx = (0, 1) - Q (1, 0; 0, 1) but for a sign in the first */
  double *down, *up, *target, *Q;
  int *list, *taken, *kind; /* active unknowns; pivots of the system; of units */
  double typical, stiffest, reference, residual, best_residual;
  int iterations;
} rk_solver;

/* doubles for M, motion and poses, which are read again and again */
RK_FUNCTION int rk_staging(const rk_model *m) { return m->nentry + 7 * m->nv + 3 * m->nbody; }

/* doubles of W, A and vectors; those of a row a lane come first, in the same place */
RK_FUNCTION int rk_problem_room(const rk_model *m, int rows, int contacts) {
  int n = rows + 3 * contacts, units = rows + contacts, ld = m->nv | 1;
  int vectors = 9 * n + 5 * units + 9 * contacts + (2 * n + units + 1) / 2;
  int size = n * ld + n * (n | 1) + n * ((n + 1) | 1) + vectors;
  return size > RK_WIDTH * ld ? size : RK_WIDTH * ld;
}

/* doubles for a problem of which so many rows and contacts are worked with, of so many units */
RK_FUNCTION size_t rk_solver_room(const rk_model *m, int all_units, int rows, int contacts) {
  return (size_t)(rk_staging(m) + m->nv + (all_units + 1) / 2 + rk_problem_room(m, rows, contacts));
}

/* what lies in the room whatever is worked with */
RK_FUNCTION void rk_carve_record(const rk_model *m, const rk_record *r, rk_solver *w, double *room,
                                 int slot) {
  w->all_rows = RK_INT_AT(r, rows, 0, slot);
  w->all_units = w->all_rows + RK_INT_AT(r, contacts, 0, slot);
  w->nv = m->nv;
  w->ld = m->nv | 1;
  w->y = room + rk_staging(m);
  w->unit = (int *)(w->y + m->nv);
  w->W = w->y + m->nv + (w->all_units + 1) / 2;
}

RK_FUNCTION void rk_carve(rk_solver *w) {
  int n = w->n = w->rows + 3 * w->contacts, units = w->units = w->rows + w->contacts;
  double *room = w->W + n * w->ld;
  w->width = n | 1;
  w->A = room;
  w->K = room += n * w->width;
  w->response = room += n * ((n + 1) | 1);
  w->scale = room += units;
  w->weight = room += units;
  w->low = room += units;
  w->high = room += units;
  w->c = room += units;
  w->x = room += n;
  w->u = room += n;
  w->F = room += n;
  w->step = room += n;
  w->change = room += n;
  w->centre = room += n;
  w->best = room += n;
  w->first = room += n;
  w->down = room += n;
  w->up = room += w->contacts;
  w->target = room += w->contacts;
  w->Q = room += w->contacts;
  w->list = (int *)(room + 6 * w->contacts);
  w->taken = w->list + n;
  w->kind = w->taken + n;
}

/* where M, motion and places are */
RK_FUNCTION double *rk_stage_of(const rk_model *m, const rk_solver *w) {
  return w->y - rk_staging(m);
}

RK_FUNCTION int rk_first_of(const rk_solver *w, int unit) {
  return unit < w->rows ? unit : w->rows + 3 * (unit - w->rows);
}
RK_FUNCTION int rk_width_of(const rk_solver *w, int unit) { return unit < w->rows ? 1 : 3; }
RK_FUNCTION int rk_unit_of(const rk_solver *w, int i) {
  return i < w->rows ? i : w->rows + (i - w->rows) / 3;
}

/* of the record: where the unknowns of one of its units begin; which unit one of those is that are worked with */
RK_FUNCTION int rk_place_of(const rk_solver *w, int unit) {
  return unit < w->all_rows ? unit : w->all_rows + 3 * (unit - w->all_rows);
}
RK_FUNCTION int rk_contact_of(const rk_solver *w, int k) { return w->unit[k] - w->all_rows; }

/* --- what is worked with --------------------------------------------------------------------------------- */

/* Units whose impulses were not 0, or that would not meet their laws without; and dry friction. The others mostly need no
   impulse: they are checked when there is an answer (rk_find_missing). */
RK_FUNCTION void rk_choose_works(const rk_record *r, int rows, int units, int slot) {
  int counts[2] = {0, 0};
  RK_LOOP
  for (int base = 0; base < units; base += RK_WIDTH) {
    int k = base + RK_LANE, contact = k >= rows, yes = 0;
    if (k < units) {
      int at = contact ? rows + 3 * (k - rows) : k;
      double rest = RK_REAL_AT(r, c, at, slot);
      if (contact) rest -= RK_REAL_AT(r, target, k - rows, slot);
      yes = rest < 0 || RK_REAL_AT(r, start, at, slot) != 0;
      if (!contact && RK_REAL_AT(r, lower, k, slot) < 0) yes = 1;
      RK_INT_AT(r, works, k, slot) = yes;
    }
    counts[0] += rk_how_many(rk_who(yes && !contact));
    counts[1] += rk_how_many(rk_who(yes && contact));
  }
  if (RK_LANE == 0) {
    RK_INT_AT(r, work_rows, 0, slot) = counts[0];
    RK_INT_AT(r, work_contacts, 0, slot) = counts[1];
  }
}

/* lists those that are worked with, in their order, and then the others */
RK_FUNCTION void rk_list_units(const rk_record *r, rk_solver *w, int slot) {
  int count = 0, others = w->units;
  RK_LOOP
  for (int base = 0; base < w->all_units; base += RK_WIDTH) {
    int k = base + RK_LANE, there = k < w->all_units;
    int works = there && RK_INT_AT(r, works, k, slot);
    unsigned ones = rk_who(works), rest = rk_who(there && !works);
    if (works) w->unit[count + rk_before(ones)] = k;
    else if (there) w->unit[others + rk_before(rest)] = k;
    count += rk_how_many(ones);
    others += rk_how_many(rest);
  }
  RK_MEET();
}

/* --- W ------------------------------------------------------------------------------------------------- */

/* L, D^-1/2, motion and places, from the record into the room */
RK_FUNCTION void rk_stage(const rk_model *m, const rk_record *r, rk_solver *w, int slot) {
  double *L = rk_stage_of(m, w), *root = L + m->nentry, *S = root + m->nv, *x = S + 6 * m->nv;
  rk_fetch(r, r->M, m->nentry, slot, L);
  rk_fetch(r, r->motion, 6 * m->nv, slot, S);
  rk_fetch(r, r->xpos, 3 * m->nbody, slot, x);
  RK_EACH(k, m->nv) root[k] = sqrt(RK_REAL_AT(r, inverse, k, slot));
}

RK_FUNCTION int rk_highest(unsigned bits) {
#ifdef __CUDA_ARCH__
  return 31 - __clz((int)bits);
#else
  int at = 31;
  while (!(bits >> at & 1)) at--;
  return at;
#endif
}

/* Row e of the frame of a contact in G', the velocity of body 1 against body 2 along it; the degrees of freedom that the row
   has after the half solve, a bit each. */
RK_FUNCTION unsigned rk_load_direction(const rk_model *m, const rk_record *r, const rk_solver *w,
                                       int i, int e, int slot, double *row) {
  const double *motion = rk_stage_of(m, w) + m->nentry + m->nv, *x = motion + 6 * m->nv;
  unsigned one = (unsigned)m->body_path[RK_INT_AT(r, body1, i, slot)];
  unsigned two = (unsigned)m->body_path[RK_INT_AT(r, body2, i, slot)];
  double at[3], f[3], arm[3], turn[3];
  for (int k = 0; k < 3; k++) {
    at[k] = RK_REAL_AT(r, position, 3 * i + k, slot);
    f[k] = RK_REAL_AT(r, frame, 9 * i + 3 * e + k, slot);
  }
  RK_LOOP
  for (unsigned left = one ^ two; left;) {
    int k = rk_highest(left);
    const double *S = motion + 6 * k;
    left &= ~(1u << k);
    rg_v3_sub(arm, at, x + 3 * m->dof_body[k]);
    rg_v3_cross(turn, arm, f);
    double entry = rg_v3_dot(S, turn) + rg_v3_dot(S + 3, f);
    row[k] = two >> k & 1 ? -entry : entry;
  }
  return one | two;
}

RK_FUNCTION unsigned rk_load_row(const rk_model *m, const rk_record *r, int i, int slot,
                                 double *row) {
  double sign = RK_REAL_AT(r, sign, i, slot);
  int t = RK_INT_AT(r, tendon, i, slot), dof = RK_INT_AT(r, dof, i, slot);
  if (t == -1) row[dof] = sign;
  for (int k = 0; k < 3 && t < -1; k++)
    row[dof + k] = sign * RK_REAL_AT(r, round, 3 * (-2 - t) + k, slot);
  if (t < 0) return (unsigned)m->body_path[m->dof_body[dof]];
  unsigned path = 0;
  RK_LOOP
  for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++) {
    row[m->tendon_dof[k]] += sign * m->tendon_coef[k];
    path |= (unsigned)m->body_path[m->dof_body[m->tendon_dof[k]]];
  }
  return path;
}

/* a row of G becomes D^-1/2 L'^-1 g; its square is returned */
RK_FUNCTION double rk_half_solve(const rk_model *m, const rk_solver *w, unsigned path, double *x) {
  const double *L = rk_stage_of(m, w), *root = L + m->nentry;
  double square = 0;
  RK_LOOP
  while (path) {
    int k = rk_highest(path);
    path &= ~(1u << k);
    int e = m->dof_row[k] + 1, stop = m->dof_end[k];
    double xk = x[k];
    if (xk == 0) continue;
    x[k] = xk * root[k];
    square += x[k] * x[k];
    RK_LOOP
    for (; e + 4 <= stop; e += 4) {
      int d0 = m->entry_dof[e], d1 = m->entry_dof[e + 1], d2 = m->entry_dof[e + 2],
          d3 = m->entry_dof[e + 3];
      double x0 = x[d0], x1 = x[d1], x2 = x[d2], x3 = x[d3];
      double l0 = L[e], l1 = L[e + 1], l2 = L[e + 2], l3 = L[e + 3];
      x[d0] = x0 - l0 * xk;
      x[d1] = x1 - l1 * xk;
      x[d2] = x2 - l2 * xk;
      x[d3] = x3 - l3 * xk;
    }
    RK_LOOP
    for (; e < stop; e++) x[m->entry_dof[e]] -= L[e] * xk;
  }
  return square;
}

/* Rows of W of units first ... end of the list into consecutive places of `to`, or each into that of its lane; and their
   squares into the record, where the impulses will be. */
RK_FUNCTION void rk_make_rows(const rk_model *m, const rk_record *r, const rk_solver *w, int first,
                              int end, int rows, int keep, double *to, int slot) {
  RK_EACH(i, rows + 3 * (end - first - rows)) {
    int contact = i >= rows, e = contact ? (i - rows) % 3 : 0;
    int unit = w->unit[first + (contact ? rows + (i - rows) / 3 : i)];
    double *row = to + (keep ? i : RK_LANE) * w->ld;
    RK_LOOP
    for (int k = 0; k < w->nv; k++) row[k] = 0;
    unsigned path = contact ? rk_load_direction(m, r, w, unit - w->all_rows, e, slot, row)
                            : rk_load_row(m, r, unit, slot, row);
    RK_REAL_AT(r, impulse, rk_place_of(w, unit) + e, slot) = rk_half_solve(m, w, path, row);
  }
  RK_MEET();
}

/* how units answer impulses of their own, from the squares of their rows: into the record */
RK_FUNCTION void rk_find_responses(const rk_record *r, rk_solver *w, int slot) {
  double largest = 0, sum = 0, least = HUGE_VAL;
  RK_EACH(k, w->all_units) {
    int width = k < w->all_rows ? 1 : 3, at = rk_place_of(w, k);
    double own = 0;
    RK_LOOP
    for (int e = 0; e < width; e++) own += RK_REAL_AT(r, impulse, at + e, slot) / width;
    RK_REAL_AT(r, measure, k, slot) = own;
    largest = fmax(largest, own);
  }
  largest = rk_most(largest);
  RK_EACH(k, w->all_units) {
    double own = RK_REAL_AT(r, measure, k, slot);
    if (!(own > 0)) own = RK_REAL_AT(r, measure, k, slot) = largest > 0 ? largest : 1;
    if (k < w->all_rows) continue;
    sum += own;
    least = fmin(least, own);
  }
  int contacts = w->all_units - w->all_rows;
  w->typical = contacts ? rk_sum(sum) / contacts : 1;
  w->stiffest = rk_most(1 / least);
  RK_MEET();
}

/* the scales that make answers 1. Raw, all contacts have the same compliance; rows that of the stiffest contact */
RK_FUNCTION void rk_find_scales(const rk_record *r, rk_solver *w, int slot) {
  RK_EACH(k, w->units) {
    w->response[k] = RK_REAL_AT(r, measure, w->unit[k], slot);
    w->scale[k] = 1 / sqrt(w->response[k]);
    w->weight[k] = k < w->rows ? 1 : 1 / (w->response[k] * w->stiffest);
  }
  RK_MEET();
  RK_EACH(i, w->n) {
    double scale = w->scale[rk_unit_of(w, i)];
    RK_LOOP
    for (int k = 0; k < w->nv; k++) w->W[i * w->ld + k] *= scale;
  }
  RK_MEET();
}

/* A = W W': pairs are dealt out */
RK_FUNCTION void rk_make_matrix(rk_solver *w) {
  RK_EACH(at, w->n * (w->n + 1) / 2) {
    int p =
        (int)(sqrtf(2.0f * (float)at + 0.25f) - 0.5f); /* the largest with p (p + 1) / 2 <= at */
    while ((p + 1) * (p + 2) / 2 <= at) p++;
    while (p * (p + 1) / 2 > at) p--;
    int q = at - p * (p + 1) / 2;
    double entry = rk_product(w->W + p * w->ld, w->W + q * w->ld, w->nv);
    w->A[p * w->width + q] = w->A[q * w->width + p] = entry;
  }
  RK_MEET();
}

/* `all`: responses of all units are found, else they are those of the last time */
RK_FUNCTION void rk_assemble(const rk_model *m, const rk_record *r, rk_solver *w, int all,
                             int slot) {
  RK_LOOP
  for (int works = !all; works < 2; works++)
    rk_make_rows(m, r, w, works ? 0 : w->units, works ? w->units : w->all_units,
                 works ? w->rows : w->all_rows - w->rows, works, w->W, slot);
  if (all) rk_find_responses(r, w, slot);
  rk_find_scales(r, w, slot);
  rk_make_matrix(w);
}

/* --- c, bounds, impulses ------------------------------------------------------------------------------------- */

/* targets, and what the last step left to start from */
RK_FUNCTION void rk_load_start(const rk_record *r, rk_solver *w, int slot) {
  RK_EACH(k, w->units) {
    int to = rk_first_of(w, k), from = rk_place_of(w, w->unit[k]);
    RK_LOOP
    for (int e = 0; e < rk_width_of(w, k); e++)
      w->first[to + e] = RK_REAL_AT(r, start, from + e, slot);
    if (k >= w->rows) w->target[k - w->rows] = RK_REAL_AT(r, target, rk_contact_of(w, k), slot);
  }
  RK_MEET();
}

/* the larger of |c| with targets and that without, of all units, as the certificate measures it */
RK_FUNCTION void rk_find_reference(const rk_record *r, rk_solver *w, int slot) {
  double plain = 0, driven = 0;
  RK_EACH(k, w->all_units) {
    int contact = k >= w->all_rows, at = rk_place_of(w, k);
    double size = contact ? w->typical : RK_REAL_AT(r, measure, k, slot);
    double target = contact ? RK_REAL_AT(r, target, k - w->all_rows, slot) : 0;
    RK_LOOP
    for (int e = 0; e < (contact ? 3 : 1); e++) {
      double c = RK_REAL_AT(r, c, at + e, slot), rest = c - (e == 0 ? target : 0);
      plain += c * c / size;
      driven += rest * rest / size;
    }
  }
  w->reference = sqrt(fmax(rk_sum(plain), rk_sum(driven)));
}

/* c, bounds, and the start in w->first in units in which |c| is 1 */
RK_FUNCTION void rk_scale_vectors(const rk_record *r, rk_solver *w, int slot) {
  rk_find_reference(r, w, slot);
  double unit = w->reference > 0 ? w->reference : 1;
  RK_EACH(k, w->units) {
    int first = rk_first_of(w, k), i = k - w->rows, from = rk_place_of(w, w->unit[k]);
    double to_impulse = 1 / (w->scale[k] * unit), to_velocity = w->scale[k] / unit;
    RK_LOOP
    for (int e = 0; e < (i >= 0 ? 3 : 1); e++) {
      double c = RK_REAL_AT(r, c, from + e, slot);
      w->c[first + e] = (c - (i >= 0 && e == 0 ? w->target[i] : 0)) * to_velocity;
      w->x[first + e] = w->first[first + e] * to_impulse;
      w->step[first + e] = w->change[first + e] = 0;
    }
    if (i < 0) {
      w->low[k] = RK_REAL_AT(r, lower, w->unit[k], slot) * to_impulse;
      w->high[k] = RK_REAL_AT(r, upper, w->unit[k], slot) * to_impulse;
    } else {
      int at = rk_contact_of(w, k);
      w->low[k] = RK_REAL_AT(r, mu, at, slot);
      w->down[i] = RK_REAL_AT(r, leeway, 2 * at, slot) * to_velocity;
      w->up[i] = RK_REAL_AT(r, leeway, 2 * at + 1, slot) * to_velocity;
    }
  }
  RK_MEET();
}

/* --- what is not worked with --------------------------------------------------------------------------------- */

/* the joint velocities that the impulses w->best make, into w->y: L^-1 D^-1/2 W' x */
RK_FUNCTION void rk_find_motion(const rk_model *m, rk_solver *w) {
  const double *L = rk_stage_of(m, w), *root = L + m->nentry;
  double unit = w->reference > 0 ? w->reference : 1;
  RK_EACH(k, m->nv) {
    double sum = 0;
    RK_LOOP
    for (int i = 0; i < w->n; i++)
      if (w->best[i] != 0) sum += w->W[i * w->ld + k] * w->best[i];
    w->y[k] = sum * root[k] * unit;
  }
  RK_MEET();
  rk_finish_solve(m, L, w->y);
}

/* what the motion in w->y adds to the velocity of a unit, of a contact along its normal */
RK_FUNCTION double rk_added_velocity(const rk_model *m, const rk_record *r, const rk_solver *w,
                                     int unit, int slot) {
  if (unit < w->all_rows)
    return rk_row_product(m, r, slot, RK_INT_AT(r, dof, unit, slot),
                          RK_INT_AT(r, tendon, unit, slot), RK_REAL_AT(r, sign, unit, slot), w->y);
  const double *motion = rk_stage_of(m, w) + m->nentry + m->nv, *x = motion + 6 * m->nv;
  int i = unit - w->all_rows;
  unsigned one = (unsigned)m->body_path[RK_INT_AT(r, body1, i, slot)];
  unsigned two = (unsigned)m->body_path[RK_INT_AT(r, body2, i, slot)];
  double at[3], f[3], arm[3], turn[3], sum = 0;
  for (int k = 0; k < 3; k++) {
    at[k] = RK_REAL_AT(r, position, 3 * i + k, slot);
    f[k] = RK_REAL_AT(r, frame, 9 * i + k, slot);
  }
  RK_LOOP
  for (unsigned left = one ^ two; left;) {
    int k = rk_highest(left);
    const double *S = motion + 6 * k;
    left &= ~(1u << k);
    rg_v3_sub(arm, at, x + 3 * m->dof_body[k]);
    rg_v3_cross(turn, arm, f);
    double entry = rg_v3_dot(S, turn) + rg_v3_dot(S + 3, f);
    sum += two >> k & 1 ? -entry * w->y[k] : entry * w->y[k];
  }
  return sum;
}

/* Units that are not worked with and do not meet their laws without an impulse join; how many do. */
RK_FUNCTION int rk_find_missing(const rk_model *m, const rk_record *r, rk_solver *w, int slot) {
  int joins[2] = {0, 0};
  if (w->units == w->all_units) return 0;
  rk_find_motion(m, w);
  RK_LOOP
  for (int base = w->units; base < w->all_units; base += RK_WIDTH) {
    int k = base + RK_LANE, missing = 0, contact = 0;
    if (k < w->all_units) {
      int unit = w->unit[k], at = rk_place_of(w, unit);
      contact = unit >= w->all_rows;
      double size = contact ? w->typical : RK_REAL_AT(r, measure, unit, slot);
      double u = RK_REAL_AT(r, c, at, slot) + rk_added_velocity(m, r, w, unit, slot);
      if (contact) u -= RK_REAL_AT(r, target, unit - w->all_rows, slot);
      missing = !(u >= -0.1 * m->aim * w->reference * sqrt(size));
      if (missing) RK_INT_AT(r, works, unit, slot) = 1;
    }
    joins[0] += rk_how_many(rk_who(missing && !contact));
    joins[1] += rk_how_many(rk_who(missing && contact));
  }
  if (joins[0] + joins[1] == 0) return 0;
  w->rows += joins[0];
  w->contacts += joins[1];
  if (RK_LANE == 0) {
    RK_INT_AT(r, work_rows, 0, slot) = w->rows;
    RK_INT_AT(r, work_contacts, 0, slot) = w->contacts;
  }
  RK_MEET();
  return joins[0] + joins[1];
}

#endif
