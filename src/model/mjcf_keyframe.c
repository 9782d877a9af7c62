/* <keyframe> and <custom>: states to start from, and settings. */
#include "model/mjcf.h"

#include <string.h>

/* --- keyframes
 * ------------------------------------------------------------------------------------ */

static void read_key(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "key");
  rg_spec_key key = rg_spec_key_default();
  key.name = rg_xml_get(element, "name");
  rg_mjcf_real(m, element, "time", &key.time);
  if (m->aligned_free && rg_xml_get(element, "qpos"))
    rg_mjcf_refuse(m, element, "qpos",
                   "its free joints are aligned with the inertia, which is not supported; save the "
                   "model without");
  if (rg_xml_get(element, "qpos")) key.qpos = rg_mjcf_all_reals(m, element, "qpos", &key.nqpos);
  if (rg_xml_get(element, "qvel")) key.qvel = rg_mjcf_all_reals(m, element, "qvel", &key.nqvel);
  // where actuators were left out the controls do not fit any more
  if (rg_xml_get(element, "ctrl") && !m->skipped_actuators)
    key.ctrl = rg_mjcf_all_reals(m, element, "ctrl", &key.nctrl);
  if (rg_xml_get(element, "act") && !m->skipped_actuators)
    key.act = rg_mjcf_all_reals(m, element, "act", &key.nact);
  if (rg_xml_get(element, "mpos")) key.mpos = rg_mjcf_all_reals(m, element, "mpos", &key.nmpos);
  if (rg_xml_get(element, "mquat")) key.mquat = rg_mjcf_all_reals(m, element, "mquat", &key.nmquat);
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_key(m->spec, &key);
}

void rg_mjcf_read_keyframe(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "key") == 0) read_key(m, child);
    else rg_mjcf_unknown(m, child, "keyframe");
  }
}

/* --- settings
 * ------------------------------------------------------------------------------------- */

enum { LARGEST_NUMERIC = 1000000 };

static void read_numeric(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "numeric");
  const char *name = rg_mjcf_required(m, element, "name");
  int count = 0, size = 0;
  const double *given = rg_mjcf_all_reals(m, element, "data", &count);
  if (!rg_mjcf_int(m, element, "size", &size)) size = count;
  if (size < count || size < 1 || size > LARGEST_NUMERIC)
    rg_mjcf_fail(m, element, rg_xml_get(element, "size") ? "size" : "data",
                 "%d values do not hold %d numbers", size, count);
  // what is not given is 0
  double *data = m->status == RG_OK ? RG_NEW(m->arena, double, size) : NULL;
  if (!data) return;
  if (count > 0) memcpy(data, given, (size_t)count * sizeof *data);
  rg_mjcf_at(m, element);
  rg_spec_add_setting(m->spec, name, NULL, size, data);
}

static void read_text(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "text");
  const char *name = rg_mjcf_required(m, element, "name");
  const char *data = rg_xml_get(element, "data");
  if (!data) rg_mjcf_fail(m, element, NULL, "attribute 'data' is missing");
  if (m->status != RG_OK) return;
  // a mark of rg_model_save: mesh vertices are already about the mesh's own frame
  if (strcmp(name, "rigor.mesh_frames") == 0 && strcmp(data, "kept") == 0) {
    m->keep_mesh_frames = 1;
    return;
  }
  rg_mjcf_at(m, element);
  rg_spec_add_setting(m->spec, name, data, 0, NULL);
}

void rg_mjcf_read_custom(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (strcmp(child->name, "numeric") == 0) read_numeric(m, child);
    else if (strcmp(child->name, "text") == 0) read_text(m, child);
    else if (strcmp(child->name, "tuple") != 0) rg_mjcf_unknown(m, child, "custom");
  }
}
