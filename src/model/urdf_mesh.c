/* <mesh filename scale>: where the file is, and one asset for each file and scale.

   package://NAME/PATH is looked for as ROOT/NAME/PATH and ROOT/PATH under the given roots. Without
   roots: beside the file and in every folder above it, first the whole NAME/PATH, then with one
   folder after the other left out in front. */
#include "model/urdf.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LEVELS = 12 };

static int is_file(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* "FOLDER/NAME" in the arena where that is a file; NULL */
static const char *file_in(rg_urdf *u, const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = RG_RAW(u->arena, char, size);
  if (!path) return NULL;
  snprintf(path, size, "%s/%s", folder, name);
  return is_file(path) ? path : NULL;
}

/* what is behind the first '/'; NULL where there is none */
static const char *behind_slash(const char *path) {
  const char *slash = strchr(path, '/');
  return slash ? slash + 1 : NULL;
}

static const char *in_given_roots(rg_urdf *u, const char *name) {
  const char *found = NULL, *inside = behind_slash(name);
  for (const char *const *root = u->options.package_path; *root && !found; root++) {
    found = file_in(u, *root, name);
    if (!found && inside) found = file_in(u, *root, inside);
  }
  return found;
}

/* the folder of the file, then "/.." again and again */
static const char *around_the_file(rg_urdf *u, const char *name) {
  const char *file = u->root->file, *slash = strrchr(file, '/');
  size_t length = slash ? (size_t)(slash - file) : 1;
  char *folder = RG_RAW(u->arena, char, length + 3 * LEVELS + 2);
  if (!folder) return NULL;
  for (; name && strchr(name, '/'); name = behind_slash(name)) {
    memcpy(folder, slash ? file : ".", length);
    folder[length] = '\0';
    for (int level = 0; level < LEVELS; level++) {
      const char *found = file_in(u, folder, name);
      if (found) return found;
      strcat(folder, "/..");
    }
  }
  return NULL;
}

static const char *find_file(rg_urdf *u, const char *name) {
  const char *package = NULL;
  if (strncmp(name, "package://", 10) == 0) package = name + 10;
  if (strncmp(name, "model://", 8) == 0) package = name + 8;
  if (package)
    return u->options.package_path ? in_given_roots(u, package) : around_the_file(u, package);
  if (strncmp(name, "file://", 7) == 0) name += 7;
  const char *path = rg_path_beside(u->arena, u->root->file, name);
  return path && is_file(path) ? path : NULL;
}

/* an asset that has the same file and scale; else a new one */
static const char *asset_of(rg_urdf *u, const rg_xml *element, const char *path,
                            const double scale[3]) {
  for (rg_urdf_mesh *m = u->meshes; m; m = m->next)
    if (strcmp(m->path, path) == 0 && memcmp(m->scale, scale, sizeof m->scale) == 0) return m->name;
  rg_urdf_mesh *mesh = RG_NEW(u->arena, rg_urdf_mesh, 1);
  char *name = RG_RAW(u->arena, char, strlen(path) + 16);
  if (!mesh || !name) return NULL;
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(base, '.');
  snprintf(name, strlen(path) + 16, "%.*s_%d", dot ? (int)(dot - base) : (int)strlen(base), base,
           u->mesh_count++);
  *mesh = (rg_urdf_mesh){.name = name, .path = path, .next = u->meshes};
  memcpy(mesh->scale, scale, sizeof mesh->scale);
  u->meshes = mesh;

  rg_spec_mesh asset = rg_spec_mesh_default();
  asset.name = name;
  asset.file = path;
  asset.inertia = RG_MESH_CONVEX; /* nobody asks for its mass */
  memcpy(asset.scale, scale, sizeof mesh->scale);
  rg_urdf_at(u, element);
  rg_spec_add_mesh_asset(u->spec, &asset);
  return name;
}

const char *rg_urdf_mesh_asset(rg_urdf *u, const rg_xml *mesh) {
  const char *file = rg_urdf_required(u, mesh, "filename"), *dot = file ? strrchr(file, '.') : NULL;
  double scale[3] = {1, 1, 1};
  if (!file) return NULL;
  rg_urdf_reals(u, mesh, "scale", 3, scale);
  if (!dot || (strcasecmp(dot, ".stl") != 0 && strcasecmp(dot, ".obj") != 0)) {
    rg_urdf_refuse(u, mesh, "filename", "only meshes in .stl and .obj files are read");
    return NULL;
  }
  const char *path = find_file(u, file);
  if (strstr(file, "${") || strstr(file, "$("))
    rg_urdf_fail(u, mesh, "filename", "this is xacro, not URDF: run xacro on the file first");
  if (!path) rg_urdf_fail(u, mesh, "filename", "there is no file '%.180s'", file);
  return u->status == RG_OK ? asset_of(u, mesh, path, scale) : NULL;
}
