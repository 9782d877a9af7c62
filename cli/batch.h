/* What the files of `rigor batch` hand to each other. */
#ifndef RIGOR_BATCH_COMMAND_H
#define RIGOR_BATCH_COMMAND_H

#include "run_options.h"

#include <rigor/batch.h>

enum { MOST_RANDOM = 16 };

/* --random NAME=X */
typedef struct random_part {
  const char *name; /* "qpos", "qvel", "ctrl", or that of a parameter */
  double size;
} random_part;

typedef struct batch_request {
  simulation_request simulation;
  int count;
  const char *backend;
  random_part random[MOST_RANDOM];
  int parts;
  const char *csv, *hdf5;
  int profile;
  int certify;    /* -1: as it is by default */
  double seconds; /* wall time of the steps */
  long steps;     /* asked for, of each simulation */
} batch_request;

/* batch_start.c: one more --random; all simulations at their own start */
void take_random(batch_request *request, char *text);
rg_status start_batch(batch_request *request, rg_batch *batch, rg_sim *pattern);

/* batch_output.c: a row a simulation */
rg_status write_batch(batch_request *request, const rg_model *model, rg_batch *batch);

/* batch_print.c */
void print_batch(const batch_request *request, rg_batch *batch);
void print_batch_json(const batch_request *request, rg_batch *batch);

#endif
