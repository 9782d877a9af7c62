/* With y = W' S x, the velocities of the bodies in coordinates in which their mass is 1, contact i has
       u_i = S_i W_i y + kappa S_i^2 x_i + c_i               kappa: compliance of the cone
   and a change dx of its impulse changes y by W_i' S_i dx. */
#include "solve/body_sweep.h"

#include "solve/one_contact.h"
#include "solve/primal_parts.h"

#include <string.h>

int rg_body_sweep_fits(const rg_primal *primal, const rg_cone *cone) {
  if (cone->rows > 0 || cone->d != RG_WIDEST) return 0;
  for (int i = 0; i < primal->members; i++)
    if (!primal->member[i].full) return 0;
  return 1;
}

/* row r of S W y: one direction of a contact */
static inline double velocity(const rg_primal *p, const rg_member *m, int r, const double *y) {
  double sum = 0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const double *w = p->piece[a].w + r * RG_SIX, *v = y + p->piece[a].block * RG_SIX;
    sum += (w[0] * v[0] + w[1] * v[1]) + (w[2] * v[2] + w[3] * v[3]) + (w[4] * v[4] + w[5] * v[5]);
  }
  return sum;
}

static inline void push(const rg_primal *p, const rg_member *m, const double d[3], double *y) {
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const double *restrict w = p->piece[a].w;
    double *restrict v = y + p->piece[a].block * RG_SIX;
    for (int k = 0; k < RG_SIX; k++)
      v[k] += w[k] * d[0] + w[RG_SIX + k] * d[1] + w[2 * RG_SIX + k] * d[2];
  }
}

/* the impulse of one contact, all others held */
static void solve_contact(rg_primal *p, const rg_sweeper *sweeper, const rg_cone *cone, int i,
                          double *x) {
  const rg_member *m = &p->member[i];
  double scale = cone->scale[m->first], q[3], r[3], d[3], *mine = x + m->first;
  const double *c = cone->c + m->first, *A = cone->values + 9 * (size_t)cone->diagonal[i];
  q[0] = scale * velocity(p, m, 0, p->t) + c[0];
  if (mine[0] == 0 && q[0] >= 0) return; /* open, and stays so */
  q[1] = scale * velocity(p, m, 1, p->t) + c[1];
  q[2] = scale * velocity(p, m, 2, p->t) + c[2];
  for (int k = 0; k < 3; k++) {
    q[k] += cone->compliance * scale * scale * mine[k];
    q[k] -= A[3 * k] * mine[0] + A[3 * k + 1] * mine[1] + A[3 * k + 2] * mine[2];
    r[k] = mine[k];
  }
  rg_one_contact(3, A, sweeper->regular[i] ? sweeper->inverse + 9 * i : NULL, cone->mu[i], q, r);
  for (int k = 0; k < 3; k++) {
    d[k] = scale * (r[k] - mine[k]);
    mine[k] = r[k];
  }
  push(p, m, d, p->t);
}

void rg_body_sweeps(rg_primal *primal, const rg_sweeper *sweeper, const rg_cone *cone, int count,
                    double *x) {
  int n = primal->members;
  rg_primal_gather(primal, cone, x, primal->t);
  for (int sweep = 0; sweep < count; sweep++)
    for (int i = 0; i < n; i++) solve_contact(primal, sweeper, cone, sweep & 1 ? n - 1 - i : i, x);
}
