/* rigor bench scaling: how the cost of a step grows.

   Chains of n links on hinges with four feet on the ground, in minimal and in redundant
   coordinates: the first is linear in n (Mylapilli & Jain 2017), the second carries 5 n rows.
   Piles of N spheres in a box at a fixed certificate. */
#include "bench_scaling.h"

#include "commands.h"
#include "interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZES_MOST = 16, CHAIN_FEET = 4, CHAIN_STEPS = 20, PILE_SETTLE = 40, PILE_STEPS = 10 };

typedef struct growth {
  const char *name;
  int count;
  double size[SIZES_MOST], contacts[SIZES_MOST], seconds[SIZES_MOST]; /* a step */
  double certificate[SIZES_MOST];
  long unsolved[SIZES_MOST];
} growth;

double bench_cpu_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- scenes --------------------------------------------------------------------------------- */

static void add_plane(rg_spec *spec, double x, double y, const double quat[4]) {
  rg_geom_spec plane = rg_geom_spec_default();
  plane.type = RG_GEOM_PLANE;
  plane.pose.pos[0] = x;
  plane.pose.pos[1] = y;
  memcpy(plane.pose.quat, quat, sizeof plane.pose.quat);
  plane.size[0] = plane.size[1] = 100;
  plane.size[2] = 1;
  plane.friction[0] = 0.5;
  rg_spec_add_geom(spec, rg_spec_world(spec), &plane);
}

static const double upright[4] = {1, 0, 0, 0};

/* a chain along x, its links of 0.1 m and 0.1 kg, four of them with a sphere that rests on the
   ground */
static rg_model *make_chain(int links, rg_error *error) {
  rg_spec *spec = rg_spec_new("chain");
  rg_model *model = NULL;
  if (!spec) return NULL;
  rg_spec_option(spec)->timestep = 1e-3;
  add_plane(spec, 0, 0, upright);
  rg_spec_body *parent = rg_spec_world(spec);
  for (int k = 0; k < links; k++) {
    rg_pose pose = {{k ? 0.1 : 0, 0, k ? 0 : 0.05}, {1, 0, 0, 0}};
    rg_joint_spec joint = rg_joint_spec_default();
    rg_geom_spec geom = rg_geom_spec_default();
    int foot = (k + 1) * CHAIN_FEET / links > k * CHAIN_FEET / links;
    parent = rg_spec_add_body(spec, parent, NULL, &pose);
    joint.axis[1] = 1, joint.axis[2] = 0;
    geom.pose.pos[0] = 0.1;
    geom.size[0] = 0.05;
    geom.mass = 0.1;
    geom.friction[0] = 0.5;
    geom.contype = geom.conaffinity = foot;
    rg_spec_add_joint(spec, parent, &joint);
    rg_spec_add_geom(spec, parent, &geom);
  }
  (void)rg_spec_compile(spec, &model, error);
  rg_spec_free(spec);
  return model;
}

/* the same little disorder on every machine */
static double jitter(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (1 << 24) - 0.5;
}

rg_model *bench_make_pile(int spheres, double pitch, double disorder, rg_error *error) {
  static const double turn[4][4] = {{0.70710678118654752, 0, 0.70710678118654752, 0},
                                    {0.70710678118654752, 0, -0.70710678118654752, 0},
                                    {0.70710678118654752, -0.70710678118654752, 0, 0},
                                    {0.70710678118654752, 0.70710678118654752, 0, 0}};
  rg_spec *spec = rg_spec_new("pile");
  rg_model *model = NULL;
  int side = (int)ceil(cbrt(spheres));
  double wall = 0.5 * pitch * side + 0.002;
  unsigned state = 1;
  if (!spec) return NULL;
  rg_spec_option(spec)->timestep = 2e-3;
  add_plane(spec, 0, 0, upright);
  add_plane(spec, -wall, 0, turn[0]);
  add_plane(spec, wall, 0, turn[1]);
  add_plane(spec, 0, -wall, turn[2]);
  add_plane(spec, 0, wall, turn[3]);
  for (int k = 0; k < spheres; k++) {
    int place[3] = {k % side, k / side % side, k / (side * side)};
    rg_pose pose = {{0, 0, 0.0505 + 0.1005 * place[2]}, {1, 0, 0, 0}};
    for (int i = 0; i < 2; i++)
      pose.pos[i] = pitch * (place[i] + 0.5) - 0.5 * pitch * side + disorder * jitter(&state);
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
    rg_joint_spec joint = rg_joint_spec_default();
    rg_geom_spec geom = rg_geom_spec_default();
    joint.type = RG_JOINT_FREE;
    geom.size[0] = 0.05;
    geom.friction[0] = 0.5;
    rg_spec_add_joint(spec, body, &joint);
    rg_spec_add_geom(spec, body, &geom);
  }
  (void)rg_spec_compile(spec, &model, error);
  rg_spec_free(spec);
  return model;
}

/* five boxes wide where it is four courses high */
rg_model *bench_make_wall(int boxes, rg_error *error) {
  rg_spec *spec = rg_spec_new("wall");
  rg_joint_spec joint = rg_joint_spec_default();
  rg_geom_spec geom = rg_geom_spec_default();
  rg_model *model = NULL;
  int side = (int)ceil(sqrt(1.25 * boxes));
  if (!spec) return NULL;
  rg_spec_option(spec)->timestep = 2e-3;
  add_plane(spec, 0, 0, upright);
  joint.type = RG_JOINT_FREE;
  geom.type = RG_GEOM_BOX;
  geom.size[0] = 0.2;
  geom.size[1] = geom.size[2] = 0.1;
  geom.friction[0] = 0.5;
  for (int k = 0; k < boxes; k++) {
    int course = k / side;
    rg_pose pose = {{0.402 * (k % side) + 0.201 * (course % 2), 0, 0.1 + 0.2 * course},
                    {1, 0, 0, 0}};
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
    rg_spec_add_joint(spec, body, &joint);
    rg_spec_add_geom(spec, body, &geom);
  }
  (void)rg_spec_compile(spec, &model, error);
  rg_spec_free(spec);
  return model;
}

/* --- measuring ------------------------------------------------------------------------------ */

/* one size: `settle` steps untimed, `steps` timed; 0 where the memory or the time did not
   suffice */
static int measure_size(growth *g, int size, const rg_model *model, rg_sim_options *options,
                        int settle, int steps, double seconds) {
  rg_sim *sim = NULL;
  rg_error error = {0};
  int i = g->count, timed = 0;
  double begin = bench_cpu_seconds(), contacts = 0;
  options->on_failure = RG_ON_FAILURE_CONTINUE;
  if (rg_sim_new(&sim, model, options, &error) != RG_OK) return 0;
  const rg_step_report *report = rg_sim_report(sim);
  for (int k = 0; k < settle && !interrupted() && bench_cpu_seconds() - begin < seconds; k++)
    (void)rg_step(sim);
  double start = bench_cpu_seconds();
  g->unsolved[i] = 0;
  g->certificate[i] = 0;
  while (timed < steps && !interrupted() &&
         (timed == 0 || bench_cpu_seconds() - begin < 1.5 * seconds)) {
    g->unsolved[i] += rg_step(sim) != RG_SOLVED;
    g->certificate[i] = fmax(g->certificate[i], report->certificate.residual);
    contacts += report->contacts;
    timed++;
  }
  if (timed) {
    g->size[i] = size;
    g->seconds[i] = (bench_cpu_seconds() - start) / timed;
    g->contacts[i] = contacts / timed;
    g->count++;
  }
  rg_sim_free(sim);
  return timed > 0 && bench_cpu_seconds() - begin < seconds;
}

static void run_chains(const bench_request *request, rg_coordinates coordinates, growth *g) {
  static const int sizes[] = {10, 30, 100, 300, 1000, 3000};
  int last = request->quick ? 3 : 6, goes_on = 1;
  for (int k = 0; k < last && goes_on && !interrupted(); k++) {
    rg_model *model = make_chain(sizes[k], NULL);
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = coordinates;
    goes_on = model && measure_size(g, sizes[k], model, &options, 0, CHAIN_STEPS, request->seconds);
    rg_model_free(model);
  }
}

static void run_piles(const bench_request *request, growth *g) {
  static const int sizes[] = {100, 300, 1000, 3000, 10000, 30000, 100000};
  int last = request->quick ? 2 : 7, goes_on = 1;
  for (int k = 0; k < last && goes_on && !interrupted(); k++) {
    rg_model *model = bench_make_pile(sizes[k], 0.104, 0.003, NULL);
    rg_sim_options options = rg_sim_options_default();
    options.solve.tol = 1e-6;
    goes_on = model &&
              measure_size(g, sizes[k], model, &options, PILE_SETTLE, PILE_STEPS, request->seconds);
    rg_model_free(model);
  }
}

/* --- the page ------------------------------------------------------------------------------- */

/* exponent of the cost between two sizes */
static double exponent(const growth *g, const double *over, int i) {
  if (i == 0 || over[i] <= over[i - 1]) return (double)NAN;
  return log(g->seconds[i] / g->seconds[i - 1]) / log(over[i] / over[i - 1]);
}

static void add_growth(rg_page *page, const growth *g, const double *over, const char *columns) {
  char grows[32];
  rg_page_table(page, g->name, columns);
  for (int i = 0; i < g->count; i++) {
    double e = exponent(g, over, i);
    if (isnan(e)) grows[0] = 0;
    else snprintf(grows, sizeof grows, "%.2f", e);
    rg_page_row(page, "%.0f|%.1f|%.4g|%s|%.1e|%ld", g->size[i], g->contacts[i], 1e6 * g->seconds[i],
                grows, g->certificate[i], g->unsolved[i]);
  }
}

/* exponent over the last three of at least four sizes, where constant costs no longer matter */
static void add_finding(rg_page *page, const growth *g, const double *over, double most) {
  int n = g->count, from = n - 3;
  if (n < 4 || over[n - 1] <= over[from]) return;
  double e = log(g->seconds[n - 1] / g->seconds[from]) / log(over[n - 1] / over[from]);
  rg_page_finding(page, e <= most ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "%s: the cost of a step grows with the power %.2f of the size from %.0f to %.0f "
                  "(near linear: up to "
                  "%.2f).",
                  g->name, e, g->size[from], g->size[n - 1], most);
}

static rg_page *make_page(const growth *chains, const growth *pile) {
  rg_page *page = rg_page_new("rigor bench scaling: how the cost of a step grows");
  rg_plot *plot = rg_plot_new("Chains with four contacts", "links", "us a step");
  rg_plot *heap = rg_plot_new("Piles of spheres, certificate 1e-6", "contacts", "us a step");
  rg_plot_log(plot, 1, 1);
  rg_plot_log(heap, 1, 1);
  for (int k = 0; k < 2; k++) {
    double us[SIZES_MOST];
    for (int i = 0; i < chains[k].count; i++) us[i] = 1e6 * chains[k].seconds[i];
    add_growth(page, &chains[k], chains[k].size,
               "links|contacts|us a step|grows as|certificate|unsolved");
    rg_plot_series(plot, chains[k].name, RG_SERIES_LINE_POINTS, chains[k].count, chains[k].size,
                   us);
  }
  add_growth(page, pile, pile->contacts,
             "spheres|contacts|us a step|grows as|certificate|unsolved");
  double us[SIZES_MOST];
  for (int i = 0; i < pile->count; i++) us[i] = 1e6 * pile->seconds[i];
  rg_plot_series(heap, "spheres", RG_SERIES_LINE_POINTS, pile->count, pile->contacts, us);
  add_finding(page, &chains[0], chains[0].size, 1.15);
  add_finding(page, &chains[1], chains[1].size,
              1.25); /* and Newton's iterations, 5 at 10 links, 10 at 3,000 */
  add_finding(page, pile, pile->contacts, 1.25);
  rg_page_text(page,
               "\"Grows as\" is the power between a line and the line before it, of links or of "
               "contacts. A series "
               "ends with the first size that takes longer than its share of time (--seconds).");
  rg_page_plot(page, plot);
  rg_page_plot(page, heap);
  return page;
}

int bench_run_scaling(bench_request *request) {
  static growth chains[2] = {{.name = "chain, minimal coordinates"},
                             {.name = "chain, redundant coordinates"}};
  static growth pile = {.name = "pile of spheres"};
  if (request->json || request->csv) {
    refuse_option(&request->error, "scaling",
                  "prints tables and writes --html, no JSON and no CSV");
    return EXIT_BAD_INPUT;
  }
  watch_interrupts();
  if (request->spheres > 0 || request->wall > 0) return bench_run_spheres(request);
  run_chains(request, RG_MINIMAL, &chains[0]);
  run_chains(request, RG_REDUNDANT, &chains[1]);
  run_piles(request, &pile);
  rg_page *page = make_page(chains, &pile);
  int colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
  rg_status status = rg_page_print(page, stdout, colour, &request->error);
  if (!status && request->html) (void)rg_page_write_html(page, request->html, &request->error);
  rg_page_free(page);
  return interrupted() ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
