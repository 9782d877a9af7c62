/* Convex hull of points in a plane, one at a time. */
#ifndef RG_HULL2D_H
#define RG_HULL2D_H

enum { RG_HULL2D = 128 };

typedef struct rg_hull2d {
  int n;
  double x[RG_HULL2D], y[RG_HULL2D];
  int id[RG_HULL2D];
} rg_hull2d;

void rg_hull2d_clear(rg_hull2d *hull);
/* Points beyond the room for them are taken in by dropping those inside the hull so far; on a
   hull of more corners than RG_HULL2D further ones are left out. */
void rg_hull2d_add(rg_hull2d *hull, double x, double y, int id);
/* Corners counter-clockwise, at most `most` of them evenly chosen; collinear points are dropped.
   Returns their number. */
int rg_hull2d_ring(rg_hull2d *hull, int *ring, int most);

#endif
