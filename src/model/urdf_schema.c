/* Which elements and attributes URDF has (wiki.ros.org/urdf/XML), and which extensions of it are
   known. The whole tree is looked at before anything is read. */
#include "model/urdf.h"

#include "model/mjcf.h"

#include <string.h>

typedef struct kind {
  const char *name;
  const char *attributes;
  const char *once;       /* elements inside, at most one of each */
  const char *many;       /* elements inside, any number */
  const char *extensions; /* elements inside that are passed over with a notice */
} kind;

static const kind kinds[] = {
    {"robot", "name version", "", "link joint gazebo material",
     "transmission ros2_control sensor mujoco model_state"},
    {"link", "name type", "inertial", "collision visual",
     "collision_checking self_collision_checking contact sensor gazebo"},
    {"inertial", "", "origin mass inertia", "", ""},
    {"origin", "xyz rpy", "", "", ""},
    {"mass", "value", "", "", ""},
    {"inertia", "ixx ixy ixz iyy iyz izz", "", "", ""},
    {"collision", "name group", "origin geometry", "", "verbose material"},
    {"geometry", "", "box sphere cylinder capsule mesh", "", ""},
    {"box", "size", "", "", ""},
    {"sphere", "radius", "", "", ""},
    {"cylinder", "radius length", "", "", ""},
    {"capsule", "radius length", "", "", ""},
    {"mesh", "filename scale", "", "", ""},
    {"joint", "name type", "origin parent child axis limit dynamics mimic", "",
     "safety_controller calibration"},
    {"parent", "link", "", "", ""},
    {"child", "link", "", "", ""},
    {"axis", "xyz", "", "", ""},
    {"limit", "lower upper effort velocity", "", "", ""},
    {"dynamics", "damping friction", "", "", ""},
    {"mimic", "joint multiplier offset", "", "", ""},
};

static const kind *find_kind(const char *name) {
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (strcmp(kinds[k].name, name) == 0) return &kinds[k];
  return NULL;
}

/* names with a prefix belong to somebody's extension */
static void check_attributes(rg_urdf *u, const rg_xml *element, const kind *known) {
  for (int k = 0; k < element->attributes; k++) {
    const char *name = element->attribute[k].name, *value = element->attribute[k].value;
    if (strstr(value, "${") || strstr(value, "$(")) rg_read_xacro(&u->in, element, name);
    if (rg_mjcf_listed(known->attributes, name) || strchr(name, ':') || !strcmp(name, "xmlns"))
      continue;
    rg_read_refuse(&u->in, element, name, "is not part of URDF");
  }
}

/* an element that is not honoured: xacro, an extension, or nothing anybody knows */
static void pass_over(rg_urdf *u, const rg_xml *element, const kind *parent) {
  if (strncmp(element->name, "xacro:", 6) == 0) rg_read_xacro(&u->in, element, NULL);
  else if (rg_mjcf_listed(RG_READ_EXTENSIONS, element->name))
    rg_read_refuse(&u->in, element, NULL,
                   "is not supported; leave it out, or pass over it with --lenient");
  else if (strchr(element->name, ':') || rg_mjcf_listed(parent->extensions, element->name))
    rg_read_notice(&u->in, element, "passed over");
  else rg_read_refuse(&u->in, element, NULL, "is not part of URDF in <%s>", parent->name);
}

static int is_first_of_its_name(const rg_xml *parent, const rg_xml *element) {
  return rg_xml_child(parent, element->name) == element;
}

/* goes down through known elements only, which are at most five deep */
void rg_urdf_check(rg_urdf *u, const rg_xml *element) {
  const kind *known = find_kind(element->name);
  if (!known) return;
  check_attributes(u, element, known);
  for (const rg_xml *child = element->first; child && u->in.status == RG_OK; child = child->next) {
    int once = rg_mjcf_listed(known->once, child->name);
    if (once && !is_first_of_its_name(element, child))
      rg_read_fail(&u->in, child, NULL, "stands twice in <%s>", element->name);
    if (once || rg_mjcf_listed(known->many, child->name)) rg_urdf_check(u, child);
    else pass_over(u, child, known);
  }
}
