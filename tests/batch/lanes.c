/* Lanes as contexts of one thread (lanes.h). */
#undef _POSIX_C_SOURCE
#define _XOPEN_SOURCE 700 /* ucontext.h */
#include "lanes.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 512 * 1024 };

int lanes_now;

static ucontext_t turns, lane[LANES];
static int place_of[LANES], ended[LANES], calls[LANES];
static double given[2][LANES];
static void (*task)(void *);
static void *task_context;

static void run_lane(void) {
  task(task_context);
  ended[lanes_now] = 1;
  place_of[lanes_now] = -1;
}

/* lane k on a stack of its own; by itself, since getcontext() may return twice */
static void begin_lane(int k, char *stack) {
  getcontext(&lane[k]);
  lane[k].uc_stack.ss_sp = stack;
  lane[k].uc_stack.ss_size = STACK;
  lane[k].uc_link = &turns;
  makecontext(&lane[k], run_lane, 0);
}

int lanes_run(void (*function)(void *), void *context, const int *order) {
  static char *stack;
  int left = 1, good = 1;
  if (!stack) stack = malloc((size_t)LANES * STACK);
  if (!stack) return 0;
  task = function;
  task_context = context;
  memset(calls, 0, sizeof calls);
  memset(ended, 0, sizeof ended);
  for (int k = 0; k < LANES; k++) begin_lane(k, stack + (size_t)k * STACK);
  while (left && good) {
    for (int k = 0; k < LANES; k++) {
      lanes_now = order[k];
      swapcontext(&turns, &lane[lanes_now]);
    }
    for (int k = 1; k < LANES; k++) good &= place_of[k] == place_of[0];
    left = !ended[0];
  }
  return good;
}

void lanes_meet(int place) {
  int self = lanes_now;
  place_of[self] = place;
  swapcontext(&lane[self], &turns);
}

/* two sets of values: one lane may be at the next exchange while others still read this one */
double lanes_shuffle(double x, int from, int place) {
  int self = lanes_now, set = calls[self]++ & 1;
  given[set][self] = x;
  lanes_meet(place);
  return given[set][from & (LANES - 1)];
}

unsigned lanes_who(int yes, int place) {
  int self = lanes_now, set = calls[self]++ & 1;
  unsigned who = 0;
  given[set][self] = yes != 0;
  lanes_meet(place);
  for (int k = 0; k < LANES; k++)
    if (given[set][k] > 0) who |= 1u << k;
  return who;
}

unsigned lanes_most(unsigned x, int place) {
  int self = lanes_now, set = calls[self]++ & 1;
  double most = 0;
  given[set][self] = (double)x;
  lanes_meet(place);
  for (int k = 0; k < LANES; k++) most = given[set][k] > most ? given[set][k] : most;
  return (unsigned)most;
}
