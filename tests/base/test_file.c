/* Files are written whole or not at all: until the end there is no new name in the folder, so that a
   program that is killed leaves nothing behind. */
#include "record/scratch.h"

#include "base/file.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static int names_in_folder(void) {
  DIR *folder = opendir(scratch_folder);
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder)) != NULL;) count += e->d_name[0] != '.';
  closedir(folder);
  return count;
}

/* killed in the middle of writing, with and without an older file */
static void nothing_stays_after_a_kill(void **state) {
  (void)state;
  char path[300];
  snprintf(path, sizeof path, "%s", scratch_path("killed"));
  for (int round = 0; round < 2; round++) {
    int before = names_in_folder();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      rg_output output;
      if (rg_output_open(&output, path, NULL) != RG_OK) _exit(1);
      fputs("half of it", output.stream);
      fflush(output.stream);
      raise(SIGKILL);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_equal(names_in_folder(), before);
    scratch_text("killed", "old");
  }
}

static void whole_at_the_end(void **state) {
  (void)state;
  rg_output output;
  rg_error error;
  char path[300];
  size_t size;
  snprintf(path, sizeof path, "%s", scratch_text("whole", "old"));
  int before = names_in_folder();
  assert_int_equal(rg_output_open(&output, path, &error), RG_OK);
  fputs("new", output.stream);
  char *text = scratch_load(path, &size);
  assert_string_equal(text, "old");
  free(text);
  assert_int_equal(rg_output_close(&output, RG_OK, &error), RG_OK);
  text = scratch_load(path, &size);
  assert_string_equal(text, "new");
  free(text);
  /* given up */
  assert_int_equal(rg_output_open(&output, path, &error), RG_OK);
  fputs("newer", output.stream);
  assert_int_equal(rg_output_close(&output, RG_BAD_INPUT, &error), RG_BAD_INPUT);
  text = scratch_load(path, &size);
  assert_string_equal(text, "new");
  free(text);
  assert_int_equal(names_in_folder(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_stays_after_a_kill),
                                     cmocka_unit_test(whole_at_the_end)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
