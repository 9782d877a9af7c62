/* PNG files: 8 bits a channel, sRGB, compressed by a deflate of our own. */
#ifndef RG_PNG_H
#define RG_PNG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A stream of bits, lowest first, into memory that grows. */
typedef struct rg_bits {
  uint8_t *data;
  size_t used, room;
  uint32_t waiting;
  int count, failed;
} rg_bits;

/* The bytes as a zlib stream (RFC 1950, 1951); data is NULL and `failed` set where memory ran out.
   free() its data. */
rg_bits rg_zlib_pack(const uint8_t *bytes, size_t size);

/* Rows from top to bottom, 3 bytes a pixel; `density`: pixels a metre. 0 where memory ran out;
   failures of the stream are left to its owner. */
int rg_png_write(FILE *stream, const uint8_t *rgb, int width, int height, double density);

#endif
