/* Peers are programs of their own (bench/peers): started on a scene, then driven by lines, so
   that rigor needs none of their libraries and survives whatever they do. */
#include "bench.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct bench_peer {
  pid_t process;
  FILE *to, *from;
};

/* --- finding -------------------------------------------------------------------------------- */

static int is_program(const char *path) { return access(path, X_OK) == 0; }

/* where RIGOR_PEERS says, beside the program that was built, where it is installed */
int bench_find_program(const char *program, char *path, size_t size) {
  static const char *const places[] = {"bench/peers", "bench", "../libexec/rigor"};
  const char *told = getenv("RIGOR_PEERS");
  if (told) {
    snprintf(path, size, "%s/%s", told, program);
    return is_program(path);
  }
  char self[BENCH_PATH - 256];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  char *slash = strrchr(self, '/');
  if (!slash) return 0;
  *slash = 0;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    snprintf(path, size, "%s/%s/%s", self, places[k], program);
    if (is_program(path)) return 1;
  }
  return 0;
}

/* --- the process ---------------------------------------------------------------------------- */

static int spawn(bench_peer *peer, char *const *arguments) {
  extern char **environ;
  int in[2], out[2];
  if (pipe(in) != 0) return 0;
  if (pipe(out) != 0) {
    close(in[0]), close(in[1]);
    return 0;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
  posix_spawn_file_actions_addclose(&actions, in[1]);
  posix_spawn_file_actions_addclose(&actions, out[0]);
  int failed = posix_spawn(&peer->process, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  peer->to = fdopen(in[1], "w");
  peer->from = fdopen(out[0], "r");
  if (failed) peer->process = 0;
  return !failed && peer->to && peer->from;
}

static int read_line(bench_peer *peer, char *line, size_t size) {
  if (!fgets(line, (int)size, peer->from)) return 0;
  line[strcspn(line, "\n")] = 0;
  return 1;
}

/* "ready|NAME|OPTIONS" or "refused|REASON" */
static int greet(bench_peer *peer, bench_row *row) {
  char line[1024], *rest = line;
  if (!read_line(peer, line, sizeof line)) {
    snprintf(row->trouble, sizeof row->trouble, "ended without a word");
    return 0;
  }
  const char *what = strsep(&rest, "|"), *first = strsep(&rest, "|"), *second = strsep(&rest, "|");
  if (strcmp(what, "ready") != 0 || !first || !second) {
    snprintf(row->trouble, sizeof row->trouble, "%.250s", first ? first : "speaks in riddles");
    return 0;
  }
  snprintf(row->engine, sizeof row->engine, "%s", first);
  snprintf(row->options, sizeof row->options, "%s", second);
  return 1;
}

bench_peer *bench_peer_start(const char *program, const char *variant, const char *model,
                             const char *key, bench_row *row) {
  char path[BENCH_PATH];
  row->trouble[0] = 0;
  if (!bench_find_program(program, path, sizeof path)) {
    snprintf(row->trouble, sizeof row->trouble, "not installed");
    return NULL;
  }
  bench_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  char *const arguments[] = {path, (char *)model,   (char *)(key ? key : "-"),
                             "0",  (char *)variant, NULL};
  if (spawn(peer, arguments) && greet(peer, row)) return peer;
  if (!row->trouble[0]) snprintf(row->trouble, sizeof row->trouble, "could not be started");
  bench_peer_end(peer);
  return NULL;
}

void bench_peer_end(bench_peer *peer) {
  if (!peer) return;
  if (peer->to) fclose(peer->to);
  if (peer->from) fclose(peer->from);
  if (peer->process > 0) {
    // it waits for a line that will not come; whoever does not notice is ended
    kill(peer->process, SIGTERM);
    while (waitpid(peer->process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  free(peer);
}

static int ask(bench_peer *peer, const char *what, long steps, double seconds, char *answer,
               size_t size) {
  fprintf(peer->to, "%s %ld %.17g\n", what, steps, seconds);
  if (fflush(peer->to) != 0) return 0; /* it waits for what did not go, and we for its answer */
  size_t length = strlen(what);
  return read_line(peer, answer, size) && strncmp(answer, what, length) == 0;
}

long bench_time_peer(bench_peer *peer, long steps, double seconds, double *used) {
  char line[1024];
  long done = 0;
  *used = 0;
  if (!ask(peer, "time", steps, seconds, line, sizeof line)) return 0;
  return sscanf(line, "time %ld %lf", &done, used) == 2 ? done : 0;
}

int bench_control_peer(bench_peer *peer, int actuator, double value) {
  char line[1024];
  return ask(peer, "control", actuator, value, line, sizeof line);
}

void bench_measure_peer(bench_peer *peer, long steps, double seconds, bench_row *row) {
  char line[1024];
  if (!ask(peer, "measure", steps, seconds, line, sizeof line)) return;
  const char *notice = strchr(line, '|');
  if (notice && notice[1] && !row->trouble[0])
    snprintf(row->trouble, sizeof row->trouble, "%.250s", notice + 1);
  (void)bench_laws_read(&row->laws, line + strlen("measure"));
}
