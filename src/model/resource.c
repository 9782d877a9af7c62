/* Files that robot descriptions name: where they are, and one mesh asset for each file and scale.

   package://NAME/PATH (and model://) is looked for as ROOT/NAME/PATH and ROOT/PATH under the given
   roots; then beside the file and in every folder above it, first the whole NAME/PATH, then with one
   folder after the other left out in front. */
#include "model/mesh.h"
#include "model/reader.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LEVELS = 12 };

static int is_there(const char *path, int folders) {
  struct stat facts;
  return stat(path, &facts) == 0 && (S_ISREG(facts.st_mode) || (folders && S_ISDIR(facts.st_mode)));
}

/* "FOLDER/NAME" in the arena where that is there; NULL */
static const char *look_in(rg_reader *r, const char *folder, const char *name, int folders) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = RG_RAW(r->arena, char, size);
  if (!path) return NULL;
  snprintf(path, size, "%s/%s", folder, name);
  return is_there(path, folders) ? path : NULL;
}

/* what is behind the first '/'; NULL where there is none */
static const char *behind_slash(const char *path) {
  const char *slash = strchr(path, '/');
  return slash ? slash + 1 : NULL;
}

static const char *in_given_roots(rg_reader *r, const char *name, int folders) {
  const char *found = NULL, *inside = behind_slash(name);
  if (!r->options.package_path) return NULL;
  for (const char *const *root = r->options.package_path; *root && !found; root++) {
    found = look_in(r, *root, name, folders);
    if (!found && inside && inside[0]) found = look_in(r, *root, inside, folders);
  }
  return found;
}

/* the folder of the file, then "/.." again and again; the name of a folder is not shortened to nothing */
static const char *around_the_file(rg_reader *r, const char *file, const char *name, int folders) {
  const char *slash = strrchr(file, '/');
  size_t length = slash ? (size_t)(slash - file) : 1;
  char *folder = RG_RAW(r->arena, char, length + 3 * LEVELS + 2);
  if (!folder) return NULL;
  for (; name && name[0] && (folders || strchr(name, '/')); name = behind_slash(name)) {
    memcpy(folder, slash ? file : ".", length);
    folder[length] = '\0';
    for (int level = 0; level < LEVELS; level++) {
      const char *found = look_in(r, folder, name, folders);
      if (found) return found;
      strcat(folder, "/..");
    }
  }
  return NULL;
}

const char *rg_find_resource(rg_reader *r, const char *file, const char *name, int folders) {
  const char *package = NULL;
  if (strncmp(name, "package://", 10) == 0) package = name + 10;
  if (strncmp(name, "model://", 8) == 0) package = name + 8;
  if (package) {
    const char *found = in_given_roots(r, package, folders);
    return found ? found : around_the_file(r, file, package, folders);
  }
  if (strncmp(name, "file://", 7) == 0) name += 7;
  const char *path = rg_path_beside(r->arena, file, name);
  return path && is_there(path, folders) ? path : NULL;
}

/* an asset that has the same file and scale; else a new one */
static rg_spec_mesh *asset_of(rg_reader *r, const rg_xml *element, const char *path,
                              const double scale[3]) {
  for (rg_mesh_use *m = r->meshes; m; m = m->next)
    if (strcmp(m->path, path) == 0 && memcmp(m->scale, scale, sizeof m->scale) == 0)
      return m->asset;
  rg_mesh_use *mesh = RG_NEW(r->arena, rg_mesh_use, 1);
  char *name = RG_RAW(r->arena, char, strlen(path) + 16);
  if (!mesh || !name) return NULL;
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(base, '.');
  snprintf(name, strlen(path) + 16, "%.*s_%d", dot ? (int)(dot - base) : (int)strlen(base), base,
           r->mesh_count++);

  rg_spec_mesh asset = rg_spec_mesh_default();
  asset.name = name;
  asset.file = path;
  asset.inertia = RG_MESH_CONVEX; /* what touches is what weighs */
  asset.only_seen = 1;
  memcpy(asset.scale, scale, sizeof asset.scale);
  rg_read_at(r, element);
  if (rg_spec_add_mesh_asset(r->spec, &asset) != RG_OK) return NULL;
  *mesh = (rg_mesh_use){.path = path, .asset = r->spec->last_mesh, .next = r->meshes};
  memcpy(mesh->scale, scale, sizeof mesh->scale);
  r->meshes = mesh;
  return mesh->asset;
}

/* what is wrong with the name of a mesh: a refusal where it may not be left out, else a notice, the first time only */
static void reject(rg_reader *r, const rg_xml *element, const char *attribute, int seen,
                   int refusal, const char *why) {
  if (!seen && refusal) rg_read_refuse(r, element, attribute, "%s", why);
  else if (!seen) rg_read_fail(r, element, attribute, "%s", why);
  else if (r->unseen++ == 0) {
    char text[320];
    snprintf(text, sizeof text, "a visual is not shown: %.280s", why);
    rg_read_notice(r, element, text);
  }
}

const char *rg_read_mesh(rg_reader *r, const rg_xml *element, const char *attribute,
                         const char *file, const double scale[3], int seen) {
  char why[320] = "";
  const char *dot = strrchr(file, '.');
  if (strstr(file, "${") || strstr(file, "$(")) {
    rg_read_xacro(r, element, attribute);
    return NULL;
  }
  if (!dot || !rg_mesh_has_reader(file)) {
    snprintf(why, sizeof why, "only meshes in " RG_MESH_FORMATS " files are read: convert '%.120s'",
             file);
    reject(r, element, attribute, seen, 1, why);
    return NULL;
  }
  const char *path = rg_find_resource(r, element->file, file, 0);
  if (!path && (strncmp(file, "package://", 10) == 0 || strncmp(file, "model://", 8) == 0))
    snprintf(why, sizeof why,
             "there is no file '%.120s': name the folder that has the package with --package-path",
             file);
  else if (!path) snprintf(why, sizeof why, "there is no file '%.180s'", file);
  if (why[0]) reject(r, element, attribute, seen, 0, why);
  rg_spec_mesh *mesh = r->status == RG_OK && path ? asset_of(r, element, path, scale) : NULL;
  if (mesh && !seen) mesh->only_seen = 0;
  return mesh ? mesh->name : NULL;
}
