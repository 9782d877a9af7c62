/* What the library may take of the memory, all threads together: rg_memory_limit(). Arenas and buffers, which
   hold everything that grows with a model or a problem, ask here before they ask the system. */
#ifndef RG_BUDGET_H
#define RG_BUDGET_H

#include <stddef.h>

/* 1 where it may be taken; 0 where it is more than allowed */
int rg_budget_take(size_t bytes);
void rg_budget_give(size_t bytes);
/* The same without taking it: what will be asked for piece by piece is refused before the first. */
int rg_budget_fits(double bytes);
/* What is asked for after a refusal: adds to what is needed. */
void rg_budget_note(size_t bytes);
/* "needs 18 GB, 8 GB are allowed" where something was refused since the last call, else NULL */
const char *rg_budget_words(char *buffer, size_t size);

#endif
