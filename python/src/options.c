/* Options of a simulation and of a solve by their names, with the ranges of the command line. */
#include "binding.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum kind { REAL, WHOLE, YES, NO, CHOICE } kind;

typedef struct option {
  const char *name;
  kind kind;
  size_t offset;              /* in the struct of options */
  double least, most;         /* of numbers */
  int above;                  /* 1: least itself is not allowed */
  int (*parse)(const char *); /* of choices */
  const char *(*text)(int);
} option;

/* --- names of choices ------------------------------------------------------------------------------- */

static const char *coordinates_text(int k) { return rg_coordinates_name((rg_coordinates)k); }
static const char *integrator_text(int k) { return rg_integrator_name((rg_integrator)k); }
static const char *restitution_text(int k) { return rg_restitution_name((rg_restitution)k); }
static const char *stabilize_text(int k) { return rg_stabilize_name((rg_stabilize)k); }
static const char *moments_text(int k) { return rg_moments_name((rg_moments)k); }
static const char *on_failure_text(int k) { return rg_on_failure_name((rg_on_failure)k); }

static const char *split_text(int k) {
  static const char *const names[] = {"any", "even", "compliant"};
  return k >= 0 && k < 3 ? names[k] : NULL;
}

static const char *parents_text(int k) { return k == 0 ? "filter" : k == 1 ? "touch" : NULL; }

static int parents_parse(const char *text) {
  for (int k = 0; parents_text(k); k++)
    if (strcmp(parents_text(k), text) == 0) return k;
  return -1;
}

static int split_parse(const char *text) {
  for (int k = 0; split_text(k); k++)
    if (strcmp(split_text(k), text) == 0) return k;
  return -1;
}

/* --- the tables ------------------------------------------------------------------------------------- */

#define OF(member)  offsetof(rg_sim_options, member)
#define SOLVE(what) offsetof(rg_options, what)

static const option sim_table[] = {
    {"dt", REAL, OF(dt), 0, HUGE_VAL, 1, NULL, NULL},
    {"integrator", CHOICE, OF(integrator), 0, 0, 0, rg_integrator_parse, integrator_text},
    {"coordinates", CHOICE, OF(coordinates), 0, 0, 0, rg_coordinates_parse, coordinates_text},
    {"friction", REAL, OF(friction), 0, HUGE_VAL, 0, NULL, NULL},
    {"moments", CHOICE, OF(moments), 0, 0, 0, rg_moments_parse, moments_text},
    {"restitution", REAL, OF(restitution), 0, 1, 0, NULL, NULL},
    {"restitution_law", CHOICE, OF(restitution_law), 0, 0, 0, rg_restitution_parse,
     restitution_text},
    {"stabilize", CHOICE, OF(contacts), 0, 0, 0, rg_stabilize_parse, stabilize_text},
    {"closures", CHOICE, OF(closures), 0, 0, 0, rg_stabilize_parse, stabilize_text},
    {"accuracy", REAL, OF(accuracy), 0, HUGE_VAL, 1, NULL, NULL},
    {"no_sweep", NO, OF(sweep), 0, 0, 0, NULL, NULL},
    {"push", REAL, OF(push), 0, 1, 1, NULL, NULL},
    {"relax_period", REAL, OF(relax_period), 0, HUGE_VAL, 1, NULL, NULL},
    {"relax_damping", REAL, OF(relax_damping), 0, HUGE_VAL, 0, NULL, NULL},
    {"exact_corners", YES, OF(exact_corners), 0, 0, 0, NULL, NULL},
    {"step_iterations", WHOLE, OF(step_iterations), 0, INT_MAX, 0, NULL, NULL},
    {"parents", CHOICE, OF(parents_touch), 0, 0, 0, parents_parse, parents_text},
    {"contact_rates", YES, OF(contact_rates), 0, 0, 0, NULL, NULL},
    {"law_memory", YES, OF(law_memory), 0, 0, 0, NULL, NULL},
    {"contact_stiffness", REAL, OF(contact_stiffness), 0, HUGE_VAL, 0, NULL, NULL},
    {"contact_damping", REAL, OF(contact_damping), 0, HUGE_VAL, 0, NULL, NULL},
    {"bristle_stiffness", REAL, OF(bristle_stiffness), 0, HUGE_VAL, 0, NULL, NULL},
    {"bristle_damping", REAL, OF(bristle_damping), 0, HUGE_VAL, 0, NULL, NULL},
    {"implicit_rounds", WHOLE, OF(implicit_rounds), 1, INT_MAX, 0, NULL, NULL},
    {"implicit_tol", REAL, OF(implicit_tol), 0, HUGE_VAL, 1, NULL, NULL},
    {"gap_accuracy", REAL, OF(gap_accuracy), 0, 1, 0, NULL, NULL},
    {"on_failure", CHOICE, OF(on_failure), 0, 0, 0, rg_on_failure_parse, on_failure_text},
    {"halvings", WHOLE, OF(halvings), 1, INT_MAX, 0, NULL, NULL},
    {"cold", NO, OF(warm_start), 0, 0, 0, NULL, NULL},
    {"threads", WHOLE, OF(threads), 1, INT_MAX, 0, NULL, NULL},
    {"most_contacts", WHOLE, OF(most_contacts), 0, INT_MAX, 0, NULL, NULL},
};

static const option solve_table[] = {
    {"unaligned", NO, SOLVE(law.aligned), 0, 0, 0, NULL, NULL},
    {"phantom", REAL, SOLVE(law.phantom), 0, HUGE_VAL, 1, NULL, NULL},
    {"lateral", YES, SOLVE(law.lateral), 0, 0, 0, NULL, NULL},
    {"threshold", REAL, SOLVE(law.threshold), 0, HUGE_VAL, 0, NULL, NULL},
    {"static", REAL, SOLVE(law.mu_static), 1, HUGE_VAL, 0, NULL, NULL},
    {"split", CHOICE, SOLVE(split), 0, 0, 0, split_parse, split_text},
    {"tol", REAL, SOLVE(tol), 0, HUGE_VAL, 1, NULL, NULL},
    {"aim", REAL, SOLVE(aim), 0, HUGE_VAL, 0, NULL, NULL},
    {"max_iterations", WHOLE, SOLVE(max_iterations), 1, INT_MAX, 0, NULL, NULL},
    {"max_seconds", REAL, SOLVE(max_seconds), 0, HUGE_VAL, 1, NULL, NULL},
};

/* what only a solve by itself can be told */
static const option problem_table[] = {
    {"trace", YES, SOLVE(trace), 0, 0, 0, NULL, NULL},
    {"threads", WHOLE, SOLVE(threads), 1, INT_MAX, 0, NULL, NULL},
};

static const char *const by_hand[] = {"solver", "law", "angle", "set"};

enum {
  SIM_OPTIONS = sizeof sim_table / sizeof *sim_table,
  SOLVE_OPTIONS = sizeof solve_table / sizeof *solve_table,
  PROBLEM_OPTIONS = sizeof problem_table / sizeof *problem_table,
  BY_HAND = sizeof by_hand / sizeof *by_hand
};

/* --- one value ---------------------------------------------------------------------------------------- */

static const char *type_name(PyObject *value, PyObject **holder) {
  *holder = PyObject_GetAttrString((PyObject *)Py_TYPE(value), "__name__");
  const char *text = *holder ? text_of(*holder) : NULL;
  return text ? text : "this";
}

static int refuse_type(const option *o, PyObject *value, const char *wanted) {
  PyObject *holder = NULL;
  PyErr_Clear();
  raise_argument(o->name, "must be %s, not %s", wanted, type_name(value, &holder));
  Py_XDECREF(holder);
  return 0;
}

static int take_real(const option *o, PyObject *value, double *to) {
  double x = PyUnicode_Check(value) || PyBool_Check(value) ? -1 : PyFloat_AsDouble(value);
  if (PyErr_Occurred() || PyUnicode_Check(value) || PyBool_Check(value))
    return refuse_type(o, value, "a number");
  if (!isfinite(x)) return raise_argument(o->name, "%g is not a finite number", x), 0;
  if (x < o->least || (o->above && x == o->least) || x > o->most) {
    if (o->most < HUGE_VAL)
      raise_argument(o->name, "%g is not in %c%g, %g]", x, o->above ? '(' : '[', o->least, o->most);
    else
      raise_argument(o->name, "%g is not a number %s %g", x, o->above ? "above" : "from", o->least);
    return 0;
  }
  *to = x;
  return 1;
}

static int take_whole(const option *o, PyObject *value, int *to) {
  PyObject *whole = PyBool_Check(value) ? NULL : PyNumber_Index(value);
  if (!whole) return refuse_type(o, value, "a whole number");
  long long x = PyLong_AsLongLong(whole);
  Py_DECREF(whole);
  if (PyErr_Occurred()) {
    PyErr_Clear();
    return raise_argument(o->name, "is too large"), 0;
  }
  if (x < (long long)o->least || x > (long long)o->most)
    return raise_argument(o->name, "%lld is not from %g to %g", x, o->least, o->most), 0;
  *to = (int)x;
  return 1;
}

static int take_choice(const option *o, PyObject *value, int *to) {
  const char *text = PyUnicode_Check(value) ? text_of(value) : NULL;
  if (!text) return refuse_type(o, value, "a name");
  int k = o->parse(text);
  if (k >= 0) {
    *to = k;
    return 1;
  }
  char names[200] = "";
  for (k = 0; o->text(k); k++)
    PyOS_snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", k ? ", " : "",
                  o->text(k));
  return raise_argument(o->name, "'%.40s' is none of %s", text, names), 0;
}

static int take_one(const option *o, PyObject *value, char *options) {
  void *to = options + o->offset;
  int truth;
  switch (o->kind) {
  case REAL: return take_real(o, value, to);
  case WHOLE: return take_whole(o, value, to);
  case CHOICE: return take_choice(o, value, to);
  default:
    truth = PyObject_IsTrue(value);
    if (truth < 0) return 0;
    *(int *)to = o->kind == YES ? truth : !truth;
    return 1;
  }
}

static int take_table(const option *table, int count, PyObject *dict, void *options) {
  for (int k = 0; k < count; k++) {
    PyObject *value = PyDict_GetItemString(dict, table[k].name);
    if (value && value != Py_None && !take_one(&table[k], value, options)) return 0;
  }
  return 1;
}

/* --- options that are more than one value --------------------------------------------------------------- */

static const char *take_text(const char *name, PyObject *value) {
  static const option o;
  option named = o;
  named.name = name;
  const char *text = PyUnicode_Check(value) ? text_of(value) : NULL;
  if (!text) refuse_type(&named, value, "a text");
  return text;
}

static int take_solver(PyObject *value, rg_options *options) {
  const char *text = take_text("solver", value);
  if (!text) return 0;
  const rg_solver_info *info = rg_solver_find(text);
  options->solver = info ? info->name : NULL; // the registry's own text stays
  if (info || strcmp(text, "auto") == 0) return 1;
  return raise_argument("solver", "there is no solver '%.40s'; rigor.solvers() lists them", text),
         0;
}

static int take_law(PyObject *value, rg_options *options) {
  rg_error error = {0};
  const char *text = take_text("law", value);
  if (!text) return 0;
  rg_status status = rg_law_parse(text, &options->law, &error);
  return status == RG_OK ? 1 : (raise_error(status, &error), 0);
}

static int take_angle(PyObject *value, rg_options *options) {
  const option degrees = {.name = "angle", .least = -HUGE_VAL, .most = HUGE_VAL};
  const double radians = 3.14159265358979323846 / 180;
  if (!take_real(&degrees, value, &options->law.angle)) return 0;
  options->law.angle *= radians;
  return 1;
}

/* a dictionary of settings of the solver */
static int take_settings(PyObject *value, rg_options *options) {
  PyObject *key, *number;
  Py_ssize_t at = 0;
  if (!PyDict_Check(value))
    return raise_argument("set", "must be a dictionary of names and numbers"), 0;
  while (PyDict_Next(value, &at, &key, &number)) {
    rg_error error = {0};
    const char *name = take_text("set", key);
    if (!name) return 0;
    const option named = {.name = name, .least = -HUGE_VAL, .most = HUGE_VAL};
    double x;
    if (!take_real(&named, number, &x)) return 0;
    rg_status status = rg_options_set(options, name, x, &error);
    if (status != RG_OK) return raise_error(status, &error), 0;
  }
  return 1;
}

static int take_solve(PyObject *dict, rg_options *options) {
  static int (*const take[])(PyObject *, rg_options *) = {take_solver, take_law, take_angle,
                                                          take_settings};
  for (int k = 0; k < BY_HAND; k++) {
    PyObject *value = PyDict_GetItemString(dict, by_hand[k]);
    if (value && value != Py_None && !take[k](value, options)) return 0;
  }
  return take_table(solve_table, SOLVE_OPTIONS, dict, options);
}

int take_solve_options(PyObject *dict, rg_options *options) {
  return take_solve(dict, options) && take_table(problem_table, PROBLEM_OPTIONS, dict, options);
}

int take_sim_options(PyObject *dict, rg_sim_options *options) {
  PyObject *both = PyDict_GetItemString(dict, "stabilize"),
           *loops = PyDict_GetItemString(dict, "closures");
  if (!take_table(sim_table, SIM_OPTIONS, dict, options)) return 0;
  // as on the command line: one word for contacts and loops, unless loops have their own
  if (both && both != Py_None && (!loops || loops == Py_None))
    options->closures = options->contacts;
  return take_solve(dict, &options->solve);
}

/* --- and back ---------------------------------------------------------------------------------------------- */

/* None: as the model says */
static PyObject *choice_text(const char *text) {
  if (!text) Py_RETURN_NONE;
  return PyUnicode_FromString(text);
}

static PyObject *value_of(const option *o, const char *options) {
  const void *from = options + o->offset;
  switch (o->kind) {
  case REAL: return PyFloat_FromDouble(*(const double *)from);
  case WHOLE: return PyLong_FromLong(*(const int *)from);
  case CHOICE: return choice_text(o->text(*(const int *)from));
  default: return PyBool_FromLong(o->kind == YES ? *(const int *)from : !*(const int *)from);
  }
}

static int put_table(PyObject *dict, const option *table, int count, const void *options) {
  for (int k = 0; k < count; k++)
    if (!put_item(dict, table[k].name, value_of(&table[k], options))) return 0;
  return 1;
}

static int put_solve(PyObject *dict, const rg_options *o) {
  const double degrees = 180 / 3.14159265358979323846;
  char law[64];
  const char *name = rg_law_name(o->law.law);
  int sided = o->law.law == RG_LAW_PYRAMID || o->law.law == RG_LAW_NONSINGULAR;
  PyOS_snprintf(law, sizeof law, sided ? "%s:%d" : "%s", name ? name : "auto", o->law.directions);
  PyObject *settings = PyDict_New();
  for (int k = 0; settings && k < o->settings; k++)
    if (!put_item(settings, o->setting[k].name, PyFloat_FromDouble(o->setting[k].value)))
      Py_CLEAR(settings);
  return put_item(dict, "solver", PyUnicode_FromString(o->solver ? o->solver : "auto")) &&
         put_item(dict, "law", PyUnicode_FromString(law)) &&
         put_item(dict, "angle", PyFloat_FromDouble(o->law.angle * degrees)) &&
         put_item(dict, "set", settings) && put_table(dict, solve_table, SOLVE_OPTIONS, o);
}

PyObject *sim_options_dict(const rg_sim_options *options) {
  PyObject *dict = PyDict_New();
  if (dict && put_table(dict, sim_table, SIM_OPTIONS, options) && put_solve(dict, &options->solve))
    return dict;
  Py_XDECREF(dict);
  return NULL;
}

static int add_names(PyObject *list, const option *table, int count) {
  for (int k = 0; k < count; k++) {
    PyObject *name = PyUnicode_FromString(table[k].name);
    int failed = !name || PyList_Append(list, name) < 0;
    Py_XDECREF(name);
    if (failed) return 0;
  }
  return 1;
}

PyObject *option_names(void) {
  option hand[BY_HAND] = {{0}};
  for (int k = 0; k < BY_HAND; k++) hand[k].name = by_hand[k];
  PyObject *sim = PyList_New(0), *solve = PyList_New(0);
  int ok = sim && solve && add_names(sim, sim_table, SIM_OPTIONS) &&
           add_names(sim, hand, BY_HAND) && add_names(sim, solve_table, SOLVE_OPTIONS) &&
           add_names(solve, hand, BY_HAND) && add_names(solve, solve_table, SOLVE_OPTIONS) &&
           add_names(solve, problem_table, PROBLEM_OPTIONS);
  if (ok) return Py_BuildValue("{s:N,s:N}", "sim", sim, "solve", solve);
  Py_XDECREF(sim);
  Py_XDECREF(solve);
  return NULL;
}
