/* Which degrees of freedom a tendon or actuator acts on. A path between bodies does not notice what moves
   all of them alike: these are left out. */
#include <stdlib.h>

#include "model/compile.h"

/* how many of the bodies of one object each degree of freedom moves */
typedef struct gathering {
  const rg_model *m;
  int *count;   /* nv */
  int *touched; /* nv */
  int n, bodies;
} gathering;

static int last_dof(const rg_model *m, int body) {
  while (body && !m->body_ndof[body]) body = m->body_parent[body];
  return body ? m->body_dof[body] + m->body_ndof[body] - 1 : -1;
}

static void add_body(gathering *g, int body) {
  g->bodies++;
  for (int i = last_dof(g->m, body); i >= 0; i = g->m->dof_parent[i])
    if (g->count[i]++ == 0) g->touched[g->n++] = i;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* writes what was gathered to `dof` (NULL: only counts), ascending, and forgets it; `common`: with
   what moves all bodies */
static int finish(gathering *g, int common, int *dof) {
  int found = 0;
  if (dof && g->n) qsort(g->touched, (size_t)g->n, sizeof *g->touched, ascending);
  for (int k = 0; k < g->n; k++) {
    int i = g->touched[k];
    if (common || g->count[i] < g->bodies) {
      if (dof) dof[found] = i;
      found++;
    }
    g->count[i] = 0;
  }
  g->n = g->bodies = 0;
  return found;
}

static int tendon_dofs(gathering *g, int t, int *dof) {
  const rg_model *m = g->m;
  int first = m->tendon_start[t], count = m->tendon_count[t];
  for (int k = 0; dof && k < count; k++) dof[k] = m->joint_dof[m->tendon_joint[first + k]];
  if (m->tendon_npath[t] == 0) return count;
  for (int k = m->tendon_path[t]; k < m->tendon_path[t] + m->tendon_npath[t]; k++)
    if (m->path_type[k] == RG_PATH_SITE) add_body(g, m->site_body[m->path_object[k]]);
    else if (m->path_type[k] != RG_PATH_PULLEY) add_body(g, m->geom_body[m->path_object[k]]);
  return finish(g, 0, dof);
}

static int joint_dofs(const rg_model *m, int joint, int *dof) {
  int type = m->joint_type[joint];
  int width = type == RG_JOINT_FREE ? 6 : type == RG_JOINT_BALL ? 3 : 1;
  for (int k = 0; dof && k < width; k++) dof[k] = m->joint_dof[joint] + k;
  return width;
}

static int actuator_dofs(gathering *g, int a, int *dof) {
  const rg_model *m = g->m;
  int tendon = m->actuator_tendon[a], site = m->actuator_site[a], other = m->actuator_refsite[a];
  if (m->actuator_joint[a] >= 0) return joint_dofs(m, m->actuator_joint[a], dof);
  if (m->actuator_body[a] >= 0) { /* whatever it may touch */
    for (int i = 0; dof && i < m->nv; i++) dof[i] = i;
    return m->nv;
  }
  if (tendon >= 0) {
    int first = m->tendon_dof_start[tendon], count = m->tendon_dof_start[tendon + 1] - first;
    for (int k = 0; dof && k < count; k++) dof[k] = m->tendon_dof[first + k];
    return count;
  }
  add_body(g, m->site_body[site]);
  if (other >= 0) add_body(g, m->site_body[other]);
  return finish(g, other < 0, dof);
}

/* the lists of n objects, one after the other */
static void fill_lists(rg_compilation *c, gathering *g, int n,
                       int (*dofs_of)(gathering *g, int i, int *dof), int **start, int **dof) {
  *start = RG_NEW(c->memory, int, n + 1);
  if (!*start) return;
  for (int i = 0; i < n; i++) (*start)[i + 1] = (*start)[i] + dofs_of(g, i, NULL);
  *dof = RG_NEW(c->memory, int, (*start)[n]);
  for (int i = 0; *dof && i < n; i++) dofs_of(g, i, *dof + (*start)[i]);
}

rg_status rg_compile_moments(rg_compilation *c) {
  rg_model *m = c->model;
  gathering g = {
      .m = m, .count = RG_NEW(&c->scratch, int, m->nv), .touched = RG_NEW(&c->scratch, int, m->nv)};
  if (c->scratch.failed) return RG_NO_MEMORY;
  fill_lists(c, &g, m->ntendon, tendon_dofs, &m->tendon_dof_start, &m->tendon_dof);
  if (c->memory->failed) return RG_NO_MEMORY;
  fill_lists(c, &g, m->nactuator, actuator_dofs, &m->actuator_dof_start, &m->actuator_dof);
  return c->memory->failed ? RG_NO_MEMORY : RG_OK;
}
