/* Friction that holds, holds still: mechanisms that stand or grip for a minute. */
#include "step/simulate.h"

static void geom_at(scene *s, const char *name, double at[3]) {
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  memcpy(at, data->geom_xpos + 3 * rg_model_find(s->model, RG_OBJECT_GEOM, name),
         3 * sizeof(double));
}

static double distance(const double a[3], const double b[3]) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

/* the sled is pulled with 2 N and rolls freely: only the friction of the foot holds it, and it has to
   be 2 N */
static void stand_on_foot(rg_coordinates coordinates, double seconds) {
  rg_model *model = scene_model("four_bar_foot.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.coordinates = coordinates;
  scene s = scene_start("four_bar_foot.xml", "stand", &options);
  double start[3], end[3];
  geom_at(&s, "foot", start);
  run_watch watch = scene_run(&s, seconds);
  geom_at(&s, "foot", end);
  const rg_step_contact *c;
  assert_int_equal(rg_sim_contacts(s.sim, &c), 1);
  double pull = 0, side = c->contact.body2 == 0 ? 1 : -1;
  for (int row = 0; row < 3; row++) pull += side * c->contact.frame[3 * row] * c->impulse[row];
  print_message(
      "four-bar, %s: slip %.3g m, friction %.6f N, load %.3f N, closure %.2g, speed %.2g\n",
      rg_coordinates_name(coordinates), distance(start, end), pull * 1e3, c->impulse[0] * 1e3,
      watch.closure, scene_speed(&s));
  assert_at_most("slip", distance(start, end), 1e-9);
  assert_near("friction against the pull", pull / 1e-3, -2, 1e-6);
  assert_at_most("closure", watch.closure, 1e-9);
  assert_at_most("speed", scene_speed(&s), 1e-9);
  scene_end(&s);
}

static void four_bar_with_a_foot(void **state) {
  (void)state;
  stand_on_foot(RG_MINIMAL, seconds_of(60, 60));
}

static void four_bar_in_other_coordinates(void **state) {
  (void)state;
  stand_on_foot(RG_REDUNDANT, seconds_of(60, 5));
  stand_on_foot(RG_EMBEDDED, seconds_of(60, 5));
}

/* pulled harder than mu times its load the foot slides */
static void four_bar_slides(void **state) {
  (void)state;
  scene s = scene_start("four_bar_foot.xml", "stand", NULL);
  rg_sim_data(s.sim)->ctrl[0] = 100;
  double start[3], end[3];
  geom_at(&s, "foot", start);
  scene_run(&s, 0.1);
  geom_at(&s, "foot", end);
  assert_at_least("way", end[0] - start[0], 1e-3);
  scene_end(&s);
}

/* place of the capsule between the fingers */
static void in_grip(scene *s, double at[3]) {
  double left[3], right[3], object[3];
  geom_at(s, "left", left);
  geom_at(s, "right", right);
  geom_at(s, "object", object);
  for (int i = 0; i < 3; i++) at[i] = object[i] - (left[i] + right[i]) / 2;
}

static void gripper_holds(void **state) {
  (void)state;
  double start[3], end[3];
  scene s = scene_start("gripper.xml", "hold", NULL);
  in_grip(&s, start);
  double turned = 0;
  run_watch watch = scene_run(&s, seconds_of(60, 30));
  in_grip(&s, end);
  for (int i = 3; i < 6; i++) turned = fmax(turned, fabs(scene_qpos(&s)[s.model->nq - 7 + i + 1]));
  print_message("gripper: slip %.3g m, turned %.3g rad, speed %.2g, natural map %.2g\n",
                distance(start, end), 2 * turned, scene_speed(&s), watch.natural_map);
  assert_at_most("slip", distance(start, end), 1e-9);
  assert_at_most("turn", 2 * turned, 1e-7);
  /* vertical friction of all contacts is the weight */
  const rg_step_contact *c;
  double lift = 0, press = 0;
  int count = rg_sim_contacts(s.sim, &c), object = rg_model_find(s.model, RG_OBJECT_GEOM, "object");
  for (int k = 0; k < count; k++) {
    double side = c[k].contact.geom1 == object ? 1 : -1;
    press += c[k].impulse[0];
    for (int row = 0; row < 3; row++)
      lift += side * c[k].contact.frame[3 * row + 2] * c[k].impulse[row];
  }
  assert_near("lift", lift / 1e-3, 0.5 * GRAVITY, 1e-6);
  assert_near("pressure", press / 1e-3, 40, 1e-6);
  scene_end(&s);
}

/* mu 0.1: 4 N of friction for 4.905 N of weight; it slides down with g - 4 / 0.5 */
static void gripper_drops(void **state) {
  (void)state;
  rg_model *model = scene_model("gripper.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.friction = 0.1;
  scene s = scene_start("gripper.xml", "hold", &options);
  scene_run(&s, 0.1);
  assert_near("speed", scene_qvel(&s)[s.model->nv - 4], -(GRAVITY - 4 / 0.5) * 0.1, 1e-6);
  scene_end(&s);
}

/* two SCARA arms hold a cube of 3 kg by mu 0.1 and 0.2 at 200 N */
static void arms_hold(void **state) {
  (void)state;
  scene s = scene_start("grasp.xml", "hold", NULL);
  double start[3], end[3];
  geom_at(&s, "object", start);
  run_watch watch = scene_run(&s, seconds_of(10, 2));
  geom_at(&s, "object", end);
  print_message("grasp: moved %.3g m, speed %.2g, natural map %.2g\n", distance(start, end),
                scene_speed(&s), watch.natural_map);
  assert_at_most("way of the cube", distance(start, end), 0.01);
  assert_int_equal(rg_sim_report(s.sim)->contacts, 2);
  scene_end(&s);
}

/* the walking machine settles on its servos and then stands still on four feet */
static void quadruped_stands(void **state) {
  (void)state;
  const char *feet[] = {"fl_foot", "fr_foot", "hl_foot", "hr_foot"};
  double start[4][3], end[3], slip = 0, load = 0, mass = 0;
  scene s = scene_start("quadruped.xml", "stand", NULL);
  scene_run(&s, 5);
  for (int k = 0; k < 4; k++) geom_at(&s, feet[k], start[k]);
  scene_run(&s, seconds_of(60, 8));
  for (int k = 0; k < 4; k++) {
    geom_at(&s, feet[k], end);
    slip = fmax(slip, distance(start[k], end));
  }
  const rg_step_contact *c;
  int count = rg_sim_contacts(s.sim, &c);
  for (int k = 0; k < count; k++) load += c[k].impulse[0] / 1e-3;
  for (int b = 0; b < s.model->nbody; b++) mass += s.model->body_mass[b];
  print_message("quadruped: %d contacts, slip %.3g m, load %.4f N, weight %.4f N, speed %.2g\n",
                count, slip, load, mass * GRAVITY, scene_speed(&s));
  assert_int_equal(count, 4);
  assert_at_most("slip", slip, 1e-9);
  assert_near("load", load, mass * GRAVITY, 1e-3);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bar_with_a_foot), cmocka_unit_test(four_bar_in_other_coordinates),
      cmocka_unit_test(four_bar_slides),      cmocka_unit_test(gripper_holds),
      cmocka_unit_test(gripper_drops),        cmocka_unit_test(arms_hold),
      cmocka_unit_test(quadruped_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
