/* --memory bounds what the program takes, whatever it is given: laws of thousands of unknowns, models that replicate themselves,
   meshes, problems. The peak of the resident set (wait4) is at most the budget and what the program takes with next to nothing. */
#define _DEFAULT_SOURCE /* wait4 */
#include "program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BUDGET = 60 /* MB */ };

/* MB at most, of the program with these arguments; its status in *status */
static double peak(const char *arguments, int *status) {
  char command[2048];
  struct rusage used;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    snprintf(command, sizeof command, "cd %s && exec '%s' %s", scratch_folder, RIGOR_PROGRAM,
             arguments);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  assert_int_equal(wait4(child, status, 0, &used), child);
  return (double)used.ru_maxrss * 1024e-6;
}

/* a problem of `contacts` contacts that all couple, dense: more than the budget in its text alone where there are many */
static void write_problem(const char *name, int contacts) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  int n = 3 * contacts;
  fprintf(f, "3 %d\n0 %d %d %d %d\n", contacts, n, n, n, n);
  for (int i = 0; i < n * n; i++) fputs(i % (n + 1) ? "0.1 " : "9 ", f);
  for (int i = 0; i < n; i++) fputs(i % 3 ? "0.1 " : "-1 ", f);
  for (int i = 0; i < contacts; i++) fputs("0.5 ", f);
  fclose(f);
}

/* an OBJ of so many corners */
static void write_mesh(const char *name, int corners) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  for (int i = 0; i < corners; i++) fprintf(f, "v %d %d %d\n", i % 997, i / 997, i * 7 % 1009);
  for (int i = 1; i + 2 <= corners; i += 3) fprintf(f, "f %d %d %d\n", i, i + 1, i + 2);
  fclose(f);
}

#define NEST(x) "<replicate count='1000' offset='1 0 0'>" x "</replicate>"
static const char BODY[] = "<body><freejoint/><geom size='.1'/></body>";

static int write_inputs(void **state) {
  if (scratch_make(state) != 0) return -1;
  char text[4096];
  snprintf(text, sizeof text, "<mujoco><worldbody>" NEST(NEST(NEST("%s"))) "</worldbody></mujoco>",
           BODY);
  scratch_text("replicate.xml", text);
  snprintf(text, sizeof text,
           "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
           "<replicate count='40' offset='.15 0 0'><body pos='0 0 .09'><freejoint/>"
           "<geom type='box' size='.1 .1 .1'/></body></replicate></worldbody></mujoco>");
  scratch_text("crowd.xml", text);
  scratch_text("mesh.xml", "<mujoco><asset><mesh name='m' file='m.obj'/></asset><worldbody><body>"
                           "<freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
  scratch_text("small.xml", "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>"
                            "</worldbody></mujoco>");
  scratch_text("hfield.xml",
               "<mujoco><asset><hfield name='h' nrow='5000' ncol='5000' size='1 1 1 1'/></asset>"
               "<worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>");
  write_mesh("m.obj", 200000);
  write_problem("small.dat", 2);
  write_problem("large.dat", 500);
  return 0;
}

static void peaks_are_within_the_budget(void **state) {
  (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  skip(); /* sanitizers take what they like */
#endif
  static const struct {
    const char *bare, *asked; /* with next to nothing; what is hostile, a %d for the budget */
    double read;              /* MB that the libraries that read it take beside the account */
  } cases[] = {
      {"info small.xml", "info --memory %dM replicate.xml", 0},
      {"run small.xml --steps 1", "run --memory %dM replicate.xml --steps 1", 0},
      {"run small.xml --steps 1", "run --memory %dM crowd.xml --steps 2 --law pyramid:200", 0},
      {"run small.xml --steps 1",
       "run --memory %dM crowd.xml --steps 2 --law pyramid:40 --solver lemke", 0},
      {"info small.xml", "info --memory %dM mesh.xml", 12},
      {"info small.xml", "info --memory %dM hfield.xml", 0},
      {"solve small.dat", "solve --memory %dM large.dat", 0},
      {"solve small.dat", "solve --memory %dM large.dat --law pyramid:60", 0},
      {"solve small.dat", "convert --memory %dM large.dat large.json", 0},
      {"solve small.dat", "certify --memory %dM large.dat small.dat", 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char arguments[512];
    int status;
    double bare = peak(cases[k].bare, &status);
    snprintf(arguments, sizeof arguments, cases[k].asked, BUDGET);
    double most = peak(arguments, &status), allowed = BUDGET + bare + cases[k].read;
    print_message("%6.1f of %6.1f MB: %s\n", most, allowed, arguments);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 3);
    assert_true(most <= allowed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(peaks_are_within_the_budget)};
  return cmocka_run_group_tests(tests, write_inputs, scratch_remove);
}
