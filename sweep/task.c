/* From the number of a task to what it is: a function of the number and the spec alone. */
#include "parts.h"

#include <rigor/batch.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

double sweep_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sweep_draw(const sweep *s, sweep_draws what, uint64_t which, uint64_t entry) {
  return rg_batch_draw(s->seed * 8 + (uint64_t)what, which, 0, entry);
}

sweep_task sweep_task_at(const sweep *s, long number) {
  long rest = number;
  sweep_task task = {.number = number};
  task.repeat = rest % s->repeat;
  rest /= s->repeat;
  task.point = rest % s->points;
  rest /= s->points;
  task.combination = rest % s->combinations;
  task.model = (int)(rest / s->combinations);
  /* the same starts for all models and options */
  task.seed = (uint64_t)(task.point * s->repeat + task.repeat);
  return task;
}

double sweep_value(const sweep *s, int parameter, long point) {
  const sweep_parameter *p = &s->parameter[parameter];
  if (s->design == SWEEP_LIST) return p->value[point];
  if (s->design == SWEEP_GRID) {
    /* the last parameter is the fastest */
    for (int k = s->parameters - 1; k > parameter; k--) point /= s->parameter[k].count;
    return p->value[point % p->count];
  }
  double share = sweep_draw(s, SWEEP_DRAW_POINT, (uint64_t)point, (uint64_t)parameter);
  if (s->design == SWEEP_LATIN) share = (p->stratum[point] + share) / (double)s->points;
  return p->log ? p->from * pow(p->to / p->from, share) : p->from + (p->to - p->from) * share;
}

int sweep_option_choice(const sweep *s, int option, long combination) {
  for (int k = s->options - 1; k > option; k--) combination /= s->option[k].count;
  return (int)(combination % s->option[option].count);
}

const char *sweep_combination_text(const sweep *s, long combination, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int k = 0; k < s->options && used < size; k++) {
    const sweep_option *o = &s->option[k];
    int choice = sweep_option_choice(s, k, combination);
    const char *name = o->name + sizeof "rigor." - 1, *space = k ? " " : "";
    int wrote =
        o->text ? snprintf(text + used, size - used, "%s%s=%s", space, name, o->text[choice])
                : snprintf(text + used, size - used, "%s%s=%.17g", space, name, o->number[choice]);
    used += (size_t)wrote;
  }
  return text;
}
