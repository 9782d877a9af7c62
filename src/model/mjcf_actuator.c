/* <actuator>: motors and servos on joints, tendons and sites,

       force = gain * control + bias0 + bias1 * length + bias2 * velocity

   motor: gain 1; position: gain kp, bias (0, -kp, -kv); velocity: gain kv, bias (0, 0, -kv);
   intvelocity: a position servo on the integral of the control; damper: gain -kv velocity; cylinder: gain area of a
   filtered control; muscle; general: as it is written. In a default class all of them share one set of values, as in MuJoCo.
 */
#include "math/vector.h"
#include "model/mjcf.h"

#include <string.h>

enum { PARAMETERS = 10 };
enum {
  NONE,
  INTEGRATOR,
  FILTER,
  FILTER_EXACT,
  MUSCLE
}; /* dyntype; a muscle is 2 of the other types */
enum { GAIN_FIXED, GAIN_AFFINE, GAIN_MUSCLE };
enum { BIAS_NONE, BIAS_AFFINE, BIAS_MUSCLE };

typedef struct actuator_draft {
  rg_actuator_spec actuator;
  double gain[PARAMETERS], bias[PARAMETERS], dynamics[PARAMETERS];
  int gaintype, biastype, dyntype; /* 0: fixed, none, none */
  int states;                      /* actdim */
  int group;
  double inherit_range;
  const rg_xml *target;                 /* the element that names what is driven */
  const char *transmission, *target_of; /* attribute, name */
} actuator_draft;

static actuator_draft default_actuator(void) {
  return (actuator_draft){
      .actuator = rg_actuator_spec_default(), .gain = {1}, .dynamics = {1}, .states = -1};
}

/* the types of <general>, where they are not those of an affine force */
static void apply_types(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  rg_mjcf_word(m, element, "dyntype", "none integrator filter filterexact muscle user dcmotor pid",
               &d->dyntype);
  rg_mjcf_word(m, element, "gaintype", "fixed affine muscle user dcmotor", &d->gaintype);
  rg_mjcf_word(m, element, "biastype", "none affine muscle user dcmotor", &d->biastype);
  rg_mjcf_reals(m, element, "gainprm", 1, PARAMETERS, d->gain);
  rg_mjcf_reals(m, element, "biasprm", 1, PARAMETERS, d->bias);
  rg_mjcf_reals(m, element, "dynprm", 1, PARAMETERS, d->dynamics);
  rg_mjcf_int(m, element, "actdim", &d->states);
}

static void apply_position(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  double kv = 0, ratio = 0, constant = 0;
  rg_mjcf_real(m, element, "kp", &d->gain[0]);
  int has_kv = rg_mjcf_real(m, element, "kv", &kv);
  int has_ratio = rg_mjcf_real(m, element, "dampratio", &ratio);
  if (has_kv && has_ratio) rg_mjcf_fail(m, element, "dampratio", "kv is given as well");
  if (kv < 0) rg_mjcf_fail(m, element, "kv", "must not be negative");
  if (ratio < 0) rg_mjcf_fail(m, element, "dampratio", "must not be negative");
  rg_mjcf_real(m, element, "inheritrange", &d->inherit_range);
  if (rg_mjcf_real(m, element, "timeconst", &constant)) {
    d->dyntype = constant > 0 ? FILTER_EXACT : NONE;
    d->dynamics[0] = constant;
  }
  d->bias[1] = -d->gain[0];
  // a positive number is a damping ratio, as in MuJoCo
  if (has_kv) d->bias[2] = kv != 0 ? -kv : 0;
  if (has_ratio) d->bias[2] = ratio;
  d->gaintype = 0;
  d->biastype = 1;
}

static void apply_velocity(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  rg_mjcf_real(m, element, "kv", &d->gain[0]);
  memset(d->bias, 0, sizeof d->bias);
  d->bias[2] = -d->gain[0];
  d->gaintype = d->dyntype = 0;
  d->biastype = 1;
}

/* a position servo on the integral of the control, which has limits */
static void apply_intvelocity(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  apply_position(m, element, d);
  d->dyntype = INTEGRATOR;
  d->actuator.actlimited = 1;
}

/* force = -kv velocity ctrl */
static void apply_damper(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  double kv = -d->gain[2];
  rg_mjcf_real(m, element, "kv", &kv);
  if (kv < 0) rg_mjcf_fail(m, element, "kv", "must not be negative");
  memset(d->gain, 0, sizeof d->gain);
  d->gain[2] = -kv;
  d->gaintype = GAIN_AFFINE;
  d->biastype = BIAS_NONE;
  d->dyntype = NONE;
  d->actuator.ctrllimited = 1;
}

/* pressure behind a piston follows the control */
static void apply_cylinder(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  double diameter;
  rg_mjcf_real(m, element, "timeconst", &d->dynamics[0]);
  rg_mjcf_real(m, element, "area", &d->gain[0]);
  if (rg_mjcf_real(m, element, "diameter", &diameter))
    d->gain[0] = 0.78539816339744830962 * diameter * diameter;
  rg_mjcf_reals(m, element, "bias", 1, 3, d->bias);
  d->dyntype = FILTER;
  d->gaintype = GAIN_FIXED;
  d->biastype = BIAS_AFFINE;
}

static void apply_muscle(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  static const char *const names[] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
  static const double usual[] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  if (d->gaintype != GAIN_MUSCLE) memcpy(d->gain, usual, sizeof usual);
  if (d->dyntype != MUSCLE) rg_v3_set(d->dynamics, 0.01, 0.04, 0);
  rg_mjcf_reals(m, element, "timeconst", 1, 2, d->dynamics);
  rg_mjcf_real(m, element, "tausmooth", &d->dynamics[2]);
  rg_mjcf_reals(m, element, "range", 2, 2, d->gain);
  for (int k = 0; k < 7; k++) rg_mjcf_real(m, element, names[k], &d->gain[2 + k]);
  memcpy(d->bias, d->gain, sizeof d->bias);
  d->dyntype = MUSCLE;
  d->gaintype = GAIN_MUSCLE;
  d->biastype = BIAS_MUSCLE;
}

static void apply_motor(actuator_draft *d) {
  memset(d->gain, 0, sizeof d->gain);
  d->gain[0] = 1;
  d->gaintype = d->biastype = d->dyntype = 0;
}

/* values that only count where they are not 0 */
static void refuse_nonzero(rg_mjcf *m, const rg_xml *element) {
  static const char *const names[] = {"damping", "armature", "delay", "nsample"};
  static const char *const reasons[] = {
      "is not supported on actuators; give it to the joint",
      "controls act at once; shift them in the table of controls (--ctrl) instead"};
  double value[8] = {0};
  for (int k = 0; k < 4; k++)
    if (rg_mjcf_reals(m, element, names[k], 1, 8, value) && value[0] != 0)
      rg_mjcf_refuse(m, element, names[k], "%s", reasons[k / 2]);
}

static void apply_actuator(rg_mjcf *m, const rg_xml *element, void *draft) {
  static const char *const transmissions[] = {"joint",     "jointinparent", "tendon",
                                              "cranksite", "site",          "body"};
  actuator_draft *d = draft;
  rg_actuator_spec *actuator = &d->actuator;
  rg_mjcf_reals(m, element, "gear", 1, 6, actuator->gear);
  rg_mjcf_reals(m, element, "ctrlrange", 2, 2, actuator->ctrlrange);
  rg_mjcf_reals(m, element, "forcerange", 2, 2, actuator->forcerange);
  rg_mjcf_limited(m, element, "ctrllimited", &actuator->ctrllimited);
  rg_mjcf_limited(m, element, "forcelimited", &actuator->forcelimited);
  rg_mjcf_reals(m, element, "actrange", 2, 2, actuator->actrange);
  rg_mjcf_limited(m, element, "actlimited", &actuator->actlimited);
  rg_mjcf_word(m, element, "actearly", "false true", &actuator->actearly);
  rg_mjcf_reals(m, element, "lengthrange", 2, 2, actuator->lengthrange);
  rg_mjcf_int(m, element, "group", &d->group);
  for (int k = 5; k >= 0; k--)
    if (rg_mjcf_text(m, element, transmissions[k], &d->target_of)) {
      d->target = element;
      d->transmission = transmissions[k];
    }
  rg_mjcf_text(m, element, "refsite", &actuator->refsite);
  rg_mjcf_text(m, element, "slidersite", &actuator->slidersite);
  rg_mjcf_real(m, element, "cranklength", &actuator->cranklength);
  if (strcmp(element->name, "general") == 0) apply_types(m, element, d);
  else if (strcmp(element->name, "position") == 0) apply_position(m, element, d);
  else if (strcmp(element->name, "velocity") == 0) apply_velocity(m, element, d);
  else if (strcmp(element->name, "intvelocity") == 0) apply_intvelocity(m, element, d);
  else if (strcmp(element->name, "damper") == 0) apply_damper(m, element, d);
  else if (strcmp(element->name, "cylinder") == 0) apply_cylinder(m, element, d);
  else if (strcmp(element->name, "muscle") == 0) apply_muscle(m, element, d);
  else apply_motor(d);
  refuse_nonzero(m, element);
}

void rg_mjcf_try_actuator(rg_mjcf *m, const rg_xml *element) {
  actuator_draft draft = default_actuator();
  apply_actuator(m, element, &draft);
}

/* --- one actuator --------------------------------------------------------------------------------
 */

static const rg_joint_spec *find_joint(const rg_spec_body *body, const char *name) {
  for (const rg_spec_joint *joint = body->joints; joint; joint = joint->next)
    if (joint->value.name && strcmp(joint->value.name, name) == 0) return &joint->value;
  for (const rg_spec_body *child = body->children; child; child = child->next) {
    const rg_joint_spec *joint = find_joint(child, name);
    if (joint) return joint;
  }
  return NULL;
}

static int drives(const actuator_draft *d, const char *transmission) {
  return d->transmission && strcmp(d->transmission, transmission) == 0;
}

/* the first thing that cannot be honoured, and the attribute that asks for it; NULL: nothing */
static const char *why_not(const actuator_draft *d, const char **attribute) {
  *attribute = d->transmission;
  if (!d->transmission) return "drives nothing: attribute 'joint' is missing";
  if (drives(d, "body"))
    return "an actuator on a body (adhesion) is not supported; drive a joint, tendon or site";
  if (drives(d, "cranksite") && !d->actuator.slidersite) return "a slider-crank needs a slidersite";
  *attribute = "dyntype";
  if (d->dyntype > MUSCLE) return "this dyntype is not supported; give one up to muscle";
  *attribute = "actdim";
  if (d->states > 1) return "an actuator has one state at most";
  *attribute = "gaintype";
  if (d->gaintype > GAIN_MUSCLE) return "this gaintype is not supported; give one up to muscle";
  *attribute = "biastype";
  if (d->biastype > BIAS_MUSCLE) return "this biastype is not supported; give one up to muscle";
  return NULL;
}

/* whether the actuator can be honoured; otherwise it is refused */
static int check_actuator(rg_mjcf *m, const rg_xml *element, const actuator_draft *d) {
  const char *attribute, *reason = why_not(d, &attribute);
  if (!reason && drives(d, "tendon") && !rg_mjcf_find_tendon(m, d->target_of)) {
    reason = "there is no tendon of this name";
    attribute = d->transmission;
  }
  if (!reason) return 1;
  // what a class asks for stands elsewhere
  if (d->target && attribute == d->transmission) element = d->target;
  if (attribute && !rg_xml_get(element, attribute)) attribute = NULL;
  rg_mjcf_refuse(m, element, attribute, "%s", reason);
  m->skipped_actuators++;
  return 0;
}

/* where it acts, and what is asked for beside that site */
static void set_target(actuator_draft *d) {
  rg_actuator_spec *actuator = &d->actuator;
  int crank = drives(d, "cranksite");
  if (drives(d, "tendon")) actuator->tendon = d->target_of;
  else if (crank || drives(d, "site")) actuator->site = d->target_of;
  else actuator->joint = d->target_of;
  actuator->in_parent = drives(d, "jointinparent");
  if (!crank) actuator->slidersite = NULL;
  if (!drives(d, "site")) actuator->refsite = NULL;
}

/* MuJoCo reads a positive third parameter of a position servo as a damping ratio */
static void set_force(const actuator_draft *d, rg_actuator_spec *actuator) {
  actuator->muscle = (d->gaintype == GAIN_MUSCLE ? 1 : 0) + (d->biastype == BIAS_MUSCLE ? 2 : 0);
  memcpy(actuator->gainprm, d->gain, sizeof actuator->gainprm);
  memcpy(actuator->biasprm, d->bias, sizeof actuator->biasprm);
  actuator->gain = d->gaintype == GAIN_MUSCLE ? 0 : d->gain[0];
  for (int k = 0; k < 2 && d->gaintype == GAIN_AFFINE; k++)
    actuator->gain_slope[k] = d->gain[1 + k];
  if (d->biastype != BIAS_AFFINE) return;
  rg_v3_copy(actuator->bias, d->bias);
  if (d->gain[0] != -d->bias[1] || !(d->bias[2] > 0) || d->gaintype == GAIN_MUSCLE) return;
  actuator->dampratio = d->bias[2];
  actuator->bias[2] = 0;
}

/* MuJoCo's filter and filterexact differ in how they are integrated: here both are exact */
static void set_state(const actuator_draft *d, rg_actuator_spec *actuator) {
  static const rg_activation types[] = {RG_ACT_NONE, RG_ACT_INTEGRATOR, RG_ACT_FILTER,
                                        RG_ACT_FILTER, RG_ACT_MUSCLE};
  actuator->dyntype = types[d->dyntype];
  rg_v3_copy(actuator->dynprm, d->dynamics);
  if (d->dyntype == NONE) actuator->actlimited = actuator->actearly = 0;
}

/* a servo may take the range of its target: centre and half width times the factor */
static void inherit_range(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  if (d->inherit_range <= 0) return;
  int on_tendon = drives(d, "tendon");
  const rg_tendon_spec *tendon = on_tendon ? rg_mjcf_find_tendon(m, d->target_of) : NULL;
  const rg_joint_spec *joint = on_tendon ? NULL : find_joint(m->spec->world, d->target_of);
  const double *range = tendon ? tendon->range : joint ? joint->range : NULL;
  if (!range || !(range[0] < range[1])) {
    rg_mjcf_fail(m, element, "inheritrange", "the %s has no range", on_tendon ? "tendon" : "joint");
    return;
  }
  double centre = (range[0] + range[1]) / 2;
  double half = (range[1] - range[0]) / 2 * d->inherit_range;
  // a servo on an integral has its target in the state
  double *own = d->dyntype == INTEGRATOR ? d->actuator.actrange : d->actuator.ctrlrange;
  own[0] = centre - half;
  own[1] = centre + half;
}

static void read_one(rg_mjcf *m, const rg_xml *element) {
  rg_mjcf_check(m, element, "actuator");
  actuator_draft draft = default_actuator();
  rg_mjcf_fill(m, element, NULL, RG_MJCF_ACTUATORS, apply_actuator, &draft);
  if (m->status != RG_OK || !check_actuator(m, element, &draft)) return;
  inherit_range(m, element, &draft);
  rg_actuator_spec *actuator = &draft.actuator;
  actuator->name = rg_xml_get(element, "name");
  set_target(&draft);
  set_state(&draft, actuator);
  actuator->gain = 0;
  int off = draft.group >= 0 && draft.group <= 30 && (m->disabled_actuators >> draft.group & 1);
  if (!(m->disabled & RG_MJCF_NO_ACTUATION) && !off) set_force(&draft, actuator);
  if (m->disabled & RG_MJCF_NO_CLAMPCTRL) actuator->ctrllimited = 0;
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_actuator(m->spec, actuator);
}

void rg_mjcf_read_actuator(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (rg_mjcf_listed(RG_MJCF_ACTUATORS, child->name)) read_one(m, child);
    else if (rg_mjcf_listed(RG_MJCF_OTHER_ACTUATORS, child->name)) {
      rg_mjcf_refuse(m, child, NULL, "this element is not supported; write its force as <general>");
      m->skipped_actuators++;
    } else rg_mjcf_unknown(m, child, "actuator");
  }
}
