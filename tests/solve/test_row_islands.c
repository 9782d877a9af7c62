/* Islands of a problem whose A = W W' is there by its rows W only: the same islands as by the entries of A, and the
   blocks that are made from W are those of the dense product. */
#include "solve/factored_scene.h"
#include "solve/front/islands.h"

enum { TREES = 6, CONTACTS = 14, ISLANDS = 3 };

static const int tree_size[TREES] = {6, 3, 6, 1, 2, 6};

/* the unit reaches into a tree: its first coordinates, always the very first one */
static void reach(factored *s, int unit, int tree, uint64_t *seed) {
  int first = 0;
  for (int t = 0; t < tree; t++) first += tree_size[t];
  int count = 1 + (int)((draw(seed) + 1) / 2 * (tree_size[tree] - 1) + 0.5);
  for (int k = first; k < first + count; k++) {
    s->touched[unit * s->size + k] = 1;
    for (int r = 0; r < s->d; r++)
      s->W[(factored_first(s, unit) + r) * s->size + k] = draw(seed) * (1 + 2 * (k & 1));
  }
}

/* contacts of three islands by turns; within an island from one tree to the next, so that it holds together */
static void scatter(factored *s, int d, uint64_t *seed) {
  factored_start(s, d, 0, CONTACTS, TREES, tree_size);
  for (int u = 0; u < CONTACTS; u++) {
    int island = u % ISLANDS, turn = u / ISLANDS;
    if (island == 0) reach(s, u, turn % 2, seed), reach(s, u, turn % 2 + 1, seed);
    if (island == 1) reach(s, u, 3, seed), reach(s, u, 4, seed);
    if (island == 2) reach(s, u, 5, seed);
    s->mu[u] = 0.1; /* so little that velocities are unique */
  }
  for (int k = 0; k < s->size; k++) { /* velocities of the trees: what they do impulses can undo */
    double v = draw(seed);
    for (int i = 0; i < s->n; i++) s->c[i] += s->W[i * s->size + k] * v;
  }
  factored_finish(s, 0, 1);
}

/* every block is S A S of its contacts, and blocks that are not there are 0 */
static void same_blocks(factored *s) {
  int d = s->d, n = s->n, block[CONTACTS];
  double dense[9 * CONTACTS * CONTACTS] = {0};
  rg_tree_blocks sharing = {.block = block};
  for (int u = 0; u < CONTACTS; u++) block[u] = u;
  assert_true(rg_rows_share(&s->arena, &s->factor, &sharing.units));
  rg_local local = s->local;
  local.row_start = NULL, local.sharing = &sharing;
  rg_cone_map *map = rg_cone_new(&s->arena, &local);
  assert_non_null(map);
  rg_cone_matrix(map, &local);
  const rg_cone *cone = &map->cone;
  assert_null(cone->coordinates);
  for (int b = 0, last = -1; b < cone->blocks; b++, last = -1) {
    assert_int_equal(cone->column[cone->diagonal[b]], b);
    for (int at = cone->start[b]; at < cone->start[b + 1]; last = cone->column[at++]) {
      assert_true(cone->column[at] > last);
      for (int e = 0; e < d * d; e++)
        dense[(b * d + e / d) * n + cone->column[at] * d + e % d] = cone->values[at * d * d + e];
    }
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double wanted = cone->scale[i] * cone->scale[j] * s->A[i * s->n + j];
      if (!(fabs(dense[i * n + j] - wanted) <= 1e-14))
        fail_msg("entry %d, %d is %.17g, wanted %.17g", i, j, dense[i * n + j], wanted);
    }
}

/* impulses of the whole, and of one island after the other */
static void solve(factored *s, const rg_local *local, int together, double *impulse) {
  rg_arena room = {0};
  rg_options o = rg_options_default();
  rg_outcome outcome = {0};
  double start[3 * CONTACTS];
  rg_islands *islands = rg_islands_new(&s->arena, local, NULL, rg_registry_find("auto"), together);
  assert_non_null(islands);
  assert_int_equal(rg_islands_count(islands), together ? 1 : ISLANDS);
  memset(impulse, 0, (size_t)s->n * sizeof *impulse);
  o.tol = 1e-12;
  assert_int_equal(
      rg_islands_solve(islands, local, &o, 1, NULL, &room, NULL, impulse, start, &outcome),
      RG_SOLVED);
  rg_arena_free(&room);
}

/* by entries and by rows: three islands, and what A makes of the impulses is the same, as of all in one */
static void islands_from_rows(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int round = 0; round < 40; round++) {
    factored s;
    double x[3][3 * CONTACTS];
    scatter(&s, 2 + (round & 1), &seed);
    rg_local bare = s.local;
    bare.row_start = NULL;
    same_blocks(&s);
    solve(&s, &s.local, 0, x[0]), solve(&s, &bare, 0, x[1]), solve(&s, &s.local, 1, x[2]);
    for (int i = 0; i < s.n; i++)
      for (int other = 1; other < 3; other++) {
        double difference = 0;
        for (int j = 0; j < s.n; j++) difference += s.A[i * s.n + j] * (x[other][j] - x[0][j]);
        assert_true(fabs(difference) <= 1e-9);
      }
    factored_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(islands_from_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
