/* What the files of `rigor sweep` hand to each other. */
#ifndef RIGOR_SWEEP_COMMAND_H
#define RIGOR_SWEEP_COMMAND_H

#include "commands.h"

#include "sweep/sweep.h"

typedef struct sweep_request {
  const char *path; /* the spec */
  sweep_orders orders;
  int resume, restart, json, quiet;
  int task; /* -1: all of them */
  const char *svg, *plot;
  rg_error error;
} sweep_request;

/* sweep_plot.c: whether there is such a picture, before anything is done; then the picture */
rg_status sweep_plot_check(sweep_request *request, const sweep *s);
rg_status sweep_plot_write(sweep_request *request, const sweep *s, const sweep_rows *rows);

#endif
