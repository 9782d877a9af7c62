/* Shapes of a planar scene as rounded polygons, and the faces that may keep two of them apart. */
#ifndef RG_OUTLINES_H
#define RG_OUTLINES_H

#include "base/arena.h"

#include <rigor/collide.h>

enum { RG_OUTLINE = 32, RG_ALTERNATIVES = 8, RG_CORNER_POINTS = RG_OUTLINE + 2 };

/* The plane of the motion: right-handed axes (x, y, normal) in the world. */
typedef struct rg_plane_axes {
  double x[3], y[3], normal[3];
} rg_plane_axes;

/* Outline of a geom: the convex hull of `n` points, widened by a radius. n = 0: not known. */
typedef struct rg_outline {
  int n;
  double radius;
  double point[RG_OUTLINE][2]; /* counter-clockwise; in the frame of the geom until it is placed */
} rg_outline;

/* A point of one shape against the line of a face of the other. */
typedef struct rg_corner_point {
  double at[2];  /* midway between the surfaces */
  double gap;    /* at the positions of the data */
  double before; /* at the start of the step */
  int row;       /* 1: it becomes a contact where the alternative is chosen */
} rg_corner_point;

/* A face, or a direction, that may separate: all vertices of the other shape tell whether it does;
   those that stand before the face itself, not before the rest of its line, become contacts. */
typedef struct rg_alternative {
  double normal[2]; /* from shape 2 to shape 1 */
  int code;         /* which face; -1: the contacts of the collider */
  int points;
  rg_corner_point point[RG_CORNER_POINTS];
  double start, end; /* least gap at the start, and after the free motion */
} rg_alternative;

/* 1 where the model is planar */
int rg_plane_find(const rg_model *model, const rg_data *data, rg_plane_axes *axes);
/* Outline in the plane through the geom's centre, in axes that turn with the geom: its angle is
   0 at the poses of `data`. */
void rg_outline_find(const rg_model *model, const rg_data *data, const rg_plane_axes *axes,
                     int geom, rg_outline *outline);
/* The same where the geom has `position` and `rotation`, in the axes of the plane; `reference`: its
   rotation where the outline was found. */
void rg_outline_place(const rg_outline *outline, const rg_plane_axes *axes,
                      const double reference[9], const double position[3], const double rotation[9],
                      rg_outline *placed);

/* Motion of a body in the plane: a point q has the velocity v + w (-(q - at)_y, (q - at)_x). */
typedef struct rg_plane_motion {
  double at[2], v[2], w;
} rg_plane_motion;

/* What moves shape 1 and 2 without impulses, and (where `moved_back`) what moves them back to
   the start. */
typedef struct rg_pair_motion {
  rg_plane_motion free1, free2, back1, back2;
  int moved_back;
  double dt;
} rg_pair_motion;

/* u = n . (velocity of shape 1 - velocity of shape 2) at a point */
double rg_plane_closing(const rg_plane_motion *one, const rg_plane_motion *two,
                        const double normal[2], const double at[2]);

/* Completes an alternative whose points have their place and gap. */
void rg_alternative_finish(rg_alternative *alternative, const rg_pair_motion *motion);
/* Behind list[0], the contacts of the collider: all other faces and directions that can
   separate the two placed outlines within the step; `reach`: how far they move against each
   other. The list has room for RG_ALTERNATIVES. Returns their number, list[0] included. */
int rg_alternatives_find(const rg_outline *one, const rg_outline *two, const rg_pair_motion *motion,
                         double reach, rg_alternative *list);

#endif
