/* Who may look in: under which names the server may be asked, from which pages, with which token. */
#ifndef RIGOR_VIEW_ACCESS_H
#define RIGOR_VIEW_ACCESS_H

enum { MOST_ORIGINS = 8, AUTHORITY = 300, MOST_TOKEN = 64 };

typedef struct access_rules {
  char host[MOST_ORIGINS + 4][AUTHORITY];   /* "127.0.0.1:8765" */
  char origin[MOST_ORIGINS + 4][AUTHORITY]; /* "http://127.0.0.1:8765" */
  int count;
  int any_number; /* bound to all addresses: port at which each of them will do; 0: it is not */
  char token[MOST_TOKEN + 1]; /* "": none is needed */
} access_rules;

int is_loopback(const char *address);
int is_all_addresses(const char *address);
/* `address` is numeric. Loopback is also called localhost. */
void access_begin(access_rules *rules, const char *address, int port);
/* "http://HOST[:PORT]" or https; 0 where it is no origin or there is no room. */
int access_add(access_rules *rules, const char *origin);
int access_host(const access_rules *rules, const char *host);
/* A page of that origin may talk to us under that host. */
int access_origin(const access_rules *rules, const char *origin, const char *host);
/* Letters, digits, '-', '.', '_', '~': what needs no escape in an address. */
int is_token(const char *text);
int access_token(const access_rules *rules, const char *token);

#endif
