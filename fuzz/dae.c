/* Meshes: .dae, their hull and their solid. */
#include "mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  fuzz_mesh(rg_mesh_parse_dae, bytes, size);
  return 0;
}
