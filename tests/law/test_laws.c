/* Each law on small problems against closed forms and against its own definition, checked on
   impulses and velocities and not on the MLCP that was assembled. */
#include "reference.h"

#include "base/arena.h"
#include "law/law.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static const double pi = 3.14159265358979323846;

/* u = A x + c - target */
static void velocity_of(const rg_local *local, const double *x, double *u) {
  for (int i = 0; i < local->n; i++) {
    u[i] = local->c[i];
    for (int j = 0; j < local->n; j++) u[i] += local->values[i * local->n + j] * x[j];
  }
  for (int i = 0; i < local->contacts; i++) u[local->rows + i * local->dim] -= local->target[i];
}

/* every basis for small problems, Lemke's method for large ones; again while the bounds move */
static void solve_law(rg_law_mlcp *law, const rg_local *local, double *z, double *impulse) {
  int solves = 0;
  rg_law_assemble(law, local);
  do {
    int done = law->mlcp.n <= 16 ? reference_mlcp(&law->mlcp, z) : reference_lemke(&law->mlcp, z);
    assert_true(done && ++solves <= 100);
    assert_true(reference_residual(&law->mlcp, z) < 1e-9);
  } while (rg_law_update(law, local, z));
  assert_true(law->change <= RG_LAW_CONSISTENT);
  rg_law_impulse(law, local, z, impulse);
}

static void solve_once(const rg_local *local, const rg_law_options *options, double *impulse) {
  rg_arena arena = {0};
  double z[LEMKE_SIZE];
  rg_error error = {0};
  assert_int_equal(rg_law_check(local, options, &error), RG_OK);
  rg_law_mlcp *law = rg_law_setup(&arena, local, options);
  assert_non_null(law);
  assert_int_equal(law->mlcp.n, rg_law_size(local, options));
  solve_law(law, local, z, impulse);
  rg_arena_free(&arena);
}

/* one contact with A = diag(an, at, at) */
typedef struct single {
  double A[9], c[3], mu, target;
  rg_local local;
} single;

static void single_init(single *s, int dim, double an, double at, const double *c, double mu,
                        double target) {
  memset(s->A, 0, sizeof s->A);
  for (int k = 0; k < dim; k++) {
    s->A[k * dim + k] = k ? at : an;
    s->c[k] = c[k];
  }
  s->mu = mu;
  s->target = target;
  s->local = reference_local(dim, 1, 0, s->A, s->c, &s->mu, &s->target, NULL, NULL);
}

static rg_law_options options_of(rg_law law) {
  rg_law_options options = rg_law_options_default();
  options.law = law;
  return options;
}

/* ---- names ---- */

static void names_and_parse(void **state) {
  (void)state;
  for (int law = 0; law < RG_LAW_COUNT; law++) {
    rg_law_options options = rg_law_options_default();
    assert_int_equal(rg_law_parse(rg_law_name((rg_law)law), &options, NULL), RG_OK);
    assert_int_equal(options.law, law);
    assert_non_null(rg_law_summary((rg_law)law));
  }
  assert_null(rg_law_name(RG_LAW_COUNT));
  assert_null(rg_law_summary((rg_law)99));
  rg_law_options options = rg_law_options_default();
  assert_int_equal(rg_law_parse("pyramid:12", &options, NULL), RG_OK);
  assert_int_equal(options.directions, 12);
  assert_int_equal(rg_law_parse("nonsingular:4", &options, NULL), RG_OK);
  assert_int_equal(options.directions, 4);
  /* what is refused leaves the options alone */
  const char *bad[] = {
      "",           "kone",       "pyramid:",      "pyramid:7",           "pyramid:0",
      "pyramid:8x", "cone:8",     "pyramid: 8",    "pyramid:99999999999", "Cone",
      "pyramid:-4", "pyramid:4:", "frictionless:2"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    rg_error error = {0};
    assert_int_equal(rg_law_parse(bad[k], &options, &error), RG_BAD_INPUT);
    assert_true(error.reason[0] != '\0');
    assert_int_equal(options.law, RG_LAW_NONSINGULAR);
    assert_int_equal(options.directions, 4);
  }
  assert_int_equal(rg_law_parse(NULL, &options, NULL), RG_BAD_INPUT);
}

static void checks(void **state) {
  (void)state;
  single s;
  rg_error error;
  single_init(&s, 3, 1, 1, (double[]){-1, 1, 0}, 0.5, 0);
  rg_law_options options = options_of(RG_LAW_SLACK);
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options = options_of(RG_LAW_PYRAMID);
  options.directions = 7;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options.directions = 2;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options.directions = 1000000;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options = options_of(RG_LAW_NONSINGULAR);
  options.phantom = 0;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "phantom");
  options = options_of(RG_LAW_BOX);
  options.threshold = -1;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options = options_of(RG_LAW_BOX);
  options.angle = (double)NAN;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  double slip[2] = {1, HUGE_VAL};
  options = options_of(RG_LAW_HYBRID);
  options.slip = slip;
  assert_int_equal(rg_law_check(&s.local, &options, &error), RG_BAD_INPUT);
  options = options_of((rg_law)42);
  assert_int_equal(rg_law_check(&s.local, &options, NULL), RG_BAD_INPUT);
  options = options_of(RG_LAW_CONE);
  assert_int_equal(rg_law_check(&s.local, &options, NULL), RG_OK);
  assert_int_equal(rg_law_size(&s.local, &options), -1);
  reference_free(&s.local);
}

/* ---- one contact, closed forms ---- */

/* every law with directions along the slip gives Coulomb's answer for A = diag(an, at, at):
   r_n = (target - c_n) / an,  r_t = -min(mu r_n, |c_t| / at) c_t / |c_t| */
static void one_contact_closed_form(void **state) {
  (void)state;
  const rg_law laws[] = {RG_LAW_PYRAMID, RG_LAW_SLACK,       RG_LAW_BOX,
                         RG_LAW_HYBRID,  RG_LAW_NONSINGULAR, RG_LAW_SQUARE};
  const double velocity[][3] = {{-1, 2, 0}, {-1, 0.1, 0}, {-1, -3, 0}, {-2, 0, 0}, {1, 1, 0}};
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    for (int dim = laws[l] == RG_LAW_SLACK ? 2 : 3; dim >= 2; dim--)
      for (size_t k = 0; k < 5; k++) {
        single s;
        double an = 0.7, at = 2.5, mu = 0.6, target = 0.25, r[3];
        single_init(&s, dim, an, at, velocity[k], mu, target);
        rg_law_options options = options_of(laws[l]);
        solve_once(&s.local, &options, r);
        double normal = fmax((target - velocity[k][0]) / an, 0);
        double tangent = fmin(mu * normal, fabs(velocity[k][1]) / at);
        near(r[0], normal, 1e-12);
        near(r[1], velocity[k][1] > 0 ? -tangent : tangent, 1e-12);
        if (dim == 3) near(r[2], 0, 1e-12);
        reference_free(&s.local);
      }
}

static void frictionless_has_none(void **state) {
  (void)state;
  single s;
  double r[3];
  single_init(&s, 3, 2, 1, (double[]){-1, 2, 3}, 0.6, 0);
  rg_law_options options = options_of(RG_LAW_FRICTIONLESS);
  solve_once(&s.local, &options, r);
  near(r[0], 0.5, 1e-15);
  assert_true(r[1] == 0 && r[2] == 0);
  reference_free(&s.local);
}

/* the point of a segment nearest to p */
static void nearest_on_segment(const double *a, const double *b, const double *p, double *out) {
  double d[2] = {b[0] - a[0], b[1] - a[1]};
  double t = ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
  t = fmin(fmax(t, 0), 1);
  out[0] = a[0] + t * d[0];
  out[1] = a[1] + t * d[1];
}

/* projection of p on a regular polygon with a vertex at angle `turn` */
static void project_on_polygon(int count, double radius, double turn, const double *p,
                               double *out) {
  double best = HUGE_VAL;
  int inside = 1;
  for (int j = 0; j < count; j++) {
    double a[2], b[2], q[2], t0 = turn + 2 * pi * j / count, t1 = turn + 2 * pi * (j + 1) / count;
    a[0] = radius * cos(t0), a[1] = radius * sin(t0);
    b[0] = radius * cos(t1), b[1] = radius * sin(t1);
    if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < 0) inside = 0;
    nearest_on_segment(a, b, p, q);
    double distance = hypot(q[0] - p[0], q[1] - p[1]);
    if (distance < best) best = distance, out[0] = q[0], out[1] = q[1];
  }
  if (inside) out[0] = p[0], out[1] = p[1];
}

/* for A = diag(an, at, at) friction is the projection of -c_t/at on the law's polygon: vertices on
   the circle for pyramid, sides touching it for nonsingular and box */
static void polygons_turned(void **state) {
  (void)state;
  const double c[] = {-1, 1.3, 0.4}, an = 0.5, at = 1.5, mu = 0.3, radius = mu / an;
  const double p[2] = {-c[1] / at, -c[2] / at};
  const struct {
    rg_law law;
    int directions, sides, outside;
  } cases[] = {
      {RG_LAW_PYRAMID, 4, 4, 0},     {RG_LAW_PYRAMID, 6, 6, 0},     {RG_LAW_PYRAMID, 8, 8, 0},
      {RG_LAW_PYRAMID, 20, 20, 0},   {RG_LAW_NONSINGULAR, 4, 4, 1}, {RG_LAW_NONSINGULAR, 6, 6, 1},
      {RG_LAW_NONSINGULAR, 8, 8, 1}, {RG_LAW_BOX, 8, 4, 1},         {RG_LAW_SQUARE, 8, 4, 1}};
  single s;
  single_init(&s, 3, an, at, c, mu, 0);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    for (int step = 0; step < 7; step++) {
      double r[3], expected[2] = {0, 0}, turn = 0.15 * step;
      rg_law_options options = options_of(cases[k].law);
      options.directions = cases[k].directions;
      options.aligned = 0;
      options.angle = turn;
      solve_once(&s.local, &options, r);
      double half = pi / cases[k].sides;
      project_on_polygon(cases[k].sides, cases[k].outside ? radius / cos(half) : radius,
                         cases[k].outside ? turn + half : turn, p, expected);
      near(r[0], 1 / an, 1e-12);
      near(r[1], expected[0], 1e-10);
      near(r[2], expected[1], 1e-10);
    }
  reference_free(&s.local);
}

/* pyramid:N tends to the circle: the error is at most mu r_n pi / N */
static void pyramid_tends_to_cone(void **state) {
  (void)state;
  const double c[] = {-1, 1.3, 0.4}, mu = 0.3, speed = hypot(c[1], c[2]);
  single s;
  single_init(&s, 3, 1, 1.5, c, mu, 0);
  double last = HUGE_VAL;
  for (int directions = 4; directions <= 128; directions *= 2) {
    double r[3];
    rg_law_options options = options_of(RG_LAW_PYRAMID);
    options.directions = directions;
    options.aligned = 0;
    solve_once(&s.local, &options, r);
    double error = hypot(r[1] + mu * c[1] / speed, r[2] + mu * c[2] / speed);
    assert_true(error <= mu * pi / directions);
    last = error;
  }
  assert_true(last < 0.01);
  reference_free(&s.local);
}

/* ---- two contacts and a row, definitions ---- */

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0 * 2 - 1;
}

/* two coupled contacts and one bounded row; A = G G' + 0.1 I */
typedef struct pair {
  double A[49], c[7], mu[2], target[2], lower[1], upper[1];
  rg_local local;
} pair;

static void pair_init(pair *p, int dim, uint64_t seed) {
  int n = 1 + 2 * dim;
  double G[49];
  for (int k = 0; k < n * n; k++) G[k] = uniform(&seed);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      p->A[i * n + j] = i == j ? 0.1 : 0;
      for (int k = 0; k < n; k++) p->A[i * n + j] += G[i * n + k] * G[j * n + k];
    }
    p->c[i] = 2 * uniform(&seed);
  }
  for (int i = 0; i < 2; i++) {
    p->mu[i] = 0.3 + 0.2 * uniform(&seed);
    p->target[i] = 0.1 * uniform(&seed);
    p->c[1 + i * dim] = -1 + 0.5 * uniform(&seed);
  }
  p->lower[0] = -0.2;
  p->upper[0] = 0.3;
  p->local = reference_local(dim, 2, 1, p->A, p->c, p->mu, p->target, p->lower, p->upper);
}

/* friction inside `sides` half planes d_j . r_t <= bound_j and as dissipative as any such force:
   u_t . r_t = -max over the polygon of -u_t . r; vertices are given */
static void assert_dissipates(const double *r, const double *u, int vertices,
                              const double (*vertex)[2]) {
  double most = 0;
  for (int j = 0; j < vertices; j++)
    most = fmax(most, -(vertex[j][0] * u[1] + vertex[j][1] * u[2]));
  near(-(r[1] * u[1] + r[2] * u[2]), most, 1e-8);
}

static void assert_normal_law(const double *r, const double *u) {
  assert_true(r[0] >= -1e-9 && u[0] >= -1e-9);
  near(r[0] * u[0], 0, 1e-9);
}

static void assert_row_law(const pair *p, double x, double u) {
  near(x, fmin(fmax(x - u, p->lower[0]), p->upper[0]), 1e-9);
}

/* a regular polygon with `count` vertices at the distance `radius` */
static void polygon(int count, double radius, double turn, double (*vertex)[2]) {
  for (int j = 0; j < count; j++) {
    vertex[j][0] = radius * cos(turn + 2 * pi * j / count);
    vertex[j][1] = radius * sin(turn + 2 * pi * j / count);
  }
}

static void assert_inside(int count, const double (*vertex)[2], const double *r) {
  for (int j = 0; j < count; j++) {
    const double *a = vertex[j], *b = vertex[(j + 1) % count];
    assert_true((b[0] - a[0]) * (r[2] - a[1]) - (b[1] - a[1]) * (r[1] - a[0]) >= -1e-9);
  }
}

/* every linear law in space, unaligned: normal law, polygon, maximal dissipation, row */
static void two_contacts_in_space(void **state) {
  (void)state;
  const struct {
    rg_law law;
    int directions, outside;
  } cases[] = {{RG_LAW_PYRAMID, 4, 0},
               {RG_LAW_NONSINGULAR, 4, 1},
               {RG_LAW_SQUARE, 4, 1},
               {RG_LAW_BOX, 4, 1}};
  for (uint64_t seed = 1; seed <= 12; seed++)
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      pair p;
      double x[7], u[7], vertex[8][2], turn = 0.4;
      int count = cases[k].directions;
      pair_init(&p, 3, seed);
      rg_law_options options = options_of(cases[k].law);
      options.directions = count;
      options.aligned = 0;
      options.angle = turn;
      solve_once(&p.local, &options, x);
      velocity_of(&p.local, x, u);
      assert_row_law(&p, x[0], u[0]);
      for (int i = 0; i < 2; i++) {
        const double *r = x + 1 + 3 * i, *v = u + 1 + 3 * i;
        double radius = p.mu[i] * r[0], half = pi / count;
        assert_normal_law(r, v);
        polygon(count, cases[k].outside ? radius / cos(half) : radius,
                cases[k].outside ? turn + half : turn, vertex);
        assert_inside(count, (const double(*)[2])vertex, r);
        assert_dissipates(r, v, count, (const double(*)[2])vertex);
      }
      reference_free(&p.local);
    }
}

/* in the plane every law is exact: |r_t| <= mu r_n and r_t u_t = -mu r_n |u_t| */
static void two_contacts_in_the_plane(void **state) {
  (void)state;
  const rg_law laws[] = {RG_LAW_PYRAMID, RG_LAW_SLACK,       RG_LAW_BOX,
                         RG_LAW_HYBRID,  RG_LAW_NONSINGULAR, RG_LAW_SQUARE};
  for (uint64_t seed = 1; seed <= 20; seed++)
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
      pair p;
      double x[7], u[7];
      pair_init(&p, 2, seed);
      rg_law_options options = options_of(laws[l]);
      solve_once(&p.local, &options, x);
      velocity_of(&p.local, x, u);
      assert_row_law(&p, x[0], u[0]);
      for (int i = 0; i < 2; i++) {
        const double *r = x + 1 + 2 * i, *v = u + 1 + 2 * i;
        assert_normal_law(r, v);
        assert_true(fabs(r[1]) <= p.mu[i] * r[0] + 1e-9);
        near(r[1] * v[1], -p.mu[i] * r[0] * fabs(v[1]), 1e-8);
      }
      reference_free(&p.local);
    }
}

/* ---- sliding forms ---- */

/* with a given slip the square law has one unknown and its friction opposes that slip */
static void square_slides(void **state) {
  (void)state;
  pair p;
  double x[7], u[7], slip[4] = {3, 4, 0, 1e-4};
  pair_init(&p, 3, 5);
  rg_law_options options = options_of(RG_LAW_SQUARE);
  options.slip = slip;
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 1 + 5);
  solve_once(&p.local, &options, x);
  velocity_of(&p.local, x, u);
  assert_normal_law(x + 1, u + 1);
  near(x[2], -p.mu[0] * x[1] * 0.6, 1e-12);
  near(x[3], -p.mu[0] * x[1] * 0.8, 1e-12);
  reference_free(&p.local);
}

/* Eq. 34: along the slip at most mu r_n and dissipative, across it nothing */
static void nonsingular_slides(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    pair p;
    double x[7], u[7], slip[4] = {3, 4, -1, 0};
    pair_init(&p, 3, seed);
    rg_law_options options = options_of(RG_LAW_NONSINGULAR);
    options.slip = slip;
    assert_int_equal(rg_law_size(&p.local, &options), 1 + 2 * 7);
    solve_once(&p.local, &options, x);
    velocity_of(&p.local, x, u);
    for (int i = 0; i < 2; i++) {
      const double *r = x + 1 + 3 * i, *v = u + 1 + 3 * i;
      double e[2] = {i ? -1 : 0.6, i ? 0 : 0.8};
      double along = e[0] * r[1] + e[1] * r[2], across = -e[1] * r[1] + e[0] * r[2];
      double speed = e[0] * v[1] + e[1] * v[2];
      assert_normal_law(r, v);
      near(across, 0, 1e-9);
      assert_true(fabs(along) <= p.mu[i] * r[0] + 1e-9);
      near(along * speed, -p.mu[i] * r[0] * fabs(speed), 1e-8);
    }
    reference_free(&p.local);
  }
}

/* Eq. 43: r_l = -mu r_n u_l / |slip|, for hybrid and for nonsingular with lateral = 1, whether the
   normal impulse is iterated or given */
static void lateral_regularization(void **state) {
  (void)state;
  const rg_law laws[] = {RG_LAW_HYBRID, RG_LAW_NONSINGULAR};
  const double an = 0.5, at = 1.5, mu = 0.3, c[3] = {-1, 5, 0.7}, slip[2] = {6, 0};
  single s;
  single_init(&s, 3, an, at, c, mu, 0);
  for (int l = 0; l < 2; l++)
    for (int given = 0; given < 2; given++) {
      double r[3], last[3] = {1 / an, 0, 0.1}, bound = mu / an;
      rg_law_options options = options_of(laws[l]);
      options.slip = slip;
      options.lateral = 1;
      options.relax_tangent = 0.5; /* of the bristles, not of the lateral direction */
      if (given) options.last_impulse = last;
      solve_once(&s.local, &options, r);
      /* lateral: at r_l + c_l + (|slip| / bound) r_l = 0 */
      near(r[0], 1 / an, 1e-12);
      near(r[1], -bound, 1e-12);
      near(r[2], -c[2] / (at + 6 / bound), 1e-12);
    }
  reference_free(&s.local);
}

/* the first direction of the pyramid lies against the slip, given or taken from c */
static void first_direction(void **state) {
  (void)state;
  single s;
  double slip[2] = {0, -2};
  single_init(&s, 3, 1, 1, (double[]){-1, 3, 4}, 0.4, 0);
  for (int given = 0; given < 2; given++) {
    rg_arena arena = {0};
    rg_law_options options = options_of(RG_LAW_PYRAMID);
    if (given) options.slip = slip;
    rg_law_mlcp *law = rg_law_setup(&arena, &s.local, &options);
    rg_law_assemble(law, &s.local);
    near(law->block[0].B[law->block[0].size + 1], given ? 0 : -0.6, 1e-15);
    near(law->block[0].B[2 * law->block[0].size + 1], given ? 1 : -0.8, 1e-15);
    rg_arena_free(&arena);
  }
  reference_free(&s.local);
}

/* hybrid: its frame is the slip's whatever the angle; under the threshold it is a box */
static void hybrid_modes(void **state) {
  (void)state;
  single s;
  double r[3], box[3], slip[2] = {1, 0};
  single_init(&s, 3, 1, 1, (double[]){-1, 5, 3}, 0.4, 0);
  rg_law_options options = options_of(RG_LAW_HYBRID);
  options.slip = slip;
  options.angle = 0.5;
  solve_once(&s.local, &options, r);
  near(r[1], -0.4, 1e-12);
  near(r[2], -0.4, 1e-12); /* 3 / (1 + 1 / 0.4) is beyond the bound */
  options.threshold = 2;
  solve_once(&s.local, &options, r);
  options.law = RG_LAW_BOX;
  solve_once(&s.local, &options, box);
  for (int k = 0; k < 3; k++) near(r[k], box[k], 1e-12);
  assert_true(fabs(box[1] + 0.4) > 0.01);
  reference_free(&s.local);
}

/* bounds of the box from the last step, even where they are not those of this one */
static void box_takes_last_normal(void **state) {
  (void)state;
  single s;
  double r[3], last[3] = {0.5, 9, 9};
  single_init(&s, 3, 1, 1, (double[]){-1, 5, 0}, 0.4, 0);
  rg_law_options options = options_of(RG_LAW_BOX);
  options.last_impulse = last;
  solve_once(&s.local, &options, r);
  near(r[0], 1, 1e-12);
  near(r[1], -0.4 * 0.5, 1e-12);
  last[0] = -1; /* a contact that pulled has no friction */
  solve_once(&s.local, &options, r);
  near(r[1], 0, 1e-12);
  reference_free(&s.local);
}

/* the bounds of the box start at 0 (no friction) and settle where mu r_n is the bound */
static void box_bounds_settle(void **state) {
  (void)state;
  pair p;
  rg_arena arena = {0};
  double z[7];
  int solves = 1;
  pair_init(&p, 3, 2);
  rg_law_options options = options_of(RG_LAW_BOX);
  rg_law_mlcp *law = rg_law_setup(&arena, &p.local, &options);
  rg_law_assemble(law, &p.local);
  for (int k = 0; k < 4; k++) assert_true(law->mlcp.upper[2 + k / 2 * 3 + k % 2] == 0);
  assert_true(reference_mlcp(&law->mlcp, z));
  for (; rg_law_update(law, &p.local, z); solves++) {
    assert_true(law->change > RG_LAW_CONSISTENT && solves < 100);
    assert_true(reference_mlcp(&law->mlcp, z));
  }
  assert_true(solves > 2 && law->change <= RG_LAW_CONSISTENT);
  for (int i = 0; i < 2; i++) near(law->mlcp.upper[2 + 3 * i], p.mu[i] * z[1 + 3 * i], 1e-9);
  rg_arena_free(&arena);
  reference_free(&p.local);
}

/* ---- nonsingular: phantom inertia, static coefficient, relaxation ---- */

static void phantom_changes_nothing(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    pair p;
    double reference[7], x[7];
    pair_init(&p, 3, seed);
    rg_law_options options = options_of(RG_LAW_NONSINGULAR);
    options.directions = 4;
    solve_once(&p.local, &options, reference);
    for (double rho = 1e-4; rho < 2e3; rho *= 100) {
      options.phantom = rho;
      solve_once(&p.local, &options, x);
      for (int k = 0; k < 7; k++) near(x[k], reference[k], 1e-8);
    }
    reference_free(&p.local);
  }
}

static void static_coefficient(void **state) {
  (void)state;
  single s;
  double r[3];
  single_init(&s, 3, 1, 1, (double[]){-1, 5, 0}, 0.4, 0);
  rg_law_options options = options_of(RG_LAW_NONSINGULAR);
  options.mu_static = 1.5;
  solve_once(&s.local, &options, r);
  near(r[1], -0.6, 1e-12);
  reference_free(&s.local);
}

/* Eq. 39-42: (an + eps_n) r_n = -c_n; a sticking bristle: (at + eps_t) r_t = eps_t last - c_t */
static void relaxation(void **state) {
  (void)state;
  single s;
  double r[3], last[3] = {1, 0.05, -0.02};
  single_init(&s, 3, 2, 3, (double[]){-1, 0.1, 0.2}, 0.9, 0);
  rg_law_options options = options_of(RG_LAW_NONSINGULAR);
  options.relax_normal = 0.5;
  options.relax_tangent = 0.25;
  options.last_impulse = last;
  solve_once(&s.local, &options, r);
  near(r[0], 1 / 2.5, 1e-12);
  near(r[1], (0.25 * 0.05 - 0.1) / 3.25, 1e-12);
  near(r[2], (0.25 * -0.02 - 0.2) / 3.25, 1e-12);
  /* the other laws: a softer A, no memory */
  const rg_law laws[] = {RG_LAW_PYRAMID, RG_LAW_BOX, RG_LAW_SQUARE};
  for (int l = 0; l < 3; l++) {
    options.law = laws[l];
    options.last_impulse = NULL;
    solve_once(&s.local, &options, r);
    near(r[0], 1 / 2.5, 1e-12);
    near(r[1], -0.1 / 3.25, 1e-12);
    near(r[2], -0.2 / 3.25, 1e-12);
  }
  reference_free(&s.local);
}

/* the LCP without the free unknowns has the same solution */
static void reduced_is_equivalent(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    pair p;
    rg_arena arena = {0};
    rg_mlcp reduced;
    double full[15], small[15];
    pair_init(&p, 3, seed);
    rg_law_options options = options_of(RG_LAW_NONSINGULAR);
    options.directions = 4;
    rg_law_mlcp *law = rg_law_setup(&arena, &p.local, &options);
    rg_law_assemble(law, &p.local);
    assert_int_equal(rg_law_reduce(&arena, &law->mlcp, &reduced), 0);
    assert_int_equal(reduced.n, 1 + 2 * 5);
    assert_true(reference_mlcp(&law->mlcp, full));
    assert_true(reference_mlcp(&reduced, small));
    for (int i = 0, k = 0; i < law->mlcp.n; i++)
      if (isfinite(law->mlcp.lower[i])) near(small[k++], full[i], 1e-8);
    rg_arena_free(&arena);
    reference_free(&p.local);
  }
}

/* ---- starting points, sizes, bounds ---- */

/* impulse -> z -> impulse is the identity; a solution's impulse starts at a solution */
static void round_trips(void **state) {
  (void)state;
  const rg_law laws[] = {RG_LAW_PYRAMID, RG_LAW_BOX, RG_LAW_HYBRID, RG_LAW_NONSINGULAR,
                         RG_LAW_SQUARE};
  for (uint64_t seed = 1; seed <= 12; seed++)
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
      pair p;
      rg_arena arena = {0};
      double z[32], again[32], x[7], y[7];
      uint64_t random = seed + 100;
      pair_init(&p, 3, seed);
      rg_law_options options = options_of(laws[l]);
      options.directions = 4;
      rg_law_mlcp *law = rg_law_setup(&arena, &p.local, &options);
      solve_law(law, &p.local, z, x);
      rg_law_start(law, &p.local, x, again);
      assert_true(reference_residual(&law->mlcp, again) < 1e-7);
      rg_law_impulse(law, &p.local, again, y);
      for (int k = 0; k < 7; k++) near(x[k], y[k], 1e-10);
      for (int k = 0; k < 7; k++) x[k] = uniform(&random);
      rg_law_start(law, &p.local, x, again);
      rg_law_impulse(law, &p.local, again, y);
      for (int k = 0; k < 7; k++) near(x[k], y[k], 1e-12);
      rg_arena_free(&arena);
      reference_free(&p.local);
    }
}

/* n_b + n_u (n_f + 2) of Mylapilli & Jain Eq. 44, n_S + 5 n_R of Andreani et al., 2 + 1 + 2 k of
   Peiret et al. */
static void sizes_and_bounds(void **state) {
  (void)state;
  pair p;
  double slip[4] = {1, 0, 0, 0};
  pair_init(&p, 3, 3);
  rg_law_options options = options_of(RG_LAW_PYRAMID);
  options.directions = 6;
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 2 * (6 + 2));
  options = options_of(RG_LAW_SQUARE);
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 2 * 5);
  options.slip = slip;
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 1 + 5);
  options = options_of(RG_LAW_NONSINGULAR);
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 2 * (3 + 8));
  options = options_of(RG_LAW_BOX);
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 2 * 3);
  options = options_of(RG_LAW_FRICTIONLESS);
  assert_int_equal(rg_law_size(&p.local, &options), 1 + 2);
  /* the row keeps its bounds, everything else is nonnegative but the free friction */
  rg_arena arena = {0};
  options = options_of(RG_LAW_NONSINGULAR);
  rg_law_mlcp *law = rg_law_setup(&arena, &p.local, &options);
  rg_law_assemble(law, &p.local);
  assert_true(law->mlcp.lower[0] == -0.2 && law->mlcp.upper[0] == 0.3);
  for (int i = 1; i < law->mlcp.n; i++) {
    int place = (i - 1) % 11;
    assert_true(law->mlcp.upper[i] == HUGE_VAL);
    assert_true(law->mlcp.lower[i] == (place < 2 ? -HUGE_VAL : 0));
  }
  rg_arena_free(&arena);
  reference_free(&p.local);
}

/* without contacts the MLCP is the problem itself, by any law; n = 0 is fine */
static void without_contacts(void **state) {
  (void)state;
  double A[4] = {2, 1, -1, 3}, c[2] = {-4, 5}, lower[2] = {0, -1}, upper[2] = {HUGE_VAL, 1};
  for (int law_index = 0; law_index < RG_LAW_COUNT; law_index++)
    for (int rows = 0; rows <= 2; rows += 2) {
      rg_local local = reference_local(0, 0, rows, A, c, NULL, NULL, lower, upper);
      rg_arena arena = {0};
      double z[2] = {9, 9}, x[2] = {1, 0.5};
      rg_law_options options = options_of((rg_law)law_index);
      assert_int_equal(rg_law_check(&local, &options, NULL), RG_OK);
      rg_law_mlcp *law = rg_law_setup(&arena, &local, &options);
      assert_non_null(law);
      assert_int_equal(law->mlcp.n, rows);
      rg_law_assemble(law, &local);
      assert_memory_equal(law->mlcp.M, A, (size_t)(rows * rows) * sizeof(double));
      assert_memory_equal(law->mlcp.q, c, (size_t)rows * sizeof(double));
      rg_law_start(law, &local, x, z);
      if (rows) assert_true(z[0] == 1 && z[1] == 0.5);
      rg_law_impulse(law, &local, z, x);
      if (rows) assert_true(x[0] == 1 && x[1] == 0.5);
      assert_int_equal(rg_law_update(law, &local, z), 0);
      rg_arena_free(&arena);
      reference_free(&local);
    }
}

/* numbers may change between two solves: assembling again follows c and A */
static void assembles_again(void **state) {
  (void)state;
  single s;
  rg_arena arena = {0};
  double z[16], r[3];
  single_init(&s, 3, 1, 1, (double[]){-1, 5, 0}, 0.4, 0);
  rg_law_options options = options_of(RG_LAW_PYRAMID);
  options.directions = 4;
  rg_law_mlcp *law = rg_law_setup(&arena, &s.local, &options);
  solve_law(law, &s.local, z, r);
  near(r[1], -0.4, 1e-12);
  s.c[1] = -3;
  s.c[2] = 4;
  s.A[0] = 0.5;
  solve_law(law, &s.local, z, r);
  near(r[0], 2, 1e-12);
  near(r[1], 0.8 * 0.6, 1e-12);
  near(r[2], -0.8 * 0.8, 1e-12);
  rg_arena_free(&arena);
  reference_free(&s.local);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_parse),
      cmocka_unit_test(checks),
      cmocka_unit_test(one_contact_closed_form),
      cmocka_unit_test(frictionless_has_none),
      cmocka_unit_test(polygons_turned),
      cmocka_unit_test(pyramid_tends_to_cone),
      cmocka_unit_test(two_contacts_in_space),
      cmocka_unit_test(two_contacts_in_the_plane),
      cmocka_unit_test(square_slides),
      cmocka_unit_test(nonsingular_slides),
      cmocka_unit_test(lateral_regularization),
      cmocka_unit_test(first_direction),
      cmocka_unit_test(hybrid_modes),
      cmocka_unit_test(box_takes_last_normal),
      cmocka_unit_test(box_bounds_settle),
      cmocka_unit_test(phantom_changes_nothing),
      cmocka_unit_test(static_coefficient),
      cmocka_unit_test(relaxation),
      cmocka_unit_test(reduced_is_equivalent),
      cmocka_unit_test(round_trips),
      cmocka_unit_test(sizes_and_bounds),
      cmocka_unit_test(without_contacts),
      cmocka_unit_test(assembles_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
