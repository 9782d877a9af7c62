/* rigor compare MODEL: one model through several solvers, laws, coordinates, integrators or steps. */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_EACH = 1024, KEY_CSV, KEY_HTML };

static const struct argp_option options[] = {
    {.doc = "What is compared and written:", .group = 5},
    {"each", KEY_EACH, NULL, 0,
     "Vary one option at a time, the others at their first value (default: all combinations)", 5},
    {"csv", KEY_CSV, "FILE", 0, "Write the table as comma-separated lines; '-' is standard output",
     5},
    {"html", KEY_HTML, "FILE", 0,
     "A page that shows the motions over each other (the first six), with their differences", 5},
    {0}};

static void check_request(compare_request *r) {
  rg_error *e = &r->simulation.error;
  int varied = 0;
  for (int k = 0; k < r->simulation.count; k++) varied |= r->simulation.settings[k].values > 1;
  if (r->simulation.path && !varied)
    refuse_option(e, "MODEL",
                  "nothing to compare: give an option several values, as in --solver auto,nsgs");
  if (r->csv && strcmp(r->csv, "-") == 0 && r->simulation.json)
    refuse_option(e, "--json", "needs standard output for itself: give --csv a file");
  if (r->html && !rg_has_scene_page()) refuse_option(e, "--html", "%s", rg_scene_page_missing());
}

static error_t take(int key, char *text, struct argp_state *parser) {
  compare_request *r = parser->input;
  switch (key) {
  case ARGP_KEY_INIT: parser->child_inputs[0] = &r->simulation; return 0;
  case KEY_EACH: r->each = 1; return 0;
  case KEY_CSV: r->csv = text; return 0;
  case KEY_HTML: r->html = text; return 0;
  case ARGP_KEY_END: check_request(r); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{.argp = &simulation_argp}, {0}};

const struct argp compare_argp = {
    .options = options,
    .parser = take,
    .children = children,
    .args_doc = "MODEL",
    .doc =
        "Simulate one model in several ways and show them side by side: time, iterations, worst "
        "certificate, how far the bodies are from those of the first way, energy. Every option "
        "about "
        "the motion and the contact problems takes several values, separated by "
        "commas.\vExamples:\n"
        "  rigor compare box.xml --solver auto,nsgs,newton\n"
        "  rigor compare box.xml --law cone,pyramid:4,pyramid:16 --time 2\n"
        "  rigor compare arm.xml --coordinates minimal,redundant,embedded\n"
        "  rigor compare box.xml --law cone,pyramid:4 --html both.html\n"
        "  rigor compare box.xml --dt 0.001,0.01 --integrator euler,moreau --csv table.csv\n"
        "  rigor compare box.xml --solver auto,nsgs,newton --threads 3\n\n"
        "With --threads N that many ways are simulated at once; only their times can change. The "
        "time is what the processor spent on the steps. With several values, as in --threads 1,4, "
        "the ways differ in threads of their own, follow each other, and are timed by the clock on "
        "the wall.\n"
        "The difference is the largest distance between the centres of mass of a body in the two "
        "motions, at the times that both have; the table says when it first exceeds 1e-6 m and "
        "1e-3 m.\n"
        "Exit status: 0 every step of all solved, 1 a step not solved, a way not possible, or "
        "interrupted, 3 steps above the tolerance by rounding alone, 2 bad usage or bad input."};

/* --- the variants ------------------------------------------------------------------------------- */

static int count_variants(const compare_request *r) {
  int product = 1, sum = 1;
  for (int k = 0; k < r->simulation.count; k++) {
    int values = r->simulation.settings[k].values;
    sum += values - 1;
    product = product > MOST_VARIANTS ? product : product * values;
  }
  return r->each ? sum : product;
}

/* the index counts through all combinations, the last option fastest */
static void choose_combination(const simulation_request *s, int index, int *choice) {
  for (int k = s->count - 1; k >= 0; k--) {
    choice[k] = index % s->settings[k].values;
    index /= s->settings[k].values;
  }
}

/* the index counts through the further values of each option */
static void choose_one(const simulation_request *s, int index, int *choice) {
  for (int k = 0; k < s->count && index > 0; k++) {
    int further = s->settings[k].values - 1;
    if (index <= further) choice[k] = index;
    index -= further;
  }
}

/* "nsgs cone dt 0.01": what is a number gets its name before it */
static void name_variant(const simulation_request *s, variant *v) {
  size_t used = 0;
  for (int k = 0; k < s->count && used < sizeof v->name; k++) {
    const setting *o = &s->settings[k];
    const char *value = o->value[v->choice[k]];
    if (o->values < 2) continue;
    int number = strspn(value, "0123456789.+-eE") == strlen(value);
    used += (size_t)snprintf(v->name + used, sizeof v->name - used, "%s%s%s%s", used ? " " : "",
                             number ? setting_name(o->key) : "", number ? " " : "", value);
  }
}

/* --threads with one value: threads for the variants; with several: what the variants differ in */
static int compares_threads(const simulation_request *s) {
  for (int k = 0; k < s->count; k++)
    if (strcmp(setting_name(s->settings[k].key), "threads") == 0) return s->settings[k].values > 1;
  return 0;
}

static void share_threads(comparison *c, variant *v) {
  if (c->one_by_one) return;
  c->threads = v->options.threads;
  v->options.threads = 1;
}

/* a way that is not possible keeps its reason; 0 only where the request itself is wrong */
static int set_up_variant(compare_request *request, comparison *c, int index) {
  simulation_request *s = &request->simulation;
  const rg_model *model = c->model;
  variant *v = &c->variants[index];
  if (request->each) choose_one(s, index, v->choice);
  else choose_combination(s, index, v->choice);
  name_variant(s, v);
  if (choose_options(s, model, v->choice, &v->options) != RG_OK ||
      count_steps(s, v->options.dt, &v->steps_wanted) != RG_OK)
    return 0;
  share_threads(c, v);
  if (make_simulation(s, model, &v->options, &v->sim) != RG_OK) {
    v->error = s->error;
    // without the first way there is nothing to compare with
    if (index == 0) return 0;
    s->error = (rg_error){0};
    return 1;
  }
  return set_start(s, v->sim) == RG_OK;
}

static rg_status set_up(compare_request *request, comparison *c) {
  simulation_request *s = &request->simulation;
  c->count = count_variants(request);
  c->threads = 1;
  c->one_by_one = compares_threads(s);
  if (c->count > MOST_VARIANTS) {
    c->count = 0;
    return refuse_option(&s->error, "MODEL", "more than %d ways: leave some out, or take --each",
                         MOST_VARIANTS);
  }
  c->variants = calloc((size_t)c->count, sizeof *c->variants);
  if (!c->variants) {
    c->count = 0;
    refuse_option(&s->error, "MODEL", "no memory is left");
    return s->error.status = RG_NO_MEMORY;
  }
  for (int k = 0; k < c->count; k++)
    if (!set_up_variant(request, c, k)) return s->error.status;
  return RG_OK;
}

/* --- the command -------------------------------------------------------------------------------- */

static int exit_status(const comparison *c) {
  int rounded = 0;
  for (int k = 0; k < c->count; k++) {
    int own = c->variants[k].sim ? tally_exit(&c->variants[k].tally) : EXIT_NOT_SOLVED;
    if (own == EXIT_NOT_SOLVED) return own;
    rounded |= own == EXIT_ROUNDED;
  }
  return c->interrupted ? EXIT_NOT_SOLVED : rounded ? EXIT_ROUNDED : EXIT_SOLVED;
}

static rg_status begin_page(compare_request *request, comparison *c) {
  char title[256];
  if (!request->html) return RG_OK;
  rg_scene_page_options shown = rg_scene_page_options_default();
  title_text(request->simulation.path, title, sizeof title);
  shown.title = title;
  shown.runs = c->count < MOST_SHOWN ? c->count : MOST_SHOWN;
  return rg_scene_page_new(&c->page, c->model, &shown, &request->simulation.error);
}

static rg_status end_page(compare_request *request, comparison *c) {
  rg_status status = c->page_error.status;
  if (status != RG_OK) request->simulation.error = c->page_error;
  else if (c->page)
    status = rg_scene_page_write(c->page, request->html, &request->simulation.error);
  rg_scene_page_free(c->page);
  c->page = NULL;
  return status;
}

static int compare_model(const char *program, compare_request *request, comparison *c) {
  simulation_request *s = &request->simulation;
  if (set_up(request, c) != RG_OK || begin_page(request, c) != RG_OK)
    return report_error(program, &s->error, s->json, 0);
  if (compare_motions(c, !s->quiet && !s->json) != RG_OK) {
    refuse_option(&s->error, "MODEL", "no memory is left");
    return report_error(program, &s->error, s->json, 0);
  }
  int table_out = request->csv && strcmp(request->csv, "-") == 0;
  if (!s->json && !s->quiet) print_comparison(table_out ? stderr : stdout, request, c);
  if (request->csv && write_comparison(request, c) != RG_OK)
    return report_error(program, &s->error, s->json, 0);
  if (end_page(request, c) != RG_OK) return report_error(program, &s->error, s->json, 0);
  if (s->json) print_comparison_json(request, c);
  return exit_status(c);
}

int run_compare(int argc, char **argv) {
  compare_request request = {.simulation = simulation_request_default()};
  simulation_request *s = &request.simulation;
  s->several = 1;
  argp_parse(&compare_argp, argc, argv, 0, NULL, &request);
  if (s->error.status != RG_OK) return report_error(argv[0], &s->error, s->json, 1);
  rg_model *model = NULL;
  if (read_model(s, &model) != RG_OK) return report_error(argv[0], &s->error, s->json, 0);
  comparison c = {.model = model, .simulation = s};
  int result = compare_model(argv[0], &request, &c);
  rg_scene_page_free(c.page);
  for (int k = 0; k < c.count; k++) rg_sim_free(c.variants[k].sim);
  free(c.variants);
  forget_request(s);
  rg_model_free(model);
  return result;
}
