/* The sections of an MJCF file, read in the order in which they depend on each other. */
#include "model/mjcf.h"

#include "math/vector.h"

#include <assert.h>
#include <string.h>

typedef struct section {
  const char *name;
  int of_main;                                     /* counts in the main file only */
  void (*read)(rg_mjcf *m, const rg_xml *section); /* NULL: passed over */
} section;

/* an empty section asks for nothing */
static void refuse_section(rg_mjcf *m, const rg_xml *element) {
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next)
    if (strcmp(child->name, "skin") == 0)
      rg_mjcf_notice(m, child, NULL, "skin", "passed over: a skin is looks only");
    else
      rg_mjcf_refuse(m, child, NULL,
                     "elements of the section '%s' are not supported: all bodies are rigid and "
                     "nothing is plugged in; leave it out, or pass over it with --lenient",
                     element->name);
}

static const section sections[] = {
    {"compiler", 0, rg_mjcf_read_compiler},
    {"option", 1, rg_mjcf_read_option},
    {"size", 0, NULL},
    {"visual", 1, rg_mjcf_read_visual},
    {"statistic", 0, NULL},
    {"extension", 0, refuse_section},
    {"default", 0, rg_mjcf_read_default},
    {"custom", 0, rg_mjcf_read_custom},
    {"asset", 0, rg_mjcf_read_asset},
    {"worldbody", 0, rg_mjcf_read_world},
    {"contact", 0, rg_mjcf_read_contact},
    {"deformable", 0, refuse_section},
    {"equality", 0, rg_mjcf_read_equality},
    {"tendon", 0, rg_mjcf_read_tendon},
    {"actuator", 0, rg_mjcf_read_actuator},
    {"sensor", 0, rg_mjcf_read_sensor},
    {"keyframe", 0, rg_mjcf_read_keyframe},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static void check_sections(rg_mjcf *m, const rg_xml *root) {
  for (const rg_xml *child = root->first; child; child = child->next) {
    int known = 0;
    for (int k = 0; k < SECTIONS; k++) known |= strcmp(child->name, sections[k].name) == 0;
    if (!known) rg_mjcf_unknown(m, child, root->name);
  }
}

void rg_mjcf_read_sections(rg_mjcf *m, const rg_xml *root) {
  rg_mjcf_check_attributes(m, root, "mujoco");
  const char *name = rg_xml_get(root, "model");
  m->spec->name = rg_spec_text(m->spec, name ? name : "");
  check_sections(m, root);
  // a section may stand in several files: all of them, before the next kind
  for (int k = 0; k < SECTIONS; k++)
    for (const rg_xml *child = root->first; child && m->status == RG_OK; child = child->next)
      if (sections[k].read && !(sections[k].of_main && m->outer) &&
          strcmp(child->name, sections[k].name) == 0)
        sections[k].read(m, rg_mjcf_listed("contact equality tendon actuator sensor", child->name)
                                ? rg_mjcf_replicate_section(m, child)
                                : child);
  rg_spec_append_attached_keys(m->spec);
  rg_mjcf_free_models(m);
}

rg_status rg_mjcf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error) {
  assert(arena && root && spec);
  rg_mjcf_class main_class = {.name = "main"};
  rg_mjcf m = {.arena = arena,
               .spec = spec,
               .main_file = root->file,
               .lenient = options && options->lenient,
               .error = error,
               .eulerseq = "xyz",
               .meshdir = "",
               .texturedir = "",
               .main_class = &main_class,
               .classes = &main_class,
               .suffix = ""};
  rg_mjcf_usual_head_light(spec);
  rg_mjcf_read_sections(&m, root);
  if (m.disabled & RG_MJCF_NO_GRAVITY) rg_v3_zero(spec->option.gravity);
  rg_spec_at(spec, NULL, 0, 0);
  if (m.status == RG_OK && (arena->failed || spec->arena.failed))
    return rg_fail_at(error, RG_NO_MEMORY, root->file, 0, 0, "mujoco", "too large for the memory");
  return m.status;
}
