/* fork, pipe, poll, kill: the parent survives whatever a solver does. */
#include "child.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* an outcome is shorter than PIPE_BUF, so that a write is all or nothing */
void bench_report(int report, const bench_outcome *outcome) {
  if (write(report, outcome, sizeof *outcome) != (ssize_t)sizeof *outcome) _exit(3);
}

static void run_child(bench_job job, const void *context, int report) {
  struct rlimit none = {0, 0};
  int nowhere = open("/dev/null", O_WRONLY);
  setrlimit(RLIMIT_CORE, &none);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  job(context, report);
  _exit(0);
}

/* reads reports until the child closes the pipe; 0 where it had to be stopped */
static int listen_to(int pipe_end, double silence, double cap, bench_outcome *out) {
  double start = bench_now(), heard = start;
  for (;;) {
    double left = fmin(heard + silence, start + cap) - bench_now();
    struct pollfd waiting = {.fd = pipe_end, .events = POLLIN};
    if (left <= 0 || poll(&waiting, 1, (int)(1000 * left) + 1) < 0) return 0;
    if (waiting.revents == 0) continue;
    bench_outcome next;
    if (read(pipe_end, &next, sizeof next) != (ssize_t)sizeof next) return 1;
    *out = next;
    heard = bench_now();
  }
}

static void describe_end(int ended, int status, bench_outcome *out) {
  if (out->solved) return;
  if (!ended) snprintf(out->note, sizeof out->note, "cut");
  else if (WIFSIGNALED(status))
    snprintf(out->note, sizeof out->note, "signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    snprintf(out->note, sizeof out->note, "exit %d", WEXITSTATUS(status));
  else if (out->note[0] == 0) snprintf(out->note, sizeof out->note, "not solved");
}

bench_outcome bench_isolate(bench_job job, const void *context, double silence, double cap) {
  bench_outcome out = {
      .setup = HUGE_VAL, .solve = HUGE_VAL, .total = HUGE_VAL, .natural = HUGE_VAL};
  int ends[2], status = 0;
  fflush(NULL);
  if (pipe(ends) != 0) return out;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    run_child(job, context, ends[1]);
  }
  close(ends[1]);
  if (child > 0) {
    int ended = listen_to(ends[0], silence, cap, &out);
    if (!ended) kill(child, SIGKILL);
    waitpid(child, &status, 0);
    describe_end(ended, status, &out);
  }
  close(ends[0]);
  return out;
}
