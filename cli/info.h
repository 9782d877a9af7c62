/* What `rigor info` has to say, in words and in JSON. */
#ifndef RIGOR_INFO_COMMAND_H
#define RIGOR_INFO_COMMAND_H

#include "commands.h"

enum { GEOM_TYPES = RG_GEOM_HFIELD + 1 };

void print_model(const char *path, const rg_model *model);
void print_model_json(const char *path, const rg_model *model);

/* words for the types of a model */
const char *joint_type_text(int type);
const char *geom_type_text(int type);
const char *equality_type_text(int type);
const char *sensor_type_text(int type);
const char *object_type_text(int type);

/* of all bodies */
double total_mass(const rg_model *model);
/* how many geoms of each type there are */
void count_geoms(const rg_model *model, int count[GEOM_TYPES]);
/* numbers of qpos and qvel that a joint of this type takes */
int joint_positions(int type);
int joint_dofs(int type);

#endif
