/* <link>: mass, the shapes of <collision>, and those of <visual>, which are only seen. */
#include "model/urdf.h"

#include "model/mjcf.h"

#include <math.h>
#include <string.h>

static void read_inertial(rg_urdf *u, const rg_xml *element, rg_spec_body *body) {
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  rg_inertial_spec inertial = rg_inertial_spec_default();
  const rg_xml *mass = rg_xml_child(element, "mass"), *inertia = rg_xml_child(element, "inertia");
  inertial.pose = rg_urdf_origin(u, element);
  inertial.mass = 0;
  if (!mass || !inertia) {
    rg_read_fail(&u->in, element, NULL, "needs <mass> and <inertia>");
    return;
  }
  if (rg_read_required(&u->in, mass, "value"))
    rg_read_reals(&u->in, mass, "value", 1, &inertial.mass);
  for (int i = 0; i < 6; i++) {
    inertial.full[i] = 0;
    if (i < 3) rg_read_required(&u->in, inertia, name[i]);
    rg_read_reals(&u->in, inertia, name[i], 1, inertial.full + i);
  }
  rg_read_at(&u->in, element);
  if (u->in.status == RG_OK) rg_spec_set_inertial(u->in.spec, body, &inertial);
}

static double required_real(rg_urdf *u, const rg_xml *element, const char *attribute) {
  double value = 0;
  if (rg_read_required(&u->in, element, attribute))
    rg_read_reals(&u->in, element, attribute, 1, &value);
  return value;
}

/* fills type and size; returns 0 where there is no such shape, or no such mesh that is only seen */
static int read_shape(rg_urdf *u, const rg_xml *shape, int seen, rg_geom_spec *geom) {
  const char *name = shape->name;
  if (strcmp(name, "box") == 0) {
    geom->type = RG_GEOM_BOX;
    if (rg_read_required(&u->in, shape, "size"))
      rg_read_reals(&u->in, shape, "size", 3, geom->size);
    for (int i = 0; i < 3; i++) geom->size[i] /= 2;
  } else if (strcmp(name, "sphere") == 0) {
    geom->type = RG_GEOM_SPHERE;
    geom->size[0] = required_real(u, shape, "radius");
  } else if (strcmp(name, "cylinder") == 0 || strcmp(name, "capsule") == 0) {
    geom->type = name[1] == 'y' ? RG_GEOM_CYLINDER : RG_GEOM_CAPSULE;
    geom->size[0] = required_real(u, shape, "radius");
    geom->size[1] = required_real(u, shape, "length") / 2;
  } else if (strcmp(name, "mesh") == 0) {
    geom->type = RG_GEOM_MESH;
    double scale[3] = {1, 1, 1};
    const char *file = rg_read_required(&u->in, shape, "filename");
    rg_read_reals(&u->in, shape, "scale", 3, scale);
    if (file) geom->mesh = rg_read_mesh(&u->in, shape, "filename", file, scale, seen);
    return geom->mesh != NULL;
  } else {
    return 0; // refused before
  }
  return 1;
}

/* names of collisions need not be unique: only the first shape of a name has it */
static const char *collision_name(rg_urdf *u, const rg_xml *element) {
  const char *name = rg_xml_get(element, "name");
  return name && name[0] && rg_names_add(&u->collisions, name, 0) < 0 ? name : NULL;
}

static void read_collision(rg_urdf *u, const rg_xml *element, const rg_urdf_extra *extra,
                           rg_spec_body *body) {
  const rg_xml *geometry = rg_xml_child(element, "geometry");
  rg_geom_spec geom = rg_geom_spec_default();
  if (!geometry || !geometry->first || geometry->first->next) {
    rg_read_fail(&u->in, element, NULL, "needs a <geometry> with one shape");
    return;
  }
  geom.pose = rg_urdf_origin(u, element);
  geom.name = collision_name(u, element);
  if (extra) {
    double mu = rg_urdf_friction(u, extra);
    if (!isnan(mu)) geom.friction[0] = mu;
  }
  if (!read_shape(u, geometry->first, 0, &geom)) return;
  rg_read_at(&u->in, element);
  if (u->in.status == RG_OK) rg_spec_add_geom(u->in.spec, body, &geom);
}

/* what is only seen never keeps a robot from moving: a shape that cannot be shown is left out */
static void read_visual(rg_urdf *u, const rg_xml *element, rg_spec_body *body) {
  const rg_xml *geometry = rg_xml_child(element, "geometry");
  const rg_xml *shape = geometry ? geometry->first : NULL;
  rg_geom_spec geom = rg_read_visual_geom();
  if (!shape) {
    rg_read_notice(&u->in, element, "without a shape: nothing to see");
    return;
  }
  geom.pose = rg_urdf_origin(u, element);
  rg_urdf_colour_of(u, element, geom.rgba);
  if (!rg_mjcf_listed("box sphere cylinder capsule mesh", shape->name)) {
    rg_read_notice(&u->in, shape, "is no shape of URDF: not shown");
    return;
  }
  if (!read_shape(u, shape, 1, &geom)) return;
  rg_read_add_visual(&u->in, element, body, &geom);
}

void rg_urdf_read_link(rg_urdf *u, const rg_xml *link, rg_spec_body *body) {
  if (!body) return;
  const rg_spec_geom *before = body->last_geom;
  const rg_urdf_extra *extra = rg_urdf_extra_of(u, rg_xml_get(link, "name"));
  if (extra && extra->floats) body->gravcomp = 1;
  for (const rg_xml *e = link->first; e && u->in.status == RG_OK; e = e->next) {
    if (strcmp(e->name, "inertial") == 0) read_inertial(u, e, body);
    else if (strcmp(e->name, "collision") == 0) read_collision(u, e, extra, body);
  }
  for (const rg_xml *e = link->first; e && u->in.status == RG_OK; e = e->next)
    if (strcmp(e->name, "visual") == 0) read_visual(u, e, body);
  rg_read_group_shapes(body, before);
}
