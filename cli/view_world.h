/* What is watched: a simulation that can be paused, changed, reset and pulled at while it runs. */
#ifndef RIGOR_VIEW_WORLD_H
#define RIGOR_VIEW_WORLD_H

#include "run_options.h"
#include "view_server.h"
#include "view_spring.h"

#include <rigor/report.h>

enum { MOST_SPRINGS = 16 };

typedef struct view_world {
  simulation_request *request;
  const rg_model *model;
  rg_sim *sim;
  rg_scene_live *live;
  rg_osi *osi; /* how heavy a point of a body is */
  view_spring spring[MOST_SPRINGS];
  char key[16]; /* number of the keyframe that somebody chose */
  char id[40];  /* of this run of the program: a page of another one loads itself anew */
  int paused;
  int single;           /* steps that are to be made while it is paused */
  double speed;         /* simulated seconds a second that are wanted */
  unsigned epoch;       /* how often it was begun */
  long steps, unsolved; /* of all epochs */
  char notice[320];     /* why it stands still; "" */
  int changed;          /* something that those who watch should know */
} view_world;

rg_status world_begin(view_world *world, rg_error *error);
/* One step with the springs. Pauses where the step was not solved and the policy is to stop. */
void world_step(view_world *world);
/* 1, or 0 with a reason. */
int world_obey(view_world *world, const view_command *command, char *why, size_t room);
/* Springs of those who have gone. */
void world_let_go(view_world *world, view_server *server);

/* Messages (docs/live.md). 0: there is no memory for one now; it is to be tried again. */
int world_publish_news(view_world *world, view_server *server);
/* `ratio`: simulated seconds a second that were reached, NaN: unknown. */
int world_publish_state(view_world *world, view_server *server, double ratio);
/* What a page must know before it can show anything: JSON to free(); NULL: no memory. */
char *world_facts(const view_world *world);

#endif
