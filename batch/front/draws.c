/* Controls that are drawn. */
#include "front/front.h"

#include "kernels/draw.h"

double rg_batch_draw(uint64_t seed, uint64_t simulation, uint64_t step, uint64_t entry) {
  return rk_draw(seed, simulation, step, entry);
}

void rg_batch_draw_controls(rg_batch *batch, uint64_t seed, int hold) {
  batch->seed = seed;
  batch->hold = hold > 0 ? hold : 0;
}

void batch_draw_row(const rg_batch *batch, int simulation) {
  const rg_model *model = batch->model;
  long step = batch->result[simulation].steps;
  if (!batch->hold || step % batch->hold) return;
  double *ctrl = batch_row(batch, RG_BATCH_CTRL, simulation);
  for (int a = 0; a < model->nactuator; a++) {
    double low = -1, high = 1;
    if (model->actuator_ctrllimited[a])
      low = model->actuator_ctrlrange[2 * a], high = model->actuator_ctrlrange[2 * a + 1];
    uint64_t block = (uint64_t)(step / batch->hold);
    ctrl[a] =
        low + (high - low) * rg_batch_draw(batch->seed, (uint64_t)simulation, block, (uint64_t)a);
  }
}
