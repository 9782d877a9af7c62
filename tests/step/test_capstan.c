/* A rope of light links over a fixed drum, a weight at each end. It holds as long as the heavier one is below
   exp(mu angle) times the lighter (Euler 1769, Eytelwein 1808), and slides beyond, whatever the links weigh. */
#include "step/simulate.h"

enum { LINKS = 24, TEXT = 1 << 15 };

static const double MU = 0.3, RADIUS = 0.5, HANG = 0.3;

static void put(char *text, const char *format, ...) {
  va_list arguments;
  size_t used = strlen(text);
  va_start(arguments, format);
  vsnprintf(text + used, TEXT - used, format, arguments);
  va_end(arguments);
}

/* a body `step` away from the last one, on a hinge there */
static void put_link(char *text, double x, double z, double mass, double inertia, int touches) {
  put(text, "<body pos='%.17g 0 %.17g'><joint type='hinge' axis='0 1 0' pos='%.17g 0 %.17g'/>", x, z, -x, -z);
  put(text, "<inertial pos='0 0 0' mass='%.17g' diaginertia='%g %g %g'/>", mass, inertia, inertia, inertia);
  if (touches) put(text, "<geom type='sphere' size='1e-5' friction='%g 0 0'/>", MU);
}

/* the rope touches the drum at LINKS points over half a turn */
static rg_model *rope(double link, double heavy) {
  char *text = calloc(1, TEXT);
  double r = RADIUS + 1e-5, x = -r, z = -HANG;
  assert_non_null(text);
  put(text, "<mujoco><option gravity='0 0 -9.81' timestep='0.002'/><worldbody>"
            "<geom type='cylinder' size='%g .2' quat='0.7071067811865476 0.7071067811865476 0 0' friction='%g 0 0'/>"
            "<body pos='%.17g 0 %.17g'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
            "<joint type='hinge' axis='0 1 0'/><inertial pos='0 0 0' mass='1' diaginertia='1e-3 1e-3 1e-3'/>",
      RADIUS, MU, x, z);
  for (int k = 0; k < LINKS; k++) {
    double angle = PI * k / (LINKS - 1), nx = -r * cos(angle), nz = r * sin(angle);
    put_link(text, nx - x, nz - z, link, 1e-4 * link, 1);
    x = nx, z = nz;
  }
  put_link(text, 0, -HANG, heavy, 1e-3, 0);
  for (int k = 0; k < LINKS + 2; k++) put(text, "</body>");
  put(text, "</worldbody></mujoco>");
  rg_model *model = scene_parse(text);
  free(text);
  return model;
}

/* how far the first weight has gone up within half a second */
static double rise(double link, double heavy) {
  rg_error error;
  scene s = {rope(link, heavy), NULL};
  rg_sim_options options = scene_options(s.model);
  memset(&error, 0, sizeof error);
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  for (int k = 0; k < 250; k++) {
    rg_status status = rg_step(s.sim);
    if (status) fail_msg("step %d: %s", k, rg_sim_report(s.sim)->reason);
  }
  double height = scene_qpos(&s)[1];
  scene_end(&s);
  return height;
}

/* A point with chords at the angle h on both sides of its tangent holds up to (1 + mu tan h) / (1 - mu tan h); the two
   at the ends, with a chord on one side, as much together. This is exp(2 mu h) for small h. */
static double limit(void) {
  double h = PI / (LINKS - 1) / 2;
  return pow((1 + MU * tan(h)) / (1 - MU * tan(h)), LINKS - 1);
}

static void holds_and_slides(void **state) {
  (void)state;
  const double links[] = {1e-5, 1e-3};
  double most = limit();
  assert_true(fabs(most / exp(MU * PI) - 1) < 3e-3);
  for (int k = 0; k < 2; k++) {
    double weight = (LINKS / 2) * links[k]; /* of a side, to first order */
    assert_near("holds", rise(links[k], 0.98 * most * (1 + weight) - weight), 0, 1e-5);
    assert_true(rise(links[k], 1.05 * most * (1 + weight)) > 1e-3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(holds_and_slides)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
