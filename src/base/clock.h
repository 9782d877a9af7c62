/* Monotonic wall time. */
#ifndef RG_CLOCK_H
#define RG_CLOCK_H

double rg_seconds(void);

#endif
