/* What those who watch may ask for: one JSON object a message (docs/live.md). */
#ifndef RIGOR_VIEW_COMMANDS_H
#define RIGOR_VIEW_COMMANDS_H

#include <stddef.h>

typedef enum view_deed {
  DO_RUN = 0,
  DO_PAUSE,
  DO_STEP,
  DO_RESET,
  DO_SPEED,
  DO_SOLVER,
  DO_LAW,
  DO_FRICTION,
  DO_RESTITUTION,
  DO_DRAG,
  DO_DROP,
  DO_CONTROL,
  DO_KEY,
  DEEDS
} view_deed;

typedef struct view_command {
  view_deed deed;
  unsigned client; /* who asked */
  int count;       /* step: how many */
  double value;    /* speed, friction, restitution, control; NaN: the model's */
  int index;       /* control: which actuator; key: which keyframe, -1: the reference position */
  char name[64];   /* solver, law */
  int body;        /* drag: which, */
  double point[3]; /* where in its frame, */
  double to[3];    /* to where in the world, */
  double strength; /* how hard; 1: as usual */
} view_command;

/* 1, or 0 with the reason in `why`. Everything but whether the model has such a body, actuator or keyframe is checked. */
int parse_command(const char *text, size_t size, view_command *command, char *why, size_t room);

#endif
