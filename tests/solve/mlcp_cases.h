/* MLCPs for tests of solvers, with judges that share no code with the library: a checker,
   enumeration of all complementary bases, random problems, and a reader of dense LCP and MLCP text
   files. */
#ifndef MLCP_CASES_H
#define MLCP_CASES_H

#include "law/forms.h"
#include "solve/front/solver.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { CASE_MAX = 256, ENUMERATE_MAX = 10 };

typedef struct mlcp_case {
  rg_mlcp mlcp;
  double *M, *q, *lower, *upper;
} mlcp_case;

static inline void case_allocate(mlcp_case *c, int n) {
  size_t size = (size_t)n + 1;
  c->M = calloc(size * size, sizeof(double));
  c->q = calloc(size, sizeof(double));
  c->lower = calloc(size, sizeof(double));
  c->upper = calloc(size, sizeof(double));
  for (int i = 0; i < n; i++) c->upper[i] = HUGE_VAL;
  c->mlcp = (rg_mlcp){n, c->M, c->q, c->lower, c->upper, 0};
}

static inline void case_free(mlcp_case *c) {
  free(c->M);
  free(c->q);
  free(c->lower);
  free(c->upper);
}

/* uniform in [-1, 1), the same on every machine (splitmix64) */
static inline double random_value(uint64_t *state) {
  uint64_t x = (*state += 0x9e3779b97f4a7c15u);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return (double)(x >> 11) * (2.0 / 9007199254740992.0) - 1;
}

/* worst violation of lower <= z <= upper with w = M z + q of the right sign, all by max(|.|) of the
   natural map, relative to max(1, |q|) */
static inline double judge(const rg_mlcp *p, const double *z) {
  double worst = 0, size = 1;
  for (int i = 0; i < p->n; i++) {
    double w = p->q[i];
    for (int j = 0; j < p->n; j++) w += p->M[(size_t)i * (size_t)p->n + (size_t)j] * z[j];
    double y = z[i] - w;
    if (y < p->lower[i]) y = p->lower[i];
    if (y > p->upper[i]) y = p->upper[i];
    double e = fabs(z[i] - y);
    if (!(e <= worst)) worst = e;
    if (fabs(p->q[i]) > size) size = fabs(p->q[i]);
  }
  return worst / size;
}

/* Gauss with full row pivoting on an n x (n + 1) system; 0 where it is singular */
static inline int gauss(int n, double *A, double *x) {
  int m = n + 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * m + k]) > fabs(A[best * m + k])) best = i;
    if (fabs(A[best * m + k]) < 1e-11) return 0;
    for (int j = 0; j < m; j++) {
      double t = A[k * m + j];
      A[k * m + j] = A[best * m + j];
      A[best * m + j] = t;
    }
    for (int i = k + 1; i < n; i++) {
      double f = A[i * m + k] / A[k * m + k];
      for (int j = k; j < m; j++) A[i * m + j] -= f * A[k * m + j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] = A[i * m + n];
    for (int j = i + 1; j < n; j++) x[i] -= A[i * m + j] * x[j];
    x[i] /= A[i * m + i];
  }
  return 1;
}

/* z of the basis where state 0 is at lower, 1 at upper, 2 between; 0 where there is none */
static inline int basis_point(const rg_mlcp *p, const int *state, double *z) {
  int n = p->n, inside[ENUMERATE_MAX], count = 0;
  double A[ENUMERATE_MAX * (ENUMERATE_MAX + 1)], x[ENUMERATE_MAX];
  for (int i = 0; i < n; i++) {
    z[i] = state[i] == 0 ? p->lower[i] : state[i] == 1 ? p->upper[i] : 0;
    if (state[i] == 2) inside[count++] = i;
    else if (!isfinite(z[i])) return 0;
  }
  for (int a = 0; a < count; a++) {
    int i = inside[a];
    A[a * (count + 1) + count] = -p->q[i];
    for (int j = 0; j < n; j++) A[a * (count + 1) + count] -= p->M[i * n + j] * z[j];
    for (int b = 0; b < count; b++) A[a * (count + 1) + b] = p->M[i * n + inside[b]];
  }
  if (!gauss(count, A, x)) return 0;
  for (int a = 0; a < count; a++) z[inside[a]] = x[a];
  return 1;
}

/* number of complementary basic solutions, the first of them in z; every problem with a solution
   that is a P, positive semidefinite or row sufficient LCP has one */
static inline int enumerate(const rg_mlcp *p, double *z) {
  int n = p->n, state[ENUMERATE_MAX] = {0}, found = 0;
  double trial[ENUMERATE_MAX];
  for (;;) {
    if (basis_point(p, state, trial) && judge(p, trial) < 1e-9 && found++ == 0)
      memcpy(z, trial, (size_t)n * sizeof *z);
    int k = 0;
    while (k < n && ++state[k] == 3) state[k++] = 0;
    if (k == n) return found;
  }
}

typedef enum case_kind { CASE_P, CASE_SEMIDEFINITE, CASE_MONOTONE, CASE_KINDS } case_kind;

/* M = G G' (+ I for P, + skew part for monotone); G has n/2 columns where M is to be singular */
static inline void random_case(mlcp_case *c, int n, case_kind kind, uint64_t seed) {
  double G[CASE_MAX];
  uint64_t state = seed;
  int rank = kind == CASE_P ? n : (n + 1) / 2;
  case_allocate(c, n);
  for (int i = 0; i < n * rank; i++) G[i] = random_value(&state);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = kind == CASE_P && i == j ? 0.1 : 0;
      for (int k = 0; k < rank; k++) s += G[i * rank + k] * G[j * rank + k];
      c->M[i * n + j] = s;
    }
  for (int i = 0; i < n && kind == CASE_MONOTONE; i++)
    for (int j = 0; j < i; j++) {
      double s = random_value(&state);
      c->M[i * n + j] += s;
      c->M[j * n + i] -= s;
    }
  for (int i = 0; i < n; i++) c->q[i] = random_value(&state);
}

/* every third row free, every third with two bounds, one in six with an upper bound only */
static inline void mix_bounds(mlcp_case *c, uint64_t seed) {
  uint64_t state = seed;
  for (int i = 0; i < c->mlcp.n; i++) {
    double r = random_value(&state);
    if (i % 3 == 1) c->lower[i] = -HUGE_VAL;
    if (i % 3 == 2) c->lower[i] = 0.3 * r - 0.5, c->upper[i] = 0.3 * r + 0.2;
    if (i % 6 == 3) c->lower[i] = -HUGE_VAL, c->upper[i] = 0.5 * r;
    if (i % 6 == 0) c->lower[i] = 0.5 * r;
  }
}

static inline int read_doubles(FILE *file, int count, double *values) {
  for (int i = 0; i < count; i++)
    if (fscanf(file, "%lf", &values[i]) != 1) return 0;
  return 1;
}

/* dense by columns, or blocks, each by columns; both into rows */
static inline int read_matrix(FILE *file, int n, double *M) {
  int storage, rows, columns;
  if (fscanf(file, "%d %d %d", &storage, &rows, &columns) != 3) return 0;
  if (storage == 0) {
    if (fscanf(file, "%d %d", &rows, &columns) != 2 || rows != n || columns != n) return 0;
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        if (fscanf(file, "%lf", &M[i * n + j]) != 1) return 0;
    return 1;
  }
  int blocks, nr, nc, ends_r[16], ends_c[16], filled1, filled2, index1[17], index2[256];
  if (storage != 1 || fscanf(file, "%d %d %d", &blocks, &nr, &nc) != 3 || nr > 16 || nc > 16)
    return 0;
  for (int i = 0; i < nr; i++)
    if (fscanf(file, "%d", &ends_r[i]) != 1) return 0;
  for (int i = 0; i < nc; i++)
    if (fscanf(file, "%d", &ends_c[i]) != 1) return 0;
  if (fscanf(file, "%d %d", &filled1, &filled2) != 2 || filled1 > 17 || filled2 > 256) return 0;
  for (int i = 0; i < filled1; i++)
    if (fscanf(file, "%d", &index1[i]) != 1) return 0;
  for (int i = 0; i < filled2; i++)
    if (fscanf(file, "%d", &index2[i]) != 1) return 0;
  for (int r = 0; r + 1 < filled1; r++)
    for (int k = index1[r]; k < index1[r + 1]; k++) {
      int number, c = index2[k];
      if (fscanf(file, "%d", &number) != 1) return 0;
      for (int j = c ? ends_c[c - 1] : 0; j < ends_c[c]; j++)
        for (int i = r ? ends_r[r - 1] : 0; i < ends_r[r]; i++)
          if (fscanf(file, "%lf", &M[i * n + j]) != 1) return 0;
    }
  return 1;
}

/* 1 where the file was read into a case that the caller frees */
static inline int read_case(const char *path, int mixed, mlcp_case *c) {
  FILE *file = fopen(path, "r");
  int n = 0, m = 0, flags[2] = {0}, ok = 0, block[8];
  if (!file) return 0;
  if (!mixed) ok = fscanf(file, "%d", &m) == 1;
  else ok = fscanf(file, "%d %d %d %d", &flags[0], &flags[1], &n, &m) == 4 && flags[0] == 1;
  for (int i = 0; mixed && ok && i < 5; i++)
    ok = fscanf(file, "%d", &block[i]) == 1; /* 0 n n+m 0 1 */
  if (ok) {
    case_allocate(c, n + m);
    ok = read_matrix(file, n + m, c->M) && read_doubles(file, n + m, c->q);
    for (int i = 0; i < n; i++) c->lower[i] = -HUGE_VAL;
    if (!ok) case_free(c);
  }
  fclose(file);
  return ok;
}

static const char *const LCP_FILES[] = {
    "lcp_CPS_1",      "lcp_CPS_3",      "lcp_CPS_4bis", "lcp_Pang_isolated_sol", "lcp_deudeu",
    "lcp_enum_fails", "lcp_exp_murty2", "lcp_mmc",      "lcp_ortiz_block",       "lcp_trivial"};
static const char *const MLCP_FILES[] = {"Buck2_mlcp",         "BuckFirstStep_mlcp", "PD_mlcp",
                                         "RLCD_mlcp",          "deltasigma2_mlcp",   "deudeu_mlcp",
                                         "diodeBridge40_mlcp", "m2n1_mlcp",          "relay2_mlcp"};

/* one solve from zero: the status the solver gave, its point in z */
static inline rg_status solve_case(const rg_solver_entry *entry, const rg_mlcp *mlcp, double *z,
                                   rg_outcome *outcome) {
  rg_arena arena = {0};
  rg_options options = {.tol = 1e-8};
  for (int i = 0; i < mlcp->n; i++) z[i] = 0;
  memset(outcome, 0, sizeof *outcome);
  void *state = entry->mlcp_setup(&arena, mlcp, &options);
  rg_status status = state ? entry->mlcp_solve(state, mlcp, &options, z, outcome) : RG_NO_MEMORY;
  rg_arena_free(&arena);
  return status;
}

/* how many of the files of up to `largest` unknowns an entry solves, every claim judged; -1 where
   the folder is absent */
static inline int solve_files(const rg_solver_entry *entry, const char *folder, int mixed,
                              int largest, int *false_claims) {
  size_t count =
      mixed ? sizeof MLCP_FILES / sizeof *MLCP_FILES : sizeof LCP_FILES / sizeof *LCP_FILES;
  int solved = -1;
  for (size_t k = 0; k < count; k++) {
    char path[1024];
    mlcp_case c;
    rg_outcome outcome;
    double z[CASE_MAX];
    const char *name = mixed ? MLCP_FILES[k] : LCP_FILES[k];
    snprintf(path, sizeof path, "%s/problems/%s/%s.dat", folder, mixed ? "mlcp" : "lcp", name);
    if (!read_case(path, mixed, &c)) continue;
    if (solved < 0) solved = 0;
    if (c.mlcp.n > largest) {
      case_free(&c);
      continue;
    }
    rg_status status = solve_case(entry, &c.mlcp, z, &outcome);
    if (status == RG_SOLVED && judge(&c.mlcp, z) < 1e-7) solved++;
    else if (status == RG_SOLVED) ++*false_claims;
    else
      printf("  %s: %s not solved: status %d, %s\n", entry->info.name, name, (int)status,
             outcome.reason);
    case_free(&c);
  }
  return solved;
}

/* Asserts how many files an entry solves, without a false claim; says so where there are no files.
 */
static inline void check_files(const rg_solver_entry *entry, int largest, int lcp, int mlcp) {
  int false_claims = 0;
  int lcp_solved = solve_files(entry, RIGOR_SHARED_DATA, 0, largest, &false_claims);
  int mlcp_solved = solve_files(entry, RIGOR_SHARED_DATA, 1, largest, &false_claims);
  if (lcp_solved < 0 || mlcp_solved < 0) {
    print_message("skipped: no problem files under %s\n", RIGOR_SHARED_DATA);
    skip();
  }
  print_message("%s: %d LCP and %d MLCP files solved\n", entry->info.name, lcp_solved, mlcp_solved);
  assert_int_equal(false_claims, 0);
  assert_true(lcp_solved >= lcp);
  assert_true(mlcp_solved >= mlcp);
}

typedef struct tally {
  int total, solvable, solved, refused; /* refused: `no solution` */
} tally;

/* `count` random problems against enumeration: no claim may be false; for P-matrices z is unique */
static inline tally compare_with_enumeration(const rg_solver_entry *entry, case_kind kind,
                                             int mixed, int count) {
  tally t = {0};
  for (int k = 0; k < count; k++) {
    mlcp_case c;
    rg_outcome outcome;
    double z[ENUMERATE_MAX], expected[ENUMERATE_MAX];
    int n = 1 + k % 8;
    random_case(&c, n, kind, (uint64_t)(7 * k + (int)kind));
    if (mixed) mix_bounds(&c, (uint64_t)k);
    int solvable = enumerate(&c.mlcp, expected) > 0;
    rg_status status = solve_case(entry, &c.mlcp, z, &outcome);
    t.total++;
    t.solvable += solvable;
    t.solved += status == RG_SOLVED;
    t.refused += status == RG_NO_SOLUTION;
    if (status == RG_SOLVED) assert_true(judge(&c.mlcp, z) < 1e-7);
    if (status == RG_NO_SOLUTION) assert_false(solvable);
    if (status != RG_SOLVED) assert_true(outcome.reason[0] != 0);
    for (int i = 0; i < n && status == RG_SOLVED && kind == CASE_P; i++)
      assert_true(fabs(z[i] - expected[i]) < 1e-5);
    case_free(&c);
  }
  return t;
}

/* w = 0.1 for every z, start 1e20 (Mylapilli & Jain sec. 2.2.2): the only solution is 0 */
static inline void check_far_start(const rg_solver_entry *entry) {
  double M[1] = {0}, q[1] = {0.1}, lower[1] = {0}, upper[1] = {HUGE_VAL}, z[1] = {1e20};
  rg_mlcp mlcp = {1, M, q, lower, upper, 0};
  rg_outcome outcome = {0};
  rg_options options = {.tol = 1e-10};
  rg_arena arena = {0};
  void *state = entry->mlcp_setup(&arena, &mlcp, &options);
  assert_non_null(state);
  assert_int_equal(entry->mlcp_solve(state, &mlcp, &options, z, &outcome), RG_SOLVED);
  assert_true(z[0] >= 0 && z[0] < 1e-10);
  rg_arena_free(&arena);
}

/* nothing to solve, and a start that is not finite */
static inline void check_edges(const rg_solver_entry *entry) {
  double M[4] = {2, 1, 1, 2}, q[2] = {-5, -6}, lower[2] = {0, 0}, upper[2] = {HUGE_VAL, HUGE_VAL};
  rg_mlcp empty = {0, M, q, lower, upper, 0}, two = {2, M, q, lower, upper, 0};
  rg_outcome outcome = {0};
  rg_options options = {.tol = 1e-10};
  rg_arena arena = {0};
  check_far_start(entry);
  double z[2] = {(double)NAN, HUGE_VAL}, again[2] = {(double)NAN, HUGE_VAL};
  assert_int_equal(solve_case(entry, &empty, z, &outcome), RG_SOLVED);
  void *state = entry->mlcp_setup(&arena, &two, &options);
  assert_non_null(state);
  assert_int_equal(entry->mlcp_solve(state, &two, &options, z, &outcome), RG_SOLVED);
  assert_true(fabs(z[0] - 4.0 / 3) < 1e-8 && fabs(z[1] - 7.0 / 3) < 1e-8);
  assert_int_equal(outcome.reason[0], 0);
  assert_int_equal(entry->mlcp_solve(state, &two, &options, again, &outcome), RG_SOLVED);
  assert_memory_equal(z, again, sizeof z);
  rg_arena_free(&arena);
}

#endif
