/* What objects are called in tables: their names, or made up where they have none. */
#ifndef RIGOR_LABELS_H
#define RIGOR_LABELS_H

#include <rigor/rigor.h>

#include <stddef.h>

enum { LABEL = 512 };

/* "world", the name, or "body3" */
const char *body_label(const rg_model *model, int body, char buffer[LABEL]);
/* the name, or "BODY.geom0": the first geom of its body */
const char *geom_label(const rg_model *model, int geom, char buffer[LABEL]);
/* the name, or "actuator2", "gyro5" */
const char *actuator_label(const rg_model *model, int actuator, char buffer[LABEL]);
const char *sensor_label(const rg_model *model, int sensor, char buffer[LABEL]);

/* What `%.*e` ('e') or `%.*g` ('g') prints; "(no number)" for what is none, as energies beyond 1e308 are. */
enum { NUMBER_TEXT = 40 };
const char *number_label(double value, char kind, int digits, char buffer[NUMBER_TEXT]);

#endif
