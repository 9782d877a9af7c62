/* Reads a spec (JSON, docs/cluster.md) and its models. A key that nobody knows is refused: a typing error must not change
   what is computed in silence. */
#include "parts.h"

#include <jansson.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const long MOST_TASKS = 100000000;
enum { MOST_MODELS = 1000 };

typedef struct reader {
  sweep *s;
  rg_error *error;
  rg_status status;
} reader;

static const char *const DESIGNS[] = {"grid", "list", "random", "latin", NULL};
static const char *const TAKES[] = {"end", "max", "min", "mean", "slip", "rest", NULL};

/* the first refusal counts */
static void refuse(reader *r, const char *element, const char *format, ...) {
  char reason[256];
  va_list arguments;
  if (r->status) return;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  r->status = rg_fail_at(r->error, RG_BAD_INPUT, r->s->path, 0, 0, element, "%s", reason);
}

static void *take_memory(reader *r, size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory && !r->status) r->status = rg_fail(r->error, RG_NO_MEMORY, "spec", "no memory");
  return memory;
}

/* "parameters[2].from" */
typedef struct place {
  char text[128];
} place;

static place at(const char *list, size_t index, const char *key) {
  place p;
  snprintf(p.text, sizeof p.text, "%.60s[%zu]%s%.40s", list, index, key ? "." : "", key ? key : "");
  return p;
}

/* --- single values -------------------------------------------------------------------------------------- */

static void known_keys(reader *r, const json_t *object, const char *element,
                       const char *const *keys) {
  const char *key;
  json_t *value;
  if (!json_is_object(object)) {
    refuse(r, element, "must be an object");
    return;
  }
  json_object_foreach((json_t *)object, key, value) {
    char all[200] = "";
    int known = 0;
    for (int k = 0; keys[k]; k++) {
      size_t used = strlen(all);
      snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", keys[k]);
      known |= strcmp(key, keys[k]) == 0;
    }
    if (!known) refuse(r, element, "'%.40s' is no key: %s", key, all);
  }
}

static double real_of(reader *r, const json_t *object, const char *key, const char *element,
                      double usual) {
  const json_t *value = json_object_get(object, key);
  if (!value) return usual;
  if (!json_is_number(value)) refuse(r, element, "must be a number");
  else if (!isfinite(json_number_value(value))) refuse(r, element, "must be finite");
  return json_number_value(value);
}

static long whole_of(reader *r, const json_t *object, const char *key, const char *element,
                     long least, long usual) {
  const json_t *value = json_object_get(object, key);
  double x = json_number_value(value);
  if (!value) return usual;
  if (!json_is_number(value) || x != floor(x) || fabs(x) > 9e15) {
    refuse(r, element, "must be a whole number");
    return usual;
  }
  if (x < (double)least) refuse(r, element, "is %.0f, must be at least %ld", x, least);
  return (long)x;
}

static int switch_of(reader *r, const json_t *object, const char *key, const char *element) {
  const json_t *value = json_object_get(object, key);
  if (value && !json_is_boolean(value)) refuse(r, element, "must be true or false");
  return json_is_true(value);
}

static const char *text_of(reader *r, const json_t *object, const char *key, const char *element) {
  const json_t *value = json_object_get(object, key);
  if (!value) return NULL;
  const char *text = json_string_value(value);
  if (!text || !text[0]) refuse(r, element, "must be a text");
  return text;
}

/* number of the name; `usual` where there is none */
static int choice_of(reader *r, const json_t *object, const char *key, const char *element,
                     const char *const *names, int usual) {
  const char *text = text_of(r, object, key, element);
  char all[128] = "";
  if (!text) return usual;
  for (int k = 0; names[k]; k++) {
    size_t used = strlen(all);
    if (strcmp(names[k], text) == 0) return k;
    snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", names[k]);
  }
  refuse(r, element, "'%.40s' is none of %s", text, all);
  return usual;
}

/* a name or several */
static int names_of(reader *r, const json_t *object, const char *key, const char *element, int most,
                    const char **names) {
  const json_t *value = json_object_get(object, key);
  int count = value ? (json_is_array(value) ? (int)json_array_size(value) : 1) : 0;
  if (count > most) {
    refuse(r, element, "has %d names, at most %d are allowed", count, most);
    count = most;
  }
  if (json_is_array(value) && count == 0) refuse(r, element, "is empty");
  for (int k = 0; k < count; k++) {
    names[k] = json_string_value(json_is_array(value) ? json_array_get(value, (size_t)k) : value);
    if (!names[k] || !names[k][0]) {
      refuse(r, element, "must be a name or a list of names");
      names[k] = "";
    }
  }
  return count;
}

/* --- parameters ------------------------------------------------------------------------------------------ */

/* a link of HDF5 has no '/', a column of a table no line's end */
static void clean(char *label) {
  for (char *c = label; *c; c++)
    if (*c == '/' || (unsigned char)*c < ' ') *c = '.';
  if (strcmp(label, ".") == 0) *label = '_';
}

static void name_column(char label[SWEEP_LABEL], const char *as, const char *name, int objects,
                        const char *const *of, const char *tail) {
  size_t used = (size_t)snprintf(label, SWEEP_LABEL, "%.100s", as ? as : name);
  for (int k = 0; !as && k < objects && used < SWEEP_LABEL; k++)
    used += (size_t)snprintf(label + used, SWEEP_LABEL - used, ":%.60s", of[k]);
  if (!as && used < SWEEP_LABEL) snprintf(label + used, SWEEP_LABEL - used, "%s", tail);
  clean(label);
}

static void read_values(reader *r, const json_t *object, sweep_parameter *p, size_t index) {
  const json_t *values = json_object_get(object, "values");
  place here = at("parameters", index, "values");
  size_t count = json_array_size(values);
  if (!json_is_array(values) || count == 0 || count > INT_MAX) {
    refuse(r, here.text, "must be a list of numbers, one at least");
    return;
  }
  p->value = take_memory(r, count, sizeof *p->value);
  for (size_t k = 0; k < count && p->value; k++) {
    p->value[k] = json_number_value(json_array_get(values, k));
    if (!json_is_number(json_array_get(values, k)) || !isfinite(p->value[k]))
      refuse(r, here.text, "entry %zu is no finite number", k);
  }
  p->count = (int)count;
}

static double between(const sweep_parameter *p, double share) {
  if (share <= 0) return p->from;
  if (share >= 1) return p->to;
  return p->log ? p->from * pow(p->to / p->from, share) : p->from + (p->to - p->from) * share;
}

static void read_range(reader *r, const json_t *object, sweep_parameter *p, size_t index) {
  int drawn = r->s->design >= SWEEP_RANDOM;
  if (!json_object_get(object, "from") || !json_object_get(object, "to")) {
    refuse(r, at("parameters", index, NULL).text, "needs values, or from and to");
    return;
  }
  p->from = real_of(r, object, "from", at("parameters", index, "from").text, 0);
  p->to = real_of(r, object, "to", at("parameters", index, "to").text, 0);
  p->log = switch_of(r, object, "log", at("parameters", index, "log").text);
  if (p->log && !(p->from * p->to > 0))
    refuse(r, at("parameters", index, "log").text, "needs from and to on one side of 0");
  const json_t *count = json_object_get(object, "count");
  if (drawn) {
    if (count)
      refuse(r, at("parameters", index, "count").text,
             "belongs to the whole spec here: a draw a point");
    return;
  }
  place here = at("parameters", index, "count");
  if (!count) refuse(r, here.text, "is missing: how many values from %g to %g?", p->from, p->to);
  long n = whole_of(r, object, "count", here.text, 1, 1);
  if (n > MOST_TASKS) refuse(r, here.text, "is more than %ld", MOST_TASKS);
  if (r->status) return;
  p->value = take_memory(r, (size_t)n, sizeof *p->value);
  p->count = (int)n;
  for (long k = 0; k < n && p->value; k++)
    p->value[k] = between(p, n > 1 ? (double)k / (double)(n - 1) : 0);
}

static void read_parameter(reader *r, const json_t *object, size_t index) {
  static const char *const keys[] = {"name",  "of",   "entry", "scale", "as", "values",
                                     "count", "from", "to",    "log",   NULL};
  sweep_parameter *p = &r->s->parameter[index];
  char tail[32] = "";
  known_keys(r, object, at("parameters", index, NULL).text, keys);
  p->name = text_of(r, object, "name", at("parameters", index, "name").text);
  if (!p->name) refuse(r, at("parameters", index, "name").text, "is missing");
  p->objects = names_of(r, object, "of", at("parameters", index, "of").text, SWEEP_OBJECTS, p->of);
  p->entry = (int)whole_of(r, object, "entry", at("parameters", index, "entry").text, 0, -1);
  p->scale = switch_of(r, object, "scale", at("parameters", index, "scale").text);
  const char *as = text_of(r, object, "as", at("parameters", index, "as").text);
  if (p->entry >= 0) snprintf(tail, sizeof tail, "[%d]", p->entry);
  if (r->status) return;
  name_column(p->label, as, p->name, p->objects, p->of, tail);
  int values = json_object_get(object, "values") != NULL;
  if (values && r->s->design >= SWEEP_RANDOM)
    refuse(r, at("parameters", index, "values").text, "is for a grid or a list: draws go from, to");
  else if (values && (json_object_get(object, "from") || json_object_get(object, "to") ||
                      json_object_get(object, "count") || json_object_get(object, "log")))
    refuse(r, at("parameters", index, "values").text, "goes without from, to, count and log");
  else if (values) read_values(r, object, p, index);
  else read_range(r, object, p, index);
}

/* a stratum of each point: a permutation that depends on the seed and the parameter alone (Fisher & Yates) */
static void deal_strata(reader *r, int parameter) {
  sweep *s = r->s;
  sweep_parameter *p = &s->parameter[parameter];
  p->stratum = take_memory(r, (size_t)s->points, sizeof *p->stratum);
  for (long k = 0; p->stratum && k < s->points; k++) {
    double draw =
        sweep_draw(s, SWEEP_DRAW_STRATUM, (uint64_t)k, (uint64_t)parameter) * (double)(k + 1);
    long other = draw < (double)k ? (long)draw : k;
    p->stratum[k] = p->stratum[other];
    p->stratum[other] = (int)k;
  }
}

static void count_points(reader *r, const json_t *root) {
  sweep *s = r->s;
  s->points = 1;
  int drawn = s->design >= SWEEP_RANDOM;
  if (drawn) {
    if (!json_object_get(root, "count")) refuse(r, "count", "is missing: how many points?");
    s->points = whole_of(r, root, "count", "count", 1, 1);
    if (s->parameters == 0) refuse(r, "parameters", "there are none to draw");
  } else if (json_object_get(root, "count"))
    refuse(r, "count", "is for random and latin: a grid has the counts of its parameters");
  for (int k = 0; k < s->parameters && !drawn && !r->status; k++) {
    long count = s->parameter[k].count;
    if (s->design == SWEEP_LIST && k > 0 && count != s->points)
      refuse(r, at("parameters", (size_t)k, NULL).text,
             "has %ld values, the first has %ld: a list goes by lines", count, s->points);
    if (s->design == SWEEP_LIST) s->points = count;
    else if (count > MOST_TASKS / s->points)
      refuse(r, "parameters", "make more than %ld points", MOST_TASKS);
    else s->points *= count;
  }
  if (s->points > MOST_TASKS) refuse(r, "count", "is more than %ld", MOST_TASKS);
  for (int k = 0; k < s->parameters && s->design == SWEEP_LATIN && !r->status; k++)
    deal_strata(r, k);
}

static void read_parameters(reader *r, const json_t *root) {
  const json_t *list = json_object_get(root, "parameters");
  size_t count = json_array_size(list);
  if (list && !json_is_array(list)) refuse(r, "parameters", "must be a list");
  if (count > 1000) refuse(r, "parameters", "are more than 1000");
  if (r->status) return;
  r->s->parameter = take_memory(r, count, sizeof *r->s->parameter);
  if (!r->s->parameter) return;
  r->s->parameters = (int)count;
  for (size_t k = 0; k < count && !r->status; k++) read_parameter(r, json_array_get(list, k), k);
  for (int k = 0; k < r->s->parameters; k++)
    for (int j = 0; j < k; j++)
      if (strcmp(r->s->parameter[j].label, r->s->parameter[k].label) == 0)
        refuse(r, at("parameters", (size_t)k, NULL).text, "there are two columns '%.60s'",
               r->s->parameter[k].label);
  if (!r->status) count_points(r, root);
}

/* --- measures ---------------------------------------------------------------------------------------------- */

static void read_measure(reader *r, const json_t *given, size_t index) {
  static const char *const keys[] = {"measure", "of", "take", "as", NULL};
  sweep_measure *m = &r->s->measure[index];
  const char *name = json_string_value(given), *as = NULL;
  char tail[32] = "";
  m->take = SWEEP_USUAL;
  if (!name) {
    known_keys(r, given, at("measures", index, NULL).text, keys);
    name = text_of(r, given, "measure", at("measures", index, "measure").text);
    as = text_of(r, given, "as", at("measures", index, "as").text);
    m->objects = names_of(r, given, "of", at("measures", index, "of").text, 2, m->of);
    m->take = (sweep_take)choice_of(r, given, "take", at("measures", index, "take").text, TAKES,
                                    SWEEP_USUAL);
  }
  if (!name) refuse(r, at("measures", index, "measure").text, "is missing");
  if (r->status) return;
  m->kind = sweep_measure_find(name);
  if (m->kind < 0) {
    char all[220] = "";
    for (int k = 0; sweep_measure_name_at(k); k++) {
      size_t used = strlen(all);
      snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", sweep_measure_name_at(k));
    }
    refuse(r, at("measures", index, NULL).text, "'%.40s' is none of %s", name, all);
    return;
  }
  if (m->take != SWEEP_USUAL) snprintf(tail, sizeof tail, ":%s", TAKES[m->take]);
  else m->take = sweep_measure_usual(m->kind);
  name_column(m->label, as, name, m->objects, m->of, tail);
}

static void read_measures(reader *r, const json_t *root) {
  const json_t *list = json_object_get(root, "measures");
  size_t count = json_array_size(list);
  if (!list || !json_is_array(list) || count == 0 || count > 1000)
    refuse(r, "measures", "must be a list of 1 to 1000: what is a row to have?");
  if (r->status) return;
  r->s->measure = take_memory(r, count, sizeof *r->s->measure);
  if (!r->s->measure) return;
  r->s->measures = (int)count;
  for (size_t k = 0; k < count && !r->status; k++) read_measure(r, json_array_get(list, k), k);
  for (int k = 0; k < r->s->measures; k++)
    for (int j = 0; j < k; j++)
      if (strcmp(r->s->measure[j].label, r->s->measure[k].label) == 0)
        refuse(r, at("measures", (size_t)k, NULL).text, "there are two columns '%.60s'",
               r->s->measure[k].label);
}

/* --- options ----------------------------------------------------------------------------------------------- */

static void read_option(reader *r, const char *name, const json_t *given, sweep_option *o) {
  place here;
  snprintf(here.text, sizeof here.text, "options.%.60s", name);
  snprintf(o->name, sizeof o->name, "rigor.%.50s", name);
  size_t count = json_is_array(given) ? json_array_size(given) : 1;
  if (count == 0 || count > 10000) {
    refuse(r, here.text, "must have 1 to 10000 values");
    return;
  }
  int texts = json_is_string(json_is_array(given) ? json_array_get(given, 0) : given);
  o->count = (int)count;
  if (texts) o->text = take_memory(r, count, sizeof *o->text);
  else o->number = take_memory(r, count, sizeof *o->number);
  for (size_t k = 0; k < count && !r->status; k++) {
    const json_t *value = json_is_array(given) ? json_array_get(given, k) : given;
    if (texts && json_is_string(value)) o->text[k] = json_string_value(value);
    else if (!texts && json_is_number(value)) o->number[k] = json_number_value(value);
    else if (!texts && json_is_boolean(value)) o->number[k] = json_is_true(value);
    else refuse(r, here.text, "must be texts alone or numbers alone");
  }
}

static void read_options(reader *r, const json_t *root) {
  json_t *given = json_object_get(root, "options"), *value;
  const char *name;
  sweep *s = r->s;
  s->combinations = 1;
  if (!given) return;
  if (!json_is_object(given)) {
    refuse(r, "options", "must be an object");
    return;
  }
  s->option = take_memory(r, json_object_size(given), sizeof *s->option);
  if (!s->option) return;
  json_object_foreach(given, name, value) {
    read_option(r, name, value, &s->option[s->options]);
    if (r->status) return;
    if (s->combinations > MOST_TASKS / s->option[s->options].count)
      refuse(r, "options", "make more than %ld combinations", MOST_TASKS);
    s->combinations *= s->option[s->options++].count;
  }
}

/* --- the rest ------------------------------------------------------------------------------------------------ */

static void read_models(reader *r, const json_t *root) {
  const char *names[MOST_MODELS];
  sweep *s = r->s;
  int one = json_object_get(root, "model") != NULL, many = json_object_get(root, "models") != NULL;
  if (one + many != 1) {
    refuse(r, "model", "model or models must be there, and one of them alone");
    return;
  }
  int count = names_of(r, root, one ? "model" : "models", one ? "model" : "models",
                       one ? 1 : MOST_MODELS, names);
  s->model_name = take_memory(r, (size_t)count, sizeof *s->model_name);
  s->model = take_memory(r, (size_t)count, sizeof *s->model);
  if (r->status) return;
  const char *slash = strrchr(s->path, '/');
  for (s->models = 0; s->models < count && !r->status; s->models++) {
    char path[8192];
    const char *name = s->model_name[s->models] = names[s->models];
    int folder = name[0] == '/' || !slash ? 0 : (int)(slash - s->path) + 1;
    snprintf(path, sizeof path, "%.*s%.4000s", folder, s->path, name);
    r->status = rg_model_load(&s->model[s->models], path, NULL, r->error);
  }
}

static void read_times(reader *r, const json_t *root) {
  sweep *s = r->s;
  int steps = json_object_get(root, "steps") != NULL;
  if (steps && json_object_get(root, "time")) refuse(r, "steps", "goes without time");
  s->steps = whole_of(r, root, "steps", "steps", 0, 0);
  s->time = steps ? (double)NAN : real_of(r, root, "time", "time", 1);
  if (!steps && !(s->time >= 0)) refuse(r, "time", "must not be negative");
  const json_t *key = json_object_get(root, "key");
  if (key && !json_is_string(key) && !json_is_integer(key))
    refuse(r, "key", "must be a name or a number");
  s->limit = real_of(r, root, "limit", "limit", 3600);
  if (!(s->limit > 0)) refuse(r, "limit", "must be above 0");
}

static void read_events(reader *r, const json_t *root) {
  static const char *const slip_keys[] = {"of", "above", NULL},
                           *const rest_keys[] = {"below", "for", NULL},
                           *const noise_keys[] = {"qpos", "qvel", NULL},
                           *const untils[] = {"slip", "rest", NULL};
  sweep *s = r->s;
  const json_t *slip = json_object_get(root, "slip"), *rest = json_object_get(root, "rest"),
               *noise = json_object_get(root, "noise");
  if (slip) known_keys(r, slip, "slip", slip_keys);
  if (rest) known_keys(r, rest, "rest", rest_keys);
  if (noise) known_keys(r, noise, "noise", noise_keys);
  s->slip_objects = names_of(r, slip, "of", "slip.of", 2, s->slip_of);
  s->slip_above = real_of(r, slip, "above", "slip.above", 1e-6);
  s->rest_below = real_of(r, rest, "below", "rest.below", 1e-3);
  s->rest_for = real_of(r, rest, "for", "rest.for", 0.1);
  s->noise_qpos = real_of(r, noise, "qpos", "noise.qpos", 0);
  s->noise_qvel = real_of(r, noise, "qvel", "noise.qvel", 0);
  if (s->noise_qpos < 0 || s->noise_qvel < 0) refuse(r, "noise", "must not be negative");
  if (s->slip_above < 0) refuse(r, "slip.above", "must not be negative");
  if (!(s->rest_below > 0)) refuse(r, "rest.below", "must be above 0");
  if (s->rest_for < 0) refuse(r, "rest.for", "must not be negative");
  int until = choice_of(r, root, "until", "until", untils, -1);
  s->until = until < 0 ? SWEEP_END : until ? SWEEP_AT_REST : SWEEP_AT_SLIP;
}

static void read_all(reader *r, json_t *root) {
  static const char *const keys[] = {"model", "models",     "options",  "time",  "steps",  "key",
                                     "until", "design",     "count",    "seed",  "repeat", "noise",
                                     "slip",  "parameters", "measures", "limit", "rest",   NULL};
  sweep *s = r->s;
  known_keys(r, root, "spec", keys);
  s->design = (sweep_design)choice_of(r, root, "design", "design", DESIGNS, SWEEP_GRID);
  s->seed = (uint64_t)whole_of(r, root, "seed", "seed", 0, 0);
  s->repeat = whole_of(r, root, "repeat", "repeat", 1, 1);
  if (!r->status) read_times(r, root);
  if (!r->status) read_events(r, root);
  if (!r->status) read_options(r, root);
  if (!r->status) read_parameters(r, root);
  if (!r->status) read_measures(r, root);
  if (!r->status) read_models(r, root);
}

/* --- the model's part ------------------------------------------------------------------------------------------ */

/* errors of a model name the model */
static rg_status in_model(const sweep *s, int m, rg_status status, rg_error *error) {
  if (status && !error->file[0])
    snprintf(error->file, sizeof error->file, "%.200s, %.200s", s->path, s->model_name[m]);
  return status;
}

/* a measure that models have in different widths has room for the widest */
static rg_status lay_out(sweep *s, rg_error *error) {
  for (int k = 0; k < s->measures; k++) {
    sweep_measure *m = &s->measure[k];
    m->start = s->width;
    for (int i = 0; i < s->models; i++) {
      int width = sweep_measure_width(m, s->model[i], error);
      if (width <= 0) return in_model(s, i, error->status, error);
      if (width > m->width) m->width = width;
    }
    if (m->width > (1 << 20) - s->width)
      return rg_fail_at(error, RG_BAD_INPUT, s->path, 0, 0, m->label,
                        "a row would have more than a million numbers");
    s->width += m->width;
  }
  return RG_OK;
}

static rg_status count_tasks(sweep *s, rg_error *error) {
  double all = (double)s->models * (double)s->combinations * (double)s->points * (double)s->repeat;
  if (all > (double)MOST_TASKS)
    return rg_fail_at(error, RG_BAD_INPUT, s->path, 0, 0, "", "makes %g tasks, at most %ld", all,
                      MOST_TASKS);
  s->tasks = (long)all;
  return RG_OK;
}

static rg_status check_models(sweep *s, rg_error *error) {
  rg_status status = lay_out(s, error);
  for (int i = 0; i < s->models && !status; i++) {
    status = sweep_check_parameters(s, s->model[i], error);
    if (!status) status = sweep_try(s, i, error);
    in_model(s, i, status, error);
  }
  return status ? status : count_tasks(s, error);
}

/* the spec without its spaces and the order of its keys, the compiled models, the version */
static void take_fingerprint(sweep *s) {
  const char *version = rg_version();
  s->fingerprint = sweep_hash(0, s->text, strlen(s->text));
  s->fingerprint = sweep_hash(s->fingerprint, version, strlen(version));
  for (int i = 0; i < s->models; i++) {
    const rg_model *m = s->model[i];
    char text[17];
    rg_model_fingerprint(m, text);
    s->fingerprint = sweep_hash(s->fingerprint, text, 16);
    const struct {
      const double *x;
      int width;
    } keys[] = {{m->key_qpos, m->nq}, {m->key_qvel, m->nv}, {m->key_ctrl, m->nactuator}};
    for (int k = 0; k < 3; k++)
      if (m->nkey && keys[k].width)
        s->fingerprint = sweep_hash(s->fingerprint, keys[k].x,
                                    (size_t)m->nkey * (size_t)keys[k].width * sizeof(double));
  }
}

rg_status sweep_read(sweep **out, const char *path, rg_error *error) {
  json_error_t trouble;
  sweep *s = *out = calloc(1, sizeof *s);
  rg_error_clear(error);
  if (!s) return rg_fail(error, RG_NO_MEMORY, "spec", "no memory");
  reader r = {.s = s, .error = error};
  snprintf(s->path, sizeof s->path, "%s", path);
  errno = 0;
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &trouble);
  s->tree = root;
  if (!root && json_error_code(&trouble) == json_error_cannot_open_file)
    r.status = rg_fail_at(error, RG_IO, path, 0, 0, "", "%s", strerror(errno));
  else if (!root)
    r.status = rg_fail_at(error, RG_BAD_INPUT, path, trouble.line, trouble.column, "JSON", "%s",
                          trouble.text);
  else s->text = json_dumps(root, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17));
  if (root && !s->text) r.status = rg_fail(error, RG_NO_MEMORY, "spec", "no memory");
  if (!r.status) read_all(&r, root);
  if (!r.status) r.status = check_models(s, error);
  if (!r.status) take_fingerprint(s);
  if (r.status) {
    sweep_free(s);
    *out = NULL;
  }
  return r.status;
}

void sweep_free(sweep *s) {
  if (!s) return;
  for (int k = 0; k < s->options; k++) {
    free(s->option[k].text);
    free(s->option[k].number);
  }
  for (int k = 0; k < s->parameters; k++) {
    free(s->parameter[k].value);
    free(s->parameter[k].stratum);
  }
  for (int k = 0; k < s->models; k++) rg_model_free(s->model[k]);
  free(s->option);
  free(s->parameter);
  free(s->measure);
  free(s->model);
  free(s->model_name);
  free(s->text);
  json_decref(s->tree);
  free(s);
}
