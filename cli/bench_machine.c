/* Which machine this is, and which peers are missing on it. */
#include "bench.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void read_processor(char *text, size_t size) {
  char line[512];
  FILE *file = fopen("/proc/cpuinfo", "r");
  snprintf(text, size, "unknown processor");
  while (file && fgets(line, sizeof line, file)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon || !colon[1]) continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(text, size, "%.120s", colon + 2);
    break;
  }
  if (file) fclose(file);
}

void bench_describe_machine(bench_answer *answer) {
  static const char *const programs[][2] = {{"mujoco_runner", "libmujoco-dev"},
                                            {"ode_runner", "libode-dev"}};
  struct utsname system;
  char processor[128], path[BENCH_PATH], packages[128] = "";
  uname(&system);
  read_processor(processor, sizeof processor);
  snprintf(answer->machine, sizeof answer->machine,
           "%.60s: %s, %ld processors, %.60s %.60s %.60s; compiler %s", system.nodename, processor,
           sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release, system.machine,
           __VERSION__);
  for (size_t k = 0; k < 2; k++)
    if (!bench_find_program(programs[k][0], path, sizeof path)) {
      size_t used = strlen(packages);
      snprintf(packages + used, sizeof packages - used, " %s", programs[k][1]);
    }
  if (packages[0])
    snprintf(answer->peers, sizeof answer->peers,
             "Not every peer is here. On Debian: apt install%s, then build rigor again.", packages);
}
