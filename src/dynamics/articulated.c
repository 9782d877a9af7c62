/* Forward dynamics in O(n) by articulated bodies (Featherstone 2008, sec. 7.3, Table 7.1;
   Jain 2011, ch. 7: the innovations factor of M^-1).

   The velocity terms are taken out first by recursive Newton-Euler, qacc = M^-1 (force - C); what
   is left is a linear system whose factor depends on the positions alone. Several degrees of
   freedom of one body are taken out one after the other at the same point, as if massless bodies
   lay between them, so every kind and number of joints is one case; armature is added to the
   pivots. */
#include "dynamics/work.h"

/* U = A S, by the shape of S; returns S' U */
static double force_of_dof(int kind, const double *A, const double *S, double *U) {
  switch (kind) {
  case RG_DOF_TURN: rg_articulated_apply_turn(U, A, S); return rg_v3_dot(S, U);
  case RG_DOF_SLIDE: rg_articulated_apply_slide(U, A, S + 3); return rg_v3_dot(S + 3, U + 3);
  default: rg_articulated_apply(U, A, S); return rg_sp_dot(S, U);
  }
}

void rg_articulated_factor(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  for (int b = 1; b < model->nbody; b++)
    rg_articulated_set(work->articulated + RG_ARTICULATED * b, work->inertia + RG_INERTIA * b);
  for (int i = RG_ARTICULATED; i < RG_ARTICULATED * model->nbody && work->dragged; i++)
    work->articulated[i] += work->drag[i];
  for (int b = model->nbody - 1; b > 0; b--) {
    double A[RG_ARTICULATED];
    for (int i = 0; i < RG_ARTICULATED; i++) A[i] = work->articulated[RG_ARTICULATED * b + i];

    /* take the body's degrees of freedom out, the last first: A -= U U' / D */
    int parent = model->body_parent[b], first = model->body_dof[b];
    for (int k = first + model->body_ndof[b] - 1; k >= first && k >= 0; k--) {
      double *U = work->dof_force + 6 * k;
      double D = force_of_dof(work->dof_kind[k], A, work->motion + 6 * k, U) + work->dof_inertia[k];
      double inverse = 1 / (D < work->tiny ? work->tiny : D);
      work->dof_inverse[k] = inverse;
      if (parent || k > first) rg_articulated_take(A, inverse, U);
    }

    /* what is left is what the parent feels */
    if (parent)
      rg_articulated_add_from(work->articulated + RG_ARTICULATED * parent, A, work->offset + 3 * b);
  }
}

/* from the leaves to the root: what each joint's force leaves unbalanced, passed on to the parent; `wrench`: forces on
   the bodies, NULL: none */
static void gather_unbalanced(const rg_model *model, rg_work *work, const double *wrench,
                              const double *x) {
  double *force = work->force;
  for (int i = 0; i < 6 * model->nbody; i++) force[i] = wrench ? -wrench[i] : 0;
  for (int b = model->nbody - 1; b > 0; b--) {
    double p[6];
    rg_sp_copy(p, force + 6 * b);
    int parent = model->body_parent[b], first = model->body_dof[b];
    for (int k = first + model->body_ndof[b] - 1; k >= first && k >= 0; k--) {
      double u = x[k] - rg_sp_dot(work->motion + 6 * k, p);
      work->dof_unbalanced[k] = u;
      rg_sp_add_scaled(p, u * work->dof_inverse[k], work->dof_force + 6 * k);
    }
    if (parent) rg_sp_add_force_from(force + 6 * parent, p, work->offset + 3 * b);
  }
}

/* from the root to the leaves: x = (u - U' a) / D, a += S x */
static void spread_acceleration(const rg_model *model, rg_work *work, double *x) {
  double *acc = work->acceleration, a[6] = {0};
  rg_sp_zero(acc);
  for (int b = 1; b < model->nbody; b++) {
    rg_sp_from_parent(a, acc, model->body_parent[b], b, work->offset);
    int first = model->body_dof[b], end = first + model->body_ndof[b];
    for (int k = first; k < end; k++) {
      x[k] =
          work->dof_inverse[k] * (work->dof_unbalanced[k] - rg_sp_dot(work->dof_force + 6 * k, a));
      rg_sp_add_scaled(a, x[k], work->motion + 6 * k);
    }
    rg_sp_copy(acc + 6 * b, a);
  }
}

void rg_articulated_solve_pushed(const rg_model *model, rg_data *data, const double *wrench,
                                 double *x) {
  rg_work *work = rg_work_of(data);
  gather_unbalanced(model, work, wrench, x);
  spread_acceleration(model, work, x);
}

void rg_articulated_solve(const rg_model *model, rg_data *data, double *x) {
  rg_articulated_solve_pushed(model, data, NULL, x);
}

void rg_articulated(const rg_model *model, rg_data *data, const double *force, double *qacc) {
  rg_bias(model, data);
  for (int i = 0; i < model->nv; i++) qacc[i] = force[i] - data->qfrc_bias[i];
  rg_articulated_factor(model, data);
  rg_articulated_solve(model, data, qacc);
}
