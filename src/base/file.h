/* Whole files in; out: rigor/file.h. */
#ifndef RG_FILE_H
#define RG_FILE_H

#include <rigor/file.h>

/* The bytes of a file with a 0 behind the last one; free() them. */
rg_status rg_file_load(const char *path, char **bytes, size_t *size, rg_error *error);

#endif
