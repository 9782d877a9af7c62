/* Which degrees of freedom make one compound joint, found once: the ways from both ends of a
   closure to their last common ancestor, and whatever shares a degree of freedom with them. */
#include "dynamics/embedded_tree.h"

#include <string.h>

static int find(int *head, int i) {
  while (head[i] != i) i = head[i] = head[head[i]];
  return i;
}

/* last degree of freedom that moves a body, -1 */
static int last_dof(const rg_model *model, int body) {
  int moving = model->body_weld[body];
  return model->body_ndof[moving] ? model->body_dof[moving] + model->body_ndof[moving] - 1 : -1;
}

/* the ends of a closure on the tree; a joint coupling starts at its own degrees of freedom */
static void closure_ends(const rg_model *model, int e, int *a, int *b) {
  int one = model->equality_object1[e], two = model->equality_object2[e];
  if (model->equality_type[e] == RG_EQUALITY_JOINT) {
    *a = model->joint_dof[one];
    *b = two < 0 ? *a : model->joint_dof[two];
  } else {
    *a = last_dof(model, one);
    *b = last_dof(model, two);
  }
}

/* ties all degrees of freedom on the way between a and b; returns one of them, -1: none. The common
   ancestor stays out, unless it is an end of a joint coupling itself. */
static int tie_way(const rg_model *model, int *head, unsigned char *tied, int a, int b, int ends) {
  int first = ends ? a : -1, i = a, j = b;
  if (ends) {
    tied[a] = tied[b] = 1;
    head[find(head, b)] = find(head, a);
  }
  while (i != j) {
    int *deeper = i > j ? &i : &j; /* parents have smaller numbers */
    tied[*deeper] = 1;
    if (first >= 0) head[find(head, *deeper)] = find(head, first);
    first = *deeper;
    *deeper = model->dof_parent[*deeper];
  }
  return first;
}

/* ties all that either tendon acts on, and what lies between */
static int tie_tendons(const rg_model *model, int *head, unsigned char *tied, int e) {
  int tendon[2] = {model->equality_object1[e], model->equality_object2[e]}, first = -1;
  for (int side = 0; side < 2; side++) {
    if (tendon[side] < 0) continue;
    int end = model->tendon_dof_start[tendon[side] + 1];
    for (int k = model->tendon_dof_start[tendon[side]]; k < end; k++) {
      if (first < 0) first = model->tendon_dof[k];
      tie_way(model, head, tied, first, model->tendon_dof[k], 1);
    }
  }
  return first;
}

static void sort_into_loops(rg_embedded *embedded, int *head, const unsigned char *tied,
                            const int *of_equality) {
  const rg_closure *closure = embedded->closure;
  int dofs = 0, rows = 0;
  for (int i = 0; i < embedded->nv; i++) embedded->loop_of[i] = -1;

  /* the heads number the loops, then every member follows its head */
  for (int i = 0; i < embedded->nv; i++) {
    if (!tied[i]) continue;
    int *number = embedded->loop_of + find(head, i);
    if (*number < 0) *number = embedded->loops++;
    embedded->loop_of[i] = *number;
  }
  for (int l = 0; l < embedded->loops; l++) {
    for (int i = 0; i < embedded->nv; i++)
      if (embedded->loop_of[i] == l) {
        embedded->place[i] = dofs - embedded->loop_start[l];
        embedded->loop_dof[dofs++] = i;
      }
    embedded->loop_start[l + 1] = dofs;
    for (int k = 0; k < closure->count; k++)
      if (of_equality[k] >= 0 && embedded->loop_of[of_equality[k]] == l)
        for (int r = closure->start[k]; r < closure->start[k + 1]; r++)
          embedded->loop_row[rows++] = r;
    embedded->row_start[l + 1] = rows;
  }
}

void rg_embedded_find_loops(rg_embedded *embedded, const rg_model *model, int *head,
                            unsigned char *tied, int *of_equality) {
  const rg_closure *closure = embedded->closure;
  for (int i = 0; i < model->nv; i++) head[i] = i;
  memset(tied, 0, (size_t)model->nv);
  for (int k = 0; k < closure->count; k++) {
    int e = closure->equality[k], a, b;
    if (model->equality_type[e] == RG_EQUALITY_TENDON) {
      of_equality[k] = tie_tendons(model, head, tied, e);
      continue;
    }
    closure_ends(model, e, &a, &b);
    of_equality[k] = tie_way(model, head, tied, a, b, model->equality_type[e] == RG_EQUALITY_JOINT);
  }
  sort_into_loops(embedded, head, tied, of_equality);
}
