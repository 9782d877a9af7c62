/* rigor help [COMMAND] */
#include "commands.h"

#include <stdio.h>
#include <string.h>

const struct argp help_argp = {.args_doc = "[COMMAND]",
                               .doc = "Say how to use the program or one of its commands."};

static int overview(void) {
  puts("Usage: rigor COMMAND [OPTION...] [ARGUMENT...]\n"
       "\n"
       "Rigid bodies with exact Coulomb friction; every step and every answer comes with a "
       "certificate\n"
       "that says how far the impulses are from obeying the laws.\n"
       "\n"
       "Commands:");
  for (const command *c = commands; c->name; c++) printf("  %-10s %s\n", c->name, c->summary);
  puts("\n"
       "Examples:\n"
       "  rigor run box.xml                        simulate a second and show the summary\n"
       "  rigor run box.xml --csv motion.csv       write the motion, too\n"
       "  rigor view box.xml                       watch it live in a browser\n"
       "  rigor compare box.xml --solver auto,nsgs two solvers side by side\n"
       "  rigor solve problem.dat                  solve it and show the certificate\n"
       "  rigor solve problem.hdf5 --solver nsgs   choose the solver\n"
       "  rigor solve problem.json --json          one JSON object for another program\n"
       "  rigor certify problem.json impulses.txt  is somebody else's answer one?\n"
       "  rigor convert problem.hdf5 problem.json  change the format\n"
       "  rigor info robot.urdf                    what is in a model file\n"
       "  rigor help solve                         all options of 'solve'\n"
       "\n"
       "Exit status: 0 solved, 1 not solved, 2 bad usage or bad input.\n"
       "'rigor --version' says which version this is.");
  return EXIT_SOLVED;
}

int run_help(int argc, char **argv) {
  if (argc < 2) return overview();
  rg_error error = {0};
  const command *chosen = argv[1][0] == '-' ? NULL : find_command(argv[1]);
  if (strcmp(argv[1], "--help") == 0) return overview();
  if (argc > 2) {
    refuse_option(&error, argv[2], "is one argument too many");
    return report_error("rigor help", &error, 0, 1);
  }
  if (!chosen) {
    const char *near = nearest_command(argv[1]);
    if (near) refuse_option(&error, argv[1], "is no command; did you mean '%s'?", near);
    else refuse_option(&error, argv[1], "is no command; 'rigor help' lists them");
    return report_error("rigor help", &error, 0, 0);
  }
  char name[64];
  snprintf(name, sizeof name, "rigor %s", chosen->name);
  argp_help(chosen->argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, name);
  return EXIT_SOLVED;
}
