/* OBJ: "v x y z", "vt u v" and "f a b c ..." lines; numbers may carry /texture/normal, may count back from the end
   (negative), polygons become fans. Everything else in the file is passed over. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/mesh.h"

enum { MOST = INT_MAX / 64 };

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char *next_line(const char *at) {
  const char *end = strchr(at, '\n');
  return end ? end + 1 : at + strlen(at);
}

static const char *skip_blank(const char *at) {
  while (is_blank(*at)) at++;
  return at;
}

/* 'v', 'f', or 't' for vt, where the line is one, with *rest behind the letters; else 0 */
static char kind_of(const char *line, const char **rest) {
  line = skip_blank(line);
  if (line[0] == 'v' && line[1] == 't' && is_blank(line[2])) {
    *rest = line + 2;
    return 't';
  }
  *rest = line + (line[0] ? 1 : 0);
  return (line[0] == 'v' || line[0] == 'f') && is_blank(line[1]) ? line[0] : 0;
}

static int count_words(const char *at) {
  int count = 0;
  for (at = skip_blank(at); *at && *at != '\n'; at = skip_blank(at), count++)
    while (*at && *at != '\n' && !is_blank(*at)) at++;
  return count;
}

static int read_numbers(const char *at, int count, double *vertex) {
  for (int k = 0; k < count; k++) {
    char *stop;
    at = skip_blank(at);
    if (*at == '\n') return 0;
    vertex[k] = strtod(at, &stop);
    if (stop == at) return 0;
    at = stop;
  }
  return 1;
}

/* a place in the texture behind "/"; -1: there is none */
static int read_uv(const char *at, int known) {
  char *stop;
  if (*at != '/') return -1;
  long index = strtol(at + 1, &stop, 10);
  if (stop == at + 1) return -1;
  index = index < 0 ? known + index : index - 1;
  return index >= 0 && index < known ? (int)index : -1;
}

/* the fan of one polygon; returns the number of triangles, -1: an index is no vertex. `uv` as `face`, may be NULL */
static int read_face(const char *at, const rg_triangles *t, int *face, int *uv) {
  int first = 0, before = 0, count = 0, corners = 0, first_uv = 0, before_uv = 0;
  for (at = skip_blank(at); *at && *at != '\n'; at = skip_blank(at), corners++) {
    char *stop;
    long index = strtol(at, &stop, 10);
    if (stop == at) return -1;
    index = index < 0 ? t->nvertex + index : index - 1;
    if (index < 0 || index >= t->nvertex) return -1;
    int place = read_uv(stop, t->nuv);
    if (corners == 0) first = (int)index, first_uv = place;
    if (corners >= 2) {
      const int fan[3] = {first, before, (int)index}, places[3] = {first_uv, before_uv, place};
      memcpy(face + 3 * count, fan, sizeof fan);
      if (uv) memcpy(uv + 3 * count, places, sizeof places);
      count++;
    }
    before = (int)index, before_uv = place;
    for (at = stop; *at && *at != '\n' && !is_blank(*at);) at++;
  }
  return count;
}

static rg_status allocate(rg_triangles *t, const char *data, rg_arena *arena, const char **reason) {
  long vertices = 0, faces = 0, places = 0;
  for (const char *at = data; *at; at = next_line(at)) {
    const char *rest;
    char kind = kind_of(at, &rest);
    if (kind == 'v') vertices++;
    if (kind == 't') places++;
    int corners = kind == 'f' ? count_words(rest) : 0;
    if (corners > 2) faces += corners - 2;
  }
  if (vertices == 0 || vertices > MOST || faces > MOST || places > MOST) {
    *reason = vertices ? "it is too large" : "it has no vertices";
    return RG_BAD_INPUT;
  }
  t->vertex = RG_RAW(arena, double, 3 * (size_t)vertices);
  t->face = RG_RAW(arena, int, 3 * (size_t)faces);
  if (places > 0) {
    t->uv = RG_RAW(arena, double, 2 * (size_t)places);
    t->uv_face = RG_RAW(arena, int, 3 * (size_t)faces);
  }
  return arena->failed ? RG_NO_MEMORY : RG_OK;
}

rg_status rg_mesh_parse_obj(rg_triangles *t, const char *data, size_t size, rg_arena *arena,
                            const char **reason) {
  assert(data && data[size] == 0 && reason);
  *t = (rg_triangles){0};
  if (memchr(data, 0, size)) {
    *reason = "it is not a text file";
    return RG_BAD_INPUT;
  }
  rg_status status = allocate(t, data, arena, reason);
  if (status) return status;
  for (const char *at = data; *at; at = next_line(at)) {
    const char *rest;
    char kind = kind_of(at, &rest);
    if (kind == 't') {
      double *uv = t->uv + 2 * t->nuv++;
      uv[0] = uv[1] = 0;
      if (!read_numbers(rest, 2, uv) && !read_numbers(rest, 1, uv)) uv[0] = 0;
      if (!isfinite(uv[0])) uv[0] = 0;
      if (!isfinite(uv[1])) uv[1] = 0;
    }
    if (kind == 'v' && !read_numbers(rest, 3, t->vertex + 3 * t->nvertex++)) {
      *reason = "a vertex is not three numbers";
      return RG_BAD_INPUT;
    }
    int triangles = kind == 'f' ? read_face(rest, t, t->face + 3 * t->nface,
                                            t->uv_face ? t->uv_face + 3 * t->nface : NULL)
                                : 0;
    if (triangles < 0) {
      *reason = "a face names a vertex that does not exist";
      return RG_BAD_INPUT;
    }
    t->nface += triangles;
  }
  return RG_OK;
}
