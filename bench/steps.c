/* Time of a step in C, rigor and where it is installed MuJoCo: `bench_steps MODEL KEY STEPS` steps from the keyframe once a
   line that it reads, and answers with the seconds of each. bench/python_steps.py asks it between rounds of its own. */
#include <rigor/rigor.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

/* of the processor: others that want it, too, do not count */
static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* -1 where a step was not solved */
static double time_rigor(rg_sim *sim, int key, long steps) {
  rg_error error;
  if (rg_sim_reset(sim, key, &error) != RG_OK) return -1;
  double begin = cpu_seconds();
  for (long k = 0; k < steps; k++)
    if (rg_step(sim) != RG_SOLVED) return -1;
  return cpu_seconds() - begin;
}

#ifdef RIGOR_HAVE_MUJOCO
static double time_mujoco(mjModel *model, mjData *data, int key, long steps) {
  if (!model) return -1;
  mj_resetDataKeyframe(model, data, key);
  double begin = cpu_seconds();
  for (long k = 0; k < steps; k++) mj_step(model, data);
  return cpu_seconds() - begin;
}
#endif

int main(int argc, char **argv) {
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  char text[1024];
  if (argc != 4) return fputs("usage: bench_steps MODEL KEY STEPS\n", stderr), 2;
  if (rg_model_load(&model, argv[1], NULL, &error) || rg_sim_new(&sim, model, NULL, &error))
    return fprintf(stderr, "%s\n", rg_error_text(&error, text, sizeof text)), 2;
  int key = rg_model_find(model, RG_OBJECT_KEY, argv[2]);
  long steps = atol(argv[3]);
#ifdef RIGOR_HAVE_MUJOCO
  mjModel *theirs = mj_loadXML(argv[1], NULL, text, sizeof text);
  mjData *data = theirs ? mj_makeData(theirs) : NULL;
#endif
  while (fgets(text, sizeof text, stdin)) {
    double seconds = time_rigor(sim, key, steps), other = -1;
#ifdef RIGOR_HAVE_MUJOCO
    other = time_mujoco(theirs, data, key, steps);
#endif
    printf("%.9g %.9g\n", seconds, other);
    fflush(stdout);
  }
#ifdef RIGOR_HAVE_MUJOCO
  if (theirs) mj_deleteData(data), mj_deleteModel(theirs);
#endif
  rg_sim_free(sim);
  rg_model_free(model);
  return 0;
}
