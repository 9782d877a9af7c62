/* A model from text; where it is one, it is written, and stepped where it is small. */
#ifndef RIGOR_FUZZ_MODEL_H
#define RIGOR_FUZZ_MODEL_H

#include "target.h"

enum { FUZZ_DOFS = 20, FUZZ_GEOMS = 20 };

static inline void fuzz_step(const rg_model *model) {
  rg_sim *sim = NULL;
  rg_error error = {0};
  rg_sim_options options;
  if (rg_sim_options_from_model(model, &options, &error) != RG_OK) return;
  options.solve.max_iterations = 20;
  options.halvings = 1;
  options.accuracy = 0;
  rg_status status = rg_sim_new(&sim, model, &options, &error);
  fuzz_judge(status, &error);
  if (status == RG_OK) rg_step(sim);
  rg_sim_free(sim);
}

static inline void fuzz_model(const uint8_t *bytes, size_t size) {
  rg_memory_limit(FUZZ_MEMORY);
  for (int lenient = 0; lenient < 2; lenient++) {
    rg_model *model = NULL;
    rg_error error = {0};
    rg_load_options options = rg_load_options_default();
    options.lenient = lenient;
    rg_status status = rg_model_parse(&model, (const char *)bytes, size, &options, &error);
    fuzz_judge(status, &error);
    if (status != RG_OK) continue;
    if (model->nv > 0 && model->nv <= FUZZ_DOFS && model->ngeom <= FUZZ_GEOMS) fuzz_step(model);
    rg_model_free(model);
    break;
  }
}

#endif
