/* Letters drawn with a round pen: a font of our own for pictures that are made of pixels. */
#ifndef RG_STROKE_FONT_H
#define RG_STROKE_FONT_H

#include <stddef.h>

/* A path in units of which 40 are the font size, y upwards from the baseline: M begins a stroke, L
   goes straight on, O begins one with an arc, A goes on with one: middle, radii, from which angle
   to which, in degrees. */
typedef struct rg_glyph {
  unsigned code;
  int advance;
  const char *path;
} rg_glyph;

enum { RG_FONT_UNITS = 40 };
extern const rg_glyph rg_glyphs[];
extern const int rg_glyph_count;

/* One straight piece of a letter, in font sizes, x from the start of the text; small letters have a
   thinner pen. */
typedef void (*rg_font_piece)(void *owner, const double from[2], const double to[2], double pen);

/* Width of the text in font sizes; draws it where `draw` is not NULL. No character is wider than
   rg_utf8_width says. What the font does not have is a box. */
double rg_font_text(const char *text, size_t bytes, rg_font_piece draw, void *owner);

#endif
