/* rigor view, where the program was built without a server. */
#include "commands.h"

static error_t take(int key, char *text, struct argp_state *parser) {
  (void)key, (void)text, (void)parser;
  return 0;
}

const struct argp view_argp = {
    .parser = take,
    .args_doc = "MODEL",
    .doc = "Simulate in real time and show it in a browser. This build of rigor cannot: install "
           "libwebsockets-dev, then build it again."};

int run_view(int argc, char **argv) {
  rg_error error = {0};
  (void)argc;
  refuse_option(&error, "view",
                "this build of rigor has no server in it: install libwebsockets-dev, then build it "
                "again");
  return report_error(argv[0], &error, 0, 0);
}
