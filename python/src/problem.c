/* Contact problems and their solvers. A problem holds the arrays and functions that it was made of; a solver holds its
   problem, because a matrix that is a function is asked again when it changes. */
#include "binding.h"

#include <math.h>
#include <string.h>

enum { MATRICES = 3, VECTORS = 10 };

typedef struct operation {
  PyObject *function; /* bytes of x to an array; NULL: no function */
  int rows, columns;
  struct Problem *problem;
} operation;

typedef struct Problem {
  PyObject_HEAD rg_problem problem;
  PyObject *keep; /* what the pointers show; NULL: memory of the library */
  operation operation[MATRICES];
  trouble trouble;
} Problem;

typedef struct {
  PyObject_HEAD Problem *problem;
  rg_solver *solver;
  int busy;
} Solver;

PyTypeObject *problem_type;
static PyTypeObject *solver_type;

/* --- a matrix that is a function ---------------------------------------------------------------------------- */

/* after an exception the answer is not a number, which the library refuses */
static void multiply(void *context, const double *x, double *y) {
  const operation *o = context;
  for (int i = 0; i < o->rows; i++) y[i] = (double)NAN;
  call_for_numbers(o->function, "A(x)", x, o->columns, y, o->rows, &o->problem->trouble);
}

static PyObject *problem_raise(Problem *self, rg_status status, const rg_error *error) {
  return trouble_raise(&self->trouble) ? NULL : raise_error(status, error);
}

/* --- from a dictionary ---------------------------------------------------------------------------------------- */

static const char *const matrix_names[MATRICES] = {"A", "M", "G"};
static const char *const vector_names[VECTORS] = {"f",     "c",     "mu",    "target", "leeway",
                                                  "lower", "upper", "guess", "spin",   "roll"};

static rg_matrix *matrix_of(rg_problem *p, int k) {
  return k == 0 ? &p->A : k == 1 ? &p->M : &p->G;
}

static const double **vector_of(rg_problem *p, int k) {
  const double **all[VECTORS] = {&p->f,     &p->c,     &p->mu,    &p->target, &p->leeway,
                                 &p->lower, &p->upper, &p->guess, &p->spin,   &p->roll};
  return all[k];
}

static Py_ssize_t vector_size(const rg_problem *p, int k) {
  const Py_ssize_t n = rg_problem_size(p);
  const Py_ssize_t sizes[VECTORS] = {
      p->M.rows, n,       p->contacts, p->contacts, 2 * (Py_ssize_t)p->contacts,
      p->rows,   p->rows, n,           p->contacts, p->contacts};
  return sizes[k];
}

/* (rows, columns, values) dense, (rows, columns, values, row_start, column) sparse, (rows, columns, function) */
static int take_matrix(Problem *self, int k, PyObject *item) {
  rg_matrix *m = matrix_of(&self->problem, k);
  const char *name = matrix_names[k];
  PyObject *values, *start = NULL, *column = NULL;
  int rows, columns;
  if (!PyArg_ParseTuple(item, "iiO|OO", &rows, &columns, &values, &start, &column)) return 0;
  if (PyCallable_Check(values)) {
    operation *o = &self->operation[k];
    *o = (operation){.function = values, .rows = rows, .columns = columns, .problem = self};
    *m = rg_matrix_operator(rows, columns, multiply, o);
    return 1;
  }
  if (!column) {
    const double *numbers = array_numbers(values, name, 'd', (Py_ssize_t)rows * columns, 0);
    *m = rg_matrix_dense(rows, columns, numbers);
    return numbers != NULL;
  }
  Py_ssize_t entries = array_count(column, name);
  const int *first = entries < 0 ? NULL : array_numbers(start, name, 'i', (Py_ssize_t)rows + 1, 0);
  const int *at = first ? array_numbers(column, name, 'i', entries, 0) : NULL;
  const double *numbers = at ? array_numbers(values, name, 'd', entries, 0) : NULL;
  if (!numbers) return 0;
  // more than the arrays have is never read: the last row ends where they do
  if (first[rows] != entries)
    return raise_argument(name, "its last row does not end with its entries"), 0;
  *m = rg_matrix_sparse(rows, columns, first, at, numbers);
  return 1;
}

static int take_sizes(PyObject *dict, rg_problem *p) {
  static const char *const names[] = {"kind", "dim", "contacts", "rows", "ellipsoid"};
  int value[5];
  for (int k = 0; k < 5; k++) {
    PyObject *item = PyDict_GetItemString(dict, names[k]);
    long number = item ? PyLong_AsLong(item) : 0;
    if (PyErr_Occurred()) return 0;
    if (number < 0 || number > 100000000)
      return raise_argument(names[k], "%ld is out of range", number), 0;
    value[k] = (int)number;
  }
  p->kind = (rg_kind)value[0];
  p->dim = value[1];
  p->contacts = value[2];
  p->rows = value[3];
  p->ellipsoid = value[4];
  return 1;
}

static int take_fields(Problem *self, PyObject *dict) {
  rg_problem *p = &self->problem;
  if (!take_sizes(dict, p)) return 0;
  for (int k = 0; k < MATRICES; k++) {
    PyObject *item = PyDict_GetItemString(dict, matrix_names[k]);
    if (item && !take_matrix(self, k, item)) return 0;
  }
  for (int k = 0; k < VECTORS; k++) {
    PyObject *item = PyDict_GetItemString(dict, vector_names[k]);
    if (item &&
        !(*vector_of(p, k) = array_numbers(item, vector_names[k], 'd', vector_size(p, k), 0)))
      return 0;
  }
  return 1;
}

static Problem *empty_problem(void) {
  Problem *self = PyObject_New(Problem, problem_type);
  if (!self) return NULL;
  self->problem = rg_problem_default();
  self->keep = NULL;
  self->trouble = (trouble){0};
  memset(self->operation, 0, sizeof self->operation);
  return self;
}

static PyObject *problem_new(PyObject *unused, PyObject *dict) {
  (void)unused;
  if (!PyDict_Check(dict)) return raise_argument("problem", "must be a dictionary");
  Problem *self = empty_problem();
  if (!self) return NULL;
  Py_INCREF(dict);
  self->keep = dict;
  rg_error error = {0};
  rg_status status = RG_OK;
  if (!take_fields(self, dict)) Py_CLEAR(self);
  else if ((status = rg_problem_check(&self->problem, &error)) != RG_OK) {
    problem_raise(self, status, &error);
    Py_CLEAR(self);
  }
  return (PyObject *)self;
}

/* (path, format) */
static PyObject *problem_read(PyObject *unused, PyObject *arguments) {
  (void)unused;
  PyObject *place;
  int format;
  rg_error error = {0};
  rg_status status;
  if (!PyArg_ParseTuple(arguments, "Oi", &place, &format)) return NULL;
  PyObject *path = take_path(place);
  Problem *self = path ? empty_problem() : NULL;
  if (!self) {
    Py_XDECREF(path);
    return NULL;
  }
  const char *name = PyBytes_AsString(path);
  Py_BEGIN_ALLOW_THREADS;
  status = rg_problem_read(&self->problem, name, (rg_format)format, &error);
  Py_END_ALLOW_THREADS;
  Py_DECREF(path);
  if (status == RG_OK) return (PyObject *)self;
  Py_DECREF(self);
  return raise_error(status, &error);
}

PyObject *problem_of_sim(const rg_problem *problem) {
  Problem *self = empty_problem();
  if (!self) return NULL;
  self->problem = *problem;
  self->problem.owner = NULL; // it stays the simulation's
  return (PyObject *)self;
}

static void problem_free(PyObject *object) {
  Problem *self = (Problem *)object;
  PyTypeObject *type = Py_TYPE(object);
  if (!self->keep) rg_problem_free(&self->problem);
  Py_XDECREF(self->keep);
  trouble_drop(&self->trouble);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* --- back into a dictionary ------------------------------------------------------------------------------------- */

static PyObject *matrix_tuple(PyObject *owner, const rg_matrix *m) {
  if (m->storage == RG_DENSE)
    return Py_BuildValue("(iiN)", m->rows, m->columns,
                         new_view(owner, m->values, 'd', SHAPE2(m->rows, m->columns), 0));
  int entries = m->row_start[m->rows];
  return Py_BuildValue("(iiNNN)", m->rows, m->columns,
                       new_view(owner, m->values, 'd', SHAPE1(entries), 0),
                       new_view(owner, m->row_start, 'i', SHAPE1(m->rows + 1), 0),
                       new_view(owner, m->column, 'i', SHAPE1(entries), 0));
}

static int put_numbers(PyObject *dict, PyObject *owner, rg_problem *p) {
  for (int k = 0; k < MATRICES; k++) {
    const rg_matrix *m = matrix_of(p, k);
    if (m->storage != RG_DENSE && m->storage != RG_SPARSE) continue;
    if (!put_item(dict, matrix_names[k], matrix_tuple(owner, m))) return 0;
  }
  for (int k = 0; k < VECTORS; k++) {
    const double *v = *vector_of(p, k);
    if (v &&
        !put_item(dict, vector_names[k], new_view(owner, v, 'd', SHAPE1(vector_size(p, k)), 0)))
      return 0;
  }
  return 1;
}

static PyObject *problem_fields(PyObject *object, PyObject *unused) {
  (void)unused;
  rg_problem *p = &((Problem *)object)->problem;
  PyObject *dict =
      Py_BuildValue("{s:i,s:i,s:i,s:i,s:i}", "kind", (int)p->kind, "dim", p->dim, "contacts",
                    p->contacts, "rows", p->rows, "ellipsoid", p->ellipsoid);
  if (dict && !put_numbers(dict, object, p)) Py_CLEAR(dict);
  return dict;
}

/* (path, format, impulse, velocity) */
static PyObject *problem_write(PyObject *object, PyObject *arguments) {
  Problem *self = (Problem *)object;
  PyObject *place, *first, *second;
  int format, n = rg_problem_size(&self->problem);
  double *impulse, *velocity;
  rg_error error = {0};
  if (!PyArg_ParseTuple(arguments, "OiOO", &place, &format, &first, &second)) return NULL;
  if (!optional_numbers(first, "impulse", n, 0, &impulse) ||
      !optional_numbers(second, "velocity", n, 0, &velocity))
    return NULL;
  PyObject *path = take_path(place);
  if (!path) return NULL;
  rg_status status = rg_problem_write(&self->problem, PyBytes_AsString(path), (rg_format)format,
                                      impulse, velocity, &error);
  Py_DECREF(path);
  if (status != RG_OK) return problem_raise(self, status, &error);
  Py_RETURN_NONE;
}

/* (impulse, velocity): velocity is filled */
static PyObject *problem_certify(PyObject *object, PyObject *arguments) {
  Problem *self = (Problem *)object;
  PyObject *first, *second;
  int n = rg_problem_size(&self->problem);
  double *impulse, *velocity;
  rg_error error = {0};
  rg_certificate certificate;
  if (!PyArg_ParseTuple(arguments, "OO", &first, &second)) return NULL;
  if (!(impulse = array_numbers(first, "impulse", 'd', n, 0))) return NULL;
  if (!(velocity = array_numbers(second, "velocity", 'd', n, 1))) return NULL;
  rg_status status = rg_certify(&self->problem, impulse, velocity, &certificate, &error);
  return status == RG_OK && !self->trouble.type ? certificate_dict(&certificate)
                                                : problem_raise(self, status, &error);
}

static PyMethodDef problem_methods[] = {
    {"new", problem_new, METH_O | METH_STATIC, "(fields)"},
    {"read", problem_read, METH_VARARGS | METH_STATIC, "(path, format)"},
    {"fields", problem_fields, METH_NOARGS, "sizes and views"},
    {"write", problem_write, METH_VARARGS, "(path, format, impulse, velocity)"},
    {"certify", problem_certify, METH_VARARGS, "(impulse, velocity)"},
    {0}};
static PyType_Slot problem_slots[] = {
    {Py_tp_dealloc, problem_free}, {Py_tp_methods, problem_methods}, {0, NULL}};
static PyType_Spec problem_spec = {"rigor._rigor.Problem", sizeof(Problem), 0, Py_TPFLAGS_DEFAULT,
                                   problem_slots};

/* --- solvers ---------------------------------------------------------------------------------------------------------- */

/* (problem, options) */
static PyObject *solver_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  Problem *problem;
  PyObject *dict;
  rg_options options = rg_options_default();
  rg_error error = {0};
  rg_status status;
  if (!PyArg_ParseTuple(arguments, "O!O!", problem_type, &problem, &PyDict_Type, &dict))
    return NULL;
  if (!take_solve_options(dict, &options)) return NULL;
  Solver *self = PyObject_New(Solver, solver_type);
  if (!self) return NULL;
  Py_INCREF(problem);
  self->problem = problem;
  self->solver = NULL;
  self->busy = 0;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_solver_new(&self->solver, &problem->problem, &options, &error);
  Py_END_ALLOW_THREADS;
  if (status == RG_OK && !problem->trouble.type) return (PyObject *)self;
  problem_raise(problem, status, &error);
  Py_DECREF(self);
  return NULL;
}

static void solver_free(PyObject *object) {
  Solver *self = (Solver *)object;
  PyTypeObject *type = Py_TYPE(object);
  rg_solver_free(self->solver);
  Py_DECREF(self->problem);
  PyObject_Free(object);
  Py_DECREF(type);
}

static int solver_is_free(const Solver *self) { return is_free(self->busy, "solver"); }

static rg_status run_solver(void *solver) { return rg_solver_solve(solver); }

static PyObject *solver_solve(PyObject *object, PyObject *unused) {
  (void)unused;
  Solver *self = (Solver *)object;
  rg_status status;
  if (!solver_is_free(self)) return NULL;
  self->busy = 1;
  int failed = solve_until_done(run_solver, self->solver, &status);
  self->busy = 0;
  return failed ? NULL : PyLong_FromLong((long)status);
}

static PyObject *solver_report(PyObject *object, PyObject *unused) {
  (void)unused;
  return solver_is_free((Solver *)object)
             ? solve_report_dict(rg_solver_report(((Solver *)object)->solver))
             : NULL;
}

/* views of impulse, velocity, motion (None: local form) */
static PyObject *solver_answers(PyObject *object, PyObject *unused) {
  (void)unused;
  const Solver *self = (Solver *)object;
  Py_ssize_t n = rg_solver_size(self->solver), N = self->problem->problem.M.rows;
  const double *motion = rg_solver_motion(self->solver);
  PyObject *third = Py_None;
  if (motion) third = new_view(object, motion, 'd', SHAPE1(N), 0);
  else Py_INCREF(third);
  return Py_BuildValue(
      "(NNN)", new_view(object, rg_solver_impulse(self->solver), 'd', SHAPE1(n), 0),
      new_view(object, rg_solver_velocity(self->solver), 'd', SHAPE1(n), 0), third);
}

static PyObject *after_update(Solver *self, rg_status status, const char *name) {
  rg_error error = {.status = status};
  PyOS_snprintf(error.element, sizeof error.element, "%s", name);
  PyOS_snprintf(error.reason, sizeof error.reason, "has entries that the problem cannot have");
  if (status != RG_OK || self->problem->trouble.type)
    return problem_raise(self->problem, status, &error);
  Py_RETURN_NONE;
}

static PyObject *solver_update_c(PyObject *object, PyObject *array) {
  Solver *self = (Solver *)object;
  const double *c = array_numbers(array, "c", 'd', rg_solver_size(self->solver), 0);
  return c && solver_is_free(self) ? after_update(self, rg_solver_update_c(self->solver, c), "c")
                                   : NULL;
}

static PyObject *solver_update_target(PyObject *object, PyObject *array) {
  Solver *self = (Solver *)object;
  const double *target = array_numbers(array, "target", 'd', self->problem->problem.contacts, 0);
  if (!target || !solver_is_free(self)) return NULL;
  return after_update(self, rg_solver_update_target(self->solver, target), "target");
}

static Py_ssize_t entries_of(const rg_matrix *m) {
  return m->storage == RG_SPARSE ? m->row_start[m->rows] : (Py_ssize_t)m->rows * m->columns;
}

/* values of A; None: a function is asked again */
static PyObject *solver_update_matrix(PyObject *object, PyObject *array) {
  Solver *self = (Solver *)object;
  const rg_matrix *A = &self->problem->problem.A;
  double *values;
  if (A->storage == RG_NONE)
    return raise_argument("A", "the problem has M and G in its place: update_global()");
  if ((array == Py_None) != (A->storage == RG_OPERATOR))
    return raise_argument("A", A->storage == RG_OPERATOR
                                   ? "is a function: it is asked again without values"
                                   : "its values are missing");
  if (!solver_is_free(self) || !optional_numbers(array, "A", entries_of(A), 0, &values))
    return NULL;
  return after_update(self, rg_solver_update_matrix(self->solver, values), "A");
}

/* (M, G, f), each may be None */
static PyObject *solver_update_global(PyObject *object, PyObject *arguments) {
  Solver *self = (Solver *)object;
  const rg_problem *p = &self->problem->problem;
  PyObject *first, *second, *third;
  double *M, *G, *f;
  if (!PyArg_ParseTuple(arguments, "OOO", &first, &second, &third) || !solver_is_free(self))
    return NULL;
  if (p->M.storage == RG_NONE)
    return raise_argument("M", "the problem has A in its place: update_matrix()");
  if (!optional_numbers(first, "M", entries_of(&p->M), 0, &M) ||
      !optional_numbers(second, "G", entries_of(&p->G), 0, &G) ||
      !optional_numbers(third, "f", p->M.rows, 0, &f))
    return NULL;
  return after_update(self, rg_solver_update_global(self->solver, M, G, f), "M, G, f");
}

static PyObject *solver_start(PyObject *object, PyObject *array) {
  Solver *self = (Solver *)object;
  double *impulse;
  if (!solver_is_free(self) ||
      !optional_numbers(array, "impulse", rg_solver_size(self->solver), 0, &impulse))
    return NULL;
  return after_update(self, rg_solver_start(self->solver, impulse), "impulse");
}

static PyMethodDef solver_methods[] = {
    {"new", solver_new, METH_VARARGS | METH_STATIC, "(problem, options)"},
    {"solve", solver_solve, METH_NOARGS, "the status"},
    {"report", solver_report, METH_NOARGS, "of the last solve"},
    {"answers", solver_answers, METH_NOARGS, "impulse, velocity, motion"},
    {"update_c", solver_update_c, METH_O, "(c)"},
    {"update_target", solver_update_target, METH_O, "(target)"},
    {"update_matrix", solver_update_matrix, METH_O, "(values)"},
    {"update_global", solver_update_global, METH_VARARGS, "(M, G, f)"},
    {"start", solver_start, METH_O, "(impulse)"},
    {0}};
static PyType_Slot solver_slots[] = {
    {Py_tp_dealloc, solver_free}, {Py_tp_methods, solver_methods}, {0, NULL}};
static PyType_Spec solver_spec = {"rigor._rigor.Solver", sizeof(Solver), 0, Py_TPFLAGS_DEFAULT,
                                  solver_slots};

int add_problem_types(PyObject *module) {
  return (problem_type = add_type(module, "Problem", &problem_spec)) &&
         (solver_type = add_type(module, "Solver", &solver_spec));
}
