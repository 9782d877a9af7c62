/* Broad phase against all pairs of boxes, its cost, MuJoCo's filter rules, and rg_collide as a
   whole on a model built by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collide/broad.h"
#include "collide/collider.h"
#include "shapes.h"

/* --- the tree --------------------------------------------------------------------------------- */

static void all_overlaps(void **state) {
  (void)state;
  enum { MOST = 300 };
  static rg_box box[MOST];
  static int hit[MOST];
  for (int n = 0; n < MOST; n += 1 + n / 3) {
    rg_arena arena = {0};
    rg_broad broad;
    assert_true(rg_broad_init(&broad, &arena, n));
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) {
        double size = i % 17 ? 0.3 : 3;
        box[i].low[k] = uniform(-2, 2);
        box[i].high[k] = box[i].low[k] + uniform(0, size);
      }
    rg_broad_build(&broad, box, n);
    long tests = 0;
    for (int i = 0; i < n; i++) {
      int found = rg_broad_query(&broad, &box[i], i, hit, &tests), at = 0;
      for (int j = i + 1; j < n; j++) {
        int overlap = 1;
        for (int k = 0; k < 3; k++)
          overlap = overlap && box[i].low[k] <= box[j].high[k] && box[j].low[k] <= box[i].high[k];
        if (!overlap) continue;
        assert_true(at < found);
        assert_int_equal(hit[at++], j);
      }
      assert_int_equal(at, found);
    }
    rg_arena_free(&arena);
  }
}

/* --- a model by hand -------------------------------------------------------------------------- */

enum { MOST_GEOMS = 10001 };

typedef struct scene {
  rg_model model;
  rg_data data;
  int parent[MOST_GEOMS], weld[MOST_GEOMS], type[MOST_GEOMS], body[MOST_GEOMS], mesh[MOST_GEOMS];
  int contype[MOST_GEOMS], conaffinity[MOST_GEOMS], condim[MOST_GEOMS], priority[MOST_GEOMS];
  double size[3 * MOST_GEOMS], friction[3 * MOST_GEOMS], margin[MOST_GEOMS], gap[MOST_GEOMS],
      adhesion[MOST_GEOMS];
  double xpos[3 * MOST_GEOMS], xmat[9 * MOST_GEOMS];
  int pair1[2], pair2[2], pair_condim[2], exclude1[2], exclude2[2];
  double pair_friction[10], pair_margin[2], pair_gap[2];
} scene;

static scene S;

/* n bodies with one sphere each, children of the world; body 0 is the world without geoms */
static void start(int n) {
  memset(&S, 0, sizeof S);
  rg_model *m = &S.model;
  m->nbody = n + 1, m->ngeom = n;
  m->body_parent = S.parent, m->body_weld = S.weld, m->geom_type = S.type, m->geom_body = S.body,
  m->geom_mesh = S.mesh;
  m->geom_contype = S.contype, m->geom_conaffinity = S.conaffinity, m->geom_condim = S.condim,
  m->geom_priority = S.priority;
  m->geom_size = S.size, m->geom_friction = S.friction, m->geom_margin = S.margin,
  m->geom_gap = S.gap;
  m->geom_adhesion = m->pair_adhesion = S.adhesion;
  m->pair_geom1 = S.pair1, m->pair_geom2 = S.pair2, m->pair_condim = S.pair_condim,
  m->pair_friction = S.pair_friction;
  m->pair_margin = S.pair_margin, m->pair_gap = S.pair_gap, m->exclude_body1 = S.exclude1,
  m->exclude_body2 = S.exclude2;
  S.data.geom_xpos = S.xpos, S.data.geom_xmat = S.xmat;
  for (int g = 0; g < n; g++) {
    S.type[g] = RG_GEOM_SPHERE, S.body[g] = g + 1, S.weld[g + 1] = g + 1, S.mesh[g] = -1;
    S.contype[g] = S.conaffinity[g] = 1, S.condim[g] = 3;
    S.size[3 * g] = 0.5;
    for (int i = 0; i < 3; i++) S.xmat[9 * g + 4 * i] = 1;
    S.friction[3 * g] = 1;
  }
}

static void move(int g, double x, double y, double z) {
  S.xpos[3 * g] = x, S.xpos[3 * g + 1] = y, S.xpos[3 * g + 2] = z;
}

static const rg_contact *contacts;

static int contacts_of(void) {
  rg_collider *c = rg_collider_new(&S.model, 0);
  static rg_contact kept[64];
  assert_non_null(c);
  int overflow = -1, n = rg_collide(c, &S.model, &S.data, &contacts, &overflow);
  assert_int_equal(overflow, 0);
  for (int i = 0; i < n && i < 64; i++) kept[i] = contacts[i];
  contacts = kept;
  rg_collider_free(c);
  return n;
}

/* n spheres on a jittered cubic lattice: about one neighbour in each direction touches */
static void fill_lattice(int n) {
  int side = (int)ceil(cbrt(n));
  start(n);
  for (int g = 0; g < n; g++)
    move(g, g % side + uniform(-0.05, 0.05), g / side % side + uniform(-0.05, 0.05),
         g / side / side + uniform(-0.05, 0.05));
}

static int same_bits(const rg_contact *a, const rg_contact *b) {
  return !memcmp(a->position, b->position, sizeof a->position) &&
         !memcmp(a->frame, b->frame, sizeof a->frame) && !memcmp(&a->gap, &b->gap, sizeof a->gap) &&
         a->geom1 == b->geom1 && a->geom2 == b->geom2 && a->feature == b->feature;
}

static void near_linear(void **state) {
  (void)state;
  double per_sphere[2];
  for (int k = 0; k < 2; k++) {
    int n = k ? 10000 : 1000;
    fill_lattice(n);
    rg_collider *c = rg_collider_new(&S.model, 0);
    assert_non_null(c);
    size_t before = c->arena.total;
    int overflow, found = rg_collide(c, &S.model, &S.data, &contacts, &overflow);
    assert_true(found > n && !overflow);
    per_sphere[k] = (double)c->box_tests / n;
    assert_true(c->pair_tests < 14L * n);
    assert_true(c->arena.total == before);

    /* sorted by geoms, and the same bits again */
    for (int i = 1; i < found; i++)
      assert_true(contacts[i - 1].geom1 < contacts[i].geom1 ||
                  (contacts[i - 1].geom1 == contacts[i].geom1 &&
                   contacts[i - 1].geom2 <= contacts[i].geom2));
    rg_contact *kept = malloc((size_t)found * sizeof *kept);
    assert_non_null(kept);
    memcpy(kept, contacts, (size_t)found * sizeof *kept);
    assert_int_equal(rg_collide(c, &S.model, &S.data, &contacts, &overflow), found);
    for (int i = 0; i < found; i++) assert_true(same_bits(&kept[i], &contacts[i]));
    free(kept);
    rg_collider_free(c);
  }

  /* ten times as many spheres: the logarithm may show, n may not */
  assert_true(per_sphere[1] < 200);
  assert_true(per_sphere[1] < 2.2 * per_sphere[0]);
}

/* the same contacts as all pairs of spheres */
static void complete(void **state) {
  (void)state;
  fill_lattice(500);
  for (int g = 0; g < 500; g++) S.margin[g] = 0.02 * (g % 3);
  S.type[250] = RG_GEOM_PLANE;
  move(250, 0, 0, -0.48);
  int expected = 0;
  for (int i = 0; i < 500; i++)
    for (int j = i + 1; j < 500; j++) {
      double d[3], margin = fmax(S.margin[i], S.margin[j]);
      for (int k = 0; k < 3; k++) d[k] = S.xpos[3 * i + k] - S.xpos[3 * j + k];
      if (i == 250 || j == 250) expected += fabs(d[2]) - 0.5 <= margin;
      else expected += sqrt(dot(d, d)) - 1 <= margin;
    }
  assert_true(expected > 500);
  rg_collider *c = rg_collider_new(&S.model, 0);
  int overflow;
  assert_int_equal(rg_collide(c, &S.model, &S.data, &contacts, &overflow), expected);

  /* a look ahead adds contacts and never takes any away; NULL pointers are allowed */
  rg_collider_set_margin(c, 0.1);
  assert_true(rg_collide(c, &S.model, &S.data, NULL, NULL) > expected);
  rg_collider_free(c);

  /* too little room is announced */
  c = rg_collider_new(&S.model, 10);
  assert_int_equal(rg_collide(c, &S.model, &S.data, &contacts, &overflow), 10);
  assert_int_equal(overflow, 1);
  rg_collider_free(c);
}

static void not_a_number(void **state) {
  (void)state;
  fill_lattice(50);
  int before = contacts_of();
  double nan_value = nan("");
  move(7, nan_value, nan_value, nan_value);
  int n = contacts_of();
  assert_true(n < before);
  for (int i = 0; i < n; i++)
    assert_true(isfinite(contacts[i].gap) && isfinite(contacts[i].position[0]));
  start(0);
  assert_int_equal(contacts_of(), 0);
}

/* --- filter ----------------------------------------------------------------------------------- */

/* spheres 0 and 1 overlap by 0.1 */
static void start_two(void) {
  start(2);
  move(1, 0.9, 0, 0);
}

static void masks(void **state) {
  (void)state;
  start_two();
  assert_int_equal(contacts_of(), 1);
  assert_int_equal(contacts[0].geom1, 0);
  assert_int_equal(contacts[0].body2, 2);
  S.contype[0] = 2, S.conaffinity[0] = 4;
  assert_int_equal(contacts_of(), 0);
  S.conaffinity[1] = 2; /* contype of 0 is enough */
  assert_int_equal(contacts_of(), 1);
  S.contype[0] = S.conaffinity[0] = 0;
  assert_int_equal(contacts_of(), 0);
}

static void families(void **state) {
  (void)state;
  start_two();
  S.parent[2] = 1; /* child of the other, which moves */
  assert_int_equal(contacts_of(), 0);
  S.weld[1] = 0; /* parent is part of the world */
  assert_int_equal(contacts_of(), 1);
  S.weld[2] = 0; /* both are */
  assert_int_equal(contacts_of(), 0);
  start(3);
  move(1, 0, 5, 0);
  move(2, 0.9, 0, 0);
  S.parent[2] = 1, S.parent[3] = 2,
  S.weld[2] = 1; /* grandchild through a welded body: still parent and child */
  assert_int_equal(contacts_of(), 0);
  S.weld[2] = 2; /* grandchild */
  assert_int_equal(contacts_of(), 1);
  S.model.nexclude = 1, S.exclude1[0] = 3, S.exclude2[0] = 1;
  assert_int_equal(contacts_of(), 0);
}

/* what is excluded, or a pair of its own, says nothing of other pairs of the same geoms */
static void a_pair_is_two(void **state) {
  (void)state;
  for (int other = 1; other < 4; other++) {
    start(4);
    move(1, 0.9, 0, 0), move(2, -0.9, 0, 0), move(3, 0, 0.9, 0); /* all touch the first, no other */
    S.model.nexclude = 1, S.exclude1[0] = 1, S.exclude2[0] = other + 1;
    assert_int_equal(contacts_of(), 2);
    for (int i = 0; i < 2; i++) assert_int_not_equal(contacts[i].geom2, other);
    S.model.nexclude = 0;
    S.model.npair = 1, S.pair1[0] = 0, S.pair2[0] = other, S.pair_condim[0] = 6;
    assert_int_equal(contacts_of(), 3);
    for (int i = 0; i < 3; i++)
      assert_int_equal(contacts[i].condim, contacts[i].geom2 == other ? 6 : 3);
  }
}

static void combination(void **state) {
  (void)state;
  start_two();
  S.friction[0] = 0.3, S.friction[1] = 0.02, S.friction[3] = 0.2, S.friction[4] = 0.05,
  S.condim[0] = 4;
  assert_int_equal(contacts_of(), 1);
  assert_int_equal(contacts[0].condim, 4);
  assert_true(contacts[0].friction[0] == 0.3 && contacts[0].friction[1] == 0.05);
  S.priority[1] = 1;
  assert_int_equal(contacts_of(), 1);
  assert_int_equal(contacts[0].condim, 3);
  assert_true(contacts[0].friction[0] == 0.2 && contacts[0].friction[1] == 0.05);

  /* apart by 0.1: margin 0.2 counts, less the gap of the pair */
  move(1, 1.1, 0, 0);
  assert_int_equal(contacts_of(), 0);
  S.margin[0] = 0.2;
  assert_int_equal(contacts_of(), 1);
  S.gap[1] = 0.15;
  assert_int_equal(contacts_of(), 0);
}

static void explicit_pairs(void **state) {
  (void)state;
  start_two();
  S.contype[0] = S.conaffinity[0] = 0;
  S.parent[2] = 1;
  S.model.nexclude = 1, S.exclude1[0] = 1, S.exclude2[0] = 2;
  S.model.npair = 1, S.pair1[0] = 1, S.pair2[0] = 0, S.pair_condim[0] = 6;
  S.pair_friction[0] = 0.7, S.pair_friction[2] = 0.03, S.pair_friction[3] = 0.01;
  assert_int_equal(contacts_of(), 1);
  assert_int_equal(contacts[0].condim, 6);
  assert_true(contacts[0].friction[0] == 0.7 && contacts[0].friction[1] == 0.03 &&
              contacts[0].friction[2] == 0.01);
  move(1, 1.5, 0, 0);
  assert_int_equal(contacts_of(), 0);
  S.pair_margin[0] = 0.6;
  assert_int_equal(contacts_of(), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_overlaps),  cmocka_unit_test(near_linear),
      cmocka_unit_test(complete),      cmocka_unit_test(not_a_number),
      cmocka_unit_test(masks),         cmocka_unit_test(families),
      cmocka_unit_test(combination),   cmocka_unit_test(explicit_pairs),
      cmocka_unit_test(a_pair_is_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
