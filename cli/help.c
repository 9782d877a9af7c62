/* rigor help [COMMAND]; the same as a manual page, and completion for shells */
#include "apart.h"
#include "manual.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { KEY_MAN = 1024, KEY_COMPLETION };

static const struct argp_option options[] = {
    {"man", KEY_MAN, NULL, 0, "As a manual page: rigor help --man run | man -l -", 0},
    {"completion", KEY_COMPLETION, "SHELL", 0,
     "Completion of commands and options for bash or zsh: . <(rigor help --completion bash)", 0},
    {0}};

typedef struct help_request {
  int man;
  const char *shell, *command;
  rg_error error;
} help_request;

static error_t take(int key, char *text, struct argp_state *parser) {
  help_request *r = parser->input;
  switch (key) {
  case KEY_MAN: r->man = 1; return 0;
  case KEY_COMPLETION: r->shell = text; return 0;
  case ARGP_KEY_ARG:
    if (r->command) refuse_option(&r->error, text, "is one argument too many");
    r->command = text;
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp help_argp = {.options = options,
                               .parser = take,
                               .args_doc = "[COMMAND]",
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
       "Exit status: 0 solved, 1 not solved, 2 bad usage or bad input, 3 above the tolerance by "
       "rounding alone.\n"
       "'rigor --version' says which version this is.");
  return EXIT_SOLVED;
}

static int no_command(const char *name) {
  rg_error error = {0};
  const char *near = nearest_command(name);
  if (near) refuse_option(&error, name, "is no command; did you mean '%s'?", near);
  else refuse_option(&error, name, "is no command; 'rigor help' lists them");
  return report_error("rigor help", &error, 0, 0);
}

/* argp asserts that it has memory: a child says it */
static rg_status say_options(void *context, int out, rg_error *error) {
  const command *chosen = context;
  char name[64];
  (void)out;
  snprintf(name, sizeof name, "rigor %s", chosen->name);
  argp_help(chosen->argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, name);
  if (fflush(stdout) == 0 && !ferror(stdout)) return RG_OK;
  return rg_fail(error, RG_IO, "", "cannot write to standard output: %s", strerror(errno));
}

int run_help(int argc, char **argv) {
  help_request r = {0};
  if (argc < 2) return overview();
  if (strcmp(argv[1], "--help") == 0) return overview();
  argp_parse(&help_argp, argc, argv, 0, NULL, &r);
  if (r.shell && (r.man || r.command))
    refuse_option(&r.error, "--completion", "is for all commands, and nothing else");
  if (r.error.status != RG_OK) return report_error("rigor help", &r.error, 0, 1);
  if (r.shell) {
    if (print_completion(r.shell)) return EXIT_SOLVED;
    refuse_option(&r.error, "--completion", "'%.40s' is neither bash nor zsh", r.shell);
    return report_error("rigor help", &r.error, 0, 1);
  }
  const command *chosen = r.command ? find_command(r.command) : NULL;
  if (r.command && !chosen && strcmp(r.command, "rigor") != 0) return no_command(r.command);
  if (r.man) {
    print_manual(chosen);
    return EXIT_SOLVED;
  }
  if (!chosen) return overview();
  fflush(stdout);
  if (do_apart("", "help", say_options, (void *)(size_t)chosen, NULL, NULL, &r.error) == RG_OK)
    return EXIT_SOLVED;
  return report_error("rigor help", &r.error, 0, 0);
}
