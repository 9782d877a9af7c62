/* A flag that SIGINT and SIGTERM set. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void ask(int signal_number) {
  (void)signal_number;
  asked = 1;
}

void watch_interrupts(void) {
  // with the default action back in place, a second signal ends the program at once
  struct sigaction action = {.sa_handler = ask, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

int interrupted(void) { return asked; }
