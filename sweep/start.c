/* Parameters of a point laid over a simulation: those of its model by way of a batch, those of its start in its state. */
#include "start.h"
#include "parts.h"

#include <math.h>
#include <string.h>

/* where single values of parameters of batches belong, and how many an object has */
static const struct {
  const char *name;
  rg_object object;
  int each;
} places[] = {{"mass", RG_OBJECT_BODY, 1},       {"inertia", RG_OBJECT_BODY, 3},
              {"friction", RG_OBJECT_GEOM, 3},   {"size", RG_OBJECT_GEOM, 3},
              {"gain", RG_OBJECT_ACTUATOR, 1},   {"bias", RG_OBJECT_ACTUATOR, 3},
              {"stiffness", RG_OBJECT_JOINT, 1}, {"damping", RG_OBJECT_JOINT, 0},
              {"armature", RG_OBJECT_JOINT, 0},  {"frictionloss", RG_OBJECT_JOINT, 0}};
enum { PLACES = sizeof places / sizeof *places };

static const char *const KIND_NAMES[] = {"body", "joint", "geom", "site", "mesh", "actuator"};

static int is_start(const char *name) {
  return strcmp(name, "qpos") == 0 || strcmp(name, "qvel") == 0 || strcmp(name, "ctrl") == 0;
}

/* the numbers of joint `j` that steps may be told: of a position those that are no quaternion */
static int joint_numbers(const rg_model *model, int j, int qpos) {
  switch (model->joint_type[j]) {
  case RG_JOINT_FREE: return qpos ? 3 : 6;
  case RG_JOINT_BALL: return qpos ? 0 : 3;
  default: return 1;
  }
}

static int count_objects(const rg_model *model, rg_object object) {
  switch (object) {
  case RG_OBJECT_BODY: return model->nbody;
  case RG_OBJECT_JOINT: return model->njoint;
  case RG_OBJECT_GEOM: return model->ngeom;
  default: return model->nactuator;
  }
}

/* first number of an object in its array, and how many it has; -1: none */
static int first_number(const rg_model *model, const char *name, rg_object object, int each,
                        int index, int *count) {
  *count = each;
  if (strcmp(name, "ctrl") == 0) return index;
  if (strcmp(name, "qpos") == 0) {
    *count = joint_numbers(model, index, 1);
    return model->joint_qpos[index];
  }
  if (object == RG_OBJECT_JOINT && each == 0) {
    *count = joint_numbers(model, index, 0);
    return model->joint_dof[index];
  }
  return index * each;
}

/* what the name is of: the kind of object and the numbers of each; 0: there are no objects, as with gravity */
static int place_of(const char *name, rg_object *object, int *each) {
  *each = 0;
  *object = RG_OBJECT_JOINT;
  if (strcmp(name, "qpos") == 0 || strcmp(name, "qvel") == 0) return 1;
  if (strcmp(name, "ctrl") == 0) {
    *object = RG_OBJECT_ACTUATOR;
    return *each = 1;
  }
  for (int k = 0; k < PLACES; k++)
    if (strcmp(places[k].name, name) == 0) {
      *object = places[k].object;
      *each = places[k].each;
      return 1;
    }
  return 0;
}

/* objects without a number of theirs, where all are meant, are passed over: planes have no size, the world no mass */
static int is_left_out(const rg_model *model, const char *name, int index) {
  int type = strcmp(name, "size") == 0 ? model->geom_type[index] : -1;
  if (strcmp(name, "mass") == 0 || strcmp(name, "inertia") == 0)
    return model->body_mass[index] == 0;
  return type == RG_GEOM_PLANE || type == RG_GEOM_MESH || type == RG_GEOM_HFIELD;
}

typedef void (*visit)(void *context, int number);

/* calls `each_number` for every number that the parameter means */
static rg_status go_over(const sweep_parameter *p, const rg_model *model, int width,
                         visit each_number, void *context, rg_error *error) {
  rg_object object;
  int each, entry = p->entry < 0 ? 0 : p->entry, hit = 0;
  if (!place_of(p->name, &object, &each)) { /* gravity, restitution */
    if (p->objects) return rg_fail(error, RG_BAD_INPUT, p->label, "is of nothing: leave out of");
    if (entry >= width)
      return rg_fail(error, RG_BAD_INPUT, p->label, "entry %d: there are %d, from 0", entry, width);
    each_number(context, entry);
    return RG_OK;
  }
  int count = p->objects ? p->objects : count_objects(model, object), own;
  for (int k = 0; k < count; k++) {
    int index = p->objects ? rg_model_find(model, object, p->of[k]) : k;
    if (index < 0)
      return rg_fail(error, RG_BAD_INPUT, p->label, "the model has no %s '%.60s'",
                     KIND_NAMES[object], p->of[k]);
    if (!p->objects && is_left_out(model, p->name, index)) continue;
    int first = first_number(model, p->name, object, each, index, &own);
    if (entry >= own && p->objects)
      return rg_fail(error, RG_BAD_INPUT, p->label,
                     "entry %d: '%.60s' has %d numbers to be set, from 0", entry, p->of[k], own);
    if (entry >= own) continue;
    each_number(context, first + entry);
    hit++;
  }
  return hit ? RG_OK : rg_fail(error, RG_BAD_INPUT, p->label, "the model has nothing that has one");
}

/* --- laid over --------------------------------------------------------------------------------------------- */

typedef struct change {
  double *values;
  const double *was; /* the model's; NULL: what is there */
  double value;
  int scale;
  const double *inertia_was; /* of a mass: its inertia follows */
  double *inertia;
} change;

static void set_number(void *context, int number) {
  change *c = context;
  double was = c->was ? c->was[number] : c->values[number];
  c->values[number] = c->scale ? was * c->value : c->value;
  if (!c->inertia || !(was > 0)) return;
  for (int k = 3 * number; k < 3 * number + 3; k++)
    c->inertia[k] = c->inertia_was[k] * (c->values[number] / was);
}

static int names_inertia(const sweep *s) {
  for (int k = 0; k < s->parameters; k++)
    if (strcmp(s->parameter[k].name, "inertia") == 0) return 1;
  return 0;
}

/* the arrays of the model that a parameter is laid over */
static const double *model_values(const rg_model *model, const char *name) {
  return strcmp(name, "mass") == 0           ? model->body_mass
         : strcmp(name, "inertia") == 0      ? model->body_inertia
         : strcmp(name, "friction") == 0     ? model->geom_friction
         : strcmp(name, "size") == 0         ? model->geom_size
         : strcmp(name, "gravity") == 0      ? model->option.gravity
         : strcmp(name, "gain") == 0         ? model->actuator_gain
         : strcmp(name, "bias") == 0         ? model->actuator_bias
         : strcmp(name, "damping") == 0      ? model->dof_damping
         : strcmp(name, "armature") == 0     ? model->dof_armature
         : strcmp(name, "stiffness") == 0    ? model->joint_stiffness
         : strcmp(name, "frictionloss") == 0 ? model->dof_frictionloss
                                             : NULL;
}

rg_status sweep_lay_parameters(const sweep *s, const sweep_task *task, const rg_model *model,
                               rg_batch *batch, rg_error *error) {
  int own_inertia = names_inertia(s), width;
  for (int k = 0; k < s->parameters; k++) {
    const sweep_parameter *p = &s->parameter[k];
    if (is_start(p->name)) continue;
    change c = {.value = sweep_value(s, k, task->point),
                .scale = p->scale,
                .was = model_values(model, p->name)};
    c.values = rg_batch_parameter(batch, p->name, &width, error);
    if (!c.values) return error->status;
    if (strcmp(p->name, "mass") == 0 && !own_inertia) {
      c.inertia = rg_batch_parameter(batch, "inertia", NULL, error);
      c.inertia_was = model->body_inertia;
      if (!c.inertia) return error->status;
    }
    rg_status status = go_over(p, model, width, set_number, &c, error);
    if (status) return status;
  }
  return RG_OK;
}

void sweep_lay_start(const sweep *s, const sweep_task *task, rg_sim *sim, double *room) {
  const rg_model *model = rg_sim_model(sim);
  rg_data *data = rg_sim_data(sim);
  for (int k = 0; k < s->parameters; k++) {
    const sweep_parameter *p = &s->parameter[k];
    if (!is_start(p->name)) continue;
    change c = {.value = sweep_value(s, k, task->point), .scale = p->scale};
    c.values = p->name[0] == 'c' ? data->ctrl : p->name[1] == 'p' ? data->qpos : data->qvel;
    (void)go_over(p, model, 0, set_number, &c,
                  NULL); /* names were checked when the spec was read */
  }
  if (s->noise_qpos > 0) {
    for (int i = 0; i < model->nv; i++)
      room[i] = s->noise_qpos * (2 * sweep_draw(s, SWEEP_DRAW_QPOS, task->seed, (uint64_t)i) - 1);
    rg_integrate_position(model, data->qpos, room, 1);
  }
  for (int i = 0; i < model->nv && s->noise_qvel > 0; i++)
    data->qvel[i] +=
        s->noise_qvel * (2 * sweep_draw(s, SWEEP_DRAW_QVEL, task->seed, (uint64_t)i) - 1);
}

/* --- whether names are right ------------------------------------------------------------------------------ */

static void touch(void *context, int number) {
  (void)context;
  (void)number;
}

rg_status sweep_check_parameters(const sweep *s, const rg_model *model, rg_error *error) {
  for (int k = 0; k < s->parameters; k++) {
    const sweep_parameter *p = &s->parameter[k];
    int known = is_start(p->name), width = 1;
    char all[160] = "qpos, qvel, ctrl";
    for (int i = 0; rg_batch_parameter_at(i); i++) {
      const char *name = rg_batch_parameter_at(i);
      size_t used = strlen(all);
      snprintf(all + used, sizeof all - used, ", %s", name);
      known |= strcmp(name, p->name) == 0;
    }
    if (strcmp(p->name, "gravity") == 0) width = 3;
    if (!known)
      return rg_fail(error, RG_BAD_INPUT, p->label, "'%.40s' is no parameter: %s", p->name, all);
    if (p->scale && strcmp(p->name, "restitution") == 0)
      return rg_fail(error, RG_BAD_INPUT, p->label, "cannot be scaled");
    rg_status status = go_over(p, model, width, touch, NULL, error);
    if (status) return status;
  }
  for (int i = 0; i < s->slip_objects; i++)
    if (rg_model_find(model, RG_OBJECT_GEOM, s->slip_of[i]) < 0)
      return rg_fail(error, RG_BAD_INPUT, "slip.of", "the model has no geom '%.60s'",
                     s->slip_of[i]);
  return RG_OK;
}
