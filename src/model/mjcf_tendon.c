/* <tendon>: fixed tendons, sums of joint positions, and spatial ones, strings along sites and geoms. */
#include "model/mjcf.h"

#include <string.h>

static void apply_tendon(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_tendon_spec *tendon = draft;
  rg_mjcf_limited(m, element, "limited", &tendon->limited);
  rg_mjcf_reals(m, element, "range", 2, 2, tendon->range);
  rg_mjcf_real(m, element, "margin", &tendon->margin);
  rg_mjcf_polynomial(m, element, "stiffness", &tendon->stiffness, tendon->stiffness_poly);
  rg_mjcf_polynomial(m, element, "damping", &tendon->damping, tendon->damping_poly);
  rg_mjcf_real(m, element, "frictionloss", &tendon->frictionloss);
  // one number: the spring has one length at rest
  if (rg_mjcf_reals(m, element, "springlength", 1, 2, tendon->springlength) == 1)
    tendon->springlength[1] = tendon->springlength[0];
  rg_mjcf_real(m, element, "armature", &tendon->armature);
  rg_mjcf_reals(m, element, "actuatorfrcrange", 2, 2, tendon->actuator_force_range);
  rg_mjcf_limited(m, element, "actuatorfrclimited", &tendon->actuator_force_limited);
}

void rg_mjcf_try_tendon(rg_mjcf *m, const rg_xml *element) {
  rg_tendon_spec tendon = rg_tendon_spec_default();
  apply_tendon(m, element, &tendon);
}

const rg_tendon_spec *rg_mjcf_find_tendon(const rg_mjcf *m, const char *name) {
  for (const rg_spec_tendon *it = m->spec->tendons; it; it = it->next)
    if (strcmp(it->value.name, name) == 0) return &it->value;
  return NULL;
}

/* its joints, in the arena of the reader */
static void read_joints(rg_mjcf *m, const rg_xml *element, rg_tendon_spec *tendon) {
  int count = 0;
  for (const rg_xml *child = element->first; child; child = child->next) count++;
  const char **joint = RG_NEW(m->arena, const char *, count);
  double *coef = RG_NEW(m->arena, double, count);
  if (!joint || !coef) return;
  tendon->joint = joint;
  tendon->coef = coef;
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "joint") != 0) {
      rg_mjcf_unknown(m, child, element->name);
      continue;
    }
    rg_mjcf_check(m, child, "tendon joint");
    joint[tendon->joints] = rg_mjcf_required(m, child, "joint");
    rg_mjcf_required(m, child, "coef");
    rg_mjcf_real(m, child, "coef", &coef[tendon->joints++]);
  }
}

/* its sites, geoms and pulleys, in the arena of the reader */
static void read_path(rg_mjcf *m, const rg_xml *element, rg_tendon_spec *tendon) {
  int count = 0;
  for (const rg_xml *child = element->first; child; child = child->next) count++;
  rg_path_spec *path = RG_NEW(m->arena, rg_path_spec, count);
  if (!path) return;
  tendon->path = path;
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next) {
    rg_path_spec *p = &path[tendon->npath];
    if (strcmp(child->name, "site") == 0) {
      rg_mjcf_check(m, child, "tendon site");
      p->site = rg_mjcf_required(m, child, "site");
    } else if (strcmp(child->name, "geom") == 0) {
      rg_mjcf_check(m, child, "tendon geom");
      p->geom = rg_mjcf_required(m, child, "geom");
      rg_mjcf_text(m, child, "sidesite", &p->side);
    } else if (strcmp(child->name, "pulley") == 0) {
      rg_mjcf_check(m, child, "tendon pulley");
      rg_mjcf_required(m, child, "divisor");
      rg_mjcf_real(m, child, "divisor", &p->divisor);
    } else {
      rg_mjcf_unknown(m, child, element->name);
      continue;
    }
    tendon->npath++;
  }
  if (tendon->npath == 0) rg_mjcf_fail(m, element, NULL, "the path is empty");
}

static void read_one(rg_mjcf *m, const rg_xml *element, int spatial) {
  rg_mjcf_check_attributes(m, element, "tendon");
  rg_tendon_spec tendon = rg_tendon_spec_default();
  rg_mjcf_fill(m, element, NULL, "tendon", apply_tendon, &tendon);
  tendon.name = rg_xml_get(element, "name");
  if (spatial) read_path(m, element, &tendon);
  else read_joints(m, element, &tendon);
  if (m->disabled & RG_MJCF_NO_LIMIT) tendon.limited = 0;
  if (m->disabled & RG_MJCF_NO_FRICTIONLOSS) tendon.frictionloss = 0;
  if (m->disabled & RG_MJCF_NO_SPRING)
    tendon.stiffness = tendon.stiffness_poly[0] = tendon.stiffness_poly[1] = 0;
  if (m->disabled & RG_MJCF_NO_DAMPER)
    tendon.damping = tendon.damping_poly[0] = tendon.damping_poly[1] = 0;
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_tendon(m->spec, &tendon);
}

void rg_mjcf_read_tendon(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    int spatial = strcmp(child->name, "spatial") == 0;
    if (spatial || strcmp(child->name, "fixed") == 0) read_one(m, child, spatial);
    else rg_mjcf_unknown(m, child, "tendon");
  }
}
