/* Which elements and attributes URDF has (wiki.ros.org/urdf/XML), which extensions are known and
   passed over, and the values that several elements share. */
#include "math/vector.h"
#include "model/urdf_reader.h"

#include <stdio.h>
#include <string.h>

typedef struct kind {
  const char *name;
  const char *attributes;
  const char *children;
  const char *extensions; /* children that are passed over with a notice */
} kind;

static const kind kinds[] = {
    {"robot", "name version", "link joint mujoco",
     "material transmission gazebo ros2_control sensor model_state version"},
    {"link", "name type", "inertial collision",
     "visual collision_checking self_collision_checking contact sensor gazebo"},
    {"inertial", "", "origin mass inertia", ""},
    {"origin", "xyz rpy", "", ""},
    {"mass", "value", "", ""},
    {"inertia", "ixx ixy ixz iyy iyz izz", "", ""},
    {"collision", "name group", "origin geometry", "verbose material contact_coefficients"},
    {"geometry", "", "box sphere cylinder capsule mesh", ""},
    {"box", "size", "", ""},
    {"sphere", "radius", "", ""},
    {"cylinder", "radius length", "", ""},
    {"capsule", "radius length", "", ""},
    {"mesh", "filename scale", "", ""},
    {"joint", "name type", "origin parent child axis limit dynamics mimic",
     "safety_controller calibration"},
    {"parent", "link", "", ""},
    {"child", "link", "", ""},
    {"axis", "xyz", "", ""},
    {"limit", "lower upper effort velocity", "", ""},
    {"dynamics", "damping friction", "", ""},
    {"mimic", "joint multiplier offset", "", ""},
    {"mujoco", "", "compiler option", "size"},
};

static const kind *find_kind(const char *name) {
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (strcmp(kinds[k].name, name) == 0) return &kinds[k];
  return NULL;
}

static void check_child(rg_urdf *u, const rg_xml *parent, const kind *known, const rg_xml *child) {
  rg_mjcf *m = &u->reader;
  if (rg_mjcf_listed(known->children, child->name)) return;
  if (strncmp(child->name, "xacro:", 6) == 0) {
    rg_mjcf_fail(m, child, NULL, "this is xacro, which is not read: run xacro first");
    return;
  }
  // names with a prefix belong to somebody's extension
  int foreign = strchr(child->name, ':') != NULL;
  char what[128];
  snprintf(what, sizeof what, "%.40s in %s", child->name, parent->name);
  if (foreign || rg_mjcf_listed(known->extensions, child->name))
    rg_mjcf_notice(m, child, NULL, what, "passed over");
  else rg_mjcf_unknown(m, child, parent->name);
}

void rg_urdf_check(rg_urdf *u, const rg_xml *element) {
  rg_mjcf *m = &u->reader;
  const kind *known = find_kind(element->name);
  for (int k = 0; known && k < element->attributes; k++) {
    const char *name = element->attribute[k].name;
    if (!rg_mjcf_listed(known->attributes, name) && !strchr(name, ':') &&
        strcmp(name, "xmlns") != 0)
      rg_mjcf_refuse(m, element, name, "there is no attribute of this name");
  }
  for (const rg_xml *child = element->first; known && child; child = child->next)
    check_child(u, element, known, child);
}

const rg_xml *rg_urdf_child(rg_urdf *u, const rg_xml *element, const char *name) {
  const rg_xml *found = NULL;
  for (const rg_xml *child = element->first; child; child = child->next) {
    if (strcmp(child->name, name) != 0) continue;
    if (found) rg_mjcf_fail(&u->reader, child, NULL, "'%s' has this element twice", element->name);
    found = child;
  }
  if (found) rg_urdf_check(u, found);
  return u->reader.status == RG_OK ? found : NULL;
}

const rg_xml *rg_urdf_required_child(rg_urdf *u, const rg_xml *element, const char *name) {
  const rg_xml *found = rg_urdf_child(u, element, name);
  if (!found) rg_mjcf_fail(&u->reader, element, NULL, "the element '%s' is missing in it", name);
  return found;
}

double rg_urdf_number(rg_urdf *u, const rg_xml *element, const char *name) {
  double value = 0;
  if (rg_mjcf_required(&u->reader, element, name)) rg_mjcf_real(&u->reader, element, name, &value);
  return value;
}

/* rpy turns about the fixed axes x, y, z in this order: q = q_z q_y q_x */
static void turn_by_angles(double quat[4], const double rpy[3]) {
  rg_quat_identity(quat);
  for (int k = 0; k < 3; k++) {
    double axis[3] = {0}, turn[4];
    axis[k] = 1;
    rg_quat_from_axis_angle(turn, axis, rpy[k]);
    rg_quat_multiply(quat, turn, quat);
  }
  rg_quat_normalize(quat);
}

rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element) {
  rg_pose pose = rg_mjcf_identity;
  const rg_xml *origin = rg_urdf_child(u, element, "origin");
  double rpy[3];
  if (!origin) return pose;
  rg_mjcf_reals(&u->reader, origin, "xyz", 3, 3, pose.pos);
  if (rg_mjcf_reals(&u->reader, origin, "rpy", 3, 3, rpy)) turn_by_angles(pose.quat, rpy);
  return pose;
}
