/* Which attributes each element of MJCF has, and what becomes of them. */
#include "model/mjcf.h"

#include <stdio.h>
#include <string.h>

#define POSE "pos quat axisangle xyaxes zaxis euler "
#define TRANSMISSION                                                                               \
  "joint jointinparent tendon slidersite cranksite site refsite body cranklength "
#define ACTUATOR                                                                                   \
  "name class ctrlrange ctrllimited forcerange forcelimited gear kp kv gainprm biasprm dyntype "   \
  "gaintype biastype inheritrange dampratio timeconst delay nsample damping armature actlimited "  \
  "actrange actearly dynprm lengthrange actdim area diameter bias tausmooth range force scale "    \
  "lmin lmax vmax fpmax fvmax resistance motorconst nominal inductance thermal saturation "        \
  "cogging "                                                                                       \
  "lugre controller input gain " TRANSMISSION

typedef struct kind {
  const char *name;
  const char *honoured; /* some only in their default value: the section's reader looks at those */
  const char *passed;   /* no influence on the motion */
  const char *noticed;  /* of MuJoCo's soft constraints and solvers: passed over with a notice */
  const char *refused;
} kind;

static const kind kinds[] = {
    {"mujoco", "model", "", "", ""},
    {"compiler",
     "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle "
     "eulerseq meshdir assetdir discardvisual inertiafromgeom texturedir inertiagrouprange "
     "alignfree "
     "exactmeshinertia fusestatic fitaabb",
     "usethread saveinertial conflict", "convexhull", ""},
    {"option", "timestep gravity wind density viscosity magnetic collision actuatorgroupdisable",
     "apirate o_margin o_solref o_solimp o_friction",
     "impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance mpr_tolerance sleep_tolerance "
     "integrator cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations "
     "mpr_iterations sdf_iterations sdf_initpoints",
     ""},
    {"flag",
     "constraint equality frictionloss limit contact spring damper passive gravity clampctrl "
     "actuation filterparent override",
     "energy fwdinv sensor sensornoise",
     "warmstart refsafe midphase eulerdamp autoreset nativeccd island multiccd invdiscrete sleep "
     "diagexact ipc",
     ""},
    {"mesh", "name class file vertex face refpos refquat scale inertia builtin params",
     "content_type normal texcoord smoothnormal material", "maxhullvert", ""},
    {"hfield", "name file nrow ncol size elevation", "content_type", "", ""},
    {"material",
     "name class rgba texture texrepeat texuniform emission specular shininess reflectance",
     "metallic roughness", "", ""},
    {"texture",
     "name type file builtin rgb1 rgb2 mark markrgb fileright fileleft fileup filedown filefront "
     "fileback",
     "content_type colorspace gridsize gridlayout random width height hflip vflip nchannel", "",
     ""},
    {"model", "name file", "content_type", "", ""},
    {"attach", "model body prefix", "", "", ""},
    {"body", "name childclass mocap gravcomp " POSE, "user sleep simple fuse", "", ""},
    {"frame", "name childclass " POSE, "", "", ""},
    {"replicate", "count offset euler sep childclass", "", "", ""},
    {"inertial", "mass diaginertia fullinertia " POSE, "", "", ""},
    {"joint",
     "name class type pos axis limited range margin stiffness damping armature frictionloss ref "
     "springref actuatorfrcrange actuatorfrclimited actuatorgravcomp springdamper",
     "group user", "solreflimit solimplimit solreffriction solimpfriction", ""},
    {"freejoint", "name align", "group", "", ""},
    {"geom",
     "name class type contype conaffinity condim group priority size material friction mass "
     "density "
     "margin gap fromto mesh hfield fitscale rgba shellinertia fluidshape fluidcoef "
     "surfacevel adhesion " POSE,
     "user", "solmix solref solimp", ""},
    {"site", "name class fromto type size mesh " POSE, "group material rgba user", "", ""},
    {"pair", "name class geom1 geom2 condim friction margin gap adhesion", "",
     "solref solreffriction solimp", ""},
    {"exclude", "name body1 body2", "", "", ""},
    {"equality", "active", "", "solref solimp", ""},
    {"connect", "name class active body1 body2 anchor site1 site2", "", "solref solimp", ""},
    {"weld", "name class active body1 body2 anchor relpose torquescale site1 site2", "",
     "solref solimp", ""},
    {"equality joint", "name class active joint1 joint2 polycoef", "", "solref solimp", ""},
    {"equality tendon", "name class active tendon1 tendon2 polycoef", "", "solref solimp", ""},
    {"tendon",
     "name class limited range margin stiffness damping frictionloss springlength armature "
     "actuatorfrcrange actuatorfrclimited",
     "group user width material rgba", "solreflimit solimplimit solreffriction solimpfriction", ""},
    {"tendon joint", "joint coef", "", "", ""},
    {"tendon site", "site", "", "", ""},
    {"tendon geom", "geom sidesite", "", "", ""},
    {"tendon pulley", "divisor", "", "", ""},
    {"actuator", ACTUATOR "group", "user interp velrange ffrange", "", ""},
    {"key", "name time qpos qvel ctrl act mpos mquat", "", "", ""},
    {"sensor",
     "name cutoff site joint actuator tendon body geom1 geom2 body1 body2 objtype objname reftype "
     "refname",
     "user interp", "noise delay nsample interval", ""},
    {"numeric", "name size data", "", "", ""},
    {"text", "name data", "", "", ""},
};

int rg_mjcf_listed(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; *at; at += strspn(at, " ")) {
    size_t size = strcspn(at, " ");
    if (size == length && memcmp(at, word, length) == 0) return 1;
    at += size;
  }
  return 0;
}

static const kind *find_kind(const char *name) {
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    if (strcmp(kinds[k].name, name) == 0) return &kinds[k];
  return NULL;
}

/* what is said of an attribute that is noticed */
static const char *why_passed_over(const char *name) {
  if (rg_mjcf_listed("convexhull maxhullvert", name))
    return "passed over: contact uses the whole convex hull";
  if (strcmp(name, "noise") == 0) return "passed over: sensors read what is";
  if (rg_mjcf_listed("delay nsample interval", name))
    return "passed over: sensors read every step, without delay";
  return "passed over: a setting of MuJoCo's solver or soft constraints";
}

static void check_attribute(rg_mjcf *m, const rg_xml *element, const kind *known,
                            const char *name) {
  if (rg_mjcf_listed(known->honoured, name) || rg_mjcf_listed(known->passed, name)) return;
  if (rg_mjcf_listed(known->noticed, name)) {
    char what[64];
    snprintf(what, sizeof what, "%.30s %.30s", element->name, name);
    rg_mjcf_notice(m, element, name, what, why_passed_over(name));
  } else if (rg_mjcf_listed(known->refused, name))
    rg_mjcf_refuse(m, element, name,
                   "is not supported; leave it out, or pass over it with --lenient");
  else rg_mjcf_refuse(m, element, name, "there is no attribute of this name");
}

void rg_mjcf_check_attributes(rg_mjcf *m, const rg_xml *element, const char *name) {
  const kind *known = find_kind(name);
  for (int k = 0; known && m->status == RG_OK && k < element->attributes; k++)
    check_attribute(m, element, known, element->attribute[k].name);
}

void rg_mjcf_check(rg_mjcf *m, const rg_xml *element, const char *name) {
  rg_mjcf_check_attributes(m, element, name);
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next)
    if (strcmp(child->name, "plugin") == 0)
      rg_mjcf_refuse(m, child, NULL,
                     "this element is not supported; leave it out, or pass over it with --lenient");
    else rg_mjcf_unknown(m, child, element->name);
}
