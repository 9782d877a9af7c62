/* A child, a pipe, and what is read from it until the child has closed it. The last bytes are a footer: without it the child has
   not come to its end. */
#include "apart.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

typedef struct footer {
  rg_status status;
  rg_error error;
} footer;

/* whoever does not read any more has gone: so does the child */
static void put_all(int out, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t put = write(out, bytes, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(1);
    bytes += put;
    size -= (size_t)put;
  }
}

void put_apart(int out, const void *bytes, size_t size) {
  static const char zeros[8] = {0};
  put_all(out, bytes, size);
  put_all(out, zeros, (8 - size % 8) % 8);
}

static void be_child(apart_work work, void *context, int out) {
  static footer last;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  last.status = work(context, out, &last.error);
  put_all(out, (const char *)&last, sizeof last);
  _exit(0);
}

/* everything that comes; NULL where there is no memory for it */
static char *read_all(int in, size_t *size) {
  size_t room = 65536, used = 0;
  char *bytes = malloc(room);
  while (bytes) {
    ssize_t got = read(in, bytes + used, room - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += (size_t)got;
    if (used < room) continue;
    char *more = realloc(bytes, room *= 2);
    if (!more) free(bytes);
    bytes = more;
  }
  *size = used;
  return bytes;
}

static rg_status died(const char *path, const char *who, int status, rg_error *error) {
  char how[64] = "";
  if (WIFSIGNALED(status)) snprintf(how, sizeof how, " (signal %d)", WTERMSIG(status));
  return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, who,
                    "did not survive%s: there is too little memory", how);
}

/* what the child said, or that it died */
static rg_status hear(const char *path, const char *who, int in, pid_t child, void **bytes,
                      size_t *size, rg_error *error) {
  size_t all = 0;
  int status = 0;
  footer last;
  char *said = read_all(in, &all);
  close(in);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  int whole = said && WIFEXITED(status) && WEXITSTATUS(status) == 0 && all >= sizeof last;
  if (!whole) {
    free(said);
    return died(path, who, status, error);
  }
  memcpy(&last, said + all - sizeof last, sizeof last);
  if (bytes && last.status == RG_OK) {
    *bytes = said;
    *size = all - sizeof last;
  } else free(said);
  if (last.status != RG_OK && error) *error = last.error;
  return last.status;
}

rg_status do_apart(const char *path, const char *who, apart_work work, void *context, void **bytes,
                   size_t *size, rg_error *error) {
  int ends[2];
  rg_error_clear(error);
  if (pipe(ends) != 0)
    return rg_fail_at(error, RG_IO, path, 0, 0, "", "no pipe to a child: %s", strerror(errno));
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "", "no process for it: %s",
                      strerror(errno));
  }
  if (child == 0) {
    close(ends[0]);
    be_child(work, context, ends[1]);
  }
  close(ends[1]);
  return hear(path, who, ends[0], child, bytes, size, error);
}

/* --- problems out ------------------------------------------------------------------------------- */

typedef struct written {
  const rg_problem *problem;
  const char *path;
  rg_format format;
  const double *impulse, *velocity;
} written;

static rg_status write_it(void *context, int out, rg_error *error) {
  (void)out;
  const written *w = context;
  return rg_problem_write(w->problem, w->path, w->format, w->impulse, w->velocity, error);
}

static int ends_in(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

rg_status write_problem(const rg_problem *problem, const char *path, rg_format format,
                        const double *impulse, const double *velocity, rg_error *error) {
  written w = {problem, path, format, impulse, velocity};
  int named = format == RG_FORMAT_AUTO && (ends_in(path, ".h5") || ends_in(path, ".hdf5"));
  if (rg_has_fclib() && (named || format == RG_FORMAT_FCLIB))
    return do_apart(path, "HDF5", write_it, &w, NULL, NULL, error);
  return write_it(&w, -1, error);
}
