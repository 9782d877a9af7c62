/* Where a ray meets shapes: the least t >= 0 with p + t d on the surface, seen from outside or inside. All
   in the frame of the shape, by the roots of |A (p + t d)|^2 = 1 and planes. A mesh is its hull. */
#include "dynamics/ray.h"

#include <assert.h>
#include <math.h>

#include "math/vector.h"

typedef struct ray {
  double p[3], d[3];
} ray;

static double nearer(double a, double b) { return a < 0 ? b : b < 0 || a < b ? a : b; }

/* t of a t^2 + 2 b t + c = 0: both roots, ascending; 0 where there are none */
static int roots(double a, double b, double c, double t[2]) {
  double det = b * b - a * c;
  if (a < RG_TINY || det < 0) return 0;
  t[0] = (-b - sqrt(det)) / a;
  t[1] = (-b + sqrt(det)) / a;
  return 1;
}

static double ellipsoid(const ray *r, const double size[3]) {
  double a = 0, b = 0, c = -1, t[2];
  for (int k = 0; k < 3; k++) {
    double s = 1 / (size[k] * size[k]);
    a += s * r->d[k] * r->d[k];
    b += s * r->p[k] * r->d[k];
    c += s * r->p[k] * r->p[k];
  }
  if (!roots(a, b, c, t)) return -1;
  return t[0] >= 0 ? t[0] : t[1] >= 0 ? t[1] : -1;
}

/* the round wall of a cylinder between its ends */
static double wall(const ray *r, double radius, double half) {
  double a = r->d[0] * r->d[0] + r->d[1] * r->d[1], b = r->p[0] * r->d[0] + r->p[1] * r->d[1], t[2];
  double best = -1;
  if (!roots(a, b, r->p[0] * r->p[0] + r->p[1] * r->p[1] - radius * radius, t)) return -1;
  for (int k = 0; k < 2; k++)
    if (t[k] >= 0 && fabs(r->p[2] + t[k] * r->d[2]) <= half) best = nearer(best, t[k]);
  return best;
}

/* the flat ends of a cylinder */
static double ends(const ray *r, double radius, double half) {
  double best = -1;
  for (int side = -1; side <= 1 && fabs(r->d[2]) > RG_TINY; side += 2) {
    double t = (side * half - r->p[2]) / r->d[2];
    if (t >= 0 && hypot(r->p[0] + t * r->d[0], r->p[1] + t * r->d[1]) <= radius)
      best = nearer(best, t);
  }
  return best;
}

/* the half balls of a capsule: only what lies beyond its ends */
static double cap(const ray *r, double radius, double half, int side) {
  double a = rg_v3_dot(r->d, r->d), q[3] = {r->p[0], r->p[1], r->p[2] - side * half}, t[2],
         best = -1;
  if (!roots(a, rg_v3_dot(q, r->d), rg_v3_dot(q, q) - radius * radius, t)) return -1;
  for (int k = 0; k < 2; k++)
    if (t[k] >= 0 && side * (r->p[2] + t[k] * r->d[2]) >= half) best = nearer(best, t[k]);
  return best;
}

static double box(const ray *r, const double size[3]) {
  double best = -1;
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    for (int side = -1; side <= 1 && fabs(r->d[k]) > RG_TINY; side += 2) {
      double t = (side * size[k] - r->p[k]) / r->d[k];
      if (t >= 0 && fabs(r->p[i] + t * r->d[i]) <= size[i] &&
          fabs(r->p[j] + t * r->d[j]) <= size[j])
        best = nearer(best, t);
    }
  }
  return best;
}

/* from above only */
static double plane(const ray *r, const double size[3]) {
  if (r->d[2] > -RG_TINY) return -1;
  double t = -r->p[2] / r->d[2];
  for (int k = 0; k < 2; k++)
    if (size[k] > 0 && fabs(r->p[k] + t * r->d[k]) > size[k]) return -1;
  return t >= 0 ? t : -1;
}

/* a triangle from either side (Moeller & Trumbore 1997) */
static double triangle(const ray *r, const double *a, const double *b, const double *c) {
  double u[3], v[3], h[3], s[3], q[3];
  rg_v3_sub(u, b, a);
  rg_v3_sub(v, c, a);
  rg_v3_cross(h, r->d, v);
  double det = rg_v3_dot(u, h);
  if (fabs(det) < 1e-300) return -1;
  rg_v3_sub(s, r->p, a);
  rg_v3_cross(q, s, u);
  double x = rg_v3_dot(s, h) / det, y = rg_v3_dot(r->d, q) / det;
  if (x < 0 || y < 0 || x + y > 1) return -1;
  double t = rg_v3_dot(v, q) / det;
  return t >= 0 ? t : -1;
}

static double mesh(const rg_model *model, int i, const ray *r) {
  const double *vertex = model->vertex + 3 * model->mesh_vertex[i];
  double best = -1;
  for (int k = 0; k < model->mesh_nface[i]; k++) {
    const int *face = model->face + 3 * (model->mesh_face[i] + k);
    best =
        nearer(best, triangle(r, vertex + 3 * face[0], vertex + 3 * face[1], vertex + 3 * face[2]));
  }
  return best;
}

/* the surface of a height field, triangle by triangle */
static double field(const rg_model *model, int i, const ray *r) {
  int rows = model->hfield_nrow[i], columns = model->hfield_ncol[i];
  const double *size = model->hfield_size + 4 * i, *z = model->hfield_data + model->hfield_start[i];
  double best = -1, v[4][3];
  for (int row = 0; row + 1 < rows; row++)
    for (int column = 0; column + 1 < columns; column++) {
      for (int k = 0; k < 4; k++) {
        int y = row + k / 2, x = column + k % 2;
        rg_v3_set(v[k], size[0] * (2.0 * x / (columns - 1) - 1),
                  size[1] * (2.0 * y / (rows - 1) - 1), size[2] * z[y * columns + x]);
      }
      best = nearer(best, triangle(r, v[0], v[3], v[2]));
      best = nearer(best, triangle(r, v[0], v[1], v[3]));
    }
  return best;
}

static double capsule(const ray *r, double radius, double half) {
  return nearer(wall(r, radius, half), nearer(cap(r, radius, half, 1), cap(r, radius, half, -1)));
}

/* a ray in the frame of a shape without a mesh */
static double primitive(const ray *r, rg_geom_type type, const double *s) {
  const double round[3] = {s[0], s[0], s[0]};
  switch (type) {
  case RG_GEOM_PLANE: return plane(r, s);
  case RG_GEOM_SPHERE: return ellipsoid(r, round);
  case RG_GEOM_CAPSULE: return capsule(r, s[0], s[1]);
  case RG_GEOM_ELLIPSOID: return ellipsoid(r, s);
  case RG_GEOM_CYLINDER: return nearer(wall(r, s[0], s[1]), ends(r, s[0], s[1]));
  case RG_GEOM_BOX: return box(r, s);
  case RG_GEOM_MESH:
  case RG_GEOM_HFIELD: break;
  }
  return -1;
}

double rg_ray_geom(const rg_model *model, const rg_data *data, int geom, const double point[3],
                   const double direction[3]) {
  assert(geom >= 0 && geom < model->ngeom);
  const double *R = data->geom_xmat + 9 * geom;
  rg_geom_type type = (rg_geom_type)model->geom_type[geom];
  ray r;
  rg_v3_sub(r.p, point, data->geom_xpos + 3 * geom);
  rg_mat3_apply_t(r.p, R, r.p);
  rg_mat3_apply_t(r.d, R, direction);
  if (type == RG_GEOM_MESH) return mesh(model, model->geom_mesh[geom], &r);
  if (type == RG_GEOM_HFIELD) return field(model, model->geom_hfield[geom], &r);
  return primitive(&r, type, model->geom_size + 3 * geom);
}

double rg_ray_site(const rg_model *model, const rg_data *data, int site, const double point[3],
                   const double direction[3]) {
  assert(site >= 0 && site < model->nsite);
  const double *R = data->site_xmat + 9 * site;
  ray r;
  rg_v3_sub(r.p, point, data->site_xpos + 3 * site);
  rg_mat3_apply_t(r.p, R, r.p);
  rg_mat3_apply_t(r.d, R, direction);
  return primitive(&r, (rg_geom_type)model->site_type[site], model->site_size + 3 * site);
}

int rg_in_site(const rg_model *model, const rg_data *data, int site, const double point[3]) {
  assert(site >= 0 && site < model->nsite);
  const double *s = model->site_size + 3 * site;
  double p[3];
  rg_v3_sub(p, point, data->site_xpos + 3 * site);
  rg_mat3_apply_t(p, data->site_xmat + 9 * site, p);
  switch (model->site_type[site]) {
  case RG_GEOM_CAPSULE: p[2] = fmax(fabs(p[2]) - s[1], 0); return rg_v3_norm(p) <= s[0];
  case RG_GEOM_ELLIPSOID:
    for (int k = 0; k < 3; k++) p[k] /= s[k];
    return rg_v3_norm(p) <= 1;
  case RG_GEOM_CYLINDER: return hypot(p[0], p[1]) <= s[0] && fabs(p[2]) <= s[1];
  case RG_GEOM_BOX: return fabs(p[0]) <= s[0] && fabs(p[1]) <= s[1] && fabs(p[2]) <= s[2];
  default: return rg_v3_norm(p) <= s[0];
  }
}

double rg_ray(const rg_model *model, const rg_data *data, const double point[3],
              const double direction[3], int without_body) {
  assert(without_body >= -1 && without_body < model->nbody);
  double best = -1;
  for (int g = 0; g < model->ngeom; g++) {
    if (model->geom_body[g] == without_body || model->geom_rgba[4 * g + 3] == 0) continue;
    best = nearer(best, rg_ray_geom(model, data, g, point, direction));
  }
  return best;
}
