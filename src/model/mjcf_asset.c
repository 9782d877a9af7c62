/* <asset>: meshes, height fields, materials with their textures, models to attach. */
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

/* "DIR/FILE" beside the main file; FILE alone counts where strippath is set */
static const char *path_in(rg_mjcf *m, const char *dir, const char *file) {
  const char *slash = strrchr(file, '/');
  if (m->strippath && slash) file = slash + 1;
  size_t folder = file[0] == '/' ? 0 : strlen(dir), length = strlen(file);
  char *joined = RG_RAW(m->arena, char, folder + length + 2);
  if (!joined) return NULL;
  memcpy(joined, dir, folder);
  if (folder > 0 && joined[folder - 1] != '/') joined[folder++] = '/';
  memcpy(joined + folder, file, length + 1);
  return rg_path_beside(m->arena, m->main_file, joined);
}

static const char *mesh_path(rg_mjcf *m, const rg_xml *element, const char *file) {
  const char *path = path_in(m, m->meshdir, file);
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
  static const char *const others = "wedge";
  const char *rule = rg_xml_get(element, "builtin");
  rg_triangles made;
  int count = 0;
  const double *params = rg_mjcf_all_reals(m, element, "params", &count);
  if (rg_mjcf_listed(others, rule)) {
    rg_mjcf_refuse(
        m, element, "builtin",
        "'%s' is not made here: where it lies is not written down anywhere; let MuJoCo save "
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

/* --- looks --- */

static void read_colour(rg_mjcf *m, const rg_xml *element, const char *name, float rgb[3]) {
  double given[3];
  if (rg_mjcf_reals(m, element, name, 3, 3, given))
    for (int k = 0; k < 3; k++) rgb[k] = (float)given[k];
}

/* the file of a texture; of a cube's six one is enough. One that is not there changes no motion */
static void read_texture_file(rg_mjcf *m, const rg_xml *element, rg_spec_texture *texture) {
  static const char *const names[] = {"file",     "fileright", "fileleft", "fileup",
                                      "filedown", "filefront", "fileback"};
  const char *file = NULL;
  for (size_t k = 0; k < sizeof names / sizeof names[0] && !file; k++)
    file = rg_xml_get(element, names[k]);
  if (!file || !file[0]) return;
  if (!texture->value.name) texture->value.name = name_from_file(m, file);
  texture->file = path_in(m, m->texturedir, file);
  texture->value.pattern = RG_PATTERN_PICTURE;
  struct stat facts;
  if (!texture->file || stat(texture->file, &facts) == 0) return;
  rg_mjcf_notice(m, element, "file", "texture", "its file is not there: colours alone");
  texture->file = NULL;
  texture->value.pattern = RG_PATTERN_FLAT;
  for (int k = 0; k < 3; k++) texture->value.rgb1[k] = 1;
}

static void read_texture(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check_attributes(m, element, "texture");
  rg_mjcf_texture *item = RG_NEW(m->arena, rg_mjcf_texture, 1);
  if (!item) return;
  rg_spec_texture *texture = &item->value;
  // the defaults of MJCF
  texture->value = (rg_texture){
      .name = rg_xml_get(element, "name"), .rgb1 = {0.8f, 0.8f, 0.8f}, .rgb2 = {0.5f, 0.5f, 0.5f}};
  texture->source = (rg_place){.file = m->main_file, .line = element->line};
  int type = 1, rule = 0, mark = 0;
  rg_mjcf_word(m, element, "type", "2d cube skybox", &type);
  rg_mjcf_word(m, element, "builtin", "none gradient checker flat", &rule);
  rg_mjcf_word(m, element, "mark", "none edge cross random", &mark);
  read_colour(m, element, "rgb1", texture->value.rgb1);
  read_colour(m, element, "rgb2", texture->value.rgb2);
  read_colour(m, element, "markrgb", texture->value.mark_rgb);
  static const rg_pattern patterns[] = {RG_PATTERN_FLAT, RG_PATTERN_GRADIENT, RG_PATTERN_CHECKER,
                                        RG_PATTERN_FLAT};
  texture->value.pattern = patterns[rule];
  texture->value.edged = mark == 1;
  texture->value.cube = type != 0 && rg_xml_get(element, "type") != NULL;
  if (rule == 0) read_texture_file(m, element, texture);
  if (!rg_mjcf_accept(m, element)) return;
  if (type == 2 && rg_xml_get(element, "type")) m->spec->sky = texture;
  item->next = m->textures;
  m->textures = item;
}

static void apply_material(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_mjcf_material *material = draft;
  double rgba[4];
  const char *colour = rg_xml_get(element, "rgba"); // empty: as if it were not there
  if (colour && rg_xml_words(colour) > 0 && rg_mjcf_reals(m, element, "rgba", 4, 4, rgba))
    for (int k = 0; k < 4; k++) material->rgba[k] = (float)rgba[k];
  rg_look *look = &material->look.value;
  const struct {
    const char *name;
    float *at;
  } one[] = {{"specular", &look->specular},
             {"shininess", &look->shininess},
             {"reflectance", &look->reflectance},
             {"emission", &look->emission}};
  double value, repeat[2];
  for (size_t k = 0; k < sizeof one / sizeof one[0]; k++)
    if (rg_mjcf_real(m, element, one[k].name, &value)) *one[k].at = (float)value;
  if (rg_mjcf_reals(m, element, "texrepeat", 2, 2, repeat))
    for (int k = 0; k < 2; k++) look->repeat[k] = (float)repeat[k];
  rg_mjcf_word(m, element, "texuniform", "false true", &look->uniform);
  rg_mjcf_text(m, element, "texture", &material->texture);
}

static void read_material(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check_attributes(m, element, "material");
  rg_mjcf_material *material = RG_NEW(m->arena, rg_mjcf_material, 1);
  if (!material) return;
  material->name = rg_mjcf_required(m, element, "name");
  for (int k = 0; k < 4; k++) material->rgba[k] = 1;
  material->look.value = (rg_look){.repeat = {1, 1}, .specular = 0.5f, .shininess = 0.5f};
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
    else if (strcmp(child->name, "texture") == 0) read_texture(m, child);
    else rg_mjcf_unknown(m, child, "asset");
  }
}
