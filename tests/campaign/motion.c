/* Places, energies and momenta of a state, from the tables of the model. Velocities are those of the
   material at the world's origin, so that a joint adds the same to everything behind it. */
#include "motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void apply(const double R[9], const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = R[3 * k] * a[0] + R[3 * k + 1] * a[1] + R[3 * k + 2] * a[2];
}

static void multiply(const double A[9], const double B[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

static void rotation(const double q[4], double R[9]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3], s = w * w + x * x + y * y + z * z;
  const double entry[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  for (int k = 0; k < 9; k++) R[k] = entry[k] / s;
}

/* --- kinematics ------------------------------------------------------------------------------------ */

/* a turn about an axis through a point of the body: R = R turn, the point stays */
static void turn_about(motion_body *b, const double local[3], const double turn[9]) {
  double point[3], arm[3], R[9];
  apply(b->R, local, point);
  for (int k = 0; k < 3; k++) point[k] += b->pos[k];
  multiply(b->R, turn, R);
  memcpy(b->R, R, sizeof R);
  apply(b->R, local, arm);
  for (int k = 0; k < 3; k++) b->pos[k] = point[k] - arm[k];
}

/* angular velocity w about the body's point */
static void spin_about(motion_body *b, const double local[3], const double w[3]) {
  double point[3], at_origin[3];
  apply(b->R, local, point);
  for (int k = 0; k < 3; k++) point[k] += b->pos[k];
  cross(point, w, at_origin);
  for (int k = 0; k < 3; k++) {
    b->w[k] += w[k];
    b->v[k] += at_origin[k];
  }
}

static void pass_joint(motion_body *b, const rg_model *m, int j, const double *qpos,
                       const double *qvel) {
  const double *q = qpos + m->joint_qpos[j], *v = qvel + m->joint_dof[j];
  const double *at = m->joint_pos + 3 * j, *axis = m->joint_axis + 3 * j;
  double turn[9], world[3], w[3];
  const double way = q[0] - m->qpos0[m->joint_qpos[j]];
  apply(b->R, axis, world);
  switch (m->joint_type[j]) {
  case RG_JOINT_SLIDE:
    for (int k = 0; k < 3; k++) {
      b->pos[k] += way * world[k];
      b->v[k] += v[0] * world[k];
    }
    return;
  case RG_JOINT_HINGE: {
    const double s = sin(0.5 * way);
    const double quat[4] = {cos(0.5 * way), s * axis[0], s * axis[1], s * axis[2]};
    rotation(quat, turn);
    for (int k = 0; k < 3; k++) w[k] = v[0] * world[k];
    break;
  }
  default:
    rotation(q, turn);
    double after[9];
    multiply(b->R, turn, after);
    apply(after, v, w);
  }
  turn_about(b, at, turn);
  spin_about(b, at, w);
}

static void float_freely(motion_body *b, const double *q, const double *v) {
  double turned[3];
  memcpy(b->pos, q, sizeof b->pos);
  rotation(q + 3, b->R);
  apply(b->R, v + 3, b->w);
  cross(b->pos, b->w, turned);
  for (int k = 0; k < 3; k++) b->v[k] = v[k] + turned[k];
}

static void place(motion *m, const rg_model *model, int i, const double *qpos, const double *qvel) {
  motion_body *b = &m->body[i], *parent = &m->body[model->body_parent[i]];
  double arm[3], own[9];
  *b = *parent;
  apply(parent->R, model->body_pos + 3 * i, arm);
  for (int k = 0; k < 3; k++) b->pos[k] = parent->pos[k] + arm[k];
  rotation(model->body_quat + 4 * i, own);
  multiply(parent->R, own, b->R);
  for (int j = model->body_joint[i]; j < model->body_joint[i] + model->body_njoint[i]; j++)
    if (model->joint_type[j] == RG_JOINT_FREE)
      float_freely(b, qpos + model->joint_qpos[j], qvel + model->joint_dof[j]);
    else pass_joint(b, model, j, qpos, qvel);
  apply(b->R, model->body_ipos + 3 * i, arm);
  for (int k = 0; k < 3; k++) b->com[k] = b->pos[k] + arm[k];
  rotation(model->body_iquat + 4 * i, own);
  multiply(b->R, own, b->axes);
}

/* --- energies and momenta -------------------------------------------------------------------------- */

static void add_body(motion *m, const rg_model *model, int i) {
  const motion_body *b = &m->body[i];
  const double mass = model->body_mass[i];
  double v[3], orbit[3], spin[3] = {0};
  cross(b->w, b->com, v);
  for (int k = 0; k < 3; k++) v[k] += b->v[k];
  for (int a = 0; a < 3; a++) {
    const double axis[3] = {b->axes[a], b->axes[3 + a], b->axes[6 + a]};
    const double rate = dot(axis, b->w), moment = model->body_inertia[3 * i + a];
    m->kinetic += 0.5 * moment * rate * rate;
    for (int k = 0; k < 3; k++) spin[k] += moment * rate * axis[k];
  }
  cross(b->com, v, orbit);
  m->kinetic += 0.5 * mass * dot(v, v);
  m->mass += mass;
  m->linear_size += mass * sqrt(dot(v, v));
  m->angular_size += mass * sqrt(dot(orbit, orbit)) + sqrt(dot(spin, spin));
  for (int k = 0; k < 3; k++) {
    const double height = mass * model->option.gravity[k] * b->com[k];
    m->potential -= height;
    m->potential_size += fabs(height);
    m->linear[k] += mass * v[k];
    m->angular[k] += mass * orbit[k] + spin[k];
    m->centre[k] += mass * b->com[k];
  }
}

/* angle between two quaternions */
static double angle_between(const double a[4], const double b[4]) {
  double turn[4] = {a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]};
  for (int k = 0; k < 3; k++) {
    const int i = 1 + (k + 1) % 3, j = 1 + (k + 2) % 3;
    turn[1 + k] = a[0] * b[1 + k] - b[0] * a[1 + k] - (a[i] * b[j] - a[j] * b[i]);
  }
  return 2 * atan2(sqrt(dot(turn + 1, turn + 1)), fabs(turn[0]));
}

static void add_spring(motion *m, const rg_model *model, int j, const double *qpos) {
  const double *q = qpos + model->joint_qpos[j], *rest = model->qpos_spring + model->joint_qpos[j];
  const double stretch =
      model->joint_type[j] == RG_JOINT_BALL ? angle_between(rest, q) : q[0] - rest[0];
  const double energy = 0.5 * model->joint_stiffness[j] * stretch * stretch;
  if (model->joint_type[j] == RG_JOINT_FREE) return;
  m->potential += energy;
  m->potential_size += energy;
}

static void site_place(const motion *m, const rg_model *model, int site, double out[3]) {
  const motion_body *b = &m->body[model->site_body[site]];
  apply(b->R, model->site_pos + 3 * site, out);
  for (int k = 0; k < 3; k++) out[k] += b->pos[k];
}

/* fixed tendons, and strings that go straight from site to site */
static double length_of(const motion *m, const rg_model *model, int t, const double *qpos) {
  double length = 0, last[3] = {0}, here[3];
  for (int i = 0; i < model->tendon_count[t] && !model->tendon_npath[t]; i++) {
    const int at = model->tendon_start[t] + i;
    length += model->tendon_coef[at] * qpos[model->joint_qpos[model->tendon_joint[at]]];
  }
  for (int i = 0; i < model->tendon_npath[t]; i++) {
    site_place(m, model, model->path_object[model->tendon_path[t] + i], here);
    if (i)
      length +=
          sqrt(pow(here[0] - last[0], 2) + pow(here[1] - last[1], 2) + pow(here[2] - last[2], 2));
    memcpy(last, here, sizeof last);
  }
  return length;
}

static void add_tendon(motion *m, const rg_model *model, int t, const double *qpos) {
  const double length = length_of(m, model, t, qpos), *rest = model->tendon_springlength + 2 * t;
  const double stretch = length > rest[1]   ? length - rest[1]
                         : length < rest[0] ? length - rest[0]
                                            : 0;
  const double energy = 0.5 * model->tendon_stiffness[t] * stretch * stretch;
  m->potential += energy;
  m->potential_size += energy;
}

void motion_find(motion *m, const rg_model *model, const double *qpos, const double *qvel) {
  motion_body *body = m->body;
  memset(m, 0, sizeof *m);
  m->body = body;
  memset(body, 0, sizeof *body);
  body[0].R[0] = body[0].R[4] = body[0].R[8] = 1;
  for (int i = 1; i < model->nbody; i++) {
    place(m, model, i, qpos, qvel);
    if (model->body_weld[i]) add_body(m, model, i); /* what cannot move has no energy to lose */
  }
  for (int k = 0; k < 3; k++) m->centre[k] /= m->mass > 0 ? m->mass : 1;
  for (int i = 0; i < model->nv; i++)
    m->kinetic += 0.5 * model->dof_armature[i] * qvel[i] * qvel[i];
  for (int j = 0; j < model->njoint; j++) add_spring(m, model, j, qpos);
  for (int t = 0; t < model->ntendon; t++) add_tendon(m, model, t, qpos);
}

int motion_new(motion *m, const rg_model *model) {
  memset(m, 0, sizeof *m);
  m->body = calloc((size_t)model->nbody, sizeof *m->body);
  return m->body != NULL;
}

void motion_free(motion *m) { free(m->body); }

/* --- overlaps -------------------------------------------------------------------------------------- */

typedef struct shape_place {
  double pos[3], R[9];
} shape_place;

static shape_place place_of_geom(const motion *m, const rg_model *model, int g) {
  const motion_body *b = &m->body[model->geom_body[g]];
  shape_place s;
  double own[9];
  apply(b->R, model->geom_pos + 3 * g, s.pos);
  for (int k = 0; k < 3; k++) s.pos[k] += b->pos[k];
  rotation(model->geom_quat + 4 * g, own);
  multiply(b->R, own, s.R);
  return s;
}

/* how far a shape reaches from its centre along a direction in its own frame */
static double reach(const rg_model *model, int g, const double d[3]) {
  const double *s = model->geom_size + 3 * g, across = hypot(d[0], d[1]);
  double most = -HUGE_VAL;
  switch (model->geom_type[g]) {
  case RG_GEOM_SPHERE: return s[0];
  case RG_GEOM_CAPSULE: return s[0] + s[1] * fabs(d[2]);
  case RG_GEOM_CYLINDER: return s[0] * across + s[1] * fabs(d[2]);
  case RG_GEOM_BOX: return s[0] * fabs(d[0]) + s[1] * fabs(d[1]) + s[2] * fabs(d[2]);
  case RG_GEOM_ELLIPSOID:
    return sqrt(pow(s[0] * d[0], 2) + pow(s[1] * d[1], 2) + pow(s[2] * d[2], 2));
  case RG_GEOM_MESH:
    for (int v = 0; v < model->mesh_nvertex[model->geom_mesh[g]]; v++)
      most = fmax(most, dot(d, model->vertex + 3 * (model->mesh_vertex[model->geom_mesh[g]] + v)));
    return most;
  default: return -HUGE_VAL;
  }
}

static double below_plane(const rg_model *model, const shape_place *plane, const shape_place *s,
                          int g) {
  const double n[3] = {plane->R[2], plane->R[5], plane->R[8]};
  double down[3], apart[3];
  for (int k = 0; k < 3; k++) {
    apart[k] = s->pos[k] - plane->pos[k];
    down[k] = -(n[0] * s->R[k] + n[1] * s->R[3 + k] + n[2] * s->R[6 + k]);
  }
  return reach(model, g, down) - dot(n, apart);
}

double motion_overlap(const motion *m, const rg_model *model) {
  double worst = 0;
  for (int a = 0; a < model->ngeom; a++) {
    if (model->geom_type[a] != RG_GEOM_PLANE) continue;
    const shape_place plane = place_of_geom(m, model, a);
    for (int g = 0; g < model->ngeom; g++) {
      /* what is fixed to the world cannot touch it, nor can what hangs on it directly */
      const int weld = model->body_weld[model->geom_body[g]];
      if (!weld || model->geom_type[g] == RG_GEOM_PLANE) continue;
      const shape_place s = place_of_geom(m, model, g);
      worst = fmax(worst, below_plane(model, &plane, &s, g));
    }
  }
  return worst;
}
