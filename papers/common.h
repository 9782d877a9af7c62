/* Little things that the experiments of all papers share. */
#ifndef PAPERS_COMMON_H
#define PAPERS_COMMON_H

#include "papers.h"

#include <stdio.h>

#define PAPER_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Whether somebody wants the experiment to end early. */
static inline int paper_interrupted(const paper_options *options) {
  return options->interrupted && options->interrupted();
}

/* "MODELS/NAME"; returns `path`. */
static inline const char *paper_model_path(const paper_options *options, const char *name,
                                           char *path, size_t size) {
  snprintf(path, size, "%s/%s", options->models, name);
  return path;
}

/* Defaults, with the rule that the papers step by: semi-implicit Euler. */
static inline rg_sim_options paper_sim_options(void) {
  rg_sim_options options = rg_sim_options_default();
  options.integrator = RG_EULER;
  return options;
}

/* Of this thread on the processor, s: others may have it meanwhile. */
double paper_seconds(void);

/* All of the statements hold, some of them, none. */
static inline rg_verdict paper_verdict(int hold, int of) {
  if (hold == of) return RG_VERDICT_CONFIRMED;
  return hold > 0 ? RG_VERDICT_IN_PART : RG_VERDICT_NOT_CONFIRMED;
}

#endif
