/* Reads commands strictly: a deed that is known, its members and no others, each in its range. */
#include "view_commands.h"

#include <jansson.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 1000 };
static const double SLOWEST = 1e-4, FASTEST = 1e4, FARTHEST = 1e6, STRONGEST = 100;

static const char *const deeds[DEEDS] = {
    [DO_RUN] = "run",     [DO_PAUSE] = "pause",       [DO_STEP] = "step",
    [DO_RESET] = "reset", [DO_SPEED] = "speed",       [DO_SOLVER] = "solver",
    [DO_LAW] = "law",     [DO_FRICTION] = "friction", [DO_RESTITUTION] = "restitution",
    [DO_DRAG] = "drag",   [DO_DROP] = "drop",         [DO_CONTROL] = "control",
    [DO_KEY] = "key"};

typedef struct reading {
  json_t *object;
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

/* all members beside "do", in the words of jansson; those that are not asked for are an error */
static int unpack(reading *r, const char *form, ...) {
  json_error_t trouble;
  va_list list;
  va_start(list, form);
  int done = json_vunpack_ex(r->object, &trouble, JSON_STRICT, form, list) == 0;
  va_end(list);
  return done || refuse(r, "\"%s\": %.120s", deeds[r->command->deed], trouble.text);
}

static int is_within(reading *r, const char *key, double value, double low, double high) {
  return (value >= low && value <= high) ||
         refuse(r, "\"%s\" must be a number from %g to %g", key, low, high);
}

static int read_step(reading *r, const char *deed) {
  json_int_t count = 1;
  if (!unpack(r, "{s:s, s?I}", "do", &deed, "count", &count) ||
      !is_within(r, "count", (double)count, 1, MOST_STEPS))
    return 0;
  r->command->count = (int)count;
  return 1;
}

static int read_name(reading *r, const char *deed) {
  const char *name;
  size_t most = sizeof r->command->name - 1;
  if (!unpack(r, "{s:s, s:s}", "do", &deed, "name", &name)) return 0;
  if (!*name || strlen(name) > most)
    return refuse(r, "\"name\" must be a text of 1 to %zu characters", most);
  strcpy(r->command->name, name);
  return 1;
}

/* null: the model's own */
static int read_coefficient(reading *r, const char *deed, double high) {
  json_t *value;
  if (!unpack(r, "{s:s, s:o}", "do", &deed, "value", &value)) return 0;
  r->command->value = json_is_number(value) ? json_number_value(value) : (double)NAN;
  return json_is_null(value) || is_within(r, "value", r->command->value, 0, high);
}

static int read_drag(reading *r, const char *deed) {
  view_command *c = r->command;
  json_int_t body;
  double *p = c->point, *to = c->to;
  c->strength = 1;
  if (!unpack(r, "{s:s, s:I, s:[FFF], s:[FFF], s?F}", "do", &deed, "body", &body, "point", &p[0],
              &p[1], &p[2], "to", &to[0], &to[1], &to[2], "strength", &c->strength) ||
      !is_within(r, "body", (double)body, 0, 1 << 30) ||
      !is_within(r, "strength", c->strength, 1 / STRONGEST, STRONGEST))
    return 0;
  c->body = (int)body;
  for (int k = 0; k < 3; k++)
    if (!is_within(r, "point", p[k], -FARTHEST, FARTHEST) ||
        !is_within(r, "to", to[k], -FARTHEST, FARTHEST))
      return 0;
  return 1;
}

static int read_control(reading *r, const char *deed) {
  json_int_t index;
  if (!unpack(r, "{s:s, s:I, s:F}", "do", &deed, "actuator", &index, "value", &r->command->value) ||
      !is_within(r, "actuator", (double)index, 0, 1 << 30) ||
      !is_within(r, "value", r->command->value, -FARTHEST, FARTHEST))
    return 0;
  r->command->index = (int)index;
  return 1;
}

static int read_key(reading *r, const char *deed) {
  json_int_t index;
  if (!unpack(r, "{s:s, s:I}", "do", &deed, "index", &index) ||
      !is_within(r, "index", (double)index, -1, 1 << 30))
    return 0;
  r->command->index = (int)index;
  return 1;
}

static int read_members(reading *r, const char *deed) {
  view_command *c = r->command;
  switch (c->deed) {
  case DO_STEP: return read_step(r, deed);
  case DO_SPEED:
    return unpack(r, "{s:s, s:F}", "do", &deed, "value", &c->value) &&
           is_within(r, "value", c->value, SLOWEST, FASTEST);
  case DO_SOLVER:
  case DO_LAW: return read_name(r, deed);
  case DO_FRICTION: return read_coefficient(r, deed, FARTHEST);
  case DO_RESTITUTION: return read_coefficient(r, deed, 1);
  case DO_DRAG: return read_drag(r, deed);
  case DO_CONTROL: return read_control(r, deed);
  case DO_KEY: return read_key(r, deed);
  default: return unpack(r, "{s:s}", "do", &deed);
  }
}

/* --- the whole -------------------------------------------------------------------------------- */

static int read_deed(reading *r) {
  const char *deed;
  int k = 0;
  if (json_unpack(r->object, "{s:s}", "do", &deed) != 0)
    return refuse(r, "\"do\" is missing: what shall be done?");
  while (k < DEEDS && strcmp(deed, deeds[k]) != 0) k++;
  if (k == DEEDS) return refuse(r, "there is no command \"%.40s\"", deed);
  r->command->deed = (view_deed)k;
  return read_members(r, deed);
}

int parse_command(const char *text, size_t size, view_command *command, char *why, size_t room) {
  json_error_t trouble;
  memset(command, 0, sizeof *command);
  json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &trouble);
  reading r = {.object = object, .command = command, .why = why, .room = room};
  int done = object ? read_deed(&r) : refuse(&r, "this is no JSON: %.120s", trouble.text);
  json_decref(object);
  return done;
}
