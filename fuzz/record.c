/* Records of a motion that a resumed run goes on with. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const char scene[] =
      "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1'/></body>"
      "</worldbody></mujoco>";
  static rg_model *model;
  rg_error error = {0};
  if (!model) fuzz_expect(rg_model_parse(&model, scene, sizeof scene - 1, NULL, &error) == RG_OK);
  double after = 0.5;
  long kept = 0;
  rg_trajectory *trajectory = NULL;
  rg_contact_log *contacts = NULL;
  rg_status status =
      rg_trajectory_open(&trajectory, fuzz_file(bytes, size), model, &after, &kept, &error);
  fuzz_judge(status, &error);
  if (status == RG_OK) rg_trajectory_close(trajectory, &error);
  status = rg_contact_log_open(&contacts, fuzz_file(bytes, size), model, &after, &error);
  fuzz_judge(status, &error);
  if (status == RG_OK) rg_contact_log_close(contacts, &error);
  return 0;
}
