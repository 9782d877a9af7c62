/* The 12-link pendulum of Mylapilli & Jain 2017, sec. 6.2, on the floor and against the wall. */
#ifndef PAPERS_MYLAPILLI_PENDULUM_H
#define PAPERS_MYLAPILLI_PENDULUM_H

#include "scene.h"

enum { PENDULUM_LINKS = 12 };

/* spheres in the middle of the links: the order floor, wall, floor that the paper narrates */
static const char PENDULUM_MODEL[] = "pend12_pin_mid.xml", PENDULUM_KEY[] = "init";

/* heights there count from the middle of the floor of 0.2 m */
static const double PENDULUM_ORIGIN = 0.1;

/* height and vertical velocity of the last sphere */
void pendulum_tip(scene *s, double *height, double *vz);

#endif
