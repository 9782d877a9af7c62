/* rigor info: what is on stdout for people and for programs, what is refused and how. */
#include "cli/program.h"

#include <math.h>

/* "rigor info ARGUMENTS" */
static int run_info(const char *arguments) {
  char command[1024];
  snprintf(command, sizeof command, "info %s", arguments);
  return run(command);
}

static int whole(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  assert_true(json_is_integer(value));
  return (int)json_integer_value(value);
}

static double entry(const json_t *object, const char *key, size_t index) {
  const json_t *value = json_array_get(json_object_get(object, key), index);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

/* everything a model can have; a ball of 2 kg flies, a rod swings on a slider */
static const char scene[] =
    "<mujoco model='scene'><compiler angle='radian'/>\n"
    "<option timestep='0.005' gravity='0 0 -5'/>\n"
    "<custom><numeric name='rigor.restitution' data='0.7'/><text name='rigor.solver' data='auto'/>"
    "</custom>\n"
    "<worldbody><geom name='floor' type='plane' size='0 0 1' solref='0.1 1'/>\n"
    "<body name='ball' pos='0 0 1'><freejoint name='fly'/><geom name='skin' size='0.25' mass='2'/>"
    "</body>\n"
    "<body name='cart'><joint name='rail' type='slide' axis='1 0 0' range='-2 3'/>\n"
    "<geom type='box' size='1 2 3' mass='4' contype='0' conaffinity='0'/>\n"
    "<body name='rod' pos='0 0 3'><joint name='pin' axis='0 1 0'/><site name='tip'/>\n"
    "<geom name='bar' type='capsule' size='0.1 0.5' mass='1.5' friction='0.3'/></body></body>\n"
    "</worldbody>\n"
    "<contact><exclude body1='cart' body2='ball'/><pair geom1='skin' geom2='bar'/></contact>\n"
    "<equality><joint joint1='pin' joint2='rail'/></equality>\n"
    "<actuator><motor name='push' joint='rail' ctrlrange='-1 1'/></actuator>\n"
    "<sensor><jointpos name='angle' joint='pin'/></sensor>\n"
    "<keyframe><key name='start' time='2'/></keyframe></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("scene.xml", scene);
  scratch_text("odd.xml", "<mujoco>\n <teapot/></mujoco>");
  scratch_text("broken.xml", "<mujoco>\n<worldbody></mujoco>");
  scratch_text("arm.urdf",
               "<robot name='arm'><link name='base'/><link name='l'><visual/><inertial>"
               "<mass value='3'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
               "</inertial></link><joint name='j' type='revolute'><parent link='base'/>"
               "<child link='l'/><axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='9'/>"
               "</joint></robot>");
  return 0;
}

static void assert_shown(const char *text) {
  if (!strstr(last.out, text)) fail_msg("'%s' is not in\n%s", text, last.out);
}

/* blanks between columns do not matter: the words of a line, in this order */
static void assert_line(const char *first, const char *second, const char *third) {
  for (char *line = strstr(last.out, first); line; line = strstr(line + 1, first)) {
    size_t length = strcspn(line, "\n");
    char copy[512];
    snprintf(copy, sizeof copy, "%.*s", (int)length, line);
    char *next = strstr(copy + strlen(first), second);
    if (next && strstr(next + strlen(second), third)) return;
  }
  fail_msg("no line with '%s', '%s', '%s' in\n%s", first, second, third, last.out);
}

static void for_people(void **state) {
  (void)state;
  assert_int_equal(run_info("scene.xml"), 0);
  assert_string_equal(last.err, "");
  assert_shown("model     scene\n");
  assert_shown("file      scene.xml\n");
  assert_shown("bodies    4 with the world, mass 7.5 kg\n");
  assert_shown("joints    3, degrees of freedom 8 (nq 9, nv 8)\n");
  assert_shown("geoms     4: 1 plane, 1 sphere, 1 capsule, 1 box\n");
  assert_shown("also      1 site, 1 actuator, 1 equality constraint, 1 contact pair,\n"
               "          1 contact exclude, 1 sensor, 1 keyframe, 2 settings\n");
  assert_shown("timestep 0.005 s, gravity 0 0 -5 m/s^2");
  assert_line("geom floor", "plane", "infinite, mu 1");
  assert_line("joint fly", "free", "dof 0-5");
  assert_line("geom skin", "sphere", "radius 0.25 m");
  assert_line("joint rail", "slide", "dof 6, axis 1 0 0, range -2 to 3 m");
  assert_line("geom -", "box", "half sizes 1 2 3 m, touches nothing");
  assert_line("rod", "body", "1.5 kg, at 0 0 3");
  assert_line("joint pin", "hinge", "dof 7, axis 0 1 0");
  assert_line("geom bar", "capsule", "radius 0.1, half length 0.5 m, mu 0.3");
  assert_line("push", "joint rail", "control -1 to 1");
  assert_line("joint", "pin", "rail");
  assert_line("angle", "jointpos", "of joint pin");
  assert_line("start", "time", "2 s");
  assert_line("rigor.restitution", "0.7", "");
  assert_line("rigor.solver", "auto", "");
  assert_line("scene.xml:4", "solref", "passed over");
  // it fits a terminal
  for (const char *line = last.out; *line;) {
    size_t length = strcspn(line, "\n");
    assert_true(length <= 100);
    line += length + (line[length] == '\n');
  }
}

/* a chain of 40 links: the tree stays within the page, and each body says where it hangs */
static void deep_tree(void **state) {
  (void)state;
  char text[8192];
  int used = snprintf(text, sizeof text, "<mujoco><worldbody>");
  for (int k = 0; k < 40; k++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "<body name='b%d'><joint/><geom size='1'/>", k);
  for (int k = 0; k < 40; k++) used += snprintf(text + used, sizeof text - (size_t)used, "</body>");
  snprintf(text + used, sizeof text - (size_t)used, "</worldbody></mujoco>");
  scratch_text("deep.xml", text);
  assert_int_equal(run_info("deep.xml"), 0);
  assert_line("b39", "body", "in b38");
  assert_line("  b8", "body", "at 0 0 0");
  assert_null(strstr(last.out, "                          b39"));
}

static void for_programs(void **state) {
  (void)state;
  assert_int_equal(run_info("scene.xml --json"), 0);
  assert_string_equal(last.err, "");
  json_t *root = parse_stdout();
  const json_t *totals = json_object_get(root, "totals");
  assert_string_equal(text_of(root, "name"), "scene");
  assert_int_equal(whole(totals, "bodies"), 4);
  assert_int_equal(whole(totals, "nq"), 9);
  assert_int_equal(whole(totals, "nv"), 8);
  assert_true(json_number_value(json_object_get(totals, "mass")) == 7.5);
  assert_int_equal(whole(json_object_get(totals, "geoms_by_type"), "capsule"), 1);
  assert_int_equal(whole(json_object_get(totals, "geoms_by_type"), "mesh"), 0);
  assert_true(entry(json_object_get(root, "option"), "gravity", 2) == -5);

  // the tree: body 1 is the ball, body 3 the rod in the cart
  const json_t *bodies = json_object_get(root, "bodies"), *ball = json_array_get(bodies, 1);
  const json_t *cart = json_array_get(bodies, 2), *rod = json_array_get(bodies, 3);
  assert_int_equal((int)json_array_size(bodies), 4);
  assert_int_equal(whole(rod, "parent"), 2);
  // 2/5 m r^2
  assert_true(fabs(entry(ball, "inertia", 0) - 0.4 * 2 * 0.0625) < 1e-15);
  const json_t *rail = json_array_get(json_object_get(cart, "joints"), 0);
  assert_string_equal(text_of(rail, "type"), "slide");
  assert_int_equal(whole(rail, "dof"), 6);
  assert_int_equal(whole(rail, "qpos"), 7);
  assert_true(entry(rail, "range", 0) == -2 && entry(rail, "range", 1) == 3);
  const json_t *bar = json_array_get(json_object_get(rod, "geoms"), 0);
  assert_true(entry(bar, "size", 0) == 0.1 && entry(bar, "size", 1) == 0.5);
  assert_true(entry(bar, "friction", 0) == 0.3);

  static const char *const lists[] = {"sites",    "actuators", "equalities", "pairs",
                                      "excludes", "keys",      "sensors",    "notices"};
  for (int k = 0; k < 8; k++) {
    const json_t *list = json_object_get(root, lists[k]);
    if (json_array_size(list) != 1) fail_msg("%s: %zu", lists[k], json_array_size(list));
  }
  const json_t *settings = json_object_get(root, "settings");
  assert_true(entry(settings, "rigor.restitution", 0) == 0.7);
  assert_string_equal(text_of(settings, "rigor.solver"), "auto");
  assert_true(entry(json_array_get(json_object_get(root, "keys"), 0), "qpos", 2) == 1);
  json_decref(root);
}

/* a word of each kind of sensor and object, from both ends of the lists */
static void sensors_by_name(void **state) {
  (void)state;
  scratch_text("sensors.xml",
               "<mujoco><worldbody><body name='a'><joint name='j' type='hinge'/><geom size='0.1'/>"
               "<site name='s'/></body></worldbody>"
               "<tendon><fixed name='t'><joint joint='j' coef='0.5'/></fixed></tendon>"
               "<sensor><jointpos name='k1' joint='j'/><tendonpos name='k2' tendon='t'/>"
               "<framepos name='k3' objtype='body' objname='a'/>"
               "<framepos name='k4' objtype='xbody' objname='a'/><gyro name='k5' site='s'/>"
               "<touch name='k6' site='s'/></sensor></mujoco>");
  assert_int_equal(run_info("sensors.xml"), 0);
  assert_line("k1", "jointpos", "joint j");
  assert_line("k2", "tendonpos", "tendon t");
  assert_line("k3", "framepos", "inertial");
  assert_line("k4", "framepos", "body a");
  assert_line("k5", "gyro", "site s");
  assert_line("k6", "touch", "site s");
  assert_line("t ", "+0.5", "j");
}

static void urdf_too(void **state) {
  (void)state;
  assert_int_equal(run_info("arm.urdf"), 0);
  assert_line("base", "fixed", "0 kg");
  assert_line("joint j", "hinge", "range -1 to 2 rad");
  assert_line("arm.urdf:1", "<visual>", "nothing to see");
  assert_int_equal(run_info("--json arm.urdf"), 0);
  json_t *root = parse_stdout();
  const json_t *link = json_array_get(json_object_get(root, "bodies"), 2);
  assert_true(entry(json_array_get(json_object_get(link, "joints"), 0), "force_range", 1) == 9);
  json_decref(root);
}

/* folders of packages: by option, several at once, and by the variables that ROS and Gazebo know */
static void packages(void **state) {
  (void)state;
  static const char urdf[] =
      "<robot name='r'><link name='a'><collision><geometry><mesh "
      "filename='package://robot_description/meshes/corner.obj'/></geometry></collision></link>"
      "</robot>";
  static const char world[] = "<sdf version='1.9'><world name='w'><include><uri>model://cart</uri>"
                              "</include></world></sdf>";
  char command[1024];
  snprintf(command, sizeof command,
           "cd %s && mkdir -p far/share/robot_description/meshes far/share/cart here",
           scratch_folder);
  assert_int_equal(system(command), 0);
  scratch_text("far/share/robot_description/meshes/corner.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n");
  scratch_text("far/share/cart/model.sdf", "<sdf version='1.6'><model name='cart'><link name='l'/>"
                                           "</model></sdf>");
  scratch_text("here/r.urdf", urdf);
  scratch_text("here/w.sdf", world);
  assert_refused("info here/r.urdf", "--package-path");
  assert_refused("info here/w.sdf", "--package-path");
  assert_refused("info here/w.sdf --package-path ''", "names no folder");
  static const char *const ways[] = {"--package-path far/share",
                                     "--package-path /nowhere:far/share",
                                     "--package-path /nowhere --package-path far/share"};
  for (int k = 0; k < 3; k++) {
    snprintf(command, sizeof command, "info here/r.urdf %s", ways[k]);
    assert_int_equal(run(command), 0);
    snprintf(command, sizeof command, "info here/w.sdf %s", ways[k]);
    assert_int_equal(run(command), 0);
    assert_non_null(strstr(last.out, "cart::l"));
  }
  static const struct {
    const char *name, *value;
  } variables[] = {{"ROS_PACKAGE_PATH", "far/share"},
                   {"AMENT_PREFIX_PATH", "/nowhere:far"},
                   {"GZ_SIM_RESOURCE_PATH", "far/share"},
                   {"SDF_PATH", "far/share"},
                   {"GAZEBO_MODEL_PATH", "far/share"}};
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++) {
    setenv(variables[k].name, variables[k].value, 1);
    assert_int_equal(run("info here/r.urdf"), 0);
    assert_int_equal(run("run here/w.sdf --time 0.01 --quiet"), 0);
    unsetenv(variables[k].name);
  }
}

static void refused(void **state) {
  (void)state;
  assert_refused("info ", "MODEL: is missing");
  assert_refused("info scene.xml arm.urdf", "too many");
  assert_refused("info scene.xml --jsom", "json");
  assert_refused("info nowhere.xml", "nowhere.xml");
  assert_refused("info broken.xml", "broken.xml:2:14: ");
  assert_refused("info odd.xml", "odd.xml:2:2: teapot: ");
  assert_int_equal(run_info("odd.xml --lenient"), 0);
  assert_line("odd.xml:2", "teapot", "");

  // the same for programs
  assert_int_equal(run_info("odd.xml --json"), 2);
  assert_string_equal(last.err, "");
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "bad input");
  const json_t *error = json_object_get(root, "error");
  assert_string_equal(text_of(error, "file"), "odd.xml");
  assert_int_equal(whole(error, "line"), 2);
  assert_int_equal(whole(error, "column"), 2);
  assert_string_equal(text_of(error, "element"), "teapot");
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(for_people),   cmocka_unit_test(deep_tree),
      cmocka_unit_test(for_programs), cmocka_unit_test(sensors_by_name),
      cmocka_unit_test(urdf_too),     cmocka_unit_test(packages),
      cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
