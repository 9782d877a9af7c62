/* The experiments of Andreani, Friedlander, Mello & Santos 2002. */
#include "grasp.h"

#include <stddef.h>

const paper_experiment paper_andreani[] = {
    {"andreani", "sliding", "Both contacts sliding (Fig. 3)", andreani_sliding},
    {"andreani", "rolling", "Both contacts rolling, MNCP and LCP (Figs. 4 and 5, Tables 1 and 2)",
     andreani_rolling},
    {"andreani", "search", "The paper's minimizer: what ends it, Table 2, g_v", andreani_search},
    {"andreani", "comparison", "Cone and pyramid compared (Fig. 6, transitions, Theorem 1)",
     andreani_comparison},
    {"andreani", "existence", "How many of the tests have a solution, and who finds it",
     andreani_existence},
    {"andreani", NULL, NULL, NULL}};
