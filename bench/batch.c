/* Many simulations on threads: rigor with one thread and with two, and MuJoCo's loop over as many data on as many threads.
   Wall time, the best of three runs: the machine should have nothing else to do.
   Usage: bench_batch [MODEL.xml [COUNT [STEPS]]] */
#include <rigor/batch.h>
#include <rigor/rigor.h>

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

/* steps a second, the best of a few runs */
static double time_rigor(const rg_model *model, int count, int steps, int threads,
                         rg_integrator integrator) {
  rg_batch_options o;
  double best = 0;
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
    double start = seconds();
    rg_batch_step(batch, steps, NULL);
    double rate = (double)rg_batch_sum(batch).steps / (seconds() - start);
    if (rate > best) best = rate;
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
  return NULL;
}

static double time_threads(const mjModel *model, int count, int steps, int threads) {
  mjData **data = calloc((size_t)count, sizeof *data);
  pthread_t thread[MOST_THREADS];
  part p[MOST_THREADS];
  if (!data) exit(2);
  for (int i = 0; i < count; i++) data[i] = mj_makeData(model);
  double start = seconds();
  for (int t = 0; t < threads; t++) {
    p[t] = (part){model, data, count * t / threads, count * (t + 1) / threads, steps};
    if (pthread_create(&thread[t], NULL, step_part, &p[t])) exit(2);
  }
  for (int t = 0; t < threads; t++) pthread_join(thread[t], NULL);
  double rate = (double)count * steps / (seconds() - start);
  for (int i = 0; i < count; i++) mj_deleteData(data[i]);
  free(data);
  return rate;
}

static double time_mujoco(const char *path, int count, int steps, int threads) {
  char text[1024] = "";
  double best = 0;
  mjModel *model = mj_loadXML(path, NULL, text, sizeof text);
  for (int k = 0; k < REPEATS && model; k++) {
    double rate = time_threads(model, count, steps, threads);
    if (rate > best) best = rate;
  }
  mj_deleteModel(model);
  return best;
}

#else

static double time_mujoco(const char *path, int count, int steps, int threads) {
  (void)path, (void)count, (void)steps, (void)threads;
  return 0;
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
  printf("%-16s %10s %10s %8s\n", "", "1 thread", "2 threads", "ratio");
  for (int k = 0; k < 3; k++) {
    double rate[2];
    for (int t = 0; t < 2; t++)
      rate[t] = k == 2 ? time_mujoco(path, count, steps, t + 1)
                       : time_rigor(model, count, steps, t + 1, k ? RG_EULER : RG_MIDPOINT);
    const char *const names[] = {"rigor, midpoint", "rigor, euler", "MuJoCo"};
    if (rate[0] > 0)
      printf("%-16s %10.4g %10.4g %8.2f\n", names[k], rate[0], rate[1], rate[1] / rate[0]);
    else printf("%-16s is not installed, or does not read the model\n", names[k]);
  }
  rg_model_free(model);
  return 0;
}
