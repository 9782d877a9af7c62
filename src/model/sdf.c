/* Reading SDFormat: the root, and values, which stand in the text of elements. */
#include "model/sdf.h"

#include "math/vector.h"
#include "model/mjcf.h"

#include <math.h>
#include <string.h>

/* --- values ----------------------------------------------------------------------------------- */

const char *rg_sdf_text(const rg_xml *element, const char *name) {
  const rg_xml *child = element ? rg_xml_child(element, name) : NULL;
  return child ? child->text : NULL;
}

int rg_sdf_reals(rg_sdf *s, const rg_xml *element, const char *name, int count, double *out) {
  const rg_xml *child = element ? rg_xml_child(element, name) : NULL;
  int found = 0;
  if (s->in.status != RG_OK || !child) return 0;
  s->in.status = rg_xml_text_reals(child, count, count, out, &found, s->in.error);
  return s->in.status == RG_OK;
}

double rg_sdf_real(rg_sdf *s, const rg_xml *element, const char *name, double otherwise) {
  double value = otherwise;
  return rg_sdf_reals(s, element, name, 1, &value) ? value : otherwise;
}

static int read_bool(rg_sdf *s, const rg_xml *element, const char *attribute, const char *text) {
  if (text && rg_mjcf_listed("true True TRUE 1", text)) return 1;
  if (!text || !rg_mjcf_listed("false False FALSE 0", text))
    rg_read_fail(&s->in, element, attribute, "expected true or false, found '%.40s'",
                 text ? text : "");
  return 0;
}

int rg_sdf_bool(rg_sdf *s, const rg_xml *element, const char *name, int otherwise) {
  const rg_xml *child = element ? rg_xml_child(element, name) : NULL;
  return child ? read_bool(s, child, NULL, child->text) : otherwise;
}

int rg_sdf_flag(rg_sdf *s, const rg_xml *element, const char *attribute) {
  const char *text = rg_xml_get(element, attribute);
  return text && text[0] ? read_bool(s, element, attribute, text) : 0;
}

void rg_sdf_multiply(rg_pose *out, const rg_pose *a, const rg_pose *b) {
  rg_pose_multiply(out->pos, out->quat, a->pos, a->quat, b->pos, b->quat);
}

/* p -> R' (p - t) */
void rg_sdf_inverse(rg_pose *out, const rg_pose *pose) {
  double back[4], pos[3];
  rg_quat_conjugate(back, pose->quat);
  rg_quat_rotate(pos, back, pose->pos);
  rg_v3_negate(out->pos, pos);
  rg_quat_copy(out->quat, back);
}

/* x y z, then a quaternion */
static void read_quaternion_pose(rg_sdf *s, const rg_xml *element, rg_pose *pose) {
  double v[7];
  s->in.status = rg_xml_text_reals(element, 7, 7, v, NULL, s->in.error);
  if (s->in.status != RG_OK) return;
  rg_v3_copy(pose->pos, v);
  rg_quat_set(pose->quat, v[6], v[3], v[4], v[5]);
  if (rg_quat_normalize(pose->quat) < RG_TINY)
    rg_read_fail(&s->in, element, NULL, "the quaternion has no length");
}

rg_pose rg_sdf_pose(rg_sdf *s, const rg_xml *element, const char **relative_to) {
  rg_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
  const rg_xml *given = element ? rg_xml_child(element, "pose") : NULL;
  if (relative_to) *relative_to = NULL;
  if (!given || s->in.status != RG_OK) return pose;
  const char *frame = rg_xml_get(given, "relative_to"),
             *format = rg_xml_get(given, "rotation_format");
  if (relative_to && frame && frame[0]) *relative_to = frame;
  const char *old = rg_xml_get(given, "frame");
  if (old && old[0])
    rg_read_refuse(&s->in, given, "frame",
                   "has no meaning: since 1.7 poses are given in frames by relative_to");
  if (!given->text || s->in.status != RG_OK) return pose;
  if (format && strcmp(format, "quat_xyzw") == 0) read_quaternion_pose(s, given, &pose);
  else if (format && strcmp(format, "euler_rpy") != 0)
    rg_read_fail(&s->in, given, "rotation_format", "is neither euler_rpy nor quat_xyzw");
  else {
    double v[6];
    s->in.status = rg_xml_text_reals(given, 6, 6, v, NULL, s->in.error);
    if (s->in.status != RG_OK) return pose;
    if (rg_sdf_flag(s, given, "degrees")) rg_v3_scale(v + 3, acos(-1) / 180, v + 3);
    rg_v3_copy(pose.pos, v);
    rg_read_turn(pose.quat, v + 3);
  }
  return pose;
}

/* --- the world -------------------------------------------------------------------------------- */

/* of several <physics> the one that says it is the default, else the first */
static const rg_xml *physics_of(rg_sdf *s, const rg_xml *world) {
  const rg_xml *first = NULL;
  for (const rg_xml *e = world->first; e; e = e->next) {
    if (strcmp(e->name, "physics") != 0) continue;
    if (rg_sdf_flag(s, e, "default")) return e;
    if (!first) first = e;
  }
  return first;
}

/* defaults of the format, which differ from those of MJCF */
static void read_options(rg_sdf *s, const rg_xml *world) {
  rg_model_option *option = rg_spec_option(s->in.spec);
  rg_v3_set(option->gravity, 0, 0, -9.8);
  option->timestep = 0.001;
  if (!world) return;
  rg_sdf_reals(s, world, "gravity", 3, option->gravity);
  rg_sdf_reals(s, world, "magnetic_field", 3, option->magnetic);
  const rg_xml *physics = physics_of(s, world);
  if (physics) option->timestep = rg_sdf_real(s, physics, "max_step_size", option->timestep);
}

rg_status rg_sdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                      rg_spec *spec, rg_error *error) {
  rg_sdf s = {.in = rg_reader_new(arena, spec, options, error)};
  s.weigh = RG_NEW(&spec->arena, rg_compiler, 1);
  if (!s.weigh) return rg_reader_end(&s.in, "sdf");
  *s.weigh = spec->compiler;
  s.weigh->inertia_from_geom = RG_INERTIA_ALWAYS;
  spec->compiler.inertia_from_geom = RG_INERTIA_NEVER; /* mass is given, or 1 kg */
  spec->compiler.balance_inertia = s.in.options.lenient;
  rg_sdf_check(&s, root, "");
  if (s.in.status == RG_OK) read_options(&s, rg_xml_child(root, "world"));
  if (s.in.status == RG_OK) rg_sdf_collect(&s, root);
  if (s.in.status == RG_OK) rg_sdf_place(&s);
  if (s.in.status == RG_OK) rg_sdf_build(&s);
  if (s.in.status == RG_OK && rg_xml_child(root, "world"))
    rg_sdf_read_world_lights(&s, rg_xml_child(root, "world"));
  return rg_reader_end(&s.in, "sdf");
}
