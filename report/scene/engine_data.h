/* What a page that simulates begins with: the compiled model, the options, the state. Written by a program on this side,
   read by the engine in the page: one file, so that they agree. */
#ifndef RG_ENGINE_DATA_H
#define RG_ENGINE_DATA_H

#include <rigor/step.h>

#include <stddef.h>

/* A state from which a motion begins: arrays behind each other. */
typedef struct rg_engine_state {
  double time;
  double *numbers; /* rg_engine_numbers of them; the caller's */
} rg_engine_state;

/* How many numbers a state of the model has. */
size_t rg_engine_numbers(const rg_model *model);
void rg_engine_keep(const rg_sim *sim, rg_engine_state *state);
/* Begins anew with it. */
rg_status rg_engine_begin(rg_sim *sim, const rg_engine_state *state, rg_error *error);

/* Everything of a simulation of now; `bytes` is the caller's to free(). */
rg_status rg_engine_pack(rg_sim *sim, void **bytes, size_t *size, rg_error *error);
/* The model, a simulation of it, and the state that it begins with, which it has already. On failure all are NULL. */
rg_status rg_engine_unpack(const void *bytes, size_t size, rg_model **model, rg_sim **sim,
                           rg_engine_state *start, rg_error *error);

#endif
