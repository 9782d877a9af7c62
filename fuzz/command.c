/* What those who watch a live view may send. */
#include "target.h"

#include "../cli/view_commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  view_command command;
  char why[200] = "";
  if (!parse_command((const char *)bytes, size, &command, why, sizeof why))
    fuzz_expect(why[0] != 0);
  return 0;
}
