/* The polyhedral cone: Mylapilli & Jain 2017, Eq. 30-44; Trinkle's notes, page 16 and pages 8-10 of
   the spatial part; Stewart & Trinkle 1996, Anitescu & Potra 1997.

       z = (r_n, beta_1..beta_N, sigma),  r_t = D beta
       0 <= r_n   _|_  u_n                       >= 0
       0 <= beta  _|_  D' u_t + sigma 1          >= 0
       0 <= sigma _|_  mu r_n - 1' beta          >= 0

   The directions are a regular polygon, the first against the slip; the polygon is inscribed in the
   circle of radius mu r_n. */
#include "law/assemble.h"

#include "math/dense.h"

#include <math.h>

static int directions(int dim, const rg_law_options *options) {
  return dim == 2 ? 2 : options->directions;
}

static int size(int dim, const rg_law_options *options, int sliding) {
  (void)sliding;
  return directions(dim, options) + 2;
}

/* the first direction points against the slip */
static void first_direction(const rg_law_options *options, const rg_law_contact *contact,
                            double *axis) {
  double sign = options->aligned && contact->speed > 0 ? -1 : 1;
  axis[0] = sign * contact->axis[0];
  axis[1] = sign * contact->axis[1];
}

static void fill(const rg_law_options *options, const rg_law_contact *contact,
                 rg_law_block *block) {
  int dim = contact->dim, m = block->size, count = directions(dim, options), sigma = m - 1;
  double axis[2], direction[2];
  first_direction(options, contact, axis);
  block->B[0] = block->R[0] = 1;
  for (int j = 0; j < count; j++) {
    int beta = 1 + j;
    /* r_t = D beta and the row D' u_t + sigma */
    rg_law_direction(dim, axis, j, count, direction);
    for (int a = 0; a + 1 < dim; a++) {
      block->B[(1 + a) * m + beta] = direction[a];
      block->R[beta * dim + 1 + a] = direction[a];
    }
    block->S[beta * m + sigma] = 1;
    block->S[sigma * m + beta] = -1;
  }
  block->S[sigma * m] = contact->mu;
}

static void start(const rg_law_options *options, const rg_law_contact *contact,
                  const double *impulse, const double *velocity, double *z) {
  int dim = contact->dim, count = directions(dim, options);
  double axis[2], direction[2], sigma = 0;
  first_direction(options, contact, axis);
  z[0] = impulse[0];
  rg_law_spread(dim, axis, count, impulse + 1, z + 1);
  /* sigma: the fastest motion against a direction */
  for (int j = 0; j < count; j++) {
    rg_law_direction(dim, axis, j, count, direction);
    sigma = fmax(sigma, -rg_dot(dim - 1, direction, velocity + 1));
  }
  z[count + 1] = sigma;
}

const rg_law_form rg_law_pyramid = {size, fill, start, NULL, 0};
