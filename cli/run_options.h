/* What `rigor run`, `compare` and `view` share: how a motion is simulated, from which start, for how long. */
#ifndef RIGOR_RUN_OPTIONS_H
#define RIGOR_RUN_OPTIONS_H

#include "commands.h"
#include "controls.h"
#include "packages.h"

#include <stdio.h>

enum { MOST_SETTINGS = 40, MOST_VALUES = 32 };

/* An option that says how to simulate; it is laid over the settings of the model once that is read. */
typedef struct setting {
  int key;
  int values; /* more than one: what `compare` compares */
  const char *value[MOST_VALUES];
} setting;

typedef struct simulation_request {
  const char *path; /* the model */
  rg_load_options load;
  package_folders packages;
  int several; /* options may have several values, separated by commas */
  setting settings[MOST_SETTINGS];
  int count;
  double seconds; /* NaN: not given */
  int steps;      /* -1: not given */
  const char *key;
  controls controls;
  double perturb;
  int seed;
  int settle; /* 1: positions are made consistent before the start */
  int json, quiet;
  rg_error error;
} simulation_request;

simulation_request simulation_request_default(void);
/* For the children of a command's argp; its input is a simulation_request. */
extern const struct argp simulation_argp;
/* The same for a command that goes on until it is ended. */
extern const struct argp endless_simulation_argp;

/* The long name of an option, without dashes. */
const char *setting_name(int key);

/* Functions that fail return something else than RG_OK and fill request->error. */
rg_status read_model(simulation_request *request, rg_model **model);
/* What read_model took for the request, after the last step. */
void forget_request(simulation_request *request);
/* The model's settings with the options over them; choice[k] (NULL: all 0) says which value of settings[k]. */
rg_status choose_options(simulation_request *request, const rg_model *model, const int *choice,
                         rg_sim_options *options);
rg_status make_simulation(simulation_request *request, const rg_model *model,
                          const rg_sim_options *options, rg_sim **sim);
/* To the keyframe that was asked for, moved by the random perturbation. */
rg_status set_start(simulation_request *request, rg_sim *sim);
/* Controls of the start: what is held, then single values. Part of set_start. */
rg_status start_controls(simulation_request *request, rg_sim *sim);
/* One step with the controls that are asked for. */
rg_status next_step(const simulation_request *request, rg_sim *sim);
/* A state with something that is not a number is refused; `from` says where it came from. */
rg_status check_state(simulation_request *request, rg_sim *sim, const char *from);
/* How many steps of dt make the time that was asked for. */
rg_status count_steps(simulation_request *request, double dt, long *steps);

/* For pages: the name of the file without folder and ending. */
void title_text(const char *path, char *title, size_t size);

#endif
