/* The journal: a head that says whose rows these are, then records, appended as they come. Whatever kills whoever writes it, and
   when, what is whole stays; what is not is cut off by the next who opens it. */
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct sweep_journal {
  int fd;
  char path[4200];
  off_t end; /* of the last whole record */
  int failed, unsynced;
};

typedef struct head {
  char magic[8];
  uint32_t version, endian;
  uint64_t fingerprint, tasks, width, checksum;
} head;

static head head_of(const sweep *s) {
  head h = {.magic = "rgsweep",
            .version = 1,
            .endian = 0x01020304,
            .fingerprint = s->fingerprint,
            .tasks = (uint64_t)s->tasks,
            .width = (uint64_t)s->width};
  h.checksum = sweep_hash(0, &h, offsetof(head, checksum));
  return h;
}

static rg_status fail(const sweep_journal *j, rg_error *error, const char *reason) {
  return rg_fail_at(error, RG_IO, j->path, 0, 0, "", "%s", reason);
}

/* --- reading -------------------------------------------------------------------------------------------- */

static rg_status read_head(sweep_journal *j, const sweep *s, rg_error *error) {
  head there, ours = head_of(s);
  ssize_t got = pread(j->fd, &there, sizeof there, 0);
  if (got < 0) return fail(j, error, strerror(errno));
  /* one that was killed at its birth */
  if ((size_t)got < sizeof there) {
    if (memcmp(&there, &ours, (size_t)got) != 0)
      return rg_fail_at(error, RG_BAD_INPUT, j->path, 0, 0, "", "is no journal of a sweep");
    if (ftruncate(j->fd, 0) || pwrite(j->fd, &ours, sizeof ours, 0) != sizeof ours)
      return fail(j, error, strerror(errno));
    return RG_OK;
  }
  if (memcmp(there.magic, ours.magic, sizeof there.magic) != 0)
    return rg_fail_at(error, RG_BAD_INPUT, j->path, 0, 0, "", "is no journal of a sweep");
  if (memcmp(&there, &ours, sizeof there) != 0)
    return rg_fail_at(error, RG_BAD_INPUT, j->path, 0, 0, "",
                      "belongs to another sweep: the spec, a model or the version of rigor is "
                      "another; --restart begins anew");
  return RG_OK;
}

/* records up to the first that is not whole */
static rg_status read_records(sweep_journal *j, const sweep *s, sweep_rows *rows, rg_error *error) {
  sweep_buffer b = {0};
  rg_status status = RG_OK;
  off_t at = j->end = sizeof(head);
  long whole = 0;
  while (!status && whole >= 0) {
    if (!sweep_buffer_room(&b, 1 << 16)) {
      status = rg_fail(error, RG_NO_MEMORY, "journal", "no memory");
      break;
    }
    ssize_t got = pread(j->fd, b.bytes + b.used, b.room - b.used, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) status = fail(j, error, strerror(errno));
    if (got <= 0) break;
    at += got;
    b.used += (size_t)got;
    size_t done = 0;
    while ((whole = sweep_record_check(b.bytes + done, b.used - done, s)) > 0) {
      const void *record = b.bytes + done;
      if (sweep_rows_add(rows, s, record) < 0)
        status = rg_fail(error, RG_NO_MEMORY, "journal", "no memory");
      done += (size_t)whole;
    }
    j->end += (off_t)done;
    sweep_buffer_drop(&b, done);
  }
  free(b.bytes);
  return status;
}

/* --- opening --------------------------------------------------------------------------------------------- */

/* locked, and still the file of that name */
static rg_status lock(sweep_journal *j, rg_error *error) {
  struct stat ours, named;
  while (flock(j->fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return fail(j, error, strerror(errno));
    return rg_fail_at(error, RG_IO, j->path, 0, 0, "", "another sweep writes it at this moment");
  }
  if (fstat(j->fd, &ours) != 0 || stat(j->path, &named) != 0 || ours.st_ino != named.st_ino)
    return fail(j, error, "was replaced at this moment; try again");
  return RG_OK;
}

static rg_status begin(sweep_journal *j, const sweep *s, rg_error *error) {
  head h = head_of(s);
  if (ftruncate(j->fd, 0) != 0) return fail(j, error, strerror(errno));
  errno = ENOSPC; /* what a short write means */
  if (pwrite(j->fd, &h, sizeof h, 0) != sizeof h) {
    rg_status status = fail(j, error, strerror(errno));
    return ftruncate(j->fd, 0) ? status : status;
  }
  j->end = sizeof h;
  return RG_OK;
}

static rg_status refuse_older(const sweep_journal *j, const char *output, rg_error *error) {
  const char *file = access(j->path, F_OK) == 0 ? j->path : output;
  if (access(file, F_OK) != 0) return RG_OK;
  return rg_fail_at(error, RG_BAD_INPUT, file, 0, 0, "",
                    "is there already: --resume goes on with it, --restart begins anew");
}

static rg_status open_it(sweep_journal *j, const sweep *s, const char *output, sweep_begin how,
                         sweep_rows *rows, rg_error *error) {
  rg_status status = RG_OK;
  if (how == SWEEP_RESUME && access(j->path, F_OK) != 0 && access(output, F_OK) == 0)
    return rg_fail_at(error, RG_BAD_INPUT, output, 0, 0, "",
                      "is there, but not its journal %.100s: --restart begins anew", j->path);
  if (how == SWEEP_NEW) status = refuse_older(j, output, error);
  if (status) return status;
  /* O_EXCL: of two that begin at once one is refused */
  int flags = O_RDWR | O_CREAT | O_CLOEXEC | (how == SWEEP_NEW ? O_EXCL : 0);
  j->fd = open(j->path, flags, 0666);
  if (j->fd < 0) return fail(j, error, strerror(errno));
  status = lock(j, error);
  if (status) return status;
  if (how != SWEEP_RESUME) return begin(j, s, error);
  status = read_head(j, s, error);
  if (!status) status = read_records(j, s, rows, error);
  if (!status && ftruncate(j->fd, j->end) != 0) status = fail(j, error, strerror(errno));
  return status;
}

rg_status sweep_journal_open(sweep_journal **journal, const sweep *s, const char *output,
                             sweep_begin how, sweep_rows *rows, rg_error *error) {
  sweep_journal *j = *journal = calloc(1, sizeof *j);
  if (!j) return rg_fail(error, RG_NO_MEMORY, "journal", "no memory");
  j->fd = -1;
  snprintf(j->path, sizeof j->path, "%.4096s.journal", output);
  rg_status status = open_it(j, s, output, how, rows, error);
  if (!status) return RG_OK;
  if (j->fd >= 0) close(j->fd);
  free(j);
  *journal = NULL;
  return status;
}

/* --- writing ----------------------------------------------------------------------------------------------- */

rg_status sweep_journal_append(sweep_journal *j, const void *bytes, size_t count, rg_error *error) {
  size_t done = 0;
  if (j->failed) return RG_IO;
  while (done < count) {
    ssize_t wrote = pwrite(j->fd, (const char *)bytes + done, count - done, j->end + (off_t)done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      rg_status status =
          fail(j, error, wrote < 0 ? strerror(errno) : "nothing more can be written");
      j->failed = 1;
      /* what is not whole would be cut by the next one too */
      return ftruncate(j->fd, j->end) ? status : status;
    }
    done += (size_t)wrote;
  }
  j->end += (off_t)count;
  j->unsynced = 1;
  return RG_OK;
}

rg_status sweep_journal_sync(sweep_journal *j, rg_error *error) {
  if (!j->unsynced || j->failed) return RG_OK;
  if (fdatasync(j->fd) != 0 && errno != EINVAL) {
    j->failed = 1;
    return fail(j, error, strerror(errno));
  }
  j->unsynced = 0;
  return RG_OK;
}

rg_status sweep_journal_close(sweep_journal *j, rg_error *error) {
  if (!j) return RG_OK;
  rg_status status = sweep_journal_sync(j, error);
  if (close(j->fd) != 0 && !status) status = fail(j, error, strerror(errno));
  free(j);
  return status;
}
