/* PNG files: 8 bits a channel, sRGB. */
#ifndef RG_PNG_H
#define RG_PNG_H

#include <stdint.h>
#include <stdio.h>

/* Rows from top to bottom, 3 bytes a pixel; `density`: pixels a metre. 0 where memory ran out;
   failures of the stream are left to its owner. */
int rg_png_write(FILE *stream, const uint8_t *rgb, int width, int height, double density);

#endif
