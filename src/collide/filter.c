/* Contact filter and combination of contact parameters, as documented for MuJoCo:

   - an explicit pair counts whatever the other rules say, with its own condim, friction,
     margin and gap;
   - bodies of an exclude element do not touch;
   - geoms of bodies that are welded together do not touch; nor do parent and child, where the
     bodies that each is welded to are meant and the world as a parent is excepted
     (parents_touch: they do);
   - (contype1 & conaffinity2) or (contype2 & conaffinity1) must be non-zero;
   - margin and gap are the larger ones; contacts count from margin - gap on, or, where the gap is larger than the
     margin, from the margin on (MuJoCo 3 has come to mean that: only adhesion acts within the gap);
     adhesion is the sum, or that of the higher priority; condim and friction those of the geom with the higher
     priority, or, where it is equal, the larger ones element by element. */
#include "collide/filter.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static uint64_t key_of(int i, int j) {
  uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
  return low << 32 | high;
}

/* by key, then by index: of two equal pairs the first counts */
static int compare(const void *a, const void *b) {
  const rg_pair_key *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return (p->index > q->index) - (p->index < q->index);
}

static rg_pair_key *sorted_keys(rg_arena *arena, int n, const int *first, const int *second) {
  rg_pair_key *keys = RG_NEW(arena, rg_pair_key, n + 1);
  if (!keys) return NULL;
  for (int i = 0; i < n; i++) keys[i] = (rg_pair_key){key_of(first[i], second[i]), i};
  qsort(keys, (size_t)n, sizeof *keys, compare);
  return keys;
}

/* index of the first entry with the key, -1 where there is none */
static int find(const rg_pair_key *keys, int n, uint64_t key) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low < n && keys[low].key == key ? keys[low].index : -1;
}

static void set_reach(rg_filter *filter, const rg_model *model) {
  for (int g = 0; g < model->ngeom; g++) {
    filter->reach[g] = model->geom_margin[g];
    filter->used[g] = model->geom_contype[g] || model->geom_conaffinity[g];
  }
  for (int p = 0; p < model->npair; p++) {
    int geom[2] = {model->pair_geom1[p], model->pair_geom2[p]};
    for (int k = 0; k < 2; k++) {
      filter->reach[geom[k]] = fmax(filter->reach[geom[k]], model->pair_margin[p]);
      filter->used[geom[k]] = 1;
    }
  }
}

int rg_filter_init(rg_filter *filter, rg_arena *arena, const rg_model *model) {
  assert(filter && arena && model);
  filter->npair = model->npair;
  filter->nexclude = model->nexclude;
  filter->pair = sorted_keys(arena, model->npair, model->pair_geom1, model->pair_geom2);
  filter->exclude = sorted_keys(arena, model->nexclude, model->exclude_body1, model->exclude_body2);
  filter->reach = RG_NEW(arena, double, model->ngeom + 1);
  filter->used = RG_NEW(arena, unsigned char, model->ngeom + 1);
  if (arena->failed) return 0;
  filter->parents_touch = model->option.parents_touch;
  set_reach(filter, model);
  return 1;
}

int rg_filter_welded(const rg_model *model, int g1, int g2) {
  return model->body_weld[model->geom_body[g1]] == model->body_weld[model->geom_body[g2]];
}

/* welded together, or parent and child neither of which is part of the world */
static int related(const rg_filter *filter, const rg_model *model, int body1, int body2) {
  int weld1 = model->body_weld[body1], weld2 = model->body_weld[body2];
  if (weld1 == weld2) return 1;
  if (weld1 == 0 || weld2 == 0 || filter->parents_touch) return 0;
  return model->body_weld[model->body_parent[weld1]] == weld2 ||
         model->body_weld[model->body_parent[weld2]] == weld1;
}

static void set_margin(rg_pair_law *law, double margin, double gap) {
  law->margin = gap <= margin ? margin - gap : margin;
  law->zone = gap;
}

static void combine(const rg_model *model, int g1, int g2, rg_pair_law *law) {
  int difference = model->geom_priority[g1] - model->geom_priority[g2];
  int winner = difference > 0 ? g1 : g2;
  set_margin(law, fmax(model->geom_margin[g1], model->geom_margin[g2]),
             fmax(model->geom_gap[g1], model->geom_gap[g2]));
  law->adhesion = model->geom_adhesion[winner];
  law->condim = model->geom_condim[winner];
  for (int i = 0; i < 3; i++) law->friction[i] = model->geom_friction[3 * winner + i];
  if (difference != 0) return;
  if (model->geom_condim[g1] > law->condim) law->condim = model->geom_condim[g1];
  for (int i = 0; i < 3; i++)
    law->friction[i] = fmax(law->friction[i], model->geom_friction[3 * g1 + i]);
  law->adhesion += model->geom_adhesion[g1];
}

/* an explicit pair's friction: sliding 1, sliding 2, torsional, rolling 1, rolling 2; the first
   of each is taken */
static void explicit_law(const rg_model *model, int p, rg_pair_law *law) {
  const double *f = model->pair_friction + 5 * p;
  set_margin(law, model->pair_margin[p], model->pair_gap[p]);
  law->adhesion = model->pair_adhesion[p];
  law->condim = model->pair_condim[p];
  law->friction[0] = f[0], law->friction[1] = f[2], law->friction[2] = f[3];
}

int rg_filter_pair(const rg_filter *filter, const rg_model *model, int g1, int g2,
                   rg_pair_law *law) {
  int p = filter->npair > 0 ? find(filter->pair, filter->npair, key_of(g1, g2)) : -1;
  if (p >= 0) {
    explicit_law(model, p, law);
    return 1;
  }
  int body1 = model->geom_body[g1], body2 = model->geom_body[g2];
  int wanted = (model->geom_contype[g1] & model->geom_conaffinity[g2]) ||
               (model->geom_contype[g2] & model->geom_conaffinity[g1]);
  if (!wanted || related(filter, model, body1, body2)) return 0;
  if (filter->nexclude > 0 && find(filter->exclude, filter->nexclude, key_of(body1, body2)) >= 0)
    return 0;
  combine(model, g1, g2, law);
  return 1;
}
