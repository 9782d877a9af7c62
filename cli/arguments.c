/* Options: a look at them before argp, with suggestions for what was mistyped; numbers with ranges;
   errors in words or in JSON. */
#include "commands.h"

#include "json.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 31 };

static int least(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

/* Levenshtein: insertions, deletions and replacements that turn a into b */
static int edit_distance(const char *a, const char *b) {
  int row[LONGEST_NAME + 1];
  int m = (int)strnlen(a, LONGEST_NAME), n = (int)strnlen(b, LONGEST_NAME);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 1; i <= m; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int above = row[j];
      row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return row[n];
}

const char *nearest_name(const char *text, const char *(*name_at)(int), int count) {
  const char *best = NULL;
  int best_distance = INT_MAX;
  for (int k = 0; k < count; k++) {
    int distance = edit_distance(text, name_at(k));
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = name_at(k);
  }
  int allowed = (int)strlen(text) / 3 + 1;
  return best_distance <= allowed ? best : NULL;
}

rg_status refuse_option(rg_error *error, const char *option, const char *format, ...) {
  if (error->status != RG_OK) return error->status;
  error->status = RG_BAD_INPUT;
  snprintf(error->element, sizeof error->element, "%s", option);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->reason, sizeof error->reason, format, arguments);
  va_end(arguments);
  return RG_BAD_INPUT;
}

void take_real(rg_error *error, const char *option, const char *text, double low, int low_allowed,
               double high, int high_allowed, double *value) {
  char *stop = NULL;
  double x = strtod(text, &stop);
  int number = stop != text && *stop == 0 && isfinite(x);
  if (number && (x > low || (low_allowed && x == low)) &&
      (x < high || (high_allowed && x == high))) {
    *value = x;
    return;
  }
  char range[96] = "";
  if (isfinite(low) && isfinite(high))
    snprintf(range, sizeof range, " %s %g and %s %g", low_allowed ? "from" : "above", low,
             high_allowed ? "up to" : "below", high);
  else if (isfinite(low))
    snprintf(range, sizeof range, " %s %g", low_allowed ? "from" : "above", low);
  refuse_option(error, option, "must be a number%s, not '%.60s'", range, text);
}

void take_int(rg_error *error, const char *option, const char *text, int low, int *value) {
  char *stop = NULL;
  errno = 0;
  long x = strtol(text, &stop, 10);
  if (stop != text && *stop == 0 && errno == 0 && x >= low && x <= INT_MAX) *value = (int)x;
  else refuse_option(error, option, "must be a whole number from %d, not '%.60s'", low, text);
}

void take_memory(rg_error *error, const char *text) {
  static const char units[] = "kMGT";
  char *stop = NULL;
  double bytes = strtod(text, &stop);
  const char *unit = *stop ? strchr(units, *stop) : NULL;
  for (const char *u = units; unit && u <= unit; u++) bytes *= 1000;
  int whole = stop != text && (*stop == 0 || (unit && stop[1] == 0));
  if (whole && bytes >= 1 && bytes < 0x1p63) rg_memory_limit((size_t)bytes);
  else
    refuse_option(error, "--memory", "must be a number of bytes from 1, or of k, M, G, not '%.60s'",
                  text);
}

void take_format(rg_error *error, const char *option, const char *text, rg_format *format) {
  int parsed = rg_format_parse(text);
  if (parsed < 0)
    refuse_option(error, option, "must be siconos, fclib, json or auto, not '%.60s'", text);
  else *format = (rg_format)parsed;
}

/* "a, b or c" */
static void list_names(const char *(*name_at)(int), int count, char *buffer, size_t size) {
  size_t used = 0;
  for (int k = 0; k < count && used < size; k++) {
    const char *before = k == 0 ? "" : k == count - 1 ? " or " : ", ";
    used += (size_t)snprintf(buffer + used, size - used, "%s%s", before, name_at(k));
  }
}

void take_choice(rg_error *error, const char *option, const char *text, int (*parse)(const char *),
                 const char *(*name_at)(int), int count, int *value) {
  int parsed = parse(text);
  if (parsed >= 0) {
    *value = parsed;
    return;
  }
  char names[128];
  list_names(name_at, count, names, sizeof names);
  const char *near = nearest_name(text, name_at, count);
  if (near)
    refuse_option(error, option, "must be %s, not '%.40s'; did you mean '%s'?", names, text, near);
  else refuse_option(error, option, "must be %s, not '%.40s'", names, text);
}

int wants_json(int argc, char **argv) {
  for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++)
    if (strcmp(argv[k], "--json") == 0) return 1;
  return 0;
}

static int is_end(const struct argp_option *option) {
  return !option->key && !option->name && !option->doc && !option->group;
}

/* option `index` of a command, those of its children behind its own; NULL behind the last */
static const struct argp_option *option_at(const struct argp *argp, int index) {
  int count = 0;
  while (argp->options && !is_end(&argp->options[count])) count++;
  if (index < count) return &argp->options[index];
  for (const struct argp_child *child = argp->children; child && child->argp; child++) {
    index -= count;
    count = 0;
    while (!is_end(&child->argp->options[count])) count++;
    if (index < count) return &child->argp->options[index];
  }
  return NULL;
}

/* the option called by the first `length` characters, in full or as the only one that begins so */
static const struct argp_option *find_option(const struct argp *argp, const char *text,
                                             size_t length, int *matches) {
  const struct argp_option *found = NULL, *o;
  *matches = 0;
  for (int k = 0; (o = option_at(argp, k)) != NULL; k++) {
    if (!o->name || strncmp(o->name, text, length) != 0) continue;
    found = o;
    if (o->name[length] == 0) {
      *matches = 1;
      return o;
    }
    ++*matches;
  }
  return found;
}

static const struct argp *asked_argp;

static const char *option_name_at(int index) {
  const char *name = option_at(asked_argp, index)->name;
  return name ? name : "";
}

/* the first other command that has an option of that name; NULL: none has */
static const char *owner_of(const char *name) {
  int matches = 0;
  for (const command *c = commands; c->name; c++) {
    const struct argp_option *option = find_option(c->argp, name, strlen(name), &matches);
    if (option && option->name[strlen(name)] == 0) return c->name;
  }
  return NULL;
}

static rg_status refuse_unknown(const struct argp *argp, const char *text, size_t length,
                                rg_error *error) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", length < 60 ? (int)length : 60, text);
  int count = 0;
  while (option_at(argp, count)) count++;
  asked_argp = argp;
  const char *near = nearest_name(name, option_name_at, count);
  char option[68];
  snprintf(option, sizeof option, "--%s", name);
  const char *owner = owner_of(name);
  if (owner) return refuse_option(error, option, "is no option here; 'rigor %s' has it", owner);
  return near ? refuse_option(error, option, "is no option here; did you mean '--%s'?", near)
              : refuse_option(error, option, "is no option here");
}

/* "--name" in full, so that nobody guesses a second time; NULL where it is none, or several */
static char *full_name(const struct argp *argp, const char *argument) {
  const char *text = argument + 2;
  size_t length = strcspn(text, "=");
  int matches = 0;
  const struct argp_option *option = find_option(argp, text, length, &matches);
  if (length == 0 || matches > 1) return NULL;
  // argp adds these itself
  const char *name = option                                ? option->name
                     : strncmp("help", text, length) == 0  ? "help"
                     : strncmp("usage", text, length) == 0 ? "usage"
                                                           : NULL;
  size_t size = name ? strlen(name) + strlen(text + length) + 3 : 0;
  char *full = name ? malloc(size) : NULL;
  if (full) snprintf(full, size, "--%s%s", name, text + length);
  return full;
}

void expand_options(const struct argp *argp, int argc, char **argv) {
  for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) {
    static char help[] = "--help"; /* which argp calls -? */
    if (strcmp(argv[k], "-h") == 0) argv[k] = help;
    if (strncmp(argv[k], "--", 2) != 0) continue;
    char *full = full_name(argp, argv[k]);
    if (full) argv[k] = full; // as long as the program lives
    const char *name = argv[k] + 2;
    int matches = 0;
    const struct argp_option *option = find_option(argp, name, strcspn(name, "="), &matches);
    // its value is no option, whatever it looks like
    if (option && matches == 1 && option->arg && !strchr(name, '=')) k++;
  }
}

/* "--name", "--name=value"; returns how many arguments it takes in all, 0 where it is wrong */
static int check_long(const struct argp *argp, char **argv, int left, rg_error *error) {
  const char *text = argv[0] + 2;
  size_t length = strcspn(text, "=");
  if (length == 0) {
    refuse_option(error, argv[0], "has no name");
    return 0;
  }
  // argp adds these itself
  if (strcmp("help", text) == 0 || strcmp("usage", text) == 0) return 1;
  int matches = 0;
  const struct argp_option *option = find_option(argp, text, length, &matches);
  if (matches == 0) {
    refuse_unknown(argp, text, length, error);
    return 0;
  }
  if (matches > 1) {
    refuse_option(error, argv[0], "fits %d options: write it in full", matches);
    return 0;
  }
  char name[64];
  snprintf(name, sizeof name, "--%.60s", option->name);
  if (!option->arg && text[length] == '=') {
    refuse_option(error, name, "takes no value");
    return 0;
  }
  if (option->arg && text[length] != '=' && left < 2) {
    refuse_option(error, name, "needs a value: %s %s", name, option->arg);
    return 0;
  }
  return option->arg && text[length] != '=' ? 2 : 1;
}

/* "-abc" or "-oFILE" */
static int check_short(const struct argp *argp, char **argv, int left, rg_error *error) {
  for (const char *letter = argv[0] + 1; *letter; letter++) {
    int index = 0;
    const struct argp_option *option;
    while ((option = option_at(argp, index)) != NULL && option->key != *letter) index++;
    if (*letter == '?') continue;
    char name[3] = {'-', *letter, 0};
    if (!option) {
      refuse_option(error, name, "is no option here");
      return 0;
    }
    if (!option->arg) continue;
    if (letter[1]) return 1;
    if (left >= 2) return 2;
    refuse_option(error, name, "needs a value: %s %s", name, option->arg);
    return 0;
  }
  return 1;
}

rg_status check_options(const struct argp *argp, int argc, char **argv, rg_error *error) {
  for (int k = 1; k < argc && strcmp(argv[k], "--") != 0;) {
    int used = 1;
    if (strncmp(argv[k], "--", 2) == 0) used = check_long(argp, argv + k, argc - k, error);
    else if (argv[k][0] == '-' && argv[k][1]) used = check_short(argp, argv + k, argc - k, error);
    if (used == 0) return RG_BAD_INPUT;
    k += used;
  }
  return RG_OK;
}

int report_error(const char *program, const rg_error *error, int json, int usage) {
  if (json) {
    json_writer w = json_begin(stdout);
    json_open(&w, NULL, '{');
    // a file that cannot be read is bad input, too
    rg_status status = error->status == RG_IO ? RG_BAD_INPUT : error->status;
    json_text(&w, "status", rg_status_text(status));
    json_open(&w, "error", '{');
    json_text(&w, "file", error->file);
    json_int(&w, "line", error->line);
    json_int(&w, "column", error->column);
    json_text(&w, "element", error->element);
    json_text(&w, "reason", error->reason);
    json_close(&w, '}');
    json_close(&w, '}');
    return EXIT_BAD_INPUT;
  }
  char text[1024];
  fprintf(stderr, "%s: %s\n", program, rg_error_text(error, text, sizeof text));
  const char *name = strchr(program, ' ');
  if (usage) fprintf(stderr, "Try 'rigor help%s'.\n", name ? name : "");
  return EXIT_BAD_INPUT;
}
