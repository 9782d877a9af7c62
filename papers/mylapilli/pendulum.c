/* Sec. 6.2, Figs. 14-18 and Table 1 (Mylapilli & Jain 2017): 12 links of 1 m, spheres of 1 kg and
   0.25 m, mu 0.5, e 0.7, 45 degrees from the vertical, turning as a whole at 1 rad/s, 20 s at 1 ms,
   by the paper's five solvers and by auto. The motion is chaotic and planar: four aligned
   directions are the exact cone. */
#include "pendulum.h"

#include "common.h"
#include "experiments.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>

enum { FULL_STEPS = 20000, QUICK_STEPS = 3000, SNAPSHOTS = 9, ZOOM = 100, ORDER = 3 };
static const double APART = 1e-3; /* m: solvers count as parted */

typedef struct swing {
  double height[FULL_STEPS], vz[FULL_STEPS];
  double seconds, penetration, gain, energy;
  double natural_map; /* worst of the certificates, relative */
  int failed, contacts;
  double first[ORDER]; /* s: first on the floor, then at the wall, then on the floor again */
} swing;

typedef struct swings {
  int steps;
  double time[FULL_STEPS];
  swing by[PAPER_SOLVERS];
} swings;

void pendulum_tip(scene *s, double *height, double *vz) {
  rg_data *data = rg_sim_data(s->sim);
  int body = s->model->nbody - 1, geom = s->model->ngeom - 1;
  rg_kinematics(s->model, data);
  rg_velocity_stage(s->model, data);
  const double *w = data->xvel + 6 * body, *v = w + 3, *at = data->geom_xpos + 3 * geom;
  double x = at[0] - data->xpos[3 * body], y = at[1] - data->xpos[3 * body + 1];
  *height = at[2] + PENDULUM_ORIGIN;
  *vz = v[2] + w[0] * y - w[1] * x;
}

/* which obstacle is touched under load: 1 floor, 2 wall, 3 both, 0 none */
static int touched(const scene *s) {
  const rg_step_contact *c;
  int n = rg_sim_contacts(s->sim, &c), found = 0;
  int floor = rg_model_find(s->model, RG_OBJECT_GEOM, "floor");
  int wall = rg_model_find(s->model, RG_OBJECT_GEOM, "wall");
  for (int k = 0; k < n; k++) {
    if (!(c[k].impulse[0] > 0)) continue;
    int a = c[k].contact.geom1, b = c[k].contact.geom2;
    found |= a == floor || b == floor ? 1 : a == wall || b == wall ? 2 : 0;
  }
  return found;
}

static void note_order(swing *w, double time, int found) {
  if (w->first[0] <= 0 && found & 1) w->first[0] = time;
  if (w->first[0] > 0 && w->first[1] <= 0 && found & 2) w->first[1] = time;
  if (w->first[1] > 0 && w->first[2] <= 0 && found & 1) w->first[2] = time;
}

/* a step that misses the tolerance goes on with its best iterate */
static void choose(const void *solver, rg_sim_options *options) {
  scene_use_solver(solver, options);
  options->on_failure = RG_ON_FAILURE_CONTINUE;
}

static rg_status swing_once(const paper_options *options, int k, swings *all, rg_error *error) {
  swing *w = &all->by[k];
  scene s;
  rg_status status =
      scene_open(&s, options, PENDULUM_MODEL, PENDULUM_KEY, choose, &PAPER_SOLVER[k], error);
  if (status != RG_OK) return status;
  for (int i = 0; i < all->steps && !paper_interrupted(options); i++) {
    double begin = scene_seconds();
    w->failed += rg_step(s.sim) != RG_SOLVED;
    w->seconds += scene_seconds() - begin;
    const rg_step_report *report = rg_sim_report(s.sim);
    all->time[i] = report->time;
    pendulum_tip(&s, &w->height[i], &w->vz[i]);
    w->penetration = fmax(w->penetration, report->penetration);
    w->gain = fmax(w->gain, report->work);
    w->natural_map = fmax(w->natural_map, report->certificate.natural_map_relative);
    w->contacts = report->contacts > w->contacts ? report->contacts : w->contacts;
    note_order(w, report->time, touched(&s));
  }
  w->energy = rg_sim_energy(s.sim);
  scene_close(&s);
  return RG_OK;
}

/* --- figures
 * --------------------------------------------------------------------------------------------- */

/* s: the start, floor, wall, floor, and the rest */
static const double INSTANT[SNAPSHOTS] = {0, 0.2, 0.6, 1.1, 1.6, 2.05, 3, 5, 20};

static void add_snapshot(rg_plot *plot, scene *s) {
  double x[PENDULUM_LINKS + 1], z[PENDULUM_LINKS + 1];
  char name[32];
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  for (int b = 1; b <= PENDULUM_LINKS; b++) {
    x[b - 1] = data->xpos[3 * b];
    z[b - 1] = data->xpos[3 * b + 2];
  }
  const double *R = data->xmat + 9 * PENDULUM_LINKS; /* the end of the last link: 1 m along -z */
  x[PENDULUM_LINKS] = x[PENDULUM_LINKS - 1] - R[2];
  z[PENDULUM_LINKS] = z[PENDULUM_LINKS - 1] - R[8];
  snprintf(name, sizeof name, "%.2f s", data->time);
  rg_plot_series(plot, name, RG_SERIES_LINE_POINTS, PENDULUM_LINKS + 1, x, z);
}

/* Fig. 14: the chain at some instants, by auto */
static rg_status snapshots(const paper_options *options, rg_page *page, int steps,
                           rg_error *error) {
  scene s;
  rg_status status = scene_open(&s, options, PENDULUM_MODEL, PENDULUM_KEY, NULL, NULL, error);
  if (status != RG_OK) return status;
  rg_plot *plot = rg_plot_new("Fig. 14: snapshots of the pendulum", "x [m]", "height [m]");
  int done = 0;
  double ground[2][2] = {{-12, 4}, {0, 0}}, wall[2][2] = {{4, 4}, {0, 12}};
  rg_plot_equal(plot);
  rg_plot_polygon(plot, 2, ground[0], ground[1], 0);
  rg_plot_polygon(plot, 2, wall[0], wall[1], 0);
  for (int shot = 0; shot < SNAPSHOTS; shot++) {
    int until = (int)lround(1e3 * INSTANT[shot]);
    if (until > steps) break;
    for (; done < until; done++) rg_step(s.sim);
    add_snapshot(plot, &s);
  }
  rg_page_plot(page, plot);
  scene_close(&s);
  return RG_OK;
}

static void figure(rg_page *page, const char *title, const char *label, const swings *all, int from,
                   int velocity) {
  rg_plot *plot = rg_plot_new(title, "time [s]", label);
  int n = all->steps - from, every = n > 2000 ? 5 : 1, m = (n + every - 1) / every;
  double *x = calloc(2 * (size_t)m, sizeof *x), *y = x ? x + m : NULL;
  for (int k = 0; x && k < PAPER_FIVE; k++) {
    const double *values = velocity ? all->by[k].vz : all->by[k].height;
    for (int i = 0; i < m; i++) {
      x[i] = all->time[from + i * every];
      y[i] = values[from + i * every];
    }
    /* where they agree, dashes let the lines below show */
    rg_plot_series(plot, PAPER_SOLVER[k].label,
                   k < PAPER_FIVE - 2 ? RG_SERIES_LINE : RG_SERIES_DASHED, m, x, y);
  }
  free(x);
  rg_page_plot(page, plot);
}

static void figures(rg_page *page, const swings *all) {
  int zoom = all->steps - ZOOM;
  figure(page, "Fig. 15: height of the last sphere", "height [m]", all, 0, 0);
  figure(page, "Fig. 16: vertical velocity of the last sphere", "vz [m/s]", all, 0, 1);
  figure(page, "Fig. 17: height of the last sphere, the end", "height [m]", all, zoom, 0);
  figure(page, "Fig. 18: vertical velocity of the last sphere, the end", "vz [m/s]", all, zoom, 1);
}

/* --- comparison
 * ------------------------------------------------------------------------------------------- */

/* when two solvers first differ by more than APART; infinite where they never do */
static double parted(const swings *all, int a, int b) {
  for (int i = 0; i < all->steps; i++)
    if (!(fabs(all->by[a].height[i] - all->by[b].height[i]) <= APART)) return all->time[i];
  return HUGE_VAL;
}

/* largest distance of the heights over all the time */
static double largest_gap(const swings *all, int a, int b) {
  double most = 0;
  for (int i = 0; i < all->steps; i++)
    most = fmax(most, fabs(all->by[a].height[i] - all->by[b].height[i]));
  return most;
}

static double last_gap(const swings *all, int a, int b) {
  int end = all->steps - 1;
  return fabs(all->by[a].height[end] - all->by[b].height[end]);
}

static void write_table(rg_page *page, const swings *all) {
  rg_page_table(
      page, "Table 1 and what the five solvers arrive at",
      "solver|paper s for 20 s|ours s|ours s for 20 s|steps over 1e-10|worst natural map|most "
      "contacts|penetration m|largest "
      "work of impulses J|1 mm from PATH at s|height at end m|vz at end m/s|energy at end J");
  for (int k = 0; k < PAPER_SOLVERS; k++) {
    const swing *w = &all->by[k];
    int end = all->steps - 1;
    char paper[16], apart[16];
    double when = parted(all, 0, k);
    snprintf(paper, sizeof paper, PAPER_SOLVER[k].seconds > 0 ? "%.2f" : "-",
             PAPER_SOLVER[k].seconds);
    snprintf(apart, sizeof apart, isfinite(when) ? "%.3f" : "never", when);
    rg_page_row(page, "%s|%s|%.3f|%.3f|%d|%.0e|%d|%.1e|%.1e|%s|%.4f|%.3f|%.2f",
                PAPER_SOLVER[k].label, paper, w->seconds, w->seconds * FULL_STEPS / all->steps,
                w->failed, w->natural_map, w->contacts, w->penetration, w->gain, apart,
                w->height[end], w->vz[end], w->energy);
  }
}

static void find_agreement(rg_page *page, const swings *all) {
  double end = all->time[all->steps - 1], earliest = HUGE_VAL, gap = 0, last = 0;
  char until[96];
  int over = 0;
  for (int k = 0; k < PAPER_FIVE; k++) {
    earliest = fmin(earliest, parted(all, 0, k));
    gap = fmax(gap, largest_gap(all, 0, k));
    last = fmax(last, last_gap(all, 0, k));
    over += all->by[k].failed;
  }
  if (isfinite(earliest))
    snprintf(until, sizeof until, "until %.2f s of %.1f s, where rounding has parted them",
             earliest, end);
  else snprintf(until, sizeof until, "over all of the %.1f s", end);
  rg_page_finding(
      page, isfinite(earliest) ? RG_VERDICT_IN_PART : RG_VERDICT_CONFIRMED,
      "The five solvers agree to 1 mm %s; the heights of the last sphere differ by up to %.2g m, "
      "and by %.2g m at the end (paper: superposed, minor differences at the end); %d of %d steps "
      "miss a tolerance of 1e-10.",
      until, gap, last, over, PAPER_FIVE * all->steps);
  double mlcp = fmax(last_gap(all, 0, 1), last_gap(all, 0, 2)), mncp = last_gap(all, 3, 4);
  double between = fmin(last_gap(all, 0, 3), fmin(last_gap(all, 1, 3), last_gap(all, 2, 3)));
  rg_page_finding(
      page, mlcp < between && mncp < between ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "Figs. 17 and 18 show an MLCP and an MNCP group at the end: here heights differ by %.1e m "
      "within the MLCP solvers, %.1e m within the MNCP solvers, at least %.1e m between them; the "
      "motion is planar, where both solve the same problem.",
      mlcp, mncp, between);
}

static void write_findings(rg_page *page, const swings *all) {
  double end = all->time[all->steps - 1], slow = 0, fast = HUGE_VAL;
  for (int k = 0; k < PAPER_FIVE; k++) {
    slow = fmax(slow, all->by[k].seconds);
    fast = fmin(fast, all->by[k].seconds);
  }
  const double *first = all->by[PAPER_FIVE].first;
  rg_page_finding(page, first[2] > 0 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "With the spheres in the middle of the links it meets the floor (%.3f s), then "
                  "the wall (%.3f "
                  "s), then the floor again (%.3f s), the order that the paper tells.",
                  first[0], first[1], first[2]);
  find_agreement(page, all);
  rg_page_finding(page, slow < 1.5 * fast ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART,
                  "Computing times: %.3f to %.3f s for %.1f s of motion, a ratio of %.2f between "
                  "the slowest and "
                  "the fastest of the five (paper 22.78 to 24.24 s for 20 s, 1.06).",
                  fast, slow, end, slow / fast);
}

rg_status mylapilli_pendulum(const paper_options *options, rg_page *page, rg_error *error) {
  swings *all = calloc(1, sizeof *all);
  rg_status status = all ? RG_OK : RG_NO_MEMORY;
  if (all) all->steps = options->quick ? QUICK_STEPS : FULL_STEPS;
  for (int k = 0; k < PAPER_SOLVERS && status == RG_OK; k++)
    status = swing_once(options, k, all, error);
  if (status == RG_OK) status = snapshots(options, page, all->steps, error);
  if (status == RG_OK) {
    figures(page, all);
    write_table(page, all);
    write_findings(page, all);
  }
  free(all);
  return status;
}
