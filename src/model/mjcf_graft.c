/* Copies a subtree of one description into another: bodies with all they carry, the meshes they
   need, and every tendon, actuator, constraint, contact rule and sensor that refers to nothing but
   copied objects, and keyframes with what they say of these. A name becomes PREFIX name SUFFIX; a mesh is shared by all copies with the same
   prefix and has no suffix. */
#include "model/mjcf.h"
#include "model/names.h"

#include <string.h>

/* what was copied, by its name in the other description */
enum { KINDS = RG_OBJECT_INERTIAL };

/* an object of the other description and its copy, in the order of both */
typedef struct twin {
  const void *from, *to;
  struct twin *next;
} twin;

typedef struct twins {
  twin *first, *last;
} twins;

typedef struct grafting {
  rg_mjcf *m;
  const rg_mjcf_graft *graft;
  rg_spec *to;
  const rg_spec *from;
  rg_arena scratch;
  rg_names copied[KINDS];          /* by rg_object */
  twins joints, actuators, bodies; /* for keyframes */
} grafting;

static rg_names *copied_of(grafting *g, rg_object type) {
  return &g->copied[type == RG_OBJECT_INERTIAL ? RG_OBJECT_BODY : type];
}

/* --- names --- */

static const char *join(grafting *g, const char *name, const char *suffix) {
  if (!name || !name[0]) return name;
  const char *prefix = g->graft->prefix;
  size_t before = strlen(prefix), length = strlen(name), after = strlen(suffix);
  char *joined = RG_RAW(&g->scratch, char, before + length + after + 1);
  if (!joined) return "";
  memcpy(joined, prefix, before);
  memcpy(joined + before, name, length);
  memcpy(joined + before + length, suffix, after + 1);
  return joined;
}

/* the new name of an object that is copied now */
static const char *new_name(grafting *g, rg_object type, const char *name) {
  if (name) rg_names_add(copied_of(g, type), name, 0);
  return join(g, name, g->graft->suffix);
}

/* changes *name to that of the copy; 0 where the object was not copied. The world is everywhere. */
static int refer(grafting *g, rg_object type, const char **name) {
  if (!*name || !(*name)[0]) return 1;
  int body = type == RG_OBJECT_BODY || type == RG_OBJECT_INERTIAL;
  if (body && strcmp(*name, "world") == 0) return 1;
  if (rg_names_find(copied_of(g, type), *name) < 0) return 0;
  *name = join(g, *name, g->graft->suffix);
  return 1;
}

static void note_twin(grafting *g, twins *list, const void *from, const void *to) {
  twin *item = RG_NEW(&g->scratch, twin, 1);
  if (!item) return;
  *item = (twin){from, to, NULL};
  if (list->last) list->last->next = item;
  else list->first = item;
  list->last = item;
}

static void stand_at(grafting *g, const rg_place *source) {
  rg_spec_at(g->to, source->file, source->line, source->column);
}

/* what `limited` -1 means follows from the <compiler> of the other file */
static void settle_limit(grafting *g, const rg_compiler *compiler, const rg_place *source,
                         const char *kind, const char *name, const double range[2], int *limited) {
  int given = range[0] != 0 || range[1] != 0;
  if (*limited >= 0) return;
  if (given && !compiler->autolimits && g->m->status == RG_OK)
    g->m->status =
        rg_spec_error(g->m->error, source, kind, name,
                      "a range is given but not whether it is limited, and autolimits is off");
  *limited = given;
}

/* --- the tree --- */

/* the mesh of a geom, once for all copies */
static const char *copy_mesh(grafting *g, const char *name) {
  const char *joined = join(g, name, "");
  if (!name || !name[0]) return name;
  const rg_spec_mesh *mesh = g->from->meshes;
  while (mesh && strcmp(mesh->name, name) != 0) mesh = mesh->next;
  if (!mesh) return joined;
  for (const rg_spec_mesh *old = g->to->meshes; old; old = old->next)
    if (strcmp(old->name, joined) == 0 && old->source.line == mesh->source.line &&
        old->source.column == mesh->source.column &&
        strcmp(old->source.file, mesh->source.file) == 0)
      return joined;
  rg_spec_mesh copy = *mesh;
  copy.name = joined;
  stand_at(g, &mesh->source);
  rg_spec_add_mesh_asset(g->to, &copy);
  return joined;
}

/* the same for a height field */
static const char *copy_hfield(grafting *g, const char *name) {
  const char *joined = join(g, name, "");
  if (!name || !name[0]) return name;
  const rg_spec_hfield *field = g->from->hfields;
  while (field && strcmp(field->name, name) != 0) field = field->next;
  for (const rg_spec_hfield *old = g->to->hfields; field && old; old = old->next)
    if (strcmp(old->name, joined) == 0 && old->source.line == field->source.line &&
        old->source.column == field->source.column &&
        strcmp(old->source.file, field->source.file) == 0)
      return joined;
  if (!field) return joined;
  rg_spec_hfield copy = *field;
  copy.name = joined;
  stand_at(g, &field->source);
  rg_spec_add_hfield(g->to, &copy);
  return joined;
}

static void copy_joint(grafting *g, const rg_spec_joint *joint, const rg_compiler *compiler,
                       rg_spec_body *to) {
  rg_joint_spec value = joint->value;
  int force_limited = joint->force_limited;
  settle_limit(g, compiler, &joint->source, "joint", value.name, value.range, &value.limited);
  settle_limit(g, compiler, &joint->source, "joint", value.name, value.actuator_force_range,
               &force_limited);
  value.name = new_name(g, RG_OBJECT_JOINT, value.name);
  stand_at(g, &joint->source);
  if (rg_spec_add_joint(g->to, to, &value) != RG_OK) return;
  to->last_joint->force_limited = force_limited;
  note_twin(g, &g->joints, joint, to->last_joint);
}

static void copy_geom(grafting *g, const rg_spec_geom *geom, const rg_pose *frame,
                      rg_spec_body *to) {
  rg_geom_spec value = geom->value;
  value.name = new_name(g, RG_OBJECT_GEOM, value.name);
  value.mesh = copy_mesh(g, value.mesh);
  value.hfield = copy_hfield(g, value.hfield);
  value.pose = rg_mjcf_compose(frame, &value.pose);
  stand_at(g, &geom->source);
  rg_spec_add_geom(g->to, to, &value);
}

static void copy_body(grafting *g, const rg_spec_body *body, const rg_pose *frame,
                      rg_spec_body *parent);

/* what a body carries, its child bodies included */
static void copy_contents(grafting *g, const rg_spec_body *body, const rg_pose *frame,
                          const rg_compiler *compiler, rg_spec_body *to) {
  for (const rg_spec_joint *joint = body->joints; joint; joint = joint->next)
    copy_joint(g, joint, compiler, to);
  for (const rg_spec_geom *geom = body->geoms; geom; geom = geom->next)
    copy_geom(g, geom, frame, to);
  for (const rg_spec_site *site = body->sites; site; site = site->next) {
    rg_pose pose = rg_mjcf_compose(frame, &site->pose);
    stand_at(g, &site->source);
    rg_spec_add_site_shape(g->to, to, new_name(g, RG_OBJECT_SITE, site->name), &pose, site->type,
                           site->size);
  }
  for (const rg_spec_body *child = body->children; child; child = child->next)
    copy_body(g, child, frame, to);
}

static void copy_body(grafting *g, const rg_spec_body *body, const rg_pose *frame,
                      rg_spec_body *parent) {
  rg_pose pose = rg_mjcf_compose(frame, &body->pose);
  stand_at(g, &body->source);
  rg_spec_body *copy =
      rg_spec_add_body(g->to, parent, new_name(g, RG_OBJECT_BODY, body->name), &pose);
  rg_compiler *compiler = RG_NEW(&g->to->arena, rg_compiler, 1);
  if (!copy || !compiler) return;
  *compiler = body->compiler ? *body->compiler : g->from->compiler;
  copy->compiler = compiler;
  copy->gravcomp = body->gravcomp;
  copy->mocap = body->mocap;
  note_twin(g, &g->bodies, body, copy);
  if (body->has_inertial) {
    stand_at(g, &body->inertial_source);
    rg_spec_set_inertial(g->to, copy, &body->inertial);
  }
  copy_contents(g, body, &rg_mjcf_identity, compiler, copy);
}

/* --- what refers to the tree --- */

static void copy_contacts(grafting *g) {
  for (const rg_spec_pair *it = g->from->pairs; it; it = it->next) {
    rg_spec_pair pair = *it;
    if (!refer(g, RG_OBJECT_GEOM, &pair.geom1) || !refer(g, RG_OBJECT_GEOM, &pair.geom2)) continue;
    pair.name = join(g, pair.name, g->graft->suffix);
    stand_at(g, &it->source);
    rg_spec_add_pair(g->to, &pair);
  }
  for (const rg_spec_exclude *it = g->from->excludes; it; it = it->next) {
    const char *body1 = it->body1, *body2 = it->body2;
    if (!refer(g, RG_OBJECT_BODY, &body1) || !refer(g, RG_OBJECT_BODY, &body2)) continue;
    stand_at(g, &it->source);
    rg_spec_add_exclude(g->to, body1, body2);
  }
}

static void copy_equalities(grafting *g) {
  for (const rg_spec_equality *it = g->from->equalities; it; it = it->next) {
    rg_equality_spec value = it->value;
    rg_object type = value.type == RG_EQUALITY_JOINT    ? RG_OBJECT_JOINT
                     : value.type == RG_EQUALITY_TENDON ? RG_OBJECT_TENDON
                                                        : RG_OBJECT_BODY;
    if (!refer(g, type, &value.object1) || !refer(g, type, &value.object2) ||
        !refer(g, RG_OBJECT_SITE, &value.site1) || !refer(g, RG_OBJECT_SITE, &value.site2))
      continue;
    value.name = join(g, value.name, g->graft->suffix);
    stand_at(g, &it->source);
    rg_spec_add_equality(g->to, &value);
  }
}

/* a tendon comes along with all its joints, sites and geoms or not at all */
static void copy_tendons(grafting *g) {
  for (const rg_spec_tendon *it = g->from->tendons; it; it = it->next) {
    rg_tendon_spec value = it->value;
    const char **joint = RG_NEW(&g->scratch, const char *, value.joints);
    rg_path_spec *path = RG_NEW(&g->scratch, rg_path_spec, value.npath);
    int complete = joint != NULL && path != NULL;
    for (int k = 0; complete && k < value.npath; k++) {
      path[k] = value.path[k];
      complete = refer(g, RG_OBJECT_SITE, &path[k].site) &&
                 refer(g, RG_OBJECT_GEOM, &path[k].geom) && refer(g, RG_OBJECT_SITE, &path[k].side);
    }
    for (int k = 0; complete && k < value.joints; k++) {
      joint[k] = value.joint[k];
      complete = refer(g, RG_OBJECT_JOINT, &joint[k]);
    }
    if (!complete) continue;
    value.joint = joint;
    value.path = path;
    settle_limit(g, &g->from->compiler, &it->source, "tendon", value.name, value.range,
                 &value.limited);
    settle_limit(g, &g->from->compiler, &it->source, "tendon", value.name,
                 value.actuator_force_range, &value.actuator_force_limited);
    value.name = new_name(g, RG_OBJECT_TENDON, value.name);
    stand_at(g, &it->source);
    rg_spec_add_tendon(g->to, &value);
  }
}

static void copy_actuators(grafting *g) {
  for (const rg_spec_actuator *it = g->from->actuators; it; it = it->next) {
    rg_actuator_spec value = it->value;
    if (!refer(g, RG_OBJECT_JOINT, &value.joint) || !refer(g, RG_OBJECT_TENDON, &value.tendon) ||
        !refer(g, RG_OBJECT_SITE, &value.site) || !refer(g, RG_OBJECT_SITE, &value.refsite) ||
        !refer(g, RG_OBJECT_SITE, &value.slidersite) || !refer(g, RG_OBJECT_BODY, &value.body))
      continue;
    settle_limit(g, &g->from->compiler, &it->source, "actuator", value.name, value.ctrlrange,
                 &value.ctrllimited);
    settle_limit(g, &g->from->compiler, &it->source, "actuator", value.name, value.forcerange,
                 &value.forcelimited);
    settle_limit(g, &g->from->compiler, &it->source, "actuator", value.name, value.actrange,
                 &value.actlimited);
    value.name = new_name(g, RG_OBJECT_ACTUATOR, value.name);
    stand_at(g, &it->source);
    if (rg_spec_add_actuator(g->to, &value) == RG_OK)
      note_twin(g, &g->actuators, it, g->to->last_actuator);
  }
}

/* --- keyframes --- */

/* one row of a keyframe: its numbers, or NULL where it does not say them in one row */
static const double *row_of(const rg_spec_key *key, rg_key_row row, int *count) {
  const double *numbers[] = {key->qpos, key->qvel, key->ctrl, key->act, key->mpos, key->mquat};
  const int counts[] = {key->nqpos, key->nqvel, key->nctrl, key->nact, key->nmpos, key->nmquat};
  *count = counts[row];
  return numbers[row];
}

typedef struct cutting {
  grafting *g;
  const rg_spec_key *key;
  rg_key_row row;
  const twin *next; /* the next copy, */
  const rg_spec_key_part
      *part; /* and what the key says of it where it is one of an attached model itself */
  int at;
  int copied;
} cutting;

/* one object of the other description, in its order */
static void cut_object(cutting *c, const void *object, int width) {
  int count;
  const double *row = row_of(c->key, c->row, &count), *numbers = NULL;
  if (width == 0) return;
  if (c->part && c->part->object == object) {
    numbers = c->part->numbers;
    c->part = c->part->next;
  } else if (row && c->at + width <= count) numbers = row + c->at;
  c->at += width;
  if (!c->next || c->next->from != object) return;
  if (numbers) {
    rg_spec_add_key_part(c->g->to, c->row, c->next->to, numbers, width);
    c->copied = 1;
  }
  c->next = c->next->next;
}

/* the copies that have numbers in this row, and those numbers; how many the other description has */
static void cut_row(cutting *c) {
  const rg_spec *from = c->g->from;
  rg_key_row row = c->row;
  if (row == RG_KEY_CTRL || row == RG_KEY_ACT) {
    c->next = c->g->actuators.first;
    for (const rg_spec_actuator *it = from->actuators; it; it = it->next) {
      if (rg_spec_actuator_width(row, it) == 0 && c->next && c->next->from == it)
        c->next = c->next->next;
      cut_object(c, it, rg_spec_actuator_width(row, it));
    }
    return;
  }
  int bodies = row == RG_KEY_MPOS || row == RG_KEY_MQUAT;
  c->next = bodies ? c->g->bodies.first : c->g->joints.first;
  for (const rg_spec_body *body = from->world; body; body = rg_spec_next_body(body)) {
    int width = rg_spec_body_width(row, body);
    if (bodies && width == 0 && c->next && c->next->from == body) c->next = c->next->next;
    if (bodies) cut_object(c, body, width);
    for (const rg_spec_joint *joint = body->joints; joint && !bodies; joint = joint->next)
      cut_object(c, joint, rg_spec_joint_width(row, joint));
  }
}

static void copy_key(grafting *g, const rg_spec_key *key) {
  static const char *const names[] = {"qpos", "qvel", "ctrl", "act", "mpos", "mquat"};
  int said = 0, copied = 0;
  stand_at(g, &key->source);
  rg_spec_add_attached_key(g->to, join(g, key->name, g->graft->suffix), key->time);
  for (int row = 0; row < RG_KEY_ROWS; row++) {
    int count;
    cutting c = {.g = g, .key = key, .row = (rg_key_row)row, .part = key->part[row]};
    row_of(key, c.row, &count);
    if (count < 0 && !c.part) continue;
    said = 1;
    cut_row(&c);
    copied |= c.copied;
    if (count >= 0 && count != c.at && g->m->status == RG_OK)
      g->m->status =
          rg_spec_error(g->m->error, &key->source, "key", key->name,
                        "%s has %d numbers, the model needs %d", names[row], count, c.at);
  }
  // of a part of the model that the keyframe says nothing about
  if (said && !copied) rg_spec_drop_attached_key(g->to);
}

static void copy_sensors(grafting *g) {
  for (const rg_spec_sensor *it = g->from->sensors; it; it = it->next) {
    rg_spec_sensor sensor = *it;
    if (!refer(g, sensor.object_type, &sensor.object) ||
        !refer(g, sensor.reference_type, &sensor.reference))
      continue;
    sensor.name = join(g, sensor.name, g->graft->suffix);
    stand_at(g, &it->source);
    rg_spec_add_sensor(g->to, &sensor);
  }
}

void rg_mjcf_add_graft(rg_mjcf *m, const rg_mjcf_graft *graft) {
  grafting g = {.m = m, .graft = graft, .to = m->spec, .from = graft->model->spec};
  for (int k = 0; k < KINDS; k++) g.copied[k] = rg_names_new(&g.scratch, graft->model->objects);
  if (!g.scratch.failed) {
    if (graft->top == g.from->world)
      copy_contents(&g, graft->top, &graft->frame, &g.from->compiler, graft->parent);
    else copy_body(&g, graft->top, &graft->frame, graft->parent);
    copy_contacts(&g);
    copy_tendons(&g);
    copy_equalities(&g);
    copy_actuators(&g);
    copy_sensors(&g);
    for (const rg_spec_key *key = g.from->keys; key; key = key->next) copy_key(&g, key);
  }
  if (g.scratch.failed) m->spec->arena.failed = 1;
  rg_arena_free(&g.scratch);
}
