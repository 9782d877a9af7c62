/* Building a description: every addition copies its argument into the arena of the spec and appends
   it to a list. Nothing is checked here; rg_spec_compile checks everything at once and knows the
   place of each item. */
#include "model/spec.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vector.h"

enum { MOST_IN_MESH = INT_MAX / 64 };

/* appends `item` to the list first/last and stamps it with the current place */
#define APPEND(spec, first, last, item)                                                            \
  do {                                                                                             \
    (item)->next = NULL;                                                                           \
    (item)->source = (spec)->at;                                                                   \
    if (last) (last)->next = (item);                                                               \
    else (first) = (item);                                                                         \
    (last) = (item);                                                                               \
  } while (0)

static rg_status status_of(const rg_spec *spec) {
  return spec->arena.failed ? RG_NO_MEMORY : RG_SOLVED;
}

/* --- defaults ------------------------------------------------------------------------------- */

rg_joint_spec rg_joint_spec_default(void) {
  return (rg_joint_spec){.type = RG_JOINT_HINGE, .axis = {0, 0, 1}, .limited = -1};
}

rg_geom_spec rg_geom_spec_default(void) {
  return (rg_geom_spec){.type = RG_GEOM_SPHERE,
                        .pose = {.quat = {1, 0, 0, 0}},
                        .fromto = {(double)NAN},
                        .mass = (double)NAN,
                        .density = 1000,
                        .fitscale = 1,
                        .fluidcoef = {0.5, 0.25, 1.5, 1, 1},
                        .friction = {1, 0.005, 0.0001},
                        .condim = 3,
                        .contype = 1,
                        .conaffinity = 1,
                        .rgba = {0.5f, 0.5f, 0.5f, 1}};
}

rg_inertial_spec rg_inertial_spec_default(void) {
  return (rg_inertial_spec){.pose = {.quat = {1, 0, 0, 0}}, .full = {(double)NAN}};
}

rg_tendon_spec rg_tendon_spec_default(void) {
  return (rg_tendon_spec){.limited = -1, .actuator_force_limited = -1, .springlength = {-1, -1}};
}

rg_actuator_spec rg_actuator_spec_default(void) {
  return (rg_actuator_spec){
      .gear = {1}, .gain = 1, .ctrllimited = -1, .forcelimited = -1, .actlimited = -1};
}

rg_equality_spec rg_equality_spec_default(void) {
  return (rg_equality_spec){.active = 1, .torquescale = 1, .polynomial = {0, 1}};
}

rg_spec_mesh rg_spec_mesh_default(void) {
  return (rg_spec_mesh){.scale = {1, 1, 1}, .ref_quat = {1, 0, 0, 0}, .inertia = RG_MESH_LEGACY};
}

rg_spec_pair rg_spec_pair_default(void) {
  double unset = (double)NAN;
  return (rg_spec_pair){.condim = -1,
                        .friction = {unset, unset, unset, unset, unset},
                        .margin = unset,
                        .gap = unset,
                        .adhesion = unset};
}

rg_spec_key rg_spec_key_default(void) {
  return (rg_spec_key){
      .nqpos = -1, .nqvel = -1, .nctrl = -1, .nact = -1, .nmpos = -1, .nmquat = -1};
}

rg_spec_sensor rg_spec_sensor_default(void) { return (rg_spec_sensor){.type = RG_SENSOR_CLOCK}; }

static rg_compiler compiler_default(void) {
  return (rg_compiler){.autolimits = 1,
                       .inertia_from_geom = RG_INERTIA_AUTO,
                       .inertia_group = {0, 5},
                       .set_total_mass = -1};
}

/* --- life ----------------------------------------------------------------------------------- */

rg_spec *rg_spec_new(const char *name) {
  rg_spec *spec = calloc(1, sizeof *spec);
  if (!spec) return NULL;
  spec->option =
      (rg_model_option){.timestep = 0.002, .gravity = {0, 0, -9.81}, .magnetic = {0, -0.5, 0}};
  spec->compiler = compiler_default();
  spec->at.file = "";
  spec->name = name ? rg_spec_text(spec, name) : "";
  spec->world = RG_NEW(&spec->arena, rg_spec_body, 1);
  if (spec->arena.failed) {
    rg_spec_free(spec);
    return NULL;
  }
  spec->world->name = "world";
  spec->world->source = spec->world->inertial_source = spec->at;
  spec->world->pose.quat[0] = 1;
  return spec;
}

void rg_spec_free(rg_spec *spec) {
  if (!spec) return;
  rg_arena_free(&spec->arena);
  free(spec);
}

rg_model_option *rg_spec_option(rg_spec *spec) { return &spec->option; }

rg_spec_body *rg_spec_world(rg_spec *spec) { return spec->world; }

void rg_spec_at(rg_spec *spec, const char *file, int line, int column) {
  assert(spec && line >= 0 && column >= 0);
  if (!file) file = "";
  if (strcmp(file, spec->at.file) != 0) {
    const char *copy = rg_spec_text(spec, file);
    spec->at.file = copy ? copy : "";
  }
  spec->at.line = line;
  spec->at.column = column;
}

/* --- copies --------------------------------------------------------------------------------- */

const char *rg_spec_text(rg_spec *spec, const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = RG_RAW(&spec->arena, char, size);
  return copy ? memcpy(copy, text, size) : NULL;
}

/* a name: never NULL */
static const char *copy_name(rg_spec *spec, const char *name) {
  const char *copy = name && name[0] ? rg_spec_text(spec, name) : NULL;
  return copy ? copy : "";
}

static const double *copy_numbers(rg_spec *spec, const double *numbers, int count) {
  if (count <= 0 || !numbers) return NULL;
  double *copy = RG_RAW(&spec->arena, double, count);
  return copy ? memcpy(copy, numbers, (size_t)count * sizeof *copy) : NULL;
}

static rg_pose pose_or_identity(const rg_pose *pose) {
  return pose ? *pose : (rg_pose){.quat = {1, 0, 0, 0}};
}

/* --- bodies and what they carry ------------------------------------------------------------- */

rg_spec_body *rg_spec_add_body(rg_spec *spec, rg_spec_body *parent, const char *name,
                               const rg_pose *pose) {
  rg_spec_body *body = parent ? RG_NEW(&spec->arena, rg_spec_body, 1) : NULL;
  if (!body) return NULL;
  body->name = copy_name(spec, name);
  body->pose = pose_or_identity(pose);
  body->inertial_source = spec->at;
  body->parent = parent;
  APPEND(spec, parent->children, parent->last_child, body);
  return spec->arena.failed ? NULL : body;
}

rg_status rg_spec_set_inertial(rg_spec *spec, rg_spec_body *body,
                               const rg_inertial_spec *inertial) {
  if (!body || !inertial) return status_of(spec) ? status_of(spec) : RG_BAD_INPUT;
  body->has_inertial = 1;
  body->inertial = *inertial;
  body->inertial_source = spec->at;
  return status_of(spec);
}

rg_status rg_spec_add_joint(rg_spec *spec, rg_spec_body *body, const rg_joint_spec *joint) {
  rg_spec_joint *item = body && joint ? RG_NEW(&spec->arena, rg_spec_joint, 1) : NULL;
  if (!item) return status_of(spec) ? status_of(spec) : RG_BAD_INPUT;
  item->value = *joint;
  item->value.name = copy_name(spec, joint->name);
  item->force_limited = -1;
  APPEND(spec, body->joints, body->last_joint, item);
  return status_of(spec);
}

rg_status rg_spec_add_geom(rg_spec *spec, rg_spec_body *body, const rg_geom_spec *geom) {
  rg_spec_geom *item = body && geom ? RG_NEW(&spec->arena, rg_spec_geom, 1) : NULL;
  if (!item) return status_of(spec) ? status_of(spec) : RG_BAD_INPUT;
  item->value = *geom;
  item->value.name = copy_name(spec, geom->name);
  item->value.mesh = copy_name(spec, geom->mesh);
  item->value.hfield = copy_name(spec, geom->hfield);
  APPEND(spec, body->geoms, body->last_geom, item);
  return status_of(spec);
}

rg_status rg_spec_add_site(rg_spec *spec, rg_spec_body *body, const char *name,
                           const rg_pose *pose) {
  return rg_spec_add_site_shape(spec, body, name, pose, RG_GEOM_SPHERE,
                                (double[]){RG_SITE_SIZE, RG_SITE_SIZE, RG_SITE_SIZE});
}

rg_status rg_spec_add_site_shape(rg_spec *spec, rg_spec_body *body, const char *name,
                                 const rg_pose *pose, rg_geom_type type, const double size[3]) {
  rg_spec_site *item = body && size ? RG_NEW(&spec->arena, rg_spec_site, 1) : NULL;
  if (!item) return status_of(spec) ? status_of(spec) : RG_BAD_INPUT;
  item->name = copy_name(spec, name);
  item->pose = pose_or_identity(pose);
  item->type = type;
  for (int k = 0; k < 3; k++) item->size[k] = size[k];
  APPEND(spec, body->sites, body->last_site, item);
  return status_of(spec);
}

/* --- the lists of the model ----------------------------------------------------------------- */

rg_status rg_spec_add_mesh_asset(rg_spec *spec, const rg_spec_mesh *mesh) {
  if (mesh->nvertex > MOST_IN_MESH || mesh->nface > MOST_IN_MESH) return RG_BAD_INPUT;
  rg_spec_mesh *item = RG_NEW(&spec->arena, rg_spec_mesh, 1);
  if (!item) return RG_NO_MEMORY;
  *item = *mesh;
  item->name = copy_name(spec, mesh->name);
  item->file = rg_spec_text(spec, mesh->file);
  item->nvertex = mesh->nvertex > 0 && mesh->vertex ? mesh->nvertex : 0;
  item->nface = mesh->nface > 0 && mesh->face ? mesh->nface : 0;
  item->vertex = copy_numbers(spec, mesh->vertex, 3 * item->nvertex);
  item->face = NULL;
  if (item->nface) {
    int *copy = RG_RAW(&spec->arena, int, 3 * (size_t)item->nface);
    if (copy) memcpy(copy, mesh->face, 3 * (size_t)item->nface * sizeof *copy);
    item->face = copy;
  }
  APPEND(spec, spec->meshes, spec->last_mesh, item);
  return status_of(spec);
}

rg_status rg_spec_add_mesh(rg_spec *spec, const char *name, int vertices, const double *vertex) {
  rg_spec_mesh mesh = rg_spec_mesh_default();
  mesh.name = name;
  mesh.nvertex = vertices;
  mesh.vertex = vertex;
  mesh.inertia = RG_MESH_CONVEX;
  return rg_spec_add_mesh_asset(spec, &mesh);
}

rg_status rg_spec_add_tendon(rg_spec *spec, const rg_tendon_spec *tendon) {
  int n = tendon->joints > 0 && tendon->joint && tendon->coef ? tendon->joints : 0;
  rg_spec_tendon *item = RG_NEW(&spec->arena, rg_spec_tendon, 1);
  const char **joint = RG_NEW(&spec->arena, const char *, n);
  if (!item || !joint) return RG_NO_MEMORY;
  for (int k = 0; k < n; k++) joint[k] = copy_name(spec, tendon->joint[k]);
  item->value = *tendon;
  item->value.name = copy_name(spec, tendon->name);
  item->value.joints = n;
  item->value.joint = joint;
  item->value.coef = copy_numbers(spec, tendon->coef, n);
  item->value.npath = tendon->npath > 0 && tendon->path ? tendon->npath : 0;
  rg_path_spec *path = RG_NEW(&spec->arena, rg_path_spec, item->value.npath);
  for (int k = 0; path && k < item->value.npath; k++)
    path[k] = (rg_path_spec){.site = copy_name(spec, tendon->path[k].site),
                             .geom = copy_name(spec, tendon->path[k].geom),
                             .side = copy_name(spec, tendon->path[k].side),
                             .divisor = tendon->path[k].divisor};
  item->value.path = path;
  APPEND(spec, spec->tendons, spec->last_tendon, item);
  return status_of(spec);
}

rg_status rg_spec_add_actuator(rg_spec *spec, const rg_actuator_spec *actuator) {
  rg_spec_actuator *item = RG_NEW(&spec->arena, rg_spec_actuator, 1);
  if (!item) return RG_NO_MEMORY;
  item->value = *actuator;
  item->value.name = copy_name(spec, actuator->name);
  item->value.joint = copy_name(spec, actuator->joint);
  item->value.tendon = copy_name(spec, actuator->tendon);
  item->value.site = copy_name(spec, actuator->site);
  item->value.refsite = copy_name(spec, actuator->refsite);
  item->value.slidersite = copy_name(spec, actuator->slidersite);
  item->value.body = copy_name(spec, actuator->body);
  APPEND(spec, spec->actuators, spec->last_actuator, item);
  return status_of(spec);
}

rg_status rg_spec_add_equality(rg_spec *spec, const rg_equality_spec *equality) {
  rg_spec_equality *item = RG_NEW(&spec->arena, rg_spec_equality, 1);
  if (!item) return RG_NO_MEMORY;
  item->value = *equality;
  item->value.name = copy_name(spec, equality->name);
  item->value.object1 = copy_name(spec, equality->object1);
  item->value.object2 = copy_name(spec, equality->object2);
  item->value.site1 = copy_name(spec, equality->site1);
  item->value.site2 = copy_name(spec, equality->site2);
  APPEND(spec, spec->equalities, spec->last_equality, item);
  return status_of(spec);
}

rg_status rg_spec_add_exclude(rg_spec *spec, const char *body1, const char *body2) {
  rg_spec_exclude *item = RG_NEW(&spec->arena, rg_spec_exclude, 1);
  if (!item) return RG_NO_MEMORY;
  item->body1 = copy_name(spec, body1);
  item->body2 = copy_name(spec, body2);
  APPEND(spec, spec->excludes, spec->last_exclude, item);
  return status_of(spec);
}

rg_status rg_spec_add_hfield(rg_spec *spec, const rg_spec_hfield *hfield) {
  rg_spec_hfield *item = RG_NEW(&spec->arena, rg_spec_hfield, 1);
  if (!item) return RG_NO_MEMORY;
  *item = *hfield;
  item->name = copy_name(spec, hfield->name);
  item->file = rg_spec_text(spec, hfield->file);
  item->elevation = copy_numbers(spec, hfield->elevation, hfield->nelevation);
  APPEND(spec, spec->hfields, spec->last_hfield, item);
  return status_of(spec);
}

rg_status rg_spec_add_pair(rg_spec *spec, const rg_spec_pair *pair) {
  rg_spec_pair *item = RG_NEW(&spec->arena, rg_spec_pair, 1);
  if (!item) return RG_NO_MEMORY;
  *item = *pair;
  item->name = copy_name(spec, pair->name);
  item->geom1 = copy_name(spec, pair->geom1);
  item->geom2 = copy_name(spec, pair->geom2);
  APPEND(spec, spec->pairs, spec->last_pair, item);
  return status_of(spec);
}

rg_status rg_spec_add_key(rg_spec *spec, const rg_spec_key *key) {
  rg_spec_key *item = RG_NEW(&spec->arena, rg_spec_key, 1);
  if (!item) return RG_NO_MEMORY;
  *item = *key;
  item->name = copy_name(spec, key->name);
  item->qpos = copy_numbers(spec, key->qpos, key->nqpos);
  item->qvel = copy_numbers(spec, key->qvel, key->nqvel);
  item->ctrl = copy_numbers(spec, key->ctrl, key->nctrl);
  item->act = copy_numbers(spec, key->act, key->nact);
  item->mpos = copy_numbers(spec, key->mpos, key->nmpos);
  item->mquat = copy_numbers(spec, key->mquat, key->nmquat);
  APPEND(spec, spec->keys, spec->last_key, item);
  return status_of(spec);
}

int rg_spec_joint_width(rg_key_row row, const rg_spec_joint *joint) {
  int free = joint->value.type == RG_JOINT_FREE, ball = joint->value.type == RG_JOINT_BALL;
  if (row == RG_KEY_QPOS) return free ? 7 : ball ? 4 : 1;
  return row == RG_KEY_QVEL ? (free ? 6 : ball ? 3 : 1) : 0;
}

int rg_spec_actuator_width(rg_key_row row, const rg_spec_actuator *actuator) {
  if (row == RG_KEY_ACT) return actuator->value.dyntype != RG_ACT_NONE;
  return row == RG_KEY_CTRL;
}

int rg_spec_body_width(rg_key_row row, const rg_spec_body *body) {
  return !body->mocap ? 0 : row == RG_KEY_MPOS ? 3 : row == RG_KEY_MQUAT ? 4 : 0;
}

rg_status rg_spec_add_attached_key(rg_spec *spec, const char *name, double time) {
  rg_spec_key *item = RG_NEW(&spec->arena, rg_spec_key, 1);
  if (!item) return RG_NO_MEMORY;
  *item = rg_spec_key_default();
  item->name = copy_name(spec, name);
  item->time = time;
  APPEND(spec, spec->attached_keys, spec->last_attached_key, item);
  return status_of(spec);
}

rg_status rg_spec_add_key_part(rg_spec *spec, rg_key_row row, const void *object,
                               const double *numbers, int count) {
  rg_spec_key *key = spec->last_attached_key;
  rg_spec_key_part *item = key ? RG_NEW(&spec->arena, rg_spec_key_part, 1) : NULL;
  if (!item) return RG_NO_MEMORY;
  item->object = object;
  item->numbers = copy_numbers(spec, numbers, count);
  if (key->last_part[row]) key->last_part[row]->next = item;
  else key->part[row] = item;
  key->last_part[row] = item;
  return status_of(spec);
}

void rg_spec_drop_attached_key(rg_spec *spec) {
  rg_spec_key *dropped = spec->last_attached_key, *key = spec->attached_keys;
  if (!dropped) return;
  while (key != dropped && key->next != dropped) key = key->next;
  if (key == dropped) spec->attached_keys = spec->last_attached_key = NULL;
  else {
    key->next = NULL;
    spec->last_attached_key = key;
  }
}

void rg_spec_append_attached_keys(rg_spec *spec) {
  if (!spec->attached_keys) return;
  if (spec->last_key) spec->last_key->next = spec->attached_keys;
  else spec->keys = spec->attached_keys;
  spec->last_key = spec->last_attached_key;
  spec->attached_keys = spec->last_attached_key = NULL;
}

rg_status rg_spec_add_sensor(rg_spec *spec, const rg_spec_sensor *sensor) {
  rg_spec_sensor *item = RG_NEW(&spec->arena, rg_spec_sensor, 1);
  if (!item) return RG_NO_MEMORY;
  *item = *sensor;
  item->name = copy_name(spec, sensor->name);
  item->object = rg_spec_text(spec, sensor->object);
  item->reference = rg_spec_text(spec, sensor->reference);
  APPEND(spec, spec->sensors, spec->last_sensor, item);
  return status_of(spec);
}

rg_status rg_spec_add_setting(rg_spec *spec, const char *name, const char *text, int size,
                              const double *data) {
  rg_spec_setting *item = RG_NEW(&spec->arena, rg_spec_setting, 1);
  if (!item) return RG_NO_MEMORY;
  item->value.name = copy_name(spec, name);
  item->value.text = rg_spec_text(spec, text);
  item->value.size = text || !data || size < 0 ? 0 : size;
  item->value.data = copy_numbers(spec, data, item->value.size);
  APPEND(spec, spec->settings, spec->last_setting, item);
  return status_of(spec);
}

rg_status rg_spec_add_notice(rg_spec *spec, const char *format, ...) {
  char text[512];
  int used = 0;
  if (spec->at.line > 0)
    used = snprintf(text, sizeof text / 2, "%s:%d: ", spec->at.file, spec->at.line);
  if (used < 0 || used >= (int)(sizeof text / 2)) used = 0;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
  va_end(arguments);

  rg_spec_notice *item = RG_NEW(&spec->arena, rg_spec_notice, 1);
  if (!item) return RG_NO_MEMORY;
  item->text = copy_name(spec, text);
  if (spec->last_notice) spec->last_notice->next = item;
  else spec->notices = item;
  spec->last_notice = item;
  return status_of(spec);
}

/* --- help for readers ----------------------------------------------------------------------- */

/* the body after `body` in depth-first order; NULL at the end */
rg_spec_body *rg_spec_next_body(const rg_spec_body *body) {
  if (body->children) return body->children;
  while (body && !body->next) body = body->parent;
  return body ? body->next : NULL;
}

rg_spec_body *rg_spec_find_body(const rg_spec *spec, const char *name) {
  for (rg_spec_body *body = spec->world; body; body = rg_spec_next_body(body))
    if (strcmp(body->name, name) == 0) return body;
  return NULL;
}

rg_status rg_spec_error(rg_error *error, const rg_place *source, const char *kind, const char *name,
                        const char *format, ...) {
  assert(source && kind && format);
  char element[sizeof error->element], reason[sizeof error->reason];
  if (name && name[0]) snprintf(element, sizeof element, "%s '%.100s'", kind, name);
  else snprintf(element, sizeof element, "%s", kind);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  return rg_fail_at(error, RG_BAD_INPUT, source->file, source->line, source->column, element, "%s",
                    reason);
}

double rg_pose_from_segment(rg_pose *pose, const double fromto[6]) {
  double axis[3];
  rg_v3_sub(axis, fromto, fromto + 3);
  rg_v3_add(pose->pos, fromto, fromto + 3);
  rg_v3_scale(pose->pos, 0.5, pose->pos);
  rg_quat_from_z(pose->quat, axis);
  return rg_v3_norm(axis) / 2;
}
