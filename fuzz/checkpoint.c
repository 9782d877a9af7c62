/* Checkpoints of one scene. The checksum is made right, so that what is behind it is reached as well. */
#include "target.h"

static const char scene[] =
    "<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='5 5 1' euler='5 0 0'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 1'><joint name='j' type='hinge' axis='0 1 0' frictionloss='.1' limited='true' "
    "range='-40 70'/><geom type='capsule' size='.03' fromto='0 0 0 .4 0 0'/></body></worldbody>"
    "<actuator><motor joint='j'/></actuator></mujoco>";

static size_t with_checksum(const uint8_t *bytes, size_t size, char *text) {
  static const char key[] = ",\n \"checksum\"";
  size_t end = size;
  for (size_t k = 0; k + sizeof key <= size; k++)
    if (memcmp(bytes + k, key, sizeof key - 1) == 0) end = k;
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t k = 0; k < end; k++) h = (h ^ bytes[k]) * 0x100000001b3u;
  memcpy(text, bytes, end);
  return end + (size_t)sprintf(text + end, "%s: \"%016llx\"}\n", key, (unsigned long long)h);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static rg_model *model;
  static rg_sim *sim;
  rg_error error = {0};
  if (!sim) {
    rg_sim_options options = rg_sim_options_default();
    options.solve.max_iterations = 20;
    fuzz_expect(rg_model_parse(&model, scene, sizeof scene - 1, NULL, &error) == RG_OK);
    fuzz_expect(rg_sim_new(&sim, model, &options, &error) == RG_OK);
  }
  char *text = malloc(size + 64);
  if (!text) return 0;
  size_t length = with_checksum(bytes, size, text);
  rg_status status = rg_sim_load(sim, fuzz_file((const uint8_t *)text, length), &error);
  fuzz_judge(status, &error);
  if (status == RG_OK) rg_step(sim);
  free(text);
  return 0;
}
