/* Operational-space inertia Lambda = J M^-1 J' of frames fixed to bodies: marks the ways from the
   nodes to the root, lets one of two methods fill the compliance Omega of the bodies on it, and
   shifts Omega from the body frames to the nodes, Lambda_ij = X_i Omega(b_i, b_j) X_j'. */
#include "dynamics/osi_parts.h"

#include "base/finite.h"

#include <stdlib.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

static void take_marks(rg_osi *osi, int nbody, int nv, int carriers, int keys) {
  rg_arena *a = &osi->arena;
  osi->marked = RG_NEW(a, unsigned char, nbody);
  osi->branches = RG_NEW(a, int, nbody);
  osi->first = RG_NEW(a, int, nbody);
  osi->last = RG_NEW(a, int, nbody);
  osi->depth = RG_NEW(a, int, nv);
  osi->carrier_of = RG_NEW(a, int, nbody);
  osi->carrier_body = RG_NEW(a, int, carriers);
  osi->carrier_key = RG_NEW(a, int, carriers);
  osi->key_of = RG_NEW(a, int, nbody);
  osi->key_body = RG_NEW(a, int, keys);
  osi->key_parent = RG_NEW(a, int, keys);
  osi->key_above = RG_NEW(a, int, nbody);
  osi->omega = RG_RAW(a, double, (size_t)keys *(size_t)keys * 36);
}

static void take_work(rg_osi *osi, int nbody, int nv, size_t most_path) {
  rg_arena *a = &osi->arena;
  osi->compliance = RG_RAW(a, rg_sym6, nbody);
  osi->way = RG_RAW(a, double, 36 * (size_t)nbody);
  osi->path_start = RG_NEW(a, long, nv);
  osi->path_column = RG_RAW(a, double, most_path);
}

rg_osi *rg_osi_new(const rg_model *model, int most_nodes) {
  if (!model || most_nodes < 0) return NULL;
  rg_osi *osi = calloc(1, sizeof *osi);
  if (!osi) return NULL;
  int moving = model->nbody > 0 ? model->nbody - 1 : 0, deepest = 0;
  int carriers = most_nodes < moving ? most_nodes : moving;
  int keys = 2 * (long)carriers < moving ? 2 * carriers : moving;
  osi->most_nodes = most_nodes;
  osi->nbody = model->nbody;
  osi->nv = model->nv;
  take_marks(osi, model->nbody, model->nv, carriers, keys);
  for (int i = 0; i < model->nv && osi->depth; i++) {
    int up = model->dof_parent[i];
    osi->depth[i] = up < 0 ? 1 : osi->depth[up] + 1;
    if (osi->depth[i] > deepest) deepest = osi->depth[i];
  }
  take_work(osi, model->nbody, model->nv, (size_t)carriers * 6 * (size_t)deepest);
  if (!osi->arena.failed) return osi;
  rg_osi_free(osi);
  return NULL;
}

void rg_osi_free(rg_osi *osi) {
  if (!osi) return;
  rg_arena_free(&osi->arena);
  free(osi);
}

/* --- marks -------------------------------------------------------------------------------------
 */

/* ways from the nodes to the root; a way ends where another one has passed */
static void mark_ways(rg_osi *osi, const rg_model *model, int nodes, const rg_node *node) {
  memset(osi->marked, 0, (size_t)osi->nbody);
  memset(osi->branches, 0, (size_t)osi->nbody * sizeof(int));
  for (int b = 0; b < osi->nbody; b++) osi->carrier_of[b] = osi->key_of[b] = osi->key_above[b] = -1;
  for (int i = 0; i < nodes; i++) {
    if (node[i].body) osi->carrier_of[node[i].body] = 0;
    for (int b = node[i].body; b && !osi->marked[b]; b = model->body_parent[b]) {
      osi->marked[b] = 1;
      osi->branches[model->body_parent[b]]++;
    }
  }
}

/* numbers the carriers and keys, parents first */
static void number_keys(rg_osi *osi, const rg_model *model) {
  osi->carriers = osi->keys = 0;
  for (int b = 1; b < osi->nbody; b++) {
    if (!osi->marked[b]) continue;
    int above = osi->key_above[model->body_parent[b]], carrier = osi->carrier_of[b] >= 0;
    osi->first[b] = osi->carriers;
    osi->key_above[b] = above;
    if (carrier || osi->branches[b] > 1) {
      osi->key_above[b] = osi->key_of[b] = osi->keys;
      osi->key_body[osi->keys] = b;
      osi->key_parent[osi->keys++] = above;
    }
    if (carrier) {
      osi->carrier_body[osi->carriers] = b;
      osi->carrier_key[osi->carriers] = osi->key_of[b];
      osi->carrier_of[b] = osi->carriers++;
    }
    osi->last[b] = osi->carriers;
  }
  /* the range of a body ends where that of its last marked child ends */
  for (int b = osi->nbody - 1; b > 0; b--) {
    int parent = model->body_parent[b];
    if (osi->marked[b] && parent && osi->last[parent] < osi->last[b])
      osi->last[parent] = osi->last[b];
  }
}

/* --- which method ------------------------------------------------------------------------------
 */

/* nanoseconds a unit of work, measured by bench/osi.c (see docs/operational-space.md) */
static const double ns_body = 60, ns_dof = 20, ns_marked = 35, ns_marked_dof = 25, ns_key_pair = 40;
static const double ns_entry = 0.42, ns_row = 20, ns_block = 14;

static double recursion_cost(const rg_osi *osi, const rg_model *model) {
  double cost = ns_key_pair * 0.5 * osi->keys * (osi->keys + 1);
  for (int b = 1; b < osi->nbody; b++) {
    int dofs = model->body_ndof[b];
    if (osi->marked[model->body_root[b]]) cost += ns_body + ns_dof * dofs;
    if (osi->marked[b]) cost += ns_marked + ns_marked_dof * dofs;
  }
  return cost;
}

/* stops adding where it is over `most` */
static double factor_cost(const rg_osi *osi, const rg_model *model, double most) {
  double cost = 0;
  for (int i = 0; i < model->nv && cost <= most; i++) {
    int body = model->dof_body[i], width;
    if (!osi->marked[body]) continue;
    width = osi->last[body] - osi->first[body];
    cost += ns_row + ns_entry * 6 * width * osi->depth[i] + ns_block * 0.5 * width * (width + 1);
  }
  return cost;
}

/* --- blocks to nodes ---------------------------------------------------------------------------
 */

/* B <- B X', X = [1 0; -r~ 1]: the linear columns of each row gain (row's angular part) x r */
static void shift_columns(double B[36], const double r[3]) {
  for (int i = 0; i < 36; i += 6) {
    double turned[3];
    rg_v3_cross(turned, B + i, r);
    rg_v3_add(B + i + 3, B + i + 3, turned);
  }
}

static void transpose6(double B[36], const double A[36]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) B[6 * i + j] = A[6 * j + i];
}

/* Lambda_ij = X_i Omega X_j' and its mirror image */
static void store_pair(const double *source, int swapped, const double ri[3], const double rj[3],
                       double *lambda, int ld, int i, int j) {
  double block[36], turned[36];
  if (swapped) transpose6(block, source);
  else memcpy(block, source, sizeof block);
  shift_columns(block, rj);
  transpose6(turned, block);
  shift_columns(turned, ri); /* (X_i B)' */
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) {
      lambda[(size_t)(6 * i + a) * (size_t)ld + (size_t)(6 * j + b)] = turned[6 * b + a];
      lambda[(size_t)(6 * j + b) * (size_t)ld + (size_t)(6 * i + a)] = turned[6 * b + a];
    }
}

static void blocks_to_nodes(const rg_osi *osi, const rg_model *model, const rg_data *data,
                            int by_keys, int nodes, const rg_node *node, double *lambda) {
  int count = by_keys ? osi->keys : osi->carriers, ld = 6 * nodes;
  memset(lambda, 0, (size_t)ld * (size_t)ld * sizeof(double));
  for (int i = 0; i < nodes; i++)
    for (int j = 0; j <= i; j++) {
      int bi = node[i].body, bj = node[j].body;
      if (!bi || !bj || model->body_root[bi] != model->body_root[bj]) continue;
      int k = osi->carrier_of[bi], l = osi->carrier_of[bj], swapped = k < l;
      if (by_keys) k = osi->carrier_key[k], l = osi->carrier_key[l];
      double ri[3], rj[3];
      rg_v3_sub(ri, node[i].point, data->xpos + 3 * bi);
      rg_v3_sub(rj, node[j].point, data->xpos + 3 * bj);
      long place = swapped ? (long)count * l + k : (long)count * k + l;
      store_pair(osi->omega + 36 * place, swapped, ri, rj, lambda, ld, i, j);
    }
}

/* -----------------------------------------------------------------------------------------------
 */

static rg_status check(const rg_osi *osi, const rg_model *model, const rg_data *data, int nodes,
                       const rg_node *node, const double *lambda) {
  if (!osi || !model || !data || nodes < 0 || (nodes && (!node || !lambda))) return RG_BAD_INPUT;
  if (nodes > osi->most_nodes || model->nbody != osi->nbody || model->nv != osi->nv)
    return RG_BAD_INPUT;
  for (int i = 0; i < nodes; i++) {
    if (node[i].body < 0 || node[i].body >= model->nbody) return RG_BAD_INPUT;
    if (!rg_all_finite(3, node[i].point)) return RG_BAD_INPUT;
  }
  return RG_OK;
}

rg_status rg_osi_compute(rg_osi *osi, const rg_model *model, rg_data *data, int nodes,
                         const rg_node *node, rg_osi_method method, double *lambda) {
  rg_status status = check(osi, model, data, nodes, node, lambda);
  if (status != RG_OK || nodes == 0) return status;
  mark_ways(osi, model, nodes, node);
  number_keys(osi, model);
  if (method == RG_OSI_AUTO) {
    double recursion = recursion_cost(osi, model);
    method = factor_cost(osi, model, recursion) <= recursion ? RG_OSI_FACTOR : RG_OSI_RECURSION;
  }
  status = method == RG_OSI_FACTOR ? rg_osi_factor(osi, model, data)
                                   : rg_osi_recursion(osi, model, data);
  if (status != RG_OK) memset(lambda, 0, 36 * (size_t)nodes * (size_t)nodes * sizeof(double));
  else blocks_to_nodes(osi, model, data, method != RG_OSI_FACTOR, nodes, node, lambda);
  return status;
}
