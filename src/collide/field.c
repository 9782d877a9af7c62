/* A height field is a row of prisms: each cell of the grid is cut along the diagonal from its corner of
   least x and y, and what lies between a triangle and the base is one convex prism (as in MuJoCo's
   documentation, "hfield"). Only prisms below the shape's box are looked at, in the frame of the field.

   Walls between prisms are no surface: a contact there, whose normal does not point up, is left out
   unless the prism stands at the border. */
#include "collide/field.h"

#include "collide/support.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { PRISM_CONTACTS = 16 };

/* bottom 0 1 2, top 3 4 5, counter-clockwise from above */
static const int prism_face[8 * 3] = {0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3,
                                      1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};

void rg_field_bounds(const rg_field *f, double low[3], double high[3]) {
  assert(f->nrow > 1 && f->ncol > 1);
  const double centre[3] = {0, 0, 0.5 * (f->size[2] - f->size[3])};
  const double half[3] = {f->size[0], f->size[1], 0.5 * (f->size[2] + f->size[3])};
  double middle[3];
  rg_mat3_apply(middle, f->rotation, centre);
  for (int k = 0; k < 3; k++) {
    const double *row = f->rotation + 3 * k;
    double w = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
    low[k] = f->position[k] + middle[k] - w;
    high[k] = f->position[k] + middle[k] + w;
  }
}

static double height(const rg_field *f, int r, int c) {
  return f->size[2] * f->data[r * f->ncol + c];
}

/* the prism under one triangle of a cell, about its own middle */
static void set_prism(const rg_field *f, int r, int c, int second, rg_shape *prism,
                      double vertex[18]) {
  static const int corner[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}};
  double dx = 2 * f->size[0] / (f->ncol - 1), dy = 2 * f->size[1] / (f->nrow - 1), middle[3] = {0};
  for (int k = 0; k < 3; k++) {
    int row = r + corner[second][k][0], column = c + corner[second][k][1];
    double x = -f->size[0] + dx * column, y = -f->size[1] + dy * row;
    rg_v3_set(vertex + 3 * k, x, y, -f->size[3]);
    rg_v3_set(vertex + 3 * (k + 3), x, y, height(f, row, column));
  }
  for (int k = 0; k < 6; k++) rg_v3_add_scaled(middle, 1.0 / 6, vertex + 3 * k);
  for (int k = 0; k < 6; k++) rg_v3_sub(vertex + 3 * k, vertex + 3 * k, middle);
  rg_v3_copy(prism->position, middle);
}

static int clamp_index(double x, int most) { return x < 0 ? 0 : x > most ? most : (int)x; }

/* from the frame of the field to the world; the same contact has the same number in every step */
static void give_out(const rg_field *f, int number, rg_contact *contact) {
  double place[3], axis[3];
  rg_mat3_apply(place, f->rotation, contact->position);
  rg_v3_add(contact->position, place, f->position);
  for (int k = 0; k < 3; k++) {
    rg_mat3_apply(axis, f->rotation, contact->frame + 3 * k);
    rg_v3_copy(contact->frame + 3 * k, axis);
  }
  unsigned mixed = (unsigned)contact->feature * 2654435761u + (unsigned)number * 40503u;
  contact->feature = (int)(mixed & 0x0fffffffu);
}

int rg_field_collide(const rg_field *f, const rg_shape *shape, double margin, rg_contact *contact,
                     int most) {
  assert(f->nrow > 1 && f->ncol > 1 && most >= 0);
  rg_shape local = *shape, prism;
  double low[3], high[3], turned[9], vertex[18];
  int found = 0;
  rg_mat3_transpose(turned, f->rotation);
  rg_mat3_multiply(local.rotation, turned, shape->rotation);
  local.extent = 0;
  rg_v3_sub(local.position, shape->position, f->position);
  rg_mat3_apply_t(local.position, f->rotation, local.position);
  rg_shape_bounds(&local, low, high);
  double dx = 2 * f->size[0] / (f->ncol - 1), dy = 2 * f->size[1] / (f->nrow - 1);
  if (!(low[2] - margin <= f->size[2] && high[2] + margin >= -f->size[3])) return 0;
  for (int k = 0; k < 2; k++)
    if (!(low[k] - margin <= f->size[k] && high[k] + margin >= -f->size[k])) return 0;
  int c0 = clamp_index((low[0] - margin + f->size[0]) / dx, f->ncol - 2);
  int c1 = clamp_index((high[0] + margin + f->size[0]) / dx, f->ncol - 2);
  int r0 = clamp_index((low[1] - margin + f->size[1]) / dy, f->nrow - 2);
  int r1 = clamp_index((high[1] + margin + f->size[1]) / dy, f->nrow - 2);
  memset(&prism, 0, sizeof prism);
  prism.type = RG_GEOM_MESH;
  prism.vertex = vertex;
  prism.nvertex = 6;
  prism.face = prism_face;
  prism.nface = 8;
  rg_mat3_identity(prism.rotation);
  for (int r = r0; r <= r1; r++)
    for (int c = c0; c <= c1; c++)
      for (int second = 0; second < 2; second++) {
        rg_contact spare[PRISM_CONTACTS];
        double top = fmax(height(f, r, c), height(f, r + 1, c + 1));
        top = fmax(top, second ? height(f, r, c + 1) : height(f, r + 1, c));
        if (low[2] - margin > top) continue;
        set_prism(f, r, c, second, &prism, vertex);
        int n = rg_collide_pair(&local, &prism, margin, spare, PRISM_CONTACTS);
        int border = r == 0 || c == 0 || r == f->nrow - 2 || c == f->ncol - 2;
        for (int k = 0; k < n; k++) {
          if (spare[k].frame[2] < 1e-6 && !border) continue;
          if (found == most) return most + 1;
          contact[found] = spare[k];
          give_out(f, (r * f->ncol + c) * 2 + second, &contact[found++]);
        }
      }
  return found;
}
