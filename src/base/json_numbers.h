/* Numbers as JSON that read back to the same bits; infinities as texts. */
#ifndef RG_JSON_NUMBERS_H
#define RG_JSON_NUMBERS_H

#include <stddef.h>
#include <stdio.h>

void rg_json_real(FILE *stream, double x);
void rg_json_reals(FILE *stream, const double *x, size_t count); /* as an array */

#endif
