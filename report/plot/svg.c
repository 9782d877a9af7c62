/* A surface that writes SVG. Colours are CSS variables with a light and a dark set (after Okabe &
   Ito's palette, which colour-blind readers can tell apart); the attributes beside the classes serve
   programs without CSS. */
#include "plot/canvas.h"
#include "text/utf8.h"

#include <rigor/file.h>

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char rg_plot_css[] =
    ":root{--rg-paper:#ffffff;--rg-ink:#24292f;--rg-soft:#57606a;--rg-grid:#e4e7eb;--rg-frame:#"
    "8c959f;"
    "--rg-s0:#0072b2;--rg-s1:#d55e00;--rg-s2:#009e73;--rg-s3:#b0568c;--rg-s4:#c98a00;--rg-s5:#"
    "45a5dd;"
    "--rg-s6:#5c5c5c;--rg-s7:#7c7a00}\n"
    "@media(prefers-color-scheme:dark){:root{--rg-paper:#14171c;--rg-ink:#e6e9ee;--rg-soft:#a3adb8;"
    "--rg-grid:#2a2f37;--rg-frame:#6b7480;--rg-s0:#5aaef0;--rg-s1:#ff8a57;--rg-s2:#35cb9e;"
    "--rg-s3:#e79bcb;--rg-s4:#f3c04d;--rg-s5:#a8dcff;--rg-s6:#bdbdbd;--rg-s7:#cfcc4a}}\n"
    ".rg-s0{color:var(--rg-s0)}.rg-s1{color:var(--rg-s1)}.rg-s2{color:var(--rg-s2)}"
    ".rg-s3{color:var(--rg-s3)}.rg-s4{color:var(--rg-s4)}.rg-s5{color:var(--rg-s5)}"
    ".rg-s6{color:var(--rg-s6)}.rg-s7{color:var(--rg-s7)}.rg-ink{color:var(--rg-ink)}"
    ".rg-paper{fill:var(--rg-paper)}.rg-text{fill:var(--rg-ink)}.rg-soft{fill:var(--rg-soft)}"
    ".rg-grid{color:var(--rg-grid)}.rg-frame{color:var(--rg-frame)}.rg-mark{color:var(--rg-soft)}"
    ".rg-label{fill:var(--rg-ink);stroke:var(--rg-paper)}\n";

const unsigned rg_tone_light[RG_TONES] = {0x0072b2, 0xd55e00, 0x009e73, 0xb0568c, 0xc98a00,
                                          0x45a5dd, 0x5c5c5c, 0x7c7a00, 0x24292f, 0x57606a,
                                          0xe4e7eb, 0x8c959f, 0xffffff};

/* classes of lines and areas */
static const char *const tone_class[RG_TONES] = {"s0", "s1",  "s2",   "s3",   "s4",    "s5",   "s6",
                                                 "s7", "ink", "mark", "grid", "frame", "paper"};

typedef struct svg {
  rg_surface surface;
  FILE *stream;
  int alone, polygon;
  double last[2];
} svg;

/* at most two decimals, whatever the locale; what is not finite or too far away to be seen is moved
   near */
static void put_number(FILE *stream, double value) {
  double near = fmin(fmax(value, -1e6), 1e6); // NaN, too
  long parts = lround(near * 100), rest = labs(parts) % 100;
  fprintf(stream, "%s%ld", parts < 0 ? "-" : "", labs(parts) / 100);
  if (rest % 10) fprintf(stream, ".%02ld", rest);
  else if (rest) fprintf(stream, ".%ld", rest / 10);
}

/* the text with such a number in place of each '@' */
static void put(const svg *s, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  for (; *text; text++)
    if (*text == '@') put_number(s->stream, va_arg(arguments, double));
    else fputc(*text, s->stream);
  va_end(arguments);
}

/* --- paths ------------------------------------------------------------------------------------ */

static void put_pen(const svg *s, const char *element, const rg_pen *pen) {
  fprintf(s->stream, "<%s class=\"rg-%s\" color=\"#%06x\" fill=\"%s\"", element,
          tone_class[pen->tone], rg_tone_light[pen->tone], pen->fill > 0 ? "currentColor" : "none");
  if (pen->fill > 0 && pen->fill < 1) put(s, " fill-opacity=\"@\"", pen->fill);
  if (pen->width > 0) fputs(" stroke=\"currentColor\"", s->stream);
  if (pen->width > 0 && pen->width != 1) put(s, " stroke-width=\"@\"", pen->width);
  if (pen->width > 0 && pen->bends != RG_BENDS_SHARP)
    fputs(" stroke-linejoin=\"round\"", s->stream);
  if (pen->bends == RG_BENDS_AND_ENDS_ROUND) fputs(" stroke-linecap=\"round\"", s->stream);
  for (int k = 0; k < 4 && pen->dash[k] > 0; k++)
    put(s, k ? " @" : " stroke-dasharray=\"@", pen->dash[k]);
  fputs(pen->dash[0] > 0 ? "\" " : " ", s->stream);
}

static void begin(rg_surface *surface, const rg_pen *pen, int polygon) {
  svg *s = (svg *)surface;
  s->polygon = polygon;
  put_pen(s, polygon ? "polygon" : "path", pen);
  fputs(polygon ? "points=\"" : "d=\"", s->stream);
}

static void move(rg_surface *surface, double x, double y) {
  svg *s = (svg *)surface;
  put(s, s->polygon ? "@,@ " : "M@ @", x, y);
  s->last[0] = x;
  s->last[1] = y;
}

/* no way at all is a dot where ends are round */
static void line(rg_surface *surface, double x, double y) {
  svg *s = (svg *)surface;
  if (x == s->last[0] && y == s->last[1] && !s->polygon) fputs("h0", s->stream);
  else put(s, s->polygon ? "@,@ " : " @ @", x, y);
  s->last[0] = x;
  s->last[1] = y;
}

static void join(rg_surface *surface) { fputc('z', ((svg *)surface)->stream); }

static void rectangle(rg_surface *surface, double x0, double y0, double x1, double y1) {
  put((svg *)surface, "M@ @V@H@V@z", x0, y0, y1, x1, y0);
}

static void disc(rg_surface *surface, double x, double y, double r) {
  put((svg *)surface, "M@ @a@ @ 0 1 0 @ 0a@ @ 0 1 0 @ 0z", x - r, y, r, r, 2 * r, r, r, -2 * r);
}

static void end(rg_surface *surface) { fputs("\"/>\n", ((svg *)surface)->stream); }

static void ellipse(rg_surface *surface, const rg_pen *pen, double x, double y, double rx,
                    double ry) {
  put_pen((svg *)surface, "ellipse", pen);
  put((svg *)surface, "cx=\"@\" cy=\"@\" rx=\"@\" ry=\"@\"/>\n", x, y, rx, ry);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* what was cut keeps its full text as a tooltip */
static void put_content(const svg *s, const rg_lettering *t) {
  rg_utf8_escape(s->stream, t->text, t->bytes);
  if (t->bytes == t->all) return;
  fputs("…<title>", s->stream);
  rg_utf8_escape(s->stream, t->text, t->all);
  fputs("</title>", s->stream);
}

static void letter(rg_surface *surface, const rg_lettering *t) {
  svg *s = (svg *)surface;
  if (t->upwards) put(s, "<g transform=\"translate(@ @) rotate(-90)\">", t->x, t->y);
  fprintf(s->stream, "<text class=\"rg-%s\" fill=\"#%06x\"",
          t->halo                   ? "label"
          : t->tone == RG_TONE_SOFT ? "soft"
                                    : "text",
          rg_tone_light[t->tone]);
  put(s, " x=\"@\" y=\"@\" font-size=\"@\"", t->upwards ? 0 : t->x, t->upwards ? 0 : t->y, t->size);
  if (t->anchor > 0) fprintf(s->stream, " text-anchor=\"%s\"", t->anchor < 1 ? "middle" : "end");
  if (t->bold) fputs(" font-weight=\"600\"", s->stream);
  if (t->halo)
    fputs(" stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
          s->stream);
  fputc('>', s->stream);
  put_content(s, t);
  fputs(t->upwards ? "</text></g>\n" : "</text>\n", s->stream);
}

/* --- the picture ------------------------------------------------------------------------------ */

static void open_picture(rg_surface *surface, double width, double height, const char *title) {
  svg *s = (svg *)surface;
  put(s,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"@\" height=\"@\" viewBox=\"0 0 @ @\" "
      "font-family=\"system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif\" role=\"img\" ",
      width, height, width, height);
  fputs("aria-label=\"", s->stream);
  rg_utf8_escape(s->stream, title, strlen(title));
  fputs("\">\n", s->stream);
  if (s->alone)
    fprintf(s->stream,
            "<style>\n%s</style>\n<rect class=\"rg-paper\" fill=\"#ffffff\" width=\"100%%\" "
            "height=\"100%%\"/>\n",
            rg_plot_css);
}

static void close_element(rg_surface *surface) { fputs("</svg>\n", ((svg *)surface)->stream); }

static void clip(rg_surface *surface, double x, double y, double width, double height) {
  put((svg *)surface, "<svg x=\"@\" y=\"@\" width=\"@\" height=\"@\" viewBox=\"@ @ @ @\">\n", x, y,
      width, height, x, y, width, height);
}

void rg_plot_draw(const rg_plot *plot, FILE *stream, int alone) {
  svg s = {.surface = {.open = open_picture,
                       .close = close_element,
                       .begin = begin,
                       .move = move,
                       .line = line,
                       .join = join,
                       .rectangle = rectangle,
                       .disc = disc,
                       .end = end,
                       .ellipse = ellipse,
                       .letter = letter,
                       .clip = clip,
                       .unclip = close_element},
           .stream = stream,
           .alone = alone};
  rg_plot_picture(plot, &s.surface);
}

rg_status rg_plot_write_svg(const rg_plot *plot, const char *path, rg_error *error) {
  rg_error_clear(error);
  if (!plot || plot->failed)
    return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "plot", "no memory was left for it");
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", output.stream);
  rg_plot_draw(plot, output.stream, 1);
  return rg_output_close(&output, RG_OK, error);
}
