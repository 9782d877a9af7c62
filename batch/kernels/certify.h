/* From impulses to the motion that they make, and how far that is from the laws: through the tree of the bodies, never
   through A or W, and sharing nothing with solve.h but the data. What is measured is what docs/certificate.md calls the
   residual. One thread a simulation. */
#ifndef RK_CERTIFY_H
#define RK_CERTIFY_H

#include "kernels/rows.h"

typedef struct rk_outcome {
  double q[RK_DOFS + 8], next[RK_DOFS], free[RK_DOFS];
  double twist[6 * RK_BODIES]; /* of bodies; forces at first */
} rk_outcome;

RK_FUNCTION void rk_arm(const rk_record *r, int slot, int to, int from, double arm[3]) {
  for (int e = 0; e < 3; e++)
    arm[e] = RK_REAL_AT(r, xpos, 3 * to + e, slot) - RK_REAL_AT(r, xpos, 3 * from + e, slot);
}

RK_FUNCTION void rk_get(const double *array, int size, int first, int count, int slot, double *to) {
  for (int e = 0; e < count; e++) to[e] = array[rk_place_in(size, first + e, slot)];
}

/* --- next = free + M^-1 G' x -------------------------------------------------------------------------------- */

/* the impulse of a contact on both of its bodies */
RK_FUNCTION void rk_add_impulse(const rk_record *r, rk_outcome *w, int i, int at, int slot) {
  double x[3], frame[9], f[3], point[3];
  rk_get(r->impulse, r->reals, at, 3, slot, x);
  rk_get(r->frame, r->reals, 9 * i, 9, slot, frame);
  rk_get(r->position, r->reals, 3 * i, 3, slot, point);
  rg_mat3_apply_t(f, frame, x);
  for (int side = 0; side < 2; side++) {
    int b = side ? RK_INT_AT(r, body2, i, slot) : RK_INT_AT(r, body1, i, slot);
    double arm[3], turn[3], *to = w->twist + 6 * b, sign = side ? -1 : 1;
    for (int e = 0; e < 3; e++) arm[e] = point[e] - RK_REAL_AT(r, xpos, 3 * b + e, slot);
    rg_v3_cross(turn, arm, f);
    rg_v3_add_scaled(to, sign, turn);
    rg_v3_add_scaled(to + 3, sign, f);
  }
}

RK_FUNCTION void rk_apply_impulses(const rk_model *m, const rk_record *r, rk_outcome *w, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  for (int k = 0; k < m->nv; k++) w->next[k] = 0;
  for (int k = 0; k < 6 * m->nbody; k++) w->twist[k] = 0;
  for (int i = 0; i < rows; i++) {
    int t = RK_INT_AT(r, tendon, i, slot);
    double x = RK_REAL_AT(r, sign, i, slot) * RK_REAL_AT(r, impulse, i, slot);
    if (t == -1) w->next[RK_INT_AT(r, dof, i, slot)] += x;
    for (int k = 0; k < 3 && t < -1; k++)
      w->next[RK_INT_AT(r, dof, i, slot) + k] += RK_REAL_AT(r, round, 3 * (-2 - t) + k, slot) * x;
    if (t >= 0)
      for (int k = m->tendon_start[t]; k < m->tendon_start[t] + m->tendon_count[t]; k++)
        w->next[m->tendon_dof[k]] += m->tendon_coef[k] * x;
  }
  for (int i = 0; i < contacts; i++) rk_add_impulse(r, w, i, rows + 3 * i, slot);
  /* from the leaves to the root */
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parent[b];
    double S[6], arm[3];
    for (int k = m->body_dof[b]; k < m->body_dof[b] + m->body_ndof[b]; k++) {
      rk_get(r->motion, r->reals, 6 * k, 6, slot, S);
      w->next[k] += rg_sp_dot(S, w->twist + 6 * b);
    }
    rk_arm(r, slot, b, parent, arm);
    if (parent) rg_sp_add_force_from(w->twist + 6 * parent, w->twist + 6 * b, arm);
  }
  /* L' D L next = that */
  for (int k = m->nv - 1; k >= 0; k--) {
    double x = w->next[k];
    int e = m->dof_row[k] + 1;
    for (int j = m->dof_parent[k]; j >= 0; j = m->dof_parent[j], e++)
      w->next[j] -= RK_REAL_AT(r, M, e, slot) * x;
  }
  for (int k = 0; k < m->nv; k++) {
    double x = w->next[k] * RK_REAL_AT(r, inverse, k, slot);
    int e = m->dof_row[k] + 1;
    for (int j = m->dof_parent[k]; j >= 0; j = m->dof_parent[j], e++)
      x -= RK_REAL_AT(r, M, e, slot) * w->next[j];
    w->next[k] = x;
  }
  for (int k = 0; k < m->nv; k++) w->next[k] += w->free[k];
}

/* --- the residual ---------------------------------------------------------------------------------------------- */

/* velocities of all bodies with the joint velocities `qvel` */
RK_FUNCTION void rk_twists(const rk_model *m, const rk_record *r, rk_outcome *w, const double *qvel,
                           int slot) {
  rg_sp_zero(w->twist);
  for (int b = 1; b < m->nbody; b++) {
    double v[6], arm[3], S[6];
    int parent = m->body_parent[b];
    rk_arm(r, slot, b, parent, arm);
    rg_sp_motion_at(v, w->twist + 6 * parent, arm);
    for (int k = m->body_dof[b]; k < m->body_dof[b] + m->body_ndof[b]; k++) {
      rk_get(r->motion, r->reals, 6 * k, 6, slot, S);
      rg_sp_add_scaled(v, qvel[k], S);
    }
    rg_sp_copy(w->twist + 6 * b, v);
  }
}

/* velocity of body 1 against body 2 at a contact, in its frame */
RK_FUNCTION void rk_contact_motion(const rk_record *r, const rk_outcome *w, int i, int slot,
                                   double u[3]) {
  double relative[3] = {0, 0, 0}, frame[9];
  rk_get(r->frame, r->reals, 9 * i, 9, slot, frame);
  for (int side = 0; side < 2; side++) {
    int b = side ? RK_INT_AT(r, body2, i, slot) : RK_INT_AT(r, body1, i, slot);
    double arm[3], turn[3];
    for (int e = 0; e < 3; e++)
      arm[e] = RK_REAL_AT(r, position, 3 * i + e, slot) - RK_REAL_AT(r, xpos, 3 * b + e, slot);
    rg_v3_cross(turn, w->twist + 6 * b, arm);
    rg_v3_add(turn, turn, w->twist + 6 * b + 3);
    rg_v3_add_scaled(relative, side ? -1 : 1, turn);
  }
  rg_mat3_apply(u, frame, relative);
}

/* what row i leaves, squared, of an energy */
RK_FUNCTION double rk_row_left(const rk_model *m, const rk_record *r, const rk_outcome *w, int i,
                               int slot) {
  int dof = RK_INT_AT(r, dof, i, slot), tendon = RK_INT_AT(r, tendon, i, slot);
  double sign = RK_REAL_AT(r, sign, i, slot), a = RK_REAL_AT(r, measure, i, slot),
         x = RK_REAL_AT(r, impulse, i, slot);
  double u = RK_REAL_AT(r, c, i, slot) + rk_row_product(m, r, slot, dof, tendon, sign, w->next) -
             rk_row_product(m, r, slot, dof, tendon, sign, w->free);
  double low = a * (x - RK_REAL_AT(r, upper, i, slot)),
         high = a * (x - RK_REAL_AT(r, lower, i, slot));
  double e = u < low ? low : u > high ? high : u;
  return e * e / a;
}

/* the same of a contact; `within`: with a target and a surface that are off by no more than is known of them */
RK_FUNCTION double rk_contact_left(const rk_record *r, const rk_outcome *w, int i, int within,
                                   double typical, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot);
  double v[3], impulse[3], x[3], mu = RK_REAL_AT(r, mu, i, slot);
  rk_get(r->impulse, r->reals, rows + 3 * i, 3, slot, x);
  rk_contact_motion(r, w, i, slot, v);
  v[0] -= RK_REAL_AT(r, target, i, slot);
  if (within)
    rk_give_way(RK_REAL_AT(r, leeway, 2 * i, slot), RK_REAL_AT(r, leeway, 2 * i + 1, slot),
                x[0] > 0, v);
  double gap = v[0];
  v[0] += mu * hypot(v[1], v[2]);
  rg_v3_scale(impulse, RK_REAL_AT(r, measure, rows + i, slot), x);
  double left = fmax(rk_law_distance(mu, impulse, v), -0.01 * gap);
  return left * left / typical;
}

/* the larger of |c| and |c - target|, the root of an energy */
RK_FUNCTION double rk_energy_of(const rk_record *r, double typical, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  double free = 0, driven = 0;
  for (int i = 0; i < rows; i++)
    free += RK_REAL_AT(r, c, i, slot) * RK_REAL_AT(r, c, i, slot) / RK_REAL_AT(r, measure, i, slot);
  driven = free;
  for (int i = 0; i < contacts; i++) {
    double c[3];
    rk_get(r->c, r->reals, rows + 3 * i, 3, slot, c);
    double slip = c[1] * c[1] + c[2] * c[2], rest = c[0] - RK_REAL_AT(r, target, i, slot);
    free += (c[0] * c[0] + slip) / typical;
    driven += (rest * rest + slip) / typical;
  }
  return sqrt(fmax(free, driven));
}

/* of the impulses at the velocities that they make; where that is above the tolerance, within what is known of the gaps */
RK_FUNCTION double rk_certify(const rk_model *m, const rk_record *r, rk_outcome *w, int slot) {
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  double typical = RK_REAL_AT(r, measure, rows + contacts, slot), residual = 0;
  double energy = rk_energy_of(r, typical, slot);
  rk_twists(m, r, w, w->next, slot);
  for (int within = 0; within < 2; within++) {
    double total = 0;
    for (int i = 0; i < rows; i++) total += rk_row_left(m, r, w, i, slot);
    for (int i = 0; i < contacts; i++) total += rk_contact_left(r, w, i, within, typical, slot);
    residual = energy > 0 ? sqrt(total) / energy : sqrt(total);
    if (residual <= m->tol) break;
  }
  return residual;
}

#endif
