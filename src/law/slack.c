/* The slack form. Trinkle's notes, pages 14-15, in the plane, with the two slacks
   s+ = mu r_n + r_t, s- = mu r_n - r_t and the slip split in u_t = v+ - v-:

       z = (r_n, s+, v-),  r_t = s+ - mu r_n
       0 <= r_n  _|_  u_n              >= 0
       0 <= s+   _|_  u_t + v-  (= v+) >= 0
       0 <= v-   _|_  2 mu r_n - s+ (= s-) >= 0

   The same, once for each of two perpendicular directions, is the rolling contact of Andreani et
   al. (square.c). */
#include "law/assemble.h"

#include <math.h>

int rg_law_slack_size(int dim) { return 1 + 2 * (dim - 1); }

void rg_law_slack_fill(const rg_law_contact *contact, const double *axis, rg_law_block *block) {
  int dim = contact->dim, m = block->size, tangents = dim - 1;
  rg_law_components(contact, axis, 0, 1, block);
  for (int k = 0; k < tangents; k++) {
    int slack = 1 + k, negative = 1 + tangents + k;
    /* r_t = s+ - mu r_n */
    for (int a = 1; a < dim; a++) block->B[a * m] -= contact->mu * block->B[a * m + slack];
    block->S[slack * m + negative] = 1;
    block->S[negative * m] = 2 * contact->mu;
    block->S[negative * m + slack] = -1;
  }
}

void rg_law_slack_start(const rg_law_contact *contact, const double *axis, const double *impulse,
                        const double *velocity, double *z) {
  int tangents = contact->dim - 1;
  double friction[2], slip[2];
  rg_law_project(contact->dim, axis, impulse + 1, friction);
  rg_law_project(contact->dim, axis, velocity + 1, slip);
  z[0] = impulse[0];
  for (int k = 0; k < tangents; k++) {
    z[1 + k] = contact->mu * impulse[0] + friction[k];
    z[1 + tangents + k] = fmax(-slip[k], 0);
  }
}

static const double tangent1[2] = {1, 0};

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)options;
  (void)sliding;
  return rg_law_slack_size(dim);
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  (void)options;
  rg_law_slack_fill(contact, tangent1, block);
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  (void)options;
  rg_law_slack_start(contact, tangent1, impulse, velocity, z);
}

const rg_law_form rg_law_slack = {size, fill, start, NULL, 0};
