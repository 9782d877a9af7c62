/* Finds stretches and shortens them: P by the sweep of articulated bodies for six unit forces at once, R by
   reflections of so many rows at a time. */
#include "contact/stretches.h"

#include "dynamics/work.h"

#include <math.h>
#include <string.h>

enum { SIX = 6, WIDTH = RG_STRETCH_WIDTH, PORTION = 32, NONE = -1 };

/* instructions, counted by callgrind: of a row at a degree of freedom, of a product of two rows there; of shortening a
   degree of freedom, and of a row at what is left */
static const double LEAVE = 140, PAIR = 0.8, ONCE = 340, ROW = 370;

/* --- set-up ------------------------------------------------------------------------------------ */

void rg_stretches_setup(rg_stretches *s, rg_arena *arena, const rg_model *model) {
  size_t nv = (size_t)model->nv;
  *s = (rg_stretches){0};
  s->dof = RG_RAW(arena, int, nv);
  s->parent = RG_RAW(arena, int, nv);
  s->part = RG_RAW(arena, int, nv);
  s->of = RG_RAW(arena, int, nv);
  s->place = RG_RAW(arena, int, nv);
  s->list = RG_RAW(arena, rg_stretch, nv / (SIX + 1));
  s->scale = RG_RAW(arena, double, nv);
  s->passing = RG_RAW(arena, int, nv);
  s->ways = RG_RAW(arena, int, nv);
  s->cut = RG_RAW(arena, unsigned char, nv);
}

/* --- marks ------------------------------------------------------------------------------------- */

/* `rows` of a contact enter at `tip` */
static void enter(rg_stretches *s, int tip, int rows) {
  if (tip < 0) return;
  s->passing[tip] += rows;
  s->cut[tip] = 1;
}

/* a scalar row has a coordinate of its own where it enters, so that a stretch ends there as well */
static void enter_row(rg_stretches *s, const rg_model *model, const rg_constraints *c, int row) {
  for (int e = c->start[row]; e < c->start[row + 1]; e++) {
    int k = c->dof[e], up = model->dof_parent[k];
    enter(s, k, 1);
    if (up >= 0) s->cut[up] = 1;
  }
}

/* how many rows pass each degree of freedom, a bound; from how many sides they come */
static void mark(rg_stretches *s, const rg_model *model, const rg_constraints *c,
                 const unsigned char *chosen, const int *tip) {
  size_t nv = (size_t)model->nv;
  memset(s->passing, 0, nv * sizeof *s->passing);
  memset(s->ways, 0, nv * sizeof *s->ways);
  memset(s->cut, 0, nv);
  for (int i = 0; i < c->rows; i++)
    if (!chosen || chosen[i]) enter_row(s, model, c, i);
  for (int i = 0; i < c->contacts; i++) {
    if (chosen && !chosen[c->rows + i]) continue;
    int width = rg_contact_width(c, i);
    enter(s, tip[c->contact[i].body1], width);
    enter(s, tip[c->contact[i].body2], width);
  }
  for (int k = model->nv - 1; k >= 0; k--) {
    int up = model->dof_parent[k];
    if (!s->passing[k] || up < 0) continue;
    s->passing[up] += s->passing[k];
    s->ways[up]++;
  }
}

/* 1 where a stretch begins */
static int begins(const rg_stretches *s, int k) {
  return s->passing[k] > 0 && (s->cut[k] || s->ways[k] != 1);
}

/* degrees of freedom of the stretch that begins with k; the last of them */
static int length_of(const rg_stretches *s, const rg_model *model, int k, int *top) {
  int length = 1;
  for (*top = k;; length++) {
    int up = model->dof_parent[*top];
    if (up < 0 || begins(s, up)) return length;
    *top = up;
  }
}

static int is_cheaper(int length, double rows) {
  double pairs = PAIR * rows * rows;
  return length > SIX && length * ONCE + rows * ROW + SIX * pairs < length * (LEAVE * rows + pairs);
}

/* --- P and R ----------------------------------------------------------------------------------- */

/* a row of six numbers, in two vectors */
typedef struct wide_row {
  rg_wide a, b;
} wide_row;

RG_WIDE_PART void add_row(wide_row *sum, double s, const wide_row *row) {
  sum->a += s * row->a;
  sum->b += s * row->b;
}

/* R of [R; Z], `count` rows of Z, which is lost: reflections that empty one column of Z after the other */
RG_WIDE_PART void fold(double *of, double *lost, int count) {
  wide_row *R = (wide_row *)of, *Z = (wide_row *)lost;
  for (int j = 0; j < SIX; j++) {
    double square = 0;
    for (int r = 0; r < count; r++) square += lost[WIDTH * r + j] * lost[WIDTH * r + j];
    if (!(square > 0)) continue;
    double old = of[WIDTH * j + j], size = sqrt(old * old + square);
    double first = old > 0 ? old + size : old - size, share = 2 / (first * first + square);
    wide_row sum = {first * R[j].a, first * R[j].b};
    for (int r = 0; r < count; r++) add_row(&sum, lost[WIDTH * r + j], Z + r);
    add_row(R + j, -share * first, &sum);
    for (int r = 0; r < count; r++) add_row(Z + r, -share * lost[WIDTH * r + j], &sum);
  }
}

/* the forces in the columns of P, seen from a body `offset` away */
RG_WIDE_PART void shift(wide_row *P, const double offset[3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    add_row(P + i, offset[j], P + 3 + k);
    add_row(P + i, -offset[k], P + 3 + j);
  }
}

/* z = - S' P / sqrt(D) of one degree of freedom, P += U (- S' P) / D */
RG_WIDE_PART void pass(const rg_work *work, int k, double scale, wide_row *P, wide_row *z) {
  const double *S = work->motion + SIX * k, *U = work->dof_force + SIX * k;
  wide_row u = {{0}, {0}};
  for (int i = 0; i < SIX; i++) add_row(&u, -S[i], P + i);
  for (int i = 0; i < SIX; i++) add_row(P + i, U[i] * work->dof_inverse[k], &u);
  *z = (wide_row){scale * u.a, scale * u.b};
}

/* column by column; what is not on or over the diagonal of R is nothing */
static void store(double *of, const double *A, int triangle) {
  for (int j = 0; j < SIX; j++)
    for (int i = 0; i < WIDTH; i++)
      of[WIDTH * j + i] = i < (triangle ? j + 1 : SIX) ? A[WIDTH * i + j] : 0;
}

RG_WIDE static void shorten(rg_stretch *stretch, const rg_model *model, const rg_data *data,
                            const double *scale, int k) {
  const rg_work *work = rg_work_of(data);
  double Z[PORTION * WIDTH], R[SIX * WIDTH] = {0}, P[SIX * WIDTH] = {0};
  int count = 0;
  for (int i = 0; i < SIX; i++) P[(WIDTH + 1) * i] = 1;
  for (;; k = model->dof_parent[k]) {
    pass(work, k, scale[k], (wide_row *)P, (wide_row *)Z + count++);
    if (count == PORTION || k == stretch->top) fold(R, Z, count), count = 0;
    if (k == stretch->top) break;
    int body = model->dof_body[k], above = model->dof_body[model->dof_parent[k]];
    if (body == above) continue;
    double offset[3];
    rg_v3_sub(offset, data->xpos + 3 * body, data->xpos + 3 * above);
    shift((wide_row *)P, offset);
  }
  store(stretch->R, R, 1);
  store(stretch->P, P, 0);
}

/* A p, A column by column */
RG_WIDE_PART void multiply(const double *A, const double p[SIX], double out[WIDTH]) {
  const wide_row *column = (const wide_row *)A;
  wide_row sum = {{0}, {0}};
  for (int j = 0; j < SIX; j++) add_row(&sum, p[j], column + j);
  memcpy(out, &sum, sizeof sum);
}

RG_WIDE void rg_stretch_pass(const rg_stretch *stretch, int count, double *force,
                             double *coordinates) {
  for (int r = 0; r < count; r++) {
    double passed[WIDTH];
    multiply(stretch->R, force + SIX * r, coordinates + WIDTH * r);
    multiply(stretch->P, force + SIX * r, passed);
    memcpy(force + SIX * r, passed, SIX * sizeof(double));
  }
}

/* --- coordinates ------------------------------------------------------------------------------- */

/* the stretch that begins with k, if it is one to be shortened: its lowest six stay */
static void try_stretch(rg_stretches *s, const rg_model *model, const rg_data *data, int k) {
  int top, length = length_of(s, model, k, &top);
  if (!is_cheaper(length, s->passing[k])) return;
  rg_stretch *stretch = s->list + s->count;
  stretch->top = top;
  shorten(stretch, model, data, s->scale, k);
  for (int i = 1; i <= length; i++, k = model->dof_parent[k]) {
    s->part[k] = i <= SIX ? i : NONE;
    s->of[k] = s->count;
  }
  s->count++;
}

/* where the way of coordinate c goes on */
static int coordinate_above(const rg_stretches *s, const rg_model *model, int c) {
  int k = s->part[c] == SIX ? s->list[s->of[c]].top : s->dof[c], up = model->dof_parent[k];
  return up < 0 ? -1 : s->place[up];
}

/* from degrees of freedom to coordinates, which are never more */
static void number(rg_stretches *s, const rg_model *model) {
  s->size = 0;
  for (int k = 0; k < model->nv; k++) {
    s->place[k] = s->part[k] == NONE ? -1 : s->size;
    if (s->part[k] == NONE) continue;
    int c = s->size++;
    s->dof[c] = k;
    s->part[c] = s->part[k];
    s->of[c] = s->of[k];
    s->parent[c] = coordinate_above(s, model, c);
  }
}

void rg_stretches_find(rg_stretches *s, const rg_model *model, const rg_data *data,
                       const rg_constraints *constraints, const unsigned char *chosen,
                       const int *tip, double unit) {
  const double *inverse = rg_work_of(data)->dof_inverse;
  s->count = 0;
  mark(s, model, constraints, chosen, tip);
  for (int k = 0; k < model->nv; k++) {
    s->part[k] = s->passing[k] ? 0 : NONE;
    if (s->passing[k]) s->scale[k] = sqrt(inverse[k] / unit);
  }
  for (int k = model->nv - 1; k >= 0; k--)
    if (begins(s, k)) try_stretch(s, model, data, k);
  number(s, model);
}
