/* Problem files: siconos. */
#include "problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  fuzz_problem(RG_FORMAT_SICONOS, bytes, size);
  return 0;
}
