/* Alart's and Curnier's equations of one contact whose friction may have moments (docs/rolling.md Eq. 9). */
#ifndef RG_FRICTION_H
#define RG_FRICTION_H

enum { RG_CONTACT_MOST = 6, RG_FRICTION_PARTS = 3 };

/* A part of friction: components with one common bound, |y / weight| <= y_n. Components without friction are 0. */
typedef struct rg_friction_part {
  int count;
  int component[RG_CONTACT_MOST - 1];
  double weight[RG_CONTACT_MOST - 1]; /* >= 0 */
} rg_friction_part;

typedef struct rg_friction {
  int dim, parts;
  rg_friction_part part[RG_FRICTION_PARTS];
} rg_friction;

/* The piece of the equations: whether the contact is closed, and which parts stick, RG_FRICTION_STICKS << part. */
enum { RG_FRICTION_CLOSED = 1, RG_FRICTION_STICKS = 2 };

/* That in which the impulse y and the velocity u (target taken off) lie. */
int rg_friction_piece(const rg_friction *friction, const double *y, const double *u);
/* F(y, u) of a piece, 0 where y and u obey the laws. `by_y`, `by_u`: dim x dim derivatives, row-major; both NULL or none. */
void rg_friction_map_on(const rg_friction *friction, int piece, const double *y, const double *u,
                        double *F, double *by_y, double *by_u);
/* The same of the piece in which they lie. */
void rg_friction_map(const rg_friction *friction, const double *y, const double *u, double *F,
                     double *by_y, double *by_u);
/* v = max a z of a part, linear in y and u: it sticks while |v| <= max a z_n. Returns how many numbers it has; `most`: max a. 0: there is no
   friction in it, and nothing that could stick. */
int rg_friction_vector(const rg_friction_part *part, const double *y, const double *u, double *v,
                       double *most);

#endif
