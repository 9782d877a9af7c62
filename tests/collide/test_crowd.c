/* Contacts of large scenes are the same bytes for any number of threads: random shapes, planes among them, too little room. */
#include "collide/collider.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned state = 7;
static double uniform(double low, double high) {
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (double)(state >> 8) / (1 << 24);
}

static void add_geom(rg_spec *spec, rg_spec_body *body, int type, double size) {
  rg_geom_spec geom = rg_geom_spec_default();
  geom.type = (rg_geom_type)type;
  for (int k = 0; k < 3; k++) geom.size[k] = size * uniform(0.5, 1);
  assert_int_equal(rg_spec_add_geom(spec, body, &geom), RG_OK);
}

/* so many bodies of one shape each, thrown into a box, with some planes between them in number */
static rg_model *make_crowd(int bodies) {
  static const int types[] = {RG_GEOM_SPHERE, RG_GEOM_CAPSULE, RG_GEOM_BOX, RG_GEOM_ELLIPSOID};
  rg_spec *spec = rg_spec_new("crowd");
  rg_model *model = NULL;
  rg_error error;
  add_geom(spec, rg_spec_world(spec), RG_GEOM_PLANE, 100);
  for (int i = 0; i < bodies; i++) {
    rg_pose pose = {{uniform(-1, 1), uniform(-1, 1), uniform(0, 1)},
                    {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1)}};
    rg_joint_spec joint = rg_joint_spec_default();
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
    joint.type = RG_JOINT_FREE;
    assert_int_equal(rg_spec_add_joint(spec, body, &joint), RG_OK);
    add_geom(spec, body, types[i % 4], 0.07);
    rg_pose below = {{0, 0, 0}, {1, 0, 0, 0}};
    if (i % (bodies / 3) == 5)
      add_geom(spec, rg_spec_add_body(spec, rg_spec_world(spec), NULL, &below), RG_GEOM_PLANE, 100);
  }
  if (rg_spec_compile(spec, &model, &error) != RG_OK) fail_msg("%s", error.reason);
  rg_spec_free(spec);
  return model;
}

/* all contacts with `threads`; `room` for so many (0: enough) */
static int collide(const rg_model *model, int threads, int room, rg_contact **copy, int *overflow) {
  rg_data *data = rg_data_new(model);
  rg_collider *collider = rg_collider_new(model, room);
  rg_workers *workers = rg_workers_new(threads);
  const rg_contact *contact;
  assert_non_null(collider);
  assert_int_equal(rg_collider_set_workers(collider, workers), 1);
  assert_true((collider->crowd != NULL) == (threads > 1));
  rg_kinematics(model, data);
  int count = rg_collide(collider, model, data, &contact, overflow);
  *copy = malloc(((size_t)count + 1) * sizeof **copy);
  assert_non_null(*copy);
  memcpy(*copy, contact, (size_t)count * sizeof **copy);
  rg_workers_free(workers);
  rg_collider_free(collider);
  rg_data_free(data);
  return count;
}

static int same_contact(const rg_contact *a, const rg_contact *b) {
  return memcmp(a->position, b->position, sizeof a->position) == 0 &&
         memcmp(a->frame, b->frame, sizeof a->frame) == 0 && a->gap == b->gap &&
         a->geom1 == b->geom1 && a->geom2 == b->geom2 && a->feature == b->feature;
}

static void same_for_any_threads(void **unused) {
  (void)unused;
  rg_model *model = make_crowd(1500);
  int rooms[] = {0, 0, 40}; /* enough; enough for all but not for each portion; too little */
  for (int r = 0; r < 3; r++) {
    rg_contact *one, *other;
    int full = 0, full_too;
    int count = collide(model, 1, rooms[r], &one, &full);
    if (r == 0) rooms[1] = count + 20;
    assert_true(r == 2 ? count == 40 && full : count > 1500);
    for (int threads = 2; threads <= 5; threads++) {
      assert_int_equal(collide(model, threads, rooms[r], &other, &full_too), count);
      assert_int_equal(full, full_too);
      for (int i = 0; i < count; i++) assert_true(same_contact(&one[i], &other[i]));
      free(other);
    }
    free(one);
  }
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_for_any_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
