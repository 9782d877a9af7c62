/* Whole files out: written beside the target with a rename at the end, so that nobody ever meets half a
   file. */
#ifndef RIGOR_FILE_H
#define RIGOR_FILE_H

#include <rigor/base.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_output {
  FILE *stream;     /* to write to; the rest is the library's */
  const char *path; /* as the caller named it */
  char *target;     /* after following links */
  char *temporary;  /* NULL where the target is no regular file and is written directly, */
  int nameless;     /* and while what is written has no name yet */
} rg_output;

/* `path` must outlive the output. On failure there is nothing to close. */
RG_API rg_status rg_output_open(rg_output *output, const char *path, rg_error *error);
/* Where `status` is RG_OK: flushes to the disk and renames. Otherwise, and where that fails:
   removes the temporary file. Frees everything. Returns the first failure. */
RG_API rg_status rg_output_close(rg_output *output, rg_status status, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
