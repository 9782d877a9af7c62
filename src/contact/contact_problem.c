/* One contact problem of a model's state in global form: M as it is, G by the degrees of freedom on the ways from both bodies until
   they meet, moments included. */
#include <rigor/contact.h>

#include "base/arena.h"
#include "contact/contact_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* directions that the contacts need */
static int dimension_of(const rg_contact *contact, int count) {
  int dim = 3;
  for (int i = 0; i < count; i++)
    if (contact[i].condim > dim) dim = contact[i].condim;
  return dim;
}

/* degrees of freedom on the ways of a contact, ascending on each; how many. `dof` NULL: they are counted */
static int list_ways(const rg_model *model, const rg_contact *contact, const int *tip, int *dof,
                     double *sign) {
  int i = tip[contact->body1], j = tip[contact->body2], count = 0;
  while (i != j) {
    int k = i > j ? i : j;
    if (dof) {
      dof[count] = k;
      sign[count] = k == i ? 1 : -1;
    }
    count++;
    if (k == i) i = model->dof_parent[i];
    else j = model->dof_parent[j];
  }
  return count;
}

typedef struct filling {
  const rg_model *model;
  const rg_data *data;
  const rg_contact *contact;
  int count, dim;
  rg_arena *arena;
  int *tip, *dof;
  double *sign;
} filling;

/* rows of one contact: linear, then angular velocity along its axes */
static int put_contact(const filling *s, int c, int at, int *start, int *column, double *value) {
  const rg_contact *contact = s->contact + c;
  int ways = list_ways(s->model, contact, s->tip, s->dof, s->sign);
  for (int e = 0; e < ways; e++) {
    double entry[6];
    rg_contact_column(s->model, s->data, contact, s->dof[e], entry);
    rg_contact_turn(s->data, contact, s->dof[e], entry + 3);
    for (int k = 0; k < s->dim; k++) {
      column[at + k * ways + e] = s->dof[e];
      value[at + k * ways + e] = s->sign[e] * entry[k];
    }
  }
  for (int k = 0; k < s->dim; k++) start[s->dim * c + k] = at + k * ways;
  return at + s->dim * ways;
}

static void fill_rows(filling *s, rg_problem *problem) {
  size_t entries = 0;
  int n = s->dim * s->count, nv = s->model->nv, at = 0;
  for (int c = 0; c < s->count; c++)
    entries += (size_t)s->dim * (size_t)list_ways(s->model, s->contact + c, s->tip, NULL, NULL);
  int *start = RG_NEW(s->arena, int, n + 1), *column = RG_NEW(s->arena, int, entries);
  double *value = RG_NEW(s->arena, double, entries);
  if (s->arena->failed) return;
  for (int c = 0; c < s->count; c++) at = put_contact(s, c, at, start, column, value);
  start[n] = at;
  problem->G = rg_matrix_sparse(n, nv, start, column, value);
}

/* coefficients of what the condim of each contact has; the target lets gaps close */
static void fill_laws(const filling *s, double dt, rg_problem *problem) {
  size_t count = (size_t)s->count;
  double *mu = RG_NEW(s->arena, double, count), *target = RG_NEW(s->arena, double, count);
  double *spin = RG_NEW(s->arena, double, count), *roll = RG_NEW(s->arena, double, count);
  if (s->arena->failed) return;
  for (int c = 0; c < s->count; c++) {
    const rg_contact *contact = s->contact + c;
    mu[c] = contact->condim > 1 ? contact->friction[0] : 0;
    spin[c] = contact->condim > 3 ? contact->friction[1] : 0;
    roll[c] = contact->condim > 4 ? contact->friction[2] : 0;
    target[c] = contact->gap > 0 ? -contact->gap / dt : 0;
  }
  problem->mu = mu;
  problem->target = target;
  problem->spin = s->dim > 3 ? spin : NULL;
  problem->roll = s->dim > 4 ? roll : NULL;
}

/* M, and f = M (v + dt qacc_smooth) */
static void fill_motion(const filling *s, double dt, rg_problem *problem) {
  int nv = s->model->nv;
  double *M = RG_NEW(s->arena, double, (size_t)nv *(size_t)nv), *f = RG_NEW(s->arena, double, nv);
  double *v = RG_NEW(s->arena, double, nv);
  if (s->arena->failed) return;
  rg_mass_dense(s->model, s->data, M);
  for (int i = 0; i < nv; i++) v[i] = s->data->qvel[i] + dt * s->data->qacc_smooth[i];
  rg_mass_multiply(s->model, s->data, v, f);
  problem->M = rg_matrix_dense(nv, nv, M);
  problem->f = f;
}

rg_status rg_contact_problem(rg_problem *problem, const rg_model *model, const rg_data *data,
                             const rg_contact *contact, int count, double dt, int ellipsoid,
                             rg_error *error) {
  rg_error_clear(error);
  if (!problem || !model || !data) return rg_fail(error, RG_BAD_INPUT, "problem", "is NULL");
  *problem = rg_problem_default();
  if (count < 0 || (count && !contact))
    return rg_fail(error, RG_BAD_INPUT, "contact", "%d contacts are not there", count);
  if (!(dt > 0) || isinf(dt))
    return rg_fail(error, RG_BAD_INPUT, "dt", "%g is not a positive number", dt);
  rg_arena *arena = calloc(1, sizeof *arena);
  if (!arena) return rg_fail(error, RG_NO_MEMORY, "problem", "out of memory");
  problem->owner = arena;
  problem->contacts = count;
  filling s = {model, data, contact, count, dimension_of(contact, count), arena, NULL, NULL, NULL};
  problem->dim = count ? s.dim : 0;
  problem->ellipsoid = s.dim > 3 && count && ellipsoid;
  s.tip = RG_NEW(arena, int, model->nbody);
  s.dof = RG_NEW(arena, int, model->nv);
  s.sign = RG_NEW(arena, double, model->nv);
  problem->c = RG_NEW(arena, double, (size_t)s.dim *(size_t)count);
  if (!arena->failed) {
    rg_body_tips(model, s.tip);
    fill_rows(&s, problem);
    fill_laws(&s, dt, problem);
    fill_motion(&s, dt, problem);
  }
  if (!arena->failed) return RG_OK;
  rg_problem_free(problem);
  return rg_fail(error, RG_NO_MEMORY, "problem", "out of memory");
}
