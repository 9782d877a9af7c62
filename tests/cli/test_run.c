/* rigor run: motions with a closed form, what is printed and written, what is refused, and what is left when a run is
   interrupted or killed. */
#include "cli/program.h"

#include <ctype.h>

#include <rigor/rigor.h>

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

/* a block on a plane: friction 0.5, thrown along x at 2 m/s by the keyframe */
static const char block[] =
    "<mujoco model='block'><option timestep='0.001' gravity='0 0 -10'/>\n"
    "<default><geom friction='0.5 0 0' condim='3'/></default>\n"
    "<worldbody><geom name='floor' type='plane' size='0 0 1'/>\n"
    "<body name='block' pos='0 0 0.1'><freejoint/>"
    "<geom name='skin' type='box' size='0.5 0.5 0.1' mass='2'/></body></worldbody>\n"
    "<keyframe><key name='thrown' qpos='0 0 0.1 1 0 0 0' qvel='2 0 0 0 0 0'/>"
    "<key name='late' time='3' qpos='0 0 0.1 1 0 0 0'/></keyframe></mujoco>\n";

/* nothing touches: semi-implicit Euler falls by g dt^2 n (n + 1) / 2 */
static const char ball[] =
    "<mujoco model='ball'><option timestep='0.01' gravity='0 0 -10'/><worldbody>"
    "<body pos='0 0 100'><freejoint/><geom size='0.1' mass='1'/></body></worldbody></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("block.xml", block);
  scratch_text("ball.xml", ball);
  scratch_text("empty.xml", "<mujoco/>");
  scratch_text("fixed.xml",
               "<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>");
  scratch_text("nan.xml", "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody>"
                          "<keyframe><key qpos='nan 0 0 1 0 0 0'/></keyframe></mujoco>");
  scratch_text("nan2.xml",
               "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody>"
               "<keyframe><key qvel='0 0 0 inf 0 0'/></keyframe></mujoco>");
  scratch_text("setting.xml",
               "<mujoco><custom><text name='rigor.solver' data='lemkee'/></custom><worldbody><body>"
               "<freejoint/><geom size='1'/></body></worldbody></mujoco>");
  return 0;
}

static double real_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_number(value)) fail_msg("'%s' is no number", key);
  return json_number_value(value);
}

static double entry(const json_t *object, const char *key, size_t index) {
  const json_t *value = json_array_get(json_object_get(object, key), index);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static json_t *run_json(const char *arguments) {
  char command[1024];
  snprintf(command, sizeof command, "run %s --json", arguments);
  run(command);
  return parse_stdout();
}

/* every option is in the help and in the manual */
static void help_and_manual(void **state) {
  (void)state;
  static const char *const names[] = {"run", "compare", "frame"};
  size_t size;
  char *manual = scratch_load(RIGOR_SOURCE_DIR "/docs/cli.md", &size), command[32];
  assert_non_null(manual);
  for (int k = 0; k < 3; k++) {
    snprintf(command, sizeof command, "help %s", names[k]);
    assert_int_equal(run(command), 0);
    assert_string_equal(last.err, "");
    int options = 0;
    for (char *p = last.out; (p = strstr(p, " --")) != NULL; p += 3) {
      char option[64];
      size_t length = strspn(p + 3, "abcdefghijklmnopqrstuvwxyz-");
      snprintf(option, sizeof option, "`--%.*s", (int)length, p + 3);
      if (!strstr(manual, option)) fail_msg("%s%s is not in docs/cli.md", names[k], option);
      options++;
    }
    assert_true(options > 20);
  }
  free(manual);
}

/* --- motions ------------------------------------------------------------------------------------ */

static void falls(void **state) {
  (void)state;
  json_t *root = run_json("ball.xml --time 1");
  assert_int_equal(last.status, 0);
  assert_string_equal(last.err, "");
  assert_string_equal(text_of(root, "status"), "solved");
  assert_true(real_of(root, "steps") == 100);
  assert_true(fabs(real_of(root, "time") - 1) < 1e-12 && real_of(root, "dt") == 0.01);
  assert_true(real_of(root, "contacts_mean") == 0 && real_of(root, "contacts_max") == 0);
  assert_true(real_of(root, "unsolved_steps") == 0);
  assert_true(fabs(entry(root, "qpos", 2) - (100 - 10. / 2)) < 1e-9);
  assert_true(fabs(entry(root, "qvel", 2) + 10) < 1e-12);
  assert_true(fabs(real_of(root, "energy_first") - 1000) < 1e-9);
  assert_int_equal(json_array_size(json_object_get(root, "qpos")), 7);
  assert_int_equal(json_array_size(json_object_get(root, "qvel")), 6);
  json_decref(root);
}

/* it stops after 2^2 / (2 mu g) = 0.4 m, up to one step, and then stands */
static void slides_and_stops(void **state) {
  (void)state;
  json_t *root = run_json("block.xml --key thrown");
  assert_int_equal(last.status, 0);
  const json_t *worst = json_object_get(root, "worst_certificate");
  assert_true(fabs(entry(root, "qpos", 0) - 0.4) <= 2e-3 + 1e-9);
  assert_true(fabs(entry(root, "qvel", 0)) < 1e-12);
  assert_true(real_of(worst, "natural_map_relative") <= 1e-10);
  static const char *const measures[] = {"natural_map", "cone",       "complementarity",
                                         "penetration", "slip_angle", "bilateral"};
  for (int k = 0; k < 6; k++) assert_true(real_of(worst, measures[k]) >= 0);
  assert_true(real_of(root, "contacts_max") == 4);
  assert_true(real_of(root, "penetration_max") < 1e-9);
  // 2 kg at 0.1 m, and 2 m/s at the start
  assert_true(fabs(real_of(root, "energy_first") - 6) < 1e-9);
  assert_true(fabs(real_of(root, "energy_last") - 2) < 1e-9);
  assert_true(real_of(root, "steps_per_second") > 0 && real_of(root, "wall_seconds") > 0);
  json_decref(root);
}

/* the cube of Peiret et al. by block pivoting, rigid and with the springs of their Table 1, to the end; the exact cone and an
   independent program stop at (0.4404, 1.5813), another admissible split of the load at (0.4947, 1.5723) */
static void the_sliding_cube(void **state) {
  (void)state;
  static const char *const springs[] = {
      "",
      "--integrator euler --contact-stiffness 1e10 --contact-damping 1e8 --bristle-stiffness 1e8 "
      "--bristle-damping 1e5 --law-memory --lateral"};
  for (int k = 0; k < 2; k++) {
    char line[512];
    snprintf(line, sizeof line,
             "run " RIGOR_SOURCE_DIR "/models/acc_cube.xml --key 0 --time 0.8 --law nonsingular:4 "
             "--solver judice-pires --json %s",
             springs[k]);
    assert_int_equal(run(line), 0);
    json_t *root = parse_stdout();
    const json_t *q = json_object_get(root, "qpos");
    double x = json_number_value(json_array_get(q, 0)), y = json_number_value(json_array_get(q, 1));
    assert_int_equal((int)real_of(root, "steps"), 800);
    assert_true(hypot(x - 0.4404, y - 1.5813) < (k ? 0.005 : 0.07));
    json_decref(root);
  }
  /* as printed it does not get beyond the first steps */
  assert_int_equal(run("run " RIGOR_SOURCE_DIR "/models/acc_cube.xml --key 0 --law nonsingular:4 "
                       "--solver judice-pires --set as_printed=1"),
                   1);
  assert_int_equal(run("run " RIGOR_SOURCE_DIR "/models/acc_cube.xml --contact-stiffness 1"), 2);
}

static void how_long_and_from_where(void **state) {
  (void)state;
  json_t *root = run_json("ball.xml");
  assert_true(real_of(root, "steps") == 100);
  json_decref(root);
  root = run_json("ball.xml --steps 7 --dt 0.5");
  assert_true(real_of(root, "steps") == 7 && fabs(real_of(root, "time") - 3.5) < 1e-12);
  json_decref(root);
  root = run_json("ball.xml --steps 0");
  assert_true(real_of(root, "steps") == 0 && entry(root, "qpos", 2) == 100);
  json_decref(root);
  root = run_json("block.xml --key late --time 0.25");
  assert_true(real_of(root, "time_first") == 3 && fabs(real_of(root, "time") - 3.25) < 1e-12);
  json_decref(root);
  root = run_json("block.xml --key 1 --time 0.25");
  assert_true(real_of(root, "time_first") == 3);
  json_decref(root);
  // a time between two steps needs the second one
  root = run_json("ball.xml --time 0.025");
  assert_true(real_of(root, "steps") == 3);
  json_decref(root);
}

static void perturbed_start(void **state) {
  (void)state;
  double x[3];
  static const char *const runs[] = {"ball.xml --steps 0 --perturb 1e-3 --seed 1",
                                     "ball.xml --steps 0 --perturb 1e-3 --seed 1",
                                     "ball.xml --steps 0 --perturb 1e-3 --seed 2"};
  for (int k = 0; k < 3; k++) {
    json_t *root = run_json(runs[k]);
    double length = 0;
    x[k] = entry(root, "qpos", 0);
    assert_true(x[k] != 0 && fabs(x[k]) <= 1e-3 && fabs(entry(root, "qpos", 2) - 100) <= 1e-3);
    for (size_t i = 3; i < 7; i++) length += pow(entry(root, "qpos", i), 2);
    assert_true(fabs(length - 1) < 1e-12);
    json_decref(root);
  }
  assert_true(x[0] == x[1] && x[0] != x[2]);
}

/* --- what is written ---------------------------------------------------------------------------- */

/* lines of a file, the last of them in `line`; all must end and have `fields` fields */
static int count_lines(const char *name, int fields, char *line, size_t size) {
  FILE *stream = fopen(scratch_path(name), "rb");
  assert_non_null(stream);
  int count = 0;
  line[0] = 0;
  while (fgets(line, (int)size, stream)) {
    assert_true(line[0] && line[strlen(line) - 1] == '\n');
    int commas = 0;
    for (const char *p = line; *p; p++) commas += *p == ',';
    assert_int_equal(commas, fields - 1);
    count++;
  }
  fclose(stream);
  return count;
}

static void csv(void **state) {
  (void)state;
  char line[4096];
  json_t *root = run_json("block.xml --key thrown --csv motion.csv --contacts contacts.csv");
  assert_int_equal(last.status, 0);
  // header, start, and a line a step; the last one is the end
  assert_int_equal(count_lines("motion.csv", 33, line, sizeof line), 1002);
  char *field = line;
  assert_true(strtod(field, &field) == real_of(root, "time"));
  for (size_t i = 0; i < 7; i++) assert_true(strtod(field + 1, &field) == entry(root, "qpos", i));
  for (size_t i = 0; i < 6; i++) assert_true(strtod(field + 1, &field) == entry(root, "qvel", i));
  assert_true(strtod(field + 1, &field) == real_of(root, "energy_last"));
  assert_true(strtol(field + 1, &field, 10) == 4);
  assert_true(strtod(field + 1, &field) <= 1e-9);
  assert_int_equal(*field, ',');
  json_decref(root);
  // four contacts in each step, sticking at the end, 2 kg * 10 m/s^2 * 1 ms in all
  assert_int_equal(count_lines("contacts.csv", 27, line, sizeof line), 4001);
  assert_non_null(strstr(line, ",stick,"));
  assert_true(strstr(line, "floor") && strstr(line, "skin"));
  load("contacts.csv", last.out, sizeof last.out);
  double sum = 0, slip = 0;
  char *p = strchr(last.out, '\n') + 1;
  for (int k = 0; k < 4; k++, p = strchr(p, '\n') + 1) {
    assert_non_null(strstr(p, ",slip,"));
    char *q = p;
    for (int i = 0; i < 10; i++) q = strchr(q, ',') + 1;
    sum += strtod(q, NULL);
    for (int i = 0; i < 5; i++) q = strchr(q, ',') + 1;
    slip = strtod(q, NULL);
  }
  assert_true(fabs(sum - 0.02) < 1e-10);
  /* of what slides through the step the mean */
  assert_true(fabs(slip - (2 - 0.5 * 0.5 * 10 * 1e-3)) < 1e-9);
}

static void thinned_and_to_stdout(void **state) {
  (void)state;
  char line[4096];
  assert_int_equal(run("run block.xml --csv few.csv --every 100 -q"), 0);
  assert_string_equal(last.out, "");
  assert_int_equal(count_lines("few.csv", 33, line, sizeof line), 12);
  // the record on stdout, the summary on stderr
  assert_int_equal(run("run block.xml --csv - --steps 3"), 0);
  int lines = 0;
  for (const char *p = last.out; *p; p++) lines += *p == '\n';
  assert_int_equal(lines, 5);
  assert_int_equal(strncmp(last.out, "time,qpos0,", 11), 0);
  assert_non_null(strstr(last.err, "all 3 steps solved"));
  assert_int_equal(run("run block.xml --contacts - --steps 3 -q"), 0);
  assert_int_equal(strncmp(last.out, "time,geom1,", 11), 0);
  assert_string_equal(last.err, "");
}

static void for_people(void **state) {
  (void)state;
  assert_int_equal(run("run block.xml --key thrown --integrator moreau --law pyramid:12"), 0);
  assert_string_equal(last.err, "");
  static const char *const words[] = {
      "block.xml", "thrown",  "moreau", "law pyramid:12",        "1000",       "real time",
      "4 at most", "overlap", "energy", "all 1000 steps solved", "certificate"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (!strstr(last.out, words[k])) fail_msg("'%s' is not in\n%s", words[k], last.out);
  int lines = 0;
  for (const char *p = last.out; *p; p++) lines += *p == '\n';
  assert_true(lines <= 24);
  assert_int_equal(run("run block.xml -q"), 0);
  assert_string_equal(last.out, "");
}

static void a_problem_for_the_solver(void **state) {
  (void)state;
  assert_int_equal(run("run block.xml --key thrown -q --dump-problem step.json --at-step 40"), 0);
  assert_int_equal(run("solve step.json --json"), 0);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "solved");
  assert_true(real_of(json_object_get(root, "problem"), "contacts") == 4);
  json_decref(root);
  assert_int_equal(run("run block.xml -q --steps 5 --dump-problem last.json"), 0);
  assert_int_equal(run("solve last.json -q"), 0);
  assert_refused("run ball.xml --dump-problem none.json -q", "no contact problem");
  assert_refused("run block.xml --steps 5 --dump-problem a.json --at-step 6", "only 5 steps");
}

static void compare_files(const char *a, const char *b) {
  char command[512];
  snprintf(command, sizeof command, "cmp %s %s", scratch_path(a), scratch_path(b));
  assert_int_equal(system(command), 0);
}

/* the same bits twice, with two threads, and after a checkpoint */
static void same_bits(void **state) {
  (void)state;
  assert_int_equal(run("run block.xml --key thrown -q --csv a.csv --contacts ac.csv"), 0);
  assert_int_equal(run("run block.xml --key thrown -q --csv b.csv --threads 2"), 0);
  compare_files("a.csv", "b.csv");
  assert_int_equal(
      run("run block.xml --key thrown -q --csv c.csv --contacts cc.csv --time 0.3 --save c.state"),
      0);
  // the program went on and was killed before it could save again
  FILE *stream = fopen(scratch_path("c.csv"), "ab");
  fputs("0.5,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n0.6,1,", stream);
  fclose(stream);
  assert_int_equal(
      run("run block.xml -q --csv c.csv --contacts cc.csv --time 0.7 --resume c.state"), 0);
  compare_files("a.csv", "c.csv");
  compare_files("ac.csv", "cc.csv");
  // checkpoints on the way do not change it; the last one is that of the end
  assert_int_equal(run("run block.xml --key thrown -q --save d.state --save-every 0.3 --steps 950"),
                   0);
  assert_int_equal(run("run block.xml -q --csv d.csv --steps 50 --resume d.state"), 0);
  char end_a[4096], end_d[4096];
  count_lines("a.csv", 33, end_a, sizeof end_a);
  assert_int_equal(count_lines("d.csv", 33, end_d, sizeof end_d), 52);
  assert_string_equal(end_a, end_d);
}

/* other options than those of the checkpoint are allowed, not in silence */
static void resumed_with_other_options(void **state) {
  (void)state;
  assert_int_equal(run("run block.xml --key thrown -q --steps 10 --save o.state"), 0);
  assert_int_equal(run("run block.xml --steps 10 --resume o.state"), 0);
  assert_null(strstr(last.out, "notice"));
  assert_int_equal(run("run block.xml --steps 10 --resume o.state --dt 0.002"), 0);
  assert_non_null(strstr(last.out, "other options"));
  json_t *root = run_json("block.xml --steps 10 --resume o.state --dt 0.002");
  assert_non_null(strstr(text_of(root, "resume_notice"), "dt"));
  json_decref(root);
}

/* --- what is refused ---------------------------------------------------------------------------- */

static void usage_errors(void **state) {
  (void)state;
  assert_refused("run", "MODEL: is missing");
  assert_refused("run a.xml b.xml", "too many");
  assert_refused("run block.xml --dt 0", "--dt: must be a number above 0");
  assert_refused("run block.xml --dt -0.001", "--dt: must be a number above 0");
  assert_refused("run block.xml --dt nan", "--dt: must be a number");
  assert_refused("run block.xml --dt inf", "--dt: must be a number");
  assert_refused("run block.xml --dt 1ms", "--dt: must be a number");
  assert_refused("run block.xml --time -1", "--time");
  assert_refused("run block.xml --time nan", "--time");
  assert_refused("run block.xml --time 1e30", "more than");
  assert_refused("run block.xml --time 1 --steps 5", "goes without --time");
  assert_refused("run block.xml --steps -5", "--steps");
  assert_refused("run block.xml --solver lemkee", "did you mean 'lemke'");
  assert_refused("run block.xml --solver auto,nsgs", "is no solver");
  assert_refused("run block.xml --law cne", "did you mean 'cone'");
  assert_refused("run block.xml --law pyramid:5", "even");
  assert_refused("run ball.xml --solver lemke --law cone", "lemke does not handle the exact cone");
  assert_refused("run block.xml --integrator moreo", "did you mean 'moreau'");
  assert_refused("run block.xml --coordinates maximal", "minimal, redundant or embedded");
  assert_refused("run block.xml --restitution 1.1", "up to 1");
  assert_refused("run block.xml --restitution-law newtons", "did you mean 'newton'");
  assert_refused("run block.xml --stabilize tarjet", "did you mean 'target'");
  assert_refused("run block.xml --on-failure panic", "stop, continue or halve");
  assert_refused("run block.xml --push 0", "--push");
  assert_refused("run block.xml --threads 0", "--threads");
  assert_refused("run block.xml --tol 0", "--tol");
  assert_refused("run block.xml --cvs x", "did you mean '--csv'");
  assert_refused("run block.xml --key throwm", "did you mean 'thrown'");
  assert_refused("run block.xml --key 2", "no keyframe '2'; it has 2");
  assert_refused("run ball.xml --key 0", "has no keyframes");
  assert_refused("run block.xml --every 0", "--every");
  assert_refused("run block.xml --save-every 1", "needs --save");
  assert_refused("run block.xml --at-step 1", "needs --dump-problem");
  assert_refused("run block.xml --dump-problem step.xml", "ends in none of .json");
  assert_refused("run block.xml --csv a --contacts a", "same file");
  assert_refused("run block.xml --csv block.xml", "same file as MODEL");
  assert_refused("run block.xml --csv ./block.xml", "same file as MODEL");
  assert_refused("run block.xml --resume x --key 1", "leave out --key");
  // the model is still there
  assert_int_equal(run("run block.xml --steps 1 -q"), 0);
}

/* a scene in which nothing moves is a scene: time passes */
static void still_scenes(void **state) {
  (void)state;
  static const char *const scenes[] = {"empty.xml", "fixed.xml"};
  for (int k = 0; k < 2; k++) {
    char command[128];
    snprintf(command, sizeof command, "run %s --steps 3 --csv still.csv --html still.html",
             scenes[k]);
    assert_int_equal(run(command), 0);
    assert_non_null(strstr(last.out, "steps     3"));
    assert_non_null(strstr(last.out, "nothing in it can move: there is no joint"));
  }
}

static void bad_models_and_states(void **state) {
  (void)state;
  assert_refused("run nothing.xml", "nothing.xml: No such file");
  assert_refused("run nan.xml --key 0", "nan.xml");
  assert_refused("run nan2.xml --key 0", "nan2.xml");
  assert_refused("run setting.xml", "rigor.solver");
  scratch_text("broken.state", "{\"format\": \"rigor-checkpoint\"");
  assert_refused("run block.xml --resume broken.state", "broken.state");
  assert_refused("run block.xml --resume none.state", "none.state: No such file");
  // a checkpoint of another model
  assert_int_equal(run("run ball.xml -q --steps 1 --save ball.state"), 0);
  assert_refused("run block.xml --resume ball.state", "ball.state");
}

static void errors_in_json(void **state) {
  (void)state;
  static const char *const cases[] = {"block.xml --dt 0", "nothing.xml",
                                      "block.xml --csv /dev/full", "block.xml --csv -",
                                      "block.xml --resume none"};
  for (int k = 0; k < 5; k++) {
    json_t *root = run_json(cases[k]);
    assert_int_equal(last.status, 2);
    assert_string_equal(text_of(root, "status"), "bad input");
    assert_true(text_of(json_object_get(root, "error"), "reason")[0] != 0);
    json_decref(root);
  }
}

static void places_that_take_nothing(void **state) {
  (void)state;
  assert_refused("run block.xml --csv /dev/full", "/dev/full: No space left");
  assert_refused("run block.xml --contacts /dev/full -q", "/dev/full: No space left");
  assert_refused("run block.xml --save /dev/full -q", "/dev/full: No space left");
  assert_refused("run block.xml --csv no/folder.csv", "no/folder.csv: No such file");
  assert_refused("run block.xml --save no/folder.state", "no/folder.state: No such file");
  assert_refused("run block.xml --csv .", "irectory");
  assert_refused("run block.xml --save .", "irectory");
  if (geteuid() != 0) {
    scratch_text("mine.csv", "mine");
    chmod(scratch_path("mine.csv"), 0444);
    assert_refused("run block.xml --csv mine.csv", "mine.csv: Permission denied");
    assert_refused("run block.xml --save mine.csv", "mine.csv: Permission denied");
  }
  // a disk that is full after 64 kB: the run ends, the record is whole until there
  char command[1024], line[4096];
  snprintf(command, sizeof command,
           "cd %s && ulimit -f 64 && '%s' run block.xml --time 10 --csv big.csv >out.txt 2>err.txt",
           scratch_folder, RIGOR_PROGRAM);
  int status = system(command);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
  load("err.txt", last.err, sizeof last.err);
  assert_non_null(strstr(last.err, "big.csv: File too large"));
  assert_true(count_lines("big.csv", 33, line, sizeof line) > 50);
  // a reader that went away
  snprintf(
      command, sizeof command,
      "cd %s && { '%s' run block.xml --time 60 --csv - -q 2>err.txt; echo $? >rc.txt; } | head -3"
      " >out.txt",
      scratch_folder, RIGOR_PROGRAM);
  assert_int_equal(system(command), 0);
  load("rc.txt", last.out, sizeof last.out);
  assert_string_equal(last.out, "2\n");
  load("err.txt", last.err, sizeof last.err);
  assert_non_null(strstr(last.err, "standard output"));
}

/* --- ends that nobody planned ------------------------------------------------------------------- */

/* starts a run that would take very long, waits until it has written, sends the signal; wait status */
static int end_by(int number, const char *extra) {
  char command[1024];
  struct stat facts;
  struct timespec moment = {.tv_nsec = 20000000};
  snprintf(command, sizeof command,
           "cd %s && exec '%s' run block.xml --key thrown --time 1e7 --csv long.csv %s >out.txt "
           "2>err.txt",
           scratch_folder, RIGOR_PROGRAM, extra);
  unlink(scratch_path("long.csv"));
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  for (int k = 0; k < 250; k++) {
    nanosleep(&moment, NULL);
    if (stat(scratch_path("long.csv"), &facts) == 0 && facts.st_size > 200000) break;
  }
  kill(child, number);
  int status;
  waitpid(child, &status, 0);
  return status;
}

static void interrupted(void **state) {
  (void)state;
  char line[4096];
  static const int numbers[] = {SIGINT, SIGTERM};
  for (int k = 0; k < 2; k++) {
    int status = end_by(numbers[k], "--save end.state");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    load("out.txt", last.out, sizeof last.out);
    assert_non_null(strstr(last.out, "interrupted"));
    int lines = count_lines("long.csv", 33, line, sizeof line);
    char steps[64];
    snprintf(steps, sizeof steps, "steps     %d of", lines - 2);
    assert_non_null(strstr(last.out, steps));
    // and it can go on from there
    assert_int_equal(run("run block.xml -q --resume end.state --csv long.csv --steps 10"), 0);
    assert_int_equal(count_lines("long.csv", 33, line, sizeof line), lines + 10);
  }
  int status = end_by(SIGINT, "--json");
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  load("out.txt", last.out, sizeof last.out);
  json_t *root = parse_stdout();
  assert_string_equal(text_of(root, "status"), "interrupted");
  json_decref(root);
}

/* whole lines, a step from each to the next; only the very last line may be torn. Returns how many there are. */
static int check_motion(int torn_allowed) {
  FILE *stream = fopen(scratch_path("long.csv"), "rb");
  char line[4096];
  int count = 0;
  double time = -0.001;
  assert_non_null(stream);
  while (fgets(line, sizeof line, stream)) {
    if (line[strlen(line) - 1] != '\n') {
      assert_true(torn_allowed && fgetc(stream) == EOF);
      break;
    }
    int commas = 0;
    for (const char *p = line; *p; p++) commas += *p == ',';
    assert_int_equal(commas, 32);
    if (count++ == 0) continue;
    assert_true(fabs(strtod(line, NULL) - time - 0.001) < 1e-6);
    time = strtod(line, NULL);
  }
  fclose(stream);
  return count;
}

static void killed(void **state) {
  (void)state;
  int status = end_by(SIGKILL, "");
  assert_true(WIFSIGNALED(status));
  assert_true(check_motion(1) > 500);
  // with checkpoints on the way the motion goes on as if nothing had happened
  status = end_by(SIGKILL, "--save k.state --save-every 0.01");
  assert_true(WIFSIGNALED(status));
  assert_int_equal(run("run block.xml --resume k.state --csv long.csv --json --steps 300"), 0);
  json_t *root = parse_stdout();
  int lines = check_motion(0);
  assert_true(fabs(real_of(root, "time") - (lines - 2) * 0.001) < 1e-6);
  json_decref(root);
}

/* a hinge that starts 0.5 rad beyond its range stays there: the summary says so */
static void beyond_its_range(void **state) {
  (void)state;
  scratch_text("range.xml",
               "<mujoco><option gravity=\"0 0 0\"/><compiler angle=\"radian\"/><worldbody><body>"
               "<joint name=\"elbow\" axis=\"0 1 0\" limited=\"true\" range=\"0.5 1\"/>"
               "<geom type=\"sphere\" size=\"0.1\" pos=\"0 0 1\"/></body></worldbody></mujoco>");
  assert_int_equal(run("run range.xml --steps 3"), 0);
  assert_non_null(strstr(last.out, "limits    joint elbow is 0.5 rad beyond its range, at 0 s"));
  json_t *root = run_json("range.xml --steps 3");
  assert_true(real_of(root, "limit_max") == 0.5 && real_of(root, "limit_max_joint") == 0);
  json_decref(root);
  assert_int_equal(run("run block.xml --steps 3"), 0);
  assert_null(strstr(last.out, "limits    "));
}

/* a step that cannot be solved: the solver may do one iteration and must reach rounding */
static void unsolved_steps(void **state) {
  (void)state;
  const char *hard = "block.xml --key thrown --solver nsgs --max-iterations 1 --tol 1e-15 --cold "
                     "--split any --steps 20";
  char arguments[512];
  json_t *root = run_json(hard);
  assert_int_equal(last.status, 1);
  assert_string_equal(text_of(root, "status"), "limit reached");
  assert_true(real_of(root, "unsolved_steps") == 1 && real_of(root, "steps") < 20);
  const json_t *first = json_array_get(json_object_get(root, "unsolved"), 0);
  assert_true(real_of(first, "step") == real_of(root, "steps") + 1);
  assert_string_equal(text_of(first, "status"), "limit reached");
  json_decref(root);
  snprintf(arguments, sizeof arguments, "%s --on-failure continue", hard);
  root = run_json(arguments);
  assert_int_equal(last.status, 1);
  assert_true(real_of(root, "steps") == 20 && real_of(root, "unsolved_steps") > 1);
  json_decref(root);
  snprintf(arguments, sizeof arguments, "run %s --dump-problem unsolved.json", hard);
  assert_int_equal(run(arguments), 1);
  assert_non_null(strstr(last.out, "NOT solved"));
  assert_non_null(strstr(last.out, "limit reached"));
  assert_int_equal(run("solve unsolved.json -q"), 0);
}

static int says_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
    int before = at > text && (isalpha((unsigned char)at[-1]) || at[-1] == '_');
    if (!before && !isalpha((unsigned char)at[length])) return 1;
  }
  return 0;
}

/* Energies beyond 1e308, in steps that are free motion and nothing else: no command prints as a number what is none, and the
   motion is not proved. */
static void no_number_that_is_none(void **state) {
  (void)state;
  scratch_text("heavy.xml",
               "<mujoco><option gravity='0 0 -1e200'/><worldbody><geom type='plane' size='1 1 1'/>"
               "<body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  scratch_text("fast.xml",
               "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1' mass='1e300'/>"
               "</body></worldbody><keyframe><key name='k' qpos='0 0 1 1 0 0 0' "
               "qvel='1e180 0 0 0 0 0'/></keyframe></mujoco>");
  static const char *const asked[] = {
      "run heavy.xml --steps 3",
      "run heavy.xml --steps 3 --json",
      "run fast.xml --key k --steps 3",
      "run fast.xml --key k --steps 3 --json",
      "compare heavy.xml --steps 3 --dt 0.001,0.002",
      "compare fast.xml --key k --steps 3 --dt 0.001,0.002",
      "frame heavy.xml",
      "frame fast.xml --key k",
      "frame fast.xml --key k --json",
      "batch heavy.xml --count 2 --steps 3",
  };
  for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
    run(asked[k]);
    int said = says_word(last.out, "nan") || says_word(last.out, "inf");
    if (said) print_error("%s: %s\n", asked[k], last.out);
    assert_false(said);
    assert_null(strstr(last.out, "motion proved"));
  }
  assert_int_equal(run("frame fast.xml --key k"), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(help_and_manual),
                                     cmocka_unit_test(falls),
                                     cmocka_unit_test(slides_and_stops),
                                     cmocka_unit_test(the_sliding_cube),
                                     cmocka_unit_test(how_long_and_from_where),
                                     cmocka_unit_test(perturbed_start),
                                     cmocka_unit_test(csv),
                                     cmocka_unit_test(thinned_and_to_stdout),
                                     cmocka_unit_test(for_people),
                                     cmocka_unit_test(a_problem_for_the_solver),
                                     cmocka_unit_test(same_bits),
                                     cmocka_unit_test(resumed_with_other_options),
                                     cmocka_unit_test(usage_errors),
                                     cmocka_unit_test(still_scenes),
                                     cmocka_unit_test(bad_models_and_states),
                                     cmocka_unit_test(errors_in_json),
                                     cmocka_unit_test(places_that_take_nothing),
                                     cmocka_unit_test(interrupted),
                                     cmocka_unit_test(killed),
                                     cmocka_unit_test(beyond_its_range),
                                     cmocka_unit_test(unsolved_steps),
                                     cmocka_unit_test(no_number_that_is_none)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
