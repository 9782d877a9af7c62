/* OBJ: "v x y z" and "f a b c ..." lines; numbers may carry /texture/normal, may count back from
   the end (negative), polygons become fans. Everything else in the file is appearance. */
#include <assert.h>
#include <limits.h>
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

/* 'v' or 'f' where the line is one, with *rest behind the letter; else 0 */
static char kind_of(const char *line, const char **rest) {
  line = skip_blank(line);
  *rest = line + (line[0] ? 1 : 0);
  return (line[0] == 'v' || line[0] == 'f') && is_blank(line[1]) ? line[0] : 0;
}

static int count_words(const char *at) {
  int count = 0;
  for (at = skip_blank(at); *at && *at != '\n'; at = skip_blank(at), count++)
    while (*at && *at != '\n' && !is_blank(*at)) at++;
  return count;
}

static int read_vertex(const char *at, double vertex[3]) {
  for (int k = 0; k < 3; k++) {
    char *stop;
    at = skip_blank(at);
    if (*at == '\n') return 0;
    vertex[k] = strtod(at, &stop);
    if (stop == at) return 0;
    at = stop;
  }
  return 1;
}

/* the fan of one polygon; returns the number of triangles, -1: an index is no vertex */
static int read_face(const char *at, int vertices, int *face) {
  int first = 0, before = 0, count = 0, corners = 0;
  for (at = skip_blank(at); *at && *at != '\n'; at = skip_blank(at), corners++) {
    char *stop;
    long index = strtol(at, &stop, 10);
    if (stop == at) return -1;
    index = index < 0 ? vertices + index : index - 1;
    if (index < 0 || index >= vertices) return -1;
    if (corners == 0) first = (int)index;
    if (corners >= 2) {
      face[3 * count] = first;
      face[3 * count + 1] = before;
      face[3 * count + 2] = (int)index;
      count++;
    }
    before = (int)index;
    for (at = stop; *at && *at != '\n' && !is_blank(*at);) at++;
  }
  return count;
}

static rg_status allocate(rg_triangles *t, const char *data, rg_arena *arena, const char **reason) {
  long vertices = 0, faces = 0;
  for (const char *at = data; *at; at = next_line(at)) {
    const char *rest;
    char kind = kind_of(at, &rest);
    if (kind == 'v') vertices++;
    int corners = kind == 'f' ? count_words(rest) : 0;
    if (corners > 2) faces += corners - 2;
  }
  if (vertices == 0 || vertices > MOST || faces > MOST) {
    *reason = vertices ? "it is too large" : "it has no vertices";
    return RG_BAD_INPUT;
  }
  t->vertex = RG_RAW(arena, double, 3 * (size_t)vertices);
  t->face = RG_RAW(arena, int, 3 * (size_t)faces);
  return t->vertex && t->face ? RG_OK : RG_NO_MEMORY;
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
    if (kind == 'v' && !read_vertex(rest, t->vertex + 3 * t->nvertex++)) {
      *reason = "a vertex is not three numbers";
      return RG_BAD_INPUT;
    }
    int triangles = kind == 'f' ? read_face(rest, t->nvertex, t->face + 3 * t->nface) : 0;
    if (triangles < 0) {
      *reason = "a face names a vertex that does not exist";
      return RG_BAD_INPUT;
    }
    t->nface += triangles;
  }
  return RG_OK;
}
