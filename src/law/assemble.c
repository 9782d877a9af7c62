/* The generic part of every linear law: M = R A B + S, q = R c + d (see assemble.h), directions in
   the tangent plane, and the loop over the bounds. */
#include "law/assemble.h"

#include "law/law.h"
#include "math/dense.h"
#include "math/power.h"
#include "math/turn.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static size_t at(int row, int column, int columns) {
  return (size_t)row * (size_t)columns + (size_t)column;
}

/* a quarter turn in the tangent plane */
static void across(const double *axis, double *lateral) {
  lateral[0] = -axis[1];
  lateral[1] = axis[0];
}

void rg_law_direction(int dim, const double *axis, int j, int count, double *direction) {
  assert((dim == 2 || dim == 3) && j >= 0 && j < count);
  /* the second half is the opposite of the first; in the plane there is nothing else */
  double sign = 1;
  if (2 * j >= count) {
    sign = -1;
    j -= count / 2;
  }
  if (dim == 2) {
    direction[0] = sign * axis[0];
    return;
  }
  /* the second quarter is the first one turned by a right angle */
  double base[2] = {axis[0], axis[1]}, lateral[2];
  if (count % 4 == 0 && 4 * j >= count) {
    across(axis, base);
    j -= count / 4;
  }
  /* what is left is a turn by 2 pi j / count */
  double turn = 2 * 3.14159265358979323846 * j / count;
  double c, s;
  rg_sincos(j ? turn : 0, &s, &c);
  across(base, lateral);
  direction[0] = sign * (c * base[0] + s * lateral[0]);
  direction[1] = sign * (c * base[1] + s * lateral[1]);
}

void rg_law_spread(int dim, const double *axis, int count, const double *vector, double *weight) {
  assert((dim == 2 || dim == 3) && count >= 2 && count % 2 == 0);
  for (int j = 0; j < count; j++) weight[j] = 0;
  if (dim == 2) {
    double component = axis[0] * vector[0];
    weight[0] = fmax(component, 0);
    weight[1] = fmax(-component, 0);
    return;
  }
  /* the direction nearest to the vector, and its two neighbours */
  int nearest = 0;
  double best = -HUGE_VAL, first[2], second[2];
  for (int j = 0; j < count; j++) {
    rg_law_direction(dim, axis, j, count, first);
    double component = rg_dot(2, first, vector);
    if (component > best) {
      best = component;
      nearest = j;
    }
  }
  rg_law_direction(dim, axis, nearest, count, first);
  int next = (nearest + 1) % count;
  if (first[0] * vector[1] - first[1] * vector[0] < 0) next = (nearest + count - 1) % count;
  rg_law_direction(dim, axis, next, count, second);
  /* vector = weight_nearest first + weight_next second */
  double area = first[0] * second[1] - first[1] * second[0];
  weight[nearest] = fmax((vector[0] * second[1] - vector[1] * second[0]) / area, 0);
  weight[next] = fmax((first[0] * vector[1] - first[1] * vector[0]) / area, 0);
}

void rg_law_project(int dim, const double *axis, const double *vector, double *component) {
  double lateral[2];
  across(axis, lateral);
  component[0] = rg_dot(dim - 1, axis, vector);
  if (dim == 3) component[1] = rg_dot(2, lateral, vector);
}

void rg_law_components(const rg_law_contact *contact, const double *axis, int normal, int tangent,
                       rg_law_block *block) {
  assert(normal < block->size && tangent + contact->dim - 1 <= block->size);
  int dim = contact->dim, m = block->size;
  double frame[2][2] = {{axis[0], axis[1]}, {0, 0}};
  across(axis, frame[1]);
  block->B[at(0, normal, m)] = block->R[at(normal, 0, dim)] = 1;
  for (int k = 0; k + 1 < dim; k++)
    for (int a = 0; a + 1 < dim; a++)
      block->B[at(1 + a, tangent + k, m)] = block->R[at(tangent + k, 1 + a, dim)] = frame[k][a];
}

/* to = factor from, where there is something */
static void scale_copy(const double *from, double factor, size_t count, double *to) {
  for (size_t k = 0; from && k < count; k++) to[k] = factor * from[k];
}

/* what the problem is written in: powers of two near A and c, so that nothing is rounded */
static void find_units(rg_law_mlcp *law, const rg_local *local) {
  const rg_law_options *raw = &law->options;
  rg_law_options own = *raw;
  size_t contacts = (size_t)law->contacts, dim = contacts ? (size_t)law->dim : 1;
  double fastest = 0;
  for (int i = 0; i < law->rows; i++)
    law->row_scale[i] = local->response ? 1 / sqrt(local->response[i]) : 1;
  for (int i = law->rows; i < local->n; i++) fastest = fmax(fastest, fabs(local->c[i]));
  for (int i = 0; i < law->contacts; i++) fastest = fmax(fastest, fabs(local->target[i]));
  for (int i = 0; i < law->rows && fastest == 0; i++)
    fastest = fmax(fastest, law->row_scale[i] * fabs(local->c[i]));
  law->unit = local->response ? local->unit : 1;
  law->speed = local->response ? rg_power_below(fastest) : 1;
  own.slip = law->slip;
  own.last_impulse = law->last;
  scale_copy(raw->slip, 1 / law->speed, contacts * (dim - 1), law->slip);
  scale_copy(raw->last_impulse, law->unit / law->speed, contacts * dim, law->last);
  own.threshold /= law->speed;
  own.phantom *= law->unit;
  own.drag *= law->unit;
  own.relax_normal /= law->unit;
  own.relax_tangent /= law->unit;
  law->own = own;
}

/* the slip of a contact, given or from c, and the directions that follow from it */
static void look_at_contact(rg_law_mlcp *law, const rg_local *local, int i) {
  const rg_law_options *options = &law->own;
  rg_law_contact *contact = &law->contact[i];
  int tangents = law->dim - 1;
  const double *free = local->c + local->rows + (size_t)i * (size_t)law->dim + 1;
  double slip[2] = {0};
  for (int k = 0; k < tangents; k++)
    slip[k] = options->slip ? options->slip[i * tangents + k] : free[k] / law->speed;
  contact->mu = local->mu[i];
  contact->speed = rg_norm(tangents, slip);
  contact->along[0] = 1;
  contact->along[1] = 0;
  for (int k = 0; k < tangents && contact->speed > 0; k++)
    contact->along[k] = slip[k] / contact->speed;
  /* first direction: along the slip or tangent1, turned in space by the angle */
  double base[2] = {1, 0}, lateral[2];
  if (options->aligned) memcpy(base, contact->along, sizeof base);
  double turn = law->dim == 3 ? options->angle : 0;
  double c, s;
  rg_sincos(turn, &s, &c);
  across(base, lateral);
  for (int k = 0; k < 2; k++) contact->axis[k] = c * base[k] + s * lateral[k];
  contact->normal = contact->last ? fmax(contact->last[0], 0) : 0;
}

/* B, R, S, d and bounds of one contact by its law */
static void fill_block(rg_law_mlcp *law, int i) {
  rg_law_block *block = &law->block[i];
  size_t m = (size_t)block->size, dim = (size_t)law->dim;
  memset(block->B, 0, dim * m * sizeof(double));
  memset(block->R, 0, dim * m * sizeof(double));
  memset(block->S, 0, m * m * sizeof(double));
  memset(block->d, 0, m * sizeof(double));
  for (size_t k = 0; k < m; k++) {
    block->lower[k] = 0;
    block->upper[k] = HUGE_VAL;
  }
  law->form->fill(&law->own, &law->contact[i], block);
}

/* a raw unknown as the law's rows and columns see it */
typedef struct view {
  int first, count;       /* unknowns of the MLCP */
  const double *out, *in; /* column of R (stride `stride`) and row of B */
  int stride;
} view;

static view view_of(const rg_law_mlcp *law, int raw) {
  int i = law->owner[raw];
  if (i < 0) return (view){raw, 1, law->row_scale + raw, law->row_scale + raw, 1};
  int axis = (raw - law->rows) % law->dim, m = law->block[i].size;
  return (view){law->first[i], m, law->block[i].R + axis, law->block[i].B + at(axis, 0, m),
                law->dim};
}

/* M += R_a A_ab B_b for one entry of A */
static void add_entry(rg_law_mlcp *law, int a, int b, double value) {
  view row = view_of(law, a), column = view_of(law, b);
  int n = law->mlcp.n;
  for (int p = 0; p < row.count; p++) {
    double left = row.out[(size_t)p * (size_t)row.stride] * value;
    if (left == 0) continue;
    rg_axpy(column.count, left, column.in, law->mlcp.M + at(row.first + p, column.first, n));
  }
}

/* keeps the diagonal block of R A B, to which S is added now and after each update */
static void take_core(rg_law_mlcp *law, int i) {
  rg_law_block *block = &law->block[i];
  int m = block->size, first = law->first[i];
  for (int p = 0; p < m; p++)
    memcpy(block->core + at(p, 0, m), law->mlcp.M + at(first + p, first, law->mlcp.n),
           (size_t)m * sizeof(double));
}

/* diagonal block of M = core + S */
static void put_block(rg_law_mlcp *law, int i) {
  const rg_law_block *block = &law->block[i];
  int m = block->size, first = law->first[i];
  for (int p = 0; p < m; p++)
    for (int k = 0; k < m; k++)
      law->mlcp.M[at(first + p, first + k, law->mlcp.n)] =
          block->core[at(p, k, m)] + block->S[at(p, k, m)];
}

/* q = R (c - target) + d */
static void fill_vector(rg_law_mlcp *law, const rg_local *local) {
  for (int a = 0; a < law->rows; a++) {
    double impulse = law->unit / (law->speed * law->row_scale[a]);
    law->mlcp.q[a] = local->c[a] / law->speed * law->row_scale[a];
    law->mlcp.lower[a] = impulse * local->lower[a];
    law->mlcp.upper[a] = impulse * local->upper[a];
  }
  for (int i = 0; i < law->contacts; i++) {
    const rg_law_block *block = &law->block[i];
    double *q = law->mlcp.q + law->first[i];
    const double *free = local->c + local->rows + (size_t)i * (size_t)law->dim;
    double velocity[3];
    for (int k = 0; k < law->dim; k++)
      velocity[k] = (free[k] - (k ? 0 : local->target[i])) / law->speed;
    rg_matvec(block->size, law->dim, block->R, law->dim, velocity, q);
    rg_axpy(block->size, 1, block->d, q);
  }
}

void rg_law_assemble(rg_law_mlcp *law, const rg_local *local) {
  assert(law->rows == local->rows && law->contacts == local->contacts);
  assert(local->row_start || local->n == 0);
  size_t n = (size_t)law->mlcp.n;
  law->repeats = 0;
  law->change = 0;
  find_units(law, local);
  for (int i = 0; i < law->contacts; i++) {
    look_at_contact(law, local, i);
    fill_block(law, i);
  }
  /* M = R (A + relaxation) B + S */
  memset(law->mlcp.M, 0, n * n * sizeof(double));
  for (int a = 0; a < local->n && !rg_interrupted(); a++)
    for (int k = local->row_start[a]; k < local->row_start[a + 1]; k++)
      add_entry(law, a, local->column[k], local->values[k] / law->unit);
  for (int a = law->rows; a < local->n && !law->form->relaxes; a++) {
    int normal = (a - law->rows) % law->dim == 0;
    add_entry(law, a, a, normal ? law->own.relax_normal : law->own.relax_tangent);
  }
  for (int i = 0; i < law->contacts; i++) {
    take_core(law, i);
    put_block(law, i);
  }
  fill_vector(law, local);
}

/* u = A x + c - target */
static void raw_velocity(const rg_local *local, const double *x, double *u) {
  for (int a = 0; a < local->n; a++) {
    u[a] = local->c[a];
    for (int k = local->row_start[a]; k < local->row_start[a + 1]; k++)
      u[a] += local->values[k] * x[local->column[k]];
  }
  for (int i = 0; i < local->contacts; i++) u[local->rows + i * local->dim] -= local->target[i];
}

void rg_law_start(const rg_law_mlcp *law, const rg_local *local, const double *impulse, double *z) {
  assert(law->unit > 0 && law->speed > 0 && law->rows == local->rows);
  double factor = law->unit / law->speed;
  raw_velocity(local, impulse, law->velocity);
  for (int a = 0; a < law->rows; a++) z[a] = factor * impulse[a] / law->row_scale[a];
  for (int i = 0; i < law->contacts; i++) {
    int raw = law->rows + i * law->dim;
    double r[3], u[3];
    for (int k = 0; k < law->dim; k++) {
      r[k] = factor * impulse[raw + k];
      u[k] = law->velocity[raw + k] / law->speed;
    }
    law->form->start(&law->own, &law->contact[i], r, u, z + law->first[i]);
  }
}

void rg_law_impulse(const rg_law_mlcp *law, const rg_local *local, const double *z,
                    double *impulse) {
  assert(law->unit > 0 && law->speed > 0 && law->rows == local->rows);
  double factor = law->speed / law->unit;
  for (int a = 0; a < law->rows; a++) impulse[a] = factor * law->row_scale[a] * z[a];
  for (int i = 0; i < law->contacts; i++)
    rg_matvec(law->dim, law->block[i].size, law->block[i].B, law->block[i].size, z + law->first[i],
              impulse + law->rows + (size_t)i * (size_t)law->dim);
  for (int i = law->rows; i < local->n; i++) impulse[i] *= factor;
}

int rg_law_update(rg_law_mlcp *law, const rg_local *local, const double *z) {
  assert(law->contacts == local->contacts);
  if (!law->iterates) return 0;
  /* how far the normal impulses of z are from those that the bounds were made of */
  double moved = 0, largest = 0;
  for (int i = 0; i < law->contacts; i++) {
    double now =
        local->mu[i] * fmax(rg_dot(law->block[i].size, law->block[i].B, z + law->first[i]), 0);
    double then = local->mu[i] * law->contact[i].normal;
    moved = fmax(moved, fabs(now - then));
    largest = fmax(largest, fmax(now, then));
  }
  law->change = largest > 0 ? moved / largest : 0;
  if (law->change <= RG_LAW_CONSISTENT) return 0;
  /* full steps at first; half steps later, against cycles */
  double step = law->repeats++ < 20 ? 1 : 0.5;
  for (int i = 0; i < law->contacts; i++) {
    double now = fmax(rg_dot(law->block[i].size, law->block[i].B, z + law->first[i]), 0);
    law->contact[i].normal += step * (now - law->contact[i].normal);
    fill_block(law, i);
    put_block(law, i);
  }
  return 1;
}

int rg_law_without_last(const rg_law_options *options) { return options->last_impulse == NULL; }
