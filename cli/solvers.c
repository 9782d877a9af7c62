/* rigor solvers: the registry as a table or as JSON. */
#include "commands.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

enum { KEY_JSON = 256 };

typedef struct state {
  int json;
  const char *name;
  rg_error error;
} state;

static const struct argp_option options[] = {
    {.name = "json", .key = KEY_JSON, .doc = "Print one JSON object with a list of solvers"}, {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  state *s = parser->input;
  switch (key) {
  case KEY_JSON: s->json = 1; return 0;
  case ARGP_KEY_ARG:
    if (s->name) refuse_option(&s->error, text, "is one argument too many");
    s->name = text;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp solvers_argp = {
    .options = options,
    .parser = take,
    .args_doc = "[NAME]",
    .doc = "List every solver: what it handles, what it does and where it comes from. With a NAME: "
           "that "
           "one, with when to use it and when it fails.\v"
           "What 'handles' means:\n"
           "  cone   contacts with the exact friction cone\n"
           "  mixed  the cone as a smooth mixed complementarity problem\n"
           "  lcp    linear complementarity, 0 <= z, 0 <= w, z w = 0\n"
           "  mlcp   the same with free rows, which every other friction law leads to\n"
           "  box    the same with finite lower and upper bounds\n"
           "  rolling  torsional and rolling friction\n"
           "  ncp    F and Jacobian of a caller's own (rigor/ncp.h)\n\n"
           "Examples:\n"
           "  rigor solvers\n"
           "  rigor solvers lemke\n"
           "  rigor solve problem.dat --solver nsgs"};

static const struct {
  unsigned bit;
  const char *name;
} handled[] = {{RG_HANDLES_CONE, "cone"}, {RG_HANDLES_MIXED, "mixed"},
               {RG_HANDLES_LCP, "lcp"},   {RG_HANDLES_MLCP, "mlcp"},
               {RG_HANDLES_BOX, "box"},   {RG_HANDLES_ROLLING, "rolling"},
               {RG_HANDLES_NCP, "ncp"}};

enum { HANDLED = sizeof handled / sizeof *handled };

/* "cone lcp mlcp" */
static const char *handles_text(unsigned handles, char *buffer, size_t size) {
  size_t used = 0;
  buffer[0] = 0;
  for (int k = 0; k < HANDLED && used < size; k++)
    if (handles & handled[k].bit)
      used +=
          (size_t)snprintf(buffer + used, size - used, "%s%s", used ? " " : "", handled[k].name);
  return buffer;
}

static const char *or_empty(const char *text) { return text ? text : ""; }

static void print_json(const char *name) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_open(&w, "solvers", '[');
  for (int k = 0; k < rg_solver_count(); k++) {
    const rg_solver_info *info = rg_solver_at(k);
    if (name && strcmp(name, info->name) != 0) continue;
    json_open(&w, NULL, '{');
    json_text(&w, "name", info->name);
    json_open(&w, "handles", '[');
    for (int b = 0; b < HANDLED; b++)
      if (info->handles & handled[b].bit) json_text(&w, NULL, handled[b].name);
    json_close(&w, ']');
    json_text(&w, "summary", info->summary);
    json_text(&w, "source", info->source);
    json_text(&w, "when", info->when);
    json_open(&w, "settings", '[');
    for (const rg_solver_setting_info *s = info->settings; s && s->name; s++) {
      json_open(&w, NULL, '{');
      json_text(&w, "name", s->name);
      json_text(&w, "summary", s->text);
      json_real(&w, "default", s->usual);
      json_real(&w, "least", s->least);
      json_real(&w, "most", s->most);
      json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
  }
  json_close(&w, ']');
  json_close(&w, '}');
}

static void print_table(void) {
  char text[64];
  printf("%-13s %-20s %s\n", "NAME", "HANDLES", "WHAT IT DOES (WHERE IT COMES FROM)");
  for (int k = 0; k < rg_solver_count(); k++) {
    const rg_solver_info *info = rg_solver_at(k);
    printf("%-13s %-20s %s\n", info->name, handles_text(info->handles, text, sizeof text),
           or_empty(info->summary));
    if (info->source && info->source[0]) printf("%-34s (%s)\n", "", info->source);
  }
  puts("\n'rigor solvers NAME' says when to use one and when it fails.");
}

static void print_one(const rg_solver_info *info) {
  char text[64];
  printf("name     %s\n", info->name);
  printf("handles  %s\n", handles_text(info->handles, text, sizeof text));
  printf("summary  %s\n", or_empty(info->summary));
  printf("source   %s\n", or_empty(info->source));
  printf("when     %s\n", or_empty(info->when));
  for (const rg_solver_setting_info *s = info->settings; s && s->name; s++)
    printf("--set    %s=%g: %s, in %c%g, %g%c\n", s->name, s->usual, s->text,
           s->least_too ? '[' : '(', s->least, s->most, s->most_too ? ']' : ')');
}

static const char *solver_name_at(int index) { return rg_solver_at(index)->name; }

int run_solvers(int argc, char **argv) {
  state s = {0};
  argp_parse(&solvers_argp, argc, argv, 0, NULL, &s);
  const rg_solver_info *info = s.name ? rg_solver_find(s.name) : NULL;
  if (s.name && !info) {
    const char *near = nearest_name(s.name, solver_name_at, rg_solver_count());
    refuse_option(&s.error, s.name, near ? "is no solver; did you mean '%s'?" : "is no solver%s",
                  near ? near : "");
  }
  if (s.error.status != RG_OK) return report_error(argv[0], &s.error, s.json, 1);
  if (s.json) print_json(s.name);
  else if (info) print_one(info);
  else print_table();
  return EXIT_SOLVED;
}
