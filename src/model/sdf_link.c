/* <link>: mass, the shapes and surfaces of <collision>, and the shapes of <visual>, which are only seen. */
#include "model/sdf.h"

#include "math/vector.h"
#include "model/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- mass -------------------------------------------------------------------------------------- */

/* what is not given is 1 kg and 1 kg m^2 */
static void read_inertial(rg_sdf *s, const rg_sdf_link *link) {
  static const char *const name[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const rg_xml *element = rg_xml_child(link->element, "inertial");
  const rg_xml *inertia = element ? rg_xml_child(element, "inertia") : NULL;
  if (element && rg_sdf_flag(s, element, "auto")) {
    link->body->compiler = s->weigh;
    return;
  }
  if (!element && link->fixed) return;
  if (!element)
    rg_read_notice(&s->in, link->element,
                   "without <inertial>: 1 kg and 1 kg m^2, as the format says");
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.pose = element ? rg_sdf_pose_in_link(s, element, link) : (rg_pose){.quat = {1}};
  inertial.mass = rg_sdf_real(s, element, "mass", 1);
  for (int i = 0; i < 6; i++) inertial.full[i] = rg_sdf_real(s, inertia, name[i], i < 3 ? 1 : 0);
  rg_read_at(&s->in, element ? element : link->element);
  if (s->in.status == RG_OK) rg_spec_set_inertial(s->in.spec, link->body, &inertial);
}

/* --- shapes ------------------------------------------------------------------------------------ */

/* numbers that a shape must have */
static void shape_reals(rg_sdf *s, const rg_xml *shape, const char *name, int count, double *out) {
  if (!rg_xml_child(shape, name)) rg_read_fail(&s->in, shape, NULL, "needs an element <%s>", name);
  rg_sdf_reals(s, shape, name, count, out);
}

/* a plane has no ends: what <size> says is for the eye */
static void read_plane(rg_sdf *s, const rg_xml *shape, rg_geom_spec *geom) {
  double normal[3] = {0, 0, 1}, turn[4];
  geom->type = RG_GEOM_PLANE;
  rg_v3_set(geom->size, 0, 0, 1);
  rg_sdf_reals(s, shape, "normal", 3, normal);
  if (rg_v3_norm(normal) < RG_TINY)
    rg_read_fail(&s->in, shape, NULL, "the normal has no direction");
  rg_quat_from_z(turn, normal);
  rg_quat_multiply(geom->pose.quat, geom->pose.quat, turn);
}

static int read_mesh(rg_sdf *s, const rg_xml *shape, int seen, rg_geom_spec *geom) {
  double scale[3] = {1, 1, 1};
  const char *uri = rg_sdf_text(shape, "uri");
  if (!uri) rg_read_fail(&s->in, shape, NULL, "needs an element <uri>");
  rg_sdf_reals(s, shape, "scale", 3, scale);
  const char *optimization = rg_xml_get(shape, "optimization");
  if (!seen && optimization && strcmp(optimization, "convex_decomposition") == 0)
    rg_read_notice(&s->in, shape, "optimization: not taken apart, its convex hull touches");
  geom->type = RG_GEOM_MESH;
  geom->mesh = uri ? rg_read_mesh(&s->in, shape, NULL, uri, scale, seen) : NULL;
  return geom->mesh != NULL;
}

/* fills type, size and turn; returns 0 where there is nothing that could touch or be `seen` */
static int read_shape(rg_sdf *s, const rg_xml *shape, int seen, rg_geom_spec *geom) {
  const char *name = shape->name;
  if (strcmp(name, "plane") == 0) read_plane(s, shape, geom);
  else if (strcmp(name, "mesh") == 0) return read_mesh(s, shape, seen, geom);
  else if (strcmp(name, "box") == 0 || strcmp(name, "ellipsoid") == 0) {
    geom->type = name[0] == 'b' ? RG_GEOM_BOX : RG_GEOM_ELLIPSOID;
    shape_reals(s, shape, name[0] == 'b' ? "size" : "radii", 3, geom->size);
    if (name[0] == 'b') rg_v3_scale(geom->size, 0.5, geom->size);
  } else if (strcmp(name, "sphere") == 0) {
    geom->type = RG_GEOM_SPHERE;
    shape_reals(s, shape, "radius", 1, geom->size);
  } else if (strcmp(name, "cylinder") == 0 || strcmp(name, "capsule") == 0) {
    geom->type = name[1] == 'y' ? RG_GEOM_CYLINDER : RG_GEOM_CAPSULE;
    shape_reals(s, shape, "radius", 1, geom->size);
    shape_reals(s, shape, "length", 1, geom->size + 1);
    geom->size[1] /= 2;
  } else return 0; // empty, or refused before
  return s->in.status == RG_OK;
}

/* --- surfaces ---------------------------------------------------------------------------------- */

/* of two coefficients the smaller one, as of two surfaces: friction here is the same in all directions */
static void read_coefficients(rg_sdf *s, const rg_xml *element, const char *first,
                              const char *second, double *mu) {
  *mu = rg_sdf_real(s, element, first, 1);
  double other = rg_sdf_real(s, element, second, *mu);
  if (*mu < 0 || other < 0)
    rg_read_fail(&s->in, element, NULL, "%s must not be negative", *mu < 0 ? first : second);
  if (other == *mu) return;
  char why[160];
  snprintf(why, sizeof why,
           "%s differs from %s: friction is the same in all directions, the smaller one counts",
           second, first);
  rg_read_notice(&s->in, element, why);
  *mu = fmin(*mu, other);
}

static void read_friction(rg_sdf *s, const rg_xml *friction, rg_geom_spec *geom) {
  const rg_xml *ode = friction ? rg_xml_child(friction, "ode") : NULL;
  const rg_xml *bullet = friction ? rg_xml_child(friction, "bullet") : NULL;
  if (ode) read_coefficients(s, ode, "mu", "mu2", geom->friction);
  else if (bullet) read_coefficients(s, bullet, "friction", "friction2", geom->friction);
  if (rg_sdf_real(s, ode, "slip1", 0) != 0 || rg_sdf_real(s, ode, "slip2", 0) != 0)
    rg_read_refuse(&s->in, ode, NULL,
                   "slip1 and slip2: dry friction does not creep; set them to 0");
}

/* below the threshold nothing bounces: there is none here but 0 and one that is never reached */
static void read_bounce(rg_sdf *s, const rg_xml *bounce, const char *name) {
  const double never = 1000;
  if (!bounce) return;
  double e = rg_sdf_real(s, bounce, "restitution_coefficient", 0);
  double threshold = rg_sdf_real(s, bounce, "threshold", 100000);
  if (e < 0 || e > 1) rg_read_fail(&s->in, bounce, NULL, "the coefficient is not from 0 to 1");
  if (e <= 0 || s->in.status != RG_OK) return;
  if (threshold >= never) {
    rg_read_notice(&s->in, bounce, "nothing comes as fast as the threshold: nothing bounces");
    return;
  }
  if (threshold > 0)
    rg_read_refuse(&s->in, bounce, NULL,
                   "threshold: bodies bounce at any speed; set it to 0, or to 1000 for never");
  char setting[256];
  if (snprintf(setting, sizeof setting, "rigor.restitution:%s", name) >= (int)sizeof setting) {
    rg_read_fail(&s->in, bounce, NULL, "the name of the collision is too long");
    return;
  }
  rg_read_at(&s->in, bounce);
  if (s->in.status == RG_OK) rg_spec_add_setting(s->in.spec, setting, NULL, 1, &e);
}

static int read_mask(rg_sdf *s, const rg_xml *contact, const char *name, int otherwise) {
  const rg_xml *child = rg_xml_child(contact, name);
  if (!child || !child->text) return otherwise;
  char *end = NULL;
  unsigned long mask = strtoul(child->text, &end, 0);
  if (end == child->text || *end || mask > 65535 || child->text[0] == '-') {
    rg_read_fail(&s->in, child, NULL, "expected a number from 0 to 65535, found '%.40s'",
                 child->text);
    return otherwise;
  }
  return (int)mask;
}

/* two shapes touch where (category 1 & mask 2) or (category 2 & mask 1) */
static void read_contact(rg_sdf *s, const rg_xml *contact, rg_geom_spec *geom) {
  const int all = 65535;
  geom->contype = geom->conaffinity = all;
  if (!contact) return;
  geom->conaffinity = read_mask(s, contact, "collide_bitmask", all);
  geom->contype = read_mask(s, contact, "category_bitmask", geom->conaffinity);
  if (rg_sdf_bool(s, contact, "collide_without_contact", 0) &&
      !rg_xml_child(contact, "collide_bitmask"))
    geom->contype = geom->conaffinity = 0;
}

/* --- the link ---------------------------------------------------------------------------------- */

static void read_collision(rg_sdf *s, const rg_xml *element, rg_sdf_link *link) {
  const rg_xml *geometry = rg_xml_child(element, "geometry"),
               *surface = rg_xml_child(element, "surface");
  const rg_xml *inertial = rg_xml_child(link->element, "inertial");
  const char *name = rg_read_required(&s->in, element, "name");
  rg_geom_spec geom = rg_geom_spec_default();
  if (!geometry || (geometry->first && geometry->first->next)) {
    rg_read_fail(&s->in, element, NULL, "needs a <geometry> with one shape");
    return;
  }
  if (!name || !geometry->first) return;
  const char *above = s->frame[link->frame].name;
  size_t size = strlen(above) + strlen(name) + 3;
  char *full = RG_RAW(s->in.arena, char, size);
  if (!full) return;
  snprintf(full, size, "%s::%s", above, name);
  geom.name = full;
  geom.pose = rg_sdf_pose_in_link(s, element, link);
  geom.density = rg_sdf_real(s, element, "density", rg_sdf_real(s, inertial, "density", 1000));
  if (!read_shape(s, geometry->first, 0, &geom)) return;
  read_friction(s, surface ? rg_xml_child(surface, "friction") : NULL, &geom);
  read_contact(s, surface ? rg_xml_child(surface, "contact") : NULL, &geom);
  read_bounce(s, surface ? rg_xml_child(surface, "bounce") : NULL, full);
  link->touches = 1;
  rg_read_at(&s->in, element);
  if (s->in.status == RG_OK) rg_spec_add_geom(s->in.spec, link->body, &geom);
}

/* <diffuse>, else <ambient>; less of it where <transparency> says so */
static void read_colour(rg_sdf *s, const rg_xml *visual, float rgba[4]) {
  const rg_xml *material = rg_xml_child(visual, "material");
  double v[4] = {(double)rgba[0], (double)rgba[1], (double)rgba[2], (double)rgba[3]};
  const char *of = material && rg_xml_child(material, "diffuse") ? "diffuse" : "ambient";
  const rg_xml *colour = material ? rg_xml_child(material, of) : NULL;
  if (colour && s->in.status == RG_OK)
    s->in.status = rg_xml_text_reals(colour, 3, 4, v, NULL, s->in.error);
  v[3] *= 1 - rg_sdf_real(s, visual, "transparency", 0);
  for (int k = 0; k < 4; k++) rgba[k] = (float)fmin(fmax(v[k], 0), 1);
}

static int has_plane(const rg_spec_body *body) {
  for (const rg_spec_geom *g = body->geoms; g; g = g->next)
    if (g->value.type == RG_GEOM_PLANE) return 1;
  return 0;
}

/* a plane that touches is shown already, and one that moves cannot be */
static int shows(rg_sdf *s, const rg_xml *shape, const rg_sdf_link *link) {
  if (!rg_mjcf_listed("box sphere cylinder capsule ellipsoid plane mesh empty", shape->name)) {
    rg_read_notice(&s->in, shape, "of a <visual>: not shown");
    return 0;
  }
  if (strcmp(shape->name, "mesh") == 0 && rg_xml_child(shape, "submesh")) {
    rg_read_notice(&s->in, rg_xml_child(shape, "submesh"), "of a <visual>: not shown");
    return 0;
  }
  if (strcmp(shape->name, "plane") != 0) return 1;
  if (!link->fixed) rg_read_notice(&s->in, shape, "of a <visual> that moves: not shown");
  return link->fixed && !has_plane(link->body);
}

static void read_visual(rg_sdf *s, const rg_xml *element, const rg_sdf_link *link) {
  const rg_xml *geometry = rg_xml_child(element, "geometry");
  rg_geom_spec geom = rg_read_visual_geom();
  if (!geometry || !geometry->first || !shows(s, geometry->first, link)) return;
  geom.pose = rg_sdf_pose_in_link(s, element, link);
  read_colour(s, element, geom.rgba);
  if (!read_shape(s, geometry->first, 1, &geom)) return;
  rg_read_add_visual(&s->in, element, link->body, &geom);
}

void rg_sdf_read_link(rg_sdf *s, rg_sdf_link *link) {
  const rg_xml *element = link->element, *decay = rg_xml_child(element, "velocity_decay");
  if (!link->body || s->in.status != RG_OK) return;
  const rg_spec_geom *before = link->body->last_geom;
  link->self_collide = rg_sdf_bool(s, element, "self_collide", s->scope[link->scope].self_collide);
  if (!rg_sdf_bool(s, element, "gravity", 1)) link->body->gravcomp = 1;
  if (rg_sdf_bool(s, element, "enable_wind", 0))
    rg_read_refuse(&s->in, element, NULL, "enable_wind: there is no wind on links");
  if (rg_sdf_bool(s, element, "kinematic", 0))
    rg_read_refuse(&s->in, element, NULL, "kinematic: links move by forces; make the model static");
  if (rg_sdf_real(s, decay, "linear", 0) != 0 || rg_sdf_real(s, decay, "angular", 0) != 0)
    rg_read_refuse(&s->in, decay, NULL, "links are not slowed down; give their joints damping");
  read_inertial(s, link);
  for (const rg_xml *e = element->first; e && s->in.status == RG_OK; e = e->next)
    if (strcmp(e->name, "collision") == 0) read_collision(s, e, link);
  for (const rg_xml *e = element->first; e && s->in.status == RG_OK; e = e->next)
    if (strcmp(e->name, "visual") == 0) read_visual(s, e, link);
  for (const rg_xml *e = element->first; e && s->in.status == RG_OK; e = e->next)
    if (rg_sdf_shines(e)) {
      rg_pose pose = rg_sdf_pose_in_link(s, e, link);
      rg_sdf_read_light(s, e, link->body, &pose);
    }
  rg_read_group_shapes(link->body, before);
}
