/* Filling an rg_error. */
#ifndef RG_ERROR_H
#define RG_ERROR_H

#include <rigor/base.h>

/* Fills status, element and reason (printf style) and returns `status`; `error` may be NULL. */
rg_status rg_fail(rg_error *error, rg_status status, const char *element, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with a position in a file. */
rg_status rg_fail_at(rg_error *error, rg_status status, const char *file, int line, int column,
                     const char *element, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
void rg_error_clear(rg_error *error);

#endif
