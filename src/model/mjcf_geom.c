/* <geom> and <site>: shapes and marked frames of a body. */
#include "math/vector.h"
#include "model/mjcf.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct geom_draft {
  rg_geom_spec geom;
  int has_fromto, has_rgba;
  int left_out; /* a type that is not supported, where lenient */
  const char *material;
} geom_draft;

static void read_type(rg_mjcf *m, const rg_xml *element, geom_draft *draft) {
  static const rg_geom_type types[] = {RG_GEOM_PLANE,     RG_GEOM_SPHERE,   RG_GEOM_CAPSULE,
                                       RG_GEOM_ELLIPSOID, RG_GEOM_CYLINDER, RG_GEOM_BOX,
                                       RG_GEOM_MESH,      RG_GEOM_HFIELD};
  int word;
  if (!rg_mjcf_word(m, element, "type",
                    "plane sphere capsule ellipsoid cylinder box mesh hfield sdf", &word))
    return;
  draft->left_out = word >= 8;
  if (word < 8) draft->geom.type = types[word];
  else
    rg_mjcf_refuse(m, element, "type", "'%s' is not supported; give primitives or a mesh",
                   rg_xml_get(element, "type"));
}

/* contact and friction; what is left out keeps the value of the class */
static void apply_contact(rg_mjcf *m, const rg_xml *element, rg_geom_spec *geom) {
  rg_mjcf_reals(m, element, "friction", 1, 3, geom->friction);
  rg_mjcf_real(m, element, "margin", &geom->margin);
  rg_mjcf_real(m, element, "gap", &geom->gap);
  rg_mjcf_int(m, element, "condim", &geom->condim);
  rg_mjcf_int(m, element, "contype", &geom->contype);
  rg_mjcf_int(m, element, "conaffinity", &geom->conaffinity);
  rg_mjcf_int(m, element, "priority", &geom->priority);
}

static void apply_geom(rg_mjcf *m, const rg_xml *element, void *draft) {
  geom_draft *d = draft;
  rg_geom_spec *geom = &d->geom;
  double rgba[4];
  read_type(m, element, d);
  rg_mjcf_pose(m, element, &geom->pose);
  d->has_fromto |= rg_mjcf_reals(m, element, "fromto", 6, 6, geom->fromto) > 0;
  rg_mjcf_reals(m, element, "size", 1, 3, geom->size);
  rg_mjcf_real(m, element, "mass", &geom->mass);
  rg_mjcf_real(m, element, "density", &geom->density);
  rg_mjcf_int(m, element, "group", &geom->group);
  rg_mjcf_text(m, element, "mesh", &geom->mesh);
  rg_mjcf_text(m, element, "hfield", &geom->hfield);
  rg_mjcf_text(m, element, "material", &d->material);
  rg_mjcf_word(m, element, "shellinertia", "false true", &geom->shell);
  rg_mjcf_real(m, element, "fitscale", &geom->fitscale);
  const char *colour = rg_xml_get(element, "rgba"); // empty: that of the material
  if (colour && rg_xml_words(colour) > 0 && rg_mjcf_reals(m, element, "rgba", 4, 4, rgba)) {
    d->has_rgba = 1;
    for (int k = 0; k < 4; k++) geom->rgba[k] = (float)rgba[k];
  }
  apply_contact(m, element, geom);
  rg_mjcf_word(m, element, "fluidshape", "none ellipsoid", &geom->fluid);
  rg_mjcf_reals(m, element, "fluidcoef", 1, 5, geom->fluidcoef);
  rg_mjcf_reals(m, element, "surfacevel", 1, 6, geom->surface);
  rg_mjcf_real(m, element, "adhesion", &geom->adhesion);
}

void rg_mjcf_try_geom(rg_mjcf *m, const rg_xml *element) {
  geom_draft draft = {.geom = rg_geom_spec_default()};
  apply_geom(m, element, &draft);
}

/* a segment gives the frame and the half length: size[1], or size[2] where two radii come first */
static void apply_segment(rg_mjcf *m, const rg_xml *element, rg_geom_spec *geom) {
  int wide = geom->type == RG_GEOM_BOX || geom->type == RG_GEOM_ELLIPSOID;
  if (!wide && geom->type != RG_GEOM_CAPSULE && geom->type != RG_GEOM_CYLINDER) {
    rg_mjcf_fail(m, element, "fromto", "only capsules, cylinders, boxes and ellipsoids have one");
    return;
  }
  double half = rg_pose_from_segment(&geom->pose, geom->fromto);
  if (half < RG_TINY) rg_mjcf_fail(m, element, "fromto", "the two points are the same");
  geom->size[1] = wide ? geom->size[0] : half;
  if (wide) geom->size[2] = half;
  geom->fromto[0] = (double)NAN;
}

/* colour and look of the material; a colour of the shape's own takes the place of the material's */
static void apply_material(const rg_mjcf *m, geom_draft *draft) {
  if (!draft->material) return;
  for (rg_mjcf_material *it = m->materials; it; it = it->next) {
    if (strcmp(it->name, draft->material) != 0) continue;
    if (!draft->has_rgba) memcpy(draft->geom.rgba, it->rgba, sizeof it->rgba);
    for (const rg_mjcf_texture *t = m->textures; t && it->texture; t = t->next)
      if (t->value.value.name && strcmp(t->value.value.name, it->texture) == 0)
        it->look.texture = &t->value;
    draft->geom.look = &it->look;
  }
}

static void check_mesh(rg_mjcf *m, const rg_xml *element, rg_geom_spec *geom) {
  int fitted = geom->mesh && geom->type != RG_GEOM_MESH;
  if (geom->shell && geom->type == RG_GEOM_MESH)
    rg_mjcf_fail(m, element, "shellinertia", "of a mesh: give the mesh inertia='shell' instead");
  geom->fit_box = fitted && m->fit_boxes;
  if (fitted && geom->type == RG_GEOM_PLANE)
    rg_mjcf_fail(m, element, "mesh", "a plane is not fitted to a mesh");
}

void rg_mjcf_read_geom(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                       const rg_mjcf_class *class) {
  assert(body && frame && class);
  rg_mjcf_check(m, element, "geom");
  geom_draft draft = {.geom = rg_geom_spec_default()};
  rg_geom_spec *geom = &draft.geom;
  rg_mjcf_fill(m, element, class, "geom", apply_geom, &draft);
  if (draft.left_out) return;
  if (draft.has_fromto) apply_segment(m, element, geom);
  check_mesh(m, element, geom);
  apply_material(m, &draft);
  if (m->disabled & (RG_MJCF_NO_CONTACT | RG_MJCF_PAIRS_ONLY))
    geom->contype = geom->conaffinity = 0;
  geom->pose = rg_mjcf_compose(frame, &geom->pose);
  geom->name = rg_mjcf_name(m, element);
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_geom(m->spec, body, geom);
}

/* --- sites ---------------------------------------------------------------------------------------
 */

typedef struct site_draft {
  rg_pose pose;
  rg_geom_type type;
  double size[3], fromto[6];
  int has_fromto;
} site_draft;

static void apply_site(rg_mjcf *m, const rg_xml *element, void *draft) {
  static const rg_geom_type types[] = {RG_GEOM_SPHERE, RG_GEOM_CAPSULE, RG_GEOM_ELLIPSOID,
                                       RG_GEOM_CYLINDER, RG_GEOM_BOX};
  site_draft *d = draft;
  int word;
  rg_mjcf_pose(m, element, &d->pose);
  if (rg_mjcf_word(m, element, "type", "sphere capsule ellipsoid cylinder box mesh", &word)) {
    if (word == 5)
      rg_mjcf_notice(m, element, "type", "site type mesh",
                     "for sensors its volume is a sphere of its size");
    d->type = types[word % 5];
  }
  rg_mjcf_reals(m, element, "size", 1, 3, d->size);
  d->has_fromto |= rg_mjcf_reals(m, element, "fromto", 6, 6, d->fromto) > 0;
}

/* the length of a volume is that of the segment where one is given */
static void place_site(rg_mjcf *m, const rg_xml *element, site_draft *d) {
  if (!d->has_fromto) return;
  double half = rg_pose_from_segment(&d->pose, d->fromto);
  if (!(half > 0)) rg_mjcf_fail(m, element, "fromto", "has no length");
  if (d->type == RG_GEOM_CAPSULE || d->type == RG_GEOM_CYLINDER) d->size[1] = half;
  else if (d->type != RG_GEOM_SPHERE) d->size[1] = d->size[0], d->size[2] = half;
}

static site_draft new_site(void) {
  return (site_draft){.pose = rg_mjcf_identity,
                      .type = RG_GEOM_SPHERE,
                      .size = {RG_SITE_SIZE, RG_SITE_SIZE, RG_SITE_SIZE}};
}

void rg_mjcf_try_site(rg_mjcf *m, const rg_xml *element) {
  site_draft draft = new_site();
  apply_site(m, element, &draft);
}

void rg_mjcf_read_site(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                       const rg_mjcf_class *class) {
  assert(body && frame && class);
  rg_mjcf_check(m, element, "site");
  site_draft draft = new_site();
  rg_mjcf_fill(m, element, class, "site", apply_site, &draft);
  place_site(m, element, &draft);
  rg_pose pose = rg_mjcf_compose(frame, &draft.pose);
  const char *name = rg_mjcf_name(m, element);
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_site_shape(m->spec, body, name, &pose, draft.type, draft.size);
}
