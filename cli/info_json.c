/* The answer of `rigor info` as one JSON object. */
#include "info.h"

#include "json.h"

static void put_totals(json_writer *w, const rg_model *model) {
  int count[GEOM_TYPES];
  count_geoms(model, count);
  json_open(w, "totals", '{');
  json_int(w, "bodies", model->nbody);
  json_int(w, "joints", model->njoint);
  json_int(w, "nq", model->nq);
  json_int(w, "nv", model->nv);
  json_real(w, "mass", total_mass(model));
  json_int(w, "geoms", model->ngeom);
  json_open(w, "geoms_by_type", '{');
  for (int type = 0; type < GEOM_TYPES; type++) json_int(w, geom_type_text(type), count[type]);
  json_close(w, '}');
  json_int(w, "sites", model->nsite);
  json_int(w, "meshes", model->nmesh);
  json_int(w, "tendons", model->ntendon);
  json_int(w, "actuators", model->nactuator);
  json_int(w, "equalities", model->nequality);
  json_int(w, "pairs", model->npair);
  json_int(w, "excludes", model->nexclude);
  json_int(w, "keys", model->nkey);
  json_int(w, "sensors", model->nsensor);
  json_int(w, "settings", model->nsetting);
  json_close(w, '}');
}

static void put_option(json_writer *w, const rg_model_option *option) {
  json_open(w, "option", '{');
  json_real(w, "timestep", option->timestep);
  json_reals(w, "gravity", option->gravity, 3);
  json_reals(w, "wind", option->wind, 3);
  json_real(w, "density", option->density);
  json_real(w, "viscosity", option->viscosity);
  json_close(w, '}');
}

static void put_joint(json_writer *w, const rg_model *model, int j) {
  int type = model->joint_type[j], dof = model->joint_dof[j];
  json_open(w, NULL, '{');
  json_text(w, "name", model->joint_name[j]);
  json_text(w, "type", joint_type_text(type));
  json_int(w, "qpos", model->joint_qpos[j]);
  json_int(w, "nq", joint_positions(type));
  json_int(w, "dof", dof);
  json_int(w, "nv", joint_dofs(type));
  json_reals(w, "pos", model->joint_pos + 3 * j, 3);
  json_reals(w, "axis", model->joint_axis + 3 * j, 3);
  if (model->joint_limited[j]) json_reals(w, "range", model->joint_range + 2 * j, 2);
  if (model->joint_forcelimited[j])
    json_reals(w, "force_range", model->joint_forcerange + 2 * j, 2);
  json_real(w, "stiffness", model->joint_stiffness[j]);
  json_real(w, "damping", model->dof_damping[dof]);
  json_real(w, "armature", model->dof_armature[dof]);
  json_real(w, "frictionloss", model->dof_frictionloss[dof]);
  json_close(w, '}');
}

static void put_geom(json_writer *w, const rg_model *model, int g) {
  json_open(w, NULL, '{');
  json_text(w, "name", model->geom_name[g]);
  json_text(w, "type", geom_type_text(model->geom_type[g]));
  json_reals(w, "size", model->geom_size + 3 * g, 3);
  json_reals(w, "pos", model->geom_pos + 3 * g, 3);
  json_reals(w, "quat", model->geom_quat + 4 * g, 4);
  if (model->geom_mesh[g] >= 0) json_text(w, "mesh", model->mesh_name[model->geom_mesh[g]]);
  json_reals(w, "friction", model->geom_friction + 3 * g, 3);
  json_int(w, "condim", model->geom_condim[g]);
  json_int(w, "contype", model->geom_contype[g]);
  json_int(w, "conaffinity", model->geom_conaffinity[g]);
  json_close(w, '}');
}

static void put_body(json_writer *w, const rg_model *model, int b) {
  json_open(w, NULL, '{');
  json_text(w, "name", model->body_name[b]);
  json_int(w, "parent", model->body_parent[b]);
  json_reals(w, "pos", model->body_pos + 3 * b, 3);
  json_reals(w, "quat", model->body_quat + 4 * b, 4);
  json_real(w, "mass", model->body_mass[b]);
  json_reals(w, "centre", model->body_ipos + 3 * b, 3);
  json_reals(w, "inertia", model->body_inertia + 3 * b, 3);
  json_reals(w, "inertia_quat", model->body_iquat + 4 * b, 4);
  json_open(w, "joints", '[');
  for (int k = 0; k < model->body_njoint[b]; k++) put_joint(w, model, model->body_joint[b] + k);
  json_close(w, ']');
  json_open(w, "geoms", '[');
  for (int k = 0; k < model->body_ngeom[b]; k++) put_geom(w, model, model->body_geom[b] + k);
  json_close(w, ']');
  json_close(w, '}');
}

static void put_bodies(json_writer *w, const rg_model *model) {
  json_open(w, "bodies", '[');
  for (int b = 0; b < model->nbody; b++) put_body(w, model, b);
  json_close(w, ']');
  json_open(w, "sites", '[');
  for (int i = 0; i < model->nsite; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->site_name[i]);
    json_int(w, "body", model->site_body[i]);
    json_reals(w, "pos", model->site_pos + 3 * i, 3);
    json_reals(w, "quat", model->site_quat + 4 * i, 4);
    json_close(w, '}');
  }
  json_close(w, ']');
  json_open(w, "meshes", '[');
  for (int i = 0; i < model->nmesh; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->mesh_name[i]);
    json_int(w, "vertices", model->mesh_nvertex[i]);
    json_int(w, "faces", model->mesh_nface[i]);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_path(json_writer *w, const rg_model *model, int i) {
  json_open(w, "path", '[');
  for (int k = model->tendon_path[i]; k < model->tendon_path[i] + model->tendon_npath[i]; k++) {
    int type = model->path_type[k], side = model->path_side[k];
    json_open(w, NULL, '{');
    if (type == RG_PATH_PULLEY) json_real(w, "divisor", model->path_divisor[k]);
    else json_int(w, type == RG_PATH_SITE ? "site" : "geom", model->path_object[k]);
    if (side >= 0) json_int(w, "side", side);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_tendons(json_writer *w, const rg_model *model) {
  json_open(w, "tendons", '[');
  for (int i = 0; i < model->ntendon; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->tendon_name[i]);
    json_open(w, "joints", '[');
    for (int k = model->tendon_start[i]; k < model->tendon_start[i] + model->tendon_count[i]; k++) {
      json_open(w, NULL, '{');
      json_int(w, "joint", model->tendon_joint[k]);
      json_real(w, "coef", model->tendon_coef[k]);
      json_close(w, '}');
    }
    json_close(w, ']');
    if (model->tendon_npath[i] > 0) put_path(w, model, i);
    if (model->tendon_limited[i]) json_reals(w, "range", model->tendon_range + 2 * i, 2);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_driven(json_writer *w, const rg_model *model, int i) {
  int crank = model->actuator_transmission[i] == RG_DRIVE_SLIDER_CRANK;
  if (model->actuator_tendon[i] >= 0) json_int(w, "tendon", model->actuator_tendon[i]);
  else if (model->actuator_joint[i] >= 0) json_int(w, "joint", model->actuator_joint[i]);
  else if (model->actuator_body[i] >= 0) json_int(w, "body", model->actuator_body[i]);
  else json_int(w, crank ? "crank_site" : "site", model->actuator_site[i]);
  if (model->actuator_refsite[i] >= 0)
    json_int(w, crank ? "slider_site" : "reference_site", model->actuator_refsite[i]);
  if (crank) json_real(w, "crank_length", model->actuator_cranklength[i]);
}

static void put_actuators(json_writer *w, const rg_model *model) {
  json_open(w, "actuators", '[');
  for (int i = 0; i < model->nactuator; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->actuator_name[i]);
    put_driven(w, model, i);
    json_reals(w, "gear", model->actuator_gear + 6 * i, 6);
    json_real(w, "gain", model->actuator_gain[i]);
    json_reals(w, "bias", model->actuator_bias + 3 * i, 3);
    if (model->actuator_ctrllimited[i])
      json_reals(w, "control_range", model->actuator_ctrlrange + 2 * i, 2);
    if (model->actuator_forcelimited[i])
      json_reals(w, "force_range", model->actuator_forcerange + 2 * i, 2);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_equalities(json_writer *w, const rg_model *model) {
  static const int used[] = {6, 11, 5, 5};
  json_open(w, "equalities", '[');
  for (int i = 0; i < model->nequality; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->equality_name[i]);
    json_text(w, "type", equality_type_text(model->equality_type[i]));
    json_int(w, "active", model->equality_active[i]);
    json_int(w, "object1", model->equality_object1[i]);
    json_int(w, "object2", model->equality_object2[i]);
    json_reals(w, "data", model->equality_data + 11 * i, used[model->equality_type[i]]);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_contact_filters(json_writer *w, const rg_model *model) {
  json_open(w, "pairs", '[');
  for (int i = 0; i < model->npair; i++) {
    json_open(w, NULL, '{');
    json_int(w, "geom1", model->pair_geom1[i]);
    json_int(w, "geom2", model->pair_geom2[i]);
    json_reals(w, "friction", model->pair_friction + 5 * i, 5);
    json_close(w, '}');
  }
  json_close(w, ']');
  json_open(w, "excludes", '[');
  for (int i = 0; i < model->nexclude; i++) {
    json_open(w, NULL, '{');
    json_int(w, "body1", model->exclude_body1[i]);
    json_int(w, "body2", model->exclude_body2[i]);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_keys_and_sensors(json_writer *w, const rg_model *model) {
  json_open(w, "keys", '[');
  for (int i = 0; i < model->nkey; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->key_name[i]);
    json_real(w, "time", model->key_time[i]);
    json_reals(w, "qpos", model->key_qpos + (size_t)i * (size_t)model->nq, model->nq);
    json_reals(w, "qvel", model->key_qvel + (size_t)i * (size_t)model->nv, model->nv);
    json_close(w, '}');
  }
  json_close(w, ']');
  json_open(w, "sensors", '[');
  for (int i = 0; i < model->nsensor; i++) {
    json_open(w, NULL, '{');
    json_text(w, "name", model->sensor_name[i]);
    json_text(w, "type", sensor_type_text(model->sensor_type[i]));
    json_text(w, "object_type", object_type_text(model->sensor_object_type[i]));
    json_int(w, "object", model->sensor_object[i]);
    json_int(w, "size", model->sensor_size[i]);
    json_close(w, '}');
  }
  json_close(w, ']');
}

static void put_settings(json_writer *w, const rg_model *model) {
  json_open(w, "settings", '{');
  for (int i = 0; i < model->nsetting; i++) {
    const rg_setting *setting = &model->setting[i];
    if (setting->text) json_text(w, setting->name, setting->text);
    else json_reals(w, setting->name, setting->data, setting->size);
  }
  json_close(w, '}');
  json_open(w, "notices", '[');
  for (int i = 0; i < model->nnotice; i++) json_text(w, NULL, model->notice[i]);
  json_close(w, ']');
}

void print_model_json(const char *path, const rg_model *model) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "name", model->name);
  json_text(&w, "file", path);
  put_totals(&w, model);
  put_option(&w, &model->option);
  put_bodies(&w, model);
  put_tendons(&w, model);
  put_actuators(&w, model);
  put_equalities(&w, model);
  put_contact_filters(&w, model);
  put_keys_and_sensors(&w, model);
  put_settings(&w, model);
  json_close(&w, '}');
}
