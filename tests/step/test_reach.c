/* What is hit by something fast becomes fast, and so does what that hits: contacts that no speed before the step foretold. Whatever
   overlaps after a step must have been a contact of it, random heaps and rows of bodies that are shot at, in every rule. */
#include "step/simulate.h"

#include <rigor/collide.h>

enum { STEPS = 12, SCENES = 60, ROOM = 4000 };

static const double LENGTH = 0.1; /* of the largest body */

static uint64_t state;

static double uniform(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static void add_floor(rg_spec *spec, double mu) {
  rg_geom_spec floor = rg_geom_spec_default();
  floor.type = RG_GEOM_PLANE;
  floor.size[0] = floor.size[1] = 10, floor.size[2] = 1;
  floor.friction[0] = mu;
  rg_spec_add_geom(spec, rg_spec_world(spec), &floor);
}

static void add_body(rg_spec *spec, rg_geom_type type, const double pos[3], const double size[3],
                     double mu) {
  rg_pose pose = {{pos[0], pos[1], pos[2]}, {1, 0, 0, 0}};
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
  rg_joint_spec joint = rg_joint_spec_default();
  rg_geom_spec geom = rg_geom_spec_default();
  joint.type = RG_JOINT_FREE;
  geom.type = type;
  memcpy(geom.size, size, sizeof geom.size);
  geom.friction[0] = mu;
  rg_spec_add_joint(spec, body, &joint);
  rg_spec_add_geom(spec, body, &geom);
}

/* a row of bodies one behind the other, or a tower of layers, and the shot, which is the last */
static rg_model *make(int tower) {
  rg_spec *spec = rg_spec_new("reach");
  rg_model *model = NULL;
  int count = (int)uniform(4, 14);
  rg_geom_type type = uniform(0, 1) < 0.5 ? RG_GEOM_BOX : RG_GEOM_SPHERE;
  double mu = uniform(0, 1), half = uniform(0.2, 0.5) * LENGTH, gap = uniform(0, 0.05) * half;
  double size[3] = {half, tower ? uniform(0.3, 1) * half : half, half};
  if (tower) type = RG_GEOM_BOX, size[2] = uniform(0.1, 0.5) * half;
  assert_non_null(spec);
  add_floor(spec, mu);
  for (int k = 0; k < count; k++) {
    double pos[3] = {tower ? 0 : k * (2 * half + gap), 0, half};
    if (tower) pos[2] = size[2] * (2 * k + 1) + 1e-6 * k;
    add_body(spec, type, pos, size, mu);
  }
  double shot[3] = {half, half, half},
         from[3] = {-2 * half - uniform(0.1, 3) * gap - half, 0, half};
  if (tower) from[2] = fmax(half, uniform(0, 1) * 2 * count * size[2]);
  add_body(spec, RG_GEOM_SPHERE, from, shot, mu);
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
  rg_spec_free(spec);
  return model;
}

static int was_contact(const rg_sim *sim, int geom1, int geom2) {
  const rg_step_contact *contact;
  int n = rg_sim_contacts(sim, &contact);
  for (int i = 0; i < n; i++)
    if (contact[i].contact.geom1 == geom1 && contact[i].contact.geom2 == geom2) return 1;
  return 0;
}

/* deeper than rounding, and no contact of the step: how many such */
static int count_missed(rg_sim *sim, const rg_model *model, rg_collider *collider) {
  static const double DEEPER = 1e-9; /* m */
  const rg_contact *found;
  int overflow, missed = 0, n;
  rg_kinematics(model, rg_sim_data(sim));
  n = rg_collide(collider, model, rg_sim_data(sim), &found, &overflow);
  assert_false(overflow);
  for (int i = 0; i < n; i++)
    missed += found[i].gap < -DEEPER && !was_contact(sim, found[i].geom1, found[i].geom2);
  return missed;
}

static void shoot(int tower, rg_integrator rule) {
  rg_model *model = make(tower);
  rg_sim_options options = rg_sim_options_default();
  rg_sim *sim = NULL;
  rg_collider *collider = rg_collider_new(model, ROOM);
  options.integrator = rule;
  options.dt = uniform(0.5e-3, 5e-3);
  assert_non_null(collider);
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  rg_sim_data(sim)->qvel[model->nv - 6] = uniform(1, 10);
  for (int k = 0; k < STEPS; k++) {
    assert_int_equal(rg_step(sim), RG_OK);
    assert_int_equal(count_missed(sim, model, collider), 0);
  }
  rg_sim_free(sim);
  rg_collider_free(collider);
  rg_model_free(model);
}

static void what_overlaps_was_a_contact(void **unused) {
  static const rg_integrator rules[] = {RG_MIDPOINT, RG_EULER, RG_MOREAU};
  (void)unused;
  state = 7;
  for (int k = 0; k < SCENES; k++) shoot(k % 2, rules[k / 2 % 3]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_overlaps_was_a_contact)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
