/* Work that may end the process (libhdf5 where memory runs out) is done by a child: what the child has to say is a status, an
   error and bytes. */
#ifndef RIGOR_APART_H
#define RIGOR_APART_H

#include <rigor/rigor.h>

#include <stddef.h>

/* What the child does; bytes for the parent go out through put_apart(). */
typedef rg_status (*apart_work)(void *context, int out, rg_error *error);
/* `size` bytes, and as many zeros as make that a multiple of 8 */
void put_apart(int out, const void *bytes, size_t size);

/* Runs the work in a child, of whom `who` is told where it dies. *bytes (NULL: none are expected): what it put, for free(). A child that dies is RG_NO_MEMORY. */
rg_status do_apart(const char *path, const char *who, apart_work work, void *context, void **bytes,
                   size_t *size, rg_error *error);

/* rg_problem_write(), by a child where the format is FCLIB. */
rg_status write_problem(const rg_problem *problem, const char *path, rg_format format,
                        const double *impulse, const double *velocity, rg_error *error);

#endif
