/* Names of objects for tables. */
#include "labels.h"

#include "info.h"

#include <math.h>
#include <stdio.h>

static int has_name(const char *name) { return name && name[0]; }

const char *body_label(const rg_model *model, int body, char buffer[LABEL]) {
  if (has_name(model->body_name[body])) snprintf(buffer, LABEL, "%s", model->body_name[body]);
  else if (body == 0) snprintf(buffer, LABEL, "world");
  else snprintf(buffer, LABEL, "body%d", body);
  return buffer;
}

const char *geom_label(const rg_model *model, int geom, char buffer[LABEL]) {
  char body[LABEL];
  int at = model->geom_body[geom];
  if (has_name(model->geom_name[geom])) snprintf(buffer, LABEL, "%s", model->geom_name[geom]);
  else
    snprintf(buffer, LABEL, "%.480s.geom%d", body_label(model, at, body),
             geom - model->body_geom[at]);
  return buffer;
}

const char *actuator_label(const rg_model *model, int actuator, char buffer[LABEL]) {
  if (has_name(model->actuator_name[actuator]))
    snprintf(buffer, LABEL, "%s", model->actuator_name[actuator]);
  else snprintf(buffer, LABEL, "actuator%d", actuator);
  return buffer;
}

const char *sensor_label(const rg_model *model, int sensor, char buffer[LABEL]) {
  if (has_name(model->sensor_name[sensor]))
    snprintf(buffer, LABEL, "%s", model->sensor_name[sensor]);
  else snprintf(buffer, LABEL, "%s%d", sensor_type_text(model->sensor_type[sensor]), sensor);
  return buffer;
}

const char *number_label(double value, char kind, int digits, char buffer[NUMBER_TEXT]) {
  if (!isfinite(value)) return "(no number)";
  snprintf(buffer, NUMBER_TEXT, kind == 'e' ? "%.*e" : "%.*g", digits, value);
  return buffer;
}
