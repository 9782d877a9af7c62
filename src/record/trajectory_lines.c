/* Lines are collected in memory and handed to write(2) whole, never through stdio, so that a program that is killed
   leaves whole lines behind. Where the disk is full the file is cut back to its last whole line. */
#include "record/trajectory_lines.h"

#include "base/clock.h"
#include "base/plain_locale.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 64 * 1024, PIECE = 4096, LOOK = 100 /* ms */ };
static const double FLUSH_SECONDS = 1, PATIENCE = 0.3;

static rg_status fail(rg_lines *lines, const char *reason) {
  if (lines->failure.status != RG_OK) return lines->failure.status;
  return rg_fail_at(&lines->failure, RG_IO, lines->path, 0, 0, "", "%s", reason);
}

static rg_status hand_out(const rg_lines *lines, rg_error *error) {
  if (error && lines->failure.status != RG_OK) *error = lines->failure;
  return lines->failure.status;
}

/* --- opening ------------------------------------------------------------------------------------ */

static rg_status prepare(rg_lines *lines, const char *path, size_t longest) {
  *lines = (rg_lines){.fd = -1, .first = 1, .flushed = rg_seconds()};
  lines->standard = strcmp(path, "-") == 0;
  lines->path = strdup(lines->standard ? "standard output" : path);
  lines->capacity = BLOCK + longest;
  lines->buffer = malloc(lines->capacity);
  if (lines->path && lines->buffer) return RG_OK;
  return rg_fail(&lines->failure, RG_NO_MEMORY, "", "no memory for the record");
}

/* the file behind fd: only one that has a size can be cut back */
static rg_status look_at(rg_lines *lines) {
  struct stat facts;
  if (lines->fd < 0 || fstat(lines->fd, &facts) != 0) return fail(lines, strerror(errno));
  if (S_ISDIR(facts.st_mode)) return fail(lines, "is a directory, not a file");
  lines->regular = S_ISREG(facts.st_mode) && !lines->standard;
  return RG_OK;
}

static void release(rg_lines *lines) {
  if (lines->fd >= 0 && !lines->standard) close(lines->fd);
  free(lines->buffer);
  free(lines->path);
  lines->buffer = lines->path = NULL;
  lines->fd = -1;
}

static rg_status give_up(rg_lines *lines, rg_error *error) {
  rg_status status = hand_out(lines, error);
  release(lines);
  return status;
}

static rg_status write_all(rg_lines *lines, const char *bytes, size_t size);

static rg_status put_header(rg_lines *lines, const char *header) {
  rg_status status = write_all(lines, header, strlen(header));
  return status == RG_OK ? write_all(lines, "\n", 1) : status;
}

rg_status rg_lines_open(rg_lines *lines, const char *path, const char *header, size_t longest,
                        rg_error *error) {
  assert(header && !strchr(header, '\n'));
  if (prepare(lines, path, longest) != RG_OK) return give_up(lines, error);
  int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY;
  lines->fd = lines->standard ? STDOUT_FILENO : open(path, flags, 0666);
  if (look_at(lines) != RG_OK || put_header(lines, header) != RG_OK) return give_up(lines, error);
  return RG_OK;
}

/* --- going on with a file ----------------------------------------------------------------------- */

/* bytes of the header and of the lines up to the time `last`; -1 where the header is another one */
static off_t find_end(FILE *stream, const char *header, double last, long *kept) {
  char *line = NULL;
  size_t capacity = 0;
  off_t end = -1;
  *kept = -1;
  for (ssize_t length; (length = getline(&line, &capacity, stream)) > 0;) {
    // a line without its end was cut off while it was written
    if (line[length - 1] != '\n') break;
    if (*kept < 0) {
      line[length - 1] = 0;
      if (strcmp(line, header) != 0) break;
      end = 0;
    } else if (!(strtod(line, NULL) <= last)) break;
    end += length;
    ++*kept;
  }
  free(line);
  return end;
}

/* cuts the file behind the last line that stays */
static rg_status cut(rg_lines *lines, const char *header, double last, long *kept) {
  FILE *stream = fopen(lines->path, "rb");
  if (!stream) return fail(lines, strerror(errno));
  rg_plain_locale locale = rg_plain_locale_enter();
  off_t end = find_end(stream, header, last, kept);
  rg_plain_locale_leave(locale);
  int broken = ferror(stream);
  fclose(stream);
  if (broken) return fail(lines, "cannot be read");
  if (end < 0) return fail(lines, "is no such record of this model: its first line is another one");
  if (ftruncate(lines->fd, end) != 0 || lseek(lines->fd, end, SEEK_SET) != end)
    return fail(lines, strerror(errno));
  lines->written = end;
  return RG_OK;
}

rg_status rg_lines_continue(rg_lines *lines, const char *path, const char *header, size_t longest,
                            double last, long *kept, rg_error *error) {
  struct stat facts;
  *kept = 0;
  int old = strcmp(path, "-") != 0 && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
  if (!old || facts.st_size == 0) return rg_lines_open(lines, path, header, longest, error);
  if (prepare(lines, path, longest) != RG_OK) return give_up(lines, error);
  lines->fd = open(path, O_WRONLY | O_CLOEXEC);
  if (look_at(lines) != RG_OK || cut(lines, header, last, kept) != RG_OK)
    return give_up(lines, error);
  return RG_OK;
}

/* --- writing ------------------------------------------------------------------------------------ */

/* takes back half a line that reached the file before the disk was full */
static void cut_back(rg_lines *lines, const char *bytes, size_t done) {
  while (done > 0 && bytes[done - 1] != '\n') done--;
  lines->written += (off_t)done;
  if (lines->regular && ftruncate(lines->fd, lines->written) != 0)
    fail(lines, "the last line is not whole");
}

/* 1: the file takes more, or may; 0 where it has had its time after an interrupt */
static int wait_for_room(const rg_lines *lines) {
  struct pollfd pipe = {.fd = lines->fd, .events = POLLOUT};
  double begin = rg_seconds();
  for (;;) {
    int ready = poll(&pipe, 1, LOOK);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return 1;
    if (rg_interrupted() && rg_seconds() - begin >= PATIENCE) return 0;
  }
}

static rg_status write_all(rg_lines *lines, const char *bytes, size_t size) {
  size_t done = 0;
  while (done < size) {
    // half a pipe's room at a time: what poll() lets through does not wait
    size_t most = size - done < PIECE || lines->regular ? size - done : PIECE;
    int room = lines->regular || wait_for_room(lines);
    ssize_t got = room ? write(lines->fd, bytes + done, most) : -1;
    if (got >= 0) done += (size_t)got;
    if (got > 0 || (room && got < 0 && (errno == EINTR || errno == EAGAIN))) continue;
    fail(lines, !room     ? "nobody reads it, and the end was asked for"
                : got < 0 ? strerror(errno)
                          : "takes nothing");
    cut_back(lines, bytes, done);
    return lines->failure.status;
  }
  lines->written += (off_t)size;
  return RG_OK;
}

rg_status rg_lines_flush(rg_lines *lines, rg_error *error) {
  if (lines->failure.status == RG_OK && lines->used > 0)
    write_all(lines, lines->buffer, lines->used);
  lines->used = 0;
  lines->flushed = rg_seconds();
  return hand_out(lines, error);
}

rg_status rg_lines_end(rg_lines *lines, rg_error *error) {
  assert(lines->used < lines->capacity);
  lines->buffer[lines->used++] = '\n';
  lines->first = 1;
  if (lines->used >= BLOCK || rg_seconds() - lines->flushed >= FLUSH_SECONDS)
    return rg_lines_flush(lines, error);
  return hand_out(lines, error);
}

rg_status rg_lines_close(rg_lines *lines, rg_error *error) {
  rg_lines_flush(lines, NULL);
  // what could not be written any more shows at the latest here
  if (lines->failure.status == RG_OK && lines->regular && fsync(lines->fd) != 0)
    fail(lines, strerror(errno));
  return give_up(lines, error);
}

/* --- fields ------------------------------------------------------------------------------------- */

/* as much as fits; one byte stays free for the end of the line */
static void put_bytes(rg_lines *lines, const char *bytes, size_t size) {
  size_t room = lines->capacity - lines->used - 1;
  if (size > room) size = room;
  memcpy(lines->buffer + lines->used, bytes, size);
  lines->used += size;
}

static void put_comma(rg_lines *lines) {
  if (!lines->first) put_bytes(lines, ",", 1);
  lines->first = 0;
}

void rg_lines_reals(rg_lines *lines, const double *value, int count) {
  rg_plain_locale locale = rg_plain_locale_enter();
  for (int k = 0; k < count; k++) {
    char text[RG_LINES_NUMBER];
    int length = snprintf(text, sizeof text, "%.17g", value[k]);
    put_comma(lines);
    put_bytes(lines, text, (size_t)length);
  }
  rg_plain_locale_leave(locale);
}

void rg_lines_real(rg_lines *lines, double value) { rg_lines_reals(lines, &value, 1); }

void rg_lines_whole(rg_lines *lines, long value) {
  char text[RG_LINES_NUMBER];
  int length = snprintf(text, sizeof text, "%ld", value);
  put_comma(lines);
  put_bytes(lines, text, (size_t)length);
}

/* a line break in a name would tear the line: it becomes a blank */
void rg_lines_text(rg_lines *lines, const char *text) {
  int quoted = text[strcspn(text, ",\"\r\n")] != 0;
  put_comma(lines);
  if (quoted) put_bytes(lines, "\"", 1);
  for (const char *p = text; *p; p++) {
    if (*p == '"') put_bytes(lines, "\"", 1);
    put_bytes(lines, *p == '\n' || *p == '\r' ? " " : p, 1);
  }
  if (quoted) put_bytes(lines, "\"", 1);
}

size_t rg_lines_text_size(const char *text) { return 2 * strlen(text) + 3; }
