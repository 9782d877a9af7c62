/* The experiments of Peiret, Koevecses & Font-Llagunes 2017. */
#include "peiret.h"

#include <stddef.h>

const paper_experiment paper_peiret[] = {
    {"peiret", "trajectories", "The sliding, spinning cube (Fig. 4)", peiret_trajectories},
    {"peiret", "ranks", "Ranks of the lead matrices over the phantom inertia", peiret_ranks},
    {"peiret", "pivoting", "Which pivoting methods solve which formulation", peiret_pivoting},
    {"peiret", "phantom", "Phantom inertia and the motion", peiret_phantom},
    {"peiret", "relaxation", "Redundant contacts and relaxation", peiret_relaxation},
    {"peiret", NULL, NULL, NULL}};
