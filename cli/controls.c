/* Controls of actuators from the command line and from tables of time.

       held           ctrl(t) = the value of the last line whose time is at most t
       interpolated   straight between lines, at the middle of the step, which has one value

   Before the first line the controls are those of the start, after the last they stay. */
#include "controls.h"

#include "labels.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct control_table {
  int columns, lines, room;
  int *actuator; /* of each column */
  double *time;  /* lines */
  double *value; /* lines x columns */
};

/* --- the command line ----------------------------------------------------------------------------- */

static int is_file(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && !S_ISDIR(facts.st_mode);
}

/* NAME=VALUE, unless there is a file of that name */
void take_control(controls *c, const char *text, rg_error *error) {
  if (strchr(text, '=') && !is_file(text)) {
    if (c->count == MOST_CONTROLS)
      refuse_option(error, "--ctrl", "is given more than %d times", MOST_CONTROLS);
    else c->value[c->count++] = text;
  } else if (c->file) refuse_option(error, "--ctrl", "there is a file already, '%.100s'", c->file);
  else c->file = text;
}

void check_controls(const controls *c, rg_error *error) {
  if (c->interpolate && !c->file)
    refuse_option(error, "--ctrl-interpolate", "needs --ctrl FILE.csv: between which lines?");
}

static const rg_model *asked_model;

static const char *actuator_at(int index) {
  static char label[LABEL];
  return actuator_label(asked_model, index, label);
}

static const char *named_actuator_at(int index) { return asked_model->actuator_name[index]; }

/* by name or made-up name; -1 where there is none */
static int find_actuator(const rg_model *model, const char *name) {
  int found = rg_model_find(model, RG_OBJECT_ACTUATOR, name);
  asked_model = model;
  for (int i = 0; i < model->nactuator && found < 0; i++)
    if (strcmp(actuator_at(i), name) == 0) found = i;
  return found;
}

static rg_status fail_name(const rg_model *model, const char *name, rg_error *error) {
  char first[LABEL], near[LABEL] = "";
  asked_model = model;
  if (model->nactuator == 0) return refuse_option(error, "--ctrl", "the model has no actuators");
  // only names that the model has: made-up ones share a buffer
  const char *best = nearest_name(name, named_actuator_at, model->nactuator);
  if (best) snprintf(near, sizeof near, "%s", best);
  if (near[0])
    return refuse_option(error, "--ctrl", "there is no actuator '%.60s'; did you mean '%.60s'?",
                         name, near);
  return refuse_option(error, "--ctrl",
                       "there is no actuator '%.60s'; the model has %d, from '%.60s' on", name,
                       model->nactuator, actuator_label(model, 0, first));
}

/* splits NAME=VALUE at the last '='; -1 after a failure */
static int read_value(const rg_model *model, const char *text, double *value, rg_error *error) {
  const char *equal = strrchr(text, '=');
  char name[LABEL];
  snprintf(name, sizeof name, "%.*s", (int)(equal - text), text);
  take_real(error, "--ctrl", equal + 1, -HUGE_VAL, 0, HUGE_VAL, 0, value);
  if (error->status != RG_OK) return -1;
  int found = find_actuator(model, name);
  if (found < 0) fail_name(model, name, error);
  return found;
}

/* --- the file --------------------------------------------------------------------------------------- */

typedef struct source {
  const char *path;
  int line;
  rg_error *error;
} source;

__attribute__((format(printf, 3, 4))) static rg_status fail_at(const source *s, int column,
                                                               const char *format, ...) {
  va_list list;
  rg_error *e = s->error;
  if (e->status != RG_OK) return e->status;
  e->status = RG_BAD_INPUT;
  snprintf(e->file, sizeof e->file, "%s", s->path);
  snprintf(e->element, sizeof e->element, "column %d", column + 1);
  e->line = s->line;
  va_start(list, format);
  vsnprintf(e->reason, sizeof e->reason, format, list);
  va_end(list);
  return RG_BAD_INPUT;
}

/* the next field of a line, without blanks and quotes around it; *rest goes on behind its comma, NULL: it was the last */
static char *next_field(char **rest) {
  char *at = *rest + strspn(*rest, " \t"), *to = at, *field = at;
  int quoted = *at == '"';
  if (!quoted) {
    char *comma = strchr(at, ',');
    *rest = comma ? comma + 1 : NULL;
    if (comma) *comma = 0;
    for (size_t n = strlen(field); n > 0 && strchr(" \t\r\n", field[n - 1]);) field[--n] = 0;
    return field;
  }
  for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
    if (*at == '"') at++;
    *to++ = *at;
  }
  char *comma = *at ? strchr(at, ',') : NULL;
  *rest = comma ? comma + 1 : NULL;
  *to = 0;
  return field;
}

/* as many as there can be, wherever quotes begin and end */
static int most_fields(const char *line) {
  int count = 1;
  for (; *line; line++) count += *line == ',';
  return count;
}

/* "time" and the names of actuators */
static rg_status read_header(control_table *t, const rg_model *model, char *line, const source *s) {
  t->actuator = calloc((size_t)most_fields(line), sizeof *t->actuator);
  if (!t->actuator) return fail_at(s, 0, "no memory is left");
  char *rest = line, *first = next_field(&rest);
  if (strcmp(first, "time") != 0)
    return fail_at(s, 0, "the first line names the columns, and the first is 'time', not '%.40s'",
                   first);
  for (; rest; t->columns++) {
    const char *name = next_field(&rest);
    int found = find_actuator(model, name);
    if (found < 0) {
      fail_name(model, name, s->error);
      snprintf(s->error->file, sizeof s->error->file, "%s", s->path);
      snprintf(s->error->element, sizeof s->error->element, "column %d", t->columns + 2);
      s->error->line = s->line;
      return RG_BAD_INPUT;
    }
    for (int k = 0; k < t->columns; k++)
      if (t->actuator[k] == found) return fail_at(s, t->columns + 1, "'%.60s' stands twice", name);
    t->actuator[t->columns] = found;
  }
  return t->columns > 0 ? RG_OK : fail_at(s, 0, "no actuator is named beside the time");
}

static int grow(control_table *t) {
  if (t->lines < t->room) return 1;
  int room = t->room ? 2 * t->room : 256;
  double *time = realloc(t->time, (size_t)room * sizeof *time);
  if (time) t->time = time;
  double *value = realloc(t->value, (size_t)room * (size_t)t->columns * sizeof *value);
  if (value) t->value = value;
  if (!time || !value) return 0;
  t->room = room;
  return 1;
}

static rg_status read_line(control_table *t, char *line, const source *s) {
  if (!grow(t)) return fail_at(s, 0, "no memory is left");
  char *rest = line;
  for (int k = 0; k <= t->columns; k++) {
    if (!rest) return fail_at(s, k, "there are %d numbers, must be %d", k, t->columns + 1);
    char *field = next_field(&rest), *stop = NULL;
    double x = strtod(field, &stop);
    if (stop == field || *stop || !isfinite(x))
      return fail_at(s, k, "expected a number, found '%.40s'", field);
    if (k == 0) t->time[t->lines] = x;
    else t->value[(size_t)t->lines * (size_t)t->columns + (size_t)k - 1] = x;
  }
  if (rest) return fail_at(s, t->columns + 1, "there are more than %d numbers", t->columns + 1);
  if (t->lines > 0 && !(t->time[t->lines] > t->time[t->lines - 1]))
    return fail_at(s, 0, "times must grow: %g comes after %g", t->time[t->lines],
                   t->time[t->lines - 1]);
  t->lines++;
  return RG_OK;
}

static int is_blank(const char *line) { return line[strspn(line, " \t\r\n")] == 0; }

static rg_status read_table(control_table *t, const rg_model *model, const char *path,
                            rg_error *error) {
  FILE *stream = fopen(path, "r");
  source s = {path, 0, error};
  if (!stream) {
    const char *hint = errno == ENOENT ? ": give NAME=VALUE, or a table" : "";
    refuse_option(error, "--ctrl", "%s%s", strerror(errno), hint);
    snprintf(error->file, sizeof error->file, "%s", path);
    return error->status;
  }
  char *line = NULL;
  size_t room = 0;
  while (error->status == RG_OK && getline(&line, &room, stream) > 0) {
    s.line++;
    if (is_blank(line)) continue;
    if (!t->actuator) read_header(t, model, line, &s);
    else read_line(t, line, &s);
  }
  if (ferror(stream)) fail_at(&s, 0, "cannot be read");
  free(line);
  fclose(stream);
  if (error->status == RG_OK && t->lines == 0)
    fail_at(&s, 0, "there is no line of numbers below the names");
  return error->status;
}

rg_status read_controls(controls *c, const rg_model *model, rg_error *error) {
  for (int k = 0; k < c->count && error->status == RG_OK; k++)
    c->actuator[k] = read_value(model, c->value[k], &c->number[k], error);
  if (error->status != RG_OK || !c->file) return error->status;
  c->table = calloc(1, sizeof *c->table);
  if (c->table) return read_table(c->table, model, c->file, error);
  refuse_option(error, "--ctrl", "no memory is left");
  return error->status = RG_NO_MEMORY;
}

void free_controls(controls *c) {
  if (!c->table) return;
  free(c->table->actuator);
  free(c->table->time);
  free(c->table->value);
  free(c->table);
  c->table = NULL;
}

/* --- acting ----------------------------------------------------------------------------------------- */

static int is_servo(const rg_model *model, int i) {
  return model->actuator_gain[i] != 0 && model->actuator_bias[3 * i + 1] != 0 &&
         !model->actuator_muscle[i];
}

/* A servo of position has no force where gain ctrl + bias0 + bias1 length = 0; others take the keyframe's control. */
static double held_control(const rg_model *model, const rg_data *at, int key, int i) {
  const double *bias = model->actuator_bias + 3 * i;
  if (is_servo(model, i))
    return (0 - bias[0] - bias[1] * at->actuator_length[i]) / model->actuator_gain[i];
  return model->key_ctrl[(size_t)key * (size_t)model->nactuator + (size_t)i];
}

double *held_controls(const rg_model *model, int key) {
  rg_data *at = key >= 0 ? rg_data_new(model) : NULL;
  double *ctrl = at ? malloc(((size_t)model->nactuator + 1) * sizeof *ctrl) : NULL;
  if (ctrl) {
    rg_data_reset(model, at, key);
    rg_forward(model, at);
    for (int i = 0; i < model->nactuator; i++) ctrl[i] = held_control(model, at, key, i);
  }
  rg_data_free(at);
  return ctrl;
}

rg_status begin_controls(const controls *c, rg_sim *sim, int key, rg_error *error) {
  const rg_model *model = rg_sim_model(sim);
  rg_data *data = rg_sim_data(sim);
  if (key >= 0) {
    double *ctrl = held_controls(model, key);
    if (!ctrl) {
      refuse_option(error, "--hold", "no memory is left");
      return error->status = RG_NO_MEMORY;
    }
    for (int i = 0; i < model->nactuator; i++) {
      int state = model->actuator_act[i];
      data->ctrl[i] = ctrl[i];
      if (is_servo(model, i) && state >= 0) data->act[state] = ctrl[i];
    }
    free(ctrl);
  }
  for (int k = 0; k < c->count; k++) data->ctrl[c->actuator[k]] = c->number[k];
  return RG_OK;
}

/* the last line whose time is at most t, -1 */
static int line_before(const control_table *t, double time) {
  int low = -1, high = t->lines;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (t->time[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

void apply_controls(const controls *c, rg_sim *sim) {
  const control_table *t = c->table;
  rg_data *data = rg_sim_data(sim);
  if (!t) return;
  // times of steps are sums, and rounded
  double dt = rg_sim_used_options(sim)->dt;
  double time = data->time + (c->interpolate ? 0.5 : 1e-6) * dt;
  int line = line_before(t, time);
  if (line < 0) return;
  const double *from = t->value + (size_t)line * (size_t)t->columns, *to = from;
  double share = 0;
  if (c->interpolate && line + 1 < t->lines) {
    to = from + t->columns;
    share = (time - t->time[line]) / (t->time[line + 1] - t->time[line]);
  }
  for (int k = 0; k < t->columns; k++)
    data->ctrl[t->actuator[k]] = (1 - share) * from[k] + share * to[k];
}
