/* Rays against the shapes of a model: ray.c. */
#ifndef RG_RAY_H
#define RG_RAY_H

#include <rigor/dynamics.h>

/* Least t >= 0 at which point + t direction lies on the surface of a geom; -1: it misses. Needs rg_kinematics. */
double rg_ray_geom(const rg_model *model, const rg_data *data, int geom, const double point[3],
                   const double direction[3]);
/* The same for the volume of a site; and whether a point lies in it. */
double rg_ray_site(const rg_model *model, const rg_data *data, int site, const double point[3],
                   const double direction[3]);
int rg_in_site(const rg_model *model, const rg_data *data, int site, const double point[3]);
/* The same for all geoms that can be seen, but for those of one body (-1: none). */
double rg_ray(const rg_model *model, const rg_data *data, const double point[3],
              const double direction[3], int without_body);

#endif
