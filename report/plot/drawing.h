/* What pictures are drawn on: paths, texts and a frame that clips, in px from the top left. Whoever
   draws does not know whether it becomes SVG (plot_svg.c) or pixels (raster_surface.c). */
#ifndef RG_DRAWING_H
#define RG_DRAWING_H

#include <stddef.h>

enum { RG_SERIES_TONES = 8 };

/* Colours by what they are for; the tones of series come first. */
typedef enum rg_tone {
  RG_TONE_INK = RG_SERIES_TONES,
  RG_TONE_SOFT,
  RG_TONE_GRID,
  RG_TONE_FRAME,
  RG_TONE_PAPER,
  RG_TONES
} rg_tone;

/* How they look on white, red in the highest byte of three. */
extern const unsigned rg_tone_light[RG_TONES];

typedef enum rg_bends { RG_BENDS_SHARP, RG_BENDS_ROUND, RG_BENDS_AND_ENDS_ROUND } rg_bends;

typedef struct rg_pen {
  rg_tone tone;
  double width;   /* of the line; 0: there is none */
  double fill;    /* opacity of the inside; 0: it stays empty */
  double dash[4]; /* on, off, on, off; a 0 ends them, none: no gaps */
  rg_bends bends;
} rg_pen;

typedef struct rg_lettering {
  double x, y; /* on the baseline */
  double size;
  double anchor; /* share of the text left of x */
  rg_tone tone;
  int bold, upwards;
  int halo; /* paper around the letters, so that lines below do not disturb */
  const char *text;
  size_t bytes, all; /* those shown; where there are more an ellipsis follows */
} rg_lettering;

typedef struct rg_surface rg_surface;
struct rg_surface {
  void (*open)(rg_surface *s, double width, double height, const char *title);
  void (*close)(rg_surface *s);
  /* A path: strokes that begin with `move`. A polygon is one closed stroke of lines. */
  void (*begin)(rg_surface *s, const rg_pen *pen, int polygon);
  void (*move)(rg_surface *s, double x, double y);
  void (*line)(rg_surface *s, double x, double y);
  void (*join)(rg_surface *s); /* back to where the stroke began */
  void (*rectangle)(rg_surface *s, double x0, double y0, double x1, double y1);
  void (*disc)(rg_surface *s, double x, double y, double radius);
  void (*end)(rg_surface *s);
  void (*ellipse)(rg_surface *s, const rg_pen *pen, double x, double y, double rx, double ry);
  void (*letter)(rg_surface *s, const rg_lettering *text);
  void (*clip)(rg_surface *s, double x, double y, double width, double height);
  void (*unclip)(rg_surface *s);
};

#endif
