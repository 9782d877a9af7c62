/* Sec. 1 and 2.4 (Mylapilli & Jain 2017), their central claim: the complementarity problem of
   minimal coordinates does not grow with the number of links, that of redundant coordinates does,
   and with operational-space recursions the whole step is cheaper. A floating chain of links on
   four feet, 1 ms, time of a whole step in both coordinates. */
#include "chain.h"
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "scene.h"

#include <math.h>

enum {
  SIZES = 8,
  QUICK_SIZES = 4,
  WARM_UP = 5,
  MEASURED = 25,
  FEET = 4,
  KINDS = 4,
  MOST_PATH = 40
};

static const int LINKS[SIZES] = {10, 20, 40, 80, 120, 160, 240, 400};

typedef struct kind {
  const char *label, *solver;
  rg_law law;
  rg_coordinates coordinates;
  int most_links; /* larger problems take too long */
} kind;

static const kind KIND[KINDS] = {
    {"minimal, auto", "auto", RG_LAW_CONE, RG_MINIMAL, 400},
    {"redundant, auto", "auto", RG_LAW_CONE, RG_REDUNDANT, 400},
    {"minimal, PATH", "path", RG_LAW_PYRAMID, RG_MINIMAL, 400},
    {"redundant, PATH", "path", RG_LAW_PYRAMID, RG_REDUNDANT, MOST_PATH}};

typedef struct cost {
  double seconds;       /* of a step, the quickest: other programs only add */
  double solve, before; /* of its solve, of what comes before it */
  int size, contacts, failed;
} cost;

static void choose(const void *context, rg_sim_options *options) {
  const kind *k = context;
  options->solve.solver = k->solver;
  options->solve.law.law = k->law;
  options->solve.law.directions = 4;
  if (k->law != RG_LAW_CONE) options->solve.split = RG_SPLIT_ANY;
  options->coordinates = k->coordinates;
  options->on_failure = RG_ON_FAILURE_CONTINUE;
}

static rg_status measure(int links, const kind *k, cost *c, rg_error *error) {
  rg_model *model;
  scene s;
  rg_status status = chain_model(&model, links, FEET, error);
  if (status == RG_OK) status = scene_from_model(&s, model, choose, k, error);
  if (status != RG_OK) return status;
  rg_sim_data(s.sim)->qvel[0] = 0.5; /* it slides along its length */
  *c = (cost){.seconds = HUGE_VAL, .solve = HUGE_VAL, .before = HUGE_VAL};
  for (int i = 0; i < WARM_UP + MEASURED; i++) {
    rg_sim_time_rooms(s.sim, 1);
    double begin = paper_seconds();
    c->failed += rg_step(s.sim) != RG_SOLVED;
    double seconds = paper_seconds() - begin, before = 0;
    const double *room = rg_sim_room_seconds(s.sim);
    for (int r = 0; r < RG_ROOM_SOLVE; r++) before += room[r];
    if (i < WARM_UP) continue;
    c->seconds = fmin(c->seconds, seconds);
    c->solve = fmin(c->solve, room[RG_ROOM_SOLVE]);
    c->before = fmin(c->before, before);
  }
  const rg_step_report *report = rg_sim_report(s.sim);
  c->size = report->size;
  c->contacts = report->contacts;
  scene_close(&s);
  return RG_OK;
}

/* exponent of the growth over the last three sizes that were measured */
static double growth(cost (*all)[KINDS], int n, int k) {
  int last = n - 1;
  while (last > 0 && all[last][k].seconds <= 0) last--;
  int first = last > 2 ? last - 2 : 0;
  if (first == last) return (double)NAN;
  return log(all[last][k].seconds / all[first][k].seconds) /
         log((double)LINKS[last] / LINKS[first]);
}

static void plot_costs(rg_page *page, cost (*all)[KINDS], int n) {
  rg_plot *plot = rg_plot_new("Cost of a step over the number of links, 4 contacts", "links",
                              "time of a step [ms]");
  rg_plot_log(plot, 1, 1);
  for (int k = 0; k < KINDS; k++) {
    double x[SIZES], y[SIZES];
    int m = 0;
    for (int i = 0; i < n; i++)
      if (all[i][k].seconds > 0) x[m] = LINKS[i], y[m++] = 1e3 * all[i][k].seconds;
    rg_plot_series(plot, KIND[k].label, RG_SERIES_LINE_POINTS, m, x, y);
  }
  rg_page_plot(page, plot);
}

static void write_table(rg_page *page, cost (*all)[KINDS], int n) {
  rg_page_table(page, "A step of a chain of N links with 4 contacts",
                "links|coordinates, solver|unknowns|contacts|ms a step|times minimal|failed");
  for (int i = 0; i < n; i++)
    for (int k = 0; k < KINDS; k++)
      if (all[i][k].seconds > 0)
        rg_page_row(page, "%d|%s|%d|%d|%.4f|%.1f|%d", LINKS[i], KIND[k].label, all[i][k].size,
                    all[i][k].contacts, 1e3 * all[i][k].seconds,
                    all[i][k].seconds / all[i][k & ~1].seconds, all[i][k].failed);
}

static void write_findings(const paper_options *options, rg_page *page, cost (*all)[KINDS], int n) {
  const cost *first = all[0], *last = all[n - 1];
  int fixed = first[0].size == last[0].size, grows = last[1].size > first[1].size;
  rg_page_finding(page, fixed && grows ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "From %d to %d links the problem stays at %d unknowns in minimal coordinates and "
                  "grows from %d to %d "
                  "in redundant ones.",
                  LINKS[0], LINKS[n - 1], last[0].size, first[1].size, last[1].size);
  paper_note(options, "mylapilli", "sec. 2.4",
             fixed && grows ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "",
             "%d against %d unknowns at %d links", last[0].size, last[1].size, LINKS[n - 1]);
  int path = n - 1;
  while (path > 0 && all[path][3].seconds <= 0) path--;
  int dearer = 0;
  for (int i = 0; i < n; i++) dearer += all[i][1].seconds > all[i][0].seconds;
  double few = first[1].seconds / first[0].seconds, many = last[1].seconds / last[0].seconds;
  rg_page_finding(page, paper_verdict(dearer, n),
                  "Redundant coordinates take %.1f times as long at %d links and %.1f times at %d "
                  "with auto, which "
                  "keeps joints sparse; with PATH on dense matrices %.1f times at %d.",
                  few, LINKS[0], many, LINKS[n - 1], all[path][3].seconds / all[path][2].seconds,
                  LINKS[path]);
  rg_page_finding(page, growth(all, n, 0) < 1.3 ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART,
                  "A step grows as N^%.2f in minimal coordinates (O(N) promised), N^%.2f in "
                  "redundant ones with auto, "
                  "N^%.2f with PATH.",
                  growth(all, n, 0), growth(all, n, 1), growth(all, n, 3));
  paper_note(options, "mylapilli", "sec. 1",
             growth(all, n, 0) < 1.3 ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART, "",
             "N^%.2f; redundant N^%.2f", growth(all, n, 0), growth(all, n, 1));
}

/* exponent of the growth of a part of a step over the last three sizes */
static double growth_of(double few, double many, int n) {
  return log(many / few) / log((double)LINKS[n - 1] / LINKS[n > 3 ? n - 3 : 0]);
}

/* sec. 2.4.1 and 2.4.2: set-up is O(n) in redundant coordinates too, and only there the solve grows */
static void write_parts(const paper_options *options, rg_page *page, cost (*all)[KINDS], int n) {
  const cost *few = all[n > 3 ? n - 3 : 0], *many = all[n - 1];
  double before = growth_of(few[1].before, many[1].before, n);
  double redundant = growth_of(few[1].solve, many[1].solve, n);
  double minimal = growth_of(few[0].solve, many[0].solve, n);
  paper_find(options, page, "mylapilli", "sec. 2.4.1",
             before < 1.3 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Setting up a step in redundant coordinates, all that comes before its solve, grows "
             "as N^%.2f.",
             before);
  paper_figure(options, "N^%.2f", before);
  paper_find(options, page, "mylapilli", "sec. 2.4.2, solve",
             paper_verdict((redundant > 0.8) + (minimal < 0.4), 2),
             "The solve grows as N^%.2f in redundant coordinates and as N^%.2f in minimal ones.",
             redundant, minimal);
  paper_figure(options, "N^%.2f and N^%.2f", redundant, minimal);
}

rg_status mylapilli_links(const paper_options *options, rg_page *page, rg_error *error) {
  static cost all[SIZES][KINDS];
  int n = options->quick ? QUICK_SIZES : SIZES;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < KINDS; k++) {
      all[i][k] = (cost){0};
      if (LINKS[i] > KIND[k].most_links || paper_interrupted(options)) continue;
      if (options->quick && k == 3 && LINKS[i] > 20) continue;
      rg_status status = measure(LINKS[i], &KIND[k], &all[i][k], error);
      if (status != RG_OK) return status;
    }
  write_table(page, all, n);
  plot_costs(page, all, n);
  write_findings(options, page, all, n);
  write_parts(options, page, all, n);
  return RG_OK;
}
