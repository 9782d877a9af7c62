/* <light>, and the light at the eye of <visual>: for pictures and pages, they move nothing. */
#include "math/vector.h"
#include "model/mjcf.h"

#include <string.h>

typedef struct light_draft {
  rg_light value;
  int active, type; /* of MJCF: spot, directional, point, image */
} light_draft;

static void take_colour(rg_mjcf *m, const rg_xml *element, const char *name, float rgb[3]) {
  double value[3];
  if (rg_mjcf_reals(m, element, name, 3, 3, value) < 3) return;
  for (int k = 0; k < 3; k++) rgb[k] = (float)value[k];
}

static void take_float(rg_mjcf *m, const rg_xml *element, const char *name, float *to) {
  double value;
  if (rg_mjcf_real(m, element, name, &value)) *to = (float)value;
}

static void apply_colours(rg_mjcf *m, const rg_xml *element, light_draft *d) {
  take_colour(m, element, "ambient", d->value.ambient);
  take_colour(m, element, "diffuse", d->value.diffuse);
  take_colour(m, element, "specular", d->value.specular);
  const char *active =
      rg_xml_get(element, "active"); /* a word of lights, a number of the headlight */
  if (active) d->active = strcmp(active, "false") != 0 && strcmp(active, "0") != 0;
}

static void apply_light(rg_mjcf *m, const rg_xml *element, void *draft) {
  light_draft *d = draft;
  rg_light *light = &d->value;
  rg_mjcf_reals(m, element, "pos", 3, 3, light->pos);
  rg_mjcf_reals(m, element, "dir", 3, 3, light->dir);
  rg_mjcf_word(m, element, "directional", "false true", &light->directional);
  if (rg_mjcf_word(m, element, "type", "spot directional point image", &d->type))
    light->directional = d->type == 1;
  rg_mjcf_word(m, element, "castshadow", "false true", &light->shadow);
  take_colour(m, element, "attenuation", light->attenuation);
  take_float(m, element, "cutoff", &light->cutoff);
  take_float(m, element, "exponent", &light->exponent);
  apply_colours(m, element, d);
}

/* one that is to turn towards something stands still in its body, as cameras do */
void rg_mjcf_read_light(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                        const rg_mjcf_class *class) {
  light_draft d = {.value = {.dir = {0, 0, -1},
                             .diffuse = {0.7f, 0.7f, 0.7f},
                             .specular = {0.3f, 0.3f, 0.3f},
                             .attenuation = {1, 0, 0},
                             .cutoff = 45,
                             .exponent = 10,
                             .shadow = 1},
                   .active = 1};
  rg_mjcf_fill(m, element, class, "light", apply_light, &d);
  if (!rg_mjcf_accept(m, element) || !d.active) return;
  if (!(rg_v3_normalize(d.value.dir) > 0)) {
    rg_mjcf_fail(m, element, "dir", "has no direction");
    return;
  }
  if (d.type >= 2) d.value.cutoff = 180;
  rg_spec_light *item = RG_NEW(&m->spec->arena, rg_spec_light, 1);
  if (!item) return;
  rg_pose own = rg_mjcf_identity;
  rg_v3_copy(own.pos, d.value.pos);
  rg_pose pose = rg_mjcf_compose(frame, &own);
  item->value = d.value;
  item->value.name = rg_spec_text(m->spec, rg_xml_get(element, "name"));
  rg_v3_copy(item->value.pos, pose.pos);
  rg_quat_rotate(item->value.dir, pose.quat, d.value.dir);
  item->body = body;
  if (m->spec->last_light) m->spec->last_light->next = item;
  else m->spec->lights = item;
  m->spec->last_light = item;
}

void rg_mjcf_usual_head_light(rg_spec *spec) {
  for (int k = 0; k < 3; k++) {
    spec->head_light.ambient[k] = 0.1f;
    spec->head_light.diffuse[k] = 0.4f;
    spec->head_light.specular[k] = 0.5f;
  }
}

void rg_mjcf_read_visual(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "headlight") != 0) continue;
    light_draft d = {.value = m->spec->head_light, .active = 1};
    apply_colours(m, child, &d);
    m->spec->head_light = d.active ? d.value : (rg_light){0};
  }
}
