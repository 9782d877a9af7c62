/* Keyframes, sensors, settings, notices. */
#include <math.h>
#include <string.h>

#include "math/vector.h"
#include "model/compile.h"
#include "model/sensor_kinds.h"

/* --- keyframes ------------------------------------------------------------------------------ */

/* copies given[0..have-1] to a row of `want` numbers; what is not given stays as it is */
static rg_status fill_row(rg_compilation *c, const rg_spec_key *key, const char *what, int have,
                          const double *given, int want, double *row) {
  if (have < 0) return RG_OK;
  if (have != want)
    return rg_spec_error(c->error, &key->source, "key", key->name,
                         "%s has %d numbers, the model needs %d", what, have, want);
  if (have == 0) return RG_OK;
  memcpy(row, given, (size_t)want * sizeof *row);
  return rg_compile_check_finite(c, &key->source, "key", key->name, what, row, want);
}

/* what a keyframe of an attached model says of objects, one after the other */
typedef struct part_reader {
  const rg_spec_key_part *next;
  double *row;
} part_reader;

static void take_part(part_reader *r, const void *object, int width) {
  if (width && r->next && r->next->object == object) {
    memcpy(r->row, r->next->numbers, (size_t)width * sizeof *r->row);
    r->next = r->next->next;
  }
  r->row += width;
}

static rg_status fill_parts(rg_compilation *c, const rg_spec_key *key, rg_key_row row,
                            const char *what, double *to, int count) {
  part_reader r = {key->part[row], to};
  if (!r.next) return RG_OK;
  for (int b = 0; b < c->model->nbody; b++) {
    take_part(&r, c->body[b], rg_spec_body_width(row, c->body[b]));
    for (const rg_spec_joint *joint = c->body[b]->joints; joint; joint = joint->next)
      take_part(&r, joint, rg_spec_joint_width(row, joint));
  }
  for (const rg_spec_actuator *it = c->spec->actuators; it; it = it->next)
    take_part(&r, it, rg_spec_actuator_width(row, it));
  return rg_compile_check_finite(c, &key->source, "key", key->name, what, to, count);
}

/* orientations of unit length; one without any length is taken for none */
static void normalize_quaternions(rg_compilation *c, const rg_spec_key *key, double *qpos) {
  const rg_model *m = c->model;
  for (int j = 0; j < m->njoint; j++) {
    int is_free = m->joint_type[j] == RG_JOINT_FREE, at = m->joint_qpos[j] + (is_free ? 3 : 0);
    if (!is_free && m->joint_type[j] != RG_JOINT_BALL) continue;
    if (rg_quat_normalize(qpos + at) < RG_TINY)
      rg_compile_notice(c, &key->source,
                        "key '%.60s': qpos %d to %d, a quaternion, has length 0: not turned",
                        key->name, at, at + 3);
  }
}

/* poses of mocap bodies: as the model has them where they are not given */
static rg_status fill_mocap(rg_compilation *c, const rg_spec_key *key, int i) {
  rg_model *m = c->model;
  double *pos = m->key_mpos + 3 * (size_t)i * (size_t)m->nmocap;
  double *quat = m->key_mquat + 4 * (size_t)i * (size_t)m->nmocap;
  for (int b = 0; b < m->nbody; b++) {
    if (m->body_mocap[b] < 0) continue;
    rg_v3_copy(pos + 3 * m->body_mocap[b], m->body_pos + 3 * b);
    rg_quat_copy(quat + 4 * m->body_mocap[b], m->body_quat + 4 * b);
  }
  rg_status status = fill_row(c, key, "mpos", key->nmpos, key->mpos, 3 * m->nmocap, pos);
  if (!status) status = fill_row(c, key, "mquat", key->nmquat, key->mquat, 4 * m->nmocap, quat);
  if (!status) status = fill_parts(c, key, RG_KEY_MPOS, "mpos", pos, 3 * m->nmocap);
  if (!status) status = fill_parts(c, key, RG_KEY_MQUAT, "mquat", quat, 4 * m->nmocap);
  for (int k = 0; !status && k < m->nmocap; k++) rg_quat_normalize(quat + 4 * k);
  return status;
}

rg_status rg_compile_keys(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_key *key = c->spec->keys; key; key = key->next) m->nkey++;
  size_t n = (size_t)m->nkey;
  m->key_name = RG_NEW(c->memory, const char *, n);
  m->key_time = RG_NEW(c->memory, double, n);
  m->key_qpos = RG_NEW(c->memory, double, n *(size_t)m->nq);
  m->key_qvel = RG_NEW(c->memory, double, n *(size_t)m->nv);
  m->key_act = RG_NEW(c->memory, double, n *(size_t)m->nact);
  m->key_ctrl = RG_NEW(c->memory, double, n *(size_t)m->nactuator);
  m->key_mpos = RG_NEW(c->memory, double, 3 * n * (size_t)m->nmocap);
  m->key_mquat = RG_NEW(c->memory, double, 4 * n * (size_t)m->nmocap);
  rg_names names = rg_names_new(&c->scratch, m->nkey);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;

  int i = 0;
  for (const rg_spec_key *key = c->spec->keys; key; key = key->next, i++) {
    double *qpos = m->key_qpos + (size_t)i * (size_t)m->nq;
    memcpy(qpos, m->qpos0, (size_t)m->nq * sizeof *qpos);
    rg_status status = rg_compile_check_name(c, &names, &key->source, "key", key->name, i);
    if (!status)
      status = rg_compile_check_finite(c, &key->source, "key", key->name, "time", &key->time, 1);
    if (!status) status = fill_row(c, key, "qpos", key->nqpos, key->qpos, m->nq, qpos);
    if (!status)
      status = fill_row(c, key, "qvel", key->nqvel, key->qvel, m->nv,
                        m->key_qvel + (size_t)i * (size_t)m->nv);
    if (!status)
      status = fill_row(c, key, "act", key->nact, key->act, m->nact,
                        m->key_act + (size_t)i * (size_t)m->nact);
    if (!status)
      status = fill_row(c, key, "ctrl", key->nctrl, key->ctrl, m->nactuator,
                        m->key_ctrl + (size_t)i * (size_t)m->nactuator);
    if (!status) status = fill_parts(c, key, RG_KEY_QPOS, "qpos", qpos, m->nq);
    if (!status)
      status =
          fill_parts(c, key, RG_KEY_QVEL, "qvel", m->key_qvel + (size_t)i * (size_t)m->nv, m->nv);
    if (!status)
      status = fill_parts(c, key, RG_KEY_CTRL, "ctrl",
                          m->key_ctrl + (size_t)i * (size_t)m->nactuator, m->nactuator);
    if (!status)
      status =
          fill_parts(c, key, RG_KEY_ACT, "act", m->key_act + (size_t)i * (size_t)m->nact, m->nact);
    if (!status) status = fill_mocap(c, key, i);
    if (status) return status;
    normalize_quaternions(c, key, qpos);
    m->key_name[i] = rg_compile_text(c, key->name);
    m->key_time[i] = key->time;
  }
  return RG_OK;
}

/* --- sensors -------------------------------------------------------------------------------- */

/* what a sensor may be attached to */
static int find_object(const rg_compilation *c, rg_object type, const char *name) {
  switch (type) {
  case RG_OBJECT_INERTIAL:
  case RG_OBJECT_BODY: return rg_names_find(&c->body_names, name);
  case RG_OBJECT_JOINT: return rg_names_find(&c->joint_names, name);
  case RG_OBJECT_GEOM: return rg_names_find(&c->geom_names, name);
  case RG_OBJECT_SITE: return rg_names_find(&c->site_names, name);
  case RG_OBJECT_TENDON: return rg_names_find(&c->tendon_names, name);
  case RG_OBJECT_ACTUATOR: return rg_names_find(&c->actuator_names, name);
  default: return -1;
  }
}

static rg_status fill_sensor(rg_compilation *c, const rg_spec_sensor *s, int i) {
  rg_model *m = c->model;
  int object = -1, reference = -1;
  if (s->type < RG_SENSOR_JOINTPOS || s->type > RG_SENSOR_INSIDESITE)
    return rg_spec_error(c->error, &s->source, "sensor", s->name, "unknown type");
  if (rg_sensor_target(s->type) != RG_SENSES_NOTHING) {
    object = find_object(c, s->object_type, s->object);
    if (object < 0)
      return rg_spec_error(c->error, &s->source, "sensor", s->name, "there is no object '%s'",
                           s->object ? s->object : "");
    const char *fault = rg_sensor_fault(m, s->type, s->object_type, object);
    if (!fault && rg_sensor_target(s->type) == RG_SENSES_PAIR) {
      if (!s->reference || !s->reference[0]) fault = "it needs a second geom or body";
      else if (s->cutoff < 0) fault = "its cutoff is negative";
    }
    if (fault) return rg_spec_error(c->error, &s->source, "sensor", s->name, "%s", fault);
  }
  if (s->reference && s->reference[0]) {
    reference = rg_sensor_is_frame(s->reference_type)
                    ? find_object(c, s->reference_type, s->reference)
                    : -1;
    if (reference < 0)
      return rg_spec_error(c->error, &s->source, "sensor", s->name, "there is no frame '%s'",
                           s->reference);
  }
  if (s->type == RG_SENSOR_INSIDESITE && (reference < 0 || s->reference_type != RG_OBJECT_SITE))
    return rg_spec_error(c->error, &s->source, "sensor", s->name, "it needs a site");
  rg_status status =
      rg_compile_check_finite(c, &s->source, "sensor", s->name, "cutoff", &s->cutoff, 1);
  if (status) return status;

  m->sensor_name[i] = rg_compile_text(c, s->name);
  m->sensor_type[i] = (int)s->type;
  m->sensor_object_type[i] = (int)s->object_type;
  m->sensor_object[i] = object;
  m->sensor_reference_type[i] = (int)s->reference_type;
  m->sensor_reference[i] = reference;
  m->sensor_cutoff[i] = s->cutoff;
  m->sensor_start[i] = m->nsensordata;
  m->sensor_size[i] = rg_sensor_size(s->type);
  m->nsensordata += m->sensor_size[i];
  return RG_OK;
}

rg_status rg_compile_sensors(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_sensor *s = c->spec->sensors; s; s = s->next) m->nsensor++;
  int n = m->nsensor, i = 0;
  m->sensor_name = RG_NEW(c->memory, const char *, n);
  m->sensor_type = RG_NEW(c->memory, int, n);
  m->sensor_object_type = RG_NEW(c->memory, int, n);
  m->sensor_object = RG_NEW(c->memory, int, n);
  m->sensor_start = RG_NEW(c->memory, int, n);
  m->sensor_size = RG_NEW(c->memory, int, n);
  m->sensor_reference_type = RG_NEW(c->memory, int, n);
  m->sensor_reference = RG_NEW(c->memory, int, n);
  m->sensor_cutoff = RG_NEW(c->memory, double, n);
  rg_names names = rg_names_new(&c->scratch, n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_sensor *s = c->spec->sensors; s; s = s->next, i++) {
    rg_status status = rg_compile_check_name(c, &names, &s->source, "sensor", s->name, i);
    if (!status) status = fill_sensor(c, s, i);
    if (status) return status;
  }
  return RG_OK;
}

/* --- settings and notices ------------------------------------------------------------------- */

static rg_status fill_setting(rg_compilation *c, const rg_spec_setting *setting, rg_setting *to) {
  const rg_setting *v = &setting->value;
  rg_status status =
      rg_compile_check_finite(c, &setting->source, "setting", v->name, "data", v->data, v->size);
  if (status) return status;
  to->name = rg_compile_text(c, v->name);
  to->text = v->text ? rg_compile_text(c, v->text) : NULL;
  to->size = v->size;
  double *data = RG_NEW(c->memory, double, v->size);
  if (data && v->size) memcpy(data, v->data, (size_t)v->size * sizeof *data);
  to->data = v->text ? NULL : data;
  return RG_OK;
}

rg_status rg_compile_settings(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_setting *s = c->spec->settings; s; s = s->next) m->nsetting++;
  for (const rg_spec_notice *n = c->spec->notices; n; n = n->next) m->nnotice++;
  for (const rg_spec_notice *n = c->notices; n; n = n->next) m->nnotice++;
  m->setting = RG_NEW(c->memory, rg_setting, m->nsetting);
  m->notice = RG_NEW(c->memory, const char *, m->nnotice);
  rg_names names = rg_names_new(&c->scratch, m->nsetting);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  int i = 0;
  for (const rg_spec_setting *s = c->spec->settings; s; s = s->next, i++) {
    rg_status status = rg_compile_check_name(c, &names, &s->source, "setting", s->value.name, i);
    if (!status) status = fill_setting(c, s, &m->setting[i]);
    if (status) return status;
  }
  i = 0;
  for (const rg_spec_notice *n = c->spec->notices; n; n = n->next)
    m->notice[i++] = rg_compile_text(c, n->text);
  for (const rg_spec_notice *n = c->notices; n; n = n->next)
    m->notice[i++] = rg_compile_text(c, n->text);
  return RG_OK;
}
