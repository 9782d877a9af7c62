/* rigor bench --problems DIR: the program that solves problem files beside Siconos, and its
   table. */
#include "bench.h"

#include "commands.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int bench_run_problems(bench_request *request) {
  extern char **environ;
  char program[BENCH_PATH], repeats[32];
  char *arguments[16];
  int n = 0, status = 0;
  pid_t child;
  if (access(request->problems, R_OK) != 0) {
    refuse_option(&request->error, "--problems", "'%.150s' cannot be read", request->problems);
    return EXIT_BAD_INPUT;
  }
  if (request->json || request->html) {
    refuse_option(&request->error, "--problems",
                  "prints a table and writes --csv, no JSON and no page");
    return EXIT_BAD_INPUT;
  }
  if (!bench_find_program("bench_problems", program, sizeof program)) {
    refuse_option(&request->error, "--problems",
                  "needs bench_problems, which is not installed with this program");
    return EXIT_BAD_INPUT;
  }
  snprintf(repeats, sizeof repeats, "%d", request->repeats);
  arguments[n++] = program;
  arguments[n++] = "--repeats";
  arguments[n++] = repeats;
  if (request->quick) arguments[n++] = "--quick";
  if (request->csv) arguments[n++] = "--csv", arguments[n++] = (char *)request->csv;
  arguments[n++] = (char *)request->problems;
  arguments[n] = NULL;
  fflush(stdout);
  if (posix_spawn(&child, program, NULL, NULL, arguments, environ) != 0) {
    refuse_option(&request->error, "--problems", "bench_problems cannot be started: %s",
                  strerror(errno));
    return EXIT_BAD_INPUT;
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_NOT_SOLVED;
}
