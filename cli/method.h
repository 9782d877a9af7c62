/* How a simulation is done, in words. */
#ifndef RIGOR_METHOD_H
#define RIGOR_METHOD_H

#include <rigor/rigor.h>

/* "cone", "pyramid:8" */
const char *law_text(const rg_law_options *law, char *buffer, size_t size);
const char *split_text(rg_split split);
/* The law that `auto` stands for with this solver. */
rg_law_options used_law(const rg_sim_options *options);
const char *used_solver(const rg_sim_options *options);
/* In one line. */
void method_text(const rg_sim_options *options, char *method, size_t size);

#endif
