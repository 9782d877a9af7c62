/* Ctrl-C and SIGTERM: the first one asks to end in order, at once but for the current step, which is taken
   back; the second one ends the program. So does the first where nobody has looked at it for a while,
   or where the program waits for somebody who does not read. */
#ifndef RIGOR_INTERRUPT_H
#define RIGOR_INTERRUPT_H

#include <rigor/base.h>

void watch_interrupts(void);
/* Seconds that a step may take to come to an end: 1 unless there is something to lose. */
void interrupt_patience(int seconds);
int interrupted(void);
/* Whether a step ended with `status` because of it, and was taken back. */
int cut_short(rg_status status);

#endif
