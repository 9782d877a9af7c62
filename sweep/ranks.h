/* What ranks say to each other before rows. */
#ifndef SWEEP_RANKS_H
#define SWEEP_RANKS_H

#include "parts.h"
#include "wire.h"

enum { RANK_TEXT = 512 };

/* a rank to the keeper: once at the start; again only where it cannot go on */
typedef struct rank_hello {
  uint64_t fingerprint;
  int workers;
  int status; /* not RG_OK: the text says why */
  char text[RANK_TEXT];
} rank_hello;

/* messenger.c: ranks but 0, until the keeper says that it is the end */
void sweep_messenger(const sweep_wire *wire, const sweep *s, sweep_crew *crew, int workers,
                     const rg_error *error);

/* what there is to read of a foreman's records: 1 read, 0 nothing, -1 it has gone, -2 no memory */
int sweep_crew_read(sweep_crew *crew, sweep_buffer *in);

#endif
