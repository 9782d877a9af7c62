/* rigor bench scaling --spheres N, --wall N: a crowd that touches on all sides, step by step, and the memory that
   the whole program took at most. */
#include "bench_scaling.h"

#include "commands.h"
#include "interrupt.h"
#include "tally.h"
#include "threads.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define COLUMNS                                                                                    \
  "steps|contacts, most|s a step|longest s|iterations|certificate|unsolved|peak memory MiB"
enum { STEPS = 16 }; /* from the fall of 0.5 mm until all of them have met */

/* what came out */
typedef struct crowd {
  int steps, contacts; /* done; most of them at a time */
  long iterations, unsolved;
  double seconds, longest; /* of processor time: all steps, one step */
  double mine, wall;       /* of all steps: of the thread that steps; on the clock on the wall */
  double certificate;      /* worst */
} crowd;

/* most memory that was in use so far, MiB */
static double peak_memory(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

static void run_steps(rg_sim *sim, int steps, crowd *c) {
  const rg_step_report *report = rg_sim_report(sim);
  double wall = wall_seconds(), mine = thread_seconds();
  for (; c->steps < steps && !interrupted(); c->steps++) {
    double begin = bench_cpu_seconds();
    c->unsolved += rg_step(sim) != RG_SOLVED;
    double seconds = bench_cpu_seconds() - begin;
    c->seconds += seconds;
    c->longest = fmax(c->longest, seconds);
    c->iterations += report->iterations;
    c->certificate = fmax(c->certificate, report->certificate.residual);
    if (report->contacts > c->contacts) c->contacts = report->contacts;
  }
  c->wall = wall_seconds() - wall;
  c->mine = thread_seconds() - mine;
}

static rg_page *make_page(const bench_request *request, const crowd *c) {
  int wall = request->wall > 0;
  rg_page *page = rg_page_new(wall ? "rigor bench scaling: a wall of boxes"
                                   : "rigor bench scaling: a crowd of spheres");
  rg_page_table(page,
                wall ? "boxes in courses, certificate 1e-6"
                     : "spheres that touch on all sides, certificate 1e-6",
                wall ? "boxes|" COLUMNS : "spheres|" COLUMNS);
  rg_page_row(page, "%d|%d|%d|%.3g|%.3g|%ld|%.1e|%ld|%.0f", wall ? request->wall : request->spheres,
              c->steps, c->contacts, c->steps ? c->seconds / c->steps : 0, c->longest,
              c->iterations, c->certificate, c->unsolved, peak_memory());
  if (request->threads > 1 && c->steps)
    rg_page_text(
        page,
        "%d threads: %.3g s a step on the clock on the wall; %.3g s of processor time a step on "
        "the thread that steps, the rest on the others.",
        request->threads, c->wall / c->steps, c->mine / c->steps);
  rg_page_text(page, "Peak memory is that of the whole program, the model included.");
  return page;
}

int bench_run_spheres(bench_request *request) {
  rg_sim_options options = rg_sim_options_default();
  rg_sim *sim = NULL;
  crowd c = {0};
  rg_model *model = request->wall > 0
                        ? bench_make_wall(request->wall, &request->error)
                        : bench_make_pile(request->spheres, 0.1, 0.001, &request->error);
  options.solve.tol = 1e-6;
  if (request->threads) options.threads = request->threads;
  /* of equal spheres no more than twelve touch one (Schuette & van der Waerden 1953), each pair once; and five planes */
  if (!request->wall)
    options.most_contacts = request->spheres < (INT_MAX - 64) / 8 ? 6 * request->spheres + 64 : 0;
  options.on_failure = RG_ON_FAILURE_CONTINUE;
  if (model) (void)rg_sim_new(&sim, model, &options, &request->error);
  if (sim) {
    run_steps(sim, request->steps > 0 ? request->steps : STEPS, &c);
    rg_page *page = make_page(request, &c);
    int colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    rg_status status = rg_page_print(page, stdout, colour, &request->error);
    if (!status && request->html) (void)rg_page_write_html(page, request->html, &request->error);
    rg_page_free(page);
  }
  rg_sim_free(sim);
  rg_model_free(model);
  if (!sim) return EXIT_BAD_INPUT;
  return c.unsolved || interrupted() ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
