/* Contact problems in redundant coordinates against dense algebra in joint coordinates, written here:
   M from rg_mass_dense, J from rg_jacobian, and v+ from [M J'; J 0]. Closed forms of a pendulum; the
   sizes of Mylapilli & Jain 2017, sec. 2.4.1. */
#include "dynamics/mechanisms.h"

#include "contact/entries.h"
#include "math/vector.h"
#include <rigor/solve.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_CONTACTS = 8, MOST_RATE_ROWS = 6 };

static double *take(int count) {
  double *block = calloc((size_t)count + 1, sizeof(double));
  assert_non_null(block);
  return block;
}

/* --- dense algebra ----------------------------------------------------------------------------- */

/* x of a consistent system by Gauss-Jordan with complete pivoting; A (n x n) and b are destroyed,
   unknowns without a pivot are 0 */
static void solve_consistent(int n, double *A, const double *b, double *x) {
  double *r = take(n), first = 0;
  int *row_of = calloc((size_t)n + 1, sizeof(int)), *used = calloc((size_t)n + 1, sizeof(int));
  memcpy(r, b, (size_t)n * sizeof(double));
  for (int j = 0; j < n; j++) row_of[j] = -1;
  for (int step = 0; step < n; step++) {
    int p = -1, q = -1;
    double best = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n && !used[i]; j++)
        if (row_of[j] < 0 && fabs(A[i * n + j]) > best) best = fabs(A[i * n + j]), p = i, q = j;
    if (step == 0) first = best;
    if (p < 0 || best <= 1e-11 * first) break;
    used[p] = 1;
    row_of[q] = p;
    for (int i = 0; i < n; i++) {
      double factor = A[i * n + q] / A[p * n + q];
      if (i == p || factor == 0) continue;
      for (int j = 0; j < n; j++) A[i * n + j] -= factor * A[p * n + j];
      r[i] -= factor * r[p];
    }
  }
  for (int j = 0; j < n; j++) x[j] = row_of[j] < 0 ? 0 : r[row_of[j]] / A[row_of[j] * n + j];
  free(r), free(row_of), free(used);
}

static double worst_difference(int n, const double *a, const double *b) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  return worst / size;
}

static void to_dense(const rg_matrix *A, double *dense) {
  memset(dense, 0, (size_t)A->rows * (size_t)A->rows * sizeof(double));
  for (int i = 0; i < A->rows; i++)
    for (int p = A->row_start[i]; p < A->row_start[i + 1]; p++)
      dense[i * A->rows + A->column[p]] = A->values[p];
}

/* --- a scene: closures, rows over joint rates, contacts ---------------------------------------- */

typedef struct scene {
  rg_model *model;
  rg_data *data;
  rg_arena arena;
  rg_closure *closure;
  rg_constraints *constraints;
  void *state;
  double *start;
  double dt;
  rg_problem problem;
  int n, nv, extra;
  /* the same in joint coordinates: all rows but the extra ones */
  double *M, *J, *offset, *rest; /* rest = M start + dt qfrc_smooth */
} scene;

static scene scene_new(rg_model *model) {
  scene s = {.model = model, .dt = 0.01};
  rg_error error = {0};
  assert_non_null(model);
  s.nv = model->nv;
  s.data = rg_data_new(model);
  s.closure = rg_closure_new(&s.arena, model);
  s.constraints = rg_constraints_new(&s.arena, model, s.closure->rows, MOST_CONTACTS);
  s.state =
      rg_assembly_redundant.setup(&s.arena, model, s.constraints->most_rows, MOST_CONTACTS, &error);
  assert_non_null(s.state);
  s.extra = rg_assembly_redundant.extra_rows(s.state);
  s.start = take(s.nv);
  return s;
}

static void scene_free(scene *s) {
  rg_assembly_redundant.release(s->state);
  free(s->M), free(s->J), free(s->offset), free(s->rest), free(s->start);
  rg_arena_free(&s->arena);
  rg_data_free(s->data);
  rg_model_free(s->model);
}

static int new_row(rg_constraints *c, rg_row_kind kind, int object, int part, double bound) {
  int i = c->rows++;
  c->kind[i] = kind;
  c->object[i] = object;
  c->part[i] = part;
  c->target[i] = c->compliance[i] = c->softness[i] = 0;
  c->lower[i] = -bound;
  c->upper[i] = bound;
  c->start[i + 1] = c->start[i];
  return i;
}

static void new_entry(rg_constraints *c, int dof, double value) {
  int at = c->start[c->rows]++;
  c->dof[at] = dof;
  c->value[at] = value;
}

static void add_closures(scene *s) {
  rg_closure_rows(s->closure, s->model, s->data);
  for (int e = 0; e < s->closure->count; e++)
    for (int r = s->closure->start[e]; r < s->closure->start[e + 1]; r++) {
      new_row(s->constraints, RG_ROW_CLOSURE, s->closure->equality[e], r - s->closure->start[e],
              HUGE_VAL);
      for (int k = 0; k < s->nv; k++)
        if (s->closure->jacobian[r * s->nv + k] != 0)
          new_entry(s->constraints, k, s->closure->jacobian[r * s->nv + k]);
    }
}

/* drives, and tendons over several joints in any order */
static void add_rate_rows(scene *s, uint64_t *seed) {
  rg_constraints *c = s->constraints;
  int nv = s->nv;
  for (int k = 0; k < MOST_RATE_ROWS && k < nv; k++) {
    int i = new_row(c, RG_ROW_TENDON_FRICTION, 0, 0, 0.05);
    new_entry(c, (7 * k + 3) % nv, 1 + 0.5 * tree_draw(seed));
    if (k % 2 && nv > 2) {
      new_entry(c, (7 * k + 2) % nv, tree_draw(seed));
      new_entry(c, (5 * k + 1) % nv, tree_draw(seed));
    }
    c->target[i] = tree_draw(seed);
  }
}

static void random_frame(double frame[9], uint64_t *seed) {
  for (int i = 0; i < 3; i++) frame[i] = tree_draw(seed);
  rg_v3_normalize(frame);
  rg_v3_tangents(frame, frame + 3, frame + 6);
}

/* any two bodies that move against each other, the world and welded ones included */
static void add_contacts(scene *s, int count, double mu, uint64_t *seed) {
  rg_constraints *c = s->constraints;
  const int *weld = s->model->body_weld;
  for (int i = 0; i < count; i++) {
    rg_contact *contact = c->contact + i;
    memset(contact, 0, sizeof *contact);
    contact->body1 = 1 + (int)((tree_draw(seed) + 1) / 2 * (s->model->nbody - 1));
    contact->body2 = i % 2 ? 0 : (int)((tree_draw(seed) + 1) / 2 * s->model->nbody);
    if (weld[contact->body2] == weld[contact->body1]) contact->body2 = 0;
    random_frame(contact->frame, seed);
    for (int k = 0; k < 3; k++) {
      contact->position[k] = s->data->xpos[3 * contact->body1 + k] + 0.4 * tree_draw(seed);
      c->surface[3 * i + k] = 0.2 * tree_draw(seed);
      c->turn[3 * i + k] = 0.1 * sin(3 * i + k + 1);
    }
    c->mu[i] = mu;
    c->contact_target[i] = 0.1 * tree_draw(seed);
    c->contact_compliance[i] = c->restitution[i] = 0;
  }
  c->contacts = count;
}

/* M, J, offset and M start + dt f in joint coordinates */
static void write_reference(scene *s) {
  const rg_constraints *c = s->constraints;
  int nv = s->nv, m = c->rows + 3 * c->contacts;
  double *one = take(3 * nv), *two = take(3 * nv);
  s->M = take(nv * nv), s->J = take(m * nv), s->offset = take(m), s->rest = take(nv);
  rg_mass_dense(s->model, s->data, s->M);
  for (int i = 0; i < c->rows; i++) {
    for (int p = c->start[i]; p < c->start[i + 1]; p++) s->J[i * nv + c->dof[p]] += c->value[p];
    s->offset[i] = -c->target[i];
  }
  for (int k = 0; k < c->contacts; k++) {
    const rg_contact *contact = c->contact + k;
    rg_jacobian(s->model, s->data, contact->body1, contact->position, one, NULL);
    rg_jacobian(s->model, s->data, contact->body2, contact->position, two, NULL);
    for (int a = 0; a < 3; a++) {
      int row = c->rows + 3 * k + a;
      for (int j = 0; j < nv; j++)
        for (int i = 0; i < 3; i++)
          s->J[row * nv + j] += contact->frame[3 * a + i] * (one[i * nv + j] - two[i * nv + j]);
      s->offset[row] = c->surface[3 * k + a] + c->turn[3 * k + a];
    }
  }
  for (int i = 0; i < nv; i++) {
    s->rest[i] = s->dt * s->data->qfrc_smooth[i];
    for (int j = 0; j < nv; j++) s->rest[i] += s->M[i * nv + j] * s->start[j];
  }
  free(one), free(two);
}

static void scene_fill(scene *s, int contacts, double mu, uint64_t *seed) {
  rg_error error = {0};
  rg_forward(s->model, s->data);
  for (int i = 0; i < s->nv; i++) s->start[i] = s->data->qvel[i] + 0.3 * tree_draw(seed);
  s->constraints->rows = 0;
  add_closures(s);
  add_rate_rows(s, seed);
  add_contacts(s, contacts, mu, seed);
  write_reference(s);
  assert_int_equal(assemble_all(&rg_assembly_redundant, s->state, s->model, s->data, s->constraints,
                                s->start, s->dt, &s->problem, &error),
                   RG_OK);
  s->n = rg_problem_size(&s->problem);
  assert_int_equal(s->n, s->extra + s->constraints->rows + 3 * contacts);
  assert_int_equal(rg_problem_check(&s->problem, &error), RG_OK);
}

/* --- checks ------------------------------------------------------------------------------------ */

/* columns ascend, the diagonal is there, symmetric to the bit */
static void check_matrix(const rg_matrix *A) {
  double *dense = take(A->rows * A->rows);
  to_dense(A, dense);
  for (int i = 0; i < A->rows; i++) {
    int diagonal = 0;
    for (int p = A->row_start[i]; p < A->row_start[i + 1]; p++) {
      assert_true(p == A->row_start[i] || A->column[p] > A->column[p - 1]);
      assert_true(A->values[p] == dense[A->column[p] * A->rows + i]);
      diagonal += A->column[p] == i;
    }
    assert_int_equal(diagonal, 1);
  }
  free(dense);
}

/* v+ in joint coordinates where the first `bilateral` rows hold and the others have impulses x */
static void reference_velocity(const scene *s, int bilateral, const double *x, double *v) {
  int nv = s->nv, n = nv + bilateral, m = s->constraints->rows + 3 * s->constraints->contacts;
  double *K = take(n * n), *b = take(n), *z = take(n);
  for (int i = 0; i < nv; i++) {
    b[i] = s->rest[i];
    for (int j = 0; j < nv; j++) K[i * n + j] = s->M[i * nv + j];
    for (int k = bilateral; k < m; k++) b[i] += s->J[k * nv + i] * x[k];
  }
  for (int k = 0; k < bilateral; k++) {
    for (int j = 0; j < nv; j++) K[j * n + nv + k] = K[(nv + k) * n + j] = s->J[k * nv + j];
    b[nv + k] = -s->offset[k];
  }
  solve_consistent(n, K, b, z);
  memcpy(v, z, (size_t)nv * sizeof(double));
  free(K), free(b), free(z);
}

/* impulses of the first `free_rows` rows of the problem so that their velocity is zero */
static void eliminate(const scene *s, int free_rows, double *x) {
  int n = s->n, m = free_rows;
  double *A = take(n * n), *K = take(m * m), *b = take(m);
  to_dense(&s->problem.A, A);
  for (int i = 0; i < m; i++) {
    b[i] = -s->problem.c[i];
    for (int j = m; j < n; j++) b[i] -= A[i * n + j] * x[j];
    for (int j = 0; j < m; j++) K[i * m + j] = A[i * n + j];
  }
  solve_consistent(m, K, b, x);
  free(A), free(K), free(b);
}

/* any impulses of rate rows and contacts: the same v+, the same velocities of all rows */
static void check_scene(scene *s, uint64_t *seed) {
  int n = s->n, nv = s->nv, closures = s->closure->rows, bilateral = s->extra + closures;
  double *x = take(n), *v = take(nv), *expected = take(nv), *u = take(n), *by_A = take(n);
  check_matrix(&s->problem.A);
  for (int i = bilateral; i < n; i++) x[i] = tree_draw(seed);
  eliminate(s, bilateral, x);
  reference_velocity(s, closures, x + s->extra, expected);
  rg_assembly_redundant.velocity(s->state, s->model, s->data, x, v);
  assert_true(worst_difference(nv, v, expected) < 1e-9);

  rg_assembly_redundant.contact_velocity(s->state, s->model, s->data, expected, u);
  for (int i = 0; i < n; i++) {
    double rate = 0;
    by_A[i] = s->problem.c[i];
    for (int p = s->problem.A.row_start[i]; p < s->problem.A.row_start[i + 1]; p++)
      by_A[i] += s->problem.A.values[p] * x[s->problem.A.column[p]];
    if (i >= s->extra) {
      rate = s->offset[i - s->extra];
      for (int j = 0; j < nv; j++) rate += s->J[(i - s->extra) * nv + j] * expected[j];
    }
    assert_true(fabs(u[i] - rate) < 1e-10);
  }
  assert_true(worst_difference(n, by_A, u) < 1e-9);
  free(x), free(v), free(expected), free(u), free(by_A);
}

/* every shape and joint, with and without a free base and rotors; the mixed ones have bodies that
   are welded to their parents */
static void random_trees(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int shape = TREE_CHAIN, tried = 0; shape <= TREE_RANDOM; shape++)
    for (int kind = JOINTS_HINGE; kind <= JOINTS_MIXED; kind++)
      for (int variant = 0; variant < 4; variant++, tried++) {
        scene s = scene_new(tree_build((tree_shape)shape, (tree_joints)kind, 4 + tried % 5,
                                       variant % 2, 0.1 * (variant / 2), &seed));
        tree_random_state(s.model, s.data, &seed);
        for (int i = 0; i < s.nv; i++) s.data->qfrc_applied[i] = 3 * tree_draw(&seed);
        scene_fill(&s, 3, 0.4, &seed);
        check_scene(&s, &seed);
        scene_free(&s);
      }
}

/* connect, weld, coupled joints, six loops; moved within the closures */
static void closed_mechanisms(void **state) {
  (void)state;
  uint64_t seed = 17;
  rg_model *models[] = {mechanism_four_bar(0), mechanism_four_bar(1), mechanism_slider_crank(),
                        mechanism_gear(1),     mechanism_on_base(),   mechanism_stewart()};
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    scene s = scene_new(models[k]);
    for (int i = 0; i < s.nv; i++) s.data->qvel[i] = 0.3 * tree_draw(&seed);
    rg_integrate_position(s.model, s.data->qpos, s.data->qvel, 0.1);
    assert_true(rg_closure_project(s.closure, s.model, s.data, 20, 1e-12) < 1e-12);
    scene_fill(&s, 2, 0.4, &seed);
    check_scene(&s, &seed);
    scene_free(&s);
  }
}

/* --- the same contact problem solved in both ---------------------------------------------------- */

/* A = J M^-1 J', c = J M^-1 rest + offset */
static void reference_problem(const scene *s, double *A, double *c) {
  int nv = s->nv, m = s->constraints->rows + 3 * s->constraints->contacts;
  double *M = take(nv * nv), *y = take(nv);
  for (int k = 0; k < m; k++) {
    memcpy(M, s->M, (size_t)(nv * nv) * sizeof(double));
    solve_consistent(nv, M, s->J + k * nv, y);
    c[k] = s->offset[k];
    for (int j = 0; j < nv; j++) c[k] += y[j] * s->rest[j];
    for (int i = 0; i < m; i++) {
      A[i * m + k] = 0;
      for (int j = 0; j < nv; j++) A[i * m + k] += s->J[i * nv + j] * y[j];
    }
  }
  free(M), free(y);
}

static rg_solver *solve_tightly(const rg_problem *problem) {
  rg_solver *solver = NULL;
  rg_error error = {0};
  rg_options options = rg_options_default();
  options.tol = 1e-12;
  assert_int_equal(rg_solver_new(&solver, problem, &options, &error), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  return solver;
}

/* solves both problems; returns the worst difference of v+, *impulse that of the contact impulses,
   *pushing counts the contacts that push */
static double solve_both(scene *s, double *impulse, int *pushing) {
  int m = s->constraints->rows + 3 * s->constraints->contacts, rows = s->constraints->rows;
  double *A = take(m * m), *c = take(m), *v = take(s->nv), *expected = take(s->nv);
  rg_problem minimal = s->problem;
  reference_problem(s, A, c);
  minimal.A = rg_matrix_dense(m, m, A);
  minimal.c = c;
  minimal.rows = rows;
  minimal.lower = s->constraints->lower;
  minimal.upper = s->constraints->upper;
  rg_solver *one = solve_tightly(&minimal), *two = solve_tightly(&s->problem);
  reference_velocity(s, 0, rg_solver_impulse(one), expected);
  rg_assembly_redundant.velocity(s->state, s->model, s->data, rg_solver_impulse(two), v);
  *impulse = worst_difference(m - rows, rg_solver_impulse(two) + s->extra + rows,
                              rg_solver_impulse(one) + rows);
  for (int i = rows; i < m; i += 3) *pushing += rg_solver_impulse(one)[i] > 1e-6;
  double worst = worst_difference(s->nv, v, expected);
  rg_solver_free(one), rg_solver_free(two);
  free(A), free(c), free(v), free(expected);
  return worst;
}

static void solved_contacts(void **state) {
  (void)state;
  uint64_t seed = 29;
  int pushing = 0;
  for (int k = 0; k < 12; k++) {
    scene s = scene_new(k < 10 ? tree_build(TREE_RANDOM, JOINTS_MIXED, 7, 1, 0.05 * (k % 2), &seed)
                               : mechanism_four_bar(k % 2));
    if (k < 10) tree_random_state(s.model, s.data, &seed);
    scene_fill(&s, k < 10 ? 3 : 1, 0.3, &seed);
    double impulse;
    assert_true(solve_both(&s, &impulse, &pushing) < 1e-8);
    assert_true(impulse < 1e-8);
    scene_free(&s);
  }
  assert_true(pushing >= 12);
}

/* --- the same scene assembled in minimal coordinates -------------------------------------------- */

/* a floating tree with a sphere on every body, over a plane that moves like a belt */
static rg_model *spheres_on_a_tree(uint64_t *seed) {
  rg_spec *spec = rg_spec_new("spheres");
  rg_spec_body *body[8];
  rg_geom_spec plane = rg_geom_spec_default(), sphere = rg_geom_spec_default();
  plane.type = RG_GEOM_PLANE;
  plane.conaffinity = sphere.contype = 0; /* spheres do not meet each other */
  rg_spec_add_geom(spec, rg_spec_world(spec), &plane);
  for (int i = 0; i < 8; i++) {
    rg_pose pose = tree_pose(seed, 0.5);
    body[i] = rg_spec_add_body(spec, i ? body[(i - 1) / 2] : rg_spec_world(spec), NULL, &pose);
    tree_add_inertia(spec, body[i], seed);
    if (i) tree_add_joints(spec, body[i], JOINTS_MIXED, i, 0.02, seed);
    else tree_add_joint(spec, body[i], RG_JOINT_FREE, 0, seed);
    sphere.size[0] = 0.1;
    sphere.friction[0] = 0.3;
    rg_spec_add_geom(spec, body[i], &sphere);
  }
  return mechanism_compile(spec);
}

/* the base at a height where the third lowest sphere touches the plane */
static void lower_onto_plane(const rg_model *model, rg_data *data) {
  double height[8];
  rg_kinematics(model, data);
  for (int i = 0; i < 8; i++) height[i] = data->geom_xpos[3 * (i + 1) + 2];
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 8; j++)
      if (height[j] < height[i]) {
        double swap = height[i];
        height[i] = height[j], height[j] = swap;
      }
  data->qpos[2] += 0.1 - height[2];
}

/* rows and contacts as a step collects them: belt, one drive, springs where relaxed */
static void collect(scene *s, rg_collider *collider, rg_stabilize how) {
  const rg_model *model = s->model;
  rg_sim_options options = {.contacts = how,
                            .closures = how,
                            .push = 0.2,
                            .relax_damping = 1,
                            .restitution = (double)NAN,
                            .friction = (double)NAN};
  double *surface = take(3 * model->ngeom), *drive = take(s->nv), *limit = take(s->nv);
  double *restitution = take(model->ngeom);
  surface[0] = 0.3;
  drive[s->nv - 1] = 0.5;
  limit[s->nv - 1] = 20;
  rg_constraint_input input = {.model = model,
                               .data = s->data,
                               .collider = collider,
                               .closure = s->closure,
                               .options = &options,
                               .before = s->start,
                               .xvel_before = s->data->xvel,
                               .dt = s->dt,
                               .surface = surface,
                               .drive_velocity = drive,
                               .drive_limit = limit,
                               .geom_restitution = restitution};
  rg_closure_rows(s->closure, model, s->data);
  rg_constraints_collect(s->constraints, &input);
  free(surface), free(drive), free(limit), free(restitution);
}

/* v+ and contact impulses by one of the coordinates */
static void solve_by(const rg_assembly_kind *kind, scene *s, double *v, double *contact) {
  rg_arena arena = {0};
  rg_error error = {0};
  rg_problem problem;
  void *state = kind->setup(&arena, s->model, s->constraints->most_rows, MOST_CONTACTS, &error);
  assert_non_null(state);
  assert_int_equal(assemble_all(kind, state, s->model, s->data, s->constraints, s->start, s->dt,
                                &problem, &error),
                   RG_OK);
  rg_solver *solver = solve_tightly(&problem);
  kind->velocity(state, s->model, s->data, rg_solver_impulse(solver), v);
  memcpy(contact, rg_solver_impulse(solver) + problem.rows,
         3 * (size_t)problem.contacts * sizeof(double));
  rg_solver_free(solver);
  kind->release(state);
  rg_arena_free(&arena);
}

static void same_as_minimal(void **state) {
  (void)state;
  uint64_t seed = 53;
  int pushing = 0;
  for (int k = 0; k < 16; k++) {
    scene s = scene_new(spheres_on_a_tree(&seed));
    rg_collider *collider = rg_collider_new(s.model, MOST_CONTACTS);
    double v[64], expected[64], x[3 * MOST_CONTACTS], y[3 * MOST_CONTACTS];
    assert_true(s.nv <= 64);
    tree_random_state(s.model, s.data, &seed);
    lower_onto_plane(s.model, s.data);
    rg_forward(s.model, s.data);
    memcpy(s.start, s.data->qvel, (size_t)s.nv * sizeof(double));
    collect(&s, collider, k % 2 ? RG_STABILIZE_RELAX : RG_STABILIZE_TARGET);
    int contacts = s.constraints->contacts;
    assert_true(contacts >= 3);
    solve_by(&rg_assembly_minimal, &s, expected, y);
    solve_by(&rg_assembly_redundant, &s, v, x);
    assert_true(worst_difference(s.nv, v, expected) < 1e-8);
    assert_true(worst_difference(3 * contacts, x, y) < 1e-8);
    for (int i = 0; i < contacts; i++) pushing += y[3 * i] > 1e-6;
    rg_collider_free(collider);
    scene_free(&s);
  }
  assert_true(pushing >= 24);
}

/* a relaxed row gets its share of the diagonal of minimal coordinates, tangents get nothing */
static void relaxed_rows(void **state) {
  (void)state;
  uint64_t seed = 41;
  scene s = scene_new(tree_build(TREE_BINARY, JOINTS_MIXED, 8, 1, 0.1, &seed));
  tree_random_state(s.model, s.data, &seed);
  scene_fill(&s, 3, 0.3, &seed);
  rg_constraints *c = s.constraints;
  int n = s.n, m = n - s.extra;
  double *A = take(m * m), *rest = take(m), *before = take(n * n), *after = take(n * n);
  reference_problem(&s, A, rest);
  to_dense(&s.problem.A, before);
  c->softness[0] = 0.9;
  c->compliance[1] = 0.7;
  c->contact_compliance[2] = 0.4;
  assert_int_equal(assemble_all(&rg_assembly_redundant, s.state, s.model, s.data, c, s.start, s.dt,
                                &s.problem, NULL),
                   RG_OK);
  to_dense(&s.problem.A, after);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int k = i - s.extra;
      double share = i != j ? 0 : k == 1 ? 0.7 : k == c->rows + 6 ? 0.4 : 0;
      double expected = share > 0 ? share * A[k * m + k] : i == j && k == 0 ? 0.9 : 0;
      assert_true(fabs(after[i * n + j] - before[i * n + j] - expected) < 1e-12);
    }
  free(A), free(rest), free(before), free(after);
  scene_free(&s);
}

/* --- closed forms and sizes --------------------------------------------------------------------- */

/* A horizontal rod on a hinge, at rest, an impulse p upwards on its tip:
   w = l (p - m g dt / 2) / (m l^2 / 3 + a); the hinge keeps m w l / 2 = p - m g dt + hinge. */
static void pendulum(void **state) {
  (void)state;
  for (int rotor = 0; rotor < 2; rotor++) {
    double m = 2, l = 1.5, armature = rotor ? 0.7 : 0, g = 9.81, p = 0.31;
    double tip[2] = {l, 0}, at[2] = {0, 0};
    rg_spec *spec = rg_spec_new("pendulum");
    rg_spec_option(spec)->gravity[2] = -g;
    mechanism_rod(spec, rg_spec_world(spec), "rod", at, tip, m, m * l * l / 12, armature);
    scene s = scene_new(mechanism_compile(spec));
    uint64_t seed = 1;
    scene_fill(&s, 1, 0.5, &seed);
    rg_constraints *c = s.constraints;
    const double upwards[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}, where[3] = {l, 0, 0};
    c->rows = 0;
    c->contact->body1 = 1, c->contact->body2 = 0;
    memcpy(c->contact->frame, upwards, sizeof upwards);
    memcpy(c->contact->position, where, sizeof where);
    for (int i = 0; i < 3; i++) c->surface[i] = c->turn[i] = 0;
    s.start[0] = 0;
    assert_int_equal(assemble_all(&rg_assembly_redundant, s.state, s.model, s.data, c, s.start,
                                  s.dt, &s.problem, NULL),
                     RG_OK);
    assert_int_equal(s.extra, 5 + rotor);
    s.n = s.extra + 3;
    double x[16] = {0}, v;
    x[s.extra] = p;
    eliminate(&s, s.extra, x);
    rg_assembly_redundant.velocity(s.state, s.model, s.data, x, &v);
    double rate = l * (p - m * g * s.dt / 2) / (m * l * l / 3 + armature); /* of the rising tip */
    assert_true(fabs(v + rate) < 1e-12); /* turns about y: a rising tip is negative */

    /* impulse of the hinge, of the rotor beside it none: |G' x| over the five joint rows, whose
       normals are orthonormal where ways are measured in the power of two below the radius of gyration */
    double hinge = m * rate * l / 2 - p + m * g * s.dt, length = 0, unit = 1;
    const double *I = s.model->body_inertia + 3;
    while (unit * unit * m > I[0] + I[1] + I[2]) unit /= 2;
    while (4 * unit * unit * m <= I[0] + I[1] + I[2]) unit *= 2;
    for (int i = 0; i < 5; i++) length += x[i] * x[i];
    assert_true(fabs(sqrt(length) / unit - fabs(hinge)) < 1e-12);
    if (rotor) assert_true(fabs(fabs(x[5]) - armature * fabs(rate)) < 1e-12);
    scene_free(&s);
  }
}

static int extra_rows_of(const char *name) {
  char path[512];
  rg_model *model = NULL;
  rg_error error = {0};
  snprintf(path, sizeof path, "%s/models/%s", RIGOR_SOURCE_DIR, name);
  assert_int_equal(rg_model_load(&model, path, NULL, &error), RG_OK);
  scene s = scene_new(model);
  int extra = s.extra;
  scene_free(&s);
  return extra;
}

/* n links: 6 n velocities and 6 - k rows a joint of k degrees of freedom; entries grow with n */
static void sizes(void **state) {
  (void)state;
  assert_int_equal(extra_rows_of("pend12_pin.xml"), 12 * 5);
  assert_int_equal(extra_rows_of("pend12_ball.xml"), 12 * 3);
  assert_int_equal(extra_rows_of("box_pile100.xml"), 0);
  uint64_t seed = 6;
  double entries[2];
  for (int k = 0; k < 2; k++) {
    scene s = scene_new(tree_build(TREE_CHAIN, JOINTS_HINGE, 100 * (k + 1), 0, 0, &seed));
    scene_fill(&s, 0, 0, &seed);
    assert_int_equal(s.problem.rows, 500 * (k + 1) + MOST_RATE_ROWS);
    entries[k] = s.problem.A.row_start[s.n];
    scene_free(&s);
  }
  assert_true(entries[1] < 2.05 * entries[0]);
}

/* nothing moves: no rows, no contacts, an empty problem */
static void empty_model(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("nothing");
  scene s = scene_new(mechanism_compile(spec));
  uint64_t seed = 1;
  scene_fill(&s, 0, 0, &seed);
  assert_int_equal(s.n, 0);
  double none = 0;
  rg_assembly_redundant.velocity(s.state, s.model, s.data, &none, &none);
  rg_assembly_redundant.contact_velocity(s.state, s.model, s.data, &none, &none);
  scene_free(&s);
}

/* files with such bodies are refused before; a model may be changed in memory */
static void massless_body_is_refused(void **state) {
  (void)state;
  uint64_t seed = 1;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 3, 0, 0, &seed);
  rg_arena arena = {0};
  rg_error error = {0};
  model->body_mass[2] = 0;
  assert_null(rg_assembly_redundant.setup(&arena, model, 4, 4, &error));
  assert_int_equal(error.status, RG_BAD_INPUT);
  assert_string_equal(error.element, "body1");
  rg_arena_free(&arena);
  rg_model_free(model);
}

/* memory grows where it must, and then no more; too many contacts are refused */
static void memory_stays(void **state) {
  (void)state;
  uint64_t seed = 9;
  scene s = scene_new(tree_build(TREE_BUSHY, JOINTS_BALL, 5, 1, 0, &seed));
  scene_fill(&s, MOST_CONTACTS, 0.5, &seed);
  long first = rg_assembly_redundant.grown(s.state);
  for (int k = 0; k < 3; k++)
    assert_int_equal(assemble_all(&rg_assembly_redundant, s.state, s.model, s.data, s.constraints,
                                  s.start, s.dt, &s.problem, NULL),
                     RG_OK);
  assert_int_equal(rg_assembly_redundant.grown(s.state), first);
  s.constraints->contacts = MOST_CONTACTS + 1;
  assert_int_equal(assemble_all(&rg_assembly_redundant, s.state, s.model, s.data, s.constraints,
                                s.start, s.dt, &s.problem, NULL),
                   RG_NO_MEMORY);
  scene_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum),
                                     cmocka_unit_test(random_trees),
                                     cmocka_unit_test(closed_mechanisms),
                                     cmocka_unit_test(solved_contacts),
                                     cmocka_unit_test(same_as_minimal),
                                     cmocka_unit_test(relaxed_rows),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(empty_model),
                                     cmocka_unit_test(massless_body_is_refused),
                                     cmocka_unit_test(memory_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
