/* The list of experiments. */
#include "experiments.h"

const paper_experiment paper_todorov[] = {
    {"todorov", "table", "Table 1: iterations, Newton acceptance and failures of balls in a cube",
     todorov_table},
    {"todorov", "reading", "Table 1: which tolerance, damping and start fit it best",
     todorov_reading},
    {"todorov", "frame", "Fig. 5: one frame of the balls", todorov_frame},
    {"todorov", "stack", "Fig. 6: five stacked balls, the shock in one step", todorov_stack},
    {"todorov", "chattering", "Sec. III-C, III-D: each safeguard switched off in turn",
     todorov_chattering},
    {"todorov", "starts", "Sec. III-F: cold and warm start", todorov_starts},
    {"todorov", "recovery", "Sec. V-A: recovery from local minima by rescaling", todorov_recovery},
    {"todorov", "lcp", "Sec. V: the same problems through LCP solvers, side by side", todorov_lcp},
    {0}};
