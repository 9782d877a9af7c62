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

/* a body that floats, with closed limbs in a row: four bars each, the fourth of them on the body */
static rg_status limbs(rg_model **model, int n, rg_error *error) {
  size_t size = 1024 + 1536 * (size_t)n;
  char *text = malloc(size);
  if (!text) return RG_NO_MEMORY;
  int used = snprintf(text, size,
                      "<mujoco><option timestep='0.001'/><worldbody><body name='base'><freejoint/>"
                      "<geom type='sphere' size='0.3' mass='5' contype='0' conaffinity='0'/>");
  for (int k = 0; k < n; k++) /* down, along, up */
    used += snprintf(
        text + used, size - (size_t)used,
        "<body name='down%d' pos='%d 0 0'><joint name='j%d' axis='0 1 0'/><geom type='capsule' "
        "size='0.05' fromto='0 0 0 0 0 -1' mass='1' contype='0' conaffinity='0'/>"
        "<body name='along%d' pos='0 0 -1'><joint axis='0 1 0'/><geom type='capsule' size='0.05' "
        "fromto='0 0 0 0.8 0 0' mass='1' contype='0' conaffinity='0'/>"
        "<body name='up%d' pos='0.8 0 0'><joint axis='0 1 0'/><geom type='capsule' size='0.05' "
        "fromto='0 0 0 0 0 1.1' mass='1' contype='0' conaffinity='0'/></body></body></body>",
        k, k, k, k, k);
  used += snprintf(text + used, size - (size_t)used, "</body></worldbody><equality>");
  for (int k = 0; k < n; k++)
    used += snprintf(text + used, size - (size_t)used,
                     "<connect body1='up%d' body2='base' anchor='0 0 1.1'/>", k);
  snprintf(text + used, size - (size_t)used, "</equality></mujoco>");
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
  double force[2]; /* N, x and z: the closure on the end of the chain, in the last step */
  double misfit;   /* what of the joint forces it does not explain, relative */
  double impulse;  /* norm of the impulses of the rows over dt; 0: there are none */
} cost;

/* The force that holds the end, from the motion alone: M (v+ - v-) / dt less the forces that are smooth must be J'f of the
   two rows of the closure, whoever imposed it. M and smooth forces at the start of the step, where its problem stands. */
typedef struct before {
  double v[LONGEST], M[LONGEST * LONGEST], smooth[LONGEST], J[3][LONGEST];
} before;

static void note_before(const scene *s, rg_data *data, int n, before *b) {
  const rg_data *now = rg_sim_data(s->sim);
  memcpy(data->qpos, now->qpos, (size_t)n * sizeof(double));
  memcpy(data->qvel, now->qvel, (size_t)n * sizeof(double));
  memcpy(b->v, now->qvel, (size_t)n * sizeof(double));
  rg_forward(s->model, data);
  rg_mass_dense(s->model, data, b->M);
  for (int i = 0; i < n; i++) b->smooth[i] = data->qfrc_smooth[i];
  /* the end of the chain is a metre along x of the last link */
  const double *R = data->xmat + 9 * n, *x = data->xpos + 3 * n;
  const double end[3] = {x[0] + R[0], x[1] + R[3], x[2] + R[6]};
  double J[3 * LONGEST];
  rg_jacobian(s->model, data, n, end, J, NULL);
  for (int k = 0; k < 3; k++) memcpy(b->J[k], J + k * n, (size_t)n * sizeof(double));
}

/* least squares: f = (J J')^-1 J r */
static void find_force(const scene *s, int n, double dt, const before *b, cost *c) {
  const double *impulse = rg_sim_impulse(s->sim);
  int rows = rg_sim_report(s->sim)->size;
  for (int i = 0; i < rows && impulse; i++) c->impulse = hypot(c->impulse, impulse[i] / dt);
  const double *v = rg_sim_data(s->sim)->qvel;
  double r[LONGEST], a = 0, d = 0, e = 0, right[2] = {0, 0}, left = 0, all = 0;
  for (int i = 0; i < n; i++) {
    r[i] = -b->smooth[i];
    for (int j = 0; j < n; j++) r[i] += b->M[i * n + j] * (v[j] - b->v[j]) / dt;
    a += b->J[0][i] * b->J[0][i], d += b->J[0][i] * b->J[2][i], e += b->J[2][i] * b->J[2][i];
    for (int k = 0; k < 2; k++) right[k] += b->J[2 * k][i] * r[i];
  }
  c->force[0] = (e * right[0] - d * right[1]) / (a * e - d * d);
  c->force[1] = (a * right[1] - d * right[0]) / (a * e - d * d);
  for (int i = 0; i < n; i++) {
    double off = r[i] - b->J[0][i] * c->force[0] - b->J[2][i] * c->force[1];
    left += off * off, all += r[i] * r[i];
  }
  c->misfit = all > 0 ? sqrt(left / all) : 0;
}

static rg_status measure(int n, rg_coordinates coordinates, cost *c, rg_error *error) {
  rg_model *model;
  scene s;
  rg_status status = hanging(&model, n, error);
  if (status == RG_OK) status = scene_from_model(&s, model, choose, &coordinates, error);
  if (status != RG_OK) return status;
  static before b;
  rg_data *data = rg_data_new(s.model);
  *c = (cost){.seconds = HUGE_VAL};
  if (!data) status = RG_NO_MEMORY;
  rg_sim_data(s.sim)->qvel[0] = 0;
  for (int i = 0; i < STEPS && status == RG_OK; i++) {
    if (i == STEPS - 1) note_before(&s, data, n, &b);
    double begin = paper_seconds();
    status = rg_step(s.sim);
    if (status != RG_OK) break;
    c->seconds = fmin(c->seconds, paper_seconds() - begin);
    c->closure = fmax(c->closure, rg_sim_report(s.sim)->closure);
  }
  memcpy(c->q, rg_sim_data(s.sim)->qpos, (size_t)n * sizeof(double));
  if (status == RG_OK) find_force(&s, n, s.model->option.timestep, &b, c);
  rg_data_free(data);
  scene_close(&s);
  return status;
}

static double growth(const cost *first, const cost *last, int from, int to) {
  return log(last->seconds / first->seconds) / log((double)to / from);
}

/* least time of a step of a body with closed limbs that fall and swing */
static rg_status time_limbs(int n, rg_coordinates coordinates, double *seconds, rg_error *error) {
  rg_model *model;
  scene s;
  rg_status status = limbs(&model, n, error);
  if (status == RG_OK) status = scene_from_model(&s, model, choose, &coordinates, error);
  if (status != RG_OK) return status;
  *seconds = HUGE_VAL;
  for (int k = 0; k < n; k++) rg_sim_data(s.sim)->qvel[6 + 3 * k] = 0.1 * (k + 1);
  for (int i = 0; i < STEPS && status == RG_OK; i++) {
    double begin = paper_seconds();
    status = rg_step(s.sim);
    *seconds = fmin(*seconds, paper_seconds() - begin);
  }
  scene_close(&s);
  return status;
}

/* Sec. 2.4.3: "faster computational times". One loop that is the whole chain, and small loops on a tree. */
static rg_status find_faster(const paper_options *options, rg_page *page, const cost *rows,
                             const cost *embedded, int n, rg_error *error) {
  enum { COUNTS = 4 };
  static const int LIMBS[COUNTS] = {1, 2, 4, 8};
  int chains = 0, bodies = 0;
  double ratio = 0;
  for (int k = 0; k < n; k++) chains += embedded[k].seconds < rows[k].seconds;
  rg_page_table(page, "A step of a body with closed limbs of four bars",
                "limbs|closures as rows ms|embedded ms|ratio");
  for (int k = 0; k < COUNTS; k++) {
    double by_rows, by_embedding;
    rg_status status = time_limbs(LIMBS[k], RG_MINIMAL, &by_rows, error);
    if (status == RG_OK) status = time_limbs(LIMBS[k], RG_EMBEDDED, &by_embedding, error);
    if (status != RG_OK) return status;
    ratio = by_embedding / by_rows;
    bodies += ratio < 1;
    rg_page_row(page, "%d|%.4f|%.4f|%.2f", LIMBS[k], 1e3 * by_rows, 1e3 * by_embedding, ratio);
  }
  paper_find(
      options, page, "mylapilli", "sec. 2.4.3", paper_verdict(chains + bodies, n + COUNTS),
      "Embedding is the faster one at %d of %d numbers of limbs, at %d %.2f times as long; of "
      "chains that are one loop at %d of %d.",
      bodies, COUNTS, LIMBS[COUNTS - 1], ratio, chains, n);
  paper_figure(options, "faster at %d of %d numbers of limbs, %d of %d chains", bodies, COUNTS,
               chains, n);
  return RG_OK;
}

rg_status mylapilli_embedding(const paper_options *options, rg_page *page, rg_error *error) {
  static cost rows[SIZES], embedded[SIZES];
  int n = options->quick ? QUICK_SIZES : SIZES, last = n - 1;
  double apart = 0, force = 0, misfit = 0;
  rg_page_table(page, "A step of a chain between two points",
                "links|closure as rows ms|embedded ms|ratio|loop open, rows|embedded|largest "
                "difference of an angle after 40 steps|closure force N, rows|embedded|impulses of "
                "the rows / dt|not explained");
  for (int k = 0; k < n; k++) {
    rg_status status = measure(LINKS[k], RG_MINIMAL, &rows[k], error);
    if (status == RG_OK) status = measure(LINKS[k], RG_EMBEDDED, &embedded[k], error);
    if (status != RG_OK) return status;
    double off = 0;
    for (int i = 0; i < LINKS[k]; i++) off = fmax(off, fabs(rows[k].q[i] - embedded[k].q[i]));
    apart = fmax(apart, off);
    const double *f = rows[k].force, *g = embedded[k].force;
    double size = hypot(f[0], f[1]), impulse = rows[k].impulse;
    force = fmax(force, fmax(hypot(f[0] - g[0], f[1] - g[1]), fabs(size - impulse)) / size);
    misfit = fmax(misfit, fmax(rows[k].misfit, embedded[k].misfit));
    rg_page_row(page, "%d|%.4f|%.4f|%.2f|%.1e|%.1e|%.1e|%.4f|%.4f|%.4f|%.0e", LINKS[k],
                1e3 * rows[k].seconds, 1e3 * embedded[k].seconds,
                embedded[k].seconds / rows[k].seconds, rows[k].closure, embedded[k].closure, off,
                size, hypot(g[0], g[1]), impulse, fmax(rows[k].misfit, embedded[k].misfit));
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
  rg_page_finding(
      page, force < 1e-6 && misfit < 1e-6 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "Closure forces are there after embedding: M dv/dt less the smooth forces is J'f of "
      "the closure up to %.0e of it, and f agrees with that of the rows, and with their "
      "impulses, to %.0e.",
      misfit, force);
  return find_faster(options, page, rows, embedded, n, error);
}
