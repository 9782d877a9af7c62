/* rigor sweep: rows in closed form, the same bytes for any number of workers and ranks and after any death, every mistake. */
#include "cli/program.h"

#include <rigor/record.h>

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#define RAIL                                                                                       \
  "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><body name='cart'><joint name='x' " \
  "type='slide' axis='1 0 0'/><geom name='box' size='0.1' mass='2'/></body></worldbody>"           \
  "<actuator><motor name='push' joint='x' gear='3' ctrlrange='-2 2'/></actuator>"                  \
  "<sensor><jointpos name='place' joint='x'/></sensor></mujoco>"
/* a box on an incline of 30 degrees; friction brakes it or not */
#define INCLINE                                                                                    \
  "<mujoco><option gravity='4.905 0 -8.4957092111253432' timestep='0.01'/><worldbody><geom "       \
  "name='floor' type='plane' size='0 0 1' friction='0.1 0 0'/><body name='box' pos='0 0 0.1'>"     \
  "<freejoint name='free'/><geom name='box' type='box' size='0.3 0.3 0.1' mass='2' friction='0.1 " \
  "0 "                                                                                             \
  "0'/></body></worldbody></mujoco>"

/* a spec with ' for " */
static void write_spec(const char *name, const char *text) {
  char spec[2048];
  snprintf(spec, sizeof spec, "%s", text);
  for (char *c = spec; *c; c++)
    if (*c == '\'') *c = '"';
  scratch_text(name, spec);
}

static int write_models(void **state) {
  if (scratch_make(state) != 0) return 1;
  scratch_text("rail.xml", RAIL);
  scratch_text("incline.xml", INCLINE);
  return 0;
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* --- reading the lines ------------------------------------------------------------------------------- */

static char table[1 << 18];

/* a cell of a file of lines as text; "" where there is none */
static const char *cell_text(const char *file, const char *column, int row) {
  static char text[256];
  load(file, table, sizeof table);
  char *header = table, *line = strchr(table, '\n');
  assert_non_null(line);
  *line++ = 0;
  for (int i = 0; i < row && line; i++) line = strchr(line, '\n') + 1;
  int at = 0, found = 0;
  for (char *name = strtok(header, ","); name; name = strtok(NULL, ","), at++)
    if (strcmp(name, column) == 0) {
      found = 1;
      break;
    }
  if (!found) fail_msg("no column %s", column);
  for (int k = 0; k < at; k++) line = strchr(line, ',') + 1;
  snprintf(text, sizeof text, "%.*s", (int)strcspn(line, ",\n"), line);
  return text;
}

static double cell(const char *file, const char *column, int row) {
  return atof(cell_text(file, column, row));
}

static int count_lines(const char *file) {
  int count = 0;
  load(file, table, sizeof table);
  for (const char *c = table; *c; c++) count += *c == '\n';
  return count;
}

static int same_bytes(const char *a, const char *b) {
  size_t one = 0, two = 0;
  char *x = scratch_load(scratch_path(a), &one), *y = scratch_load(scratch_path(b), &two);
  int same = x && y && one == two && one > 0 && memcmp(x, y, one) == 0;
  free(x);
  free(y);
  return same;
}

static void forget(const char *name) {
  char journal[128];
  snprintf(journal, sizeof journal, "%s.journal", name);
  unlink(scratch_path(name));
  unlink(scratch_path(journal));
}

/* --- rows -------------------------------------------------------------------------------------------------- */

/* v = gear ctrl t / m at every point of the grid; measures by name */
static void closed_form(void **state) {
  (void)state;
  write_spec("grid.json",
             "{'model': 'rail.xml', 'steps': 100, 'options': {'integrator': ['euler', "
             "'midpoint']}, 'parameters': [{'name': 'mass', 'of': 'cart', 'values': [1, 2, 5]},"
             "{'name': 'ctrl', 'of': 'push', 'from': -1, 'to': 1, 'count': 3}],"
             "'measures': ['qvel', {'measure': 'sensor', 'of': 'place'}, 'energy', 'steps', "
             "{'measure': 'qvel', 'of': 'x', 'take': 'mean', 'as': 'mean'}]}");
  forget("grid.csv");
  assert_int_equal(run("sweep grid.json -o grid.csv"), 0);
  assert_int_equal(count_lines("grid.csv"), 19);
  static const double masses[] = {1, 2, 5};
  for (int t = 0; t < 18; t++) {
    double m = masses[t % 9 / 3], force = 3.0 * (t % 3 - 1), v = force / m;
    near(cell("grid.csv", "task", t), t, 0);
    near(cell("grid.csv", "option", t), t / 9, 0);
    near(cell("grid.csv", "mass:cart", t), m, 0);
    near(cell("grid.csv", "qvel", t), v, 1e-12);
    near(cell("grid.csv", "energy", t), m * v * v / 2, 1e-12);
    near(cell("grid.csv", "mean", t), v * 0.505, 1e-12);
    /* semi-implicit Euler is dt v / 2 ahead of the parabola; sensors are those of the start of the step */
    near(cell("grid.csv", "sensor:place", t), v / 2, 0.02 * fabs(v) + 1e-12);
    near(cell("grid.csv", "steps", t), 100, 0);
  }
}

/* slides where mu < tan 30; a = g (sin - mu cos), rest at once otherwise */
static void slip_and_rest(void **state) {
  (void)state;
  write_spec("incline.json",
             "{'model': 'incline.xml', 'time': 1, 'parameters': [{'name': 'friction', 'values': "
             "[0.2, 0.4, 0.6, 0.8]}], 'slip': {'of': ['floor', 'box']}, 'measures': ['slip', "
             "{'measure': 'time', 'take': 'slip'}, {'measure': 'time', 'take': 'rest', 'as': "
             "'rest'}, {'measure': 'force', 'of': 'floor'}, {'measure': 'friction', 'of': ['box', "
             "'floor']}, {'measure': 'qvel', 'of': 'free'}, 'certificate']}");
  forget("incline.csv");
  assert_int_equal(run("sweep incline.json -o incline.csv"), 0);
  const double cosine = 0.86602540378443865;
  double g = 9.81, normal = 2 * g * cosine;
  for (int t = 0; t < 4; t++) {
    double mu = 0.2 + 0.2 * t, a = fmax(0, g * (0.5 - mu * cosine));
    near(cell("incline.csv", "qvel:free[0]", t), a, 1e-9);
    near(cell("incline.csv", "force:floor", t), normal, 1e-8);
    near(cell("incline.csv", "friction:box:floor", t), fmin(mu * normal, 2 * g * 0.5), 1e-8);
    near(cell("incline.csv", "slip", t), a / 2, 0.02 * a + 1e-12);
    int slides = t < 2;
    assert_string_equal(cell_text("incline.csv", slides ? "rest" : "time:slip", t), "nan");
    near(cell("incline.csv", slides ? "time:slip" : "rest", t), 0.01, 1e-12);
  }
}

/* each stratum of every parameter has one point; draws are in range, of a logarithmic range evenly in the logarithm */
static void designs(void **state) {
  (void)state;
  static const char *const form =
      "{'model': 'rail.xml', 'steps': 1, 'design': '%s', 'count': 64, 'seed': %d, 'parameters': "
      "[{'name': 'mass', 'of': 'cart', 'from': 1, 'to': 9}, {'name': 'damping', 'from': 0.01, "
      "'to': 100, 'log': true}], 'measures': ['time']}";
  char text[1024];
  for (int seed = 1; seed <= 3; seed++)
    for (int latin = 0; latin < 2; latin++) {
      int hit[2][64] = {{0}}, most = 0;
      snprintf(text, sizeof text, form, latin ? "latin" : "random", seed);
      write_spec("drawn.json", text);
      forget("drawn.csv");
      assert_int_equal(run("sweep drawn.json -o drawn.csv"), 0);
      for (int t = 0; t < 64; t++) {
        double m = cell("drawn.csv", "mass:cart", t), d = cell("drawn.csv", "damping", t);
        assert_true(m >= 1 && m <= 9 && d >= 0.01 && d <= 100);
        int a = (int)((m - 1) / 8 * 64), b = (int)((log10(d) + 2) / 4 * 64);
        if (++hit[0][a] > most) most = hit[0][a];
        if (++hit[1][b] > most) most = hit[1][b];
      }
      assert_true(latin ? most == 1 : most > 1);
    }
}

/* --- the same bytes ------------------------------------------------------------------------------------------ */

static const char *const mixed =
    "{'models': ['rail.xml', 'incline.xml'], 'options': {'integrator': ['euler', 'moreau']}, "
    "'steps': 700, 'repeat': 3, 'noise': {'qpos': 0.01, 'qvel': 0.1}, 'design': 'latin', 'count': "
    "12, 'seed': 5, 'parameters': [{'name': 'gravity', 'entry': 0, 'from': -3, 'to': 3}, {'name': "
    "'mass', 'scale': true, 'from': 0.5, 'to': 2}], 'measures': ['qpos', 'qvel', 'slip', "
    "'certificate', {'measure': 'speed', 'take': 'max'}]}";
enum { MIXED_TASKS = 144 };

static const char *ending(void) { return rg_has_fclib() ? "h5" : "csv"; }

static double undisturbed; /* s that one worker took */

static void make_undisturbed(void) {
  char command[128];
  if (undisturbed > 0) return;
  write_spec("mixed.json", mixed);
  snprintf(command, sizeof command, "sweep mixed.json -o whole.%s --threads 1 --restart --json",
           ending());
  assert_int_equal(run(command), 0);
  json_t *root = parse_stdout();
  undisturbed = json_real_value(json_object_get(root, "seconds"));
  json_decref(root);
}

static void workers(void **state) {
  (void)state;
  char command[128], name[32], whole[32];
  make_undisturbed();
  snprintf(whole, sizeof whole, "whole.%s", ending());
  for (int n = 2; n <= 5; n += 3) {
    snprintf(name, sizeof name, "w%d.%s", n, ending());
    snprintf(command, sizeof command, "sweep mixed.json -o %s --threads %d", name, n);
    assert_int_equal(run(command), 0);
    assert_true(same_bytes(whole, name));
  }
}

/* --- deaths ------------------------------------------------------------------------------------------------------ */

static unsigned draw_state = 12345;
static unsigned draw(unsigned below) {
  draw_state = draw_state * 1664525u + 1013904223u;
  return (draw_state >> 8) % below;
}

static void nap(double seconds) {
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
  nanosleep(&t, NULL);
}

/* the processes below one, itself included */
static int descendants(pid_t root, pid_t *pid, int most) {
  int count = 0;
  pid[count++] = root;
  for (int k = 0; k < count; k++) {
    char path[64], text[4096] = "";
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid[k], (int)pid[k]);
    FILE *stream = fopen(path, "r");
    if (!stream) continue;
    text[fread(text, 1, sizeof text - 1, stream)] = 0;
    fclose(stream);
    for (char *word = strtok(text, " "); word && count < most; word = strtok(NULL, " "))
      pid[count++] = (pid_t)atoi(word);
  }
  return count;
}

/* starts "sh -c COMMAND" in the scratch folder, in the background */
static pid_t start(const char *command) {
  pid_t pid = fork();
  if (pid == 0) {
    int out = -1;
    if (chdir(scratch_folder) == 0)
      out = open("background.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, 1);
    dup2(out, 2);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  return pid;
}

static int finish(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0) {}
  return status;
}

/* killed again and again, each time somebody else at another moment, then done: the same file. How often it was with a part
   of the rows done */
static int killed_and_resumed(const char *launcher, int kills, const char *name) {
  char command[1024], whole[32], journal[64];
  int halfway = 0;
  struct stat facts;
  snprintf(whole, sizeof whole, "whole.%s", ending());
  snprintf(journal, sizeof journal, "%s.journal", whole);
  long full = stat(scratch_path(journal), &facts) == 0 ? (long)facts.st_size : 0;
  snprintf(journal, sizeof journal, "%s.journal", name);
  forget(name);
  snprintf(command, sizeof command, "exec %s '%s' sweep mixed.json -o %s --resume", launcher,
           RIGOR_PROGRAM, name);
  for (int k = 0; k < kills; k++) {
    pid_t pid[64], root = start(command);
    nap((launcher[0] ? 0.5 : 0.02) + 0.0002 * draw(1000) * undisturbed);
    int count = descendants(root, pid, 64);
    kill(pid[draw((unsigned)count)], SIGKILL);
    /* a worker is replaced, and the job goes on */
    nap(0.0001 * draw(1000) * undisturbed);
    kill(root, SIGKILL);
    finish(root);
    if (stat(scratch_path(journal), &facts) == 0)
      halfway += facts.st_size > 64 && facts.st_size < full;
  }
  /* ranks whose mpirun was killed take a moment to notice: until then the lock is theirs */
  int status = finish(start(command));
  for (int k = 0; k < 100 && status; k++) {
    load("background.txt", last.out, sizeof last.out);
    if (!strstr(last.out, "another sweep writes it")) fail_msg("%s", last.out);
    nap(0.1);
    status = finish(start(command));
  }
  assert_int_equal(status, 0);
  if (!same_bytes(whole, name)) fail_msg("%s differs", name);
  return halfway;
}

static void killed(void **state) {
  (void)state;
  char name[32];
  make_undisturbed();
  snprintf(name, sizeof name, "killed.%s", ending());
  int halfway = 0;
  for (int k = 0; k < (getenv("RIGOR_FULL") ? 40 : 2); k++)
    halfway += killed_and_resumed("", 5, name);
  assert_true(halfway > 0);
}

static const char *launcher(int ranks) {
  static char text[128];
  if (system("mpirun --version >/dev/null 2>&1") != 0) skip();
  char module[512];
  snprintf(module, sizeof module, "%s", RIGOR_PROGRAM);
  strcpy(strrchr(module, '/'), "/sweep/rigor_sweep_mpi.so");
  if (access(module, R_OK) != 0) skip();
  /* what Open MPI leaks is not ours */
  snprintf(text, sizeof text, "env ASAN_OPTIONS=detect_leaks=0 mpirun %s --oversubscribe -n %d",
           getuid() == 0 ? "--allow-run-as-root" : "", ranks);
  return text;
}

static void ranks(void **state) {
  (void)state;
  char name[32], command[512], whole[32];
  make_undisturbed();
  snprintf(whole, sizeof whole, "whole.%s", ending());
  for (int n = 1; n <= 3; n += 2) {
    snprintf(name, sizeof name, "mpi%d.%s", n, ending());
    snprintf(command, sizeof command, "exec %s '%s' sweep mixed.json -o %s", launcher(n),
             RIGOR_PROGRAM, name);
    assert_int_equal(finish(start(command)), 0);
    assert_true(same_bytes(whole, name));
  }
}

static void ranks_killed(void **state) {
  (void)state;
  char name[32];
  make_undisturbed();
  snprintf(name, sizeof name, "mpikilled.%s", ending());
  for (int k = 0; k < (getenv("RIGOR_FULL") ? 10 : 1); k++)
    (void)killed_and_resumed(launcher(3), 3, name);
}

/* what is broken in the journal is cut and done again */
static void damaged(void **state) {
  (void)state;
  char name[32], whole[32], journal[64], command[128];
  make_undisturbed();
  snprintf(whole, sizeof whole, "whole.%s", ending());
  snprintf(name, sizeof name, "damaged.%s", ending());
  snprintf(journal, sizeof journal, "whole.%s.journal", ending());
  size_t size = 0;
  char *bytes = scratch_load(scratch_path(journal), &size);
  assert_true(bytes && size > 1000);
  snprintf(journal, sizeof journal, "damaged.%s.journal", ending());
  snprintf(command, sizeof command, "sweep mixed.json -o %s --resume --json", name);
  for (int k = 0; k < 12; k++) {
    char *copy = malloc(size);
    memcpy(copy, bytes, size);
    size_t left = size, place = 64 + draw((unsigned)size - 64);
    if (k % 2) left = place;
    else copy[place] = (char)(copy[place] ^ (1 << draw(8)));
    scratch_bytes(journal, copy, left);
    free(copy);
    unlink(scratch_path(name));
    assert_int_equal(run(command), 0);
    json_t *root = parse_stdout();
    long before = (long)json_integer_value(json_object_get(root, "before"));
    /* what was before the damage is kept */
    assert_true(before < MIXED_TASKS && before >= (long)((double)place / (double)size * 140) - 2);
    json_decref(root);
    assert_true(same_bytes(whole, name));
  }
  free(bytes);
}

/* --- tasks that do not end well --------------------------------------------------------------------------------- */

static const char *const endless =
    "{'model': 'rail.xml', 'time': 10, 'options': {'dt': [0.01, 1e-10, 0.02]}, 'limit': %s, "
    "'parameters': [{'name': 'mass', 'of': 'cart', 'values': [1, -1]}], 'measures': ['time']}";

static void hanging(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, endless, "0.3");
  write_spec("endless.json", text);
  forget("endless.csv");
  assert_int_equal(run("sweep endless.json -o endless.csv --threads 2"), 1);
  assert_non_null(strstr(last.out, "not all solved"));
  static const char *const states[] = {"solved",  "refused", "timeout",
                                       "refused", "solved",  "refused"};
  for (int t = 0; t < 6; t++) assert_string_equal(cell_text("endless.csv", "state", t), states[t]);
  assert_string_equal(cell_text("endless.csv", "reason", 2), "not done after 0.3 s");
  near(cell("endless.csv", "time", 4), 10, 1e-9);
}

/* whoever does task 2 is ended from outside: once is forgiven, twice is a row */
static void crashing(void **state) {
  (void)state;
  char text[1024], command[512];
  snprintf(text, sizeof text, endless, "60");
  write_spec("crash.json", text);
  forget("crash.csv");
  snprintf(command, sizeof command, "exec '%s' sweep crash.json -o crash.csv --threads 1",
           RIGOR_PROGRAM);
  pid_t pid[8], root = start(command), victim = 0;
  for (int k = 0; k < 2; k++) {
    for (int wait = 0; wait < 600; wait++) {
      nap(0.02);
      /* program, foreman, worker */
      if (descendants(root, pid, 8) == 3 && pid[2] != victim && wait > 5) break;
    }
    victim = pid[2];
    kill(victim, SIGSEGV);
  }
  int status = finish(root);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
  assert_string_equal(cell_text("crash.csv", "state", 2), "crashed");
  assert_string_equal(cell_text("crash.csv", "state", 4), "solved");
  /* under the sanitizers the signal is a status */
  const char *reason = cell_text("crash.csv", "reason", 2);
  assert_true(strstr(reason, "ended by signal 11") || strstr(reason, "ended with status"));
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static void full_disk(void **state) {
  (void)state;
  char command[512], name[32], whole[32];
  make_undisturbed();
  snprintf(whole, sizeof whole, "whole.%s", ending());
  snprintf(name, sizeof name, "full.%s", ending());
  forget(name);
  snprintf(command, sizeof command, "ulimit -f 8; exec '%s' sweep mixed.json -o %s", RIGOR_PROGRAM,
           name);
  int status = finish(start(command));
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 2);
  load("background.txt", last.out, sizeof last.out);
  assert_non_null(strstr(last.out, ".journal"));
  snprintf(command, sizeof command, "sweep mixed.json -o %s --resume --json", name);
  assert_int_equal(run(command), 0);
  json_t *root = parse_stdout();
  assert_true(json_integer_value(json_object_get(root, "before")) > 5);
  json_decref(root);
  assert_true(same_bytes(whole, name));
}

static void two_at_once(void **state) {
  (void)state;
  char text[1024], command[512];
  snprintf(text, sizeof text, endless, "60");
  write_spec("slow.json", text);
  forget("slow.csv");
  snprintf(command, sizeof command, "exec '%s' sweep slow.json -o slow.csv", RIGOR_PROGRAM);
  pid_t root = start(command);
  for (int k = 0; k < 500 && access(scratch_path("slow.csv.journal"), F_OK) != 0; k++) nap(0.01);
  nap(0.1);
  assert_refused("sweep slow.json -o slow.csv --resume", "another sweep writes it");
  assert_refused("sweep slow.json -o slow.csv --restart", "another sweep writes it");
  assert_refused("sweep slow.json -o slow.csv", "is there already");
  /* asked to end, it ends with what there is */
  kill(root, SIGINT);
  int status = finish(root);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
  assert_true(count_lines("slow.csv") >= 2);
}

static void refuse_spec(const char *spec, const char *text) {
  write_spec("wrong.json", spec);
  assert_refused("sweep wrong.json -o wrong.csv", text);
}

#define REST "'measures': ['time']}"
static void mistakes(void **state) {
  (void)state;
  assert_refused("sweep grid.json", "--output");
  assert_refused("sweep grid.json -o a.txt", "ends in none of");
  assert_refused("sweep grid.json -o no/such/folder.csv", "no/such/folder.csv");
  assert_refused("sweep none.json -o a.csv", "none.json");
  assert_refused("sweep grid.json -o a.csv --threads 0", "--threads");
  assert_refused("sweep grid.json --task 18", "there are 18 tasks");
  assert_refused("sweep grid.json -o a.csv --resume --restart", "--restart");
  assert_refused("sweep grid.json -o a.csv --svg a.svg --plot no", "no measure 'no'");
  refuse_spec("{'model': 'rail.xml',", "wrong.json:1:");
  refuse_spec("{'model': 'rail.xml'}", "measures");
  refuse_spec("{'models': [], " REST, "is empty");
  refuse_spec("{'model': 'gone.xml', " REST, "gone.xml");
  refuse_spec("{'model': 'rail.xml', 'sede': 3, " REST, "'sede' is no key");
  refuse_spec("{'model': 'rail.xml', 'repeat': 0, " REST, "repeat");
  refuse_spec("{'model': 'rail.xml', 'key': 'hold', " REST, "no keyframe 'hold'");
  refuse_spec("{'model': 'rail.xml', 'options': {'tool': 1}, " REST, "rigor.tool");
  refuse_spec("{'model': 'rail.xml', 'options': {'tol': [1e-9, 2]}, " REST, "rigor.tol");
  refuse_spec("{'model': 'rail.xml', 'design': 'random', 'count': 0, 'parameters': [{'name': "
              "'mass', 'from': 1, 'to': 2}], " REST,
              "count");
  refuse_spec("{'model': 'rail.xml', 'design': 'sobol', " REST, "'sobol' is none of grid");
  refuse_spec("{'model': 'rail.xml', 'parameters': [{'name': 'weight', 'values': [1]}], " REST,
              "'weight' is no parameter");
  refuse_spec("{'model': 'rail.xml', 'parameters': [{'name': 'mass', 'of': 'card', 'values': [1]}],"
              " " REST,
              "no body 'card'");
  refuse_spec("{'model': 'rail.xml', 'parameters': [{'name': 'mass', 'from': 1, 'to': 2, 'count': "
              "0}], " REST,
              "parameters[0].count");
  refuse_spec("{'model': 'rail.xml', 'parameters': [{'name': 'mass', 'values': []}], " REST,
              "parameters[0].values");
  refuse_spec("{'model': 'rail.xml', 'design': 'list', 'parameters': [{'name': 'mass', 'values': "
              "[1, 2]}, {'name': 'damping', 'values': [1]}], " REST,
              "a list goes by lines");
  refuse_spec("{'model': 'rail.xml', 'measures': ['speeed']}", "'speeed' is none of");
  refuse_spec("{'model': 'rail.xml', 'measures': [{'measure': 'sensor', 'of': 'plac'}]}",
              "no sensor 'plac'");
  refuse_spec("{'model': 'rail.xml', 'measures': ['time', 'time']}", "two columns 'time'");
  refuse_spec("{'model': 'rail.xml', 'limit': 0, " REST, "limit");
  /* of another sweep: nothing of it is touched */
  write_spec("a.json", "{'model': 'rail.xml', " REST);
  write_spec("b.json", "{'model': 'rail.xml', 'seed': 2, " REST);
  assert_int_equal(run("sweep a.json -o ab.csv"), 0);
  assert_refused("sweep b.json -o ab.csv --resume", "belongs to another sweep");
  assert_refused("sweep a.json -o ab.csv", "is there already");
  assert_int_equal(run("sweep a.json -o ab.csv --resume"), 0);
  unlink(scratch_path("ab.csv.journal"));
  assert_refused("sweep a.json -o ab.csv --resume", "but not its journal");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_form),  cmocka_unit_test(slip_and_rest),
      cmocka_unit_test(designs),      cmocka_unit_test(workers),
      cmocka_unit_test(killed),       cmocka_unit_test(ranks),
      cmocka_unit_test(ranks_killed), cmocka_unit_test(damaged),
      cmocka_unit_test(hanging),      cmocka_unit_test(crashing),
      cmocka_unit_test(full_disk),    cmocka_unit_test(two_at_once),
      cmocka_unit_test(mistakes)};
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
