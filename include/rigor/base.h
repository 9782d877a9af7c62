/* Status codes, errors with a position, and the version. */
#ifndef RIGOR_BASE_H
#define RIGOR_BASE_H

#include <stddef.h>

#if defined(_WIN32)
#define RG_API
#else
#define RG_API __attribute__((visibility("default")))
#endif

/* Arguments as those of printf: argument `a` is the format, `b` the first that it formats. */
#if defined(__GNUC__)
#define RG_PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define RG_PRINTF(a, b)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define RG_VERSION_MAJOR 0
#define RG_VERSION_MINOR 1
#define RG_VERSION_PATCH 0

/* What a function returns. The first five are what a solve can end with; only the certificate
   makes a solve `RG_SOLVED`. */
typedef enum rg_status {
  RG_OK = 0,
  RG_SOLVED = 0,      /* the certificate meets the tolerance */
  RG_NO_SOLUTION = 1, /* proved: there is none; the report has the reason */
  RG_STALLED = 2,     /* no further progress; the best iterate is returned */
  RG_LIMIT = 3,       /* iteration or time limit; the best iterate is returned */
  RG_BAD_INPUT = 4,   /* the problem or an option is not valid; the error has the reason */
  RG_NO_MEMORY = 5,
  RG_IO = 6,      /* a file could not be read or written */
  RG_DIVERGED = 7, /* a simulation: energy that nothing explains, or a state that is not finite */
  RG_ROUNDED = 8   /* the certificate is above the tolerance by no more than rounding makes of it at impulses of
                      this size, and that is at most 1.5e-8; or c is rounding alone */
} rg_status;

/* "solved", "no solution", "stalled", "limit reached", "bad input", "out of memory", "file error",
   "diverged", "rounded" */
RG_API const char *rg_status_text(rg_status status);

/* Where and why something was refused. Empty strings and 0 mean "does not apply". */
typedef struct rg_error {
  rg_status status;
  char file[512];
  int line;          /* from 1; 0 where there is none */
  int column;        /* from 1; 0 where there is none */
  char element[128]; /* the matrix, vector, option or XML element */
  char reason[256];
} rg_error;

/* "FILE:LINE:COLUMN: ELEMENT: REASON", as much of it as applies. Returns `buffer`. */
RG_API const char *rg_error_text(const rg_error *error, char *buffer, size_t size);

/* For what stands on the library and refuses as it does: fills status, element and reason (printf style)
   and returns `status`; `error` may be NULL. Where memory was refused (rg_memory_limit) both figures are
   added to the reason. */
RG_API rg_status rg_fail(rg_error *error, rg_status status, const char *element, const char *format,
                         ...) RG_PRINTF(4, 5);
/* The same with a position in a file. */
RG_API rg_status rg_fail_at(rg_error *error, rg_status status, const char *file, int line,
                            int column, const char *element, const char *format, ...)
    RG_PRINTF(7, 8);
RG_API void rg_error_clear(rg_error *error);

/* Asks everything that runs in this process to end soon: a solve returns its best iterate with
   RG_LIMIT, a step is taken back and returns RG_LIMIT, a file that keeps the reader or writer waiting
   is given up with RG_IO. It stays so until 0 takes it back. Signal handlers may call it. */
RG_API void rg_interrupt(int stop);
RG_API int rg_interrupted(void);

/* Most memory that the library takes in this process, for everything that grows with models and problems: what would
   be more is refused with RG_NO_MEMORY and both figures before it is taken. Without it, or with 0: three quarters
   of the machine's (or of the process group's). */
RG_API void rg_memory_limit(size_t bytes);
RG_API size_t rg_memory_allowed(void);

/* "0.1.0" */
RG_API const char *rg_version(void);

#ifdef __cplusplus
}
#endif
#endif
