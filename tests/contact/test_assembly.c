/* Minimal and embedded coordinates against dense matrices. Closures: the embedded velocity against the whole KKT
   system. */
#include "contact/dense_reference.h"

static void random_trees(void **unused) {
  (void)unused;
  uint64_t seed = 1;
  for (int round = 0; round < 3; round++)
    for (int shape = TREE_CHAIN; shape <= TREE_RANDOM; shape++)
      for (int joints = JOINTS_HINGE; joints <= JOINTS_MIXED; joints++)
        compare_tree((tree_shape)shape, (tree_joints)joints, 5 + 3 * round, round % 2, 1e-10,
                     &seed);
}

/* what impulses do to the joints without rows: force = G' x, of bodies whose contacts are off their origins */
static void pushes_are_transposed_rows(void **unused) {
  (void)unused;
  uint64_t seed = 5;
  for (int joints = JOINTS_HINGE; joints <= JOINTS_MIXED; joints++)
    for (int skip = 0; skip < 2; skip++) {
      rg_model *model = tree_build(TREE_RANDOM, (tree_joints)joints, 8, joints % 2, 0, &seed);
      scene s = make_scene(model, 4, 7, &seed);
      random_constraints(&s, 4, 7, &seed);
      dense d = make_dense(&s);
      unsigned char done[11] = {0};
      double x[4 + 6 * 7], *wanted = test_calloc((size_t)model->nv + 1, sizeof(double));
      double *force = test_calloc((size_t)model->nv + 1, sizeof(double));
      double *wrench = test_calloc(6 * (size_t)model->nbody, sizeof(double));
      for (int i = 0; i < d.n; i++) x[i] = tree_draw(&seed);
      for (int u = 0; u < 11; u++) done[u] = skip && u % 3 == 0;
      for (int i = 0; i < d.n; i++)
        for (int k = 0; k < model->nv && !done[i < 4 ? i : 4 + (i - 4) / dim]; k++)
          wanted[k] += d.G[i * model->nv + k] * x[i];
      rg_constraint_push(model, s.data, &s.c, skip ? done : NULL, x, wrench, force);
      assert_close(model->nv, force, wanted, 1e-12, "force");
      test_free(wanted), test_free(force), test_free(wrench);
      free_dense(&d);
      free_scene(&s);
      rg_model_free(model);
    }
}

/* --- piles ---------------------------------------------------------------------------------- */

static rg_model *pile(int bodies, uint64_t *seed) {
  rg_spec *spec = rg_spec_new("pile");
  for (int i = 0; i < bodies; i++) {
    rg_pose pose = tree_pose(seed, 1);
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
    tree_add_inertia(spec, body, seed);
    tree_add_joint(spec, body, RG_JOINT_FREE, 0, seed);
  }
  return scene_compile(spec);
}

/* neighbours touch, every third touches the floor */
static void pile_contacts(scene *s, int each, uint64_t *seed) {
  for (int b = 1; b < s->model->nbody; b++)
    for (int k = 0; k < each; k++) {
      int other = b + 1 + k / 4 < s->model->nbody ? b + 1 + k / 4 : 0;
      add_contact(s, b, b % 3 ? other : 0, seed);
    }
}

static void piles(void **unused) {
  (void)unused;
  uint64_t seed = 3;
  rg_model *model = pile(20, &seed);
  scene s = make_scene(model, 3, 100, &seed);
  random_constraints(&s, 3, 0, &seed);
  s.c.start[3] = s.c.start[2] = s.c.start[1] + 2; /* one short row, one over nothing */
  pile_contacts(&s, 5, &seed);
  compare_with_dense(&rg_assembly_minimal, &s, 1e-10);
  compare_with_dense(&rg_assembly_embedded, &s, 1e-10);
  free_scene(&s);
  rg_model_free(model);
}

/* the blocks of a pile are those of contacts that share a moving body, no others */
static void pattern_of_pile(void **unused) {
  (void)unused;
  uint64_t seed = 4;
  rg_model *model = pile(30, &seed);
  scene s = make_scene(model, 0, 150, &seed);
  rg_arena arena = {0};
  rg_problem p;
  pile_contacts(&s, 5, &seed);
  void *state = rg_assembly_minimal.setup(&arena, model, 0, 150, NULL);
  assert_int_equal(
      assemble_all(&rg_assembly_minimal, state, model, s.data, &s.c, s.start, DT, &p, NULL), RG_OK);
  long entries = 0;
  for (int i = 0; i < s.c.contacts; i++)
    for (int j = 0; j < s.c.contacts; j++) {
      const rg_contact *a = s.c.contact + i, *b = s.c.contact + j;
      int shared = a->body1 == b->body1 || a->body1 == b->body2 || a->body2 == b->body1 ||
                   (a->body2 && a->body2 == b->body2);
      entries += 9 * shared;
    }
  assert_int_equal(p.A.row_start[450], entries);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
  free_scene(&s);
  rg_model_free(model);
}

/* --- closures ------------------------------------------------------------------------------- */

/* rows of kind closure, from the dynamics */
static void closure_rows(scene *s, uint64_t *seed) {
  rg_closure *closure = rg_closure_new(&s->arena, s->model);
  int nv = s->model->nv;
  rg_closure_rows(closure, s->model, s->data);
  for (int r = 0; r < closure->rows; r++) {
    int dof[100], count = 0;
    double value[100];
    for (int k = 0; k < nv; k++)
      if (closure->jacobian[r * nv + k] != 0)
        dof[count] = k, value[count++] = closure->jacobian[r * nv + k];
    add_row(s, RG_ROW_CLOSURE, count, dof, value, seed);
  }
}

/* closure rows that do not depend on those before them, by Gram-Schmidt; returns how many */
static int independent_closures(const scene *s, double *J) {
  const rg_constraints *c = &s->c;
  int nv = s->model->nv, count = 0;
  double *basis = test_calloc((size_t)((c->rows + 1) * nv), sizeof(double));
  for (int i = 0; i < c->rows; i++) {
    if (c->kind[i] != RG_ROW_CLOSURE) continue;
    double *row = J + count * nv, *b = basis + count * nv;
    memset(row, 0, (size_t)nv * sizeof(double));
    for (int e = c->start[i]; e < c->start[i + 1]; e++) row[c->dof[e]] += c->value[e];
    memcpy(b, row, (size_t)nv * sizeof(double));
    for (int twice = 0; twice < 2; twice++)
      for (int k = 0; k < count; k++) {
        double along = row_dot(nv, b, basis + k * nv);
        for (int j = 0; j < nv; j++) b[j] -= along * basis[k * nv + j];
      }
    double size = sqrt(row_dot(nv, b, b));
    if (size < 1e-8) continue;
    for (int j = 0; j < nv; j++) b[j] /= size;
    count++;
  }
  test_free(basis);
  return count;
}

/* M v - J' lambda = momentum, J v = 0 */
static void kkt_velocity(const scene *s, const double *momentum, double *v) {
  int nv = s->model->nv;
  double *J = test_calloc((size_t)((s->c.rows + 1) * nv), sizeof(double)), *M = dense_mass(s);
  int rows = independent_closures(s, J), n = nv + rows;
  double *K = test_calloc((size_t)(n * n), sizeof(double));
  double *x = test_calloc((size_t)n, sizeof(double));
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j < nv; j++) K[i * n + j] = M[i * nv + j];
    for (int r = 0; r < rows; r++)
      K[i * n + nv + r] = -J[r * nv + i], K[(nv + r) * n + i] = J[r * nv + i];
    x[i] = momentum[i];
  }
  solve_dense(n, K, 1, x);
  memcpy(v, x, (size_t)nv * sizeof(double));
  test_free(J), test_free(M), test_free(K), test_free(x);
}

/* A and c of the closed system, and v+ for impulses x */
static void dense_closed(const scene *s, const double *x, dense *d, double *v) {
  int nv = s->model->nv;
  double *shift = d->c, *momentum = test_calloc((size_t)nv, sizeof(double));
  double *M = dense_mass(s);
  d->n = dense_rows(s, 1, d->G, shift);
  for (int i = 0; i < nv; i++)
    momentum[i] = row_dot(nv, M + i * nv, s->start) + DT * s->data->qfrc_smooth[i];
  kkt_velocity(s, momentum, v);
  for (int j = 0; j < d->n; j++) {
    double *column = test_calloc((size_t)nv, sizeof(double));
    d->c[j] += row_dot(nv, d->G + j * nv, v);
    kkt_velocity(s, d->G + j * nv, column);
    for (int i = 0; i < d->n; i++) d->A[i * d->n + j] = row_dot(nv, d->G + i * nv, column);
    for (int i = 0; i < nv; i++) momentum[i] += d->G[j * nv + i] * x[j];
    test_free(column);
  }
  kkt_velocity(s, momentum, v);
  test_free(momentum), test_free(M);
}

/* v+ of minimal coordinates whose closure impulses hold the closures: the dependent ones are 0 */
static void minimal_closed_velocity(scene *s, const double *open, double *v) {
  rg_arena arena = {0};
  rg_problem p;
  int rows = s->c.rows, closed = 0, at = 0;
  void *state = rg_assembly_minimal.setup(&arena, s->model, rows, s->c.contacts, NULL);
  assert_int_equal(
      assemble_all(&rg_assembly_minimal, state, s->model, s->data, &s->c, s->start, DT, &p, NULL),
      RG_OK);
  int n = rg_problem_size(&p), *index = test_calloc((size_t)n, sizeof(int));
  double *A = spread(&p), *x = test_calloc((size_t)n, sizeof(double));
  for (int i = 0; i < n; i++)
    if (i >= rows || s->c.kind[i] != RG_ROW_CLOSURE) x[i] = open[at++];

  /* A_bb lambda = -(A_bo x_o + c_b), rows that depend on others left out by elimination */
  double *B = test_calloc((size_t)(rows * rows) + 1, sizeof(double));
  double *r = test_calloc((size_t)rows + 1, sizeof(double));
  for (int i = 0; i < rows; i++)
    if (s->c.kind[i] == RG_ROW_CLOSURE) index[closed++] = i;
  for (int i = 0; i < closed; i++) {
    r[i] = -p.c[index[i]] - row_dot(n, A + index[i] * n, x);
    for (int j = 0; j < closed; j++) B[i * closed + j] = A[index[i] * n + index[j]];
  }
  double *C = test_calloc((size_t)(rows * rows) + 1, sizeof(double));
  memcpy(C, B, (size_t)(closed * closed) * sizeof(double));
  for (int k = 0; k < closed; k++) {
    int dependent = !(C[k * closed + k] > 1e-9 * B[k * closed + k]);
    for (int i = k + 1; i < closed && !dependent; i++) {
      double l = C[i * closed + k] / C[k * closed + k];
      for (int j = k; j < closed; j++) C[i * closed + j] -= l * C[k * closed + j];
    }
    if (!dependent) continue;
    for (int j = 0; j < closed; j++)
      B[k * closed + j] = B[j * closed + k] = C[j * closed + k] = C[k * closed + j] = 0;
    B[k * closed + k] = C[k * closed + k] = 1, r[k] = 0;
  }
  solve_dense(closed, B, 1, r);
  for (int i = 0; i < closed; i++) x[index[i]] = r[i];
  rg_assembly_minimal.velocity(state, s->model, s->data, x, v);
  test_free(A), test_free(B), test_free(C), test_free(r), test_free(x), test_free(index);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
}

static void compare_closed(scene *s) {
  const rg_assembly_kind *kind = &rg_assembly_embedded;
  rg_arena arena = {0};
  rg_error error = {0};
  rg_problem p;
  int nv = s->model->nv, most = s->c.rows + dim * s->c.contacts;
  void *state = kind->setup(&arena, s->model, s->c.rows, s->c.contacts, &error);
  rg_status status = assemble_all(kind, state, s->model, s->data, &s->c, s->start, DT, &p, &error);
  if (status) fail_msg("%s: %s", error.element, error.reason);
  assert_int_equal(rg_problem_check(&p, &error), RG_OK);

  /* rows that are left, in their order */
  const int *map = kind->row_map(state);
  int left = 0;
  for (int i = 0; i < s->c.rows; i++)
    if (s->c.kind[i] != RG_ROW_CLOSURE) {
      assert_int_equal(map[left], i);
      assert_true(p.lower[left] == s->c.lower[i] && p.upper[left] == s->c.upper[i]);
      left++;
    }
  assert_int_equal(p.rows, left);

  /* A, c, v+, u */
  dense d = {.nv = nv};
  d.G = test_calloc((size_t)(most * nv), sizeof(double));
  d.A = test_calloc((size_t)(most * most), sizeof(double));
  d.c = test_calloc((size_t)most, sizeof(double));
  double *x = test_calloc((size_t)most, sizeof(double));
  double *u = test_calloc((size_t)most, sizeof(double));
  double *w = test_calloc((size_t)most, sizeof(double));
  double *v = test_calloc((size_t)nv, sizeof(double));
  double *kkt = test_calloc((size_t)nv, sizeof(double));
  double *minimal = test_calloc((size_t)nv, sizeof(double));
  uint64_t seed = 8;
  for (int i = 0; i < most; i++) x[i] = 0.1 * tree_draw(&seed);
  dense_closed(s, x, &d, kkt);
  int n = rg_problem_size(&p);
  assert_int_equal(n, d.n);
  double *A = spread(&p);
  assert_close(n * n, A, d.A, 1e-9, "A");
  assert_close(n, p.c, d.c, 1e-9, "c");
  kind->velocity(state, s->model, s->data, x, v);
  assert_close(nv, v, kkt, 1e-9, "v+");
  minimal_closed_velocity(s, x, minimal);
  assert_close(nv, v, minimal, 1e-9, "v+ of minimal coordinates");
  kind->contact_velocity(state, s->model, s->data, v, u);
  for (int i = 0; i < n; i++) w[i] = d.c[i] + row_dot(n, d.A + i * n, x);
  assert_close(n, u, w, 1e-9, "u");
  test_free(d.G), test_free(d.A), test_free(d.c), test_free(x), test_free(u), test_free(w);
  test_free(v), test_free(kkt), test_free(minimal), test_free(A);
  kind->release(state);
  rg_arena_free(&arena);
}

/* `moved`: away from the closed position */
static void compare_mechanism(rg_model *model, int moved, uint64_t *seed) {
  assert_non_null(model);
  scene s = make_scene(model, 60, 6, seed);
  if (!moved) {
    rg_data_reset(model, s.data, -1);
    rg_forward(model, s.data);
  }
  int dof = model->nv - 1;
  double value = 1.5;
  add_row(&s, RG_ROW_DRIVE, 1, &dof, &value, seed);
  closure_rows(&s, seed);
  random_constraints(&s, 2, 6, seed);
  compare_closed(&s);
  free_scene(&s);
  rg_model_free(model);
}

static void closed_mechanisms(void **unused) {
  (void)unused;
  uint64_t seed = 6;
  rg_model *model = NULL;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/four_bar.xml", NULL, NULL),
                   RG_OK);
  compare_mechanism(model, 0, &seed);
  compare_mechanism(mechanism_four_bar(0), 0, &seed);
  compare_mechanism(mechanism_four_bar(1), 0, &seed);
  compare_mechanism(mechanism_slider_crank(), 0, &seed);
  compare_mechanism(mechanism_gear(1), 1, &seed);
  compare_mechanism(mechanism_on_base(), 0, &seed);
  compare_mechanism(mechanism_stewart(), 0, &seed);
}

/* --- compliance ----------------------------------------------------------------------------- */

/* a relaxed row or normal gets its share of g M^-1 g', a soft row its softness, whatever the
   coordinates */
static void relaxed(void **unused) {
  (void)unused;
  uint64_t seed = 7;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = mechanism_on_base();
  scene s = make_scene(model, 2, 3, &seed);
  random_constraints(&s, 2, 3, &seed);
  dense d = make_dense(&s);
  for (int k = 0; k < 2; k++) {
    rg_arena arena = {0};
    rg_problem p;
    s.c.compliance[1] = s.c.contact_compliance[2] = s.c.softness[0] = 0;
    void *state = kinds[k]->setup(&arena, model, 2, 3, NULL);
    assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
    int n = rg_problem_size(&p);
    double *rigid = spread(&p);
    s.c.compliance[1] = 0.3, s.c.contact_compliance[2] = 0.7, s.c.softness[0] = 0.9;
    assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
    double *A = spread(&p);
    rigid[0] += 0.9;
    rigid[1 * n + 1] += 0.3 * d.A[1 * n + 1];
    rigid[8 * n + 8] += 0.7 * d.A[8 * n + 8];
    assert_close(n * n, A, rigid, 1e-12, "A");
    test_free(A), test_free(rigid);
    kinds[k]->release(state);
    rg_arena_free(&arena);
  }
  free_dense(&d);
  free_scene(&s);
  rg_model_free(model);
}

/* --- nothing, failures, memory ------------------------------------------------- */

static void nothing(void **unused) {
  (void)unused;
  uint64_t seed = 9;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *empty = scene_compile(rg_spec_new("empty")), *one = pile(1, &seed);
  for (int k = 0; k < 4; k++) {
    const rg_assembly_kind *kind = kinds[k / 2];
    const rg_model *model = k % 2 ? one : empty;
    scene s = make_scene(model, 1, 1, &seed);
    rg_arena arena = {0};
    rg_error error = {0};
    rg_problem p;
    double v[6], u[4];
    void *state = kind->setup(&arena, model, 1, 1, &error);
    assert_non_null(state);
    assert_int_equal(assemble_all(kind, state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_OK);
    assert_int_equal(rg_problem_size(&p), 0);
    assert_int_equal(rg_problem_check(&p, &error), RG_OK);
    kind->velocity(state, model, s.data, u, v);
    for (int i = 0; i < model->nv; i++)
      assert_true(fabs(v[i] - s.start[i] - DT * s.data->qacc_smooth[i]) < 1e-12);

    /* a contact of the world with itself moves nothing */
    add_contact(&s, 0, 0, &seed);
    assert_int_equal(assemble_all(kind, state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_OK);
    assert_int_equal(p.A.row_start[3], 9);
    for (int i = 0; i < 9; i++) assert_true(p.A.values[i] == 0);
    for (int i = 0; i < 3; i++) assert_true(p.c[i] == s.c.surface[i] + s.c.turn[i]);
    kind->release(state);
    rg_arena_free(&arena);
    free_scene(&s);
  }
  rg_model_free(empty);
  rg_model_free(one);
}

static void failures(void **unused) {
  (void)unused;
  uint64_t seed = 10;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = pile(2, &seed);
  for (int k = 0; k < 2; k++) {
    scene s = make_scene(model, 1, 3, &seed);
    rg_arena arena = {0};
    rg_error error = {0};
    rg_problem p;
    void *state = kinds[k]->setup(&arena, model, 1, 1, &error);
    random_constraints(&s, 1, 3, &seed);
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_NO_MEMORY);
    s.c.contacts = 1;
    s.start[0] = nan("");
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_BAD_INPUT);
    assert_true(strlen(error.reason) > 0);
    s.start[0] = 0;
    s.data->qpos[0] = nan("");
    rg_forward(model, s.data);
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_BAD_INPUT);
    kinds[k]->release(state);
    rg_arena_free(&arena);
    free_scene(&s);
  }
  rg_model_free(model);
}

/* the second time needs no memory; where there is none, the status says so and nothing is lost */
static void memory(void **unused) {
  (void)unused;
  if (!COUNTED) skip();
  uint64_t seed = 11;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = pile(20, &seed);
  scene s = make_scene(model, 2, 100, &seed);
  random_constraints(&s, 2, 0, &seed);
  pile_contacts(&s, 5, &seed);
  double x[302] = {0}, u[302], *v = calloc((size_t)model->nv, sizeof(double));
  for (int k = 0; k < 2; k++) {
    rg_problem p;
    for (int fail = 1;; fail++) {
      rg_arena arena = {0};
      count_from_here(fail);
      void *state = kinds[k]->setup(&arena, model, 2, 100, NULL);
      rg_status status = RG_NO_MEMORY;
      if (state) status = assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
      int enough = allocations < fail;
      counting = 0;
      assert_int_equal(status, enough ? RG_OK : RG_NO_MEMORY);

      /* again, and everything that a step calls */
      if (enough) {
        const rg_row_factor *rows;
        count_from_here(0);
        kinds[k]->assemble(state, model, s.data, &s.c, s.start, DT, &p, NULL);
        kinds[k]->rows(state, model, s.data, NULL, &rows, NULL);
        kinds[k]->velocity(state, model, s.data, x, v);
        kinds[k]->contact_velocity(state, model, s.data, v, u);
        counting = 0;
        assert_int_equal(allocations, 0);
        assert_int_equal(kinds[k]->grown(state), 0);
      }
      if (state) kinds[k]->release(state);
      rg_arena_free(&arena);
      if (enough) break;
    }
  }
  free(v);
  free_scene(&s);
  rg_model_free(model);
}

/* the same with rows of moments, beside contacts without */
static void moments(void **unused) {
  for (dim = 4; dim <= 6; dim += 2) {
    random_trees(unused);
    pushes_are_transposed_rows(unused);
    piles(unused);
    closed_mechanisms(unused);
  }
  dim = 3;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_trees),
                                     cmocka_unit_test(pushes_are_transposed_rows),

                                     cmocka_unit_test(piles),
                                     cmocka_unit_test(pattern_of_pile),
                                     cmocka_unit_test(closed_mechanisms),
                                     cmocka_unit_test(moments),
                                     cmocka_unit_test(relaxed),

                                     cmocka_unit_test(nothing),
                                     cmocka_unit_test(failures),
                                     cmocka_unit_test(memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
