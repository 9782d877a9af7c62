/* Closed mechanisms in minimal coordinates with closure rows, redundant and embedded coordinates:
   all three against closed forms (one degree of freedom left), against the conditions that define
   the motion, and against each other. */
#include "mechanisms.h"

#include "base/arena.h"
#include "dynamics/closure.h"
#include "dynamics/embedded.h"
#include "dynamics/redundant.h"
#include "math/dense.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 64 };

typedef struct scene {
  rg_model *model;
  rg_data *data;
  rg_arena arena;
  rg_closure *closure;
  rg_redundant *redundant;
  rg_embedded *embedded;
} scene;

static scene scene_new(rg_model *model) {
  scene s = {.model = model};
  assert_non_null(model);
  assert_true(model->nv <= MOST && model->nq <= MOST);
  s.data = rg_data_new(model);
  s.closure = rg_closure_new(&s.arena, model);
  s.embedded = rg_embedded_new(&s.arena, model);
  assert_non_null(s.data);
  assert_non_null(s.closure);
  assert_non_null(s.embedded);
  assert_int_equal(rg_redundant_new(&s.redundant, &s.arena, model, NULL), RG_OK);
  return s;
}

static void scene_free(scene *s) {
  rg_arena_free(&s->arena);
  rg_data_free(s->data);
  rg_model_free(s->model);
}

/* a state on the closures, away from qpos0 */
static void scene_move(scene *s, double distance, uint64_t *seed) {
  double v[MOST];
  for (int i = 0; i < s->model->nv; i++) v[i] = distance * tree_draw(seed);
  rg_integrate_position(s->model, s->data->qpos, v, 1);
  for (int i = 0; i < s->model->nv; i++) s->data->qvel[i] = tree_draw(seed);
  assert_true(rg_closure_project(s->closure, s->model, s->data, 30, 1e-13) < 1e-12);
}

/* --- accelerations, three ways --------------------------------------------------------------- */

static int minimal_acceleration(scene *s, double *qacc) {
  rg_forward(s->model, s->data);
  rg_closure_rows(s->closure, s->model, s->data);
  return rg_closure_acceleration(s->closure, s->model, s->data, s->data->qfrc_smooth, qacc);
}

static void embedded_acceleration(scene *s, double *qacc) {
  rg_forward(s->model, s->data);
  assert_int_equal(rg_embedded_update(s->embedded, s->model, s->data), 1);
  rg_embedded_acceleration(s->embedded, s->model, s->data, s->data->qfrc_smooth, qacc);
}

/* of the bodies, from the redundant state; the joint forces come from the joint coordinates */
static void redundant_bodies(scene *s, double *acceleration) {
  rg_redundant *r = s->redundant;
  double tau[MOST], force[8 * MOST];
  assert_true(r->nv <= 8 * MOST);
  rg_redundant_rows(r, s->model);
  memcpy(s->data->qpos, r->qpos, (size_t)s->model->nq * sizeof(double));
  memcpy(s->data->qvel, r->qvel, (size_t)s->model->nv * sizeof(double));
  rg_forward(s->model, s->data);
  for (int i = 0; i < s->model->nv; i++) tau[i] = s->data->qfrc_smooth[i] + s->data->qfrc_bias[i];
  rg_redundant_forces(r, s->model, tau, force);
  rg_redundant_acceleration(r, s->model, force, acceleration, NULL);
}

static void redundant_acceleration(scene *s, double *qacc) {
  double acceleration[8 * MOST];
  rg_kinematics(s->model, s->data);
  rg_velocity_stage(s->model, s->data);
  rg_redundant_from_minimal(s->redundant, s->model, s->data);
  redundant_bodies(s, acceleration);
  rg_redundant_joint_acceleration(s->redundant, acceleration, qacc);
}

static double difference(int n, const double *a, const double *b) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  return worst / size;
}

/* --- closed forms: one degree of freedom, the angle x of the crank --------------------------- */

/* angles of crank, coupler, rocker (or place of the slider) against qpos0 */
typedef void mechanism_angles(double x, double angle[3]);

static double turned(const double d[2], double angle, int axis) { /* about +y: z -> x */
  return axis == 0 ? cos(angle) * d[0] + sin(angle) * d[1] : -sin(angle) * d[0] + cos(angle) * d[1];
}

/* C is where circles about B and D meet, on the side where it is at qpos0 */
static void four_bar_angles(double x, double angle[3]) {
  double ab[2], bc[2], dc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc), mechanism_ends(3, 2, dc);
  double bx = turned(ab, x, 0), bz = turned(ab, x, 1);
  double ex = four_bar[3][0] - bx, ez = four_bar[3][1] - bz, e = hypot(ex, ez);
  double r = hypot(bc[0], bc[1]), s = hypot(dc[0], dc[1]);
  double along = (r * r - s * s + e * e) / (2 * e), across = sqrt(r * r - along * along);
  double cx = bx + (along * ex - across * ez) / e, cz = bz + (along * ez + across * ex) / e;
  angle[0] = x;
  angle[1] = atan2(cx - bx, cz - bz) - atan2(bc[0], bc[1]);
  angle[2] = atan2(cx - four_bar[3][0], cz - four_bar[3][1]) - atan2(dc[0], dc[1]);
}

static void slider_crank_angles(double x, double angle[3]) {
  double ab[2], bc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc);
  double r = hypot(bc[0], bc[1]), bx = turned(ab, x, 0), bz = turned(ab, x, 1);
  double cz = four_bar[2][1], cx = bx + sqrt(r * r - (cz - bz) * (cz - bz));
  angle[0] = x;
  angle[1] = atan2(cx - bx, cz - bz) - atan2(bc[0], bc[1]);
  angle[2] = cx - four_bar[2][0];
}

/* heights and places of the three centres of mass */
static void mechanism_centres(mechanism_angles *angles, double x, double c[3][2], double angle[3]) {
  double ab[2], bc[2], dc[2];
  mechanism_ends(0, 1, ab), mechanism_ends(1, 2, bc), mechanism_ends(3, 2, dc);
  angles(x, angle);
  for (int axis = 0; axis < 2; axis++) {
    c[0][axis] = 0.5 * turned(ab, angle[0], axis);
    c[1][axis] = turned(ab, angle[0], axis) + 0.5 * turned(bc, angle[1], axis);
    c[2][axis] = angles == four_bar_angles ? four_bar[3][axis] + 0.5 * turned(dc, angle[2], axis)
                                           : four_bar[2][axis] + (axis ? 0 : angle[2]);
  }
}

/* generalized inertia m(x) and potential V(x); derivatives by differences of fourth order */
static void mechanism_energy(mechanism_angles *angles, double x, double *inertia,
                             double *potential) {
  double h = 1e-3, c[4][3][2], angle[4][3], at[3][2], now[3];
  static const double offset[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
  int slides = angles == slider_crank_angles;
  for (int k = 0; k < 4; k++) mechanism_centres(angles, x + offset[k] * h, c[k], angle[k]);
  mechanism_centres(angles, x, at, now);
  *inertia = four_bar_rotor;
  *potential = 0;
  for (int b = 0; b < 3; b++) {
    double m = b == 2 && slides ? slider_mass : four_bar_mass[b];
    double spin = b == 2 && slides ? 0 : four_bar_spin[b], rate = 0, v[2] = {0, 0};
    for (int k = 0; k < 4; k++) {
      rate += weight[k] * angle[k][b] / (12 * h);
      for (int axis = 0; axis < 2; axis++) v[axis] += weight[k] * c[k][b][axis] / (12 * h);
    }
    *inertia += m * (v[0] * v[0] + v[1] * v[1]) + spin * rate * rate;
    *potential += m * 9.81 * at[b][1];
  }
}

/* Lagrange: m x'' + m' x'^2 / 2 + V' = 0 */
static double crank_acceleration(mechanism_angles *angles, double x, double rate) {
  double h = 1e-3, m, V, slope[2] = {0, 0};
  static const double offset[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
  for (int k = 0; k < 4; k++) {
    mechanism_energy(angles, x + offset[k] * h, &m, &V);
    slope[0] += weight[k] * m / (12 * h);
    slope[1] += weight[k] * V / (12 * h);
  }
  mechanism_energy(angles, x, &m, &V);
  return -(0.5 * slope[0] * rate * rate + slope[1]) / m;
}

static void against_closed_form(rg_model *model, mechanism_angles *angles, int rank) {
  scene s = scene_new(model);
  s.model->option.gravity[2] = -9.81;
  uint64_t seed = 2;
  for (int trial = 0; trial < 5; trial++) {
    double qacc[3][MOST], angle[3];
    rg_data_reset(model, s.data, -1);
    scene_move(&s, 0.2, &seed);
    angles(s.data->qpos[0], angle);
    assert_true(fabs(s.data->qpos[1] - (angle[1] - angle[0])) < 1e-10);
    double expected = crank_acceleration(angles, s.data->qpos[0], s.data->qvel[0]);
    assert_int_equal(minimal_acceleration(&s, qacc[0]), rank);
    redundant_acceleration(&s, qacc[1]);
    embedded_acceleration(&s, qacc[2]);
    assert_int_equal(s.embedded->size, 1);
    for (int way = 0; way < 3; way++) {
      assert_true(fabs(qacc[way][0] - expected) < 1e-7 * fmax(1, fabs(expected)));
      assert_true(difference(model->nv, qacc[way], qacc[0]) < 1e-9);
    }
  }
  scene_free(&s);
}

static void four_bar_connect(void **state) {
  (void)state;
  against_closed_form(mechanism_four_bar(0), four_bar_angles, 2);
}

static void slider_crank(void **state) {
  (void)state;
  against_closed_form(mechanism_slider_crank(), slider_crank_angles, 2);
}

/* the stub that carries the weld does not move: the same closed form */
static void four_bar_weld(void **state) {
  (void)state;
  against_closed_form(mechanism_four_bar(1), four_bar_angles, 3);
}

/* q1 = p(q2): (J1 p'^2 + J2) q2'' + J1 p' p'' q2'^2 = torque1 p' + torque2 */
static void gear(void **state) {
  (void)state;
  scene s = scene_new(mechanism_gear(0));
  const double *c = gear_polynomial;
  uint64_t seed = 9;
  double qacc[3][MOST], tip[2] = {1, 0.2}, l2 = (tip[0] * tip[0] + tip[1] * tip[1]) / 4;
  s.model->option.gravity[2] = 0;
  scene_move(&s, 0.3, &seed);
  s.data->qfrc_applied[0] = 1.7, s.data->qfrc_applied[1] = -0.6;
  double x = s.data->qpos[1], v = s.data->qvel[1], J1 = 0.1 + l2 + 0.02, J2 = 0.2 + 2 * l2;
  double p1 = c[1] + 2 * c[2] * x + 3 * c[3] * x * x + 4 * c[4] * x * x * x;
  double p2 = 2 * c[2] + 6 * c[3] * x + 12 * c[4] * x * x;
  double a = (1.7 * p1 - 0.6 - J1 * p1 * p2 * v * v) / (J1 * p1 * p1 + J2);
  assert_int_equal(minimal_acceleration(&s, qacc[0]), 1);
  redundant_acceleration(&s, qacc[1]);
  embedded_acceleration(&s, qacc[2]);
  for (int way = 0; way < 3; way++) {
    assert_true(fabs(qacc[way][1] - a) < 1e-10);
    assert_true(fabs(qacc[way][0] - (p1 * a + p2 * v * v)) < 1e-10);
  }
  scene_free(&s);
}

/* --- the conditions that define the motion --------------------------------------------------- */

/* bias = d(J v)/dt along the motion, by differences */
static void check_bias(scene *s) {
  double h = 1e-5, rate[2][MOST], qpos[MOST];
  memcpy(qpos, s->data->qpos, (size_t)s->model->nq * sizeof(double));
  for (int k = 0; k < 2; k++) {
    memcpy(s->data->qpos, qpos, (size_t)s->model->nq * sizeof(double));
    rg_integrate_position(s->model, s->data->qpos, s->data->qvel, k ? h : -h);
    rg_kinematics(s->model, s->data);
    rg_velocity_stage(s->model, s->data);
    rg_closure_rows(s->closure, s->model, s->data);
    rg_matvec(s->closure->rows, s->model->nv, s->closure->jacobian, s->model->nv, s->data->qvel,
              rate[k]);
  }
  memcpy(s->data->qpos, qpos, (size_t)s->model->nq * sizeof(double));
  rg_kinematics(s->model, s->data);
  rg_velocity_stage(s->model, s->data);
  rg_closure_rows(s->closure, s->model, s->data);
  for (int i = 0; i < s->closure->rows; i++)
    assert_true(fabs((rate[1][i] - rate[0][i]) / (2 * h) - s->closure->bias[i]) < 1e-6);
}

/* J qacc = -bias; M qacc + C - tau = J' lambda does no work along what the closures allow */
static void check_definition(scene *s, const double *qacc) {
  int nv = s->model->nv;
  double a[MOST], force[MOST], v[MOST], work;
  rg_matvec(s->closure->rows, nv, s->closure->jacobian, nv, qacc, a);
  for (int i = 0; i < s->closure->rows; i++) assert_true(fabs(a[i] + s->closure->bias[i]) < 1e-8);
  rg_mass_multiply(s->model, s->data, qacc, force);
  for (int i = 0; i < nv; i++) force[i] -= s->data->qfrc_smooth[i];
  for (int k = 0; k < s->embedded->size; k++) {
    double rate[MOST] = {0};
    rate[k] = 1;
    rg_embedded_expand(s->embedded, rate, v);
    rg_matvec(s->closure->rows, nv, s->closure->jacobian, nv, v, a);
    assert_true(rg_norm_max(s->closure->rows, a) < 1e-10);
    work = rg_dot(nv, v, force);
    assert_true(fabs(work) < 1e-8 * (1 + rg_norm_max(nv, force)));
  }
}

static void stewart(void **state) {
  (void)state;
  scene s = scene_new(mechanism_stewart());
  uint64_t seed = 31;
  assert_int_equal(s.model->nv, 24);
  for (int trial = 0; trial < 5; trial++) {
    double qacc[3][MOST];
    rg_data_reset(s.model, s.data, -1);
    scene_move(&s, 0.1, &seed);
    for (int i = 0; i < s.model->nv; i++) s.data->qfrc_applied[i] = 2 * tree_draw(&seed);
    check_bias(&s);
    assert_int_equal(minimal_acceleration(&s, qacc[0]), 18);
    embedded_acceleration(&s, qacc[1]);
    assert_int_equal(s.embedded->size, 6);
    check_definition(&s, qacc[0]);
    redundant_acceleration(&s, qacc[2]);
    assert_true(difference(24, qacc[1], qacc[0]) < 1e-9);
    assert_true(difference(24, qacc[2], qacc[0]) < 1e-9);
  }
  scene_free(&s);
}

/* a loop below, a coupling across and free joints around: compound joints on a larger tree */
static void gear_with_a_tail(void **state) {
  (void)state;
  scene s = scene_new(mechanism_gear(1));
  uint64_t seed = 3;
  double qacc[3][MOST];
  scene_move(&s, 0.3, &seed);
  check_bias(&s);
  assert_int_equal(minimal_acceleration(&s, qacc[0]), 1);
  embedded_acceleration(&s, qacc[1]);
  assert_int_equal(s.embedded->size, 2);
  check_definition(&s, qacc[0]);
  redundant_acceleration(&s, qacc[2]);
  assert_true(difference(3, qacc[1], qacc[0]) < 1e-9);
  assert_true(difference(3, qacc[2], qacc[0]) < 1e-9);
  scene_free(&s);
}

/* compound joints in the middle of a tree: above them a free base, below them a tail */
static void loops_on_a_moving_base(void **state) {
  (void)state;
  scene s = scene_new(mechanism_on_base());
  uint64_t seed = 14;
  for (int trial = 0; trial < 5; trial++) {
    double qacc[3][MOST];
    rg_data_reset(s.model, s.data, -1);
    scene_move(&s, 0.2, &seed);
    check_bias(&s);
    assert_int_equal(minimal_acceleration(&s, qacc[0]), 3);
    embedded_acceleration(&s, qacc[1]);
    assert_int_equal(s.embedded->loops, 2);
    assert_int_equal(s.embedded->size, s.model->nv - 3);
    check_definition(&s, qacc[0]);
    redundant_acceleration(&s, qacc[2]);
    assert_true(difference(s.model->nv, qacc[1], qacc[0]) < 1e-9);
    assert_true(difference(s.model->nv, qacc[2], qacc[0]) < 1e-9);
  }
  scene_free(&s);
}

/* without closures all three are the tree itself; without anything that moves they are empty */
static void nothing_to_close(void **state) {
  (void)state;
  uint64_t seed = 40;
  for (int links = 0; links < 8; links += 7) {
    scene s = scene_new(tree_build(TREE_RANDOM, JOINTS_MIXED, links, 1, 0.1, &seed));
    double qacc[3][MOST];
    scene_move(&s, 0.5, &seed);
    assert_int_equal(minimal_acceleration(&s, qacc[0]), 0);
    embedded_acceleration(&s, qacc[1]);
    redundant_acceleration(&s, qacc[2]);
    assert_int_equal(s.embedded->size, s.model->nv);
    for (int way = 0; way < 3; way++)
      assert_true(difference(s.model->nv, qacc[way], s.data->qacc_smooth) < 1e-9);
    scene_free(&s);
  }
}

/* a loop that cannot be closed: the residual that is left is returned */
static void impossible_closure(void **state) {
  (void)state;
  scene s = scene_new(mechanism_four_bar(0));
  s.model->equality_data[0] += 9; /* the coupler's anchor, far away */
  double left = rg_closure_project(s.closure, s.model, s.data, 20, 1e-12);
  assert_true(left > 1);
  rg_data_reset(s.model, s.data, -1);
  assert_true(!(rg_embedded_close(s.embedded, s.model, s.data, 20, 1e-12) < 1));
  scene_free(&s);
}

/* --- motion ---------------------------------------------------------------------------------- */

/* explicit midpoint rule in minimal coordinates; `embedded` chooses the acceleration and the
 * closing */
static void step_minimal(scene *s, double h, int embedded) {
  int nv = s->model->nv;
  double q0[MOST], v0[MOST], a[MOST], middle[MOST];
  memcpy(q0, s->data->qpos, (size_t)s->model->nq * sizeof(double));
  memcpy(v0, s->data->qvel, (size_t)nv * sizeof(double));
  if (embedded) embedded_acceleration(s, a);
  else minimal_acceleration(s, a);
  rg_integrate_position(s->model, s->data->qpos, v0, h / 2);
  for (int i = 0; i < nv; i++) middle[i] = s->data->qvel[i] = v0[i] + h / 2 * a[i];
  if (embedded) embedded_acceleration(s, a);
  else minimal_acceleration(s, a);
  memcpy(s->data->qpos, q0, (size_t)s->model->nq * sizeof(double));
  rg_integrate_position(s->model, s->data->qpos, middle, h);
  for (int i = 0; i < nv; i++) s->data->qvel[i] = v0[i] + h * a[i];
  double left = embedded ? rg_embedded_close(s->embedded, s->model, s->data, 5, 1e-13)
                         : rg_closure_project(s->closure, s->model, s->data, 5, 1e-13);
  assert_true(left < 1e-10);
}

static void step_redundant(scene *s, double h) {
  rg_redundant *r = s->redundant;
  double pos[3 * MOST], quat[4 * MOST], vel[8 * MOST], a[8 * MOST], middle[8 * MOST];
  size_t n = (size_t)r->nv;
  memcpy(pos, r->pos, 3 * (size_t)r->units * sizeof(double));
  memcpy(quat, r->quat, 4 * (size_t)r->units * sizeof(double));
  memcpy(vel, r->vel, n * sizeof(double));
  redundant_bodies(s, a);
  rg_redundant_move(r, vel, h / 2);
  for (size_t i = 0; i < n; i++) middle[i] = r->vel[i] = vel[i] + h / 2 * a[i];
  redundant_bodies(s, a);
  memcpy(r->pos, pos, 3 * (size_t)r->units * sizeof(double));
  memcpy(r->quat, quat, 4 * (size_t)r->units * sizeof(double));
  rg_redundant_move(r, middle, h);
  for (size_t i = 0; i < n; i++) r->vel[i] = vel[i] + h * a[i];
  assert_true(rg_redundant_project(r, s->model, 5, 1e-12) < 1e-10);
}

/* half a second three ways from the same start; all energies stay */
static void same_motion(rg_model *model, double h) {
  scene s = scene_new(model);
  uint64_t seed = 6;
  double q0[MOST], v0[MOST], end[3][MOST], v[MOST], energy[2];
  scene_move(&s, 0.1, &seed);
  memcpy(q0, s.data->qpos, (size_t)model->nq * sizeof(double));
  memcpy(v0, s.data->qvel, (size_t)model->nv * sizeof(double));
  rg_redundant_from_minimal(s.redundant, model, s.data);
  energy[0] = rg_energy_kinetic(model, s.data) + rg_energy_potential(model, s.data);
  for (int way = 0; way < 3; way++) {
    memcpy(s.data->qpos, q0, (size_t)model->nq * sizeof(double));
    memcpy(s.data->qvel, v0, (size_t)model->nv * sizeof(double));
    for (double t = 0; t < 0.5 - h / 2; t += h) {
      if (way < 2) step_minimal(&s, h, way);
      else step_redundant(&s, h);
    }
    if (way == 2) rg_redundant_to_minimal(s.redundant, model, s.data->qpos, s.data->qvel);
    memcpy(end[way], s.data->qpos, (size_t)model->nq * sizeof(double));
    rg_forward(model, s.data);
    energy[1] = rg_energy_kinetic(model, s.data) + rg_energy_potential(model, s.data);
    assert_true(fabs(energy[1] - energy[0]) < 1e-5 * (1 + fabs(energy[0])));
    rg_difference_position(model, end[0], end[way], 1, v);
    assert_true(rg_norm_max(model->nv, v) < 1e-6);
    rg_difference_position(model, q0, end[way], 1, v); /* and it did move */
    assert_true(rg_norm_max(model->nv, v) > 0.1);
  }
  scene_free(&s);
}

static void motion_of_four_bar(void **state) {
  (void)state;
  same_motion(mechanism_four_bar(0), 1e-4);
  same_motion(mechanism_four_bar(1), 1e-4);
}
static void motion_of_slider_crank(void **state) {
  (void)state;
  same_motion(mechanism_slider_crank(), 1e-4);
}
static void motion_of_stewart(void **state) {
  (void)state;
  same_motion(mechanism_stewart(), 1e-4);
}

/* q_1 - q_1(0) = p(q_2 - q_2(0)) with all five coefficients, of joints that are not at 0 where they start */
static void coupled_joints(void **state) {
  (void)state;
  static const char *const mjcf =
      "<mujoco><compiler angle='radian'/><worldbody>"
      "<body><joint name='a' type='slide' ref='.7'/><geom size='.1'/></body>"
      "<body><joint name='b' ref='-.4'/><geom size='.1'/></body></worldbody><equality>"
      "<joint joint1='a' joint2='b' polycoef='.1 .2 .3 .4 .5'/></equality></mujoco>";
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, mjcf, strlen(mjcf), NULL, &error) != RG_OK)
    fail_msg("%s", error.reason);
  scene s = {.model = model, .data = rg_data_new(model)};
  s.closure = rg_closure_new(&s.arena, model);
  for (int k = -2; k <= 2; k++) {
    double x = 0.5 * k, way = 0.3 * k;
    s.data->qpos[0] = 0.7 + way, s.data->qpos[1] = -0.4 + x;
    rg_kinematics(model, s.data);
    rg_closure_residual(s.closure, model, s.data);
    double wanted = way - (0.1 + 0.2 * x + 0.3 * x * x + 0.4 * pow(x, 3) + 0.5 * pow(x, 4));
    assert_true(fabs(s.closure->residual[0] - wanted) < 1e-14);
  }
  scene_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bar_connect),       cmocka_unit_test(slider_crank),
      cmocka_unit_test(four_bar_weld),          cmocka_unit_test(gear),
      cmocka_unit_test(gear_with_a_tail),       cmocka_unit_test(stewart),
      cmocka_unit_test(nothing_to_close),       cmocka_unit_test(impossible_closure),
      cmocka_unit_test(loops_on_a_moving_base), cmocka_unit_test(motion_of_four_bar),
      cmocka_unit_test(motion_of_slider_crank), cmocka_unit_test(motion_of_stewart),
      cmocka_unit_test(coupled_joints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
