/* Whole files in, whole files out: reading into memory, and writing beside the target with a rename
   at the end, so that nobody ever meets half a file. */
#ifndef RG_FILE_H
#define RG_FILE_H

#include <rigor/base.h>

#include <stdio.h>

/* The bytes of a file with a 0 behind the last one; free() them. */
rg_status rg_file_load(const char *path, char **bytes, size_t *size, rg_error *error);

typedef struct rg_output {
  const char *path; /* as the caller named it */
  char *target;     /* after following links */
  char *temporary;  /* NULL where the target is no regular file and is written directly, */
  int nameless;     /* and while what is written has no name yet */
  FILE *stream;
} rg_output;

rg_status rg_output_open(rg_output *output, const char *path, rg_error *error);
/* Where `status` is RG_OK: flushes to the disk and renames. Otherwise, and where that fails:
   removes the temporary file. Frees everything. Returns the first failure. */
rg_status rg_output_close(rg_output *output, rg_status status, rg_error *error);

#endif
