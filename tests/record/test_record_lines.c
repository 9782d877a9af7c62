/* Trajectory files: what is read back, and what is left of a file when the disk is full, the file is another one's, or the
   writer is killed. */
#include "record/scratch.h"

#include <rigor/rigor.h>

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

static rg_model *model;

/* nq 8, nv 7; names that a line of commas must not stumble over */
static const char scene[] =
    "<mujoco><worldbody><geom name='floor, \"old\"' type='plane' size='0 0 1'/>"
    "<body><freejoint/><geom size='0.1'/></body>"
    "<body><joint type='hinge' axis='0 1 0'/><geom name='bar' size='0.1' pos='1 0 0'/></body>"
    "</worldbody></mujoco>";

static const char header[] =
    "time,qpos0,qpos1,qpos2,qpos3,qpos4,qpos5,qpos6,qpos7,qvel0,qvel1,qvel2,"
    "qvel3,qvel4,qvel5,qvel6,energy,contacts,natural_map,iterations,kinetic,potential,"
    "gravity,springs,dampers,actuators,applied,drives,contact_work,friction_work,limits,"
    "dry_friction,loops,residual,corrected";
enum { FIELDS = 35 };

static int make(void **state) {
  if (scratch_make(state) != 0) return -1;
  rg_error error;
  return rg_model_parse(&model, scene, strlen(scene), NULL, &error) == RG_OK ? 0 : -1;
}

static int clean(void **state) {
  rg_model_free(model);
  return scratch_remove(state);
}

static rg_trajectory *open_good(const char *path, const double *after, long *kept) {
  rg_trajectory *t;
  rg_error error = {0};
  if (rg_trajectory_open(&t, path, model, after, kept, &error) != RG_OK)
    fail_msg("%s", error.reason);
  return t;
}

/* numbers with all bits in use, different in each line */
static double number(int line, int field) {
  return ldexp(sin(1 + line * 31 + field), (line * 7 + field * 13) % 200 - 100);
}

static rg_status put_line(rg_trajectory *t, int k, rg_error *error) {
  double q[8], v[7];
  for (int i = 0; i < 8; i++) q[i] = number(k, i);
  for (int i = 0; i < 7; i++) v[i] = number(k, 8 + i);
  rg_trajectory_line line = {.time = k * 0.1,
                             .qpos = q,
                             .qvel = v,
                             .energy = number(k, 15),
                             .contacts = k % 5,
                             .natural_map = number(k, 16),
                             .iterations = 3 * k};
  return rg_trajectory_write(t, &line, error);
}

static void put_lines(rg_trajectory *t, int from, int to) {
  for (int k = from; k < to; k++) assert_int_equal(put_line(t, k, NULL), RG_OK);
}

/* every line but a torn last one has all fields and line k is the one that was written; returns their number */
static int check_lines(const char *path, int *torn) {
  size_t size;
  char *bytes = scratch_load(path, &size), *p = bytes;
  assert_non_null(bytes);
  int count = -1;
  for (char *end; (end = strchr(p, '\n')) != NULL; p = end + 1, count++) {
    *end = 0;
    if (count < 0) {
      assert_string_equal(p, header);
      continue;
    }
    char *field = p;
    double value[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
      value[i] = strtod(field, &field);
      assert_int_equal(*field, i == FIELDS - 1 ? 0 : ',');
      field++;
    }
    assert_true(value[0] == count * 0.1);
    for (int i = 0; i < 16; i++) assert_true(value[1 + i] == number(count, i));
    assert_true(value[17] == count % 5 && value[18] == number(count, 16) && value[19] == 3 * count);
  }
  *torn = *p != 0;
  free(bytes);
  return count;
}

static void same_bits(void **state) {
  (void)state;
  int torn;
  rg_trajectory *t = open_good(scratch_path("a.csv"), NULL, NULL);
  put_lines(t, 0, 3000);
  assert_int_equal(rg_trajectory_close(t, NULL), RG_OK);
  assert_int_equal(check_lines(scratch_path("a.csv"), &torn), 3000);
  assert_false(torn);
  assert_int_equal(rg_trajectory_close(NULL, NULL), RG_OK);
}

static void decimal_point_in_any_locale(void **state) {
  (void)state;
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", NULL};
  int k = 0, torn;
  while (names[k] && !setlocale(LC_NUMERIC, names[k])) k++;
  if (!names[k]) {
    print_message("no locale with a decimal comma is installed: not tested\n");
    skip();
  }
  rg_trajectory *t = open_good(scratch_path("a.csv"), NULL, NULL);
  put_lines(t, 0, 10);
  rg_trajectory_close(t, NULL);
  setlocale(LC_NUMERIC, "C");
  assert_int_equal(check_lines(scratch_path("a.csv"), &torn), 10);
}

static void contacts(void **state) {
  (void)state;
  rg_contact_log *log;
  rg_step_contact c[2] = {{.contact = {.position = {1, 2, 3},
                                       .frame = {0, 0, 1, 1, 0, 0, 0, 1, 0},
                                       .gap = -0.25,
                                       .geom1 = 1,
                                       .geom2 = 0},
                           .impulse = {4, 5, 6},
                           .velocity = {0, 3, -4},
                           .mode = RG_MODE_SLIP},
                          {.contact = {.geom1 = 2, .geom2 = 1}, .mode = RG_MODE_BREAK}};
  assert_int_equal(rg_contact_log_open(&log, scratch_path("c.csv"), model, NULL, NULL), RG_OK);
  assert_int_equal(rg_contact_log_write(log, 0.5, c, 2, NULL), RG_OK);
  assert_int_equal(rg_contact_log_write(log, 1, c, 0, NULL), RG_OK);
  assert_int_equal(rg_contact_log_close(log, NULL), RG_OK);
  size_t size;
  char *text = scratch_load(scratch_path("c.csv"), &size);
  assert_string_equal(
      text, "time,geom1,geom2,x,y,z,normal_x,normal_y,normal_z,gap,impulse_n,impulse_t1,impulse_t2,"
            "slip_t1,slip_t2,slip,mode,tangent1_x,tangent1_y,tangent1_z\n"
            "0.5,1,\"floor, \"\"old\"\"\",1,2,3,0,0,1,-0.25,4,5,6,3,-4,5,slip,1,0,0\n"
            "0.5,bar,1,0,0,0,0,0,0,0,0,0,0,0,0,0,break,0,0,0\n");
  free(text);
}

static void assert_not_opened(const char *path, const char *reason) {
  rg_trajectory *t;
  rg_contact_log *log;
  rg_error error = {0};
  assert_int_equal(rg_trajectory_open(&t, path, model, NULL, NULL, &error), RG_IO);
  assert_null(t);
  assert_string_equal(error.file, path);
  assert_non_null(strstr(error.reason, reason));
  assert_int_equal(rg_contact_log_open(&log, path, model, NULL, &error), RG_IO);
  assert_null(log);
}

static void places_that_take_nothing(void **state) {
  (void)state;
  assert_not_opened(scratch_folder, "directory");
  assert_not_opened(scratch_path("no/such/folder.csv"), "No such file");
  assert_not_opened("/dev/full", "No space");
  assert_not_opened("/proc/version", "");
  const char *path = scratch_text("read-only.csv", "mine");
  chmod(path, 0444);
  if (geteuid() != 0) assert_not_opened(path, "ermission");
}

/* a disk that is full after some bytes: an error with the name, and whole lines only */
static void full_disk(void **state) {
  (void)state;
  struct rlimit before, low;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  for (rlim_t limit = 150000; limit < 150400; limit += 37) {
    rg_error error = {0};
    rg_trajectory *t = open_good(scratch_path("full.csv"), NULL, NULL);
    low = before;
    low.rlim_cur = limit;
    setrlimit(RLIMIT_FSIZE, &low);
    rg_status status = RG_OK;
    for (int k = 0; k < 2000 && status == RG_OK; k++) status = put_line(t, k, &error);
    // nothing is written after the failure, and the failure is told again at the end
    rg_status again = put_line(t, 5000, NULL);
    rg_error last = {0};
    rg_status closed = rg_trajectory_close(t, &last);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, RG_IO);
    assert_int_equal(again, RG_IO);
    assert_int_equal(closed, RG_IO);
    assert_string_equal(error.file, scratch_path("full.csv"));
    assert_non_null(strstr(error.reason, "too large"));
    assert_string_equal(last.reason, error.reason);
    int torn, lines = check_lines(scratch_path("full.csv"), &torn);
    assert_false(torn);
    // what fits is there
    struct stat facts;
    stat(scratch_path("full.csv"), &facts);
    assert_true(lines > 100 && (rlim_t)facts.st_size <= limit &&
                (rlim_t)facts.st_size + 600 > limit);
  }
}

static void reader_that_went_away(void **state) {
  (void)state;
  int ends[2], kept = dup(STDOUT_FILENO);
  assert_int_equal(pipe(ends), 0);
  signal(SIGPIPE, SIG_IGN);
  fflush(stdout);
  dup2(ends[1], STDOUT_FILENO);
  rg_trajectory *t = open_good("-", NULL, NULL);
  close(ends[0]);
  put_line(t, 0, NULL);
  rg_error error = {0};
  rg_status status = rg_trajectory_close(t, &error);
  dup2(kept, STDOUT_FILENO);
  close(kept);
  close(ends[1]);
  assert_int_equal(status, RG_IO);
  assert_string_equal(error.file, "standard output");
}

static void killed_writer(void **state) {
  (void)state;
  for (int round = 0; round < 12; round++) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      rg_trajectory *t;
      if (rg_trajectory_open(&t, scratch_path("k.csv"), model, NULL, NULL, NULL) != RG_OK) _exit(1);
      for (int k = 0; k < 1000000; k++) put_line(t, k, NULL);
      _exit(1);
    }
    struct timespec wait = {.tv_nsec = 10000000 + round * 1234567};
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    int status, torn;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    int lines = check_lines(scratch_path("k.csv"), &torn);
    // the kernel may tear the last write; what is torn is cut when the file is continued
    double last = 1e9;
    long kept;
    rg_trajectory *t = open_good(scratch_path("k.csv"), &last, &kept);
    assert_true(kept == lines && lines >= 0);
    put_lines(t, lines, lines + 3);
    assert_int_equal(rg_trajectory_close(t, NULL), RG_OK);
    assert_int_equal(check_lines(scratch_path("k.csv"), &torn), lines + 3);
    assert_false(torn);
  }
}

static void continued(void **state) {
  (void)state;
  long kept = -1;
  int torn;
  double after = 39 * 0.1;
  const char *path = scratch_path("r.csv");
  rg_trajectory *t = open_good(path, &after, &kept);
  assert_int_equal(kept, 0);
  put_lines(t, 0, 100);
  rg_trajectory_close(t, NULL);
  // lines 40 to 99 are behind that time; half a line hangs on the end
  FILE *stream = fopen(path, "ab");
  fputs("10,1,2", stream);
  fclose(stream);
  t = open_good(path, &after, &kept);
  assert_int_equal(kept, 40);
  put_lines(t, 40, 70);
  rg_trajectory_close(t, NULL);
  assert_int_equal(check_lines(path, &torn), 70);
  assert_false(torn);
  // a file of something else stays as it is
  rg_error error = {0};
  path = scratch_text("other.csv", "time,qpos0\n0,1\n");
  assert_int_equal(rg_trajectory_open(&t, path, model, &after, NULL, &error), RG_IO);
  assert_non_null(strstr(error.reason, "first line"));
  size_t size;
  char *text = scratch_load(path, &size);
  assert_string_equal(text, "time,qpos0\n0,1\n");
  free(text);
}

static void reaches_the_file_in_time(void **state) {
  (void)state;
  const char *path = scratch_path("slow.csv");
  int torn;
  rg_trajectory *t = open_good(path, NULL, NULL);
  put_lines(t, 0, 1);
  struct timespec second = {.tv_sec = 1, .tv_nsec = 50000000};
  nanosleep(&second, NULL);
  put_lines(t, 1, 2);
  assert_int_equal(check_lines(path, &torn), 2);
  put_lines(t, 2, 3);
  assert_int_equal(check_lines(path, &torn), 2);
  assert_int_equal(rg_trajectory_flush(t, NULL), RG_OK);
  assert_int_equal(check_lines(path, &torn), 3);
  rg_trajectory_close(t, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits),
                                     cmocka_unit_test(decimal_point_in_any_locale),
                                     cmocka_unit_test(contacts),
                                     cmocka_unit_test(places_that_take_nothing),
                                     cmocka_unit_test(full_disk),
                                     cmocka_unit_test(reader_that_went_away),
                                     cmocka_unit_test(killed_writer),
                                     cmocka_unit_test(continued),
                                     cmocka_unit_test(reaches_the_file_in_time)};
  return cmocka_run_group_tests(tests, make, clean);
}
