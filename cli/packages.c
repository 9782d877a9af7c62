/* --package-path and the variables of the environment that say the same. */
#include "packages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROOTS = 1024 };

static const struct {
  const char *name, *inside; /* inside: what the packages lie in, below each folder */
} variables[] = {{"ROS_PACKAGE_PATH", ""},         {"AMENT_PREFIX_PATH", "/share"},
                 {"GZ_SIM_RESOURCE_PATH", ""},     {"SDF_PATH", ""},
                 {"IGN_GAZEBO_RESOURCE_PATH", ""}, {"GAZEBO_MODEL_PATH", ""}};

void take_packages(package_folders *folders, const char *text, rg_error *error) {
  if (!text[0]) refuse_option(error, "--package-path", "names no folder");
  else if (folders->count == MOST_PACKAGE_OPTIONS)
    refuse_option(error, "--package-path", "is given more than %d times", MOST_PACKAGE_OPTIONS);
  else folders->given[folders->count++] = text;
}

typedef struct roots {
  int count;
  char *root[MOST_ROOTS + 1]; /* ended by NULL */
} roots;

/* the folders of a list with colons between them */
static void add_list(roots *r, const char *list, const char *inside) {
  while (list && *list && r->count < MOST_ROOTS) {
    size_t length = strcspn(list, ":"), size = length + strlen(inside) + 1;
    if (length > 0 && (r->root[r->count] = malloc(size))) {
      snprintf(r->root[r->count], size, "%.*s%s", (int)length, list, inside);
      r->count++;
    }
    list += length + (list[length] == ':');
  }
}

rg_status load_with_packages(rg_model **model, const char *path, rg_load_options load,
                             const package_folders *folders, rg_error *error) {
  roots r = {0};
  for (int k = 0; k < folders->count; k++) add_list(&r, folders->given[k], "");
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
    add_list(&r, getenv(variables[k].name), variables[k].inside);
  load.package_path = (const char *const *)r.root;
  rg_status status = rg_model_load(model, path, &load, error);
  for (int k = 0; k < r.count; k++) free(r.root[k]);
  return status;
}
