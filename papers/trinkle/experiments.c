/* The experiments on Trinkle's notes, in the order of the pages. */
#include "experiments.h"

const paper_experiment paper_trinkle[] = {
    {"trinkle", "lcp", "Linear complementarity problems (page 1.1)", trinkle_run_lcp},
    {"trinkle", "euler", "Explicit and semi-implicit Euler (pages 2-3)", trinkle_run_euler},
    {"trinkle", "wall", "A particle meets a wall (pages 4-9)", trinkle_run_wall},
    {"trinkle", "moving-wall", "The wall moves (pages 10-12)", trinkle_run_moving_wall},
    {"trinkle", "friction-cases", "Friction in the plane, case by case (pages 13-17)",
     trinkle_run_friction},
    {"trinkle", "mixed-lcp",
     "The mixed LCP: moving surfaces, a wire, several contacts (pages 18-23)", trinkle_run_mixed},
    {"trinkle", "existence", "Existence of solutions, and none (pages 24 and 11)",
     trinkle_run_existence},
    {"trinkle", "stabilization", "Errors of the linearization and stabilization (pages 24-25)",
     trinkle_run_stabilization},
    {"trinkle", "corner", "The corner of a polygon (page 26)", trinkle_run_corner},
    {"trinkle", "planar", "Planar rigid bodies, one and three (pages 27-28)", trinkle_run_planar},
    {"trinkle", "seating", "Seating a part (pages 29-30)", trinkle_run_seating},
    {"trinkle", "spatial",
     "Bodies in space: quaternions and tumbling (pages 1-5 of the spatial part)",
     trinkle_run_spatial},
    {"trinkle", "polygon",
     "Polygon friction and its degenerate solutions (pages 6-9 of the spatial part)",
     trinkle_run_polygon},
    {"trinkle", "box", "The box on the floor and the size of the problem (pages 31-35)",
     trinkle_run_box},
    {0}};
