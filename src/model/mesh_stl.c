/* STL: binary (80 bytes of header, a 32-bit count, 50 bytes a triangle, little-endian floats) or
   text ("vertex x y z"). Vertices are not shared between triangles in this format; they stay so. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/mesh.h"

enum { HEADER = 84, TRIANGLE = 50, MOST_TRIANGLES = INT_MAX / 64 };

static uint32_t read_u32(const char *at) {
  const unsigned char *b = (const unsigned char *)at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double read_float(const char *at) {
  uint32_t bits = read_u32(at);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

/* memory for n triangles with vertices of their own */
static rg_status allocate(rg_triangles *t, size_t n, rg_arena *arena, const char **reason) {
  if (n == 0 || n > MOST_TRIANGLES) {
    *reason = n ? "too many triangles" : "it has no triangles";
    return RG_BAD_INPUT;
  }
  t->nface = (int)n;
  t->nvertex = 3 * t->nface;
  t->vertex = RG_RAW(arena, double, 9 * n);
  t->face = RG_RAW(arena, int, 3 * n);
  if (!t->vertex || !t->face) return RG_NO_MEMORY;
  for (int i = 0; i < t->nvertex; i++) t->face[i] = i;
  return RG_OK;
}

static rg_status parse_binary(rg_triangles *t, const char *data, size_t n, rg_arena *arena,
                              const char **reason) {
  rg_status status = allocate(t, n, arena, reason);
  if (status) return status;
  /* a normal of three floats comes first in each triangle */
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < 9; k++)
      t->vertex[9 * i + k] = read_float(data + HEADER + TRIANGLE * i + 12 + 4 * k);
  return RG_OK;
}

/* the place after the next word "vertex"; NULL at the end */
static const char *after_vertex(const char *at) {
  at = strstr(at, "vertex");
  return at ? at + 6 : NULL;
}

static rg_status parse_text(rg_triangles *t, const char *data, rg_arena *arena,
                            const char **reason) {
  size_t count = 0;
  for (const char *at = after_vertex(data); at; at = after_vertex(at)) count++;
  if (count % 3 != 0) {
    *reason = "a facet does not have three vertices";
    return RG_BAD_INPUT;
  }
  rg_status status = allocate(t, count / 3, arena, reason);
  if (status) return status;
  double *to = t->vertex;
  for (const char *at = after_vertex(data); at; at = after_vertex(at))
    for (int k = 0; k < 3; k++) {
      char *stop;
      *to++ = strtod(at, &stop);
      if (stop == at) {
        *reason = "a vertex is not three numbers";
        return RG_BAD_INPUT;
      }
      at = stop;
    }
  return RG_OK;
}

rg_status rg_mesh_parse_stl(rg_triangles *t, const char *data, size_t size, rg_arena *arena,
                            const char **reason) {
  assert(data && data[size] == 0 && reason);
  *t = (rg_triangles){0};
  /* the count decides: binary files may begin with "solid" too */
  size_t count = size >= HEADER ? read_u32(data + 80) : 0;
  size_t fits = size >= HEADER ? (size - HEADER) / TRIANGLE : 0;
  int text = size >= 5 && memcmp(data, "solid", 5) == 0;
  if (size >= HEADER && (count == fits || (!text && count < fits)))
    return parse_binary(t, data, count, arena, reason);
  if (text) return parse_text(t, data, arena, reason);
  *reason = size < HEADER ? "it is too short for an STL file"
                          : "it ends before the last triangle that it announces";
  return RG_BAD_INPUT;
}
