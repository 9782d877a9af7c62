/* Fig. 4 and sec. 2.4 (Mylapilli & Jain 2017): closures as rows beside minimal coordinates, and embedded, on a planar chain
   that hangs between two points. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 4, STEPS = 40, QUICK_SIZES = 3, LONGEST = 64 };
static const int LINKS[SIZES] = {8, 16, 32, LONGEST};

/* N links of 1 m that hang between two points: a half circle */
static rg_status hanging(rg_model **model, int n, rg_error *error) {
  size_t size = 1024 + 256 * (size_t)n;
  char *text = malloc(size);
  if (!text) return RG_NO_MEMORY;
  double pi = acos(-1), turn = pi / n, radius = 0.5 / sin(turn / 2);
  int used = snprintf(text, size,
                      "<mujoco><option timestep='0.001'/><worldbody><site name='end' pos='%.17g 0 "
                      "0'/>",
                      2 * radius);
  for (int k = 0; k < n; k++) /* body axes along the link, x from one to the next */
    used += snprintf(text + used, size - (size_t)used,
                     "<body name='b%d' pos='%d 0 0' axisangle='0 1 0 %.17g'><joint axis='0 1 0'/>"
                     "<geom type='capsule' size='0.05' fromto='0 0 0 1 0 0' mass='1' contype='0' "
                     "conaffinity='0'/>",
                     k, k > 0, k ? -turn * 180 / pi : 90 - turn * 90 / pi);
  for (int k = 0; k < n; k++) used += snprintf(text + used, size - (size_t)used, "</body>");
  snprintf(text + used, size - (size_t)used,
           "</worldbody><equality><connect body1='b%d' anchor='1 0 0'/></equality></mujoco>",
           n - 1);
  rg_status status = rg_model_parse(model, text, strlen(text), NULL, error);
  free(text);
  return status;
}

static void choose(const void *coordinates, rg_sim_options *o) {
  o->coordinates = *(const rg_coordinates *)coordinates;
}

typedef struct cost {
  double seconds; /* least of a step */
  double closure, q[LONGEST];
} cost;

static rg_status measure(int n, rg_coordinates coordinates, cost *c, rg_error *error) {
  rg_model *model;
  scene s;
  rg_status status = hanging(&model, n, error);
  if (status == RG_OK) status = scene_from_model(&s, model, choose, &coordinates, error);
  if (status != RG_OK) return status;
  *c = (cost){.seconds = HUGE_VAL};
  rg_sim_data(s.sim)->qvel[0] = 0;
  for (int i = 0; i < STEPS; i++) {
    double begin = scene_seconds();
    status = rg_step(s.sim);
    if (status != RG_OK) break;
    c->seconds = fmin(c->seconds, scene_seconds() - begin);
    c->closure = fmax(c->closure, rg_sim_report(s.sim)->closure);
  }
  memcpy(c->q, rg_sim_data(s.sim)->qpos, (size_t)n * sizeof(double));
  scene_close(&s);
  return status;
}

static double growth(const cost *first, const cost *last, int from, int to) {
  return log(last->seconds / first->seconds) / log((double)to / from);
}

rg_status mylapilli_embedding(const paper_options *options, rg_page *page, rg_error *error) {
  static cost rows[SIZES], embedded[SIZES];
  int n = options->quick ? QUICK_SIZES : SIZES, last = n - 1;
  double apart = 0;
  rg_page_table(page, "A step of a chain between two points",
                "links|closure as rows ms|embedded ms|ratio|loop open, rows|embedded|largest "
                "difference of an angle after 40 steps");
  for (int k = 0; k < n; k++) {
    rg_status status = measure(LINKS[k], RG_MINIMAL, &rows[k], error);
    if (status == RG_OK) status = measure(LINKS[k], RG_EMBEDDED, &embedded[k], error);
    if (status != RG_OK) return status;
    double off = 0;
    for (int i = 0; i < LINKS[k]; i++) off = fmax(off, fabs(rows[k].q[i] - embedded[k].q[i]));
    apart = fmax(apart, off);
    rg_page_row(page, "%d|%.4f|%.4f|%.2f|%.1e|%.1e|%.1e", LINKS[k], 1e3 * rows[k].seconds,
                1e3 * embedded[k].seconds, embedded[k].seconds / rows[k].seconds, rows[k].closure,
                embedded[k].closure, off);
  }
  double by_rows = growth(&rows[0], &rows[last], LINKS[0], LINKS[last]);
  double by_embedding = growth(&embedded[0], &embedded[last], LINKS[0], LINKS[last]);
  rg_verdict verdict = apart < 1e-6 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED;
  rg_page_finding(
      page, verdict,
      "Embedding gives the same motion as closures that are rows: angles differ by "
      "%.1e rad after %d steps. Its step grows as N^%.2f, theirs as N^%.2f; at %d links "
      "it takes %.2f times as long.",
      apart, STEPS, by_embedding, by_rows, LINKS[last],
      embedded[last].seconds / rows[last].seconds);
  paper_note(options, "mylapilli", "Fig. 4", verdict, "", "%.0e rad apart; N^%.2f against N^%.2f",
             apart, by_embedding, by_rows);
  rg_page_finding(page, RG_VERDICT_NOT_TESTED,
                  "Closure forces after embedding: with the closures gone there is no row that has "
                  "one, and the library does not recover it.");
  return RG_OK;
}
