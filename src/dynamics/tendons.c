/* Tendons: length, how it changes with q, and what a force on one does to the joints (MuJoCo's
   documentation, chapter Computation, "Actuation model" and "Passive forces").

   A fixed tendon is a sum of coef q. A spatial one is a string through sites and around the
   geoms between them; with unit vectors e along its straight pieces from p to q

       dl/dt = sum e . (v_q - v_p) / divisor

   where a piece that ends at a geom moves with it there: what lies on the geom keeps its length to first
   order. Limits and friction loss of tendons are constraints: whoever makes constraint rows reads them
   from the model; they are no part of the smooth motion. */
#include "dynamics/work.h"
#include "math/wrap.h"

#include <assert.h>
#include <string.h>

/* poses of the bodies that a path runs along */
typedef struct poses {
  const double *pos, *mat; /* nbody x 3, 9 */
} poses;

/* a straight piece from a point of one body to a point of another */
typedef struct piece {
  int body[2];
  double point[2][3], along[3];
  double length;
  double share; /* 1 / divisor */
} piece;

static void place(const poses *at, int body, const double local[3], double point[3]) {
  rg_mat3_apply(point, at->mat + 9 * body, local);
  rg_v3_add(point, point, at->pos + 3 * body);
}

static void place_site(const rg_model *model, const poses *at, int site, double point[3]) {
  place(at, model->site_body[site], model->site_pos + 3 * site, point);
}

static int make_piece(piece *p, double share, int body1, const double *point1, int body2,
                      const double *point2) {
  p->body[0] = body1;
  p->body[1] = body2;
  rg_v3_copy(p->point[0], point1);
  rg_v3_copy(p->point[1], point2);
  rg_v3_sub(p->along, point2, point1);
  p->length = rg_v3_norm(p->along);
  rg_v3_scale(p->along, p->length > RG_TINY ? 1 / p->length : 0, p->along);
  p->share = share;
  return 1;
}

/* touching points of the geom at entry k between two sites; the way on it, -1 where there is none */
static double go_around(const rg_model *model, const poses *at, int k, const double a[3],
                        const double b[3], double touch[2][3]) {
  int geom = model->path_object[k], body = model->geom_body[geom], side = model->path_side[k];
  double local[9], mat[9], pos[3], passed[3];
  rg_quat_to_mat3(local, model->geom_quat + 4 * geom);
  rg_mat3_multiply(mat, at->mat + 9 * body, local);
  place(at, body, model->geom_pos + 3 * geom, pos);
  if (side >= 0) place_site(model, at, side, passed);
  rg_wrap_shape shape = {.cylinder = model->path_type[k] == RG_PATH_CYLINDER,
                         .radius = model->geom_size[3 * geom],
                         .pos = pos,
                         .mat = mat};
  return rg_wrap(&shape, a, b, side >= 0 ? passed : NULL, touch);
}

/* The one or two pieces from the site at entry *k of the path to the next one, and the length on the geom between them.
   *k goes on to that site. */
static int next_pieces(const rg_model *model, const poses *at, int *k, double share, piece out[2],
                       double *on_geom) {
  int geom_at = model->path_type[*k + 1] == RG_PATH_SITE ? -1 : *k + 1;
  int from = model->path_object[*k], to = model->path_object[*k + (geom_at < 0 ? 1 : 2)];
  int body1 = model->site_body[from], body2 = model->site_body[to];
  double a[3], b[3], touch[2][3];
  place_site(model, at, from, a);
  place_site(model, at, to, b);
  *k += geom_at < 0 ? 1 : 2;
  double way = geom_at < 0 ? -1 : go_around(model, at, geom_at, a, b, touch);
  *on_geom = way > 0 ? way * share : 0;
  if (way < 0) return make_piece(out, share, body1, a, body2, b);
  int body = model->geom_body[model->path_object[geom_at]];
  make_piece(out, share, body1, a, body, touch[0]);
  make_piece(out + 1, share, body, touch[1], body2, b);
  return 2;
}

/* what is done with each piece */
typedef void visit(void *to, const piece *p);

/* length of a spatial tendon; every piece is shown to `see`, if there is one */
static double walk(const rg_model *model, const poses *at, int t, visit *see, void *to) {
  int end = model->tendon_path[t] + model->tendon_npath[t];
  double length = 0, share = 1;
  for (int k = model->tendon_path[t]; k < end;) {
    if (model->path_type[k] == RG_PATH_PULLEY) share = 1 / model->path_divisor[k++];
    else if (k + 1 >= end || model->path_type[k + 1] == RG_PATH_PULLEY) k++;
    else {
      piece p[2];
      double on_geom;
      int n = next_pieces(model, at, &k, share, p, &on_geom);
      length += on_geom;
      for (int i = 0; i < n; i++) {
        length += p[i].length * share;
        if (see) see(to, &p[i]);
      }
    }
  }
  return length;
}

/* --- moment arms ------------------------------------------------------------------------------ */

/* where the moment of a tendon grows: entries by degree of freedom, ascending */
typedef struct arms {
  const rg_model *model;
  const rg_data *data;
  const int *dof;
  int count;
  double *moment;
} arms;

static int find_dof(const arms *a, int dof) {
  int low = 0, high = a->count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a->dof[middle] < dof) low = middle + 1;
    else high = middle;
  }
  return high >= 0 && a->dof[low] == dof ? low : -1;
}

/* moment += sign e' J of the point of a body */
static void add_end(const arms *a, const piece *p, int end, double sign) {
  int i = rg_last_dof(a->model, p->body[end]);
  for (; i >= 0; i = a->model->dof_parent[i]) {
    int at = find_dof(a, i);
    if (at < 0) return; /* it and all before it move the whole tendon */
    double column[6];
    rg_dof_motion(a->model, a->data, i, p->point[end], column);
    a->moment[at] += sign * p->share * rg_v3_dot(p->along, column + 3);
  }
}

static void add_arms(void *to, const piece *p) {
  if (p->body[0] == p->body[1]) return;
  add_end(to, p, 1, 1);
  add_end(to, p, 0, -1);
}

static int is_spatial(const rg_model *model, int t) { return model->tendon_npath[t] > 0; }

static poses poses_of(const rg_data *data) { return (poses){data->xpos, data->xmat}; }

double rg_tendon_length(const rg_model *model, const rg_data *data, int t) {
  poses at = poses_of(data);
  if (is_spatial(model, t)) return walk(model, &at, t, NULL, NULL);
  double length = 0;
  int start = model->tendon_start[t], end = start + model->tendon_count[t];
  for (int k = start; k < end; k++)
    length += model->tendon_coef[k] * data->qpos[model->joint_qpos[model->tendon_joint[k]]];
  return length;
}

void rg_tendon_place(const rg_model *model, const rg_data *data, int t) {
  int start = model->tendon_dof_start[t], count = model->tendon_dof_start[t + 1] - start;
  double *moment = data->tendon_moment + start;
  if (!is_spatial(model, t)) {
    for (int k = 0; k < count; k++) moment[k] = model->tendon_coef[model->tendon_start[t] + k];
    data->tendon_length[t] = rg_tendon_length(model, data, t);
    return;
  }
  poses at = poses_of(data);
  arms a = {model, data, model->tendon_dof + start, count, moment};
  if (count) memset(moment, 0, (size_t)count * sizeof *moment);
  data->tendon_length[t] = walk(model, &at, t, add_arms, &a);
}

void rg_tendons(const rg_model *model, rg_data *data) {
  for (int t = 0; t < model->ntendon; t++) {
    rg_tendon_place(model, data, t);
    double velocity = 0;
    for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++)
      velocity += data->tendon_moment[k] * data->qvel[model->tendon_dof[k]];
    data->tendon_velocity[t] = velocity;
  }
}

double rg_tendon_stretch(const rg_model *model, int t, double length) {
  const double *rest = model->tendon_springlength + 2 * t;
  return length < rest[0] ? length - rest[0] : length > rest[1] ? length - rest[1] : 0;
}

void rg_tendon_add_force(const rg_model *model, const rg_data *data, int t, double force,
                         double *sum) {
  for (int k = model->tendon_dof_start[t]; k < model->tendon_dof_start[t + 1]; k++)
    sum[model->tendon_dof[k]] += data->tendon_moment[k] * force;
}

/* --- how the rate changes by itself ------------------------------------------------------------- */

/* bodies a little earlier or later, where no joint accelerates */
typedef struct moving {
  const rg_data *data;
  const double *drift; /* nbody x 6 */
  poses at;
  double when;
  double rate;
} moving;

/* velocity at the origin of a body after `when`: v + when (a + w x v) */
static void velocity_then(const moving *m, int body, double v[6]) {
  const double *now = m->data->xvel + 6 * body, *a = m->drift + 6 * body;
  double turn[3];
  rg_v3_cross(turn, now, now + 3);
  for (int k = 0; k < 6; k++) v[k] = now[k] + m->when * (a[k] + (k < 3 ? 0 : turn[k - 3]));
}

static void place_then(const moving *m, int body, double *pos, double *mat) {
  double mean[6], later[6], turn[3], quat[4], R[9];
  velocity_then(m, body, later);
  for (int k = 0; k < 6; k++) mean[k] = 0.5 * (m->data->xvel[6 * body + k] + later[k]);
  rg_v3_scale(turn, m->when, mean);
  rg_quat_from_rotation(quat, turn);
  rg_quat_to_mat3(R, quat);
  rg_mat3_multiply(mat + 9 * body, R, m->data->xmat + 9 * body);
  rg_v3_copy(pos + 3 * body, m->data->xpos + 3 * body);
  rg_v3_add_scaled(pos + 3 * body, m->when, mean + 3);
}

static void add_rate(void *to, const piece *p) {
  moving *m = to;
  double v[2][6], arm[3];
  for (int end = 0; end < 2; end++) {
    velocity_then(m, p->body[end], v[end]);
    rg_v3_sub(arm, p->point[end], m->at.pos + 3 * p->body[end]);
    rg_v3_add_cross(v[end] + 3, v[end], arm);
  }
  rg_v3_sub(arm, v[1] + 3, v[0] + 3);
  m->rate += p->share * rg_v3_dot(p->along, arm);
}

double rg_tendon_rate(const rg_model *model, const rg_data *data, int t) {
  double rate = 0;
  int start = model->tendon_start[t], end = start + model->tendon_count[t];
  moving m = {.data = data, .drift = data->xvel, .at = poses_of(data)}; /* of no account now */
  for (int k = start; k < end; k++)
    rate += model->tendon_coef[k] * data->qvel[model->joint_dof[model->tendon_joint[k]]];
  if (is_spatial(model, t)) walk(model, &m.at, t, add_rate, &m);
  return rate + m.rate;
}

double rg_tendons_kinetic(const rg_model *model, const rg_data *data) {
  double twice = 0;
  for (int t = 0; t < model->ntendon; t++) {
    if (!(model->tendon_armature[t] > 0)) continue;
    double rate = rg_tendon_rate(model, data, t);
    twice += model->tendon_armature[t] * rate * rate;
  }
  return 0.5 * twice;
}

/* body of an entry of a path; -1: a pulley */
static int path_body(const rg_model *model, int k, int side) {
  int object = model->path_object[k];
  if (side) return model->path_side[k] >= 0 ? model->site_body[model->path_side[k]] : -1;
  return model->path_type[k] == RG_PATH_PULLEY ? -1
         : model->path_type[k] == RG_PATH_SITE ? model->site_body[object]
                                               : model->geom_body[object];
}

double rg_tendon_drift(const rg_model *model, const rg_data *data, const double *drift, int t) {
  assert(t >= 0 && t < model->ntendon);
  static const double SMALL = 1e-5; /* rad, and of the length */
  rg_work *work = rg_work_of(data);
  if (!is_spatial(model, t)) return 0;
  int first = model->tendon_path[t], end = first + model->tendon_npath[t];
  double fastest = 0, length = fmax(data->tendon_length[t], RG_TINY), rate[2];
  for (int k = 2 * first; k < 2 * end; k++) {
    int body = path_body(model, k / 2, k % 2);
    if (body < 0) continue;
    const double *v = data->xvel + 6 * body;
    fastest = fmax(fastest, rg_v3_norm(v) + rg_v3_norm(v + 3) / length);
  }
  if (!(fastest > 0) || !isfinite(fastest)) return 0;
  /* a power of two: units change no bits */
  double h = exp2(floor(log2(SMALL / fastest)));
  for (int side = 0; side < 2; side++) {
    moving m = {data, drift, {work->moved_pos, work->moved_mat}, side ? h : -h, 0};
    for (int k = 2 * first; k < 2 * end; k++) {
      int body = path_body(model, k / 2, k % 2);
      if (body >= 0) place_then(&m, body, work->moved_pos, work->moved_mat);
    }
    walk(model, &m.at, t, add_rate, &m);
    rate[side] = m.rate;
  }
  return (rate[1] - rate[0]) / (2 * h);
}
