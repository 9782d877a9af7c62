/* The line protocol of the peers, and their clock: processor time of the process. */
#include "runner.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

runner_arguments runner_read_arguments(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: %s MODEL KEY DT VARIANT\n", argv[0]);
    exit(2);
  }
  return (runner_arguments){argv[1], argv[2], argv[4], atof(argv[3])};
}

void runner_refuse(const char *format, ...) {
  char reason[512];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof reason, format, list);
  va_end(list);
  reason[strcspn(reason, "\n")] = 0;
  printf("refused|%s\n", reason);
  exit(1);
}

/* the clock is looked at after every step where steps take longer than a millisecond, else after
   1, 2, 4, ... 16 and then after every 16 */
static int looks_at_clock(long done, double used) {
  return used > 1e-3 * (double)done || done % 16 == 0 || (done & (done - 1)) == 0;
}

static void time_steps(const runner_engine *engine, long steps, double seconds) {
  long done = 0;
  engine->reset();
  double begin = cpu_seconds(), used = 0;
  while (done < steps && used < seconds) {
    engine->step();
    if (looks_at_clock(++done, used)) used = cpu_seconds() - begin;
  }
  printf("time %ld %.17g\n", done, cpu_seconds() - begin);
}

static void measure_steps(const runner_engine *engine, long steps, double seconds) {
  bench_laws laws = {0};
  const bench_contact *contact = NULL;
  engine->reset();
  double begin = cpu_seconds();
  while (laws.steps < steps && cpu_seconds() - begin < seconds) {
    engine->step();
    int count = engine->contacts(&contact);
    bench_laws_step(&laws, contact, count);
  }
  laws.rest = engine->fastest();
  printf("measure ");
  bench_laws_write(&laws, stdout);
  printf("|%s\n", engine->notice ? engine->notice() : "");
}

static void set_control(const runner_engine *engine, long actuator, double value) {
  if (engine->control && engine->control(actuator, value)) printf("control %ld\n", actuator);
  else printf("no control %ld\n", actuator);
}

int runner_serve(const runner_engine *engine) {
  char line[256];
  printf("ready|%s|%s\n", engine->name, engine->options);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    long steps = 0;
    double seconds = 0;
    char what[16] = "";
    if (sscanf(line, "%15s %ld %lf", what, &steps, &seconds) != 3) return 2;
    if (strcmp(what, "control") == 0) set_control(engine, steps, seconds);
    else if (strcmp(what, "time") == 0) time_steps(engine, steps, seconds);
    else if (strcmp(what, "measure") == 0) measure_steps(engine, steps, seconds);
    else return 2;
    fflush(stdout);
  }
  return 0;
}
