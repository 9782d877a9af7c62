/* Failures, notices and numbers of the readers of URDF and SDFormat. */
#include "model/reader.h"

#include "math/vector.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rg_reader rg_reader_new(rg_arena *arena, rg_spec *spec, const rg_load_options *options,
                        rg_error *error) {
  return (rg_reader){.arena = arena,
                     .spec = spec,
                     .options = options ? *options : rg_load_options_default(),
                     .error = error};
}

rg_status rg_reader_end(rg_reader *r, const char *root) {
  rg_spec_at(r->spec, NULL, 0, 0);
  if (r->unseen > 1) rg_spec_add_notice(r->spec, "%d visuals are not shown", r->unseen);
  if (r->status == RG_OK && (r->arena->failed || r->spec->arena.failed))
    r->status = rg_fail(r->error, RG_NO_MEMORY, root, "out of memory");
  return r->status;
}

void rg_read_fail(rg_reader *r, const rg_xml *element, const char *attribute, const char *format,
                  ...) {
  char text[256];
  va_list list;
  if (r->status != RG_OK) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  r->status = rg_xml_fail(element, attribute, r->error, "%s", text);
}

void rg_read_xacro(rg_reader *r, const rg_xml *element, const char *attribute) {
  rg_read_fail(r, element, attribute,
               "this is xacro, not URDF: write 'xacro FILE.xacro > FILE.urdf' and read that");
}

void rg_read_at(rg_reader *r, const rg_xml *element) {
  rg_spec_at(r->spec, element->file, element->line, element->column);
}

void rg_read_notice(rg_reader *r, const rg_xml *element, const char *why) {
  if (r->status != RG_OK) return;
  for (const rg_mention *old = r->mentions; old; old = old->next)
    if (strcmp(old->element, element->name) == 0 && strcmp(old->why, why) == 0) return;
  rg_mention *mention = RG_NEW(r->arena, rg_mention, 1);
  const char *copy = rg_text_copy(r->arena, why, strlen(why));
  if (!mention || !copy) return;
  *mention = (rg_mention){element->name, copy, r->mentions};
  r->mentions = mention;
  rg_read_at(r, element);
  rg_spec_add_notice(r->spec, "<%s>: %s", element->name, why);
}

void rg_read_refuse(rg_reader *r, const rg_xml *element, const char *attribute, const char *format,
                    ...) {
  char text[256], why[320];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (attribute) snprintf(why, sizeof why, "%.40s %s", attribute, text);
  else snprintf(why, sizeof why, "%s", text);
  const char *else_ = strstr(text, "lenient") ? "" : "; --lenient passes over it";
  if (r->options.lenient) rg_read_notice(r, element, why);
  else rg_read_fail(r, element, attribute, "%s%s", text, else_);
}

int rg_read_reals(rg_reader *r, const rg_xml *element, const char *attribute, int count,
                  double *out) {
  int found = 0;
  if (r->status != RG_OK || !element || !rg_xml_get(element, attribute)) return 0;
  r->status = rg_xml_reals(element, attribute, count, count, out, &found, r->error);
  return r->status == RG_OK ? found : 0;
}

const char *rg_read_required(rg_reader *r, const rg_xml *element, const char *attribute) {
  const char *value = rg_xml_get(element, attribute);
  if (!value) rg_read_fail(r, element, NULL, "needs an attribute '%s'", attribute);
  return value;
}

void rg_read_turn(double quat[4], const double roll_pitch_yaw[3]) {
  static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  rg_quat_identity(quat);
  for (int i = 0; i < 3; i++) {
    double turn[4];
    rg_quat_from_axis_angle(turn, axis[i], roll_pitch_yaw[i]);
    rg_quat_multiply(quat, turn, quat);
  }
}

/* --- shapes ----------------------------------------------------------------------------------- */

rg_geom_spec rg_read_visual_geom(void) {
  rg_geom_spec geom = rg_geom_spec_default();
  geom.contype = geom.conaffinity = 0;
  geom.mass = geom.density = 0;
  geom.group = RG_READ_SEEN_GROUP;
  return geom;
}

void rg_read_add_visual(rg_reader *r, const rg_xml *element, rg_spec_body *body,
                        const rg_geom_spec *geom) {
  rg_geom_type type = geom->type;
  int sizes = type == RG_GEOM_SPHERE                                ? 1
              : type == RG_GEOM_CYLINDER || type == RG_GEOM_CAPSULE ? 2
              : type == RG_GEOM_BOX || type == RG_GEOM_ELLIPSOID    ? 3
                                                                    : 0;
  for (int i = 0; i < sizes; i++)
    if (!(geom->size[i] > 0)) {
      rg_read_notice(r, element, "a shape without extent: not shown");
      return;
    }
  rg_read_at(r, element);
  if (r->status == RG_OK) rg_spec_add_geom(r->spec, body, geom);
}

void rg_read_group_shapes(rg_spec_body *body, const rg_spec_geom *before) {
  rg_spec_geom *first = before ? before->next : body->geoms;
  int seen = 0;
  for (rg_spec_geom *g = first; g; g = g->next) seen |= g->value.group == RG_READ_SEEN_GROUP;
  for (rg_spec_geom *g = first; seen && g; g = g->next)
    if (g->value.group != RG_READ_SEEN_GROUP) g->value.group = RG_READ_HIDDEN_GROUP;
}

/* --- friction --------------------------------------------------------------------------------- */

static int compare_friction(const void *a, const void *b) {
  double x = (*(rg_spec_geom *const *)a)->value.friction[0];
  double y = (*(rg_spec_geom *const *)b)->value.friction[0];
  return (x < y) - (x > y);
}

/* all geoms that can touch, in `all` where that is not NULL; returns how many */
static int touching_geoms(rg_spec *spec, rg_spec_geom **all) {
  int count = 0;
  for (rg_spec_body *b = rg_spec_world(spec); b; b = rg_spec_next_body(b))
    for (rg_spec_geom *g = b->geoms; g; g = g->next)
      if (g->value.contype || g->value.conaffinity) {
        if (all) all[count] = g;
        count++;
      }
  return count;
}

void rg_read_rank_friction(rg_reader *r) {
  int count = touching_geoms(r->spec, NULL), above = 0, rank = 0;
  rg_spec_geom **all = RG_NEW(r->arena, rg_spec_geom *, count + 1);
  if (!all) return;
  touching_geoms(r->spec, all);
  qsort(all, (size_t)count, sizeof *all, compare_friction);

  /* different numbers above 1, then down through all of them */
  for (int i = 0; i < count && all[i]->value.friction[0] > 1; i++)
    above += i == 0 || all[i]->value.friction[0] < all[i - 1]->value.friction[0];
  rank = -above - 1;
  for (int i = 0; i < count; i++) {
    double mu = all[i]->value.friction[0];
    if (i == 0 || mu < all[i - 1]->value.friction[0]) rank++;
    if (rank == 0 && mu < 1) rank = 1; // 0 is that of 1, whether there is one or not
    all[i]->value.priority = rank;
  }
}
