/* Paths, dashes and letters as areas and lines of a raster. */
#include "plot/raster_surface.h"

#include "text/stroke_font.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { FIRST_ROOM = 256, ROUND = 48 };
static const double PI = 3.14159265358979323846;
static const double FAR = 1e6;                           /* px; nothing is seen from there */
static const double MOST_PIXELS = 1e8;                   /* 1 GB with the rows of the file */
static const double PEN = 0.085, BOLD = 0.118, HALO = 3; /* of letters: font sizes, px */

static rg_raster_surface *own(rg_surface *surface) { return (rg_raster_surface *)surface; }

/* --- the picture ------------------------------------------------------------------------------ */

static void open_picture(rg_surface *surface, double width, double height, const char *title) {
  (void)title;
  rg_raster_surface *s = own(surface);
  double w = ceil(width * s->scale - 1e-6), h = ceil(height * s->scale - 1e-6);
  s->too_large = w * h > MOST_PIXELS;
  if (s->too_large || !rg_raster_new(&s->raster, (int)w, (int)h, rg_tone_light[RG_TONE_PAPER]))
    s->failed = 1;
}

static void close_picture(rg_surface *surface) { (void)surface; }

static void clip(rg_surface *surface, double x, double y, double width, double height) {
  rg_raster_surface *s = own(surface);
  rg_raster_clip(&s->raster, x * s->scale, y * s->scale, (x + width) * s->scale,
                 (y + height) * s->scale);
}

static void unclip(rg_surface *surface) {
  rg_raster *r = &own(surface)->raster;
  rg_raster_clip(r, 0, 0, r->width, r->height);
}

/* --- paths ------------------------------------------------------------------------------------ */

static int grow(rg_raster_surface *s) {
  int room = s->room ? 2 * s->room : FIRST_ROOM;
  rg_raster_point *point = realloc(s->point, (size_t)room * sizeof *point);
  if (point) s->point = point;
  double *corner = realloc(s->corner, 2 * (size_t)room * sizeof *corner);
  if (corner) s->corner = corner;
  s->failed |= !point || !corner;
  if (!s->failed) s->room = room;
  return !s->failed;
}

static void add_point(rg_surface *surface, double x, double y, int begins) {
  rg_raster_surface *s = own(surface);
  if (s->failed || (s->points == s->room && !grow(s))) return;
  s->point[s->points++] = (rg_raster_point){s->scale * fmin(fmax(x, -FAR), FAR),
                                            s->scale * fmin(fmax(y, -FAR), FAR), begins};
}

static void move(rg_surface *surface, double x, double y) { add_point(surface, x, y, 1); }

static void line(rg_surface *surface, double x, double y) { add_point(surface, x, y, 0); }

static void join(rg_surface *surface) {
  rg_raster_surface *s = own(surface);
  int first = s->points - 1;
  while (first > 0 && !s->point[first].begins) first--;
  if (s->points > 0)
    add_point(surface, s->point[first].x / s->scale, s->point[first].y / s->scale, 0);
}

static void rectangle(rg_surface *surface, double x0, double y0, double x1, double y1) {
  move(surface, x0, y0);
  line(surface, x0, y1);
  line(surface, x1, y1);
  line(surface, x1, y0);
  join(surface);
}

static void put_ellipse(rg_surface *surface, double x, double y, double rx, double ry) {
  for (int k = 0; k < ROUND; k++)
    add_point(surface, x + rx * cos(2 * PI * k / ROUND), y + ry * sin(2 * PI * k / ROUND), k == 0);
  join(surface);
}

static void disc(rg_surface *surface, double x, double y, double radius) {
  put_ellipse(surface, x, y, radius, radius);
}

static void begin(rg_surface *surface, const rg_pen *pen, int polygon) {
  rg_raster_surface *s = own(surface);
  s->pen = *pen;
  s->polygon = polygon;
  s->points = 0;
}

/* --- painting them ---------------------------------------------------------------------------- */

static int stroke_end(const rg_raster_surface *s, int first) {
  int end = first + 1;
  while (end < s->points && !s->point[end].begins) end++;
  return end;
}

static void fill_strokes(rg_raster_surface *s) {
  for (int first = 0, end; first < s->points; first = end) {
    end = stroke_end(s, first);
    for (int i = first; i < end; i++) {
      s->corner[2 * (i - first)] = s->point[i].x;
      s->corner[2 * (i - first) + 1] = s->point[i].y;
    }
    rg_raster_area(&s->raster, s->corner, end - first);
  }
}

/* Where in its dashes a line is. */
typedef struct dashes {
  const double *length; /* px, 0 behind the last one */
  double scale, left;   /* pixels to the end of this dash or gap */
  int index, count;
} dashes;

static dashes dashes_of(const rg_raster_surface *s) {
  dashes d = {.length = s->pen.dash, .scale = s->scale};
  while (d.count < 4 && d.length[d.count] > 0) d.count++;
  d.left = d.count ? d.scale * d.length[0] : HUGE_VAL;
  return d;
}

/* one straight piece of a stroke, cut into its dashes; `outer`: the stroke begins or ends there */
static void draw_piece(rg_raster_surface *s, dashes *d, const rg_raster_point *a,
                       const rg_raster_point *b, const int outer[2]) {
  double length = hypot(b->x - a->x, b->y - a->y);
  int round_ends = s->pen.bends == RG_BENDS_AND_ENDS_ROUND;
  for (double at = 0;;) {
    double next = fmin(at + d->left, length);
    double part[2] = {length > 0 ? at / length : 0, length > 0 ? next / length : 1};
    rg_raster_line piece = {
        a->x + part[0] * (b->x - a->x),
        a->y + part[0] * (b->y - a->y),
        a->x + part[1] * (b->x - a->x),
        a->y + part[1] * (b->y - a->y),
        s->scale * s->pen.width,
        {(at == 0 && !outer[0]) || round_ends, (next >= length && !outer[1]) || round_ends}};
    if (d->index % 2 == 0) rg_raster_stroke(&s->raster, &piece);
    d->left -= next - at;
    at = next;
    if (at >= length) return;
    d->index = (d->index + 1) % d->count;
    d->left = d->scale * d->length[d->index];
  }
}

static void draw_strokes(rg_raster_surface *s) {
  for (int first = 0, end; first < s->points; first = end) {
    end = stroke_end(s, first);
    const rg_raster_point *p = s->point;
    int closed = p[first].x == p[end - 1].x && p[first].y == p[end - 1].y && end - first > 2;
    dashes d = dashes_of(s);
    for (int i = first; i + 1 < end; i++) {
      int outer[2] = {i == first && !closed, i + 2 == end && !closed};
      draw_piece(s, &d, &p[i], &p[i + 1], outer);
    }
  }
}

static void end_path(rg_surface *surface) {
  rg_raster_surface *s = own(surface);
  if (s->polygon) join(surface);
  if (s->failed || s->points == 0) return;
  unsigned colour = rg_tone_light[s->pen.tone];
  if (s->pen.fill > 0) {
    fill_strokes(s);
    rg_raster_paint(&s->raster, colour, s->pen.fill);
  }
  if (s->pen.width > 0) {
    draw_strokes(s);
    rg_raster_paint(&s->raster, colour, 1);
  }
}

static void ellipse(rg_surface *surface, const rg_pen *pen, double x, double y, double rx,
                    double ry) {
  begin(surface, pen, 0);
  put_ellipse(surface, x, y, rx, ry);
  end_path(surface);
}

/* --- letters ---------------------------------------------------------------------------------- */

typedef struct quill {
  rg_raster *raster;
  double x, y;        /* where the text begins, pixels */
  double size;        /* of the font */
  double width, halo; /* of the pen, and how much wider it is for the paper around */
  int upwards;
} quill;

static void draw_letter_piece(void *owner, const double from[2], const double to[2], double pen) {
  const quill *q = owner;
  double ax = q->size * from[0], ay = -q->size * from[1];
  double bx = q->size * to[0], by = -q->size * to[1], width = q->halo + pen * q->width;
  rg_raster_line piece = {q->x + ax, q->y + ay, q->x + bx, q->y + by, width, {1, 1}};
  if (q->upwards)
    piece = (rg_raster_line){q->x + ay, q->y - ax, q->x + by, q->y - bx, width, {1, 1}};
  rg_raster_stroke(q->raster, &piece);
}

static void write_text(const rg_lettering *t, quill *q) {
  static const char ellipsis[] = "\xe2\x80\xa6";
  double start = t->anchor * rg_font_text(t->text, t->bytes, NULL, NULL) * q->size;
  quill at = *q;
  if (t->upwards) at.y += start;
  else at.x -= start;
  double width = rg_font_text(t->text, t->bytes, draw_letter_piece, &at) * q->size;
  if (t->bytes == t->all) return;
  if (t->upwards) at.y -= width;
  else at.x += width;
  rg_font_text(ellipsis, sizeof ellipsis - 1, draw_letter_piece, &at);
}

static void letter(rg_surface *surface, const rg_lettering *t) {
  rg_raster_surface *s = own(surface);
  if (s->failed) return;
  quill q = {.raster = &s->raster,
             .x = s->scale * t->x,
             .y = s->scale * t->y,
             .size = s->scale * t->size,
             .width = s->scale * t->size * (t->bold ? BOLD : PEN),
             .upwards = t->upwards};
  // baselines on pixels: every text is as sharp as the others
  if (t->upwards) q.x = round(q.x);
  else q.y = round(q.y);
  if (t->halo) {
    quill wide = q;
    wide.halo = HALO * s->scale;
    write_text(t, &wide);
    rg_raster_paint(&s->raster, rg_tone_light[RG_TONE_PAPER], 1);
  }
  write_text(t, &q);
  rg_raster_paint(&s->raster, rg_tone_light[t->tone], 1);
}

rg_raster_surface rg_raster_surface_new(double scale) {
  assert(scale > 0);
  return (rg_raster_surface){.surface = {.open = open_picture,
                                         .close = close_picture,
                                         .begin = begin,
                                         .move = move,
                                         .line = line,
                                         .join = join,
                                         .rectangle = rectangle,
                                         .disc = disc,
                                         .end = end_path,
                                         .ellipse = ellipse,
                                         .letter = letter,
                                         .clip = clip,
                                         .unclip = unclip},
                             .scale = scale};
}

void rg_raster_surface_free(rg_raster_surface *s) {
  rg_raster_free(&s->raster);
  free(s->point);
  free(s->corner);
}
