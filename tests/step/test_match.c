/* Impulses found again from step to step: by features first, then by the nearest place between the same two shapes;
   nobody is given twice. */
#include "step/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000 };

typedef struct room {
  rg_arena arena;
  rg_memory memory;
  rg_constraints constraints;
  double *impulse;
} room;

static void open_room(room *r) {
  memset(r, 0, sizeof *r);
  assert_int_equal(rg_memory_new(&r->memory, &r->arena, 1, MOST, 1), 1);
  r->constraints.most_contacts = MOST;
  r->constraints.dim = 3;
  r->constraints.contact = RG_NEW(&r->arena, rg_contact, MOST);
  r->constraints.kind = RG_NEW(&r->arena, rg_row_kind, 1);
  r->constraints.object = RG_NEW(&r->arena, int, 1);
  r->constraints.part = RG_NEW(&r->arena, int, 1);
  r->impulse = RG_NEW(&r->arena, double, 2 + 3 * MOST);
  assert_false(r->arena.failed);
}

static void close_room(room *r) { rg_arena_free(&r->arena); }

static void begin(room *r) { r->constraints.contacts = 0; }

/* a contact at (x, y, 0) with the world's axes as its frame: normal z, tangents x, y */
static void add(room *r, int geom1, int geom2, int feature, double x, double y) {
  static const double frame[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  rg_contact *c = &r->constraints.contact[r->constraints.contacts++];
  *c = (rg_contact){.position = {x, y, 0}, .geom1 = geom1, .geom2 = geom2, .feature = feature};
  memcpy(c->frame, frame, sizeof frame);
}

/* contact i is stored with the impulse (i + 1, 0.1 (i + 1), -0.2 (i + 1)) */
static void store(room *r, double dt) {
  for (int i = 0; i < r->constraints.contacts; i++) {
    r->impulse[3 * i] = i + 1;
    r->impulse[3 * i + 1] = 0.1 * (i + 1);
    r->impulse[3 * i + 2] = -0.2 * (i + 1);
  }
  rg_memory_store(&r->memory, &r->constraints, 0, 0, NULL, dt, r->impulse);
  begin(r);
}

static void recall(room *r, double dt) {
  for (int i = 0; i < 3 * r->constraints.contacts; i++) r->impulse[i] = (double)NAN;
  rg_memory_recall(&r->memory, &r->constraints, 0, 0, NULL, dt, r->impulse);
}

/* contact i got that of number `old` times `factor`; old = -1: nothing */
static void assert_got(const room *r, int i, int old, double factor) {
  const double share[3] = {1, 0.1, -0.2};
  for (int k = 0; k < 3; k++) {
    double right = factor * share[k] * (old + 1);
    if (!(fabs(r->impulse[3 * i + k] - right) <= 1e-12 * (1 + fabs(right))))
      fail_msg("contact %d, direction %d: %.17g, wanted %.17g", i, k, r->impulse[3 * i + k], right);
  }
}

static void a_new_feature_at_an_old_place(void **state) {
  (void)state;
  room r;
  open_room(&r);
  add(&r, 3, 7, 10, 0, 0);
  add(&r, 3, 7, 11, 1, 0);
  add(&r, 4, 7, 10, 2, 0);
  store(&r, 0.01);
  add(&r, 3, 7, 99, 0.9, 0.1);
  add(&r, 4, 7, 98, 0, 0); /* far away, but the only one of its pair */
  add(&r, 3, 7, 10, 0, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, 1, 1);
  assert_got(&r, 1, 2, 1);
  assert_got(&r, 2, 0, 1);
  close_room(&r);
}

static void nobody_is_given_twice(void **state) {
  (void)state;
  room r;
  open_room(&r);
  add(&r, 1, 2, 0, 0, 0);
  add(&r, 1, 2, 1, 5, 0);
  store(&r, 0.01);
  for (int i = 0; i < 4; i++) add(&r, 1, 2, 50 + i, 0.1 * i, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, 0, 1); /* the nearest */
  assert_got(&r, 1, 1, 1); /* the one that is left */
  assert_got(&r, 2, -1, 1);
  assert_got(&r, 3, -1, 1);

  /* nor where two show the same features */
  begin(&r);
  for (int i = 0; i < 3; i++) add(&r, 1, 2, 0, i, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, 0, 1);
  assert_got(&r, 1, 1, 1);
  assert_got(&r, 2, -1, 1);
  close_room(&r);
}

/* who has the feature gets the impulse, though another one stands at its place and comes first */
static void features_before_places(void **state) {
  (void)state;
  room r;
  open_room(&r);
  add(&r, 1, 2, 20, 0, 0);
  add(&r, 1, 2, 21, 1, 0);
  store(&r, 0.01);
  add(&r, 1, 2, 77, 0, 0); /* at the place of 20 */
  add(&r, 1, 2, 20, 0.4, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, 1, 1);
  assert_got(&r, 1, 0, 1);
  close_room(&r);
}

static void another_pair_gets_nothing(void **state) {
  (void)state;
  room r;
  open_room(&r);
  add(&r, 1, 2, 5, 0, 0);
  store(&r, 0.01);
  add(&r, 1, 3, 5, 0, 0);
  add(&r, 2, 1, 5, 0, 0);
  add(&r, 1, 2, -1, 0, 0); /* -1 is a feature like any other */
  recall(&r, 0.01);
  assert_got(&r, 0, -1, 1);
  assert_got(&r, 1, -1, 1);
  assert_got(&r, 2, 0, 1);

  /* nor does the pair that comes next in the list */
  begin(&r);
  add(&r, 1, 2, 5, 0, 0);
  add(&r, 1, 3, 6, 5, 0);
  store(&r, 0.01);
  for (int i = 0; i < 2; i++) add(&r, 1, 2, 7 + i, 5, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, 0, 1);
  assert_got(&r, 1, -1, 1);

  rg_memory_clear(&r.memory);
  begin(&r);
  add(&r, 1, 2, 5, 0, 0);
  recall(&r, 0.01);
  assert_got(&r, 0, -1, 1);
  close_room(&r);
}

/* a step of half the length starts from half the impulse; the frame may have turned */
static void scaled_and_turned(void **state) {
  (void)state;
  room r;
  open_room(&r);
  add(&r, 1, 2, 5, 0, 0);
  store(&r, 0.01);
  add(&r, 1, 2, 5, 0, 0);
  recall(&r, 0.005);
  assert_got(&r, 0, 0, 0.5);

  /* tangents by a quarter turn: t1 = y, t2 = -x */
  static const double quarter[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
  memcpy(r.constraints.contact[0].frame, quarter, sizeof quarter);
  recall(&r, 0.02);
  assert_true(fabs(r.impulse[0] - 2) < 1e-15);
  assert_true(fabs(r.impulse[1] + 0.4) < 1e-15);
  assert_true(fabs(r.impulse[2] + 0.2) < 1e-15);

  /* upside down the impulse would pull: nothing */
  static const double down[9] = {0, 0, -1, 0, 1, 0, 1, 0, 0};
  memcpy(r.constraints.contact[0].frame, down, sizeof down);
  recall(&r, 0.01);
  for (int k = 0; k < 3; k++) assert_true(r.impulse[k] == 0);
  close_room(&r);
}

/* rows and extra rows come before the contacts */
static void rows_come_first(void **state) {
  (void)state;
  room r;
  open_room(&r);
  r.constraints.kind[0] = RG_ROW_LIMIT, r.constraints.object[0] = 8, r.constraints.part[0] = 1;
  add(&r, 1, 2, 5, 0, 0);
  const double old[5] = {-3, 4, 1, 0.1, -0.2};
  rg_memory_store(&r.memory, &r.constraints, 1, 1, NULL, 0.01, old);
  double now[5];
  rg_memory_recall(&r.memory, &r.constraints, 1, 1, NULL, 0.02, now);
  for (int k = 0; k < 5; k++) assert_true(fabs(now[k] - 2 * old[k]) < 1e-15);
  r.constraints.part[0] = 0; /* the other side of the joint */
  rg_memory_recall(&r.memory, &r.constraints, 1, 1, NULL, 0.02, now);
  assert_true(now[1] == 0);
  close_room(&r);
}

/* the p-th of 1000 pairs, and its contacts c: 1 + p % 4 of them, a metre apart */
static void add_pair(room *r, int p, int feature, double shift) {
  for (int c = 0; c <= p % 4; c++)
    add(r, p % 37, 37 + p / 37 * 1024, feature < 0 ? c : feature + c, c + shift, p);
}

/* 1000 pairs in another order, half of them with new features: everyone is found, always the same */
static void many_pairs(void **state) {
  (void)state;
  enum { PAIRS = 1000 };
  room r;
  open_room(&r);
  static int first[PAIRS], order[PAIRS], place[PAIRS];
  for (int p = 0; p < PAIRS; p++) {
    first[p] = r.constraints.contacts;
    add_pair(&r, p, -1, 0);
  }
  store(&r, 0.01);
  for (int k = 0; k < PAIRS; k++) { /* 7 and 1000 have no common factor */
    order[k] = (7 * k + 3) % PAIRS;
    place[order[k]] = r.constraints.contacts;
    add_pair(&r, order[k], order[k] & 1 ? 100 + 3 * k : -1, 0.2);
  }
  recall(&r, 0.01);
  for (int p = 0; p < PAIRS; p++)
    for (int c = 0; c <= p % 4; c++) assert_got(&r, place[p] + c, first[p] + c, 1);

  size_t bytes = 3 * (size_t)r.constraints.contacts * sizeof(double);
  double *again = malloc(bytes);
  assert_non_null(again);
  memcpy(again, r.impulse, bytes);
  for (int k = 0; k < 5; k++) {
    rg_memory_index(&r.memory);
    recall(&r, 0.01);
    assert_memory_equal(again, r.impulse, bytes);
  }
  free(again);
  close_room(&r);
}

/* one pair with thousands of contacts, backwards: features alone tell them apart */
static void many_features(void **state) {
  (void)state;
  room r;
  open_room(&r);
  for (int i = 0; i < MOST; i++) add(&r, 1, 2, 17 * i, 0, 0);
  store(&r, 0.01);
  for (int i = 0; i < MOST; i++) add(&r, 1, 2, 17 * (MOST - 1 - i), 0, 0);
  recall(&r, 0.01);
  for (int i = 0; i < MOST; i++) assert_got(&r, i, MOST - 1 - i, 1);
  close_room(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_feature_at_an_old_place),
      cmocka_unit_test(nobody_is_given_twice),
      cmocka_unit_test(features_before_places),
      cmocka_unit_test(another_pair_gets_nothing),
      cmocka_unit_test(scaled_and_turned),
      cmocka_unit_test(rows_come_first),
      cmocka_unit_test(many_pairs),
      cmocka_unit_test(many_features),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
