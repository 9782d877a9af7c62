/* Steps with spatial tendons. A ball on a string that cannot stretch is a pendulum: its period is that of
   the elliptic integral, the string keeps its length and does no work. A spring around a cylinder keeps its
   energy. In redundant coordinates the motion is the same. */
#include "step/simulate.h"

static scene scene_of_text(const char *text, rg_coordinates coordinates, double dt) {
  scene s;
  rg_error error;
  char message[1024];
  if (rg_model_parse(&s.model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  rg_sim_options options = rg_sim_options_default();
  options.dt = dt;
  options.coordinates = coordinates;
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  return s;
}

static void drop_scene(scene *s) {
  rg_sim_free(s->sim);
  rg_model_free(s->model);
}

/* a small ball on a string of length 1, let go at 1 rad */
static const char pendulum[] =
    "<mujoco><option gravity='0 0 -9.81'/><worldbody><site name='top' pos='0 0 2'/>"
    "<body pos='0.8414709848078965 0 1.4596976941318602'><freejoint/>"
    "<geom size='0.01' mass='1' contype='0' conaffinity='0'/><site name='end'/></body></worldbody>"
    "<tendon><spatial range='0 1'><site site='top'/><site site='end'/></spatial></tendon></mujoco>";

/* time of the k-th passing of x = 0, linear between two steps */
static double passing(scene *s, int k, double *longest) {
  double *q = rg_sim_data(s->sim)->qpos, before = q[0], now = 0;
  double dt = 0;
  for (int step = 0; step < 100000; step++) {
    now = rg_sim_data(s->sim)->time;
    before = q[0];
    assert_int_equal(rg_step(s->sim), RG_OK);
    dt = rg_sim_data(s->sim)->time - now;
    double r = sqrt(q[0] * q[0] + q[1] * q[1] + (q[2] - 2) * (q[2] - 2));
    *longest = fmax(*longest, fabs(r - 1));
    if (before * q[0] <= 0 && --k == 0) return now + dt * before / (before - q[0]);
  }
  return -1;
}

static void string_is_a_pendulum(void **state) {
  (void)state;
  static const rg_coordinates all[] = {RG_MINIMAL, RG_REDUNDANT};
  /* 4 K(sin(1/2)) / sqrt(g), quarter periods apart; the ball's own spin stays 0 */
  double a = 1, b = cos(0.5);
  for (int k = 0; k < 6; k++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  double period = 2 * PI / a / sqrt(9.81), error[2];
  for (int c = 0; c < 2; c++)
    for (int fine = 0; fine < 2; fine++) {
      double longest = 0;
      scene s = scene_of_text(pendulum, all[c], fine ? 1e-3 : 2e-3);
      double first = passing(&s, 1, &longest);
      error[fine] = fabs(passing(&s, 4, &longest) - first - 2 * period) / (2 * period);
      if (!(longest < 1e-5)) fail_msg("the string stretches by %g", longest);
      drop_scene(&s);
    }
  /* of second order: four times smaller where the step is half */
  if (!(error[1] < 2e-6 && error[0] < 1e-5)) fail_msg("off by %g and %g", error[0], error[1]);
}

/* a rod on a hinge and a ball beyond a cylinder, tied by a spring that goes around it, over a pulley */
static const char winch[] =
    "<mujoco><option gravity='0 0 -9.81'/><worldbody>"
    "<geom name='drum' type='cylinder' size='0.1 0.2' pos='0 0 1' euler='90 0 0' contype='0' "
    "conaffinity='0'/><site name='hook' pos='-0.5 0 0.5'/>"
    "<body pos='0.5 0 1'><joint name='h' axis='0 1 0'/><geom type='capsule' size='0.02' "
    "fromto='0 0 0 0 0 -0.5' mass='1' contype='0' conaffinity='0'/><site name='tip' pos='0 0 "
    "-0.5'/></body><body pos='-0.4 0.1 0.6'><freejoint/><geom size='0.05' mass='0.5' contype='0' "
    "conaffinity='0'/><site name='ball' pos='0 0 0.05'/></body></worldbody><tendon>"
    "<spatial stiffness='200' springlength='1'><site site='tip'/><geom geom='drum'/>"
    "<site site='ball'/><pulley divisor='2'/><site site='ball'/><site site='hook'/></spatial>"
    "</tendon></mujoco>";

static void springs_keep_energy(void **state) {
  (void)state;
  double drift[2];
  for (int fine = 0; fine < 2; fine++) {
    scene s = scene_of_text(winch, RG_MINIMAL, fine ? 5e-4 : 1e-3);
    rg_data *data = rg_sim_data(s.sim);
    data->qvel[0] = 1;
    rg_forward(s.model, data);
    double start = rg_energy_kinetic(s.model, data) + rg_energy_potential(s.model, data), most = 0;
    while (data->time < 2) {
      assert_int_equal(rg_step(s.sim), RG_OK);
      rg_forward(s.model, data);
      double now = rg_energy_kinetic(s.model, data) + rg_energy_potential(s.model, data);
      most = fmax(most, fabs(now - start));
    }
    drift[fine] = most;
    drop_scene(&s);
  }
  if (!(drift[0] < 2e-2 && drift[1] < 0.3 * drift[0]))
    fail_msg("energy changes by %g, %g J", drift[0], drift[1]);
}

static void coordinates_agree(void **state) {
  (void)state;
  scene a = scene_of_text(winch, RG_MINIMAL, 1e-3), b = scene_of_text(winch, RG_REDUNDANT, 1e-3);
  double worst = 0;
  for (int step = 0; step < 500; step++) {
    assert_int_equal(rg_step(a.sim), RG_OK);
    assert_int_equal(rg_step(b.sim), RG_OK);
    for (int i = 0; i < a.model->nq; i++)
      worst = fmax(worst, fabs(rg_sim_data(a.sim)->qpos[i] - rg_sim_data(b.sim)->qpos[i]));
  }
  if (!(worst < 1e-6)) fail_msg("off by %g", worst);
  drop_scene(&a);
  drop_scene(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(string_is_a_pendulum),
                                     cmocka_unit_test(springs_keep_energy),
                                     cmocka_unit_test(coordinates_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
