/* Problem files, with a word for those who give a model. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

enum { BEGINNING = 65536 };

/* the name of the root element where the text begins like XML: comments and declarations are stepped over */
static void root_name(const char *text, char *name, size_t size) {
  name[0] = 0;
  if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  for (text += strspn(text, " \t\r\n"); *text == '<'; text += strspn(text, " \t\r\n")) {
    const char *end = NULL;
    if (strncmp(text, "<!--", 4) == 0) end = strstr(text, "-->");
    else if (text[1] == '?' || text[1] == '!') end = strchr(text, '>');
    else {
      snprintf(name, size, "%.*s", (int)strcspn(text + 1, " \t\r\n/>"), text + 1);
      return;
    }
    if (!end) return;
    text = strchr(end, '>') + 1;
  }
}

/* NULL where it is none */
static const char *kind_of_model(const char *path) {
  static const char *const kinds[][2] = {
      {"mujoco", "MJCF"}, {"robot", "URDF"}, {"sdf", "SDFormat"}};
  static char text[BEGINNING];
  char name[64];
  FILE *stream = fopen(path, "rb");
  if (!stream) return NULL;
  text[fread(text, 1, sizeof text - 1, stream)] = 0;
  fclose(stream);
  root_name(text, name, sizeof name);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(name, kinds[k][0]) == 0) return kinds[k][1];
  return NULL;
}

rg_status read_problem(rg_problem *problem, const char *path, rg_format format, rg_error *error) {
  rg_status status = rg_problem_read(problem, path, format, error);
  const char *kind = status == RG_OK ? NULL : kind_of_model(path);
  if (!kind) return status;
  *error = (rg_error){0};
  refuse_option(error, "",
                "this is a model (%s), not a contact problem: 'rigor run' simulates it, and writes "
                "the problem of a step with --dump-problem",
                kind);
  snprintf(error->file, sizeof error->file, "%s", path);
  return error->status;
}
