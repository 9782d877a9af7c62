/* Islands of a problem whose A = W W' is there by its rows W only: the same islands as by the entries of A, and the
   blocks that are made from W are those of the dense product. */
#include "solve/factored_scene.h"
#include "solve/front/islands.h"

enum { TREES = 6, CONTACTS = 14, ISLANDS = 3 };

static const int tree_size[TREES] = {6, 3, 6, 1, 2, 6};
static const int coordinates[ISLANDS] = {15, 3, 6};

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
    s->mu[u] = 0.5;
  }
  for (int i = 0; i < s->n; i++) s->c[i] = draw(seed);
  factored_finish(s, 0, 1);
}

static void same_islands(const rg_components *a, const rg_components *b, int n) {
  assert_int_equal(a->count, ISLANDS);
  assert_int_equal(b->count, ISLANDS);
  assert_memory_equal(a->start, b->start, (ISLANDS + 1) * sizeof(int));
  assert_memory_equal(a->member, b->member, (size_t)n * sizeof(int));
  assert_memory_equal(a->place, b->place, (size_t)n * sizeof(int));
  for (int k = 0; k < ISLANDS; k++) assert_int_equal(b->coordinates[k], coordinates[k]);
}

/* every block of the island is S A S of its contacts, and blocks that are not there are 0 */
static void same_blocks(factored *s, const rg_components *parts, int k) {
  int d = s->d, n = parts->start[k + 1] - parts->start[k], unit[CONTACTS];
  const int *member = parts->member + parts->start[k];
  double mu[CONTACTS] = {0}, dense[9 * CONTACTS * CONTACTS] = {0};
  double response[CONTACTS];
  for (int i = 0; i < n / d; i++) {
    unit[i] = member[i * d] / d;
    response[i] = s->local.response[unit[i]];
  }
  rg_local local = s->local;
  local.n = n, local.contacts = n / d, local.mu = mu, local.row_start = NULL;
  local.factor_unit = unit, local.sharing = &parts->sharing, local.response = response;
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
      double wanted = cone->scale[i] * cone->scale[j] * s->A[member[i] * s->n + member[j]];
      if (!(fabs(dense[i * n + j] - wanted) <= 1e-14))
        fail_msg("island %d: entry %d, %d is %.17g, wanted %.17g", k, i, j, dense[i * n + j],
                 wanted);
    }
}

static void blocks_from_rows(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int round = 0; round < 40; round++) {
    factored s;
    rg_components by_entries, by_rows;
    scatter(&s, 2 + (round & 1), &seed);
    rg_local bare = s.local;
    bare.row_start = NULL;
    assert_true(rg_components_find(&s.arena, &s.local, &by_entries));
    assert_true(rg_components_find(&s.arena, &bare, &by_rows));
    same_islands(&by_entries, &by_rows, s.n);
    for (int k = 0; k < ISLANDS; k++) same_blocks(&s, &by_rows, k);
    factored_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_from_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
