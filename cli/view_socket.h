/* Frames of a WebSocket (RFC 6455, 5.2), as bytes. */
#ifndef RIGOR_VIEW_SOCKET_H
#define RIGOR_VIEW_SOCKET_H

#include <stddef.h>
#include <stdint.h>

enum { WS_CONTINUE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };
enum {
  WS_GOING_AWAY = 1001,
  WS_PROTOCOL = 1002,
  WS_UNSUPPORTED = 1003,
  WS_NOT_TEXT = 1007,
  WS_TOO_BIG = 1009
};
enum { WS_MOST_HEADER = 14 };

typedef struct ws_header {
  int final, opcode;
  uint64_t length; /* of what follows */
  uint8_t mask[4];
  size_t size; /* of this header */
} ws_header;

/* A header that a client sent: 1 there it is; 0 more bytes are needed; -1 it is not allowed. */
int ws_read_header(const uint8_t *bytes, size_t size, ws_header *header);
void ws_unmask(uint8_t *bytes, size_t size, const uint8_t mask[4]);
/* Whether the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing cut off. */
int ws_is_text(const uint8_t *bytes, size_t size);
/* A header that a server sends; returns its size, at most 10. */
size_t ws_write_header(uint8_t *at, int opcode, size_t length);

#endif
