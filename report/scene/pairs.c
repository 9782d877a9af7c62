/* Where contacts begin, end, begin and cease to slip: pairs of geoms that press in one step and not in the
   next. Pairs, not points: the points of a face come and go without anything to see. */
#include "scene/scene.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static int compare_pairs(const void *a, const void *b) {
  uint32_t first = ((const rg_page_pair *)a)->geoms, second = ((const rg_page_pair *)b)->geoms;
  return first < second ? -1 : first > second;
}

static int reserve(rg_page_pairs *pairs, int count) {
  if (count <= pairs->capacity) return 1;
  size_t bytes = (size_t)(2 * count) * sizeof(rg_page_pair);
  rg_page_pair *before = realloc(pairs->before, bytes);
  if (before) pairs->before = before;
  rg_page_pair *now = realloc(pairs->now, bytes);
  if (now) pairs->now = now;
  if (!before || !now) return 0;
  pairs->capacity = 2 * count;
  return 1;
}

/* pairs that press, sorted, each once; it slips where one of its points does */
static void gather(rg_page_pairs *pairs, const rg_step_contact *contacts, int count) {
  rg_page_pair *now = pairs->now;
  int n = 0, kept = 0;
  for (int i = 0; i < count; i++) {
    const rg_step_contact *c = &contacts[i];
    if (!(c->impulse[0] > 0)) continue;
    uint32_t geoms = (uint32_t)c->contact.geom1 << 16 | ((uint32_t)c->contact.geom2 & 65535);
    int fast = hypot(c->velocity[1], c->velocity[2]) > pairs->slip;
    now[n++] = (rg_page_pair){geoms, c->mode == RG_MODE_SLIP && fast};
  }
  if (n > 1) qsort(now, (size_t)n, sizeof *now, compare_pairs);
  for (int i = 0; i < n; i++)
    if (kept > 0 && now[kept - 1].geoms == now[i].geoms) now[kept - 1].slips |= now[i].slips;
    else now[kept++] = now[i];
  pairs->nnow = kept;
}

/* `before` NULL: the pair has just begun to press */
static unsigned slip_change(const rg_page_pair *before, const rg_page_pair *now) {
  unsigned slipped = before ? before->slips : 0;
  return slipped == now->slips ? 0 : now->slips ? RG_PAGE_SLIPS : RG_PAGE_STICKS;
}

int rg_page_pairs_update(rg_page_pairs *pairs, const rg_step_contact *contacts, int count,
                         rg_page_mark mark, void *owner) {
  assert(contacts || count == 0);
  if (!reserve(pairs, count)) return -1;
  gather(pairs, contacts, count);
  int i = 0, j = 0;
  unsigned all = 0;
  // walk both sorted lists side by side
  while (i < pairs->nbefore || j < pairs->nnow) {
    const rg_page_pair *b = i < pairs->nbefore ? &pairs->before[i] : NULL;
    const rg_page_pair *n = j < pairs->nnow ? &pairs->now[j] : NULL;
    int order = !b ? 1 : !n ? -1 : compare_pairs(b, n);
    unsigned flag = order < 0 ? RG_PAGE_ENDS : order > 0 ? RG_PAGE_BEGINS : 0;
    if (flag) mark(owner, flag, flag == RG_PAGE_ENDS ? b->geoms : n->geoms);
    unsigned slip = n && order >= 0 ? slip_change(order == 0 ? b : NULL, n) : 0;
    if (slip) mark(owner, slip, n->geoms);
    all |= flag | slip;
    i += order <= 0;
    j += order >= 0;
  }
  rg_page_pair *old = pairs->before;
  pairs->before = pairs->now;
  pairs->now = old;
  pairs->nbefore = pairs->nnow;
  return (int)all;
}

void rg_page_pairs_free(rg_page_pairs *pairs) {
  free(pairs->before);
  free(pairs->now);
}
