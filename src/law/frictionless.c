/* No friction: 0 <= r_n _|_ u_n >= 0, tangential impulses 0 whatever mu is. */
#include "law/assemble.h"

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)dim;
  (void)options;
  (void)sliding;
  return 1;
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  (void)options;
  (void)contact;
  block->B[0] = block->R[0] = 1;
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  (void)options;
  (void)contact;
  (void)velocity;
  z[0] = impulse[0];
}

const rg_law_form rg_law_frictionless = {size, fill, start, NULL, 0};
