/* Meshes: every asset becomes a convex hull in its own frame; then all of them are laid end to end.
 */
#include <limits.h>
#include <string.h>

#include "model/compile.h"

enum { MOST_FACES = INT_MAX / 8 };

static void allocate_meshes(rg_model *m, rg_arena *memory, int vertices, int faces,
                            int neighbours) {
  m->mesh_name = RG_NEW(memory, const char *, m->nmesh);
  m->mesh_vertex = RG_NEW(memory, int, m->nmesh);
  m->mesh_nvertex = RG_NEW(memory, int, m->nmesh);
  m->mesh_face = RG_NEW(memory, int, m->nmesh);
  m->mesh_nface = RG_NEW(memory, int, m->nmesh);
  m->vertex = RG_NEW(memory, double, 3 * (size_t)vertices);
  m->face = RG_NEW(memory, int, 3 * (size_t)faces);
  m->mesh_neighbour_start = RG_NEW(memory, int, vertices + 1);
  m->mesh_neighbour = RG_NEW(memory, int, neighbours);
}

static void lay_down(rg_model *m, const rg_mesh *mesh, int i, int vertex, int face, int neighbour) {
  m->mesh_vertex[i] = vertex;
  m->mesh_nvertex[i] = mesh->nvertex;
  m->mesh_face[i] = face;
  m->mesh_nface[i] = mesh->nface;
  memcpy(m->vertex + 3 * vertex, mesh->vertex, 3 * (size_t)mesh->nvertex * sizeof(double));
  memcpy(m->face + 3 * face, mesh->face, 3 * (size_t)mesh->nface * sizeof(int));
  for (int v = 0; v <= mesh->nvertex; v++)
    m->mesh_neighbour_start[vertex + v] = neighbour + mesh->neighbour_start[v];
  memcpy(m->mesh_neighbour + neighbour, mesh->neighbour,
         (size_t)mesh->neighbour_start[mesh->nvertex] * sizeof(int));
}

static int allocate_seen(rg_model *m, rg_arena *memory, const rg_mesh *mesh) {
  size_t vertices = 0, faces = 0;
  for (int i = 0; i < m->nmesh; i++) {
    vertices += (size_t)mesh[i].seen.nvertex;
    faces += (size_t)mesh[i].seen.nface;
  }
  if (vertices > MOST_FACES || faces > MOST_FACES) return 0;
  int **table[] = {&m->mesh_seen_vertex, &m->mesh_seen_nvertex, &m->mesh_seen_face,
                   &m->mesh_seen_nface};
  for (int k = 0; k < 4; k++) *table[k] = RG_NEW(memory, int, m->nmesh);
  m->seen_vertex = RG_NEW(memory, float, 3 * vertices);
  m->seen_face = RG_NEW(memory, int, 3 * faces);
  return 1;
}

/* pictures need no more digits than these */
static void lay_seen(rg_model *m, const rg_mesh *mesh) {
  int vertex = 0, face = 0;
  for (int i = 0; i < m->nmesh; i++) {
    const rg_triangles *t = &mesh[i].seen;
    m->mesh_seen_vertex[i] = vertex;
    m->mesh_seen_nvertex[i] = t->nvertex;
    m->mesh_seen_face[i] = face;
    m->mesh_seen_nface[i] = t->nface;
    for (int k = 0; k < 3 * t->nvertex; k++) m->seen_vertex[3 * vertex + k] = (float)t->vertex[k];
    if (t->nface) memcpy(m->seen_face + 3 * face, t->face, 3 * (size_t)t->nface * sizeof(int));
    vertex += t->nvertex;
    face += t->nface;
  }
}

/* one hull; RG_OK with *broken set where it may be left out */
static rg_status compile_mesh(rg_compilation *c, const rg_spec_mesh *s, int i, int *broken) {
  rg_error error;
  rg_status status = rg_mesh_compile(&c->mesh[i], s, &c->scratch, s->only_seen ? &error : c->error);
  *broken = status == RG_BAD_INPUT && s->only_seen;
  int index = *broken ? RG_MESH_BROKEN : i;
  if (*broken) rg_compile_notice(c, &s->source, "not shown: %.300s", error.reason);
  else if (status && s->only_seen) *c->error = error;
  if (!status || *broken)
    status = rg_compile_check_name(c, &c->mesh_names, &s->source, "mesh", s->name, index);
  return status;
}

rg_status rg_compile_meshes(rg_compilation *c) {
  rg_model *m = c->model;
  int given = 0;
  for (const rg_spec_mesh *s = c->spec->meshes; s; s = s->next) given++;
  c->mesh = RG_NEW(&c->scratch, rg_mesh, given);
  const rg_spec_mesh **kept = RG_NEW(&c->scratch, const rg_spec_mesh *, given);
  c->mesh_names = rg_names_new(&c->scratch, given);
  if (c->scratch.failed) return RG_NO_MEMORY;

  /* hulls */
  int i = 0, vertices = 0, faces = 0, neighbours = 0, broken = 0;
  for (const rg_spec_mesh *s = c->spec->meshes; s; s = s->next) {
    rg_status status = compile_mesh(c, s, i, &broken);
    if (status) return status;
    if (broken) continue;
    if (c->mesh[i].thickness > 0)
      rg_compile_notice(c, &s->source, "mesh '%.60s': flat: taken as a plate of %.3g m", s->name,
                        c->mesh[i].thickness);
    if (c->mesh[i].nface > MOST_FACES - faces)
      return rg_spec_error(c->error, &s->source, "mesh", s->name,
                           "all meshes together are too large");
    vertices += c->mesh[i].nvertex;
    faces += c->mesh[i].nface;
    neighbours += c->mesh[i].neighbour_start[c->mesh[i].nvertex];
    kept[i++] = s;
  }
  m->nmesh = i;

  /* one table for all */
  allocate_meshes(m, c->memory, vertices, faces, neighbours);
  if (!allocate_seen(m, c->memory, c->mesh))
    return rg_spec_error(c->error, &c->spec->meshes->source, "mesh", c->spec->meshes->name,
                         "all meshes together are too large");
  if (c->memory->failed) return RG_NO_MEMORY;
  i = vertices = faces = neighbours = 0;
  for (; i < m->nmesh; i++) {
    m->mesh_name[i] = rg_compile_text(c, kept[i]->name);
    lay_down(m, &c->mesh[i], i, vertices, faces, neighbours);
    vertices += c->mesh[i].nvertex;
    faces += c->mesh[i].nface;
    neighbours += c->mesh[i].neighbour_start[c->mesh[i].nvertex];
  }
  lay_seen(m, c->mesh);
  return RG_OK;
}
