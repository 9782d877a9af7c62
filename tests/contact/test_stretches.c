/* Rows of deep trees, which go by articulated bodies: against dense matrices, and no longer than what touches needs. */
#include "contact/dense_reference.h"

/* beyond the depth where articulated bodies take over */
static void deep_trees(void **unused) {
  (void)unused;
  uint64_t seed = 2;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 60, 0, 0.02, &seed);
  assert_false(rg_minimal_needs_mass(model));
  rg_model_free(model);
  compare_tree(TREE_CHAIN, JOINTS_HINGE, 60, 0, 1e-10, &seed);
  compare_tree(TREE_CHAIN, JOINTS_MIXED, 40, 1, 1e-10, &seed);
  compare_tree(TREE_BINARY, JOINTS_MIXED, 70, 1, 1e-10, &seed);
  compare_tree(TREE_RANDOM, JOINTS_BALL, 70, 0, 1e-10, &seed);
}
/* --- stretches ------------------------------------------------------------------------------ */

/* a scalar row over one degree of freedom, or two */
static void add_short_row(scene *s, uint64_t *seed) {
  int nv = s->model->nv, first = (int)((tree_draw(seed) + 1) / 2 * (nv - 1));
  int dof[2] = {first, first + 1 + (int)((tree_draw(seed) + 1) / 2 * (nv - 1 - first))};
  double value[2] = {tree_draw(seed), tree_draw(seed)};
  add_row(s, RG_ROW_LIMIT, tree_draw(seed) > 0 ? 2 : 1, dof, value, seed);
}

/* a row as of a loop: over the ways of two bodies up to where they meet, most of it or all */
static void add_loop_row(scene *s, uint64_t *seed) {
  int nv = s->model->nv, count = 0, dof[1000];
  int i = (int)((tree_draw(seed) + 1) / 2 * nv), j = (int)((tree_draw(seed) + 1) / 2 * nv);
  double value[1000];
  while (i != j) {
    int *up = i > j ? &i : &j;
    if (tree_draw(seed) < 0.8) dof[count++] = *up;
    *up = s->model->dof_parent[*up];
  }
  for (int k = 0; k < count / 2; k++) { /* ascending */
    int swap = dof[k];
    dof[k] = dof[count - 1 - k], dof[count - 1 - k] = swap;
  }
  for (int k = 0; k < count; k++) value[k] = tree_draw(seed);
  add_row(s, RG_ROW_CLOSURE, count, dof, value, seed);
}

static const rg_row_factor *rows_of_chosen(void *state, scene *s, const unsigned char *chosen) {
  rg_problem problem;
  rg_error error = {0};
  const rg_row_factor *rows;
  const rg_assembly_kind *kind = &rg_assembly_minimal;
  assert_int_equal(kind->assemble(state, s->model, s->data, &s->c, s->start, DT, &problem, &error),
                   RG_OK);
  assert_int_equal(kind->rows(state, s->model, s->data, chosen, &rows, &error), RG_OK);
  return rows;
}

/* blocks of the chosen units, whose ways have other stretches than those of all, against the dense A */
static void compare_chosen(scene *s, double tolerance, uint64_t *seed) {
  rg_arena arena = {0};
  unsigned char chosen[64];
  int units = s->c.rows + s->c.contacts;
  assert_true(units <= 64);
  for (int u = 0; u < units; u++) chosen[u] = tree_draw(seed) < 0.4;
  void *state =
      rg_assembly_minimal.setup(&arena, s->model, s->c.most_rows, s->c.most_contacts, NULL);
  const rg_row_factor *rows = rows_of_chosen(state, s, chosen);
  dense d = make_dense(s);
  double size = 0;
  for (int i = 0; i < d.n * d.n; i++) size = fmax(size, fabs(d.A[i]));
  for (int g = 0; g < units; g++)
    for (int h = 0; h < units; h++) {
      double block[36];
      if (!chosen[g] || !chosen[h]) continue;
      rg_rows_block(rows, g, h, block, rows->width[h]);
      for (int r = 0; r < rows->width[g]; r++)
        for (int e = 0; e < rows->width[h]; e++) {
          double wanted = d.A[(rows->unknown[g] + r) * d.n + rows->unknown[h] + e];
          assert_true(fabs(rows->unit * block[r * rows->width[h] + e] - wanted) <=
                      tolerance * size);
        }
    }
  free_dense(&d);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
}

/* long limbs with few contacts and rows: what lies between them is short, and A is the same */
static void stretches(void **unused) {
  (void)unused;
  uint64_t seed = 7;
  int shorter = 0, rounds = 24;
  for (int round = 0; round < rounds; round++) {
    tree_shape shape = round % 4 ? TREE_LIMBS : TREE_CHAIN;
    rg_model *model = tree_build(shape, (tree_joints)(round / 2 % 4), 100, round % 2, 0.02, &seed);
    int contacts = 1 + round % 9, rows = round % 3, loops = round % 5 == 4;
    scene s = make_scene(model, rows + loops, contacts, &seed);
    for (int i = 0; i < rows; i++) add_short_row(&s, &seed);
    for (int i = 0; i < loops; i++) add_loop_row(&s, &seed);
    random_constraints(&s, 0, contacts, &seed);
    if (!rg_minimal_needs_mass(model)) {
      rg_arena arena = {0};
      void *state = rg_assembly_minimal.setup(&arena, model, rows + loops, contacts, NULL);
      shorter += rows_of_chosen(state, &s, NULL)->size < model->nv / 2;
      rg_assembly_minimal.release(state);
      rg_arena_free(&arena);
    }
    compare_with_dense(&rg_assembly_minimal, &s, 1e-10);
    compare_chosen(&s, 1e-10, &seed);
    free_scene(&s);
    rg_model_free(model);
  }
  assert_true(shorter >= rounds / 2); /* it is stretches that are tested */
}
/* --- many contacts of one tree --------------------------------------------------------------- */

/* blocks by where ways meet, on chains, limbs and trees that part, with every kind of joint; some contacts of two bodies and
   scalar rows among them, whose ways are others */
static void meetings(void **unused) {
  (void)unused;
  enum { ROUNDS = 16, CONTACTS = 56, ROWS = 3 };
  static const tree_shape shape[4] = {TREE_CHAIN, TREE_LIMBS, TREE_RANDOM, TREE_BINARY};
  uint64_t seed = 11;
  int met = 0, deep = 0;
  for (int round = 0; round < ROUNDS; round++) {
    rg_model *model =
        tree_build(shape[round % 4], (tree_joints)(round / 4), 150, round % 2, 0.02, &seed);
    int rows = round % 3 ? ROWS : 0;
    scene s = make_scene(model, rows, CONTACTS, &seed);
    for (int i = 0; i < rows; i++) add_short_row(&s, &seed);
    for (int i = 0; i < CONTACTS; i++) {
      int one = 1 + (int)((tree_draw(&seed) + 1) / 2 * (model->nbody - 1));
      int two = i % 5 ? 0 : (int)((tree_draw(&seed) + 1) / 2 * model->nbody);
      add_contact(&s, i % 2 ? one : two, i % 2 ? two : one, &seed);
    }
    if (!rg_minimal_needs_mass(model)) {
      rg_arena arena = {0};
      void *state = rg_assembly_minimal.setup(&arena, model, rows, CONTACTS, NULL);
      met += rows_of_chosen(state, &s, NULL)->ways != NULL;
      deep++;
      rg_assembly_minimal.release(state);
      rg_arena_free(&arena);
    }
    compare_with_dense(&rg_assembly_minimal, &s, 1e-10);
    compare_chosen(&s, 1e-10, &seed);
    free_scene(&s);
    rg_model_free(model);
  }
  print_message("%d of %d deep trees by meetings\n", met, deep);
  assert_true(met >= ROUNDS / 4); /* it is meetings that are tested */
}
/* --- long chains ---------------------------------------------------------------------------- */

/* Hanging chain of unit rods about y, its tip pushed sideways: the force meets the last links only,
   so that A does not depend on their number; and no mass matrix is there. */
static void long_chain(void **unused) {
  (void)unused;
  double entry[2];
  int size[2]; /* coordinates of the rows */
  for (int k = 0; k < 2; k++) {
    int links = k ? 3000 : 200;
    rg_model *model = scene_pendulum(links, 1, 0.5, 1. / 12);
    scene s = {.model = model, .data = rg_data_new(model)};
    uint64_t seed = 1;
    rg_arena arena = {0};
    rg_problem p;
    take_constraints(&s, 0, 4, 0);
    rg_forward_articulated(model, s.data);
    for (int i = 0; i < 4; i++) add_contact(&s, links - i, i ? 0 : links - 50, &seed);
    const double frame[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, tip[3] = {0, 0, -links};
    memcpy(s.c.contact[1].frame, frame, sizeof frame);
    memcpy(s.c.contact[1].position, tip, sizeof tip);
    s.c.contact[1].body1 = links;
    void *state = rg_assembly_minimal.setup(&arena, model, 0, 4, NULL);
    assert_int_equal(
        assemble_all(&rg_assembly_minimal, state, model, s.data, &s.c, s.start, DT, &p, NULL),
        RG_OK);
    entry[k] = p.A.values[p.A.row_start[3] + 3];
    size[k] = rows_of_chosen(state, &s, NULL)->size;

    /* the velocity of all contacts by the motion is A x + c */
    double x[12], *v = test_calloc((size_t)links, sizeof(double)), u[12], w[12];
    for (int i = 0; i < 12; i++) x[i] = tree_draw(&seed);
    rg_assembly_minimal.velocity(state, model, s.data, x, v);
    rg_assembly_minimal.contact_velocity(state, model, s.data, v, u);
    double *A = spread(&p);
    for (int i = 0; i < 12; i++) w[i] = p.c[i] + row_dot(12, A + 12 * i, x);
    assert_close(12, u, w, 1e-11, "u of a long chain");
    test_free(A), test_free(v);
    rg_assembly_minimal.release(state);
    rg_arena_free(&arena);
    free_scene(&s);
    rg_model_free(model);
  }
  assert_int_equal(size[0], size[1]);
  /* half-infinite chain of unit rods: the end that is pushed has mass m / (2 sqrt 3) */
  assert_true(fabs(entry[0] - 2 * sqrt(3)) < 1e-10);
  assert_true(fabs(entry[1] - 2 * sqrt(3)) < 1e-10);
}
/* the same with rows of moments, beside contacts without */
static void moments(void **unused) {
  for (dim = 4; dim <= 6; dim += 2) {
    deep_trees(unused);
    stretches(unused);
  }
  dim = 3;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(deep_trees), cmocka_unit_test(stretches),
                                     cmocka_unit_test(meetings), cmocka_unit_test(moments),
                                     cmocka_unit_test(long_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
