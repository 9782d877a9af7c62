/* Candidate points of one contact patch, reduced to a few that are well spread, and handed out
   as contacts. */
#ifndef RG_PATCH_H
#define RG_PATCH_H

#include <rigor/collide.h>

enum { RG_PATCH = 72, RG_PATCH_KEEP = 8, RG_PATCH_ROUND = 4 };

typedef struct rg_patch {
  int n;
  double position[RG_PATCH][3]; /* midway between the surfaces */
  double gap[RG_PATCH];
  int feature[RG_PATCH];
} rg_patch;

/* where contacts go; `sign` is -1 where the shapes were exchanged */
typedef struct rg_contact_list {
  rg_contact *contact;
  int n, most;
  double margin, sign;
} rg_contact_list;

/* Features: which vertex or edge of A meets which of B. */
enum { RG_FEATURE_POINT, RG_FEATURE_VERTEX_A, RG_FEATURE_VERTEX_B, RG_FEATURE_CROSSING };
int rg_feature_code(int kind, int id_a, int id_b);

/* One contact, where gap <= margin, everything is finite, and there is room. `normal` points
   from B to A before the exchange. */
void rg_contact_emit(rg_contact_list *list, const double position[3], const double normal[3],
                     double gap, int feature);

void rg_patch_add(rg_patch *patch, const double position[3], double gap, int feature);
/* Leaves at most `keep` points: the deepest, then always the one furthest from those kept.
   Points that are equally good to within `tolerance` are taken in order, so that rounding does
   not decide. */
void rg_patch_reduce(rg_patch *patch, int keep, double tolerance);
/* Drops points beyond the margin, reduces to `keep`, and emits the rest. */
void rg_patch_emit(rg_patch *patch, const double normal[3], int keep, double tolerance,
                   rg_contact_list *list);

/* Rows n, t1, t2, right-handed. t1 is x carried along the sphere from z by two shortest turns,
   through a fixed pole: smooth everywhere but at the point opposite to the pole. */
void rg_contact_frame(const double normal[3], double frame[9]);

#endif
