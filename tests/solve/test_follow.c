/* Paths of proximal points: pieces of the contact map against the map itself, bordered systems and the signs of
   their determinants against dense elimination, and whole paths, judged by the natural map of small_cone.h. */
#include "solve/cone/bordered.h"
#include "solve/cone/follow.h"
#include "solve/cone/pieces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/small_cone.h"

typedef unsigned long long random_seed;

static void fill(int n, double size, double *x, random_seed *seed) {
  for (int i = 0; i < n; i++) x[i] = size * small_random(seed);
}

/* a random problem in plane or space with rows that have bounds on either side, or none */
static void random_problem(small_problem *p, int d, int rows, int contacts, double mu,
                           random_seed *seed) {
  small_random_problem(p, d, rows, contacts, 12, mu, seed);
  for (int i = 0; i < rows; i++) {
    if (i % 3 != 0) p->lower[i] = -0.3;
    if (i % 3 != 1) p->upper[i] = 0.2;
  }
}

/* --- pieces --------------------------------------------------------------------------------------- */

/* in the pieces where a point lies the map is the contact map */
static void pieces_make_the_map(void **state) {
  (void)state;
  random_seed seed = 5;
  for (int d = 2; d <= 3; d++)
    for (int round = 0; round < 200; round++) {
      small_problem p;
      rg_arena arena = {0};
      rg_cone cone;
      double x[SMALL_MAX], u[SMALL_MAX], F[SMALL_MAX], G[SMALL_MAX], P[3 * SMALL_MAX];
      double Q[3 * SMALL_MAX], P1[9], Q1[9];
      unsigned char active[SMALL_MAX];
      rg_pieces pieces;
      random_problem(&p, d, 5, 5, round % 5 ? 0.6 : 0, &seed);
      small_cone(&arena, &p, 1, &cone);
      fill(cone.n, 1, x, &seed);
      fill(cone.n, 1, u, &seed);
      assert_true(rg_pieces_new(&arena, &cone, &pieces));
      rg_pieces_find(&pieces, x, u);
      rg_pieces_map(&pieces, x, u, F);
      rg_contact_map(&cone, (rg_map){.mu_scale = 1}, x, u, G, P, Q, active);
      for (int i = 0; i < cone.n; i++) assert_true(fabs(F[i] - G[i]) <= 1e-14);
      for (int b = 0; b < cone.blocks; b++) {
        assert_int_equal(rg_pieces_blocks(&pieces, b, x, u, P1, Q1), active[b]);
        for (int k = 0; k < d * d; k++) {
          assert_true(fabs(P1[k] - P[b * d * d + k]) <= 1e-14);
          assert_true(fabs(Q1[k] - Q[b * d * d + k]) <= 1e-14);
        }
      }
      rg_arena_free(&arena);
    }
}

/* At (x, u) kink i of `from` is passed, or not: what `there` lies in. Of a contact only what the kink decides is compared. */
static void ends_where(rg_pieces *from, const rg_pieces *there, int i, int passed, const double *x,
                       const double *u) {
  int d = from->cone->d, row = i < from->cone->first_contact * d, first = row ? i : i - i % d;
  int before = from->piece[first];
  rg_kink_pass(from, i, x, u);
  int behind = from->piece[first], expected = passed ? behind : before;
  from->piece[first] = (unsigned char)before;
  if (row) assert_int_equal(there->piece[i], expected);
  else assert_int_equal(there->piece[first] & (before ^ behind), expected & (before ^ behind));
}

/* along a line the piece ends where its reach says, and not before; behind it lies the piece that is named */
static void pieces_end_where_they_say(void **state) {
  (void)state;
  random_seed seed = 11;
  int ends = 0;
  for (int d = 2; d <= 3; d++)
    for (int round = 0; round < 400; round++) {
      small_problem p;
      rg_arena arena = {0};
      rg_cone cone;
      double x[SMALL_MAX], u[SMALL_MAX], dx[SMALL_MAX], at[SMALL_MAX];
      const double du[SMALL_MAX] = {0};
      rg_pieces pieces, there;
      random_problem(&p, d, 4, 5, 0.6, &seed);
      small_cone(&arena, &p, 1, &cone);
      fill(cone.n, 1, x, &seed);
      fill(cone.n, 1, u, &seed);
      fill(cone.n, 1, dx, &seed); /* y = x - u moves by dx where u stays */
      assert_true(rg_pieces_new(&arena, &cone, &pieces) && rg_pieces_new(&arena, &cone, &there));
      rg_pieces_find(&pieces, x, u);
      for (int i = 0; i < cone.n; i = rg_kink_next(&pieces, i)) {
        if (rg_kink_slack(&pieces, i, x, u) == HUGE_VAL) continue;
        double reach = rg_kink_reach(&pieces, i, x, u, dx, du, 0);
        for (double t = 0.1; t <= 1.11; t += 0.1) { /* of the reach, and a little beyond it */
          double h = (t > 1.05 ? 1 + 1e-6 : t > 0.95 ? 1 - 1e-6 : t) * fmin(reach, 100);
          for (int k = 0; k < cone.n; k++) at[k] = x[k] + h * dx[k];
          rg_pieces_find(&there, at, u);
          ends_where(&pieces, &there, i, t > 1.05 && reach < 100, at, u);
        }
        if (reach >= 100) continue;
        for (int k = 0; k < cone.n; k++) at[k] = x[k] + reach * dx[k];
        double slack = rg_kink_slack(&pieces, i, at, u);
        assert_true(fabs(slack) <= 1e-10 * (1 + reach));
        ends++;
      }
      rg_arena_free(&arena);
    }
  assert_true(ends > 1000);
}

/* --- bordered systems ------------------------------------------------------------------------------- */

/* J x = b by elimination with row exchanges; returns the sign of det J */
static int eliminate(int n, double *J, double *b) {
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++)
      if (fabs(J[i * n + k]) > fabs(J[best * n + k])) best = i;
    for (int j = 0; j < n; j++) {
      double t = J[k * n + j];
      J[k * n + j] = J[best * n + j];
      J[best * n + j] = t;
    }
    double t = b[k];
    b[k] = b[best];
    b[best] = t;
    if ((best != k) != (J[k * n + k] < 0)) sign = -sign;
    for (int i = 0; i < n; i++) {
      double f = i == k ? 0 : J[i * n + k] / J[k * n + k];
      for (int j = k; j < n; j++) J[i * n + j] -= f * J[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int k = 0; k < n; k++) b[k] /= J[k * (n + 1)];
  return sign;
}

/* P + Q (A + shift), dense: every block of small_cone is stored */
static void dense_system(const rg_cone *cone, const double *P, const double *Q, double shift,
                         double *J) {
  int d = cone->d, n = cone->n;
  memset(J, 0, (size_t)(n * n) * sizeof *J);
  for (int i = 0; i < n; i++)
    for (int e = 0; e < d; e++) {
      int b = i / d, at = b * d * d + i % d * d + e, row = b * d + e;
      J[i * n + row] += P[at] + shift * Q[at];
      for (int j = 0; j < n; j++)
        J[i * n + j] += Q[at] * cone->values[(b * cone->blocks + j / d) * d * d + e * d + j % d];
    }
}

/* blocks change one after the other, some of them several times: open ones close, others open or slip */
static void border_follows_changes(void **state) {
  (void)state;
  random_seed seed = 7;
  int negative = 0;
  for (int round = 0; round < 60; round++) {
    small_problem p;
    rg_arena arena = {0};
    rg_cone cone;
    static double J[SMALL_MAX * SMALL_MAX];
    double x[SMALL_MAX], u[SMALL_MAX], P[3 * SMALL_MAX], Q[3 * SMALL_MAX], b[SMALL_MAX];
    double expected[SMALL_MAX];
    unsigned char active[SMALL_MAX];
    rg_pieces pieces;
    int d = 2 + round % 2;
    random_problem(&p, d, 4, 8, 3, &seed);
    small_cone(&arena, &p, 1, &cone);
    rg_system *system = rg_system_new(&arena, &cone);
    rg_bordered *bordered = rg_bordered_new(&arena, &cone);
    assert_non_null(system);
    assert_non_null(bordered);
    fill(cone.n, 1, x, &seed);
    fill(cone.n, 1, u, &seed);
    assert_true(rg_pieces_new(&arena, &cone, &pieces));
    rg_pieces_find(&pieces, x, u);
    for (int k = 0; k < cone.blocks; k++)
      active[k] = rg_pieces_blocks(&pieces, k, x, u, P + k * d * d, Q + k * d * d);
    rg_bordered_factor(bordered, &cone, system, P, Q, active, 0.1);
    for (int change = 0; change < 12; change++) {
      int block = change == 0 ? -1 : (int)(seed >> 33) % cone.blocks;
      small_random(&seed);
      if (block >= 0) {
        unsigned char *piece = pieces.piece + block * d;
        for (int k = 0; k < d; k++)
          if (block < cone.first_contact && cone.upper[block * d + k] < 1)
            piece[k] = (unsigned char)((piece[k] + 1) % 3);
        if (block >= cone.first_contact) /* open, slips, sticks */
          *piece = *piece
                       ? *piece == RG_FRICTION_CLOSED ? RG_FRICTION_CLOSED | RG_FRICTION_STICKS : 0
                       : RG_FRICTION_CLOSED;
        assert_true(rg_bordered_change(bordered, &cone, system, block));
        rg_pieces_blocks(&pieces, block, x, u, P + block * d * d, Q + block * d * d);
      }
      rg_bordered_update(bordered, &cone, P, Q);
      fill(cone.n, 1, b, &seed);
      memcpy(expected, b, sizeof b);
      dense_system(&cone, P, Q, 0.1, J);
      int sign = eliminate(cone.n, J, expected);
      rg_bordered_solve(bordered, &cone, system, b);
      double size = 0;
      for (int i = 0; i < cone.n; i++) size = fmax(size, fabs(expected[i]));
      for (int i = 0; i < cone.n; i++) assert_true(fabs(b[i] - expected[i]) <= 1e-8 * (1 + size));
      assert_int_equal(rg_bordered_sign(bordered), sign);
      negative += sign < 0;
    }
    rg_arena_free(&arena);
  }
  print_message("%d determinants are negative\n", negative);
  assert_true(negative > 20);
}

/* --- paths ------------------------------------------------------------------------------------------ */

/* 1 where the path from zero ends in a solution, by the natural map of the raw problem */
static int path_solves(const small_problem *p, int *steps) {
  rg_arena arena = {0};
  rg_cone cone;
  rg_outcome outcome;
  double x[2 * SMALL_MAX] = {0}, r[SMALL_MAX];
  memset(&outcome, 0, sizeof outcome);
  small_cone(&arena, p, 1, &cone);
  rg_point *point = rg_point_new(&arena, &cone);
  rg_follow *follow = rg_follow_new(&arena, &cone);
  assert_non_null(point);
  assert_non_null(follow);
  rg_point_begin(point, &cone);
  rg_follow_options o = {.alpha = 1, .tol = 1e-9, .max_steps = 2000};
  double residual = rg_follow_run(follow, &cone, point, &o, x, &outcome);
  small_impulse(p, &cone, x, r);
  double found = small_residual(p, r);
  assert_true(fabs(found - residual) <=
              1e-12 + 1e-6 * residual); /* what it says is what it found */
  *steps = outcome.iterations;
  rg_arena_free(&arena);
  return found <= 1e-9;
}

/* friction so strong that several solutions, or folds between them, are common */
static void paths_from_nowhere(void **state) {
  (void)state;
  static const double mus[] = {0, 0.3, 0.8, 1.5};
  random_seed seed = 23;
  int solved = 0, all = 0, longest = 0;
  for (int round = 0; round < 400; round++) {
    small_problem p;
    int d = 2 + round % 2, steps;
    random_problem(&p, d, round % 4, 3 + round % 5, mus[round % 4], &seed);
    all++;
    solved += path_solves(&p, &steps);
    if (steps > longest) longest = steps;
  }
  print_message("%d of %d solved, longest path %d steps\n", solved, all, longest);
  assert_true(solved >= 0.98 * all);
}

/* a sliding point of a rod that wedges: A_nt < 0 and mu beyond A_nn / -A_nt, Painleve's case. Without the
   proximal term the normal velocity falls as the impulse grows, until the contact sticks */
static void path_around_painleve(void **state) {
  (void)state;
  small_problem p;
  int steps;
  memset(&p, 0, sizeof p);
  p.d = p.n = 2, p.contacts = 1, p.mu[0] = 1.5;
  p.A[0] = 1, p.A[1] = p.A[2] = 0.9, p.A[3] = 1;
  p.c[0] = -0.1, p.c[1] = 1;
  assert_true(path_solves(&p, &steps));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_make_the_map),    cmocka_unit_test(pieces_end_where_they_say),
      cmocka_unit_test(border_follows_changes), cmocka_unit_test(paths_from_nowhere),
      cmocka_unit_test(path_around_painleve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
