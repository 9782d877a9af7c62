/* Reads requests and WebSocket messages, sends answers, the page and what is published. Every
   buffer has a fixed size: who announces more than fits is dismissed by the announcement alone. */
#include "view_client.h"

#include "view_sha1.h"
#include "view_socket.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TURN_BYTES = 256 << 10 /* that one connection may take in one turn */ };
enum { LIVE_LAG = 30, NO_LAG = RING_MESSAGES /* messages */ };
static const double ASK_SECONDS = 5, LEAVE_SECONDS = 1, STUCK_SECONDS = 20, PING_SECONDS = 15,
                    SILENT_SECONDS = 60;

client *client_new(int fd, unsigned id, double now) {
  client *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->fd = fd;
  c->id = id;
  c->heard = c->moved = c->pinged = now;
  return c;
}

void client_free(client *c, client_host *host) {
  if (c->state == CLIENT_WATCHING) host->watchers--;
  ring_release(host->ring, c->current);
  close(c->fd);
  free(c);
}

/* --- what goes out ---------------------------------------------------------------------------- */

static int put_bytes(client *c, const void *bytes, size_t size) {
  if (c->out_sent == c->out_used) c->out_sent = c->out_used = 0;
  if (size > sizeof c->out - c->out_used) return 0;
  memcpy(c->out + c->out_used, bytes, size);
  c->out_used += size;
  return 1;
}

static int put_frame(client *c, int opcode, const void *bytes, size_t size) {
  unsigned char frame[CLIENT_OUT];
  if (size + WS_MOST_HEADER > sizeof frame) return 0;
  size_t head = ws_write_header(frame, opcode, size);
  if (size > 0) memcpy(frame + head, bytes, size);
  return put_bytes(c, frame, head + size);
}

void client_tell(client *c, const char *text) {
  if (c->state == CLIENT_WATCHING) put_frame(c, WS_TEXT, text, strlen(text));
}

static void leave(client *c, client_host *host) {
  if (c->state == CLIENT_WATCHING) host->watchers--;
  if (c->current && c->current_sent == 0) {
    ring_release(host->ring, c->current);
    c->current = NULL;
  }
  c->state = CLIENT_LEAVING;
}

/* what was being sent is finished first, nothing follows */
static void dismiss(client *c, client_host *host, int code) {
  unsigned char reason[2] = {(unsigned char)(code >> 8), (unsigned char)code};
  put_frame(c, WS_CLOSE, reason, sizeof reason);
  leave(c, host);
}

void client_dismiss(client *c) {
  unsigned char reason[2] = {WS_GOING_AWAY >> 8, WS_GOING_AWAY & 255};
  if (c->state == CLIENT_WATCHING && !c->current) put_frame(c, WS_CLOSE, reason, sizeof reason);
  if (c->out_used > c->out_sent)
    send(c->fd, c->out + c->out_sent, c->out_used - c->out_sent, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int client_has_more(const client *c, const client_host *host) {
  if (c->out_sent < c->out_used || c->current || c->body_left > 0) return 1;
  return c->state == CLIENT_WATCHING && ring_has_more(host->ring, c->seen);
}

/* some of `size` bytes; -1: the connection is over */
static ssize_t send_some(client *c, const void *bytes, size_t size, double now) {
  ssize_t sent = send(c->fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent > 0) c->moved = now;
  if (sent >= 0) return sent;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

/* a message once begun, then answers, then the page, then the next message; 0: nothing is left */
static size_t next_piece(client *c, const client_host *host, const void **bytes) {
  if (!c->current && c->out_sent == c->out_used && c->body_left == 0 &&
      c->state == CLIENT_WATCHING) {
    c->current = ring_next(host->ring, &c->seen, c->seen < c->backlog ? NO_LAG : LIVE_LAG);
    c->current_sent = 0;
  }
  if (c->current && (c->current_sent > 0 || c->out_sent == c->out_used)) {
    *bytes = c->current->bytes + c->current_sent;
    return c->current->size - c->current_sent;
  }
  if (c->out_sent < c->out_used) {
    *bytes = c->out + c->out_sent;
    return c->out_used - c->out_sent;
  }
  *bytes = c->body;
  return c->body_left;
}

static void took(client *c, const client_host *host, const void *piece, size_t sent) {
  if (piece == c->body && c->body_left > 0) {
    c->body += sent;
    c->body_left -= sent;
  } else if (c->current && piece == c->current->bytes + c->current_sent) {
    c->current_sent += sent;
    if (c->current_sent < c->current->size) return;
    ring_release(host->ring, c->current);
    c->current = NULL;
  } else c->out_sent += sent;
}

int client_write(client *c, client_host *host, double now) {
  const void *piece;
  size_t size;
  for (size_t turn = 0; turn < TURN_BYTES && (size = next_piece(c, host, &piece)) > 0;) {
    ssize_t sent = send_some(c, piece, size, now);
    if (sent < 0) return 0;
    if (sent == 0) return 1;
    took(c, host, piece, (size_t)sent);
    turn += (size_t)sent;
  }
  // the last byte of an answer, or of the goodbye: we have nothing more to say
  if ((c->state == CLIENT_ANSWERED || c->state == CLIENT_LEAVING) && !client_has_more(c, host)) {
    shutdown(c->fd, SHUT_WR);
    leave(c, host);
    return !c->silenced;
  }
  return 1;
}

/* --- requests --------------------------------------------------------------------------------- */

static void answer(client *c, const char *status, const char *type, const char *body,
                   size_t body_bytes) {
  char head[1024];
  int size = snprintf(head, sizeof head,
                      "HTTP/1.1 %s\r\n"
                      "Content-Type: %s; charset=utf-8\r\n"
                      "Content-Length: %zu\r\n"
                      "Connection: close\r\n"
                      "Cache-Control: no-store\r\n"
                      "X-Content-Type-Options: nosniff\r\n"
                      "X-Frame-Options: DENY\r\n"
                      "Content-Security-Policy: frame-ancestors 'none'\r\n"
                      "Cross-Origin-Resource-Policy: same-origin\r\n"
                      "Cross-Origin-Opener-Policy: same-origin\r\n"
                      "Referrer-Policy: no-referrer\r\n\r\n",
                      status, type, body_bytes);
  put_bytes(c, head, (size_t)size);
  c->body = body;
  c->body_left = body_bytes;
  c->state = CLIENT_ANSWERED;
}

static void refuse(client *c, const char *status, const char *why) {
  answer(c, status, "text/plain", why, strlen(why));
}

static void open_websocket(client *c, client_host *host, const http_request *r) {
  char accept[ACCEPT_TEXT], head[256];
  if (!http_wants_websocket(r)) {
    refuse(c, "400 Bad Request\r\nSec-WebSocket-Version: 13",
           "this is the address of a WebSocket, version 13\n");
    return;
  }
  if (r->origins != 1 || !access_origin(&host->rules, r->origin, r->host)) {
    refuse(c, "403 Forbidden", "pages of this origin may not look in (--allow-origin)\n");
    return;
  }
  if (host->watchers >= host->most_watchers) {
    refuse(c, "503 Service Unavailable", "too many are watching already (--clients)\n");
    return;
  }
  websocket_accept(r->key, accept);
  int size = snprintf(head, sizeof head,
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                      "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                      accept);
  put_bytes(c, head, (size_t)size);
  c->state = CLIENT_WATCHING;
  c->backlog = ring_newest(host->ring);
  host->watchers++;
}

static void answer_request(client *c, client_host *host, const http_request *r) {
  size_t path = strcspn(r->path, "?#");
  int here = access_host(&host->rules, r->host);
  int foreign = r->origins > 0 && !access_origin(&host->rules, r->origin, r->host);
  if (r->hosts != 1 || r->body) refuse(c, "400 Bad Request", "one Host and no body, please\n");
  else if (!here) refuse(c, "403 Forbidden", "this server has another name (--allow-origin)\n");
  else if (strcmp(r->method, "GET") != 0)
    refuse(c, "405 Method Not Allowed\r\nAllow: GET", "GET is all there is\n");
  else if (path == 5 && strncmp(r->path, "/live", 5) == 0) open_websocket(c, host, r);
  else if (foreign) refuse(c, "403 Forbidden", "pages of this origin may not look in\n");
  else if (path == 1) answer(c, "200 OK", "text/html", host->page, host->page_bytes);
  else refuse(c, "404 Not Found", "there is only one page here: /\n");
}

/* 1: the bytes behind the request belong to what follows */
static int take_request(client *c, client_host *host) {
  http_request request;
  size_t head = http_head_length((char *)c->in, c->in_used);
  if (head == 0) {
    if (c->in_used == CLIENT_HEAD)
      refuse(c, "431 Request Header Fields Too Large", "that is too long a request\n");
    return 0;
  }
  unsigned char kept = c->in[head];
  c->in[head] = 0;
  if (strlen((char *)c->in) != head || !http_parse((char *)c->in, &request))
    refuse(c, "400 Bad Request", "this is no request of HTTP/1.1\n");
  else answer_request(c, host, &request);
  c->in[head] = kept;
  c->in_used -= head;
  memmove(c->in, c->in + head, c->in_used);
  return 1;
}

/* --- messages --------------------------------------------------------------------------------- */

static void take_text(client *c, client_host *host, const char *text, size_t size) {
  char why[256], reply[700], *to = reply;
  if (host->take(host->owner, c->id, text, size, why, sizeof why)) return;
  // what may not stand in a JSON text becomes a blank
  to += sprintf(to, "{\"type\":\"error\",\"reason\":\"");
  for (const char *from = why; *from; from++) {
    if (*from == '"' || *from == '\\') *to++ = '\\';
    *to++ = (unsigned char)*from < ' ' || (unsigned char)*from > '~' ? ' ' : *from;
  }
  strcpy(to, "\"}");
  client_tell(c, reply);
}

/* a piece of a message, or all of it */
static int take_piece(client *c, client_host *host, const ws_header *h, const char *bytes) {
  if ((h->opcode == WS_CONTINUE) != c->text_open) return WS_PROTOCOL;
  if (h->opcode == WS_BINARY) return WS_UNSUPPORTED;
  if (c->text_size + h->length > CLIENT_MESSAGE) return WS_TOO_BIG;
  memcpy(c->text + c->text_size, bytes, (size_t)h->length);
  c->text_size += (size_t)h->length;
  c->text_open = !h->final;
  if (!h->final) return 0;
  if (!ws_is_text((uint8_t *)c->text, c->text_size)) return WS_NOT_TEXT;
  take_text(c, host, c->text, c->text_size);
  c->text_size = 0;
  return 0;
}

/* 0, or why the connection must end */
static int take_frame(client *c, client_host *host, const ws_header *h, const char *bytes) {
  switch (h->opcode) {
  case WS_CLOSE:
    if (h->length == 1) return WS_PROTOCOL; // half a code
    put_frame(c, WS_CLOSE, bytes, h->length >= 2 ? 2 : 0);
    leave(c, host);
    return 0;
  case WS_PING: put_frame(c, WS_PONG, bytes, (size_t)h->length); return 0;
  case WS_PONG: return 0;
  default: return take_piece(c, host, h, bytes);
  }
}

static void take_frames(client *c, client_host *host) {
  size_t at = 0;
  ws_header h;
  while (c->state == CLIENT_WATCHING) {
    int found = ws_read_header(c->in + at, c->in_used - at, &h);
    // the length alone decides: nothing is ever set aside for more
    int trouble = found < 0 ? WS_PROTOCOL : found && h.length > CLIENT_MESSAGE ? WS_TOO_BIG : 0;
    if (!found || (!trouble && c->in_used - at < h.size + h.length)) break;
    if (!trouble) {
      ws_unmask(c->in + at + h.size, (size_t)h.length, h.mask);
      trouble = take_frame(c, host, &h, (char *)c->in + at + h.size);
      at += h.size + (size_t)h.length;
    }
    if (trouble) dismiss(c, host, trouble);
  }
  c->in_used -= at;
  memmove(c->in, c->in + at, c->in_used);
}

int client_read(client *c, client_host *host, double now) {
  ssize_t got = recv(c->fd, c->in + c->in_used, CLIENT_HEAD - c->in_used, MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  // it may still listen: an answer is sent to its end
  if (got == 0) {
    c->silenced = 1;
    return c->state == CLIENT_ANSWERED;
  }
  c->in_used += (size_t)got;
  if (c->state == CLIENT_ASKING || c->state == CLIENT_WATCHING) c->heard = now;
  if (c->state == CLIENT_ASKING) take_request(c, host);
  if (c->state == CLIENT_WATCHING) take_frames(c, host);
  // whoever leaves may say what it likes
  if (c->state == CLIENT_ANSWERED || c->state == CLIENT_LEAVING) c->in_used = 0;
  return 1;
}

int client_look_after(client *c, const client_host *host, double now) {
  double stuck = now - c->moved, silent = now - c->heard;
  switch (c->state) {
  case CLIENT_ASKING: return stuck < ASK_SECONDS;
  case CLIENT_ANSWERED: return stuck < STUCK_SECONDS;
  case CLIENT_LEAVING: return stuck < LEAVE_SECONDS;
  default: break;
  }
  if (now - c->pinged > PING_SECONDS) {
    put_frame(c, WS_PING, NULL, 0);
    c->pinged = now;
  }
  if (!client_has_more(c, host)) c->moved = now;
  return silent < SILENT_SECONDS && stuck < STUCK_SECONDS;
}
