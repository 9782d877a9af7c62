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

static double read_clock(clockid_t clock) {
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_now(void) { return read_clock(CLOCK_MONOTONIC); }

/* the processor's clock costs more to read, so it is read outside the wall clock's span; it is off
   by microseconds on virtual machines, so it counts for long calls only */
bench_watch bench_start(void) {
  bench_watch start;
  start.cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  start.wall = read_clock(CLOCK_MONOTONIC);
  return start;
}

double bench_stop(bench_watch start) {
  double wall = read_clock(CLOCK_MONOTONIC) - start.wall;
  return wall < 5e-3 ? wall : fmin(wall, read_clock(CLOCK_PROCESS_CPUTIME_ID) - start.cpu);
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

/* reads reports until the child closes the pipe; 0 where it has to be stopped */
static int listen_to(pid_t child, int pipe_end, double silence, double cap, bench_outcome *out) {
  double end = bench_now() + cap, heard = 0;
  clockid_t used;
  if (clock_getcpuclockid(child, &used) != 0) return 0;
  while (bench_now() < end && read_clock(used) - heard < silence) {
    struct pollfd waiting = {.fd = pipe_end, .events = POLLIN};
    bench_outcome next;
    if (poll(&waiting, 1, 10) <= 0) continue;
    if (read(pipe_end, &next, sizeof next) != (ssize_t)sizeof next) return 1;
    *out = next;
    heard = read_clock(used);
  }
  return 0;
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
    int ended = listen_to(child, ends[0], silence, cap, &out);
    if (!ended) kill(child, SIGKILL);
    waitpid(child, &status, 0);
    describe_end(ended, status, &out);
  }
  close(ends[0]);
  return out;
}
