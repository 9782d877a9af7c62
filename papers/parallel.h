/* Independent parts of an experiment on all cores, or on as many as are wanted. */
#ifndef PAPERS_PARALLEL_H
#define PAPERS_PARALLEL_H

#include "papers.h"

/* One part: `item` in 0..items-1. It writes to memory of its own only. */
typedef rg_status (*paper_part)(void *context, int item);

/* Runs all parts, in any order, on `options->threads` threads, this one included. After
   `interrupted` or a part that fails no further one begins. RG_OK, or the status of the first part
   (by number) that failed. */
rg_status paper_parallel(const paper_options *options, int items, paper_part part, void *context);

#endif
