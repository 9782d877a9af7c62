/* Structs of the library as dictionaries with the same names. */
#include "binding.h"

#include <stddef.h>
#include <string.h>

/* a member of a struct: d double, i int, l long, s text in place */
typedef struct member {
  const char *name;
  char type;
  size_t offset;
} member;

static PyObject *member_value(const member *m, const char *from) {
  const void *at = from + m->offset;
  switch (m->type) {
  case 'd': return PyFloat_FromDouble(*(const double *)at);
  case 'i': return PyLong_FromLong(*(const int *)at);
  case 'l': return PyLong_FromLong(*(const long *)at);
  default: return PyUnicode_DecodeUTF8(at, (Py_ssize_t)strlen(at), "replace");
  }
}

static PyObject *struct_dict(const member *members, const void *from) {
  PyObject *dict = PyDict_New();
  for (const member *m = members; dict && m->name; m++)
    if (!put_item(dict, m->name, member_value(m, from))) Py_CLEAR(dict);
  return dict;
}

/* puts `value` (taken over) into `dict`; NULL, and `dict` is gone, where that fails */
static PyObject *with(PyObject *dict, const char *name, PyObject *value) {
  if (!dict) Py_XDECREF(value);
  else if (!put_item(dict, name, value)) Py_CLEAR(dict);
  return dict;
}

#define M(struct_, name, type)                                                                     \
  { #name, type, offsetof(struct_, name) }

PyObject *certificate_dict(const rg_certificate *c) {
#define C(name, type) M(rg_certificate, name, type)
  static const member members[] = {C(residual, 'd'),
                                   C(energy, 'd'),
                                   C(residual_at, 'i'),
                                   C(moved, 'd'),
                                   C(moved_at, 'i'),
                                   C(natural_map, 'd'),
                                   C(natural_map_relative, 'd'),
                                   C(reference, 'd'),
                                   C(natural_map_at, 'i'),
                                   C(penetration, 'd'),
                                   C(penetration_at, 'i'),
                                   C(cone, 'd'),
                                   C(cone_at, 'i'),
                                   C(complementarity, 'd'),
                                   C(complementarity_at, 'i'),
                                   C(slip_angle, 'd'),
                                   C(slip_angle_at, 'i'),
                                   C(bilateral, 'd'),
                                   C(bilateral_at, 'i'),
                                   C(rounding, 'd'),
                                   C(dynamics, 'd'),
                                   C(law_residual, 'd'),
                                   {0}};
  return struct_dict(members, c);
}

PyObject *balance_dict(const rg_step_balance *b) {
#define B(name) M(rg_step_balance, name, 'd')
  static const member members[] = {
      B(kinetic_before),   B(potential_before), B(kinetic), B(potential), B(gravity),   B(springs),
      B(dampers),          B(actuators),        B(applied), B(drives),    B(contacts),  B(friction),
      B(limits),           B(dry_friction),     B(loops),   B(residual),  B(corrected), B(momentum),
      B(angular_momentum), B(explained),        {0}};
  return struct_dict(members, b);
}

/* texts of a set of notices, the most important first */
static PyObject *notices_tuple(unsigned set) {
  const char *text[16];
  int count = 0;
  for (unsigned kind = 1; kind < RG_NOTICE_END; kind <<= 1)
    if (set & kind) text[count++] = rg_notice_text((rg_notice)kind);
  PyObject *tuple = PyTuple_New(count);
  for (int k = 0; tuple && k < count; k++) PyTuple_SetItem(tuple, k, PyUnicode_FromString(text[k]));
  return tuple;
}

PyObject *step_report_dict(const rg_step_report *r) {
#define R(name, type) M(rg_step_report, name, type)
  static const member members[] = {R(status, 'i'),
                                   R(step, 'l'),
                                   R(time, 'd'),
                                   R(dt, 'd'),
                                   R(contacts, 'i'),
                                   R(rows, 'i'),
                                   R(size, 'i'),
                                   R(solves, 'i'),
                                   R(iterations, 'i'),
                                   R(halvings, 'i'),
                                   R(impacts, 'i'),
                                   R(penetration, 'd'),
                                   R(within, 'd'),
                                   R(closure, 'd'),
                                   R(work, 'd'),
                                   R(overflow, 'i'),
                                   R(allocations, 'l'),
                                   R(reason, 's'),
                                   {0}};
  PyObject *dict = with(struct_dict(members, r), "balance", balance_dict(&r->balance));
  dict = with(dict, "notices", notices_tuple(r->notices));
  return with(dict, "certificate", certificate_dict(&r->certificate));
}

static PyObject *trace_list(const rg_report *r) {
  PyObject *list = PyList_New(r->trace ? r->trace_length : 0);
  for (int k = 0; list && r->trace && k < r->trace_length; k++)
    PyList_SetItem(list, k, PyFloat_FromDouble(r->trace[k]));
  return list;
}

PyObject *solve_report_dict(const rg_report *r) {
#define S(name, type) M(rg_report, name, type)
  static const member members[] = {
      S(status, 'i'), S(size, 'i'), S(iterations, 'i'), S(seconds, 'd'), S(reason, 's'),
      S(path, 's'),   {0}};
  PyObject *dict =
      with(struct_dict(members, r), "solver", PyUnicode_FromString(r->solver ? r->solver : ""));
  const char *law = rg_law_name(r->law.law);
  dict = with(dict, "law", PyUnicode_FromString(law ? law : ""));
  dict = with(dict, "trace", trace_list(r));
  return with(dict, "certificate", certificate_dict(&r->certificate));
}

PyObject *ncp_certificate_dict(const rg_ncp_certificate *c) {
#define N(name, type) M(rg_ncp_certificate, name, type)
  static const member members[] = {N(residual, 'd'),       N(reference, 'd'), N(natural_map, 'd'),
                                   N(natural_map_at, 'i'), N(outside, 'd'),   N(outside_at, 'i'),
                                   N(sign, 'd'),           N(sign_at, 'i'),   {0}};
  return struct_dict(members, c);
}

PyObject *ncp_report_dict(const rg_ncp_report *r) {
#define P(name, type) M(rg_ncp_report, name, type)
  static const member members[] = {P(status, 'i'),      P(size, 'i'),      P(iterations, 'i'),
                                   P(evaluations, 'l'), P(jacobians, 'l'), P(seconds, 'd'),
                                   P(reason, 's'),      P(path, 's'),      {0}};
  PyObject *dict =
      with(struct_dict(members, r), "solver", PyUnicode_FromString(r->solver ? r->solver : ""));
  return with(dict, "certificate", ncp_certificate_dict(&r->certificate));
}

PyObject *contact_layout(void) {
#define AT(name) offsetof(rg_step_contact, name)
  const struct {
    const char *name, *type;
    size_t offset;
    int rows, columns; /* 0: one number, no matrix */
  } field[] = {{"pair", "i4", AT(contact.geom1), 2, 0},
               {"bodies", "i4", AT(contact.body1), 2, 0},
               {"place", "f8", AT(contact.position), 3, 0},
               {"normal", "f8", AT(contact.frame), 3, 0},
               {"frame", "f8", AT(contact.frame), 3, 3},
               {"gap", "f8", AT(contact.gap), 0, 0},
               {"mu", "f8", AT(mu), 0, 0},
               {"restitution", "f8", AT(restitution), 0, 0},
               {"target", "f8", AT(target), 0, 0},
               {"impulse", "f8", AT(impulse), 3, 0},
               {"velocity", "f8", AT(velocity), 3, 0},
               {"spin", "f8", AT(spin), 0, 0},
               {"roll", "f8", AT(roll), 0, 0},
               {"moment", "f8", AT(moment), 3, 0},
               {"turning", "f8", AT(turning), 3, 0},
               {"mode", "i4", AT(mode), 0, 0}};
  enum { FIELDS = sizeof field / sizeof *field };
  PyObject *list = PyList_New(FIELDS);
  for (int k = 0; list && k < FIELDS; k++)
    PyList_SetItem(list, k,
                   Py_BuildValue("(ssnii)", field[k].name, field[k].type,
                                 (Py_ssize_t)field[k].offset, field[k].rows, field[k].columns));
  return list ? Py_BuildValue("(Nn)", list, (Py_ssize_t)sizeof(rg_step_contact)) : NULL;
}
