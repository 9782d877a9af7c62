/* Plots of anything: lines over a common axis, by the library of reports. */
#include "binding.h"

/* (name, x, y) */
static int add_line(rg_plot *plot, PyObject *item) {
  const char *name;
  PyObject *first, *second;
  if (!PyArg_ParseTuple(item, "zOO", &name, &first, &second)) return 0;
  Py_ssize_t n = array_count(first, "x");
  if (n < 0 || n > INT_MAX) return n < 0 ? 0 : (raise_argument("x", "has too many numbers"), 0);
  const double *x = array_numbers(first, "x", 'd', n, 0);
  const double *y = x ? array_numbers(second, "y", 'd', n, 0) : NULL;
  if (!y) return 0;
  rg_plot_series(plot, name, RG_SERIES_LINE, (int)n, x, y);
  return 1;
}

static int add_lines(rg_plot *plot, PyObject *lines) {
  Py_ssize_t count = PySequence_Size(lines);
  for (Py_ssize_t k = 0; k < count; k++) {
    PyObject *item = PySequence_GetItem(lines, k);
    int added = item && add_line(plot, item);
    Py_XDECREF(item);
    if (!added) return 0;
  }
  return count >= 0;
}

PyObject *draw(PyObject *unused, PyObject *arguments) {
  (void)unused;
  const char *title, *x_label, *y_label;
  PyObject *lines, *place, *path = NULL;
  double scale;
  int logarithmic;
  rg_error error = {0};
  if (!PyArg_ParseTuple(arguments, "sssOOdp", &title, &x_label, &y_label, &lines, &place, &scale,
                        &logarithmic))
    return NULL;
  rg_plot *plot = rg_plot_new(title, x_label, y_label);
  rg_plot_log(plot, 0, logarithmic);
  int ready = add_lines(plot, lines) && (path = take_path(place));
  rg_status status = RG_OK;
  if (ready && scale > 0) status = rg_plot_write_png(plot, PyBytes_AsString(path), scale, &error);
  else if (ready) status = rg_plot_write_svg(plot, PyBytes_AsString(path), &error);
  rg_plot_free(plot);
  Py_XDECREF(path);
  if (!ready) return NULL;
  if (status != RG_OK) return raise_error(status, &error);
  Py_RETURN_NONE;
}
