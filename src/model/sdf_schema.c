/* Which elements and attributes SDFormat 1.4 to 1.12 has (sdformat.org/spec), and what becomes of them. */
#include "model/sdf.h"

#include "model/mjcf.h"

#include <stdio.h>
#include <string.h>

typedef struct kind {
  const char *name; /* "PARENT>NAME" where a name means several things */
  const char *attributes;
  const char *once;   /* elements inside, at most one of each */
  const char *many;   /* elements inside, any number */
  const char *silent; /* passed over: they cannot change the motion */
  const char *noticed;
  const char *refused;
} kind;

static const kind kinds[] = {
    {"sdf", "version", "", "world model", "light", "actor plugin", ""},
    {"world", "name", "gravity magnetic_field", "model include frame joint physics",
     "scene gui light audio spherical_coordinates atmosphere wind", "plugin actor road state",
     "population"},
    {"physics", "name default type", "max_step_size", "",
     "real_time_factor real_time_update_rate max_contacts", "ode bullet dart simbody", ""},
    {"model", "name canonical_link placement_frame namespace",
     "pose static self_collide allow_auto_disable enable_wind", "link joint frame model include",
     "", "plugin gripper sensor", ""},
    {"include", "merge", "uri name static pose placement_frame namespace", "", "", "plugin", ""},
    {"frame", "name attached_to", "pose", "", "", "", ""},
    {"pose", "relative_to rotation_format degrees frame", "", "", "", "", ""},
    {"link", "name",
     "pose inertial gravity enable_wind self_collide kinematic must_be_base_link velocity_decay",
     "collision", "visual light audio_sink audio_source projector particle_emitter",
     "sensor plugin battery", ""},
    {"velocity_decay", "", "linear angular", "", "", "", ""},
    {"inertial", "auto", "mass pose inertia density", "", "", "auto_inertia_params",
     "fluid_added_mass"},
    {"inertia", "", "ixx ixy ixz iyy iyz izz", "", "", "", ""},
    {"collision", "name", "pose geometry surface density", "", "laser_retro max_contacts",
     "auto_inertia_params", ""},
    {"geometry", "", "box sphere cylinder capsule ellipsoid plane mesh empty", "", "", "",
     "heightmap image polyline cone"},
    {"box", "", "size", "", "", "", ""},
    {"sphere", "", "radius", "", "", "", ""},
    {"cylinder", "", "radius length", "", "", "", ""},
    {"capsule", "", "radius length", "", "", "", ""},
    {"ellipsoid", "", "radii", "", "", "", ""},
    {"plane", "", "normal size", "", "", "", ""},
    {"mesh", "optimization", "uri scale", "", "", "convex_decomposition", "submesh"},
    {"surface", "", "bounce friction contact", "", "", "", "soft_contact"},
    {"bounce", "", "restitution_coefficient threshold", "", "", "", ""},
    {"surface>friction", "", "ode bullet", "", "", "torsional", ""},
    {"friction>ode", "", "mu mu2 fdir1 slip1 slip2", "", "", "", ""},
    {"friction>bullet", "", "friction friction2 fdir1 rolling_friction", "", "", "", ""},
    {"contact", "",
     "collide_without_contact collide_without_contact_bitmask collide_bitmask category_bitmask", "",
     "poissons_ratio elastic_modulus", "ode bullet", ""},
    {"joint", "name type", "parent child pose axis axis2", "",
     "gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch", "physics sensor", ""},
    {"axis", "", "xyz limit dynamics mimic use_parent_model_frame", "", "", "initial_position", ""},
    {"axis2", "", "xyz limit dynamics mimic use_parent_model_frame", "", "", "initial_position",
     ""},
    {"xyz", "expressed_in", "", "", "", "", ""},
    {"limit", "", "lower upper effort velocity", "", "", "stiffness dissipation", ""},
    {"dynamics", "", "damping friction spring_reference spring_stiffness", "", "", "", ""},
    {"mimic", "joint axis", "multiplier offset reference", "", "", "", ""},
};

static const kind *find_kind(const char *parent, const char *name) {
  char both[128];
  snprintf(both, sizeof both, "%.60s>%.60s", parent, name);
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (strcmp(kinds[k].name, both) == 0 || strcmp(kinds[k].name, name) == 0) return &kinds[k];
  return NULL;
}

/* names with a prefix belong to somebody's extension */
static int is_extension(const char *name) {
  return strchr(name, ':') != NULL || strcmp(name, "xmlns") == 0;
}

static void check_attributes(rg_sdf *s, const rg_xml *element, const kind *known) {
  for (int k = 0; k < element->attributes; k++) {
    const char *name = element->attribute[k].name;
    if (!is_extension(name) && !(known && rg_mjcf_listed(known->attributes, name)))
      rg_read_refuse(&s->in, element, name, "is not part of SDFormat");
  }
}

/* an element that is not read */
static void pass_over(rg_sdf *s, const rg_xml *element, const kind *parent) {
  if (rg_mjcf_listed(parent->silent, element->name)) return;
  int refused = rg_mjcf_listed(parent->refused, element->name) ||
                rg_mjcf_listed(RG_READ_EXTENSIONS, element->name);
  if (!refused && (is_extension(element->name) || rg_mjcf_listed(parent->noticed, element->name)))
    rg_read_notice(&s->in, element, "passed over");
  else if (refused)
    rg_read_refuse(&s->in, element, NULL,
                   "is not supported; leave it out, or pass over it with --lenient");
  else rg_read_refuse(&s->in, element, NULL, "is not part of SDFormat in <%.80s>", parent->name);
}

/* what stands in an element that has no elements of its own is not looked at */
void rg_sdf_check(rg_sdf *s, const rg_xml *element, const char *parent) {
  const kind *known = find_kind(parent, element->name);
  check_attributes(s, element, known);
  for (const rg_xml *child = element->first; child && s->in.status == RG_OK; child = child->next) {
    static const kind leaf = {"a value", "", "", "", "", "", ""};
    const kind *in = known ? known : &leaf;
    int once = rg_mjcf_listed(in->once, child->name);
    if (once && rg_xml_child(element, child->name) != child)
      rg_read_fail(&s->in, child, NULL, "stands twice in <%.80s>", element->name);
    if (once || rg_mjcf_listed(in->many, child->name)) rg_sdf_check(s, child, element->name);
    else pass_over(s, child, in);
  }
}
