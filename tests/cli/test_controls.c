/* What goes into the actuators and what comes out of sensors and contacts: motors, servos and blocks in closed form,
   tables of controls with every mistake, records that go on. */
#include "program.h"

#include <math.h>

static int write_models(void **state) {
  if (scratch_make(state) != 0) return 1;
  // 2 kg on a rail; a servo on a hinge without gravity; sensors
  scratch_text(
      "rail.xml",
      "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body name='cart'><joint "
      "name='x' type='slide' axis='1 0 0'/><geom size='0.1' mass='2'/></body></worldbody>"
      "<actuator><motor name='push' joint='x' gear='3'/><motor joint='x'/></actuator><sensor>"
      "<jointpos name='place' joint='x'/><framelinvel objtype='body' objname='cart'/>"
      "<framequat name='turn' objtype='body' objname='cart'/><actuatorfrc actuator='push'/>"
      "</sensor></mujoco>");
  scratch_text("arm.xml",
               "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body><joint name='h' "
               "damping='2'/><geom size='0.1' mass='1' pos='0.5 0 0'/><body pos='1 0 0'><joint "
               "name='k' damping='1'/><geom size='0.1' mass='1' pos='0.5 0 0'/></body></body>"
               "</worldbody><actuator><position name='hip' joint='h' kp='50' gear='2'/><general "
               "name='knee' joint='k' gainprm='10' biastype='affine' biasprm='1 -20 0'/><motor "
               "name='extra' joint='k'/></actuator><keyframe><key name='bent' qpos='0.5 -0.7' "
               "ctrl='9 9 0'/></keyframe></mujoco>");
  scratch_text(
      "blocks.xml",
      "<mujoco><option gravity='0 0 -10' timestep='0.001'/><worldbody><geom type='plane' "
      "size='0 0 1' friction='0.5' euler='0 0 0'/><body name='block' pos='0 0 0.1'><freejoint/>"
      "<geom type='box' size='0.1 0.1 0.1' mass='2' friction='0.5'/></body></worldbody>"
      "<keyframe><key name='slide' qpos='0 0 0.1 1 0 0 0' qvel='3 0 0 0 0 0'/></keyframe>"
      "</mujoco>");
  return 0;
}

/* the numbers of the last line of a file, and its columns by name */
static double cell(const char *file, const char *column, int from_end) {
  static char text[1 << 20];
  char *lines[8192], *names[64];
  int count = 0, columns = 0;
  load(file, text, sizeof text);
  for (char *at = strtok(text, "\n"); at && count < 8192; at = strtok(NULL, "\n"))
    lines[count++] = at;
  assert_true(count > 1 + from_end);
  for (char *at = strtok(lines[0], ","); at; at = strtok(NULL, ",")) names[columns++] = at;
  char *field = strtok(lines[count - 1 - from_end], ",");
  for (int k = 0; k < columns; k++, field = strtok(NULL, ",")) {
    assert_non_null(field);
    if (strcmp(names[k], column) == 0) return atof(field);
  }
  fail_msg("%s has no column '%s'", file, column);
  return 0;
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

static double speed_after(const char *arguments) {
  char all[512];
  snprintf(all, sizeof all, "run rail.xml --csv out.csv -q %s", arguments);
  assert_int_equal(run(all), 0);
  return cell("out.csv", "qvel0", 0);
}

/* v = F t / m; without a name the actuator is called by its number */
static void single_values(void **state) {
  (void)state;
  near(speed_after("--time 1 --ctrl push=4"), 3 * 4 / 2.0, 1e-9);
  near(speed_after("--time 1 --ctrl push=4 --ctrl actuator1=-2"), (12 - 2) / 2.0, 1e-9);
  near(speed_after("--time 1 --ctrl push=4 --ctrl push=0"), 0, 1e-12);
  assert_refused("run rail.xml --ctrl pusch=4", "did you mean 'push'?");
  assert_refused("run rail.xml --ctrl zzzzzz=4", "the model has 2, from 'push' on");
  assert_refused("run rail.xml --ctrl push=x", "must be a number");
  assert_refused("run blocks.xml --ctrl push=1", "no actuators");
}

/* the impulse of a table: sums of rectangles, or of trapezoids */
static void tables(void **state) {
  (void)state;
  scratch_text("c.csv", "time, \"push\"\n0.2,1\n0.5, 3\r\n\n0.6,0\n");
  near(speed_after("--time 1 --ctrl c.csv"), 1.5 * (1 * 0.3 + 3 * 0.1), 1e-9);
  near(speed_after("--time 1 --ctrl c.csv --ctrl push=10"), 1.5 * (10 * 0.2 + 1 * 0.3 + 3 * 0.1),
       1e-9);
  near(speed_after("--time 1 --ctrl c.csv --ctrl-interpolate"), 1.5 * (2 * 0.3 + 1.5 * 0.1), 1e-9);
  // the last line is held, columns in any order
  scratch_text("d.csv", "time,actuator1,push\n-1,0,0\n0,2,1\n");
  near(speed_after("--time 2 --ctrl d.csv"), (2 + 3) / 2.0 * 2, 1e-9);
  // the same through compare, side by side on two threads
  assert_int_equal(
      run("compare rail.xml --ctrl c.csv --time 1 --integrator midpoint,euler --threads 2 "
          "--json"),
      0);
  json_t *root = parse_stdout();
  const json_t *all = json_object_get(root, "variants");
  for (size_t k = 0; k < 2; k++)
    near(json_real_value(json_object_get(json_array_get(all, k), "energy_last")), 0.9 * 0.9, 1e-9);
  json_decref(root);
}

static void wrong_tables(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
  } cases[] = {{"t,push\n0,1\n", "w.csv:1: column 1: the first line names"},
               {"time,pull\n0,1\n", "w.csv:1: column 2: there is no actuator 'pull'"},
               {"time,push,push\n0,1,1\n", "w.csv:1: column 3: 'push' stands twice"},
               {"time\n0\n", "no actuator is named"},
               {"time,push\n", "no line of numbers"},
               {"", "no line of numbers"},
               {"time,push\n0,1\n0.1\n", "w.csv:3: column 2: there are 1 numbers, must be 2"},
               {"time,push\n0,1,2\n", "w.csv:2: column 3: there are more than 2"},
               {"time,push\n0,one\n", "w.csv:2: column 2: expected a number, found 'one'"},
               {"time,push\n0,nan\n", "expected a number"},
               {"time,push\n0,1\n\n0,2\n", "w.csv:4: column 1: times must grow"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    scratch_text("w.csv", cases[k].text);
    assert_refused("run rail.xml --ctrl w.csv", cases[k].reason);
  }
  assert_refused("run rail.xml --ctrl none.csv", "none.csv");
  assert_refused("run rail.xml --ctrl-interpolate", "needs --ctrl FILE.csv");
  assert_refused("run rail.xml --ctrl c.csv --ctrl d.csv", "there is a file already");
}

/* servos go to where the keyframe is and stay there, whatever its own controls say */
static void hold(void **state) {
  (void)state;
  assert_int_equal(run("run arm.xml --hold bent --time 20 --csv out.csv --sensors s.csv -q"), 0);
  near(cell("out.csv", "qpos0", 0), 0.5, 1e-6);
  near(cell("out.csv", "qpos1", 0), -0.7, 1e-6);
  // kp (ctrl - gear q) = 0; 10 ctrl + 1 - 20 q = 0; the motor gets the keyframe's control
  near(cell("s.csv", "hip_ctrl", 0), 2 * 0.5, 1e-12);
  near(cell("s.csv", "knee_ctrl", 0), (20 * -0.7 - 1) / 10, 1e-12);
  near(cell("s.csv", "extra_ctrl", 0), 0, 0);
  assert_int_equal(run("run arm.xml --key bent --hold 0 --time 1 --csv out.csv -q"), 0);
  near(cell("out.csv", "qpos0", 0), 0.5, 1e-12);
  near(cell("out.csv", "qvel1", 0), 0, 1e-12);
  assert_int_equal(run("run arm.xml --hold bent --ctrl hip=0 --time 20 --csv out.csv -q"), 0);
  near(cell("out.csv", "qpos0", 0), 0, 1e-6);
  assert_refused("run arm.xml --hold bend",
                 "--hold: the model has no keyframe 'bend'; did you mean 'bent'?");
}

static void sensors(void **state) {
  (void)state;
  assert_int_equal(run("run rail.xml --time 1 --ctrl push=4 --sensors s.csv --csv out.csv -q"), 0);
  load("s.csv", last.out, sizeof last.out);
  assert_int_equal(strncmp(last.out,
                           "time,place,framelinvel1_x,framelinvel1_y,framelinvel1_z,turn_w,turn_x,"
                           "turn_y,turn_z,actuatorfrc3,push_ctrl,actuator1_ctrl,push_force,"
                           "actuator1_force\n0,0,0,0,0,1,0,0,0,4,4,0,4,0\n",
                           120),
                   0);
  for (int back = 0; back < 100; back += 7) {
    double t = cell("s.csv", "time", back);
    near(t, 1 - 0.01 * back, 1e-12);
    near(cell("s.csv", "place", back), 3 * t * t, 1e-9);
    near(cell("s.csv", "framelinvel1_x", back), 6 * t, 1e-9);
    near(cell("s.csv", "push_force", back), 4, 0);
    near(cell("s.csv", "actuatorfrc3", back), 4, 0);
  }
  assert_int_equal(run("run rail.xml --steps 10 --every 5 --sensors - -q"), 0);
  int lines = 0;
  for (const char *c = last.out; *c; c++) lines += *c == '\n';
  assert_int_equal(lines, 4);
  assert_refused("run blocks.xml --sensors s.csv", "neither sensors nor actuators");
  assert_refused("run rail.xml --sensors a --csv a", "same file");
  assert_refused("run rail.xml --sensors /dev/full", "No space left");
  assert_int_equal(run("run rail.xml --sensors - --json"), 2);
  assert_non_null(strstr(last.out, "give --sensors a file"));
}

/* four corners carry 20 N; sliding, friction is half of it and against the motion */
static void contact_forces(void **state) {
  (void)state;
  assert_int_equal(run("run blocks.xml --key slide --time 0.3 --contacts c.csv -q"), 0);
  load("c.csv", last.out, sizeof last.out);
  assert_non_null(strstr(last.out, ",world.geom0,"));
  assert_non_null(strstr(last.out, ",block.geom0,"));
  double sum[3] = {0}, normal = 0, friction = 0;
  for (int back = 0; back < 4; back++) {
    // the force is that on body 1
    double sign = cell("c.csv", "normal_z", back) > 0 ? 1 : -1;
    sum[0] += sign * cell("c.csv", "force_x", back);
    sum[1] += sign * cell("c.csv", "force_y", back);
    sum[2] += sign * cell("c.csv", "force_z", back);
    normal += cell("c.csv", "force_n", back);
    friction += cell("c.csv", "force_t", back);
    near(cell("c.csv", "slip", back), 3 - 5 * 0.3, 0.5 * 5 * 0.001 + 1e-9); // the mean of the step
  }
  near(sum[2], 20, 1e-6);
  near(normal, 20, 1e-6);
  near(friction, 10, 1e-6);
  near(sum[0], -10, 1e-6);
  near(sum[1], 0, 1e-6);
}

/* a run that is cut in two writes what one run does, byte by byte */
static void records_go_on(void **state) {
  (void)state;
  scratch_text("c.csv", "time,push\n0,1\n0.4,-1\n0.8,2\n");
  assert_int_equal(run("run rail.xml --ctrl c.csv --sensors a.csv --time 1 -q"), 0);
  assert_int_equal(run("run rail.xml --ctrl c.csv --sensors b.csv --time 0.5 --save s.state -q"),
                   0);
  assert_int_equal(run("run rail.xml --ctrl c.csv --sensors b.csv --time 0.5 --resume s.state -q"),
                   0);
  static char one[1 << 16], two[1 << 16];
  load("a.csv", one, sizeof one);
  load("b.csv", two, sizeof two);
  assert_string_equal(one, two);
}

static void models_are_no_problems(void **state) {
  (void)state;
  scratch_text("r.urdf", "<?xml version='1.0'?>\n<!-- a > b -->\n<robot name='r'/>");
  scratch_text("r.sdf", "\xef\xbb\xbf<sdf version='1.7'/>");
  assert_refused("solve rail.xml", "this is a model (MJCF), not a contact problem: 'rigor run'");
  assert_refused("solve r.urdf", "this is a model (URDF)");
  assert_refused("solve r.sdf", "this is a model (SDFormat)");
  assert_refused("convert rail.xml x.json", "this is a model (MJCF)");
}

/* what was passed over, in one line */
static void run_tells_what_was_passed_over(void **state) {
  (void)state;
  scratch_text("soft.xml",
               "<mujoco><option cone='elliptic' impratio='3'/><worldbody><body><joint/><geom "
               "size='1' solref='0.1 1'/></body></worldbody></mujoco>");
  assert_int_equal(run("run soft.xml --steps 1"), 0);
  assert_non_null(
      strstr(last.out, "passed    over: option cone, option impratio, geom solref; 'rigor info'"));
  assert_int_equal(run("run rail.xml --steps 1"), 0);
  assert_null(strstr(last.out, "passed"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(single_values),
                                     cmocka_unit_test(tables),
                                     cmocka_unit_test(wrong_tables),
                                     cmocka_unit_test(hold),
                                     cmocka_unit_test(sensors),
                                     cmocka_unit_test(contact_forces),
                                     cmocka_unit_test(records_go_on),
                                     cmocka_unit_test(models_are_no_problems),
                                     cmocka_unit_test(run_tells_what_was_passed_over)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
