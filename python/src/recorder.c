/* A run that is remembered: a row of numbers a step, its contacts, and the page that shows it.

   Columns: those of `rigor run --csv`, then the certificate's residual, the deepest overlap and the status. */
#include "binding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* bytes that grow */
typedef struct store {
  char *bytes;
  size_t used, room;
} store;

/* what there is to say about all steps, recorded or not */
typedef struct sums {
  long long tried, unsolved;
  double residual, overlap, loops, kinetic, unexplained, unexplained_most, energy_first;
} sums;

typedef struct {
  PyObject_HEAD Sim *sim;
  rg_scene_page *page;
  rg_trajectory *trajectory;
  store rows, contacts;
  int keeps_contacts;
  long every;
  sums sums;
  rg_status failed; /* of a file or of memory */
  rg_error error;
} Recorder;

static PyTypeObject *recorder_type;

enum { REST = 5 + 15 + 3 /* time, energy to iterations; balance; residual, overlap, status */ };

static int columns_of(const rg_model *model) { return model->nq + model->nv + REST; }

/* --- steps, without the GIL ------------------------------------------------------------------------------------ */

/* room for `bytes` more; NULL where there is none */
static void *store_more(store *s, size_t bytes) {
  if (s->used + bytes > s->room) {
    size_t room = 2 * (s->used + bytes);
    char *moved = realloc(s->bytes, room);
    if (!moved) return NULL;
    s->bytes = moved;
    s->room = room;
  }
  s->used += bytes;
  return s->bytes + s->used - bytes;
}

static int no_memory(Recorder *self) {
  self->failed = rg_fail(&self->error, RG_NO_MEMORY, "record", "no memory is left for it");
  return 0;
}

static int keep_row(Recorder *self, const rg_step_report *r, double energy) {
  const rg_model *model = self->sim->model->model;
  const rg_data *data = rg_sim_data(self->sim->sim);
  const rg_step_balance none = {0}, *b = r ? &r->balance : &none;
  double *row = store_more(&self->rows, (size_t)columns_of(model) * sizeof *row);
  if (!row) return no_memory(self);
  *row++ = data->time;
  memcpy(row, data->qpos, (size_t)model->nq * sizeof *row);
  memcpy(row += model->nq, data->qvel, (size_t)model->nv * sizeof *row);
  const double rest[] = {energy,
                         r ? r->contacts : 0,
                         r ? r->certificate.natural_map : 0,
                         r ? r->iterations : 0,
                         b->kinetic,
                         b->potential,
                         b->gravity,
                         b->springs,
                         b->dampers,
                         b->actuators,
                         b->applied,
                         b->drives,
                         b->contacts,
                         b->friction,
                         b->limits,
                         b->dry_friction,
                         b->loops,
                         b->residual,
                         b->corrected,
                         r ? r->certificate.residual : 0,
                         r ? r->penetration : 0,
                         r ? (double)r->status : 0};
  memcpy(row + model->nv, rest, sizeof rest);
  return 1;
}

static int keep_contacts(Recorder *self, double time) {
  const rg_step_contact *contact;
  int count = rg_sim_contacts(self->sim->sim, &contact);
  double dt = rg_sim_contacts_dt(self->sim->sim);
  for (int k = 0; k < count; k++) {
    char *to = store_more(&self->contacts, sizeof time + sizeof dt + sizeof *contact);
    if (!to) return no_memory(self);
    memcpy(to, &time, sizeof time);
    memcpy(to + sizeof time, &dt, sizeof dt);
    memcpy(to + sizeof time + sizeof dt, contact + k, sizeof *contact);
  }
  return 1;
}

static int write_line(Recorder *self, const rg_step_report *r, double energy) {
  const rg_data *data = rg_sim_data(self->sim->sim);
  rg_trajectory_line line = {
      .time = data->time, .qpos = data->qpos, .qvel = data->qvel, .energy = energy};
  if (!self->trajectory) return 1;
  if (r) {
    line.contacts = r->contacts;
    line.natural_map = r->certificate.natural_map;
    line.iterations = r->iterations;
    line.balance = &r->balance;
  }
  self->failed = rg_trajectory_write(self->trajectory, &line, &self->error);
  return self->failed == RG_OK;
}

static void add_up(Recorder *self, const rg_step_report *r, rg_status status, int moved) {
  sums *s = &self->sums;
  s->tried++;
  s->unsolved += status != RG_SOLVED;
  s->residual = fmax(s->residual, r->certificate.residual);
  s->overlap = fmax(s->overlap, r->penetration);
  s->loops = fmax(s->loops, r->closure);
  if (!moved) return;
  double before = s->kinetic > 0 ? s->kinetic : r->balance.kinetic_before;
  s->kinetic = fmax(before, r->balance.explained); /* as far as it has an explanation */
  s->unexplained += r->balance.residual - r->balance.corrected;
  s->unexplained_most = fmax(s->unexplained_most, fabs(s->unexplained));
}

/* after each step; -1 where there must be no more */
static int remember(void *context, rg_status status) {
  Recorder *self = context;
  rg_sim *sim = self->sim->sim;
  const rg_step_report *r = rg_sim_report(sim);
  int moved = sim_can_go_on(sim, status);
  add_up(self, r, status, moved);
  if (self->page) self->failed = rg_scene_page_add(self->page, 0, sim, &self->error);
  if (self->failed) return -1;
  if (!moved || r->step % self->every != 0) return 0;
  double energy = rg_sim_energy(sim);
  if (!keep_row(self, r, energy) || !write_line(self, r, energy)) return -1;
  return !self->keeps_contacts || keep_contacts(self, r->time) ? 0 : -1;
}

/* (count, go_on) -> (status of the first step that was not solved, steps tried) */
static PyObject *recorder_step(PyObject *object, PyObject *arguments) {
  Recorder *self = (Recorder *)object;
  long long count, done = 0;
  int go_on;
  rg_status first = RG_SOLVED;
  if (!PyArg_ParseTuple(arguments, "Lp", &count, &go_on)) return NULL;
  int interrupted = sim_steps(self->sim, count, go_on, remember, self, &first, &done) < 0;
  if (interrupted) return NULL;
  if (self->failed) return raise_error(self->failed, &self->error);
  return Py_BuildValue("(iL)", (int)first, done);
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

/* `live`: it simulates as soon as it is opened; else where its button is pressed */
static int begin_page(Recorder *self, const char *title, const char *method, int live) {
  rg_scene_page_options options = rg_scene_page_options_default();
  options.title = title;
  self->failed = rg_scene_page_new(&self->page, self->sim->model->model, &options, &self->error);
  if (!self->failed)
    self->failed = rg_scene_page_begin(self->page, self->sim->sim, NULL, method, &self->error);
  if (!self->failed && (live || rg_has_scene_engine()))
    self->failed = rg_scene_page_engine(self->page, self->sim->sim, live, &self->error);
  return self->failed == RG_OK;
}

static int begin_file(Recorder *self, const char *path, int go_on, int *fresh) {
  double now = rg_sim_data(self->sim->sim)->time;
  long kept = 0;
  if (!path) return 1;
  self->failed = rg_trajectory_open(&self->trajectory, path, self->sim->model->model,
                                    go_on ? &now : NULL, &kept, &self->error);
  *fresh = kept == 0;
  return self->failed == RG_OK;
}

static int begin(Recorder *self, const char *title, const char *method, int live, const char *path,
                 int go_on) {
  int fresh = 1;
  self->sums.energy_first = rg_sim_energy(self->sim->sim);
  if ((title && !begin_page(self, title, method, live)) || !begin_file(self, path, go_on, &fresh))
    return 0;
  // lines that are there already end with this state
  if (fresh && !write_line(self, NULL, self->sums.energy_first)) return 0;
  return keep_row(self, NULL, self->sums.energy_first);
}

/* (sim, every, contacts, title or None: no page, method, whether the page simulates at once, csv or None, continue it) */
static PyObject *recorder_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  PyObject *place, *path = NULL;
  Sim *sim;
  const char *title, *method;
  long every;
  int contacts, live, go_on;
  if (!PyArg_ParseTuple(arguments, "O!lpzspOp", sim_type, &sim, &every, &contacts, &title, &method,
                        &live, &place, &go_on))
    return NULL;
  if (every < 1) return raise_argument("every", "%ld is not from 1 on", every);
  if (!sim_is_free(sim) || (place != Py_None && !(path = take_path(place)))) return NULL;
  Recorder *self = PyObject_New(Recorder, recorder_type);
  if (self) {
    memset((char *)self + offsetof(Recorder, sim), 0, sizeof *self - offsetof(Recorder, sim));
    Py_INCREF(sim);
    self->sim = sim;
    self->every = every;
    self->keeps_contacts = contacts;
    if (!begin(self, title, method, live, path ? PyBytes_AsString(path) : NULL, go_on)) {
      raise_error(self->failed, &self->error);
      Py_CLEAR(self);
    }
  }
  Py_XDECREF(path);
  return (PyObject *)self;
}

/* the file is whole; the page knows the end */
static PyObject *recorder_end(PyObject *object, PyObject *unused) {
  (void)unused;
  Recorder *self = (Recorder *)object;
  rg_error error = {0};
  if (!sim_is_free(self->sim)) return NULL;
  rg_status status = self->page ? rg_scene_page_end(self->page, 0, self->sim->sim, &error) : RG_OK;
  rg_status closed = rg_trajectory_close(self->trajectory, status == RG_OK ? &error : NULL);
  self->trajectory = NULL;
  self->sums.overlap = fmax(self->sums.overlap, rg_sim_penetration(self->sim->sim));
  if (status == RG_OK) status = closed;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static PyObject *recorder_flush(PyObject *object, PyObject *unused) {
  (void)unused;
  Recorder *self = (Recorder *)object;
  rg_error error = {0};
  rg_status status = self->trajectory ? rg_trajectory_flush(self->trajectory, &error) : RG_OK;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static void recorder_free(PyObject *object) {
  Recorder *self = (Recorder *)object;
  PyTypeObject *type = Py_TYPE(object);
  rg_trajectory_close(self->trajectory, NULL);
  rg_scene_page_free(self->page);
  free(self->rows.bytes);
  free(self->contacts.bytes);
  Py_DECREF(self->sim);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* --- what was remembered ----------------------------------------------------------------------------------------------- */

static PyObject *recorder_rows(PyObject *object, PyObject *unused) {
  (void)unused;
  const Recorder *self = (Recorder *)object;
  return Py_BuildValue("(iy#)", columns_of(self->sim->model->model), self->rows.bytes,
                       (Py_ssize_t)self->rows.used);
}

static PyObject *recorder_contacts(PyObject *object, PyObject *unused) {
  (void)unused;
  const Recorder *self = (Recorder *)object;
  return PyBytes_FromStringAndSize(self->contacts.bytes, (Py_ssize_t)self->contacts.used);
}

static PyObject *recorder_sums(PyObject *object, PyObject *unused) {
  (void)unused;
  const sums *s = &((Recorder *)object)->sums;
  return Py_BuildValue("{s:L,s:L,s:d,s:d,s:d,s:d,s:d,s:d}", "steps", s->tried, "unsolved",
                       s->unsolved, "residual", s->residual, "overlap", s->overlap, "loops",
                       s->loops, "kinetic", s->kinetic, "unexplained", s->unexplained_most,
                       "energy_first", s->energy_first);
}

static PyObject *recorder_html(PyObject *object, PyObject *place) {
  Recorder *self = (Recorder *)object;
  rg_error error = {0};
  if (!self->page) return raise_argument("html", "the run was recorded without a page");
  PyObject *path = take_path(place);
  if (!path) return NULL;
  rg_status status = rg_scene_page_write(self->page, PyBytes_AsString(path), &error);
  Py_DECREF(path);
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

/* (what or None: from the side, path, scale: 0 SVG) */
static PyObject *recorder_plot(PyObject *object, PyObject *arguments) {
  Recorder *self = (Recorder *)object;
  rg_error error = {0};
  PyObject *place, *path;
  const char *what;
  double scale;
  if (!PyArg_ParseTuple(arguments, "zOd", &what, &place, &scale)) return NULL;
  if (!self->page) return raise_argument("plot", "the run was recorded without a page");
  rg_plot *plot =
      what ? rg_scene_page_plot(self->page, what, &error) : rg_scene_page_side(self->page, &error);
  if (!plot) {
    if (what) return raise_argument("plot", "'%.60s' %.180s", what, error.reason);
    return raise_error(error.status, &error);
  }
  rg_status status = RG_NO_MEMORY;
  if ((path = take_path(place))) {
    const char *name = PyBytes_AsString(path);
    status = scale > 0 ? rg_plot_write_png(plot, name, scale, &error)
                       : rg_plot_write_svg(plot, name, &error);
  }
  rg_plot_free(plot);
  Py_XDECREF(path);
  if (status != RG_OK) return path ? raise_error(status, &error) : NULL;
  Py_RETURN_NONE;
}

static PyMethodDef recorder_methods[] = {
    {"new", recorder_new, METH_VARARGS | METH_STATIC,
     "(sim, every, contacts, title, method, csv, continue)"},
    {"step", recorder_step, METH_VARARGS, "(count, go_on)"},
    {"end", recorder_end, METH_NOARGS, "after the last step"},
    {"flush", recorder_flush, METH_NOARGS, "what was written reaches the file"},
    {"rows", recorder_rows, METH_NOARGS, "columns, bytes"},
    {"contacts", recorder_contacts, METH_NOARGS, "bytes"},
    {"sums", recorder_sums, METH_NOARGS, "over all steps"},
    {"html", recorder_html, METH_O, "(path)"},
    {"plot", recorder_plot, METH_VARARGS, "(what, path, scale)"},
    {0}};
static PyType_Slot recorder_slots[] = {
    {Py_tp_dealloc, recorder_free}, {Py_tp_methods, recorder_methods}, {0, NULL}};
static PyType_Spec recorder_spec = {"rigor._rigor.Recorder", sizeof(Recorder), 0,
                                    Py_TPFLAGS_DEFAULT, recorder_slots};

int add_recorder_type(PyObject *module) {
  return (recorder_type = add_type(module, "Recorder", &recorder_spec)) != NULL;
}
