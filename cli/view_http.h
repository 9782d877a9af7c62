/* Requests of HTTP/1.1 as far as the live view needs them, and who may ask. */
#ifndef RIGOR_VIEW_HTTP_H
#define RIGOR_VIEW_HTTP_H

#include <stddef.h>

enum { MOST_ORIGINS = 8, AUTHORITY = 300 };

/* Pointers go into the head that was parsed; "" where there was nothing. */
typedef struct http_request {
  const char *method, *path;
  const char *host, *origin, *upgrade, *connection, *key, *version;
  int hosts, origins; /* how many of them there were */
  int body;           /* a body was announced */
} http_request;

/* Bytes of the head with the empty line behind it; 0: it is not complete. */
size_t http_head_length(const char *bytes, size_t size);
/* Cuts the head (with a 0 behind it) into its parts; 0 where it is none. */
int http_parse(char *head, http_request *request);
int http_wants_websocket(const http_request *request);

/* Under which names the server may be asked, and from which pages. */
typedef struct access_rules {
  char host[MOST_ORIGINS + 4][AUTHORITY];   /* "127.0.0.1:8765" */
  char origin[MOST_ORIGINS + 4][AUTHORITY]; /* "http://127.0.0.1:8765" */
  int count;
  int any_number; /* bound to all addresses: port at which each of them will do; 0: it is not */
} access_rules;

/* `address` is numeric. Loopback is also called localhost. */
void access_begin(access_rules *rules, const char *address, int port);
/* "http://HOST[:PORT]" or https; 0 where it is no origin or there is no room. */
int access_add(access_rules *rules, const char *origin);
int access_host(const access_rules *rules, const char *host);
/* A page of that origin may talk to us under that host. */
int access_origin(const access_rules *rules, const char *origin, const char *host);

#endif
