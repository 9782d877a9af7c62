/* A peer in a process of its own, driven by lines:

       runner MODEL KEY DT VARIANT      KEY "-": the reference configuration; DT 0: the model's

   It answers "ready|NAME AND VERSION|OPTIONS" or "refused|REASON", then to each line that it reads

       time STEPS SECONDS               "time STEPS CPU_SECONDS": from the start, steps alone,
                                        ends early where SECONDS of processor time are used up
       measure STEPS SECONDS            "measure ...|NOTICE": bench_laws_write() of the same steps
       control INDEX VALUE              "control INDEX": what an actuator is told from every start on

   and ends with its input. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "laws/laws.h"

typedef struct runner_arguments {
  const char *model, *key, *variant;
  double dt;
} runner_arguments;

typedef struct runner_engine {
  char name[64];     /* with the version */
  char options[256]; /* solver, cone, iterations, tolerance, step */
  void (*reset)(void);
  void (*step)(void);
  /* contacts of the last step, their number */
  int (*contacts)(const bench_contact **contact);
  double (*fastest)(void);                     /* entry of the velocity */
  int (*control)(long actuator, double value); /* 0: there is none; NULL: controls are not known */
  const char *(*notice)(void); /* what went wrong since the start, "": nothing; NULL: cannot tell */
} runner_engine;

/* Reads the arguments; ends the program where they are wrong. */
runner_arguments runner_read_arguments(int argc, char **argv);
/* Says why there will be nothing; does not return. */
void runner_refuse(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Serves until the input ends; returns the exit status. */
int runner_serve(const runner_engine *engine);

#endif
