/* Who may look in: a request as lines - address and port of the server, a page that was allowed, host, origin and token of the
   request, the token that is asked for. */
#include "target.h"

#include "../cli/view_access.h"

#include <strings.h>

enum { LINES = 7 };

/* the lines of the bytes; those that are not there are empty */
static void split(char *text, char *line[LINES]) {
  static char none[] = "";
  for (int k = 0; k < LINES; k++) {
    line[k] = text ? text : none;
    char *end = text ? strchr(text, '\n') : NULL;
    if (end) *end = 0;
    text = end ? end + 1 : NULL;
  }
}

static int is_allowed(const access_rules *rules, const char (*list)[AUTHORITY], const char *text) {
  for (int k = 0; k < rules->count; k++)
    if (strcasecmp(list[k], text) == 0) return 1;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static access_rules rules;
  char *line[LINES], *text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, bytes, size);
  text[size] = 0;
  split(text, line);
  int port = atoi(line[1]) & 65535;
  access_begin(&rules, line[0], port);
  int before = rules.count, added = access_add(&rules, line[2]);
  fuzz_expect(rules.count == before + added && rules.count <= MOST_ORIGINS + 4);
  /* what was allowed is an origin, and gets in under its own name */
  fuzz_expect(!added || strncasecmp(line[2], "http", 4) == 0);
  fuzz_expect(!added || access_origin(&rules, rules.origin[before], rules.host[before]));
  fuzz_expect(!added || access_host(&rules, rules.host[before]));
  /* what gets in was allowed, or is a number where every number will do */
  int host = access_host(&rules, line[3]), page = access_origin(&rules, line[4], line[3]);
  fuzz_expect(!host || is_allowed(&rules, rules.host, line[3]) || is_all_addresses(line[0]));
  fuzz_expect(!page || is_allowed(&rules, rules.origin, line[4]) ||
              (is_all_addresses(line[0]) && host));
  if (is_token(line[6])) strcpy(rules.token, line[6]);
  fuzz_expect(
      access_token(&rules, line[5]) ==
      (!rules.token[0] || strcmp(line[5], rules.token) == 0 ||
       (strlen(rules.token) == MOST_TOKEN && strncmp(line[5], rules.token, MOST_TOKEN) == 0)));
  free(text);
  return 0;
}
