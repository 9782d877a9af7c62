/* What sensors measure, by their type: for whoever compiles a model and whoever reads a compiled one. */
#include "model/sensor_kinds.h"

rg_senses rg_sensor_target(rg_sensor_type type) {
  switch (type) {
  case RG_SENSOR_CLOCK:
  case RG_SENSOR_E_POTENTIAL:
  case RG_SENSOR_E_KINETIC: return RG_SENSES_NOTHING;
  case RG_SENSOR_JOINTLIMITPOS:
  case RG_SENSOR_JOINTLIMITVEL:
  case RG_SENSOR_JOINTLIMITFRC:
  case RG_SENSOR_JOINTPOS:
  case RG_SENSOR_JOINTVEL:
  case RG_SENSOR_JOINTACTUATORFRC: return RG_SENSES_SCALAR_JOINT;
  case RG_SENSOR_BALLQUAT:
  case RG_SENSOR_BALLANGVEL: return RG_SENSES_BALL;
  case RG_SENSOR_ACTUATORPOS:
  case RG_SENSOR_ACTUATORVEL:
  case RG_SENSOR_ACTUATORFRC: return RG_SENSES_ACTUATOR;
  case RG_SENSOR_TENDONPOS:
  case RG_SENSOR_TENDONACTUATORFRC:
  case RG_SENSOR_TENDONLIMITPOS:
  case RG_SENSOR_TENDONLIMITVEL:
  case RG_SENSOR_TENDONLIMITFRC:
  case RG_SENSOR_TENDONVEL: return RG_SENSES_TENDON;
  case RG_SENSOR_FRAMEPOS:
  case RG_SENSOR_FRAMEQUAT:
  case RG_SENSOR_FRAMEXAXIS:
  case RG_SENSOR_FRAMEYAXIS:
  case RG_SENSOR_FRAMEZAXIS:
  case RG_SENSOR_FRAMELINVEL:
  case RG_SENSOR_FRAMEANGVEL:
  case RG_SENSOR_FRAMELINACC:
  case RG_SENSOR_INSIDESITE:
  case RG_SENSOR_FRAMEANGACC: return RG_SENSES_FRAME;
  case RG_SENSOR_VELOCIMETER:
  case RG_SENSOR_GYRO:
  case RG_SENSOR_ACCELEROMETER:
  case RG_SENSOR_FORCE:
  case RG_SENSOR_TORQUE:
  case RG_SENSOR_RANGEFINDER:
  case RG_SENSOR_MAGNETOMETER:
  case RG_SENSOR_TOUCH: return RG_SENSES_SITE;
  case RG_SENSOR_SUBTREECOM:
  case RG_SENSOR_SUBTREELINVEL:
  case RG_SENSOR_SUBTREEANGMOM: return RG_SENSES_BODY;
  case RG_SENSOR_DISTANCE:
  case RG_SENSOR_NORMAL:
  case RG_SENSOR_FROMTO: return RG_SENSES_PAIR;
  }
  return RG_SENSES_NOTHING;
}

int rg_sensor_size(rg_sensor_type type) {
  if (type == RG_SENSOR_BALLQUAT || type == RG_SENSOR_FRAMEQUAT) return 4;
  rg_senses to = rg_sensor_target(type);
  if (type == RG_SENSOR_FROMTO) return 6;
  if (type == RG_SENSOR_TOUCH || type == RG_SENSOR_INSIDESITE || type == RG_SENSOR_DISTANCE ||
      type == RG_SENSOR_RANGEFINDER || to == RG_SENSES_NOTHING || to == RG_SENSES_SCALAR_JOINT ||
      to == RG_SENSES_ACTUATOR || to == RG_SENSES_TENDON)
    return 1;
  return 3;
}

int rg_sensor_is_frame(rg_object type) {
  return type == RG_OBJECT_BODY || type == RG_OBJECT_INERTIAL || type == RG_OBJECT_GEOM ||
         type == RG_OBJECT_SITE;
}

const char *rg_sensor_fault(const rg_model *m, rg_sensor_type sensor, rg_object type, int object) {
  int joint_type = type == RG_OBJECT_JOINT ? m->joint_type[object] : -1;
  switch (rg_sensor_target(sensor)) {
  case RG_SENSES_NOTHING: return NULL;
  case RG_SENSES_SCALAR_JOINT:
    return joint_type == RG_JOINT_HINGE || joint_type == RG_JOINT_SLIDE
               ? NULL
               : "it needs a hinge or slide joint";
  case RG_SENSES_BALL: return joint_type == RG_JOINT_BALL ? NULL : "it needs a ball joint";
  case RG_SENSES_ACTUATOR: return type == RG_OBJECT_ACTUATOR ? NULL : "it needs an actuator";
  case RG_SENSES_TENDON: return type == RG_OBJECT_TENDON ? NULL : "it needs a tendon";
  case RG_SENSES_FRAME: return rg_sensor_is_frame(type) ? NULL : "it needs a body, geom or site";
  case RG_SENSES_SITE: return type == RG_OBJECT_SITE ? NULL : "it needs a site";
  case RG_SENSES_BODY:
    return type == RG_OBJECT_BODY || type == RG_OBJECT_INERTIAL ? NULL : "it needs a body";
  case RG_SENSES_PAIR:
    return type == RG_OBJECT_GEOM || type == RG_OBJECT_BODY ? NULL : "it needs two geoms or bodies";
  }
  return "unknown type";
}
