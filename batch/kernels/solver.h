/* The problem of one simulation, and the room of a group for it: on a GPU shared memory, which is carved up by how many
   unknowns there are. */
#ifndef RK_SOLVER_H
#define RK_SOLVER_H

#include "kernels/group.h"

/* what units are in the map */
enum { RK_OPEN, RK_STICKS, RK_SLIPS }; /* of a row: at a bound, free */

typedef struct rk_solver {
  int rows, contacts, units, n, nv, ld; /* ld: of W */
  int most;                             /* active unknowns that there is room for */
  int budget;                           /* iterations */
  int listed;                           /* unknowns that `part` is of; -1: of none */
  double *W;                            /* A = W W', scaled: diagonal blocks near 1 */
  double *y;                            /* W' times something */
  double *part, *K; /* A of the active unknowns; the system, where registers do not hold it */
  /* of unknowns; |c| = 1 */
  double *c, *x, *u, *F, *step, *trial, *trial_u, *centre, *best, *first;
  /* of units; weight: of the compliance; low: of contacts mu; high: of contacts nothing */
  double *response, *scale, *weight, *low, *high;
  /* of contacts; Q: two rows of dF/du where it slips, and dF/dx = (0, 1) - Q (1, 0; 0, 1) but for a sign in the first */
  double *down, *up, *target, *Q;
  int *list, *of_part, *kind; /* active unknowns; those of `part`; of units */
  double typical, reference, residual, best_residual;
  int iterations;
} rk_solver;

/* doubles for M, motion and poses, which lie where vectors come */
RK_FUNCTION int rk_staging(const rk_model *m) { return m->nentry + 7 * m->nv + 3 * m->nbody; }

/* doubles of vectors for so many rows and contacts; of systems for so many active unknowns */
RK_FUNCTION int rk_vectors_room(const rk_model *m, int rows, int contacts) {
  int n = rows + 3 * contacts, units = rows + contacts;
  int vectors = m->nv + 10 * n + 2 * units + 9 * contacts + (2 * n + units + 1) / 2;
  return (vectors > rk_staging(m) ? vectors : rk_staging(m)) + 3 * units;
}
RK_FUNCTION int rk_system_room(int most) {
  int K = most * ((most + 1) | 1);
  if (RK_WIDTH > 1 && most <= RK_IN_REGISTERS) K = 0;
  return most * (most | 1) + K;
}
RK_FUNCTION size_t rk_solver_room(const rk_model *m, int rows, int contacts, int most) {
  return (size_t)((rows + 3 * contacts) * (m->nv | 1) + rk_vectors_room(m, rows, contacts) +
                  rk_system_room(most));
}

RK_FUNCTION void rk_carve(const rk_model *m, rk_solver *w, double *room, int most) {
  int n = w->n = w->rows + 3 * w->contacts, units = w->units = w->rows + w->contacts;
  w->nv = m->nv;
  w->ld = m->nv | 1;
  w->most = most;
  w->listed = -1;
  w->W = room;
  w->part = room += n * w->ld + rk_vectors_room(m, w->rows, w->contacts);
  w->K = w->part + most * (most | 1);
  w->response = room = w->W + n * w->ld;
  w->scale = room += units;
  w->weight = room += units;
  w->y = room += units;
  w->c = room += m->nv;
  w->x = room += n;
  w->u = room += n;
  w->F = room += n;
  w->step = room += n;
  w->trial = room += n;
  w->trial_u = room += n;
  w->centre = room += n;
  w->best = room += n;
  w->first = room += n;
  w->low = room += n;
  w->high = room += units;
  w->down = room += units;
  w->up = room += w->contacts;
  w->target = room += w->contacts;
  w->Q = room += w->contacts;
  w->list = (int *)(room + 6 * w->contacts);
  w->of_part = w->list + n;
  w->kind = w->of_part + n;
}

/* where M, motion and places are staged: past what units have */
RK_FUNCTION double *rk_stage_of(const rk_solver *w) { return w->y; }

RK_FUNCTION int rk_first_of(const rk_solver *w, int unit) {
  return unit < w->rows ? unit : w->rows + 3 * (unit - w->rows);
}
RK_FUNCTION int rk_width_of(const rk_solver *w, int unit) { return unit < w->rows ? 1 : 3; }
RK_FUNCTION int rk_unit_of(const rk_solver *w, int i) {
  return i < w->rows ? i : w->rows + (i - w->rows) / 3;
}

/* --- W ------------------------------------------------------------------------------------------------- */

/* L, D^-1/2, motion and places, from the record into the room of vectors */
RK_FUNCTION void rk_stage(const rk_model *m, const rk_record *r, rk_solver *w, int slot) {
  double *L = rk_stage_of(w), *root = L + m->nentry, *S = root + m->nv, *x = S + 6 * m->nv;
  RK_EACH(k, m->nentry) L[k] = RK_REAL_AT(r, M, k, slot);
  RK_EACH(k, m->nv) root[k] = sqrt(RK_REAL_AT(r, inverse, k, slot));
  RK_EACH(k, 6 * m->nv) S[k] = RK_REAL_AT(r, motion, k, slot);
  RK_EACH(k, 3 * m->nbody) x[k] = RK_REAL_AT(r, xpos, k, slot);
}

/* the column of a contact and a degree of freedom in G': velocity of body 1 against body 2, in the contact's frame */
RK_FUNCTION void rk_load_column(const rk_model *m, const rk_record *r, rk_solver *w, int i, int k,
                                int slot) {
  const double *S = rk_stage_of(w) + m->nentry + m->nv + 6 * k,
               *x = rk_stage_of(w) + m->nentry + 7 * m->nv;
  unsigned one = (unsigned)m->body_path[RK_INT_AT(r, body1, i, slot)];
  unsigned two = (unsigned)m->body_path[RK_INT_AT(r, body2, i, slot)];
  double *to = w->W + (w->rows + 3 * i) * w->ld + k, column[3] = {0, 0, 0};
  if ((one ^ two) >> k & 1) {
    double at[3], frame[9], v[3];
    for (int e = 0; e < 3; e++) at[e] = RK_REAL_AT(r, position, 3 * i + e, slot);
    for (int e = 0; e < 9; e++) frame[e] = RK_REAL_AT(r, frame, 9 * i + e, slot);
    rg_v3_sub(at, at, x + 3 * m->dof_body[k]);
    rg_v3_cross(v, S, at);
    rg_v3_add(v, v, S + 3);
    rg_mat3_apply(column, frame, v);
    if (two >> k & 1) rg_v3_negate(column, column);
  }
  for (int e = 0; e < 3; e++) to[e * w->ld] = column[e];
}

RK_FUNCTION void rk_load_row(const rk_model *m, const rk_record *r, rk_solver *w, int i, int slot) {
  double *row = w->W + i * w->ld, sign = RK_REAL_AT(r, sign, i, slot);
  int t = RK_INT_AT(r, tendon, i, slot);
  for (int k = 0; k < w->nv; k++) row[k] = 0;
  if (t == -1) row[RK_INT_AT(r, dof, i, slot)] = sign;
  for (int k = 0; k < 3 && t < -1; k++)
    row[RK_INT_AT(r, dof, i, slot) + k] = sign * RK_REAL_AT(r, round, 3 * (-2 - t) + k, slot);
  if (t >= 0)
    for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++)
      row[m->tendon_dof[k]] += sign * m->tendon_coef[k];
}

/* a row of G becomes D^-1/2 L'^-1 g */
RK_FUNCTION void rk_half_solve(const rk_model *m, rk_solver *w, int i) {
  double *x = w->W + i * w->ld;
  const double *L = rk_stage_of(w), *root = L + m->nentry;
  int end = m->nentry;
  for (int k = w->nv - 1; k >= 0; k--) {
    int e = m->dof_row[k] + 1, stop = end;
    double xk = x[k];
    end = e - 1;
    if (xk == 0) continue;
    x[k] = xk * root[k];
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
    for (; e < stop; e++) x[m->entry_dof[e]] -= L[e] * xk;
  }
}

/* how units answer impulses of their own, and the scales that make these answers 1 */
RK_FUNCTION void rk_find_scales(rk_solver *w) {
  double largest = 0, sum = 0, stiffest = 0;
  RK_EACH(k, w->units) {
    int width = rk_width_of(w, k), at = rk_first_of(w, k);
    double own = 0;
    for (int e = 0; e < width; e++) {
      const double *row = w->W + (at + e) * w->ld;
      own += rk_product(row, row, w->nv) / width;
    }
    w->response[k] = own;
    largest = fmax(largest, own);
  }
  largest = rk_most(largest);
  RK_EACH(k, w->units) {
    if (!(w->response[k] > 0)) w->response[k] = largest > 0 ? largest : 1;
    w->scale[k] = 1 / sqrt(w->response[k]);
    if (k < w->rows) continue;
    sum += w->response[k];
    stiffest = fmax(stiffest, w->scale[k] * w->scale[k]);
  }
  w->typical = w->contacts ? rk_sum(sum) / w->contacts : 1;
  /* raw, all contacts have the same compliance; rows that of the stiffest contact */
  stiffest = rk_most(stiffest);
  RK_EACH(k, w->units) w->weight[k] = k < w->rows ? 1 : w->scale[k] * w->scale[k] / stiffest;
  RK_MEET();
}

RK_FUNCTION void rk_assemble(const rk_model *m, const rk_record *r, rk_solver *w, int slot) {
  rk_stage(m, r, w, slot);
  RK_MEET();
  RK_EACH(at, w->contacts * w->nv) rk_load_column(m, r, w, at / w->nv, at % w->nv, slot);
  RK_EACH(i, w->rows) rk_load_row(m, r, w, i, slot);
  RK_MEET();
  RK_EACH(i, w->n) rk_half_solve(m, w, i);
  RK_MEET();
  rk_find_scales(w);
  RK_EACH(i, w->n) {
    double scale = w->scale[rk_unit_of(w, i)];
    for (int k = 0; k < w->nv; k++) w->W[i * w->ld + k] *= scale;
  }
  RK_MEET();
}

/* --- c, bounds, impulses ------------------------------------------------------------------------------------- */

/* targets, and what the last step left to start from */
RK_FUNCTION void rk_load_start(const rk_record *r, rk_solver *w, int slot) {
  RK_EACH(i, w->contacts) w->target[i] = RK_REAL_AT(r, target, i, slot);
  RK_EACH(i, w->n) w->first[i] = RK_REAL_AT(r, start, i, slot);
  RK_MEET();
}

/* c, bounds, and the start in w->first in units in which |c| is 1, as the certificate measures it: the larger of that with
   targets and that without */
RK_FUNCTION void rk_scale_vectors(const rk_record *r, rk_solver *w, int slot) {
  double plain = 0, driven = 0;
  RK_EACH(k, w->units) {
    int first = rk_first_of(w, k), contact = k >= w->rows;
    double size = contact ? w->typical : w->response[k],
           target = contact ? w->target[k - w->rows] : 0;
    for (int e = 0; e < (contact ? 3 : 1); e++) {
      double c = RK_REAL_AT(r, c, first + e, slot), rest = c - (e == 0 ? target : 0);
      plain += c * c / size;
      driven += rest * rest / size;
    }
  }
  w->reference = sqrt(fmax(rk_sum(plain), rk_sum(driven)));
  double unit = w->reference > 0 ? w->reference : 1;
  RK_EACH(k, w->units) {
    int first = rk_first_of(w, k), i = k - w->rows;
    double to_impulse = 1 / (w->scale[k] * unit), to_velocity = w->scale[k] / unit;
    for (int e = 0; e < (i >= 0 ? 3 : 1); e++) {
      double c = RK_REAL_AT(r, c, first + e, slot);
      w->c[first + e] = (c - (i >= 0 && e == 0 ? w->target[i] : 0)) * to_velocity;
      w->x[first + e] = w->first[first + e] * to_impulse;
    }
    if (i < 0) {
      w->low[k] = RK_REAL_AT(r, lower, k, slot) * to_impulse;
      w->high[k] = RK_REAL_AT(r, upper, k, slot) * to_impulse;
    } else {
      w->low[k] = RK_REAL_AT(r, mu, i, slot);
      w->down[i] = RK_REAL_AT(r, leeway, 2 * i, slot) * to_velocity;
      w->up[i] = RK_REAL_AT(r, leeway, 2 * i + 1, slot) * to_velocity;
    }
  }
  RK_MEET();
}

#endif
