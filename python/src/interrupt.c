/* Ctrl-C while the library computes without the GIL.

   Python's own handler only makes a note, which nobody reads before the computation is over. So a handler stands
   before it for as long as somebody computes: it asks the library to end soon (rg_interrupt), counts, and goes on to
   Python's. Who comes back and finds that the count has changed lets Python raise KeyboardInterrupt, which it does in
   its main thread; in others a step that was cut short is done again. */
#include "binding.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static atomic_uint signals;
static int computing; /* threads; the GIL guards it */
static struct sigaction before;

static void on_interrupt(int number) {
  atomic_fetch_add(&signals, 1);
  rg_interrupt(1);
  if (before.sa_handler && before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL)
    before.sa_handler(number);
}

/* only where Python listens: who ignores the signal, or dies of it, still does */
void compute_begin(void) {
  struct sigaction ours = {.sa_handler = on_interrupt}, now;
  if (computing++ == 0) {
    sigemptyset(&ours.sa_mask);
    sigaction(SIGINT, NULL, &now);
    int listens = !(now.sa_flags & SA_SIGINFO) && now.sa_handler != SIG_DFL &&
                  now.sa_handler != SIG_IGN && now.sa_handler != on_interrupt;
    if (listens) {
      before = now;
      sigaction(SIGINT, &ours, NULL);
    }
  }
}

/* a handler that somebody else has put there in the meantime stays */
void compute_end(void) {
  struct sigaction now;
  if (--computing > 0) return;
  sigaction(SIGINT, NULL, &now);
  if (now.sa_handler == on_interrupt) sigaction(SIGINT, &before, NULL);
  // what came after the last look is Python's to answer
  if (rg_interrupted()) rg_interrupt(0);
}

unsigned interrupt_count(void) { return atomic_load(&signals); }

int answer_signals(void) {
  rg_interrupt(0);
  return PyErr_CheckSignals();
}

/* who is cut short by a Ctrl-C that raises nothing here goes on from where it was */
int solve_until_done(rg_status (*solve)(void *), void *solver, rg_status *status) {
  int failed = 0, again = 1;
  compute_begin();
  while (again && !failed) {
    unsigned begun = interrupt_count();
    Py_BEGIN_ALLOW_THREADS;
    *status = solve(solver);
    Py_END_ALLOW_THREADS;
    again = interrupt_count() != begun;
    if (again) failed = answer_signals();
    again = again && *status == RG_LIMIT;
  }
  compute_end();
  return failed;
}

double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
