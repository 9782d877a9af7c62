/* What the parts of `rigor bench scaling` share. */
#ifndef RIGOR_BENCH_SCALING_H
#define RIGOR_BENCH_SCALING_H

#include "bench.h"

/* processor time of this process, s */
double bench_cpu_seconds(void);
/* Layers of side x side spheres of radius 0.05 m between four walls, as wide as they are high, with
   `pitch` from sphere to sphere sideways and places that differ from that by up to `disorder`. */
rg_model *bench_make_pile(int spheres, double pitch, double disorder, rg_error *error);
/* A wall of boxes in courses, each on two of the one below, which it touches. */
rg_model *bench_make_wall(int boxes, rg_error *error);
/* One pile of request->spheres that touch each other from the first steps on, or a wall of request->wall: time and memory. */
int bench_run_spheres(bench_request *request);

#endif
