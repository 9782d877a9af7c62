/* Compression for PNG: repetitions are found by a table of the last places of each three bytes and
   written with the fixed codes of RFC 1951. Pictures of lines on paper are nearly all repetition, so
   that codes made for the picture would gain little. */
#include "record/png.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_MATCH = 3, MOST_MATCH = 258, WINDOW = 32768, TRIES = 24 };
enum { HASHES = 1 << 15, END_OF_BLOCK = 256 };
static const uint32_t ADLER = 65521;

static void put_byte(rg_bits *b, unsigned byte) {
  if (b->used == b->room && !b->failed) {
    size_t room = 2 * b->room + 4096;
    uint8_t *larger = realloc(b->data, room);
    b->failed = !larger;
    if (larger) {
      b->data = larger;
      b->room = room;
    }
  }
  if (!b->failed) b->data[b->used++] = (uint8_t)byte;
}

static void put_bits(rg_bits *b, uint32_t value, int count) {
  b->waiting |= value << b->count;
  b->count += count;
  for (; b->count >= 8; b->count -= 8, b->waiting >>= 8) put_byte(b, b->waiting & 255);
}

/* codes go with their highest bit first */
static void put_code(rg_bits *b, uint32_t code, int count) {
  uint32_t turned = 0;
  for (int k = 0; k < count; k++) turned |= (code >> k & 1) << (count - 1 - k);
  put_bits(b, turned, count);
}

/* the fixed code of a byte, of the end, or of a length */
static void put_symbol(rg_bits *b, unsigned symbol) {
  if (symbol < 144) put_code(b, 48 + symbol, 8);
  else if (symbol < 256) put_code(b, 400 + symbol - 144, 9);
  else if (symbol < 280) put_code(b, symbol - 256, 7);
  else put_code(b, 192 + symbol - 280, 8);
}

/* Both tables of RFC 1951, 3.2.5, follow one rule: the first values are single, then each group of
   `group` codes has one more extra bit. Returns the code and what is left for the extra bits. */
static unsigned split_value(unsigned value, unsigned group, unsigned *rest, int *extra) {
  unsigned first = 0, code = 0;
  *extra = 0;
  while (value >= first + (1u << *extra)) {
    first += 1u << *extra;
    code++;
    if (code >= 2 * group && code % group == 0) ++*extra;
  }
  *rest = value - first;
  return code;
}

static void put_match(rg_bits *b, unsigned length, unsigned distance) {
  unsigned rest;
  int extra;
  // the longest has a code of its own
  if (length == MOST_MATCH) put_symbol(b, 285);
  else {
    put_symbol(b, 257 + split_value(length - LEAST_MATCH, 4, &rest, &extra));
    put_bits(b, rest, extra);
  }
  put_code(b, split_value(distance - 1, 2, &rest, &extra), 5);
  put_bits(b, rest, extra);
}

/* --- repetitions ------------------------------------------------------------------------------ */

typedef struct places {
  const uint8_t *bytes;
  size_t size;
  uint32_t newest[HASHES]; /* place + 1 of the last three bytes with this hash; 0: none */
  uint32_t before[WINDOW]; /* place + 1 of those before */
} places;

static unsigned hash(const uint8_t *at) {
  return ((unsigned)at[0] << 16 ^ (unsigned)at[1] << 8 ^ at[2]) * 2654435761u >> 17 & (HASHES - 1);
}

static void note(places *p, size_t at) {
  if (at + LEAST_MATCH > p->size) return;
  unsigned h = hash(p->bytes + at);
  p->before[at % WINDOW] = p->newest[h];
  p->newest[h] = (uint32_t)at + 1;
}

static size_t find_match(const places *p, size_t at, size_t *distance) {
  size_t most = p->size - at < MOST_MATCH ? p->size - at : MOST_MATCH, best = 0;
  if (most < LEAST_MATCH) return 0;
  uint32_t place = p->newest[hash(p->bytes + at)];
  for (int k = 0; k < TRIES && place && at - (place - 1) < WINDOW && best < most; k++) {
    const uint8_t *there = p->bytes + place - 1, *here = p->bytes + at;
    size_t length = 0;
    while (length < most && there[length] == here[length]) length++;
    if (length > best) {
      best = length;
      *distance = at - (place - 1);
    }
    place = p->before[(place - 1) % WINDOW];
  }
  return best;
}

static void put_block(rg_bits *b, places *p) {
  // one block, the last one, with fixed codes
  put_bits(b, 1, 1);
  put_bits(b, 1, 2);
  for (size_t at = 0; at < p->size;) {
    size_t distance = 0, length = find_match(p, at, &distance);
    if (length < LEAST_MATCH) {
      put_symbol(b, p->bytes[at]);
      length = 1;
    } else put_match(b, (unsigned)length, (unsigned)distance);
    for (size_t end = at + length; at < end; at++) note(p, at);
  }
  put_symbol(b, END_OF_BLOCK);
  if (b->count > 0) put_bits(b, 0, 8 - b->count);
}

static uint32_t adler32(const uint8_t *bytes, size_t size) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < size; i++) {
    a = (a + bytes[i]) % ADLER;
    b = (b + a) % ADLER;
  }
  return b << 16 | a;
}

rg_bits rg_zlib_pack(const uint8_t *bytes, size_t size) {
  rg_bits b = {0};
  places *p = calloc(1, sizeof *p);
  if (p) {
    p->bytes = bytes;
    p->size = size;
    put_byte(&b, 0x78); // deflate, window of 32 kB
    put_byte(&b, 0x01);
    put_block(&b, p);
    uint32_t sum = adler32(bytes, size);
    for (int k = 24; k >= 0; k -= 8) put_byte(&b, sum >> k & 255);
  }
  if (!p || b.failed) {
    free(b.data);
    b = (rg_bits){.failed = 1};
  }
  free(p);
  return b;
}
