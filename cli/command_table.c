/* The list of sub-commands; its order is that of the help. */
#include "commands.h"

#include <string.h>

const command commands[] = {
    {"run", "simulate a model with exact friction, every step certified", &run_argp, run_run},
    {"view", "watch a model live in a browser, and push things", &view_argp, run_view},
    {"batch", "many simulations of a model at once", &batch_argp, run_batch},
    {"sweep", "models x options x parameters, here or on a cluster", &sweep_argp, run_sweep},
    {"compare", "one model in several ways, side by side", &compare_argp, run_compare},
    {"frame", "contact forces and accelerations at one instant", &frame_argp, run_frame},
    {"solve", "solve a contact problem, LCP or MLCP from a file", &solve_argp, run_solve},
    {"certify", "judge somebody else's answer to a problem", &certify_argp, run_certify},
    {"convert", "turn a problem file into another format", &convert_argp, run_convert},
    {"info", "what is in a model file: MJCF, URDF or SDFormat", &info_argp, run_info},
    {"solvers", "every solver: what it handles, where it comes from", &solvers_argp, run_solvers},
    {"laws", "every way to write Coulomb's law down", &laws_argp, run_laws},
    {"papers", "the papers' experiments, their numbers beside ours", &papers_argp, run_papers},
    {"bench", "speed and accuracy on this machine, beside peers", &bench_argp, run_bench},
    {"help", "how to use a command", &help_argp, run_help},
    {NULL, NULL, NULL, NULL}};

const command *find_command(const char *name) {
  for (const command *c = commands; c->name; c++)
    if (strcmp(c->name, name) == 0) return c;
  return NULL;
}

static const char *command_name_at(int index) { return commands[index].name; }

const char *nearest_command(const char *name) {
  int count = 0;
  while (commands[count].name) count++;
  return nearest_name(name, command_name_at, count);
}
