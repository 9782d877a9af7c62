/* Random numbers by what they are for, not by what came before: the same for every order and every device. */
#include "front/front.h"

/* one round of splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits that mixes them all */
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double rg_batch_draw(uint64_t seed, uint64_t simulation, uint64_t step, uint64_t entry) {
  uint64_t bits = mix(mix(mix(mix(seed) ^ simulation) ^ step) ^ entry);
  return (double)(bits >> 11) * 0x1p-53;
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
