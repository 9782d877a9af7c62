/* Box friction (Lacoursiere 2006): the tangential components are bounded by a normal impulse that
   is known beforehand,

       z = (r_n, r_1, r_2)
       0 <= r_n _|_ u_n >= 0
       -mu rbar <= r_k <= mu rbar,  u_k = 0 inside, >= 0 at the lower, <= 0 at the upper bound

   with rbar the normal impulse of the last step. Without one, the MLCP is solved first with rbar =
   0 (no friction), then with the normals of the last solution until they no longer change. */
#include "law/assemble.h"

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)options;
  (void)sliding;
  return dim;
}

void rg_law_box_fill(const rg_law_contact *contact, const double *axis, rg_law_block *block) {
  double bound = contact->mu * contact->normal;
  rg_law_components(contact, axis, 0, 1, block);
  for (int k = 1; k < contact->dim; k++) {
    block->lower[k] = -bound;
    block->upper[k] = bound;
  }
}

void rg_law_box_start(const rg_law_contact *contact, const double *axis, const double *impulse,
                      double *z) {
  z[0] = impulse[0];
  rg_law_project(contact->dim, axis, impulse + 1, z + 1);
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  (void)options;
  rg_law_box_fill(contact, contact->axis, block);
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  (void)options;
  (void)velocity;
  rg_law_box_start(contact, contact->axis, impulse, z);
}

const rg_law_form rg_law_box = {size, fill, start, rg_law_without_last, 0};
