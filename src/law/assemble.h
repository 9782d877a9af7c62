/* What all linear laws share. Each law says, for one contact with m unknowns z,

       r = B z                 impulse of the contact          B: dim x m
       w = R u + S z + d       rows of the complementarity     R: m x dim, S: m x m

   where u = A r + c, target folded in, is the velocity. Over all contacts
   w = (R A B + S) z + (R c + d): that is the MLCP. Scalar rows have B = R = 1, S = d = 0. */
#ifndef RG_LAW_ASSEMBLE_H
#define RG_LAW_ASSEMBLE_H

#include <rigor/law.h>

/* What a law sees of one contact. Tangential vectors have dim - 1 entries in use. */
typedef struct rg_law_contact {
  int dim;
  int sliding; /* a slip was given and is not under the threshold */
  double mu;
  double speed;       /* |slip|; without a given slip: |tangential part of c| */
  double along[2];    /* unit vector along the slip; tangent1 where there is none */
  double axis[2];     /* first direction: `along` or tangent1, turned by the angle */
  double normal;      /* normal impulse that bounds are made of */
  const double *last; /* impulse of the last step; NULL where there is none */
} rg_law_contact;

/* One contact's share of the MLCP; fill finds B, R, S and d set to zero, bounds 0 and +inf. */
typedef struct rg_law_block {
  int size;              /* m */
  double *B, *R, *S, *d; /* row-major */
  double *core;          /* m x m: the diagonal block of R A B */
  double *lower, *upper; /* m entries of the MLCP's bounds */
} rg_law_block;

/* One law. */
typedef struct rg_law_form {
  /* unknowns of one contact */
  int (*size)(int dim, const rg_law_options *options, int sliding);
  void (*fill)(const rg_law_options *options, const rg_law_contact *contact, rg_law_block *block);
  /* z from an impulse and the velocity that belongs to it */
  void (*start)(const rg_law_options *options, const rg_law_contact *contact, const double *impulse,
                const double *velocity, double *z);
  /* whether fill uses contact->normal; NULL: never */
  int (*iterates)(const rg_law_options *options);
  /* fill writes the relaxation itself; 0: it is added to the diagonal of A */
  int relaxes;
} rg_law_form;

extern const rg_law_form rg_law_pyramid, rg_law_slack, rg_law_box, rg_law_hybrid,
    rg_law_nonsingular, rg_law_square, rg_law_frictionless;

/* Direction j of `count` regular ones, the first along `axis`; opposite and, where 4 divides count,
   perpendicular directions are exactly so. In the plane: axis, -axis. */
void rg_law_direction(int dim, const double *axis, int j, int count, double *direction);

/* Weights >= 0 of the two neighbouring directions of which `vector` is the sum; the others 0. */
void rg_law_spread(int dim, const double *axis, int count, const double *vector, double *weight);

/* B and R = B' for unknowns that are components of the impulse: the normal in column `normal`, the
   tangential ones along axis and across it in columns `tangent` and, in space, tangent + 1. */
void rg_law_components(const rg_law_contact *contact, const double *axis, int normal, int tangent,
                       rg_law_block *block);
/* The components of a tangential vector in that frame. */
void rg_law_project(int dim, const double *axis, const double *vector, double *component);

/* Shared by slack and square: a contact whose tangential components are bounded by mu r_n each and
   written with the slack s+ = mu r_n + r_t and the negative part of the velocity. */
int rg_law_slack_size(int dim);
void rg_law_slack_fill(const rg_law_contact *contact, const double *axis, rg_law_block *block);
void rg_law_slack_start(const rg_law_contact *contact, const double *axis, const double *impulse,
                        const double *velocity, double *z);

/* Shared by box and hybrid: impulse components as unknowns, bounds mu * contact->normal. */
void rg_law_box_fill(const rg_law_contact *contact, const double *axis, rg_law_block *block);
void rg_law_box_start(const rg_law_contact *contact, const double *axis, const double *impulse,
                      double *z);
/* 1 where no impulse of a last step is given. */
int rg_law_without_last(const rg_law_options *options);

#endif
