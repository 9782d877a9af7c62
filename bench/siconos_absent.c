/* The peer where Siconos is not installed: nothing to try. */
#include "siconos.h"

const char *siconos_version(void) { return ""; }

int siconos_list(const bench_case *one, int quick, siconos_run *runs) {
  (void)one, (void)quick, (void)runs;
  return 0;
}

const char *siconos_run_name(const siconos_run *run, char *buffer, int size) {
  (void)run;
  if (size > 0) buffer[0] = 0;
  return buffer;
}

void siconos_job(const void *context, int report) { (void)context, (void)report; }
void siconos_reduction_job(const void *context, int report) { (void)context, (void)report; }
