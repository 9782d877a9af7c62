/* Nonlinear complementarity problems whose F is a function of Python (rigor/ncp.h), and their solvers. A problem holds
   its arrays and functions; each solver, and each look at a point, has an exception of its own. */
#include "binding.h"

typedef struct {
  PyObject_HEAD rg_ncp problem;
  PyObject *keep; /* the arguments that it was made of: their memory is shown */
  PyObject *function, *jacobian;
} Ncp;

/* what the library hands to both functions */
typedef struct caller {
  const Ncp *ncp;
  trouble trouble;
} caller;

typedef struct {
  PyObject_HEAD Ncp *ncp;
  rg_ncp_solver *solver;
  caller caller;
  int busy;
} NcpSolver;

static PyTypeObject *ncp_type, *ncp_solver_type;

/* --- F and its Jacobian ------------------------------------------------------------------------------- */

static Py_ssize_t jacobian_entries(const rg_ncp *p) {
  return p->row_start ? p->row_start[p->n] : (Py_ssize_t)p->n * p->n;
}

static int call_function(void *context, const double *z, double *F) {
  caller *c = context;
  int n = c->ncp->problem.n;
  return !call_for_numbers(c->ncp->function, "F(z)", z, n, F, n, &c->trouble);
}

static int call_jacobian(void *context, const double *z, double *values) {
  caller *c = context;
  const rg_ncp *p = &c->ncp->problem;
  return !call_for_numbers(c->ncp->jacobian, "jacobian(z)", z, p->n, values, jacobian_entries(p),
                           &c->trouble);
}

/* the problem with a place for exceptions */
static rg_ncp problem_for(const Ncp *self, caller *c) {
  rg_ncp problem = self->problem;
  *c = (caller){.ncp = self};
  problem.context = c;
  return problem;
}

/* the exception of a function comes before what the library says about it */
static PyObject *ncp_raise(caller *c, rg_status status, const rg_error *error) {
  return trouble_raise(&c->trouble) ? NULL : raise_error(status, error);
}

/* --- problems ------------------------------------------------------------------------------------------- */

static int take_pattern(rg_ncp *p, PyObject *start, PyObject *column) {
  if (start == Py_None) return 1;
  Py_ssize_t entries = array_count(column, "sparsity");
  if (entries < 0) return 0;
  p->row_start = array_numbers(start, "sparsity", 'i', (Py_ssize_t)p->n + 1, 0);
  p->column = p->row_start ? array_numbers(column, "sparsity", 'i', entries, 0) : NULL;
  if (!p->column) return 0;
  // more than the array has is never read
  if (p->row_start[p->n] == entries) return 1;
  raise_argument("sparsity", "its last row does not end with its entries");
  return 0;
}

static int take_numbers(rg_ncp *p, PyObject *lower, PyObject *upper, PyObject *guess) {
  double *numbers[3] = {NULL, NULL, NULL};
  if (!optional_numbers(lower, "lower", p->n, 0, &numbers[0]) ||
      !optional_numbers(upper, "upper", p->n, 0, &numbers[1]) ||
      !optional_numbers(guess, "guess", p->n, 0, &numbers[2]))
    return 0;
  p->lower = numbers[0], p->upper = numbers[1], p->guess = numbers[2];
  return 1;
}

/* (n, function, jacobian, row_start, column, lower, upper, guess); functions take bytes; all but the first two may be
   None */
static PyObject *ncp_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  PyObject *function, *jacobian, *start, *column, *lower, *upper, *guess;
  rg_ncp problem = rg_ncp_default();
  rg_error error = {0};
  if (!PyArg_ParseTuple(arguments, "iOOOOOOO", &problem.n, &function, &jacobian, &start, &column,
                        &lower, &upper, &guess))
    return NULL;
  if (problem.n < 0) return raise_argument("n", "%d is negative", problem.n);
  if (!take_pattern(&problem, start, column) || !take_numbers(&problem, lower, upper, guess))
    return NULL;
  problem.function = call_function;
  problem.jacobian = jacobian == Py_None ? NULL : call_jacobian;
  rg_status status = rg_ncp_check(&problem, &error);
  if (status != RG_OK) return raise_error(status, &error);
  Ncp *self = PyObject_New(Ncp, ncp_type);
  if (!self) return NULL;
  Py_INCREF(arguments);
  self->problem = problem;
  self->keep = arguments;
  self->function = function;
  self->jacobian = jacobian;
  return (PyObject *)self;
}

static void ncp_free(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Py_DECREF(((Ncp *)object)->keep);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* (z, F): F is filled */
static PyObject *ncp_certify(PyObject *object, PyObject *arguments) {
  const Ncp *self = (Ncp *)object;
  PyObject *first, *second;
  double *z, *F;
  rg_error error = {0};
  rg_ncp_certificate certificate;
  caller c;
  rg_status status;
  const rg_ncp problem = problem_for(self, &c);
  if (!PyArg_ParseTuple(arguments, "OO", &first, &second) ||
      !(z = array_numbers(first, "z", 'd', problem.n, 0)) ||
      !(F = array_numbers(second, "F", 'd', problem.n, 1)))
    return NULL;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_ncp_certify(&problem, z, F, &certificate, &error);
  Py_END_ALLOW_THREADS;
  return status == RG_OK && !c.trouble.type ? ncp_certificate_dict(&certificate)
                                            : ncp_raise(&c, status, &error);
}

/* (z, tolerance) */
static PyObject *ncp_try_jacobian(PyObject *object, PyObject *arguments) {
  const Ncp *self = (Ncp *)object;
  PyObject *first;
  double *z, tolerance;
  rg_error error = {0};
  caller c;
  rg_status status;
  const rg_ncp problem = problem_for(self, &c);
  if (!PyArg_ParseTuple(arguments, "Od", &first, &tolerance) ||
      !(z = array_numbers(first, "z", 'd', problem.n, 0)))
    return NULL;
  Py_BEGIN_ALLOW_THREADS;
  status = rg_ncp_try_jacobian(&problem, z, tolerance, &error);
  Py_END_ALLOW_THREADS;
  if (status != RG_OK || c.trouble.type) return ncp_raise(&c, status, &error);
  Py_RETURN_NONE;
}

static PyMethodDef ncp_methods[] = {
    {"new", ncp_new, METH_VARARGS | METH_STATIC,
     "(n, function, jacobian, row_start, column, lower, upper, guess)"},
    {"certify", ncp_certify, METH_VARARGS, "(z, F)"},
    {"try_jacobian", ncp_try_jacobian, METH_VARARGS, "(z, tolerance)"},
    {0}};
static PyType_Slot ncp_slots[] = {
    {Py_tp_dealloc, ncp_free}, {Py_tp_methods, ncp_methods}, {0, NULL}};
static PyType_Spec ncp_spec = {"rigor._rigor.Ncp", sizeof(Ncp), 0, Py_TPFLAGS_DEFAULT, ncp_slots};

/* --- solvers ---------------------------------------------------------------------------------------------- */

/* (problem, options) */
static PyObject *ncp_solver_new(PyObject *unused, PyObject *arguments) {
  (void)unused;
  Ncp *ncp;
  PyObject *dict;
  rg_options options = rg_options_default();
  rg_error error = {0};
  rg_status status;
  if (!PyArg_ParseTuple(arguments, "O!O!", ncp_type, &ncp, &PyDict_Type, &dict)) return NULL;
  if (!take_solve_options(dict, &options)) return NULL;
  NcpSolver *self = PyObject_New(NcpSolver, ncp_solver_type);
  if (!self) return NULL;
  Py_INCREF(ncp);
  self->ncp = ncp;
  self->solver = NULL;
  self->busy = 0;
  const rg_ncp problem = problem_for(ncp, &self->caller);
  Py_BEGIN_ALLOW_THREADS;
  status = rg_ncp_solver_new(&self->solver, &problem, &options, &error);
  Py_END_ALLOW_THREADS;
  if (status == RG_OK && !self->caller.trouble.type) return (PyObject *)self;
  ncp_raise(&self->caller, status, &error);
  Py_DECREF(self);
  return NULL;
}

static void ncp_solver_free(PyObject *object) {
  NcpSolver *self = (NcpSolver *)object;
  PyTypeObject *type = Py_TYPE(object);
  rg_ncp_solver_free(self->solver);
  trouble_drop(&self->caller.trouble);
  Py_DECREF(self->ncp);
  PyObject_Free(object);
  Py_DECREF(type);
}

static int ncp_solver_is_free(const NcpSolver *self) { return is_free(self->busy, "solver"); }

static rg_status run_ncp(void *solver) { return rg_ncp_solver_solve(solver); }

/* the status; an exception of F or its Jacobian is raised here */
static PyObject *ncp_solver_solve(PyObject *object, PyObject *unused) {
  (void)unused;
  NcpSolver *self = (NcpSolver *)object;
  rg_status status;
  if (!ncp_solver_is_free(self)) return NULL;
  self->busy = 1;
  int failed = solve_until_done(run_ncp, self->solver, &status);
  self->busy = 0;
  if (failed) trouble_drop(&self->caller.trouble);
  return failed || trouble_raise(&self->caller.trouble) ? NULL : PyLong_FromLong((long)status);
}

static PyObject *ncp_solver_report(PyObject *object, PyObject *unused) {
  (void)unused;
  const NcpSolver *self = (NcpSolver *)object;
  return ncp_solver_is_free(self) ? ncp_report_dict(rg_ncp_solver_report(self->solver)) : NULL;
}

/* views of z and F(z) */
static PyObject *ncp_solver_answers(PyObject *object, PyObject *unused) {
  (void)unused;
  const NcpSolver *self = (NcpSolver *)object;
  Py_ssize_t n = self->ncp->problem.n;
  if (!ncp_solver_is_free(self)) return NULL;
  return Py_BuildValue("(NN)",
                       new_view(object, rg_ncp_solver_point(self->solver), 'd', SHAPE1(n), 0),
                       new_view(object, rg_ncp_solver_value(self->solver), 'd', SHAPE1(n), 0));
}

/* z; None: the guess */
static PyObject *ncp_solver_start(PyObject *object, PyObject *array) {
  NcpSolver *self = (NcpSolver *)object;
  double *z;
  if (!ncp_solver_is_free(self) || !optional_numbers(array, "z", self->ncp->problem.n, 0, &z))
    return NULL;
  if (rg_ncp_solver_start(self->solver, z) != RG_OK)
    return raise_argument("z", "has entries that are not finite");
  Py_RETURN_NONE;
}

static PyMethodDef ncp_solver_methods[] = {
    {"new", ncp_solver_new, METH_VARARGS | METH_STATIC, "(problem, options)"},
    {"solve", ncp_solver_solve, METH_NOARGS, "the status"},
    {"report", ncp_solver_report, METH_NOARGS, "of the last solve"},
    {"answers", ncp_solver_answers, METH_NOARGS, "z, F(z)"},
    {"start", ncp_solver_start, METH_O, "(z)"},
    {0}};
static PyType_Slot ncp_solver_slots[] = {
    {Py_tp_dealloc, ncp_solver_free}, {Py_tp_methods, ncp_solver_methods}, {0, NULL}};
static PyType_Spec ncp_solver_spec = {"rigor._rigor.NcpSolver", sizeof(NcpSolver), 0,
                                      Py_TPFLAGS_DEFAULT, ncp_solver_slots};

int add_ncp_types(PyObject *module) {
  return (ncp_type = add_type(module, "Ncp", &ncp_spec)) &&
         (ncp_solver_type = add_type(module, "NcpSolver", &ncp_solver_spec));
}
