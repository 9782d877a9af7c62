/* Problems of a model at one instant (rg_contact_problem): rows against Jacobians, and motions with torsional and rolling
   friction against closed forms and MuJoCo. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "record/scratch.h"

#include <rigor/rigor.h>

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

static double draw(uint64_t *seed) { return 2 * rg_random(seed) - 1; }

static void near(const char *what, double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%s: %.17g is not %.17g", what, a, b);
}

static rg_model *load(const char *text) {
  rg_model *model;
  rg_error error;
  char reason[1024];
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s\n%s", rg_error_text(&error, reason, sizeof reason), text);
  return model;
}

/* chains of boxes and balls above the ground, deep in it and in each other */
static const char *random_scene(uint64_t *seed, char *text, size_t size) {
  int n = snprintf(text, size, "<mujoco><worldbody><geom type='plane' size='5 5 1' condim='%d'/>",
                   rg_random(seed) < 0.5 ? 6 : 3);
  for (int b = 0; b < 4; b++) {
    double x = 0.5 * draw(seed), y = 0.5 * draw(seed), z = 0.2 + 0.2 * rg_random(seed);
    n += snprintf(text + n, size - (size_t)n, "<body pos='%g %g %g'><freejoint/>", x, y, z);
    n += snprintf(text + n, size - (size_t)n, "<geom type='box' size='.2 .1 .15' condim='%d'/>",
                  b % 2 ? 4 : 3);
    n += snprintf(text + n, size - (size_t)n,
                  "<body pos='.3 0 0'><joint type='%s' axis='0 %g 1'/><geom size='.12' "
                  "condim='1' mass='2'/></body></body>",
                  b % 3 ? "hinge" : "ball", draw(seed));
  }
  snprintf(text + n, size - (size_t)n, "</worldbody></mujoco>");
  return text;
}

/* G x of a sparse G, row i */
static double row_times(const rg_matrix *G, int i, const double *x) {
  double sum = 0;
  for (int k = G->row_start[i]; k < G->row_start[i + 1]; k++) sum += G->values[k] * x[G->column[k]];
  return sum;
}

static void rows_are_jacobians(void **state) {
  (void)state;
  int contacts = 0, problems = 0, solved = 0;
  for (uint64_t trial = 1; trial <= 30; trial++) {
    uint64_t seed = trial;
    char text[4096];
    rg_model *model = load(random_scene(&seed, text, sizeof text));
    rg_data *data = rg_data_new(model);
    rg_collider *collider = rg_collider_new(model, 0);
    const rg_contact *contact;
    int overflow;
    rg_problem p;
    int nv = model->nv;
    double *v = malloc((size_t)nv * sizeof *v), *J = malloc(12 * (size_t)nv * sizeof *J);
    for (int i = 0; i < nv; i++) data->qvel[i] = draw(&seed), v[i] = draw(&seed);
    rg_forward(model, data);
    int count = rg_collide(collider, model, data, &contact, &overflow);
    assert_int_equal(rg_contact_problem(&p, model, data, contact, count, 0.01, 1, NULL), RG_OK);
    assert_int_equal(rg_problem_check(&p, NULL), RG_OK);
    for (int c = 0; c < count; c++, contacts++) {
      double wanted[6] = {0};
      for (int side = 0; side < 2; side++) {
        int body = side ? contact[c].body2 : contact[c].body1;
        rg_jacobian(model, data, body, contact[c].position, J, J + 3 * nv);
        for (int k = 0; k < 6; k++)
          for (int a = 0; a < 3; a++)
            for (int i = 0; i < nv; i++)
              wanted[k] += (side ? -1 : 1) * contact[c].frame[3 * (k % 3) + a] *
                           J[(3 * (k / 3) + a) * nv + i] * v[i];
      }
      for (int k = 0; k < p.dim; k++)
        near("row", row_times(&p.G, p.dim * c + k, v), wanted[k], 1e-12);
      int condim = contact[c].condim;
      near("mu", p.mu[c], condim > 1 ? contact[c].friction[0] : 0, 0);
      if (p.dim > 3) near("spin", p.spin[c], condim > 3 ? contact[c].friction[1] : 0, 0);
      if (p.dim > 4) near("roll", p.roll[c], condim > 4 ? contact[c].friction[2] : 0, 0);
    }
    rg_solver *solver;
    if (count && rg_solver_new(&solver, &p, NULL, NULL) == RG_OK) {
      solved += rg_solver_solve(solver) == RG_SOLVED;
      problems++;
      rg_solver_free(solver);
    }
    rg_problem_free(&p);
    rg_collider_free(collider);
    rg_data_free(data);
    rg_model_free(model);
    free(v);
    free(J);
  }
  assert_true(contacts > 200);
  // deep overlaps: hard, and nearly all are solved
  print_message("%d of %d problems solved\n", solved, problems);
  assert_true(100 * solved >= 95 * problems);
}

/* --- motions ----------------------------------------------------------------------------------------------- */

typedef struct motion {
  rg_model *model;
  rg_data *data;
  rg_collider *collider;
  int ellipsoid;
} motion;

static motion begin(const char *text, int ellipsoid) {
  motion m = {load(text), NULL, NULL, ellipsoid};
  m.data = rg_data_new(m.model);
  m.collider = rg_collider_new(m.model, 0);
  rg_collider_set_margin(m.collider, 1e-3);
  return m;
}

static void end(motion *m) {
  rg_collider_free(m->collider);
  rg_data_free(m->data);
  rg_model_free(m->model);
}

/* Moreau's rule: contacts where the step begins, velocities of its end, positions with these */
static void step(motion *m, double dt) {
  const rg_contact *contact;
  int overflow;
  rg_problem p;
  rg_error error;
  rg_options options = rg_options_default();
  rg_solver *solver;
  options.tol = 1e-10;
  rg_forward(m->model, m->data);
  int count = rg_collide(m->collider, m->model, m->data, &contact, &overflow);
  assert_int_equal(
      rg_contact_problem(&p, m->model, m->data, contact, count, dt, m->ellipsoid, &error), RG_OK);
  if (rg_solver_new(&solver, &p, &options, &error)) fail_msg("%s: %s", error.element, error.reason);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  memcpy(m->data->qvel, rg_solver_motion(solver), (size_t)m->model->nv * sizeof(double));
  rg_integrate_position(m->model, m->data->qpos, m->data->qvel, dt);
  rg_solver_free(solver);
  rg_problem_free(&p);
}

#define BALL                                                                                       \
  "<mujoco><option gravity='0 0 -9.81' timestep='0.001' cone='elliptic' impratio='100'/>"          \
  "<worldbody><geom type='plane' size='50 50 1' condim='6' friction='.5 .002 .001'/>"              \
  "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='2' condim='6' "                            \
  "friction='.5 .004 .002'/></body></worldbody></mujoco>"

/* a ball of a file (the larger of both coefficients): it spins and rolls until it rests, after a way of v^2 / 2a */
static void ball_of_a_file(void **state) {
  (void)state;
  motion m = begin(BALL, 0);
  double spin = 0.004 * 9.81 / (0.4 * 0.01), slow = 5.0 / 7 * 0.002 * 9.81 / 0.1, dt = 0.002;
  m.data->qvel[0] = 0.2, m.data->qvel[4] = 2, m.data->qvel[5] = 6;
  for (int k = 1; k <= 1000; k++) {
    step(&m, dt);
    near("speed", m.data->qvel[0], fmax(0, 0.2 - slow * dt * k), 1e-9);
    double vertical[3],
        q[4] = {m.data->qpos[3], -m.data->qpos[4], -m.data->qpos[5], -m.data->qpos[6]};
    // angular velocity of a free joint is in axes of the body: its vertical part
    double z[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                   1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    for (int i = 0; i < 3; i++) vertical[i] = z[i] * m.data->qvel[3 + i];
    // 20 is the rate by which spin falls; the axes move on within the step
    near("spin", vertical[0] + vertical[1] + vertical[2], fmax(0, 6 - spin * dt * k), 1e-2);
  }
  near("way", m.data->qpos[0], 0.2 * 0.2 / (2 * slow), 0.2 * dt);
  near("height", m.data->qpos[2], 0.1, 1e-9);
  end(&m);
}

/* a box that drills on its four corners: mu N at their distance, and spin N about each of them */
static void drilling_box(void **state) {
  (void)state;
  for (int ellipsoid = 0; ellipsoid < 2; ellipsoid++) {
    motion m = begin(
        "<mujoco><option gravity='0 0 -9.81'/><worldbody><geom type='plane' size='5 5 1' "
        "condim='4' "
        "friction='.5 .01 .1'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.3 .4 .1' "
        "mass='6' condim='4' friction='.5 .01 .1'/></body></worldbody></mujoco>",
        ellipsoid);
    double inertia = 6 * (0.36 + 0.64) / 12, dt = 0.001, w0 = 8, r = 0.5;
    // the ellipsoid shares friction between slip r w and spin w
    double both = ellipsoid ? hypot(0.5 * r, 0.01) : 0.5 * r + 0.01;
    double slow = both * 6 * 9.81 / inertia;
    m.data->qvel[5] = w0;
    for (int k = 1; k <= 200; k++) {
      step(&m, dt);
      near("spin", m.data->qvel[5], fmax(0, w0 - slow * dt * k), 1e-7);
      near("still", hypot(m.data->qvel[0], m.data->qvel[1]), 0, 1e-7);
    }
    end(&m);
  }
}

/* MuJoCo's ball, whose contacts are soft, loses its spin and its speed as ours does, to a few per cent */
static void beside_mujoco(void **state) {
  (void)state;
#ifdef RIGOR_HAVE_MUJOCO
  char reason[1000] = "";
  mjModel *theirs = mj_loadXML(scratch_text("ball.xml", BALL), NULL, reason, sizeof reason);
  if (!theirs) fail_msg("%s", reason);
  mjData *d = mj_makeData(theirs);
  for (int which = 0; which < 2; which++) {
    motion m = begin(BALL, 1);
    mj_resetData(theirs, d);
    for (int k = 0; k < 500; k++) mj_step(theirs, d);
    for (int i = 0; i < 6; i++) d->qvel[i] = 0;
    if (which) d->qvel[0] = m.data->qvel[0] = 0.4, d->qvel[4] = m.data->qvel[4] = 4;
    else d->qvel[5] = m.data->qvel[5] = 10;
    for (int k = 0; k < 300; k++) {
      mj_step(theirs, d);
      step(&m, 0.001);
    }
    double ours = m.data->qvel[which ? 0 : 5], other = d->qvel[which ? 0 : 5],
           from = which ? 0.4 : 10;
    print_message("%s: %.4f, MuJoCo %.4f, from %g\n", which ? "speed" : "spin", ours, other, from);
    near("loss", from - ours, from - other, 0.05 * (from - ours));
    end(&m);
  }
  mj_deleteData(d);
  mj_deleteModel(theirs);
#else
  print_message("MuJoCo is not installed: skipped\n");
  skip();
#endif
}

static void mistakes(void **state) {
  (void)state;
  motion m = begin(BALL, 0);
  rg_problem p;
  rg_error error;
  rg_forward(m.model, m.data);
  assert_int_equal(rg_contact_problem(&p, m.model, m.data, NULL, 1, 0.01, 0, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "contact");
  assert_int_equal(rg_contact_problem(&p, m.model, m.data, NULL, 0, -1, 0, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "dt");
  // without contacts it is the free motion
  assert_int_equal(rg_contact_problem(&p, m.model, m.data, NULL, 0, 0.01, 0, &error), RG_OK);
  assert_int_equal(rg_problem_check(&p, NULL), RG_OK);
  near("f", p.f[2], -2 * 9.81 * 0.01, 1e-15);
  rg_problem_free(&p);
  end(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_jacobians), cmocka_unit_test(ball_of_a_file),
      cmocka_unit_test(drilling_box), cmocka_unit_test(beside_mujoco), cmocka_unit_test(mistakes)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
