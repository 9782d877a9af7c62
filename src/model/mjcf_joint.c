/* <joint> and <freejoint>. */
#include "math/vector.h"
#include "model/mjcf.h"

#include <assert.h>
#include <string.h>

typedef struct joint_draft {
  rg_joint_spec joint;
  int force_limited;
} joint_draft;

static joint_draft default_joint(void) {
  return (joint_draft){.joint = rg_joint_spec_default(), .force_limited = -1};
}

static void apply_joint(rg_mjcf *m, const rg_xml *element, void *draft) {
  joint_draft *d = draft;
  rg_joint_spec *joint = &d->joint;
  int word;
  if (rg_mjcf_word(m, element, "type", "free ball slide hinge", &word))
    joint->type = (rg_joint_type)word;
  rg_mjcf_reals(m, element, "pos", 3, 3, joint->pos);
  rg_mjcf_reals(m, element, "axis", 3, 3, joint->axis);
  rg_mjcf_reals(m, element, "range", 2, 2, joint->range);
  rg_mjcf_limited(m, element, "limited", &joint->limited);
  rg_mjcf_real(m, element, "margin", &joint->margin);
  rg_mjcf_polynomial(m, element, "stiffness", &joint->stiffness, joint->stiffness_poly);
  rg_mjcf_polynomial(m, element, "damping", &joint->damping, joint->damping_poly);
  rg_mjcf_real(m, element, "armature", &joint->armature);
  rg_mjcf_real(m, element, "frictionloss", &joint->frictionloss);
  rg_mjcf_real(m, element, "ref", &joint->ref);
  rg_mjcf_real(m, element, "springref", &joint->springref);
  rg_mjcf_reals(m, element, "actuatorfrcrange", 2, 2, joint->actuator_force_range);
  rg_mjcf_limited(m, element, "actuatorfrclimited", &d->force_limited);
  rg_mjcf_word(m, element, "actuatorgravcomp", "false true", &joint->actuator_gravcomp);
  rg_mjcf_reals(m, element, "springdamper", 2, 2, joint->springdamper);
}

void rg_mjcf_try_joint(rg_mjcf *m, const rg_xml *element) {
  joint_draft draft = default_joint();
  apply_joint(m, element, &draft);
}

/* angles in the file's unit become radians */
static void to_radians(const rg_mjcf *m, rg_joint_spec *joint) {
  if (m->radians || (joint->type != RG_JOINT_HINGE && joint->type != RG_JOINT_BALL)) return;
  for (int k = 0; k < 2; k++) joint->range[k] *= RG_MJCF_DEGREE;
  if (joint->type != RG_JOINT_HINGE) return;
  joint->ref *= RG_MJCF_DEGREE;
  joint->springref *= RG_MJCF_DEGREE;
}

/* it makes a spring and a damper: of one alone nothing is known */
static void check_springdamper(rg_mjcf *m, const rg_xml *element, rg_joint_spec *joint) {
  if (joint->springdamper[0] <= 0 || joint->springdamper[1] <= 0) return;
  int off = m->disabled & (RG_MJCF_NO_SPRING | RG_MJCF_NO_DAMPER);
  if (off == (RG_MJCF_NO_SPRING | RG_MJCF_NO_DAMPER)) joint->springdamper[0] = 0;
  else if (off)
    rg_mjcf_refuse(
        m, element, "springdamper",
        "only its spring or only its damper is switched off; give stiffness and damping");
}

static void add_joint(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, joint_draft *draft) {
  if (body == m->spec->world) rg_mjcf_fail(m, element, NULL, "the world cannot have joints");
  draft->joint.name = rg_mjcf_name(m, element);
  if (!rg_mjcf_accept(m, element)) return;
  if (rg_spec_add_joint(m->spec, body, &draft->joint) == RG_OK)
    body->last_joint->force_limited = draft->force_limited;
}

void rg_mjcf_read_joint(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                        const rg_mjcf_class *class) {
  assert(body && frame && class);
  rg_mjcf_check(m, element, "joint");
  joint_draft draft = default_joint();
  rg_mjcf_fill(m, element, class, "joint", apply_joint, &draft);
  rg_joint_spec *joint = &draft.joint;
  to_radians(m, joint);
  // into the body's frame
  if (memcmp(frame, &rg_mjcf_identity, sizeof *frame) != 0) {
    rg_pose_apply(joint->pos, frame->pos, frame->quat, joint->pos);
    rg_quat_rotate(joint->axis, frame->quat, joint->axis);
  }
  if (m->disabled & RG_MJCF_NO_LIMIT) joint->limited = 0;
  if (m->disabled & RG_MJCF_NO_FRICTIONLOSS) joint->frictionloss = 0;
  if (m->disabled & RG_MJCF_NO_SPRING)
    joint->stiffness = joint->stiffness_poly[0] = joint->stiffness_poly[1] = 0;
  if (m->disabled & RG_MJCF_NO_DAMPER)
    joint->damping = joint->damping_poly[0] = joint->damping_poly[1] = 0;
  check_springdamper(m, element, joint);
  add_joint(m, element, body, &draft);
}

void rg_mjcf_aligned(rg_mjcf *m, const rg_xml *element, const char *attribute) {
  m->aligned_free = 1;
  rg_mjcf_notice(
      m, element, attribute, "free joints aligned with the inertia",
      "passed over: the motion is the same, qpos and qvel are those of the body's own frame");
}

/* a free joint without any default */
void rg_mjcf_read_freejoint(rg_mjcf *m, const rg_xml *element, rg_spec_body *body) {
  rg_mjcf_check(m, element, "freejoint");
  int word;
  if (rg_mjcf_word(m, element, "align", "false true auto", &word) && word == 1)
    rg_mjcf_aligned(m, element, "align");
  joint_draft draft = default_joint();
  draft.joint.type = RG_JOINT_FREE;
  add_joint(m, element, body, &draft);
}
