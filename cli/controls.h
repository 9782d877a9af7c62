/* What the actuators are told: --ctrl NAME=VALUE, --ctrl FILE.csv, --hold KEY. */
#ifndef RIGOR_CONTROLS_H
#define RIGOR_CONTROLS_H

#include "commands.h"

enum { MOST_CONTROLS = 256 };

typedef struct control_table control_table;

typedef struct controls {
  int count;
  const char *value[MOST_CONTROLS]; /* NAME=VALUE, as given; once the model is read: */
  int actuator[MOST_CONTROLS];
  double number[MOST_CONTROLS];
  const char *file; /* NULL: none */
  const char *hold; /* keyframe; NULL: none */
  int interpolate;
  control_table *table; /* what the file says, once it is read */
} controls;

void take_control(controls *c, const char *text, rg_error *error);
/* Options that need another one. */
void check_controls(const controls *c, rg_error *error);
/* Checks the names and reads the file. */
rg_status read_controls(controls *c, const rg_model *model, rg_error *error);
void free_controls(controls *c);
/* What actuators are told so that they hold a keyframe; for free(), NULL: no memory. A state that follows its control is to
   start there. */
double *held_controls(const rg_model *model, int key);

/* At the start: what is held, then the single values. `key`: number of the keyframe to hold, -1: none. */
rg_status begin_controls(const controls *c, rg_sim *sim, int key, rg_error *error);
/* Before each step: what the file says about it. */
void apply_controls(const controls *c, rg_sim *sim);

#endif
