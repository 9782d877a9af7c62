/* Bodies that touch with many shapes in one plane: a block made of tiles on a slope made of tiles, as pads of grippers and
   soles of feet are. The closed form is that of a block, x = g (sin a - mu cos a) t^2 / 2, whatever the number of tiles; and
   contacts that lie within the hull of the others are left out. */
#include "step/simulate.h"

static const double MU = 0.3, HALF = 0.2, THICK = 0.05;

/* n x m boxes side by side that make a plate of half widths `x` and `y`, top (or bottom) at z = 0 */
static int add_tiles(char *text, size_t size, int n, int m, double x, double y, double z) {
  int used = 0;
  for (int i = 0; i < n * m; i++) {
    double px = x * ((2 * (i % n) + 1.0) / n - 1), py = y * ((2 * (i / n) + 1.0) / m - 1);
    used += snprintf(text + used, size - (size_t)used,
                     "<geom type='box' size='%.17g %.17g %.17g' pos='%.17g %.17g %.17g' mass='1' "
                     "friction='%g'/>",
                     x / n, y / m, THICK, px, py, z, MU);
  }
  return used;
}

/* the slope is turned into gravity; `beside`: another body on it */
static rg_model *tiled_model(int n, int m, int floor, double angle, const char *beside) {
  static char text[65536];
  int used = snprintf(text, sizeof text,
                      "<mujoco><option timestep='0.001' gravity='%.17g 0 %.17g'/><worldbody>",
                      9.81 * sin(angle), -9.81 * cos(angle));
  used += add_tiles(text + used, sizeof text - (size_t)used, floor, floor, 2, 2, -THICK);
  used += snprintf(text + used, sizeof text - (size_t)used,
                   "<body pos='0.0123 0.0071 %.17g'><freejoint/>", THICK);
  used += add_tiles(text + used, sizeof text - (size_t)used, n, m, HALF, HALF, 0);
  snprintf(text + used, sizeof text - (size_t)used, "</body>%s</worldbody></mujoco>", beside);
  return scene_parse(text);
}

/* slides for a fifth of a second; the way, and the most contacts of a step */
static double slide(int n, int m, int floor, double angle, int *most) {
  rg_model *model = tiled_model(n, m, floor, angle, "");
  rg_sim_options options = scene_options(model);
  rg_sim *sim = NULL;
  rg_error error;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  rg_data *data = rg_sim_data(sim);
  double start = data->qpos[0];
  *most = 0;
  for (int step = 0; step < 200; step++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    int contacts = rg_sim_report(sim)->contacts;
    if (contacts > *most) *most = contacts;
  }
  double way = data->qpos[0] - start;
  assert_at_most("way across", fabs(data->qpos[1] - 0.0071), 1e-9);
  assert_at_most("height", fabs(data->qpos[2] - THICK), 1e-9);
  rg_sim_free(sim);
  rg_model_free(model);
  return way;
}

static void tiles_slide_like_a_block(void **state) {
  (void)state;
  const int tiles[][3] = {{1, 1, 1}, {3, 3, 1}, {2, 5, 2}, {4, 4, 3}, {5, 3, 7}, {6, 6, 5}};
  for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++)
    for (double angle = 0.1; angle < 0.7; angle += 0.25) {
      int most, n = tiles[k][0], m = tiles[k][1], floor = tiles[k][2];
      double way = slide(n, m, floor, angle, &most);
      double pull = 9.81 * (sin(angle) - MU * cos(angle)), expected = fmax(pull, 0) * 0.02;
      assert_at_most("way", fabs(way - expected), 1e-6);
      /* corners of the hull, and never more than what one pair of shapes may have */
      assert_at_most("contacts", most, 8);
    }
}

/* A ball that spins about the vertical beside the tiles keeps its own coefficients: its speed falls by spin m g t / I,
   I = 2/5 m r^2, however many contacts before its own are left out. */
static void what_lies_beside_keeps_its_moments(void **state) {
  (void)state;
  static const double SPIN = 0.01, RADIUS = 0.1, SPEED = 10;
  for (int tiles = 1; tiles <= 5; tiles += 2)
    for (int condim = 3; condim <= 6; condim += condim == 4 ? 2 : 1) {
      char ball[512];
      snprintf(ball, sizeof ball,
               "<body pos='1.33 1.33 %g'><freejoint/><geom type='sphere' size='%g' mass='1' "
               "condim='%d' friction='1 %g 1e-4'/></body>",
               RADIUS, RADIUS, condim, SPIN);
      rg_model *model = tiled_model(tiles, tiles, 3, 0, ball);
      rg_sim_options options = scene_options(model);
      rg_sim *sim = NULL;
      rg_error error;
      if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
      double *w = rg_sim_data(sim)->qvel + 11; /* of the ball about the vertical */
      *w = SPEED;
      for (int step = 0; step < 50; step++) assert_int_equal(rg_step(sim), RG_SOLVED);
      double slower = condim == 3 ? 0 : SPIN * 9.81 * 0.05 / (0.4 * RADIUS * RADIUS);
      assert_at_most("speed", fabs(*w - (SPEED - slower)), 1e-8 * SPEED);
      rg_sim_free(sim);
      rg_model_free(model);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tiles_slide_like_a_block),
                                     cmocka_unit_test(what_lies_beside_keeps_its_moments)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
