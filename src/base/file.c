/* Loading a file into memory; writing one atomically: a file without a name in the same folder, fsync,
   a temporary name, rename, fsync of the folder. A program that is killed before it has a name leaves
   nothing behind; where the file system knows no such files the temporary name comes first. */
#define _GNU_SOURCE /* realpath, O_TMPFILE */

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 64 * 1024, NAME_TRIES = 100 };

static rg_status fail(rg_error *error, rg_status status, const char *path, const char *reason) {
  return rg_fail_at(error, status, path, 0, 0, "", "%s", reason);
}

/* reads until the end, whatever size was promised: a pipe promises none */
static rg_status read_all(int fd, const char *path, size_t expected, char **bytes, size_t *size,
                          rg_error *error) {
  size_t capacity = expected ? expected + 2 : FIRST_CAPACITY, used = 0;
  char *buffer = malloc(capacity);
  while (buffer) {
    // keep one byte for the 0 at the end
    ssize_t got = read(fd, buffer + used, capacity - used - 1);
    if (got < 0 && errno == EINTR && !rg_interrupted()) continue;
    if (got < 0) {
      const char *reason = strerror(errno);
      free(buffer);
      return fail(error, RG_IO, path, reason);
    }
    used += (size_t)got;
    if (got == 0) break;
    if (used + 1 < capacity) continue;
    char *larger = capacity < SIZE_MAX / 4 ? realloc(buffer, capacity * 2) : NULL;
    if (!larger) free(buffer);
    buffer = larger;
    capacity *= 2;
  }
  if (!buffer) return fail(error, RG_NO_MEMORY, path, "too large for the memory");
  buffer[used] = 0;
  *bytes = buffer;
  *size = used;
  return RG_OK;
}

rg_status rg_file_load(const char *path, char **bytes, size_t *size, rg_error *error) {
  *bytes = NULL;
  *size = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(error, RG_IO, path, strerror(errno));
  struct stat facts;
  rg_status status = RG_OK;
  if (fstat(fd, &facts) != 0) status = fail(error, RG_IO, path, strerror(errno));
  else if (S_ISDIR(facts.st_mode)) status = fail(error, RG_IO, path, "is a directory, not a file");
  else if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode))
    status = fail(error, RG_IO, path, "is neither a file nor a pipe");
  else
    status =
        read_all(fd, path, S_ISREG(facts.st_mode) ? (size_t)facts.st_size : 0, bytes, size, error);
  close(fd);
  return status;
}

/* the folder of a file, with a slash at its end or as "."; 0 where it is too long */
static int folder_of(const char *target, char folder[PATH_MAX]) {
  const char *slash = strrchr(target, '/');
  size_t length = slash ? (size_t)(slash - target) + 1 : 0;
  if (length >= PATH_MAX - 1) return 0;
  memcpy(folder, target, length);
  if (length == 0) folder[length++] = '.';
  folder[length] = 0;
  return 1;
}

/* TARGET.tmp-PID-K for the first K that is free: a new file, or one for what is open as `fd`; the mode
   follows the umask. Returns the file, -1 where there is none. */
static int name_temporary(rg_output *output, int fd) {
  size_t size = strlen(output->target) + 48;
  char from[32];
  int made = -1;
  output->temporary = malloc(size);
  if (!output->temporary) return -1;
  snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
  for (int k = 0; k < NAME_TRIES && made < 0; k++) {
    snprintf(output->temporary, size, "%s.tmp-%ld-%d", output->target, (long)getpid(), k);
    if (fd < 0) made = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    else if (linkat(AT_FDCWD, from, AT_FDCWD, output->temporary, AT_SYMLINK_FOLLOW) == 0) made = fd;
    if (made < 0 && errno != EEXIST) break;
  }
  // nothing was made, so there is nothing to remove later
  if (made < 0) {
    int reason = errno;
    free(output->temporary);
    output->temporary = NULL;
    errno = reason;
  }
  return made;
}

static int open_temporary(rg_output *output) {
#ifdef O_TMPFILE
  char folder[PATH_MAX];
  // it gets its name through /proc
  int known = folder_of(output->target, folder) && access("/proc/self/fd", X_OK) == 0;
  int fd = known ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
  output->nameless = fd >= 0;
  if (fd >= 0) return fd;
#endif
  return name_temporary(output, -1);
}

static rg_status output_fail(rg_output *output, rg_error *error, const char *reason) {
  if (output->stream) fclose(output->stream);
  if (output->temporary) unlink(output->temporary);
  free(output->temporary);
  free(output->target);
  rg_status status = fail(error, RG_IO, output->path, reason);
  *output = (rg_output){0};
  return status;
}

rg_status rg_output_open(rg_output *output, const char *path, rg_error *error) {
  *output = (rg_output){.path = path};
  struct stat facts;
  int exists = stat(path, &facts) == 0, fd = -1;
  // a link keeps being a link: what it points to is replaced
  output->target = exists ? realpath(path, NULL) : strdup(path);
  if (!output->target) return output_fail(output, error, strerror(errno));
  if (exists && S_ISDIR(facts.st_mode))
    return output_fail(output, error, "is a directory, not a file");
  // a rename would replace a read-only file in a writable folder: refuse that
  if (exists && access(output->target, W_OK) != 0)
    return output_fail(output, error, strerror(errno));
  // devices and pipes are written to, never renamed over
  if (exists && !S_ISREG(facts.st_mode)) fd = open(output->target, O_WRONLY | O_CLOEXEC);
  else fd = open_temporary(output);
  if (fd < 0) return output_fail(output, error, strerror(errno));
  output->stream = fdopen(fd, "wb");
  if (!output->stream) {
    int reason = errno;
    close(fd);
    return output_fail(output, error, strerror(reason));
  }
  return RG_OK;
}

/* makes the new name survive a power cut; a folder that cannot be synced is no failure */
static void sync_folder(const char *target) {
  char folder[PATH_MAX];
  if (!folder_of(target, folder)) return;
  int fd = open(folder, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  (void)fsync(fd);
  close(fd);
}

rg_status rg_output_close(rg_output *output, rg_status status, rg_error *error) {
  rg_error first;
  if (status != RG_OK) {
    // keep the reason of the caller
    output_fail(output, &first, "");
    return status;
  }
  // everything must have reached the disk before the name changes
  int failed = ferror(output->stream) || fflush(output->stream) != 0;
  int replaces = output->temporary || output->nameless;
  if (!failed && replaces) failed = fsync(fileno(output->stream)) != 0;
  if (!failed && output->nameless) failed = name_temporary(output, fileno(output->stream)) < 0;
  int reason = errno;
  if (fclose(output->stream) != 0 && !failed) {
    failed = 1;
    reason = errno;
  }
  output->stream = NULL;
  if (!failed && output->temporary && rename(output->temporary, output->target) != 0) {
    failed = 1;
    reason = errno;
  }
  if (failed) return output_fail(output, error, strerror(reason));
  if (output->temporary) sync_folder(output->target);
  free(output->temporary);
  free(output->target);
  *output = (rg_output){0};
  return RG_OK;
}
