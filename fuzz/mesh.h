/* Triangles from bytes, then what a model makes of them. */
#ifndef RIGOR_FUZZ_MESH_H
#define RIGOR_FUZZ_MESH_H

#include "target.h"

#include "model/mesh.h"

typedef rg_status (*fuzz_mesh_reader)(rg_triangles *triangles, const char *data, size_t size,
                                      rg_arena *arena, const char **reason);

static inline void fuzz_mesh(fuzz_mesh_reader read, const uint8_t *bytes, size_t size) {
  rg_arena arena = {0};
  rg_triangles triangles = {0}, hull = {0};
  const char *reason = NULL;
  /* readers may count on a 0 behind the last byte */
  char *text = malloc(size + 1);
  if (!text) return;
  memcpy(text, bytes, size);
  text[size] = 0;
  rg_memory_limit(FUZZ_MEMORY);
  rg_status status = read(&triangles, text, size, &arena, &reason);
  fuzz_expect(status == RG_OK || status == RG_NO_MEMORY || reason);
  if (status == RG_OK && triangles.nvertex < 1000) {
    rg_mesh_hull(&hull, triangles.nvertex, triangles.vertex, &arena, &reason);
    for (int mode = 0; mode < 3; mode++) rg_mesh_solid(&triangles, (rg_mesh_inertia)mode);
  }
  rg_arena_free(&arena);
  free(text);
}

#endif
