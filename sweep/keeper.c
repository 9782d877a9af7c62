/* Rank 0, or the only one: gives out tasks, is the only writer of journal and results, and knows nothing of how a task is done. */
#define _GNU_SOURCE /* sched_getaffinity */

#include "ranks.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double AHEAD =
    0.2; /* s of work that a worker has before it: hides the way to the keeper and back */
static const double SYNC = 1;    /* s between two fdatasync, */
static const double RESULTS = 2; /* and at least as long between two files of results, */
static const double SHARE = 50;  /* and so many times what the last one took */
enum {
  MOST_AHEAD = 256, /* tasks a worker */
  MOST_GIVEN =
      4096, /* tasks a rank: their numbers fit into a pipe (64 kB), so that nobody waits for its foreman */
  NAP = 1,       /* ms between two looks at the wire, which has nothing to wait on */
  PATIENCE = 100 /* ms between two looks at the clock */
};

/* one rank */
typedef struct station {
  int workers;
  long outstanding; /* tasks that it has and has told nothing about */
} station;

typedef struct keeper {
  const sweep *s;
  const sweep_orders *orders;
  sweep_answer *answer;
  rg_error *error;
  rg_status status;
  const sweep_wire *wire; /* NULL: there is one rank */
  sweep_crew crew;
  sweep_journal *journal;
  station *station;
  int ranks, workers;
  long next;   /* task: all before it are given out or done */
  long left;   /* tasks that are not given out */
  double mean; /* s a task; 0: not known */
  sweep_buffer in, letter;
  double synced, written, cost; /* times of the last sync and file; what that took */
  long written_done;
} keeper;

/* --- records ------------------------------------------------------------------------------------------------- */

/* records of a rank, whole: on the disk first, then among the rows */
static void take_records(keeper *k, int rank, const char *bytes, long count) {
  sweep_rows *rows = &k->answer->rows;
  if (!count) return;
  /* what failed before stays what failed */
  rg_status kept =
      sweep_journal_append(k->journal, bytes, (size_t)count, k->status ? NULL : k->error);
  if (!k->status) k->status = kept;
  for (long at = 0; at < count && !kept && k->status != RG_NO_MEMORY;) {
    const sweep_record *record = (const void *)(bytes + at);
    if (sweep_rows_add(rows, k->s, record) < 0)
      k->status = rg_fail(k->error, RG_NO_MEMORY, "rows", "no memory");
    /* the last ones count most, and not the very last alone */
    k->mean = k->mean > 0 ? 0.9 * k->mean + 0.1 * record->seconds : record->seconds;
    k->station[rank].outstanding--;
    at += record->bytes;
  }
}

int sweep_crew_read(sweep_crew *crew, sweep_buffer *in) {
  int any = 0;
  for (;;) {
    if (!sweep_buffer_room(in, 1 << 16)) return -2;
    ssize_t got = read(crew->rows, in->bytes + in->used, in->room - in->used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return any;
    if (got <= 0) return -1;
    in->used += (size_t)got;
    any = 1;
    if (in->used > 1 << 20) return 1; /* write them first */
  }
}

static void read_crew(keeper *k) {
  int got = sweep_crew_read(&k->crew, &k->in);
  long whole = sweep_buffer_whole(&k->in, k->s);
  if (whole > 0) {
    take_records(k, 0, k->in.bytes, whole);
    sweep_buffer_drop(&k->in, (size_t)whole);
  }
  if (got >= 0 && whole >= 0) return;
  if (!k->status && !rg_interrupted())
    k->status = rg_fail(k->error, got == -2 ? RG_NO_MEMORY : RG_IO, "workers", "%s",
                        got == -2 ? "no memory" : "their process has gone; --resume goes on");
}

static void refuse_rank(keeper *k, int rank, const char *text) {
  if (!k->status) k->status = rg_fail(k->error, RG_IO, "", "rank %d: %.220s", rank, text);
}

/* what lies on the wire */
static void read_wire(keeper *k) {
  int from, tag;
  size_t bytes;
  while (k->wire && !k->status && k->wire->look(&from, &tag, &bytes)) {
    k->letter.used = 0;
    if (!sweep_buffer_room(&k->letter, bytes + 1)) {
      k->status = rg_fail(k->error, RG_NO_MEMORY, "rows", "no memory");
      return;
    }
    if (!k->wire->take(from, tag, k->letter.bytes, bytes)) continue;
    k->letter.used = bytes;
    if (tag == SWEEP_HELLO && bytes == sizeof(rank_hello))
      refuse_rank(k, from, ((rank_hello *)(void *)k->letter.bytes)->text);
    else if (sweep_buffer_whole(&k->letter, k->s) != (long)bytes)
      refuse_rank(k, from, "sent what is no record");
    else take_records(k, from, k->letter.bytes, (long)bytes);
  }
}

/* --- tasks ----------------------------------------------------------------------------------------------------- */

/* what a rank gets: enough for AHEAD, but towards the end no more than its part of half of what is left */
static long portion(const keeper *k, const station *t) {
  double ahead = k->mean > 0 ? AHEAD / k->mean : 2;
  if (ahead < 2) ahead = 2;
  if (ahead > MOST_AHEAD) ahead = MOST_AHEAD;
  long target = (long)(ahead * t->workers), idle = t->workers - t->outstanding;
  if (target > MOST_GIVEN) target = MOST_GIVEN;
  long share = k->left * t->workers / (2 * k->workers), wanted = target - t->outstanding;
  if (2 * t->outstanding > target) return 0;
  if (wanted > share) wanted = share;
  if (wanted < idle) wanted = idle;
  return wanted < k->left ? wanted : k->left;
}

static void give(keeper *k, int rank, long count) {
  uint64_t task[512];
  int n = 0;
  while (n < count && n < 512) {
    while (k->answer->rows.state[k->next] != SWEEP_MISSING) k->next++;
    task[n++] = (uint64_t)k->next++;
  }
  k->left -= n;
  k->station[rank].outstanding += n;
  int given = rank == 0 ? sweep_crew_give(&k->crew, task, n)
                        : k->wire->send(rank, SWEEP_GIVE, task, (size_t)n * sizeof *task);
  if (!given && rank) refuse_rank(k, rank, "cannot be reached");
  if (!given && !rank && !k->status && !rg_interrupted())
    k->status = rg_fail(k->error, RG_IO, "workers", "cannot be reached; --resume goes on");
}

static void give_out(keeper *k) {
  for (int r = 0; r < k->ranks && k->left > 0 && !k->status; r++) {
    long count = portion(k, &k->station[r]);
    if (count > 0) give(k, r, count);
  }
}

/* --- files ------------------------------------------------------------------------------------------------------ */

static void keep_files(keeper *k) {
  double now = sweep_clock();
  const sweep_rows *rows = &k->answer->rows;
  if (now - k->synced >= SYNC && !k->status) {
    k->status = sweep_journal_sync(k->journal, k->error);
    k->synced = sweep_clock();
    if (!k->status && k->orders->told) k->orders->told(k->orders->context, rows);
  }
  if (now - k->written < RESULTS || now - k->written < SHARE * k->cost ||
      rows->done == k->written_done)
    return;
  /* where that fails the journal still has everything, and at the end it is said */
  (void)sweep_results_write(k->s, rows, k->orders->output, NULL);
  k->written = sweep_clock();
  k->cost = k->written - now;
  k->written_done = rows->done;
}

static void keep(keeper *k) {
  const sweep_rows *rows = &k->answer->rows;
  while (rows->done < rows->tasks && !k->status && !rg_interrupted()) {
    give_out(k);
    struct pollfd wait = {.fd = k->crew.rows, .events = POLLIN};
    (void)poll(&wait, 1, k->wire ? NAP : PATIENCE);
    read_crew(k);
    read_wire(k);
    keep_files(k);
  }
}

/* the journal to the disk, the file as far as it goes; the first failure counts */
static void finish(keeper *k) {
  sweep_answer *a = k->answer;
  a->interrupted = rg_interrupted();
  /* no more than this, if somebody wants us gone */
  rg_interrupt(0);
  rg_status closed = sweep_journal_close(k->journal, k->status ? NULL : k->error);
  if (!k->status) k->status = closed;
  double begin = sweep_clock();
  rg_status written =
      sweep_results_write(k->s, &a->rows, k->orders->output, k->status ? NULL : k->error);
  if (!k->status) k->status = written;
  a->finished = sweep_clock() - begin;
  if (a->interrupted) rg_interrupt(1);
  if (!k->status && k->orders->told) k->orders->told(k->orders->context, &a->rows);
}

/* --- ranks ------------------------------------------------------------------------------------------------------- */

int sweep_is_rank(int *rank) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (int k = 0; k < 3; k++) {
    const char *text = getenv(names[k]);
    if (!text) continue;
    *rank = atoi(text);
    return 1;
  }
  *rank = 0;
  return 0;
}

static const sweep_wire *open_wire(const char *path, int *rank, int *ranks, rg_error *error) {
  if (!path) {
    rg_fail(error, RG_BAD_INPUT, "mpirun",
            "this build has no MPI: install libopenmpi-dev and build it again, or start it once, "
            "without mpirun");
    return NULL;
  }
  void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  const sweep_wire *wire = module ? dlsym(module, SWEEP_WIRE_SYMBOL) : NULL;
  if (!wire || wire->version != SWEEP_WIRE_VERSION) {
    const char *why = module ? "is of another version" : dlerror();
    rg_fail_at(error, RG_IO, path, 0, 0, "", "%.200s", why);
    return NULL;
  }
  if (wire->open(rank, ranks)) return wire;
  rg_fail(error, RG_IO, "MPI", "did not start");
  return NULL;
}

/* every rank says what it has; the first that does not fit is the error */
static void hear_ranks(keeper *k) {
  char trouble[RANK_TEXT] = "";
  int heard = 1, worst = k->ranks;
  while (heard < k->ranks) {
    int from, tag;
    size_t bytes;
    rank_hello hello = {0};
    if (!k->wire->look(&from, &tag, &bytes)) {
      (void)poll(NULL, 0, NAP);
      continue;
    }
    if (bytes != sizeof hello || !k->wire->take(from, tag, &hello, bytes)) continue;
    heard++;
    k->station[from].workers = hello.workers;
    k->workers += hello.workers;
    int differs = k->s && !hello.status && hello.fingerprint != k->s->fingerprint;
    if (differs)
      snprintf(hello.text, sizeof hello.text, "sees another spec, other models or another rigor");
    if ((!differs && !hello.status) || from >= worst) continue;
    worst = from;
    memcpy(trouble, hello.text, sizeof trouble);
  }
  if (worst < k->ranks) refuse_rank(k, worst, trouble);
}

static void dismiss_ranks(keeper *k) {
  for (int r = 1; r < k->ranks; r++) (void)k->wire->send(r, SWEEP_END_OF_WORK, "", 0);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static int usual_workers(int ranked) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
#endif
  return ranked || count < 1 ? 1 : (int)count;
}

static void run_keeper(keeper *k) {
  sweep_answer *a = k->answer;
  double begin = sweep_clock();
  k->station = calloc((size_t)k->ranks, sizeof *k->station);
  if (!k->station) {
    k->status = rg_fail(k->error, RG_NO_MEMORY, "ranks", "no memory");
    return;
  }
  k->station[0].workers = k->workers;
  if (k->wire) hear_ranks(k);
  if (!k->status) k->status = sweep_rows_new(&a->rows, k->s, k->error);
  if (!k->status)
    k->status = sweep_journal_open(&k->journal, k->s, k->orders->output, k->orders->begin, &a->rows,
                                   k->error);
  if (k->status) return;
  a->before = a->rows.done;
  a->rows.seconds = 0;
  k->left = a->rows.tasks - a->rows.done;
  k->synced = k->written = begin;
  keep(k);
  a->seconds = sweep_clock() - begin;
  finish(k);
  a->workers = k->workers;
  a->ranks = k->ranks;
}

rg_status sweep_run(const sweep *s, const sweep_orders *orders, sweep_answer *answer,
                    rg_error *error) {
  keeper k = {.s = s, .orders = orders, .answer = answer, .error = error, .ranks = 1};
  int named, ranked = sweep_is_rank(&named);
  *answer = (sweep_answer){.rank = named};
  if (s) rg_error_clear(error);
  k.status = s ? RG_OK : error->status;
  if (!ranked && k.status) return k.status;
  k.workers = orders->workers > 0 ? orders->workers : usual_workers(ranked);
  if (!k.status && !sweep_results_kind(orders->output, error)) k.status = error->status;
  if (!k.status) k.status = sweep_crew_start(&k.crew, s, k.workers, error);
  if (ranked) {
    rg_error why = {0};
    k.wire = open_wire(orders->wire, &answer->rank, &k.ranks, k.status ? &why : error);
    if (!k.wire && !k.status) k.status = error->status;
  }
  if (answer->rank > 0 && k.wire) {
    signal(SIGTERM, SIG_IGN); /* the keeper says when it is the end */
    signal(SIGINT, SIG_IGN);
    sweep_messenger(k.wire, s, &k.crew, k.workers, error);
  } else {
    if (!k.status) run_keeper(&k);
    else if (k.wire && (k.station = calloc((size_t)k.ranks, sizeof *k.station))) hear_ranks(&k);
    sweep_crew_end(&k.crew);
    if (k.wire) dismiss_ranks(&k);
  }
  if (k.wire) k.wire->close();
  free(k.station);
  free(k.in.bytes);
  free(k.letter.bytes);
  return k.status;
}
