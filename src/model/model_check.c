/* Whether the numbers of a compiled model fit each other: trees, first entries and numbers, objects by their type. */
#include "model/model_check.h"

#include "model/sensor_kinds.h"

static rg_status refuse(rg_error *error, const char *what, int index, const char *why) {
  return rg_fail(error, RG_BAD_INPUT, what, "%d: %s", index, why);
}

static int is_index(int value, int count) { return value >= 0 && value < count; }

/* --- bodies, joints, degrees of freedom ------------------------------------------------------------- */

static const int qpos_width[] = {7, 4, 1, 1}, dof_width[] = {6, 3, 1, 1};

/* how far the tables of joints have been walked */
typedef struct walk {
  int joint, qpos, dof;
} walk;

/* last degree of freedom of a body or of what carries it, -1: none */
static int last_dof(const rg_model *m, int body) {
  while (body && !m->body_ndof[body]) body = m->body_parent[body];
  return body ? m->body_dof[body] + m->body_ndof[body] - 1 : -1;
}

static const char *joint_fault(const rg_model *m, int body, walk *w, int *last) {
  int j = w->joint++, type = m->joint_type[j];
  if (m->joint_body[j] != body || m->joint_qpos[j] != w->qpos || m->joint_dof[j] != w->dof)
    return "its joints are not in order";
  if (type == RG_JOINT_FREE && (m->body_njoint[body] != 1 || m->body_parent[body] != 0))
    return "a free joint is not alone, or not on the world";
  if (w->qpos + qpos_width[type] > m->nq || w->dof + dof_width[type] > m->nv)
    return "there are fewer coordinates than its joints have";
  for (int k = 0; k < dof_width[type]; k++, w->dof++) {
    if (m->dof_body[w->dof] != body || m->dof_joint[w->dof] != j || m->dof_parent[w->dof] != *last)
      return "its degrees of freedom are not in order";
    *last = w->dof;
  }
  w->qpos += qpos_width[type];
  return NULL;
}

static const char *body_fault(const rg_model *m, int i, walk *w) {
  int parent = m->body_parent[i], joints = m->body_njoint[i], first = w->dof;
  if (i == 0 ? parent != 0 || joints != 0 : parent >= i)
    return "its parent does not come before it";
  if (m->body_root[i] != (parent == 0 ? i : m->body_root[parent])) return "its root is another";
  if (m->body_weld[i] != (i == 0 || joints ? i : m->body_weld[parent]))
    return "what it is welded to is another";
  if (m->body_joint[i] != (joints ? w->joint : -1) || joints > m->njoint - w->joint ||
      m->body_dof[i] != (joints ? w->dof : -1))
    return "its first joint is another";
  if (!(m->body_mass[i] >= 0)) return "its mass is negative";
  if (m->body_mocap[i] >= 0 && (i == 0 || parent != 0 || joints))
    return "a placed body lies on the world";
  int last = i == 0 ? -1 : last_dof(m, parent);
  for (int k = 0; k < joints; k++) {
    const char *fault = joint_fault(m, i, w, &last);
    if (fault) return fault;
  }
  if (w->dof - first > 6) return "it has more than 6 degrees of freedom";
  return m->body_ndof[i] == w->dof - first ? NULL : "it has another number of degrees of freedom";
}

static rg_status check_tree(const rg_model *m, rg_error *error) {
  walk w = {0};
  if (m->nbody < 1) return refuse(error, "body", 0, "there is no world");
  for (int i = 0; i < m->nbody; i++) {
    const char *fault = body_fault(m, i, &w);
    if (fault) return refuse(error, "body", i, fault);
  }
  if (w.joint != m->njoint || w.qpos != m->nq || w.dof != m->nv)
    return refuse(error, "joint", w.joint, "there are more than the bodies have");
  return RG_OK;
}

/* --- shapes ------------------------------------------------------------------------------------------- */

static const char *geom_fault(const rg_model *m, int g) {
  if (m->geom_type[g] == RG_GEOM_MESH && m->geom_mesh[g] < 0) return "it has no mesh";
  if (m->geom_type[g] == RG_GEOM_HFIELD &&
      (m->geom_hfield[g] < 0 || m->body_weld[m->geom_body[g]] != 0))
    return "it has no height field, or one that moves";
  return NULL;
}

static rg_status check_geoms(const rg_model *m, rg_error *error) {
  int at = 0;
  for (int i = 0; i < m->nbody; i++) {
    int count = m->body_ngeom[i];
    if (m->body_geom[i] != (count ? at : -1) || count > m->ngeom - at)
      return refuse(error, "body", i, "its geoms are not in order");
    for (; count > 0; count--, at++)
      if (m->geom_body[at] != i || geom_fault(m, at))
        return refuse(error, "geom", at,
                      m->geom_body[at] != i ? "its body is another" : geom_fault(m, at));
  }
  return at == m->ngeom ? RG_OK : refuse(error, "geom", at, "there are more than the bodies have");
}

static const char *mesh_fault(const rg_model_extent *x, int i, int *vertex, int *triangle) {
  const rg_model *m = &x->model;
  int n = m->mesh_nvertex[i], faces = m->mesh_nface[i];
  if (m->mesh_vertex[i] != *vertex || n > x->vertices - *vertex)
    return "its vertices are not in order";
  if (m->mesh_face[i] != *triangle || faces > x->triangles - *triangle)
    return "its triangles are not in order";
  for (int k = 3 * *triangle; k < 3 * (*triangle + faces); k++)
    if (m->face[k] >= n) return "a triangle has a vertex that is not there";
  for (int v = *vertex; v < *vertex + n; v++) {
    int begin = m->mesh_neighbour_start[v], end = m->mesh_neighbour_start[v + 1];
    if (begin > end) return "its neighbours are not in order";
    for (int k = begin; k < end; k++)
      if (m->mesh_neighbour[k] >= n) return "a neighbour is not there";
  }
  *vertex += n;
  *triangle += faces;
  return NULL;
}

static rg_status check_meshes(const rg_model_extent *x, rg_error *error) {
  const rg_model *m = &x->model;
  int vertex = 0, triangle = 0, heights = 0;
  if (m->nmesh > 0 && x->starts != x->vertices + 1)
    return refuse(error, "mesh", 0, "its neighbours do not begin");
  for (int i = 0; i < m->nmesh; i++) {
    const char *fault = mesh_fault(x, i, &vertex, &triangle);
    if (fault) return refuse(error, "mesh", i, fault);
  }
  for (int i = 0; i < m->nhfield; i++) {
    if (m->hfield_start[i] != heights ||
        m->hfield_ncol[i] > (x->heights - heights) / m->hfield_nrow[i])
      return refuse(error, "hfield", i, "its heights are not in order");
    heights += m->hfield_nrow[i] * m->hfield_ncol[i];
  }
  if (vertex != x->vertices || triangle != x->triangles || heights != x->heights)
    return refuse(error, "mesh", m->nmesh, "there is more than the meshes have");
  return RG_OK;
}

/* --- what connects ------------------------------------------------------------------------------------ */

static int is_scalar(const rg_model *m, int joint) {
  return is_index(joint, m->njoint) &&
         (m->joint_type[joint] == RG_JOINT_HINGE || m->joint_type[joint] == RG_JOINT_SLIDE);
}

static const char *equality_fault(const rg_model *m, int i) {
  int one = m->equality_object1[i], two = m->equality_object2[i];
  switch (m->equality_type[i]) {
  case RG_EQUALITY_JOINT:
    return is_scalar(m, one) && (two == -1 || is_scalar(m, two)) ? NULL
                                                                 : "it needs hinges or slides";
  case RG_EQUALITY_TENDON:
    return is_index(one, m->ntendon) && (two == -1 || is_index(two, m->ntendon))
               ? NULL
               : "it needs tendons";
  default:
    if (!is_index(one, m->nbody) || !is_index(two, m->nbody) || one == two)
      return "it needs two bodies";
    return (m->equality_site1[i] < 0) == (m->equality_site2[i] < 0) ? NULL
                                                                    : "it needs two sites, or none";
  }
}

static const char *piece_fault(const rg_model *m, int k, int begin, int end) {
  int type = m->path_type[k], object = m->path_object[k];
  int before = k == begin ? RG_PATH_PULLEY : m->path_type[k - 1];
  int after = k + 1 == end ? RG_PATH_PULLEY : m->path_type[k + 1];
  switch (type) {
  case RG_PATH_SITE:
    if (!is_index(object, m->nsite)) return "a site of its path is not there";
    return before == RG_PATH_PULLEY && after == RG_PATH_PULLEY ? "a branch needs two sites" : NULL;
  case RG_PATH_PULLEY:
    if (k + 1 == end || (k > begin && before == RG_PATH_PULLEY)) return "a pulley has no branch";
    return m->path_divisor[k] > 0 ? NULL : "the divisor of a pulley must be positive";
  default:
    if (before != RG_PATH_SITE || after != RG_PATH_SITE)
      return "a geom needs a site before and behind it";
    if (!is_index(object, m->ngeom)) return "a geom of its path is not there";
    return m->geom_type[object] == (type == RG_PATH_SPHERE ? RG_GEOM_SPHERE : RG_GEOM_CYLINDER)
               ? NULL
               : "a geom of its path is of another kind";
  }
}

static const char *tendon_fault(const rg_model *m, int t) {
  int first = m->tendon_start[t], joints = m->tendon_count[t], path = m->tendon_path[t],
      pieces = m->tendon_npath[t];
  if (joints > m->ntendonjoint - first || pieces > m->npath - path)
    return "its entries are not there";
  if ((joints > 0) == (pieces > 0)) return "it needs either joints or a path";
  for (int k = first; k < first + joints; k++)
    if (!is_scalar(m, m->tendon_joint[k])) return "it needs hinges or slides";
  for (int k = path; k < path + pieces; k++) {
    const char *fault = piece_fault(m, k, path, path + pieces);
    if (fault) return fault;
  }
  return NULL;
}

static const char *actuator_fault(const rg_model *m, int a) {
  int joint = m->actuator_joint[a] >= 0, tendon = m->actuator_tendon[a] >= 0,
      site = m->actuator_site[a] >= 0, body = m->actuator_body[a] >= 0;
  int kind = m->actuator_transmission[a];
  if (joint + tendon + site + body != 1) return "it needs one thing to act on";
  if ((kind == RG_DRIVE_BODY) != body) return "what it acts on is of another kind";
  if (body) return m->actuator_act[a] < 0 ? NULL : "adhesion has no state";
  if (kind <= RG_DRIVE_JOINT_IN_PARENT ? !joint : kind == RG_DRIVE_TENDON ? !tendon : !site)
    return "what it acts on is of another kind";
  if (kind == RG_DRIVE_SLIDER_CRANK && m->actuator_refsite[a] < 0)
    return "it has no site of a slider";
  return (m->actuator_act[a] >= 0) == (m->actuator_dyntype[a] != RG_ACT_NONE)
             ? NULL
             : "its state is not there";
}

static int objects(const rg_model *m, int type) {
  switch (type) {
  case RG_OBJECT_INERTIAL:
  case RG_OBJECT_BODY: return m->nbody;
  case RG_OBJECT_JOINT: return m->njoint;
  case RG_OBJECT_GEOM: return m->ngeom;
  case RG_OBJECT_SITE: return m->nsite;
  case RG_OBJECT_ACTUATOR: return m->nactuator;
  case RG_OBJECT_TENDON: return m->ntendon;
  default: return 0;
  }
}

static const char *sensor_fault(const rg_model *m, int i, int start) {
  rg_sensor_type type = (rg_sensor_type)m->sensor_type[i];
  rg_object kind = (rg_object)m->sensor_object_type[i];
  int object = m->sensor_object[i], reference = m->sensor_reference[i];
  if (m->sensor_start[i] != start || m->sensor_size[i] != rg_sensor_size(type) ||
      m->sensor_size[i] > m->nsensordata - start)
    return "its numbers are not in order";
  if (reference >= 0 && !(rg_sensor_is_frame((rg_object)m->sensor_reference_type[i]) &&
                          is_index(reference, objects(m, m->sensor_reference_type[i]))))
    return "the frame that it measures in is not there";
  if (rg_sensor_target(type) == RG_SENSES_NOTHING) return NULL;
  if (!is_index(object, objects(m, (int)kind))) return "what it measures is not there";
  if (rg_sensor_target(type) == RG_SENSES_PAIR) {
    int other = m->sensor_reference_type[i];
    if (reference < 0 || (other != RG_OBJECT_GEOM && other != RG_OBJECT_BODY))
      return "it needs a second geom or body";
    if (m->sensor_cutoff[i] < 0) return "its cutoff is negative";
  }
  return rg_sensor_fault(m, type, kind, object);
}

typedef const char *(*fault_of)(const rg_model *m, int index);

static rg_status check_each(const rg_model *m, const char *what, int count, fault_of fault,
                            rg_error *error) {
  for (int i = 0; i < count; i++) {
    const char *why = fault(m, i);
    if (why) return refuse(error, what, i, why);
  }
  return RG_OK;
}

static rg_status check_sensors(const rg_model *m, rg_error *error) {
  int start = 0;
  for (int i = 0; i < m->nsensor; i++) {
    const char *fault = sensor_fault(m, i, start);
    if (fault) return refuse(error, "sensor", i, fault);
    start += m->sensor_size[i];
  }
  return start == m->nsensordata
             ? RG_OK
             : refuse(error, "sensor", m->nsensor, "there are more numbers than they have");
}

static rg_status check_keys(const rg_model_extent *x, rg_error *error) {
  const rg_model *m = &x->model;
  const struct {
    int have, width;
  } row[] = {{x->key_qpos, m->nq},
             {x->key_qvel, m->nv},
             {x->key_act, m->nact},
             {x->key_ctrl, m->nactuator},
             {x->key_mocap, m->nmocap}};
  for (int k = 0; k < 5; k++)
    if ((long long)m->nkey * row[k].width != row[k].have)
      return refuse(error, "key", m->nkey, "their numbers are not as many as a state has");
  return RG_OK;
}

rg_status rg_model_check(const rg_model_extent *x, rg_error *error) {
  const rg_model *m = &x->model;
  rg_status status = check_tree(m, error);
  if (!status) status = check_geoms(m, error);
  if (!status) status = check_meshes(x, error);
  if (!status) status = check_each(m, "equality", m->nequality, equality_fault, error);
  if (!status) status = check_each(m, "tendon", m->ntendon, tendon_fault, error);
  if (!status) status = check_each(m, "actuator", m->nactuator, actuator_fault, error);
  if (!status) status = check_sensors(m, error);
  return status ? status : check_keys(x, error);
}
