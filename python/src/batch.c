/* Many simulations at once (rigor_batch): arrays over all of them as views, steps without the GIL. */
#include "binding.h"

#include <rigor/batch.h>

#include <stddef.h>
#include <string.h>

typedef struct {
  PyObject_HEAD Model *model; /* held */
  rg_batch *batch;
  rg_data *data; /* room for forward(); NULL: nobody asked */
  int busy;      /* 1: a thread computes with it, without the GIL */
} Batch;

static PyTypeObject *batch_type;

static int batch_is_free(const Batch *self) { return is_free(self->busy, "batch"); }

/* --- making and ending ------------------------------------------------------------------------------------ */

/* (model, count, backend, threads, certify, options) */
static PyObject *batch_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  Model *model;
  PyObject *dict;
  rg_batch_options options;
  rg_error error = {0};
  int count, threads;
  unsigned certify;
  const char *backend;
  if (!PyArg_ParseTuple(arguments, "O!isiIO!", model_type, &model, &count, &backend, &threads,
                        &certify, &PyDict_Type, &dict))
    return NULL;
  rg_status status = rg_batch_options_from_model(model->model, &options, &error);
  if (status != RG_OK) return raise_error(status, &error);
  if (!take_sim_options(dict, &options.sim)) return NULL;
  options.count = count;
  options.backend = backend;
  options.threads = threads;
  options.certify = certify;
  Batch *self = PyObject_New(Batch, batch_type);
  if (!self) return NULL;
  Py_INCREF(model);
  self->model = model;
  self->batch = NULL;
  self->data = NULL;
  self->busy = 0;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_batch_new(&self->batch, model->model, &options, &error);
  Py_END_ALLOW_THREADS;
  if (status == RG_OK) return (PyObject *)self;
  Py_DECREF(self);
  return raise_error(status, &error);
}

static void batch_free(PyObject *object) {
  Batch *self = (Batch *)object;
  PyTypeObject *type = Py_TYPE(object);
  rg_batch_free(self->batch);
  rg_data_free(self->data);
  Py_DECREF(self->model);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* --- stepping --------------------------------------------------------------------------------------------- */

/* what a condition in Python said, or the first exception that it raised */
typedef struct asking {
  Batch *self;
  PyObject *condition;
  trouble trouble;
} asking;

static PyObject *moment_tuple(const asking *a, const rg_batch_moment *m) {
  const rg_model *model = a->self->model->model;
  PyObject *owner = (PyObject *)a->self;
  return Py_BuildValue(
      "(idNNNi)", m->simulation, m->time, new_view(owner, m->qpos, 'd', SHAPE1(model->nq), 0),
      new_view(owner, m->qvel, 'd', SHAPE1(model->nv), 0),
      new_view(owner, m->sensordata, 'd', SHAPE1(model->nsensordata), 0), m->contacts);
}

/* on any thread of the batch; after an exception everything stops as soon as it can */
static int ask(void *context, const rg_batch_moment *moment) {
  asking *a = context;
  PyGILState_STATE state = PyGILState_Ensure();
  int stop = 1;
  if (!a->trouble.type) {
    PyObject *arguments = moment_tuple(a, moment);
    PyObject *answer = arguments ? PyObject_CallObject(a->condition, arguments) : NULL;
    stop = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    Py_XDECREF(arguments);
    if (stop < 0) trouble_keep(&a->trouble);
  }
  PyGILState_Release(state);
  return stop != 0;
}

/* Steps without the GIL; Ctrl-C ends them soon, and what was done stays. */
static PyObject *walk(Batch *self, int steps, PyObject *condition) {
  asking a = {.self = self, .condition = condition};
  rg_error error = {0};
  rg_status status;
  if (steps < 0) return raise_argument("n", "%d is negative", steps);
  if (!batch_is_free(self)) return NULL;
  self->busy = 1;
  compute_begin();
  Py_BEGIN_ALLOW_THREADS;
  status = condition ? rg_batch_step_until(self->batch, steps, ask, &a, &error)
                     : rg_batch_step(self->batch, steps, &error);
  Py_END_ALLOW_THREADS;
  compute_end();
  self->busy = 0;
  if (trouble_raise(&a.trouble)) return NULL;
  if (status == RG_LIMIT && answer_signals() < 0) return NULL;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static PyObject *batch_step(PyObject *object, PyObject *arguments) {
  int steps;
  if (!PyArg_ParseTuple(arguments, "i", &steps)) return NULL;
  return walk((Batch *)object, steps, NULL);
}

static PyObject *batch_step_until(PyObject *object, PyObject *arguments) {
  int steps;
  PyObject *condition;
  if (!PyArg_ParseTuple(arguments, "iO", &steps, &condition)) return NULL;
  if (!PyCallable_Check(condition)) return raise_argument("condition", "must be a function");
  return walk((Batch *)object, steps, condition);
}

/* (mask of bytes or None, key) */
static PyObject *batch_reset(PyObject *object, PyObject *arguments) {
  Batch *self = (Batch *)object;
  PyObject *which;
  rg_error error = {0};
  const char *mask = NULL;
  Py_ssize_t size = 0;
  int key;
  rg_status status;
  if (!PyArg_ParseTuple(arguments, "Oi", &which, &key) || !batch_is_free(self)) return NULL;
  if (which != Py_None && PyBytes_AsStringAndSize(which, (char **)&mask, &size) < 0) return NULL;
  if (mask && size != rg_batch_count(self->batch))
    return raise_argument("mask", "has %zd entries, must be %d", size, rg_batch_count(self->batch));
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_batch_reset(self->batch, (const unsigned char *)mask, key, &error);
  Py_END_ALLOW_THREADS;
  self->busy = 0;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

/* --- arrays ------------------------------------------------------------------------------------------------- */

static PyObject *batch_arrays(PyObject *object, PyObject *unused) {
  (void)unused;
  static const char *const name[RG_BATCH_ARRAYS] = {
      "time", "qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "sensordata"};
  Batch *self = (Batch *)object;
  int count = rg_batch_count(self->batch);
  PyObject *dict = PyDict_New();
  for (int k = 0; dict && k < RG_BATCH_ARRAYS; k++) {
    int width = 0, writable = k != RG_BATCH_SENSORDATA;
    double *values = rg_batch_values(self->batch, (rg_batch_array)k, &width);
    shape s = k == RG_BATCH_TIME           ? SHAPE1(count)
              : k == RG_BATCH_XFRC_APPLIED ? SHAPE3(count, width / 6, 6)
                                           : SHAPE2(count, values ? width : 0);
    if (!put_item(dict, name[k], new_view(object, values, 'd', s, writable))) Py_CLEAR(dict);
  }
  return dict;
}

/* kernels and cuda: sensors are read where somebody asks; within a condition they have been */
static PyObject *batch_sense(PyObject *object, PyObject *unused) {
  (void)unused;
  Batch *self = (Batch *)object;
  if (self->busy) Py_RETURN_NONE;
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS;
  (void)rg_batch_values(self->batch, RG_BATCH_SENSORDATA, NULL);
  Py_END_ALLOW_THREADS;
  self->busy = 0;
  Py_RETURN_NONE;
}

static PyObject *batch_parameter(PyObject *object, PyObject *name) {
  Batch *self = (Batch *)object;
  rg_error error = {0};
  int width = 0;
  const char *text = PyUnicode_Check(name) ? text_of(name) : NULL;
  if (!text) return raise_argument("parameter", "must be a name");
  if (!batch_is_free(self)) return NULL;
  double *values = rg_batch_parameter(self->batch, text, &width, &error);
  // a model may have nothing of the kind
  if (!values && error.status != RG_OK) return raise_error(error.status, &error);
  return new_view(object, values, 'd', SHAPE2(rg_batch_count(self->batch), values ? width : 0), 1);
}

/* results of all as bytes: see result_layout */
static PyObject *batch_results(PyObject *object, PyObject *unused) {
  (void)unused;
  Batch *self = (Batch *)object;
  Py_ssize_t bytes = rg_batch_count(self->batch) * (Py_ssize_t)sizeof(rg_batch_result);
  return new_view(object, rg_batch_results(self->batch), 'b', SHAPE1(bytes), 0);
}

static PyObject *batch_reason(PyObject *object, PyObject *arguments) {
  int index;
  if (!PyArg_ParseTuple(arguments, "i", &index) || !batch_is_free((Batch *)object)) return NULL;
  const char *text = rg_batch_reason(((Batch *)object)->batch, index);
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* contacts of the last step of one simulation as bytes */
static PyObject *batch_contacts(PyObject *object, PyObject *arguments) {
  const rg_step_contact *contacts = NULL;
  int index;
  if (!PyArg_ParseTuple(arguments, "i", &index) || !batch_is_free((Batch *)object)) return NULL;
  int count = rg_batch_contacts(((Batch *)object)->batch, index, &contacts);
  if (count < 0)
    return raise_argument("contacts", "the backend '%s' keeps none; 'threads' does",
                          rg_batch_backend(((Batch *)object)->batch));
  return new_view(object, contacts, 'b', SHAPE1((Py_ssize_t)count * (Py_ssize_t)sizeof *contacts),
                  0);
}

/* --- what follows from the states ---------------------------------------------------------------------- */

/* the model of one simulation: its own where parameters are */
static const rg_model *model_of(const Batch *self, int simulation) {
  const rg_sim *sim = rg_batch_sim(self->batch, simulation);
  return sim ? rg_sim_model(sim) : self->model->model;
}

static void give_values(rg_batch *batch, rg_batch_array array, int simulation, double *to) {
  int width = 0;
  const double *from = rg_batch_values(batch, array, &width);
  if (from && width)
    memcpy(to, from + (size_t)simulation * (size_t)width, (size_t)width * sizeof *to);
}

static void give_state(rg_batch *batch, int simulation, rg_data *data) {
  give_values(batch, RG_BATCH_TIME, simulation, &data->time);
  give_values(batch, RG_BATCH_QPOS, simulation, data->qpos);
  give_values(batch, RG_BATCH_QVEL, simulation, data->qvel);
  give_values(batch, RG_BATCH_ACT, simulation, data->act);
  give_values(batch, RG_BATCH_CTRL, simulation, data->ctrl);
  give_values(batch, RG_BATCH_QFRC_APPLIED, simulation, data->qfrc_applied);
  give_values(batch, RG_BATCH_XFRC_APPLIED, simulation, data->xfrc_applied);
}

/* arrays of a dictionary in the order of data_arrays, NULL: not wanted; 0 with an exception */
static int take_rows(const Batch *self, PyObject *dict, double **rows) {
  const rg_model *model = self->model->model;
  Py_ssize_t count = rg_batch_count(self->batch);
  for (int k = 0; data_arrays[k].name; k++) {
    const data_entry *d = &data_arrays[k];
    PyObject *array = PyDict_GetItemString(dict, d->name);
    Py_ssize_t numbers = count * data_count(d, model) * d->width;
    rows[k] = array ? array_numbers(array, d->name, 'd', numbers, 1) : NULL;
    if (array && !rows[k]) return 0;
  }
  return 1;
}

static void take_row(const data_entry *d, const rg_model *model, const rg_data *data,
                     int simulation, double *rows) {
  size_t numbers = (size_t)(data_count(d, model) * d->width);
  const double *from = *(double *const *)((const char *)data + d->offset);
  if (numbers) memcpy(rows + (size_t)simulation * numbers, from, numbers * sizeof *rows);
}

/* (arrays by name): rg_forward of every simulation at its state of now, without the GIL */
static PyObject *batch_forward(PyObject *object, PyObject *dict) {
  Batch *self = (Batch *)object;
  enum { MOST = 64 };
  double *rows[MOST];
  if (!PyDict_Check(dict)) return raise_argument("arrays", "must be a dictionary");
  if (!batch_is_free(self) || !take_rows(self, dict, rows)) return NULL;
  if (!self->data && !(self->data = rg_data_new(self->model->model))) return PyErr_NoMemory();
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS;
  for (int i = 0; i < rg_batch_count(self->batch); i++) {
    const rg_model *model = model_of(self, i);
    give_state(self->batch, i, self->data);
    rg_forward(model, self->data);
    for (int k = 0; data_arrays[k].name; k++)
      if (rows[k]) take_row(&data_arrays[k], model, self->data, i, rows[k]);
  }
  Py_END_ALLOW_THREADS;
  self->busy = 0;
  Py_RETURN_NONE;
}

/* what the impulses of the last step of a simulation act for; without a simulation of its own a step is never divided */
static double contacts_dt(const Batch *self, int simulation) {
  const rg_sim *sim = rg_batch_sim(self->batch, simulation);
  const rg_sim_options *used = &rg_batch_used_options(self->batch)->sim;
  return sim            ? rg_sim_contacts_dt(sim)
         : used->dt > 0 ? used->dt
                        : self->model->model->option.timestep;
}

/* {name: shape of one row} of what forward fills */
static PyObject *batch_shapes(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_model *model = ((Batch *)object)->model->model;
  PyObject *dict = PyDict_New();
  for (const data_entry *d = data_arrays; dict && d->name; d++) {
    const shape s = data_shape(d, data_count(d, model));
    PyObject *sizes = PyTuple_New(s.dims);
    for (int k = 0; sizes && k < s.dims; k++)
      PyTuple_SetItem(sizes, k, PyLong_FromSsize_t(s.size[k]));
    if (!put_item(dict, d->name, sizes)) Py_CLEAR(dict);
  }
  return dict;
}

/* (xipos, wrench): of contacts of the last step on each body, count x nbody x 6 */
static PyObject *batch_wrenches(PyObject *object, PyObject *arguments) {
  Batch *self = (Batch *)object;
  PyObject *first, *second;
  double *xipos, *wrench;
  const size_t nbody = (size_t)self->model->model->nbody;
  Py_ssize_t all = rg_batch_count(self->batch) * (Py_ssize_t)nbody;
  int least = 0;
  if (!PyArg_ParseTuple(arguments, "OO", &first, &second) || !batch_is_free(self) ||
      !(xipos = array_numbers(first, "xipos", 'd', 3 * all, 0)) ||
      !(wrench = array_numbers(second, "wrench", 'd', 6 * all, 1)))
    return NULL;
  double *centre = PyMem_Malloc(nbody * 4 * sizeof *centre);
  if (!centre) return PyErr_NoMemory();
  self->busy = 1;
  Py_BEGIN_ALLOW_THREADS;
  for (int i = 0; i < rg_batch_count(self->batch) && least >= 0; i++) {
    const rg_step_contact *contacts = NULL;
    least = rg_batch_contacts(self->batch, i, &contacts);
    contact_wrenches(model_of(self, i), xipos + 3 * nbody * (size_t)i, contacts, least,
                     contacts_dt(self, i), centre, wrench + 6 * nbody * (size_t)i);
  }
  Py_END_ALLOW_THREADS;
  self->busy = 0;
  PyMem_Free(centre);
  if (least < 0) return raise_argument("cfrc_ext", "the host could not repeat a step");
  Py_RETURN_NONE;
}

/* --- the rest ------------------------------------------------------------------------------------------------- */

static PyObject *batch_draw_controls(PyObject *object, PyObject *arguments) {
  unsigned long long seed;
  int hold;
  if (!PyArg_ParseTuple(arguments, "Ki", &seed, &hold) || !batch_is_free((Batch *)object))
    return NULL;
  if (hold < 0) return raise_argument("hold", "%d is negative", hold);
  rg_batch_draw_controls(((Batch *)object)->batch, seed, hold);
  Py_RETURN_NONE;
}

static PyObject *batch_facts(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_batch *batch = ((Batch *)object)->batch;
  return Py_BuildValue("{s:i,s:s,s:i,s:N}", "count", rg_batch_count(batch), "backend",
                       rg_batch_backend(batch), "threads", rg_batch_threads(batch), "options",
                       sim_options_dict(&rg_batch_used_options(batch)->sim));
}

static PyObject *batch_totals(PyObject *object, PyObject *unused) {
  (void)unused;
  if (!batch_is_free((Batch *)object)) return NULL;
  rg_batch_totals t = rg_batch_sum(((Batch *)object)->batch);
  PyObject *histogram = PyList_New(RG_BATCH_BINS);
  for (int k = 0; histogram && k < RG_BATCH_BINS; k++)
    PyList_SetItem(histogram, k, PyLong_FromLong(t.histogram[k]));
  if (!histogram) return NULL;
  return Py_BuildValue("{s:l,s:l,s:l,s:l,s:N,s:l,s:l,s:l,s:d,s:l,s:l,s:d,s:i}", "steps", t.steps,
                       "unsolved", t.unsolved, "contacts", t.contacts, "iterations", t.iterations,
                       "histogram", histogram, "slow", t.slow, "host", t.host, "certified",
                       t.certified, "certified_worst", t.certified_worst, "refuted", t.refuted,
                       "uncertified", t.uncertified, "worst", t.worst, "worst_at", t.worst_at);
}

PyObject *batch_result_layout(void) {
#define F(name, type)                                                                              \
  { #name, type, offsetof(rg_batch_result, name) }
  // NumPy's letters: "l" is a long of C
  static const struct {
    const char *name, *type;
    size_t offset;
  } field[] = {F(state, "i4"),      F(status, "i4"),     F(steps, "l"),         F(unsolved, "l"),
               F(residual, "f8"),   F(worst, "f8"),      F(penetration, "f8"),  F(contacts, "i4"),
               F(iterations, "i4"), F(contact_sum, "l"), F(iteration_sum, "l"), F(slow, "l"),
               F(host, "l")};
  enum { FIELDS = sizeof field / sizeof *field };
  PyObject *list = PyList_New(FIELDS);
  for (int k = 0; list && k < FIELDS; k++)
    PyList_SetItem(
        list, k, Py_BuildValue("(ssn)", field[k].name, field[k].type, (Py_ssize_t)field[k].offset));
  return list ? Py_BuildValue("(Nn)", list, (Py_ssize_t)sizeof(rg_batch_result)) : NULL;
}

/* texts until NULL as a list */
static PyObject *texts(const char *(*at)(int)) {
  PyObject *list = PyList_New(0);
  for (int k = 0; list && at(k); k++) {
    PyObject *one = PyUnicode_FromString(at(k));
    if (!one || PyList_Append(list, one) < 0) Py_CLEAR(list);
    Py_XDECREF(one);
  }
  return list;
}

PyObject *batch_names(void) {
  PyObject *backends = texts(rg_batch_backend_at), *parameters = texts(rg_batch_parameter_at);
  if (backends && parameters) return Py_BuildValue("(NN)", backends, parameters);
  Py_XDECREF(backends);
  Py_XDECREF(parameters);
  return NULL;
}

static PyMethodDef batch_methods[] = {
    {"new", batch_new, METH_VARARGS | METH_STATIC,
     "(model, count, backend, threads, certify, options)"},
    {"step", batch_step, METH_VARARGS, "(count)"},
    {"step_until", batch_step_until, METH_VARARGS, "(most, condition)"},
    {"reset", batch_reset, METH_VARARGS, "(mask, key)"},
    {"arrays", batch_arrays, METH_NOARGS, "views of all arrays by name"},
    {"sense", batch_sense, METH_NOARGS, "the array of sensors as of the last steps"},
    {"parameter", batch_parameter, METH_O, "(name)"},
    {"results", batch_results, METH_NOARGS, "of all simulations"},
    {"reason", batch_reason, METH_VARARGS, "(simulation)"},
    {"contacts", batch_contacts, METH_VARARGS, "(simulation)"},
    {"shapes", batch_shapes, METH_NOARGS, "of one row of what forward fills"},
    {"forward", batch_forward, METH_O, "(arrays by name) are filled"},
    {"wrenches", batch_wrenches, METH_VARARGS, "(xipos, wrench) of contacts on each body"},
    {"draw_controls", batch_draw_controls, METH_VARARGS, "(seed, hold)"},
    {"facts", batch_facts, METH_NOARGS, "count, backend, threads, options"},
    {"totals", batch_totals, METH_NOARGS, "since it was made"},
    {0}};
static PyType_Slot batch_slots[] = {
    {Py_tp_dealloc, batch_free}, {Py_tp_methods, batch_methods}, {0, NULL}};
static PyType_Spec batch_spec = {"rigor._rigor.Batch", sizeof(Batch), 0, Py_TPFLAGS_DEFAULT,
                                 batch_slots};

int add_batch_type(PyObject *module) {
  return (batch_type = add_type(module, "Batch", &batch_spec)) != NULL;
}
