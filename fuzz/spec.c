/* Specs of sweeps; the model that they may name lies beside them. */
#include "target.h"

#include "../sweep/parts.h"

static void put_model(void) {
  static const char model[] =
      "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/><body name='ball' pos='0 0 "
      "1'><freejoint name='fly'/><geom name='skin' size='.1'/></body></worldbody>"
      "<keyframe><key name='start'/></keyframe></mujoco>";
  char place[80];
  const char *path = fuzz_file((const uint8_t *)model, sizeof model - 1);
  snprintf(place, sizeof place, "%s", path);
  strcpy(strrchr(place, '/'), "/rigor-fuzz-model.xml");
  fuzz_expect(rename(path, place) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  sweep *s = NULL;
  rg_error error = {0};
  static int there;
  rg_memory_limit(FUZZ_MEMORY);
  if (!there) put_model();
  there = 1;
  rg_status status = sweep_read(&s, fuzz_file(bytes, size), &error);
  fuzz_judge(status, &error);
  /* each task of one that is valid has values */
  for (long t = 0; status == RG_OK && t < s->tasks && t < 4; t++) {
    sweep_task task = sweep_task_at(s, t);
    fuzz_expect(task.model >= 0 && task.point >= 0);
    for (int k = 0; k < s->parameters; k++) {
      double value = sweep_value(s, k, task.point);
      fuzz_expect(value - value == 0);
    }
  }
  sweep_free(s);
  return 0;
}
