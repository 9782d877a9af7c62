/* The simulation: steps without the GIL, state and inputs as views, what can be asked about the state. */
#include "binding.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

PyTypeObject *sim_type;

int sim_is_free(const Sim *self) { return is_free(self->busy, "simulation"); }

/* --- making and ending ------------------------------------------------------------------------------------ */

/* (model, options) */
static PyObject *sim_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  Model *model;
  PyObject *dict;
  rg_sim_options options;
  rg_error error = {0};
  if (!PyArg_ParseTuple(arguments, "O!O!", model_type, &model, &PyDict_Type, &dict)) return NULL;
  rg_status status = rg_sim_options_from_model(model->model, &options, &error);
  if (status != RG_OK) return raise_error(status, &error);
  if (!take_sim_options(dict, &options)) return NULL;
  Sim *self = PyObject_New(Sim, sim_type);
  if (!self) return NULL;
  Py_INCREF(model);
  self->model = model;
  self->sim = NULL;
  self->osi = NULL;
  self->osi_nodes = self->busy = 0;
  self->seconds = 0;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_sim_new(&self->sim, model->model, &options, &error);
  Py_END_ALLOW_THREADS;
  if (status == RG_OK) return (PyObject *)self;
  Py_DECREF(self);
  return raise_error(status, &error);
}

static void sim_free(PyObject *object) {
  Sim *self = (Sim *)object;
  PyTypeObject *type = Py_TYPE(object);
  rg_osi_free(self->osi);
  rg_sim_free(self->sim);
  Py_DECREF(self->model);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* --- stepping --------------------------------------------------------------------------------------------- */

/* as the command line: these end a run whatever the policy is */
int sim_can_go_on(rg_sim *sim, rg_status status) {
  if (status == RG_SOLVED) return 1;
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY || status == RG_DIVERGED) return 0;
  return rg_sim_used_options(sim)->on_failure == RG_ON_FAILURE_CONTINUE;
}

typedef struct walk {
  long long count, done;
  int go_on;
  step_hook after;
  void *context;
  rg_status first;
  unsigned begun;
  int stopped; /* 1: the hook wants no more */
} walk;

/* Without the GIL, until the work is over, a signal came, or it is time to let Python look for others. A step that
   Ctrl-C cut short was taken back; it does not count. */
static void walk_on(rg_sim *sim, walk *w, double until) {
  while (w->done < w->count && !w->stopped) {
    long before = rg_sim_report(sim)->step;
    rg_status status = rg_step(sim);
    if (interrupt_count() != w->begun && status == RG_LIMIT && rg_sim_report(sim)->step == before)
      return;
    w->done++;
    if (status != RG_SOLVED && w->first == RG_SOLVED) w->first = status;
    if (w->after && w->after(w->context, status) < 0) w->stopped = 1;
    if (status != RG_SOLVED && (!w->go_on || !sim_can_go_on(sim, status))) w->stopped = 1;
    if (interrupt_count() != w->begun || (w->count > 1 && wall_seconds() > until)) return;
  }
}

/* the steps that are to be done, and the looks at signals between them; -1 with an exception */
static int walk_all(Sim *self, walk *w) {
  const double patience = 0.05; // s: how long a signal that is not Ctrl-C waits
  int failed = 0;
  while (w->done < w->count && !w->stopped && !failed) {
    double until = w->count > 1 ? wall_seconds() + patience : 0;
    Py_BEGIN_ALLOW_THREADS;
    walk_on(self->sim, w, until);
    Py_END_ALLOW_THREADS;
    int signalled = interrupt_count() != w->begun;
    w->begun = interrupt_count();
    if (signalled || w->done < w->count)
      failed = signalled ? answer_signals() : PyErr_CheckSignals();
  }
  return failed;
}

/* A handler for Ctrl-C costs four calls of the system, as much as a small step: a single step does without where the one
   before was short, and Ctrl-C then waits until it is done. */
int sim_steps(Sim *self, long long count, int go_on, step_hook after, void *context,
              rg_status *first, long long *done) {
  const double shortness = 0.01; // s: nobody notices that Ctrl-C waits for it
  walk w = {.count = count,
            .go_on = go_on,
            .after = after,
            .context = context,
            .begun = interrupt_count()};
  int guarded = count > 1 || self->seconds > shortness;
  if (!sim_is_free(self)) return -1;
  self->busy = 1;
  double begin = wall_seconds();
  if (guarded) compute_begin();
  int failed = walk_all(self, &w);
  if (guarded) compute_end();
  self->seconds = wall_seconds() - begin;
  self->busy = 0;
  *first = w.first;
  if (done) *done = w.done;
  return failed;
}

/* (count, go_on) -> status of the first step that was not solved, steps tried */
static PyObject *sim_step(PyObject *object, PyObject *arguments) {
  long long count, done;
  int go_on;
  rg_status first;
  if (!PyArg_ParseTuple(arguments, "Lp", &count, &go_on)) return NULL;
  if (count < 0) return raise_argument("n", "%lld is negative", count);
  if (sim_steps((Sim *)object, count, go_on, NULL, NULL, &first, &done) < 0) return NULL;
  return PyLong_FromLong((long)first);
}

/* one step, without anything to take apart -> status */
static PyObject *sim_step1(PyObject *object, PyObject *unused) {
  (void)unused;
  rg_status first;
  if (sim_steps((Sim *)object, 1, 0, NULL, NULL, &first, NULL) < 0) return NULL;
  return PyLong_FromLong((long)first);
}

/* --- start, checkpoints, options ------------------------------------------------------------------------------ */

static PyObject *done_or_raise(rg_status status, const rg_error *error) {
  if (status != RG_OK) return raise_error(status, error);
  Py_RETURN_NONE;
}

static PyObject *sim_settle(PyObject *object, PyObject *none) {
  rg_error error = {0};
  (void)none;
  if (!sim_is_free((Sim *)object)) return NULL;
  return done_or_raise(rg_sim_settle(((Sim *)object)->sim, NULL, &error), &error);
}

static PyObject *sim_reset(PyObject *object, PyObject *key) {
  rg_error error = {0};
  long index = PyLong_AsLong(key);
  if (PyErr_Occurred() || !sim_is_free((Sim *)object)) return NULL;
  if (index < INT_MIN || index > INT_MAX) return raise_argument("key", "is too large");
  return done_or_raise(rg_sim_reset(((Sim *)object)->sim, (int)index, &error), &error);
}

static PyObject *save_or_load(PyObject *object, PyObject *place, int save) {
  rg_error error = {0};
  rg_status status;
  Sim *self = (Sim *)object;
  PyObject *path = sim_is_free(self) ? take_path(place) : NULL;
  if (!path) return NULL;
  const char *name = PyBytes_AsString(path);
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS;
  status = save ? rg_sim_save(self->sim, name, &error) : rg_sim_load(self->sim, name, &error);
  Py_END_ALLOW_THREADS;
  self->busy = 0;
  Py_DECREF(path);
  return done_or_raise(status, &error);
}

static PyObject *sim_save(PyObject *object, PyObject *path) {
  return save_or_load(object, path, 1);
}
static PyObject *sim_load(PyObject *object, PyObject *path) {
  return save_or_load(object, path, 0);
}

static PyObject *sim_change(PyObject *object, PyObject *dict) {
  rg_error error = {0};
  Sim *self = (Sim *)object;
  if (!sim_is_free(self)) return NULL;
  rg_sim_options options = *rg_sim_used_options(self->sim);
  if (!PyDict_Check(dict)) return raise_argument("options", "must be a dictionary");
  if (!take_sim_options(dict, &options)) return NULL;
  return done_or_raise(rg_sim_change(self->sim, &options, &error), &error);
}

static PyObject *sim_options(PyObject *object, PyObject *unused) {
  (void)unused;
  return sim_options_dict(rg_sim_used_options(((Sim *)object)->sim));
}

/* --- state and inputs ------------------------------------------------------------------------------------------ */

#define D(name, count, width, writable)                                                            \
  { #name, offsetof(rg_data, name), offsetof(rg_model, count), width, writable }

const data_entry data_arrays[] = {D(qpos, nq, 1, 1),
                                  D(qvel, nv, 1, 1),
                                  D(ctrl, nactuator, 1, 1),
                                  D(act, nact, 1, 1),
                                  D(mocap_pos, nmocap, 3, 1),
                                  D(mocap_quat, nmocap, 4, 1),
                                  D(qfrc_applied, nv, 1, 1),
                                  D(xfrc_applied, nbody, 6, 1),
                                  D(xpos, nbody, 3, 0),
                                  D(xquat, nbody, 4, 0),
                                  D(xmat, nbody, 9, 0),
                                  D(xipos, nbody, 3, 0),
                                  D(ximat, nbody, 9, 0),
                                  D(xvel, nbody, 6, 0),
                                  D(xanchor, njoint, 3, 0),
                                  D(xaxis, njoint, 3, 0),
                                  D(geom_xpos, ngeom, 3, 0),
                                  D(geom_xmat, ngeom, 9, 0),
                                  D(site_xpos, nsite, 3, 0),
                                  D(site_xmat, nsite, 9, 0),
                                  D(tendon_length, ntendon, 1, 0),
                                  D(tendon_velocity, ntendon, 1, 0),
                                  D(qfrc_bias, nv, 1, 0),
                                  D(qfrc_passive, nv, 1, 0),
                                  D(qfrc_actuator, nv, 1, 0),
                                  D(qfrc_smooth, nv, 1, 0),
                                  D(qacc_smooth, nv, 1, 0),
                                  D(actuator_length, nactuator, 1, 0),
                                  D(actuator_velocity, nactuator, 1, 0),
                                  D(actuator_force, nactuator, 1, 0),
                                  D(act_dot, nact, 1, 0),
                                  D(sensordata, nsensordata, 1, 0),
                                  {0}};

shape data_shape(const data_entry *d, int count) {
  return d->width == 1   ? SHAPE1(count)
         : d->width == 9 ? SHAPE3(count, 3, 3)
                         : SHAPE2(count, d->width);
}

static PyObject *sim_arrays(PyObject *object, PyObject *unused) {
  (void)unused;
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  const char *data = (const char *)rg_sim_data(self->sim);
  PyObject *dict = PyDict_New();
  for (const data_entry *d = data_arrays; dict && d->name; d++) {
    int count = data_count(d, model);
    const void *address = *(void *const *)(data + d->offset);
    if (!put_item(dict, d->name, new_view(object, address, 'd', data_shape(d, count), d->writable)))
      Py_CLEAR(dict);
  }
  if (dict &&
      put_item(dict, "surface",
               new_view(object, rg_sim_surface(self->sim), 'd', SHAPE2(model->ngeom, 3), 1)) &&
      put_item(dict, "drive_velocity",
               new_view(object, rg_sim_drive_velocity(self->sim), 'd', SHAPE1(model->nv), 1)) &&
      put_item(dict, "drive_limit",
               new_view(object, rg_sim_drive_limit(self->sim), 'd', SHAPE1(model->nv), 1)))
    return dict;
  Py_XDECREF(dict);
  return NULL;
}

static PyObject *sim_time(PyObject *object, void *unused) {
  (void)unused;
  return PyFloat_FromDouble(rg_sim_data(((Sim *)object)->sim)->time);
}

static int sim_set_time(PyObject *object, PyObject *value, void *unused) {
  (void)unused;
  double time = value ? PyFloat_AsDouble(value) : (double)NAN;
  if (PyErr_Occurred() || !sim_is_free((Sim *)object)) return -1;
  if (!isfinite(time)) return raise_argument("time", "%g is not a finite number", time), -1;
  rg_sim_data(((Sim *)object)->sim)->time = time;
  return 0;
}

/* contacts of the last step as bytes */
static PyObject *sim_contacts(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_step_contact *contacts;
  rg_sim *sim = ((Sim *)object)->sim;
  if (!sim_is_free((Sim *)object)) return NULL;
  Py_ssize_t count = rg_sim_contacts(sim, &contacts);
  return new_view(object, contacts, 'b', SHAPE1(count * (Py_ssize_t)sizeof *contacts), 0);
}

static PyObject *sim_contacts_dt(PyObject *object, PyObject *unused) {
  (void)unused;
  return PyFloat_FromDouble(rg_sim_contacts_dt(((Sim *)object)->sim));
}

/* (wrench): nbody x 6, at the poses of now */
static PyObject *sim_wrenches(PyObject *object, PyObject *array) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  const rg_step_contact *contacts;
  Py_ssize_t size = model->nbody;
  double *wrench = array_numbers(array, "wrench", 'd', 6 * size, 1);
  if (!wrench || !sim_is_free(self)) return NULL;
  double *centre = PyMem_Malloc((size_t)size * 4 * sizeof *centre);
  if (!centre) return PyErr_NoMemory();
  int count = rg_sim_contacts(self->sim, &contacts);
  contact_wrenches(model, rg_sim_data(self->sim)->xipos, contacts, count,
                   rg_sim_contacts_dt(self->sim), centre, wrench);
  PyMem_Free(centre);
  Py_RETURN_NONE;
}

static PyObject *sim_report(PyObject *object, PyObject *unused) {
  (void)unused;
  return sim_is_free((Sim *)object) ? step_report_dict(rg_sim_report(((Sim *)object)->sim)) : NULL;
}

static PyObject *sim_certificate(PyObject *object, PyObject *unused) {
  (void)unused;
  return sim_is_free((Sim *)object)
             ? certificate_dict(&rg_sim_report(((Sim *)object)->sim)->certificate)
             : NULL;
}

static PyObject *sim_energy(PyObject *object, PyObject *unused) {
  (void)unused;
  return sim_is_free((Sim *)object) ? PyFloat_FromDouble(rg_sim_energy(((Sim *)object)->sim))
                                    : NULL;
}

static PyObject *sim_penetration(PyObject *object, PyObject *unused) {
  (void)unused;
  return sim_is_free((Sim *)object) ? PyFloat_FromDouble(rg_sim_penetration(((Sim *)object)->sim))
                                    : NULL;
}

static PyObject *sim_problem(PyObject *object, PyObject *global) {
  rg_sim *sim = ((Sim *)object)->sim;
  if (!sim_is_free((Sim *)object)) return NULL;
  const rg_problem *p = PyObject_IsTrue(global) ? rg_sim_problem_global(sim) : rg_sim_problem(sim);
  const double *impulse = rg_sim_impulse(sim);
  if (!p) Py_RETURN_NONE;
  PyObject *problem = problem_of_sim(p);
  if (!problem || !impulse) return problem ? Py_BuildValue("(NO)", problem, Py_None) : NULL;
  Py_ssize_t bytes = (Py_ssize_t)sizeof(double) * rg_problem_size(p);
  return Py_BuildValue("(Ny#)", problem, (const char *)impulse, bytes);
}

/* --- smooth motion at the state of now ---------------------------------------------------------------------------- */

static PyObject *sim_forward(PyObject *object, PyObject *unused) {
  (void)unused;
  Sim *self = (Sim *)object;
  if (!sim_is_free(self)) return NULL;
  rg_forward(self->model->model, rg_sim_data(self->sim));
  Py_RETURN_NONE;
}

/* sensors as a step would find them that has no contacts: at the start */
static PyObject *sim_sense(PyObject *object, PyObject *unused) {
  (void)unused;
  Sim *self = (Sim *)object;
  if (!sim_is_free(self)) return NULL;
  rg_sim_sense(self->sim);
  Py_RETURN_NONE;
}

static PyObject *sim_mass(PyObject *object, PyObject *out) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  rg_data *data = rg_sim_data(self->sim);
  double *M = array_numbers(out, "M", 'd', (Py_ssize_t)model->nv * model->nv, 1);
  if (!M || !sim_is_free(self)) return NULL;
  rg_kinematics(model, data);
  rg_mass(model, data);
  rg_mass_dense(model, data, M);
  Py_RETURN_NONE;
}

/* x = M^-1 x */
static PyObject *sim_mass_solve(PyObject *object, PyObject *vector) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  rg_data *data = rg_sim_data(self->sim);
  double *x = array_numbers(vector, "x", 'd', model->nv, 1);
  if (!x || !sim_is_free(self)) return NULL;
  rg_kinematics(model, data);
  rg_mass(model, data);
  rg_mass_solve_tree(model, data, x);
  Py_RETURN_NONE;
}

/* (qacc, force): force is filled with M qacc + bias */
static PyObject *sim_inverse(PyObject *object, PyObject *arguments) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  rg_data *data = rg_sim_data(self->sim);
  PyObject *in, *out;
  double *qacc, *force;
  if (!PyArg_ParseTuple(arguments, "OO", &in, &out) || !sim_is_free(self)) return NULL;
  if (!(qacc = array_numbers(in, "qacc", 'd', model->nv, 0))) return NULL;
  if (!(force = array_numbers(out, "force", 'd', model->nv, 1))) return NULL;
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  rg_inverse_dynamics(model, data, qacc, force);
  Py_RETURN_NONE;
}

static int body_is_there(const rg_model *model, int body) {
  if (body >= 0 && body < model->nbody) return 1;
  return raise_argument("body", "%d: the model has %d bodies", body, model->nbody), 0;
}

/* (body, point, linear, angular): the last two are filled, 3 x nv each */
static PyObject *sim_jacobian(PyObject *object, PyObject *arguments) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  PyObject *place, *first, *second;
  int body;
  double *point, *linear, *angular;
  if (!PyArg_ParseTuple(arguments, "iOOO", &body, &place, &first, &second) || !sim_is_free(self))
    return NULL;
  if (!body_is_there(model, body)) return NULL;
  if (!(point = array_numbers(place, "point", 'd', 3, 0))) return NULL;
  if (!(linear = array_numbers(first, "linear", 'd', 3 * (Py_ssize_t)model->nv, 1))) return NULL;
  if (!(angular = array_numbers(second, "angular", 'd', 3 * (Py_ssize_t)model->nv, 1))) return NULL;
  rg_kinematics(model, rg_sim_data(self->sim));
  rg_jacobian(model, rg_sim_data(self->sim), body, point, linear, angular);
  Py_RETURN_NONE;
}

static int osi_for(Sim *self, int nodes) {
  if (self->osi && self->osi_nodes >= nodes) return 1;
  rg_osi_free(self->osi);
  self->osi = rg_osi_new(self->model->model, nodes);
  self->osi_nodes = self->osi ? nodes : 0;
  if (!self->osi) PyErr_NoMemory();
  return self->osi != NULL;
}

static int fill_nodes(const rg_model *model, const int *body, const double *point, int nodes,
                      rg_node *node) {
  for (int k = 0; k < nodes; k++) {
    if (!body_is_there(model, body[k])) return 0;
    node[k].body = body[k];
    memcpy(node[k].point, point + 3 * k, sizeof node[k].point);
  }
  return 1;
}

/* (bodies, points, lambda): lambda is filled, 6 n x 6 n */
static PyObject *sim_osi(PyObject *object, PyObject *arguments) {
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  rg_data *data = rg_sim_data(self->sim);
  PyObject *which, *places, *out;
  if (!PyArg_ParseTuple(arguments, "OOO", &which, &places, &out) || !sim_is_free(self)) return NULL;
  Py_ssize_t n = array_count(which, "bodies");
  if (n < 1 || n > 10000)
    return n < 0 ? NULL : raise_argument("bodies", "must be 1 to 10000 of them");
  int nodes = (int)n, *body = array_numbers(which, "bodies", 'i', n, 0);
  double *point = body ? array_numbers(places, "points", 'd', 3 * n, 0) : NULL;
  double *lambda = point ? array_numbers(out, "lambda", 'd', 36 * n * n, 1) : NULL;
  rg_node *node = lambda ? PyMem_Malloc((size_t)n * sizeof *node) : NULL;
  if (!lambda || !node) return lambda ? PyErr_NoMemory() : NULL;
  rg_status status = RG_OK;
  int ready = fill_nodes(model, body, point, nodes, node) && osi_for(self, nodes);
  if (ready) {
    rg_kinematics(model, data);
    rg_mass(model, data);
    status = rg_osi_compute(self->osi, model, data, nodes, node, RG_OSI_AUTO, lambda);
  }
  PyMem_Free(node);
  if (!ready) return NULL;
  if (status != RG_OK)
    return raise_argument("operational_inertia", "a degree of freedom has no inertia, or the "
                                                 "state is not finite");
  Py_RETURN_NONE;
}

/* linear and angular momentum about the origin, centre of mass of everything */
static PyObject *sim_momentum(PyObject *object, PyObject *unused) {
  (void)unused;
  Sim *self = (Sim *)object;
  const rg_model *model = self->model->model;
  rg_data *data = rg_sim_data(self->sim);
  double p[3], l[3], com[3];
  if (!sim_is_free(self)) return NULL;
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  rg_momentum(model, data, p, l);
  rg_centre_of_mass(model, data, 0, com);
  return Py_BuildValue("(ddd)(ddd)(ddd)", p[0], p[1], p[2], l[0], l[1], l[2], com[0], com[1],
                       com[2]);
}

/* (threshold, qacc, force): both are filled; force has three numbers a contact of sim.contacts afterwards */
static PyObject *sim_frame(PyObject *object, PyObject *arguments) {
  Sim *self = (Sim *)object;
  PyObject *out;
  double threshold, *qacc;
  rg_frame_report report = {0};
  if (!PyArg_ParseTuple(arguments, "dO", &threshold, &out) || !sim_is_free(self)) return NULL;
  if (!(qacc = array_numbers(out, "qacc", 'd', self->model->model->nv, 1))) return NULL;
  rg_status status = rg_sim_frame(self->sim, threshold, qacc, NULL, &report);
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY) {
    rg_error error = {.status = status};
    memcpy(error.reason, report.reason, sizeof error.reason);
    return raise_error(status, &error);
  }
  return Py_BuildValue("{s:i,s:i,s:i,s:i,s:s,s:N}", "status", (int)status, "rolling",
                       report.rolling, "sliding", report.sliding, "iterations", report.iterations,
                       "reason", report.reason, "certificate",
                       certificate_dict(&report.certificate));
}

/* (overlap, loops, unexplained, explained, energy_first) -> (proved, text) */
static PyObject *sim_proved(PyObject *object, PyObject *arguments) {
  double overlap, loops, unexplained, kinetic, energy;
  char text[512];
  if (!PyArg_ParseTuple(arguments, "ddddd", &overlap, &loops, &unexplained, &kinetic, &energy))
    return NULL;
  rg_motion_bounds bounds = rg_motion_bounds_of(((Sim *)object)->model->model, kinetic, energy);
  int proved = rg_motion_proved(&bounds, overlap, loops, unexplained, text, sizeof text);
  return Py_BuildValue("(Ns)", PyBool_FromLong(proved), text);
}

static PyMethodDef sim_methods[] = {
    {"new", sim_new, METH_VARARGS | METH_STATIC, "(model, options)"},
    {"step", sim_step, METH_VARARGS, "(count, go_on)"},
    {"step1", sim_step1, METH_NOARGS, "one step"},
    {"reset", sim_reset, METH_O, "(key)"},
    {"settle", sim_settle, METH_NOARGS, "()"},
    {"save", sim_save, METH_O, "(path)"},
    {"load", sim_load, METH_O, "(path)"},
    {"change", sim_change, METH_O, "(options)"},
    {"options", sim_options, METH_NOARGS, "the options in use"},
    {"arrays", sim_arrays, METH_NOARGS, "views of all arrays by name"},
    {"contacts", sim_contacts, METH_NOARGS, "contacts of the last step"},
    {"contacts_dt", sim_contacts_dt, METH_NOARGS, "what their impulses act for"},
    {"wrenches", sim_wrenches, METH_O, "(wrench) of contacts on each body"},
    {"report", sim_report, METH_NOARGS, "of the last step"},
    {"certificate", sim_certificate, METH_NOARGS, "of the last step"},
    {"energy", sim_energy, METH_NOARGS, "kinetic and potential"},
    {"penetration", sim_penetration, METH_NOARGS, "deepest overlap"},
    {"problem", sim_problem, METH_O, "(global) of the last step with its impulses"},
    {"forward", sim_forward, METH_NOARGS, "all stages of smooth motion"},
    {"sense", sim_sense, METH_NOARGS, "all stages, then sensors"},
    {"mass", sim_mass, METH_O, "(M)"},
    {"mass_solve", sim_mass_solve, METH_O, "(x)"},
    {"inverse", sim_inverse, METH_VARARGS, "(qacc, force)"},
    {"jacobian", sim_jacobian, METH_VARARGS, "(body, point, linear, angular)"},
    {"osi", sim_osi, METH_VARARGS, "(bodies, points, lambda)"},
    {"momentum", sim_momentum, METH_NOARGS, "linear, angular, centre of mass"},
    {"frame", sim_frame, METH_VARARGS, "(threshold, qacc)"},
    {"proved", sim_proved, METH_VARARGS, "(overlap, loops, unexplained, kinetic, energy)"},
    {0}};
static PyGetSetDef sim_getters[] = {{"time", sim_time, sim_set_time, "s", NULL}, {0}};
static PyType_Slot sim_slots[] = {{Py_tp_dealloc, sim_free},
                                  {Py_tp_methods, sim_methods},
                                  {Py_tp_getset, sim_getters},
                                  {0, NULL}};
static PyType_Spec sim_spec = {"rigor._rigor.Sim", sizeof(Sim), 0, Py_TPFLAGS_DEFAULT, sim_slots};

int add_sim_type(PyObject *module) {
  return (sim_type = add_type(module, "Sim", &sim_spec)) != NULL;
}
