/* MuJoCo's binary meshes (its XML reference, "mesh file"): four counts (vertices, normals, texture
   coordinates, faces), then floats for the first three (3, 3, 2 each) and ints for the last (3 each), in
   the byte order of the machine. Normals do not count here. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "model/mesh.h"

enum { MOST = INT_MAX / 64 };

static rg_status refuse(const char **reason, const char *why) {
  *reason = why;
  return RG_BAD_INPUT;
}

rg_status rg_mesh_parse_msh(rg_triangles *t, const char *data, size_t size, rg_arena *arena,
                            const char **reason) {
  assert(data && reason);
  int count[4];
  if (size < sizeof count) return refuse(reason, "the file is cut");
  memcpy(count, data, sizeof count);
  for (int k = 0; k < 4; k++)
    if (count[k] < 0 || count[k] > MOST) return refuse(reason, "a count in its head is wrong");
  if (count[0] < 4 || (count[1] && count[1] != count[0]) || (count[2] && count[2] != count[0]))
    return refuse(reason, "a count in its head is wrong");
  size_t before =
      sizeof count + 12 * (size_t)count[0] + 12 * (size_t)count[1] + 8 * (size_t)count[2];
  if (size != before + 12 * (size_t)count[3])
    return refuse(reason, "its size is not that of its head");
  t->nvertex = count[0];
  t->nface = count[3];
  t->vertex = RG_RAW(arena, double, 3 * (size_t)t->nvertex);
  t->face = RG_RAW(arena, int, 3 * (size_t)t->nface);
  if (arena->failed) return RG_NO_MEMORY;
  for (int k = 0; k < 3 * t->nvertex; k++) {
    float x;
    memcpy(&x, data + sizeof count + sizeof x * (size_t)k, sizeof x);
    if (!isfinite(x)) return refuse(reason, "a vertex is not a finite number");
    t->vertex[k] = (double)x;
  }
  if (t->nface) memcpy(t->face, data + before, 12 * (size_t)t->nface);
  for (int k = 0; k < 3 * t->nface; k++)
    if (t->face[k] < 0 || t->face[k] >= t->nvertex)
      return refuse(reason, "a face names a vertex that does not exist");

  /* places in the texture are by vertex; there the first row of the picture is at 0, here the last */
  if (count[2] == 0) return RG_OK;
  const char *uv = data + sizeof count + 12 * (size_t)count[0] + 12 * (size_t)count[1];
  t->nuv = count[2];
  t->uv = RG_RAW(arena, double, 2 * (size_t)t->nuv);
  t->uv_face = RG_RAW(arena, int, 3 * (size_t)t->nface);
  if (arena->failed) return RG_NO_MEMORY;
  for (int k = 0; k < 2 * t->nuv; k++) {
    float x;
    memcpy(&x, uv + sizeof x * (size_t)k, sizeof x);
    if (!isfinite(x)) x = 0;
    t->uv[k] = k % 2 ? 1 - (double)x : (double)x;
  }
  if (t->nface) memcpy(t->uv_face, t->face, 3 * (size_t)t->nface * sizeof(int));
  return RG_OK;
}
