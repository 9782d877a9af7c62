/* Reads and writes the headers of WebSocket frames. */
#include "view_socket.h"

#include <string.h>

/* control frames are short and in one piece; what clients send is masked; reserved bits are 0 */
static int is_allowed(const ws_header *h, uint8_t first, int masked) {
  int control = h->opcode >= WS_CLOSE;
  if ((first & 0x70) || !masked) return 0;
  if (h->opcode > WS_PONG || (h->opcode > WS_BINARY && h->opcode < WS_CLOSE)) return 0;
  return !control || (h->final && h->length <= 125);
}

int ws_read_header(const uint8_t *bytes, size_t size, ws_header *h) {
  if (size < 2) return 0;
  int masked = bytes[1] >> 7, shortest = bytes[1] & 127;
  int extra = shortest == 127 ? 8 : shortest == 126 ? 2 : 0;
  *h = (ws_header){.final = bytes[0] >> 7, .opcode = bytes[0] & 15, .length = (uint64_t)shortest};
  // what is wrong is known before the rest is there
  if (!is_allowed(h, bytes[0], masked)) return -1;
  h->size = 2 + (size_t)extra + 4;
  if (size < h->size) return 0;
  if (extra) h->length = 0;
  for (int k = 0; k < extra; k++) h->length = h->length << 8 | bytes[2 + k];
  // the shortest form of a length is the only one
  if (extra && h->length < (extra == 2 ? 126 : 65536)) return -1;
  memcpy(h->mask, bytes + 2 + extra, 4);
  return 1;
}

void ws_unmask(uint8_t *bytes, size_t size, const uint8_t mask[4]) {
  for (size_t k = 0; k < size; k++) bytes[k] ^= mask[k % 4];
}

/* bytes of the character at the beginning; 0: there is none */
static size_t character(const uint8_t *at, size_t size) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = at[0] < 0x80   ? 1
                  : at[0] < 0xc0 ? 0
                  : at[0] < 0xe0 ? 2
                  : at[0] < 0xf0 ? 3
                  : at[0] < 0xf8 ? 4
                                 : 0;
  if (length <= 1) return length;
  if (length > size) return 0;
  uint32_t code = at[0] & (0x7fu >> length);
  for (size_t k = 1; k < length; k++) {
    if ((at[k] & 0xc0) != 0x80) return 0;
    code = code << 6 | (at[k] & 0x3fu);
  }
  return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

int ws_is_text(const uint8_t *bytes, size_t size) {
  for (size_t at = 0, step; at < size; at += step)
    if ((step = character(bytes + at, size - at)) == 0) return 0;
  return 1;
}

size_t ws_write_header(uint8_t *at, int opcode, size_t length) {
  int extra = length > 65535 ? 8 : length > 125 ? 2 : 0;
  at[0] = (uint8_t)(0x80 | opcode);
  at[1] = (uint8_t)(extra == 8 ? 127 : extra == 2 ? 126 : length);
  for (int k = 0; k < extra; k++) at[2 + k] = (uint8_t)((uint64_t)length >> 8 * (extra - 1 - k));
  return 2 + (size_t)extra;
}
