/* <light> of worlds and links, and the ambient light of a <scene>: for pictures and pages, they move nothing. */
#include "math/vector.h"
#include "model/sdf.h"

#include <math.h>
#include <string.h>

static void take_colour(rg_sdf *s, const rg_xml *element, const char *name, double by,
                        float rgb[3]) {
  double value[4];
  const rg_xml *child = rg_xml_child(element, name);
  if (!child || s->in.status != RG_OK) return;
  s->in.status = rg_xml_text_reals(child, 3, 4, value, NULL, s->in.error);
  for (int k = 0; k < 3 && s->in.status == RG_OK; k++) rgb[k] = (float)(by * value[k]);
}

/* outer_angle is that of the whole cone */
static void take_kind(rg_sdf *s, const rg_xml *element, rg_light *light) {
  static const double DEGREE = 57.295779513082320877;
  const char *type = rg_xml_get(element, "type");
  const rg_xml *spot = rg_xml_child(element, "spot"), *fall = rg_xml_child(element, "attenuation");
  light->directional = type && strcmp(type, "directional") == 0;
  if (type && strcmp(type, "spot") == 0 && spot) {
    light->cutoff = (float)fmin(0.5 * DEGREE * rg_sdf_real(s, spot, "outer_angle", 0), 90);
    light->exponent = (float)rg_sdf_real(s, spot, "falloff", 0);
  }
  if (!fall) return;
  light->attenuation[0] = (float)rg_sdf_real(s, fall, "constant", 1);
  light->attenuation[1] = (float)rg_sdf_real(s, fall, "linear", 1);
  light->attenuation[2] = (float)rg_sdf_real(s, fall, "quadratic", 0);
}

/* poses of old files in frames that are none are no reason to refuse what is only seen */
int rg_sdf_shines(const rg_xml *element) {
  const rg_xml *pose = rg_xml_child(element, "pose");
  const char *frame = pose ? rg_xml_get(pose, "frame") : NULL;
  return strcmp(element->name, "light") == 0 && !(frame && frame[0]);
}

void rg_sdf_read_light(rg_sdf *s, const rg_xml *element, const rg_spec_body *body,
                       const rg_pose *pose) {
  rg_light light = {.dir = {0, 0, -1},
                    .diffuse = {1, 1, 1},
                    .specular = {0.1f, 0.1f, 0.1f},
                    .attenuation = {1, 0, 0},
                    .cutoff = 180};
  double intensity = rg_sdf_real(s, element, "intensity", 1);
  take_colour(s, element, "diffuse", intensity, light.diffuse);
  take_colour(s, element, "specular", intensity, light.specular);
  rg_sdf_reals(s, element, "direction", 3, light.dir);
  light.shadow = rg_sdf_bool(s, element, "cast_shadows", 0);
  take_kind(s, element, &light);
  if (s->in.status != RG_OK || !(rg_v3_normalize(light.dir) > 0)) return;
  rg_spec *spec = s->in.spec;
  rg_spec_light *item = RG_NEW(&spec->arena, rg_spec_light, 1);
  if (!item) return;
  item->value = light;
  item->value.name = rg_spec_text(spec, rg_xml_get(element, "name"));
  rg_v3_copy(item->value.pos, pose->pos);
  rg_quat_rotate(item->value.dir, pose->quat, light.dir);
  item->body = body;
  if (spec->last_light) spec->last_light->next = item;
  else spec->lights = item;
  spec->last_light = item;
}

void rg_sdf_read_world_lights(rg_sdf *s, const rg_xml *world) {
  static const double AMBIENT = 0.4; /* the format's own */
  const rg_xml *scene = rg_xml_child(world, "scene");
  rg_light *head = &s->in.spec->head_light;
  for (int k = 0; k < 3; k++) head->ambient[k] = (float)AMBIENT;
  if (scene) take_colour(s, scene, "ambient", 1, head->ambient);
  for (const rg_xml *e = world->first; e && s->in.status == RG_OK; e = e->next) {
    const char *relative_to = NULL;
    if (!rg_sdf_shines(e)) continue;
    rg_pose pose = rg_sdf_pose(s, e, &relative_to);
    int known = !relative_to || strcmp(relative_to, "world") == 0; /* others stay dark */
    if (known) rg_sdf_read_light(s, e, rg_spec_world(s->in.spec), &pose);
  }
}
