/* SHA-1 and base 64 for the handshake of a WebSocket. */
#include "view_sha1.h"

#include <stdio.h>
#include <string.h>

static uint32_t rotate(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

/* one block of 64 bytes (RFC 3174, 6.1) */
static void digest_block(uint32_t h[5], const uint8_t *block) {
  uint32_t w[80];
  for (int t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
           (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (int t = 16; t < 80; t++) w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
  for (int t = 0; t < 80; t++) {
    uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5a827999u
                 : t < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
                 : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu
                          : (b ^ c ^ d) + 0xca62c1d6u;
    uint32_t next = rotate(a, 5) + f + e + w[t];
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  h[0] += a;
  h[1] += b;
  h[2] += c;
  h[3] += d;
  h[4] += e;
}

void sha1(const void *bytes, size_t size, uint8_t digest[SHA1_BYTES]) {
  uint32_t h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  const uint8_t *at = bytes;
  size_t left = size;
  for (; left >= 64; at += 64, left -= 64) digest_block(h, at);
  // the rest, a 1, zeros, and the length in bits
  uint8_t tail[128] = {0};
  size_t blocks = left < 56 ? 64 : 128;
  memcpy(tail, at, left);
  tail[left] = 0x80;
  for (int k = 0; k < 8; k++) tail[blocks - 1 - (size_t)k] = (uint8_t)((uint64_t)size * 8 >> 8 * k);
  for (size_t k = 0; k < blocks; k += 64) digest_block(h, tail + k);
  for (int k = 0; k < SHA1_BYTES; k++) digest[k] = (uint8_t)(h[k / 4] >> (24 - 8 * (k % 4)));
}

void websocket_accept(const char *key, char text[ACCEPT_TEXT]) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char joined[128];
  uint8_t digest[SHA1_BYTES + 1] = {0};
  int length =
      snprintf(joined, sizeof joined, "%.64s%s", key, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
  sha1(joined, (size_t)length, digest);
  // 20 bytes are 6 groups of 3 and 2 more: 27 digits and one '='
  for (int k = 0; k < 7; k++) {
    uint32_t group =
        (uint32_t)digest[3 * k] << 16 | (uint32_t)digest[3 * k + 1] << 8 | digest[3 * k + 2];
    for (int d = 0; d < 4; d++) text[4 * k + d] = digits[group >> (18 - 6 * d) & 63];
  }
  text[27] = '=';
  text[28] = 0;
}
