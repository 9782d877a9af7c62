/* Chunks of a PNG file (ISO/IEC 15948): size and kind, density, colour space, rows. */
#include "record/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 20 };

static uint32_t crc32(uint32_t crc, const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return crc;
}

static void put_u32(uint8_t *at, uint32_t value) {
  for (int k = 0; k < 4; k++) at[k] = (uint8_t)(value >> (24 - 8 * k));
}

static void put_chunk(FILE *stream, const char *kind, const uint8_t *bytes, size_t size) {
  uint8_t head[8], tail[4];
  put_u32(head, (uint32_t)size);
  memcpy(head + 4, kind, 4);
  put_u32(tail, ~crc32(crc32(~0u, head + 4, 4), bytes, size));
  fwrite(head, 1, 8, stream);
  fwrite(bytes, 1, size, stream);
  fwrite(tail, 1, 4, stream);
}

/* every row behind a 0: no filter. Flat colours repeat as they are. NULL: no memory */
static uint8_t *make_rows(const uint8_t *rgb, size_t row, size_t height) {
  uint8_t *rows = malloc((row + 1) * height);
  for (size_t y = 0; rows && y < height; y++) {
    rows[y * (row + 1)] = 0;
    memcpy(rows + y * (row + 1) + 1, rgb + y * row, row);
  }
  return rows;
}

static void put_head(FILE *stream, int width, int height, double density) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  uint8_t bytes[13] = {0};
  fwrite(signature, 1, sizeof signature, stream);
  put_u32(bytes, (uint32_t)width);
  put_u32(bytes + 4, (uint32_t)height);
  bytes[8] = 8; // bits a channel
  bytes[9] = 2; // red, green, blue
  put_chunk(stream, "IHDR", bytes, 13);
  // sRGB, perceptual; for readers that do not know it its gamma of 1/2.2
  bytes[0] = 0;
  put_chunk(stream, "sRGB", bytes, 1);
  put_u32(bytes, 45455);
  put_chunk(stream, "gAMA", bytes, 4);
  put_u32(bytes, (uint32_t)lround(density));
  put_u32(bytes + 4, (uint32_t)lround(density));
  bytes[8] = 1; // a metre
  put_chunk(stream, "pHYs", bytes, 9);
}

int rg_png_write(FILE *stream, const uint8_t *rgb, int width, int height, double density) {
  size_t row = 3 * (size_t)width;
  uint8_t *rows = make_rows(rgb, row, (size_t)height);
  if (!rows) return 0;
  rg_bits packed = rg_zlib_pack(rows, (row + 1) * (size_t)height);
  free(rows);
  if (packed.failed) return 0;
  put_head(stream, width, height, density);
  for (size_t at = 0; at < packed.used; at += CHUNK)
    put_chunk(stream, "IDAT", packed.data + at,
              packed.used - at < CHUNK ? packed.used - at : (size_t)CHUNK);
  put_chunk(stream, "IEND", (const uint8_t *)"", 0);
  free(packed.data);
  return 1;
}
