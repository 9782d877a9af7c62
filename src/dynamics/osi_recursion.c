/* Operational-space compliance by articulated bodies: O(n) + O(nodes^2), M never appears.

   Kreutz-Delgado, Jain & Rodriguez 1992; Jain 2011, ch. 10. One degree of freedom h at a time (the
   degrees of freedom of one body are a chain of massless bodies in between). With X the shift of
   motion from parent to child:

       tip to base   P = I + sum over children X' (P_c - u u' / d) X,   u = P h
                     d = h' P h + armature                              (rg_articulated_factor)
       base to tip   Y = T X Y_parent X' T' + h h' / d,                 T = 1 - h u' / d
       across        Omega(b, c) = W(b, a) Y_a W(c, a)'

   a is the last common ancestor of b and c, W the product of T X on the way down from a. */
#include "dynamics/osi_parts.h"
#include "dynamics/work.h"

#include <assert.h>
#include <string.h>

/* C = [r]x A */
static void cross_left(double C[9], const double r[3], const double A[9]) {
  for (int j = 0; j < 3; j++) {
    C[j] = r[1] * A[6 + j] - r[2] * A[3 + j];
    C[3 + j] = r[2] * A[j] - r[0] * A[6 + j];
    C[6 + j] = r[0] * A[3 + j] - r[1] * A[j];
  }
}

/* C = A [r]x */
static void cross_right(double C[9], const double A[9], const double r[3]) {
  for (int i = 0; i < 9; i += 3) {
    C[i] = A[i + 1] * r[2] - A[i + 2] * r[1];
    C[i + 1] = A[i + 2] * r[0] - A[i] * r[2];
    C[i + 2] = A[i] * r[1] - A[i + 1] * r[0];
  }
}

/* y = S x */
static void sym6_apply(const rg_sym6 *S, const double x[6], double y[6]) {
  for (int i = 0; i < 3; i++) {
    y[i] = rg_v3_dot(S->aa + 3 * i, x) + rg_v3_dot(S->al + 3 * i, x + 3);
    y[3 + i] = S->al[i] * x[0] + S->al[3 + i] * x[1] + S->al[6 + i] * x[2] +
               rg_v3_dot(S->ll + 3 * i, x + 3);
  }
}

/* S -= x y' + y x' */
static void sym6_subtract_pair(rg_sym6 *S, const double x[6], const double y[6]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      S->aa[3 * i + j] -= x[i] * y[j] + y[i] * x[j];
      S->al[3 * i + j] -= x[i] * y[3 + j] + y[i] * x[3 + j];
      S->ll[3 * i + j] -= x[3 + i] * y[3 + j] + y[3 + i] * x[3 + j];
    }
}

/* Y <- X Y X' */
static void shift_compliance(rg_sym6 *Y, const rg_sym6 *above, const double r[3]) {
  double Ar[9], rB[9], Bt[9], Btr[9];
  *Y = *above;
  cross_right(Ar, above->aa, r);
  for (int i = 0; i < 9; i++) Y->al[i] += Ar[i]; /* B + A r~ */
  cross_left(rB, r, Y->al);
  rg_mat3_transpose(Bt, above->al);
  cross_right(Btr, Bt, r);
  for (int i = 0; i < 9; i++) Y->ll[i] += Btr[i] - rB[i];
}

/* Y <- T Y T' + h h' / d = Y - h z' - z h' */
static void compliance_of_dof(rg_sym6 *Y, const double h[6], const double u[6], double inverse) {
  double z[6], s = 0;
  sym6_apply(Y, u, z);
  for (int i = 0; i < 6; i++) {
    z[i] *= inverse;
    s += u[i] * z[i];
  }
  s = 0.5 * inverse * (s + 1);
  for (int i = 0; i < 6; i++) z[i] -= s * h[i];
  sym6_subtract_pair(Y, h, z);
}

/* W <- X W: the lower rows follow the turning of the upper ones */
static void shift_way(double W[36], const double above[36], const double r[3]) {
  memcpy(W, above, 36 * sizeof(double));
  for (int j = 0; j < 6; j++) {
    W[18 + j] -= r[1] * W[12 + j] - r[2] * W[6 + j];
    W[24 + j] -= r[2] * W[j] - r[0] * W[12 + j];
    W[30 + j] -= r[0] * W[6 + j] - r[1] * W[j];
  }
}

/* W <- T W */
static void way_of_dof(double W[36], const double h[6], const double u[6], double inverse) {
  double row[6] = {0};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) row[j] += u[i] * W[6 * i + j];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) W[6 * i + j] -= h[i] * inverse * row[j];
}

/* compliance of one marked body, and its way from the key above; 0 where it has no inertia */
static int descend(rg_osi *osi, const rg_model *model, const rg_data *data, int body) {
  static const double unit[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                                  0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  const rg_work *work = rg_work_of(data);
  int parent = model->body_parent[body], followed = osi->key_above[parent] >= 0;
  rg_sym6 *Y = osi->compliance + body;
  double *W = osi->way + 36L * body;
  const double *r = work->offset + 3 * body;

  /* motion of the parent, seen from here; the world does not move */
  if (parent) {
    shift_compliance(Y, osi->compliance + parent, r);
    if (followed) shift_way(W, osi->key_of[parent] >= 0 ? unit : osi->way + 36L * parent, r);
  } else memset(Y, 0, sizeof *Y);

  /* the body's own joints */
  for (int k = 0; k < model->body_ndof[body]; k++) {
    int dof = model->body_dof[body] + k;
    const double *h = work->motion + 6 * dof, *u = work->dof_force + 6 * dof;
    double inverse = work->dof_inverse[dof];
    if (!(inverse > 0 && inverse < 1 / work->tiny)) return 0;
    compliance_of_dof(Y, h, u, inverse);
    if (followed) way_of_dof(W, h, u, inverse);
  }
  return 1;
}

static void sym6_store(const rg_sym6 *S, double block[36]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      block[6 * i + j] = S->aa[3 * i + j];
      block[6 * i + 3 + j] = S->al[3 * i + j];
      block[18 + 6 * i + j] = S->al[3 * j + i];
      block[18 + 6 * i + 3 + j] = S->ll[3 * i + j];
    }
}

/* row of blocks of key i: Omega(i, j) = W(i, k) Omega(k, j), k the key above i, j < i */
static void omega_row(rg_osi *osi, int i) {
  double *row = osi->omega + 36L * osi->keys * i;
  const double *W = osi->way + 36L * osi->key_body[i];
  int above = osi->key_parent[i];
  for (int j = 0; j < i; j++) {
    double *block = row + 36 * j;
    memset(block, 0, 36 * sizeof(double));
    if (above < 0) continue; /* a tree of its own, or nothing that moves above */
    int swap = j > above;    /* only blocks on and under the diagonal are kept */
    const double *source =
        osi->omega + 36L * (swap ? osi->keys * j + above : osi->keys * above + j);
    for (int a = 0; a < 6; a++)
      for (int c = 0; c < 6; c++)
        for (int b = 0; b < 6; b++)
          block[6 * a + b] += W[6 * a + c] * (swap ? source[6 * b + c] : source[6 * c + b]);
  }
  sym6_store(osi->compliance + osi->key_body[i], row + 36 * i);
}

rg_status rg_osi_recursion(rg_osi *osi, const rg_model *model, rg_data *data) {
  assert(osi->nbody == model->nbody && osi->nv == model->nv);
  rg_articulated_factor(model, data);
  for (int b = 1; b < model->nbody; b++)
    if (osi->marked[b] && !descend(osi, model, data, b)) return RG_BAD_INPUT;
  for (int i = 0; i < osi->keys; i++) omega_row(osi, i);
  return RG_OK;
}
