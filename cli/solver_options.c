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

static const char *const splits[] = {"any", "even", "compliant"};
enum { SPLITS = sizeof splits / sizeof *splits };

static const char *split_at(int index) { return splits[index]; }

static int split_parse(const char *text) {
  for (int k = 0; k < SPLITS; k++)
    if (strcmp(splits[k], text) == 0) return k;
  return -1;
}

void take_split(rg_error *error, const char *text, rg_options *options) {
  int split = (int)options->split;
  take_choice(error, "--split", text, split_parse, split_at, SPLITS, &split);
  options->split = (rg_split)split;
}

const char *split_text(rg_split split) { return splits[(int)split]; }

void take_angle(rg_error *error, const char *text, rg_options *options) {
  const double degrees_to_rad = 3.14159265358979323846 / 180;
  double degrees = 0;
  take_real(error, "--angle", text, -HUGE_VAL, 0, HUGE_VAL, 0, &degrees);
  options->law.angle = degrees * degrees_to_rad;
}
