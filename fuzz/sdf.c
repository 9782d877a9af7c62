/* SDFormat. */
#include "model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  fuzz_model(bytes, size);
  return 0;
}
