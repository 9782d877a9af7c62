/* A surface that paints pixels. */
#ifndef RG_RASTER_SURFACE_H
#define RG_RASTER_SURFACE_H

#include "plot/drawing.h"
#include "plot/raster.h"

typedef struct rg_raster_point {
  double x, y;
  int begins; /* a stroke */
} rg_raster_point;

typedef struct rg_raster_surface {
  rg_surface surface;
  rg_raster raster; /* made when the surface is opened */
  double scale;     /* pixels a px */
  int failed;       /* memory ran out */
  int too_large;    /* nobody could hold the picture */
  rg_pen pen;
  int polygon;
  rg_raster_point *point; /* of the path, in pixels */
  double *corner;         /* room for the corners of one stroke */
  int points, room;
} rg_raster_surface;

rg_raster_surface rg_raster_surface_new(double scale);
void rg_raster_surface_free(rg_raster_surface *surface);

#endif
