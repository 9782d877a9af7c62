/* Settings of single solvers by name and value. */
#include "solve/front/solver.h"

#include <string.h>

static const rg_solver_setting_info *find(const rg_solver_info *solver, const char *name) {
  for (const rg_solver_setting_info *s = solver->settings; s && s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

/* settings of the same name mean the same in every solver that has them */
static const rg_solver_setting_info *find_anywhere(const char *name) {
  const rg_solver_setting_info *found = NULL;
  for (int k = 0; k < rg_solver_count() && !found; k++) found = find(rg_solver_at(k), name);
  return found;
}

static int is_inside(const rg_solver_setting_info *s, double value) {
  return (value > s->least || (s->least_too && value == s->least)) &&
         (value < s->most || (s->most_too && value == s->most));
}

rg_status rg_options_set(rg_options *o, const char *name, double value, rg_error *error) {
  const rg_solver_setting_info *info = name ? find_anywhere(name) : NULL;
  int k = 0;
  if (!info)
    return rg_fail(error, RG_BAD_INPUT, name ? name : "setting", "no solver has such a setting");
  if (!is_inside(info, value))
    return rg_fail(error, RG_BAD_INPUT, info->name, "%g is not in %c%g, %g%c", value,
                   info->least_too ? '[' : '(', info->least, info->most,
                   info->most_too ? ']' : ')');
  while (k < o->settings && strcmp(o->setting[k].name, name) != 0) k++;
  if (k == RG_SETTINGS)
    return rg_fail(error, RG_BAD_INPUT, info->name, "%d settings at most", RG_SETTINGS);
  o->setting[k] = (rg_solver_setting){info->name, value};
  if (k == o->settings) o->settings++;
  return RG_OK;
}

double rg_options_get(const rg_options *o, const rg_solver_setting_info *setting) {
  for (int k = 0; k < o->settings; k++)
    if (strcmp(o->setting[k].name, setting->name) == 0) return o->setting[k].value;
  return setting->usual;
}

rg_status rg_settings_check(const rg_options *o, const rg_solver_info *solver, rg_error *error) {
  if (o->settings < 0 || o->settings > RG_SETTINGS)
    return rg_fail(error, RG_BAD_INPUT, "settings", "%d is not in [0, %d]", o->settings,
                   RG_SETTINGS);
  for (int k = 0; k < o->settings; k++) {
    const char *name = o->setting[k].name;
    const rg_solver_setting_info *info = name ? find(solver, name) : NULL;
    if (!info)
      return rg_fail(error, RG_BAD_INPUT, name ? name : "setting",
                     "solver '%s' has no such setting", solver->name);
    if (!is_inside(info, o->setting[k].value))
      return rg_fail(error, RG_BAD_INPUT, name, "%g is out of range", o->setting[k].value);
  }
  return RG_OK;
}
