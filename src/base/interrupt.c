/* One flag a process, safe in signal handlers. */
#include <rigor/base.h>

#include <stdatomic.h>

static _Atomic int asked;

void rg_interrupt(int stop) { atomic_store_explicit(&asked, stop != 0, memory_order_relaxed); }

int rg_interrupted(void) { return atomic_load_explicit(&asked, memory_order_relaxed); }
