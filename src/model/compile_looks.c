/* What is only seen: textures with the bytes of their pictures, materials, places of meshes in their textures, cameras, lights. Nothing
   here refuses a model; a picture that cannot be had is left out, with a notice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "math/vector.h"
#include "model/compile.h"

enum { MOST_PICTURE = 8 << 20 }; /* bytes of one; a page holds all of them */

typedef struct pile {
  const void **item;
  int count;
} pile;

/* number of `item`, which is added where it is new; -1 for NULL */
static int place_of(pile *p, const void *item) {
  if (!item) return -1;
  for (int k = 0; k < p->count; k++)
    if (p->item[k] == item) return k;
  p->item[p->count] = item;
  return p->count++;
}

static void take_picture(rg_compilation *c, const rg_spec_texture *from, rg_texture *to) {
  static const char png[8] = "\x89PNG\r\n\x1a\n";
  char *bytes = NULL;
  size_t size = 0;
  rg_error ignored;
  rg_status status = rg_file_load(from->file, &bytes, &size, &ignored);
  int good = !status && size > sizeof png && memcmp(bytes, png, sizeof png) == 0;
  void *copy = good && size <= MOST_PICTURE ? RG_RAW(c->memory, char, size) : NULL;
  if (copy) {
    to->picture = memcpy(copy, bytes, size);
    to->picture_bytes = size;
  } else {
    to->pattern = RG_PATTERN_FLAT;
    for (int k = 0; k < 3; k++) to->rgb1[k] = 1;
    rg_compile_notice(c, &from->source, "texture '%.60s': %.200s %s: colours alone", to->name,
                      from->file,
                      status  ? "cannot be read"
                      : !good ? "is no PNG file"
                              : "is too large");
  }
  free(bytes);
}

/* by vertex of all meshes that are seen; NULL where none has any */
static void lay_places(rg_compilation *c, rg_looks *looks) {
  rg_model *m = c->model;
  size_t all = 0;
  int any = 0;
  looks->mesh_has_uv = RG_NEW(c->memory, int, m->nmesh);
  for (int i = 0; i < m->nmesh && looks->mesh_has_uv; i++) {
    all += (size_t)m->mesh_seen_nvertex[i];
    looks->mesh_has_uv[i] =
        c->mesh[i].seen.nuv > 0 && c->mesh[i].seen.nuv == c->mesh[i].seen.nvertex;
    any |= looks->mesh_has_uv[i];
  }
  if (any) looks->seen_uv = RG_NEW(c->memory, float, 2 * all);
  for (int i = 0; i < m->nmesh && looks->seen_uv; i++)
    for (int k = 0; looks->mesh_has_uv[i] && k < 2 * m->mesh_seen_nvertex[i]; k++)
      looks->seen_uv[2 * m->mesh_seen_vertex[i] + k] = (float)c->mesh[i].seen.uv[k];
}

static void lay_cameras(rg_compilation *c, rg_looks *looks) {
  for (const rg_spec_camera *s = c->spec->cameras; s; s = s->next) looks->ncamera++;
  rg_camera *to = looks->camera = RG_NEW(c->memory, rg_camera, looks->ncamera);
  for (const rg_spec_camera *s = c->spec->cameras; s && to; s = s->next, to++) {
    *to = s->value;
    to->name = rg_compile_text(c, s->value.name);
    for (int b = 0; b < c->model->nbody; b++)
      if (c->body[b] == s->body) to->body = b;
    rg_quat_normalize(to->quat);
  }
}

static void lay_lights(rg_compilation *c, rg_looks *looks) {
  for (const rg_spec_light *s = c->spec->lights; s; s = s->next) looks->nlight++;
  rg_light *to = looks->light = RG_NEW(c->memory, rg_light, looks->nlight);
  for (const rg_spec_light *s = c->spec->lights; s && to; s = s->next, to++) {
    *to = s->value;
    to->name = rg_compile_text(c, s->value.name);
    for (int b = 0; b < c->model->nbody; b++)
      if (c->body[b] == s->body) to->body = b;
  }
  looks->head = c->spec->head_light;
}

rg_status rg_compile_looks(rg_compilation *c) {
  rg_model *m = c->model;
  rg_looks *looks = m->looks = RG_NEW(c->memory, rg_looks, 1);
  // as many as there are shapes, and one for the sky
  pile look = {.item = RG_NEW(&c->scratch, const void *, m->ngeom + 1)};
  pile texture = {.item = RG_NEW(&c->scratch, const void *, m->ngeom + 1)};
  if (!looks || !look.item || !texture.item) return RG_NO_MEMORY;
  looks->geom_look = RG_NEW(c->memory, int, m->ngeom);
  if (!looks->geom_look) return RG_NO_MEMORY;
  for (int i = 0; i < m->ngeom; i++) looks->geom_look[i] = place_of(&look, c->look[i]);
  looks->nlook = look.count;
  looks->look = RG_NEW(c->memory, rg_look, look.count);
  for (int k = 0; k < look.count && looks->look; k++) {
    const rg_spec_look *from = look.item[k];
    looks->look[k] = from->value;
    looks->look[k].texture = place_of(&texture, from->texture);
  }
  looks->sky = place_of(&texture, c->spec->sky);
  looks->ntexture = texture.count;
  looks->texture = RG_NEW(c->memory, rg_texture, texture.count);
  for (int k = 0; k < texture.count && looks->texture; k++) {
    const rg_spec_texture *from = texture.item[k];
    looks->texture[k] = from->value;
    looks->texture[k].name = rg_compile_text(c, from->value.name);
    if (from->file) take_picture(c, from, &looks->texture[k]);
  }
  lay_places(c, looks);
  lay_cameras(c, looks);
  lay_lights(c, looks);
  return c->memory->failed || c->scratch.failed ? RG_NO_MEMORY : RG_OK;
}
