/* Connections: who may have the page or a WebSocket, what is sent to whom, and what comes in. HTTP,
   frames and their limits are the business of libwebsockets. */
#include "view_server_parts.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
  SEND_BUFFER = 256 << 10, /* what the kernel may hold for a slow client, */
  UNSENT = 32 << 10,       /* of that not yet on its way: the newest state overtakes the rest */
  LIVE_LAG = 30,           /* messages */
  NO_LAG = RING_MESSAGES,
  STUCK_SECONDS = 20
};

/* --- requests --------------------------------------------------------------------------------- */

/* of every answer; the page itself says what it may connect to */
const struct lws_protocol_vhost_options view_headers[] = {
    {&view_headers[1], NULL, "cache-control:", "no-store"},
    {&view_headers[2], NULL, "x-content-type-options:", "nosniff"},
    {&view_headers[3], NULL, "x-frame-options:", "DENY"},
    {&view_headers[4], NULL, "content-security-policy:", "frame-ancestors 'none'"},
    {&view_headers[5], NULL, "cross-origin-resource-policy:", "same-origin"},
    {&view_headers[6], NULL, "cross-origin-opener-policy:", "same-origin"},
    {NULL, NULL, "referrer-policy:", "no-referrer"}};

/* The head of an answer; the connection ends with it. That is more than thrift: libwebsockets 4.1
   looks at memory that it has freed where a second request on a connection asks for an upgrade that
   it does not know. */
static int put_head(struct lws *wsi, unsigned status, const char *type, size_t bytes) {
  uint8_t head[LWS_PRE + 1024], *begin = head + LWS_PRE, *at = begin, *end = head + sizeof head;
  static const uint8_t get[] = "GET";
  if (lws_add_http_common_headers(wsi, status, type, LWS_ILLEGAL_HTTP_CONTENT_LEN, &at, end) ||
      (status == HTTP_STATUS_METHOD_NOT_ALLOWED &&
       lws_add_http_header_by_name(wsi, (const uint8_t *)"allow:", get, 3, &at, end)) ||
      lws_add_http_header_content_length(wsi, bytes, &at, end))
    return -1;
  // before an upgrade it knows no version yet and writes 1.0, which clients of WebSockets refuse
  memcpy(begin, "HTTP/1.1", 8);
  return lws_finalize_write_http_header(wsi, begin, &at, end);
}

typedef struct refusal {
  unsigned status; /* 0: none */
  const char *why;
} refusal;

static void refuse(view_server *s, struct lws *wsi, const refusal *r) {
  size_t bytes = strlen(r->why);
  memcpy(s->piece + LWS_PRE, r->why, bytes);
  if (put_head(wsi, r->status, "text/plain; charset=utf-8", bytes) == 0)
    lws_write(wsi, s->piece + LWS_PRE, bytes, LWS_WRITE_HTTP_FINAL);
}

/* a header that is too long, or there twice, is none of those that are allowed */
static int header(struct lws *wsi, enum lws_token_indexes which, char text[AUTHORITY]) {
  if (lws_hdr_copy(wsi, text, AUTHORITY, which) < 0) strcpy(text, "?");
  return text[0] != 0;
}

static refusal look_at(const view_server *s, struct lws *wsi, int websocket) {
  char host[AUTHORITY], origin[AUTHORITY], text[AUTHORITY];
  header(wsi, WSI_TOKEN_HOST, host);
  int foreign =
      header(wsi, WSI_TOKEN_ORIGIN, origin) ? !access_origin(&s->rules, origin, host) : websocket;
  const char *token = lws_get_urlarg_by_name(wsi, "token=", text, sizeof text);
  if (!access_host(&s->rules, host))
    return (refusal){403, "this server has another name (--allow-origin)\n"};
  if (foreign) return (refusal){403, "pages of this origin may not look in (--allow-origin)\n"};
  if (!access_token(&s->rules, token ? token : ""))
    return (refusal){403, "the address needs its token: ?token=... as rigor view has printed it\n"};
  if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)
    return (refusal){405, "GET is all there is\n"};
  if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 ||
      lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
    return (refusal){400, "no body, please\n"};
  header(wsi, WSI_TOKEN_GET_URI, text);
  if (strcmp(text, websocket ? "/live" : "/") != 0)
    return strcmp(text, "/live") == 0
               ? (refusal){400, "this is the address of a WebSocket, version 13\n"}
               : (refusal){404, "there is only one page here: /\n"};
  return (refusal){0, NULL};
}

/* 0: welcome; 1: refused; -1: not even that */
static int admit(view_server *s, const client *c, struct lws *wsi, const char *kind) {
  char version[AUTHORITY], key[AUTHORITY];
  if ((c && c->asked) || strcasecmp(kind, "websocket") != 0) return -1;
  refusal r = look_at(s, wsi, 1);
  header(wsi, WSI_TOKEN_VERSION, version);
  header(wsi, WSI_TOKEN_KEY, key);
  if (r.status == 0 && (strcmp(version, "13") != 0 || strlen(key) != 24))
    r = (refusal){400, "this is the address of a WebSocket, version 13\n"};
  if (r.status == 0 && s->watchers == s->most_watchers)
    r = (refusal){503, "too many are watching already (--clients)\n"};
  if (r.status) refuse(s, wsi, &r);
  return r.status != 0;
}

static int answer(view_server *s, client *c, struct lws *wsi) {
  if (c->asked) return -1;
  c->asked = 1;
  refusal r = look_at(s, wsi, 0);
  if (r.status) {
    refuse(s, wsi, &r);
    return -1;
  }
  if (put_head(wsi, HTTP_STATUS_OK, "text/html; charset=utf-8", s->page_bytes) != 0) return -1;
  lws_callback_on_writable(wsi);
  return 0;
}

static int send_page(view_server *s, client *c, struct lws *wsi) {
  size_t left = s->page_bytes - c->sent, size = left < PIECE ? left : PIECE;
  memcpy(s->piece + LWS_PRE, s->page + c->sent, size);
  lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, STUCK_SECONDS);
  if (lws_write(wsi, s->piece + LWS_PRE, size,
                size < left ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) < 0)
    return -1;
  c->sent += size;
  if (size == left) return -1; // what is still under way goes out before the end
  lws_callback_on_writable(wsi);
  return 0;
}

/* --- messages --------------------------------------------------------------------------------- */

static int dismiss(struct lws *wsi, enum lws_close_status code) {
  lws_close_reason(wsi, code, NULL, 0);
  return -1;
}

/* `c` watches from now on, or no more */
static void note_watcher(view_server *s, client *c, int comes) {
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < s->watchers; i++)
    if (s->watcher[i] == c) s->watcher[i--] = s->watcher[--s->watchers];
  if (comes) s->watcher[s->watchers++] = c;
  pthread_mutex_unlock(&s->lock);
}

static int welcome(view_server *s, client *c, struct lws *wsi) {
  if (s->watchers == s->most_watchers) return -1;
  c->wsi = wsi;
  c->id = ++s->next_id;
  c->backlog = ring_newest(s->ring);
  note_watcher(s, c, 1);
  lws_callback_on_writable(wsi);
  return 0;
}

static void farewell(view_server *s, client *c) {
  note_watcher(s, c, 0);
  ring_release(s->ring, c->current);
  c->current = NULL;
}

static void take_text(view_server *s, const client *c) {
  view_command asked;
  char why[256];
  if (!parse_command(c->text, c->text_size, &asked, why, sizeof why)) {
    server_tell(s, c->id, why);
    return;
  }
  asked.client = c->id;
  if (!queue_command(s, &asked)) server_tell(s, c->id, "too many commands wait already");
}

/* a piece of a message, or all of it; what is announced counts */
static int take_piece(view_server *s, client *c, struct lws *wsi, const char *bytes, size_t size) {
  if (lws_frame_is_binary(wsi)) return dismiss(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
  if (lws_is_first_fragment(wsi)) c->text_size = 0;
  size_t room = sizeof c->text - c->text_size;
  if (size > room || lws_remaining_packet_payload(wsi) > room - size)
    return dismiss(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
  if (size > 0) memcpy(c->text + c->text_size, bytes, size);
  c->text_size += size;
  if (lws_is_final_fragment(wsi)) take_text(s, c);
  return 0;
}

/* a message once begun, then replies, then the next message: one piece a turn */
static int send_more(view_server *s, client *c) {
  uint8_t *piece = s->piece + LWS_PRE;
  size_t size = c->current ? 0 : take_reply(s, c->id, piece);
  int kind = LWS_WRITE_TEXT;
  if (s->leaving) return dismiss(c->wsi, LWS_CLOSE_STATUS_GOINGAWAY);
  if (size == 0) {
    if (!c->current) {
      c->current = ring_next(s->ring, &c->seen, c->seen < c->backlog ? NO_LAG : LIVE_LAG);
      c->sent = 0;
    }
    message *m = c->current;
    if (!m) return 0;
    size_t left = m->size - c->sent;
    size = left < PIECE ? left : PIECE;
    kind = lws_write_ws_flags(m->is_text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY, c->sent == 0,
                              size == left);
    memcpy(piece, m->bytes + c->sent, size);
    c->sent += size;
    if (size == left) {
      ring_release(s->ring, m);
      c->current = NULL;
    }
  }
  if (lws_write(c->wsi, piece, size, (enum lws_write_protocol)kind) < 0) return -1;
  lws_callback_on_writable(c->wsi);
  return 0;
}

/* --- events ----------------------------------------------------------------------------------- */

static void limit_buffers(int fd) {
  int bytes = SEND_BUFFER;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
#ifdef TCP_NOTSENT_LOWAT
  bytes = UNSENT;
  setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
#endif
}

/* not 0: the connection ends */
int view_attend(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size) {
  view_server *s = lws_context_user(lws_get_context(wsi));
  client *c = user;
  switch (reason) {
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED: wake_watchers(s); return 0;
  case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: limit_buffers((int)(intptr_t)in); return 0;
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return admit(s, c, wsi, in);
  case LWS_CALLBACK_RAW_ADOPT: return -1; // CONNECT
  default: break;
  }
  // the library had no memory for it, and says so by CLOSED alone
  if (!c) return 0;
  switch (reason) {
  case LWS_CALLBACK_HTTP: return answer(s, c, wsi);
  case LWS_CALLBACK_HTTP_WRITEABLE: return send_page(s, c, wsi);
  case LWS_CALLBACK_ESTABLISHED: return welcome(s, c, wsi);
  case LWS_CALLBACK_RECEIVE: return take_piece(s, c, wsi, in, size);
  case LWS_CALLBACK_SERVER_WRITEABLE: return send_more(s, c);
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    return size == 1 ? dismiss(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR) : 0; // half a code
  case LWS_CALLBACK_CLOSED: farewell(s, c); return 0;
  default: return 0;
  }
}
