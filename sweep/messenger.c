/* A rank that is not the keeper: tasks from the wire to the foreman, records from the foreman to the wire, some of them at a
   time. */
#include "ranks.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* records wait for so long for others to go with them, s; the keeper has given out tasks for four times that */
static const double TOGETHER = 0.05;
enum {
  PORTION = 1 << 16,
  NAP = 1 /* ms between two looks at the wire, which has nothing to wait on */
};

typedef struct messenger {
  const sweep_wire *wire;
  const sweep *s;
  sweep_crew *crew;
  int workers;
  sweep_buffer out;
  uint64_t *task; /* of one message */
  size_t room;
  double sent;
  long asked, told; /* tasks */
} messenger;

static void say_hello(messenger *m, rg_status status, const char *text) {
  rank_hello hello = {
      .fingerprint = m->s ? m->s->fingerprint : 0, .workers = m->workers, .status = (int)status};
  snprintf(hello.text, sizeof hello.text, "%s", text);
  (void)m->wire->send(0, SWEEP_HELLO, &hello, sizeof hello);
}

/* 0 where it is the end */
static int read_wire(messenger *m) {
  int from, tag;
  size_t bytes;
  while (m->wire->look(&from, &tag, &bytes)) {
    if (bytes > m->room) {
      uint64_t *larger = realloc(m->task, bytes);
      if (!larger) return 0;
      m->task = larger;
      m->room = bytes;
    }
    if (!m->wire->take(from, tag, m->task, bytes) || tag == SWEEP_END_OF_WORK) return 0;
    int count = (int)(bytes / sizeof *m->task);
    m->asked += count;
    if (!sweep_crew_give(m->crew, m->task, count)) {
      say_hello(m, RG_IO, "the process of its workers has gone");
      return 1;
    }
  }
  return 1;
}

static long count_records(const sweep_buffer *b, const sweep *s, long bytes) {
  long count = 0;
  for (long at = 0; at < bytes; count++)
    at += sweep_record_check(b->bytes + at, (size_t)(bytes - at), s);
  return count;
}

static void send_records(messenger *m) {
  double now = sweep_clock();
  long bytes = sweep_buffer_whole(&m->out, m->s);
  if (bytes <= 0) return;
  long count = count_records(&m->out, m->s, bytes);
  if (now - m->sent < TOGETHER && bytes < PORTION && m->told + count < m->asked) return;
  if (!m->wire->send(0, SWEEP_ROWS, m->out.bytes, (size_t)bytes)) return;
  m->told += count;
  m->sent = now;
  sweep_buffer_drop(&m->out, (size_t)bytes);
}

static void serve(messenger *m) {
  int there = 1;
  while (read_wire(m)) {
    struct pollfd wait = {.fd = there ? m->crew->rows : -1, .events = POLLIN};
    (void)poll(&wait, 1, NAP);
    int got = there ? sweep_crew_read(m->crew, &m->out) : 0;
    if (got < 0) {
      say_hello(m, RG_IO, got == -1 ? "the process of its workers has gone" : "no memory");
      there = 0;
    }
    if (there) send_records(m);
  }
}

void sweep_messenger(const sweep_wire *wire, const sweep *s, sweep_crew *crew, int workers,
                     const rg_error *error) {
  messenger m = {.wire = wire, .s = s, .crew = crew, .workers = workers};
  char text[RANK_TEXT] = "";
  if (error->status) rg_error_text(error, text, sizeof text);
  say_hello(&m, error->status, text);
  if (!error->status) serve(&m);
  else
    while (read_wire(&m)) (void)poll(NULL, 0, NAP);
  sweep_crew_end(crew);
  free(m.out.bytes);
  free(m.task);
}
