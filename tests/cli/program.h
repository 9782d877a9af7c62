/* Running the program as its users do: exit status, what is on stdout and what is on stderr. */
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include "record/scratch.h"

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

typedef struct outcome {
  int status;
  char out[1 << 18], err[1 << 14];
} outcome;

static outcome last; /* of the last run */

static inline void load(const char *name, char *buffer, size_t size) {
  FILE *stream = fopen(scratch_path(name), "rb");
  size_t got = stream ? fread(buffer, 1, size - 1, stream) : 0;
  buffer[got] = 0;
  if (stream) fclose(stream);
}

/* runs "rigor ARGUMENTS" in the scratch folder */
static inline int run(const char *arguments) {
  char command[4096];
  snprintf(command, sizeof command, "cd %s && '%s' %s >stdout.txt 2>stderr.txt", scratch_folder,
           RIGOR_PROGRAM, arguments);
  int status = system(command);
  assert_true(WIFEXITED(status));
  last.status = WEXITSTATUS(status);
  load("stdout.txt", last.out, sizeof last.out);
  load("stderr.txt", last.err, sizeof last.err);
  return last.status;
}

/* `text` is on stderr, nothing on stdout, exit status 2 */
static inline void assert_refused(const char *arguments, const char *text) {
  run(arguments);
  if (last.status != 2 || !strstr(last.err, text))
    print_error("rigor %s: %d\n%s\n%s\n", arguments, last.status, last.out, last.err);
  assert_int_equal(last.status, 2);
  assert_string_equal(last.out, "");
  assert_non_null(strstr(last.err, text));
}

/* exactly one JSON object on stdout */
static inline json_t *parse_stdout(void) {
  json_error_t trouble;
  json_t *root = json_loads(last.out, 0, &trouble);
  if (!root) print_error("%s\n%s\n", trouble.text, last.out);
  assert_true(json_is_object(root));
  return root;
}

static inline const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  assert_non_null(text);
  return text;
}

#endif
