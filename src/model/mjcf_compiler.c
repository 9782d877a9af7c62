/* <compiler> and <option>: units, conventions, global physics. */
#include "model/mjcf.h"

#include <math.h>
#include <string.h>

/* --- compiler ----------------------------------------------------------------------------------
 */

static void read_inertia_switches(rg_mjcf *m, const rg_xml *section) {
  rg_compiler *compiler = &m->spec->compiler;
  int word;
  double groups[2];
  rg_mjcf_real(m, section, "boundmass", &compiler->bound_mass);
  rg_mjcf_real(m, section, "boundinertia", &compiler->bound_inertia);
  rg_mjcf_real(m, section, "settotalmass", &compiler->set_total_mass);
  rg_mjcf_word(m, section, "balanceinertia", "false true", &compiler->balance_inertia);
  rg_mjcf_word(m, section, "discardvisual", "false true", &compiler->discard_visual);
  rg_mjcf_word(m, section, "exactmeshinertia", "false true", &m->exact_mesh_inertia);
  rg_mjcf_word(m, section, "fitaabb", "false true", &m->fit_boxes);
  if (rg_mjcf_word(m, section, "inertiafromgeom", "false true auto", &word))
    compiler->inertia_from_geom = (rg_inertia_from_geom)word;
  if (rg_mjcf_reals(m, section, "inertiagrouprange", 2, 2, groups))
    for (int k = 0; k < 2; k++) {
      if (groups[k] < 0 || groups[k] > 5)
        rg_mjcf_fail(m, section, "inertiagrouprange", "groups are from 0 to 5");
      else compiler->inertia_group[k] = (int)groups[k];
    }
}

static void read_euler_sequence(rg_mjcf *m, const rg_xml *section) {
  const char *sequence;
  if (!rg_mjcf_text(m, section, "eulerseq", &sequence)) return;
  if (strlen(sequence) != 3 || strspn(sequence, "xyzXYZ") != 3)
    rg_mjcf_fail(m, section, "eulerseq", "must be three letters of xyzXYZ");
  else memcpy(m->eulerseq, sequence, 3);
}

void rg_mjcf_read_compiler(rg_mjcf *m, const rg_xml *section) {
  rg_mjcf_check_attributes(m, section, "compiler");
  for (const rg_xml *child = section->first; child; child = child->next)
    if (strcmp(child->name, "lengthrange") != 0) rg_mjcf_unknown(m, child, "compiler");
  int word;
  rg_mjcf_word(m, section, "autolimits", "false true", &m->spec->compiler.autolimits);
  rg_mjcf_word(m, section, "angle", "degree radian", &m->radians);
  rg_mjcf_word(m, section, "strippath", "false true", &m->strippath);
  rg_mjcf_text(m, section, "assetdir", &m->meshdir);
  rg_mjcf_text(m, section, "meshdir", &m->meshdir);
  rg_mjcf_text(m, section, "assetdir", &m->texturedir);
  rg_mjcf_text(m, section, "texturedir", &m->texturedir);
  read_euler_sequence(m, section);
  read_inertia_switches(m, section);
  if (rg_mjcf_word(m, section, "coordinate", "local global", &word) && word == 1)
    rg_mjcf_fail(m, section, "coordinate",
                 "global coordinates are not supported: MuJoCo 2.3.3 and older read them, and save "
                 "the model in "
                 "local ones");
  if (rg_mjcf_word(m, section, "alignfree", "false true", &word) && word)
    rg_mjcf_aligned(m, section, "alignfree");
  if (rg_mjcf_word(m, section, "fusestatic", "false true", &word) && word)
    rg_mjcf_notice(m, section, "fusestatic", "compiler fusestatic",
                   "static bodies are kept: the motion is the same, the numbering is not");
}

/* --- option ------------------------------------------------------------------------------------
 */

static void read_flags(rg_mjcf *m, const rg_xml *flag) {
  static const struct {
    const char *name;
    int bits;
  } switches[] = {
      {"constraint",
       RG_MJCF_NO_CONTACT | RG_MJCF_NO_EQUALITY | RG_MJCF_NO_FRICTIONLOSS | RG_MJCF_NO_LIMIT},
      {"equality", RG_MJCF_NO_EQUALITY},
      {"frictionloss", RG_MJCF_NO_FRICTIONLOSS},
      {"limit", RG_MJCF_NO_LIMIT},
      {"contact", RG_MJCF_NO_CONTACT},
      {"passive", RG_MJCF_NO_SPRING | RG_MJCF_NO_DAMPER},
      {"spring", RG_MJCF_NO_SPRING},
      {"damper", RG_MJCF_NO_DAMPER},
      {"gravity", RG_MJCF_NO_GRAVITY},
      {"clampctrl", RG_MJCF_NO_CLAMPCTRL},
      {"actuation", RG_MJCF_NO_ACTUATION},
  };
  rg_mjcf_check(m, flag, "flag");
  int on;
  for (size_t k = 0; k < sizeof switches / sizeof switches[0]; k++)
    if (rg_mjcf_word(m, flag, switches[k].name, "disable enable", &on) && !on)
      m->disabled |= switches[k].bits;
  if (rg_mjcf_word(m, flag, "filterparent", "disable enable", &on) && !on)
    m->spec->option.parents_touch = 1;
  if (rg_mjcf_word(m, flag, "override", "disable enable", &on) && on)
    rg_mjcf_refuse(m, flag, "override",
                   "overriding the contact parameters is not supported; give them to the geoms");
}

/* actuators of these groups have no force */
static void read_disabled_groups(rg_mjcf *m, const rg_xml *section) {
  const char *text;
  int count = 0;
  if (!rg_mjcf_text(m, section, "actuatorgroupdisable", &text) || rg_xml_words(text) == 0) return;
  const double *group = rg_mjcf_all_reals(m, section, "actuatorgroupdisable", &count);
  for (int k = 0; k < count && m->status == RG_OK; k++)
    if (group[k] < 0 || group[k] > 30 || group[k] != floor(group[k]))
      rg_mjcf_fail(m, section, "actuatorgroupdisable", "groups are whole numbers from 0 to 30");
    else m->disabled_actuators |= 1u << (int)group[k];
}

void rg_mjcf_read_option(rg_mjcf *m, const rg_xml *section) {
  rg_model_option *option = &m->spec->option;
  rg_mjcf_check_attributes(m, section, "option");
  rg_mjcf_real(m, section, "timestep", &option->timestep);
  rg_mjcf_reals(m, section, "gravity", 3, 3, option->gravity);
  rg_mjcf_reals(m, section, "wind", 3, 3, option->wind);
  rg_mjcf_real(m, section, "density", &option->density);
  rg_mjcf_real(m, section, "viscosity", &option->viscosity);
  rg_mjcf_reals(m, section, "magnetic", 3, 3, option->magnetic);
  if (option->timestep <= 0) rg_mjcf_fail(m, section, "timestep", "must be positive");
  if (option->density < 0) rg_mjcf_fail(m, section, "density", "must not be negative");
  if (option->viscosity < 0) rg_mjcf_fail(m, section, "viscosity", "must not be negative");
  int word;
  // of old files: pairs that are named only, or all but those
  if (rg_mjcf_word(m, section, "collision", "all predefined dynamic", &word) && word)
    m->disabled |= word == 1 ? RG_MJCF_PAIRS_ONLY : RG_MJCF_NO_PAIRS;
  read_disabled_groups(m, section);
  for (const rg_xml *child = section->first; child; child = child->next)
    if (strcmp(child->name, "flag") == 0) read_flags(m, child);
    else rg_mjcf_unknown(m, child, "option");
}
