/* Steps a second of many copies of one model on a GPU: a line of figures for each number of copies.

     measure MODEL NAME START WARM STEPS COUNT...

   START is stand (the first keyframe, its controls, speeds of up to 0.5) or random (controls drawn within their range for
   every step, positions off by up to 0.01). WARM steps are made first and not measured. `--profile` before all others
   takes the time of the parts; `--backend NAME` another backend; `--certify N` has one step in N certified by the host. */
#include <rigor/batch.h>
#include <rigor/rigor.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct request {
  const char *name, *start, *backend;
  int warm, steps, profile, certify;
} request;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- what the device tells: energy in J since it was started, memory in MiB; 0 where it does not --------------------- */

typedef struct device {
  void *handle;
  int (*energy)(void *, unsigned long long *);
  int (*memory)(void *, unsigned long long *);
} device;

static device open_device(void) {
  device d = {0};
  void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  if (!library) return d;
  int (*start)(void) = (int (*)(void))dlsym(library, "nvmlInit_v2");
  int (*find)(unsigned, void **) =
      (int (*)(unsigned, void **))dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
  if (!start || !find || start() || find(0, &d.handle)) return (device){0};
  d.energy =
      (int (*)(void *, unsigned long long *))dlsym(library, "nvmlDeviceGetTotalEnergyConsumption");
  d.memory = (int (*)(void *, unsigned long long *))dlsym(library, "nvmlDeviceGetMemoryInfo");
  return d;
}

static double joules(const device *d) {
  unsigned long long mj = 0;
  return d->handle && d->energy && d->energy(d->handle, &mj) == 0 ? 1e-3 * (double)mj : 0;
}

static double mebibytes(const device *d) {
  unsigned long long total_free_used[3] = {0, 0, 0};
  return d->handle && d->memory && d->memory(d->handle, total_free_used) == 0
             ? (double)total_free_used[2] / 1048576
             : 0;
}

/* --- a batch --------------------------------------------------------------------------------------------------------- */

static void refuse(const rg_error *error) {
  char text[1024];
  fprintf(stderr, "%s\n", rg_error_text(error, text, sizeof text));
  exit(2);
}

static void start(rg_batch *batch, const rg_model *model, const request *r, rg_error *error) {
  int stands = strcmp(r->start, "stand") == 0, count = rg_batch_count(batch);
  if (rg_batch_reset(batch, NULL, stands ? 0 : -1, error)) refuse(error);
  double *qpos = rg_batch_values(batch, RG_BATCH_QPOS, NULL),
         *qvel = rg_batch_values(batch, RG_BATCH_QVEL, NULL);
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < model->nv && stands; k++)
      qvel[(size_t)i * (size_t)model->nv + (size_t)k] +=
          rg_batch_draw(1, (uint64_t)i, 0, (uint64_t)k) - 0.5;
    for (int k = 0; k < model->nq && !stands; k++)
      qpos[(size_t)i * (size_t)model->nq + (size_t)k] +=
          0.01 * (2 * rg_batch_draw(1, (uint64_t)i, 0, (uint64_t)k) - 1);
  }
  if (!stands) rg_batch_draw_controls(batch, 2, 1);
}

static void measure(const rg_model *model, const request *r, int count, const device *d) {
  rg_batch_options o;
  rg_batch *batch;
  rg_error error;
  if (rg_batch_options_from_model(model, &o, &error)) refuse(&error);
  o.count = count;
  o.backend = r->backend;
  o.sim.integrator = RG_EULER;
  o.sim.solve.tol = 1e-8;
  o.sim.on_failure = RG_ON_FAILURE_CONTINUE;
  o.profile = r->profile;
  o.certify = (unsigned)r->certify;
  if (rg_batch_new(&batch, model, &o, &error)) refuse(&error);
  start(batch, model, r, &error);
  if (r->warm && rg_batch_step(batch, r->warm, &error)) refuse(&error);
  rg_batch_totals a = rg_batch_sum(batch);
  double e = joules(d), t = now();
  if (rg_batch_step(batch, r->steps, &error)) refuse(&error);
  t = now() - t;
  e = joules(d) - e;
  rg_batch_totals b = rg_batch_sum(batch);
  double steps = (double)(b.steps - a.steps), seconds = b.device_seconds - a.device_seconds;
  printf("%s %s %d: device %.4g/s wall %.4g/s contacts %.2f iterations %.2f slow %.5f host %.6f "
         "unsolved %ld worst %.1e MiB %.0f "
         "J/Mstep %.3f certified %ld worst %.1e",
         r->name, r->start, count, steps / seconds, steps / t,
         (double)(b.contacts - a.contacts) / steps, (double)(b.iterations - a.iterations) / steps,
         (double)(b.slow - a.slow) / steps, (double)(b.host - a.host) / steps, b.unsolved, b.worst,
         mebibytes(d), e / steps * 1e6, b.certified, b.certified_worst);
  for (int k = 0; k < RG_BATCH_PARTS && r->profile; k++)
    printf(" %s %.3f ms", rg_batch_part_name(k), 1e3 * (b.seconds[k] - a.seconds[k]) / r->steps);
  printf("\n");
  fflush(stdout);
  rg_batch_free(batch);
}

int main(int argc, char **argv) {
  request r = {.backend = "cuda"};
  int at = 1;
  for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++)
    if (strcmp(argv[at], "--profile") == 0) r.profile = 1;
    else if (strcmp(argv[at], "--backend") == 0 && at + 1 < argc) r.backend = argv[++at];
    else if (strcmp(argv[at], "--certify") == 0 && at + 1 < argc) r.certify = atoi(argv[++at]);
  if (argc - at < 6) {
    fprintf(stderr,
            "measure [--profile] [--backend NAME] MODEL NAME stand|random WARM STEPS COUNT...\n");
    return 2;
  }
  rg_model *model;
  rg_error error;
  if (rg_model_load(&model, argv[at], NULL, &error)) refuse(&error);
  r.name = argv[at + 1];
  r.start = argv[at + 2];
  r.warm = atoi(argv[at + 3]);
  r.steps = atoi(argv[at + 4]);
  device d = open_device();
  for (int k = at + 5; k < argc; k++) measure(model, &r, atoi(argv[k]), &d);
  rg_model_free(model);
  return 0;
}
