/* Writes a compiled model as MJCF that loads to the same model, here and in MuJoCo: radians, every
   limit and inertia spelled out, no classes, meshes inline. Numbers have 17 digits, so that each is
   read back as the same double. The text setting rigor.mesh_frames tells our reader that the meshes
   are convex hulls about their own frames; MuJoCo passes over it. */
#include <rigor/model.h>

#include "base/file.h"
#include "base/plain_locale.h"
#include "model/mjcf.h"
#include "model/sensor_kinds.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST_BODY = 495 };

/* --- attributes ----------------------------------------------------------------------------------
 */

static void write_text(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  for (const char *c = value; *c; c++) switch (*c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\t':
    case '\n':
    case '\r': fprintf(out, "&#%d;", *c); break;
    default: fputc(*c, out);
    }
  fputc('"', out);
}

static void write_name(FILE *out, const char *name) {
  if (name[0]) write_text(out, "name", name);
}

static void write_reals(FILE *out, const char *name, const double *value, int count) {
  fprintf(out, " %s=\"", name);
  for (int k = 0; k < count; k++) fprintf(out, "%s%.17g", k ? " " : "", value[k]);
  fputc('"', out);
}

static void write_real(FILE *out, const char *name, double value, double if_not) {
  if (value != if_not) write_reals(out, name, &value, 1);
}

static void write_int(FILE *out, const char *name, int value, int if_not) {
  if (value != if_not) fprintf(out, " %s=\"%d\"", name, value);
}

static void write_bool(FILE *out, const char *name, int value) {
  fprintf(out, " %s=\"%s\"", name, value ? "true" : "false");
}

static int all_zero(const double *value, int count) {
  for (int k = 0; k < count; k++)
    if (value[k] != 0) return 0;
  return 1;
}

static void write_pose(FILE *out, const double *pos, const double *quat) {
  if (!all_zero(pos, 3)) write_reals(out, "pos", pos, 3);
  if (quat[0] != 1 || !all_zero(quat + 1, 3)) write_reals(out, "quat", quat, 4);
}

static void indent(FILE *out, int levels) { fprintf(out, "%*s", 2 * levels, ""); }

/* --- what stands before the bodies
 * ---------------------------------------------------------------- */

static void write_option(FILE *out, const rg_model_option *option) {
  fputs("  <option", out);
  write_reals(out, "timestep", &option->timestep, 1);
  write_reals(out, "gravity", option->gravity, 3);
  if (!all_zero(option->wind, 3)) write_reals(out, "wind", option->wind, 3);
  write_real(out, "density", option->density, 0);
  write_real(out, "viscosity", option->viscosity, 0);
  write_reals(out, "magnetic", option->magnetic, 3);
  fputs(option->parents_touch ? "><flag filterparent=\"disable\"/></option>\n" : "/>\n", out);
}

static void write_settings(FILE *out, const rg_model *m) {
  if (m->nsetting == 0 && m->nmesh == 0) return;
  fputs("  <custom>\n", out);
  if (m->nmesh > 0) fputs("    <text name=\"rigor.mesh_frames\" data=\"kept\"/>\n", out);
  for (int i = 0; i < m->nsetting; i++) {
    const rg_setting *setting = &m->setting[i];
    fprintf(out, "    <%s", setting->text ? "text" : "numeric");
    write_name(out, setting->name);
    if (setting->text) write_text(out, "data", setting->text);
    else write_reals(out, "data", setting->data, setting->size);
    fputs("/>\n", out);
  }
  fputs("  </custom>\n", out);
}

/* first row at the largest y */
static void write_hfield(FILE *out, const rg_model *m, int i) {
  int rows = m->hfield_nrow[i], columns = m->hfield_ncol[i];
  fputs("    <hfield", out);
  write_name(out, m->hfield_name[i]);
  fprintf(out, " nrow=\"%d\" ncol=\"%d\"", rows, columns);
  write_reals(out, "size", m->hfield_size + 4 * i, 4);
  fputs(" elevation=\"", out);
  for (int r = rows - 1; r >= 0; r--)
    for (int c = 0; c < columns; c++)
      fprintf(out, "%.17g ", m->hfield_data[m->hfield_start[i] + r * columns + c]);
  fputs("\"/>\n", out);
}

static void write_meshes(FILE *out, const rg_model *m) {
  if (m->nmesh + m->nhfield == 0) return;
  fputs("  <asset>\n", out);
  for (int i = 0; i < m->nhfield; i++) write_hfield(out, m, i);
  for (int i = 0; i < m->nmesh; i++) {
    fputs("    <mesh", out);
    write_name(out, m->mesh_name[i]);
    write_reals(out, "vertex", m->vertex + 3 * m->mesh_vertex[i], 3 * m->mesh_nvertex[i]);
    fputs(" face=\"", out);
    const int *face = m->face + 3 * m->mesh_face[i];
    for (int k = 0; k < 3 * m->mesh_nface[i]; k++) fprintf(out, "%s%d", k ? " " : "", face[k]);
    fputs("\"/>\n", out);
  }
  fputs("  </asset>\n", out);
}

/* --- bodies
 * ---------------------------------------------------------------------------------------- */

/* also without mass: a body that says nothing gets a frame of its own in MuJoCo 2.2 */
static void write_inertial(FILE *out, const rg_model *m, int body, int level) {
  const double *pos = m->body_ipos + 3 * body, *quat = m->body_iquat + 4 * body;
  const double *inertia = m->body_inertia + 3 * body;
  indent(out, level);
  fputs("<inertial", out);
  write_reals(out, "mass", &m->body_mass[body], 1);
  write_reals(out, "pos", pos, 3);
  write_reals(out, "quat", quat, 4);
  write_reals(out, "diaginertia", inertia, 3);
  fputs("/>\n", out);
}

/* a number, or three where the force is no line */
static void write_polynomial(FILE *out, const char *name, double first, const double more[2]) {
  double all[3] = {first, more[0], more[1]};
  if (all_zero(more, 2)) write_real(out, name, first, 0);
  else write_reals(out, name, all, 3);
}

static void write_joint(FILE *out, const rg_model *m, int joint, int level) {
  static const char *const types[] = {"free", "ball", "slide", "hinge"};
  int type = m->joint_type[joint], dof = m->joint_dof[joint], at = m->joint_qpos[joint];
  int scalar = type == RG_JOINT_SLIDE || type == RG_JOINT_HINGE;
  const double *range = m->joint_range + 2 * joint, *force = m->joint_forcerange + 2 * joint;
  indent(out, level);
  fputs("<joint", out);
  write_name(out, m->joint_name[joint]);
  write_text(out, "type", types[type]);
  if (type != RG_JOINT_FREE) write_reals(out, "pos", m->joint_pos + 3 * joint, 3);
  if (scalar) {
    write_reals(out, "axis", m->joint_axis + 3 * joint, 3);
    write_real(out, "ref", m->qpos0[at], 0);
    write_real(out, "springref", m->qpos_spring[at], 0);
  }
  write_bool(out, "limited", m->joint_limited[joint]);
  if (!all_zero(range, 2)) write_reals(out, "range", range, 2);
  if (m->joint_forcelimited[joint]) write_bool(out, "actuatorfrclimited", 1);
  else if (!all_zero(force, 2)) write_bool(out, "actuatorfrclimited", 0);
  if (!all_zero(force, 2)) write_reals(out, "actuatorfrcrange", force, 2);
  if (m->joint_gravcomp[joint]) write_bool(out, "actuatorgravcomp", 1);
  write_real(out, "margin", m->joint_margin[joint], 0);
  write_polynomial(out, "stiffness", m->joint_stiffness[joint],
                   m->joint_stiffness_poly + 2 * joint);
  write_real(out, "armature", m->dof_armature[dof], 0);
  write_polynomial(out, "damping", m->dof_damping[dof], m->dof_damping_poly + 2 * dof);
  write_real(out, "frictionloss", m->dof_frictionloss[dof], 0);
  fputs("/>\n", out);
}

static const char *shape_name(int type) {
  static const char *const types[] = {"plane",    "sphere", "capsule", "ellipsoid",
                                      "cylinder", "box",    "mesh",    "hfield"};
  return types[type];
}

static void write_geom(FILE *out, const rg_model *m, int geom, int level) {
  static const int sizes[] = {3, 1, 2, 3, 2, 3, 0, 0};
  int type = m->geom_type[geom];
  indent(out, level);
  fputs("<geom", out);
  write_name(out, m->geom_name[geom]);
  write_text(out, "type", shape_name(type));
  if (type == RG_GEOM_MESH) write_text(out, "mesh", m->mesh_name[m->geom_mesh[geom]]);
  else if (type == RG_GEOM_HFIELD) write_text(out, "hfield", m->hfield_name[m->geom_hfield[geom]]);
  else write_reals(out, "size", m->geom_size + 3 * geom, sizes[type]);
  write_pose(out, m->geom_pos + 3 * geom, m->geom_quat + 4 * geom);
  write_reals(out, "friction", m->geom_friction + 3 * geom, 3);
  write_real(out, "margin", m->geom_margin[geom], 0);
  write_real(out, "gap", m->geom_gap[geom], 0);
  write_real(out, "adhesion", m->geom_adhesion[geom], 0);
  write_int(out, "condim", m->geom_condim[geom], 3);
  write_int(out, "contype", m->geom_contype[geom], 1);
  write_int(out, "conaffinity", m->geom_conaffinity[geom], 1);
  write_int(out, "priority", m->geom_priority[geom], 0);
  write_int(out, "group", m->geom_group[geom], 0);
  if (m->geom_fluid[12 * geom] != 0) {
    write_text(out, "fluidshape", "ellipsoid");
    write_reals(out, "fluidcoef", m->geom_fluid + 12 * geom + 1, 5);
  }
  if (!all_zero(m->geom_surface + 6 * geom, 6))
    write_reals(out, "surfacevel", m->geom_surface + 6 * geom, 6);
  const float *rgba = m->geom_rgba + 4 * geom;
  fprintf(out, " rgba=\"%.9g %.9g %.9g %.9g\"/>\n", (double)rgba[0], (double)rgba[1],
          (double)rgba[2], (double)rgba[3]);
}

static void write_site(FILE *out, const rg_model *m, int site, int level) {
  indent(out, level);
  fputs("<site", out);
  write_name(out, m->site_name[site]);
  write_text(out, "type", shape_name(m->site_type[site]));
  write_reals(out, "size", m->site_size + 3 * site, 3);
  write_pose(out, m->site_pos + 3 * site, m->site_quat + 4 * site);
  fputs("/>\n", out);
}

/* what a body carries, in the order of the tables */
static void write_contents(FILE *out, const rg_model *m, int body, int level, int *site) {
  if (body > 0) write_inertial(out, m, body, level);
  for (int k = 0; k < m->body_njoint[body]; k++)
    write_joint(out, m, m->body_joint[body] + k, level);
  for (int k = 0; k < m->body_ngeom[body]; k++) write_geom(out, m, m->body_geom[body] + k, level);
  for (; *site < m->nsite && m->site_body[*site] == body; ++*site) write_site(out, m, *site, level);
}

static int depth_of(const rg_model *m, int body) {
  int depth = 0;
  for (; body > 0; body = m->body_parent[body]) depth++;
  return depth;
}

/* bodies come depth first: what is open is always a line of ancestors */
static void write_bodies(FILE *out, const rg_model *m) {
  int site = 0, open = 0;
  fputs("  <worldbody>\n", out);
  write_contents(out, m, 0, 2, &site);
  for (int body = 1; body < m->nbody; body++) {
    int depth = depth_of(m, body);
    for (; open >= depth; open--) {
      indent(out, open + 1);
      fputs("</body>\n", out);
    }
    indent(out, depth + 1);
    fputs("<body", out);
    write_name(out, m->body_name[body]);
    write_pose(out, m->body_pos + 3 * body, m->body_quat + 4 * body);
    write_real(out, "gravcomp", m->body_gravcomp[body], 0);
    if (m->body_mocap[body] >= 0) write_bool(out, "mocap", 1);
    fputs(">\n", out);
    write_contents(out, m, body, depth + 2, &site);
    open = depth;
  }
  for (; open > 0; open--) {
    indent(out, open + 1);
    fputs("</body>\n", out);
  }
  fputs("  </worldbody>\n", out);
}

/* --- what refers to bodies, joints, geoms
 * ---------------------------------------------------------- */

static void write_contacts(FILE *out, const rg_model *m) {
  if (m->npair + m->nexclude == 0) return;
  fputs("  <contact>\n", out);
  for (int i = 0; i < m->npair; i++) {
    fputs("    <pair", out);
    write_text(out, "geom1", m->geom_name[m->pair_geom1[i]]);
    write_text(out, "geom2", m->geom_name[m->pair_geom2[i]]);
    fprintf(out, " condim=\"%d\"", m->pair_condim[i]);
    write_reals(out, "friction", m->pair_friction + 5 * i, 5);
    write_reals(out, "margin", &m->pair_margin[i], 1);
    write_reals(out, "gap", &m->pair_gap[i], 1);
    if (m->pair_adhesion[i] > 0 || m->geom_adhesion[m->pair_geom1[i]] > 0 ||
        m->geom_adhesion[m->pair_geom2[i]] > 0)
      write_reals(out, "adhesion", &m->pair_adhesion[i], 1);
    fputs("/>\n", out);
  }
  for (int i = 0; i < m->nexclude; i++) {
    fputs("    <exclude", out);
    write_text(out, "body1", m->body_name[m->exclude_body1[i]]);
    write_text(out, "body2", m->body_name[m->exclude_body2[i]]);
    fputs("/>\n", out);
  }
  fputs("  </contact>\n", out);
}

static void write_equality(FILE *out, const rg_model *m, int i) {
  static const char *const types[] = {"connect", "weld", "joint", "tendon"};
  int type = m->equality_type[i], one = m->equality_object1[i], two = m->equality_object2[i];
  const double *data = m->equality_data + 11 * i;
  fprintf(out, "    <%s", types[type]);
  write_name(out, m->equality_name[i]);
  if (!m->equality_active[i]) write_bool(out, "active", 0);
  if (type == RG_EQUALITY_JOINT) {
    write_text(out, "joint1", m->joint_name[one]);
    if (two >= 0) write_text(out, "joint2", m->joint_name[two]);
    write_reals(out, "polycoef", data, 5);
  } else if (type == RG_EQUALITY_TENDON) {
    write_text(out, "tendon1", m->tendon_name[one]);
    if (two >= 0) write_text(out, "tendon2", m->tendon_name[two]);
    write_reals(out, "polycoef", data, 5);
  } else if (m->equality_site1[i] >= 0) {
    write_text(out, "site1", m->site_name[m->equality_site1[i]]);
    write_text(out, "site2", m->site_name[m->equality_site2[i]]);
  } else {
    write_text(out, "body1", m->body_name[one]);
    if (two > 0) write_text(out, "body2", m->body_name[two]);
    write_reals(out, "anchor", data, 3);
    if (type == RG_EQUALITY_WELD) write_reals(out, "relpose", data + 3, 7);
  }
  if (type == RG_EQUALITY_WELD) write_real(out, "torquescale", data[10], 1);
  fputs("/>\n", out);
}

static void write_path(FILE *out, const rg_model *m, int i) {
  for (int k = m->tendon_path[i]; k < m->tendon_path[i] + m->tendon_npath[i]; k++) {
    int type = m->path_type[k], object = m->path_object[k], side = m->path_side[k];
    fprintf(out, "      <%s",
            type == RG_PATH_SITE     ? "site"
            : type == RG_PATH_PULLEY ? "pulley"
                                     : "geom");
    if (type == RG_PATH_SITE) write_text(out, "site", m->site_name[object]);
    else if (type == RG_PATH_PULLEY) write_reals(out, "divisor", &m->path_divisor[k], 1);
    else write_text(out, "geom", m->geom_name[object]);
    if (side >= 0) write_text(out, "sidesite", m->site_name[side]);
    fputs("/>\n", out);
  }
}

static void write_tendon(FILE *out, const rg_model *m, int i) {
  const double *range = m->tendon_range + 2 * i, *rest = m->tendon_springlength + 2 * i;
  int spatial = m->tendon_npath[i] > 0;
  fprintf(out, "    <%s", spatial ? "spatial" : "fixed");
  write_name(out, m->tendon_name[i]);
  write_bool(out, "limited", m->tendon_limited[i]);
  if (!all_zero(range, 2)) write_reals(out, "range", range, 2);
  write_real(out, "margin", m->tendon_margin[i], 0);
  write_polynomial(out, "stiffness", m->tendon_stiffness[i], m->tendon_stiffness_poly + 2 * i);
  write_polynomial(out, "damping", m->tendon_damping[i], m->tendon_damping_poly + 2 * i);
  write_real(out, "frictionloss", m->tendon_frictionloss[i], 0);
  write_real(out, "armature", m->tendon_armature[i], 0);
  if (m->tendon_forcelimited[i])
    write_reals(out, "actuatorfrcrange", m->tendon_forcerange + 2 * i, 2);
  write_reals(out, "springlength", rest, rest[0] == rest[1] ? 1 : 2);
  fputs(">\n", out);
  for (int k = m->tendon_start[i]; k < m->tendon_start[i] + m->tendon_count[i]; k++) {
    fputs("      <joint", out);
    write_text(out, "joint", m->joint_name[m->tendon_joint[k]]);
    write_reals(out, "coef", &m->tendon_coef[k], 1);
    fputs("/>\n", out);
  }
  write_path(out, m, i);
  fprintf(out, "    </%s>\n", spatial ? "spatial" : "fixed");
}

static void write_driven(FILE *out, const rg_model *m, int i) {
  int joint = m->actuator_joint[i], site = m->actuator_site[i], other = m->actuator_refsite[i];
  switch (m->actuator_transmission[i]) {
  case RG_DRIVE_TENDON: write_text(out, "tendon", m->tendon_name[m->actuator_tendon[i]]); break;
  case RG_DRIVE_BODY: write_text(out, "body", m->body_name[m->actuator_body[i]]); break;
  case RG_DRIVE_SITE:
    write_text(out, "site", m->site_name[site]);
    if (other >= 0) write_text(out, "refsite", m->site_name[other]);
    break;
  case RG_DRIVE_SLIDER_CRANK:
    write_text(out, "cranksite", m->site_name[site]);
    write_text(out, "slidersite", m->site_name[other]);
    write_reals(out, "cranklength", &m->actuator_cranklength[i], 1);
    break;
  case RG_DRIVE_JOINT_IN_PARENT: write_text(out, "jointinparent", m->joint_name[joint]); break;
  default: write_text(out, "joint", m->joint_name[joint]); break;
  }
}

static void write_state(FILE *out, const rg_model *m, int i) {
  static const char *const types[] = {"none", "integrator", "filterexact", "muscle"};
  const double *range = m->actuator_actrange + 2 * i, *length = m->actuator_lengthrange + 2 * i;
  if (!all_zero(length, 2)) write_reals(out, "lengthrange", length, 2);
  // of no meaning without a state, and not of MuJoCo 2.2 with one
  if (m->actuator_actlimited[i]) write_bool(out, "actlimited", 1);
  if (!all_zero(range, 2)) write_reals(out, "actrange", range, 2);
  if (m->actuator_actearly[i]) write_bool(out, "actearly", 1);
  if (m->actuator_dyntype[i] == RG_ACT_NONE) return;
  write_text(out, "dyntype", types[m->actuator_dyntype[i]]);
  write_reals(out, "dynprm", m->actuator_dynprm + 3 * i, 3);
}

static void write_actuator(FILE *out, const rg_model *m, int i) {
  const double *control = m->actuator_ctrlrange + 2 * i, *force = m->actuator_forcerange + 2 * i;
  const double *bias = m->actuator_bias + 3 * i, *slope = m->actuator_gain_slope + 2 * i;
  fputs("    <general", out);
  write_name(out, m->actuator_name[i]);
  write_driven(out, m, i);
  write_reals(out, "gear", m->actuator_gear + 6 * i, 6);
  if (m->actuator_muscle[i] & 1) {
    write_text(out, "gaintype", "muscle");
    write_reals(out, "gainprm", m->actuator_gainprm + 9 * i, 9);
  } else if (!all_zero(slope, 2)) {
    double gain[3] = {m->actuator_gain[i], slope[0], slope[1]};
    write_text(out, "gaintype", "affine");
    write_reals(out, "gainprm", gain, 3);
  } else write_reals(out, "gainprm", &m->actuator_gain[i], 1);
  if (m->actuator_muscle[i] & 2) {
    write_text(out, "biastype", "muscle");
    write_reals(out, "biasprm", m->actuator_biasprm + 9 * i, 9);
  } else if (!all_zero(bias, 3)) {
    write_text(out, "biastype", "affine");
    write_reals(out, "biasprm", bias, 3);
  }
  write_state(out, m, i);
  write_bool(out, "ctrllimited", m->actuator_ctrllimited[i]);
  if (!all_zero(control, 2)) write_reals(out, "ctrlrange", control, 2);
  write_bool(out, "forcelimited", m->actuator_forcelimited[i]);
  if (!all_zero(force, 2)) write_reals(out, "forcerange", force, 2);
  fputs("/>\n", out);
}

static void write_frame_of(FILE *out, const rg_model *m, int type, int object, const char *kind,
                           const char *name) {
  const char *word = type == RG_OBJECT_INERTIAL ? "body"
                     : type == RG_OBJECT_BODY   ? "xbody"
                     : type == RG_OBJECT_GEOM   ? "geom"
                                                : "site";
  write_text(out, kind, word);
  write_text(out, name, rg_model_name(m, (rg_object)type, object));
}

static void write_sensor(FILE *out, const rg_model *m, int i) {
  const char *attribute;
  fprintf(out, "    <%s", rg_mjcf_sensor_name((rg_sensor_type)m->sensor_type[i], &attribute));
  write_name(out, m->sensor_name[i]);
  int type = m->sensor_object_type[i], object = m->sensor_object[i];
  int reference_type = m->sensor_reference_type[i], reference = m->sensor_reference[i];
  if (rg_sensor_target((rg_sensor_type)m->sensor_type[i]) == RG_SENSES_PAIR) {
    write_text(out, type == RG_OBJECT_GEOM ? "geom1" : "body1",
               rg_model_name(m, (rg_object)type, object));
    write_text(out, reference_type == RG_OBJECT_GEOM ? "geom2" : "body2",
               rg_model_name(m, (rg_object)reference_type, reference));
    write_real(out, "cutoff", m->sensor_cutoff[i], 0);
    fputs("/>\n", out);
    return;
  }
  if (attribute) write_text(out, attribute, rg_model_name(m, (rg_object)type, object));
  else if (object >= 0) write_frame_of(out, m, type, object, "objtype", "objname");
  if (m->sensor_type[i] == RG_SENSOR_INSIDESITE) write_text(out, "site", m->site_name[reference]);
  else if (reference >= 0) write_frame_of(out, m, reference_type, reference, "reftype", "refname");
  write_real(out, "cutoff", m->sensor_cutoff[i], 0);
  fputs("/>\n", out);
}

static void write_key(FILE *out, const rg_model *m, int i) {
  fputs("    <key", out);
  write_name(out, m->key_name[i]);
  write_real(out, "time", m->key_time[i], 0);
  if (m->nq > 0) write_reals(out, "qpos", m->key_qpos + (size_t)i * (size_t)m->nq, m->nq);
  if (m->nv > 0) write_reals(out, "qvel", m->key_qvel + (size_t)i * (size_t)m->nv, m->nv);
  if (m->nact > 0) write_reals(out, "act", m->key_act + (size_t)i * (size_t)m->nact, m->nact);
  if (m->nactuator > 0)
    write_reals(out, "ctrl", m->key_ctrl + (size_t)i * (size_t)m->nactuator, m->nactuator);
  if (m->nmocap > 0) {
    write_reals(out, "mpos", m->key_mpos + 3 * (size_t)i * (size_t)m->nmocap, 3 * m->nmocap);
    write_reals(out, "mquat", m->key_mquat + 4 * (size_t)i * (size_t)m->nmocap, 4 * m->nmocap);
  }
  fputs("/>\n", out);
}

static void write_section(FILE *out, const rg_model *m, const char *name, int count,
                          void (*write)(FILE *out, const rg_model *m, int i)) {
  if (count == 0) return;
  fprintf(out, "  <%s>\n", name);
  for (int i = 0; i < count; i++) write(out, m, i);
  fprintf(out, "  </%s>\n", name);
}

/* --- the file
 * --------------------------------------------------------------------------------------- */

static void write_model(FILE *out, const rg_model *m) {
  fputs("<mujoco", out);
  if (m->name[0]) write_text(out, "model", m->name);
  fputs(">\n  <compiler angle=\"radian\" inertiafromgeom=\"false\"/>\n", out);
  write_option(out, &m->option);
  write_settings(out, m);
  write_meshes(out, m);
  write_bodies(out, m);
  write_contacts(out, m);
  write_section(out, m, "equality", m->nequality, write_equality);
  write_section(out, m, "tendon", m->ntendon, write_tendon);
  write_section(out, m, "actuator", m->nactuator, write_actuator);
  write_section(out, m, "sensor", m->nsensor, write_sensor);
  write_section(out, m, "keyframe", m->nkey, write_key);
  fputs("</mujoco>\n", out);
}

rg_status rg_model_save(const rg_model *model, const char *path, rg_error *error) {
  rg_error_clear(error);
  if (!model || !path) return rg_fail(error, RG_BAD_INPUT, "model", "no model or no path");
  for (int body = 1; body < model->nbody; body++)
    if (depth_of(model, body) > DEEPEST_BODY)
      return rg_fail(error, RG_BAD_INPUT, "body", "more than %d bodies hang on each other",
                     DEEPEST_BODY);
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  rg_plain_locale locale = rg_plain_locale_enter();
  write_model(output.stream, model);
  rg_plain_locale_leave(locale);
  return rg_output_close(&output, RG_OK, error);
}
