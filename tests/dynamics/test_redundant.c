/* Redundant coordinates against what does not depend on coordinates: the acceleration that the
   recursive Newton-Euler equations turn back into the given forces, closed forms of a pendulum,
   rows whose derivatives are checked by differences. */
#include "random_tree.h"

#include "base/arena.h"
#include "dynamics/redundant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct scene {
  rg_model *model;
  rg_data *data;
  rg_redundant *redundant;
  rg_arena arena;
} scene;

static scene scene_new(rg_model *model) {
  scene s = {.model = model};
  assert_non_null(model);
  s.data = rg_data_new(model);
  assert_non_null(s.data);
  assert_int_equal(rg_redundant_new(&s.redundant, &s.arena, model, NULL), RG_OK);
  return s;
}

static void scene_free(scene *s) {
  rg_arena_free(&s->arena);
  rg_data_free(s->data);
  rg_model_free(s->model);
}

static void random_forces(scene *s, uint64_t *seed) {
  for (int i = 0; i < s->model->nv; i++) s->data->qfrc_applied[i] = 3 * tree_draw(seed);
}

static double largest_difference(int n, const double *a, const double *b) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  return worst / size;
}

/* accelerations of the joints in redundant coordinates */
static void redundant_acceleration(scene *s, double *qacc) {
  rg_redundant *r = s->redundant;
  int nv = s->model->nv;
  double *tau = calloc((size_t)(nv + 2 * r->nv + 1), sizeof(double)), *force = tau + nv,
         *a = force + r->nv;
  for (int i = 0; i < nv; i++) tau[i] = s->data->qfrc_smooth[i] + s->data->qfrc_bias[i];
  rg_redundant_from_minimal(r, s->model, s->data);
  rg_redundant_rows(r, s->model);
  rg_redundant_forces(r, s->model, tau, force);
  assert_int_equal(rg_redundant_acceleration(r, s->model, force, a, NULL), 0);
  rg_redundant_joint_acceleration(r, a, qacc);
  free(tau);
}

/* every shape and joint, with and without a free base and rotors: inverse dynamics of the
   acceleration gives the forces back */
static void random_trees(void **state) {
  (void)state;
  uint64_t seed = 21;
  int tried = 0;
  for (int shape = TREE_CHAIN; shape <= TREE_RANDOM; shape++)
    for (int kind = JOINTS_HINGE; kind <= JOINTS_MIXED; kind++)
      for (int variant = 0; variant < 4; variant++, tried++) {
        scene s = scene_new(tree_build((tree_shape)shape, (tree_joints)kind, 5 + tried % 7,
                                       variant % 2, 0.1 * (variant / 2), &seed));
        int nv = s.model->nv;
        double qacc[64] = {0}, tau[64], back[64];
        assert_true(nv <= 64);
        tree_random_state(s.model, s.data, &seed);
        random_forces(&s, &seed);
        rg_forward(s.model, s.data);
        redundant_acceleration(&s, qacc);
        for (int i = 0; i < nv; i++) tau[i] = s.data->qfrc_smooth[i] + s.data->qfrc_bias[i];
        rg_inverse_dynamics(s.model, s.data, qacc, back);
        assert_true(largest_difference(nv, back, tau) < 1e-9);
        assert_true(largest_difference(nv, qacc, s.data->qacc_smooth) < 1e-9);
        scene_free(&s);
      }
}

/* minimal -> redundant -> minimal gives the same state, and consistent states have no residual */
static void there_and_back(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int kind = JOINTS_HINGE; kind <= JOINTS_MIXED; kind++) {
    scene s = scene_new(tree_build(TREE_RANDOM, (tree_joints)kind, 9, 1, 0, &seed));
    rg_redundant *r = s.redundant;
    double qpos[80], qvel[80];
    tree_random_state(s.model, s.data, &seed);
    rg_kinematics(s.model, s.data);
    rg_velocity_stage(s.model, s.data);
    rg_redundant_from_minimal(r, s.model, s.data);
    rg_redundant_rows(r, s.model);
    for (int i = 0; i < r->rows; i++) {
      double rate = 0;
      for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++)
        rate += r->value[p] * r->vel[r->column[p]];
      assert_true(fabs(r->residual[i]) < 1e-12 && fabs(rate) < 1e-11);
    }
    memcpy(r->qpos, s.model->qpos0, (size_t)s.model->nq * sizeof(double)); /* a far guess */
    rg_redundant_to_minimal(r, s.model, qpos, qvel);
    assert_true(largest_difference(s.model->nv, qvel, s.data->qvel) < 1e-9);
    double v[80];
    rg_difference_position(s.model, s.data->qpos, qpos, 1, v);
    for (int i = 0; i < s.model->nv; i++) assert_true(fabs(v[i]) < 1e-9);
    scene_free(&s);
  }
}

/* bodies pulled apart: the rows are the derivative of the residual, and projection closes the
 * joints */
static void projection(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int kind = JOINTS_HINGE; kind <= JOINTS_SLIDE; kind++) {
    scene s = scene_new(tree_build(TREE_RANDOM, (tree_joints)kind, 7, 0, 0, &seed));
    rg_redundant *r = s.redundant;
    double *step = calloc((size_t)(2 * r->nv), sizeof(double)), *copy = step + r->nv;
    tree_random_state(s.model, s.data, &seed);
    rg_kinematics(s.model, s.data);
    rg_velocity_stage(s.model, s.data);
    rg_redundant_from_minimal(r, s.model, s.data);
    for (int i = 0; i < r->nv; i++) step[i] = tree_draw(&seed);
    memcpy(copy, r->vel, (size_t)r->nv * sizeof(double));

    /* residual after a small move = G step, to second order */
    rg_redundant_rows(r, s.model);
    double *expected = calloc((size_t)r->rows, sizeof(double));
    for (int i = 0; i < r->rows; i++)
      for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++)
        expected[i] += 1e-6 * r->value[p] * step[r->column[p]];
    rg_redundant_move(r, step, 1e-6);
    rg_redundant_rows(r, s.model);
    double found = 0, wanted = 0; /* the complement may turn: compare lengths link by link */
    for (int i = 0; i < r->rows; i++) {
      found += r->residual[i] * r->residual[i];
      wanted += expected[i] * expected[i];
    }
    assert_true(fabs(sqrt(found) - sqrt(wanted)) < 1e-4 * sqrt(wanted));

    rg_redundant_move(r, step, 1e-2);
    assert_true(rg_redundant_project(r, s.model, 20, 1e-12) < 1e-12);
    for (int i = 0; i < r->rows; i++) {
      double rate = 0;
      for (int p = r->row_start[i]; p < r->row_start[i + 1]; p++)
        rate += r->value[p] * r->vel[r->column[p]];
      assert_true(fabs(rate) < 1e-11);
    }
    free(expected);
    free(step);
    scene_free(&s);
  }
}

/* a rod on a hinge, horizontal, at rest: 3 g / (2 l); with a rotor (m l^2 / 3 + a) alpha = m g l /
 * 2 */
static void pendulum(void **state) {
  (void)state;
  for (int rotor = 0; rotor < 2; rotor++) {
    double m = 2, l = 1.5, armature = rotor ? 0.7 : 0, g = 9.81;
    rg_spec *spec = rg_spec_new("pendulum");
    rg_spec_option(spec)->gravity[2] = -g;
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), "rod", NULL);
    rg_inertial_spec inertial = rg_inertial_spec_default();
    inertial.pose = (rg_pose){{l / 2, 0, 0}, {1, 0, 0, 0}};
    inertial.mass = m;
    inertial.diagonal[0] = 1e-3;
    inertial.diagonal[1] = inertial.diagonal[2] = m * l * l / 12;
    rg_spec_set_inertial(spec, body, &inertial);
    rg_joint_spec joint = rg_joint_spec_default();
    joint.axis[1] = 1, joint.axis[2] = 0;
    joint.armature = armature;
    rg_spec_add_joint(spec, body, &joint);
    rg_model *model = NULL;
    assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
    scene s = scene_new(model);
    double qacc;
    rg_forward(model, s.data);
    redundant_acceleration(&s, &qacc);
    assert_true(fabs(qacc - m * g * l / 2 / (m * l * l / 3 + armature)) < 1e-11);
    assert_int_equal(s.redundant->nv, 6 + rotor);
    assert_int_equal(s.redundant->rows, 5 + rotor);
    scene_free(&s);
    rg_spec_free(spec);
  }
}

/* 600 links: the order of elimination gives no fill on a chain */
static void no_fill(void **state) {
  (void)state;
  uint64_t seed = 4;
  long entries[2];
  for (int k = 0; k < 2; k++) {
    scene s = scene_new(tree_build(TREE_CHAIN, JOINTS_HINGE, 300 * (k + 1), 0, 0, &seed));
    const rg_sparse_ldl *ldl = s.redundant->ldl;
    entries[k] = ldl->start[ldl->n];
    scene_free(&s);
  }
  assert_true((double)entries[1] < 2.02 * (double)entries[0]);
}

static void massless_body_is_refused(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("massless");
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), "ghost", NULL);
  rg_joint_spec joint = rg_joint_spec_default();
  rg_spec_add_joint(spec, body, &joint);
  rg_spec_body *child = rg_spec_add_body(spec, body, "child", NULL);
  uint64_t seed = 1;
  tree_add_inertia(spec, child, &seed);
  rg_spec_add_joint(spec, child, &joint);
  rg_model *model = NULL;
  rg_redundant *redundant = NULL;
  rg_arena arena = {0};
  rg_error error;
  if (rg_spec_compile(spec, &model, NULL) == RG_OK) {
    assert_int_equal(rg_redundant_new(&redundant, &arena, model, &error), RG_BAD_INPUT);
    assert_string_equal(error.element, "ghost");
    assert_null(redundant);
  }
  rg_arena_free(&arena);
  rg_model_free(model);
  rg_spec_free(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum),       cmocka_unit_test(random_trees),
      cmocka_unit_test(there_and_back), cmocka_unit_test(projection),
      cmocka_unit_test(no_fill),        cmocka_unit_test(massless_body_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
