/* What sensors measure, by their type. */
#ifndef RG_SENSOR_KINDS_H
#define RG_SENSOR_KINDS_H

#include <rigor/model.h>

typedef enum rg_senses {
  RG_SENSES_NOTHING,
  RG_SENSES_SCALAR_JOINT,
  RG_SENSES_BALL,
  RG_SENSES_ACTUATOR,
  RG_SENSES_TENDON,
  RG_SENSES_FRAME,
  RG_SENSES_SITE,
  RG_SENSES_BODY,
  RG_SENSES_PAIR /* two geoms, or all of two bodies: the second is its reference */
} rg_senses;

rg_senses rg_sensor_target(rg_sensor_type type);
int rg_sensor_size(rg_sensor_type type); /* numbers */
int rg_sensor_is_frame(rg_object type);
/* Why an object that there is does not fit the sensor; NULL where it does. */
const char *rg_sensor_fault(const rg_model *model, rg_sensor_type type, rg_object object_type,
                            int object);

#endif
