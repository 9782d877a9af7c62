/* Edges: where the residual has a kink, which Jacobian is taken there and which space a step lives
   in. Todorov 2010, Eq. 25-26 (choice of the Jacobian), 28-29 (tangent space), end of III-D
   (projection on the cone). In Eq. 29 the first column of B_cone is the generator of the cone. */
#include "solve/papers/todorov_parts.h"

#include <math.h>
#include <string.h>

static double tangent_norm(const rg_cell *cell, const double *x) {
  return cell->size == 3 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
}

/* a point that the search has put on an edge is off it by rounding only */
static int touches(double distance, double size) { return fabs(distance) <= 1e-14 * size; }

static rg_edge edge_of(const rg_cell *cell, const double *x) {
  if (cell->is_row) {
    int low = touches(x[0] + cell->lower, fabs(x[0])),
        high = touches(x[0] + cell->upper, fabs(x[0]));
    return low || high ? RG_EDGE_PLANE : RG_EDGE_NONE;
  }
  if (x[0] == 0) return RG_EDGE_PLANE;
  double slip = tangent_norm(cell, x);
  if (x[0] > 0 || !(cell->mu > 0) || slip == 0) return RG_EDGE_NONE;
  return touches(slip + cell->mu * x[0], 4 * slip) ? RG_EDGE_CONE : RG_EDGE_NONE;
}

/* The unit normal of the edge and the zones on the side it points to and on the other side. */
static void edge_sides(const rg_cell *cell, rg_edge edge, const double *x, double *normal,
                       rg_zone side[2]) {
  memset(normal, 0, RG_CELL_MAX * sizeof *normal);
  if (edge == RG_EDGE_CONE) { /* out of the cone, towards slip */
    double slip = tangent_norm(cell, x), length = sqrt(1 + cell->mu * cell->mu);
    normal[0] = cell->mu / length;
    for (int i = 1; i < cell->size; i++) normal[i] = x[i] / (slip * length);
    side[0] = RG_ZONE_SLIP, side[1] = RG_ZONE_STICK;
  } else if (cell->is_row) { /* out of the bounds; x = -phi */
    normal[0] = touches(x[0] + cell->lower, fabs(x[0])) ? 1 : -1;
    side[0] = RG_ZONE_BREAK, side[1] = RG_ZONE_STICK;
  } else {
    normal[0] = 1;
    side[0] = RG_ZONE_BREAK;
    side[1] = tangent_norm(cell, x) > 0 || !(cell->mu > 0) ? RG_ZONE_SLIP : RG_ZONE_STICK;
  }
}

/* r' J d for a d within one cell: with pull = K'r it is pull' slope d - r' d */
static double descent(const rg_cell *cell, const double *slope, const double *pull, const double *r,
                      const double *d) {
  double sum = 0;
  for (int i = 0; i < cell->size; i++) {
    double image = 0;
    for (int j = 0; j < cell->size; j++) image += slope[cell->size * i + j] * d[j];
    sum += pull[cell->offset + i] * image - r[cell->offset + i] * d[i];
  }
  return sum;
}

/* Eq. 25-26; returns 1 where the edge is active */
static int choose_slope(const rg_todorov *t, const rg_cell *cell, rg_edge edge, double *slope) {
  const double *x = t->x + cell->offset;
  double normal[RG_CELL_MAX], one[RG_CELL_SQUARE], two[RG_CELL_SQUARE];
  rg_zone side[2];
  edge_sides(cell, edge, x, normal, side);
  rg_implicit_map_slope(cell, side[0], x, one);
  rg_implicit_map_slope(cell, side[1], x, two);
  double delta1 = descent(cell, one, t->pull, t->r, normal);
  double delta2 = -descent(cell, two, t->pull, t->r, normal);
  int entries = cell->size * cell->size;
  /* the loss falls away from the edge: take the steeper side */
  if (delta1 < 0 || delta2 < 0) {
    memcpy(slope, delta1 < delta2 ? one : two, (size_t)entries * sizeof *slope);
    return 0;
  }
  /* it falls along the edge only: the mixture whose gradient lies in the edge */
  double sum = delta1 + delta2, weight = sum > 0 ? delta2 / sum : 0.5;
  for (int i = 0; i < entries; i++) slope[i] = weight * one[i] + (1 - weight) * two[i];
  return 1;
}

/* B of Eq. 29, size x width */
static int edge_basis(const rg_cell *cell, rg_edge edge, const double *x, double *basis) {
  int d = cell->size;
  memset(basis, 0, RG_CELL_SQUARE * sizeof *basis);
  if (edge == RG_EDGE_NONE) {
    for (int i = 0; i < d; i++) basis[(d + 1) * i] = 1;
    return d;
  }
  if (edge == RG_EDGE_PLANE) { /* every direction but the first */
    for (int i = 1; i < d; i++) basis[(d - 1) * i + i - 1] = 1;
    return d - 1;
  }
  /* the generator, and in space the direction around the axis */
  double slip = tangent_norm(cell, x), length = sqrt(x[0] * x[0] + slip * slip);
  for (int i = 0; i < d; i++) basis[(d - 1) * i] = x[i] / length;
  if (d == 3) {
    basis[3] = -x[2] / slip;
    basis[5] = x[1] / slip;
  }
  return d - 1;
}

void rg_todorov_edges(rg_todorov *t) {
  rg_implicit_map_times_t(t->map, t->r, t->pull);
  t->reduced = 0;
  for (int k = 0; k < t->map->cells; k++) {
    const rg_cell *cell = &t->map->cell[k];
    const double *x = t->x + cell->offset;
    double *slope = t->slope + k * RG_CELL_SQUARE;
    rg_edge edge = edge_of(cell, x);
    if (edge == RG_EDGE_NONE) rg_implicit_map_slope(cell, rg_implicit_map_zone(cell, x), x, slope);
    else if (!choose_slope(t, cell, edge, slope)) edge = RG_EDGE_NONE;
    t->active[k] = t->edge_project ? edge : RG_EDGE_NONE;
    t->width[k] = edge_basis(cell, t->active[k], x, t->basis + k * RG_CELL_SQUARE);
    t->column[k] = t->reduced;
    t->reduced += t->width[k];
  }
}

void rg_todorov_cone_nearest(const rg_cell *cell, double *x_cell) {
  double slip = tangent_norm(cell, x_cell), mu = cell->mu;
  double depth = (mu * slip - x_cell[0]) / (1 + mu * mu); /* -x_n of the nearest point */
  if (!(depth > 0)) depth = 0;
  x_cell[0] = -depth;
  for (int i = 1; i < cell->size; i++)
    x_cell[i] = slip > 0 ? mu * depth * (x_cell[i] / slip) : i == 1 ? mu * depth : 0;
}

void rg_todorov_project(const rg_todorov *t, double *point) {
  if (!t->cone_project) return;
  for (int k = 0; k < t->map->cells; k++)
    if (t->active[k] == RG_EDGE_CONE)
      rg_todorov_cone_nearest(&t->map->cell[k], point + t->map->cell[k].offset);
}
