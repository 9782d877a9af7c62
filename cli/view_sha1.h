/* What the handshake of a WebSocket needs: SHA-1 (RFC 3174) and base 64. Not for secrets. */
#ifndef RIGOR_VIEW_SHA1_H
#define RIGOR_VIEW_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_BYTES = 20, ACCEPT_TEXT = 29 };

void sha1(const void *bytes, size_t size, uint8_t digest[SHA1_BYTES]);
/* The answer to a key of a client (RFC 6455, 4.2.2), with a 0 behind it. */
void websocket_accept(const char *key, char text[ACCEPT_TEXT]);

#endif
