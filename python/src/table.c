/* Tables of comma-separated lines, written whole: contacts and sensors of a run. */
#include "binding.h"

typedef struct {
  PyObject_HEAD rg_table *table;
} Table;

static PyTypeObject *table_type;

/* (path, header, longest line in bytes, time after which it is continued or None) -> (table, lines kept) */
static PyObject *table_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  PyObject *place, *last;
  const char *header;
  Py_ssize_t longest;
  rg_error error = {0};
  long kept = 0;
  if (!PyArg_ParseTuple(arguments, "OsnO", &place, &header, &longest, &last)) return NULL;
  double after = last == Py_None ? 0 : PyFloat_AsDouble(last);
  if (PyErr_Occurred()) return NULL;
  PyObject *path = take_path(place);
  Table *self = path ? PyObject_New(Table, table_type) : NULL;
  if (!self) {
    Py_XDECREF(path);
    return NULL;
  }
  rg_status status = rg_table_open(&self->table, PyBytes_AsString(path), header, (size_t)longest,
                                   last == Py_None ? NULL : &after, &kept, &error);
  Py_DECREF(path);
  if (status == RG_OK) return Py_BuildValue("(Nl)", self, kept);
  Py_DECREF(self);
  return raise_error(status, &error);
}

static PyObject *not_open(void) { return raise_argument("table", "is closed already"); }

/* one line: texts and numbers */
static PyObject *table_line(PyObject *object, PyObject *list) {
  rg_table *table = ((Table *)object)->table;
  rg_error error = {0};
  Py_ssize_t count = PySequence_Size(list);
  if (!table) return not_open();
  for (Py_ssize_t k = 0; k < count; k++) {
    PyObject *item = PySequence_GetItem(list, k);
    const char *text = item && PyUnicode_Check(item) ? text_of(item) : NULL;
    double number = item && !text ? PyFloat_AsDouble(item) : 0;
    if (!PyErr_Occurred()) {
      if (text) rg_table_text(table, text);
      else rg_table_reals(table, &number, 1);
    }
    Py_XDECREF(item);
    if (PyErr_Occurred()) return NULL;
  }
  rg_status status = rg_table_end(table, &error);
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static PyObject *table_flush(PyObject *object, PyObject *unused) {
  (void)unused;
  rg_error error = {0};
  if (!((Table *)object)->table) return not_open();
  rg_status status = rg_table_flush(((Table *)object)->table, &error);
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static PyObject *table_close(PyObject *object, PyObject *unused) {
  (void)unused;
  Table *self = (Table *)object;
  rg_error error = {0};
  rg_status status = rg_table_close(self->table, &error);
  self->table = NULL;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}

static void table_free(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  rg_table_close(((Table *)object)->table, NULL);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyMethodDef table_methods[] = {
    {"new", table_new, METH_VARARGS | METH_STATIC, "(path, header, longest, after)"},
    {"line", table_line, METH_O, "(fields)"},
    {"flush", table_flush, METH_NOARGS, "what was written reaches the file"},
    {"close", table_close, METH_NOARGS, "the end"},
    {0}};
static PyType_Slot table_slots[] = {
    {Py_tp_dealloc, table_free}, {Py_tp_methods, table_methods}, {0, NULL}};
static PyType_Spec table_spec = {"rigor._rigor.Table", sizeof(Table), 0, Py_TPFLAGS_DEFAULT,
                                 table_slots};

int add_table_type(PyObject *module) {
  return (table_type = add_type(module, "Table", &table_spec)) != NULL;
}
