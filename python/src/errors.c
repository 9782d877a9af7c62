/* From a status of the library to an exception: the classes are in rigor/errors.py. */
#include "binding.h"

#include <stdarg.h>
#include <stdio.h>

PyObject *raise_error(rg_status status, const rg_error *error) {
  static const rg_error nothing;
  const rg_error *e = error ? error : &nothing;
  PyErr_Clear(); // what led here is said in words of ours
  PyObject *module = PyImport_ImportModule("rigor.errors"), *made = NULL;
  if (!module) return NULL;
  // text of files and elements may be cut in the middle of a character
  PyObject *file = PyUnicode_DecodeUTF8(e->file, (Py_ssize_t)strlen(e->file), "replace");
  PyObject *element = PyUnicode_DecodeUTF8(e->element, (Py_ssize_t)strlen(e->element), "replace");
  PyObject *reason = PyUnicode_DecodeUTF8(e->reason, (Py_ssize_t)strlen(e->reason), "replace");
  if (file && element && reason)
    made = PyObject_CallMethod(module, "make", "iOiiOO", (int)status, file, e->line, e->column,
                               element, reason);
  if (made) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
  Py_XDECREF(made);
  Py_XDECREF(file);
  Py_XDECREF(element);
  Py_XDECREF(reason);
  Py_DECREF(module);
  return NULL;
}

PyObject *raise_argument(const char *name, const char *format, ...) {
  rg_error error = {.status = RG_BAD_INPUT};
  va_list list;
  snprintf(error.element, sizeof error.element, "%s", name);
  va_start(list, format);
  vsnprintf(error.reason, sizeof error.reason, format, list);
  va_end(list);
  return raise_error(RG_BAD_INPUT, &error);
}
