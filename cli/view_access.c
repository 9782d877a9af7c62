/* Refuses names, origins and tokens that nobody has allowed: a page of somebody else in the same
   browser can reach 127.0.0.1, also under a name that it lets point there. */
#include "view_access.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { USUAL_PORT = 80, SECURE_PORT = 443 };

int is_loopback(const char *address) {
  return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

int is_all_addresses(const char *address) {
  return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* bytes before ":PORT" at the end; all of them where the text does not end like that */
static size_t before_port(const char *host, int port) {
  char wanted[16];
  const char *colon = strrchr(host, ':');
  snprintf(wanted, sizeof wanted, ":%d", port);
  return colon && strcmp(colon, wanted) == 0 ? (size_t)(colon - host) : strlen(host);
}

static int add_name(access_rules *rules, const char *scheme, const char *host) {
  if (rules->count == MOST_ORIGINS + 4) return 0;
  char *origin = rules->origin[rules->count], *name = rules->host[rules->count];
  if (snprintf(origin, AUTHORITY, "%s://%s", scheme, host) >= AUTHORITY) return 0;
  memcpy(name, host, strlen(host) + 1);
  // browsers leave out the port that is usual for the scheme
  int usual = strcmp(scheme, "https") == 0 ? SECURE_PORT : USUAL_PORT;
  origin[before_port(origin, usual)] = 0;
  name[before_port(name, usual)] = 0;
  rules->count++;
  return 1;
}

static void add_address(access_rules *rules, const char *address, int port) {
  char host[AUTHORITY];
  int six = strchr(address, ':') != NULL;
  snprintf(host, sizeof host, six ? "[%.200s]:%d" : "%.200s:%d", address, port);
  add_name(rules, "http", host);
}

void access_begin(access_rules *rules, const char *address, int port) {
  int all = is_all_addresses(address);
  *rules = (access_rules){.any_number = all ? port : 0};
  if (!all) add_address(rules, address, port);
  if (all || is_loopback(address)) add_address(rules, "localhost", port);
}

int access_add(access_rules *rules, const char *origin) {
  const char *scheme = strncasecmp(origin, "http://", 7) == 0    ? "http"
                       : strncasecmp(origin, "https://", 8) == 0 ? "https"
                                                                 : NULL;
  if (!scheme) return 0;
  const char *host = origin + strlen(scheme) + 3;
  if (!*host || strpbrk(host, "/?#@ \t,;'\"\r\n")) return 0;
  return add_name(rules, scheme, host);
}

/* "10.0.0.7:8765": a number cannot be made to point elsewhere as a name can */
static int is_number(const char *host, int port) {
  char address[AUTHORITY];
  struct in6_addr place;
  size_t length = before_port(host, port);
  if (length >= sizeof address || (!host[length] && port != USUAL_PORT)) return 0;
  snprintf(address, sizeof address, "%.*s", (int)length, host);
  if (address[0] != '[') return inet_pton(AF_INET, address, &place) == 1;
  if (address[length - 1] != ']') return 0;
  address[length - 1] = 0;
  return inet_pton(AF_INET6, address + 1, &place) == 1;
}

int access_host(const access_rules *rules, const char *host) {
  for (int k = 0; k < rules->count; k++)
    if (strcasecmp(host, rules->host[k]) == 0) return 1;
  return rules->any_number && is_number(host, rules->any_number);
}

int access_origin(const access_rules *rules, const char *origin, const char *host) {
  for (int k = 0; k < rules->count; k++)
    if (strcasecmp(origin, rules->origin[k]) == 0) return 1;
  // where every number will do, the page must come from the one it talks to
  return strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0 &&
         rules->any_number && is_number(host, rules->any_number);
}

int is_token(const char *text) {
  size_t length =
      strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");
  return length > 0 && length <= MOST_TOKEN && !text[length];
}

/* in the same time wherever they differ */
int access_token(const access_rules *rules, const char *token) {
  char given[sizeof rules->token] = "";
  int difference = 0;
  snprintf(given, sizeof given, "%s", token);
  for (size_t k = 0; k < sizeof given; k++) difference |= given[k] ^ rules->token[k];
  return !rules->token[0] || difference == 0;
}
