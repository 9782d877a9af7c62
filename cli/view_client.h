/* One connection of the live view: a request, then a page, a refusal, or a WebSocket. */
#ifndef RIGOR_VIEW_CLIENT_H
#define RIGOR_VIEW_CLIENT_H

#include "view_http.h"
#include "view_ring.h"

enum { CLIENT_HEAD = 8192, CLIENT_MESSAGE = 4096, CLIENT_OUT = 4096 };

/* What all connections share. */
typedef struct client_host {
  access_rules rules;
  message_ring *ring;
  const char *page;
  size_t page_bytes;
  int watchers, most_watchers;
  /* a message has come; 0 with a reason where it is no command */
  int (*take)(void *owner, unsigned client, const char *text, size_t size, char *why, size_t room);
  void *owner;
} client_host;

typedef enum client_state {
  CLIENT_ASKING = 0, /* its request is not complete */
  CLIENT_ANSWERED,   /* gets a page or a refusal */
  CLIENT_WATCHING,   /* a WebSocket */
  CLIENT_LEAVING     /* all is said; waits for it to go */
} client_state;

typedef struct client {
  int fd;
  unsigned id; /* never used twice */
  client_state state;
  double heard, moved; /* wall time: when it last sent something; when it last took something */
  double pinged;
  unsigned char in[CLIENT_HEAD + 1];
  size_t in_used;
  char text[CLIENT_MESSAGE]; /* a message in pieces */
  size_t text_size;
  int text_open;
  unsigned char out[CLIENT_OUT]; /* answers, pongs, errors: go between messages */
  size_t out_used, out_sent;
  const char *body; /* the page */
  size_t body_left;
  message *current;
  size_t current_sent;
  uint64_t seen;    /* messages of the ring */
  uint64_t backlog; /* the newest one when it came: up to there it gets all that is kept */
  int silenced;     /* it has said that it will send no more */
} client;

/* Takes over the descriptor. */
client *client_new(int fd, unsigned id, double now);
void client_free(client *c, client_host *host);
/* Whether there is something to send. */
int client_has_more(const client *c, const client_host *host);
/* Reads or writes what is possible without waiting; 0: the connection is over. */
int client_read(client *c, client_host *host, double now);
int client_write(client *c, client_host *host, double now);
/* Pings, and gives up those who are silent or take nothing; 0: it is over. */
int client_look_after(client *c, const client_host *host, double now);
/* A text message between the others; lost where it has no room. */
void client_tell(client *c, const char *text);
/* The server stops. */
void client_dismiss(client *c);

#endif
