/* Poses: every frame is given in another one that is named or follows from where it stands,

       X_world_frame = X_world_base X_base_frame

   link: __model__; joint: its child; frame: what it is attached to; model: the scope around it. A model with a
   placement frame F is given by the pose of F: X_base_model = X_base_F X_model_F^-1. */
#include "model/sdf.h"

#include "math/vector.h"

#include <string.h>

/* "PREFIX NAME" in the room for keys; NULL where memory ran out */
static const char *full_name(rg_sdf *s, const char *prefix, const char *name, size_t length) {
  size_t size = strlen(prefix) + length + 1;
  if (size > s->key_room) {
    char *more = RG_RAW(s->in.arena, char, 2 * size);
    if (!more) return NULL;
    s->key = more;
    s->key_room = 2 * size;
  }
  memcpy(s->key, prefix, strlen(prefix));
  memcpy(s->key + strlen(prefix), name, length);
  s->key[size - 1] = '\0';
  return s->key;
}

int rg_sdf_find(rg_sdf *s, int scope, const char *name, const rg_xml *element) {
  static const char own[] = "__model__", inner[] = "::__model__";
  size_t length = strlen(name);
  if (strcmp(name, own) == 0) return s->scope[scope].frame;
  // the frame of a model inside has the model's name
  if (length > sizeof inner - 1 && strcmp(name + length - (sizeof inner - 1), inner) == 0)
    length -= sizeof inner - 1;
  const char *key = full_name(s, s->scope[scope].prefix, name, length);
  int found = key ? rg_names_find(&s->names, key) : -1;
  if (found < 0 && strcmp(name, "world") == 0) return 0;
  if (found < 0 && key)
    rg_read_fail(&s->in, element, NULL, "there is no link, joint, frame or model '%.100s'", name);
  return found;
}

/* the frame that another is given in; -1 after a failure */
static int base_of(rg_sdf *s, const rg_sdf_frame *f) {
  const rg_xml *pose = rg_xml_child(f->element, "pose");
  if (f->relative_to) return rg_sdf_find(s, f->scope, f->relative_to, pose ? pose : f->element);
  if (f->base_name) return rg_sdf_find(s, f->scope, f->base_name, f->element);
  return f->base;
}

/* --- placement frames -------------------------------------------------------------------------- */

/* X_model_F: from F up to the model */
static void place_by_frame(rg_sdf *s, int scope) {
  const rg_sdf_scope *own = s->scope + scope;
  rg_pose sum = {{0, 0, 0}, {1, 0, 0, 0}}, back;
  int at = rg_sdf_find(s, scope, own->placement, own->element);
  for (int steps = 0; at >= 0 && at != own->frame; steps++) {
    rg_sdf_multiply(&sum, &s->frame[at].raw, &sum);
    at = at == 0 || steps > s->frames ? 0 : base_of(s, s->frame + at);
    if (at == 0) {
      rg_read_fail(&s->in, own->element, "placement_frame", "'%.100s' is not given in this model",
                   own->placement);
      return;
    }
  }
  rg_sdf_inverse(&back, &sum);
  rg_pose *raw = &s->frame[own->frame].raw;
  rg_sdf_multiply(raw, raw, &back);
}

/* --- poses in the world ------------------------------------------------------------------------ */

/* goes up until a pose is known, then back down; no recursion: chains may be long */
static void resolve(rg_sdf *s, int frame, int *stack) {
  int count = 0;
  stack[count++] = frame;
  while (count > 0 && s->in.status == RG_OK) {
    rg_sdf_frame *f = s->frame + stack[count - 1];
    if (f->state == 2) {
      count--;
      continue;
    }
    int base = base_of(s, f);
    if (base < 0) return;
    if (s->frame[base].state == 2) {
      rg_sdf_multiply(&f->pose, &s->frame[base].pose, &f->raw);
      rg_quat_normalize(f->pose.quat);
      f->state = 2;
    } else if (s->frame[base].state == 1 || base == stack[count - 1]) {
      rg_read_fail(&s->in, f->element, NULL, "its pose is given in itself, by way of '%.100s'",
                   s->frame[base].name);
    } else {
      f->state = 1;
      stack[count++] = base;
    }
  }
}

void rg_sdf_place(rg_sdf *s) {
  int *stack = RG_NEW(s->in.arena, int, s->frames + 1);
  if (!stack) return;
  // inner models first: their frames may be part of the way to a placement frame outside
  for (int i = s->scopes - 1; i > 0 && s->in.status == RG_OK; i--)
    if (s->scope[i].placement) place_by_frame(s, i);
  for (int i = 0; i < s->frames && s->in.status == RG_OK; i++) resolve(s, i, stack);
}

rg_pose rg_sdf_pose_in_link(rg_sdf *s, const rg_xml *element, const rg_sdf_link *link) {
  const char *relative_to = NULL;
  rg_pose pose = rg_sdf_pose(s, element, &relative_to);
  if (!relative_to) return pose;
  int base = rg_sdf_find(s, link->scope, relative_to, element);
  if (base < 0) return pose;
  rg_pose back;
  rg_sdf_inverse(&back, &s->frame[link->frame].pose);
  rg_sdf_multiply(&back, &back, &s->frame[base].pose);
  rg_sdf_multiply(&pose, &back, &pose);
  return pose;
}

/* --- what frames move with --------------------------------------------------------------------- */

/* a model moves with its canonical link: the one it names, its first, or that of its first model */
static int canonical_of(rg_sdf *s, int scope, const rg_xml *element) {
  const rg_sdf_scope *own = s->scope + scope;
  if (own->fixed) return 0;
  if (own->canonical) return rg_sdf_find(s, scope, own->canonical, own->element);
  if (own->first_link >= 0) return own->first_link;
  if (own->first_sub < 0)
    rg_read_fail(&s->in, element, NULL, "model '%.100s' has no link", s->frame[own->frame].name);
  return own->first_sub;
}

int rg_sdf_attached(rg_sdf *s, int frame, const rg_xml *element) {
  for (int steps = 0; frame > 0 && steps <= s->frames; steps++) {
    const rg_sdf_frame *f = s->frame + frame;
    if (f->kind == RG_SDF_LINK) return f->own;
    if (f->kind == RG_SDF_MODEL) frame = canonical_of(s, f->own, element);
    else if (f->base_name) frame = rg_sdf_find(s, f->scope, f->base_name, f->element);
    else frame = f->base;
  }
  if (frame > 0)
    rg_read_fail(&s->in, element, NULL, "'%.100s' is attached to itself", s->frame[frame].name);
  return -1;
}
