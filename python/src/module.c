/* The extension rigor._rigor: a thin layer over the public functions of the library, for the classes beside it. */
#include "binding.h"

PyTypeObject *add_type(PyObject *module, const char *name, PyType_Spec *spec) {
  PyObject *type = PyType_FromSpec(spec);
  if (!type) return NULL;
  // made by functions of this module only: an object without its struct would be empty
  PyObject_SetAttrString(type, "__new__", Py_None);
  Py_INCREF(type);
  if (PyErr_Occurred() || PyModule_AddObject(module, name, type) < 0) {
    Py_DECREF(type);
    return NULL;
  }
  return (PyTypeObject *)type;
}

int put_item(PyObject *dict, const char *name, PyObject *value) {
  int failed = !value || PyDict_SetItemString(dict, name, value) < 0;
  Py_XDECREF(value);
  return !failed;
}

int is_free(int busy, const char *what) {
  if (!busy) return 1;
  PyErr_Format(PyExc_RuntimeError, "another thread computes with this %s: one %s a thread", what,
               what);
  return 0;
}

const char *text_of(PyObject *text) {
  const char *bytes = NULL;
  return PyArg_Parse(text, "s", &bytes) ? bytes : NULL;
}

PyObject *take_path(PyObject *path) {
  PyObject *bytes = NULL;
  if (PyUnicode_FSConverter(path, &bytes)) return bytes;
  if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError))
    return NULL;
  PyErr_Clear();
  return raise_argument("path", "must be the name of a file: text, bytes or a path");
}

static PyObject *version(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return PyUnicode_FromString(rg_version());
}

static PyObject *settings_list(const rg_solver_setting_info *info) {
  PyObject *list = PyList_New(0);
  for (; list && info && info->name; info++) {
    PyObject *one = Py_BuildValue("{s:s,s:s,s:d,s:d,s:d}", "name", info->name, "text", info->text,
                                  "usual", info->usual, "least", info->least, "most", info->most);
    if (!one || PyList_Append(list, one) < 0) Py_CLEAR(list);
    Py_XDECREF(one);
  }
  return list;
}

static PyObject *solvers(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  PyObject *list = PyList_New(rg_solver_count());
  for (int k = 0; list && k < rg_solver_count(); k++) {
    const rg_solver_info *s = rg_solver_at(k);
    PyList_SetItem(list, k,
                   Py_BuildValue("{s:s,s:s,s:s,s:s,s:N}", "name", s->name, "summary", s->summary,
                                 "source", s->source, "when", s->when, "settings",
                                 settings_list(s->settings)));
  }
  return list;
}

static PyObject *laws(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  PyObject *dict = PyDict_New();
  for (int k = RG_LAW_CONE; dict && k < RG_LAW_COUNT; k++) {
    PyObject *text = PyUnicode_FromString(rg_law_summary((rg_law)k));
    if (!text || PyDict_SetItemString(dict, rg_law_name((rg_law)k), text) < 0) Py_CLEAR(dict);
    Py_XDECREF(text);
  }
  return dict;
}

static PyObject *memory_limit(PyObject *unused, PyObject *bytes) {
  (void)unused;
  size_t limit = PyLong_AsSize_t(bytes);
  if (PyErr_Occurred()) return NULL;
  rg_memory_limit(limit);
  Py_RETURN_NONE;
}

static PyObject *options(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return option_names();
}

static PyObject *layout(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return contact_layout();
}

static PyObject *result_layout(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return batch_result_layout();
}

static PyObject *names_of_batch(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return batch_names();
}

static PyObject *format_code(PyObject *unused, PyObject *name) {
  (void)unused;
  const char *text = PyUnicode_Check(name) ? text_of(name) : NULL;
  int code = text ? rg_format_parse(text) : -1;
  if (code < 0) return raise_argument("format", "must be 'auto', 'siconos', 'fclib' or 'json'");
  return PyLong_FromLong(code);
}

static PyObject *page_missing(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return PyUnicode_FromString(rg_has_scene_page() ? "" : rg_scene_page_missing());
}

static PyObject *engine_missing(PyObject *unused, PyObject *none) {
  (void)unused, (void)none;
  return PyUnicode_FromString(rg_has_scene_engine() ? "" : rg_scene_engine_missing());
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, "of the library"},
    {"solvers", solvers, METH_NOARGS, "what the registry knows"},
    {"laws", laws, METH_NOARGS, "name and summary"},
    {"memory_limit", memory_limit, METH_O, "(bytes)"},
    {"option_names", options, METH_NOARGS, "of Sim and of solve"},
    {"contact_layout", layout, METH_NOARGS, "of a contact in memory"},
    {"batch_result_layout", result_layout, METH_NOARGS, "of a result in memory"},
    {"batch_names", names_of_batch, METH_NOARGS, "backends, parameters"},
    {"format_code", format_code, METH_O, "(name)"},
    {"draw", draw, METH_VARARGS, "(title, x, y, lines, path, scale, logarithmic)"},
    {"page_missing", page_missing, METH_NOARGS, "why there is no page; '': there is"},
    {"engine_missing", engine_missing, METH_NOARGS, "why no page simulates; '': they do"},
    {0}};

static struct PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                        .m_name = "rigor._rigor",
                                        .m_doc = "The library as C has it; use the package rigor.",
                                        .m_size = -1,
                                        .m_methods = functions};

PyMODINIT_FUNC PyInit__rigor(void);

PyMODINIT_FUNC PyInit__rigor(void) {
  PyObject *module = PyModule_Create(&definition);
  if (module && add_view_type(module) && add_model_type(module) && add_sim_type(module) &&
      add_problem_types(module) && add_ncp_types(module) && add_recorder_type(module) &&
      add_table_type(module) && add_batch_type(module))
    return module;
  Py_XDECREF(module);
  return NULL;
}
