/* Arrays in and out by NumPy's array interface (version 3): a dictionary with address, type and shape. */
#include "binding.h"

#include <stdint.h>
#include <string.h>

typedef struct {
  PyObject_HEAD PyObject *owner;
  const void *address;
  char type;
  shape shape;
  int writable;
} View;

PyTypeObject *view_type;

static const char *type_text(char type) {
  const int little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  switch (type) {
  case 'd': return little ? "<f8" : ">f8";
  case 'f': return little ? "<f4" : ">f4";
  case 'i': return little ? "<i4" : ">i4";
  default: return "|u1";
  }
}

PyObject *new_view(PyObject *owner, const void *address, char type, shape s, int writable) {
  static const double nothing; // an array without entries needs a place, too
  View *view = PyObject_New(View, view_type);
  if (!view) return NULL;
  Py_INCREF(owner);
  view->owner = owner;
  view->address = address ? address : &nothing;
  view->type = type;
  view->shape = s;
  view->writable = writable;
  return (PyObject *)view;
}

static void view_free(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Py_DECREF(((View *)object)->owner);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyObject *view_interface(PyObject *object, void *unused) {
  (void)unused;
  const View *view = (View *)object;
  PyObject *sizes = PyTuple_New(view->shape.dims);
  for (int k = 0; sizes && k < view->shape.dims; k++)
    PyTuple_SetItem(sizes, k, PyLong_FromSsize_t(view->shape.size[k]));
  if (!sizes) return NULL;
  return Py_BuildValue("{s:i,s:(NO),s:s,s:N}", "version", 3, "data",
                       PyLong_FromVoidPtr((void *)(uintptr_t)view->address),
                       view->writable ? Py_False : Py_True, "typestr", type_text(view->type),
                       "shape", sizes);
}

static PyGetSetDef view_getters[] = {
    {"__array_interface__", view_interface, NULL, "where the numbers are", NULL}, {0}};
static PyType_Slot view_slots[] = {
    {Py_tp_dealloc, view_free}, {Py_tp_getset, view_getters}, {0, NULL}};
static PyType_Spec view_spec = {"rigor._rigor.View", sizeof(View), 0, Py_TPFLAGS_DEFAULT,
                                view_slots};

int add_view_type(PyObject *module) {
  return (view_type = add_type(module, "View", &view_spec)) != NULL;
}

/* --- arrays of the caller --------------------------------------------------------------------------- */

static PyObject *interface_of(PyObject *array, const char *name) {
  PyObject *interface = PyObject_GetAttrString(array, "__array_interface__");
  if (!interface || !PyDict_Check(interface)) {
    Py_XDECREF(interface);
    PyErr_Clear();
    return raise_argument(name, "is not a NumPy array");
  }
  return interface;
}

static Py_ssize_t interface_count(PyObject *interface) {
  PyObject *sizes = PyDict_GetItemString(interface, "shape");
  Py_ssize_t count = 1;
  for (Py_ssize_t k = 0; sizes && k < PyTuple_Size(sizes); k++)
    count *= PyLong_AsSsize_t(PyTuple_GetItem(sizes, k));
  return sizes ? count : -1;
}

Py_ssize_t array_count(PyObject *array, const char *name) {
  PyObject *interface = interface_of(array, name);
  Py_ssize_t count = interface ? interface_count(interface) : -1;
  Py_XDECREF(interface);
  return count;
}

/* what is wrong with it, NULL: nothing */
static const char *complaint(PyObject *interface, char type, int writable) {
  PyObject *text = PyDict_GetItemString(interface, "typestr");
  PyObject *strides = PyDict_GetItemString(interface, "strides");
  PyObject *data = PyDict_GetItemString(interface, "data");
  if (!text || PyUnicode_CompareWithASCIIString(text, type_text(type)) != 0)
    return type == 'd' ? "must be an array of doubles" : "must be an array of 32-bit integers";
  if (strides && strides != Py_None) return "must be contiguous";
  if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2) return "has no memory of its own";
  if (writable && PyObject_IsTrue(PyTuple_GetItem(data, 1))) return "is not writable";
  return NULL;
}

void *array_numbers(PyObject *array, const char *name, char type, Py_ssize_t count, int writable) {
  PyObject *interface = interface_of(array, name);
  if (!interface) return NULL;
  const char *wrong = complaint(interface, type, writable);
  Py_ssize_t has = interface_count(interface);
  void *address = NULL;
  if (wrong) raise_argument(name, "%s", wrong);
  else if (has != count) raise_argument(name, "has %zd numbers, must be %zd", has, count);
  else address = PyLong_AsVoidPtr(PyTuple_GetItem(PyDict_GetItemString(interface, "data"), 0));
  Py_DECREF(interface);
  return address;
}

int optional_numbers(PyObject *array, const char *name, Py_ssize_t count, int writable,
                     double **numbers) {
  *numbers = array == Py_None ? NULL : array_numbers(array, name, 'd', count, writable);
  return *numbers || array == Py_None;
}
