/* Little-endian numbers and base 64 for scene pages. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint8_t *rg_put_u8(uint8_t *at, unsigned value) {
  *at = (uint8_t)value;
  return at + 1;
}

uint8_t *rg_put_u16(uint8_t *at, unsigned value) {
  return rg_put_u8(rg_put_u8(at, value & 255), value >> 8 & 255);
}

uint8_t *rg_put_u32(uint8_t *at, uint32_t value) {
  return rg_put_u16(rg_put_u16(at, value & 65535), value >> 16);
}

uint8_t *rg_put_f32(uint8_t *at, double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return rg_put_u32(at, bits);
}

uint8_t *rg_put_f64(uint8_t *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return rg_put_u32(rg_put_u32(at, (uint32_t)bits), (uint32_t)(bits >> 32));
}

uint8_t *rg_put_unit(uint8_t *at, double value) {
  double clamped = isnan(value) ? 0 : fmax(-1, fmin(1, value));
  return rg_put_u16(at, (unsigned)(uint16_t)(int16_t)lround(32767 * clamped));
}

rg_status rg_page_bytes_need(rg_page_bytes *bytes, size_t more) {
  if (bytes->capacity - bytes->used >= more) return RG_OK;
  size_t capacity = bytes->capacity + bytes->capacity / 2 + more;
  uint8_t *larger = realloc(bytes->data, capacity);
  if (!larger) return RG_NO_MEMORY;
  bytes->data = larger;
  bytes->capacity = capacity;
  return RG_OK;
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_group(rg_base64 *b) {
  uint32_t group = (uint32_t)b->waiting[0] << 16 | (uint32_t)b->waiting[1] << 8 | b->waiting[2];
  char text[4];
  for (int k = 0; k < 4; k++) text[k] = digits[group >> (18 - 6 * k) & 63];
  for (int k = b->count + 1; k < 4; k++) text[k] = '=';
  fwrite(text, 1, 4, b->stream);
  memset(b->waiting, 0, sizeof b->waiting);
  b->count = 0;
}

void rg_base64_put(rg_base64 *b, const void *bytes, size_t size) {
  assert(b->count < 3);
  const uint8_t *at = bytes;
  for (size_t i = 0; i < size; i++) {
    b->waiting[b->count++] = at[i];
    if (b->count == 3) put_group(b);
  }
}

void rg_base64_end(rg_base64 *b) {
  if (b->count > 0) put_group(b);
}
