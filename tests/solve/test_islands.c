/* Parts of a problem that do not act on each other: the answer of the whole is that of its parts, the
   tolerance is that of the whole, and neither threads nor the order of the contacts change it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "counted_malloc.h"
#include "solve/body_scene.h"
#include "solve/front/take.h"

enum { CUBES = 30, N = 13 * CUBES };

/* cubes that each stand on the ground in some motion; unknowns of all of them interleaved, a scalar row a
   cube (its spin about x is held) before the contacts */
typedef struct crowd {
  scene cube[CUBES];
  int start[N + 1], column[13 * N];
  double values[13 * N], c[N], mu[4 * CUBES], alone[CUBES][13 * 13], own_c[CUBES][13];
} crowd;

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* unknown i (row 0, then contacts) of a cube in the whole problem: contact k of all cubes, then k + 1 */
static int place(int cube, int i) {
  if (i == 0) return cube;
  int contact = (i - 1) / 3;
  return CUBES + 3 * (contact * CUBES + cube) + (i - 1) % 3;
}

static void own_problem(crowd *all, int k, uint64_t *seed, double speed) {
  scene *s = &all->cube[k];
  double v[6];
  for (int i = 0; i < 6; i++) v[i] = speed * draw(seed);
  v[2] = -1 - 0.5 * draw(seed);
  scene_cube(s, 0.5 + 0.3 * draw(seed), v);
  double row[6] = {0, 0, 0, 1, 0, 0};
  for (int i = 0; i < 13; i++) {
    const double *gi = i ? s->line[i - 1] : row;
    all->own_c[k][i] = 0;
    for (int d = 0; d < 6; d++) all->own_c[k][i] += gi[d] * s->v[d];
    for (int j = 0; j < 13; j++) {
      const double *gj = j ? s->line[j - 1] : row;
      double sum = 0;
      for (int d = 0; d < 6; d++) sum += gi[d] * gj[d] / s->mass[d];
      all->alone[k][13 * i + j] = sum;
    }
  }
}

static void gather(crowd *all, uint64_t seed, double speed) {
  for (int k = 0; k < CUBES; k++) own_problem(all, k, &seed, speed);
  for (int k = 0; k < CUBES; k++)
    for (int i = 0; i < 13; i++) all->start[place(k, i) + 1] = 13;
  all->start[0] = 0;
  for (int i = 0; i < N; i++) all->start[i + 1] += all->start[i];
  for (int k = 0; k < CUBES; k++) {
    for (int i = 0; i < 4; i++) all->mu[i * CUBES + k] = all->cube[k].mu[i];
    for (int i = 0; i < 13; i++) {
      int at = all->start[place(k, i)];
      all->c[place(k, i)] = all->own_c[k][i];
      for (int j = 0; j < 13; j++) {
        all->column[at + j] = place(k, j);
        all->values[at + j] = all->alone[k][13 * i + j];
      }
    }
  }
}

static rg_problem whole(const crowd *all) {
  rg_problem p = rg_problem_default();
  p.dim = 3, p.contacts = 4 * CUBES, p.rows = CUBES;
  p.A = rg_matrix_sparse(N, N, all->start, all->column, all->values);
  p.c = all->c, p.mu = all->mu;
  return p;
}

static rg_options stepping(void) {
  rg_options o = rg_options_default();
  o.tol = 1e-10, o.aim = 1e-13, o.split = RG_SPLIT_COMPLIANT;
  return o;
}

static void solve(const rg_problem *p, const rg_options *o, double *r) {
  rg_solver *solver;
  assert_int_equal(rg_solver_new(&solver, p, o, NULL), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  assert_true(rg_solver_report(solver)->certificate.natural_map_relative <= o->tol);
  memcpy(r, rg_solver_impulse(solver), (size_t)rg_solver_size(solver) * sizeof *r);
  rg_solver_free(solver);
}

static void whole_is_its_parts(void **state) {
  (void)state;
  crowd *all = calloc(1, sizeof *all);
  for (int k = 0; k < 4; k++) {
    double r[N], other[N], own[13];
    gather(all, (uint64_t)k, k < 2 ? 0.1 : 2);
    rg_problem p = whole(all);
    rg_options o = stepping();
    solve(&p, &o, r);
    o.islands = 0;
    solve(&p, &o, other);
    for (int i = 0; i < N; i++) assert_true(fabs(r[i] - other[i]) < 1e-5);
    for (int cube = 0; cube < CUBES; cube++) {
      rg_problem q = scene_local(&all->cube[cube]);
      q.rows = 1;
      q.A = rg_matrix_dense(13, 13, all->alone[cube]), q.c = all->own_c[cube];
      solve(&q, &o, own);
      for (int i = 0; i < 13; i++) assert_true(fabs(r[place(cube, i)] - own[i]) < 1e-5);
    }
  }
  free(all);
}

/* a few islands may not be sloppy because there are many: the sum of squares meets the tolerance */
static void tolerance_is_that_of_the_whole(void **state) {
  (void)state;
  crowd *all = calloc(1, sizeof *all);
  static const double tolerances[] = {1e-2, 1e-3, 1e-5, 1e-8};
  double r[N];
  gather(all, 9, 1);
  rg_problem p = whole(all);
  for (int k = 0; k < 4; k++) {
    rg_options o = rg_options_default();
    o.tol = tolerances[k];
    solve(&p, &o, r);
    o.solver = "nsgs";
    solve(&p, &o, r);
  }
  free(all);
}

static void threads_change_no_bit(void **state) {
  (void)state;
  crowd *all = calloc(1, sizeof *all);
  double r[5][N];
  gather(all, 4, 1);
  rg_problem p = whole(all);
  rg_options o = stepping();
  for (int k = 0; k < 5; k++) {
    o.threads = k + 1;
    solve(&p, &o, r[k]);
    assert_memory_equal(r[k], r[0], sizeof r[0]);
  }
  /* a solver that is set up again, with more threads than before */
  rg_solver *solver = rg_solver_reserved(1 << 20);
  for (int k = 0; k < 6; k++) {
    o.threads = 1 + k % 3;
    assert_int_equal(rg_solver_take(solver, &p, NULL, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    assert_memory_equal(rg_solver_impulse(solver), r[0], sizeof r[0]);
  }
  rg_solver_free(solver);
  free(all);
}

/* what is solved already costs no iteration; what is not is solved as if alone */
static void solved_islands_cost_nothing(void **state) {
  (void)state;
  crowd *all = calloc(1, sizeof *all);
  gather(all, 6, 0.3);
  rg_problem p = whole(all);
  rg_options o = stepping();
  o.split = RG_SPLIT_ANY;
  rg_solver *solver;
  assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  int first = rg_solver_report(solver)->iterations;
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  int second = rg_solver_report(solver)->iterations;
  assert_true(first > 2 * CUBES && second <= first / 10);
  rg_solver_free(solver);
  free(all);
}

/* one cube between walls that approach it: the whole has no solution, the others are solved */
static void one_impossible_island(void **state) {
  (void)state;
  enum { PAIRS = 12, SIZE = 4 * PAIRS };
  double values[2 * SIZE], c[SIZE], mu[2 * PAIRS], target[2 * PAIRS];
  int start[SIZE + 1], column[2 * SIZE];
  for (int i = 0; i <= SIZE; i++) start[i] = 2 * i;
  for (int pair = 0; pair < PAIRS; pair++)
    for (int i = 0; i < 4; i++) {
      int at = 4 * pair + i, other = 4 * pair + (i + 2) % 4;
      column[2 * at] = at, column[2 * at + 1] = other;
      values[2 * at] = 1, values[2 * at + 1] = i % 2 ? 1 : -1;
      c[at] = i == 0 ? -1 : i == 2 ? 1 : 0;
      mu[2 * pair + i / 2] = 0.3;
      target[2 * pair + i / 2] = pair == 5 ? 0.2 : 0;
    }
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 2 * PAIRS;
  p.A = rg_matrix_sparse(SIZE, SIZE, start, column, values);
  p.c = c, p.mu = mu, p.target = target;
  rg_options o = stepping();
  rg_solver *solver;
  assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_NO_SOLUTION);
  assert_true(strstr(rg_solver_report(solver)->reason, "no impulse can satisfy") != NULL);
  for (int pair = 0; pair < PAIRS; pair++)
    if (pair != 5)
      assert_true(fabs(rg_solver_impulse(solver)[4 * pair] - 1 -
                       rg_solver_impulse(solver)[4 * pair + 2]) < 1e-8);
  rg_solver_free(solver);
}

static void nothing_is_allocated_while_solving(void **state) {
  (void)state;
#if COUNTED
  crowd *all = calloc(1, sizeof *all);
  gather(all, 8, 1);
  rg_problem p = whole(all);
  rg_options o = stepping();
  rg_solver *solver, *again = rg_solver_reserved(1 << 20);
  assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
  count_from_here(0);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  assert_int_equal(allocations, 0);
  rg_solver_free(solver);
  counting = 0;
  for (int k = 0; k < 3; k++) {
    if (k == 1) count_from_here(0);
    assert_int_equal(rg_solver_take(again, &p, NULL, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(again), RG_SOLVED);
  }
  assert_int_equal(allocations, 0);
  counting = 0;
  rg_solver_free(again);
  free(all);
#else
  skip();
#endif
}

static void count_item(void *context, int item, int worker) {
  int *done = context;
  assert_true(worker >= 0 && worker < 3);
  done[item]++;
}

static void every_item_is_done_once(void **state) {
  (void)state;
  static int done[1000];
  rg_workers *workers = rg_workers_new(3);
  for (int round = 1; round <= 200; round++) {
    int items = round % 2 ? 1000 : round % 3;
    memset(done, 0, sizeof done);
    rg_workers_run(round % 5 ? workers : NULL, items, count_item, done);
    for (int i = 0; i < 1000; i++) assert_int_equal(done[i], i < items);
  }
  assert_int_equal(rg_workers_count(NULL), 1);
  rg_workers_free(workers);
  rg_workers_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_is_its_parts),
      cmocka_unit_test(tolerance_is_that_of_the_whole),
      cmocka_unit_test(threads_change_no_bit),
      cmocka_unit_test(solved_islands_cost_nothing),
      cmocka_unit_test(one_impossible_island),
      cmocka_unit_test(nothing_is_allocated_while_solving),
      cmocka_unit_test(every_item_is_done_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
