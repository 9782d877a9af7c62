/* Any two convex shapes: distance by GJK where the cores are apart, depth by the expanding
   polytope where they overlap or nearly touch, the direction refined, and the manifold clipped. */
#include "collide/epa.h"
#include "collide/manifold.h"
#include "collide/pairs.h"
#include "collide/refine.h"
#include "math/vector.h"

int rg_separate(rg_core_pair *pair, double limit, rg_separation *result) {
  rg_gjk_result found = rg_gjk(pair, limit, result);
  if (found == RG_GJK_BEYOND) return 0;
  if (found == RG_GJK_APART) rg_refine(pair, result);

  /* overlap, or a curved pair so near to touching that GJK did not settle */
  int settled =
      found == RG_GJK_APART && (!pair->curved || result->bound - result->gap <= 1e-7 * pair->scale);
  if (!settled) rg_epa(pair, result);
  return result->gap <= limit;
}

void rg_convex_convex(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  rg_core_pair pair;
  rg_separation separation = {.gap = -HUGE_VAL};
  if (rg_boxes_apart(a, b, list->margin)) return;
  rg_core_pair_set(&pair, a, b);
  if (rg_separate(&pair, list->margin + pair.a.radius + pair.b.radius, &separation))
    rg_manifold(&pair, &separation, list);
}
