/* The regularized hybrid law as Peiret et al. 2017 use it beside theirs: a box whose frame follows
   the slip, with the lateral direction made compliant (Eq. 43, divisor mu lambda_n h).

       sticking, |slip| < threshold   box friction along the aligned directions
       sliding    z = (r_n, r_t, r_l) along and across the slip
                  0 <= r_n _|_ u_n >= 0
                  |r_t| <= mu rbar,  box law with u_t
                  |r_l| <= mu rbar,  box law with u_l + eps r_l,  eps = |slip| / (mu rbar)

   Inside its bounds the lateral row reads r_l = -mu rbar u_l / |slip|: to first order the lateral
   component of a force that opposes the new slip velocity. rbar as in box.c. */
#include "law/assemble.h"

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)options;
  (void)sliding;
  return dim;
}

static int slides(const rg_law_options *options, const rg_law_contact *contact) {
  return contact->speed > 0 && contact->speed >= options->threshold;
}

static const double *frame(const rg_law_options *options, const rg_law_contact *contact) {
  return slides(options, contact) ? contact->along : contact->axis;
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  double bound = contact->mu * contact->normal;
  rg_law_box_fill(contact, frame(options, contact), block);
  /* in place of the tangential relaxation, which A has got */
  if (contact->dim == 3 && slides(options, contact) && bound > 0)
    block->S[2 * block->size + 2] = contact->speed / bound - options->relax_tangent;
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  (void)velocity;
  rg_law_box_start(contact, frame(options, contact), impulse, z);
}

const rg_law_form rg_law_hybrid = {size, fill, start, rg_law_without_last, 0};
