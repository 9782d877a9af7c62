/* What the two ways to Lambda share: which bodies carry nodes, and where their blocks go.

   Both fill the compliance Omega of the bodies that carry nodes, 6 x 6 blocks (angular, linear at
   the origin of the body frame, world axes); osi.c shifts the blocks to the nodes. */
#ifndef RG_OSI_PARTS_H
#define RG_OSI_PARTS_H

#include "base/arena.h"
#include "math/vector.h"
#include <rigor/dynamics.h>

/* a symmetric 6 x 6 matrix [aa al; al' ll] in 3 x 3 blocks, angular first */
typedef struct rg_sym6 {
  double aa[9], al[9], ll[9];
} rg_sym6;

struct rg_osi {
  rg_arena arena;
  int most_nodes, nbody, nv;

  /* marked bodies: those on a way from a body with nodes to the root */
  unsigned char *marked; /* nbody */
  int *branches;         /* nbody: marked children */
  int *first, *last;     /* nbody: carriers in the subtree are first <= c < last */
  int *depth;            /* nv: degrees of freedom from this one to the root, itself included */

  /* carriers: bodies with nodes, ascending; keys: carriers and bodies where their ways part */
  int carriers, keys;
  int *carrier_of;   /* nbody: index among carriers, -1 */
  int *carrier_body; /* carriers */
  int *key_of;       /* nbody: index among keys, -1 */
  int *key_body;     /* keys */
  int *key_parent;   /* keys: next key up the tree, -1 */
  int *key_above;    /* nbody: nearest key at or above a marked body, -1 */
  int *carrier_key;  /* carriers: index among keys */
  double *omega;     /* (6 keys)^2: blocks by keys (recursion) or carriers (factor) */

  /* recursion */
  rg_sym6 *compliance; /* nbody */
  double *way;         /* 36 a body: motion of the body from motion of the key above it */

  /* factor */
  long *path_start;    /* nv: first entry of the degree of freedom in path_column */
  double *path_column; /* rows of L^-T J', only where they are not zero */
};

/* Both return RG_BAD_INPUT where some degree of freedom has no inertia or the state is not finite.
   Omega by articulated bodies: block (i, j), j <= i, of two keys at omega + 36 (i keys + j) */
rg_status rg_osi_recursion(rg_osi *osi, const rg_model *model, rg_data *data);
/* the same through M = L' D L: block (i, j), j <= i, of two carriers at omega + 36 (i carriers + j)
 */
rg_status rg_osi_factor(rg_osi *osi, const rg_model *model, const rg_data *data);

#endif
