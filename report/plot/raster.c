/* Anti-aliased shapes. An area is exact: every edge adds to each pixel of a row what it covers at
   its right, and a running sum along the row turns that into coverage. A line covers a pixel by how
   far its middle is from the line, the largest of all pieces, so that joints are not darker. Colours
   are mixed as they are encoded, which is what browsers do. */
#include "plot/raster.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float LEAST_COVER = 1.0f / 1024; /* rounding of the running sums is far below */

static void forget(rg_raster *r) {
  r->low[0] = r->width;
  r->low[1] = r->height;
  r->high[0] = r->high[1] = 0;
}

/* floats in a row: an edge adds to the pixel behind its last one as well */
static size_t row_length(const rg_raster *r) { return (size_t)r->width + 2; }

int rg_raster_new(rg_raster *r, int width, int height, unsigned rgb) {
  assert(width > 0 && height > 0);
  *r = (rg_raster){.width = width, .height = height};
  size_t pixels = (size_t)width * (size_t)height;
  r->rgb = malloc(3 * pixels);
  r->cover = calloc(row_length(r) * (size_t)height, sizeof *r->cover);
  if (!r->rgb || !r->cover) {
    rg_raster_free(r);
    return 0;
  }
  for (size_t i = 0; i < 3 * pixels; i++) r->rgb[i] = (uint8_t)(rgb >> (16 - 8 * (i % 3)) & 255);
  rg_raster_clip(r, 0, 0, width, height);
  forget(r);
  return 1;
}

void rg_raster_free(rg_raster *r) {
  free(r->rgb);
  free(r->cover);
  *r = (rg_raster){0};
}

void rg_raster_clip(rg_raster *r, double x0, double y0, double x1, double y1) {
  const double clip[4] = {fmax(x0, 0), fmax(y0, 0), fmin(x1, r->width), fmin(y1, r->height)};
  memcpy(r->clip, clip, sizeof clip);
}

static void touch(rg_raster *r, int x0, int x1, int y) {
  if (x0 < r->low[0]) r->low[0] = x0;
  if (x1 > r->high[0]) r->high[0] = x1;
  if (y < r->low[1]) r->low[1] = y;
  if (y >= r->high[1]) r->high[1] = y + 1;
}

/* --- areas ------------------------------------------------------------------------------------ */

/* what an edge that crosses a row anywhere between `left` and `right` covers left of z, times 1 */
static double covered(double z, double left, double right) {
  if (z <= left) return 0;
  if (z >= right) return z - (left + right) / 2;
  return (z - left) * (z - left) / (2 * (right - left));
}

/* the part of an edge inside one row; `weight` is its height, with the sign of its direction */
static void add_to_row(rg_raster *r, int y, double xa, double xb, double weight) {
  double left = fmin(xa, xb), right = fmax(xa, xb), before = 0;
  int first = (int)floor(left), last = (int)floor(right);
  float *row = r->cover + (size_t)y * row_length(r);
  for (int k = first; k <= last + 1 && k <= r->width; k++) {
    double now = weight * (covered(k + 1, left, right) - covered(k, left, right));
    row[k] += (float)(now - before);
    before = now;
  }
  touch(r, first, last + 2, y);
}

/* an edge between two lines y, from x0 to x1, both inside the picture or on its border */
static void add_edge_rows(rg_raster *r, double x0, double y0, double x1, double y1, int sign) {
  double slope = (x1 - x0) / (y1 - y0), low = fmin(x0, x1), high = fmax(x0, x1);
  for (int y = (int)floor(y0); y < y1; y++) {
    double top = fmax(y, y0), bottom = fmin(y + 1, y1);
    if (!(bottom > top)) continue;
    double xa = fmin(fmax(x0 + slope * (top - y0), low), high);
    double xb = fmin(fmax(x0 + slope * (bottom - y0), low), high);
    add_to_row(r, y, xa, xb, sign * (bottom - top));
  }
}

/* what is left of the picture counts as its left border, what is right of it covers nothing */
static void add_edge(rg_raster *r, double x0, double y0, double x1, double y1) {
  if (y0 == y1) return;
  int sign = y1 > y0 ? 1 : -1;
  double a[2] = {sign > 0 ? x0 : x1, fmin(y0, y1)}, b[2] = {sign > 0 ? x1 : x0, fmax(y0, y1)};
  double dx = b[0] - a[0], dy = b[1] - a[1], right = r->width;
  double begin = fmax(0, -a[1] / dy), end = fmin(1, (r->height - a[1]) / dy);
  // pieces between the places where it crosses the sides
  double cut[4] = {begin, begin, end, end};
  if (dx != 0) {
    double t0 = -a[0] / dx, t1 = (right - a[0]) / dx;
    cut[1] = fmin(fmax(fmin(t0, t1), begin), end);
    cut[2] = fmin(fmax(fmax(t0, t1), begin), end);
  }
  for (int k = 0; k < 3; k++) {
    double from = cut[k], to = cut[k + 1], middle = a[0] + dx * (from + to) / 2;
    if (!(to > from)) continue;
    if (middle >= right) {
      r->high[0] = r->width;
      continue;
    }
    double xa = fmin(fmax(a[0] + dx * from, 0), right), xb = fmin(fmax(a[0] + dx * to, 0), right);
    double ya = fmax(a[1] + dy * from, 0), yb = fmin(a[1] + dy * to, r->height);
    if (yb > ya) add_edge_rows(r, middle < 0 ? 0 : xa, ya, middle < 0 ? 0 : xb, yb, sign);
  }
}

void rg_raster_area(rg_raster *r, const double *xy, int count) {
  assert(count > 0);
  for (int i = 0; i < count; i++) {
    const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % count);
    add_edge(r, a[0], a[1], b[0], b[1]);
  }
  r->is_area = 1;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* the part of a pixel, its middle at distance q from that of a band, which the band covers */
static double share(double q, double half) {
  return fmax(0, fmin(half, q + 0.5) - fmax(-half, q - 0.5));
}

static double clamp01(double value) { return fmin(fmax(value, 0), 1); }

static double line_cover(const rg_raster_line *l, double ux, double uy, double length, double x,
                         double y) {
  double dx = x - l->x0, dy = y - l->y0;
  double along = dx * ux + dy * uy, across = fabs(dx * uy - dy * ux), half = l->width / 2;
  double past = along < 0 ? -along : along > length ? along - length : 0;
  if (past > 0 && l->round[along > length]) return share(hypot(past, across), half);
  double ends = 1;
  if (!l->round[0]) ends = clamp01(along + 0.5);
  if (!l->round[1]) ends = fmin(ends, clamp01(length - along + 0.5));
  return ends * share(across, half);
}

/* where the piece of the line within `reach` of a row lies */
static void row_range(const rg_raster_line *l, double y, double reach, double *left,
                      double *right) {
  double dy = l->y1 - l->y0, from = 0, to = 1;
  if (fabs(dy) > 1e-9) {
    double a = (y - reach - l->y0) / dy, b = (y + reach - l->y0) / dy;
    from = clamp01(fmin(a, b));
    to = clamp01(fmax(a, b));
  }
  double xa = l->x0 + from * (l->x1 - l->x0), xb = l->x0 + to * (l->x1 - l->x0);
  *left = fmin(xa, xb) - reach;
  *right = fmax(xa, xb) + reach;
}

void rg_raster_stroke(rg_raster *r, const rg_raster_line *l) {
  double length = hypot(l->x1 - l->x0, l->y1 - l->y0), reach = l->width / 2 + 1;
  if (length == 0 && !(l->round[0] && l->round[1])) return;
  double ux = length > 0 ? (l->x1 - l->x0) / length : 1;
  double uy = length > 0 ? (l->y1 - l->y0) / length : 0;
  int top = (int)floor(fmax(fmin(l->y0, l->y1) - reach, r->clip[1]));
  int bottom = (int)ceil(fmin(fmax(l->y0, l->y1) + reach, r->clip[3]));
  for (int y = top; y < bottom; y++) {
    double left, right;
    row_range(l, y + 0.5, reach, &left, &right);
    int first = (int)floor(fmax(left, r->clip[0])), last = (int)ceil(fmin(right, r->clip[2]));
    float *row = r->cover + (size_t)y * row_length(r);
    for (int x = first; x < last; x++) {
      float cover = (float)line_cover(l, ux, uy, length, x + 0.5, y + 0.5);
      if (cover > row[x]) row[x] = cover;
    }
    if (last > first) touch(r, first, last, y);
  }
}

/* --- colour ----------------------------------------------------------------------------------- */

static void mix(uint8_t *pixel, unsigned rgb, double cover) {
  for (int k = 0; k < 3; k++) {
    double wanted = rgb >> (16 - 8 * k) & 255;
    pixel[k] = (uint8_t)lround(pixel[k] + (wanted - pixel[k]) * cover);
  }
}

/* the part of pixel k between two borders */
static double inside(int k, double low, double high) {
  return fmax(0, fmin(k + 1, high) - fmax(k, low));
}

void rg_raster_paint(rg_raster *r, unsigned rgb, double opacity) {
  assert(opacity >= 0 && opacity <= 1);
  int right = r->high[0] < r->width ? r->high[0] : r->width;
  for (int y = r->low[1]; y < r->high[1]; y++) {
    float *row = r->cover + (size_t)y * row_length(r), sum = 0;
    double height = opacity * inside(y, r->clip[1], r->clip[3]);
    for (int x = r->low[0]; x < right; x++) {
      sum = r->is_area ? sum + row[x] : row[x];
      float cover = fminf(fabsf(sum), 1);
      if (cover < LEAST_COVER || height == 0) continue;
      double share_inside = height * inside(x, r->clip[0], r->clip[2]);
      mix(r->rgb + 3 * ((size_t)y * (size_t)r->width + (size_t)x), rgb,
          (double)cover * share_inside);
    }
    memset(row, 0, row_length(r) * sizeof *row);
  }
  r->is_area = 0;
  forget(r);
}
