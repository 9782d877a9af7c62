/* Triangle meshes: files, convex hull, volume and inertia. */
#ifndef RG_MODEL_MESH_H
#define RG_MODEL_MESH_H

#include "model/spec.h"

/* triangles as they come from a file or from the builder */
typedef struct rg_triangles {
  int nvertex, nface;
  double *vertex; /* 3 each */
  int *face;      /* 3 each, vertex numbers from 0 */
  int nuv;        /* places in a texture; 0: none */
  double *uv;     /* 2 each */
  int *uv_face;   /* 3 a face, -1: none; NULL where there are none */
} rg_triangles;

/* a convex hull in its own frame */
typedef struct rg_mesh {
  int nvertex, nface;
  double *vertex;       /* 3 each */
  int *face;            /* 3 each, counter-clockwise seen from outside */
  int *neighbour_start; /* nvertex + 1 */
  int *neighbour;
  double pos[3],
      quat[4]; /* of its frame (centre of mass, principal axes) in the frame of the file */
  /* the solid, which is not the hull where the mesh is not convex */
  double solid_pos[3], solid_quat[4]; /* centre of mass, principal axes in the frame of the file */
  double volume;
  double inertia[3];   /* principal moments for density 1, descending */
  double half_size[3]; /* of the bounding box about its origin */
  double radius;       /* of the bounding sphere about its origin */
  rg_triangles
      seen; /* as it came, in the same frame; empty where it has no triangles of its own. Its uv are by vertex: where one place
                        has several, there are several vertices */
  double thickness; /* m: that a flat mesh was given; 0: it has an inside */
} rg_mesh;

/* volume, centre and inertia about the centre for density 1 */
typedef struct rg_solid {
  double volume, centre[3];
  double inertia[9];
} rg_solid;

#define RG_MESH_FORMATS ".stl, .obj, .dae and .msh"

/* 1 where the name ends as one of these */
int rg_mesh_has_reader(const char *path);
/* Reads one of these, by the name's ending (.stl: binary or text, by content). Memory from `arena`. */
rg_status rg_mesh_read(rg_triangles *triangles, const char *path, rg_arena *arena, rg_error *error);
rg_status rg_mesh_parse_stl(rg_triangles *triangles, const char *data, size_t size, rg_arena *arena,
                            const char **reason);
rg_status rg_mesh_parse_msh(rg_triangles *triangles, const char *data, size_t size, rg_arena *arena,
                            const char **reason);
rg_status rg_mesh_parse_obj(rg_triangles *triangles, const char *data, size_t size, rg_arena *arena,
                            const char **reason);
rg_status rg_mesh_parse_dae(rg_triangles *triangles, const char *data, size_t size, rg_arena *arena,
                            const char **reason);
/* A mesh made by a rule of MJCF; returns why there is none, or NULL (also where memory ran out: arena->failed). */
const char *rg_mesh_builtin(rg_triangles *triangles, const char *name, int count,
                            const double *params, rg_arena *arena);
/* Convex hull with outward triangles; *reason says why there is none (RG_BAD_INPUT). */
rg_status rg_mesh_hull(rg_triangles *hull, int nvertex, const double *vertex, rg_arena *arena,
                       const char **reason);
/* Both sides of a plate of `thickness` in the place of a flat cloud, 2 nvertex of them; NULL where memory ran out
   (arena->failed) or the cloud is not flat but a line, a point, or has an inside. */
double *rg_mesh_thicken(int nvertex, const double *vertex, rg_arena *arena, double *thickness);
/* Integrals over the tetrahedra that the triangles span with a point; see rg_mesh_inertia. */
rg_solid rg_mesh_solid(const rg_triangles *triangles, rg_mesh_inertia mode);
/* All of it for one asset of the spec. */
rg_status rg_mesh_compile(rg_mesh *mesh, const rg_spec_mesh *spec, rg_arena *arena,
                          rg_error *error);

#endif
