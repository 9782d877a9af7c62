/* <actuator>: motors and servos on joints, tendons and sites,

       force = gain * control + bias0 + bias1 * length + bias2 * velocity

   motor: gain 1; position: gain kp, bias (0, -kp, -kv); velocity: gain kv, bias (0, 0, -kv);
   intvelocity: a position servo on the integral of the control; damper: gain -kv velocity; cylinder: gain area of a
   filtered control; muscle; dcmotor: a motor on a voltage, below; adhesion: gain control, along normals; general: as it is written. In a default class all of them share one set of values, as in MuJoCo.
 */
#include "math/vector.h"
#include "model/mjcf.h"

#include <math.h>
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
  rg_mjcf_word(m, element, "gaintype", "fixed affine muscle user dcmotor pid so3", &d->gaintype);
  rg_mjcf_word(m, element, "biastype", "none affine muscle user dcmotor so3", &d->biastype);
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

/* what a motor has beside resistance and constant, and what is to be done without */
static void refuse_motor_parts(rg_mjcf *m, const rg_xml *element) {
  static const char *const names[] = {"inductance", "thermal", "cogging", "lugre", "controller"};
  static const char *const reasons[] = {
      "the current follows at once: a state of its own is not supported; leave it out",
      "the resistance stays as it is: a state of its own is not supported; leave it out",
      "is not supported: only torque by voltage and speed is; leave it out",
      "is not supported: give the joint damping and frictionloss instead",
      "is not supported: write the loop as <position> or <velocity> and leave the motor out"};
  double value[6] = {0};
  for (int k = 0; k < 5; k++) {
    int some = 0, count = rg_mjcf_reals(m, element, names[k], 1, 6, value);
    for (int i = 0; i < count; i++) some |= value[i] != 0;
    if (some) rg_mjcf_refuse(m, element, names[k], "%s", reasons[k]);
  }
  const char *input = rg_xml_get(element, "input");
  if (input && strcmp(input, "voltage") != 0)
    rg_mjcf_refuse(m, element, "input",
                   "only 'voltage' is supported: write a controller as "
                   "<position> or <velocity>");
}

/* Torque K i of the current i = (ctrl - K velocity) / R, the control being the voltage: gain K / R, bias -K^2 / R times the
   velocity. K = sqrt(Kt Ke), or voltage / speed without load; R, or K voltage / torque at rest. */
static void apply_dcmotor(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  double constant[2] = {0}, nominal[3] = {0}, resistance = 0, saturation[3] = {0};
  rg_mjcf_reals(m, element, "motorconst", 1, 2, constant);
  rg_mjcf_reals(m, element, "nominal", 3, 3, nominal);
  rg_mjcf_real(m, element, "resistance", &resistance);
  rg_mjcf_reals(m, element, "saturation", 1, 3, saturation);
  refuse_motor_parts(m, element);
  for (int k = 0; k < 3; k++)
    if (nominal[k] < 0 || saturation[k] < 0 || (k < 2 && constant[k] < 0) || resistance < 0)
      rg_mjcf_fail(m, element, NULL,
                   "resistance, motorconst, nominal and saturation must not be "
                   "negative");
  double K = constant[0] > 0 && constant[1] > 0 ? sqrt(constant[0] * constant[1])
                                                : fmax(constant[0], constant[1]);
  if (!(K > 0) && nominal[2] > 0) K = nominal[0] / nominal[2];
  double R = resistance > 0 || !(nominal[1] > 0) ? resistance : K * nominal[0] / nominal[1];
  if (!(R > 0) || !(K > 0)) {
    rg_mjcf_fail(m, element, NULL, "needs motorconst and resistance, or nominal");
    return;
  }
  if (saturation[2] > 0)
    rg_mjcf_refuse(m, element, "saturation", "a limit of the current's rate is not supported");
  double most = saturation[0] > 0 ? saturation[0] : K * saturation[1];
  if (most > 0) {
    d->actuator.forcerange[0] = -most;
    d->actuator.forcerange[1] = most;
    d->actuator.forcelimited = 1;
  }
  memset(d->gain, 0, sizeof d->gain);
  memset(d->bias, 0, sizeof d->bias);
  d->gain[0] = K / R;
  d->bias[2] = -K * K / R;
  d->gaintype = d->dyntype = 0;
  d->biastype = BIAS_AFFINE;
}

/* force = gain ctrl, which only pulls */
static void apply_adhesion(rg_mjcf *m, const rg_xml *element, actuator_draft *d) {
  double range[2] = {-1, -1};
  rg_mjcf_real(m, element, "gain", &d->gain[0]);
  if (d->gain[0] < 0) rg_mjcf_fail(m, element, "gain", "must not be negative: adhesion pulls");
  if (rg_mjcf_reals(m, element, "ctrlrange", 2, 2, range) && (range[0] < 0 || range[1] < 0))
    rg_mjcf_fail(m, element, "ctrlrange", "must not be negative: adhesion pulls");
  memset(d->bias, 0, sizeof d->bias);
  d->gaintype = d->biastype = d->dyntype = 0;
  d->actuator.ctrllimited = 1;
}

static void apply_motor(actuator_draft *d) {
  memset(d->gain, 0, sizeof d->gain);
  d->gain[0] = 1;
  d->gaintype = d->biastype = d->dyntype = 0;
}

/* values that only count where they are not 0 */
static void refuse_nonzero(rg_mjcf *m, const rg_xml *element) {
  static const char *const names[] = {"delay", "nsample"};
  double value[8] = {0};
  for (int k = 0; k < 2; k++)
    if (rg_mjcf_reals(m, element, names[k], 1, 8, value) && value[0] != 0)
      rg_mjcf_refuse(m, element, names[k],
                     "controls act at once; shift them in the table of controls (--ctrl) instead");
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
  rg_mjcf_linear(m, element, "damping", &actuator->damping);
  rg_mjcf_real(m, element, "armature", &actuator->armature);
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
  else if (strcmp(element->name, "dcmotor") == 0) apply_dcmotor(m, element, d);
  else if (strcmp(element->name, "adhesion") == 0) apply_adhesion(m, element, d);
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
  if (drives(d, "cranksite") && !d->actuator.slidersite) return "a slider-crank needs a slidersite";
  *attribute = "dyntype";
  if (d->dyntype > MUSCLE)
    return "this dyntype is not supported: there are none, integrator, filter, filterexact and "
           "muscle; what a "
           "callback computes, write into the control of a motor";
  *attribute = "actdim";
  if (d->states > 1) return "an actuator has one state at most";
  *attribute = "gaintype";
  if (d->gaintype > GAIN_MUSCLE)
    return "this gaintype is not supported: there are fixed, affine and muscle; a dcmotor is "
           "written as <dcmotor>, "
           "what a callback computes into the control of a motor";
  *attribute = "biastype";
  if (d->biastype > BIAS_MUSCLE)
    return "this biastype is not supported: there are none, affine and muscle; a dcmotor is "
           "written as <dcmotor>, "
           "what a callback computes into the control of a motor";
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
  else if (drives(d, "body")) actuator->body = d->target_of;
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
  if (m->disabled & RG_MJCF_NO_DAMPER) actuator->damping = 0;
  if (!rg_mjcf_accept(m, element)) return;
  rg_spec_add_actuator(m->spec, actuator);
}

/* what to write instead */
static const char *why_no_such_actuator(const char *name) {
  if (strcmp(name, "pid") == 0)
    return "this element is not supported; without 'ki' and with the input 'pos' it is a "
           "<position> with kp and kv";
  if (strcmp(name, "orientation") == 0)
    return "this element is not supported: it has three controls; give each axis a <position> "
           "(on the ball joint, gear 1 0 0 and so on), which is the same for small turns";
  return "this element is not supported: nothing is plugged in; leave it out, or write the control "
         "of a "
         "<motor> from a program";
}

void rg_mjcf_read_actuator(rg_mjcf *m, const rg_xml *section) {
  for (const rg_xml *child = section->first; child && m->status == RG_OK; child = child->next) {
    if (rg_mjcf_listed(RG_MJCF_ACTUATORS, child->name)) read_one(m, child);
    else if (rg_mjcf_listed(RG_MJCF_OTHER_ACTUATORS, child->name)) {
      rg_mjcf_refuse(m, child, NULL, "%s", why_no_such_actuator(child->name));
      m->skipped_actuators++;
    } else rg_mjcf_unknown(m, child, "actuator");
  }
}
