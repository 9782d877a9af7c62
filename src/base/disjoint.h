/* Disjoint sets: parent[i] leads from i towards the root that stands for its set; a root is its own. */
#ifndef RG_DISJOINT_H
#define RG_DISJOINT_H

/* the root of i; the way to it gets shorter */
static inline int rg_find_root(int *parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

#endif
