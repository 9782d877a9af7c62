/* <asset><model> and <attach>: another MJCF file, read as a description of its own with its own
   classes and <compiler>, and a body of it that is put into the tree.

   The flags of <option> are those of the main file. <option> and <custom> of the other file do not
   count. */
#include "model/mjcf.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST_MODELS = 1000 };

/* how many files all models together have read; the outermost reader counts */
static int count_model(rg_mjcf *m) {
  while (m->outer) m = m->outer;
  return ++m->models_read;
}

/* a file must not attach itself, not even through another one */
static void check_cycle(rg_mjcf *m, const rg_xml *element, const char *path) {
  struct stat facts, other;
  if (stat(path, &facts) != 0) {
    rg_mjcf_fail(m, element, "file", "there is no file '%.180s'", path);
    return;
  }
  for (const rg_mjcf *outer = m; outer; outer = outer->outer)
    if (stat(outer->main_file, &other) == 0 && other.st_dev == facts.st_dev &&
        other.st_ino == facts.st_ino)
      rg_mjcf_fail(m, element, "file", "'%.150s' attaches itself (a cycle of models)", path);
  if (count_model(m) > MOST_MODELS)
    rg_mjcf_fail(m, element, "file", "more than %d models are read", MOST_MODELS);
}

static rg_xml *read_tree(rg_mjcf *m, const rg_xml *element, const char *path) {
  rg_xml *root = NULL;
  if (m->status == RG_OK) m->status = rg_xml_read(m->arena, path, &root, m->error);
  if (m->status != RG_OK) return NULL;
  if (strcmp(root->name, "mujoco") != 0) {
    rg_mjcf_fail(m, element, "file", "the root element of '%.120s' must be 'mujoco'", path);
    return NULL;
  }
  m->status = rg_xml_include(m->arena, root, m->error);
  return m->status == RG_OK ? root : NULL;
}

/* what was passed over in the other file is told with the rest */
static void take_notices(rg_mjcf *m, const rg_spec *spec) {
  rg_spec_at(m->spec, NULL, 0, 0);
  for (const rg_spec_notice *notice = spec->notices; notice; notice = notice->next)
    rg_spec_add_notice(m->spec, "%s", notice->text);
}

static void fill_model(rg_mjcf *m, const rg_xml *root, rg_mjcf_model *model) {
  rg_mjcf_class main_class = {.name = "main"};
  rg_mjcf inner = {.arena = m->arena,
                   .spec = model->spec,
                   .main_file = root->file,
                   .lenient = m->lenient,
                   .error = m->error,
                   .eulerseq = "xyz",
                   .meshdir = "",
                   .texturedir = "",
                   .disabled = m->disabled,
                   .main_class = &main_class,
                   .classes = &main_class,
                   .mentions = m->mentions,
                   .suffix = "",
                   .outer = m};
  rg_mjcf_read_sections(&inner, root);
  m->status = inner.status;
  if (m->status == RG_OK && model->spec->arena.failed)
    m->status = rg_fail(m->error, RG_NO_MEMORY, "model", "too large for the memory");
  model->objects = inner.objects;
  model->skipped_actuators = inner.skipped_actuators;
  take_notices(m, model->spec);
}

static const rg_mjcf_model *find_model(const rg_mjcf *m, const char *name) {
  const rg_mjcf_model *model = m->models;
  while (model && strcmp(model->name, name) != 0) model = model->next;
  return model;
}

void rg_mjcf_read_model(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "model");
  const char *file = rg_mjcf_required(m, element, "file");
  const char *path = file ? rg_path_beside(m->arena, m->main_file, file) : NULL;
  if (!path || m->status != RG_OK) return;
  check_cycle(m, element, path);
  const rg_xml *root = read_tree(m, element, path);
  rg_mjcf_model *model = root ? RG_NEW(m->arena, rg_mjcf_model, 1) : NULL;
  if (!model) return;
  model->spec = rg_spec_new("");
  if (!model->spec) {
    m->status = rg_fail(m->error, RG_NO_MEMORY, "model", "too large for the memory");
    return;
  }
  fill_model(m, root, model);
  // its own name where the element gives none
  model->name = rg_xml_get(element, "name");
  if (!model->name) model->name = model->spec->name ? model->spec->name : "";
  if (find_model(m, model->name))
    rg_mjcf_fail(m, element, NULL, "there are two models of the name '%.100s'", model->name);
  model->next = m->models;
  m->models = model;
}

void rg_mjcf_free_models(rg_mjcf *m) {
  for (rg_mjcf_model *model = m->models; model; model = model->next) rg_spec_free(model->spec);
  m->models = NULL;
}

void rg_mjcf_read_attach(rg_mjcf *m, const rg_xml *element, rg_spec_body *parent,
                         const rg_pose *frame) {
  rg_mjcf_check(m, element, "attach");
  const char *name = rg_mjcf_required(m, element, "model"), *body = NULL;
  rg_mjcf_graft graft = {.parent = parent, .frame = *frame, .prefix = "", .suffix = m->suffix};
  rg_mjcf_text(m, element, "prefix", &graft.prefix);
  if (m->status != RG_OK) return;
  graft.model = find_model(m, name);
  if (!graft.model) {
    rg_mjcf_fail(m, element, "model", "there is no model '%.100s'", name);
    return;
  }
  // without a name everything that the other world holds
  graft.top = graft.model->spec->world;
  if (rg_mjcf_text(m, element, "body", &body))
    graft.top = rg_spec_find_body(graft.model->spec, body);
  if (!graft.top) {
    rg_mjcf_fail(m, element, "body", "model '%.80s' has no body '%.80s'", name, body);
    return;
  }
  m->objects += graft.model->objects;
  m->skipped_actuators += graft.model->skipped_actuators;
  rg_mjcf_count(m, element);
  if (m->status == RG_OK) rg_mjcf_add_graft(m, &graft);
}
