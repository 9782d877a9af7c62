/* Signals, pipes that nobody reads, missing standard files, small stacks: the program as the system treats
   it. */
#define _DEFAULT_SOURCE /* wait4 */
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MODELS RIGOR_SOURCE_DIR "/models/"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(double seconds) {
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  nanosleep(&t, NULL);
}

/* starts the program with `out` as standard output, and waits until it writes `file`: from then on it hears signals */
static pid_t start(char *const *argv, int out, const char *file) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", scratch_folder, file);
  unlink(path);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child != 0) {
    for (int k = 0; k < 6000 && access(path, F_OK) != 0; k++) rest(0.01);
    assert_int_equal(access(path, F_OK), 0);
    rest(0.3);
    return child;
  }
  dup2(out, STDOUT_FILENO);
  int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDERR_FILENO);
  if (chdir(scratch_folder) != 0) _exit(126);
  execv(RIGOR_PROGRAM, argv);
  _exit(127);
}

static double seconds_of(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

/* seconds of a processor from the signal to the end, whatever else the machine does; the status in *status. Who is still there
   after a minute is killed. */
static double end(pid_t child, int number, int *status) {
  struct timespec before = {0};
  struct rusage used;
  clockid_t clock;
  if (clock_getcpuclockid(child, &clock) == 0) clock_gettime(clock, &before);
  double begin = now();
  kill(child, number);
  while (wait4(child, status, WNOHANG, &used) == 0) {
    if (now() - begin > 60) kill(child, SIGKILL);
    rest(0.01);
  }
  assert_false(WIFSIGNALED(*status) && WTERMSIG(*status) == SIGKILL);
  double all = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  return all - (double)before.tv_sec - 1e-9 * (double)before.tv_nsec;
}

static const double SOON = 1;

/* a solve that would go on for hours: it is left, and what was recorded before it is told */
static void leaves_a_solve(void **state) {
  (void)state;
  static char *const argv[] = {
      "rigor", "run",   MODELS "box_wall100.xml", "--solver",   "psor",  "--law", "pyramid",
      "--tol", "1e-16", "--max-iterations",       "2000000000", "--csv", "x.csv", NULL};
  for (int k = 0; k < 2; k++) {
    int nothing = open("/dev/null", O_WRONLY), status;
    pid_t child = start(argv, nothing, "x.csv");
    close(nothing);
    double seconds = end(child, k ? SIGINT : SIGTERM, &status);
    if (seconds > SOON) print_error("it took %g s\n", seconds);
    assert_true(seconds < SOON);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
  }
}

/* A law of thousands of unknowns, whose set-up and reduction take as long as its solve, and a step of many such solves: the step
   is taken back, and what came before is saved. Something to lose: nobody ends it before its work is in order. */
static void leaves_the_set_up_of_a_large_law(void **state) {
  (void)state;
  static char *const argv[] = {"rigor",  "run",         MODELS "stack10.xml",
                               "--law",  "pyramid:100", "--memory",
                               "8G",     "--csv",       "w.csv",
                               "--save", "w.state",     "-q",
                               NULL};
  for (int k = 0; k < 3; k++) {
    int nothing = open("/dev/null", O_WRONLY), status;
    pid_t child = start(argv, nothing, "w.csv");
    close(nothing);
    rest(0.4 + 0.25 * k);
    double seconds = end(child, SIGTERM, &status);
    if (seconds > SOON) print_error("%d: it took %g s\n", k, seconds);
    assert_true(seconds < SOON);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  }
}

/* one signal is enough where standard output is full */
static void leaves_a_full_pipe(void **state) {
  (void)state;
  static char *const record[] = {
      "rigor", "run", MODELS "box_wall100.xml", "--contacts", "-", "--csv", "y.csv", "--time",
      "100",   NULL};
  static char *const answer[] = {
      "rigor", "run", MODELS "cradle.xml", "--json", "--contacts", "y.csv", "--time", "1e6", NULL};
  char *const *const argv[] = {record, answer};
  for (int k = 0; k < 2; k++) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    /* full from the start */
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    char bytes[4096] = {0};
    while (write(ends[1], bytes, sizeof bytes) > 0) continue;
    fcntl(ends[1], F_SETFL, 0);
    pid_t child = start(argv[k], ends[1], "y.csv");
    double seconds = end(child, SIGTERM, &status);
    if (seconds > SOON) print_error("%d: it took %g s\n", k, seconds);
    assert_true(seconds < SOON);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(ends[0]);
    close(ends[1]);
  }
}

/* the state that an interrupted run saves is that of its last whole step */
static void saves_what_is_whole(void **state) {
  (void)state;
  static char *const argv[] = {"rigor",  "run",       MODELS "box_wall100.xml",
                               "--save", "cut.state", "-q",
                               "--time", "100",       "--csv",
                               "z.csv",  NULL};
  int nothing = open("/dev/null", O_WRONLY), status;
  pid_t child = start(argv, nothing, "z.csv");
  close(nothing);
  assert_true(end(child, SIGTERM, &status) < 3);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  assert_int_equal(run("run " MODELS "box_wall100.xml --resume cut.state --steps 3 -q"), 0);
}

static void small_stack(void **state) {
  (void)state;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  char command[1024];
  snprintf(command, sizeof command,
           "ulimit -s 32; '%s' run " MODELS "stack10.xml --steps 20 -q --threads 2 && "
           "'%s' run " MODELS "egg.xml --steps 20 -q --threads 2",
           RIGOR_PROGRAM, RIGOR_PROGRAM);
  int status = system(command);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#endif
}

/* nothing to say, and nowhere to say it */
static void missing_stdout(void **state) {
  (void)state;
  char command[1024];
  snprintf(command, sizeof command, "'%s' run " MODELS "cradle.xml --steps 3 -q >&- 2>/dev/null",
           RIGOR_PROGRAM);
  int status = system(command);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 2);
}

/* every error under --json is JSON, whatever is wrong with an option */
static void errors_in_json(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "--=x",   "--p",      "--p=",     "--he=3", "--help=x",
      "--HANG", "--usage=", "-Z",       "--js=1", "--program-name=x",
      "--time", "--time=",  "a b",      "-s",     "--version",
      "--=",    "--csv",    "--js --zz"};
  static const char *const commands[] = {"run",  "compare", "solve", "frame",
                                         "info", "convert", "bench"};
  for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
      char arguments[256];
      snprintf(arguments, sizeof arguments, "%s --json missing %s </dev/null", commands[c],
               wrong[k]);
      run(arguments);
      if (last.status != 2 || last.err[0]) print_error("%s: %s\n", arguments, last.err);
      assert_int_equal(last.status, 2);
      assert_string_equal(last.err, "");
      json_t *root = parse_stdout();
      assert_string_equal(text_of(root, "status"), "bad input");
      json_decref(root);
    }
}

/* intervals that no clock can tell apart: every step is saved */
static void tiny_save_every(void **state) {
  (void)state;
  run("run " MODELS "cradle.xml --steps 30 -q --save tiny.state --save-every 1e-320");
  assert_int_equal(last.status, 0);
  run("run " MODELS "cradle.xml --steps 30 -q --save tiny.state --save-every 1e-17");
  assert_int_equal(last.status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_a_solve),     cmocka_unit_test(leaves_the_set_up_of_a_large_law),
      cmocka_unit_test(leaves_a_full_pipe), cmocka_unit_test(saves_what_is_whole),
      cmocka_unit_test(small_stack),        cmocka_unit_test(missing_stdout),
      cmocka_unit_test(errors_in_json),     cmocka_unit_test(tiny_save_every)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
