/* Heaps: systems and products through the bodies against dense algebra written here, sweeps through the bodies
   against sweeps over the rows of A, `auto` on a
   wall whose targets contradict each other, with A and without, and on one that hardly moves, and the compliant split
   from several starts. */
#include "solve/factored_scene.h"

#include "base/fence.h"

#include "solve/cone/body_sweep.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/primal.h"
#include "solve/front/take.h"

#include <stdio.h>
#include <stdlib.h>

static double *vector(int n) {
  double *x = calloc((size_t)n + 1, sizeof *x);
  assert_non_null(x);
  return x;
}

static double norm(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static void assert_small(const char *what, double value, double bound) {
  if (!(value <= bound)) fail_msg("%s: %.3g, at most %.3g is allowed", what, value, bound);
}

/* largest difference, relative to the largest entry of `right` */
static double apart(int n, const double *x, const double *right) {
  double most = 0, size = 1e-300;
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return HUGE_VAL;
    most = fmax(most, fabs(x[i] - right[i]));
    size = fmax(size, fabs(right[i]));
  }
  return most / size;
}

/* x = A \ x by Gaussian elimination with row pivoting; A is lost */
static int eliminate(int n, double *A, double *x) {
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    for (int j = 0; j < n && best != k; j++) {
      double t = A[k * n + j];
      A[k * n + j] = A[best * n + j], A[best * n + j] = t;
    }
    double t = x[k];
    x[k] = x[best], x[best] = t;
    assert_true(A[k * n + k] != 0);
    sign = (best != k) == (A[k * n + k] < 0) ? sign : -sign;
    for (int i = k + 1; i < n; i++) {
      double f = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n && f != 0; j++) A[i * n + j] -= f * A[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) x[k] -= A[k * n + j] * x[j];
    x[k] /= A[k * n + k];
  }
  return sign;
}

/* --- random scenes ----------------------------------------------------------------------------------------- */

typedef enum part { FREE_BODIES, ROBOTS } part;

/* support of a unit in the tree that coordinate k is of: all of a free body, the ways to some links of a robot */
static void touch_tree(factored *s, int unit, int k, uint64_t *seed) {
  int first = s->tree_first[k], size = s->tree_size[first];
  for (int j = first; j < first + size; j++)
    if (size <= 6 || draw(seed) > -0.3) s->touched[unit * s->size + j] = 1;
}

static void random_units(factored *s, uint64_t *seed) {
  for (int u = 0; u < s->rows + s->contacts; u++) {
    int bodies = draw(seed) > -0.4 ? 2 : 1; /* one: the other is the world */
    for (int b = 0; b < bodies; b++)
      touch_tree(s, u, (int)(0.499999 * (1 + draw(seed)) * s->size), seed);
    for (int r = 0; r < factored_width(s, u); r++)
      for (int k = 0; k < s->size; k++)
        if (s->touched[u * s->size + k])
          s->W[(factored_first(s, u) + r) * s->size + k] = draw(seed) * (1 + 3 * (k & 1));
  }
  for (int i = 0; i < s->n; i++) s->c[i] = draw(seed);
  for (int i = 0; i < s->contacts; i++) {
    s->mu[i] = 0.5 + 0.5 * draw(seed);
    s->target[i] = 0.1 * draw(seed);
  }
  for (int i = 0; i < s->rows; i++) s->lower[i] = -1, s->upper[i] = 2;
}

static void random_scene(factored *s, int d, int rows, part what, int spread, uint64_t *seed) {
  static const int bodies[] = {6, 6, 6, 6, 6}, robots[] = {6, 9, 6, 14, 3, 6, 1};
  int free_bodies = what == FREE_BODIES;
  factored_start(s, d, rows, 24, free_bodies ? 5 : 7, free_bodies ? bodies : robots);
  random_units(s, seed);
  factored_finish(s, spread, 2.5);
}

/* what all tests of the algebra run over */
typedef struct kind {
  const char *name;
  int d, rows;
  part what;
  int spread;
  int weighted; /* blocks have weights of their own */
} kind;

static const kind kinds[] = {{"free bodies", 3, 0, FREE_BODIES, 0, 0},
                             {"free bodies, weighted", 3, 0, FREE_BODIES, 1, 1},
                             {"free bodies and rows", 3, 4, FREE_BODIES, 0, 0},
                             {"robots", 3, 0, ROBOTS, 0, 0},
                             {"robots and rows, weighted", 3, 7, ROBOTS, 1, 1},
                             {"plane", 2, 5, ROBOTS, 1, 0},
                             {"rows only", 3, 80, ROBOTS, 0, 0}};

static void scene_of(factored *s, const kind *k, uint64_t *seed) {
  random_scene(s, k->d, k->rows, k->what, k->spread, seed);
}

static int is_padding(const rg_cone *cone, int i) {
  return i >= cone->rows && i < cone->first_contact * cone->d;
}

/* S W in the order of the cone's unknowns, n x size */
static double *scaled_rows(const factored *s) {
  const rg_cone *cone = &s->map->cone;
  double *B = vector(cone->n * s->size);
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->size; k++) {
      int at = factored_place(s, i);
      B[at * s->size + k] = cone->scale[at] * s->W[i * s->size + k];
    }
  return B;
}

/* B B', 1 on the diagonal of padding */
static double *dense_matrix(const factored *s) {
  const rg_cone *cone = &s->map->cone;
  int n = cone->n;
  double *B = scaled_rows(s), *A = vector(n * n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      for (int k = 0; k < s->size; k++) A[i * n + j] += B[i * s->size + k] * B[j * s->size + k];
    if (is_padding(cone, i)) A[i * n + i] = 1;
  }
  free(B);
  return A;
}

static double *random_unknowns(const rg_cone *cone, uint64_t *seed) {
  double *x = vector(cone->n);
  for (int i = 0; i < cone->n; i++) x[i] = is_padding(cone, i) ? 0 : draw(seed);
  for (int i = cone->first_contact * cone->d; i < cone->n; i++)
    if (i / cone->d % 5 == 0) x[i] = 0; /* some contacts carry nothing */
  return x;
}

/* --- products and systems ---------------------------------------------------------------------------------- */

static void products(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    factored s;
    scene_of(&s, &kinds[k], &seed);
    const rg_cone *cone = &s.map->cone;
    int n = cone->n;
    rg_primal *primal = rg_primal_new(&s.arena, cone, 0);
    assert_non_null(primal);
    double *x = random_unknowns(cone, &seed), *u = vector(n), *rows = vector(n),
           *A = dense_matrix(&s);
    rg_primal_product(primal, cone, x, u);
    rg_cone_velocity(cone, x, rows);
    double *right = vector(n);
    for (int i = 0; i < n; i++) {
      right[i] = cone->c[i];
      for (int j = 0; j < n; j++) right[i] += A[i * n + j] * x[j];
    }
    assert_small(kinds[k].name, apart(n, u, right), 1e-13);
    assert_small(kinds[k].name, apart(n, rows, right), 1e-13);
    free(x), free(u), free(rows), free(A), free(right);
    factored_end(&s);
  }
}

/* P and Q of random blocks: open, sticking, anything; rows held, at a bound, or between */
static void random_map(const rg_cone *cone, double *P, double *Q, unsigned char *active,
                       uint64_t *seed) {
  int d = cone->d;
  for (int b = 0; b < cone->blocks; b++) {
    double *p = P + b * d * d, *q = Q + b * d * d, what = draw(seed);
    int row = b < cone->first_contact;
    active[b] = row || what > 0.2 ? RG_BLOCK_ACTIVE : what < -0.4 ? RG_BLOCK_OPEN : RG_BLOCK_STICKS;
    for (int i = 0; i < d; i++)
      for (int j = 0; j < d; j++) {
        double full = 0.5 * (i == j) + 0.2 * draw(seed), share = i == j ? draw(seed) : 0;
        if (row) full = i != j || share < -0.4 ? 0 : share > 0.2 ? 1 : 0.5;
        if (row && i == j && is_padding(cone, b * d + i)) full = 1;
        q[i * d + j] = active[b] == RG_BLOCK_OPEN     ? 0
                       : active[b] == RG_BLOCK_STICKS ? i == j
                                                      : full;
        p[i * d + j] = (i == j) - q[i * d + j];
      }
  }
}

/* the dense matrix of P + Q (A + shift) */
static double *dense_system(const factored *s, const double *P, const double *Q, double shift,
                            const double *weight) {
  const rg_cone *cone = &s->map->cone;
  int n = cone->n, d = cone->d;
  double *A = dense_matrix(s), *J = vector(n * n);
  for (int i = 0; i < n; i++) A[i * n + i] += weight ? shift * weight[i / d] : shift;
  for (int i = 0; i < n; i++)
    for (int e = 0; e < d; e++) {
      int row = i / d * d + e, at = i / d * d * d + i % d * d + e;
      J[i * n + row] += P[at];
      for (int j = 0; j < n && Q[at] != 0; j++) J[i * n + j] += Q[at] * A[row * n + j];
    }
  free(A);
  return J;
}

static void one_system(const kind *what, double shift, double tolerance, uint64_t *seed) {
  factored s;
  scene_of(&s, what, seed);
  const rg_cone *cone = &s.map->cone;
  int n = cone->n, d = cone->d;
  double *P = vector(n * d), *Q = vector(n * d);
  unsigned char *active = calloc((size_t)cone->blocks, 1);
  double *weight = what->weighted ? vector(cone->blocks) : NULL;
  for (int b = 0; b < cone->blocks && weight; b++) weight[b] = 0.55 + 0.45 * draw(seed);
  rg_primal *primal = rg_primal_new(&s.arena, cone, 1);
  assert_non_null(primal);
  for (int round = 0; round < 3; round++) { /* the same pattern with other numbers */
    random_map(cone, P, Q, active, seed);
    double *x = random_unknowns(cone, seed), *right = vector(n), *J;
    memcpy(right, x, (size_t)n * sizeof *x);
    J = dense_system(&s, P, Q, shift, weight);
    int sign = eliminate(n, J, right);
    rg_primal_factor(primal, cone, P, Q, active, shift, weight);
    rg_primal_solve(primal, cone, x);
    assert_int_equal(rg_primal_sign(primal), sign);
    assert_small(what->name, apart(n, x, right), tolerance);
    free(x), free(right), free(J);
  }
  free(P), free(Q), free(active), free(weight);
  factored_end(&s);
}

static void systems(void **state) {
  (void)state;
  uint64_t seed = 17;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    one_system(&kinds[k], 1e-2, 1e-11, &seed);
    one_system(&kinds[k], 1e-6, 1e-7, &seed);
  }
}

/* few coordinates beside many contacts, and not below 72 unknowns */
static void where_it_pays(void **state) {
  (void)state;
  static const int one[] = {6}, many[] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
  static const struct {
    int contacts, bodies, pays;
  } cases[] = {{24, 1, 1}, {23, 1, 0}, {30, 10, 1}, {29, 10, 0}};
  uint64_t seed = 3;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    factored s;
    factored_start(&s, 3, 0, cases[k].contacts, cases[k].bodies, cases[k].bodies == 1 ? one : many);
    for (int u = 0; u < s.contacts; u++) touch_tree(&s, u, 6 * (u % cases[k].bodies), &seed);
    factored_finish(&s, (int)(k & 1), 1);
    assert_int_equal(rg_primal_pays(&s.arena, &s.map->cone), cases[k].pays);
    s.map->cone.factor = NULL;
    assert_int_equal(rg_primal_pays(&s.arena, &s.map->cone), 0);
    factored_end(&s);
  }
}

/* --- sweeps ------------------------------------------------------------------------------------------------ */

/* both kinds of sweeps, ready for the first one */
static rg_body_sweeper *prepared_sweeper(rg_arena *arena, const rg_cone *cone,
                                         rg_sweeper **sweeper) {
  *sweeper = rg_sweeper_new(arena, cone);
  assert_non_null(*sweeper);
  rg_body_sweeper *bodies = rg_body_sweeper_new(arena, cone, *sweeper);
  assert_non_null(bodies);
  rg_sweeper_prepare(*sweeper, cone);
  rg_body_sweeps_prepare(bodies, cone);
  return bodies;
}

static void same_sweeps(wall *w, uint64_t *seed) {
  enum { SWEEPS = 9 };
  const rg_cone *cone = &w->f.map->cone;
  rg_sweeper *sweeper;
  rg_body_sweeper *bodies = prepared_sweeper(&w->f.arena, cone, &sweeper);
  double *x = random_unknowns(cone, seed), *right = vector(cone->n);
  memcpy(right, x, (size_t)cone->n * sizeof *x);
  for (int count = 1; count <= SWEEPS; count += 4) {
    rg_body_sweeps(bodies, cone, count, x);
    for (int k = 0; k < count; k++) rg_sweep(sweeper, cone, 1, k & 1, right);
    assert_small("sweeps apart", apart(cone->n, x, right), 1e-9);
  }
  free(x), free(right);
}

static void sweeps_through_bodies(void **state) {
  (void)state;
  static wall w;
  uint64_t seed = 7;
  for (int k = 0; k < 6; k++) {
    wall_build(&w, 4, 0.2 + 0.15 * k, 0.02, 1e-3, &seed);
    factored_finish(&w.f, k & 1, 0.1);
    same_sweeps(&w, &seed);
    factored_end(&w.f);
  }
}

static void sweeps_that_do_not_fit(void **state) {
  (void)state;
  static const struct {
    int d, rows;
    part what;
    int fits;
  } cases[] = {
      {3, 0, FREE_BODIES, 1}, {3, 2, FREE_BODIES, 0}, {2, 0, FREE_BODIES, 0}, {3, 0, ROBOTS, 0}};
  uint64_t seed = 13;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    factored s;
    random_scene(&s, cases[k].d, cases[k].rows, cases[k].what, 0, &seed);
    rg_sweeper *sweeper = rg_sweeper_new(&s.arena, &s.map->cone);
    rg_body_sweeper *bodies = rg_body_sweeper_new(&s.arena, &s.map->cone, sweeper);
    assert_int_equal(s.arena.failed, 0);
    assert_int_equal(bodies != NULL, cases[k].fits);
    factored_end(&s);
  }
}

/* Balls: contact u pushes ball u % bodies and, two times of three, another one, at the point -1.5 n (a second one
   1.5 n) from the centre; each ball has its moments in axes of its own. Every block on the diagonal is diag(a, b, b).
   The normal of one contact passes the centre by `off`. c = W v for velocities that all contacts could stop, so that a solution exists. */
static void balls(factored *s, int contacts, double off, uint64_t *seed) {
  enum { BODIES = 12 };
  static const int six[BODIES] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
  double v[6 * BODIES];
  factored_start(s, 3, 0, contacts, BODIES, six);
  for (int u = 0; u < contacts; u++) {
    double e[3][3], length;
    for (int k = 0; k < 3; k++) e[0][k] = draw(seed), e[1][k] = draw(seed);
    length = norm(3, e[0]);
    for (int k = 0; k < 3; k++) e[0][k] /= length;
    double along = e[0][0] * e[1][0] + e[0][1] * e[1][1] + e[0][2] * e[1][2];
    for (int k = 0; k < 3; k++) e[1][k] -= along * e[0][k];
    length = norm(3, e[1]);
    for (int k = 0; k < 3; k++) e[1][k] /= length;
    for (int k = 0; k < 3; k++)
      e[2][k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
    for (int b = 0; b < (u % 3 ? 2 : 1); b++) {
      int at = 6 * ((u + b * (1 + u / BODIES)) % BODIES);
      for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) {
          double *row = s->W + (3 * u + r) * s->size + at, turn = r == 1 ? e[2][k] : -e[1][k];
          row[k] = b ? -e[r][k] : e[r][k];
          row[3 + (k + at / 6) % 3] = r ? -1.5 * turn : u == 7 ? off : 0;
        }
      memset(s->touched + u * s->size + at, 1, 6);
    }
    s->mu[u] = 0.4;
  }
  for (int k = 0; k < s->size; k++) v[k] = draw(seed);
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->size; k++) s->c[i] += s->W[i * s->size + k] * v[k];
  factored_finish(s, 0, 1);
}

/* distance from Coulomb's law, by the dense A */
static double coulomb_violation(const factored *s, const double *x) {
  double raw[300], u[300], most = 0;
  assert_true(s->n <= 300);
  rg_cone_to_raw(&s->map->cone, x, raw);
  for (int i = 0; i < s->n; i++) {
    u[i] = s->c[i];
    for (int j = 0; j < s->n; j++) u[i] += s->A[i * s->n + j] * raw[j];
  }
  for (int i = 0; i < s->contacts; i++) {
    const double *r = raw + 3 * i, *v = u + 3 * i;
    double slip = hypot(v[1], v[2]), friction = hypot(r[1], r[2]), bound = s->mu[i] * r[0];
    most = fmax(most, fmax(-v[0], -r[0]));
    most = fmax(most, fmax(fabs(v[0] * r[0]), friction - bound));
    /* friction against the slip, as large as it may be */
    most = fmax(most, fabs(slip * bound + v[1] * r[1] + v[2] * r[2]));
  }
  return most;
}

/* contacts of balls are read as such, and sweeps over them are those of the blocks of A; one that is not a ball's
   shows */
static void sweeps_over_balls(void **state) {
  (void)state;
  uint64_t seed = 29;
  for (int other = 0; other < 2; other++) {
    factored s;
    balls(&s, 40, other ? 1e-6 : 0, &seed);
    const rg_cone *cone = &s.map->cone;
    rg_sweeper *sweeper;
    rg_body_sweeper *bodies = prepared_sweeper(&s.arena, cone, &sweeper);
    assert_int_equal(bodies->spheres, !other);
    double *x = random_unknowns(cone, &seed), *right = vector(cone->n);
    memcpy(right, x, (size_t)cone->n * sizeof *x);
    rg_body_sweeps(bodies, cone, 5, x);
    for (int k = 0; k < 5; k++) rg_sweep(sweeper, cone, 1, k & 1, right);
    assert_small("sweeps apart", apart(cone->n, x, right), 1e-11);
    free(x), free(right);
    factored_end(&s);
  }
}

/* Sweeps over spheres keep of a contact the numbers of rg_ball_contact, the impulse before, its change and a place in a list;
   of a body its velocity. Neither rows of W, 288 bytes, nor blocks of A with their inverses, 144, are kept beside these. */
static void bytes_of_sweeps(void **state) {
  (void)state;
  enum { ARRAYS = 8, ROUNDING = 64 };
  uint64_t seed = 31;
  for (int contacts = 20; contacts <= 80; contacts += 20) {
    factored s;
    balls(&s, contacts, 0, &seed);
    size_t before = s.arena.total;
    rg_body_sweeper *bodies = rg_body_sweeper_new(&s.arena, &s.map->cone, NULL);
    assert_non_null(bodies);
    size_t each = sizeof(rg_ball_contact) + 4 * sizeof(double) + sizeof(int);
    size_t most = (size_t)contacts * each + sizeof *bodies + sizeof *bodies->balls +
                  ((size_t)s.size / 6 + RG_BALL_WORLDS) * RG_BALL_ROOM * sizeof(double);
    print_message("%d contacts: %zu bytes, at most %zu\n", contacts, s.arena.total - before, most);
    assert_true(s.arena.total - before <= most + ARRAYS * (ROUNDING + RG_FENCE));
    assert_true(sizeof(rg_ball_contact) <= 192); /* three lines of a cache */
    factored_end(&s);
  }
}

/* sweeps until Coulomb's law holds, one after the other or with momentum */
static int work_of_sweeps(const factored *s, rg_body_sweeper *bodies, int with_momentum) {
  const rg_cone *cone = &s->map->cone;
  double *x = vector(cone->n);
  int work = 0;
  rg_body_sweeps_begin(bodies, cone, x);
  while (work < 20000 && coulomb_violation(s, x) > 1e-8) {
    if (with_momentum) work += rg_body_sweeps_round(bodies, cone, x);
    else rg_body_sweeps(bodies, cone, 2, x), work += 2;
  }
  assert_small("from Coulomb's law", coulomb_violation(s, x), 1e-8);
  free(x);
  return work;
}

static void sweeps_with_momentum(void **state) {
  (void)state;
  uint64_t seed = 19;
  int with = 0, without = 0;
  for (int scene = 0; scene < 4; scene++) {
    factored s;
    balls(&s, 30 + 10 * scene, 0, &seed);
    const rg_cone *cone = &s.map->cone;
    rg_sweeper *sweeper;
    rg_body_sweeper *bodies = prepared_sweeper(&s.arena, cone, &sweeper);
    for (int i = 0; i < cone->blocks; i++) assert_int_equal(sweeper->round[i], 1);
    assert_int_equal(bodies->spheres, 1);
    with += work_of_sweeps(&s, bodies, 1);
    without += work_of_sweeps(&s, bodies, 0);
    factored_end(&s);
  }
  assert_true(with < 0.7 * without);
}

/* --- auto -------------------------------------------------------------------------------------------------- */

/* nearest point of the cone */
static void project(double mu, const double y[3], double p[3]) {
  double t = hypot(y[1], y[2]);
  memcpy(p, y, 3 * sizeof *p);
  if (t <= mu * y[0]) return;
  double height = fmax(0, (y[0] + mu * t) / (1 + mu * mu));
  p[0] = height;
  p[1] = t > 0 ? mu * height * y[1] / t : 0;
  p[2] = t > 0 ? mu * height * y[2] / t : 0;
}

/* natural map of raw impulses, from geometry, masses and free velocities, relative to |c| */
static double checked(const wall *w, const double *r) {
  const factored *f = &w->f;
  long double *v = calloc((size_t)f->size, sizeof *v), off = 0, reference = 0;
  for (int k = 0; k < f->size; k++) { /* in coordinates in which the mass is 1 */
    v[k] = sqrtl(k % 6 < 3 ? 1 : (long double)brick_inertia[k % 6 - 3]) * (long double)w->v[k];
    for (int i = 0; i < f->n; i++) v[k] += (long double)f->W[i * f->size + k] * (long double)r[i];
  }
  for (int i = 0; i < f->n; i++) reference += (long double)f->c[i] * (long double)f->c[i];
  for (int b = 0; b < f->contacts; b++) {
    long double u[3] = {0};
    double at[3], p[3];
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < f->size; k++) u[i] += (long double)f->W[(3 * b + i) * f->size + k] * v[k];
    for (int i = 0; i < 3; i++) at[i] = (double)((long double)r[3 * b + i] - u[i]);
    at[0] += f->target[b] - f->mu[b] * (double)hypotl(u[1], u[2]);
    project(f->mu[b], at, p);
    for (int i = 0; i < 3; i++)
      off += (long double)(r[3 * b + i] - p[i]) * (long double)(r[3 * b + i] - p[i]);
  }
  free(v);
  return (double)sqrtl(off / reference);
}

/* A by its entries, or none: by its rows */
static rg_problem wall_problem(wall *w, int by_rows) {
  rg_problem problem = rg_problem_default();
  const rg_local *local = &w->f.local;
  int n = w->f.n;
  problem.dim = 3, problem.contacts = w->f.contacts;
  if (!by_rows) problem.A = rg_matrix_sparse(n, n, local->row_start, local->column, local->values);
  problem.c = w->f.c, problem.mu = w->f.mu, problem.target = w->f.target;
  return problem;
}

static void solve_wall(wall *w, int by_rows) {
  rg_problem problem = wall_problem(w, by_rows);
  rg_options options = rg_options_default();
  options.tol = 1e-10;
  rg_solver *solver = rg_solver_reserved(1 << 20);
  assert_non_null(solver);
  rg_mechanics mechanics = {.rows = &w->f.factor};
  assert_int_equal(rg_solver_take(solver, &problem, by_rows ? &mechanics : NULL, &options, NULL),
                   RG_OK);
  rg_status status = rg_solver_solve(solver);
  const rg_report *report = rg_solver_report(solver);
  double by_hand = checked(w, rg_solver_impulse(solver));
  print_message("wall of %d contacts%s: %d iterations, natural map %.2g, %.2g by hand\n",
                w->f.contacts, by_rows ? ", without A" : "", report->iterations,
                report->certificate.natural_map_relative, by_hand);
  assert_int_equal(status, RG_SOLVED);
  assert_non_null(strstr(report->path, "points"));
  assert_small("natural map", report->certificate.natural_map_relative, 1e-10);
  assert_small("natural map by hand", by_hand, 1.001e-10);
  rg_solver_free(solver);
}

static void contradicting_targets(void **state) {
  (void)state;
  static const struct {
    int courses;
    double contradiction;
  } cases[] = {{2, 1e-8}, {2, 1e-8}, {4, 1e-5}, {4, 1e-5}, {6, 1e-5}};
  static wall w;
  uint64_t seed = 41;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    wall_build(&w, cases[k].courses, 0.5, 1e-3, cases[k].contradiction, &seed);
    factored_finish(&w.f, 0, 1);
    solve_wall(&w, 0);
    solve_wall(&w, 1);
    factored_end(&w.f);
  }
}

/* the solver after it has solved from x, where the impulses are left */
static rg_solver *solver_from(wall *w, int by_rows, const rg_options *options, double *x) {
  rg_problem problem = wall_problem(w, by_rows);
  rg_solver *solver = rg_solver_reserved(1 << 20);
  assert_non_null(solver);
  rg_mechanics mechanics = {.rows = &w->f.factor};
  assert_int_equal(rg_solver_take(solver, &problem, by_rows ? &mechanics : NULL, options, NULL),
                   RG_OK);
  rg_solver_start(solver, x);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  memcpy(x, rg_solver_impulse(solver), (size_t)w->f.n * sizeof *x);
  return solver;
}

/* solves to 1e-6 from x, which is left there; the natural map by hand */
static double solve_from(wall *w, int by_rows, double aim, double *x) {
  rg_options options = rg_options_default();
  options.tol = 1e-6;
  options.aim = aim;
  rg_solver_free(solver_from(w, by_rows, &options, x));
  return checked(w, x);
}

/* a heap that hardly moves is solved as sharply as can be where an aim is given, and left alone where none is */
static void sharp_at_rest(void **state) {
  (void)state;
  static wall w;
  uint64_t seed = 47;
  for (int courses = 2; courses <= 6; courses += 2)
    for (int by_rows = 0; by_rows < 2; by_rows++) {
      wall_build(&w, courses, 0.5, 0, 0, &seed);
      factored_finish(&w.f, 0, 1);
      double *x = vector(w.f.n), *near = vector(w.f.n);
      assert_small("from nothing", solve_from(&w, by_rows, 1e-13, x), 1.001e-6);
      solve_from(&w, by_rows, 1e-13, x);
      for (int i = 0; i < w.f.n; i++) near[i] = x[i] + 1e-9 * norm(w.f.n, x) * draw(&seed);
      double start = checked(&w, near);
      assert_small("start", start, 1e-6);
      assert_true(start > 1e-10);
      memcpy(x, near, (size_t)w.f.n * sizeof *x);
      assert_small("without an aim", fabs(solve_from(&w, by_rows, 0, x) / start - 1), 1e-3);
      assert_small("with one", solve_from(&w, by_rows, 1e-13, near), 2e-13);
      free(x), free(near);
      factored_end(&w.f);
    }
}

/* solves from `x` and leaves the impulses there; 1 where nothing is said about a split */
static int solve_split(wall *w, rg_split split, double *x) {
  rg_options options = rg_options_default();
  options.tol = 1e-10;
  options.split = split;
  rg_solver *solver = solver_from(w, 0, &options, x);
  const rg_report *report = rg_solver_report(solver);
  print_message("split %d: %d iterations, %s\n", (int)split, report->iterations, report->path);
  int silent = report->reason[0] == 0;
  rg_solver_free(solver);
  return silent;
}

/* the compliant impulses are the same from nothing and from impulses that press against each other for nothing */
static void split_from_anywhere(void **state) {
  (void)state;
  static wall w;
  uint64_t seed = 43;
  for (int courses = 2; courses <= 6; courses += 2) {
    wall_build(&w, courses, 0.5, 0, 0, &seed);
    factored_finish(&w.f, 0, 1);
    double *first = vector(w.f.n), *any = vector(w.f.n), *again = vector(w.f.n);
    assert_true(solve_split(&w, RG_SPLIT_COMPLIANT, first));
    for (int i = 0; i < w.f.n; i++) any[i] = first[i] + 0.3 * norm(w.f.n, first) * draw(&seed);
    solve_split(&w, RG_SPLIT_ANY, any);
    assert_true(apart(w.f.n, any, first) > 1e-2);
    memcpy(again, any, (size_t)w.f.n * sizeof *any);
    assert_true(solve_split(&w, RG_SPLIT_COMPLIANT, again));
    assert_small("difference of the splits", apart(w.f.n, again, first), 1e-6);
    free(first), free(any), free(again);
    factored_end(&w.f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products),
      cmocka_unit_test(systems),
      cmocka_unit_test(where_it_pays),
      cmocka_unit_test(sweeps_through_bodies),
      cmocka_unit_test(sweeps_that_do_not_fit),
      cmocka_unit_test(sweeps_over_balls),
      cmocka_unit_test(bytes_of_sweeps),
      cmocka_unit_test(sweeps_with_momentum),
      cmocka_unit_test(contradicting_targets),
      cmocka_unit_test(sharp_at_rest),
      cmocka_unit_test(split_from_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
