/* Problem files: Siconos text, FCLIB HDF5, and a JSON form of our own (docs/formats.md). */
#ifndef RIGOR_RECORD_H
#define RIGOR_RECORD_H

#include <rigor/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_format {
  RG_FORMAT_AUTO = 0, /* by content when reading, by extension when writing */
  RG_FORMAT_SICONOS,  /* text: local, global, LCP, MLCP */
  RG_FORMAT_FCLIB,    /* HDF5 */
  RG_FORMAT_JSON
} rg_format;

/* Fills `problem`; free it with rg_problem_free(). On failure the problem is empty. */
RG_API rg_status rg_problem_read(rg_problem *problem, const char *path, rg_format format,
                                 rg_error *error);
/* Writes beside the target and renames, so that no file is ever half written. `impulse` and
   `velocity` (n, may be NULL) are stored as the solution where the format has a place for it. */
RG_API rg_status rg_problem_write(const rg_problem *problem, const char *path, rg_format format,
                                  const double *impulse, const double *velocity, rg_error *error);

/* "siconos", "fclib", "json", "auto"; -1 for anything else */
RG_API int rg_format_parse(const char *text);
/* 1 where this build reads and writes FCLIB files */
RG_API int rg_has_fclib(void);

#ifdef __cplusplus
}
#endif
#endif
