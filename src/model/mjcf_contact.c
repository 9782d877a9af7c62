/* <contact>: pairs of geoms that touch with values of their own, pairs of bodies that do not touch.
 */
#include "model/mjcf.h"

#include <string.h>

static void apply_pair(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_spec_pair *pair = draft;
  rg_mjcf_int(m, element, "condim", &pair->condim);
  rg_mjcf_reals(m, element, "friction", 1, 5, pair->friction);
  rg_mjcf_real(m, element, "margin", &pair->margin);
  rg_mjcf_real(m, element, "gap", &pair->gap);
  rg_mjcf_real(m, element, "adhesion", &pair->adhesion);
}

void rg_mjcf_try_pair(rg_mjcf *m, const rg_xml *element) {
  rg_spec_pair pair = rg_spec_pair_default();
  apply_pair(m, element, &pair);
}

static void read_pair(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "pair");
  rg_spec_pair pair = rg_spec_pair_default();
  rg_mjcf_fill(m, element, NULL, "pair", apply_pair, &pair);
  pair.name = rg_xml_get(element, "name");
  pair.geom1 = rg_mjcf_required(m, element, "geom1");
  pair.geom2 = rg_mjcf_required(m, element, "geom2");
  if (m->status != RG_OK || (m->disabled & (RG_MJCF_NO_CONTACT | RG_MJCF_NO_PAIRS))) return;
  rg_mjcf_at(m, element);
  rg_spec_add_pair(m->spec, &pair);
}

static void read_exclude(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "exclude");
  const char *body1 = rg_mjcf_required(m, element, "body1");
  const char *body2 = rg_mjcf_required(m, element, "body2");
  if (m->status != RG_OK) return;
  rg_mjcf_at(m, element);
  rg_spec_add_exclude(m->spec, body1, body2);
}

void rg_mjcf_read_contact(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "pair") == 0) read_pair(m, child);
    else if (strcmp(child->name, "exclude") == 0) read_exclude(m, child);
    else rg_mjcf_unknown(m, child, "contact");
  }
}
