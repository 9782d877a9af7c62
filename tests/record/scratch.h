/* A folder for the files of one test program, removed at the end. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_folder[64];

static inline int scratch_make(void **state) {
  (void)state;
  const char *parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(scratch_folder, sizeof scratch_folder, "%s/rigor-test-%ld", parent, (long)getpid());
  char command[160];
  snprintf(command, sizeof command, "rm -rf %s && mkdir %s", scratch_folder, scratch_folder);
  return system(command);
}

static inline int scratch_remove(void **state) {
  (void)state;
  char command[160];
  snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", scratch_folder, scratch_folder);
  return system(command);
}

/* the path of a file in the folder; four may be in use at a time */
static inline const char *scratch_path(const char *name) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
  return path;
}

static inline const char *scratch_bytes(const char *name, const void *bytes, size_t size) {
  const char *path = scratch_path(name);
  // a fresh file: overwriting one makes some file systems wait for the disk
  unlink(path);
  FILE *stream = fopen(path, "wb");
  if (!stream || fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0) abort();
  return path;
}

static inline const char *scratch_text(const char *name, const char *text) {
  return scratch_bytes(name, text, strlen(text));
}

/* the whole file with a 0 behind it; NULL where there is none; free() it */
static inline char *scratch_load(const char *path, size_t *size) {
  FILE *stream = fopen(path, "rb");
  if (!stream) return NULL;
  size_t capacity = 1 << 22;
  char *bytes = malloc(capacity);
  *size = bytes ? fread(bytes, 1, capacity - 1, stream) : 0;
  if (bytes) bytes[*size] = 0;
  fclose(stream);
  return bytes;
}

#endif
