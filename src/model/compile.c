/* rg_spec -> rg_model: the order of the parts, the memory, and the checks that all parts share.

   The model is one arena; its own struct lives in it too, so that one call frees everything. */
#include "model/compile.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/finite.h"
#include "math/vector.h"

enum { TEXT_BLOCK = 4096 };

const char *rg_compile_text(rg_compilation *c, const char *text) {
  if (!text || !text[0]) return "";
  size_t size = strlen(text) + 1;
  if (size > c->text_left) {
    c->text_left = size > TEXT_BLOCK ? size : TEXT_BLOCK;
    c->text = RG_RAW(c->memory, char, c->text_left);
    if (!c->text) {
      c->text_left = 0;
      return "";
    }
  }
  char *copy = memcpy(c->text, text, size);
  c->text += size;
  c->text_left -= size;
  return copy;
}

const rg_compiler *rg_compile_switches(const rg_compilation *c, const rg_spec_body *body) {
  return body->compiler ? body->compiler : &c->spec->compiler;
}

rg_status rg_compile_check_finite(rg_compilation *c, const rg_place *source, const char *kind,
                                  const char *name, const char *what, const double *numbers,
                                  int count) {
  assert(source && kind && what && (numbers || count == 0));
  if (rg_all_finite(count, numbers)) return RG_OK;
  return rg_spec_error(c->error, source, kind, name, "%s is not a finite number", what);
}

rg_status rg_compile_check_name(rg_compilation *c, rg_names *names, const rg_place *source,
                                const char *kind, const char *name, int index) {
  if (rg_names_add(names, name, index) < 0) return RG_OK;
  return rg_spec_error(c->error, source, kind, name, "another %s has this name", kind);
}

rg_status rg_compile_limit(rg_compilation *c, const rg_place *source, const char *kind,
                           const char *name, const char *what, int limited, const double range[2],
                           int *result) {
  int given = range[0] != 0 || range[1] != 0;
  if (limited < 0 && given && !c->spec->compiler.autolimits)
    return rg_spec_error(c->error, source, kind, name,
                         "%s is given but not whether it is limited, and autolimits is off", what);
  *result = limited < 0 ? given : limited != 0;
  return RG_OK;
}

void rg_compile_notice(rg_compilation *c, const rg_place *source, const char *format, ...) {
  enum { MOST = 512 };
  rg_spec_notice *item = RG_NEW(&c->scratch, rg_spec_notice, 1);
  char *text = RG_RAW(&c->scratch, char, MOST);
  if (!item || !text) return;
  int used = source->line > 0 ? snprintf(text, MOST / 2, "%s:%d: ", source->file, source->line) : 0;
  if (used < 0 || used >= MOST / 2) used = 0;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, (size_t)(MOST - used), format, arguments);
  va_end(arguments);
  item->text = text;
  if (c->last_notice) c->last_notice->next = item;
  else c->notices = item;
  c->last_notice = item;
}

void rg_compile_pose(double pos[3], double quat[4], const rg_pose *pose) {
  rg_v3_copy(pos, pose->pos);
  rg_quat_copy(quat, pose->quat);
  rg_quat_normalize(quat);
}

static rg_status check_option(rg_compilation *c) {
  const rg_model_option *option = &c->spec->option;
  const rg_place nowhere = {.file = c->spec->at.file};
  double all[9] = {option->timestep,   option->gravity[0], option->gravity[1],
                   option->gravity[2], option->wind[0],    option->wind[1],
                   option->wind[2],    option->density,    option->viscosity};
  rg_status status = rg_compile_check_finite(c, &nowhere, "option", "", "an option", all, 9);
  if (!status)
    status = rg_compile_check_finite(c, &nowhere, "option", "", "magnetic", option->magnetic, 3);
  if (status) return status;
  if (option->timestep <= 0)
    return rg_spec_error(c->error, &nowhere, "option", "", "timestep must be positive");
  if (option->density < 0 || option->viscosity < 0)
    return rg_spec_error(c->error, &nowhere, "option", "", "density and viscosity must be >= 0");
  return RG_OK;
}

typedef rg_status (*compile_part)(rg_compilation *c);

/* every part finds what the parts before it have filled */
static rg_status run_parts(rg_compilation *c) {
  static const compile_part parts[] = {
      check_option,       rg_compile_allocate,   rg_compile_bodies,   rg_compile_joints,
      rg_compile_meshes,  rg_compile_hfields,    rg_compile_geoms,    rg_compile_looks,
      rg_compile_sites,   rg_compile_inertia,    rg_compile_tendons,  rg_compile_actuators,
      rg_compile_moments, rg_compile_equalities, rg_compile_contacts, rg_compile_keys,
      rg_compile_sensors, rg_compile_settings,   rg_compile_reference};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    rg_status status = parts[i](c);
    if (status) return status;
    if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  }
  return RG_OK;
}

rg_status rg_spec_compile(const rg_spec *spec, rg_model **model, rg_error *error) {
  rg_error ignored;
  rg_error_clear(error);
  *model = NULL;
  if (!spec || spec->arena.failed)
    return rg_fail(error, RG_NO_MEMORY, "model", "the description ran out of memory");

  rg_arena memory = {0};
  rg_compilation c = {.spec = spec, .memory = &memory, .error = error ? error : &ignored};
  c.model = RG_NEW(&memory, rg_model, 1);
  rg_arena *owner = RG_NEW(&memory, rg_arena, 1);
  rg_status status = memory.failed ? RG_NO_MEMORY : run_parts(&c);
  rg_arena_free(&c.scratch);
  if (status) {
    rg_arena_free(&memory);
    if (status == RG_NO_MEMORY) rg_fail(error, status, "model", "out of memory");
    return status;
  }

  /* the arena moves into its own memory */
  *owner = memory;
  c.model->owner = owner;
  *model = c.model;
  return RG_OK;
}
