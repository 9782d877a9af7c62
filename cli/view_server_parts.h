/* What the two halves of the server share: connections (view_connection.c) and the thread, its queues
   and the way to the simulation (view_server.c). */
#ifndef RIGOR_VIEW_SERVER_PARTS_H
#define RIGOR_VIEW_SERVER_PARTS_H

#include "view_access.h"
#include "view_ring.h"
#include "view_server.h"

#include <libwebsockets.h>

#include <pthread.h>

enum {
  CLIENT_MESSAGE = 4096, /* bytes of a command */
  PIECE = 32 << 10, /* of a message or of the page: no more than this is ever kept for a client */
  MOST_REPLIES = 32,
  REPLY_TEXT = 512
};

/* One connection; the library sets it to 0. */
typedef struct client {
  struct lws *wsi;
  int asked;                 /* a page */
  unsigned id;               /* never used twice */
  char text[CLIENT_MESSAGE]; /* a message in pieces */
  size_t text_size;
  message *current;
  size_t sent;      /* of it, or of the page */
  uint64_t seen;    /* messages of the ring */
  uint64_t backlog; /* the newest one when it came: up to there it gets all that is kept */
} client;

typedef struct reply {
  unsigned client;
  char text[REPLY_TEXT];
} reply;

struct view_server {
  struct lws_context *context;
  char bound[200]; /* to this address */
  char address[2 * AUTHORITY], sockets[2 * AUTHORITY];
  access_rules rules;
  message_ring *ring;
  const char *page;
  size_t page_bytes;
  unsigned next_id;
  uint8_t piece[LWS_PRE + PIECE];
  lws_sorted_usec_list_t goodbye;
  int leaving, gone; /* 1: all who watch are told so; 1: that was long enough */
  pthread_t thread;
  int started;

  pthread_mutex_t lock; /* of what follows */
  pthread_cond_t arrived;
  int stop;
  view_command command[MOST_COMMANDS];
  int commands;
  reply reply[MOST_REPLIES];
  int replies;
  client **watcher; /* changed by the thread alone */
  int watchers, most_watchers;
};

/* The callback of libwebsockets, and headers of every answer. */
int view_attend(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size);
extern const struct lws_protocol_vhost_options view_headers[];

/* 0: too many wait already. */
int queue_command(view_server *server, const view_command *asked);
/* Bytes of the oldest reply to that client; 0: there is none. */
size_t take_reply(view_server *server, unsigned client, uint8_t *to);
void wake_watchers(view_server *server);

#endif
