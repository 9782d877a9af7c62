/* Pictures of pixels: areas and lines against what geometry says they cover; files decoded
   by Python's zlib; curves and shapes where the simulation was, by colour. */
#include "plot/png.h"
#include "plot/raster.h"
#include "text/stroke_font.h"
#include "text/utf8.h"

#include "counted_malloc.h"
#include "record/scratch.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

/* --- coverage --------------------------------------------------------------------------------- */

/* how many pixels a black shape on white is worth */
static double blackness(const rg_raster *r) {
  double sum = 0;
  for (int i = 0; i < r->width * r->height; i++) sum += (255 - r->rgb[3 * i]) / 255.0;
  return sum;
}

static void turned_square(double angle, double x, double y, double half, double *xy) {
  for (int k = 0; k < 4; k++) {
    xy[2 * k] = x + half * sqrt(2) * cos(angle + PI / 2 * k);
    xy[2 * k + 1] = y + half * sqrt(2) * sin(angle + PI / 2 * k);
  }
}

static void areas_cover_what_they_must(void **state) {
  (void)state;
  for (int k = 0; k < 40; k++) {
    rg_raster r;
    double xy[8], turned[8];
    assert_true(rg_raster_new(&r, 60, 50, 0xffffff));
    turned_square(0.1 * k, 30.3, 24.8, 14, xy);
    for (int i = 0; i < 4; i++) memcpy(turned + 2 * i, xy + 2 * (3 - i), 2 * sizeof *xy);
    // the direction of its corners does not matter
    rg_raster_area(&r, k % 2 ? xy : turned, 4);
    rg_raster_paint(&r, 0x000000, 1);
    assert_true(fabs(blackness(&r) - 28 * 28) < 0.3);
    // half of it beyond each side: an area through a corner of the picture covers a quarter
    rg_raster_free(&r);
    assert_true(rg_raster_new(&r, 60, 50, 0xffffff));
    turned_square(0.1 * k, k % 2 ? 60 : 0, k % 4 < 2 ? 50 : 0, 14, xy);
    rg_raster_area(&r, xy, 4);
    rg_raster_paint(&r, 0x000000, 1);
    assert_true(fabs(blackness(&r) - 14 * 14) < 0.3);
    rg_raster_free(&r);
  }
}

/* far outside, nothing at all, and all of the picture */
static void extreme_areas(void **state) {
  (void)state;
  rg_raster r;
  assert_true(rg_raster_new(&r, 20, 10, 0xffffff));
  double all[] = {-1e6, -1e6, 1e6, -1e6, 1e6, 1e6, -1e6, 1e6};
  double outside[] = {30, -5, 40, 5, 30, 15}, flat[] = {2, 3, 9, 3, 5, 3};
  rg_raster_area(&r, outside, 3);
  rg_raster_paint(&r, 0, 1);
  rg_raster_area(&r, flat, 3);
  rg_raster_paint(&r, 0, 1);
  assert_true(blackness(&r) == 0);
  rg_raster_area(&r, all, 4);
  rg_raster_paint(&r, 0, 1);
  assert_true(blackness(&r) == 200);
  rg_raster_free(&r);
}

/* a line is worth its length times its width; round ends add a disc; a frame cuts it off */
static void lines_cover_what_they_must(void **state) {
  (void)state;
  for (int k = 0; k < 24; k++) {
    double c = cos(0.27 * k), s = sin(0.27 * k), width = 1 + 0.25 * (k % 12);
    for (int round = 0; round < 2; round++) {
      rg_raster r;
      assert_true(rg_raster_new(&r, 80, 80, 0xffffff));
      rg_raster_line line = {40 - 25 * c, 40 - 25 * s, 40 + 25 * c,
                             40 + 25 * s, width,       {round, round}};
      rg_raster_stroke(&r, &line);
      // a second time changes nothing
      rg_raster_stroke(&r, &line);
      rg_raster_paint(&r, 0, 1);
      double area = 50 * width + round * PI * width * width / 4;
      assert_true(fabs(blackness(&r) - area) < 0.03 * area);
      rg_raster_free(&r);
    }
  }
  rg_raster r;
  assert_true(rg_raster_new(&r, 80, 80, 0xffffff));
  rg_raster_clip(&r, 20.25, 30, 60.5, 50);
  rg_raster_line line = {-100, 40, 200, 40, 4, {1, 1}};
  rg_raster_stroke(&r, &line);
  rg_raster_paint(&r, 0, 1);
  assert_true(fabs(blackness(&r) - 4 * 40.25) < 0.5);
  rg_raster_free(&r);
}

/* black at half opacity over white, and over itself */
static void opacity_mixes_colours(void **state) {
  (void)state;
  rg_raster r;
  double square[] = {0, 0, 4, 0, 4, 4, 0, 4};
  assert_true(rg_raster_new(&r, 4, 4, 0xffffff));
  rg_raster_area(&r, square, 4);
  rg_raster_paint(&r, 0xff0000, 0.5);
  assert_int_equal(r.rgb[0], 255);
  assert_in_range(r.rgb[1], 127, 128);
  rg_raster_area(&r, square, 4);
  rg_raster_paint(&r, 0x000000, 0.5);
  assert_in_range(r.rgb[0], 127, 128);
  assert_in_range(r.rgb[1], 63, 64);
  rg_raster_free(&r);
}

/* --- letters ---------------------------------------------------------------------------------- */

typedef struct bounds {
  double low[2], high[2];
  int pieces;
} bounds;

static void widen(void *owner, const double from[2], const double to[2], double pen) {
  (void)pen;
  bounds *b = owner;
  for (int k = 0; k < 2; k++) {
    b->low[k] = fmin(b->low[k], fmin(from[k], to[k]));
    b->high[k] = fmax(b->high[k], fmax(from[k], to[k]));
  }
  b->pieces++;
}

/* every letter stays in its place, and is no wider than the layout of plots believes */
static void letters_fit(void **state) {
  (void)state;
  char text[8];
  for (int code = ' '; code <= '~'; code++) {
    bounds b = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, 0};
    snprintf(text, sizeof text, "%c", code);
    double width = rg_font_text(text, 1, widen, &b);
    assert_true(width > 0 && width <= rg_utf8_width(text, 1, 1) + 1e-9);
    assert_true((b.pieces > 0) == (code != ' '));
    if (b.pieces == 0) continue;
    assert_true(b.low[0] >= -0.08 && b.high[0] <= width + 0.08);
    assert_true(b.low[1] > -0.25 && b.high[1] < 0.85);
  }
  // what our plots write beyond ASCII is no box, which has four pieces and a certain size
  for (const char *p = "µ·−×²³¹⁰⁴⁵⁶⁷⁸⁹⁻ëüé°±…λΔ≤∞", *next = p; *p; p = next) {
    bounds b = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, 0}, box = b;
    rg_utf8_next(&next);
    rg_font_text("☃", 3, widen, &box);
    double width = rg_font_text(p, (size_t)(next - p), widen, &b);
    assert_true(width <= rg_utf8_width(p, (size_t)(next - p), 1) + 1e-9);
    assert_true(b.pieces > 0 && memcmp(&b, &box, sizeof b) != 0);
  }
  // letters stand one behind the other
  assert_true(fabs(rg_font_text("mm", 2, NULL, NULL) - 2 * rg_font_text("m", 1, NULL, NULL)) <
              1e-12);
  assert_true(rg_font_text("", 0, NULL, NULL) == 0);
}

/* --- decoded by somebody else ----------------------------------------------------------------- */

static void need_python(void) {
  if (system("python3 -c 'import zlib' 2>/dev/null") == 0) return;
  print_message("SKIPPED: python3 is not installed\n");
  skip();
}

static int python(const char *program, const char *in, const char *out) {
  char command[4096];
  snprintf(command, sizeof command, "python3 -c '%s' %s %s", program, in, out);
  return system(command);
}

typedef struct picture {
  int width, height, density; /* pixels a metre */
  uint8_t *rgb;
} picture;

/* all checksums right, the colour space named, no filter but the plain one */
static picture load_png(const char *path) {
  char out[256];
  snprintf(out, sizeof out, "%s", scratch_path("pixels"));
  assert_int_equal(
      python("import struct, sys, zlib\n"
             "d = open(sys.argv[1], \"rb\").read()\n"
             "assert d[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])\n"
             "chunks, at = [], 8\n"
             "while at < len(d):\n"
             "  n = struct.unpack(\">I\", d[at:at+4])[0]\n"
             "  assert zlib.crc32(d[at+4:at+8+n]) == struct.unpack(\">I\", d[at+8+n:at+12+n])[0]\n"
             "  chunks.append((d[at+4:at+8].decode(), d[at+8:at+8+n])); at += 12 + n\n"
             "kinds = [k for k, _ in chunks]\n"
             "assert kinds[0] == \"IHDR\" and kinds[-1] == \"IEND\", kinds\n"
             "c = dict(chunks)\n"
             "assert c[\"sRGB\"] == bytes(1) and struct.unpack(\">I\", c[\"gAMA\"])[0] == 45455\n"
             "w, h, depth, kind, *rest = struct.unpack(\">IIBBBBB\", c[\"IHDR\"])\n"
             "assert (depth, kind, rest) == (8, 2, [0, 0, 0])\n"
             "raw = zlib.decompress(b\"\".join(b for k, b in chunks if k == \"IDAT\"))\n"
             "assert len(raw) == h * (3 * w + 1)\n"
             "rows = [raw[i:i+3*w+1] for i in range(0, len(raw), 3 * w + 1)]\n"
             "assert all(r[0] == 0 for r in rows)\n"
             "x, y, unit = struct.unpack(\">IIB\", c[\"pHYs\"])\n"
             "assert x == y and unit == 1\n"
             "open(sys.argv[2], \"wb\").write(struct.pack(\"<III\", w, h, x) + b\"\".join(r[1:] "
             "for r in rows))",
             path, out),
      0);
  FILE *stream = fopen(out, "rb");
  assert_non_null(stream);
  uint32_t size[3];
  assert_int_equal(fread(size, 4, 3, stream), 3);
  picture p = {(int)size[0], (int)size[1], (int)size[2], malloc(3 * (size_t)size[0] * size[1])};
  assert_non_null(p.rgb);
  assert_int_equal(fread(p.rgb, 3, (size_t)size[0] * size[1], stream), (size_t)size[0] * size[1]);
  fclose(stream);
  return p;
}

/* noise, flat colours, a single pixel: what was written is what is read */
static void pixels_come_back(void **state) {
  (void)state;
  need_python();
  static const int size[][2] = {{1, 1}, {1, 300}, {700, 1}, {257, 129}, {640, 400}};
  uint32_t random = 1;
  for (int k = 0; k < 10; k++) {
    int width = size[k / 2][0], height = size[k / 2][1];
    size_t bytes = 3 * (size_t)width * (size_t)height;
    uint8_t *rgb = malloc(bytes);
    char path[256];
    assert_non_null(rgb);
    for (size_t i = 0; i < bytes; i++) {
      random = random * 1664525 + 1013904223;
      rgb[i] = (uint8_t)(k % 2 ? i / 1000 : random >> 24);
    }
    snprintf(path, sizeof path, "%s", scratch_path("noise.png"));
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_true(rg_png_write(stream, rgb, width, height, 3780));
    assert_int_equal(fclose(stream), 0);
    picture p = load_png(path);
    assert_true(p.width == width && p.height == height && p.density == 3780);
    assert_memory_equal(p.rgb, rgb, bytes);
    free(p.rgb);
    free(rgb);
  }
}

static const uint8_t *pixel(const picture *p, int x, int y) {
  assert_true(x >= 0 && y >= 0 && x < p->width && y < p->height);
  return p->rgb + 3 * (y * p->width + x);
}

/* the largest difference of a channel */
static int distance(const uint8_t *a, unsigned rgb) {
  int most = 0;
  for (int k = 0; k < 3; k++) {
    int d = abs(a[k] - (int)(rgb >> (16 - 8 * k) & 255));
    if (d > most) most = d;
  }
  return most;
}

/* is there such a colour within `reach` pixels? */
static int is_near(const picture *p, double x, double y, int reach, unsigned rgb) {
  for (int j = -reach; j <= reach; j++)
    for (int i = -reach; i <= reach; i++)
      if (distance(pixel(p, (int)floor(x) + i, (int)floor(y) + j), rgb) < 30) return 1;
  return 0;
}

/* The frame of a plot: the first and last rows and columns that are grey for more than half. */
typedef struct frame {
  double left, right, top, bottom;
} frame;

static int is_grey(const uint8_t *p) {
  return p[0] > 120 && p[0] < 205 && abs(p[0] - p[2]) < 25 && abs(p[0] - p[1]) < 25;
}

static frame find_frame(const picture *p) {
  enum { LEAST = 100 };
  frame f = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int y = 0; y < p->height; y++) {
    int count = 0;
    for (int x = 0; x < p->width; x++) count += is_grey(pixel(p, x, y));
    if (count < p->width / 2) continue;
    f.top = fmin(f.top, y + 0.5);
    f.bottom = fmax(f.bottom, y + 0.5);
  }
  for (int x = 0; x < p->width; x++) {
    int count = 0;
    for (int y = 0; y < p->height; y++) count += is_grey(pixel(p, x, y));
    if (count < p->height / 2) continue;
    f.left = fmin(f.left, x + 0.5);
    f.right = fmax(f.right, x + 0.5);
  }
  assert_true(f.right - f.left > LEAST && f.bottom - f.top > LEAST);
  return f;
}

/* --- pictures of a motion --------------------------------------------------------------------- */

enum { STEPS = 400 };
static const char ball[] =
    "<mujoco model=\"ball\"><option timestep=\"0.001\"/><worldbody>"
    "<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
    "<body pos=\"0 0 0.6\"><freejoint/><geom type=\"sphere\" size=\"0.1\" mass=\"1\"/></body>"
    "</worldbody></mujoco>";

typedef struct motion {
  rg_model *model;
  rg_sim *sim;
  rg_scene_page *page;
  double x[STEPS + 1], z[STEPS + 1];
} motion;

static motion throw_ball(void) {
  motion m;
  assert_int_equal(rg_model_parse(&m.model, ball, strlen(ball), NULL, NULL), RG_OK);
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&m.sim, m.model, &options, NULL), RG_OK);
  rg_sim_data(m.sim)->qvel[0] = 1.5;
  assert_int_equal(rg_scene_page_new(&m.page, m.model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(m.page, m.sim, NULL, NULL, NULL), RG_OK);
  for (int i = 0; i <= STEPS; i++) {
    if (i > 0) {
      rg_step(m.sim);
      assert_int_equal(rg_scene_page_add(m.page, 0, m.sim, NULL), RG_OK);
    }
    m.x[i] = rg_sim_data(m.sim)->qpos[0];
    m.z[i] = rg_sim_data(m.sim)->qpos[2];
  }
  return m;
}

static void free_motion(motion *m) {
  rg_scene_page_free(m->page);
  rg_sim_free(m->sim);
  rg_model_free(m->model);
}

/* the height over time: free fall 0.6 m - g t^2 / 2, then rest at 0.1 m */
static void curves_are_where_the_motion_was(void **state) {
  (void)state;
  need_python();
  motion m = throw_ball();
  for (int scale = 1; scale <= 2; scale++) {
    rg_plot *plot = rg_scene_page_plot(m.page, "qpos2", NULL);
    rg_plot_range(plot, 0, 0.4, 0, 0.8);
    char path[256];
    snprintf(path, sizeof path, "%s", scratch_path("height.png"));
    assert_int_equal(rg_plot_write_png(plot, path, scale, NULL), RG_OK);
    rg_plot_free(plot);
    picture p = load_png(path);
    assert_int_equal(p.width, 640 * scale);
    assert_int_equal(p.height, 400 * scale);
    frame f = find_frame(&p);
    for (int i = 10; i < STEPS - 10; i += 7) {
      double t = 0.001 * i, fallen = 0.6 - 9.81 / 2 * t * t;
      double z = fmax(fallen, 0.1), x = f.left + t / 0.4 * (f.right - f.left);
      double y = f.bottom - z / 0.8 * (f.bottom - f.top);
      assert_true(is_near(&p, x, y, scale, 0x0072b2));
      // and nowhere else in this column
      for (int other = (int)f.top + 3 * scale; other < f.bottom - 3 * scale; other++)
        if (fabs(other + 0.5 - y) > 6 * scale)
          assert_true(distance(pixel(&p, (int)floor(x), other), 0x0072b2) > 60);
    }
    free(p.rgb);
  }
  free_motion(&m);
}

/* outline at the start, filled at the end, the trace between them, the floor below */
static void shapes_are_where_the_motion_was(void **state) {
  (void)state;
  need_python();
  motion m = throw_ball();
  char path[256];
  snprintf(path, sizeof path, "%s", scratch_path("side.png"));
  rg_plot *plot = rg_scene_page_side(m.page, NULL);
  rg_plot_range(plot, -0.3, 0.9, -0.1, 0.8);
  assert_int_equal(rg_plot_write_png(plot, path, 2, NULL), RG_OK);
  rg_plot_free(plot);
  picture p = load_png(path);
  frame f = find_frame(&p);
  // both scales are equal: the larger of the two
  double size = fmax(1.2 / (f.right - f.left), 0.9 / (f.bottom - f.top));
  double middle[2] = {(f.left + f.right) / 2, (f.top + f.bottom) / 2}, radius = 0.1 / size;
#define AT(px, pz) middle[0] + ((px)-0.3) / size, middle[1] - ((pz)-0.35) / size
  for (int i = 0; i <= STEPS; i += 40) assert_true(is_near(&p, AT(m.x[i], m.z[i]), 2, 0x0072b2));
  const double first[2] = {AT(m.x[0], m.z[0])}, last[2] = {AT(m.x[STEPS], m.z[STEPS])};
  const double floor_at[2] = {AT(0.6, 0)};
#undef AT
  for (int k = 0; k < 8; k++) {
    double c = cos(PI / 4 * k + 0.3), s = sin(PI / 4 * k + 0.3);
    assert_true(is_near(&p, first[0] + radius * c, first[1] + radius * s, 1, 0x24292f));
    assert_true(is_near(&p, last[0] + radius * c, last[1] + radius * s, 1, 0x0072b2));
  }
  // inside the last one: 16 % of the colour on white, off the trace and the grid
  assert_true(is_near(&p, last[0] + 0.6 * radius, last[1] - 0.5 * radius, 2, 0xd6e9f3));
  assert_false(is_near(&p, first[0] - 0.5 * radius, first[1] - 0.5 * radius, 2, 0xd6e9f3));
  assert_true(is_near(&p, floor_at[0], floor_at[1], 1, 0x24292f));
  free(p.rgb);
  free_motion(&m);
}

/* --- what can go wrong ------------------------------------------------------------------------ */

static rg_plot *simple_plot(void) {
  static const double x[] = {0, 1, 2}, y[] = {0, 1, -1};
  rg_plot *plot = rg_plot_new("Title", "x", "y");
  rg_plot_series(plot, "a", RG_SERIES_LINE_POINTS, 3, x, y);
  rg_plot_circle(plot, 1, 0, 0.5, 1);
  return plot;
}

static void bad_requests_are_refused(void **state) {
  (void)state;
  static const double scales[] = {0, -1, 0.2, 17, 1e300};
  rg_error error;
  char path[256];
  snprintf(path, sizeof path, "%s", scratch_path("bad.png"));
  rg_plot *plot = simple_plot();
  for (int k = 0; k < 6; k++) {
    double scale = k < 5 ? scales[k] : (double)NAN;
    assert_int_equal(rg_plot_write_png(plot, path, scale, &error), RG_BAD_INPUT);
    assert_string_equal(error.file, path);
  }
  rg_plot_size(plot, 8000, 8000);
  assert_int_equal(rg_plot_write_png(plot, path, 16, &error), RG_BAD_INPUT);
  assert_int_equal(rg_plot_write_png(NULL, path, 1, &error), RG_NO_MEMORY);
  rg_plot_size(plot, 640, 400);
  assert_int_equal(rg_plot_write_png(plot, scratch_path("nowhere/a.png"), 1, &error), RG_IO);
  if (access("/dev/full", W_OK) == 0)
    assert_int_equal(rg_plot_write_png(plot, "/dev/full", 1, &error), RG_IO);
  assert_int_not_equal(access(path, F_OK), 0);
  rg_plot_free(plot);
}

/* values that no picture can hold, texts of anything: a picture comes out, every time the same */
static void anything_is_drawn(void **state) {
  (void)state;
  double x[] = {-1e300, 0, 1e300, (double)NAN, 5}, y[] = {1e300, HUGE_VAL, -1e300, 0, 1};
  char path[2][256];
  for (int k = 0; k < 2; k++) {
    rg_plot *plot = rg_plot_new("\xff\x01 漢字 𝄞 a\xcc\x81", "",
                                "label that is far too long for its "
                                "side of the picture, which is small, and so it has to be cut off");
    rg_plot_size(plot, 200, 150);
    rg_plot_range(plot, -1, 6, -1, 2);
    rg_plot_series(plot, "a", RG_SERIES_DASHED, 5, x, y);
    rg_plot_series(plot, "b", RG_SERIES_POINTS, 5, x, y);
    rg_plot_series(plot, "c", RG_SERIES_BARS, 5, x, y);
    rg_plot_polygon(plot, 5, x, y, 1);
    rg_plot_circle(plot, 0, 0, 1e300, 1);
    rg_plot_arrow(plot, 0, 0, 1e300, 1e300);
    rg_plot_mark_x(plot, 2, "mark");
    rg_plot_label(plot, 3, 1, "a < b & c");
    snprintf(path[k], sizeof path[k], "%s", scratch_path(k ? "second.png" : "first.png"));
    assert_int_equal(rg_plot_write_png(plot, path[k], 0.25 + k, NULL), RG_OK);
    assert_int_equal(rg_plot_write_png(plot, path[k], 1, NULL), RG_OK);
    rg_plot_free(plot);
  }
  size_t first, second;
  char *a = scratch_load(path[0], &first), *b = scratch_load(path[1], &second);
  assert_int_equal(first, second);
  assert_memory_equal(a, b, first);
  free(a);
  free(b);
}

/* each allocation fails once: told, nothing lost, no file */
static void memory_runs_out(void **state) {
  (void)state;
  if (!COUNTED) skip();
  char path[256];
  snprintf(path, sizeof path, "%s", scratch_path("memory.png"));
  rg_plot *plot = simple_plot();
  count_from_here(0);
  rg_status status = rg_plot_write_png(plot, path, 1, NULL);
  int needed = allocations, left = live;
  counting = 0;
  assert_int_equal(status, RG_OK);
  assert_int_equal(left, 0);
  assert_true(needed >= 6);
  for (int k = 1; k <= needed; k++) {
    rg_error error;
    unlink(path);
    count_from_here(k);
    status = rg_plot_write_png(plot, path, 1, &error);
    left = live;
    counting = 0;
    assert_int_equal(left, 0);
    if (status == RG_OK) continue; // stdio does without its buffer
    assert_true(status == RG_NO_MEMORY || status == RG_IO);
    assert_int_not_equal(access(path, F_OK), 0);
  }
  rg_plot_free(plot);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(areas_cover_what_they_must),
                                     cmocka_unit_test(extreme_areas),
                                     cmocka_unit_test(lines_cover_what_they_must),
                                     cmocka_unit_test(opacity_mixes_colours),
                                     cmocka_unit_test(letters_fit),
                                     cmocka_unit_test(pixels_come_back),
                                     cmocka_unit_test(curves_are_where_the_motion_was),
                                     cmocka_unit_test(shapes_are_where_the_motion_was),
                                     cmocka_unit_test(bad_requests_are_refused),
                                     cmocka_unit_test(anything_is_drawn),
                                     cmocka_unit_test(memory_runs_out)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
