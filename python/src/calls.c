/* Functions of a caller's own that the library calls: numbers in as bytes, an array of numbers back. The first exception
   of any of them is kept until the library has returned, and comes before what the library says. */
#include "binding.h"

#include <string.h>

void trouble_keep(trouble *t) { PyErr_Fetch(&t->type, &t->value, &t->trace); }

int trouble_raise(trouble *t) {
  if (!t->type) return 0;
  PyErr_Restore(t->type, t->value, t->trace);
  *t = (trouble){0};
  return 1;
}

void trouble_drop(trouble *t) {
  Py_XDECREF(t->type);
  Py_XDECREF(t->value);
  Py_XDECREF(t->trace);
  *t = (trouble){0};
}

int call_for_numbers(PyObject *function, const char *name, const double *x, Py_ssize_t count,
                     double *y, Py_ssize_t answers, trouble *t) {
  PyGILState_STATE state = PyGILState_Ensure();
  int done = 0;
  if (!t->type) {
    PyObject *answer =
        PyObject_CallFunction(function, "y#", (const char *)x, count * (Py_ssize_t)sizeof *x);
    const double *numbers = answer ? array_numbers(answer, name, 'd', answers, 0) : NULL;
    done = numbers != NULL;
    if (done) memcpy(y, numbers, (size_t)answers * sizeof *y);
    else trouble_keep(t);
    Py_XDECREF(answer);
  }
  PyGILState_Release(state);
  return done;
}
