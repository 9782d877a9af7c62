/* Exact corners in planar scenes: a particle, a disc and a block that pass the corner of a box
   freely where the line of a face would stop them in the air, and that are stopped where they
   hit. The steps here are made by hand: contacts, one contact problem, new velocity. */
#include "corner/corners.h"

#include <rigor/solve.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64, NV = 24 };

#define near(value, expected, tolerance) near_at(value, expected, tolerance, __FILE__, __LINE__)
static void near_at(double value, double expected, double tolerance, const char *file, int line) {
  if (fabs(value - expected) <= tolerance) return;
  printf("%.12g is not %.12g within %g\n", value, expected, tolerance);
  _fail(file, line);
}

typedef struct scene {
  rg_model *model;
  rg_data *data;
  rg_collider *collider;
  rg_corners *corners;
  rg_arena arena;
  double dt, v[NV], impulse[3 * MOST];
  int solves, contacts;
} scene;

static scene scene_of(const char *bodies, double gravity, double dt) {
  scene s;
  char xml[4096];
  rg_error error;
  memset(&s, 0, sizeof s);
  snprintf(xml, sizeof xml, "<mujoco><option gravity='0 0 %g'/><worldbody>%s</worldbody></mujoco>",
           -gravity, bodies);
  if (rg_model_parse(&s.model, xml, strlen(xml), NULL, &error) != RG_OK) {
    char text[1024];
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  }
  s.data = rg_data_new(s.model);
  s.collider = rg_collider_new(s.model, MOST);
  s.corners = rg_corners_new(&s.arena, s.model, MOST, &error);
  s.dt = dt;
  assert_non_null(s.corners);
  return s;
}

static void scene_free(scene *s) {
  rg_collider_free(s->collider);
  rg_data_free(s->data);
  rg_model_free(s->model);
  rg_arena_free(&s->arena);
}

/* 0 <= r_n _|_ u_n + gap / dt >= 0 with friction for the contacts of a list */
static int solve_list(scene *s, const rg_contact *list, int n) {
  static double A[9 * MOST * MOST], c[3 * MOST], target[MOST], mu[MOST];
  static double G[3 * MOST][NV], H[3 * MOST][NV];
  int nv = s->model->nv, size = 3 * n;
  double one[3 * NV], two[3 * NV];
  rg_error error;
  for (int i = 0; i < n; i++) {
    rg_jacobian(s->model, s->data, list[i].body1, list[i].position, one, NULL);
    rg_jacobian(s->model, s->data, list[i].body2, list[i].position, two, NULL);
    for (int r = 0; r < 3; r++)
      for (int j = 0; j < nv; j++) {
        G[3 * i + r][j] = 0;
        for (int k = 0; k < 3; k++)
          G[3 * i + r][j] += list[i].frame[3 * r + k] * (one[k * nv + j] - two[k * nv + j]);
      }
    target[i] = -list[i].gap / s->dt;
    mu[i] = list[i].friction[0];
  }
  for (int i = 0; i < size; i++) {
    memcpy(H[i], G[i], sizeof H[i]);
    rg_mass_solve_tree(s->model, s->data, H[i]);
    c[i] = 0;
    for (int j = 0; j < nv; j++) c[i] += G[i][j] * s->v[j];
  }
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      A[i * size + j] = 0;
      for (int k = 0; k < nv; k++) A[i * size + j] += G[i][k] * H[j][k];
    }
  rg_problem problem = rg_problem_default();
  problem.contacts = n;
  problem.dim = n ? 3 : 0;
  problem.A = rg_matrix_dense(size, size, A);
  problem.c = c;
  problem.mu = mu;
  problem.target = target;
  rg_solver *solver = NULL;
  rg_options options = rg_options_default();
  options.tol = 1e-11;
  assert_int_equal(rg_solver_new(&solver, &problem, &options, &error), RG_OK);
  int solved = rg_solver_solve(solver) == RG_SOLVED;
  for (int i = 0; i < size; i++) {
    s->impulse[i] = rg_solver_impulse(solver)[i];
    for (int j = 0; j < nv; j++) s->v[j] += H[i][j] * s->impulse[i];
  }
  rg_solver_free(solver);
  s->solves++;
  return solved;
}

/* velocity after one step from qvel; `exact`: with corners */
static void step(scene *s, int exact) {
  const rg_contact *list;
  double free_velocity[NV];
  rg_forward(s->model, s->data);
  rg_collider_set_margin(s->collider, 1);
  int n = rg_collide(s->collider, s->model, s->data, &list, NULL), nv = s->model->nv;
  int again, solved;
  for (int j = 0; j < nv; j++)
    free_velocity[j] = s->data->qvel[j] + s->dt * s->data->qacc_smooth[j];
  rg_corner_step found = {s->model, s->data, list, n, free_velocity, NULL, s->dt};
  int groups = exact ? rg_corners_find(s->corners, &found) : 0;
  s->solves = 0;
  do {
    if (groups) n = rg_corners_contacts(s->corners, &list);
    assert_true(n <= MOST);
    memcpy(s->v, free_velocity, sizeof s->v);
    solved = solve_list(s, list, n);
    again =
        groups && rg_corners_next(s->corners, s->model, s->data, solved ? s->v : NULL, s->impulse);
  } while (again);
  assert_true(solved);
  if (groups) assert_int_equal(rg_corners_unresolved(s->corners), 0);
  s->contacts = n;
}

/* moves on with the velocity of the last step */
static void move(scene *s) {
  memcpy(s->data->qvel, s->v, (size_t)s->model->nv * sizeof(double));
  rg_integrate_position(s->model, s->data->qpos, s->v, s->dt);
}

/* --- a particle and a box --------------------------------------------------------------------- */

/* the box reaches from -1 to 1 in x and up to 0 in z; a disc of radius r */
static scene particle(double radius, double x, double z, double mu) {
  char bodies[1024];
  snprintf(bodies, sizeof bodies,
           "<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='%g 0 0'/>"
           "<body pos='%.17g 0 %.17g'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 0 1'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='0.01 0.01 0.01'/>"
           "<geom type='sphere' size='%g' friction='%g 0 0'/></body>",
           mu, x, z, radius, mu);
  return scene_of(bodies, 0, 0.1);
}

/* from above the top, 5 cm before its end, to beside the right face: the top's line ends the
   fall in the air, the exact corner does not */
static void particle_passes_the_corner(void **state) {
  (void)state;
  scene s = particle(1e-4, 0.95, 0.1, 0.5);
  s.data->qvel[0] = 3;
  s.data->qvel[1] = -2; /* at x = 1 it is still 0.067 above the top */
  step(&s, 0);
  near(s.v[1], -(0.1 - 1e-4) / 0.1, 1e-9); /* stopped at the line of the top, x = 1.2 */
  step(&s, 1);
  near(s.v[0], 3, 1e-9);
  near(s.v[1], -2, 1e-9);
  assert_int_equal(s.solves, 1);
  scene_free(&s);
}

/* the same from the side: up past the corner and over the top */
static void particle_passes_upwards(void **state) {
  (void)state;
  scene s = particle(1e-4, 1.1, -0.05, 0.5);
  s.data->qvel[0] = -2;
  s.data->qvel[1] = 3;
  step(&s, 0);
  near(s.v[0], -(0.1 - 1e-4) / 0.1, 1e-9);
  step(&s, 1);
  near(s.v[0], -2, 1e-9);
  near(s.v[1], 3, 1e-9);
  scene_free(&s);
}

/* steeper: it meets the top before its end; both ways agree */
static void particle_hits_the_top(void **state) {
  (void)state;
  for (int exact = 0; exact < 2; exact++) {
    scene s = particle(1e-4, 0.9, 0.1, 0);
    s.data->qvel[0] = 0.5;
    s.data->qvel[1] = -2;
    step(&s, exact);
    near(s.v[0], 0.5, 1e-9);
    near(s.v[1], -(0.1 - 1e-4) / 0.1, 1e-9);
    scene_free(&s);
  }
}

/* it ends beside the right face, but on its way through the top: that is a hit, not a passage */
static void particle_does_not_cut_the_corner(void **state) {
  (void)state;
  scene s = particle(1e-4, 0.9, 0.02, 0);
  s.data->qvel[0] = 2; /* meets the top at x = 0.93 */
  s.data->qvel[1] = -1.5;
  step(&s, 1);
  near(s.v[0], 2, 1e-9);
  near(s.v[1], -(0.02 - 1e-4) / 0.1, 1e-9);
  scene_free(&s);
}

/* beyond the corner already, still above the line of the top, and thrown against the right face */
static void particle_hits_the_side(void **state) {
  (void)state;
  scene s = particle(1e-4, 1.02, 0.05, 0);
  s.data->qvel[0] = -1.5; /* passes below the top's line first, then meets the side */
  s.data->qvel[1] = -6;
  step(&s, 1);
  near(s.v[0], -(0.02 - 1e-4) / 0.1, 1e-6);
  near(s.v[1], -6, 1e-6);
  scene_free(&s);
}

/* friction acts on the face that holds, and only there */
static void friction_at_the_side(void **state) {
  (void)state;
  scene s = particle(1e-4, 1.02, 0.05, 0.5);
  s.data->qvel[0] = -1.5;
  s.data->qvel[1] = -6;
  double push = 1.5 - (0.02 - 1e-4) / 0.1;
  step(&s, 1);
  near(s.v[0], -(0.02 - 1e-4) / 0.1, 1e-6);
  near(s.v[1], -6 + 0.5 * push, 1e-6);
  scene_free(&s);
}

static double between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

/* Any way past the corner, from far and from near: free where the straight line misses the box; else the face that the line
   goes in by stops what is normal to it, and nothing else. */
static void particle_on_any_way(void **state) {
  (void)state;
  enum { WAYS = 600 };
  const double r = 1e-4, clear = 2e-3;
  uint64_t seed = 8;
  int kinds[3] = {0}; /* free, top, side */
  while (kinds[0] + kinds[1] + kinds[2] < WAYS) {
    double near_by = pow(10, between(&seed, -2, 0)), at[2], v[2], vx, vz;
    for (int k = 0; k < 2; k++) at[k] = between(&seed, -0.2, 0.2) * near_by;
    for (int k = 0; k < 2; k++) v[k] = between(&seed, -4, 4);
    if (fmax(at[0], at[1]) < clear) continue; /* begins outside, */
    if (fmin(fabs(at[0]), fabs(at[1])) < 2 * r)
      continue; /* and not where its own roundness counts */
    /* when the lines of the top and of the side are passed, and where the other is by then */
    double top = (r - at[1]) / v[1], side = (r - at[0]) / v[0];
    double x_at_top = at[0] + top * v[0] - r, z_at_side = at[1] + side * v[1] - r;
    if (fabs(x_at_top) < clear || fabs(z_at_side) < clear) continue; /* the corner itself */
    int by_top = v[1] < 0 && top >= 0 && top < 0.1 && x_at_top < 0;
    int by_side = v[0] < 0 && side >= 0 && side < 0.1 && z_at_side < 0;
    scene s = particle(r, 1 + at[0], at[1], 0);
    s.data->qvel[0] = v[0], s.data->qvel[1] = v[1];
    step(&s, 1);
    vx = by_side ? -(at[0] - r) / 0.1 : v[0], vz = by_top ? -(at[1] - r) / 0.1 : v[1];
    near(s.v[0], vx, 1e-6);
    near(s.v[1], vz, 1e-6);
    kinds[by_top ? 1 : by_side ? 2 : 0]++;
    scene_free(&s);
  }
  for (int k = 0; k < 3; k++) assert_in_range(kinds[k], WAYS / 20, WAYS);
}

/* --- a disc: the corner is round for it ------------------------------------------------------- */

/* past the corner with 1 cm to spare at the end; the mitre of the two faces would be in the way */
static void disc_passes_round(void **state) {
  (void)state;
  double r = 0.2, end[2] = {1 + 0.21 / sqrt(2), 0.21 / sqrt(2)}, start[2] = {0.9, 0.4};
  scene s = particle(r, start[0], start[1], 0.5);
  for (int i = 0; i < 2; i++) s.data->qvel[i] = (end[i] - start[i]) / s.dt;
  step(&s, 1);
  for (int i = 0; i < 2; i++) near(s.v[i], (end[i] - start[i]) / s.dt, 1e-9);
  scene_free(&s);
}

/* into the corner: afterwards it touches nothing more than it may */
static void disc_meets_the_corner(void **state) {
  (void)state;
  double r = 0.2;
  for (int k = 0; k < 8; k++) {
    double angle = 0.15 + 0.18 * k; /* from where it comes */
    scene s = particle(r, 1 + 0.5 * cos(angle), 0.5 * sin(angle), 0);
    s.data->qvel[0] = -5 * cos(angle + 0.1);
    s.data->qvel[1] = -5 * sin(angle + 0.1);
    step(&s, 1);
    move(&s);
    double x = 1 + 0.5 * cos(angle) + s.data->qpos[0] - 1;
    double z = 0.5 * sin(angle) + s.data->qpos[1];
    double dx = fmax(x, 0), dz = fmax(z, 0); /* from the nearest point of the box */
    double distance = x > 0 || z > 0 ? hypot(dx, dz) : fmax(x, z);
    assert_true(distance >= r - 1e-9);
    scene_free(&s);
  }
}

/* --- a block slides off a table --------------------------------------------------------------- */

static scene block(double x, double mu) {
  char bodies[1024];
  snprintf(bodies, sizeof bodies,
           "<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='%g 0 0'/>"
           "<body pos='%.17g 0 0.1'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/>"
           "<geom type='box' size='0.2 0.1 0.1' mass='1' friction='%g 0 0'/></body>",
           mu, x, mu);
  return scene_of(bodies, 9.81, 0.01);
}

/* its centre over the table: it stays; beyond the edge: it tips, as with plain rows */
static void block_rests_and_tips(void **state) {
  (void)state;
  for (int over = 0; over < 2; over++)
    for (int exact = 0; exact < 2; exact++) {
      scene s = block(over ? 1.05 : 0.95, 0.5);
      step(&s, exact);
      if (!over) near(hypot(s.v[1], s.v[2]), 0, 1e-9);
      if (over) assert_true(s.v[2] > 1e-3); /* about y: the right end goes down */
      scene_free(&s);
    }
}

/* shot over the edge with a gap below it: free fall, where the table's plane would carry it.
   The rear passes the edge after 0.3 m of 0.4, the gap would be used up after 0.35 */
static void block_flies_over_the_edge(void **state) {
  (void)state;
  scene s = block(0.9, 0);
  double fall = 0.05 - 9.81 * 0.01;
  s.data->qpos[1] = 4.2e-4;
  s.data->qvel[0] = 40;
  s.data->qvel[1] = 0.05;
  step(&s, 0);
  near(s.v[1], -4.2e-4 / 0.01, 1e-6);
  step(&s, 1);
  near(s.v[0], 40, 1e-9);
  near(s.v[1], fall, 1e-9);
  scene_free(&s);
}

/* --- several corners, and what is refused ----------------------------------------------------- */

/* two particles on both ends of a box, one passes, one hits */
static void two_groups(void **state) {
  (void)state;
  scene s = scene_of("<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='0 0 0'/>"
                     "<body pos='0.95 0 0.1'><joint type='slide' axis='1 0 0'/>"
                     "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.0001' mass='1' "
                     "friction='0 0 0'/></body>"
                     "<body pos='-0.95 0 0.1'><joint type='slide' axis='1 0 0'/>"
                     "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.0001' mass='1' "
                     "friction='0 0 0'/></body>",
                     0, 0.1);
  s.data->qvel[0] = 3, s.data->qvel[1] = -2;
  s.data->qvel[2] = 0.1, s.data->qvel[3] = -2;
  step(&s, 1);
  near(s.v[1], -2, 1e-9);
  near(s.v[3], -(0.1 - 1e-4) / 0.1, 1e-9);
  scene_free(&s);
}

/* the way is free but for a wall before the corner: the face of the free motion cannot hold,
   the other does */
static void wall_before_the_corner(void **state) {
  (void)state;
  scene s = scene_of("<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='0 0 0'/>"
                     "<geom type='plane' size='1 1 1' pos='0.97 0 0' zaxis='-1 0 0' "
                     "friction='0 0 0'/>"
                     "<body pos='0.95 0 0.1'><joint type='slide' axis='1 0 0'/>"
                     "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.0001' mass='1' "
                     "friction='0 0 0'/></body>",
                     0, 0.1);
  s.data->qvel[0] = 3, s.data->qvel[1] = -2;
  step(&s, 1);
  near(s.v[0], (0.02 - 1e-4) / 0.1, 1e-9);
  near(s.v[1], -(0.1 - 1e-4) / 0.1, 1e-9);
  assert_true(s.solves > 1);
  scene_free(&s);
}

/* A slope behind the corner throws the particle back up: the face of the free motion would push
   where the top separates. `copies` of it that do not see each other. */
static scene slopes(int copies) {
  static char bodies[1 << 14];
  int used = 0;
  for (int k = 0; k < copies; k++)
    used += snprintf(
        bodies + used, sizeof bodies - (size_t)used,
        "<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='0 0 0' contype='%d' "
        "conaffinity='%d'/>"
        "<geom type='plane' size='1 1 1' pos='0.9 0 0' zaxis='-1 0 1' friction='0 0 0' "
        "contype='%d' "
        "conaffinity='%d'/>"
        "<body pos='0.95 0 0.1'><joint type='slide' axis='1 0 0'/><joint type='slide' "
        "axis='0 0 1'/><geom type='sphere' size='0.0001' mass='1' friction='0 0 0' contype='%d' "
        "conaffinity='%d'/></body>",
        1 << k, 1 << k, 1 << k, 1 << k, 1 << k, 1 << k);
  return scene_of(bodies, 0, 0.1);
}

static void another_face_separates(void **state) {
  (void)state;
  for (int copies = 1; copies <= 10; copies += 9) {
    scene s = slopes(copies);
    for (int k = 0; k < copies; k++) s.data->qvel[2 * k] = 2, s.data->qvel[2 * k + 1] = -1.8;
    step(&s, 1);
    /* a slope of 45 degrees without friction: what is lost is the velocity across it, but
       for the gap that may close; it ends before the corner, above the top, and meets
       neither */
    double gap = 0.05 / sqrt(2) - 1e-4, lost = ((2 + 1.8) / sqrt(2) - gap / 0.1) / sqrt(2);
    for (int k = 0; k < copies; k++) {
      near(s.v[2 * k], 2 - lost, 1e-8);
      near(s.v[2 * k + 1], -1.8 + lost, 1e-8);
    }
    assert_true(s.solves > 1);
    scene_free(&s);
  }
}

/* a mesh of the box's outline gives the box's answers */
static void mesh_as_obstacle(void **state) {
  (void)state;
  scene s;
  char xml[2048];
  rg_error error;
  memset(&s, 0, sizeof s);
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0'/><asset><mesh name='m' vertex='-1 -0.5 -2  1 -0.5 -2  "
           "1 -0.5 0  -1 -0.5 0  -1 0.5 -2  1 0.5 -2  1 0.5 0  -1 0.5 0'/></asset><worldbody>"
           "<geom type='mesh' mesh='m'/><body pos='0.95 0 0.1'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.0001' mass='1'/></body>"
           "</worldbody></mujoco>");
  assert_int_equal(rg_model_parse(&s.model, xml, strlen(xml), NULL, &error), RG_OK);
  s.data = rg_data_new(s.model);
  s.collider = rg_collider_new(s.model, MOST);
  s.corners = rg_corners_new(&s.arena, s.model, MOST, &error);
  assert_non_null(s.corners);
  s.dt = 0.1;
  s.data->qvel[0] = 3;
  s.data->qvel[1] = -2;
  step(&s, 0);
  near(s.v[1], -(0.1 - 1e-4) / 0.1, 1e-6);
  step(&s, 1);
  near(s.v[1], -2, 1e-9);
  scene_free(&s);
}

static void space_is_refused(void **state) {
  (void)state;
  const char *xml = "<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody>"
                    "</mujoco>";
  rg_model *model = NULL;
  rg_arena arena = {0};
  rg_error error;
  assert_int_equal(rg_model_parse(&model, xml, strlen(xml), NULL, &error), RG_OK);
  rg_error_clear(&error);
  assert_null(rg_corners_new(&arena, model, 8, &error));
  assert_int_equal(error.status, RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "planar"));
  rg_arena_free(&arena);
  rg_model_free(model);
}

/* the lattice of random throws: after every step no disc overlaps the box */
static void random_throws(void **state) {
  (void)state;
  unsigned seed = 7;
  int passed = 0;
  for (int k = 0; k < 400; k++) {
    double u[4];
    for (int i = 0; i < 4; i++) {
      seed = seed * 1664525u + 1013904223u;
      u[i] = (double)(seed >> 8) / (double)(1 << 24) - 0.5;
    }
    double r = 0.05, x0 = 1 + 0.6 * u[0], z0 = 0.6 * u[1];
    if (hypot(fmax(x0 - 1, 0), fmax(z0, 0)) < r + 1e-3) continue;
    scene s = particle(r, x0, z0, 0.3);
    s.data->qvel[0] = 12 * u[2];
    s.data->qvel[1] = 12 * u[3];
    step(&s, 1);
    passed += s.v[0] == s.data->qvel[0] && s.v[1] == s.data->qvel[1];
    move(&s);
    double x = x0 + s.data->qpos[0] - 1, z = z0 + s.data->qpos[1];
    double distance = x > 0 || z > 0 ? hypot(fmax(x, 0), fmax(z, 0)) : fmax(x, z);
    if (distance < r - 1e-8)
      fail_msg("throw %d from (%g, %g) by (%g, %g) ends %g inside", k, x0, z0, 12 * u[2], 12 * u[3],
               r - distance);
    /* what stays clear of the box all the way is not touched */
    int clear = 1;
    for (int i = 0; i <= 200; i++) {
      double t = s.dt * i / 200, px = x0 + 12 * u[2] * t - 1, pz = z0 + 12 * u[3] * t;
      clear &= (px > 0 || pz > 0) && hypot(fmax(px, 0), fmax(pz, 0)) > 1.5 * r;
    }
    if (clear) near(hypot(s.v[0] - 12 * u[2], s.v[1] - 12 * u[3]), 0, 1e-9);
    scene_free(&s);
  }
  assert_true(passed > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(particle_passes_the_corner),
      cmocka_unit_test(particle_passes_upwards),
      cmocka_unit_test(particle_hits_the_top),
      cmocka_unit_test(particle_does_not_cut_the_corner),
      cmocka_unit_test(particle_hits_the_side),
      cmocka_unit_test(friction_at_the_side),
      cmocka_unit_test(particle_on_any_way),
      cmocka_unit_test(disc_passes_round),
      cmocka_unit_test(disc_meets_the_corner),
      cmocka_unit_test(block_rests_and_tips),
      cmocka_unit_test(block_flies_over_the_edge),
      cmocka_unit_test(two_groups),
      cmocka_unit_test(wall_before_the_corner),
      cmocka_unit_test(another_face_separates),
      cmocka_unit_test(mesh_as_obstacle),
      cmocka_unit_test(space_is_refused),
      cmocka_unit_test(random_throws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
