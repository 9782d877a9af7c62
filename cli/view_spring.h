/* Pulling at a body: a force in the next step, nothing else (docs/live.md). */
#ifndef RIGOR_VIEW_SPRING_H
#define RIGOR_VIEW_SPRING_H

#include <rigor/rigor.h>

/* Somebody pulls at a point of a body. */
typedef struct view_spring {
  unsigned client;
  int body;        /* -1: nobody */
  double point[3]; /* in its frame */
  double to[3];    /* in the world */
  double strength;
} view_spring;

/* Adds its force to those that are applied in the next step; `osi` is for one node. */
void spring_pull(const view_spring *spring, rg_osi *osi, rg_sim *sim);

#endif
