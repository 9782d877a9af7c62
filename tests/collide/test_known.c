/* What a collider knows of the last call changes nothing: one that is asked for every pose in turn says what one that was made
   for this pose alone says, to the last bit. Random bodies of all shapes, some of which stay where they are, random
   ways and margins; pairs that did not move reach no pair routine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "collide/collider.h"
#include "dynamics/random_xml.h"

static rg_model *random_model(xml_text *x, int bodies) {
  static const char *const shapes[] = {
      "sphere\" size=\"0.2",        "capsule\" size=\"0.1 0.2",  "ellipsoid\" size=\"0.2 0.1 0.15",
      "cylinder\" size=\"0.15 0.2", "box\" size=\"0.2 0.1 0.15", "mesh\" mesh=\"m"};
  rg_model *model = NULL;
  rg_error error;
  xml_put(x,
          "<mujoco><asset><mesh name=\"m\" vertex=\"0.3 0 0 -0.2 0.2 0 -0.2 -0.2 0 0 0 0.3 0.1 "
          "0.1 -0.2\"/><hfield name=\"f\" nrow=\"3\" ncol=\"3\" size=\"1 1 0.2 0.1\" "
          "elevation=\"0 1 0 0.5 0 1 0 0.3 0\"/></asset><worldbody><geom type=\"plane\" size=\"5 5 "
          "1\"/><geom type=\"hfield\" hfield=\"f\" pos=\"0.5 0 0.1\"/>");
  for (int k = 0; k < bodies; k++)
    xml_put(x, "<body><freejoint/><geom type=\"%s\" margin=\"%.3f\"/></body>",
            shapes[xml_pick(x, 6)], k % 3 ? 0 : 0.02);
  xml_put(x, "</worldbody></mujoco>");
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("%s\n%s", error.reason, x->text);
  return model;
}

static void throw_body(xml_text *x, double *q, double size) {
  for (int k = 0; k < 7; k++) q[k] = xml_draw(x) * (k < 3 ? size : 1);
}

static void expect_same(const rg_contact *a, int n, const rg_contact *b, int m) {
  assert_int_equal(n, m);
  for (int k = 0; k < n; k++, a++, b++) {
    assert_memory_equal(a->position, b->position, sizeof a->position);
    assert_memory_equal(a->frame, b->frame, sizeof a->frame);
    assert_memory_equal(&a->gap, &b->gap, sizeof a->gap);
    assert_memory_equal(a->friction, b->friction, sizeof a->friction);
    assert_true(a->geom1 == b->geom1 && a->geom2 == b->geom2 && a->body1 == b->body1);
    assert_true(a->body2 == b->body2 && a->condim == b->condim && a->feature == b->feature);
  }
}

static int ask(rg_collider *collider, const rg_model *model, const rg_data *data, const double *way,
               double margin, const rg_contact **contact) {
  int overflow;
  rg_collider_set_margin(collider, margin);
  collider->way = way;
  int n = rg_collide(collider, model, data, contact, &overflow);
  collider->way = NULL;
  assert_int_equal(overflow, 0);
  return n;
}

/* few bodies: their pairs are listed; many: they are found in the tree */
static void changes_nothing(void **state) {
  (void)state;
  enum { SCENES = 24, CALLS = 25, MOST = 60 };
  long contacts = 0, tested = 0, still = 0;
  for (uint64_t seed = 1; seed <= SCENES; seed++) {
    xml_text x = {.seed = seed};
    int bodies = seed % 2 ? 6 : 50;
    double way[MOST] = {0}, margin = 0.001, size = seed % 2 ? 0.4 : 0.8;
    rg_model *model = random_model(&x, bodies);
    rg_data *data = rg_data_new(model);
    rg_collider *known = rg_collider_new(model, 20000);
    for (int b = 0; b < bodies; b++) throw_body(&x, data->qpos + 7 * b, size);
    for (int call = 0; call < CALLS; call++) {
      int move = call % 4 ? xml_pick(&x, bodies) : bodies;
      for (int b = move; b < bodies; b += 3) throw_body(&x, data->qpos + 7 * b, size);
      if (call % 5 == 2) margin = 0.005 * (1 + xml_draw(&x));
      for (int b = 1; b <= bodies && call % 3 == 1; b++) way[b] = 1e-4 * (1 + xml_draw(&x));
      rg_kinematics(model, data);
      if (call % 7 == 3) rg_collide_filtered(known, model, data, NULL);
      const rg_contact *a, *b;
      rg_collider *fresh = rg_collider_new(model, 20000);
      int n = ask(known, model, data, way, margin, &a);
      int m = ask(fresh, model, data, way, margin, &b);
      expect_same(a, n, b, m);
      contacts += n;
      if (known->pair_tests < fresh->pair_tests) tested++;
      /* once more: nothing has moved */
      ask(known, model, data, way, margin, &a);
      assert_int_equal(known->pair_tests, 0);
      expect_same(a, n, b, m);
      still++;
      rg_collider_free(fresh);
    }
    rg_collider_free(known);
    rg_data_free(data);
    rg_model_free(model);
    free(x.text);
  }
  print_message("%ld contacts in %ld calls, fewer pairs looked at in %ld of them\n", contacts,
                still, tested);
  assert_true(contacts > 10000);
  assert_true(tested > SCENES * CALLS / 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(changes_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
