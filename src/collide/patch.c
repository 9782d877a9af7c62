/* Reduction of contact points by furthest-point sampling, and the contact frame. */
#include "collide/patch.h"

#include "math/vector.h"

#include <assert.h>

int rg_feature_code(int kind, int id_a, int id_b) {
  return kind << 28 | (id_a & 0x3fff) << 14 | (id_b & 0x3fff);
}

/* v, at right angles to the unit vector `from`, carried by the shortest turn to the unit vector
   `to` */
static void carry(const double from[3], const double to[3], double v[3]) {
  double sum[3], f = -rg_v3_dot(to, v) / (1 + rg_v3_dot(from, to));
  rg_v3_add(sum, from, to);
  rg_v3_add_scaled(v, f, sum);
}

void rg_contact_frame(const double normal[3], double frame[9]) {
  const double z[3] = {0, 0, 1}, pole[3] = {0.48, 0.6, 0.64};
  double *n = frame, *t1 = frame + 3, *t2 = frame + 6;
  rg_v3_copy(n, normal);
  rg_v3_set(t1, 1, 0, 0);
  carry(z, pole, t1);

  /* opposite to the pole there is no shortest turn: any tangent will do */
  if (1 + rg_v3_dot(pole, n) > 1e-8) carry(pole, n, t1);
  rg_v3_add_scaled(t1, -rg_v3_dot(t1, n), n);
  rg_v3_normalize(t1);
  rg_v3_cross(t2, n, t1);
}

/* frame of a normal that points from B to A before the exchange */
static void set_frame(const rg_contact_list *list, const double normal[3], double frame[9]) {
  double n[3];
  rg_v3_scale(n, list->sign, normal);
  rg_contact_frame(n, frame);
}

/* one contact, where gap <= margin, everything is finite, and there is room */
static void emit(rg_contact_list *list, const double position[3], const double frame[9], double gap,
                 int feature) {
  if (!(gap <= list->margin) || list->n >= list->most) return;
  if (!isfinite(gap + position[0] + position[1] + position[2] + rg_v3_dot(frame, frame))) return;
  rg_contact *c = &list->contact[list->n++];
  *c = (rg_contact){.gap = gap,
                    .geom1 = -1,
                    .geom2 = -1,
                    .body1 = -1,
                    .body2 = -1,
                    .condim = 3,
                    .feature = feature};
  rg_v3_copy(c->position, position);
  rg_mat3_copy(c->frame, frame);
}

void rg_contact_emit(rg_contact_list *list, const double position[3], const double normal[3],
                     double gap, int feature) {
  double frame[9];
  if (!(gap <= list->margin) || list->n >= list->most) return;
  set_frame(list, normal, frame);
  emit(list, position, frame, gap, feature);
}

void rg_patch_add(rg_patch *patch, const double position[3], double gap, int feature) {
  if (patch->n == RG_PATCH) rg_patch_reduce(patch, 2 * RG_PATCH_KEEP, 0);
  rg_v3_copy(patch->position[patch->n], position);
  patch->gap[patch->n] = gap;
  patch->feature[patch->n++] = feature;
}

static int deepest(const rg_patch *patch, double tolerance) {
  int best = 0;
  for (int i = 1; i < patch->n; i++)
    if (patch->gap[i] < patch->gap[best] - tolerance) best = i;
  return best;
}

static void keep_marked(rg_patch *patch, const unsigned char *kept) {
  int n = 0;
  for (int i = 0; i < patch->n; i++) {
    if (!kept[i]) continue;
    if (n != i) rg_v3_copy(patch->position[n], patch->position[i]);
    patch->gap[n] = patch->gap[i];
    patch->feature[n++] = patch->feature[i];
  }
  patch->n = n;
}

/* squares of the distances from the nearest point kept, with one more that is; the furthest of the
   others, the first of those that are so within `tolerance`, -1: none */
static int furthest(const rg_patch *patch, const unsigned char *kept, int newest, double tolerance,
                    double *away) {
  const double *q = patch->position[newest];
  double beyond = -1; /* square of the furthest so far with the tolerance */
  int far = -1;
  for (int i = 0; i < patch->n; i++) {
    const double *p = patch->position[i];
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2], d = x * x + y * y + z * z;
    if (d < away[i]) away[i] = d;
    if (kept[i] || !(away[i] > beyond)) continue;
    far = i;
    beyond = tolerance > 0 ? away[i] + tolerance * (2 * sqrt(away[i]) + tolerance) : away[i];
  }
  return far;
}

void rg_patch_reduce(rg_patch *patch, int keep, double tolerance) {
  assert(keep > 0);
  unsigned char kept[RG_PATCH] = {0};
  double away[RG_PATCH];
  if (patch->n <= keep) return;
  for (int i = 0; i < patch->n; i++) away[i] = HUGE_VAL;
  int next = deepest(patch, tolerance);
  for (int k = 0; k < keep && next >= 0; k++) {
    kept[next] = 1;
    next = furthest(patch, kept, next, tolerance, away);
  }
  keep_marked(patch, kept);
}

void rg_patch_emit(rg_patch *patch, const double normal[3], int keep, double tolerance,
                   rg_contact_list *list) {
  unsigned char near[RG_PATCH];
  for (int i = 0; i < patch->n; i++) near[i] = patch->gap[i] <= list->margin;
  keep_marked(patch, near);
  int room = list->most - list->n;
  double frame[9];
  if (room <= 0 || !patch->n) return;
  set_frame(list, normal, frame);
  rg_patch_reduce(patch, room < keep ? room : keep, room == 1 ? 0 : tolerance);
  for (int i = 0; i < patch->n; i++)
    emit(list, patch->position[i], frame, patch->gap[i], patch->feature[i]);
}
