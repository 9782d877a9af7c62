/* Compiled models: what is taken makes two steps. Head and checksum are made right, so that what is behind them is
   reached as well. */
#include "target.h"

enum { HEAD = 32, TAIL = 8 };

static void put(uint8_t *at, uint64_t value, int bytes) {
  for (int k = 0; k < bytes; k++) at[k] = (uint8_t)(value >> 8 * k);
}

static void two_steps(const rg_model *model) {
  rg_sim_options options;
  rg_sim *sim = NULL;
  if (rg_sim_options_from_model(model, &options, NULL) != RG_OK) return;
  options.solve.max_iterations = 20;
  options.step_iterations = 100;
  if (rg_sim_new(&sim, model, &options, NULL) != RG_OK) return;
  for (int k = 0; k < 2; k++) rg_step(sim);
  rg_sim_free(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  rg_model *model = NULL;
  rg_error error = {0};
  rg_memory_limit(FUZZ_MEMORY);
  uint8_t *copy = malloc(size + HEAD + TAIL);
  if (!copy) return 0;
  memcpy(copy, bytes, size);
  if (size >= HEAD + TAIL) {
    uint64_t sum = 0xcbf29ce484222325u;
    memcpy(copy, "rigor model\0\0\0\0\0", 16);
    put(copy + 16, 2, 8);
    put(copy + 24, size - HEAD - TAIL, 8);
    for (size_t k = 0; k < size - TAIL; k++) sum = (sum ^ copy[k]) * 0x100000001b3u;
    put(copy + size - TAIL, sum, TAIL);
  }
  rg_status status = rg_model_unpack(&model, copy, size, &error);
  fuzz_judge(status, &error);
  if (status == RG_OK) two_steps(model);
  rg_model_free(model);
  free(copy);
  return 0;
}
