/* Parses requests, and refuses names and origins that nobody has allowed: a page of somebody else
   in the same browser can reach 127.0.0.1, also under a name that it lets point there. */
#include "view_http.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { USUAL_PORT = 80, SECURE_PORT = 443 };

/* --- requests --------------------------------------------------------------------------------- */

size_t http_head_length(const char *bytes, size_t size) {
  for (size_t k = 3; k < size; k++)
    if (memcmp(bytes + k - 3, "\r\n\r\n", 4) == 0) return k + 1;
  return 0;
}

static int is_plain(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' && *text != '\t') return 0;
  return 1;
}

/* "GET /path HTTP/1.1" */
static int parse_first_line(char *line, http_request *r) {
  char *path = strchr(line, ' ');
  char *version = path ? strchr(path + 1, ' ') : NULL;
  if (!version || strcmp(version + 1, "HTTP/1.1") != 0) return 0;
  *path = *version = 0;
  r->method = line;
  r->path = path + 1;
  return line[0] != 0 && r->path[0] == '/';
}

static void keep_field(http_request *r, const char *name, const char *value) {
  const struct {
    const char *name, **place;
  } known[] = {{"host", &r->host},
               {"origin", &r->origin},
               {"upgrade", &r->upgrade},
               {"connection", &r->connection},
               {"sec-websocket-key", &r->key},
               {"sec-websocket-version", &r->version}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcasecmp(name, known[k].name) == 0) *known[k].place = value;
  r->hosts += strcasecmp(name, "host") == 0;
  r->origins += strcasecmp(name, "origin") == 0;
  r->body |= strcasecmp(name, "transfer-encoding") == 0 ||
             (strcasecmp(name, "content-length") == 0 && strcmp(value, "0") != 0);
}

static int parse_field(char *line, http_request *r) {
  char *colon = strchr(line, ':');
  if (!colon || colon == line || strcspn(line, " \t") < (size_t)(colon - line)) return 0;
  *colon = 0;
  char *value = colon + 1 + strspn(colon + 1, " \t");
  size_t length = strlen(value);
  while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) value[--length] = 0;
  keep_field(r, line, value);
  return 1;
}

int http_parse(char *head, http_request *r) {
  *r = (http_request){
      .host = "", .origin = "", .upgrade = "", .connection = "", .key = "", .version = ""};
  int first = 1;
  for (char *line = head, *end; (end = strstr(line, "\r\n")); line = end + 2) {
    *end = 0;
    if (!*line) return !first;
    if (!is_plain(line) || !(first ? parse_first_line(line, r) : parse_field(line, r))) return 0;
    first = 0;
  }
  return 0;
}

/* `word` is one of the comma-separated words of the list */
static int has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; *at;) {
    at += strspn(at, " \t,");
    size_t here = strcspn(at, " \t,");
    if (here == length && strncasecmp(at, word, length) == 0) return 1;
    at += here;
  }
  return 0;
}

int http_wants_websocket(const http_request *r) {
  return strcasecmp(r->upgrade, "websocket") == 0 && has_word(r->connection, "upgrade") &&
         strcmp(r->version, "13") == 0 && strlen(r->key) == 24;
}

/* --- who may ask ------------------------------------------------------------------------------ */

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
  int all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
  *rules = (access_rules){.any_number = all ? port : 0};
  if (!all) add_address(rules, address, port);
  if (all || strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0)
    add_address(rules, "localhost", port);
}

int access_add(access_rules *rules, const char *origin) {
  const char *scheme = strncasecmp(origin, "http://", 7) == 0    ? "http"
                       : strncasecmp(origin, "https://", 8) == 0 ? "https"
                                                                 : NULL;
  if (!scheme) return 0;
  const char *host = origin + strlen(scheme) + 3;
  if (!*host || strpbrk(host, "/?#@ \t,;'\"") || !is_plain(host)) return 0;
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
