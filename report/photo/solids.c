/* Shapes as triangles with normals. Round ones are meshes of AROUND sides; what is seen of a mesh are the triangles of its
   file, else its hull. */
#include "photo/solids.h"

#include <math.h>
#include <string.h>

enum { AROUND = 48, DOWN = 24 };
static const double PI = 3.14159265358979323846;

typedef struct giving {
  rg_solid_use *use;
  void *to;
} giving;

static void give(const giving *g, const rg_solid_point *a, const rg_solid_point *b,
                 const rg_solid_point *c) {
  const rg_solid_point corner[3] = {*a, *b, *c};
  g->use(g->to, corner);
}

static void give_four(const giving *g, const rg_solid_point p[4]) {
  give(g, p, p + 1, p + 2);
  give(g, p, p + 2, p + 3);
}

/* of a triangle without normals of its own */
static void give_flat(const giving *g, const double a[3], const double b[3], const double c[3]) {
  rg_solid_point p[3] = {{{0}, {0}}};
  double u[3], v[3], n[3], norm = 0;
  for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
  for (int k = 0; k < 3; k++) {
    n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    norm += n[k] * n[k];
  }
  if (!(norm > 0)) return;
  const double *from[3] = {a, b, c};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) p[i].at[k] = from[i][k], p[i].normal[k] = n[k] / sqrt(norm);
  give(g, p, p + 1, p + 2);
}

/* an ellipsoid, its upper half lifted and its lower half sunk by `half`: between them lies the tube of a capsule */
static void give_round(const giving *g, const double radius[3], double half) {
  rg_solid_point ring[2][AROUND + 1];
  int rings = DOWN + (half > 0), made = 0;
  for (int i = 0; i <= rings; i++) {
    int step = half > 0 && i > DOWN / 2 ? i - 1 : i;
    double down = PI * step / DOWN, lift = half > 0 && i > DOWN / 2 ? -half : half;
    rg_solid_point *now = ring[made++ % 2];
    const rg_solid_point *before = ring[made % 2];
    for (int k = 0; k <= AROUND; k++) {
      double turn = 2 * PI * (k % AROUND) / AROUND, norm = 0;
      double unit[3] = {sin(down) * cos(turn), sin(down) * sin(turn), cos(down)};
      for (int c = 0; c < 3; c++) {
        now[k].at[c] = radius[c] * unit[c] + (c == 2 ? lift : 0);
        now[k].normal[c] = unit[c] / radius[c];
        norm += now[k].normal[c] * now[k].normal[c];
      }
      for (int c = 0; c < 3; c++) now[k].normal[c] /= sqrt(norm);
    }
    for (int k = 0; i && k < AROUND; k++)
      give_four(g, (const rg_solid_point[4]){before[k], now[k], now[k + 1], before[k + 1]});
  }
}

static void give_cylinder(const giving *g, double radius, double half) {
  for (int k = 0; k < AROUND; k++) {
    double turn[2] = {2 * PI * k / AROUND, 2 * PI * ((k + 1) % AROUND) / AROUND};
    rg_solid_point p[4], cap[3];
    for (int i = 0; i < 4; i++) {
      double angle = turn[i == 1 || i == 2], z = i < 2 ? -half : half;
      p[i] = (rg_solid_point){{radius * cos(angle), radius * sin(angle), z},
                              {cos(angle), sin(angle), 0}};
    }
    give_four(g, p);
    for (int side = -1; side <= 1; side += 2) {
      for (int i = 0; i < 3; i++) {
        double angle = turn[(i == 2) == (side > 0)];
        cap[i] = (rg_solid_point){
            {i ? radius * cos(angle) : 0, i ? radius * sin(angle) : 0, side * half}, {0, 0, side}};
      }
      give(g, cap, cap + 1, cap + 2);
    }
  }
}

static void give_box(const giving *g, const double half[3]) {
  for (int axis = 0; axis < 3; axis++)
    for (int side = -1; side <= 1; side += 2) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      rg_solid_point p[4];
      memset(p, 0, sizeof p);
      for (int i = 0; i < 4; i++) {
        int k = side > 0 ? i : 3 - i;
        p[i].at[axis] = side * half[axis];
        p[i].at[u] = k == 0 || k == 3 ? -half[u] : half[u];
        p[i].at[v] = k < 2 ? -half[v] : half[v];
        p[i].normal[axis] = side;
      }
      give_four(g, p);
    }
}

static void give_plane(const giving *g, const double size[3], double endless) {
  double a = size[0] > 0 ? size[0] : endless, b = size[1] > 0 ? size[1] : endless;
  give_four(g, (const rg_solid_point[4]){{{-a, -b, 0}, {0, 0, 1}},
                                         {{a, -b, 0}, {0, 0, 1}},
                                         {{a, b, 0}, {0, 0, 1}},
                                         {{-a, b, 0}, {0, 0, 1}}});
}

static void give_mesh(const giving *g, const rg_model *m, int mesh) {
  int seen = m->mesh_seen_nface && m->mesh_seen_nface[mesh] > 0;
  int faces = seen ? m->mesh_seen_nface[mesh] : m->mesh_nface[mesh];
  for (int f = 0; f < faces; f++) {
    double p[3][3];
    for (int i = 0; i < 3; i++) {
      int at = seen ? m->seen_face[3 * (m->mesh_seen_face[mesh] + f) + i]
                    : m->face[3 * (m->mesh_face[mesh] + f) + i];
      for (int k = 0; k < 3; k++)
        p[i][k] = seen ? (double)m->seen_vertex[3 * (m->mesh_seen_vertex[mesh] + at) + k]
                       : m->vertex[3 * (m->mesh_vertex[mesh] + at) + k];
    }
    give_flat(g, p[0], p[1], p[2]);
  }
}

static void give_field(const giving *g, const rg_model *m, int field) {
  int rows = m->hfield_nrow[field], columns = m->hfield_ncol[field];
  const double *size = m->hfield_size + 4 * field, *z = m->hfield_data + m->hfield_start[field];
  for (int r = 0; r + 1 < rows; r++)
    for (int c = 0; c + 1 < columns; c++) {
      double p[4][3];
      for (int i = 0; i < 4; i++) {
        int row = r + (i >= 2), column = c + (i == 1 || i == 2);
        p[i][0] = size[0] * (2.0 * column / (columns - 1) - 1);
        p[i][1] = size[1] * (2.0 * row / (rows - 1) - 1);
        p[i][2] = size[2] * z[row * columns + column];
      }
      give_flat(g, p[0], p[1], p[2]);
      give_flat(g, p[0], p[2], p[3]);
    }
}

void rg_solid_triangles(const rg_model *m, int geom, double endless, rg_solid_use *use, void *to) {
  const giving g = {use, to};
  const double *s = m->geom_size + 3 * geom, round[3] = {s[0], s[0], s[0]};
  switch (m->geom_type[geom]) {
  case RG_GEOM_PLANE: give_plane(&g, s, endless); break;
  case RG_GEOM_SPHERE: give_round(&g, round, 0); break;
  case RG_GEOM_CAPSULE: give_round(&g, round, s[1]); break;
  case RG_GEOM_ELLIPSOID: give_round(&g, s, 0); break;
  case RG_GEOM_CYLINDER: give_cylinder(&g, s[0], s[1]); break;
  case RG_GEOM_BOX: give_box(&g, s); break;
  case RG_GEOM_MESH:
    if (m->geom_mesh[geom] >= 0) give_mesh(&g, m, m->geom_mesh[geom]);
    break;
  case RG_GEOM_HFIELD:
    if (m->geom_hfield[geom] >= 0) give_field(&g, m, m->geom_hfield[geom]);
    break;
  default: break;
  }
}
