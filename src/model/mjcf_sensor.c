/* <sensor>: what can be told from positions, velocities and forces. The others are passed over: a
   sensor does not change the motion. */
#include "model/mjcf.h"

#include <string.h>

typedef enum target { JOINT, ACTUATOR, TENDON, FRAME, SITE, BODY, PAIR, NOTHING } target;

static const struct {
  const char *name;
  rg_sensor_type type;
  target of;
} sensors[] = {
    {"jointpos", RG_SENSOR_JOINTPOS, JOINT},
    {"jointvel", RG_SENSOR_JOINTVEL, JOINT},
    {"ballquat", RG_SENSOR_BALLQUAT, JOINT},
    {"ballangvel", RG_SENSOR_BALLANGVEL, JOINT},
    {"jointactuatorfrc", RG_SENSOR_JOINTACTUATORFRC, JOINT},
    {"actuatorpos", RG_SENSOR_ACTUATORPOS, ACTUATOR},
    {"actuatorvel", RG_SENSOR_ACTUATORVEL, ACTUATOR},
    {"actuatorfrc", RG_SENSOR_ACTUATORFRC, ACTUATOR},
    {"tendonpos", RG_SENSOR_TENDONPOS, TENDON},
    {"tendonvel", RG_SENSOR_TENDONVEL, TENDON},
    {"framepos", RG_SENSOR_FRAMEPOS, FRAME},
    {"framequat", RG_SENSOR_FRAMEQUAT, FRAME},
    {"framexaxis", RG_SENSOR_FRAMEXAXIS, FRAME},
    {"frameyaxis", RG_SENSOR_FRAMEYAXIS, FRAME},
    {"framezaxis", RG_SENSOR_FRAMEZAXIS, FRAME},
    {"framelinvel", RG_SENSOR_FRAMELINVEL, FRAME},
    {"frameangvel", RG_SENSOR_FRAMEANGVEL, FRAME},
    {"framelinacc", RG_SENSOR_FRAMELINACC, FRAME},
    {"frameangacc", RG_SENSOR_FRAMEANGACC, FRAME},
    {"velocimeter", RG_SENSOR_VELOCIMETER, SITE},
    {"gyro", RG_SENSOR_GYRO, SITE},
    {"accelerometer", RG_SENSOR_ACCELEROMETER, SITE},
    {"force", RG_SENSOR_FORCE, SITE},
    {"torque", RG_SENSOR_TORQUE, SITE},
    {"touch", RG_SENSOR_TOUCH, SITE},
    {"rangefinder", RG_SENSOR_RANGEFINDER, SITE},
    {"magnetometer", RG_SENSOR_MAGNETOMETER, SITE},
    {"tendonactuatorfrc", RG_SENSOR_TENDONACTUATORFRC, TENDON},
    {"jointlimitpos", RG_SENSOR_JOINTLIMITPOS, JOINT},
    {"jointlimitvel", RG_SENSOR_JOINTLIMITVEL, JOINT},
    {"tendonlimitpos", RG_SENSOR_TENDONLIMITPOS, TENDON},
    {"tendonlimitvel", RG_SENSOR_TENDONLIMITVEL, TENDON},
    {"jointlimitfrc", RG_SENSOR_JOINTLIMITFRC, JOINT},
    {"tendonlimitfrc", RG_SENSOR_TENDONLIMITFRC, TENDON},
    {"distance", RG_SENSOR_DISTANCE, PAIR},
    {"normal", RG_SENSOR_NORMAL, PAIR},
    {"fromto", RG_SENSOR_FROMTO, PAIR},
    {"insidesite", RG_SENSOR_INSIDESITE, FRAME},
    {"e_potential", RG_SENSOR_E_POTENTIAL, NOTHING},
    {"e_kinetic", RG_SENSOR_E_KINETIC, NOTHING},
    {"subtreecom", RG_SENSOR_SUBTREECOM, BODY},
    {"subtreelinvel", RG_SENSOR_SUBTREELINVEL, BODY},
    {"subtreeangmom", RG_SENSOR_SUBTREEANGMOM, BODY},
    {"clock", RG_SENSOR_CLOCK, NOTHING},
};

static const char others[] = "camprojection contact tactile user plugin";

/* objtype or reftype; returns 0 where it is a camera */
static int read_frame_type(rg_mjcf *m, const rg_xml *element, const char *name, rg_object *type) {
  static const rg_object types[] = {RG_OBJECT_INERTIAL, RG_OBJECT_BODY, RG_OBJECT_GEOM,
                                    RG_OBJECT_SITE};
  int word = 0;
  rg_mjcf_required(m, element, name);
  rg_mjcf_word(m, element, name, "body xbody geom site camera", &word);
  if (word < 4) *type = types[word];
  return word < 4;
}

static int read_frame(rg_mjcf *m, const rg_xml *element, rg_spec_sensor *sensor) {
  sensor->object = rg_mjcf_required(m, element, "objname");
  if (!read_frame_type(m, element, "objtype", &sensor->object_type)) return 0;
  if (sensor->type == RG_SENSOR_INSIDESITE) {
    sensor->reference = rg_mjcf_required(m, element, "site");
    sensor->reference_type = RG_OBJECT_SITE;
    return 1;
  }
  if (!rg_xml_get(element, "refname") && !rg_xml_get(element, "reftype")) return 1;
  sensor->reference = rg_mjcf_required(m, element, "refname");
  return read_frame_type(m, element, "reftype", &sensor->reference_type);
}

/* a geom, or all of a body */
static const char *read_side(rg_mjcf *m, const rg_xml *element, const char *geom, const char *body,
                             rg_object *type) {
  int by_geom = rg_xml_get(element, geom) != NULL;
  if (by_geom && rg_xml_get(element, body))
    rg_mjcf_fail(m, element, body, "stands beside '%s': one of the two", geom);
  *type = by_geom ? RG_OBJECT_GEOM : RG_OBJECT_BODY;
  return rg_mjcf_required(m, element, by_geom || !rg_xml_get(element, body) ? geom : body);
}

static const struct {
  const char *attribute;
  rg_object type;
} targets[] = {
    [JOINT] = {"joint", RG_OBJECT_JOINT},    [ACTUATOR] = {"actuator", RG_OBJECT_ACTUATOR},
    [TENDON] = {"tendon", RG_OBJECT_TENDON}, [FRAME] = {NULL, RG_OBJECT_BODY},
    [SITE] = {"site", RG_OBJECT_SITE},       [PAIR] = {NULL, RG_OBJECT_GEOM},
    [BODY] = {"body", RG_OBJECT_BODY},       [NOTHING] = {NULL, RG_OBJECT_BODY}};

static int read_target(rg_mjcf *m, const rg_xml *element, target of, rg_spec_sensor *sensor) {
  if (of == FRAME) return read_frame(m, element, sensor);
  if (of == PAIR) {
    sensor->object = read_side(m, element, "geom1", "body1", &sensor->object_type);
    sensor->reference = read_side(m, element, "geom2", "body2", &sensor->reference_type);
    return 1;
  }
  if (!targets[of].attribute) return 1;
  sensor->object = rg_mjcf_required(m, element, targets[of].attribute);
  sensor->object_type = targets[of].type;
  // a tendon that was left out
  return of != TENDON || !m->lenient || !sensor->object || rg_mjcf_find_tendon(m, sensor->object);
}

const char *rg_mjcf_sensor_name(rg_sensor_type type, const char **attribute) {
  size_t k = 0;
  while (sensors[k].type != type && sensors[k].type != RG_SENSOR_CLOCK) k++;
  *attribute = targets[sensors[k].of].attribute;
  return sensors[k].name;
}

static void pass_over(rg_mjcf *m, const rg_xml *element) {
  char what[64] = "sensor ";
  strncat(what, element->name, sizeof what - strlen(what) - 1);
  rg_mjcf_notice(m, element, NULL, what, "passed over: it is not measured");
}

static void read_one(rg_mjcf *m, const rg_xml *element, rg_sensor_type type, target of) {
  rg_mjcf_check(m, element, "sensor");
  rg_spec_sensor sensor = rg_spec_sensor_default();
  sensor.type = type;
  sensor.name = rg_xml_get(element, "name");
  rg_mjcf_real(m, element, "cutoff", &sensor.cutoff);
  if (!read_target(m, element, of, &sensor)) {
    pass_over(m, element);
    return;
  }
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_sensor(m->spec, &sensor);
}

void rg_mjcf_read_sensor(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    size_t k = 0, count = sizeof sensors / sizeof sensors[0];
    while (k < count && strcmp(child->name, sensors[k].name) != 0) k++;
    // a range finder may also sit on a camera, or give more than a distance
    int plain = strcmp(child->name, "rangefinder") != 0 ||
                (!rg_xml_get(child, "camera") && !rg_xml_get(child, "data"));
    if (k < count && !plain) pass_over(m, child);
    else if (k < count) read_one(m, child, sensors[k].type, sensors[k].of);
    else if (rg_mjcf_listed(others, child->name)) pass_over(m, child);
    else rg_mjcf_unknown(m, child, "sensor");
  }
}
