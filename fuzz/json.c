/* Problem files: json. */
#include "problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  fuzz_problem(RG_FORMAT_JSON, bytes, size);
  return 0;
}
