/* Recorded tosses of a cube on a table (shared/data/tosses), simulated from the first frame to the
   last by each law of restitution: every step is solved, the state stays finite, no corner is in the
   table at the frames, and no energy comes in. Corners and energy are computed here. */
#include "step/simulate.h"

#include <dirent.h>

#define HALF    0.0524  /* m: half the width of the cube */
#define UNIT    0.05358 /* m: unit of length of the records, in which the cube rests on the table */
#define MASS    0.37
#define INERTIA 8.1e-4
#define RATE    148.0 /* frames a second */
#define TOSSES  RIGOR_SHARED_DATA "/tosses"

enum { SUBSTEPS = 8, COLUMNS = 13, LONGEST = 1000, MOST = 500 };

typedef struct toss {
  char name[300];
  double first[COLUMNS]; /* position, quaternion, velocity, angular velocity (body) */
  int frames;
} toss;

/* what must hold; the first step that is not solved says its reason */
typedef struct tally {
  long steps, unsolved;
  double overlap; /* m: deepest corner at a frame */
  double gain;    /* J: most energy above that of the start */
  char where[300], gain_where[300];
} tally;

static int read_toss(const char *path, toss *out) {
  FILE *file = fopen(path, "r");
  char line[2000];
  if (!file) return 0;
  for (out->frames = 0; fgets(line, sizeof line, file); out->frames++) {
    char *at = line;
    for (int k = 0; out->frames == 0 && k < COLUMNS; k++) {
      out->first[k] = strtod(at, &at);
      at += *at == ',';
    }
  }
  fclose(file);
  return out->frames > 1 && out->frames < LONGEST;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const toss *)a)->name, ((const toss *)b)->name);
}

/* in the order of their names: the order of a folder is not fixed */
static int read_folder(const char *part, toss *list, int count) {
  char path[600];
  int first = count;
  snprintf(path, sizeof path, TOSSES "/%s", part);
  DIR *folder = opendir(path);
  if (!folder) return count;
  for (struct dirent *entry; (entry = readdir(folder)) && count < MOST;) {
    if (!strstr(entry->d_name, ".csv")) continue;
    snprintf(list[count].name, sizeof list[count].name, "%s/%.200s", part, entry->d_name);
    snprintf(path, sizeof path, TOSSES "/%s", list[count].name);
    if (!read_toss(path, &list[count++])) fail_msg("%s cannot be read", path);
  }
  closedir(folder);
  qsort(list + first, (size_t)(count - first), sizeof *list, by_name);
  return count;
}

static double lowest_corner(const double *qpos) {
  double w = qpos[3], x = qpos[4], y = qpos[5], z = qpos[6];
  return qpos[2] - HALF * (fabs(2 * (x * z - w * y)) + fabs(2 * (y * z + w * x)) +
                           fabs(w * w - x * x - y * y + z * z));
}

static double energy_of(const double *qpos, const double *qvel) {
  double v = 0, w = 0;
  for (int k = 0; k < 3; k++) v += qvel[k] * qvel[k], w += qvel[3 + k] * qvel[3 + k];
  return MASS * v / 2 + INERTIA * w / 2 + MASS * GRAVITY * qpos[2];
}

/* The velocities of a record are differences to the frame before: half a frame of gravity older. */
static void start_toss(scene *s, const toss *t) {
  rg_error error;
  assert_int_equal(rg_sim_reset(s->sim, -1, &error), RG_OK);
  for (int k = 0; k < 7; k++) scene_qpos(s)[k] = t->first[k] * (k < 3 ? UNIT : 1);
  for (int k = 0; k < 6; k++) scene_qvel(s)[k] = t->first[7 + k] * (k < 3 ? UNIT : 1);
  scene_qvel(s)[2] -= GRAVITY / RATE / 2;
}

static void run_toss(scene *s, const toss *t, const char *law, tally *sum) {
  start_toss(s, t);
  double start = energy_of(scene_qpos(s), scene_qvel(s));
  for (int i = 1; i < t->frames; i++) {
    for (int k = 0; k < SUBSTEPS; k++, sum->steps++) {
      if (rg_step(s->sim) == RG_SOLVED) continue;
      const rg_step_report *report = rg_sim_report(s->sim);
      print_message("%s, %s, frame %d, step %d: %s\n", t->name, law, i, k, report->reason);
      sum->unsolved++;
      return;
    }
    double overlap = -lowest_corner(scene_qpos(s));
    double gain = energy_of(scene_qpos(s), scene_qvel(s)) - start;
    if (!isfinite(overlap + gain)) fail_msg("%s, %s, frame %d: not finite", t->name, law, i);
    if (overlap > sum->overlap)
      snprintf(sum->where, sizeof sum->where, "%.200s, frame %d", t->name, i);
    if (gain > sum->gain)
      snprintf(sum->gain_where, sizeof sum->gain_where, "%.200s, frame %d", t->name, i);
    sum->overlap = fmax(sum->overlap, overlap), sum->gain = fmax(sum->gain, gain);
  }
}

static scene cube_on_table(rg_restitution law) {
  char text[600];
  snprintf(text, sizeof text,
           "<mujoco><option timestep='%.17g' gravity='0 0 %g'/><worldbody>"
           "<geom type='plane' size='0 0 1'/><body><freejoint/>"
           "<inertial pos='0 0 0' mass='%g' diaginertia='%g %g %g'/>"
           "<geom type='box' size='%g %g %g'/></body></worldbody></mujoco>",
           1 / RATE / SUBSTEPS, -GRAVITY, MASS, INERTIA, INERTIA, INERTIA, HALF, HALF, HALF);
  scene s = {scene_parse(text), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error;
  options.restitution_law = law, options.restitution = 0.3, options.friction = 0.18;
  assert_int_equal(rg_sim_new(&s.sim, s.model, &options, &error), RG_OK);
  return s;
}

static void every_toss(rg_restitution law) {
  static toss list[MOST];
  int count = read_folder("validation", list, read_folder("train", list, 0));
  if (count == 0) {
    print_message("no tosses in " TOSSES ": skipped\n");
    skip();
  }
  const char *name = rg_restitution_name(law);
  tally sum = {.gain = -HUGE_VAL};
  scene s = cube_on_table(law);
  for (int i = 0; i < count; i += SANITIZED ? 8 : 1) run_toss(&s, &list[i], name, &sum);
  scene_end(&s);
  print_message("%s: %ld steps, deepest corner %.2g m (%s), energy over the start %.2g J (%s)\n",
                name, sum.steps, sum.overlap, sum.where, sum.gain, sum.gain_where);
  assert_int_equal(sum.unsolved, 0);
  assert_at_most("deepest corner", sum.overlap, 1e-5);
  if (law != RG_RESTITUTION_NEWTON) assert_at_most("energy over the start", sum.gain, 1e-6);
}

static void by_energy(void **state) { (void)state, every_toss(RG_RESTITUTION_ENERGY); }
static void by_newton(void **state) { (void)state, every_toss(RG_RESTITUTION_NEWTON); }
static void by_poisson(void **state) { (void)state, every_toss(RG_RESTITUTION_POISSON); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_energy),
      cmocka_unit_test(by_newton),
      cmocka_unit_test(by_poisson),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
