/* Tables of controls: --ctrl FILE. */
#include "target.h"

#include "../cli/controls.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const char scene[] =
      "<mujoco><worldbody><body><joint name='a' type='hinge'/><geom size='.1'/>"
      "<body pos='0 0 1'><joint name='b' type='slide'/><geom size='.1'/></body></body></worldbody>"
      "<actuator><motor name='one' joint='a' ctrllimited='true' ctrlrange='-1 1'/>"
      "<position name='two' joint='b'/></actuator></mujoco>";
  static rg_model *model;
  static rg_sim *sim;
  rg_error error = {0};
  if (!model) {
    fuzz_expect(rg_model_parse(&model, scene, sizeof scene - 1, NULL, &error) == RG_OK);
    rg_sim_options options = rg_sim_options_default();
    fuzz_expect(rg_sim_new(&sim, model, &options, &error) == RG_OK);
  }
  for (int interpolate = 0; interpolate < 2; interpolate++) {
    controls c = {.file = fuzz_file(bytes, size), .interpolate = interpolate};
    rg_status status = read_controls(&c, model, &error);
    fuzz_judge(status, &error);
    if (status == RG_OK) apply_controls(&c, sim);
    /* no number that is not one comes out of a table */
    const double *control = rg_sim_data(sim)->ctrl;
    for (int k = 0; k < model->nactuator; k++) fuzz_expect(control[k] - control[k] == 0);
    free_controls(&c);
  }
  return 0;
}
