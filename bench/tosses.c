/* bench_tosses: recorded tosses of a cube, fitted on one part of them and compared on another, with
   rigor by each law of restitution and with MuJoCo, in one run, by the same code but for the step.

   A toss is simulated from its first frame and compared at every frame. Errors are means over the
   tosses of the mean over a toss. The fit makes position error (% of the width) + rotation error
   (degrees) least, with as many evaluations for each engine. */
#include "child.h"
#include "fit.h"
#include "toss_engines.h"

#include <rigor/step.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 13, TOSSES_MAX = 1000, FRAMES_MAX = 10000, ENGINES_MAX = 4, AHEAD = 8 };

/* as recorded: position (units), quaternion, velocity (units/s), angular velocity (body) */
typedef struct frame {
  double row[COLUMNS];
} frame;

typedef struct toss {
  frame *frames;
  int count;
} toss;

typedef struct toss_set {
  toss tosses[TOSSES_MAX];
  int count;
} toss_set;

typedef struct error {
  double position, rotation; /* % of the width, degrees */
} error;

typedef struct measures {
  error whole, one, eight; /* from the first frame; one and eight frames ahead of every frame */
  error spread;            /* standard error of `whole`, a mean over tosses */
  double right_face;       /* share of the tosses */
  double penetration;      /* m: deepest corner at the end of a step, from the first frame */
  long steps, unsolved;
  double seconds;
} measures;

typedef struct settings {
  const char *data;
  int evaluations;
  rg_integrator integrator;
} settings;

/* --- records --- */

static int read_toss(const char *path, toss *out) {
  static frame room[FRAMES_MAX];
  char line[2000];
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  out->count = 0;
  while (out->count < FRAMES_MAX && fgets(line, sizeof line, file)) {
    char *at = line, *end;
    for (int k = 0; k < COLUMNS; k++, at = end + (*end == ',')) {
      room[out->count].row[k] = strtod(at, &end);
      if (end == at) return fclose(file), 0;
    }
    out->count++;
  }
  fclose(file);
  out->frames = malloc((size_t)out->count * sizeof *out->frames);
  if (out->count < 2 || !out->frames) return 0;
  memcpy(out->frames, room, (size_t)out->count * sizeof *out->frames);
  return 1;
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* every N.csv of the folder, by number: the order of a folder is not fixed */
static int read_set(const char *data, const char *part, toss_set *out) {
  int numbers[TOSSES_MAX], count = 0;
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", data, part);
  DIR *folder = opendir(path);
  if (!folder) return 0;
  for (struct dirent *entry; (entry = readdir(folder)) && count < TOSSES_MAX;)
    if (strstr(entry->d_name, ".csv")) numbers[count++] = atoi(entry->d_name);
  closedir(folder);
  qsort(numbers, (size_t)count, sizeof *numbers, by_number);
  for (out->count = 0; out->count < count; out->count++) {
    snprintf(path, sizeof path, "%s/%s/%d.csv", data, part, numbers[out->count]);
    if (read_toss(path, &out->tosses[out->count])) continue;
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  return count;
}

static void free_set(toss_set *set) {
  for (int i = 0; i < set->count; i++) free(set->tosses[i].frames);
}

/* --- one toss --- */

/* third row of the rotation: how far each axis of the cube points up */
static void upward(const double q[4], double up[3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  up[0] = 2 * (x * z - w * y), up[1] = 2 * (y * z + w * x), up[2] = w * w - x * x - y * y + z * z;
}

static double lowest_corner(const double *qpos) {
  double up[3];
  upward(qpos + 3, up);
  return qpos[2] - TOSS_HALF * (fabs(up[0]) + fabs(up[1]) + fabs(up[2]));
}

/* 1 to 3: the axis that is nearest to upright, negative where it points down */
static int upper_face(const double q[4]) {
  double up[3];
  int most = 0;
  upward(q, up);
  for (int k = 1; k < 3; k++)
    if (fabs(up[k]) > fabs(up[most])) most = k;
  return up[most] > 0 ? most + 1 : -most - 1;
}

/* A recorded velocity is the difference to the frame before: half a frame of gravity older. */
static void start_at(const toss_engine *engine, const frame *f, double unit) {
  double qpos[7], qvel[6];
  for (int k = 0; k < 7; k++) qpos[k] = f->row[k] * (k < 3 ? unit : 1);
  for (int k = 0; k < 6; k++) qvel[k] = f->row[7 + k] * (k < 3 ? unit : 1);
  qvel[2] -= TOSS_GRAVITY / TOSS_RATE / 2;
  engine->start(qpos, qvel);
}

static void next_frame(const toss_engine *engine, measures *m) {
  for (int k = 0; k < TOSS_SUBSTEPS; k++, m->steps++) {
    m->unsolved += !engine->step();
    m->penetration = fmax(m->penetration, -lowest_corner(engine->qpos()));
  }
}

static void add_error(const double *qpos, const frame *f, double unit, error *sum) {
  double off = 0, dot = 0;
  for (int k = 0; k < 3; k++) off += pow(qpos[k] - unit * f->row[k], 2);
  for (int k = 3; k < 7; k++) dot += qpos[k] * f->row[k];
  sum->position += 100 * sqrt(off) / (2 * TOSS_HALF);
  sum->rotation += 360 / acos(-1) * acos(fmin(1, fabs(dot)));
}

static void add_share(error *sum, error part, double share) {
  sum->position += part.position * share, sum->rotation += part.rotation * share;
}

static void whole_toss(const toss_engine *engine, const toss *t, double unit, measures *m) {
  error sum = {0, 0};
  start_at(engine, &t->frames[0], unit);
  for (int i = 1; i < t->count; i++) {
    next_frame(engine, m);
    add_error(engine->qpos(), &t->frames[i], unit, &sum);
  }
  sum.position /= t->count - 1, sum.rotation /= t->count - 1;
  add_share(&m->whole, sum, 1);
  m->spread.position += sum.position * sum.position;
  m->spread.rotation += sum.rotation * sum.rotation;
  m->right_face += upper_face(engine->qpos() + 3) == upper_face(t->frames[t->count - 1].row + 3);
}

/* from every frame that has AHEAD more */
static void short_ways(const toss_engine *engine, const toss *t, double unit, measures *m) {
  error one = {0, 0}, eight = {0, 0};
  int starts = t->count - AHEAD;
  for (int i = 0; i < starts; i++) {
    start_at(engine, &t->frames[i], unit);
    for (int k = 1; k <= AHEAD; k++) {
      next_frame(engine, m);
      if (k == 1) add_error(engine->qpos(), &t->frames[i + k], unit, &one);
    }
    add_error(engine->qpos(), &t->frames[i + AHEAD], unit, &eight);
  }
  if (starts > 0) add_share(&m->one, one, 1.0 / starts), add_share(&m->eight, eight, 1.0 / starts);
}

/* --- all of them --- */

/* of the mean, from the sum of squares */
static double standard_error(double squares, double mean, int count) {
  return count > 1 ? sqrt(fmax(0, squares / count - mean * mean) / (count - 1)) : 0;
}

static measures measure(const toss_engine *engine, const double *values, const toss_set *set,
                        int ahead) {
  measures m = {.penetration = 0}, apart = {.penetration = 0};
  engine->set(engine, values);
  bench_watch watch = bench_start();
  for (int i = 0; i < set->count; i++) whole_toss(engine, &set->tosses[i], values[0], &m);
  m.seconds = bench_stop(watch);
  for (int i = 0; ahead && i < set->count; i++)
    short_ways(engine, &set->tosses[i], values[0], &apart);
  m.unsolved += apart.unsolved, m.one = apart.one, m.eight = apart.eight;
  error *means[3] = {&m.whole, &m.one, &m.eight};
  for (int k = 0; k < 3; k++) means[k]->position /= set->count, means[k]->rotation /= set->count;
  m.spread.position = standard_error(m.spread.position, m.whole.position, set->count);
  m.spread.rotation = standard_error(m.spread.rotation, m.whole.rotation, set->count);
  m.right_face /= set->count;
  return m;
}

typedef struct fit_task {
  const toss_engine *engine;
  const toss_set *set;
  long unsolved;
} fit_task;

/* from [0, 1] to the bounds of each parameter, and back */
static void to_values(const toss_engine *engine, const double *x, double *values) {
  for (int k = 0; k < engine->count; k++) {
    const toss_parameter *p = &engine->parameters[k];
    values[k] =
        p->logarithmic ? p->low * pow(p->high / p->low, x[k]) : p->low + (p->high - p->low) * x[k];
  }
}

static double from_value(const toss_parameter *p, double value) {
  return p->logarithmic ? log(value / p->low) / log(p->high / p->low)
                        : (value - p->low) / (p->high - p->low);
}

static double objective(const double *x, void *context) {
  fit_task *task = context;
  double values[TOSS_PARAMETERS_MAX];
  to_values(task->engine, x, values);
  measures m = measure(task->engine, values, task->set, 0);
  task->unsolved += m.unsolved;
  return m.whole.position + m.whole.rotation;
}

/* fits on one set, measures on the other, prints a row */
static void compare(const toss_engine *engine, const toss_set *train, const toss_set *validation,
                    const settings *s) {
  double x[TOSS_PARAMETERS_MAX], values[TOSS_PARAMETERS_MAX];
  char fitted[200] = "";
  fit_task task = {engine, train, 0};
  for (int k = 0; k < engine->count; k++)
    x[k] = from_value(&engine->parameters[k], engine->parameters[k].first);
  double least =
      fit_minimize(objective, &task, engine->count, s->evaluations / 3, s->evaluations, x);
  to_values(engine, x, values);
  measures m = measure(engine, values, validation, 1);
  for (int k = 0; k < engine->count; k++)
    snprintf(fitted + strlen(fitted), sizeof fitted - strlen(fitted), "%s%s %.4g", k ? ", " : "",
             engine->parameters[k].name, values[k]);
  printf("| %s | %s | %.2f | %.2f ± %.2f | %.2f ± %.2f | %.2f ", engine->name, fitted, least,
         m.whole.position, m.spread.position, m.whole.rotation, m.spread.rotation, m.right_face);
  printf("| %.2f, %.2f | %.2f, %.2f | %.4f | %ld | %.0f |\n", m.one.position, m.one.rotation,
         m.eight.position, m.eight.rotation, 1e3 * m.penetration, m.unsolved + task.unsolved,
         (double)m.steps / m.seconds);
  fflush(stdout);
}

/* --- command line --- */

static int read_arguments(int argc, char **argv, settings *s) {
  for (int i = 1; i < argc; i += 2) {
    const char *value = argv[i + 1];
    int rule = value ? rg_integrator_parse(value) : -1;
    if (!value) return 0;
    if (strcmp(argv[i], "--data") == 0) s->data = value;
    else if (strcmp(argv[i], "--evaluations") == 0) s->evaluations = atoi(value);
    else if (strcmp(argv[i], "--integrator") == 0 && rule >= 0) s->integrator = (rg_integrator)rule;
    else return 0;
  }
  return s->evaluations > 0;
}

int main(int argc, char **argv) {
  static toss_set train, validation;
  toss_engine engines[ENGINES_MAX];
  settings s = {BENCH_TOSSES, 120, rg_sim_options_default().integrator};
  if (!read_arguments(argc, argv, &s)) {
    fputs("bench_tosses [--data DIR] [--evaluations N] [--integrator NAME]\n", stderr);
    return 2;
  }
  if (!read_set(s.data, "train", &train) || !read_set(s.data, "validation", &validation)) {
    printf("no tosses in %s: nothing to compare\n", s.data);
    return 0;
  }
  int count = toss_engines(engines, ENGINES_MAX, s.integrator);
#ifndef RIGOR_HAVE_MUJOCO
  puts("MuJoCo is not installed: rigor only");
#endif
  printf("%d tosses to fit, %d to compare, %d evaluations a fit, dt %.4g ms, rigor by %s\n",
         train.count, validation.count, s.evaluations, 1e3 / TOSS_RATE / TOSS_SUBSTEPS,
         rg_integrator_name(s.integrator));
  puts("\n| engine | fitted | train | position % | rotation deg | right face | 1 frame | 8 frames "
       "| penetration mm | unsolved | steps/s |");
  puts("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (int i = 0; i < count; i++) compare(&engines[i], &train, &validation, &s);
  toss_engines_free();
  free_set(&train), free_set(&validation);
  return count ? 0 : 1;
}
