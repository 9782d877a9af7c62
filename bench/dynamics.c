/* bench_dynamics: kinematics and forward dynamics of one state, rigor beside MuJoCo in one
   process, on the same model, at the same state; the least of several rounds that take turns.

   rigor is timed twice: by articulated bodies (rg_forward_articulated) and with the mass
   matrix and its factor (rg_forward). MuJoCo runs its stages from mj_kinematics to
   qacc_smooth, without contacts, constraints and sensors. */
#include <rigor/dynamics.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#else
typedef void mjModel;
typedef void mjData;
#endif

enum { ROUNDS = 25, INCLUDE_DEPTH = 60, PATH_SIZE = 600, LARGEST_WITH_MASS = 1000 };
static const double batch_seconds = 2e-3;

typedef struct subject {
  char name[80];
  rg_model *model;
  rg_data *data;
  mjModel *peer;
  mjData *peer_data;
} subject;

typedef void (*job)(subject *);

static void run_articulated(subject *s) { rg_forward_articulated(s->model, s->data); }
static void run_factor(subject *s) { rg_forward(s->model, s->data); }

/* --- MuJoCo ----------------------------------------------------------------------------------- */

#ifdef RIGOR_HAVE_MUJOCO

static void run_mujoco(subject *s) {
  mj_kinematics(s->peer, s->peer_data);
  mj_comPos(s->peer, s->peer_data);
  mj_transmission(s->peer, s->peer_data);
  mj_crb(s->peer, s->peer_data);
  mj_factorM(s->peer, s->peer_data);
  mj_fwdVelocity(s->peer, s->peer_data);
  mj_fwdActuation(s->peer, s->peer_data);
  mj_fwdAcceleration(s->peer, s->peer_data);
}

static void attach_mujoco(subject *s, const char *path) {
  char why[500] = "";
  s->peer = mj_loadXML(path, NULL, why, sizeof why);
  if (!s->peer) printf("%s: MuJoCo: %s\n", s->name, why);
  if (s->peer && (s->peer->nv != s->model->nv || s->peer->nq != s->model->nq)) {
    mj_deleteModel(s->peer);
    s->peer = NULL;
  }
  s->peer_data = s->peer ? mj_makeData(s->peer) : NULL;
}

static void copy_state_to_mujoco(subject *s) {
  memcpy(s->peer_data->qpos, s->data->qpos, (size_t)s->model->nq * sizeof(double));
  memcpy(s->peer_data->qvel, s->data->qvel, (size_t)s->model->nv * sizeof(double));
}

/* do both compute the same? the largest difference, relative to the largest acceleration */
static double disagreement(const subject *s) {
  double worst = 0, scale = 1e-300;
  for (int i = 0; i < s->model->nv; i++) {
    worst = fmax(worst, fabs(s->data->qacc_smooth[i] - s->peer_data->qacc_smooth[i]));
    scale = fmax(scale, fabs(s->peer_data->qacc_smooth[i]));
  }
  return worst / scale;
}

static void detach_mujoco(subject *s) {
  mj_deleteData(s->peer_data);
  mj_deleteModel(s->peer);
}

#else

static void run_mujoco(subject *s) { (void)s; }
static void attach_mujoco(subject *s, const char *path) { (void)s, (void)path; }
static void copy_state_to_mujoco(subject *s) { (void)s; }
static double disagreement(const subject *s) { return (void)s, 0; }
static void detach_mujoco(subject *s) { (void)s; }

#endif

/* --- subjects --------------------------------------------------------------------------------- */

/* a state off the reference, the same in both */
static void set_state(subject *s) {
  for (int i = 0; i < s->model->nv; i++) s->data->qvel[i] = 0.3 * sin(1 + 3 * i);
  rg_integrate_position(s->model, s->data->qpos, s->data->qvel, 1);
  for (int i = 0; i < s->model->nv; i++) s->data->qvel[i] = 0.5 * cos(2 + 5 * i);
  if (s->peer) copy_state_to_mujoco(s);
}

/* MuJoCo reads what rigor writes, so that its version does not matter */
static int open_file(subject *s, const char *path) {
  char scratch[] = "/tmp/rigor-bench-XXXXXX", text[900];
  rg_load_options options = rg_load_options_default();
  rg_error error;
  options.lenient = 1;
  if (rg_model_load(&s->model, path, &options, &error) != RG_OK) {
    printf("%s\n", rg_error_text(&error, text, sizeof text));
    return 0;
  }
  const char *slash = strrchr(path, '/');
  snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : path);
  int file = mkstemp(scratch);
  if (file < 0) return 1;
  close(file);
  if (rg_model_save(s->model, scratch, &error) == RG_OK) attach_mujoco(s, scratch);
  remove(scratch);
  return 1;
}

static rg_model *build_chain(int links) {
  const double size[2] = {0.02, 0.05};
  rg_spec *spec = rg_spec_new("chain");
  rg_spec_body *body = rg_spec_world(spec);
  rg_model *model = NULL;
  for (int i = 0; i < links; i++) {
    rg_pose pose = {{0, 0, -0.1}, {1, 0, 0, 0}};
    rg_joint_spec joint = rg_joint_spec_default();
    rg_geom_spec geom = rg_geom_spec_default();
    joint.axis[0] = i % 2;
    joint.axis[1] = 1 - i % 2;
    joint.axis[2] = 0;
    geom.type = RG_GEOM_CAPSULE;
    memcpy(geom.size, size, sizeof size);
    geom.pose.pos[2] = -0.05;
    body = rg_spec_add_body(spec, body, NULL, &pose);
    rg_spec_add_joint(spec, body, &joint);
    rg_spec_add_geom(spec, body, &geom);
  }
  rg_spec_compile(spec, &model, NULL);
  rg_spec_free(spec);
  return model;
}

/* the same chain as a file; XML readers limit the depth, so that it is cut into nested includes */
static void write_chain(const char *folder, int links) {
  for (int first = 0; first < links; first += INCLUDE_DEPTH) {
    char path[PATH_SIZE];
    int end = first + INCLUDE_DEPTH < links ? first + INCLUDE_DEPTH : links;
    snprintf(path, sizeof path, "%s/%d.xml", folder, first);
    FILE *file = fopen(path, "w");
    if (!file) return;
    fputs(first ? "<mujocoinclude>" : "<mujoco><worldbody>", file);
    for (int i = first; i < end; i++)
      fprintf(file,
              "<body pos='0 0 -0.1'><joint axis='%d %d 0'/>"
              "<geom type='capsule' size='.02 .05' pos='0 0 -.05'/>",
              i % 2, 1 - i % 2);
    if (end < links) fprintf(file, "<include file='%d.xml'/>", end);
    for (int i = first; i < end; i++) fputs("</body>", file);
    fputs(first ? "</mujocoinclude>" : "</worldbody></mujoco>", file);
    fclose(file);
  }
}

static void remove_chain(const char *folder, int links) {
  for (int first = 0; first < links; first += INCLUDE_DEPTH) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d.xml", folder, first);
    remove(path);
  }
  rmdir(folder);
}

static int open_chain(subject *s, int links) {
  char folder[] = "/tmp/rigor-bench-XXXXXX", path[PATH_SIZE];
  snprintf(s->name, sizeof s->name, "chain of %d", links);
  s->model = build_chain(links);
  if (!s->model) return 0;
  if (links > LARGEST_WITH_MASS || !mkdtemp(folder)) return 1;
  write_chain(folder, links);
  snprintf(path, sizeof path, "%s/0.xml", folder);
  attach_mujoco(s, path);
  remove_chain(folder, links);
  return 1;
}

/* --- timing ----------------------------------------------------------------------------------- */

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* as many calls as fill a batch */
static int calls_for(job run, subject *s) {
  run(s);
  double start = seconds();
  run(s);
  double one = seconds() - start;
  return one > batch_seconds ? 1 : (int)(batch_seconds / fmax(one, 1e-8)) + 1;
}

static double time_batch(job run, subject *s, int calls) {
  double start = seconds();
  for (int i = 0; i < calls; i++) run(s);
  return (seconds() - start) / calls;
}

static void print_time(double best) {
  if (best < HUGE_VAL) printf(" %12.2f", 1e6 * best);
  else printf(" %12s", "-");
}

static void print_row(const subject *s, const double best[3]) {
  printf("%-24s %6d", s->name, s->model->nv);
  print_time(best[0]);
  printf(" %9.3f", 1e6 * best[0] / fmax(1, s->model->nv));
  print_time(best[1]);
  print_time(best[2]);
  if (s->peer) printf(" %8.2f %8.2f %9.1e", best[0] / best[2], best[1] / best[2], disagreement(s));
  printf("\n");
  fflush(stdout);
}

/* take turns; long chains without the mass matrix, whose factor grows with the cube */
static void compare(subject *s) {
  const job jobs[3] = {run_articulated, run_factor, run_mujoco};
  double best[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  int calls[3], count = s->peer ? 3 : s->model->nv > LARGEST_WITH_MASS ? 1 : 2;
  int rounds = s->model->nv > 200 ? ROUNDS / 8 : ROUNDS;
  set_state(s);
  for (int k = 0; k < count; k++) calls[k] = calls_for(jobs[k], s);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < count; k++) best[k] = fmin(best[k], time_batch(jobs[k], s, calls[k]));
  print_row(s, best);
}

static void finish(subject *s, int opened) {
  if (opened) s->data = rg_data_new(s->model);
  if (s->data) compare(s);
  rg_data_free(s->data);
  if (s->model) rg_model_free(s->model);
  if (s->peer) detach_mujoco(s);
}

int main(int argc, char **argv) {
  static const char *const files[] = {
      BENCH_SHARED "/data/models/mujoco/humanoid/humanoid.xml", BENCH_MODELS "/pend12_pin.xml",
      BENCH_MODELS "/pend12_ball.xml", BENCH_SHARED "/data/models/gymnasium/ant.xml"};
  static const int links[] = {10, 30, 100, 300, 1000, 3000};
  int given = argc > 1;
  size_t count = given ? (size_t)(argc - 1) : sizeof files / sizeof files[0];
#ifndef RIGOR_HAVE_MUJOCO
  puts("MuJoCo is not installed: rigor only");
#endif
  printf("%-24s %6s %12s %9s %12s %12s %8s %8s %9s\n", "model, times in us", "dofs", "articulated",
         "per dof", "with M", "MuJoCo", "art./M.", "with/M.", "differ");
  for (size_t i = 0; i < count; i++) {
    subject s = {0};
    finish(&s, open_file(&s, given ? argv[i + 1] : files[i]));
  }
  for (size_t i = 0; !given && i < sizeof links / sizeof links[0]; i++) {
    subject s = {0};
    finish(&s, open_chain(&s, links[i]));
  }
  return 0;
}
