/* Row by row: row k of L solves L(0..k-1) y = a_k, and its pattern is what the elimination tree
   reaches from the pattern of a_k (Davis 2006, ch. 4). */
#include "math/sparse_ldl.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* elimination tree and the number of entries of every column */
static void find_tree(rg_sparse_ldl *ldl, const int *start, const int *row) {
  for (int k = 0; k < ldl->n; k++) {
    ldl->parent[k] = -1;
    ldl->flag[k] = k;
    ldl->count[k] = 0;
    for (int p = start[k]; p < start[k + 1]; p++)
      for (int i = row[p]; ldl->flag[i] != k; i = ldl->parent[i]) {
        if (ldl->parent[i] < 0) ldl->parent[i] = k;
        ldl->count[i]++;
        ldl->flag[i] = k;
      }
  }
}

rg_sparse_ldl *rg_sparse_ldl_new(rg_arena *arena, int n, const int *start, const int *row) {
  assert(n >= 0 && start[0] == 0);
  rg_sparse_ldl *ldl = RG_NEW(arena, rg_sparse_ldl, 1);
  if (!ldl) return NULL;
  ldl->n = n;
  ldl->parent = RG_NEW(arena, int, n);
  ldl->start = RG_NEW(arena, int, n + 1);
  ldl->inverse = RG_NEW(arena, double, n);
  ldl->count = RG_NEW(arena, int, n);
  ldl->flag = RG_NEW(arena, int, n);
  ldl->stack = RG_NEW(arena, int, n);
  ldl->column = RG_NEW(arena, double, n);
  if (arena->failed) return NULL;
  find_tree(ldl, start, row);
  for (int k = 0; k < n; k++) ldl->start[k + 1] = ldl->start[k] + ldl->count[k];
  ldl->row = RG_NEW(arena, int, ldl->start[n]);
  ldl->value = RG_NEW(arena, double, ldl->start[n]);
  return arena->failed ? NULL : ldl;
}

/* puts column k of A into ldl->column and what it reaches on the stack, in the order of the tree;
   returns where the stack begins */
static int reach(rg_sparse_ldl *ldl, const int *start, const int *row, const double *value, int k) {
  int top = ldl->n;
  ldl->column[k] = 0;
  ldl->flag[k] = k;
  for (int p = start[k]; p < start[k + 1]; p++) {
    int length = 0;
    ldl->column[row[p]] += value[p];
    for (int i = row[p]; ldl->flag[i] != k; i = ldl->parent[i]) {
      ldl->stack[length++] = i;
      ldl->flag[i] = k;
    }
    while (length > 0) ldl->stack[--top] = ldl->stack[--length];
  }
  return top;
}

int rg_sparse_ldl_factor(rg_sparse_ldl *ldl, const int *start, const int *row, const double *value,
                         const double *size, double tiny) {
  assert(tiny >= 0);
  int left_out = 0;
  for (int k = 0; k < ldl->n; k++) {
    ldl->count[k] = 0;
    ldl->flag[k] = -1;
    ldl->column[k] = 0;
  }
  for (int k = 0; k < ldl->n; k++) {
    int top = reach(ldl, start, row, value, k);
    double d = ldl->column[k];
    ldl->column[k] = 0;

    /* row k of L, and D_k = a_kk - sum l^2 D */
    for (; top < ldl->n; top++) {
      int i = ldl->stack[top];
      double y = ldl->column[i], l = y * ldl->inverse[i];
      ldl->column[i] = 0;
      int end = ldl->start[i] + ldl->count[i];
      for (int p = ldl->start[i]; p < end; p++) ldl->column[ldl->row[p]] -= ldl->value[p] * y;
      d -= l * y;
      ldl->row[end] = k;
      ldl->value[end] = l;
      ldl->count[i]++;
    }
    int regular = fabs(d) > tiny * size[k] && fabs(d) < HUGE_VAL;
    ldl->inverse[k] = regular ? 1 / d : 0;
    left_out += !regular;
  }
  return left_out;
}

void rg_sparse_ldl_solve(const rg_sparse_ldl *ldl, double *x) {
  for (int k = 0; k < ldl->n; k++) {
    if (ldl->inverse[k] == 0) x[k] = 0;
    for (int p = ldl->start[k]; p < ldl->start[k + 1]; p++) x[ldl->row[p]] -= ldl->value[p] * x[k];
  }
  for (int k = ldl->n - 1; k >= 0; k--) {
    x[k] *= ldl->inverse[k];
    if (ldl->inverse[k] == 0) continue;
    for (int p = ldl->start[k]; p < ldl->start[k + 1]; p++) x[k] -= ldl->value[p] * x[ldl->row[p]];
  }
}
