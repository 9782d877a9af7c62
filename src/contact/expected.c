/* A tree of b bodies is expected to have 8 + 4 b contacts and its share of the scalar rows; nothing is
   set aside for more than MOST numbers of one kind. */
#include "contact/expected.h"

#include <assert.h>

enum { MOST = 1 << 20, DRIVES = 64 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* scalar rows that will be there, not those that could be */
static size_t count_rows(const rg_model *model) {
  size_t rows = 0, drives = 0;
  for (int k = 0; k < model->nequality; k++)
    rows += model->equality_type[k] == RG_EQUALITY_WELD      ? 6
            : model->equality_type[k] == RG_EQUALITY_CONNECT ? 3
                                                             : 1;
  for (int i = 0; i < model->nv; i++) rows += model->dof_frictionloss[i] > 0;
  for (int j = 0; j < model->njoint; j++) {
    rows += model->joint_limited[j] ? 2 : 0;
    drives += model->joint_type[j] == RG_JOINT_HINGE || model->joint_type[j] == RG_JOINT_SLIDE;
  }
  for (int t = 0; t < model->ntendon; t++)
    rows += (model->tendon_limited[t] ? 2u : 0u) + (model->tendon_frictionloss[t] > 0 ? 1u : 0u);
  return rows + least(drives, DRIVES);
}

/* degrees of freedom on the longest way to a root */
static size_t longest_way(const rg_model *model) {
  size_t longest = 0;
  for (int i = 0; i < model->nv && longest < MOST; i++) {
    size_t way = 0;
    for (int k = i; k >= 0; k = model->dof_parent[k]) way++;
    if (way > longest) longest = way;
  }
  return longest;
}

/* the tree whose first degree of freedom is `first`: adds its groups, those that two trees share twice; returns where
   it ends */
static int add_tree(const rg_model *model, int first, size_t rows, size_t most_contacts,
                    size_t *groups) {
  size_t bodies = 0, nv = (size_t)model->nv;
  int end = first;
  for (; end < model->nv && (end == first || model->dof_parent[end] >= 0); end++)
    bodies += end == first || model->dof_body[end] != model->dof_body[end - 1];
  size_t contacts = least(8 + 4 * bodies, most_contacts), size = (size_t)(end - first);
  *groups += contacts + least(rows, (2 * rows * size + nv - 1) / nv);
  return end;
}

rg_expected rg_expect(const rg_model *model, int most_rows, int most_contacts) {
  assert(most_rows >= 0 && most_contacts >= 0);
  size_t rows = least(count_rows(model), (size_t)most_rows), way = 2 * longest_way(model);
  size_t groups = 0;
  if (way > (size_t)model->nv) way = (size_t)model->nv;
  for (int first = 0; first < model->nv;)
    first = add_tree(model, first, rows, (size_t)most_contacts, &groups);
  return (rg_expected){.values = least(6 * groups * (way + 1), MOST),
                       .runs = least(2 * groups * (way + 1), MOST)};
}
