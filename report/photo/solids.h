/* Shapes as triangles with normals, for pictures. */
#ifndef RG_SOLIDS_H
#define RG_SOLIDS_H

#include <rigor/model.h>

typedef struct rg_solid_point {
  double at[3], normal[3]; /* in the frame of the geom */
} rg_solid_point;

/* What is done with each triangle, counter-clockwise seen from outside. */
typedef void rg_solid_use(void *to, const rg_solid_point corner[3]);

/* `endless`: half the width of a plane that has no end */
void rg_solid_triangles(const rg_model *model, int geom, double endless, rg_solid_use *use,
                        void *to);

#endif
