/* rigor laws: the ways to write Coulomb's law down. */
#include "commands.h"

#include "json.h"

#include <stdio.h>

enum { KEY_JSON = 256 };

typedef struct state {
  int json;
  rg_error error;
} state;

static const struct argp_option options[] = {
    {.name = "json", .key = KEY_JSON, .doc = "Print one JSON object with a list of laws"}, {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  state *s = parser->input;
  switch (key) {
  case KEY_JSON: s->json = 1; return 0;
  case ARGP_KEY_ARG: refuse_option(&s->error, text, "is one argument too many"); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp laws_argp = {.options = options,
                               .parser = take,
                               .doc = "List every friction law that --law takes. 'cone' is the "
                                      "exact one; the others approximate it "
                                      "and exist so that one can compare.\vExamples:\n"
                                      "  rigor solve problem.dat --law cone\n"
                                      "  rigor solve problem.dat --law pyramid:16"};

int run_laws(int argc, char **argv) {
  state s = {0};
  argp_parse(&laws_argp, argc, argv, 0, NULL, &s);
  if (s.error.status != RG_OK) return report_error(argv[0], &s.error, s.json, 1);
  if (!s.json) {
    for (int law = 0; law < RG_LAW_COUNT; law++)
      printf("%-13s %s\n", rg_law_name((rg_law)law), rg_law_summary((rg_law)law));
    return EXIT_SOLVED;
  }
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_open(&w, "laws", '[');
  for (int law = 0; law < RG_LAW_COUNT; law++) {
    json_open(&w, NULL, '{');
    json_text(&w, "name", rg_law_name((rg_law)law));
    json_text(&w, "summary", rg_law_summary((rg_law)law));
    json_close(&w, '}');
  }
  json_close(&w, ']');
  json_close(&w, '}');
  return EXIT_SOLVED;
}
