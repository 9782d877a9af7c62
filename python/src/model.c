/* The compiled model: sizes, names, and its arrays as views that cannot be written. */
#include "binding.h"

#include <stddef.h>
#include <string.h>

PyTypeObject *model_type;

/* --- what there is ------------------------------------------------------------------------------------ */

#define N(what) offsetof(rg_model, what)

typedef struct size_entry {
  const char *name;
  size_t offset;
} size_entry;

static const size_entry sizes[] = {{"nq", N(nq)},
                                   {"nv", N(nv)},
                                   {"nbody", N(nbody)},
                                   {"njoint", N(njoint)},
                                   {"ngeom", N(ngeom)},
                                   {"nsite", N(nsite)},
                                   {"nmesh", N(nmesh)},
                                   {"nactuator", N(nactuator)},
                                   {"nequality", N(nequality)},
                                   {"npair", N(npair)},
                                   {"nexclude", N(nexclude)},
                                   {"nkey", N(nkey)},
                                   {"nsensor", N(nsensor)},
                                   {"nsensordata", N(nsensordata)},
                                   {"ntendon", N(ntendon)},
                                   {"nact", N(nact)},
                                   {"nhfield", N(nhfield)},
                                   {"nmocap", N(nmocap)},
                                   {0}};

typedef struct names_entry {
  const char *name;
  size_t offset, count;
} names_entry;

static const names_entry names[] = {{"body", N(body_name), N(nbody)},
                                    {"joint", N(joint_name), N(njoint)},
                                    {"geom", N(geom_name), N(ngeom)},
                                    {"site", N(site_name), N(nsite)},
                                    {"mesh", N(mesh_name), N(nmesh)},
                                    {"hfield", N(hfield_name), N(nhfield)},
                                    {"actuator", N(actuator_name), N(nactuator)},
                                    {"equality", N(equality_name), N(nequality)},
                                    {"tendon", N(tendon_name), N(ntendon)},
                                    {"key", N(key_name), N(nkey)},
                                    {"sensor", N(sensor_name), N(nsensor)},
                                    {0}};

typedef struct array_entry {
  const char *name;
  char type;
  size_t offset, count; /* of the pointer; of the number of entries */
  int width;            /* numbers an entry; 0: as the size at `columns` says */
  size_t columns;
} array_entry;

#define A(name, type, count, width)                                                                \
  { #name, type, N(name), N(count), width, 0 }
#define BODY(name, type, width)     A(body_##name, type, nbody, width)
#define JOINT(name, type, width)    A(joint_##name, type, njoint, width)
#define GEOM(name, type, width)     A(geom_##name, type, ngeom, width)
#define TENDON(name, type, width)   A(tendon_##name, type, ntendon, width)
#define ACTUATOR(name, type, width) A(actuator_##name, type, nactuator, width)
#define EQUALITY(name, type, width) A(equality_##name, type, nequality, width)
#define SENSOR(name)                A(sensor_##name, 'i', nsensor, 1)
#define KEY(name, size)                                                                            \
  { "key_" #name, 'd', N(key_##name), N(nkey), 0, N(size) }

static const array_entry arrays[] = {BODY(parent, 'i', 1),
                                     BODY(root, 'i', 1),
                                     BODY(weld, 'i', 1),
                                     BODY(joint, 'i', 1),
                                     BODY(njoint, 'i', 1),
                                     BODY(dof, 'i', 1),
                                     BODY(ndof, 'i', 1),
                                     BODY(geom, 'i', 1),
                                     BODY(ngeom, 'i', 1),
                                     BODY(pos, 'd', 3),
                                     BODY(quat, 'd', 4),
                                     BODY(ipos, 'd', 3),
                                     BODY(iquat, 'd', 4),
                                     BODY(mass, 'd', 1),
                                     BODY(inertia, 'd', 3),
                                     BODY(gravcomp, 'd', 1),
                                     BODY(mocap, 'i', 1),
                                     JOINT(type, 'i', 1),
                                     JOINT(body, 'i', 1),
                                     JOINT(qpos, 'i', 1),
                                     JOINT(dof, 'i', 1),
                                     JOINT(pos, 'd', 3),
                                     JOINT(axis, 'd', 3),
                                     JOINT(limited, 'i', 1),
                                     JOINT(range, 'd', 2),
                                     JOINT(margin, 'd', 1),
                                     JOINT(stiffness, 'd', 1),
                                     A(dof_body, 'i', nv, 1),
                                     A(dof_joint, 'i', nv, 1),
                                     A(dof_parent, 'i', nv, 1),
                                     A(dof_armature, 'd', nv, 1),
                                     A(dof_damping, 'd', nv, 1),
                                     A(dof_frictionloss, 'd', nv, 1),
                                     A(qpos0, 'd', nq, 1),
                                     A(qpos_spring, 'd', nq, 1),
                                     GEOM(type, 'i', 1),
                                     GEOM(body, 'i', 1),
                                     GEOM(mesh, 'i', 1),
                                     GEOM(hfield, 'i', 1),
                                     GEOM(contype, 'i', 1),
                                     GEOM(conaffinity, 'i', 1),
                                     GEOM(condim, 'i', 1),
                                     GEOM(priority, 'i', 1),
                                     GEOM(group, 'i', 1),
                                     GEOM(pos, 'd', 3),
                                     GEOM(quat, 'd', 4),
                                     GEOM(size, 'd', 3),
                                     GEOM(friction, 'd', 3),
                                     GEOM(margin, 'd', 1),
                                     GEOM(gap, 'd', 1),
                                     GEOM(radius, 'd', 1),
                                     GEOM(rgba, 'f', 4),
                                     A(site_body, 'i', nsite, 1),
                                     A(site_pos, 'd', nsite, 3),
                                     A(site_quat, 'd', nsite, 4),
                                     A(site_type, 'i', nsite, 1),
                                     A(site_size, 'd', nsite, 3),
                                     A(mesh_vertex, 'i', nmesh, 1),
                                     A(mesh_nvertex, 'i', nmesh, 1),
                                     A(mesh_face, 'i', nmesh, 1),
                                     A(mesh_nface, 'i', nmesh, 1),
                                     EQUALITY(type, 'i', 1),
                                     EQUALITY(active, 'i', 1),
                                     EQUALITY(object1, 'i', 1),
                                     EQUALITY(object2, 'i', 1),
                                     EQUALITY(data, 'd', 11),
                                     TENDON(limited, 'i', 1),
                                     TENDON(range, 'd', 2),
                                     TENDON(stiffness, 'd', 1),
                                     TENDON(damping, 'd', 1),
                                     TENDON(frictionloss, 'd', 1),
                                     TENDON(springlength, 'd', 2),
                                     TENDON(length0, 'd', 1),
                                     ACTUATOR(transmission, 'i', 1),
                                     ACTUATOR(joint, 'i', 1),
                                     ACTUATOR(tendon, 'i', 1),
                                     ACTUATOR(site, 'i', 1),
                                     ACTUATOR(gear, 'd', 6),
                                     ACTUATOR(gain, 'd', 1),
                                     ACTUATOR(bias, 'd', 3),
                                     ACTUATOR(act, 'i', 1),
                                     ACTUATOR(muscle, 'i', 1),
                                     ACTUATOR(ctrllimited, 'i', 1),
                                     ACTUATOR(ctrlrange, 'd', 2),
                                     ACTUATOR(forcelimited, 'i', 1),
                                     ACTUATOR(forcerange, 'd', 2),
                                     A(key_time, 'd', nkey, 1),
                                     KEY(qpos, nq),
                                     KEY(qvel, nv),
                                     KEY(ctrl, nactuator),
                                     KEY(act, nact),
                                     SENSOR(type),
                                     SENSOR(object_type),
                                     SENSOR(object),
                                     SENSOR(start),
                                     SENSOR(size),
                                     {0}};

static int int_at(const rg_model *model, size_t offset) {
  return *(const int *)((const char *)model + offset);
}
static const void *pointer_at(const rg_model *model, size_t offset) {
  return *(void *const *)((const char *)model + offset);
}

/* --- making and ending ---------------------------------------------------------------------------------- */

/* takes the list of texts apart; `keep` holds what the pointers show */
static int take_folders(PyObject *list, const char **folder, int most, PyObject **keep) {
  *keep = PyList_New(0);
  Py_ssize_t count = list == Py_None ? 0 : PySequence_Size(list);
  if (!*keep || count < 0) return 0;
  if (count > most) return raise_argument("package_path", "has more than %d folders", most), 0;
  for (Py_ssize_t k = 0; k < count; k++) {
    PyObject *item = PySequence_GetItem(list, k), *path = item ? take_path(item) : NULL;
    Py_XDECREF(item);
    int failed = !path || PyList_Append(*keep, path) < 0;
    if (!failed) folder[k] = PyBytes_AsString(path); // the list has it, too
    Py_XDECREF(path);
    if (failed) return 0;
  }
  folder[count] = NULL;
  return 1;
}

static PyObject *wrap_model(rg_model *model) {
  Model *self = PyObject_New(Model, model_type);
  if (self) self->model = model;
  else rg_model_free(model);
  return (PyObject *)self;
}

/* (path or text, is_text, lenient, folders) */
static PyObject *model_read(PyObject *unused, PyObject *arguments) {
  enum { FOLDERS = 64 };
  (void)unused;
  PyObject *source, *folders, *keep = NULL, *path = NULL, *made = NULL;
  const char *folder[FOLDERS + 1];
  int is_text, lenient;
  Py_ssize_t size = 0;
  rg_model *model = NULL;
  rg_error error = {0};
  rg_status status;
  if (!PyArg_ParseTuple(arguments, "OppO", &source, &is_text, &lenient, &folders)) return NULL;
  const char *text = NULL;
  if (is_text) text = PyArg_Parse(source, "s#", &text, &size) ? text : NULL;
  else if ((path = take_path(source))) text = PyBytes_AsString(path);
  if (text && take_folders(folders, folder, FOLDERS, &keep)) {
    rg_load_options options = {.lenient = lenient, .package_path = folder};
    Py_BEGIN_ALLOW_THREADS;
    status = is_text ? rg_model_parse(&model, text, (size_t)size, &options, &error)
                     : rg_model_load(&model, text, &options, &error);
    Py_END_ALLOW_THREADS;
    made = status == RG_OK ? wrap_model(model) : raise_error(status, &error);
  }
  Py_XDECREF(keep);
  Py_XDECREF(path);
  return made;
}

static void model_free(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  rg_model_free(((Model *)object)->model);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* --- looking -------------------------------------------------------------------------------------------- */

static PyObject *model_sizes(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_model *model = ((Model *)object)->model;
  PyObject *dict = PyDict_New();
  for (const size_entry *s = sizes; dict && s->name; s++)
    if (!put_item(dict, s->name, PyLong_FromLong(int_at(model, s->offset)))) Py_CLEAR(dict);
  return dict;
}

static PyObject *text_tuple(const char *const *text, int count) {
  PyObject *tuple = PyTuple_New(count);
  for (int k = 0; tuple && k < count; k++) {
    const char *one = text[k] ? text[k] : "";
    PyObject *item = PyUnicode_DecodeUTF8(one, (Py_ssize_t)strlen(one), "replace");
    if (item) PyTuple_SetItem(tuple, k, item);
    else Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *model_names(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_model *model = ((Model *)object)->model;
  PyObject *dict = PyDict_New();
  for (const names_entry *n = names; dict && n->name; n++)
    if (!put_item(dict, n->name, text_tuple(pointer_at(model, n->offset), int_at(model, n->count))))
      Py_CLEAR(dict);
  return dict;
}

static PyObject *model_arrays(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_model *model = ((Model *)object)->model;
  PyObject *dict = PyDict_New();
  for (const array_entry *a = arrays; dict && a->name; a++) {
    int count = int_at(model, a->count), width = a->width ? a->width : int_at(model, a->columns);
    shape s = a->width == 1 ? SHAPE1(count) : SHAPE2(count, width);
    if (!put_item(dict, a->name, new_view(object, pointer_at(model, a->offset), a->type, s, 0)))
      Py_CLEAR(dict);
  }
  return dict;
}

static PyObject *model_facts(PyObject *object, PyObject *unused) {
  (void)unused;
  const rg_model *m = ((Model *)object)->model;
  const rg_model_option *o = &m->option;
  return Py_BuildValue("{s:s,s:d,s:(ddd),s:d,s:d,s:(ddd),s:i,s:N}", "name", m->name ? m->name : "",
                       "timestep", o->timestep, "gravity", o->gravity[0], o->gravity[1],
                       o->gravity[2], "density", o->density, "viscosity", o->viscosity, "wind",
                       o->wind[0], o->wind[1], o->wind[2], "contact_dim",
                       rg_model_contact_dim(m, NULL, 0), "notices",
                       text_tuple((const char *const *)m->notice, m->nnotice));
}

static PyObject *model_save(PyObject *object, PyObject *place) {
  rg_error error = {0};
  PyObject *path = take_path(place);
  if (!path) return NULL;
  rg_status status = rg_model_save(((Model *)object)->model, PyBytes_AsString(path), &error);
  Py_DECREF(path);
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

/* (qpos, v, dt): qpos in place */
static PyObject *model_integrate(PyObject *object, PyObject *arguments) {
  const rg_model *m = ((Model *)object)->model;
  PyObject *positions, *velocities;
  double dt, *qpos, *v;
  if (!PyArg_ParseTuple(arguments, "OOd", &positions, &velocities, &dt)) return NULL;
  if (!(qpos = array_numbers(positions, "qpos", 'd', m->nq, 1))) return NULL;
  if (!(v = array_numbers(velocities, "v", 'd', m->nv, 0))) return NULL;
  rg_integrate_position(m, qpos, v, dt);
  Py_RETURN_NONE;
}

/* (qpos1, qpos2, dt, v): v is filled */
static PyObject *model_difference(PyObject *object, PyObject *arguments) {
  const rg_model *m = ((Model *)object)->model;
  PyObject *from, *to, *out;
  double dt, *qpos1, *qpos2, *v;
  if (!PyArg_ParseTuple(arguments, "OOdO", &from, &to, &dt, &out)) return NULL;
  if (!(qpos1 = array_numbers(from, "qpos1", 'd', m->nq, 0))) return NULL;
  if (!(qpos2 = array_numbers(to, "qpos2", 'd', m->nq, 0))) return NULL;
  if (!(v = array_numbers(out, "v", 'd', m->nv, 1))) return NULL;
  rg_difference_position(m, qpos1, qpos2, dt, v);
  Py_RETURN_NONE;
}

static PyMethodDef model_methods[] = {
    {"read", model_read, METH_VARARGS | METH_STATIC, "(source, is_text, lenient, folders)"},
    {"sizes", model_sizes, METH_NOARGS, "numbers of things by name"},
    {"names", model_names, METH_NOARGS, "names of things by kind"},
    {"arrays", model_arrays, METH_NOARGS, "views of all arrays by name"},
    {"facts", model_facts, METH_NOARGS, "name, options, notices"},
    {"save", model_save, METH_O, "(path): as MJCF"},
    {"integrate", model_integrate, METH_VARARGS, "(qpos, v, dt)"},
    {"difference", model_difference, METH_VARARGS, "(qpos1, qpos2, dt, v)"},
    {0}};
static PyType_Slot model_slots[] = {
    {Py_tp_dealloc, model_free}, {Py_tp_methods, model_methods}, {0, NULL}};
static PyType_Spec model_spec = {"rigor._rigor.Model", sizeof(Model), 0, Py_TPFLAGS_DEFAULT,
                                 model_slots};

int add_model_type(PyObject *module) {
  return (model_type = add_type(module, "Model", &model_spec)) != NULL;
}
