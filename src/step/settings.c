/* Settings of the model file that concern the simulation: <custom> elements whose names begin with
   "rigor." (docs/settings.md). A name that is not known is an error: a typing mistake must not
   change the physics in silence. */
#include "step/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* the part of a name after `prefix`, NULL where it does not begin so */
static const char *after(const char *name, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

static rg_status refuse(rg_error *error, const rg_setting *setting, const char *reason) {
  return rg_fail(error, RG_BAD_INPUT, setting->name, "%s", reason);
}

/* one number within [least, most] */
static rg_status read_number(const rg_setting *s, double least, double most, double *value,
                             rg_error *error) {
  if (s->text || s->size != 1) return refuse(error, s, "must be one number");
  if (!(s->data[0] >= least && s->data[0] <= most))
    return rg_fail(error, RG_BAD_INPUT, s->name, "%g is not within [%g, %g]", s->data[0], least,
                   most);
  *value = s->data[0];
  return RG_OK;
}

static rg_status read_choice(const rg_setting *s, int (*parse)(const char *), int *value,
                             rg_error *error) {
  int choice = s->text ? parse(s->text) : -1;
  if (choice < 0)
    return rg_fail(error, RG_BAD_INPUT, s->name, "'%s' is not known",
                   s->text ? s->text : "(number)");
  *value = choice;
  return RG_OK;
}

static int parse_split(const char *text) {
  static const char *const names[] = {"any", "even", "compliant"};
  for (int i = 0; i < 3; i++)
    if (strcmp(names[i], text) == 0) return i;
  return -1;
}

/* 1 where the setting was one of the choices with a name */
static int read_named(const rg_setting *s, rg_sim_options *o, rg_status *status, rg_error *error) {
  const char *name = after(s->name, "rigor.");
  int value = 0, known = 1;
  if (strcmp(name, "integrator") == 0) {
    *status = read_choice(s, rg_integrator_parse, &value, error);
    o->integrator = (rg_integrator)value;
  } else if (strcmp(name, "coordinates") == 0) {
    *status = read_choice(s, rg_coordinates_parse, &value, error);
    o->coordinates = (rg_coordinates)value;
  } else if (strcmp(name, "restitution_law") == 0) {
    *status = read_choice(s, rg_restitution_parse, &value, error);
    o->restitution_law = (rg_restitution)value;
  } else if (strcmp(name, "stabilize") == 0) {
    *status = read_choice(s, rg_stabilize_parse, &value, error);
    o->contacts = o->closures = (rg_stabilize)value;
  } else if (strcmp(name, "on_failure") == 0) {
    *status = read_choice(s, rg_on_failure_parse, &value, error);
    o->on_failure = (rg_on_failure)value;
  } else if (strcmp(name, "moments") == 0) {
    *status = read_choice(s, rg_moments_parse, &value, error);
    o->moments = (rg_moments)value;
  } else if (strcmp(name, "split") == 0) {
    *status = read_choice(s, parse_split, &value, error);
    o->solve.split = (rg_split)value;
  } else if (strcmp(name, "law") == 0) {
    *status =
        s->text ? rg_law_parse(s->text, &o->solve.law, error) : refuse(error, s, "must be a text");
  } else if (strcmp(name, "solver") == 0) {
    if (!s->text || !rg_solver_find(s->text)) *status = refuse(error, s, "there is no such solver");
    else o->solve.solver = s->text;
  } else {
    known = 0;
  }
  return known;
}

/* settings that are 0 or 1; NULL where the name is none of them */
static int *find_switch(rg_sim_options *o, const char *name) {
  return strcmp(name, "exact_corners") == 0   ? &o->exact_corners
         : strcmp(name, "lateral") == 0       ? &o->solve.law.lateral
         : strcmp(name, "law_memory") == 0    ? &o->law_memory
         : strcmp(name, "contact_rates") == 0 ? &o->contact_rates
         : strcmp(name, "parents_touch") == 0 ? &o->parents_touch
                                              : NULL;
}

/* settings from 0 on */
static double *find_amount(rg_sim_options *o, const char *name) {
  return strcmp(name, "accuracy") == 0            ? &o->accuracy
         : strcmp(name, "contact_stiffness") == 0 ? &o->contact_stiffness
         : strcmp(name, "contact_damping") == 0   ? &o->contact_damping
         : strcmp(name, "bristle_stiffness") == 0 ? &o->bristle_stiffness
         : strcmp(name, "bristle_damping") == 0   ? &o->bristle_damping
         : strcmp(name, "threshold") == 0         ? &o->solve.law.threshold
                                                  : NULL;
}

static int read_numeric(const rg_setting *s, rg_sim_options *o, rg_status *status,
                        rg_error *error) {
  const char *name = after(s->name, "rigor.");
  int *choice = find_switch(o, name);
  double *amount = find_amount(o, name), value = 0;
  if (amount) {
    *status = read_number(s, 0, HUGE_VAL, amount, error);
    return 1;
  }
  if (choice) {
    *status = read_number(s, 0, 1, &value, error);
    if (!*status && value != 0 && value != 1) *status = refuse(error, s, "must be 0 or 1");
    *choice = value != 0;
    return 1;
  }
  if (strcmp(name, "tol") == 0) *status = read_number(s, 1e-16, 1, &o->solve.tol, error);
  else if (strcmp(name, "push") == 0) *status = read_number(s, 1e-6, 1, &o->push, error);
  else if (strcmp(name, "dt") == 0) *status = read_number(s, 1e-12, 1e6, &o->dt, error);
  else if (strcmp(name, "static") == 0)
    *status = read_number(s, 1, HUGE_VAL, &o->solve.law.mu_static, error);
  else if (strcmp(name, "phantom") == 0)
    *status = read_number(s, 1e-300, HUGE_VAL, &o->solve.law.phantom, error);
  else return 0;
  return 1;
}

/* of shapes and joints: read when the simulation is made */
static int is_of_an_object(const rg_setting *s) {
  return strcmp(s->name, "rigor.restitution") == 0 || after(s->name, "rigor.restitution:") ||
         after(s->name, "rigor.surface:") || after(s->name, "rigor.drive:");
}

rg_status rg_sim_options_from_model(const rg_model *model, rg_sim_options *options,
                                    rg_error *error) {
  rg_error_clear(error);
  if (!model || !options) return rg_fail(error, RG_BAD_INPUT, "model", "is NULL");
  *options = rg_sim_options_default();
  for (int i = 0; i < model->nsetting; i++) {
    const rg_setting *s = &model->setting[i];
    rg_status status = RG_OK;
    if (!after(s->name, "rigor.") || is_of_an_object(s)) continue;
    if (!read_named(s, options, &status, error) && !read_numeric(s, options, &status, error))
      status = refuse(error, s, "is no setting that rigor knows");
    if (status) return status;
  }
  return RG_OK;
}

/* --- of shapes and joints --------------------------------------------------------------------- */

/* "rigor.restitution:GEOM" or "rigor.restitution:GEOM1:GEOM2"; names may have colons of their own,
   so that every place to cut is tried */
static rg_status read_restitution(rg_sim *sim, const rg_setting *s, const char *names,
                                  rg_error *error) {
  double value = 0;
  char first[256];
  rg_status status = read_number(s, 0, 1, &value, error);
  if (status) return status;
  int whole = rg_model_find(sim->model, RG_OBJECT_GEOM, names);
  if (whole >= 0) {
    sim->geom_restitution[whole] = value;
    return RG_OK;
  }
  for (const char *cut = strchr(names, ':'); cut; cut = strchr(cut + 1, ':')) {
    snprintf(first, sizeof first, "%.*s", (int)(cut - names), names);
    int a = rg_model_find(sim->model, RG_OBJECT_GEOM, first);
    int b = rg_model_find(sim->model, RG_OBJECT_GEOM, cut + 1);
    if (a < 0 || b < 0) continue;
    rg_pair_restitution pair = {a < b ? a : b, a < b ? b : a, value};
    sim->pair[sim->npair++] = pair;
    return RG_OK;
  }
  return refuse(error, s, "there is no shape of that name");
}

static rg_status read_surface(rg_sim *sim, const rg_setting *s, const char *name, rg_error *error) {
  int g = rg_model_find(sim->model, RG_OBJECT_GEOM, name);
  if (g < 0) return refuse(error, s, "there is no shape of that name");
  if (s->text || s->size != 3) return refuse(error, s, "must be three numbers");
  memcpy(sim->surface + 3 * g, s->data, 3 * sizeof(double));
  return RG_OK;
}

static rg_status read_drive(rg_sim *sim, const rg_setting *s, const char *name, rg_error *error) {
  int j = rg_model_find(sim->model, RG_OBJECT_JOINT, name);
  if (j < 0) return refuse(error, s, "there is no joint of that name");
  int type = sim->model->joint_type[j], dof = sim->model->joint_dof[j];
  if (type != RG_JOINT_HINGE && type != RG_JOINT_SLIDE)
    return refuse(error, s, "only hinges and slides can be driven by a setting");
  if (s->text || s->size < 1 || s->size > 2)
    return refuse(error, s, "must be a velocity and, where it is limited, a force");
  if (s->size == 2 && !(s->data[1] > 0)) return refuse(error, s, "the force must be positive");
  sim->drive_velocity[dof] = s->data[0];
  sim->drive_limit[dof] = s->size == 2 ? s->data[1] : HUGE_VAL;
  return RG_OK;
}

/* nothing moves by itself but the surfaces of the model, nothing bounces */
static void clear_settings(rg_sim *sim) {
  const rg_model *model = sim->model;
  for (int g = 0; g < model->ngeom; g++) sim->geom_restitution[g] = (double)NAN;
  for (int k = 0; k < 3 * model->ngeom; k++)
    sim->surface[k] = model->geom_surface[6 * (k / 3) + k % 3];
  for (int i = 0; i < model->nv; i++) sim->drive_velocity[i] = sim->drive_limit[i] = 0;
  sim->restitution = sim->npair = 0;
}

rg_status rg_sim_settings(rg_sim *sim, rg_error *error) {
  const rg_model *model = sim->model;
  clear_settings(sim);
  for (int i = 0; i < model->nsetting; i++) {
    const rg_setting *s = &model->setting[i];
    const char *name;
    rg_status status = RG_OK;
    if (strcmp(s->name, "rigor.restitution") == 0)
      status = read_number(s, 0, 1, &sim->restitution, error);
    else if ((name = after(s->name, "rigor.restitution:")))
      status = read_restitution(sim, s, name, error);
    else if ((name = after(s->name, "rigor.surface:"))) status = read_surface(sim, s, name, error);
    else if ((name = after(s->name, "rigor.drive:"))) status = read_drive(sim, s, name, error);
    if (status) return status;
  }
  return RG_OK;
}
