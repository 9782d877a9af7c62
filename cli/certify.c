/* rigor certify PROBLEM SOLUTION: the certificate of somebody else's answer; no solver is involved. */
#include "json.h"
#include "solution.h"
#include "solve.h"

#include <math.h>
#include <stdlib.h>

enum { KEY_TOL = 't', KEY_QUIET = 'q', KEY_FORMAT = 256, KEY_JSON, KEY_MEMORY };

typedef struct certify_request {
  const char *problem, *solution;
  rg_format format;
  double tol;
  int json, quiet;
  rg_error error;
} certify_request;

static const struct argp_option options[] = {
    {"tol", KEY_TOL, "T", 0,
     "It is an answer where the residual is at most T times |c|, above 0 (default: 1e-8)", 0},
    {"format", KEY_FORMAT, "F", 0,
     "Format of PROBLEM: siconos, fclib or json; without it the content tells", 0},
    {"memory", KEY_MEMORY, "BYTES", 0,
     "Most memory that is taken, k, M, G allowed: what needs more is refused (default: three "
     "quarters of the machine's)",
     0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object and nothing else", 0},
    {"quiet", KEY_QUIET, NULL, 0, "Print nothing but errors; the exit status tells", 0},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  certify_request *r = parser->input;
  rg_error *e = &r->error;
  switch (key) {
  case KEY_TOL: take_real(e, "--tol", text, 0, 0, HUGE_VAL, 0, &r->tol); return 0;
  case KEY_FORMAT: take_format(e, "--format", text, &r->format); return 0;
  case KEY_MEMORY: take_memory(e, text); return 0;
  case KEY_JSON: r->json = 1; return 0;
  case KEY_QUIET: r->quiet = 1; return 0;
  case ARGP_KEY_ARG:
    if (!r->problem) r->problem = text;
    else if (!r->solution) r->solution = text;
    else refuse_option(e, text, "is one argument too many");
    return 0;
  case ARGP_KEY_NO_ARGS:
    refuse_option(e, "PROBLEM", "is missing: which problem is answered?");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp certify_argp = {
    .options = options,
    .parser = take,
    .args_doc = "PROBLEM [SOLUTION]",
    .doc = "Say how far somebody else's impulses are from obeying the laws of the problem in the "
           "file PROBLEM. SOLUTION is a "
           "problem file with a solution in it, as 'rigor solve --output' writes it (JSON, FCLIB); "
           "what 'rigor solve --json "
           "--impulses' prints; a JSON array; or plain numbers with blanks, commas or line ends "
           "between them and '#' before "
           "comments. Rows come first, then each contact: normal, tangents. Without SOLUTION the "
           "one that PROBLEM holds is "
           "judged. No solver is involved.\v"
           "Examples:\n"
           "  rigor certify stack.dat mine.txt            numbers of one's own program\n"
           "  rigor certify stack.hdf5                    the solution that the file holds\n"
           "  rigor certify stack.dat solved.json --tol 1e-12\n"
           "  rigor certify stack.dat mine.txt --json | jq .certificate.residual\n\n"
           "Exit status: 0 it is an answer, 1 it is none, 2 bad usage or bad input."};

static void tell(const certify_request *r, const rg_problem *problem, const rg_certificate *c,
                 int holds) {
  const char *what =
      problem->kind == RG_KIND_CONTACT ? "the impulses obey the laws" : "z obeys the conditions";
  print_problem(r->problem, problem);
  printf("answer    %s, tolerance %g\n", r->solution ? r->solution : "in the same file", r->tol);
  print_certificate(problem, c);
  if (holds) printf("certified: %s to %.1e of |c|\n", what, c->law_residual);
  else printf("no answer: %s to %.1e of |c|, %.1e was asked for\n", what, c->law_residual, r->tol);
}

static void tell_json(const certify_request *r, const rg_problem *problem, const rg_certificate *c,
                      int holds) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_problem(&w, problem);
  json_text(&w, "status", holds ? "certified" : "no answer");
  json_real(&w, "tol", r->tol);
  json_certificate(&w, c);
  json_close(&w, '}');
}

static int fail(const char *program, const certify_request *r, int usage) {
  return report_error(program, &r->error, r->json, usage);
}

static int answer_request(const char *program, certify_request *r, const rg_problem *problem) {
  rg_certificate certificate;
  double *impulse = calloc((size_t)rg_problem_size(problem) + 1, sizeof *impulse);
  if (!impulse) refuse_option(&r->error, r->problem, "does not fit into the memory");
  else if (read_solution(r->solution, problem, impulse, &r->error) == RG_OK)
    rg_certify(problem, impulse, NULL, &certificate, &r->error);
  free(impulse);
  if (r->error.status != RG_OK) return fail(program, r, 0);
  int holds = certificate.law_residual <= r->tol;
  if (r->json) tell_json(r, problem, &certificate, holds);
  else if (!r->quiet) tell(r, problem, &certificate, holds);
  return holds ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

int run_certify(int argc, char **argv) {
  certify_request request = {.tol = 1e-8};
  argp_parse(&certify_argp, argc, argv, 0, NULL, &request);
  if (request.error.status != RG_OK) return fail(argv[0], &request, 1);
  rg_problem problem;
  if (read_problem(&problem, request.problem, request.format, &request.error) != RG_OK)
    return fail(argv[0], &request, 0);
  int result = answer_request(argv[0], &request, &problem);
  rg_problem_free(&problem);
  return result;
}
