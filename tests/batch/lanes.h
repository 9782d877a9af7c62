/* A group of lanes on a processor, for batch/kernels/group.h, each with a stack of its own, which take turns. Lanes run one
   after the other from one meeting to the next, in an order that the caller chooses: what depends on the order is a race.
   That all lanes come to the same meetings is checked. */
#ifndef LANES_H
#define LANES_H

#ifndef LANES
#define LANES 32
#endif

extern int lanes_now; /* the lane that runs */

/* Runs the function in all lanes; `order` is how they take turns. 0 where they did not meet at the same places. */
int lanes_run(void (*function)(void *), void *context, const int *order);

void lanes_meet(int place);
double lanes_shuffle(double x, int from, int place);
unsigned lanes_who(int yes, int place);
unsigned lanes_most(unsigned x, int place);

#define RK_LANE                  lanes_now
#define RK_WIDTH                 LANES
#define RK_MEET()                lanes_meet(__LINE__)
#define RK_SHUFFLE(x, from)      lanes_shuffle(x, from, __LINE__)
#define RK_EXCHANGE(x, distance) lanes_shuffle(x, lanes_now ^ (distance), __LINE__)
#define RK_WHO(yes)              lanes_who(yes, __LINE__)
#define RK_MOST_OF(x)            lanes_most(x, __LINE__)

#endif
