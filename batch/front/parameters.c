/* Parameters of single simulations: their names, their ranges, and the model that a simulation has with them. Such a
   model is that of the batch, all arrays but these its own. */
#include "front/front.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* how many objects a parameter has a value of */
typedef enum per { PER_MODEL, PER_BODY, PER_JOINT, PER_DOF, PER_GEOM, PER_ACTUATOR } holder;
/* what values may be */
typedef enum range { ANY, NOT_NEGATIVE, POSITIVE_SIZE, SHARE_OR_NONE } bounds;

typedef struct parameter {
  const char *name;
  holder per;
  int each;
  bounds range;
  size_t place; /* of the array in rg_model; 0: in the options */
} parameter;

enum { GRAVITY, RESTITUTION, SIZE };

static const parameter table[BATCH_PARAMETERS] = {
    [GRAVITY] = {"gravity", PER_MODEL, 3, ANY, 0},
    [RESTITUTION] = {"restitution", PER_MODEL, 1, SHARE_OR_NONE, 0},
    [SIZE] = {"size", PER_GEOM, 3, POSITIVE_SIZE, offsetof(rg_model, geom_size)},
    {"mass", PER_BODY, 1, NOT_NEGATIVE, offsetof(rg_model, body_mass)},
    {"inertia", PER_BODY, 3, NOT_NEGATIVE, offsetof(rg_model, body_inertia)},
    {"friction", PER_GEOM, 3, NOT_NEGATIVE, offsetof(rg_model, geom_friction)},
    {"gain", PER_ACTUATOR, 1, ANY, offsetof(rg_model, actuator_gain)},
    {"bias", PER_ACTUATOR, 3, ANY, offsetof(rg_model, actuator_bias)},
    {"damping", PER_DOF, 1, NOT_NEGATIVE, offsetof(rg_model, dof_damping)},
    {"armature", PER_DOF, 1, NOT_NEGATIVE, offsetof(rg_model, dof_armature)},
    {"frictionloss", PER_DOF, 1, NOT_NEGATIVE, offsetof(rg_model, dof_frictionloss)},
    {"stiffness", PER_JOINT, 1, NOT_NEGATIVE, offsetof(rg_model, joint_stiffness)}};

static int objects_of(const rg_model *model, holder per) {
  switch (per) {
  case PER_BODY: return model->nbody;
  case PER_JOINT: return model->njoint;
  case PER_DOF: return model->nv;
  case PER_GEOM: return model->ngeom;
  case PER_ACTUATOR: return model->nactuator;
  default: return 1;
  }
}

int batch_parameter_width(const rg_model *model, int p) {
  return table[p].each * objects_of(model, table[p].per);
}

const char *rg_batch_parameter_at(int index) {
  return index >= 0 && index < BATCH_PARAMETERS ? table[index].name : NULL;
}

/* where a model has its values */
static const double *values_of(const rg_batch *batch, const rg_model *model, int p) {
  if (p == GRAVITY) return model->option.gravity;
  if (p == RESTITUTION) return &batch->options.sim.restitution;
  return *(double *const *)((const char *)model + table[p].place);
}

/* --- what a caller writes ----------------------------------------------------------------------- */

static int find(const char *name) {
  for (int p = 0; p < BATCH_PARAMETERS; p++)
    if (name && strcmp(table[p].name, name) == 0) return p;
  return -1;
}

static void refuse_name(const char *name, rg_error *error) {
  char all[200] = "";
  for (int p = 0; p < BATCH_PARAMETERS; p++) {
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", p ? ", " : "", table[p].name);
  }
  rg_fail(error, RG_BAD_INPUT, name ? name : "", "is no parameter of simulations: %s", all);
}

static void fill(const rg_batch *batch, int p, double *values) {
  size_t width = (size_t)batch_parameter_width(batch->model, p);
  const double *from = values_of(batch, batch->model, p);
  for (int i = 0; i < batch->options.count; i++)
    memcpy(values + (size_t)i * width, from, width * sizeof *values);
}

double *rg_batch_parameter(rg_batch *batch, const char *name, int *width, rg_error *error) {
  int p = find(name);
  rg_error_clear(error);
  if (p < 0) {
    refuse_name(name, error);
    return NULL;
  }
  int w = batch_parameter_width(batch->model, p);
  if (width) *width = w;
  if (w == 0) {
    rg_fail(error, RG_BAD_INPUT, name, "the model has nothing that has one");
    return NULL;
  }
  if (batch->parameter[p]) return batch->parameter[p];
  size_t bytes = (size_t)w * (size_t)batch->options.count * sizeof(double);
  double *values = batch_take(bytes, "parameters", error);
  if (!values) return NULL;
  fill(batch, p, values);
  return batch->parameter[p] = values;
}

const double *batch_parameter_values(const rg_batch *batch, const char *name) {
  int p = find(name);
  return p < 0 ? NULL : batch->parameter[p];
}

int batch_has_parameters(const rg_batch *batch) {
  for (int p = 0; p < BATCH_PARAMETERS; p++)
    if (batch->parameter[p]) return 1;
  return 0;
}

/* --- ranges --------------------------------------------------------------------------------------- */

/* numbers of `size` that a shape has; 0: a mesh, a plane or a height field, whose size stays */
static int sizes_of(int type) {
  switch (type) {
  case RG_GEOM_SPHERE: return 1;
  case RG_GEOM_CAPSULE:
  case RG_GEOM_CYLINDER: return 2;
  case RG_GEOM_ELLIPSOID:
  case RG_GEOM_BOX: return 3;
  default: return 0;
  }
}

/* why one value will not do; NULL: it will */
static const char *wrong_size(const rg_model *model, int entry, double value) {
  int geom = entry / 3, sizes = sizes_of(model->geom_type[geom]);
  if (value == model->geom_size[entry]) return NULL;
  if (!sizes) return "only primitives change their size";
  if (model->geom_fluid && model->geom_fluid[12 * geom] != 0)
    return "what the medium sees as an ellipsoid does not change its size";
  return entry % 3 < sizes && !(value > 0) ? "must be above 0" : NULL;
}

static const char *wrong(const rg_batch *batch, int p, int entry, double value) {
  if (table[p].range == SHARE_OR_NONE)
    return isnan(value) || (value >= 0 && value <= 1) ? NULL : "must be from 0 to 1";
  if (!isfinite(value)) return "is not finite";
  if (table[p].range == NOT_NEGATIVE && value < 0) return "must not be negative";
  return table[p].range == POSITIVE_SIZE ? wrong_size(batch->model, entry, value) : NULL;
}

static const char *object_name(const rg_model *model, int p, int object) {
  switch (table[p].per) {
  case PER_BODY: return rg_model_name(model, RG_OBJECT_BODY, object);
  case PER_JOINT: return rg_model_name(model, RG_OBJECT_JOINT, object);
  case PER_DOF: return rg_model_name(model, RG_OBJECT_JOINT, model->dof_joint[object]);
  case PER_GEOM: return rg_model_name(model, RG_OBJECT_GEOM, object);
  case PER_ACTUATOR: return rg_model_name(model, RG_OBJECT_ACTUATOR, object);
  default: return NULL;
  }
}

static rg_status check_row(const rg_batch *batch, int p, int simulation, rg_error *error) {
  int width = batch_parameter_width(batch->model, p);
  const double *row = batch->parameter[p] + (size_t)simulation * (size_t)width;
  for (int k = 0; k < width; k++) {
    const char *reason = wrong(batch, p, k, row[k]);
    if (!reason) continue;
    const char *name = object_name(batch->model, p, k / table[p].each);
    return rg_fail(error, RG_BAD_INPUT, table[p].name, "simulation %d, entry %d%s%.60s%s: %g %s",
                   simulation, k, name && name[0] ? " (" : "", name ? name : "",
                   name && name[0] ? ")" : "", row[k], reason);
  }
  return RG_OK;
}

rg_status batch_check_parameters(const rg_batch *batch, const unsigned char *mask,
                                 rg_error *error) {
  for (int p = 0; p < BATCH_PARAMETERS; p++)
    for (int i = 0; batch->parameter[p] && i < batch->options.count; i++) {
      if (mask && !mask[i]) continue;
      rg_status status = check_row(batch, p, i, error);
      if (status) return status;
    }
  return RG_OK;
}

/* --- a model of its own --------------------------------------------------------------------------- */

size_t batch_own_reals(const rg_batch *batch) {
  size_t sum = (size_t)batch->model->ngeom; /* bounding spheres */
  for (int p = 0; p < BATCH_PARAMETERS; p++) sum += (size_t)batch_parameter_width(batch->model, p);
  return sum;
}

/* radius of the sphere about the middle of a primitive; that of the model where the size is the model's */
static double radius_of(const rg_model *model, int geom, const double *s) {
  const double *was = model->geom_size + 3 * geom;
  if (s[0] == was[0] && s[1] == was[1] && s[2] == was[2]) return model->geom_radius[geom];
  switch (model->geom_type[geom]) {
  case RG_GEOM_SPHERE: return s[0];
  case RG_GEOM_CAPSULE: return s[0] + s[1];
  case RG_GEOM_CYLINDER: return sqrt(s[0] * s[0] + s[1] * s[1]);
  case RG_GEOM_ELLIPSOID: return fmax(s[0], fmax(s[1], s[2]));
  default: return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  }
}

/* bits, since NaN stands for "the model's" */
static int copy_changed(double *to, const double *from, size_t n) {
  int changed = n > 0 && memcmp(to, from, n * sizeof *to) != 0;
  if (changed) memcpy(to, from, n * sizeof *to);
  return changed;
}

int batch_own_model(const rg_batch *batch, int simulation, double *reals, rg_model *model,
                    rg_sim_options *options) {
  int changed = 0;
  *model = *batch->model;
  *options = batch->options.sim;
  for (int p = 0; p < BATCH_PARAMETERS; p++) {
    size_t width = (size_t)batch_parameter_width(batch->model, p);
    const double *row = batch->parameter[p] ? batch->parameter[p] + (size_t)simulation * width
                                            : values_of(batch, batch->model, p);
    changed |= copy_changed(reals, row, width);
    if (p == GRAVITY) memcpy(model->option.gravity, reals, sizeof model->option.gravity);
    else if (p == RESTITUTION) options->restitution = *reals;
    else *(double **)((char *)model + table[p].place) = reals;
    reals += width;
  }
  for (int g = 0; g < model->ngeom; g++)
    reals[g] = radius_of(batch->model, g, model->geom_size + 3 * g);
  model->geom_radius = reals;
  return changed;
}
