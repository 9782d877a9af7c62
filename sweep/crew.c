/* The foreman and its workers. The foreman is forked before there are threads, locks or MPI; it forks workers, hands them tasks
   and passes their records on. A worker that dies is replaced: what it was at is tried once more, since somebody may have killed
   it, and is a row of its own if the next one dies of it as well. */
#define _GNU_SOURCE /* strsignal */

#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* At hand: the next task waits in the pipe while one is done. */
enum { AT_HAND = 2, TRIES = 2 };

typedef struct errand {
  uint64_t task;
  int tries;
} errand;

typedef struct worker {
  pid_t pid;
  int tasks, rows; /* pipes; -1: it is not there */
  errand hand[AT_HAND];
  int count;
  double since; /* when hand[0] became the first */
  sweep_buffer in;
} worker;

typedef struct foreman {
  const sweep *s;
  int tasks, rows; /* pipes from and to the rank */
  worker *worker;
  struct pollfd *poll;
  int workers;
  errand *queue;
  size_t first, count, room;
  char *record;
} foreman;

/* --- bytes --------------------------------------------------------------------------------------------- */

static int write_all(int fd, const void *bytes, size_t count) {
  while (count > 0) {
    ssize_t wrote = write(fd, bytes, count);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return 0;
    bytes = (const char *)bytes + wrote;
    count -= (size_t)wrote;
  }
  return 1;
}

static int read_all(int fd, void *bytes, size_t count) {
  while (count > 0) {
    ssize_t got = read(fd, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    bytes = (char *)bytes + got;
    count -= (size_t)got;
  }
  return 1;
}

/* --- a child that ends with its parent, and is not asked by the terminal -------------------------------------- */

static void be_child(pid_t parent) {
  const struct itimerval never = {{0, 0}, {0, 0}};
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(1); /* it died before that */
  setitimer(ITIMER_REAL, &never, NULL);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGALRM, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  rg_interrupt(0);
}

/* --- a worker ---------------------------------------------------------------------------------------------- */

static void work(const sweep *s, int workers, int tasks, int rows) {
  sweep_bench *bench = sweep_bench_new(s);
  double *value = calloc((size_t)s->width + 1, sizeof *value);
  char *record = calloc(1, sweep_record_most(s->width)), reason[SWEEP_REASON];
  uint64_t task;
  if (!bench || !value || !record) _exit(3);
  /* what one process may take is for all workers together */
  rg_memory_limit(rg_memory_allowed() / (size_t)workers);
  while (read_all(tasks, &task, sizeof task)) {
    double begin = sweep_clock();
    sweep_state state = sweep_execute(bench, (long)task, value, reason, sizeof reason);
    size_t bytes = sweep_record_make(record, (long)task, state, sweep_clock() - begin, s->width,
                                     value, reason);
    if (!write_all(rows, record, bytes)) break;
  }
  /* nothing to be flushed, no destructors of libraries that the parent has as well */
  _exit(0);
}

/* one end of each pipe stays here, and no other child gets it */
static int open_pipes(int down[2], int up[2]) {
  if (pipe(down) != 0) return 0;
  if (pipe(up) != 0) {
    close(down[0]);
    close(down[1]);
    return 0;
  }
  return 1;
}

static void close_pipes(int down[2], int up[2]) {
  for (int k = 0; k < 2; k++) {
    close(down[k]);
    close(up[k]);
  }
}

static int hire(foreman *f, worker *w) {
  int down[2], up[2];
  pid_t self = getpid();
  if (!open_pipes(down, up)) return 0;
  w->pid = fork();
  if (w->pid == 0) {
    be_child(self);
    /* the ends of others, so that they see when theirs is closed */
    close(f->tasks);
    close(f->rows);
    for (int k = 0; k < f->workers; k++)
      if (&f->worker[k] != w && f->worker[k].pid > 0) {
        close(f->worker[k].tasks);
        close(f->worker[k].rows);
      }
    close(down[1]);
    close(up[0]);
    work(f->s, f->workers, down[0], up[1]);
  }
  if (w->pid < 0) {
    close_pipes(down, up);
    w->pid = 0;
    return 0;
  }
  close(down[0]);
  close(up[1]);
  w->tasks = down[1];
  w->rows = up[0];
  return 1;
}

/* --- the queue ----------------------------------------------------------------------------------------------- */

static int queue_room(foreman *f) {
  if (f->first + f->count < f->room) return 1;
  if (f->first > 0) {
    memmove(f->queue, f->queue + f->first, f->count * sizeof *f->queue);
    f->first = 0;
    if (f->count < f->room) return 1;
  }
  size_t room = 2 * f->room + 64;
  errand *larger = realloc(f->queue, room * sizeof *larger);
  if (!larger) return 0;
  f->queue = larger;
  f->room = room;
  return 1;
}

static int put_last(foreman *f, errand e) {
  if (!queue_room(f)) return 0;
  f->queue[f->first + f->count++] = e;
  return 1;
}

static int put_first(foreman *f, errand e) {
  if (!put_last(f, e)) return 0;
  memmove(f->queue + f->first + 1, f->queue + f->first, (f->count - 1) * sizeof *f->queue);
  f->queue[f->first] = e;
  return 1;
}

/* what waits goes to whoever has least at hand */
static int hand_out(foreman *f) {
  for (int most = 1; most <= AT_HAND; most++)
    for (int k = 0; k < f->workers && f->count > 0; k++) {
      worker *w = &f->worker[k];
      if (w->count >= most) continue;
      if (w->pid == 0 && !hire(f, w)) return 0;
      errand e = f->queue[f->first];
      if (w->count == 0) w->since = sweep_clock();
      w->hand[w->count++] = e;
      f->first++;
      f->count--;
      /* one that has not got its task must not wait for it: that it is gone is noticed when its end is read */
      if (!write_all(w->tasks, &e.task, sizeof e.task)) kill(w->pid, SIGKILL);
    }
  return 1;
}

/* --- what comes back ------------------------------------------------------------------------------------------ */

static int tell(foreman *f, long task, sweep_state state, double seconds, const char *reason) {
  size_t bytes = sweep_record_make(f->record, task, state, seconds, f->s->width, NULL, reason);
  return write_all(f->rows, f->record, bytes);
}

static void death_text(int status, char *text, size_t size) {
  if (WIFSIGNALED(status))
    snprintf(text, size, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else snprintf(text, size, "ended with status %d", WEXITSTATUS(status));
}

/* it is gone: `timeout` 1 because we ended it */
static int bury(foreman *f, worker *w, int timeout) {
  char reason[SWEEP_REASON];
  int status = 0, fine = 1;
  close(w->tasks);
  close(w->rows);
  while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {}
  w->pid = 0;
  w->in.used = 0;
  for (int k = w->count - 1; k >= 1; k--) fine &= put_first(f, w->hand[k]);
  if (w->count > 0) {
    errand e = w->hand[0];
    double seconds = sweep_clock() - w->since;
    if (timeout) {
      snprintf(reason, sizeof reason, "not done after %g s", f->s->limit);
      fine &= tell(f, (long)e.task, SWEEP_TIMEOUT, seconds, reason);
    } else if (++e.tries < TRIES) fine &= put_first(f, e);
    else {
      death_text(status, reason, sizeof reason);
      fine &= tell(f, (long)e.task, SWEEP_CRASHED, seconds, reason);
    }
  }
  w->count = 0;
  return fine;
}

/* whole records go on as they are */
static int pass_on(foreman *f, worker *w) {
  size_t done = 0;
  long bytes;
  while (w->count > 0 &&
         (bytes = sweep_record_check(w->in.bytes + done, w->in.used - done, f->s)) > 0) {
    done += (size_t)bytes;
    w->count--;
    memmove(w->hand, w->hand + 1, (size_t)w->count * sizeof *w->hand);
    w->since = sweep_clock();
  }
  if (done && !write_all(f->rows, w->in.bytes, done)) return 0;
  if (done) sweep_buffer_drop(&w->in, done);
  return 1;
}

static int listen_to(foreman *f, worker *w) {
  if (!sweep_buffer_room(&w->in, 1 << 16)) return 0;
  ssize_t got = read(w->rows, w->in.bytes + w->in.used, w->in.room - w->in.used);
  if (got < 0 && errno == EINTR) return 1;
  if (got <= 0) return bury(f, w, 0);
  w->in.used += (size_t)got;
  return pass_on(f, w);
}

/* 0 where the rank has gone or wants no more */
static int take_tasks(foreman *f) {
  uint64_t task[512];
  ssize_t got = read(f->tasks, task, sizeof task);
  if (got < 0 && errno == EINTR) return 1;
  if (got <= 0) return 0;
  /* numbers are written whole, but a full pipe may cut them */
  size_t rest = (size_t)got % sizeof *task;
  if (rest && !read_all(f->tasks, (char *)task + got, sizeof *task - rest)) return 0;
  size_t count = ((size_t)got + sizeof *task - 1) / sizeof *task;
  for (size_t k = 0; k < count; k++)
    if (!put_last(f, (errand){task[k], 0})) return 0;
  return 1;
}

/* ends who has been silent for too long; ms until the next one may have to be */
static int look_at_clock(foreman *f, int *fine) {
  double now = sweep_clock(), next = 3600;
  for (int k = 0; k < f->workers; k++) {
    worker *w = &f->worker[k];
    if (w->pid == 0 || w->count == 0) continue;
    double left = w->since + f->s->limit - now;
    if (left <= 0) {
      kill(w->pid, SIGKILL);
      *fine &= bury(f, w, 1);
    } else if (left < next) next = left;
  }
  return (int)(next * 1000) + 1;
}

static void direct(foreman *f) {
  int fine = 1;
  while (fine) {
    int wait = look_at_clock(f, &fine);
    if (!fine || !hand_out(f)) break;
    f->poll[0] = (struct pollfd){.fd = f->tasks, .events = POLLIN};
    for (int k = 0; k < f->workers; k++)
      f->poll[k + 1] =
          (struct pollfd){.fd = f->worker[k].pid ? f->worker[k].rows : -1, .events = POLLIN};
    if (poll(f->poll, (nfds_t)f->workers + 1, wait) < 0 && errno != EINTR) break;
    for (int k = 0; k < f->workers && fine; k++)
      if (f->poll[k + 1].revents) fine = listen_to(f, &f->worker[k]);
    if (fine && f->poll[0].revents) fine = take_tasks(f);
  }
}

/* the child: returns never */
static void lead(const sweep *s, int workers, int tasks, int rows) {
  foreman f = {.s = s, .tasks = tasks, .rows = rows, .workers = workers};
  f.worker = calloc((size_t)workers, sizeof *f.worker);
  f.poll = calloc((size_t)workers + 1, sizeof *f.poll);
  f.record = calloc(1, sweep_record_most(s->width));
  if (f.worker && f.poll && f.record) direct(&f);
  for (int k = 0; f.worker && k < workers; k++)
    if (f.worker[k].pid > 0) kill(f.worker[k].pid, SIGKILL);
  while (wait(NULL) > 0) {}
  _exit(0);
}

/* --- the rank's side ----------------------------------------------------------------------------------------- */

rg_status sweep_crew_start(sweep_crew *crew, const sweep *s, int workers, rg_error *error) {
  int down[2], up[2];
  pid_t self = getpid();
  *crew = (sweep_crew){.tasks = -1, .rows = -1};
  if (!open_pipes(down, up)) return rg_fail(error, RG_IO, "workers", "%s", strerror(errno));
  fflush(NULL);
  crew->foreman = fork();
  if (crew->foreman == 0) {
    be_child(self);
    close(down[1]);
    close(up[0]);
    lead(s, workers, down[0], up[1]);
  }
  if (crew->foreman < 0) {
    rg_fail(error, RG_IO, "workers", "%s", strerror(errno));
    close_pipes(down, up);
    crew->foreman = 0;
    return RG_IO;
  }
  close(down[0]);
  close(up[1]);
  crew->tasks = down[1];
  crew->rows = up[0];
  fcntl(crew->tasks, F_SETFD, FD_CLOEXEC);
  fcntl(crew->rows, F_SETFD, FD_CLOEXEC);
  fcntl(crew->rows, F_SETFL, O_NONBLOCK);
  return RG_OK;
}

int sweep_crew_give(sweep_crew *crew, const uint64_t *task, int count) {
  return write_all(crew->tasks, task, (size_t)count * sizeof *task);
}

void sweep_crew_end(sweep_crew *crew) {
  if (crew->foreman <= 0) return;
  close(crew->tasks); /* it ends its workers and itself */
  close(crew->rows);
  while (waitpid(crew->foreman, NULL, 0) < 0 && errno == EINTR) {}
  crew->foreman = 0;
}
