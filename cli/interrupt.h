/* Ctrl-C and SIGTERM: the first one asks to end after the current step, the second one ends at once. */
#ifndef RIGOR_INTERRUPT_H
#define RIGOR_INTERRUPT_H

void watch_interrupts(void);
int interrupted(void);

#endif
