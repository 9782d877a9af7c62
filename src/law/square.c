/* The friction pyramid of Andreani et al., Eq. 11, 14-15 and 20: Coulomb's law where the slip is
   known, a square where the contact rolls.

       sliding   z = (c_n),  c_t = -mu c_n v/|v|                         (Eq. 11)
                 0 <= c_n _|_ a_n >= 0
       rolling   z = (c_n, s+_t, s+_o, a-_t, a-_o),  c_x = s+_x - mu c_n (Eq. 20)
                 0 <= c_n  _|_  a_n                >= 0
                 0 <= s+_x _|_  a_x + a-_x         >= 0
                 0 <= a-_x _|_  2 mu c_n - s+_x    >= 0

   The sides of the square lie along tangent1 and tangent2, turned by the angle. */
#include "law/assemble.h"
#include "math/turn.h"

#include <math.h>

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)options;
  return sliding ? 1 : rg_law_slack_size(dim);
}

static void sides(const rg_law_options *options, const rg_law_contact *contact, double *axis) {
  double turn = contact->dim == 3 ? options->angle : 0;
  rg_sincos(turn, &axis[1], &axis[0]);
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  double axis[2];
  if (!contact->sliding) {
    sides(options, contact, axis);
    rg_law_slack_fill(contact, axis, block);
    return;
  }
  block->B[0] = block->R[0] = 1;
  for (int a = 1; a < contact->dim; a++) block->B[a] = -contact->mu * contact->along[a - 1];
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  double axis[2];
  if (!contact->sliding) {
    sides(options, contact, axis);
    rg_law_slack_start(contact, axis, impulse, velocity, z);
    return;
  }
  z[0] = impulse[0];
}

const rg_law_form rg_law_square = {size, fill, start, NULL, 0};
