/* A scene in other units is the same scene. Random scenes of shapes and linked bodies with limits,
   springs, dampers and dry friction are written in kg, m and s and in units that are powers of two of these (of four of kg:
   rows have roots of inverse masses, and far islands have the same bits together and apart); every
   step must be the same to the last bit, certificate, iterations and status included. */
#include "step/simulate.h"

#include <rigor/base.h>

/* kg, m and s in the units of the scene */
typedef struct units {
  double mass, length, time;
} units;

enum { TEXT = 1 << 15, STEPS = 150 };

static int moments; /* 1: shapes of every condim, with torsional and rolling friction */

static double uniform(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low) * ((double)(*seed >> 11) / 9007199254740992.0);
}

static void put(char *text, const char *format, ...) {
  va_list arguments;
  size_t used = strlen(text);
  va_start(arguments, format);
  vsnprintf(text + used, TEXT - used, format, arguments);
  va_end(arguments);
}

/* numbers times a power of two */
static void put_numbers(char *text, const char *name, double factor, int count, const double *x) {
  put(text, " %s='", name);
  for (int i = 0; i < count; i++) put(text, "%s%.17g", i ? " " : "", factor * x[i]);
  put(text, "'");
}

static void put_shape(char *text, units u, uint64_t *seed) {
  static const char *const types[] = {"box", "ellipsoid", "capsule", "cylinder", "sphere"};
  static const int numbers[] = {3, 3, 2, 2, 1};
  int type = (int)uniform(seed, 0, 5);
  double size[3] = {uniform(seed, 0.05, 0.15), uniform(seed, 0.05, 0.15),
                    uniform(seed, 0.05, 0.15)};
  double mass = uniform(seed, 0.1, 10), friction = uniform(seed, 0.1, 1);
  put(text, "<geom type='%s'", types[type]);
  if (moments) {
    static const int condims[] = {1, 3, 4, 6};
    double spin = uniform(seed, 0.001, 0.05), roll = uniform(seed, 0.001, 0.01);
    put(text, " condim='%d' friction='%.17g %.17g %.17g'", condims[(int)uniform(seed, 0, 4)],
        friction, u.length * spin, u.length * roll);
  } else put(text, " friction='%.17g 0 0'", friction);
  put_numbers(text, "size", u.length, numbers[type], size);
  put_numbers(text, "mass", u.mass, 1, &mass);
  put(text, "/>");
}

static void put_place(char *text, units u, uint64_t *seed, double height) {
  double pos[3] = {uniform(seed, -0.1, 0.1), uniform(seed, -0.1, 0.1), height};
  double axis[3] = {uniform(seed, -1, 1), uniform(seed, -1, 1), uniform(seed, -1, 1)};
  put_numbers(text, "pos", u.length, 3, pos);
  put(text, " euler='%.17g %.17g %.17g'", 40 * axis[0], 40 * axis[1], 180 * axis[2]);
}

/* a joint with everything that it may have */
static void put_joint(char *text, units u, uint64_t *seed) {
  int slides = uniform(seed, 0, 1) < 0.3;
  double torque = u.mass * u.length * u.length / (u.time * u.time),
         inertia = torque * u.time * u.time;
  double force = u.mass * u.length / (u.time * u.time);
  double most = slides ? force : torque,
         rate = slides ? u.length : 1; /* of one unit of the joint */
  double low = uniform(seed, -0.5, -0.1), high = uniform(seed, 0.1, 0.5), range[2] = {low, high};
  double armature = uniform(seed, 0, 0.01), damping = uniform(seed, 0, 0.2);
  double stiffness = uniform(seed, 0, 3), dry = uniform(seed, 0, 0.1);
  put(text, "<joint type='%s' axis='%.17g %.17g 1' limited='true'", slides ? "slide" : "hinge",
      uniform(seed, -1, 1), uniform(seed, -1, 1));
  put_numbers(text, "range", slides ? u.length : 1, 2, range);
  put_numbers(text, "armature", slides ? u.mass : inertia, 1, &armature);
  put_numbers(text, "damping", most * u.time / rate, 1, &damping);
  put_numbers(text, "stiffness", most / rate, 1, &stiffness);
  put_numbers(text, "frictionloss", most, 1, &dry);
  put(text, "/>");
}

static char *write_scene(units u, uint64_t seed) {
  char *text = calloc(1, TEXT);
  double dt = 0.002, gravity[3] = {0, 0, -9.81};
  assert_non_null(text);
  put(text, "<mujoco><compiler angle='degree' autolimits='true'/><option");
  put_numbers(text, "timestep", u.time, 1, &dt);
  put_numbers(text, "gravity", u.length / (u.time * u.time), 3, gravity);
  put(text, "/><worldbody><geom type='plane' size='0 0 1' friction='0.5 0 0'/>");
  int bodies = 2 + (int)uniform(&seed, 0, 4), links = (int)uniform(&seed, 0, 3);
  for (int b = 0; b < bodies; b++) {
    put(text, "<body");
    put_place(text, u, &seed, 0.25 * (b + 1));
    put(text, "><freejoint/>");
    put_shape(text, u, &seed);
    put(text, "</body>");
  }
  put(text, "<body");
  put_place(text, u, &seed, 0.3);
  put(text, "><freejoint/>");
  put_shape(text, u, &seed);
  for (int k = 0; k < links; k++) {
    put(text, "<body");
    put_place(text, u, &seed, 0.2);
    put(text, ">");
    put_joint(text, u, &seed);
    put_shape(text, u, &seed);
  }
  for (int k = 0; k < links; k++) put(text, "</body>");
  put(text, "</body></worldbody></mujoco>");
  return text;
}

static rg_sim *start(units u, uint64_t seed, const rg_sim_options *how, rg_model **model) {
  char *text = write_scene(u, seed);
  rg_error error;
  rg_sim *sim = NULL;
  memset(&error, 0, sizeof error);
  *model = scene_parse(text);
  rg_sim_options options = scene_options(*model);
  options.coordinates = how->coordinates;
  options.integrator = how->integrator;
  options.moments = how->moments;
  options.solve.law = how->solve.law;
  options.solve.law.threshold = how->solve.law.threshold * u.length / u.time;
  options.solve.law.phantom = how->solve.law.phantom * u.mass;
  if (rg_sim_new(&sim, *model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  free(text);
  return sim;
}

/* what a number of a joint's position, or velocity, is measured in */
static double length_of_dof(const rg_model *m, int joint, int k, double length) {
  int type = m->joint_type[joint];
  return type == RG_JOINT_SLIDE || (type == RG_JOINT_FREE && k < 3) ? length : 1;
}

static void compare_states(const rg_model *m, rg_sim *a, rg_sim *b, units u, int step) {
  const rg_data *x = rg_sim_data(a), *y = rg_sim_data(b);
  for (int j = 0; j < m->njoint; j++) {
    int free = m->joint_type[j] == RG_JOINT_FREE;
    for (int k = 0; k < (free ? 7 : 1); k++) {
      int i = m->joint_qpos[j] + k;
      double factor = length_of_dof(m, j, k, u.length);
      if (x->qpos[i] * factor != y->qpos[i])
        fail_msg("step %d: position %d of joint %d is %.17g, and %.17g in other units", step, k, j,
                 x->qpos[i], y->qpos[i] / factor);
    }
    for (int k = 0; k < (free ? 6 : 1); k++) {
      int i = m->joint_dof[j] + k;
      double factor = length_of_dof(m, j, k, u.length) / u.time;
      if (x->qvel[i] * factor != y->qvel[i])
        fail_msg("step %d: velocity %d of joint %d is %.17g, and %.17g in other units", step, k, j,
                 x->qvel[i], y->qvel[i] / factor);
    }
  }
}

/* steps of both, side by side */
static void compare_runs(units u, uint64_t seed, const rg_sim_options *how, int steps) {
  static const units SI = {1, 1, 1};
  rg_model *one, *other;
  rg_sim *a = start(SI, seed, how, &one), *b = start(u, seed, how, &other);
  for (int k = 0; k < steps; k++) {
    rg_status first = rg_step(a), second = rg_step(b);
    const rg_step_report *x = rg_sim_report(a), *y = rg_sim_report(b);
    assert_int_equal(first, second);
    assert_int_equal(x->contacts, y->contacts);
    assert_int_equal(x->iterations, y->iterations);
    if (x->certificate.residual != y->certificate.residual)
      fail_msg("step %d: certificate %.17g, and %.17g in other units", k, x->certificate.residual,
               y->certificate.residual);
    compare_states(one, a, b, u, k);
    if (first) break;
  }
  rg_sim_free(a);
  rg_sim_free(b);
  rg_model_free(one);
  rg_model_free(other);
}

static rg_sim_options plain(void) {
  rg_sim_options options = rg_sim_options_default();
  return options;
}

static const units OTHERS[] = {{0x1p20, 1, 1},  {0x1p-8, 1, 1},         {4, 1, 1},
                               {1, 0x1p10, 1},  {1, 0x1p-3, 1},         {1, 1, 0x1p5},
                               {1, 1, 0x1p-10}, {0x1p-14, 0x1p5, 0x1p3}};
enum { OTHER_COUNT = sizeof OTHERS / sizeof OTHERS[0] };

static void midpoint_rule(void **state) {
  (void)state;
  rg_sim_options how = plain();
  for (uint64_t seed = 1; seed <= 25; seed++)
    for (int k = 0; k < OTHER_COUNT; k++) compare_runs(OTHERS[k], seed, &how, STEPS);
}

static void other_rules(void **state) {
  (void)state;
  const rg_integrator rules[] = {RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU};
  for (int r = 0; r < 4; r++)
    for (int k = 0; k < OTHER_COUNT; k++) {
      rg_sim_options how = plain();
      how.integrator = rules[r];
      compare_runs(OTHERS[k], 20 + (uint64_t)k, &how, STEPS / 2);
    }
}

static void other_coordinates(void **state) {
  (void)state;
  const rg_coordinates kinds[] = {RG_REDUNDANT, RG_EMBEDDED};
  for (int r = 0; r < 2; r++)
    for (int k = 0; k < OTHER_COUNT; k++) {
      rg_sim_options how = plain();
      how.coordinates = kinds[r];
      compare_runs(OTHERS[k], 40 + (uint64_t)k, &how, STEPS / 2);
    }
}

static void other_laws(void **state) {
  (void)state;
  const rg_law laws[] = {RG_LAW_PYRAMID, RG_LAW_BOX, RG_LAW_HYBRID, RG_LAW_NONSINGULAR,
                         RG_LAW_FRICTIONLESS};
  for (int r = 0; r < 5; r++)
    for (int k = 0; k < OTHER_COUNT; k++) {
      rg_sim_options how = plain();
      how.solve.law.law = laws[r];
      how.solve.law.directions = 4;
      compare_runs(OTHERS[k], 60 + (uint64_t)k, &how, STEPS / 4);
    }
}

static void torsional_and_rolling_friction(void **state) {
  (void)state;
  moments = 1;
  for (int k = 0; k < OTHER_COUNT; k++)
    for (int cone = RG_MOMENTS_PRODUCT; cone <= RG_MOMENTS_ELLIPSOID; cone++) {
      rg_sim_options how = plain();
      how.moments = (rg_moments)cone;
      how.coordinates = k % 2 ? RG_MINIMAL : RG_REDUNDANT;
      compare_runs(OTHERS[k], 80 + (uint64_t)k, &how, STEPS / 3);
    }
  moments = 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(midpoint_rule), cmocka_unit_test(other_rules),
                                     cmocka_unit_test(other_coordinates),
                                     cmocka_unit_test(other_laws),
                                     cmocka_unit_test(torsional_and_rolling_friction)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
