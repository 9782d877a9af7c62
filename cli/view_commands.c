/* Reads commands strictly: a deed that is known, its members and no others, each in its range. */
#include "view_commands.h"

#include <jansson.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 1000, MOST_MEMBERS = 4 };
static const double SLOWEST = 1e-4, FASTEST = 1e4, FARTHEST = 1e6, STRONGEST = 100;

static const struct {
  const char *name;
  const char *member[MOST_MEMBERS + 1]; /* all needed but those with a '?' */
} deeds[DEEDS] = {[DO_RUN] = {"run", {NULL}},
                  [DO_PAUSE] = {"pause", {NULL}},
                  [DO_STEP] = {"step", {"count?", NULL}},
                  [DO_RESET] = {"reset", {NULL}},
                  [DO_SPEED] = {"speed", {"value", NULL}},
                  [DO_SOLVER] = {"solver", {"name", NULL}},
                  [DO_LAW] = {"law", {"name", NULL}},
                  [DO_FRICTION] = {"friction", {"value", NULL}},
                  [DO_RESTITUTION] = {"restitution", {"value", NULL}},
                  [DO_DRAG] = {"drag", {"body", "point", "to", "strength?", NULL}},
                  [DO_DROP] = {"drop", {NULL}}};

typedef struct reading {
  const json_t *object;
  view_command *command;
  char *why;
  size_t room;
} reading;

static int refuse(reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int refuse(reading *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(r->why, r->room, format, list);
  va_end(list);
  return 0;
}

/* --- members ---------------------------------------------------------------------------------- */

static int read_number(reading *r, const char *key, double low, double high, double *value) {
  const json_t *number = json_object_get(r->object, key);
  double found = json_is_number(number) ? json_number_value(number) : (double)NAN;
  if (!(found >= low && found <= high))
    return refuse(r, "\"%s\" must be a number from %g to %g", key, low, high);
  *value = found;
  return 1;
}

static int read_whole(reading *r, const char *key, int low, int high, int *value) {
  const json_t *number = json_object_get(r->object, key);
  json_int_t found = json_integer_value(number);
  if (!json_is_integer(number) || found < low || found > high)
    return refuse(r, "\"%s\" must be a whole number from %d to %d", key, low, high);
  *value = (int)found;
  return 1;
}

static int read_place(reading *r, const char *key, double place[3]) {
  const json_t *list = json_object_get(r->object, key);
  for (size_t k = 0; k < 3; k++) {
    const json_t *number = json_array_get(list, k);
    place[k] = json_is_number(number) ? json_number_value(number) : (double)NAN;
    if (json_array_size(list) != 3 || !(fabs(place[k]) <= FARTHEST))
      return refuse(r, "\"%s\" must be three numbers, none beyond %g", key, FARTHEST);
  }
  return 1;
}

static int read_name(reading *r) {
  const json_t *text = json_object_get(r->object, "name");
  size_t length = json_string_length(text);
  char *name = r->command->name;
  if (!json_is_string(text) || length == 0 || length >= sizeof r->command->name ||
      strlen(json_string_value(text)) != length)
    return refuse(r, "\"name\" must be a text of 1 to %zu characters", sizeof r->command->name - 1);
  memcpy(name, json_string_value(text), length + 1);
  return 1;
}

/* null: the model's own */
static int read_coefficient(reading *r, double high) {
  r->command->value = (double)NAN;
  if (json_is_null(json_object_get(r->object, "value"))) return 1;
  return read_number(r, "value", 0, high, &r->command->value);
}

static int read_drag(reading *r) {
  view_command *c = r->command;
  c->strength = 1;
  if (json_object_get(r->object, "strength") &&
      !read_number(r, "strength", 1 / STRONGEST, STRONGEST, &c->strength))
    return 0;
  return read_whole(r, "body", 0, 1 << 30, &c->body) && read_place(r, "point", c->point) &&
         read_place(r, "to", c->to);
}

static int read_members(reading *r) {
  view_command *c = r->command;
  c->count = 1;
  switch (c->deed) {
  case DO_STEP:
    return !json_object_get(r->object, "count") || read_whole(r, "count", 1, MOST_STEPS, &c->count);
  case DO_SPEED: return read_number(r, "value", SLOWEST, FASTEST, &c->value);
  case DO_SOLVER:
  case DO_LAW: return read_name(r);
  case DO_FRICTION: return read_coefficient(r, FARTHEST);
  case DO_RESTITUTION: return read_coefficient(r, 1);
  case DO_DRAG: return read_drag(r);
  default: return 1;
  }
}

/* --- the whole -------------------------------------------------------------------------------- */

static int find_deed(reading *r) {
  const char *name = json_string_value(json_object_get(r->object, "do"));
  if (!name) return refuse(r, "\"do\" is missing: what shall be done?");
  for (int k = 0; k < DEEDS; k++) {
    if (strcmp(name, deeds[k].name) != 0) continue;
    r->command->deed = (view_deed)k;
    return 1;
  }
  return refuse(r, "there is no command \"%.40s\"", name);
}

/* every member that is needed, and none that nobody knows */
static int check_members(reading *r) {
  const char *const *member = deeds[r->command->deed].member;
  size_t known = 1;
  for (; *member; member++) {
    char name[32];
    size_t length = strcspn(*member, "?");
    snprintf(name, sizeof name, "%.*s", (int)length, *member);
    int there = json_object_get(r->object, name) != NULL;
    if (!there && !(*member)[length]) return refuse(r, "\"%s\" is missing", name);
    known += (size_t)there;
  }
  if (json_object_size(r->object) > known)
    return refuse(r, "\"%s\" has a member that it does not take", deeds[r->command->deed].name);
  return 1;
}

int parse_command(const char *text, size_t size, view_command *command, char *why, size_t room) {
  json_error_t trouble;
  memset(command, 0, sizeof *command);
  json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &trouble);
  reading r = {.object = object, .command = command, .why = why, .room = room};
  int done = 0;
  if (!object) refuse(&r, "this is no JSON: %.120s", trouble.text);
  else if (!json_is_object(object)) refuse(&r, "this is no JSON object");
  else done = find_deed(&r) && check_members(&r) && read_members(&r);
  json_decref(object);
  return done;
}
