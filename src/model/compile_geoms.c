/* Geoms: frame and size (fromto, mesh frame), bounding sphere, volume, mass and principal inertia.

   Inertias of the solid primitives about their centre, mass m:
     sphere     2/5 m r^2
     capsule    cylinder part plus two half balls of mass m_s in all: m_s (2/5 r^2 + h^2 + 3/4 h r)
   across, h the half length ellipsoid  m (b^2 + c^2) / 5 about a cylinder   m (r^2 / 4 + h^2 / 3)
   across, m r^2 / 2 along box        m (b^2 + c^2) / 3 about a, half lengths */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "math/vector.h"
#include "model/compile.h"

static const double PI = 3.14159265358979323846;

static int is_geom_type(int type) { return type >= RG_GEOM_PLANE && type <= RG_GEOM_HFIELD; }

/* how many of the three sizes count; with fromto the length is not one of them */
static int size_count(const rg_geom_spec *v) {
  if (v->mesh[0]) return 0;
  int segment = !isnan(v->fromto[0]);
  switch (v->type) {
  case RG_GEOM_SPHERE: return 1;
  case RG_GEOM_CAPSULE:
  case RG_GEOM_CYLINDER: return segment ? 1 : 2;
  case RG_GEOM_ELLIPSOID:
  case RG_GEOM_BOX: return segment ? 1 : 3;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
  case RG_GEOM_MESH: break;
  }
  return 0;
}

/* --- checks --------------------------------------------------------------------------------- */

static rg_status check_numbers(rg_compilation *c, const rg_spec_geom *geom) {
  const rg_geom_spec *v = &geom->value;
  const struct {
    const char *what;
    const double *numbers;
    int count;
  } parts[] = {{"pos", v->pose.pos, 3},
               {"quat", v->pose.quat, 4},
               {"size", v->size, 3},
               {"friction", v->friction, 3},
               {"margin", &v->margin, 1},
               {"gap", &v->gap, 1},
               {"adhesion", &v->adhesion, 1},
               {"density", &v->density, 1},
               {"fitscale", &v->fitscale, 1},
               {"fluidcoef", v->fluidcoef, 5},
               {"surfacevel", v->surface, 6},
               {"mass", &v->mass, !isnan(v->mass)},
               {"fromto", v->fromto, isnan(v->fromto[0]) ? 0 : 6}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    rg_status status = rg_compile_check_finite(c, &geom->source, "geom", v->name, parts[i].what,
                                               parts[i].numbers, parts[i].count);
    if (status) return status;
  }
  return RG_OK;
}

static const char *geom_fault(rg_compilation *c, const rg_spec_geom *geom, int body) {
  const rg_geom_spec *v = &geom->value;
  if (!is_geom_type((int)v->type)) return "unknown type";
  if (v->type == RG_GEOM_PLANE && c->model->body_weld[body] != 0)
    return "a plane is possible only on a body that cannot move";
  if (v->type == RG_GEOM_HFIELD && c->model->body_weld[body] != 0)
    return "a height field is possible only on a body that cannot move";
  if (v->type == RG_GEOM_HFIELD && !v->hfield[0]) return "it names no hfield";
  if (v->type == RG_GEOM_HFIELD && v->mesh[0]) return "a height field is not fitted to a mesh";
  for (int i = 0; i < size_count(v); i++)
    if (v->size[i] <= 0) return "every size must be positive";
  if (v->type == RG_GEOM_PLANE && (v->size[0] < 0 || v->size[1] < 0))
    return "a plane needs sizes >= 0";
  int segment = !isnan(v->fromto[0]);
  if (segment && (v->type == RG_GEOM_SPHERE || v->type == RG_GEOM_PLANE ||
                  v->type == RG_GEOM_MESH || v->type == RG_GEOM_HFIELD))
    return "fromto is for capsules, cylinders, ellipsoids and boxes";
  if (segment && rg_v3_distance(v->fromto, v->fromto + 3) < RG_TINY) return "fromto has no length";
  if (v->condim != 1 && v->condim != 3 && v->condim != 4 && v->condim != 6)
    return "condim must be 1, 3, 4 or 6";
  if (v->friction[0] < 0 || v->friction[1] < 0 || v->friction[2] < 0)
    return "friction must be >= 0";
  if (v->adhesion < 0) return "adhesion must be >= 0";
  if (v->mass < 0 || v->density < 0) return "mass and density must be >= 0";
  if (v->type == RG_GEOM_MESH && !v->mesh[0]) return "it names no mesh";
  if (v->mesh[0] && segment) return "fromto and a mesh: where it lies is given twice";
  if (v->mesh[0] && !(v->fitscale > 0)) return "fitscale must be positive";
  return NULL;
}

/* --- shape ---------------------------------------------------------------------------------- */

/* frame and size in the body, from the segment where one is given */
static void place_primitive(rg_solid_geom *g) {
  const rg_geom_spec *v = &g->spec->value;
  rg_compile_pose(g->pos, g->quat, &v->pose);
  rg_v3_copy(g->size, v->size);
  if (v->type == RG_GEOM_SPHERE) rg_v3_set(g->size, v->size[0], 0, 0);
  if (!isnan(v->fromto[0])) {
    rg_pose pose;
    double half = rg_pose_from_segment(&pose, v->fromto);
    rg_v3_copy(g->pos, pose.pos);
    rg_quat_copy(g->quat, pose.quat);
    if (v->type == RG_GEOM_CAPSULE || v->type == RG_GEOM_CYLINDER) g->size[1] = half;
    else rg_v3_set(g->size, v->size[0], v->size[0], half);
  }
  if (v->type == RG_GEOM_CAPSULE || v->type == RG_GEOM_CYLINDER) g->size[2] = 0;
  rg_v3_copy(g->mass_pos, g->pos);
  rg_quat_copy(g->mass_quat, g->quat);
}

/* size of the box with the mass and moments of a mesh: half sides b_i = sqrt(6 (I_j + I_k - I_i) / m) / 2 (MuJoCo's XML
   reference, "geom mesh") */
static void fit_inertia(rg_solid_geom *g, const rg_mesh *mesh) {
  const rg_geom_spec *v = &g->spec->value;
  const double *I = mesh->inertia;
  double box[3], sum = I[0] + I[1] + I[2];
  for (int k = 0; k < 3; k++) box[k] = sqrt(6 * fmax(sum - 2 * I[k], 0) / mesh->volume) / 2;
  rg_v3_copy(g->size, box);
  double round = (box[0] + box[1]) / 2;
  if (v->type == RG_GEOM_SPHERE) rg_v3_set(g->size, (box[0] + box[1] + box[2]) / 3, 0, 0);
  if (v->type == RG_GEOM_CYLINDER) rg_v3_set(g->size, round, box[2], 0);
  if (v->type == RG_GEOM_CAPSULE)
    rg_v3_set(g->size, round, fmax(box[2] - round / 2, 1e-9 * round), 0);
}

/* a vertex of the hull in the frame of the mesh's mass */
static void vertex_by_mass(const rg_mesh *mesh, int i, double p[3]) {
  rg_pose_apply(p, mesh->pos, mesh->quat, mesh->vertex + 3 * i);
  rg_v3_sub(p, p, mesh->solid_pos);
  rg_quat_rotate_back(p, mesh->solid_quat, p);
}

/* The least shape about the middle of the box around the mesh (MuJoCo's XML reference, "compiler fitaabb"); `centre` in
   the frame of the mesh's mass. */
static void fit_box(rg_solid_geom *g, const rg_mesh *mesh, double centre[3]) {
  rg_geom_type type = g->spec->value.type;
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double p[3], ball = 0, round = 0, rod = 0;
  for (int i = 0; i < mesh->nvertex; i++) {
    vertex_by_mass(mesh, i, p);
    for (int k = 0; k < 3; k++) low[k] = fmin(low[k], p[k]), high[k] = fmax(high[k], p[k]);
  }
  for (int k = 0; k < 3; k++) centre[k] = (low[k] + high[k]) / 2;
  for (int i = 0; i < mesh->nvertex; i++) {
    vertex_by_mass(mesh, i, p);
    rg_v3_sub(p, p, centre);
    ball = fmax(ball, rg_v3_norm(p));
    round = fmax(round, hypot(p[0], p[1]));
  }
  for (int i = 0; i < mesh->nvertex; i++) { // what the round ends of a capsule leave out
    vertex_by_mass(mesh, i, p);
    rg_v3_sub(p, p, centre);
    double across = hypot(p[0], p[1]);
    rod = fmax(rod, fabs(p[2]) - sqrt(fmax(round * round - across * across, 0)));
  }
  rg_v3_set(g->size, (high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2);
  if (type == RG_GEOM_SPHERE) rg_v3_set(g->size, ball, 0, 0);
  if (type == RG_GEOM_CYLINDER) rg_v3_set(g->size, round, g->size[2], 0);
  if (type == RG_GEOM_CAPSULE) rg_v3_set(g->size, round, fmax(rod, 1e-9 * round), 0);
}

/* a primitive that is fitted to a mesh, in the frame of the mesh's mass or with its axes about the middle of its box */
static void fit_primitive(rg_solid_geom *g, const rg_mesh *mesh) {
  const rg_geom_spec *v = &g->spec->value;
  double pos[3], quat[4], centre[3] = {0};
  rg_compile_pose(pos, quat, &v->pose);
  rg_pose_multiply(g->pos, g->quat, pos, quat, mesh->solid_pos, mesh->solid_quat);
  rg_quat_normalize(g->quat);
  if (v->fit_box) fit_box(g, mesh, centre);
  else fit_inertia(g, mesh);
  rg_quat_rotate(centre, g->quat, centre);
  rg_v3_add(g->pos, g->pos, centre);
  rg_v3_scale(g->size, v->fitscale, g->size);
  rg_v3_copy(g->mass_pos, g->pos);
  rg_quat_copy(g->mass_quat, g->quat);
}

/* the pose given is that of the file's frame; the geom takes over the frame of the hull */
static void place_mesh(rg_solid_geom *g, const rg_mesh *mesh) {
  double pos[3], quat[4];
  rg_compile_pose(pos, quat, &g->spec->value.pose);
  rg_pose_multiply(g->pos, g->quat, pos, quat, mesh->pos, mesh->quat);
  rg_pose_multiply(g->mass_pos, g->mass_quat, pos, quat, mesh->solid_pos, mesh->solid_quat);
  rg_quat_normalize(g->quat);
  rg_quat_normalize(g->mass_quat);
  rg_v3_copy(g->size, mesh->half_size);
}

static double bounding_radius(const rg_solid_geom *g, const rg_mesh *mesh) {
  const double *s = g->size;
  switch (g->spec->value.type) {
  case RG_GEOM_PLANE: return 0;
  case RG_GEOM_HFIELD: return rg_v3_norm(s);
  case RG_GEOM_SPHERE: return s[0];
  case RG_GEOM_CAPSULE: return s[0] + s[1];
  case RG_GEOM_ELLIPSOID: return fmax(s[0], fmax(s[1], s[2]));
  case RG_GEOM_CYLINDER: return hypot(s[0], s[1]);
  case RG_GEOM_BOX: return rg_v3_norm(s);
  case RG_GEOM_MESH: return mesh->radius;
  }
  return 0;
}

/* --- mass ----------------------------------------------------------------------------------- */

static double volume_of(const rg_solid_geom *g, const rg_mesh *mesh) {
  const double *s = g->size;
  double ball = 4.0 / 3 * PI;
  switch (g->spec->value.type) {
  case RG_GEOM_HFIELD:
  case RG_GEOM_PLANE: return 0;
  case RG_GEOM_SPHERE: return ball * s[0] * s[0] * s[0];
  case RG_GEOM_CAPSULE: return (ball * s[0] + 2 * PI * s[1]) * s[0] * s[0];
  case RG_GEOM_ELLIPSOID: return ball * s[0] * s[1] * s[2];
  case RG_GEOM_CYLINDER: return 2 * PI * s[0] * s[0] * s[1];
  case RG_GEOM_BOX: return 8 * s[0] * s[1] * s[2];
  case RG_GEOM_MESH: return mesh->volume;
  }
  return 0;
}

/* surfaces; that of an ellipsoid is Thomsen's approximation */
static double area_of(const rg_solid_geom *g) {
  double a = g->size[0], b = g->size[1], c = g->size[2], p = 1.6075;
  switch (g->spec->value.type) {
  case RG_GEOM_SPHERE: return 4 * PI * a * a;
  case RG_GEOM_CAPSULE: return 4 * PI * a * (a + b);
  case RG_GEOM_ELLIPSOID:
    return 4 * PI * pow((pow(a * b, p) + pow(a * c, p) + pow(b * c, p)) / 3, 1 / p);
  case RG_GEOM_CYLINDER: return 2 * PI * a * (a + 2 * b);
  case RG_GEOM_BOX: return 8 * (a * b + b * c + c * a);
  case RG_GEOM_HFIELD:
  case RG_GEOM_PLANE:
  case RG_GEOM_MESH: break;
  }
  return 0;
}

/* two plates at +-a and so on for a box of half sides a, b, c */
static void box_shell(double inertia[3], const double s[3]) {
  double whole = s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
  rg_v3_zero(inertia);
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double share = s[i] * s[j] / whole, x = s[i] * s[i], y = s[j] * s[j], off = s[k] * s[k];
    inertia[k] += share * (x + y) / 3;
    inertia[i] += share * (y / 3 + off);
    inertia[j] += share * (x / 3 + off);
  }
}

/* principal moments of surfaces of mass 1. An ellipsoid grows by the same length along each axis, as in
   MuJoCo: I = (b^2 + c^2)/5 + 2 abc (b + c) / (5 (ab + bc + ca)) */
static void shell_of(double inertia[3], const rg_solid_geom *g) {
  double a = g->size[0], b = g->size[1], c = g->size[2], share, across, along;
  double mixed = 0.4 * a * b * c / fmax(a * b + b * c + c * a, RG_TINY);
  switch (g->spec->value.type) {
  case RG_GEOM_SPHERE: rg_v3_set(inertia, a * a / 1.5, a * a / 1.5, a * a / 1.5); break;
  case RG_GEOM_CAPSULE: /* tube and ball */
    share = b / (a + b);
    across = share * (a * a / 2 + b * b / 3) + (1 - share) * (a * a / 1.5 + b * b + a * b);
    along = share * a * a + (1 - share) * a * a / 1.5;
    rg_v3_set(inertia, across, across, along);
    break;
  case RG_GEOM_ELLIPSOID:
    rg_v3_set(inertia, (b * b + c * c) / 5 + mixed * (b + c), (a * a + c * c) / 5 + mixed * (a + c),
              (a * a + b * b) / 5 + mixed * (a + b));
    break;
  case RG_GEOM_CYLINDER: /* tube and two discs */
    share = 2 * b / (a + 2 * b);
    across = share * (a * a / 2 + b * b / 3) + (1 - share) * (a * a / 4 + b * b);
    rg_v3_set(inertia, across, across, share * a * a + (1 - share) * a * a / 2);
    break;
  case RG_GEOM_BOX: box_shell(inertia, g->size); break;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
  case RG_GEOM_MESH: rg_v3_zero(inertia); break;
  }
}

static void capsule_inertia(double inertia[3], double r, double h, double mass) {
  double balls = mass * (4.0 / 3 * r) / (4.0 / 3 * r + 2 * h), cylinder = mass - balls;
  double across = cylinder * (r * r / 4 + h * h / 3) + balls * (0.4 * r * r + h * h + 0.75 * h * r);
  rg_v3_set(inertia, across, across, (cylinder / 2 + 0.4 * balls) * r * r);
}

/* principal moments about the centre for a mass */
static void inertia_of(double inertia[3], const rg_solid_geom *g, const rg_mesh *mesh,
                       double mass) {
  double a = g->size[0], b = g->size[1], c = g->size[2];
  if (g->spec->value.shell && g->spec->value.type != RG_GEOM_MESH) {
    shell_of(inertia, g);
    rg_v3_scale(inertia, mass, inertia);
    return;
  }
  switch (g->spec->value.type) {
  case RG_GEOM_HFIELD:
  case RG_GEOM_PLANE: rg_v3_zero(inertia); break;
  case RG_GEOM_SPHERE: rg_v3_set(inertia, 0.4 * a * a, 0.4 * a * a, 0.4 * a * a); break;
  case RG_GEOM_CAPSULE: capsule_inertia(inertia, a, b, 1); break;
  case RG_GEOM_ELLIPSOID:
    rg_v3_set(inertia, (b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5);
    break;
  case RG_GEOM_CYLINDER:
    rg_v3_set(inertia, a * a / 4 + b * b / 3, a * a / 4 + b * b / 3, a * a / 2);
    break;
  case RG_GEOM_BOX:
    rg_v3_set(inertia, (b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3);
    break;
  case RG_GEOM_MESH: rg_v3_scale(inertia, 1 / mesh->volume, mesh->inertia); break;
  }
  rg_v3_scale(inertia, mass, inertia);
}

/* --- the tables ----------------------------------------------------------------------------- */

static rg_status solve_geom(rg_compilation *c, const rg_spec_geom *geom, int body,
                            rg_solid_geom *g) {
  const rg_geom_spec *v = &geom->value;
  rg_status status = check_numbers(c, geom);
  if (status) return status;
  const char *fault = geom_fault(c, geom, body);
  if (fault) return rg_spec_error(c->error, &geom->source, "geom", v->name, "%s", fault);

  g->spec = geom;
  g->mesh = g->hfield = -1;
  if (v->type == RG_GEOM_HFIELD) {
    g->hfield = rg_names_find(&c->hfield_names, v->hfield);
    if (g->hfield < 0)
      return rg_spec_error(c->error, &geom->source, "geom", v->name,
                           "there is no height field '%s'", v->hfield);
  }
  const rg_mesh *mesh = NULL;
  if (v->mesh[0]) {
    int found = rg_names_find(&c->mesh_names, v->mesh);
    if (found == RG_MESH_BROKEN) {
      g->dropped = g->broken = 1;
      return RG_OK;
    }
    if (found < 0)
      return rg_spec_error(c->error, &geom->source, "geom", v->name, "there is no mesh '%s'",
                           v->mesh);
    mesh = &c->mesh[found];
    if (v->type == RG_GEOM_MESH) {
      g->mesh = found;
      place_mesh(g, mesh);
    } else fit_primitive(g, mesh);
  } else place_primitive(g);
  if (g->hfield >= 0) {
    const double *size = c->model->hfield_size + 4 * g->hfield;
    rg_v3_set(g->size, size[0], size[1], fmax(size[2], size[3]));
  }
  g->radius = bounding_radius(g, mesh);
  double filled = v->shell && v->type != RG_GEOM_MESH ? area_of(g) : volume_of(g, mesh);
  g->mass = isnan(v->mass) ? v->density * filled : v->mass;
  if (v->type == RG_GEOM_PLANE || v->type == RG_GEOM_HFIELD) g->mass = 0;
  inertia_of(g->inertia, g, mesh, g->mass);
  return RG_OK;
}

/* a geom that can touch nothing and that nothing names */
static int is_visual(const rg_spec *spec, const rg_spec_geom *geom) {
  const rg_geom_spec *v = &geom->value;
  if (v->contype != 0 || v->conaffinity != 0 || v->fluid) return 0;
  if (!v->name[0]) return 1;
  for (const rg_spec_pair *pair = spec->pairs; pair; pair = pair->next)
    if (strcmp(pair->geom1, v->name) == 0 || strcmp(pair->geom2, v->name) == 0) return 0;
  for (const rg_spec_tendon *tendon = spec->tendons; tendon; tendon = tendon->next)
    for (int k = 0; k < tendon->value.npath; k++)
      if (strcmp(tendon->value.path[k].geom, v->name) == 0) return 0;
  for (const rg_spec_sensor *sensor = spec->sensors; sensor; sensor = sensor->next)
    if ((sensor->object && strcmp(sensor->object, v->name) == 0) ||
        (sensor->reference && strcmp(sensor->reference, v->name) == 0))
      return 0;
  return 1;
}

/* --- the medium ------------------------------------------------------------------------------- */

/* 1 / a^2 times the integral of 1 / (u sqrt(u (1 + l/b^2)(1 + l/c^2))), u = 1 + l/a^2, over l from 0 on: equal steps of
   log l, which fall off at both ends */
static double added_mass_factor(double a, double b, double c) {
  static const double STEP = 0.05;
  double low = 2 * log(fmin(a, fmin(b, c))) - 36, high = 2 * log(fmax(a, fmax(b, c))) + 24, sum = 0;
  int parts = (int)((high - low) / STEP);
  for (int k = 0; k <= parts; k++) {
    double l = exp(low + k * STEP), u = 1 + l / (a * a);
    sum += l / (u * sqrt(u * (1 + l / (b * b)) * (1 + l / (c * c))));
  }
  return sum * STEP / (a * a);
}

/* inertia of the fluid about one axis */
static double added_inertia(double b, double c, double kb, double kc) {
  double minus = b * b - c * c, plus = b * b + c * c;
  return minus * minus * fabs(kc - kb) / fmax(fabs(2 * minus + plus * (kb - kc)), RG_TINY);
}

/* mass and inertia of what moves along (Lamb 1932, sec. 114-115; MuJoCo's documentation, "Ellipsoidal fluid model") */
static void fill_fluid(rg_model *m, const rg_geom_spec *v, int i) {
  double *fluid = m->geom_fluid + 12 * i, a[3], k[3];
  const double *s = m->geom_size + 3 * i;
  if (!v->fluid || v->type == RG_GEOM_PLANE || v->type == RG_GEOM_HFIELD) return;
  rg_v3_copy(a, s);
  if (v->type == RG_GEOM_SPHERE) rg_v3_set(a, s[0], s[0], s[0]);
  if (v->type == RG_GEOM_CAPSULE) rg_v3_set(a, s[0], s[0], s[0] + s[1]);
  if (v->type == RG_GEOM_CYLINDER) rg_v3_set(a, s[0], s[0], s[1]);
  double volume = 4.0 / 3 * PI * a[0] * a[1] * a[2];
  fluid[0] = 1;
  for (int n = 0; n < 5; n++) fluid[1 + n] = v->fluidcoef[n];
  for (int n = 0; n < 3; n++) k[n] = added_mass_factor(a[n], a[(n + 1) % 3], a[(n + 2) % 3]);
  for (int n = 0; n < 3; n++) {
    int b = (n + 1) % 3, c = (n + 2) % 3;
    fluid[6 + n] = volume * k[n] / fmax(2 - k[n], RG_TINY);
    fluid[9 + n] = volume * added_inertia(a[b], a[c], k[b], k[c]) / 5;
  }
}

static void allocate_geoms(rg_model *m, rg_arena *memory) {
  int n = m->ngeom;
  m->geom_name = RG_NEW(memory, const char *, n);
  m->geom_type = RG_NEW(memory, int, n);
  m->geom_body = RG_NEW(memory, int, n);
  m->geom_mesh = RG_NEW(memory, int, n);
  m->geom_hfield = RG_NEW(memory, int, n);
  m->geom_contype = RG_NEW(memory, int, n);
  m->geom_conaffinity = RG_NEW(memory, int, n);
  m->geom_condim = RG_NEW(memory, int, n);
  m->geom_priority = RG_NEW(memory, int, n);
  m->geom_group = RG_NEW(memory, int, n);
  m->geom_pos = RG_NEW(memory, double, 3 * n);
  m->geom_quat = RG_NEW(memory, double, 4 * n);
  m->geom_size = RG_NEW(memory, double, 3 * n);
  m->geom_friction = RG_NEW(memory, double, 3 * n);
  m->geom_margin = RG_NEW(memory, double, n);
  m->geom_gap = RG_NEW(memory, double, n);
  m->geom_adhesion = RG_NEW(memory, double, n);
  m->geom_radius = RG_NEW(memory, double, n);
  m->geom_fluid = RG_NEW(memory, double, 12 * n);
  m->geom_surface = RG_NEW(memory, double, 6 * n);
  m->geom_rgba = RG_NEW(memory, float, 4 * n);
}

static void fill_geom(rg_compilation *c, const rg_solid_geom *g, int i, int body) {
  rg_model *m = c->model;
  const rg_geom_spec *v = &g->spec->value;
  m->geom_name[i] = rg_compile_text(c, v->name);
  m->geom_type[i] = (int)v->type;
  m->geom_body[i] = body;
  m->geom_mesh[i] = g->mesh;
  m->geom_hfield[i] = g->hfield;
  m->geom_contype[i] = v->contype;
  m->geom_conaffinity[i] = v->conaffinity;
  m->geom_condim[i] = v->condim;
  m->geom_priority[i] = v->priority;
  m->geom_group[i] = v->group;
  rg_v3_copy(m->geom_pos + 3 * i, g->pos);
  rg_quat_copy(m->geom_quat + 4 * i, g->quat);
  rg_v3_copy(m->geom_size + 3 * i, g->size);
  rg_v3_copy(m->geom_friction + 3 * i, v->friction);
  m->geom_margin[i] = v->margin;
  m->geom_gap[i] = v->gap;
  m->geom_adhesion[i] = v->adhesion;
  m->geom_radius[i] = g->radius;
  fill_fluid(m, v, i);
  for (int k = 0; k < 6; k++) m->geom_surface[6 * i + k] = v->surface[k];
  for (int k = 0; k < 4; k++) m->geom_rgba[4 * i + k] = v->rgba[k];
  c->look[i] = v->look;
}

/* shapes of a robot are hidden behind what is seen of it: not where that could not be read */
static void show_again(rg_compilation *c, const rg_solid_geom *g, int body) {
  rg_model *m = c->model;
  int broken = 0, seen = 0;
  for (const rg_spec_geom *geom = c->body[body]->geoms; geom; geom = geom->next, g++)
    broken |= g->broken;
  for (int i = m->body_geom[body]; broken && i < m->body_geom[body] + m->body_ngeom[body]; i++)
    seen |= m->geom_contype[i] == 0 && m->geom_conaffinity[i] == 0;
  for (int i = m->body_geom[body]; broken && !seen && i < m->body_geom[body] + m->body_ngeom[body];
       i++)
    m->geom_group[i] = 0;
}

rg_status rg_compile_geoms(rg_compilation *c) {
  assert(c->body);
  rg_model *m = c->model;
  /* work out every geom, count those that stay */
  rg_solid_geom *g = c->geom;
  for (int i = 0; i < m->nbody; i++)
    for (const rg_spec_geom *geom = c->body[i]->geoms; geom; geom = geom->next, g++) {
      rg_status status = solve_geom(c, geom, i, g);
      if (status) return status;
      g->dropped |= rg_compile_switches(c, c->body[i])->discard_visual && is_visual(c->spec, geom);
      m->ngeom += !g->dropped;
    }

  /* fill the tables with them */
  allocate_geoms(m, c->memory);
  c->look = RG_NEW(&c->scratch, const struct rg_spec_look *, m->ngeom);
  if (c->memory->failed) return RG_NO_MEMORY;
  g = c->geom;
  int at = 0;
  for (int i = 0; i < m->nbody; i++) {
    const rg_solid_geom *first = g;
    m->body_geom[i] = -1;
    for (const rg_spec_geom *geom = c->body[i]->geoms; geom; geom = geom->next, g++) {
      if (g->dropped) continue;
      rg_status status =
          rg_compile_check_name(c, &c->geom_names, &geom->source, "geom", geom->value.name, at);
      if (status) return status;
      fill_geom(c, g, at, i);
      if (m->body_ngeom[i]++ == 0) m->body_geom[i] = at;
      at++;
    }
    show_again(c, first, i);
  }
  return RG_OK;
}
