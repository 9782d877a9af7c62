/* SIGINT and SIGTERM set the library's flag and start a clock that looks every tenth of a second whether
   somebody obeys. Its ticks also wake whoever waits in write(2). */
#include "interrupt.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
  TICK = 100000 /* us */,
  TICKS = 7 /* in the first second, whose rest the end of a large process takes */
};
static const double IDLE = 0.02; /* s of processor time in TICKS ticks: it waits for something */

static volatile sig_atomic_t first_signal, noticed, ticks, patience = 1;
static volatile double used;

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* by the signal that was sent, as without a handler */
static void end_now(void) {
  static const char words[] = "rigor: ended by a signal before its work was in order\n";
  (void)!write(STDERR_FILENO, words, sizeof words - 1);
  signal(first_signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, first_signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(first_signal);
  _exit(128 + first_signal);
}

static void tick(int number) {
  (void)number;
  ticks++;
  if (ticks % TICKS != 0) return;
  double now = processor_seconds(), spent = now - used;
  used = now;
  if (spent < IDLE || (!noticed && ticks >= TICKS * patience)) end_now();
}

static void ask(int number) {
  if (first_signal) end_now();
  first_signal = number;
  rg_interrupt(1);
  used = processor_seconds();
  const struct itimerval often = {.it_interval = {.tv_usec = TICK}, .it_value = {.tv_usec = TICK}};
  setitimer(ITIMER_REAL, &often, NULL);
}

void watch_interrupts(void) {
  // without SA_RESTART: calls that wait return
  struct sigaction action = {.sa_handler = ask}, clock = {.sa_handler = tick};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGALRM);
  clock.sa_mask = action.sa_mask;
  sigaction(SIGALRM, &clock, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

void interrupt_patience(int seconds) { patience = seconds; }

int interrupted(void) {
  int asked = rg_interrupted();
  if (asked) noticed = 1;
  return asked;
}

int cut_short(rg_status status) { return status == RG_LIMIT && interrupted(); }
