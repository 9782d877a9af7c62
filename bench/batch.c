/* Many simulations on threads: rigor with one thread and with two, and MuJoCo's loop over as many data on as many threads.
   Two times: that of the clock on the wall, which means something where nothing else runs; and the processor time of the
   thread that needed most of it, which is what the wall would show on free cores. The best of a few runs.
   Usage: bench_batch [MODEL.xml [COUNT [STEPS]]] */
#include <rigor/batch.h>
#include <rigor/rigor.h>

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

enum { REPEATS = 3, MOST_THREADS = 2 };

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- processor time by thread ------------------------------------------------------------------- */

typedef struct used {
  int count;
  long thread[64];
  double seconds[64];
} used;

/* of every thread that there is (Linux: the first number of schedstat, ns) */
static used look_at_threads(void) {
  used u = {0};
  DIR *folder = opendir("/proc/self/task");
  for (struct dirent *d; folder && (d = readdir(folder)) && u.count < 64;) {
    char path[128];
    unsigned long long ns = 0;
    long thread = atol(d->d_name);
    snprintf(path, sizeof path, "/proc/self/task/%ld/schedstat", thread);
    FILE *stream = thread > 0 ? fopen(path, "r") : NULL;
    if (!stream) continue;
    if (fscanf(stream, "%llu", &ns) == 1) {
      u.thread[u.count] = thread;
      u.seconds[u.count++] = 1e-9 * (double)ns;
    }
    fclose(stream);
  }
  if (folder) closedir(folder);
  return u;
}

/* of the thread that needed most between two looks */
static double most_used(const used *before, const used *after) {
  double most = 0;
  for (int k = 0; k < after->count; k++) {
    double was = 0;
    for (int i = 0; i < before->count; i++)
      if (before->thread[i] == after->thread[k]) was = before->seconds[i];
    if (after->seconds[k] - was > most) most = after->seconds[k] - was;
  }
  return most;
}

/* steps a second by the two clocks */
typedef struct rate {
  double wall, processor;
} rate;

static rate better(rate best, double steps, double wall, const used *before, const used *after) {
  double processor = steps / most_used(before, after);
  if (steps / wall > best.wall) best.wall = steps / wall;
  if (processor > best.processor) best.processor = processor;
  return best;
}

/* --- engines -------------------------------------------------------------------------------------- */

static rate time_rigor(const rg_model *model, int count, int steps, int threads,
                       rg_integrator integrator) {
  rg_batch_options o;
  rate best = {0, 0};
  rg_batch_options_from_model(model, &o, NULL);
  o.count = count;
  o.threads = threads;
  o.backend = "threads";
  o.sim.integrator = integrator;
  for (int k = 0; k < REPEATS; k++) {
    rg_batch *batch;
    rg_error error;
    char text[1024];
    if (rg_batch_new(&batch, model, &o, &error)) {
      fprintf(stderr, "bench_batch: %s\n", rg_error_text(&error, text, sizeof text));
      exit(2);
    }
    rg_batch_draw_controls(batch, 1, 1);
    used before = look_at_threads();
    double start = seconds();
    rg_batch_step(batch, steps, NULL);
    double wall = seconds() - start;
    used after = look_at_threads();
    best = better(best, (double)rg_batch_sum(batch).steps, wall, &before, &after);
    rg_batch_free(batch);
  }
  return best;
}

#ifdef RIGOR_HAVE_MUJOCO

/* what one thread steps */
typedef struct part {
  const mjModel *model;
  mjData **data;
  int first, last, steps;
  double used; /* processor time of its thread */
} part;

static void *step_part(void *context) {
  part *p = context;
  for (int i = p->first; i < p->last; i++)
    for (int k = 0; k < p->steps; k++) {
      for (int a = 0; a < p->model->nu; a++) {
        const double *range = p->model->actuator_ctrlrange + 2 * a;
        double low = p->model->actuator_ctrllimited[a] ? range[0] : -1;
        double high = p->model->actuator_ctrllimited[a] ? range[1] : 1;
        double x = rg_batch_draw(1, (uint64_t)i, (uint64_t)k, (uint64_t)a);
        p->data[i]->ctrl[a] = low + (high - low) * x;
      }
      mj_step(p->model, p->data[i]);
    }
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  p->used = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
  return NULL;
}

/* all data on so many threads; what each of them used in `used`, s */
static void step_on_threads(const mjModel *model, mjData **data, int count, int steps, int threads,
                            part *p) {
  pthread_t thread[MOST_THREADS];
  for (int t = 0; t < threads; t++) {
    p[t] = (part){.model = model,
                  .data = data,
                  .first = count * t / threads,
                  .last = count * (t + 1) / threads,
                  .steps = steps};
    if (pthread_create(&thread[t], NULL, step_part, &p[t])) exit(2);
  }
  for (int t = 0; t < threads; t++) pthread_join(thread[t], NULL);
}

static rate time_mujoco(const char *path, int count, int steps, int threads) {
  char text[1024] = "";
  rate best = {0, 0};
  mjModel *model = mj_loadXML(path, NULL, text, sizeof text);
  mjData **data = calloc((size_t)count, sizeof *data);
  if (!data) exit(2);
  for (int k = 0; k < REPEATS && model; k++) {
    part p[MOST_THREADS];
    double most = 0;
    for (int i = 0; i < count; i++) data[i] = mj_makeData(model);
    double start = seconds();
    step_on_threads(model, data, count, steps, threads, p);
    double wall = seconds() - start, all = (double)count * steps;
    for (int t = 0; t < threads; t++)
      if (p[t].used > most) most = p[t].used;
    if (all / wall > best.wall) best.wall = all / wall;
    if (all / most > best.processor) best.processor = all / most;
    for (int i = 0; i < count; i++) mj_deleteData(data[i]);
  }
  free(data);
  if (model) mj_deleteModel(model);
  return best;
}

#else

static rate time_mujoco(const char *path, int count, int steps, int threads) {
  (void)path, (void)count, (void)steps, (void)threads;
  return (rate){0, 0};
}

#endif

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : BENCH_MODELS "/quadruped.xml";
  int count = argc > 2 ? atoi(argv[2]) : 64, steps = argc > 3 ? atoi(argv[3]) : 200;
  rg_model *model;
  rg_error error;
  char text[1024];
  if (rg_model_load(&model, path, NULL, &error)) {
    fprintf(stderr, "bench_batch: %s\n", rg_error_text(&error, text, sizeof text));
    return 2;
  }
  printf("%s, %d simulations of %d steps, random controls; steps a second\n", path, count, steps);
  printf("%-16s %10s %10s %7s %12s %10s %7s\n", "", "1, wall", "2, wall", "ratio", "1, processor",
         "2", "ratio");
  for (int k = 0; k < 3; k++) {
    const char *const names[] = {"rigor, midpoint", "rigor, euler", "MuJoCo"};
    rate r[2];
    for (int t = 0; t < 2; t++)
      r[t] = k == 2 ? time_mujoco(path, count, steps, t + 1)
                    : time_rigor(model, count, steps, t + 1, k ? RG_EULER : RG_MIDPOINT);
    if (r[0].wall > 0)
      printf("%-16s %10.4g %10.4g %7.2f %12.4g %10.4g %7.2f\n", names[k], r[0].wall, r[1].wall,
             r[1].wall / r[0].wall, r[0].processor, r[1].processor,
             r[1].processor / r[0].processor);
    else printf("%-16s is not installed, or does not read the model\n", names[k]);
  }
  rg_model_free(model);
  return 0;
}
