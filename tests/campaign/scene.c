/* Random rigid bodies with contacts and joints.

   A solution exists for every problem made here. Some motion v* obeys every joint row and, where
   targets are not zero, keeps every contact strictly inside its dual cone,
       u_n - target > mu |u_t|   at   u = G v*,
   which is the existence condition of Acary, Cadoux, Lemarechal & Malick (2011); with v* = 0 and
   targets 0 the shift is 0 and c = G v_free lies in the range of A. */
#include "scene.h"
#include "stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(int dim, const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < dim; k++) sum += a[k] * b[k];
  return sum;
}

static void cross(const double *a, const double *b, double *to) {
  to[0] = a[1] * b[2] - a[2] * b[1];
  to[1] = a[2] * b[0] - a[0] * b[2];
  to[2] = a[0] * b[1] - a[1] * b[0];
}

static void normalize(int dim, double *a) {
  const double length = sqrt(dot(dim, a, a));
  for (int k = 0; k < dim; k++) a[k] /= length;
}

static void random_direction(stream *r, int dim, double *to) {
  do
    for (int k = 0; k < dim; k++) to[k] = uniform(r, -1, 1);
  while (dot(dim, to, to) > 1 || dot(dim, to, to) < 0.01);
  normalize(dim, to);
}

/* row of G: velocity of a's point minus b's (-1: the ground) along a direction */
static void write_row(scene *s, int row, const int pair[2], const double *point,
                      const double *direction) {
  const int size = s->dim == 3 ? 6 : 3;
  for (int side = 0; side < 2; side++) {
    if (pair[side] < 0) continue;
    double arm[3] = {0}, turn[3] = {0};
    double *to = s->G + (size_t)row * (size_t)s->freedoms + (size_t)(size * pair[side]);
    for (int k = 0; k < s->dim; k++) arm[k] = point[k] - s->position[s->dim * pair[side] + k];
    if (s->dim == 3) cross(arm, direction, turn);
    else turn[0] = arm[0] * direction[1] - arm[1] * direction[0];
    for (int k = 0; k < s->dim; k++) to[k] = side ? -direction[k] : direction[k];
    for (int k = 0; k < size - s->dim; k++) to[s->dim + k] = side ? -turn[k] : turn[k];
  }
}

/* tangents to a normal */
static void tangents(stream *r, int dim, const double *normal, double tangent[2][3]) {
  if (dim == 2) {
    tangent[0][0] = -normal[1];
    tangent[0][1] = normal[0];
    return;
  }
  double other[3];
  do random_direction(r, 3, other);
  while (fabs(dot(3, other, normal)) > 0.9);
  cross(normal, other, tangent[0]);
  normalize(3, tangent[0]);
  cross(normal, tangent[0], tangent[1]);
}

/* two bodies, or a body and the ground; a point between them, a normal along their line */
static void random_pair(scene *s, stream *r, int pair[2], double *point, double *normal) {
  const int dim = s->dim;
  pair[0] = below(r, s->bodies);
  pair[1] = s->bodies > 1 && chance(r, 0.6) ? below(r, s->bodies) : -1;
  if (pair[1] == pair[0]) pair[1] = -1;
  const double *a = s->position + dim * pair[0];
  double along[3] = {0};
  if (pair[1] < 0) {
    random_direction(r, dim, along);
    along[dim - 1] += chance(r, 0.8) ? 1.5 : 0;
  }
  for (int k = 0; k < dim; k++) {
    const double b = pair[1] < 0 ? a[k] - along[k] : s->position[dim * pair[1] + k];
    point[k] = 0.5 * (a[k] + b) + uniform(r, -0.3, 0.3);
    normal[k] = a[k] - b + uniform(r, -0.2, 0.2);
  }
  if (dot(dim, normal, normal) < 1e-4) random_direction(r, dim, normal);
  normalize(dim, normal);
}

static void make_contacts(scene *s, stream *r) {
  const int dim = s->dim;
  const int smooth = chance(r, 0.1), repeats = chance(r, 0.4);
  int pair[2] = {0, -1};
  double point[3] = {0}, normal[3] = {0}, tangent[2][3] = {{0}};
  for (int i = 0; i < s->contacts; i++) {
    // where contacts repeat, up to four share a plane, as under a box
    if (!repeats || i % 4 == 0) {
      random_pair(s, r, pair, point, normal);
      tangents(r, dim, normal, tangent);
    } else {
      for (int t = 0; t < dim - 1; t++) {
        const double move = uniform(r, -0.5, 0.5);
        for (int k = 0; k < dim; k++) point[k] += move * tangent[t][k];
      }
    }
    const int row = s->rows + dim * i;
    write_row(s, row, pair, point, normal);
    for (int t = 0; t < dim - 1; t++) write_row(s, row + 1 + t, pair, point, tangent[t]);
    s->mu[i] = smooth || chance(r, 0.05) ? 0 : chance(r, 0.5) ? uniform(r, 0, 1) : uniform(r, 0, 2);
  }
}

/* joints in groups of `dim` rows that pin a point, and single rows in any direction; some are
   bounded: dry friction, weak motors, stops */
static void make_rows(scene *s, stream *r, double impulse_scale) {
  const int bounded = chance(r, 0.3);
  int pair[2] = {0, -1};
  double point[3] = {0}, direction[3] = {0};
  for (int i = 0; i < s->rows;) {
    random_pair(s, r, pair, point, direction);
    const int pin = s->rows - i >= s->dim && chance(r, 0.6);
    for (int k = 0; k < (pin ? s->dim : 1); k++, i++) {
      double axis[3] = {0};
      axis[k] = 1;
      write_row(s, i, pair, point, pin ? axis : direction);
      s->lower[i] = -HUGE_VAL;
      s->upper[i] = HUGE_VAL;
      if (pin || !bounded) continue;
      const double limit = impulse_scale * pow(10, uniform(r, -3, 1));
      const int stop = chance(r, 0.3);
      s->lower[i] = stop ? 0 : -limit;
      s->upper[i] = stop ? HUGE_VAL : limit;
    }
  }
}

/* masses over up to six decades below `heaviest`; moments by a radius of gyration */
static void make_bodies(scene *s, stream *r, double heaviest) {
  const double spread = chance(r, 0.3) ? 0 : uniform(r, 0, 6);
  const int size = s->dim == 3 ? 6 : 3;
  for (int b = 0; b < s->bodies; b++) {
    const double mass = heaviest * pow(10, -spread * uniform(r, 0, 1));
    const double gyration = uniform(r, 0.2, 1);
    for (int k = 0; k < s->dim; k++) s->position[s->dim * b + k] = uniform(r, -2, 2);
    for (int k = 0; k < size; k++)
      s->mass[size * b + k] = k < s->dim ? mass : mass * gyration * gyration;
  }
}

/* y = G v for one row */
static double row_velocity(const scene *s, int row, const double *v) {
  return dot(s->freedoms, s->G + (size_t)row * (size_t)s->freedoms, v);
}

/* A = G M^-1 G^T, exactly symmetric */
static void make_matrix(scene *s) {
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j <= i; j++) {
      const double *a = s->G + (size_t)i * (size_t)s->freedoms;
      const double *b = s->G + (size_t)j * (size_t)s->freedoms;
      double sum = 0;
      for (int k = 0; k < s->freedoms; k++) sum += a[k] * b[k] / s->mass[k];
      s->A[(size_t)i * (size_t)s->n + (size_t)j] = sum;
      s->A[(size_t)j * (size_t)s->n + (size_t)i] = sum;
    }
}

/* c, and targets that v* meets with room to spare */
static void make_velocities(scene *s, stream *r, double speed, double *free, double *possible) {
  const int size = s->dim == 3 ? 6 : 3, moving = chance(r, 0.25);
  const double fall = chance(r, 0.7) ? 1 : 0, spread = chance(r, 0.3) ? 0 : 1;
  for (int k = 0; k < s->freedoms; k++) {
    free[k] = speed * (spread * uniform(r, -1, 1) - (k % size == s->dim - 1 ? fall : 0));
    possible[k] = moving ? speed * uniform(r, -0.5, 0.5) : 0;
  }
  for (int i = 0; i < s->n; i++)
    s->c[i] = row_velocity(s, i, free) - (i < s->rows ? row_velocity(s, i, possible) : 0);
  for (int i = 0; i < s->contacts; i++) {
    double u[3] = {0};
    for (int k = 0; k < s->dim; k++) u[k] = row_velocity(s, s->rows + s->dim * i + k, possible);
    const double room = moving ? speed * uniform(r, 0.05, 1) : 0;
    s->target[i] = u[0] - s->mu[i] * sqrt(u[1] * u[1] + u[2] * u[2]) - room;
  }
}

static double *reals(int count) { return calloc((size_t)count + 1, sizeof(double)); }

static int allocate(scene *s) {
  const int n = s->n;
  s->position = reals(s->bodies * s->dim);
  s->mass = reals(s->freedoms);
  s->G = calloc((size_t)n * (size_t)s->freedoms + 1, sizeof(double));
  s->A = calloc((size_t)n * (size_t)n + 1, sizeof(double));
  s->c = reals(n);
  s->mu = reals(s->contacts);
  s->target = reals(s->contacts);
  s->lower = reals(s->rows);
  s->upper = reals(s->rows);
  return s->position && s->mass && s->G && s->A && s->c && s->mu && s->target && s->lower &&
         s->upper;
}

/* 1 to 50 contacts, few bodies (rank deficient) to many, rows in half of the problems */
static void choose_sizes(scene *s, stream *r) {
  const double size = uniform(r, 0, 1);
  s->dim = chance(r, 0.2) ? 2 : 3;
  s->contacts = 1 + (int)(50 * size * sqrt(size));
  if (s->contacts > 50) s->contacts = 50;
  const int fewest = 1 + s->contacts / 8;
  s->bodies = fewest + below(r, chance(r, 0.5) ? fewest : 2 * s->contacts);
  s->rows = chance(r, 0.5) ? 1 + below(r, s->dim * s->bodies < 20 ? s->dim * s->bodies : 20) : 0;
  s->n = s->rows + s->dim * s->contacts;
  s->freedoms = (s->dim == 3 ? 6 : 3) * s->bodies;
}

int scene_make(scene *s, uint64_t seed, uint64_t number) {
  stream r = stream_of(seed, number);
  memset(s, 0, sizeof *s);
  choose_sizes(s, &r);
  double *free_motion = reals(s->freedoms), *possible = reals(s->freedoms);
  const int ok = allocate(s) && free_motion && possible;
  if (ok) {
    const double heaviest = pow(10, uniform(&r, -6, 6)), speed = pow(10, uniform(&r, -6, 6));
    make_bodies(s, &r, heaviest);
    make_rows(s, &r, heaviest * speed);
    make_contacts(s, &r);
    make_matrix(s);
    make_velocities(s, &r, speed, free_motion, possible);
  } else scene_free(s);
  free(free_motion);
  free(possible);
  return ok;
}

void scene_free(scene *s) {
  double *all[] = {s->position, s->mass, s->G, s->A, s->c, s->mu, s->target, s->lower, s->upper};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
  memset(s, 0, sizeof *s);
}
