/* rigor convert IN OUT */
#include "apart.h"
#include "commands.h"

#include <stdio.h>

enum { KEY_FROM = 256, KEY_TO, KEY_MEMORY };

typedef struct state {
  const char *in, *out;
  rg_format from, to;
  rg_error error;
} state;

static const struct argp_option options[] = {
    {.name = "from",
     .key = KEY_FROM,
     .arg = "FORMAT",
     .doc = "Format of IN: siconos, fclib, json; without it the content tells"},
    {.name = "to",
     .key = KEY_TO,
     .arg = "FORMAT",
     .doc = "Format of OUT; without it the ending tells: .dat .txt siconos, .hdf5 .h5 fclib, .json "
            "json"},
    {.name = "memory",
     .key = KEY_MEMORY,
     .arg = "BYTES",
     .doc =
         "Most memory that is taken, k, M, G allowed: what needs more is refused (default: three "
         "quarters of the machine's)"},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  state *s = parser->input;
  switch (key) {
  case KEY_FROM: take_format(&s->error, "--from", text, &s->from); return 0;
  case KEY_TO: take_format(&s->error, "--to", text, &s->to); return 0;
  case KEY_MEMORY: take_memory(&s->error, text); return 0;
  case ARGP_KEY_ARG:
    if (!s->in) s->in = text;
    else if (!s->out) s->out = text;
    else refuse_option(&s->error, text, "is one argument too many");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp convert_argp = {
    .options = options,
    .parser = take,
    .args_doc = "IN OUT",
    .doc = "Read a problem and write it in another format. OUT appears whole or not at all. What "
           "the other "
           "format has no place for is refused, never dropped, except a guess and a stored "
           "solution.\vExamples:\n"
           "  rigor convert stack.hdf5 stack.json\n"
           "  rigor convert problem.json problem.out --to siconos"};

int run_convert(int argc, char **argv) {
  state s = {0};
  argp_parse(&convert_argp, argc, argv, 0, NULL, &s);
  if (!s.out) refuse_option(&s.error, s.in ? "OUT" : "IN", "is missing");
  if (s.error.status != RG_OK) return report_error(argv[0], &s.error, 0, 1);
  rg_problem problem;
  if (read_problem(&problem, s.in, s.from, &s.error) != RG_OK)
    return report_error(argv[0], &s.error, 0, 0);
  rg_status status = write_problem(&problem, s.out, s.to, NULL, NULL, &s.error);
  rg_problem_free(&problem);
  return status == RG_OK ? EXIT_SOLVED : report_error(argv[0], &s.error, 0, 0);
}
