/* A compiled model: its end, and finding things in it by name. */
#include <rigor/model.h>

#include <string.h>

#include "base/arena.h"

void rg_model_free(rg_model *model) {
  if (!model) return;
  /* the arena lies in its own memory: free through a copy */
  rg_arena memory = *(rg_arena *)model->owner;
  rg_arena_free(&memory);
}

/* the names of one kind of object and how many there are */
static const char **names_of(const rg_model *model, rg_object type, int *count) {
  switch (type) {
  case RG_OBJECT_INERTIAL:
  case RG_OBJECT_BODY: *count = model->nbody; return model->body_name;
  case RG_OBJECT_JOINT: *count = model->njoint; return model->joint_name;
  case RG_OBJECT_GEOM: *count = model->ngeom; return model->geom_name;
  case RG_OBJECT_SITE: *count = model->nsite; return model->site_name;
  case RG_OBJECT_MESH: *count = model->nmesh; return model->mesh_name;
  case RG_OBJECT_ACTUATOR: *count = model->nactuator; return model->actuator_name;
  case RG_OBJECT_EQUALITY: *count = model->nequality; return model->equality_name;
  case RG_OBJECT_KEY: *count = model->nkey; return model->key_name;
  case RG_OBJECT_TENDON: *count = model->ntendon; return model->tendon_name;
  case RG_OBJECT_SENSOR: *count = model->nsensor; return model->sensor_name;
  }
  *count = 0;
  return NULL;
}

int rg_model_find(const rg_model *model, rg_object type, const char *name) {
  if (!model || !name || !name[0]) return -1;
  int count;
  const char **names = names_of(model, type, &count);
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0) return i;
  return -1;
}

const char *rg_model_name(const rg_model *model, rg_object type, int index) {
  if (!model) return "";
  int count;
  const char **names = names_of(model, type, &count);
  return index >= 0 && index < count ? names[index] : "";
}

const rg_setting *rg_model_setting(const rg_model *model, const char *name) {
  for (int i = 0; model && name && i < model->nsetting; i++)
    if (strcmp(model->setting[i].name, name) == 0) return &model->setting[i];
  return NULL;
}
