/* What the files of the extension share. It is built against the limited API of Python 3.9 and needs no NumPy to be
   built: arrays go in and out by NumPy's array interface, because the buffer protocol came into the limited API with
   3.11 only. An array that shows memory of the library holds the object that owns it. */
#ifndef RIGOR_PYTHON_BINDING_H
#define RIGOR_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <rigor/report.h>
#include <rigor/rigor.h>

/* --- errors.c ----------------------------------------------------------------------------------- */

/* Raises the exception of rigor.errors that fits; returns NULL. */
PyObject *raise_error(rg_status status, const rg_error *error);
/* The same for an argument: its name, and why not (printf style). */
PyObject *raise_argument(const char *name, const char *format, ...) RG_PRINTF(2, 3);

/* --- arrays.c ----------------------------------------------------------------------------------- */

typedef struct shape {
  int dims;
  Py_ssize_t size[3];
} shape;

#define SHAPE1(a)       ((shape){1, {(a), 0, 0}})
#define SHAPE2(a, b)    ((shape){2, {(a), (b), 0}})
#define SHAPE3(a, b, c) ((shape){3, {(a), (b), (c)}})

/* An object that NumPy makes an array of. `type`: 'd' double, 'f' float, 'i' int, 'b' byte. */
PyObject *new_view(PyObject *owner, const void *address, char type, shape s, int writable);
/* Address of the `count` numbers of an array of doubles ('d') or ints ('i'), in order and without gaps; NULL with an
   exception that names it where it is anything else. */
void *array_numbers(PyObject *array, const char *name, char type, Py_ssize_t count, int writable);
/* The same where None, which is NULL, will do; 0 with an exception. */
int optional_numbers(PyObject *array, const char *name, Py_ssize_t count, int writable,
                     double **numbers);
/* How many numbers an array has; -1 with an exception. */
Py_ssize_t array_count(PyObject *array, const char *name);

/* --- interrupt.c -------------------------------------------------------------------------------- */

/* Around everything that may take long: Ctrl-C then asks the library to end soon. Both need the GIL. */
void compute_begin(void);
void compute_end(void);
/* How often somebody pressed Ctrl-C while something was computed. */
unsigned interrupt_count(void);
/* Takes the library's flag back and runs the handlers of Python: -1 with an exception (KeyboardInterrupt). */
int answer_signals(void);
/* solve(solver) without the GIL, between compute_begin and compute_end: its status, or -1 with an exception. */
int solve_until_done(rg_status (*solve)(void *), void *solver, rg_status *status);
double wall_seconds(void);

/* --- calls.c ------------------------------------------------------------------------------------ */

/* The first exception of functions of a caller that the library calls; all zero: none so far. */
typedef struct trouble {
  PyObject *type, *value, *trace;
} trouble;

/* y = function(x): `answers` numbers of `count`. 0 where it raised, now or before; then y is as it was. Takes the GIL. */
int call_for_numbers(PyObject *function, const char *name, const double *x, Py_ssize_t count,
                     double *y, Py_ssize_t answers, trouble *t);
/* Takes the exception that is set. */
void trouble_keep(trouble *t);
/* 1 where there was one: it is raised now. */
int trouble_raise(trouble *t);
/* Forgets it. */
void trouble_drop(trouble *t);

/* --- options.c ---------------------------------------------------------------------------------- */

/* Options of `rigor run` and `rigor solve` from a dictionary, by their names with _ for -; 0 with an exception. */
int take_sim_options(PyObject *dict, rg_sim_options *options);
int take_solve_options(PyObject *dict, rg_options *options);
PyObject *sim_options_dict(const rg_sim_options *options);
/* {"sim": names, "solve": names} */
PyObject *option_names(void);

/* --- records.c: structs as dictionaries ----------------------------------------------------------- */

PyObject *certificate_dict(const rg_certificate *c);
PyObject *balance_dict(const rg_step_balance *b);
PyObject *step_report_dict(const rg_step_report *r);
PyObject *solve_report_dict(const rg_report *r);
PyObject *ncp_report_dict(const rg_ncp_report *r);
PyObject *ncp_certificate_dict(const rg_ncp_certificate *c);
/* Name, type, offset and shape of the fields of rg_step_contact, and its size. */
PyObject *contact_layout(void);

/* --- sim.c: arrays of rg_data ------------------------------------------------------------------------- */

typedef struct data_entry {
  const char *name;
  size_t offset, count; /* of the pointer in rg_data; of the number in rg_model */
  int width;            /* 9: rotations, 3 x 3 */
  int writable;
} data_entry;

extern const data_entry data_arrays[]; /* until a name is NULL */
static inline int data_count(const data_entry *d, const rg_model *model) {
  return *(const int *)((const char *)model + d->count);
}

shape data_shape(const data_entry *d, int count);

/* --- wrench.c ------------------------------------------------------------------------------------- */

/* Of all contacts on each body, nbody x 6: about the centre of mass of its tree. `centre` is room for 4 nbody. */
void contact_wrenches(const rg_model *model, const double *xipos, const rg_step_contact *contact,
                      int count, double dt, double *centre, double *wrench);

/* --- batch.c ------------------------------------------------------------------------------------ */

/* Name, type and offset of the fields of rg_batch_result, and its size; ([backends], [parameters]). */
PyObject *batch_result_layout(void);
PyObject *batch_names(void);

/* --- plots.c: (title, x label, y label, lines, path, scale: 0 SVG, logarithmic) ------------------------ */

PyObject *draw(PyObject *unused, PyObject *arguments);

/* --- the types ---------------------------------------------------------------------------------- */

typedef struct {
  PyObject_HEAD rg_model *model;
} Model;

typedef struct {
  PyObject_HEAD Model *model; /* held */
  rg_sim *sim;
  rg_osi *osi; /* for as many nodes as were asked for so far */
  int osi_nodes;
  int busy;       /* 1: a thread computes with it, without the GIL */
  double seconds; /* that the last steps took */
} Sim;

extern PyTypeObject *view_type, *model_type, *sim_type, *problem_type;
int add_view_type(PyObject *module);
int add_model_type(PyObject *module);
int add_sim_type(PyObject *module);
int add_problem_types(PyObject *module);
int add_ncp_types(PyObject *module);
int add_recorder_type(PyObject *module);
int add_table_type(PyObject *module);
int add_batch_type(PyObject *module);

/* A type from its description, put into the module; NULL with an exception. */
PyTypeObject *add_type(PyObject *module, const char *name, PyType_Spec *spec);

/* 1 where nobody computes with it, which `busy` says; else 0 with an exception that names it. */
int is_free(int busy, const char *what);
int sim_is_free(const Sim *self);
/* Puts `value` (taken over, NULL: it could not be made) into `dict`; 0 with an exception. */
int put_item(PyObject *dict, const char *name, PyObject *value);
/* Whether a run can go on after a step with this status: as the command line has it. */
int sim_can_go_on(rg_sim *sim, rg_status status);
/* Steps without the GIL until `count` are done or one is not solved: with `go_on` that only ends them where the
   simulation cannot go on. `after` (may be NULL) is called after each, -1 ends too. Returns 0, or -1 with an exception.
   `first`: status of the first step that was not solved; `done`: steps that were tried. */
typedef int (*step_hook)(void *context, rg_status status);
int sim_steps(Sim *self, long long count, int go_on, step_hook after, void *context,
              rg_status *first, long long *done);
/* A new problem object with a copy of what the last step solved; None where there was nothing. */
PyObject *problem_of_sim(const rg_problem *problem);
/* UTF-8 of a text, which keeps it; NULL with an exception. */
const char *text_of(PyObject *text);
/* Path of a file as the system has it: bytes, a new reference; NULL with an exception. */
PyObject *take_path(PyObject *path);

#endif
