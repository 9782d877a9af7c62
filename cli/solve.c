/* rigor solve PROBLEM: reads, solves, prints the answer with its certificate. */
#include "apart.h"
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  KEY_SOLVER = 's',
  KEY_LAW = 'l',
  KEY_TOL = 't',
  KEY_OUTPUT = 'o',
  KEY_QUIET = 'q',
  KEY_ANGLE = 256,
  KEY_UNALIGNED,
  KEY_SPLIT,
  KEY_ITERATIONS,
  KEY_SECONDS,
  KEY_SET,
  KEY_PHANTOM,
  KEY_FORMAT,
  KEY_MEMORY,
  KEY_JSON,
  KEY_IMPULSES,
  KEY_TRACE,
  KEY_HTML
};

static const struct argp_option options[] = {
    {.doc = "What is solved, and how:", .group = 1},
    {"solver", KEY_SOLVER, "NAME", 0, "Which solver; 'rigor solvers' lists them (default: auto)",
     1},
    {"law", KEY_LAW, "LAW[:N]", 0,
     "How friction is written down; 'rigor laws' lists them (default: cone where the solver "
     "handles it, "
     "which is exact; else pyramid:8)",
     1},
    {"angle", KEY_ANGLE, "DEG", 0, "Turn the directions of a pyramid by DEG degrees", 1},
    {"unaligned", KEY_UNALIGNED, NULL, 0,
     "The first direction lies along the first tangent, not along the slip", 1},
    {"phantom", KEY_PHANTOM, "RHO", 0,
     "Law nonsingular: phantom inertia in kg, above 0 (default: 1)", 1},
    {"split", KEY_SPLIT, "any|even|compliant", 0,
     "Where several impulses give the same motion: any of them, or the evenest (default: any)", 1},
    {.doc = "When to stop:", .group = 2},
    {"tol", KEY_TOL, "T", 0, "Solved means: the natural map is at most T times |c| (default: 1e-8)",
     2},
    {"max-iterations", KEY_ITERATIONS, "N", 0,
     "Give up after N iterations (default: the solver's own)", 2},
    {"max-seconds", KEY_SECONDS, "S", 0, "Give up after S seconds of computing (default: never)",
     2},
    {"memory", KEY_MEMORY, "BYTES", 0,
     "Most memory that is taken, k, M, G allowed: what needs more is refused (default: three "
     "quarters of the machine's)",
     2},
    {"set", KEY_SET, "NAME=X", 0,
     "A setting of the solver, several as A=1:B=2; 'rigor solvers NAME' lists them", 2},
    {.doc = "What goes in and out:", .group = 4},
    {"format", KEY_FORMAT, "F", 0,
     "Format of PROBLEM: siconos, fclib or json; without it the content tells", 4},
    {"output", KEY_OUTPUT, "FILE", 0,
     "Where it is solved, write the problem with its solution; the ending tells the format: .json, "
     ".hdf5, .h5 (.dat, .txt: the problem only)",
     4},
    {"html", KEY_HTML, "FILE", 0,
     "Write a page with the certificate, the convergence and the contacts", 4},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object and nothing else", 4},
    {"impulses", KEY_IMPULSES, NULL, 0, "Print the impulses and velocities too (LCP: z and w)", 4},
    {"trace", KEY_TRACE, NULL, 0, "Print the residual after each iteration too", 4},
    {"quiet", KEY_QUIET, NULL, 0, "Print nothing but errors; the exit status tells", 4},
    {0}};

static void take_path(solve_request *request, const char *text) {
  if (request->path) refuse_option(&request->error, text, "is one argument too many");
  request->path = text;
}

static error_t take(int key, char *text, struct argp_state *parser) {
  solve_request *r = parser->input;
  rg_options *o = &r->options;
  rg_error *e = &r->error;
  switch (key) {
  case KEY_SOLVER: take_solver(e, text, o); return 0;
  case KEY_LAW: take_law(e, text, o); return 0;
  case KEY_ANGLE: take_angle(e, text, o); return 0;
  case KEY_UNALIGNED: o->law.aligned = 0; return 0;
  case KEY_PHANTOM: take_real(e, "--phantom", text, 0, 1, HUGE_VAL, 0, &o->law.phantom); return 0;
  case KEY_SPLIT: take_split(e, text, o); return 0;
  case KEY_TOL: take_real(e, "--tol", text, 0, 0, HUGE_VAL, 0, &o->tol); return 0;
  case KEY_ITERATIONS: take_int(e, "--max-iterations", text, 1, &o->max_iterations); return 0;
  case KEY_SECONDS:
    take_real(e, "--max-seconds", text, 0, 0, HUGE_VAL, 0, &o->max_seconds);
    return 0;
  case KEY_SET: take_setting(e, text, o); return 0;
  case KEY_MEMORY: take_memory(e, text); return 0;
  case KEY_FORMAT: take_format(e, "--format", text, &r->format); return 0;
  case KEY_OUTPUT: r->output = text; return 0;
  case KEY_HTML:
    r->html = text;
    o->trace = 1;
    return 0;
  case KEY_JSON: r->json = 1; return 0;
  case KEY_IMPULSES: r->impulses = 1; return 0;
  case KEY_TRACE: r->trace = o->trace = 1; return 0;
  case KEY_QUIET: r->quiet = 1; return 0;
  case ARGP_KEY_ARG: take_path(r, text); return 0;
  case ARGP_KEY_NO_ARGS:
    refuse_option(e, "PROBLEM", "is missing: which file shall be solved?");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp solve_argp = {
    .options = options,
    .parser = take,
    .args_doc = "PROBLEM",
    .doc =
        "Solve the contact problem, LCP or MLCP in the file PROBLEM: Siconos text, FCLIB (HDF5) or "
        "rigor's JSON. Shown are the status and the certificate, which is computed anew from the "
        "problem "
        "and the impulses and tells how far they are from obeying the laws.\v"
        "Examples:\n"
        "  rigor solve stack.hdf5                      the default solver\n"
        "  rigor solve stack.dat -s nsgs --tol 1e-6    a solver and a tolerance\n"
        "  rigor solve stack.dat -s lemke -l pyramid:12\n"
        "  rigor solve stack.dat --json --impulses     for a program to read\n"
        "  rigor solve stack.dat -o solved.json        problem and solution\n\n"
        "Exit status: 0 solved, 1 not solved, 3 above the tolerance by rounding alone, 2 bad usage "
        "or bad input."};

static int fail(const char *program, const solve_request *request, int usage) {
  return report_error(program, &request->error, request->json, usage);
}

/* solves, writes, prints; the solver is the caller's to free */
static int answer_request(const char *program, solve_request *request, const rg_problem *problem,
                          rg_solver *solver) {
  rg_status status = rg_solver_solve(solver);
  solve_answer answer = {.problem = problem,
                         .report = rg_solver_report(solver),
                         .impulse = rg_solver_impulse(solver),
                         .velocity = rg_solver_velocity(solver),
                         .motion = rg_solver_motion(solver)};
  int failed = 0;
  if (request->output && status == RG_SOLVED)
    failed = write_problem(problem, request->output, RG_FORMAT_AUTO, answer.impulse,
                              answer.velocity, &request->error) != RG_OK;
  else if (request->output)
    fprintf(stderr, "%s: not solved: %s is not written\n", program, request->output);
  if (!failed && request->html) failed = write_solve_page(request, &answer) != RG_OK;
  if (failed) return fail(program, request, 0);
  if (request->json) print_answer_json(request, &answer);
  else if (!request->quiet) print_answer(request, &answer);
  if (status == RG_SOLVED) return EXIT_SOLVED;
  if (status == RG_ROUNDED) return EXIT_ROUNDED;
  return status == RG_BAD_INPUT || status == RG_NO_MEMORY ? EXIT_BAD_INPUT : EXIT_NOT_SOLVED;
}

int run_solve(int argc, char **argv) {
  solve_request request = {.options = rg_options_default()};
  argp_parse(&solve_argp, argc, argv, 0, NULL, &request);
  if (request.error.status != RG_OK) return fail(argv[0], &request, 1);
  rg_problem problem;
  if (read_problem(&problem, request.path, request.format, &request.error) != RG_OK)
    return fail(argv[0], &request, 0);
  rg_solver *solver = NULL;
  int result = EXIT_BAD_INPUT;
  if (rg_solver_new(&solver, &problem, &request.options, &request.error) == RG_OK) {
    if (!request.quiet) print_warnings(&request, &problem);
    result = answer_request(argv[0], &request, &problem, solver);
  } else fail(argv[0], &request, 0);
  rg_solver_free(solver);
  rg_problem_free(&problem);
  return result;
}
