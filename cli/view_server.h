/* The server of the live view: one thread that waits for nobody. The simulation publishes
   messages and takes commands; it needs to know nothing of sockets. */
#ifndef RIGOR_VIEW_SERVER_H
#define RIGOR_VIEW_SERVER_H

#include "view_commands.h"

#include <rigor/rigor.h>

typedef struct view_server view_server;

typedef struct server_options {
  const char *address; /* numeric */
  int port;            /* 0: any that is free */
  int port_wanted;     /* 1: no other port will do */
  const char *const *origin;
  int origins;       /* pages of these may talk to us, too */
  int clients;       /* that may watch at the same time */
  const char *token; /* that must stand in the address; NULL: one of our own, */
  int with_token;    /* 1: always, 0: beyond this machine, -1: never */
} server_options;

enum { MOST_CLIENTS = 1024, MOST_COMMANDS = 64 /* that wait */ };

/* Binds; nobody is answered before server_start. On failure *server is NULL. */
rg_status server_open(view_server **server, const server_options *options, rg_error *error);
/* "http://127.0.0.1:8765/", with a token where one is needed; the WebSockets that its page may
   connect to. */
const char *server_address(const view_server *server);
const char *server_sockets(const view_server *server);
/* `page` must live as long as the server. */
rg_status server_start(view_server *server, const char *page, size_t bytes, rg_error *error);
/* Says goodbye to all who watch. NULL is fine. */
void server_close(view_server *server);

/* 0: there is no memory for it. */
int server_publish_text(view_server *server, const char *text);
int server_publish_bytes(view_server *server, int count, const void *const *part,
                         const size_t *size);
/* A new motion begins: who comes later need not see the old one. */
void server_forget(view_server *server);

/* The next command; 0 where there is none. */
int server_next_command(view_server *server, view_command *next);
/* Waits for a command, at most that long. */
void server_wait(view_server *server, double seconds);
/* To one of those who watch, if it still does: why its command was refused. */
void server_tell(view_server *server, unsigned client, const char *reason);
int server_has_client(view_server *server, unsigned client);
int server_watchers(view_server *server);

#endif
