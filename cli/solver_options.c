/* Options that say how a contact problem is solved, the same for one problem and for a motion. */
#include "commands.h"

#include <math.h>
#include <string.h>

static const char *solver_name_at(int index) { return rg_solver_at(index)->name; }

void take_solver(rg_error *error, const char *text, rg_options *options) {
  options->solver = text;
  if (rg_solver_find(text) || strcmp(text, "auto") == 0) return;
  const char *near = nearest_name(text, solver_name_at, rg_solver_count());
  if (near)
    refuse_option(error, "--solver", "'%.40s' is no solver; did you mean '%s'?", text, near);
  else refuse_option(error, "--solver", "'%.40s' is no solver; 'rigor solvers' lists them", text);
}

static const char *law_name_at(int index) { return rg_law_name((rg_law)index); }

void take_law(rg_error *error, const char *text, rg_options *options) {
  rg_error refusal = {0};
  if (rg_law_parse(text, &options->law, &refusal) == RG_OK) return;
  const char *near = nearest_name(text, law_name_at, RG_LAW_COUNT);
  if (near && strncmp(near, text, strlen(near)) != 0)
    refuse_option(error, "--law", "'%.40s' is no law; did you mean '%s'?", text, near);
  else refuse_option(error, "--law", "%s", refusal.reason);
}

enum { SPLITS = RG_SPLIT_COMPLIANT + 1 };

static const char *split_at(int index) { return split_text((rg_split)index); }

static int split_parse(const char *text) {
  for (int k = 0; k < SPLITS; k++)
    if (strcmp(split_at(k), text) == 0) return k;
  return -1;
}

void take_split(rg_error *error, const char *text, rg_options *options) {
  int split = (int)options->split;
  take_choice(error, "--split", text, split_parse, split_at, SPLITS, &split);
  options->split = (rg_split)split;
}


/* all names of settings, one after the other; NULL beyond them */
static const char *setting_at(int index) {
  for (int k = 0; k < rg_solver_count(); k++)
    for (const rg_solver_setting_info *s = rg_solver_at(k)->settings; s && s->name; s++)
      if (index-- == 0) return s->name;
  return NULL;
}

static void take_one(rg_error *error, const char *text, size_t length, rg_options *options) {
  char name[32] = "", value[64] = "";
  const char *equal = memchr(text, '=', length);
  double number = 0;
  int names = 0;
  if (!equal || equal == text || (size_t)(equal - text) >= sizeof name ||
      (size_t)(text + length - equal) > sizeof value) {
    refuse_option(error, "--set", "'%.*s' is not NAME=X", (int)(length < 40 ? length : 40), text);
    return;
  }
  memcpy(name, text, (size_t)(equal - text));
  memcpy(value, equal + 1, (size_t)(text + length - equal - 1));
  take_real(error, "--set", value, -HUGE_VAL, 0, HUGE_VAL, 0, &number);
  rg_error refusal = {0};
  if (error->status || rg_options_set(options, name, number, &refusal) == RG_OK) return;
  while (setting_at(names)) names++;
  const char *near = nearest_name(name, setting_at, names);
  if (near && strcmp(near, name) != 0)
    refuse_option(error, "--set", "%s: %s; did you mean '%s'?", name, refusal.reason, near);
  else refuse_option(error, "--set", "%s: %s", name, refusal.reason);
}

void take_setting(rg_error *error, const char *text, rg_options *options) {
  for (size_t length; error->status == RG_OK; text += length + 1) {
    length = strcspn(text, ":");
    take_one(error, text, length, options);
    if (text[length] == '\0') return;
  }
}

void take_angle(rg_error *error, const char *text, rg_options *options) {
  const double degrees_to_rad = 3.14159265358979323846 / 180;
  double degrees = 0;
  take_real(error, "--angle", text, -HUGE_VAL, 0, HUGE_VAL, 0, &degrees);
  options->law.angle = degrees * degrees_to_rad;
}
