/* How ranks talk: what the module for MPI has to do. It is opened at run time, so that the program itself needs no MPI. */
#ifndef SWEEP_WIRE_H
#define SWEEP_WIRE_H

#include <stddef.h>

enum { SWEEP_HELLO = 1, SWEEP_GIVE, SWEEP_ROWS, SWEEP_END_OF_WORK };

typedef struct sweep_wire {
  int version; /* SWEEP_WIRE_VERSION */
  /* 0 where it failed */
  int (*open)(int *rank, int *ranks);
  int (*send)(int to, int tag, const void *bytes, size_t count);
  /* Whether something is there: its sender, tag and size. Does not wait. */
  int (*look)(int *from, int *tag, size_t *count);
  int (*take)(int from, int tag, void *bytes, size_t count);
  void (*close)(void);         /* waits for all ranks */
  void (*give_up)(int status); /* ends all ranks */
} sweep_wire;

enum { SWEEP_WIRE_VERSION = 1 };

/* the one symbol of the module */
#define SWEEP_WIRE_SYMBOL "rigor_sweep_wire"

#endif
