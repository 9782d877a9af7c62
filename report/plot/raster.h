/* Pixels: a shape becomes the share of each pixel that it covers, then a colour is laid over the
   picture as thick as that. Coordinates are px from the top left, pixel (0, 0) reaches to (1, 1);
   they must be finite. */
#ifndef RG_RASTER_H
#define RG_RASTER_H

#include <stdint.h>

typedef struct rg_raster {
  int width, height;
  uint8_t *rgb;        /* 3 bytes a pixel, sRGB */
  float *cover;        /* of the shape that is being drawn, or its changes along the row */
  int is_area;         /* which of both */
  int low[2], high[2]; /* the pixels that it touches */
  double clip[4];      /* x0, y0, x1, y1 */
} rg_raster;

/* One straight piece of a line; an end is a half disc where `round`, else cut off. */
typedef struct rg_raster_line {
  double x0, y0, x1, y1, width;
  int round[2];
} rg_raster_line;

/* All of it is `rgb` at first; 0 where memory ran out. */
int rg_raster_new(rg_raster *raster, int width, int height, unsigned rgb);
void rg_raster_free(rg_raster *raster);
/* Nothing is painted outside of this. */
void rg_raster_clip(rg_raster *raster, double x0, double y0, double x1, double y1);

/* A shape consists of areas or of lines, not both. Areas: the inside of a closed polygon, of any
   winding number but 0. */
void rg_raster_area(rg_raster *raster, const double *xy, int count);
void rg_raster_stroke(rg_raster *raster, const rg_raster_line *line);
/* Lays the colour over the picture where the shape is, and forgets the shape. */
void rg_raster_paint(rg_raster *raster, unsigned rgb, double opacity);

#endif
