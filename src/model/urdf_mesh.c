/* Meshes of URDF: where the files are, and one asset for each file and scale.

   package://NAME/REST and model://NAME/REST are looked for under each given package root, else in
   the folder of the file and in every folder above it: first all of NAME/REST, then with leading
   folders left off, because a package is often stored under another name or in parts. */
#include "base/error.h"
#include "model/urdf_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static int is_file(const char *path) {
  struct stat facts;
  return path && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* FOLDER/NAME where that is a file, else NULL */
static const char *file_in(rg_arena *arena, const char *folder, size_t length, const char *name) {
  size_t size = length + strlen(name) + 2;
  char *path = RG_RAW(arena, char, size);
  if (path) snprintf(path, size, "%.*s/%s", (int)length, folder, name);
  return is_file(path) ? path : NULL;
}

/* the name without its first folder; NULL where it has none */
static const char *without_first(const char *name) {
  const char *slash = strchr(name, '/');
  return slash && slash[1] ? slash + 1 : NULL;
}

static const char *find_in_roots(rg_urdf *u, const char *name) {
  const char *rest = without_first(name);
  for (const char *const *root = u->options->package_path; *root; root++) {
    const char *path = file_in(u->reader.arena, *root, strlen(*root), name);
    // a root may be the package itself
    if (!path && rest) path = file_in(u->reader.arena, *root, strlen(*root), rest);
    if (path) return path;
  }
  return NULL;
}

/* the folder of the model file, absolute */
static void find_folder(rg_urdf *u) {
  if (u->folder) return;
  const char *beside = rg_path_beside(u->reader.arena, u->reader.main_file, ".");
  char *absolute = beside ? realpath(beside, NULL) : NULL;
  u->folder = absolute ? rg_text_copy(u->reader.arena, absolute, strlen(absolute)) : ".";
  free(absolute);
}

static const char *find_above(rg_urdf *u, const char *name) {
  find_folder(u);
  for (; u->folder && name; name = without_first(name))
    for (size_t length = strlen(u->folder);;) {
      const char *path = file_in(u->reader.arena, u->folder, length, name);
      if (path) return path;
      if (length == 0) break;
      do length--;
      while (length > 0 && u->folder[length] != '/');
    }
  return NULL;
}

/* the path of a file name in any of its notations; fails where there is none */
static const char *find_mesh(rg_urdf *u, const rg_xml *element, const char *name) {
  rg_mjcf *m = &u->reader;
  const char *scheme = strstr(name, "://"), *path = NULL;
  size_t length = scheme ? (size_t)(scheme - name) : 0;
  if (strstr(name, "${") || strstr(name, "$(")) {
    rg_mjcf_fail(m, element, "filename", "this is xacro, which is not read: run xacro first");
    return NULL;
  }
  if ((length == 7 && strncmp(name, "package", 7) == 0) ||
      (length == 5 && strncmp(name, "model", 5) == 0))
    path = u->options && u->options->package_path ? find_in_roots(u, scheme + 3)
                                                  : find_above(u, scheme + 3);
  else if (length == 4 && strncmp(name, "file", 4) == 0)
    path = rg_path_beside(m->arena, m->main_file, scheme + 3);
  else if (!scheme) path = rg_path_beside(m->arena, m->main_file, name);
  else
    rg_mjcf_fail(m, element, "filename", "only package://, model://, file:// and paths are read");
  if (!is_file(path)) rg_mjcf_fail(m, element, "filename", "there is no file '%.180s'", name);
  return path;
}

static int same_asset(const rg_spec_mesh *a, const rg_spec_mesh *b) {
  return strcmp(a->file, b->file) == 0 && memcmp(a->scale, b->scale, sizeof a->scale) == 0;
}

/* the file's name without folder and ending, with a number behind it where others have it */
static const char *asset_name(rg_urdf *u, const char *file) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  const char *dot = strrchr(base, '.');
  int stem = (int)(dot ? (size_t)(dot - base) : strlen(base));
  size_t size = (size_t)stem + 16;
  char *name = RG_RAW(u->reader.arena, char, size);
  if (!name) return NULL;
  snprintf(name, size, "%.*s", stem, base);
  for (int number = 2, taken = 1; taken; number++) {
    taken = 0;
    for (const rg_spec_mesh *old = u->reader.spec->meshes; old && !taken; old = old->next)
      taken = strcmp(old->name, name) == 0;
    if (taken) snprintf(name, size, "%.*s_%d", stem, base, number);
  }
  return name;
}

static int has_ending(const char *name, const char *ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

const char *rg_urdf_mesh(rg_urdf *u, const rg_xml *element) {
  rg_mjcf *m = &u->reader;
  const char *name = rg_mjcf_required(m, element, "filename");
  if (!name) return NULL;
  if (!has_ending(name, ".stl") && !has_ending(name, ".obj")) {
    rg_mjcf_refuse(m, element, "filename", "only .stl and .obj can be read, not '%.120s'", name);
    return NULL;
  }
  rg_spec_mesh mesh = rg_spec_mesh_default();
  mesh.inertia = RG_MESH_CONVEX;
  rg_mjcf_reals(m, element, "scale", 3, 3, mesh.scale);
  for (int k = 0; k < 3; k++)
    if (mesh.scale[k] == 0) rg_mjcf_fail(m, element, "scale", "must not be 0");
  mesh.file = find_mesh(u, element, name);
  if (m->status != RG_OK) return NULL;
  for (const rg_spec_mesh *old = m->spec->meshes; old; old = old->next)
    if (same_asset(old, &mesh)) return old->name;
  mesh.name = asset_name(u, mesh.file);
  rg_mjcf_at(m, element);
  return rg_spec_add_mesh_asset(m->spec, &mesh) == RG_OK ? mesh.name : NULL;
}
