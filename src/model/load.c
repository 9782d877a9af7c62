/* Reading a model: MJCF, URDF or SDFormat, told apart by the root element. */
#include <rigor/model.h>

#include "base/plain_locale.h"
#include "model/mjcf.h"
#include "model/sdf.h"
#include "model/spec.h"
#include "model/urdf.h"
#include "model/xml.h"

#include <string.h>

rg_load_options rg_load_options_default(void) { return (rg_load_options){0}; }

/* fills the spec by the reader of the root element */
static rg_status read_root(rg_arena *arena, rg_xml *root, const rg_load_options *options,
                           rg_spec *spec, rg_error *error) {
  if (strcmp(root->name, "robot") == 0) return rg_urdf_read(arena, root, options, spec, error);
  if (strcmp(root->name, "sdf") == 0) return rg_sdf_read(arena, root, options, spec, error);
  if (strcmp(root->name, "mujoco") != 0)
    return rg_xml_fail(
        root, NULL, error,
        "the root element must be 'mujoco' (MJCF), 'robot' (URDF) or 'sdf' (SDFormat)");
  rg_status status = rg_xml_include(arena, root, error);
  return status == RG_OK ? rg_mjcf_read(arena, root, options, spec, error) : status;
}

static rg_status load_tree(rg_arena *arena, rg_xml *root, const rg_load_options *options,
                           rg_model **model, rg_error *error) {
  rg_spec *spec = rg_spec_new("");
  if (!spec) return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  rg_status status = read_root(arena, root, options, spec, error);
  if (status == RG_OK) status = rg_spec_compile(spec, model, error);
  // an error of the compiler that has no place of its own belongs to the whole file
  if (status != RG_OK && error && !error->file[0])
    strncpy(error->file, root->file, sizeof error->file - 1);
  rg_spec_free(spec);
  return status;
}

/* `text` NULL: the file `path` */
static rg_status load(rg_model **model, const char *path, const char *text, size_t size,
                      const rg_load_options *options, rg_error *error) {
  rg_plain_locale locale = rg_plain_locale_enter();
  rg_arena arena = {0};
  rg_xml *root = NULL;
  rg_status status = text ? rg_xml_parse(&arena, path, text, size, &root, error)
                          : rg_xml_read(&arena, path, &root, error);
  if (status == RG_OK) status = load_tree(&arena, root, options, model, error);
  rg_arena_free(&arena);
  rg_plain_locale_leave(locale);
  return status;
}

rg_status rg_model_load(rg_model **model, const char *path, const rg_load_options *options,
                        rg_error *error) {
  rg_error_clear(error);
  if (!model) return rg_fail(error, RG_BAD_INPUT, "model", "there is no place for the model");
  *model = NULL;
  if (!path) return rg_fail(error, RG_BAD_INPUT, "path", "there is none");
  return load(model, path, NULL, 0, options, error);
}

rg_status rg_model_parse(rg_model **model, const char *xml, size_t size,
                         const rg_load_options *options, rg_error *error) {
  rg_error_clear(error);
  if (!model) return rg_fail(error, RG_BAD_INPUT, "model", "there is no place for the model");
  *model = NULL;
  if (!xml) return rg_fail(error, RG_BAD_INPUT, "xml", "there is none");
  return load(model, "text", xml, size, options, error);
}
