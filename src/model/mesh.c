/* One mesh asset: read it, place and scale it, hull, inertia, own frame, neighbours. */
#include "model/mesh.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/finite.h"
#include "base/plain_locale.h"
#include "math/symmetric3.h"
#include "math/vector.h"

/* --- files ---------------------------------------------------------------------------------- */

static int has_ending(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

typedef rg_status (*mesh_parser)(rg_triangles *triangles, const char *data, size_t size,
                                 rg_arena *arena, const char **reason);

/* NULL: files of that name are not read */
static mesh_parser parser_of(const char *path) {
  static const struct {
    const char *ending;
    mesh_parser parse;
  } parsers[] = {{".stl", rg_mesh_parse_stl},
                 {".obj", rg_mesh_parse_obj},
                 {".dae", rg_mesh_parse_dae},
                 {".msh", rg_mesh_parse_msh}};
  for (size_t k = 0; k < sizeof parsers / sizeof *parsers; k++)
    if (has_ending(path, parsers[k].ending)) return parsers[k].parse;
  return NULL;
}

int rg_mesh_has_reader(const char *path) { return parser_of(path) != NULL; }

rg_status rg_mesh_read(rg_triangles *triangles, const char *path, rg_arena *arena,
                       rg_error *error) {
  assert(triangles && path && arena);
  mesh_parser parse = parser_of(path);
  if (!parse)
    return rg_fail_at(error, RG_BAD_INPUT, path, 0, 0, "mesh",
                      "only " RG_MESH_FORMATS " can be read");
  size_t size;
  char *data;
  rg_status status = rg_file_load(path, &data, &size, error);
  if (status) return status;

  /* numbers have a point, whatever the program's locale says */
  const char *reason = "out of memory";
  rg_plain_locale locale = rg_plain_locale_enter();
  status = locale.plain ? parse(triangles, data, size, arena, &reason) : RG_NO_MEMORY;
  rg_plain_locale_leave(locale);
  free(data);
  return status ? rg_fail_at(error, status, path, 0, 0, "mesh", "%s", reason) : RG_OK;
}

/* --- one asset ------------------------------------------------------------------------------ */

static rg_status mesh_error(rg_error *error, const rg_spec_mesh *spec, const char *reason) {
  return rg_spec_error(error, &spec->source, "mesh", spec->name, "%s%s%s",
                       spec->file ? spec->file : "", spec->file ? ": " : "", reason);
}

/* triangles of the file; what is wrong with it is reported where the model names it */
static rg_status take_file(rg_triangles *t, const rg_spec_mesh *spec, rg_arena *arena,
                           rg_error *error) {
  rg_error inner;
  rg_status status = rg_mesh_read(t, spec->file, arena, &inner);
  if (!status) return RG_OK;
  mesh_error(error, spec, inner.reason);
  if (error) error->status = status;
  return status;
}

/* inline vertices: a copy that may be moved */
static rg_status take_inline(rg_triangles *t, const rg_spec_mesh *spec, rg_arena *arena,
                             rg_error *error) {
  t->nvertex = spec->nvertex;
  t->nface = spec->nface;
  t->vertex = RG_RAW(arena, double, 3 * (size_t)t->nvertex);
  t->face = RG_RAW(arena, int, 3 * (size_t)t->nface);
  if (arena->failed) return RG_NO_MEMORY;
  if (t->nvertex) memcpy(t->vertex, spec->vertex, 3 * (size_t)t->nvertex * sizeof(double));
  if (t->nface) memcpy(t->face, spec->face, 3 * (size_t)t->nface * sizeof(int));
  for (int i = 0; i < 3 * t->nface; i++)
    if (t->face[i] < 0 || t->face[i] >= t->nvertex)
      return mesh_error(error, spec, "a face names a vertex that does not exist");
  return RG_OK;
}

/* v <- scale * R(ref)' (v - ref); a mirroring scale turns the triangles over */
static rg_status place(rg_triangles *t, const rg_spec_mesh *spec, rg_error *error) {
  double quat[4];
  rg_quat_copy(quat, spec->ref_quat);
  rg_quat_normalize(quat);
  for (int i = 0; i < t->nvertex; i++) {
    double *v = t->vertex + 3 * i;
    rg_v3_sub(v, v, spec->ref_pos);
    rg_quat_rotate_back(v, quat, v);
    for (int k = 0; k < 3; k++) v[k] *= spec->scale[k];
    if (!rg_all_finite(3, v)) return mesh_error(error, spec, "a vertex is not a finite number");
  }
  if (spec->scale[0] * spec->scale[1] * spec->scale[2] < 0)
    for (int i = 0; i < t->nface; i++) {
      int swap = t->face[3 * i + 1];
      t->face[3 * i + 1] = t->face[3 * i + 2];
      t->face[3 * i + 2] = swap;
      if (!t->uv_face) continue;
      swap = t->uv_face[3 * i + 1];
      t->uv_face[3 * i + 1] = t->uv_face[3 * i + 2];
      t->uv_face[3 * i + 2] = swap;
    }
  return RG_OK;
}

/* centre, principal axes and moments of a solid */
static void principal_frame(const rg_solid *solid, double pos[3], double quat[4],
                            double inertia[3]) {
  double axes[9];
  rg_symmetric3_eigen(solid->inertia, inertia, axes);
  rg_v3_copy(pos, solid->centre);
  rg_quat_from_mat3(quat, axes);
}

/* the hull goes to the frame of its centre of mass and principal axes */
static void move_to_own_frame(rg_mesh *mesh) {
  double R[9];
  rg_quat_to_mat3(R, mesh->quat);
  for (int i = 0; i < mesh->nvertex; i++) {
    double *v = mesh->vertex + 3 * i;
    rg_v3_sub(v, v, mesh->pos);
    rg_mat3_apply_t(v, R, v);
    mesh->radius = fmax(mesh->radius, rg_v3_norm(v));
    for (int k = 0; k < 3; k++) mesh->half_size[k] = fmax(mesh->half_size[k], fabs(v[k]));
  }
}

/* one vertex for each pair of a place and a place in the texture; corners without one get the texture's origin */
static void split_by_texture(rg_triangles *seen, const rg_triangles *t, rg_arena *arena) {
  size_t corners = 3 * (size_t)t->nface;
  int *first = RG_RAW(arena, int, t->nvertex); // newest vertex at that place; -1: none
  int *next = RG_RAW(arena, int, corners), *uv_of = RG_RAW(arena, int, corners);
  rg_triangles made = {.nface = t->nface,
                       .vertex = RG_RAW(arena, double, 3 * corners),
                       .face = RG_RAW(arena, int, corners),
                       .uv = RG_RAW(arena, double, 2 * corners)};
  if (arena->failed) return;
  for (int i = 0; i < t->nvertex; i++) first[i] = -1;
  for (size_t k = 0; k < corners; k++) {
    int v = t->face[k], uv = t->uv_face[k], at = first[v];
    while (at >= 0 && uv_of[at] != uv) at = next[at];
    if (at < 0) {
      at = made.nvertex++;
      next[at] = first[v];
      uv_of[at] = uv;
      first[v] = at;
      rg_v3_copy(made.vertex + 3 * at, t->vertex + 3 * v);
      for (int i = 0; i < 2; i++) made.uv[2 * at + i] = uv < 0 ? 0 : t->uv[2 * uv + i];
    }
    made.face[k] = at;
  }
  made.nuv = made.nvertex;
  *seen = made;
}

/* what was read goes to the same frame, to be looked at */
static void keep_seen(rg_mesh *mesh, const rg_triangles *given, rg_arena *arena) {
  double R[9];
  rg_quat_to_mat3(R, mesh->quat);
  mesh->seen = *given;
  if (given->uv_face) split_by_texture(&mesh->seen, given, arena);
  const rg_triangles *triangles = &mesh->seen;
  for (int i = 0; i < triangles->nvertex; i++) {
    double *v = mesh->seen.vertex + 3 * i;
    rg_v3_sub(v, v, mesh->pos);
    rg_mat3_apply_t(v, R, v);
  }
}

/* on a closed surface each directed edge occurs once: the ends of those that start at a vertex are
 * its neighbours */
static void find_neighbours(rg_mesh *mesh, rg_arena *arena) {
  mesh->neighbour_start = RG_NEW(arena, int, mesh->nvertex + 1);
  mesh->neighbour = RG_NEW(arena, int, 3 * (size_t)mesh->nface);
  int *filled = RG_NEW(arena, int, mesh->nvertex);
  if (arena->failed) return;
  for (int i = 0; i < 3 * mesh->nface; i++) mesh->neighbour_start[mesh->face[i] + 1]++;
  for (int i = 0; i < mesh->nvertex; i++) mesh->neighbour_start[i + 1] += mesh->neighbour_start[i];
  for (int i = 0; i < mesh->nface; i++)
    for (int k = 0; k < 3; k++) {
      int from = mesh->face[3 * i + k], to = mesh->face[3 * i + (k + 1) % 3];
      mesh->neighbour[mesh->neighbour_start[from] + filled[from]++] = to;
    }
}

/* volume and moments must be those of a body */
static rg_status check_solid(const rg_solid *solid, const rg_spec_mesh *spec, rg_error *error) {
  double values[3], axes[9];
  rg_symmetric3_eigen(solid->inertia, values, axes);
  /* against a cube as wide: V^(5/3) beside the sum of the moments, of any size */
  double width2 = solid->volume > 0 ? (values[0] + values[1] + values[2]) / solid->volume : 0;
  if (!(solid->volume > RG_TINY * width2 * sqrt(width2)) || !(solid->volume > 0))
    return mesh_error(error, spec, "its volume is not positive");
  if (!(values[2] > 0))
    return mesh_error(error, spec, "its inertia is not positive: the triangles do not enclose it");
  return RG_OK;
}

rg_status rg_mesh_compile(rg_mesh *mesh, const rg_spec_mesh *spec, rg_arena *arena,
                          rg_error *error) {
  assert(mesh && spec && arena);
  rg_triangles triangles = {0}, hull;
  const char *reason = NULL;
  rg_status status = spec->file ? take_file(&triangles, spec, arena, error)
                                : take_inline(&triangles, spec, arena, error);
  if (!status) status = place(&triangles, spec, error);
  if (status) return status;
  double thickness = 0,
         *plate = rg_mesh_thicken(triangles.nvertex, triangles.vertex, arena, &thickness);
  status = plate ? rg_mesh_hull(&hull, 2 * triangles.nvertex, plate, arena, &reason)
                 : rg_mesh_hull(&hull, triangles.nvertex, triangles.vertex, arena, &reason);
  if (reason) return mesh_error(error, spec, reason);
  if (status) return status;

  /* the triangles of a hull that was saved keep their order, and its frame stays */
  if (spec->keep_frame && hull.nvertex == triangles.nvertex && hull.nface == triangles.nface)
    hull = triangles;

  /* the frame is that of the hull; mass is that of what the triangles enclose, or of the hull */
  int shell = spec->inertia == RG_MESH_SHELL;
  int convex = spec->inertia == RG_MESH_CONVEX || triangles.nface == 0 || (plate && !shell);
  rg_solid inside = rg_mesh_solid(&hull, RG_MESH_CONVEX), solid = inside;
  if (!convex) solid = rg_mesh_solid(&triangles, spec->inertia);
  else if (shell) solid = rg_mesh_solid(&hull, RG_MESH_SHELL);
  status = check_solid(&inside, spec, error);
  if (!status) status = check_solid(&solid, spec, error);
  if (status) return status;
  *mesh = (rg_mesh){.nvertex = hull.nvertex, .nface = hull.nface, .volume = solid.volume};
  mesh->thickness = plate ? thickness : 0;
  mesh->vertex = hull.vertex;
  mesh->face = hull.face;
  principal_frame(&inside, mesh->pos, mesh->quat, mesh->inertia);
  principal_frame(&solid, mesh->solid_pos, mesh->solid_quat, mesh->inertia);
  if (spec->keep_frame) {
    rg_v3_zero(mesh->pos);
    rg_quat_identity(mesh->quat);
  }
  move_to_own_frame(mesh);
  if (triangles.nface > 0 && triangles.vertex != hull.vertex) keep_seen(mesh, &triangles, arena);
  find_neighbours(mesh, arena);
  return arena->failed ? RG_NO_MEMORY : RG_OK;
}
