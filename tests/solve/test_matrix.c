/* Every solver on every problem of tests/problems, through the program, each answer judged by the
   independent verifier. A solver may fail, never lie: whatever it calls solved must be solved.

   Who solves what is kept in tests/problems/expected_solvers.txt, one letter a pair: S solved,
   N no solution, s stalled, L limit reached, - refused, T out of time. RIGOR_UPDATE_EXPECTED=1
   writes it again. What is S or N there must stay so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROBLEMS      RIGOR_SOURCE_DIR "/tests/problems"
#define TABLE         PROBLEMS "/expected_solvers.txt"
#define SECONDS_A_RUN 20

enum { MOST_PROBLEMS = 100, MOST_SOLVERS = 60, NAME = 64, PATH = 512 };
enum { OUT_OF_TIME = -2, KILLED = -1 };

static char problems[MOST_PROBLEMS][NAME], solvers[MOST_SOLVERS][NAME];
static int problem_count, solver_count;
static char letter[MOST_PROBLEMS][MOST_SOLVERS];
static int lies, crashes; /* over the whole matrix */
static char folder[] = "/tmp/rigor_matrix_XXXXXX";
static json_t *known; /* expected.json */

/* starts a program with its output in a file and a limit on its time */
static pid_t start(char *const arguments[], const char *output) {
  const pid_t child = fork();
  if (child == 0) {
    const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(out, 1);
    dup2(nowhere, 2);
    alarm(SECONDS_A_RUN);
    execv(arguments[0], arguments);
    _exit(127);
  }
  return child;
}

/* exit status; OUT_OF_TIME, KILLED where there is none */
static int finish(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) return KILLED;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WTERMSIG(status) == SIGALRM ? OUT_OF_TIME : KILLED;
}

/* the file for the result of a solver */
static const char *result_of(int solver) {
  static char path[MOST_SOLVERS][PATH];
  snprintf(path[solver], PATH, "%s/%d.json", folder, solver);
  return path[solver];
}

static pid_t start_solve(const char *problem, int solver) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", PROBLEMS, problem);
  char *const arguments[] = {RIGOR_PROGRAM,   "solve",  path,         "--solver",
                             solvers[solver], "--json", "--impulses", NULL};
  return start(arguments, result_of(solver));
}

/* exit status of the verifier for the results in `files`, a list ended by NULL */
static int verify(const char *problem, const char *const *files) {
  char path[PATH], said[PATH];
  snprintf(path, sizeof path, "%s/%s", PROBLEMS, problem);
  snprintf(said, sizeof said, "%s/said", folder);
  char *arguments[MOST_SOLVERS + 5] = {RIGOR_VERIFIER, path};
  int count = 2;
  while (*files) arguments[count++] = (char *)*files++;
  arguments[count++] = "--expected";
  arguments[count] = PROBLEMS "/expected.json";
  return finish(start(arguments, said));
}

static void print_verdict(const char *problem, const char *solver) {
  char said[PATH], line[256];
  snprintf(said, sizeof said, "%s/said", folder);
  FILE *file = fopen(said, "r");
  printf("%s with %s:\n", problem, solver);
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, "DISAGREE", 8)) printf("  %s", line);
  if (file) fclose(file);
}

static const char *expected_status(const char *problem) {
  const char *status =
      json_string_value(json_object_get(json_object_get(known, problem), "status"));
  return status ? status : "";
}

static char letter_of(const char *status) {
  static const char *const names[] = {"solved", "no solution", "stalled", "limit reached",
                                      "bad input"};
  for (int i = 0; i < 5; i++)
    if (!strcmp(status, names[i])) return "SNsL-"[i];
  return '?';
}

/* the status in a result, and whether it fits the exit status */
static char read_outcome(const char *problem, int solver, int code) {
  if (code == 2) return '-';
  if (code == OUT_OF_TIME) return 'T';
  json_t *root = json_load_file(result_of(solver), 0, NULL);
  const char *status = json_string_value(json_object_get(root, "status"));
  const char outcome = status ? letter_of(status) : '?';
  if (outcome == '?' || (outcome == 'S') != (code == 0)) {
    printf("%s with %s: exit status %d, status '%s'\n", problem, solvers[solver], code,
           status ? status : "");
    crashes++;
  }
  json_decref(root);
  return outcome;
}

/* one problem: every solver at once, then the verifier over all results together; one by one where
   it disagrees */
static void fill_row(int p) {
  pid_t child[MOST_SOLVERS];
  const char *files[MOST_SOLVERS + 1] = {NULL};
  int which[MOST_SOLVERS], count = 0;
  for (int s = 0; s < solver_count; s++) child[s] = start_solve(problems[p], s);
  for (int s = 0; s < solver_count; s++) {
    letter[p][s] = read_outcome(problems[p], s, finish(child[s]));
    if (!strchr("SNsL", letter[p][s])) continue;
    which[count] = s;
    files[count++] = result_of(s);
  }
  if (verify(problems[p], files) == 0) return;
  for (int i = 0; i < count; i++) {
    const char *one[] = {files[i], NULL};
    if (verify(problems[p], one) == 0) continue;
    print_verdict(problems[p], solvers[which[i]]);
    lies++;
  }
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

/* every .json and .dat of the folder, but not the table of known answers */
static void list_problems(void) {
  DIR *listing = opendir(PROBLEMS);
  assert_non_null(listing);
  for (struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcmp(dot, ".json") && strcmp(dot, ".dat"))) continue;
    if (!strcmp(entry->d_name, "expected.json") || strlen(entry->d_name) >= NAME) continue;
    assert_true(problem_count < MOST_PROBLEMS);
    memcpy(problems[problem_count++], entry->d_name, strlen(entry->d_name) + 1);
  }
  closedir(listing);
  qsort(problems, (size_t)problem_count, NAME, by_name);
}

/* `auto` first, then what `rigor solvers --json` lists */
static void list_solvers(void) {
  strcpy(solvers[solver_count++], "auto");
  char *const arguments[] = {RIGOR_PROGRAM, "solvers", "--json", NULL};
  assert_int_equal(finish(start(arguments, result_of(0))), 0);
  json_t *root = json_load_file(result_of(0), 0, NULL);
  const json_t *list = json_is_array(root) ? root : json_object_get(root, "solvers");
  assert_true(json_array_size(list) > 0);
  for (size_t i = 0; i < json_array_size(list) && solver_count < MOST_SOLVERS; i++) {
    const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
    assert_non_null(name);
    if (strcmp(name, "auto")) snprintf(solvers[solver_count++], NAME, "%s", name);
  }
  json_decref(root);
}

static int fill_matrix(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return -1;
  known = json_load_file(PROBLEMS "/expected.json", 0, NULL);
  if (!known) return -1;
  list_problems();
  list_solvers();
  for (int p = 0; p < problem_count; p++) fill_row(p);
  return 0;
}

static int clean_up(void **state) {
  (void)state;
  char said[PATH];
  snprintf(said, sizeof said, "%s/said", folder);
  unlink(said);
  for (int i = 0; i < solver_count; i++) unlink(result_of(i));
  rmdir(folder);
  json_decref(known);
  return 0;
}

static void every_answer_passes_the_verifier(void **state) {
  (void)state;
  assert_int_equal(lies, 0);
  assert_int_equal(crashes, 0);
}

static void auto_solves_what_can_be_solved(void **state) {
  (void)state;
  int wrong = 0;
  for (int p = 0; p < problem_count; p++) {
    if (letter[p][0] == letter_of(expected_status(problems[p]))) continue;
    printf("auto on %s: %c, expected '%s'\n", problems[p], letter[p][0],
           expected_status(problems[p]));
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

static void nobody_solves_the_infeasible_or_gives_up_the_feasible(void **state) {
  (void)state;
  int checked = 0, wrong = 0;
  for (int p = 0; p < problem_count; p++) {
    const int feasible = strcmp(expected_status(problems[p]), "no solution") != 0;
    checked += !feasible;
    for (int s = 0; s < solver_count; s++) {
      const char lie = feasible ? 'N' : 'S';
      if (letter[p][s] == lie) printf("%s says %c on %s\n", solvers[s], lie, problems[p]);
      wrong += letter[p][s] == lie;
    }
  }
  assert_int_equal(wrong, 0);
  assert_true(checked >= 3);
}

/* changes one thing in a good result; the verifier must see it */
static int tampered(const char *problem, const char *section, const char *key, json_t *value) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/tampered", folder);
  json_t *root = json_load_file(result_of(0), 0, NULL);
  json_object_set_new(section ? json_object_get(root, section) : root, key, value);
  json_dump_file(root, path, 0);
  json_decref(root);
  const char *files[] = {path, NULL};
  const int code = verify(problem, files);
  unlink(path);
  return code;
}

static void the_verifier_sees_what_is_wrong(void **state) {
  (void)state;
  const char *problem = "space_slip.json";
  const char *files[] = {result_of(0), NULL};
  assert_int_equal(finish(start_solve(problem, 0)), 0);
  assert_int_equal(verify(problem, files), 0);
  assert_int_equal(tampered(problem, "certificate", "natural_map", json_real(1e-3)), 1);
  assert_int_equal(tampered(problem, "certificate", "slip_angle", json_real(0.1)), 1);
  assert_int_equal(tampered(problem, "certificate", "cone", json_real(0.1)), 1);
  assert_int_equal(tampered(problem, "problem", "contacts", json_integer(2)), 1);
  assert_int_equal(tampered(problem, NULL, "impulse", json_pack("[f,f,f]", 2.0, -0.6, 0.79)), 1);
  assert_int_equal(tampered(problem, NULL, "velocity", json_pack("[f,f,f]", 0.0, 0.9, -1.3)), 1);
  assert_int_equal(tampered(problem, NULL, "impulse", json_pack("[f]", 2.0)), 2);
}

static void write_table(void) {
  FILE *file = fopen(TABLE, "w");
  assert_non_null(file);
  fprintf(file,
          "# S solved, N no solution, s stalled, L limit reached, - refused, T out of time\n");
  fprintf(file, "# written by RIGOR_UPDATE_EXPECTED=1 test_matrix; one column a solver:\n");
  for (int s = 0; s < solver_count; s++) fprintf(file, "solver %s\n", solvers[s]);
  for (int p = 0; p < problem_count; p++)
    fprintf(file, "%-28s %.*s\n", problems[p], solver_count, letter[p]);
  fclose(file);
}

static int index_of(char names[][NAME], int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return i;
  return -1;
}

/* one line of the table; returns how many pairs became worse */
static int compare_line(const char *problem, const char *letters, const int *column, int columns) {
  const int p = index_of(problems, problem_count, problem);
  int worse = 0;
  for (int i = 0; p >= 0 && i < columns && letters[i]; i++) {
    const int s = column[i];
    if (s < 0 || letters[i] == letter[p][s]) continue;
    const int bad = letters[i] == 'S' || letters[i] == 'N';
    printf("%s %s with %s: was %c, is %c\n", bad ? "worse:" : "changed:", problem, solvers[s],
           letters[i], letter[p][s]);
    worse += bad;
  }
  return worse;
}

static void the_table_holds(void **state) {
  (void)state;
  if (getenv("RIGOR_UPDATE_EXPECTED")) write_table();
  FILE *file = fopen(TABLE, "r");
  if (!file) {
    printf("no %s: run once with RIGOR_UPDATE_EXPECTED=1\n", TABLE);
    skip();
    return;
  }
  char line[256], first[NAME], second[NAME];
  int column[MOST_SOLVERS], columns = 0, worse = 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#' || sscanf(line, "%63s %63s", first, second) != 2) continue;
    if (!strcmp(first, "solver") && columns < MOST_SOLVERS)
      column[columns++] = index_of(solvers, solver_count, second);
    else worse += compare_line(first, second, column, columns);
  }
  fclose(file);
  assert_int_equal(worse, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_answer_passes_the_verifier),
      cmocka_unit_test(auto_solves_what_can_be_solved),
      cmocka_unit_test(nobody_solves_the_infeasible_or_gives_up_the_feasible),
      cmocka_unit_test(the_verifier_sees_what_is_wrong),
      cmocka_unit_test(the_table_holds),
  };
  return cmocka_run_group_tests(tests, fill_matrix, clean_up);
}
