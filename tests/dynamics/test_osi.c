/* Operational-space inertia against J M^-1 J' with M summed body by body from its definition,
   M = sum m Jv'Jv + Jw' I Jw + armature, and against closed forms. */
#include "random_tree.h"

#include "math/dense.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NODES = 8, SIZE = 6 * NODES };

/* M from the Jacobians of the centres of mass */
static void mass_from_definition(const rg_model *model, const rg_data *data, double *M) {
  int nv = model->nv;
  double *Jv = calloc((size_t)(6 * nv + 1), sizeof(double)), *Jw = Jv + 3 * nv;
  memset(M, 0, (size_t)nv * (size_t)nv * sizeof(double));
  for (int i = 0; i < nv; i++) M[i * nv + i] = model->dof_armature[i];
  for (int b = 1; b < model->nbody; b++) {
    const double *R = data->ximat + 9 * b, *d = model->body_inertia + 3 * b;
    rg_jacobian(model, data, b, data->xipos + 3 * b, Jv, Jw);
    for (int i = 0; i < nv; i++)
      for (int j = 0; j < nv; j++)
        for (int a = 0; a < 3; a++) {
          double wi = 0, wj = 0; /* along principal axis a */
          for (int c = 0; c < 3; c++) {
            wi += R[3 * c + a] * Jw[c * nv + i];
            wj += R[3 * c + a] * Jw[c * nv + j];
          }
          M[i * nv + j] += model->body_mass[b] * Jv[a * nv + i] * Jv[a * nv + j] + d[a] * wi * wj;
        }
  }
  free(Jv);
}

/* J M^-1 J' by dense Cholesky */
static void dense_lambda(const rg_model *model, const rg_data *data, int nodes, const rg_node *node,
                         double *lambda) {
  int nv = model->nv, n = 6 * nodes;
  double *M = calloc((size_t)(nv * nv + 2 * n * nv + 1), sizeof(double));
  double *J = M + nv * nv, *X = J + n * nv;
  mass_from_definition(model, data, M);
  assert_int_equal(rg_cholesky(nv, M, nv), 0);
  for (int i = 0; i < nodes; i++)
    rg_jacobian(model, data, node[i].body, node[i].point, J + (6 * i + 3) * nv, J + 6 * i * nv);
  memcpy(X, J, (size_t)(n * nv) * sizeof(double));
  for (int i = 0; i < n; i++) rg_cholesky_solve(nv, M, nv, X + i * nv);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) lambda[i * n + j] = rg_dot(nv, J + i * nv, X + j * nv);
  free(M);
}

static double relative_difference(int n, const double *A, const double *B) {
  double worst = 0, size = 0;
  for (int i = 0; i < n * n; i++) {
    worst = fmax(worst, fabs(A[i] - B[i]));
    size = fmax(size, fabs(B[i]));
  }
  return size > 0 ? worst / size : worst;
}

static void random_nodes(const rg_model *model, const rg_data *data, int nodes, rg_node *node,
                         uint64_t *seed) {
  for (int i = 0; i < nodes; i++) {
    node[i].body = 1 + (int)((tree_draw(seed) + 1) / 2 * (model->nbody - 1));
    if (i == 3) node[i].body = node[0].body; /* two on one body */
    for (int a = 0; a < 3; a++)
      node[i].point[a] = data->xpos[3 * node[i].body + a] + 0.4 * tree_draw(seed);
  }
}

static void both_ways(const rg_model *model, rg_data *data, rg_osi *osi, int nodes,
                      const rg_node *node) {
  static double expected[SIZE * SIZE], lambda[SIZE * SIZE];
  dense_lambda(model, data, nodes, node, expected);
  for (int method = RG_OSI_AUTO; method <= RG_OSI_FACTOR; method++) {
    memset(lambda, 0xff, sizeof lambda);
    assert_int_equal(rg_osi_compute(osi, model, data, nodes, node, (rg_osi_method)method, lambda),
                     RG_OK);
    assert_true(relative_difference(6 * nodes, lambda, expected) < 1e-10);
    for (int i = 0; i < 6 * nodes; i++)
      for (int j = 0; j < i; j++)
        assert_true(lambda[i * 6 * nodes + j] == lambda[j * 6 * nodes + i]);
  }
}

/* every shape, joint, base, armature, number of nodes */
static void random_trees(void **state) {
  (void)state;
  uint64_t seed = 7;
  int tried = 0;
  for (int shape = TREE_CHAIN; shape <= TREE_RANDOM; shape++)
    for (int kind = JOINTS_HINGE; kind <= JOINTS_MIXED; kind++)
      for (int floating = 0; floating < 2; floating++)
        for (int armature = 0; armature < 2; armature++) {
          rg_model *model = tree_build((tree_shape)shape, (tree_joints)kind, 6 + tried % 9,
                                       floating, 0.05 * armature, &seed);
          assert_non_null(model);
          rg_data *data = rg_data_new(model);
          rg_osi *osi = rg_osi_new(model, NODES);
          assert_non_null(data);
          assert_non_null(osi);
          tree_random_state(model, data, &seed);
          rg_kinematics(model, data);
          rg_mass(model, data);
          for (int nodes = 1; nodes <= NODES; nodes += 1 + tried % 2) {
            rg_node node[NODES];
            random_nodes(model, data, nodes, node, &seed);
            both_ways(model, data, osi, nodes, node);
          }
          tried++;
          rg_osi_free(osi);
          rg_data_free(data);
          rg_model_free(model);
        }
}

/* one free body: Lambda at a point r from the centre is [I^-1, I^-1 r~; .., 1/m - r~ I^-1 r~] */
static void one_free_body(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("free");
  rg_pose pose = {{0.3, -0.2, 0.9}, {1, 0, 0, 0}};
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), "a", &pose);
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = (rg_pose){{0, 0, 0}, {1, 0, 0, 0}};
  inertial.mass = 2;
  inertial.diagonal[0] = 0.25, inertial.diagonal[1] = 0.5, inertial.diagonal[2] = 0.4;
  rg_spec_set_inertial(spec, body, &inertial);
  rg_joint_spec joint = rg_joint_spec_default();
  joint.type = RG_JOINT_FREE;
  rg_spec_add_joint(spec, body, &joint);
  rg_model *model = NULL;
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
  rg_data *data = rg_data_new(model);
  rg_kinematics(model, data);
  rg_mass(model, data);
  double r[3] = {0.1, 0.2, -0.3}, inverse[3] = {4, 2, 2.5}, lambda[36], expected[36] = {0};
  double cross[3][3] = {{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}};
  rg_node node = {1, {pose.pos[0] + r[0], pose.pos[1] + r[1], pose.pos[2] + r[2]}};
  for (int i = 0; i < 3; i++) {
    expected[7 * i] = inverse[i];
    expected[7 * (3 + i)] = 0.5;
    for (int j = 0; j < 3; j++) {
      expected[6 * i + 3 + j] = expected[6 * (3 + j) + i] = inverse[i] * cross[i][j];
      for (int k = 0; k < 3; k++)
        expected[6 * (3 + i) + 3 + j] -= cross[i][k] * inverse[k] * cross[k][j];
    }
  }
  rg_osi *osi = rg_osi_new(model, 1);
  for (int method = RG_OSI_RECURSION; method <= RG_OSI_FACTOR; method++) {
    assert_int_equal(rg_osi_compute(osi, model, data, 1, &node, (rg_osi_method)method, lambda),
                     RG_OK);
    assert_true(relative_difference(6, lambda, expected) < 1e-14);
  }
  rg_osi_free(osi);
  rg_data_free(data);
  rg_model_free(model);
  rg_spec_free(spec);
}

/* two trees do not feel each other; the world and bodies fixed to it do not move */
static void separate_trees_and_the_world(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("two");
  uint64_t seed = 3;
  for (int i = 0; i < 3; i++) { /* the third is fixed */
    rg_pose pose = tree_pose(&seed, 1);
    rg_spec_body *body =
        rg_spec_add_body(spec, rg_spec_world(spec), i ? i > 1 ? "c" : "b" : "a", &pose);
    tree_add_inertia(spec, body, &seed);
    if (i < 2) tree_add_joint(spec, body, RG_JOINT_HINGE, 0, &seed);
  }
  rg_model *model = NULL;
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_OK);
  rg_data *data = rg_data_new(model);
  rg_kinematics(model, data);
  rg_mass(model, data);
  rg_node node[4] = {{1, {0, 0, 0}}, {2, {0, 1, 0}}, {0, {0, 0, 1}}, {3, {1, 0, 0}}};
  rg_osi *osi = rg_osi_new(model, 4);
  double lambda[24 * 24], expected[24 * 24];
  dense_lambda(model, data, 4, node, expected);
  for (int method = RG_OSI_RECURSION; method <= RG_OSI_FACTOR; method++) {
    assert_int_equal(rg_osi_compute(osi, model, data, 4, node, (rg_osi_method)method, lambda),
                     RG_OK);
    assert_true(relative_difference(24, lambda, expected) < 1e-12);
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 24; j++)
        if (i / 6 != j / 6 || i / 6 > 1) assert_true(lambda[24 * i + j] == 0);
  }
  rg_osi_free(osi);
  rg_data_free(data);
  rg_model_free(model);
  rg_spec_free(spec);
}

static void bad_input(void **state) {
  (void)state;
  uint64_t seed = 5;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 3, 0, 0, &seed);
  rg_data *data = rg_data_new(model);
  rg_osi *osi = rg_osi_new(model, 2);
  rg_kinematics(model, data);
  rg_mass(model, data);
  rg_node node[3] = {{1, {0, 0, 0}}, {9, {0, 0, 0}}, {1, {0, 0, 0}}};
  double lambda[SIZE * SIZE];
  assert_int_equal(rg_osi_compute(osi, model, data, 0, NULL, RG_OSI_AUTO, NULL), RG_OK);
  assert_int_equal(rg_osi_compute(osi, model, data, 2, node, RG_OSI_AUTO, lambda), RG_BAD_INPUT);
  assert_int_equal(rg_osi_compute(osi, model, data, 3, node, RG_OSI_AUTO, lambda), RG_BAD_INPUT);
  assert_null(rg_osi_new(model, -1));
  data->qpos[0] = nan("");
  rg_kinematics(model, data);
  rg_mass(model, data);
  for (int method = RG_OSI_AUTO; method <= RG_OSI_FACTOR; method++)
    assert_int_equal(rg_osi_compute(osi, model, data, 1, node, (rg_osi_method)method, lambda),
                     RG_BAD_INPUT);
  rg_osi_free(osi);
  rg_data_free(data);
  rg_model_free(model);
}

/* 400 links: the recursion has no digits less than the factor */
static void long_chain(void **state) {
  (void)state;
  uint64_t seed = 11;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 400, 0, 0, &seed);
  rg_data *data = rg_data_new(model);
  rg_osi *osi = rg_osi_new(model, 4);
  tree_random_state(model, data, &seed);
  rg_kinematics(model, data);
  rg_mass(model, data);
  rg_node node[4];
  double first[24 * 24], second[24 * 24];
  random_nodes(model, data, 4, node, &seed);
  assert_int_equal(rg_osi_compute(osi, model, data, 4, node, RG_OSI_RECURSION, first), RG_OK);
  assert_int_equal(rg_osi_compute(osi, model, data, 4, node, RG_OSI_FACTOR, second), RG_OK);
  assert_true(relative_difference(24, first, second) < 1e-9);
  rg_osi_free(osi);
  rg_data_free(data);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_free_body),
                                     cmocka_unit_test(random_trees),
                                     cmocka_unit_test(separate_trees_and_the_world),
                                     cmocka_unit_test(bad_input), cmocka_unit_test(long_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
