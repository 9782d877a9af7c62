/* What the sensors need from a step: its accelerations, the forces of contacts, loop closures and
   limits, and how far shapes are apart. Impulses over the step, or over its last part where it was halved, are forces. */
#include "step/sim.h"

#include "collide/collider.h"
#include "dynamics/ray.h"
#include "dynamics/work.h"
#include "math/vector.h"

#include <math.h>
#include <string.h>

/* body_force += sign (force at a point), and its moment about the body's origin */
static void push_body(rg_sim *sim, int body, const double point[3], const double force[3],
                      double sign) {
  double arm[3], moment[3], *sum = sim->body_force + 6 * body;
  rg_v3_sub(arm, point, sim->data->xpos + 3 * body);
  rg_v3_cross(moment, arm, force);
  rg_v3_add_scaled(sum, sign, moment);
  rg_v3_add_scaled(sum + 3, sign, force);
}

static void add_contact(rg_sim *sim, const rg_step_contact *contact, double dt) {
  const rg_contact *at = &contact->contact;
  double force[3];
  for (int k = 0; k < 3; k++)
    force[k] = (at->frame[k] * contact->impulse[0] + at->frame[3 + k] * contact->impulse[1] +
                at->frame[6 + k] * contact->impulse[2]) /
               dt;
  push_body(sim, at->body1, at->position, force, 1);
  push_body(sim, at->body2, at->position, force, -1);
  for (int k = 0; k < 3; k++) {
    rg_v3_add_scaled(sim->body_force + 6 * at->body1, contact->moment[k] / dt, at->frame + 3 * k);
    rg_v3_add_scaled(sim->body_force + 6 * at->body2, -contact->moment[k] / dt, at->frame + 3 * k);
  }
}

/* The normal force of a contact, where its line, from the contact out of the sensor's body, meets the volume of the site;
   the normal points from body 2 to body 1. */
static double felt(const rg_sim *sim, int site, const rg_step_contact *contact, double dt) {
  const rg_contact *at = &contact->contact;
  int body = sim->model->site_body[site];
  double out[3];
  if ((body != at->body1 && body != at->body2) || !(contact->impulse[0] > 0)) return 0;
  rg_v3_scale(out, body == at->body1 ? -1 : 1, at->frame);
  return rg_ray_site(sim->model, sim->data, site, at->position, out) >= 0 ? contact->impulse[0] / dt
                                                                          : 0;
}

static void feel(rg_sim *sim, double dt) {
  const rg_model *model = sim->model;
  for (int s = 0; s < model->nsensor; s++) {
    sim->touch[s] = 0;
    for (int i = 0; model->sensor_type[s] == RG_SENSOR_TOUCH && i < sim->ncontacts; i++)
      sim->touch[s] += felt(sim, model->sensor_object[s], &sim->contacts[i], dt);
  }
}

/* a connect or weld: force on its two points, and for a weld the moment, world axes */
static void add_closure(rg_sim *sim, int e, const double *impulse, double dt) {
  const rg_model *model = sim->model;
  int weld = model->equality_type[e] == RG_EQUALITY_WELD;
  double force[6] = {0}, local[2][3];
  rg_closure_points(model, e, local[0], local[1]);
  const double *axes = sim->data->xquat + 4 * rg_closure_axes(model, e);
  for (int k = 0; k < (weld ? 6 : 3); k++) force[k] = impulse[k] / dt;
  rg_quat_rotate(force, axes, force);
  if (weld) rg_quat_rotate(force + 3, axes, force + 3);
  for (int side = 0; side < 2; side++) {
    int b = side ? model->equality_object2[e] : model->equality_object1[e];
    double point[3], sign = side ? -1 : 1;
    rg_pose_apply(point, sim->data->xpos + 3 * b, sim->data->xquat + 4 * b, local[side]);
    push_body(sim, b, point, force, sign);
    rg_v3_add_scaled(sim->body_force + 6 * b, sign, force + 3);
  }
}

/* rows of closures are the first ones; coordinates that eliminate them do not know their impulses */
static void add_closures(rg_sim *sim, double dt) {
  const rg_closure *closure = sim->closure;
  if (!sim->has_problem || sim->assembly->row_map) return;
  int extra = rg_sim_extra_rows(sim);
  for (int k = 0; k < closure->count; k++)
    if (sim->model->equality_type[closure->equality[k]] < RG_EQUALITY_JOINT)
      add_closure(sim, closure->equality[k], sim->impulse + extra + closure->start[k], dt);
}

void rg_sim_keep_limits(rg_sim *sim, double dt) {
  const rg_model *model = sim->model;
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  int extra = rg_sim_extra_rows(sim);
  if (model->nsensor == 0) return;
  memset(sim->limit_force, 0, (size_t)(model->njoint + model->ntendon) * sizeof(double));
  for (int i = extra; i < sim->problem.rows; i++) {
    int row = map ? map[i - extra] : i - extra;
    if (c->kind[row] == RG_ROW_LIMIT) sim->limit_force[c->object[row]] += sim->impulse[i] / dt;
    if (c->kind[row] == RG_ROW_TENDON_LIMIT)
      sim->limit_force[model->njoint + c->object[row]] += sim->impulse[i] / dt;
  }
}

static rg_shape shape_of(const rg_sim *sim, int geom) {
  rg_shape shape = sim->collider->shape[geom];
  rg_v3_copy(shape.position, sim->data->geom_xpos + 3 * geom);
  rg_mat3_copy(shape.rotation, sim->data->geom_xmat + 9 * geom);
  shape.extent = 0;
  return shape;
}

/* geoms of one side of a sensor: one, or all of a body */
static int geoms_of(const rg_model *model, int type, int object, int *first) {
  *first = type == RG_OBJECT_GEOM ? object : model->body_geom[object];
  return type == RG_OBJECT_GEOM ? 1 : model->body_ngeom[object];
}

/* distance, point on the first, point on the second, of the nearest pair; height fields have none */
static void find_nearest(rg_sim *sim, int s) {
  const rg_model *model = sim->model;
  double *nearest = sim->nearest + 7 * s;
  int first, second;
  int m = geoms_of(model, model->sensor_object_type[s], model->sensor_object[s], &first);
  int n = geoms_of(model, model->sensor_reference_type[s], model->sensor_reference[s], &second);
  nearest[0] = HUGE_VAL;
  for (int a = first; a < first + m; a++)
    for (int b = second; b < second + n; b++) {
      double from[3], to[3], normal[3];
      int field = model->geom_type[a] == RG_GEOM_HFIELD || model->geom_type[b] == RG_GEOM_HFIELD;
      if (a == b || field) continue;
      rg_shape one = shape_of(sim, a), other = shape_of(sim, b);
      double distance = rg_distance(&one, &other, from, to, normal);
      if (!(distance < nearest[0])) continue;
      nearest[0] = distance;
      rg_v3_copy(nearest + 1, from);
      rg_v3_copy(nearest + 4, to);
    }
}

static void find_all_nearest(rg_sim *sim) {
  for (int s = 0; s < sim->model->nsensor; s++)
    if (sim->model->sensor_type[s] >= RG_SENSOR_DISTANCE &&
        sim->model->sensor_type[s] <= RG_SENSOR_FROMTO)
      find_nearest(sim, s);
}

void rg_sim_sense(rg_sim *sim) {
  rg_forward(sim->model, sim->data);
  find_all_nearest(sim);
  rg_sensor_input input = {.nearest = sim->nearest};
  rg_sensors(sim->model, sim->data, &input);
}

void rg_sim_measure(rg_sim *sim) {
  const rg_model *model = sim->model;
  rg_data *data = sim->data;
  if (model->nsensor == 0) return;
  memset(sim->body_force, 0, 6 * (size_t)model->nbody * sizeof(double));
  rg_place_bodies(model, data);
  rg_place_inertias(model, data);
  rg_place_frames(model, data);
  rg_velocity_stage(model, data);
  rg_tendons(model, data);
  rg_actuators(model, data);
  rg_sim_show_contacts(sim);
  for (int i = 0; i < sim->ncontacts; i++) add_contact(sim, &sim->contacts[i], sim->contacts_dt);
  feel(sim, sim->contacts_dt);
  add_closures(sim, sim->contacts_dt);
  if (!sim->has_problem)
    memset(sim->limit_force, 0, (size_t)(model->njoint + model->ntendon) * sizeof(double));
  find_all_nearest(sim);
  for (int i = 0; i < model->nv; i++)
    sim->work[i] = (data->qvel[i] - sim->qvel_start[i]) / sim->options.dt;
  rg_sensor_input input = {.qacc = sim->work,
                           .body_force = sim->body_force,
                           .touch = sim->touch,
                           .joint_limit = sim->limit_force,
                           .tendon_limit = sim->limit_force + model->njoint,
                           .nearest = sim->nearest};
  rg_sensors(model, data, &input);
}
