/* <equality>: connect, weld, joint, tendon. */
#include "model/mjcf.h"

#include "math/vector.h"

#include <string.h>

static void apply_equality(rg_mjcf *m, const rg_xml *element, void *draft) {
  rg_equality_spec *equality = draft;
  rg_mjcf_word(m, element, "active", "false true", &equality->active);
}

void rg_mjcf_try_equality(rg_mjcf *m, const rg_xml *element) {
  rg_equality_spec equality = rg_equality_spec_default();
  apply_equality(m, element, &equality);
}

/* two sites, or else bodies; 1: sites, which leave nothing else to say */
static int read_ends(rg_mjcf *m, const rg_xml *element, rg_equality_spec *equality) {
  static const char *const others[] = {"body1", "body2", "anchor", "relpose"};
  if (!rg_xml_get(element, "site1") && !rg_xml_get(element, "site2")) {
    equality->object1 = rg_mjcf_required(m, element, "body1");
    rg_mjcf_text(m, element, "body2", &equality->object2);
    return 0;
  }
  equality->site1 = rg_mjcf_required(m, element, "site1");
  equality->site2 = rg_mjcf_required(m, element, "site2");
  for (int k = 0; k < 4; k++)
    if (rg_xml_get(element, others[k]))
      rg_mjcf_fail(m, element, others[k], "sites are given as well; they say where it acts");
  return 1;
}

static void read_connect(rg_mjcf *m, const rg_xml *element, rg_equality_spec *equality) {
  rg_mjcf_check(m, element, "connect");
  equality->type = RG_EQUALITY_CONNECT;
  if (read_ends(m, element, equality)) return;
  rg_mjcf_required(m, element, "anchor");
  rg_mjcf_reals(m, element, "anchor", 3, 3, equality->anchor);
}

static void read_weld(rg_mjcf *m, const rg_xml *element, rg_equality_spec *equality) {
  rg_mjcf_check(m, element, "weld");
  equality->type = RG_EQUALITY_WELD;
  rg_mjcf_real(m, element, "torquescale", &equality->torquescale);
  if (read_ends(m, element, equality)) return;
  double relative[7];
  rg_mjcf_reals(m, element, "anchor", 3, 3, equality->anchor);
  // a quaternion of zeros: the pose at the reference configuration
  if (rg_mjcf_reals(m, element, "relpose", 7, 7, relative)) {
    rg_v3_copy(equality->relative.pos, relative);
    rg_quat_copy(equality->relative.quat, relative + 3);
  }
}

static void read_joint(rg_mjcf *m, const rg_xml *element, rg_equality_spec *equality) {
  rg_mjcf_check(m, element, "equality joint");
  equality->type = RG_EQUALITY_JOINT;
  equality->object1 = rg_mjcf_required(m, element, "joint1");
  rg_mjcf_text(m, element, "joint2", &equality->object2);
  rg_mjcf_reals(m, element, "polycoef", 1, 5, equality->polynomial);
}

static void read_tendon(rg_mjcf *m, const rg_xml *element, rg_equality_spec *equality) {
  rg_mjcf_check(m, element, "equality tendon");
  equality->type = RG_EQUALITY_TENDON;
  equality->object1 = rg_mjcf_required(m, element, "tendon1");
  rg_mjcf_text(m, element, "tendon2", &equality->object2);
  rg_mjcf_reals(m, element, "polycoef", 1, 5, equality->polynomial);
}

static void read_one(rg_mjcf *m, const rg_xml *element,
                     void (*read)(rg_mjcf *, const rg_xml *, rg_equality_spec *)) {
  rg_equality_spec equality = rg_equality_spec_default();
  rg_mjcf_fill(m, element, NULL, "equality", apply_equality, &equality);
  equality.name = rg_xml_get(element, "name");
  read(m, element, &equality);
  if (m->disabled & RG_MJCF_NO_EQUALITY) equality.active = 0;
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_equality(m->spec, &equality);
}

void rg_mjcf_read_equality(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "connect") == 0) read_one(m, child, read_connect);
    else if (strcmp(child->name, "weld") == 0) read_one(m, child, read_weld);
    else if (strcmp(child->name, "joint") == 0) read_one(m, child, read_joint);
    else if (strcmp(child->name, "tendon") == 0) read_one(m, child, read_tendon);
    else if (rg_mjcf_listed("flex flexvert flexstrain distance", child->name))
      rg_mjcf_refuse(m, child, NULL,
                     "this element is not supported; tie bodies, sites, joints or tendons");
    else rg_mjcf_unknown(m, child, "equality");
  }
}
