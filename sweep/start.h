/* Parameters and starts of tasks, laid over a batch of one. */
#ifndef SWEEP_START_H
#define SWEEP_START_H

#include "sweep.h"

#include <rigor/batch.h>

#include <stdio.h>

/* Into the arrays of a batch of one simulation; they count from its next reset on. */
rg_status sweep_lay_parameters(const sweep *s, const sweep_task *task, const rg_model *model,
                               rg_batch *batch, rg_error *error);
/* Into the state of a simulation that was reset; `room`: nv numbers. */
void sweep_lay_start(const sweep *s, const sweep_task *task, rg_sim *sim, double *room);

#endif
