/* The options of `rigor run`, one argument a line: what the program looks at before and in argp. */
#include "target.h"

#include "../cli/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  enum { MOST = 40 };
  char *text = malloc(size + 1), *argv[MOST + 2] = {(char *)"rigor run"}, *before[MOST + 2];
  int argc = 1;
  if (!text) return 0;
  memcpy(text, bytes, size);
  text[size] = 0;
  for (char *line = text; line && argc <= MOST;) {
    char *end = strchr(line, '\n');
    if (end) *end = 0;
    argv[argc++] = line;
    line = end ? end + 1 : NULL;
  }
  memcpy(before, argv, sizeof before);
  rg_error error = {0};
  expand_options(&run_argp, argc, argv);
  wants_json(argc, argv);
  /* help and usage end the program, and print */
  int helps = 0;
  for (int k = 1; k < argc; k++)
    helps |= strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "--usage") == 0 ||
             (argv[k][0] == '-' && argv[k][1] != '-' && strchr(argv[k], '?'));
  rg_status status = check_options(&run_argp, argc, argv, &error);
  fuzz_judge(status, &error);
  run_request request = {.simulation = simulation_request_default(), .every = 1};
  char *expanded[MOST + 2];
  memcpy(expanded, argv, sizeof expanded);
  /* what has passed the check is no surprise to argp */
  if (status == RG_OK && !helps)
    fuzz_expect(argp_parse(&run_argp, argc, argv, ARGP_NO_EXIT | ARGP_SILENT, NULL, &request) == 0);
  for (int k = 1; k < argc; k++)
    if (expanded[k] != before[k]) free(expanded[k]);
  free(text);
  return 0;
}
