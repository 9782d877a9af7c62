/* Which shapes touch, where, with what gap. */
#ifndef RIGOR_COLLIDE_H
#define RIGOR_COLLIDE_H

#include <rigor/dynamics.h>
#include <rigor/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_contact {
  double position[3]; /* midway between the two surfaces, world frame */
  double frame[9];    /* rows: normal from geom 2 (B) to geom 1 (A), tangent1, tangent2 */
  double gap;         /* m: > 0 apart, < 0 overlap */
  int geom1, geom2;   /* A, B */
  int body1, body2;
  int condim;
  double friction[3]; /* sliding, torsional, rolling, combined as MuJoCo does */
  int feature; /* the same for the same pair of features from step to step: matching and warm start */
} rg_contact;

/* A convex shape with its pose, for direct queries. */
typedef struct rg_shape {
  rg_geom_type type;
  double size[3];
  double position[3];
  double rotation[9];   /* row-major */
  const double *vertex; /* mesh: vertices in the shape's frame */
  int nvertex;
  const int *neighbour_start, *neighbour; /* mesh: hull adjacency, may be NULL */
  const int *face;                        /* mesh: triangles */
  int nface;
  const struct rg_mesh_guide
      *guide;    /* mesh: what a collider knows of it beforehand; NULL: nothing */
  double extent; /* half the diagonal of the box around it at this pose; 0: not known */
} rg_shape;

/* Contacts of two shapes with gap <= margin: up to `most` (8 are enough for all); returns their number. geom and body fields are -1. */
RG_API int rg_collide_pair(const rg_shape *a, const rg_shape *b, double margin, rg_contact *contact,
                           int most);
/* Signed distance of two convex shapes (negative: penetration depth) with witness points and the normal from B to A. HUGE_VAL for two
   planes and for poses that are not finite. */
RG_API double rg_distance(const rg_shape *a, const rg_shape *b, double point_a[3],
                          double point_b[3], double normal[3]);

typedef struct rg_collider rg_collider;
RG_API rg_collider *rg_collider_new(const rg_model *model,
                                    int most_contacts); /* 0: a generous default */
RG_API void rg_collider_free(rg_collider *collider);
/* Contacts with a gap of up to `margin` (m) beyond the model's margins count too, for steps that look ahead. Default 0. */
RG_API void rg_collider_set_margin(rg_collider *collider, double margin);
/* Whether parent and child touch: 1, 0, -1 as the model says (default). */
RG_API void rg_collider_set_parents(rg_collider *collider, const rg_model *model, int touch);
/* All contacts of the model at the poses of data (rg_kinematics must have run). Needs no memory. Returns the number;
   *overflow (may be NULL) is 1 where contacts had to be left out. Order is deterministic. */
RG_API int rg_collide(rg_collider *collider, const rg_model *model, const rg_data *data,
                      const rg_contact **contacts, int *overflow);
/* Deepest overlap of two shapes of different bodies that a filter keeps from touching, m, >= 0; which ones in `geom` (may
   be NULL), -1 where there are none. Shapes that can touch nothing do not count, nor do two that cannot move against
   each other. */
RG_API double rg_collide_filtered(rg_collider *collider, const rg_model *model, const rg_data *data,
                                  int geom[2]);

#ifdef __cplusplus
}
#endif
#endif
