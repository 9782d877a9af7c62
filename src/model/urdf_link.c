/* Links of URDF: mass, inertia and the shapes that can touch. A link without <inertial> has no mass:
   shapes of URDF have none. */
#include "math/vector.h"
#include "model/urdf_reader.h"

#include <string.h>

static void read_inertial(rg_urdf *u, const rg_xml *element, rg_spec_body *body) {
  rg_mjcf *m = &u->reader;
  static const char *const names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = rg_urdf_origin(u, element);
  const rg_xml *mass = rg_urdf_required_child(u, element, "mass");
  const rg_xml *inertia = rg_urdf_required_child(u, element, "inertia");
  if (!mass || !inertia) return;
  inertial.mass = rg_urdf_number(u, mass, "value");
  if (inertial.mass < 0) rg_mjcf_fail(m, mass, "value", "must not be negative");
  for (int k = 0; k < 6; k++) inertial.full[k] = rg_urdf_number(u, inertia, names[k]);
  if (m->status != RG_OK) return;
  rg_mjcf_at(m, element);
  rg_spec_set_inertial(m->spec, body, &inertial);
}

/* --- shapes ------------------------------------------------------------------------------------ */

static double positive(rg_urdf *u, const rg_xml *element, const char *name) {
  double value = rg_urdf_number(u, element, name);
  if (!(value > 0)) rg_mjcf_fail(&u->reader, element, name, "must be positive");
  return value;
}

static void read_box(rg_urdf *u, const rg_xml *shape, rg_geom_spec *geom) {
  double size[3] = {0};
  if (rg_mjcf_required(&u->reader, shape, "size"))
    rg_mjcf_reals(&u->reader, shape, "size", 3, 3, size);
  for (int k = 0; k < 3; k++) {
    geom->size[k] = size[k] / 2;
    if (!(size[k] > 0)) rg_mjcf_fail(&u->reader, shape, "size", "must be positive");
  }
}

/* cylinder and capsule; the length of a capsule is that of its cylindrical part */
static void read_round(rg_urdf *u, const rg_xml *shape, rg_geom_spec *geom) {
  geom->size[0] = positive(u, shape, "radius");
  geom->size[1] = positive(u, shape, "length") / 2;
}

static void read_shape(rg_urdf *u, const rg_xml *shape, rg_geom_spec *geom) {
  if (strcmp(shape->name, "box") == 0) {
    geom->type = RG_GEOM_BOX;
    read_box(u, shape, geom);
  } else if (strcmp(shape->name, "sphere") == 0) {
    geom->type = RG_GEOM_SPHERE;
    geom->size[0] = positive(u, shape, "radius");
  } else if (strcmp(shape->name, "mesh") == 0) {
    geom->type = RG_GEOM_MESH;
    geom->mesh = rg_urdf_mesh(u, shape);
  } else {
    geom->type = strcmp(shape->name, "capsule") == 0 ? RG_GEOM_CAPSULE : RG_GEOM_CYLINDER;
    read_round(u, shape, geom);
  }
}

/* names of collisions need not be unique in URDF: later ones of a name have none */
static const char *collision_name(rg_urdf *u, const rg_xml *element) {
  const char *name = rg_xml_get(element, "name");
  if (!name || !name[0]) return NULL;
  if (rg_names_add(&u->collision_names, name, 0) < 0) return name;
  rg_mjcf_notice(&u->reader, element, "name", "collision name",
                 "used before; later shapes of that name have none");
  return NULL;
}

static void read_collision(rg_urdf *u, const rg_xml *element, rg_spec_body *body) {
  rg_mjcf *m = &u->reader;
  rg_urdf_check(u, element);
  rg_geom_spec geom = rg_geom_spec_default();
  geom.pose = rg_urdf_origin(u, element);
  geom.name = collision_name(u, element);
  const rg_xml *geometry = rg_urdf_required_child(u, element, "geometry");
  if (!geometry) return;
  const rg_xml *shape = geometry->first;
  if (!shape || shape->next) {
    rg_mjcf_fail(m, geometry, NULL, "must have exactly one shape in it");
    return;
  }
  // a shape nobody knows was mentioned already
  if (!rg_mjcf_listed("box sphere cylinder capsule mesh", shape->name)) return;
  rg_urdf_check(u, shape);
  read_shape(u, shape, &geom);
  if (m->status != RG_OK || (geom.type == RG_GEOM_MESH && !geom.mesh)) return;
  rg_mjcf_at(m, element);
  rg_spec_add_geom(m->spec, body, &geom);
}

void rg_urdf_read_link(rg_urdf *u, const rg_urdf_link *link) {
  const rg_xml *inertial = rg_urdf_child(u, link->element, "inertial");
  if (inertial) read_inertial(u, inertial, link->body);
  for (const rg_xml *child = link->element->first; child && u->reader.status == RG_OK;
       child = child->next)
    if (strcmp(child->name, "collision") == 0) read_collision(u, child, link->body);
}
