/* What is worth knowing of a convex mesh beforehand, so that no search goes over all of it: where to
   begin the climb to a support, and which triangles meet at a vertex. It depends on the mesh alone, so
   that results do not depend on what was asked before. */
#ifndef RG_GUIDE_H
#define RG_GUIDE_H

#include "base/arena.h"

#include <rigor/collide.h>

enum {
  RG_GUIDE_CELLS = 8, /* a side of each face of the cube of directions */
  RG_GUIDE_STARTS = 6 * RG_GUIDE_CELLS * RG_GUIDE_CELLS,
  RG_CAP = 64 /* vertices of a cap that are worth finding by their neighbours */
};

typedef struct rg_mesh_guide {
  int start[RG_GUIDE_STARTS]; /* support vertex of the middle of each cell */
  double middle[3], half[3];  /* of the box around it in its own frame */
  int *fan_start, *fan;       /* nvertex + 1: triangles at each vertex, ascending */
} rg_mesh_guide;

/* NULL where memory ran out. The mesh must have neighbours. */
rg_mesh_guide *rg_mesh_guide_new(rg_arena *arena, const rg_shape *mesh);
/* A vertex near the support of a direction in the mesh's own frame. */
int rg_mesh_guide_start(const rg_mesh_guide *guide, const double local[3]);

/* Vertices with direction . x >= height, ascending, `top` among them: the support of the direction. On
   a hull they hang together. Returns their number, -1 where there are more than RG_CAP or the mesh has
   no neighbours. */
int rg_mesh_cap(const rg_shape *mesh, const double direction[3], double height, int top,
                int vertex[RG_CAP]);

#endif
