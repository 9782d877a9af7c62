/* The Open Dynamics Engine through its C API, on scenes of free bodies made of spheres, boxes,
   capsules and planes, which are read with rigor's model API and rebuilt. Variants: step
   (direct, boxed friction), quick (20 sweeps). */
#include "runner.h"

#include <rigor/dynamics.h>

#include <ode/ode.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIR_CONTACTS = 8, QUICK_ITERATIONS = 20 };

typedef struct pair {
  dJointFeedback feedback;
  dBodyID body1, body2; /* body1 is never NULL */
  double normal[3], point[3], depth, mu;
} pair;

static rg_model *model;
static rg_data *start;
static double dt;
static int quick;
static dWorldID world;
static dSpaceID space;
static dJointGroupID joints;
static dBodyID *bodies; /* NULL: fixed to the world */
static pair *pairs;
static bench_contact *contacts;
static int count, room;
static runner_engine engine;

/* --- building ------------------------------------------------------------------------------- */

/* 3 x 3 by rows to ODE's rows of four */
static void to_ode(dMatrix3 out, const double *matrix) {
  memset(out, 0, sizeof(dMatrix3));
  for (int i = 0; i < 9; i++) out[4 * (i / 3) + i % 3] = matrix[i];
}

static void make_body(int b) {
  if (model->body_ndof[b] == 0) return;
  if (model->body_parent[b] != 0 || model->body_njoint[b] != 1 ||
      model->joint_type[model->body_joint[b]] != RG_JOINT_FREE)
    runner_refuse("has joints: only scenes of free bodies are rebuilt for ODE");
  dMass mass;
  const double *inertia = model->body_inertia + 3 * b;
  bodies[b] = dBodyCreate(world);
  dMassSetParameters(&mass, model->body_mass[b], 0, 0, 0, inertia[0], inertia[1], inertia[2], 0, 0,
                     0);
  dBodySetMass(bodies[b], &mass);
}

static dGeomID make_shape(int g) {
  const double *size = model->geom_size + 3 * g, *pos = start->geom_xpos + 3 * g;
  const double *matrix = start->geom_xmat + 9 * g;
  switch (model->geom_type[g]) {
  case RG_GEOM_PLANE: {
    double n[3] = {matrix[2], matrix[5], matrix[8]};
    return dCreatePlane(space, n[0], n[1], n[2], n[0] * pos[0] + n[1] * pos[1] + n[2] * pos[2]);
  }
  case RG_GEOM_SPHERE: return dCreateSphere(space, size[0]);
  case RG_GEOM_BOX: return dCreateBox(space, 2 * size[0], 2 * size[1], 2 * size[2]);
  case RG_GEOM_CAPSULE: return dCreateCapsule(space, size[0], 2 * size[1]);
  default: runner_refuse("has shapes that are not rebuilt for ODE");
  }
}

static void make_geom(int g) {
  int body = model->geom_body[g];
  if (model->geom_contype[g] == 0 && model->geom_conaffinity[g] == 0) return;
  dGeomID geom = make_shape(g);
  dGeomSetData(geom, &model->geom_friction[3 * g]);
  if (model->geom_type[g] == RG_GEOM_PLANE) return;
  dMatrix3 rotation;
  const double *pos = start->geom_xpos + 3 * g;
  to_ode(rotation, start->geom_xmat + 9 * g);
  if (bodies[body]) {
    dGeomSetBody(geom, bodies[body]);
    dGeomSetOffsetWorldPosition(geom, pos[0], pos[1], pos[2]);
    dGeomSetOffsetWorldRotation(geom, rotation);
  } else {
    dGeomSetPosition(geom, pos[0], pos[1], pos[2]);
    dGeomSetRotation(geom, rotation);
  }
}

/* --- running -------------------------------------------------------------------------------- */

static void reset(void) {
  dJointGroupEmpty(joints);
  count = 0;
  dRandSetSeed(0); // the order of the sweeps is drawn
  for (int b = 1; b < model->nbody; b++) {
    if (!bodies[b]) continue;
    const double *centre = start->xipos + 3 * b, *origin = start->xpos + 3 * b,
                 *w = start->xvel + 6 * b;
    double arm[3] = {centre[0] - origin[0], centre[1] - origin[1], centre[2] - origin[2]};
    dMatrix3 rotation;
    to_ode(rotation, start->ximat + 9 * b);
    dBodySetPosition(bodies[b], centre[0], centre[1], centre[2]);
    dBodySetRotation(bodies[b], rotation);
    dBodySetAngularVel(bodies[b], w[0], w[1], w[2]);
    dBodySetLinearVel(bodies[b], w[3] + w[1] * arm[2] - w[2] * arm[1],
                      w[4] + w[2] * arm[0] - w[0] * arm[2], w[5] + w[0] * arm[1] - w[1] * arm[0]);
    dBodySetForce(bodies[b], 0, 0, 0);
    dBodySetTorque(bodies[b], 0, 0, 0);
  }
}

static void grow(void) {
  if (count < room) return;
  // joints point at the feedbacks, so these must not move: room is made before the first step
  runner_refuse("more than %d contacts", room);
}

static void add_contact(dContactGeom *found, dBodyID body1, dBodyID body2, double mu) {
  dContact contact = {.surface = {.mode = dContactApprox1, .mu = mu}, .geom = *found};
  double sign = body1 ? 1 : -1;
  grow();
  pair *p = &pairs[count++];
  p->body1 = body1 ? body1 : body2;
  p->body2 = body1 ? body2 : NULL;
  p->depth = found->depth;
  p->mu = mu;
  for (int k = 0; k < 3; k++) {
    p->normal[k] = sign * found->normal[k];
    p->point[k] = found->pos[k];
    contact.geom.normal[k] = p->normal[k];
  }
  dJointID joint = dJointCreateContact(world, joints, &contact);
  dJointAttach(joint, p->body1, p->body2);
  dJointSetFeedback(joint, &p->feedback);
}

static void near(void *nothing, dGeomID geom1, dGeomID geom2) {
  (void)nothing;
  dContactGeom found[PAIR_CONTACTS];
  dBodyID body1 = dGeomGetBody(geom1), body2 = dGeomGetBody(geom2);
  if (!body1 && !body2) return;
  const double *friction1 = dGeomGetData(geom1), *friction2 = dGeomGetData(geom2);
  int n = dCollide(geom1, geom2, PAIR_CONTACTS, found, sizeof *found);
  for (int i = 0; i < n; i++)
    add_contact(&found[i], body1, body2, fmax(friction1[0], friction2[0]));
}

static void step(void) {
  dJointGroupEmpty(joints);
  count = 0;
  dSpaceCollide(space, NULL, near);
  if (quick) dWorldQuickStep(world, dt);
  else dWorldStep(world, dt);
}

/* --- measuring ------------------------------------------------------------------------------ */

/* two tangents to a unit normal */
static void tangents(const double *n, double *t1, double *t2) {
  double least[3] = {fabs(n[0]) < 0.6, 0, 0};
  least[1] = 1 - least[0];
  double along = n[0] * least[0] + n[1] * least[1], length = 0;
  for (int k = 0; k < 3; k++) t1[k] = least[k] - along * n[k], length += t1[k] * t1[k];
  for (int k = 0; k < 3; k++) t1[k] /= sqrt(length);
  for (int k = 0; k < 3; k++)
    t2[k] = n[(k + 1) % 3] * t1[(k + 2) % 3] - n[(k + 2) % 3] * t1[(k + 1) % 3];
}

/* the point has moved on with the body, by the velocity it is asked for: a change of second
   order */
static void relative_velocity(const pair *p, double *v) {
  dVector3 v1, v2 = {0};
  dBodyGetPointVel(p->body1, p->point[0], p->point[1], p->point[2], v1);
  if (p->body2) dBodyGetPointVel(p->body2, p->point[0], p->point[1], p->point[2], v2);
  for (int k = 0; k < 3; k++) v[k] = v1[k] - v2[k];
}

static int list_contacts(const bench_contact **list) {
  for (int i = 0; i < count; i++) {
    const pair *p = &pairs[i];
    double axis[3][3], v[3];
    memcpy(axis[0], p->normal, sizeof axis[0]);
    tangents(axis[0], axis[1], axis[2]);
    relative_velocity(p, v);
    contacts[i].mu = p->mu;
    contacts[i].gap = -p->depth;
    for (int k = 0; k < 3; k++) {
      contacts[i].velocity[k] = contacts[i].force[k] = 0;
      for (int j = 0; j < 3; j++) {
        contacts[i].velocity[k] += axis[k][j] * v[j];
        contacts[i].force[k] += axis[k][j] * p->feedback.f1[j];
      }
    }
  }
  *list = contacts;
  return count;
}

static double fastest(void) {
  double most = 0;
  for (int b = 1; b < model->nbody; b++)
    for (int k = 0; bodies[b] && k < 3; k++)
      most = fmax(most, fmax(fabs(dBodyGetLinearVel(bodies[b])[k]),
                             fabs(dBodyGetAngularVel(bodies[b])[k])));
  return most;
}

/* --- the program ---------------------------------------------------------------------------- */

static void read_scene(const runner_arguments *a) {
  rg_error error = {0};
  char text[768];
  int key = -1;
  if (rg_model_load(&model, a->model, NULL, &error) != RG_OK)
    runner_refuse("%s", rg_error_text(&error, text, sizeof text));
  if (strcmp(a->key, "-") != 0 && (key = rg_model_find(model, RG_OBJECT_KEY, a->key)) < 0)
    runner_refuse("no keyframe '%s'", a->key);
  start = rg_data_new(model);
  room = 64 * (model->ngeom + 1);
  bodies = calloc((size_t)model->nbody, sizeof(dBodyID));
  pairs = calloc((size_t)room, sizeof *pairs);
  contacts = calloc((size_t)room, sizeof *contacts);
  if (!start || !bodies || !pairs || !contacts) runner_refuse("out of memory");
  rg_data_reset(model, start, key);
  rg_forward(model, start);
  dt = a->dt > 0 ? a->dt : model->option.timestep;
  quick = strcmp(a->variant, "quick") == 0;
}

static void build_world(void) {
  const double *gravity = model->option.gravity;
  dInitODE();
  world = dWorldCreate();
  space = dHashSpaceCreate(NULL);
  joints = dJointGroupCreate(0);
  dWorldSetGravity(world, gravity[0], gravity[1], gravity[2]);
  dWorldSetQuickStepNumIterations(world, QUICK_ITERATIONS);
  for (int b = 1; b < model->nbody; b++) make_body(b);
  reset();
  for (int g = 0; g < model->ngeom; g++) make_geom(g);
}

int main(int argc, char **argv) {
  runner_arguments a = runner_read_arguments(argc, argv);
  read_scene(&a);
  build_world();
  snprintf(engine.name, sizeof engine.name, "ODE " BENCH_ODE_VERSION);
  if (quick)
    snprintf(engine.options, sizeof engine.options,
             "QuickStep, %d sweeps, friction box, ERP %g, CFM %g, dt %g ms", QUICK_ITERATIONS,
             dWorldGetERP(world), dWorldGetCFM(world), 1e3 * dt);
  else
    snprintf(engine.options, sizeof engine.options,
             "Step (Dantzig), friction box, ERP %g, CFM %g, dt %g ms", dWorldGetERP(world),
             dWorldGetCFM(world), 1e3 * dt);
  engine.reset = reset;
  engine.step = step;
  engine.contacts = list_contacts;
  engine.fastest = fastest;
  int result = runner_serve(&engine);
  dJointGroupDestroy(joints);
  dSpaceDestroy(space);
  dWorldDestroy(world);
  dCloseODE();
  free(bodies);
  free(pairs);
  free(contacts);
  rg_data_free(start);
  rg_model_free(model);
  return result;
}
