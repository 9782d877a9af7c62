/* Sets text in the stroke font: letters, letters with accents, raised and lowered digits. */
#include "text/stroke_font.h"

#include "text/utf8.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { ARC_STEP = 15 }; /* degrees */
enum { MINUS = 0x2212, DOTLESS_I = 0x131 };
static const double PI = 3.14159265358979323846;
static const double SMALL = 0.62, THIN = 0.8, RAISED = 11,
                    LOWERED = -5; /* of raised and lowered digits */
static const double LIFT = 1.5;   /* half a pen above the baseline */

/* where the units of a path come to lie, and where its pieces go */
typedef struct setting {
  double x, y, scale;
  rg_font_piece draw;
  void *owner;
  double at[2]; /* of the pen, in font sizes */
} setting;

/* --- paths ------------------------------------------------------------------------------------ */

static void go_to(setting *s, double x, double y, int down) {
  const double to[2] = {(s->x + s->scale * x) / RG_FONT_UNITS,
                        (s->y + LIFT + s->scale * y) / RG_FONT_UNITS};
  if (down) s->draw(s->owner, s->at, to, s->scale < 1 ? THIN : 1);
  s->at[0] = to[0];
  s->at[1] = to[1];
}

/* middle, radii, first and last angle */
static void go_round(setting *s, const double arc[6], int down) {
  int steps = 1 + (int)(fabs(arc[5] - arc[4]) / ARC_STEP);
  for (int k = 0; k <= steps; k++) {
    double angle = (arc[4] + (arc[5] - arc[4]) * k / steps) * PI / 180;
    go_to(s, arc[0] + arc[2] * cos(angle), arc[1] + arc[3] * sin(angle), k > 0 || down);
  }
}

static void draw_path(setting *s, const char *path) {
  char command = 'M';
  for (const char *p = path; *p;) {
    double number[6];
    if (*p >= 'A' && *p <= 'Z') command = *p++;
    int wanted = command == 'M' || command == 'L' ? 2 : 6;
    for (int k = 0; k < wanted; k++) {
      char *end;
      number[k] = (double)strtol(p, &end, 10);
      p = end;
    }
    if (wanted == 2) go_to(s, number[0], number[1], command == 'L');
    else go_round(s, number, command == 'A');
  }
}

/* --- characters ------------------------------------------------------------------------------- */

/* What a character is made of: a glyph, perhaps small, perhaps with an accent. */
typedef struct composition {
  unsigned base, accent;
  double scale, raise;
} composition;

/* of U+00C0 to U+00FF: letter and accent; '.' where there is none like that */
static const char latin[] = "A`A'A^A~A:A@..C,E`E'E^E:I`I'I^I:..N~O`O'O^O~O:..O/U`U'U^U:Y'...."
                            "a`a'a^a~a:a@..c,e`e'e^e:i`i'i^i:..n~o`o'o^o~o:..o/u`u'u^u:y'..y:";

static composition compose(unsigned code) {
  composition c = {.base = code, .scale = 1};
  if (code >= 0xc0 && code <= 0xff && latin[2 * (code - 0xc0)] != '.') {
    const char *pair = latin + 2 * (code - 0xc0);
    c.base = pair[0] == 'i' ? DOTLESS_I : (unsigned char)pair[0];
    c.accent = (unsigned char)pair[1];
    return c;
  }
  int raised = (code >= 0x2070 && code <= 0x207f) || code == 0xb9 || code == 0xb2 || code == 0xb3;
  int lowered = code >= 0x2080 && code <= 0x208e;
  if (!raised && !lowered) return c;
  static const char signs[] = "0123456789+-=()n";
  c.scale = SMALL;
  c.raise = raised ? RAISED : LOWERED;
  if (code == 0xb9) c.base = '1';
  else if (code < 0x2070) c.base = code - 0xb0 + '0';
  else c.base = (unsigned char)signs[code & 15];
  if (c.base == '-') c.base = MINUS;
  return c;
}

static const rg_glyph *find(unsigned code) {
  static const rg_glyph box = {0xfffd, 22, "M4 0L18 0 18 26 4 26 4 0"};
  for (int k = 0; k < rg_glyph_count; k++)
    if (rg_glyphs[k].code == code) return &rg_glyphs[k];
  return &box;
}

/* around x = 0, above small letters */
static const char *accent_path(unsigned accent) {
  switch (accent) {
  case '`': return "M-4 27L1 22";
  case '\'': return "M4 27L-1 22";
  case '^': return "M-4 22L0 27 4 22";
  case '~': return "O-3 23 3 2 180 0A3 23 3 2 180 360";
  case ':': return "M-4 25L-4 24M4 25L4 24";
  case '@': return "O0 25 3 3 0 360";
  case ',': return "M1 0L1 -3A-1 -5 3 2 60 -120";
  case '/': return "M-8 -2L8 20";
  default: return "";
  }
}

static void draw_character(const composition *c, const rg_glyph *glyph, double x,
                           rg_font_piece draw, void *owner) {
  setting s = {.x = x, .y = c->raise, .scale = c->scale, .draw = draw, .owner = owner};
  draw_path(&s, glyph->path);
  if (!c->accent) return;
  int capital = c->base >= 'A' && c->base <= 'Z', above = c->accent != ',' && c->accent != '/';
  s.x = x + glyph->advance / 2.0;
  s.y = capital && above ? 7 : 0;
  draw_path(&s, accent_path(c->accent));
}

/* accents of their own stand on the character before and are left out */
static int is_nothing(unsigned code) {
  return (code >= 0x300 && code < 0x370) || code == 0x200b || code == 0x200d;
}

double rg_font_text(const char *text, size_t bytes, rg_font_piece draw, void *owner) {
  assert(text || bytes == 0);
  double x = 0;
  for (const char *p = text, *end = text + bytes; p < end && *p;) {
    unsigned code = rg_utf8_next(&p);
    if (is_nothing(code)) continue;
    composition c = compose(code);
    const rg_glyph *glyph = find(c.base);
    if (draw) draw_character(&c, glyph, x, draw, owner);
    x += c.scale * glyph->advance;
  }
  return x / RG_FONT_UNITS;
}
