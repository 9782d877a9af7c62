/* <asset>: meshes, the colours of materials, models to attach. Textures are passed over. */
#include "model/mjcf.h"

#include "math/vector.h"
#include "model/mesh.h"

#include <string.h>
#include <sys/stat.h>

static void apply_mesh(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_spec_mesh *mesh = draft;
  int word;
  rg_mjcf_reals(m, element, "scale", 3, 3, mesh->scale);
  if (rg_mjcf_word(m, element, "inertia", "legacy exact convex shell", &word)) {
    mesh->inertia = (rg_mesh_inertia)word;
  }
}

void rg_mjcf_try_mesh(rg_mjcf *m, const rg_xml *element) {
  rg_spec_mesh mesh = rg_spec_mesh_default();
  apply_mesh(m, element, &mesh);
}

/* "MESHDIR/FILE" beside the main file; FILE alone counts where strippath is set */
static const char *mesh_path(rg_mjcf *m, const rg_xml *element, const char *file) {
  const char *slash = strrchr(file, '/');
  if (m->strippath && slash) file = slash + 1;
  size_t folder = file[0] == '/' ? 0 : strlen(m->meshdir), length = strlen(file);
  char *joined = RG_RAW(m->arena, char, folder + length + 2);
  if (!joined) return NULL;
  memcpy(joined, m->meshdir, folder);
  if (folder > 0 && joined[folder - 1] != '/') joined[folder++] = '/';
  memcpy(joined + folder, file, length + 1);
  const char *path = rg_path_beside(m->arena, m->main_file, joined);
  struct stat facts;
  if (path && stat(path, &facts) != 0)
    rg_mjcf_fail(m, element, "file", "there is no file '%.180s'", path);
  return path;
}

/* the file's name without folder and extension */
static const char *name_from_file(rg_mjcf *m, const char *file) {
  const char *slash = strrchr(file, '/');
  const char *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
  return rg_text_copy(m->arena, base, dot ? (size_t)(dot - base) : strlen(base));
}

static void read_vertices(rg_mjcf *m, const rg_xml *element, rg_spec_mesh *mesh) {
  int count;
  mesh->vertex = rg_mjcf_all_reals(m, element, "vertex", &count);
  if (count % 3 != 0 || count < 12)
    rg_mjcf_fail(m, element, "vertex", "has %d numbers, must have three for each of at least four",
                 count);
  mesh->nvertex = count / 3;
}

static void read_faces(rg_mjcf *m, const rg_xml *element, rg_spec_mesh *mesh) {
  int count;
  const double *numbers = rg_mjcf_all_reals(m, element, "face", &count);
  if (!numbers) return;
  if (count % 3 != 0) rg_mjcf_fail(m, element, "face", "has %d numbers, must have 3 a face", count);
  int *face = RG_RAW(m->arena, int, count);
  for (int k = 0; face && k < count; k++) {
    if (!(numbers[k] >= 0 && numbers[k] < mesh->nvertex)) {
      rg_mjcf_fail(m, element, "face", "there is no vertex %g", numbers[k]);
      return;
    }
    face[k] = (int)numbers[k];
  }
  mesh->face = face;
  mesh->nface = count / 3;
}

/* vertices and faces by a rule; 0 where it was refused or failed */
static int make_mesh(rg_mjcf *m, const rg_xml *element, rg_spec_mesh *mesh) {
  static const char *const others = "hemisphere wedge plate";
  const char *rule = rg_xml_get(element, "builtin");
  rg_triangles made;
  int count = 0;
  const double *params = rg_mjcf_all_reals(m, element, "params", &count);
  if (rg_mjcf_listed(others, rule)) {
    rg_mjcf_refuse(
        m, element, "builtin",
        "'%s' is not made here: its vertices are not written down anywhere; let MuJoCo save "
        "the model, which writes them",
        rule);
    return 0;
  }
  const char *why = m->status == RG_OK ? rg_mesh_builtin(&made, rule, count, params, m->arena) : "";
  if (why) rg_mjcf_fail(m, element, "builtin", "%s", why);
  if (why || m->arena->failed) return 0;
  mesh->vertex = made.vertex;
  mesh->face = made.face;
  mesh->nvertex = made.nvertex;
  mesh->nface = made.nface;
  return 1;
}

static void read_mesh(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "mesh");
  rg_spec_mesh mesh = rg_spec_mesh_default();
  if (m->exact_mesh_inertia) mesh.inertia = RG_MESH_EXACT;
  rg_mjcf_fill(m, element, NULL, "mesh", apply_mesh, &mesh);
  mesh.name = rg_xml_get(element, "name");
  rg_mjcf_reals(m, element, "refpos", 3, 3, mesh.ref_pos);
  rg_mjcf_reals(m, element, "refquat", 4, 4, mesh.ref_quat);
  const char *file;
  if (rg_mjcf_text(m, element, "file", &file)) {
    mesh.file = mesh_path(m, element, file);
    if (!mesh.name) mesh.name = name_from_file(m, file);
  } else if (rg_xml_get(element, "vertex")) {
    read_vertices(m, element, &mesh);
    read_faces(m, element, &mesh);
  } else if (rg_xml_get(element, "builtin")) {
    if (!make_mesh(m, element, &mesh)) return;
  } else rg_mjcf_fail(m, element, NULL, "has neither 'file' nor 'vertex' nor 'builtin'");
  if (!mesh.name || !mesh.name[0]) rg_mjcf_fail(m, element, NULL, "attribute 'name' is missing");
  mesh.keep_frame = m->keep_mesh_frames;
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_mesh_asset(m->spec, &mesh);
}

static void read_hfield(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "hfield");
  rg_spec_hfield field = {.name = rg_xml_get(element, "name")};
  const char *file;
  rg_mjcf_required(m, element, "size");
  rg_mjcf_reals(m, element, "size", 4, 4, field.size);
  if (rg_mjcf_text(m, element, "file", &file) && file[0]) {
    field.file = mesh_path(m, element, file);
    if (!field.name) field.name = name_from_file(m, file);
  } else {
    rg_mjcf_int(m, element, "nrow", &field.nrow);
    rg_mjcf_int(m, element, "ncol", &field.ncol);
    field.elevation = rg_mjcf_all_reals(m, element, "elevation", &field.nelevation);
  }
  if (!field.name || !field.name[0]) rg_mjcf_fail(m, element, NULL, "attribute 'name' is missing");
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_hfield(m->spec, &field);
}

static void apply_material(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_mjcf_material *material = draft;
  double rgba[4];
  const char *colour = rg_xml_get(element, "rgba"); // empty: as if it were not there
  if (colour && rg_xml_words(colour) > 0 && rg_mjcf_reals(m, element, "rgba", 4, 4, rgba))
    for (int k = 0; k < 4; k++) material->rgba[k] = (float)rgba[k];
}

static void read_material(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check_attributes(m, element, "material");
  rg_mjcf_material *material = RG_NEW(m->arena, rg_mjcf_material, 1);
  if (!material) return;
  material->name = rg_mjcf_required(m, element, "name");
  for (int k = 0; k < 4; k++) material->rgba[k] = 1;
  rg_mjcf_fill(m, element, NULL, "material", apply_material, material);
  material->next = m->materials;
  if (material->name) m->materials = material;
}

void rg_mjcf_read_asset(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "mesh") == 0) read_mesh(m, child);
    else if (strcmp(child->name, "material") == 0) read_material(m, child);
    else if (strcmp(child->name, "model") == 0) rg_mjcf_read_model(m, child);
    else if (strcmp(child->name, "skin") == 0)
      rg_mjcf_notice(m, child, NULL, "skin", "passed over: a skin is looks only");
    else if (strcmp(child->name, "hfield") == 0) read_hfield(m, child);
    else if (strcmp(child->name, "texture") != 0) rg_mjcf_unknown(m, child, "asset");
  }
}
