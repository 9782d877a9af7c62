/* Volume, centre of mass and inertia of what triangles enclose.

   Each triangle (D, E, F) spans a tetrahedron with a reference point; with coordinates relative to
   that point its volume is V = D . (E x F) / 6, its centre (D + E + F) / 4, and its products of
   inertia P_jk = V / 20 (2 (D_j D_k + E_j E_k + F_j F_k) + sum over pairs (D_j E_k + D_k E_j))
   (Dobrovolskis 1996). I = trace(P) 1 - P. Signed volumes cancel what lies outside a closed
   surface; absolute ones count it, which is what MuJoCo does by default. The reference is the centre
   of the surface for the centre of mass, and the centre of mass for volume and inertia. (MuJoCo
   2.2 takes the mass from the box of equal inertia instead.) */
#include <assert.h>
#include <math.h>

#include "math/vector.h"
#include "model/mesh.h"

/* the corners of triangle i relative to a point */
static void corners(const rg_triangles *t, int i, const double point[3], double D[3][3]) {
  for (int k = 0; k < 3; k++) rg_v3_sub(D[k], t->vertex + 3 * t->face[3 * i + k], point);
}

static double tetrahedron(double D[3][3], int absolute) {
  double cross[3];
  rg_v3_cross(cross, D[1], D[2]);
  double volume = rg_v3_dot(D[0], cross) / 6;
  return absolute ? fabs(volume) : volume;
}

/* sum of area times centre over sum of area */
static void surface_centre(const rg_triangles *t, double centre[3]) {
  double total = 0, sum[3] = {0};
  const double origin[3] = {0};
  for (int i = 0; i < t->nface; i++) {
    double D[3][3], u[3], v[3], normal[3];
    corners(t, i, origin, D);
    rg_v3_sub(u, D[1], D[0]);
    rg_v3_sub(v, D[2], D[0]);
    rg_v3_cross(normal, u, v);
    double area = rg_v3_norm(normal) / 2;
    total += area;
    for (int k = 0; k < 3; k++) rg_v3_add_scaled(sum, area / 3, D[k]);
  }
  rg_v3_scale(centre, total > 0 ? 1 / total : 0, sum);
}

/* sum of volume times centre over sum of volume, about `reference` */
static void volume_centre(const rg_triangles *t, int absolute, const double reference[3],
                          double centre[3]) {
  double total = 0, sum[3] = {0};
  for (int i = 0; i < t->nface; i++) {
    double D[3][3];
    corners(t, i, reference, D);
    double volume = tetrahedron(D, absolute);
    total += volume;
    for (int k = 0; k < 3; k++) rg_v3_add_scaled(sum, volume / 4, D[k]);
  }
  rg_v3_copy(centre, reference);
  if (total != 0) rg_v3_add_scaled(centre, 1 / total, sum);
}

static void add_products(double P[9], double D[3][3], double volume) {
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) {
      /* twice the squares plus the mixed terms: squares plus the square of the sum */
      double squares = D[0][j] * D[0][k] + D[1][j] * D[1][k] + D[2][j] * D[2][k];
      double sums = (D[0][j] + D[1][j] + D[2][j]) * (D[0][k] + D[1][k] + D[2][k]);
      P[3 * j + k] += volume / 20 * (squares + sums);
    }
}

/* area and products of a shell: P_jk = A / 12 (D_j D_k + E_j E_k + F_j F_k + sum_j sum_k) */
static double add_plate(double P[9], double D[3][3]) {
  double u[3], v[3], normal[3];
  rg_v3_sub(u, D[1], D[0]);
  rg_v3_sub(v, D[2], D[0]);
  rg_v3_cross(normal, u, v);
  double area = rg_v3_norm(normal) / 2;
  add_products(P, D, area * 20 / 12);
  return area;
}

rg_solid rg_mesh_solid(const rg_triangles *t, rg_mesh_inertia mode) {
  assert(t->nvertex >= 0 && t->nface >= 0);
  rg_solid solid = {0};
  int absolute = mode == RG_MESH_LEGACY;
  double reference[3], P[9] = {0};
  surface_centre(t, reference);
  if (mode == RG_MESH_SHELL) rg_v3_copy(solid.centre, reference);
  else volume_centre(t, absolute, reference, solid.centre);
  for (int i = 0; i < t->nface; i++) {
    double D[3][3];
    corners(t, i, solid.centre, D);
    if (mode == RG_MESH_SHELL) {
      solid.volume += add_plate(P, D);
      continue;
    }
    double volume = tetrahedron(D, absolute);
    solid.volume += volume;
    add_products(P, D, volume);
  }
  double trace = P[0] + P[4] + P[8];
  for (int i = 0; i < 9; i++) solid.inertia[i] = (i % 4 == 0 ? trace : 0) - P[i];
  return solid;
}
