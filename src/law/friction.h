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

/* F(y, u), 0 where the impulse y and the velocity u (target taken off) obey the laws. `by_y`, `by_u`: dim x dim derivatives, row-major;
   both NULL or none. */
void rg_friction_map(const rg_friction *friction, const double *y, const double *u, double *F,
                     double *by_y, double *by_u);

#endif
